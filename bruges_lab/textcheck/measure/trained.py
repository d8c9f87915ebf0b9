"""Training: group by group of texts left out, to measure; then from all of them, to be kept. Used by training.py alone."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np

from ... import places
from ...rulebook.catalogue import usual_rules
from ..checking import check_sources
from ..find import aligning, boosted
from ..find.aligning import Alignment, aligned, look_again, read_alike
from ..find.boosted import Boosted, Models
from ..find.library import FILE, WRONG, Library, Said
from ..judge.judging import STATED
from ..judge.misreading import ANY, besides
from ..read.things import reading_folder
from . import training
from .levelling import GROUPS
from .levelling import levels as levels_of
from .tallying import Tally, count, figures, summary
from .training import Case, Learnt, Row

if TYPE_CHECKING:
    from ...games.manifest import Manifest
Tell = Callable[[str], None]


def train(manifest: Manifest, folders: Iterable[Path], tell: Tell = print) -> None:
    """Learn from the labelled texts of some folders; tell what each group gets without itself, and write what all give."""
    cases = training.load(manifest, folders)
    groups = sorted({case.group for case in cases})
    tell(f"{len(cases)} texts in {len(groups)} groups")
    others = {group: [case for case in cases if case.group != group] for group in groups}
    libraries = {
        group: Library(manifest, None, training.said_in(ones), training.wrong_in(ones)) for group, ones in others.items()
    }
    bare = dict.fromkeys(groups, Library(manifest, None, []))
    without, finding, alignments = _finding(cases, libraries, "written", tell)
    finding |= _finding(cases, bare, "bare", tell)[1]
    rows = _rows(cases, libraries, alignments, without)
    tell(f"{len(rows)} differences, {sum(row.made for row in rows)} of them made")
    picked, scores, by_group = set[int](), dict[int, float](), dict[str, Learnt]()
    for _ in range(2):
        for group in groups:
            by_group[group] = training.fit_differing([row for row in rows if row.case.group != group], picked)
            scores |= by_group[group].score([row for row in rows if row.case.group == group and not row.made])
        picked = training.pick(rows, scores)
    wrong = _wrong(cases, libraries, alignments, rows, scores)
    misread = dict[str, Boosted]()
    for group in groups:
        misread[group] = training.fit_misread(row for row in wrong if row.case.group != group)
        own = [row for row in wrong if row.case.group == group]
        values = misread[group].probable(np.asarray([row.features for row in own], np.float32)).tolist()
        scores |= {id(row): value for row, value in zip(own, values, strict=True)}
    fires = training.fired([*rows, *wrong], scores)
    levels = {kind: levels_of(fires, group) for group in GROUPS for kind in group}
    _tell_levels(tell, fires, levels, cases)
    every = training.fit_differing(rows, picked)
    differing = {"any": every.model, "misread": training.fit_misread(wrong)}
    learnt = Models(finding, differing, levels, every.unlike, every.known)
    write(manifest, training.said_in(cases), training.wrong_in(cases), learnt)
    whole = dict[str, Tally]()
    for case in cases:
        known = by_group[case.group]
        models = Models(
            without[case.group], {"any": known.model, "misread": misread[case.group]}, levels, known.unlike, known.known
        )
        report = check_sources(
            manifest,
            [case.source],
            usual_rules(manifest),
            language=case.labels.language,
            known=(libraries[case.group], models),
        )
        counted = count(report, case.labels)
        tell(f"{case.name}: {figures(counted)}")
        for line in (*counted.lost, *(f"false: {one}" for one in counted.false)):
            tell(f"    {line}")
        for name in ("", f"{case.group}: "):
            whole.setdefault(name, Tally()).add(counted)
    for name, tally in sorted(whole.items(), reverse=True):
        for line in summary(tally):
            tell(name + line)


def _finding(
    cases: Sequence[Case], libraries: Mapping[str, Library], name: str, tell: Tell
) -> tuple[dict[str, dict[str, Boosted]], dict[str, Boosted], dict[str, Alignment]]:
    """The models of finding, without each group and of all; and what each text gets without its group."""
    first = {case.name: training.finding_rows(case, libraries[case.group]) for case in cases}
    labelled, groups = [case for case in cases if case.main], list(libraries)
    without: dict[str, dict[str, Boosted]] = {}
    for group in groups:
        ones = (first[case.name] for case in labelled if case.group != group)
        without[group] = {name: training.fit_finding(((one.first.features, one.right) for one in ones), aligning.FEATURES)}
    again = {}
    for case in cases:
        probable = without[case.group][name].probable(first[case.name].first.features)
        again[case.name] = look_again(first[case.name].first, probable, libraries[case.group], len(case.spans))
    right = {case.name: training.rightly(case, libraries[case.group], again[case.name]) for case in labelled}
    for group in groups:
        told = ((again[case.name].features, right[case.name]) for case in labelled if case.group != group)
        without[group][f"{name}_again"] = training.fit_finding(told, aligning.AGAIN)
    alignments, tally = dict[str, Alignment](), Counter[str]()
    for case in cases:
        facts, rows = read_alike(case.text)
        model = without[case.group][f"{name}_again"]
        alignments[case.name] = aligned(libraries[case.group], facts, rows, again[case.name], model)
        if case.main:
            _count(tally, case, alignments[case.name])
    tell(f"finding ({name}): {_told(tally)}")
    every = {
        name: training.fit_finding(
            ((first[one.name].first.features, first[one.name].right) for one in labelled), aligning.FEATURES
        ),
        f"{name}_again": training.fit_finding(((again[one.name].features, right[one.name]) for one in labelled), aligning.AGAIN),
    }
    return without, every, alignments


def _count(tally: Counter[str], case: Case, alignment: Alignment) -> None:
    said = {place for one in alignment.by_sentence for place, value in one.items() if value >= STATED}
    for rule, bag in case.bags.items():
        place = alignment.library.place[rule]
        tally["labelled"] += 1
        tally["found"] += any(alignment.by_sentence[number].get(place, 0) >= STATED for number in bag)
        tally["missing"] += place not in said
    tally["more"] += len(said - {alignment.library.place[rule] for rule in case.bags})
    tally["texts"] += 1


def _told(tally: Counter[str]) -> str:
    labelled = max(1, tally["labelled"])
    return (
        f"{tally['found'] / labelled:.1%} found at their lines, {tally['missing'] / labelled:.1%} called missing, "
        f"{tally['more'] / max(1, tally['texts']):.1f} more a text"
    )


def _rows(
    cases: Sequence[Case],
    libraries: Mapping[str, Library],
    alignments: Mapping[str, Alignment],
    finding: Mapping[str, Mapping[str, Boosted]],
) -> list[Row]:
    rows: list[Row] = []
    chance, nothing = random.Random(7), Models({}, {})
    for case in cases:
        rows += training.real(case, libraries[case.group], nothing, alignments[case.name])
        if case.main and len(case.labels.errors) <= training.FEW:
            rows += training.faulty(case, libraries[case.group], nothing, finding[case.group], chance)
    return rows


def _wrong(
    cases: Sequence[Case],
    libraries: Mapping[str, Library],
    alignments: Mapping[str, Alignment],
    rows: Sequence[Row],
    scores: Mapping[int, float],
) -> list[Row]:
    """The misreadings of all texts, each with how surely its sentence differs word by word."""
    surest = dict[str, dict[tuple[int, int], float]]()
    for row in rows:
        if not row.made:
            own, number = surest.setdefault(row.case.name, {}), row.found.sentence
            for key in ((number, row.found.rule), (number, ANY)):
                own[key] = max(own.get(key, 0.0), scores.get(id(row), 0.0))
    found: list[Row] = []
    for case in cases:
        for row in training.misread(case, libraries[case.group], alignments[case.name]):
            row.features = list(besides(row.found, surest.get(case.name, {})).features)
            found.append(row)
    return found


def _tell_levels(
    tell: Tell, fires: Sequence[tuple[float, Row]], levels: Mapping[str, list[float]], cases: Sequence[Case]
) -> None:
    kinds = Counter[str]()
    for case in cases:
        kinds.update(error.kind for error in case.labels.errors)
    for number, name in enumerate(("likely", "certain")):
        own = [row for score, row in fires if score >= levels[row.found.kind][number]]
        right = sum(row.right is not False for row in own)
        told = {
            (row.case.name, error.kind, error.rule)
            for row in own
            for error in row.case.errors.get(row.found.sentence, ())
            if error.rule == row.rule
        }
        of_kind = Counter[str](kind for _, kind, _ in told)
        shown = ", ".join(f"{kind} {of_kind[kind]} of {size}" for kind, size in sorted(kinds.items()))
        tell(f"{name}: {right} of {len(own)} right; {shown}")


def write(manifest: Manifest, said: Sequence[Said], wrong: Sequence[Said], learnt: Models) -> None:
    """Write what was learnt."""
    for name, ones in ((FILE, said), (WRONG, wrong)):
        lines: list[Any] = [msgspec.json.encode(one).decode() for one in ones]
        (reading_folder(manifest) / name).write_text("[\n" + ",\n".join(lines) + "\n]\n", encoding="utf-8")
    (places.data("lab", "reading") / boosted.FILE).write_bytes(boosted.to_json(learnt) + b"\n")
