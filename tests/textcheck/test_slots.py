"""What numbers and colours of a sentence mean: words for numbers, units, lists and ranges, second numbers, and coloured dice."""

from __future__ import annotations

from pathlib import Path

import pytest
from cases import each
from reports import check

from bruges_lab.games.bruges.manifest import MANIFEST as BRUGES
from bruges_lab.textcheck.findings import Finding, Report, Verdict
from bruges_lab.textcheck.read.concepts import Stream, stream
from bruges_lab.textcheck.read.vocabulary import vocabulary


def read(text: str, lang: str = "en") -> Stream:
    return stream(text, vocabulary(lang, BRUGES))


def values(found: Stream) -> list[int]:
    return [token.value for token in found.tokens if token.value is not None and not token.weak]


def alarms(report: Report, rule: str) -> list[Finding]:
    return [one for one in report.of(rule) if one.claimed and one.verdict not in (Verdict.STATED, Verdict.MISSING)]


@each(
    ("text", "lang", "said"),
    [
        ("Add up the ones and twos.", "en", [1, 2]),
        ("You draw the first ones in this round.", "en", [1]),
        ("Twenty-four threes.", "en", [24, 3]),
        ("Dreier.", "de", []),
        ("Coins of value 3 (24), and (2) dice.", "en", [3, 24]),
        ("Dreien und Vieren tun nichts.", "de", [3, 4]),
        ("Hundertfünfundsechzig Karten.", "de", [165]),
        ("Centosessantacinque carte.", "it", [165]),
    ],
)
def test_words_for_numbers(text: str, lang: str, said: list[int]) -> None:
    assert values(read(text, lang)) == said


@pytest.mark.parametrize(
    ("text", "lang"),
    [
        ("between 1 and 10 guilders", "en"),
        ("zwischen 1 und 10 Gulden", "de"),
        ("da 1 a 10 fiorini", "it"),
        ("de 1 à 10 florins", "fr"),
    ],
)
def test_the_ends_of_a_range_belong_together(text: str, lang: str) -> None:
    ends = [token for token in read(text, lang).tokens if token.value is not None]
    assert len(ends) == 2
    assert all(token.span for token in ends)
    assert ends[0].group == ends[1].group >= 0


def test_a_term_does_not_reach_into_the_next_cell() -> None:
    assert values(read("| 8 | sigilli | 4 grandi e 4 piccoli |", "it")) == [8, 4, 4]


def test_a_term_does_not_reach_from_what_is_counted_into_the_list() -> None:
    counted = read("Ogni round ha quattro fasi: pesca, dadi, azioni, maggioranze.", "it")
    (four,) = [token for token in counted.tokens if token.value == 4]
    assert counted.tokens[four.unit].names == ("phase",)
    assert read("Fase 1: pesca", "it").at("draw_phase")


def test_a_term_may_be_broken_over_an_indented_line() -> None:
    assert read("- Show the grey\n    side of all", "en").at("grey_side")
    assert not read("Show grey ... side of all", "en").at("grey_side")


def test_the_49_space_is_a_place(tmp_path: Path) -> None:
    report = check(tmp_path, "The 50/100 tiles lie beside the 49 space of the score track.")
    assert [one.verdict for one in report.of("setup.tiles_50_100")] == [Verdict.STATED]


def test_a_number_counts_what_it_stands_before() -> None:
    ways = read("In this way nine of each colour are enough.")
    assert [token.unit for token in ways.tokens if token.value == 9] == [-1]
    piles = read("Il suffit d’en piocher 4.", "fr")
    assert [token.unit for token in piles.tokens if token.value == 4] == [-1]
    each = read("| 9 | Übersichtskarten, je zwei für vier Spieler |", "de")
    assert [token.unit for token in each.tokens if token.value == 2] == [-1]


def test_numbers_that_only_name_things_count_nothing() -> None:
    phases = read("There are four phases: 1 drawing cards, 2 rolling dice, 3 playing cards, 4 majorities.")
    assert [token.value for token in phases.tokens if token.value is not None] == [4]
    kit = read("For each player: 1 large seal, 2 pawns, 3 majority markers.")
    assert [token.value for token in kit.tokens if token.value is not None] == [1, 2, 3]
    kind = next(token for token in read("Type 2 improves an action.").tokens if token.value == 2)
    assert kind.label
    faces = read("Every 5 and every 6 brings a threat.")
    assert len({token.group for token in faces.tokens if token.value in (5, 6)}) == 1


