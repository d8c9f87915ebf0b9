"""Words that decide: the opposite of a rule's word in its place, a duty for a choice, and a negation that is lacking."""

from pathlib import Path

import pytest

from bruges_lab.games.bruges.manifest import MANIFEST as BRUGES
from bruges_lab.games.bruges.ruleset import Ruleset
from bruges_lab.kernel.errors import DataError
from bruges_lab.textcheck.checking import check_translation
from bruges_lab.textcheck.find.explaining import facts
from bruges_lab.textcheck.find.matchers import read_matchers
from bruges_lab.textcheck.find.surroundings import DECIDING, beside, decisive, how_often
from bruges_lab.textcheck.findings import Finding, Verdict
from bruges_lab.textcheck.measure.mutants import _affirmed
from bruges_lab.textcheck.read.concepts import phrase, stream
from bruges_lab.textcheck.read.vocabulary import vocabulary

HEAD = {
    "en": """# Bruges

Each player takes 5 guilders from the bank and one worker of every colour. A die brings a threat of its own colour on 5 and 6.
A player who completes a section takes the top statue at once. The player with the most points wins the game.
If players are tied, the one with the most guilders wins. The town hall lies before the reputation track; there are 45 threats.

""",
    "de": """# Brügge

Jeder Spieler nimmt sich 5 Gulden aus der Bank und einen Arbeiter jeder Farbe. Ein Würfel bringt bei 5 und 6 eine Bedrohung
seiner Farbe. Wer einen Abschnitt vollendet, nimmt sofort die oberste Statue. Wer die meisten Punkte hat, gewinnt. Bei Gleichstand
gewinnt, wer die meisten Gulden hat. Das Rathaus liegt vor der Ansehensleiste; es gibt 45 Bedrohungen und 60 Kanalplättchen.

""",
    "it": """# Bruges

Ogni giocatore prende 5 fiorini dalla banca e un lavoratore di ogni colore. Un dado porta una minaccia del suo colore con 5 e 6.
Chi completa una sezione prende subito la statua in cima. Vince chi ha più punti. In caso di parità vince chi ha più fiorini.
Il municipio sta prima del tracciato del prestigio; ci sono 45 minacce.

""",
}


def alarms(tmp_path: Path, text: str, lang: str = "en") -> dict[str, Finding]:
    """What is claimed wrongly below the head, by rule."""
    (tmp_path / "rules.md").write_text(HEAD[lang] + text, encoding="utf-8")
    report = check_translation(tmp_path / "rules.md", language=lang)
    above = HEAD[lang].count("\n")
    wrong = (Verdict.CONTRADICTS, Verdict.INCONSISTENT, Verdict.AMBIGUOUS)
    return {one.rule: one for one in report.findings if one.verdict in wrong and one.claimed and one.line > above}


SAID = {
    "permission": (
        "phase2.advance.offer",
        "## Reputation\n\nAfter the threats each player {} advance one step on the reputation track.",
        ("may", "must"),
    ),
    "face": ("setup.decks.face_down", "## Setup\n\nThe two draw piles lie {} beside the board.", ("face down", "face up")),
    "direction": (
        "phase3.order",
        "## Phase 3\n\nThe start player takes the first turn, the others follow {}.",
        ("clockwise", "anticlockwise"),
    ),
    "place": (
        "action.workers",
        "## Actions\n\nA player discards a card and takes 2 workers of its colour from the {}.",
        ("supply", "discard pile"),
    ),
    "time": (
        "action.threat.point",
        "## Discard a threat\n\nA threat discarded with this action scores one point {}.",
        ("at once", "at the end of the game"),
    ),
    "side": (
        "card.anatomy.price",
        "## Cards\n\nThe price of the person in guilders stands in the top {} corner of the card.",
        ("left", "right"),
    ),
    "negation": (
        "act.infinity.no_rotate",
        "## Infinity\n\nThe cards of people of the second and third infinity types are {} turned.",
        ("never", "always"),
    ),
}


