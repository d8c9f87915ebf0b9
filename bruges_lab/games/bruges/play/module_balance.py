"""What a ship, an improvement or a market card is worth: paired games with it and with a blank one, as for people (balance.py).

A ship: whoever is the first to act from round 3 on and could use it gets its worker and uses it at once, and it leaves; the blank
one takes the worker and does nothing. An improvement: the start player of round 3 alone may have it in this round, once, for no
other action; with the blank one nobody has any. A market card: all its improvements at once, each once, in the same way.
Until then both games of a pair are one; they have the same deal and dice to the end. Everybody plays by a policy.
"""

from __future__ import annotations

from collections.abc import Sequence

from ....analysis.policies import Policy, policy
from ....kernel import LabError, Pending, Seeded, Stream, choose
from ....kernel.playing import Playing
from ..board import Board
from ..deck import Deck
from ..kit import BrugesKit
from ..market_cards import ACTIONS, MarketCards
from ..model import EMPTY, State
from ..rules.scoring import score_sheet, winners
from ..rules.setup import set_up
from ..rules.ships import possible
from ..ruleset import Ruleset
from ..ship_tiles import ShipTiles
from .balance import MIDDLE, Pair, Weighing, weighed

_KIT = BrugesKit()
SHIP_RULES = Ruleset().changed(ships=True, ship_stays=False)
MARKET_RULES = Ruleset().changed(market=True, market_share="everyone")
"""Markers stay, so that `market_used` says who may still have which improvement."""
MOST_TRIES = 5
"""Games for a pair with a ship."""
GROUPS = ("ships", "improvements", "market cards")
"""What is weighed among its like."""


def pieces(group: str) -> list[str]:
    """Everything of a group by its name: kinds of ships, improvements, cards."""
    found: dict[str, Sequence[str]] = {
        "ships": list(dict.fromkeys(ship.kind for ship in ShipTiles.load().ships)),
        "improvements": list(MarketCards.load().kinds),
        "market cards": list(MarketCards.load().by_id),
    }
    return [*found[group]]


def weigh_ship(
    kind: str, games: int = 200, *, by: str | Policy = "greedy", seed: int = 0, tiles: ShipTiles | None = None
) -> Weighing:
    """Pairs of two-player games with a kind of ship and with a blank one, in all colours in turn."""
    tiles = ShipTiles.load() if tiles is None else tiles
    ships = [ship.number for ship in tiles.ships if ship.kind == kind]
    if not ships:
        raise LabError(f"there is no kind of ship {kind!r}")
    plain = ShipTiles(ship._replace(effect=()) if ship.kind == kind else ship for ship in tiles.ships)
    plays, pairs = policy(by, _KIT.manifest), list[Pair]()
    for number in range(seed, seed + MOST_TRIES * games):  # a game in which nobody could ever use it is no pair
        pair = _ship_pair(ships[number % len(ships)], tiles, plain, plays, number)
        pairs += [] if pair is None else [pair]
        if len(pairs) == games:
            return weighed(kind, pairs)
    raise LabError(f"hardly anybody can ever use a ship of the kind {kind!r}")


def weigh_improvement(
    improvement: str, games: int = 200, *, by: str | Policy = "greedy", seed: int = 0, cards: MarketCards | None = None
) -> Weighing:
    """Pairs of two-player games with an improvement for one player in one round, and without."""
    cards = MarketCards.load() if cards is None else cards
    if improvement not in cards.kinds:
        raise LabError(f"there is no improvement {improvement!r}")
    kind = cards.kinds[improvement]
    action = ACTIONS.index(kind.action)
    showing = [card.number for card in cards.cards if card.improvements[action] == kind.kind]
    return _weigh_market(improvement, showing, (action,), cards, games, by, seed)


def weigh_market_card(
    card: str, games: int = 200, *, by: str | Policy = "greedy", seed: int = 0, cards: MarketCards | None = None
) -> Weighing:
    """Pairs of two-player games with all improvements of a market card for one player in one round, and without."""
    cards = MarketCards.load() if cards is None else cards
    if card not in cards.by_id:
        raise LabError(f"there is no market card {card!r}")
    return _weigh_market(card, [cards[card].number], tuple(range(len(ACTIONS))), cards, games, by, seed)


def _weigh_market(
    name: str, showing: Sequence[int], actions: Sequence[int], cards: MarketCards, games: int, by: str | Policy, seed: int
) -> Weighing:
    plays = policy(by, _KIT.manifest)
    numbers = range(seed, seed + games)
    return weighed(name, [_market_pair(showing[n % len(showing)], actions, cards, plays, n) for n in numbers])


