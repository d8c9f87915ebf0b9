"""The commands of Bruges' own: a first look, the odds of its threats, its board, its deck and its ships. They import the rest."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from ...cli.analysis_commands import position
from ...cli.chosen_game import check_language
from ...kernel.errors import LabError, either, one_line

if TYPE_CHECKING:
    from .board import Board
    from .ship_tiles import Ship, ShipTiles


_COMMANDS = {
    "open": "bruges-lab",
    "serve": "bruges-lab serve",
    "play": "bruges-lab play --explain",
    "scenario": "bruges-lab scenario fire_and_plague",
    "rule": "bruges-lab rule threat.intrigue",
    "rules": "bruges-lab rules threat",
    "reference": "bruges-lab rules --reference",
    "compare": "bruges-lab compare default 003",
    "tree": "bruges-lab tree fire_and_plague --depth 2",
    "odds": "bruges-lab odds first_look",
    "simulate": "bruges-lab simulate --games 1000",
    "board": "bruges-lab board check FILE",
    "deck": "bruges-lab deck check FILE",
    "ships": "bruges-lab ships check FILE",
    "market": "bruges-lab market check FILE",
    "long": "bruges-lab verify, bench, perft",
    "help": "bruges-lab --help",
}
"""Commands to begin with, each with what is said of it."""


def register(app: typer.Typer, console: Console) -> None:
    """Add the commands to the command line."""
    board_app = typer.Typer(help="The board: look at it, or check a file with your own values.")
    deck_app = typer.Typer(help="The deck: look at it, or check a file with your own cards.")
    app.add_typer(board_app, name="board")
    ships_app = typer.Typer(help="The ships, a module: look at them, or check a file with your own.")
    app.add_typer(deck_app, name="deck")
    app.add_typer(ships_app, name="ships")
    market_app = typer.Typer(help="The market cards of the Zwin: look at them, or check a file with your own.")
    app.add_typer(market_app, name="market")
    _register_looks(app, console)
    _register_board(board_app, console)
    _register_deck(deck_app, console)
    _register_ships(ships_app, console)
    _register_market(market_app, console)


def _register_looks(app: typer.Typer, console: Console) -> None:
    @app.command()
    def overview(lang: Annotated[str, typer.Option(help="en, de, fr or it.")] = "en") -> None:
        """Show a position and what the command line can do."""
        from ...rulebook.scenarios import Scenario
        from ...rulebook.seats import names_in
        from .pictures.terminal import position_text
        from .telling import own_texts

        check_language(lang)
        scenario = Scenario.read("first_look")
        console.print(f"{own_texts().say('terminal', 'overview.head', {'scenario': scenario.name}, lang)}\n")
        console.print(position_text(scenario.state, names_in(scenario, lang), lang=lang))
        console.print(f"\n{own_texts().say('terminal', 'overview.can', {}, lang)}")
        for about, command in _COMMANDS.items():
            console.print(f"  {command:<43}{own_texts().say('terminal', f'overview.{about}', {}, lang)}", soft_wrap=True)

    @app.command()
    def odds(
        source: Annotated[str, typer.Argument(help="A scenario by name or file, or a saved game.")],
        rounds: Annotated[int, typer.Option(help="How many rolls ahead.")] = 3,
        lang: Annotated[str, typer.Option(help="en, de, fr or it.")] = "en",
    ) -> None:
        """The exact odds of the threats to come."""
        from .figures.odds_figures import odds_text
        from .play.threat_odds import threat_odds

        check_language(lang)
        console.print(odds_text(threat_odds(position(source), rounds), lang), markup=False)


def _register_board(board_app: typer.Typer, console: Console) -> None:
    @board_app.command("check")
    def board_check(file: Annotated[Path, typer.Argument(help="A board as in data/bruges/board.toml.")]) -> None:
        """Check a board file and say what it holds."""
        from .board import Board

        _show_board(Board.load(file), console)

    @board_app.command("show")
    def board_show(lang: Annotated[str, typer.Option(help="en, de, fr or it.")] = "en") -> None:
        """Show the lab's own board."""
        from .board import Board

        check_language(lang)
        _show_board(Board.load(), console, lang)


