"""Games of the lab: start one, read one back, take one from a scenario. The functions behind `bl.new_game` and its kin.

Which game is meant is said by its name or by what is at hand (a save, a short text, a scenario); else it is the usual one.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, overload

from .games import shelf
from .games.manifest import Manifest
from .kernel import Game, LabError, Seeded, Source, View
from .kernel import resample as kernel_resample
from .kernel.errors import one_line
from .kernel.names import check_names
from .kernel.rulesets import BaseRuleset
from .kernel.saving import from_text as kernel_from_text
from .kernel.saving import load as kernel_load


@overload
def new_game(
    players: int = ...,
    seed: int = ...,
    /,
    *,
    game: str | None = None,
    names: Sequence[str] | None = None,
    ruleset: BaseRuleset | str | Path = "default",
    chance: Source | None = None,
    run: bool = True,
    **given: Any,
) -> Game[Any]: ...
@overload
def new_game(
    game: str,
    players: int = ...,
    seed: int = ...,
    /,
    *,
    names: Sequence[str] | None = None,
    ruleset: BaseRuleset | str | Path = "default",
    chance: Source | None = None,
    run: bool = True,
    **given: Any,
) -> Game[Any]: ...
def new_game(
    *first: Any,
    game: str | None = None,
    players: int | None = None,
    seed: int | None = None,
    names: Sequence[str] | None = None,
    ruleset: BaseRuleset | str | Path = "default",
    chance: Source | None = None,
    run: bool = True,
    **given: Any,
) -> Game[Any]:
    """A new game: `new_game(3, 7)` is the usual one for three players from seed 7, `new_game("ferry", 3, 7)` another.

    The seed orders what is shuffled and, unless `chance` is given, throws the dice. What else a game is played with (a `deck=`,
    a `board=`) is given by name.
    """
    if first and isinstance(first[0], str):
        if game is not None:
            raise LabError(f"game: named twice, {one_line(first[0], 30)!r} and {one_line(game, 30)!r}")
        game, first = first[0], first[1:]
    manifest = shelf.find(game)
    if len(first) > 2:
        raise LabError(f"a new game takes a name, a number of players and a seed, not {one_line(repr(first[2]), 30)} as well")
    if first and players is not None:
        raise LabError(f"players: given twice, {one_line(repr(first[0]), 20)} and {one_line(repr(players), 20)}")
    if len(first) > 1 and seed is not None:
        raise LabError(f"seed: given twice, {one_line(repr(first[1]), 20)} and {one_line(repr(seed), 20)}")
    players = first[0] if first else players
    seed = first[1] if len(first) > 1 else 0 if seed is None else seed
    if not (chance is None or callable(getattr(chance, "pick", None))):
        raise LabError(f"chance: a source such as Seeded(3) or Ask(), not {one_line(repr(chance), 40)}")
    rules, source = rules_of(manifest, ruleset), Seeded(seed)
    count = _players(manifest, players, rules)
    material = manifest.material_for(rules, given)
    state, opening = manifest.first_position(count, rules, source.stream("set-up", count), material)
    seats = manifest.seat_names(count) if names is None else check_names(names, count)
    return Game(manifest.kit(**material), state, chance=chance or source, names=seats, opening=opening, run=run)


def _players(manifest: Manifest, players: int | None, rules: BaseRuleset | None) -> int:
    if players is None:
        return manifest.usual_players(rules)
    if not isinstance(players, int) or isinstance(players, bool):
        raise LabError(f"the number of players is a whole number, not {one_line(players, 20)!r}")
    return players


def rules_of(manifest: Manifest, ruleset: BaseRuleset | str | Path) -> BaseRuleset | None:
    """The ruleset of a game, by name, from a file, or as it is; None for a game that has none."""
    from .rulebook.readings import rules_of as read_rules

    return read_rules(manifest, ruleset)


def scenario(
    source: str | Path | dict[str, Any], *, game: str | None = None, chance: Source | None = None, run: bool = True, **given: Any
) -> Game[Any]:
    """A game that stands at a scenario's position: by name, from a file, or from a dictionary.

    A file or dictionary names its game; for a name, `game` says whose scenario it is. What else a game is played with is given by
    name, as in `new_game`.
    """
    from .rulebook.scenarios import Scenario

    found = Scenario.read(source, game, **{name: thing for name, thing in given.items() if thing is not None})
    return found.game(chance, run=run)


def load(path: str | Path, **given: Any) -> Game[Any]:
    """Read a saved game; it is replayed and verified. What it is played with, other than the lab's own, is given by name."""
    if not isinstance(path, str | Path):
        raise LabError(f"path: the file of a saved game, not {one_line(repr(path), 40)}")
    return kernel_load(shelf.Kits(given), path)


def from_text(text: str, **given: Any) -> Game[Any]:
    """Read a game from its short text. What it is played with, other than the lab's own, is given by name."""
    return kernel_from_text(shelf.Kits(given), text)


def from_link(link: str, **given: Any) -> Game[Any]:
    """Read a game from a link (`game.to_link`), with or without the page before it; it is replayed and verified.

    What it is played with, other than the lab's own, is given by name.
    """
    from .links.linking import from_link as read

    return read(link, **given)


def resample(view: View, seed: int = 0) -> Any:
    """A full position that agrees with everything a view shows."""
    if not isinstance(view, View):
        raise LabError(f"view: what a seat sees, as game.view(0) gives it, not {one_line(repr(view), 40)}")
    Seeded(seed)  # refuses what is no seed
    return kernel_resample(shelf.find(view.game).kit(), view, seed)
