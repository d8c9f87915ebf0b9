"""Nothing is lost on the page: a reload, a server that is started again, a second tab, and a folder that cannot be written."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Dialog, Page, expect
from servers import Server, Servers, wait_until
from watching import SHOTS, Watched

LONG = 60_000


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    yield context
    for page in context.pages:
        page.goto("about:blank")
    context.close()


def opened(context: BrowserContext, server: Server) -> tuple[Page, Watched]:
    page = context.new_page()
    watched = Watched(page)
    page.goto(server.address)
    ready(page)
    return page, watched


def ready(page: Page) -> None:
    page.locator(".bl-next").wait_for(timeout=LONG)
    page.locator(".bl-board svg").first.wait_for(state="attached")


def play(page: Page, steps: int = 1) -> None:
    """Leave so many decisions to the machine, each after the one before."""
    for _ in range(steps):
        before = place(page)
        page.locator('[data-act="let_choose"]').click()
        expect(page.locator(".bl-scrub")).not_to_have_attribute("max", before)


def place(page: Page) -> str:
    """How long the line is that was played."""
    return page.locator(".bl-scrub").get_attribute("max") or ""


def shown(page: Page) -> tuple[str, str, str]:
    board = page.locator(".bl-board").inner_text()
    return page.locator(".bl-where").inner_text(), page.locator(".bl-ask").inner_text(), board


def visitor(home: Path) -> Path:
    """The folder of the one visitor: a moment after the browser has its answer there is one."""
    assert wait_until(lambda: [*home.glob("visitors/*/*.json")])
    (found,) = (home / "visitors").iterdir()
    return found


@pytest.mark.browser
def test_a_reload_and_another_start_of_the_server_bring_the_game_back(servers: Servers, context: BrowserContext) -> None:
    home = servers.home / "keep"
    server = servers.serve("--players", "2", "--seed", "7", BRUGES_LAB_KEEP=str(home))
    page, watched = opened(context, server)
    play(page, 3)
    page.locator('select[data-act="language"]').select_option("de")
    page.locator('select[data-act="seat"]').select_option("1")
    page.locator('.bl-tabs [data-value="chance"]').click()
    page.locator('.bl-tabs [data-value="chance"][aria-selected="true"]').wait_for()
    page.locator('[data-act="previous"]').click()
    expect(page.locator('[data-act="let_choose"]')).to_have_count(0)
    before = shown(page)
    page.reload()
    ready(page)
    assert shown(page) == before
    assert page.locator('select[data-act="seat"]').input_value() == "1"
    assert page.locator('.bl-tabs [data-value="chance"]').get_attribute("aria-selected") == "true"
    assert page.locator('[data-act="kept"]').inner_text() == "Deine Partien"
    assert page.locator(".bl-unkept").count() == 0
    page.goto("about:blank")
    assert server.stop() == 0
    again = servers.serve("--players", "2", "--seed", "7", BRUGES_LAB_KEEP=str(home))
    page.goto(again.address)
    ready(page)
    assert shown(page) == before
    assert len([path for path in visitor(home).glob("*.json") if not path.name.startswith("tab-")]) == 1
    assert watched.errors == []


@pytest.mark.browser
def test_another_command_shows_its_own_game_and_the_older_is_in_the_list(servers: Servers, context: BrowserContext) -> None:
    home = servers.home / "keep"
    server = servers.serve("--game", "ferry", BRUGES_LAB_KEEP=str(home))
    page, watched = opened(context, server)
    play(page, 2)
    was = shown(page)[2]
    page.goto("about:blank")
    server.stop()
    other = servers.serve("--scenario", "fire_and_plague", BRUGES_LAB_KEEP=str(home))
    page.goto(other.address)
    ready(page)
    assert shown(page)[2] != was
    page.locator('[data-act="kept"]').click()
    page.locator('[data-act="kept.open"]').click()
    page.locator('[data-act="back"]').first.wait_for()
    expect(page.locator(".bl-pop.bl-shown")).to_have_count(0)
    assert shown(page)[2] == was
    assert watched.errors == []


@pytest.mark.browser
def test_a_second_tab_goes_on_with_the_game_and_the_first_can_take_it_back(servers: Servers, context: BrowserContext) -> None:
    home = servers.home / "keep"
    server = servers.serve(BRUGES_LAB_KEEP=str(home))
    first, watched = opened(context, server)
    play(first, 2)
    second, also = opened(context, server)
    assert shown(second) == shown(first)
    assert second.locator(".bl-unkept").count() == 0
    play(second, 1)
    first.bring_to_front()
    first.get_by_text("This game goes on in another tab").wait_for()
    asked: list[Dialog] = []
    first.on("dialog", lambda dialog: (asked.append(dialog), dialog.accept()))
    first.locator('[data-act="kept.here"]').click()
    first.locator(".bl-unkept").wait_for(state="detached")
    assert place(first) == place(second)
    second.bring_to_front()
    second.get_by_text("This game goes on in another tab").wait_for()
    second.screenshot(path=SHOTS / "kept_elsewhere.png")
    play(second, 1)  # nobody has to take anything back: this becomes a game of its own
    second.locator(".bl-unkept").wait_for(state="detached")
    first.bring_to_front()
    play(first, 2)
    longest = place(first), place(second)
    first.reload()
    second.reload()
    for page in (first, second):
        ready(page)
    assert (place(first), place(second)) == longest  # each tab has its own
    second.locator('[data-act="kept"]').click()
    expect(second.locator(".bl-keptlist li")).to_have_count(2)
    assert asked == []
    assert watched.errors == also.errors == []


@pytest.mark.browser
def test_what_cannot_be_kept_is_said_and_leaving_asks_until_it_is_kept_again(servers: Servers, context: BrowserContext) -> None:
    home = servers.home / "keep"
    server = servers.serve(BRUGES_LAB_KEEP=str(home))
    page, watched = opened(context, server)
    asked: list[str] = []

    def answer(dialog: Dialog) -> None:
        asked.append(dialog.type)
        dialog.dismiss()

    page.on("dialog", answer)
    play(page, 1)
    folder = visitor(home)
    folder.rename(home / "aside")
    folder.write_text("in the way", encoding="utf-8")
    play(page, 1)
    page.get_by_text("Your moves are not being kept: the folder cannot be used.").wait_for()
    with page.expect_download() as download:
        page.locator('.bl-unkept [data-act="kept.fetch"]').click()
    assert download.value.suggested_filename == "game.json"
    assert asked == []
    page.evaluate("setTimeout(() => location.reload(), 0)")
    page.wait_for_timeout(1500)
    assert asked == ["beforeunload"]
    play(page, 1)  # who stays goes on: the kernel is still there
    was = place(page)
    folder.unlink()
    (home / "aside").rename(folder)
    page.locator(".bl-unkept").wait_for(state="detached")  # by itself
    page.reload()
    ready(page)
    assert asked == ["beforeunload"]
    assert place(page) == was
    assert watched.errors == []


@pytest.mark.browser
def test_who_leaves_anyway_ends_the_kernel(servers: Servers, context: BrowserContext) -> None:
    (servers.home / "keep").write_text("no folder", encoding="utf-8")
    server = servers.serve(BRUGES_LAB_KEEP=str(servers.home / "keep"))
    page, _ = opened(context, server)
    asked: list[str] = []
    page.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.accept()))
    play(page, 1)
    page.locator("[data-unkept]").wait_for()
    assert len(server.kernels()) == 1
    page.goto("about:blank")
    assert asked == ["beforeunload"]
    assert wait_until(lambda: server.kernels() == [], 15)


@pytest.mark.browser
@pytest.mark.parametrize(("theme", "size"), [("light", (1280, 800)), ("dark", (848, 700))])
def test_how_the_list_and_the_notice_look(servers: Servers, browser: Browser, theme: str, size: tuple[int, int]) -> None:
    home = servers.home / "keep"
    server = servers.serve("--theme", theme, BRUGES_LAB_KEEP=str(home))
    context = browser.new_context(viewport={"width": size[0], "height": size[1]})
    page, watched = opened(context, server)
    play(page, 2)
    page.locator('[data-act="kept"]').click()
    page.locator('[data-act="kept.copy"]').click()
    expect(page.locator(".bl-keptlist li")).to_have_count(2)
    SHOTS.mkdir(exist_ok=True)
    page.screenshot(path=SHOTS / f"kept_list_{theme}.png")
    box = page.locator(".bl-pop").bounding_box()
    assert box
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= size[0]
    assert box["y"] + box["height"] <= size[1]
    page.keyboard.press("Escape")
    expect(page.locator(".bl-pop.bl-shown")).to_have_count(0)
    folder = visitor(home)
    folder.rename(home / "aside")
    folder.write_text("in the way", encoding="utf-8")
    play(page, 1)
    page.locator(".bl-unkept").wait_for()
    page.screenshot(path=SHOTS / f"kept_notice_{theme}.png")
    page.on("dialog", lambda dialog: dialog.accept())
    page.goto("about:blank")
    context.close()
    assert watched.errors == []
