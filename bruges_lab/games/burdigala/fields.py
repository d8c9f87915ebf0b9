"""The fields of Burdigala, each declared once: how a scenario gives and expects it, its bounds and their rules, how it is told,
edited, shown and compared.

Only what lies between several fields is elsewhere: what must be true of them together in positions.py, and where everything goes
that a scenario does not name in building.py.
"""

from __future__ import annotations

from typing import Any

from ...kernel.choices import words
from ...rulebook.field_kinds import Count, Flag, Kind, OneSeat, OneWord, Row
from ...rulebook.fields import OVER, WINNERS, Bound, Field, Fields
from .laid_kinds import (
    DISTRICT,
    SEEN_GOOD,
    SEEN_PLOT,
    TILE,
    Alike,
    Aside,
    ByPlace,
    Dice,
    GoodsOfSeats,
    KnownGoods,
    Pile,
    PlaceMarks,
    ScoreParts,
    Squares,
    TilesOfSites,
    Tokens,
    district_names,
    site_names,
)
from .model import EARNED, State
from .rules.notation import FAVOUR, GOOD, SITE, TOKEN
from .rules.scoring import score_sheet
from .stages import STAGES, stage_of
from .words import PLOTS

MOST = 99_999
"""The most points or turns that a position may have. No rule sets a limit; a game stays far below."""


def _aside(name: str, kind: Kind, **more: Any) -> Field:
    """What only a file says: what somebody has seen, and what has happened of which nothing is seen on the table."""
    return Field(name, kind, **more, expected=False, noted=False, opening=False, edited=False, shown=False)


def _highest_die(state: State) -> int:
    """With Influence a die may show one more than it has faces, if so read (B-041)."""
    rules = state.rules
    return rules.dice_faces + (rules.influence if rules.influence_bounds == "free" else 0)


def _goods_pile(state: State, seat: int) -> tuple[int, ...]:
    """From the top down."""
    return state.goods_pile[: state.goods_left][::-1]


def _plot_pile(state: State, seat: int) -> tuple[int, ...]:
    return state.plot_pile[: state.plot_left][::-1]


FIELDS = Fields(
    player=(
        Field("points", unit="point", given=False, compared=False),
        Field(
            "earned",
            Row(EARNED, "part"),
            unit="point",
            most=Bound(MOST, "is more than {most}, the most that is counted here", None),
            rule="burdigala.goal.sources",
            compared=False,
            shown=False,
        ),
        Field(
            "meeples",
            Squares(),
            unit="meeple",
            most=lambda s: len(s.board.squares),
            rule="burdigala.comp.checkpoints",
            problem="there is no square {number}; squares are numbered 1 to {most}",
        ),
        Field("hand", Alike(SEEN_PLOT), unit="card", rule="burdigala.comp.plot"),
        # How many of these, the first ones, were in hand when the discards were last shuffled.
        _aside("held", Count(), rule="burdigala.plot.empty"),
        Field("laid", Alike(SEEN_PLOT), unit="card", rule="burdigala.plot.permanent"),
        Field("goods", Alike(SEEN_GOOD), unit="card", rule="burdigala.comp.merch"),
        Field("tokens", Tokens(), unit="token", rule="burdigala.comp.corruption"),
        Field("sealed", Tokens(), unit="token", rule="burdigala.seven.cost"),
        Field(
            "yards_seen",
            PlaceMarks(site_names, "site", numbers=True),
            rule="burdigala.card.indiscretion",
            edited=False,
            shown=False,
            compared=False,
        ),
        _aside("goods_seen", GoodsOfSeats(), rule="burdigala.setup.views"),
        _aside("pile_seen", KnownGoods(), rule="burdigala.setup.views"),
        _aside("pool_seen", Tokens(), rule="burdigala.setup.views"),
        Field("score", ScoreParts(), read=score_sheet, given=False, noted=False, shown=False),
        Field("total", read=lambda s, seat: score_sheet(s, seat).total, given=False, noted=False, shown=False),
    ),
    table=(
        Field(
            "turn",
            Count("turn"),
            unit="turn",
            most=MOST,
            rule="burdigala.turn.order",
            written="always",
        ),
        Field(
            "stage",
            OneWord(STAGES),
            read=lambda s, _: stage_of(s),
            unsaid=STAGES[1],
            rule="burdigala.turn.sequence",
            opening=False,
            expected=False,
            noted=False,
            shown=False,
        ),
        Field(
            "start",
            OneSeat(),
            most=lambda s: len(s.players) - 1,
            rule="burdigala.setup.start_player",
            problem="there is no seat {number}",
            written="always",
            opening=False,
        ),
        Field("active", OneSeat(), most=lambda s: len(s.players) - 1, rule="burdigala.turn.order", given=False),
        OVER,
        WINNERS,
        Field(
            "dice",
            Dice(),
            unit="die",
            most=_highest_die,
            rule="burdigala.comp.dice",
            problem="a die shows 1 to {most}",
        ),
        # As they fell, before Influence; as they are if not given.
        _aside("thrown", Dice(), most=_highest_die, rule="burdigala.card.influence"),
        Field(
            "moved",
            Count("square"),
            most=lambda s: len(s.board.squares),
            rule="burdigala.move.character",
            problem="there is no square {number}",
        ),
        Field("played", most=lambda s: s.rules.plots_a_turn, rule="burdigala.plot.play", edited=False),
        _aside("crassus", Count(), most=MOST, rule="burdigala.card.crassus"),
        Field("extra_turn", Flag(), rule="burdigala.double.extra_turn", shown=False),
        Field("stuck", Flag(), rule="burdigala.stuck", edited=False, shown=False),
        Field("tiles", TilesOfSites(), read=lambda s, _: s.laid_tiles, rule="burdigala.setup.tiles.mix", noted=False),
        Field("cubes", ByPlace(site_names, "site"), unit="cube", rule="burdigala.cube.last"),
        Field("complete", PlaceMarks(site_names, "site"), rule="burdigala.cube.last"),
        Field("bonus", ByPlace(district_names, "district"), unit="point", rule="burdigala.setup.bonus"),
        Field("supply", unit="cube", rule="burdigala.comp.cubes", given=False),
        Field("pool", Tokens(), unit="token", rule="burdigala.comp.corruption", given=False),
        # From the top down as far as it is said; what lies nowhere else is below.
        Field("goods_pile", Pile(SEEN_GOOD), read=_goods_pile, rest=True, rule="burdigala.setup.merch"),
        Field("plot_pile", Pile(SEEN_PLOT), read=_plot_pile, rest=True, rule="burdigala.setup.plot"),
        Field("plot_discard", Aside(SEEN_PLOT), rule="burdigala.plot.discard_pile"),
        Field("plot_removed", Aside(SEEN_PLOT), rule="burdigala.card.betrayal", edited=False),
        # So that a draw of chance has the key that it would have in the game.
        _aside("draws", Count(), most=MOST),
        _aside("mixes", Count(), most=MOST),
    ),
    types={
        "site": SITE,
        "plot": words("plot", *PLOTS),
        "good": GOOD,
        "token": TOKEN,
        "favour": FAVOUR,
        "tile": TILE,
        "part": words("part", *EARNED),
        "district": DISTRICT,
    },
)
"""In the order in which tables show them and a scenario expects them."""
