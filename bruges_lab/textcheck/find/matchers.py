"""Matchers: how each rule is said, as data beside the rules (`matchers`). A frame lists what a sentence must speak of.

A frame is a line of atoms. `worker|coin` must stand in the sentence or its context; `.worker` in the sentence itself;
`-worker` must not stand in the sentence, `-^worker` not in its headings either; `&house &laurel` must open items or headings
that follow in the same list, in this order; `?top` is right unless an opposite stands
there instead; `!not@points` is wrong where it is missing near points, `~not@points` where it stands there.
`#workers_taken:worker` is a number that counts workers; `.nth`, `.set`, `.range`, `.row`, `.pairs` and `.each` after its name ask
for a place in a row, a list, a range, a row of a table, numbers that belong together by twos, a whole and its share;
`@blue:flood` asks which colour stands by a thing, `=card:worker` that two things have the same colour, `<step:damage` that one
thing is named before another. `>0.2` is the likeness from which on the frame counts; a frame that opens with `+` can confirm the
rule, but never contradict it; one that opens with `*` is sure by its words alone, even in a sentence that speaks of much else;
one that opens with `&` is laid over lists: each item, heading or row names one of its words, and together they confirm the rule.

Beside its frames a matcher lists under `denied` the things that its rule says are not so; `hand|begin/empty` is denied by a
negation in its clause, or by the word empty anywhere in the sentence.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal

import msgspec

from ...kernel.errors import DataError
from ...kernel.records import read_list, read_toml
from ...kernel.rulesets import BaseRuleset
from ...rulebook.catalogue import usual_rules
from ..read.things import FILE, things
from ..read.vocabulary import concept_bits, plain_words

if TYPE_CHECKING:
    from ...games.manifest import Manifest

Asks = Literal["number", "nth", "set", "range", "row", "pairs", "each", "colour", "same", "word", "missing", "unwanted", "before"]
_NUMBER = re.compile(r"#(\?)?([\w,=]+?)(?:\.(nth|set|range|row|pairs|each))?:([\w|]*)")
_COLOUR = re.compile(r"@(\w+):([\w|]+)")
_SAME = re.compile(r"=([\w|]+):([\w|]+)")
_BEFORE = re.compile(r"<([\w|]+):([\w|]+)")
_CRITICAL = re.compile(r"([?!~])([\w|]+)(?:@([\w|]+))?")
_PLAIN = re.compile(r"(-\^|[.&-])?([\w|]+)")
AT_SIGHT: Final = ("colour", "same", "pairs", "each")
"""What a sentence has wrong in itself, whatever else it speaks of."""
USUAL = 0.36
"""From this likeness to the rule on a sentence with all atoms is taken to say it."""
MISTAKEN = 0.2
"""The same for a known confusion, which says something else than the rule."""


@dataclass(frozen=True, slots=True)
class Atom:
    """Something that must be spoken of: in the sentence, in its context, or in what follows in the same list."""

    bits: int
    inside: bool = False
    listed: bool = False


@dataclass(frozen=True, slots=True)
class Slot:
    """Something that a sentence can get right or wrong."""

    asks: Asks
    name: str
    """Of a number: its name in the rule's values; otherwise the right word or colour."""
    near: tuple[str, ...] = ()
    bits: int = 0
    optional: bool = False
    sure: bool = False
    """Its frame is sure by its words alone."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One way of saying a rule."""

    atoms: tuple[Atom, ...]
    barred: int
    barred_context: int
    slots: tuple[Slot, ...]
    mistake: str = ""
    """The known confusion that says this; empty if it is the rule."""
    least: float = USUAL
    confirms: bool = False
    """It can show that the rule is stated, but never that it is wrong."""
    sure: bool = False
    """Its words alone say what is spoken of, whatever else the sentence is about."""
    text: str = ""
    gathers: bool = False
    """It is laid over the openings of a list, not over a sentence."""


class _MatcherRecord(msgspec.Struct, forbid_unknown_fields=True):
    rule: str
    frames: list[str]
    mistakes: dict[str, list[str]] = {}
    editions: dict[str, list[int]] = {}
    where: Literal["rule", "example", "card", "any"] | None = None
    denied: list[str] = []


