"""A position for a terminal of 80 columns: dice and piles, the sites by district, then a frame for each player. Nothing is told
by colour alone.

`bruges-lab play` prints it, and `rich.print` does. It says what the SVG of position.py shows.
"""

from __future__ import annotations

from collections.abc import Sequence

from rich import box
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from ....rulebook.seats import seal_of
from ..model import NOWHERE, State
from ..words import NAMES, PLOTS
from .facts import (
    MARK,
    Look,
    board_is_reconstructed,
    letters,
    name_of,
    reconstruction_note,
    seen_value,
    situation,
    size_is_reconstructed,
    throw_meaning,
    value_is_reconstructed,
    visible_goods,
    visible_hand,
    visible_tokens,
)
from .picture_words import Wording
from .table_pieces import pile_sizes

_STYLES = ("bright_blue", "red", "yellow", "magenta")
_A_ROW = 3
"""Sites side by side."""


def position_text(state: State, names: tuple[str, ...] = NAMES, seat: int | None = None, lang: str = "en") -> RenderableType:
    """The position for `rich`, in a language: print it with a Console, or let a Console write it to a string."""
    say = Wording(lang)
    look = Look(state, names, seat, say)
    parts: list[RenderableType] = [_table(look), _board(look)]
    parts += [_player(look, owner) for owner in range(len(state.players))]
    parts.append(Text("\n".join(filter(None, [say("terminal.signs"), reconstruction_note(state, say)])), style="dim"))
    return Group(*parts)


def _frame(title: str, rows: Sequence[tuple[str, Text]]) -> Panel:
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(style="dim", no_wrap=True, min_width=10)
    table.add_column()
    for heading, words in rows:
        table.add_row(heading, words)
    return Panel(table, title=Text(title, style="bold"), title_align="left", box=box.ROUNDED, expand=True)


def _table(look: Look) -> Panel:
    state, say = look.state, look.say
    rows = [(say("terminal.dice"), _dice(look))]
    piles = {say(f"pile.{name}.under"): count for name, count in pile_sizes(state).items()}
    supply = {say("terminal.cubes"): state.supply, say("terminal.tokens"): len(state.pool)}
    for heading, counts in (("piles", piles), ("supply", supply)):
        counted = (say("terminal.pile", pile=pile, count=count) for pile, count in counts.items())
        rows.append((say(f"terminal.{heading}"), Text("   ".join(counted))))
    bonus = [f"{one.name} +{state.bonus[n]}" for n, one in enumerate(state.board.districts) if state.bonus[n]]
    rows.append((say("terminal.bonus"), Text("  ".join(bonus) or say("terminal.none"))))
    if state.offered:
        shown = state.offered if look.opens(state.active) else (-1,) * len(state.offered)
        rows.append((say.plot(PLOTS.index("sailor")), Text(", ".join(say.good(good) for good in shown))))
    return _frame(" · ".join([say("burdigala"), *situation(state, say)]), rows)


def _dice(look: Look) -> Text:
    state, say = look.state, look.say
    if not any(state.dice):
        return Text(say("terminal.not_thrown"))
    words = say("terminal.both", first=state.dice[0], second=state.dice[1])
    if state.dice != state.thrown:
        words += f" ({say('terminal.fell', first=state.thrown[0], second=state.thrown[1])})"
    meaning = throw_meaning(state)
    return Text(f"{words}  {say(f'throw.{meaning}')}" if meaning else words, style="bold")


# The board


def _board(look: Look) -> Panel:
    """Who stands where, then each site with the squares beside its district."""
    state = look.state
    mark = f" {MARK}" if board_is_reconstructed(state.board) else ""
    table = Table(box=None, padding=(0, 2, 0, 0), show_header=False)
    for _ in range(_A_ROW):
        table.add_column(no_wrap=True)
    sites = [_site(look, place) for place in range(len(state.board.sites))]
    for first in range(0, len(sites), _A_ROW):
        table.add_row(*sites[first : first + _A_ROW])
    return Panel(
        Group(_squares(look), table),
        title=Text(look.say("terminal.board") + mark, style="bold"),
        title_align="left",
        box=box.ROUNDED,
    )


def _squares(look: Look) -> Text:
    """Every square by its number; with the letter of whoever stands there."""
    state = look.state
    marks = letters(look.names, len(state.players))
    found = []
    for square in state.board.squares:
        owner = state.occupant(square.number)
        words = f"{square.number}{'*' if square.port else ''}"
        if owner is None:
            found.append(Text(words, style="dim"))
        else:
            found.append(Text(f"{words}{seal_of(owner)}{marks[owner]}", style=f"bold {_STYLES[owner]}"))
    return Text("  ").join(found)


def _site(look: Look, place: int) -> Text:
    state = look.state
    site = state.board.sites[place]
    if state.complete[place]:
        tile = state.laid_tiles[place]
        mark = MARK if value_is_reconstructed(state.tiles, tile) else ""
        complete = look.say("terminal.complete", value=f"{state.tiles.of(tile).value}{mark}")
        return Text(f"{site.name:<5} {complete}", style="green")
    size, cubes = state.size(place), state.cubes[place]
    mark = MARK if size_is_reconstructed(state.tiles, size) else ""
    seen = seen_value(look, place)
    known = "" if seen is None else f" @{seen}"
    return Text(f"{site.name:<5} {'■' * cubes}{'·' * (size - cubes)} {size}{mark}{known}")


# A player


def _player(look: Look, owner: int) -> Panel:
    state, say = look.state, look.say
    player = state.players[owner]
    mark = letters(look.names, len(state.players))[owner]
    title = [f"{seal_of(owner)} {mark} {name_of(look.names, owner)}"]
    title += [say("terminal.you")] * (owner == look.seat) + [say("terminal.first")] * (owner == state.start)
    squares = [say("terminal.lifted") if square == NOWHERE else str(square) for square in player.meeples]

    def listed(things: Sequence[str]) -> Text:
        return Text(_listed(things) or say("terminal.none"))

    rows = [
        (say("terminal.has"), Text(say("points", count=player.points), style="bold")),
        (say("terminal.on"), Text(", ".join(squares) or say("terminal.nowhere"))),
        (say("caption.hand"), listed([say.plot(plot) for plot in visible_hand(look, owner)])),
        (say("caption.laid"), listed([say.plot(plot) for plot in player.laid])),
        (say("caption.goods"), listed([say.good(good) for good in visible_goods(look, owner)])),
        (say("caption.tokens"), listed(["?" if value < 0 else str(value) for value in visible_tokens(look, owner)])),
    ]
    return _frame(" · ".join(title), rows)


def _listed(things: Sequence[str]) -> str:
    """Things one after the other, like ones once with their number."""
    found = {thing: things.count(thing) for thing in things}
    return " · ".join(thing if count == 1 else f"{count} × {thing}" for thing, count in found.items())
