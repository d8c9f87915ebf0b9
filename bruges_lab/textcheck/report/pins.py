"""What a person has decided about a text, in a small TOML file beside it: `rules.md` has `rules.md.checked.toml`.

It keeps confirmed passages, accepted editions, added terms and findings set aside, all by fingerprint, so that it survives edits.
A confirmed passage is checked strictly: when it contradicts its rule, or its sentence disappears, the check fails. Whoever saves
writes what they have decided themselves into what is in the file by then: two people at work on one text lose nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any, Self

import msgspec
from msgspec import Meta

from ...games import shelf
from ...games.manifest import Manifest
from ...kernel.errors import DataError, LabError, either, one_line
from ...kernel.files import place_to_write, write_whole
from ...kernel.holding import held
from ...kernel.records import convert, read_toml
from ...rulebook.glossary import EXPERIMENTAL
from ...rulebook.texts import LANGUAGES
from ..findings import Finding, Passage, Reason, Report, Verdict
from .fingerprints import Whereabouts, fingerprint, sentence_fingerprint, stamped

SUFFIX = ".checked.toml"
EDITION_ACCEPTED = "edition accepted"
"""The reason for setting aside the finding of an accepted edition; told.py says it in the language of the report."""

_FORMAT = 1
_MOST = 10_000
_Tables = dict[str, list[Any]]
_MARK = re.compile(r"[0-9a-f]{16}(-\d{1,4})?")
_HEAD = "# What has been decided about a text, for `bruges-lab check`. Sentences are known by fingerprints: lines may move.\n\n"

Short = Annotated[str, Meta(min_length=1, max_length=200)]
Long = Annotated[str, Meta(min_length=1, max_length=20_000)]


class Confirmed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A passage of which a person says that it states a rule."""

    rule: Short
    fingerprint: Short
    sentence: Long


class Edition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A value of another edition of the game that a person accepts for a rule."""

    rule: Short
    value: Short


class AddedTerm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A word that this text uses for a concept of the glossary."""

    concept: Short
    language: Short
    term: Short


