"""The command line: `bruges-lab`. Bad arguments and files give one clear line and exit code 2."""

from __future__ import annotations

import io
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.table import Table

from ..kernel.errors import LabError, one_line
from . import analysis_commands, server_commands, text_commands
from .target_files import Force, check_out, put_out

if TYPE_CHECKING:
    from ..games.bruges.board import Board

app = typer.Typer(add_completion=False, no_args_is_help=False, rich_markup_mode=None, pretty_exceptions_enable=False)
board_app = typer.Typer(help="The board: look at it, or check a file with your own values.")
deck_app = typer.Typer(help="The deck: look at it, or check a file with your own cards.")
app.add_typer(board_app, name="board")
app.add_typer(deck_app, name="deck")

# Typer's own base of all usage errors: BadParameter, then UsageError, then this. Versions differ in where it lives.
_USAGE: type[Exception] = typer.BadParameter.__mro__[2]

console = Console(highlight=False, soft_wrap=False)


def _check_language(lang: str) -> None:
    from ..rulebook.texts import LANGUAGES

    if lang not in LANGUAGES:
        raise LabError(f"there is no language {one_line(lang, 20)!r}; there are {', '.join(LANGUAGES)}")


@app.callback(invoke_without_command=True)
def start(context: typer.Context, version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False) -> None:
    """A rulebook you can run: the board game Bruges. Without a command it opens JupyterLab on the first notebook."""
    if version:
        from .. import __version__

        console.print(__version__)
        raise typer.Exit
    if context.invoked_subcommand is None:
        server_commands.open_notebooks(None, None, True, lambda line: console.print(line, markup=False, soft_wrap=True))


@app.command()
def overview() -> None:
    """Show a position and what the command line can do."""
    from ..games.bruges.pictures.terminal import position_text
    from ..rulebook.scenarios import Scenario

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
        ("bruges-lab verify, bench, perft", "long checks, speed, counts of lines"),
        ("bruges-lab --help", "everything else"),
    ):
        console.print(f"  {command:<43}{about}")


@app.command()
def scenario(
    source: Annotated[str, typer.Argument(help="A scenario of the lab by name, or a file that holds one.")],
    lang: Annotated[str, typer.Option(help="en, de, fr or it.")] = "en",
) -> None:
    """Show the position of a scenario, tell what is done in it and what comes of it, and say whether it holds."""
    from ..games.bruges.pictures.terminal import position_text
    from ..rulebook.proving import prove
    from ..rulebook.scenarios import Scenario

    _check_language(lang)
    found = Scenario.read(source)
    console.print(position_text(found.state, found.names))
    proof = prove(found)
    console.print(proof.told(lang), markup=False, soft_wrap=True)
    for difference in proof.differences:
        console.print(f"differs: {difference}", markup=False)
    if not proof.holds:
        raise typer.Exit(1)
    if found.record.when or found.record.then:
        console.print("holds")


@app.command()
def play(
    players: Annotated[int, typer.Option(help="Two to four.")] = 3,
    seed: Annotated[int, typer.Option(help="Orders the piles and throws the dice.")] = 0,
    seats: Annotated[str, typer.Option(help="Who plays, such as human,greedy,random; one human and greedy by default.")] = "",
    explain: Annotated[bool, typer.Option("--explain", help="Show the rule of every event.")] = False,
    lang: Annotated[str, typer.Option(help="en, de, fr or it.")] = "en",
    ruleset: Annotated[str, typer.Option(help="default, a document, an alternative, or a file.")] = "default",
    dice: Annotated[bool, typer.Option("--set-dice", help="Set the dice by hand.")] = False,
    load: Annotated[Path | None, typer.Option(help="Go on with a saved game.")] = None,
) -> None:
    """Play in the terminal; type help for what can be typed."""
    from ..kernel import Ask
    from ..lab import load as read
    from ..lab import new_game
    from .terminal_play import Table

    _check_language(lang)
    game = new_game(players, seed, ruleset=ruleset, chance=Ask() if dice else None) if load is None else read(load)
    count = len(game.state.players)
    chosen = seats.split(",") if seats else ["human"] + ["greedy"] * (count - 1)
    if len(chosen) != count:
        raise LabError(f"seats: {len(chosen)} for {count} players")
    Table(game, chosen, console, explain=explain, lang=lang, seed=seed).play(input)


@app.command()
def perft(
    source: Annotated[str, typer.Argument(help="A scenario by name or file.")],
    depth: Annotated[int, typer.Option(min=0, max=12)] = 2,
    split: Annotated[bool, typer.Option("--split", help="Count by first choice.")] = False,
) -> None:
    """Count the lines of play from a position."""
    from ..kernel import advance
    from ..kernel import perft as count
    from ..kernel.engine import to_choice
    from ..kernel.expansion import split as count_by_choice
    from ..rulebook.scenarios import Scenario

    state = Scenario.read(source).state
    if split:
        twin = state.copy()
        pending = advance(twin)
        for option, lines in count_by_choice(state, depth).items():
            assert pending is not None
            console.print(f"{to_choice(twin, pending.step, option)}  {lines}", markup=False)
    console.print(count(state, depth))


