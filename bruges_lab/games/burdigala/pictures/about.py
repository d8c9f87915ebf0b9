"""What a thing on the picture is, for whoever presses it: its name, its figures as they stand, and what the rules say.

Names and figures are the picture's own words; what a thing is for is told in the words of the rules that govern it. What the seat
that looks may not know is not told: of a card face down only what sort it is.
"""

from __future__ import annotations

from collections.abc import Callable

from ....show.picture import About
from ..amounts import bonus_of, builders_of
from ..manifest import MANIFEST
from ..model import EARNED, NO_BONUS, State
from ..rules.moving import list_moves, open_sites, way_to
from ..words import GOODS, INTERRUPTED_YARD, NECROPOLIS, PLOTS
from .card_picture import card_words, small_card
from .facts import (
    MARK,
    Look,
    name_of,
    seen_value,
    size_is_reconstructed,
    squares_of,
    throw_meaning,
    value_is_reconstructed,
    visible_goods,
    visible_hand,
    visible_tokens,
    watchers_of,
)
from .map_pieces import square_words
from .picture_words import Wording, capital
from .player_pieces import counts
from .table_pieces import die_words, pile_sizes


def about(state: State, names: tuple[str, ...], seat: int | None, target: str, lang: str) -> About | None:
    """What a target is, as the seat that looks may know it; None for what is no target of this position."""
    kind, *words = target.split(":")
    if kind not in _KINDS:
        return None
    try:
        return _KINDS[kind](Look(state, names, seat, Wording(lang)), *words)
    except (LookupError, ValueError, TypeError):  # whoever asks may have written the target by hand
        return None


def _rules(look: Look, *rules: str) -> str:
    """What rules say, one after the other."""
    if not MANIFEST.has("catalogue"):
        return ""
    return " ".join(MANIFEST.catalogue[rule].text(look.say.lang, look.state.rules) for rule in rules)


def _seat(look: Look, word: str) -> int:
    return range(len(look.state.players))[_number(word)]


def _number(word: str) -> int:
    if not word.isdecimal():
        raise LookupError(word)
    return int(word)


def _name(look: Look, seat: str) -> str:
    return name_of(look.names, _seat(look, seat))


# On the map


def _square(look: Look, word: str) -> About:
    """A square: who stands there, and what a cube from there would bring now."""
    state, say, number = look.state, look.say, _number(word)
    if not state.board.has(number):
        raise LookupError(word)
    square = state.board.square(number)
    owner = state.occupant(number)
    kind = "" if owner is None else say("character", name=name_of(look.names, owner), square=number)
    brings = [_cube_brings(look, site) for site in open_sites(state, number)]
    rule = "burdigala.port" if square.port else "burdigala.cube.place"
    notes = (say("cubes_here", list=", ".join(brings)) if brings else say("nothing_here"),)
    return About(square_words(state.board, number, say), kind, _rules(look, rule), rule, "", notes)


def _cube_brings(look: Look, site: int) -> str:
    """A site and what the next cube there scores."""
    left = look.state.room(site) - 1
    name = look.state.board.sites[site].name
    return f"{name}: {look.say('points', count=left) if left else look.say('completes')}"


def _meeple(look: Look, word: str) -> About:
    """A character: whose, and where it can go with each die if a move is asked for."""
    state, say, number = look.state, look.say, _number(word)
    owner = state.occupant(number)
    if owner is None:
        raise LookupError(word)
    rules = ("burdigala.move.exact", "burdigala.move.no_street_twice")
    name = say("character", name=name_of(look.names, owner), square=number)
    sites = ", ".join(state.board.sites[site].name for site in open_sites(state, number)) or say("none")
    return About(name, say("beside", sites=sites), _rules(look, *rules), rules[0], "", tuple(_reach(look, owner, number)))


def _reach(look: Look, owner: int, start: int) -> list[str]:
    """The squares that each die leads to, if its owner is to move; who chooses is offered them one by one."""
    state = look.state
    if look.opens(owner):
        return []
    if not state.agenda or state.agenda[-1][:2] not in (("turn.move", owner), ("turn.move.plain", owner)):
        return []
    ends: dict[int, list[int]] = {}
    for _, one, end in list_moves(state, owner):
        found = way_to(state, owner, start, end) if one == start else None
        if found is not None:
            ends.setdefault(found[0], []).append(end)
    return [look.say("reach", die=die, squares=", ".join(map(str, sorted(row)))) for die, row in sorted(ends.items())]


