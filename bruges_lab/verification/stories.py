"""The stories of the explorer in a real browser, in JupyterLab and on the page, in windows of all sizes: CI plays each in one.

They are tests (tests/browser); here they are run everywhere, by a process of their own. They need a working copy, Chromium and
what the extra `test` installs.
"""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator

from ..kernel.errors import LabError, one_line
from .installing import working_copy

NEEDED = ("pytest", "playwright", "axe_playwright_python")
WHY = ("E   ", "____")
"""How a line begins that names a story that failed, or says what was wrong."""
ON_PAGE = "Aria snapshot:"
"""After this comes all that was on the page, which tells nobody why."""
FIGURES = "site figures:"
"""How a line begins with what a story measured."""
TOLD = re.compile(r"::(test_\w+)(?:\[(.*)\])? (PASSED|FAILED|ERROR|SKIPPED)")


def stories(_size: int) -> Iterator[str]:
    """Every story at every place; each a line, and a fault where one fails or is left out."""
    yield from _played("test_*stor*_in_browser.py")


def site(_size: int) -> Iterator[str]:
    """The static site, built and opened: its stories, with what they measure."""
    if shutil.which("npm") is None:
        raise LabError("npm is not on this machine: the site has Python for browsers from there")
    yield from _played("test_static_site_in_browser.py", "-s")


def _played(pattern: str, *more: str) -> Iterator[str]:
    root = working_copy()
    if missing := [name for name in NEEDED if importlib.util.find_spec(name) is None]:
        raise LabError(f'{", ".join(missing)}: not installed (pip install -e ".[test]")')
    if shutil.which("chromium") is None:
        raise LabError("chromium is not on this machine: the stories need a real browser")
    files = sorted(str(path) for path in (root / "tests" / "browser").glob(pattern))
    options = ["-v", *more, "-p", "no:cacheprovider", "-o", "addopts=", "-m", "browser", "--strict-markers", "--tb=short"]
    environment = {**os.environ, "BRUGES_LAB_STORIES": "all", "BRUGES_LAB_NO_SKIPS": "1", "BRUGES_LAB_FIGURES": "1"}
    environment["PYTHONPATH"] = os.pathsep.join(filter(None, [str(root), os.environ.get("PYTHONPATH")]))
    command = [sys.executable, "-P", "-m", "pytest", *options, *files]
    process = subprocess.Popen(
        command, cwd=root, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace"
    )
    assert process.stdout is not None
    failed, last, on_page = [], "", False
    for line in process.stdout:
        last = line.strip() or last
        if line.startswith(FIGURES):
            yield one_line(line.removeprefix(FIGURES).strip(), 300)
        if line.startswith(WHY):
            on_page = line.startswith("E") and (on_page or ON_PAGE in line)
            if not on_page:
                yield one_line(line.removeprefix("E").strip(), 300)
        if found := TOLD.search(line):
            told = f"{found[1].removeprefix('test_').replace('_', ' ')} ({found[2] or 'once'})"
            yield f"{told}: {found[3].lower()}"
            failed += [told] if found[3] != "PASSED" else []
    if process.wait() or failed:
        raise AssertionError(f"stories: {one_line('; '.join(failed) or last, 500)}")
    yield last.strip("= ")