@app.command()
def bench(windows: Annotated[int, typer.Option(min=1, max=100, help="How many windows; the best counts.")] = 25) -> None:
    """Measure speed beside python-chess and catanatron (install the extra `bench` for these)."""
    from ..verification.bench import measure

    table = Table("measure", "value", "", "floor", "met", box=None, pad_edge=False)
    for figure in measure(windows):
        met = "" if figure.met is None else "yes" if figure.met else "NO"
        table.add_row(
            figure.name, f"{figure.value:,.0f}" if figure.value >= 100 else f"{figure.value:.3g}", figure.unit, figure.floor, met
        )
    console.print(table)


@app.command()
def rule(
    rule_id: Annotated[str, typer.Argument(help="The id of a rule, such as threat.intrigue.")],
    lang: Annotated[str, typer.Option(help="en, de, fr or it.")] = "en",
    ruleset: Annotated[str, typer.Option(help="default, a document, an alternative, or a file.")] = "default",
) -> None:
    """Say a rule: statement, numbers, documents, discrepancies, known confusions, and its scenarios as they come now."""
    from ..rulebook.catalogue import rule as find
    from ..rulebook.readings import rules_of
    from ..show.rule_cards import rule_text

    _check_language(lang)
    found = find(rule_id)
    console.print(rule_text(found, lang, rules_of(found.manifest, ruleset)), soft_wrap=True)


@app.command()
def rules(
    words: Annotated[str, typer.Argument(help="Words that must all occur, as with --text.")] = "",
    chapter: Annotated[str | None, typer.Option(help="Only this chapter, such as threats.")] = None,
    kind: Annotated[str | None, typer.Option(help="Only this kind: event, refusal, permission, definition and so on.")] = None,
    text: Annotated[str, typer.Option(help="Words that must all occur in the statement, the id or a person's name.")] = "",
    person: Annotated[str | None, typer.Option(help="Only rules about this person.")] = None,
    lang: Annotated[str | None, typer.Option(help="en, de, fr or it; searches all four if none is named.")] = None,
    ruleset: Annotated[str, typer.Option(help="default, a document, an alternative, or a file.")] = "default",
    coverage: Annotated[bool, typer.Option("--coverage", help="Count the rules that the scenarios show, by kind.")] = False,
    export: Annotated[str | None, typer.Option(help="Write a rulebook to print: html or md.")] = None,
    out: Annotated[Path | None, typer.Option(help="The file for --export; printed here if none is named.")] = None,
    force: Force = False,
    game: Annotated[str | None, typer.Option(help="The game whose rules are meant.")] = None,
) -> None:
    """List and find rules, count what the scenarios show of them, or write them all as a rulebook."""
    from ..rulebook.lookup import coverage as count
    from ..rulebook.lookup import rules as find
    from ..rulebook.readings import rules_of
    from ..show.rule_cards import coverage_text, rules_text

    asked = " ".join(filter(None, (words, text)))
    if (export is not None or coverage) and (asked or chapter or kind or person or (export and coverage)):
        raise LabError("--export and --coverage are about all rules; they go with no search and not together")
    if export is not None:
        _export(export, lang or "en", ruleset, out, force, game)
    elif out is not None:
        raise LabError("--out needs --export html or --export md")
    elif coverage:
        console.print(coverage_text(count(game)))
    elif found := find(chapter=chapter, kind=kind, text=asked, lang=lang, person=person, game=game):
        console.print(rules_text(found, found.lang, rules_of(found[0].manifest, ruleset)))
    else:
        console.print(f"no rule contains {one_line(asked, 60)!r}" if asked else "no rule is all of this", markup=False)


def _export(form: str, lang: str, ruleset: str, out: Path | None, force: bool, game: str | None) -> None:
    from ..rulebook.printing import rulebook
    from ..show.rulebook_pages import html, markdown

    writers = {"html": html, "md": markdown}
    if form not in writers:
        raise LabError(f"a rulebook cannot be written as {one_line(form, 20)!r}; there are {', '.join(writers)}")
    check_out(out, force, [ruleset])
    put_out(writers[form](rulebook(lang, ruleset, game)), out, console, force=force)


@board_app.command("check")
def board_check(file: Annotated[Path, typer.Argument(help="A board as in data/bruges/board.toml.")]) -> None:
    """Check a board file and say what it holds."""
    from ..games.bruges.board import Board

    _show_board(Board.load(file))


@board_app.command("show")
def board_show() -> None:
    """Show the lab's own board."""
    from ..games.bruges.board import Board

    _show_board(Board.load())


