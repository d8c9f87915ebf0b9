"""The market in positions: its fields, how a scenario says them, how its pile is laid, and when all of it is legal.

fields.py has these fields among the others; building.py and positions.py call what is here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ...kernel.choices import Codec
from ...kernel.errors import LabError, either, one_line
from ...kernel.keyed import Stream
from ...rulebook.field_kinds import Cards, Marks, NotCounted, Phrases, one_of
from ...rulebook.fields import Field
from .market_cards import ACTIONS
from .model import EMPTY, State
from .rules.market import MARKERS, improved_by, unused

_COUNT = "exp.market.comp"
_REVEAL = "exp.market.reveal"
_ON = "exp.market.markers"


def _write(state: State, card: int) -> str:
    return state.market_cards[card].id if 0 <= card < len(state.market_cards) else "unknown"


def _read(state: State, word: object) -> int | None:
    card = state.market_cards.by_id.get(word) if isinstance(word, str) else None
    return None if card is None else card.number


MARKET_CARD = Codec("market card", _write, _read, of="market_card")


class OpenCard(NotCounted):
    """The open market card by its id; nothing where none is open."""

    data = str

    def said(self, state: State, value: Any) -> Any:
        return "" if value == EMPTY else _write(state, value)

    def read(self, state: State, said: Any, now: Any) -> Any:
        card = _read(state, said)
        if said and card is None:
            raise LabError(_nowhere(state, said))
        return EMPTY if card is None else card

    def told(self, say: Phrases, key: str, said: Any) -> Iterator[str]:
        yield say.phrase(key if said else f"{key}_none", said or "–", market_card=said)

    def counted(self, name: str, state: Any, value: Any) -> Iterator[tuple[str, int]]:
        yield name, int(value != EMPTY)

    def shown(self, say: Phrases, state: State, value: Any) -> str:
        return self.said(state, value) or "–"


class Markers(Marks):
    """The actions that a marker lies on; the state has none where no card is open."""

    def __init__(self) -> None:
        super().__init__(ACTIONS, "action", "action_marker")

    def read(self, state: State, said: Any, now: Any) -> Any:
        return tuple(action in said for action in ACTIONS) if state.market != EMPTY or said else ()


class MarketCardsLaid(Cards):
    """Market cards that lie somewhere, by their ids."""

    def __init__(self) -> None:
        super().__init__(MARKET_CARD, order=True, noted_number=True)
        self.data = list[str]

    def read(self, state: State, said: Any, now: Any) -> Any:
        for word in said:
            if _read(state, word) is None:
                raise LabError(_nowhere(state, word))
        return super().read(state, said, now)

    def told(self, say: Phrases, key: str, said: Any) -> Iterator[str]:
        if isinstance(said, int) or not said:
            yield say.phrase(key, said, count=said or 0)
        else:
            cards = ", ".join(map(str, said))
            yield say.phrase(f"{key}_is", cards, cards=cards, count=len(said))

    def shown(self, say: Phrases, state: State, value: Any) -> str:
        return ", ".join(_write(state, card) for card in value) or "–"


class MarketPile(MarketCardsLaid):
    """The pile of market cards from the top down. The state has it the other way round, with those already turned up."""

    def brief(self, state: State, value: Any) -> Any:
        return self.said(state, value)


class Used(NotCounted):
    """For each seat the improved actions it has had this round."""

    data: Any = list[list[one_of(ACTIONS)]]  # type: ignore[misc]

    def said(self, state: State, value: Any) -> Any:
        return [[action for action, had in zip(ACTIONS, row, strict=False) if had] for row in value]

    def read(self, state: State, said: Any, now: Any) -> Any:
        return tuple(tuple(action in row for action in ACTIONS) for row in said)


def _nowhere(state: State, word: object) -> str:
    return f"unknown market card {one_line(word, 40)!r}; choose {either(state.market_cards.by_id)}"


def _pile(state: State, seat: int) -> tuple[int, ...]:
    """What is left of the pile, from the top down."""
    return state.market_pile[: state.market_left][::-1]


def _all_markers(state: State, seat: int) -> tuple[bool, ...]:
    """As they are put on the card that is open."""
    return () if state.market == EMPTY else tuple(found is not None for found in improved_by(state, state.market))


def _none_used(state: State, seat: int) -> tuple[tuple[bool, ...], ...]:
    return () if state.market == EMPTY else unused(state)


MARKET_FIELDS = (
    Field("market", OpenCard(), unsaid="", usual=lambda s, _: EMPTY, rule=_REVEAL, module="market", edited=False),
    Field("markers", Markers(), usual=_all_markers, rule=_ON, module="market", edited=False, compared=False),
    # From the top down; cards that are said to lie nowhere lie beneath these.
    Field(
        "market_pile",
        MarketPile(),
        unsaid=[],
        read=_pile,
        written="any",
        rule=_COUNT,
        module="market",
        opening=False,
        edited=False,
        shown=False,
    ),
    Field(
        "market_discard", MarketCardsLaid(), unsaid=[], written="any", rule=_COUNT, module="market", edited=False, compared=False
    ),
    Field(
        "market_used",
        Used(),
        usual=_none_used,
        rule="exp.market.use",
        module="market",
        expected=False,
        noted=False,
        opening=False,
        edited=False,
        shown=False,
    ),
)
"""The fields of the table that the market has."""


# Laying it


def lay_pile(state: State, said: Sequence[str], stream: Stream) -> None:
    """Lay the pile under what lies elsewhere: named cards on top, the others beneath in the order of the seed.

    Cards already turned up stay in the order beneath the count, as in a game: so a pile that is used up is still a pile.
    """
    named = [_read(state, word) for word in said]
    if None in named:
        raise LabError(_nowhere(state, said[named.index(None)]))
    turned_up = [*state.market_discard, *(() if state.market == EMPTY else (state.market,))]
    lying: list[int] = [*(card for card in named if card is not None), *turned_up]
    twice = next((card for card in lying if lying.count(card) > 1), None)
    if twice is not None:
        raise LabError(f"{state.market_cards[twice].id} lies in {lying.count(twice)} places")
    rest = [card for card in stream.shuffled(range(len(state.market_cards))) if card not in lying]
    left = (*rest, *reversed([card for card in named if card is not None]))
    state.market_pile = (*left, *reversed(turned_up))
    state.market_left = len(left)


# When it is legal

Wrong = tuple[str, str, str]
"""A field, what is wrong with it, and the rule."""


def market_faults(state: State) -> Iterator[Wrong]:
    """Everything that keeps the market of a position from being legal."""
    if not state.rules.market:
        laid = ("market_pile", "markers", "market_discard", "market_used")
        if any(getattr(state, name) for name in laid) or state.market != EMPTY or state.market_left:
            yield "market", "there is none without market = true", "exp.optional"
        return
    if not 0 <= state.market_left <= len(state.market_pile):
        yield "market_pile", "more cards are left than the pile has", _COUNT
        return
    lying = [*_pile(state, EMPTY), *state.market_discard, *(() if state.market == EMPTY else (state.market,))]
    if sorted(lying) != list(range(len(state.market_cards))):
        yield "market_pile", _miscounted(state, lying), _COUNT
        return
    yield from _marker_faults(state)


def _miscounted(state: State, lying: list[int]) -> str:
    there = len(state.market_cards)
    if strange := [card for card in lying if not 0 <= card < there]:
        return f"there is no market card number {one_line(strange[0], 20)}"
    if len(lying) != there:
        return f"{len(lying)} market cards lie on the table; there are {there}"
    return f"{state.market_cards[next(card for card in lying if lying.count(card) > 1)].id} lies in several places"


def _marker_faults(state: State) -> Iterator[Wrong]:
    if state.market == EMPTY:
        if state.markers or state.market_used:
            yield "markers", "there is no marker without an open market card", _REVEAL
        return
    if len(state.markers) != MARKERS or not _is_for_each(state):
        yield "markers", f"there are {MARKERS} actions, for each of {len(state.players)} players", _ON
        return
    improved = improved_by(state, state.market)
    for action, lies in enumerate(state.markers):
        if lies and improved[action] is None:
            yield "markers", f"{state.market_cards[state.market].id} does not improve {ACTIONS[action]}", _ON
            return


def _is_for_each(state: State) -> bool:
    return len(state.market_used) == len(state.players) and all(len(row) == MARKERS for row in state.market_used)
