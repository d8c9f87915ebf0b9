"""Texts are checked with the page's stand-in for numpy as they are with numpy: the same findings, one by one."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bruges_lab.textcheck import small_arrays as small

CHECK = """
import json
import bruges_lab as bl
from bruges_lab.games import shelf
folder = shelf.find().samples
found = {}
for name in ("en/faulty.md", "de/clean.md"):
    report = bl.check_translation(folder / name)
    found[name] = [(one.rule, str(one.verdict), str(one.passage), str(one.reason)) for one in report.findings]
print(json.dumps(found))
"""


def checked(which: str) -> dict[str, list[list[str]]]:
    environment = {**os.environ, "BRUGES_LAB_ARRAYS": which}
    run = subprocess.run([sys.executable, "-c", CHECK], capture_output=True, text=True, check=False, env=environment)
    assert run.returncode == 0, run.stderr
    found: dict[str, list[list[str]]] = json.loads(run.stdout)
    return found


@pytest.mark.slow
def test_the_findings_are_the_same() -> None:
    real, stand_in = checked("numpy"), checked("own")
    assert min(map(len, real.values())) > 300
    assert stand_in == real


ROWS = st.integers(1, 4).flatmap(
    lambda columns: st.lists(st.lists(st.integers(-3, 9), min_size=columns, max_size=columns), min_size=1, max_size=4)
)


@given(ROWS)
def test_arrays_reckon_as_those_of_numpy_do(rows: list[list[int]]) -> None:
    there, here = np.array(rows), small.Array([list(row) for row in rows], True)
    row_there, row_here = there[0], here[0]
    for name, found, expected in (
        ("sum", here.sum(axis=1, keepdims=True), there.sum(axis=1, keepdims=True)),
        ("columns", here.sum(axis=0), there.sum(axis=0)),
        ("max", here.max(axis=1), there.max(axis=1)),
        ("any", (here > 0).any(axis=1), (there > 0).any(axis=1)),
        ("times", here * row_here, there * row_there),
        ("product", here @ here.T, there @ there.T),
        ("larger", small.maximum(1, here), np.maximum(1, there)),
        ("column", here[:, 0], there[:, 0]),
        ("some", here[:, [0, -1]], there[:, [0, -1]]),
        ("upright", here >= here[:, 0][:, None], there >= there[:, 0][:, None]),
        ("order", small.argsort(-row_here), np.argsort(-row_there, kind="stable")),
        ("places", (here > 2).nonzero()[1], (there > 2).nonzero()[1]),
        ("marked", row_here[row_here > 1], row_there[row_there > 1]),
    ):
        assert found.tolist() == expected.tolist(), name
    here[here < 2] = 0
    there[there < 2] = 0
    assert here.tolist() == there.tolist()
    assert (
        small.unpackbits(small.frombuffer(b"\x05\x80")).tolist()
        == np.unpackbits(np.frombuffer(b"\x05\x80", dtype=np.uint8), bitorder="little").tolist()
    )
