"""Figures in a real browser at the widths where they are shown: every label inside, apart, whole, upright and large enough."""

from __future__ import annotations

import json
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

import pytest
from legible import FIGURE
from playwright.sync_api import Browser, Page

import bruges_lab as bl
from bruges_lab.show.night import contrast
from bruges_lab.show.tools import tools

DRAWN = """async ([data, layout, config, width]) => {
  document.body.style.margin = 0;
  document.body.innerHTML = `<div id="here" style="width: ${width}px"></div>`;
  await Plotly.newPlot('here', data, layout, config);
}"""
NOTHING: dict[str, list[str]] = {"outside": [], "over": [], "small": [], "turned": [], "cut": []}
NARROW, NOTEBOOK, WHOLE = (330, 420), (740, 950), (820, 1236)


@pytest.fixture(scope="module")
def sheet(browser: Browser) -> Iterator[Page]:
    """A page with plotly on it, from the package and not from anywhere else."""
    page = browser.new_page(viewport={"width": 1300, "height": 1000})
    page.add_script_tag(path=str(files("plotly").joinpath("package_data", "plotly.min.js")))
    yield page
    page.close()


def draw(sheet: Page, figure: Any, width: int) -> None:
    made = json.loads(figure.to_json())
    layout = {**made["layout"], "autosize": True}
    layout.pop("width", None)
    sheet.evaluate(DRAWN, [made["data"], layout, tools(figure), width])


def played() -> bl.Game[Any]:
    game = bl.new_game(4, 11)
    bl.play_out(game, "greedy", 2).into(game)
    game.goto(len(game.nodes) // 2)
    return game


def beside(lang: str, *, wide: bool) -> dict[str, Any]:
    """The figures of an explorer's panels, as they are beside the board or over the whole width."""
    explorer = bl.Explorer(played(), lang=lang)
    stage = explorer._stage
    assert stage is not None
    found = {}
    for tab, act, drawings in (
        ("threats", "threats_figure", ("risk", "meter", "order")),
        ("score", "score_figure", ("now", "rounds")),
        ("majorities", "majorities_figure", ("now", "race")),
        ("tree", "tree_depth", ("1", "2")),
    ):
        explorer.select(tab)
        inspector = stage._inspectors[tab]
        if inspector.wide != wide:
            inspector.page.press("wide")
        for drawing in drawings:
            inspector.page.press(act, drawing)
            if inspector.figure is not None:
                found[f"{tab} {drawing}"] = inspector.figure
    assert len(found) >= 8
    return found


@pytest.mark.browser
@pytest.mark.parametrize(("lang", "wide"), [("en", False), ("de", False), ("fr", True)])
def test_figures_of_the_panels(sheet: Page, lang: str, wide: bool) -> None:
    for name, figure in beside(lang, wide=wide).items():
        for width in WHOLE if wide else NARROW:
            draw(sheet, figure, width)
            assert sheet.evaluate(FIGURE) == NOTHING, (name, width)


@pytest.mark.browser
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_figures_of_a_notebook(sheet: Page, lang: str) -> None:
    game, plot = played(), bl.plot
    drawings = (plot.score, plot.score_course, plot.threats, plot.majorities, plot.majority_race, plot.money, plot.actions)
    made: dict[str, Any] = {draw_.__name__: draw_(game, lang=lang) for draw_ in drawings}  # type: ignore[operator]
    made["risk"] = plot.risk(game, lang=lang)
    made["tree"] = plot.tree(bl.tree(bl.scenario("fire_and_plague"), depth=2), lang=lang)
    made["icicle"] = bl.tree(game, depth=1).icicle(lang=lang)
    made["simulation"] = plot.simulation(bl.simulate(12, 4, policy=["greedy", "random"] * 2), lang=lang)
    made["readings"] = plot.readings(bl.compare("default", bl.ruleset(workers_taken=3), 6, policy="random"), lang=lang)
    for name, figure in made.items():
        for width in NOTEBOOK:
            draw(sheet, figure, width)
            assert sheet.evaluate(FIGURE) == NOTHING, (name, width)


@pytest.mark.browser
def test_letters_stand_out_by_night(sheet: Page) -> None:
    """Those of axes, legends and titles from the paper; those on a bar have its colour under them."""
    game = played()
    for figure in (bl.plot.score(game), bl.plot.risk(game), bl.plot.tree(bl.tree(game, depth=1))):
        draw(sheet, bl.plot.dark(figure), 800)
        found = sheet.evaluate(
            """() => [...document.querySelectorAll('.main-svg text')]
              .filter((text) => text.textContent.trim() && !text.closest('.bars'))
              .map((text) => [text.textContent, getComputedStyle(text).fill])"""
        )
        assert len(found) > 5
        for words, colour in found:
            red, green, blue = (int(part) for part in colour[4:-1].split(","))
            assert contrast(f"#{red:02x}{green:02x}{blue:02x}", "#1e1b17") >= 4.5, words


@pytest.mark.browser
def test_the_tools_speak_the_language_of_the_figure(sheet: Page) -> None:
    draw(sheet, bl.plot.score(played(), lang="de"), 800)
    named = sheet.evaluate("() => [...document.querySelectorAll('.modebar-btn')].map((tool) => tool.dataset.title)")
    assert named[:2] == ["Als Bild speichern (PNG)", "Ausschnitt vergrößern: einen Rahmen ziehen"]
    assert "Ansicht zurücksetzen" in named
    assert sheet.locator(".modebar-btn--logo").count() == 0
    with sheet.expect_download() as saved:
        sheet.locator(".modebar-btn").first.click()
    assert saved.value.suggested_filename == "punktestand-nach-posten-loewe-fuehrt-mit-23.png"
