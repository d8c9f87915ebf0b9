"""The rulebook room for games that are not the usual one: rules, search, print and rulesets come by the manifest alone."""

import io
import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from rich.console import Console
from running import command

import bruges_lab as bl
from bruges_lab import places
from bruges_lab.games import shelf
from bruges_lab.kernel.errors import DataError, LabError
from bruges_lab.rulebook.lesson_data import Book
from bruges_lab.rulebook.lessons import Lesson, Task
from bruges_lab.rulebook.lookup import coverage
from bruges_lab.rulebook.printing import rulebook
from bruges_lab.rulebook.readings import read_ruleset, write_ruleset
from bruges_lab.rulebook.recording import recording
from bruges_lab.rulebook.texts import LANGUAGES, Texts, lab_texts
from bruges_lab.show.rule_cards import card_html, rule_text, rules_html
from bruges_lab.show.rulebook_pages import html, markdown

FERRY = ["round", "wind", "end", "turn", "own_card", "stronger", "draw", "pile", "storm"]


def printed(what: object) -> str:
    console = Console(file=io.StringIO(), width=200)
    console.print(what)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


# Ferry, whose rules have no ruleset and no documents


def test_a_rule_id_says_whose_rule_it_is() -> None:
    storm = bl.rule("ferry.storm")
    assert storm.manifest is shelf.find("ferry")
    assert (storm.chapter, storm.number, storm.sources, storm.scenarios) == ("turns", 9, {}, ("a_storm_for_a_coin",))
    assert bl.rule("ferry.wind").scenarios == ()
    assert storm.text().startswith("A card of 7 or more brings a storm")
    assert bl.rule("threat.fire").manifest is shelf.find()
    with pytest.raises(LabError, match=r"unknown rule 'ferry\.strom'; did you mean ferry\.storm\?"):
        bl.rule("ferry.strom")


def test_every_rule_that_the_engine_cites_is_in_the_catalogue() -> None:
    catalogue = shelf.find("ferry").catalogue
    assert list(catalogue) == [f"ferry.{name}" for name in FERRY]
    assert shelf.find("ferry").kit.book.faults(catalogue) == []


def test_a_rule_is_told_in_the_languages_of_its_game_and_in_english_elsewhere() -> None:
    turn = bl.rule("ferry.turn")
    assert turn.languages == ("en", "fr")
    assert turn.text("fr").startswith("À son tour")
    assert turn.text("de") == turn.text("it") == turn.text("en")
    assert bl.rule("ferry.round").text("de") == bl.rule("ferry.round").text("en")
    with pytest.raises(LabError, match="unknown language 'es'"):
        bl.rule("ferry.round").text("es")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_card_of_a_rule(lang: str) -> None:
    card = card_html(bl.rule("ferry.stronger"), lang)
    assert bl.rule("ferry.stronger").text(lang) in card
    assert bl.rule("ferry.stronger").card(lang)._repr_html_() == card
    assert "as_strong" in card
    assert "data-document" not in card
    assert 'data-scenario="a_storm_for_a_coin"' in card
    assert f"✓ {lab_texts().say('rulebook', 'holds', {}, lang)}" in card
    assert "data-scenario" not in card_html(bl.rule("ferry.wind"), lang)
    assert lab_texts().say("rulebook", "place", {"number": 6, "count": 9}, lang) in card
    assert "storm = 7" in card_html(bl.rule("ferry.storm"), lang)


def test_a_rule_in_a_terminal() -> None:
    text = printed(rule_text(bl.rule("ferry.storm")))
    assert "ferry.storm  event · Turns · rule 9 of 9" in text
    assert "storm = 7   [for information only, not used in play]" in text
    assert "What the documents say" not in text


def test_rules_are_searched_in_one_game() -> None:
    found = bl.rules(text="storm", game="ferry")
    assert [rule.id for rule in found] == ["ferry.storm"]
    assert bl.rules(text="tempete", game="ferry").lang == "fr"
    assert len(bl.rules(game="ferry")) == 9
    assert {rule.id for rule in bl.rules(kind="refusal", game="ferry")} == {"ferry.own_card", "ferry.stronger", "ferry.pile"}
    assert len(bl.rules(chapter="rounds", game="ferry")) == 3
    assert not [rule for rule in bl.rules() if rule.id.startswith("ferry.")]
    assert "1 / 9" in rules_html(found)
    with pytest.raises(LabError, match="unknown chapter 'threats'; choose rounds or turns"):
        bl.rules(chapter="threats", game="ferry")


