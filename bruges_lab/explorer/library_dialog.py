"""The library: the scenarios of a game by chapter of its rules, and its lessons; a word or two finds them by their titles."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from ..games.manifest import Manifest
from ..kernel.errors import one_line
from ..show.svg import Svg, tag
from .dialogs import Dialog
from .markup import block, span, text
from .surface import Act

if TYPE_CHECKING:
    from .entering import Entering

LESSONS, OTHERS = "@lessons", "@others"
"""Shelves that are no chapter: the lessons, and scenarios of which no rule tells where they belong."""
MOST_FOUND = 60
LONGEST_SEARCH = 80


class Title(NamedTuple):
    """A scenario or lesson to open: the act and its value, what it is called, and a word more."""

    act: str
    value: str
    words: str
    more: str = ""


class Library(Dialog):
    """What can be opened, the shelf that is looked at, and what is searched for."""

    name = "library"
    places = ("search", "shelves", "titles")

    def __init__(self, explorer: Entering) -> None:
        super().__init__(explorer)
        self.search = ""
        self.shelf = ""
        """The shelf that is looked at; empty: the first."""

    def acts(self) -> Mapping[str, Act]:
        return {
            "library.search": self._look_for,
            "library.shelf": self._look_at,
            "library.lesson": self._open_lesson,
        }

    def _look_for(self, words: str) -> None:
        self.search = one_line(words, LONGEST_SEARCH)

    def _look_at(self, shelf: str) -> None:
        if shelf in self.shelves():
            self.shelf, self.search = shelf, ""

    def _open_lesson(self, name: str) -> None:
        self.explorer.open_lesson(name)
        self.explorer.close_dialog()

    # What there is

    def shelves(self) -> dict[str, list[Title]]:
        """Lessons and chapters in the order of the rulebook, with their titles; an empty one is left out."""
        manifest, lang = self.explorer.manifest, self.explorer.lang
        found = {LESSONS: self._lessons(manifest)} if manifest.has("lessons") else {}
        if manifest.has("scenarios"):
            found |= _by_chapter(manifest, lang)
        return {shelf: titles for shelf, titles in found.items() if titles}

    def _lessons(self, manifest: Manifest) -> list[Title]:
        """A lesson a chapter that has tasks."""
        tasks = [record.chapter for record in manifest.lessons.tasks.values()]
        title, say, lang = manifest.chapters.title, self.explorer.words, self.explorer.lang
        return [
            Title("library.lesson", chapter, title(chapter, lang), say("library.tasks", count=tasks.count(chapter)))
            for chapter in dict.fromkeys(tasks)
        ]

    def found(self) -> list[Title]:
        """Every title that has all the words searched for, each once."""
        wanted = _folded(self.search).split()
        every = dict.fromkeys(title for titles in self.shelves().values() for title in titles)
        return [title for title in every if all(word in _folded(title.words) for word in wanted)]

    def shelf_title(self, shelf: str) -> str:
        """What a shelf is called."""
        if shelf in (LESSONS, OTHERS):
            return self.explorer.words(f"library.{shelf[1:]}")
        return self.explorer.manifest.chapters.title(shelf, self.explorer.lang)

    # What it looks like

    def title(self) -> str:
        return self.explorer.words("library.title", game=self.explorer.manifest.called(self.explorer.lang))

    def parts(self) -> Mapping[str, Svg]:
        shelves = self.shelves()
        chosen = self.shelf if self.shelf in shelves else next(iter(shelves), "")
        looked_for = bool(self.search.strip())
        return {
            "search": self._search(),
            "shelves": self._shelves(shelves, "" if looked_for else chosen),
            "titles": self._titles(self.found() if looked_for else shelves.get(chosen, [])),
        }

    def _search(self) -> Svg:
        key = "library.search"
        label = self.explorer.words(key)
        typed = tag(
            "input",
            type="search",
            value=self.search,
            maxlength=LONGEST_SEARCH,
            placeholder=label,
            aria_label=label,
            data_act=key,
            data_key=key,
            data_live="1",
            data_keep="1",
            data_first="1",
            data_down="1",
        )
        return tag("div", typed, class_="bl-field")

    def _shelves(self, shelves: Mapping[str, list[Title]], chosen: str) -> Svg:
        rows = [
            tag(
                "button",
                span("words", self.shelf_title(shelf)),
                span("number", len(titles)),
                type="button",
                class_="bl-shelf",
                data_act="library.shelf",
                data_value=shelf,
                data_key=f"shelf:{shelf}",
                aria_pressed="true" if shelf == chosen else "false",
            )
            for shelf, titles in shelves.items()
        ]
        return block("shelves", *rows, role="group", aria_label=self.explorer.words("library.shelves"), data_list="1")

    def _titles(self, titles: list[Title]) -> Svg:
        say = self.explorer.words
        if not titles:
            return block("quiet", text(say("library.nothing")), role="status")
        rows = [_row(title) for title in titles[:MOST_FOUND]]
        if len(titles) > MOST_FOUND:
            rows.append(block("quiet", text(say("library.more", count=len(titles) - MOST_FOUND))))
        return block("titles", *rows, role="group", aria_label=say("library.titles"), data_list="found")


def _row(title: Title) -> Svg:
    more = [span("more", title.more)] if title.more else []
    return tag(
        "button",
        span("words", title.words),
        *more,
        type="button",
        class_="bl-choice bl-opens",
        data_act=title.act,
        data_value=title.value,
        data_key=f"{title.act}:{title.value}",
    )


def _by_chapter(manifest: Manifest, lang: str) -> dict[str, list[Title]]:
    """Scenarios by the chapters of their rules."""
    rules = manifest.catalogue if manifest.has("catalogue") else {}
    found: dict[str, list[Title]] = {chapter: [] for chapter in (manifest.chapters.chapters if rules else {})}
    found[OTHERS] = []
    for name, (record, _) in manifest.scenarios.items():
        title = Title("scenario", name, record.title.get(lang) or record.title.get("en") or name)
        for chapter in dict.fromkeys(rules[rule].chapter for rule in record.rules if rule in rules) or (OTHERS,):
            found[chapter].append(title)
    return found


def _folded(words: str) -> str:
    """Words as they are compared: without capitals and accents."""
    apart = unicodedata.normalize("NFKD", words.casefold())
    return "".join(letter for letter in apart if not unicodedata.combining(letter))
