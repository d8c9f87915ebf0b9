"""What the lab shows, read as a careful native reader would: terms, words of other languages, one word a thing, typography."""

import re
from collections.abc import Iterator
from functools import cache
from itertools import chain
from typing import NamedTuple

import pytest
from cases import each
from fluent.syntax import ast

from bruges_lab import places
from bruges_lab.games.bruges.deck import Deck
from bruges_lab.games.bruges.manifest import MANIFEST as BRUGES
from bruges_lab.kernel.records import read_toml
from bruges_lab.rulebook.glossary import Glossary
from bruges_lab.rulebook.texts import LANGUAGES, Template

SENTENCES = ("rule", "card", "event", "refusal", "step")
PHRASES = ("choice", "kind", "scenario", "title", "name", "form")
FILLED = "N"
"""What stands for a number, name or word that is filled in."""


class Said(NamedTuple):
    """One text in one of its variants: what sort of text, which one, what it says."""

    sort: str
    key: str
    text: str

    def __str__(self) -> str:
        return f"{self.sort} {self.key}: {self.text!r}"


def variants(pattern: ast.Pattern) -> list[str]:
    """The texts that a pattern can give; each variant of each selector is in one of them at least."""
    texts = [""]
    for element in pattern.elements:
        parts = [element.value] if isinstance(element, ast.TextElement) else placed(element)
        texts = [texts[i % len(texts)] + parts[i % len(parts)] for i in range(max(len(texts), len(parts)))]
    return texts


def placed(element: ast.Placeable) -> list[str]:
    inner = element.expression
    if isinstance(inner, ast.SelectExpression):
        return list(chain.from_iterable(variants(variant.value) for variant in inner.variants))
    return [str(inner.parse()["value"])] if isinstance(inner, ast.StringLiteral) else [FILLED]


def patterns(lang: str) -> Iterator[tuple[str, str, str]]:
    for path in sorted(places.data("bruges", "rules").glob("*.toml")):
        for rule in read_toml(path)["rule"]:
            yield "rule", rule["id"], rule["text"][lang]
    for card in Deck.load().cards:
        yield "card", card.id, card.text[lang]
    for folder in ("lab", "bruges"):
        locale = read_toml(places.data(folder, "locales") / f"{lang}.toml")
        for section in ("event", "refusal", "step", "choice", "kind", "scenario"):
            for key, pattern in locale.get(section, {}).items():
                yield section, key, pattern


@cache
def shown(lang: str) -> tuple[Said, ...]:
    """Everything that the lab shows in a language."""
    said = [
        Said(sort, key, text)
        for sort, key, pattern in patterns(lang)
        for text in variants(Template("test", key, "", "text", pattern).parsed().value or ast.Pattern([]))
    ]
    said += [Said("name", card.id, card.name[lang]) for card in Deck.load().cards]
    said += [Said("title", name, record.title[lang]) for name, (record, _) in BRUGES.scenarios.items()]
    for name, words in read_toml(places.data("bruges", "locales") / f"{lang}.toml")["forms"].items():
        said += [Said("form", f"{name}.{word}.{form}", text) for word, forms in words.items() for form, text in forms.items()]
    return tuple(said)


def of(sorts: tuple[str, ...], lang: str) -> list[Said]:
    return [said for said in shown(lang) if said.sort in sorts]


def test_every_variant_of_a_pattern_is_read() -> None:
    pattern = "a { $n -> [0] b [one] c{ $m -> [one] d *[other] {$m} } *[other] e } {$x}."
    parsed = Template("test", "t", "", "text", pattern).parsed().value
    assert parsed is not None
    assert variants(parsed) == ["a b N.", "a cd N.", "a cN N.", "a e N."]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_all_kinds_of_texts_are_read(lang: str) -> None:
    assert {said.sort for said in shown(lang)} == {*SENTENCES, *PHRASES}
    assert len({said.key for said in of(("rule",), lang)}) == 422
    assert len({said.key for said in of(("card",), lang)}) == len(of(("name",), lang)) == 165


# Misleading terms

RIGHT_HERE = {
    "en": {"last turn without any": "the last of one's four turns, not the final round"},
    "de": {"letzter Zug ohne Karte": "the last of one's four turns, not the final round"},
    "fr": {"dernier tour sans carte": "the last of one's four turns, not the final round"},
    "it": {
        "ultimo turno senza": "the last of one's four turns, not the final round",
        "Prestatore su pegno": "a person; pegno misleads only for a pawn of the game",
        "Guardiano della chiusa": "a person; chiusa misleads only for a gate",
        "Studente": "a person; studente misleads only for the group of scholars",
    },
}
"""Passages in which a forbidden term is right, with the reason."""


def misleading(text: str, lang: str) -> list[str]:
    for passage in RIGHT_HERE[lang]:
        text = text.replace(passage, " ")
    return Glossary.load().forbidden(text, lang)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_text_has_a_misleading_term(lang: str) -> None:
    assert [f"{said}: {', '.join(terms)}" for said in shown(lang) if (terms := misleading(said.text, lang))] == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_passage_that_may_mislead_is_in_a_text(lang: str) -> None:
    for passage in RIGHT_HERE[lang]:
        assert Glossary.load().forbidden(passage, lang), passage
        assert any(passage in said.text for said in shown(lang)), passage


