"""Decks as tables: whoever enters the cards of a box gets the same deck as from TOML, or one line that says where to look."""

import csv
import io
import re
from pathlib import Path

import pytest

from bruges_lab import places
from bruges_lab.games.bruges import deck_tables
from bruges_lab.games.bruges.card_texts import card_text
from bruges_lab.games.bruges.deck import GENERAL_RULE, Card, Deck
from bruges_lab.games.bruges.deck_tables import COLUMNS, LARGEST_TABLE, LONGEST_CELL, MOST_LINES
from bruges_lab.games.bruges.ops import OPS
from bruges_lab.kernel.errors import DataError, LabError

DECK = Deck.load()


def rows_of(card: Card) -> list[dict[str, str]]:
    """A card as rows: one, and one more for each further op."""
    rows = [{"op": op.name, "parameters": " ".join(f"{key}={value}" for key, value in parameters(op))} for op in card.effect] or [
        {}
    ]
    rows[0] |= {"name": card.name["en"], "group": card.group, "colour": card.colour, "price": str(card.price)}
    rows[0] |= {"when": card.when or "", "worker": card.worker or "", "text": card_text(card)}
    return rows


def parameters(op) -> list[tuple[str, object]]:
    return [*zip(OPS[op.name].numbers, op.numbers, strict=True), *op.words.items()]


def table() -> list[dict[str, str]]:
    return [row for card in DECK.cards for row in rows_of(card)]


def written(rows: list[dict[str, str]], columns: tuple[str, ...] = COLUMNS, delimiter: str = ",", end: str = "\r\n") -> str:
    text = io.StringIO()
    writer = csv.DictWriter(text, columns, delimiter=delimiter, lineterminator=end, restval="", extrasaction="ignore")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


@pytest.fixture
def load(tmp_path: Path):
    def load(content: str | bytes, name: str = "mine.csv") -> Deck:
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return Deck.load(path)

    return load


@pytest.fixture
def refused(load):
    """The error of a file, which must be one line."""

    def refused(content: str | bytes) -> DataError:
        with pytest.raises(DataError) as error:
            load(content)
        assert str(error.value).startswith("mine.csv: ")
        assert str(error.value).isprintable()
        assert len(str(error.value)) < 500
        return error.value

    return refused


def played(deck: Deck) -> list[tuple[object, ...]]:
    """All of a deck that play depends on and a table can hold: not ids, the rules that events cite, nor the names of numbers."""
    return [(c.group, c.colour, c.price, c.points, c.when, c.worker, c.effect) for c in deck.cards]


# What works


def test_the_own_deck_as_a_table_plays_the_same(load) -> None:
    deck = load(written(table()))
    assert played(deck) == played(DECK)
    assert [card.name["en"] for card in deck.cards] == [card.name["en"] for card in DECK.cards]
    assert {card.rule for card in deck.cards} == {GENERAL_RULE}


def test_names_and_texts_of_a_table_stand_for_all_languages(load) -> None:
    deck = load(written(table()))
    for card, own in zip(deck.cards, DECK.cards, strict=True):
        assert set(card.name.values()) == {own.name["en"]}
        assert {card_text(card, lang) for lang in ("en", "de", "fr", "it")} == {card_text(own)}


