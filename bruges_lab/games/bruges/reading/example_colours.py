"""Colours in worked examples: a thing keeps its colour from one sentence to the next; damage has that of its markers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Final

from ....textcheck.find.searched_text import Text
from ....textcheck.findings import Finding, Reason, Verdict
from ....textcheck.read.concepts import Stream, Token
from ..ruleset import Ruleset
from ..words import COLOURS, DAMAGES

FACES = 6
_NO_DICE: Final = ("threat", "piece", "worker", "card", "house", "seal", "space")
_DIE: Final = ("die", "die_face", "roll")
_NEAR: Final = (1, -1, 2, 3, 4)
"""Where the number of a die stands, seen from its colour, the likeliest first."""
_BESIDE = 4
_ITS_OWN = 3


def check_colours(text: Text, numbers: Sequence[int], dice: Mapping[str, int], rules: Ruleset) -> Iterator[Finding]:
    """The colours of one example: of its dice, its markers, its cards and spaces."""
    yield from _same_die(text, numbers, dice)
    yield from _markers(text, numbers, dice, rules)
    yield from _spaces(text, numbers)


def _colours(tokens: Sequence[Token]) -> list[str]:
    return [name for token in tokens for name in token.names if name in COLOURS]


def dice_shown(found: Stream) -> dict[str, int]:
    """Coloured dice with what they show: red 5, yellow 6; a red 5 and a yellow 6."""
    dice: dict[str, int] = {}
    for place, token in enumerate(found.tokens):
        beside = found.tokens[max(0, place - 1) : place + 2]
        if any(name in _NO_DICE for one in beside for name in one.names):
            continue  # two red markers are no red two
        for colour in _colours([token])[:1]:
            shown = next((value for step in _NEAR if (value := _face(found, place, place + step))), None)
            if shown:
                dice.setdefault(colour, shown)
    return {**_sharing(found, dice), **dice}


def _face(found: Stream, place: int, other: int) -> int | None:
    """The number at another place, if it is what the die of a colour shows."""
    if not 0 <= other < len(found.tokens):
        return None
    token, counts = found.tokens[other], found.counts(found.tokens[other])
    if token.weak or not 1 <= (token.value or 0) <= FACES or (token.unit >= 0 and not any(name in _DIE for name in counts)):
        return None
    if other < place and not token.text.isdigit():
        return None  # two yellow ones are no yellow two
    apart = re.search(r"[.,;]", found.between(place, other)) or _colours(found.tokens[place + 1 : other])
    return None if apart else token.value


def _sharing(found: Stream, dice: Mapping[str, int]) -> dict[str, int]:
    """Dice without a number of their own that stand right before one that has it: blue, red and brown show 2."""
    places = [(place, name) for place, token in enumerate(found.tokens) for name in _colours([token])]
    shared: dict[str, int] = {}
    for (place, first), (other, second) in reversed(list(pairwise(places))):
        value = shared.get(second, dice.get(second))
        near = other - place <= _ITS_OWN and not re.search(r"[.;:]", found.between(place, other))
        if near and value is not None and first not in dice:
            shared[first] = value
    return shared


def threats_named(found: Stream) -> set[str]:
    """The colours that stand by the threats of a sentence."""
    near = [
        token
        for place, token in enumerate(found.tokens)
        for other in found.at("threat")
        if abs(place - other) <= _BESIDE and not re.search(r"[;.:,]", found.between(place, other))
    ]
    return {*_colours(near)}


def _pairs(found: Stream) -> list[tuple[str, int]]:
    """The dice of a sentence as they are listed, each colour right before what it shows: red 5, yellow 6."""
    return [
        (colour, after.value)
        for token, after in pairwise(found.tokens)
        for colour in _colours([token])[:1]
        if after.value and after.value <= FACES and not after.weak and after.unit < 0
    ]


def _same_die(text: Text, numbers: Sequence[int], dice: Mapping[str, int]) -> Iterator[Finding]:
    """There is one die in each colour: a roll cannot show the same one twice, nor a die something else later on."""
    for number in numbers:
        listed = _pairs(text.streams[number])
        named = [colour for colour, _ in listed]
        wrong = [one for one in set(named) if named.count(one) > 1] if len(named) == len(COLOURS) else []
        right = [colour for colour in COLOURS if colour not in named]
        if not wrong:
            wrong = [colour for colour, value in listed if dice.get(colour, value) != value]
            right = [colour for colour, value in dice.items() if any(one in wrong and said == value for one, said in listed)]
        if wrong:
            yield _colour_finding("phase2.example.roll", text, number, wrong[:1], right[:1])


def _markers(text: Text, numbers: Sequence[int], dice: Mapping[str, int], rules: Ruleset) -> Iterator[Finding]:
    """The markers that go back after damage have its colour, and so have the dice and the third marker that brought it."""
    damages = _damages(text, numbers)
    if not damages:
        return
    brought = [colour for colour, value in dice.items() if value in rules.threat_faces]
    rule = "threat.example" if brought else f"threat.color.{DAMAGES[COLOURS.index(damages[0])]}"
    for number in numbers:
        found = text.streams[number]
        third = any(token.ordinal and token.value == rules.threat_limit for token in found.tokens)
        back = goes_back(found)
        if _speaks_of_markers(found, third, back):
            said = _colours(found.tokens)
        else:
            said = brought if brought and dice_shown(found) == dice else _as_many(found, damages)
        wrong = [colour for colour in dict.fromkeys(said) if colour not in damages]
        lacking = [colour for colour in damages if colour not in said]
        if wrong and (lacking or third or back) and len(set(said)) <= len(damages):
            yield _colour_finding(rule, text, number, wrong, lacking)


def goes_back(found: Stream) -> bool:
    """Whether a sentence speaks of something that goes back to the supply."""
    return any(found.at(name) for name in ("goes_back", "give_back", "supply"))


def _damages(text: Text, numbers: Sequence[int]) -> list[str]:
    """The colours of the damage that an example names."""
    named = {damage for damage in DAMAGES for number in numbers if text.streams[number].at(damage)}
    return [colour for colour, damage in zip(COLOURS, DAMAGES, strict=True) if damage in named]


def _speaks_of_markers(found: Stream, third: bool, back: bool) -> bool:
    """Whether the colours of a sentence are those of markers: the third one, or those that go back."""
    return bool(third and found.at("threat")) or (back and not found.at("worker") and not found.at("guilder"))


def _as_many(found: Stream, damages: Sequence[str]) -> list[str]:
    """The colours of the threats that a sentence names, if they are as many as there are damages."""
    said = sorted(threats_named(found))
    return said if len(said) == len(damages) > 1 else []


def _spaces(text: Text, numbers: Sequence[int]) -> Iterator[Finding]:
    """The card that is played for a canal has the colour of the space, though the two be named in different sentences."""
    waiting: dict[str, str] = {}
    for number in numbers:
        found = text.streams[number]
        named = {thing: colour for thing in ("card", "space") if (colour := _of(found, thing))}
        if len(named) != 1 or found.at("not") or found.at("draw"):
            waiting = {}  # both at once are compared where they stand
            continue
        thing = next(iter(named))
        other = waiting.pop("space" if thing == "card" else "card", None)
        if other is None:
            waiting[thing] = named[thing]
        elif other != named[thing]:
            wrong, right = (named[thing], other) if thing == "card" else (other, named[thing])
            yield _colour_finding("action.canal.example.build", text, number, [wrong], [right])


def _of(found: Stream, thing: str) -> str | None:
    """The colour that a thing has in a sentence, if it stands right beside it."""
    ranked: list[tuple[float, str]] = []
    for target in found.at(thing):
        for colour in found.words.things.colours:
            for place in found.at(colour):
                between = found.between(place, target)  # a comma between them counts like several words
                steps = abs(place - target) + 4 * sum(between.count(mark) for mark in ",;.") + (0 if place < target else 0.5)
                ranked.append((steps, colour))
    nearest = min(ranked, default=None)
    return nearest[1] if nearest is not None and nearest[0] <= _ITS_OWN else None


def _colour_finding(rule: str, text: Text, number: int, wrong: Sequence[str], right: Sequence[str]) -> Finding:
    claimed, actual = ", ".join(wrong), ", ".join(right) or "–"
    reason = Reason("colour_differs", {"claimed": claimed, "actual": actual})
    return Finding(rule, Verdict.CONTRADICTS, text.sentences[number].passage(), reason, 0.8, claimed, actual)
