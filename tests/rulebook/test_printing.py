"""The printed rulebook: every rule once, nothing left unfilled, and other rules give another book."""

import re
import shutil
from collections import Counter
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import pytest
from cases import each, sample

from bruges_lab import places
from bruges_lab.games.bruges.card_texts import MARK, tell
from bruges_lab.games.bruges.deck import Deck
from bruges_lab.games.bruges.manifest import MANIFEST as BRUGES
from bruges_lab.games.bruges.ruleset import Ruleset
from bruges_lab.kernel.errors import DataError, LabError
from bruges_lab.kernel.records import read_toml
from bruges_lab.rulebook.catalogue import Catalogue, rule
from bruges_lab.rulebook.frame import FOREIGN, Frame
from bruges_lab.rulebook.glossary import Glossary
from bruges_lab.rulebook.printing import Rulebook, Telling, rulebook, tell_scenario
from bruges_lab.rulebook.readings import ruleset, ruleset_name
from bruges_lab.rulebook.texts import LANGUAGES, Texts
from bruges_lab.show.rulebook_pages import html, markdown

VOID = {"meta", "br", "wbr"}
OWN = [entry.id for entry in Catalogue.load().values() if entry.kind != "foreign"]
FOREIGN_IDS = [entry.id for entry in Catalogue.load().values() if entry.kind == "foreign"]


@cache
def book(lang: str = "en", name: str = "default") -> Rulebook:
    return rulebook(lang, name)


class Page(HTMLParser):
    """A page taken apart: every tag must be closed in its turn."""

    def __init__(self, source: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.tags: Counter[str] = Counter()
        self.attributes: list[tuple[str, str]] = []
        self.words: list[str] = []
        self.feed(source)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1
        self.attributes += [(name, value or "") for name, value in attrs]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        assert self.open.pop() == tag
        assert "svg" in self.open, "only drawings may close themselves"

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] != "style":
            self.words.append(data)

    def values(self, name: str) -> list[str]:
        return [value for attribute, value in self.attributes if attribute == name]


@cache
def page(lang: str) -> Page:
    return Page(html(book(lang)))


def tellings(found: Rulebook) -> dict[str, Telling]:
    return {
        telling.name: telling
        for chapter in (*found.chapters, *([found.foreign] if found.foreign is not None else []))
        for telling in (*chapter.tellings, *(one for entry in chapter.entries for one in entry.tellings))
    }


# Every rule, in every language


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_rule_stands_in_the_page_once(lang: str) -> None:
    there = Counter(page(lang).values("id"))
    assert [(entry, there[entry]) for entry in (*OWN, *FOREIGN_IDS) if there[entry] != 1] == []
    assert max(there.values()) == 1


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_rule_stands_in_the_markdown_once_and_foreign_ones_in_the_appendix(lang: str) -> None:
    text = markdown(book(lang))
    assert re.findall(r"\*\*`([a-z0-9_.]+)`\*\*$", text, re.M) == [*OWN, *FOREIGN_IDS]
    foreign = book(lang).foreign
    assert foreign is not None
    appendix = text[text.index(f"## {foreign.heading}") :]
    assert re.findall(r"\*\*`([a-z0-9_.]+)`\*\*$", appendix, re.M) == FOREIGN_IDS


@sample("names", ["003:lots_of_three"], of=["default", "001", "003:lots_of_three"])
@each("lang", LANGUAGES)
def test_nothing_is_left_unfilled(lang: str, names: list[str]) -> None:
    for name in names:
        for words in (" ".join(Page(html(book(lang, name))).words), markdown(book(lang, name))):
            assert not set("{}$") & set(words)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_page_needs_nothing_else_and_runs_nothing(lang: str) -> None:
    found = page(lang)
    assert not {"script", "link", "img", "iframe", "object"} & set(found.tags)
    assert {name for name, _ in found.attributes} <= {
        *("charset", "name", "content", "lang", "id", "class", "style", "href", "title", "role"),
        *("data-scenario", "data-seat", "data-full", "data-icon", "data-worker", "textlength", "lengthadjust"),
        *("aria-label", "aria-hidden", "viewbox", "width", "height", "x", "y", "cx", "cy", "r", "rx", "d", "transform"),
        *("fill", "fill-rule", "opacity", "font-size", "font-weight", "text-anchor", "stroke", "stroke-width"),
        *("stroke-linecap", "stroke-linejoin", "stroke-dasharray"),
    }
    assert "url(" not in html(book(lang))
    assert "@import" not in html(book(lang))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_link_leads_somewhere(lang: str) -> None:
    there = {f"#{place}" for place in page(lang).values("id")}
    links = page(lang).values("href")
    assert len(links) > 300
    assert [link for link in links if link not in there] == []


