"""What happens by itself when something happens: people in the display who gain by an occasion, and those who may react to it.

An occasion is told once, with the colour it has. First the owner's people bring what they bring, in the order of the display,
then those of the opponents, clockwise; last the owner may discard threats through people who react (people.py). A person does
not react to being placed (D-143).
"""

from __future__ import annotations

from ....kernel import TABLE, add, add_at
from ..deck import Op
from ..display import display
from ..model import BOOK, EMPTY, State
from ..words import COLOURS
from .goods import score_points, take_guilders, take_step, take_workers
from .queries import SOMEBODY, credit, in_order

BOOK.event("threat.discarded", colour="colour", points="count", optional=SOMEBODY)

COLOURLESS = -1


def occasion(s: State, seat: int, trigger: str, colour: int = COLOURLESS, placed: int = EMPTY) -> None:
    """Something has happened to a player; a person just placed has not seen it."""
    if not anybody(s, seat, trigger):
        return
    reacting = s.deck.reacting[trigger]
    if reacting and placed == EMPTY and any(house[1] in reacting for house in s.players[seat].houses):
        s.push("people.react", seat, trigger, colour)  # comes last: what the gains put on the agenda lies above it
    own, others = s.deck.gains[trigger]
    gaining = [(seat, person) for person in _gaining(s, seat, own, placed)]
    if others:
        for other in in_order(s, seat)[1:]:
            gaining += [(other, person) for person in _gaining(s, other, others, placed)]
    for place, (who, person) in enumerate(gaining):
        op = (own if who == seat else others)[person]
        if op.words["what"] == "cards":  # a card is drawn by a choice, so what comes after it waits
            s.then(*(("people.gain", w, p, trigger, w == seat, colour) for w, p in gaining[place:]))
            return
        _gain(s, who, person, op, colour)


def anybody(s: State, seat: int, trigger: str) -> bool:
    """Whether somebody is there who cares at all: mostly nobody is, and this is asked all the time."""
    deck = s.deck
    caring = deck.caring[trigger]
    if caring.own and trigger in display(deck, s.players[seat].houses).minding:
        return True
    if caring.others:
        for other, player in enumerate(s.players):
            if other != seat and trigger in display(deck, player.houses).minded_by_others:
                return True
    return False


def _gaining(s: State, seat: int, ops: dict[int, Op], placed: int) -> list[int]:
    return [house[1] for house in s.players[seat].houses if house[1] in ops and house[1] != placed]


@BOOK.task("people.gain", rule="act.infinity.type3", seated=True)
def gain_later(s: State, seat: int, person: int, trigger: str, own: bool, colour: int) -> None:
    """What a person brings when a draw comes before it; somebody who is gone by then brings nothing."""
    gains = s.deck.gains[trigger]
    if person in s.players[seat].people:
        _gain(s, seat, person, (gains.own if own else gains.others)[person], colour)


def _gain(s: State, seat: int, person: int, op: Op, colour: int) -> None:
    what, number, rule, by = op.words["what"], op.numbers[0], s.deck.rule[person], credit(s, person)
    if what == "guilders":
        take_guilders(s, seat, number, rule, **by)
    elif what == "points":
        score_points(s, seat, number, rule, **by)
    elif what == "workers":
        named = op.words["colour"]
        take_workers(s, seat, colour if named == "same" else COLOURS.index(named), number, rule, **by)
    else:
        s.then(*(("people.draw", seat, person) for _ in range(number)))


def discard_threat(s: State, seat: int, colour: int, rule: str, points: int | None = None, **by: int) -> None:
    """Of one's own will, for a point (action.threat.always_point); giving markers back after damage scores nothing (D-063).

    `points` where the rule that lets it go says how many.
    """
    points = s.rules.threat_points if points is None else points
    deltas = (add_at(seat, "threats", colour, -1), add_at(TABLE, "supply", colour, 1), add(seat, "points", points))
    s.emit(rule, "threat.discarded", seat, deltas, colour=colour, points=points, **by)
    occasion(s, seat, "threat_discarded", colour)


def climb(s: State, seat: int, rule: str, **by: int) -> bool:
    """Take a step and let whoever reacts to it react (person.preacher, D-126); False at the end of the track."""
    if not take_step(s, seat, rule, **by):
        return False
    occasion(s, seat, "step_taken")
    return True


def offer_ship(s: State, seat: int) -> None:
    """Put a docked ship on the agenda, under all that the tile still brings (exp.ships.use.after, D-188); ships.py asks."""
    if max(s.docks) > EMPTY:
        s.push("ship.choose", seat)
