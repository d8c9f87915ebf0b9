"""The measure of the checker: one thing is changed in a text that is right, and the check must see just that.

Numbers, colours, words that decide and whole statements are changed one at a time, at the places that labels name, and two
numbers of a sentence are exchanged. What is seen as a contradiction, what is only called unclear, what is missed and what is
raised elsewhere is counted by language and kind.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal

from ...rulebook.catalogue import Catalogue, Rule, usual_rules
from ..examples.example_blocks import check_examples
from ..find.explaining import facts
from ..find.finding import Finder
from ..find.gate import foreign
from ..find.matchers import engine_counts
from ..find.searched_text import assemble
from ..find.surroundings import DECIDING
from ..findings import Finding, Verdict
from ..judge.judging import judge
from ..read.concepts import Stream, Token, stream
from ..read.documents import open_source
from ..read.language import numbers
from ..read.likeness import profiles
from ..read.reading import Sort, sentences
from ..read.vocabulary import vocabulary
from .labels import Label
from .mutant_words import COLOUR_WORDS, HALVES, WORDS

if TYPE_CHECKING:
    from ...games.manifest import Manifest

Kind = Literal["number", "exchange", "colour", "word", "deletion"]
KINDS: Final[tuple[Kind, ...]] = ("number", "exchange", "colour", "word", "deletion")
Seen = Literal["seen", "unclear", "missed"]
_SUM = re.compile(r"[+×÷=]|\d\s*x\s*\d")
ALARMS: Final = (Verdict.CONTRADICTS, Verdict.INCONSISTENT, Verdict.EDITION)

_LEAST_SHARE = 0.65


@dataclass(frozen=True, slots=True)
class Mutant:
    """One change: the sentence, its new text (nothing for a deletion), and the rules of which it must be seen."""

    kind: Kind
    sentence: int
    text: str
    rules: frozenset[str]
    about: str
    gone: tuple[int, ...] = ()


@dataclass(slots=True)
class Tally:
    """What became of the mutants of one language and kind."""

    made: int = 0
    seen: int = 0
    """As a contradiction, or as missing where it was deleted."""
    unclear: int = 0
    """As a claim at the right rule and line, but only in doubt."""
    collateral: int = 0
    missed: list[str] = field(default_factory=list)
    raised: list[str] = field(default_factory=list)

    @property
    def share(self) -> float:
        """The share that was seen for sure."""
        return self.seen / self.made if self.made else 1.0

    @property
    def beside(self) -> float:
        """Alarms on other rules or lines, by mutant."""
        return self.collateral / self.made if self.made else 0.0


class Bench:
    """A text that is right with its labels, to be changed and checked again and again."""

    def __init__(self, manifest: Manifest, path: Path, labels: Sequence[Label], lang: str) -> None:
        self.manifest, self.lang, self.rules = manifest, lang, usual_rules(manifest)
        self.words = vocabulary(lang, manifest)
        self.sentences = sentences([open_source(path)])
        self.streams = [stream(sentence.text, self.words) for sentence in self.sentences]
        self.finder = Finder(manifest.reading, self.rules)
        self.labels: dict[str, set[int]] = defaultdict(set)
        for label in labels:
            if label.rule in self.finder.matchers.by_rule:
                self.labels[label.rule] |= set(label.lines)
        self.on_line: dict[int, set[str]] = defaultdict(set)
        for rule, lines in self.labels.items():
            for line in lines:
                self.on_line[line].add(rule)
        self.likeness = assemble(manifest, self.sentences, self.streams, [lang] * len(self.streams)).likeness
        self.calm = self._alarms(self.check(self.streams))

    def check(self, streams: list[Stream], gone: Sequence[int] = ()) -> list[Finding]:
        """The findings on the rules, with some sentences changed or gone."""
        text = assemble(self.manifest, self.sentences, streams, [self.lang] * len(streams))
        judged = [True] * len(streams)
        for number in gone:
            judged[number] = False
        hits = self.finder.find(text, judged)
        allowed, _ = foreign(text)
        hits = {rule: left for rule, ones in hits.items() if (left := [hit for hit in ones if allowed[hit.sentence]])}
        return [*judge(text, hits, self.finder, self.rules, self.lang, judged), *check_examples(text, judged, self.rules)]

    def _alarms(self, findings: Sequence[Finding]) -> set[tuple[str, int]]:
        return {
            (finding.rule, finding.line)
            for finding in findings
            if finding.verdict in ALARMS or (finding.verdict is Verdict.AMBIGUOUS and finding.claimed)
        }

    def rules_of(self, number: int) -> set[str]:
        """The rules that labels see in a sentence."""
        passage = self.sentences[number].passage()
        return set().union(*(self.on_line.get(line, set()) for line in range(passage.line, passage.end_line + 1)))

    def mutants(self, kind: Kind) -> Iterator[Mutant]:
        """All changes of a kind."""
        if kind == "deletion":
            yield from self._deletions()
            return
        for number, sentence in enumerate(self.sentences):
            rules = self.rules_of(number)
            if rules and sentence.sort is not Sort.HEADING:
                if kind == "number":
                    yield from self._numbers(number, rules)
                elif kind == "exchange":
                    yield from self._exchanges(number, rules)
                elif kind == "colour":
                    yield from self._colours(number, rules)
                else:
                    yield from self._words(number, rules)

    def _owned(self, number: int, rules: set[str]) -> Iterator[tuple[Token, frozenset[str]]]:
        """The numbers of a sentence that rules of its labels give; the parts of a sum have a check of their own."""
        found, catalogue, counts = self.streams[number], self.manifest.catalogue, engine_counts(self.manifest, self.rules)
        for token in found.tokens:
            if token.value is None or token.weak or (token.ordinal and token.value < 3):
                continue
            owners = frozenset(
                rule
                for rule in rules
                if self._is_fixed(catalogue[rule])
                and token.value in _values(catalogue[rule].values(), counts, catalogue[rule].text("en"))
            )
            if owners and not _SUM.search(found.text[max(0, token.start - 4) : token.end + 4]):
                yield token, owners

    def _numbers(self, number: int, rules: set[str]) -> Iterator[Mutant]:
        found, known = self.streams[number], numbers(self.lang)
        for token, owners in self._owned(number, rules):
            assert token.value is not None
            new = token.value + 1 if token.value < 3 or token.start % 2 else token.value - 1  # never the article
            table = known.ordinals if token.text.lower() in known.ordinals else known.cardinals
            words = {value: word for word, value in reversed(list(table.items()))}
            digits = re.match(r"\d+", token.text)
            word = str(new) + token.text[digits.end() :] if digits else words.get(new, str(new))
            text = found.text[: token.start] + word + found.text[token.end :]
            if new in (0, 1) and not digits:
                continue  # the article
            yield Mutant("number", number, text, owners, f"{token.text} → {word}")

    def _exchanges(self, number: int, rules: set[str]) -> Iterator[Mutant]:
        """Two numbers of a sentence in each other's place; in a list or range of their own that would mean the same."""
        text = self.streams[number].text
        for (first, one), (second, other) in combinations(self._owned(number, rules), 2):
            together = first.group == second.group >= 0 or {first.value, second.value} & {1}
            if first.value != second.value and first.ordinal == second.ordinal and not together:
                between = text[first.end : second.start]
                changed = text[: first.start] + second.text + between + first.text + text[second.end :]
                yield Mutant("exchange", number, changed, one | other, f"{first.text} ↔ {second.text}")

    def _colours(self, number: int, rules: set[str]) -> Iterator[Mutant]:
        found = self.streams[number]
        catalogue, colours = self.manifest.catalogue, self.words.things.colours
        for token in found.tokens:
            colour = next((name for name in token.names if name in colours), None)
            owners = frozenset(rule for rule in rules if colour and re.search(rf"\b{colour}\b", catalogue[rule].text("en")))
            for old, new in COLOUR_WORDS[self.lang].items() if owners else ():
                if token.text.lower().startswith(old):
                    text = found.text[: token.start] + new + found.text[token.end :]
                    yield Mutant("colour", number, text, owners, f"{token.text} → {new}")
                    break

    def _words(self, number: int, rules: set[str]) -> Iterator[Mutant]:
        """Words that decide, where the statement of a rule has the same word."""
        found, known = self.streams[number], facts(self.manifest, self.rules)
        for old, new in WORDS[self.lang]:
            place = re.search(rf"(?<!\w){re.escape(old)}(?!\w)", found.text)
            if not place or found.text[: place.start()].lower().endswith("at "):
                continue  # at most is another word than most
            names = {
                name for token in found.tokens if token.start < place.end() and token.end > place.start() for name in token.names
            }
            owners = frozenset(
                rule
                for rule in rules
                if self._decides(rule, names & known[rule].words) and not known[rule].example and self._says(number, rule)
            )
            if owners:
                before, after = found.text[: place.start()], found.text[place.end() :]
                if "not" in names and self.lang in HALVES:
                    before, after = _affirmed(before, after, self.lang)
                text = before + new + after
                yield Mutant("word", number, text, owners, f"{old} → {new or '–'}")

    def _says(self, number: int, rule: str) -> bool:
        """Whether it is this sentence that says the rule: a label names lines, and a line may hold several sentences."""
        lines = self.labels[rule] & set(_span(self.sentences[number].passage()))
        column = profiles(self.manifest).row[rule]
        best = max(float(self.likeness[one.number, column]) for one in self.sentences if lines & set(_span(one.passage())))
        return float(self.likeness[number, column]) >= _LEAST_SHARE * best

    def _decides(self, rule: str, names: frozenset[str] | set[str]) -> bool:
        """Whether one of these words is what the rule turns on; a negation only where the rule says that something is not so."""
        if self.manifest.catalogue[rule].kind == "permission" and "may" in names:
            return True
        denied = self.finder.matchers.by_rule[rule].denied
        return bool(names & DECIDING - {"not", "may"}) or ("not" in names and bool(denied))

    def _is_fixed(self, rule: Rule) -> bool:
        """Whether the numbers of a rule are the same in every text; an example may be any other."""
        return rule.kind != "example" or rule.id in self.words.things.same_in_every_case

    def _deletions(self) -> Iterator[Mutant]:
        for rule in self.labels:
            lines = set().union(
                *(self.labels.get(other, set()) for other in _related(frozenset((rule,)), self.manifest.catalogue))
            )
            gone = tuple(number for number, sentence in enumerate(self.sentences) if lines & set(_span(sentence.passage())))
            if gone:
                yield Mutant("deletion", gone[0], "", frozenset((rule,)), f"without lines {sorted(lines)}", gone)

    def run(self, mutant: Mutant) -> tuple[Seen, list[str]]:
        """How a mutant is seen where it is, and what else is raised."""
        streams = list(self.streams)
        if mutant.gone:
            for number in mutant.gone:
                streams[number] = Stream([], 0, "", self.words)
            verdicts = [finding.verdict for finding in self.check(streams, mutant.gone) if finding.rule in mutant.rules]
            return "seen" if all(verdict is Verdict.MISSING for verdict in verdicts) else "missed", []
        streams[mutant.sentence] = stream(mutant.text, self.words)
        findings = self.check(streams)
        lines = set(_span(self.sentences[mutant.sentence].passage()))
        new = self._alarms(findings) - self.calm
        at_once = {(finding.rule, finding.line) for finding in findings if finding.verdict in ALARMS}
        here = {(rule, line) for rule, line in new if rule in mutant.rules and line in lines}
        related = _related(mutant.rules | frozenset(self.rules_of(mutant.sentence)), self.manifest.catalogue)
        beside = [
            f"{rule} at {line}" for rule, line in new if not (line in lines and rule in related) and rule not in mutant.rules
        ]
        return "seen" if here & at_once else "unclear" if here else "missed", beside


