"""What is kept of words and rules in the user's cache folder: used again, and nothing of a text that was checked."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from bruges_lab.games.bruges.manifest import MANIFEST as BRUGES
from bruges_lab.kernel.compiled_files import digest
from bruges_lab.textcheck.read.compiled import digest_of
from bruges_lab.textcheck.read.rule_texts import rule_text


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    return tmp_path / "bruges-lab" / "kept"


def test_rules_in_words_are_those_of_the_catalogue() -> None:
    for lang in ("en", "it"):
        for rule in list(BRUGES.catalogue.values())[::7]:
            assert rule_text(rule, lang) == rule.text(lang)


@pytest.mark.slow
def test_a_second_process_finds_the_same_and_no_word_of_the_text_is_kept(folder: Path, tmp_path: Path) -> None:
    text = tmp_path / "regeln.md"
    own = Path(__file__).parent / "beside" / "de.md"
    text.write_text(own.read_text(encoding="utf-8") + "\nEin Quastenflosserich sieht zu.\n", encoding="utf-8")
    code = f"import bruges_lab as bl; print(bl.check_translation({str(text)!r}).told('de', everything=True))"
    told = [
        subprocess.run([sys.executable, "-c", code], env={**os.environ}, capture_output=True, check=True).stdout for _ in range(2)
    ]
    assert told[0] == told[1]
    assert not any(b"quastenfl" in path.read_bytes().lower() for path in folder.iterdir())
    assert f"facts_bruges_de-{digest([digest_of(BRUGES).encode()])}.kept" in {path.name for path in folder.iterdir()}
