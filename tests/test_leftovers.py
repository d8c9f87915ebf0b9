"""Nothing stays English on a German, French or Italian screen: what the lab shows is drawn in each and read for English words.

Names of files, commands, rules and choices are the same in all languages; so they are taken out first.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from cases import each
from rich.console import Console
from running import command
from typer.main import get_command

import bruges_lab as bl
from bruges_lab import places
from bruges_lab.analysis.named import terminal
from bruges_lab.cli import commands as cli
from bruges_lab.games import shelf
from bruges_lab.rulebook.catalogue import ruleset_fields
from bruges_lab.rulebook.texts import LANGUAGES
from bruges_lab.show.rule_cards import card_parts, rule_text

OTHERS = LANGUAGES[1:]
GAMES = ("bruges", "burdigala")

_SOME = """
    the and of with from your you this that these those which when only have has not are is were been for each every some other
    another turn player players card cards house houses worker workers game games rule rules played plays seat policy default
    ruleset greedy holds differs its they them their there here what who how why than then into onto until once more less after
    before over under again first second third choose choice may must can cannot could would should nothing none nobody everybody
    by to at on or if but yes take takes draw draws guilders guilder threat threats worth scored score scores place placed lost
    discard discards shown known unknown where open close save new back next step steps people reconstructed documents says
