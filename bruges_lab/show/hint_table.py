"""A hint as a table for notebooks."""

from __future__ import annotations

from html import escape
from typing import Any

from ..analysis.hint_lines import basis, hint_word, odds_lines, reasons, value_of
from ..analysis.hints import Hint
from ..rulebook.catalogue import rule
from .svg import GREEN, Svg, tag

_CELL = "padding:3px 12px 3px 0;text-align:left;vertical-align:top"


def hint_html(hint: Hint, lang: str = "en", most: int = 8) -> str:
    """The hint, and behind its sentence the numbers as a table; a rule's text shows where the pointer rests on it."""
    parts = [tag("p", tag("b", _text(hint.text(lang)))), tag("p", _text(basis(hint, lang)), style="opacity:0.75")]
    head = ["", *(hint_word(hint, f"column.{name}", lang) for name in ("choice", "value", "why", "rules"))]
    rows = [tag("tr", *(tag("th", _text(words), style=_CELL) for words in head))]
    for place, choice in enumerate(hint.choices[:most]):
        why = [reasons(hint, place, lang), *odds_lines(hint, place, lang)]
        name = tag("b", _text(choice.told[lang])) if place == 0 else _text(choice.told[lang])
        cited = [tag("code", _text(one), title=_rule_text(hint, one, lang)) for one in choice.rules]
        cells = [
            _text(f"{place + 1}"),
            Svg(name + tag("br") + tag("code", _text(str(choice.choice)))),
            tag("span", _text(value_of(hint, choice, lang)), style=f"white-space:nowrap;color:{'inherit' if place else GREEN}"),
            Svg(tag("br").join(_text(words) for words in why if words)),
            Svg(" ".join(cited)),
        ]
        rows.append(tag("tr", *(tag("td", cell, style=_CELL) for cell in cells)))
    parts.append(tag("table", *rows, style="border-collapse:collapse"))
    if len(hint.choices) > most:
        parts.append(tag("p", _text(hint_word(hint, "more", lang, count=len(hint.choices) - most))))
    return tag("div", *parts, style="max-width:100%;line-height:1.4")


def _rule_text(hint: Hint, cited: str, lang: str) -> str | None:
    """What a rule says, where the game has a catalogue."""
    if not hint.manifest.has("catalogue"):
        return None
    rules: Any = hint.ruleset
    return rule(cited).text(lang, rules)


def _text(words: str) -> Svg:
    return Svg(escape(words))
