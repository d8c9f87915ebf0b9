"""Visits to a page whose games are kept, for the tests of keeping."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import bruges_lab as bl
from bruges_lab.explorer import kept_folder
from bruges_lab.explorer.reach import Kept

ANNA, BEN = "a" * 64, "b" * 64
Page = Callable[..., bl.Explorer]


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where games are kept in this test."""
    monkeypatch.setenv(kept_folder.KEEP, str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture
def page(home: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Page]:
    """A page of a visitor, as its kernel makes it."""
    made: list[bl.Explorer] = []

    def visit(visitor: str = ANNA, tab: str = "0" * 16, seed: int = 1, folder: Path | None = None, **more: object) -> bl.Explorer:
        monkeypatch.setenv(kept_folder.VISITOR, visitor)
        monkeypatch.setenv(kept_folder.TAB, tab)
        game = more.pop("game", None) or bl.new_game(players=2, seed=seed)
        made.append(bl.Explorer(game, reach=Kept(folder), **more))  # type: ignore[arg-type]
        return made[-1]

    yield visit
    for explorer in made:
        explorer.close()


def play(explorer: bl.Explorer, steps: int = 3) -> None:
    for _ in range(steps):
        explorer.choose(str(explorer.game.legal()[0]))


def files(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.rglob("*") if path.is_file() and not path.name.endswith(".lock"))


def header(explorer: bl.Explorer) -> str:
    return "".join(explorer.surfaces()["bar"].parts.values())


def sheet(explorer: bl.Explorer) -> str:
    return str(explorer.surfaces()["pop"].parts["all"])
