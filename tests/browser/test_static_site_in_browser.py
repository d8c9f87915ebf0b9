"""The static site in a real browser, with no network but a server of files, and at last without that.

It is built once, with Python for browsers from npm and wheels from PyPI. CI opens the explorer once; `bruges-lab verify site`
plays the other stories as well and tells what it measured.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from hashlib import sha256
from http.server import ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from conftest import SEEN
from places import EVERYWHERE
from playwright.sync_api import Browser, BrowserContext, Page
from watching import shoot

import bruges_lab as bl
from bruges_lab import places
from bruges_lab.explorer.explorer import Explorer
from bruges_lab.explorer.panels.text_findings import told as told_in_short
from bruges_lab.games import shelf
from bruges_lab.links.classwork import TaskSet
from bruges_lab.site.running_notebooks import LOCK, ONLY_READ, notebooks
from bruges_lab.site.site_server import server_of
from bruges_lab.site.static_site import build_static_site, size

pytestmark = pytest.mark.browser

TESTS = Path(__file__).resolve().parents[1]
MOST_FIRST = 25_000_000
"""Bytes that the explorer may load before it is live."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site") / "lab"
    build_static_site(folder, docs=False, tell=lambda line: None)
    return folder


@pytest.fixture
def server(site: Path) -> Iterator[ThreadingHTTPServer]:
    served = server_of(site, None)
    threading.Thread(target=served.serve_forever, daemon=True).start()
    yield served
    served.shutdown()
    served.server_close()


def by_hand(test: Callable[..., None]) -> Callable[..., None] | None:
    """A story that CI leaves out."""
    return test if EVERYWHERE else None


class Visitor:
    """A browser of one visitor, who has been here before or not."""

    def __init__(self, browser: Browser, server: ThreadingHTTPServer, **options: Any) -> None:
        self.base = f"http://127.0.0.1:{server.server_port}/"
        self.context: BrowserContext = browser.new_context(viewport={"width": 1280, "height": 800}, **options)
        self.context.add_init_script(SEEN)
        self.asked: list[str] = []
        self.wrong: list[str] = []

    def open(self, address: str, *, live: bool = True) -> Page:
        page = self.context.new_page()
        page.on("request", lambda request: self.asked.append(request.url))
        page.on("pageerror", lambda error: self.wrong.append(str(error)))
        page.goto(address if address.startswith("http") else self.base + address)
        if live:
            self.wait(page, "globalThis.brugesLab && (brugesLab.live || brugesLab.failed.length)", 120)
            assert page.evaluate("brugesLab.failed") == []
            page.locator(".bl-explorer").wait_for()
        return page

    @staticmethod
    def wait(page: Page, condition: str, seconds: float = 30) -> None:
        """Wait for something; the page forbids `eval`, so that it is asked again and again."""
        end = time.monotonic() + seconds
        while not page.evaluate(condition):
            assert time.monotonic() < end, condition
            time.sleep(0.1)

    def settle(self, page: Page) -> None:
        """Wait until nothing is being asked."""
        page.wait_for_timeout(150)
        self.wait(page, "!document.querySelector('.bl-busy')", 60)

    def press(self, page: Page, what: str) -> None:
        page.locator(what).first.click()
        self.settle(page)

    def stands(self, page: Page) -> str:
        return str(page.locator(".bl-stands").inner_text())

    def outside(self) -> list[str]:
        return [address for address in self.asked if not address.startswith((self.base, "blob:", "data:"))]

    def close(self) -> None:
        self.context.close()
        assert self.outside() == []
        assert self.wrong == []


@pytest.fixture
def visitor(browser: Browser, server: ThreadingHTTPServer) -> Iterator[Visitor]:
    found = Visitor(browser, server)
    yield found
    found.close()


def tell(name: str, **figures: object) -> None:
    if os.environ.get("BRUGES_LAB_FIGURES"):
        print(f"\nsite figures: {name}: {json.dumps(figures)}")


def test_golden_games_are_the_same_in_the_python_of_the_page(site: Path) -> None:
    parts = next(path for path in (site / "parts").iterdir() if path.is_dir())
    node = shutil.which("node")
    assert node is not None
    command = [node, str(TESTS / "web" / "golden.mjs"), str(parts), str(TESTS), "golden", "games/burdigala"]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    same = json.loads(run.stdout)
    assert len(same) >= 54 + 8
    assert [name for name, equal in same.items() if not equal] == []
    tell("golden games", equal=len(same))