def test_the_numbers_of_rows_are_no_claims(tmp_path: Path) -> None:
    rows = "| | Action | What happens |\n|---|---|---|\n| 5 | Build a house | face down; 1 worker of its colour goes back |\n"
    report = check(tmp_path, f"## Actions\n\n{rows}")
    assert not [one for one in report.findings if one.verdict in (Verdict.CONTRADICTS, Verdict.INCONSISTENT)]
    assert {one.line for one in report.of("action.house.cost")} == {11}


def test_a_minus_is_no_sum(tmp_path: Path) -> None:
    report = check(
        tmp_path, "## Threats\n\n| Threat | Colour | Damage |\n|---|---|---|\n| Intrigue | purple | −2 points, never below 0 |\n"
    )
    assert [(one.claimed, one.actual) for one in report.of("threat.intrigue") if one.claimed] == [("2", "3")]


def test_a_second_number_with_a_meaning_of_its_own_raises_no_doubt(tmp_path: Path) -> None:
    report = check(tmp_path, "## Contents\n\n- 44 coins: 20 coins of 1 guilder and 24 coins of 3 guilders, together 92 guilders")
    assert [one.verdict for one in report.of("comp.guilders.coins")] == [Verdict.STATED]


def test_a_second_number_that_nothing_explains_is_named(tmp_path: Path) -> None:
    report = check(tmp_path, "## Contents\n\n| Majority markers | 12 | four for each player |\n|---|---|---|\n")
    (found,) = alarms(report, "comp.majority_markers")
    assert (found.claimed, found.actual) == ("four", "3")


@pytest.mark.parametrize(("coins", "odd"), [("21 of value 1 and 24 of value 3", "21")])
def test_a_wrong_number_of_a_pair_is_named(tmp_path: Path, coins: str, odd: str) -> None:
    found = alarms(check(tmp_path, f"## Contents\n\n- 44 coins: {coins}, 92 guilders in all"), "comp.guilders.coins")
    assert [(one.verdict, one.claimed) for one in found] == [(Verdict.CONTRADICTS, odd)]


ROLL = (
    "## Phase 2: Roll the dice\n\n**Example:** The roll is red 5, yellow 6, purple 1, blue 2 and brown 4. "
    "The brown 4 does nothing."
)
HARM = (
    "## Threats\n\n**Example:** Red shows 5 and yellow shows 6, and Dirk has 2 threat markers of each of these colours. "
    "Fire costs him a house; Raid takes all his guilders. His red and yellow markers go back to the supply."
)
CANAL = (
    "## Canals\n\n**Example:** Beside the red seal lies a blue space with the price 1. "
    "Dirk plays a blue card, pays 1 guilder and builds there. On the next turn he plays a brown card. He builds on a brown space."
)


@pytest.mark.parametrize(
    ("text", "old", "new", "rule"),
    [
        (ROLL, "red 5", "blue 5", "phase2.example.roll"),
        (ROLL, "The brown 4", "The purple 4", "phase2.example.roll"),
        (HARM, "Red shows", "Blue shows", "threat.example"),
        (HARM, "red and yellow", "red and brown", "threat.example"),
        (CANAL, "a blue card", "a brown card", "action.canal.example.build"),
        (CANAL, "a blue space", "a yellow space", "action.canal.example.build"),
        (CANAL, "a brown space", "a blue space", "action.canal.example.build"),
    ],
)
def test_the_colours_of_an_example_fit_together(tmp_path: Path, text: str, old: str, new: str, rule: str) -> None:
    assert not alarms(check(tmp_path, text), rule)
    found = alarms(check(tmp_path, text.replace(old, new)), rule)
    assert Verdict.CONTRADICTS in [one.verdict for one in found]


def test_a_german_noun_is_none_of_its_verbs() -> None:
    """A Marker is no Markt, though both could be forms of marken; the market belongs to the expansion and is not judged."""
    assert not read("Danach gehen alle drei Marker der Farbe zurück.", "de").at("market")
    assert read("Die Marktkarten kommen auf den Markt.", "de").at("market")


def test_what_hangs_together_by_a_stroke_is_no_list_with_the_rest() -> None:
    tiles = read("4 discs of 50/100 and 9 overview cards")
    assert [token.group >= 0 for token in tiles.tokens if token.value == 9] == [False]
    assert [token.group >= 0 for token in tiles.tokens if token.value in (50, 100)] == [True, True]


def test_a_short_word_keeps_its_accent() -> None:
    assert read("dès la pose", "fr").at("at_once")
    assert not read("des cartes", "fr").at("at_once")
