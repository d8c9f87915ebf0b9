"""Reading decks: TOML as in `cards.toml`, or a plain table (CSV) for whoever enters the cards of a box; or a few changes.

All become the same records and go through the same checks; an error names file, card or line, and field. Changes to the lab's own
deck are a dictionary, `{"prince": {"price": 6}}`, or TOML that begins with `base = "own"` and has only the cards that differ.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

import msgspec
from msgspec import UNSET

from ... import places
from ...kernel.bounds import PatternBounds, pattern_fault
from ...kernel.errors import DataError, LabError, either, one_line
from ...kernel.records import convert, read_list, read_toml
from .deck import GENERAL_RULE, ID, LANGUAGES, LONGEST_NAME, OWN, WITNESS, Card, Changes, Deck, Op, value_faults
from .deck_records import FIELDS, CardRecord, ChangedRecord, ChangeRecord, RowRecord
from .deck_tables import read_table
from .op_files import LARGEST, MOST_OPS, in_all_languages, read_ops
from .ops import OPS, OpKind
from .ruleset import Ruleset

_CARD_TEXT = PatternBounds(longest=600, placeables=20)
"""For the text of a card in one language; the lab's own have at most 391 characters and 9 places in braces."""
_FAMILIES = ("person.family.canal", "person.family.exchange", "person.family.extra_card")


@cache
def own_deck() -> Deck:
    """The lab's own deck."""
    return read_deck(None, Ruleset())


@cache
def _own_records() -> tuple[CardRecord, ...]:
    return tuple(read_list(places.data("bruges", "cards.toml"), "card", CardRecord))


def read_deck(source: str | Path | Changes | None, rules: Ruleset) -> Deck:
    """Read and check a deck; the lab's own if nothing is named."""
    file, records = _records(source)
    known = None if source is None else {GENERAL_RULE, *_FAMILIES, *own_deck().rule}
    for record in records:
        _check(file, record, rules)
        if known and record.rule is not None and record.rule not in known:
            raise DataError(file, _entry(record), "rule", f"{one_line(record.rule, 40)!r} is not a person's rule")
    ids = Counter(record.id for record in records)
    for record in records:
        if ids[record.id] > 1:
            raise DataError(file, _entry(record), "name", "has the same id as another card", "comp.cards.distinct")
    deck = Deck((_card(file, number, record, rules) for number, record in enumerate(records)), rules)
    deck.check_count(rules, file)
    return deck


def _records(source: str | Path | Changes | None) -> tuple[Path, Sequence[CardRecord]]:
    """The records of a deck, and the file to name in an error."""
    if source is None:
        return places.data("bruges", "cards.toml"), _own_records()
    if isinstance(source, Mapping):
        file = Path("deck")
        return file, _changed(file, [_change(file, person, fields) for person, fields in source.items()])
    if not isinstance(source, str | Path):
        raise LabError(f"a deck is a file, or changes by card, not {one_line(source, 40)!r}")
    file = Path(source)
    if file.suffix.lower() == ".csv":
        return file, read_table(file)
    base = read_toml(file).get("base", UNSET)
    if base is UNSET:
        return file, read_list(file, "card", CardRecord)
    if base != OWN:
        raise DataError(file, "deck", "base", f"{one_line(base, 40)!r} is not {OWN!r}, the lab's own deck")
    return file, _changed(file, read_list(file, "card", ChangeRecord, others=frozenset({"base"})))


# Changes to the lab's own deck


def _change(file: Path, person: object, fields: object) -> ChangeRecord:
    entry = one_line(person, 40)
    if not isinstance(fields, Mapping) or not isinstance(person, str):
        raise DataError(file, entry, "", "must be a card's id with the fields that are different")
    if fields.get("id", person) != person:
        raise DataError(file, entry, "id", "cannot be changed: saves and scenarios name a card by it")
    return convert(file, entry, {**fields, "id": person}, ChangeRecord)


