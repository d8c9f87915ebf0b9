"""A report in the words of a language: what every output says of it and of its findings.

Words come from the section `report` of the locale files, reasons from `check`. A finding holds what the text says as the text has
it, and what the rule says as a stable id; here ids of colours, terms and misreadings become words. Nothing of a checked text is
trusted: it goes on one line and without control characters.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from functools import cache, cached_property
from typing import TYPE_CHECKING

from ...games import shelf
from ...kernel.errors import LabError, one_line
from ...kernel.rulesets import BaseRuleset
from ...rulebook.catalogue import Confusion, Rule, usual_rules
from ...rulebook.readings import ruleset
from ...rulebook.readings import ruleset_name as named_rules
from ...rulebook.texts import LANGUAGES, lab_texts
from ..findings import Finding, Passage, Reason, Report, Verdict
from ..judge.evidence import differently, evidence
from ..read.things import things
from ..read.vocabulary import plain_words
from .pins import EDITION_ACCEPTED, GONE

if TYPE_CHECKING:
    from ...games.manifest import Manifest

MARKS = {
    Verdict.CONTRADICTS: "XX",
    Verdict.INCONSISTENT: "X=",
    Verdict.EDITION: "!!",
    Verdict.AMBIGUOUS: "??",
    Verdict.NOTE: "~~",
    Verdict.MISSING: "--",
    Verdict.STATED: "ok",
}
"""The sign of each verdict in a terminal, which must not depend on colours."""

_LONGEST, _SENTENCE = 200, 400
_SHOWN_PLACES = 4
_EXPECTED = 0.6
"""From here on a missing rule is one that most rulebooks state."""
_SAID_ALREADY = ("number_differs", "colour_differs", "word_differs", "source_number", "source_colour", "source_term")
"""Reasons that say no more than what is claimed and what is right, which stand in the first line of a finding."""
_UNFIT = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What XML cannot hold: control characters and halves of characters."""


def plain(text: str) -> str:
    """A text without characters that a file format may choke on."""
    return _UNFIT.sub("\ufffd", text)


def say(key: str, lang: str, **values: object) -> str:
    """A phrase of a report, which is the lab's own whatever the game."""
    return lab_texts().say("report", key, values, lang)


def language_name(language: str, lang: str) -> str:
    """A language by name; by its code if it has none here."""
    key = f"language.{language}"
    return say(key, lang) if lab_texts().has("report", key, lang) else one_line(language, 20)


def subject(finding: Finding) -> str:
    """What a finding is about: its rule, or the check that found it."""
    return finding.rule or f"check.{finding.check or 'text'}"


def listed_alone(finding: Finding) -> bool:
    """Whether a finding is told by itself: of what is only missing only where a source or a person says that it belongs there."""
    return finding.verdict is not Verdict.MISSING or finding.pinned or finding.beside is not None


def in_words(names: str, lang: str, manifest: Manifest) -> str:
    """Ids in a language, one or a list of them; whatever is no id stays as it is."""
    return ", ".join(_word(name, lang, manifest) for name in names.split(", "))


@cache
def _word(name: str, lang: str, manifest: Manifest) -> str:
    if " / " in name:
        return " / ".join(_word(part, lang, manifest) for part in name.split(" / "))
    if name in manifest.glossary:
        return manifest.glossary[name][lang].preferred
    if word := plain_words(manifest).get(name):
        forms = [form.strip() for form in str(getattr(word, lang)).split(",")]
        return word.shown.get(lang) or next((form for form in forms if "*" not in form), forms[0].rstrip("*"))
    return name


def why(reason: Reason, lang: str, manifest: Manifest) -> str:
    """The sentence of a reason, as the game has it; that of a pin is one of the report's own."""
    section = "report" if reason.key.startswith("pin.") else "check"
    data = {name: one_line(value, _LONGEST) if isinstance(value, str) else value for name, value in reason.data.items()}
    if isinstance(other := data.get("other"), str):
        data["other"] = shelf.find(other).called(lang)
    return manifest.texts.say(section, reason.key, {"game": manifest.called(lang), **data}, lang)


def rules_of(report: Report) -> BaseRuleset | None:
    """The ruleset of a report; the default where only a name is left that says nothing here, None for a game without any."""
    if report.rules is not None or not report.manifest.has("ruleset"):
        return report.rules
    try:
        found: BaseRuleset = ruleset(report.ruleset, game=report.manifest.name)
    except LabError:
        return usual_rules(report.manifest)
    return found


def counts(report: Report) -> Counter[Verdict]:
    """How many findings there are of each verdict, without what was set aside or is known."""
    return Counter(finding.verdict for finding in report.findings if not finding.dismissed and not finding.known)


