"""Slots that ask for several numbers: a list, a range, a row of a table, pairs that belong together, a whole and its shares."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from ..read.concepts import Stream
from .claims import Claim, Hit
from .matchers import Slot

LISTINGS = ("set", "range", "row", "pairs", "each")
_BY_EACH = 4


def fill_listing(hit: Hit, slot: Slot, found: Stream, values: Mapping[str, object]) -> bool:
    """Compare one slot of several numbers; whether the sentence fills it at all."""
    if slot.asks == "row":
        return _row(hit, slot, found, values)
    if slot.asks == "pairs":
        return _pairs(hit, slot, found, values)
    if slot.asks == "each":
        return _each(hit, slot, found, values)
    return _set(hit, slot, found, values)


def expected_numbers(name: str, values: Mapping[str, object]) -> list[int]:
    """The right numbers of a slot, by their names among the values of the rule."""
    if name in values:  # one name, as nearly always
        return [value] if isinstance(value := values[name], int) and not isinstance(value, bool) else [0]
    found: list[int] = []
    for part in name.split(","):
        value = int(part[1:]) if part.startswith("=") else values[part]
        if isinstance(value, int) and not isinstance(value, bool):
            found.append(value)
    return found or [0]


def names_a_place(found: Stream, unit: int) -> bool:
    """Whether a number belongs to a space, a step or another thing that is numbered."""
    return unit >= 0 and any(
        name in ("space", "step", "phase", "action", "round", "infinity", "type") for name in found.tokens[unit].names
    )


def _set(hit: Hit, slot: Slot, found: Stream, values: Mapping[str, object]) -> bool:
    expected: set[int] = set()
    for part in slot.name.split(","):
        value = int(part[1:]) if part.startswith("=") else values[part]
        expected.update(value if isinstance(value, tuple) else [value])  # type: ignore[list-item]
    groups: dict[int, list[int]] = defaultdict(list)
    for place, token in enumerate(found.tokens):
        if token.group >= 0:
            groups[token.group].append(place)
        elif token.value is not None and not token.weak and not (token.label and names_a_place(found, token.unit)):
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
    expected = [expected_numbers(part, values)[0] for part in slot.name.split(",")]
    places = [
        place for place, token in enumerate(found.tokens) if token.value is not None and not token.weak and not token.ordinal
    ]
    if len(places) < 3 or found.tokens[places[0]].value != expected[0]:
        return False
    left = list(expected)
    weak = "|" not in found.text and not {found.tokens[place].value for place in places[1:]} & {*expected[1:]}
    for place in places:
        value = found.tokens[place].value
        if value in left:
            left.remove(value)
            hit.owned.append(place)
        else:
            near = min(left or expected[1:], key=lambda one: abs(one - (value or 0)))
            hit.wrong.append(
                Claim(slot, found.tokens[place].text, str(near), place, value, slot.name.split(",")[expected.index(near)], weak)
            )
    return True


def _pairs(hit: Hit, slot: Slot, found: Stream, values: Mapping[str, object]) -> bool:
    """Numbers that belong together by twos: 20 of value 1 and 24 of value 3. Each may be right and the pairs wrong."""
    expected = [expected_numbers(part, values)[0] for part in slot.name.split(",")]
    right = sorted(zip(expected[::2], expected[1::2], strict=True))
    every = [place for place, token in enumerate(found.tokens) if token.value is not None and not token.ordinal]
    plain = [place for place in every if not found.tokens[place].weak]  # 20 d’une valeur de 1: d’une is no number
    known = set(expected)

    def odd_ones(places: Sequence[int]) -> int:
        return sum(found.tokens[place].value not in known for place in places)

    for chosen in (*_runs(plain, len(expected)), *_runs(every, len(expected))):
        if odd_ones(chosen):
            continue
        said = _paired([found.tokens[place].value or 0 for place in chosen], right)
        if said == right:
            hit.owned += chosen
            return True
        if said is not None:
            hit.wrong.append(Claim(slot, _times(said), _times(right), chosen[0]))
            return True
    for chosen in _runs(plain, len(expected)):  # one number is none of these, and the others say which one it should be
        if odd_ones(chosen) > 1:
            continue
        for odd in chosen:
            for number, name in zip(expected, slot.name.split(","), strict=True):
                said_rightly = [number if place == odd else found.tokens[place].value or 0 for place in chosen]
                if _paired(said_rightly, right) == right:
                    hit.owned += [place for place in chosen if place != odd]
                    hit.wrong.append(Claim(slot, found.tokens[odd].text, str(number), odd, found.tokens[odd].value, name))
                    return True
    return slot.optional


def _runs(places: Sequence[int], length: int) -> Iterator[Sequence[int]]:
    return (places[start : start + length] for start in range(len(places) - length + 1))


def _paired(said: Sequence[int], right: Sequence[tuple[int, int]]) -> list[tuple[int, int]] | None:
    """The pairs that a row of numbers makes, by turns or one half after the other; none if it is not of these numbers."""
    half = len(right)
    sides = tuple(sorted(numbers) for numbers in zip(*right, strict=True))
    for firsts, seconds in ((said[::2], said[1::2]), (said[:half], said[half:])):
        if (sorted(firsts), sorted(seconds)) == sides:
            return sorted(zip(firsts, seconds, strict=True))
        if (sorted(seconds), sorted(firsts)) == sides:
            return sorted(zip(seconds, firsts, strict=True))
    return None


def _times(pairs: Sequence[tuple[int, int]]) -> str:
    return ", ".join(f"{count} × {value}" for count, value in sorted(pairs, key=lambda pair: pair[::-1]))


def _each(hit: Hit, slot: Slot, found: Stream, values: Mapping[str, object]) -> bool:
    """A whole and its share: 50 workers, 10 in each colour. Of the two the share stands by the word each."""
    whole, share = (expected_numbers(part, values)[0] for part in slot.name.split(","))
    places = [place for place, token in enumerate(found.tokens) if token.value is not None and not token.weak]
    if not {whole, share} <= {found.tokens[place].value for place in places}:
        return slot.optional
    near = [(abs(place - other), place) for place in places for other in found.at("each") if found.same_clause(place, other)]
    steps, place = min(near, default=(_BY_EACH + 1, 0))
    if steps > _BY_EACH or found.tokens[place].value not in (whole, share):
        return slot.optional
    if found.tokens[place].value == whole:
        hit.wrong.append(Claim(slot, found.tokens[place].text, str(share), place))
    else:
        hit.owned += [one for one in places if found.tokens[one].value in (whole, share)]
    return True


def _spread(hit: Hit, slot: Slot, found: Stream, expected: set[int]) -> bool:
    """Many numbers, in one list or in several: 7 on top, then 6 to 3, 2 at the bottom."""
    first = next((place for place, one in enumerate(found.tokens) if one.group >= 0 and one.value in expected), -1)
    places = [
        place
        for place, token in enumerate(found.tokens)
        if token.value is not None and not token.weak and not token.ordinal and not _counts_them(found, place, first)
    ]
    said = [found.tokens[place].value for place in places]
    right = expected & set(said)
    if (right == expected and len(said) >= len(expected)) or (len(said) == 2 and {min(expected), max(expected)} == set(said)):
        order = [value for value in dict.fromkeys(said) if value in expected]
        if order in (sorted(order), sorted(order, reverse=True)):
            hit.owned += [place for place in places if found.tokens[place].value in expected]
        else:
            hit.wrong.append(Claim(slot, ", ".join(map(str, order)), ", ".join(map(str, sorted(expected)[::-1])), places[0]))
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


def _counts_them(found: Stream, place: int, first: int) -> bool:
    """Whether a number says how many of the listed there are: the six statues 7, 6, 5, 4, 3 and 2."""
    token = found.tokens[place]
    before = token.unit > place or (token.unit >= 0 and "|" in found.text)
    return token.group < 0 and before and place < first
