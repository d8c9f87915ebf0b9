"""What a translation says otherwise than its source, sentence by sentence, whether or not a rule is known for it.

What is found is told with all that speaks for and against it: how often a faithful translation does the like, how much else is
rendered freely, what the rest of the text does. What that is worth is the model's to say (`likely`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from math import log
from typing import TYPE_CHECKING

from ..judge.exchanging import exchanged, opposed
from ..read.things import things
from ..read.vocabulary import vocabulary
from .contrast import Difference, nouns
from .sayings import FIRST, Number, Said, Usage, Word, oftener, rendered, stands_for
from .swapping import swapped

if TYPE_CHECKING:
    from ...games.manifest import Manifest

_NOT = "not"
_SOMETIMES = 0.45
"""What a faithful translation does more often than this is no difference."""
_SELDOM = 0.2
"""What it does less often is a sign of freedom, if it is not the error itself."""
_BESIDE = 2
_FEW = 2
_LONG = 9
"""So many words at least must a sentence have of which a part is left out."""
_GONE, _SHORTER = 1.5, 0.15
"""What a part of a sentence must lack, and by how much its rendering must be shorter than usual, to be left out."""
_NEAR = 4
"""So many words at most are between two that an “or” joins."""
_DENIED = ("unlimited", "zero", "not_until", "only", "decline", "refuse_any", "independent", "different", "empty")
"""Words that deny something and may be said with a negation, or without."""
_CONTRARY = (
    (FIRST, "last"),
    ("begin", "end"),
    ("furthest", "least"),
    ("furthest", "fewer"),
    ("ahead", "least"),
    ("at_most", "any"),
    ("at_most", "unlimited"),
)
"""Words that contradict each other in a translation, beside those that say so themselves."""
_IN_TIME = (("after", "before"),)
_TELLING = frozenset(
    [
        "not",
        "only",
        "all",
        "alone",
        "together",
        "both",
        "once",
        "twice",
        "at_once",
        "may",
        "must",
        "next",
        "current",
        "last",
        "after",
        "before",
        "finally",
        "again",
        "half",
        "some",
        "others",
        "any",
        "same",
        "different",
        "empty",
        "occupied",
        "limited",
        "unlimited",
        "number_of",
        "most",
        "least",
        "more",
        "fewer",
        "lot",
        "instead",
        "tied",
        "at_least",
        "at_most",
        "not_until",
        "first",
    ]
)
"""Words that say something else by standing there or not."""
_MOST = 2
"""So many words that only one side has are told of a sentence."""


def differences(
    source: Said, target: Said, alike: float, usage: tuple[Usage, Usage], manifest: Manifest, usual: float = 1.0
) -> Iterator[Difference]:
    """All that two renderings of one thing do not say alike; `usual` is how much longer the translation is in all."""
    own = _Pair(source, target, usage, manifest)
    found = [
        *_numbers(source, target),
        *_colours(source, target, manifest),
        *own.words(),
        *own.denied(),
        *swapped(source, target, manifest),
        *own.clauses(usual),
    ]
    size = log(1 + min(source.length, target.length))
    for one in found:
        free = own.freedom(one)
        facts = {one.kind: 1.0, "alike": alike, "free": free, "size": size, "others": log(len(found)), **one.facts}
        if not free:  # an error is one word in a sentence that else agrees
            facts["all_else"] = 1.0
            facts["all_else_both"] = facts.get("both", 0.0) + facts.get("lost", 0.0) + facts.get("added", 0.0)
        yield replace(one, facts=facts)


# Numbers


def _numbers(source: Said, target: Said) -> Iterator[Difference]:
    """Numbers that one side alone has; one in the place of another, also where that may be said without a number."""
    lost, added = _apart(source.numbers, target.numbers), _apart(target.numbers, source.numbers)
    only_lost = [one for one in lost if not _in_words(one, target)]
    only_added = [one for one in added if not _in_words(one, source)]
    if only_lost or only_added:
        lost = only_lost or [one for one in lost if one.ordinal == only_added[0].ordinal]
        added = only_added or [one for one in added if one.ordinal == only_lost[0].ordinal]
        about = lost or _beside_them(added, target)
        names, values = sorted({name for one in about for name in one.units}), [one.value for one in about]
        at = (lost[0].at if lost else -1, added[0].at if added else -1)
        facts = _of_numbers(lost, added, source, target)
        yield Difference("number", _listed(lost) or "–", _listed(added) or "–", (*names,), (*values,), at, facts)


def _of_numbers(lost: Sequence[Number], added: Sequence[Number], source: Said, target: Said) -> dict[str, float]:
    """What speaks for and against numbers that differ."""
    facts = {"several_numbers": float(max(len(lost), len(added)) > 1)}
    if lost and added:
        return facts
    own, other = (source, target) if lost else (target, source)
    ones = lost or added
    listed, bare = any(_in_list(one, own, other) for one in ones), all(map(_is_bare, ones))
    return facts | {"one_number": 1.0, "listed_number": 3.0 * listed, "bare_number": 2.0 * bare}


def _beside_them(numbers: Sequence[Number], own: Said) -> list[Number]:
    """The numbers that stand in a list with those that were added, or these themselves."""
    groups = {one.group for one in numbers} - {-1}
    return [one for one in own.numbers if one.group in groups and one not in numbers] or [*numbers]


def _in_list(number: Number, own: Said, other: Said) -> bool:
    """Whether a number that one side alone has stands in a list with numbers that both have."""
    shared = {one.value for one in other.numbers}
    return number.group >= 0 and any(one.group == number.group and one.value in shared for one in own.numbers)


def _apart(numbers: Sequence[Number], others: Sequence[Number]) -> list[Number]:
    """The numbers that the other side does not have, or not as often."""
    left = Counter(one.value for one in others)
    found = []
    for one in numbers:
        if left[one.value]:
            left[one.value] -= 1
        else:
            found.append(one)
    return found


def _in_words(number: Number, other: Said) -> bool:
    """Whether the other side may say a number without one: twice, both, none; what is first or single is often not counted."""
    value = number.value
    return value in (0, 1) or value in other.named or any(other.concepts[name] for name in stands_for(value))


def _is_bare(number: Number) -> bool:
    """Whether a number may as well be none: sei, secondo; these five; both the arms."""
    return number.group < 0 and not number.text[0].isdecimal() and (not number.units or number.value <= _FEW)


def _listed(numbers: Iterable[Number]) -> str:
    return ", ".join(one.text for one in numbers)


# Colours


def _colours(source: Said, target: Said, manifest: Manifest) -> Iterator[Difference]:
    names = {*things(manifest).colours, "other_colour"}
    own, other = (Counter({name: side.concepts[name] for name in names if side.concepts[name]}) for side in (source, target))
    lost, added = sorted(own - other), sorted(other - own)
    if lost or added:
        first, second = (", ".join(side.told(name) for name in of) or "–" for side, of in ((source, lost), (target, added)))
        at = (source.at(lost[0]) if lost else -1, target.at(added[0]) if added else -1)
        facts = {"one_colour": float(not lost or not added), "two_colours": 2.0 * bool(lost and added)}
        yield Difference("colour", first, second, (*lost, *added), (), at, facts)


# Words


@cache
def _actors(manifest: Manifest) -> frozenset[str]:
    """Who else may do a thing than whoever is meant."""
    return frozenset(concept.id for concept in manifest.glossary.values() if concept.group == "players") - {"player"}


@cache
def _opposites(manifest: Manifest) -> frozenset[tuple[str, str]]:
    return opposed(manifest) | {one for pair in _CONTRARY for one in (pair, pair[::-1])}


class _Pair:
    """Two renderings of one thing, word by word."""

    def __init__(self, source: Said, target: Said, usage: tuple[Usage, Usage], manifest: Manifest) -> None:
        self.source, self.target, self.manifest = source, target, manifest
        colours = {*things(manifest).colours, "other_colour"}
        sides = (source, target), (target, source)
        self.sole = [
            {word: known.usual(word, other) for word in own.words if not rendered(word, other) and not word.names & colours}
            for known, (own, other) in zip(usage, sides, strict=True)
        ]
        """The words that one side alone has, and how often that means nothing."""
        self.more = [
            {
                word: known.usual(word, other)
                for word in own.words
                if rendered(word, other) and oftener(word, own, other) and not word.names & colours
            }
            for known, (own, other) in zip(usage, sides, strict=True)
        ]
        self.used: set[Word] = set()

    def freedom(self, about: Difference) -> float:
        """How much else is rendered freely: an error is one word in a sentence that else agrees."""
        near = [{at + step for at in (about.at[side],) if at >= 0 for step in range(-_BESIDE, _BESIDE + 1)} for side in (0, 1)]
        return float(
            sum(
                rate <= _SELDOM and word.at not in near[side] and not word.names & {*about.names}
                for side in (0, 1)
                for word, rate in self.sole[side].items()
            )
        )

    def words(self) -> Iterator[Difference]:
        """A word in the place of another that contradicts it or is put for it, and words that only one side has."""
        yield from self._one_of_two()
        found = sorted(self._exchanged(), key=lambda one: one[0])
        for _, relation, one, other in found:
            if not self.used & {one, other}:
                self.used |= {one, other}
                yield self._replaced(relation, one, other)
        gone, new = (self._left(side) for side in (0, 1))
        things_gone, things_new = ([word for word in left if word.names & nouns(self.manifest)] for left in (gone, new))
        if things_gone and things_new and not self._same(things_gone[0], things_new[0]):
            self.used |= {things_gone[0], things_new[0]}
            yield self._replaced("term", things_gone[0], things_new[0])
        for side, left in enumerate((gone, new)):
            for word in [word for word in left if word not in self.used and self._tells(word)][:_MOST]:
                yield self._one_sided(side, word, [other for other in left if other not in self.used])

    def _exchanged(self) -> Iterator[tuple[float, str, Word, Word]]:
        known, against = exchanged(self.manifest), _opposites(self.manifest)
        firsts, seconds = ({**self.more[side], **self.sole[side]} for side in (0, 1))
        for one, rate in firsts.items():
            for other, usual in seconds.items():
                pairs = {(a, b) for a in one.names for b in other.names}
                if one.names & other.names or self._same(one, other) or (one in self.more[0] and other in self.more[1]):
                    continue
                if pairs & against:
                    yield rate * usual / 4, "opposite", one, other
                elif any(b in known.get(a, ()) for a, b in pairs):
                    yield rate * usual, "exchanged", one, other

    def _left(self, side: int) -> list[Word]:
        own = self.sole[side]
        left = [word for word, rate in own.items() if word not in self.used and rate <= _SOMETIMES and _NOT not in word.names]
        return sorted(left, key=lambda word: own[word])

    def _tells(self, word: Word) -> bool:
        return bool(word.names & (nouns(self.manifest) | _actors(self.manifest) | _TELLING))

    def _rate(self, side: int, word: Word) -> float:
        return -log(max(0.01, self.sole[side].get(word) or self.more[side].get(word, 1.0)))

    def _replaced(self, relation: str, one: Word, other: Word) -> Difference:
        names = min(one.names), min(other.names)
        pairs = [(a, b) for a in sorted(one.names) for b in sorted(other.names)]
        known = exchanged(self.manifest)
        names = next(
            iter(
                [(a, b) for a, b in pairs if (a, b) in _opposites(self.manifest)]
                or [(a, b) for a, b in pairs if b in known.get(a, ())]
                or [names]
            )
        )
        rates = self._rate(0, one), self._rate(1, other)
        partly = (one not in self.sole[0]) + (other not in self.sole[1])
        facts = {"both": sum(rates), "least": min(rates), relation: 2.0, "partly": float(partly)}
        kind = "term" if {*names} & nouns(self.manifest) else "word"
        return Difference(kind, self.source.told(names[0]), self.target.told(names[1]), names, (), (one.at, other.at), facts)

    def _one_sided(self, side: int, word: Word, left: Sequence[Word]) -> Difference:
        own = (self.source, self.target)[side]
        name = min(word.names & nouns(self.manifest) or word.names)
        thing = float(name in nouns(self.manifest))
        facts = {"lost" if side == 0 else "added": self._rate(side, word), "thing": thing}
        facts["told"] = float(bool(word.names & _TELLING))
        other = (self.target, self.source)[side]
        facts["contrary"] = 2.0 * any(one in word.names and other.concepts[two] for one, two in _opposites(self.manifest))
        facts["actor"] = 2.0 * bool(word.names & _actors(self.manifest))
        same = [one for one in left if one.clause == word.clause and one is not word]
        facts["clause_gone"] = float(sum(self._rate(side, one) for one in same))
        return _of_one("added" if side else "left_out", side, own.told(name), name, word, facts)

    def _same(self, one: Word, other: Word) -> bool:
        """Whether the word that was read as one thing may also be the other: Gulden are guilders and coins."""
        for own, word, names in ((self.target, other, one.names), (self.source, one, other.names)):
            text = word.found.tokens[word.place].text.lower()
            if any(term.concept in names and len(term.words) == 1 for term in vocabulary(own.lang, self.manifest).found(text)):
                return True
        return False

    def _one_of_two(self) -> Iterator[Difference]:
        """Before or after, of which one side has only one."""
        for name, other in _IN_TIME:
            for own, side in ((self.source, self.target), (self.target, self.source)):
                if _joined_by_or(own, name, other) and not side.concepts["or"]:
                    one = name if side.concepts[name] else other
                    if bool(side.concepts[name]) != bool(side.concepts[other]):
                        told = [f"{own.told(name)}, {own.told(other)}", side.told(one)]
                        told = told if own is self.source else told[::-1]
                        self.used |= {word for one in (own, side) for word in one.words if word.names & {name, other, "or"}}
                        at = (self.source.at(one), self.target.at(one))
                        yield Difference("word", told[0], told[1], (name, other), (), at, {"one_of_two": 4.0})

    def denied(self) -> Iterator[Difference]:
        """A negation on one side only."""
        for side, (own, other) in enumerate(((self.source, self.target), (self.target, self.source))):
            if not own.concepts[_NOT] or other.concepts[_NOT]:
                continue
            word = next(one for one in own.words if _NOT in one.names)
            facts = {"lost" if side == 0 else "added": self._rate(side, word), "denied": 1.0}
            facts["deniable"] = float(any(other.concepts[name] for name in _DENIED))
            yield _of_one("not", side, own.told(_NOT), _NOT, word, facts)

    def clauses(self, usual: float) -> Iterator[Difference]:
        """A part of the source's sentence of which nothing is rendered."""
        shorter = log(max(1, self.source.length) * usual / max(1, self.target.length))
        for clause in dict.fromkeys(word.clause for word in self.sole[0]):
            words = [word for word in self.source.words if word.clause == clause]
            gone = [word for word in words if word in self.sole[0]]
            weight = sum(self._rate(0, word) for word in gone)
            kept = sum(bool(word.names & nouns(self.manifest)) for word in words if word not in self.sole[0])
            if weight >= _GONE and shorter >= _SHORTER and self.source.length > _LONG:
                told = ", ".join(self.source.told(min(word.names)) for word in gone)
                names = tuple(min(word.names) for word in gone)
                facts = {"gone": weight, "shorter": 3 * shorter, "kept": float(kept)}
                yield Difference("clause", told, "–", names, (), (gone[0].at, -1), facts)


def _of_one(kind: str, side: int, told: str, name: str, word: Word, facts: Mapping[str, float]) -> Difference:
    """What one side alone says."""
    if side:
        return Difference(kind, "–", told, (name,), (), (-1, word.at), facts)
    return Difference(kind, told, "–", (name,), (), (word.at, -1), facts)


def _joined_by_or(own: Said, name: str, other: str) -> bool:
    places = [[word.at for word in own.words if wanted in word.names] for wanted in (name, "or", other)]
    return any(min(a, c) < b < max(a, c) and abs(a - c) <= _NEAR for a in places[0] for b in places[1] for c in places[2])