def test_chapters_stand_in_order_under_titles_of_the_language() -> None:
    headings = {lang: [chapter.heading for chapter in book(lang).chapters] for lang in LANGUAGES}
    assert [heading.split(".")[0] for heading in headings["it"]] == [str(number) for number in range(1, 30)]
    for number, chapter in enumerate(book().chapters):
        assert len({headings[lang][number] for lang in LANGUAGES}) == 4, chapter.id


def test_an_unknown_language_or_ruleset_is_refused() -> None:
    with pytest.raises(LabError, match="unknown language 'es'"):
        rulebook("es")
    with pytest.raises(LabError, match="unknown ruleset '004'"):
        rulebook("en", "004")


# Modules

MODULES = ["five_players", "supplies", "ships", "market", "round_marker_and_bag"]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_modules_that_are_off_are_printed_with_a_note(lang: str) -> None:
    off = {chapter.id: chapter for chapter in book(lang).chapters if chapter.note}
    assert list(off) == MODULES
    assert "ships\u00a0=\u00a0True" in off["ships"].note
    assert "92" in off["supplies"].note
    assert "144" in off["supplies"].note
    for chapter in off.values():
        assert chapter.heading.endswith(")")
        assert chapter.note in " ".join(page(lang).words)
        assert f"*{chapter.note}*" in markdown(book(lang)).replace("\\", "")


def test_a_module_that_is_on_has_no_note() -> None:
    five = book("en", "zwin:five")
    assert [chapter.id for chapter in five.chapters if chapter.note] == MODULES[1:]
    bag = rulebook("en", Ruleset(threat_bag="aside"))
    assert [chapter.id for chapter in bag.chapters if chapter.note] == MODULES[:-1]
    assert [chapter.id for chapter in rulebook("en", Ruleset(max_players=3)).chapters if chapter.note] == MODULES


def test_what_no_source_gives_of_a_module_is_marked() -> None:
    marked = {entry.rule.id for chapter in book().chapters for entry in chapter.entries if entry.marked}
    assert {"exp.five_players.gate", "exp.ships.effect.points", "exp.market.improve.house.no_worker", "exp.market.use"} <= marked
    assert not {"exp.ships.use", "exp.ships.cost", "exp.market.reveal", "exp.round_marker.end"} & marked


# The first page


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_first_page_says_whose_the_game_is_and_what_is_reconstructed(lang: str) -> None:
    first = html(book(lang, "003")).partition("<nav")[0]
    for words in ("Stefan Feld", "Hans im Glück", MARK, ruleset_name(BRUGES, "003", lang), "instant_again = False"):
        assert words in first
    unsure = [card for card in Deck.load().cards if card.source("price") == "reconstructed"]
    assert f"{len(unsure)} " in book(lang).front["reconstructed"]
    assert book(lang).front["own_words"] in markdown(book(lang))


def test_a_ruleset_file_is_named_but_never_read_as_markup(tmp_path: Path) -> None:
    file = tmp_path / "<b>*x*&.toml"
    file.write_text("intrigue_loss = 4\n", encoding="utf-8")
    found = rulebook("en", str(file))
    assert "&lt;b&gt;*x*&amp;.toml" in html(found)
    assert r"\<b\>\*x\*&.toml" in markdown(found)
    assert "<b>*x*" not in html(found)


# Other rules


def test_another_ruleset_gives_another_book() -> None:
    changed = rulebook("de", Ruleset(intrigue_loss=4))
    before, after = book("de"), changed
    differing = {
        entry.rule.id
        for old, new in zip(before.chapters, after.chapters, strict=True)
        for entry, other in zip(old.entries, new.entries, strict=True)
        if entry.text != other.text
    }
    assert differing == {"threat.intrigue"}
    assert "4 Punkte" in html(changed).partition('id="threat.intrigue"')[2][:200]
    assert after.changes == ("intrigue_loss = 4 statt 3 (threat.intrigue)",)
    assert before.changes == ()


def test_a_reading_of_a_document_changes_its_sentence() -> None:
    assert ruleset("003") != Ruleset()
    old, new = (markdown(book("en", name)) for name in ("default", "003"))
    assert rule("act.instant.replay").text(rules=ruleset("003")) in new
    assert rule("act.instant.replay").text() in old
    assert rule("act.instant.replay").text() not in new


