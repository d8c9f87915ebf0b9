"""A position for a terminal, for a game that has no such picture of its own: the table, then a frame a player, field by field."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ..games.manifest import LAB
from ..rulebook.fields import NOBODY, Field, fields_of
from ..rulebook.wording import FieldWords

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.panel import Panel

    from ..games.manifest import Manifest, Written


def terminal_for(manifest: Manifest, written: Written) -> Callable[..., RenderableType]:
    """How a game's positions look in a terminal: its own way, or by its fields."""
    if written != LAB:
        own: Callable[..., RenderableType] = manifest.named(str(written))
        return own

    def draw(state: Any, names: tuple[str, ...] = (), seat: int | None = None, lang: str = "en") -> RenderableType:
        return plain_terminal(manifest, state, names, seat, lang)

    return draw


def plain_terminal(
    manifest: Manifest, state: Any, names: tuple[str, ...] = (), seat: int | None = None, lang: str = "en"
) -> RenderableType:
    """The position for `rich`, as a seat may see it: every field that the schema shows."""
    from rich.console import Group

    fields = fields_of(manifest)
    names = names or manifest.seat_names(len(state.players))
    seen = state if seat is None else manifest.kit().mask(state, seat)
    words = FieldWords(manifest, seen, names, lang)
    frames = [_frame(words, manifest.called(lang), fields.shown(None, seen), NOBODY)]
    frames += [_frame(words, name, fields.shown(one, seen), one) for one, name in enumerate(names)]
    return Group(*frames)


def _frame(words: FieldWords, title: str, fields: list[Field], seat: int) -> Panel:
    """A heading and what it stands for, line by line."""
    from rich import box
    from rich.panel import Panel
    from rich.table import Table
    from rich.text import Text

    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(style="dim", no_wrap=True, min_width=10)
    table.add_column()
    for field in fields:
        label, held = words.row(field, seat)
        table.add_row(Text(label), Text(held))
    return Panel(table, title=Text(title, style="bold"), title_align="left", box=box.ROUNDED, expand=True)
