"""When a position is legal: every fault with its field and rule, one at a time."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from burdigala_tables import site_of, table

from bruges_lab.games.burdigala.model import State
from bruges_lab.games.burdigala.positions import check_position, faults
from bruges_lab.kernel import LabError

Breaking = Callable[[State], None]


def start() -> State:
    seats = (
        {"meeples": [7, 28], "hand": ["cart", "theft"], "laid": ["boat"], "goods": ["wine", "tin"], "tokens": [5]},
        {"meeples": [20, 21], "goods": ["tin"]},
    )
    return table(*seats, at="build", moved=7, dice=(1, 2), cubes={"I": 1}).start.copy()


def lay(name: str, **values: object) -> Breaking:
    """Fields of the state, or with `seat` of a player, as they cannot be."""

    def change(s: State) -> None:
        owner = s.players[int(name)] if name else s
        for field, value in values.items():
            setattr(owner, field, value)

    return change


def cubes(count: int, complete: bool = False) -> Breaking:
    def change(s: State) -> None:
        site = site_of(s, "I")
        s.supply -= count - s.cubes[site]
        s.cubes = tuple(count if i == site else n for i, n in enumerate(s.cubes))
        s.complete = tuple(complete and i == site for i, _ in enumerate(s.cubes))

    return change


def bonus(district: int, value: int) -> Breaking:
    def change(s: State) -> None:
        s.bonus = tuple(value if i == district else n for i, n in enumerate(s.bonus))

    return change


def lose(field: str) -> Breaking:
    return lambda s: setattr(s, field, getattr(s, field)[1:])


FAULTS: list[tuple[str, Breaking, str, str]] = [
    ("no second player", lambda s: s.players.pop() and None, "players", "burdigala.meta.players"),
    ("no such seat", lay("", active=2), "active", "burdigala.turn.order"),
    ("nobody begins", lay("", start=-1), "active", "burdigala.turn.order"),
    ("a site too few", lose("complete"), "board", "burdigala.setup.tiles.mix"),
    ("a district too few", lose("bonus"), "board", "burdigala.setup.tiles.mix"),
    ("a pile too short", lay("", goods_left=99), "pile", "burdigala.setup.merch"),
    ("plots too short", lay("", plot_left=99), "pile", "burdigala.setup.merch"),
    ("tiles", lose("spare"), "tiles", "burdigala.comp.tiles"),
    ("goods", lay("1", goods=()), "goods", "burdigala.comp.merch"),
    ("plots", lay("0", hand=("cart",)), "plots", "burdigala.comp.plot"),
    ("tokens", lose("pool"), "tokens", "burdigala.comp.corruption"),
    ("cubes", lay("", supply=30), "supply", "burdigala.comp.cubes"),
    ("fewer than none", lay("", supply=-1, gone_cubes=30), "supply", "burdigala.comp.cubes"),
    ("a full site", cubes(5), "cubes", "burdigala.cube.last"),
    ("less than no cube", cubes(-1), "cubes", "burdigala.cube.last"),
    ("cubes on a building", cubes(1, complete=True), "cubes", "burdigala.cube.last"),
    ("a bonus too much", bonus(1, 9), "bonus", "burdigala.comp.bonus"),
    ("a bonus where none can be", bonus(0, 2), "bonus", "burdigala.comp.bonus_spots"),
    ("two on a square", lay("1", meeples=(7, 21)), "player 1: meeples", "burdigala.setup.place.single"),
    ("on no square", lay("1", meeples=(99, 21)), "player 1: meeples", "burdigala.comp.checkpoints"),
    ("lifted for good", lay("1", meeples=(0, 21)), "player 1: meeples", "burdigala.double.displace"),
    ("too many meeples", lay("1", meeples=(1, 2, 3, 4)), "player 1: meeples", "burdigala.setup.meeples.workforce"),
    ("somebody else moved", lay("", moved=20), "moved", "burdigala.cube.place"),
    ("points out of nothing", lay("0", points=5), "player 0: points", "burdigala.goal.sources"),
    ("a tile nobody has", lay("1", yards_seen=(99,)), "player 1: yards_seen", "burdigala.card.indiscretion"),
    ("goods known that are not there", lay("0", goods_seen=((), (0,))), "player 0: goods_seen", "burdigala.setup.views"),
    ("a pile known wrongly", lay("0", pile_seen=(4,) * 5), "player 0: pile_seen", "burdigala.setup.views"),
    ("a pool known wrongly", lay("0", pool_seen=(5,) * 4), "player 0: pool_seen", "burdigala.setup.views"),
    ("too few rows", lay("1", goods_seen=((),)), "player 1: goods_seen", "burdigala.setup.views"),
    ("held more than is in hand", lay("0", held=3), "player 0: held", "burdigala.plot.empty"),
    ("held less than nothing", lay("0", held=-1), "player 0: held", "burdigala.plot.empty"),
]


def test_the_position_to_break_is_legal() -> None:
    assert list(faults(start())) == []


@pytest.mark.parametrize(("name", "breaking", "field", "rule"), FAULTS, ids=[fault[0] for fault in FAULTS])
def test_a_fault_is_named_with_field_and_rule(name: str, breaking: Breaking, field: str, rule: str) -> None:
    s = start()
    breaking(s)
    found = {(fault.field if fault.seat < 0 else f"player {fault.seat}: {fault.field}", fault.rule) for fault in faults(s)}
    assert (field, rule) in found
    with pytest.raises(LabError):
        check_position(s)


def swap_plots(s: State, hand: tuple[int, ...], laid: tuple[int, ...]) -> None:
    """Other cards for the first player; those that are over go to the box."""
    left = list(s.stock.plots)
    for plot in (*hand, *laid):
        left.remove(plot)
    s.players[0].hand, s.players[0].laid = hand, laid
    s.plot_pile, s.plot_left, s.plot_discard, s.plot_removed = (), 0, (), tuple(left)


@pytest.mark.parametrize(
    ("hand", "laid", "rule"),
    [
        ((2, 3), (2,), ""),
        ((), (3, 3), "burdigala.plot.no_twins"),
        ((), (13,), "burdigala.plot.permanent"),
        ((2, 3, 13), (3,), "burdigala.plot.limit"),
        ((2, 3, 12, 13), (4,), ""),
        ((2, 3, 5, 12, 13), (4,), "burdigala.plot.limit"),
    ],
)
def test_plot_cards_before_a_player_and_in_hand(hand: tuple[int, ...], laid: tuple[int, ...], rule: str) -> None:
    s = start()
    swap_plots(s, hand, laid)
    assert [fault.rule for fault in faults(s)] == ([rule] if rule else [])
    s.turn = 0
    assert [fault.rule for fault in faults(s)] == ([rule] if rule and rule != "burdigala.plot.limit" else [])


def test_who_is_drawing_may_have_more_for_a_while() -> None:
    s = start()
    swap_plots(s, (2, 3, 13), (3,))
    s.push("plots.limit", 1)
    assert [fault.rule for fault in faults(s)] == ["burdigala.plot.limit"]
    s.push("plots.limit", 0)
    assert list(faults(s)) == []


def test_a_cube_needs_a_character_that_has_moved() -> None:
    s = start()
    s.moved = 0
    assert list(faults(s)) == []
    s.push("turn.build", 0)
    assert [fault.field for fault in faults(s)] == ["moved"]


def test_a_lifted_meeple_is_put_down_next() -> None:
    s = start()
    s.players[1].meeples = (0, 21)
    s.push("displace", 0, 1, 20)
    assert list(faults(s)) == []