# What the engine tells


@pytest.mark.parametrize("name", ["default", "003"])
def test_every_worked_example_is_told(name: str) -> None:
    told = tellings(book("en", name))
    for entry in Catalogue.load().values():
        if entry.kind == "example":
            assert any(one in told and told[one].lines for one in entry.scenarios), entry.id


def test_each_scenario_is_told_once_with_the_rules_and_comes_as_it_expects() -> None:
    found = html(book("fr"))
    names = re.findall(r'data-scenario="([a-z0-9_]+)"', found.partition('id="chapter-')[2])
    assert Counter(names).most_common(1)[0][1] == 1
    assert [name for name, telling in tellings(book("fr")).items() if telling.remark] == []
    chosen = {name for chapter in Frame.load().chapters.values() for name in chapter.scenarios if chapter.in_play(Ruleset())}
    assert chosen <= set(names)


def test_every_line_of_a_telling_cites_a_rule_that_exists() -> None:
    for telling in tellings(book("it")).values():
        assert telling.lines, telling.name
        assert {line.rule for line in telling.lines} <= set(Catalogue.load())


def test_the_final_example_is_told_with_its_sum_after_its_last_rule() -> None:
    scoring = next(chapter for chapter in book("en").chapters if chapter.id == "scoring")
    homes = {telling.name: entry.rule.id for entry in scoring.entries for telling in entry.tellings}
    assert homes["final_example"] == "example.final.total"
    assert "final_example_of_003" not in homes
    assert "36 points" in tellings(book("en"))["final_example"].lines[-1].text


def test_the_reading_of_003_tells_its_own_final_example() -> None:
    told = tellings(book("en", "003:six_at_step_6"))
    assert "35 points" in " ".join(line.text for line in told["final_example_of_003"].lines)
    assert "final_example" not in told


def test_what_is_refused_is_told_in_its_place() -> None:
    lines = [line.text for line in tell_scenario("worker_person_once_a_round", "en", Ruleset()).lines]
    assert lines[-1].startswith("Refused: ")
    assert any("activates the Saddler" in line for line in lines[:-1])


def test_an_example_that_comes_otherwise_says_so() -> None:
    remark = Frame.load().word("comes_otherwise", "de")
    assert tell_scenario("final_example", "de", Ruleset(house_points=2)).remark == remark
    assert tell_scenario("final_example", "de", Ruleset()).remark == ""
    assert remark in html(rulebook("de", Ruleset(house_points=2)))


def test_a_position_that_cannot_arise_says_so() -> None:
    told = tell_scenario("example_roll", "en", Ruleset(max_players=3))
    assert (told.lines, told.remark) == ((), Frame.load().word("cannot_arise", "en"))


def test_a_position_that_is_only_counted_is_told_as_a_score() -> None:
    told = tell_scenario("example_score_of_single_things", "en", Ruleset())
    assert {"scoring.people", "scoring.statue", "person.bishop"} <= {line.rule for line in told.lines}


# People


@pytest.mark.parametrize("lang", LANGUAGES)
def test_all_people_stand_in_the_table_with_what_is_reconstructed(lang: str) -> None:
    table = html(book(lang)).partition('id="chapter-people"')[2]
    assert table.count("<tr>") == len(Deck.load()) + 1
    appendix = markdown(book(lang)).partition(f"## {book(lang).appendices[0].title}")[2]
    rows = [line for line in appendix.splitlines() if line.startswith("| ")][2:]
    assert len(rows) == len(Deck.load())
    for row, card in zip(rows, Deck.load().cards, strict=True):
        told = tell(card, lang)
        assert told.name in row
        assert told.text in row.replace("\\", "")
        assert f"{told.price}{f' {MARK}' if card.source('price') == 'reconstructed' else ''} |" in row


# The words around the rules


def test_titles_and_words_use_the_terms_of_the_glossary() -> None:
    glossary = Glossary.load()
    source = places.data("bruges", "chapters.toml").read_text(encoding="utf-8")
    for lang in LANGUAGES:
        texts = re.findall(rf'^title\.{lang} = "(.*)"$', source, re.M)
        assert len(texts) == len(Frame.load().chapters)
        texts += [pattern for folder in ("lab", "bruges") for pattern in words(folder, lang).values()]
        assert [found for text in texts for found in glossary.forbidden(text, lang)] == []


def words(folder: str, lang: str) -> dict[str, str]:
    """What a locale file says around the rules."""
    return {str(key): str(text) for key, text in read_toml(places.data(folder, "locales", f"{lang}.toml"))["rulebook"].items()}