class Dismissed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A finding that a person has set aside, and why."""

    fingerprint: Short
    why: Annotated[str, Meta(min_length=1, max_length=1000)]
    rule: Annotated[str, Meta(max_length=200)] = ""


_TABLES: dict[str, type[Any]] = {"confirmed": Confirmed, "edition": Edition, "term": AddedTerm, "dismissed": Dismissed}


class Known:
    """The decisions in a file at some time."""

    def __init__(self, language: str = "", tables: _Tables | None = None) -> None:
        self.language = language
        self.tables: _Tables = {table: [] for table in _TABLES} if tables is None else tables

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Known) and (self.language, self.tables) == (other.language, other.tables)

    @classmethod
    def read(cls, file: Path, manifest: Manifest, *, links: bool = True) -> Self:
        """Read and check a pin file on a text of a game."""
        raw = read_toml(file, links=links)
        if (form := raw.pop("format", None)) != _FORMAT:
            raise DataError(file, "format", "", f"must be {_FORMAT}, not {one_line(form, 20)!r}")
        known = cls(raw.pop("language", ""))
        if known.language != "":
            _check_language(file, "language", "", known.language)
        for table, rows in raw.items():
            if table not in _TABLES:
                raise DataError(file, one_line(table, 40), "", f"is unknown here; choose {either(_TABLES)}")
            if not isinstance(rows, list):
                raise DataError(file, table, "", f"must be a list: [[{table}]]")
            if len(rows) > _MOST:
                raise DataError(file, table, "", f"has more than {_MOST} entries")
            for number, row in enumerate(rows, 1):
                entry = convert(file, f"{table} {number}", row, _TABLES[table])
                _check_entry(file, f"{table} {number}", entry, manifest)
                known.tables[table].append(entry)
        return known

    def on(self, before: Known, there: Known) -> Known:
        """What has changed here since `before`, on top of what is there by now."""
        if there == before:
            return self
        merged = Known(there.language if self.language == before.language else self.language)
        for table, mine in self.tables.items():
            old, now = _by_key(before.tables[table]), _by_key(mine)
            new = {key: entry for key, entry in now.items() if old.get(key) != entry}
            kept = [entry for entry in there.tables[table] if (key := _key(entry)) not in new and (key in now or key not in old)]
            merged.tables[table] = [*kept, *new.values()]
        return merged

    def text(self) -> bytes:
        """The file, if it is one that can be read again."""
        import tomli_w

        found: dict[str, object] = {"format": _FORMAT}
        if self.language:
            found["language"] = self.language
        for table, entries in self.tables.items():
            if len(entries) > _MOST:
                raise LabError(f"there are more than {_MOST} entries under {table}; take some out")
            if entries:
                found[table] = [{k: v for k, v in msgspec.to_builtins(entry).items() if v != ""} for entry in entries]
        return (_HEAD + tomli_w.dumps(found)).encode()


def _key(entry: object) -> object:
    """What there is only one of in a table: a finding is set aside for one reason."""
    if isinstance(entry, Confirmed):
        return entry.rule, entry.fingerprint
    return entry.fingerprint if isinstance(entry, Dismissed) else entry


def _by_key(entries: Iterable[Any]) -> dict[object, Any]:
    return {_key(entry): entry for entry in entries}


@contextmanager
def _holding(target: Path, links: bool) -> Iterator[Path]:
    """One process at a time reads a pin file and writes it: the file itself, whatever links lead to it."""
    try:
        place = place_to_write(target, links=links)
        with held(place.parent, wait=True):
            yield place
    except OSError as error:
        raise LabError(f"{one_line(target.name)}: cannot be written: {one_line(error.strerror or error)}") from None


class Pins:
    """The decisions about one text. Methods change them; `save` writes them."""

    def __init__(self, path: str | Path | None = None, *, links: bool = True, game: str | None = None) -> None:
        self.manifest = shelf.find(game)
        """The game that the text is of."""
        self.path = None if path is None else Path(path)
        self.links = links
        """Whether the file may be a link to another."""
        self.language = ""
        """The language of the text where the check should not guess it."""
        self.confirmed: list[Confirmed] = []
        self.editions: list[Edition] = []
        self.terms: list[AddedTerm] = []
        self.dismissed: list[Dismissed] = []
        self._known = Known()

    def __repr__(self) -> str:
        counts = (len(self.confirmed), len(self.editions), len(self.terms), len(self.dismissed))
        return "<Pins: {} confirmed, {} editions, {} terms, {} set aside>".format(*counts)

    # The file

    @classmethod
    def load(cls, path: str | Path, *, links: bool = True, game: str | None = None) -> Self:
        """The pins of a text, or of a pin file (`.toml`); empty if there is no file yet. It is a text of the game that is named.

        A text that has no file of its own is read with that of before; saving writes its own, and leaves the other as it is.
        """
        places = [Path(path)] if str(path).endswith(".toml") else places_of(path)
        pins = cls(places[0], links=links, game=game)
        for one in places:
            if one.exists():
                pins._take(Known.read(one, pins.manifest, links=links))
                break
        return pins

    def _take(self, known: Known) -> None:
        """Make a file's decisions the own ones."""
        self._known = known
        self.language = known.language
        self.confirmed, self.editions, self.terms, self.dismissed = ([*known.tables[table]] for table in _TABLES)

    def save(self, path: str | Path | None = None) -> Path:
        """Write the file, beside the text unless another is named: what was decided here, and what others have decided since.

        What cannot be read any more is not written over.
        """
        target = self.path if path is None else Path(path)
        if target is None:
            raise LabError("these pins belong to no file; name one: pins.save(path)")
        with _holding(target, self.links) as place:
            merged = Known(self.language, dict(self._tables()))
            if place.exists():
                there = Known.read(place, self.manifest, links=self.links)
                merged = merged.on(self._known if target == self.path else Known(), there)
            write_whole(place, merged.text(), over=True, links=self.links)
        self.path = target
        self._take(merged)
        return target

    def _tables(self) -> Iterable[tuple[str, list[Any]]]:
        return zip(_TABLES, (self.confirmed, self.editions, self.terms, self.dismissed), strict=True)

    # Deciding

    def confirm(self, finding: Finding, passage: Passage | None = None) -> None:
        """This passage states this rule: the finding's own, or one of the nearest where the rule was missing."""
        place = passage or finding.passage
        if not finding.rule:
            raise LabError(f"the check {one_line(finding.check, 30)!r} belongs to no rule; only rules have passages to confirm")
        if place is None or not (sentence := _one_sentence(place.text)):
            raise LabError(f"{finding.rule}: was found nowhere; name a passage to confirm")
        entry = Confirmed(finding.rule, sentence_fingerprint(sentence), sentence)
        mark = finding.fingerprint or fingerprint(finding)
        self.dismissed = [one for one in self.dismissed if one.fingerprint != mark]
        others = [one for one in self.confirmed if (one.rule, one.fingerprint) != (entry.rule, entry.fingerprint)]
        self.confirmed = [*others, entry]

    def dismiss(self, finding: Finding, why: str) -> None:
        """Set a finding aside; the reason is kept and shown. What was confirmed of the same passage is taken back."""
        reason = _one_sentence(why)
        if not reason:
            raise LabError("say why it is set aside; the reason is kept with it")
        sentence = sentence_fingerprint(finding.passage.text) if finding.passage else finding.reason.data.get("fingerprint")
        self.confirmed = [one for one in self.confirmed if (one.rule, one.fingerprint) != (finding.rule, sentence)]
        if finding.reason.key == GONE:
            return  # nothing is left to be set aside
        mark = finding.fingerprint or fingerprint(finding)
        others = [one for one in self.dismissed if one.fingerprint != mark]
        self.dismissed = [*others, Dismissed(mark, reason[:1000], finding.rule or finding.check)]

    def accept_edition(self, finding: Finding) -> None:
        """The text describes another edition of the game, and is right in that."""
        if finding.verdict is not Verdict.EDITION or not finding.rule or not finding.claimed:
            raise LabError(f"{finding.rule or finding.check}: this is not a finding about an edition")
        entry = Edition(finding.rule, finding.claimed)
        self.editions = [*(one for one in self.editions if one != entry), entry]

    def add_term(self, concept: str, language: str, term: str) -> None:
        """This text uses this word for a concept of the glossary."""
        entry = AddedTerm(concept, language, _one_sentence(term))
        _check_entry("pins", "term", entry, self.manifest)
        self.terms = [*(one for one in self.terms if one != entry), entry]

    def terms_in(self, language: str) -> list[tuple[str, str]]:
        """The added terms of a language, each with its concept first."""
        return [(one.concept, one.term) for one in self.terms if one.language == language]

    # Applying

    def apply(self, report: Report) -> Report:
        """A report as the check made it, with these decisions in it."""
        report = stamped(report)
        if not report.is_of_game:
            return report
        places = Whereabouts(report)
        findings = [self._judged(finding) for finding in report.findings if finding.reason.key != GONE]
        gone = []
        for pin in self.confirmed:
            if _settled(findings, pin):
                continue
            if (place := places.find(pin.sentence)) is not None:
                findings = _stated(findings, pin, place)
            else:
                gone.append(_gone(findings, pin))
        return stamped(replace(report, findings=(*findings, *gone)))

    def _judged(self, finding: Finding) -> Finding:
        """A finding with what was decided about it: set aside, accepted, or confirmed."""
        aside = {one.fingerprint: one.why for one in self.dismissed}.get(finding.fingerprint, "")
        if not aside and finding.verdict is Verdict.EDITION:
            accepted = {(one.rule, one.value) for one in self.editions}
            aside = EDITION_ACCEPTED if (finding.rule, finding.claimed) in accepted else ""
        if aside != finding.dismissed:
            finding = replace(finding, dismissed=aside)
        return replace(finding, pinned=False) if finding.pinned else finding

    def stale(self, report: Report) -> list[Dismissed]:
        """What was set aside and is not found any more, so that it can be taken out of the file."""
        there = {finding.fingerprint for finding in stamped(report).findings}
        return [one for one in self.dismissed if one.fingerprint not in there]


