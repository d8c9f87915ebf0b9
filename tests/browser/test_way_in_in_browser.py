"""How somebody new comes in, in a real browser: a new game by mouse, a scenario by keyboard, and the tour, once."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from servers import Server, Servers
from test_explorer_in_browser import LONG, Table, lab, open_notebook
from watching import Watched

__all__ = ["lab"]

CELL = """\
import bruges_lab as bl
explorer = bl.Explorer(bl.new_game(players=3, seed=7))
explorer
"""
INSIDE = """
(box) => {
  const at = box.getBoundingClientRect();
  return at.left >= 0 && at.top >= 0 && at.right <= innerWidth && at.bottom <= innerHeight && at.width > 200;
}
"""


@pytest.fixture(scope="module")
def server(module_servers: Servers) -> Server:
    return module_servers.page(CELL)


def sit_down(browser: Browser, server: Server, width: int, height: int) -> Table:
    table = Table(Watched(browser.new_page(viewport={"width": width, "height": height})), server)
    table.page.goto(server.address)
    table.page.locator(".bl-board svg").first.wait_for(timeout=LONG)
    return table


def dialog(page: Page) -> Locator:
    return page.locator(".bl-dialog.bl-shown .bl-dialogbox")


def focused(page: Page, inside: str) -> bool:
    return bool(page.evaluate("(inside) => document.activeElement.closest(inside) !== null", inside))


@pytest.mark.browser
def test_a_new_game_by_mouse_alone(server: Server, browser: Browser) -> None:
    table = sit_down(browser, server, 1280, 800)
    page = table.page
    opens = page.locator(".bl-ways > [data-act=new_game]")
    opens.click()
    box = dialog(page)
    expect(box).to_be_visible()
    assert box.evaluate(INSIDE)
    assert (box.get_attribute("role"), box.get_attribute("aria-modal")) == ("dialog", "true")
    assert focused(page, ".bl-dialogbox")
    assert page.locator(".bl-bar").first.evaluate("(bar) => bar.inert")
    for key in ("l", "1", "ArrowRight"):  # keys of the game, which is not meant now
        page.keyboard.press(key)
    table.settled()
    expect(page.locator(".bl-scrub")).to_have_attribute("max", "0")

    # A press beside it closes it, × does, and so does Escape; the keyboard goes back to the button.
    for close in ("beside", "cross", "escape"):
        if close == "beside":
            page.mouse.click(60, 500)
        elif close == "cross":
            box.locator(".bl-close").click()
        else:
            page.keyboard.press("Escape")
        expect(dialog(page)).to_have_count(0)
        assert focused(page, "[data-act=new_game]")
        opens.click()
        expect(dialog(page)).to_have_count(1)
        table.settled()

    # Four at the table, one of them played by the computer.
    box.locator('[data-act="new.players"][data-value="4"]').click()
    expect(box.locator(".bl-newseat")).to_have_count(4)
    box.locator('[data-act="new.name.1"]').fill("Lion & <b>")
    box.locator('[data-act="new.who.3"]').select_option("random")
    box.locator('[data-act="new.shuffle"]').fill("nine")
    box.locator('[data-act="new.start"]').click()
    expect(box.locator(".bl-dialogwrong")).to_contain_text("between 0 and 999999")
    box.locator('[data-act="new.shuffle"]').fill("9")
    box.locator('[data-act="new.start"]').click()
    expect(dialog(page)).to_have_count(0)
    table.settled()
    expect(page.locator(".bl-board [data-seat]")).to_have_count(4)
    expect(table.board()).to_contain_text("Lion & <b>")
    page.keyboard.press(" ")  # the keyboard is the game's: Next points at what can be chosen
    table.settled()
    assert focused(page, ".bl-live, [data-act=choose]")

    # Another game of the lab, and back to both of the former.
    opens.click()
    box.locator('[data-act="new.game"]').select_option("ferry")
    expect(box.locator('[data-act="new.reading"]')).to_have_count(0)
    table.settled()
    box.locator('[data-act="new.start"]').click()
    expect(page.locator(".bl-where")).to_contain_text("Ferry")
    table.settled()
    page.locator('.bl-bar [data-act="back"]').click()
    expect(page.locator(".bl-where")).to_contain_text("Bruges")
    expect(page.locator(".bl-board [data-seat]")).to_have_count(4)
    page.locator('.bl-bar [data-act="back"]').click()
    expect(page.locator(".bl-board [data-seat]")).to_have_count(3)
    table.settled()
    assert table.watched.errors == []
    page.close()


@pytest.mark.browser
def test_a_scenario_from_the_library_by_keyboard_alone(server: Server, browser: Browser) -> None:
    table = sit_down(browser, server, 848, 700)
    page = table.page
    row = page.locator(".bl-timerow")
    assert row.evaluate("(row) => row.scrollWidth <= row.clientWidth && row.clientHeight < 100")
    page.locator(".bl-ways summary").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(dialog(page)).to_be_visible()
    assert dialog(page).evaluate(INSIDE)
    assert focused(page, "[type=search]")
    assert not page.locator(".bl-ways details").evaluate("(menu) => menu.open")

    # Hotkeys are letters here, Tab stays inside, Escape leads back to the menu.
    page.keyboard.type("low l")
    table.settled()
    expect(page.locator("[type=search]")).to_have_value("low l")
    page.keyboard.press("Shift+Tab")
    assert focused(page, ".bl-close")
    page.keyboard.press("Shift+Tab")
    assert focused(page, ".bl-dialogbox")
    page.keyboard.press("Escape")
    expect(dialog(page)).to_have_count(0)
    assert focused(page, ".bl-ways summary")

    # Words, arrows and Enter; then Space is Next again.
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(dialog(page)).to_be_visible()
    page.keyboard.type("no low")
    expect(page.locator(".bl-opens")).to_have_count(2, timeout=LONG)
    page.keyboard.press("ArrowDown")
    assert focused(page, ".bl-opens")
    page.keyboard.press("ArrowUp")
    assert focused(page, "[type=search]")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(dialog(page)).to_have_count(0)
    table.settled()
    expect(page.locator('.bl-bar [data-act="back"]')).to_be_visible()
    assert page.evaluate("document.activeElement.classList.contains('bl-explorer')")
    assert table.watched.errors == []
    page.close()


@pytest.mark.browser
def test_the_tour_is_led_once_past_parts_that_it_never_covers(server: Server, browser: Browser) -> None:
    context = browser.new_context(viewport={"width": 848, "height": 700})
    watched = Watched(context.new_page())
    page = watched.page
    page.goto(server.address)
    bubble = page.locator(".bl-tour.bl-shown")
    bubble.wait_for(timeout=LONG)
    told = []
    for number in range(1, 7):
        expect(bubble.locator(".bl-tourcount")).to_have_text(f"{number} / 6")
        told.append(bubble.locator(".bl-tourstep:visible").inner_text())
        assert bubble.evaluate(INSIDE)
        assert apart(page), f"step {number} covers what it points at"
        page.keyboard.press("Enter")
    assert len(set(told)) == 6
    expect(bubble).to_have_count(0)
    page.reload()
    page.locator(".bl-board svg").first.wait_for(timeout=LONG)
    page.wait_for_timeout(1500)
    expect(bubble).to_have_count(0)

    # It is there again for whoever asks, forward and back, and goes as soon as the explorer is used.
    page.locator(".bl-help").click()
    page.locator(".bl-pop [data-act=tour]").click()
    expect(bubble).to_be_visible()
    assert focused(page, "[data-tour=next]")
    bubble.locator("[data-tour=next]").click()
    bubble.locator("[data-tour=back]").click()
    expect(bubble.locator(".bl-tourcount")).to_have_text("1 / 6")
    expect(bubble.locator("[data-tour=back]")).to_be_disabled()
    page.locator(".bl-next").click()
    expect(bubble).to_have_count(0)
    expect(page.locator(".bl-message")).to_contain_text(re.compile("time to choose"))
    assert watched.errors == []
    context.close()


@pytest.mark.browser
def test_in_a_notebook_the_tour_and_the_dialog_stay_in_sight(lab: Server, browser: Browser) -> None:
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    watched = Watched(context.new_page())
    page, table = watched.page, Table(watched, lab)
    open_notebook(page, lab)
    bubble = page.locator(".bl-tour.bl-shown")
    bubble.wait_for(timeout=LONG)
    page.keyboard.press("Escape")  # the keyboard is at the notebook's own: nothing was taken from it
    expect(bubble).to_be_visible()
    bubble.locator("[data-tour=next]").click()
    assert bubble.evaluate(INSIDE)
    assert apart(page)
    page.keyboard.press("Escape")
    expect(bubble).to_have_count(0)
    page.locator(".bl-ways summary").click()
    page.locator(".bl-ways .bl-menubox [data-act=new_game]").click()
    expect(dialog(page)).to_be_visible()
    assert dialog(page).evaluate(INSIDE)
    table.shot("new_game_in_a_notebook")
    dialog(page).locator('[data-act="new.players"][data-value="4"]').click()
    table.settled()
    dialog(page).locator('[data-act="new.start"]').click()
    expect(page.locator(".bl-board [data-seat]")).to_have_count(4)
    assert watched.errors == []
    context.close()


def apart(page: Page) -> bool:
    """The bubble and the ring around what it points at have no point in common."""
    return bool(
        page.evaluate(
            """() => {
            const [bubble, ring] = [".bl-tour", ".bl-tourring"].map((one) => document.querySelector(one).getBoundingClientRect());
            const beside = bubble.right <= ring.left || bubble.left >= ring.right;
            return beside || bubble.bottom <= ring.top || bubble.top >= ring.bottom;
            }"""
        )
    )