def test_the_rulebook_is_printed() -> None:
    book = rulebook("fr", game="ferry")
    page, text = html(book), markdown(book)
    assert "<h1>Le bac\u00a0: les règles telles que le laboratoire les joue</h1>" in page
    assert re.findall(r'<div id="([a-z._]+)" class="rule', page) == [f"ferry.{name}" for name in FERRY]
    assert re.findall(r"\*\*`([a-z_.]+)`\*\*$", text, re.M) == [f"ferry.{name}" for name in FERRY]
    assert "## 1. Rounds" in text
    assert "Stefan Feld" not in page + text
    assert "<table" not in page
    assert (book.foreign, book.appendices, book.changes) == (None, (), ())
    assert not set("{}$") & set(text)


def test_the_command_line_lists_and_prints_the_rules_of_a_game(capsys: pytest.CaptureFixture[str]) -> None:
    def run(*words: str) -> str:
        assert command(*words) == 0
        return capsys.readouterr().out

    assert "ferry.pile" in run("rules", "pile", "--game", "ferry")
    assert run("rules", "--game", "ferry", "--export", "md", "--lang", "fr").startswith("# Le bac")
    assert "rule 9 of 9" in run("rule", "ferry.storm")


LESSON = """
[[task]]
name = "what_may_be_done"
chapter = "turns"
ask = "legal"
about = ["ferry.stronger"]
title = { en = "A strong wind", fr = "Un vent fort" }
question = { en = "Which of these may be done?", fr = "Que peut-on faire ?" }
given = { players = [{ hand = [9, 2] }, { hand = [1, 3] }], round = 1, seat = 0, wind = 4 }
choices = ["cross:2", "cross:9", "draw"]

[[task]]
name = "after_the_wind"
chapter = "turns"
ask = "count"
about = ["ferry.storm"]
title = { en = "A storm", fr = "Une tempête" }
question = { en = "How many coins are lost?", fr = "Combien de pièces sont perdues ?" }
given = { players = [{ hand = [9, 2] }, { hand = [1, 3] }], round = 1 }
before = [{ choice = "wind:1" }]
do = [{ choice = "cross:9" }, { choice = "coin" }]
count = { kind = "coin.lost", field = "coins" }

[[task]]
name = "too_weak"
chapter = "turns"
ask = "why"
about = ["ferry.stronger"]
title = { en = "Too weak", fr = "Trop faible" }
question = { en = "Which rule forbids it?", fr = "Quelle règle l’interdit ?" }
scenario = "a_storm_for_a_coin"
refused = "cross:2"
offered = ["ferry.pile", "ferry.stronger"]

[[task]]
name = "fish_it_out"
chapter = "turns"
ask = "play"
about = ["ferry.turn"]
title = { en = "Across", fr = "De l’autre côté" }
question = { en = "Cross with the nine.", fr = "Passez avec le neuf." }
scenario = "a_storm_for_a_coin"
goal = [{ seat = 0, crossed = [9] }]
most = 1
"""
RIGHT = {"what_may_be_done": "b c", "after_the_wind": 1, "too_weak": "ferry.stronger", "fish_it_out": "cross:9"}
WRONG = {"what_may_be_done": "a b", "after_the_wind": 2, "too_weak": "ferry.pile", "fish_it_out": "wait"}


@pytest.fixture
def lesson(tmp_path: Path) -> Book:
    path = tmp_path / "lessons.toml"
    path.write_text(LESSON, encoding="utf-8")
    return Book.load(path, "ferry")


@pytest.mark.parametrize("lang", ["en", "fr", "de"])
@pytest.mark.parametrize("name", list(RIGHT))
def test_a_task_is_asked_and_answered_by_the_engine(lesson: Book, name: str, lang: str) -> None:
    task = Task(lesson.tasks[name], lang, lesson.file, "ferry")
    assert task.chapter == "Turns"
    assert task.question == lesson.tasks[name].question["fr" if lang == "fr" else "en"]
    assert task.check(RIGHT[name]).right is True
    wrong = task.check(WRONG[name])
    assert wrong.right is False
    assert wrong.rule.startswith("ferry.")
    assert task.solution().right is True
    assert f'data-task="{name}"' in task._repr_html_()
    assert "</svg>" in task._repr_html_()
    assert task.check("?!").right is None


