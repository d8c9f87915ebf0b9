"""How a finding is known again after an edit: by its rule, its claim and its sentence, never by its line.

A sentence counts by its words and numbers alone, so that new line breaks, emphasis or quotation marks change nothing.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from hashlib import sha256
from typing import NamedTuple

from ..findings import Finding, Passage, Report

_LENGTH = 16
_UNSEEN = "\u00ad\u200b-\u200f\u2060\ufeff"
"""Characters that nobody sees within a word: soft hyphens, joiners, marks of direction."""
_TOKEN = re.compile(rf"[^\W_](?:[^\W_]|[{_UNSEEN}\u0300-\u036f])*|[+=×÷/%<>≤≥]|(?<=\d)\s*[-−–]\s*(?=\d)")
_NOT_SEEN = re.compile(rf"[{_UNSEEN}]")


class _Token(NamedTuple):
    text: str
    line: int
    column: int
    end: int


def _tokens(text: str, line: int = 1) -> Iterator[_Token]:
    for match in _TOKEN.finditer(text):
        word = unicodedata.normalize("NFKC", _NOT_SEEN.sub("", match[0])).casefold().strip()
        yield _Token("-" if word in ("−", "–") else word, line, match.start() + 1, match.end() + 1)


@lru_cache(maxsize=4096)
def normalised(sentence: str) -> str:
    """The words, numbers and signs of reckoning of a sentence, in small letters with single spaces."""
    return " ".join(token.text for token in _tokens(sentence))


def sentence_fingerprint(sentence: str) -> str:
    """The fingerprint of a sentence alone, by which a confirmed passage is found again."""
    return _digest("sentence", normalised(sentence))


def fingerprint(finding: Finding) -> str:
    """The fingerprint of a finding: rule or check, claim, sentence. It says nothing of the verdict, which may change."""
    sentence = finding.passage.text if finding.passage else ""
    return _digest(finding.rule or f"check:{finding.check}", normalised(finding.claimed), normalised(sentence))


def stamped(report: Report) -> Report:
    """The same report, every finding with its fingerprint; the second of two that are alike gets `-2`."""
    if all(finding.fingerprint for finding in report.findings):
        return report
    seen = Counter[str]()
    findings = []
    for finding in report.findings:
        mark = finding.fingerprint or fingerprint(finding)
        seen[mark] += 1
        findings.append(replace(finding, fingerprint=mark if seen[mark] == 1 else f"{mark}-{seen[mark]}"))
    return replace(report, findings=tuple(findings))


def _digest(*parts: str) -> str:
    return sha256("\x1f".join(parts).encode("utf-8", "replace")).hexdigest()[:_LENGTH]


class Whereabouts:
    """Finds sentences in the files of a report, however their lines are broken now."""

    def __init__(self, report: Report) -> None:
        self._report = report
        self._files: list[tuple[list[_Token], str, list[int]]] | None = None

    def find(self, sentence: str) -> Passage | None:
        """The first place where a sentence stands, word for word."""
        wanted = normalised(sentence)
        if not wanted:
            return None
        for number, (tokens, joined, starts) in enumerate(self._read()):
            at = joined.find(f" {wanted} ")
            if at >= 0:
                first = tokens[bisect_right(starts, at) - 1]
                last = tokens[bisect_right(starts, at + len(wanted) - 1) - 1]
                return Passage(number, first.line, first.column, last.line, last.end, sentence)
        return None

    def _read(self) -> list[tuple[list[_Token], str, list[int]]]:
        if self._files is None:
            self._files = []
            for file in self._report.files:
                tokens = [token for line, text in enumerate(file.lines, 1) for token in _tokens(text, line)]
                starts, at = [], 0
                for token in tokens:
                    starts.append(at)
                    at += len(token.text) + 1
                self._files.append((tokens, f" {' '.join(token.text for token in tokens)} ", starts))
        return self._files
