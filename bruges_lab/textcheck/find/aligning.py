"""Aligning: which sentences of a text state which rules, and how probably, as one assignment over the whole text.

A sentence is compared with the rules' own texts and with what writers have said, by concepts and by letters; how it compares with
its rivals, the rules that its neighbours state, and what it stands in decide with. A rule may be said in several places, and a
sentence may say several rules; examples are met by rules about examples only.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

from ..arrays import np
from ..read.likeness import profiles
from ..read.reading import Aside, Sort
from ..read.spoken import Facts, facts_of, vectors
from ..read.things import things
from .additive import Additive
from .library import Library

if TYPE_CHECKING:
    from ..read.likeness import Matrix
    from .searched_text import Text

FEATURES: Final = (
    "concepts", "own_letters", "letters", "statements", "mixed", "over_rivals", "over_places",
    "letters_over_rivals", "letters_over_places", "example", "card", "heading", "length", "writers", "neighbours",
)  # fmt: skip
"""What the model of finding looks at, in this order."""
_MIX: Final = (0.25, 0.2, 0.3, 0.25)
_MOST_RIVALS = 12
LEAST = 0.02
_NEAR = (1, 2, 3)
_APART = 6.0
_LONG = 40
_MOST_WRITERS = 6
_STRETCH = 256


@dataclass(slots=True)
class Alignment:
    """How probably each sentence states each rule, as far as that is worth a thought."""

    library: Library
    facts: list[Facts]
    rows: Matrix
    by_sentence: list[dict[int, float]] = field(default_factory=list)
    """The places of rules, each with how probable it is, the most probable first."""

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


def align(text: Text, library: Library, judged: Sequence[bool], learnt: Mapping[str, Additive]) -> Alignment:
    """Align the sentences of a text that are judged with the rules of a library."""
    facts, rows = read_alike(text)
    found = Alignment(library, facts, rows, [{} for _ in facts])
    if not facts or not library.rules:
        return found
    model = learnt["written" if library.count.any() else "bare"]
    features, chosen = candidates(text, library, facts, rows, judged)
    if not len(features):
        return found
    probable = model.probable(features)
    for (number, place), value in zip(chosen, probable.tolist(), strict=True):
        if value >= LEAST:
            found.by_sentence[number][place] = value
    found.by_sentence = [dict(sorted(one.items(), key=lambda item: -item[1])) for one in found.by_sentence]
    return found


def candidates(
    text: Text,
    library: Library,
    facts: Sequence[Facts],
    rows: Matrix,
    judged: Sequence[bool],
) -> tuple[Matrix, list[tuple[int, int]]]:
    """The features of each sentence and each of the rules that it is most like, with their places."""
    like = likenesses(text, library, rows)
    mixed: Matrix = sum(share * part for share, part in zip(_MIX, like, strict=True))  # type: ignore[assignment]
    speaking = np.asarray([may and bool(found.tokens) for may, found in zip(judged, text.streams, strict=True)])
    most = min(_MOST_RIVALS, mixed.shape[1])
    best = np.argpartition(-mixed, most - 1, axis=1)[:, :most]
    sentence = np.repeat(np.arange(len(facts)), most).reshape(-1, most)[speaking].ravel()
    rule = best[speaking].ravel()
    columns = [part[sentence, rule] for part in (*like, mixed)]
    columns += [*_over(mixed, sentence, rule), *_over(like[2], sentence, rule), *_standing(text, library, sentence, rule)]
    columns.append(_neighbours(mixed, [bool(found.tokens) for found in text.streams], sentence, rule))
    found: Matrix = np.stack(columns, axis=1).astype(np.float32)
    return found, list(zip(sentence.tolist(), rule.tolist(), strict=True))


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


def _over(like: Matrix, sentence: Matrix, rule: Matrix) -> tuple[Matrix, Matrix]:
    """By how much a rule is ahead of its rivals for a sentence, or behind the best; and the sentence of others for the rule."""
    own, best = like[sentence, rule], like.max(axis=1)
    second = np.partition(like, -2, axis=1)[:, -2] if like.shape[1] > 1 else np.zeros_like(best)
    ahead: Matrix = own - np.where(own >= best[sentence], second[sentence], best[sentence])
    return ahead, own - like.max(axis=0)[rule]


def _neighbours(like: Matrix, speaking: Sequence[bool], sentence: Matrix, rule: Matrix) -> Matrix:
    """How near in the order of the rules the sentences around are to a rule, as far as they are like any."""
    best, sure = like.argmax(axis=1), like.max(axis=1) * np.asarray(speaking)
    found: Matrix = np.zeros(len(sentence), dtype=np.float32)
    for steps in (*_NEAR, *(-steps for steps in _NEAR)):
        other = np.clip(sentence + steps, 0, len(like) - 1)
        near = np.exp(-np.abs(best[other] - rule) / _APART) * sure[other] / abs(steps)
        found += np.where(other == sentence + steps, near, 0)
    return found


def _standing(text: Text, library: Library, sentence: Matrix, rule: Matrix) -> list[Matrix]:
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
