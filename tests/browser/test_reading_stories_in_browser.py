"""Stories of reading in a real browser, by eye, by keyboard and by screen reader: what axe-core and eyes.py find, and in which
order the keyboard goes."""

from __future__ import annotations

import eyes
import pytest
from page_tables import LONG
from places import PAGE_1280, Place, Room, kept, story
from playing import ACTIONS, live


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


@story(PAGE_1280)
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_all_words_can_be_read_by_everybody(room: Room, place: Place, theme: str) -> None:
    table = room.table(place, ACTIONS, theme=theme)
    kept(table, place, f"read_{theme}")
    eyes.looked_at(table.page)
    live(table).last.click()
    table.settled()
    kept(table, place, f"read_popover_{theme}")
    assert eyes.small(table.page, ".bl-pop") == []
    assert eyes.clipped(table.page, ".bl-pop") == []
    assert eyes.barriers(table.page, ".bl-pop") == []


@story(PAGE_1280)
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_panel_can_be_read_by_everybody(room: Room, place: Place, theme: str) -> None:
    table = room.table(place, ACTIONS, theme=theme)
    page = table.page
    found = {}
    table.tab("score")  # the first figure brings plotly itself; the others are drawn at once
    page.locator(".bl-side .js-plotly-plot .main-svg:visible").first.wait_for(timeout=LONG)
    for tab in page.locator(".bl-tabs [data-act=tab]").evaluate_all("(all) => all.map((one) => one.dataset.value)"):
        table.tab(tab)
        table.still(".bl-side")
        found |= {f"{tab}: small": eyes.small(page, ".bl-side"), f"{tab}: barriers": eyes.barriers(page, ".bl-side")}
        found |= {f"{tab}: clipped": eyes.clipped(page, ".bl-side"), f"{tab}: pale": eyes.pale(page, ".bl-side")}
        found |= {f"{tab}: overlapping": eyes.overlapping(page, ".bl-side")}
        kept(table, place, f"panel_{tab}_{theme}")
    assert not any(found.values()), eyes.told(**found)
