"""The commands of the long checks and of measuring: `bruges-lab verify` and `bruges-lab bench`. Registered by commands.py."""

from __future__ import annotations

import sys
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from ..kernel.errors import LabError, either, one_line
from .bench_windows import Spread


def register(app: typer.Typer, console: Console) -> None:
    """Add the commands to the command line."""

    @app.command()
    def bench(
        windows: Annotated[int, typer.Option(min=1, max=100, help="How many windows of a second; their median counts.")] = 9,
        other: Annotated[str, typer.Option("--against", help="Instead of peers, another commit of this repository.")] = "",
    ) -> None:
        """Measure speed beside python-chess and catanatron (install the extra `bench` for these)."""
        from .bench import measure

        if other:
            _beside(other, windows, console)
            return
        table = Table("measure", "value", "", "half lie in", "best", "floor", "met", box=None, pad_edge=False)
        for figure in measure(windows):
            met = "" if figure.met is None else "yes" if figure.met else "NO"
            table.add_row(figure.name, _number(figure.value), figure.unit, *_scatter(figure.spread), figure.floor, met)
        console.print(table)

    @app.command()
    def verify(
        checks: Annotated[
            list[str] | None,
            typer.Argument(help="Names of checks; all if none is given, but for site, stories, lowest and wheels."),
        ] = None,
        size: Annotated[int, typer.Option(min=10, max=10_000_000, help="How many inputs or games.")] = 10_000,
        fuzz: Annotated[
            bool, typer.Option("--fuzz", help="Malformed inputs that learn, with atheris if it is installed.")
        ] = False,
    ) -> None:
        """Run the long checks; their figures go into VERIFICATION.md. Exit code 1: a check fails."""
        from .suite import CHECKS, run

        if unknown := set(checks or ()) - set(CHECKS):
            raise LabError(f"unknown check {one_line(min(unknown), 40)!r}; choose {either(CHECKS)}")
        if fuzz and "malformed" not in (checks or ["malformed"]):
            raise LabError("--fuzz goes with the check malformed")
        try:
            for line in run(checks or [], size, fuzz=fuzz):
                console.print(line, markup=False, soft_wrap=True)
        except AssertionError as error:
            print(f"bruges-lab: failed: {one_line(error, 600)}", file=sys.stderr)
            raise typer.Exit(1) from None


def _beside(commit: str, windows: int, console: Console) -> None:
    """Every measure of the working copy and of another commit, and how they compare."""
    from .bench_against import against

    columns = ("measure", "here", "half lie in", "best", one_line(commit, 20), "half lie in", "best", "", "here : there")
    table = Table(*columns, box=None, pad_edge=False)
    for one in against(commit, windows):
        ratio = "" if one.ratio is None else f"{one.ratio:.2f}"
        here, there = ((_number(it and it.median), *_scatter(it)) for it in (one.here, one.there))
        table.add_row(one.name, *here, *there, one.unit, ratio)
    console.print(table)


def _scatter(found: Spread | None) -> tuple[str, str]:
    """Between which rates the middle half of the windows lie, and the best window."""
    return ("", "") if found is None else (f"{_number(found.low)} to {_number(found.high)}", _number(found.best))


def _number(value: float | None) -> str:
    if value is None:
        return "–"
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"
