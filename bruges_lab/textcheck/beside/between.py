"""What a translation says otherwise than its source, sentence by sentence, whether or not a rule is known for it.

A difference is the surer the less often a faithful translation shows it: how often that is, is counted (`sayings.Missing`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from ..findings import Level
from ..read.things import things
from ..read.vocabulary import vocabulary
from .sayings import Number, Pace, Said, nouns, opposites, stands_for

if TYPE_CHECKING:
    from ...games.manifest import Manifest

_NEVER, _SELDOM, _SOMETIMES = 0.06, 0.16, 0.3
"""How often a faithful translation may do a thing, for a difference in it to be certain, likely, worth a look."""
_ALIKE = 0.2
"""Sentences that have less in common are rendered too freely for a word to tell."""
_MUCH_ALIKE = 0.4
_TOGETHER, _PERHAPS, _BARELY = 0.03, 0.2, 0.3
"""How often two opposites may change places by chance, for that to be certain, likely, of any weight."""
_REPLACED, _PERHAPS_REPLACED = 0.004, 0.016
"""How often one thing may be lost and another added by chance, for that to be certain, likely."""
_SHORTER = 0.75
"""A rendering of less than this share of its usual length has left something out."""
_BESIDE = 2
_NEAR = 4
"""So many words at most are between two that an “or” joins."""
_FREE = (2, 4)
"""So many other words may be rendered freely, for a difference to be worth as much as it is, to be worth anything."""
_DENIED = ("unlimited", "zero", "not_until", "only", "decline", "refuse_any", "independent")
"""Words that deny something and may be said with a negation, or without."""
_SHORT = 3
"""A source of so few words leaves its things to be understood."""
_LEFT_OUT = 2
"""So many things that are always rendered and are missing at once mean that a part of the sentence is."""
_DECIDING = (
    *("not", "may", "must", "at_most", "at_least", "alone", "only", "all", "at_once", "not_until", "tied", "unlimited"),
    *("limited", "any", "same", "different", "once", "twice", "before", "after", "clockwise", "nearest", "furthest", "open"),
    *("most", "least", "top", "bottom", "last", "empty", "occupied"),
)
"""Words that a rule turns on."""
_SELDOM_DROPPED = ("at_most", "at_least", "alone", "only", "not_until", "unlimited")
"""Those of them that nobody leaves to be understood."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that is said otherwise."""

    kind: str
    """number, colour, term, word, not, swapped, left_out, added."""
    level: Level
    source: str
    """How the source says it, in its own words."""
    target: str
    """How the translation says it."""
    features: tuple[str, ...] = ()
    """The concepts it is about, those of the source first, by which the rule is found."""
    values: tuple[int, ...] = ()
    """The numbers it is about, of the source if that has any."""
    may_turn: bool = False
    """Whether it is enough where the rule is found no longer as well."""

    @property
    def one_sided(self) -> bool:
        """Whether only one side says it."""
        return "–" in (self.source, self.target)


def differences(
    source: Said, target: Said, alike: float, rates: Pace, manifest: Manifest, usual: float = 1.0
) -> list[Difference]:
    """All that two renderings of one thing do not say alike, the surest first; `usual` is how long a translation is."""
    held = _Held(source, target, alike, rates, manifest, usual)
    found = [*held.numbers(), *held.colours()]
    if alike >= _ALIKE:
        found += held.with_freedom([*held.words(), *held.negation(), *_swapped(source, target, manifest)])
    return sorted(found, key=lambda one: _ORDER[one.level])


_ORDER = {level: number for number, level in enumerate(Level)}


def _level(chance: float, certain: float, likely: float) -> Level:
    """How sure a difference is that comes about by chance so often."""
    return Level.CERTAIN if chance <= certain else Level.LIKELY if chance <= likely else Level.LOOK


