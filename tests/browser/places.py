"""Where a story plays: JupyterLab and the page of its own, in windows of the sizes that people have.

A story is a test that gets a table set up by its cell. CI plays it at one place; with BRUGES_LAB_STORIES=all, as
`bruges-lab verify stories` sets it, at all of them.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import pytest
from page_tables import BOARD, LONG, Table, notebook, open_notebook, run_cell
from playwright.sync_api import Browser, TimeoutError
from servers import Server, Servers
from watching import Watched, keep

EVERYWHERE = os.environ.get("BRUGES_LAB_STORIES") == "all"


@dataclass(frozen=True)
class Place:
    """A front end and the size of its window."""

    name: str
    lab: bool
    width: int
    height: int


LAB_1280 = Place("lab-1280", True, 1280, 800)
LAB_1366 = Place("lab-1366", True, 1366, 768)
PAGE_800 = Place("page-800", False, 800, 900)
PAGE_1280 = Place("page-1280", False, 1280, 800)
PAGE_1920 = Place("page-1920", False, 1920, 1080)
PLACES = (LAB_1280, LAB_1366, PAGE_800, PAGE_1280, PAGE_1920)


def story(*usual: Place) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """A story: in CI at these places, else everywhere."""

    def told(test: Callable[..., None]) -> Callable[..., None]:
        places = PLACES if EVERYWHERE else usual
        return pytest.mark.browser(pytest.mark.parametrize("place", places, ids=lambda place: place.name)(test))

    return told


@dataclass
class Room:
    """Sets tables up: one JupyterLab for all of a theme, one page of its own for each cell and theme."""

    servers: Servers
    browser: Browser
    labs: dict[str, Server] = field(default_factory=dict)
    pages: dict[tuple[str, str], Server] = field(default_factory=dict)
    open: list[Table] = field(default_factory=list)
    notebooks: int = 0

    def table(self, place: Place, cell: str, *, theme: str = "light") -> Table:
        """A table at a place, with what the cell shows on it; everything that goes wrong there is noted."""
        watched = Watched(self.browser.new_page(viewport={"width": place.width, "height": place.height}))
        page = watched.page
        if place.lab:
            self.notebooks += 1  # each story its own, and so its own kernel: none that another page has just left
            name = f"story_{self.notebooks}"
            notebook(self.servers, "mine", **{name: cell})
            server = self.lab(theme)
            open_notebook(page, server, name)
            shown_in_lab(watched)
        else:
            key = cell, theme
            server = self.pages[key] = self.pages.get(key) or self.servers.page(cell, theme=theme)
            page.goto(server.address)
        table = Table(watched, server)
        self.open.append(table)
        page.locator(BOARD).first.wait_for(timeout=LONG)
        table.settled()
        if place.lab:  # as somebody who wants to use it scrolls, so that all of it is seen
            page.locator(".bl-explorer").evaluate("(one) => one.scrollIntoView({block: 'nearest'})")
        return table

    def lab(self, theme: str) -> Server:
        """JupyterLab as its user has set it."""
        if theme not in self.labs:
            settings = self.servers.home / f"settings-{theme}"
            themes = settings / "@jupyterlab" / "apputils-extension" / "themes.jupyterlab-settings"
            themes.parent.mkdir(parents=True)
            themes.write_text(f'{{"theme": "JupyterLab {theme.title()}"}}', "utf-8")
            self.labs[theme] = self.servers.open("mine", JUPYTERLAB_SETTINGS_DIR=str(settings))
        return self.labs[theme]

    def clear(self) -> None:
        """Nothing was complained of and nothing asked for outside; what is open is closed."""
        tables, self.open = self.open, []
        found: list[str] = []
        for table in tables:
            watched = table.watched
            found += [*watched.errors, *watched.outside(), *table.server.outside]
            watched.page.close()
        assert not found, f"complained of, or asked for outside: {found}"


def shown_in_lab(watched: Watched) -> None:
    """Wait for the explorer. A cell that is run before JupyterLab has got its widgets ready shows none, and is run again."""
    try:
        watched.page.locator(BOARD).first.wait_for(timeout=LONG / 4)
    except TimeoutError:
        too_early = [words for words in watched.errors if UNREADY.search(words)]
        if not too_early:
            return  # it is only slow
        watched.errors = [words for words in watched.errors if words not in too_early]
        run_cell(watched.page)


UNREADY = re.compile(r"Exception opening new comm|reading 'kernel'")
"""What JupyterLab says where it had no room for widgets yet."""


def kept(table: Table, place: Place, name: str) -> None:
    """Take a picture of a story; a small copy of it can be kept."""
    keep(table.page, f"{name}_{place.name}")


@pytest.fixture(scope="module")
def furnished(module_servers: Servers, browser: Browser) -> Room:
    return Room(module_servers, browser)


@pytest.fixture
def room(furnished: Room) -> Iterator[Room]:
    yield furnished
    furnished.clear()
