"""What a seat must reckon with where something hidden comes to light: tokens drawn, tiles turned over, cards off a pile.

A tree that knows no more than its seat branches here. Each world is a position that the seat cannot tell from the one it is in;
only what has come to light is another, and has changed places with what lay elsewhere unseen.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction

from ...kernel import Option
from ...kernel.engine import advance, choose
from .model import State

World = tuple[State, Fraction]
Place = tuple[str, int]
"""A field of a player, by seat."""
Turn = Callable[[State], list[World]]
"""Makes of one position those that it may be, with odds."""


def drawn_tokens(s: State, seat: int) -> list[tuple[Option, Fraction, State]]:
    """A token from the pool: those that the seat has put there, and any that it has not seen."""
    places = [("tokens", other) for other in range(len(s.players)) if other != seat]
    places += [("sealed", other) for other in range(len(s.players))]
    elsewhere = [(field, other) for field, other in places if getattr(s.players[other], field)]
    found = []
    for value, odds in _odds(s.pool, s.players[seat].pool_seen, [_row(s, place) for place in elsewhere]):
        world = s.copy()
        if value not in s.pool:
            place = next(place for place in elsewhere if value in _row(s, place))
            spare = next(iter((Counter(s.pool) - Counter(s.players[seat].pool_seen)).elements()))
            world.pool = _with(world.pool, spare, value)
            _put(world, place, _with(_row(s, place), value, spare))
        found.append((("token", value), odds, world))
    return found


def come_to_light(s: State, option: Option, seat: int) -> list[World] | None:
    """The positions that a choice of the seat may have been made in, by what it turns up; None if it turns up nothing."""
    after = s.copy()
    choose(after, option)
    advance(after)
    turns = [*_turned_tiles(s, after, seat)]
    if _got(s, after, seat, "goods") and after.goods_left < s.goods_left:
        turns.append(lambda world: _top_goods(world, seat))
    if _got(s, after, seat, "hand") and after.plot_left < s.plot_left:
        turns.append(lambda world: _top_plots(world, seat))
    worlds: list[World] = [(s, Fraction(1))]
    for turn in turns:
        worlds = [(further, odds * more) for world, odds in worlds for further, more in turn(world)]
    return worlds if turns else None


def _got(s: State, after: State, seat: int, field: str) -> bool:
    return len(getattr(after.players[seat], field)) > len(getattr(s.players[seat], field))


def _turned_tiles(s: State, after: State, seat: int) -> Iterator[Turn]:
    """Tiles of buildings that are complete now, and that the seat had not looked at."""
    for site, is_complete in enumerate(after.complete):
        if is_complete and not s.complete[site] and site not in s.players[seat].yards_seen:
            yield lambda world, site=site: _tiles(world, seat, site)  # type: ignore[misc]


def _tiles(s: State, seat: int, site: int) -> list[World]:
    """Any tile of the size that the seat has not seen, each as likely as any other."""
    seen, here = s.players[seat].yards_seen, s.laid_tiles[site]
    unseen = [other for other, done in enumerate(s.complete) if not done and other not in seen]
    size = s.tiles.size(here)
    found = []
    for tile in (*(s.laid_tiles[other] for other in unseen), *s.spare):
        if s.tiles.size(tile) == size:
            world = s.copy()
            changed = {here: tile, tile: here}
            world.laid_tiles = tuple(changed.get(one, one) for one in s.laid_tiles)
            world.spare = tuple(changed.get(one, one) for one in s.spare)
            found.append(world)
    return [(world, Fraction(1, len(found))) for world in found]


def _top_goods(s: State, seat: int) -> list[World]:
    """The card on top of the merchandise pile: one that the seat knows to be in it, or any that it has not seen."""
    own = s.players[seat]
    hidden = {}
    for other, player in enumerate(s.players):
        if other != seat:
            hidden["goods", other] = tuple((Counter(player.goods) - Counter(own.goods_seen[other])).elements())
    return _top(s, "goods_pile", s.goods_left, own.pile_seen, hidden)


def _top_plots(s: State, seat: int) -> list[World]:
    """The plot card on top: any that the seat has not seen. What was in a hand when the pile was shuffled is not in the pile."""
    places = [("hand", other) for other in range(len(s.players)) if other != seat]
    return _top(s, "plot_pile", s.plot_left, (), {place: _row(s, place) for place in places})


def _top(s: State, pile: str, left: int, known: tuple[int, ...], hidden: Mapping[Place, tuple[int, ...]]) -> list[World]:
    row: tuple[int, ...] = getattr(s, pile)
    lying, found = row[:left], []
    for kind, odds in _odds(lying, known, [*hidden.values()]):
        world, order = s.copy(), [*row]
        if kind in lying:
            at = lying.index(kind)
        else:
            spare = next(iter((Counter(lying) - Counter(known)).elements()))
            place = next(place for place, things in hidden.items() if kind in things)
            at = lying.index(spare)
            order[at] = kind
            _put(world, place, _with(_row(s, place), kind, spare))
        order[at], order[left - 1] = order[left - 1], order[at]
        setattr(world, pile, tuple(order))
        found.append((world, odds))
    return found


# One of several things that lie in a pile or pool, by what is known of it


def _odds(pile: tuple[int, ...], known: tuple[int, ...], elsewhere: list[tuple[int, ...]]) -> list[tuple[int, Fraction]]:
    """What is drawn: of a pile of n the known ones are each 1/n, the rest is any of what is unseen, there or elsewhere."""
    certain = Counter(known)
    unseen = Counter(pile) - certain
    for row in elsewhere:
        unseen += Counter(row)
    places, rest, count = len(pile), len(pile) - len(known), unseen.total()
    found = []
    for kind in sorted({*certain, *unseen}):
        odds = Fraction(certain[kind], places) + (Fraction(rest * unseen[kind], places * count) if rest else 0)
        if odds:
            found.append((kind, odds))
    return found


def _row(s: State, place: Place) -> tuple[int, ...]:
    """What lies hidden there; of a hand only what came into it since the plot cards were shuffled."""
    field, owner = place
    player = s.players[owner]
    row: tuple[int, ...] = getattr(player, field)
    return row[player.held :] if field == "hand" else row


def _put(s: State, place: Place, row: tuple[int, ...]) -> None:
    field, owner = place
    player = s.players[owner]
    setattr(player, field, player.hand[: player.held] + row if field == "hand" else row)


def _with(row: tuple[int, ...], old: int, new: int) -> tuple[int, ...]:
    """The row with one thing in place of another."""
    at = row.index(old)
    return (*row[:at], new, *row[at + 1 :])
