"""Worked examples played again by the engine: rolls, incomes, majorities, scores and piles, right and wrong."""

from pathlib import Path

import pytest
from reports import check

from bruges_lab.games.bruges.reading.played_again import income, majority, piles, roll, scored
from bruges_lab.games.bruges.ruleset import Ruleset
from bruges_lab.rulebook.texts import LANGUAGES
from bruges_lab.textcheck.findings import Finding, Verdict
from bruges_lab.textcheck.report.told import Told


def replayed(tmp_path: Path, text: str, **options: object) -> list[Finding]:
    return [one for one in check(tmp_path, text, **options).findings if one.reason.key.startswith("replay_")]


def test_a_roll_is_played_again(tmp_path: Path) -> None:
    rolled = "Example: The dice show red 5, yellow 6, purple 1, blue 2 and brown 3."
    text = f"{rolled} Every player takes one red and one blue threat. A step costs 4 guilders.\n"
    keys = {finding.reason.key: finding for finding in replayed(tmp_path, text)}
    assert keys["replay_threats"].actual == "red, yellow"
    assert keys["replay_price"].actual == "3"
    assert keys["replay_price"].proof is not None
    assert keys["replay_price"].proof.scenarios


def test_dice_that_share_a_number_are_all_read(tmp_path: Path) -> None:
    text = "Example: The red die shows 6, yellow 3, purple 1, blue and brown 2. A step costs {} guilders.\n"
    (found,) = replayed(tmp_path, text.format(4))
    assert found.actual == "5"
    assert replayed(tmp_path, text.format(5)) == []
    assert replayed(tmp_path, "Example: Blue, red and brown show 2, the others 3 and 6. A step costs 6 guilders.\n") == []


@pytest.mark.parametrize(
    ("text", "rule", "claimed", "actual"),
    [
        ("The yellow die shows a 6. Bram discards a yellow card and takes 5 guilders.", "action.guilders.example", "5", "6"),
        ("Ann has 6 people, Bob 5 and Cleo 4. Bob turns over his majority marker.", "majority.example.people", "Bob", "Ann"),
        ("Ann has 6 canal tiles, Bob 6. Ann turns over her majority marker.", "majority.example.canal", "Ann", "–"),
        ("Ann has 6 canal tiles, Bob 5. Nobody turns over a majority marker.", "majority.example.canal", "–", "Ann"),
        (
            "Red has 5 people, Blue and Yellow have 7 each. Blue turns over the majority marker.",
            "majority.example.people",
            "Blue",
            "–",
        ),
        ("Her seven houses bring 14 points.", "scoring.house", "14", "7"),
        ("For each of her seven houses she scores 1 point, in all 8 points.", "scoring.house", "8", "7"),
        ("She has two majority markers turned over, which bring 6 points.", "scoring.majority", "6", "8"),
        ("Two canal tiles on third spaces bring 8 points.", "scoring.canal3", "8", "6"),
        ("The Bishop brings 4 points for her 7 workers.", "", "", ""),
        ("For the Bishop and her 7 workers she scores 4 points.", "person.bishop", "4", "3"),
        ("The Bishop (laurel: 1 point per two workers) brings for five workers 2 points.", "", "", ""),
        ("The Bishop (laurel: 1 point per two workers) brings for five workers 3 points.", "person.bishop", "3", "2"),
        ("Ann has 2 points. Intrigue should cost her 4; she stops at 0.", "threat.intrigue", "4", "3"),
        ("Ann has 2 points. Intrigue costs her 3, but she stops at 1.", "threat.intrigue", "1", "0"),
        ("Intrigue costs Ann 3 points, and she gives back her four threats.", "threat.return", "4", "3"),
        ("Four play: they shuffle 4 stacks together; the draw piles share 130 cards.", "setup.decks.sizes", "130", "132"),
        ("They are 3 players, so that the extra pile has 33 cards.", "setup.decks.sizes", "33", "66"),
    ],
)
def test_what_an_example_has_wrong_is_found_by_playing_it(
    tmp_path: Path, text: str, rule: str, claimed: str, actual: str
) -> None:
    found = replayed(tmp_path, f"Example: {text}\n")
    assert [(one.rule, one.claimed, one.actual) for one in found] == ([(rule, claimed, actual)] if rule else [])
    assert all(one.verdict is Verdict.CONTRADICTS and one.proof is not None and one.proof.scenarios for one in found)


