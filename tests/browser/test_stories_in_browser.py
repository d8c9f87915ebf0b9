"""Stories of people who use the explorer for the first time, in a real browser: a round by mouse, a round by keyboard, every
popover, the timeline dragged, a reload. Wherever they are, it is one screen, and nothing complains."""

from __future__ import annotations

import re
from collections.abc import Iterator

import eyes
import pytest
from places import LAB_1280, LAB_1366, PAGE_800, PAGE_1280, PAGE_1920, Place, Room, kept, story
from playwright.sync_api import Browser, Locator, expect
from servers import Servers
from tables import Table

FIRST = "import bruges_lab as bl\nexplorer = bl.Explorer(bl.new_game(players=3, seed=7))\nexplorer\n"
FERRY = 'import bruges_lab as bl\nexplorer = bl.Explorer(bl.new_game("ferry", players=3, seed=4))\nexplorer\n'
LATER = (
    "import bruges_lab as bl\nexplorer = bl.Explorer(bl.new_game(players=3, seed=7))\n"
    "for _ in range({rounds}): explorer.next_round()\n"
    "{then}\nexplorer\n"
)
ACTIONS = LATER.format(rounds=4, then="explorer.next_phase(); explorer.next_phase(); explorer.next_decision()")
THREATS = "import bruges_lab as bl\nexplorer = bl.Explorer(bl.scenario('fire_and_plague'))\nexplorer\n"
MAJORITIES = LATER.format(rounds=3, then="for _ in range(3): explorer.next_phase()")
LONG_GAME = LATER.format(rounds=1, then="")
MOST_STEPS = 200


@pytest.fixture(scope="module")
def furnished(module_servers: Servers, browser: Browser) -> Room:
    return Room(module_servers, browser)


@pytest.fixture
def room(furnished: Room) -> Iterator[Room]:
    yield furnished
    furnished.clear()


# One screen


def on_one_screen(table: Table, place: Place) -> None:
    """Never taller than the window; the question, its answers and Next can be seen; nothing lies over anything else."""
    page, (width, height) = table.page, table.size()
    explorer = page.locator(".bl-explorer")
    box = explorer.bounding_box()
    assert box is not None
    assert box["height"] <= height
    if not place.lab:
        assert page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]") == [width, height]
    else:
        explorer.evaluate("(one) => one.scrollIntoView({block: 'nearest'})")
    for part in (".bl-asked", ".bl-next", ".bl-time", ".bl-board", ".bl-tabs"):
        table.inside(page.locator(f".bl-explorer {part}").first)
    for answer in page.locator(".bl-answer").all():
        table.inside(answer)
    assert page.evaluate(COVERED) == []
    board, side = (page.locator(f".bl-middle > {part}").bounding_box() for part in (".bl-board", ".bl-side"))
    assert board is not None
    assert side is not None
    if box["width"] >= 1000:
        assert board["y"] == pytest.approx(side["y"], abs=1)
        assert board["x"] + board["width"] <= side["x"] + 1


COVERED = """
() => {
  // The parts of the explorer, and the controls of its rows: no two lie over each other.
  const groups = ['.bl-explorer > *:not(.bl-pop, .bl-tip, .bl-tour, .bl-dialog)', '.bl-middle > *', '.bl-bar .bl-surface > *',
    '.bl-bar button', '.bl-timerow > *', '.bl-timerow :is(button, summary, select):not(.bl-lane)',
    '.bl-tabs :is(button, summary)', '.bl-players > *'];
  const told = (one) => `${one.className} ${one.textContent.slice(0, 30)}`;
  const met = [];
  for (const group of groups) {
    const all = [...document.querySelectorAll(group)].map((one) => [one, one.getBoundingClientRect()])
      .filter(([one, box]) => box.width && box.height && !one.closest('details:not([open]) .bl-menubox'));
    all.forEach(([a, p], place) => {
      for (const [b, q] of all.slice(place + 1)) {
        if (a.contains(b) || b.contains(a)) continue;
        const across = Math.min(p.right, q.right) - Math.max(p.left, q.left);
        const down = Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top);
        if (across > 1 && down > 1) met.push(`${told(a)} | ${told(b)}`);
      }
    });
  }
  return met;
}
"""


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


# A first round by mouse


def live(table: Table) -> Locator:
    """What glows."""
    return table.board().locator(".bl-live:visible")


def press_what_glows(table: Table) -> None:
    """Press something that glows and choose what opens there."""
    live(table).last.click()
    table.settled()
    if table.pop().count():  # what has one answer may give it at once
        table.inside()
        expect(table.pop().locator(".bl-popname")).not_to_be_empty()
        table.pop().locator('[data-act="choose"]').first.click()
        table.settled()


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
                page.keyboard.press("Escape")
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


