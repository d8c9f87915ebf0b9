"""Leftovers: words of another language within a sentence are found at their place; names, quotations and loan words are none."""

from pathlib import Path

import pytest

from bruges_lab.textcheck.checking import check_translation
from bruges_lab.textcheck.findings import Finding, Level
from bruges_lab.textcheck.judge.leftovers import stretches
from bruges_lab.textcheck.read.guessing import LANGUAGES
from bruges_lab.textcheck.read.lexicon import international, is_word, usual

LEFT = [
    ("en", "Whoever owns the most Häuser takes the token.", "de", "Häuser"),
    ("en", "Shuffle the cards und lege sie verdeckt beside the board.", "de", "und lege sie verdeckt"),
    ("en", "Every player, en commençant par the youngest, chooses a seal.", "fr", "en commençant par"),
    ("en", "You may pay un fiorino for every step.", "it", "un fiorino"),
    ("de", "Danach mischt der Startspieler the remaining cards und teilt sie aus.", "en", "the remaining cards"),
    ("de", "Wer keinen Gulden hat, passe son tour und wartet.", "fr", "passe son tour"),
    ("de", "Legt das Plättchen accanto alla porta auf den Spielplan.", "it", "accanto alla porta"),
    ("de", "Alle Karten bleiben hidden bis zum Ende.", "en", "hidden"),
    ("fr", "Chaque joueur reçoit one worker of each kind au début.", "en", "one worker of each kind"),
    ("fr", "Celui qui a le plus de florins gewinnt das Spiel sans partage.", "de", "gewinnt das Spiel"),
    ("fr", "Posez la tuile sul primo spazio libero de la section.", "it", "sul primo spazio libero"),
    ("it", "Chi ha il segnalino lancia these five cubes e li dispone.", "en", "these five cubes"),
    ("it", "Le carte restano verdeckt fino al prossimo turno.", "de", "verdeckt"),
    ("it", "Prendete une carte de la pioche e passate.", "fr", "une carte de la pioche"),
    ("es", "Cada jugador pone dos trabajadores on the board y cobra.", "en", "on the board"),
    ("nl", "Elke speler neemt twee werklieden aus dem Vorrat en betaalt.", "de", "aus dem Vorrat"),
]
NONE = [
    ("en", "A game by Stefan Feld, published by Hans im Glück; it was nominated for the Spiel des Jahres."),
    ("en", "The café, the château and the Minnewater bridge are places on the board."),
    ("en", "In the German edition this is called „Ansehensleiste“, in the French one “piste de réputation”."),
    ("de", "Der Meeple und das Deck gehören in die Box; beim Setup zieht niemand einen Token."),
    ("de", "Kanalplättchen, Nachziehstapel und Würfelablage sind zusammengesetzte Wörter, ebenso Startspielerwechsel."),
    ("de", "Handlanger (worker) gibt es in fünf Farben; Arbeiter/worker, Ansehen = reputation."),
    ("fr", "Les joueurs ex æquo gagnent un bonus ; remélangez la défausse, et vice versa."),
    ("fr", "Jusqu’à quatre meeples, hormis ceux d’Anna et de Hugo, sont intégralement remis."),
    ("it", "Tienilo, distribuiteli e mescolatele; possederne due è obbligatorio, idem per il round."),
    ("it", "Lavoratore = worker, ouvrier; i segnalini di Carla e di Marta restano."),
    ("it", "Fragen an spiele@verlag bitte schriftlich und mit Anschrift."),
]


@pytest.mark.parametrize(("own", "sentence", "lang", "words"), LEFT)
def test_words_of_another_language_are_found(own: str, sentence: str, lang: str, words: str) -> None:
    (found,) = stretches(sentence, own)
    assert (found.lang, sentence[found.start : found.end]) == (lang, words)


@pytest.mark.parametrize(("own", "sentence"), NONE)
def test_names_quotations_and_loan_words_are_none(own: str, sentence: str) -> None:
    assert [sentence[one.start : one.end] for one in stretches(sentence, own)] == []


def test_a_word_that_a_text_has_often_is_one_of_its_terms() -> None:
    sentence = "Jeder legt einen whoever auf den Plan."
    assert [one.lang for one in stretches(sentence, "de")] == ["en"]
    assert stretches(sentence, "de", habits=frozenset(("whoever",))) == []


def test_a_word_broken_at_the_end_of_a_line_is_none() -> None:
    assert stretches("Jeder zieht Karten und erhält die Beloh- nung aus dem Vor- rat.", "de") == []


RULES = Path(__file__).parent / "beside"


def _found(tmp_path: Path, lang: str, more: str) -> list[Finding]:
    text = (RULES / f"{lang}.md").read_text("utf-8") + "\n" + more
    (tmp_path / "rules.md").write_text(text, encoding="utf-8")
    return [one for one in check_translation(tmp_path / "rules.md").findings if one.check == "leftover"]


def test_a_leftover_is_quoted_at_its_place(tmp_path: Path) -> None:
    before = (RULES / "fr.md").read_text("utf-8").count("\n") + 1
    (found,) = _found(tmp_path, "fr", "Le joueur place ses tuiles\nsomewhere beside the board et termine.\n")
    assert found.passage is not None
    assert (found.line, found.passage.column, found.passage.text) == (before + 2, 1, "somewhere beside the board")
    assert (found.level, found.claimed, found.actual) == (Level.CERTAIN, "en", "fr")
    (single,) = _found(tmp_path, "de", "Danach wird der Vorrat wieder replenished und gemischt.\n")
    assert (single.level, single.reason.data["words"]) == (Level.LIKELY, "replenished")


def test_a_table_of_terms_in_two_languages_is_no_leftover(tmp_path: Path) -> None:
    rows = [("Lavoratore", "the worker"), ("Fiorino", "the guilder"), ("Minaccia", "the threat")]
    table = "| Italiano | Altra edizione |\n| --- | --- |\n" + "".join(f"| {one} | {other} |\n" for one, other in rows)
    assert _found(tmp_path, "it", table) == []
    one_row = "| Azione | Effetto |\n| --- | --- |\n| A | prendete due lavoratori |\n| B | draw another card |\n"
    assert [one.claimed for one in _found(tmp_path, "it", one_row)] == ["en"]


@pytest.mark.parametrize("lang", ["en", "de", "fr", "it"])
def test_a_clean_text_has_none(tmp_path: Path, lang: str) -> None:
    assert _found(tmp_path, lang, "") == []


def test_every_language_has_its_words() -> None:
    assert all(len(usual(lang)) > 500 for lang in LANGUAGES)
    assert "meeple" in international()
    assert all(is_word(word, lang) for word, lang in (("gleichfarbigen", "de"), ("tenerlo", "it")))
    assert not is_word("Vorrunde", "en")
