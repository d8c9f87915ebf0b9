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
    def overview() -> None:
        """Show a position and what the command line can do."""
        from ...rulebook.scenarios import Scenario
        from .pictures.terminal import position_text

        scenario = Scenario.read("first_look")
        console.print("Bruges Lab: a rulebook you can run. For example, the position “first_look”:\n")
        console.print(position_text(scenario.state, scenario.names))
        console.print("\nWhat it can do:")
        for command, about in (
            ("bruges-lab", "open JupyterLab on the first notebook; so does bruges-lab open FOLDER"),
            ("bruges-lab serve", "the explorer as a page of its own"),
            ("bruges-lab play --explain", "play a game, with the rule behind every event"),
            ("bruges-lab scenario fire_and_plague", "show a position, play it, check it"),
            ("bruges-lab rule threat.intrigue", "say a rule, its numbers, and what the documents say of it"),
            ("bruges-lab rules threat", "list rules by what their id or text contains"),
            ("bruges-lab compare default 003", "play the same games under two readings"),
            ("bruges-lab tree fire_and_plague --depth 2", "the decision tree of a position"),
            ("bruges-lab odds first_look", "the exact odds of the threats to come"),
            ("bruges-lab simulate --games 1000", "play many games"),
            ("bruges-lab board check FILE", "check a board with your own values"),
            ("bruges-lab deck check FILE", "check a deck with your own cards"),
            ("bruges-lab ships check FILE", "check ships of your own"),
            ("bruges-lab market check FILE", "check market cards of your own"),
            ("bruges-lab verify, bench, perft", "long checks, speed, counts of lines"),
            ("bruges-lab --help", "everything else"),
        ):
            console.print(f"  {command:<43}{about}")

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
    def board_show() -> None:
        """Show the lab's own board."""
        from .board import Board

        _show_board(Board.load(), console)


def _mark(witness: str) -> str:
    return "≈" if witness == "reconstructed" else ""


def _show_board(board: Board, console: Console) -> None:
    from .words import COLOURS, SECTIONS

    console.print(f"{one_line(board.title)}  ({board.digest})", markup=False)
    points = "  ".join(f"{p}{_mark(w)}" for p, w in zip(board.points[1:], board.points_from[1:], strict=True))
    console.print(f"reputation: {points}")
    for number, gate in enumerate(board.gates, 1):
        for side, section in zip(SECTIONS, gate, strict=False):
            spaces = "  ".join(f"{COLOURS[s.colour]}{_mark(s.colour_from)} {s.price}{_mark(s.price_from)}" for s in section)
            console.print(f"gate {number} {side:<6} {spaces}")
    console.print("≈ reconstructed: in no document")
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
            console.print(deck_text(found, lang) if found else "no card is all of this")


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

    kinds: dict[str, list[Ship]] = {}
    for ship in ships.ships:
        kinds.setdefault(ship.kind, []).append(ship)
    for kind, members in kinds.items():
        first = members[0]
        mark = _mark(first.source("effect")) or (_mark(first.source("numbers")) if first.numbers else "")
        text = one_line(card_text(first, lang), 200)
        console.print(f"{kind} ({one_line(first.name[lang], 60)}): {text} {mark}".rstrip(), markup=False)
        console.print(f"  {', '.join(ship.id for ship in members)}", markup=False)
    console.print("≈ reconstructed: in no document")


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

        check_language(lang)
        cards = MarketCards.load() if file is None else checked_market(file)
        for card, improved in market_rows(cards, lang):
            console.print(f"{card}: {'; '.join(improved)}", markup=False)
        console.print()
        for improvement in cards.kinds.values():
            console.print(
                f"{improvement.id}  {improvement_name(improvement, lang)}: {improvement_text(improvement, lang)}", markup=False
            )
        console.print("≈ reconstructed: in no document")