class _ExcludedRecord(msgspec.Struct, forbid_unknown_fields=True):
    rule: str
    why: str


@dataclass(frozen=True, slots=True)
class Matcher:
    """How one rule is said, and what other editions say instead."""

    rule: str
    frames: tuple[Frame, ...]
    editions: Mapping[str, tuple[int, ...]]
    where: Literal["rule", "example", "card", "any"]
    denied: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...] = ()
    """The things of which the rule says that they are not so, each with the words that say so without a negation; where a
    sentence affirms one, it contradicts the rule."""


@dataclass(frozen=True, slots=True)
class Matchers:
    """All matchers of a game by rule, and the rules that no rulebook would state, with the reason."""

    manifest: Manifest
    by_rule: Mapping[str, Matcher]
    excluded: Mapping[str, str]


_OTHER_FILES: Final = ("words.toml", FILE)


def matchers_for(manifest: Manifest, folder: object) -> Matchers:
    """The matchers of a game."""
    return read_matchers(manifest, manifest.folder(str(folder)))


def read_matchers(manifest: Manifest, folder: Path) -> Matchers:
    """Read and check a folder of matchers, each of a rule of the game's catalogue."""
    catalogue = manifest.catalogue
    cards = things(manifest).card_chapters
    found: dict[str, Matcher] = {}
    excluded: dict[str, str] = {}
    for path in sorted(folder.glob("*.toml")):
        if path.name in _OTHER_FILES:
            continue
        groups = read_toml(path).get("groups", {})
        for record in read_list(path, "matcher", _MatcherRecord, name="rule", others=frozenset(("excluded", "groups"))):
            if record.rule not in catalogue:
                raise DataError(path, record.rule, "rule", "is not in the catalogue")
            if record.rule in found:
                raise DataError(path, record.rule, "rule", "has a matcher already")
            rule = catalogue[record.rule]
            names = {confusion.name for confusion in rule.confusions}
            if unknown := set(record.mistakes) - names:
                raise DataError(path, record.rule, "mistakes", f"{min(unknown)} is not a known confusion of this rule")
            frames = [_frame(manifest, path, record.rule, text, groups) for text in record.frames]
            frames += [
                _frame(manifest, path, record.rule, text, groups, name)
                for name, texts in record.mistakes.items()
                for text in texts
            ]
            known = {*rule.values(), *engine_counts(manifest, usual_rules(manifest))}
            for frame in frames:
                _check_names(path, known, frame, record.rule)
            where = record.where or (
                "example" if rule.kind == "example" else "card" if rule.chapter.startswith(cards) else "rule"
            )
            editions = {name: tuple(values) for name, values in record.editions.items()}
            denied = tuple(_denied(manifest, path, record.rule, names) for names in record.denied)
            found[record.rule] = Matcher(record.rule, tuple(frames), editions, where, denied)
        for entry in read_toml(path).get("excluded", []):
            excluded[entry["rule"]] = entry["why"]
    return Matchers(manifest, found, excluded)