@story(PAGE_1280)
def test_the_keyboard_goes_through_everything_in_the_order_of_the_eye(room: Room, place: Place) -> None:
    table = room.table(place, ACTIONS)
    page = table.page
    page.locator(".bl-explorer").focus()
    visited = []
    for _ in range(200):
        page.keyboard.press("Tab")
        found = page.evaluate(FOCUSED)
        if found is None or (visited and found["path"] == visited[0]["path"]):
            break
        visited.append(found)
    assert len(visited) > 25
    assert [one["path"] for one in visited if not one["name"]] == []
    assert [one["path"] for one in visited if not one["seen"]] == []
    order = ["bl-bar", "bl-time", "bl-board", "bl-tabs", "bl-decide"]
    parts = [order.index(one["part"]) for one in visited if one["part"] in order]
    assert parts == sorted(parts)
    assert set(parts) == set(range(len(order)))


FOCUSED = """
() => {
  const at = document.activeElement;
  if (!at || !at.closest('.bl-explorer')) return null;
  const box = at.getBoundingClientRect();
  const label = at.labels && at.labels.length ? at.labels[0].textContent : '';
  const words = at.dataset.key || at.dataset.target || at.textContent.slice(0, 30);
  return {
    path: `${at.tagName} ${at.getAttribute('class')} ${words}`,
    name: (at.getAttribute('aria-label') || label || at.textContent || '').trim(),
    seen: box.width > 0 && box.left >= 0 && box.right <= innerWidth + 1 && box.bottom > 0 && box.top < innerHeight,
    part: ['bl-bar', 'bl-time', 'bl-board', 'bl-tabs', 'bl-decide', 'bl-pop'].find((name) => at.closest('.' + name)),
  };
}
"""


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
  for (let n = 0; n < 500 && busy(); n++) await wait(5);
  const pop = document.querySelector('.bl-pop');
  for (let n = 0; n < 20 && !pop.classList.contains('bl-shown'); n++) await wait(10);
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const box = pop.getBoundingClientRect();
  const said = (name) => [...pop.querySelectorAll(name)].map((one) => one.textContent).join(' ');
  return {
    open: pop.classList.contains('bl-shown'),
    inside: box.left >= 0 && box.top >= 0 && box.right <= innerWidth && box.bottom <= innerHeight,
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

    # As fast as the mouse goes: the handle stays under it, and the last position is shown.
    page.evaluate("() => { window.drawn = []; }")
    page.mouse.move(*at(last))
    page.mouse.down()
    for tenth in range(10 * last, -1, -5):
        page.mouse.move(*at(tenth / 10))
        # A browser tells the newest place of the mouse once for each frame.
        page.wait_for_function("(at) => Math.abs(document.querySelector('.bl-scrub').value - at) <= 0.6", arg=tenth / 10)
    page.mouse.up()
    table.settled()
    expect(slider).to_have_value("0")
    drawn = page.evaluate("window.drawn")
    assert drawn[-1] == 0
    assert drawn == sorted(drawn, reverse=True)


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


# What needs no eyes


@story(PAGE_1280)
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_all_words_can_be_read_by_everybody(room: Room, place: Place, theme: str) -> None:
    table = room.table(place, ACTIONS, theme=theme)
    kept(table, place, f"read_{theme}")
    eyes.looked_at(table.page)
    live(table).last.click()
    table.settled()
    kept(table, place, f"read_popover_{theme}")
    # A card's picture is small; what is written on it stands beside it in words.
    table.page.evaluate("() => document.querySelectorAll('.bl-poppicture').forEach((one) => one.remove())")
    assert eyes.small(table.page, ".bl-pop") == []
    assert eyes.clipped(table.page, ".bl-pop") == []
    assert eyes.barriers(table.page, ".bl-pop") == []


@story(PAGE_1280)
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_panel_can_be_read_by_everybody(room: Room, place: Place, theme: str) -> None:
    table = room.table(place, ACTIONS, theme=theme)
    page = table.page
    found = {}
    for tab in page.locator(".bl-tabs [data-act=tab]").evaluate_all("(all) => all.map((one) => one.dataset.value)"):
        table.tab(tab)
        page.wait_for_timeout(600)  # figures come a little later
        found |= {f"{tab}: small": eyes.small(page, ".bl-side"), f"{tab}: barriers": eyes.barriers(page, ".bl-side")}
        found |= {f"{tab}: clipped": eyes.clipped(page, ".bl-side"), f"{tab}: pale": eyes.pale(page, ".bl-side")}
        found |= {f"{tab}: overlapping": eyes.overlapping(page, ".bl-side")}
        kept(table, place, f"panel_{tab}_{theme}")
    assert not any(found.values()), eyes.told(**found)
