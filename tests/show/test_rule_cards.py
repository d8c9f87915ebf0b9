"""The card of a rule: all that is known of it, escaped, readable on light and dark pages, its scenarios played."""

import re
import shutil
import xml.etree.ElementTree as ET
from pathlib import Path

import msgspec
import pytest
from cases import each
from rich.console import Console

import bruges_lab as bl
from bruges_lab import places
from bruges_lab.games.bruges.ruleset import Ruleset
from bruges_lab.kernel.errors import LabError
from bruges_lab.rulebook.catalogue import Catalogue
from bruges_lab.rulebook.proving import prove
from bruges_lab.rulebook.scenarios import Scenario
from bruges_lab.rulebook.texts import LANGUAGES
from bruges_lab.show.rule_cards import coverage_text, rule_text, rules_html, scenario_html

SOME = list(Catalogue.load())[::9]


def card(rule: str, lang: str = "en", rules: Ruleset | None = None) -> ET.Element:
    return ET.fromstring(bl.rule(rule).card(lang, rules)._repr_html_())


def words(element: ET.Element) -> str:
    return " ".join("".join(element.itertext()).replace("\u00a0", " ").split())


def marked(element: ET.Element, name: str) -> dict[str, str]:
    """The parts of a card that carry a `data-` attribute, by its value, with their words."""
    return {part.get(f"data-{name}", ""): words(part) for part in element.iter() if part.get(f"data-{name}")}


@each("rule", SOME)
def test_a_card_is_well_formed_and_harmless(rule: str) -> None:
    found = ET.fromstring(bl.rule(rule)._repr_html_())
    assert found.get("data-rule") == rule
    assert bl.rule(rule).text() in words(found).replace("\u00a0", " ")
    assert {part.tag for part in found.iter()} <= {"div", "span", "details", "summary"}
    assert all(name in ("class", "style", "lang") or name.startswith("data-") for part in found.iter() for name in part.attrib)
    assert "url(" not in bl.rule(rule)._repr_html_()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_card_speaks_the_language_it_is_asked_for(lang: str) -> None:
    found = card("threat.intrigue", lang)
    assert found.get("lang") == lang
    assert bl.rule("threat.intrigue").text(lang).replace("\u00a0", " ") in words(found)
    others = {words(card("threat.intrigue", other)) for other in LANGUAGES}
    assert len(others) == 4


def test_a_language_that_is_not_there_is_refused_before_anything_is_drawn() -> None:
    with pytest.raises(LabError, match="unknown language 'es'"):
        bl.rule("threat.intrigue").card("es")
    assert repr(bl.rule("threat.intrigue").card("de")) == "<Card of rule threat.intrigue, de>"


# What stands on it


def test_the_documents_stand_side_by_side_with_their_lines() -> None:
    found = card("scoring.canal3")
    assert list(marked(found, "document")) == ["000", "001", "002", "003"]
    assert [part.get("data-verdict") for part in found.iter() if part.get("data-verdict")] == [
        *("agrees", "agrees", "contradicts", "contradicts")
    ]
    assert marked(found, "document")["003"] == "003 French translation✗ contradictsline 587"
    assert "lines 202–204" in marked(card("phase2.advance.cost"), "document")["003"]
    assert marked(card("person.thief"), "document")["000"].endswith("– silent")


def test_numbers_stand_with_unit_and_where_they_may_be_changed() -> None:
    assert (
        marked(card("threat.intrigue"), "parameter")["intrigue_loss"]
        == "intrigue_loss = 3 points" + "can be changed in the rules"
    )
    assert "third_space, lots_of_three" in marked(card("scoring.canal3"), "parameter")["canal_bonus"]
    assert "fixed" in marked(card("action.house.capacity"), "parameter")["house_capacity"]
    assert "custom deck: Thief" in marked(card("person.thief"), "parameter")["thief_guilders"]
    assert "not used in play" in marked(card("meta.age"), "parameter")["age"]
    assert marked(card("phase2.threat.faces"), "parameter")["threat_faces"].startswith("threat_faces = 5, 6 faces")


def test_a_changed_ruleset_changes_the_card() -> None:
    changed = card("threat.intrigue", "en", Ruleset(intrigue_loss=4))
    assert "loses 4 points" in words(changed)
    assert "intrigue_loss = 4 points" in marked(changed, "parameter")["intrigue_loss"]


def test_discrepancies_name_the_switch_that_chooses() -> None:
    found = marked(card("scoring.canal3"), "discrepancy")
    assert list(found) == ["D-017", "D-109"]
    entry = bl.discrepancy("D-017")
    assert found["D-017"].startswith(f"D-017 {entry.title()} · canal_bonus{entry.question()}")
    assert all(entry.reading(reading.number) in found["D-017"] for reading in entry.readings)
    assert "played with canal_bonus = lots_of_three" in found["D-017"]


