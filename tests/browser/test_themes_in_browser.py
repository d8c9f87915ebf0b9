"""Light and dark in a real browser: the page's switch, JupyterLab's theme, figures that follow; letters, pictures to keep."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from legible import LETTERS
from playwright.sync_api import Browser, Page, expect
from servers import Server, Servers
from watching import SHOTS, Watched

ROOT = Path(__file__).resolve().parents[2]
FERRY = ROOT / "tests" / "more_games"
CELL = """\
import bruges_lab as bl
game = bl.new_game(4, 11)
bl.play_out(game, "greedy", 2).into(game)
game.goto(len(game.nodes) // 2)
bl.Explorer(game, lang="fr")
"""
PAPER = "() => getComputedStyle(document.querySelector('.js-plotly-plot .main-svg')).backgroundColor"
DARK, LIGHT = "rgb(30, 27, 23)", "rgb(255, 253, 248)"


@pytest.fixture(scope="module")
def server(module_servers: Servers) -> Server:
    return module_servers.page(CELL, theme="auto", lang="fr")


@pytest.fixture
def watched(browser: Browser) -> Iterator[Watched]:
    context = browser.new_context(viewport={"width": 1280, "height": 800}, accept_downloads=True, color_scheme="dark")
    watched = Watched(context.new_page())
    yield watched
    assert watched.errors == []
    assert watched.outside() == []
    context.close()


def opened(page: Page, address: str) -> None:
    page.goto(address)
    page.locator(".bl-board .bl-pieces").wait_for(timeout=60_000)


def tab(page: Page, name: str) -> None:
    """Open a tab, also one of those in the menu."""
    page.locator(f".bl-tabs [data-act=tab][data-value={name}]").evaluate("(tab) => tab.click()")


def switch(page: Page, theme: str) -> None:
    page.locator("[data-key='menu:steps']").click()
    page.locator("select[data-act=theme]").select_option(theme)
    page.keyboard.press("Escape")
    page.locator("[data-key='menu:steps']").evaluate("(menu) => { menu.parentElement.open = false; }")


@pytest.mark.browser
def test_a_page_is_switched_at_once_and_remembers_it(server: Server, watched: Watched) -> None:
    page = watched.page
    opened(page, server.address)
    explorer = page.locator(".bl-explorer")
    expect(explorer).to_have_class(re.compile(r"\bbl-dark\b"))  # as the system is
    tab(page, "score")
    page.locator(".js-plotly-plot .main-svg").first.wait_for(timeout=60_000)
    assert page.evaluate(PAPER) == DARK
    page.emulate_media(color_scheme="light")
    expect(explorer).to_have_class(re.compile(r"\bbl-light\b"))
    page.wait_for_function(f"({PAPER})() === '{LIGHT}'")
    switch(page, "dark")
    expect(explorer).to_have_class(re.compile(r"\bbl-dark\b"))
    page.wait_for_function(f"({PAPER})() === '{DARK}'")
    assert page.locator("body").get_attribute("data-jp-theme-light") == "false"
    assert page.locator(".js-plotly-plot").count() == 1
    opened(page, server.address)
    expect(explorer).to_have_class(re.compile(r"\bbl-dark\b"))
    assert page.locator("select[data-act=theme]").input_value() == "dark"


@pytest.mark.browser
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_letters_are_large_enough_and_stand_out(server: Server, watched: Watched, theme: str) -> None:
    page = watched.page
    opened(page, server.address)
    page.evaluate("(theme) => localStorage.setItem('bruges-lab-theme', theme)", theme)
    opened(page, server.address)
    SHOTS.mkdir(parents=True, exist_ok=True)
    marked = 0
    for width in (848, 1280, 1920):
        page.set_viewport_size({"width": width, "height": 800})
        for step in ("previous", "previous", "previous"):
            page.locator(f".bl-time [data-act={step}]").click()
            page.wait_for_timeout(250)
            found = page.evaluate(LETTERS, ".bl-explorer")
            marked += found.pop("badges")
            assert found == {"small": [], "faint": [], "covered": []}, (width, step)
        if width < 1900:
            page.screenshot(path=SHOTS / f"theme_{theme}_{width}.png")
    assert marked > 0
    page.set_viewport_size({"width": 1280, "height": 800})
    for name in ("chance", "rule", "threats", "majorities", "score", "simulation", "compare", "edit"):
        tab(page, name)
        page.wait_for_timeout(500)
        found = page.evaluate(LETTERS, ".bl-explorer")
        assert (found["small"], found["faint"]) == ([], []), name


@pytest.mark.browser
def test_pictures_to_keep(server: Server, watched: Watched, tmp_path: Path) -> None:
    page = watched.page
    opened(page, server.address)
    kept = {}
    for kind in ("svg", "png"):
        with page.expect_download() as saved:
            page.locator(f"[data-act=picture][data-value={kind}]").click()
        assert re.fullmatch(rf"bruges-manche-\d+-etape-\d+\.{kind}", saved.value.suggested_filename)
        kept[kind] = tmp_path / kind
        saved.value.save_as(kept[kind])
    drawing = kept["svg"].read_text(encoding="utf-8")
    assert drawing.startswith("<svg")
    assert "var(" not in drawing
    assert "http" not in drawing.replace("http://www.w3.org/", "")
    data = kept["png"].read_bytes()
    assert data.startswith(b"\x89PNG")
    assert int.from_bytes(data[16:20], "big") == 1680
    tab(page, "score")
    page.locator(".modebar-btn").first.wait_for(timeout=60_000)
    tools = page.locator(".modebar-btn")
    expect(tools.first).to_have_attribute("aria-label", "Enregistrer comme image (PNG)")
    for tool, kind in ((tools.first, "png"), (tools.last, "svg")):
        with page.expect_download() as saved:
            tool.focus()
            page.keyboard.press("Enter")
        assert saved.value.suggested_filename.endswith(f".{kind}")
        saved.value.save_as(tmp_path / "figure")
        assert (tmp_path / "figure").read_bytes()[:4] in (b"\x89PNG", b"<svg")


@pytest.mark.browser
def test_a_game_without_pictures_of_its_own(module_servers: Servers, watched: Watched) -> None:
    server = module_servers.serve("--game", "ferry", "--theme", "dark", BRUGES_LAB_GAMES=str(FERRY))
    page = watched.page
    opened(page, server.address)
    found = page.evaluate(LETTERS, ".bl-explorer")
    assert (found["small"], found["faint"], found["covered"]) == ([], [], [])
    with page.expect_download() as saved:
        page.locator("[data-act=picture][data-value=svg]").click()
    assert re.fullmatch(r"ferry-[a-z0-9-]+-step-\d+\.svg", saved.value.suggested_filename)


@pytest.mark.browser
def test_the_theme_of_the_lab_is_followed_while_the_explorer_is_open(servers: Servers, watched: Watched) -> None:
    server = servers.open("mine")
    page = watched.page
    page.emulate_media(color_scheme="light")
    page.goto(server.address)
    page.get_by_role("heading", name="First look").wait_for(timeout=60_000)
    page.locator(".jp-OutputArea-output svg, .jp-OutputArea-output img").first.wait_for()
    page.locator(".jp-Notebook-ExecutionIndicator[data-status=idle]").wait_for(timeout=60_000)
    page.locator(".jp-CodeCell .cm-content").first.click()
    page.keyboard.press("Control+A")
    page.keyboard.type("import bruges_lab as bl; e = bl.Explorer(bl.new_game(2, 3)); e.select('score'); e")
    page.keyboard.press("Shift+Enter")
    explorer = page.locator(".bl-explorer")
    explorer.wait_for(timeout=60_000)
    explorer.locator(".js-plotly-plot .main-svg").first.wait_for(state="attached", timeout=60_000)
    expect(explorer).to_have_class(re.compile(r"\bbl-light\b"))
    assert explorer.locator(".bl-themes").evaluate("(row) => getComputedStyle(row).display") == "none"
    assert page.evaluate(PAPER) == LIGHT
    page.get_by_role("menuitem", name="Settings").click()
    page.locator(".lm-Menu-item", has_text="Theme").first.hover()
    page.locator(".lm-Menu-item", has_text=re.compile("^JupyterLab Dark$")).click()
    expect(explorer).to_have_class(re.compile(r"\bbl-dark\b"))
    page.wait_for_function(f"({PAPER})() === '{DARK}'")
    page.wait_for_timeout(500)
    SHOTS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=SHOTS / "lab_dark.png")
    found = page.evaluate(LETTERS, ".bl-explorer")
    assert (found["small"], found["faint"]) == ([], [])
