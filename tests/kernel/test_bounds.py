"""Texts are measured before they are parsed: what is too much never reaches a parser, and nothing hides from the measure."""

from __future__ import annotations

import json
import tomllib
import tracemalloc
from pathlib import Path
from typing import Any

import pytest
from cases import each
from hypothesis import given, settings
from hypothesis import strategies as st

from bruges_lab import places
from bruges_lab.kernel import LabError
from bruges_lab.kernel.bounds import _JSON_TEXT, _TOML_TEXT, JSON, TOML, Bounds, measure_json, measure_toml
from bruges_lab.kernel.records import parse_toml, read_json, read_toml

WIDE = Bounds(10**9, 10**9, 10**9, 10**9)

HOSTILE = {
    "a dotted key": "a." * 20_000 + "a = 1",
    "a dotted key with blanks": "a \t. " * 20_000 + "a = 1",
    "a key of quoted parts": '"a".' * 20_000 + "a = 1",
    "a key of literal parts": "'a'." * 20_000 + "a = 1",
    "a header": "[" + "a." * 20_000 + "a]",
    "a header of a list": "[[" + "a." * 20_000 + "a]]",
    "a key in an inline table": "x = {" + "a." * 20_000 + "a = 1}",
    "lists in lists": "x = " + "[" * 20_000 + "]" * 20_000,
    "tables in tables": "x = " + "{a = " * 20_000 + "1" + "}" * 20_000,
    "many headers": "".join(f"[a{number}]\n" for number in range(60_000)),
    "many empty tables": "x = [" + "{}," * 150_000 + "]",
    "many values": "x = [" + "1," * 150_000 + "]",
    "a number": "x = " + "1" * 5000,
    "a number in hexadecimal": "x = 0x" + "f" * 5000,
    "behind a text with quotes": 'x = """a"""""\n' + "a." * 20_000 + "a = 1",
    "behind a text with an escaped quote": 'x = "a\\"" # "\n' + "a." * 20_000 + "a = 1",
    "behind a text that ends in a backslash": "x = 'a\\'\n" + "a." * 20_000 + "a = 1",
    "behind a literal text with quotes": "x = '''a'''''\n" + "a." * 20_000 + "a = 1",
    "behind a comment with a quote": '# don\'t """\n' + "a." * 20_000 + "a = 1",
    "behind empty texts": 'x = ["", \'\', ""]\n' + "a." * 20_000 + "a = 1",
    "behind lines as on Windows": 'x = """\r\na"""\r\n' + "a." * 20_000 + "a = 1",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_toml_text_beyond_all_use_never_reaches_the_parser(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tomllib, "loads", lambda text: pytest.fail("was parsed"))
    path = tmp_path / "hostile.toml"
    path.write_bytes(HOSTILE[name].encode())
    with pytest.raises(
        LabError, match=r"^hostile\.toml: (is nested too deeply|has a key of more|has a word of|holds too much)"
    ) as error:
        read_toml(path)
    assert len(str(error.value)) < 120


def test_every_reader_of_toml_measures_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Files that a person names, and those that are read by themselves because they lie beside a text."""
    import bruges_lab as bl
    from bruges_lab.explorer.editing import scenario_in

    bomb, parse = HOSTILE["a dotted key"], tomllib.loads
    monkeypatch.setattr(tomllib, "loads", lambda text: pytest.fail("was parsed") if text == bomb else parse(text))
    path = tmp_path / "bomb.toml"
    path.write_text(bomb, encoding="utf-8")
    (tmp_path / "rules.md").write_text("Draw five cards.", encoding="utf-8")
    (tmp_path / "rules.checked.toml").write_text(bomb, encoding="utf-8")
    readers = [
        lambda: bl.ruleset(path),
        lambda: bl.scenario(path),
        lambda: bl.Deck.load(path),
        lambda: bl.Board.load(path),
        lambda: bl.Pins.load(tmp_path / "rules.md"),
        lambda: scenario_in(bomb),
    ]
    for reader in readers:
        with pytest.raises(LabError, match="has a key of more than 10 parts"):
            reader()


def test_what_is_let_through_costs_little(tmp_path: Path) -> None:
    """The dearest texts within the bounds: many keys with as many parts as there may be."""
    key = ".".join("k{0}" for _ in range(TOML.parts))
    lines = "".join(f"{key.format(number)}=1\n" for number in range(TOML.items // (TOML.parts + 1) - 10))
    tracemalloc.start()
    try:
        parse_toml(lines, "dear.toml")
        assert tracemalloc.get_traced_memory()[1] < 100 * 2**20
    finally:
        tracemalloc.stop()


def test_all_files_of_the_lab_are_far_within_the_bounds() -> None:
    files = list(places.data("bruges", ".").rglob("*.toml"))
    assert len(files) > 20
    for file in files:
        found = measure_toml(file.read_text(encoding="utf-8"))
        assert Bounds(*(5 * value for value in found[:1]), *found[1:]).items < TOML.items, file
        assert TOML.fault(found) is None, file


def depth_of(value: object) -> int:
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else None
    return 0 if inner is None else 1 + max(map(depth_of, inner), default=0)


def items_of(value: object) -> int:
    if isinstance(value, dict):
        return 1 + sum(1 + items_of(one) for one in value.values())
    return 1 + (sum(map(items_of, value)) if isinstance(value, list) else 0)


PIECES = st.sampled_from(
    ['"', '"""', "'", "'''", "\\", "#", "\n", "[", "]", "{", "}", "=", ".", ",", " ", "a", "b", "1", "x = ", '"a"', "\r\n", "é"]
)


@given(st.lists(PIECES, max_size=40).map("".join))
@settings(deadline=None, max_examples=1500)
def test_nothing_that_the_parser_takes_hides_from_the_measure(text: str) -> None:
    try:
        parsed = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return
    found = measure_toml(text, WIDE)
    assert found.items >= items_of(parsed) - 1 - text.count(".")
    assert found.depth * found.parts + found.parts >= depth_of(parsed) - 1


@given(st.text("\"'\\\n ab", max_size=30), st.sampled_from(['"', "'", '"""', "'''"]))
@settings(deadline=None, max_examples=1500)
def test_whatever_a_text_holds_a_long_key_behind_it_is_seen(content: str, quotes: str) -> None:
    text = f"x = {quotes}{content}{quotes}\ny.{'z.' * 20}z = 1\n"
    try:
        parsed = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return
    if "y" in parsed:
        assert measure_toml(text, WIDE).parts == 22


JSONS = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text('"\\[]{},é ', max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text('"\\[]{},', max_size=4), inner, max_size=4),
    max_leaves=30,
)


