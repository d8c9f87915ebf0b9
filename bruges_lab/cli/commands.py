"""The command line: `bruges-lab`. Bad arguments and files give one clear line and exit code 2."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from ..games import shelf
from ..kernel.errors import LabError, either, one_line
from . import analysis_commands, link_commands, server_commands, text_commands
from .chosen_game import PLAYERS, Chosen, check_language, named, of_game
from .target_files import Force, check_out, put_out
from .told_help import ToldCommand

app = typer.Typer(add_completion=False, no_args_is_help=False, rich_markup_mode=None, pretty_exceptions_enable=False)

# Typer's own base of all usage errors: BadParameter, then UsageError, then this. Versions differ in where it lives.
_USAGE: type[Exception] = typer.BadParameter.__mro__[2]

console = Console(highlight=False, soft_wrap=False)

shelf.find().commands(app, console)


@app.callback(
    invoke_without_command=True,
    help=f"A rulebook you can run: the board game {shelf.find().called()}. "
    "Without a command it opens JupyterLab on the first notebook.",
)
def start(context: typer.Context, version: Annotated[bool, typer.Option("--version", help="Print the version.")] = False) -> None:
    """Without a command: the notebooks."""
    if version:
        from .. import __version__

        console.print(__version__)
        raise typer.Exit
    if context.invoked_subcommand is None:
        server_commands.open_notebooks(None, None, True, lambda line: console.print(line, markup=False, soft_wrap=True))


@app.command()
def scenario(
    source: Annotated[str, typer.Argument(help="A scenario of the lab by name, or a file that holds one.")],
    lang: Annotated[str, typer.Option(help="en, de, fr or it.")] = "en",
    game: Chosen = None,
) -> None:
    """Show the position of a scenario, tell what is done in it and what comes of it, and say whether it holds."""
    from ..analysis.named import terminal
    from ..rulebook.proving import prove
    from ..rulebook.scenarios import Scenario
    from ..rulebook.seats import names_in
    from .terminal_play import picture

    check_language(lang)
    found = Scenario.read(source, **named(game))
    proof = prove(found)
    console.print(picture(proof.game.manifest, found.state, names_in(found, lang), lang=lang))
    console.print(proof.told(lang), markup=False, soft_wrap=True)
    for difference in proof.differences:
        console.print(terminal("scenario.differs", lang, what=difference), markup=False)
    if not proof.holds:
        raise typer.Exit(1)
    if found.record.when or found.record.then:
        console.print(terminal("scenario.holds", lang))


@app.command(cls=ToldCommand)
def play(
    players: Annotated[int | None, typer.Option(help=PLAYERS)] = None,
    seed: Annotated[int, typer.Option(help="Decides what is shuffled and thrown.")] = 0,
    seats: Annotated[str, typer.Option(help="Who plays, such as human,greedy,random; one human and greedy by default.")] = "",
    explain: Annotated[bool, typer.Option("--explain", help="Show the rule of every event.")] = False,
    lang: Annotated[str, typer.Option(help="en, de, fr or it.")] = "en",
    ruleset: Annotated[str, typer.Option(help="default, a document, an alternative, or a file.")] = "default",
    dice: Annotated[bool, typer.Option("--set-dice", help="Set by hand what chance decides.")] = False,
    load: Annotated[Path | None, typer.Option(help="Go on with a saved game.")] = None,
    game: Chosen = None,
) -> None:
    """Play in the terminal; type help for what can be typed."""
    from ..kernel import Ask
    from ..lab import load as read
    from ..lab import new_game
    from .terminal_play import Table

    check_language(lang)
    if load is None:
        table = new_game(players=players, seed=seed, ruleset=ruleset, chance=Ask() if dice else None, game=game)
    else:
        table = of_game(read(load), load, game)
    count = len(table.names)
    chosen = seats.split(",") if seats else ["human"] + ["greedy"] * (count - 1)
    if len(chosen) != count:
        raise LabError(f"seats: {len(chosen)} for {count} players")
    Table(table, chosen, console, explain=explain, lang=lang, seed=seed).play(input)


@app.command()
def perft(
    source: Annotated[str, typer.Argument(help="A scenario by name or file.")],
    depth: Annotated[int, typer.Option(min=0, max=12)] = 2,
    split: Annotated[bool, typer.Option("--split", help="Count by first choice.")] = False,
    game: Chosen = None,
) -> None:
    """Count the lines of play from a position."""
    from ..kernel import advance
    from ..kernel import perft as count
    from ..kernel.engine import to_choice
    from ..kernel.expansion import split as count_by_choice
    from ..rulebook.scenarios import Scenario

    state = Scenario.read(source, **named(game)).state
    if split:
        twin = state.copy()
        pending = advance(twin)
        for option, lines in count_by_choice(state, depth).items():
            assert pending is not None
            console.print(f"{to_choice(twin, pending.step, option)}  {lines}", markup=False)
    console.print(count(state, depth))


@app.command()
def rule(
    rule_id: Annotated[str, typer.Argument(help="The id of a rule, or the number of a discrepancy (D-099).")],
    lang: Annotated[str, typer.Option(help="en, de, fr or it.")] = "en",
    ruleset: Annotated[str, typer.Option(help="default, a document, an alternative, or a file.")] = "default",
) -> None:
    """Show a rule: statement, numbers, documents, discrepancies, known confusions; and run its scenarios."""
    from ..rulebook.catalogue import rule as find
    from ..rulebook.discrepancies import ENTRY, discrepancy
    from ..rulebook.readings import rules_of
    from ..show.rule_cards import rule_text

    check_language(lang)
    if ENTRY.fullmatch(rule_id):
        from ..show.discrepancy_cards import discrepancy_text

        console.print(discrepancy_text(discrepancy(rule_id), lang), soft_wrap=True)
        return
    found = find(rule_id)
    console.print(rule_text(found, lang, rules_of(found.manifest, ruleset)), soft_wrap=True)


@app.command()
def rules(
    words: Annotated[str, typer.Argument(help="Words that must all occur, as with --text.")] = "",
    chapter: Annotated[str | None, typer.Option(help="Only this chapter.")] = None,
    kind: Annotated[str | None, typer.Option(help="Only this kind: event, refusal, permission, definition and so on.")] = None,
    text: Annotated[str, typer.Option(help="Words that must all occur in the statement, the id or a person's name.")] = "",
    person: Annotated[str | None, typer.Option(help="Only rules about this person.")] = None,
    lang: Annotated[str | None, typer.Option(help="en, de, fr or it; searches all four if none is named.")] = None,
    ruleset: Annotated[str, typer.Option(help="default, a document, an alternative, or a file.")] = "default",
    coverage: Annotated[bool, typer.Option("--coverage", help="Count the rules that the scenarios show, by kind.")] = False,
    export: Annotated[str | None, typer.Option(help="Write a rulebook to print: html or md.")] = None,
    reference: Annotated[bool, typer.Option("--reference", help="Write a reference page to print: one sheet of A4.")] = False,
    out: Annotated[Path | None, typer.Option(help="The file for --export or --reference; printed here if none is named.")] = None,
    force: Force = False,
    game: Annotated[str | None, typer.Option(help="The game whose rules are meant.")] = None,
) -> None:
    """List and find rules, count what the scenarios show of them, or write them as a rulebook or a reference page."""
    from ..analysis.named import terminal
    from ..rulebook.lookup import coverage as count
    from ..rulebook.lookup import rules as find
    from ..rulebook.readings import rules_of
    from ..show.rule_cards import coverage_text, rules_text

    if lang is not None:
        check_language(lang)
    asked = " ".join(filter(None, (words, text)))
    whole = sum((export is not None, coverage, reference))
    if whole > 1 or (whole and (asked or chapter or kind or person)):
        raise LabError("--export, --reference and --coverage are about all rules: use one of them, and without a search")
    if reference:
        _write_reference(lang or "en", ruleset, out, force, game)
    elif export is not None:
        _export(export, lang or "en", ruleset, out, force, game)
    elif out is not None:
        raise LabError("--out needs --reference, --export html or --export md")
    elif coverage:
        console.print(coverage_text(count(game), lang or "en"))
    elif found := find(chapter=chapter, kind=kind, text=asked, lang=lang, person=person, game=game):
        console.print(rules_text(found, found.lang, rules_of(found[0].manifest, ruleset)))
    else:
        words = one_line(asked, 60)
        said = terminal("rules.none", lang or "en", words=words) if asked else terminal("rules.none_fits", lang or "en")
        console.print(said, markup=False)


def _export(form: str, lang: str, ruleset: str, out: Path | None, force: bool, game: str | None) -> None:
    from ..rulebook.printing import rulebook
    from ..show.rulebook_pages import html, markdown

    writers = {"html": html, "md": markdown}
    if form not in writers:
        raise LabError(f"cannot write a rulebook as {one_line(form, 20)!r}; choose {either(writers)}")
    check_out(out, force, [ruleset])
    put_out(writers[form](rulebook(lang, ruleset, game)), out, console, force=force)


def _write_reference(lang: str, ruleset: str, out: Path | None, force: bool, game: str | None) -> None:
    from ..rulebook.reference import reference as make
    from ..show.reference_page import html

    check_out(out, force, [ruleset])
    put_out(html(make(lang, ruleset, game)), out, console, force=force)


# What others bring

ABOVE = ("bruges_lab.site.docs_command", "bruges_lab.site.site_command", "bruges_lab.verification.verify_commands")
"""The commands of rooms that stand above this one and look at it: named, as those of games are, not imported."""


def _add_games() -> None:
    """The commands of every game but the usual one, each under its name."""
    try:
        further = shelf.names()[1:]
    except LabError:  # said when a command is run
        return
    for name in further:
        with suppress(LabError):  # a game that cannot be read is refused where it is asked for
            manifest = shelf.find(name)
            if manifest.has("commands"):
                own = typer.Typer(help=manifest.called())
                manifest.commands(own, console)
                app.add_typer(own, name=name)


for group in (analysis_commands, text_commands, link_commands, server_commands):
    group.register(app, console)
for above in ABOVE:
    import_module(above).register(app, console)
_add_games()


def main() -> None:
    """Run the command line and leave; bruges_lab/__main__.py does so from the first moment on."""
    sys.exit(run())


def run() -> int:
    """Run the command line, and give the exit code: a user's mistake is one line on stderr and exit code 2."""
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # numpy's products are small here: threads that wait cost far more
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal that cannot show a sign shows another
    return guarded(_started)


def _started() -> object:
    shelf.names()  # refuses folders of games that are none
    return app(standalone_mode=False)


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