class _Held:
    """A sentence of the source and its rendering, held against each other."""

    def __init__(self, source: Said, target: Said, alike: float, rates: Pace, manifest: Manifest, usual: float) -> None:
        self.source, self.target, self.alike, self.manifest, self.usual = source, target, alike, manifest, usual
        self.lost = {name: rates.lost[name] for name in source.concepts if not target.concepts[name]}
        self.added = {name: rates.added[name] for name in target.concepts if not source.concepts[name]}
        self.rates = rates

    def with_freedom(self, found: list[Difference]) -> Iterator[Difference]:
        """Where much else is rendered freely, a difference is worth less: an error is one word in a sentence that else agrees."""
        otherwise = {name for names in (self.lost, self.added) for name, rate in names.items() if rate <= _SELDOM}
        sure = {name for other in found if other.level is not Level.LOOK for name in other.features}
        for one in found:
            about = sure | {*one.features}
            free = len(otherwise - about - _near_to(about, self.source) - _near_to(about, self.target))
            if free > _FREE[1]:
                yield replace(one, level=Level.LOOK, may_turn=False)
            elif free > _FREE[0] and one.level is not Level.LOOK:
                yield replace(one, level=Level.LIKELY if one.level is Level.CERTAIN else Level.LOOK, may_turn=True)
            else:
                yield one

    # Numbers and colours

    def numbers(self) -> Iterator[Difference]:
        """Numbers that one side alone has; one in the place of another, also where that may be said without a number."""
        lost, added = _apart(self.source.numbers, self.target.numbers), _apart(self.target.numbers, self.source.numbers)
        only_lost = [one for one in lost if not _in_words(one, self.target)]
        only_added = [one for one in added if not _in_words(one, self.source)]
        if not only_lost and not only_added:
            return
        lost = only_lost or [one for one in lost if one.ordinal == only_added[0].ordinal]
        added = only_added or [one for one in added if one.ordinal == only_lost[0].ordinal]
        about = lost or _beside_them(added, self.target)
        features, values = sorted({name for one in about for name in one.units}), [one.value for one in about]
        told, may_turn = (_listed(lost), _listed(added)), bool(lost and added) or self.alike >= _ALIKE
        yield Difference("number", self._sure_of(lost, added), *told, (*features,), (*values,), may_turn)

    def _sure_of(self, lost: Sequence[Number], added: Sequence[Number]) -> Level:
        """One number for one other is surest; what one side alone has counts where it stands in a list that both have."""
        usual = Level.LIKELY if self.alike >= _ALIKE else Level.LOOK
        if lost and added:
            return Level.CERTAIN if len(lost) == len(added) == 1 and self.alike >= _MUCH_ALIKE else usual
        own, other = (self.source, self.target) if lost else (self.target, self.source)
        return usual if any(_in_list(one, own, other) for one in (*lost, *added)) else Level.LOOK

    def colours(self) -> Iterator[Difference]:
        """A colour in the place of another, or on one side only."""
        names = {*things(self.manifest).colours, "other_colour"}
        own, other = (
            Counter({name: side.concepts[name] for name in names if side.concepts[name]}) for side in (self.source, self.target)
        )
        lost, added = own - other, other - own
        told = ", ".join(map(self.source.told, sorted(lost))) or "–", ", ".join(map(self.target.told, sorted(added))) or "–"
        if lost and added:
            yield Difference("colour", Level.CERTAIN, *told, (*sorted(lost), *sorted(added)))
        elif any(not other[name] for name in lost) or any(not own[name] for name in added):
            yield Difference("colour", Level.LOOK, *told, tuple(sorted({*lost, *added})))

    # Words

    def words(self) -> Iterator[Difference]:
        """A word in the place of its opposite, a thing in the place of another, and what is left out or added."""
        opposed = list(self._opposed())
        used = {name for both in opposed for name in both}
        for name, other in opposed:
            chance = self.rates.lost[name] * self.rates.added[other]
            level, told = _level(chance, _TOGETHER, _PERHAPS), (self.source.told(name), self.target.told(other))
            yield Difference("word", level, *told, (name, other), may_turn=chance <= _BARELY)
        yield from self._one_of_two()
        gone, new = self._things(self.lost, used), self._things(self.added, used)
        if gone and new and gone[0][0] * new[0][0] <= _PERHAPS_REPLACED:
            yield from self._replaced(*gone[0], *new[0])
            return
        yield from self._left_out([name for rate, name in gone if rate <= _SELDOM])
        yield from self._deciding({name: rate for name, rate in self.lost.items() if name not in used})
        fresh = [name for rate, name in new if rate <= _NEVER]
        fresh += [name for name in _DECIDING if self.added.get(name, 1) <= _SELDOM and name not in used and name != "not"]
        if fresh:
            yield Difference("added", Level.LOOK, "–", ", ".join(map(self.target.told, fresh)), tuple(fresh))

    def _opposed(self) -> Iterator[tuple[str, str]]:
        """A word that the source has once more, and one that says the opposite once more in the translation."""
        source, target = self.source.concepts, self.target.concepts
        for name, others in opposites(self.manifest).items():
            if source[name] > target[name]:
                yield from ((name, other) for other in sorted(others) if target[other] > source[other])

    def _one_of_two(self) -> Iterator[Difference]:
        """Before or after, of which one side has only one."""
        pairs = ((name, other) for name, others in opposites(self.manifest).items() for other in sorted(others) if name < other)
        for name, other in pairs:
            for own, side in ((self.source, self.target), (self.target, self.source)):
                only_one = bool(side.concepts[name]) != bool(side.concepts[other]) and not side.concepts["or"]
                if only_one and _joined_by_or(own, name, other):
                    told = [f"{own.told(name)}, {own.told(other)}", side.told(name if side.concepts[name] else other)]
                    told = told if own is self.source else told[::-1]
                    yield Difference("word", Level.LIKELY, told[0], told[1], (name, other))

    def _things(self, names: Mapping[str, float], used: Collection[str]) -> list[tuple[float, str]]:
        """Things that one side alone has, the least usual first."""
        known = nouns(self.manifest)
        return sorted((rate, name) for name, rate in names.items() if name in known and name not in used and rate <= _SOMETIMES)

    def _replaced(self, lost: float, name: str, added: float, other: str) -> Iterator[Difference]:
        """One thing in the place of another, unless its word may mean both."""
        if not _may_mean(self.target, other, name, self.manifest) and not _may_mean(self.source, name, other, self.manifest):
            level = Level.CERTAIN if lost * added <= _REPLACED else Level.LIKELY
            yield Difference("term", level, self.source.told(name), self.target.told(other), (name, other))

    def _left_out(self, names: list[str]) -> Iterator[Difference]:
        """Things that are always rendered, and here are not."""
        if names and self.source.length > _SHORT:
            shorter = self.target.length < _SHORTER * self.usual * self.source.length
            level = Level.LIKELY if len(names) >= _LEFT_OUT and shorter else Level.LOOK
            yield Difference("left_out", level, ", ".join(map(self.source.told, names)), "–", tuple(names))

    def _deciding(self, lost: Mapping[str, float]) -> Iterator[Difference]:
        """Words that a rule turns on, and that are gone."""
        few = [name for name in _DECIDING if lost.get(name, 1) <= _SOMETIMES and name != "not"]
        kept = [name for name in few if name in _SELDOM_DROPPED]
        if few:
            level = Level.LIKELY if any(lost[name] <= _SELDOM for name in kept) else Level.LOOK
            told = ", ".join(dict.fromkeys(map(self.source.told, kept or few)))
            yield Difference("word", level, told, "–", tuple(kept or few), may_turn=bool(kept))

    def negation(self) -> Iterator[Difference]:
        """A negation on one side only."""
        denied = bool(self.source.concepts["not"])
        without = self.target if denied else self.source
        if denied == bool(self.target.concepts["not"]) or any(without.concepts[name] for name in _DENIED):
            return
        rate = self.rates.lost["not"] if denied else self.rates.added["not"]
        told = (self.source.told("not"), "–") if denied else ("–", self.target.told("not"))
        yield Difference("not", Level.LIKELY if rate <= _SELDOM else Level.LOOK, *told, ("not",), may_turn=True)


