"""A second tab, a full disk, a folder that is gone: what is kept then, and what is said."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest
from visits import ANNA, Page, header, home, page, play, sheet

import bruges_lab as bl
from bruges_lab.explorer import kept_folder
from bruges_lab.explorer.kept_folder import KeptGames
from bruges_lab.kernel.saving import to_bytes

__all__ = ["home", "page"]

# A second tab


OTHER_TAB = """
import sys, time
import bruges_lab as bl
from bruges_lab.explorer.reach import Kept
explorer = bl.Explorer(bl.new_game(players=2, seed=1), reach=Kept())
for _ in range(4): explorer.choose(str(explorer.game.legal()[0]))
print(len(explorer.game.nodes), flush=True)
end = time.monotonic() + 30
while not explorer.trouble and time.monotonic() < end:
    explorer.keeping.look_around()
    time.sleep(0.1)
print(explorer.trouble, flush=True)
for line in sys.stdin:
    exec(line)
"""


class Tab:
    """Another tab: a kernel of its own."""

    def __init__(self, code: str = OTHER_TAB) -> None:
        there = {**os.environ, kept_folder.VISITOR: ANNA, kept_folder.TAB: "e" * 16}
        self.process = subprocess.Popen(
            [sys.executable, "-c", code], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=there
        )

    def hear(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline().strip()

    def say(self, line: str) -> str:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{line}\n")
        self.process.stdin.flush()
        return self.hear()

    def end(self) -> None:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        self.process.wait(20)
        self.process.stdout.close()


@pytest.fixture
def other(home: Path) -> Iterator[Tab]:
    tab = Tab()
    yield tab
    tab.end()


def test_a_second_tab_takes_the_game_over_and_the_first_may_take_it_back(page: Page, other: Tab) -> None:
    nodes = int(other.hear())
    here = page()
    assert len(here.game.nodes) == nodes
    assert not here.trouble
    assert other.hear() == "elsewhere"
    play(here, 2)
    assert len(here.kept_games()) == 1
    here.close()  # lets go of it
    said = (
        "explorer.go_on_here(); print(len(explorer.game.nodes), repr(explorer.trouble), len(explorer.kept_games()), flush=True)"
    )
    assert other.say(said) == f"{len(here.game.nodes)} '' 1"


def test_what_is_played_on_in_the_first_tab_becomes_a_game_of_its_own(page: Page, other: Tab) -> None:
    other.hear()
    here = page()
    assert other.hear() == "elsewhere"
    play(here, 1)
    mine = to_bytes(here.game)
    said = (
        "explorer.choose(str(explorer.game.legal()[-1])); "
        "print(repr(explorer.trouble), len(explorer.kept_games()), explorer.keeping.name, flush=True)"
    )
    trouble, number, name = other.say(said).split()
    assert (trouble, number) == ("''", "2")
    kept = {one.name: one.path.read_bytes() for one in here.kept_games()}
    assert here.keeping is not None
    assert kept[here.keeping.name] == mine
    assert name in kept
    assert kept[name] != mine


def test_a_tab_that_does_not_let_go_is_left_with_its_game(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bruges_lab.explorer.held_game.ENDING", 0.1)
    monkeypatch.setattr("bruges_lab.explorer.held_game.CLAIMING", 0.3)
    busy = page()
    play(busy)
    (kept,) = busy.kept_games()
    before = kept.path.read_bytes()
    here = page(tab="1" * 16)
    assert here.trouble == "elsewhere"
    assert "kept.here" in header(here)
    assert "data-unkept" not in header(here)  # nothing would be lost
    with pytest.raises(bl.LabError, match="busy"):
        here.go_on_here()
    play(here, 1)
    assert not here.trouble
    assert "separate game" in here.message
    assert len(here.kept_games()) == 2
    assert kept.path.read_bytes() == before
    play(busy, 1)
    assert not busy.trouble
    assert len(bl.load(kept.path).nodes) == len(busy.game.nodes)


def test_a_game_that_was_changed_under_ones_hands_is_not_written_over(page: Page) -> None:
    here = page()
    play(here)
    (kept,) = here.kept_games()
    theirs = to_bytes(bl.new_game(players=2, seed=9))
    kept.path.write_bytes(theirs)
    play(here, 1)
    assert kept.path.read_bytes() == theirs
    assert len(here.kept_games()) == 2


def test_a_reload_waits_for_the_kernel_that_is_ending(page: Page, home: Path) -> None:
    ending = Tab(
        "import time, bruges_lab as bl\nfrom bruges_lab.explorer.reach import Kept\n"
        "explorer = bl.Explorer(bl.new_game(players=2, seed=1), reach=Kept())\n"
        "for _ in range(4): explorer.choose(str(explorer.game.legal()[0]))\n"
        "print(len(explorer.game.nodes), flush=True)\ntime.sleep(0.6)\n"
    )
    nodes = int(ending.hear())
    here = page()
    ending.end()
    assert len(here.game.nodes) == nodes
    assert not here.trouble
    play(here, 1)
    assert len(here.kept_games()) == 1


def test_what_the_ending_kernel_writes_down_last_counts(page: Page, home: Path) -> None:
    """What somebody did just before loading the page anew: the tab that was opened, the language."""
    ending = Tab(
        "import time, bruges_lab as bl\nfrom bruges_lab.explorer.reach import Kept\n"
        "explorer = bl.Explorer(bl.new_game(players=2, seed=1), reach=Kept())\n"
        "for _ in range(4): explorer.choose(str(explorer.game.legal()[0]))\n"
        "explorer.select('text')\nprint('played', flush=True)\ntime.sleep(0.6)\n"
        "explorer.select('score')\nexplorer.set_language('it')\nexplorer.undo()\n"
    )
    assert ending.hear() == "played"
    here = page()
    ending.end()
    assert (here.tab, here.lang) == ("score", "it")
    assert here.game.node.children


# Where keeping fails


def test_a_folder_that_is_gone_is_said_until_it_is_back(page: Page, home: Path) -> None:
    explorer = page()
    play(explorer, 1)
    assert not explorer.would_be_lost
    folder = home / "visitors" / ANNA
    folder.rename(home / "aside")
    folder.write_text("no folder", "utf-8")
    play(explorer, 1)
    assert explorer.trouble == "other"
    assert explorer.would_be_lost
    assert "data-unkept" in header(explorer)
    assert "the folder cannot be used" in header(explorer)
    assert "kept.fetch" in header(explorer)
    explorer.set_language("de")
    assert "Deine Züge werden nicht gespeichert" in header(explorer)
    explorer.try_to_keep()
    assert explorer.would_be_lost
    folder.unlink()
    (home / "aside").rename(folder)
    play(explorer, 1)
    assert not explorer.trouble
    assert "data-unkept" not in header(explorer)
    assert len(bl.load(explorer.kept_games()[0].path).nodes) == len(explorer.game.nodes)


def test_a_game_that_was_left_while_nothing_could_be_kept_is_kept_later(page: Page, home: Path) -> None:
    home.write_text("in the way", "utf-8")
    explorer = page()
    play(explorer, 2)
    left = to_bytes(explorer.game)
    explorer.open_scenario("fire_and_plague")
    play(explorer, 1)
    assert explorer.would_be_lost
    home.unlink()
    explorer.try_to_keep()
    assert not explorer.trouble
    assert left in [kept.path.read_bytes() for kept in explorer.kept_games()]
    assert len(explorer.kept_games()) == 2


def test_a_game_to_which_nothing_leads_back_is_kept_later(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    explorer = page()
    play(explorer, 1)
    explorer.open_scenario("fire_and_plague")
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", no_room)
        play(explorer, 2)
        left = to_bytes(explorer.game)
        explorer.back()
        assert explorer.trouble == "full"
        play(explorer, 1)
        explorer.try_to_keep()
        assert explorer.would_be_lost
    explorer.try_to_keep()
    assert not explorer.trouble
    assert left in [kept.path.read_bytes() for kept in explorer.kept_games()]
    assert len(explorer.kept_games()) == 2


def no_room(*_: object) -> None:
    raise OSError(28, os.strerror(28))


def test_attempts_that_fail_leave_nothing_and_the_own_game_is_told_of(
    page: Page, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    explorer = page()
    play(explorer, 1)
    (kept,) = explorer.kept_games()
    kept.path.write_bytes(to_bytes(bl.new_game(players=2, seed=9)))
    own = explorer.words("kept.own")
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", no_room)
        for _ in range(3):
            play(explorer, 1)
        assert explorer.trouble == "full"
        assert explorer.message != own
        folder = home / "visitors" / ANNA
        assert len([*folder.glob(".*.lock")]) == len([*folder.glob("*.about")]) == 1
    explorer.try_to_keep()
    assert not explorer.trouble
    assert explorer.message == own
    assert len(explorer.kept_games()) == 2


def test_what_the_list_tells_is_never_ahead_of_the_game(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    explorer = page()
    play(explorer, 1)
    before = explorer.kept_games()
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", no_room)
        play(explorer, 2)
        assert [kept.moves for kept in explorer.kept_games()] == [kept.moves for kept in before]
    monkeypatch.setattr(KeptGames, "_put", no_room)
    play(explorer, 1)
    (kept,) = explorer.kept_games()
    assert (kept.name, kept.path.read_bytes()) == (before[0].name, to_bytes(explorer.game))
    assert kept.moves == len(explorer.game.nodes) - 1


def test_a_game_that_could_not_be_written_is_not_let_go_of(page: Page, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    explorer = page()
    play(explorer, 1)
    assert explorer.keeping is not None
    KeptGames(home / "visitors" / ANNA).claim(explorer.keeping.name)
    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", no_room)
        play(explorer, 1)
        explorer.keeping.look_around()
        assert explorer.would_be_lost
    explorer.keeping.look_around()
    assert explorer.trouble == "elsewhere"
    assert len(explorer.kept_games()) == 1


def test_a_claim_is_taken_back_by_whoever_made_it(home: Path) -> None:
    one, two, writer = (KeptGames(home) for _ in range(3))
    name = one.new_name()
    one.make_folder()
    one.claim(name)
    two.claim(name)
    one.unclaim(name)
    assert writer.is_claimed(name)
    two.unclaim(name)
    assert not writer.is_claimed(name)


def test_a_game_that_had_to_make_room_is_written_anew(page: Page, home: Path) -> None:
    explorer = page()
    play(explorer, 2)
    assert explorer.keeping is not None
    name = explorer.keeping.name
    explorer.open_scenario("fire_and_plague")
    assert KeptGames(home / "visitors" / ANNA).remove(name)
    explorer.back()
    assert not explorer.trouble
    assert to_bytes(explorer.game) in [kept.path.read_bytes() for kept in explorer.kept_games()]
    assert name not in "".join(path.name for path in home.rglob("*"))


def test_nothing_is_drawn_while_a_game_is_left(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    explorer = page()
    play(explorer, 1)
    was = explorer.game
    (kept,) = explorer.kept_games()
    kept.path.write_bytes(to_bytes(bl.new_game(players=2, seed=9)))
    was.goto(0)  # where it stands is written when it is left
    drawn: list[bool] = []
    monkeypatch.setattr(explorer, "redraw", lambda: drawn.append(explorer.game is was))
    explorer.open_scenario("fire_and_plague")
    assert drawn
    assert not any(drawn)
    assert explorer.message == explorer.words("kept.own")


def test_a_folder_that_cannot_be_made_stops_nothing(page: Page, home: Path) -> None:
    home.write_text("a file", "utf-8")
    explorer = page()
    play(explorer, 2)
    assert explorer.trouble == "other"
    assert explorer.kept_games() == []
    explorer.show_kept()
    assert "No game is kept yet" in sheet(explorer)
    explorer.surfaces()["bar"]._received(None, {"act": "kept.copy", "value": "", "count": 1}, [])
    assert explorer.would_be_lost


@pytest.mark.parametrize(
    ("error", "trouble"), [(28, "full"), (122, "full"), (30, "forbidden"), (13, "forbidden"), (5, "other"), (None, "large")]
)
def test_why_it_failed_is_told(page: Page, monkeypatch: pytest.MonkeyPatch, error: int | None, trouble: str) -> None:
    explorer = page()
    play(explorer, 1)

    def fail(*_: object) -> None:
        if error is None:
            raise bl.LabError("too large")
        raise OSError(error, os.strerror(error))

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", fail)
        play(explorer, 1)
    if error is None:
        monkeypatch.setattr(kept_folder, "MOST_BYTES", 10)
        play(explorer, 1)
    assert explorer.trouble == trouble
    monkeypatch.setattr(os, "fsync", fail)
    for lang in ("en", "de", "fr", "it"):
        explorer.set_language(lang)
        assert explorer.words(f"kept.why_{trouble}") in unescape(header(explorer))


def test_the_download_is_the_game(page: Page, monkeypatch: pytest.MonkeyPatch) -> None:
    explorer = page()
    play(explorer, 2)
    sent: list[tuple[str, bytes]] = []
    monkeypatch.setattr(explorer.surfaces()["bar"], "offer", lambda name, data: sent.append((name, data)))
    explorer.surfaces()["bar"].press("kept.fetch")
    assert sent == [("game.json", to_bytes(explorer.game))]
