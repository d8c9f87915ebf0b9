"""The checks that need no eyes find what they are for, and leave what is well alone."""

from __future__ import annotations

import eyes
import pytest
from playwright.sync_api import Page

pytestmark = pytest.mark.browser

WELL = """
<p>Words that can be read</p><button>Go</button>
<svg width="200" height="40"><rect width="200" height="40" fill="#fff"/><text x="5" y="20" font-size="14">Fine</text></svg>
<div style="overflow:auto;height:20px" tabindex="0"><p style="margin:0">Scrolls<br>down<br>here</p></div>
<span style="position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)">for screen readers</span>
<details><summary>More</summary><p style="font-size:5px">not open</p></details>
<svg width="200" height="40"><text x="5" y="20"><tspan>4</tspan> of <tspan>5</tspan></text></svg>
<div style="overflow:hidden auto;height:20px;position:relative" tabindex="0">
  <div style="height:60px"></div><svg width="200" height="40"><text x="5" y="20">below</text></svg>
</div>
<div style="height:90px;background:#222"></div>
"""
"""Also: words between words, and words that have been scrolled away to where something dark lies."""


def show(page: Page, inside: str) -> None:
    look = "background:#fff;color:#222;font:14px sans-serif"
    page.set_content(
        f'<!doctype html><html lang="en"><title>x</title><body style="{look}">'
        f'<main class="bl-explorer"><div class="bl-board">{inside}</div></main></body></html>'
    )


def test_what_is_well_is_left_alone(page: Page) -> None:
    show(page, WELL)
    eyes.looked_at(page)


@pytest.mark.parametrize(
    ("inside", "found"),
    [
        ('<p style="font-size:10px">tiny</p>', "tiny (10.0 px)"),
        ('<svg width="50" height="20" viewBox="0 0 100 40"><text y="20" font-size="16">half</text></svg>', "half (8.0 px)"),
    ],
)
def test_small_words_are_found_as_they_are_seen(page: Page, inside: str, found: str) -> None:
    show(page, inside)
    assert eyes.small(page) == [found]


@pytest.mark.parametrize(
    "inside",
    [
        '<div style="overflow:hidden;width:60px;white-space:nowrap">cut at the right side</div>',
        '<div style="overflow:hidden;height:20px"><p style="margin:30px 0 0">cut at the right side</p></div>',
        '<svg width="40" height="20" style="overflow:hidden"><text y="14">cut at the right side</text></svg>',
    ],
)
def test_words_that_are_cut_off_are_found(page: Page, inside: str) -> None:
    show(page, inside)
    assert [one.partition(" (")[0] for one in eyes.clipped(page)] == ["cut at the right side"]


def test_words_over_words_are_found(page: Page) -> None:
    show(page, '<svg width="200" height="40"><text x="5" y="20">Swan</text><text x="20" y="22">Lion</text></svg>')
    assert eyes.overlapping(page) == ["Swan | Lion"]


@pytest.mark.parametrize(("ink", "ground"), [("#999", "#fff"), ("#555", "#222"), ("rgba(0,0,0,.4)", "#fff")])
def test_pale_words_in_pictures_are_found(page: Page, ink: str, ground: str) -> None:
    below = f'<rect width="200" height="40" fill="{ground}"/>'
    show(page, f'<svg width="200" height="40">{below}<text x="5" y="20" fill="{ink}">pale</text></svg>')
    assert [one.partition(" (")[0] for one in eyes.pale(page)] == ["pale"]


@pytest.mark.parametrize(
    ("inside", "rule"),
    [("<button></button>", "button-name"), ('<p style="color:#999">pale</p>', "color-contrast"), ("<input>", "label")],
)
def test_what_axe_finds_is_told(page: Page, inside: str, rule: str) -> None:
    show(page, inside)
    assert [one.partition(":")[0] for one in eyes.barriers(page)] == [rule]
