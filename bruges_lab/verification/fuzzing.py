"""Fuzzing that learns: inputs that reach new lines of the lab are kept and wounded further.

Where atheris is installed (the extra `fuzz`) it does this, in a process of its own for each reader (atheris_driver.py);
elsewhere a small loop of ours does, over the lines that Python traces. Either way faults are told and shrunk as in any campaign.
"""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import Any

from ..kernel.errors import LabError, one_line
from ..kernel.keyed import Stream
from .doors import Door
from .malformed import Campaign, Fault, Reader, attempt, campaign, shrink
from .measuring import Cost, Limits, TooLong, patience
from .readers import READERS
from .wounds import LARGEST, malform

MISSING = "atheris is not installed (pip install 'bruges-lab[fuzz]'): inputs are guided by the lines they reach, slower"
_PACKAGE = str(Path(__file__).resolve().parents[1])
_KEPT = 500
_DRIVER = Path(__file__).with_name("atheris_driver.py")
_SLOWER = 12
"""Under atheris an input may take so many times as long: every branch is counted, and its clock also runs for other programs."""
_SLOW = "slow-unit-"
"""What atheris calls an input that took long but did not stop it."""


def has_atheris() -> bool:
    """Whether the fuzzer is there."""
    return importlib.util.find_spec("atheris") is not None


def fuzzed(name: str, door: Door, inputs: int, limits: Limits | None = None, largest: int = LARGEST, seed: int = 0) -> Campaign:
    """A campaign of inputs that learn from each other."""
    if has_atheris() and name in READERS:
        return _by_atheris(name, door, inputs, limits, largest, seed)
    return campaign(
        name,
        door.samples(),
        door.read,
        inputs,
        limits=limits,
        made=guided(name, door.samples(), door.read, inputs, seed, largest, limits),
    )


# Our own loop


def guided(
    name: str,
    samples: list[bytes],
    reader: Reader,
    inputs: int,
    seed: int = 0,
    largest: int = LARGEST,
    limits: Limits | None = None,
) -> Iterator[bytes]:
    """Inputs made from the samples and from every input that reached a new line of the lab."""
    kept = list(samples)
    seen: set[tuple[str, int]] = set()
    for sample in samples:
        seen |= lines_reached(reader, sample, limits)
    for number in range(inputs):
        stream = Stream(seed, name, "guided", number)
        data = malform(kept if stream.below(2) else samples, stream, largest)
        reached = lines_reached(reader, data, limits)
        if reached - seen:
            seen |= reached
            kept.append(data)
            del kept[len(samples) : -_KEPT]
        yield data


def lines_reached(reader: Reader, data: bytes, limits: Limits | None = None) -> set[tuple[str, int]]:
    """The lines of the lab that reading an input runs through."""
    reached: set[tuple[str, int]] = set()

    def line(frame: FrameType, _event: str, _argument: Any) -> Any:
        reached.add((frame.f_code.co_filename, frame.f_lineno))
        return line

    def call(frame: FrameType, _event: str, _argument: Any) -> Any:
        return line if frame.f_code.co_filename.startswith(_PACKAGE) else None

    before = sys.gettrace()
    sys.settrace(call)
    try:
        with patience(None if limits is None else limits.seconds):
            reader(data)
    except (Exception, TooLong):  # what it is worth is said when the input is measured, without the tracing
        pass
    finally:
        sys.settrace(before)
    return reached


# Atheris


def _by_atheris(name: str, door: Door, inputs: int, limits: Limits | None, largest: int, seed: int) -> Campaign:
    """Let atheris try so many inputs; it stops at the first fault, which is shrunk here. What was slow is timed again here."""
    most = limits or Limits()
    with tempfile.TemporaryDirectory() as folder:
        corpus, log = Path(folder) / "corpus", Path(folder) / "log"
        corpus.mkdir()
        for number, sample in enumerate(door.samples()):
            (corpus / f"sample-{number}").write_bytes(sample)
        command = [
            sys.executable,
            "-P",
            str(_DRIVER),
            name,
            str(log),
            f"-runs={inputs}",
            f"-seed={seed + 1}",
            f"-max_len={largest}",
        ]
        command += [f"-timeout={_SLOWER * most.seconds:.0f}", f"-report_slow_units={most.seconds:.0f}"]
        command += [f"-rss_limit_mb={2000 + most.megabytes:.0f}"]
        command += [f"-artifact_prefix={folder}/fault-", str(corpus)]
        paths = [str(Path(_PACKAGE).parent), *filter(None, [os.environ.get("PYTHONPATH")])]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
        done = subprocess.run(command, capture_output=True, encoding="utf-8", errors="replace", env=environment, check=False)
        lines = [line.split() for line in log.read_text().splitlines()] if log.exists() else []
        slow = [path.read_bytes() for path in sorted(Path(folder).glob(f"fault-{_SLOW}*"))]
        found = [path.read_bytes() for path in sorted(Path(folder).glob("fault-*")) if _SLOW not in path.name]
    if done.returncode and not found:
        last = (done.stderr.strip().splitlines() or ["nothing said"])[-1]
        raise LabError(f"atheris ended with {done.returncode} on {name}: {one_line(last, 160)}")
    costs = tuple(Cost(float(seconds), float(megabytes)) for _, seconds, megabytes in lines)
    counts = Counter(verdict for verdict, *_ in lines)
    again = campaign(name, door.samples(), door.read, len(found), limits=limits, made=found)
    timed = campaign(name, door.samples(), door.read, len(slow), limits=limits, made=slow)
    faults = (again.faults or tuple(_only_there(data, door.read, limits) for data in found)) + timed.faults
    return Campaign(f"{name} (atheris)", len(lines) + len(found), counts["read"], counts["refused"], costs, faults)


def _only_there(data: bytes, reader: Reader, limits: Limits | None) -> Fault:
    """What went wrong under atheris and does not by itself."""
    verdict, cost = attempt(reader, data, limits)
    fault = Fault(0, f"stopped atheris, but is {verdict!r} in {cost.seconds:.1f} s by itself", "cost", data)
    return fault._replace(data=shrink(fault, ("slow", "cost"), reader, limits))
