"""Slots: what a sentence says of a number, a colour or a word that a rule turns on, compared with what is right."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence

from ..read.concepts import Stream
from .claims import Claim, Hit
from .listings import LISTINGS, expected_numbers, fill_listing, names_a_place
from .matchers import Slot, opposites

_NEAR = 7
_DENIES = 5
_FACTOR = 3
_LIMIT = 3
_MOST_COUNTED = 20
_SIGN = 20
_REACH = 80
"""So many characters before a number may hold its sign, or the reckoning that it is the result of."""
_RESULT = re.compile(r"\d\s*(?:[+×*÷−]|x(?=\s))\s*\d[^=]{0,40}=\s*$")
_SIGN_BEFORE = re.compile(r"[+×*÷]\s*$|\d\s*[−x/]\s*$")
_SIGN_AFTER = re.compile(r"\s*(?:[+×*÷=−]|x\s+\d|/\s*\d)")
POINTING = frozenset(["these", "those", "diese", "dieser", "diesen", "ces", "questi", "queste", "estos", "deze"])
_THAN = frozenset(["als", "che", "than", "que"])
_COMPARING = ("more", "fewer", "most", "least", "others", "different", "before", "after")


def fill(hit: Hit, slot: Slot, found: Stream, values: Mapping[str, object]) -> bool:
    """Compare one slot; whether the sentence fills it at all."""
    if slot.asks in ("number", "nth"):
        return _number(hit, slot, found, values)
    if slot.asks in LISTINGS:
        return fill_listing(hit, slot, found, values)
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
                for name in opposites(right, found.words.manifest):
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
    expected = expected_numbers(slot.name, values)
    bound: list[int] = []
    free: list[int] = []
    for place in counting(found):
        token = found.tokens[place]
        if token.value is None:
            continue
        if slot.asks == "number" and (
            token.ordinal or (token.label and names_a_place(found, token.unit)) or _spans(found, place)
        ):
            continue
        if slot.asks == "nth" and not (token.ordinal or token.label):
            if not token.weak and token.unit >= 0 and found.tokens[token.unit].concepts & slot.bits and token.value in expected:
                if token.value > _MOST_COUNTED:  # the 49 space: so many at once are nowhere, it is the place
                    hit.owned.append(place)
                else:
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
    if not bound and not free:
        return slot.optional
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
        if token.value == len(found.words.things.colours) and token.unit >= 0 and "colour" in found.tokens[token.unit].names:
            continue  # the five colours are spoken of everywhere
        if token.value == 0 and expected[0] > 1:
            continue  # no cards is said of another moment
        if (
            hit.rule.startswith(found.words.things.box_rules)
            and found.at("each")
            and token.value * int(str(values["seats"])) in expected
        ):
            hit.owned.append(place)  # what each player gets of the whole
            return True
        if expected[0] >= 100 and not expected[0] // 2 <= token.value <= 2 * expected[0]:
            continue
        if max(token.value, 1) > _FACTOR * max(*expected, 3) or (expected[0] >= 9 and token.value * _FACTOR < expected[0]):
            continue
        if _conditional(found, place, slot) or _RESULT.search(found.text[max(0, token.start - _REACH) : token.start]):
            continue
        hit.wrong.append(Claim(slot, token.text, str(expected[0]), place, token.value, slot.name, loose=place in free))
        return True
    return slot.optional


def _spans(found: Stream, place: int) -> bool:
    """Whether a number belongs to a range or a list of its own."""
    group = found.tokens[place].group
    if group < 0:
        return False
    if found.listed_with(place) >= 3:
        return True
    return (
        found.listed_with(place) >= 2
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
    return before.text.lower() in POINTING or (before.text.lower() in _THAN and compared)


def colours_by(found: Stream, near: Sequence[str]) -> list[tuple[float, int, str]]:
    """Colours by their distance to a thing; a comma between them counts like several words."""
    ranked = []
    for name in near:
        for target in found.at(name):
            for colour in found.words.things.colours:
                for place in found.at(colour):
                    between = found.between(place, target)
                    steps = abs(place - target) + 4 * sum(between.count(mark) for mark in ",;.") + (0 if place < target else 0.5)
                    ranked.append((steps, place, colour))
    return sorted(ranked)


def _colour(hit: Hit, slot: Slot, found: Stream) -> bool:
    ranked = colours_by(found, slot.near)
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
    first, second = colours_by(found, slot.name.split("|")), colours_by(found, slot.near)
    if not first or not second:
        return True
    if first[0][2] != second[0][2] and second[0][0] <= _NEAR and first[0][0] <= _NEAR:
        hit.wrong.append(Claim(slot, found.tokens[second[0][1]].text, first[0][2], second[0][1]))
    return True


def counting(found: Stream) -> list[int]:
    """Where the numbers of a sentence stand that count something: all but the parts of sums and products."""
    if found.counting is None:
        found.counting = [
            place for place, token in enumerate(found.tokens) if token.value is not None and not reckoned(found, place)
        ]
    return found.counting


def reckoned(found: Stream, place: int) -> bool:
    """Whether a number is a part of a sum or product, not its result; those are reckoned up by a check of their own."""
    token = found.tokens[place]
    before = found.text[max(0, token.start - _SIGN) : token.start]
    return bool(_SIGN_BEFORE.search(before) or _SIGN_AFTER.match(found.text, token.end))


def _same_thing(found: Stream, first: int, second: int) -> bool:
    """Whether two numbers may count the same: 8 seals and 4 large seals, but not 2 pawns and 4 markers."""
    units = [found.tokens[found.tokens[one].unit].names for one in (first, second) if found.tokens[one].unit >= 0]
    return len(units) < 2 or any(one.endswith(other) or other.endswith(one) for one in units[0] for other in units[1])


def adds_up(found: Stream, place: int) -> bool:
    """Whether a number is the sum of two others of its sentence: 8 seals, 4 large and 4 small."""
    value = found.tokens[place].value
    others = Counter(
        token.value
        for other, token in enumerate(found.tokens)
        if token.value and other != place and not token.weak and token.group < 0 and _same_thing(found, other, place)
    )
    return value is not None and any(others[value - one] > (2 * one == value) for one in others)
