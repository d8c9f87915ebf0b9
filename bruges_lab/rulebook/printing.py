"""A rulebook of our own, made from the rules in force: chapters, every rule, and examples as the engine plays them.

Chapters and the words around the rules are a `Frame` (frame.py); what a game adds, such as a table of its people, comes by its
slot `printed`. A `Rulebook` holds plain texts of one language; how it looks on paper, as HTML or Markdown, is the business of
show/rulebook_pages.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Protocol

from ..games import shelf
from ..kernel.errors import LabError, either, one_line
from ..kernel.events import walk
from ..kernel.rulesets import BaseRuleset, Change
from .catalogue import Rule
from .frame import FOREIGN, ChapterRecord, Frame
from .overview import Part
from .proving import Proof, prove
from .readings import DEFAULT, rules_of, ruleset_name
from .scenarios import Scenario
from .subjects import Subjects, subjects_of
from .texts import LANGUAGES, OR

if TYPE_CHECKING:
    from ..games.manifest import Manifest

# What a game adds


class Line(NamedTuple):
    """A sentence of a telling: how far it stands in, what it says, the rule it obeys."""

    depth: int
    text: str
    rule: str


class Appendix(NamedTuple):
    """A part after the chapters that only one game has: its title, and what stands in it in either form."""

    id: str
    title: str
    html: str
    markdown: str


class Section(NamedTuple):
    """A part of the overview: its words, its examples as played, and the chapters in which the rules themselves are."""

    part: Part
    tellings: tuple[Telling, ...]
    more: str


class Printed(Protocol):
    """What a game's printed rulebook has besides the rules, under a ruleset and with what the game is played with."""

    def counts(self) -> Mapping[str, int]:
        """Numbers for the sentence `reconstructed` of the first page, if the game's locales have one."""

    def appendices(self, lang: str) -> Sequence[Appendix]:
        """Its parts after the chapters."""

    def sign(self, name: str) -> str:
        """The sign of something, such as a colour, as a small picture (SVG); nothing if there is none."""

    def counted(self, proof: Proof, lang: str) -> Iterable[Line]:
        """What a scenario shows without playing on, such as the score of a position as it stands."""


def _printed(manifest: Manifest, rules: BaseRuleset | None) -> Printed | None:
    return manifest.printed(rules, **manifest.material_for(rules, {})) if manifest.has("printed") else None


# A scenario as the engine tells it


class Telling(NamedTuple):
    """A scenario as played: its title, what happened, and a remark if it did not come as it expects."""

    name: str
    title: str
    lines: tuple[Line, ...]
    remark: str


def tell_scenario(name: str, lang: str, rules: BaseRuleset | None = None, game: str | None = None) -> Telling:
    """Play one of a game's scenarios under a ruleset."""
    manifest = shelf.find(game)
    record, _ = manifest.scenarios[name]
    title, word = record.title.get(lang) or record.title.get("en", name), manifest.chapters.word
    try:
        scenario = Scenario.read(name, game=manifest.name)
        proof = prove(scenario if rules is None else scenario.under(rules))
    except LabError:
        return Telling(name, title, (), word("cannot_arise", lang))
    extra = _printed(manifest, rules)
    counted = () if extra is None else extra.counted(proof, lang)
    lines = (*_happened(proof, lang, manifest), *counted)
    return Telling(name, title, lines, "" if proof.holds else word("comes_otherwise", lang))


def _happened(proof: Proof, lang: str, manifest: Manifest) -> list[Line]:
    """The events and what was refused, each in its place; what follows after the scenario has made its point is left out."""
    record, events = proof.scenario.record, proof.game.events
    about = {*record.rules, *(str(expected.get("event")) for expected in record.then)}
    refusals = _refusals(proof, lang, manifest)
    lines: list[Line] = []
    end = 0
    for place, (depth, event) in enumerate(walk(events), 1):
        lines.append(Line(depth, event.text(lang), event.rule))
        if event.rule in about or (end == len(lines) - 1 and 0 < lines[end - 1].depth <= depth):
            end = len(lines)
        for text, rule in refusals.get(place, ()):
            lines.append(Line(min(depth + 1, 2), text, rule))
            end = len(lines)
    return lines[: end or len(lines)] if len(events) > 1 or refusals else []


def _refusals(proof: Proof, lang: str, manifest: Manifest) -> dict[int, list[tuple[str, str]]]:
    """After how many events something was refused, in which words and by which rule."""
    place, found = len(proof.opening), dict[int, list[tuple[str, str]]]()
    refused = []
    for deed in proof.deeds:
        place += len(deed.events)
        if deed.refusal is not None:
            refused.append((place, deed.refusal))
    for step in proof.scenario.record.when[len(proof.deeds) :]:  # where it came otherwise: by another rule, or not at all
        if step.refused is None:
            break
        if (refusal := proof.game.why_not(step.refused)) is not None:
            refused.append((place, refusal))
    for place, refusal in refused:
        text = manifest.chapters.word("refused", lang, text=refusal.text(lang))
        found.setdefault(place, []).append((text, refusal.rule))
    return found


