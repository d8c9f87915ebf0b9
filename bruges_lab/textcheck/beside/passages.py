"""Sentences of a report's files as they are compared, and as passages again."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ...documents.opening import Source
from ..findings import Finding, Passage, Report, Verdict
from ..read.concepts import stream
from ..read.reading import Sentence, sentences
from ..read.vocabulary import vocabulary
from .pairing import Side


def read_side(report: Report) -> Side:
    """The sentences of a report's files, as they are compared."""
    found = sentences([Source(file.name, file.lines, file.encoding) for file in report.files])
    words = {file.language: vocabulary(file.language, report.manifest) for file in report.files}
    return Side(found, [stream(one.text, words[report.files[one.file].language]) for one in found])


def in_blocks(numbers: Sequence[int], all_sentences: Sequence[Sentence]) -> Iterator[list[int]]:
    """Sentences that stand together, in one file and not far from one another."""
    found: list[int] = []
    for number in numbers:
        near = found and number - found[-1] <= 2 and all_sentences[number].file == all_sentences[found[-1]].file
        if found and not near:
            yield found
            found = []
        found.append(number)
    if found:
        yield found


def passage(all_sentences: Sequence[Sentence], numbers: Sequence[int]) -> Passage:
    """The sentences as one passage."""
    places = [all_sentences[number].passage() for number in numbers]
    first, last = places[0], places[-1]
    text = " ".join(place.text for place in places)
    return Passage(first.file, first.line, first.column, last.end_line, last.end_column, text)


def unique(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """One finding for a rule in a place, the first."""
    found: dict[tuple[str, str, Passage | None, Verdict], Finding] = {}
    for one in findings:
        found.setdefault((one.rule, one.check, one.passage, one.verdict), one)
    return tuple(found.values())
