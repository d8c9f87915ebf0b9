"""Learning what features are worth, from all labelled texts: run by hand, with scikit-learn, never at run time.

`python -m bruges_lab.textcheck.measure.training bruges tests/textcheck/blind data/bruges/samples` (with the extra `train`) writes
`data/lab/reading/models.json` and `said.json` of the game's reading, and prints what each group of texts gets from what was
learnt of the others alone.
"""

from __future__ import annotations

import random
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec
import numpy as np

from ... import places
from ...documents.opening import Source, open_source
from ...games import shelf
from ..find import additive, aligning
from ..find.additive import Additive, Models
from ..find.aligning import Alignment, align, candidates, read_alike
from ..find.library import Library, Said
from ..find.searched_text import Text, assemble, read_text
from ..judge import misreading
from ..judge.differing import FEATURES, KINDS, Differ, Difference
from ..judge.misreading import Misreader
from ..read.concepts import stream
from ..read.reading import Sort, sentences
from ..read.spoken import facts_of, written
from ..read.things import reading_folder
from ..read.vocabulary import vocabulary
from .labels import Labelled, labelled_in, read_labelled
from .planting import Fault, fault

if TYPE_CHECKING:
    from ...games.manifest import Manifest
    from ..read.likeness import Matrix

_BINS_FINDING, _BINS_DIFFERING = 12, 8
_BINS_MISREAD = 6
_MISREAD = ("condition", "order", "swapped_terms", "terminology")
"""Kinds of planted errors that a wrong statement may be declared for."""
_FAULTS_COUNT = 0.3
_PLANTED_COUNT = 6.0
_EVERY = 3
"""Of the labelled sentences so many parts are changed one after another, to leave the neighbours as they are."""
_LIKELY, _CERTAIN = 0.86, 0.97
"""What share must be right on texts that nothing was learnt from; more than the levels promise, as new texts are harder."""
_MOST_SAID = 7
UNLIKE, UNLIKE_BACK, KNOWN = (FEATURES.index(name) for name in ("unlike", "unlike_back", "known"))
SHARE, RIGHT, EXPLAINED = (FEATURES.index(name) for name in ("share", "share_right", "explained"))


@dataclass(slots=True)
class Case:
    """A labelled text that is read."""

    name: str
    group: str
    labels: Labelled
    source: Source
    text: Text
    spans: list[set[int]]
    main: dict[str, int] = field(default_factory=dict)
    """The sentence that states each labelled rule."""
    bags: dict[str, list[int]] = field(default_factory=dict)
    """All sentences on its lines."""

    def planted(self, number: int) -> list[str]:
        """The rules of the errors planted in a sentence."""
        return [error.rule for error in self.labels.errors if self.spans[number] & set(error.lines)]


@dataclass(slots=True)
class Row:
    """One difference with what is known of it."""

    case: Case
    found: Difference
    features: list[float]
    right: bool | None
    """Whether it is an error; None where only the line is known to have one."""
    made: bool
    rule: str


def read_case(manifest: Manifest, path: Path, group: str) -> Case:
    """Read a labelled text."""
    labels = read_labelled(path)
    source = open_source(path.parent / labels.text)
    found = sentences([source])
    text = read_text(manifest, found, [labels.language] * len(found), {labels.language: vocabulary(labels.language, manifest)})
    spans = [set(range(one.line, one.passage().end_line + 1)) for one in found]
    return Case(f"{path.parent.name}/{path.stem}", group, labels, source, text, spans)


def group_of(path: Path) -> str:
    """The group of a text: the writers' set it belongs to, in whatever language."""
    return "samples" if path.parent.parent.name == "samples" else path.stem[3:] or (path.stem[:2] and "talk")


def settle(case: Case, library: Library) -> None:
    """Find the sentence that states each labelled rule, among those on its lines."""
    rows = read_alike(case.text)[1]
    concepts, own, *_ = aligning.likenesses(case.text, library, rows)
    like = 0.5 * concepts + 0.5 * own
    for label in case.labels.states:
        place = library.place.get(label.rule)
        bag = [n for n, span in enumerate(case.spans) if span & set(label.lines) and case.text.streams[n].tokens]
        if place is None or not bag:
            continue
        case.bags[label.rule] = bag
        case.main[label.rule] = max(bag, key=lambda n: like[n, place] - 0.05 * (case.text.sentences[n].sort is Sort.HEADING))


