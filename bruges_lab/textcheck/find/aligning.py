"""Aligning: which sentences of a text state which rules, and how probably, as one assignment over the whole text.

A sentence is compared with the rules' own texts and with what writers have said, by concepts and by letters; how it compares with
its rivals, the rules that its neighbours state, and what it stands in decide with. A rule may be said in several places, and a
sentence may say several rules; examples are met by rules about examples only.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, NamedTuple

from ..arrays import np
from ..read.likeness import profiles
from ..read.reading import Aside, Sort
from ..read.spoken import Facts, facts_of, vectors
from ..read.things import things
from .boosted import Boosted
from .library import Library

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from ..read.likeness import Matrix
    from .searched_text import Text

    Indices = NDArray[np.intp]

FEATURES: Final = (
    "concepts", "own_letters", "letters", "statements", "mixed", "over_rivals", "over_places",
    "letters_over_rivals", "letters_over_places", "example", "card", "heading", "length", "writers", "neighbours",
    "named", "named_alone", "covered", "explained", "named_over_rivals", "named_over_places", "covered_over_rivals",
)  # fmt: skip
"""What the model of finding looks at first, in this order."""
AGAIN: Final = (
    *FEATURES, "first", "first_over_rivals", "elsewhere", "together", "together_beside", "near_rules", "rivals", "order_before",
    "order_after",
)  # fmt: skip
"""What it looks at once more, with what was found first."""
_MIX: Final = (0.25, 0.2, 0.3, 0.25)
_MOST_RIVALS = 10
_MOST_NAMED = 4
"""So many rules more by the names of a sentence alone."""
_TOGETHER = 0.12
"""How probably a rule is stated beside one that was found, to be looked at as well."""
LEAST = 0.02
_NEAR = (1, 2, 3)
_APART = 6.0
_LONG = 40
_MOST_WRITERS = 6
_STRETCH = 256
_FAR = 20
_STATED = 0.3
_DIGITS = 5
"""So many digits of a likeness decide which is larger: the last ones are others on another machine."""


@dataclass(slots=True)
class Alignment:
    """How probably each sentence states each rule, as far as that is worth a thought."""

    library: Library
    facts: list[Facts]
    rows: Matrix
    by_sentence: list[dict[int, float]] = field(default_factory=list)
    """The places of rules, each with how probable it is, the most probable first."""
    stated: Matrix | None = None
    """How like each sentence is to the statement of each rule that it is most like."""

    def by_rule(self) -> Mapping[int, list[tuple[float, int]]]:
        """The sentences of each rule, the most probable first."""
        found: dict[int, list[tuple[float, int]]] = {}
        for number, rules in enumerate(self.by_sentence):
            for place, probable in rules.items():
                found.setdefault(place, []).append((probable, number))
        return {place: sorted(ones, key=lambda one: (-one[0], one[1])) for place, ones in found.items()}


def read_alike(text: Text) -> tuple[list[Facts], Matrix]:
    """The facts of every sentence and their rows; what comes again is read once."""
    seen: dict[int, int] = {}
    different: list[Facts] = []
    place = []
    for found in text.streams:
        if id(found) not in seen:
            seen[id(found)] = len(different)
            different.append(facts_of(found))
        place.append(seen[id(found)])
    rows = vectors(different, text.manifest)
    return [different[number] for number in place], rows[place]


def align(text: Text, library: Library, judged: Sequence[bool], learnt: Mapping[str, Boosted]) -> Alignment:
    """Align the sentences of a text that are judged with the rules of a library."""
    facts, rows = read_alike(text)
    if not facts or not library.rules:
        return Alignment(library, facts, rows, [{} for _ in facts])
    which = "written" if library.count.any() else "bare"
    first = candidates(text, library, facts, rows, judged)
    again = look_again(first, learnt[which].probable(first.features), library, len(facts))
    return aligned(library, facts, rows, again, learnt[f"{which}_again"])


def aligned(library: Library, facts: list[Facts], rows: Matrix, again: Candidates, model: Boosted) -> Alignment:
    """The alignment that a model makes of the candidates that were looked at again."""
    found: list[dict[int, float]] = [{} for _ in facts]
    probable = model.probable(again.features)
    order = np.lexsort((-probable, again.sentence))
    for number, place, value in zip(
        again.sentence[order].tolist(), again.rule[order].tolist(), probable[order].tolist(), strict=True
    ):
        if value >= LEAST:
            found[number][place] = value
    return Alignment(library, facts, rows, found, again.stated)


class Candidates(NamedTuple):
    """Sentences and the rules that they may state, with their features."""

    sentence: Indices
    rule: Indices
    features: Matrix
    every: Callable[[Indices, Indices], Matrix]
    """The same features of other sentences and rules."""
    stated: Matrix
    """How like each sentence is to the statement of each rule that it is most like."""


def candidates(
    text: Text,
    library: Library,
    facts: Sequence[Facts],
    rows: Matrix,
    judged: Sequence[bool],
) -> Candidates:
    """The features of each sentence and each of the rules that it is most like."""
    like = likenesses(text, library, rows)
    mixed: Matrix = sum(share * part for share, part in zip(_MIX, like, strict=True))  # type: ignore[assignment]
    speaking = np.asarray([may and bool(found.tokens) for may, found in zip(judged, text.streams, strict=True)])
    named = by_names(library, facts)
    best: NDArray[np.bool_] = np.zeros(mixed.shape, dtype=bool)
    for values, most in ((mixed, _MOST_RIVALS), (named[0], _MOST_NAMED)):
        np.put_along_axis(best, foremost(values, most), True, axis=1)
    best &= speaking[:, None]
    tokens = [bool(found.tokens) for found in text.streams]

    def every(sentence: Indices, rule: Indices) -> Matrix:
        columns = [part[sentence, rule] for part in (*like, mixed)]
        columns += [*_over(mixed, sentence, rule), *_over(like[2], sentence, rule), *_standing(text, library, sentence, rule)]
        columns.append(_neighbours(mixed, tokens, sentence, rule))
        columns += [*(part[sentence, rule] for part in named), *_over(named[0], sentence, rule)]
        columns.append(_over(named[2], sentence, rule)[0])
        found: Matrix = np.stack(columns, axis=1).astype(np.float32)
        return found

    sentence, rule = np.nonzero(best)
    return Candidates(sentence, rule, every(sentence, rule), every, like[3])


def foremost(values: Matrix, most: int) -> Indices:
    """The places of the largest of each row; of those that are alike in all digits that are the same anywhere, the first."""
    found: Indices = np.argsort(-np.round(values, _DIGITS), axis=1, kind="stable")[:, :most]
    return found


def by_names(library: Library, facts: Sequence[Facts]) -> tuple[Matrix, Matrix, Matrix, Matrix]:
    """How much the names of each sentence speak for each rule, with and without those that it lacks; how much of the rule and
    of the sentence they cover."""
    index, table, without, rarity = library.odds
    size = len(library.rules)
    total: Matrix = np.zeros((len(facts), table.shape[1]), dtype=np.float32)
    weight: Matrix = np.zeros((len(facts), 1), dtype=np.float32)
    known: dict[int, int] = {}
    for number, one in enumerate(facts):
        if (first := known.setdefault(id(one), number)) != number:
            total[number], weight[number] = total[first], weight[first]
        elif places := sorted(index[name] for name in one.every if name in index):
            total[number], weight[number] = table[places].sum(axis=0), rarity[places].sum()
    there, changed, covered, explained = (total[:, start : start + size] for start in range(0, 4 * size, size))
    lacking: Matrix = changed + without
    share: Matrix = (explained / np.maximum(1e-6, weight)).astype(np.float32)
    return there, lacking, covered, share


def look_again(first: Candidates, probable: Matrix, library: Library, size: int) -> Candidates:
    """The candidates once more, and those that are often said with them: with what was found first in and around a sentence."""
    found: Matrix = np.zeros((size, len(library.rules)), dtype=np.float32)
    found[first.sentence, first.rule] = probable
    together = _best_together(found, library.together)
    sentence, rule = np.nonzero((found >= LEAST) | (together >= _TOGETHER) & (found.max(axis=1, keepdims=True) > 0))
    best, sure = found.argmax(axis=1), found.max(axis=1)
    around: Matrix = np.zeros_like(found)
    for steps in (1, -1):
        beside = np.roll(found, steps, axis=0)
        beside[0 if steps > 0 else -1] = 0
        around = np.maximum(around, beside)
    elsewhere = np.partition(np.concatenate([np.zeros_like(found[:1]), found]), -2, axis=0)[-2:]
    own = found[sentence, rule]
    columns = [
        own,
        _over(found, sentence, rule)[0],
        np.where(own >= elsewhere[1][rule], elsewhere[0][rule], elsewhere[1][rule]),
        together[sentence, rule],
        _best_together(around, library.together)[sentence, rule],
        _near_rules(best, sure, sentence, rule),
        found.sum(axis=1)[sentence],
        *(_in_order(best, sure, sentence, rule, steps) for steps in (-1, 1)),
    ]
    features: Matrix = np.concatenate([first.every(sentence, rule), np.stack(columns, axis=1)], axis=1).astype(np.float32)
    return Candidates(sentence, rule, features, first.every, first.stated)


def _best_together(found: Matrix, together: Matrix) -> Matrix:
    """For each sentence and rule how probably it is said beside another rule that the sentence states."""
    best = foremost(found, _MOST_NAMED)
    result: Matrix = np.zeros_like(found)
    for column in best.T:
        np.maximum(result, found[np.arange(len(found)), column][:, None] * together[column], out=result)
    return result


def _near_rules(best: Indices, sure: Matrix, sentence: Indices, rule: Indices) -> Matrix:
    """How near in the order of the rules those are that the sentences around state."""
    found: Matrix = np.zeros(len(sentence), dtype=np.float32)
    for steps in (*_NEAR, *(-steps for steps in _NEAR)):
        other = np.clip(sentence + steps, 0, len(best) - 1)
        near = np.exp(-np.abs(best[other] - rule) / _APART) * sure[other] / abs(steps)
        found += np.where(other == sentence + steps, near, 0)
    return found


def _in_order(best: Indices, sure: Matrix, sentence: Indices, rule: Indices, steps: int) -> Matrix:
    """How far behind a rule the one is that the sentence before or after states; far where none is stated."""
    other = np.clip(sentence + steps, 0, len(best) - 1)
    apart = np.clip(best[other] - rule, -_FAR, _FAR)
    found: Matrix = np.where(sure[other] >= _STATED, apart, 2 * _FAR)
    return found


def likenesses(text: Text, library: Library, rows: Matrix) -> tuple[Matrix, Matrix, Matrix, Matrix]:
    """How like each sentence is to each rule: by its profile, its own letters, the letters and the concepts of statements."""
    column = profiles(text.manifest).row
    concepts = text.likeness[:, [column[rule.id] for rule in library.rules]]
    own = np.zeros((len(rows), len(library.rules)), dtype=np.float32)
    said = np.zeros_like(own)
    for lang in dict.fromkeys(text.language):
        known, texts, writers, places = library.letters(lang)
        same: dict[str, list[int]] = {}
        for number, sentence in enumerate(text.sentences):
            if text.language[number] == lang:
                same.setdefault(sentence.text.lower(), []).append(number)
        different = list(same)
        for start in range(0, len(different), _STRETCH):  # a stretch at a time, to hold no more
            part = different[start : start + _STRETCH]
            for told, by_own, by_writers in zip(part, *by_letters(known.vectors(part), texts, writers, places), strict=True):
                own[same[told]], said[same[told]] = by_own, by_writers
    stated = by_statements(text, library, rows)
    return concepts, own, said, stated


def by_statements(text: Text, library: Library, rows: Matrix) -> Matrix:
    """How like each sentence is to the statement of each rule that it is most like; what comes again is reckoned once."""
    first: dict[int, int] = {}
    place = [first.setdefault(id(found), len(first)) for found in text.streams]
    different = np.zeros((len(first), rows.shape[1]), dtype=np.float32)
    different[place] = rows
    found: Matrix = np.empty((len(first), len(library.rules)), dtype=np.float32)
    for start in range(0, len(first), _STRETCH):  # a stretch at a time, to hold no more
        like = different[start : start + _STRETCH] @ library.rows.T
        found[start : start + _STRETCH] = np.maximum.reduceat(like, library.begins, axis=1)
    return found[place]


def by_letters(rows: Matrix, texts: Matrix, writers: Matrix, places: Sequence[int]) -> tuple[Matrix, Matrix]:
    """How like rows of letters are to the rules' own texts, and to the most alike of what writers said of each."""
    own: Matrix = rows @ texts.T
    said = np.zeros_like(own)
    if len(places):
        order = np.asarray(places)
        begins = np.flatnonzero(np.diff(order, prepend=-1))
        said[:, order[begins]] = np.maximum.reduceat(rows @ writers.T, begins, axis=1)
    return own, said


