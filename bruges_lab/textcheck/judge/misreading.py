"""Misreading: sentences that come nearer to a wrong statement of a rule than to any right one.

Wrong statements are declared: by the catalogue, which says how the engine plays them (`confusions`), and by `misread.toml` of
the reading of a game. A sentence is compared with both sides by what it speaks of, by what stands together in it, and by the
words that decide.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING, Final

from ..arrays import np
from ..find.aligning import Alignment, foremost
from ..find.library import Known, Misreading, clauses_of, row_of_own, telling
from ..read.reading import Aside
from .differing import Difference, said_again

if TYPE_CHECKING:
    from ..find.searched_text import Text
    from ..read.likeness import Matrix
    from ..read.spoken import Facts

FEATURES: Final = (
    "probable", "rank", "wrong", "right", "wrong_over_right", "wrong_pairs", "right_pairs", "pairs_over", "wrong_names",
    "right_names", "names_over", "length", "rivals", "over_rivals", "more_than_wrong", "less_than_wrong", "more_than_right",
    "less_than_right", "names_rivals", "names_over_rivals", "odd", "denied_otherwise", "denial", "lacking", "usual", "in_example",
    "odd_pairs", "odd_pairs_of_wrong",
    "odd_covered", "odd_explained", "odd_names", "clause_wrong", "clause_right", "clause_over", "clause_covered", "clause_odd",
    "clauses", "wrong_order", "right_order", "any_wrong_order", "wrong_ones", "near_ones", "unusual",
    "differs", "differs_of_any",
)  # fmt: skip
"""What the model of misreadings looks at, in this order."""
LEAST = 0.1
ANY: Final = -1
"""In the place of a rule: the one of whose statements a sentence differs the most surely."""
_MOST_RULES = 5
_RIVALS = 4
_ALSO: Final = frozenset(("or", "own", "choose", "hand", "discard_pile", "keep"))
"""Words that decide here besides those that tell by standing there."""
_PAIRS_COUNT = 0.5
_UNUSUAL = 0.1
_MOSTLY = 0.6
_NEARLY = 0.85
"""A misreading that the catalogue knows, and the engine may play, is told where it comes so near to the nearest."""


class Misreader:
    """Goes through a text that is aligned, and compares its sentences with what is declared wrong of their rules."""

    def __init__(self, text: Text, alignment: Alignment) -> None:
        self.text, self.alignment, self.known = text, alignment, alignment.library.known
        self.deciding = telling() | _ALSO
        stated = alignment.stated if alignment.stated is not None else np.zeros((len(alignment.facts), 1), dtype=np.float32)
        self.nearest = foremost(stated, _RIVALS).tolist()
        self.stated = stated
        self.clauses: dict[int, list[frozenset[str]]] = {}

    def all(self) -> Iterator[Difference]:
        """For each sentence and each rule that it may state, how it compares with what is declared wrong of the rule."""
        known: dict[object, list[Difference]] = {}
        for number, rules in enumerate(self.alignment.by_sentence):
            key = said_again(self.text, self.alignment, number)
            if key not in known:
                known[key] = [
                    self._compared(number, rank, place, probable)
                    for rank, (place, probable) in enumerate(list(rules.items())[:_MOST_RULES])
                    if probable >= LEAST and self._may_be(number, place)
                ]
            yield from (one if one.sentence == number else replace(one, sentence=number) for one in known[key])

    def _may_be(self, number: int, place: int) -> bool:
        """Whether a sentence has anything that a wrong statement of a rule has and right ones hardly do."""
        facts = self.alignment.facts[number]
        return any(
            not facts.every.isdisjoint(one.odd)
            or not facts.pairs.isdisjoint(one.odd_pairs)
            or len(one.facts.every & facts.every) >= _MOSTLY * len(one.facts.every)
            for one in self.known[place].misread
        )

    def _by_clause(self, number: int, known: Known) -> tuple[float, ...]:
        """The clause that comes nearest to a wrong statement: how near, how near to right ones, how much of the wrong it says."""
        facts = self.alignment.facts[number]
        if number not in self.clauses:
            self.clauses[number] = clauses_of(facts)
        clauses = self.clauses[number]
        own = np.stack([row_of_own(known.numbering, one) for one in clauses])
        more = np.asarray([sum(name not in known.numbering for name in one) for one in clauses], dtype=np.float32)
        wrong = np.stack([one.names for one in known.misread])
        assert known.clauses is not None
        (near, common), (right, _) = _alike(own, wrong, more), _alike(own, known.clauses, more)
        over = near - right.max(axis=1, keepdims=True)
        clause, best = np.unravel_index((near + over).argmax(), near.shape)
        misread = known.misread[best]
        nearest = known.said[int(self._nearest_said(number, known))]
        return (
            float(near[clause, best]), float(right[clause].max()), float(over[clause, best]),
            float(common[clause, best] / max(1e-6, wrong[best].sum())), len(misread.odd & clauses[clause]), len(clauses),
            _same_order(facts, misread.facts), _same_order(facts, nearest),
            max(_same_order(facts, one.facts) for one in known.misread), len(known.misread), float((over.max(axis=0) > 0).sum()),
            sum(known.shares.names.get(name, 0.0) < _UNUSUAL for name in clauses[clause]),
        )  # fmt: skip

    def _nearest_said(self, number: int, known: Known) -> int:
        return int((known.rows @ self.alignment.rows[number]).argmax())

    def _compared(self, number: int, rank: int, place: int, probable: float) -> Difference:
        known, facts, row = self.known[place], self.alignment.facts[number], self.alignment.rows[number]
        wrong = [
            (float(one.row @ row), _shared(facts.pairs, one.facts.pairs), _shared(facts.every, one.facts.every))
            for one in known.misread
        ]
        covered = [len(one.odd & facts.every) / len(one.odd) if one.odd else 0.0 for one in known.misread]
        near = [one[0] + one[2] + _PAIRS_COUNT * (one[1] + share) for one, share in zip(wrong, covered, strict=True)]
        number_of_best = max(range(len(near)), key=near.__getitem__)
        best = known.misread[number_of_best]
        of_catalogue = [n for n, one in enumerate(known.misread) if one.confusion and near[n] >= _NEARLY * near[number_of_best]]
        says = known.misread[max(of_catalogue, key=near.__getitem__, default=number_of_best)].says
        right = float(self.stated[number, place])
        right_pairs = max(_shared(facts.pairs, one.pairs) for one in known.said)
        right_names, nearest = _nearest(facts, known)
        rivals = [one for one in {*self.nearest[number], *list(self.alignment.by_sentence[number])[:_RIVALS]} if one != place]
        rival = max((float(self.stated[number, one]) for one in rivals), default=0.0)
        rival_names = max((_nearest(facts, self.known[one])[0] for one in rivals), default=0.0)
        nearest_wrong, wrong_pairs, wrong_names = (max(parts) for parts in zip(*wrong, strict=True))
        said, of_wrong, of_right = (self.deciding & one.names.keys() for one in (facts, best.facts, nearest))
        there, usual = facts.names.keys(), known.shares.names
        odd = [name for name in best.odd if name in facts.every]
        features = (
            probable, rank, nearest_wrong, right, nearest_wrong - right, wrong_pairs, right_pairs, wrong_pairs - right_pairs,
            wrong_names, right_names, wrong_names - right_names, len(self.text.streams[number].tokens), rival,
            nearest_wrong - rival, len(said - of_wrong), len(of_wrong - said), len(said - of_right), len(of_right - said),
            rival_names, wrong_names - rival_names, len(odd), ("not" in there) != ("not" in best.facts.names),
            usual.get("not", 0.0) * (1 if "not" in there else -1),
            sum(name not in facts.every for name in best.lacking) / max(1, len(best.lacking)),
            sum(name in facts.every for name in best.lacking), self.text.sentences[number].aside is Aside.EXAMPLE,
            len(best.odd_pairs & facts.pairs), len(best.odd_pairs), covered[number_of_best],
            max((self._explained(number, place, name) for name in odd), default=0.0), len(best.odd),
            *self._by_clause(number, known),
        )  # fmt: skip
        token = next((part.place for part in facts.parts for name in part.names if name in odd), -1)
        name = next((name for part in facts.parts if part.place == token for name in part.names if name in odd), "")
        return Difference("misread", place, number, token, name, "", tuple(float(one) for one in features), says)

    def _explained(self, number: int, place: int, name: str) -> float:
        """How well another rule of the sentence accounts for a name."""
        rules = list(self.alignment.by_sentence[number].items())[:_MOST_RULES]
        return max((sure * self.known[other].shares.names.get(name, 0.0) for other, sure in rules if other != place), default=0.0)


def _alike(ones: Matrix, others: Matrix, more: Matrix) -> tuple[Matrix, Matrix]:
    """What share of their weights rows have in common, and the weights themselves; the first have so many names more."""
    common = np.minimum(ones, 1) @ others.T
    whole = (ones.sum(axis=1) + more)[:, None] + others.sum(axis=1)[None] - common
    return common / np.maximum(whole, 1e-6), common


def _same_order(one: Facts, other: Facts) -> float:
    """What share of the names that two statements have come in the same order in both; a half where there are none."""
    first, second = ({name: part.place for part in reversed(facts.parts) for name in part.names} for facts in (one, other))
    names = sorted(first.keys() & second.keys(), key=first.__getitem__)
    pairs = [(a, b) for a, b in combinations(names, 2) if first[a] != first[b] and second[a] != second[b]]
    return sum(second[a] < second[b] for a, b in pairs) / len(pairs) if pairs else 0.5


def _shared(one: AbstractSet[object], other: AbstractSet[object]) -> float:
    """What share two sets have in common."""
    common = len(one & other)
    return common / (len(one) + len(other) - common) if common else 0.0


def _nearest(facts: Facts, known: Known) -> tuple[float, Facts]:
    """The right statement of a rule that shares most with a sentence, and how much."""
    shares = [_shared(facts.every, one.every) for one in known.said]
    best = max(range(len(shares)), key=shares.__getitem__)
    return shares[best], known.said[best]


def besides(found: Difference, surest: Mapping[tuple[int, int], float]) -> Difference:
    """A misreading with how surely the same sentence differs from its rule, and from any, word by word."""
    own = (surest.get((found.sentence, rule), 0.0) for rule in (found.rule, ANY))
    return replace(found, features=(*found.features, *own))


def declared(known: Sequence[Misreading], says: str) -> Misreading:
    """The misreading that says this."""
    return next(one for one in known if one.says == says)
