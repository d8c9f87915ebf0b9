"""Choices and places on the picture: where a choice is seen, which choices are at a place, and what to ask where there is none.

A target is a word and what it stands for, as on the picture (`data-target`): `hand:0:prince`, `house:0:2`, `canal:0:left:3`,
`pile:first`. Seats and houses count from 0, as in the notation of choices; canal spaces and steps bear the numbers people say.

Codecs say from which part of the table a choice picks its things (rules/notation.py). What is known of each part stands here
once, and serves both ways: from a choice to where it is seen, and from a pressed target to the choices that may have been meant.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import product
from typing import NamedTuple

from ....kernel.book import AgendaStep, Decision
from ....kernel.choices import Choice, Option, Word
from ....kernel.engine import to_choice
from ..model import BOOK, EMPTY, Player, State, colour_of
from ..words import COLOURS, DAMAGES, PILES, SECTIONS
from .facts import visible_hand

# From a choice to its targets


def targets_of(state: State, choice: Choice | Option | str) -> tuple[str, ...]:
    """The targets that a choice of the decision on top of the agenda concerns, the most telling first; none
    where it leaves something as it is."""
    step = _step(state)
    if isinstance(choice, str):
        choice = Choice.parse(choice)
    elif not isinstance(choice, Choice):
        choice = Choice(choice[0]) if step is None else to_choice(state, step, choice)
    return () if step is None else tuple(dict.fromkeys(_targets(_Asked(state), choice)))


def _targets(at: _Asked, choice: Choice) -> Iterator[str]:
    """Where it is seen itself, then what it picks; the card it is paid with is the least telling."""
    if choice.kind in _SEEN:
        yield from _SEEN[choice.kind](at, *choice.args)
    picks = [(codec.at, word) for codec, word in zip(BOOK.codecs(choice.kind), choice.args, strict=False) if codec.at]
    for place, word in sorted(picks, key=lambda pick: pick[0] == "hand"):
        yield from PLACES[place].shown(at, word)


def choices_at(state: State, choices: Iterable[Choice], target: str) -> list[Choice]:
    """Those of the choices that concern a target."""
    return [choice for choice in choices if target in targets_of(state, choice)]


class _Asked:
    """Who is asked, about whom, and the targets in front of that player."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.task = state.agenda[-1]
        self.seat = _decider(state) or 0

    @property
    def player(self) -> Player:
        return self.state.players[self.seat]

    def card(self, card: Word) -> str:
        return f"hand:{self.seat}:{card}"

    def of_card(self, kind: str, card: Word) -> str:
        """Something in front of the player that has the colour of a card."""
        return f"{kind}:{self.seat}:{self.colour(card)}"

    def colour(self, card: Word) -> str:
        return self.state.deck[card].colour

    def house(self, colour: Word) -> str:
        """The empty house of a colour that a person would move into: the first."""
        colours = [_house_colour(self.state, self.seat, n) for n in range(len(self.player.houses))]
        places = [n for n, house in enumerate(self.player.houses) if house.person == EMPTY and colours[n] == colour]
        return f"house:{self.seat}:{places[0]}" if places else f"seat:{self.seat}"

    def lodging(self, place: Word) -> list[str]:
        """A house, and who lives in it and stands before most of it."""
        person = self.player.houses[int(place)].person
        lodged = [f"person:{self.seat}:{self.state.deck[person].id}"] if person >= 0 else []
        return [f"house:{self.seat}:{place}", *lodged]

    def canal(self, side: Word, ahead: int) -> str:
        """The outermost tile of a section (0), or the next space (1)."""
        return f"canal:{self.seat}:{side}:{self.player.canals[SECTIONS.index(str(side))] + ahead}"

    def step(self, ahead: int) -> str:
        return f"step:{min(self.player.reputation + ahead, self.state.board.last_step)}"

    def subject(self) -> str:
        """The person whose effect is asked about: the card that the task names after the seat."""
        return f"person:{self.seat}:{self.state.deck[self.task[2]].id}"


