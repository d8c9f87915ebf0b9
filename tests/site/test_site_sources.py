"""What pages of the site are made of, before they are built; and where a site may be built."""

import re
from pathlib import Path

import pytest
from cases import each
from running import command

import bruges_lab as bl
from bruges_lab import places
from bruges_lab.games.shelf import find
from bruges_lab.kernel.errors import LabError
from bruges_lab.rulebook.texts import LANGUAGES
from bruges_lab.show.rulebook_pages import plain
from bruges_lab.site import hooks, papers, site_building
from bruges_lab.site.command_source import command_source
from bruges_lab.site.discrepancy_source import discrepancy_source
from bruges_lab.site.game_source import game_contents, game_page
from bruges_lab.site.reference_source import GROUPS, lab_names, reference_sources, room
from bruges_lab.site.rulebook_source import overview_figures, reference_sheet, rulebook_source
from bruges_lab.site.sources import Source, heading, language_row, words

# Pages


def test_a_page_says_before_it_begins_what_it_is_called_and_in_which_language_it_is() -> None:
    assert Source("a.md", "# A").content == "# A"
    assert Source("a.md", "# A", 'Say "A": b', "de").content == '---\ntitle: "Say \\"A\\": b"\nlang: "de"\n---\n\n# A'


def test_headings_and_words_are_not_markup() -> None:
    assert heading("A_b [c] <d>", "place", 3) == r"### A\_b \[c\] \<d\> { #place }"
    assert words("<b> & c") == "&lt;b&gt; &amp; c"


def test_the_language_at_hand_is_no_link() -> None:
    row = language_row(find("ferry"), "fr", lambda lang: f"page-{lang}.html")
    assert row == '<p class="bl-languages"><a href="page-en.html" hreflang="en">English</a> · <strong>Français</strong></p>'


@each("lang", LANGUAGES)
def test_every_discrepancy_stands_on_its_page_with_all_that_is_known_of_it(lang: str) -> None:
    manifest = find("burdigala")
    text = discrepancy_source(manifest, lang).text
    assert text.startswith("# Burdigala")
    parts = dict(re.findall(r"^## (B-\d{3}) .*?\n\n(.*?)(?=\n\n## |\Z)", text, re.MULTILINE | re.DOTALL))
    assert list(parts) == list(manifest.discrepancies)
    for entry in manifest.discrepancies.values():
        part = parts[entry.id]
        said = [entry.question(lang), entry.why(lang), *(entry.reading(one.number, lang) for one in entry.readings)]
        assert [one for one in said if words(one) not in part] == []
        assert [rule for rule in entry.rules if f'href="rulebook-{lang}.html#{rule}"' not in part] == []
        assert [one for one in entry.scenarios if f"<code>{one}</code>" not in part] == []
        assert part.count('class="bl-chosen"') == 1
        assert not entry.switch or entry.switch in part


def test_a_rule_has_an_address_and_leads_to_its_open_questions() -> None:
    text = rulebook_source(find(), "en").text
    assert len(re.findall(r'<h3 id="([^"]+)">', text)) == len(find().catalogue)
    rule = text.partition('<h3 id="threat.shortage">')[2].partition('<div class="bl-rule')[0]
    assert '<a href="discrepancies-en.html#d-099">D-099</a>' in rule


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", ["bruges", "burdigala"])
def test_the_overview_comes_before_the_rules(game: str, lang: str) -> None:
    manifest = find(game)
    text = rulebook_source(manifest, lang).text
    sections = manifest.overview.sections(lang)
    places = [text.index(f"{plain(part.title)} {{ #overview-{part.id} }}") for part in sections]
    assert places == sorted(places)
    assert len(sections) > 6
    assert places[-1] < text.index("{ #chapter-")
    figures = [source.path.rpartition("/")[2] for source in overview_figures(manifest, lang)]
    sheet = reference_sheet(manifest, lang)
    assert f'href="{sheet.path.rpartition("/")[2]}"' in text
    assert f'lang="{lang}"' in sheet.text
    assert figures
    assert all(f"]({figure})" in text for figure in figures)


def test_a_game_without_documents_has_a_page_without_them() -> None:
    page = game_page(find("ferry"))
    assert 'bl.new_game("ferry", players=3' in page
    assert "bruges-lab serve --game ferry" in page
    assert "Documents" not in page
    assert [next(iter(part)) for part in game_contents(find("ferry"))[1:]] == ["Rulebook"]


def test_nothing_that_makes_pages_knows_a_game() -> None:
    names = "|".join(manifest.name for manifest in bl.games())
    for path in Path(hooks.__file__).parent.glob("*.py"):
        assert not re.search(rf"(?i)[\"'](?:{names})[\"']|games\.(?:{names})\b", path.read_text(encoding="utf-8")), path.name


# The reference


def test_every_room_with_public_names_has_a_page_of_the_reference() -> None:
    grouped = [at for group in GROUPS for at in group.rooms]
    assert {room(place) for place in lab_names().values()} <= set(grouped)
    assert len(set(grouped)) == len(grouped)


def test_every_public_name_is_on_one_page_of_the_reference() -> None:
    text = "\n".join(source.text for source in reference_sources())
    for name, place in lab_names().items():
        assert text.count(f"::: {place}\n    options:\n      heading: bl.{name}\n") == 1, name
    assert "::: bruges_lab.games.burdigala.play.reach_odds.reach\n    options:\n      heading: bl.burdigala.reach\n" in text


