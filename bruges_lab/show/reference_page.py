"""A reference page on paper: boxes in two columns on one sheet of A4, as HTML that needs nothing else. It is always light.

The browser balances the columns, so that a sheet is full in every language; nothing on it is smaller than 8 points.
"""

from __future__ import annotations

from html import escape

from ..rulebook.overview import Part
from ..rulebook.reference import Reference
from .rulebook_pages import lines, marked
from .svg import Svg, tag

_STYLE = """
:root { color-scheme: light; }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 8mm; width: 210mm; max-width: 100%; background: #fff; color: #221d18;
  font: 8.4pt/1.27 Georgia, "Noto Serif", "DejaVu Serif", "Times New Roman", serif; }
header { display: flex; justify-content: space-between; align-items: baseline; gap: 2em; margin-bottom: 3mm;
  border-bottom: 1.5pt solid #221d18; padding-bottom: 1mm; }
h1 { font-size: 19pt; line-height: 1.1; margin: 0; white-space: nowrap; flex: none; }
header p { color: #6b6153; font-size: 8pt; font-style: italic; margin: 0; text-align: right; }
main { columns: 2; column-gap: 3mm; }
section { break-inside: avoid; margin: 0 0 2.6mm; padding: 1.6mm 2.6mm 1.8mm; border: .6pt solid #d9c48f; border-radius: 3pt;
  background: #fdfaf3; -webkit-print-color-adjust: exact; print-color-adjust: exact; }
section.wide { column-span: all; margin-top: 2.6mm; }
h2 { font-size: 11.5pt; line-height: 1.2; margin: 0 0 1mm; break-after: avoid; }
p { margin: .6mm 0 0; }
ul, ol { margin: 0; padding-left: 1.35em; }
li { margin: 0 0 .5mm; }
li::marker { font-weight: 700; }
ul.signed { list-style: none; padding: 0; }
.signed > li { display: grid; grid-template-columns: 1.6em 1fr; }
table { border-collapse: collapse; width: 100%; }
th { text-align: left; vertical-align: bottom; color: #6b6153; font-weight: 400; font-style: italic; padding: 0 2mm .4mm 0; }
td { vertical-align: top; border-top: .4pt solid #e4d9bd; padding: .5mm 2mm .5mm 0; }
td:first-child { font-weight: 700; }
table.narrow td:first-child { white-space: nowrap; }
.sign svg { width: 10pt; height: 10pt; vertical-align: -1.4pt; }
@page { size: A4 portrait; margin: 0; }
@media print { body { width: 210mm; padding: 9mm 10mm 0; } }
@media screen and (max-width: 40rem) { main { columns: 1; } header { display: block; } h1 { white-space: normal; } }
"""


def html(page: Reference) -> str:
    """The sheet as a page that needs no other file."""
    head = tag(
        "head",
        Svg('<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'),
        tag("title", Svg(escape(page.title))),
        tag("style", Svg(_STYLE)),
    )
    title = tag("header", tag("h1", Svg(escape(page.title))), tag("p", Svg(escape(page.made))))
    boxes = tag("main", *(_box(box, page) for box in page.boxes))
    return "<!DOCTYPE html>\n" + tag("html", head, Svg("\n"), tag("body", title, boxes), lang=page.lang) + "\n"


def _box(box: Part, page: Reference) -> Svg:
    words = [tag("p", marked(words)) for words in box.text]
    after = [tag("p", marked(words)) for words in box.after]
    inside = (tag("h2", marked(box.title)), *words, lines(box, page.signs), *after)
    return tag("section", *inside, id=box.id, class_="wide" if box.wide else None)
