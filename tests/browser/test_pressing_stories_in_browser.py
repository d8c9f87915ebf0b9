"""Stories of pressing and dragging in a real browser: every popover, and the timeline from end to start and back."""

from __future__ import annotations

import re

import pytest
from places import PAGE_800, PAGE_1920, Place, Room, kept, story
from playing import ACTIONS, LONG_GAME, MAJORITIES, THREATS
from playwright.sync_api import expect

# Every popover


@story(PAGE_800)
@pytest.mark.parametrize("cell", [ACTIONS, THREATS, MAJORITIES], ids=["actions", "threats", "majorities"])
def test_every_popover_lies_inside_the_window_and_names_its_thing(room: Room, place: Place, cell: str) -> None:
    table = room.table(place, cell)
    page = table.page
    while page.locator(".bl-summary:visible .bl-fold").count():
        page.locator(".bl-summary:visible .bl-fold").first.click()
        table.settled()
    targets = page.evaluate(
        "[...new Set([...document.querySelectorAll('.bl-board [data-target]')].filter((one) => one.getClientRects().length)"
        ".map((one) => one.dataset.target))]"
    )
    assert len(targets) > 40
    wrong = []
    for number, target in enumerate(targets):
        found = page.evaluate(OPENED, target)
        if number == len(targets) // 2:
            kept(table, place, "popover")
        if problem := problem_of(target, found):
            wrong.append(f"{target}: {problem} {found}")
    assert wrong == []
    page.keyboard.press("Escape")
    table.settled()
    expect(table.pop()).to_have_count(0)


def problem_of(target: str, found: dict[str, object]) -> str:
    """What is wrong with what opened at a place; empty if nothing is."""
    if not found["open"]:
        return "does not open"
    if not found["inside"]:
        return "is not whole inside the window"
    if found["covers"]:
        return "covers the question and Next, though there is room below them"
    if not str(found["name"]).strip():
        return "has no name"
    if not str(found["words"]).strip():
        return "says nothing"
    if not found["rule"] and not target.startswith("seat:"):  # there is no one rule about a player
        return "cites no rule"
    if re.search(r"\b(house|person) \d", f"{found['name']} {found['words']}"):
        return "a house or a person has a number instead of a name"
    return ""


OPENED = """
async (target) => {
  const spots = [...document.querySelectorAll(`.bl-board [data-target="${CSS.escape(target)}"]`)];
  const spot = spots.find((one) => one.getClientRects().length);
  spot.scrollIntoView({ block: 'nearest' });
  const options = { bubbles: true, cancelable: true };
  spot.dispatchEvent(new PointerEvent('pointerdown', options));
  spot.dispatchEvent(new MouseEvent('click', options));
  const busy = () => document.querySelector('.bl-busy');
  const wait = (ms) => new Promise((done) => setTimeout(done, ms));
  for (let n = 0; n < 6000 && busy(); n++) await wait(5);
  const pop = document.querySelector('.bl-pop');
  for (let n = 0; n < 500 && !pop.classList.contains('bl-shown'); n++) await wait(10);
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const box = pop.getBoundingClientRect();
  const bar = document.querySelector('.bl-bar').getBoundingClientRect();
  const above = spot.getBoundingClientRect().top < bar.bottom;
  const said = (name) => [...pop.querySelectorAll(name)].map((one) => one.textContent).join(' ');
  return {
    open: pop.classList.contains('bl-shown'),
    inside: box.left >= 0 && box.top >= 0 && box.right <= innerWidth && box.bottom <= innerHeight,
    covers: box.top < bar.bottom && box.height + 16 <= innerHeight - bar.bottom && !above,
    name: said('.bl-popname'),
    words: said('.bl-popwords, .bl-popkind, .bl-popnote, .bl-actions'),
    rule: pop.querySelectorAll('.bl-cite').length,
    label: pop.querySelector('[role=dialog]')?.getAttribute('aria-label') || '',
  };
}
"""


# The timeline


@story(PAGE_1920)
def test_the_timeline_is_dragged_from_end_to_start_and_back(room: Room, place: Place) -> None:
    table = room.table(place, LONG_GAME)
    page = table.page
    slider = page.locator(".bl-scrub")
    last = int(slider.get_attribute("max") or 0)
    assert last >= 20
    box = slider.bounding_box()
    assert box is not None
    page.evaluate(RECORD)

    def at(position: float) -> tuple[float, float]:
        knob = 8  # the knob keeps half its width free at both ends
        return box["x"] + knob + (box["width"] - 2 * knob) * position / last, box["y"] + box["height"] / 2

    # What stands at a place of the line says what it is when it is pointed at: rounds, phases, happenings.
    page.mouse.move(*at(0))
    page.mouse.move(at(0)[0] + 2, at(0)[1])
    expect(page.locator(".bl-tip.bl-shown")).to_have_text("Round 1")

    page.mouse.move(*at(last))
    page.mouse.down()
    way = [*range(last, -1, -1), *range(1, last + 1)]
    for position in way:
        page.mouse.move(*at(position))
        assert slider.evaluate("(one) => one.matches(':active') && +one.value") == position, "the handle was lost"
        table.page.wait_for_function("(at) => window.drawn[window.drawn.length - 1] === at", arg=position)
        if position == last // 2:
            kept(table, place, "timeline")
    page.mouse.up()
    table.settled()
    assert page.evaluate("window.drawn") == way[1:] or page.evaluate("window.drawn") == way
    expect(slider).to_have_value(str(last))
    assert slider.bounding_box() == box, "a question came, and the line went away from under the mouse"

    # As fast as the mouse goes: the handle stays under it, and the last position is shown. No answer moves it back.
    page.evaluate(FOLLOW)
    page.mouse.move(*at(last))
    page.mouse.down()
    for tenth in range(10 * last, -1, -5):
        page.mouse.move(*at(tenth / 10))
        # A browser tells the newest place of the mouse once for each frame.
        page.wait_for_function("(at) => Math.abs(document.querySelector('.bl-scrub').value - at) <= 0.6", arg=tenth / 10)
    page.mouse.up()
    table.settled()
    expect(slider).to_have_value("0")
    drawn, stood = page.evaluate("[window.drawn, window.stood]")
    assert drawn[-1] == 0
    assert drawn == sorted(drawn, reverse=True)
    assert stood == sorted(stood, reverse=True), "the handle was moved back"

    # Not even a question that needs more room pushes the line away, as long as the mouse is there.
    page.mouse.down()
    page.locator(".bl-ask").evaluate("(one) => { one.style.minHeight = '160px'; }")
    assert slider.bounding_box() == box
    page.mouse.up()
    assert slider.bounding_box() == box
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 300)
    expect(page.locator(".bl-held")).to_have_count(0)
    assert (slider.bounding_box() or box)["y"] > box["y"]


RECORD = """
() => {
  // Which positions are drawn: the slider says where the game stands once the kernel has drawn it.
  const slider = document.querySelector('.bl-scrub');
  const place = () => +slider.getAttribute('aria-valuetext').match(/\\d+/)[0];
  window.drawn = [place()];
  new MutationObserver(() => { if (window.drawn[window.drawn.length - 1] !== place()) window.drawn.push(place()); })
    .observe(slider, { attributes: true, attributeFilter: ['aria-valuetext'] });
}
"""


FOLLOW = """
() => {
  // Where the handle stands in every frame from now on.
  window.drawn = [];
  window.stood = [];
  const look = () => {
    window.stood.push(+document.querySelector('.bl-scrub').value);
    requestAnimationFrame(look);
  };
  look();
}
"""
