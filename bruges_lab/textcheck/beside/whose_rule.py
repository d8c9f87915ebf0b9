"""Which rule a difference is about, where a sentence of the source says several: what its clause says, with what differs."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from ..arrays import np
from ..find.aligning import foremost
from ..find.library import Known, library
from ..findings import Finding, Report, Verdict
from ..read.concepts import stream
from ..read.reading import Sentence
from ..read.spoken import facts_of, pair, vectors
from ..read.vocabulary import vocabulary
from .contrast import Difference
from .likely import weights

if TYPE_CHECKING:
    from ..read.likeness import Matrix
    from .sayings import Said

AGAINST = (Verdict.CONTRADICTS, Verdict.INCONSISTENT)
_CLOSE = 0.7
"""A rule that is worth so much less may be meant as well."""
_MOST = 4
"""So many rules that a clause is most like are thought of, beside those that its sentence states."""
_DIGITS = 5
"""What a rule is worth is told so closely: the last digits of a sum, which are others on another machine, decide nothing."""


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


class _Words(NamedTuple):
    """Some words as they are held against rules: what they speak of, and their letters."""

    row: Matrix
    letters: Matrix
    known: tuple[Matrix, Matrix, Sequence[int]]
    """The letters of the rules' own texts, and of what writers said with the places of the rules."""


class Rules:
    """The rules of a game, to be found by what a clause says."""

    def __init__(self, report: Report) -> None:
        self.manifest, self.library = report.manifest, library(report.manifest, report.rules)
        self._words: dict[tuple[str, str], _Words] = {}

    def _read(self, text: str, lang: str) -> _Words:
        if (text, lang) not in self._words:
            row = vectors([facts_of(stream(text, vocabulary(lang, self.manifest)))], self.manifest)[0]
            letters, own, writers, places = self.library.letters(lang)
            self._words[text, lang] = _Words(row, letters.vectors([text.lower()])[0], (own, writers, places))
        return self._words[text, lang]

    def _like(self, words: _Words, place: int) -> tuple[float, float, float]:
        """How like some words are to a rule: by what they speak of, by its own letters, by those of what writers said."""
        own, writers, places = words.known
        known = self.library.known[place].rows
        first, last = bisect_left(places, place), bisect_right(places, place)
        said = float((writers[first:last] @ words.letters).max()) if first < last else 0.0
        return float((known @ words.row).max()), float(own[place] @ words.letters), said

    def _nearest(self, words: _Words) -> list[str]:
        like = np.maximum.reduceat(self.library.rows @ words.row, self.library.begins)
        return [self.library.rules[place].id for place in foremost(like[None], _MOST)[0].tolist()]

    def whose(
        self, difference: Difference, sides: tuple[Said, Said], here: Mapping[str, Finding], there: Mapping[str, Finding]
    ) -> list[str]:
        """The rule that a difference is about, and another one that it may be about as well; none if none comes near."""
        if difference.kind == "swapped":
            spots = dict.fromkeys(sides[0].at(name) for name in difference.names[:2])
            parts = [replace(difference, kind="term", at=(at, -1)) for at in spots if at >= 0] if len(spots) > 1 else []
            if parts:
                return list(dict.fromkeys(rule for part in parts for rule in self.whose(part, sides, here, there)[:1]))
        known = weights().whose
        found = sorted(
            (
                (round(sum(known.get(name, 0.0) * value for name, value in facts.items()), _DIGITS), rule)
                for rule, facts in self.candidates(difference, sides, here, there)
            ),
            reverse=True,
        )
        return [rule for worth, rule in found[:2] if worth >= found[0][0] - _CLOSE]

    def candidates(
        self, difference: Difference, sides: tuple[Said, Said], here: Mapping[str, Finding], there: Mapping[str, Finding]
    ) -> Iterator[tuple[str, dict[str, float]]]:
        """The rules that come near, with what is known of each."""
        side = 0 if difference.at[0] >= 0 or difference.at[1] < 0 else 1
        own = sides[side]
        clause, whole = (
            self._read(_clause(own, difference.at[side]), own.lang),
            self._read(_text(sides[0], difference.at[0]), sides[0].lang),
        )
        bound = _bound(own, difference, side)
        rules = [*here, *(rule for rule, finding in there.items() if is_wrong_so(finding, difference))]
        rules = list(dict.fromkeys((*rules, *self._nearest(clause), *self._nearest(whole))))
        for rule in rules:
            place = self.library.place.get(rule)
            if place is None:
                continue
            parts, wholes = self._like(clause, place), self._like(whole, place)
            known = self.library.known[place]
            shares = known.shares.names
            numbers = [max(shares.get(f"n{value}", 0.0), shares.get(f"o{value}", 0.0)) for value in difference.values]
            names = [shares.get(name, 0.0) for name in difference.names]
            first = names[0] if names else 0.0
            yield rule, {
                "stated": here[rule].confidence if rule in here else 0.0,
                "here": float(rule in here),
                "changed": float(rule in here and (rule not in there or there[rule].verdict is not Verdict.STATED)),
                "wrong": float(rule in there and is_wrong_so(there[rule], difference)),
                "clause_concepts": parts[0], "clause_own": parts[1], "clause_said": parts[2],
                "concepts": wholes[0], "own": wholes[1], "said": wholes[2],
                "first": first, "second": names[1] if len(names) > 1 else first, "numbers": max(numbers, default=0.0),
                "units": max((_share(known, f"n{a}:{b}") for a in difference.values for b in difference.names), default=0.0),
                "pairs": sum(_share(known, pair(name, other)) for name, other in bound) / max(1, len(bound)),
                "owned": float(any(value in known.values for value in difference.values)),
                "own_first": known.shares.own.get(difference.names[0], 0.0) if difference.names else 0.0,
                "unclear": float(rule in there and there[rule].verdict is Verdict.AMBIGUOUS and _claims(there[rule], difference)),
                "example": float(known.rule.kind == "example"),
            }  # fmt: skip


