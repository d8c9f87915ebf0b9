"""Stories with the modules of the Zwin in a real browser: a round of five with ships and market by mouse, a ship used, an
improved action by the popover of a card, modules chosen in the dialog, a dock filled in the editor; in light and dark."""

from __future__ import annotations

import pytest
from eyes import looked_at
from page_tables import Table
from places import LAB_1280, PAGE_800, PAGE_1280, PAGE_1920, Place, Room, kept, story
from playing import FIRST, live, on_one_screen, press_what_glows
from playwright.sync_api import expect

MOST_STEPS = 260
ROUND = 'import bruges_lab as bl\nexplorer = bl.Explorer(bl.new_game(players=5, ruleset="zwin+five", seed=3))\nexplorer\n'
LATER = """import random
import bruges_lab as bl
game, rng = bl.new_game(players={players}, ruleset="{ruleset}", seed=3), random.Random(5)
while not ({until}):
    legal = game.legal()
    canals = [choice for choice in legal if choice.kind.endswith("canal")]
    game.play(rng.choice(canals or legal))
explorer = bl.Explorer(game)
explorer
"""
TURN = LATER.format(
    players=5,
    ruleset="zwin+five",
    until='game.state.round == 3 and game.pending.kind == "turn.act" and sum(ship >= 0 for ship in game.state.docks) > 1',
)
ASKED = LATER.format(players=3, ruleset="zwin", until='game.pending.kind == "ship.choose" and len(game.legal()) > 1')


@story(PAGE_1280)
def test_a_round_of_five_with_ships_and_market_by_mouse(room: Room, place: Place) -> None:
    table = room.table(place, ROUND)
    page = table.page
    for step in range(MOST_STEPS):
        if "Round 2" in table.where():
            break
        before = (table.asked(), page.locator(".bl-scrub").get_attribute("max"))
        on_one_screen(table, place)
        answers = page.locator('.bl-answer[data-act="choose"]:visible')
        if live(table).count():
            press_what_glows(table)
        elif answers.count():
            answers.first.click()
            table.settled()
        else:
            page.locator(".bl-next").click()
            table.settled()
        assert (table.asked(), page.locator(".bl-scrub").get_attribute("max")) != before, f"step {step} changed nothing"
    assert "Round 2" in table.where()
    kept(table, place, "zwin_round")


@story(PAGE_1280, PAGE_800, PAGE_1920, LAB_1280)
def test_five_players_ships_and_market_can_be_read(room: Room, place: Place) -> None:
    table = room.table(place, TURN)
    on_one_screen(table, place)
    summaries = table.page.locator(".bl-player:not(.bl-open) > .bl-summary:visible")
    assert summaries.count() == (0 if place.width >= 1920 else 4)
    for part in ("harbour", "market"):
        assert table.board().locator(f'[data-part="{part}"]').is_visible()
    within(table)
    if place == PAGE_1280:  # all of it at once, though every dock has its ship
        high, whole = table.page.evaluate(f"() => (board => [board.clientHeight, board.scrollHeight])({MIDDLE})")
        assert whole <= high
    looked_at(table.page)
    kept(table, place, "zwin_light")


@pytest.mark.browser
@pytest.mark.parametrize("place", [PAGE_1280], ids=lambda place: place.name)
def test_ships_and_market_can_be_read_in_the_dark(room: Room, place: Place) -> None:
    table = room.table(place, TURN, theme="dark")
    looked_at(table.page)
    kept(table, place, "zwin_dark")


MIDDLE = "document.querySelector('.bl-middle > .bl-board')"


def within(table: Table) -> None:
    """Nothing of the picture lies outside the board at its sides."""
    wide, whole = table.page.evaluate(f"() => (board => [board.clientWidth, board.scrollWidth])({MIDDLE})")
    assert whole <= wide + 1


# A ship