_SEEN: dict[str, Callable[..., Iterable[str]]] = {
    "workers": lambda at, card: (at.of_card("worker", card),),
    "guilders": lambda at, card: (f"die:{at.colour(card)}",),
    "threat": lambda at, card: (at.of_card("threat", card),),
    "refill": lambda at, cards: (f"pile:{pile}" for pile in PILES),
    "order": lambda at, *_: ("pile:discard",),
    "roll": lambda at, *_: (f"die:{colour}" for colour in COLOURS),
    "advance": lambda at: (at.step(at.state.rules.advance_steps),),
    "climb": lambda at: (at.step(1),),
    "pay": lambda at: (f"guilders:{at.seat}",),
    "effect_first": lambda at: (at.subject(),),
    "reaction_first": lambda at: (at.subject(),),
    "again": lambda at: (at.subject(),),
    "ship_order": lambda at, *_: (f"ships:{COLOURS[at.task[2]]}",),
    "market_order": lambda at, *_: ("market",),
    "improved_workers": lambda at, card: ("market:workers", at.of_card("worker", card)),
    "improved_guilders": lambda at, card: ("market:guilders", f"die:{at.colour(card)}"),
    "improved_threat": lambda at, *_: ("market:threat",),
    "improved_canal": lambda at, *_: ("market:canal",),
    "improved_house": lambda at, *_: ("market:house",),
    "improved_recruit": lambda at, *_: ("market:recruit",),
}
"""Kinds of choice that are seen elsewhere than where they pick something, or that pick nothing."""


# From a target to what could have been meant


def attempts_at(state: State, seat: int, target: str) -> list[str]:
    """Choices that somebody may have meant who pressed a target, in the order to ask `why_not` about.

    Where the question can be answered with something there, only such attempts; else one, and the answer is that it is not the
    time. None where another seat decides: an answer could tell what that seat holds.
    """
    step, decider = _step(state), _decider(state)
    if decider not in (None, seat):
        return []
    kind, *words = target.split(":")
    if kind in _OWN and words[:1] != [str(seat)]:
        return []
    try:
        meant = _meant(_Hand(state, seat), kind, words[1:] if kind in _OWN else words)
    except (LookupError, ValueError, TypeError):  # not a target of this position
        return []
    offered = [choice for choice in meant if isinstance(step, Decision) and choice.split(":")[0] in step.actions]
    return offered or ([] if kind in _TO_LOOK_AT else meant[:1])


def _meant(hand: _Hand, kind: str, words: list[str]) -> list[str]:
    """Choices that pick what was pressed, and those that have to do with it all the same."""
    places = [name for name, place in PLACES.items() if place.pressed == kind]
    picking = [choice for name in places for choice in _picking(hand, name, words)]
    return _AROUND[kind](hand, picking, *words) if kind in _AROUND else picking


def _picking(hand: _Hand, name: str, words: list[str]) -> Iterator[str]:
    """Every choice that picks the pressed thing from this part of the table; what else it needs is tried."""
    meant = PLACES[name].meant(hand, *words)
    if meant is None:
        return
    for kind in _kinds_at(name, hand.state):
        parts = [codec.at for codec in BOOK.codecs(kind)]
        first = parts.index(name)
        tried = [[meant.word] if place == first else PLACES[part].tried(hand, meant.colour) for place, part in enumerate(parts)]
        yield from (":".join((kind, *map(str, picked))) for picked in product(*tried))


def _kinds_at(name: str, state: State) -> list[str]:
    """The kinds of choice that pick from a part of the table; those of a turn first, as what one mostly means. Nobody means an
    improved action where no market card is open."""
    turn = BOOK.steps["turn.act"]
    assert isinstance(turn, Decision)
    kinds = dict.fromkeys((*turn.actions, *BOOK.choices()))
    found = [kind for kind in kinds if any(codec.at == name for codec in BOOK.codecs(kind))]
    return [kind for kind in found if state.market != EMPTY or not kind.startswith(_IMPROVED)]


_IMPROVED = "improved_"


