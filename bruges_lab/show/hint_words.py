"""A hint in words: lines for a terminal, a table for notebooks; in four languages."""

from __future__ import annotations

from fractions import Fraction
from html import escape
from typing import Any

from ..analysis.hints import Hint, HintChoice
from ..analysis.weighing import Odds
from ..rulebook.catalogue import rule
from .figures import decimal, percent
from .seats import clean
from .svg import GREEN, Svg, tag

_CELL = "padding:3px 12px 3px 0;text-align:left;vertical-align:top"
_REASONS = 4
"""So many parts are named; the rest is small."""


def _say(hint: Hint, key: str, lang: str, **values: object) -> str:
    return hint.manifest.texts.say("hint", key, values, lang)


def _part(hint: Hint, name: str, lang: str) -> str:
    """A part of the worth, in the words of the game; by its own name where it has none."""
    return _say(hint, f"part.{name}", lang) if hint.manifest.texts.has("hint", f"part.{name}", lang) else name.replace("_", " ")


def _signed(number: float, lang: str) -> str:
    """With its sign; nothing is neither more nor less."""
    words = decimal(abs(number), 1, lang)
    return f"{'−' if number < 0 else '+'}{words}" if float(f"{number:.1f}") else words


def basis(hint: Hint, lang: str) -> str:
    """What the values mean and what stands behind them."""
    player = clean(hint.names[hint.seat])
    words = _say(hint, f"basis.{hint.policy}", lang, player=player, nodes=hint.nodes)
    if hint.by_back:
        words = _say(hint, "basis.back", lang)
    return f"{words} {_say(hint, 'stopped', lang)}" if hint.stopped else words


def value_of(hint: Hint, choice: HintChoice, lang: str) -> str:
    """The value, a lead with its sign, with its standard error where it was sampled."""
    if not choice.nodes:
        return _say(hint, "untried", lang)
    error = "" if choice.error is None else f" ± {decimal(choice.error, 1, lang)}"
    return f"≈ {_signed(choice.value, lang) if hint.policy == 'search' else decimal(choice.value, 1, lang)}{error}"


def reasons(hint: Hint, place: int, lang: str) -> str:
    """Why a choice stands where it stands: the best beside the next that is not as good, the others beside the best."""
    if len(hint.choices) == 1:
        return _say(hint, "only", lang)
    if hint.by_back:
        return ""  # it is not points that decide
    choice, other = hint.choices[place], hint.best if place else hint.runner_up
    if other is None or not (choice.nodes and other.nodes):
        return ""
    parts = list(choice.beyond(other).items())[:_REASONS]
    if not parts:
        return _say(hint, "alike", lang)
    listed = ", ".join(f"{_part(hint, name, lang)} {_signed(number, lang)}" for name, number in parts)
    return _say(hint, "behind" if place else "ahead", lang, parts=listed, choice=str(other.choice))


def odds_of(hint: Hint, found: Odds, lang: str) -> str:
    """What chance does, in a sentence."""
    told = {"odds": _fraction(found.odds), "percent": percent(found.odds, lang), "cards": found.cards}
    return _say(hint, f"odds.{found.key}", lang, player=clean(hint.names[hint.seat]), **told)


def odds_lines(hint: Hint, place: int, lang: str) -> list[str]:
    """The odds after a choice; after the others only where they are not those of the best."""
    known = hint.best.odds if place else ()
    return [odds_of(hint, odds, lang) for odds in hint.choices[place].odds if odds not in known]


def _fraction(odds: Fraction) -> str:
    return f"{odds.numerator}/{odds.denominator}" if odds.denominator > 1 else str(odds.numerator)


def hint_text(hint: Hint, lang: str = "en", most: int = 5) -> str:
    """The advice, what it rests on, and the choices with their reasons, rules and odds."""
    lines = [_say(hint, "advice", lang, player=clean(hint.names[hint.seat]), choice=hint.best.told[lang]), basis(hint, lang)]
    for place, choice in enumerate(hint.choices[:most]):
        lines.append(f"{place + 1:>3}. {value_of(hint, choice, lang)}  {choice.told[lang]} ({choice.choice})")
        told = [reasons(hint, place, lang), *odds_lines(hint, place, lang)]
        if choice.rules:
            told.append(_say(hint, "rules", lang, rules=", ".join(choice.rules)))
        lines += [f"     {words}" for words in told if words]
    if len(hint.choices) > most:
        lines.append(_say(hint, "more", lang, count=len(hint.choices) - most))
    return "\n".join(lines)


def hint_html(hint: Hint, lang: str = "en", most: int = 8) -> str:
    """The same as a table; a rule's text shows where the pointer rests on it."""
    advice = _say(hint, "advice", lang, player=clean(hint.names[hint.seat]), choice=hint.best.told[lang])
    parts = [tag("p", tag("b", _text(advice))), tag("p", _text(basis(hint, lang)), style="opacity:0.75")]
    head = ["", *(_say(hint, f"column.{name}", lang) for name in ("choice", "value", "why", "rules"))]
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
        parts.append(tag("p", _text(_say(hint, "more", lang, count=len(hint.choices) - most))))
    return tag("div", *parts, style="max-width:100%;line-height:1.4")


def _rule_text(hint: Hint, cited: str, lang: str) -> str | None:
    """What a rule says, where the game has a catalogue."""
    if not hint.manifest.has("catalogue"):
        return None
    rules: Any = hint.ruleset
    return rule(cited).text(lang, rules)


def _text(words: str) -> Svg:
    return Svg(escape(words))
