"""What one input costs: seconds of computing, which a busy machine does not change, and the most memory above what was in use."""

from __future__ import annotations

import math
import signal
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

_STATUS = Path("/proc/self/status")
_PEAK = Path("/proc/self/clear_refs")


class Limits(NamedTuple):
    """What an input may cost at most."""

    seconds: float = 5.0
    megabytes: float = 500.0


class Cost(NamedTuple):
    """What an input did cost."""

    seconds: float
    megabytes: float


class TooLong(BaseException):
    """An input on which patience has ended; no reader's `except Exception` may hide it."""


@contextmanager
def patience(seconds: float | None) -> Iterator[None]:
    """Stop what computes longer, where the system has alarms; without a number there is no end to it."""
    if seconds is None or not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def ring(_signal: int, _frame: object) -> None:
        raise TooLong

    before = signal.signal(signal.SIGPROF, ring)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


@contextmanager
def room(megabytes: float | None) -> Iterator[None]:
    """Let nothing take much more memory than it may, so that a faulty reader ends in a MemoryError and not the machine."""
    if megabytes is None or "VmSize" not in _status():
        yield
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    most = (_status()["VmSize"] << 10) + (int(megabytes) << 20)
    with suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_AS, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))
    try:
        yield
    finally:
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


class Meter:
    """Measures what is done inside it: `with Meter() as meter: …`, then `meter.cost`."""

    def __enter__(self) -> Meter:
        self._memory = _in_use()
        self._began = time.process_time()
        return self

    def __exit__(self, *_: object) -> None:
        seconds = time.process_time() - self._began
        self.cost = Cost(seconds, max(0, _peak() - self._memory) / 1024)


def _in_use() -> int:
    """Kilobytes in use now; the peak is counted from here where the system lets us."""
    with suppress(OSError):
        _PEAK.write_text("5")
        return _status().get("VmRSS", 0)
    return _peak()


def _peak() -> int:
    found = _status().get("VmHWM")
    if found is not None:
        return found
    try:
        import resource
    except ImportError:  # Windows: seconds only
        return 0
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def _status() -> dict[str, int]:
    """The figures of this process that Linux tells, in kilobytes."""
    try:
        lines = _STATUS.read_text().splitlines()
    except OSError:
        return {}
    return {name: int(value.split()[0]) for name, _, value in (line.partition(":") for line in lines) if value.endswith(" kB")}


def percentile(values: Sequence[float], percent: float) -> float:
    """The value that so many percent do not exceed."""
    ordered = sorted(values)
    return ordered[max(0, math.ceil(len(ordered) * percent / 100) - 1)] if ordered else 0.0
