"""An entry of the list of discrepancies as a card for notebooks and pages, and as text for terminals.

The question, every reading with who holds it, which one is played and why, the rules it concerns and the scenarios that show it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ..rulebook.discrepancies import Discrepancy, Held
from .card_tags import LINE, MONO, code, heading, listed, muted, row, spoken
from .svg import Svg, tag

if TYPE_CHECKING:
    from rich.console import RenderableType

_PLAYED = "#2a9d6a"


def card_html(entry: Discrepancy, lang: str = "en") -> str:
    """The card of an entry."""
    word = entry.manifest.chapters.word
    head = tag(
        "div",
        spoken(entry.id, f"{MONO};font-size:15px;font-weight:600"),
        spoken(entry.title(lang), "font-size:16px"),
        muted(word(f"gap.of_{entry.kind}", lang)),
        style="display:flex;flex-wrap:wrap;align-items:baseline;gap:4px 12px",
    )
    parts = [
        head,
        tag("div", spoken(entry.question(lang)), style="margin:8px 0"),
        readings_html(entry, lang),
        *_rest(entry, lang),
    ]
    style = f"max-width:900px;border:{LINE};border-radius:8px;padding:14px 18px;font-size:13px;line-height:1.45;margin:4px 0"
    return tag("div", *parts, class_="bl-discrepancy", lang=lang, data_discrepancy=entry.id, style=style)


def entry_html(entry: Discrepancy, lang: str) -> Svg:
    """An entry on the card of a rule: its number and title; opened, the question, the readings and why."""
    title = [spoken(entry.id, MONO), spoken(f" {entry.title(lang)}"), *([muted(f" · {entry.switch}")] if entry.switch else [])]
    why = tag("div", muted(entry.why(lang)), style="margin:4px 0")
    inside = tag("div", spoken(entry.question(lang)), readings_html(entry, lang), why, style="padding-left:1.2em")
    return tag("details", tag("summary", *title, style="cursor:pointer"), inside, data_discrepancy=entry.id)


def readings_html(entry: Discrepancy, lang: str) -> Svg:
    """Every reading: what is played under it, who holds it, and how it is played here."""
    word = entry.manifest.chapters.word
    rows = [_reading(entry, reading, lang) for reading in entry.readings]
    return tag("div", heading(word("gap.readings", lang)), *rows, style="margin-top:10px")


def _reading(entry: Discrepancy, reading: Held, lang: str) -> Svg:
    who = " · ".join(held(entry, reading, lang))
    parts = [spoken(entry.reading(reading.number, lang)), *([muted(who)] if who else [])]
    colour = _PLAYED if reading.chosen else "rgba(128,128,128,0.5)"
    style = f"border-left:3px solid {colour};padding-left:8px;margin:4px 0;display:flex;flex-wrap:wrap;gap:0 10px"
    return tag("div", *parts, style=style, data_chosen=str(reading.chosen).lower())


def held(entry: Discrepancy, reading: Held, lang: str) -> Iterator[str]:
    """How a reading is played, and the documents that hold it, with their lines."""
    word = entry.manifest.chapters.word
    if reading.chosen:
        yield word("gap.chosen", lang)
    elif entry.switch and reading.value is not None:
        yield word("gap.switch_value", lang, field=entry.switch, value=str(reading.value).lower())
    for document, lines in reading.documents.items():
        several = 2 if set(",-–") & set(lines) else 1
        yield f"{document}, {word('lines', lang, lines=lines.replace('-', '–'), count=several)}"


def _rest(entry: Discrepancy, lang: str) -> Iterator[Svg]:
    word = entry.manifest.chapters.word
    yield tag("div", heading(word("gap.why", lang)), spoken(entry.why(lang)), style="margin-top:10px")
    rules = [code(rule) for rule in entry.rules]
    yield tag("div", heading(word("gap.about", lang)), row(*rules), style="margin-top:10px")
    shown = row(*(code(name) for name in entry.scenarios)) if entry.scenarios else muted(unshown(entry, lang))
    yield tag("div", heading(word("gap.shown", lang)), shown, style="margin-top:10px")


def unshown(entry: Discrepancy, lang: str) -> str:
    """Why no scenario shows an entry."""
    return entry.manifest.chapters.word(f"gap.unshown.{entry.unshown}", lang) if entry.unshown else "–"


def discrepancy_text(entry: Discrepancy, lang: str = "en") -> RenderableType:
    """An entry with all that is known of it, for a terminal."""
    from rich.console import Group
    from rich.text import Text

    word = entry.manifest.chapters.word
    readings = []
    for reading in entry.readings:
        who = " · ".join(held(entry, reading, lang))
        readings.append(f"{'✓' if reading.chosen else '–'} {entry.reading(reading.number, lang)}" + (f"  [{who}]" if who else ""))
    return Group(
        Text.assemble((f"{entry.id} {entry.title(lang)}", "bold"), f"  {word(f'gap.of_{entry.kind}', lang)}"),
        Text(entry.question(lang)),
        *listed(word("gap.readings", lang), readings),
        *listed(word("gap.why", lang), [entry.why(lang)]),
        *listed(word("gap.about", lang), [", ".join(entry.rules)]),
        *listed(word("gap.shown", lang), [", ".join(entry.scenarios) or unshown(entry, lang)]),
    )
