"""A position for a terminal of 80 columns: the table, then a frame for each player. Every colour is also a word.

`bruges-lab play` prints it, and `rich.print` does. It says what the SVG of position.py shows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from rich import box
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from ....rulebook.field_kinds import Row
from ....rulebook.fields import NOBODY, Field
from ....rulebook.seats import clean, seal_of
from ....rulebook.wording import FieldWords
from ..board import Board
from ..manifest import MANIFEST
from ..model import EMPTY, House, State, colour_of
from ..words import AREAS, COLOURS, NAMES, SECTIONS
from .facts import (
    advance_price,
    canals_are_reconstructed,
    name_of,
    person_name,
    reconstruction_note,
    section_claimed,
    sections_of,
    situation,
    track_is_reconstructed,
    visible_hand,
)
from .module_words import (
    FIELDS,
    docked,
    has_marker,
    improvement_name,
    improvements,
    market_is_reconstructed,
    market_words,
    next_words,
    ship_effect,
    ship_name,
    ships_are_reconstructed,
    store_words,
    used_by,
)
from .picture_words import Wording

_STYLES = ("bright_blue", "dark_orange3", "yellow", "red", "magenta")
_NAME_LENGTH = 24
_ROOM = 64
"""Columns beside the heading, in a frame of 80."""
_DRAWN_OF_TABLE = frozenset(
    ("round", "phase", "turn", "start", "final_round", "dice", "supply", "statues", "piles", "discard", "extra", "tops")
)
_DRAWN_OF_PLAYER = frozenset(
    ("points", "guilders", "majorities", "reputation", "canals", "statues", "houses", "as_houses", "people", "used", "hand")
)
"""Fields that have a place of their own here; all others have a row each."""
_OWN_WORDS = frozenset(("workers", "threats"))
"""Fields with a row that has a shorter heading here than elsewhere."""


def position_text(state: State, names: tuple[str, ...] = NAMES, seat: int | None = None, lang: str = "en") -> RenderableType:
    """The position for `rich`, in a language: print it with a Console, or let a Console write it to a string."""
    say = Wording(lang)
    parts: list[RenderableType] = [_table(state, names, say)]
    parts += [_player(state, owner, names, seat, say) for owner in range(len(state.players))]
    parts.append(Text("\n".join(filter(None, [say("terminal.signs"), reconstruction_note(state, say)])), style="dim"))
    return Group(*parts)


# Pieces of text


def _colour(colour: int, words: str) -> Text:
    return Text(words, style=_STYLES[colour])


def _by_colour(say: Wording, write: Callable[[int], str]) -> Text:
    """Something for each colour, with the colour's name before it."""
    return Text("  ").join(_colour(colour, f"{say.colour(colour)} {write(colour)}") for colour in range(len(COLOURS)))


def _rows(rows: Sequence[tuple[str, Text]]) -> Table:
    """A heading and what it stands for, line by line; long lines wrap beside the heading."""
    table = Table.grid(padding=(0, 2, 0, 0))
    table.add_column(style="dim", no_wrap=True, min_width=10)
    table.add_column()
    for heading, words in rows:
        table.add_row(heading, words)
    return table


def _frame(title: Text, rows: Sequence[tuple[str, Text]]) -> Panel:
    return Panel(_rows(rows), title=title, title_align="left", box=box.ROUNDED, expand=True)


def _mark(is_reconstructed: bool) -> str:
    return " ≈" if is_reconstructed else ""


def _short(name: str) -> str:
    return name if len(name) <= _NAME_LENGTH else name[: _NAME_LENGTH - 1] + "…"


# The table