def _denied(manifest: Manifest, path: Path, rule: str, text: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    things, _, otherwise = text.partition("/")
    for name in (*things.split("|"), *filter(None, otherwise.split("|"))):
        if name not in concept_bits(manifest):
            raise DataError(path, rule, "denied", f"{name!r} is neither a concept nor a plain word")
    return tuple(things.split("|")), tuple(filter(None, otherwise.split("|")))


def _check_names(path: Path, known: Set[str], frame: Frame, rule: str) -> None:
    for slot in frame.slots:
        if slot.asks in ("number", "nth", "set", "range", "row", "pairs", "each"):
            for name in slot.name.split(","):
                if not name.startswith("=") and name not in known:
                    raise DataError(path, rule, "frames", f"{name} is not a number of this rule")
        if (slot.asks == "pairs" and len(slot.name.split(",")) % 2) or (slot.asks == "each" and len(slot.name.split(",")) != 2):
            raise DataError(path, rule, "frames", f"{slot.name}: {slot.asks} needs its names by twos")


def engine_counts(manifest: Manifest, rules: BaseRuleset | None) -> Mapping[str, int]:
    """Numbers that the engine has as the length of a list of its own, or that the box repeats for every player."""
    return manifest.text_numbers(rules) if manifest.has("text_numbers") else {}


def _frame(manifest: Manifest, path: Path, rule: str, text: str, groups: Mapping[str, str], mistake: str = "") -> Frame:
    atoms: list[Atom] = []
    slots: list[Slot] = []
    barred = barred_context = 0
    least, confirms, sure, gathers = MISTAKEN if mistake else USUAL, False, False, False

    def bits(names: str) -> int:
        found = 0
        for name in names.split("|"):
            if name in groups:
                found |= bits(groups[name])
            elif name in concept_bits(manifest):
                found |= concept_bits(manifest)[name]
            else:
                raise DataError(path, rule, "frames", f"{name!r} is neither a concept nor a plain word")
        return found

    def listed(names: str) -> tuple[str, ...]:
        bits(names)
        return tuple(part for name in names.split("|") for part in (listed(groups[name]) if name in groups else (name,)))

    for part in text.split():
        if part == "+":
            confirms = True
        elif part == "*":
            sure = True
        elif part == "&":
            confirms = gathers = True
        elif part.startswith(">"):
            least = float(part[1:])
        elif number := _NUMBER.fullmatch(part):
            asks: Asks = number[3] or "number"  # type: ignore[assignment]
            slots.append(
                Slot(
                    asks,
                    number[2],
                    listed(number[4]) if number[4] else (),
                    bits(number[4]) if number[4] else 0,
                    optional=bool(number[1]),
                )
            )
        elif colour := _COLOUR.fullmatch(part):
            slots.append(Slot("colour", colour[1], listed(colour[2]), bits(colour[2])))
        elif same := _SAME.fullmatch(part):
            slots.append(Slot("same", same[1], listed(same[2]), bits(same[1])))
        elif before := _BEFORE.fullmatch(part):
            slots.append(Slot("before", before[1], listed(before[2]), bits(before[1])))
        elif critical := _CRITICAL.fullmatch(part):
            kind: Asks = {"?": "word", "!": "missing", "~": "unwanted"}[critical[1]]  # type: ignore[assignment]
            if kind == "word" and not any(opposites(name, manifest) for name in critical[2].split("|")):
                raise DataError(path, rule, "frames", f"{critical[2]!r} has no opposite")
            slots.append(Slot(kind, critical[2], listed(critical[3]) if critical[3] else (), bits(critical[2])))
        elif plain := _PLAIN.fullmatch(part):
            if plain[1] == "-":
                barred |= bits(plain[2])
            elif plain[1] == "-^":
                barred_context |= bits(plain[2])
            else:
                atoms.append(Atom(bits(plain[2]), inside=plain[1] == ".", listed=plain[1] == "&"))
        else:
            raise DataError(path, rule, "frames", f"{part!r} is not an atom")
    if not any(atom.inside for atom in atoms) and not any(
        slot.bits and slot.asks not in ("word", "missing", "unwanted", "before") for slot in slots
    ):
        raise DataError(path, rule, "frames", f"{text!r}: something must stand in the sentence itself: a number or .word")
    held = tuple(replace(slot, sure=True) for slot in slots) if sure else tuple(slots)
    return Frame(tuple(atoms), barred, barred_context, held, mistake, least, confirms, sure, text, gathers)


def said(atoms: Sequence[Atom], bits: int, context: int, listed: Sequence[int]) -> bool:
    """Whether all atoms are spoken of, given the concepts of a sentence, of its context, and of what follows in its list."""
    place = 0
    for atom in atoms:
        if atom.listed:
            while place < len(listed) and not listed[place] & atom.bits:
                place += 1
            if place == len(listed):
                return False
            place += 1
        elif not bits & atom.bits and (atom.inside or not context & atom.bits):
            return False
    return True


@cache
def opposites(name: str, manifest: Manifest) -> tuple[str, ...]:
    """The words of a game's texts that contradict a word where it is expected."""
    word, known = plain_words(manifest).get(name), concept_bits(manifest)
    found = (*(word.opposite if word else ()), *things(manifest).opposites.get(name, ()))
    return tuple(one for one in found if one in known)
