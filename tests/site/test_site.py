"""The whole site, built strictly: every link and anchor leads somewhere, nothing is loaded from outside, nothing is missing."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

import pytest

import bruges_lab as bl
from bruges_lab.rulebook.texts import languages_of
from bruges_lab.site.reference_source import lab_names
from bruges_lab.site.site_building import MARK, build_site

pytestmark = pytest.mark.slow

LOADS = {
    "img": "src",
    "script": "src",
    "iframe": "src",
    "source": "src",
    "video": "src",
    "audio": "src",
    "embed": "src",
    "object": "data",
}
"""What a page loads by itself, and where it says from where."""
OUTSIDE = re.compile(r"""["'`](?:https?:)?//(?!www\.w3\.org/)[\w-]+\.[^"'`]*""")
"""A string in a script that begins as an address."""
LARGEST = 40_000_000


class Reading(HTMLParser):
    """What a page is, refers to and loads."""

    def __init__(self, page: Path) -> None:
        super().__init__()
        self.ids: set[str] = set()
        self.links: list[str] = []
        self.loads: list[str] = []
        self.languages: set[str] = set()
        self.twice: list[str] = []
        self.headings: list[str] = []
        self.feed(page.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attributes}
        if place := found.get("id"):
            if place in self.ids:
                self.twice.append(place)
            self.ids.add(place)
        if tag == "a" and "href" in found:
            self.links.append(found["href"])
        if tag == "link" and found.get("rel") not in ("canonical", "prev", "next", "alternate"):
            self.loads.append(found["href"])
        if tag in LOADS and LOADS[tag] in found:
            self.loads.append(found[LOADS[tag]])
        if tag == "image" or (tag == "use" and "href" in found):
            self.loads.append(found.get("href", found.get("xlink:href", "")))
        self.loads += [part.split()[0] for part in found.get("srcset", "").split(",") if part.strip()]
        self.loads += re.findall(r"url\(['\"]?([^)'\"]+)", found.get("style", ""))
        if "lang" in found:
            self.languages.add(found["lang"])


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_site(tmp_path_factory.mktemp("docs") / "site", strict=True).parent


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[str, Reading]:
    return {path.relative_to(site).as_posix(): Reading(path) for path in sorted(site.rglob("*.html"))}


def resolved(site: Path, page: str, link: str) -> tuple[Path, str]:
    """The file that a link on a page leads to, and the place in it."""
    path, _, fragment = unquote(link).partition("#")
    path = path.partition("?")[0]
    return ((site / page).parent / path).resolve() if path else (site / page).resolve(), fragment


def inside(link: str) -> bool:
    return not re.match(r"[a-z]+:", link)


def test_every_link_leads_to_a_page_and_a_place_on_it(site: Path, pages: dict[str, Reading]) -> None:
    known = {(site / name).resolve(): page for name, page in pages.items()}
    wrong = []
    for name, page in pages.items():
        for link in page.links:
            if not inside(link):
                continue
            target, place = resolved(site, name, link)
            if target in known:
                if place and place not in known[target].ids and place != "__top":
                    wrong.append(f"{name}: {link}: there is no such place")
            elif not target.is_file():
                wrong.append(f"{name}: {link}: there is no such file")
    assert sorted(set(wrong)) == []
    assert sum(len(page.links) for page in pages.values()) > 10_000


def test_places_are_unique_on_their_page(pages: dict[str, Reading]) -> None:
    assert {name: page.twice for name, page in pages.items() if page.twice} == {}


def test_what_pages_load_lies_beside_them(site: Path, pages: dict[str, Reading]) -> None:
    wrong = []
    for name, page in pages.items():
        for load in page.loads:
            if load.startswith("data:"):
                continue
            if not inside(load) or load.startswith("//") or not resolved(site, name, load)[0].is_file():
                wrong.append(f"{name}: {load}")
    assert sorted(set(wrong)) == []


def test_no_script_and_no_style_turns_to_an_address_outside(site: Path) -> None:
    """In scripts an address is a string; in style sheets it is what is imported or drawn. Notes about licences may have some."""
    found = {}
    for path in site.rglob("*.js"):
        if path.name != "search_index.js":
            found[path.name] = OUTSIDE.findall(path.read_text(encoding="utf-8"))
    for path in site.rglob("*.css"):
        drawn = re.findall(r"(?:url\(|@import )\s*['\"]?([^)'\"\s]+)", path.read_text(encoding="utf-8"))
        found[path.name] = [one for one in drawn if not one.startswith("data:") and (not inside(one) or one.startswith("//"))]
    assert len(found) > 5
    assert {name: addresses for name, addresses in found.items() if addresses} == {}


def test_a_page_forbids_itself_whatever_lies_outside(pages: dict[str, Reading], site: Path) -> None:
    for name in pages:
        assert "Content-Security-Policy" in (site / name).read_text(encoding="utf-8"), name


def test_every_game_has_its_rulebooks_and_open_questions_in_its_languages(pages: dict[str, Reading]) -> None:
    assert "ferry" in [manifest.name for manifest in bl.games()]
    for manifest in bl.games():
        home = f"games/{manifest.name}"
        assert f"{home}/index.html" in pages
        for lang in languages_of(manifest):
            rulebook = pages[f"{home}/rulebook-{lang}.html"]
            assert set(manifest.catalogue) <= rulebook.ids
            assert {f"chapter-{chapter}" for chapter in manifest.chapters.chapters} <= rulebook.ids
            assert lang in rulebook.languages
            if manifest.has("discrepancies"):
                questions = pages[f"{home}/discrepancies-{lang}.html"]
                assert {entry.lower() for entry in manifest.discrepancies} <= questions.ids
                assert lang in questions.languages
        assert f"{home}/rulebook-it.html" in pages or "it" not in languages_of(manifest)


def test_every_public_name_has_its_place_in_the_reference(pages: dict[str, Reading]) -> None:
    places = {place for name, page in pages.items() if name.startswith("reference/") for place in page.ids}
    assert [name for name, place in lab_names().items() if place not in places] == []
    for manifest in bl.games():
        for name, where in manifest.exported().items():
            assert f"{manifest.package}.{where.replace(':', '.')}" in places, name


def test_the_search_knows_rules_open_questions_and_names(site: Path) -> None:
    text = (site / "search" / "search_index.json").read_text(encoding="utf-8")
    places = {entry["location"] for entry in json.loads(text)["docs"]}
    assert {
        "games/bruges/rulebook-fr.html#threat.fire.occupied_house",
        "games/bruges/discrepancies-en.html#d-099",
        "games/burdigala/discrepancies-it.html#b-001",
        "reference/games.html#bruges_lab.lab.new_game",
    } <= places
    assert (site / "search" / "search_index.js").read_text(encoding="utf-8").startswith("var __index")


def test_the_site_says_of_what_it_was_built_and_is_built_over(site: Path) -> None:
    assert (site / MARK).is_file()
    assert sum(path.stat().st_size for path in site.rglob("*") if path.is_file()) < LARGEST
    assert not [path for path in site.parent.iterdir() if path != site]
