"""Explaining every number and colour: what no rule of a sentence accounts for is the error of the rule that misses its own.

The statement of each rule, filled in under the chosen ruleset, says which numbers it gives and what they count. Where a sentence
lacks one of them and has another that nothing explains, counting the same, the two belong together.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from ...kernel.rulesets import BaseRuleset
from ...rulebook.texts import languages_of
from ..read.concepts import Stream, stream
from ..read.reading import Aside
from ..read.things import things
from ..read.vocabulary import concept_bits, vocabulary
from .claims import Claim, Hit, Placed
from .finding import Spoken
from .matchers import Frame, Slot
from .searched_text import Text, under_contents
from .slots import POINTING, adds_up, counting
from .surroundings import DECIDING, beside, decisive, how_often

if TYPE_CHECKING:
    from ...games.manifest import Manifest

_LEAST_SCORE = 0.34
_POINTED = 3
_EXPLAINS = 0.5
_LIKELY = 0.55
_OWNS = 0.75
_RIVAL = 0.05
_LEAST_COLOURS = 4
_MOST_LANGUAGES = 3


@dataclass(slots=True)
class Facts:
    """The numbers of a rule with what they count, and the colours it names."""

    units: dict[int, int] = field(default_factory=dict)
    """The bits of what each number counts."""
    times: dict[int, int] = field(default_factory=dict)
    """How often its statement gives each number."""
    ordinals: set[int] = field(default_factory=set)
    colours: frozenset[str] = frozenset()
    words: frozenset[str] = frozenset()
    """The words that decide in its statement."""
    word_times: dict[str, int] = field(default_factory=dict)
    """How often its statement has each word."""
    beside: dict[str, frozenset[str]] = field(default_factory=dict)
    """The things that stand by each word that decides."""
    example: bool = False
    permission: bool = False


@lru_cache(maxsize=8)
def facts(manifest: Manifest, rules: BaseRuleset | None) -> Mapping[str, Facts]:
    """The facts of every rule of a game under a ruleset."""
    bits, known, languages = concept_bits(manifest), things(manifest), languages_of(manifest)
    most = min(_MOST_LANGUAGES, len(languages))
    every_colour = (len(known.colours), bits.get("colour"))
    found: dict[str, Facts] = {}
    for rule in manifest.catalogue.values():
        one = found[rule.id] = Facts(example=rule.kind == "example", permission=rule.kind == "permission")
        seen: dict[int, int] = defaultdict(int)
        said: dict[int, list[int]] = defaultdict(list)
        in_row: Counter[int] = Counter()
        colours: Counter[str] = Counter()
        words: Counter[str] = Counter()
        near: dict[str, Counter[str]] = defaultdict(Counter)
        for lang in languages:
            statement = stream(rule.text(lang, rules), vocabulary(lang, manifest))
            colours.update({name for token in statement.tokens for name in token.names if name in known.colours})
            words.update(decisive(statement))
            for name in {name for token in statement.tokens for name in token.names}:
                one.word_times[name] = max(one.word_times.get(name, 0), how_often(statement, name))
                if name in DECIDING:
                    near[name].update(beside(statement, name))
            counted = Counter(
                token.value
                for token in statement.tokens
                if token.value is not None and not _refers(statement, token.unit) and not (token.ordinal and token.value < 3)
            )
            for value, times in counted.items():
                said[value].append(times)
            for token in statement.tokens:
                if token.value is None or _refers(statement, token.unit) or (token.ordinal and token.value < 3):
                    continue
                if not token.weak and (token.value != 1 or token.label):  # 1 of a thing is often only that thing
                    seen[token.value] += 1
                    if token.ordinal or token.label:
                        one.ordinals.add(token.value)
                        in_row[token.value] += 1
                unit = statement.tokens[token.unit].names if token.unit >= 0 else ()
                one.units[token.value] = one.units.get(token.value, 0) | sum(bits[name] for name in unit if name in known.counted)
        given = {value for value in rule.values(rules).values() if isinstance(value, int) and not isinstance(value, bool)}
        one.units = {
            value: unit
            for value, unit in one.units.items()
            if (seen.get(value, 0) >= min(2, len(languages)) or value in given) and (value, unit) != every_colour
        }
        one.ordinals = {value for value in one.ordinals if in_row[value] >= min(2, len(languages))}
        one.times = {value: sorted(said[value])[len(said[value]) // 2 - (len(said[value]) % 2 == 0)] for value in one.units}
        one.beside = {
            name: frozenset(one for one, times in ones.items() if times >= min(2, len(languages))) for name, ones in near.items()
        }
        one.words = frozenset(name for name, times in words.items() if times >= most)
        one.colours = frozenset(name for name, times in colours.items() if times >= most)
    return found


def _refers(found: Stream, unit: int) -> bool:
    """Phase 3, page 12: a number that names a place in the book."""
    return unit >= 0 and any(name in ("phase", "card_supplement") for name in found.tokens[unit].names)


class _Said(NamedTuple):
    """A sentence, the rules that it may speak of with their likeness and the best of them, and the sentences read with it."""

    number: int
    found: Stream
    rules: Sequence[tuple[str, float]]
    likeliest: float
    around: Sequence[int]


class Explainer:
    """Goes through the sentences that speak of rules and pairs what is missing with what nothing explains."""

    def __init__(self, manifest: Manifest, rules: BaseRuleset | None, common: Mapping[str, int]) -> None:
        self.facts, self.common, self.things = facts(manifest, rules), common, things(manifest)

    def explain(self, text: Text, spoken: Spoken, hits: Placed, owned: set[tuple[int, int]]) -> None:
        """Add claims to the hits; `owned` are the numbers that frames have explained."""
        self.owned = owned
        blocks: dict[int, list[int]] = defaultdict(list)
        for number, sentence in enumerate(text.sentences):
            blocks[sentence.block].append(number)
        for number, ones in spoken.items():
            found = text.streams[number]
            likeliest = text.likeliest[number]
            rules = [(rule, score) for rule, score in ones.items() if score >= _EXPLAINS * likeliest]
            around = blocks[text.sentences[number].block] if text.sentences[number].aside is Aside.EXAMPLE else [number]
            said = _Said(number, found, rules, likeliest, around)
            if any(token.value is not None and not token.weak for token in found.tokens):
                self._numbers(text, said, hits)
            if any(name in self.things.colours for token in found.tokens for name in token.names):
                self._colours(text, said, hits)

    def _numbers(self, text: Text, said: _Said, hits: Placed) -> None:
        number, found, rules, likeliest, around = said
        there = Counter(
            token.value
            for other in around
            for place in counting(text.streams[other])
            if (token := text.streams[other].tokens[place]).value is not None
        )
        example = text.sentences[number].aside is Aside.EXAMPLE
        likely = []
        not_asked = self.things.ranges | self.things.on_top
        for rule, score in rules:
            facts = self.facts[rule]
            if score < max(_LEAST_SCORE, _LIKELY * likeliest) or (facts.example and not example) or rule in not_asked:
                continue
            if example and self._is_one_case(rule, facts):
                continue  # other cases have other numbers; they are reckoned and replayed instead
            matched = sum(min(there[value], times) for value, times in facts.times.items())
            wanted = sum(facts.times.values())
            if matched < wanted and not (wanted >= 2 and 2 * matched < wanted):
                likely.append((rule, score, facts, matched))
        if not likely:
            return
        counted = set(counting(found))
        for place, token in enumerate(found.tokens):
            if (
                token.value is None
                or token.weak
                or place not in counted
                or _refers(found, token.unit)
                or (token.ordinal and (token.value < 2 or (token.value == 2 and token.unit < 0)))
                or (place and found.tokens[place - 1].value is not None and not found.tokens[place - 1].weak)  # 24 threes
                or (_counts_pieces(found, place) and under_contents(text, number))
                or (place and token.value <= _POINTED and found.tokens[place - 1].text.lower() in POINTING)  # these two
            ):
                continue
            if token.unit >= 0 and "player" in found.tokens[token.unit].names:
                continue
            raised: list[tuple[int, float, str, int]] = []
            for rule, score, facts, matched in likely:
                if token.ordinal and token.value < 3 and not facts.ordinals:
                    continue
                expected = _lacking(facts, found, place, there)
                if expected is not None and (
                    token.value in facts.times
                    or not self._explained(number, found, place, [one for one in rules if one[0] != rule], likeliest)
                ):
                    raised.append((matched, score, rule, expected))
            best = max(raised, default=None)
            for matched, score, rule, expected in raised:
                if best is not None and matched >= best[0] and score >= best[1] - _RIVAL:
                    slot = Slot("nth" if token.ordinal else "number", str(expected))
                    _add(
                        hits,
                        rule,
                        number,
                        score,
                        Claim(slot, token.text, str(expected), place, token.value, _name(text, rule, expected)),
                    )

    def _is_one_case(self, rule: str, facts: Facts) -> bool:
        """Whether an example may have other numbers than the rule gives."""
        return rule.startswith(self.things.person_rules) or (facts.example and rule not in self.things.same_in_every_case)

    def accounts_for(self, text: Text, hit: Hit, place: int, spoken: Spoken) -> bool:
        """Whether a second number beside the right one has a meaning of its own."""
        found = text.streams[hit.sentence]
        value = found.tokens[place].value or 0
        said = sum(token.value == value and not token.weak for token in found.tokens)
        if said <= self.facts[hit.rule].times.get(value, 0):
            return True
        rules = [(rule, score) for rule, score in spoken[hit.sentence].items() if rule != hit.rule]
        return self._explained(hit.sentence, found, place, rules, text.likeliest[hit.sentence])

    def _explained(self, number: int, found: Stream, place: int, rules: Sequence[tuple[str, float]], likeliest: float) -> bool:
        token = found.tokens[place]
        unit = found.tokens[token.unit] if token.unit >= 0 else None
        if (number, place) in self.owned or adds_up(found, place):
            return True
        if unit is not None and any(self.common.get(name) == token.value for name in unit.names):
            return True
        for rule, score in rules:
            known = self.facts[rule].units.get(token.value or 0)
            if score >= _OWNS * likeliest and known is not None and (not known or unit is None or known & unit.concepts):
                return True
        return False

    def _colours(self, text: Text, said: _Said, hits: Placed) -> None:
        number, found, rules, likeliest, around = said
        known = self.things.colours
        places = [(place, name) for place, token in enumerate(found.tokens) for name in token.names if name in known]
        near = Counter(name for other in around for token in text.streams[other].tokens for name in token.names if name in known)
        here = [name for _, name in places]
        for rule, score in rules:
            facts = self.facts[rule]
            if not facts.colours or score < max(_LEAST_SCORE, _LIKELY * likeliest):
                continue
            wrong = _wrong_colour(facts, here, near)
            if wrong is not None:
                name, actual = wrong
                place = next(place for place, one in reversed(places) if one == name)
                _add(hits, rule, number, score, Claim(Slot("colour", actual), found.tokens[place].text, actual, place))


def _counts_pieces(found: Stream, place: int) -> bool:
    """Whether a number counts tiles or markers, without a word of which."""
    return found.tokens[place].unit < 0 and place + 1 < len(found.tokens) and "piece" in found.tokens[place + 1].names


def _lacking(facts: Facts, found: Stream, place: int, there: Mapping[int, int]) -> int | None:
    """The number of a rule that is lacking, where this one is too many and counts the same thing."""
    token = found.tokens[place]
    value = token.value or 0
    if there[value] <= facts.times.get(value, 0):
        return None
    in_row = token.ordinal or token.label
    lacking = [one for one, times in facts.times.items() if there[one] < times and (one in facts.ordinals) == in_row]
    if not lacking:
        return None
    unit = found.tokens[token.unit].concepts if token.unit >= 0 else 0
    known = 0
    for bits in facts.units.values():
        known |= bits
    same = [one for one in lacking if not unit or (facts.units[one] or known) & unit or not known]
    near = [one for one in same if max(value, one) <= 6 or max(value, one) <= 3 * max(1, min(value, one))]
    return min(near, key=lambda one: abs(one - value)) if near else None


def _wrong_colour(facts: Facts, here: Sequence[str], near: Counter[str]) -> tuple[str, str] | None:
    """A colour that stands where another belongs, and that other one."""
    lacking = sorted(facts.colours - near.keys())
    odd = [name for name in here if name not in facts.colours]
    if facts.example and len(facts.colours) == 1:  # another example may have another colour, but only one
        if len(near) == 2 and len(set(here)) <= 2 and min(near.values()) == 1:
            other = next(iter(near.keys() - {here[-1]}))
            return here[-1], other
        return None
    if len(lacking) != 1 or len(facts.colours) == 1 < len(set(here)):
        return None
    if odd and (len(facts.colours) <= 2 or len(set(here) & facts.colours) >= len(facts.colours) - 1):
        return odd[0], lacking[0]
    double = [name for name in set(here) if here.count(name) > 1]
    if double and len(facts.colours) >= _LEAST_COLOURS and len(here) >= len(facts.colours):
        return double[0], lacking[0]
    return None


def _name(text: Text, rule: str, value: int) -> str:
    for name, one in text.manifest.catalogue[rule].values().items():
        if one == value:
            return name
    return ""


def _add(hits: Placed, rule: str, sentence: int, score: float, claim: Claim) -> None:
    """Put a claim into the hit of a rule on a sentence, or make that hit."""
    ones = hits.setdefault(rule, {})
    hit = ones.get(sentence)
    if hit is None:
        ones[sentence] = Hit(rule, sentence, score, Frame((), 0, 0, ()), [claim])
    elif not any(other.token == claim.token for other in hit.wrong):
        ones[sentence] = replace(hit, wrong=[*hit.wrong, claim])
