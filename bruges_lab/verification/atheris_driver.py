"""One reader under atheris, started by fuzzing.py as a program of its own, so that the lab is instrumented as it is imported."""

from __future__ import annotations

import sys
from pathlib import Path

import atheris

with atheris.instrument_imports(include=["bruges_lab"]):
    from bruges_lab.kernel.errors import LabError
    from bruges_lab.kernel.keyed import Stream
    from bruges_lab.verification.malformed import attempt
    from bruges_lab.verification.readers import READERS
    from bruges_lab.verification.wounds import malform

DOOR = READERS[sys.argv[1]]
LOG = Path(sys.argv[2])
"""A line an input: what came of it, seconds and megabytes. Atheris ends its process without a last word."""


def try_one(data: bytes) -> None:
    """Read one input; anything but a value or one clear line ends the run."""
    verdict, cost = attempt(DOOR.read, data)
    if isinstance(verdict, tuple):
        raise RuntimeError(verdict[2])
    with LOG.open("a") as log:
        print(verdict, cost.seconds, cost.megabytes, file=log)


def mutate(data: bytes, most: int, seed: int) -> bytes:
    """Half of the inputs by atheris, half by our own wounds, which know more of files."""
    stream = Stream(seed, "atheris")
    if stream.below(2):
        return bytes(atheris.Mutate(data, most))
    return malform([data], stream, most)[:most]


if __name__ == "__main__":
    for sample in DOOR.samples():
        try:
            DOOR.read(sample)
        except LabError as error:
            raise SystemExit(f"a sample is refused: {error}") from None
    atheris.Setup([sys.argv[0], *sys.argv[3:]], try_one, custom_mutator=mutate)
    atheris.Fuzz()
