"""A rulebook of our own, made from the rules in force: chapters, every rule, all people, and examples as the engine plays them.

Titles and the words around the rules are in `chapters.toml`. A `Rulebook` holds plain texts of one language; how it looks
on paper, as HTML or Markdown, is the business of show/rulebook_pages.py.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Literal, NamedTuple

import msgspec

from .. import places
from ..games.bruges.board import Board
from ..games.bruges.card_texts import Told, several, tell, term
from ..games.bruges.deck import RECONSTRUCTED, Deck
from ..games.bruges.rules.scoring import scoring
from ..games.bruges.ruleset import Change, Ruleset
from ..games.bruges.telling import BrugesTeller
from ..games.bruges.words import COLOURS
from ..kernel.errors import DataError, LabError, one_line
from ..kernel.events import Event, walk
from ..kernel.records import read_list
from .catalogue import Catalogue, Rule
from .proving import Proof, prove, start
from .readings import readings
from .readings import ruleset as read_ruleset
from .scenarios import Scenario, own_scenarios
from .texts import LANGUAGES, Texts

FOREIGN = "foreign"
_WORD_ID = re.compile(r"[a-z][a-z_]*(\.[a-z_]+)?")
Language = Literal["en", "de", "fr", "it"]

# The words around the rules


class _ChapterRecord(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    title: dict[Language, str]
    scenarios: list[str] = []


class _WordRecord(msgspec.Struct, forbid_unknown_fields=True):
    id: str
    text: dict[Language, str]


class Frame(NamedTuple):
    """What stands around the rules: titles of chapters, with the scenarios told in them, and words by key."""

    chapters: Mapping[str, _ChapterRecord]
    texts: Texts

    def title(self, chapter: str, lang: str) -> str:
        """The title of a chapter."""
        return {str(key): title for key, title in self.chapters[chapter].title.items()}[lang]

    def word(self, key: str, lang: str, **values: object) -> str:
        """A word or sentence."""
        return self.texts.say("word", key, values, lang)

    @classmethod
    def load(cls, path: Path | None = None) -> Frame:
        """Read and check `data/bruges/chapters.toml`, or another file of the same form."""
        return _own() if path is None else _read(path)


@cache
def _own() -> Frame:
    return _read(places.data("bruges", "chapters.toml"))


def _read(path: Path) -> Frame:
    chapters = read_list(path, "chapter", _ChapterRecord, others=frozenset({"word"}))
    words = read_list(path, "word", _WordRecord, others=frozenset({"chapter"}))
    there, wanted = [chapter.id for chapter in chapters], list(dict.fromkeys(r.chapter for r in Catalogue.load().values()))
    for chapter in wanted:
        if chapter not in there:
            raise DataError(path, chapter, "", "is missing")
    for record in chapters:
        if record.id not in wanted:
            raise DataError(path, one_line(record.id, 40), "id", "is no chapter of the rules")
        _check_languages(path, record.id, "title", record.title)
        for name in record.scenarios:
            if name not in own_scenarios():
                raise DataError(path, record.id, "scenarios", f"there is no scenario {one_line(name, 40)!r}")
    if there != wanted:
        raise DataError(path, "chapter", "id", f"are not in the order of the rules, which is {', '.join(wanted)}")
    texts = Texts()
    for word in words:
        if not _WORD_ID.fullmatch(word.id):
            raise DataError(path, one_line(word.id, 40), "id", "must be small letters and _")
        _check_languages(path, word.id, "text", word.text)
        for lang, pattern in word.text.items():
            texts.add(lang, "word", word.id, pattern, path, entry=word.id)
            if texts.variables("word", word.id, lang) != frozenset(re.findall(r"\$([a-z_]+)", word.text["en"])):
                raise DataError(path, word.id, f"text.{lang}", "has other variables than the English text")
    return Frame({record.id: record for record in chapters}, texts)


def _check_languages(path: Path, entry: str, field: str, texts: Mapping[Language, str]) -> None:
    for lang in LANGUAGES:
        if not {str(key): text for key, text in texts.items()}.get(lang, "").strip():
            raise DataError(path, entry, f"{field}.{lang}", "is missing")


def rests_on(rule: Rule, deck: Deck | None = None) -> list[str]:
    """What a statement depends on that no document gives, as keys of words: the discrepancies tell what it is about."""
    deck, board = Deck.load() if deck is None else deck, Board.load()
    spaces = [space for gate in board.gates for section in gate for space in section]
    found = []
    if "D-067" in rule.discrepancies and RECONSTRUCTED in board.points_from:
        found.append("rests_on.track")
    if "D-116" in rule.discrepancies and any(RECONSTRUCTED in (s.colour_from, s.price_from) for s in spaces):
        found.append("rests_on.canals")
    cards = [deck.by_id[person] for person in rule.persons if person in deck.by_id]
    if any(card.source("effect") == RECONSTRUCTED for card in cards):
        found.append("rests_on.people")
    return found


# A scenario as the engine tells it


class Line(NamedTuple):
    """A sentence of a telling: how far it stands in, what it says, the rule it obeys."""

    depth: int
    text: str
    rule: str


class Telling(NamedTuple):
    """A scenario as played: its title, what happened, and a remark if it did not come as it expects."""

    name: str
    title: str
    lines: tuple[Line, ...]
    remark: str


def tell_scenario(name: str, lang: str, rules: Ruleset) -> Telling:
    """Play one of the lab's scenarios under a ruleset."""
    record, path = own_scenarios()[name]
    title, word = record.title[lang], Frame.load().word
    try:
        proof = prove(Scenario(record, path, under=rules))
    except LabError:
        return Telling(name, title, (), word("cannot_arise", lang))
    lines = (*_happened(proof, lang), *_counted(proof, lang))
    return Telling(name, title, lines, "" if proof.holds else word("comes_otherwise", lang))


