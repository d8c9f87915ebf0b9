"""A report in a real browser: a card on pointing and on keyboard focus, filters, both themes; a hostile text runs nothing."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from playwright.sync_api import Page

sys.path.insert(0, str(Path(__file__).parents[1] / "textcheck"))
from reports import FACES, GUILDERS, TEXT, made
from test_outputs import hostile

pytestmark = pytest.mark.browser


def show(page: Page, tmp_path: Path, content: str, width: int = 1280) -> list[str]:
    """Open a report from a file; what it asks for and complains of."""
    path = tmp_path / "report.html"
    path.write_text(content, encoding="utf-8")
    seen: list[str] = []
    page.on("request", lambda request: seen.append(request.url))
    page.on("console", lambda message: seen.append(message.text))
    page.on("pageerror", lambda error: seen.append(str(error)))
    page.set_viewport_size({"width": width, "height": 900})
    page.goto(path.as_uri())
    return [one for one in seen if one != path.as_uri()]


@pytest.mark.parametrize("width", [1280, 800])
@pytest.mark.parametrize("way", ["hover", "focus"])
def test_pointing_and_the_keyboard_both_bring_the_card(page: Page, tmp_path: Path, way: str, width: int) -> None:
    assert show(page, tmp_path, made().to_html(), width) == []
    pane = page.locator("#pane")
    assert pane.locator(".card").count() == 0
    mark = page.locator("a.m.v-contradicts").first
    mark.hover() if way == "hover" else mark.focus()
    assert pane.locator(".card").first.is_visible()
    assert GUILDERS.rule in (pane.text_content() or "")
    assert "every player has 5 guilders" in (pane.text_content() or "")
    page.keyboard.press("Escape")
    assert pane.locator(".card").count() == 0


def test_the_tab_key_walks_from_mark_to_mark(page: Page, tmp_path: Path) -> None:
    show(page, tmp_path, made().to_html())
    page.locator("a.m").first.focus()
    first = page.locator("#pane").text_content()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.classList.contains('m')")
    assert page.locator("#pane").text_content() != first
    assert FACES.rule in (page.locator("#pane").text_content() or "")


def test_a_row_leads_to_its_place_in_the_text(page: Page, tmp_path: Path) -> None:
    show(page, tmp_path, made(text=TEXT + ("",) * 200).to_html())
    page.evaluate("window.scrollTo(0, document.body.scrollHeight)")
    page.locator(".rows a").first.click()
    assert page.evaluate("document.activeElement.textContent") == TEXT[2]


def test_filters_hide_marks_and_rows_and_bring_them_back(page: Page, tmp_path: Path) -> None:
    show(page, tmp_path, made().to_html())
    button = page.locator("button[data-v=contradicts]")
    button.click()
    assert button.get_attribute("aria-pressed") == "false"
    assert page.locator("a.m.v-contradicts").count() == 0
    assert not page.locator(".rows a.v-contradicts").first.is_visible()
    button.click()
    assert page.locator("a.m.v-contradicts").count() > 0
    assert page.locator(".rows a.v-contradicts").first.is_visible()


def test_a_hostile_text_runs_nothing_and_loads_nothing(page: Page, tmp_path: Path) -> None:
    dialogs: list[str] = []
    page.on("dialog", lambda dialog: dialogs.append(dialog.message))
    assert show(page, tmp_path, hostile().to_html()) == []
    page.locator("a.m").first.focus()
    assert dialogs == []
    assert page.locator("script").count() == 1
    assert page.evaluate("document.querySelectorAll('img, iframe, b').length") == 0


def test_markup_that_slipped_through_would_not_run(page: Page, tmp_path: Path) -> None:
    slipped = "<script>window.hit = 1</script><img src=x onerror='window.hit = 2'>"
    seen = show(page, tmp_path, made().to_html().replace("</main>", f"{slipped}</main>"))
    assert page.evaluate("window.hit") is None
    assert any("Content Security Policy" in one for one in seen)


@pytest.mark.parametrize("width", [1280, 800, 400])
def test_nothing_is_wider_than_the_page(page: Page, tmp_path: Path, width: int) -> None:
    show(page, tmp_path, made(text=(*TEXT, "x" * 3000)).to_html(), width)
    assert page.evaluate("document.documentElement.scrollWidth") <= width


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_text_and_marks_can_be_read_in_both_themes(page: Page, tmp_path: Path, theme: str) -> None:
    page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
    show(page, tmp_path, made().to_html())
    contrast = page.evaluate(
        """() => {
          const rgb = text => text.match(/[\\d.]+/g).slice(0, 3).map(Number);
          const linear = v => v <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4;
          const light = ([r, g, b]) => .2126 * linear(r / 255) + .7152 * linear(g / 255) + .0722 * linear(b / 255);
          const back = light(rgb(getComputedStyle(document.body).backgroundColor));
          return [...document.querySelectorAll('h1, .muted, .sign, .card .verdict, .filters button')].map(e => {
            const ink = light(rgb(getComputedStyle(e).color));
            return (Math.max(ink, back) + .05) / (Math.min(ink, back) + .05);
          });
        }"""
    )
    assert min(contrast) >= 4.5
