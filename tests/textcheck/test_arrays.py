"""Texts are checked with the lab's own arrays, which a browser has, as they are with numpy: the same findings, one by one."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bruges_lab.textcheck import small_numpy as small
from bruges_lab.textcheck.find import boosted

ROOT = Path(__file__).resolve().parents[2]
ROOM = ROOT / "bruges_lab" / "textcheck"
CHECK = """
import json, sys
own, *texts = sys.argv[1:]
if own == "own":
    sys.modules["numpy"] = None
import bruges_lab as bl
from bruges_lab.textcheck.arrays import np
assert np.__name__.startswith("bruges_lab" if own == "own" else "numpy")
found = {}
for text in texts:
    game, name, source = (text + "++").split("+")[:3]
    report = bl.check_translation(name, source=source or None, game=game)
    found[text] = [
        (one.rule, one.verdict, str(one.passage), str(one.reason), one.level, one.confidence, one.fingerprint)
        for one in report.findings
    ]
print(json.dumps(found))
"""


def checked(arrays: str, texts: list[str]) -> dict[str, list[list[Any]]]:
    run = subprocess.run([sys.executable, "-c", CHECK, arrays, *texts], capture_output=True, text=True, check=False, cwd=ROOT)
    assert run.returncode == 0, run.stderr
    found: dict[str, list[list[Any]]] = json.loads(run.stdout)
    return found


@pytest.mark.slow
def test_the_findings_are_the_same() -> None:
    samples = "data/bruges/samples"
    texts = [f"bruges+{samples}/{lang}/faulty.md" for lang in ("de", "en")]
    texts += ["bruges+tests/textcheck/blind/fr_translated.md"]
    texts += [f"bruges+{samples}/it/faulty.md+{samples}/en/clean.md", "burdigala+data/burdigala/samples/en/faulty.md"]
    real, own = checked("numpy", texts), checked("own", texts)
    assert min(map(len, real.values())) > 30
    assert sum(map(len, real.values())) > 1200
    for text in texts:
        assert own[text] == real[text], text


def test_everything_is_there_that_the_check_asks_of_numpy() -> None:
    asked = set[str]()
    for path in ROOM.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        if "arrays import np" in text:
            asked |= set(re.findall(r"\bnp\.(\w+)", text))
        elif path.parent.name != "measure":  # which is for those who train
            assert "import numpy" not in text or path.name == "arrays.py", path
    assert len(asked) > 20
    assert {name for name in asked if not hasattr(small, name)} == set()


NUMBERS = st.one_of(st.just(0), st.integers(-4, 9))
ROWS = st.integers(1, 5).flatmap(
    lambda columns: st.lists(st.lists(NUMBERS, min_size=columns, max_size=columns), min_size=1, max_size=5)
)


def both(rows: list[list[int]], is_sparse: bool) -> tuple[Any, Any]:
    """The same rows, here and there; sparse ones are put together number by number."""
    there = np.array(rows, dtype=np.float32)
    if not is_sparse:
        return small.array(rows, dtype=small.float32), there
    here = small.zeros(there.shape, dtype=small.float32)  # type: ignore[arg-type]
    for row, numbers in enumerate(rows):
        line = here[row]
        for place, number in enumerate(numbers):
            if number:
                line[place] += number
    return here, there


@given(ROWS, st.booleans())
def test_arrays_reckon_as_those_of_numpy_do(rows: list[list[int]], is_sparse: bool) -> None:
    here, there = both(rows, is_sparse)
    last, width = len(rows) - 1, len(rows[0])
    row_here, row_there, begins = here[0], there[0], sorted({0, width - 1})
    for name, found, expected in (
        ("sum", here.sum(axis=1, keepdims=True), there.sum(axis=1, keepdims=True)),
        ("last axis", here.sum(axis=-1), there.sum(axis=-1)),
        ("columns", here.sum(axis=0), there.sum(axis=0)),
        ("max", here.max(axis=1), there.max(axis=1)),
        ("highest", here.max(axis=0), there.max(axis=0)),
        ("where", here.argmax(axis=1), there.argmax(axis=1)),
        ("counted", (here > 0).sum(axis=0), (there > 0).sum(axis=0)),
        ("times", here * row_here, there * row_there),
        ("alike", here == row_here, there == row_there),
        (
            "shares",
            here / small.maximum(0.25, here.sum(axis=1, keepdims=True)),
            there / np.maximum(0.25, there.sum(axis=1, keepdims=True)),
        ),
        ("column by column", here - here[:, [0]], there - there[:, [0]]),
        ("upright", here >= here[:, 0][:, None], there >= there[:, 0][:, None]),
        ("product", here @ here.T, there @ there.T),
        ("weighed", here @ row_here, there @ row_there),
        ("of two rows", small.asarray([row_here @ row_here]), np.asarray([row_there @ row_there])),
        ("larger", small.maximum(1, here), np.maximum(1, there)),
        ("smaller", small.minimum(row_here, here), np.minimum(row_there, there)),
        ("column", here[:, -1], there[:, -1]),
        ("some", here[:, [0, -1]], there[:, [0, -1]]),
        ("again", here[[last, 0, last]], there[[last, 0, last]]),
        ("pairs", here[[0, last], [width - 1, 0]], there[[0, last], [width - 1, 0]]),
        ("marked", row_here[row_here > 1], row_there[row_there > 1]),
        ("marked rows", here[here[:, 0] > 0], there[there[:, 0] > 0]),
        ("slices", here[1:], there[1:]),
        ("places", small.flatnonzero(row_here), np.flatnonzero(row_there)),
        ("either", small.where(row_here > 1, row_here, 0), np.where(row_there > 1, row_there, 0)),
        ("power", row_here**2 + 0.1, row_there**2 + 0.1),
        ("third", 1 / (1 + small.exp(-here)), 1 / (1 + np.exp(-there))),
        ("ordered", small.partition(here, -1, axis=1)[:, -1], np.partition(there, -1, axis=1)[:, -1]),
        ("stretches", small.maximum.reduceat(here, small.asarray(begins), axis=1), np.maximum.reduceat(there, begins, axis=1)),
        ("beside", small.stack([row_here, row_here > 0], axis=1), np.stack([row_there, row_there > 0], axis=1)),
        ("one by one", small.concatenate([here, here]), np.concatenate([there, there])),
        ("side by side", small.concatenate([here, here > 1], axis=1), np.concatenate([there, there > 1], axis=1)),
        ("one below another", small.stack([row_here, row_here]), np.stack([row_there, row_there])),
        ("most, upright", here.max(axis=1, keepdims=True), there.max(axis=1, keepdims=True)),
        ("mean", here.mean(axis=1, keepdims=True), there.mean(axis=1, keepdims=True)),
        ("columns in order", small.partition(here, -1, axis=0)[-1:], np.partition(there, -1, axis=0)[-1:]),
        ("rows in order", small.argsort(-here, axis=1, kind="stable"), np.argsort(-there, axis=1, kind="stable")),
        ("by two", small.lexsort((-row_here, row_here > 1)), np.lexsort((-row_there, row_there > 1))),
        ("rolled", small.roll(here, 1, axis=0), np.roll(there, 1, axis=0)),
        ("rolled back", small.roll(here, -1, axis=0), np.roll(there, -1, axis=0)),
        ("row by row", small.diff(here, axis=0), np.diff(there, axis=0)),
        ("beside one another", small.diff(row_here), np.diff(row_there)),
        ("how many", small.count_nonzero(here, axis=0), np.count_nonzero(there, axis=0)),
        ("where they meet", here[small.ix_([last, 0], [width - 1])], there[np.ix_([last, 0], [width - 1])]),
        ("corner to corner", (here @ here.T).diagonal(), (there @ there.T).diagonal()),
        ("rows that are not zero", small.nonzero(here)[0], np.nonzero(there)[0]),
        ("columns that are not zero", small.nonzero(here)[1], np.nonzero(there)[1]),
        ("stretches of a row", small.maximum.reduceat(row_here, small.asarray(begins)), np.maximum.reduceat(row_there, begins)),
        ("one column", [*here.T][-1], [*there.T][-1]),
        ("near", small.clip(row_here, 0, 3), np.clip(row_there, 0, 3)),
        ("steps", small.diff(row_here, prepend=-1), np.diff(row_there, prepend=-1)),
        ("close", small.round(row_here / 7, 3), np.round(row_there / 7, 3)),
        ("no", ~(row_here > 0) | (row_here < 0), ~(row_there > 0) | (row_there < 0)),
        ("new shape", row_here.reshape(-1, 1), row_there.reshape(-1, 1)),
        ("upright again", row_here[None], row_there[None]),
    ):
        assert found.shape == expected.shape, name
        assert np.allclose(np.asarray(found.tolist(), dtype=float).reshape(expected.shape), expected, rtol=1e-6, atol=1e-7), name
        if found.kind in "bi":
            assert found.tolist() == expected.tolist(), name


@given(ROWS, st.booleans())
def test_arrays_change_as_those_of_numpy_do(rows: list[list[int]], is_sparse: bool) -> None:
    here, there = both(rows, is_sparse)
    for one in (here, there):
        one[one < 2] = 0
        one[0, [0, -1]] += 1
        one[:, [0]] = one[:, [-1]]
        one[[0, -1]] = one[0]
        one[0, 0] = 7
        one[-1:] = one[:1]
    assert here.tolist() == there.tolist()
    last = there.shape[1] - 1
    for arrays, one in ((small, here), (np, there)):
        arrays.put_along_axis(one, arrays.argsort(-one, axis=1, kind="stable")[:, :1], 9, axis=1)
        one[arrays.ix_([0], [0, last])] += 1
        one[arrays.asarray([0]), arrays.asarray([last])] = arrays.asarray([5.0])
        arrays.maximum(one, one[0] - 1, out=one)
    assert here.tolist() == there.tolist()
    squares = here @ here.T, there @ there.T
    small.fill_diagonal(squares[0], 3)
    np.fill_diagonal(squares[1], 3)
    assert squares[0].tolist() == squares[1].tolist()
    place = int(there.argmax())
    assert small.unravel_index(here.argmax(), here.shape) == tuple(map(int, np.unravel_index(place, there.shape)))
    row_here, row_there = here.sum(axis=0), there.sum(axis=0)
    for row in (row_here, row_there):
        row[:1] = row[-1:]
        row[0] += 0.1
    row_here += here[0]
    row_there += there[0]
    assert np.allclose(row_here.tolist(), row_there, rtol=1e-6)
    own = small.full(3, -small.inf)
    own[:2] = small.asarray([1.0, 2.0])
    assert own.tolist() == [1.0, 2.0, -small.inf]
    here[:] = 0
    assert here.sum() == 0


@given(st.floats(-1, 2), st.lists(st.floats(0, 1), min_size=2, max_size=5, unique=True))
def test_values_between_steps(number: float, steps: list[float]) -> None:
    ordered, values = sorted(steps), [float(place * place) for place in range(len(steps))]
    assert small.interp(number, ordered, values) == pytest.approx(float(np.interp(number, ordered, values)), abs=1e-6)


@given(st.lists(st.lists(st.floats(-2, 2, width=32), min_size=22, max_size=22), min_size=1, max_size=4))
def test_trees_answer_as_with_numpy(rows: list[list[float]]) -> None:
    model = boosted.models().finding["written"]
    expected = model.probable(np.asarray(rows, dtype=np.float32))
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(boosted, "OWN", True)
        patched.setattr(boosted, "np", small)
        found = model.probable(small.asarray(rows, dtype=small.float32))  # type: ignore[arg-type]
    assert np.allclose(found.tolist(), expected, rtol=1e-6)
