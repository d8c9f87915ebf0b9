"""Worked examples: where one gives dice, goods or a standing, it is played again by the engine and compared with what it says."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence, Set

from ....textcheck.find.searched_text import Text
from ....textcheck.findings import Finding, Proof
from ....textcheck.read.concepts import Stream
from ..ruleset import Ruleset
from ..words import COLOURS
from .example_colours import FACES, check_colours, dice_shown, threats_named
from .example_standings import against, check_standings
from .played_again import Rolled, income, roll

_LEAST_DICE = 2
_QUIET = 3
_STEP = ("step", "reputation_track")


def check_example(text: Text, numbers: Sequence[int], rules: Ruleset) -> Iterator[Finding]:
    """One example, by its sentences: its dice and what comes of them, its colours, its standings."""
    yield from _income(text, numbers, rules)
    yield from check_standings(text, numbers, rules)
    dice = next(filter(None, (dice_shown(text.streams[number]) for number in numbers)), {})
    yield from check_colours(text, numbers, dice, rules)
    played = roll(tuple(dice.get(colour, _QUIET) for colour in COLOURS), rules) if len(dice) >= _LEAST_DICE else None
    if played is not None:
        proof = Proof((played.scenario,), _shown(dice, played), replayed=True)
        for number in numbers:
            yield from _threats(text, number, dice, played, proof)
            yield from _price(text, number, dice, played, proof)


def _income(text: Text, numbers: Sequence[int], rules: Ruleset) -> Iterator[Finding]:
    """A die in an example, and the guilders that the example says it brings."""
    shown: list[int] = []
    for number in numbers:
        found = text.streams[number]
        gained = _guilders(found)
        faces = [value for one in found.numbers() if (value := one.value or 0) <= FACES and "guilder" not in found.counts(one)]
        if found.at("die") and len(faces) == 1:
            shown = [value for value in faces if value]
        about_income = found.at("card") and not any(found.at(name) for name in _STEP)
        if about_income and len(shown) == len(gained) == 1:
            played = income(shown[0], rules)
            if played is not None and played.number != gained[0]:
                proof = Proof((played.scenario,), f"{shown[0]} → {played.number}", replayed=True)
                yield against(text, number, played.rule, "replay_income", gained[0], played.number, proof)


def _guilders(found: Stream) -> list[int]:
    return [one.value or 0 for one in found.numbers() if "guilder" in found.counts(one)]


def _shown(dice: Mapping[str, int], played: Rolled) -> str:
    rolled = ", ".join(f"{colour} {value}" for colour, value in dice.items())
    return f"{rolled} → {_listed(played.threats)}; {played.price or '–'}"


def _listed(colours: Set[str]) -> str:
    return ", ".join(sorted(colours)) or "–"


def _threats(text: Text, number: int, dice: Mapping[str, int], played: Rolled, proof: Proof) -> Iterator[Finding]:
    """The colours that a roll threatens with: none that it does not, and all of them if several are named."""
    found = text.streams[number]
    said = threats_named(found)
    if not said or not said <= set(dice) or dice_shown(found) == dice:
        return
    if said - played.threats or (len(said) > 1 and played.threats - said):
        yield against(text, number, "phase2.example.roll", "replay_threats", _listed(said), _listed(played.threats), proof)


def _price(text: Text, number: int, dice: Mapping[str, int], played: Rolled, proof: Proof) -> Iterator[Finding]:
    """What a step costs after a roll: known where all dice are told, or one of those that it costs."""
    found = text.streams[number]
    all_told = len(dice) == len(COLOURS) or any(value in (1, 2) for value in dice.values())
    if not played.price or not all_told or not any(found.at(name) for name in (*_STEP, "advance", "pay")):
        return
    wrong = [price for price in _guilders(found) if price != played.price and price not in dice.values()]
    for price in wrong[:1]:
        yield against(text, number, "phase2.example.roll", "replay_price", price, played.price, proof)