@pytest.mark.parametrize(
    "text",
    [
        "The yellow die shows a 6. Bram discards a yellow card and takes 6 guilders.",
        "Ann has 6 people, Bob 5 and Cleo 4. Ann turns over her majority marker.",
        "Ann has 6 people, Bob 5. Ann turns over her majority marker. On the reputation track nobody leads: no marker.",
        "Ann has 6 canal tiles, Bob 6. Neither of them turns over a majority marker.",
        "Her seven houses bring 7 points.",
        "For each of her seven houses she scores 1 point.",
        "Her six houses, one of them empty: 6 × 1 = 6 points.",
        "Two majority markers bring 2 × 4 = 8 points, the statue 6, and the canals 3.",
        "Her people bring 7 points, her houses 5, two majorities 8, so 7 + 5 + 8 = 20 points.",
        "A canal tile on the third space of each of her two sections, and the statue: 2 × 3 + 6 = 12 points.",
        "Ann has 2 points. Intrigue should cost her 3; she stops at 0 and gives back her three threats.",
        "Ann has 8 points. Intrigue costs her 3 points, so 5 points are left.",
        "They are 3 players: the draw piles share 99 cards, the extra pile has 66 cards.",
        "They are 3 players, and everybody draws 5 cards from the draw piles.",
    ],
)
def test_what_an_example_has_right_is_left_alone(tmp_path: Path, text: str) -> None:
    assert replayed(tmp_path, f"Example: {text}\n") == []


def test_the_same_words_are_no_example_without_its_word(tmp_path: Path) -> None:
    assert replayed(tmp_path, "Her seven houses bring 14 points.\n") == []


def test_another_ruleset_plays_it_otherwise(tmp_path: Path) -> None:
    text = "Example: Her two majority markers turned over bring 6 points.\n"
    assert replayed(tmp_path, text, ruleset=Ruleset().changed(majority_points=3)) == []


def test_it_is_told_in_four_languages(tmp_path: Path) -> None:
    report = check(tmp_path, "Example: Ann has 6 people, Bob 6. Ann turns over her majority marker.\n")
    (found,) = [one for one in report.findings if one.reason.key == "replay_no_majority"]
    assert Told(report, "de").proof(found) == "Ann 6, Bob 6 → –"
    assert len({Told(report, lang).because(found) for lang in LANGUAGES}) == len(LANGUAGES)


def test_a_single_point_is_one_point(tmp_path: Path) -> None:
    report = check(tmp_path, "Example: For the Bishop and her 3 workers she scores 2 points.\n")
    (found,) = [one for one in report.findings if one.reason.key == "replay_points"]
    assert Told(report).because(found) == "When this example is played out, it scores 1 point, not 2."
    assert Told(report, "de").because(found) == "Nachgespielt bringt das 1 Punkt, nicht 2."


def test_the_engine_answers_for_what_can_be_played_only() -> None:
    rules = Ruleset()
    rolled = roll((2, 3, 6, 5, 1), rules)
    assert rolled is not None
    assert (rolled.threats, rolled.price) == (frozenset(("yellow", "red")), 3)
    assert income(7, rules) is None
    turned = majority("reputation", (4, 6, 6), rules)
    assert turned is not None
    assert turned.seats == ()
    assert majority("people", (6,), rules) is None
    assert majority("canal", (11, 2), rules) is None
    assert scored("majorities", 4, rules) is None
    assert piles(5, rules) is None
