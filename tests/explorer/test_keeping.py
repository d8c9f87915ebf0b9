"""Games that are kept as they are played: on a page they come back, in a notebook they can be found again; nothing is lost."""

from __future__ import annotations

import asyncio
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest
from visits import ANNA, BEN, Page, files, header, home, page, play, sheet

import bruges_lab as bl
from bruges_lab.explorer import kept_folder
from bruges_lab.explorer.autosaving import InUse
from bruges_lab.explorer.kept_folder import KeptGames, Place, read_record, sweep
from bruges_lab.explorer.reach import Anywhere
from bruges_lab.kernel.saving import to_bytes

__all__ = ["home", "page"]

# A page that is loaded anew


def test_a_reloaded_page_goes_on_at_the_same_place(page: Page) -> None:
    first = page()
    play(first, 6)
    first.undo()
    first.set_language("it")
    first.look_as(1)
    first.set_policy(0, "random")
    first.game.note("here")
    first.play_by("random")
    first.set_pause(1.5)
    first.show_one_by_one(True)
    first.select("score")
    was = first.game
    first.close()
    again = page()
    assert again.game is not was
    assert (len(again.game.nodes), again.game.node.number, again.game.node.note) == (len(was.nodes), was.node.number, "here")
    assert (again.lang, again.seat, again.tab, again.step_by_step) == ("it", 1, "score", True)
    assert (again.autoplay.seats, again.autoplay.usual, again.autoplay.delay) == (["random", None], "random", 1.5)
    assert again.surfaces()["bar"].language == "it"
    assert not again.trouble


def test_an_open_task_and_the_progress_of_a_lesson_come_back(page: Page) -> None:
    first = page()
    play(first, 2)
    first.look_as(1)
    was = first.game.node.number
    first.open_lesson("dice")
    assert first.task is not None
    first.show_solution()
    name, done = first.task.name, first.lesson_progress
    assert list(done.values()) == ["shown"]
    first.close()
    again = page()
    assert again.task is not None
    assert (again.task.name, again.lesson_progress) == (name, done)
    again.back()
    assert (again.task, again.game.node.number, again.seat) == (None, was, 1)
    assert len(again.kept_games()) == 1, "the game of a task is no game of its own"


def test_a_game_under_a_task_is_free_for_others_and_taken_up_again(page: Page, home: Path) -> None:
    first = page()
    play(first, 2)
    first.open_lesson("dice")
    first.close()
    again = page()
    assert again.task is not None
    found = KeptGames(home / "visitors" / ANNA)
    (kept,) = found.all()
    found.hold(kept.name).close()
    again.back()
    assert not again.trouble
    with pytest.raises(InUse):
        found.hold(kept.name)
    play(again, 1)
    assert len(found.all()) == 1


def test_the_game_of_a_task_is_never_kept_wherever_it_lies(page: Page) -> None:
    first = page(hand_over=True)
    play(first, 2)
    first.look_as(1)
    was = first.game.node.number
    first.open_lesson("dice")
    task = first.game
    first.open_scenario("fire_and_plague")
    play(first, 1)
    assert first.keeping is not None
    place = first.keeping._where()
    assert (len(place.earlier), place.seats, place.hand_over) == (1, (1,), first.hand_over)
    assert len(first.kept_games()) == 2
    first.close()
    again = page()
    assert again.hand_over == first.hand_over
    again.back()
    assert (again.game.node.number, again.seat, again.opened) == (was, 1, False)
    assert to_bytes(task) not in [kept.path.read_bytes() for kept in again.kept_games()]


def test_the_middle_of_a_step_comes_back_too(page: Page) -> None:
    first = page(game=bl.scenario("fire_and_plague"))
    first.goto(0)
    while not first.cursor.inside:
        first.next_event()
    frame, node = first.cursor.frame, first.game.node.number
    first.close()
    again = page(game=bl.scenario("fire_and_plague"))
    assert (again.cursor.frame, again.game.node.number) == (frame, node)