def test_what_is_loaded_first_is_small_and_everything_is_pinned(site: Path) -> None:
    found = size(site)
    assert found["first"] <= MOST_FIRST
    pinned = json.loads((site / "parts" / "pinned.json").read_text("utf-8"))
    assert all(re.fullmatch("[0-9a-f]{64}", part["sha256"]) for part in pinned)
    for page in site.glob("*.html"):
        assert not re.search(r"(?:src|href)=\"(?:https?:)?//", page.read_text("utf-8")), page.name
    tell("size", **found)


def test_notebooks_share_the_python_of_the_explorer_and_load_from_the_site_alone(site: Path) -> None:
    parts = next(path for path in (site / "parts").iterdir() if path.is_dir())
    packages = json.loads((parts / LOCK).read_text("utf-8"))["packages"]
    assert packages["bruges-lab"]["depends"]
    for one in packages.values():
        assert sha256((parts / one["file_name"]).read_bytes()).hexdigest() == one["sha256"]
        assert set(one["depends"]) <= set(packages)
    settings = json.loads((site / "notebooks" / "jupyter-lite.json").read_text("utf-8"))["jupyter-config-data"]
    kernel = settings["litePluginSettings"]["@jupyterlite/pyodide-kernel-extension:kernel"]
    assert (site / "notebooks" / kernel["pyodideUrl"]).resolve() == parts / "pyodide" / "pyodide.mjs"
    assert kernel["disablePyPIFallback"]
    for page in (site / "notebooks").rglob("*.html"):
        rule = re.search(r'http-equiv="Content-Security-Policy" content="([^"]+)"', page.read_text("utf-8"))
        assert rule is not None, page.name
        assert "http" not in rule[1], page.name
        assert "default-src 'self'" in rule[1], page.name
    assert len(list((site / "notebooks" / "files").glob("*.ipynb"))) == len(notebooks())


@by_hand
@pytest.mark.parametrize("game", ["bruges", "burdigala"])
def test_a_round_a_share_a_lesson_and_a_language(visitor: Visitor, game: str) -> None:
    page = visitor.open(f"{game}.html")
    shoot(page, f"site-{game}")
    begun = visitor.stands(page)
    for _ in range(60):
        if visitor.stands(page).split("·")[0] != begun.split("·")[0]:
            break
        onward = page.locator("[data-act=let_choose]")
        visitor.press(page, "[data-act=let_choose]" if onward.count() else "[data-act=next]")
    assert visitor.stands(page) != begun
    visitor.press(page, ".bl-ways [data-act=share], [data-act=share] >> visible=true")
    link = page.locator("[data-copied=link]").input_value()
    assert page.locator(".bl-qr").count() == 1
    shoot(page, f"site-{game}-share")
    there = bl.from_link(link)
    assert there.manifest.name == game
    assert len(there.nodes) > 3
    assert len(link) < 300
    visitor.press(page, "[data-act=close_dialog]")
    page.locator("select[data-act=language]").select_option("de")
    visitor.settle(page)
    assert page.locator("[data-act=next]").first.inner_text().startswith("Weiter")
    second = visitor.open(link)
    assert second.evaluate("document.documentElement.lang") == "de"
    assert visitor.stands(second) == visitor.stands(page)
    chapter = next(iter(bl.games()[0 if game == "bruges" else 1].lessons.tasks.values())).chapter
    second.evaluate("chapter => { location.hash = 'lesson=' + chapter }", chapter)
    visitor.wait(second, "!!document.querySelector('[data-act=\"lesson.answer\"], .bl-lesson, [data-act^=lesson]')")
    visitor.settle(second)
    shoot(second, f"site-{game}-lesson")


@by_hand
def test_a_hostile_link_is_refused_in_one_line_and_nothing_of_it_runs(visitor: Visitor) -> None:
    page = visitor.open("bruges.html#bl1g-AAAAAAAAAAAA<img src=x onerror=document.title='!'>")
    message = page.locator(".bl-message").inner_text()
    assert message.startswith("link: is not a link of this lab")
    for broken in (
        "#bl1g-AAAAAAAAAAAAAAAA",
        "#javascript:document.title='!'",
        "#scenario=../../x",
        "#lesson=nowhere",
        "#tab=<script>",
    ):
        page.evaluate("broken => { location.hash = broken }", broken)
        visitor.settle(page)
        page.wait_for_timeout(300)
        assert "\n" not in page.locator(".bl-message").inner_text()
    assert "!" not in page.title()
    assert visitor.stands(page).startswith("Round 1")