class Told:
    """A report in the words of a language. What there is nothing to say of is an empty text."""

    def __init__(self, report: Report, lang: str = "en") -> None:
        self.report, self.lang, self.manifest = report, lang, report.manifest

    @cached_property
    def rules(self) -> BaseRuleset | None:
        """The ruleset that the text was held against."""
        return rules_of(self.report)

    def say(self, key: str, **values: object) -> str:
        """A phrase."""
        return say(key, self.lang, **values)

    # The report

    def names(self) -> str:
        """Its files."""
        return ", ".join(one_line(file.name, 60) for file in self.report.files)

    def language(self) -> str:
        """The language of most of the text."""
        return language_name(self.report.language, self.lang)

    def gate(self) -> str:
        """Whether it is a text of its game, in two words; and of which other, if that is known."""
        report, lang = self.report, self.lang
        asked = self.say("is_game" if report.is_of_game else "not_game", game=self.manifest.called(lang))
        if report.is_of_game or report.about is None:
            return asked
        return f"{asked}, {self.say('is_game', game=report.about.called(lang))}"

    def why_so(self) -> str:
        """Why it was taken for a text of this game, or of another."""
        return plain(why(self.report.gate, self.lang, self.manifest))

    def ruleset_file(self) -> str:
        """The ruleset by name; of a file never the folder."""
        return one_line(self.report.ruleset.replace("\\", "/").rpartition("/")[2], 60)

    def ruleset(self) -> str:
        """The ruleset in words, as far as there are any."""
        return named_rules(self.manifest, self.ruleset_file(), self.lang)

    def counted(self, verdict: Verdict, count: int) -> str:
        """So many findings of a verdict."""
        return self.say(f"count.{verdict.value}", count=count)

    def summary(self) -> str:
        """The counts in one line, as in “34 stated, 2 missing”."""
        found = counts(self.report)
        return ", ".join(self.counted(verdict, found[verdict]) for verdict in reversed(Verdict) if found[verdict])

    def chapter(self, chapter: str) -> str:
        """The title of a chapter."""
        return self.manifest.chapters.title(chapter, self.lang)

    def missing_by_chapter(self, found: Iterable[Finding]) -> list[tuple[str, list[Finding]]]:
        """Missing rules by chapter, those first that most documents state."""
        chapters: dict[str, list[Finding]] = {}
        for finding in sorted(found, key=lambda one: -one.confidence):
            chapters.setdefault(self.chapter_of(finding), []).append(finding)
        order = list(self.manifest.chapters.chapters)
        known = [(chapter, rules) for chapter, rules in chapters.items() if chapter in order]
        return sorted(known, key=lambda one: (-sum(f.confidence >= _EXPECTED for f in one[1]), order.index(one[0])))

    # Places

    def place(self, passage: Passage | None, report: Report | None = None) -> str:
        """A place as editors understand it, file:line; in this report or in that of the source."""
        if passage is None:
            return ""
        return f"{one_line((report or self.report).files[passage.file].name, 60)}:{passage.line}"

    def elsewhere(self, finding: Finding) -> str:
        """Where else the rule stands, or comes nearest to standing: the first few places."""
        if not finding.others:
            return ""
        key = "found_now" if finding.reason.key == GONE else "nearest" if finding.verdict is Verdict.MISSING else "also"
        found = list(dict.fromkeys(self.place(passage) for passage in finding.others))
        return self.say(key, places=", ".join(found[:_SHOWN_PLACES]) + (" …" if len(found) > _SHOWN_PLACES else ""))

    def beside(self, finding: Finding) -> str:
        """What the source says there."""
        if finding.beside is None or self.report.source is None:
            return ""
        place = self.place(finding.beside, self.report.source)
        return self.say("beside", place=place, text=one_line(finding.beside.text, _LONGEST))

    # What is claimed and what is right

    def misreading(self, finding: Finding) -> Confusion | None:
        """The known misreading that a finding is about."""
        rule = self.rule_of(finding)
        return next((one for one in rule.confusions if one.says == finding.claimed), None) if rule and finding.claimed else None

    def claimed(self, finding: Finding) -> str:
        """What the text says: in its own words, or where it is told by ids, in the words of the language."""
        if finding.check == "leftover":
            return language_name(finding.claimed, self.lang)
        if confusion := self.misreading(finding):
            return self.manifest.catalogue[finding.rule].misread(confusion, self.lang)
        quoted = finding.passage is not None and finding.claimed.lower() in finding.passage.text.lower()
        return finding.claimed if quoted else self.in_words(finding.claimed)

    def actual(self, finding: Finding) -> str:
        """What is right: what the rule says, or the source; a misreading, or a word too many, has the whole rule against it."""
        if finding.check == "leftover":
            return language_name(finding.actual, self.lang)
        if self.misreading(finding) or finding.reason.key == "word_unwanted":
            return self.manifest.catalogue[finding.rule].text(self.lang, self.rules)
        return self.in_words(finding.actual) if finding.rule else finding.actual

    def in_words(self, names: str) -> str:
        """Ids in the language."""
        return in_words(names, self.lang, self.manifest)

    def claim(self, finding: Finding) -> str:
        """What the text says and what the engine does, as far as either is known; a check without a rule has its own measure."""
        claimed, actual = self.claimed(finding), self.actual(finding)
        told = claimed and finding.reason.key != GONE
        parts = [self.say("says", claimed=one_line(claimed, _LONGEST))] if told else []
        if actual:
            key = "source_says" if finding.reason.key.startswith("source_") else "does" if finding.rule else "better"
            parts.append(self.say(key, actual=one_line(actual, _LONGEST)))
        return " · ".join(parts)

    def because(self, finding: Finding) -> str:
        """The sentence of a finding's reason, with what is claimed and what is right in the same language."""
        data = {name: self._told(finding, name, value) for name, value in finding.reason.data.items()}
        return why(Reason(finding.reason.key, data), self.lang, self.manifest)

    def _told(self, finding: Finding, name: str, value: object) -> object:
        """A value of a reason in the language."""
        if not isinstance(value, str):
            return value
        if name in ("claimed", "says") and value == finding.claimed:
            return self.claimed(finding)
        if name == "actual" and value == finding.actual:
            return self.actual(finding)
        if name == "modules" and value != "none":
            return ", ".join(map(self.chapter, value.split(", ")))
        if name == "language":
            return language_name(value, self.lang)
        if name in ("word", "colour", "concept"):
            quoted = name == "word" and finding.actual == "–"  # a word of the text that should not be there
            return value if quoted else self.in_words(value)
        return value

    # A finding

    def verdict(self, verdict: Verdict) -> str:
        """A verdict in one or two words."""
        return self.say(f"verdict.{verdict.value}")

    def headline(self, finding: Finding) -> str:
        """What is claimed and what is right, or at least the verdict."""
        return plain(self.claim(finding)) or self.verdict(finding.verdict)

    def quoted(self, finding: Finding) -> str:
        """The sentence."""
        return one_line(finding.passage.text, _SENTENCE) if finding.passage else ""

    def rule_of(self, finding: Finding) -> Rule | None:
        """Its rule; none for a check."""
        return self.manifest.catalogue.get(finding.rule)

    def chapter_of(self, finding: Finding) -> str:
        """The chapter of its rule."""
        rule = self.rule_of(finding)
        return rule.chapter if rule else ""

    def rule(self, finding: Finding) -> str:
        """Its rule in a sentence."""
        rule = self.rule_of(finding)
        return self.say("rule_is", text=one_line(rule.text(self.lang, self.rules), _SENTENCE)) if rule else ""

    def proof(self, finding: Finding) -> str:
        """What the engine did, and what would come of the claim."""
        proof = finding.proof
        if proof is None:
            return ""
        if proof.replayed:
            colours = "|".join(things(self.manifest).colours)
            return re.sub(rf"\b(?:{colours})\b", lambda colour: self.in_words(colour[0]), proof.shown)
        shown, rule = proof.shown, self.manifest.catalogue[finding.rule]
        if self.lang != (self.report.language if self.report.language in LANGUAGES else "en"):
            again = evidence(rule, self.rules, self.lang)
            shown = again.shown if again else shown
        would_be = "" if proof.otherwise is None else differently(rule, self.rules, proof.otherwise, self.lang)
        return f"{shown} ≠ {would_be}" if would_be else shown

    def played(self, finding: Finding) -> str:
        """The same on one line, cut where it is long."""
        return plain(one_line(self.proof(finding), _SENTENCE))

    def reason(self, finding: Finding) -> str:
        """One line why, where that is more than what is claimed and what is right."""
        return "" if finding.reason.key in _SAID_ALREADY else plain(self.because(finding))

    def standing(self, finding: Finding) -> list[str]:
        """How far it can be trusted and what a person has decided: confirmed, certain, likely or worth a look, set aside."""
        parts = [self.say("pinned")] if finding.pinned else []
        if finding.verdict is Verdict.STATED:
            parts += [self.say(f"green.{finding.green.value}")] if finding.green and not finding.pinned else []
        elif (finding.verdict is not Verdict.MISSING or finding.beside is not None) and not finding.pinned:
            parts.append(self.say(f"sure.{finding.level.value}"))
        if finding.dismissed:
            parts.append(self.say("set_aside", why=self.set_aside(finding)))
        return parts

    def set_aside(self, finding: Finding) -> str:
        """Why it was set aside."""
        return self.say("edition_accepted") if finding.dismissed == EDITION_ACCEPTED else one_line(finding.dismissed, _LONGEST)

    def impact(self, finding: Finding) -> str:
        """How often the winner would change."""
        if (impact := finding.impact) is None:
            return ""
        shares = {name: f"{100 * getattr(impact, name):.1f}" for name in ("share", "low", "high")}
        if self.lang != "en":
            shares = {name: share.replace(".", ",") for name, share in shares.items()}
        values = {name: getattr(impact, name) for name in ("change", "games", "players", "policy")}
        return self.say("impact", **values, **shares)
