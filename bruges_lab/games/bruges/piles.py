"""How the deck becomes piles: stacks, the draw deck of as many stacks as players, two draw piles and the extra pile."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ...kernel import Stream
from .ruleset import Ruleset


class Piles(NamedTuple):
    """The result of the set-up; the top card of each is the last."""

    first: tuple[int, ...]
    second: tuple[int, ...]
    extra: tuple[int, ...]


def build_piles(cards: Sequence[int], players: int, rules: Ruleset, stream: Stream) -> Piles:
    """Shuffle, split into stacks, merge as many as there are players, cut in two; the other stacks are the extra pile.

    Cards are shuffled as a whole, so merging whole stacks of a shuffled deck is taking so many cards of it
    (setup.decks.shuffle, .split, .take, .extra).
    """
    order = stream.shuffled(cards)
    share, rest = divmod(len(order), rules.stacks)
    stacks = [share + (i < rest) for i in range(rules.stacks)]
    count = sum(stacks[:players])
    deck, extra = order[:count], order[count:]
    first = cut(len(deck), rules, stream)
    return Piles(tuple(deck[:first]), tuple(deck[first:]), tuple(extra))


def cut(cards: int, rules: Ruleset, stream: Stream) -> int:
    """How many cards the first of two roughly equal piles gets: half, the odd card to the second; or a random cut (D-032)."""
    half = cards // 2
    if rules.deck_split == "halves" or cards < 4:
        return half
    spread = max(1, cards // 10)
    return half - spread + stream.below(2 * spread + 1)
