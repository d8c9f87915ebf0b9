"""A report on a translation, with what its source says: what differs, what is left out, what is added, rule by rule.

Two texts are witnesses of one another. What the translation says otherwise than its source is a finding even where no rule is
known for it; what both say alike is no contradiction of the translation's own; and a rule that the source does not state is not
missing from the translation.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import NamedTuple

from ..findings import Finding, Green, Level, Passage, Reason, Report, Verdict
from ..read.reading import Aside, Sort
from ..read.things import things
from .between import Difference, differences
from .pairing import Pair, align
from .passages import elsewhere, in_blocks, passage, read_side, unique
from .sayings import Pace, Said, Usage, rates, said
from .whose_rule import Stated, turns_on, whose

CONFIDENCE = {Level.CERTAIN: 0.96, Level.LIKELY: 0.8, Level.LOOK: 0.5}
"""What a difference is worth as a confidence; measured on texts with planted errors (VERIFICATION.md)."""
_AGAINST = (Verdict.CONTRADICTS, Verdict.INCONSISTENT)
_WORDS = 4
"""A sentence of fewer words that one side alone has is worth no more than a look."""
_WHY = {"added": "added_word", "colour": "term"}
"""Kinds of differences that are told as another."""
_FEW = 0.1
"""A translation that has more sentences of its own than this share is no mere translation; each is worth a look."""
_LEAST_ALIKE = 0.25
"""So much must a pair have in common for a rule of its source to count as said."""
_LEAST_NAMED, _MOSTLY = 2, 0.8
"""A thing has a name of its own if so many other sentences, and such a share of them, call it by that."""
_SHORT = 3
_LIST = 10
"""So many items at most may have been overtaken by one that has moved within its list."""
_RUN = 3
"""So many words of the source in a row, letter by letter, were left untranslated."""


class _Rendered(NamedTuple):
    """A pair of sentences with what each side says, and what it says otherwise."""

    pair: Pair
    source: Said
    target: Said
    differences: list[Difference]


def against_source(report: Report, source: Report) -> Report:
    """The report, with every finding that the source gives rise to, and without those that it explains."""
    return _Beside(report, source).report()


class _Beside:
    """Both texts, paired."""

    def __init__(self, report: Report, source: Report) -> None:
        self.target, self.source, self.manifest = report, source, report.manifest
        self.sides = read_side(source), read_side(report)
        self.pairs = align(*self.sides)
        self.moved = {pair for pair in self.pairs if self._has_moved(pair)}
        self.often = Counter(token.text.lower() for found in self.sides[1].streams for token in found.tokens)
        self.stated = Stated(source, self.sides[0].sentences), Stated(report, self.sides[1].sentences)
        self.rendered = list(self._rendered())
        own = self.sides[1].sentences
        starts = ((own[number].passage(), one) for one in self.rendered for number in one.pair.target)
        self._places = {(place.file, place.line, place.column): one for place, one in starts}

    def report(self) -> Report:
        found = [*self._differing(), *self._left_out(), *self._added(), *self._untranslated()]
        taken = {(one.rule, one.line) for one in found if one.rule and one.verdict in _AGAINST}
        kept = [one for finding in self.target.findings if (one := self._weighed(finding, taken, found)) is not None]
        return replace(self.target, findings=tuple(unique([*found, *kept])), source=self.source)

    def _rendered(self) -> Iterator[_Rendered]:
        streams = [side.streams for side in self.sides]
        both = [
            (pair, said([streams[0][n] for n in pair.source]), said([streams[1][n] for n in pair.target]))
            for pair in self.pairs
            if pair.source and pair.target
        ]
        usual = rates(self.source.language, self.target.language, self.manifest)
        usage = Usage(usual, ((first.words, second.words) for _, first, second in both), self.manifest)
        sizes = sum(first.length for _, first, _ in both), sum(second.length for _, _, second in both)
        self.usual = sizes[1] / max(1, sizes[0])
        for pair, first, second in both:
            yield _Rendered(pair, first, second, self._between(pair, first, second, usage.for_pair(first, second)))

    def _between(self, pair: Pair, first: Said, second: Said, pace: Pace) -> list[Difference]:
        if self._is_untranslated(pair):
            return []
        if pair in self.moved:
            words = [passage(side.sentences, own).text for side, own in zip(self.sides, (pair.source, pair.target), strict=True)]
            return [Difference("order", Level.LIKELY, words[0], words[1], tuple(first.concepts))]
        return differences(first, second, pair.likeness, pace, self.manifest, self.usual)

    def _has_moved(self, pair: Pair) -> bool:
        """Whether a pair stands in another place of the same list: the phases in another order."""
        if len(pair.source) != 1 or len(pair.target) != 1:
            return False
        sides = [side.sentences[own[0]] for side, own in zip(self.sides, (pair.source, pair.target), strict=True)]
        if any(one.sort is not Sort.ITEM for one in sides):
            return False
        before = [other for other in self.pairs if other.source and other.target and other.source < pair.source]
        later = [other for other in before if other.target > pair.target]
        same = [self.sides[1].sentences[other.target[0]].context == sides[1].context for other in later]
        return bool(same) and all(same) and len(later) <= _LIST

    # What differs

    def _differing(self) -> Iterator[Finding]:
        for one in self.rendered:
            here, there = self.stated[0].at(one.pair.source), self.stated[1].at(one.pair.target)
            changed = [rule for rule in here if rule not in there or there[rule].verdict is not Verdict.STATED]
            told: set[str] = set()
            for difference in one.differences:
                if difference.kind == "left_out" and difference.level is Level.LOOK:
                    yield from self._other_word(one, difference)
                rule = whose(difference, one.source, here, there, self.source.language, self.manifest)
                level = self._level(difference, rule, changed, there)
                if level is Level.LOOK and "–" in (difference.source, difference.target) and rule not in changed:
                    continue  # said a little otherwise, and the rule is there
                if (rule or "*") not in told:
                    told.add(rule or "*")
                    yield self._finding(one.pair, difference, rule, level)

    def _other_word(self, one: _Rendered, difference: Difference) -> Iterator[Finding]:
        """A thing that the text calls by its name everywhere else, and here by a word that it has nowhere else."""
        name = difference.features[0]
        if len(difference.features) != 1 or name not in (things(self.manifest).one_name or things(self.manifest).counted):
            return
        others = [other for other in self.rendered if other is not one and other.source.concepts[name]]
        named = [other for other in others if other.target.concepts[name]]
        if len(named) < _LEAST_NAMED or len(named) < _MOSTLY * len(others):
            return
        strange = [word for word in self._unknown(one.pair.target) if self.often[word.lower()] == 1]
        if not strange:
            return
        usual = Counter(other.target.told(name) for other in named).most_common(1)[0][0]
        place = passage(self.sides[1].sentences, one.pair.target)
        data = {"term": difference.source, "usual": usual}
        claimed = strange[0] if len(strange) == 1 else ""
        beside = passage(self.sides[0].sentences, one.pair.source)
        yield Finding(
            "",
            Verdict.NOTE,
            place,
            Reason("source_other_word", data),
            CONFIDENCE[Level.LIKELY],
            claimed,
            usual,
            "terms",
            beside=beside,
        )

    def _unknown(self, numbers: Sequence[int]) -> list[str]:
        """The words of sentences that mean nothing to the check; of German the nouns."""
        tokens = [token for number in numbers for token in self.sides[1].streams[number].tokens[1:]]
        words = [one.text for one in tokens if not one.names and one.value is None and len(one.text) > _SHORT]
        return [word for word in words if word[0].isupper()] if self.target.language == "de" else words

    def _level(self, difference: Difference, rule: str, changed: Sequence[str], there: dict[str, Finding]) -> Level:
        """A difference is surer where the translation no longer states the rule, and surest where it contradicts it."""
        if rule in there and there[rule].verdict in _AGAINST:
            return Level.CERTAIN if there[rule].level is not Level.LOOK else Level.LIKELY
        if rule in changed and difference.level is Level.LOOK and difference.may_turn:
            return Level.LIKELY if turns_on(rule, difference, self.source.language, self.manifest) else Level.LOOK
        return difference.level

    def _finding(self, pair: Pair, difference: Difference, rule: str, level: Level) -> Finding:
        place = passage(self.sides[1].sentences, pair.target)
        data = {"claimed": difference.target, "actual": difference.source, "kind": difference.kind}
        one_sided = "–" in (difference.source, difference.target)
        verdict = Verdict.AMBIGUOUS if level is Level.LOOK and one_sided else Verdict.CONTRADICTS
        if difference.kind == "left_out" and level is not Level.LOOK and rule:
            beside, reason = passage(self.sides[0].sentences, pair.source), Reason("source_left_out", data)
            return Finding(
                rule, Verdict.MISSING, None, reason, CONFIDENCE[level], "", difference.source, beside=beside, others=(place,)
            )
        verdict = verdict if rule else Verdict.NOTE
        return Finding(
            rule,
            verdict,
            place,
            Reason(f"source_{_WHY.get(difference.kind, difference.kind)}", data),
            CONFIDENCE[level],
            "" if difference.target == "–" else difference.target,
            "" if difference.source == "–" else difference.source,
            check="" if rule else "source",
            beside=passage(self.sides[0].sentences, pair.source),
        )

    # What one side alone has

    def _left_out(self) -> Iterator[Finding]:
        """Sentences of the source that nothing renders: the rules that are said there first of all, or the sentence itself."""
        for number, pair in enumerate(self.pairs):
            if pair.target or self.sides[0].sentences[pair.source[0]].sort is Sort.HEADING:
                continue
            place = passage(self.sides[0].sentences, pair.source)
            level = Level.CERTAIN if len(place.text.split()) >= _WORDS else Level.LOOK
            here = self.stated[0].at(pair.source)
            rules = [
                rule
                for rule, finding in here.items()
                if self._is_said_there(finding, place) and (_first_of_all(finding, place) or not self._is_kept(rule))
            ]
            for rule in rules:
                reason = Reason("source_rule_left_out", {"line": place.line})
                sure = CONFIDENCE[level if here[rule].level is not Level.LOOK or len(rules) == 1 else Level.LOOK]
                yield Finding(rule, Verdict.MISSING, None, reason, sure, beside=place, others=self._near(number))
            if not rules:
                reason = Reason("source_sentence_left_out", {"line": place.line, "text": place.text})
                near = self._near(number)
                yield Finding(
                    "", Verdict.NOTE, near[0] if near else None, reason, CONFIDENCE[level] - 0.1, check="left_out", beside=place
                )

    def _is_said_there(self, finding: Finding, place: Passage) -> bool:
        """Whether this is where the source says a rule first of all, not only once more; what is said in an example is not."""
        first = finding.passage
        inside = first is not None and first.file == place.file and place.line <= first.line <= place.end_line
        return inside and self.manifest.catalogue[finding.rule].kind != "example"

    def _is_kept(self, rule: str) -> bool:
        """Whether the translation says a rule all the same: surely, and where the source says it too."""
        for finding in self.target.of(rule):
            if finding.verdict is Verdict.MISSING:
                continue
            one = self._at(finding)
            if one is not None and (finding.pinned or rule in self.stated[0].at(one.pair.source)):
                return True
        return False

    def _near(self, number: int) -> tuple[Passage, ...]:
        """Where it should stand: behind the sentence that renders the one before it."""
        for pair in reversed(self.pairs[:number]):
            if pair.target:
                return (passage(self.sides[1].sentences, pair.target[-1:]),)
        return ()

    def _added(self) -> Iterator[Finding]:
        """What only the translation says, a stretch at a time; nothing of what the source says elsewhere."""
        runs = [list(run) for alone, run in groupby(self.pairs, lambda pair: not pair.source) if alone]
        known = {rule for number in range(len(self.sides[0].sentences)) for rule in self.stated[0].at([number])}
        whole = sum(len(run) for run in runs) <= _FEW * len(self.sides[1].sentences)
        for run in runs:
            numbers = [number for pair in run for number in pair.target if self._tells(number)]
            rules = [rule for rule, finding in self.stated[1].at(numbers).items() if finding.level is not Level.LOOK]
            if not numbers or (len(rules) >= len(numbers) and known.issuperset(rules)):
                continue
            for same in in_blocks(numbers, self.sides[1].sentences):
                place = passage(self.sides[1].sentences, same)
                sure = whole and len(place.text.split()) >= _WORDS
                level = Level.LIKELY if sure else Level.LOOK
                yield Finding("", Verdict.NOTE, place, Reason("source_added"), CONFIDENCE[level], check="added")

    def _tells(self, number: int) -> bool:
        one = self.sides[1].sentences[number]
        return one.sort is not Sort.HEADING and one.aside is not Aside.NOTE and any(c.isalpha() for c in one.text)

    def _untranslated(self) -> Iterator[Finding]:
        for pair in self.pairs:
            if pair.source and pair.target and self._is_untranslated(pair):
                place = passage(self.sides[1].sentences, pair.target)
                reason = Reason("leftover", {"language": self.source.language})
                beside = passage(self.sides[0].sentences, pair.source)
                claimed, actual = self.source.language, self.target.language
                yield Finding(
                    "",
                    Verdict.NOTE,
                    place,
                    reason,
                    CONFIDENCE[Level.CERTAIN],
                    claimed,
                    actual,
                    check="leftover",
                    beside=beside,
                )

    def _is_untranslated(self, pair: Pair) -> bool:
        """Whether several words in a row are the very words of a source in another language."""
        if self.source.language == self.target.language:
            return False
        texts = [
            [token.text.lower() for n in own for token in side.streams[n].tokens if token.value is None]
            for side, own in zip(self.sides, (pair.source, pair.target), strict=True)
        ]
        runs = [{" ".join(words[at : at + _RUN]) for at in range(len(words) - _RUN + 1)} for words in texts]
        shared = [run for run in runs[0] & runs[1] if sum(len(word) > 1 for word in run.split()) == _RUN]
        names = {token.text.lower() for n in pair.target for token in self.sides[1].streams[n].tokens if token.text[:1].isupper()}
        return any(not set(run.split()) <= names for run in shared)

    # What was found without the source

    def _weighed(self, finding: Finding, taken: set[tuple[str, int]], found: Sequence[Finding]) -> Finding | None:
        """A finding of the check by rules in the light of the source; none where it says no more than the source does."""
        if finding.pinned or not finding.rule:
            return finding
        left_out = any(one.rule == finding.rule and one.verdict is Verdict.MISSING for one in found)
        if finding.verdict is Verdict.MISSING:
            return None if left_out else self._really_missing(finding)
        if left_out and finding.verdict in (Verdict.STATED, Verdict.AMBIGUOUS):
            return None
        if any(rule == finding.rule and abs(line - finding.line) <= 1 for rule, line in taken):
            return None if finding.verdict is not Verdict.STATED or not finding.others else elsewhere(finding)
        if finding.verdict not in _AGAINST:
            return finding
        one = self._at(finding)
        if one is None or one.pair.likeness < _LEAST_ALIKE:
            return finding
        if any(self._same(finding, difference) for difference in one.differences):
            return None
        if any(difference.level is not Level.LOOK for difference in one.differences):
            return finding
        here = self.stated[0].at(one.pair.source).get(finding.rule)
        beside = passage(self.sides[0].sentences, one.pair.source)
        if here is not None and here.verdict in _AGAINST:
            return replace(finding, beside=beside)  # the source is wrong as well
        if finding.level is Level.CERTAIN and here is None:
            return replace(finding, beside=beside)
        return replace(finding, verdict=Verdict.AMBIGUOUS, confidence=CONFIDENCE[Level.LOOK], beside=beside)

    def _same(self, finding: Finding, difference: Difference) -> bool:
        """Whether a contradiction is about what the source says otherwise as well, only of another rule."""
        if difference.level is Level.LOOK or not finding.claimed:
            return False
        claimed = set(finding.claimed.lower().split())
        return bool(claimed & set(difference.target.lower().replace(",", " ").split()))

    def _at(self, finding: Finding) -> _Rendered | None:
        """The pair that a finding stands in."""
        place = finding.passage
        if place is None:
            return None
        return self._places.get((place.file, place.line, place.column))

    def _lacks(self, one: _Rendered, rule: str) -> bool:
        """Whether what a rule turns on is not in the rendering of its sentence."""
        lang = self.source.language
        gone = (
            d for d in one.differences if d.kind in ("left_out", "word") and (d.level is not Level.LOOK or len(d.features) > 1)
        )
        about = [d for d in gone if turns_on(rule, d, lang, self.manifest)]
        return bool(about) and self.stated[0].at(one.pair.source)[rule].level is not Level.LOOK

    def _really_missing(self, finding: Finding) -> Finding | None:
        """A rule that the check did not find: told by its source to be there, to be left out, or never to have been said."""
        for one in self.rendered:
            if finding.rule in self.stated[0].at(one.pair.source):
                place, beside = (passage(self.sides[n].sentences, own) for n, own in ((1, one.pair.target), (0, one.pair.source)))
                if not self._lacks(one, finding.rule):
                    reason = Reason("source_says_so", {"line": beside.line})
                    return Finding(
                        finding.rule,
                        Verdict.STATED,
                        place,
                        reason,
                        CONFIDENCE[Level.LIKELY],
                        green=Green.MENTIONED,
                        beside=beside,
                    )
                return replace(finding, beside=beside, others=(place,), confidence=CONFIDENCE[Level.LOOK])
        return None


def _first_of_all(finding: Finding, place: Passage) -> bool:
    """Whether this very sentence is the one that states a rule the most surely."""
    first = finding.passage
    return first is not None and (first.line, first.column, first.end_line) == (place.line, place.column, place.end_line)
