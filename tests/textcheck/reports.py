"""Reports to test the outputs with: a short text in our own words, and findings of every verdict at its lines."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

from bruges_lab import places
from bruges_lab.games.bruges.manifest import MANIFEST as BRUGES
from bruges_lab.textcheck.checking import check_translation
from bruges_lab.textcheck.findings import Finding, Impact, Passage, Proof, Reason, Report, SourceFile, Verdict

TEXT = (
    "# Our short Bruges",
    "",
    "Everybody begins with 6 guilders and one worker of each colour.",
    "A die that shows 5 or 6 brings a threat of its colour. A third threat",
    "of one colour brings its damage at once.",
    "There are 60 workers in the box.",
    "With a card you take two workers; elsewhere we said: take three workers.",
    "Play four cards in a round, or perhaps five.",
    "Example: 8 + 6 + 4 = 19 points.",
    "A majority is worth four points at the end.",
)
REASON = Reason("pin.confirmed")


def passage(line: int, words: str, *, file: int = 0, lines: tuple[str, ...] = TEXT) -> Passage:
    """A place by its words, which may go on in the next line."""
    start = lines[line - 1].find(words.split("\n")[0])
    assert start >= 0, words
    parts = words.split("\n")
    end = start + len(words) + 1 if len(parts) == 1 else len(parts[-1]) + 1
    return Passage(file, line, start + 1, line + len(parts) - 1, end, words.replace("\n", " "))


GUILDERS = Finding(
    "setup.player.guilders",
    Verdict.CONTRADICTS,
    passage(3, TEXT[2]),
    REASON,
    0.92,
    "6",
    "5",
    proof=Proof(("first_look",), "set-up: every player has 5 guilders"),
    impact=Impact("start_guilders=6", 100, 3, "greedy", 0.123, 0.07, 0.2),
)
FACES = Finding(
    "phase2.threat.faces", Verdict.STATED, passage(4, "A die that shows 5 or 6 brings a threat of its colour."), REASON, 0.9
)
THIRD = Finding(
    "phase2.threat.third",
    Verdict.STATED,
    passage(4, "A third threat\nof one colour brings its damage at once."),
    REASON,
    0.9,
    "3",
    "3",
)
BOX = Finding("comp.workers.count", Verdict.EDITION, passage(6, TEXT[5]), REASON, 0.8, "60", "50")
WORKERS = Finding(
    "action.workers",
    Verdict.INCONSISTENT,
    passage(7, "elsewhere we said: take three workers."),
    REASON,
    0.7,
    "3",
    "2",
    others=(passage(7, "With a card you take two workers;"),),
)
TURNS = Finding("phase3.turns", Verdict.AMBIGUOUS, passage(8, TEXT[7]), REASON, 0.5, "4, 5", "4")
SUM = Finding("", Verdict.NOTE, passage(9, "8 + 6 + 4 = 19"), REASON, 0.95, "19", "18", check="arithmetic")
MAJORITY = Finding("scoring.majority", Verdict.CONTRADICTS, passage(10, TEXT[9]), REASON, 0.4, "four", "4")
HOUSE = Finding("scoring.house", Verdict.MISSING, None, REASON, 0.6, others=(passage(10, TEXT[9]),))
INTRIGUE = Finding("threat.intrigue", Verdict.MISSING, None, REASON, 0.9)

ALL = (FACES, HOUSE, GUILDERS, TURNS, BOX, SUM, WORKERS, MAJORITY, THIRD, INTRIGUE)


def made(*findings: Finding, text: tuple[str, ...] = TEXT, name: str = "short.md", **more: object) -> Report:
    """A report on the short text, with all findings unless some are named."""
    file = SourceFile(name, text, "utf-8", "en")
    report = Report((file,), "en", BRUGES, REASON, findings or ALL, "default", BRUGES)
    return replace(report, **more)  # type: ignore[arg-type]


def one(report: Report, rule: str) -> Finding:
    """The only finding on a rule."""
    (finding,) = report.of(rule)
    return finding


# Texts that are checked

HEAD = """# Bruges

Each player takes 5 guilders from the bank and one worker of every colour. A die brings a threat of its own colour on 5 and 6.
A player who completes a section takes the top statue at once. The player with the most points wins the game.
If players are tied, the one with the most guilders wins. The town hall lies before the reputation track; there are 45 threats.

"""


@cache
def sample_report(lang: str, name: str) -> Report:
    """A sample of ours, `clean` or `faulty`, checked once for all tests."""
    return check_translation(places.data("bruges", "samples", lang, f"{name}.md"))


def check(tmp_path: Path, text: str, **options: object) -> Report:
    """Check some sentences behind enough others to be taken for Bruges."""
    (tmp_path / "rules.md").write_text(HEAD + text, encoding="utf-8")
    return check_translation(tmp_path / "rules.md", **options)  # type: ignore[arg-type]
