"""A report on a translation, with what its source says: what differs, what is left out, what is added, rule by rule.

Two texts are witnesses of one another. What the translation says otherwise than its source is a finding even where no rule is
known for it; what both say alike is no contradiction of the translation's own; and a rule that the source does not state is not
missing from the translation.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import groupby
from typing import NamedTuple

from ..findings import LEAST_LIKELY, Finding, Green, Level, Passage, Reason, Report, Verdict
from ..read.reading import Aside, Sort
from ..read.things import things
from .between import differences
from .contrast import Difference
from .likely import probable
from .pairing import Pair, align
from .passages import in_blocks, passage, read_side, unique
from .sayings import Said, Usage, rates, said
from .whose_rule import AGAINST, Rules, Stated

CONFIDENCE = {Level.CERTAIN: 0.96, Level.LIKELY: 0.8, Level.LOOK: 0.5}
"""What sentences are worth that one side alone has; measured on texts with planted errors (VERIFICATION.md)."""
_LEAST, _LEAST_CLAUSE = 0.25, 0.5
"""What is less probable is not told; nor is a part of a sentence that is perhaps left out."""
_WORDS = 4
"""A sentence of fewer words that one side alone has is worth no more than a look."""
_WHY = {"added": "added_word", "colour": "term", "clause": "left_out"}
"""Kinds of differences that are told as another."""
_FEW = 0.1
"""A translation that has more sentences of its own than this share is no mere translation; each is worth a look."""
_LEAST_ALIKE = 0.25
"""So much must a pair have in common for a rule of its source to count as said."""
_LEAST_NAMED, _MOSTLY = 2, 0.8
"""A thing has a name of its own if so many other sentences, and such a share of them, call it by that."""
_ALWAYS = 2.0
"""So surely must it be rendered by itself otherwise."""
_SHORT = 3
_LIST = 10
"""So many items at most may have been overtaken by one that has moved within its list."""
_RUN = 3
"""So many words of the source in a row, letter by letter, were left untranslated."""


class Told(NamedTuple):
    """A difference, how probably it is an error, and the rules that it may be about, the likeliest first."""

    difference: Difference
    probable: float
    rules: Sequence[str]


class Rendered(NamedTuple):
    """A pair of sentences with what each side says, and what it says otherwise, the surest first."""

    pair: Pair
    sides: tuple[Said, Said]
    told: list[Told]
    beside: Passage
    place: Passage
    """Where each side stands."""


def against_source(report: Report, source: Report) -> Report:
    """The report, with every finding that the source gives rise to, and without those that it explains."""
    return Beside(report, source).report()


class Beside:
    """Both texts, paired."""

    def __init__(self, report: Report, source: Report) -> None:
        self.target, self.source, self.manifest = report, source, report.manifest
        self.sides = read_side(source), read_side(report)
        self.pairs = align(*self.sides)
        self.often = Counter(token.text.lower() for found in self.sides[1].streams for token in found.tokens)
        self.stated = Stated(source, self.sides[0].sentences), Stated(report, self.sides[1].sentences)
        self.rules = Rules(source)
        self.rendered = list(self._rendered())
        starts = ((self._there((number,)), one) for one in self.rendered for number in one.pair.target)
        self._places = {(place.file, place.line, place.column): one for place, one in starts}

    def report(self) -> Report:
        found = [*self._differing(), *self._left_out(), *self._added(), *self._untranslated()]
        taken = {(one.rule, one.line) for one in found if one.rule and one.verdict in AGAINST}
        left_out = {one.rule for one in found if one.verdict is Verdict.MISSING}
        kept = [one for finding in self.target.findings if (one := self._weighed(finding, taken, left_out)) is not None]
        return replace(self.target, findings=tuple(unique([*found, *kept])), source=self.source)

    def _here(self, numbers: Sequence[int]) -> Passage:
        """Sentences of the source as a passage."""
        return passage(self.sides[0].sentences, numbers)

    def _there(self, numbers: Sequence[int]) -> Passage:
        """Sentences of the translation as a passage."""
        return passage(self.sides[1].sentences, numbers)

    def _rendered(self) -> Iterator[Rendered]:
        streams = [side.streams for side in self.sides]
        both = [
            (pair, said([streams[0][n] for n in pair.source]), said([streams[1][n] for n in pair.target]))
            for pair in self.pairs
            if pair.source and pair.target
        ]
        langs = self.source.language, self.target.language
        usage = (
            Usage(rates(*langs, self.manifest), ((one, other) for _, one, other in both)),
            Usage(rates(*reversed(langs), self.manifest), ((other, one) for _, one, other in both)),
        )
        usual = sum(second.length for _, _, second in both) / max(1, sum(first.length for _, first, _ in both))
        for pair, first, second in both:
            beside, place = self._here(pair.source), self._there(pair.target)
            if self._is_untranslated(pair):
                found = list[Difference]()
            elif self._has_moved(pair):
                found = [Difference("order", beside.text, place.text, facts={"order": 4.0})]
            else:
                found = [*differences(first, second, pair.likeness, usage, self.manifest, usual)]
            told = [self._told(pair, (first, second), difference) for difference in found]
            yield Rendered(pair, (first, second), sorted(told, key=lambda one: -one.probable), beside, place)

    def _told(self, pair: Pair, sides: tuple[Said, Said], difference: Difference) -> Told:
        here, there = self.stated[0].at(pair.source), self.stated[1].at(pair.target)
        facts = {**difference.facts, **_checked(here, there)}
        sure = probable(facts)
        rules = self.rules.whose(difference, sides, here, there) if sure >= _LEAST else []
        return Told(replace(difference, facts=facts), sure, rules)

    def _has_moved(self, pair: Pair) -> bool:
        """Whether a pair stands in another place of the same list: the phases in another order."""
        if len(pair.source) != 1 or len(pair.target) != 1:
            return False
        first, second = (side.sentences[own[0]] for side, own in zip(self.sides, (pair.source, pair.target), strict=True))
        if first.sort is not Sort.ITEM or second.sort is not Sort.ITEM:
            return False
        before = (other for other in self.pairs if other.source and other.target and other.source < pair.source)
        later = [self.sides[1].sentences[other.target[0]] for other in before if other.target > pair.target]
        return 0 < len(later) <= _LIST and all(other.context == second.context for other in later)

    # What differs

    def _differing(self) -> Iterator[Finding]:
        for one in self.rendered:
            seen: set[tuple[str, bool]] = set()
            for difference, sure, rules in one.told:
                if difference.kind == "left_out":
                    yield from self._other_word(one, difference)
                gone = difference.kind == "clause"
                if sure < (_LEAST_CLAUSE if gone else _LEAST) or any((rule, gone) in seen for rule in rules[:1]):
                    continue
                for rule in [rule for rule in rules or [""] if (rule, gone) not in seen]:
                    seen.add((rule, gone))
                    perhaps = rule not in ("", *rules[:1])  # the likeliest rule is told for sure, another one as worth a look
                    yield _finding(one, difference, rule, min(sure, CONFIDENCE[Level.LOOK]) if perhaps else sure)

    def _other_word(self, one: Rendered, difference: Difference) -> Iterator[Finding]:
        """A thing that the text calls by its name everywhere else, and here by a word that it has nowhere else."""
        name = difference.names[0]
        known = things(self.manifest).one_name or things(self.manifest).counted
        if name not in known or difference.facts["lost"] < _ALWAYS:
            return
        others = [other for other in self.rendered if other is not one and other.sides[0].concepts[name]]
        named = [other.sides[1].told(name) for other in others if other.sides[1].concepts[name]]
        strange = [word for word in self._unknown(one.pair.target) if self.often[word.lower()] == 1]
        if strange and len(named) >= max(_LEAST_NAMED, _MOSTLY * len(others)):
            usual = Counter(named).most_common(1)[0][0]
            reason = Reason("source_other_word", {"term": difference.source, "usual": usual})
            claimed = strange[0] if len(strange) == 1 else ""
            sure = CONFIDENCE[Level.LIKELY]
            yield Finding("", Verdict.NOTE, one.place, reason, sure, claimed, usual, "terms", beside=one.beside)

    def _unknown(self, numbers: Sequence[int]) -> list[str]:
        """The words of sentences that mean nothing to the check; of German the nouns."""
        tokens = [token for number in numbers for token in self.sides[1].streams[number].tokens[1:]]
        words = [one.text for one in tokens if not one.names and one.value is None and len(one.text) > _SHORT]
        return [word for word in words if word[0].isupper()] if self.target.language == "de" else words

    # What one side alone has

    def _left_out(self) -> Iterator[Finding]:
        """Sentences of the source that nothing renders: the rules that are said there first of all, or the sentence itself."""
        for number, pair in enumerate(self.pairs):
            if pair.target or self.sides[0].sentences[pair.source[0]].sort is Sort.HEADING:
                continue
            place, near = self._here(pair.source), self._near(number)
            level = Level.CERTAIN if len(place.text.split()) >= _WORDS else Level.LOOK
            here = self.stated[0].at(pair.source)
            own = said([self.sides[0].streams[n] for n in pair.source])
            first = self.rules.whose(Difference("left_out", place.text, "–"), (own, own), here, {})[:1]
            others = [rule for rule, one in here.items() if self._is_said_there(one, place) and not self._is_kept(rule)]
            rules = list(dict.fromkeys([*first, *others]))
            for rule in rules:
                reason = Reason("source_rule_left_out", {"line": place.line})
                sure = CONFIDENCE[level if rule in first or here[rule].level is not Level.LOOK else Level.LOOK]
                yield Finding(rule, Verdict.MISSING, None, reason, sure, beside=place, others=near)
            if not rules:
                reason = Reason("source_sentence_left_out", {"line": place.line, "text": place.text})
                where, sure = near[0] if near else None, CONFIDENCE[level] - 0.1
                yield Finding("", Verdict.NOTE, where, reason, sure, check="left_out", beside=place)

    def _is_said_there(self, finding: Finding, place: Passage) -> bool:
        """Whether this is where the source says a rule first of all, not only once more; what is said in an example is not."""
        first = finding.passage
        inside = first is not None and first.file == place.file and place.line <= first.line <= place.end_line
        return inside and self.manifest.catalogue[finding.rule].kind != "example"

    def _is_kept(self, rule: str) -> bool:
        """Whether the translation says a rule all the same: surely, and where the source says it too."""
        said_so = ((finding, self._at(finding)) for finding in self.target.of(rule) if finding.verdict is not Verdict.MISSING)
        return any(one and (finding.pinned or rule in self.stated[0].at(one.pair.source)) for finding, one in said_so)

    def _near(self, number: int) -> tuple[Passage, ...]:
        """Where it should stand: behind the sentence that renders the one before it."""
        before = next((pair.target for pair in reversed(self.pairs[:number]) if pair.target), ())
        return (self._there(before[-1:]),) if before else ()

    def _added(self) -> Iterator[Finding]:
        """What only the translation says, a stretch at a time; nothing of what the source says elsewhere."""
        runs = [list(run) for alone, run in groupby(self.pairs, lambda pair: not pair.source) if alone]
        known = self.stated[0].at(range(len(self.sides[0].sentences)))
        few = sum(len(run) for run in runs) <= _FEW * len(self.sides[1].sentences)
        for run in runs:
            numbers = [number for pair in run for number in pair.target if self._tells(number)]
            rules = [rule for rule, finding in self.stated[1].at(numbers).items() if finding.level is not Level.LOOK]
            if len(rules) >= len(numbers) and all(rule in known for rule in rules):
                continue
            for place in map(self._there, in_blocks(numbers, self.sides[1].sentences)):
                level = Level.LIKELY if few and len(place.text.split()) >= _WORDS else Level.LOOK
                yield Finding("", Verdict.NOTE, place, Reason("source_added"), CONFIDENCE[level], check="added")

    def _tells(self, number: int) -> bool:
        one = self.sides[1].sentences[number]
        return one.sort is not Sort.HEADING and one.aside is not Aside.NOTE and any(c.isalpha() for c in one.text)

    def _untranslated(self) -> Iterator[Finding]:
        reason, sure = Reason("leftover", {"language": self.source.language}), CONFIDENCE[Level.CERTAIN]
        tongues = self.source.language, self.target.language
        for one in self.rendered:
            if self._is_untranslated(one.pair):
                yield Finding("", Verdict.NOTE, one.place, reason, sure, *tongues, check="leftover", beside=one.beside)

    def _is_untranslated(self, pair: Pair) -> bool:
        """Whether several words in a row are the very words of a source in another language."""
        if self.source.language == self.target.language:
            return False
        first, second = (
            [token.text for n in own for token in side.streams[n].tokens if token.value is None]
            for side, own in zip(self.sides, (pair.source, pair.target), strict=True)
        )
        names = {word.lower() for word in second if word[:1].isupper()}
        return any(all(len(word) > 1 for word in run) and not names.issuperset(run) for run in _runs(first) & _runs(second))

    # What was found without the source

    def _weighed(self, finding: Finding, taken: set[tuple[str, int]], left_out: set[str]) -> Finding | None:
        """A finding of the check by rules in the light of the source; none where it says no more than the source does."""
        if finding.pinned or not finding.rule:
            return finding
        if finding.verdict is Verdict.MISSING:
            return None if finding.rule in left_out else self._really_missing(finding)
        if finding.rule in left_out and finding.verdict in (Verdict.STATED, Verdict.AMBIGUOUS):
            return None
        if any((finding.rule, finding.line + step) in taken for step in (-1, 0, 1)):
            if finding.verdict is not Verdict.STATED or not finding.others:
                return None
            return replace(finding, passage=finding.others[0], others=finding.others[1:])
        return self._in_its_light(finding) if finding.verdict in AGAINST else finding

    def _in_its_light(self, finding: Finding) -> Finding | None:
        """A contradiction in the light of the source: worth less where the source says the same."""
        one = self._at(finding)
        if one is None or one.pair.likeness < _LEAST_ALIKE:
            return finding
        sure = [told.difference for told in one.told if told.probable >= LEAST_LIKELY]
        if sure:
            return None if any(_same(finding, difference) for difference in sure) else finding
        here = self.stated[0].at(one.pair.source).get(finding.rule)
        source_is_wrong = here is not None and here.verdict in AGAINST
        if source_is_wrong or (finding.level is Level.CERTAIN and here is None):
            return replace(finding, beside=one.beside)
        return replace(finding, verdict=Verdict.AMBIGUOUS, confidence=CONFIDENCE[Level.LOOK], beside=one.beside)

    def _at(self, finding: Finding) -> Rendered | None:
        """The pair that a finding stands in."""
        place = finding.passage
        return None if place is None else self._places.get((place.file, place.line, place.column))

    def _really_missing(self, finding: Finding) -> Finding | None:
        """A rule that the check did not find: told by its source to be there, to be left out, or never to have been said."""
        one = next((one for one in self.rendered if finding.rule in self.stated[0].at(one.pair.source)), None)
        if one is None:
            return None
        if any(told.difference.kind == "clause" and finding.rule in told.rules for told in one.told):
            return replace(finding, beside=one.beside, others=(one.place,), confidence=CONFIDENCE[Level.LOOK])
        reason, sure = Reason("source_says_so", {"line": one.beside.line}), CONFIDENCE[Level.LIKELY]
        return Finding(finding.rule, Verdict.STATED, one.place, reason, sure, green=Green.MENTIONED, beside=one.beside)


def _checked(here: Mapping[str, Finding], there: Mapping[str, Finding]) -> dict[str, float]:
    """What the check by rules found in both sentences."""
    lost = [finding for rule, finding in here.items() if rule not in there or there[rule].verdict is not Verdict.STATED]
    against = [finding for finding in there.values() if finding.verdict in AGAINST]
    return {
        "no_rule": float(not here),
        "changed": max((finding.confidence for finding in lost), default=0.0),
        "share_changed": len(lost) / max(1, len(here)),
        "against": max((finding.confidence for finding in against), default=0.0),
        "unclear": float(any(finding.verdict is Verdict.AMBIGUOUS and finding.claimed for finding in there.values())),
        "source_against": float(any(finding.verdict in AGAINST for finding in here.values())),
    }


def _finding(one: Rendered, difference: Difference, rule: str, sure: float) -> Finding:
    """A difference as a finding, of its rule or of the sentence."""
    claimed, actual = ("" if told == "–" else told for told in (difference.target, difference.source))
    data = {"claimed": difference.target, "actual": difference.source, "kind": difference.kind}
    reason = Reason(f"source_{_WHY.get(difference.kind, difference.kind)}", data)
    if difference.kind == "clause" and rule:
        return Finding(rule, Verdict.MISSING, None, reason, sure, "", actual, beside=one.beside, others=(one.place,))
    check, verdict = ("", Verdict.CONTRADICTS) if rule else ("source", Verdict.NOTE)
    return Finding(rule, verdict, one.place, reason, sure, claimed, actual, check, beside=one.beside)


def _runs(words: Sequence[str]) -> set[tuple[str, ...]]:
    """All words in a row, so many at a time."""
    low = [word.lower() for word in words]
    return {tuple(low[at : at + _RUN]) for at in range(len(low) - _RUN + 1)}


def _same(finding: Finding, difference: Difference) -> bool:
    """Whether a contradiction is about what the source says otherwise as well, only of another rule."""
    claimed = set(finding.claimed.lower().split())
    return not claimed.isdisjoint(difference.target.lower().replace(",", " ").split())