def _over(like: Matrix, sentence: Indices, rule: Indices) -> tuple[Matrix, Matrix]:
    """By how much a rule is ahead of its rivals for a sentence, or behind the best; and the sentence of others for the rule."""
    own, best = like[sentence, rule], like.max(axis=1)
    second = np.partition(like, -2, axis=1)[:, -2] if like.shape[1] > 1 else np.zeros_like(best)
    ahead: Matrix = own - np.where(own >= best[sentence], second[sentence], best[sentence])
    return ahead, own - like.max(axis=0)[rule]


def _neighbours(like: Matrix, speaking: Sequence[bool], sentence: Indices, rule: Indices) -> Matrix:
    """How near in the order of the rules the sentences around are to a rule, as far as they are like any."""
    best, sure = like.argmax(axis=1), like.max(axis=1) * np.asarray(speaking)
    found: Matrix = np.zeros(len(sentence), dtype=np.float32)
    for steps in (*_NEAR, *(-steps for steps in _NEAR)):
        other = np.clip(sentence + steps, 0, len(like) - 1)
        near = np.exp(-np.abs(best[other] - rule) / _APART) * sure[other] / abs(steps)
        found += np.where(other == sentence + steps, near, 0)
    return found


def _standing(text: Text, library: Library, sentence: Indices, rule: Indices) -> list[Matrix]:
    """What a sentence stands in, and whether the rule is one for such a place."""
    known = things(text.manifest)
    examples = np.asarray([one.kind == "example" for one in library.rules])
    cards = np.asarray([one.chapter.startswith(known.card_chapters or "\0") for one in library.rules])
    in_example = np.asarray([one.aside is Aside.EXAMPLE for one in text.sentences])
    on_card = np.asarray([one.aside is Aside.CARD for one in text.sentences])
    heading = np.asarray([one.sort is Sort.HEADING for one in text.sentences])
    length = np.asarray([min(_LONG, len(found.tokens)) for found in text.streams])
    return [
        in_example[sentence] == examples[rule],
        on_card[sentence] == cards[rule],
        heading[sentence],
        length[sentence],
        np.minimum(library.count, _MOST_WRITERS)[rule],
    ]
