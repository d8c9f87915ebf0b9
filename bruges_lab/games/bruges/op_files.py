"""Reading effects: op lists as files of cards and of ships write them, checked against the vocabulary (ops.py).

Who reads them says which ops go there and how an error is named; numbers may be given by name.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from ...kernel.errors import DataError, one_line
from .deck import LANGUAGES, Op
from .deck_records import InLanguages
from .ops import COLOURLESS, COMPANIONS, DEFAULTS, OPS, OpKind

LARGEST = 99
MOST_OPS = 20


class Refuse(Protocol):
    """Makes the error that names file and entry."""

    def __call__(self, field: str, problem: str, rule: str | None = None) -> DataError: ...


RawOp = Mapping[str, str | int]
Goes = Callable[[str, OpKind], str | None]
"""Says what is wrong with an op where it stands; None if it goes there."""


def in_all_languages(texts: InLanguages) -> dict[str, str]:
    """A text in every language: one is enough, the others show the same."""
    known = {str(lang): text for lang, text in texts.items() if text}
    spare = next(iter(known.values()), "")
    return {lang: known.get(lang, spare) for lang in LANGUAGES}


def read_ops(effect: Sequence[RawOp], numbers: Mapping[str, int], goes: Goes, refuse: Refuse) -> tuple[Op, ...]:
    """Check the ops of an effect and put their numbers in."""
    return tuple(_op(f"effect.{place}", raw, numbers, goes, refuse) for place, raw in enumerate(effect))


def _op(field: str, given: RawOp, known_numbers: Mapping[str, int], goes: Goes, refuse: Refuse) -> Op:
    raw = dict(given)
    name = raw.pop("op", None)
    kind = OPS.get(name) if isinstance(name, str) else None
    if kind is None:
        raise refuse(field, f"{one_line(str(name), 40)!r} is not an op of the vocabulary")
    if problem := goes(str(name), kind):
        raise refuse(field, problem, "act.kinds")
    numbers = _numbers(field, raw, kind, known_numbers, refuse)
    if name == "trade" and raw.get("give") != "guilders" and numbers[0] != 1:
        raise refuse(f"{field}.gives", "a worker or a card is given one at a time: must be 1")
    words = _words(field, raw, kind, refuse)
    fault = _occasion_fault(str(name), words)
    if fault is not None:
        raise refuse(field, fault)
    if raw:
        raise refuse(field, f"{name} has no parameter {one_line(min(raw), 40)!r}")
    return Op(str(name), tuple(numbers), words)


def _numbers(field: str, raw: dict[str, str | int], kind: OpKind, known_numbers: Mapping[str, int], refuse: Refuse) -> list[int]:
    numbers = []
    for parameter in kind.numbers:
        value = raw.pop(parameter, DEFAULTS.get(parameter))
        value = known_numbers.get(value) if isinstance(value, str) else value
        if not isinstance(value, int) or not 0 <= value <= LARGEST:
            problem = f"must be a number from 0 to {LARGEST}, or the name of one in `numbers`"
            raise refuse(f"{field}.{parameter}", problem)
        numbers.append(value)
    if "lot" in kind.numbers and not numbers[kind.numbers.index("lot")]:
        raise refuse(f"{field}.lot", "must be 1 or more")
    return numbers


def _words(field: str, raw: dict[str, str | int], kind: OpKind, refuse: Refuse) -> dict[str, str]:
    words: dict[str, str] = {}
    allowed = dict(kind.words)
    companion = COMPANIONS.get(str(raw.get("per")))
    if companion is not None:
        allowed[companion[0]] = companion[1]
    for parameter, known in allowed.items():
        word = raw.pop(parameter, DEFAULTS.get(parameter))
        if word not in known:
            raise refuse(f"{field}.{parameter}", f"{one_line(str(word), 40)!r} is not one of {', '.join(known)}")
        words[parameter] = str(word)
    return words


_OPPONENTS_OCCASIONS = (
    "person_placed",
    "house_built",
    "canal_built",
    "step_taken",
    "statue_taken",
    "damage_suffered",
    "majority_turned",
)


def _occasion_fault(name: str, words: dict[str, str]) -> str | None:
    """What is wrong with the words of an op that reacts."""
    on, colour = words.get("on", ""), words.get("colour", "")
    if colour == "same" and on in COLOURLESS:
        return f"{on} has no colour: name one, or say any"
    if name == "may_discard_threat" and on == "threat_discarded":
        return "a discarded threat cannot bring another away, and so on"
    if name == "gain_when":
        if (words["what"] == "workers") != (colour != "none"):
            return "a colour goes with what = 'workers', and only with it"
        if words["of"] == "opponent" and on not in _OPPONENTS_OCCASIONS:
            return f"{on} is not something that opponents bring about"
    return None
