"""A rulebook on paper: one page of HTML that needs nothing else and prints well, or Markdown. Everything in it is escaped.

Unlike what is shown in notebooks, a rulebook is a page of its own, so it has a style sheet. It is always light, as paper is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from html import escape

from ..games.bruges.card_texts import MARK, Told, term
from ..games.bruges.pictures.colours import SHADES, sign
from ..games.bruges.words import COLOURS
from ..rulebook.printing import PEOPLE, Chapter, Entry, Line, Rulebook, Telling, people_columns
from .svg import Svg, circle, tag

_STYLE = """
:root { color-scheme: light; }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 2.5rem 1.5rem; max-width: 52rem; background: #fff; color: #221d18;
  font: 10.5pt/1.45 Georgia, "Noto Serif", "DejaVu Serif", "Times New Roman", serif; }
a { color: inherit; text-decoration: none; }
a:hover { text-decoration: underline; }
h1 { font-size: 26pt; line-height: 1.15; margin: 0 0 .3em; }
h2 { font-size: 15pt; line-height: 1.25; margin: 2.2em 0 .7em; padding-bottom: .2em; border-bottom: 1.5pt solid #221d18; }
h3 { font-size: 11.5pt; margin: 1.4em 0 .3em; }
p { margin: 0; }
code { font: 8pt/1.4 ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; }
.made { color: #6b6153; font-style: italic; margin-bottom: 2em; }
.front p { margin-bottom: .6em; }
.front ul { margin: .2em 0 .8em; padding-left: 1.2em; }
.contents ol { list-style: none; margin: 0; padding: 0; columns: 2; column-gap: 2.5em; }
.contents li { padding: .22em 0; break-inside: avoid; }
.rule { display: grid; grid-template-columns: minmax(0, 1fr) 13.5em; gap: 0 1.4em; padding: .3em 0; break-inside: avoid; }
.rule > code { color: #6b6153; padding-top: .35em; overflow-wrap: anywhere; }
.rule.example > p { font-style: italic; border-left: 2.5pt solid #d9c48f; padding-left: .7em; }
.telling { margin: .5em 0 .9em; padding: .6em .9em .7em; background: #faf6ec; border-radius: 4pt; break-inside: avoid;
  font-size: 9pt; line-height: 1.4; -webkit-print-color-adjust: exact; print-color-adjust: exact; }
.telling h3 { font-size: 9.5pt; margin: 0 0 .3em; }
.telling ul { list-style: none; margin: 0; padding: 0; }
.telling li { display: flex; justify-content: space-between; gap: 1.2em; }
.telling li a { color: #6b6153; white-space: nowrap; flex: none; }
.telling .remark { color: #b92f20; font-weight: 600; margin-top: .3em; }
table { border-collapse: collapse; width: 100%; font-size: 8pt; line-height: 1.35; }
th { text-align: left; vertical-align: bottom; border-bottom: 1pt solid #221d18; padding: .3em .6em .3em 0; }
td { vertical-align: top; border-bottom: .5pt solid #ddd3bf; padding: .35em .6em .35em 0; }
td.number, th.number { text-align: right; white-space: nowrap; }
td.colour { white-space: nowrap; }
td:first-child { width: 19%; }
td:last-child { width: 46%; }
td small { font-size: inherit; color: #6b6153; }
td svg { width: 9pt; height: 9pt; vertical-align: -1.3pt; margin-right: 3pt; }
tr { break-inside: avoid; }
h2, h3 { break-after: avoid; }
@page { size: A4; margin: 17mm 16mm 18mm; @bottom-center { content: counter(page); font: 8pt Georgia, serif; color: #6b6153; } }
@page :first { @bottom-center { content: none; } }
@media print {
  body { max-width: none; padding: 0; font-size: 9.5pt; }
  .contents { break-after: page; }
  .appendix { break-before: page; }
  h2 { margin-top: 1.6em; }
  .contents + section h2, .appendix h2 { margin-top: 0; }
  a:hover { text-decoration: none; }
}
@media screen and (max-width: 40rem) { .rule { grid-template-columns: 1fr; } .contents ol { columns: 1; } }
"""

# HTML


def html(book: Rulebook) -> str:
    """The rulebook as a page that needs no other file."""
    body = [_front(book), _contents(book), *(_chapter(chapter) for chapter in book.chapters), _people(book)]
    body.append(_chapter(book.foreign, "appendix"))
    head = tag(
        "head",
        Svg('<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'),
        tag("title", _text(book.front["title"])),
        tag("style", Svg(_STYLE)),
    )
    return "<!DOCTYPE html>\n" + tag("html", head, Svg("\n"), tag("body", Svg("\n".join(body))), lang=book.lang) + "\n"


def _text(words: str) -> Svg:
    return Svg(escape(words))


def _id(rule: str) -> Svg:
    """A rule id, which may break after its dots."""
    return tag("code", Svg("<wbr>".join(escape(part) for part in re.split(r"(?<=\.)", rule))))


def _front(book: Rulebook) -> Svg:
    front = {key: _text(words) for key, words in book.front.items()}
    changes = [tag("ul", *(tag("li", tag("code", _text(change))) for change in book.changes))] if book.changes else []
    return tag(
        "header",
        tag("h1", front["title"]),
        tag("p", front["made"], class_="made"),
        tag("h3", front["owners_title"]),
        tag("p", front["owners"]),
        tag("p", front["own_words"]),
        tag("h3", front["reconstructed_title"]),
        tag("p", front["reconstructed"]),
        tag("h3", front["ruleset_title"]),
        tag("p", front["ruleset"]),
        *changes,
        tag("p", front["played"]),
        class_="front",
    )


def _contents(book: Rulebook) -> Svg:
    places = [(chapter.id, chapter.heading) for chapter in book.chapters]
    places += [("people", book.people_heading), (book.foreign.id, book.foreign.heading)]
    items = (tag("li", tag("a", _text(heading), href=f"#chapter-{place}")) for place, heading in places)
    return tag("nav", tag("h2", _text(book.front["contents"])), tag("ol", *items), class_="contents")


def _chapter(chapter: Chapter, kind: str = "chapter") -> Svg:
    parts = [tag("h2", _text(chapter.heading))]
    for entry in chapter.entries:
        parts += [_rule(entry), *map(_telling, entry.tellings)]
    parts += map(_telling, chapter.tellings)
    return tag("section", *parts, id=f"chapter-{chapter.id}", class_=kind)


def _rule(entry: Entry) -> Svg:
    words = Svg(escape(entry.text) + (f"&#160;{MARK}" if entry.marked else ""))
    return tag("div", tag("p", words), _id(entry.rule.id), id=entry.rule.id, class_=f"rule {entry.rule.kind}")


def _telling(telling: Telling) -> Svg:
    remark = [tag("p", _text(telling.remark), class_="remark")] if telling.remark else []
    lines = [tag("ul", *map(_line, telling.lines))] if telling.lines else []
    return tag("div", tag("h3", _text(telling.title)), *lines, *remark, class_="telling", data_scenario=telling.name)


def _line(line: Line) -> Svg:
    indent = f"padding-left:{1.1 * line.depth:.1f}em" if line.depth else None
    return tag("li", tag("span", _text(line.text)), tag("a", tag("code", _text(line.rule)), href=f"#{line.rule}"), style=indent)


def _people(book: Rulebook) -> Svg:
    looks = {"price": "number", "points": "number", "colour": "colour"}
    heads = dict(zip(PEOPLE, people_columns(book.lang), strict=True))
    columns = [column for column in PEOPLE if column != "group"]  # it stands below the name
    swatches = {term(colour, book.lang): _swatch(number) for number, colour in enumerate(COLOURS)}

    def words(told: Told, column: str) -> Svg:
        return Svg(escape(getattr(told, column) or "–") + (f"&#160;{MARK}" if told.marked(column) else ""))

    def cell(told: Told, column: str) -> Svg:
        before = swatches.get(told.colour, "") if column == "colour" else ""
        after = f"<br>{tag('small', words(told, 'group'))}" if column == "name" else ""
        return tag("td", Svg(f"{before}{words(told, column)}{after}"), class_=looks.get(column))

    rows = (tag("tr", *(cell(told, column) for column in columns)) for told in book.people)
    head = tag("tr", *(tag("th", _text(heads[column]), class_=looks.get(column)) for column in columns))
    table = tag("table", tag("thead", head), tag("tbody", *rows))
    return tag("section", tag("h2", _text(book.people_heading)), table, id="chapter-people", class_="appendix")


def _swatch(colour: int) -> Svg:
    tone = SHADES[colour]
    return tag("svg", circle(8, 8, 8, tone.fill), sign(colour, 8, 8, 10, tone.on), viewBox="0 0 16 16")


# Markdown

_SPECIAL = re.compile(r"([\\`*_\[\]<>|#])")


def markdown(book: Rulebook) -> str:
    """The rulebook as Markdown."""
    front = {key: _plain(words) for key, words in book.front.items()}
    parts = [f"# {front['title']}", front["made"]]
    parts += [f"**{front['owners_title']}.** {front['owners']} {front['own_words']}"]
    parts += [f"**{front['reconstructed_title']}.** {front['reconstructed']}"]
    parts += [f"**{front['ruleset_title']}.** {front['ruleset']}", *_bullets(f"`{change}`" for change in book.changes)]
    parts += [front["played"], f"## {front['contents']}"]
    parts += ["\n".join(_plain(chapter.heading) for chapter in book.chapters)]  # they are numbered already
    parts += _bullets(_plain(heading) for heading in (book.people_heading, book.foreign.heading))
    for chapter in book.chapters:
        parts += _chapter_text(chapter)
    parts += [f"## {_plain(book.people_heading)}", _people_text(book), *_chapter_text(book.foreign)]
    return "\n\n".join(parts) + "\n"


def _plain(words: str) -> str:
    """A text as it stands: nothing in it is markup."""
    return _SPECIAL.sub(r"\\\1", words)


def _bullets(lines: Iterable[str]) -> list[str]:
    found = "\n".join(f"- {line}" for line in lines)
    return [found] if found else []


def _chapter_text(chapter: Chapter) -> Iterator[str]:
    yield f"## {_plain(chapter.heading)}"
    for entry in chapter.entries:
        yield f"{_plain(entry.text)}{f' {MARK}' if entry.marked else ''} **`{entry.rule.id}`**"
        yield from map(_telling_text, entry.tellings)
    yield from map(_telling_text, chapter.tellings)


def _telling_text(telling: Telling) -> str:
    lines = [f"> **{_plain(telling.title)}**", ">"]
    lines += [f"> {'  ' * line.depth}- {_plain(line.text)} `{line.rule}`" for line in telling.lines]
    if telling.remark:
        lines += [">", f"> *{_plain(telling.remark)}*"]
    return "\n".join(lines)


def _people_text(book: Rulebook) -> str:
    heads = people_columns(book.lang)
    cells = [[_plain(getattr(told, c) or "–") + (f" {MARK}" if told.marked(c) else "") for c in PEOPLE] for told in book.people]
    return "\n".join(f"| {' | '.join(row)} |" for row in [heads, ["---"] * len(heads), *cells])
