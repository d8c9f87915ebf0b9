"""Checking a translation, from files to a report: reading, gate, finding, judging and the other checks follow one another."""

from __future__ import annotations

import gc
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from ..documents.opening import Source, open_source
from ..games import shelf
from ..games.manifest import Manifest
from ..kernel.errors import LabError, either, one_line
from ..kernel.rulesets import BaseRuleset
from ..rulebook.readings import DEFAULT
from ..rulebook.readings import ruleset as named_ruleset
from ..rulebook.texts import LANGUAGES
from .find.aligning import align
from .find.boosted import Models, models
from .find.gate import foreign, gate
from .find.library import Library, library
from .find.recognising import recognise
from .find.searched_text import read_text
from .findings import Finding, Passage, Reason, Report, SourceFile, Verdict
from .judge.judging import Court, judge
from .read.abbreviations import abbreviations
from .read.language import ALL, file_language
from .read.reading import sentences
from .read.vocabulary import Vocabulary, vocabulary
from .report.fingerprints import stamped
from .report.told import subject

if TYPE_CHECKING:
    from .report.pins import Pins

_AGAINST = (Verdict.CONTRADICTS, Verdict.INCONSISTENT)
MOST_OF_A_KIND = 500
"""Findings of one rule or one check that a report lists."""
_ORDER = {verdict: number for number, verdict in enumerate(Verdict)}
Progress = Callable[[str, float], None]
"""Called with the stage that begins and the share of the work that is done; an exception it raises ends the check."""
Texts = str | Path | Source | Sequence[str | Path | Source]
"""A rulebook as it is handed in: a file by its path or already read, or several that are read as one."""
STAGES = {"reading": 0.0, "words": 0.15, "sentences": 0.4, "comparing": 0.65, "judging": 0.7, "examples": 0.95}
"""The stages of a check, each with the share of the work that lies before it."""


def check_translation(
    path_or_paths: Texts,
    *,
    ruleset: str | BaseRuleset = "default",
    language: str | None = None,
    pins: Pins | None = None,
    report_lang: str = "en",
    game: str | None = None,
    progress: Progress | None = None,
    source: Texts | None = None,
    source_pins: Pins | None = None,
) -> Report:
    """Hold a rulebook text, in one file or several or already read, against the rules that run.

    With `source`, the text that it translates or an earlier version of it, it is held against that as well, sentence by sentence;
    `source_pins` are what was decided about that.
    The report displays itself in a notebook in `report_lang`; `language` is that of the text, if it is not to be told from it.
    `game` says whose rules these should be, if not those of the usual game. `progress` hears of each stage (STAGES).
    """
    given = _opened(path_or_paths)
    original = None if source is None else _opened(source)
    if language is not None and language not in ALL:
        raise LabError(f"{one_line(language, 20)!r} cannot be checked as a language; choose {either(ALL)}")
    if report_lang not in LANGUAGES:
        raise LabError(f"{one_line(report_lang, 20)!r} is not a language of reports; choose {either(LANGUAGES)}")
    _tell(progress, "reading")
    manifest = game_to_read(game)
    rules = _rules(manifest, ruleset)
    name = ruleset if isinstance(ruleset, str) else "own"
    with _no_collecting():
        first, second = (progress, None) if original is None else (_part(progress, 0.0, 0.5), _part(progress, 0.5, 0.9))
        report = check_sources(manifest, given, rules, name, language, pins, first)
        if original is not None:
            found = check_sources(manifest, original, rules, name, None, source_pins, second)
            found = found if source_pins is None else source_pins.apply(found)
            if progress is not None:
                progress("source", 0.9)
            report = beside(report, found)
    return replace(report if pins is None else pins.apply(report), report_lang=report_lang)


