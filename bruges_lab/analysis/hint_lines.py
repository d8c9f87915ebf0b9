"""A hint in words, in four languages: the advice, what it rests on, and the choices with their reasons."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from ..kernel.names import clean
from ..rulebook.numbers import decimal, percent
from .weighing import Odds

if TYPE_CHECKING:
    from .hints import Hint, HintChoice

_REASONS = 4
"""So many parts are named; the rest is small."""


def hint_word(hint: Hint, key: str, lang: str, **values: object) -> str:
    """Words of a hint, from the section `hint` of the game's texts."""
    return hint.manifest.texts.say("hint", key, values, lang)


def _part(hint: Hint, name: str, lang: str) -> str:
    """A part of the worth, in the words of the game; by its own name where it has none."""
    return (
        hint_word(hint, f"part.{name}", lang) if hint.manifest.texts.has("hint", f"part.{name}", lang) else name.replace("_", " ")
    )


def _signed(number: float, lang: str) -> str:
    """With its sign; nothing is neither more nor less."""
    words = decimal(abs(number), 1, lang)
    return f"{'−' if number < 0 else '+'}{words}" if float(f"{number:.1f}") else words


def basis(hint: Hint, lang: str) -> str:
    """What the values mean and what stands behind them."""
    player = clean(hint.names[hint.seat])
    words = hint_word(hint, f"basis.{hint.policy}", lang, player=player, nodes=hint.nodes)
    if hint.by_back:
        words = hint_word(hint, "basis.back", lang)
    return f"{words} {hint_word(hint, 'stopped', lang)}" if hint.stopped else words


def value_of(hint: Hint, choice: HintChoice, lang: str) -> str:
    """The value, a lead with its sign, with its standard error where it was sampled."""
    if not choice.nodes:
        return hint_word(hint, "untried", lang)
    error = "" if choice.error is None else f" ± {decimal(choice.error, 1, lang)}"
    return f"≈ {_signed(choice.value, lang) if hint.policy == 'search' else decimal(choice.value, 1, lang)}{error}"


def reasons(hint: Hint, place: int, lang: str) -> str:
    """Why a choice stands where it stands: the best beside the next that is not as good, the others beside the best."""
    if len(hint.choices) == 1:
        return hint_word(hint, "only", lang)
    if hint.by_back:
        return ""  # it is not points that decide
    choice, other = hint.choices[place], hint.best if place else hint.runner_up
    if other is None or not (choice.nodes and other.nodes):
        return ""
    parts = list(choice.beyond(other).items())[:_REASONS]
    if not parts:
        return hint_word(hint, "alike", lang)
    listed = ", ".join(f"{_part(hint, name, lang)} {_signed(number, lang)}" for name, number in parts)
    return hint_word(hint, "behind" if place else "ahead", lang, parts=listed, choice=str(other.choice))


def odds_of(hint: Hint, found: Odds, lang: str) -> str:
    """What chance does, in a sentence."""
    told = {"odds": _fraction(found.odds), "percent": percent(found.odds, lang), "cards": found.cards}
    return hint_word(hint, f"odds.{found.key}", lang, player=clean(hint.names[hint.seat]), **told)


def odds_lines(hint: Hint, place: int, lang: str) -> list[str]:
    """The odds after a choice; after the others only where they are not those of the best."""
    known = hint.best.odds if place else ()
    return [odds_of(hint, odds, lang) for odds in hint.choices[place].odds if odds not in known]


def _fraction(odds: Fraction) -> str:
    return f"{odds.numerator}/{odds.denominator}" if odds.denominator > 1 else str(odds.numerator)


def hint_text(hint: Hint, lang: str = "en", most: int = 5) -> str:
    """The advice, what it rests on, and the choices with their reasons, rules and odds."""
    lines = [hint_word(hint, "advice", lang, player=clean(hint.names[hint.seat]), choice=hint.best.told[lang]), basis(hint, lang)]
    for place, choice in enumerate(hint.choices[:most]):
        lines.append(f"{place + 1:>3}. {value_of(hint, choice, lang)}  {choice.told[lang]} ({choice.choice})")
        told = [reasons(hint, place, lang), *odds_lines(hint, place, lang)]
        if choice.rules:
            told.append(hint_word(hint, "rules", lang, rules=", ".join(choice.rules)))
        lines += [f"     {words}" for words in told if words]
    if len(hint.choices) > most:
        lines.append(hint_word(hint, "more", lang, count=len(hint.choices) - most))
    return "\n".join(lines)
