"""The fields of Bruges, each declared once: how a scenario gives and expects it, its bounds and their rules, how it is told,
edited, shown and compared.

Only what lies between several fields is elsewhere: what must be true of them together in positions.py, and where the cards go
that a scenario does not name in building.py.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

from ...kernel.choices import words
from ...rulebook.field_kinds import Cards, Count, Flag, Kind, Marks, OneSeat, OneWord, Row
from ...rulebook.fields import OVER, WINNERS, Bound, Field, Fields, as_it_is
from .laid_kinds import SEEN_CARD, Dice, Houses, InHand, People, Pile, Piles, ScoreParts, Shuffles, SpokenOf, Statues, Tiles
from .laid_ships import Docks, GoneShips, Stacks
from .market_fields import MARKET_CARD, MARKET_FIELDS
from .model import EMPTY, State
from .positions import spent_by_display
from .rules.notation import CARD, SHIP, SOURCE
from .rules.scoring import score_sheet
from .telling import WORDS
from .words import AREAS, COLOURS, PHASES, SECTIONS

MOST = 99_999
"""The most guilders, points or workers of a colour that a position may have. No rule sets a limit; a game stays far below."""
MOST_ROUNDS = 9_999
_COUNTED = Bound(MOST, "is more than {most}, the most that is counted here", None)
_COUNTED_EACH = Bound(MOST, "is more than {most} of a colour, the most that is counted here", None)
_BY_COLOUR = Row(COLOURS, "colour", at_once=True)


def _at_least_nothing(rule: str = "") -> Bound:
    return Bound(0, "{thing} is less than nothing", rule)


def _aside(name: str, kind: Kind, **more: Any) -> Field:
    """What only a file says: how much is known of cards, and what has happened of which nothing is seen on the table."""
    return Field(name, kind, **more, expected=False, noted=False, opening=False, edited=False, shown=False)


# What is read from other fields, and what is usual where nothing is said


def _house_cards(state: State, seat: int) -> list[int]:
    return [house.card for house in state.players[seat].houses]


def _used(state: State, seat: int) -> list[int]:
    return [house.person for house in state.players[seat].houses if house.used]


def _tops(state: State, seat: int) -> list[int | None]:
    return [state.top(0), state.top(1), state.extra[-1] if state.extra else None]


def _on_turn(state: State, seat: int) -> int:
    """Whose turn it is, or else who begins."""
    task = state.agenda[-1] if state.agenda else ("",)
    return int(task[1]) if task[0] == "turn" else state.start


def _dealt(state: State, seat: int) -> bool:
    return bool(state.agenda) and state.agenda[-1][0] == "reputation"


def _claimed(state: State, seat: int) -> tuple[bool, ...]:
    """Sections that have had their statue: the complete ones, and the longest for statues beyond these."""
    player = state.players[seat]
    order = sorted(range(len(player.canals)), key=lambda section: -player.canals[section])
    claimed = [tiles == state.rules.section_spaces for tiles in player.canals]
    for section in order[: len(player.statues)]:
        claimed[section] = True
    return tuple(claimed)


def _last_round(state: State, seat: int) -> int:
    """A round at its limit is the last, said or not (D-010)."""
    at_limit = state.rules.end_by != "pile" and state.round >= state.rules.rounds_limit
    return state.round if at_limit else 0


def _statues_left(state: State, seat: int) -> tuple[int, ...]:
    taken = Counter(statue for player in state.players for statue in player.statues)
    return tuple(statue for statue in state.rules.statues if not taken[statue])


def _supply_left(state: State, seat: int) -> tuple[int, ...]:
    held = [sum(player.threats[colour] for player in state.players) for colour in range(len(COLOURS))]
    return tuple(state.rules.threats_in_play - number for number in held)


# Of modules: what is not in front of players is in the supply


def _pool_left(state: State, seat: int) -> tuple[int, ...]:
    held = [sum(player.workers[colour] for player in state.players) for colour in range(len(COLOURS))]
    return tuple(state.rules.worker_supply - number for number in held)


def _bank_left(state: State, seat: int) -> int:
    return state.rules.bank - sum(player.guilders for player in state.players)


class _TurnedShips(Marks):
    """The colours whose ship has been seen."""

    def __init__(self) -> None:
        super().__init__(COLOURS, "colour", "ship_known")

    def read(self, state: State, said: Any, now: Any) -> Any:
        return super().read(state, said, now or COLOURS)


# The fields

FIELDS = Fields(
    player=(
        Field(
            "points",
            unit="point",
            usual=lambda s, _: s.rules.start_points,
            least=_at_least_nothing(),
            most=_COUNTED,
            rule="threat.intrigue",
            compared=False,
        ),
        Field(
            "guilders",
            unit="guilder",
            usual=lambda s, _: s.rules.start_guilders,
            least=_at_least_nothing(),
            most=_COUNTED,
            rule="phase2.advance.poor",
        ),
        Field(
            "reputation",
            Count("step"),
            usual=lambda s, _: s.rules.start_step,
            most=lambda s: s.board.last_step,
            rule="scoring.reputation.values",
            problem="the track has {most} steps",
            after="threats",
        ),
        Field(
            "workers",
            _BY_COLOUR,
            unit="worker",
            usual=lambda s, _: (s.rules.start_workers,) * len(COLOURS),
            least=_at_least_nothing(),
            most=_COUNTED_EACH,
            rule="action.house.no_worker",
        ),
        Field(
            "threats",
            _BY_COLOUR,
            unit="threat",
            unsaid=0,
            least=_at_least_nothing("action.threat.need"),
            most=lambda s: s.rules.threat_limit,
            rule="phase2.threat.third",
            problem="{thing} markers; damage comes at {most}",
        ),
        Field(
            "canals",
            Tiles(),
            unit="canal_tile",
            unsaid={},
            most=lambda s: s.rules.section_spaces,
            rule="action.canal.layout",
            problem="a section has {most} spaces",
        ),
        _aside("claimed", Marks(SECTIONS, "section", "claimed"), usual=_claimed, written="any", rule="action.canal.statue"),
        Field("statues", Statues(), unit="statue", unsaid=[], rule="action.canal.statue.max", compared=False),
        Field("houses", Houses(), unsaid=[]),
        Field(
            "as_houses",
            Cards(SEEN_CARD, order=True, number=False, key="as_houses", none="as_houses"),
            read=_house_cards,
            given=False,
            noted=False,
            compared=False,
        ),
        Field("people", Cards(SEEN_CARD, key="people_are", variable="people"), given=False),
        Field(
            "used",
            Cards(SEEN_CARD, number=False, key="used", none="used_none", variable="people"),
            read=_used,
            given=False,
            compared=False,
        ),
        Field("hand", People(), unit="card", rule="phase1.blind"),
        # Empty if not given; in phase 3 one is said, if only to be empty, unless somebody can be activated.
        _aside("shown", InHand(), unsaid=[], rule="comp.cards.backs_public"),
        # People whom everybody has seen and who are in hand or lie face down as a house.
        _aside("held", SpokenOf(), unsaid=[], rule="comp.cards.backs_public"),
        # Cards of the hand that even the owner has not looked at.
        _aside("unseen", SpokenOf(), unsaid=[], rule="phase1.blind"),
        Field("majorities", Marks(AREAS, "area", "majority"), unsaid=[], rule="phase4.areas"),
        _aside(
            "gate",
            Count(),
            usual=lambda s, seat: seat,
            most=lambda s: len(s.board.gates) - 1,
            rule="setup.player.small_seal",
            problem="the board has {many} gates",
        ),
        Field("score", ScoreParts(), read=score_sheet, given=False, noted=False, shown=False),
        Field("total", read=lambda s, seat: score_sheet(s, seat).total, given=False, noted=False, shown=False),
    ),
    table=(
        Field(
            "round",
            Count("round"),
            unsaid=1,
            written="always",
            least=1,
            most=MOST_ROUNDS,
            idle=0,
            rule="round.count",
            opening=False,
        ),
        Field(
            "phase",
            OneWord(PHASES, first=1),
            unsaid=PHASES[0],
            written="always",
            least=0,
            most=len(PHASES),
            rule="round.phases",
            problem="there is no phase {number}",
            opening=False,
        ),
        Field("turn", Count("turn"), unsaid=1, least=1, most=lambda s: s.rules.turns, idle=0, rule="phase3.turns", opening=False),
        Field(
            "start",
            OneSeat(),
            unsaid=0,
            written="always",
            most=lambda s: len(s.players) - 1,
            rule="setup.start_player.kit",
            problem="there is no seat {number}",
            opening=False,
        ),
        # Whose turn it is in phase 3, or who is dealt to next; the start player if not given.
        Field(
            "seat",
            OneSeat(),
            read=_on_turn,
            most=lambda s: len(s.players) - 1,
            rule="setup.player.small_seal",
            after="turn",
            expected=False,
            noted=False,
            opening=False,
            shown=False,
        ),
        Field(
            "final_round",
            Count("round"),
            unsaid=0,
            usual=_last_round,
            written="any",
            most=MOST_ROUNDS,
            rule="end.play_out",
            problem="{number} cannot be the last: there are up to {most} rounds",
            after="discard",
        ),
        OVER,
        WINNERS,
        Field(
            "dice",
            Dice(),
            unsaid={},
            most=lambda s: s.rules.dice_faces,
            rule="comp.dice",
            problem="a die shows 1 to {most}",
            expected=False,
            noted=False,
        ),
        # In phase 2: these dice have brought their threats and damage already, and the step on the reputation track is next.
        Field(
            "threats_dealt",
            Flag(),
            unsaid=False,
            read=_dealt,
            expected=False,
            noted=False,
            edited=False,
            shown=False,
            rule="phase2.steps",
        ),
        Field("supply", _BY_COLOUR, unit="threat", usual=_supply_left, rule="comp.threat.per_color", given=False),
        Field(
            "statues",
            Statues(),
            unit="statue",
            usual=_statues_left,
            written="always",
            rule="comp.statues",
            told="left",
            opening=False,
            edited=False,
        ),
        # The draw piles, each from the top down, or how many cards it has.
        Field("piles", Piles("first", "second"), read=lambda s, _: s.left, written="always", rule="setup.decks.two_piles"),
        Field(
            "discard",
            People(order=True, noted_number=True),
            written="always",
            rule="comp.cards.count",
            after="extra",
            edited=False,
        ),
        # From the top down, or how many cards it has.
        Field("extra", Pile(order=True, noted_number=True), written="always", rule="comp.cards.count", edited=False),
        Field("tops", Cards(SEEN_CARD, order=True, number=False, key="tops", none="tops"), read=_tops, given=False, noted=False),
        _aside("extra_used", Flag(), unsaid=False, rule="phase1.exhausted.replace"),
        # People whose arrow has had its effect; those in the displays if not given.
        _aside("spent", SpokenOf(), usual=lambda s, _: spent_by_display(s.deck, s.players), rule="act.instant.replay"),
        # The discards each time they were shuffled into new piles.
        _aside("shuffles", Shuffles(), unsaid=[], rule="end.all_cards_gone"),
        # Limited supplies and the round marker: they follow from what players have and from the round.
        Field(
            "worker_pool",
            _BY_COLOUR,
            unit="worker",
            usual=_pool_left,
            rule="exp.supply.workers",
            given=False,
            module="worker_supply",
        ),
        Field("bank_left", unit="guilder", usual=_bank_left, rule="exp.supply.guilders", given=False, module="bank"),
        Field(
            "marker",
            Count("space"),
            usual=lambda s, _: max(1, s.round),
            rule="exp.round_marker.position",
            given=False,
            module="round_marker",
        ),
        # Ships: in the docks, in the stacks from the top down or how many, gone, and (where they are turned) seen.
        Field(
            "docks",
            Docks(),
            unsaid={},
            usual=lambda s, _: (EMPTY,) * len(COLOURS),
            module="ships",
            rule="exp.ships.active",
            edited=False,
        ),
        Field("ship_stacks", Stacks(), unsaid={}, written="always", module="ships", rule="exp.ships.setup", edited=False),
        _aside("ships_gone", GoneShips(), unsaid=[], module="ships", rule="exp.ships.reset"),
        _aside("ships_known", _TurnedShips(), unsaid=[], module="ships", rule="exp.ships.flip"),
        *MARKET_FIELDS,
    ),
    types={
        **{kind: words(kind, *known) for kind, known in WORDS.items()},
        "card": CARD,
        "source": SOURCE,
        "ship": SHIP,
        "action": as_it_is("action"),
        "market_card": MARKET_CARD,
        "improvement": as_it_is("improvement"),
    },
)
"""In the order in which tables show them and a scenario expects them."""