def _happened(proof: Proof, lang: str) -> list[Line]:
    """The events and what was refused, each in its place; what follows after the scenario has made its point is left out."""
    record, events = proof.scenario.record, proof.game.events
    about = {*record.rules, *(str(expected.get("event")) for expected in record.then)}
    refusals = _refusals(proof, lang)
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


def _refusals(proof: Proof, lang: str) -> dict[int, list[tuple[str, str]]]:
    """Played once more, step by step: after how many events something was refused, in which words and by which rule."""
    game, found = start(proof.scenario), dict[int, list[tuple[str, str]]]()
    for step in proof.scenario.record.when:
        try:
            if step.refused is not None:
                if (refusal := game.why_not(step.refused)) is not None:
                    text = Frame.load().word("refused", lang, text=refusal.text(lang))
                    found.setdefault(len(game.events), []).append((text, refusal.rule))
            elif step.dice is not None:
                dice: Mapping[str, int] = {str(colour): face for colour, face in step.dice.items()}
                game.play("roll:" + ":".join(str(dice[colour]) for colour in COLOURS))
            elif step.choice is not None:
                game.play(step.choice)
        except LabError:  # under another ruleset it may not come so far
            break
    return found


def _counted(proof: Proof, lang: str) -> Iterator[Line]:
    """What a scenario counts without playing it: the score of a position as it stands, and how the piles lie."""
    state, expected = proof.game.state, proof.scenario.record.then
    seats = {entry["seat"] for entry in expected if "score" in entry or "total" in entry}
    teller = BrugesTeller(state, proof.scenario.names)
    if seats and not proof.game.over:
        twin = state.copy()
        twin.log = []
        scoring(twin)
        scored = [Event(raw, index, teller) for index, raw in enumerate(twin.log)]
        for depth, event in walk(event for event in scored if event.kind != "game.won" and event.player in seats):
            yield Line(depth, event.text(lang), event.rule)
    if len(proof.game.events) <= 1 and any("piles" in entry for entry in expected):
        piles = {"first": state.left[0], "second": state.left[1]}
        yield Line(0, teller.tell("event", "piles.laid", piles, lang), "setup.decks.two_piles")
        yield Line(0, teller.tell("event", "extra.laid", {"cards": len(state.extra)}, lang), "setup.decks.extra")


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


class Rulebook(NamedTuple):
    """A rulebook in one language under one ruleset. The last chapter is what belongs to other games."""

    lang: str
    front: Mapping[str, str]
    """The sentences of the first page, by key."""
    changes: tuple[str, ...]
    """What the ruleset in force changes."""
    chapters: tuple[Chapter, ...]
    people_heading: str
    people: tuple[Told, ...]
    foreign: Chapter


