"""The fields of Bruges, each declared once: what a scenario says of them, what is expected, told, edited, shown and compared."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from ...kernel.choices import Codec, words
from ...rulebook.field_kinds import Cards, Count, Counts, Kind, Marks, Numbers, OneSeat, OneWord, Phrases, Row, WordList
from ...rulebook.fields import OVER, WINNERS, Field, Fields, as_it_is
from .model import State, colour_of
from .positions import MOST, MOST_ROUNDS
from .rules.notation import CARD
from .rules.scoring import score_sheet
from .telling import WORDS
from .words import AREAS, COLOURS, PHASES, SECTIONS


def card_word(state: State, card: int | None) -> str:
    """A card by person, or by colour where only the back is seen; a place without a card is empty."""
    if card is None:
        return ""
    if card >= 0:
        return state.deck[card].id
    colour = colour_of(state.deck, card)
    return "unknown" if colour is None else COLOURS[colour]


SEEN_CARD = Codec("card", card_word, CARD.read)
_BY_COLOUR = Row(COLOURS, "colour", at_once=True)
_HAND = Cards(SEEN_CARD)
_PILE = Cards(SEEN_CARD, order=True, noted_number=True)


class ScoreParts(Kind):
    """The parts of a score, as far as they are named."""

    data = dict[str, int]

    def numbers(self, value: Any) -> Iterable[int]:
        return ()

    def like(self, state: Any, value: Any, said: Any) -> Any:
        return {part: value.parts.get(part) for part in said}

    def told(self, say: Phrases, key: str, said: Any) -> Iterator[str]:
        for part, points in said.items():
            key = "in_play" if part == "in_play" else "head"
            yield say.phrase(key, points, head=part, count=points)


def _house_colours(state: State, seat: int) -> list[int]:
    return [colour_of(state.deck, house.card) or 0 for house in state.players[seat].houses]


def _house_cards(state: State, seat: int) -> list[int]:
    return [house.card for house in state.players[seat].houses]


def _used(state: State, seat: int) -> list[int]:
    return [house.person for house in state.players[seat].houses if house.used]


def _tops(state: State, seat: int) -> list[int | None]:
    return [state.top(0), state.top(1), state.extra[-1] if state.extra else None]


FIELDS = Fields(
    player=(
        Field("points", unit="point", most=MOST, rule="threat.intrigue"),
        Field("guilders", unit="guilder", most=MOST, rule="phase2.advance.poor"),
        Field("reputation", Count("step"), most=lambda s: s.board.last_step, rule="scoring.reputation.values"),
        Field("workers", _BY_COLOUR, unit="worker", most=MOST, rule="action.house.no_worker"),
        Field("threats", _BY_COLOUR, unit="threat", most=lambda s: s.rules.threat_limit, rule="phase2.threat.third"),
        Field(
            "canals",
            Row(SECTIONS, "section"),
            unit="canal_tile",
            most=lambda s: s.rules.section_spaces,
            rule="action.canal.layout",
        ),
        Field("statues", Numbers(), unit="statue", rule="action.canal.statue.max"),
        Field("houses", WordList(COLOURS, "colour", "house"), read=_house_colours),
        Field(
            "as_houses",
            Cards(SEEN_CARD, order=True, number=False, key="as_houses", none="as_houses"),
            read=_house_cards,
            given=False,
            noted=False,
        ),
        Field("people", Cards(SEEN_CARD, key="people_are", variable="people"), given=False),
        Field("used", Cards(SEEN_CARD, number=False, key="used", none="used_none", variable="people"), read=_used, given=False),
        Field("hand", _HAND, unit="card", rule="phase1.blind"),
        Field("majorities", Marks(AREAS, "area", "majority"), rule="phase4.areas"),
        Field("score", ScoreParts(), read=score_sheet, given=False, noted=False, shown=False),
        Field("total", read=lambda s, seat: score_sheet(s, seat).total, given=False, noted=False, shown=False),
    ),
    table=(
        Field("round", Count("round"), least=1, most=MOST_ROUNDS, rule="round.count"),
        Field("phase", OneWord(PHASES, first=1), rule="round.phases"),
        Field("turn", Count("turn"), least=1, most=lambda s: s.rules.turns, rule="phase3.turns"),
        Field("start", OneSeat(), most=lambda s: len(s.players) - 1, rule="setup.start_player.kit"),
        Field("final_round", Count("round"), most=MOST_ROUNDS, rule="end.play_out"),
        OVER,
        WINNERS,
        Field("dice", Row(COLOURS, "colour"), most=lambda s: s.rules.dice_faces, rule="comp.dice", expected=False, noted=False),
        Field("supply", _BY_COLOUR, unit="threat", rule="comp.threat.per_color", given=False),
        Field("statues", Numbers(), unit="statue", rule="comp.statues", told="left"),
        Field("piles", Counts("first", "second"), read=lambda s, _: s.left, rule="setup.decks.two_piles"),
        Field("discard", _PILE, rule="comp.cards.count"),
        Field("extra", _PILE, rule="comp.cards.count"),
        Field("tops", Cards(SEEN_CARD, order=True, number=False, key="tops", none="tops"), read=_tops, given=False, noted=False),
    ),
    types={**{kind: words(kind, *known) for kind, known in WORDS.items()}, "card": CARD, "action": as_it_is("action")},
)
"""In the order in which a scenario file has them."""