def said_in(cases: Iterable[Case]) -> list[Said]:
    """The statements of labelled texts, without those that have an error; of each rule and language only so many."""
    found, count = list[Said](), Counter[tuple[str, str]]()
    for case in cases:
        for rule, number in case.main.items():
            key = (rule, case.labels.language)
            if rule in case.planted(number) or count[key] >= _MOST_SAID:
                continue
            count[key] += 1
            text = " ".join(case.text.sentences[number].text.split())
            found.append(Said(rule, case.labels.language, text, written(facts_of(case.text.streams[number]))))
    return sorted(found, key=lambda one: (one.rule, one.lang))


def fit(rows: Matrix, right: Matrix, weights: Matrix | None, names: Sequence[str], bins: int, strength: float) -> Additive:
    """Fit an additive model: each feature in bins, one weight a bin, by logistic regression."""
    from scipy.sparse import csr_matrix
    from sklearn.linear_model import LogisticRegression

    edges = []
    for column in rows.T:
        steps = np.linspace(0, 1, bins + 1)[1:-1]
        edges.append(np.unique(np.concatenate([np.quantile(column, steps), np.quantile(column[right == 1], steps)])))
    begins = np.cumsum([0, *(len(one) + 1 for one in edges)])
    index = np.stack([np.searchsorted(one, rows[:, n], side="right") + begins[n] for n, one in enumerate(edges)], axis=1)
    size = rows.shape[1]
    table = csr_matrix(
        (np.ones(index.size, np.float32), index.ravel(), np.arange(0, index.size + 1, size)), (len(rows), begins[-1])
    )
    found = LogisticRegression(C=strength, max_iter=300, solver="liblinear").fit(table, right, sample_weight=weights)
    weight = found.coef_[0]
    told = [weight[begins[n] : begins[n + 1]].tolist() for n in range(size)]
    return Additive(list(names), [one.tolist() for one in edges], told, float(found.intercept_[0]))


@dataclass(slots=True)
class Found:
    """The candidates of a text for finding."""

    features: Matrix
    chosen: list[tuple[int, int]]
    right: Matrix


def finding_rows(case: Case, library: Library) -> Found:
    """The candidates of a text, each with whether it is right; -1 where it only shares the lines of a statement."""
    facts, rows = read_alike(case.text)
    features, chosen = candidates(case.text, library, facts, rows, [True] * len(facts))
    main = {(number, library.place[rule]) for rule, number in case.main.items()}
    bags = {(number, library.place[rule]) for rule, bag in case.bags.items() for number in bag}
    right = np.asarray([1 if key in main else -1 if key in bags else 0 for key in chosen])
    return Found(features, chosen, right)


def fit_finding(found: Iterable[Found]) -> Additive:
    """The model of finding."""
    ones = list(found)
    features, right = np.concatenate([one.features for one in ones]), np.concatenate([one.right for one in ones])
    sure = right >= 0
    return fit(features[sure], right[sure], None, aligning.FEATURES, _BINS_FINDING, 0.3)


def faulty(case: Case, library: Library, learnt: Models, finding: Additive, chance: random.Random) -> Iterator[Row]:
    """The differences of a text with faults made in it, near the faults."""
    stated: dict[int, list[str]] = defaultdict(list)
    for rule, number in case.main.items():
        if not case.planted(number):
            stated[number].append(rule)
    lang, text = case.labels.language, case.text
    for part in range(_EVERY):
        made: dict[int, Fault] = {}
        streams = list(text.streams)
        for number in sorted(stated)[part::_EVERY]:
            one = fault(streams[number], text.manifest, lang, chance)
            if one is not None:
                made[number], streams[number] = one, stream(one.text, vocabulary(lang, text.manifest))
        changed = [
            replace(one, text=made[one.number].text, starts=one.starts) if one.number in made else one for one in text.sentences
        ]
        again = assemble(text.manifest, changed, streams, text.language)
        alignment = align(again, library, [True] * len(streams), {"written": finding})
        for found in Differ(again, alignment, learnt).all():
            if found.sentence in made:
                row = _judged(case, found, made[found.sentence], again, library, stated[found.sentence])
                if row is not None:
                    yield row


