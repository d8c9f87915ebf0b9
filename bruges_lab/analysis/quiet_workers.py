"""Workers of a simulation that are started and stopped without a word: of Ctrl-C only the process that started them hears."""

from __future__ import annotations

import signal
import warnings
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def without_warnings() -> Iterator[None]:
    """That batches which nobody waits for were cancelled is what was meant."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


@contextmanager
def deaf() -> Iterator[None]:
    """Processes that are started here never hear of Ctrl-C: it is this one that stops, in good order, and ends them.

    It is held back, not lost: this process hears it as soon as they have started.
    """
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    from multiprocessing import resource_tracker

    resource_tracker.ensure_running()  # it is started with them otherwise, and lets Ctrl-C through again
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
