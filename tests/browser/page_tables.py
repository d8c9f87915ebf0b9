"""An explorer in a page, in JupyterLab or on a page of its own, and how to use it as a person does."""

from __future__ import annotations

import json
import re

from playwright.sync_api import Locator, Page, expect
from servers import Server, Servers
from watching import Watched, shoot

LONG = 120_000
BOARD = ".bl-board [data-target]:visible"
"""Something on a board that can be seen."""


class Table:
    """An explorer in a page, and how to use it."""

    def __init__(self, watched: Watched, server: Server) -> None:
        self.watched, self.page, self.server = watched, watched.page, server

    # What there is

    def board(self) -> Locator:
        return self.page.locator(".bl-board .bl-surface")

    def decide(self) -> Locator:
        return self.page.locator(".bl-decide .bl-surface")

    def asked(self) -> str:
        """The question in the header."""
        return self.page.locator(".bl-asked").inner_text()

    def where(self) -> str:
        """Where the game stands, as the header says it."""
        return self.page.locator(".bl-where").inner_text()

    def pop(self) -> Locator:
        """What is open at a place on the board."""
        return self.page.locator(".bl-pop.bl-shown")

    def size(self) -> tuple[int, int]:
        """The window's width and height."""
        size = self.page.viewport_size
        assert size is not None
        return size["width"], size["height"]

    def inside(self, what: Locator | None = None) -> None:
        """The popover, or something else, lies inside the window, whole."""
        box, (width, height) = (what or self.pop()).bounding_box(), self.size()
        assert box is not None
        assert min(box["x"], box["y"]) >= 0
        assert box["x"] + box["width"] <= width
        assert box["y"] + box["height"] <= height

    # What can be done

    def settled(self) -> None:
        """The kernel has answered everything that was pressed, and the page has drawn it."""
        self.page.wait_for_function(SETTLED, timeout=LONG)

    def still(self, what: str) -> None:
        """Nothing has been drawn there for a while: figures come a little after the answer."""
        self.page.wait_for_function(STILL, arg=what, timeout=LONG)

    def tab(self, name: str) -> None:
        """Open a panel; some stand in a menu."""
        button = self.page.locator(f'.bl-tabs [data-value="{name}"]')
        if not button.is_visible():
            self.page.locator(".bl-tabs summary").click()
        button.click()
        expect(self.page.locator(f'.bl-tabs [data-value="{name}"]')).to_have_attribute("aria-selected", "true", timeout=LONG)
        self.settled()

    def step(self, name: str) -> None:
        """Press a step; some stand in a menu."""
        button = self.page.locator(f'.bl-explorer [data-act="{name}"]').first
        if not button.is_visible():
            self.page.locator(".bl-time summary").first.click()
        button.click()
        self.settled()

    def choose(self, notation: str) -> None:
        self.page.locator(f'.bl-explorer [data-act="choose"][data-value="{notation}"]:visible').first.click()
        self.settled()

    def target(self, target: str) -> None:
        self.board().locator(f'[data-target="{target}"]:visible').first.click()
        self.settled()

    def key(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)
            self.settled()

    def shot(self, name: str) -> None:
        shoot(self.page, f"explorer_{name}")

    def reload(self) -> None:
        """Load the page again; in a notebook whose kernel still runs, run the cell again if nothing is shown."""
        page = self.page
        page.reload()
        if "/lab" in page.url:
            page.locator(".jp-Notebook-ExecutionIndicator[data-status=idle]").wait_for(timeout=LONG)
            if not page.locator(BOARD).count():
                run_cell(page)
        page.locator(BOARD).first.wait_for(timeout=LONG)
        self.settled()


SETTLED = """
() => new Promise((done) => {
  // Not busy for a few frames in a row: what the kernel sends after its answer is drawn as well.
  let quiet = 0;
  const look = () => {
    quiet = document.querySelector('.bl-busy') ? 0 : quiet + 1;
    if (quiet > 5) done(true);
    else setTimeout(look, 20);
  };
  look();
})
"""

STILL = """
(what) => new Promise((done) => {
  let last = '', since = performance.now();
  const look = () => {
    const now = document.querySelector(what).innerHTML;
    if (now !== last) [last, since] = [now, performance.now()];
    if (performance.now() - since > 600) done(true);
    else setTimeout(look, 50);
  };
  look();
})
"""


# Notebooks


def notebook(servers: Servers, folder: str, **cells: str) -> None:
    """Write notebooks of one cell each into a folder of the servers' home."""
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    place = servers.home / folder
    place.mkdir(exist_ok=True)
    for name, source in cells.items():
        cell = {"cell_type": "code", "execution_count": None, "id": "explorer", "metadata": {}, "outputs": [], "source": source}
        book = {"cells": [cell], "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}
        (place / f"{name}.ipynb").write_text(json.dumps(book), "utf-8")


ASKED = re.compile("Select Kernel|Kernel Terminating|Kernel Restarting")
"""What JupyterLab asks or says on a busy machine, where a cell is run before its kernel is there or after the last one went: a
person agrees, and runs the cell once more."""


def open_notebook(page: Page, server: Server, name: str = "explorer") -> None:
    """Show a notebook of one cell and run it."""
    token = server.address.rpartition("token=")[2]
    page.add_locator_handler(page.locator(".jp-Dialog", has_text=ASKED), lambda asked: asked.locator(".jp-mod-accept").click())
    page.goto(f"{server.origin}lab/tree/{name}.ipynb?token={token}&reset")
    page.locator(".jp-Notebook-ExecutionIndicator[data-status=idle]").wait_for(timeout=LONG)
    run_cell(page)


def run_cell(page: Page) -> None:
    """Run the first cell. It counts as run once it has a number or a star: a key pressed too early goes nowhere."""
    prompt, dialog = page.locator(".jp-CodeCell .jp-InputPrompt").first, page.locator(".jp-Dialog")
    for _ in range(8):
        if dialog.count():
            told = dialog.first.inner_text()
            assert ASKED.search(told), f"JupyterLab asks something: {told}"
        page.locator(".jp-CodeCell .cm-content").first.click()
        page.keyboard.press("Shift+Enter")
        page.wait_for_timeout(1500)
        if re.search(r"[*\d]", prompt.inner_text()) and not dialog.count():
            return
    raise AssertionError(f"the cell could not be run: {dialog.first.inner_text() if dialog.count() else prompt.inner_text()!r}")