def test_confusions_say_how_the_engine_plays_them_and_what_tells_them_apart() -> None:
    found = marked(card("scoring.canal3"), "confusion")
    assert 'canal_bonus="lots_of_three"' in found["every_three"]
    assert "third_space_of_each_section" in found["every_three"]
    assert "no setting of the rules plays this" in found["once_only"]
    assert "threat_limit=4, threat_supply=13" in marked(card("phase2.threat.third"), "confusion")["more_than_three"]


def test_scenarios_are_played_and_hold() -> None:
    found = marked(card("threat.intrigue"), "scenario")
    assert list(found) == list(bl.rule("threat.intrigue").scenarios)
    assert all(said.startswith("✓ holds") for said in found.values())
    assert "No scenario shows this rule." in words(card("meta.age"))


def test_a_scenario_that_does_not_hold_is_shown_with_its_differences() -> None:
    own = Scenario.read("intrigue_takes_three")
    wrong = Scenario(msgspec.structs.replace(own.record, then=[{"seat": 0, "points": 99}]), own.file)
    said = words(ET.fromstring(scenario_html(prove(wrong), "de")))
    assert said.startswith("✗ weicht ab")
    assert "not 99" in said


@pytest.mark.parametrize(
    ("rule", "said"),
    [
        ("scoring.reputation.values", "the values of the reputation track"),
        ("action.canal.cost", "colours and prices of the canal spaces"),
        ("person.prince", "most of what is on the cards"),
        ("person.thief", "Thief (colour, "),
    ],
)
def test_what_rests_on_something_reconstructed_is_marked(rule: str, said: str) -> None:
    note = marked(card(rule), "mark")["reconstructed"]
    assert note.startswith("≈ reconstructed: ")
    assert said in note


def test_what_does_not_bears_no_mark() -> None:
    assert "≈" not in words(card("threat.flood"))


# Anybody's data, any page


def test_a_hostile_catalogue_stays_text(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(places.data("bruges", "rules"), tmp_path / "rules"))
    file = folder / "07_threats.toml"
    text = file.read_text(encoding="utf-8")
    for old, new in (
        ('"Flood: the', '"<script>alert(1)</script> & the'),
        ('says = "1 worker', 'says = "<img src=x> 1 worker'),
    ):
        assert old in text
        text = text.replace(old, new, 1)
    file.write_text(text, encoding="utf-8")
    hostile = Catalogue.load(folder)["threat.flood"]
    for drawn in (hostile._repr_html_(), rules_html([hostile])):
        found = ET.fromstring(drawn)
        assert "<script>alert(1)</script> & the" in words(found)
        assert not {"script", "img"} & {part.tag for part in found.iter()}


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_every_colour_can_be_read_on_a_light_and_on_a_dark_page() -> None:
    cards = [bl.rule(rule)._repr_html_() for rule in ("scoring.canal3", "scoring.reputation.values", "person.thief")]
    own = Scenario.read("intrigue_takes_three")
    cards.append(scenario_html(prove(Scenario(msgspec.structs.replace(own.record, then=[{"over": True}]), own.file)), "en"))
    colours = {colour for drawn in cards for colour in re.findall(r"(?<![-\w])color:([^;\"]+)", drawn)}
    assert len(colours) >= 3
    for colour in colours:
        shade = luminance(colour)
        assert 1.05 / (shade + 0.05) >= 2.8, f"{colour} on white"
        assert (shade + 0.05) / (luminance("#111111") + 0.05) >= 2.8, f"{colour} on dark"
    assert not any("background" in drawn for drawn in cards)


# Lists and terminals


def test_a_list_of_rules_is_a_table_of_their_ids_and_texts() -> None:
    found = ET.fromstring(bl.rules(chapter="threats", lang="fr")._repr_html_())
    rows = marked(found, "rule")
    assert list(rows) == [rule.id for rule in bl.rules(chapter="threats")]
    assert bl.rule("threat.flood").text("fr").replace("\u00a0", " ") in rows["threat.flood"]
    assert ET.fromstring(rules_html([])) is not None


def test_a_terminal_is_told_the_same() -> None:
    console = Console(width=100, record=True, file=None, quiet=False)
    with console.capture() as capture:
        console.print(rule_text(bl.rule("scoring.canal3"), "de"), soft_wrap=True)
    said = capture.get()
    for part in (
        "scoring.canal3",
        "003 widerspricht 587",
        f"D-017 {bl.discrepancy('D-017').title('de')} (canal_bonus)",
        "lots_of_three",
        "third_space_of_each_section",
    ):
        assert part in said
    assert said.count("✓") == len(bl.rule("scoring.canal3").scenarios)


def test_coverage_lists_the_rules_that_are_missing() -> None:
    from bruges_lab.rulebook.lookup import Coverage

    console = Console(width=100)
    with console.capture() as capture:
        console.print(coverage_text([Coverage("event", 3, 2, 1, ("a.b",)), Coverage("refusal", 1, 1, 1, ())]))
    said = capture.get()
    assert "Missing (event): a.b" in said
    assert "missing, refusal" not in said
    assert said.split("all", 1)[1].split()[:4] == ["4", "3", "2", "1"]
