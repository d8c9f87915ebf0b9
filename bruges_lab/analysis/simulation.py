"""Many games: `simulate` plays them with policies, here, on several cores or on a cluster, and gives a tidy table.

Chance is keyed by the seed of a game, so a game does not know where or after which other it is played: the table is the same for
any number of workers. Games travel in batches; joblib deals them out, and with a joblib context around the call (Dask, for
instance) they go where the context says. What is kept of a game is its own to say (result_rows.py); the tables are in
simulation_tables.py, those on disk in simulation_files.py.
"""

from __future__ import annotations

import pickle
import sys
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, get_args, overload

from .. import __version__, extras
from ..games.manifest import Manifest
from ..kernel import LabError, Seeded, Stream
from ..kernel.errors import either, one_line
from ..kernel.pause import collector_paused
from ..kernel.playing import Playing
from ..kernel.rulesets import BaseRuleset
from .policies import Policy, one_a_seat, policy_name
from .policies import policy as find_policy
from .quiet_workers import deaf, without_warnings
from .result_rows import Ended, Tables
from .simulation_tables import Simulation
from .starts import AnyRuleset, check_number, find_game, find_rules, start

if TYPE_CHECKING:
    from ..kernel.events import RawEvent
    from .simulation_files import StoredSimulation

Progress = Callable[[int, int], None]
"""Called with the games done and all games."""
Format = Literal["jsonl", "parquet"]

MOST_GAMES = 10_000_000
MOST_WORKERS = 4096


# What is to be played


