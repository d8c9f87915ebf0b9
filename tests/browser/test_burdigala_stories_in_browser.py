"""Burdigala in a real browser: a turn by mouse, a turn by keyboard, a branch on a set double, every popover, four languages."""

from __future__ import annotations

import pytest
from page_tables import Table
from places import PAGE_800, PAGE_1280, Place, Room, kept, story
from playing import live, on_one_screen
from playwright.sync_api import expect

PLAYED = """\
import random
import bruges_lab as bl
game = bl.new_game("burdigala", players={players}, seed={seed}, names=({names}))
pick = random.Random(3)
for _ in range({choices}):
    if game.pending is not None:
        game.play(pick.choice(game.legal()))
{then}
explorer = bl.Explorer(game)
explorer
"""
TWO = PLAYED.format(players=2, seed=1, names='"Anna", "Ben"', choices=41, then="")
"""Ben is to move; no card in hand, so that only the map can be meant."""
FOUR = PLAYED.format(players=4, seed=1, names='"Anna", "Ben", "Cleo", "Dora"', choices=70, then="")
LATE = PLAYED.format(players=4, seed=1, names='"Anna", "Ben", "Cleo", "Dora"', choices=150, then="")
"""One answer above, so that the picture has the room it usually has."""
THROWN = """\
import bruges_lab as bl
game = bl.new_game("burdigala", players=2, seed=1, names=("Anna", "Ben"))
for square in (12, 13, 1, 4, 25, 28):
    game.play(f"place:{square}")
game.play("throw")
explorer = bl.Explorer(game)
explorer
"""
"""Anna has thrown 5 and 2."""
STUCK = """\
import bruges_lab as bl
explorer = bl.Explorer(bl.scenario("who_cannot_move_loses_a_character", game="burdigala"))
explorer
"""

LIT = "[...document.querySelectorAll('.bl-lit')].filter((one) => getComputedStyle(one).visibility === 'visible').length"
COVERS = """
() => {
  const pop = document.querySelector('.bl-pop.bl-shown').getBoundingClientRect();
  return [...document.querySelectorAll('.bl-lit')].filter((one) => {
    const box = one.getBoundingClientRect();
    return box.left < pop.right && box.right > pop.left && box.top < pop.bottom && box.bottom > pop.top;
  }).length;
}
"""


def turn(table: Table) -> str:
    return table.where().split("Turn ")[1].split()[0]


# A turn by mouse


@story(PAGE_1280)
def test_a_turn_by_mouse(room: Room, place: Place) -> None:
    table = room.table(place, TWO)
    page, board = table.page, table.board()
    assert "press a character" in table.asked()
    before = turn(table)
    on_one_screen(table, place)

    # The way is drawn while the square is pointed at, and gone afterwards.
    assert page.evaluate(LIT) == 0
    board.locator('.bl-map [data-target="square:12"]').hover()
    assert page.evaluate(LIT) >= 2
    page.mouse.move(2, 2)
    page.locator(".bl-bar").hover()
    assert page.evaluate(LIT) == 0

    # A character shows where it can go, and what opens covers none of it; then one of these squares is pressed.
    board.locator('.bl-map [data-target="meeple:6"]').click()
    table.settled()
    table.inside()
    expect(table.pop().locator(".bl-popname")).to_have_text("Character of Ben on square 6")
    page.mouse.move(2, 2)
    assert page.evaluate(LIT) == table.pop().locator('[data-act="choose"]').count() > 5
    assert page.evaluate(COVERS) <= (0 if place.width > 1000 else 2)  # in a small window as little as can be
    kept(table, place, "burdigala_reach")
    board.locator('.bl-map [data-target="square:12"]').click()
    table.settled()
    table.inside()
    table.pop().locator('[data-value="move:6:12"]').hover()
    assert page.evaluate(LIT) == 2  # this way and its end, not that of the other character
    table.pop().locator('[data-value="move:6:12"]').click()
    table.settled()
    expect(board.locator('.bl-map [data-target="meeple:12"]')).to_have_count(1)
    expect(board.locator('[data-target="goods:1:#0"], [data-target^="goods:1:"]').first).to_be_visible()

    # Where nothing can be built there is a reason; where something can, it says for how much.
    board.locator('.bl-map [data-target="site:xiv"]').click()
    table.settled()
    expect(table.pop()).to_contain_text("Site XIV is not next to square 12.")
    table.key("Escape")
    board.locator('.bl-map [data-target="site:via"]').click()
    table.settled()
    expect(table.pop().locator('[data-act="choose"]')).to_have_text(["Place the cube on site VIa: 3 points1"])
    table.pop().locator('[data-act="choose"]').click()
    table.settled()
    for _ in range(6):
        if turn(table) != before:
            break
        answer = page.locator('.bl-answer[data-act="choose"]:visible')
        (answer.last if answer.count() else page.locator(".bl-next")).click()
        table.settled()
    assert turn(table) != before
    on_one_screen(table, place)


