"""Ferry in the explorer, in a real browser: the lab has never heard of the game, and knows it from its folder alone."""

from __future__ import annotations

import pytest
from page_tables import BOARD, LONG, Table
from playwright.sync_api import Browser, expect
from servers import Servers
from watching import Watched

CELL = """\
import bruges_lab as bl
game = bl.new_game("ferry", players=3, seed=4, names=("Ada", "Ben", "Cem"), chance=bl.Ask())
explorer = bl.Explorer(game)
explorer
"""


@pytest.mark.browser
def test_step_choose_set_the_chance_branch_and_why_not(module_servers: Servers, browser: Browser) -> None:
    server = module_servers.page(CELL)  # it knows the folder of further games by BRUGES_LAB_GAMES, as every process does
    watched = Watched(browser.new_page(viewport={"width": 1280, "height": 1000}))
    page = watched.page
    page.goto(server.address)
    page.locator(BOARD).first.wait_for(timeout=LONG)
    table = Table(watched, server)
    decide = table.decide()
    expect(page.locator(".bl-where")).to_contain_text("Ferry")
    expect(page.locator('.bl-tabs [data-value="threats"]')).to_have_count(0)

    # The wind is set by hand.
    table.tab("chance")
    page.locator('.bl-chance [data-act="die"][data-value="0:2"]').click()
    table.settled()
    expect(page.locator(".bl-chance")).to_contain_text("1/6")
    table.shot("ferry_chance")
    page.locator('.bl-chance [data-act="set_chance"]').click()
    table.settled()
    table.tab("decide")
    expect(decide).to_contain_text("The wind blows with force 6.")

    # Ada waits; Ben can do nothing with his cards, and is told why.
    table.choose("wait")
    assert "Ben" in table.asked()
    expect(decide.locator(".bl-impossible").first).to_contain_text("is not stronger than the wind (force 6).")
    table.shot("ferry")

    # Back, and another way.
    table.step("undo")
    table.choose("cross:8")
    expect(page.locator(".bl-lane")).to_have_count(1)

    # Event by event to the start and on again.
    slider = page.locator(".bl-scrub")
    slider.focus()
    page.keyboard.press("Home")
    table.settled()
    table.step("next")
    expect(decide).to_contain_text("The wind blows with force 6.")

    # As one seat sees it: the others' cards are backs.
    page.locator('.bl-time [data-act="seat"]').select_option(label="seen by Ben")
    table.settled()
    expect(table.board().locator('[data-part^="seat0."]').first).to_contain_text("?")
    table.shot("ferry_as_ben")
    assert watched.errors == []
    assert watched.outside() == []
    page.close()
