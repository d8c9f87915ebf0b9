"""Reading decks: TOML as in `data/cards.toml`, or a plain table (CSV) for whoever enters the cards of a box.

Both become the same records and go through the same checks; an error names file, card or line, and field.
"""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Literal

import msgspec

from .. import places
from ..kernel.bounds import pattern_fault
from ..kernel.errors import DataError, one_line
from ..kernel.files import read_whole
from ..kernel.records import read_list
from .deck import GENERAL_RULE, LANGUAGES, WITNESS, Card, Deck, Op
from .ops import COLOURLESS, COMPANIONS, DEFAULTS, OPS, OpKind
from .ruleset import Ruleset
from .words import ACTIVATIONS, COLOURS, GROUPS

_ID = re.compile(r"[a-z][a-z0-9_]*")
_LARGEST = 99
_MOST_OPS = 20
_FAMILIES = ("person.family.canal", "person.family.exchange", "person.family.extra_card")


class CardRecord(msgspec.Struct, forbid_unknown_fields=True):
    """A card as a file gives it."""

    id: str
    name: dict[Literal["en", "de", "fr", "it"], str]
    group: str
    colour: str
    price: int
    when: Literal["arrow", "worker", "infinity", "laurel"] | None = None
    worker: str | None = None
    numbers: dict[str, int] = {}
    text: dict[Literal["en", "de", "fr", "it"], str] = {}
    effect: list[dict[str, str | int]] = []
    rule: str | None = None
    witness: dict[str, str] = {}


class RowRecord(CardRecord):
    """A card as a row of a table gives it."""

    line: int = 0


@cache
def own_deck() -> Deck:
    """The lab's own deck."""
    return read_deck(None, Ruleset())


def read_deck(path: str | Path | None, rules: Ruleset) -> Deck:
    """Read and check a deck; the lab's own if no file is named."""
    file = places.data("cards.toml") if path is None else Path(path)
    records: Sequence[CardRecord]
    records = read_table(file) if file.suffix.lower() == ".csv" else read_list(file, "card", CardRecord)
    known = None if path is None else {GENERAL_RULE, *_FAMILIES, *own_deck().rule}
    for record in records:
        _check(file, record, rules)
        if known and record.rule is not None and record.rule not in known:
            raise DataError(file, _entry(record), "rule", f"{one_line(record.rule, 40)!r} is no rule of a person")
    ids = Counter(record.id for record in records)
    for record in records:
        if ids[record.id] > 1:
            raise DataError(file, _entry(record), "name", "has the same id as another card", "comp.cards.distinct")
    if len(records) != rules.cards:
        raise DataError(file, "deck", "card", f"has {len(records)} cards; a deck has {rules.cards}", "comp.cards.count")
    colours = Counter(record.colour for record in records)
    for colour in COLOURS:
        if colours[colour] != rules.cards_per_colour:
            problem = f"{colours[colour]} cards are {colour}; a deck has {rules.cards_per_colour} of each colour"
            raise DataError(file, "deck", "colour", problem, "comp.cards.per_color")
    for language in LANGUAGES:
        names = Counter(_in_all_languages(record.name)[language] for record in records)
        name, count = names.most_common(1)[0]
        if count > 1:
            raise DataError(file, "deck", f"name.{language}", f"{name!r} stands on {count} cards", "comp.cards.distinct")
    return Deck(_card(file, number, record, rules) for number, record in enumerate(records))


def _in_all_languages(texts: dict[Literal["en", "de", "fr", "it"], str]) -> dict[str, str]:
    """One language is enough: the others show the same."""
    known = {str(lang): text for lang, text in texts.items() if text}
    spare = next(iter(known.values()), "")
    return {lang: known.get(lang, spare) for lang in LANGUAGES}


def _card(file: Path, number: int, record: CardRecord, rules: Ruleset) -> Card:
    return Card(
        number=number,
        id=record.id,
        name=_in_all_languages(record.name),
        group=record.group,
        colour=record.colour,
        price=record.price,
        points=record.price // rules.price_per_point,
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
    {"name_en", "name_de", "name_fr", "name_it", "group", "colour", "price", "when", "worker", "numbers", "text", "effect"}
)


