"""The rules of Ferry, as a chapter of rules of a real game would be written."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, ClassVar

import msgspec

from bruges_lab.kernel import (
    NUMBER,
    TABLE,
    Action,
    BasePlayer,
    BaseState,
    Book,
    GameKit,
    LabError,
    Stream,
    add,
    become,
    drop,
    need,
    put,
)

ROUNDS, CARDS, STORM, COINS = 3, 9, 7, 2
RULES = {
    "ferry.end",
    "ferry.round",
    "ferry.wind",
    "ferry.turn",
    "ferry.stronger",
    "ferry.own_card",
    "ferry.draw",
    "ferry.pile",
    "ferry.storm",
}
UNKNOWN = 0
CARD = NUMBER.but(of="card", at="hand")

BOOK = Book("ferry", over="ferry.end")
BOOK.event("round.begins", round="count")
BOOK.event("wind.blows", wind="count")
BOOK.event("card.crosses", card="card")
BOOK.event("card.drawn", card="card", secret={"card": "player"})
BOOK.event("waited")
BOOK.event("storm.begins", card="card")
BOOK.event("coin.lost", coins="count")
BOOK.event("card.fished", card="card", fisher="seat")
BOOK.event("spared")


class Traveller(BasePlayer):
    coins: int = COINS
    hand: tuple[int, ...] = ()
    shown: tuple[int, ...] = ()  # cards in hand that everybody has seen
    crossed: tuple[int, ...] = ()


class Ferry(BaseState):
    book: ClassVar[Book] = BOOK
    players: list[Traveller]
    pile: tuple[int, ...] = ()
    wind: int = 0
    round: int = 0


def start(players: int = 3, seed: int = 0) -> Ferry:
    return lay(players, Stream(seed, "ferry", players))


def lay(players: int, stream: Stream) -> Ferry:
    order = stream.shuffled(range(1, CARDS + 1))
    state = Ferry(
        players=[Traveller(hand=tuple(order[2 * i : 2 * i + 2])) for i in range(players)], pile=tuple(order[2 * players :])
    )
    state.then(*(("round", number) for number in range(1, ROUNDS + 1)))
    return state


def set_up(players: int, rules: None, stream: Stream) -> Ferry:
    """As `start` lays it out, from a stream."""
    return lay(players, stream)


@BOOK.task("round", rule="ferry.round", mark="round")
def begin_round(s: Ferry, number: int) -> None:
    s.emit("ferry.round", "round.begins", TABLE, [become(TABLE, "round", number)], round=number)
    s.then(("wind", number), *(("turn", seat) for seat in range(len(s.players))))


@BOOK.chance("wind", rule="ferry.wind", kind="wind", codecs=(NUMBER.but(called="wind"),))
def wind(s: Ferry, number: int) -> list[tuple[tuple[Any, ...], Fraction]]:
    return [(("wind", 1), Fraction(1, 2)), (("wind", 4), Fraction(1, 3)), (("wind", 6), Fraction(1, 6))]


@wind.on
def blow(s: Ferry, number: int, strength: int) -> None:
    s.emit("ferry.wind", "wind.blows", TABLE, [become(TABLE, "wind", strength)], wind=strength)


TURN = BOOK.decision("turn", rule="ferry.turn", forced=False)  # hands are hidden
IN_HAND = need(
    "ferry.own_card", "not_in_hand", lambda s, seat, card: card in s.players[seat].hand, lambda s, seat, card: {"card": card}
)
STRONGER = need(
    "ferry.stronger", "too_weak", lambda s, seat, card: card > s.wind, lambda s, seat, card: {"card": card, "wind": s.wind}
)


@TURN.choice(
    "cross", candidates=lambda s, seat: [(card,) for card in s.players[seat].hand], needs=(IN_HAND, STRONGER), codecs=(CARD,)
)
def cross(s: Ferry, seat: int, card: int) -> None:
    changes = [drop(seat, "hand", card), put(seat, "crossed", card)]
    if card in s.players[seat].shown:
        changes.append(drop(seat, "shown", card))
    s.emit("ferry.turn", "card.crosses", seat, changes, card=card)
    if card >= STORM:
        s.because(s.emit("ferry.storm", "storm.begins", seat, card=card))
        count = len(s.players)
        s.then(*(("storm", (seat + i) % count, seat) for i in range(1, count)))


@TURN.choice("draw", needs=(need("ferry.pile", "pile_empty", lambda s, seat: bool(s.pile)),))
def draw(s: Ferry, seat: int) -> None:
    card = s.pile[-1]
    s.emit("ferry.draw", "card.drawn", seat, [become(TABLE, "pile", s.pile[:-1]), put(seat, "hand", card)], card=card)


@TURN.choice("wait")
def wait(s: Ferry, seat: int) -> None:
    s.emit("ferry.turn", "waited", seat)


@TURN.quickly
def turn_options(s: Ferry, seat: int) -> list[tuple[Any, ...]]:
    crossings = [("cross", card) for card in s.players[seat].hand if card > s.wind]
    return [*crossings, *([("draw",)] if s.pile else []), ("wait",)]


STORM_HITS = BOOK.decision("storm", rule="ferry.storm")


def lose_coin(s: Ferry, seat: int, fisher: int) -> None:
    s.emit("ferry.storm", "coin.lost", seat, [add(seat, "coins", -1)], coins=1)


def throw(s: Ferry, seat: int, fisher: int, card: int) -> None:
    changes = [drop(seat, "hand", card), put(fisher, "hand", card), put(fisher, "shown", card)]
    if card in s.players[seat].shown:
        changes.append(drop(seat, "shown", card))
    s.emit("ferry.storm", "card.fished", seat, changes, card=card, fisher=fisher)


STORM_HITS.offer(
    Action("coin", lose_coin, needs=(need("ferry.storm", "no_coin", lambda s, seat, fisher: s.players[seat].coins > 0),))
)
STORM_HITS.offer(
    Action(
        "overboard",
        throw,
        candidates=lambda s, seat, fisher: [(card,) for card in s.players[seat].hand],
        needs=(
            need(
                "ferry.own_card",
                "not_in_hand",
                lambda s, seat, fisher, card: card in s.players[seat].hand,
                lambda s, seat, fisher, card: {"card": card},
            ),
        ),
        codecs=(CARD,),
    )
)


@STORM_HITS.choice(
    "spared",
    needs=(need("ferry.storm", "has_goods", lambda s, seat, fisher: not s.players[seat].hand and not s.players[seat].coins),),
)
def spared(s: Ferry, seat: int, fisher: int) -> None:
    s.emit("ferry.storm", "spared", seat)


class FerryKit(GameKit[Ferry]):
    name = "ferry"
    book = BOOK
    state_type = Ferry

    @property
    def manifest(self) -> Any:
        from .manifest import MANIFEST

        return MANIFEST

    def check(self, state: Ferry) -> None:
        cards = [card for p in state.players for card in (*p.hand, *p.crossed)] + list(state.pile)
        if sorted(cards) != list(range(1, CARDS + 1)):
            raise LabError("the nine cards are not all there (ferry.own_card)")
        if any(p.coins < 0 for p in state.players):
            raise LabError("a purse is negative (ferry.storm)")

    def chapter(self, state: Ferry) -> int:
        return state.round

    def turn(self, state: Ferry, seat: int) -> tuple[Any, ...]:
        if not state.wind:
            raise LabError("the wind has not blown yet: nobody has a turn (ferry.wind)")
        return ("turn", seat)

    def shared_to_data(self, state: Ferry) -> dict[str, object]:
        return {}

    def shared_from_data(self, data: Mapping[str, object]) -> dict[str, object]:
        return {}

    def mask(self, state: Ferry, seat: int) -> Ferry:
        view = state.copy()
        for other, player in enumerate(view.players):
            if other != seat:
                player.hand = tuple(card if card in player.shown else UNKNOWN for card in player.hand)
        view.pile = (UNKNOWN,) * len(view.pile)
        return view

    def resample(self, view: Ferry, seat: int, stream: Stream) -> Ferry:
        state = view.copy()
        seen = {card for p in state.players for card in (*p.hand, *p.crossed)}
        hidden = stream.shuffled([card for card in range(1, CARDS + 1) if card not in seen])
        for player in state.players:
            player.hand = tuple(card or hidden.pop() for card in player.hand)
        state.pile = tuple(hidden)
        return state

    def scores(self, state: Ferry) -> list[int]:
        return [player.coins + sum(player.crossed) for player in state.players]

    def winners(self, state: Ferry) -> list[int]:
        scores = self.scores(state)
        return [seat for seat, score in enumerate(scores) if score == max(scores)]


KIT = FerryKit()
__all__ = ["BOOK", "KIT", "RULES", "Ferry", "Traveller", "msgspec", "start"]
