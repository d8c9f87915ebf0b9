"""Learns what differences between a text and its source are worth: `python benchmarks/beside_weights.py`.

Clean texts of ours in four languages, each beside each other, tell how often a faithful translation does a thing; errors planted
by hand (tests/textcheck/beside, tests/textcheck/seventh) and by machine tell what errors look like. Of either set of texts it
prints what the other one teaches; then it writes `data/lab/reading/beside.json`. What is known of rules there (`whose`) is set
by hand.
"""

from __future__ import annotations

import random
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from bruges_lab import places
from bruges_lab.documents.opening import Source
from bruges_lab.games import shelf
from bruges_lab.textcheck.beside.against_source import Beside
from bruges_lab.textcheck.beside.likely import FILE, Weights, weights
from bruges_lab.textcheck.checking import check_translation
from bruges_lab.textcheck.findings import Report
from bruges_lab.textcheck.measure.labels import read_planted
from bruges_lab.textcheck.measure.planting import fault
from bruges_lab.textcheck.read.concepts import stream
from bruges_lab.textcheck.read.reading import sentences
from bruges_lab.textcheck.read.vocabulary import vocabulary

TESTS = Path(__file__).parents[1] / "tests" / "textcheck"
LANGUAGES = ("en", "de", "fr", "it")
Usual = dict[tuple[str, str, str, tuple[int, ...]], set[tuple[str, tuple[str, ...], str]]]
"""By group, both languages and sentences of the source, the differences that a clean translation has."""
UNLEARNT = ("omission", "foreign", "leftover")
"""Kinds of errors that are told in another way."""
MADE, HALVES, ROUNDS = 14, 4, 4
"""So many faults and halves of sentences left out are made in a text, so many times over."""
OF_MACHINES = 0.4
HELD_BACK, STEPS = 2.0, 30


@dataclass(frozen=True)
class Error:
    """A line where an error stands, and its kind."""

    line: int
    kind: str


@dataclass(frozen=True)
class Text:
    """A text of one of the two sets, clean or with errors."""

    group: str
    lang: str
    words: str
    errors: tuple[Error, ...] = ()
    made: bool = False


@dataclass(frozen=True)
class Row:
    """A difference that was found."""

    group: str
    facts: Mapping[str, float]
    right: bool
    clean: bool
    weight: float


def texts() -> Iterator[Text]:
    """All texts, the clean ones first."""
    by_hand = tomllib.loads((TESTS / "beside" / "planted.toml").read_text(encoding="utf-8"))["error"]
    more = tomllib.loads((TESTS / "beside" / "planted_seventh.toml").read_text(encoding="utf-8"))["error"]
    clean = {("beside", lang): (TESTS / "beside" / f"{lang}.md").read_text(encoding="utf-8") for lang in LANGUAGES}
    clean |= {
        ("seventh", lang): (TESTS / "seventh" / lang / "rulebook_clean.md").read_text(encoding="utf-8") for lang in LANGUAGES
    }
    for (group, lang), words in clean.items():
        yield Text(group, lang, words)
    for (group, lang), words in clean.items():
        for chosen in ("a", "b") if group == "beside" else ("",):
            listed = [one for one in (by_hand if chosen else more) if one["lang"] == lang and one.get("set", "") == chosen]
            if listed:
                yield planted(group, lang, words, listed)
        yield from (made(group, lang, words, number) for number in range(ROUNDS))
    for lang in LANGUAGES:
        folder = TESTS / "seventh" / lang
        errors = tuple(Error(line, one.kind) for one in read_planted(folder / "rulebook_faulty.toml") for line in one.lines)
        yield Text("seventh", lang, (folder / "rulebook_faulty.md").read_text(encoding="utf-8"), errors)


def planted(group: str, lang: str, words: str, listed: Sequence[Mapping[str, Any]]) -> Text:
    """A text with errors that are listed by their words."""
    for one in listed:
        words = words.replace(one["old"], one["new"])
    found = [one for one in listed if one["new"]]
    lines = [words[: words.index(one["new"])].count("\n") + 1 for one in found]
    errors = [
        Error(line + step, one["kind"])
        for line, one in zip(lines, found, strict=True)
        for step in range(one["new"].count("\n") + 1)
    ]
    return Text(group, lang, words, tuple(errors))


def made(group: str, lang: str, words: str, number: int) -> Text:
    """A text with faults made by machine, and with halves of sentences left out."""
    chance, manifest, lines = random.Random(f"{group}{lang}{number}"), shelf.find("bruges"), words.split("\n")
    known = [
        one for one in sentences([Source("text.md", tuple(lines), "utf-8")]) if len(one.places) == 1 and len(one.text.split()) > 3
    ]
    errors: dict[int, str] = {}
    for rank, one in enumerate(chance.sample(known, len(known))):
        text, place = one.text.strip(), one.line - 1
        if one.line in errors or lines[place].count(text) != 1:
            continue
        if rank < MADE:
            wrong = fault(stream(one.text, vocabulary(lang, manifest)), manifest, lang, chance)
            if wrong is not None:
                lines[place], errors[one.line] = lines[place].replace(text, wrong.text.strip()), wrong.sort
        elif list(errors.values()).count("half") < HALVES:
            cuts = [at for at in range(20, len(text) - 20) if text[at] in ";:," and len(text[at:].split()) > 3]
            if cuts:
                lines[place], errors[one.line] = lines[place].replace(text, text[: chance.choice(cuts)] + "."), "half"
    return Text(group, lang, "\n".join(lines), tuple(Error(*one) for one in errors.items()), True)