# A turn by keyboard


@story(PAGE_800)
def test_a_turn_by_keyboard(room: Room, place: Place) -> None:
    table = room.table(place, TWO)
    page = table.page
    page.locator(".bl-explorer").focus()
    before = turn(table)
    for step in range(12):
        if turn(table) != before:
            break
        now = (table.asked(), page.locator(".bl-scrub").get_attribute("max"))
        if page.locator(".bl-answer:visible").count():
            table.key("1")
        elif live(table).count():
            if not page.evaluate("document.activeElement.classList.contains('bl-live')"):
                table.key("Space")
            assert page.evaluate("document.activeElement.classList.contains('bl-live')")
            table.key("Enter")
            table.inside()
            if not step:
                assert page.evaluate(LIT) > 0
                table.key("Tab", "Shift+Tab")
                assert page.evaluate("document.activeElement.closest('.bl-pop') !== null")
            table.key("1")
        else:
            table.key("Space")
        assert (table.asked(), page.locator(".bl-scrub").get_attribute("max")) != now, f"step {step} changed nothing"
    assert turn(table) != before
    kept(table, place, "burdigala_keyboard")


# A branch on a double


@story(PAGE_1280)
def test_a_branch_on_a_double(room: Room, place: Place) -> None:
    table = room.table(place, THROWN)
    page, board = table.page, table.board()
    expect(page.locator(".bl-where")).not_to_contain_text("Double")
    table.tab("chance")
    for face in ("0:1", "1:1"):
        page.locator(f'.bl-chance [data-act="die"][data-value="{face}"]').click()
        table.settled()
    expect(page.locator(".bl-chance")).to_contain_text("1/36")
    kept(table, place, "burdigala_dice")
    page.locator('.bl-chance [data-act="set_chance"]').click()
    table.settled()
    expect(page.locator(".bl-lane").first).to_be_visible()
    expect(page.locator(".bl-where")).to_contain_text("Double")
    expect(board.locator('[data-target="throw"]')).to_be_visible()

    # With a double an occupied square is open: whoever stands there is lifted and put elsewhere.
    start, end = 12, 13
    board.locator(f'.bl-map [data-target="square:{end}"]').click()
    table.settled()
    table.pop().locator(f'[data-value="move:{start}:{end}"]').click()
    table.settled()
    expect(board.locator('[data-target^="lifted:"]')).to_be_visible()
    kept(table, place, "burdigala_lifted")
    board.locator(f'.bl-map [data-target="square:{start}"]').click()
    table.settled()
    table.pop().locator(f'[data-value="displace:{start}"]').click()
    table.settled()
    expect(board.locator(f'.bl-map [data-target="meeple:{start}"]')).to_have_count(1)
    expect(board.locator('[data-target^="lifted:"]')).to_have_count(0)

    # On the other branch the way there is closed.
    table.step("undo")
    table.step("undo")
    page.locator(".bl-lane").first.click()
    table.settled()
    expect(page.locator(".bl-where")).not_to_contain_text("Double")


# Nobody can move


@story(PAGE_1280)
def test_who_is_stuck_is_asked_whom_to_remove(room: Room, place: Place) -> None:
    table = room.table(place, STUCK)
    board = table.board()
    assert table.asked() == "Eagle, you cannot move: press the character that you remove."
    expect(table.decide()).to_contain_text("Eagle cannot move and removes a character.")
    board.locator('.bl-map [data-target="meeple:5"]').click()
    table.settled()
    expect(table.pop().locator('[data-act="choose"]')).to_have_text(["Remove the character on square 51"])
    table.pop().locator('[data-act="choose"]').click()
    table.settled()
    expect(board.locator('.bl-map [data-target="meeple:5"]')).to_have_count(0)
    assert table.asked() == "Dolphin, move: press a character, or the square it goes to."


# Four players on one screen


