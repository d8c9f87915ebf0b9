"""What a page of the site is before it is built, and small means to write one: paths, links, a row of languages.

A page is Markdown. Whatever is generated is written as HTML inside it, escaped, with headings in Markdown, so that the contents
beside the page and the search find them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from html import escape
from json import dumps
from typing import TYPE_CHECKING, Any, NamedTuple

from ..games.manifest import Manifest
from ..rulebook.texts import languages_of
from ..show.rulebook_pages import plain
from ..show.svg import Svg, tag

if TYPE_CHECKING:
    from collections.abc import Sequence

NATIVE = {"en": "English", "de": "Deutsch", "fr": "Français", "it": "Italiano"}
"""What each language calls itself."""

Contents = list[str | dict[str, Any]]
"""A part of the contents of the site, as MkDocs wants it: a page, a title and a page, or a title and such parts."""


class Source(NamedTuple):
    """A page or picture that is generated: where it lies among the sources, and what is in it."""

    path: str
    text: str
    title: str = ""
    """What the browser calls a page; the name that it has in the contents, if none is given."""
    lang: str = "en"
    hide: tuple[str, ...] = ()
    """What beside the page gives it its room: `toc`, `navigation`."""

    @property
    def content(self) -> str:
        """The file: a page says before it begins how it is called and in which language it is."""
        known = {"title": self.title, "lang": "" if self.lang == "en" else self.lang, "hide": self.hide}
        said = {key: value for key, value in known.items() if value}
        if not said:
            return self.text
        return "\n".join(["---", *(f"{key}: {dumps(value)}" for key, value in said.items()), "---", "", self.text])


def anchor(entry: str) -> str:
    """Where on its page an entry such as D-099 stands."""
    return entry.lower()


def heading(words: str, place: str, level: int = 2) -> str:
    """A heading that stands at a place of its own."""
    return f"{'#' * level} {plain(words)} {{ #{place} }}"


def words(text: str) -> Svg:
    """A text as markup."""
    return Svg(escape(text, quote=False))


def link(text: str, to: str, kind: str | None = None) -> Svg:
    """A link to another page of the site, or to a place on this one."""
    return tag("a", words(text), href=to, class_=kind)


def joined(parts: Iterable[Svg], between: str = " · ") -> Svg:
    """Parts in a row."""
    return Svg(between.join(parts))


def language_row(manifest: Manifest, lang: str, page: Callable[[str], str]) -> str:
    """The languages that a page is there in, the one at hand not as a link."""
    parts = [
        tag("strong", words(NATIVE[other])) if other == lang else tag("a", words(NATIVE[other]), href=page(other), hreflang=other)
        for other in languages_of(manifest)
    ]
    return tag("p", joined(parts), class_="bl-languages")


def lines(parts: Sequence[str]) -> str:
    """Paragraphs and blocks one below the other."""
    return "\n\n".join(part for part in parts if part) + "\n"
