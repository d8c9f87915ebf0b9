"""What a translation says otherwise than its source, sentence by sentence, whether or not a rule is known for it.

A difference is the surer the less often a faithful translation shows it: how often that is, is counted (`said.Rates`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ..findings import Level
from .said import Number, Rates, Said, nouns, opposites, stands_for

if TYPE_CHECKING:
    from ...games.manifest import Manifest

_NEVER, _SELDOM, _SOMETIMES = 0.06, 0.16, 0.3
"""How often a faithful translation may do a thing, for a difference in it to be certain, likely, worth a look."""
_ALIKE = 0.2
"""Sentences that have less in common are rendered too freely for a word to tell."""
_TOGETHER, _PERHAPS = 0.03, 0.12
"""How often two opposites may change places by chance, for that to be certain, likely."""
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
    """The concepts it is about, by which the rule is found."""
    values: tuple[int, ...] = ()


def differences(source: Said, target: Said, alike: float, rates: Rates, manifest: Manifest) -> list[Difference]:
    """All that two renderings of one thing do not say alike, the surest first."""
    found = [*_numbers(source, target, alike), *_colours(source, target, manifest)]
    if alike >= _ALIKE:
        found += _swapped(source, target, manifest)
        found += _words(source, target, rates, manifest)
        found += _not(source, target, rates)
    return sorted(found, key=lambda one: _ORDER[one.level])


_ORDER = {level: number for number, level in enumerate(Level)}

# Numbers


def _numbers(source: Said, target: Said, alike: float) -> Iterator[Difference]:
    lost, added = _apart(source.numbers, target.numbers), _apart(target.numbers, source.numbers)
    lost = [one for one in lost if not _in_words(one, target)]
    added = [one for one in added if not _in_words(one, source)]
    if not lost and not added:
        return
    level = Level.LIKELY if alike >= 0.2 else Level.LOOK
    values = tuple(one.value for one in (*lost, *added))
    features = tuple(sorted({name for one in (*lost, *added) for name in one.units}))
    if lost and added:
        sure = Level.CERTAIN if len(lost) == len(added) == 1 and alike >= _ALIKE else level
        yield Difference("number", sure, _listed(lost), _listed(added), features, values)
    elif lost:
        yield Difference("number", _once(lost, source, level), _listed(lost), "–", features, values)
    else:
        yield Difference("number", _once(added, target, level), "–", _listed(added), features, values)


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
    return number.value == 1 or any(other.concepts[name] for name in stands_for(number.value))


def _once(numbers: Sequence[Number], own: Said, level: Level) -> Level:
    """A number that one side only repeats is worth no more than a look."""
    seen = Counter(one.value for one in own.numbers)
    return level if any(seen[one.value] == 1 for one in numbers) else Level.LOOK


def _listed(numbers: Iterable[Number]) -> str:
    return ", ".join(one.text for one in numbers)


# Colours


def _colours(source: Said, target: Said, manifest: Manifest) -> Iterator[Difference]:
    from ..read.things import things

    names = {*things(manifest).colours, "other_colour"}
    own, other = (Counter({name: side.concepts[name] for name in names if side.concepts[name]}) for side in (source, target))
    lost, added = own - other, other - own
    if lost and added:
        yield Difference(
            "colour", Level.CERTAIN, _in_text(lost, source), _in_text(added, target), (*sorted(lost), *sorted(added))
        )
    elif any(not other[name] for name in lost) or any(not own[name] for name in added):
        yield Difference("colour", Level.LOOK, _in_text(lost, source), _in_text(added, target), tuple(sorted({*lost, *added})))


def _in_text(names: Iterable[str], own: Said) -> str:
    return ", ".join(own.words.get(name, name) for name in sorted(names)) or "–"


# Words


def _words(source: Said, target: Said, rates: Rates, manifest: Manifest) -> Iterator[Difference]:
    """A word in the place of its opposite, a thing in the place of another, and things that are left out or added."""
    used: set[str] = set()
    for name, other in _opposed(source, target, manifest):
        chance = rates.loses(name) * rates.adds(other)
        level = Level.CERTAIN if chance <= _TOGETHER else Level.LIKELY if chance <= _PERHAPS else Level.LOOK
        used |= {name, other}
        yield Difference("word", level, source.words[name], target.words[other], (name, other))
    yield from _one_of_two(source, target, manifest)
    lost = {name: rates.loses(name) for name in source.concepts if not target.concepts[name]}
    added = {name: rates.adds(name) for name in target.concepts if not source.concepts[name]}
    things = nouns(manifest)
    gone = sorted((rate, name) for name, rate in lost.items() if name in things and name not in used and rate <= _SOMETIMES)
    new = sorted((rate, name) for name, rate in added.items() if name in things and name not in used and rate <= _SOMETIMES)
    if gone and new and max(gone[0][0], new[0][0]) <= _SELDOM:
        (first, name), (second, other) = gone[0], new[0]
        level = Level.CERTAIN if max(first, second) <= _NEVER else Level.LIKELY
        yield Difference("term", level, source.words[name], target.words[other], (name, other))
        return
    sure = [name for rate, name in gone if rate <= _SELDOM]
    if sure and source.length > 3:
        level = Level.LIKELY if len(sure) >= _LEFT_OUT else Level.LOOK
        yield Difference("left_out", level, ", ".join(source.words[name] for name in sure), "–", tuple(sure))
    if few := [name for name in _DECIDING if lost.get(name, 1) <= _SOMETIMES and name not in used and name != "not"]:
        level = Level.LIKELY if any(name in _SELDOM_DROPPED and lost[name] <= _SELDOM for name in few) else Level.LOOK
        yield Difference("word", level, ", ".join(source.words[name] for name in few), "–", tuple(few))
    fresh = [name for rate, name in new if rate <= _NEVER]
    fresh += [name for name in _DECIDING if added.get(name, 1) <= _SELDOM and name not in used and name != "not"]
    if fresh:
        yield Difference("added", Level.LOOK, "–", ", ".join(target.words[name] for name in fresh), tuple(fresh))


def _opposed(source: Said, target: Said, manifest: Manifest) -> Iterator[tuple[str, str]]:
    """A word that the source has once more, and one that says the opposite once more in the translation."""
    for name, others in opposites(manifest).items():
        if source.concepts[name] > target.concepts[name]:
            for other in sorted(others):
                if target.concepts[other] > source.concepts[other]:
                    yield name, other


def _one_of_two(source: Said, target: Said, manifest: Manifest) -> Iterator[Difference]:
    """Before or after, of which one side has only one."""
    for name, others in opposites(manifest).items():
        for other in others:
            if name >= other:
                continue
            for own, side in ((source, target), (target, source)):
                if own.concepts["or"] and own.concepts[name] and own.concepts[other]:
                    one = name if side.concepts[name] else other
                    if bool(side.concepts[name]) != bool(side.concepts[other]) and not side.concepts["or"]:
                        told = [f"{own.words[name]}, {own.words[other]}", side.words[one]]
                        told = told if own is source else told[::-1]
                        yield Difference("word", Level.LIKELY, told[0], told[1], (name, other))


def _not(source: Said, target: Said, rates: Rates) -> Iterator[Difference]:
    """A negation on one side only."""
    own, other = source.concepts["not"], target.concepts["not"]
    if bool(own) == bool(other):
        return
    rate = rates.loses("not") if own else rates.adds("not")
    level = Level.LIKELY if rate <= _SELDOM else Level.LOOK
    yield Difference("not", level, source.words.get("not", "–"), target.words.get("not", "–"), ("not",))


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
    from ..read.things import things

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
    return ", ".join(f"{own.words.get(name, name)} {own.words.get(bound[name], bound[name])}" for name in (one, two))
