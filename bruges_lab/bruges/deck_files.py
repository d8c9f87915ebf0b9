"""Reading decks: TOML as in `data/cards.toml`, or a plain table (CSV) for whoever enters the cards of a box; or a few changes.

All become the same records and go through the same checks; an error names file, card or line, and field. Changes to the lab's own
deck are a dictionary, `{"prince": {"price": 6}}`, or TOML that begins with `base = "own"` and has only the cards that differ.
"""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType

from .. import places
from ..kernel.errors import DataError, LabError, one_line
from ..kernel.files import read_whole
from ..kernel.records import convert, read_list, read_toml
from .deck import GENERAL_RULE, ID, LANGUAGES, LONGEST_NAME, OWN, WITNESS, Card, Changes, Deck, Op, value_faults
from .ops import COLOURLESS, COMPANIONS, DEFAULTS, OPS, OpKind
from .ruleset import Ruleset
from .words import ACTIVATIONS

_LARGEST = 99
_FAMILIES = ("person.family.canal", "person.family.exchange", "person.family.extra_card")


InLanguages = dict[Literal["en", "de", "fr", "it"], str]
When = Literal["arrow", "worker", "infinity", "laurel"]


class CardRecord(msgspec.Struct, forbid_unknown_fields=True):
    """A card as a file gives it."""

    id: str
    name: InLanguages
    group: str
    colour: str
    price: int
    when: When | None = None
    worker: str | None = None
    numbers: dict[str, int] = {}
    text: InLanguages = {}
    effect: list[dict[str, str | int]] = []
    rule: str | None = None
    witness: dict[str, str] = {}


class ChangeRecord(msgspec.Struct, forbid_unknown_fields=True):
    """What is different on a card of the lab's own. A field that is given replaces the whole of it, all languages of a text."""

    id: str
    name: InLanguages | UnsetType = UNSET
    group: str | UnsetType = UNSET
    colour: str | UnsetType = UNSET
    price: int | UnsetType = UNSET
    points: int | UnsetType = UNSET
    """A third of the price unless it is said here."""
    when: When | UnsetType | None = UNSET
    worker: str | UnsetType | None = UNSET
    numbers: dict[str, int] | UnsetType = UNSET
    text: InLanguages | UnsetType = UNSET
    effect: list[dict[str, str | int]] | UnsetType = UNSET
    rule: str | UnsetType | None = UNSET
    witness: dict[str, str] = {}


class ChangedRecord(CardRecord):
    """A card of the lab's own with changes; `points` if they are not a third of the price."""

    points: int | None = None


class RowRecord(CardRecord):
    """A card as a row of a table gives it."""

    line: int = 0


@cache
def own_deck() -> Deck:
    """The lab's own deck."""
    return read_deck(None, Ruleset())


@cache
def _own_records() -> tuple[CardRecord, ...]:
    return tuple(read_list(places.data("cards.toml"), "card", CardRecord))


def read_deck(source: str | Path | Changes | None, rules: Ruleset) -> Deck:
    """Read and check a deck; the lab's own if nothing is named."""
    file, records = _records(source)
    known = None if source is None else {GENERAL_RULE, *_FAMILIES, *own_deck().rule}
    for record in records:
        _check(file, record, rules)
        if known and record.rule is not None and record.rule not in known:
            raise DataError(file, _entry(record), "rule", f"{one_line(record.rule, 40)!r} is no rule of a person")
    ids = Counter(record.id for record in records)
    for record in records:
        if ids[record.id] > 1:
            raise DataError(file, _entry(record), "name", "has the same id as another card", "comp.cards.distinct")
    deck = Deck((_card(file, number, record, rules) for number, record in enumerate(records)), rules)
    deck.check_count(rules, file)
    for language in LANGUAGES:
        names = Counter(card.name[language] for card in deck.cards)
        name, count = names.most_common(1)[0]
        if count > 1:
            raise DataError(file, "deck", f"name.{language}", f"{name!r} stands on {count} cards", "comp.cards.distinct")
    return deck


