"""The explorer as a user meets it, in JupyterLab and as a page of its own, with no way to the network: clicks, keys, pictures."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from servers import Server, Servers
from watching import SHOTS, Watched

import bruges_lab as bl

TWO_DUE = {
    "phase": "dice",
    "players": [
        {
            "threats": {"brown": 2, "red": 2},
            "guilders": 5,
            "houses": [{"card": "red", "person": "knight"}, "blue"],
            "hand": ["prince", "thief", "squire", "nun"],
        },
        {"guilders": 4, "hand": ["duke", "earl", "baron", "judge"]},
    ],
}
CELL = f"""\
import bruges_lab as bl
game = bl.scenario({{"given": {TWO_DUE!r}}}, chance=bl.Ask())
explorer = bl.Explorer(game, autosave="game.json")
explorer
"""
LONG = 120_000


class Table:
    """An explorer in a page, and how to use it."""

    def __init__(self, watched: Watched, server: Server) -> None:
        self.watched, self.page, self.server = watched, watched.page, server

    def board(self) -> Locator:
        return self.page.locator(".bl-board .bl-surface")

    def decide(self) -> Locator:
        return self.page.locator(".bl-decide .bl-surface")

    def tab(self, name: str) -> None:
        self.page.locator(f'.bl-tabs [data-value="{name}"]').click()
        expect(self.page.locator(f'.bl-tabs [data-value="{name}"]')).to_have_attribute("aria-selected", "true", timeout=LONG)
        self.settled()

    def step(self, name: str) -> None:
        self.page.locator(f".bl-step-{name}").click()
        self.settled()

    def settled(self) -> None:
        """The kernel has answered everything that was pressed."""
        expect(self.page.locator(".bl-busy")).to_have_count(0, timeout=LONG)
        self.page.wait_for_timeout(150)

    def choose(self, notation: str) -> None:
        self.decide().locator(f'[data-act="choose"][data-value="{notation}"]').click()
        self.settled()

    def target(self, target: str) -> None:
        self.board().locator(f'[data-target="{target}"]').first.click()
        self.settled()

    def shot(self, name: str) -> None:
        SHOTS.mkdir(exist_ok=True)
        self.page.screenshot(path=SHOTS / f"explorer_{name}.png", full_page=True)


@pytest.fixture(scope="module")
def lab(module_servers: Servers) -> Server:
    """JupyterLab on a folder with one notebook."""
    folder = module_servers.home / "mine"
    folder.mkdir()
    cell = {"cell_type": "code", "execution_count": None, "id": "explorer", "metadata": {}, "outputs": [], "source": CELL}
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    notebook = {"cells": [cell], "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}
    (folder / "explorer.ipynb").write_text(json.dumps(notebook), "utf-8")
    return module_servers.open("mine")


@pytest.fixture(scope="module")
def page_of_its_own(module_servers: Servers) -> Server:
    return module_servers.page(CELL)


@pytest.fixture(params=["lab", "page"])
def table(request: pytest.FixtureRequest, browser: Browser) -> Iterator[Table]:
    """The explorer of the cell above, in both front ends."""
    server: Server = request.getfixturevalue("lab" if request.param == "lab" else "page_of_its_own")
    watched = Watched(browser.new_page(viewport={"width": 1280, "height": 1000}))
    page = watched.page
    if request.param == "lab":
        open_notebook(page, server)
    else:
        page.goto(server.address)
    page.locator(".bl-board svg").first.wait_for(timeout=LONG)
    yield Table(watched, server)
    page.close()


def open_notebook(page: Page, server: Server) -> None:
    """Show the notebook and run its cell."""
    token = server.address.rpartition("token=")[2]
    page.goto(f"{server.origin}lab/tree/explorer.ipynb?token={token}&reset")
    page.locator(".jp-Notebook-ExecutionIndicator[data-status=idle]").wait_for(timeout=LONG)
    page.locator(".jp-CodeCell .cm-content").first.click()
    page.keyboard.press("Shift+Enter")
    # It counts as run once it has a number or a star: a key pressed too early goes nowhere.
    prompt = page.locator(".jp-CodeCell .jp-InputPrompt").first
    for _ in range(5):
        page.wait_for_timeout(1500)
        if re.search(r"[*\d]", prompt.inner_text()):
            return
        page.locator(".jp-CodeCell .cm-content").first.click()
        page.keyboard.press("Shift+Enter")


@pytest.mark.browser
def test_a_whole_story(table: Table, tmp_path: Path) -> None:
    page, decide = table.page, table.decide()

    # Two damages at once: the dice are set by hand, and the order is chosen.
    table.tab("chance")
    for value in ("0:3", "1:6", "2:3", "3:6", "4:3"):
        page.locator(f'.bl-chance [data-act="die"][data-value="{value}"]').click()
        table.settled()
    expect(page.locator(".bl-chance")).to_contain_text("1/7776")
    page.locator('.bl-chance [data-act="set_chance"]').click()
    table.settled()
    table.tab("decide")
    expect(decide.locator('[data-act="choose"]')).to_have_count(2)
    table.shot("two_damages")
    table.choose("damage:fire")
    table.choose("burn:0")
    expect(decide).to_contain_text("threat.fire")

    # On to the action phase; a canal is clicked, an impossible house says why.
    for _ in range(6):
        if "Actions" in (table.board().text_content() or ""):
            break
        table.step("phase")
    table.step("decision")
    seat = page.locator(".bl-who").inner_text()
    player = {"Swan": 0, "Lion": 1}[seat]
    live = table.board().locator(f'[data-target^="canal:{player}:"].bl-live')
    expect(live).not_to_have_count(0)
    table.target(f"canal:{player}:left:5")
    expect(table.board().locator(".bl-refusal")).to_contain_text(re.compile(r"action\.canal\."))
    if player == 0:  # the blue house is empty, and nobody in the hand can be paid for
        table.target("house:0:0" if table.board().locator('[data-target="house:0:1"]').count() == 0 else "house:0:1")
        expect(table.board().locator(".bl-refusal, .bl-menu")).not_to_have_count(0)
    before = table.board().locator(f'[data-target^="canal:{player}:"]').count()
    live.first.click()
    table.settled()
    if table.board().locator(".bl-menu").count():
        table.board().locator('.bl-menu [data-act="choose"]').first.click()
        table.settled()
    assert table.board().locator(f'[data-target^="canal:{player}:"]').count() == before
    expect(decide).to_contain_text("canal")

    # Languages, live and everywhere.
    language = page.locator(".bl-head select").first
    for label, words in (("Deutsch", "Entscheiden"), ("Français", "Décider"), ("Italiano", "Decidi"), ("English", "Decide")):
        language.select_option(label=label)
        expect(page.locator('.bl-tabs [data-value="decide"]')).to_have_text(words)
        table.settled()
        table.shot(f"language_{words.lower()}")

    # Back along the timeline, and another way from there.
    slider = page.locator(".bl-scrub")
    last = int(slider.get_attribute("max") or 0)
    slider.focus()
    page.keyboard.press("Home")
    table.settled()
    expect(slider).to_have_value("0")
    page.keyboard.press("End")
    table.settled()
    expect(slider).to_have_value(str(last))
    table.step("undo")
    decide.locator('[data-act="choose"]').last.click()
    table.settled()
    expect(page.locator('.bl-lines [data-act="goto"]')).not_to_have_count(0)
    note = page.locator(".bl-lines input")
    note.fill("<script>document.title='hacked'</script>")
    note.press("Enter")
    table.settled()

    # Every inspector.
    for tab in bl.Explorer(bl.new_game())._stage.tabs:
        table.tab(tab)
        table.shot(f"tab_{tab}")
    table.tab("decide")

    # The page is loaded again: the same game.
    lines = page.locator('.bl-lines [data-act="goto"]').count()
    reload(table)
    expect(page.locator('.bl-lines [data-act="goto"]')).to_have_count(lines, timeout=LONG)
    expect(page.locator(".bl-lines input")).to_have_value("<script>document.title='hacked'</script>")
    assert page.title() != "hacked"

    # To the end, and the score.
    page.locator(".bl-steps input[type=range], .bl-steps .noUi-handle, .bl-steps .widget-slider").first.wait_for()
    for _ in range(40):
        if page.locator(".bl-decide [data-score]").count():
            break
        table.step("round")
        table.step("decision")
    expect(page.locator(".bl-decide [data-score]")).to_have_count(2)
    assert all(int(score) > 0 for score in page.locator(".bl-decide [data-score]").all_inner_texts())
    table.shot("end")
    assert (table.watched.outside(), table.server.outside) == ([], [])
    assert table.watched.errors == []


def reload(table: Table) -> None:
    page = table.page
    page.reload()
    if "/lab" in page.url:
        page.locator(".jp-Notebook-ExecutionIndicator[data-status=idle]").wait_for(timeout=LONG)
        if not page.locator(".bl-board svg").count():
            # The kernel still runs; the cell shows the same game again.
            page.locator(".jp-CodeCell .cm-content").first.click()
            page.keyboard.press("Shift+Enter")
    page.locator(".bl-board svg").first.wait_for(timeout=LONG)
    table.settled()


@pytest.mark.browser
def test_a_turn_with_the_keyboard_alone(module_servers: Servers, browser: Browser) -> None:
    cell = (
        "import bruges_lab as bl\n"
        "explorer = bl.Explorer(bl.new_game(players=2, seed=4))\n"
        "explorer.next_phase(); explorer.next_phase(); explorer.next_decision()\nexplorer\n"
    )
    server = module_servers.page(cell)
    watched = Watched(browser.new_page(viewport={"width": 1280, "height": 1000}))
    table = Table(watched, server)
    page = table.page
    page.goto(server.address)
    page.locator(".bl-board svg").first.wait_for(timeout=LONG)
    who = page.locator(".bl-who").inner_text()
    table.decide().locator('[data-act="choose"]').first.focus()
    page.keyboard.press("2")
    table.settled()
    for _ in range(30):
        if page.locator(".bl-who").inner_text() != who:
            break
        table.decide().locator('[data-act="choose"]').last.focus()
        page.keyboard.press("Enter")
        table.settled()
    assert page.locator(".bl-who").inner_text() != who
    # A target on the board by Tab and Enter.
    live = table.board().locator(".bl-live").first
    assert live.get_attribute("tabindex") == "0"
    assert (live.locator("title").first.text_content() or "").strip()  # what a screen reader says
    live.focus()
    page.keyboard.press("Enter")
    table.settled()
    assert table.board().locator(".bl-menu").count() or page.locator(".bl-because").count()
    page.close()


@pytest.mark.browser
def test_the_next_card_is_named_with_the_keyboard_alone(module_servers: Servers, browser: Browser) -> None:
    server = module_servers.page("import bruges_lab as bl\nexplorer = bl.Explorer(bl.new_game(players=3, seed=7))\nexplorer\n")
    watched = Watched(browser.new_page(viewport={"width": 950, "height": 1000}))
    table = Table(watched, server)
    page = table.page
    page.goto(server.address)
    page.locator(".bl-board svg").first.wait_for(timeout=LONG)
    table.decide().locator('[data-act="tab"][data-value="chance"]').focus()
    page.keyboard.press("Enter")
    cards = page.locator(".bl-chance select")
    cards.wait_for(timeout=LONG)
    before = cards.input_value()
    cards.focus()
    page.keyboard.press("ArrowDown")
    table.settled()
    wanted = cards.input_value()
    assert wanted != before
    expect(page.locator(".bl-chance")).to_contain_text("1/33")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    table.settled()
    expect(page.locator(".bl-message")).to_contain_text("Set by hand")
    expect(page.locator('.bl-lines [data-act="note"]')).to_have_value(re.compile("Set by hand"))
    table.shot("next_card")
    table.tab("decide")
    table.choose("draw:" + wanted.partition(":")[0])
    table.tab("chance")
    expect(cards.locator("option")).not_to_have_count(0)
    expect(cards.locator(f'option[value="{wanted}"]')).to_have_count(0)  # it is in a hand now
    page.locator('.bl-bar [data-act="back"]').click()
    table.settled()
    expect(page.locator(".bl-scrub")).to_have_attribute("max", "0")
    assert watched.errors == []
    page.close()


HOSTILE = "<img src=x onerror=\"document.title='hacked'\">"


@pytest.mark.browser
@pytest.mark.parametrize(("width", "theme"), [(1280, "light"), (800, "light"), (1280, "dark"), (800, "dark")])
def test_how_it_looks_and_that_names_are_only_names(module_servers: Servers, browser: Browser, width: int, theme: str) -> None:
    cell = (
        "import bruges_lab as bl\n"
        f"game = bl.new_game(players=4, seed=5, names=[{HOSTILE[:40]!r}, 'Lion & <b>', 'Lily', 'Bear'])\n"
        "explorer = bl.Explorer(game)\n"
        "for _ in range(14): explorer.next_phase()\n"
        "explorer.next_decision()\nexplorer\n"
    )
    server = module_servers.page(cell, theme=theme)
    watched = Watched(browser.new_page(viewport={"width": width, "height": 1000}))
    page = watched.page
    page.goto(server.address)
    page.locator(".bl-board svg").first.wait_for(timeout=LONG)
    page.wait_for_timeout(800)
    table = Table(watched, server)
    table.shot(f"look_{width}_{theme}")
    assert page.title() != "hacked"
    assert page.locator(".bl-explorer b", has_text="Lion").count() == 0
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    spoken = page.locator(".bl-board [data-target] > title").all_text_contents()
    assert len(spoken) > 40
    assert all(words.strip() for words in spoken)
    assert watched.errors == []
    server.stop()
    page.close()


@pytest.mark.browser
def test_an_error_in_the_kernel_shows_one_sentence_and_everything_goes_on(module_servers: Servers, browser: Browser) -> None:
    cell = (
        "import bruges_lab as bl\n"
        "explorer = bl.Explorer(bl.new_game(players=2, seed=4))\n"
        "def broken(): raise RuntimeError('<b>something</b> odd')\n"
        "explorer.ask_hint = broken\n"
        "explorer._stage._acts['hint'] = lambda _: broken()\n"
        "for surface in explorer.surfaces().values(): surface._acts['hint'] = lambda _: broken()\n"
        "explorer\n"
    )
    server = module_servers.page(cell)
    watched = Watched(browser.new_page(viewport={"width": 1280, "height": 1000}))
    table = Table(watched, server)
    page = table.page
    page.goto(server.address)
    page.locator(".bl-board svg").first.wait_for(timeout=LONG)
    table.decide().locator('[data-act="hint"]').click()
    table.settled()
    expect(page.locator(".bl-message")).to_contain_text("<b>something</b> odd")
    table.decide().locator('[data-act="choose"]').first.click()
    table.settled()
    expect(page.locator(".bl-because")).to_contain_text("draws")
    page.close()
