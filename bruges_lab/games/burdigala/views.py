"""Who may know what: the position as one seat sees it, and a full position that this seat cannot tell from the real one.

Open to all: sizes, bonus tokens, characters, scores, laid, discarded and removed plot cards, and how many cards and tokens lie
where. Hidden: completed sides (burdigala.setup.tiles.hidden) but for whoever has looked, piles and pool, other hands, other
players' goods and tokens, and what tokens their owner has not looked at. Who has seen an opponent's goods goes on knowing them
until they may have changed (B-078); when the discards are shuffled everybody knows what the pile is made of.
Once the final scoring has begun goods and tokens are open.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from ...kernel import Stream
from .model import UNKNOWN, Player, State

KNOWLEDGE = frozenset({"goods_seen", "pile_seen", "pool_seen"})
"""Fields in which a player keeps what only this player knows."""


def mask(s: State, seat: int) -> State:
    """The position as a seat may know it: unknown cards and tokens are UNKNOWN, unknown tiles their size below zero."""
    view = s.copy()
    for other, player in enumerate(view.players):
        if not s.ended:
            player.sealed = _backs(player.sealed)
        if other != seat:
            _mask_player(s, player, s.players[seat].goods_seen[other])
    seen = s.players[seat].yards_seen
    view.laid_tiles = tuple(
        tile if s.complete[site] or site in seen else -s.tiles.size(tile) for site, tile in enumerate(s.laid_tiles)
    )
    view.spare = tuple(sorted(-s.tiles.size(tile) for tile in s.spare))
    view.pool = _backs(s.pool)
    view.goods_pile = _backs(s.goods_pile[: s.goods_left])
    view.plot_pile = _backs(s.plot_pile[: s.plot_left])
    view.plots_held = tuple(sorted(plot for player in s.players for plot in player.hand[: player.held]))
    if s.active != seat:
        view.offered = _backs(s.offered)
    return view


def _mask_player(s: State, player: Player, known: tuple[int, ...]) -> None:
    player.hand = _backs(player.hand)
    player.goods_seen, player.pile_seen, player.pool_seen = ((),) * len(s.players), (), ()
    if not s.ended:
        player.tokens = _backs(player.tokens)
        player.goods = known + _backs(player.goods[len(known) :])


def _backs(cards: tuple[int, ...]) -> tuple[int, ...]:
    return (UNKNOWN,) * len(cards)


def resample(view: State, seat: int, stream: Stream) -> State:
    """Deal anew what a seat cannot see, among what it cannot rule out by what lies open."""
    s = view.copy()
    players, own = s.players, view.players[seat]
    goods = _Pool(s.stock.goods, stream, (s.offered, own.pile_seen, *(player.goods for player in players)))
    plots = _Pool(
        s.stock.plots,
        stream,
        (
            *(s.plot_discard, s.plot_removed, s.plots_held, own.hand[own.held :]),
            *(player.laid for player in players),
        ),
    )
    held = _Pool(s.plots_held, stream, (own.hand[: own.held],))
    tokens = _Pool(
        s.stock.tokens, stream, (own.pool_seen, *(player.tokens for player in players), *(player.sealed for player in players))
    )
    for player in players:
        player.goods = goods.fill(player.goods)
        player.hand = held.fill(player.hand[: player.held]) + plots.fill(player.hand[player.held :])
        player.tokens, player.sealed = tokens.fill(player.tokens), tokens.fill(player.sealed)
    offered = 0 if s.active == seat else len(s.offered)  # of what another has taken up one may know some
    unseen = stream.shuffled(own.pile_seen + goods.fill(_backs((*s.offered[:offered], *s.goods_pile))[len(own.pile_seen) :]))
    s.offered = (*unseen[:offered], *s.offered[offered:])
    s.goods_pile = tuple(unseen[offered:])
    s.plot_pile, s.plots_held = plots.fill(s.plot_pile), ()
    s.pool = own.pool_seen + tokens.fill(s.pool[len(own.pool_seen) :])
    _lay_tiles_anew(s, stream)
    return s


class _Pool:
    """The cards or tokens of one sort that lie nowhere to be seen, in random order."""

    def __init__(self, all_of_them: Iterable[int], stream: Stream, seen: Iterable[tuple[int, ...]]) -> None:
        known = Counter(item for row in seen for item in row if item != UNKNOWN)
        self.hidden = stream.shuffled(sorted((Counter(all_of_them) - known).elements()))

    def fill(self, row: tuple[int, ...]) -> tuple[int, ...]:
        """The same row without gaps."""
        return tuple(self.hidden.pop() if item == UNKNOWN else item for item in row)


def _lay_tiles_anew(s: State, stream: Stream) -> None:
    """Tiles that nobody has turned over, each where its size fits."""
    seen = set(s.laid_tiles)
    hidden: dict[int, list[int]] = {}
    for tile in stream.shuffled([tile for tile in range(len(s.tiles.tiles)) if tile not in seen]):
        hidden.setdefault(-s.tiles.size(tile), []).append(tile)
    s.laid_tiles = tuple(tile if tile >= 0 else hidden[tile].pop() for tile in s.laid_tiles)
    s.spare = tuple(hidden[tile].pop() for tile in s.spare)