def _judged(case: Case, found: Difference, one: Fault, text: Text, library: Library, stated: Sequence[str]) -> Row | None:
    """A difference near a fault as a row to learn from; None where it is not clear what it is."""
    token = text.streams[found.sentence].tokens[found.place] if found.place >= 0 else None
    here = token is not None and token.start <= one.at <= token.end
    rule = library.rules[found.rule].id
    if one.sort == "affirmed":
        right = found.kind == "missing" and found.right == "not"
    elif one.sort == "denied":
        right = here and found.kind == "extra"
    else:
        right = here and found.right == one.right
    if right and rule in stated:
        return Row(case, found, list(found.features), True, True, rule)
    if here and not right and rule not in stated:
        return Row(case, found, list(found.features), False, True, rule)
    return None


def real(case: Case, library: Library, learnt: Models, alignment: Alignment) -> Iterator[Row]:
    """The differences of a text as it is."""
    errors = [case.planted(number) for number in range(len(case.spans))]
    for found in Differ(case.text, alignment, learnt).all():
        rule = library.rules[found.rule].id
        right = None if errors[found.sentence] else False
        yield Row(case, found, list(found.features), right, False, rule)


def learn_unlike(rows: Iterable[Row]) -> dict[str, float]:
    """How often writers have one word where most have another, and nothing is wrong."""
    count: dict[str, float] = defaultdict(float)
    for row in rows:
        if row.made or row.right is not False:
            continue
        one, features = row.found, row.features
        if one.kind in ("extra", "missing") or (
            features[RIGHT] - features[SHARE] > 0.15 and features[EXPLAINED] < 0.5 and one.kind != "number"
        ):
            count[f"{one.said}>{one.right}"] += features[RIGHT] - features[SHARE] if one.kind != "extra" else 1.0
    return {name: round(float(np.log1p(value)), 2) for name, value in sorted(count.items()) if value >= 0.5}


def misread(case: Case, library: Library, alignment: Alignment) -> Iterator[Row]:
    """How the sentences of a text compare with what is declared wrong; right are those with a planted error of such a kind."""
    for found in Misreader(case.text, alignment).all():
        rule, span = library.rules[found.rule].id, case.spans[found.sentence]
        here = [error for error in case.labels.errors if span & set(error.lines)]
        is_error = any(error.rule == rule and error.kind in _MISREAD for error in here)
        yield Row(case, found, list(found.features), True if is_error else None if here else False, False, rule)


def fit_misread(rows: Iterable[Row]) -> Additive:
    """The model of misreadings."""
    ones = [row for row in rows if row.right is not None]
    right = np.asarray([bool(row.right) for row in ones])
    weights = np.where(right, _PLANTED_COUNT, 1.0)
    return fit(np.asarray([row.features for row in ones], np.float32), right, weights, misreading.FEATURES, _BINS_MISREAD, 0.1)


def with_learnt(row: Row, unlike: Mapping[str, float], known: Counter[tuple[str, str, str]], own: bool) -> list[float]:
    """The features of a row with what was learnt of its words; `own` takes away that it was learnt from this row itself."""
    features, one = list(row.features), row.found
    features[UNLIKE], features[UNLIKE_BACK] = (
        unlike.get(f"{one.said}>{one.right}", 0.0),
        unlike.get(f"{one.right}>{one.said}", 0.0),
    )
    features[KNOWN] = float(min(2, max(0, known[row.rule, one.said, one.right] - own)))
    return features


