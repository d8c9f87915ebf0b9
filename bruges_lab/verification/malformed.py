"""Malformed inputs by the thousand: whatever comes from outside is either read or refused in one clear line.

Valid inputs are damaged at random (bytes cut, doubled, swapped, numbers and words replaced) and handed to the readers. Anything
but a value or a one-line LabError is a failure.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NamedTuple

from ..kernel.errors import LabError
from ..kernel.keyed import Stream

_JUNK = (
    "",
    "0",
    "-1",
    "99999999999999999999999",
    "null",
    "true",
    '"',
    "'",
    "[",
    "]",
    "{",
    "}",
    "{$x}",
    "\n",
    "\0",
    "\u202e",
    "é",
    "🦢",
    "<script>",
    "../../x",
    "=",
    ":",
    "::",
    "1e999",
    "nan",
    "#",
    "[[rule]]",
    "a" * 500,
    "[" * 300,
)

Reader = Callable[[bytes], object]


class Campaign(NamedTuple):
    """What came of a campaign: how many inputs were read, how many refused."""

    name: str
    inputs: int
    read: int
    refused: int

    def __str__(self) -> str:
        return f"{self.name}: {self.inputs} inputs, {self.read} still valid, {self.refused} refused in one line, no traceback"


def damage(data: bytes, stream: Stream) -> bytes:
    """A valid input with one to four wounds."""
    for _ in range(1 + stream.below(4)):
        at = stream.below(len(data) + 1)
        length = stream.below(12)
        wound = stream.below(6)
        if wound == 0:
            data = data[:at]
        elif wound == 1:
            data = data[:at] + data[at + length :]
        elif wound == 2:
            data = data[:at] + stream.pick(_JUNK).encode("utf-8", "surrogatepass") + data[at:]
        elif wound == 3:
            data = data[:at] + bytes([stream.below(256)]) + data[at + 1 :]
        elif wound == 4:
            data = data[:at] + data[at : at + length] * 3 + data[at + length :]
        else:
            lines = data.split(b"\n")
            first, second = stream.below(len(lines)), stream.below(len(lines))
            lines[first], lines[second] = lines[second], lines[first]
            data = b"\n".join(lines)
    return data


def campaign(name: str, samples: Iterable[bytes], reader: Reader, inputs: int, seed: int = 0) -> Campaign:
    """Damage the samples in turn and read them. An AssertionError shows the input on which a reader did not just refuse."""
    samples = list(samples)
    read = refused = 0
    for number in range(inputs):
        stream = Stream(seed, name, number)
        data = damage(samples[number % len(samples)], stream)
        try:
            reader(data)
            read += 1
        except LabError as error:
            message = str(error)
            if not message or "\n" in message or len(message) > 1000:
                raise AssertionError(f"{name} input {number}: not one clear line: {message!r}") from error
            refused += 1
        except Exception as error:
            raise AssertionError(f"{name} input {number} ({data[:200]!r}…): {type(error).__name__}: {error}") from error
    return Campaign(name, inputs, read, refused)


def from_file(read: Callable[[Path], object], name: str) -> Reader:
    """A reader of files as a reader of bytes."""

    def reader(data: bytes) -> object:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / name
            path.write_bytes(data)
            return read(path)

    return reader