def test_a_lesson_is_shown_with_what_to_type(lesson: Book) -> None:
    shown = Lesson([Task(record, "fr", lesson.file, "ferry") for record in lesson.tasks.values()], "fr")
    assert shown.title == "Le bac\u00a0: les règles, exercice par exercice"
    assert "bl.task(&quot;too_weak&quot;, game=&quot;ferry&quot;)" in shown._repr_html_()
    assert "Un vent fort" in bl.handout(shown, lang="fr").html


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('chapter = "turns"', 'chapter = "dice"', "what_may_be_done: chapter: 'dice' is not a chapter of the rules"),
        ("hand = [9, 2]", "hand = [9, 12]", "what_may_be_done: given.players.0.hand"),
        ('{ choice = "wind:1" }', "{ dice = 3 }", "after_the_wind: "),
        ('{ choice = "wind:1" }', '{ refused = "wait", rule = "ferry.turn" }', "after_the_wind: before: is done"),
        ('scenario = "a_storm_for_a_coin"', 'scenario = "fire_and_plague"', "too_weak: scenario: unknown scenario"),
        ("crossed = [9] }]", "crossing = [9] }]", "fish_it_out: goal.0: contains unknown field 'crossing'"),
        ("question = { en = ", "question = { it = ", "what_may_be_done: question.en: is missing"),
    ],
)
def test_a_fault_in_a_lesson_is_named(tmp_path: Path, old: str, new: str, said: str) -> None:
    path = tmp_path / "lessons.toml"
    assert old in LESSON
    path.write_text(LESSON.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(DataError) as refused:
        Book.load(path, "ferry")
    assert str(refused.value).startswith(f"lessons.toml: {said}")


def test_a_handout_needs_no_lesson() -> None:
    page = bl.handout(bl.new_game("ferry", 3, 7), lang="fr").html
    assert lab_texts().say("lesson", "handout.position", {}, "fr") in page
    assert "Stefan Feld" not in page
    assert bl.__version__ in page
    assert bl.rule("ferry.turn").text("fr") in page


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (lambda: bl.lesson("dice", game="ferry"), "unknown part 'dice' of the lesson; choose turns"),
        (lambda: bl.task("refill", game="ferry"), "unknown task 'refill'; choose a_strong_wind or across"),
        (lambda: bl.Glossary.load(game="ferry"), "Ferry has no glossary"),
        (lambda: bl.ruleset(game="ferry"), "Ferry has no ruleset"),
        (lambda: rulebook("en", "003", game="ferry"), "Ferry has no ruleset"),
        (lambda: bl.rules(person="prince", game="ferry"), "Ferry has no subjects that its rules name"),
    ],
)
def test_what_a_game_leaves_out_is_refused_in_one_sentence(asked: object, said: str) -> None:
    assert callable(asked)
    with pytest.raises(LabError) as refused:
        asked()
    assert str(refused.value) == said


def test_an_unknown_game_is_refused() -> None:
    for asked in (lambda: bl.rules(game="nowhere"), lambda: bl.ruleset(game="nowhere"), lambda: coverage("nowhere")):
        with pytest.raises(LabError, match="unknown game 'nowhere'"):
            asked()


# Toll, which has a ruleset, a document and a glossary