def _records(source: str | Path | Changes | None) -> tuple[Path, Sequence[CardRecord]]:
    """The records of a deck, and the file to name in an error."""
    if source is None:
        return places.data("cards.toml"), _own_records()
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
            near = get_close_matches(change.id[:80], records, n=1, cutoff=0.6)
            problem = "is no card of the lab's own deck" + (f"; did you mean {near[0]}?" if near else "")
            raise DataError(file, one_line(change.id, 40), "id", problem, "comp.cards.distinct")
        base = msgspec.structs.asdict(records[change.id])
        said = {name: value for name, value in msgspec.structs.asdict(change).items() if value is not UNSET}
        if said.get("when", "worker") != "worker":
            said.setdefault("worker", None)
        if "effect" in said:
            said.setdefault("rule", None)  # the catalogue tells of another effect: the card's own text is carried out
        witness = {field: OWN for field in said if field in _FIELDS}
        witness |= {f"name_{language}": OWN for language in LANGUAGES if "name" in said}
        records[change.id] = ChangedRecord(**{**base, **said, "witness": {**base["witness"], **witness, **change.witness}})
    return [*records.values()]


def _in_all_languages(texts: InLanguages) -> dict[str, str]:
    """One language is enough: the others show the same."""
    known = {str(lang): text for lang, text in texts.items() if text}
    spare = next(iter(known.values()), "")
    return {lang: known.get(lang, spare) for lang in LANGUAGES}


def _card(file: Path, number: int, record: CardRecord, rules: Ruleset) -> Card:
    points = record.points if isinstance(record, ChangedRecord) else None
    return Card(
        number=number,
        id=record.id,
        name=_in_all_languages(record.name),
        group=record.group,
        colour=record.colour,
        price=record.price,
        points=record.price // rules.price_per_point if points is None else points,
        when=record.when,
        worker=record.worker,
        numbers=record.numbers,
        text=_in_all_languages(record.text) if record.text else {},
        effect=_effect(file, record),
        rule=record.rule or GENERAL_RULE,
        witness=record.witness,
    )


# Checks


def _entry(record: CardRecord) -> str:
    return f"line {record.line}, {record.id}" if isinstance(record, RowRecord) else one_line(record.id, 40)


_FIELDS = frozenset(
    {"name_en", "name_de", "name_fr", "name_it", "group", "colour", "price", "points"}
    | {"when", "worker", "numbers", "text", "effect"}
)


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
    if isinstance(record, ChangedRecord) and record.points is not None and not 0 <= record.points <= _LARGEST:
        raise refuse("points", f"{one_line(record.points, 20)} is not from 0 to {_LARGEST}", "card.anatomy.points_third")
    for field, witness in record.witness.items():
        if field not in _FIELDS:
            raise refuse(f"witness.{field}", "is not a field of a card")
        if not WITNESS.fullmatch(witness):
            raise refuse(f"witness.{field}", f"{witness!r} is not a witness")


def _effect(file: Path, record: CardRecord) -> tuple[Op, ...]:
    ops = tuple(_op(file, record, f"effect.{place}", raw) for place, raw in enumerate(record.effect))
    if len({OPS[op.name].sort for op in ops}) > 1:
        raise DataError(file, _entry(record), "effect", "what is used and what works by itself do not go together", "act.kinds")
    said = Counter((op.name, op.words.get("on"), op.words.get("of")) for op in ops if OPS[op.name].sort == "query")
    if said and said.most_common(1)[0][1] > 1:
        raise DataError(file, _entry(record), "effect", f"says {said.most_common(1)[0][0][0]} twice")
    return ops


