"""What a person does and sees at a table of the stories: games to begin with, what glows, and that all of it is on one screen."""

from __future__ import annotations

import pytest
from page_tables import Table
from places import Place
from playwright.sync_api import Locator, expect

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


def on_one_screen(table: Table, place: Place, *, board: bool = True) -> None:
    """Never taller than the window; the question, its answers and Next can be seen; nothing lies over anything else.

    A panel may have all the room there is; the board is then away.
    """
    page, (width, height) = table.page, table.size()
    explorer = page.locator(".bl-explorer")
    box = explorer.bounding_box()
    assert box is not None
    assert box["height"] <= height
    if not place.lab:
        assert page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]") == [width, height]
    else:
        explorer.evaluate("(one) => one.scrollIntoView({block: 'nearest'})")
    for part in (".bl-asked", ".bl-next", ".bl-time", ".bl-tabs", *((".bl-board",) if board else ())):
        table.inside(page.locator(f".bl-explorer {part}").first)
    for answer in page.locator(".bl-answer").all():
        table.inside(answer)
    covered = page.evaluate(COVERED)
    assert covered == [], f"one over the other: {covered}"
    if not board:
        return
    left, side = (page.locator(f".bl-middle > {part}").bounding_box() for part in (".bl-board", ".bl-side"))
    assert left is not None
    assert side is not None
    if box["width"] >= 1000:
        assert left["y"] == pytest.approx(side["y"], abs=1)
        assert left["x"] + left["width"] <= side["x"] + 1


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


# What glows


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
