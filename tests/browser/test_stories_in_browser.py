"""Stories of people who use the explorer for the first time, in a real browser: a round by mouse, a round by keyboard, another
game, a reload. Wherever they are, it is one screen, and nothing complains."""

from __future__ import annotations

from page_tables import Table
from places import LAB_1280, LAB_1366, PAGE_800, PAGE_1280, PAGE_1920, Place, Room, kept, story
from playing import ACTIONS, FERRY, FIRST, live, on_one_screen, press_what_glows
from playwright.sync_api import expect

MOST_STEPS = 200


# One screen


@story(LAB_1280, PAGE_800, PAGE_1920)
def test_everything_is_on_one_screen(room: Room, place: Place) -> None:
    table = room.table(place, ACTIONS)
    page = table.page
    on_one_screen(table, place)
    summaries = page.locator(".bl-player:not(.bl-open) > .bl-summary:visible")
    if place.width < 1920:
        assert summaries.count() == 2  # the others in one line each
        for summary in summaries.all():
            box = summary.bounding_box()
            assert box is not None
            assert box["height"] <= 40
        kept(table, place, "one_screen")
        page.locator(".bl-summary:visible .bl-fold").first.click()
        table.settled()
        assert summaries.count() == 1
    else:
        assert summaries.count() == 0  # there is room for all
        kept(table, place, "one_screen")
    on_one_screen(table, place)
    for tab in ("rule", "threats", "majorities", "score"):
        table.tab(tab)
        on_one_screen(table, place)
    kept(table, place, "score")


@story(PAGE_1280)
def test_four_players_have_room(room: Room, place: Place) -> None:
    table = room.table(place, ACTIONS.replace("players=3", "players=4"))
    board = table.page.locator(".bl-middle > .bl-board")
    for step in ("next", "phase", "phase", "decision"):
        on_one_screen(table, place)
        if place.width >= 1280 and not place.lab:
            assert board.evaluate("(one) => one.scrollHeight <= one.clientHeight"), f"before {step} the board has to be scrolled"
        else:  # whoever decides is seen without scrolling, as far as their houses and cards begin
            box, player = board.bounding_box(), table.page.locator(".bl-player.bl-open").bounding_box()
            assert box is not None
            assert player is not None
            assert player["y"] + 200 <= box["y"] + box["height"]
        table.step(step)
    kept(table, place, "four_players")


# A first round by mouse


@story(LAB_1280)
def test_a_first_round_by_mouse(room: Room, place: Place) -> None:
    table = room.table(place, FIRST)
    page = table.page
    kept(table, place, "mouse_1_start")
    shown = set()
    for step in range(MOST_STEPS):
        if "Round 2" in table.where():
            break
        before = (table.asked(), page.locator(".bl-scrub").get_attribute("max"))
        on_one_screen(table, place)
        if live(table).count():
            kind = "card" if "card" in table.asked() and "draw" not in table.asked() else ""
            if kind and kind not in shown:
                shown.add(kind)
                live(table).last.click()
                table.settled()
                kept(table, place, "mouse_2_card")
                table.pop().locator(".bl-close").click()
                table.settled()
            press_what_glows(table)
        elif page.locator('.bl-answer[data-act="choose"]:visible').count():
            page.locator('.bl-answer[data-act="choose"]:visible').first.click()
            table.settled()
        else:
            page.locator(".bl-next").click()
            table.settled()
        assert (table.asked(), page.locator(".bl-scrub").get_attribute("max")) != before, f"step {step} changed nothing"
    assert "Round 2" in table.where()
    on_one_screen(table, place)
    kept(table, place, "mouse_3_second_round")


@story(PAGE_1280)
def test_a_first_round_of_another_game_by_mouse(room: Room, place: Place) -> None:
    table = room.table(place, FERRY)
    page = table.page
    kept(table, place, "ferry_1_start")
    first = table.where()
    for _ in range(40):
        if table.where() != first and int(page.locator(".bl-scrub").get_attribute("max") or 0) > 3:
            break
        on_one_screen(table, place)
        if live(table).count():
            press_what_glows(table)
        elif page.locator('.bl-answer[data-act="choose"]:visible').count():
            page.locator('.bl-answer[data-act="choose"]:visible').first.click()
            table.settled()
        else:
            page.locator(".bl-next").click()
            table.settled()
    assert table.where() != first
    kept(table, place, "ferry_2_second_round")


