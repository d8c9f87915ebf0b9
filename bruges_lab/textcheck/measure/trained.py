"""Training: group by group of texts left out, to measure; then from all of them, to be kept. Used by training.py alone."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from ...rulebook.catalogue import usual_rules
from ..checking import check_sources
from ..find.additive import Additive, Models
from ..find.aligning import Alignment, read_alike
from ..find.library import Library
from . import training
from .tallying import Tally, count, figures, summary
from .training import GROUPS, Case, Found, Row

if TYPE_CHECKING:
    from ...games.manifest import Manifest

Learnt = tuple[dict[str, Additive], dict[str, float], list[tuple[str, str, str]]]
_STATED = 0.3


def train(manifest: Manifest, folders: Iterable[Path], tell: Callable[[str], None] = print) -> None:
    """Learn from the labelled texts of some folders; tell what each group gets without itself, and write what all give."""
    cases = training.load(manifest, folders)
    groups = sorted({case.group for case in cases})
    libraries = {group: Library(manifest, None, training.said_in(one for one in cases if one.group != group)) for group in groups}
    bare = Library(manifest, None, [])
    tell(f"{len(cases)} texts in {len(groups)} groups")
    found = {case.name: training.finding_rows(case, libraries[case.group]) for case in cases}
    alone = {case.name: training.finding_rows(case, bare) for case in cases}
    by_group: dict[str, Additive] = {}
    for name, ones in (("statements of others", found), ("own texts alone", alone)):
        tally = Counter[str]()
        for group in groups:
            by_group[group] = training.fit_finding(ones[one.name] for one in cases if one.group != group and one.main)
            for case in cases:
                if case.group == group and case.main:
                    _count(tally, case, libraries[group], _aligned(case, libraries[group], ones[case.name], by_group[group]))
        tell(f"finding by {name}: {_told(tally)}")
        if ones is found:
            models = dict(by_group)
    finding = {
        name: training.fit_finding(ones[one.name] for one in cases if one.main)
        for name, ones in (("written", found), ("bare", alone))
    }
    rows = _rows(cases, libraries, models, found)
    tell(f"{len(rows)} differences, {sum(row.made for row in rows)} of them made")
    by_group_learnt: dict[str, Learnt] = {}
    scores: dict[int, float] = {}
    picked: set[int] = set()
    for _ in range(3):
        scores = {}
        for group in groups:
            learnt = training.fit_differing([row for row in rows if row.case.group != group], picked)
            scores.update(training.scored([row for row in rows if row.case.group == group and not row.made], *learnt))
            by_group_learnt[group] = learnt
        picked = training.pick(rows, scores)
    wrong = _wrong(cases, libraries, models, found)
    for group in groups:
        model = training.fit_misread(row for row in wrong if row.case.group != group)
        by_group_learnt[group][0]["misread"] = model
        own = [row for row in wrong if row.case.group == group]
        values = model.probable(np.asarray([row.features for row in own], np.float32)).tolist()
        scores.update((id(row), value) for row, value in zip(own, values, strict=True))
    fires = training.fired([*rows, *wrong], scores)
    levels = {kind: training.levels(fires, group) for group in GROUPS for kind in group}
    _tell_levels(tell, fires, levels, cases)
    differing, unlike, known = training.fit_differing(rows, picked)
    differing["misread"] = training.fit_misread(wrong)
    training.write(manifest, training.said_in(cases), Models(finding, differing, levels, unlike, sorted(set(known))))
    whole = Tally()
    for case in cases:
        differing, unlike, known = by_group_learnt[case.group]
        without = Models({"written": models[case.group]}, differing, levels, unlike, known)
        report = check_sources(
            manifest, [case.source], usual_rules(manifest), language=case.labels.language, known=(libraries[case.group], without)
        )
        counted = count(report, case.labels)
        tell(f"{case.name}: {figures(counted)}")
        whole.add(counted)
    for line in summary(whole):
        tell(line)


def _wrong(
    cases: Sequence[Case], libraries: dict[str, Library], models: dict[str, Additive], found: dict[str, Found]
) -> list[Row]:
    rows: list[Row] = []
    for case in cases:
        alignment = _aligned(case, libraries[case.group], found[case.name], models[case.group])
        rows += training.misread(case, libraries[case.group], alignment)
    return rows


def _aligned(case: Case, library: Library, found: Found, model: Additive) -> Alignment:
    facts, rows = read_alike(case.text)
    by_sentence: list[dict[int, float]] = [{} for _ in facts]
    for (number, place), value in zip(found.chosen, model.probable(found.features).tolist(), strict=True):
        if value >= 0.02:
            by_sentence[number][place] = value
    by_sentence = [dict(sorted(one.items(), key=lambda item: -item[1])) for one in by_sentence]
    return Alignment(library, facts, rows, by_sentence)


def _count(tally: Counter[str], case: Case, library: Library, alignment: Alignment) -> None:
    said = {place for one in alignment.by_sentence for place, value in one.items() if value >= _STATED}
    for rule, bag in case.bags.items():
        place = library.place[rule]
        tally["labelled"] += 1
        tally["found"] += any(alignment.by_sentence[number].get(place, 0) >= _STATED for number in bag)
        tally["missing"] += place not in said
    tally["more"] += len(said - {library.place[rule] for rule in case.bags})
    tally["texts"] += 1


def _told(tally: Counter[str]) -> str:
    labelled = max(1, tally["labelled"])
    return (
        f"{tally['found'] / labelled:.1%} found at their lines, {tally['missing'] / labelled:.1%} called missing, "
        f"{tally['more'] / max(1, tally['texts']):.1f} more a text"
    )


def _rows(
    cases: Sequence[Case], libraries: dict[str, Library], models: dict[str, Additive], found: dict[str, Found]
) -> list[Row]:
    rows: list[Row] = []
    chance, nothing = random.Random(7), Models({}, {})
    for case in cases:
        library, model = libraries[case.group], models[case.group]
        rows += training.real(case, library, nothing, _aligned(case, library, found[case.name], model))
        if case.main:
            rows += training.faulty(case, library, nothing, model, chance)
    return rows


def _tell_levels(
    tell: Callable[[str], None], fires: Sequence[tuple[float, Row]], levels: dict[str, list[float]], cases: Sequence[Case]
) -> None:
    kinds = Counter[str]()
    for case in cases:
        kinds.update(error.kind for error in case.labels.errors)
    for number, name in enumerate(("likely", "certain")):
        raised = [row for score, row in fires if score >= levels[row.found.kind][number]]
        right = sum(row.right is not False for row in raised)
        clean = sum(row.right is False for row in raised if "clean" in row.case.name)
        seen = Counter[str]()
        for case in cases:
            own = [row for row in raised if row.case is case]
            for error in case.labels.errors:
                seen[error.kind] += any(
                    row.rule == error.rule and case.spans[row.found.sentence] & set(error.lines) for row in own
                )
        told = ", ".join(f"{kind} {seen[kind]}/{count}" for kind, count in kinds.most_common() if seen[kind])
        tell(
            f"{name}: {len(raised)} raised, {right / max(1, len(raised)):.0%} on a planted line, {clean} in clean samples; {told}"
        )
        by_kind = Counter(row.found.kind for row in raised)
        tell(f"  {dict(by_kind)}; {np.mean([len(raised) - right]) / len(cases):.2f} false a text")