@by_hand
def test_a_set_die_a_branch_and_a_tree(visitor: Visitor) -> None:
    page = visitor.open("bruges.html#scenario=fire_and_plague")
    visitor.settle(page)
    page.evaluate("document.querySelector('[data-act=tab][data-value=chance]').click()")
    visitor.settle(page)
    begun = page.locator("[data-part=ask]").inner_text()
    for die, face in enumerate((3, 5, 4, 6, 3)):
        visitor.press(page, f"[data-act=die][data-value='{die}:{face}']")
    visitor.press(page, "[data-act=set_chance] >> visible=true")
    assert page.locator("[data-part=ask]").inner_text() != begun
    visitor.press(page, "[data-act=share] >> visible=true")
    page.locator("select[data-act='share.what']").select_option("tree")
    visitor.settle(page)
    shared = bl.from_link(page.locator("[data-copied=link]").input_value())
    assert "roll:3:5:4:6:3" in [str(node.choice) for node in shared.root.children]
    assert len(shared.root.children) == 2, "the throw that was set is a branch of its own"
    visitor.press(page, "[data-act=close_dialog]")
    page.evaluate("document.querySelector('[data-act=tab][data-value=tree]').click()")
    visitor.settle(page)
    visitor.wait(page, "!!document.querySelector('.js-plotly-plot .main-svg')", 240)
    shoot(page, "site-tree")


@by_hand
def test_a_text_is_checked_while_the_board_goes_on(visitor: Visitor) -> None:
    page = visitor.open("bruges.html")
    sample = shelf.find().samples / "it" / "faulty.md"
    told = told_in_short(bl.check_translation(sample), "en", Explorer(tour=False).words).partition(":")[2]
    fetched = [address for address in visitor.asked if address.endswith("texts.zip")]
    assert fetched == [], "what the check needs comes when its tab is opened"
    page.evaluate("document.querySelector('[data-act=tab][data-value=text]').click()")
    field = page.locator("textarea[data-upload=text_paste]")
    field.fill(sample.read_text("utf-8"))
    answers = "document.querySelector('.bl-answers').innerText"
    before = page.evaluate(answers)
    assert before
    page.evaluate("document.querySelector('[data-act=text_nothing]').click()")
    visitor.wait(page, "!!document.querySelector('.bl-textwork progress')?.value")
    shoot(page, "site-text-working")
    page.locator("[data-act=let_choose]").first.click()
    visitor.wait(page, f"{answers} !== {json.dumps(before)}")
    assert page.locator(".bl-textwork").count() == 1, "the game goes on while the text is checked"
    page.locator("[data-act=text_cancel]").click()
    field.wait_for()
    assert page.locator(".bl-textwork").count() == 0
    began = time.monotonic()
    page.evaluate("document.querySelector('[data-act=text_nothing]').click()")
    visitor.wait(page, "!!document.querySelector('.bl-texttold')", 240)
    seconds = time.monotonic() - began
    assert page.locator(".bl-texttold").inner_text().partition(":")[2] == told, "as in CPython with numpy"
    shoot(page, "site-text")
    page.locator("[data-act=text_another]").click()
    page.locator("input[type=file][data-upload=text_upload]").set_input_files(
        {"name": "a<b>.md", "mimeType": "text/plain", "buffer": b"<script>document.title = '!'</script> \x00"}
    )
    visitor.wait(
        page, "document.querySelector('.bl-message')?.innerText.length > 0 || !!document.querySelector('.bl-texttold')", 120
    )
    said = page.locator(".bl-message, .bl-texttold").first.inner_text()
    assert "\n" not in said.strip()
    assert "!" not in page.title()
    tell("text", bytes=len(sample.read_bytes()), seconds=round(seconds, 1), archive=parts_size(visitor, page, "texts.zip"))


def parts_size(visitor: Visitor, page: Page, name: str) -> int:
    """The bytes of a file that was loaded later."""
    address = next(one for one in visitor.asked if one.endswith(name))
    return int(page.evaluate("address => fetch(address).then(async (found) => (await found.arrayBuffer()).byteLength)", address))