def fit_differing(
    rows: Sequence[Row], picked: set[int]
) -> tuple[dict[str, Additive], dict[str, float], list[tuple[str, str, str]]]:
    """The models of differences, and what was learnt with them; `picked` are the rows taken for the planted errors."""
    unlike = learn_unlike(rows)
    known = [(row.rule, row.found.said, row.found.right) for row in rows if id(row) in picked]
    count, found = Counter(known), dict[str, Additive]()
    for kind in KINDS:
        features, right, weights = list[list[float]](), list[int](), list[float]()
        for row in rows:
            if row.found.kind != kind or (row.right is None and id(row) not in picked):
                continue
            is_error = row.right is True or id(row) in picked
            features.append(with_learnt(row, unlike, count, id(row) in picked))
            right.append(is_error)
            weights.append(_FAULTS_COUNT if row.made else _PLANTED_COUNT if is_error else 1.0)
        if sum(right) >= 3:
            found[kind] = fit(
                np.asarray(features, np.float32), np.asarray(right), np.asarray(weights), FEATURES, _BINS_DIFFERING, 0.2
            )
    return found, unlike, known


def scored(
    rows: Sequence[Row], models: Mapping[str, Additive], unlike: Mapping[str, float], known: Sequence[tuple[str, str, str]]
) -> dict[int, float]:
    """How probable each row is an error, as the models have it before their levels."""
    count, found = Counter(known), dict[int, float]()
    for kind, one in models.items():
        of_kind = [row for row in rows if row.found.kind == kind]
        if of_kind:
            values = one.probable(np.asarray([with_learnt(row, unlike, count, False) for row in of_kind], np.float32))
            found.update((id(row), float(value)) for row, value in zip(of_kind, values, strict=True))
    return found


def pick(rows: Iterable[Row], scores: Mapping[int, float]) -> set[int]:
    """For each planted error of a rule the row that is most probably it."""
    best: dict[tuple[int, int, str], Row] = {}
    for row in rows:
        if row.made or row.right is not None or row.rule not in row.case.planted(row.found.sentence):
            continue
        key = (id(row.case), row.found.sentence, row.rule)
        if key not in best or scores.get(id(row), 0.0) > scores.get(id(best[key]), 0.0):
            best[key] = row
    return {id(row) for row in best.values()}


def fired(rows: Iterable[Row], scores: Mapping[int, float]) -> list[tuple[float, Row]]:
    """The best row of each word that differs."""
    best: dict[tuple[int, int, int | str], tuple[float, Row]] = {}
    for row in rows:
        one, score = row.found, scores.get(id(row), 0.0)
        key = (id(row.case), one.sentence, "misread" if one.says else one.place if one.place >= 0 else one.right)
        if not row.made and (key not in best or score > best[key][0]):
            best[key] = score, row
    return sorted(best.values(), key=lambda one: -one[0])


def levels(fires: Sequence[tuple[float, Row]], kinds: Sequence[str]) -> list[float]:
    """From which score on differences of some kinds are likely, and certain, on texts that nothing was learnt from."""
    own = [(score, row.right is not False) for score, row in fires if row.found.kind in kinds]
    found = []
    for share in (_LIKELY, _CERTAIN):
        least, right = 1.01, 0
        for number, (score, is_right) in enumerate(own, 1):
            right += is_right
            if number >= 4 and right / number >= share:
                least = score
        found.append(round(least, 4))
    return found


def main(arguments: Sequence[str]) -> None:
    """Learn, measure and write: the game and the folders of labelled texts are given."""
    from .trained import train

    game, *folders = arguments
    train(shelf.find(game), [Path(one) for one in folders])


def load(manifest: Manifest, folders: Iterable[Path]) -> list[Case]:
    """All labelled texts of some folders."""
    cases = [read_case(manifest, path, group_of(path)) for folder in folders for path in labelled_in(folder)]
    library = Library(manifest, None, [])
    for case in cases:
        settle(case, library)
    return cases


def write(manifest: Manifest, said: Sequence[Said], learnt: Models) -> None:
    """Write what was learnt."""
    lines: list[Any] = [msgspec.json.encode(one).decode() for one in said]
    (reading_folder(manifest) / "said.json").write_text("[\n" + ",\n".join(lines) + "\n]\n", encoding="utf-8")
    (places.data("lab", "reading") / additive.FILE).write_bytes(additive.to_json(learnt) + b"\n")


GROUPS: Final = (("number",), ("colour",), ("thing",), ("word", "order"), ("missing", "extra"), ("misread",))
"""Kinds whose levels are found together."""


if __name__ == "__main__":
    main(sys.argv[1:])