@pytest.mark.parametrize("case", SAID)
def test_the_opposite_of_a_word_is_seen_and_the_word_itself_is_not(tmp_path: Path, case: str) -> None:
    rule, text, (right, wrong) = SAID[case]
    assert rule not in alarms(tmp_path, text.format(right))
    found = alarms(tmp_path, text.format(wrong)).get(rule)
    assert found is not None
    assert found.reason.key in ("word_differs", "word_missing", "word_unwanted", "inconsistent")
    if found.reason.key == "word_differs":
        assert found.claimed in wrong
        assert found.actual in DECIDING


def test_a_german_verb_and_its_negation_at_the_end(tmp_path: Path) -> None:
    text = "## Spielende\n\nWird später noch ein Nachziehstapel aufgebraucht, verlängert das in der letzten Runde die Partie {}."
    assert "end.no_second_extension" not in alarms(tmp_path, text.format("nicht"), "de")
    assert "end.no_second_extension" in alarms(tmp_path, text.format("sehr"), "de")


def test_an_order_told_from_its_other_end_is_no_error() -> None:
    assert not DECIDING & {"before", "after"}


def test_what_need_not_be_is_no_duty() -> None:
    words = vocabulary("en", BRUGES)
    assert "must" in decisive(stream("The player must pay the price.", words))
    assert "must" not in decisive(stream("The other pile need not be empty.", words))


def test_the_place_of_a_word_is_what_stands_by_it_in_its_clause() -> None:
    found = stream("The workers go back to the supply, and the canal tile stays.", vocabulary("en", BRUGES))
    assert "worker" in beside(found, "supply")
    assert "canal_tile" not in beside(found, "supply")
    assert how_often(stream("The discard pile is a pile.", vocabulary("en", BRUGES)), "discard_pile") == 1


def test_a_word_is_shown_as_the_text_has_it() -> None:
    words = vocabulary("en", BRUGES)
    found = stream("You score it at the end of the game.", words)
    (place, *_) = found.at("finally")
    assert phrase(found, place, "finally", words) in ("at the end of the game", "at the end", "end of the game")


def test_an_italian_pronoun_is_no_negation() -> None:
    assert not stream("Chi completa la sezione ne prende una.", vocabulary("it", BRUGES)).at("not")
    assert stream("Non ha né case né tessere.", vocabulary("it", BRUGES)).at("not")


def test_the_words_that_decide_come_of_the_statement() -> None:
    known = facts(BRUGES, Ruleset())
    assert "supply" in known["action.workers"].words
    assert "face_down" in known["setup.decks.face_down"].words
    assert known["phase2.advance.offer"].permission


def test_denied_things_are_read_and_checked(tmp_path: Path) -> None:
    assert BRUGES.reading.by_rule["majority.clear"].denied == ((("turn_over",), ("alone", "sole_leader", "only")),)
    (tmp_path / "01.toml").write_text(
        '[[matcher]]\nrule = "threat.no_points"\nframes = [".points"]\ndenied = ["nowhere"]\n', encoding="utf-8"
    )
    with pytest.raises(DataError, match="denied"):
        read_matchers(BRUGES, tmp_path)


@pytest.mark.parametrize(
    ("before", "after", "lang", "left"),
    [
        ("Les cartes ne pivotent ", ".", "fr", ("Les cartes pivotent ", ".")),
        ("Si ", " dé ne montre 1, rien ne va.", "fr", ("Si ", " dé montre 1, rien ne va.")),
        ("Le carte ", " si ruotano mai.", "it", ("Le carte ", " si ruotano .")),
        ("Chi ", " ha case non perde nulla.", "it", ("Chi ", " ha case non perde nulla.")),
    ],
)
def test_a_negation_is_taken_out_with_its_second_half(before: str, after: str, lang: str, left: tuple[str, str]) -> None:
    assert _affirmed(before, after, lang) == left


def test_what_everybody_can_see_is_no_permission_not_to_pay(tmp_path: Path) -> None:
    """A permission stands against a duty only by what the duty is about."""
    text = "## Recruit a character\n\nPlace the card face up on an empty house in your tableau, {} to the bank."
    seen = "in such a manner that everybody can still see the colour of the house, and pay the full price on the card"
    assert "action.recruit.price" not in alarms(tmp_path, text.format(seen))
    assert alarms(tmp_path, text.format("and you can pay the full price on the card"))["action.recruit.price"].actual == "must"
