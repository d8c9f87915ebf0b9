"""Malformed inputs by the thousand: whatever comes from outside is read or refused in one clear line, soon and in little room.

A campaign wounds and grows the samples of a reader and hands them to it. Anything but a value or a one-line LabError is a fault,
and so is an input that costs more than the limits. Faults are shrunk, so that the one to be mended can be seen.
"""

from __future__ import annotations

import tempfile
import traceback
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from ..kernel.errors import LabError, one_line
from ..kernel.keyed import Stream
from .measuring import Cost, Limits, Meter, TooLong, patience, percentile
from .wounds import LARGEST, malform

Reader = Callable[[bytes], object]

_LONGEST_LINE = 1000
_TRIES = 400
_SHOWN = 160


class Fault(NamedTuple):
    """An input that a reader neither read nor refused as it should."""

    number: int
    what: str
    where: str
    """The line of our own code where it broke, for telling faults apart."""
    data: bytes
    times: int = 1

    def __str__(self) -> str:
        half = _SHOWN // 2
        shown = repr(self.data) if len(self.data) <= _SHOWN else f"{self.data[:half]!r} … {self.data[-half:]!r}"
        again = f", and {self.times - 1} more like it" if self.times > 1 else ""
        return f"input {self.number}{again}: {self.what} ({self.where}) on {len(self.data)} bytes: {shown}"


class Campaign(NamedTuple):
    """What came of a campaign: how many inputs were read, how many refused, what they cost, and what went wrong."""

    name: str
    inputs: int
    read: int
    refused: int
    costs: tuple[Cost, ...]
    faults: tuple[Fault, ...]

    def __str__(self) -> str:
        seconds, memory = ([getattr(cost, field) for cost in self.costs] for field in Cost._fields)
        well = f"{sum(fault.times for fault in self.faults)} FAULTS" if self.faults else "no traceback"
        return (
            f"{self.name}: {self.inputs} inputs, {self.read} still valid, {self.refused} refused in one line, {well}; "
            f"at most {max(seconds, default=0):.2f} s (99 %: {percentile(seconds, 99):.2f} s), "
            f"{max(memory, default=0):.0f} MB (99 %: {percentile(memory, 99):.0f} MB)"
        )


def campaign(
    name: str,
    samples: Iterable[bytes],
    reader: Reader,
    inputs: int,
    seed: int = 0,
    *,
    limits: Limits | None = None,
    largest: int = LARGEST,
    made: Iterable[bytes] | None = None,
) -> Campaign:
    """Wound and grow the samples and read them. Without limits only faults count, not what an input costs.

    The samples are read first as they are: that warms everything up, and a sample that is refused proves nothing. `made` gives
    the inputs instead, for a campaign that is guided.
    """
    samples = list(samples)
    for sample in samples:
        _warm_up(name, sample, reader)
    numbered = enumerate(made if made is not None else _plain(name, samples, inputs, seed, largest))
    read = refused = 0
    costs: list[Cost] = []
    faults: dict[tuple[str, str], Fault] = {}
    for number, data in numbered:
        verdict, cost = attempt(reader, data, limits)
        costs.append(cost)
        read += verdict == "read"
        refused += verdict == "refused"
        if isinstance(verdict, tuple):
            first = faults.get(verdict[:2])
            times = 1 if first is None else first.times + 1
            if first is None or (verdict[1] == "cost" and len(data) < len(first.data)):
                faults[verdict[:2]] = Fault(number, verdict[2], verdict[1], data, times)
            else:
                faults[verdict[:2]] = first._replace(times=times)
    shrunk = [fault._replace(data=shrink(fault, key, reader, limits)) for key, fault in faults.items()]
    return Campaign(name, len(costs), read, refused, tuple(costs), tuple(shrunk))


def _warm_up(name: str, sample: bytes, reader: Reader) -> None:
    try:
        reader(sample)
    except LabError as error:
        raise AssertionError(f"{name}: a sample that should be valid is refused: {one_line(error, 300)}") from error


def _plain(name: str, samples: list[bytes], inputs: int, seed: int, largest: int) -> Iterator[bytes]:
    for number in range(inputs):
        yield malform(samples, Stream(seed, name, number), largest)


# One input


Verdict = str | tuple[str, str, str]
"""“read”, “refused”, or the kind of a fault, where it broke, and what is wrong."""


def attempt(reader: Reader, data: bytes, limits: Limits | None = None) -> tuple[Verdict, Cost]:
    """Read one input, and say what came of it and what it cost."""
    verdict: Verdict = "read"
    with Meter() as meter:
        try:
            with patience(None if limits is None else 2 * limits.seconds):
                reader(data)
        except LabError as error:
            message = str(error)
            verdict = "refused"
            if not message or "\n" in message or len(message) > _LONGEST_LINE:
                verdict = ("line", _place(error), f"not one clear line: {one_line(message, 80)!r}")
        except TooLong as error:
            verdict = ("slow", "cost", f"given up in {_place(error)}")
        except Exception as error:
            verdict = (type(error).__name__, _place(error), f"{type(error).__name__}: {one_line(error, 160)}")
    cost = meter.cost
    if limits is not None and cost.seconds > limits.seconds:
        given_up = f", {verdict[2]}" if verdict[0] == "slow" else ""
        verdict = ("slow", "cost", f"took {cost.seconds:.1f} s{given_up}")
    elif limits is not None and cost.megabytes > limits.megabytes and isinstance(verdict, str):
        verdict = ("large", "cost", f"took {cost.megabytes:.0f} MB")
    return verdict, cost


def _place(error: BaseException) -> str:
    """Where in the package an exception came from."""
    package = str(Path(__file__).resolve().parents[1])
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if frame.filename.startswith(package)]
    last = next((frame for frame in reversed(frames) if "verification" not in Path(frame.filename).parts), None)
    return "nowhere of ours" if last is None else f"{Path(last.filename).relative_to(package).as_posix()}:{last.lineno}"


def shrink(fault: Fault, key: tuple[str, str], reader: Reader, limits: Limits | None = None, tries: int = _TRIES) -> bytes:
    """Leave out whatever can be left out while the same fault remains; what costs too much is left as it is."""
    if key[1] == "cost":
        return fault.data
    data, step = fault.data, max(1, len(fault.data) // 2)
    while step and tries > 0:
        at = 0
        while at < len(data) and tries > 0:
            smaller = data[:at] + data[at + step :]
            verdict, _ = attempt(reader, smaller, limits)
            tries -= 1
            if isinstance(verdict, tuple) and verdict[:2] == key:
                data = smaller
            else:
                at += step
        step //= 2
    return data


def from_file(read: Callable[[Path], object], name: str) -> Reader:
    """A reader of files as a reader of bytes."""

    def reader(data: bytes) -> object:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / name
            path.write_bytes(data)
            return read(path)

    return reader