def test_every_command_is_on_the_page_of_the_command_line() -> None:
    text = command_source().text
    for name in ("check", "board-check", "docs", "verify"):
        assert f"{{ #{name} }}" in text
    assert "| `FILES` | A rulebook text" in text
    assert "`--browser`, `--no-browser`" in text


# Papers


def test_a_part_of_a_paper_is_taken_in() -> None:
    taken = papers.taken_in("# A\n\n<!-- from README.md speed -->\n\nb")
    assert taken.startswith("# A\n\n`pip install")
    assert taken.endswith("\n\nb")
    assert "<!--" not in taken


@each("page", sorted(papers.PAPERS))
def test_papers_are_there(page: str) -> None:
    assert places.paper(papers.PAPERS[page][0]).is_file()


def test_a_part_that_is_not_there_is_refused_in_one_line() -> None:
    with pytest.raises(LabError, match=r"^README.md: there is nothing between <!-- none --> and <!-- /none -->$"):
        papers.taken_in("<!-- from README.md none -->")


def test_files_that_are_named_lead_to_their_pages() -> None:
    pages = {"zwin.md", "verification.md", "tutorials/teacher.md", "notebooks/05_the_people.md"}
    text = "`docs/zwin.md`, `VERIFICATION.md`, [`docs/zwin.md`](x), `rules.md`, `notebooks/05_the_people.ipynb`"
    assert papers.linked(text, "tutorials/teacher.md", pages) == (
        "[`docs/zwin.md`](../zwin.md), [`VERIFICATION.md`](../verification.md), [`docs/zwin.md`](x), `rules.md`, "
        "[`notebooks/05_the_people.ipynb`](../notebooks/05_the_people.md)"
    )
    assert papers.linked("`docs/zwin.md`", "zwin.md", pages) == "`docs/zwin.md`"


def test_sessions_are_told_apart_from_code() -> None:
    text = "```python\n>>> 1\n1\n```\n\n```python\nx = 1\n```"
    assert papers.sessions(text) == "```pycon\n>>> 1\n1\n```\n\n```python\nx = 1\n```"


# The build


def test_addresses_outside_are_taken_out_of_scripts_but_not_out_of_notes() -> None:
    script = (
        'load("https://a.example'
        + '.org/b.js");/*! see https://a.example'
        + '.org */x("http://www.w3.org/2000/svg");y(`https://a.b/${z}`)'
    )
    assert (
        hooks._ELSEWHERE.sub("", script)
        == 'load("");/*! see https://a.example' + '.org */x("http://www.w3.org/2000/svg");y(`${z}`)'
    )


def test_the_contents_are_filled_where_they_are_asked_for() -> None:
    filled = hooks._filled(["index.md", {"Games": ["games/index.md", "generated/games"]}, {"A": "a.md"}])
    assert filled[0] == "index.md"
    assert filled[1]["Games"][0] == "games/index.md"
    assert [next(iter(part)) for part in filled[1]["Games"][1:]] == [manifest.called() for manifest in bl.games()]
    assert filled[2] == {"A": "a.md"}


def refused(*arguments: str, capsys: pytest.CaptureFixture[str]) -> str:
    assert command("docs", *arguments) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.count("\n") == 1
    return said.err


def test_a_folder_with_other_things_in_it_is_refused_and_stays(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "letter.txt").write_text("dear", encoding="utf-8")
    assert "mine: is a folder with other things in it; name one that is new or empty" in refused(
        "--output", str(mine), capsys=capsys
    )
    assert "letter.txt: is there already and is not a folder" in refused("--output", str(mine / "letter.txt"), capsys=capsys)
    assert [path.name for path in mine.iterdir()] == ["letter.txt"]
    assert [path.name for path in tmp_path.iterdir()] == ["mine"]


def test_strict_goes_with_a_folder(capsys: pytest.CaptureFixture[str]) -> None:
    assert "--strict goes with --output" in refused("--strict", capsys=capsys)


def test_what_fails_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(folder: Path, strict: bool) -> None:
        folder.mkdir()
        raise LabError("the documentation cannot be built: no")

    monkeypatch.setattr(site_building, "_build", fail)
    with pytest.raises(LabError, match="cannot be built"):
        site_building.build_site(tmp_path / "site")
    assert list(tmp_path.iterdir()) == []


def test_a_site_that_was_built_is_replaced_and_the_copy_in_the_cache_is_built_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    built = []

    def build(folder: Path, strict: bool) -> None:
        built.append(strict)
        folder.mkdir()
        (folder / site_building.FIRST).write_text(f"{len(built)}", encoding="utf-8")

    monkeypatch.setattr(site_building, "_build", build)
    site = tmp_path / "deep" / "site"
    for number in ("1", "2"):
        assert site_building.build_site(site, strict=True).read_text(encoding="utf-8") == number
    assert [path.name for path in site.parent.iterdir()] == ["site"]
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    for _ in range(2):
        assert command("docs", "--no-browser") == 0
        assert "file://" in capsys.readouterr().out
    assert built == [True, True, False]


def test_what_the_site_is_built_of_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    before = site_building.fingerprint()
    assert site_building.fingerprint() == before
    monkeypatch.setenv("BRUGES_LAB_GAMES", "")
    assert site_building.fingerprint() != before
