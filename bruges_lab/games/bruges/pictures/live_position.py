"""A position in pieces for a live view: a frame with named places, and what stands in each.

The table and each player are pieces of their own (table_pieces.py, player_pieces.py); a style sheet lays them out for the
room there is. What a seat may not know is drawn as backs, and is in no attribute either.
"""

from __future__ import annotations

from functools import lru_cache

from ....show.live import button, place, words
from ....show.picture import Parts
from ....show.svg import Svg, tag
from ..model import State
from ..words import NAMES
from .facts import Look, board_title, name_of, reconstruction_note
from .module_pieces import module_pieces
from .module_words import STORES, modules_laid
from .picture_words import Wording
from .player_pieces import GOODS, HEAD, SHELF, player_pieces
from .table_pieces import TABLE, table_pieces

_LAID = {"houses": "bl-column", "hand": "bl-column", "canals": "bl-bare"}
"""Parts of a player whose caption stands above them, and that which can do without one."""


def position_parts(state: State, names: tuple[str, ...] = NAMES, seat: int | None = None, lang: str = "en") -> Parts:
    """The position in pieces for a live view, which lays them out for the room it has and replaces only what has changed."""
    look = Look(state, names, seat, Wording(lang))
    seats = range(len(state.players))
    parts: dict[str, Svg] = {**table_pieces(look), **module_pieces(look)}
    for owner in seats:
        parts |= {f"seat{owner}.{name}": part for name, part in player_pieces(look, owner).items()}
    parts["foot"] = _foot(look)
    frame = _frame(seat, tuple(name_of(names, owner) for owner in seats), lang, modules_laid(state))
    return Parts(frame, {name: str(part) for name, part in parts.items()})


@lru_cache(64)
def _frame(seat: int | None, names: tuple[str, ...], lang: str, modules: tuple[str, ...]) -> str:
    """A group, not an image, so that a screen reader finds what can be pressed in it. It changes with the view only."""
    say = Wording(lang)
    supplies = [*TABLE[-1], *(name for name in modules if name == STORES)]
    table = [
        tag("div", *(place(name, f"bl-part bl-{name}") for name in some), class_="bl-stack") for some in (*TABLE[:-1], supplies)
    ]
    laid = [place(name, "bl-part bl-laid") for name in modules if name != STORES]
    players = [_player(owner, name, owner == seat, say) for owner, name in enumerate(names)]
    tables = [tag("div", *table, class_="bl-tabletop"), *([tag("div", *laid, class_="bl-tabletop")] if laid else [])]
    inside = [*tables, tag("div", *players, class_="bl-players"), place("foot", "bl-foot")]
    return tag("div", *inside, class_="bl-pieces", role="group", aria_label=say("table"))


def _player(owner: int, name: str, own: bool, say: Wording) -> Svg:
    lines = [
        tag("div", *(place(f"seat{owner}.{part}", f"bl-part {_LAID.get(part, '')}".rstrip()) for part in line), class_="bl-strip")
        for line in (HEAD, GOODS, SHELF)
    ]
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
