"""The command that opens the documentation: `bruges-lab docs`. Registered by cli/commands.py."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from ..kernel.errors import LabError, one_line


def register(app: typer.Typer, console: Console) -> None:
    """Add the command to the command line."""

    def tell(line: str) -> None:
        console.print(line, markup=False, soft_wrap=True)

    @app.command()
    def docs(
        output: Annotated[
            Path | None, typer.Option(help="Build it into this folder, to be read there or put on a server.")
        ] = None,
        strict: Annotated[bool, typer.Option("--strict", help="With --output: a warning ends it.")] = False,
        browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the browser.")] = True,
    ) -> None:
        """Open the documentation: tutorials, the rulebooks in four languages, the reference. It is built where it is not yet."""
        from .site_building import FIRST, build_site, cached_site

        if output is not None:
            page = build_site(output, strict=strict)
            tell(f"built {one_line(page)}")
            return
        if strict:
            raise LabError("--strict goes with --output")
        folder, fresh = cached_site()
        if not fresh:
            tell("Bruges Lab builds its documentation, which takes about half a minute.")
            build_site(folder)
        page = folder / FIRST
        tell(f"Bruges Lab: {page.as_uri()}")
        if browser:
            import webbrowser

            webbrowser.open(page.as_uri())
