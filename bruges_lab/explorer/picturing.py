"""Light and dark, and pictures to keep: what an explorer wears, and the board as a drawing or a picture of dots.

A picture shows what the looking seat may see, on paper, as the game draws it for print. The browser saves what it is offered; in
Python, `save_picture` writes a file.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ..kernel import LabError
from ..kernel.errors import either, one_line
from ..show.svg import Svg
from .markup import block, button, select, span

if TYPE_CHECKING:
    from .explorer import Explorer

THEMES = ("light", "dark", "auto")
"""What can be worn; `auto` follows the notebook, or on a page of its own the system."""
KINDS = ("png", "svg")


# Light and dark


def theme_row(explorer: Explorer) -> Svg:
    """The switch of a page of its own; in a notebook the notebook decides, and the style sheet hides it."""
    say = explorer.words
    offered = [(theme, say(f"theme.{theme}")) for theme in THEMES]
    return block("themes", select("theme", offered, explorer.theme or THEMES[0], say("theme.title")))


def checked_theme(theme: str) -> str:
    """A theme, if there is one of the name."""
    if theme not in THEMES:
        raise LabError(f"unknown theme {one_line(theme, 20)!r}; choose {either(THEMES)}")
    return theme


# The board as a picture


def picture_row(explorer: Explorer) -> Svg:
    """What the corner of the board offers."""
    say = explorer.words
    saved = [
        button("picture", kind, kind.upper(), "quietkey", aria_label=say(f"picture.{kind}"), data_tip=say(f"picture.{kind}"))
        for kind in KINDS
    ]
    return block("picturerow", span("soft", say("picture.save")), *saved)


def drawing(explorer: Explorer) -> bytes:
    """What is shown on the board, as a drawing that stands alone."""
    if explorer.covered_for is not None:
        raise LabError(explorer.words("picture.covered"))
    whole = explorer.manifest.picture.whole(explorer.state, explorer.names, explorer.seat, explorer.lang)
    return whole.encode()


def picture_name(explorer: Explorer) -> str:
    """The game, where it stands, and the step: enough to find the picture again."""
    from ..show.tools import file_name

    where = explorer.manifest.picture.situation(explorer.state, explorer.lang)[:1]
    step = explorer.words("picture.step", number=explorer.cursor.node.number)
    return file_name(" ".join([explorer.manifest.name, *where, step]))


def offer(explorer: Explorer, kind: str) -> tuple[str, bytes, bool]:
    """What the browser is offered: a name, the drawing, and whether to make dots of it."""
    if kind not in KINDS:
        raise LabError(f"a picture can be saved as {' or '.join(KINDS)}, not as {one_line(kind, 20)!r}")
    return f"{picture_name(explorer)}.{kind}", drawing(explorer), kind == "png"


def write(explorer: Explorer, path: str | Path, *, replace: bool = False) -> Path:
    """Write the picture: a page makes its name itself; a path decides by its ending, and dots need a Chromium on this machine."""
    data = drawing(explorer)
    if explorer.reach.paths and not str(path):
        path = f"{picture_name(explorer)}.svg"
    kind = Path(path).suffix.lower().removeprefix(".") if str(path) else "svg"
    if kind not in KINDS:
        raise LabError(f"{one_line(Path(path).name, 60)}: a picture can be written as .svg or .png")
    if kind == "png":
        from ..show.images import dots

        data = dots(data.decode())
    return explorer.reach.write("picture", data, path, replace=replace)
