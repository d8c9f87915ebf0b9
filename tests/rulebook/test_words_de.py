"""German as a rulebook editor reads it: the words of the box, one word a thing, no calque, figures for quantities.

What both games and the lab say, wherever it stands: locales, rules, cards, market, ships, titles, lessons, discrepancies.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

import pytest
from cases import each
from fluent.syntax import ast
from test_language import variants
from test_plain_words import in_words

from bruges_lab import places
from bruges_lab.kernel.records import read_toml
from bruges_lab.rulebook.texts import Template

GAMES = ("bruges", "burdigala")
PROSE = ("title", "lesson", "chapter")
"""Where small numbers are words."""
SPOKEN = ("event", "refusal", "short", "choice", "ask")
"""Where a person is named in a sentence."""


class Text(NamedTuple):
    """One German text as it is written: of which sort, its key, its pattern."""

    sort: str
    key: str
    pattern: str

    @property
    def parsed(self) -> ast.Pattern:
        return Template("test", self.key, "", "text", self.pattern).parsed().value or ast.Pattern([])

    def __str__(self) -> str:
        return f"{self.sort} {self.key}: {self.pattern!r}"


def of_list(file: str, table: str, sort: str, *fields: str, folder: str = "") -> Iterator[Text]:
    for game in GAMES:
        paths = sorted(places.data(game, folder).glob("*.toml")) if folder else [places.data(game, file)]
        for path in paths:
            for entry in read_toml(path).get(table, []) if path.is_file() else []:
                for field in fields:
                    if isinstance(said := entry.get(field), dict) and "de" in said:
                        yield Text(sort, str(entry.get("id", entry.get("name"))), said["de"])


def of_locales() -> Iterator[Text]:
    for folder in ("lab", *GAMES):
        for section, texts in read_toml(places.data(folder, "locales") / "de.toml").items():
            yield from (Text(section, key, said) for key, said in texts.items() if isinstance(said, str))


def of_discrepancies() -> Iterator[Text]:
    for game in GAMES:
        for key, entry in read_toml(places.data(game, "discrepancies") / "de.toml").items():
            said: dict[str, Any] = entry
            for words in (said["title"], said["question"], *said["readings"], said["why"]):
                yield Text("discrepancy", key, words)


def of_overviews() -> Iterator[Text]:
    for game in GAMES:
        for sort, parts in read_toml(places.data(game, "overview") / "de.toml").items():
            yield from (Text("overview", f"{game} {sort}.{part}", said) for part, words in parts.items() for said in flat(words))


def flat(entry: Any) -> Iterator[str]:
    """Every string inside of tables and lists."""
    if isinstance(entry, str):
        yield entry
    else:
        for inner in entry.values() if isinstance(entry, Mapping) else entry:
            yield from flat(inner)


@cache
def texts() -> tuple[Text, ...]:
    """Everything there is to read in German."""
    return (
        *of_locales(),
        *of_list("", "rule", "rule", "text", folder="rules"),
        *of_list("", "scenario", "title", "title", folder="scenarios"),
        *of_list("cards.toml", "card", "card", "text"),
        *of_list("market.toml", "improvement", "improvement", "name", "text"),
        *of_list("ships.toml", "kind", "ship", "name", "text"),
        *of_list("lessons.toml", "task", "lesson", "title", "question", "hint"),
        *of_list("chapters.toml", "chapter", "chapter", "title"),
        *of_overviews(),
        *of_discrepancies(),
    )


@cache
def shown() -> tuple[tuple[Text, str], ...]:
    """Each text with each of its variants."""
    return tuple((text, said) for text in texts() for said in variants(text.parsed))


def faults(fault: str, but: frozenset[tuple[str, str]] = frozenset(), sorts: tuple[str, ...] = ()) -> list[str]:
    """The texts with a fault, but for those that may have it."""
    found = re.compile(fault)
    return [
        f"{text.sort} {text.key}: {said!r}"
        for text, said in shown()
        if found.search(said) and (text.sort, text.key) not in but and (not sorts or text.sort in sorts)
    ]


def keys(sort: str, *names: str) -> frozenset[tuple[str, str]]:
    return frozenset((sort, name) for name in names)


def test_all_sorts_of_texts_are_read() -> None:
    read = {text.sort for text in texts()}
    assert {"event", "refusal", "misreading", "report", "rulebook", "check", "rule", "card", "improvement", "ship"} <= read
    assert {"title", "lesson", "chapter", "overview", "discrepancy"} <= read
    assert len(texts()) > 4000


# The words of the box

BOX: Mapping[str, str] = {
    r"Arbeiter": "Handlanger",
    r"Mehrheits(pl|m|chip)|Mehrheitenpl": "Mehrheitenmarker",
    r"Startspieler(-?[Mm]arker|plättchen|stein|karte)": "Startspielerwappen",
    r"Gefahrenm|Bedrohungs(pl|chip)": "Bedrohungsmarker",
}
QUOTED = keys("rule", "meta.terms.worker")
"""What other rulebooks say is quoted."""

DANGER = frozenset().union(
    keys("rule", *(f"threat.color.{damage}" for damage in ("flood", "plague", "raid", "fire", "intrigue")), "threat.names"),
    keys("rule", "phase2.steps", "phase2.advance.offer", "exp.ships.step", "exp.order"),
    keys("discrepancy", "D-029", "D-036", "D-037", "D-181"),
    keys("chapter", "threats"),
    keys("picture", "die", "caption.threats"),
    keys("explorer", "tab.threats"),
)
"""Here the danger is meant, or the threats as a step of phase 2, or there is no room for more than a word beside the markers."""
BARE = r"\bBedrohung(en)?\b"


def test_the_pieces_have_the_names_on_the_box() -> None:
    found = {word: faults(word, QUOTED) for word in BOX}
    assert {f"{word} for {BOX[word]}": said for word, said in found.items() if said} == {}


def test_the_threat_that_is_taken_or_given_back_is_a_marker() -> None:
    assert faults(BARE, DANGER) == []


@pytest.mark.parametrize(("fault", "excused"), [(BARE, DANGER), (r"Arbeiter", QUOTED)])
def test_every_excuse_is_needed(fault: str, excused: frozenset[tuple[str, str]]) -> None:
    assert {(text.sort, text.key) for text, said in shown() if re.search(fault, said)} >= excused


# One word a thing, and no calque

ONE_WORD: Mapping[str, str] = {
    r"gerade (ge)?dreh|dreh\w* \S+ (wieder )?gerade": "zurückdrehen; gerade means just now",
    r"\bWahlen\b": "Möglichkeiten, Entscheidungen; Wahlen are elections",
    r"\bHände\b(?! voll zu)": "Handkarten",
    r"\bGegner|\bGegenspieler": "Mitspieler",
    r"\bAnlegers?n?\b": "Anlegestelle",
    r"\bFlut\b": "Hochwasser",
    r"\bmit Hilfe\b": "mithilfe",
    r"erleide\w* (das|den|die) (Hochwasser|Pest|Überfall|Brand|Intrige)": "a damage hits somebody: trifft",
    r"(Bedrohungs|Korruptions)marker[^.;:]* ab(zu)?(werf|geworfen)": "markers are given back: abgeben",
    r"Marktkarten?[^.;]* abgelegt|abgelegten? Marktkarte": "cards are discarded: abwerfen",
    r"\bSch[aä]den?\b[^.;]*\bausgeführt": "a damage is dealt with: abhandeln",
    r"\bSchiffe?s?\b[^.;:]*\bbenutz(?!te Personen)": "nutzen, as elsewhere",
    r"\b(nähme|null Gulden|hat nichts zu verlieren)\b": "not how a rulebook says it",
    r"\bder Gebende\b|aktivierenden? Handlanger": "a clause says it better",
    r"durch „|durch eine Person (auf|an|ab|ge|zu)": "dank, mithilfe: durch has two meanings",
    r"(erst|zweit|dritt)er? (und \w+ )?Art mit Unendlichkeitszeichen": "Unendlichkeitszeichen der ersten Art",
}
PROGRAM: Mapping[str, str] = {
    r"\bEngine\b": "Bruges Lab",
    r"\bdas Lab\b|\bLabors?\b": "Bruges Lab",
    r"\bLesart": "Auslegung",
    r"Regelsatz|Regelsätze": "Regeln",
    r"\bStrategie": "wie jemand spielt",
    r"\bKnoten\b": "Schritt, Stellung",
    r"\b(Seed|Startwert)\b": "Mischnummer",
    r"\bBudget": "wie groß ein Baum werden darf",
}
"""Words of the program: for readers of reports and printed rules too."""
VERDICT = keys("report", "verdict.note", "count.note")
WHO_WEAKENS = frozenset({("choice", key) for key in ("canal", "recruit", "dig", "invite")}) | keys(
    "explorer", "act.canal", "act.recruit", "act.invite"
)
"""7 weniger 2 durch „Notar“: a sum, not a sentence."""


def test_no_word_and_no_turn_of_phrase_makes_a_reader_stumble() -> None:
    found = {word: faults(word, WHO_WEAKENS) for word in ONE_WORD}
    assert {f"{word} ({ONE_WORD[word]})": said for word, said in found.items() if said} == {}


def test_no_word_of_the_program_is_said() -> None:
    found = {word: faults(word) for word in PROGRAM}
    assert {f"{word} for {PROGRAM[word]}": said for word, said in found.items() if said} == {}


def test_a_tip_is_a_tip() -> None:
    assert faults(r"\bHinweis", VERDICT) == []


def test_a_variant_in_a_title_is_in_brackets() -> None:
    assert faults(r"^(?!Auslegung:).*, wo (sie|er|es|jede|erst)\b|^Wo (jede|ein|die) ", sorts=("title",)) == []


# Numbers

WORDS = "zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf"
SMALL = rf"\b({WORDS})\b"
NAMES = keys("explorer", "reading.zwin_five", "reading.zwin.five")
"""How a module is called."""
THE_ONLY = frozenset().union(
    keys("explorer", "ask.any", "decide.all", "next.odds", "act.threat"),
    keys("ask", "hand.discard", "turn.act", "turn.extra"),
    keys("choice", "threat"),
    keys("refusal", "houses_full", "opponents_have_none", "opponents_protected"),
    keys("hint", "odds.draw"),
    keys("rule", "setup.decks.split", "burdigala.setup.cubes", "threat.return"),
    keys("rule", "phase3.extra_card", "scoring.carry", "person.prince"),
    keys("rule", "act.worker.limit", "act.infinity.type1"),
    keys("card", "duke", "printer", "monk", "archer", "mathematician", "banker", "king", "steward"),
    keys("card", "glass_painter", "wood_carver", "poet", "puppeteer", "lace_maker", "astrologer", "cloth_merchant"),
    keys("event", "cards.seen", "market.shuffled"),
)
"""Where one is the only one, or every one, or once: a word says more than the figure."""


def test_quantities_are_figures() -> None:
    assert faults(SMALL, NAMES, tuple({text.sort for text in texts()} - set(PROSE))) == []


COUNTED = re.compile(rf"\b(?:({WORDS})|\d+) (?:[a-zäöüß]+e[nrs]? )?([A-ZÄÖÜ][a-zäöüß]{{3}})")


def mixed(text: str) -> list[str]:
    """What a sentence counts once in a word and once in a figure."""
    found: set[str] = set()
    for sentence in re.split(r"[.;:?!] ", text):
        counted = [(word != "", thing) for word, thing in COUNTED.findall(sentence)]
        found |= {thing for in_word, thing in counted if (not in_word, thing) in counted}
    return sorted(found)


def test_words_and_figures_are_not_mixed_in_a_sentence() -> None:
    assert [f"{text.sort} {text.key}: {said!r}" for text, said in shown() if text.sort in PROSE and mixed(said)] == []


def test_one_is_a_figure_where_two_is() -> None:
    assert [str(text) for text in texts() if (text.sort, text.key) not in THE_ONLY and in_words(text.parsed)] == []


def test_every_one_in_a_word_is_needed() -> None:
    assert {(text.sort, text.key) for text in texts() if in_words(text.parsed)} >= THE_ONLY


# Persons

NAMED = re.compile(r"(?<!„)\{\$(person|card|helper|ship)\}|\{\$(person|card|helper|ship)\}(?!“)")


def test_persons_are_quoted_in_a_sentence() -> None:
    assert [str(text) for text in texts() if text.sort in SPOKEN and NAMED.search(text.pattern)] == []


# The lint itself


@each(
    ("text", "faulty"),
    [
        ("Jeder Spieler nimmt 2 Arbeiter.", True),
        ("Mit dem Vorarbeiter in der Auslage", False),
        ("Benutzte Personen werden gerade gedreht.", True),
        ("Der Narr dreht eine Person zurück.", False),
        ("Schwan erleidet das Hochwasser.", True),
        ("Das Mehrheitsplättchen wird umgedreht.", True),
        ("Die Engine spielt 3.", True),
        ("Sie werfen 2 Bedrohungsmarker ab.", False),
        ("die Bedrohungsmarker müssen abgeworfen werden", True),
        ("Ein benutztes Schiff; zurück", False),
        ("Niemand muss ein Schiff benutzen", True),
        ("Personen zweiter Art mit Unendlichkeitszeichen", True),
    ],
)
def test_faults_are_found(text: str, faulty: bool) -> None:
    assert any(re.search(word, text) for word in (*BOX, *ONE_WORD, *PROGRAM)) == faulty


@each(
    ("text", "faulty"),
    [("die drei Gulden", True), ("3 Gulden", False), ("eine Sieben", False), ("zu dritt", False), ("elf Karten", True)],
)
def test_small_numbers_are_found(text: str, faulty: bool) -> None:
    assert bool(re.search(SMALL, text)) == faulty


@each(
    ("text", "things"),
    [
        ("drei neue Karten und 2 alte Karten", ["Kart"]),
        ("drei Karten und 2 Gulden", []),
        ("Zieh drei Karten. Wirf 2 Karten ab.", []),
    ],
)
def test_mixed_numbers_are_found(text: str, things: list[str]) -> None:
    assert mixed(text) == things


@each(("pattern", "faulty"), [("Der {$person} hilft.", True), ("„{$person}“ hilft.", False), ("„{$card}“, {$card}", True)])
def test_unquoted_persons_are_found(pattern: str, faulty: bool) -> None:
    assert bool(NAMED.search(pattern)) == faulty