class _Hand:
    """The cards that a seat knows it holds, to try things with."""

    def __init__(self, state: State, seat: int) -> None:
        self.state = state
        self.seat = seat
        self.player: Player = state.players[seat]
        deck = state.deck
        self.cards = [deck[card].id for card in visible_hand(state, seat, seat) if card >= 0]

    def of(self, colour: str) -> list[str]:
        """The cards of a colour."""
        return [card for card in self.cards if self.state.deck[card].colour == colour]

    def suiting(self, colour: str) -> list[str]:
        """All cards, those of a colour first."""
        return sorted(self.cards, key=lambda card: self.state.deck[card].colour != colour)

    def rooms(self, colour: str) -> list[str]:
        """The colours of the empty houses; without one, this colour, so that the answer can be that there is none."""
        houses = enumerate(self.player.houses)
        empty = [_house_colour(self.state, self.seat, place) for place, house in houses if house.person == EMPTY]
        return list(dict.fromkeys(empty)) or [colour]

    def playing(self, cards: Iterable[str], *kinds: str) -> list[str]:
        """Each of these cards used in these ways."""
        return [f"{kind}:{card}" for card in cards for kind in kinds]


def _number(word: str, below: int) -> int:
    """A number of a target; whoever presses may have written the target by hand."""
    if not word.isdecimal() or not 0 <= int(word) < below:
        raise LookupError(word)
    return int(word)


class Meant(NamedTuple):
    """What a pressed target is in the notation of a choice, and the colour that it has to do with."""

    word: Word
    colour: str = ""


class Place(NamedTuple):
    """A part of the table that choices pick from."""

    pressed: str
    """The kind of target that stands for it."""
    shown: Callable[[_Asked, Word], Iterable[str]]
    """The targets of what a choice names there."""
    meant: Callable[..., Meant | None]
    """The other way round, from the words of a target; None where nothing can have been meant, an error where it is no target."""
    tried: Callable[[_Hand, str], Iterable[Word]] = lambda hand, colour: ()
    """What to try there where something else was pressed, given its colour."""


def _held(hand: _Hand, card: str) -> Meant | None:
    return Meant(card, hand.state.deck[card].colour) if card in hand.cards else None


def _resident(hand: _Hand, person: str) -> Meant | None:
    return Meant(person) if hand.state.deck[person].number in hand.player.people else None


def _of_colour(hand: _Hand, colour: str) -> Meant:
    return Meant(COLOURS[COLOURS.index(colour)], colour)


def _room(hand: _Hand, place: str) -> Meant:
    colour = _house_colour(hand.state, hand.seat, _number(place, len(hand.player.houses)))
    return Meant(colour, colour)


def _section(hand: _Hand, side: str, place: str) -> Meant:
    """A section, with the colour of its next space."""
    section = SECTIONS.index(side)
    spaces = hand.state.section(hand.seat, section)
    _number(place, len(spaces) + 1)
    return Meant(side, COLOURS[spaces[min(hand.player.canals[section], len(spaces) - 1)].colour])


def _other(hand: _Hand, seat: str) -> Meant:
    return Meant(_number(seat, len(hand.state.players)))


