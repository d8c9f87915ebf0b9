"""The commands for rulebook texts: check one, put two side by side, print a translator's checklist. Registered by commands.py."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console
from rich.text import Text

from ..kernel.errors import LabError, either, one_line
from .chosen_game import Chosen, readable
from .target_files import Force, check_out, put_out

if TYPE_CHECKING:
    from ..textcheck.findings import Report
    from ..textcheck.report.pins import Pins

FORMATS = ("text", "json", "html", "sarif", "junit")
_STYLES = {
    "contradicts": "red",
    "inconsistent": "dark_orange",
    "edition": "magenta",
    "ambiguous": "yellow",
    "note": "cyan",
    "missing": "bright_black",
    "stated": "green",
}
_RULESET = "default, a document, an alternative, or a file."


def register(app: typer.Typer, console: Console) -> None:
    """Add the commands to the command line."""

    @app.command()
    def check(
        files: Annotated[list[Path], typer.Argument(help="A rulebook text (.txt, .md, .docx); several are read as one.")],
        source: Annotated[
            list[Path] | None, typer.Option(help="The text that it translates, or a version that was checked; may be repeated.")
        ] = None,
        form: Annotated[str, typer.Option("--format", help="text, json, html, sarif or junit.")] = "text",
        out: Annotated[Path | None, typer.Option(help="Write to this file instead of the terminal.")] = None,
        force: Force = False,
        ruleset: Annotated[str, typer.Option(help=_RULESET)] = "default",
        game: Chosen = None,
        language: Annotated[
            str | None, typer.Option("--lang", help="The language of the text, where it is guessed wrong.")
        ] = None,
        report_lang: Annotated[str, typer.Option(help="The language of the report: en, de, fr or it.")] = "en",
        pins: Annotated[Path | None, typer.Option(help="What was decided about the text; TEXT.checked.toml beside it.")] = None,
        fail_on: Annotated[
            str,
            typer.Option(
                help="none, pinned, certain, likely, contradicts, inconsistent, edition, ambiguous, missing, with those before."
            ),
        ] = "likely",
        baseline: Annotated[Path | None, typer.Option(help="A JSON report of before: only what is new is reported.")] = None,
        impact: Annotated[bool, typer.Option("--impact", help="How often the winner would change by a wrong claim.")] = False,
        games: Annotated[int, typer.Option(min=1, max=100_000, help="How many games for --impact.")] = 100,
        everything: Annotated[bool, typer.Option("--all", help="List every rule, also those that are stated.")] = False,
    ) -> None:
        """Check a rulebook text against the executable rules, and best against its source too (--source).

        Exit code 0: fine, 1: it fails, 2: bad input or another game.
        """
        game = readable(game)
        from ..textcheck.report.levels import failing, since

        _one_of("format", form, FORMATS)
        _known_language(report_lang)
        check_out(out, force, [*files, *(source or []), ruleset, baseline, pins, *_pin_files(files[0])])
        decided = _pins(pins, files[0], game)
        report = _checked(files, ruleset, language, decided, source, report_lang)
        failing(report, fail_on)  # a level that does not exist is refused before anything is written
        if baseline is not None:
            report = since(report, baseline)
        if impact and report.is_of_game:
            report = _with_impact(report, games)
        stale = len(decided.stale(report))
        _deliver(report, form, out, console, report_lang, fail_on, everything=everything, stale=stale, force=force)
        if not report.is_of_game:
            raise typer.Exit(2)
        if failing(report, fail_on):
            raise typer.Exit(1)

    @app.command("compare-texts")
    def compare_texts(
        first: Annotated[Path, typer.Argument(help="A rulebook text: the source.")],
        second: Annotated[Path, typer.Argument(help="Another, in any of the languages: its translation.")],
        form: Annotated[str, typer.Option("--format", help="text or html.")] = "text",
        out: Annotated[Path | None, typer.Option(help="Write to this file instead of the terminal.")] = None,
        force: Force = False,
        ruleset: Annotated[str, typer.Option(help=_RULESET)] = "default",
        game: Chosen = None,
        report_lang: Annotated[str, typer.Option(help="The language of the comparison: en, de, fr or it.")] = "en",
        everything: Annotated[bool, typer.Option("--all", help="Also the rules on which both agree.")] = False,
    ) -> None:
        """Put a text and its translation side by side, rule by rule, what differs first: `check --source` as a table."""
        game = readable(game)
        from ..textcheck.report.side_by_side import side_by_side

        _one_of("format", form, ("text", "html"))
        _known_language(report_lang)
        check_out(out, force, [first, second, ruleset, *_pin_files(first), *_pin_files(second)])
        found = side_by_side(_checked([second], ruleset, None, _pins(None, second, game), [first], report_lang))
        if form == "html":
            put_out(found.to_html(report_lang), out, console, force=force)
        elif out is not None:
            put_out(found.told(report_lang) + "\n", out, console, force=force)
        else:
            console.print(found.table(report_lang, everything=everything))
            for line in found.sums(report_lang):
                console.print(line, markup=False)

    @app.command()
    def template(
        lang: Annotated[str, typer.Option(help="en, de, fr or it; es and nl have terms only.")] = "en",
        form: Annotated[str, typer.Option("--format", help="md or html.")] = "md",
        out: Annotated[Path | None, typer.Option(help="Write to this file instead of the terminal.")] = None,
        force: Force = False,
        ruleset: Annotated[str, typer.Option(help=_RULESET)] = "default",
        game: Chosen = None,
    ) -> None:
        """A translator's checklist: all rules by chapter, with the engine's numbers and the preferred terms."""
        game = readable(game)
        from ..textcheck.report.template import template as make

        _one_of("format", form, ("md", "html"))
        check_out(out, force, [ruleset])
        found = make(lang, ruleset, game)
        put_out(found.to_html() if form == "html" else found.to_markdown(), out, console, force=force)


# Reading


def _checked(files: list[Path], ruleset: str, language: str | None, pins: Pins, source: list[Path] | None, lang: str) -> Report:
    """Check, and say from the beginning what is being done, where somebody looks on."""
    from rich.progress import BarColumn, Progress, TextColumn

    from ..rulebook.texts import lab_texts

    tongue, game = language or pins.language or None, pins.manifest.name
    its_pins = _pins(None, source[0], game) if source else None

    look = (TextColumn("{task.description}"), BarColumn())
    err = Console(stderr=True)
    with Progress(*look, console=err, transient=True, disable=not err.is_terminal) as bar:
        task = bar.add_task(one_line(files[0].name, 60), total=1)

        def heard(stage: str, share: float) -> None:
            words = lab_texts().say("explorer", f"text.stage.{stage}", {"file": one_line(files[0].name, 60)}, lang)
            bar.update(task, description=words, completed=share, refresh=True)

        from ..textcheck.checking import check_translation

        original = [*source] if source else None
        return check_translation(
            [*files],
            ruleset=ruleset,
            language=tongue,
            pins=pins,
            game=game,
            progress=heard,
            source=original,
            source_pins=its_pins,
        )


def _pins(asked: Path | None, text: Path, game: str) -> Pins:
    """The pins that are asked for, which must be there, or those beside the text, if any."""
    from ..textcheck.report.pins import Pins

    if asked is not None and not asked.is_file():
        raise LabError(f"{one_line(asked.name)}: there is no such file")
    return Pins.load(text if asked is None else asked, game=game)


def _pin_files(text: Path) -> list[Path]:
    from ..textcheck.report.pins import places_of

    return places_of(text)


def _one_of(what: str, asked: str, known: tuple[str, ...]) -> None:
    if asked not in known:
        raise LabError(f"unknown {what} {one_line(asked, 20)!r}; choose {either(known)}")


def _known_language(lang: str) -> None:
    from ..rulebook.texts import LANGUAGES

    _one_of("language", lang, LANGUAGES)


def _with_impact(report: Report, games: int) -> Report:
    from rich.progress import Progress

    from ..textcheck.report.impact import with_impact

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("games", total=None)
        return with_impact(report, games, progress=lambda done, total: bar.update(task, completed=done, total=total))


# Writing


def _deliver(
    report: Report,
    form: str,
    out: Path | None,
    console: Console,
    lang: str,
    fail_on: str,
    *,
    everything: bool,
    stale: int,
    force: bool,
) -> None:
    if form == "text" and out is None:
        _show(report, console, lang, fail_on, everything=everything, stale=stale)
        return
    writers = {
        "text": lambda: report.told(lang, everything=everything) + "\n",
        "json": lambda: report.to_json(lang),
        "html": lambda: report.to_html(lang),
        "sarif": lambda: report.to_sarif(lang),
        "junit": lambda: report.to_junit(lang, fail_on=fail_on),
    }
    put_out(writers[form](), out, console, force=force)


def _show(report: Report, console: Console, lang: str, fail_on: str, *, everything: bool, stale: int) -> None:
    """The report in a terminal, in colours; long lines go on under their beginning."""
    from ..textcheck.report.levels import failing
    from ..textcheck.report.report_lines import lines
    from ..textcheck.report.told import say

    for line in lines(report, lang, everything=everything):
        style = _STYLES.get(line.verdict.value, "") if line.verdict else ""
        console.print(
            Text(line.text, style=f"bold {style}".strip() if line.strong else "" if line.verdict else "dim"), soft_wrap=True
        )
    if not report.is_of_game:
        return
    if stale:
        console.print(Text(say("stale", lang, count=stale), style="dim"), soft_wrap=True)
    failed = len(failing(report, fail_on))
    level = say(f"level.{fail_on}", lang)
    ending = say("fails", lang, count=failed, level=level) if failed else say("passes", lang, level=level)
    console.print(Text(ending, style="bold red" if failed else "bold green"), soft_wrap=True)
