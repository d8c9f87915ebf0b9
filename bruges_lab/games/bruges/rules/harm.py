"""The run ops against opponents: who is hit, and what they give, lose or suffer.

Opponents are hit clockwise from the owner (D-169), each one completely before the next; who has too little gives what there is.
"""

from __future__ import annotations

from ....kernel import need
from ..deck import Op
from ..model import BOOK, Row, State
from . import queries
from .effects import nothing, op
from .goods import give_guilders, give_worker, score_points
from .notation import DEBTOR, HOUSE_AT, LAST_TILE, OPPONENT, OWN_WORKER, SUPPLIED_THREAT
from .queries import PERSON, credit, in_order, persons_rule, rule_of, runs_of
from .threats import give_marker, lose_canal, lose_house, outer_tiles, settle_due

BOOK.event("person.spares", person="card", by="source")

HARM = (
    "opponents_give_guilders",
    "opponents_give_workers",
    "opponents_lose_canal",
    "opponents_lose_house",
    "opponents_take_threat",
)


def opponents(s: State, seat: int) -> list[int]:
    """Clockwise from the owner (D-169)."""
    return in_order(s, seat)[1:]


def aimed_at(s: State, seat: int, step: Op) -> list[int]:
    """The opponents whom an op can hit, before anybody is spared."""
    if step.words["who"] != "ahead":
        return opponents(s, seat)
    return [other for other in opponents(s, seat) if s.players[other].points > s.players[seat].points]


def _aim(s: State, seat: int, card: int, step: Op) -> None:
    """Decide who is hit; one of several is the owner's choice."""
    victims = aimed_at(s, seat, step)
    place = runs_of(s, card).index(step)
    if not victims:
        nothing(s, seat, card)
    elif step.words["who"] == "one":
        s.push("victim.choose", seat, card, place)
    elif step.words.get("colour") == "chosen":
        s.push("threaten.choose", seat, card, place, tuple(victims))
    else:
        _strike(s, seat, card, place, victims, step.colour)


def _strike(s: State, seat: int, card: int, place: int, victims: list[int], colour: int) -> None:
    s.then(*(("people.harm", victim, seat, card, place, colour) for victim in victims))


def guarded(s: State, seat: int) -> tuple[int, ...]:
    """The persons who protect a seat from those of others."""
    return queries.people_with(s, seat, "immune")


def has_to_lose(s: State, seat: int, step: Op) -> bool:
    """Whether a victim without protection has something to give, lose or take."""
    player = s.players[seat]
    if step.name == "opponents_give_guilders":
        return player.guilders > 0
    if step.name == "opponents_give_workers":
        return any(player.workers)
    if step.name == "opponents_lose_canal":
        return any(player.canals)
    if step.name == "opponents_lose_house":
        return bool(player.houses)
    return s.supply[step.colour] > 0 if step.colour >= 0 else any(s.supply)


def _hits_somebody(s: State, seat: int, step: Op, workers: Row) -> bool:
    return any(has_to_lose(s, other, step) and not guarded(s, other) for other in aimed_at(s, seat, step))


def meets_a_guard(s: State, seat: int, card: int) -> bool:
    """Whether a person's effect is aimed at somebody who is protected: that is told, although it does nothing."""
    return any(guarded(s, other) for step in s.deck.runs[card] if step.name in HARM for other in aimed_at(s, seat, step))


for _name in HARM:
    op(_name, possible=_hits_somebody)(_aim)

VICTIM = BOOK.decision("victim.choose", rule="act.meaning", cites=persons_rule, about=PERSON)


@VICTIM.choice(
    "target",
    candidates=lambda s, seat, card, place: [(other,) for other in opponents(s, seat)],
    needs=(
        need(
            "act.meaning",
            "not_an_opponent",
            lambda s, seat, card, place, other: other in opponents(s, seat),
            lambda s, seat, card, place, other: {"number": other},
        ),
    ),
    codecs=(OPPONENT,),
)
def target(s: State, seat: int, card: int, place: int, other: int) -> None:
    """This opponent."""
    step = runs_of(s, card)[place]
    if step.words.get("colour") == "chosen":
        s.push("threaten.choose", seat, card, place, (other,))
    else:
        _strike(s, seat, card, place, [other], step.colour)


THREATEN = BOOK.decision("threaten.choose", rule="act.meaning", cites=persons_rule, about=PERSON)


@THREATEN.choice(
    "threaten", candidates=lambda s, seat, card, place, victims: [(colour,) for colour in range(5)], codecs=(SUPPLIED_THREAT,)
)
def threaten(s: State, seat: int, card: int, place: int, victims: tuple[int, ...], colour: int) -> None:
    """A colour for all who are hit."""
    _strike(s, seat, card, place, list(victims), colour)


