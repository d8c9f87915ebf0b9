"""What is at each target of the picture, so that two positions can be compared and what has changed be marked.

A number is told as a difference (+2); a word only says that something else is there. What the seat that looks may not know is
masked.
"""

from __future__ import annotations

from ....show.picture import Values
from ..model import State
from ..words import NAMES, PLOTS
from .facts import Look, seen_value, visible_goods, visible_hand, visible_tokens
from .picture_words import Wording
from .player_pieces import player_items
from .table_pieces import pile_sizes


def values(state: State, seat: int | None) -> Values:
    """Every target with what is there."""
    look = Look(state, NAMES, seat, Wording())
    found: dict[str, int | str] = {}
    standing = {square: owner for owner, player in enumerate(state.players) for square in player.meeples}
    found |= {f"meeple:{square}": f"{owner}{' moved' if square == state.moved else ''}" for square, owner in standing.items()}
    for place, site in enumerate(state.board.sites):
        seen = seen_value(look, place)
        there = "complete" if state.complete[place] else f"seen {seen}" if seen is not None else ""
        found[f"site:{site.name.lower()}"] = there or state.cubes[place]
    found |= {f"bonus:{district.name.lower()}": str(state.bonus[place]) for place, district in enumerate(state.board.districts)}
    found |= {f"die:{place + 1}": f"{state.thrown[place]} {state.dice[place]}" for place in range(2)}
    found |= {f"pile:{name}": count for name, count in pile_sizes(state).items()}
    found |= {"supply": state.supply, "pool": len(state.pool), "start": str(state.start)}
    for owner in range(len(state.players)):
        _of_player(found, look, owner)
    return found


def _of_player(found: dict[str, int | str], look: Look, owner: int) -> None:
    player = look.state.players[owner]
    found[f"points:{owner}"] = player.points
    rows = {"hand": visible_hand(look, owner), "goods": visible_goods(look, owner), "tokens": visible_tokens(look, owner)}
    found |= {f"{kind}:{owner}": len(row) for kind, row in rows.items()}
    found[f"laid:{owner}"] = len(player.laid)
    found |= {f"laid:{owner}:{PLOTS[plot]}": "laid" for plot in player.laid}
    for kind, items in player_items(look, owner).items():
        if kind in rows:
            targets = [item.target for item in items]
            found |= {target: targets.count(target) for target in targets if "#" not in target}