# The rulebook


class Entry(NamedTuple):
    """A rule as printed: its statement, whether that rests on something reconstructed, and the examples of it as played."""

    rule: Rule
    text: str
    marked: bool
    tellings: tuple[Telling, ...]


class Chapter(NamedTuple):
    """A chapter: a heading, its rules, and scenarios as played."""

    id: str
    heading: str
    entries: tuple[Entry, ...]
    tellings: tuple[Telling, ...]
    note: str = ""
    """Of a module that is not in play: that it is not, and what brings it in."""
    module: bool = False
    """Whether it is a module: printed apart from the game itself."""


class Rulebook(NamedTuple):
    """A rulebook in one language under one ruleset."""

    game: str
    lang: str
    front: Mapping[str, str]
    """The sentences of the first page, by key."""
    changes: tuple[str, ...]
    """What the ruleset in force changes."""
    chapters: tuple[Chapter, ...]
    appendices: tuple[Appendix, ...]
    """What the game adds; the titles are headings with their letters."""
    foreign: Chapter | None
    """What belongs to other games, if there is a chapter of it."""
    overview: tuple[Section, ...] = ()
    """What comes before the rules, for somebody who does not know the game."""
    signs: Mapping[str, str] = {}
    """The signs that the overview shows, by name."""
    words: Mapping[str, str] = {}
    """The titles of the parts: overview, rules, modules."""


def rulebook(lang: str = "en", ruleset: str | Path | BaseRuleset = "default", game: str | None = None) -> Rulebook:
    """The rulebook of a game in a language, under a ruleset that is given, named or read from a file."""
    if lang not in LANGUAGES:
        raise LabError(f"unknown language {one_line(lang, 20)!r}; choose {either(LANGUAGES)}")
    manifest = shelf.find(game)
    frame, rules = manifest.chapters, rules_of(manifest, ruleset)
    own = _printed(manifest, rules)
    parts = [_chapter(manifest, chapter, number, lang, rules) for number, chapter in enumerate(frame.chapters, 1)]
    foreign = next((chapter for chapter in parts if chapter.id == FOREIGN), None)
    letters = iter("ABCDEFGH")
    appendices = tuple(
        one._replace(title=frame.word("appendix", lang, letter=next(letters), title=one.title))
        for one in (own.appendices(lang) if own is not None else ())
    )
    if foreign is not None:
        heading = frame.word("appendix", lang, letter=next(letters), title=frame.title(FOREIGN, lang))
        foreign = foreign._replace(heading=heading)
    return Rulebook(
        game=manifest.name,
        lang=lang,
        front=_front(manifest, lang, ruleset, rules, own),
        changes=tuple(_changed(change, frame, lang) for change in (rules.diff() if rules is not None else ())),
        chapters=tuple(chapter for chapter in parts if chapter.id != FOREIGN),
        appendices=appendices,
        foreign=foreign,
        overview=_overview(manifest, parts, lang, rules),
        signs=signs_of(manifest, rules),
        words={key: frame.word(f"part.{key}", lang) for key in ("overview", "rules", "modules", "modules_about")},
    )


def _overview(manifest: Manifest, chapters: Sequence[Chapter], lang: str, rules: BaseRuleset | None) -> tuple[Section, ...]:
    """The overview, each part with its examples as they come under the ruleset; those that cannot be shown are left out."""
    if not manifest.has("overview"):
        return ()
    headings = {chapter.id: chapter.heading for chapter in chapters}
    found = []
    for part in manifest.overview.sections(lang, rules):
        told = [tell_scenario(name, lang, rules, manifest.name) for name in part.scenarios]
        inside = "; ".join(headings[one] for one in part.chapters)
        more = manifest.chapters.word("part.more", lang, chapters=inside) if inside else ""
        found.append(Section(part, tuple(telling for telling in told if telling.lines and not telling.remark), more))
    return tuple(found)


def signs_of(manifest: Manifest, rules: BaseRuleset | None) -> dict[str, str]:
    """The signs that the overview and the reference page of a game name."""
    own = _printed(manifest, rules)
    if own is None or not manifest.has("overview"):
        return {}
    layout = manifest.overview.layout
    names = {sign for part in (*layout.section, *layout.box) for sign in part.signs if sign}
    return {name: drawn for name in sorted(names) if (drawn := own.sign(name))}