def _table(state: State, names: Sequence[str], say: Wording) -> Panel:
    rules = state.rules

    def die(colour: int) -> str:
        face = state.dice[colour]
        return f"{face or '-'}{'!' if face in rules.threat_faces else ''}"

    dice = _by_colour(say, die)
    if any(face in rules.threat_faces for face in state.dice):
        dice.append(f"  (! {say('die.threat')})")
    return _frame(
        Text(" · ".join([say("bruges"), *situation(state, say)]), style="bold"),
        [
            (say("terminal.dice"), dice),
            ("", Text(advance_price(state, say))),
            (say("terminal.piles"), _piles(state, say)),
            (f"{say('terminal.track')}{_mark(track_is_reconstructed(state.board))}", _track(state)),
            (say("caption.statues"), Text(" ".join(map(str, state.statues)) or say("terminal.none_left"))),
            (
                say("terminal.threats"),
                Text(f"{say('terminal.left')} ") + _by_colour(say, lambda colour: str(state.supply[colour])),
            ),
            (say("terminal.damage"), _by_colour(say, say.damage)),
            *_modules(state, names, say),
            *_fields(state, NOBODY, names, say),
            (say("terminal.board"), Text(_board(state, say))),
        ],
    )


def _modules(state: State, names: Sequence[str], say: Wording) -> Iterator[tuple[str, Text]]:
    """Ships, market and supplies, where there are any."""
    heading = f"{say('terminal.harbour')}{_mark(ships_are_reconstructed(state))}"
    for colour in range(len(state.docks)):
        ship, left = docked(state, colour), state.ship_left[colour]
        lies = say("dock_none") if ship is None else f"{ship_name(ship, say)}: {ship_effect(ship, say)}"
        coming = next_words(state, colour, say) + (f" ×{left}" if left else "")
        yield ("" if colour else heading), _colour(colour, say.colour(colour)).append(f" {lies} [{coming}]", style="default")
    if state.market_pile:
        yield f"{say('terminal.market')}{_mark(market_is_reconstructed(state))}", Text(market_words(state, say))
        for action, found in improvements(state):
            seals = "".join(seal_of(seat) for seat in used_by(state, action))
            gone = "" if has_marker(state, action) else f" ({say('market_taken')} {seals})".replace(" )", ")")
            yield "", Text(f"{'●' if has_marker(state, action) else '○'} {improvement_name(found, say)}{gone}")
    stores = [f"{say.colour(colour)} {count}" for colour, count in enumerate(state.worker_pool)]
    if stores:
        yield say("terminal.stores"), _by_colour(say, lambda colour: str(state.worker_pool[colour]))
    yield from (("" if stores else say("terminal.stores"), Text(words)) for words in store_words(state, say).values())


def _board(state: State, say: Wording) -> str:
    title = state.board.title
    return say("own_board") if title == Board.load().title else _short(clean(title))


def _piles(state: State, say: Wording) -> Text:
    words = []
    for pile in (0, 1):
        top = state.top(pile)
        colour = None if top is None else colour_of(state.deck, top)
        back = Text() if colour is None else Text.assemble(" (", _colour(colour, say.colour(colour)), ")")
        words.append(Text.assemble(f"{pile + 1}: {state.left[pile]}", back))
    extra = say("terminal.pile", pile=say("extra.under"), count=len(state.extra))
    used = f" ({say('extra_used.under')})" if state.extra_used else ""
    discard = say("terminal.pile", pile=say("discard.under"), count=len(state.discard))
    return Text("   ").join([*words, Text(extra + used), Text(discard)])


def _track(state: State) -> Text:
    """The points of each step, with the seals of those who stand on it."""
    board = state.board
    steps = []
    for step in range(board.last_step + 1):
        seals = "".join(seal_of(one) for one, player in enumerate(state.players) if player.reputation == step)
        points = str(board.reputation_points(step, state.rules))
        steps.append(Text(points + seals, style="bold" if seals else ""))
    return Text("  ").join(steps)


# A player