def _mark(witness: str) -> str:
    return "≈" if witness == "reconstructed" else ""


def _show_board(board: Board, console: Console, lang: str = "en") -> None:
    from .card_texts import term
    from .pictures.deck_sheet import legend
    from .pictures.picture_words import Wording, capital
    from .words import SECTIONS

    say = Wording(lang)
    title = capital(say("own_board")) if board.title == type(board).load().title else one_line(board.title)
    console.print(f"{title}  ({board.digest})", markup=False)
    points = "  ".join(f"{p}{_mark(w)}" for p, w in zip(board.points[1:], board.points_from[1:], strict=True))
    console.print(f"{say('terminal.track')}  {points}")
    sides = [say("terminal.side", section=side) for side in SECTIONS]
    for number, gate in enumerate(board.gates, 1):
        for side, section in zip(sides, gate, strict=False):
            spaces = "  ".join(f"{say.colour(s.colour)}{_mark(s.colour_from)} {s.price}{_mark(s.price_from)}" for s in section)
            console.print(f"{capital(term('gate', lang))} {number} {side:<{max(map(len, sides))}}  {spaces}")
    console.print(legend(lang))
    for remark in board.remarks():
        console.print(f"remark: {remark}", markup=False)


def _register_deck(deck_app: typer.Typer, console: Console) -> None:
    @deck_app.command("check")
    def deck_check(
        file: Annotated[Path, typer.Argument(help="A deck as in the lab’s cards.toml, only the cards you change, or a table.")],
    ) -> None:
        """Check a deck file and say what it holds."""
        from ...kernel.errors import DataError
        from ...rulebook.texts import LANGUAGES
        from .card_texts import card_text
        from .deck import Deck
        from .words import ACTIVATIONS, COLOURS, GROUPS

        deck = Deck.load(file)
        for card in deck.cards:
            try:
                _ = [card_text(card, lang) for lang in LANGUAGES]
            except DataError as error:
                raise DataError(file, error.entry, error.field, error.problem) from None
        texts = [card.id for card in deck.cards if card.text]
        console.print(f"{len(deck)} cards, all well  ({deck.digest})")
        for heading, values in (
            ("colour", COLOURS),
            ("group", GROUPS),
            ("price", sorted(set(deck.price))),
            ("when", ACTIVATIONS),
        ):
            counts = Counter(getattr(card, heading) for card in deck.cards)
            console.print(f"{heading}: " + ", ".join(f"{value}={counts[value]}" for value in values))
        console.print(f"with a text: {len(texts)}; with an effect: {sum(bool(card.effect) for card in deck.cards)}")

    @deck_app.command("show")
    def deck_show(
        group: Annotated[str, typer.Option(help="Only this group, such as noble.")] = "",
        colour: Annotated[str, typer.Option(help="Only this colour.")] = "",
        when: Annotated[str, typer.Option(help="Only this activation icon: arrow, worker, infinity or laurel.")] = "",
        card: Annotated[str, typer.Option(help="Only this card, by its id, with where everything comes from.")] = "",
        lang: Annotated[str, typer.Option(help="en, de, fr or it.")] = "en",
        file: Annotated[Path | None, typer.Option(help="A deck of your own; the lab's own if none is named.")] = None,
        ops: Annotated[bool, typer.Option("--ops", help="Show the words that effects are made of, instead of cards.")] = False,
    ) -> None:
        """Show cards as a table, or one card in full."""
        from .deck import Deck
        from .pictures.deck_sheet import card_facts, deck_text, ops_text
        from .telling import own_texts
        from .words import ACTIVATIONS, COLOURS, GROUPS

        check_language(lang)
        asked = {"group": (group, GROUPS), "colour": (colour, COLOURS), "when": (when, ACTIVATIONS)}
        for field, (value, known) in asked.items():
            if value and value not in known:
                raise LabError(f"unknown {field} {one_line(value, 20)!r}; choose {either(known)}")
        deck = Deck.load(file)
        if card and card not in deck.by_id:
            from difflib import get_close_matches

            near = get_close_matches(card[:80], list(deck.by_id), n=1, cutoff=0.6)
            raise LabError(f"unknown card {one_line(card, 40)!r}" + (f"; did you mean {near[0]}?" if near else ""))
        if ops:
            console.print(ops_text())
            return
        fields = {field: value for field, (value, _) in asked.items() if value} | ({"id": card} if card else {})
        found = deck.where(**fields)
        if card and found:
            console.print(card_facts(found[0], lang))
        else:
            console.print(deck_text(found, lang) if found else own_texts().say("terminal", "deck.none_fits", {}, lang))


