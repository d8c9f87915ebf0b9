"""Italian as a publisher's editor would leave it: one word a thing, figures for what is counted, nobody spoken to in infinitives.

Every Italian string of the lab and of both games is read: rules, cards, ships, market, chapters, lessons, titles of scenarios,
discrepancies and locales. The checker's samples are texts to be checked and no wording of ours.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from cases import each
from fluent.syntax import ast
from test_language import Said, foreign_words, variants
from test_plain_words import in_words

from bruges_lab import places
from bruges_lab.kernel.records import read_toml
from bruges_lab.rulebook.glossary import Glossary
from bruges_lab.rulebook.texts import Template, Texts

GAMES = ("bruges", "burdigala")
DATA = ("rules", "scenarios", "cards.toml", "ships.toml", "market.toml", "tiles.toml", "chapters.toml", "lessons.toml")
"""Files in several languages, in the order of a game's data."""


def files(game: str, name: str) -> list[Path]:
    path = places.data(game, name)
    return sorted(path.rglob("*.toml")) if path.is_dir() else [path] if path.is_file() else []


def italian(entry: Any, key: str = "") -> Iterator[tuple[str, str]]:
    """Every Italian string inside a record, with the name of the record."""
    if isinstance(entry, Mapping):
        name = entry.get("id") or entry.get("name")
        key = name if isinstance(name, str) else key
        if isinstance(text := entry.get("it"), str):
            yield key, text
        for inner in entry.values():
            yield from italian(inner, key)
    elif isinstance(entry, list):
        for inner in entry:
            yield from italian(inner, key)


def strings(entry: Any, key: str) -> Iterator[tuple[str, str]]:
    """Every string of an Italian file, with its key."""
    if isinstance(entry, str):
        yield key, entry
    elif isinstance(entry, list):
        for inner in entry:
            yield from strings(inner, key)
    else:
        for name, inner in entry.items():
            yield from strings(inner, f"{key}.{name}" if key else name)


@cache
def patterns() -> tuple[Said, ...]:
    """All Italian texts as they are written: of which kind, which one, and the pattern."""
    said = []
    for game in GAMES:
        for name in DATA:
            for path in files(game, name):
                said += [Said(name.removesuffix(".toml"), key, text) for key, text in italian(read_toml(path))]
        for name in ("overview", "discrepancies"):
            said += [Said(name, *one) for one in strings(read_toml(places.data(game, name, "it.toml")), "")]
    for folder in ("lab", *GAMES):
        for section, texts in read_toml(places.data(folder, "locales", "it.toml")).items():
            said += [Said(section, *one) for one in strings(texts, "")]
    return tuple(said)


def parsed(said: Said) -> ast.Pattern:
    return Template("test", said.key, "", "text", said.text).parsed().value or ast.Pattern([])


@cache
def shown() -> tuple[Said, ...]:
    """All Italian texts as a reader sees them, each in each of its variants."""
    return tuple(Said(said.sort, said.key, text) for said in patterns() for text in variants(parsed(said)))


def faults(fault: str, *sorts: str) -> list[str]:
    """Where a fault is, in all texts or in those of some kinds, each once."""
    found = (str(said) for said in shown() if (not sorts or said.sort in sorts) and re.search(fault, said.text))
    return list(dict.fromkeys(found))


def test_every_kind_of_text_is_read() -> None:
    counted = {sort: sum(said.sort == sort for said in patterns()) for sort in {said.sort for said in patterns()}}
    assert counted["rules"] > 500
    assert counted["cards"] == 2 * 165
    assert counted["discrepancies"] > 1000
    assert counted["scenarios"] > 400
    assert {
        "ships",
        "market",
        "tiles",
        "chapters",
        "lessons",
        "overview",
        "event",
        "refusal",
        "choice",
        "explorer",
        "report",
        "check",
    } <= set(counted)


# The marker