def _site(look: Look, word: str) -> About:
    state, say = look.state, look.say
    place = [site.name.lower() for site in state.board.sites].index(word)
    site = state.board.sites[place]
    if state.complete[place]:
        return _building(look, place)
    size, cubes = state.size(place), state.cubes[place]
    mark = f" {MARK}" if size_is_reconstructed(state.tiles, size) else ""
    name = say("site", site=site.name, size=size, cubes=cubes, left=size - cubes)
    kind = say("site.kind", size=size, points=_cube_brings(look, place).partition(": ")[2]) + mark
    notes = []
    if (value := seen_value(look, place)) is not None:
        notes.append(say("site.seen", value=value))
    if (bonus := bonus_of(state, place)) > 0:
        notes.append(say("bonus", district=state.board.districts[site.district].name, points=say("points", count=bonus)))
    more = {seat: builders_of(state, seat, size) for seat in range(len(state.players))}
    notes += [
        say("builders", name=name_of(look.names, seat), points=say("points", count=points))
        for seat, points in more.items()
        if points
    ]
    if watchers := watchers_of(state, place):
        notes.append(say("watched", names=", ".join(name_of(look.names, seat) for seat in watchers)))
    rules = ("burdigala.cube.points", "burdigala.cube.last.points")
    return About(name, kind, _rules(look, *rules), rules[0], "", tuple(notes))


def _building(look: Look, place: int) -> About:
    """A completed building: what it was worth, and what the two special ones do."""
    state, say = look.state, look.say
    number = state.laid_tiles[place]
    tile = state.tiles.of(number)
    special = {NECROPOLIS: "burdigala.special.necropolis", INTERRUPTED_YARD: "burdigala.special.interrupted"}.get(tile.special)
    rules = ["burdigala.cube.last", *([special] if special else []), "burdigala.complete.plot"]
    name = say("building", site=state.board.sites[place].name, name=tile.name.get(say.lang, tile.name["en"]), value=tile.value)
    mark = f" {MARK}" if value_is_reconstructed(state.tiles, number) else ""
    return About(name, say("building.kind", size=tile.size, value=tile.value) + mark, _rules(look, *rules), rules[0])


def _bonus(look: Look, word: str) -> About:
    state, say = look.state, look.say
    place = [one.name.lower() if one.bonus_at is not None else "" for one in state.board.districts].index(word or "?")
    bonus, name = state.bonus[place], state.board.districts[place].name
    words = (
        say("bonus_gone", district=name) if bonus == NO_BONUS else say("bonus", district=name, points=say("points", count=bonus))
    )
    return About(words, "", _rules(look, "burdigala.bonus"), "burdigala.bonus")


# Beside the map


def _die(look: Look, word: str) -> About:
    place = range(2)[_number(word) - 1]
    state, say = look.state, look.say
    words = die_words(place + 1, state.dice[place], state.thrown[place], say)
    return About(words, "", _rules(look, "burdigala.turn.roll", "burdigala.move.exact"), "burdigala.move.exact")


def _throw(look: Look) -> About:
    meaning = throw_meaning(look.state)
    if not meaning:
        raise LookupError("throw")
    rules = ["burdigala.double.rules", "burdigala.double.occupied", "burdigala.double.ways", "burdigala.double.extra_turn"]
    if meaning == "seven":
        rules = ["burdigala.seven", "burdigala.seven.cost", "burdigala.seven.choice"]
    return About(look.say(f"throw.{meaning}"), look.say(f"throw.{meaning}.what"), _rules(look, *rules), rules[0])


_PILE_RULES = {
    "goods": ("burdigala.setup.merch", "burdigala.end.merch"),
    "plot": ("burdigala.setup.plot", "burdigala.plot.empty"),
    "discard": ("burdigala.plot.discard_pile",),
    "removed": ("burdigala.card.betrayal",),
}


def _pile(look: Look, pile: str) -> About:
    state, say = look.state, look.say
    rules = _PILE_RULES[pile]
    open_cards = {"discard": state.plot_discard, "removed": state.plot_removed}.get(pile, ())
    listed = ", ".join(say.plot(plot) for plot in reversed(open_cards))
    count = pile_sizes(state)[pile]
    return About(say(f"pile.{pile}", count=count), listed, _rules(look, *rules), rules[0])


def _supply(look: Look) -> About:
    rule = "burdigala.cube.supply"
    return About(look.say("supply", count=look.state.supply), "", _rules(look, rule), rule)


def _pool(look: Look) -> About:
    rules = ("burdigala.corruption.draw", "burdigala.final.corruption", "burdigala.final.corruption.most")
    return About(look.say("pool", count=len(look.state.pool)), "", _rules(look, *rules), rules[0])


def _lifted(look: Look, seat: str) -> About:
    rule = "burdigala.double.displace"
    return About(look.say("lifted", name=_name(look, seat)), "", _rules(look, rule), rule)


def _offered(look: Look, good: str) -> About | None:
    state = look.state
    if good.startswith("#") or not look.opens(state.active):
        return About(look.say("good_back"), "", _rules(look, "burdigala.card.sailor"), "burdigala.card.sailor")
    return _good_card(look, good) if GOODS.index(good) in state.offered else None


