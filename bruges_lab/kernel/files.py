"""Reading and writing files so that nothing is ever half done: whole file or nothing, size checked, errors in one line."""

from __future__ import annotations

import os
from pathlib import Path

from .errors import LabError, one_line

LARGEST = 50 * 1024 * 1024


def write_whole(path: str | Path, data: bytes) -> None:
    """Write beside the target, then rename: a failure leaves the old file as it was."""
    import tempfile  # only when something is written

    target = Path(path)
    temporary = ""
    try:
        handle, temporary = tempfile.mkstemp(prefix=f".{target.name[:40]}.", dir=target.parent)
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        mode = target.stat().st_mode & 0o777 if target.exists() else 0o666 & ~_umask()
        os.chmod(temporary, mode)
        os.replace(temporary, target)
    except (OSError, ValueError) as error:
        if temporary:
            Path(temporary).unlink(missing_ok=True)
        raise LabError(
            f"{one_line(target.name)}: cannot be written: {one_line(getattr(error, 'strerror', None) or error)}"
        ) from None


def read_whole(path: str | Path, largest: int = LARGEST) -> bytes:
    """Read a file of bounded size."""
    source = Path(path)
    try:
        if not source.is_file():
            raise LabError(f"{one_line(source.name)}: there is no such file")
        with source.open("rb") as file:
            data = file.read(largest + 1)
    except (OSError, ValueError) as error:
        if isinstance(error, LabError):
            raise
        raise LabError(
            f"{one_line(source.name)}: cannot be read: {one_line(getattr(error, 'strerror', None) or error)}"
        ) from None
    if len(data) > largest:
        raise LabError(f"{one_line(source.name)}: is larger than {largest} bytes")
    return data


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