MARKER = r"(?<!essera )(?<!essere )\b[mM]inacc(ia|e)\b(?! (soltanto|paga)\b)"
THE_DANGER = {
    *(("rules", f"threat.color.{damage}") for damage in ("flood", "plague", "raid", "fire", "intrigue")),
    *(("rules", rule) for rule in ("threat.names", "phase2.steps", "phase2.advance.offer", "exp.order", "exp.ships.step")),
    *(("picture", key) for key in ("die", "die.threat", "caption.threats")),
    ("figure", "odds.model"),
    *(("discrepancies", f"{entry}.readings") for entry in ("D-029", "D-036", "D-181", "D-200")),
    *(("discrepancies", key) for key in ("D-036.title", "D-037.title", "D-037.question", "D-202.title")),
    *(
        ("chapters", "threats"),
        ("explorer", "tab.threats"),
        ("lessons", "threats_dealt"),
        ("misreading", "threat.flood.only_blue"),
    ),
}
"""What a die or a colour threatens with, and the part of a phase: here no marker is counted, taken or given back."""


def test_the_marker_has_its_name() -> None:
    bare = [said for said in shown() if re.search(MARKER, said.text)]
    assert [str(said) for said in bare if (said.sort, said.key) not in THE_DANGER] == []
    assert {(said.sort, said.key) for said in bare} >= THE_DANGER


# Words

WORDS: Mapping[str, str] = {
    r"\b[Ll]anci(o|a|are|ano|at[oaie])?\b": "tiro, tirare",
    r"\b[Dd]ors[oi]\b": "retro",
    r"\b[Rr]eintegr|\b[Rr]iport\w+ la (tua )?mano|\b[Rr]impingu": "completare la mano",
    r"\b([Ss]ta|[Ss]tanno|[Ss]tare)\b(?! (per|(già )?\w+ndo)\b)": "si trova, è, si mette",
    r"\b[Ll]ettur[ae]\b(?! (di N|frase)\b)": "interpretazione",
    r"\b[Mm]otore\b|\b[Nn]od[oi]\b|\b[Bb]udget\b|\b[Ss]trategi[ae]\b|\b[Ss]em[ei]\b": "a word of the program",
    r"\b[Ii]nsiem[ei] di regole\b": "le regole",
    r"(con|dal?|all)(l’|l'| l’)infinito|\b[Ii]nfinito del (primo|secondo|terzo)\b": "con il simbolo Infinito",
    r"nel modo della famiglia": "come gli altri personaggi della sua famiglia",
    r"\b([Mm]ani|[Cc]arte) aperte\b": "scoperte",
    r"\bcart[ae] dispari\b": "la carta in più; una carta dispari has an odd number",
    r"\bs[eé] stess(?<=se stess)": "sé stesso",
    r"\bper (esso|essa|essi|esse)\b": "calque",
    r"\besegu\w+ (il|un|i|subito il) dann": "risolvere",
    r"\bprovocat[oaie]\b|\bprovocare la fine\b": "scattare",
    r"\b(turni?) in più\b": "turno aggiuntivo",
    r"\b[Gg]randezza\b": "dimensione",
    r"\b[Pp]unteggio finale\b": "conteggio finale",
    r"\braccolta inglese\b": "compilazione inglese",
    r"\briscontr[oi]\b": "osservazione",
    r"\bunità indicat": "pallino",
    r"\bRigiocato\b": "Rigiocando l’esempio",
}
"""Turns of phrase that were calques, said the opposite or named a thing a second way, with what is said instead."""


@each("fault", WORDS)
def test_a_thing_is_said_as_an_editor_would(fault: str) -> None:
    assert faults(fault) == [], WORDS[fault]


def test_variants_are_told_as_such_in_titles() -> None:
    assert faults(r"^Dove\b|, dove\b", "scenarios") == []


# Numbers