# Before the players


def _player(look: Look, seat: str) -> About:
    owner = _seat(look, seat)
    say, player = look.say, look.state.players[owner]
    parts = ", ".join(f"{say(f'part.{name}')} {value}" for name, value in zip(EARNED, player.earned, strict=True) if value)
    squares = ", ".join(map(str, squares_of(look.state, owner))) or say("none")
    kind = f"{say('points', count=player.points)} · {say('told.squares', list=squares)}"
    rule = "burdigala.goal.sources"
    return About(_name(look, seat), kind, _rules(look, rule), rule, "", (parts,) if parts else ())


def _points(look: Look, seat: str) -> About:
    return _player(look, seat)._replace(rule="burdigala.goal")


def _start(look: Look) -> About:
    rule = "burdigala.setup.start_player"
    return About(look.say("start_player"), name_of(look.names, look.state.start), _rules(look, rule), rule)


def _counted(kind: str, rule: str) -> Callable[..., About | None]:
    def found(look: Look, seat: str, card: str | None = None) -> About | None:
        owner = _seat(look, seat)
        if card is None:
            return About(counts(look, owner)[kind][1], name_of(look.names, owner), _rules(look, rule), rule)
        return _CARDS[kind](look, owner, card)

    return found


def _hand(look: Look, owner: int, card: str) -> About | None:
    held = visible_hand(look, owner)
    if card.startswith("#"):
        back = held[_number(card[1:])] < 0
        return About(look.say("plot_back"), name_of(look.names, owner), "", "burdigala.setup.views") if back else None
    return _plot_card(look, card) if PLOTS.index(card) in held else None


def _laid(look: Look, owner: int, card: str) -> About | None:
    if PLOTS.index(card) not in look.state.players[owner].laid:
        return None
    found = _plot_card(look, card)
    return found._replace(kind=f"{found.kind} · {name_of(look.names, owner)}")


def _plot_card(look: Look, card: str) -> About:
    """A plot card: what class it is, what it does, and the rule."""
    plot, say = PLOTS.index(card), look.say
    lasting = look.state.stock.permanent[plot]
    points = say("points", count=look.state.rules.laurel_points)
    kind = say("plot.lasting", points=points) if lasting else say("plot.once")
    rule = f"burdigala.card.{card}"
    return About(say.plot(plot), kind, card_words(look.state, plot, say.lang), rule, small_card(look.state, plot, say.lang))


def _goods(look: Look, owner: int, card: str) -> About | None:
    held = visible_goods(look, owner)
    if card.startswith("#"):
        rule = "burdigala.merch.hidden"
        return About(look.say("good_back"), name_of(look.names, owner), _rules(look, rule), rule) if -1 in held else None
    return _good_card(look, card) if GOODS.index(card) in held else None


def _good_card(look: Look, good: str) -> About:
    number = len(PLOTS) + GOODS.index(good)
    copies = look.state.stock.goods.count(GOODS.index(good))
    kind = look.say("good.copies", count=copies)
    words = card_words(look.state, number, look.say.lang)
    name = capital(look.say.good(GOODS.index(good)))
    return About(name, kind, words, "burdigala.final.merch.table", small_card(look.state, number, look.say.lang))


def _token(look: Look, seat: str, word: str) -> About | None:
    owner = _seat(look, seat)
    held = visible_tokens(look, owner)
    rules = ("burdigala.final.corruption", "burdigala.final.corruption.most")
    if word == "unseen" or word.startswith("#"):
        return About(look.say("token_back"), name_of(look.names, owner), _rules(look, *rules), rules[0]) if -1 in held else None
    if _number(word) not in held:
        return None
    known = [value for value in held if value >= 0]
    notes = (look.say("token_sum", sum=sum(known)),) if len(known) == len(held) else ()
    return About(look.say("token", value=_number(word)), name_of(look.names, owner), _rules(look, *rules), rules[0], "", notes)


_CARDS: dict[str, Callable[[Look, int, str], About | None]] = {"hand": _hand, "laid": _laid, "goods": _goods}
_KINDS: dict[str, Callable[..., About | None]] = {
    "square": _square,
    "meeple": _meeple,
    "site": _site,
    "bonus": _bonus,
    "die": _die,
    "throw": _throw,
    "pile": _pile,
    "supply": _supply,
    "pool": _pool,
    "lifted": _lifted,
    "offered": _offered,
    "seat": _player,
    "points": _points,
    "start": _start,
    "hand": _counted("hand", "burdigala.plot.limit"),
    "laid": _counted("laid", "burdigala.plot.permanent"),
    "goods": _counted("goods", "burdigala.merch.hidden"),
    "tokens": _counted("tokens", "burdigala.final.corruption"),
    "token": _token,
}
