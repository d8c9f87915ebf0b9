"""A real browser: Debian's Chromium, headless, with no network but what a test serves."""

from __future__ import annotations

import shutil
from collections.abc import Iterator

import pytest
from places import furnished, room
from playwright.sync_api import Browser, Page, sync_playwright
from servers import module_servers, servers

__all__ = ["furnished", "module_servers", "room", "servers"]

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    chromium = shutil.which("chromium")
    if chromium is None:
        pytest.skip("no chromium on this machine")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, headless=True, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    page = browser.new_page(viewport={"width": 800, "height": 1000})
    yield page
    page.close()
