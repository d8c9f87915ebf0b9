"""Figures in a real browser: nothing outside the picture, nothing over anything else, nothing asked for outside."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

import bruges_lab as bl
from bruges_lab.show import images

LAID_OUT = """() => {
  const frame = document.querySelector('.main-svg').getBoundingClientRect();
  const texts = [...document.querySelectorAll('.main-svg text')].filter(t => t.textContent.trim());
  const boxes = texts.map(t => [t, t.getBoundingClientRect()]).filter(([t, b]) => b.width);
  const outside = boxes.filter(([t, b]) => b.left < frame.left - 1 || b.right > frame.right + 1 || b.top < frame.top - 1
    || b.bottom > frame.bottom + 1).map(([t]) => t.textContent);
  const over = [];
  for (let i = 0; i < boxes.length; i++) for (let j = i + 1; j < boxes.length; j++) {
    const [a, b] = [boxes[i][1], boxes[j][1]];
    const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    if (wide > 3 && high > 5) over.push(boxes[i][0].textContent + ' / ' + boxes[j][0].textContent);
  }
  return {outside, over};
}"""


@pytest.mark.browser
@pytest.mark.parametrize("lang", ["en", "de", "fr", "it"])
def test_labels_lie_inside_and_apart(browser: Browser, tmp_path: Path, lang: str) -> None:
    game = bl.new_game(4, 11)
    bl.play_out(game, "greedy", 2).into(game)
    middle = len(game.nodes) // 2
    plot = bl.plot
    made: dict[str, Any] = {}
    for name, number in (("middle", middle), ("end", len(game.nodes) - 1), ("start", 0)):
        game.goto(number)
        draws = (plot.score, plot.score_course, plot.threats, plot.majorities, plot.majority_race, plot.reputation)
        made |= {f"{draw.__name__} {name}": draw(game, lang=lang) for draw in (*draws, plot.money, plot.actions)}  # type: ignore[operator]
        if name == "middle":
            made["risk"] = plot.risk(game, lang=lang)
            made["tree"] = plot.tree(bl.tree(game, depth=1), lang=lang)
    made["simulation"] = plot.simulation(bl.simulate(20, 4, policy=["greedy", "random"] * 2), lang=lang)
    made["readings"] = plot.readings(bl.compare("default", bl.ruleset(workers_taken=3), 8, policy="random"), lang=lang)
    page = browser.new_page(viewport={"width": 950, "height": 900})
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    for name, figure in made.items():
        file = tmp_path / "page.html"
        file.write_text(f"<body style='margin:0'>{images.page(figure)}", encoding="utf-8")
        page.goto(file.as_uri())
        page.wait_for_selector(".main-svg")
        found = page.evaluate(LAID_OUT)
        assert found["outside"] == [], name
        assert found["over"] == [], name
    page.close()
    assert {url.partition(":")[0] for url in requests} <= {"file", "data", "blob"}
