"""The fields of Ferry, and what is still to happen in a position that is given by them."""

from bruges_lab.kernel import Codec
from bruges_lab.rulebook.field_kinds import Cards, Count
from bruges_lab.rulebook.fields import Field, Fields

from .rules import CARDS, ROUNDS, Ferry

CARD = Codec("card", lambda s, card: card or "?", lambda s, word: word if word in range(1, CARDS + 1) else None)
FIELDS = Fields(
    player=(
        Field("coins", rule="ferry.storm"),
        Field("hand", Cards(CARD, order=True), rule="ferry.own_card"),
        Field("shown", Cards(CARD, order=True, places=False), rule="ferry.storm"),
        Field("crossed", Cards(CARD, order=True), rule="ferry.turn"),
    ),
    table=(
        Field("round", Count("round"), most=ROUNDS, rule="ferry.round"),
        Field("wind", Count("wind"), most=6, rule="ferry.wind"),
        Field("pile", Cards(CARD, order=True, noted_number=True), rule="ferry.pile", rest=True),
    ),
)


def agenda_from(s: Ferry, seat: int | None) -> None:
    """The rest of the round, from a seat's turn on or else from the wind; then the rounds to come."""
    turns = [("turn", one) for one in range(seat or 0, len(s.players))]
    begun = turns if seat is not None else [("wind", s.round), *turns]
    s.then(*(begun if s.round else ()), *(("round", number) for number in range(s.round + 1, ROUNDS + 1)))