def _player(state: State, owner: int, names: Sequence[str], seat: int | None, say: Wording) -> Panel:
    player = state.players[owner]
    title = [f"{seal_of(owner)} {_short(name_of(names, owner))}"]
    title += [say("terminal.you")] * (owner == seat) + [say("start_player")] * (owner == state.start)
    turned = [say(f"area.{area}") for area, is_turned in zip(AREAS, player.majorities, strict=True) if is_turned]
    wealth = Text(f"{say('points', count=player.points)}   {say('guilders', count=player.guilders)}", style="bold")
    wealth.append(f"   {say('terminal.majorities', areas=', '.join(turned) or say('none'))}", style="not bold")
    rows = [
        (say("terminal.has"), wealth),
        *_fields(state, owner, names, say),
        (f"{say('caption.canals')}{_mark(canals_are_reconstructed(sections_of(state, owner)))}", _canals(state, owner, say)),
        (say("caption.houses"), _listed([_house(state, one, say) for one in player.houses], say)),
        (say("caption.hand"), _listed([_card(state, card, say) for card in visible_hand(state, owner, seat)], say)),
    ]
    if player.statues:
        rows.insert(-2, (say("caption.statues"), Text(" ".join(map(str, player.statues)))))
    return _frame(Text(" · ".join(title), style="bold"), rows)


def _fields(state: State, owner: int, names: Sequence[str], say: Wording) -> Iterator[tuple[str, Text]]:
    """What the schema shows of a player or the table and no picture of its own is drawn for."""
    seat = None if owner == NOBODY else owner
    words = FieldWords(MANIFEST, state, tuple(names), say.lang)
    for field in MANIFEST.fields.shown(seat, state):
        if field.name in (_DRAWN_OF_TABLE | FIELDS if seat is None else _DRAWN_OF_PLAYER):
            continue
        label, held = words.row(field, owner)
        of_colours = isinstance(field.kind, Row) and field.kind.words is COLOURS
        if field.name in _OWN_WORDS:
            label = say(f"terminal.{field.name}")
        yield label, _goods(state, owner, field, say) if of_colours else Text(held)


def _goods(state: State, owner: int, field: Field, say: Wording) -> Text:
    """What there is of each colour; with the most that the ruleset allows."""
    row, (_, most) = field.value(state, owner), field.bounds(state)
    limit = f"/{most}" if callable(field.most) else ""
    return _by_colour(say, lambda colour: f"{row[colour]}{limit}")


def _listed(things: Sequence[Text], say: Wording) -> Text:
    """Things with dots between them, a new line where the next has no room: none is torn in two."""
    lines = [things[0].copy()] if things else [Text(say("none"))]
    for thing in things[1:]:
        if lines[-1].cell_len + thing.cell_len + 3 > _ROOM:
            lines.append(thing.copy())
        else:
            lines[-1].append(" · ").append_text(thing)
    return Text("\n").join(lines)


def _canals(state: State, owner: int, say: Wording) -> Text:
    """Both sections from the gate outward: the colour of each space with its price, or a wave once it is built."""
    player = state.players[owner]
    sections = sections_of(state, owner)
    lines = []
    for place, section in enumerate(sections):
        spaces = [
            _colour(space.colour, f"{say.colour(space.colour)} {'~' if i < player.canals[place] else space.price}")
            for i, space in enumerate(section)
        ]
        end = f"  {say('terminal.claimed')}" if section_claimed(player, place) else ""
        side = say("terminal.side", section=SECTIONS[place])
        lines.append(Text.assemble(f"{side:<6} ", Text("  ").join(spaces), end))
    return Text("\n").join(lines) if lines else Text(say("none"))


def _house(state: State, house: House, say: Wording) -> Text:
    colour = colour_of(state.deck, house.card)
    words = say("terminal.unknown") if colour is None else say.colour(colour)
    if house.person == EMPTY:
        inside = say("empty")
    else:
        points = [say("pts", count=state.deck.points[house.person] if house.person >= 0 else "?")]
        inside = ", ".join([person_name(state.deck, house.person, say), *points, *[say("used")] * house.used])
    return Text(words, style="" if colour is None else _STYLES[colour]).append(f" ({inside})", style="default")


def _card(state: State, card: int, say: Wording) -> Text:
    colour = colour_of(state.deck, card)
    name = say.colour(colour) if colour is not None else say("terminal.unknown")
    price = say("terminal.costs", price=state.deck.price[card]) if card >= 0 else ""
    words = f"{person_name(state.deck, card, say)} ({name}, {price})" if card >= 0 else f"[{name}]"
    return Text(words, style="" if colour is None else _STYLES[colour])