MANIFEST = """
from pathlib import Path
from bruges_lab.games.manifest import Manifest

MANIFEST = Manifest(
    __name__, name="toll", title={"en": "Toll"}, players=range(2, 5), data=Path(__file__).parent, kit="rules:Kit",
    set_up="rules:set_up", words="rules:Teller", ruleset="rules:Ruleset", catalogue="rules", readings="readings",
    glossary="glossary", discrepancies="discrepancies.toml", chapters="chapters.toml",
)
"""
RULES = """
from typing import Annotated
from bruges_lab.kernel.rulesets import BaseRuleset, number

class Ruleset(BaseRuleset, frozen=True):
    fee: Annotated[int, number("coins", "toll.fee")] = 2
"""
FILES = {
    "manifest.py": MANIFEST,
    "rules.py": RULES,
    "__init__.py": "",
    "locales/en.toml": "[event]\n",
    "discrepancies.toml": """
[[discrepancy]]
id = "T-1"
kind = "conflict"
rules = ["toll.fee"]
unshown = "not_played"

[[discrepancy.reading]]
chosen = true

[[discrepancy.reading]]
documents = { old = "3" }
""",
    "discrepancies/en.toml": """
[T-1]
title = "The fee"
question = "What does the bridge cost?"
readings = ["It costs 2 coins.", "It is free."]
why = "Somebody has to pay for it."
""",
    "rules/1_bridge.toml": """
[[rule]]
id = "toll.fee"
kind = "event"
text.en = "The bridge costs { $fee -> [one] one coin *[other] {$fee} coins }."
parameters = { fee = "coins" }
documents = { old = "contradicts 3" }
discrepancies = ["T-1"]
confusions = [{ name = "free", says = "the bridge is free", change = { fee = 0 } }]
""",
    "readings/old.toml": """
document = "old"
title = "The old leaflet"
language = "en"
override = [{ field = "fee", value = 5, line = "3", rule = "toll.fee" }]
""",
    "glossary/concepts.toml": '[[concept]]\nid = "bridge"\ngroup = "place"\nabout = "where one pays"\nrules = ["toll.fee"]\n',
    "glossary/en.toml": '[bridge]\npreferred = "bridge"\nforbidden = ["ford"]\n',
    "chapters.toml": '[[chapter]]\nid = "bridge"\ntitle = { en = "At the bridge" }\n',
}


