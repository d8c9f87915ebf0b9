"""What a picture of a position says: whose view it is, names, what a seat may see of cards and tokens, what is reconstructed.

Used by the drawings and the terminal, so that all say the same and hide the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from ....rulebook.seats import clean
from ..board import Board
from ..model import NOWHERE, UNKNOWN, State
from ..tiles import Tiles
from ..words import NAMES
from .picture_words import Wording

MARK = "≈"
"""What is reconstructed."""
RECONSTRUCTED = "reconstructed"


class Look(NamedTuple):
    """A position as somebody looks at it: the names, the seat that looks (None: all hands open), and the words."""

    state: State
    names: Sequence[str]
    seat: int | None
    say: Wording

    def opens(self, owner: int) -> bool:
        """Whether what lies face down before a player is open to whoever looks."""
        return self.seat in (None, owner)


# Players


def name_of(names: Sequence[str], seat: int) -> str:
    """The name a seat goes by; the usual one if none was given."""
    given = clean(names[seat]) if seat < len(names) else ""
    return given or NAMES[seat]


def letters(names: Sequence[str], players: int) -> tuple[str, ...]:
    """A letter a player, for those who cannot tell colours: the initials, or numbers where two are the same."""
    initials = tuple(name_of(names, seat)[0].upper() for seat in range(players))
    return initials if len(set(initials)) == players else tuple(str(seat + 1) for seat in range(players))


def squares_of(state: State, owner: int) -> list[int]:
    """Where the characters of a player stand."""
    return [square for square in state.players[owner].meeples if square != NOWHERE]


# What a seat may see


def visible_hand(look: Look, owner: int) -> tuple[int, ...]:
    """Plot cards in hand, backs as UNKNOWN."""
    hand = look.state.players[owner].hand
    return hand if look.opens(owner) else (UNKNOWN,) * len(hand)


def visible_goods(look: Look, owner: int) -> tuple[int, ...]:
    """Merchandise: one's own; of others what was seen and cannot have changed (B-078), and backs; all of it at the end."""
    goods = look.state.players[owner].goods
    if look.opens(owner) or look.state.ended or look.seat is None:
        return goods
    seen = look.state.players[look.seat].goods_seen[owner]
    return (*seen, *(UNKNOWN,) * (len(goods) - len(seen)))


def visible_tokens(look: Look, owner: int) -> tuple[int, ...]:
    """Corruption tokens; those that even the owner has not looked at are backs till the end (B-028)."""
    player = look.state.players[owner]
    if look.state.ended:
        return (*player.tokens, *player.sealed)
    hidden = (UNKNOWN,) * len(player.sealed)
    return (*player.tokens, *hidden) if look.opens(owner) else (*(UNKNOWN,) * len(player.tokens), *hidden)


def seen_value(look: Look, site: int) -> int | None:
    """What an incomplete building will be worth, if whoever looks has seen its other side (burdigala.card.indiscretion)."""
    state = look.state
    watchers = range(len(state.players)) if look.seat is None else (look.seat,)
    if not any(site in state.players[seat].yards_seen for seat in watchers) or state.laid_tiles[site] < 0:
        return None
    return state.tiles.of(state.laid_tiles[site]).value


def watchers_of(state: State, site: int) -> list[int]:
    """Who has looked under a site, which everybody saw."""
    return [seat for seat, player in enumerate(state.players) if site in player.yards_seen]


# What is reconstructed


@lru_cache(16)
def board_is_reconstructed(board: Board) -> bool:
    """Whether any of the map is."""
    return any(RECONSTRUCTED in thing.witness.values() for row in (board.squares, board.lines, board.districts) for thing in row)


def size_is_reconstructed(tiles: Tiles, size: int) -> bool:
    """Whether the size of any tile of that size is; which tile it is may not be known."""
    return any(tile.size == size and tile.witness["size"] == RECONSTRUCTED for tile in tiles.tiles)


def value_is_reconstructed(tiles: Tiles, tile: int) -> bool:
    """Whether what a tile is worth is."""
    return tiles.of(tile).witness["value"] == RECONSTRUCTED


def reconstruction_note(state: State, say: Wording) -> str:
    """The sentence that every picture carries if it shows something that no document gives; else nothing."""
    of_board = board_is_reconstructed(state.board)
    of_tiles = any(RECONSTRUCTED in (tile.witness["size"], tile.witness["value"]) for tile in state.tiles.tiles)
    if not of_board and not of_tiles:
        return ""
    return say("reconstructed", what="both" if of_board and of_tiles else "board" if of_board else "tiles")


def board_title(look: Look) -> str:
    """Which board this is."""
    title = look.state.board.title
    return look.say("board", title=look.say("own_board") if title == Board.load().title else clean(title))


# Where the game stands


def situation(state: State, say: Wording) -> list[str]:
    """The turn, and what its throw brings."""
    if not state.turn:
        return [say("setup")]
    found = [say("turn", turn=state.turn)]
    if state.ended:
        return [*found, say("ended")]
    if state.extra_turn:
        found.append(say("extra_turn"))
    if meaning := throw_meaning(state):
        found.append(say(f"throw.{meaning}"))
    return found


def throw_meaning(state: State) -> str:
    """What the dice mean: a double, a seven, or nothing besides steps."""
    if not any(state.dice):
        return ""
    return "double" if state.is_double else "seven" if state.is_seven else ""


# The whole position, for those who cannot see it


def describe(look: Look) -> str:
    """The position in sentences: the text alternative of the picture."""
    state, say = look.state, look.say
    open_sites = [
        say("told.site", site=site.name, cubes=state.cubes[n], size=state.size(n))
        for n, site in enumerate(state.board.sites)
        if not state.complete[n]
    ]
    done = [
        say("told.building", site=site.name, value=state.tiles.of(state.laid_tiles[n]).value)
        for n, site in enumerate(state.board.sites)
        if state.complete[n]
    ]
    none = say("none")
    sentences = [
        ", ".join(situation(state, say)),
        say("told.dice", dice=" + ".join(map(str, state.dice)) if any(state.dice) else none),
        say("told.sites", list=", ".join(open_sites) or none),
        say("told.buildings", list=", ".join(done) or none),
        say("told.supply", cubes=state.supply, goods=state.goods_left, plots=state.plot_left, tokens=len(state.pool)),
        *(_describe_player(look, owner) for owner in range(len(state.players))),
    ]
    if note := reconstruction_note(state, say):
        sentences.append(note)
    return ". ".join(sentences) + "."


def _describe_player(look: Look, owner: int) -> str:
    say, player = look.say, look.state.players[owner]
    none = say("none")
    things = [
        say("points", count=player.points),
        say("told.squares", list=", ".join(map(str, squares_of(look.state, owner))) or none),
        say("told.hand", list=", ".join(say.plot(plot) for plot in visible_hand(look, owner)) or none),
        say("told.laid", list=", ".join(say.plot(plot) for plot in player.laid) or none),
        say("told.goods", list=", ".join(say.good(good) for good in visible_goods(look, owner)) or none),
        say("told.tokens", list=", ".join("?" if one < 0 else str(one) for one in visible_tokens(look, owner)) or none),
    ]
    return say("told.player", name=name_of(look.names, owner), things="; ".join(things))
