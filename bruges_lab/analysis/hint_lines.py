"""A hint in words, in four languages: one sentence with the reason; and behind it what it rests on, with all numbers."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from ..kernel.names import clean
from ..rulebook.numbers import decimal, percent
from ..rulebook.seats import names_in
from .weighing import Odds

if TYPE_CHECKING:
    from .hints import Hint, HintChoice

_REASONS = 4
"""So many parts are named; the rest is small."""
_ALSO = 0.5
"""A second reason is told beside the first if it counts at least this share of it."""


def hint_word(hint: Hint, key: str, lang: str, **values: object) -> str:
    """Words of a hint, from the section `hint` of the game's texts."""
    return hint.manifest.texts.say("hint", key, values, lang)


def player_name(hint: Hint, lang: str) -> str:
    """Whom the hint is for."""
    return clean(names_in(hint, lang)[hint.seat])


def hint_sentence(hint: Hint, lang: str = "en") -> str:
    """What to choose and why, in one sentence."""
    key = "close" if _is_close(hint) else "sentence"
    return hint_word(hint, key, lang, choice=hint.best.told[lang], reason=_main_reason(hint, lang))


def _is_close(hint: Hint) -> bool:
    """Whether the next best is ahead or behind by no more than what was tried can tell."""
    other = hint.runner_up
    if other is None or hint.by_back:
        return False
    return hint.best.value - other.value < (hint.best.error or 0) + (other.error or 0)


def _main_reason(hint: Hint, lang: str) -> str:
    """What speaks most for the best choice beside the next that is not as good; two things if they count about as much."""
    if len(hint.choices) == 1:
        return hint_word(hint, "reason.only", lang)
    if hint.by_back:
        return hint_word(hint, "reason.back", lang)
    gains = [(name, number) for name, number in hint.why().items() if number > 0]
    if not gains:
        return hint_word(hint, "reason.alike", lang)
    told = [_reason(hint, name, lang) for name, number in gains[:2] if number >= _ALSO * gains[0][1]]
    return told[0] if len(told) == 1 else hint_word(hint, "two_reasons", lang, first=told[0], second=told[1])


def _reason(hint: Hint, name: str, lang: str) -> str:
    key = f"reason.{name}"
    if hint.manifest.texts.has("hint", key, lang):
        return hint_word(hint, key, lang)
    return hint_word(hint, "reason.any", lang, part=_part(hint, name, lang))


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
    player = player_name(hint, lang)
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
    return hint_word(hint, "behind" if place else "ahead", lang, parts=listed, choice=other.told[lang])


def odds_of(hint: Hint, found: Odds, lang: str) -> str:
    """What chance does, in a sentence."""
    told = {"odds": _fraction(found.odds), "percent": percent(found.odds, lang), "cards": found.cards}
    return hint_word(hint, f"odds.{found.key}", lang, player=player_name(hint, lang), **told)


def odds_lines(hint: Hint, place: int, lang: str) -> list[str]:
    """The odds after a choice; after the others only where they are not those of the best."""
    known = hint.best.odds if place else ()
    return [odds_of(hint, odds, lang) for odds in hint.choices[place].odds if odds not in known]


def _fraction(odds: Fraction) -> str:
    return f"{odds.numerator}/{odds.denominator}" if odds.denominator > 1 else str(odds.numerator)


def hint_details(hint: Hint, lang: str = "en", most: int = 5) -> str:
    """The advice, what it rests on, and the choices with their reasons, rules and odds: all that the sentence leaves out."""
    lines = [hint_word(hint, "advice", lang, player=player_name(hint, lang), choice=hint.best.told[lang]), basis(hint, lang)]
    for place, choice in enumerate(hint.choices[:most]):
        lines.append(f"{place + 1:>3}. {value_of(hint, choice, lang)}  {choice.told[lang]} ({choice.choice})")
        told = [reasons(hint, place, lang), *odds_lines(hint, place, lang)]
        if choice.rules:
            told.append(hint_word(hint, "rules", lang, rules=", ".join(choice.rules)))
        lines += [f"     {words}" for words in told if words]
    if len(hint.choices) > most:
        lines.append(hint_word(hint, "more", lang, count=len(hint.choices) - most))
    return "\n".join(lines)