def beside(report: Report, source: Report) -> Report:
    """A report held against that on the text it translates; refused where that is of another game."""
    from .beside.against_source import against_source

    if not report.is_of_game:
        return report
    if not source.is_of_game:
        names = ", ".join(one_line(file.name, 60) for file in source.files)
        raise LabError(f"{names}: this source does not look like a text about {report.manifest.called()}")
    found = against_source(report, source)
    return stamped(replace(found, findings=tuple(sorted(found.findings, key=_place))))


def _part(progress: Progress | None, begin: float, end: float) -> Progress | None:
    """Tell of a part of the work as of the whole."""
    return None if progress is None else lambda stage, share: progress(stage, begin + (end - begin) * share)


def _opened(texts: Texts) -> list[Source]:
    """The files that are named, read."""
    if isinstance(texts, bytes) or not isinstance(texts, str | Path | Iterable):
        raise LabError(f"a text is named by its path, not by {one_line(repr(texts), 40)}")
    paths = [texts] if isinstance(texts, str | Path | Source) else list(texts)
    if not paths:
        raise LabError("no file was given to check")
    return [path if isinstance(path, Source) else open_source(path) for path in paths]


def game_to_read(game: str | None) -> Manifest:
    """The game that a user names, if its texts can be read: a game that says nothing of how its rules are said is refused."""
    manifest = shelf.find(game)
    if not manifest.reading.by_rule:
        raise LabError(f"{manifest.called()} does not say how any of its rules is said in a text")
    return manifest


def _rules(manifest: Manifest, ruleset: str | BaseRuleset) -> BaseRuleset | None:
    """The ruleset that a text is held against; None for a game that has none."""
    if isinstance(ruleset, BaseRuleset):
        if not manifest.has("ruleset") or not isinstance(ruleset, manifest.ruleset):
            raise LabError(f"this is not a ruleset of {manifest.called()}")
        return ruleset
    if ruleset == DEFAULT and not manifest.has("ruleset"):
        return None
    found: BaseRuleset = named_ruleset(ruleset, game=manifest.name)
    return found


@contextmanager
def _no_collecting() -> Iterator[None]:
    """Look for no garbage in between: a check uses what it makes to its end, and to go through it again and again is long."""
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def check_sources(
    manifest: Manifest,
    sources: Sequence[Source],
    rules: BaseRuleset | None,
    name: str = "default",
    language: str | None = None,
    pins: Pins | None = None,
    progress: Progress | None = None,
    known: tuple[Library, Models] | None = None,
) -> Report:
    """Check texts that have been read already; `known` is another library than that of the game, with what was learnt of it."""
    from .judge.checks import other_checks

    language = language or (pins.language if pins is not None else "")
    languages = [language or file_language(source.lines) for source in sources]
    _tell(progress, "words")
    words = vocabularies(manifest, sources, languages, pins)
    _tell(progress, "sentences")
    found = sentences(sources)
    text = read_text(manifest, found, [languages[sentence.file] for sentence in found], words)
    text.lines = tuple(source.lines for source in sources)
    _tell(progress, "comparing")
    of_game, learnt = known or (library(manifest, rules), models())
    alignment = align(text, of_game, [True] * len(found), learnt.finding)
    files = tuple(
        SourceFile(source.name, source.lines, source.encoding, lang) for source, lang in zip(sources, languages, strict=True)
    )
    main = _most_common(languages, sources)
    is_it, reason = gate(text, alignment)
    if not is_it:
        about, reason = recognise(found, text.language, manifest) or (None, reason)
        return stamped(Report(files, main, about, reason, (), name, manifest, rules=rules))
    judged, notes = foreign(text, rules)
    alignment.by_sentence = [one if may else {} for one, may in zip(alignment.by_sentence, judged, strict=True)]
    shown = main if main in LANGUAGES else "en"
    _tell(progress, "judging")
    ruled = _without_modules(judge(Court(text, alignment, learnt, rules, shown)), notes, manifest)
    _tell(progress, "examples")
    findings = [*ruled, *notes, *other_checks(text, judged, rules, languages, alignment)]
    listed = tuple(_not_too_many(sorted(_once(findings), key=_place)))
    return stamped(Report(files, main, manifest, reason, listed, name, manifest, rules=rules))


