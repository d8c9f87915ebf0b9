"""Reading market cards: the lab's own (`market.toml`), or a file of the same form. An error names file, entry and field.

A file of one's own has the twelve cards. Of the improvements it needs only those that differ from the lab's own: another number,
name or text; what an improvement does is in rules/market.py, so there are no kinds but the lab's.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

import msgspec

from ... import places
from ...kernel.bounds import PatternBounds, pattern_fault
from ...kernel.errors import DataError, either, meant, one_line
from ...kernel.records import read_list
from .deck import ID, LANGUAGES, OWN, WITNESS
from .deck_records import InLanguages
from .market_cards import ACTIONS, MARKET_CARDS, NONE, RECRUIT, Improvement, MarketCard, MarketCards

_LARGEST = 99
_NAME = PatternBounds(longest=200, placeables=10)
_TEXT = PatternBounds(longest=600, placeables=20)
_FIELDS = ("name", "numbers", "text")
"""What the witness of an improvement can speak of."""
_COUNT = "exp.market.comp"
_MARKERS = "exp.market.markers"
_KINDS = "exp.market.use"


class CardRecord(msgspec.Struct, forbid_unknown_fields=True):
    """A card as a file gives it: a kind of improvement for each action of its edge, and perhaps one for recruiting."""

    id: str
    workers: str = NONE
    guilders: str = NONE
    threat: str = NONE
    canal: str = NONE
    house: str = NONE
    recruit: str = NONE
    witness: dict[str, str] = {}


class ImprovementRecord(msgspec.Struct, forbid_unknown_fields=True):
    """An improvement as a file gives it; its id is the action and the kind."""

    id: str
    numbers: dict[str, int] = {}
    name: InLanguages = {}
    text: InLanguages = {}
    witness: dict[str, str] = {}


@cache
def own_market() -> MarketCards:
    """The lab's own market cards."""
    file = places.data("bruges", "market.toml")
    records = _improvements(file)
    known = {
        record.id: Improvement(*_of(record), record.numbers, _plain(record.name), _plain(record.text), record.witness)
        for record in records
    }
    for record in records:
        _check_improvement(file, record, known)
    return _market(file, known)


def read_market(path: str | Path) -> MarketCards:
    """Read and check market cards of one's own."""
    file = Path(path)
    known = dict(own_market().kinds)
    for record in _improvements(file):
        _check_improvement(file, record, known)
        known[record.id] = _changed(known[record.id], record)
    return _market(file, known)


def checked_market(path: str | Path) -> MarketCards:
    """Market cards of one's own, every name and text said once in every language: as a check reads them."""
    from .market_texts import improvement_name, improvement_text

    cards = read_market(path)
    for improvement in cards.kinds.values():
        for lang in LANGUAGES:
            try:
                _ = improvement_name(improvement, lang), improvement_text(improvement, lang)
            except DataError as error:
                raise DataError(path, error.entry, error.field, error.problem) from None
    return cards


def _improvements(file: Path) -> Sequence[ImprovementRecord]:
    return read_list(file, "improvement", ImprovementRecord, others=frozenset({"card"}))


def _of(record: ImprovementRecord) -> tuple[str, str]:
    action, _, kind = record.id.partition(".")
    return action, kind


def _changed(own: Improvement, record: ImprovementRecord) -> Improvement:
    """The lab's own with what is said. What is changed is no longer reconstructed: whoever changed it says so."""
    said = [field for field in _FIELDS if getattr(record, field)]
    witness = {**own.witness, **dict.fromkeys(said, OWN), **record.witness}
    name = _in_all_languages(record.name) if "name" in said else own.name
    text = _in_all_languages(record.text) if "text" in said else own.text
    return own._replace(numbers={**own.numbers, **record.numbers}, witness=witness, name=name, text=text)


def _plain(texts: InLanguages) -> dict[str, str]:
    return {str(lang): text for lang, text in texts.items()}


def _in_all_languages(texts: InLanguages) -> dict[str, str]:
    """One language is enough: the others show the same."""
    known = {str(lang): text for lang, text in texts.items()}
    spare = next(iter(known.values()))
    return {lang: known.get(lang, spare) for lang in LANGUAGES}


def _check_improvement(file: Path, record: ImprovementRecord, known: Mapping[str, Improvement]) -> None:
    def refuse(field: str, problem: str, rule: str | None = None) -> DataError:
        return DataError(file, one_line(record.id, 40), field, problem, rule)

    if record.id not in known or record.id.partition(".")[0] not in ACTIONS:
        raise refuse("id", f"is not an improvement{meant(record.id, tuple(known))}", _KINDS)
    numbers = known[record.id].numbers
    for name, value in record.numbers.items():
        if name not in numbers:
            raise refuse(f"numbers.{one_line(name, 40)}", f"is not a number of it; there is {', '.join(numbers) or 'none'}")
        if not 1 <= value <= _LARGEST:
            raise refuse(f"numbers.{name}", f"{one_line(value, 20)} is not from 1 to {_LARGEST}")
    for field, bounds in (("name", _NAME), ("text", _TEXT)):
        for language, pattern in getattr(record, field).items():
            if not pattern.strip():
                raise refuse(f"{field}.{language}", "is empty")
            if problem := pattern_fault(pattern, bounds):
                raise refuse(f"{field}.{language}", problem)
    _check_witness(file, record.id, record.witness, _FIELDS)


def _check_witness(file: Path, entry: str, witness: Mapping[str, str], fields: Sequence[str]) -> None:
    for field, source in witness.items():
        name = f"witness.{one_line(field, 40)}"
        if field not in fields:
            raise DataError(file, entry, name, f"is not a field here; choose {either(fields)}")
        if not WITNESS.fullmatch(source):
            raise DataError(file, entry, name, f"{one_line(source, 40)!r} is not a witness")


def _market(file: Path, known: Mapping[str, Improvement]) -> MarketCards:
    records = read_list(file, "card", CardRecord, others=frozenset({"improvement"}))
    cards = [_card(file, number, record, known) for number, record in enumerate(records)]
    if len(cards) != MARKET_CARDS:
        raise DataError(file, "market", "card", f"has {len(cards)} cards, not {MARKET_CARDS}", _COUNT)
    return MarketCards(cards, known.values())


def _card(file: Path, number: int, record: CardRecord, known: Mapping[str, Improvement]) -> MarketCard:
    entry = one_line(record.id, 40)
    if not ID.fullmatch(record.id):
        raise DataError(file, entry, "id", "must be small letters, digits and _")
    for place, action in enumerate(ACTIONS):
        kind = getattr(record, action)
        if kind == NONE and place != RECRUIT:
            raise DataError(file, entry, action, "is missing: every card improves the five actions of the card's edge", _MARKERS)
        if kind != NONE and f"{action}.{kind}" not in known:
            raise DataError(file, entry, action, _no_kind(action, kind, known), _KINDS)
    _check_witness(file, entry, record.witness, ACTIONS)
    return MarketCard(number, record.id, tuple(getattr(record, action) for action in ACTIONS), record.witness)


def _no_kind(action: str, kind: str, known: Mapping[str, Improvement]) -> str:
    """What is wrong with a kind: it improves another action, or nothing at all."""
    others = [improvement.action for improvement in known.values() if improvement.kind == kind]
    there = either(improvement.kind for improvement in known.values() if improvement.action == action)
    if others:
        return f"{kind!r} improves {' and '.join(others)}; choose {there}"
    return f"{one_line(kind, 40)!r} is not an improvement; choose {there}"
