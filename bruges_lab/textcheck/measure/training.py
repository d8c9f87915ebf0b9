"""Learning what features are worth, from all labelled texts: run by hand, with scikit-learn, never at run time.

`python -m bruges_lab.textcheck.measure.training bruges tests/textcheck/blind tests/textcheck/seventh data/bruges/samples` (with
the extra `train`) writes `data/lab/reading/models.json`, and `said.json` and `wrong.json` of the game's reading, and prints what
each group of texts gets from what was learnt of the others alone.
"""

from __future__ import annotations

import random
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ...documents.opening import Source, open_source
from ...games import shelf
from ..checking import vocabularies
from ..find import aligning, boosted
from ..find.aligning import Alignment, Candidates, align, candidates, read_alike
from ..find.boosted import Boosted, Models
from ..find.library import Library, Said
from ..find.searched_text import Text, assemble, read_text
from ..judge import misreading
from ..judge.differing import FEATURES, Differ, Difference
from ..judge.misreading import Misreader
from ..read.concepts import stream
from ..read.reading import Sort, sentences
from ..read.spoken import facts_of, written
from ..read.vocabulary import vocabulary
from .labels import Labelled, Planted, labelled_in, read_labelled
from .planting import Fault, fault

if TYPE_CHECKING:
    from ...games.manifest import Manifest
    from ..read.likeness import Matrix

_TREES_FINDING, _TREES_DIFFERING, _TREES_MISREAD = 60, 60, 40
_OF_WRONG, _OF_RIGHT = 4, 0.35
_MISREAD = ("condition", "order", "swapped_terms", "terminology")
"""Kinds of planted errors that a wrong statement may be declared for."""
_FAULTS_COUNT = 0.3
_PLANTED_COUNT = 6.0
_EVERY = 3
"""Of the labelled sentences so many parts are changed one after another, to leave the neighbours as they are."""
FEW = 6
"""Where so few errors are planted, the rest of a text is as good as a clean one; of others there is a clean version."""
_MOST_SAID = 9
_WHOLE = 4
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
    errors: dict[int, list[Planted]] = field(default_factory=dict)
    """The errors planted in each sentence."""

    def planted(self, number: int) -> list[str]:
        """The rules of the errors planted in a sentence."""
        return [error.rule for error in self.errors.get(number, ())]

    def find_errors(self) -> None:
        """Find the sentences that hold what was changed, of all those on the lines of each error."""
        said = [_plain(one.text) for one in self.text.sentences]
        for error in self.labels.errors:
            here = [number for number, span in enumerate(self.spans) if span & set(error.lines)]
            was, now = _plain(error.was), _plain(error.now)
            holding = [n for n in here if (said[n] in now or now in said[n]) and not (was and said[n] and said[n] in was)]
            for number in holding or here:
                self.errors.setdefault(number, []).append(error)


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


def _plain(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.lower()))


def read_case(manifest: Manifest, path: Path, group: str) -> Case:
    """Read a labelled text."""
    labels = read_labelled(path)
    source = open_source(path.parent / labels.text)
    own = sentences([source])
    text = read_text(manifest, own, [labels.language] * len(own), vocabularies(manifest, [source], [labels.language]))
    spans = [set(range(one.line, one.passage().end_line + 1)) for one in own]
    found = Case(f"{group} {path.parent.name}/{path.stem}", group, labels, source, text, spans)
    found.find_errors()
    return found


def group_of(path: Path) -> str:
    """The group of a text: the writers' set it belongs to, in whatever language."""
    return path.parent.parent.name if len(path.parent.name) == 2 else path.stem[3:] or "talk"


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
    found, count, seen = list[Said](), Counter[tuple[str, str]](), set[tuple[str, str]]()
    for case in cases:
        for rule, number in case.main.items():
            key, text = (rule, case.labels.language), " ".join(case.text.sentences[number].text.split())
            if case.planted(number) or count[key] >= _MOST_SAID or (rule, text) in seen:
                continue
            count[key] += 1
            seen.add((rule, text))
            found.append(Said(rule, case.labels.language, text, written(facts_of(case.text.streams[number]))))
    return sorted(found, key=lambda one: (one.rule, one.lang))


def wrong_in(cases: Iterable[Case]) -> list[Said]:
    """What was planted in labelled texts of kinds that a wrong statement may be declared for: the words, or their sentence."""
    found = dict[tuple[str, str, str], Said]()
    for case in cases:
        lang, manifest = case.labels.language, case.text.manifest
        for number, errors in case.errors.items():
            for error in errors:
                if error.kind in _MISREAD and error.rule:
                    text = error.now if len(_plain(error.now).split()) >= _WHOLE else case.text.sentences[number].text
                    facts = written(facts_of(stream(" ".join(text.split()), vocabulary(lang, manifest))))
                    found[error.rule, lang, facts] = Said(error.rule, lang, " ".join(text.split()), facts)
    return [found[key] for key in sorted(found)]


def fit(rows: Matrix, right: Matrix, weights: Matrix | None, names: Sequence[str], trees: int, least: int = 20) -> Boosted:
    """Fit a model of small trees."""
    from sklearn.ensemble import HistGradientBoostingClassifier

    found = HistGradientBoostingClassifier(
        max_iter=trees, max_depth=boosted.DEPTH, learning_rate=0.12, min_samples_leaf=least, l2_regularization=3.0,
        early_stopping=False, random_state=1,
    ).fit(rows, right, sample_weight=weights)  # fmt: skip
    told = [_tree(one[0].nodes) for one in found._predictors]
    asks, edges, answers = (list(part) for part in zip(*told, strict=True))
    return Boosted(list(names), asks, edges, answers, float(found._baseline_prediction[0, 0]))


