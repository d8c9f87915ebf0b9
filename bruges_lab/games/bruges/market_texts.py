"""What the market cards say, in four languages: the improvements by name and text, filled with their own numbers and marked ≈.

Tables, choices and the log take their words from here and so say the same (see card_texts.py for people).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ...kernel.errors import DataError
from ...rulebook.subjects import MARK
from ...rulebook.texts import LANGUAGES
from .card_texts import filled, tidy, variables
from .deck import RECONSTRUCTED
from .market_cards import ACTIONS, NONE, Improvement, MarketCards


def improvement_name(improvement: Improvement, lang: str) -> str:
    """An improvement by its name, marked where no document gives it."""
    name = _said(improvement, "name", lang)
    return f"{MARK}\u00a0{name}" if improvement.source("name") == RECONSTRUCTED else name


def improvement_text(improvement: Improvement, lang: str) -> str:
    """What an improvement does, marked where no document gives it."""
    text = _said(improvement, "text", lang)
    return f"{text} {MARK}" if improvement.source("text") == RECONSTRUCTED else text


def _said(improvement: Improvement, field: str, lang: str) -> str:
    pattern = _patterns(improvement, field)[lang]
    try:
        return tidy(filled(improvement.id, lang, pattern, tuple(sorted(improvement.numbers.items()))))
    except DataError as error:
        problem = error.problem.replace("the card's numbers", "its numbers")
        raise DataError(error.file, error.entry, f"{field}.{lang}", problem) from None


def _patterns(improvement: Improvement, field: str) -> Mapping[str, str]:
    return improvement.name if field == "name" else improvement.text


def check_texts(improvement: Improvement) -> Iterator[str]:
    """What is wrong with the words of an improvement of the lab's own, which must speak all languages and say all its numbers."""
    for field in ("name", "text"):
        for lang in LANGUAGES:
            if lang not in _patterns(improvement, field):
                yield f"{improvement.id}: {field}.{lang} is missing"
                continue
            try:
                _said(improvement, field, lang)
            except DataError as error:
                yield f"{improvement.id}: {field}.{lang} {error.problem}"
                continue
            used = variables(improvement.id, lang, _patterns(improvement, field)[lang])
            if field == "text" and (unsaid := set(improvement.numbers) - used):
                yield f"{improvement.id}: {field}.{lang} never says {min(unsaid)}"


def market_rows(cards: MarketCards, lang: str) -> Iterator[tuple[str, list[str]]]:
    """Every card by its id, with how it improves each action, in words."""
    for card in cards.cards:
        yield card.id, [_improves(cards, action, kind, card.source(action), lang) for action, kind in _sides(card.improvements)]


def _sides(improvements: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    return zip(ACTIONS, improvements, strict=True)


def _improves(cards: MarketCards, action: str, kind: str, source: str, lang: str) -> str:
    if kind == NONE:
        return "–"
    name = _said(cards.kinds[f"{action}.{kind}"], "name", lang)
    return f"{name} {MARK}" if source == RECONSTRUCTED else name
