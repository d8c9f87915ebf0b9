"""What a person is worth: paired games with the person and with a blank card of the same price in the same place.

Both games of a pair have the same seed, deal and dice, and are one game until round 3. Then the start player gets the card into
the hand, an empty house and the price, and recruits; everybody plays by a policy, to the end. The blank has colour, group, price
and points of the card and does nothing. The difference in games won is what the effect is worth to whoever can use it in the
middle of a two-player game. A person who does something is worth more than one who does nothing: an
outlier is far from what people bring on the average.
`usage` counts how often each card is recruited and used in whole games.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from math import sqrt
from typing import NamedTuple

from ....analysis.policies import Policy, policy
from ....kernel import LabError, Option, Pending, Seeded, Stream, choose
from ....kernel.playing import Playing
from ..board import Board
from ..deck import Card, Deck
from ..kit import BrugesKit
from ..model import House, State
from ..rules.scoring import score_sheet, winners
from ..rules.setup import set_up
from ..ruleset import Ruleset
from ..views import exchange

_KIT = BrugesKit()
FAR = 0.08
"""A difference in the share of games won that matters."""
SIZES = (100, 500, 2000)
"""Pairs of games: for every card, for one that may be an outlier, for one that still may."""


class Weighing(NamedTuple):
    """A card against a blank one over so many pairs of games."""

    card: str
    games: int
    won: float
    """The share of games won with the card."""
    won_blank: float
    error: float
    """The standard error of the difference."""
    points: float
    """The mean difference of the final scores."""

    @property
    def difference(self) -> float:
        """By how much the share of games won differs."""
        return self.won - self.won_blank

    @property
    def errors(self) -> float:
        """The difference in standard errors."""
        return self.difference / self.error if self.error else 0.0

    def outlier(self, standard: float) -> bool:
        """Beyond three standard errors and eight points of the share of games won from what people usually bring."""
        away = abs(self.difference - standard)
        return away > 3 * self.error and away > FAR


def weigh(card: str, games: int = 200, *, by: str | Policy = "greedy", seed: int = 0, deck: Deck | None = None) -> Weighing:
    """Play pairs of two-player games with and without a card's effect."""
    deck = Deck.load() if deck is None else deck
    if card not in deck.by_id:
        raise LabError(f"unknown card {card!r}")
    person = deck[card]
    plain = Deck(_blank(other) if other is person else other for other in deck.cards)
    plays = policy(by, _KIT.manifest)
    return weighed(card, [_pair(person, deck, plain, plays, number) for number in range(seed, seed + games)])


Pair = Sequence[tuple[float, int]]
"""Two games, with the effect and without: the share of the victory, and the lead in points."""


def weighed(card: str, pairs: Sequence[Pair]) -> Weighing:
    """What pairs of games say of a card."""
    games = len(pairs)
    gains = [with_[0] - without[0] for with_, without in pairs]
    mean = sum(gains) / games
    variance = sum((gain - mean) ** 2 for gain in gains) / max(1, games - 1)
    won, won_blank = (sum(pair[i][0] for pair in pairs) / games for i in (0, 1))
    points = sum(with_[1] - without[1] for with_, without in pairs) / games
    return Weighing(card, games, won, won_blank, sqrt(variance / games), points)


def weigh_all(
    cards: Iterable[str], games: int, *, jobs: int = 1, weighing: Callable[[str, int], Weighing] = weigh
) -> Iterator[Weighing]:
    """Weigh several cards, or what `weighing` weighs, in their order, on several cores."""
    cards = list(cards)
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(weighing, cards, [games] * len(cards))


def screen(
    cards: Sequence[str],
    *,
    sizes: Sequence[int] = SIZES,
    jobs: int = 1,
    weighing: Callable[[str, int], Weighing] = weigh,
) -> Iterator[list[Weighing]]:
    """Weigh all cards, then those that may be outliers with more games, until none is left or the last size is done.

    What people usually bring is the mean of all of them at the first size. Each stage gives everything known so far.
    """
    found = {one.card: one for one in weigh_all(cards, sizes[0], jobs=jobs, weighing=weighing)}
    standard = sum(one.difference for one in found.values()) / len(found)
    yield list(found.values())
    for size in sizes[1:]:
        unsure = [card for card, one in found.items() if abs(one.difference - standard) + one.error > FAR]
        found |= {one.card: one for one in weigh_all(unsure, size, jobs=jobs, weighing=weighing)}
        yield list(found.values())


def _blank(card: Card) -> Card:
    return card._replace(when=None, worker=None, numbers={}, text={}, effect=())


MIDDLE = 3
"""The round in which the card comes."""


def _pair(card: Card, deck: Deck, plain: Deck, plays: Policy, seed: int) -> list[tuple[float, int]]:
    """One deal played twice: the share of the victory and the lead in points of the seat that has the card."""
    source, stream = Seeded(seed), Stream(seed, "balance")
    state = set_up(2, Ruleset(), deck, Board.load(), source.stream("set-up", 2))
    state.log = None
    exchange(state, card.number, state.extra[0])  # out of play until it is wanted
    before = Playing(_KIT, state, [plays, plays], source, stream)
    pending = before.on(until=lambda s, pending: pending.kind == "turn.act" and s.round == MIDDLE)
    assert pending is not None
    seat = pending.player
    hand_over(state, seat, card.number)
    results = []
    for used in (deck, plain):
        twin = state.copy()
        twin.deck = used
        choose(twin, ("recruit", card.number, deck.colour[card.number]))
        Playing(_KIT, twin, [plays, plays], source, Stream(seed, "policies"), throws=before.throws).finish()
        won = winners(twin)
        totals = [score_sheet(twin, other).total for other in (seat, 1 - seat)]
        results.append((1 / len(won) if seat in won else 0.0, totals[0] - totals[1]))
    return results


def hand_over(state: State, seat: int, card: int) -> None:
    """Give a seat a card from the extra pile, for one of its colour if possible, an empty house of its colour and its price."""
    player, colours = state.players[seat], state.deck.colour
    same = [held for held in player.hand if colours[held] == colours[card]]
    exchange(state, card, same[0] if same else player.hand[0])
    house = next(other for other in state.extra if colours[other] == colours[card])
    state.extra = tuple(other for other in state.extra if other != house)
    player.houses += (House(house),)
    player.guilders += state.deck.price[card]


# How often


class Usage(NamedTuple):
    """How often a card was recruited, and used: activated, or come into effect as an arrow."""

    card: str
    recruited: int
    used: int


def usage(games: int, by: str = "random", *, seed: int = 0, players: Sequence[int] = (2, 3, 4)) -> list[Usage]:
    """Whole games of two, three and four players in turn; every card with its counts, the least recruited first."""
    recruited: Counter[int] = Counter()
    used: Counter[int] = Counter()
    plays = policy(by, _KIT.manifest)

    def watched(state: State, pending: Pending, stream: Stream) -> Option:
        option = plays(state, pending, stream)
        if option[0] in ("recruit", "invite"):
            recruited[option[1]] += 1
            if state.deck.arrow[option[1]]:
                used[option[1]] += 1
        elif option[0] == "activate":
            used[option[1]] += 1
        return option

    for number in range(games):
        source, count = Seeded(seed + number), players[number % len(players)]
        state = set_up(count, Ruleset(), Deck.load(), Board.load(), source.stream("set-up", count))
        state.log = None
        Playing(_KIT, state, [watched] * count, source, Stream(seed + number, "usage")).finish()
    found = [Usage(card.id, recruited[card.number], used[card.number]) for card in Deck.load().cards]
    return sorted(found, key=lambda row: (row.recruited, row.card))
