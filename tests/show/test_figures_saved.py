"""Figures as files: pages that need no network, still images where there is a Chromium, a clear word where there is none."""

from __future__ import annotations

import struct
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import pytest

import bruges_lab as bl
from bruges_lab.show import images


@pytest.fixture(scope="module")
def figure() -> Any:
    return bl.plot.score(bl.new_game(3, 7))


def no_browser() -> None:
    return None


def test_a_page_holds_everything_it_needs(figure: Any, tmp_path: Path) -> None:
    file = bl.plot.save(figure, tmp_path / "score.html")
    text = file.read_text(encoding="utf-8")
    assert "<title>Score by part: Swan, Lion, Lily are level on 5 points" in text
    assert len(text) > 4_000_000  # plotly itself
    assert 'src="http' not in text
    assert list(tmp_path.iterdir()) == [file]


def test_a_title_cannot_end_the_page_early(tmp_path: Path) -> None:
    hostile = bl.plot.score(bl.new_game(2, 1, names=("</title><script>x()</script>", "b")))
    text = bl.plot.save(hostile, tmp_path / "x.html").read_text(encoding="utf-8")
    assert "</title><script>x" not in text


@pytest.mark.parametrize("name", ["figure.gif", "figure", "figure.png.exe"])
def test_other_kinds_of_files_are_refused(figure: Any, tmp_path: Path, name: str) -> None:
    with pytest.raises(bl.LabError, match=r"can be written as .png, .svg, .pdf, .html"):
        bl.plot.save(figure, tmp_path / name)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("size", [{"width": 0}, {"width": 100_000}, {"height": -5}, {"scale": 0}, {"scale": 50}, {"width": True}])
def test_sizes_out_of_bounds_are_refused(figure: Any, tmp_path: Path, size: dict[str, Any]) -> None:
    with pytest.raises(bl.LabError, match="a number above 0 up to"):
        bl.plot.save(figure, tmp_path / "x.png", **size)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("kind", ["png", "svg", "pdf"])
def test_without_a_browser_it_says_so_and_writes_a_page(
    figure: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    monkeypatch.setattr(images, "find_browser", no_browser)
    with pytest.warns(UserWarning, match=rf"No Chromium was found to draw x.{kind}; the figure is in x.html instead."):
        file = bl.plot.save(figure, tmp_path / f"x.{kind}")
    assert file == tmp_path / "x.html"
    assert [path.name for path in tmp_path.iterdir()] == ["x.html"]


def test_a_browser_that_fails_leaves_an_old_file_as_it_was(figure: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    broken = tmp_path / "chromium"
    broken.write_text("#!/bin/sh\necho 'it is broken' >&2\nexit 3\n", encoding="utf-8")
    broken.chmod(0o755)
    monkeypatch.setenv("BROWSER_PATH", str(broken))
    old = tmp_path / "x.png"
    old.write_bytes(b"old")
    with pytest.raises(bl.LabError, match="chromium ended with 3: it is broken"):
        bl.plot.save(figure, old, force=True)
    assert old.read_bytes() == b"old"
    silent = tmp_path / "silent"
    silent.write_text("#!/bin/sh\nexit 0\n", encoding="utf-8")
    silent.chmod(0o755)
    monkeypatch.setenv("BROWSER_PATH", str(silent))
    with pytest.raises(bl.LabError, match="drew no picture"):
        bl.plot.save(figure, old, force=True)
    assert old.read_bytes() == b"old"


def test_a_folder_that_is_not_there_is_refused(figure: Any, tmp_path: Path) -> None:
    with pytest.raises(bl.LabError, match="cannot be written"):
        bl.plot.save(figure, tmp_path / "nowhere" / "x.html")


KINDS = ["png", "svg", "pdf", "html"]


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_no_figure_is_refused_before_a_browser_is_started(
    figure: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    monkeypatch.setenv("BROWSER_PATH", "/bin/false")
    file = tmp_path / f"x.{kind}"
    for mine in (b"my notes", b"\x89PNG\r\n\x1a\n" + b"\0" * 99, b"<svg xmlns=''/>", b"%PDF-1.4", b"<!doctype html><html>"):
        file.write_bytes(mine)
        with pytest.raises(bl.LabError, match=rf"^x\.{kind}: there is a file of another kind already; force=True replaces it$"):
            bl.plot.save(figure, file)
        assert file.read_bytes() == mine


def test_without_a_browser_a_page_of_somebody_else_stays(figure: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(images, "find_browser", no_browser)
    (tmp_path / "x.html").write_text("mine", "utf-8")
    with pytest.raises(bl.LabError, match="another kind"):
        bl.plot.save(figure, tmp_path / "x.png")
    assert (tmp_path / "x.html").read_text("utf-8") == "mine"


# With a real browser


@pytest.fixture(scope="module")
def browser() -> str:
    found = images.find_browser()
    if found is None:
        pytest.skip("no chromium on this machine")
    return found


@pytest.mark.browser
def test_a_png_has_the_size_asked_for(browser: str, figure: Any, tmp_path: Path) -> None:
    data = bl.plot.save(figure, tmp_path / "x.png", width=950, scale=2).read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", data[16:24]) == (1900, 2 * figure.layout.height)
    assert [path.name for path in tmp_path.iterdir()] == ["x.png"]


@pytest.mark.browser
def test_an_svg_is_well_formed_and_holds_the_words(browser: str, figure: Any, tmp_path: Path) -> None:
    root = ET.fromstring(bl.plot.save(figure, tmp_path / "x.svg", width=800, height=300).read_text(encoding="utf-8"))
    assert (root.get("width"), root.get("height")) == ("800", "300")
    text = " ".join("".join(node.itertext()) for node in root.iter("{http://www.w3.org/2000/svg}text"))
    assert "■ Lion" in text
    assert "scored during play" in text


@pytest.mark.browser
def test_a_pdf_is_one_page(browser: str, figure: Any, tmp_path: Path) -> None:
    data = bl.plot.save(figure, tmp_path / "x.pdf").read_bytes()
    assert data.startswith(b"%PDF-")
    assert data.count(b"/Type /Page\n") + data.count(b"/Type /Page ") + data.count(b"/Type /Page/") == 1


@pytest.mark.browser
@pytest.mark.parametrize("kind", KINDS)
def test_a_figure_is_known_as_one_and_replaced_by_the_next(browser: str, figure: Any, tmp_path: Path, kind: str) -> None:
    file = tmp_path / f"x.{kind}"
    bl.plot.save(figure, file)
    first = file.read_bytes()
    bl.plot.save(bl.plot.score(bl.new_game(2, 7)), file)
    assert file.read_bytes() != first
    file.write_bytes(b"mine")
    bl.plot.save(figure, file, force=True)
    assert file.read_bytes() != b"mine"
