"""A player of the picture: in one line that sums up, and with everything that lies before the player in pieces."""

from __future__ import annotations

from functools import lru_cache

from ....show.live import CARD, INK, LINE, MUTED, STONE, figure, plate
from ....show.svg import Svg, circle, cut, group, label, path, rect, star, text_width
from ..model import UNKNOWN
from ..rules.plot_hand import plot_limit
from .card_pieces import good_item, plot_item, token_item
from .colours import GOODS_SHADE, LASTING, ONCE, TOKEN
from .facts import Look, letters, name_of, squares_of, visible_goods, visible_hand, visible_tokens
from .items import Item
from .map_pieces import character
from .picture_words import Wording

HEAD = ("name", "points", "characters")
SHELF = ("hand", "laid", "goods", "tokens")
"""The pieces of a player in their order, line by line."""
_NAME_ROOM = 170


def player_items(look: Look, owner: int) -> dict[str, list[Item]]:
    """Everything before one player by name, as the seat that looks may see it."""
    state, lang = look.state, look.say.lang
    player, permanent = state.players[owner], state.stock.permanent
    goods, tokens = visible_goods(look, owner), visible_tokens(look, owner)
    return {
        "name": _who(look, owner),
        "points": [_points(owner, player.points, lang)],
        "characters": [_character(look, owner, square) for square in squares_of(state, owner)],
        "hand": [
            plot_item(f"hand:{owner}", plot, permanent[plot], lang, place) for place, plot in enumerate(visible_hand(look, owner))
        ],
        "laid": [plot_item(f"laid:{owner}", plot, True, lang) for plot in player.laid],
        "goods": [good_item(f"goods:{owner}", good, lang, "burdigala.merch.hidden", place) for place, good in enumerate(goods)],
        "tokens": [
            token_item(f"token:{owner}", value, _token_word(look, owner, value, place), lang)
            for place, value in enumerate(tokens)
        ],
    }


def _token_word(look: Look, owner: int, value: int, place: int) -> str:
    if value != UNKNOWN:
        return str(value)
    return "unseen" if look.opens(owner) and look.state.players[owner].sealed else f"#{place}"


def counts(look: Look, owner: int) -> dict[str, tuple[int, str]]:
    """How many of each kind a player has, and how that is said."""
    player, say = look.state.players[owner], look.say
    hand, limit = len(player.hand), plot_limit(look.state, owner)
    rows = {"hand": hand, "laid": len(player.laid), "goods": len(player.goods), "tokens": len(player.tokens) + len(player.sealed)}
    return {kind: (count, say(f"count.{kind}", count=count, limit=limit)) for kind, count in rows.items()}


def caption_item(look: Look, owner: int, kind: str) -> Item:
    """What a row on paper is called, and how many there are."""
    count, words = counts(look, owner)[kind]
    said = f"{look.say(f'caption.{kind}')} · {count}"
    return Item(f"{kind}:{owner}", words, text_width(said, 12) + 8, 20, label(0, 14, said, 12, MUTED), _COUNTED[kind][1])


def summary_items(look: Look, owner: int) -> list[Item]:
    """A player on one line."""
    player, lang = look.state.players[owner], look.say.lang
    found = [*_who(look, owner), _points(owner, player.points, lang)]
    found += [_character(look, owner, square) for square in squares_of(look.state, owner)]
    return found + [_count(owner, kind, count, words) for kind, (count, words) in counts(look, owner).items()]


# Who, points, characters


def _who(look: Look, owner: int) -> list[Item]:
    marks = letters(look.names, len(look.state.players))
    found = [_name(owner, marks[owner], name_of(look.names, owner))]
    return [*found, _start(look.say.lang)] if owner == look.state.start else found


@lru_cache(256)
def _name(owner: int, letter: str, name: str) -> Item:
    shown = cut(name, _NAME_ROOM, 15, True)
    width = 30 + text_width(shown, 15, True)
    drawn = Svg(
        group(13, 14 if owner else 15, Svg(f'<g transform="scale(.68)">{character(owner, letter)}</g>'))
        + label(30, 19.5, shown, 15, INK, bold=True)
    )
    return Item(f"seat:{owner}", name, width, 28, drawn, "burdigala.turn.order")


@lru_cache(8)
def _start(lang: str) -> Item:
    """The first player's."""
    say = Wording(lang)
    words = say("start")
    width = 24 + text_width(words, 11.5, True)
    flag = path("M6 5H8V19H6ZM9 6H16L14.4 9L16 12H9Z", INK)
    drawn = Svg(rect(0, 1, width, 22, STONE, 4) + flag + label(19, 16, words, 11.5, INK, bold=True))
    return Item("start", say("start_player"), width, 24, drawn, "burdigala.setup.start_player")


@lru_cache(1024)
def _points(owner: int, points: int, lang: str) -> Item:
    say = Wording(lang)
    width = 22 + text_width(str(points), 16, True)
    drawn = Svg(star(9, 12, 16, INK) + label(21, 18, str(points).replace("-", "\N{MINUS SIGN}"), 16, INK, bold=True))
    return Item(f"points:{owner}", say("points", count=points), width, 24, drawn, "burdigala.goal")


def _character(look: Look, owner: int, square: int) -> Item:
    return _on_square(owner, square, look.say("character", name=name_of(look.names, owner), square=square))


@lru_cache(1024)
def _on_square(owner: int, square: int, words: str) -> Item:
    """A small character and the square it stands on."""
    seal = Svg(f'<g transform="translate(11 {14 if owner else 15}) scale(.5)">{character(owner, "")}</g>')
    drawn = Svg(seal + circle(31, 13, 11, CARD, stroke=MUTED, stroke_width=1.4) + figure(31, 13, square, 18, 12))
    return Item(f"meeple:{square}", words, 43, 26, drawn, "burdigala.move.character")


# Counts in the line

_COUNTED = {
    "hand": (ONCE.fill, "burdigala.plot.limit"),
    "laid": (LASTING.fill, "burdigala.plot.permanent"),
    "goods": (GOODS_SHADE.fill, "burdigala.merch.hidden"),
    "tokens": (TOKEN.fill, "burdigala.final.corruption"),
}


@lru_cache(1024)
def _count(owner: int, kind: str, count: int, words: str) -> Item:
    """A small card or token and how many there are."""
    fill, rule = _COUNTED[kind]
    if kind == "tokens":
        sign = circle(12, 12, 7, fill, stroke=MUTED)
    elif kind == "hand":
        sign = Svg(rect(4.5, 4.5, 9, 13, fill, 2, stroke=MUTED) + rect(9, 6.5, 9, 13, fill, 2, stroke=MUTED))
    else:
        sign = rect(7, 4.5, 11, 15, fill, 2, stroke=MUTED)
    drawn = Svg(plate(42, 24, CARD, LINE, 6) + sign + figure(31, 12, count, 18, 13, INK if count else MUTED))
    return Item(f"{kind}:{owner}", words, 42, 24, drawn, rule)