GONE = "pin.gone"
"""The reason of a finding on a confirmed sentence that has disappeared."""
_UNSETTLED = (Verdict.MISSING, Verdict.AMBIGUOUS)


def beside(text: str | Path) -> Path:
    """The pin file of a text."""
    path = Path(text)
    if not path.name:
        raise LabError(f"{one_line(path)!r} is not a file")
    return path.with_name(path.name + SUFFIX)


def places_of(text: str | Path) -> list[Path]:
    """Where the decisions about a text may be; the first that is there counts.

    Before, `rules.md` and `rules.txt` had one file, `rules.checked.toml`.
    """
    return [beside(text), Path(text).with_suffix(SUFFIX)]


def _settled(findings: list[Finding], pin: Confirmed) -> bool:
    """Whether the check has found the rule in the sentence; its finding becomes a checked claim, in its place in the list."""
    settled = False
    for at, found in enumerate(findings):
        if found.rule != pin.rule:
            continue
        if _same(found.passage, pin):
            findings[at], settled = _checked(found), True
        elif found.verdict not in _UNSETTLED and any(_same(other, pin) for other in found.others):
            findings[at], settled = replace(found, pinned=found.pinned or found.verdict is Verdict.STATED), True
    return settled


def _stated(findings: list[Finding], pin: Confirmed, place: Passage) -> list[Finding]:
    """The sentence is there, and the check does not see the rule in it: the person's word counts."""
    stated = Finding(pin.rule, Verdict.STATED, place, Reason("pin.confirmed"), 1.0, pinned=True)
    return [found for found in findings if found.rule != pin.rule or found.verdict not in _UNSETTLED] + [stated]