def rulebook(lang: str = "en", ruleset: str | Path | Ruleset = "default") -> Rulebook:
    """The rulebook in a language, under a ruleset that is given, named or read from a file."""
    if lang not in LANGUAGES:
        raise LabError(f"there is no language {one_line(lang, 20)!r}; there are {', '.join(LANGUAGES)}")
    rules = ruleset if isinstance(ruleset, Ruleset) else read_ruleset(ruleset)
    name = "" if isinstance(ruleset, Ruleset) else _name(ruleset)
    deck, frame = Deck.for_rules(rules), Frame.load()
    chapters = []
    for number, (chapter, record) in enumerate(frame.chapters.items(), 1):
        title = frame.title(chapter, lang)
        heading = f"{number}. {title}" if chapter != FOREIGN else frame.word("appendix", lang, letter="B", title=title)
        entries = tuple(
            Entry(
                rule,
                rule.text(lang, rules, deck),
                bool(rests_on(rule, deck)),
                _examples(rule, lang, rules),
            )
            for rule in Catalogue.load().values()
            if rule.chapter == chapter
        )
        chapters.append(Chapter(chapter, heading, entries, tuple(tell_scenario(one, lang, rules) for one in record.scenarios)))
    changes = tuple(_changed(change, lang) for change in rules.diff())
    return Rulebook(
        lang=lang,
        front=_front(lang, name or (frame.word("own_ruleset", lang) if changes else "default"), bool(changes), deck),
        changes=changes,
        chapters=tuple(chapters[:-1]),
        people_heading=frame.word("appendix", lang, letter="A", title=frame.word("all_people", lang)),
        people=tuple(tell(card, lang) for card in deck.cards),
        foreign=chapters[-1],
    )


def _name(ruleset: str | Path) -> str:
    """A ruleset as it is called: its name, with the document it is of, or that of its file."""
    name = one_line(Path(ruleset).name, 60)
    document = readings().get(name.partition(":")[0])
    return name if document is None else f"{name} ({document.title})"


def _examples(rule: Rule, lang: str, rules: Ruleset) -> tuple[Telling, ...]:
    """The scenarios of a worked example: those that come as they expect, or else how they come."""
    names = [name for name, home in _homes().items() if home == rule.id and _fits(name, rules)]
    found = [tell_scenario(name, lang, rules) for name in names]
    return tuple([telling for telling in found if not telling.remark] or found)


def _fits(name: str, rules: Ruleset) -> bool:
    """Whether a scenario is about a reading that is in force."""
    own = Scenario.read(name).state.rules
    return all(getattr(rules, change.field.name) == change.here for change in own.diff())


@cache
def _homes() -> dict[str, str]:
    """Where the scenario of an example is told, once: with the last of its rules in the chapter where it first comes up."""
    homes: dict[str, str] = {}
    for rule in Catalogue.load().values():
        for name in rule.scenarios if rule.kind == "example" else ():
            if name not in homes or Catalogue.load()[homes[name]].chapter == rule.chapter:
                homes[name] = rule.id
    return homes


def _changed(change: Change, lang: str) -> str:
    here, there = (", ".join(map(str, v)) if isinstance(v, tuple) else str(v) for v in (change.here, change.there))
    note = change.field.entry or change.field.rule
    return f"{change.field.name} = {here} {Frame.load().word('instead_of', lang)} {there} ({note})"


def _front(lang: str, name: str, changed: bool, deck: Deck) -> dict[str, str]:
    from .. import __version__

    word, board = Frame.load().word, Board.load()
    spaces = [space for gate in board.gates for section in gate for space in section]
    counts = {
        "people": len(deck),
        "prices": sum(card.source("price") == RECONSTRUCTED for card in deck.cards),
        "effects": sum(card.source("effect") == RECONSTRUCTED for card in deck.cards),
        "track": board.last_step,
        "steps": sum(source == RECONSTRUCTED for source in board.points_from[1:]),
        "canals": len(spaces),
        "spaces": sum(RECONSTRUCTED in (space.colour_from, space.price_from) for space in spaces),
    }
    plain = ("title", "owners_title", "owners", "own_words", "reconstructed_title", "played", "contents")
    return {
        **{key: word(key, lang) for key in plain},
        "made": word("made", lang, version=__version__),
        "reconstructed": word("reconstructed", lang, **counts),
        "ruleset_title": word("ruleset_title", lang, name=name),
        "ruleset": word("ruleset_differs" if changed else "ruleset_same", lang),
    }


def people_columns(lang: str) -> list[str]:
    """The headings of the table of people."""
    words = [term("person", lang), term("group", lang), term("colour", lang), term("price", lang), several("points", lang)]
    return [word[:1].upper() + word[1:] for word in (*words, term("activation_icon", lang), term("effect", lang))]


PEOPLE = ("name", "group", "colour", "price", "points", "when", "text")
"""The columns of the table of people, as fields of what is told of a card."""
