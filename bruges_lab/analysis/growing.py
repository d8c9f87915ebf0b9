"""`bl.tree`: a decision tree from where a game stands, with the measures and policies of the game."""

from __future__ import annotations

from typing import Any, Literal

from ..kernel import Game, LabError, Seeded
from ..kernel.errors import one_line
from .measures import Measure
from .playouts import check_game
from .policies import policy as find_policy
from .tree import USUAL_NODES, ChanceMode, Grower, Opponents, Settings, Tree, check_mode


def tree(
    game: Game[Any],
    depth: int | None = None,
    budget: int | None = None,
    *,
    chance: ChanceMode = "enumerate",
    opponents: Opponents = "own_best",
    policy: str = "greedy",
    seen_by: int | Literal["all"] = "all",
    measure: str | Measure | None = None,
    merge: bool = True,
    within: Literal["phase"] | None = None,
    seat: int | None = None,
    samples: int = 20,
    seed: int = 0,
) -> Tree[Any]:
    """Every choice and outcome from the game's position, to a depth, a number of nodes, or the end of the phase.

    A tree is cut where `budget` (up to 200,000 nodes) ends; without one it is whole, and refused beyond 20,000 nodes.
    `seat` is whose values are shown first (who decides now, if not given). `chance="fixed"` takes what the game's own source
    would throw; "sample" throws `samples` times. With `seen_by` a seat, other hands are dealt anew once (by `seed`), and each
    card that the seat draws is any it has not seen. What is measured is the game's usual measure unless another is named.
    """
    check_game(game)
    if depth is None and budget is None and within is None:
        raise LabError("a tree needs a bound: give depth=, budget= or within='phase'")
    check_mode("chance", chance, ChanceMode)
    check_mode("opponents", opponents, Opponents)
    for name, value in (("depth", depth), ("budget", budget), ("samples", samples)):
        if (value is None and name == "samples") or (
            value is not None and (not isinstance(value, int) or isinstance(value, bool) or value < 1)
        ):
            raise LabError(f"{name}: 1 or more, not {one_line(value, 20)!r}")
    if within not in (None, "phase"):
        raise LabError(f"within: {one_line(within, 20)!r} is not 'phase'")
    if not game.node.settled:
        raise LabError("tasks are still to run here: finish them with events_until first")
    players = len(game.state.players)
    for name, place in (("seen_by", seen_by), ("seat", seat)):
        if place not in (None, "all") and (not isinstance(place, int) or isinstance(place, bool) or not 0 <= place < players):
            raise LabError(f"{name}: a seat from 0 to {players - 1}, not {one_line(place, 20)!r}")
    measures = game.manifest.measures
    if measure is None:
        measure = next(iter(measures))
    if measure not in measures if isinstance(measure, str) else not callable(measure):
        raise LabError(f"measure: {one_line(measure, 20)!r} is not one of {', '.join(measures)}")
    if not isinstance(merge, bool):
        raise LabError(f"merge: True or False, not {one_line(repr(merge), 20)}")
    Seeded(seed)  # refuses what is no seed
    plays = find_policy(policy, game.manifest)
    pending = game.pending
    if seat is None:
        seat = pending.player if pending is not None and pending.player >= 0 else game.kit.first_seat(game.state)
    settings = Settings(
        depth,
        USUAL_NODES if budget is None else budget,
        chance,
        opponents,
        seen_by,
        measure if isinstance(measure, str) else getattr(measure, "__name__", "measure"),
        merge,
        seat,
        game.names,
        policy,
        within == "phase",
        budget is None,
    )
    grower = Grower(
        game.kit,
        settings,
        measures[measure] if isinstance(measure, str) else measure,
        source=game.chance,
        decide=plays,
        samples=samples,
        seed=seed,
    )
    return grower.grow(game.state)