# Words of another language

STOP_WORDS = {
    "en": "the of and with from each your you are is was when only has have by which this that their for not no if all "
    "one two any player players card cards house houses worker workers draw pile point points round turn space",
    "de": "der das den dem des und oder nicht ein eine einen einem einer mit von vom zum zur auf aus bei nach für wenn "
    "wird werden ist sind hat haben du dein deine jeder jede jedes kein keine nur noch schon auch Spieler Karte "
    "Karten Haus Handlanger Punkte Runde",
    "fr": "le les des du et ou une un pour avec dans sur est sont ne pas que qui vous votre vos chaque aucun aucune son "
    "ses leur au aux joueur joueurs carte cartes maison ouvrier manche tour pioche",
    "it": "il lo gli di del della dei delle dello che per con una uno nel nella sul alla dal dalla è sono non ogni tuo "
    "tua tuoi più suo sua questo giocatore giocatori carta carte casa lavoratore lavoratori punto punti turno",
}
SHARED = {"en": "per", "de": "was", "fr": "point points pile il non", "it": "un le round ne all qui no"}
"""Stop words of other languages that are words of this one too."""
PROPER_NAMES = ("Stefan Feld", "Hans im Glück")
QUOTED = re.compile(r"“[^”]*”|„[^“]*“|«[^»]*»")
"""Terms of other rulebooks are quoted (meta.terms.*), and so are what a card says and what an action is called."""


def foreign_words(text: str, lang: str) -> list[str]:
    for name in PROPER_NAMES:
        text = text.replace(name, " ")
    own = set(f"{STOP_WORDS[lang]} {SHARED[lang]}".lower().split())
    foreign = {word for other in LANGUAGES if other != lang for word in STOP_WORDS[other].lower().split()} - own
    return [word for word in re.findall(r"[^\W\d_]+", QUOTED.sub(" ", text).lower()) if word in foreign]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_word_of_another_language_is_left_over(lang: str) -> None:
    assert [f"{said}: {', '.join(words)}" for said in shown(lang) if (words := foreign_words(said.text, lang))] == []


@each(
    ("text", "lang", "words"),
    [
        ("Der Spieler nimmt the card.", "de", ["the", "card"]),
        ("Le joueur prend eine Karte.", "fr", ["eine", "karte"]),
        ("Il giocatore prende une carte.", "it", ["une"]),
        ("The player takes una carta.", "en", ["una", "carta"]),
        ("The player takes “una carta”.", "en", []),
        ("Ein Spiel von Hans im Glück.", "de", []),
    ],
)
def test_left_over_words_are_found(text: str, lang: str, words: list[str]) -> None:
    assert foreign_words(text, lang) == words


# One word a thing

NAMED_ONE_WAY = (
    *("guilder", "worker", "canal_tile", "threat", "house", "person", "statue", "seal", "majority_marker", "start_player_marker"),
    *("draw_pile", "discard_pile", "extra_pile", "display", "board", "score_track", "reputation_track", "town_hall", "section"),
    *("round", "turn", "phase", "final_round", "final_scoring", "points", "majority", "start_player", "owner", "group", "bank"),
)
OTHER_SENSE = {
    "en": {
        "discards": "a verb: a player discards a card",
        "building": "a verb: building a canal tile",
        "player turn": "a verb: a player turns over a marker",
        "threat": "the danger itself: a die shows a threat; the piece is a threat marker (test_words_en.py)",
    },
    "de": {"bedrohung": "the danger itself, which is no piece"},
    "fr": {"personne": "nobody", "menace": "the danger, not the piece", "famille": "people with one effect, not a group"},
    "it": {
        "scarti": "a verb: whenever you discard a threat",
        "mazzo": "any pile of cards, of which the draw pile is one",
        "minaccia": "the danger itself: the blue threat is the flood, the threats of a phase",
    },
}
"""Words for a thing that in our texts mean something else."""
SAID_OTHERWISE = {
    "en": {
        "comp.guilders.coins": ("money", "all the coins together"),
        "money_changer": ("money", "the name of a person"),
    },
    "de": {"comp.guilders.coins": ("geld", "all the coins together")},
    "fr": {
        "comp.guilders.coins": ("monnaie", "all the coins together"),
    },
    "it": {"comp.guilders.coins": ("denaro", "all the coins together")},
}
"""Texts, by key, that want another word for the thing, with the reason."""


@cache
def all_names(lang: str) -> re.Pattern[str]:
    """Any term of the glossary, the longest first, with the commonest endings."""
    terms = [concept[lang] for concept in Glossary.load().values()]
    names = {name.lower() for term in terms for name in (term.preferred, term.plural or term.preferred, *term.accepted)}
    listed = "|".join(re.escape(name) for name in sorted(names, key=lambda name: (-len(name), name)))
    return re.compile(rf"(?<!\w)({listed})(?:e?s|e?n|e)?(?!\w)")


