"""The overview before the rules and the reference page: in four languages, with the numbers of the rules in force alone."""

import re
import shutil
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from cases import each, sample
from fluent.syntax import ast
from fluent.syntax.visitor import Visitor
from running import command

import bruges_lab as bl
from bruges_lab.games.bruges.ruleset import Ruleset
from bruges_lab.games.shelf import find
from bruges_lab.kernel.errors import DataError, LabError
from bruges_lab.kernel.rulesets import BaseRuleset
from bruges_lab.rulebook.glossary import Glossary
from bruges_lab.rulebook.overview import Part, overview_for, patterns
from bruges_lab.rulebook.printing import rulebook
from bruges_lab.rulebook.readings import reading_names
from bruges_lab.rulebook.reference import reference
from bruges_lab.rulebook.texts import LANGUAGES, Template
from bruges_lab.show.reference_page import html as sheet
from bruges_lab.show.rulebook_pages import html, markdown

GAMES = ("bruges", "burdigala")
PAIRS = [(game, lang) for game in GAMES for lang in LANGUAGES]


def written(game: str, lang: str) -> Iterator[tuple[str, str]]:
    """Every pattern in a language, with its place."""
    for (tongue, sort, part), words in find(game).overview.words.items():
        if tongue == lang:
            yield from ((f"{sort}.{part}.{number}", pattern) for number, pattern in enumerate(patterns(words)))


def said(parts: list[Part]) -> list[str]:
    """Everything that parts say."""
    return [
        words
        for part in parts
        for words in (part.title, *part.text, *part.lines, *part.head, *(cell for row in part.rows for cell in row), *part.after)
    ]


def everything(game: str, lang: str, rules: BaseRuleset | None = None) -> list[str]:
    overview = find(game).overview
    return said([*overview.sections(lang, rules), *overview.boxes(lang, rules)])


# Numbers


class Typed(Visitor):
    """The text of a pattern outside of its placeables, and the numbers that it fills in."""

    def __init__(self, pattern: str) -> None:
        self.texts: list[str] = []
        self.numbers: set[str] = set()
        self.visit(Template("test", "t", "", "text", pattern).parsed().value)

    def visit_TextElement(self, node: ast.TextElement) -> None:
        self.texts.append(node.value)

    def visit_VariableReference(self, node: ast.VariableReference) -> None:
        self.numbers.add(node.id.name)


@each(("game", "lang"), PAIRS)
def test_no_number_is_typed(game: str, lang: str) -> None:
    assert [
        (place, text) for place, pattern in written(game, lang) for text in Typed(pattern).texts if re.search(r"\d", text)
    ] == []


@each(("game", "lang"), PAIRS)
def test_the_same_numbers_are_told_in_every_language(game: str, lang: str) -> None:
    english = {place: Typed(pattern).numbers for place, pattern in written(game, "en")}
    assert {place: Typed(pattern).numbers for place, pattern in written(game, lang)} == english


@pytest.mark.parametrize("game", GAMES)
def test_every_number_is_that_of_a_rule_and_each_of_the_layout_is_told(game: str) -> None:
    manifest = find(game)
    used = {number for _, pattern in written(game, "en") for number in Typed(pattern).numbers}
    named = manifest.overview.layout.numbers
    assert named.keys() <= used
    counted = manifest.text_numbers(manifest.ruleset()).keys() if manifest.has("text_numbers") else set()
    fields = manifest.ruleset.fields()
    for number in used - named.keys() - counted:
        field = fields[re.sub(r"_(or|count)$", "", number)]
        assert field.rule in manifest.catalogue, number


SILENT = {
    "section_spaces": "another value needs a board of one’s own",
    "cards": "another value needs a deck of one’s own",
    "cubes_a_turn": "there is no other value",
    "threats_discarded": "there is no other value",
}
TOLD_WITH = {"rounds_limit": {"end_by": "rounds"}}
"""Numbers that count only under another reading."""