def _mark(witness: str) -> str:
    return "≈" if witness == "reconstructed" else ""


def _show_board(board: Board) -> None:
    from ..games.bruges.words import COLOURS, SECTIONS

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


@deck_app.command("check")
def deck_check(
    file: Annotated[Path, typer.Argument(help="A deck as in the lab’s cards.toml, only the cards you change, or a table.")],
) -> None:
    """Check a deck file and say what it holds."""
    from ..games.bruges.card_texts import card_text
    from ..games.bruges.deck import Deck
    from ..games.bruges.words import ACTIVATIONS, COLOURS, GROUPS
    from ..kernel.errors import DataError
    from ..rulebook.texts import LANGUAGES

    deck = Deck.load(file)
    for card in deck.cards:
        try:
            _ = [card_text(card, lang) for lang in LANGUAGES]
        except DataError as error:
            raise DataError(file, error.entry, error.field, error.problem) from None
    texts = [card.id for card in deck.cards if card.text]
    console.print(f"{len(deck)} cards, all well  ({deck.digest})")
    for heading, values in (("colour", COLOURS), ("group", GROUPS), ("price", sorted(set(deck.price))), ("when", ACTIVATIONS)):
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
    from ..games.bruges.deck import Deck
    from ..games.bruges.pictures.deck_sheet import card_facts, deck_text, ops_text
    from ..games.bruges.words import ACTIVATIONS, COLOURS, GROUPS

    _check_language(lang)
    asked = {"group": (group, GROUPS), "colour": (colour, COLOURS), "when": (when, ACTIVATIONS)}
    for field, (value, known) in asked.items():
        if value and value not in known:
            raise LabError(f"there is no {field} {one_line(value, 20)!r}; there are {', '.join(known)}")
    deck = Deck.load(file)
    if card and card not in deck.by_id:
        from difflib import get_close_matches

        near = get_close_matches(card[:80], list(deck.by_id), n=1, cutoff=0.6)
        raise LabError(f"there is no card {one_line(card, 40)!r}" + (f"; did you mean {near[0]}?" if near else ""))
    if ops:
        console.print(ops_text())
        return
    fields = {field: value for field, (value, _) in asked.items() if value} | ({"id": card} if card else {})
    found = deck.where(**fields)
    if card and found:
        console.print(card_facts(found[0], lang))
    else:
        console.print(deck_text(found, lang) if found else "no card is all of this")


@app.command()
def verify(
    checks: Annotated[
        list[str] | None, typer.Argument(help="Names of checks; all if none is given, but for lowest and wheels, which install.")
    ] = None,
    size: Annotated[int, typer.Option(min=10, max=10_000_000, help="How many inputs or games.")] = 10_000,
    fuzz: Annotated[bool, typer.Option("--fuzz", help="Malformed inputs that learn, with atheris if it is installed.")] = False,
) -> None:
    """Run the long checks; their figures go into VERIFICATION.md. Exit code 1: a check fails."""
    from ..verification import CHECKS, run

    if unknown := set(checks or ()) - set(CHECKS):
        raise LabError(f"there is no check {one_line(min(unknown), 40)!r}; there are {', '.join(CHECKS)}")
    if fuzz and "malformed" not in (checks or ["malformed"]):
        raise LabError("--fuzz goes with the check malformed")
    try:
        for line in run(checks or [], size, fuzz=fuzz):
            console.print(line, markup=False, soft_wrap=True)
    except AssertionError as error:
        print(f"bruges-lab: failed: {one_line(error, 600)}", file=sys.stderr)
        raise typer.Exit(1) from None


analysis_commands.register(app, console)
text_commands.register(app, console)
server_commands.register(app, console)


def main() -> None:
    """Run the command line and leave; bruges_lab/__main__.py does so from the first moment on."""
    sys.exit(run())


def run() -> int:
    """Run the command line, and give the exit code: a user's mistake is one line on stderr and exit code 2."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal that cannot show a sign shows another
    return guarded(lambda: app(standalone_mode=False))


def guarded(call: Callable[[], object]) -> int:
    """The exit code of a call; its LabError or usage error as one line."""
    try:
        result = call()
    except LabError as error:
        print(f"bruges-lab: {error}", file=sys.stderr)
        return 2
    except _USAGE as error:
        message = error.format_message() if hasattr(error, "format_message") else error
        print(f"bruges-lab: {one_line(message, 300)}", file=sys.stderr)
        return 2
    except (typer.Abort, KeyboardInterrupt):
        print("bruges-lab: stopped", file=sys.stderr)
        return 130
    except BrokenPipeError:
        return 0
    if result == 130:  # Typer has taken the interrupt and said nothing
        print("bruges-lab: stopped", file=sys.stderr)
    return result if isinstance(result, int) else 0