@BOOK.task("people.harm", rule="act.meaning", seated=True)
def harm(s: State, seat: int, by: int, card: int, place: int, colour: int) -> None:
    """What happens to one victim, who may have somebody for protection."""
    guards = guarded(s, seat)
    if guards:
        s.emit(s.deck.rule[guards[0]], "person.spares", seat, person=guards[0], by=card)
        return
    step, rule = runs_of(s, card)[place], rule_of(s, card)
    player = s.players[seat]
    if step.name == "opponents_give_guilders":
        give_guilders(s, seat, by, min(step.numbers[0], player.guilders), rule, **credit(s, card))
    elif step.name == "opponents_give_workers":
        s.push("people.give", seat, by, card, step.numbers[0])
    elif step.name == "opponents_lose_canal":
        if any(player.canals):  # who has no tile is not concerned (D-096)
            s.push("break.choose", seat, card)
    elif step.name == "opponents_lose_house":
        if player.houses:
            s.push("burnt.choose", seat, card)
    else:
        _threaten_one(s, seat, card, colour)


def _threaten_one(s: State, seat: int, card: int, colour: int) -> None:
    """A third marker brings damage at once, in whosever turn (D-112)."""
    due = give_marker(s, seat, colour, rule_of(s, card), **credit(s, card))
    settle_due(s, seat, (colour,) if due else ())


# Workers


@BOOK.task("people.give", rule="person.beggar", seated=True)
def give_some(s: State, seat: int, to: int, card: int, count: int) -> None:
    """The giver chooses; who has fewer gives what there is (D-137)."""
    if count and any(s.players[seat].workers):
        s.then(("give.choose", seat, to, card), ("people.give", seat, to, card, count - 1))


GIVE = BOOK.decision("give.choose", rule="person.beggar", cites=lambda s, seat, to, card: rule_of(s, card), about={"person": 2})


@GIVE.choice(
    "give",
    candidates=lambda s, seat, to, card: [(colour,) for colour, n in enumerate(s.players[seat].workers) if n],
    needs=(
        need(
            lambda s, seat, to, card, colour: rule_of(s, card),
            "no_worker",
            lambda s, seat, to, card, colour: s.players[seat].workers[colour] > 0,
            lambda s, seat, to, card, colour: {"colour": colour, "needs": 1, "has": s.players[seat].workers[colour]},
        ),
    ),
    codecs=(OWN_WORKER,),
)
def give(s: State, seat: int, to: int, card: int, colour: int) -> None:
    """One worker of the giver's choice."""
    give_worker(s, seat, to, colour, rule_of(s, card), **credit(s, card))


# Canals and houses

BREAK = BOOK.decision("break.choose", rule="person.troublemaker", cites=persons_rule, about=PERSON)


@BREAK.choice(
    "remove",
    candidates=lambda s, seat, card: outer_tiles(s, seat),
    needs=(
        need(
            persons_rule,
            "no_tile",
            lambda s, seat, card, section: (section,) in outer_tiles(s, seat),
            lambda s, seat, card, section: {"section": section},
        ),
    ),
    codecs=(LAST_TILE,),
)
def remove(s: State, seat: int, card: int, section: int) -> None:
    """The victim's choice (D-138)."""
    lose_canal(s, seat, section, rule_of(s, card), **credit(s, card))


BURNT = BOOK.decision("burnt.choose", rule="act.meaning", cites=persons_rule, about=PERSON)


@BURNT.choice(
    "burn",
    candidates=lambda s, seat, card: [(place,) for place in range(len(s.players[seat].houses))],
    needs=(
        need(
            persons_rule,
            "no_such_house",
            lambda s, seat, card, place: 0 <= place < len(s.players[seat].houses),
            lambda s, seat, card, place: {"number": place + 1, "has": len(s.players[seat].houses)},
        ),
    ),
    codecs=(HOUSE_AT,),
)
def burn(s: State, seat: int, card: int, place: int) -> None:
    """The victim's choice; a person on it goes back to the hand as after a fire (threat.fire.occupied_house)."""
    lose_house(s, seat, place, rule_of(s, card), **credit(s, card))


# The Moneylender gives


@op("lend_to_opponents", possible=lambda s, seat, step, workers: s.players[seat].guilders > 0)
def _lend(s: State, seat: int, card: int, step: Op) -> None:
    """With enough money everybody gets a guilder; otherwise the owner chooses who does (D-136)."""
    others = opponents(s, seat)
    if s.players[seat].guilders >= len(others):
        for other in others:
            _lend_to(s, seat, other, card, step.numbers[0])
    elif s.players[seat].guilders:
        s.push("lend.choose", seat, card, step.numbers[0], tuple(others))


def _lend_to(s: State, seat: int, other: int, card: int, points: int) -> None:
    give_guilders(s, seat, other, 1, rule_of(s, card), **credit(s, card))
    score_points(s, seat, points, rule_of(s, card), **credit(s, card))


LEND = BOOK.decision("lend.choose", rule="person.moneylender", cites=persons_rule, about=PERSON)
_SEAT_LEFT = need(
    "person.moneylender",
    "has_guilder_already",
    lambda s, seat, card, points, others, other: other in others,
    lambda s, seat, card, points, others, other: {"seat": other},
)


@LEND.choice(
    "lend", candidates=lambda s, seat, card, points, others: [(other,) for other in others], needs=(_SEAT_LEFT,), codecs=(DEBTOR,)
)
def lend(s: State, seat: int, card: int, points: int, others: tuple[int, ...], other: int) -> None:
    """One guilder to this opponent."""
    _lend_to(s, seat, other, card, points)
    s.because(s.cause)
    if s.players[seat].guilders:
        s.push("lend.choose", seat, card, points, tuple(o for o in others if o != other))
