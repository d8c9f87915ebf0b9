"""Pictures of positions in a real browser: hostile names stay text, labels stay inside, nothing is fetched."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

import bruges_lab as bl
from bruges_lab import Scenario
from bruges_lab.games.bruges.pictures.position import position_svg

pytestmark = pytest.mark.browser

HOSTILE = ("<script>window.hit=1</script>", '"><img src=x onerror=window.hit=1>', "' onload='window.hit=1")


def show(page: Page, names: tuple[str, ...]) -> list[str]:
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    svg = position_svg(Scenario.read("first_look").state, names)
    page.set_content(f"<!doctype html><body style='margin:0;width:760px'>{svg}</body>")
    page.wait_for_timeout(200)
    return requests


def test_hostile_names_stay_text(page: Page) -> None:
    dialogs: list[str] = []
    page.on("dialog", lambda dialog: dialogs.append(dialog.message))
    requests = show(page, HOSTILE)
    assert page.evaluate("window.hit") is None
    assert dialogs == []
    assert page.locator("script, img").count() == 0
    assert "<script>" in (page.locator("svg").text_content() or "")
    assert [url for url in requests if not url.startswith("about:")] == []


def test_every_label_lies_inside_the_picture(page: Page) -> None:
    show(page, ("Swan", "Lion", "Lily"))
    outside = page.evaluate(
        """() => {
          const frame = document.querySelector('svg').getBoundingClientRect();
          return [...document.querySelectorAll('svg text')].filter(t => {
            const box = t.getBoundingClientRect();
            return box.width && (box.left < frame.left - 1 || box.right > frame.right + 1 || box.bottom > frame.bottom + 1);
          }).map(t => t.textContent);
        }"""
    )
    assert outside == []


@pytest.mark.parametrize("game", ["bruges", "burdigala"])
def test_in_a_narrow_cell_of_a_notebook_all_of_it_is_seen(page: Page, game: str) -> None:
    position = bl.new_game(game, players=4, seed=1).state
    page.set_content(f"<!doctype html><body style='margin:0;width:480px'>{position._repr_html_()}</body>")
    page.wait_for_function("document.querySelector('img').complete && document.querySelector('img').naturalWidth > 0")
    shown, drawn = page.evaluate(
        "(one => [[one.width, one.height], [one.naturalWidth, one.naturalHeight]])(document.querySelector('img'))"
    )
    assert shown[0] == 480
    assert shown[1] / shown[0] == pytest.approx(drawn[1] / drawn[0], rel=0.01)
