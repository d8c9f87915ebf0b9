"""The measure of the checker: one thing is changed in a text that is right, and the check must see just that.

Numbers, colours, words that decide and whole statements are changed one at a time, at the places that labels name; what is
seen, what is missed and what is raised elsewhere is counted by language and kind.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, Literal

from ..bruges.ruleset import Ruleset
from ..rulebook.catalogue import Catalogue, Rule
from .concepts import COLOUR_CONCEPTS, Stream, stream, vocabulary
from .deciding import DECIDING
from .examples import check_examples
from .explaining import SAME_IN_EVERY_CASE, facts
from .files import open_source
from .finding import Finder
from .findings import Finding, Verdict
from .gate import foreign
from .judging import judge
from .labels import Label
from .language import numbers
from .likeness import profiles
from .matchers import engine_counts, own_matchers
from .reading import Sort, sentences
from .text import assemble

Kind = Literal["number", "colour", "word", "deletion"]
KINDS: Final[tuple[Kind, ...]] = ("number", "colour", "word", "deletion")
_SUM = re.compile(r"[+×÷=]|\d\s*x\s*\d")
ALARMS: Final = (Verdict.CONTRADICTS, Verdict.INCONSISTENT, Verdict.EDITION)

COLOUR_WORDS: Final[Mapping[str, Mapping[str, str]]] = {
    "en": {"blue": "red", "red": "blue", "yellow": "brown", "brown": "purple", "purple": "yellow"},
    "de": {"blau": "rot", "rot": "blau", "gelb": "braun", "braun": "violett", "violett": "gelb"},
    "fr": {"bleu": "rouge", "rouge": "bleu", "jaune": "brun", "brun": "violet", "violet": "jaune"},
    "it": {"blu": "rosso", "ross": "blu", "giall": "viola", "marron": "giallo", "viola": "rosso"},
}
WORDS: Final[Mapping[str, Sequence[tuple[str, str]]]] = {
    "en": (
        *(("may", "must"), ("must", "may"), ("before", "after"), ("after", "before"), ("top", "bottom"), ("left", "right")),
        *(("face up", "face down"), ("face down", "face up"), ("clockwise", "anticlockwise"), ("all", "half of"), ("not ", "")),
        *(
            ("never", "always"),
            ("most", "fewest"),
            ("same colour", "any colour"),
            ("supply", "discard pile"),
            ("once per round", "once per turn"),
        ),
        *(
            ("below", "above"),
            ("next round", "current round"),
            ("no ", ""),
            ("nobody", "everybody"),
            ("immediately", "at the end of the game"),
        ),
    ),
    "de": (
        *(
            ("darf", "muss"),
            ("muss", "darf"),
            ("vor ", "nach "),
            ("bevor", "nachdem"),
            ("oberste", "unterste"),
            ("links", "rechts"),
        ),
        *(
            ("offen", "verdeckt"),
            ("verdeckt", "offen"),
            ("im Uhrzeigersinn", "gegen den Uhrzeigersinn"),
            ("alle ", "die halben "),
            ("nicht ", ""),
        ),
        *(
            ("nie ", "immer "),
            ("meisten", "wenigsten"),
            ("Vorrat", "Ablagestapel"),
            ("pro Runde", "pro Zug"),
            ("unter ", "über "),
        ),
        *(
            ("nächste Runde", "laufende Runde"),
            ("kein ", "ein "),
            ("keine ", "eine "),
            ("niemand", "jeder"),
            ("sofort", "am Spielende"),
        ),
    ),
    "fr": (
        *(
            ("peut", "doit"),
            ("doit", "peut"),
            ("avant", "après"),
            ("après", "avant"),
            ("du dessus", "du dessous"),
            ("gauche", "droite"),
        ),
        *(
            ("face visible", "face cachée"),
            ("face cachée", "face visible"),
            ("sens horaire", "sens antihoraire"),
            ("tous ses", "la moitié de ses"),
        ),
        *(
            (" pas ", " "),
            ("jamais", "toujours"),
            ("le plus de", "le moins de"),
            ("réserve", "défausse"),
            ("par manche", "par tour"),
            ("sous ", "au-dessus de "),
        ),
        *(
            ("manche suivante", "manche en cours"),
            ("aucune ", "une "),
            ("aucun ", "un "),
            ("aussitôt", "en fin de partie"),
            ("immédiatement", "en fin de partie"),
        ),
    ),
    "it": (
        *(
            ("può", "deve"),
            ("deve", "può"),
            ("prima", "dopo"),
            ("dopo", "prima"),
            ("in cima", "in fondo"),
            ("sinistra", "destra"),
        ),
        *(
            ("a faccia in su", "a faccia in giù"),
            ("a faccia in giù", "a faccia in su"),
            ("senso orario", "senso antiorario"),
            ("tutti i", "metà dei"),
        ),
        *(
            ("non ", ""),
            ("mai", "sempre"),
            ("più punti", "meno punti"),
            ("riserva", "pila degli scarti"),
            ("per round", "per turno"),
            ("sotto ", "sopra "),
        ),
        *(
            ("round successivo", "round in corso"),
            ("nessuna ", "una "),
            ("nessun ", "un "),
            ("subito", "alla fine della partita"),
        ),
    ),
}
"""Words that decide, and what they are changed to."""


_LEAST_SHARE = 0.65
_HALVES: Final = {
    "fr": (r"(?<!\w)(?:ne\s|n[’'])", r"(?<!\w)(?:ne\s|n[’'])"),
    "it": (r"(?<!\w)non\s", r"(?<!\w)(?:mai|nulla|niente|né)(?!\w)\s?"),
}
"""The other half of a negation, before and behind it: ne … pas, non … mai."""


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
    collateral: int = 0
    missed: list[str] = field(default_factory=list)
    raised: list[str] = field(default_factory=list)

    @property
    def share(self) -> float:
        """The share that was seen."""
        return self.seen / self.made if self.made else 1.0

    @property
    def beside(self) -> float:
        """Alarms on other rules or lines, by mutant."""
        return self.collateral / self.made if self.made else 0.0


class Bench:
    """A text that is right with its labels, to be changed and checked again and again."""

    def __init__(self, path: Path, labels: Sequence[Label], lang: str) -> None:
        self.lang, self.rules = lang, Ruleset()
        self.words = vocabulary(lang)
        self.sentences = sentences([open_source(path)])
        self.streams = [stream(sentence.text, self.words) for sentence in self.sentences]
        self.finder = Finder(own_matchers(), self.rules)
        self.labels: dict[str, set[int]] = defaultdict(set)
        for label in labels:
            if label.rule in self.finder.matchers.by_rule:
                self.labels[label.rule] |= set(label.lines)
        self.on_line: dict[int, set[str]] = defaultdict(set)
        for rule, lines in self.labels.items():
            for line in lines:
                self.on_line[line].add(rule)
        self.likeness = assemble(self.sentences, self.streams, [lang] * len(self.streams)).likeness
        self.calm = self._alarms(self.check(self.streams))

    def check(self, streams: list[Stream], gone: Sequence[int] = ()) -> list[Finding]:
        """The findings on the rules, with some sentences changed or gone."""
        text = assemble(self.sentences, streams, [self.lang] * len(streams))
        judged = [True] * len(streams)
        for number in gone:
            judged[number] = False
        hits = self.finder.find(text, judged)
        allowed, _ = foreign(text, hits)
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
                elif kind == "colour":
                    yield from self._colours(number, rules)
                else:
                    yield from self._words(number, rules)

    def _numbers(self, number: int, rules: set[str]) -> Iterator[Mutant]:
        found, known = self.streams[number], numbers(self.lang)
        catalogue = Catalogue.load()
        counts = engine_counts(self.rules)
        for token in found.tokens:
            if token.value is None or token.weak or (token.ordinal and token.value < 3):
                continue
            owners = frozenset(
                rule
                for rule in rules
                if _is_fixed(catalogue[rule])
                and token.value in _values(catalogue[rule].values(), counts, catalogue[rule].text("en"))
            )
            if not owners:
                continue
            if _SUM.search(found.text[max(0, token.start - 4) : token.end + 4]):
                continue  # a part of a sum: the check of arithmetic is measured on its own
            new = token.value + 1 if token.value < 3 or token.start % 2 else token.value - 1  # never the article
            table = known.ordinals if token.text.lower() in known.ordinals else known.cardinals
            words = {value: word for word, value in reversed(list(table.items()))}
            digits = re.match(r"\d+", token.text)
            word = str(new) + token.text[digits.end() :] if digits else words.get(new, str(new))
            text = found.text[: token.start] + word + found.text[token.end :]
            if new in (0, 1) and not digits:
                continue  # the article
            yield Mutant("number", number, text, owners, f"{token.text} → {word}")

    def _colours(self, number: int, rules: set[str]) -> Iterator[Mutant]:
        found = self.streams[number]
        catalogue = Catalogue.load()
        for token in found.tokens:
            colour = next((name for name in token.names if name in COLOUR_CONCEPTS), None)
            owners = frozenset(rule for rule in rules if colour and re.search(rf"\b{colour}\b", catalogue[rule].text("en")))
            for old, new in COLOUR_WORDS[self.lang].items() if owners else ():
                if token.text.lower().startswith(old):
                    text = found.text[: token.start] + new + found.text[token.end :]
                    yield Mutant("colour", number, text, owners, f"{token.text} → {new}")
                    break

    def _words(self, number: int, rules: set[str]) -> Iterator[Mutant]:
        """Words that decide, where the statement of a rule has the same word."""
        found, known = self.streams[number], facts(self.rules)
        for old, new in WORDS[self.lang]:
            place = re.search(rf"(?<!\w){re.escape(old.strip())}(?!\w)", found.text)
            if not place or found.text[: place.start()].lower().endswith("at "):
                continue  # at most is another word than most
            names = {
                name for token in found.tokens if token.start < place.end() and token.end > place.start() for name in token.names
            }
            owners = frozenset(
                rule
                for rule in rules
                if _decides(rule, names & known[rule].words) and not known[rule].example and self._says(number, rule)
            )
            if owners:
                before, after = found.text[: place.start()], found.text[place.end() :]
                if "not" in names and self.lang in _HALVES:
                    before, after = _affirmed(before, after, self.lang)
                text = before + new.strip() + after
                yield Mutant("word", number, text, owners, f"{old.strip()} → {new.strip() or '–'}")

    def _says(self, number: int, rule: str) -> bool:
        """Whether it is this sentence that says the rule: a label names lines, and a line may hold several sentences."""
        lines = self.labels[rule] & set(_span(self.sentences[number].passage()))
        column = profiles().row[rule]
        best = max(float(self.likeness[one.number, column]) for one in self.sentences if lines & set(_span(one.passage())))
        return float(self.likeness[number, column]) >= _LEAST_SHARE * best

    def _deletions(self) -> Iterator[Mutant]:
        for rule in self.labels:
            lines = set().union(*(self.labels.get(other, set()) for other in _related(frozenset((rule,)))))
            gone = tuple(number for number, sentence in enumerate(self.sentences) if lines & set(_span(sentence.passage())))
            if gone:
                yield Mutant("deletion", gone[0], "", frozenset((rule,)), f"without lines {sorted(lines)}", gone)

    def run(self, mutant: Mutant) -> tuple[bool, list[str]]:
        """Whether a mutant is seen where it is, and what else is raised."""
        streams = list(self.streams)
        if mutant.gone:
            for number in mutant.gone:
                streams[number] = Stream([], 0, "")
            verdicts = [finding.verdict for finding in self.check(streams, mutant.gone) if finding.rule in mutant.rules]
            return all(verdict is Verdict.MISSING for verdict in verdicts), []
        streams[mutant.sentence] = stream(mutant.text, self.words)
        findings = self.check(streams)
        lines = set(_span(self.sentences[mutant.sentence].passage()))
        new = self._alarms(findings) - self.calm
        seen = any(rule in mutant.rules and line in lines for rule, line in new)
        related = _related(mutant.rules | frozenset(self.rules_of(mutant.sentence)))
        beside = [
            f"{rule} at {line}" for rule, line in new if not (line in lines and rule in related) and rule not in mutant.rules
        ]
        return seen, beside


def _affirmed(before: str, after: str, lang: str) -> tuple[str, str]:
    """What stands around a negation that is taken out, without its second half: half a negation would still be one."""
    first, second = _HALVES[lang]
    ends = re.search(r"[,;:.(]|\bnon\b", after)
    rest, left = (after[: ends.start()], after[ends.start() :]) if ends else (after, "")
    begins = max(before.rfind(mark) for mark in ",;:.(") + 1
    halves = list(re.finditer(first, before[begins:]))
    if halves:
        return before[: begins + halves[-1].start()] + before[begins + halves[-1].end() :], after
    return before, re.sub(second, "", rest) + left


def _decides(rule: str, names: frozenset[str] | set[str]) -> bool:
    """Whether one of these words is what the rule turns on; a negation is only where the rule says that something is not so."""
    if Catalogue.load()[rule].kind == "permission" and "may" in names:
        return True
    return bool(names & DECIDING - {"not", "may"}) or ("not" in names and bool(own_matchers().by_rule[rule].denied))


def _is_fixed(rule: Rule) -> bool:
    """Whether the numbers of a rule are the same in every text; an example may be any other."""
    return rule.kind != "example" or rule.id in SAME_IN_EVERY_CASE


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


def _related(rules: frozenset[str]) -> set[str]:
    """The rules that state the same number of the ruleset as one of these."""
    catalogue = Catalogue.load()
    shared = {name for rule in rules for name in catalogue[rule].parameters}
    return {*rules, *(rule.id for rule in catalogue.values() if shared & set(rule.parameters))}


def measure(bench: Bench, kind: Kind, most: int) -> Tally:
    """Run the mutants of a kind, or at most so many of them, spread over the text."""
    tally = Tally()
    mutants = list(bench.mutants(kind))
    for mutant in mutants[:: max(1, -(-len(mutants) // most))]:
        seen, beside = bench.run(mutant)
        tally.made += 1
        tally.seen += seen
        tally.collateral += bool(beside)
        line = bench.sentences[mutant.sentence].line
        if not seen:
            tally.missed.append(f"line {line}: {mutant.about} ({', '.join(sorted(mutant.rules)[:4])})")
        tally.raised += [f"line {line}: {mutant.about}: {what}" for what in beside]
    return tally
