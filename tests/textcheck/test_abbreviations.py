"""Abbreviations that a text explains are read like what they stand for."""

from pathlib import Path

from cases import each
from reports import check

from bruges_lab.games.bruges.manifest import MANIFEST as BRUGES
from bruges_lab.textcheck.findings import Verdict
from bruges_lab.textcheck.read.abbreviations import abbreviations


@each(
    ("line", "lang", "found"),
    [
        (
            "**Abréviations** – PV : points de victoire ; fl. : florins ; PJ : premier joueur.",
            "fr",
            {"fl": "guilder", "PJ": "start_player"},
        ),
        ("Abkürzungen: G. = Gulden; BM = Bedrohungsmarker", "de", {"G": "guilder", "BM": "threat"}),
        (
            "Each player takes 5 guilders (gd.) and a start player marker (SPM).",
            "en",
            {"gd": "guilder", "SPM": "start_player_marker"},
        ),
        ("Abbreviations: SP = start player", "en", {"SP": "start_player"}),
        ("Note: take the cards. Hint: pay guilders.", "en", {}),
        ("VP: victory points", "en", {}),
        ("The tile (AB) is red; the weather (XY) is fine.", "en", {}),
        ("A: " * 5_000, "en", {}),
    ],
)
def test_they_are_found_where_they_are_explained(line: str, lang: str, found: dict[str, str]) -> None:
    assert {short: concept for concept, short in abbreviations([line], lang, BRUGES)} == found


def test_a_text_may_use_its_own(tmp_path: Path) -> None:
    text = (
        "Abbreviations: gd. = guilders; wk. = workers\n\n## Actions\n\nDiscard a card: take 3 wk. of its colour from the supply."
    )
    (found,) = [one for one in check(tmp_path, text).of("action.workers") if one.verdict is Verdict.CONTRADICTS]
    assert (found.line, found.claimed, found.actual) == (11, "3", "2")
    assert not [one for one in check(tmp_path, text).findings if one.check == "terms"]  # not a second name


def test_a_paragraph_number_is_no_claim(tmp_path: Path) -> None:
    text = "## Actions\n\n3.3 Discard a card and take 2 workers of its colour from the supply.\n\n3.4 Any card serves any action."
    report = check(tmp_path, text)
    assert not [one for one in report.findings if one.verdict in (Verdict.CONTRADICTS, Verdict.INCONSISTENT)]
    assert {one.line for one in report.of("action.workers")} == {9}


def test_what_each_player_gets_is_a_share_of_the_whole(tmp_path: Path) -> None:
    text = "## Contents\n\n- for each player: 2 seals (one large, one small), 2 pawns and 3 majority markers\n"
    against = (Verdict.CONTRADICTS, Verdict.INCONSISTENT)
    assert not [one for one in check(tmp_path, text).findings if one.verdict in against]