def _share(known: Known, name: object) -> float:
    """What share of the statements of a rule has a thing, or two things together."""
    return len(known.having.get(name, ())) / len(known.said)


def _bound(own: Said, difference: Difference, side: int) -> list[tuple[str, str]]:
    """What the difference is about, with everything that stands in its clause."""
    at = difference.at[side]
    if at < 0:
        return []
    names = set(difference.names[side : side + 1] if len(difference.names) > 1 else difference.names)
    names |= {f"n{value}" for value in difference.values}
    mates = {name for word in own.words if own.clauses[word.at] == own.clauses[at] for name in word.names} - names
    return [(name, other) for name in sorted(names) for other in sorted(mates)]


def _clause(own: Said, at: int) -> str:
    """The words of the clause at a place, with those right beside it, as they stand in the text."""
    words = [word for word in own.words if at < 0 or own.clauses[word.at] == own.clauses[at]]
    if not words or any(word.found is not words[0].found for word in words):
        return _text(own, at)
    tokens = words[0].found.tokens
    begin, end = tokens[max(0, words[0].place - 1)], tokens[min(len(tokens) - 1, words[-1].place + 1)]
    return words[0].found.text[begin.start : end.end]


def _text(own: Said, at: int = -1) -> str:
    """The sentence at a place, or all of them."""
    told = dict.fromkeys(word.found.text for word in own.words if at < 0 or word.at == at)
    return " ".join(told) if told or at < 0 else _text(own)


def is_wrong_so(finding: Finding, difference: Difference) -> bool:
    """Whether the check by rules holds the same against the translation."""
    return finding.verdict in (*AGAINST, Verdict.EDITION) and _claims(finding, difference)


def _claims(finding: Finding, difference: Difference) -> bool:
    claimed = set(finding.claimed.lower().replace(",", " ").split())
    return bool(claimed & set(difference.target.lower().replace(",", " ").split()))