@pytest.mark.parametrize("delimiter", [",", ";", "\t"], ids=["comma", "semicolon", "tab"])
@pytest.mark.parametrize("end", ["\n", "\r\n"], ids=["LF", "CRLF"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"], ids=["plain", "BOM"])
def test_what_spreadsheets_write_is_read(load, delimiter: str, end: str, mark: bytes) -> None:
    deck = load(mark + written(table(), delimiter=delimiter, end=end).encode())
    assert deck.digest == load(written(table())).digest


def test_columns_may_stand_in_any_order_and_headings_in_any_case(load) -> None:
    text = written(table(), tuple(reversed(COLUMNS)))
    heading, _, rest = text.partition("\r\n")
    assert load(f"{heading.upper()}\r\n{rest}", "MINE.CSV").digest == load(written(table())).digest


def test_empty_lines_are_passed_over(load) -> None:
    text = written(table()).replace("\r\n", "\r\n\r\n,,,,,,,,\r\n")
    assert load(text).digest == load(written(table())).digest


def test_a_table_of_the_needed_columns_has_people_without_effect(load) -> None:
    deck = load(written([row for row in table() if "name" in row], ("name", "group", "colour", "price")))
    assert [card.price for card in deck.cards] == [card.price for card in DECK.cards]
    assert {(card.when, card.effect, tuple(card.text)) for card in deck.cards} == {(None, (), ())}


def test_the_icon_may_be_left_out_where_the_op_tells_it(load) -> None:
    rows = table()
    told = {"score": "laurel", "query": "infinity", "run": "arrow"}
    for row in rows:
        row["when"] = "" if row.get("worker") or told.get(OPS[row["op"]].sort) == row.get("when") else row.get("when", "")
    assert sum(not row["when"] for row in rows) > 140
    assert played(load(written(rows))) == played(DECK)


def test_a_text_is_never_a_pattern(load) -> None:
    rows = table()
    rows[0]["text"] = 'Pay {$x} or $y for [one] "thing" *[other] { things }, NOT(all) <b>&'
    assert card_text(load(written(rows))[0]) == rows[0]["text"]


def test_accents_and_signs_in_a_name_make_a_plain_id(load) -> None:
    rows = table()
    rows[0]["name"] = "Gräfin d’Œuvre 2."
    card = load(written(rows))[0]
    assert card.name["it"] == "Gräfin d’Œuvre 2."
    assert card.id.isascii()


# What does not: each refusal names the line and the field

LONE = next(i for i, row in enumerate(table()) if row.get("op") == "gain_guilders" and "name" in row)
"""A card whose op takes a number and a word."""


@pytest.mark.parametrize(
    ("change", "field", "problem"),
    [
        pytest.param({"price": "x"}, "price", "'x' is not a number", id="price no number"),
        pytest.param({"price": ""}, "price", "'' is not a number", id="no price"),
        pytest.param({"price": "-3"}, "price", "'-3' is not a number", id="negative price"),
        pytest.param({"price": "9999"}, "price", "'9999' is not a number", id="price too high"),
        pytest.param({"price": "4"}, "price", "4 is not a multiple of 3", id="price no multiple of 3"),
        pytest.param({"group": "robot"}, "group", "'robot' is not one of noble, entertainer, craftsman", id="bad group"),
        pytest.param({"colour": "green"}, "colour", "'green' is not one of blue", id="bad colour"),
        pytest.param({"when": "often"}, "when", "'often' is not one of arrow", id="bad icon"),
        pytest.param({"when": "worker", "worker": ""}, "worker", "goes with when = 'worker'", id="no worker"),
        pytest.param({"when": "arrow", "worker": "red"}, "worker", "goes with when = 'worker'", id="worker without icon"),
        pytest.param({"when": "worker", "worker": "green"}, "worker", "'green' is not one of blue", id="bad worker"),
        pytest.param(
            {"when": "laurel", "worker": ""}, "effect.0", "gain_guilders does not go with when = 'laurel'", id="wrong icon"
        ),
        pytest.param({"op": "steal"}, "effect.0", "'steal' is not an op of the vocabulary", id="bad op"),
        pytest.param({"parameters": "guilders"}, "parameters", "'guilders' is not name=value", id="parameter without value"),
        pytest.param({"parameters": "=3"}, "parameters", "'=3' is not name=value", id="parameter without name"),
        pytest.param({"parameters": "guilders=1 guilders=2"}, "parameters", "each name once", id="parameter twice"),
        pytest.param({"parameters": "op=gain_points"}, "parameters", "each name once", id="op as a parameter"),
        pytest.param({"parameters": "points=3"}, "effect.0.guilders", "must be a number from 0 to 99", id="missing parameter"),
        pytest.param({"parameters": "guilders=3 points=1"}, "effect.0", "has no parameter 'points'", id="bad parameter"),
        pytest.param(
            {"parameters": "guilders=many"}, "effect.0.guilders", "must be a number from 0 to 99", id="number as a word"
        ),
        pytest.param({"parameters": "guilders=100"}, "effect.0.guilders", "must be a number from 0 to 99", id="number too large"),
        pytest.param({"parameters": "guilders=3 lot=0"}, "effect.0.lot", "must be 1 or more", id="lot of none"),
        pytest.param({"parameters": "guilders=3 per=moons"}, "effect.0.per", "'moons' is not one of once", id="bad word"),
        pytest.param(
            {"parameters": "guilders=3 per=people_of_group"}, "effect.0.group", "'any' is not one of noble", id="no group"
        ),
        pytest.param({"name": "x" * 61}, "name.en", "1 to 60 printable characters", id="name too long"),
        pytest.param({"name": "a\u202eb"}, "name.en", "1 to 60 printable characters", id="name with control characters"),
    ],
)
def test_a_bad_row_is_refused_with_its_line_and_field(refused, change: dict[str, str], field: str, problem: str) -> None:
    rows = table()
    rows[LONE] |= change
    error = refused(written(rows))
    assert error.entry.split(",")[0] == f"line {LONE + 2}"
    assert error.field == field
    assert problem in error.problem


def test_a_bad_op_in_a_further_row_is_refused_with_the_line_of_its_card(refused) -> None:
    rows = table()
    further = next(i for i, row in enumerate(rows) if "name" not in row)
    rows[further]["op"] = "steal"
    error = refused(written(rows))
    assert (error.entry.split(",")[0], error.field) == (f"line {further + 1}", "effect.1")


def test_a_further_row_without_a_card_above_is_refused(refused) -> None:
    error = refused(written([{"op": "gain_points", "parameters": "points=1"}, *table()]))
    assert (error.entry, error.field, error.problem) == ("line 2", "name", "is missing")


def test_a_row_without_name_and_op_is_refused(refused) -> None:
    rows = table()
    rows.insert(5, {"group": "noble", "price": "3"})
    error = refused(written(rows))
    assert (error.entry, error.field, error.problem) == ("line 7", "name", "is missing")


@pytest.mark.parametrize("second", ["Squire", "SQUIRE", "squire!"])
def test_a_name_that_stands_twice_is_refused(refused, second: str) -> None:
    rows = table()
    rows[0]["name"], rows[LONE]["name"] = "Squire", second
    error = refused(written(rows))
    assert (error.entry, error.field) == ("line 2, squire", "name")
    assert error.rule == "comp.cards.distinct"


def test_a_row_with_too_many_cells_is_refused(refused) -> None:
    lines = written(table()).split("\r\n")
    lines[3] += ",more"
    error = refused("\r\n".join(lines))
    assert (error.entry, error.field, error.problem) == ("line 4", "cells", "has 10 cells for 9 columns")


@pytest.mark.parametrize(
    ("heading", "field", "problem"),
    [
        ("name,group,colour,price,size", "size", "is not a column; choose name, group"),
        ("name,group,colour,price,", "(empty)", "is not a column"),
        ("name,group,colour,price,\x1b[31m", " [31m", "is not a column"),
        ("name,group,colour", "price", "is missing"),
        ("group,colour,price", "name", "is missing"),
        ("name,group,colour,price,name", "name", "appears twice"),
    ],
    ids=["unknown", "empty", "control characters", "no price", "no name", "twice"],
)
def test_a_bad_heading_is_refused(refused, heading: str, field: str, problem: str) -> None:
    error = refused(f"{heading}\nSquire,noble,blue,3,x\n")
    assert (error.entry, error.field) == ("line 1", field)
    assert error.problem.startswith(problem)


def test_a_card_too_few_or_a_colour_too_many_is_refused(refused) -> None:
    rows = [row for row in table() if "name" in row]
    error = refused(written(rows[1:]))
    assert (error.field, error.problem, error.rule) == ("card", "has 164 cards; a deck has 165", "comp.cards.count")
    error = refused(written([rows[0] | {"colour": "red"}, *rows[1:]]))
    assert (error.field, error.rule) == ("colour", "comp.cards.per_color")


@pytest.mark.parametrize(
    ("content", "field", "problem"),
    [
        (b"name,group,colour,price\nGr\xe4fin,noble,blue,3\n", "text", "is not UTF-8 text"),
        ("name,group".encode("utf-16"), "text", "is not UTF-8 text"),
        (b"name,group\0", "text", "is not UTF-8 text"),
        (b'name,group,colour,price\n"Squire,noble,blue,3\n', "table", "cannot be read"),
        (b'name,group,colour,price\n"Squire"x,noble,blue,3\n', "table", "cannot be read"),
        (b'name,group,colour,price\n"' + b"x" * 200_000 + b'",noble,blue,3\n', "table", "cannot be read"),
        (b"", "name", "is missing"),
        (b"name,group,colour,price\n", "card", "has 0 cards"),
    ],
    ids=["Latin-1", "UTF-16", "zeros", "unbalanced quote", "text after a quote", "endless cell", "empty", "heading only"],
)
def test_a_file_that_is_no_table_is_refused(refused, content: bytes, field: str, problem: str) -> None:
    error = refused(content)
    assert error.field == field
    assert problem in error.problem


# Too much


HEADING = "name,group,colour,price,text\n"


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (HEADING + "a" * (LARGEST_TABLE + 1), "is larger than 4194304 bytes"),
        (HEADING + "A,noble,blue,3,\n" * (MOST_LINES + 1), "line 20001: table: a deck has at most 20,000 lines"),
        (HEADING + "," * 1_000_000, "line 2: cells: has 1,000,001 cells for 9 columns"),
        ("," * 1_000_000, "line 1: cells: has 1,000,001 cells for 9 columns"),
        (HEADING + f"A,noble,blue,3,{'x' * (LONGEST_CELL + 1)}\n", "line 2: cells: has a cell of more than 2,000 characters"),
        (HEADING + 'A,noble,blue,3,"' + "\n" * 100_000 + '"\n', "line 2: cells: has a cell of more than 2,000 characters"),
        (HEADING + "\n" * 1_000_000, "line 20001: table"),
    ],
    ids=["bytes", "lines", "cells", "columns", "cell", "lines in a cell", "empty lines"],
)
def test_a_table_that_is_too_large_is_refused_where_it_begins_to_be(load, content: str, problem: str) -> None:
    with pytest.raises(LabError) as error:
        load(content)
    assert str(error.value).startswith(f"mine.csv: {problem}")