def _op(file: Path, record: CardRecord, field: str, raw: dict[str, str | int]) -> Op:
    """Check an op against the vocabulary and put its numbers in."""

    def refuse(at: str, problem: str, rule: str | None = None) -> DataError:
        return DataError(file, _entry(record), at, problem, rule)

    raw = dict(raw)
    name = raw.pop("op", None)
    kind = OPS.get(name) if isinstance(name, str) else None
    if kind is None:
        raise refuse(field, f"{one_line(str(name), 40)!r} is not an op of the vocabulary")
    if not _goes_with(kind, record.when):
        raise refuse(field, f"{name} does not go with when = {record.when!r}", "act.kinds")
    numbers = []
    for parameter in kind.numbers:
        value = raw.pop(parameter, DEFAULTS.get(parameter))
        value = record.numbers.get(value) if isinstance(value, str) else value
        if not isinstance(value, int) or not 0 <= value <= _LARGEST:
            problem = f"must be a number from 0 to {_LARGEST}, or the name of one in `numbers`"
            raise refuse(f"{field}.{parameter}", problem)
        numbers.append(value)
    if "lot" in kind.numbers and not numbers[kind.numbers.index("lot")]:
        raise refuse(f"{field}.lot", "must be 1 or more")
    if name == "trade" and raw.get("give") != "guilders" and numbers[0] != 1:
        raise refuse(f"{field}.gives", "a worker or a card is given one at a time: must be 1")
    words: dict[str, str] = {}
    allowed = dict(kind.words)
    companion = COMPANIONS.get(str(raw.get("per")))
    if companion is not None:
        allowed[companion[0]] = companion[1]
    for parameter, known in allowed.items():
        word = raw.pop(parameter, DEFAULTS.get(parameter))
        if word not in known:
            raise refuse(f"{field}.{parameter}", f"{one_line(str(word), 40)!r} is not one of {', '.join(known)}")
        words[parameter] = str(word)
    fault = _occasion_fault(str(name), words)
    if fault is not None:
        raise refuse(field, fault)
    if raw:
        raise refuse(field, f"{name} has no parameter {one_line(min(raw), 40)!r}")
    return Op(str(name), tuple(numbers), words)


def _goes_with(kind: OpKind, when: str | None) -> bool:
    if kind.sort == "score":
        return when == "laurel"
    if kind.sort == "query":
        return when == "infinity"
    return when in ("arrow", "worker", "infinity")


_OPPONENTS_OCCASIONS = (
    "person_placed",
    "house_built",
    "canal_built",
    "step_taken",
    "statue_taken",
    "damage_suffered",
    "majority_turned",
)


def _occasion_fault(name: str, words: dict[str, str]) -> str | None:
    """What is wrong with the words of an op that reacts."""
    on, colour = words.get("on", ""), words.get("colour", "")
    if colour == "same" and on in COLOURLESS:
        return f"{on} has no colour: name one, or say any"
    if name == "may_discard_threat" and on == "threat_discarded":
        return "a discarded threat cannot bring another away, and so on"
    if name == "gain_when":
        if (words["what"] == "workers") != (colour != "none"):
            return "a colour goes with what = 'workers', and only with it"
        if words["of"] == "opponent" and on not in _OPPONENTS_OCCASIONS:
            return f"{on} is no occasion of an opponent's"
    return None


# Tables

COLUMNS = ("name", "group", "colour", "price", "when", "worker", "op", "parameters", "text")
_NEEDED = ("name", "group", "colour", "price")
_SORT_WHEN = {"score": "laurel", "query": "infinity", "run": "arrow"}


