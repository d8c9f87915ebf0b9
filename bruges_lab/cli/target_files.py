"""What every command that writes a file keeps to: never over what it has read, over anything else only with `--force`.

Asked before the work begins, so that nobody waits for a result that then has no place.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from ..kernel.errors import LabError, one_line
from ..kernel.files import place_to_write, write_whole

Force = Annotated[bool, typer.Option("--force", help="Replace the file of --out if there is one already.")]


def check_out(out: Path | None, force: bool, read: Iterable[str | Path | None] = ()) -> None:
    """Refuse a file to write that was read, or that is there and not to be replaced."""
    if out is None:
        if force:
            raise LabError("--force goes with --out")
        return
    for source in read:
        if source is not None and _same(source, out):
            raise LabError(f"{one_line(out.name)}: is what was read; it is never replaced by what was made of it")
    place_to_write(out)
    if not force and os.path.lexists(out):
        raise LabError(f"{one_line(out.name)}: is there already; --force replaces it")


def put_out(content: str, out: Path | None, console: Console, *, force: bool) -> None:
    """A text to a file, or to the terminal if none is named."""
    if out is None:
        print(content, end="")
        return
    write_whole(out, content.encode("utf-8", "replace"), over=force)
    console.print(f"wrote {one_line(out.name, 60)}", markup=False)


def _same(source: str | Path, out: Path) -> bool:
    try:
        return os.path.samefile(source, out)
    except (OSError, ValueError):  # one of them is not there, or cannot be a path
        return False
