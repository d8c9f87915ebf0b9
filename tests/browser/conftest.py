"""A real browser: Debian's Chromium, headless, with no network but what a test serves."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from typing import Any

import pytest
from places import furnished, room
from playwright.sync_api import Browser, Page, expect, sync_playwright
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


expect.set_options(timeout=30_000)  # as long as anything else is waited for: by itself 5 s, too short on a busy machine


SEEN = "try { localStorage.setItem('bruges-lab:tour:1', 'seen') } catch {}"
"""Whoever runs a test has seen the tour; a page of a new context has not."""


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    chromium = shutil.which("chromium")
    if chromium is None:
        pytest.skip("no chromium on this machine")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, headless=True, args=FLAGS)
        meet = browser.new_page

        def new_page(**options: Any) -> Page:
            page = meet(**options)
            page.add_init_script(SEEN)
            return page

        browser.new_page = new_page  # type: ignore[method-assign]
        yield browser
        browser.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    page = browser.new_page(viewport={"width": 800, "height": 1000})
    yield page
    page.close()