def _near_to(names: set[str], own: Said) -> set[str]:
    """What stands right beside some words: a phrase changes as a whole."""
    places = [at for name, at in own.order if name in names]
    return {name for name, at in own.order if any(abs(at - place) <= _BESIDE for place in places)}


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


def _listed(numbers: Iterable[Number]) -> str:
    return ", ".join(one.text for one in numbers) or "–"


def _joined_by_or(own: Said, name: str, other: str) -> bool:
    places = [[at for one, at in own.order if one == wanted] for wanted in (name, "or", other)]
    return any(min(a, c) < b < max(a, c) and abs(a - c) <= _NEAR for a in places[0] for b in places[1] for c in places[2])


def _may_mean(own: Said, name: str, other: str, manifest: Manifest) -> bool:
    """Whether the word that was read as one thing may also be the other: Gulden are guilders and coins."""
    words = vocabulary(own.lang, manifest)
    return any(term.concept == other for term in words.found(own.words[name].lower()))


# Things that have changed places


def _swapped(source: Said, target: Said, manifest: Manifest) -> Iterator[Difference]:
    """Two things that are bound to one another's words: the 7 below and the 2 on top, pay a worker for a guilder."""
    for firsts, seconds in _classes(source, target, manifest):
        own, other = _in_turn(source, firsts, seconds), _in_turn(target, firsts, seconds)
        if not own or not other:
            own, other = (_bound(side, firsts, seconds) for side in (source, target))
        for one in sorted(own):
            for two in sorted(own):
                if one < two and own[one] != own[two] and other.get(one) == own[two] and other.get(two) == own[one]:
                    words = [_pair_told(side, bound, one, two) for side, bound in ((source, own), (target, other))]
                    names = tuple(name for name in (one, two, own[one], own[two]) if not name.isdigit())
                    values = tuple(int(name) for name in (one, two) if name.isdigit())
                    yield Difference("swapped", Level.LIKELY, words[0], words[1], names, values)
                    return