ARTICLES = {
    ("refusal", "opponents_have_none"): "the only one, and the others",
    ("refusal", "opponents_protected"): "the only one, both, all of them",
    ("refusal", "houses_full"): "the only house",
    ("ask", "hand.discard"): "your card, or one of several",
    ("ask", "turn.act"): "your card, or one of several",
    ("ask", "turn.extra"): "your card, or one of several",
    ("choice", "threat"): "your marker, or one of several",
    ("explorer", "act.threat"): "your marker, or one of several",
    ("explorer", "ask.any"): "the only choice",
    ("explorer", "decide.all"): "the only choice",
    ("explorer", "next.odds"): "the only card",
    ("hint", "odds.draw"): "the only card",
    ("event", "cards.seen"): "the new card",
    ("event", "market.shuffled"): "the card that was discarded",
    ("rules", "threat.return"): "the marker",
    ("rules", "setup.decks.split"): "a single stack",
    ("rules", "phase3.extra_card"): "the turn everybody has",
    ("rules", "scoring.carry"): "the point from the start",
    ("rules", "exp.ships.use.one"): "a single ship",
    ("rules", "person.family.extra_card"): "another card",
    ("rules", "burdigala.setup.cubes"): "the only cube",
    **{("cards", card): "another card" for card in ("messenger", "scribe", "coachman", "stable_boy", "herald")},
}
"""Where one is told from several without being counted."""
ONCE_OR_EVERY = re.compile(r"\[one\] (una volta|per ogni|fiorino|gradino|Puoi|Le|Questa)\b")
"""Once, for each: no number either."""


def test_one_is_a_figure_where_more_are() -> None:
    words = [
        said for said in patterns() if "[one]" in said.text and in_words(parsed(said)) and not ONCE_OR_EVERY.search(said.text)
    ]
    assert [str(said) for said in words if (said.sort, said.key) not in ARTICLES] == []
    assert {(said.sort, said.key) for said in words} >= set(ARTICLES)


COUNTED = (
    "overview",
    "rules",
    "cards",
    "ships",
    "market",
    "event",
    "refusal",
    "short",
    "choice",
    "ask",
    "amount",
    "figure",
    "picture",
    "scenario",
)
NUMBER = "due|tre|quattro|cinque|sei|sette|otto|nove|dieci|undici|dodici"
GOODS = (
    "fiorini|monete|lavoratori|punti|carte|tessere|statue|sigilli|pedine|dadi|gradini"
    "|gettoni|cubi|mazzetti|navi|segnalini|round|merci"
)
NOT_COUNTED = re.compile(r"\b(due mazzi|(i|dei|uno dei) due dadi|[Dd]ue dadi uguali|Non ci sono due carte)")
"""Both piles, both dice, one of several; a rule about any two of them."""


def test_goods_are_counted_in_figures() -> None:
    counted = rf"\b({NUMBER}) ({GOODS})\b"
    assert [str(said) for said in shown() if said.sort in COUNTED and re.search(counted, NOT_COUNTED.sub("", said.text))] == []


def test_rules_and_discrepancies_count_in_figures_from_3_on() -> None:
    """Six is a form of “to be” too, seven a throw of the dice."""
    words = r"(?i)\b(tre|quattro|cinque|otto|nove|dieci|undici|dodici)\b|\b(le|delle|e) sei\b"
    assert faults(words, "rules", "discrepancies") == []


# Who is spoken to

INFINITIVE = r"^(?!Tessere\b|Cantiere\b)[A-Z]\w*(are|ere|ire|arsi|ersi|irsi)\b"


def test_buttons_and_choices_speak_to_the_player() -> None:
    labels = [
        said for said in shown() if said.sort in ("choice", "explorer", "report", "ask", "hint", "figure", "refusal", "check")
    ]
    assert [str(said) for said in labels if re.search(INFINITIVE, said.text)] == []


def test_an_instruction_is_no_infinitive_later_either() -> None:
    assert (
        faults(
            r"[.;:,] (poi )?(Spuntare|eseguire|Indicare|raggiungerlo|Premere|Scegliere)\b",
            "report",
            "explorer",
            "lesson",
            "check",
        )
        == []
    )


# Articles and names

