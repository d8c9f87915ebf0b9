"""Stories of a pupil and of a translator in a real browser: a lesson from first to last task, a text that is uploaded."""

from __future__ import annotations

import eyes
from desks import Desk
from page_tables import LONG
from places import PAGE_800, PAGE_1280, Place, Room, kept, story
from playing import FIRST, on_one_screen
from playwright.sync_api import expect

import bruges_lab as bl
from bruges_lab import places

FAULTY = places.data("bruges", "samples", "en", "faulty.md")


@story(PAGE_1280)
def test_a_lesson_from_first_to_last_task(room: Room, place: Place) -> None:
    table = room.table(place, FIRST)
    desk = Desk(table.watched, table.server)
    page, panel = desk.page, desk.panel()
    desk.tab("lesson")
    expect(panel).to_contain_text("0 of 6 tasks done")
    desk.legible()
    kept(desk, place, "lessons")
    desk.act("lesson", "dice")

    # A wrong answer, a hint; the board does not answer; a second one, the solution with its rule.
    expect(panel).to_contain_text("Task 1 of 6")
    assert desk.asked() == bl.task("threats_dealt").question
    expect(page.locator(".bl-board .bl-live")).to_have_count(0)
    desk.write(5)
    desk.said(bl.task("threats_dealt").hint)
    desk.legible()
    page.locator(".bl-next").click()
    desk.settled()
    expect(page.locator(".bl-message")).to_contain_text("Answer the question first")
    desk.write(4)
    desk.said("If you play it out, you get 3.")
    expect(panel.locator('.bl-rulecard[data-rule="phase2.threat.faces"]')).to_be_visible()
    kept(desk, place, "lesson_solution")
    desk.legible()

    # Now it is seen on the board.
    desk.act("see")
    page.locator(".bl-next").click()
    desk.settled()
    expect(page.locator(".bl-board .bl-ring")).not_to_have_count(0)
    desk.act("following")

    # A number by the keyboard, wrong once and right then.
    desk.write(4, enter=True)
    desk.said("add up what they show")
    desk.write(5, enter=True)
    desk.said("Right, on the second try!")
    page.keyboard.press("Enter")
    desk.settled()

    # The next ones without the mouse: the keyboard is where the answer goes.
    for key in ("Space", "Tab", "Tab", "Space", "Tab", "Tab", "Enter"):  # a, c, Check
        page.keyboard.press(key)
        desk.settled()
    desk.said("Right!")
    page.keyboard.press("Enter")
    desk.settled()
    page.keyboard.type("2")
    page.keyboard.press("Enter")
    desk.settled()
    desk.said("Right!")
    page.keyboard.press("Enter")
    desk.settled()
    desk.mark("b")
    desk.said("Right!")
    desk.act("following")

    # The last one is played, wrongly first.
    expect(panel.locator(".bl-taskstands")).to_contain_text("0 of 2 choices made")
    expect(panel.locator(".bl-taskstands")).to_contain_text("now: no cards in hand")
    desk.choose("damage:fire")
    expect(panel.locator(".bl-taskstands")).to_contain_text("1 of 2 choices made")
    page.locator('.bl-board [data-target^="house:0:"].bl-live:visible').nth(1).click()
    desk.settled()
    desk.pop().locator('[data-act="choose"]').first.click()
    desk.settled()
    desk.said(bl.task("save_the_prince").hint)
    kept(desk, place, "lesson_played")
    desk.act("over")
    desk.choose("damage:fire")
    page.locator('.bl-board [data-target^="house:0:"].bl-live:visible').first.click()
    desk.settled()
    desk.pop().locator('[data-act="choose"]').first.click()
    desk.settled()
    desk.said("Right, on the second try!")
    desk.act("following")

    # The list again, and the game that was there before.
    expect(panel).to_contain_text("6 of 6 tasks done")
    expect(panel.locator(".bl-pip-right")).to_have_count(3)
    expect(panel.locator(".bl-pip-helped")).to_have_count(2)
    expect(panel.locator(".bl-pip-shown")).to_have_count(1)
    expect(page.locator(".bl-where")).to_contain_text("Phase 1")


@story(PAGE_800)
def test_a_text_is_uploaded_and_its_findings_are_read(room: Room, place: Place) -> None:
    table = room.table(place, FIRST)
    page = table.page
    table.tab("text")
    on_one_screen(table, place, board=False)
    page.locator('input[data-upload="text_upload"]').set_input_files(FAULTY)
    finding = page.locator(".bl-finding", has_text="The text says 3, the rule 4.")
    expect(finding).to_be_visible(timeout=LONG)
    table.settled()
    expect(page.locator(".bl-texttold")).to_contain_text("faulty.md")
    expect(finding.locator(".bl-textside")).to_contain_text("3 victory points for each majority token")
    expect(finding.locator(".bl-ruleside .bl-cite")).to_have_text("scoring.majority")
    on_one_screen(table, place, board=False)
    seen = {"small": eyes.small(page), "clipped": eyes.clipped(page), "overlapping": eyes.overlapping(page, ".bl-side")}
    seen |= {"pale": eyes.pale(page), "barriers": eyes.barriers(page)}
    assert not any(seen.values()), eyes.told(**seen)
    kept(table, place, "text_uploaded")
    page.locator('.bl-chapter[data-value="missing"]').click()
    expect(page.locator('.bl-findings[data-verdict="missing"] .bl-inner > .bl-chapter').first).to_be_visible()
    on_one_screen(table, place, board=False)
