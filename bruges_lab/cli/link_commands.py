"""The command for links: `bruges-lab link` makes one of a saved game, and a saved game of one. For commands.py."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from ..kernel.errors import LabError
from .target_files import Force, check_out, put_out


def register(app: typer.Typer, console: Console) -> None:
    """Add the command to the command line."""

    @app.command()
    def link(
        source: Annotated[str, typer.Argument(help="A saved game, a short text, or a link.")],
        what: Annotated[str, typer.Option(help="line (to where the game stands), tree, or position.")] = "line",
        page: Annotated[str, typer.Option(help="The address of the page that opens it, such as that of your static site.")] = "",
        code: Annotated[bool, typer.Option("--code", help="The link as a QR code (SVG), to --out.")] = False,
        out: Annotated[Path | None, typer.Option(help="The file for --code; without it, a saved game of what was read.")] = None,
        force: Force = False,
    ) -> None:
        """Make a link of a game, or a saved game of a link."""
        from ..lab import from_link, from_text, load
        from ..links.fragment import kind_of

        check_out(out, force, [source])
        game = from_link(source) if kind_of(source) else from_text(source) if source.startswith("BL1-") else load(source)
        made = game.to_link(what, page)
        if code:
            from ..explorer.share_dialog import code_of
            from ..extras import need

            need("a QR code", "segno")
            if out is None:
                raise LabError("--code goes with --out")
            svg = str(code_of(made)).replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)
            put_out(svg + "\n", out, console, force=force)
        elif out is not None:
            if force and out.exists():
                out.unlink()
            game.save(out)
            console.print(f"wrote {out.name}", markup=False)
        else:
            print(made)
