"""Rules and texts in a real browser: search by keyboard, the other reading, and a text that is pasted, opened and dropped."""

from __future__ import annotations

import base64
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect
from servers import Server, Servers
from test_explorer_in_browser import LONG, Table, lab, open_notebook
from watching import Watched

from bruges_lab import places
from bruges_lab.games.shelf import find

__all__ = ["lab"]

FAULTY = places.data("bruges", "samples", "en", "faulty.md")
DROP = """\
([selector, name, data]) => {
  const bytes = Uint8Array.from(atob(data), (one) => one.charCodeAt(0));
  const carried = new DataTransfer();
  carried.items.add(new File([bytes], name, { type: "text/markdown" }));
  const spot = document.querySelector(selector);
  const send = (kind) => {
    const event = new DragEvent(kind, { dataTransfer: carried, bubbles: true, cancelable: true });
    spot.dispatchEvent(event);
    return event.defaultPrevented;
  };
  return [send("dragenter"), send("dragover"), send("drop")];
}
"""
"""Drop a file on an element, as a hand does; says which of the three steps the page has taken for itself."""


@pytest.fixture(scope="module")
def server(module_servers: Servers) -> Server:
    return module_servers.serve()


@pytest.fixture
def table(server: Server, browser: Browser) -> Iterator[Table]:
    page = browser.new_page(viewport={"width": 1280, "height": 800})
    found = Table(Watched(page), server)
    page.goto(server.address)
    page.locator(".bl-board .bl-surface svg").first.wait_for(timeout=LONG)
    found.settled()
    yield found
    assert found.watched.errors == []
    assert found.watched.outside() == []
    page.close()


def drop(table: Table, selector: str, name: str, data: bytes) -> list[bool]:
    taken: list[bool] = table.page.evaluate(DROP, [selector, name, base64.b64encode(data).decode()])
    return taken


@pytest.mark.browser
def test_rules_are_searched_by_keyboard_and_played_the_other_way(table: Table) -> None:
    page = table.page
    table.tab("rule")
    expect(page.locator(".bl-rule .bl-speaks")).to_have_count(1)  # the rule that is at work here
    page.locator('[data-act="rule_contents"]').click()
    expect(page.locator(".bl-rulelist .bl-chapter")).to_have_count(len(find().chapters.chapters))
    page.locator('.bl-chapter[data-value="dice"]').click()
    expect(page.locator(".bl-chapterrules .bl-ruleline").first).to_be_visible()

    search = page.locator('.bl-rule input[type="search"]')
    search.focus()
    page.keyboard.type("occupied_house", delay=15)
    expect(page.locator(".bl-rulelist .bl-id").nth(1)).to_have_text("threat.fire.occupied_house")
    expect(search).to_be_focused()
    expect(search).to_have_value("occupied_house")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator(".bl-ruling > .bl-id")).to_have_text("threat.fire.occupied_house")

    # Enter opens the first, also when it is pressed before the answer has come.
    search.focus()
    page.keyboard.press("Control+a")
    page.keyboard.type("scoring.canal3")
    page.keyboard.press("Enter")
    expect(page.locator(".bl-ruling > .bl-id")).to_have_text("scoring.canal3", timeout=LONG)
    page.locator('[data-act="rule_languages"]').check()
    expect(page.locator(".bl-tongueof")).to_have_count(4)
    table.shot("rule_readings")

    now = page.locator(".bl-reading[data-now]")
    before = now.inner_text()
    page.locator('[data-act="rule_other"]').click()
    table.settled()
    expect(now).not_to_have_text(before)
    expect(page.locator(".bl-message")).to_contain_text("with the other interpretation")
    page.locator('.bl-readings [data-act="back"]').click()
    table.settled()
    expect(page.locator('[data-act="back"]')).to_have_count(0)


