"""Finding rules by words in four languages, by chapter, kind and person; and what the scenarios show."""

import pytest
from cases import each

import bruges_lab as bl
from bruges_lab.games.bruges.manifest import MANIFEST as BRUGES
from bruges_lab.kernel.errors import LabError
from bruges_lab.rulebook.catalogue import Catalogue, Confusion, Rule
from bruges_lab.rulebook.glossary import Glossary
from bruges_lab.rulebook.lookup import KINDS, Rules, _indexed, _possible_words, coverage, rules, tell_apart
from bruges_lab.rulebook.texts import LANGUAGES


def ids(found: Rules) -> list[str]:
    return [rule.id for rule in found]


def test_the_lab_knows_it_by_its_short_name() -> None:
    assert bl.rules(text="intrigue")[0] is bl.rule("threat.intrigue")


def test_nothing_asked_gives_all_rules_in_their_order() -> None:
    assert ids(rules()) == ids(rules(text="")) == ids(rules(text=" \n")) == list(Catalogue.load())


def test_chapter_and_kind_narrow_it_together() -> None:
    found = rules(chapter="canals", kind="example")
    assert len(found) == 3
    assert {(rule.chapter, rule.kind) for rule in found} == {("canals", "example")}


# Words


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_word_is_found_in_its_language_which_is_then_shown(lang: str) -> None:
    text = Glossary.load()["flood"][lang].preferred
    found = rules(text=text)
    assert "threat.flood" in ids(found)
    assert found.lang == lang
    assert ids(rules(text=text, lang=lang)) == ids(found)


def test_another_language_does_not_count() -> None:
    assert rules(text="Hochwasser", lang="en") == []


@pytest.mark.parametrize(
    ("plain", "written"), [("uberfall", "ÜBERFALL"), ("heissen", "Heißen"), ("prejudice", "Préjudice"), ("l'eclair", "L’ÉCLAIR")]
)
def test_case_and_accents_do_not_matter(plain: str, written: str) -> None:
    assert ids(rules(text=plain)) == ids(rules(text=written)) != []


def test_all_words_must_occur() -> None:
    assert ids(rules(text="sum dice guilders")) == ["phase2.advance.cost"]
    assert ids(rules(text="sum dice guilders statue")) == []


def test_words_of_two_languages_are_in_no_rule() -> None:
    assert "threat.flood" in ids(rules(text="Hochwasser Handlanger"))
    assert rules(text="Hochwasser ouvriers") == []


def test_the_beginning_of_a_word_is_enough_but_not_its_end() -> None:
    assert "threat.flood" in ids(rules(text="floo"))
    assert rules(text="lood") == []


def test_a_number_is_found_as_it_is_printed() -> None:
    assert "comp.guilders.coins" in ids(rules(text="92"))
    assert "comp.tiles_50_100" in ids(rules(text="100er"))


def test_what_only_another_reading_says_is_not_found() -> None:
    assert "scoring.canal3" in ids(rules(text="canal tile third space", lang="en") + rules(text="canal tile space 3", lang="en"))
    assert "canal_bonus" in bl.rule("scoring.canal3").patterns["en"]
    assert "scoring.canal3" not in ids(rules(text="bonus", lang="en"))


def test_signs_alone_are_in_no_rule() -> None:
    assert rules(text="--- {$} …") == []


def test_the_rule_of_that_id_comes_first_then_others_of_its_family() -> None:
    found = ids(rules(text="threat.fire"))
    assert found[0] == "threat.fire"
    assert found.index("threat.fire.none") < found.index("threat.example")


def test_more_hits_come_before_fewer() -> None:
    found = rules(text="Gulden", lang="de")
    hits = [sum(word.startswith("gulden") for word in _indexed(rule, "de")[1]) for rule in found]
    assert hits == sorted(hits, reverse=True)
    assert hits[0] > hits[-1]


