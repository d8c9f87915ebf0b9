"""A rulebook on paper: one page of HTML that needs nothing else and prints well, or Markdown. Everything in it is escaped.

Unlike what is shown in notebooks, a rulebook is a page of its own, so it has a style sheet. It is always light, as paper is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from html import escape

from ..games import shelf
from ..rulebook.overview import BOLD, Part
from ..rulebook.printing import Appendix, Chapter, Entry, Line, Rulebook, Section, Telling
from ..rulebook.scenarios import Scenario
from ..rulebook.subjects import MARK
from .paper_position import STYLE as PAPER_STYLE
from .paper_position import paper_position
from .svg import Svg, tag

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
.off { margin: 0 0 .8em; padding: .5em .8em; border-left: 2.5pt solid #6b6153; background: #f3f0ea; font-style: italic;
  font-size: 9.5pt; -webkit-print-color-adjust: exact; print-color-adjust: exact; }
.module-off .rule { color: #5b5348; }
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
h1.part { font-size: 20pt; margin: 2em 0 .4em; }
.part-about { color: #6b6153; font-style: italic; margin-bottom: 1em; }
.overview { max-width: 44rem; }
.overview p { margin-bottom: .6em; }
.overview ul, .overview ol { margin: .3em 0 .8em; padding-left: 1.5em; }
.overview li { margin-bottom: .3em; break-inside: avoid; }
.overview li::marker { font-weight: 700; }
.overview table { font-size: 9.5pt; margin: .3em 0 .8em; }
.overview td:first-child, .overview td:last-child { width: auto; }
.overview .more { color: #6b6153; font-size: 9pt; break-before: avoid; }
.overview section > p:has(+ :is(ul, ol, table, figure)) { break-after: avoid; }
.overview figure { margin: .8em 0; overflow-x: auto; break-inside: avoid; }
.overview .on-paper { zoom: 1; }
.overview .on-paper svg.bl-map { width: 69%; margin: 0 auto; }
.signed { list-style: none; padding-left: 0 !important; }
.signed > li { display: grid; grid-template-columns: 1.6em 1fr; }
.sign svg { width: 11pt; height: 11pt; vertical-align: -1.5pt; }
@page { size: A4; margin: 17mm 16mm 18mm; @bottom-center { content: counter(page); font: 8pt Georgia, serif; color: #6b6153; } }
@page :first { @bottom-center { content: none; } }
@media print {
  body { max-width: none; padding: 0; font-size: 9.5pt; }
  .contents { break-after: page; }
  h1.part { break-before: page; margin-top: 0; }
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
    body = [_front(book), _contents(book), *_overview(book), *_chapters(book), *map(_appendix, book.appendices)]
    if book.foreign is not None:
        body.append(_chapter(book.foreign, "appendix"))
    head = tag(
        "head",
        Svg('<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'),
        tag("title", _text(book.front["title"])),
        tag("style", Svg(_STYLE + PAPER_STYLE if book.overview else _STYLE)),
    )
    return "<!DOCTYPE html>\n" + tag("html", head, Svg("\n"), tag("body", Svg("\n".join(body))), lang=book.lang) + "\n"


def _text(words: str) -> Svg:
    return Svg(escape(words))


def rule_id(rule: str) -> Svg:
    """A rule id, which may break after its dots."""
    return tag("code", Svg("<wbr>".join(escape(part) for part in re.split(r"(?<=\.)", rule))))


def _front(book: Rulebook) -> Svg:
    """The first page: paragraphs under their headings, as far as there are words for them."""
    parts = [tag("h1", _text(book.front["title"])), tag("p", _text(book.front["made"]), class_="made")]
    for heading, paragraphs in FRONT:
        words = [book.front[key] for key in paragraphs if key in book.front]
        if words and heading in book.front:
            parts.append(tag("h3", _text(book.front[heading])))
        parts += [tag("p", _text(paragraph)) for paragraph in words]
        if heading == "ruleset_title" and book.changes:
            parts.append(tag("ul", *(tag("li", tag("code", _text(change))) for change in book.changes)))
    return tag("header", *parts, class_="front")


FRONT = (
    ("owners_title", ("owners", "own_words")),
    ("reconstructed_title", ("reconstructed",)),
    ("ruleset_title", ("ruleset",)),
    ("", ("played",)),
)
"""The headings of the first page, with the paragraphs under them."""


def _contents(book: Rulebook) -> Svg:
    places = [(f"overview-{section.part.id}", section.part.title) for section in book.overview[:1]]
    if places:
        places = [("overview", book.words["overview"])]
    places += [(f"chapter-{chapter.id}", chapter.heading) for chapter in book.chapters]
    places += [(f"chapter-{appendix.id}", appendix.title) for appendix in book.appendices]
    places += [(f"chapter-{book.foreign.id}", book.foreign.heading)] if book.foreign is not None else []
    items = (tag("li", tag("a", _text(heading), href=f"#{place}")) for place, heading in places)
    return tag("nav", tag("h2", _text(book.front["contents"])), tag("ol", *items), class_="contents")


# The overview


def marked(words: str) -> Svg:
    """Words of an overview, escaped; what is to stand out does."""
    return Svg(BOLD.sub(r"<b>\1</b>", escape(words)))


def _overview(book: Rulebook) -> list[Svg]:
    if not book.overview:
        return []
    sections = [_section(section, book) for section in book.overview]
    heading = tag("h1", _text(book.words["overview"]), class_="part", id="overview")
    return [heading, tag("section", *sections, class_="overview")]


def _section(section: Section, book: Rulebook) -> Svg:
    part = section.part
    parts = [tag("h2", _text(part.title)), *(tag("p", marked(words)) for words in part.text)]
    if part.figure:
        parts.append(tag("figure", _position(part.figure, book)))
    parts += [*after_the_figure(section, book), *map(telling_html, section.tellings)]
    if section.more:
        parts.append(tag("p", _text(section.more), class_="more"))
    return tag("section", *parts, id=f"overview-{part.id}")


def after_the_figure(section: Section, book: Rulebook) -> list[Svg]:
    """The lines of a section, and what is said after them."""
    return [lines(section.part, book.signs), *(tag("p", marked(words)) for words in section.part.after)]


def lines(part: Part, signs: Mapping[str, str]) -> Svg:
    """The lines of a part as a list, as steps or as a table, with their signs."""
    if part.kind == "table":
        return _table(part, signs)
    if not part.lines:
        return Svg("")
    drawn = [signs.get(name, "") for name in part.signs]
    if any(drawn):
        rows = [
            tag("li", tag("span", Svg(sign), class_="sign"), tag("span", marked(words)))
            for sign, words in zip(drawn, part.lines, strict=True)
        ]
        return tag("ul", *rows, class_="signed")
    return tag("ol" if part.kind == "steps" else "ul", *(tag("li", marked(words)) for words in part.lines))


_NARROW = 22
"""A first column of no more letters than this is never broken."""


def _table(part: Part, signs: Mapping[str, str]) -> Svg:
    head = tag("tr", *(tag("th", marked(words)) for words in part.head))
    rows = []
    for place, row in enumerate(part.rows):
        sign = signs.get(part.signs[place], "") if part.signs else ""
        first, *others = row
        before = [tag("span", Svg(sign), class_="sign"), Svg("&#160;")] if sign else []
        rows.append(tag("tr", tag("td", *before, marked(first)), *(tag("td", marked(words)) for words in others)))
    narrow = max((len(row[0]) for row in part.rows), default=0) <= _NARROW
    return tag("table", tag("thead", head), tag("tbody", *rows), class_="narrow" if narrow else None)


def _position(name: str, book: Rulebook) -> Svg:
    """The position of a scenario, all hands open, with everything that its first player has."""
    scenario = Scenario.read(name, game=book.game)
    manifest = shelf.find(book.game)
    return paper_position(manifest, scenario.state, scenario.names, {0}, book.lang)


def _chapters(book: Rulebook) -> Iterator[Svg]:
    """The rules of the game itself, then the modules under a heading of their own."""
    own = [chapter for chapter in book.chapters if not chapter.module]
    modules = [chapter for chapter in book.chapters if chapter.module]
    if book.overview:
        yield tag("h1", _text(book.words["rules"]), class_="part")
    yield from map(_chapter, own)
    if modules and book.overview:
        yield tag("h1", _text(book.words["modules"]), class_="part")
        yield tag("p", _text(book.words["modules_about"]), class_="part-about")
    yield from map(_chapter, modules)


def _appendix(appendix: Appendix) -> Svg:
    inside = Svg(appendix.html)
    return tag("section", tag("h2", _text(appendix.title)), inside, id=f"chapter-{appendix.id}", class_="appendix")


def _chapter(chapter: Chapter, kind: str = "chapter") -> Svg:
    parts = [tag("h2", _text(chapter.heading))]
    if chapter.note:
        parts.append(tag("p", _text(chapter.note), class_="off"))
    for entry in chapter.entries:
        parts += [_rule(entry), *map(telling_html, entry.tellings)]
    parts += map(telling_html, chapter.tellings)
    return tag("section", *parts, id=f"chapter-{chapter.id}", class_=f"{kind} module-off" if chapter.note else kind)


def _rule(entry: Entry) -> Svg:
    words = Svg(escape(entry.text) + (f"&#160;{MARK}" if entry.marked else ""))
    return tag("div", tag("p", words), rule_id(entry.rule.id), id=entry.rule.id, class_=f"rule {entry.rule.kind}")


def telling_html(telling: Telling, heading: str = "h3", kind: str = "telling") -> Svg:
    """A scenario as played, under its title: each sentence with its rule."""
    remark = [tag("p", _text(telling.remark), class_="remark")] if telling.remark else []
    lines = [tag("ul", *map(_line, telling.lines))] if telling.lines else []
    return tag("div", tag(heading, _text(telling.title)), *lines, *remark, class_=kind, data_scenario=telling.name)


def _line(line: Line) -> Svg:
    indent = f"padding-left:{1.1 * line.depth:.1f}em" if line.depth else None
    return tag("li", tag("span", _text(line.text)), tag("a", tag("code", _text(line.rule)), href=f"#{line.rule}"), style=indent)


# Markdown

_SPECIAL = re.compile(r"([\\`*_\[\]<>|#])")


def markdown(book: Rulebook) -> str:
    """The rulebook as Markdown."""
    front = {key: plain(words) for key, words in book.front.items()}
    parts = [f"# {front['title']}", front["made"]]
    for heading, paragraphs in FRONT:
        words = [front[key] for key in paragraphs if key in front]
        if words:
            parts.append(" ".join([*([f"**{front[heading]}.**"] if heading in front else []), *words]))
        if heading == "ruleset_title":
            parts += _bullets(f"`{change}`" for change in book.changes)
    parts += [f"## {front['contents']}"]
    parts += [plain(book.words["overview"])] if book.overview else []
    parts += ["\n".join(plain(chapter.heading) for chapter in book.chapters)]  # they are numbered already
    last = [book.foreign] if book.foreign is not None else []
    parts += _bullets(plain(heading) for heading in (*(a.title for a in book.appendices), *(c.heading for c in last)))
    parts += _overview_text(book)
    for chapter in (*(c for c in book.chapters if not c.module), *(c for c in book.chapters if c.module)):
        parts += _chapter_text(chapter)
    for appendix in book.appendices:
        parts += [f"## {plain(appendix.title)}", appendix.markdown]
    for chapter in last:
        parts += _chapter_text(chapter)
    return "\n\n".join(parts) + "\n"


def plain(words: str) -> str:
    """A text as it stands: nothing in it is markup."""
    return _SPECIAL.sub(r"\\\1", words)


def _bullets(lines: Iterable[str]) -> list[str]:
    found = "\n".join(f"- {line}" for line in lines)
    return [found] if found else []


def _overview_text(book: Rulebook) -> Iterator[str]:
    if book.overview:
        yield f"## {plain(book.words['overview'])}"
    for section in book.overview:
        part = section.part
        yield f"### {plain(part.title)}"
        yield from map(_marked_text, part.text)
        if part.kind == "table":
            rows = [part.head, ("---",) * len(part.head), *part.rows]
            yield "\n".join(f"| {' | '.join(map(_marked_text, row))} |" for row in rows)
        mark = "1." if part.kind == "steps" else "-"
        if part.lines:
            yield "\n".join(f"{mark} {_marked_text(words)}" for words in part.lines)
        yield from map(_marked_text, part.after)
        yield from map(_telling_text, section.tellings)
        if section.more:
            yield f"*{plain(section.more)}*"


def _marked_text(words: str) -> str:
    return "".join(f"**{plain(part)}**" if place % 2 else plain(part) for place, part in enumerate(BOLD.split(words)))


def _chapter_text(chapter: Chapter) -> Iterator[str]:
    yield f"## {plain(chapter.heading)}"
    if chapter.note:
        yield f"*{plain(chapter.note)}*"
    for entry in chapter.entries:
        yield f"{plain(entry.text)}{f' {MARK}' if entry.marked else ''} **`{entry.rule.id}`**"
        yield from map(_telling_text, entry.tellings)
    yield from map(_telling_text, chapter.tellings)


def _telling_text(telling: Telling) -> str:
    lines = [f"> **{plain(telling.title)}**", ">"]
    lines += [f"> {'  ' * line.depth}- {plain(line.text)} `{line.rule}`" for line in telling.lines]
    if telling.remark:
        lines += [">", f"> *{plain(telling.remark)}*"]
    return "\n".join(lines)