def _check(file: Path, record: CardRecord, rules: Ruleset) -> None:
    def refuse(field: str, problem: str, rule: str | None = None) -> DataError:
        return DataError(file, _entry(record), field, problem, rule)

    if not _ID.fullmatch(record.id):
        raise refuse("id", "must be small letters, digits and _")
    if not any(record.name.values()):
        raise refuse("name", "is missing")
    for language, name in record.name.items():
        if not name or not name.isprintable() or len(name) > 60:
            raise refuse(f"name.{language}", "must be 1 to 60 printable characters")
    if record.group not in GROUPS:
        raise refuse("group", f"{record.group!r} is not one of the {len(GROUPS)} groups", "card.groups.list")
    if record.colour not in COLOURS:
        raise refuse("colour", f"{record.colour!r} is not one of {', '.join(COLOURS)}", "comp.cards.colors")
    if record.price < 0 or record.price % rules.price_per_point:
        raise refuse("price", f"{record.price} is not a multiple of {rules.price_per_point}", "card.anatomy.points_third")
    if (record.when == "worker") != (record.worker is not None):
        raise refuse("worker", "goes with when = 'worker', and only with it", "act.worker.cost")
    if record.worker is not None and record.worker not in COLOURS:
        raise refuse("worker", f"{record.worker!r} is not one of {', '.join(COLOURS)}", "act.worker.cost")
    for language, pattern in record.text.items():
        if fault := pattern_fault(pattern):
            raise refuse(f"text.{language}", fault)
    if len(record.effect) > _MOST_OPS:
        raise refuse("effect", f"has {len(record.effect)} ops; a card has at most {_MOST_OPS}")
    for field, witness in record.witness.items():
        if field not in _FIELDS:
            raise refuse(f"witness.{field}", "is not a field of a card")
        if not WITNESS.fullmatch(witness):
            raise refuse(f"witness.{field}", f"{witness!r} is not a witness")


def _effect(file: Path, record: CardRecord) -> tuple[Op, ...]:
    ops = tuple(_op(file, record, f"effect {place}", raw) for place, raw in enumerate(record.effect, 1))
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
LARGEST_TABLE, MOST_LINES, LONGEST_CELL = 4 * 1024 * 1024, 20_000, 2000
"""Bytes, lines and characters: a table of a box has some 40,000, 300 and 200."""
_SORT_WHEN = {"score": "laurel", "query": "infinity", "run": "arrow"}


def read_table(file: Path) -> list[RowRecord]:
    """A deck as a table with a heading: one row a card; a row without a name gives the card above one more op.

    Names and texts are in one language. `parameters` are `name=value` with spaces between; `when` may be left out where the op
    tells it (a worker colour means `worker`). Whoever writes such a table has the cards: nothing in it is reconstructed.
    """
    text = read_whole(file, LARGEST_TABLE).decode("utf-8-sig", errors="replace")
    if "\ufffd" in text or "\0" in text:
        raise DataError(file, "deck", "text", "is not UTF-8 text")
    first = text.split("\n", 1)[0]
    delimiter = max(",;\t", key=first.count)
    records: list[RowRecord] = []
    rows = _rows(file, text, delimiter)
    heading = [cell.strip().lower() for cell in next(rows, ())]
    for column in heading:
        if column not in COLUMNS:
            raise DataError(file, "line 1", one_line(column, 20) or "(empty)", f"is no column; there are {', '.join(COLUMNS)}")
    for column in COLUMNS:
        if heading.count(column) > 1 or (column in _NEEDED and column not in heading):
            raise DataError(file, "line 1", column, "stands twice" if column in heading else "is missing")
    for line, cells in enumerate(rows, 2):
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


def _rows(file: Path, text: str, delimiter: str) -> Iterator[list[str]]:
    """The rows one by one, each looked at before the next is read: what is too much is refused where it begins."""
    rows = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    try:
        for line, cells in enumerate(rows, 1):
            if line > MOST_LINES:
                raise DataError(file, f"line {line}", "table", f"a deck has at most {MOST_LINES:,} lines")
            if len(cells) > 2 * len(COLUMNS):
                raise DataError(file, f"line {line}", "cells", f"has {len(cells):,} cells for {len(COLUMNS)} columns")
            if any(len(cell) > LONGEST_CELL for cell in cells):
                raise DataError(file, f"line {line}", "cells", f"has a cell of more than {LONGEST_CELL:,} characters")
            yield cells
    except csv.Error as error:
        raise DataError(file, "deck", "table", f"cannot be read: {one_line(str(error), 80)}") from None


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
    return plain if _ID.fullmatch(plain) else f"card_{plain}" if plain else "card"


def _literal(text: str) -> str:
    """A text that is no pattern."""
    return re.sub(r"[{}\[\]*]", lambda found: f'{{"{found[0]}"}}', text)