@cache
def second_names(lang: str) -> dict[str, str]:
    """Accepted terms of the things that have one name in our texts, but for those that are our own name of something else."""
    glossary = Glossary.load()
    terms = [concept[lang] for concept in glossary.values()]
    ours = {name.lower() for term in terms for name in (term.preferred, term.plural or term.preferred)}
    named = {name.lower(): concept for concept in NAMED_ONE_WAY for name in glossary[concept][lang].accepted}
    return {name: concept for name, concept in named.items() if name not in ours}


def renamed(text: str, lang: str) -> list[str]:
    plain = QUOTED.sub(" ", text).lower().replace("’", "'")
    return [name for name in all_names(lang).findall(plain) if name in second_names(lang)]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_one_thing_has_one_name(lang: str) -> None:
    faults = [
        f"{said}: {name} for {second_names(lang)[name]}"
        for said in shown(lang)
        for name in renamed(said.text, lang)
        if name not in OTHER_SENSE[lang] and SAID_OTHERWISE[lang].get(said.key, ("", ""))[0] != name
    ]
    assert faults == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_exception_to_one_name_is_needed(lang: str) -> None:
    found = {(said.key, name) for said in shown(lang) for name in renamed(said.text, lang)}
    assert set(OTHER_SENSE[lang]) <= {name for _, name in found}
    assert {(key, name) for key, (name, _) in SAID_OTHERWISE[lang].items()} <= found


@pytest.mark.parametrize(
    ("text", "lang", "names"),
    [
        ("The helper builds a house.", "en", ["helper"]),
        ("Der Arbeiter kommt in die Auslage.", "de", ["arbeiter"]),
        ("La pile de pioche et la pioche.", "fr", ["pile de pioche"]),
        ("Il mazzo extra è un mazzo di pesca.", "it", []),
    ],
)
def test_second_names_are_found(text: str, lang: str, names: list[str]) -> None:
    assert renamed(text, lang) == names


# Typography
def faults(lang: str, fault: str, sorts: tuple[str, ...] = (*SENTENCES, *PHRASES)) -> list[str]:
    return [str(said) for said in of(sorts, lang) if re.search(fault, said.text)]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_apostrophes_are_typographic(lang: str) -> None:
    assert [said.text for said in shown(lang) if re.search(r"['`´]", said.text)] == []


@pytest.mark.parametrize(("lang", "quotes"), [("en", "“”"), ("de", "„“"), ("fr", "«»"), ("it", "«»")])
def test_quotes_are_those_of_the_language_and_come_in_pairs(lang: str, quotes: str) -> None:
    opening, closing = quotes
    assert faults(lang, f'["{"".join(sorted(set("“”„‚‘«»‹›") - {opening, closing}))}]') == []
    for said in shown(lang):
        assert re.fullmatch(rf"[^{quotes}]*({opening}[^{quotes}]+{closing}[^{quotes}]*)*", said.text), said


@pytest.mark.parametrize("lang", LANGUAGES)
def test_spaces_are_single_and_within(lang: str) -> None:
    assert faults(lang, r"\s\s|^\s|\s$|[^\S \u00a0]") == []


@pytest.mark.parametrize("lang", ["en", "de", "it"])
def test_no_space_stands_before_a_mark_or_within_quotes(lang: str) -> None:
    assert faults(lang, r"\s[,.;:?!…)”»]|[(„«]\s|(?<!no\.)(?<!Nr\.)(?<!n\.)\u00a0" + (r"|\s“" if lang == "de" else r"|“\s")) == []


def test_french_marks_and_quotes_have_a_space_that_does_not_break() -> None:
    assert faults("fr", r"(?<!\u00a0)[;:?!»]|«(?!\u00a0)|\s[,.…)]|\(\s") == []
    assert faults("fr", r"\u00a0(?![;:?!»])(?<!«\u00a0)(?<!n°\u00a0)") == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_mark_is_followed_by_a_space(lang: str) -> None:
    assert faults(lang, r"[,;:?!][^\W\d_]|\.[^\W\d_]|,,|\.\.") == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_sentences_begin_with_a_capital_and_end_with_a_full_stop(lang: str) -> None:
    end_with_another = {("refusal", key) for key in ("not_now", "if_turn", "effect_first", "only_with_card")}
    for said in of(SENTENCES, lang):
        first = said.text.lstrip("„“«\u00a0")[0]
        assert not first.islower(), said
        assert said.text.endswith(".") or (said.sort, said.key) in end_with_another, said


@pytest.mark.parametrize("lang", LANGUAGES)
def test_phrases_and_titles_have_no_full_stop(lang: str) -> None:
    assert faults(lang, r"\.$", ("choice", "kind", "title", "name", "form")) == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_choices_titles_and_names_begin_with_a_capital(lang: str) -> None:
    assert [str(said) for said in of(("choice", "title", "name"), lang) if said.text.lstrip("„“«\u00a0")[0].islower()] == []