def _register_ships(ships_app: typer.Typer, console: Console) -> None:
    @ships_app.command("check")
    def ships_check(file: Annotated[Path, typer.Argument(help="Ships as in the lab’s ships.toml.")]) -> None:
        """Check a file of ships and say what it holds."""
        from .ship_tiles import ShipTiles

        ships = ShipTiles.load(file)
        console.print(f"{len(ships)} ships, all well  ({ships.digest})", markup=False)
        _show_ships(ships, "en", console)

    @ships_app.command("show")
    def ships_show(lang: Annotated[str, typer.Option(help="en, de, fr or it.")] = "en") -> None:
        """Show the lab's own ships, kind by kind."""
        from .ship_tiles import ShipTiles

        check_language(lang)
        _show_ships(ShipTiles.load(), lang, console)


def _show_ships(ships: ShipTiles, lang: str, console: Console) -> None:
    from .card_texts import card_text
    from .pictures.deck_sheet import legend

    kinds: dict[str, list[Ship]] = {}
    for ship in ships.ships:
        kinds.setdefault(ship.kind, []).append(ship)
    for kind, members in kinds.items():
        first = members[0]
        mark = _mark(first.source("effect")) or (_mark(first.source("numbers")) if first.numbers else "")
        text = one_line(card_text(first, lang), 200)
        console.print(f"{one_line(first.name[lang], 60)}: {text} {mark}".rstrip(), markup=False)
        console.print(f"  kind = {kind}; {', '.join(ship.id for ship in members)}", markup=False)
    console.print(legend(lang))


def _register_market(market_app: typer.Typer, console: Console) -> None:
    @market_app.command("check")
    def market_check(file: Annotated[Path, typer.Argument(help="Market cards as in data/bruges/market.toml.")]) -> None:
        """Check a file of market cards and say what it holds."""
        from .market_files import checked_market

        cards = checked_market(file)
        improved = Counter(sum(bool(kind) for kind in card.improvements) for card in cards.cards)
        console.print(f"{len(cards)} market cards, all well  ({cards.digest})")
        console.print("markers: " + ", ".join(f"{markers}={improved[markers]}" for markers in sorted(improved)))

    @market_app.command("show")
    def market_show(
        lang: Annotated[str, typer.Option(help="en, de, fr or it.")] = "en",
        file: Annotated[Path | None, typer.Option(help="Market cards of your own; the lab's own if none is named.")] = None,
    ) -> None:
        """Show the market cards, and what each improvement means."""
        from .market_cards import MarketCards
        from .market_files import checked_market
        from .market_texts import improvement_name, improvement_text, market_rows
        from .pictures.deck_sheet import legend

        check_language(lang)
        cards = MarketCards.load() if file is None else checked_market(file)
        for card, improved in market_rows(cards, lang):
            console.print(f"{card}: {'; '.join(improved)}", markup=False)
        console.print()
        for improvement in cards.kinds.values():
            console.print(
                f"{improvement.id}  {improvement_name(improvement, lang)}: {improvement_text(improvement, lang)}", markup=False
            )
        console.print(legend(lang))