def _checked(finding: Finding) -> Finding:
    """A confirmed passage leaves no doubt where the claim is: what was unclear is right or wrong now."""
    if finding.verdict is not Verdict.AMBIGUOUS:
        return replace(finding, pinned=True)
    wrong = bool(finding.claimed and finding.actual and finding.claimed != finding.actual)
    verdict, reason = (Verdict.CONTRADICTS, finding.reason) if wrong else (Verdict.STATED, Reason("pin.confirmed"))
    return replace(finding, verdict=verdict, reason=reason, confidence=1.0, pinned=True)


def _gone(findings: list[Finding], pin: Confirmed) -> Finding:
    """The sentence has disappeared; where the rule is found now, if anywhere, is shown with it."""
    elsewhere = [found.passage for found in findings if found.rule == pin.rule and found.passage is not None]
    sentence = one_line(pin.sentence, 160)
    reason = Reason(GONE, {"sentence": sentence, "fingerprint": pin.fingerprint})
    return Finding(pin.rule, Verdict.MISSING, None, reason, 1.0, sentence, others=tuple(elsewhere), pinned=True)


def _same(place: Passage | None, pin: Confirmed) -> bool:
    return place is not None and sentence_fingerprint(place.text) == pin.fingerprint


def _one_sentence(text: str) -> str:
    """A text from outside on one line, without control characters."""
    return " ".join("".join(c if c.isprintable() else " " for c in str(text)).split())[:20_000]


# Checking an entry


def _check_entry(file: str | Path, label: str, entry: object, manifest: Manifest) -> None:
    if isinstance(entry, Confirmed | Edition) and entry.rule not in manifest.catalogue:
        raise DataError(file, label, "rule", f"unknown rule {one_line(entry.rule, 60)!r}")
    if isinstance(entry, Confirmed | Dismissed) and not _MARK.fullmatch(entry.fingerprint):
        raise DataError(file, label, "fingerprint", f"{one_line(entry.fingerprint, 40)!r} is not a fingerprint")
    if isinstance(entry, Confirmed) and sentence_fingerprint(entry.sentence) != entry.fingerprint:
        raise DataError(file, label, "fingerprint", "does not belong to the sentence; confirm the passage again")
    if isinstance(entry, AddedTerm):
        if entry.concept not in manifest.glossary:
            raise DataError(file, label, "concept", f"unknown concept {one_line(entry.concept, 40)!r} in the glossary")
        _check_language(file, label, "language", entry.language)
        if not any(c.isalnum() for c in entry.term) or not entry.term.isprintable():
            raise DataError(file, label, "term", f"{one_line(entry.term, 40)!r} is not a word")


def _check_language(file: str | Path, label: str, field: str, language: object) -> None:
    if language not in (known := (*LANGUAGES, *EXPERIMENTAL)):
        raise DataError(file, label, field, f"{one_line(language, 20)!r} is not one of {', '.join(known)}")
