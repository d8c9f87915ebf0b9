"""The checks that belong to no rule: sums, replays, terms, leftovers, names and colours twice, references to nowhere."""

from pathlib import Path

import pytest
from cases import each

from bruges_lab.documents.opening import open_source
from bruges_lab.games.bruges.manifest import MANIFEST as BRUGES
from bruges_lab.games.bruges.ruleset import Ruleset
from bruges_lab.textcheck.checking import check_translation
from bruges_lab.textcheck.find.searched_text import read_text
from bruges_lab.textcheck.findings import Finding
from bruges_lab.textcheck.judge.checks import other_checks
from bruges_lab.textcheck.judge.sums import wrong_sums
from bruges_lab.textcheck.read.reading import sentences
from bruges_lab.textcheck.read.vocabulary import vocabulary

HEAD = """# Bruges

Each player takes 5 guilders from the bank and one worker of every colour. A die brings a threat of its own colour on 5 and 6.
A player who completes a section takes the top statue at once. The player with the most points wins the game.
If players are tied, the one with the most guilders wins. The town hall lies before the reputation track; there are 45 threats.

"""


def findings(tmp_path: Path, text: str, check: str) -> list[Finding]:
    (tmp_path / "rules.md").write_text(HEAD + text, encoding="utf-8")
    return [finding for finding in check_translation(tmp_path / "rules.md").findings if finding.check == check]


@each(
    ("sentence", "wrong"),
    [
        ("3 + 1 + 2 + 0 + 2 = 8 points", []),
        ("3 + 1 + 2 + 0 + 2 = 9 points", [(9, 8)]),
        ("2 × 4 = 8", []),
        ("2 x 2 points = 5 points", [(5, 4)]),
        ("11 − 4 = 8 florins", [(8, 7)]),
        ("9 ÷ 3 = 3", []),
        ("the 50/100 tile = 4", []),
        ("6 + 2 × 3 = 12 and 17 + 41 = 59", [(59, 58)]),
    ],
)
def test_sums_are_reckoned_up(sentence: str, wrong: list[tuple[int, int]]) -> None:
    assert [(said, right) for said, right, _ in wrong_sums(sentence)] == wrong


@pytest.mark.parametrize(
    ("sentence", "wrong"),
    [
        ("3 points for the third space + 7 points for the statue = 11 points", [(11, 10)]),
        ("3 PV de troisième case + 7 PV de statue = 10 PV", []),
        ("2 + " * 29 + "2 = 60", []),
    ],
)
def test_sums_may_have_words_between_their_numbers(sentence: str, wrong: list[tuple[int, int]]) -> None:
    assert [(said, right) for said, right, _ in wrong_sums(sentence)] == wrong


def test_a_sum_without_an_end_takes_no_time() -> None:
    assert list(wrong_sums("1 + " * 4_900)) == []
    assert list(wrong_sums("1 a b c d e + " * 1_400)) == []


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("She scores 3 points for the third space and 7 for the statue, in all 11.", [("11", "10")]),
        ("She scores 3 points for the third space and 7 for the statue, in all 10.", []),
        ("Two majorities bring 4 points each and six houses 1 point each, in all 14.", []),
        ("She has 3 workers and 2 guilders, five in all.", []),
    ],
)
def test_a_total_in_words_must_come_of_some_of_the_numbers(tmp_path: Path, text: str, wrong: list[tuple[str, str]]) -> None:
    found = findings(tmp_path, f"Example: {text}\n", "arithmetic")
    assert [(one.claimed, one.actual) for one in found] == wrong
    assert findings(tmp_path, f"{text}\n", "arithmetic") == []


def test_the_items_of_an_example_must_make_its_total(tmp_path: Path) -> None:
    items = "- people: 8 points\n- houses: 6 points\n- majority markers: 8 points\n"
    text = f"Example of a final scoring:\n\n{items}\nThat is a total of 23 points.\n"
    (found,) = findings(tmp_path, text, "arithmetic")
    assert (found.claimed, found.actual, found.line) == ("23", "22", 13)