BEFORE_A_NUMBER = (
    r"\b([Ii]l|[Aa]l|[Dd]el|[Dd]al|[Nn]el|[Ss]ul|[Ii]|[Aa]i|[Dd]ei|[Dd]ai|[Nn]ei|[Ss]ui|[Dd]egli|[Aa]gli) \{\$(\w+)\}"
)
FITTING = {
    "year": "a year of four figures",
    "with_die": "a die; its 1 has a form of its own",
    "die": "a die; its 1 has a form of its own",
    "aimed": "two or three opponents",
    "people": "the deck, or the people of the example",
    "groups": "eleven groups, or twelve",
    "turns": "8 and 11 have forms of their own",
    "start_points": "8 and 11 have forms of their own",
    "cubes": "thirty cubes",
}
"""Numbers that cannot be 8, 11 or 80 behind an article that would be another one there (l’8, gli 11)."""


def test_articles_fit_the_numbers_that_follow() -> None:
    found = {(str(said), match[2]) for said in patterns() for match in re.finditer(BEFORE_A_NUMBER, said.text)}
    assert [said for said, number in sorted(found) if number not in FITTING] == []
    assert {number for _, number in found} == set(FITTING)
    assert faults(r"\b(il|al|del|dal|nel|sul|un) (8|11|80)\b|\b(i|ai|dei|dai|nei|sui) (8|11|80)\b") == []


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Aquila", "ruba a Orso e ad Aquila; Orso e Aquila vincono"),
        ("Elena", "ruba a Orso e a Elena; Orso ed Elena vincono"),
        ("Delfino", "ruba a Orso e a Delfino; Orso e Delfino vincono"),
        ("II", "ruba a Orso e a II; Orso e II vincono"),
    ],
)
def test_little_words_sound_before_names(name: str, said: str) -> None:
    texts, pattern = Texts(), "ruba a {$other} e a {$player}; {$other} e {$player} vincono"
    for lang in ("it", "de"):
        texts.add(lang, "event", "told", pattern, "test.toml")
    assert texts.say("event", "told", {"other": "Orso", "player": name}, "it") == said
    assert texts.say("event", "told", {"other": "Orso", "player": name}, "de").startswith(f"ruba a Orso e a {name}")


# Other languages, typography, glossary

ALSO_ITALIAN = {"une", "pile"}
"""Plurals of una and pila that are words of French too."""


def test_no_word_of_another_language_is_left_over_in_either_game() -> None:
    in_python = r"\bbl\.\w+"
    found = {str(said): set(foreign_words(re.sub(in_python, "", said.text), "it")) - ALSO_ITALIAN for said in shown()}
    assert {said: words for said, words in found.items() if words} == {}


def test_apostrophes_and_spaces_are_typographic() -> None:
    assert faults(r"['`´]|\s\s|\s[,;.!?](?!\w)|«\s|\s»") == []


@each(
    ("concept", "word", "former"),
    [
        ("threat", "tessera Minaccia", ("minaccia", "segnalino Minaccia", "gettone Minaccia")),
        ("discard_threat", "scartare una tessera Minaccia", ("scartare una minaccia",)),
        ("refill", "completare la mano", ("reintegrare", "reintegrare la mano", "rimpinguare")),
        ("reading", "interpretazione", ("lettura",)),
        ("roll", "tirare", ("lanciare",)),
        ("back", "retro", ("dorso",)),
    ],
)
def test_what_we_no_longer_say_is_still_accepted(concept: str, word: str, former: tuple[str, ...]) -> None:
    term = Glossary.load()[concept]["it"]
    assert term.preferred == word
    assert set(former) <= set(term.accepted)


@each(
    ("fault", "text", "found"),
    [
        (MARKER, "prende una minaccia rossa", True),
        (MARKER, "prende una tessera Minaccia rossa", False),
        (MARKER, "No, un 5 o un 6 minaccia soltanto.", False),
        (INFINITIVE, "Prendere 2 fiorini", True),
        (INFINITIVE, "Prendi 2 fiorini", False),
        (rf"\b({NUMBER}) ({GOODS})\b", "prende due fiorini", True),
        (rf"\b({NUMBER}) ({GOODS})\b", "le sei azioni", False),
    ],
)
def test_faults_are_found(fault: str, text: str, found: bool) -> None:
    assert bool(re.search(fault, text)) == found
