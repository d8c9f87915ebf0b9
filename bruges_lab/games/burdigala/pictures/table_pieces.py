"""What lies beside the map: the dice as they fell and as they count, piles, corruption tokens, cubes, and what is in the air."""

from __future__ import annotations

from functools import lru_cache

from ....show.live import CARD, INK, LEAST, LINE, MUTED, PALE, figure, plate
from ....show.svg import Svg, circle, group, label, rect, text_width
from ..model import NOWHERE, State
from .card_pieces import good_item
from .colours import CUBE, GOODS_SHADE, ONCE, TOKEN
from .facts import Look, letters, name_of, throw_meaning
from .items import Item
from .map_pieces import character
from .picture_words import Wording

PILES = ("goods", "plot", "discard", "removed")
PARTS = ("dice", "piles", "stock", "air")
"""The groups in their order."""
_PIPS = {
    1: ((21, 21),),
    2: ((12, 12), (30, 30)),
    3: ((11, 11), (21, 21), (31, 31)),
    4: ((12, 12), (30, 12), (12, 30), (30, 30)),
    5: ((11, 11), (31, 11), (21, 21), (11, 31), (31, 31)),
    6: ((12, 10.5), (30, 10.5), (12, 21), (30, 21), (12, 31.5), (30, 31.5)),
}


def table_items(look: Look) -> dict[str, list[Item]]:
    """The things beside the map by group."""
    state, say = look.state, look.say
    dice = [_die(place + 1, state.dice[place], state.thrown[place], say.lang) for place in range(2)]
    if meaning := throw_meaning(state):
        dice.append(_throw(meaning, say.lang))
    return {
        "dice": dice,
        "piles": [_pile(name, count, say.lang) for name, count in pile_sizes(state).items()],
        "stock": [_supply(state.supply, say.lang), _pool(len(state.pool), say.lang)],
        "air": [*_lifted(look), *_offered(look)],
    }


def pile_sizes(state: State) -> dict[str, int]:
    """How many cards lie where; what Betrayal removed only once there is any."""
    found = {"goods": state.goods_left, "plot": state.plot_left, "discard": len(state.plot_discard)}
    return {**found, "removed": len(state.plot_removed)} if state.plot_removed else found


# Dice


@lru_cache(512)
def _die(place: int, counts: int, fell: int, lang: str) -> Item:
    """Black with white pips, as it counts; below, how it fell where that is something else."""
    say = Wording(lang)
    words = die_words(place, counts, fell, say)
    ground = rect(1, 1, 40, 40, "#2b2621" if fell or counts else PALE, 9, stroke=MUTED, stroke_width=1.4)
    under = say("die.fell", face=fell) if fell != counts else ""
    width = max(42.0, text_width(under, LEAST) + 2)
    left = (width - 42) / 2
    drawn = group(left, 0, ground, _pips(counts) if fell or counts else Svg(""))
    height = 58 if under else 42
    return Item(
        f"die:{place}",
        words,
        width,
        height,
        Svg(drawn + label(width / 2, 54, under, LEAST, MUTED, anchor="middle")),
        "burdigala.turn.roll",
    )


def _pips(face: int) -> Svg:
    if face in _PIPS:
        return Svg("".join(circle(x, y, 3.7, "#ffffff") for x, y in _PIPS[face]))
    return figure(21, 21, face, 36, 18, "#ffffff")


def die_words(place: int, counts: int, fell: int, say: Wording) -> str:
    """A die in words; it may count for 0 (B-041), which is not the same as not having been thrown."""
    return say("die", die=place, face=counts if fell or counts else "none")


@lru_cache(16)
def _throw(meaning: str, lang: str) -> Item:
    """What the throw brings besides steps."""
    say = Wording(lang)
    words = say(f"throw.{meaning}")
    width = text_width(words, 13, True) + 18
    drawn = Svg(
        plate(width, 26, "#1f6f8b", "#1f6f8b", 13) + label(width / 2, 17.6, words, 13, "#ffffff", bold=True, anchor="middle")
    )
    rule = "burdigala.double.rules" if meaning == "double" else "burdigala.seven"
    return Item("throw", say(f"throw.{meaning}.what"), width, 26, drawn, rule)


# Piles and stock

_RULES = {
    "goods": "burdigala.setup.merch",
    "plot": "burdigala.setup.plot",
    "discard": "burdigala.plot.discard_pile",
    "removed": "burdigala.card.betrayal",
}


@lru_cache(512)
def _pile(name: str, count: int, lang: str) -> Item:
    """A pile with how many cards it has; an outline where none lie face down."""
    say = Wording(lang)
    under = say(f"pile.{name}.under")
    width = max(40.0, text_width(under, LEAST) + 2)
    left = (width - 38) / 2
    down = name in ("goods", "plot") and count
    tone = GOODS_SHADE if name == "goods" else ONCE
    if down:
        card = rect(left, 1, 38, 36, tone.fill, 5) + rect(left + 3, 4, 32, 30, "none", 3, stroke=tone.on, opacity=0.5)
    else:
        card = rect(left + 0.75, 1.75, 36.5, 34.5, PALE, 5, stroke=MUTED, stroke_width=1.2, stroke_dasharray="3 3")
    drawn = (
        card
        + figure(left + 19, 19, count, 32, 15, tone.on if down else INK)
        + label(width / 2, 49.5, under, LEAST, MUTED, anchor="middle")
    )
    return Item(f"pile:{name}", say(f"pile.{name}", count=count), width, 53, Svg(drawn), _RULES[name])


@lru_cache(128)
def _supply(count: int, lang: str) -> Item:
    drawn = [
        plate(64, 30, CARD, LINE, 15),
        rect(9, 7, 16, 16, CUBE, 3, stroke="#4d2f12"),
        figure(42, 15, count, 32, 14),
    ]
    return Item("supply", Wording(lang)("supply", count=count), 64, 30, Svg("".join(drawn)), "burdigala.cube.supply")


@lru_cache(128)
def _pool(count: int, lang: str) -> Item:
    drawn = [
        plate(64, 30, CARD, LINE, 15),
        circle(17, 15, 10, TOKEN.fill, stroke=MUTED),
        figure(17, 15, "?", 16, 13, TOKEN.on),
        figure(43, 15, count, 32, 14),
    ]
    return Item("pool", Wording(lang)("pool", count=count), 64, 30, Svg("".join(drawn)), "burdigala.corruption.draw")


# In the air: a character that was lifted, the goods that the Sailor brought


def _lifted(look: Look) -> list[Item]:
    marks = letters(look.names, len(look.state.players))
    return [
        _in_air(seat, marks[seat], look.say("lifted", name=name_of(look.names, seat)))
        for seat, player in enumerate(look.state.players)
        if NOWHERE in player.meeples
    ]


@lru_cache(64)
def _in_air(seat: int, letter: str, words: str) -> Item:
    return Item(f"lifted:{seat}", words, 44, 44, group(22, 24, character(seat, letter)), "burdigala.double.displace")


def _offered(look: Look) -> list[Item]:
    """Face up for whoever played the Sailor."""
    state = look.state
    shown = state.offered if look.opens(state.active) else (-1,) * len(state.offered)
    return [
        good_item("offered" if good >= 0 else f"offered:#{place}", good, look.say.lang, "burdigala.card.sailor")
        for place, good in enumerate(shown)
    ]