def read_table(file: Path) -> list[RowRecord]:
    """A deck as a table with a heading: one row a card; a row without a name gives the card above one more op.

    Names and texts are in one language. `parameters` are `name=value` with spaces between; `when` may be left out where the op
    tells it (a worker colour means `worker`). Whoever writes such a table has the cards: nothing in it is reconstructed.
    """
    text = read_whole(file).decode("utf-8-sig", errors="replace")
    if "\ufffd" in text or "\0" in text:
        raise DataError(file, "deck", "text", "is not UTF-8 text")
    first = text.split("\n", 1)[0]
    delimiter = max(",;\t", key=first.count)
    records: list[RowRecord] = []
    try:
        rows = list(csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True))
    except csv.Error as error:
        raise DataError(file, "deck", "table", f"cannot be read: {one_line(str(error), 80)}") from None
    heading = [cell.strip().lower() for cell in rows[0]] if rows else []
    for column in heading:
        if column not in COLUMNS:
            raise DataError(file, "line 1", one_line(column, 20) or "(empty)", f"is no column; there are {', '.join(COLUMNS)}")
    for column in COLUMNS:
        if heading.count(column) > 1 or (column in _NEEDED and column not in heading):
            raise DataError(file, "line 1", column, "stands twice" if column in heading else "is missing")
    for line, cells in enumerate(rows[1:], 2):
        if not any(cell.strip() for cell in cells):
            continue
        if len(cells) > len(heading):
            raise DataError(file, f"line {line}", "cells", f"has {len(cells)} cells for {len(heading)} columns")
        row = dict(zip(heading, (cell.strip() for cell in cells), strict=False))
        if row.get("name"):
            records.append(_row(file, line, row))
        elif records and row.get("op"):
            records[-1].effect.append(_row_op(file, line, row))
        else:
            raise DataError(file, f"line {line}", "name", "is missing")
    return records


def _row(file: Path, line: int, row: dict[str, str]) -> RowRecord:
    """One row as a record."""
    where = f"line {line}"
    if not row.get("price", "").isdecimal() or len(row["price"]) > 3:
        raise DataError(file, where, "price", f"{one_line(row.get('price', ''), 20)!r} is not a number")
    effect = [_row_op(file, line, row)] if row.get("op") else []
    worker = row.get("worker", "").lower() or None
    when = row.get("when", "").lower() or None
    if when is None and effect and effect[0]["op"] in OPS:
        when = "worker" if worker else _SORT_WHEN[OPS[str(effect[0]["op"])].sort]
    if when is not None and when not in ACTIVATIONS:
        raise DataError(file, where, "when", f"{one_line(when, 20)!r} is not one of {', '.join(ACTIVATIONS)}", "act.kinds")
    return RowRecord(
        id=_slug(row["name"]),
        name={"en": row["name"]},
        group=row.get("group", "").lower(),
        colour=row.get("colour", "").lower(),
        price=int(row["price"]),
        when=when,  # type: ignore[arg-type]
        worker=worker,
        text={"en": _literal(row["text"])} if row.get("text") else {},
        effect=effect,
        witness=dict.fromkeys(sorted(_FIELDS), "own"),
        line=line,
    )


def _row_op(file: Path, line: int, row: dict[str, str]) -> dict[str, str | int]:
    op: dict[str, str | int] = {"op": row["op"].lower()}
    for part in re.split(r"[\s;,]+", row.get("parameters", "")):
        if not part:
            continue
        name, equals, value = part.partition("=")
        if not equals or not name or not value or name in op:
            problem = f"{one_line(part, 30)!r} is not name=value, each name once"
            raise DataError(file, f"line {line}", "parameters", problem)
        op[name] = int(value) if value.isdecimal() and len(value) < 4 else value
    return op


def _slug(name: str) -> str:
    """A name as an id: without accents, small letters and _ only."""
    plain = unicodedata.normalize("NFKD", name.lower())
    plain = "".join(char for char in plain if not unicodedata.combining(char))
    plain = re.sub(r"[^a-z0-9]+", "_", plain).strip("_")
    return plain if ID.fullmatch(plain) else f"card_{plain}" if plain else "card"


def _literal(text: str) -> str:
    """A text that is no pattern."""
    return re.sub(r"[{}\[\]*]", lambda found: f'{{"{found[0]}"}}', text)
