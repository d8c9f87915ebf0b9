"""The explorer as a user meets it, in JupyterLab and as a page of its own, with no way to the network: clicks, keys, pictures."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from page_tables import BOARD, LONG, Table, notebook, open_notebook
from playwright.sync_api import Browser, expect
from servers import Server, Servers
from watching import Watched

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


@pytest.fixture(scope="module")
def lab(module_servers: Servers) -> Server:
    """JupyterLab on a folder with one notebook."""
    notebook(module_servers, "mine", explorer=CELL)
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
    page.locator(BOARD).first.wait_for(timeout=LONG)
    yield Table(watched, server)
    page.close()


@pytest.mark.browser
def test_a_whole_story(table: Table, tmp_path: Path) -> None:
    page, decide = table.page, table.decide()

    # Damage of two colours at once: the dice are set by hand, and the order is chosen.
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
    assert "lose" in table.asked()
    decide.locator('[data-act="choose"]').last.click()
    table.settled()
    expect(decide).to_contain_text("threat.fire")

    # On to the action phase: a card, a canal space and a die open where they are, inside the window.
    for _ in range(6):
        if "Actions" in page.locator(".bl-where").inner_text():
            break
        table.step("phase")
    table.step("decision")
    player = 0 if "Swan" in table.asked() else 1
    live = table.board().locator(f'[data-target^="hand:{player}:"].bl-live:visible')
    for target in ("die:red", "pile:first", f"canal:{player}:left:5"):
        table.target(target)
        table.inside()
        expect(table.pop().locator(".bl-cite")).not_to_have_count(0)
        table.key("Escape")  # it may lie over the next one
        expect(table.pop()).to_have_count(0)
    live.first.click()
    table.settled()
    table.inside()
    table.shot("card")
    expect(table.pop().locator(".bl-popname")).not_to_be_empty()
    expect(table.pop().locator(".bl-impossible .bl-cite")).not_to_have_count(0)
    table.pop().locator('[data-act="choose"]').first.click()
    table.settled()
    expect(table.pop()).to_have_count(0)
    expect(table.board().locator(".bl-ring")).not_to_have_count(0)  # what has just changed

    # Languages, live and everywhere.
    language = page.locator('.bl-time [data-act="language"]')
    titles = {
        "Deutsch": "Was geschah",
        "Français": "Ce qui s’est passé",
        "Italiano": "Che cosa è successo",
        "English": "What happened",
    }
    for label, words in titles.items():
        language.select_option(label=label)
        expect(page.locator('.bl-tabs [data-value="decide"]')).to_have_text(words)
        table.settled()
        table.shot(f"language_{label.lower()}")

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
    decide.locator("summary").first.click()
    decide.locator('[data-act="choose"]:visible').last.click()
    table.settled()
    expect(page.locator(".bl-lane")).not_to_have_count(0)
    note = page.locator('.bl-decide [data-act="note"]')
    note.fill("<script>document.title='hacked'</script>")
    note.press("Enter")
    table.settled()

    # Every inspector.
    for tab in bl.Explorer(bl.new_game())._stage.tabs:
        table.tab(tab)
        table.shot(f"tab_{tab}")
    table.tab("decide")

    # The page is loaded again: the same game.
    lines = page.locator(".bl-lane").count()
    table.reload()
    expect(page.locator(".bl-lane")).to_have_count(lines, timeout=LONG)
    expect(page.locator('.bl-decide [data-act="note"]')).to_have_value("<script>document.title='hacked'</script>")
    assert page.title() != "hacked"

    # To the end, and the score.
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
    page.locator(BOARD).first.wait_for(timeout=LONG)
    who = table.asked()
    # To a card by Tab, its popover by Enter, an answer by its number; Space shows what happens and Escape closes.
    page.locator(".bl-next").focus()
    page.keyboard.press(" ")
    table.settled()
    assert page.evaluate("document.activeElement.classList.contains('bl-live')")
    page.keyboard.press("Enter")
    table.settled()
    table.inside()
    assert page.evaluate("document.activeElement.closest('.bl-pop') !== null")
    page.keyboard.press("Escape")
    table.settled()
    expect(table.pop()).to_have_count(0)
    page.keyboard.press("Enter")
    table.settled()
    page.keyboard.press("1")
    table.settled()
    for _ in range(30):
        if table.asked() != who:
            break
        page.keyboard.press("l")
        table.settled()
    assert table.asked() != who
    slider = page.locator(".bl-scrub")
    there = slider.input_value()
    page.keyboard.press("Home")
    table.settled()
    expect(slider).to_have_value("0")
    page.keyboard.press("End")
    table.settled()
    expect(slider).to_have_value(there)
    page.keyboard.press("?")
    table.settled()
    table.inside()
    page.keyboard.press("Escape")
    # What a screen reader says of what can be pressed.
    live = table.board().locator(".bl-live").first
    assert live.get_attribute("tabindex") == "0"
    assert (live.get_attribute("aria-label") or "").strip()
    assert watched.errors == []
    page.close()


@pytest.mark.browser
def test_the_next_card_is_named_with_the_keyboard_alone(module_servers: Servers, browser: Browser) -> None:
    server = module_servers.page("import bruges_lab as bl\nexplorer = bl.Explorer(bl.new_game(players=3, seed=7))\nexplorer\n")
    watched = Watched(browser.new_page(viewport={"width": 950, "height": 1000}))
    table = Table(watched, server)
    page = table.page
    page.goto(server.address)
    page.locator(BOARD).first.wait_for(timeout=LONG)
    page.locator('.bl-tabs [data-value="chance"]').focus()
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
    expect(page.locator(".bl-message")).to_contain_text("Chosen by hand")
    table.shot("next_card")
    table.tab("decide")
    expect(page.locator('.bl-decide [data-act="note"]')).to_have_value(re.compile("Chosen by hand"))
    table.choose("draw:" + wanted.partition(":")[0])
    table.tab("chance")
    expect(cards.locator("option")).not_to_have_count(0)
    expect(cards.locator(f'option[value="{wanted}"]')).to_have_count(0)  # it is in a hand now
    page.locator('.bl-bar [data-act="back"]').click()
    table.settled()
    expect(page.locator(".bl-scrub")).to_have_attribute("max", "0")
    assert watched.errors == []
    page.close()


SMALL = """
[...document.querySelectorAll('.bl-explorer *')]
  .filter((one) => [...one.childNodes].some((inside) => inside.nodeType === 3 && inside.textContent.trim()))
  .filter((one) => one.getClientRects().length && parseFloat(getComputedStyle(one).fontSize) < 11)
  .map((one) => one.textContent.trim())
"""
"""Words in letters of less than eleven pixels."""
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
    page.locator(BOARD).first.wait_for(timeout=LONG)
    page.wait_for_timeout(800)
    table = Table(watched, server)
    table.shot(f"look_{width}_{theme}")
    assert page.title() != "hacked"
    assert page.locator(".bl-explorer b", has_text="Lion").count() == 0
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.evaluate("document.documentElement.scrollHeight") <= 1000  # one screen
    assert page.evaluate(SMALL) == []
    spoken = page.evaluate(
        "[...document.querySelectorAll('.bl-board [data-target]')].map((one) => one.getAttribute('aria-label'))"
    )
    assert len(spoken) > 40
    assert all(words and words.strip() for words in spoken)
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
    page.locator(BOARD).first.wait_for(timeout=LONG)
    table.decide().locator('[data-act="hint"]').click()
    table.settled()
    expect(page.locator(".bl-message")).to_contain_text("<b>something</b> odd")
    page.locator('.bl-bar [data-act="choose"]').first.click()
    table.settled()
    expect(page.locator(".bl-because")).to_contain_text("draws")
    page.close()
