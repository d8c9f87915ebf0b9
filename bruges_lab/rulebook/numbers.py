"""Numbers as a language writes them."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Literal

from .texts import AND, OR

SEPARATORS = {"en": ".,", "de": ",.", "fr": ",\u202f", "it": ",."}
"""What stands before decimals and between thousands."""


def listed(values: Sequence[object], lang: str, *, of_which: Literal["all", "any"] = "all") -> str:
    """Several values as a sentence lists them."""
    *others, last = map(str, values)
    between = (AND if of_which == "all" else OR).get(lang, "and" if of_which == "all" else "or")
    return f"{', '.join(others)} {between} {last}" if others else last


def decimal(number: float, digits: int, lang: str) -> str:
    """A number with so many decimals, as the language writes it."""
    return f"{number:.{digits}f}".replace(".", SEPARATORS[lang][0]).replace("-", "−")


def percent(odds: float | Fraction, lang: str) -> str:
    """A share, short, but never 0 % for what can happen nor 100 % for what need not."""
    sign = " %" if lang == "en" else "\u00a0%"
    if odds in (0, 1):
        return f"{100 * int(odds)}{sign}"
    return f"{decimal(min(99.9, max(0.1, 100 * float(odds))), 1, lang)}{sign}"
