"""Shared by all tests: nothing is timed, and a run may forbid skips, so that a missing browser cannot pass for a green one."""

import gc
import os
import sys
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("lab", deadline=None)  # a busy machine is no fault of the code: nothing is timed in tests
settings.load_profile("lab")

os.environ["BRUGES_LAB_GAMES"] = str(Path(__file__).parent / "more_games")  # Ferry, for every process that a test starts

os.environ["BRUGES_LAB_KEEP"] = ""  # nothing is kept in the home of whoever runs the tests

os.environ["OPENBLAS_NUM_THREADS"] = "1"  # products are small: beside each other, tests would wait for threads that wait

# What one process has compiled the next one reads, whatever the environment says: tests start many.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

gc.disable()  # until everything is collected: what is made then stays

_skipped: list[str] = []


def pytest_collection_finish() -> None:
    """From here on the collector of garbage leaves alone what stays anyway, modules and tests, and looks less often at the rest.

    As it is set by itself it takes a sixth of the whole run.
    """
    gc.freeze()
    gc.set_threshold(30_000, 20, 50)
    gc.enable()


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if report.skipped and not hasattr(report, "wasxfail"):
        _skipped.append(report.nodeid)


def pytest_collectreport(report: pytest.CollectReport) -> None:
    if report.skipped:
        _skipped.append(report.nodeid)


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    if _skipped and os.environ.get("BRUGES_LAB_NO_SKIPS"):
        print(f"\nskipped, but no skip is allowed here: {', '.join(_skipped)}")
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
