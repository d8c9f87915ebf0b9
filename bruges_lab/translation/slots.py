"""Slots: what a sentence says of a number, a colour or a word that a rule turns on, compared with what is right."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from .concepts import COLOUR_CONCEPTS, Stream
from .matchers import Frame, Slot, opposites

_NEAR = 7
_DENIES = 5
_FACTOR = 3
_LIMIT = 3
_RESULT = re.compile(r"\d\s*(?:[+×*÷−]|x(?=\s))\s*\d[^=]{0,40}=\s*$")
_SIGN_BEFORE = re.compile(r"[+×*÷−]\s*$|\d\s*[x/]\s*$")
_SIGN_AFTER = re.compile(r"\s*(?:[+×*÷=−]|x\s+\d|/\s*\d)")
_POINTING = frozenset(["these", "those", "diese", "dieser", "diesen", "ces", "questi", "queste", "estos", "deze"])
_THAN = frozenset(["als", "che", "than", "que"])
_COMPARING = ("more", "fewer", "most", "least", "others", "different", "before", "after")


@dataclass(frozen=True, slots=True)
class Claim:
    """What a sentence says of one slot, and what is right."""

    slot: Slot
    claimed: str
    actual: str
    token: int
    value: int | None = None
    name: str = ""
    """The name of the number among the values of the rule."""
    weak: bool = False
    """It may be wrong, but the sentence may as well speak of something else."""
    loose: bool = False
    """The number counts nothing in the sentence itself; it was taken to be meant."""


@dataclass(slots=True)
class Hit:
    """One sentence taken to state one rule."""

    rule: str
    sentence: int
    score: float
    frame: Frame
    wrong: list[Claim] = field(default_factory=list)
    owned: list[int] = field(default_factory=list)
    guessed: list[int] = field(default_factory=list)
    """Numbers that count nothing in the sentence itself and were taken to be meant."""
    doubts: list[Claim] = field(default_factory=list)
    """Other numbers that count the same beside the right one; if nothing else explains them, the sentence is ambiguous."""


def fill(hit: Hit, slot: Slot, found: Stream, values: Mapping[str, object]) -> bool:
    """Compare one slot; whether the sentence fills it at all."""
    if slot.asks in ("number", "nth"):
        return _number(hit, slot, found, values)
    if slot.asks in ("set", "range"):
        return _set(hit, slot, found, values)
    if slot.asks == "row":
        return _row(hit, slot, found, values)
    if slot.asks == "colour":
        return _colour(hit, slot, found)
    if slot.asks == "before":
        first = [place for name in slot.name.split("|") for place in found.at(name)]
        then = [place for name in slot.near for place in found.at(name)]
        return bool(first and then) and min(first) < min(then)
    if slot.asks == "same":
        return _same_colour(hit, slot, found)
    if slot.asks == "word":
        if not found.bits & slot.bits:
            denied = found.at("not")
            for right in slot.name.split("|"):
                for name in opposites(right):
                    for place in found.at(name):
                        if not any(abs(place - other) <= _DENIES for other in denied):
                            hit.wrong.append(Claim(slot, found.tokens[place].text, slot.name, place))
                            return True
        return True
    near = [place for name in slot.name.split("|") for place in found.at(name)]
    if slot.near:
        targets = [place for name in slot.near for place in found.at(name)]
        near = [place for place in near if any(abs(place - target) <= _NEAR for target in targets)]
    if slot.asks == "missing" and not near:
        hit.wrong.append(Claim(slot, "", slot.name, 0))
    if slot.asks == "unwanted" and near and slot.name != "not":
        near = [place for place in near if not any(abs(place - other) <= _DENIES for other in found.at("not"))]
    if slot.asks == "unwanted" and near:
        hit.wrong.append(Claim(slot, found.tokens[near[0]].text, "", near[0]))
    return True


def _number(hit: Hit, slot: Slot, found: Stream, values: Mapping[str, object]) -> bool:
    expected = _expected(slot.name, values)
    bound: list[int] = []
    free: list[int] = []
    for place, token in enumerate(found.tokens):
        if token.value is None:
            continue
        if reckoned(found, place):
            continue
        if slot.asks == "number" and (token.ordinal or (token.label and _is_row(found, token.unit)) or _spans(found, place)):
            continue
        if slot.asks == "nth" and not (token.ordinal or token.label):
            if not token.weak and token.unit >= 0 and found.tokens[token.unit].concepts & slot.bits and token.value in expected:
                hit.wrong.append(Claim(slot, token.text, f"{expected[0]}.", place, token.value, slot.name))
                return True
            continue
        if not slot.near:
            if token.value in expected or (not token.weak and expected[0] // 2 <= token.value <= 2 * expected[0]):
                bound.append(place)
        elif token.unit >= 0:
            if found.tokens[token.unit].concepts & slot.bits:
                bound.append(place)
        elif found.bits & slot.bits:
            free.append(place)
    taken = {*hit.owned, *hit.guessed}  # what another slot of the frame has is that one's, unless nothing else fits
    for place in sorted((*bound, *free), key=lambda one: one in taken):
        if found.tokens[place].value in expected:
            (hit.owned if place in bound else hit.guessed).append(place)
            hit.owned += [other for other in bound if other != place and found.tokens[other].value in expected]
            others = [one for one in bound if not found.tokens[one].weak and found.tokens[one].value not in (1, *expected)]
            if place in bound:  # in one breath with the right one: 7, 6 and 5 statues
                others = [one for one in others if slot.asks == "number" and found.tokens[place].unit != found.tokens[one].unit]
            hit.doubts += [
                Claim(slot, found.tokens[one].text, str(expected[0]), one, found.tokens[one].value, slot.name) for one in others
            ]
            return True
    for place in sorted((*bound, *free), key=lambda one: (one in free, abs((found.tokens[one].value or 0) - expected[0]))):
        token = found.tokens[place]
        if token.weak or token.value is None or place in taken or (token.ordinal and token.value == 1):
            continue
        if token.value == len(COLOUR_CONCEPTS) and token.unit >= 0 and "colour" in found.tokens[token.unit].names:
            continue  # the five colours are spoken of everywhere
        if _conditional(found, place, slot) or _RESULT.search(found.text[: token.start]):
            continue
        if expected[0] >= 100 and not expected[0] // 2 <= token.value <= 2 * expected[0]:
            continue
        if max(token.value, 1) > _FACTOR * max(*expected, 3) or (expected[0] >= 9 and token.value * _FACTOR < expected[0]):
            continue
        hit.wrong.append(Claim(slot, token.text, str(expected[0]), place, token.value, slot.name, loose=place in free))
        return True
    return slot.optional


def _is_row(found: Stream, unit: int) -> bool:
    return unit >= 0 and any(name in ("space", "step", "phase", "action", "round") for name in found.tokens[unit].names)


def _spans(found: Stream, place: int) -> bool:
    """Whether a number belongs to a range or a list of its own."""
    group = found.tokens[place].group
    if group >= 0 and sum(token.group == group for token in found.tokens) >= 3:
        return True
    return (
        group >= 0
        and sum(token.group == group for token in found.tokens) >= 2
        and found.tokens[place].unit >= 0
        and not any(name in ("space", "step") for name in found.tokens[found.tokens[place].unit].names)
    )


def _conditional(found: Stream, place: int, slot: Slot) -> bool:
    """For 3 players, these 5, the first 5: numbers that say when or which, not how many."""
    token = found.tokens[place]
    if token.unit >= 0 and "player" in found.tokens[token.unit].names and slot.near != ("player",) and not slot.sure:
        return True
    before = found.tokens[place - 1] if place else None
    if before is not None and any(place - other <= _LIMIT for other in found.at("not") if other < place) and token.unit < 0:
        return before.ordinal  # never more than 10 is a limit
    if before is None or before.ordinal or slot.sure:
        return before is not None and before.ordinal
    compared = place > 1 and any(name in _COMPARING for name in found.tokens[place - 2].names)
    return before.text.lower() in _POINTING or (before.text.lower() in _THAN and compared)


def _expected(name: str, values: Mapping[str, object]) -> list[int]:
    found: list[int] = []
    for part in name.split(","):
        value = int(part[1:]) if part.startswith("=") else values[part]
        if isinstance(value, int) and not isinstance(value, bool):
            found.append(value)
    return found or [0]


def _set(hit: Hit, slot: Slot, found: Stream, values: Mapping[str, object]) -> bool:
    expected: set[int] = set()
    for part in slot.name.split(","):
        value = int(part[1:]) if part.startswith("=") else values[part]
        expected.update(value if isinstance(value, tuple) else [value])  # type: ignore[list-item]
    groups: dict[int, list[int]] = defaultdict(list)
    for place, token in enumerate(found.tokens):
        if token.group >= 0:
            groups[token.group].append(place)
        elif token.value is not None and not token.weak and not (token.label and _is_row(found, token.unit)):
            groups[-1].append(place)
    wrong: list[int] = []
    for group, places in groups.items():
        said = {found.tokens[place].value for place in places}
        if group == -1 and slot.asks == "range" and not _of_one_thing(found, places):
            continue  # 1 worker and 6 guilders are no range
        if (
            said == expected
            or (group == -1 and expected <= said and len(expected) > 1 and slot.asks == "set")
            or (slot.asks == "range" and _ends(said) == _ends(expected))
        ):
            hit.owned += [place for place in places if found.tokens[place].value in expected]
            return True
        if slot.asks == "set" and any(found.tokens[place].span for place in places) and group >= 0:
            continue
        span = any(found.tokens[place].span for place in places) or len(places) > 2
        if group >= 0 and said & expected and (span if slot.asks == "range" else len(places) == len(expected)):
            wrong = wrong or places
    alone = groups.get(-1, [])
    if len(expected) > 3:
        return _spread(hit, slot, found, expected) or slot.optional
    if wrong:
        said_text = ", ".join(str(found.tokens[place].value) for place in wrong)
        odd = next((place for place in wrong if found.tokens[place].value not in expected), wrong[0])
        hit.wrong.append(Claim(slot, said_text, ", ".join(map(str, sorted(expected))), odd, found.tokens[odd].value, slot.name))
        return True
    if len(expected) == 2 and alone and slot.asks == "set":
        singles = {found.tokens[place].value for place in alone}
        odd_ones = [place for place in alone if found.tokens[place].value not in expected and found.tokens[place].unit < 0]
        if len(expected & singles) == 1 and len(odd_ones) == 1:
            hit.owned += [place for place in alone if found.tokens[place].value in expected]
            hit.wrong.append(
                Claim(
                    slot,
                    str(found.tokens[odd_ones[0]].value),
                    ", ".join(map(str, sorted(expected))),
                    odd_ones[0],
                    found.tokens[odd_ones[0]].value,
                    slot.name,
                )
            )
            return True
    return slot.optional


def _of_one_thing(found: Stream, places: Sequence[int]) -> bool:
    """Whether numbers count the same thing, as far as they count anything."""
    counted = [set(found.tokens[found.tokens[place].unit].names) for place in places if found.tokens[place].unit >= 0]
    return all(names & counted[0] for names in counted)


def _ends(values: set[int] | set[int | None]) -> tuple[int, int]:
    known = [value for value in values if value is not None]
    return (min(known), max(known)) if known else (0, 0)


def _row(hit: Hit, slot: Slot, found: Stream, values: Mapping[str, object]) -> bool:
    """A row whose first number says of which case it speaks: all its other numbers must be those of that case."""
    expected = [_expected(part, values)[0] for part in slot.name.split(",")]
    places = [
        place for place, token in enumerate(found.tokens) if token.value is not None and not token.weak and not token.ordinal
    ]
    if len(places) < 3 or found.tokens[places[0]].value != expected[0]:
        return False
    left = list(expected)
    for place in places:
        value = found.tokens[place].value
        if value in left:
            left.remove(value)
            hit.owned.append(place)
        else:
            near = min(left or expected[1:], key=lambda one: abs(one - (value or 0)))
            hit.wrong.append(
                Claim(slot, found.tokens[place].text, str(near), place, value, slot.name.split(",")[expected.index(near)])
            )
    return True


def _spread(hit: Hit, slot: Slot, found: Stream, expected: set[int]) -> bool:
    """Many numbers, in one list or in several: 7 on top, then 6 to 3, 2 at the bottom."""
    places = [
        place
        for place, token in enumerate(found.tokens)
        if token.value is not None and not token.weak and not token.ordinal and not _counts_them(found, place, expected)
    ]
    said = [found.tokens[place].value for place in places]
    right = expected & set(said)
    if (right == expected and len(said) >= len(expected)) or (len(said) == 2 and {min(expected), max(expected)} == set(said)):
        hit.owned += [place for place in places if found.tokens[place].value in expected]
        return True
    if len(right) < len(expected) - 1 or len(said) < len(expected):
        return False
    seen: set[int | None] = set()
    odd = places[-1]
    for place in places:
        if found.tokens[place].value not in expected or found.tokens[place].value in seen:
            odd = place
        seen.add(found.tokens[place].value)
    hit.owned += [place for place in places if place != odd and found.tokens[place].value in expected]
    listed = ", ".join(map(str, sorted(expected, reverse=True)))
    hit.wrong.append(Claim(slot, found.tokens[odd].text, listed, odd, found.tokens[odd].value, slot.name))
    return True


def _counts_them(found: Stream, place: int, expected: set[int]) -> bool:
    """Whether a number says how many of the listed there are: the six statues 7, 6, 5, 4, 3 and 2."""
    token = found.tokens[place]
    listed = [other for other, one in enumerate(found.tokens) if one.group >= 0 and one.value in expected]
    before = token.unit > place or (token.unit >= 0 and "|" in found.text)
    return token.group < 0 and before and bool(listed) and place < min(listed)


def _colours_by(found: Stream, near: Sequence[str]) -> list[tuple[float, int, str]]:
    """Colours by their distance to a thing; a comma between them counts like several words."""
    ranked = []
    for name in near:
        for target in found.at(name):
            for colour in COLOUR_CONCEPTS:
                for place in found.at(colour):
                    between = found.between(place, target)
                    steps = abs(place - target) + 4 * sum(between.count(mark) for mark in ",;.") + (0 if place < target else 0.5)
                    ranked.append((steps, place, colour))
    return sorted(ranked)


def _colour(hit: Hit, slot: Slot, found: Stream) -> bool:
    ranked = _colours_by(found, slot.near)
    if not ranked:
        return slot.optional
    steps, place, colour = ranked[0]
    if steps > _NEAR + 4:
        return slot.optional
    if colour != slot.name:
        hit.wrong.append(Claim(slot, found.tokens[place].text, slot.name, place))
    else:
        hit.owned.append(place)
    return True


def _same_colour(hit: Hit, slot: Slot, found: Stream) -> bool:
    first, second = _colours_by(found, slot.name.split("|")), _colours_by(found, slot.near)
    if not first or not second:
        return True
    if first[0][2] != second[0][2] and second[0][0] <= _NEAR and first[0][0] <= _NEAR:
        hit.wrong.append(Claim(slot, found.tokens[second[0][1]].text, first[0][2], second[0][1]))
    return True


def reckoned(found: Stream, place: int) -> bool:
    """Whether a number is a part of a sum or product, not its result; those are reckoned up by a check of their own."""
    token = found.tokens[place]
    return bool(_SIGN_BEFORE.search(found.text[: token.start]) or _SIGN_AFTER.match(found.text[token.end :]))


def _same_thing(found: Stream, first: int, second: int) -> bool:
    """Whether two numbers may count the same: 8 seals and 4 large seals, but not 2 pawns and 4 markers."""
    units = [found.tokens[found.tokens[one].unit].names for one in (first, second) if found.tokens[one].unit >= 0]
    return len(units) < 2 or any(one.endswith(other) or other.endswith(one) for one in units[0] for other in units[1])


def adds_up(found: Stream, place: int) -> bool:
    """Whether a number is the sum of two others of its sentence: 8 seals, 4 large and 4 small."""
    value = found.tokens[place].value
    others = [
        token.value
        for other, token in enumerate(found.tokens)
        if token.value and other != place and not token.weak and token.group < 0 and _same_thing(found, other, place)
    ]
    return any(first + second == value for at, first in enumerate(others) for second in others[at + 1 :])