PLACES = {
    "hand": Place("hand", lambda at, card: (at.card(card),), _held, lambda hand, colour: hand.suiting(colour)),
    "person": Place("person", lambda at, person: (f"person:{at.seat}:{person}",), _resident),
    "worker": Place(
        "worker",
        lambda at, colour: (f"worker:{at.seat}:{colour}",) if colour in COLOURS else (),  # a house may be paid with none
        _of_colour,
        lambda hand, colour: [into for into in COLOURS if into != colour],
    ),
    "threat": Place("threat", lambda at, colour: (f"threat:{at.seat}:{colour}",), _of_colour),
    "damage": Place(
        "threat",
        lambda at, damage: (f"threat:{at.seat}:{COLOURS[DAMAGES.index(str(damage))]}",),
        lambda hand, colour: Meant(DAMAGES[COLOURS.index(colour)], colour),
    ),
    "supply": Place("supply", lambda at, colour: (f"supply:{colour}",), _of_colour),
    "dock": Place("ship", lambda at, colour: (f"ship:{colour}",), _of_colour),
    "room": Place("house", lambda at, colour: (at.house(colour),), _room, lambda hand, colour: hand.rooms(colour)),
    "house": Place(
        "house",
        lambda at, place: at.lodging(place),
        lambda hand, place: Meant(_number(place, len(hand.player.houses))),
    ),
    "space": Place("canal", lambda at, side: (at.canal(side, 1),), _section, lambda hand, colour: SECTIONS),
    "tile": Place("canal", lambda at, side: (at.canal(side, 0),), _section),
    "pile": Place("pile", lambda at, pile: (f"pile:{pile}",), lambda hand, pile: Meant(pile) if pile in PILES else None),
    "seat": Place("seat", lambda at, other: (f"seat:{other}",), _other),
    "purse": Place("seat", lambda at, other: (f"seat:{other}", f"guilders:{other}"), _other),
}
"""The parts of the table, by the word that codecs have for them."""


def _tile_first(hand: _Hand, picking: list[str], side: str, place: str) -> list[str]:
    """On a tile, what takes it away comes before what builds the next one."""
    built = int(place) <= hand.player.canals[SECTIONS.index(side)]
    takes = [choice for choice in picking if BOOK.codecs(choice.split(":")[0])[-1].at == "tile"]
    builds = [choice for choice in picking if choice not in takes]
    return [*takes, *builds] if built else [*builds, *takes]


def _at_pile(hand: _Hand, picking: list[str], pile: str) -> list[str]:
    if pile == "discard":
        return hand.playing(hand.cards, "discard", "pay_card")
    return [*picking, f"refill:{hand.state.rules.hand_size}"] if picking else []


def _improved(hand: _Hand, action: str = "") -> list[str]:
    """Each card used for an improved action; what else it needs is tried."""
    kind = f"{_IMPROVED}{action}"
    if kind not in BOOK.choices():
        return []
    parts, found = [codec.at for codec in BOOK.codecs(kind)[1:]], []
    for card in hand.cards:
        colour = hand.state.deck[card].colour
        tried = [[colour] if part in ("worker", "threat") else PLACES[part].tried(hand, colour) for part in parts]
        found += [":".join((kind, card, *map(str, rest))) for rest in product(*tried)]
    return found


_AROUND: dict[str, Callable[..., list[str]]] = {
    "worker": lambda hand, picking, colour: [*hand.playing(hand.of(colour), "workers", "house"), *picking],
    "threat": lambda hand, picking, colour: [*hand.playing(hand.of(colour), "threat"), *picking],
    "die": lambda hand, picking, colour: hand.playing(hand.of(colour), "guilders"),
    "guilders": lambda hand, picking: ["pay", *hand.playing(hand.cards, "guilders")],
    "step": lambda hand, picking, step: ["advance", "climb"],
    "canal": _tile_first,
    "pile": _at_pile,
    "market": lambda hand, picking, *action: _improved(hand, *action),
}
"""For kinds of target where more may be meant than to pick what lies there, everything, given what picks it."""
_OWN = frozenset({"hand", "house", "person", "canal", "threat", "worker", "guilders"})
"""Targets that belong to a seat: only the owner can have meant anything there."""
_TO_LOOK_AT = frozenset({"seat", "supply"})
"""Targets that are pressed to look at them: unless the question is about them, nobody means a choice there."""


# The agenda


def _step(state: State) -> AgendaStep | None:
    return BOOK.steps[state.agenda[-1][0]] if state.agenda else None


def _decider(state: State) -> int | None:
    """The seat that decides now; None for chance, for tasks that run by themselves, and at the end."""
    step = _step(state)
    return state.agenda[-1][1] if isinstance(step, Decision) else None


def _house_colour(state: State, seat: int, place: int) -> str:
    colour = colour_of(state.deck, state.players[seat].houses[place].card)
    return "" if colour is None else COLOURS[colour]