@given(JSONS)
@settings(deadline=None, max_examples=500)
def test_json_is_measured_as_it_is(value: Any) -> None:
    found = measure_json(json.dumps(value).encode())
    assert found.depth == depth_of(value)
    assert items_of_json(value) <= found.items <= 2 * items_of_json(value)


def items_of_json(value: object) -> int:
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return 1 + sum(map(items_of_json, inner))


def test_a_json_file_beyond_all_use_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "report.json"
    for text, problem in (
        (b"[" * 60 + b"]" * 60, "is nested too deeply"),
        (b"[" + b"[]," * JSON.items + b"[]]", "holds too much"),
        (b"[" * 4_000_000, "holds too much"),
    ):
        path.write_bytes(text)
        with pytest.raises(LabError, match=rf"^report\.json: {problem}"):
            read_json(path, 10_000_000)
    path.write_bytes(b'["' + b"[" * 1000 + b'"]')
    assert read_json(path, 10_000) == path.read_bytes()


# Quotes that never close


@each("inner", [b'\\"', b'\\\\\\"', b'\\"[', b'\n\\"{', b"a"])
@each("end", [b"", b"\\"])
def test_quotes_that_never_close_in_json_are_looked_at_once(inner: bytes, end: bytes) -> None:
    """One find that takes all the rest: whatever is not taken would be tried again from every later quote."""
    for times in (1000, 2000):
        text = b'"' + inner * times + end
        assert [found.span() for found in _JSON_TEXT.finditer(b"[1, " + text)] == [(4, 4 + len(text))]
        assert measure_json(b"[1, " + text) == Bounds(3, 1)


@each("quotes", ['"', "'", '"""', "'''"])
@each("inner", ['\\"', '\\\\\\"', "\\'", '\\"""', '# \\"', '\n\\"', '"" ', "'' ", "a"])
def test_quotes_that_never_close_in_toml_are_looked_at_once(quotes: str, inner: str) -> None:
    """No place is looked at by two finds, and what never closes is one that takes all the rest."""
    for times in (1000, 2000):
        text = "x = " + quotes + inner * times + "\\"
        spans = [found.span() for found in _TOML_TEXT.finditer(text)]
        last = text[spans[-1][0] :]
        assert spans[-1][1] == len(text), last[:20]
        assert sum(end - start for start, end in spans) <= len(text)
