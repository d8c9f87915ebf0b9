"""What the printed rulebook of Bruges has besides its rules: what is reconstructed, all people, and scenarios that only count."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import TYPE_CHECKING

from ...kernel.events import Event, walk
from ...rulebook.printing import Appendix, Line
from ...rulebook.subjects import MARK
from ...show.rulebook_pages import plain
from ...show.svg import Svg, circle, tag
from .board import Board
from .card_texts import Told, several, tell, term
from .deck import RECONSTRUCTED, Deck
from .pictures.card_picture import icon
from .pictures.colours import NO_SHADE, SHADES, sign
from .rules.scoring import scoring
from .telling import BrugesTeller, own_texts
from .words import ACTIVATIONS, COLOURS

if TYPE_CHECKING:
    from ...rulebook.proving import Proof
    from .ruleset import Ruleset

COLUMNS = ("name", "group", "colour", "price", "points", "when", "text")
"""The columns of the table of people, as fields of what is told of a card."""


class BrugesPrinted:
    """The additions under a ruleset, with a deck and a board."""

    def __init__(self, rules: Ruleset, deck: Deck, board: Board, **modules: object) -> None:
        self.rules = rules
        self.deck = deck

    def counts(self) -> dict[str, int]:
        """How much of the cards and of the lab's own board is reconstructed; of the modules, whether those in play are."""
        board = Board.load()
        spaces = [space for gate in board.gates[: self.rules.max_players] for section in gate for space in section]
        return {
            "people": len(self.deck),
            "prices": sum(card.source("price") == RECONSTRUCTED for card in self.deck.cards),
            "effects": sum(card.source("effect") == RECONSTRUCTED for card in self.deck.cards),
            "track": board.last_step,
            "steps": sum(source == RECONSTRUCTED for source in board.points_from[1:]),
            "canals": len(spaces),
            "spaces": sum(RECONSTRUCTED in (space.colour_from, space.price_from) for space in spaces),
            "ships": int(self.rules.ships),
            "market": int(self.rules.market),
        }

    def appendices(self, lang: str) -> list[Appendix]:
        """All people."""
        people = [tell(card, lang) for card in self.deck.cards]
        title = own_texts().say("rulebook", "all_people", {}, lang)
        return [Appendix("people", title, _table(people, lang), _rows(people, lang))]

    def sign(self, name: str) -> str:
        """A colour with its sign, or an activation icon."""
        if name in COLOURS:
            return _swatch(COLOURS.index(name))
        drawn = icon(name, "red" if name == "worker" else None, 8, 8, 7, NO_SHADE) if name in ACTIVATIONS else Svg("")
        return tag("svg", drawn, viewBox="0 0 16 16") if drawn else ""

    def counted(self, proof: Proof, lang: str) -> Iterator[Line]:
        """What a scenario counts without playing it: the score of a position as it stands, and how the piles lie."""
        state, expected = proof.game.state, proof.scenario.record.then
        seats = {entry["seat"] for entry in expected if "score" in entry or "total" in entry}
        teller = BrugesTeller(state, proof.scenario.names)
        if seats and not proof.game.over:
            twin = state.copy()
            twin.log = []
            scoring(twin)
            scored = [Event(raw, index, teller) for index, raw in enumerate(twin.log)]
            for depth, event in walk(event for event in scored if event.kind != "game.won" and event.player in seats):
                yield Line(depth, event.text(lang), event.rule)
        if len(proof.game.events) <= 1 and any("piles" in entry for entry in expected):
            piles = {"first": state.left[0], "second": state.left[1]}
            yield Line(0, teller.tell("event", "piles.laid", piles, lang), "setup.decks.two_piles")
            yield Line(0, teller.tell("event", "extra.laid", {"cards": len(state.extra)}, lang), "setup.decks.extra")


# The table of people


def _heads(lang: str) -> list[str]:
    words = [term("person", lang), term("group", lang), term("colour", lang), term("price", lang), several("points", lang)]
    return [word[:1].upper() + word[1:] for word in (*words, term("activation_icon", lang), term("effect", lang))]


def _table(people: Sequence[Told], lang: str) -> str:
    looks = {"price": "number", "points": "number", "colour": "colour"}
    heads = dict(zip(COLUMNS, _heads(lang), strict=True))
    columns = [column for column in COLUMNS if column != "group"]  # it stands below the name
    swatches = {term(colour, lang): _swatch(number) for number, colour in enumerate(COLOURS)}

    def words(told: Told, column: str) -> Svg:
        return Svg(escape(getattr(told, column) or "–") + (f"&#160;{MARK}" if told.marked(column) else ""))

    def cell(told: Told, column: str) -> Svg:
        before = swatches.get(told.colour, "") if column == "colour" else ""
        after = f"<br>{tag('small', words(told, 'group'))}" if column == "name" else ""
        return tag("td", Svg(f"{before}{words(told, column)}{after}"), class_=looks.get(column))

    rows = (tag("tr", *(cell(told, column) for column in columns)) for told in people)
    head = tag("tr", *(tag("th", Svg(escape(heads[column])), class_=looks.get(column)) for column in columns))
    return tag("table", tag("thead", head), tag("tbody", *rows))


def _swatch(colour: int) -> Svg:
    tone = SHADES[colour]
    return tag("svg", circle(8, 8, 8, tone.fill), sign(colour, 8, 8, 10, tone.on), viewBox="0 0 16 16")


def _rows(people: Sequence[Told], lang: str) -> str:
    heads = _heads(lang)
    cells = [[plain(getattr(told, c) or "–") + (f" {MARK}" if told.marked(c) else "") for c in COLUMNS] for told in people]
    return "\n".join(f"| {' | '.join(row)} |" for row in [heads, ["---"] * len(heads), *cells])