def _chapter(manifest: Manifest, chapter: str, number: int, lang: str, rules: BaseRuleset | None) -> Chapter:
    material = manifest.material_for(rules, {})
    subjects = subjects_of(manifest, rules, **material)
    entries = tuple(
        Entry(rule, rule.text(lang, rules, **material), _unsure(rule, subjects, lang), _examples(rule, lang, rules))
        for rule in manifest.catalogue.values()
        if rule.chapter == chapter
    )
    frame = manifest.chapters
    record, heading = frame.chapters[chapter], f"{number}. {frame.title(chapter, lang)}"
    if not record.in_play(rules):
        note = frame.word("module_off", lang, fields=_bringing(record, lang))
        return Chapter(chapter, frame.word("heading_off", lang, heading=heading), entries, (), note, module=True)
    told = tuple(tell_scenario(one, lang, rules, manifest.name) for one in record.scenarios)
    return Chapter(chapter, heading, entries, told, module=bool(record.played_when))


def _bringing(record: ChapterRecord, lang: str) -> str:
    """The fields that bring in a module, with their values: "bank = 92 or 144"; no line breaks within them."""
    between = f" {OR.get(lang, OR['en'])} "
    told = (f"{name} = {between.join(map(str, values))}".replace(" ", "\u00a0") for name, values in record.played_when.items())
    return between.join(told)


def _unsure(rule: Rule, subjects: Subjects | None, lang: str) -> bool:
    return subjects is not None and bool(subjects.rests_on(rule, lang))


def _examples(rule: Rule, lang: str, rules: BaseRuleset | None) -> tuple[Telling, ...]:
    """The scenarios of a worked example: those that come as they expect, or else how they come."""
    game = rule.manifest.name
    names = [name for name, home in _homes(rule.manifest).items() if home == rule.id and _fits(name, rules, game)]
    found = [tell_scenario(name, lang, rules, game) for name in names]
    return tuple([telling for telling in found if not telling.remark] or found)


def _fits(name: str, rules: BaseRuleset | None, game: str) -> bool:
    """Whether a scenario is about a reading that is in force."""
    if rules is None:
        return True
    own: BaseRuleset = Scenario.read(name, game=game).state.rules
    return all(getattr(rules, change.field.name) == change.here for change in own.diff())


@cache
def _homes(manifest: Manifest) -> dict[str, str]:
    """Where the scenario of an example is told, once: with the last of its rules in the chapter where it first comes up."""
    homes: dict[str, str] = {}
    for rule in manifest.catalogue.values():
        for name in rule.scenarios if rule.kind == "example" else ():
            if name not in homes or manifest.catalogue[homes[name]].chapter == rule.chapter:
                homes[name] = rule.id
    return homes


def _changed(change: Change, frame: Frame, lang: str) -> str:
    here, there = (", ".join(map(str, v)) if isinstance(v, tuple) else str(v) for v in (change.here, change.there))
    note = change.field.entry or change.field.rule
    return f"{change.field.name} = {here} {frame.word('instead_of', lang)} {there} ({note})"


# The first page


def _front(
    manifest: Manifest, lang: str, asked: str | Path | BaseRuleset, rules: BaseRuleset | None, own: Printed | None
) -> dict[str, str]:
    """The sentences of the first page: those of the lab, and those for which the game has words."""
    from .. import __version__

    word, has = manifest.chapters.word, manifest.texts.has
    keys = ("owners_title", "owners", "own_words", "reconstructed_title")
    front = {key: word(key, lang) for key in keys if has("rulebook", key, lang)}
    front |= {"title": word("title", lang, game=manifest.called(lang)), "contents": word("contents", lang)}
    front["made"] = word("made", lang, version=__version__)
    if own is not None and has("rulebook", "reconstructed", lang):
        front["reconstructed"] = word("reconstructed", lang, **own.counts())
    if manifest.has("scenarios"):
        front["played"] = word("played", lang)
    if rules is not None:
        changed = bool(rules.diff())
        front["ruleset_title"] = word("ruleset_title", lang, name=rules_in_words(manifest, asked, rules, lang))
        front["ruleset"] = word("ruleset_differs" if changed else "ruleset_same", lang)
    return front


def rules_in_words(manifest: Manifest, asked: str | Path | BaseRuleset, rules: BaseRuleset | None, lang: str) -> str:
    """A ruleset as it is called: by its name and document, or that of its file; one that was handed in is your own."""
    if not isinstance(asked, BaseRuleset):
        return ruleset_name(manifest, one_line(Path(asked).name, 60), lang)
    changed = rules is not None and bool(rules.diff())
    return manifest.chapters.word("own_ruleset", lang) if changed else ruleset_name(manifest, DEFAULT, lang)
