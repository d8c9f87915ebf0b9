"""What an explorer wears, and the board as a picture: by name in Python, and what a page may not do."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import bruges_lab as bl
from bruges_lab.explorer.reach import Kept
from bruges_lab.explorer.surface import Surface
from bruges_lab.show import images


def surface(explorer: bl.Explorer, name: str) -> Surface:
    assert explorer._stage is not None
    return explorer._stage.surfaces[name]


@pytest.fixture
def explorer() -> bl.Explorer:
    return bl.Explorer(bl.scenario("fire_and_plague"), seat=0)


def test_the_theme_is_chosen_by_name(explorer: bl.Explorer) -> None:
    row = surface(explorer, "time")
    assert row.theme == ""  # the notebook decides
    explorer.set_theme("dark")
    assert row.theme == "dark"
    row.press("theme", "auto")
    assert (row.theme, explorer.theme) == ("auto", "auto")
    with pytest.raises(bl.LabError, match=r"unknown theme '<b>'; choose light, dark or auto"):
        explorer.set_theme("<b>")
    assert row.theme == "auto"


def test_what_the_browser_is_offered(explorer: bl.Explorer, monkeypatch: pytest.MonkeyPatch) -> None:
    offered: list[Any] = []
    monkeypatch.setattr(surface(explorer, "board"), "offer", lambda name, data, dots: offered.append((name, data, dots)))
    for kind in ("svg", "png"):
        surface(explorer, "board").press("picture", kind)
    (name, drawing, dots), (other, same, too) = offered
    assert re.fullmatch(r"bruges-round-1-step-1\.svg", name)
    assert other == name.replace(".svg", ".png")
    assert drawing == same
    assert (dots, too) == (False, True)
    assert drawing.decode() == explorer.manifest.picture.whole(explorer.state, explorer.names, 0, "en")
    with pytest.raises(bl.LabError, match=r"as png or svg, not as '\.\./x'"):
        explorer.offer_picture("../x")


def test_a_covered_board_is_not_saved() -> None:
    explorer = bl.Explorer(bl.new_game(2, 3), hand_over=True)
    explorer.covered_for = 1
    with pytest.raises(bl.LabError, match="covered"):
        explorer.offer_picture("svg")


def test_a_picture_is_written_where_it_is_told(explorer: bl.Explorer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    explorer.save_picture(tmp_path / "a.svg")
    assert (tmp_path / "a.svg").read_text(encoding="utf-8").startswith("<svg")
    with pytest.raises(bl.LabError, match=r"a\.svg"):
        explorer.save_picture(tmp_path / "a.svg")
    explorer.save_picture(tmp_path / "a.svg", replace=True)
    with pytest.raises(bl.LabError, match=r"^a\.gif: a picture can be written as \.svg or \.png$"):
        explorer.save_picture(tmp_path / "a.gif")
    monkeypatch.chdir(tmp_path)
    explorer.save_picture()
    assert [path.name for path in tmp_path.glob("bruges-*.svg")] == ["bruges-round-1-step-1.svg"]
    monkeypatch.setattr(images, "find_browser", lambda: None)
    with pytest.raises(bl.LabError, match="no Chromium was found"):
        explorer.save_picture(tmp_path / "a.png")


def test_a_page_makes_the_name_itself(tmp_path: Path) -> None:
    kept = bl.Explorer(bl.new_game(2, 3), reach=Kept(tmp_path))
    kept.save_picture()
    assert [path.name for path in tmp_path.iterdir()] == ["picture-001.svg"]
    with pytest.raises(bl.LabError, match="makes the names of its files itself"):
        kept.save_picture(tmp_path / "x.svg")
    with pytest.raises(bl.LabError, match="keeps no files"):
        bl.Explorer(bl.new_game(2, 3), reach=Kept()).save_picture()


@pytest.mark.browser
def test_dots_need_a_browser_and_are_as_large_as_the_drawing(explorer: bl.Explorer, tmp_path: Path) -> None:
    explorer.save_picture(tmp_path / "a.png")
    data = (tmp_path / "a.png").read_bytes()
    assert data.startswith(b"\x89PNG")
    assert int.from_bytes(data[16:20], "big") == 1680


def test_the_switch_and_the_corner_are_in_every_language() -> None:
    for lang, saved in (
        ("en", "Save as a picture"),
        ("de", "Als Bild speichern"),
        ("fr", "Enregistrer l’image"),
        ("it", "Salva l’immagine"),
    ):
        explorer = bl.Explorer(bl.new_game(2, 3), lang=lang)
        assert saved in surface(explorer, "board").parts["picture"]
        assert surface(explorer, "time").parts["steps"].count("<option") >= 3


def test_rule_ids_keep_their_underscores() -> None:
    """Nothing between the catalogue and the page takes them for emphasis."""
    explorer = bl.Explorer(bl.new_game(2, 3))
    rule = next(rule.id for rule in bl.rules() if "_" in rule.id)
    explorer.show_rule(rule)
    assert rule in re.sub(r"<[^>]*>", "", "".join(surface(explorer, "rule").parts.values()))