def test_it_comes_back_after_the_kernel_was_killed(home: Path, page: Page) -> None:
    code = (
        "import bruges_lab as bl, os\nfrom bruges_lab.explorer.reach import Kept\n"
        "explorer = bl.Explorer(bl.new_game(players=2, seed=1), reach=Kept())\n"
        "for _ in range(5): explorer.choose(str(explorer.game.legal()[0]))\n"
        "print(len(explorer.game.nodes), explorer.game.node.number, flush=True)\nos._exit(1)\n"
    )
    there = {**os.environ, kept_folder.VISITOR: ANNA, kept_folder.TAB: "0" * 16}
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, env=there)
    nodes, number = map(int, ran.stdout.split())
    again = page(tab="f" * 16)  # the server was started again: another tab to it
    assert (len(again.game.nodes), again.game.node.number) == (nodes, number)


def test_another_command_starts_its_own_game_and_the_older_stays_in_the_list(page: Page) -> None:
    first = page(seed=1)
    play(first)
    first.close()
    other = page(seed=2, tab="1" * 16)
    assert other.game.start.digest() == bl.new_game(players=2, seed=2).start.digest()
    (kept,) = other.kept_games()
    other.open_kept(kept.name)
    assert to_bytes(other.game) == to_bytes(first.game)
    assert other.opened
    other.back()
    play(other)
    assert len(other.kept_games()) == 2
    other.close()
    again = page(seed=2, lang="de", tab="1" * 16)
    assert again.game.start.digest() == other.game.start.digest()
    assert again.lang == "de"  # the command says another language than before


def test_each_game_is_kept_for_itself_and_back_leads_back(page: Page) -> None:
    first = page()
    play(first, 2)
    first.open_scenario("fire_and_plague")
    play(first, 1)
    first.look_at(bl.new_game("ferry", 2, 3))
    play(first, 1)
    assert {kept.game for kept in first.kept_games()} == {"bruges", "ferry"}
    assert len(first.kept_games()) == 3
    first.close()
    again = page()
    assert again.manifest.name == "ferry"
    again.back()
    again.back()
    assert len(again.game.nodes) == len(bl.load(again.kept_games()[-1].path).nodes)
    play(again, 2)
    assert len(again.kept_games()) == 3
    assert not again.trouble


def test_what_nobody_has_played_leaves_nothing(page: Page, home: Path) -> None:
    page().close()
    assert files(home) == []
    looked = page()
    looked.set_language("fr")
    assert files(home) == [f"tab-{'0' * 16}.json"]
    looked.open_scenario("fire_and_plague")
    looked.open_scenario("first_look")
    assert len(looked.kept_games()) == 1  # the one that is open, so that it comes back
    looked.close()
    again = page()
    assert again.lang == "fr"
    assert again.game.start.digest() == bl.scenario("first_look").start.digest()


def test_a_seat_that_a_policy_plays_does_not_move_on_when_it_comes_back(page: Page) -> None:
    first = page()
    play(first, 4)
    first.set_policy(0, "random")
    first.set_policy(1, "random")
    first.goto(2)
    nodes = len(first.game.nodes)
    first.close()
    again = page()
    assert (again.game.node.number, len(again.game.nodes)) == (2, nodes)