def _tree(nodes: Any) -> tuple[list[int], list[float], list[float]]:
    """A tree level by level, as if every branch were as long as the longest."""
    here, asks, edges = [0], list[int](), list[float]()
    for _ in range(boosted.DEPTH):
        below = list[int]()
        for number in here:
            one = nodes[number]
            asks.append(0 if one["is_leaf"] else int(one["feature_idx"]))
            edges.append(0.0 if one["is_leaf"] else float(one["num_threshold"]))
            below += [number, number] if one["is_leaf"] else [int(one["left"]), int(one["right"])]
        here = below
    return asks, edges, [float(nodes[number]["value"]) for number in here]


@dataclass(slots=True)
class Found:
    """The candidates of a text for finding, each with whether it is right; -1 where it only shares the lines of a statement."""

    first: Candidates
    right: Matrix


def finding_rows(case: Case, library: Library) -> Found:
    """The candidates of a text."""
    facts, rows = read_alike(case.text)
    first = candidates(case.text, library, facts, rows, [True] * len(facts))
    return Found(first, rightly(case, library, first))


def rightly(case: Case, library: Library, ones: Candidates) -> Matrix:
    """Which candidates are right."""
    main = {(number, library.place[rule]) for rule, number in case.main.items()}
    bags = {(number, library.place[rule]) for rule, bag in case.bags.items() for number in bag}
    chosen = zip(ones.sentence.tolist(), ones.rule.tolist(), strict=True)
    return np.asarray([1 if key in main else -1 if key in bags else 0 for key in chosen])


def fit_finding(ones: Iterable[tuple[Matrix, Matrix]], names: Sequence[str]) -> Boosted:
    """A model of finding; of what is wrong one in four is enough."""
    told = list(ones)
    features, right = np.concatenate([one[0] for one in told]), np.concatenate([one[1] for one in told])
    taken = (right == 1) | (right == 0) & (np.random.default_rng(5).random(len(right)) < 1 / _OF_WRONG)
    weights = np.where(right[taken] == 1, 1.0, _OF_WRONG)
    return fit(features[taken], right[taken], weights, names, _TREES_FINDING, 40)


def faulty(case: Case, library: Library, learnt: Models, finding: Mapping[str, Boosted], chance: random.Random) -> Iterator[Row]:
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
        alignment = align(again, library, [True] * len(streams), finding)
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
    elif one.sort == "swapped":
        right = found.kind == "swapped" and {found.said, found.right} == set(one.right.split("|"))
        here = right or found.kind == "swapped"
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
        rule, here = library.rules[found.rule].id, case.errors.get(found.sentence, [])
        is_error = any(error.rule == rule and error.kind in _MISREAD for error in here)
        yield Row(case, found, list(found.features), True if is_error else None if here else False, False, rule)


def fit_misread(rows: Iterable[Row]) -> Boosted:
    """The model of misreadings."""
    ones = [row for row in rows if row.right is not None]
    right = np.asarray([bool(row.right) for row in ones])
    weights = np.where(right, _PLANTED_COUNT, 1.0)
    return fit(np.asarray([row.features for row in ones], np.float32), right, weights, misreading.FEATURES, _TREES_MISREAD)


def with_learnt(row: Row, unlike: Mapping[str, float], known: Counter[tuple[str, str, str]], own: bool) -> list[float]:
    """The features of a row with what was learnt of its words; `own` takes away that it was learnt from this row itself."""
    features, one = list(row.features), row.found
    features[UNLIKE], features[UNLIKE_BACK] = (
        unlike.get(f"{one.said}>{one.right}", 0.0),
        unlike.get(f"{one.right}>{one.said}", 0.0),
    )
    features[KNOWN] = float(min(2, max(0, known[row.rule, one.said, one.right] - own)))
    return features


@dataclass(slots=True)
class Learnt:
    """What was learnt of differences."""

    model: Boosted
    unlike: dict[str, float]
    known: list[tuple[str, str, str]]

    def score(self, rows: Sequence[Row]) -> dict[int, float]:
        """How probable each row is an error, before the levels."""
        count = Counter(self.known)
        told = np.asarray([with_learnt(row, self.unlike, count, False) for row in rows], np.float32)
        return {id(row): value for row, value in zip(rows, self.model.probable(told).tolist(), strict=True)}


def fit_differing(rows: Sequence[Row], picked: set[int]) -> Learnt:
    """The model of differences; `picked` are the rows taken for the planted errors. Of what is right one in three is enough."""
    unlike = learn_unlike(rows)
    known = sorted({(row.rule, row.found.said, row.found.right) for row in rows if id(row) in picked})
    count, chance = Counter(known), random.Random(3)
    features, right, weights = list[list[float]](), list[int](), list[float]()
    for row in rows:
        is_error = row.right is True or id(row) in picked
        if (row.right is None and not is_error) or (not row.made and not is_error and chance.random() > _OF_RIGHT):
            continue
        features.append(with_learnt(row, unlike, count, id(row) in picked))
        right.append(is_error)
        weights.append(_FAULTS_COUNT if row.made else _PLANTED_COUNT if is_error else 1 / _OF_RIGHT)
    told = np.asarray(features, np.float32)
    return Learnt(fit(told, np.asarray(right), np.asarray(weights), FEATURES, _TREES_DIFFERING), unlike, known)


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


if __name__ == "__main__":
    main(sys.argv[1:])