# A first round by keyboard

HOLDS = """
() => {
  const at = document.activeElement, explorer = document.querySelector('.bl-explorer');
  const pane = document.querySelector('.jp-WindowedPanel-outer');
  return {
    inside: at !== document.body && explorer.contains(at),
    scrolled: [window.scrollX, window.scrollY, pane ? pane.scrollTop : 0],
    cells: [...document.querySelectorAll('.jp-Cell')].map((one) => one.className.match(/jp-\\w+Cell/)[0]),
  };
}
"""


class Keyboard:
    """Keys, and after each of them: the keyboard is still in the explorer, nothing else has moved, the notebook is as it was."""

    def __init__(self, table: Table) -> None:
        self.table, self.page = table, table.page
        self.before = self.page.evaluate(HOLDS)

    def press(self, *keys: str) -> None:
        for key in keys:
            self.table.key(key)
            now = self.page.evaluate(HOLDS)
            assert now["inside"], f"after {key} the keyboard is nowhere"
            assert {**now, "inside": True} == {**self.before, "inside": True}, f"{key} moved something else"

    @property
    def on_live(self) -> bool:
        """Whether something that glows has the keyboard."""
        return bool(self.page.evaluate("document.activeElement.classList.contains('bl-live')"))


@story(LAB_1366)
def test_a_first_round_by_keyboard(room: Room, place: Place) -> None:
    table = room.table(place, FIRST)
    page = table.page
    page.locator(".bl-explorer").evaluate(
        "(one) => { one.scrollIntoView({block: 'nearest'}); one.focus({preventScroll: true}); }"
    )
    keys = Keyboard(table)
    keys.press("?")
    table.inside()
    kept(table, place, "keyboard_1_help")
    keys.press("Escape")
    expect(table.pop()).to_have_count(0)
    # Letters and keys that mean something to a notebook, and nothing here.
    keys.press("x", "b", "m", "y", "a", "0", "j", "k", "PageDown", "ArrowDown", "ArrowUp", "Backspace", "Delete", "c", "v")
    taken = False
    for step in range(MOST_STEPS):
        if "Round 2" in table.where():
            break
        before = (table.asked(), page.locator(".bl-scrub").get_attribute("max"))
        if live(table).count() and step % 2:
            # Next points at what can be pressed; from there on by Enter and a number.
            if not keys.on_live:
                keys.press("Space" if step % 4 == 1 else "ArrowRight")
            assert keys.on_live, f"step {step}: {page.evaluate('document.activeElement.outerHTML')[:200]}"
            keys.press("Enter")
            table.inside()
            assert page.evaluate("document.activeElement.closest('.bl-pop') !== null")
            if not taken and "play" in table.asked():
                taken = True
                kept(table, place, "keyboard_2_card")
                keys.press("Escape")
                expect(table.pop()).to_have_count(0)
                assert keys.on_live
                keys.press("Enter")
            keys.press("1" if step % 4 == 1 else "Enter")
        elif page.locator(".bl-answer:visible").count():
            keys.press("1")
        elif live(table).count():
            keys.press("l")
        else:
            keys.press("Space")
        assert (table.asked(), page.locator(".bl-scrub").get_attribute("max")) != before, f"step {step} changed nothing"
    assert "Round 2" in table.where()
    there = page.locator(".bl-scrub").input_value()
    keys.press("Home")
    expect(page.locator(".bl-scrub")).to_have_value("0")
    keys.press("ArrowRight", "ArrowLeft", "End")
    expect(page.locator(".bl-scrub")).to_have_value(there)
    kept(table, place, "keyboard_3_second_round")


# Loaded again


@story(LAB_1280)
def test_the_page_is_loaded_again_in_the_middle_of_a_game(room: Room, place: Place) -> None:
    table = room.table(place, ACTIONS)
    press_what_glows(table)
    table.reload()
    expect(table.page.locator(".bl-explorer")).to_have_count(1)
    assert table.asked()
    on_one_screen(table, place)
    kept(table, place, "reloaded")
