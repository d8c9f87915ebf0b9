"""A position in pieces for a live view: a frame with the ground of the map and named places, and what stands in each.

The map is one drawing that grows with its room; what lies beside it and before each player are pieces of their own, which a style
sheet lays out. What a seat may not know is drawn as backs, and is in no attribute either.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from ....show.live import button, caption, place, row, told, words
from ....show.picture import Parts
from ....show.svg import Svg, number, tag
from ..board import Board
from ..model import State
from ..words import NAMES
from .facts import Look, board_title, name_of, reconstruction_note
from .geography import shown_part
from .items import Item, live_item
from .map_ground import ground
from .map_pieces import map_pieces
from .picture_words import Wording
from .player_pieces import HEAD, SHELF, counts, player_items, summary_items
from .table_pieces import PARTS, table_items

_WIDTH = 640
"""How wide the map is where nobody says."""
_COUNTED = {
    "hand": "burdigala.plot.limit",
    "laid": "burdigala.plot.permanent",
    "goods": "burdigala.merch.hidden",
    "tokens": "burdigala.final.corruption",
}


def position_parts(state: State, names: tuple[str, ...] = NAMES, seat: int | None = None, lang: str = "en") -> Parts:
    """The position in pieces for a live view, which lays them out for the room it has and replaces only what has changed."""
    look = Look(state, names, seat, Wording(lang))
    seats = range(len(state.players))
    parts: dict[str, Svg] = dict(map_pieces(look))
    parts |= {name: _row(items) for name, items in table_items(look).items()}
    for owner in seats:
        parts |= {f"seat{owner}.{name}": part for name, part in _player_parts(look, owner).items()}
    parts["foot"] = _foot(look)
    frame = _frame(state.board, seat, tuple(name_of(names, owner) for owner in seats), lang)
    return Parts(frame, {name: str(part) for name, part in parts.items()})


def _row(items: Sequence[Item]) -> Svg:
    return row(*(live_item(item) for item in items))


def _player_parts(look: Look, owner: int) -> dict[str, Svg]:
    say, name = look.say, name_of(look.names, owner)
    counted = counts(look, owner)
    found = {
        "summary": Svg(
            "".join(live_item(item) for item in summary_items(look, owner))
            + button("unfold", owner, say("open"), "▸", say("open_player", name=name))
        )
    }
    for kind, items in player_items(look, owner).items():
        drawn = _row(items)
        if kind in _COUNTED:
            said = f"{say(f'caption.{kind}')} · {counted[kind][0]}"
            drawn = Svg(told(f"{kind}:{owner}", counted[kind][1], caption(said), rule=_COUNTED[kind]) + drawn)
        found[kind] = drawn
    return found


@lru_cache(64)
def _frame(board: Board, seat: int | None, names: tuple[str, ...], lang: str) -> str:
    """A group, not an image, so that a screen reader finds what can be pressed in it. It changes with the view only."""
    say = Wording(lang)
    beside = tag("div", *(place(name, f"bl-part bl-{name}") for name in PARTS), class_="bl-beside")
    players = [_player(owner, name, owner == seat, say) for owner, name in enumerate(names)]
    inside = [
        tag("div", _map(board, say), beside, class_="bl-tabletop bl-chart", style=f"--rows:{len(names)}"),
        tag("div", *players, class_="bl-players"),
        place("foot", "bl-foot"),
    ]
    return tag("div", *inside, class_="bl-pieces", role="group", aria_label=say("table"))


def _map(board: Board, say: Wording) -> Svg:
    """The ground, and places for what stands on it: ways under the sites, squares with their characters over all."""
    box = shown_part(board)
    names = ["ways", *(f"site{n}" for n in range(len(board.sites)))]
    names += [f"bonus{n}" for n, district in enumerate(board.districts) if district.bonus_at is not None]
    names += [f"square{n}" for n in board.numbers]
    return tag(
        "svg",
        ground(board),
        *(place(name, "", "g") for name in names),
        class_="bl-map",
        style="overflow:hidden",  # rivers flow on beyond it, on paper too
        width=_WIDTH,
        height=_WIDTH * box.height / box.width,
        viewBox=" ".join(map(number, box)),
        role="group",
        aria_label=say("map"),
    )


def _player(owner: int, name: str, own: bool, say: Wording) -> Svg:
    lines = [tag("div", *(place(f"seat{owner}.{part}", "bl-part") for part in line), class_="bl-strip") for line in (HEAD, SHELF)]
    fold = button("fold", owner, say("close"), "▾", say("close_player", name=name))
    return tag(
        "section",
        place(f"seat{owner}.summary", "bl-summary"),
        tag("div", *lines, fold, class_="bl-full"),
        class_="bl-player bl-own" if own else "bl-player",
        data_seat=owner,
        aria_label=name,
    )


def _foot(look: Look) -> Svg:
    """What is reconstructed, and which board this is."""
    said = [reconstruction_note(look.state, look.say), board_title(look)]
    return Svg("".join(words(one) for one in said if one))
