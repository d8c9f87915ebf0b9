"""What a translation says otherwise than its source, sentence by sentence, whether or not a rule is known for it.

A difference is the surer the less often a faithful translation shows it: how often that is, is counted (`sayings.Rates`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations
from typing import TYPE_CHECKING

from ..findings import Level
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


def differences(
    source: Said, target: Said, alike: float, rates: Pace, manifest: Manifest, usual: float = 1.0
) -> list[Difference]:
    """All that two renderings of one thing do not say alike, the surest first; `usual` is how long a translation is."""
    found = [*_numbers(source, target, alike), *_colours(source, target, manifest)]
    if alike >= _ALIKE:
        words = [*_words(source, target, rates, manifest, usual), *_not(source, target, rates)]
        words += _swapped(source, target, manifest)
        found += _with_freedom(words, source, target, rates)
    return sorted(found, key=lambda one: _ORDER[one.level])


def _with_freedom(found: list[Difference], source: Said, target: Said, rates: Pace) -> Iterator[Difference]:
    """Where much else is rendered freely, a difference is worth less: an error is one word in a sentence that else agrees."""
    lost = {n for n in source.concepts if not target.concepts[n] and rates.loses(n) <= _SELDOM}
    added = {n for n in target.concepts if not source.concepts[n] and rates.adds(n) <= _SELDOM}
    for one in found:
        about = {name for other in found if other.level is not Level.LOOK for name in other.features} | {*one.features}
        about |= _near_to(about, source) | _near_to(about, target)
        free = len((lost | added) - about)
        if free > _FREE[1]:
            yield replace(one, level=Level.LOOK, may_turn=False)
        elif free > _FREE[0] and one.level is not Level.LOOK:
            yield replace(one, level=Level.LIKELY if one.level is Level.CERTAIN else Level.LOOK, may_turn=True)
        else:
            yield one


def _near_to(names: set[str], own: Said) -> set[str]:
    """What stands right beside some words: a phrase changes as a whole."""
    places = [at for name, at in own.order if name in names]
    return {name for name, at in own.order if any(abs(at - place) <= _BESIDE for place in places)}


_ORDER = {level: number for number, level in enumerate(Level)}

# Numbers


def _numbers(source: Said, target: Said, alike: float) -> Iterator[Difference]:
    lost = [one for one in _apart(source.numbers, target.numbers) if not _in_words(one, target)]
    added = [one for one in _apart(target.numbers, source.numbers) if not _in_words(one, source)]
    if not lost and not added:
        return
    if lost and not added:  # the first in the place of the second
        added = [one for one in _apart(target.numbers, source.numbers) if one.ordinal == lost[0].ordinal]
    elif added and not lost:
        lost = [one for one in _apart(source.numbers, target.numbers) if one.ordinal == added[0].ordinal]
    level = Level.LIKELY if alike >= _ALIKE else Level.LOOK
    about = lost or _beside_them(added, target)
    values = tuple(one.value for one in about)
    features = tuple(sorted({name for one in about for name in one.units}))
    if lost and added:
        sure = Level.CERTAIN if len(lost) == len(added) == 1 and alike >= _MUCH_ALIKE else level
        yield Difference("number", sure, _listed(lost), _listed(added), features, values, True)
        return
    own, other = (source, target) if lost else (target, source)
    told = (_listed(lost) or "–", _listed(added) or "–")
    sure = level if any(_in_list(one, own, other) for one in (*lost, *added)) else Level.LOOK
    yield Difference("number", sure, *told, features, values, alike >= _ALIKE)


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
    return ", ".join(own.told(name) for name in sorted(names)) or "–"


# Words


def _words(source: Said, target: Said, rates: Pace, manifest: Manifest, usual: float) -> Iterator[Difference]:
    """A word in the place of its opposite, a thing in the place of another, and things that are left out or added."""
    used: set[str] = set()
    for name, other in _opposed(source, target, manifest):
        chance = rates.loses(name) * rates.adds(other)
        level = Level.CERTAIN if chance <= _TOGETHER else Level.LIKELY if chance <= _PERHAPS else Level.LOOK
        used |= {name, other}
        yield Difference("word", level, source.told(name), target.told(other), (name, other), may_turn=chance <= _BARELY)
    yield from _one_of_two(source, target, manifest)
    lost = {name: rates.loses(name) for name in source.concepts if not target.concepts[name]}
    added = {name: rates.adds(name) for name in target.concepts if not source.concepts[name]}
    things = nouns(manifest)
    gone = sorted((rate, name) for name, rate in lost.items() if name in things and name not in used and rate <= _SOMETIMES)
    new = sorted((rate, name) for name, rate in added.items() if name in things and name not in used and rate <= _SOMETIMES)
    if gone and new and gone[0][0] * new[0][0] <= _PERHAPS_REPLACED:
        (first, name), (second, other) = gone[0], new[0]
        if _may_mean(target, other, name, manifest) or _may_mean(source, name, other, manifest):
            return
        level = Level.CERTAIN if first * second <= _REPLACED else Level.LIKELY
        yield Difference("term", level, source.told(name), target.told(other), (name, other))
        return
    sure = [name for rate, name in gone if rate <= _SELDOM]
    if sure and source.length > 3:
        level = Level.LIKELY if len(sure) >= _LEFT_OUT and target.length < _SHORTER * usual * source.length else Level.LOOK
        yield Difference("left_out", level, ", ".join(source.told(name) for name in sure), "–", tuple(sure))
    if few := [name for name in _DECIDING if lost.get(name, 1) <= _SOMETIMES and name not in used and name != "not"]:
        kept = [name for name in few if name in _SELDOM_DROPPED]
        level = Level.LIKELY if any(lost[name] <= _SELDOM for name in kept) else Level.LOOK
        told = ", ".join(dict.fromkeys(source.told(name) for name in kept or few))
        yield Difference("word", level, told, "–", tuple(kept or few), may_turn=bool(kept))
    fresh = [name for rate, name in new if rate <= _NEVER]
    fresh += [name for name in _DECIDING if added.get(name, 1) <= _SELDOM and name not in used and name != "not"]
    if fresh:
        yield Difference("added", Level.LOOK, "–", ", ".join(target.told(name) for name in fresh), tuple(fresh))


def _joined_by_or(own: Said, name: str, other: str) -> bool:
    places = [[at for one, at in own.order if one == wanted] for wanted in (name, "or", other)]
    return any(min(a, c) < b < max(a, c) and abs(a - c) <= _NEAR for a in places[0] for b in places[1] for c in places[2])


def _may_mean(own: Said, name: str, other: str, manifest: Manifest) -> bool:
    """Whether the word that was read as one thing may also be the other: Gulden are guilders and coins."""
    words = vocabulary(own.lang, manifest)
    return any(term.concept == other for term in words.found(own.words[name].lower()))


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
                if _joined_by_or(own, name, other):
                    one = name if side.concepts[name] else other
                    if bool(side.concepts[name]) != bool(side.concepts[other]) and not side.concepts["or"]:
                        told = [f"{own.told(name)}, {own.told(other)}", side.told(one)]
                        told = told if own is source else told[::-1]
                        yield Difference("word", Level.LIKELY, told[0], told[1], (name, other))


def _not(source: Said, target: Said, rates: Pace) -> Iterator[Difference]:
    """A negation on one side only."""
    own, other = source.concepts["not"], target.concepts["not"]
    without = target if own else source
    if bool(own) == bool(other) or any(without.concepts[name] for name in _DENIED):
        return
    rate = rates.loses("not") if own else rates.adds("not")
    level = Level.LIKELY if rate <= _SELDOM else Level.LOOK
    yield Difference(
        "not", level, (source.told("not") if own else "–"), ("–" if own else target.told("not")), ("not",), may_turn=True
    )


# Things that have changed places


def _swapped(source: Said, target: Said, manifest: Manifest) -> Iterator[Difference]:
    """Two things that are bound to one another's words: the 7 below and the 2 on top, pay a worker for a guilder."""
    yield from _denied(source, target, manifest)
    for firsts, seconds in _destinations(source, target, manifest):
        own, other = (_onward(side, firsts, seconds) for side in (source, target))
        for one, two in combinations(sorted(own), 2):
            if own[one] != own[two] and other.get(one) == own[two] and other.get(two) == own[one]:
                words = [_pair_told(side, bound, one, two) for side, bound in ((source, own), (target, other))]
                yield Difference("swapped", Level.LIKELY, words[0], words[1], (one, two, own[one], own[two]))
                return
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


