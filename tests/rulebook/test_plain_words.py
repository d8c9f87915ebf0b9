"""Words a pupil understands: no word of the program where a player has one, the token by its name, numbers as figures.

What the explorer says, on its controls and panels, in its figures and hints, in questions, choices and refusals.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache

import pytest
from cases import each
from fluent.syntax import ast
from test_language import Said, variants

from bruges_lab import places
from bruges_lab.games.bruges.manifest import MANIFEST as BRUGES
from bruges_lab.kernel.records import read_toml
from bruges_lab.rulebook.texts import LANGUAGES, Template

SECTIONS = ("explorer", "hint", "figure", "seat", "picture", "ask", "choice", "refusal", "short", "when", "amount")
FILES = {
    "lab": {lang: places.data("lab", "locales") / f"{lang}.toml" for lang in LANGUAGES},
    "bruges": {lang: places.data("bruges", "locales") / f"{lang}.toml" for lang in LANGUAGES},
}
SHOWN_BY_RULEBOOKS = ("text.", "rule.")
"""Panels about written rulebooks speak of the program that checks them."""


@cache
def patterns(lang: str) -> tuple[tuple[str, str, ast.Pattern], ...]:
    """The texts of the explorer in a language: of which section, which one, and its pattern."""
    return tuple(
        (section, key, Template("test", key, "", "text", pattern).parsed().value or ast.Pattern([]))
        for files in FILES.values()
        for section, texts in read_toml(files[lang]).items()
        if section in SECTIONS
        for key, pattern in texts.items()
        if not key.startswith(SHOWN_BY_RULEBOOKS)
    )


@cache
def shown(lang: str) -> tuple[Said, ...]:
    """What the explorer says in a language, each text in each of its variants."""
    return tuple(Said(section, key, text) for section, key, pattern in patterns(lang) for text in variants(pattern))


def faults(lang: str, fault: str) -> list[str]:
    return [str(said) for said in shown(lang) if re.search(fault, said.text)]


PROGRAM_WORDS: Mapping[str, Mapping[str, str]] = {
    "en": {
        r"\bnodes?\b": "a step of the game, a position of the tree",
        r"\brulesets?\b": "the rules",
        r"\breadings?\b": "an interpretation of the rules",
        r"\bpolic(y|ies)\b": "how somebody plays",
        r"\bseeds?\b": "a shuffle number",
        r"\bengine\b": "the game, the computer",
        r"\bbudget\b": "how large a tree may become",
        r"\bbranch(es)?\b": "a line of play",
        r"\blanes?\b": "a line of play",
        r"\bplayouts?\b": "trying out",
        r"\bodds\b": "probability, as it is taught",
    },
    "de": {
        r"\bKnoten\b": "Schritt der Partie, Stellung im Baum",
        r"Regelsatz|Regelsätze": "Regeln",
        r"Lesart": "Auslegung",
        r"Strategie": "wie jemand spielt",
        r"Startwert|\bSeed\b": "Mischnummer",
        r"\bEngine\b": "das Spiel, der Computer",
        r"\bBudget": "wie groß ein Baum werden darf",
        r"\bZweige?\b|\bAst\b": "Verlauf",
    },
    "fr": {
        r"\bnœuds?\b": "étape de la partie, position de l’arbre",
        r"jeux? de règles": "les règles",
        r"\blectures?\b": "interprétation",
        r"\bstratégies?\b": "comment on joue",
        r"\bgraines?\b": "numéro de mélange",
        r"\bmoteur\b": "le jeu, l’ordinateur",
        r"\bbudget\b": "la taille que l’arbre peut atteindre",
        r"\bbranches?\b": "déroulement",
    },
    "it": {
        r"\bnod[oi]\b": "passo della partita, posizione dell’albero",
        r"insiem[ei] di regole": "le regole",
        r"\blettur[ae]\b": "interpretazione",
        r"\bstrategi[ae]\b": "come si gioca",
        r"\bsem[ei]\b": "numero di mescolata",
        r"\bmotore\b": "il gioco, il computer",
        r"\bbudget\b": "quanto può diventare grande l’albero",
        r"\bram[oi]\b": "svolgimento",
    },
}
"""Words of the program, each with what is said instead."""

OTHER_WORDS: Mapping[str, Mapping[str, str]] = {
    "en": {
        r"\bdamages\b|\b(a|one) damage\b": "damage is not counted",
        r"\bthrough a person\b": "with a person’s help, thanks to a person",
        r"\bone’s own\b|\banew by\b|\breckoned\b": "not how it is said",
        r"\bcalled so\b|\bBeside (the\b|“)": "not how it is said",
    },
    "de": {
        r"\bWahlen\b": "Möglichkeiten, Entscheidungen; Wahlen are elections",
        r"gerade (drehen|gedreht)": "zurückdrehen; gerade means just now",
        r"\bHände\b": "Handkarten",
        r"\bArbeiter": "Handlanger, as on the box",
        r"\bHinweis": "Tipp",
        r"\bGegner\b": "Mitspieler",
        r"\bdurch eine Person (auf|an|ab|ge)": "mithilfe einer Person",
    },
    "fr": {
        r"\b(mains|cartes|tout) ouvert": "visible; a hand is not opened",
        r"\bcéder\b": "perdre, donner",
        r"\b(de|que|le|ne|se) (un|une|il|elle|on)\b(?<!le on)(?! des)": "elision",
        r"pouss": "an outcome does not grow",
    },
    "it": {
        r"\breintegrar": "completare la mano",
        r"\b(mani|carte) aperte\b": "scoperte",
        r"\blanci[oa]?\b|\blancian": "tiro, tirare",
        r"\bdors[oi]\b": "retro",
        r"\bcedere\b": "dare, perdere",
    },
}
"""Words and turns of phrase that a native reader stumbles over, with the reason or the better word."""

BARE_TOKEN = {
    "en": r"(?<!\ba )\bthreats?\b(?! marker)",
    "de": r"\bBedrohung(en)?\b",
    "fr": r"(?<!arqueur )(?<!arqueurs )\b[mM]enaces?\b",
    "it": r"(?<!essera )(?<!essere )\b[mM]inacc(ia|e)\b",
}
"""The danger itself: it is a token that is taken and given back."""
DANGER = {
    ("picture", "die"),
    ("picture", "die.threat"),
    ("picture", "caption.threats"),
    ("explorer", "tab.threats"),
    ("figure", "odds.model"),
}
"""Here the danger is meant, or there is no room for more than a word beside the tokens."""


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_word_of_the_program_is_shown_where_a_player_has_one(lang: str) -> None:
    found = {word: faults(lang, rf"(?i){word}") for word in PROGRAM_WORDS[lang]}
    assert {word: said for word, said in found.items() if said} == {}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_turn_of_phrase_makes_a_reader_stumble(lang: str) -> None:
    found = {word: faults(lang, word) for word in OTHER_WORDS[lang]}
    assert {word: said for word, said in found.items() if said} == {}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_token_has_its_name(lang: str) -> None:
    assert [str(s) for s in shown(lang) if (s.sort, s.key) not in DANGER and re.search(BARE_TOKEN[lang], s.text)] == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_policy_has_words_that_follow_plays(lang: str) -> None:
    for policy in BRUGES.policies:
        words = BRUGES.texts.say("figure", f"policy.{policy}", {}, lang)
        assert words != policy
        assert re.fullmatch(r"[^\W\d_A-Z].*[^.]", words)


# Numbers


def selects(pattern: ast.Pattern) -> Iterator[ast.SelectExpression]:
    for element in pattern.elements:
        if isinstance(element, ast.Placeable) and isinstance(element.expression, ast.SelectExpression):
            yield element.expression
            for variant in element.expression.variants:
                yield from selects(variant.value)


def shows(pattern: ast.Pattern, name: str) -> bool:
    """Whether a number is written out with its figure."""
    found = (element.expression for element in pattern.elements if isinstance(element, ast.Placeable))
    return any(isinstance(inner, ast.VariableReference) and inner.id.name == name for inner in found)


def in_words(pattern: ast.Pattern) -> bool:
    """Whether a text says one in a word and two in a figure."""
    for select in selects(pattern):
        assert isinstance(select.selector, ast.VariableReference)
        name = select.selector.id.name
        plural = any(variant.default and shows(variant.value, name) for variant in select.variants)
        ones = [
            variant.value for variant in select.variants if isinstance(variant.key, ast.Identifier) and variant.key.name == "one"
        ]
        if plural and not all(shows(value, name) for value in ones):
            return True
    return False


THE_ONLY = {
    *(("explorer", key) for key in ("ask.any", "decide.all", "next.odds")),
    *(("ask", key) for key in ("hand.discard", "turn.act", "turn.extra")),
    *(("choice", "threat"), ("explorer", "act.threat"), ("refusal", "houses_full"), ("hint", "odds.draw")),
    *(("refusal", key) for key in ("opponents_have_none", "opponents_protected")),
}
"""Where one is the only one, a word says more than the figure."""


@pytest.mark.parametrize("lang", LANGUAGES)
def test_numbers_are_figures_from_one_on(lang: str) -> None:
    assert [
        f"{section} {key}" for section, key, pattern in patterns(lang) if (section, key) not in THE_ONLY and in_words(pattern)
    ] == []


# Typography


@pytest.mark.parametrize("lang", LANGUAGES)
def test_apostrophes_and_quotes_are_those_of_the_language(lang: str) -> None:
    quotes = {"en": "“”", "de": "„“", "fr": "«»", "it": "«»"}[lang]
    assert faults(lang, "['`´\"" + "".join(sorted(set("“”„‚‘«»‹›") - set(quotes))) + "]") == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_spaces_are_single(lang: str) -> None:
    assert faults(lang, r"\s\s|[^\S \u00a0]") == []


def test_french_marks_have_a_space_that_does_not_break() -> None:
    assert faults("fr", r"(?<!\u00a0)[;:?!»%]|«(?!\u00a0)|\u202f") == []


@pytest.mark.parametrize("lang", ["en", "de", "it"])
def test_no_space_stands_before_a_mark(lang: str) -> None:
    assert faults(lang, r"\s[,.;:?!)”»]|[(„«]\s") == []


# The lint itself


@each(
    ("lang", "text", "faulty"),
    [
        ("en", "Several damages: in which order?", True),
        ("en", "More than one kind of damage: which comes first?", False),
        ("en", "Go to node N", True),
        ("en", "a note on this step", False),
        ("de", "Das sind 3 Wahlen", True),
        ("fr", "la perte de un florin", True),
        ("fr", "la perte d’un florin", False),
        ("it", "il prossimo lancio", True),
    ],
)
def test_faults_are_found(lang: str, text: str, faulty: bool) -> None:
    words = [f"(?i){word}" for word in PROGRAM_WORDS[lang]] + list(OTHER_WORDS[lang])
    assert any(re.search(word, text) for word in words) == faulty