def _classes(source: Said, target: Said, manifest: Manifest) -> Iterator[tuple[set[str], set[str]]]:
    """What may be bound to what: numbers to sides and things, colours to things, things to deeds."""
    common = {name for name in source.concepts if target.concepts[name]}
    values = {str(one.value) for one in source.numbers} & {str(one.value) for one in target.numbers}
    sides = common & set(opposites(manifest)) - nouns(manifest)
    goods = common & things(manifest).counted
    colours = common & set(things(manifest).colours)
    yield values, sides
    yield values, goods
    yield colours, goods | (common & nouns(manifest)) - colours
    deeds = common & {concept.id for concept in manifest.glossary.values() if concept.group in ("actions", "verbs")}
    yield goods, deeds


def _places(own: Said, firsts: set[str]) -> list[tuple[str, int]]:
    if any(name.isdigit() for name in firsts):
        return [(str(one.value), one.at) for one in own.numbers if str(one.value) in firsts]
    return [(name, at) for name, at in own.order if name in firsts]


def _in_turn(own: Said, firsts: set[str], seconds: set[str]) -> dict[str, str]:
    """The first of the one with the first of the other, where each is said once and they take turns."""
    ones, twos = _places(own, firsts), [(name, at) for name, at in own.order if name in seconds]
    if len(ones) < 2 or len(ones) != len(twos) or len({*ones}) != len({name for name, _ in ones}):
        return {}
    marks = "".join(kind for _, kind in sorted([(at, "a") for _, at in ones] + [(at, "b") for _, at in twos]))
    if marks.replace("ab", "") and marks.replace("ba", ""):
        return {}
    return {one: two for (one, _), (two, _) in zip(ones, twos, strict=True)}


def _bound(own: Said, firsts: set[str], seconds: set[str]) -> dict[str, str]:
    """To each of the first the nearest of the second, where both are said once and nothing else is as near."""
    places = _places(own, firsts)
    once = Counter(name for name, _ in places)
    found: dict[str, str] = {}
    free = [(name, at) for name, at in own.order if name in seconds]
    for name, at in places:
        if once[name] != 1:
            continue
        near = sorted((abs(at - other), second) for second, other in free if other != at)
        if near and (len(near) == 1 or near[0][0] < near[1][0] or near[0][1] == near[1][1]):
            found[name] = near[0][1]
    return found


def _pair_told(own: Said, bound: dict[str, str], one: str, two: str) -> str:
    return ", ".join(f"{own.told(name)} {own.told(bound[name])}" for name in (one, two))