def _affirmed(before: str, after: str, lang: str) -> tuple[str, str]:
    """What stands around a negation that is taken out, without its second half: half a negation would still be one."""
    first, second = HALVES[lang]
    ends = re.search(r"[,;:.(]|\bnon\b", after)
    rest, left = (after[: ends.start()], after[ends.start() :]) if ends else (after, "")
    begins = max(before.rfind(mark) for mark in ",;:.(") + 1
    halves = list(re.finditer(first, before[begins:]))
    if halves:
        return before[: begins + halves[-1].start()] + before[begins + halves[-1].end() :], after
    return before, re.sub(second, "", rest) + left


def _span(passage: object) -> range:
    return range(passage.line, passage.end_line + 1)  # type: ignore[attr-defined]


def _values(values: Mapping[str, object], counts: Mapping[str, int], statement: str) -> set[int]:
    """The numbers that the statement of a rule gives, in digits or by name."""
    found = {int(digits) for digits in re.findall(r"\d+", statement)}
    known = numbers("en")
    found |= {
        known.cardinals[word]
        for word in re.findall(r"[a-z]+", statement.lower())
        if word in known.cardinals and word not in known.articles
    }
    found |= {
        known.ordinals[word]
        for word in re.findall(r"[a-z]+", statement.lower())
        if word in known.ordinals and known.ordinals[word] > 2
    }
    return found


def _related(rules: frozenset[str], catalogue: Catalogue) -> set[str]:
    """The rules that state the same number of the ruleset as one of these."""
    shared = {name for rule in rules for name in catalogue[rule].parameters}
    return {*rules, *(rule.id for rule in catalogue.values() if shared & set(rule.parameters))}


def measure(bench: Bench, kind: Kind, most: int) -> Tally:
    """Run the mutants of a kind, or at most so many of them, spread over the text."""
    tally = Tally()
    mutants = list(bench.mutants(kind))
    for mutant in mutants[:: max(1, -(-len(mutants) // most))]:
        seen, beside = bench.run(mutant)
        tally.made += 1
        tally.seen += seen == "seen"
        tally.unclear += seen == "unclear"
        tally.collateral += bool(beside)
        line = bench.sentences[mutant.sentence].line
        if seen != "seen":
            tally.missed.append(f"{seen}: line {line}: {mutant.about} ({', '.join(sorted(mutant.rules)[:4])})")
        tally.raised += [f"line {line}: {mutant.about}: {what}" for what in beside]
    return tally
