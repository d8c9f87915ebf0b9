"""What a check of a rulebook text finds: passages, verdicts with their reasons, and the report that holds them.

Plain records that every output shares. A reason is a key with its values; its words come from the locale files when shown.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..games.manifest import Manifest
    from ..kernel.rulesets import BaseRuleset


class Verdict(StrEnum):
    """What a text does with a rule, the worst first; the checks that belong to no rule come under `note`."""

    CONTRADICTS = "contradicts"
    """The text claims something else than the engine does."""
    INCONSISTENT = "inconsistent"
    """The text says it rightly in one place and wrongly in another."""
    EDITION = "edition"
    """The text says what another edition of the game says."""
    AMBIGUOUS = "ambiguous"
    """A passage may be meant, but it cannot be told what it claims."""
    NOTE = "note"
    """Not about one rule: arithmetic, terms, leftovers of another language, paragraphs of another game."""
    MISSING = "missing"
    """No passage was found."""
    STATED = "stated"
    """The text says what the engine does."""


class Level(StrEnum):
    """How far a finding can be trusted; measured on labelled texts (VERIFICATION.md), and shown instead of a percentage."""

    CERTAIN = "certain"
    """Of such findings at least 95 in a hundred were right."""
    LIKELY = "likely"
    """Of such findings at least 75 in a hundred were right."""
    LOOK = "look"
    """Worth a look, and often nothing."""


class Green(StrEnum):
    """What is known of a rule that a text states."""

    VERIFIED = "verified"
    """A number, colour or word that decides was read, and it is what play does."""
    STATED = "stated"
    """The rule is said, and there is no number, colour or such word to read in it."""
    MENTIONED = "mentioned"
    """The rule is spoken of; what it turns on was not read."""


LEAST_CERTAIN = 0.95
LEAST_LIKELY = 0.75


def level_of(confidence: float) -> Level:
    """The level of a calibrated confidence."""
    if confidence >= LEAST_CERTAIN:
        return Level.CERTAIN
    return Level.LIKELY if confidence >= LEAST_LIKELY else Level.LOOK


@dataclass(frozen=True, slots=True)
class Passage:
    """A place in a text: the file (by its place in the report), the first and last line and column, and the words there.

    Lines and columns count from one; `end_column` is the column behind the last character.
    """

    file: int
    line: int
    column: int
    end_line: int
    end_column: int
    text: str


@dataclass(frozen=True, slots=True)
class Reason:
    """Why: the key of a sentence in the section `check` of the locale files, and its values."""

    key: str
    data: Mapping[str, object] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Proof:
    """What the engine did: the scenarios that were run, and what they showed, in plain words of the text's language."""

    scenarios: tuple[str, ...]
    shown: str
    otherwise: BaseRuleset | None = None
    """The ruleset as the text would have it, where the engine can play that."""
    replayed: bool = False
    """An example of the text itself was played; `shown` has numbers and ids of colours and needs no telling anew."""


@dataclass(frozen=True, slots=True)
class Impact:
    """What a claim would do to the game: the same games under the ruleset and with the claim, decided anew by one policy."""

    change: str
    """What the claim changes in the ruleset, as it is typed: `threat_limit=4`."""
    games: int
    players: int
    policy: str
    share: float
    """Of the games, those with another winner, with the 95 % interval."""
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding: of a rule, or of a check that belongs to no rule (`rule` is empty, `check` names it)."""

    rule: str
    verdict: Verdict
    passage: Passage | None
    reason: Reason
    confidence: float
    """How probably it is right, from 0 to 1, as calibrated. Never shown; what is shown is its level."""
    claimed: str = ""
    """What the text says, short: a value, a colour, a word."""
    actual: str = ""
    """What the engine does, from running the rule's scenario."""
    check: str = ""
    """The check that found it, where it is not a rule: `arithmetic`, `terms`, `leftover` …"""
    proof: Proof | None = None
    others: tuple[Passage, ...] = ()
    """Further places: where else the rule is stated, or the nearest passages of one that is missing."""
    pinned: bool = False
    """The user has confirmed that this passage states this rule."""
    dismissed: str = ""
    """Why the user has set the finding aside; empty if not."""
    fingerprint: str = ""
    """Of rule, claim and sentence, never of the line number: it survives edits elsewhere."""
    impact: Impact | None = None
    """How often the winner would change, where that was asked for and the claim can be played."""
    known: bool = False
    """It was in an earlier report that serves as the baseline, so it is not reported again."""
    beside: Passage | None = None
    """The passage of the source, where the text was held against one; its file is one of `Report.source`."""
    green: Green | None = None
    """Of a rule that is stated: whether what it turns on was verified."""

    @property
    def level(self) -> Level:
        """How far it can be trusted."""
        return level_of(self.confidence)

    @property
    def line(self) -> int:
        """The line of the passage, 0 where there is none."""
        return self.passage.line if self.passage else 0


@dataclass(frozen=True, slots=True)
class SourceFile:
    """One file of the rulebook as it was read."""

    name: str
    """The name to show; never a whole path of the machine."""
    lines: tuple[str, ...]
    encoding: str
    language: str


@dataclass(frozen=True, slots=True)
class Report:
    """All findings on one rulebook."""

    files: tuple[SourceFile, ...]
    language: str
    about: Manifest | None
    """The game that it is a text of: the one that it was held against, another one of the shelf, or none that is known."""
    gate: Reason
    """Why it was taken for a text of that game, or of none."""
    findings: tuple[Finding, ...]
    ruleset: str
    manifest: Manifest
    """The game that it was held against."""
    sure: float = LEAST_LIKELY
    """From this confidence on a contradiction is at least likely."""
    rules: BaseRuleset | None = None
    """The ruleset itself; if it is not given, `ruleset` names it."""
    source: Report | None = None
    """The report on the text that this one translates, if there is one."""
    report_lang: str = "en"
    """The language in which it displays itself in a notebook."""

    @property
    def is_of_game(self) -> bool:
        """Whether it is a text of the game that it was held against; only then are there findings."""
        return self.about is not None and self.about.name == self.manifest.name

    def count(self, verdict: Verdict) -> int:
        """How many findings have this verdict and were not set aside."""
        return sum(finding.verdict == verdict and not finding.dismissed for finding in self.findings)

    def of(self, rule: str) -> list[Finding]:
        """The findings on one rule."""
        return [finding for finding in self.findings if finding.rule == rule]

    def told(self, lang: str = "en", *, everything: bool = False) -> str:
        """The report as text, the worst first; with `everything` also each rule that is stated or missing."""
        from .report.report_lines import told

        return told(self, lang, everything=everything)

    def to_json(self, lang: str = "en") -> str:
        """The report as JSON, with the reasons in a language."""
        from .report.report_files import to_json

        return to_json(self, lang)

    def to_sarif(self, lang: str = "en") -> str:
        """The report as SARIF 2.1.0, which editors and code hosts show at the line."""
        from .report.report_files import to_sarif

        return to_sarif(self, lang)

    def to_junit(self, lang: str = "en", *, fail_on: str = "likely") -> str:
        """The report as JUnit XML: one test case a rule."""
        from .report.report_files import to_junit

        return to_junit(self, lang, fail_on)

    def to_html(self, lang: str = "en") -> str:
        """The report as a page that needs nothing else: the text with its marks, and a card for each finding."""
        from .report.report_html import to_html

        return to_html(self, lang)

    def _repr_html_(self) -> str:
        from .report.report_notebook import notebook_html

        return notebook_html(self, self.report_lang)
