"""The documentation as somebody reads it: opened from files, in light and dark, searched, and with nothing asked for outside.

The picture on its first page is taken here too, of the real explorer: BRUGES_LAB_SHOTS=keep makes it anew.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from page_tables import BOARD, LONG, Table
from playwright.sync_api import Browser, Page, expect
from servers import Servers
from watching import Watched, save_small_png, shoot

from bruges_lab.site.site_building import build_site

PICTURES = Path(__file__).resolve().parents[2] / "docs" / "pictures"
LARGEST_PICTURE = 150_000
SIZES = {"wide": (1280, 800), "narrow": (400, 800)}
PAGES = {
    "start": "index.html",
    "tutorial": "tutorials/teacher.html",
    "rulebook": "games/bruges/rulebook-de.html",
    "discrepancy": "games/bruges/discrepancies-en.html#d-099",
    "game": "games/burdigala/index.html",
    "architecture": "architecture.html",
    "reference": "reference/games.html",
    "notebook": "notebooks/08_figures.html#what-was-done",
}
CELL = """\
import bruges_lab as bl
bl.Explorer(bl.scenario({"name": "first_page", "given": {
    "round": 3, "phase": "actions", "turn": 2, "start": 0, "dice": {"blue": 1, "brown": 6, "yellow": 5, "red": 5, "purple": 2},
    "players": [
        {"points": 12, "guilders": 7, "workers": {"blue": 1, "yellow": 2, "red": 1, "purple": 3},
         "threats": {"blue": 1, "brown": 2, "yellow": 2}, "reputation": 3, "canals": {"left": 3, "right": 1},
         "houses": [{"card": "red", "person": "thief"}, {"card": "blue", "person": "prince", "used": True}, "yellow"],
         "hand": ["judge", "minstrel", "geographer", "cardinal"]},
        {"points": 9, "guilders": 3, "workers": {"blue": 2, "brown": 1}, "threats": {"blue": 1, "red": 1}, "reputation": 2,
         "canals": {"right": 5}, "statues": [7], "houses": [{"card": "brown", "person": "notary"}, "purple"],
         "hand": ["red", "red", "yellow", "brown"], "majorities": ["canal"]},
        {"points": 15, "guilders": 11, "workers": {"yellow": 1, "red": 2}, "threats": {"brown": 2, "purple": 1}, "reputation": 3,
         "canals": {"left": 2, "right": 2},
         "houses": [{"card": "yellow", "person": "mayor"}, {"card": "red", "person": "bishop"}],
         "hand": ["blue", "purple", "yellow", "red"], "majorities": ["people"]}]}}))
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built."""
    return build_site(tmp_path_factory.mktemp("docs") / "site").parent


@pytest.fixture(params=["light", "dark"])
def reader(request: pytest.FixtureRequest, browser: Browser) -> Iterator[Watched]:
    """A page in light or dark; in the end nothing was complained of and nothing asked for but files."""
    context = browser.new_context(color_scheme=request.param)
    watched = Watched(context.new_page())
    yield watched
    assert watched.errors == []
    assert [url for url in watched.requests if not url.startswith(("file:", "data:", "blob:", "about:"))] == []
    context.close()


def opened(page: Page, site: Path, place: str) -> None:
    page.goto(f"{site.as_uri()}/{place}")
    page.locator("article h1").first.wait_for()


@pytest.mark.browser
@pytest.mark.parametrize("size", SIZES)
def test_pages_fit_the_window_and_can_be_read(size: str, reader: Watched, site: Path) -> None:
    page = reader.page
    width, height = SIZES[size]
    page.set_viewport_size({"width": width, "height": height})
    dark = page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")
    for name, place in PAGES.items():
        opened(page, site, place)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, name
        assert page.locator("body").get_attribute("data-md-color-scheme") == ("slate" if dark else "default")
        assert contrast(page, "article p:not(.bl-languages)") > 7, name
        for image in page.locator("article img:visible").all():
            assert image.evaluate("(image) => image.complete && image.naturalWidth > 0"), name
        shoot(page, f"docs_{name}_{size}_{'dark' if dark else 'light'}")


def contrast(page: Page, what: str) -> float:
    """How much letters stand out from the page: 1 to 21."""
    found: float = page.locator(what).first.evaluate(
        """(one) => {
          const parts = (colour) => colour.match(/[\\d.]+/g).slice(0, 3).map((part) => {
            const share = part / 255;
            return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
          });
          const light = (colour) => parts(colour).reduce((sum, part, at) => sum + part * [0.2126, 0.7152, 0.0722][at], 0);
          const both = [getComputedStyle(one).color, getComputedStyle(document.body).backgroundColor];
          const [dark, bright] = both.map(light).sort((a, b) => a - b);
          return (bright + 0.05) / (dark + 0.05);
        }"""
    )
    return found


@pytest.mark.browser
def test_a_rule_and_a_discrepancy_are_found_by_the_search(reader: Watched, site: Path) -> None:
    page = reader.page
    page.set_viewport_size({"width": 1280, "height": 800})
    opened(page, site, "index.html")
    for words, place in (
        ("threat.fire.occupied_house", "games/bruges/rulebook-en.html"),
        ("D-099", "games/bruges/discrepancies-en.html"),
        ("why_not", "reference/games.html"),
        ("Handkarten", "games/bruges/"),
    ):
        field = page.locator("input.md-search__input")
        field.click()
        field.fill("")
        field.press_sequentially(words)
        expect(page.locator(f'.md-search-result__item a[href*="{place}"]').first).to_be_visible(timeout=LONG)
        shoot(page, f"docs_search_{words.lower().replace('.', '_')}")
    field.fill("")
    field.press_sequentially("threat.fire.occupied_house")
    result = page.locator('.md-search-result__item a[href$="#threat.fire.occupied_house"]').first
    expect(result).to_be_visible(timeout=LONG)
    result.click()
    expect(page).to_have_url(re.compile(r"rulebook-\w\w\.html.*#threat\.fire\.occupied_house$"))
    expect(page.locator('[id="threat.fire.occupied_house"]')).to_be_in_viewport()


@pytest.mark.browser
def test_a_reader_goes_from_a_rule_to_its_open_question_and_to_another_language(reader: Watched, site: Path) -> None:
    page = reader.page
    opened(page, site, "games/bruges/rulebook-en.html#threat.shortage")
    rule = page.locator(".bl-rule", has=page.locator('[id="threat.shortage"]'))
    expect(rule).to_be_in_viewport()
    rule.get_by_role("link", name="D-099").click()
    expect(page.locator('[id="d-099"]')).to_be_in_viewport()
    page.locator(".bl-languages").get_by_role("link", name="Deutsch").click()
    expect(page.locator("[lang=de] h1").first).to_be_visible()


@pytest.mark.browser
def test_figures_of_a_notebook_are_drawn_in_the_colours_of_the_page(reader: Watched, site: Path) -> None:
    page = reader.page
    opened(page, site, "notebooks/08_figures.html")
    figures = page.locator(".bl-figure .js-plotly-plot")
    expect(figures).to_have_count(page.locator(".bl-figure").count(), timeout=LONG)
    paper = figures.first.locator(".main-svg").first.evaluate("(one) => getComputedStyle(one).backgroundColor")
    assert paper == page.evaluate("getComputedStyle(document.body).backgroundColor")


@pytest.mark.browser
def test_the_theme_can_be_chosen_and_stays(reader: Watched, site: Path) -> None:
    page = reader.page
    opened(page, site, "index.html")
    before = page.locator("body").get_attribute("data-md-color-scheme")
    for _ in range(3):
        page.locator("form[data-md-component=palette] label:visible").click()
        if page.locator("body").get_attribute("data-md-color-scheme") != before:
            break
    after = page.locator("body").get_attribute("data-md-color-scheme")
    assert after != before
    opened(page, site, "architecture.html")
    assert page.locator("body").get_attribute("data-md-color-scheme") == after


@pytest.mark.browser
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_picture_of_the_first_page_can_be_taken(theme: str, module_servers: Servers, browser: Browser) -> None:
    watched = Watched(browser.new_page(viewport={"width": 1200, "height": 760}))
    server = module_servers.page(CELL, theme=theme)
    watched.page.goto(server.address, timeout=LONG)
    table = Table(watched, server)
    watched.page.locator(BOARD).first.wait_for(timeout=LONG)
    table.settled()
    table.target("hand:0:cardinal")
    expect(table.pop()).to_be_visible()
    picture = shoot(watched.page, f"docs_explorer_{theme}").read_bytes()
    file = PICTURES / f"explorer_{theme}.png"
    if os.environ.get("BRUGES_LAB_SHOTS") == "keep":
        save_small_png(watched.page, picture, file)
    assert file.stat().st_size < LARGEST_PICTURE
    assert file.read_bytes()[16:24] == picture[16:24], "of another size than the explorer that was taken"
    assert watched.errors == []
    assert watched.outside() == []
    watched.page.close()
