"""The commands that compute: compare two readings, grow a tree, play many games. Registered by commands.py."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from ..games import shelf
from ..kernel.errors import LabError, one_line
from .chosen_game import PLAYERS, Chosen, check_language, named, of_game
from .target_files import Force, check_out, put_out

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..analysis.simulation_tables import Results
    from ..games.manifest import Manifest


def register(app: typer.Typer, console: Console) -> None:
    """Add the commands to the command line."""

    @app.command()
    def compare(
        first: Annotated[str, typer.Argument(help="A ruleset: default, a document, an alternative, or a file.")],
        second: Annotated[str, typer.Argument(help="Another.")],
        games: Annotated[int, typer.Option(help="How many games.")] = 100,
        mode: Annotated[str, typer.Option(help="policy: decide anew; replay: the same choices until they part.")] = "policy",
        players: Annotated[int | None, typer.Option(help=PLAYERS)] = None,
        policy: Annotated[str, typer.Option(help="random or greedy.")] = "greedy",
        seed: Annotated[int, typer.Option(help="The seed of the first game; later games use the following seeds.")] = 0,
        lang: Annotated[str, typer.Option(help="en, de, fr or it.")] = "en",
        game: Chosen = None,
    ) -> None:
        """Play the same games under two readings of the rules, and say where they part."""
        from rich.progress import Progress

        from ..analysis.comparing import compare as run

        check_language(lang)
        options: Any = {"mode": mode, "players": players, "policy": policy, "seed": seed, **named(game)}
        aside = Console(stderr=True)
        if aside.is_terminal:
            with Progress(console=aside, transient=True) as bar:
                task = bar.add_task("games", total=games)
                found = run(first, second, games, progress=lambda done, _all: bar.update(task, completed=done), **options)
        else:  # an older rich writes an empty line even where it shows no bar
            found = run(first, second, games, **options)
        console.print(found.told(lang), markup=False)

    @app.command()
    def tree(
        source: Annotated[str, typer.Argument(help="A scenario by name or file, or a saved game.")],
        depth: Annotated[int | None, typer.Option(help="How many choices and throws deep.")] = None,
        budget: Annotated[int | None, typer.Option(help="How many nodes at most.")] = None,
        within: Annotated[bool, typer.Option("--phase", help="To the end of the phase.")] = False,
        chance: Annotated[str, typer.Option(help="enumerate, sample or fixed.")] = "enumerate",
        opponents: Annotated[str, typer.Option(help="own_best, policy or chance.")] = "own_best",
        measure: Annotated[str, typer.Option(help="What is measured, such as points or lead.")] = "points",
        lines: Annotated[int, typer.Option(min=1, max=100_000, help="How many lines to print.")] = 60,
        lang: Annotated[str, typer.Option(help="en, de, fr or it.")] = "en",
        out: Annotated[Path | None, typer.Option(help="Also a file: .json, .graphml, .efg or .html.")] = None,
        force: Force = False,
        game: Chosen = None,
    ) -> None:
        """Grow the decision tree of a position and say what is best."""
        from ..analysis.growing import tree as grow
        from ..analysis.named import size

        check_language(lang)
        writers = {".json": "to_json", ".graphml": "to_graphml", ".efg": "to_efg", ".html": ""}
        if out is not None and out.suffix not in writers:
            raise LabError(f"{one_line(out.name)}: a tree can be written as {', '.join(writers)}")
        check_out(out, force, [source])
        options: Any = {"chance": chance, "opponents": opponents, "measure": measure, "within": "phase" if within else None}
        grown = grow(position(source, game), depth, budget, **options)
        console.print(size(grown, lang), markup=False)
        console.print(grown.text(lang=lang, most=lines), markup=False)
        if out is not None:
            text = getattr(grown, writers[out.suffix])() if writers[out.suffix] else _page(grown.figure(lang=lang))
            put_out(text, out, console, force=force)

    @app.command()
    def simulate(
        games: Annotated[int, typer.Option(help="How many games.")] = 1000,
        players: Annotated[int | None, typer.Option(help=PLAYERS)] = None,
        policy: Annotated[str, typer.Option(help="random or greedy, or one per seat: greedy,random,random.")] = "random",
        seed: Annotated[int, typer.Option(help="The seed of the first game; later games use the following seeds.")] = 0,
        workers: Annotated[int, typer.Option(help="How many processes; the result is the same for any number.")] = 1,
        out: Annotated[Path | None, typer.Option(help="A folder for the results; the same command goes on after a stop.")] = None,
        form: Annotated[str, typer.Option("--format", help="jsonl or parquet.")] = "jsonl",
        ruleset: Annotated[str, typer.Option(help="default, a document, an alternative, or a file.")] = "default",
        deck: Annotated[Path | None, typer.Option(help="A deck of your own.")] = None,
        board: Annotated[Path | None, typer.Option(help="A board of your own.")] = None,
        lang: Annotated[str, typer.Option(help="en, de, fr or it.")] = "en",
        game: Chosen = None,
    ) -> None:
        """Play many games and say who wins, and with which points."""
        from ..analysis.named import terminal
        from ..analysis.simulation import simulate as run

        check_language(lang)
        chosen = policy.split(",") if "," in policy else policy
        own = {name: file for name, file in (("deck", deck), ("board", board)) if file is not None}
        given: dict[str, Any] = {"ruleset": ruleset, "out": out, "format": form, **own, **named(game)}
        try:
            found = run(games, players, chosen, seed, workers=workers, **given)
        except KeyboardInterrupt:
            if out is not None:
                print(f"bruges-lab: what was played is in {one_line(out, 300)}; the same command goes on", file=sys.stderr)
            raise
        console.print(terminal("simulate.head", lang, games=found.games, players=len(found.labels), seed=seed))
        console.print(_standings(found, shelf.find(game), lang))
        if out is not None:
            files = "".join(f"{table}.{form}, " for table in found.tables) + "manifest.json"
            console.print(terminal("simulate.files", lang, folder=one_line(out, 300), files=files), markup=False)


def _standings(found: Results, game: Manifest, lang: str) -> Table:
    """Who won how often, with the average score and its parts."""
    from ..analysis.named import named_policy, terminal
    from ..analysis.score_words import part_name
    from ..rulebook.numbers import decimal

    def numbers(values: Iterable[float]) -> list[str]:
        return [decimal(value, 1, lang) for value in values]

    lines = found.summary()
    table = Table("", box=None, pad_edge=False)
    for line in lines:
        heading = terminal("simulate.all", lang) if line.seat is None else terminal("simulate.seat", lang, number=line.seat + 1)
        table.add_column(heading, justify="right")
    table.add_row(
        terminal("simulate.plays", lang), *(escape(one_line(named_policy(line.policy, lang, game.texts), 30)) for line in lines)
    )
    table.add_row(terminal("simulate.won", lang), *(f"{share} %" for share in numbers(100 * line.won.share for line in lines)))
    ends = zip(numbers(100 * line.won.low for line in lines), numbers(100 * line.won.high for line in lines), strict=True)
    table.add_row(f"  {terminal('simulate.interval', lang)}", *(f"{low}–{high}" for low, high in ends))
    table.add_row(terminal("simulate.mean", lang), *numbers(line.mean for line in lines))
    for place, part in enumerate(found.parts):
        table.add_row(f"  {part_name(part, game, lang)}", *numbers(line.parts[place] for line in lines))
    return table


def position(source: str, game: str | None = None) -> Any:
    """A scenario's position or a saved game, with chance that is still to decide."""
    from ..kernel import Ask
    from ..lab import load, scenario

    if source.endswith(".json"):
        return of_game(load(source), source, game)
    return scenario(source, chance=Ask(), **named(game))


def _page(figure: Any) -> str:
    """A figure as a page of its own, with everything in it."""
    return str(figure.to_html(include_plotlyjs=True, full_html=True))