@story(PAGE_1280)
def test_a_ship_is_used_by_pressing_it(room: Room, place: Place) -> None:
    table = room.table(place, ASKED)
    ship = table.board().locator('.bl-live[data-target^="ship:"]:visible')
    expect(ship.first).to_be_visible()
    expect(table.page.locator('.bl-answer[data-value="forgo"]')).to_be_visible()  # nobody has to
    empty = table.board().locator('[data-target^="ship:"]:not(.bl-live):visible').first
    empty.click()
    table.settled()
    expect(table.pop()).to_contain_text("exp.ships.")  # why not, with the rule
    table.inside()
    kept(table, place, "zwin_why_no_ship")
    table.pop().locator(".bl-close").click()
    table.settled()
    asked = table.asked()
    ship.first.click()
    table.settled()
    if table.pop().count():
        table.pop().locator('[data-act="choose"]').first.click()
        table.settled()
    assert table.asked() != asked
    expect(table.decide()).to_contain_text("exp.ships.use")
    kept(table, place, "zwin_ship_used")


# The market


@story(PAGE_1280)
def test_an_improved_action_is_chosen_in_the_popover_of_a_card(room: Room, place: Place) -> None:
    table = room.table(place, TURN)
    table.board().locator('.bl-live[data-target^="hand:"]:visible').first.click()
    table.settled()
    improved = table.pop().locator('[data-act="choose"][data-value^="improved_"]')
    expect(improved.first).to_be_visible()
    expect(table.pop().locator('[data-act="choose"][data-value^="workers:"]')).to_be_visible()  # the plain one beside it
    table.inside()
    looked_at(table.page)
    kept(table, place, "zwin_improved")
    action = str(improved.first.get_attribute("data-value")).partition(":")[0].removeprefix("improved_")
    marker = table.board().locator(f'[data-target="market:{action}"]')
    assert "is there" in str(marker.get_attribute("title"))
    improved.first.click()
    table.settled()
    assert "is taken" in str(marker.get_attribute("title"))
    kept(table, place, "zwin_marker_taken")


@story(PAGE_1280)
def test_an_improved_action_is_reached_by_keyboard(room: Room, place: Place) -> None:
    table = room.table(place, TURN)
    table.board().locator('.bl-live[data-target^="market:"]:visible').first.focus()
    table.key("Enter")
    expect(table.pop().locator('[data-act="choose"][data-value^="improved_"]').first).to_be_visible()
    before = table.page.locator(".bl-scrub").get_attribute("max")
    table.key("1")
    assert table.page.locator(".bl-scrub").get_attribute("max") != before


# Ways in


@story(PAGE_1280)
def test_modules_are_chosen_in_the_dialog_of_a_new_game(room: Room, place: Place) -> None:
    table = room.table(place, FIRST)
    way = table.page.locator('.bl-ways > [data-act="new_game"]')
    if not way.is_visible():  # where there is little room the ways stand in a menu
        table.page.locator(".bl-ways summary").click()
        way = table.page.locator('.bl-ways .bl-menubox [data-act="new_game"]')
    way.click()
    table.settled()
    dialog = table.page.locator(".bl-dialogbox")
    for module in ("zwin:ships", "zwin:market", "zwin:five"):
        dialog.locator(f'[data-act="new.module"][data-value="{module}"]').click()
        table.settled()
    expect(dialog.locator(".bl-newseat")).to_have_count(5)
    kept(table, place, "zwin_new_game")
    dialog.locator('[data-act="new.start"]').click()
    table.settled()
    expect(table.board().locator('[data-target="ship:red"]')).to_be_visible()
    assert table.board().locator("[data-seat]").count() == 5


@story(PAGE_1280)
def test_a_dock_is_filled_in_the_editor(room: Room, place: Place) -> None:
    table = room.table(place, TURN)
    table.tab("edit")
    table.page.locator('[data-act="edit.docks.red"]').select_option("red6")
    table.settled()
    expect(table.page.locator('[data-act="edit.docks.red"]')).to_have_value("red6")
    looked_at(table.page)
    kept(table, place, "zwin_edit")
