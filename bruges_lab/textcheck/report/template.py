"""A translator's checklist: every rule by chapter, with the numbers that the engine plays and the terms to use.

It prevents the errors that the check finds. The words are our own; in an experimental language the rules stand in English.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from ...games import shelf
from ...kernel.errors import LabError, either, one_line
from ...rulebook.catalogue import Rule
from ...rulebook.frame import FOREIGN
from ...rulebook.glossary import EXPERIMENTAL, Concept
from ...rulebook.readings import DEFAULT, ruleset_name
from ...rulebook.readings import ruleset as read_ruleset
from ...rulebook.subjects import MARK, subjects_of
from ...rulebook.texts import LANGUAGES
from ...show.rule_cards import Parameter, parameters
from ...show.svg import Svg, tag
from ..read.concepts import stream
from ..read.vocabulary import vocabulary
from .report_page import page, text
from .told import language_name, say

if TYPE_CHECKING:
    from ...games.manifest import Manifest

_UNITS = {
    **{unit: unit.removesuffix("s") for unit in ("cards", "guilders", "houses", "players", "rounds", "sections", "spaces")},
    **{unit: unit.removesuffix("s") for unit in ("stacks", "steps", "threats", "turns", "workers")},
    "people": "person",
    "points": "points",
    "faces": "die_face",
}
"""The concepts of the units; what is missing here is a plain number."""
_PLAIN_WORDS = frozenset({"verbs", "actions"})
"""Groups of the glossary whose words need no reminder."""
_SPECIAL = re.compile(r"([\\`*_\[\]<>|#])")


class Item(NamedTuple):
    """A rule to be stated: its sentence, its numbers, its terms, and whether it rests on something reconstructed."""

    rule: Rule
    sentence: str
    numbers: tuple[tuple[str, str], ...]
    """By name, each with its unit."""
    terms: tuple[str, ...]
    marked: bool


class Checklist(NamedTuple):
    """The checklist in one language under one ruleset; `tongue` is the language of its sentences."""

    lang: str
    tongue: str
    ruleset: str
    chapters: tuple[tuple[str, str, tuple[Item, ...]], ...]
    """Chapter, title, rules."""
    left_out: frozenset[str]
    """Chapters that a rulebook under this ruleset leaves out: what is not played at all, and modules that are not in play."""
    terms: tuple[Concept, ...]
    """The things of the game, and what to call them."""

    def to_markdown(self) -> str:
        """As Markdown, with a box to tick before each rule."""
        return "\n\n".join(_markdown(self)) + "\n"

    def to_html(self) -> str:
        """As a page that needs nothing else."""
        return page(_title(self), tag("main", *_html(self)), self.tongue)

    def __repr__(self) -> str:
        return f"<Checklist, {self.lang}: {sum(len(items) for _, _, items in self.chapters)} rules>"

    def _repr_html_(self) -> str:
        counted = f"{repr(self)[1:-1]} — to_markdown(), to_html()"
        return tag("p", text(counted))


def template(lang: str = "en", ruleset: str | Path = DEFAULT, game: str | None = None) -> Checklist:
    """The checklist for a rulebook of a game, the usual one if none is named, in a language."""
    manifest = shelf.find(game)
    spoken = {one for concept in manifest.glossary.values() for one in concept.terms}
    if lang not in (known := [*LANGUAGES, *(one for one in EXPERIMENTAL if one in spoken)]):
        raise LabError(f"unknown language {one_line(lang, 20)!r}; choose {either(known)}")
    rules = read_ruleset(ruleset, game=manifest.name) if ruleset != DEFAULT or manifest.has("ruleset") else None
    tongue = lang if lang in LANGUAGES else "en"
    frame, material = manifest.chapters, manifest.material_for(rules, {})
    subjects = subjects_of(manifest, rules, **material)
    chapters = []
    for chapter in frame.chapters:
        items = []
        for rule in (one for one in manifest.catalogue.values() if one.chapter == chapter):
            sentence = rule.text(tongue, rules, **material)
            numbers = tuple(_number(parameter, lang, manifest) for parameter in parameters(rule, tongue, rules, **material))
            rests = subjects is not None and bool(subjects.rests_on(rule, tongue))
            items.append(Item(rule, sentence, numbers, _terms(sentence, tongue, lang, manifest), rests))
        chapters.append((chapter, frame.title(chapter, tongue), tuple(items)))
    left_out = frozenset(one for one, record in frame.chapters.items() if one == FOREIGN or not record.in_play(rules))
    name = ruleset_name(manifest, one_line(Path(ruleset).name, 60), tongue)
    terms = tuple(concept for concept in manifest.glossary.values() if concept.group not in _PLAIN_WORDS)
    return Checklist(lang, tongue, name, tuple(chapters), left_out, terms)


def _number(parameter: Parameter, lang: str, manifest: Manifest) -> tuple[str, str]:
    """A number by name, with its unit, as in “threat_limit”, “3 threats”; ≈ where it is reconstructed."""
    concept = _UNITS.get(parameter.unit, "")
    unit = _several(concept, lang, manifest) if concept in manifest.glossary else ""
    return parameter.name, f"{parameter.value} {unit}".rstrip() + (f" {MARK}" if parameter.marked else "")


def _several(concept: str, lang: str, manifest: Manifest) -> str:
    """The word for several of a thing."""
    term = manifest.glossary[concept][lang]
    return term.plural or term.preferred


def _terms(sentence: str, tongue: str, lang: str, manifest: Manifest) -> tuple[str, ...]:
    """The preferred terms of the things that a sentence speaks of; it uses those of its own language itself."""
    found = []
    for token in stream(sentence.replace("Stefan Feld", ""), vocabulary(tongue, manifest)).tokens:  # a name that is a German term
        concept = manifest.glossary.get(token.term[0]) if token.term is not None else None
        if concept is None or concept.group in _PLAIN_WORDS:
            continue
        names = (concept[tongue].preferred, concept[tongue].plural or concept[tongue].preferred)
        if token.text.lower().startswith(tuple(re.split(r"[\s'’]", name.lower())[0] for name in names)):
            found.append(concept[lang].preferred.replace("'", "’"))
    return tuple(dict.fromkeys(found))


# What both forms say


def _title(found: Checklist) -> str:
    return say("template.title", found.tongue, language=language_name(found.lang, found.tongue))


def _about(found: Checklist) -> list[str]:
    rules = sum(len(items) for chapter, _, items in found.chapters if chapter not in found.left_out)
    told = [say("template.about", found.tongue, rules=rules, ruleset=found.ruleset)]
    if found.lang != found.tongue:
        told.append(say("template.experimental", found.tongue, language=language_name(found.lang, found.tongue)))
    return told


def _beside(item: Item, found: Checklist, quote: str = "") -> list[tuple[str, str]]:
    """Numbers and terms of a rule, each with its heading."""
    colon = "\u00a0: " if found.tongue == "fr" else ": "
    numbers = ", ".join(f"{quote}{name}{quote} = {value}" for name, value in item.numbers)
    rows = (("template.numbers", numbers), ("template.terms", ", ".join(item.terms)))
    return [(say(key, found.tongue) + colon, words) for key, words in rows if words]


def _term_rows(found: Checklist) -> list[tuple[Concept, str, str]]:
    """The glossary, row by row: the thing, what to call it, and what else it may be called or should not be."""
    rows = []
    for concept in found.terms:
        term = concept[found.lang]
        also = (("template.also", term.accepted), ("template.avoid", term.forbidden))
        told = "; ".join(say(key, found.tongue, terms=", ".join(names)) for key, names in also if names)
        rows.append((concept, term.preferred, told))
    return rows


def _heads(found: Checklist) -> tuple[str, str, str]:
    """What stands above the columns of the glossary."""
    return say("template.concept", found.tongue), say("template.term", found.tongue), ""


# Markdown


def _markdown(found: Checklist) -> Iterator[str]:
    yield f"# {_plain(_title(found))}"
    yield from map(_plain, _about(found))
    for chapter, title, items in found.chapters:
        yield f"## {_plain(title)}"
        if chapter in found.left_out:
            yield _plain(say("template.foreign", found.tongue))
        yield "\n".join(_markdown_item(item, found, tick=chapter not in found.left_out) for item in items)
    yield f"## {_plain(say('template.glossary', found.tongue))}"
    rows = [(concept.id, term, told) for concept, term, told in _term_rows(found)]
    lines = [f"| {' | '.join(map(_plain, row))} |" for row in [_heads(found), *rows]]
    yield "\n".join([lines[0], "| --- | --- | --- |", *lines[1:]])


def _markdown_item(item: Item, found: Checklist, *, tick: bool) -> str:
    mark = f" {MARK}" if item.marked else ""
    lines = [f"- {'[ ] ' if tick else ''}{_plain(item.sentence)}{mark} `{item.rule.id}`"]
    lines += [f"  - {head}{words}" for head, words in _beside(item, found, "`")]
    return "\n".join(lines)


def _plain(words: str) -> str:
    """A text as it stands: nothing in it is markup."""
    return _SPECIAL.sub(r"\\\1", words)


# HTML


def _html(found: Checklist) -> Iterator[Svg]:
    yield tag("h1", text(_title(found)))
    yield from (tag("p", text(words), class_="muted") for words in _about(found))
    for chapter, title, items in found.chapters:
        yield tag("h2", text(title))
        if chapter in found.left_out:
            yield tag("p", text(say("template.foreign", found.tongue)), class_="muted")
        tick = chapter not in found.left_out
        yield tag("ul", *(_html_item(item, found, tick=tick) for item in items), Svg(""), class_="check")
    yield tag("h2", text(say("template.glossary", found.tongue)))
    head = tag("tr", *(tag("th", text(word)) for word in _heads(found)))
    rows = (
        tag("tr", tag("td", text(concept.about)), tag("td", tag("b", text(term))), tag("td", text(told)))
        for concept, term, told in _term_rows(found)
    )
    yield tag("table", tag("thead", head), tag("tbody", *rows, Svg("")))


def _html_item(item: Item, found: Checklist, *, tick: bool) -> Svg:
    box = Svg(f'<input type="checkbox" aria-label="{item.rule.id}">') if tick else tag("span", Svg(""))
    mark = text(f" {MARK}") if item.marked else Svg("")
    about = [tag("div", text(f"{head}{words}"), class_="muted") for head, words in _beside(item, found)]
    said = tag("div", text(item.sentence), mark, Svg(" "), tag("code", text(item.rule.id), class_="muted"))
    return tag("li", box, tag("div", said, *about))