@by_hand
@pytest.mark.parametrize("name", [path.stem for path in notebooks() if path.stem not in ONLY_READ])
def test_a_notebook_runs_in_jupyterlite(visitor: Visitor, name: str) -> None:
    listed = visitor.open("notebooks.html", live=False)
    listed.locator("main:not([hidden]) h1").wait_for()
    began = time.monotonic()
    listed.locator(f"main:not([hidden]) a[href*='{name}']").click()
    listed.locator(".jp-Notebook").wait_for(timeout=90_000)
    opened = time.monotonic() - began
    listed.get_by_text("Run", exact=True).first.click()
    listed.get_by_text("Run All Cells", exact=True).click()
    cells = json.loads((places.notebooks() / f"{name}.ipynb").read_bytes())["cells"]
    code = sum(cell["cell_type"] == "code" for cell in cells)
    prompts = "[...document.querySelectorAll('.jp-InputPrompt')]"
    ran = f"Math.max(0, ...{prompts}.map((one) => parseInt(one.textContent.slice(1)) || 0))"
    visitor.wait(listed, f"{ran} === {code}", 300)  # the last cell has run, so that none before it failed
    shoot(listed, f"site-notebook-{name}")
    seconds = time.monotonic() - began - opened
    tell("notebook", notebook=name, cells=code, opened=round(opened, 1), ran=round(seconds, 1))


@by_hand
def test_a_class_sets_tasks_hands_in_and_collects(visitor: Visitor) -> None:
    teacher = visitor.open("class.html", live=False)
    teacher.locator("details summary").first.click()
    boxes = teacher.locator("details[open] input[type=checkbox]")
    boxes.nth(0).check()
    boxes.nth(1).check()
    teacher.locator("#bl-make").click()
    made = teacher.locator("input[readonly]")
    made.wait_for(timeout=90_000)
    link = made.input_value()
    shoot(teacher, "site-class")
    tasks = TaskSet.from_link(link)
    assert len(tasks.tasks) == 2
    pupil = visitor.open(link)
    strip = pupil.locator(".bl-set")
    strip.locator(".bl-settasks button").nth(1).wait_for()
    visitor.settle(pupil)
    shoot(pupil, "site-pupil")
    pupil.locator(".bl-handin-open").click()
    pupil.locator(".bl-handin input").fill("Ada <b>")
    pupil.locator("#bl-write").click()
    visitor.wait(pupil, "document.querySelector('.bl-handin textarea').value.startsWith('bl1a-')")
    text = pupil.locator(".bl-handin textarea").input_value()
    assert tasks.collect(text).sheets[0].name == "Ada <b>"
    teacher.locator("textarea").fill(f"{text}\nnonsense")
    teacher.locator("#bl-collect").click()
    teacher.locator("table").wait_for()
    assert "Ada <b>" in teacher.locator("table").inner_text()
    assert teacher.locator(".bl-wrong").all_inner_texts()[0].startswith("2: link: is not a link")
    shoot(teacher, "site-class-table")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_pages_of_lists_look_right(browser: Browser, server: ThreadingHTTPServer, scheme: str) -> None:
    visitor = Visitor(browser, server, color_scheme=scheme)
    for name in ("index", "lessons", "class", "notebooks"):
        page = visitor.open(f"{name}.html", live=False)
        page.locator("main:not([hidden]) h1").wait_for()
        shoot(page, f"site-{name}-{scheme}")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    visitor.close()


def test_cold_warm_and_with_the_server_stopped(browser: Browser, site: Path) -> None:
    served = server_of(site, None)
    threading.Thread(target=served.serve_forever, daemon=True).start()
    visitor = Visitor(browser, served)
    page = visitor.open("bruges.html")
    cold = page.evaluate("brugesLab")
    assert cold["bytes"] <= MOST_FIRST
    visitor.press(page, "[data-act=let_choose]")
    stands = page.locator("[data-part=ask]").inner_text()
    visitor.wait(page, "navigator.serviceWorker.controller !== null")
    visitor.wait(page, "caches.keys().then(async (all) => (await (await caches.open(all[0])).keys()).length > 12)", 60)
    page.wait_for_timeout(1500)
    page.close()
    warm = visitor.open("bruges.html").evaluate("brugesLab")
    served.shutdown()
    served.server_close()
    page = visitor.open("bruges.html")
    alone = page.evaluate("brugesLab")
    visitor.settle(page)
    assert page.locator("[data-part=ask]").inner_text() == stands, "the game that was begun comes back"
    visitor.press(page, "[data-act=let_choose]")
    shoot(page, "site-offline")
    visitor.close()
    tell("cold", **cold)
    tell("warm", **warm)
    tell("server stopped", **alone)
