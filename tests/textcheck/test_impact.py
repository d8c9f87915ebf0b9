"""What a wrong claim would do to the game: which claims can be played, that they are, and that results are kept."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from cases import each
from reports import BOX, FACES, GUILDERS, MAJORITY, REASON, WORKERS, made, one

from bruges_lab import compare, ruleset
from bruges_lab.games.bruges.manifest import MANIFEST as BRUGES
from bruges_lab.games.bruges.ruleset import Ruleset, Value, fields
from bruges_lab.rulebook.catalogue import Catalogue
from bruges_lab.textcheck.findings import Finding, Verdict
from bruges_lab.textcheck.report.impact import cache_file, change, typed, with_impact

RULES = Ruleset()


def claim(rule: str, claimed: str, actual: str = "") -> Finding:
    return Finding(rule, Verdict.CONTRADICTS, None, REASON, 0.9, claimed, actual)


def misread(rule: str, name: str) -> Finding:
    """What the check says of a text that falls for a known confusion."""
    return claim(rule, next(one.says for one in Catalogue.load()[rule].confusions if one.name == name))


@each(
    ("finding", "expected"),
    [
        (claim("setup.player.guilders", "6"), {"start_guilders": 6}),
        (claim("setup.player.guilders", "6 guilders"), {"start_guilders": 6}),
        (claim("setup.player.guilders", "5"), {}),
        (claim("setup.player.guilders", "many"), {}),
        (claim("setup.player.guilders", "6 or 7"), {}),
        (claim("setup.player.guilders", "99999999"), {}),
        (claim("phase2.threat.faces", "4, 5"), {"threat_faces": (4, 5)}),
        (claim("phase2.threat.faces", "7"), {}),
        (claim("phase2.threat.third", "4"), {"threat_limit": 4, "threat_supply": 13}),
        (claim("phase2.threat.third", "2"), {"threat_limit": 2}),
        (claim("threat.intrigue", "4"), {}),
        (claim("threat.intrigue", "4", "3"), {"intrigue_loss": 4}),
        (claim("threat.intrigue", "4", "7"), {}),
        (claim("setup.player.guilders", "seven"), {"start_guilders": 7}),
        (claim("setup.player.guilders", "twenty-one"), {"start_guilders": 21}),
        (claim("phase2.threat.third", "4th"), {"threat_limit": 4, "threat_supply": 13}),
        (claim("phase2.threat.third", "second"), {"threat_limit": 2}),
        (claim("setup.player.guilders", "a"), {}),
        (misread("setup.decks.split", "six_stacks"), {"stacks": 6}),
        (misread("scoring.canal3", "every_three"), {"canal_bonus": "lots_of_three"}),
        (misread("scoring.canal3", "once_only"), {}),
        (claim("comp.workers.count", "60"), {}),
        (claim("", "60"), {}),
        (FACES, {}),
        (replace(BOX, rule="setup.player.guilders", claimed="7"), {"start_guilders": 7}),
    ],
    ids=lambda value: str(value)[:40],
)
def test_what_a_claim_changes(finding: Finding, expected: dict[str, Value]) -> None:
    assert change(finding, BRUGES, RULES) == expected


@pytest.mark.parametrize(("lang", "word"), [("de", "sieben"), ("fr", "sept"), ("it", "sette"), ("nl", "zeven"), ("xx", "seven")])
def test_numbers_in_words_are_read_in_the_language_of_the_text(lang: str, word: str) -> None:
    assert change(claim("setup.player.guilders", word), BRUGES, RULES, lang) == {"start_guilders": 7}


def test_every_known_confusion_that_the_engine_plays_can_be_measured() -> None:
    for rule in Catalogue.load().values():
        for confusion in rule.confusions:
            found = change(misread(rule.id, confusion.name), BRUGES, RULES)
            assert (found != {}) == bool(confusion.change), (rule.id, confusion.name)


def test_changes_are_typed_as_python() -> None:
    assert typed({"stacks": 6, "canal_bonus": "lots_of_three", "threat_faces": (4, 5)}) == (
        "stacks=6, canal_bonus='lots_of_three', threat_faces=(4, 5)"
    )
    assert set(fields()) >= {"stacks", "canal_bonus"}


def test_the_impact_is_that_of_a_comparison_by_policy(tmp_path: Path) -> None:
    kept = tmp_path / "cache" / "impact.json"
    steps: list[tuple[int, int]] = []
    again = replace(GUILDERS, verdict=Verdict.INCONSISTENT, impact=None)
    plain = made(replace(GUILDERS, impact=None), again, MAJORITY, WORKERS, FACES, BOX)
    found = with_impact(plain, 3, players=2, cache=kept, progress=lambda done, all_: steps.append((done, all_)))
    share = compare(ruleset(), ruleset(start_guilders=6), 3, players=2).winner_changes
    first, second = (finding.impact for finding in found.of(GUILDERS.rule))
    assert first is not None
    assert first == second
    assert (first.share, first.low, first.high) == share
    assert (first.change, first.games, first.players, first.policy) == ("start_guilders=6", 3, 2, "greedy")
    assert one(found, WORKERS.rule).impact is not None
    assert one(found, BOX.rule).impact is None
    assert one(found, FACES.rule).impact is None
    assert steps[-1] == (6, 6), "each claim once, however often it is made"
    assert [step[0] for step in steps] == list(range(1, 7))


def test_results_are_kept_and_belong_to_their_games_and_rules(tmp_path: Path) -> None:
    kept = tmp_path / "impact.json"
    plain = made(replace(GUILDERS, impact=None))
    first = with_impact(plain, 2, players=2, cache=kept)
    steps: list[int] = []
    assert with_impact(plain, 2, players=2, cache=kept, progress=lambda done, _: steps.append(done)) == first
    assert steps == []
    (key,) = json.loads(kept.read_text(encoding="utf-8"))
    assert "start_guilders=6 | 2 games of 2 by greedy" in key
    with_impact(plain, 3, players=2, cache=kept)
    with_impact(replace(plain, ruleset="003"), 2, players=2, cache=kept)
    assert len(json.loads(kept.read_text(encoding="utf-8"))) == 3


@pytest.mark.parametrize("content", [b"", b"[]", b'{"x": 3}', b"\xff", b'{"x": ["a", 2, 3]}'])
def test_a_broken_cache_is_reckoned_again(tmp_path: Path, content: bytes) -> None:
    kept = tmp_path / "impact.json"
    kept.write_bytes(content)
    assert one(with_impact(made(GUILDERS), 1, players=2, cache=kept), GUILDERS.rule).impact is not None
    assert len(json.loads(kept.read_text(encoding="utf-8"))) == 1


def test_a_cache_that_cannot_be_written_is_no_reason_to_fail(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x", encoding="utf-8")
    found = with_impact(made(GUILDERS), 1, players=2, cache=tmp_path / "file" / "impact.json")
    assert one(found, GUILDERS.rule).impact is not None


def test_what_was_set_aside_is_not_played(tmp_path: Path) -> None:
    aside = replace(GUILDERS, impact=None, dismissed="ours")
    assert one(with_impact(made(aside), 1, cache=tmp_path / "x.json"), GUILDERS.rule).impact is None
    assert list(tmp_path.iterdir()) == []


def test_the_cache_is_in_the_users_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert cache_file() == tmp_path / "bruges-lab" / "impact.json"
    monkeypatch.delenv("XDG_CACHE_HOME")
    assert cache_file().is_absolute()
