"""The concept stream: terms by lemma and stem, compounds, separable verbs, numbers by value and what they count."""

import pytest
from cases import each

from bruges_lab.games.bruges.manifest import MANIFEST as BRUGES
from bruges_lab.textcheck.read.concepts import Stream, stream
from bruges_lab.textcheck.read.language import ALL, file_language, language_of, numbers
from bruges_lab.textcheck.read.vocabulary import vocabulary


def read(text: str, lang: str) -> Stream:
    return stream(text, vocabulary(lang, BRUGES))


def names(text: str, lang: str) -> set[str]:
    return {name for token in read(text, lang).tokens for name in token.names}


@each(
    ("text", "lang", "concept"),
    [
        ("two canal tiles", "en", "canal_tile"),
        ("the henchmen", "en", "worker"),
        ("den Arbeitern", "de", "worker"),
        ("alle Häuser", "de", "house"),
        ("das Kanalfeld", "de", "space"),
        ("les tuiles Canal", "fr", "canal_tile"),
        ("la piste du score", "fr", "score_track"),
        ("le tessere Canale", "it", "canal_tile"),
        ("i lavoratori", "it", "worker"),
        ("Der Spieler gibt alle Bedrohungen in den Vorrat zurück", "de", "give_back"),
        ("neben dem roten Siegel", "de", "red"),
        ("this add-on", "en", "expansion"),
        ("Bote/Messenger", "fr", "person_messenger"),
        ("three buildings", "en", "house"),
        ("in your personal area", "en", "display"),
        ("les jetons Canal", "fr", "canal_tile"),
        ("rend les trois jetons", "fr", "piece"),
        ("il paye 9 florins", "fr", "pay"),
    ],
)
def test_terms_are_found_whatever_their_form(text: str, lang: str, concept: str) -> None:
    assert concept in names(text, lang)


@each(
    ("text", "lang", "concept"),
    [
        ("Handlanger", "de", "hand"),
        ("le joueur de cartes", "fr", "die"),
        ("Il peut jouer", "fr", "effect"),
        ("start player", "en", "player"),
        ("now add your points", "en", "expansion"),
        ("una volta per round", "it", "turn_over"),
        ("build a canal tile", "en", "house"),
        ("each performs 4 actions", "en", "entertainer"),
        ("a person in your area", "en", "display"),
        ("solitamente", "it", "only"),
    ],
)
def test_what_only_looks_alike_is_not_found(text: str, lang: str, concept: str) -> None:
    assert concept not in names(text, lang)


@each(
    ("text", "lang", "value", "unit"),
    [
        ("takes 2 red workers", "en", 2, "worker"),
        ("takes five guilders", "en", 5, "guilder"),
        ("fünfundvierzig Bedrohungen", "de", 45, "threat"),
        ("quarante-cinq menaces", "fr", 45, "threat"),
        ("quarantacinque minacce", "it", 45, "threat"),
        ("auf Feld 5", "de", 5, "space"),
        ("| Threat markers | 45 |", "en", 45, "threat"),
    ],
)
def test_numbers_are_read_by_value_with_what_they_count(text: str, lang: str, value: int, unit: str) -> None:
    found = read(text, lang)
    assert any(token.value == value and token.unit >= 0 and unit in found.tokens[token.unit].names for token in found.tokens)


@each(
    ("text", "lang", "ordinal"),
    [
        ("the third space", "en", True),
        ("the 3rd space", "en", True),
        ("la 3e case", "fr", True),
        ("la terza casella", "it", True),
        ("3 spaces", "en", False),
        ("i dadi 1 e 2", "it", False),
    ],
)
def test_ordinals_are_told_from_counts(text: str, lang: str, ordinal: bool) -> None:
    assert [token.ordinal for token in read(text, lang).tokens if token.value is not None][-1] is ordinal


def test_an_article_is_a_weak_one() -> None:
    tokens = [token for token in read("un ouvrier et 1 carte", "fr").tokens if token.value == 1]
    assert [token.weak for token in tokens] == [True, False]


def test_lists_and_ranges_belong_together() -> None:
    pair = [token for token in read("ein Würfel mit einer 5 oder einer 6", "de").tokens if token.value in (5, 6)]
    assert pair[0].group == pair[1].group >= 0
    assert not pair[0].span
    span = [token for token in read("from 1 to 6 guilders", "en").tokens if token.value is not None]
    assert span[0].group == span[1].group >= 0
    assert span[0].span


def test_a_phase_or_page_counts_nothing() -> None:
    assert [token.value for token in read("in phase 3, see page 12", "en").tokens if token.value is not None] == []


@each("lang", ALL)
def test_every_language_has_its_numbers(lang: str) -> None:
    known = numbers(lang)
    assert sorted(set(known.cardinals.values()))[:21] == list(range(21))
    assert max(known.cardinals.values()) == (199 if lang in ("de", "it") else 100)


@pytest.mark.parametrize(
    ("text", "lang"),
    [
        ("The start player rolls the dice.", "en"),
        ("Der Startspieler wirft die Würfel.", "de"),
        ("Le premier joueur lance les dés.", "fr"),
        ("Il primo giocatore tira i dadi.", "it"),
    ],
)
def test_languages_are_told_apart(text: str, lang: str) -> None:
    assert language_of(text)[0] == lang == file_language([text])
