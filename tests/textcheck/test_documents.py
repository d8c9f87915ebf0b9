"""The documents that the labels describe; their folder is named by BRUGES_LAB_RULEBOOKS, and without it nothing is collected."""

import json
import os
import re
from functools import cache
from pathlib import Path
from typing import Any

from bruges_lab.games.bruges.manifest import MANIFEST as BRUGES
from bruges_lab.rulebook.catalogue import Catalogue
from bruges_lab.textcheck.checking import check_translation
from bruges_lab.textcheck.findings import Passage, Report, Verdict

FOLDER = os.environ.get("BRUGES_LAB_RULEBOOKS", "")
LABELS = os.environ.get("BRUGES_LAB_LABELS", "")


@cache
def labels() -> Any:
    return json.loads(Path(LABELS or Path(FOLDER).parent / "research" / "translation_gold.json").read_text(encoding="utf-8"))


@cache
def report(document: str) -> Report:
    return check_translation(next(Path(FOLDER).glob(f"{document}*")))


def lines(passage: Passage) -> range:
    return range(passage.line, passage.end_line + 1)


def supported(document: str, rule: str, line: int) -> bool:
    """Whether a label or the catalogue knows of a contradiction on this line."""
    if any((one["document"], one["line"]) == (document, line) for one in labels()["verdicts"]):
        return True
    verdict, _, where = Catalogue.load()[rule].sources[document].partition(" ")
    spans = [range(int(first), int(last or first) + 1) for first, last in re.findall(r"(\d+)(?:-(\d+))?", where)]
    return verdict in ("contradicts", "ambiguous") and any(line in span for span in spans)


if FOLDER:

    def test_labelled_statements_are_found_at_their_lines() -> None:
        missed = []
        for label in labels()["stated"]:
            places = {
                line
                for finding in report(label["document"]).findings
                if finding.rule in label["rules"] and finding.verdict is not Verdict.MISSING
                for passage in (finding.passage, *finding.others)
                if passage is not None
                for line in lines(passage)
            }
            if not places & set(label["lines"]):
                missed.append((label["document"], label["about"]))
        assert len(missed) <= 0.05 * len(labels()["stated"]), missed

    def test_most_of_what_the_catalogue_says_they_state_is_found_there() -> None:
        lost, all_of_them = [], 0
        for rule in BRUGES.reading.by_rule:
            for document in ("000", "001", "002", "003"):
                verdict, _, where = Catalogue.load()[rule].sources[document].partition(" ")
                if verdict != "agrees":
                    continue
                spans = [(int(first), int(last or first)) for first, last in re.findall(r"(\d+)(?:-(\d+))?", where)]
                near = {line for first, last in spans for line in range(first - 1, last + 2)}
                told = [one for one in report(document).of(rule) if one.verdict is not Verdict.MISSING]
                places = {line for one in told for place in (one.passage, *one.others) if place for line in lines(place)}
                all_of_them += 1
                lost += [] if places & near else [(document, rule)]
        assert len(lost) <= 0.08 * all_of_them, lost

    def test_every_labelled_verdict_is_right() -> None:
        for label in labels()["verdicts"]:
            found = [
                one for one in report(label["document"]).of(label["rule"]) if one.passage and label["line"] in lines(one.passage)
            ]
            assert label["verdict"] in [finding.verdict.value for finding in found], label

    def test_no_more_than_one_contradiction_is_without_support() -> None:
        alone = [
            (document, finding.rule, finding.line, finding.claimed)
            for document in ("000", "001", "002", "003")
            for finding in report(document).findings
            if finding.verdict in (Verdict.CONTRADICTS, Verdict.INCONSISTENT) and finding.passage
            if not any(supported(document, finding.rule, line) for line in lines(finding.passage))
        ]
        assert len(alone) <= 1, alone

    def test_the_other_game_is_turned_away() -> None:
        assert not report("004").is_of_game
        assert report("004").findings == ()

    def test_the_other_game_is_recognised() -> None:
        about = report("004").about
        assert about is not None
        assert about.name == "burdigala"
        assert "It can be checked as a text about Burdigala." in report("004").told("en")
