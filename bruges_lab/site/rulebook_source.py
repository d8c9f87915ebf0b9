"""The rulebook of a game as a page of the site, in one language: every rule at an address of its own, with examples as played."""

from __future__ import annotations

from collections.abc import Iterator

from ..games.manifest import Manifest
from ..rulebook.printing import Chapter, Entry, Rulebook, Telling, rulebook
from ..rulebook.reference import reference
from ..rulebook.scenarios import Scenario
from ..rulebook.seats import seats_in
from ..rulebook.subjects import MARK
from ..show.reference_page import html as reference_page
from ..show.rulebook_pages import FRONT, after_the_figure, marked, plain, rule_id, telling_html
from ..show.svg import Svg, tag
from .sources import Source, anchor, heading, joined, language_row, lines, link, words

_LOADS_NOTHING = (
    '<meta http-equiv="Content-Security-Policy" content="default-src &#39;none&#39;; style-src &#39;unsafe-inline&#39;">'
)


def name(lang: str) -> str:
    """The page of a language, without its ending."""
    return f"rulebook-{lang}"


def reference_name(lang: str) -> str:
    """The sheet of a language, without its ending."""
    return f"reference-{lang}"


def reference_sheet(manifest: Manifest, lang: str) -> Source:
    """The reference page to print, as it is: a page of its own that loads nothing."""
    page = reference_page(reference(lang, game=manifest.name)).replace("<head>", f"<head>{_LOADS_NOTHING}", 1)
    return Source(f"games/{manifest.name}/{reference_name(lang)}.html", page)


def rulebook_source(manifest: Manifest, lang: str) -> Source:
    """The page in a language, under the rules that are played unless others are asked for."""
    book = rulebook(lang, game=manifest.name)
    title = book.front["title"]
    parts = [f"# {plain(title)}", language_row(manifest, lang, lambda other: f"{name(other)}.html")]
    if manifest.has("overview"):
        sheet = f"{reference_name(lang)}.html"
        parts += [tag("p", link(reference(lang, game=manifest.name).title, sheet), class_="bl-languages")]
    parts += [f"*{plain(book.front['made'])}*", *_front(book.front)]
    parts += _overview(book)
    last = [book.foreign] if book.foreign is not None else []
    for chapter in book.chapters:
        parts += _chapter(chapter, lang)
    for appendix in book.appendices:
        parts += [heading(appendix.title, f"chapter-{appendix.id}"), tag("div", Svg(appendix.html), class_="bl-appendix")]
    for chapter in last:
        parts += _chapter(chapter, lang)
    return Source(f"games/{manifest.name}/{name(lang)}.md", lines(parts), title, lang)


def _front(front: dict[str, str] | object) -> Iterator[str]:
    assert isinstance(front, dict)
    for title, paragraphs in FRONT:
        said = " ".join(plain(front[key]) for key in paragraphs if key in front)
        if said:
            yield f"**{plain(front[title])}.** {said}" if title in front else said


def overview_figures(manifest: Manifest, lang: str) -> Iterator[Source]:
    """The positions that the overview speaks of, drawn in a language."""
    book = rulebook(lang, game=manifest.name)
    for figure in dict.fromkeys(section.part.figure for section in book.overview if section.part.figure):
        scenario = Scenario.read(figure, game=manifest.name)
        drawn = manifest.picture.whole(scenario.state, seats_in(manifest, scenario.names, lang), None, lang)
        yield Source(f"games/{manifest.name}/{_figure(figure, lang)}", drawn)


def _figure(name: str, lang: str) -> str:
    return f"overview-{name}-{lang}.svg"


def _overview(book: Rulebook) -> Iterator[str]:
    """What comes before the rules, for somebody who does not know the game."""
    if book.overview:
        yield heading(book.words["overview"], "overview")
    for section in book.overview:
        part = section.part
        yield heading(part.title, f"overview-{part.id}", 3)
        yield tag("div", *(tag("p", marked(said)) for said in part.text), class_="bl-overview")
        if part.figure:
            yield f"![{plain(part.title)}]({_figure(part.figure, book.lang)}){{ .bl-position }}"
        yield tag("div", *after_the_figure(section, book), *map(_telling, section.tellings), class_="bl-overview")
        if section.more:
            yield tag("p", words(section.more), class_="bl-more")


def _chapter(chapter: Chapter, lang: str) -> Iterator[str]:
    yield heading(chapter.heading, f"chapter-{chapter.id}")
    if chapter.note:
        yield tag("p", words(chapter.note), class_="bl-off")
    parts: list[Svg] = []
    for entry in chapter.entries:
        parts += [_rule(entry, lang), *map(_telling, entry.tellings)]
    parts += map(_telling, chapter.tellings)
    yield tag("div", *parts, class_="bl-chapter bl-not-in-play" if chapter.note else "bl-chapter")


def _rule(entry: Entry, lang: str) -> Svg:
    """A rule: its statement, its id, which is also its address, and the open questions about it."""
    said = tag("p", words(entry.text + (f"\u00a0{MARK}" if entry.marked else "")))
    own = tag("h3", tag("a", rule_id(entry.rule.id), href=f"#{entry.rule.id}"), id=entry.rule.id)
    page = f"discrepancies-{lang}.html"
    listed = entry.rule.manifest.discrepancies if entry.rule.manifest.has("discrepancies") else {}
    gaps = [link(gap, f"{page}#{anchor(gap)}") for gap in entry.rule.discrepancies if gap in listed]
    open_questions = [tag("p", joined(gaps, " "), class_="bl-gaps")] if gaps else []
    return tag("div", own, said, *open_questions, class_=f"bl-rule bl-{entry.rule.kind}")


def _telling(telling: Telling) -> Svg:
    return tag("div", telling_html(telling, heading="h4", kind="bl-telling"), data_search_exclude="")
