"""Arithmetic in prose, lists and tables: what does not come out is told with what is right, what comes out is not."""

from pathlib import Path

import pytest

from bruges_lab.documents.opening import open_source
from bruges_lab.games.bruges.manifest import MANIFEST as BRUGES
from bruges_lab.textcheck.find.searched_text import read_text
from bruges_lab.textcheck.findings import Finding, Level
from bruges_lab.textcheck.judge.sums import check_sums
from bruges_lab.textcheck.read.reading import sentences
from bruges_lab.textcheck.read.vocabulary import vocabulary


def sums(tmp_path: Path, lang: str, words: str) -> list[Finding]:
    """What is found in a text, whatever game it is of."""
    (tmp_path / "rules.md").write_text(words, encoding="utf-8")
    source = open_source(tmp_path / "rules.md")
    found = sentences([source])
    text = read_text(BRUGES, found, [lang] * len(found), {lang: vocabulary(lang, BRUGES)})
    text.lines = (source.lines,)
    return list(check_sums(text, [True] * len(found)))


@pytest.mark.parametrize(
    ("lang", "sentence", "wrong", "right"),
    [
        ("en", "In total 9 + 4 = 13 points; with the 20 she had before, she ends on {}.", 34, 33),
        ("de", "Zusammen 9 + 4 = 13 Punkte; mit den 20, die er schon hatte, steht er bei {}.", 34, 33),
        ("fr", "Au total 9 + 4 = 13 points ; avec les 20 qu’il avait déjà, il finit à {}.", 34, 33),
        ("it", "In totale 9 + 4 = 13 punti; con i 20 che aveva già, arriva a {}.", 34, 33),
        ("en", "Two dice make the price: 1 + 2 makes {} guilders.", 4, 3),
        ("de", "Der Preis ist gewürfelt: 1 + 2 ergibt {} Gulden.", 4, 3),
        ("fr", "Le prix est la somme : 1 + 2 font {} florins.", 4, 3),
        ("it", "Il prezzo è la somma: 1 + 2 fanno {} fiorini.", 4, 3),
        ("en", "Example: Of her 8 guilders Ina pays 3 guilders and keeps {} guilders.", 6, 5),
        ("de", "Beispiel: Von 8 Gulden zahlt Ina 3 Gulden, es bleiben {} Gulden.", 6, 5),
        ("fr", "Exemple : De ses 8 florins, Ina paie 3 florins et garde {} florins.", 6, 5),
        ("it", "Esempio: Dei suoi 8 fiorini Ina ne paga 3 fiorini: restano {} fiorini.", 6, 5),
    ],
)
def test_what_is_reckoned_in_a_sentence_must_come_out(tmp_path: Path, lang: str, sentence: str, wrong: int, right: int) -> None:
    (found,) = sums(tmp_path, lang, sentence.format(wrong))
    assert (found.claimed, found.actual) == (str(wrong), str(right))
    assert found.level is not Level.LOOK
    assert sums(tmp_path, lang, sentence.format(right)) == []


def test_a_sum_that_is_wrong_and_carried_on_is_told_once(tmp_path: Path) -> None:
    (found,) = sums(tmp_path, "en", "In total 9 + 4 = 14 points; with the 20 she had before, she ends on 34.")
    assert (found.claimed, found.actual) == ("14", "13")


@pytest.mark.parametrize(
    "sentence",
    [
        "Example: Ina has 8 guilders and 3 workers and keeps 6 guilders.",
        "Example: Ina plays 1 of her 5 cards and keeps 1 card.",
        "With 2 + 3 = 5 points she passes the 12 and the 20.",
    ],
)
def test_different_things_are_not_reckoned_up(tmp_path: Path, sentence: str) -> None:
    assert sums(tmp_path, "en", sentence) == []


HEADS = {
    "en": "| Item | Points | Number |\n|---|---|---|\n| Houses | 6 | 6 |\n| People | 9 points | 4 |\n| Total | {} | 10 |\n",
    "de": "| Posten | Punkte | Zahl |\n|---|---|---|\n| Häuser | 6 | 6 |\n| Leute | 9 Punkte | 4 |\n| Summe | {} | 10 |\n",
    "fr": "| Poste | Points | Nombre |\n|---|---|---|\n| Maisons | 6 | 6 |\n| Gens | 9 points | 4 |\n| Total | {} | 10 |\n",
    "it": "| Voce | Punti | Numero |\n|---|---|---|\n| Case | 6 | 6 |\n| Personaggi | 9 punti | 4 |\n| **Totale** | {} | 10 |\n",
}


@pytest.mark.parametrize("lang", HEADS)
def test_a_column_must_make_its_total(tmp_path: Path, lang: str) -> None:
    (found,) = sums(tmp_path, lang, HEADS[lang].format(16))
    assert (found.claimed, found.actual, found.line, found.level) == ("16", "15", 5, Level.CERTAIN)
    assert sums(tmp_path, lang, HEADS[lang].format(15)) == []


PILES = """There are 90 cards.

| Players | Piles | Reserve |
|---|---|---|
| 2 | 15 + 15 = 30 | 60 |
| 3 | {} | 45 |
| 4 | 60 | 30 |
"""


def test_rows_share_out_one_number(tmp_path: Path) -> None:
    (found,) = sums(tmp_path, "en", PILES.format("22 + 23").replace("| 45 |", "| 35 |"))
    assert (found.claimed, found.actual, found.line) == ("35", "45", 6)
    assert (found.reason.data["sum"], found.reason.data["whole"]) == (80, 90)
    assert sums(tmp_path, "en", PILES.format("22 + 23")) == []
    assert sums(tmp_path, "en", PILES.format("22 + 23").replace("| 45 |", "| 35 |").replace("90 cards", "many cards")) == []


def test_a_blank_line_ends_a_table(tmp_path: Path) -> None:
    two = "| Piece | Number |\n|---|---|\n| Houses | 6 |\n\n| Piece | Number |\n|---|---|\n| Canals | 3 |\n| Total | 3 |\n"
    assert sums(tmp_path, "en", two) == []


@pytest.mark.parametrize(
    ("lang", "items", "total"),
    [
        ("en", ("Houses: 6", "People: 3 × 3 = 9", "Reputation 7"), "Total: {}"),
        ("de", ("Häuser: 6", "Personen: 3 × 3 = 9", "Ansehen 7"), "Insgesamt {}."),
        ("fr", ("Maisons : 6", "Personnages : 3 × 3 = 9", "Réputation 7"), "Au total : {}."),
        ("it", ("Case: 6", "Personaggi: 3 × 3 = 9", "Prestigio 7"), "In totale {}."),
    ],
)
def test_a_list_must_make_its_total(tmp_path: Path, lang: str, items: tuple[str, ...], total: str) -> None:
    text = "".join(f"- {item}\n" for item in items)
    (found,) = sums(tmp_path, lang, f"{text}- {total.format(23)}\n")
    assert (found.claimed, found.actual, found.line) == ("23", "22", 4)
    assert sums(tmp_path, lang, f"{text}- {total.format(22)}\n") == []
    more = text.replace("7", "7 of 9")
    assert sums(tmp_path, lang, f"{more}- {total.format(23)}\n") == []
