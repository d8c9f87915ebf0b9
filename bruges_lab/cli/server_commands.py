"""The commands that start servers: JupyterLab on the notebooks, and the explorer as a page of its own. For commands.py."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from ..kernel.errors import one_line
from .chosen_game import Chosen

FOLDER = "bruges-lab-notebooks"


def register(app: typer.Typer, console: Console) -> None:
    """Add the commands to the command line."""

    def tell(line: str) -> None:
        console.print(line, markup=False, soft_wrap=True)

    @app.command("open")
    def open_(
        folder: Annotated[
            Path | None,
            typer.Argument(help=f"Where your notebooks are; {FOLDER} by default, and in a working copy its own notebooks."),
        ] = None,
        port: Annotated[int | None, typer.Option(min=1, max=65535, help="8888 or the next free one by default.")] = None,
        browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the browser.")] = True,
    ) -> None:
        """Open JupyterLab on the first notebook. Notebooks that you have changed are never overwritten."""
        open_notebooks(folder, port, browser, tell)

    @app.command()
    def serve(
        scenario: Annotated[str | None, typer.Option(help="Start from a scenario, by name or file.")] = None,
        load: Annotated[Path | None, typer.Option(help="Start from a saved game.")] = None,
        players: Annotated[int | None, typer.Option(help="Start a new game of so many; three by default.")] = None,
        seed: Annotated[int, typer.Option(help="Of a new game: decides what is shuffled and thrown.")] = 0,
        lang: Annotated[str, typer.Option(help="en, de, fr or it; it can be switched on the page.")] = "en",
        theme: Annotated[str, typer.Option(help="light, dark or auto; it can be switched on the page.")] = "light",
        keep: Annotated[
            Path | None,
            typer.Option(
                help="A folder that visitors share: what one saves there others can open. "
                "Games are kept as they are played, for each visitor alone: there in `visitors`, or else with your own data."
            ),
        ] = None,
        visitors: Annotated[int, typer.Option(min=1, max=1000, help="How many may look at once.")] = 20,
        port: Annotated[int | None, typer.Option(min=1, max=65535, help="8866 or a free one near it by default.")] = None,
        browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the browser.")] = True,
        game: Chosen = None,
    ) -> None:
        """Show the explorer as a standalone page, on this machine only; no code needed."""
        from ..serving.page_server import forget_visitors, page_source, serve_page

        source = page_source(scenario, load, players, seed, lang, keep, game)
        forget_visitors(keep)
        serve_page(source, port, browser, theme, tell, lang=lang, visitors=visitors)


def open_notebooks(folder: Path | None, port: int | None, browser: bool, tell: Callable[[str], object]) -> None:
    """Open the notebooks of a working copy in place, or else a copy of them in a folder of the user's own."""
    from .. import places
    from ..serving.copying import copy_notebooks
    from ..serving.notebook_server import in_working_copy, open_lab
    from ..serving.starting import check_port

    check_port(port)
    if folder is None and in_working_copy():
        place = places.notebooks()
    else:
        place = Path(FOLDER) if folder is None else folder
        for line in copy_notebooks(place):
            tell(line)
    tell(f"Bruges Lab opens {one_line(place, 200)} in JupyterLab; Ctrl-C ends it.")
    open_lab(place, port, browser)
