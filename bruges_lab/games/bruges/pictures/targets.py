"""Choices and places on the picture: where a choice is seen, which choices are at a place, and what to ask where there is none.

A target is a word and what it stands for, as on the picture (`data-target`): `hand:0:prince`, `house:0:2`, `canal:0:left:3`,
`pile:first`. Seats and houses count from 0, as in the notation of choices; canal spaces and steps bear the numbers people say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ....kernel.book import AgendaStep, Decision
from ....kernel.choices import Choice, Option, Word
from ....kernel.engine import to_choice
from ..model import BOOK, EMPTY, Player, State, colour_of
from ..words import COLOURS, DAMAGES, SECTIONS
from .facts import visible_hand

UNPLACED = frozenset({"end", "decline", "enough", "forgo", "keep"})
"""Kinds of choice that are nowhere on the picture: to leave something as it is."""

# From a choice to its targets


def targets_of(state: State, choice: Choice | Option | str) -> tuple[str, ...]:
    """The targets that a choice of the decision on top of the agenda concerns, the most telling first; of UNPLACED kinds none."""
    step = _step(state)
    if isinstance(choice, str):
        choice = Choice.parse(choice)
    elif not isinstance(choice, Choice):
        choice = Choice(choice[0]) if step is None else to_choice(state, step, choice)
    find = _TARGETS.get(choice.kind)
    return () if find is None or step is None else tuple(dict.fromkeys(find(_Asked(state), *choice.args)))


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


Find = Callable[..., Iterable[str]]

_TARGETS: dict[str, Find] = {
    # A turn
    "workers": lambda at, card: (at.of_card("worker", card), at.card(card)),
    "guilders": lambda at, card: (f"die:{at.colour(card)}", at.card(card)),
    "threat": lambda at, card: (at.of_card("threat", card), at.card(card)),
    "canal": lambda at, card, side: (at.canal(side, 1), at.card(card)),
    "house": lambda at, card: (at.card(card),),
    "recruit": lambda at, card, colour: (at.house(colour), at.card(card)),
    "activate": lambda at, person: (f"person:{at.seat}:{person}",),
    # Drawing and dice
    "refill": lambda at, cards: ("pile:first", "pile:second"),
    "draw": lambda at, pile: (f"pile:{pile}",),
    "discard": lambda at, card: (at.card(card),),
    "order": lambda at, *_: ("pile:discard",),
    "roll": lambda at, *_: (f"die:{colour}" for colour in COLOURS),
    "advance": lambda at: (at.step(at.state.rules.advance_steps),),
    # Damage
    "damage": lambda at, damage: (f"threat:{at.seat}:{COLOURS[DAMAGES.index(damage)]}",),
    "lose": lambda at, person: (f"person:{at.seat}:{person}",),
    "burn": lambda at, place: at.lodging(place),
    "burn_canal": lambda at, side: (at.canal(side, 0),),
    # People
    "effect_first": lambda at: (at.subject(),),
    "reaction_first": lambda at: (at.subject(),),
    "again": lambda at: (at.subject(),),
    "away": lambda at, colour: (f"threat:{at.seat}:{colour}",),
    "give": lambda at, colour: (f"worker:{at.seat}:{colour}",),
    "take": lambda at, colour: (f"worker:{at.seat}:{colour}",),
    "swap": lambda at, colour, into: (f"worker:{at.seat}:{colour}", f"worker:{at.seat}:{into}"),
    "pay": lambda at: (f"guilders:{at.seat}",),
    "pay_worker": lambda at, colour: (f"worker:{at.seat}:{colour}",),
    "pay_card": lambda at, card: (at.card(card),),
    "climb": lambda at: (at.step(1),),
    "remove": lambda at, side: (at.canal(side, 0),),
    "dig": lambda at, side: (at.canal(side, 1),),
    "lay": lambda at, card: (at.card(card),),
    "invite": lambda at, card, colour: (at.house(colour), at.card(card)),
    "ready": lambda at, person: (f"person:{at.seat}:{person}",),
    "lend": lambda at, other: (f"seat:{other}", f"guilders:{other}"),
    "target": lambda at, other: (f"seat:{other}",),
    "threaten": lambda at, colour: (f"supply:{colour}",),
}
"""For each kind of choice, by the words of its notation, where it is to be seen."""


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
    find = _ATTEMPTS.get(kind)
    if find is None or (kind in _OWN and words[:1] != [str(seat)]):
        return []
    try:
        meant = find(_Hand(state, seat), *(words[1:] if kind in _OWN else words))
    except (LookupError, ValueError, TypeError):  # not a target of this position
        return []
    offered = [choice for choice in meant if isinstance(step, Decision) and choice.split(":")[0] in step.actions]
    return offered or meant[:1]


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


def _number(word: str, below: int) -> int:
    """A number of a target; whoever presses may have written the target by hand."""
    if not word.isdecimal() or not 0 <= int(word) < below:
        raise LookupError(word)
    return int(word)


def _card(hand: _Hand, card: str) -> list[str]:
    if card not in hand.cards:
        return []
    houses = [_house_colour(hand.state, hand.seat, n) for n, house in enumerate(hand.player.houses) if house.person == EMPTY]
    colours = list(dict.fromkeys(houses)) or [hand.state.deck[card].colour]
    tried = [f"{kind}:{card}" for kind in ("workers", "guilders", "threat", "house")]
    tried += [f"canal:{card}:{side}" for side in SECTIONS]
    tried += [f"recruit:{card}:{colour}" for colour in colours]
    tried += [f"{kind}:{card}" for kind in ("discard", "pay_card", "lay")]
    return tried + [f"invite:{card}:{colour}" for colour in colours]


def _house(hand: _Hand, place: str) -> list[str]:
    """Somebody wants to move a person in; or to give the house up."""
    at = _number(place, len(hand.player.houses))
    colour = _house_colour(hand.state, hand.seat, at)
    return [
        *(f"recruit:{card}:{colour}" for card in hand.suiting(colour)),
        *(f"invite:{card}:{colour}" for card in hand.suiting(colour)),
        f"burn:{at}",
    ]


def _person(hand: _Hand, person: str) -> list[str]:
    if hand.state.deck[person].number not in hand.player.people:
        return []
    return [f"activate:{person}", f"lose:{person}", f"ready:{person}"]


def _canal(hand: _Hand, side: str, place: str) -> list[str]:
    section = SECTIONS.index(side)
    tiles, spaces = hand.player.canals[section], hand.state.section(hand.seat, section)
    at = _number(place, len(spaces) + 1)
    colour = COLOURS[spaces[min(tiles, len(spaces) - 1)].colour]
    build = [*(f"canal:{card}:{side}" for card in hand.suiting(colour)), f"dig:{side}"]
    lose = [f"burn_canal:{side}", f"remove:{side}"]
    return [*lose, *build] if at <= tiles else [*build, *lose]


def _of_colour(colour: str, *kinds: str) -> list[str]:
    COLOURS.index(colour)
    return [f"{kind}:{colour}" for kind in kinds]


def _threat(hand: _Hand, colour: str) -> list[str]:
    damage = DAMAGES[COLOURS.index(colour)]
    return [*(f"threat:{card}" for card in hand.of(colour)), f"away:{colour}", f"damage:{damage}"]


def _worker(hand: _Hand, colour: str) -> list[str]:
    others = [f"swap:{colour}:{into}" for into in COLOURS if into != colour]
    cards = [f"{kind}:{card}" for card in hand.of(colour) for kind in ("workers", "house")]
    return [*cards, *_of_colour(colour, "take", "give", "pay_worker"), *others]


def _pile(hand: _Hand, pile: str) -> list[str]:
    if pile in ("first", "second"):
        return [f"draw:{pile}", f"refill:{hand.state.rules.hand_size}"]
    return [f"{kind}:{card}" for card in hand.cards for kind in ("discard", "pay_card")] if pile == "discard" else []


_ATTEMPTS: dict[str, Callable[..., list[str]]] = {
    "hand": _card,
    "house": _house,
    "person": _person,
    "canal": _canal,
    "threat": _threat,
    "worker": _worker,
    "guilders": lambda hand: ["pay", *(f"guilders:{card}" for card in hand.cards)],
    "pile": _pile,
    "die": lambda hand, colour: [f"guilders:{card}" for card in hand.of(colour)],
    "step": lambda hand, step: ["advance", "climb"],
    "supply": lambda hand, colour: _of_colour(colour, "threaten"),
    "seat": lambda hand, other: [f"{kind}:{_number(other, len(hand.state.players))}" for kind in ("target", "lend")],
}
"""For each kind of target, what could have been meant by pressing it; of the rest (points, statue, majority) nothing."""
_OWN = frozenset({"hand", "house", "person", "canal", "threat", "worker", "guilders"})
"""Targets that belong to a seat: only the owner can have meant anything there."""


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