def rows() -> Iterator[Row]:
    """All differences of all texts beside the clean ones in other languages."""
    sources: dict[tuple[str, str], Report] = {}
    usual: Usual = {}
    for text in texts():
        report = check_translation(Source("text.md", tuple(text.words.split("\n")), "utf-8"), language=text.lang)
        if not text.errors:
            sources[text.group, text.lang] = report
            continue
        for lang in LANGUAGES:
            if lang != text.lang and not (text.made and "en" not in (lang, text.lang)):
                yield from _rows(text, report, sources[text.group, lang], sources[text.group, text.lang], lang, usual)


def _rows(
    text: Text,
    report: Report,
    source: Report,
    clean: Report,
    lang: str,
    usual: Usual,
) -> Iterator[Row]:
    if not any(key[:3] == (text.group, lang, text.lang) for key in usual):
        for one in Beside(clean, source).rendered:
            known = {(told.difference.kind, told.difference.names, told.difference.source) for told in one.told}
            usual[text.group, lang, text.lang, one.pair.source] = known
            yield from (Row(text.group, told.difference.facts, False, True, 2.0 if lang == "en" else 1.0) for told in one.told)
    for one in Beside(report, source).rendered:
        lines = range(one.place.line, one.place.end_line + 1)
        kinds = {error.kind for error in text.errors if error.line in lines}
        known = usual.get((text.group, lang, text.lang, one.pair.source), set())
        if kinds & {*UNLEARNT}:
            continue
        for told in one.told:
            new = (told.difference.kind, told.difference.names, told.difference.source) not in known
            right = bool(kinds) and new and ("half" not in kinds or told.difference.kind == "clause")
            if right or "half" not in kinds:
                weight = (2.0 if lang == "en" else 1.0) * (OF_MACHINES if text.made else 1.0)
                yield Row(text.group, told.difference.facts, right, False, weight)


def chances(table: np.ndarray, learnt: np.ndarray) -> np.ndarray:
    """How probable each row is."""
    found: np.ndarray = 1 / (1 + np.exp(-learnt[0] - table @ learnt[1:]))
    return found


def regression(table: np.ndarray, right: np.ndarray, weight: np.ndarray) -> np.ndarray:
    """Logistic regression by Newton's method, with large weights held back; the base first."""
    wide, held = np.column_stack([np.ones(len(table)), table]), HELD_BACK * np.eye(table.shape[1] + 1)
    held[0, 0] = 0
    found = np.zeros(wide.shape[1])
    for _ in range(STEPS):
        chance = chances(table, found)
        slope = wide.T @ (weight * (chance - right)) + held @ found
        found -= np.linalg.solve(
            (wide * (weight * chance * (1 - chance))[:, None]).T @ wide + held + 1e-9 * np.eye(len(found)), slope
        )
    return found


def main() -> None:
    """Learn, print what each set of texts teaches of the other, and write what both teach."""
    found = list(rows())
    names = sorted({name for row in found for name in row.facts})
    table = np.array([[row.facts.get(name, 0.0) for name in names] for row in found])
    right, weight = np.array([row.right for row in found]), np.array([row.weight for row in found])
    groups = np.array([row.group for row in found])

    def learnt(chosen: np.ndarray) -> np.ndarray:
        return regression(table[chosen], right[chosen], weight[chosen])

    probable = np.zeros(len(found))
    for group in set(groups):
        probable[groups == group] = chances(table[groups == group], learnt(groups != group))
    clean = np.array([row.clean for row in found])
    for low, high in ((0.25, 0.5), (0.5, 0.75), (0.75, 0.95), (0.95, 1.01)):
        within = (probable >= low) & (probable < high)
        faulty = right[within & ~clean]
        print(f"{low} to {high}: {faulty.sum()} of {len(faulty)} right in faulty texts, {(within & clean).sum()} in clean ones")
    model = learnt(np.ones(len(found), dtype=bool))
    facts = {name: round(float(value), 3) for name, value in zip(names, model[1:], strict=True)}
    result = Weights(round(float(model[0]), 3), facts, weights().whose)
    file = places.data("lab", "reading") / FILE
    file.write_bytes(msgspec.json.format(msgspec.json.encode(result), indent=1) + b"\n")
    print(f"{len(found)} differences, {right.sum()} of them errors; written to {file.name}")


if __name__ == "__main__":
    main()