"""
ENGLISH = frozenset(_SOME.split())
"""Words that a sentence left in English has some of."""
OWN_WORDS = {
    "de": frozenset(["on", "or", "person"]),
    "fr": frozenset(["on", "or", "but", "second", "place", "points", "tour", "score", "scores", "documents"]),
    "it": frozenset(["or"]),
}
"""Those that are words of the language too."""
NAMES = re.compile(
    r"^ *bruges-lab .*?(?=  |$)|bruges-lab(?: [a-z]+)?|^\| [\w\\]+ \||`?\b\w+`? = \w+|\b[\w<>]+(?:[._:/=-][\w<>]+)+\b|[A-Z]{3,}"
)
"""What has the same name everywhere: ids (the first column of a table of terms), notations, files, switches, commands."""
QUOTED = re.compile(
    r"henchmen|action figures|designed people|Once|gulden, guilder|[«„]\s?(?:Worker|henchman|Gate|gatehouse|guard house)\s?[»“]"
)
"""Words of an English text that a rule or a discrepancy is about."""
COMMANDS = frozenset(["why", "rule", "board", "agenda", "hint", "undo", "redo", "save", "text", "quit", "file"])
"""Words that a user types."""


def left_over(text: str, lang: str) -> list[str]:
    """The English words of each line that has any."""
    found = []
    for line in text.splitlines():
        words = re.findall(r"[a-zà-ÿ]+", NAMES.sub(" ", QUOTED.sub(" ", line)).lower())
        if english := [word for word in words if word in ENGLISH and word not in OWN_WORDS[lang] and word not in COMMANDS]:
            found.append(f"{line.strip()[:160]}  ({', '.join(english)})")
    return found


def words_of(html: str) -> str:
    """A page without its tags, styles and whatever is set as a name to type."""
    html = re.sub(r"<(script|style)\b.*?</\1>", " ", html, flags=re.DOTALL)
    html = re.sub(r"<(code|kbd)\b.*?</\1>", " ", html, flags=re.DOTALL)
    html = re.sub(r"<(\w+)\b[^>]*(?:monospace|data-names)[^>]*>[^<]*</\1>", " ", html)
    return unescape(re.sub(r"<[^>]+>", " \n ", html))


@each(
    ("text", "lang", "words"),
    [
        ("Die Karte holds.", "de", "holds"),
        ("plague_loss = 1 people", "de", "people"),
        ("threat.fire: ein Haus [ruleset]", "de", "ruleset"),
        ("Un second tour, on joue or, argent", "fr", ""),
        ("points for Swan; everybody does the best", "it", "for, everybody, the"),
        ("<p>Karte <code>draw:first other</code></p>", "de", ""),
    ],
)
def test_english_words_are_found(text: str, lang: str, words: str) -> None:
    found = left_over(words_of(text), lang)
    assert [line.rpartition("(")[2].rstrip(")") for line in found] == ([words] if words else [])


def rules_of(game: str) -> list[Any]:
    return list(shelf.find(game).catalogue.values())


@each("lang", OTHERS)
@each("rule", [rule for game in GAMES for rule in rules_of(game)], ids=lambda rule: rule.id)
def test_rule_cards(rule: Any, lang: str) -> None:
    page = words_of("".join(part for part in card_parts(rule, lang, None).values()))
    for field in ruleset_fields(rule.manifest).values():
        if field.values:
            page = page.replace(", ".join(map(str, field.values)), "")
    assert left_over(page, lang) == []


@each("game", GAMES)
@each("lang", OTHERS)
def test_every_known_confusion_has_its_words(game: str, lang: str) -> None:
    texts = shelf.find(game).texts
    missing = [
        f"{rule.id}.{confusion.name}"
        for rule in rules_of(game)
        for confusion in rule.confusions
        if not texts.has("misreading", f"{rule.id}.{confusion.name}", lang)
    ]
    assert missing == []


@each("game", GAMES)
@each("lang", OTHERS)
def test_every_unit_of_a_number_has_its_words(game: str, lang: str) -> None:
    manifest = shelf.find(game)
    units = {unit for rule in rules_of(game) for unit in rule.parameters.values()} - {"switch"}
    assert [unit for unit in sorted(units) if not manifest.texts.has("unit", unit.replace(" ", "_"), lang)] == []


def test_a_unit_follows_its_number() -> None:
    rule = bl.rule("threat.plague")

    def shown(lang: str, **rules: int) -> str:
        console = Console(width=200, file=io.StringIO(), record=True)
        console.print(rule_text(rule, lang, bl.ruleset(**rules)))
        return console.export_text()

    assert "plague_loss = 1 Person " in shown("de")
    assert "plague_loss = 1 person " in shown("en")
    assert "plague_loss = 0 Personen " in shown("de", plague_loss=0)


# The command line

CALLS: dict[str, tuple[str, ...]] = {
    "overview": ("overview",),
    "scenario": ("scenario", "fire_and_plague"),
    "scenario of burdigala": ("scenario", "a_stuck_player_may_play_a_card_first", "--game", "burdigala"),
    "tree": ("tree", "first_look", "--depth", "2"),
    "compare": ("compare", "default", "003", "--games", "2"),
    "compare, replayed": ("compare", "default", "002:peek_after_all", "--games", "1", "--mode", "replay"),
    "compare in burdigala": ("compare", "default", "004:one_waterway", "--games", "1", "--game", "burdigala"),
    "odds": ("odds", "first_look"),
    "simulate": ("simulate", "--games", "2"),
    "simulate burdigala": ("simulate", "--games", "2", "--policy", "greedy", "--game", "burdigala"),
    "rule": ("rule", "threat.intrigue"),
    "rule of a person": ("rule", "person.prince"),
    "rule of burdigala": ("rule", "burdigala.cube.points"),
    "discrepancy": ("rule", "D-099"),
    "rules": ("rules", "--chapter", "threats"),
    "no rules": ("rules", "xyzzy"),
    "coverage": ("rules", "--coverage"),
    "template": ("template",),
    "board": ("board", "show"),
    "deck": ("deck", "show", "--group", "noble"),
    "card": ("deck", "show", "--card", "prince"),
    "ships": ("ships", "show"),
    "market": ("market", "show"),
}


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setenv("COLUMNS", "200")

    def run(*args: str) -> str:
        code = command(*args)
        shown = capsys.readouterr()
        assert not code, shown.err
        return str(shown.out)

    return run


@pytest.mark.parametrize("lang", OTHERS)
@pytest.mark.parametrize("call", CALLS)
def test_commands(call: str, lang: str, run: Any) -> None:
    assert left_over(run(*CALLS[call], "--lang", lang), lang) == []


@pytest.mark.parametrize("lang", OTHERS)
def test_the_help_of_play(lang: str, run: Any) -> None:
    shown = run("play", "--help", "--lang", lang)
    assert "--seats" in shown
    names = r"--[\w-]+ <\w+>|\b(default|greedy)\b"  # options and their values
    assert left_over(re.sub(names, "", shown), lang) == []


def test_the_help_of_play_in_english_is_what_the_code_says() -> None:
    play: Any = get_command(cli.app)
    play = play.commands["play"]
    assert play.help == terminal("play.help.about", "en")
    assert [one.help for one in play.params] == [terminal(f"play.help.{one.name}", "en") for one in play.params]


@pytest.mark.parametrize("lang", OTHERS)
@pytest.mark.parametrize("game", GAMES)
def test_a_game_in_the_terminal(game: str, lang: str, run: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    typed = [
        "help",
        "why workers:prince",
        "why nonsense",
        "why 1",
        "1",
        "1",
        "agenda",
        "board",
        "undo",
        "save",
        f"save {tmp_path}/g",
    ]
    answers = iter([*typed, f"save {tmp_path}/g", "x", "hint", "quit"])
    monkeypatch.setattr("builtins.input", lambda _: next(answers))
    shown = run("play", "--game", game, "--players", "2", "--seed", "3", "--lang", lang)
    assert next(answers, None) is None, "everything that was to be typed was asked for"
    assert left_over(shown.replace(str(tmp_path), "").replace(": workers.", ""), lang) == []


@pytest.mark.parametrize("lang", OTHERS)
@pytest.mark.parametrize("game", GAMES)
def test_the_end_of_a_game_in_the_terminal(game: str, lang: str, run: Any) -> None:
    shown = run("play", "--game", game, "--players", "2", "--seats", "random,random", "--lang", lang)
    assert left_over(shown, lang) == []


@pytest.mark.parametrize("lang", OTHERS)
@pytest.mark.parametrize("form", ["text", "html", "junit"])
def test_reports_on_a_text(lang: str, form: str, tmp_path: Path) -> None:
    """All of a report but the text itself, which is in its own language."""
    report = bl.check_translation(places.data("bruges", "samples", lang, "faulty.md"))
    pages = {"html": report.to_html, "junit": report.to_junit}
    told = words_of(pages[form](lang)) if form in pages else report.told(lang)
    assert left_over(told, lang) == []


@pytest.mark.parametrize("lang", OTHERS)
def test_texts_side_by_side(lang: str, run: Any) -> None:
    folder = places.data("bruges", "samples", lang)
    found = run("compare-texts", str(folder / "clean.md"), str(folder / "faulty.md"), "--report-lang", lang)
    assert left_over(found, lang) == []


# The explorer, handouts


def surfaces(explorer: bl.Explorer) -> Iterator[tuple[str, str]]:
    """Every surface, with each tab, and what is opened over them."""
    for tab in explorer.tabs:
        explorer.select(tab)
        for name, surface in explorer.surfaces().items():
            yield f"{tab}: {name}", "".join(surface.parts.values())


@pytest.mark.parametrize("lang", OTHERS)
@pytest.mark.parametrize("game", GAMES)
def test_the_explorer(game: str, lang: str) -> None:
    played = bl.new_game(game, players=3, seed=3)
    for _ in range(40):
        played.play(0)
    samples = {path.name for path in places.data("bruges", "samples").rglob("*.md")}
    found = []
    for where, page in surfaces(bl.Explorer(played, lang=lang)):
        text = words_of(page)
        for name in samples:
            text = text.replace(f"other/{name}", " ")
        found += [f"{where}: {line}" for line in left_over(text, lang)]
    assert found == []


@pytest.mark.parametrize("lang", OTHERS)
@pytest.mark.parametrize("game", GAMES)
def test_handouts(game: str, lang: str) -> None:
    played = bl.new_game(game, players=3, seed=3)
    for _ in range(20):
        played.play(0)
    for what in (played, played.events, bl.lesson(game=game)):
        assert left_over(words_of(bl.handout(what, lang=lang).html), lang) == []
