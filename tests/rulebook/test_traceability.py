"""Every rule and every open case can be followed from the documents to a scenario that the engine plays, and back.

What cannot is named here with the reason; a reason that has become idle is found too.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from cases import each
from proved import proofs

import bruges_lab.games.bruges.rules
from bruges_lab import places
from bruges_lab.games.bruges.deck import Deck
from bruges_lab.games.bruges.model import BOOK
from bruges_lab.games.bruges.ruleset import fields
from bruges_lab.kernel.errors import DataError
from bruges_lab.rulebook.catalogue import Catalogue
from bruges_lab.rulebook.proving import Proof
from bruges_lab.rulebook.scenarios import Scenario
from bruges_lab.rulebook.texts import LANGUAGES, Texts

CATALOGUE = Catalogue.load()
GOLDEN = Path(__file__).parents[1] / "golden"
SOURCES = sorted(Path(bruges_lab.games.bruges.rules.__file__).parent.glob("*.py"))

NOT_SHOWN = {
    "meta.players": "one player is refused before there is a position to play from; test_one_player_is_refused shows it",
    "exp.five_players.deck.six": "needs an owner's deck of 204 cards; test_an_owners_204_cards_in_six_stacks shows it",
}
"""Rules without a scenario."""

NOT_PLAYED = {
    "D-008": "component: how many pawns are in the box",
    "D-015": "wording: arrow or lightning is one icon",
    "D-016": "component: where on the card the price is printed",
    "D-046": "component: who keeps the dice changes nothing",
    "D-052": "wording: turn and round",
    "D-053": "wording: slips of 000",
    "D-054": "wording: names of people in 003",
    "D-056": "wording: laurel misspelt",
    "D-057": "wording: examples of 003 out of place",
    "D-058": "wording: references to missing pages",
    "D-059": "data: which document tells of a person stands with the card",
    "D-060": "about the documents: how much a witness weighs",
    "D-153": "data: no document tells these effects; the deck marks them as reconstructed",
    "D-154": "data: no document tells the other people; the deck marks them as reconstructed",
    "D-155": "data: a price that three does not divide is refused when a deck is read",
}
"""Entries in the list of discrepancies that describe nothing that could be played, or nothing that is."""

PERMITTED = {
    "phase3.repeat": {"guilders"},
    "phase3.any_card": {"workers", "guilders", "threat", "canal", "house", "recruit"},
    "action.canal.options": {"canal"},
    "action.canal.rebuild": {"canal"},
    "action.house.limit": {"house"},
    "action.recruit.color_free": {"recruit"},
    "act.own_turn": {"activate"},
    "act.before_after": {"activate"},
    "act.same_turn": {"activate"},
    "exp.ships.use.colour": {"canal", "ship"},
    "exp.ships.shared": {"ship"},
    "exp.market.use.may": {"workers", "improved_workers"},
    "exp.market.use.possible": {"improved_house"},
}
"""Permissions that no question and no event is about: the kinds of choice that they allow."""


def of_kind(*kinds: str) -> set[str]:
    return {rule.id for rule in CATALOGUE.values() if rule.kind in kinds}


def showing(rule: str) -> Iterator[Proof]:
    return (proof for proof in proofs().values() if rule in proof.scenario.rules)


# From the rules to the scenarios


@pytest.mark.parametrize("kind", ["event", "refusal", "permission", "example"])
def test_every_rule_of_a_kind_is_shown_by_a_scenario(kind: str) -> None:
    shown = {rule for proof in proofs().values() for rule in proof.scenario.rules}
    assert of_kind(kind)
    assert of_kind(kind) - shown - set(NOT_SHOWN) == set()
    assert shown & set(NOT_SHOWN) == set()


def test_five_players_are_refused() -> None:
    for given in ({"setup": True, "players": 5}, {"players": [{}] * 5}):
        with pytest.raises(DataError) as error:
            Scenario.read({"given": given})
        assert error.value.rule == "exp.five_players"
        assert "2 to 4 players, not 5" in str(error.value)
        assert "zwin:five" in str(error.value)


def test_one_player_is_refused() -> None:
    with pytest.raises(DataError) as error:
        Scenario.read({"given": {"players": [{}]}})
    assert error.value.rule == "meta.players"


# From the code to the rules

RULE = re.compile(r"[a-z0-9_]+(\.[a-z0-9_]+)+")


def cited(source: str) -> set[str]:
    """The texts in a source that look like a rule and are the name of no event and no step."""
    found = {node.value for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    return {text for text in found if RULE.fullmatch(text) and text not in BOOK.kinds and text not in BOOK.steps}


def test_a_rule_in_a_source_is_seen() -> None:
    assert cited('s.emit("threat.flod", "card.drawn", 0); s.push("draw.fill"); """threat.flood"""') == {
        "threat.flod",
        "threat.flood",
    }


@each("path", SOURCES, ids=lambda path: path.stem)
def test_a_source_cites_only_rules_that_exist(path: Path) -> None:
    assert cited(path.read_text(encoding="utf-8")) - set(CATALOGUE) == set()


def test_steps_needs_cards_and_the_ruleset_cite_only_rules_that_exist() -> None:
    assert sum(len(cited(path.read_text(encoding="utf-8"))) for path in SOURCES) > 100
    assert BOOK.rules() - set(CATALOGUE) == set()
    assert set(Deck.load().rule) - set(CATALOGUE) == set()
    assert {field.rule for field in fields().values()} - set(CATALOGUE) == set()


# From play to the rules


def in_play(proof: Proof) -> set[str]:
    """The rules that the events and refusals of a scenario cite."""
    return {event.rule for event in proof.game.events} | {deed.refusal.rule for deed in proof.deeds if deed.refusal is not None}


def asked(proof: Proof) -> set[str]:
    """The rules of the questions that came up in a scenario."""
    return {BOOK.steps[node.state.agenda[-1][0]].rule for node in proof.game.line if node.state.agenda}


def choices(proof: Proof) -> set[str]:
    """The kinds of choice that were made in a scenario or that it says are possible."""
    made = {deed.choice.kind for deed in proof.deeds if deed.refusal is None}
    said = [choice for expected in proof.scenario.record.then for key in ("options", "legal") for choice in expected.get(key, ())]
    return made | {choice.partition(":")[0] for choice in said}


def test_every_event_and_refusal_is_cited_in_play() -> None:
    golden = {
        rule for path in GOLDEN.glob("*.txt") for rule in re.findall(r"\[([a-z0-9_.]+)\]", path.read_text(encoding="utf-8"))
    }
    assert len(golden & set(CATALOGUE)) > 100
    played = golden.union(*map(in_play, proofs().values()))
    assert of_kind("event", "refusal") - played - set(NOT_SHOWN) == set()


@each("rule", sorted(of_kind("permission")))
def test_a_permission_is_used_where_it_is_shown(rule: str) -> None:
    in_words = [proof.scenario.name for proof in showing(rule) if rule in in_play(proof) | asked(proof)]
    in_choices = [proof.scenario.name for proof in showing(rule) if PERMITTED.get(rule, {"nothing"}) <= choices(proof)]
    assert in_choices if rule in PERMITTED else in_words


# The open cases


def shown_entries() -> set[str]:
    return {entry for proof in proofs().values() for entry in proof.scenario.record.discrepancies}


def test_every_open_case_is_shown_or_explained() -> None:
    # Of the modules of the Zwin (D-170 to D-204) those of five players, supplies, bag, round marker and market.
    entries = {f"D-{number:03}" for number in (*range(1, 172), 173, 174, 176, 177, 178, *range(190, 201), 202, 203)}
    assert entries - shown_entries() - set(NOT_PLAYED) == set()
    assert shown_entries() & set(NOT_PLAYED) == set()
    assert set(NOT_PLAYED) <= entries
    assert all(
        re.match(r"(component|wording|other edition|data|about the documents|refused)\b", why) for why in NOT_PLAYED.values()
    )


@each("proof", lambda: proofs().values(), ids=lambda proof: proof.scenario.name)
def test_a_scenario_shows_an_open_case_of_one_of_its_rules(proof: Proof) -> None:
    concerned = {entry for rule in proof.scenario.rules for entry in CATALOGUE[rule].discrepancies}
    assert set(proof.scenario.record.discrepancies) - concerned == set()
    assert len(set(proof.scenario.record.discrepancies)) == len(proof.scenario.record.discrepancies)


def test_another_reading_is_played_under_the_name_of_its_open_case() -> None:
    switches = {field.name: field.entry for field in fields().values() if field.entry is not None}
    played = [(proof, name) for proof in proofs().values() for name in proof.scenario.record.given.switches if name in switches]
    assert [
        (proof.scenario.name, name) for proof, name in played if switches[name] not in proof.scenario.record.discrepancies
    ] == []
    assert set(switches) - {name for _, name in played} == set()


# The texts


@pytest.fixture(scope="module")
def texts() -> Texts:
    """Read anew, for every pattern to be checked."""
    return Texts.load(places.data("bruges", "locales"), over=Texts.load(places.data("lab", "locales"), check=False))


@pytest.mark.parametrize("lang", LANGUAGES)
def test_nothing_lacks_a_text(texts: Texts, lang: str) -> None:
    assert [rule.id for rule in CATALOGUE.values() if not rule.text(lang).strip()] == []
    assert [proof.scenario.name for proof in proofs().values() if not proof.scenario.title.get(lang, "").strip()] == []
    assert [key for key in texts.keys("scenario") if not texts.has("scenario", key, lang)] == []