def test_one_thing_with_two_names_is_noted(tmp_path: Path) -> None:
    text = "The worker is paid. Take a worker. A henchman is paid. Take a henchman.\n"
    (found,) = findings(tmp_path, text, "terms")
    assert {found.claimed, found.actual} == {"worker", "henchman"} or found.reason.data["concept"] == "worker"


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("it", "Prendi una tessera canale. Posa la tessera canale. Le tessere canale restano. Togli due tessere canale."),
        ("de", "Nimm eine Bedrohung. Lege die Bedrohung ab. Die Bedrohungsmarker bleiben. Gib zwei Bedrohungsmarker zurück."),
        ("en", "Take a guilder. Pay a guilder. Money is not limited. Nobody counts the money."),
        ("en", "The final round begins. The final round ends. The game lasts 8 rounds. It lasts 8 rounds."),
    ],
)
def test_one_name_in_another_number_or_length_is_not_two(tmp_path: Path, lang: str, text: str) -> None:
    (tmp_path / "rules.md").write_text(text, encoding="utf-8")
    source = open_source(tmp_path / "rules.md")
    found = sentences([source])
    read = read_text(BRUGES, found, [lang] * len(found), {lang: vocabulary(lang, BRUGES)})
    assert [one for one in other_checks(read, [True] * len(found), Ruleset(), [lang]) if one.check == "terms"] == []


def test_of_two_forbidden_terms_in_one_place_the_longer_is_named(tmp_path: Path) -> None:
    found = findings(tmp_path, "The canals are worth a lot of 3 spaces, or a 3-space canal.\n", "forbidden")
    spans = [one.claimed for one in found]
    assert len(spans) == len(set(spans))
    assert not [one for one in spans for other in spans if one != other and one in other]


def test_a_forbidden_term_is_named_with_the_right_one(tmp_path: Path) -> None:
    (found,) = findings(tmp_path, "Put your seal on the door.\n", "forbidden")
    assert (found.claimed, found.actual, found.line) == ("door", "gate", 7)


def test_a_leftover_of_another_language_is_found(tmp_path: Path) -> None:
    (found,) = findings(
        tmp_path, "Haben Sie noch weitere Anregungen, dann schreiben Sie uns bitte bald einen freundlichen Brief.\n", "leftover"
    )
    assert found.claimed == "de"


@each(
    ("text", "lang"),
    [
        ("Build from the seal vers l'extérieur, without gaps.", "fr"),
        ("The last round is played to its end, compresa la fase 4.", "it"),
        ("Repeating an action is erlaubt.", "de"),
        ("Carla and Hugo take the Coachman and the Alchemist.", ""),
        ("The player takes a red die and a statue.", ""),
    ],
)
def test_words_of_another_language_are_found_by_what_the_texts_of_the_game_have(tmp_path: Path, text: str, lang: str) -> None:
    assert [one.claimed for one in findings(tmp_path, text + "\n", "leftover")] == [lang] * bool(lang)


def test_an_actor_named_twice_is_found(tmp_path: Path) -> None:
    (found,) = findings(tmp_path, "Example: Green has built 7 canal tiles, Red 6, Green 2 and Blue 1.\n", "actors")
    assert found.claimed == "Green"
    assert findings(tmp_path, "Example: Green has built 7 canal tiles, Red 6, Yellow 2 and Blue 1.\n", "actors") == []


def test_a_colour_twice_in_a_list_is_found(tmp_path: Path) -> None:
    (found,) = findings(tmp_path, "The cards are blue, brown, yellow, blue and purple.\n", "colours")
    assert found.claimed == "blue"


def test_references_to_nowhere_are_found(tmp_path: Path) -> None:
    (page,) = findings(tmp_path, "All damage is explained on page 12.\n", "reference")
    assert page.reason.data == {"page": 12}
    (chapter,) = findings(tmp_path, "## 2. Cards\n\nMore about this in chapter 9.\n", "reference")
    assert chapter.claimed == "chapter 9"


def test_a_short_sentence_of_another_language_and_a_few_words_of_one_are_noted(tmp_path: Path) -> None:
    text = HEAD + "The start player passes the marker to the left.\n\nDie nächste Runde beginnt.\n\n"
    text += "Take two workers und zwei von den Gulden.\n"
    (tmp_path / "rules.md").write_text(text, encoding="utf-8")
    notes = [one for one in check_translation(tmp_path / "rules.md").findings if one.check == "leftover"]
    assert [(one.line, one.claimed) for one in notes] == [(9, "de"), (11, "de")]