class Plan(NamedTuple):
    """All games of a simulation, checked; small, for it goes to the workers with every batch."""

    game: Manifest
    """It travels by name, and first: where it arrives, the game is found before anything of it is unpacked."""
    version: str
    games: int
    players: int
    seed: int
    batch: int
    policies: tuple[Policy, ...]
    labels: tuple[str, ...]
    rules: BaseRuleset | None
    brought: dict[str, Any]
    """The material that the user brings; the lab's own every worker has."""
    digests: dict[str, str]
    """What tells material from other material, the lab's own included."""

    @property
    def batches(self) -> int:
        """How many batches there are."""
        return -(-self.games // self.batch)

    def span(self, number: int) -> range:
        """The games of a batch."""
        return range(number * self.batch, min(self.games, (number + 1) * self.batch))

    def play(self, games: Iterable[int]) -> Tables:
        """Some of the games."""
        if self.version != __version__:
            raise LabError(f"a worker has version {__version__} of Bruges Lab, not {one_line(self.version, 20)}")
        material = _material(self)
        tables: Tables = tuple([] for _ in self.game.result_row.tables)
        for number in games:
            for table, rows in zip(tables, self._play_one(number, material), strict=True):
                table += rows
        return tables

    def _play_one(self, number: int, material: dict[str, Any]) -> Tables:
        """One game from start to end, as rows."""
        seed, kit = self.seed + number, self.game.kit(**material)
        state, _ = start(self.game, self.players, seed, self.rules, material)
        log: list[RawEvent] = []
        state.log = log
        with collector_paused():
            playing = Playing(kit, state, self.policies, Seeded(seed), Stream(seed, "policies"))
            playing.finish()
            return self.game.result_row.rows(Ended(number, seed, self.labels, kit, state, log, playing.decisions))


_MATERIAL: dict[object, dict[str, Any]] = {}
"""Material at work in this process: a worker makes it once, not with every batch."""


def _material(plan: Plan) -> dict[str, Any]:
    key = plan.game.name, plan.rules, tuple(plan.digests.items())
    found = _MATERIAL.get(key)
    if found is None:
        found = plan.game.material_for(plan.rules, plan.brought)
        for name, digest in plan.digests.items():
            if found[name].digest != digest:
                raise LabError(f"a worker has another {name}, {found[name].digest}, not {digest}: its Bruges Lab is not the same")
        if len(_MATERIAL) >= 8:
            _MATERIAL.clear()
        _MATERIAL[key] = found
    return found


def _plan(
    manifest: Manifest,
    games: int,
    players: int | None,
    policy: str | Policy | Sequence[str | Policy],
    seed: int,
    ruleset: AnyRuleset,
    given: Mapping[str, Any],
    batch: int | None,
) -> Plan:
    check_number("games", games, MOST_GAMES)
    if batch is not None:
        check_number("batch", batch, MOST_GAMES)
    rules = find_rules(manifest, ruleset)
    players = manifest.usual_players(rules) if players is None else players
    check_number("players", players, MOST_WORKERS)
    brought = {name: thing for name, thing in given.items() if thing is not None}
    material = manifest.material_for(rules, brought)
    first, _ = start(manifest, players, seed, rules, material)  # refuses what cannot be played
    manifest.kit(**material).check_ending(first)
    Seeded(seed + games - 1)
    wanted = one_a_seat(policy, players)
    plan = Plan(
        manifest,
        __version__,
        games,
        players,
        seed,
        1 if batch is None else batch,
        tuple(find_policy(one, manifest) for one in wanted),
        tuple(policy_name(one) for one in wanted),
        rules,
        {name: material[name] for name in brought},
        {name: material[name].digest for name in manifest.result_row.material},
    )
    _MATERIAL[plan.game.name, plan.rules, tuple(plan.digests.items())] = material
    return plan._replace(batch=_batch_for(plan, material)) if batch is None else plan


SHORT, MANY_BATCHES = 0.25, 16
"""Seconds that a batch is to take, so that handing it out costs next to nothing; a short run has so many all the same."""


def _batch_for(plan: Plan, material: dict[str, Any]) -> int:
    """How many games make a batch, by the time that one takes; of few games each is its own."""
    most = plan.games // MANY_BATCHES
    if most < 2:
        return 1
    began = time.perf_counter()
    plan._play_one(0, material)
    return max(1, min(most, int(SHORT / (time.perf_counter() - began))))


# Playing


@overload
def simulate(
    games: int = 100,
    players: int | None = None,
    policy: str | Policy | Sequence[str | Policy] = "random",
    seed: int = 0,
    *,
    ruleset: AnyRuleset = None,
    workers: int | None = None,
    out: None = None,
    format: Format = "jsonl",
    progress: bool | Progress | None = None,
    batch: int | None = None,
    game: str | None = None,
    **given: Any,
) -> Simulation: ...
@overload
def simulate(
    games: int = 100,
    players: int | None = None,
    policy: str | Policy | Sequence[str | Policy] = "random",
    seed: int = 0,
    *,
    ruleset: AnyRuleset = None,
    workers: int | None = None,
    out: str | Path,
    format: Format = "jsonl",
    progress: bool | Progress | None = None,
    batch: int | None = None,
    game: str | None = None,
    **given: Any,
) -> StoredSimulation: ...
def simulate(
    games: int = 100,
    players: int | None = None,
    policy: str | Policy | Sequence[str | Policy] = "random",
    seed: int = 0,
    *,
    ruleset: AnyRuleset = None,
    workers: int | None = None,
    out: str | Path | None = None,
    format: Format = "jsonl",
    progress: bool | Progress | None = None,
    batch: int | None = None,
    game: str | None = None,
    **given: Any,
) -> Simulation | StoredSimulation:
    """Play games from the start, with seeds seed, seed + 1, …; the same call gives the same table, with any number of workers.

    Three play, or as many as the rules are for, unless `players` says how many. One worker unless `workers` says more; without
    it, a joblib context around the call decides. With `out`, a folder, every batch goes to disk when it is done, as JSON lines
    or Parquet; the same call again goes on where the last one was interrupted. A policy of your own must depend on nothing but
    its arguments. `progress` is True, False, a function of (done, all), or None: a bar where somebody looks. What a `game` is
    played with (such as a `deck=` and a `board=`) is given by name.
    """
    plan = _plan(find_game(game), games, players, policy, seed, ruleset, given, batch)
    if not (progress is None or isinstance(progress, bool) or callable(progress)):
        raise LabError(f"progress: True, False, None or a function, not {one_line(repr(progress), 30)}")
    if format not in get_args(Format):
        raise LabError(f"unknown format {one_line(format, 20)!r}; choose {either(get_args(Format))}")
    if not (out is None or isinstance(out, str | Path)):
        raise LabError(f"out: a folder, not {one_line(repr(out), 40)}")
    pool = _pool(workers, plan)
    if out is None:
        batches: dict[int, Tables] = {}
        _run(plan, pool, range(plan.batches), progress, batches.__setitem__)
        ordered = [batches[number] for number in range(plan.batches)]
        whole = [[row for part in parts for row in part] for parts in zip(*ordered, strict=True)]
        return Simulation(plan.game, plan.labels, plan.seed, *whole)
    from .simulation_files import Store

    with Store(out, format, plan, any_batch=batch is None) as store:
        if not store.complete:
            _run(store.plan, pool, store.missing(), progress, store.write)
            store.finish()
    return store.results()


def _run(
    plan: Plan, pool: Any, numbers: Sequence[int], progress: bool | Progress | None, keep: Callable[[int, Tables], object]
) -> None:
    """Play the batches; each is kept before it is told of, so that whoever stops here loses nothing that was told."""
    left = set(numbers)
    done = plan.games - sum(len(plan.span(number)) for number in left)
    with _telling(progress, plan.games) as tell, closing(_played(plan, pool, numbers)) as played:
        for number, batch in played:
            if number in left:  # a cluster may play a batch again, never differently; it counts once
                keep(number, batch)
                left.discard(number)
                done += len(plan.span(number))
                tell(done)
    if left:
        raise LabError(f"{len(left)} of {len(numbers)} batches did not come back from the workers")


def _played(plan: Plan, pool: Any, numbers: Sequence[int]) -> Generator[tuple[int, Tables]]:
    """The batches as they are done; on several workers, in any order."""
    if pool is None:
        for number in numbers:
            yield number, plan.play(plan.span(number))
        return
    from joblib import delayed

    results: Generator[Any] | None = None
    try:
        with deaf():
            results = pool(delayed(_play)(plan, number) for number in numbers)
        while (found := _next(results)) is not None:
            number, plain = found
            kinds = plan.game.result_row.tables.values()
            yield number, tuple([kind._make(row) for row in rows] for kind, rows in zip(kinds, plain, strict=True))
    except BrokenProcessPool as error:
        raise LabError(f"the workers stopped before all games were played: {one_line(error, 200)}") from None
    except (GeneratorExit, KeyboardInterrupt):  # the latter also as soon as the workers have started
        if results is not None:
            with without_warnings():
                results.close()
        raise


def _next(results: Iterator[Any]) -> Any:
    """The next batch, None after the last. Ctrl-C may be heard in here."""
    with without_warnings():
        return next(results, None)


def _play(plan: Plan, number: int) -> tuple[int, list[list[tuple[Any, ...]]]]:
    """A batch, its rows as plain tuples: those of a game need not be known by name where they arrive."""
    return number, [[tuple(row) for row in rows] for rows in plan.play(plan.span(number))]


def _pool(workers: int | None, plan: Plan) -> Any:
    """Where the batches go: a joblib.Parallel that obeys the context around the call; None: they are played here, one by one."""
    if workers is not None:
        check_number("workers", workers, MOST_WORKERS)
    if workers == 1 or (workers is None and not _in_context()):
        return None
    for one, label in zip(plan.policies, plan.labels, strict=True):
        try:
            pickle.dumps(one)
        except Exception:
            raise LabError(
                f"policy: {one_line(label, 40)} cannot be sent to other processes; "
                "define it with def at the top of a module or notebook, or use one worker"
            ) from None
    extras.need("playing on several workers", "joblib")
    from joblib import Parallel

    try:
        return Parallel(n_jobs=workers, batch_size=1, return_as="generator_unordered")
    except ValueError:
        raise LabError("workers: the active joblib backend cannot give results as they come; loky and dask can") from None


def _in_context() -> bool:
    """Whether a joblib context is active that asks for more than this process."""
    if "joblib" not in sys.modules:
        return False  # nobody can have made one
    from joblib.parallel import BACKENDS, DEFAULT_BACKEND, get_active_backend

    backend, jobs = get_active_backend()
    return type(backend) is not BACKENDS[DEFAULT_BACKEND] or jobs not in (None, 1)


# Progress


@contextmanager
def _telling(progress: bool | Progress | None, games: int) -> Iterator[Callable[[int], object]]:
    if callable(progress):
        yield lambda done: progress(done, games)
    elif progress is False:
        yield lambda done: None
    elif extras.in_notebook():
        yield _notebook_bar(games, time.monotonic() + (0 if progress else 2))
    elif progress or sys.stderr.isatty():
        from rich.console import Console
        from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
        from rich.progress import Progress as Bar

        columns = TextColumn("games"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
        with Bar(*columns, console=Console(stderr=True), transient=sys.stderr.isatty()) as bar:
            task = bar.add_task("games", total=games)
            yield lambda done: bar.update(task, completed=done)
    else:
        yield lambda done: None


def _notebook_bar(games: int, due: float) -> Callable[[int], object]:
    """One output that is updated in place; a run that is over before it is due leaves none."""
    from IPython.display import HTML, display

    handle: Any = None

    def tell(done: int) -> None:
        nonlocal handle
        if handle is None and (time.monotonic() < due or done == games):
            return
        bar = HTML(f'<progress value="{done}" max="{games}"></progress> {done:,} of {games:,} games')  # type: ignore[no-untyped-call]
        if handle is None:
            handle = display(bar, display_id=True)  # type: ignore[no-untyped-call]
        else:
            handle.update(bar)

    return tell
