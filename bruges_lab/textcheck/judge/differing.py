"""Differing: where a sentence says something else than the statements of the rule it is aligned with.

Every word and number of a sentence is held against what statements of its rules have in that place, the tested place left open:
what stands there, how usual that is, how usual the thing that could stand there instead, what stands beside both, and whether
another rule of the sentence or its neighbours accounts for it. What these features are worth is the model's to say.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, Literal

from ..arrays import np
from ..find.aligning import Alignment
from ..find.boosted import Models
from ..find.library import SHARPNESS, Known
from ..read.reading import Aside, Sort
from ..read.spoken import Facts, Part, number_of, pair
from ..read.things import things
from .exchanging import exchanged, listed_words, opposed

if TYPE_CHECKING:
    from ..find.searched_text import Text
    from ..read.likeness import Matrix

Kind = Literal["number", "colour", "thing", "word", "missing", "extra", "order", "swapped", "misread"]
KINDS: Final[tuple[Kind, ...]] = ("number", "colour", "thing", "word", "missing", "extra", "order", "swapped")
FEATURES: Final = (
    "probable", "rank", "length", "in_example", "of_example", "heading", "cell", "stated_elsewhere", "statements", "alike",
    "behind", "share", "share_right", "usual", "usual_right", "own", "own_right", "explained", "explained_right", "near",
    "near_right", "has_right", "times", "context_right", "context", "beside", "beside_right", "beside_best",
    "beside_right_best", "beside_other", "beside_other_best", "opposed", "unit_right", "unit", "unit_other", "no_unit",
    "owned", "apart", "in_list", "everywhere", "of_players", "value", "others_right", "expected", "early", "late", "unlike",
    "unlike_back", "known", "declared", "as_it_is", "as_exchanged", "exchanged_gain", "in_order", "both", "other_clause",
    "in_time", "covered", "not_said", "unusual", *(f"is_{kind}" for kind in KINDS),
)  # fmt: skip
"""What the model of differences looks at, in this order."""
LEAST = 0.12
_DIGITS = 5  # of shares: the last ones of a sum, which are others on another machine, put nothing before another
_MOST_RULES = 5
_USUAL = 0.15
_EXPECTED = 0.3
_OWNED = 0.1
_LACKED = 0.4
_EXTRA = 0.15
_MOST_RIGHT = 2
_BESIDE = 3
_AROUND = (-2, -1, 1, 2)
_LARGEST = 20
_KNOWN_TWICE = 2
_BOTH = 0.2
_MOST_BOTH = 7
_LEAST_GAIN, _OUT_OF_ORDER, _LACKED_THING = 0.04, 0.35, 0.45
_NO_NUMBER, _NO_EXCHANGE = (0.0,) * 12, (0.0,) * 7


@dataclass(frozen=True, slots=True)
class Difference:
    """One place where a sentence differs from what statements of a rule say."""

    kind: Kind
    rule: int
    sentence: int
    place: int
    """The token, or -1 where something is missing."""
    said: str
    right: str
    features: tuple[float, ...]
    says: str = ""
    """The misreading that the sentence comes near."""


class Differ:
    """Goes through a text that is aligned, and finds where its sentences differ from their rules."""

    def __init__(self, text: Text, alignment: Alignment, learnt: Models) -> None:
        self.text, self.alignment, self.library = text, alignment, alignment.library
        manifest = text.manifest
        self.exchanged, self.opposed, self.things = exchanged(manifest), opposed(manifest), things(manifest)
        self.unlike, self.words = learnt.unlike, listed_words()
        self.known: dict[tuple[str, str, str], int] = {}
        for one in learnt.known:
            self.known[one] = self.known.get(one, 0) + 1
        self.best: dict[int, list[tuple[float, int]]] = dict(alignment.by_rule())

    def all(self) -> Iterator[Difference]:
        """Every difference of the text."""
        known: dict[object, list[Difference]] = {}
        for number, rules in enumerate(self.alignment.by_sentence):
            if not any(probable >= LEAST for probable in rules.values()):
                continue
            key = said_again(self.text, self.alignment, number)
            if key not in known:
                known[key] = list(_Sentence(self, number).differences())
            yield from (one if one.sentence == number else replace(one, sentence=number) for one in known[key])


def said_again(text: Text, alignment: Alignment, number: int) -> object:
    """What a sentence shares with those that say the same of the same rules: they are looked at once."""
    rules = tuple((place, round(probable, 1)) for place, probable in alignment.by_sentence[number].items() if probable >= LEAST)
    return id(text.streams[number]), text.sentences[number].aside, rules


class _Sentence:
    """One sentence and the rules that it may state."""

    def __init__(self, differ: Differ, number: int) -> None:
        self.differ, self.number = differ, number
        alignment, text = differ.alignment, differ.text
        self.facts: Facts = alignment.facts[number]
        self.tokens = text.streams[number].tokens
        self.rules = [(place, value) for place, value in alignment.by_sentence[number].items() if value >= LEAST][:_MOST_RULES]
        self.weights: dict[int, list[float]] = {}
        self.alike: dict[int, float] = {}
        for place, _ in self.rules:
            like: Matrix = self.known(place).rows @ alignment.rows[number]
            weights = np.maximum(like, 0.01) ** SHARPNESS
            self.weights[place], self.alike[place] = (weights / weights.sum()).tolist(), float(like.max())
        self.shares: dict[tuple[int, object], float] = {}
        self.wholes: dict[int, tuple[float, float, float]] = {}
        sentences = range(len(text.sentences))
        around = [number + step for step in _AROUND if number + step in sentences]
        self.context = frozenset[str]().union(*(alignment.facts[other].every for other in around))
        self.first: dict[str, int] = {}
        for part in self.facts.parts:
            for name in part.names:
                self.first.setdefault(name, part.place)
        self.near = [
            (place, value)
            for other in around
            if abs(other - number) == 1
            for place, value in alignment.by_sentence[other].items()
            if value > _EXPECTED
        ]
        self.beside: dict[tuple[int, str], list[str]] = {}

    def known(self, place: int) -> Known:
        return self.differ.library.known[place]

    def share(self, place: int, name: object) -> float:
        """What share of the statements of a rule has a name or a pair, those like the sentence counting more."""
        key = (place, name)
        if key not in self.shares:
            weights = self.weights[place]
            self.shares[key] = round(sum(weights[one] for one in self.known(place).having.get(name, ())), _DIGITS)
        return self.shares[key]

    def differences(self) -> Iterator[Difference]:
        self._read_beside()
        for rank, (place, probable) in enumerate(self.rules):
            base = self._base(place, rank, probable)
            for part in self.facts.parts:
                for name in part.names:
                    yield from self._of_name(place, part, name, base)
            yield from self._missing(place, base)
            if probable >= _EXPECTED:
                yield from self._swapped(place, base)

    def _swapped(self, place: int, base: list[float]) -> Iterator[Difference]:
        """Two things that both belong to the rule, where the sentence comes nearer to it with one in the place of the other."""
        usual, differ = self.known(place).shares.names, self.differ
        ones = [
            (part, name)
            for part in self.facts.parts
            for name in part.names
            if usual.get(name, 0.0) >= _BOTH
            and self.first[name] == part.place
            and (name in differ.text.manifest.glossary or number_of(name) is not None)
        ]
        ones = sorted(sorted(ones, key=lambda one: -self.share(place, one[1]))[:_MOST_BOTH], key=lambda one: one[0].place)
        for number, (first, said) in enumerate(ones):
            for second, other in ones[number + 1 :]:
                if first.place == second.place or set(first.names) & set(second.names):
                    continue
                told = self._exchange(place, first, said, second, other)
                if told[2] >= _LEAST_GAIN or (told[4] >= 2 and told[3] <= _OUT_OF_ORDER):
                    yield self._told("swapped", place, first.place, said, other, base, of_exchange=told)

    def _exchange(self, place: int, first: Part, said: str, second: Part, other: str) -> list[float]:
        """How well two things fit where they stand, and each where the other stands; how often they come in this order."""
        as_it_is = as_exchanged = 0.0
        around = 0
        for part, own, instead in ((first, said, other), (second, other, said)):
            near = [name for name in self.beside.get((part.place, own), ()) if name not in (said, other)]
            around += len(near)
            as_it_is += sum(self.share(place, pair(own, name)) for name in near)
            as_exchanged += sum(self.share(place, pair(instead, name)) for name in near)
        known, weights, both, in_order = self.known(place), self.weights[place], 0.0, 0.0
        times = 0
        for one in known.having.get(said, ()):
            where = known.first(one)
            if other in where:
                both, times = both + weights[one], times + 1
                in_order += weights[one] * (where[said] < where[other])
        parts = {"before", "after", "finally", "or"} & self.facts.names.keys()
        around = max(1, around)
        return [
            as_it_is / around,
            as_exchanged / around,
            (as_exchanged - as_it_is) / around,
            in_order / both if both else 0.5,
            min(_LARGEST, times),
            first.clause != second.clause,
            len(parts),
        ]

    def _read_beside(self) -> None:
        parts = self.facts.parts
        for number, part in enumerate(parts):
            others = parts[max(0, number - _BESIDE) : number + _BESIDE + 1]
            near = [name for other in others if other.place != part.place and other.clause == part.clause for name in other.names]
            for name in part.names:
                self.beside.setdefault((part.place, name), [other for other in near if other != name])

    def _base(self, place: int, rank: int, probable: float) -> list[float]:
        sentence, known = self.differ.text.sentences[self.number], self.known(place)
        elsewhere = max((value for value, number in self.differ.best[place][:2] if number != self.number), default=0.0)
        return [
            probable,
            rank,
            len(self.tokens),
            sentence.aside is Aside.EXAMPLE,
            known.rule.kind == "example",
            sentence.sort is Sort.HEADING,
            sentence.sort is Sort.CELL,
            elsewhere,
            len(known.said),
            self.alike[place],
            max(self.alike.values()) - self.alike[place],
        ]

    def _of_name(self, place: int, part: Part, name: str, base: list[float]) -> Iterator[Difference]:
        if number_of(name) is not None:
            yield from self._number(place, part, name, base)
            return
        usual = self.known(place).shares.names
        differ = self.differ
        rights = sorted(
            (
                (self.share(place, other) - 0.5 * (other in self.facts.names), other)
                for other in differ.exchanged.get(name, ())
                if usual.get(other, 0.0) >= _USUAL
            ),
            reverse=True,
        )
        kind: Kind = "colour" if name in differ.things.colours else "thing" if name in differ.text.manifest.glossary else "word"
        listed = [right for _, right in rights[:_MOST_RIGHT] if self.share(place, right) >= _OWNED]
        if kind == "thing" and usual.get(name, 0.0) < _EXTRA and name in differ.things.counted:
            lacked = self._lacked(place)
            listed += [right for right in lacked if right not in listed and right not in differ.exchanged.get(name, ())][:1]
        for right in listed:
            yield self._told(kind, place, part.place, name, right, base)
        if name in differ.words.telling and self.share(place, name) < _EXTRA:
            yield self._told("extra", place, part.place, name, "", base)
        if name in ("before", "after") and (self.known(place).shares.early or self.known(place).shares.late):
            yield self._told("order", place, part.place, name, "after" if name == "before" else "before", base)

    def _lacked(self, place: int) -> list[str]:
        """The things that a rule usually speaks of and the sentence does not, the most usual first."""
        usual, counted = self.known(place).shares.names, self.differ.things.counted
        found = [
            name for name, share in usual.items() if share >= _LACKED_THING and name in counted and name not in self.facts.names
        ]
        return sorted(found, key=lambda name: (-usual[name], name))

    def _missing(self, place: int, base: list[float]) -> Iterator[Difference]:
        usual = self.known(place).shares.names
        for name in self.differ.words.lacking:
            if name not in self.facts.names and usual.get(name, 0.0) >= _LACKED:
                yield self._told("missing", place, -1, "", name, base)

    def _number(self, place: int, part: Part, name: str, base: list[float]) -> Iterator[Difference]:
        known, value = self.known(place), number_of(name)
        assert value is not None
        expected = [
            other
            for other, share in known.shares.names.items()
            if other[0] == name[0]
            and other != name
            and (right := number_of(other)) is not None
            and (share >= _EXPECTED or (right in known.values and share >= _OWNED))
        ]
        best: tuple[float, str] | None = None
        for other in sorted(expected):
            if self.facts.names[other] and self.share(place, name) > 1 - _LACKED:
                continue
            score = self._of_unit(place, other, part.units) + self.share(place, other)
            if best is None or score > best[0]:
                best = score, other
        if best is not None:
            yield self._told(
                "number", place, part.place, name, best[1], base, self._of_number(place, part, name, best[1], expected)
            )

    def _of_unit(self, place: int, name: str, units: Sequence[str]) -> float:
        return max((self.share(place, f"{name}:{unit}") for unit in units), default=0.0)

    def _of_number(self, place: int, part: Part, name: str, right: str, expected: Sequence[str]) -> list[float]:
        token, units, common = self.tokens[part.place], part.units, self.differ.things.everywhere
        value, correct = number_of(name) or 0, number_of(right) or 0
        return [
            self._of_unit(place, right, units),
            self._of_unit(place, name, units),
            max((sure * self._of_unit(other, name, units) for other, sure in self.rules if other != place), default=0.0),
            not units,
            correct in self.known(place).values,
            min(_LARGEST, abs(value - correct)),
            token.group >= 0,
            any(unit in common for unit in units),
            "player" in units,
            value,
            sum(bool(self.facts.names[other]) for other in expected),
            len(expected),
        ]

    def _others(self, place: int, share: Callable[[int], float]) -> float:
        return max((sure * share(other) for other, sure in self.rules if other != place), default=0.0)

    def _told(
        self,
        kind: Kind,
        place: int,
        token: int,
        said: str,
        right: str,
        base: list[float],
        of_number: Sequence[float] = _NO_NUMBER,
        of_exchange: Sequence[float] = _NO_EXCHANGE,
    ) -> Difference:
        known, differ = self.known(place), self.differ
        shares = known.shares
        near = self.beside.get((token, said), [])
        beside = [self.share(place, pair(said, other)) for other in near]
        instead = [self.share(place, pair(right, other)) for other in near] if right else []
        elsewhere = [self._others(place, lambda one, other=other: self.share(one, pair(said, other))) for other in near]  # type: ignore[misc]
        early = late = 0.0
        if kind == "order":
            early = sum(shares.late.get(name, 0.0) - shares.early.get(name, 0.0) for name in self.facts.early)
            late = sum(shares.early.get(name, 0.0) - shares.late.get(name, 0.0) for name in self.facts.late)
        features = [
            *base,
            self.share(place, said),
            self.share(place, right),
            shares.names.get(said, 0.0),
            shares.names.get(right, 0.0),
            shares.own.get(said, 0.0),
            shares.own.get(right, 0.0),
            self._others(place, lambda one: self.share(one, said)),
            self._others(place, lambda one: self.share(one, right)),
            self._around(said),
            self._around(right),
            self.facts.names[right],
            self.facts.names[said],
            right in self.context,
            said in self.context,
            _mean(beside),
            _mean(instead),
            max(beside, default=0.0),
            max(instead, default=0.0),
            _mean(elsewhere),
            max(elsewhere, default=0.0),
            (said, right) in differ.opposed,
            *of_number,
            early,
            late,
            differ.unlike.get(f"{said}>{right}", 0.0),
            differ.unlike.get(f"{right}>{said}", 0.0),
            min(_KNOWN_TWICE, differ.known.get((known.rule.id, said, right), 0)),
            self._is_declared(known, said, right),
            *of_exchange,
            *self._whole(place),
            *(kind == one for one in KINDS),
        ]
        return Difference(kind, place, self.number, token, said, right, tuple(float(one) for one in features))

    def _whole(self, place: int) -> tuple[float, float, float]:
        """How much of a rule a sentence says, how many of its usual names it lacks, and how many it has that are unusual."""
        if place not in self.wholes:
            usual, names = self.known(place).shares.names, self.facts.names
            total = sum(usual.values())
            self.wholes[place] = (
                sum(usual.get(name, 0.0) for name in names) / max(1e-6, total),
                sum(share >= _LACKED and name not in names for name, share in usual.items()),
                sum(usual.get(name, 0.0) < _OWNED for name in names),
            )
        return self.wholes[place]

    def _around(self, name: str) -> float:
        names = self.differ.library.known
        return max((sure * names[place].shares.names.get(name, 0.0) for place, sure in self.near), default=0.0)

    def _is_declared(self, known: Known, said: str, right: str) -> bool:
        """Whether a misreading that the catalogue knows has the one and not the other."""
        return any(said in one.odd and (not right or right not in one.odd) for one in known.misread)


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0
