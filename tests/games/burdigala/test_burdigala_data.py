"""The data files of Burdigala: what the document demands of them, and what is said of a file that cannot be used."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from bruges_lab import places
from bruges_lab.games.burdigala.board import Board
from bruges_lab.games.burdigala.ruleset import Ruleset
from bruges_lab.games.burdigala.stock import Stock
from bruges_lab.games.burdigala.tiles import Tiles
from bruges_lab.games.burdigala.ways import reach, walk
from bruges_lab.games.burdigala.words import EXPRESS_WAY, GOODS, PLOTS, STREET, WATERWAY
from bruges_lab.kernel import DataError


def own(name: str) -> str:
    return places.data("burdigala", name).read_text(encoding="utf-8")


# What there is

SQUARES = """
1 120,70 2,5 - 25 I
2 300,60 1,3,6 - - I,II
3 560,70 2,4,8 - 27 II,III
4 770,80 3,9 - - III
5 90,200 1,6,10 - - I,IV
6 270,190 2,5,7,11 - - I,II,IV,V
7 430,200 6,8,12 - - II,V,VI
8 600,200 3,7,9,13 - - II,III,VI,VII
9 790,200 4,8,14 - 20 III,VII
10 100,320 5,11,15 - - IV
11 260,320 6,10,16 - - IV,V
12 430,320 7,13 18 - V,VI
13 610,320 8,12,18 - - VI,VII
14 830,310 9 18,24 - VII
15 110,430 10,20 - - VIII
16 270,430 11,17,21 - - VIII,IX
17 440,430 16,22 - - IX,X
18 620,430 13,19,23 12,14 - X,XI
19 810,440 18,24 - - XI
20 100,550 15,21,25 - 9 VIII,XII
21 280,550 16,20,22,26 - - VIII,IX,XII,XIII
22 450,560 17,21,23 - - IX,X,XIII
23 620,550 18,22,24,27 - - X,XI,XIII,XIV
24 830,560 19,23,28 14 - XI,XIV
25 130,660 20,26 - 1 XII
26 330,670 21,25,27 - - XII,XIII
27 580,670 23,26,28 - 3 XIII,XIV
28 770,660 24,27 - - XIV
"""
"""The table of the specification: number, place, streets to, waterways to, express ways to, districts touched."""

TILES = """
t01 2 1 fountain
t02 2 2 altar
t03 2 2 well house
t04 2 3 gate
t05 2 3 market stalls
t06 3 2 granary
t07 3 3 warehouse
t08 3 3 bridge
t09 3 4 school
t10 3 4 baths
t11 3 5 basilica
t12 4 0 necropolis
t13 4 4 aqueduct
t14 4 5 temple
t15 4 5 city wall
t16 4 6 theatre
t17 4 6 forum
t18 5 3 interrupted yard
t19 5 7 palace
t20 5 7 circus
t21 5 8 amphitheatre
"""
"""Number, size, value, name."""


def test_every_square_line_and_tile_is_that_of_the_specification() -> None:
    board, found = Board.load(), []
    for square in board.squares:
        ends: list[list[str]] = [[], [], []]
        for line in board.lines:
            if square.number in (line.one, line.other):
                ends[line.kind].append(str(line.one + line.other - square.number))
        lines = [",".join(sorted(row, key=int)) or "-" for row in ends]
        touched = ",".join(board.districts[district].name for district in square.districts)
        found.append(" ".join([str(square.number), f"{square.at[0]},{square.at[1]}", *lines, touched]))
    assert found == SQUARES.strip().splitlines()
    tiles = [f"{tile.id} {tile.size} {tile.value} {tile.name['en']}" for tile in Tiles.load().tiles]
    assert tiles == TILES.strip().splitlines()


def test_the_board_has_what_the_document_demands() -> None:
    board = Board.load()
    assert len(board.squares) == 28
    assert Counter(line.kind for line in board.lines) == {STREET: 39, WATERWAY: 3, EXPRESS_WAY: 3}
    assert [square.number for square in board.squares if square.port] == [12, 14, 18, 24]
    assert len(board.districts) == 14
    assert Counter(len(district.sites) for district in board.districts) == {1: 10, 2: 4}
    assert [d.name for d in board.districts if d.bonus_at is not None] == [d.name for d in board.districts if len(d.sites) == 2]
    assert len(board.sites) == 18
    assert sum(len(square.districts) > 1 for square in board.squares) == 20
    assert board.remarks() == []
    assert [(line.one, line.other) for line in board.lines if line.bridge] == [(10, 15), (11, 16), (13, 18)]


def test_squares_touch_the_districts_of_the_specification() -> None:
    board = Board.load()
    names = [district.name for district in board.districts]
    touched = {square.number: [names[i] for i in square.districts] for square in board.squares}
    assert touched[6] == ["I", "II", "IV", "V"]
    assert touched[14] == ["VII"]
    assert touched[23] == ["X", "XI", "XIII", "XIV"]
    assert [board.sites[site].name for site in board.square(7).sites] == ["IIa", "IIb", "V", "VIa", "VIb"]


def test_streets_lead_to_as_many_squares_as_was_reckoned() -> None:
    """The figures of the specification, section 11: different ends by die, on the average and at least."""
    board, how = Board.load(), walk(Ruleset(), double=False, cart=False, boat=False)
    ends = [[len(reach(board, square, die, how)) for square in board.numbers] for die in range(1, 7)]
    assert [round(sum(row) / len(row), 1) for row in ends] == [2.8, 4.4, 8.1, 12.7, 17.3, 21.9]
    assert [min(row) for row in ends] == [1, 2, 3, 6, 10, 14]


def test_the_tiles_are_those_of_the_table() -> None:
    tiles = Tiles.load().tiles
    assert Counter(tile.size for tile in tiles) == {2: 5, 3: 6, 4: 6, 5: 4}
    assert sum(tile.size for tile in tiles) == 72
    assert sum(tile.value for tile in tiles) == 83
    special = {tile.id: (tile.size, tile.value) for tile in tiles if tile.special}
    assert special == {"t12": (4, 0), "t18": (5, 3)}
    assert tiles[11].witness == {
        "name": "attested 004:93",
        "size": "reconstructed",
        "value": "attested 004:93",
        "special": "attested 004:93",
    }


def test_cards_and_tokens_have_the_attested_totals() -> None:
    stock = Stock.load()
    assert (len(stock.goods), len(stock.plots), len(stock.tokens)) == (21, 34, 24)
    assert stock.bonus == (2, 2, 3, 3)
    assert sum(stock.tokens) == 60
    assert {GOODS[kind]: n for kind, n in Counter(stock.goods).items()} == {
        "wine": 5,
        "ceramic": 4,
        "copper": 4,
        "wheat": 4,
        "tin": 4,
    }
    assert [Counter(stock.plots)[kind] for kind in range(len(PLOTS))] == [3] * 6 + [2] * 8
    assert stock.remarks() == []


def test_every_entry_says_where_it_is_known_from() -> None:
    board, stock = Board.load(), Stock.load()
    entries = [*board.rivers, *board.squares, *board.lines, *board.districts, *Tiles.load().tiles]
    assert all(entry.witness for entry in entries)
    assert stock.witness["plot boat"] == {"kind": "attested 004:201", "permanent": "inferred B-023", "copies": "inferred B-006"}


# An owner's file


def test_an_owner_may_bring_other_numbers(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(own("tiles.toml").replace("value = 8", "value = 9"), encoding="utf-8")
    mine = Tiles.load(file)
    assert mine.tiles[-1].value == 9
    assert mine.digest != Tiles.load().digest
    file.write_text(own("cards.toml").replace('kind = "wine"\ncopies = 5', 'kind = "wine"\ncopies = 6'), encoding="utf-8")
    assert Stock.load(file).remarks() == ["merchandise: 22 here; document 004 says 21"]
    water = "[[waterway]]\nends = [12, 18]"
    file.write_text(own("board.toml").replace(water, "[[waterway]]\nends = [12, 17]"), encoding="utf-8")
    assert Board.load(file).remarks() == ["waterway 12-17: square 17 is no port (burdigala.comp.waterways)"]
    assert Board.load(file).digest != Board.load().digest


BROKEN = [
    ("board.toml", "ends = [1, 2]", "ends = [1, 99]", "street 1-99: ends: does not join two squares of this board"),
    ("board.toml", "ends = [1, 2]", "ends = [5, 1]", "ends: appears twice in this file (burdigala.comp.streets)"),
    ("board.toml", "ends = [9, 14]", "ends = [9, 13]", "square 14: cannot be walked to from square 1 along streets"),
    ("board.toml", 'name = "XIV"', 'name = "XIII"', "district XIII: name: appears twice in this file"),
    ("board.toml", 'name = "XIV"', 'name = "xiii"', "district XIII: name: appears twice in this file"),
    ("board.toml", 'name = "XIV"', 'name = "VIa"', "district VIa: name: would name a second site via"),
    ("board.toml", "squares = [1, 2, 6, 5]", "squares = [2, 6, 5]", "square 1: touches no district (burdigala.cube.adjacent)"),
    ("board.toml", "squares = [1, 2, 6, 5]", "squares = [1, 2, 6, 77]", "district I: squares: there is no square 77"),
    ("board.toml", "sites = [[195, 130]]", "sites = []", "district I: sites: has 0 sites; a district has one or two"),
    ("board.toml", "number = 2\n", "number = 7\n", "square 2: number: 7 comes where 2 should be"),
    ("board.toml", "port = true", "port = false", "no square is a port (burdigala.comp.ports)"),
    ("board.toml", "river = [11, 12]", "river = [11, 28]", "district V: river: is not between two of its squares"),
    ("board.toml", 'title = "', 'tilte = "', "tilte"),
    ("tiles.toml", "size = 5", "size = 10", "t18: size: 10 is not 1 to 9 (burdigala.comp.tiles.size)"),
    ("tiles.toml", "value = 8", "value = -1", "t21: value: -1 is not 0 to 99"),
    ("tiles.toml", 'special = "necropolis"', 'special = "interrupted_yard"', "is on more than one tile"),
    ("tiles.toml", 'special = "necropolis"', 'special = "catacomb"', "t12: special: 'catacomb' is not one of"),
    ("tiles.toml", 'witness = "reconstructed"', 'witness = "a friend"', "t01: witness: 'a friend' is not a witness"),
    ("tiles.toml", 'name = "attested 004:92", ', "", "t18: witness.name: is missing"),
    ("tiles.toml", ', it = "anfiteatro"', "", "t21: name.it: is missing"),
    ("cards.toml", 'kind = "boat"', 'kind = "ship"', "plot ship: kind: is not one of consul"),
    ("cards.toml", "permanent = true", "permanent = false", "plot consul: permanent: its effect lasts"),
    ("cards.toml", "value = 3\ncopies = 2", "value = 0\ncopies = 2", "bonus 0: value: 0 is not 1 to 99"),
    ("cards.toml", "copies = 5", "copies = -1", "merchandise wine: copies: -1 is not 0 to 99"),
    ("cards.toml", 'kind = "tin"', 'kind = "copper"', "merchandise copper: appears twice in this file"),
]


@pytest.mark.parametrize(("name", "old", "new", "said"), BROKEN, ids=[said[:40] for *_, said in BROKEN])
def test_a_file_that_cannot_be_used_is_refused_by_entry_and_field(
    tmp_path: Path, name: str, old: str, new: str, said: str
) -> None:
    text = own(name)
    assert old in text
    file = tmp_path / name
    file.write_text(text.replace(old, new), encoding="utf-8")
    kind = {"board.toml": Board, "tiles.toml": Tiles, "cards.toml": Stock}[name]
    with pytest.raises(DataError) as error:
        kind.load(file)  # type: ignore[attr-defined]
    assert said in str(error.value)
    assert str(error.value).startswith(name)