def test_looking_at_the_pattern_first_loses_nothing() -> None:
    for rule in Catalogue.load().values():
        for lang in LANGUAGES:
            id_words, text_words = _indexed(rule, lang)
            words = {word for word in (*id_words, *text_words) if word.isalpha() or not (rule.parameters or rule.facts)}
            assert words <= _possible_words(rule, lang), (rule.id, lang)


# Persons


@pytest.mark.parametrize("person", ["thief", "Thief", "Dieb", "voleur", "LADRO"])
def test_rules_about_a_person_by_id_or_name(person: str) -> None:
    found = rules(person=person)
    assert "person.thief" in ids(found)
    assert all("thief" in rule.persons for rule in found)


def test_the_name_of_a_person_finds_the_rules_of_the_family() -> None:
    assert "person.family.canal" in ids(rules(text="Gaukler", lang="de"))


# What cannot be asked


@each(
    ("asked", "hint"),
    [
        ({"chapter": "threat"}, "did you mean threats"),
        ({"chapter": "zzz"}, "choose frame, components"),
        ({"kind": "evnt"}, "did you mean event"),
        ({"lang": "es"}, "choose en, de, fr or it"),
        ({"person": "theif"}, "did you mean thief"),
        ({"person": "x\ny" * 100}, "unknown person"),
        ({"chapter": "\x1b[31m"}, "unknown chapter"),
    ],
    ids=str,
)
def test_what_does_not_exist_is_refused_in_one_line(asked: dict[str, str], hint: str) -> None:
    with pytest.raises(LabError) as error:
        rules(**asked)
    assert hint in str(error.value)
    assert str(error.value).isprintable()
    assert len(str(error.value)) < 600


@each("text", ["<script>", "\x00\u202e", "a " * 100_000, "x" * 100_000, "\ud800", "%s {0}"], ids=range(6))
def test_any_text_may_be_looked_for(text: str) -> None:
    assert isinstance(rules(text=text), Rules)


# What is shown


def test_a_list_of_rules_reads_well() -> None:
    lines = repr(rules(chapter="round")).splitlines()
    assert lines[0] == "<4 rules>"
    assert [line.split()[0] for line in lines[1:]] == ids(rules(chapter="round"))
    assert all(len(line) <= 130 for line in lines)
    assert repr(rules()).splitlines()[-1] == "… and 382 more"
    assert repr(rules(text="sum dice guilders")).startswith("<1 rule>")


def test_a_part_of_a_list_is_such_a_list_in_the_same_language() -> None:
    part = rules(text="Überfall")[:2]
    assert isinstance(part, Rules)
    assert (len(part), part.lang) == (2, "de")


# What the scenarios show


def test_coverage_counts_every_rule_once() -> None:
    found = coverage()
    assert [row.kind for row in found] == list(KINDS)
    assert sum(row.rules for row in found) == len(Catalogue.load())
    named = {rule for record, _ in BRUGES.scenarios.values() for rule in record.rules}
    for row in found:
        assert 0 <= row.shown <= row.rules
        assert len(row.missing) <= row.rules - max(row.shown, row.cited)
        assert not named & set(row.missing)
    assert next(row for row in found if row.kind == "example").missing == ()


PLAYED = [
    (rule, confusion)
    for rule in Catalogue.load().values()
    for confusion in rule.confusions
    if confusion.change and rule.id != "setup.start_player.who"  # by lot the first seat may begin as well
]


@each(("rule", "confusion"), PLAYED, ids=[f"{rule.id} {confusion.name}" for rule, confusion in PLAYED])
def test_a_misreading_that_can_be_played_is_told_apart_by_a_scenario_of_the_rule(rule: Rule, confusion: Confusion) -> None:
    assert tell_apart(rule, confusion)


def test_a_misreading_that_cannot_be_played_is_not_told_apart() -> None:
    rule = bl.rule("phase2.advance.cost")
    assert [tell_apart(rule, confusion) for confusion in rule.confusions] == [[], [], []]
