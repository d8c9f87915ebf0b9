"""What a position is worth after each option of a turn, without trying all of them: the same values, sooner.

Three things make up most of the work of greedy.py, and none of them changes what the position of its seat is worth: passing the
turn on; playing the same action with another card of the same colour; and running the rules of an action to which nobody reacts.
Here they are left out where that is sure to come to the same; `Table` says what then changes. A test tries every option all the
same and compares.
"""

from __future__ import annotations

from ....analysis.policies import FOLLOW
from ....kernel import Option, Pending, advance, choose
from ....kernel.state import Task
from ..model import EMPTY, UNLIMITED, House, Player, State
from ..rules import queries
from ..rules.actions import canal_price, recruit_price
from ..rules.occasions import anybody
from .worth import Display, Displays, lead_of_others, worth

_PASSING = frozenset({"turn", "turn.go"})
"""Tasks that pass the turn on: nothing on the table changes but the number of the turn."""


def values(s: State, pending: Pending) -> list[float]:
    """The worth to the seat that decides after each of the options, to the end of what follows by itself."""
    seat, known = pending.player, dict[int, Display]()
    if pending.kind != "turn.act":
        return [worth(_followed(s, option), seat, known) for option in pending.raw]
    table = Table(s, seat, known) if _goes_round(s, seat) else None
    colours = s.deck.colour
    found: dict[Option, float] = {}
    told = []
    for option in pending.raw:
        kind = option[0]
        alike: Option
        if kind in _BY_COLOUR:
            alike = (kind, colours[option[1]])
        elif kind == "canal":
            alike = (kind, option[2])  # only a card of the colour of the next space builds there
        elif kind == "recruit":
            alike = (kind, option[1])  # the house is of no matter: occupied or not, it counts with its own colour
        else:
            alike = option
        value = found.get(alike)
        if value is None:
            if table is None:
                value = worth(_followed(s, option), seat, known)
            else:
                value = table.after(kind, alike) if table.settles(kind, alike) else table.tried(option)
            found[alike] = value
        told.append(value)
    return told


_BY_COLOUR = frozenset({"workers", "guilders", "threat", "house"})
"""Actions of which only the colour of the card matters to the own position."""
_OCCASIONS = {
    "workers": "workers_action",
    "guilders": "",
    "threat": "threat_discarded",
    "house": "house_built",
    "canal": "canal_built",
    "recruit": "person_placed",
}
"""The actions that can be settled by hand, each with the occasion at which somebody may have more to say."""


def _goes_round(s: State, seat: int) -> bool:
    """Whether the next turn is surely asked about: what follows an option by itself then ends there at the latest."""
    following: Task = s.agenda[-2] if len(s.agenda) > 1 else ("",)
    if following[0] != "turn":
        return False
    cards = len(s.players[following[1]].hand)
    return cards > 1 if following[1] == seat else cards > 0


def _followed(s: State, option: Option) -> State:
    """A copy after an option, to the end of what follows by itself."""
    twin = s.copy()
    choose(twin, option)
    advance(twin, tasks=FOLLOW)
    return twin


class Table:
    """A position of which a card is gone, on which the actions of a turn are settled by hand and taken back again."""

    def __init__(self, s: State, seat: int, known: Displays) -> None:
        self._before, self._seat, self._known = s, seat, known
        self._state = twin = s.copy()
        self._player: Player = twin.players[seat]
        self._player.hand = self._player.hand[1:]  # only how many there are counts
        self._others = lead_of_others(s, seat, known)
        self._limited = bool(s.worker_pool or s.docks or s.bank_left != UNLIMITED)
        self._quiet: dict[str, bool] = {}
        self._brought: dict[str, int] = {}

    def tried(self, option: Option) -> float:
        """The worth after an option that is really made."""
        twin = self._before.copy()
        choose(twin, option)
        if twin.agenda[-1][0] not in _PASSING:
            advance(twin, tasks=FOLLOW)
        return worth(twin, self._seat, self._known)

    def settles(self, kind: str, alike: Option) -> bool:
        """Whether an action does nothing but what `after` does: nobody reacts to it, and nothing is in short supply."""
        quiet = self._quiet.get(kind)
        if quiet is None:
            when = _OCCASIONS.get(kind)
            quiet = when is not None and not self._limited and not (when and anybody(self._state, self._seat, when))
            self._quiet[kind] = quiet
        if not quiet:
            return False
        if kind == "recruit":
            return not self._state.deck.arrow[alike[1]]
        if kind == "canal":
            return self._player.canals[alike[1]] + 1 < self._state.rules.section_spaces  # a complete one brings a statue
        return True

    def after(self, kind: str, alike: Option) -> float:
        """The worth after an action by a card of a colour, in a section, or with a person."""
        s, player, what = self._state, self._player, alike[1]
        goods = player.guilders, player.workers, player.threats, player.points, player.houses, player.canals
        if kind == "workers":
            player.workers = _with(player.workers, what, self._brings(kind))
        elif kind == "guilders":
            player.guilders += s.dice[what] + self._brings(kind)
        elif kind == "threat":
            if player.threats[what]:
                player.threats = _with(player.threats, what, -1)
                player.points += s.rules.threat_points
        elif kind == "house":
            if not queries.has(s, self._seat, "house_without_worker"):
                player.workers = _with(player.workers, what, -s.rules.house_workers)
            player.houses = (*player.houses, House(self._card(what)))
        elif kind == "canal":
            player.guilders -= canal_price(s, self._seat, what)
            player.canals = (*player.canals[:what], player.canals[what] + 1, *player.canals[what + 1 :])
        else:
            player.guilders -= recruit_price(s, self._seat, what)
            player.houses = _moved_in(player.houses, what)
        value = worth(s, self._seat, self._known, self._others)
        player.guilders, player.workers, player.threats, player.points, player.houses, player.canals = goods
        return value

    def _brings(self, kind: str) -> int:
        """How many workers the action brings; how many guilders besides those of the die."""
        found = self._brought.get(kind)
        if found is None:
            s, seat = self._state, self._seat
            if kind == "workers":
                found = queries.workers_brought(s, seat)[0]
            else:
                found = sum(more for _, more in queries.guilders_besides(s, seat))
            self._brought[kind] = found
        return found

    def _card(self, colour: int) -> int:
        """A card in hand of a colour."""
        colours = self._before.deck.colour
        return next(card for card in self._before.players[self._seat].hand if colours[card] == colour)


def _moved_in(houses: tuple[House, ...], person: int) -> tuple[House, ...]:
    """The display with a person on an empty house."""
    place = next(i for i, house in enumerate(houses) if house.person == EMPTY)
    return (*houses[:place], houses[place]._replace(person=person, used=False), *houses[place + 1 :])


def _with(row: tuple[int, ...], place: int, more: int) -> tuple[int, int, int, int, int]:
    return (*row[:place], row[place] + more, *row[place + 1 :])  # type: ignore[return-value]