def _without_modules(findings: Sequence[Finding], notes: Sequence[Finding], manifest: Manifest) -> list[Finding]:
    """The findings without contradictions in a passage that a note gives to a module: its numbers are not those of this game.

    What brings the module in, such as how many can play, is held against the text all the same.
    """
    of_modules = {
        note.passage: manifest.chapters.chapters[str(note.reason.data["modules"])] for note in notes if note.check == "module"
    }

    def stands(finding: Finding) -> bool:
        module = of_modules.get(finding.passage) if finding.verdict in _AGAINST and finding.rule else None
        return module is None or bool(set(module.played_when) & set(manifest.catalogue[finding.rule].parameters))

    return [finding for finding in findings if stands(finding)]


def _tell(progress: Progress | None, stage: str) -> None:
    if progress is not None:
        progress(stage, STAGES[stage])


def _not_too_many(findings: Sequence[Finding]) -> list[Finding]:
    """The findings, but of each rule or check only so many; of the others a note says how many they are and where they begin."""
    kept: list[Finding] = []
    left: dict[str, list[Finding]] = {}
    seen = Counter[str]()
    for finding in findings:
        kind = subject(finding)
        seen[kind] += 1
        if seen[kind] <= MOST_OF_A_KIND:
            kept.append(finding)
        else:
            left.setdefault(kind, []).append(finding)
    notes = [
        Finding("", Verdict.NOTE, ones[0].passage, Reason("many_more", {"count": len(ones), "kind": kind}), 1.0, check="many")
        for kind, ones in left.items()
    ]
    return sorted((*kept, *notes), key=_place) if notes else kept


def _once(findings: Sequence[Finding]) -> list[Finding]:
    """The findings without those that say again, of another rule, what an example has wrong: the surest of them is enough."""
    surest: dict[tuple[Passage | None, str, str], Finding] = {}
    for finding in findings:
        key = (finding.passage, finding.claimed, finding.actual)
        if finding.verdict in _AGAINST and (key not in surest or finding.confidence > surest[key].confidence):
            surest[key] = finding
    return [
        finding
        for finding in findings
        if finding.verdict not in _AGAINST
        or not _is_of_an_example(finding)
        or surest[finding.passage, finding.claimed, finding.actual] is finding
    ]


def _is_of_an_example(finding: Finding) -> bool:
    return finding.reason.key == "colours_differ" or finding.reason.key.startswith("replay_")


def _place(finding: Finding) -> tuple[int, int, int, str]:
    file = finding.passage.file if finding.passage else 0
    return _ORDER[finding.verdict], file, finding.line, finding.rule


def vocabularies(
    manifest: Manifest, sources: Sequence[Source], languages: Sequence[str], pins: Pins | None = None
) -> Mapping[str, Vocabulary]:
    """The terms of each language, with those that the user has added and the abbreviations that the text explains."""
    found: dict[str, Vocabulary] = {}
    for lang in dict.fromkeys(languages):
        added = () if pins is None else tuple(pins.terms_in(lang))
        lines = (line for source, own in zip(sources, languages, strict=True) if own == lang for line in source.lines)
        short = abbreviations(lines, lang, manifest)
        found[lang] = _with_more(lang, manifest, added, short) if added or short else vocabulary(lang, manifest)
    return found


@lru_cache(maxsize=8)
def _with_more(
    lang: str, manifest: Manifest, added: tuple[tuple[str, str], ...], short: tuple[tuple[str, str], ...]
) -> Vocabulary:
    return Vocabulary(lang, manifest, added, short)


def _most_common(languages: Sequence[str], sources: Sequence[Source]) -> str:
    """The language of most of the text; every sentence is read in that of its file."""
    sizes = Counter[str]()
    for lang, source in zip(languages, sources, strict=True):
        sizes[lang] += sum(map(len, source.lines))
    return sizes.most_common(1)[0][0]
