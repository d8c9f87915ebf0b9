"""Which rule a sentence of the source is about, where it says several: the one that shares most with what is said otherwise."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import log
from typing import TYPE_CHECKING

from ...rulebook.texts import LANGUAGES
from ..findings import Finding, Report, Verdict
from ..read.concepts import stream
from ..read.reading import Sentence
from ..read.rule_texts import rule_text
from ..read.vocabulary import vocabulary
from .between import Difference
from .sayings import Said

if TYPE_CHECKING:
    from ...games.manifest import Manifest

_LIKE = 0.45
"""So like a rule's own text must a sentence be to be taken for it without having been found by the check."""
_STATED, _CHANGED, _WRONG = 1.5, 0.6, 1.0
"""What counts: that the source surely states a rule, that the translation does no longer, that it has it wrong just so."""


@dataclass(frozen=True, slots=True)
class _Own:
    """What a rule speaks of."""

    concepts: frozenset[str]
    numbers: frozenset[int]


@cache
def _own(rule: str, lang: str, manifest: Manifest) -> _Own:
    found = stream(rule_text(manifest.catalogue[rule], lang), vocabulary(lang, manifest))
    concepts = frozenset(name for token in found.tokens for name in token.names)
    return _Own(concepts, frozenset(token.value for token in found.tokens if token.value is not None))


@cache
def _rarity(lang: str, manifest: Manifest) -> dict[str, float]:
    often = Counter(name for rule in manifest.catalogue for name in _own(rule, lang, manifest).concepts)
    return {name: log(1 + len(manifest.catalogue) / count) for name, count in often.items()}


class Stated:
    """The rules of a report by the sentences that state them."""

    def __init__(self, report: Report, sentences: Sequence[Sentence]) -> None:
        self.report = report
        self.by_sentence: dict[int, dict[str, Finding]] = {}
        by_line: dict[tuple[int, int], list[Sentence]] = {}
        for sentence in sentences:
            last = sentence.passage()
            for line in range(last.line, last.end_line + 1):
                by_line.setdefault((sentence.file, line), []).append(sentence)
        for finding in report.findings:
            if not finding.rule or finding.verdict is Verdict.MISSING:
                continue
            for place in (finding.passage, *finding.others):
                if place is None:
                    continue
                for sentence in by_line.get((place.file, place.line), ()):
                    own = sentence.passage()
                    if (own.line, own.column) < (place.end_line, place.end_column) and (place.line, place.column) < (
                        own.end_line,
                        own.end_column,
                    ):
                        self.by_sentence.setdefault(sentence.number, {}).setdefault(finding.rule, finding)

    def at(self, sentences: Iterable[int]) -> dict[str, Finding]:
        """The rules that some sentences state, or speak of."""
        found: dict[str, Finding] = {}
        for number in sentences:
            for rule, finding in self.by_sentence.get(number, {}).items():
                found.setdefault(rule, finding)
        return found


def whose(
    difference: Difference,
    source: Said,
    here: Mapping[str, Finding],
    there: Mapping[str, Finding],
    lang: str,
    manifest: Manifest,
) -> str:
    """The rule that a difference is about: one that the source states there, or that the translation gets wrong just so."""
    lang = lang if lang in LANGUAGES else "en"
    rules = list(dict.fromkeys([*here, *(rule for rule, finding in there.items() if _is_wrong_so(finding, difference))]))
    if not rules:
        readable = (rule for rule in manifest.catalogue if rule not in manifest.reading.excluded)
        best = max(((likeness(rule, source, lang, manifest), rule) for rule in readable), default=(0.0, ""))
        return best[1] if best[0] >= _LIKE else ""

    def worth(rule: str) -> float:
        found = _fit(difference, rule, source, lang, manifest)
        if rule in here:
            found += _STATED * here[rule].confidence
            found += _CHANGED * here[rule].confidence * (rule not in there or there[rule].verdict is not Verdict.STATED)
        return found + _WRONG * (rule in there and _is_wrong_so(there[rule], difference))

    return max(rules, key=worth)


def _is_wrong_so(finding: Finding, difference: Difference) -> bool:
    """Whether the check by rules holds the same against the translation."""
    if finding.verdict not in (Verdict.CONTRADICTS, Verdict.INCONSISTENT, Verdict.EDITION) or not finding.claimed:
        return False
    claimed = set(finding.claimed.lower().replace(",", " ").split())
    return bool(claimed & set(difference.target.lower().replace(",", " ").split()))


def turns_on(rule: str, difference: Difference, lang: str, manifest: Manifest) -> bool:
    """Whether a rule speaks of what is said otherwise."""
    own = _own(rule, lang if lang in LANGUAGES else "en", manifest)
    return any(name in own.concepts for name in difference.features) or any(value in own.numbers for value in difference.values)


def _fit(difference: Difference, rule: str, source: Said, lang: str, manifest: Manifest) -> float:
    own = _own(rule, lang, manifest)
    names = difference.features[:1] if difference.kind in ("word", "term") else difference.features
    shared = sum(name in own.concepts for name in names) / max(1, len(names))
    numbers = sum(value in own.numbers for value in difference.values) / max(1, len(difference.values))
    example = manifest.catalogue[rule].kind == "example"
    return 1.5 * shared + 2 * numbers + 2 * likeness(rule, source, lang, manifest) - example


def likeness(rule: str, said: Said, lang: str, manifest: Manifest) -> float:
    """How much of what a rule speaks of a sentence speaks of, and the other way round."""
    rarity, own = _rarity(lang, manifest), _own(rule, lang, manifest)
    both = sum(rarity.get(name, 1.0) for name in own.concepts if said.concepts[name])
    whole = sum(rarity.get(name, 1.0) for name in own.concepts) + sum(rarity.get(name, 1.0) for name in said.concepts)
    return 2 * both / whole if whole else 0.0