def _changed(file: Path, changes: Sequence[ChangeRecord]) -> list[CardRecord]:
    """The lab's own cards with changes. What is changed is no longer reconstructed: whoever changed it says so."""
    records = {record.id: record for record in _own_records()}
    for change in changes:
        if change.id not in records:
            from difflib import get_close_matches  # only for whoever mistypes

            near = get_close_matches(change.id[:80], records, n=1, cutoff=0.6)
            problem = "is not a card of the lab's own deck" + (f"; did you mean {near[0]}?" if near else "")
            raise DataError(file, one_line(change.id, 40), "id", problem, "comp.cards.distinct")
        base = msgspec.structs.asdict(records[change.id])
        said = {name: value for name, value in msgspec.structs.asdict(change).items() if value is not UNSET}
        if said.get("when", "worker") != "worker":
            said.setdefault("worker", None)
        if "effect" in said:
            said.setdefault("rule", None)  # the catalogue tells of another effect: the card's own text is carried out
        witness = {field: OWN for field in said if field in FIELDS}
        witness |= {f"name_{language}": OWN for language in LANGUAGES if "name" in said}
        records[change.id] = ChangedRecord(**{**base, **said, "witness": {**base["witness"], **witness, **change.witness}})
    return [*records.values()]


def _card(file: Path, number: int, record: CardRecord, rules: Ruleset) -> Card:
    points = record.points if isinstance(record, ChangedRecord) else None
    return Card(
        number=number,
        id=record.id,
        name=in_all_languages(record.name),
        group=record.group,
        colour=record.colour,
        price=record.price,
        points=record.price // rules.price_per_point if points is None else points,
        when=record.when,
        worker=record.worker,
        numbers=record.numbers,
        text=in_all_languages(record.text) if record.text else {},
        effect=_effect(file, record),
        rule=record.rule or GENERAL_RULE,
        witness=record.witness,
    )


# Checks


def _entry(record: CardRecord) -> str:
    return f"line {record.line}, {record.id}" if isinstance(record, RowRecord) else one_line(record.id, 40)


def _check(file: Path, record: CardRecord, rules: Ruleset) -> None:
    def refuse(field: str, problem: str, rule: str | None = None) -> DataError:
        return DataError(file, _entry(record), field, problem, rule)

    if not ID.fullmatch(record.id):
        raise refuse("id", "must be small letters, digits and _")
    if not any(record.name.values()):
        raise refuse("name", "is missing")
    for language, name in record.name.items():
        if not name or not name.isprintable() or len(name) > LONGEST_NAME:
            raise refuse(f"name.{language}", f"must be 1 to {LONGEST_NAME} printable characters")
    for fault in value_faults(record.group, record.colour, record.price, record.when, record.worker, rules):
        raise refuse(*fault)
    if isinstance(record, ChangedRecord) and record.points is not None and not 0 <= record.points <= LARGEST:
        raise refuse("points", f"{one_line(record.points, 20)} is not from 0 to {LARGEST}", "card.anatomy.points_third")
    for language, pattern in record.text.items():
        if problem := pattern_fault(pattern, _CARD_TEXT):
            raise refuse(f"text.{language}", problem)
    if len(record.effect) > MOST_OPS:
        raise refuse("effect", f"has {len(record.effect)} ops; a card has at most {MOST_OPS}")
    for field, witness in record.witness.items():
        if field not in FIELDS:
            raise refuse(f"witness.{field}", f"is not a field of a card; choose {either(FIELDS)}")
        if not WITNESS.fullmatch(witness):
            raise refuse(f"witness.{field}", f"{witness!r} is not a witness")


def _effect(file: Path, record: CardRecord) -> tuple[Op, ...]:
    def refuse(field: str, problem: str, rule: str | None = None) -> DataError:
        return DataError(file, _entry(record), field, problem, rule)

    def goes(name: str, kind: OpKind) -> str | None:
        return None if _goes_with(kind, record.when) else f"{name} does not go with when = {record.when!r}"

    ops = read_ops(record.effect, record.numbers, goes, refuse)
    if len({OPS[op.name].sort for op in ops}) > 1:
        raise refuse("effect", "what is used and what works by itself do not go together", "act.kinds")
    said = Counter((op.name, op.words.get("on"), op.words.get("of")) for op in ops if OPS[op.name].sort == "query")
    if said and said.most_common(1)[0][1] > 1:
        raise refuse("effect", f"says {said.most_common(1)[0][0][0]} twice")
    return ops


def _goes_with(kind: OpKind, when: str | None) -> bool:
    if kind.sort == "score":
        return when == "laurel"
    if kind.sort == "query":
        return when == "infinity"
    return when in ("arrow", "worker", "infinity")