def test_scrubbing_does_not_write_the_game_again(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    explorer = page()
    play(explorer, 5)
    path = explorer.kept_games()[0].path
    before = path.stat().st_mtime_ns
    for place in (0, 3, 1, 4):
        explorer.scrub(place)
    assert path.stat().st_mtime_ns == before
    explorer.close()  # but where it stood is in the save itself when it is left
    assert bl.load(path).node.number == explorer.game.node.number


# Whose


def test_visitors_do_not_see_each_other(page: Page, home: Path) -> None:
    anna = page(ANNA)
    play(anna)
    (kept,) = anna.kept_games()
    ben = page(BEN)
    assert len(ben.game.nodes) == len(bl.new_game(players=2, seed=1).nodes)
    assert ben.kept_games() == []
    for name in (kept.name, f"../{ANNA}/{kept.name}", str(kept.path), f"../../visitors/{ANNA}/{kept.name}", "", "\0", "x" * 9999):
        with pytest.raises(bl.LabError):
            ben.open_kept(name)
        ben.surfaces()["bar"]._received(None, {"act": "kept.open", "value": name, "count": 1}, [])
    assert ben.kept_games() == []
    assert stat_mode(home / "visitors" / ANNA) == 0o700


def stat_mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


@pytest.mark.parametrize("visitor", ["", "a" * 63, "a" * 65, "A" * 64, "../" * 21 + "x", "a" * 63 + "\n", "/" * 64])
def test_a_kernel_of_nobody_keeps_nothing(page: Page, home: Path, visitor: str) -> None:
    explorer = page(visitor)
    play(explorer)
    assert explorer.keeping is not None
    assert explorer.keeping.games is None
    assert not explorer.trouble
    assert not home.exists()
    assert "kept.title" not in header(explorer)
    with pytest.raises(bl.LabError, match="No games are kept"):
        explorer.keep_copy()


def test_a_page_with_a_folder_keeps_games_below_it_apart(page: Page, home: Path, tmp_path: Path) -> None:
    shared = tmp_path / "shared"
    shared.mkdir()
    anna = page(ANNA, folder=shared)
    play(anna)
    anna.save()
    assert sorted(path.name for path in shared.iterdir()) == ["game-001.json", "visitors"]
    assert "game-001.json" in anna.message
    assert "kept.fetch" in header(anna)
    assert not home.exists()
    ben = page(BEN, folder=shared)
    assert ben.reach.kept("game") == ["game-001.json"]
    assert ben.kept_games() == []
    with pytest.raises(bl.LabError):
        ben.load(f"visitors/{ANNA}/{anna.kept_games()[0].path.name}")


def test_a_link_in_place_of_a_visitors_folder_is_not_followed(page: Page, home: Path, tmp_path: Path) -> None:
    (home / "visitors").mkdir(parents=True)
    (tmp_path / "elsewhere").mkdir()
    (home / "visitors" / ANNA).symlink_to(tmp_path / "elsewhere")
    explorer = page()
    play(explorer)
    assert explorer.trouble
    assert list((tmp_path / "elsewhere").iterdir()) == []


@pytest.mark.parametrize(
    "record",
    [
        b"",
        b"{",
        b"[]",
        b"\xff",
        b"x" * 100_000,
        b'{"asked": 3}',
        b'{"asked": "ASKED", "asked_lang": "en", "game": "../../secret"}',
        b'{"asked": "ASKED", "asked_lang": "en", "game": "20260101-120000-00000000"}',
        b'{"asked": "ASKED", "asked_lang": "en", "node": -7, "frame": 9999, "seat": 99, "lang": "xx", "delay": 1e99}',
        b'{"asked": "ASKED", "asked_lang": "en", "tab": "<b>"}',
        b'{"asked": "ASKED", "asked_lang": "en", "node": 99999, "policies": ["x", "y", "z"], "usual": "nobody"}',
        b'{"asked": "ASKED", "asked_lang": "en", "earlier": ["", "/", "../x"]}',
    ],
)
def test_a_record_without_sense_does_no_harm(page: Page, home: Path, record: bytes) -> None:
    first = page()
    first.set_language("de")
    (path,) = (home / "visitors" / ANNA).glob("tab-*.json")
    asked = read_record(path, Place)
    assert asked is not None
    path.write_bytes(record.replace(b"ASKED", asked.asked.encode()))
    again = page()
    assert again.lang == "en"
    play(again, 1)
    assert not again.trouble


# The list


def test_the_list_tells_what_is_kept_and_opens_it(page: Page) -> None:
    explorer = page()
    play(explorer, 2)
    explorer.keep_copy()
    assert "Your games" in explorer.message
    assert "kept.fetch" in header(explorer)
    play(explorer, 2)
    copy = next(kept for kept in explorer.kept_games() if explorer.keeping and kept.name != explorer.keeping.name)
    assert len(bl.load(copy.path).nodes) < len(explorer.game.nodes)
    explorer.set_language("de")
    explorer.show_kept()
    drawn = sheet(explorer)
    assert "Deine Partien" in drawn
    assert f'data-value="{copy.name}"' in drawn
    assert "Schwan" in drawn
    assert "gerade offen" in drawn
    assert str(copy.path.parent) not in drawn  # a visitor is told nothing of the machine
    explorer.surfaces()["pop"].press("kept.open", copy.name)
    assert len(explorer.game.nodes) == len(bl.load(copy.path).nodes)
    assert not explorer.sheet_of_kept
    with pytest.raises(bl.LabError):
        explorer.open_kept(copy.name)


def test_a_game_without_its_lines_for_the_list_is_still_in_it(page: Page, home: Path) -> None:
    explorer = page()
    play(explorer, 2)
    (about,) = (home / "visitors" / ANNA).glob("*.about")
    (kept,) = explorer.kept_games()
    for damage in (b"", b"{", b'{"game": 3}'):
        about.write_bytes(damage)
        (found,) = explorer.kept_games()
        assert (found.name, found.game, found.names) == (kept.name, kept.game, kept.names)
    about.unlink()
    kept.path.write_bytes(b"no save")
    assert explorer.kept_games() == []


def test_names_of_players_are_escaped(page: Page) -> None:
    explorer = page(game=bl.new_game(2, names=["<b>Ada</b>", "Ben & Co"]))
    play(explorer, 1)
    explorer.show_kept()
    assert "<b>Ada" not in sheet(explorer)
    assert "&lt;b&gt;Ada" in sheet(explorer)


def test_old_games_make_room_but_never_one_in_use(page: Page, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_folder, "MOST_GAMES", 3)
    in_use = page()
    play(in_use, 1)
    assert in_use.keeping is not None
    used = in_use.keeping.name
    explorer = page(tab="1" * 16, seed=2)
    for _ in range(6):
        play(explorer, 1)
        explorer.keep_copy()
    names = {kept.name for kept in explorer.kept_games()}
    assert len(names) == 3
    assert used in names
    left = {path.name.partition(".json")[0].lstrip(".") for path in (home / "visitors" / ANNA).glob(".*.lock")}
    assert left == names
    monkeypatch.setattr(kept_folder, "MOST_GAMES", 50)
    monkeypatch.setattr(kept_folder, "MOST_BYTES", 2 * max(kept.path.stat().st_size for kept in explorer.kept_games()) + 2000)
    play(explorer, 1)
    assert {in_use.keeping.name} <= {kept.name for kept in explorer.kept_games()}
    assert len(explorer.kept_games()) == 2


def test_visitors_who_do_not_come_back_are_forgotten(page: Page, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    play(page(ANNA), 1)
    play(page(BEN), 1)
    other = home / "visitors" / "notes"
    other.mkdir()
    old = time.time() - kept_folder.UNTOUCHED - 100
    for path in (home / "visitors" / ANNA, other):
        os.utime(path, (old, old))
    sweep(None)
    assert sorted(path.name for path in (home / "visitors").iterdir()) == [BEN, "notes"]
    monkeypatch.setattr(kept_folder, "MOST_VISITORS", 1)
    carl = page("c" * 64)
    play(carl, 1)
    assert carl.would_be_lost  # nobody of today loses a game for a newcomer
    before = time.time() - 2 * kept_folder.A_DAY
    os.utime(home / "visitors" / BEN, (before, before))
    play(carl, 1)
    assert not carl.trouble
    assert not (home / "visitors" / BEN).exists()
    sweep(home / "nowhere")


def test_in_a_kernel_the_browser_is_answered_first_and_nothing_is_left_out(page: Page, home: Path) -> None:
    async def session() -> bl.Explorer:
        explorer = page()
        play(explorer, 1)
        assert files(home) == []
        await asyncio.sleep(0.2)
        (first,) = explorer.kept_games()
        before = first.path.read_bytes()
        play(explorer, 4)
        assert first.path.read_bytes() == before
        await asyncio.sleep(0.6)
        assert first.path.read_bytes() == to_bytes(explorer.game)
        play(explorer, 1)
        explorer.close()  # what still waits is kept
        assert first.path.read_bytes() == to_bytes(explorer.game)
        return explorer

    asyncio.run(session())


# Notebooks


def test_a_notebook_keeps_a_copy_and_never_brings_it_back_by_itself(home: Path) -> None:
    bl.Explorer(bl.new_game(2, 7)).close()
    assert files(home) == []
    first = bl.Explorer(bl.new_game(2, 7))
    play(first, 4)
    (kept,) = bl.kept_games()
    assert (kept.game, kept.names, kept.over, kept.moves > 0) == ("bruges", first.game.names, False, True)
    again = bl.Explorer(bl.new_game(2, 7))  # the cell is run again
    assert len(again.game.nodes) < len(first.game.nodes)
    play(again, 1)
    assert len(bl.kept_games()) == 2
    assert to_bytes(bl.load(kept.path)) == to_bytes(first.game)
    first.game.play(str(first.game.legal()[0]))  # a cell plays on
    assert len(bl.load(kept.path).nodes) == len(first.game.nodes)
    assert not any(name.startswith("tab-") for name in files(home))
    again.show_kept()
    assert str(kept.path.parent) in sheet(again)  # in a notebook one can go there
    twice = bl.Explorer(first.game)
    play(twice, 1)
    assert len(bl.kept_games()) == 2
    for explorer in (first, again, twice):
        explorer.close()


def test_a_game_with_a_file_of_its_own_is_not_kept_twice(home: Path, tmp_path: Path) -> None:
    explorer = bl.Explorer(bl.new_game(2, 7), autosave=tmp_path / "mine.json")
    play(explorer, 2)
    assert bl.kept_games() == []
    explorer.open_scenario("fire_and_plague")
    play(explorer, 1)
    assert len(bl.kept_games()) == 1
    explorer.close()


def test_keeping_can_be_switched_off(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(kept_folder.KEEP, "")
    explorer = bl.Explorer(bl.new_game(2, 7))
    play(explorer, 2)
    assert bl.kept_games() == []
    assert explorer.kept_games() == []
    assert not home.exists()
    assert 'data-act="kept"' not in header(explorer)
    explorer.close()


def test_a_notebook_goes_on_where_nothing_can_be_kept(home: Path) -> None:
    home.write_text("a file", "utf-8")
    explorer = bl.Explorer(bl.new_game(2, 7))
    play(explorer, 2)
    assert explorer.trouble
    assert not explorer.would_be_lost  # its kernel does not end with the page
    assert "data-unkept" not in header(explorer)
    explorer.close()


def test_without_a_word_it_is_where_the_system_keeps_such_things(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv(kept_folder.KEEP)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    found = Anywhere().own_games()
    assert found is not None
    assert found.folder.name == "games"
    assert "bruges-lab" in found.folder.parts
    if sys.platform == "linux":
        assert found.folder == tmp_path / "bruges-lab" / "games"


def test_closing_lets_go_of_everything(page: Page, home: Path) -> None:
    explorer = page()
    play(explorer, 2)
    explorer.close()
    found = KeptGames(home / "visitors" / ANNA)
    for kept in found.all():
        found.hold(kept.name).close()
        assert found.remove(kept.name)
    assert found.all() == []
    shutil.rmtree(home)
