"""Texts of another game: Ferry, with a glossary and a reading of a few lines, is checked by its own rules, not by Bruges'."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from running import command

import bruges_lab as bl
from bruges_lab.games import shelf
from bruges_lab.games.bruges.manifest import MANIFEST as BRUGES
from bruges_lab.games.manifest import Manifest
from bruges_lab.kernel.errors import DataError
from bruges_lab.textcheck.findings import Report, Verdict
from bruges_lab.textcheck.read.readable import readable_for
from bruges_lab.textcheck.read.things import Things, things
from bruges_lab.textcheck.read.vocabulary import concept_bits

THINGS = {"coin": "coins", "card": "cards", "round": "rounds", "storm": "storms", "wind": "winds", "pile": "piles"}
FRENCH = {"coin": "pièce", "card": "carte", "round": "manche", "storm": "tempête", "wind": "vent", "pile": "pile"}
TEXT = """# Ferry

The game is played over {rounds} rounds. In every round the wind blows first, then each player takes one turn.
A card of {storm} or more brings a storm: all others lose a coin or a card.
Nobody may draw from an empty pile.
"""


def written(folder: Path) -> Path:
    for name in ("glossary", "reading"):
        (folder / name).mkdir()
    concepts = "".join(f'[[concept]]\nid = "{one}"\ngroup = "things"\nabout = "A thing."\n' for one in THINGS)
    (folder / "glossary" / "concepts.toml").write_text(concepts, "utf-8")
    english = "".join(f'[{one}]\npreferred = "{one}"\nplural = "{more}"\n' for one, more in THINGS.items())
    (folder / "glossary" / "en.toml").write_text(english, "utf-8")
    french = "".join(f'[{one}]\npreferred = "{name}"\nplural = "{name}s"\n' for one, name in FRENCH.items())
    (folder / "glossary" / "fr.toml").write_text(french, "utf-8")
    (folder / "reading" / "things.toml").write_text('counted = ["card", "coin", "round"]\n', "utf-8")
    return folder


@pytest.fixture
def ferry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Manifest:
    """Ferry as it would be if it said how its rules are said."""
    plain, find = shelf.find("ferry"), shelf.find
    folder = written(tmp_path)
    slots = {**plain._written, "glossary": str(folder / "glossary"), "reading": str(folder / "reading")}
    found = Manifest(plain.home, name="ferry", title=plain.title, players=plain.players, data=plain._data, **slots)
    monkeypatch.setattr(shelf, "find", lambda name=None: found if name == "ferry" else find(name))
    return found


def checked(folder: Path, rounds: str = "three", storm: str = "7", name: str = "ferry.md") -> Report:
    path = folder / name
    path.write_text(TEXT.format(rounds=rounds, storm=storm), "utf-8")
    return bl.check_translation(path, language="en", game="ferry")


def test_a_text_is_held_against_the_rules_of_its_own_game(ferry: Manifest, tmp_path: Path) -> None:
    report = checked(tmp_path)
    assert report.manifest is ferry
    assert report.is_of_game
    assert report.about is ferry
    stated = {finding.rule for finding in report.findings if finding.verdict is Verdict.STATED}
    assert {"ferry.round", "ferry.storm", "ferry.pile"} <= stated
    assert {finding.rule for finding in report.findings} == set(ferry.catalogue)
    wrong = checked(tmp_path, rounds="four", storm="8")
    found = {(finding.rule, finding.claimed, finding.actual) for finding in wrong.findings}
    assert ("ferry.storm", "8", "7") in found


def test_the_report_speaks_of_that_game(ferry: Manifest, tmp_path: Path) -> None:
    report = checked(tmp_path, storm="8")
    assert report.told("en").splitlines()[0].split("  ")[2] == "Ferry: yes"
    assert "Le bac\u00a0: oui" in report.told("fr")
    made = json.loads(report.to_json())
    assert (made["game"], made["is_of_game"], made["about"]) == ("ferry", True, "ferry")
    assert made["gate"].startswith("This is a text about Ferry: ")
    for out in (
        report.to_html("de"),
        report.to_sarif(),
        report.to_junit(),
        report._repr_html_(),
        report.told("it", everything=True),
    ):
        assert "ferry.storm" in out
        assert "Brügge" not in out.replace("Bruges Lab", "")
    statement = ferry.catalogue["ferry.storm"].text("en")
    assert statement in report.to_html("en")


def test_another_text_is_none_of_that_game(ferry: Manifest, tmp_path: Path) -> None:
    report = bl.check_translation(BRUGES.samples / "en" / "clean.md", game="ferry")
    assert (report.is_of_game, report.about) == (False, BRUGES)
    head, why = report.told("en").splitlines()
    assert head.endswith("Ferry: no, Bruges: yes")
    assert why.startswith("This is a text about Bruges, not about Ferry: ")
    assert why.endswith(" It can be checked as a text about Bruges.")
    assert not report.findings
    assert 'name="is_ferry"' in report.to_junit()
    (tmp_path / "ferry.md").write_text(TEXT.format(rounds="three", storm="7"), "utf-8")
    usual = bl.check_translation(tmp_path / "ferry.md", language="en")
    assert (usual.manifest, usual.about) == (BRUGES, ferry)
    assert "This is a text about Ferry, not about Bruges: it uses 6 of that game’s 6 terms" in usual.told("en")
    assert "game" not in json.loads(usual.to_json())


def test_the_command_line_checks_it_and_prints_its_checklist(
    ferry: Manifest, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def run(*args: object) -> str:
        command(*args)
        return capsys.readouterr().out

    checked(tmp_path, storm="8")
    assert "ferry.storm" in run("check", tmp_path / "ferry.md", "--lang", "en", "--game", "ferry")
    listed = run("template", "--game", "ferry")
    assert "`ferry.storm`" in listed
    assert "guilder" not in listed


def test_decisions_are_about_rules_and_concepts_of_that_game(ferry: Manifest, tmp_path: Path) -> None:
    report = checked(tmp_path, storm="8")
    pins = bl.Pins.load(tmp_path / "ferry.md", game="ferry")
    pins.confirm(report.of("ferry.storm")[0])
    pins.add_term("coin", "en", "obol")
    assert bl.Pins.load(pins.save(), game="ferry").terms == pins.terms
    with pytest.raises(DataError, match="unknown concept 'guilder'"):
        pins.add_term("guilder", "en", "ducat")
    with pytest.raises(DataError, match=r"unknown rule 'ferry\.storm'"):
        bl.Pins.load(tmp_path / "ferry.md")


def test_nothing_that_another_game_names_is_looked_for(ferry: Manifest, tmp_path: Path) -> None:
    assert not concept_bits(ferry).keys() & BRUGES.glossary.keys() - THINGS.keys()
    assert things(ferry) == Things(counted=frozenset(("card", "coin", "round")))
    (tmp_path / "reading" / "rules.toml").write_text('[excluded]\n"threat.fire" = "of another game"\n', "utf-8")
    with pytest.raises(DataError, match=r"unknown rule 'threat\.fire'"):
        readable_for(ferry, tmp_path / "reading")
    (tmp_path / "reading" / "rules.toml").unlink()
    (tmp_path / "reading" / "things.toml").write_text('ranges = ["meta.players"]\n', "utf-8")
    things.cache_clear()
    with pytest.raises(DataError, match=r"unknown rule 'meta\.players'"):
        things(ferry)


@pytest.mark.parametrize(
    ("chapter", "words", "problem"),
    [
        ("weather", "coin", r"things: said_of_modules: unknown chapter 'weather'"),
        ("turns", "coin guilder", r"things: said_of_modules\.turns: 'guilder' is neither a concept nor a plain word"),
        ("turns", "-coin", r"things: said_of_modules\.turns: '-coin': something must be said"),
    ],
)
def test_what_is_said_of_modules_names_chapters_and_words(
    ferry: Manifest, tmp_path: Path, chapter: str, words: str, problem: str
) -> None:
    (tmp_path / "reading" / "things.toml").write_text(f'[said_of_modules]\n{chapter} = ["{words}"]\n', "utf-8")
    things.cache_clear()
    with pytest.raises(DataError, match=problem):
        checked(tmp_path)


def test_a_ruleset_of_another_game_is_refused(ferry: Manifest, tmp_path: Path) -> None:
    (tmp_path / "ferry.md").write_text("Text.", "utf-8")
    with pytest.raises(bl.LabError, match="this is not a ruleset of Ferry"):
        bl.check_translation(tmp_path / "ferry.md", ruleset=bl.ruleset(), game="ferry")