@pytest.mark.browser
def test_a_text_is_pasted_opened_and_dropped_and_its_findings_stand_beside_their_rules(table: Table) -> None:
    page, data = table.page, FAULTY.read_bytes()
    table.tab("text")
    check, another = page.locator('[data-takes="text_paste"]'), page.locator('[data-act="text_another"]')
    finding = page.locator(".bl-finding", has_text="The text says 3, the rule 4.")

    check.click()
    expect(page.locator(".bl-message")).to_contain_text("Paste a text first")
    page.locator(".bl-dropzone textarea").fill(data.decode())
    check.click()
    expect(page.locator(".bl-textwork progress")).to_be_visible()
    page.locator('[data-act="let_choose"]').click()  # meanwhile the game goes on
    expect(finding).to_be_visible(timeout=LONG)
    expect(finding.locator(".bl-textside")).to_contain_text("3 victory points for each majority token")
    expect(finding.locator(".bl-ruleside .bl-cite")).to_have_text("scoring.majority")
    left, right = finding.locator(".bl-textside").bounding_box(), finding.locator(".bl-ruleside").bounding_box()
    assert left is not None
    assert right is not None
    assert left["x"] + left["width"] <= right["x"]
    assert abs(left["y"] - right["y"]) < 2
    table.shot("text_findings")
    finding.locator('[data-act="text_finding"]').click()
    finding.locator('[data-act="text_dismiss"]').click()
    expect(finding).to_have_count(0, timeout=LONG)

    # A file that is opened, then one that is dropped.
    another.click()
    page.locator('input[data-upload="text_upload"]').set_input_files(FAULTY)
    expect(finding).to_be_visible(timeout=LONG)
    another.click()
    expect(page.locator(".bl-dropzone textarea")).to_be_visible()
    assert drop(table, ".bl-dropzone textarea", "picture.png", b"PNG") == [True, True, True]
    expect(page.locator(".bl-message")).to_contain_text(".md, .txt, .docx")
    assert drop(table, ".bl-dropzone textarea", "dropped.md", data) == [True, True, True]
    expect(page.locator(".bl-texttold")).to_contain_text("dropped.md", timeout=LONG)

    # Dropped beside its place a file does nothing, and the page stays.
    for beside in (".bl-bar", ".bl-finding", "body"):
        assert drop(table, beside, "beside.md", data)[1:] == [True, True]
    table.settled()
    expect(page.locator(".bl-texttold")).to_contain_text("dropped.md")
    page.locator('.bl-chapter[data-value="missing"]').click()
    expect(page.locator('.bl-findings[data-verdict="missing"] .bl-inner > .bl-chapter').first).to_be_visible()


@pytest.mark.browser
def test_in_a_notebook_a_text_is_searched_dropped_cancelled_and_named_by_its_path(lab: Server, browser: Browser) -> None:
    page = browser.new_page(viewport={"width": 1280, "height": 800})
    table = Table(Watched(page), lab)
    open_notebook(page, lab)
    page.locator(".bl-board svg").first.wait_for(timeout=LONG)
    table.tab("rule")
    page.locator('.bl-rule input[type="search"]').click()
    page.keyboard.type("dd a canal", delay=10)  # no shortcut of the notebook is meant
    expect(page.locator('.bl-rule input[type="search"]')).to_have_value("dd a canal")
    expect(page.locator(".jp-CodeCell")).to_have_count(2)

    table.tab("text")
    assert drop(table, ".bl-dropzone", "mine.md", FAULTY.read_bytes()) == [True, True, True]
    page.locator('[data-act="text_cancel"]').click()
    expect(page.locator(".bl-dropzone")).to_be_visible()
    expect(page.locator(".bl-message")).to_contain_text("cancelled")
    page.locator('input[data-act="text_path"]').fill("en/faulty.md")
    page.keyboard.press("Enter")
    expect(page.locator(".bl-finding").first).to_be_visible(timeout=LONG)
    assert drop(table, ".bl-finding", "beside.md", b"Bruges")[1:] == [True, True]
    page.locator(".bl-explorer").scroll_into_view_if_needed()
    table.shot("text_in_lab")
    assert [error for error in table.watched.errors if "bl-" in error] == []
    page.close()
