"""Sequence: numbers of items and chapters, and an order that is announced."""

from pathlib import Path

import pytest

from bruges_lab.documents.opening import open_source
from bruges_lab.games.bruges.manifest import MANIFEST as BRUGES
from bruges_lab.textcheck.find.searched_text import read_text
from bruges_lab.textcheck.findings import Finding, Level
from bruges_lab.textcheck.judge.sequence import check_sequence
from bruges_lab.textcheck.read.reading import sentences
from bruges_lab.textcheck.read.vocabulary import vocabulary


def found_in(tmp_path: Path, lang: str, words: str) -> list[Finding]:
    (tmp_path / "rules.md").write_text(words, encoding="utf-8")
    source = open_source(tmp_path / "rules.md")
    found = sentences([source])
    text = read_text(BRUGES, found, [lang] * len(found), {lang: vocabulary(lang, BRUGES)})
    text.lines = (source.lines,)
    return list(check_sequence(text, [True] * len(found)))


@pytest.mark.parametrize(
    ("numbers", "wrong"),
    [
        ("1. 2. 3. 4.", []),
        ("1. 2. 4. 3.", [("4", "3"), ("3", "5")]),
        ("1. 2. 2. 3.", [("2", "3")]),
        ("1) 2) 4)", [("4", "3")]),
        ("1. 1. 1.", []),
        ("5. 6. 7.", []),
        ("1. 2. 1. 2. 3.", []),
    ],
)
def test_items_follow_one_another(tmp_path: Path, numbers: str, wrong: list[tuple[str, str]]) -> None:
    text = "".join(f"{number} Take a worker of a colour.\n" for number in numbers.split())
    found = found_in(tmp_path, "en", text)
    assert [(one.claimed, one.actual) for one in found] == wrong
    assert all(one.level is Level.LIKELY for one in found)


def test_a_list_within_a_list_counts_for_itself(tmp_path: Path) -> None:
    text = "1. Draw.\n2. Roll.\n   1. Threats.\n   2. Reputation.\n3. Play.\n\nA paragraph.\n\n7. Another list.\n8. Its end.\n"
    assert found_in(tmp_path, "en", text) == []


def test_chapters_follow_one_another(tmp_path: Path) -> None:
    chapters = "## 1. Setup\n\nText.\n\n### 1. Board\n\n### 2. Cards\n\n## 2. Course\n\n### 1. Draw\n\n## {}. End\n\nText.\n"
    (found,) = found_in(tmp_path, "en", chapters.format(4))
    assert (found.claimed, found.actual, found.level) == ("4", "3", Level.LOOK)
    assert found_in(tmp_path, "en", chapters.format(3)) == []


@pytest.mark.parametrize(
    ("lang", "announced", "threats", "reputation"),
    [
        ("en", "First come the {}, then the {}.", "threats", "reputation"),
        ("de", "Erst kommen die {}, danach das {}.", "Bedrohungen", "Ansehen"),
        ("fr", "On règle d’abord les {}, ensuite la {}.", "menaces", "réputation"),
        ("it", "Prima si risolvono le {}, poi la {}.", "minacce", "reputazione"),
    ],
)
def test_an_announced_order_is_kept(tmp_path: Path, lang: str, announced: str, threats: str, reputation: str) -> None:
    below = f"\n\n- **{threats.capitalize()}:** 5, 6.\n- **{reputation.capitalize()}:** 1, 2.\n"
    (found,) = found_in(tmp_path, lang, announced.format(reputation, threats) + below)
    assert (found.claimed, found.actual, found.line) == (reputation, threats, 1)
    assert found_in(tmp_path, lang, announced.format(threats, reputation) + below) == []
    assert found_in(tmp_path, lang, announced.format(reputation, threats) + "\n\n- 5, 6.\n- 1, 2.\n") == []
