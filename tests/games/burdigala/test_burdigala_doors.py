"""Owner's files of Burdigala, wounded: each is read or refused in one line."""

import pytest

from bruges_lab.games.burdigala.own_doors import doors
from bruges_lab.verification.malformed import campaign

INPUTS = 150


@pytest.mark.parametrize("name", doors())
def test_wounded_files_are_read_or_refused_and_never_crash(name: str) -> None:
    door = doors()[name]
    found = campaign(name, door.samples(), door.read, INPUTS, largest=3000)
    assert [str(fault) for fault in found.faults] == []
    assert found.read + found.refused == found.inputs == INPUTS
    assert found.read, "nothing got through, so the reader's last checks were never reached"
    assert found.refused