@pytest.mark.browser
@pytest.mark.parametrize("place", [PAGE_1280], ids=lambda place: place.name)  # what is narrower scrolls inside its pane
def test_four_players_fit_on_one_screen(room: Room, place: Place) -> None:
    table = room.table(place, LATE)
    on_one_screen(table, place)
    for lang in ("de", "fr", "it", "en"):
        table.page.locator('select[data-act="language"]').select_option(lang)
        table.settled()
        tall, room_for_it = table.page.locator(".bl-board").evaluate("(one) => [one.scrollHeight, one.clientHeight]")
        assert tall <= room_for_it
        assert table.page.evaluate(SMALL) == []
    kept(table, place, "burdigala_four")

    # Two cards have come into a hand: folded their number says so, unfolded each card, and the number does not repeat it.
    badges = table.page.locator(".bl-badge")
    expect(badges).to_have_text(["\N{MINUS SIGN}2", "+2", "+2", "+5"])
    table.page.locator('[data-act="unfold"][data-value="0"]').click()
    table.settled()
    expect(badges).to_have_text(["\N{MINUS SIGN}2", "+2", "+1", "+1", "+5"])


# Every popover


@story(PAGE_800)
def test_every_popover_lies_inside_the_window_names_its_thing_and_cites_a_rule(room: Room, place: Place) -> None:
    table = room.table(place, FOUR)
    page = table.page
    targets = page.evaluate(
        "[...new Set([...document.querySelectorAll('.bl-board [data-target]')].filter((one) => one.getClientRects().length)"
        ".map((one) => one.dataset.target))]"
    )
    assert len(targets) > 80
    kinds: dict[str, int] = {}
    wrong = []
    for target in targets:
        kind = target.split(":")[0]
        kinds[kind] = kinds.get(kind, 0) + 1
        if kinds[kind] > 4:  # the others differ only in where they lie
            continue
        found = page.evaluate(OPENED, target)
        if not (found["open"] and found["inside"] and found["name"] and found["rule"].startswith("burdigala.")):
            wrong.append((target, found))
    assert wrong == []
    assert {"square", "meeple", "site", "die", "pile", "pool", "supply", "seat", "points", "hand", "goods", "tokens"} <= set(
        kinds
    )


OPENED = """
async (target) => {
  const spots = [...document.querySelectorAll(`.bl-board [data-target="${CSS.escape(target)}"]`)];
  const spot = spots.find((one) => one.getClientRects().length);
  spot.scrollIntoView({ block: 'nearest' });
  const options = { bubbles: true, cancelable: true };
  spot.dispatchEvent(new PointerEvent('pointerdown', options));
  spot.dispatchEvent(new MouseEvent('click', options));
  const wait = (ms) => new Promise((done) => setTimeout(done, ms));
  for (let n = 0; n < 6000 && document.querySelector('.bl-busy'); n++) await wait(5);
  const pop = document.querySelector('.bl-pop');
  for (let n = 0; n < 500 && !pop.classList.contains('bl-shown'); n++) await wait(10);
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const box = pop.getBoundingClientRect();
  return {
    open: pop.classList.contains('bl-shown'),
    inside: box.left >= 0 && box.top >= 0 && box.right <= innerWidth && box.bottom <= innerHeight,
    name: pop.querySelector('.bl-popname')?.textContent || '',
    rule: pop.querySelector('.bl-poprule a, .bl-poprule button')?.textContent || '',
  };
}
"""


# Four languages, and letters that can be read


@story(PAGE_800)
def test_four_languages_and_no_small_letters(room: Room, place: Place) -> None:
    table = room.table(place, FOUR)
    page = table.page
    for lang, words in (("de", "Bauplatz"), ("fr", "chantier"), ("it", "cantiere"), ("en", "site")):
        page.locator('select[data-act="language"]').select_option(lang)
        table.settled()
        assert words in table.asked()
        spot = page.locator('.bl-map [data-target="site:i"]')
        assert words.lower() in str(spot.get_attribute("aria-label")).lower()
        assert page.evaluate(SMALL) == []
        on_one_screen(table, place)
        kept(table, place, f"burdigala_{lang}")


SMALL = """
() => [...document.querySelectorAll('.bl-board svg text')].filter((one) => one.getClientRects().length).map((one) => {
  const to = one.getScreenCTM();
  return [one.textContent, parseFloat(getComputedStyle(one).fontSize) * Math.hypot(to.a, to.b)];
}).filter(([words, size]) => size < 10.99)
"""
