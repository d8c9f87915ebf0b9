from typing import Any, Literal

import msgspec
import pytest
from cases import each

from bruges_lab.kernel.errors import DataError
from bruges_lab.kernel.records import convert, split_fault

Side = Literal["north", "east", "south"]


class Boat(msgspec.Struct, forbid_unknown_fields=True):
    side: Side = "north"
    crew: dict[Side, int] = {}
    load: int | list[int] = 0


class Trip(msgspec.Struct, forbid_unknown_fields=True):
    boats: list[Boat | str]
    pair: tuple[int, Side] = (0, "north")


@each(
    ("raw", "said"),
    [
        ({"boats": [{"side": "west"}]}, "boats.0.side: 'west' is not one of north, east, south"),
        ({"boats": ["raft", {"crew": {"west": 1}}]}, "boats.1.crew: 'west' is not one of north, east, south"),
        ({"boats": [{"crew": {"north": 1, "east": "two"}}]}, "boats.0.crew.east: Expected 'int', got 'str'"),
        ({"boats": [{"load": [1, 2.5]}]}, "boats.0.load.1: Expected 'int', got 'float'"),
        ({"boats": [], "pair": [1, "up"]}, "pair.1: 'up' is not one of north, east, south"),
        ({"boats": [{"sail": 1}]}, "boats.0: contains unknown field 'sail'; choose side, crew or load"),
        ({}, "missing required field 'boats'"),
        (None, "Expected 'object', got 'null'"),
    ],
)
def test_a_fault_names_its_field_one_way_and_what_is_allowed(raw: Any, said: str) -> None:
    with pytest.raises(DataError) as error:
        convert("f.toml", "trip", raw, Trip)
    assert str(error.value) == f"f.toml: trip: {said}"


def test_a_path_without_its_data_is_written_the_same_way() -> None:
    assert split_fault("Expected `int`, got `str` - at `$.boats[3].crew[...]`") == ("Expected 'int', got 'str'", "boats.3.crew")