def _denied(source: Said, target: Said, manifest: Manifest) -> Iterator[Difference]:
    """Of two things the other one is denied: from the display, never from the hand."""
    from ..read.things import things

    goods = {name for name in source.concepts if target.concepts[name]} & things(manifest).counted
    places = [[at for name, at in side.order if name == "not"] for side in (source, target)]
    if any(len(ones) != 1 for ones in places):
        return
    first, second = (
        next((name for name, at in side.order if name in goods and 0 < at - ones[0] <= _NEAR), "")
        for side, ones in zip((source, target), places, strict=True)
    )
    if first and second and first != second:
        told = [f"{side.told('not')} … {side.told(name)}" for side, name in ((source, first), (target, second))]
        yield Difference("swapped", Level.LIKELY, told[0], told[1], (first, second))


def _destinations(source: Said, target: Said, manifest: Manifest) -> Iterator[tuple[set[str], set[str]]]:
    """Things, and where they may go: of what a careless writer puts for each other, what both sides have."""
    from ..read.things import things

    known = things(manifest)
    common = {name for name in source.concepts if target.concepts[name]} & known.counted
    for one in known.exchanged:
        if len(common & {*one}) > 1:
            yield common - {*one}, common & {*one}


def _onward(own: Said, firsts: set[str], seconds: set[str]) -> dict[str, str]:
    """To each of the first the next of the second that is said behind it; none where that is said of several."""
    found: dict[str, set[str]] = {}
    last = ""
    for name, _ in sorted(own.order, key=lambda one: one[1]):
        if name in firsts:
            last = name
        elif name in seconds and last:
            found.setdefault(last, set()).add(name)
            last = ""
    return {one: next(iter(names)) for one, names in found.items() if len(names) == 1}


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
    return ", ".join(f"{own.told(name)} {own.told(bound[name])}" for name in (one, two))