def others(game: str, name: str) -> Iterator[BaseRuleset]:
    """The usual rules with another value of one field: any other word, the next number."""
    given = TOLD_WITH.get(name, {})
    usual = bl.ruleset(game=game, **given)
    field, value = usual.fields()[name], getattr(usual, name)
    if isinstance(value, tuple):
        tries = [value[1:], tuple(one + 1 for one in value)]
    else:
        tries = [one for one in field.values if one != value] or [not value if isinstance(value, bool) else value + 1]
        tries += [value - 1] if type(value) is int else []
    for one in tries:
        with suppress(LabError):  # a number that the rules do not take
            yield bl.ruleset(game=game, **given, **{name: one})


@sample("langs", ["en"], of=LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_the_words_follow_the_ruleset(game: str, langs: list[str]) -> None:
    used = {re.sub(r"_(or|count)$", "", number) for _, pattern in written(game, "en") for number in Typed(pattern).numbers}
    for lang in langs:
        silent = set()
        for name in used & find(game).ruleset.fields().keys():
            before = everything(game, lang, bl.ruleset(game=game, **TOLD_WITH.get(name, {})))
            if not any(everything(game, lang, rules) != before for rules in others(game, name) if name not in SILENT):
                silent.add(name)
        assert silent == SILENT.keys() & used


@sample("count", 2, of=None)
@each(("game", "lang"), PAIRS)
def test_nothing_is_left_unfilled_under_any_reading(game: str, lang: str, count: int | None) -> None:
    for name in reading_names(game)[:count]:
        words = everything(game, lang, bl.ruleset(name, game=game))
        assert [text for text in words if set("{}$") & set(text) or "  " in text or not text.strip()] == []


# Words


@each(("game", "lang"), PAIRS)
def test_the_terms_are_those_of_the_glossary(game: str, lang: str) -> None:
    glossary = Glossary.load(game=game)
    assert [found for text in everything(game, lang) if (found := glossary.forbidden(text, lang))] == []


SPOKEN_TO = {
    "en": (r"\b[Yy]ou(r|rs)?\b", r"\b([Tt]he|[Aa]|[Ee]ach) players?\b(?! becomes| rolls)"),
    "de": (r"\b([Dd]u|[Dd]ein\w*|[Dd]ir|[Dd]ich|[Ii]hr|[Ee]uch|euer)\b", r"\bder Spieler\b|\bman\b"),
    "fr": (r"\b([Vv]ous|[Vv]otre|[Vv]os)\b", r"\b[Ll]e joueur (doit|peut)\b|\b[Tt]u\b"),
    "it": (
        r"\b([Tt]u|[Tt]uo|[Tt]ua|[Tt]uoi|[Tt]ue|[Tt]i|[Hh]ai|[Pp]uoi|[Gg]iochi|[Vv]oi|[Cc]ontate|[Aa]ggiungete)\b",
        r"\b[Ii]l giocatore (deve|può)\b",
    ),
}
"""How the reader is spoken to, and how not."""


@each(("game", "lang"), PAIRS)
def test_the_reader_is_spoken_to(game: str, lang: str) -> None:
    you, they = SPOKEN_TO[lang]
    sections = find(game).overview.sections(lang)
    mute = [part.id for part in sections if not any(re.search(you, text) for text in said([part]))]
    assert mute == []
    assert [text for text in said(sections) if re.search(they, text)] == []


@each(("game", "lang"), PAIRS)
def test_what_stands_out_is_marked_in_pairs(game: str, lang: str) -> None:
    assert [text for text in everything(game, lang) if text.count("**") % 2] == []


# In the rulebook


@each(("game", "lang"), PAIRS)
def test_the_overview_comes_before_the_rules(game: str, lang: str) -> None:
    book = rulebook(lang, game=game)
    page, text = html(book), markdown(book)
    first = f'id="chapter-{book.chapters[0].id}"'
    places = [page.index(f'id="overview-{section.part.id}"') for section in book.overview]
    assert page.index("<nav") < page.index('id="overview"') < places[0]
    assert places == sorted(places)
    assert places[-1] < page.index(first)
    assert 'href="#overview"' in page[: page.index('id="overview"')]
    assert text.index(f"## {book.words['overview']}") < text.index(f"## {book.chapters[0].heading}")


@pytest.mark.parametrize("game", GAMES)
def test_every_example_of_the_overview_comes_as_it_expects(game: str) -> None:
    told = [
        (section.part.scenarios, tuple(telling.name for telling in section.tellings)) for section in rulebook(game=game).overview
    ]
    assert [pair for pair in told if pair[0] != pair[1]] == []
    assert sum(len(names) for names, _ in told) >= 4


def test_an_example_that_comes_otherwise_under_the_rules_in_force_is_left_out() -> None:
    def told(rules: BaseRuleset) -> list[str]:
        return [telling.name for section in rulebook("en", rules).overview for telling in section.tellings]

    assert set(told(Ruleset())) - set(told(Ruleset(house_points=2))) == {"final_example"}


@pytest.mark.parametrize("game", GAMES)
def test_a_position_is_drawn_with_what_its_first_player_has_in_full(game: str) -> None:
    (drawn,) = re.findall(r"<figure>.*?</figure>", html(rulebook("fr", game=game)), re.S)
    assert drawn.count('data-full="yes"') == 1
    assert drawn.count("<svg") > 20
    assert "<button" not in drawn


@each(("game", "lang"), PAIRS)
def test_a_section_says_where_the_rules_are(game: str, lang: str) -> None:
    book = rulebook(lang, game=game)
    headings = {chapter.id: chapter.heading for chapter in book.chapters}
    for section in book.overview:
        assert [one for one in section.part.chapters if headings[one] not in section.more] == []
        assert bool(section.more) == bool(section.part.chapters)


def test_modules_come_after_the_rules_of_the_game_itself() -> None:
    page = html(rulebook("de"))
    chapters = rulebook("de").chapters
    heading = page.index(">Module</h1>")
    for chapter in chapters:
        assert (page.index(f'id="chapter-{chapter.id}"') > heading) == chapter.module, chapter.id
    assert sum(chapter.module for chapter in chapters) == 5
    assert ">Module</h1>" not in html(rulebook("de", game="burdigala"))


# The reference page


@each(("game", "lang"), PAIRS)
def test_the_sheet_has_every_box_once_and_needs_nothing_else(game: str, lang: str) -> None:
    page = sheet(reference(lang, game=game))
    boxes = find(game).overview.layout.box
    assert re.findall(r'<section[^>]* id="(\w+)"', page) == [box.id for box in boxes]
    assert page.count('class="wide"') == sum(box.wide for box in boxes) == 1
    assert f'<html lang="{lang}">' in page
    assert not re.search(r"<script|<link|<img|url\(|@import|href=", page)


def test_the_sheet_follows_the_ruleset_and_says_which() -> None:
    changed = sheet(reference("en", Ruleset(threat_limit=4)))
    assert "4 threat markers of a colour" in changed
    assert "4 threat markers of a colour" not in sheet(reference("en"))
    assert "003 (French translation)" in sheet(reference("en", "003"))


def test_the_signs_of_colours_and_icons_are_drawn() -> None:
    page = sheet(reference("it"))
    assert page.count('class="sign"') == 9
    assert page.count("<svg") == 9
    assert "<svg" not in sheet(reference("it", game="burdigala"))


def test_a_file_of_rules_is_named_but_never_read_as_markup(tmp_path: Path) -> None:
    file = tmp_path / "<i>x&.toml"
    file.write_text("intrigue_loss = 4\n", encoding="utf-8")
    page = sheet(reference("en", str(file)))
    assert "&lt;i&gt;x&amp;.toml" in page
    assert "<i>" not in page


def test_an_unknown_language_or_a_game_without_a_sheet_is_refused() -> None:
    with pytest.raises(LabError, match="unknown language 'es'; choose en, de, fr or it"):
        reference("es")
    with pytest.raises(LabError, match=r"^Ferry has no reference page$"):
        reference("en", game="ferry")


def test_a_game_without_an_overview_prints_its_rules_all_the_same() -> None:
    book = rulebook("en", game="ferry")
    assert (book.overview, book.signs) == ((), {})
    assert "overview" not in html(book).partition("</style>")[2]
    assert book.words["overview"] not in markdown(book)


# The command line


def run(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    code = command(*words)
    captured = capsys.readouterr()
    return code, captured.out + captured.err


def test_the_command_line_writes_the_sheet(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "sheet.html"
    assert run(capsys, "rules", "--reference", "--game", "burdigala", "--lang", "de", "--out", str(file)) == (
        0,
        "wrote sheet.html\n",
    )
    assert file.read_text(encoding="utf-8") == sheet(reference("de", game="burdigala"))
    code, told = run(capsys, "rules", "--reference", "--out", str(file))
    assert code == 2
    assert "is there already" in told
    assert run(capsys, "rules", "--reference", "--lang", "it") == (0, sheet(reference("it")))


@each("words", [("--export", "md"), ("--coverage",), ("canal",), ("--chapter", "threats")])
def test_a_sheet_of_part_of_the_rules_is_refused(capsys: pytest.CaptureFixture[str], words: tuple[str, ...]) -> None:
    code, told = run(capsys, "rules", "--reference", *words)
    assert code == 2
    assert "are about all rules" in told


# What is wrong in the files


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(shutil.copytree(find("bruges").folder("overview"), tmp_path / "overview"))


def change(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")


@pytest.mark.parametrize(
    ("name", "old", "new", "told"),
    [
        ("layout.toml", '"first_look"', '"first_book"', "layout.toml: table: scenarios: unknown scenario 'first_book'"),
        ("layout.toml", '"example_roll"', '"roll"', "layout.toml: round: scenarios: unknown scenario 'roll'"),
        (
            "layout.toml",
            '["components", "setup"]',
            '["box"]',
            "layout.toml: table: chapters: 'box' is not a chapter of the rules",
        ),
        ("layout.toml", 'id = "people"', 'id = "cards"', "layout.toml: cards: id: appears twice"),
        ("layout.toml", '"meta.age", "age"', '"meta.age", "years"', "layout.toml: numbers: age: meta.age has no number years"),
        ("layout.toml", "wide = true", "place = 1", "layout.toml: box.3: contains unknown field 'place'"),
        ("de.toml", "[section.aim]", "[section.goal]", "de.toml: section: must have aim, "),
        ("de.toml", "{$minutes}", "{$hours}", "de.toml: section.aim: there is no number hours"),
        ("de.toml", "{$minutes}", "{$minutes", "de.toml: section.aim: text.de: "),
        ("fr.toml", '["chaque statue", "son nombre"],\n', "", "fr.toml: box.scoring: rows: must have 7, as in English"),
        (
            "it.toml",
            '["ogni statua", "il suo numero"]',
            '["ogni statua"]',
            "it.toml: box.scoring: rows: must be as long as the head",
        ),
        (
            "en.toml",
            '  ["laurel", "in the final scoring"],\n',
            "",
            "en.toml: box.people: has 3 lines, but 4 signs in layout.toml",
        ),
        ("en.toml", 'title = "A round"', 'title = " "', "en.toml: box.round: text.en: must be a text"),
        ("en.toml", 'title = "A round"', 'titel = "A round"', "en.toml: box.round: "),
    ],
    ids=range(14),
)
def test_a_fault_is_told_with_its_file_and_place(folder: Path, name: str, old: str, new: str, told: str) -> None:
    change(folder / name, old, new)
    with pytest.raises(DataError) as error:
        overview_for(find("bruges"), folder)
    assert str(error.value).startswith(told)
    assert "\n" not in str(error.value)


def test_a_copy_says_the_same(folder: Path) -> None:
    assert said(overview_for(find("bruges"), folder).boxes("fr")) == said(find("bruges").overview.boxes("fr"))
