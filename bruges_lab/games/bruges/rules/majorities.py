"""Phase 4: three majorities, people straightened, a new start player."""

from __future__ import annotations

from ....kernel import TABLE, become
from ....kernel.deltas import Delta, become_at
from ..display import display
from ..model import BOOK, EMPTY, State
from ..words import AREAS
from . import queries
from .occasions import occasion
from .queries import in_order
from .rounds import begin_phase

BOOK.event("majority.turned", area="area", number="count", next="count")
BOOK.event("majority.shared", person="card", area="area", number="count")
BOOK.event("majority.none", area="area", number="count")
BOOK.event("majority.kept", area="area", number="count")
BOOK.event("people.straightened", people="count", sealed=True)
BOOK.event("start_player.moves")

TURNED = ("majority.turned", "majority.shared")
"""The kinds of event that turn a marker."""
REPUTATION, PEOPLE, CANAL = range(3)
RULES = ("majority.reputation", "majority.people", "majority.canal")


@BOOK.task("phase.majorities", rule="phase4.order", mark="phase")
def phase_majorities(s: State) -> None:
    """Majorities, then straightening, then the start player moves on."""
    begin_phase(s, 4)
    cleared: list[tuple[str, ...]] = []  # what modules clear away, in this order (exp.order, D-201)
    if s.docks:
        cleared.append(("ships.clear",))
    if s.market_pile:
        cleared.append(("market.clear",))
    moved = (("marker.move",),) if s.marker else ()
    s.then(("majorities",), ("straighten",), *cleared, ("start_player",), *moved)


def standings(s: State, area: int) -> list[int]:
    """What each seat has in an area: steps, people, or tiles of both sections together; people may add to it."""
    adding = s.deck.adding[area]
    numbers = []
    for player in s.players:
        shown = display(s.deck, player.houses)
        number = player.reputation if area == REPUTATION else sum(player.canals) if area == CANAL else len(shown.people)
        for person in shown.answering.get("counts_more", ()):
            number += adding.get(person, 0)
        numbers.append(number)
    return numbers


def leaders(s: State, area: int) -> list[tuple[int, int]]:
    """The seats that turn their marker in an area: a sole leader, or in a tie whoever has a Judge, who is named with the seat."""
    return _leading(s, standings(s, area))


def _leading(s: State, numbers: list[int]) -> list[tuple[int, int]]:
    ranked = sorted(numbers, reverse=True)
    best, margin = ranked[0], s.rules.majority_margin
    if best >= ranked[1] + margin:
        return [(numbers.index(best), EMPTY)]
    if best != ranked[1]:
        return []
    # D-129, D-130: of those in front the Judge's owner alone; at least one step or tile, and the Judge is a person (D-128).
    return [
        (seat, queries.people_with(s, seat, "share_lead")[0])
        for seat, number in enumerate(numbers)
        if number == best and number >= 1 and queries.has(s, seat, "share_lead")
    ]


@BOOK.task("majorities", rule="phase4.areas")
def majorities(s: State) -> None:
    """All three areas are judged on the same position (D-166); a turned marker stays turned (majority.permanent, D-131)."""
    stand = [standings(s, area) for area in range(len(AREAS))]
    judged = [_leading(s, numbers) for numbers in stand]
    for area, found in enumerate(judged):
        numbers = sorted(stand[area], reverse=True)
        if len(found) > 1:
            found.sort(key=lambda entry: in_order(s).index(entry[0]))
        for seat, judge in found:
            if s.players[seat].majorities[area]:
                s.emit("majority.permanent", "majority.kept", seat, area=area, number=numbers[0])
                continue
            turned = (become_at(seat, "majorities", area, True),)
            if judge == EMPTY:
                s.emit(RULES[area], "majority.turned", seat, turned, area=area, number=numbers[0], next=numbers[1])
            else:
                s.emit(s.deck.rule[judge], "majority.shared", seat, turned, person=judge, area=area, number=numbers[0])
            occasion(s, seat, "majority_turned")
        if not found:
            s.emit("majority.clear", "majority.none", TABLE, area=area, number=numbers[0])


@BOOK.task("straighten", rule="phase4.straighten")
def straighten(s: State) -> None:
    """Turned cards are straight again: once per round is meant, not once per game (D-023)."""
    deltas: list[Delta] = []
    count = 0
    for seat, player in enumerate(s.players):
        used = sum(house.used for house in player.houses)
        if used:
            count += used
            deltas.append(become(seat, "houses", tuple(house._replace(used=False) for house in player.houses)))
    if count:
        s.emit("phase4.straighten", "people.straightened", TABLE, deltas, people=count)


@BOOK.task("start_player", rule="phase4.start_player")
def start_player(s: State) -> None:
    """To the left neighbour."""
    seat = (s.start + 1) % len(s.players)
    s.emit("phase4.start_player", "start_player.moves", seat, (become(TABLE, "start", seat), become(TABLE, "turn", 0)))