def test_a_row_too_many_is_never_read(load, monkeypatch: pytest.MonkeyPatch) -> None:
    """44 MB of rows took a minute and 4 GB before the first was looked at."""
    made: list[int] = []
    usual = deck_tables._row
    monkeypatch.setattr(deck_tables, "_row", lambda file, line, row: made.append(line) or usual(file, line, row))
    rows = "".join(f"{name},noble,blue,3,\n" for name in range(10))
    with pytest.raises(DataError, match="line 12: price"):
        load(HEADING + rows + "B,noble,blue,x,\n" + "C,noble,blue,3,\n" * 10_000)
    assert made == [*range(2, 13)]


def test_a_card_with_too_many_ops_is_refused(refused) -> None:
    rows = table()
    place = next(number for number, row in enumerate(rows) if row.get("op") and row.get("name"))
    rows[place + 1 : place + 1] = [{"op": rows[place]["op"], "parameters": rows[place]["parameters"]}] * 21
    assert "effect: has 22 ops; a card has at most 20" in str(refused(written(rows)))


@pytest.mark.parametrize(
    ("pattern", "problem"),
    [
        ("{" * 200 + "$n" + "}" * 200, "is nested too deeply"),
        ("x" * 601, "is longer than 600 characters"),
        ('{ "" }' * 21, "has more than 20 places in braces"),
    ],
)
def test_a_text_beyond_all_use_is_refused_when_the_deck_is_read(tmp_path: Path, pattern: str, problem: str) -> None:
    text = places.data("bruges", "cards.toml").read_text(encoding="utf-8")
    changed = re.sub(r"^text\.en = '''.*?'''", lambda _: f"text.en = '{pattern}'", text, count=1, flags=re.M | re.S)
    assert changed != text
    (tmp_path / "mine.toml").write_text(changed, encoding="utf-8")
    with pytest.raises(DataError, match=rf"mine\.toml: \w+: text\.en: {problem}"):
        Deck.load(tmp_path / "mine.toml")