WEIGH = {"ships": weigh_ship, "improvements": weigh_improvement, "market cards": weigh_market_card}
"""By group; a size after the name."""


# A pair


def _ship_pair(ship: int, tiles: ShipTiles, plain: ShipTiles, plays: Policy, seed: int) -> Pair | None:
    """One deal played twice; None if from round 3 on nobody could use the ship."""
    source = Seeded(seed)
    state = set_up(2, SHIP_RULES, Deck.load(), Board.load(), source.stream("set-up", 2), ship_tiles=tiles)
    state.log = None
    before = Playing(_KIT, state, [plays, plays], source, Stream(seed, "balance"))
    colour = tiles.colour[ship]

    def is_the_moment(s: State, pending: Pending) -> bool:
        if pending.kind != "turn.act" or s.round < MIDDLE:
            return False
        paid = s.copy()
        _give_worker(paid, pending.player, colour)
        return possible(paid, pending.player, ship)

    pending = before.on(until=is_the_moment)
    if pending is None:
        return None
    seat = pending.player
    _give_worker(state, seat, colour)
    dock(state, ship)
    state.push("ship.choose", seat)
    results = []
    for used in (tiles, plain):
        twin = state.copy()
        twin.ship_tiles = used
        choose(twin, ("ship", colour))
        results.append(_finish(twin, seat, plays, source, seed, before.throws))
    return results


def _give_worker(state: State, seat: int, colour: int) -> None:
    row = state.players[seat].workers
    state.players[seat].workers = (*row[:colour], row[colour] + 1, *row[colour + 1 :])  # type: ignore[assignment]


def dock(state: State, ship: int) -> None:
    """Lay a ship in its dock, wherever it was; one that lies there is gone."""
    colour = state.ship_tiles.colour[ship]
    if (there := state.docks[colour]) == ship:
        return
    stack = tuple(other for other in state.ship_stacks[colour][: state.ship_left[colour]] if other != ship)
    gone = tuple(other for other in state.ships_gone if other != ship)
    state.ships_gone = gone if there == EMPTY else (*gone, there)
    state.ship_stacks = (*state.ship_stacks[:colour], stack, *state.ship_stacks[colour + 1 :])
    state.ship_left = (*state.ship_left[:colour], len(stack), *state.ship_left[colour + 1 :])
    state.docks = (*state.docks[:colour], ship, *state.docks[colour + 1 :])


def _market_pair(card: int, actions: Sequence[int], cards: MarketCards, plays: Policy, seed: int) -> Pair:
    """One deal played twice: the start player of round 3 may have these actions improved by this card, or nobody any."""
    source = Seeded(seed)
    state = set_up(2, MARKET_RULES, Deck.load(), Board.load(), source.stream("set-up", 2), market_cards=cards)
    state.log = None
    before = Playing(_KIT, state, [plays, plays], source, Stream(seed, "balance"))
    pending = before.on(until=lambda s, pending: pending.kind == "turn.act" and s.round == MIDDLE)
    assert pending is not None
    seat = pending.player
    open_card(state, card)
    nothing = (True,) * len(ACTIONS)
    results = []
    for free in (actions, ()):
        twin = state.copy()
        row = tuple(action not in free for action in range(len(ACTIONS)))
        twin.market_used = tuple(row if other == seat else nothing for other in range(2))
        results.append(_finish(twin, seat, plays, source, seed, before.throws))
    return results


def open_card(state: State, card: int) -> None:
    """Change the open market card for another, wherever that was."""
    there = state.market
    swapped = {card: there, there: card}
    state.market_pile = tuple(swapped.get(one, one) for one in state.market_pile)
    state.market_discard = tuple(swapped.get(one, one) for one in state.market_discard)
    state.market = card
    state.markers = tuple(found is not None for found in state.market_cards.improved[state.rules.market_markers][card])


def _finish(state: State, seat: int, plays: Policy, source: Seeded, seed: int, throws: int) -> tuple[float, int]:
    """Play to the end: the share of the victory, and the lead in points."""
    Playing(_KIT, state, [plays, plays], source, Stream(seed, "policies"), throws=throws).finish()
    won = winners(state)
    totals = [score_sheet(state, other).total for other in (seat, 1 - seat)]
    return (1 / len(won) if seat in won else 0.0, totals[0] - totals[1])