@pytest.mark.parametrize("folder", ["lab", "bruges"])
def test_words_have_the_same_variables_in_every_language(folder: str) -> None:
    all_words = {lang: words(folder, lang) for lang in LANGUAGES}
    for key, english in all_words["en"].items():
        for lang in LANGUAGES:
            pattern = all_words[lang][key]
            assert set(re.findall(r"\$([a-z_]+)", pattern)) == set(re.findall(r"\$([a-z_]+)", english)), (lang, key)
            texts = Texts((lang,))
            texts.add(lang, "rulebook", key, pattern, "test")


def test_every_word_is_used_somewhere() -> None:
    folder = Path(__file__).parents[2] / "bruges_lab"
    files = ["show/rule_cards.py", "show/discrepancy_cards.py", "games/bruges/printed.py", "games/bruges/people_in_rules.py"]
    files += [f"rulebook/{one}.py" for one in ("printing", "reference", "readings")]
    sources = "".join((folder / file).read_text(encoding="utf-8") for file in files)
    for key in Frame.load().texts.keys("rulebook"):
        family = (f"{key.split('.')[0]}.{{", f"{key.rpartition('.')[0]}.{{", f"{key.partition('_')[0]}_{{")
        assert f'"{key}"' in sources or f"'{key}'" in sources or any(one in sources for one in family), key


CHAPTERS = places.data("bruges", "chapters.toml").read_text(encoding="utf-8")
THREATS = CHAPTERS[CHAPTERS.index('id = "threats"') : CHAPTERS.index("[[chapter]]", CHAPTERS.index('id = "threats"'))]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('id = "threats"', 'id = "threat"', "threats: is missing"),
        ('id = "threats"', 'id = "Bad\\nId"', "threats: is missing"),
        (f"[[chapter]]\n{THREATS}", "", "threats: is missing"),
        (THREATS, THREATS + '[[chapter]]\nid = "more"\ntitle = { en = "x" }\n\n', "more: id: is not a chapter"),
        (THREATS, re.sub(r"title\.fr = .*\n", "", THREATS), "threats: title.fr: is missing"),
        (THREATS, re.sub(r"title\.fr = .*\n", 'title.fr = " "\n', THREATS), "threats: title.fr: is missing"),
        (THREATS, THREATS.replace("title.fr", "title.es"), "threats: title"),
        (THREATS, THREATS.replace("no_tile_no_gap", "no_such_one"), "threats: scenarios: unknown scenario 'no_such_one'"),
        (THREATS, THREATS.replace("scenarios", "szenarien"), "threats: contains unknown field 'szenarien'"),
        ('id = "threats"', 'id = "dice"', "dice: id: appears twice in this file"),
        (f"[[chapter]]\n{THREATS}", f"[[words]]\n{THREATS}", "words: is unknown here"),
        ("{ ships = [true] }", "{ boats = [true] }", "ships: played_when: the ruleset has no field 'boats'"),
        ("{ ships = [true] }", "{ ships = [1] }", "ships: played_when: ships is never 1"),
        ("{ ships = [true] }", "{ ships = [] }", "ships: played_when: names no value of ships"),
        ('["aside"]', '["beside"]', "round_marker_and_bag: played_when: threat_bag is never beside"),
    ],
    ids=range(15),
)
def test_a_fault_in_the_chapters_is_named(tmp_path: Path, old: str, new: str, said: str) -> None:
    file = tmp_path / "chapters.toml"
    assert old in CHAPTERS
    file.write_text(CHAPTERS.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(DataError) as error:
        Frame.load(file)
    assert str(error.value).startswith(f"chapters.toml: {said}")
    assert str(error.value).isprintable()


def test_chapters_out_of_order_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "chapters.toml"
    without = CHAPTERS.replace(f"[[chapter]]\n{THREATS}", "")
    file.write_text(f"[[chapter]]\n{THREATS}{without}", encoding="utf-8")
    with pytest.raises(DataError, match="not in the order of the rules"):
        Frame.load(file)


def test_a_copy_of_the_chapters_is_accepted(tmp_path: Path) -> None:
    copy = shutil.copy(places.data("bruges", "chapters.toml"), tmp_path)
    assert list(Frame.load(Path(copy)).chapters)[-1] == FOREIGN
    assert set(BRUGES.scenarios) >= {name for chapter in Frame.load().chapters.values() for name in chapter.scenarios}
