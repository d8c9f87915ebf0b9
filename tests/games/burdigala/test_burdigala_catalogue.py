"""The catalogue of rules: each in four languages under every ruleset, of the kind that the engine bears out, with its witness."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from burdigala_rule_ids import RULES
from burdigala_rulebook import rulebook, written
from burdigala_tables import random_game
from cases import each

import bruges_lab.games.burdigala.rules
from bruges_lab import places
from bruges_lab.games.burdigala.board import Board
from bruges_lab.games.burdigala.manifest import MANIFEST
from bruges_lab.games.burdigala.material_in_rules import BurdigalaSubjects
from bruges_lab.games.burdigala.model import BOOK
from bruges_lab.games.burdigala.ruleset import Ruleset
from bruges_lab.games.burdigala.words import GOODS, LASTING, PLOTS
from bruges_lab.kernel.errors import LabError
from bruges_lab.rulebook.catalogue import Rule
from bruges_lab.rulebook.subjects import MARK
from bruges_lab.rulebook.texts import LANGUAGES

FIELDS = Ruleset.fields()
SWITCHES = [name for name, field in FIELDS.items() if field.unit == "switch"]
NUMBERS = [name for name in FIELDS if name not in SWITCHES]
UNCHANGEABLE = {"cubes_a_turn"}
OTHER_VALUES = {"max_players": 3, "set_points": (1, 3, 6, 10, 20)}
LINES = 232
"""The lines of document 004."""

WRITTEN = {rule.id: rule for rule in written()}


def about(name: str) -> list[Rule]:
    """The rules that say a field of the ruleset. Whoever owns the field says it."""
    found = [rule for rule in WRITTEN.values() if name in rule.parameters]
    owner = WRITTEN.get(FIELDS[name].rule)
    assert owner is None or name in owner.parameters, f"{FIELDS[name].rule} does not say {name}"
    return found


def check(text: str, where: object) -> None:
    assert text.strip(), where
    assert not set("{}$") & set(text), (where, text)
    assert "  " not in text, (where, text)
    assert " ," not in text, (where, text)
    assert text.endswith("."), (where, text)


# The whole


def test_the_rules_are_those_of_the_specification_in_its_order() -> None:
    assert list(rulebook()) == list(RULES)
    assert [rule.number for rule in rulebook().values()] == list(range(1, 153))
    assert list(WRITTEN)[:86] == list(RULES[:86])


def test_a_chapter_is_not_taken_up_again() -> None:
    chapters = [rule.chapter for rule in WRITTEN.values()]
    assert [one for n, one in enumerate(chapters) if one in chapters[:n] and chapters[n - 1] != one] == []


def test_every_kind_is_used() -> None:
    kinds = {rule.kind for rule in WRITTEN.values()}
    assert kinds == {"event", "refusal", "permission", "definition", "component", "example"}


# Statements


@each("rule", list(WRITTEN.values()), ids=lambda rule: rule.id)
def test_every_rule_is_told_in_four_languages(rule: Rule) -> None:
    assert rule.languages == LANGUAGES
    for lang in LANGUAGES:
        check(rule.text(lang), (rule.id, lang))
        assert len(rule.text(lang)) < 400, (rule.id, lang)
    assert len({rule.text(lang) for lang in LANGUAGES}) == 4


@each("name", SWITCHES)
def test_each_reading_of_a_switch_gives_another_sentence(name: str) -> None:
    rules = about(name)
    for lang in LANGUAGES if rules else ():
        told = set()
        for value in FIELDS[name].values:
            texts = tuple(rule.text(lang, Ruleset().changed(**{name: value})) for rule in rules)
            for text in texts:
                check(text, (name, value, lang))
            told.add(texts)
        assert len(told) == len(FIELDS[name].values), (name, lang)


@each("name", [name for name in NUMBERS if name not in UNCHANGEABLE])
def test_another_number_gives_another_sentence(name: str) -> None:
    usual = Ruleset()
    other = usual.changed(**{name: OTHER_VALUES.get(name) or getattr(usual, name) + 1})
    for rule in about(name):
        for lang in LANGUAGES:
            check(rule.text(lang, other), (rule.id, lang))
            assert rule.text(lang, other) != rule.text(lang, usual), (rule.id, lang)


@each("name", [name for name in NUMBERS if isinstance(FIELDS[name].default, int)])
def test_none_one_and_many_are_said_in_every_language(name: str) -> None:
    for value in (0, 1, 2, 21):
        try:
            rules = Ruleset().changed(**{name: value})
        except ValueError:
            continue
        for rule in about(name):
            for lang in LANGUAGES:
                check(rule.text(lang, rules), (rule.id, value, lang))


def test_all_switches_turned_at_once_can_be_told() -> None:
    other = Ruleset().changed(**{name: FIELDS[name].values[-1] for name in SWITCHES})
    for rule in WRITTEN.values():
        for lang in LANGUAGES:
            check(rule.text(lang, other), (rule.id, lang))


def test_sentences_as_they_are_read() -> None:
    limit, plot = WRITTEN["burdigala.plot.limit"], WRITTEN["burdigala.complete.plot"]
    assert limit.text("fr", Ruleset().changed(plot_limit=1)).startswith("Un joueur peut avoir au plus 1 carte Complot,")
    other = Ruleset().changed(neighbours="opponents", neighbour_cards="player", neighbour_plots=2)
    assert plot.text("en", other) == (
        "When a building is completed, each character of another player next to the district gives its owner "
        "2 plot cards, though no player gains for more than 1 character. "
        "Other characters of the player who completed it give nothing."
    )
    assert "stay in the building for good" in WRITTEN["burdigala.cube.last"].text(rules=Ruleset().changed(cubes_return=False))


TEXTS = [(rule.id, lang, rule.patterns[lang]) for rule in WRITTEN.values() for lang in LANGUAGES]


def test_signs_are_those_of_each_language() -> None:
    for rule, lang, text in TEXTS:
        plain = text.replace('{""}', "")
        assert not set("'\"") & set(plain), (rule, lang)
        if lang == "fr":
            assert not re.search(r" [:;?!»]|« ", plain), (rule, "a no-break space is missing")
            assert not re.search(r"[^\s\u00a0][;?!]", plain), rule
        else:
            assert "\u00a0" not in plain.replace("v.\u00a0Chr.", ""), (rule, lang)


WORDS = {
    "de": {"Spielstein", "Würfelchen", "Handelskarte", "Gegenspieler", "Bezirk", "Kachel"},
    "fr": {"meeple", "district", "point de victoire", "lieu", "intrigue"},
    "it": {"segnalino", "tegola", "distretto", "pezzo", "intrigo", "pila di pesca"},
}


def test_a_thing_has_one_name() -> None:
    for rule in WRITTEN.values():
        for lang, words in WORDS.items():
            said = rule.text(lang).lower()
            assert [word for word in words if re.search(rf"\b{word.lower()}", said)] == [], (rule.id, lang)


# Numbers of the material


def test_numbers_that_play_does_not_depend_on_agree_with_the_engine() -> None:
    kinds = WRITTEN["burdigala.comp.plot.kinds"].facts
    assert (kinds["kinds"], kinds["lasting_kinds"]) == (len(PLOTS), len(LASTING))
    assert WRITTEN["burdigala.complete.plot.example"].facts["kept"] == Ruleset().plot_limit
    assert all(f"{{${good}}}" in WRITTEN["burdigala.comp.merch"].patterns["en"] for good in GOODS)
    cubes = WRITTEN["burdigala.cube.points.example"].facts
    assert cubes["size"] - cubes["before"] - 1 == cubes["free"] == cubes["points"]


def test_numbers_of_board_tiles_and_cards_are_counted() -> None:
    assert "18 building sites: 10 districts have a single one, 4 districts have 2. So 3 tiles are left over." in text(
        "sites.count"
    )
    assert "28 squares" in text("checkpoints")
    assert text("ports").startswith("4 of the squares are also ports")
    assert text("streets").startswith("There are 39 streets")
    assert "5 tiles of size 2, 6 of size 3, 6 of size 4 and 4 of size 5" in text("tiles.size")
    assert "from 0 to 8" in text("tiles.value")
    assert "4 bonus tokens, worth 3, 3, 2 and 2 points" in text("bonus")
    assert "24 corruption tokens, with numbers from 0 to 5 on one side; of each number there are 4" in text("corruption")
    assert "21 merchandise cards: 5 of wine, 4 of ceramics" in text("merch")
    assert "34 plot cards: 18 of the permanent kinds, 3 each, and 16 of the others, 2 each" in text("plot")


def text(name: str, **material: object) -> str:
    return WRITTEN[f"burdigala.comp.{name}"].text(**material)


def test_another_board_gives_another_sentence(tmp_path: Path) -> None:
    own = tmp_path / "board.toml"
    source = places.data("burdigala", "board.toml").read_text(encoding="utf-8")
    for gone, said in ((1, "2 express ways join"), (2, "1 express way joins"), (3, "0 express ways join")):
        own.write_text(re.sub(r"\[\[express_way\]\]\n(?:.+\n)+", "", source, count=gone), encoding="utf-8")
        assert text("expressways", board=Board.load(own)).startswith(said)


def note(name: str, lang: str = "en", **material: Board) -> str:
    return BurdigalaSubjects(None, **material).note(WRITTEN[f"burdigala.{name}"], lang)


def test_what_rests_on_reconstructed_data_is_marked(tmp_path: Path) -> None:
    assert note("comp.ports") == f"{MARK}\u00a0reconstructed: the map of the board"
    assert note("comp.tiles.size", "fr") == f"{MARK}\u00a0reconstitué\u00a0: tailles et valeurs des tuiles"
    assert note("comp.board").startswith(MARK), "it says no number, but the map is made up"
    for known in ("comp.districts", "comp.sites", "comp.bonus", "comp.corruption", "comp.merch", "comp.plot", "cube.adjacent"):
        assert note(known) == "", known
    own = tmp_path / "board.toml"
    source = places.data("burdigala", "board.toml").read_text(encoding="utf-8")
    own.write_text(re.sub(r'"reconstructed"|"inferred B-\d+"', '"own"', source), encoding="utf-8")
    assert note("comp.ports", board=Board.load(own)) == note("comp.board", board=Board.load(own)) == ""


def test_a_number_is_marked_by_its_own_witness() -> None:
    subjects = BurdigalaSubjects(None)
    assert subjects.number(WRITTEN["burdigala.comp.streets"], "streets") == (39, "board", True)
    assert subjects.number(WRITTEN["burdigala.comp.districts"], "districts") == (14, "board", False)
    assert subjects.number(WRITTEN["burdigala.comp.bonus"], "bonus") == ((3, 3, 2, 2), "cards", False)
    with pytest.raises(LabError, match=r"burdigala\.comp\.tiles: neither board nor tiles nor cards have the number gates"):
        subjects.number(WRITTEN["burdigala.comp.tiles"], "gates")
    assert list(subjects) == ["board", "tiles", "cards"]
    assert "tiles" in subjects
    assert [subjects.name("tiles", lang) for lang in LANGUAGES] == ["the tiles", "Plättchen", "les tuiles", "le tessere"]


# What the engine cites

SOURCES = sorted(Path(bruges_lab.games.burdigala.rules.__file__).parent.glob("*.py"))
STEPS = {"task", "decision", "chance"}
REFUSALS = {"need", "untimely", "say_when", "in_hand", "opponent", "empty", "_too_late"}
"""The calls and functions in which a rule stands that forbids."""


def name_of(call: ast.Call) -> str:
    return call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")


def citations(node: ast.AST, within: str = "") -> Iterator[tuple[str, str]]:
    """Every rule that a source cites outside its docstrings, and the call or function that it stands in."""
    for child in ast.iter_child_nodes(node):
        inner = within
        if isinstance(child, ast.Call):
            inner = name_of(child) if name_of(child) in STEPS | REFUSALS else within
        elif isinstance(child, ast.FunctionDef):
            explains = any(isinstance(one, ast.Call) and name_of(one) == "untimely" for one in child.decorator_list)
            inner = "untimely" if explains else child.name
        if isinstance(child, ast.Expr) and isinstance(child.value, ast.Constant):
            continue
        if isinstance(child, ast.Constant) and isinstance(child.value, str) and child.value.startswith("burdigala."):
            yield child.value, within
        else:
            yield from citations(child, inner)


@cache
def cited() -> dict[str, set[str]]:
    """The rules that steps, refusals and events cite."""
    found = defaultdict(set)
    for path in SOURCES:
        for rule, within in citations(ast.parse(path.read_text(encoding="utf-8"))):
            found["step" if within in STEPS else "refusal" if within in REFUSALS else "event"].add(rule)
    return found


SAID_BEFORE_PLAY = {"burdigala.meta.players"}
"""Refused before there is a position."""
ALLOWED = {
    "burdigala.setup.place.anywhere": "place",
    "burdigala.move.direction": "move",
    "burdigala.move.revisit": "move",
    "burdigala.move.return": "move",
    "burdigala.move.pass": "move",
    "burdigala.card.cart": "move",
    "burdigala.card.boat": "move",
    "burdigala.stuck.cards": "lay",
}
"""Permissions that stand behind no event: the kind of choice that they allow."""


def of_kind(kind: str) -> set[str]:
    return {rule.id for rule in WRITTEN.values() if rule.kind == kind}


def test_whatever_the_engine_cites_is_in_the_catalogue() -> None:
    assert BOOK.faults(rulebook()) == []
    assert set().union(*cited().values()) - set(rulebook()) == set()
    assert len(cited()["event"]) > 50
    assert len(cited()["refusal"]) > 25


def test_citations_are_told_apart() -> None:
    source = '''def f(s):
    """burdigala.one"""
    s.emit("burdigala.two", "kind", 0)

A = need("burdigala.three", "reason")
B = BOOK.decision("place", rule="burdigala.four")

@BOOK.untimely("end", rule="burdigala.five")
def g(s):
    return "burdigala.six", "reason", {}
'''
    found = [("burdigala.two", "f"), ("burdigala.three", "need"), ("burdigala.four", "decision")]
    found += [("burdigala.six", "untimely"), ("burdigala.five", "untimely")]
    assert list(citations(ast.parse(source))) == found


def test_an_event_of_the_catalogue_is_one_of_the_engine() -> None:
    assert of_kind("event") - cited()["event"] == set()


def test_a_restriction_of_the_catalogue_is_one_of_the_engine() -> None:
    """By a need or by what is said of an untimely choice, which may be the rule of the step that it belongs to."""
    assert of_kind("refusal") - cited()["refusal"] - cited()["step"] == SAID_BEFORE_PLAY


def test_a_permission_is_cited_or_a_choice_uses_it() -> None:
    known = cited()["event"] | cited()["refusal"] | cited()["step"] | set(ALLOWED)
    assert of_kind("permission") - known == set()
    assert set(ALLOWED.values()) <= set(BOOK.choices())
    assert {WRITTEN[rule].kind for rule in ALLOWED if rule in WRITTEN} == {"permission"}


def test_what_happens_is_no_mere_definition() -> None:
    assert {
        (rule, WRITTEN[rule].kind)
        for rule in cited()["event"] & set(WRITTEN)
        if WRITTEN[rule].kind not in ("event", "permission")
    } == set()


def test_a_wrong_number_of_players_is_refused_by_its_rule() -> None:
    import bruges_lab as bl

    with pytest.raises(LabError, match=r"players, not 5 \(burdigala\.meta\.players\)"):
        bl.new_game("burdigala", players=5, seed=1)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_events_of_a_game_cite_events_of_the_catalogue(players: int) -> None:
    kinds = {rulebook()[event.rule].kind for event in random_game(players, players).events if event.rule in WRITTEN}
    assert kinds <= {"event", "permission"}


# Witnesses, open points, misreadings


@each("rule", list(WRITTEN.values()), ids=lambda rule: rule.id)
def test_a_witness_names_lines_of_the_document(rule: Rule) -> None:
    assert list(rule.sources) == ["004"]
    verdict, *lines = re.findall(r"[a-z]+|\d+", rule.sources["004"])
    assert verdict in ("agrees", "contradicts", "silent", "ambiguous")
    assert all(1 <= int(line) <= LINES for line in lines)
    assert lines or verdict == "silent", "whoever speaks does so in a line"


def test_open_points_are_those_of_the_specification() -> None:
    open_points = {entry for rule in WRITTEN.values() for entry in rule.discrepancies}
    assert open_points <= set(MANIFEST.discrepancies)
    for name in SWITCHES:
        owner = WRITTEN.get(FIELDS[name].rule)
        assert owner is None or FIELDS[name].entry in owner.discrepancies, name


CONFUSIONS = [(rule, confusion) for rule in WRITTEN.values() for confusion in rule.confusions]


def test_a_misreading_is_a_short_line() -> None:
    assert len(CONFUSIONS) >= 50
    for rule, confusion in CONFUSIONS:
        assert 10 < len(confusion.says) <= 110, (rule.id, confusion.name)
        assert not confusion.says[0].isupper(), (rule.id, confusion.name)
        assert not confusion.says.endswith("."), (rule.id, confusion.name)
        assert confusion.says not in rule.text(), (rule.id, confusion.name)


def test_every_other_reading_of_a_switch_is_a_known_misreading_of_its_rule() -> None:
    for name in SWITCHES:
        owner = WRITTEN.get(FIELDS[name].rule)
        if owner is not None:
            played = {confusion.change[name] for confusion in owner.confusions if confusion.change and name in confusion.change}
            assert played == set(FIELDS[name].values[1:]), name


def test_a_misreading_is_played_by_a_ruleset_that_differs_just_so() -> None:
    for rule, confusion in CONFUSIONS:
        changed = confusion.ruleset(Ruleset())
        differs = set() if changed is None else {change.field.name for change in changed.diff()}
        assert differs == set(confusion.change or ()), (rule.id, confusion.name)