@pytest.fixture
def toll(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The folder of a small game, on the shelf for one test."""
    folder = tmp_path / "toll"
    for name, text in FILES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    monkeypatch.setenv(shelf.FURTHER, str(tmp_path))
    monkeypatch.setattr(sys, "path", [*sys.path])
    shelf._stated.cache_clear()
    yield folder
    shelf._stated.cache_clear()
    for name in [name for name in sys.modules if name.split(".")[0] == "toll"]:
        del sys.modules[name]


@pytest.mark.usefixtures("toll")
def test_a_statement_is_filled_from_the_ruleset_of_its_game() -> None:
    fee = bl.rule("toll.fee")
    assert fee.text() == fee.text("it") == "The bridge costs 2 coins."
    assert fee.text(rules=bl.ruleset(game="toll", fee=1)) == "The bridge costs one coin."
    assert fee.text(rules=bl.ruleset("old", game="toll")) == "The bridge costs 5 coins."
    (free,) = fee.confusions
    assert free.ruleset() == bl.ruleset(game="toll", fee=0)
    card = fee.card("en", bl.ruleset("old", game="toll"))._repr_html_()
    assert all(words in card for words in ("The old leaflet", "fee = 5 coins", "At the bridge", "T-1", "fee=0"))


@pytest.mark.usefixtures("toll")
def test_another_ruleset_is_printed_with_what_it_changes() -> None:
    page = html(rulebook("en", "old", game="toll"))
    assert "The bridge costs 5 coins." in page
    assert "The rules in use: old (The old leaflet)" in page
    assert "fee = 5 instead of 2 (toll.fee)" in page


@pytest.mark.usefixtures("toll")
def test_a_glossary_speaks_english_where_it_knows_no_other_word() -> None:
    glossary = bl.Glossary.load(game="toll")
    assert glossary["bridge"]["fr"].preferred == "bridge"
    assert glossary.forbidden("Over the ford", "en") == ["ford"]


@pytest.mark.usefixtures("toll")
def test_a_ruleset_file_names_its_game(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    write_ruleset(bl.ruleset(game="toll", fee=3), path)
    assert 'game = "toll"' in path.read_text(encoding="utf-8")
    assert bl.ruleset(path) == read_ruleset(path, "toll") == bl.ruleset(game="toll", fee=3)
    with pytest.raises(DataError, match=r"mine\.toml: ruleset: game: this is a ruleset of Toll, not of Bruges"):
        bl.new_game(3, ruleset=path)
    write_ruleset(bl.ruleset(hand_size=6), tmp_path / "usual.toml")
    assert "game" not in (tmp_path / "usual.toml").read_text(encoding="utf-8")
    with pytest.raises(DataError, match=r"usual\.toml: ruleset: game: this is a ruleset of Bruges, not of Toll"):
        bl.ruleset(tmp_path / "usual.toml", game="toll")
    for game in ('"nowhere"', "7", "[]"):
        path.write_text(f"game = {game}\n", encoding="utf-8")
        with pytest.raises(DataError, match=r"mine\.toml: ruleset: game: unknown game"):
            bl.ruleset(path)


@pytest.mark.usefixtures("toll")
def test_what_is_read_of_a_ruleset_is_noted_whatever_the_game() -> None:
    rules = recording(bl.ruleset(game="toll", fee=4))
    assert rules.read == frozenset()
    assert (rules.fee, rules.read) == (4, {"fee"})


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('id = "toll.fee"', 'id = "fee"', "1_bridge.toml: fee: id: must begin with toll."),
        ("old = ", "new = ", "1_bridge.toml: toll.fee: documents: must say something of each of old"),
        ('"T-1"', '"D-001"', "1_bridge.toml: toll.fee: discrepancies: 'D-001' does not exist"),
        ("{ fee = 0 }", "{ toll = 0 }", "1_bridge.toml: toll.fee: confusions.free.change: 'toll' is not a field of the ruleset"),
        ('{ fee = "coins" }', '{ fee = "coins", more = "coins" }', "1_bridge.toml: toll.fee: text.en: never says more"),
    ],
)
def test_a_fault_in_the_rules_is_named(toll: Path, old: str, new: str, said: str) -> None:
    path = toll / "rules" / "1_bridge.toml"
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(DataError) as refused:
        bl.rules(game="toll")
    assert str(refused.value).startswith(said)


# What the lab says itself

NOUNS = {
    *("bruges", "canal", "guilder", "house", "worker", "statue", "majority", "threat", "reputation"),
    *("blue", "brown", "yellow", "red", "purple", "dice", "card", "colour"),
}


def nouns(text: str) -> set[str]:
    """The nouns of a game in a text; the lab’s own name is none."""
    plain = re.sub(r"Bruges Lab|bruges-lab|\$\w+", " ", text)
    found = {word.lower() for word in re.findall(r"[A-Za-z]+", plain)}
    return NOUNS & (found | {word.removesuffix("s") for word in found} | {word.removesuffix("ies") + "y" for word in found})


def sources(texts: Texts, lang: str) -> dict[str, str]:
    return {f"{part}.{key}": one.source for (tongue, part, key), one in texts._templates.items() if tongue == lang}


def test_the_lab_s_own_words_know_no_noun_of_a_game() -> None:
    assert nouns("two houses, Majorities and {$card}") == {"house", "majority"}
    assert {key: found for key, text in sources(lab_texts(), "en").items() if (found := nouns(text))} == {}


def test_the_lab_s_own_words_stand_by_themselves_in_every_language() -> None:
    texts = Texts.load(places.data("lab", "locales"), check=True)  # form functions would be unknown here
    for lang in LANGUAGES:
        assert sources(texts, lang).keys() == sources(texts, "en").keys()
        assert [key for key, text in sources(texts, lang).items() if re.search(r"[A-Z]{2,}\(", text)] == []


def test_a_game_s_words_have_the_same_keys_in_every_language() -> None:
    own = {lang: Texts.load(places.data("bruges", "locales"), (lang,), check=False) for lang in LANGUAGES}
    for lang in LANGUAGES:
        assert sources(own[lang], lang).keys() == sources(own["en"], "en").keys()


def test_what_a_game_says_in_its_own_way_fills_the_same_places() -> None:
    own = Texts.load(places.data("bruges", "locales"), check=False)
    both = sources(own, "en").keys() & sources(lab_texts(), "en").keys()
    assert "explorer.chance.set" in both
    for lang in LANGUAGES:
        for name in both:
            part, _, key = name.partition(".")
            assert own.variables(part, key, lang) <= lab_texts().variables(part, key, lang), (lang, name)
