"""French as an editor of rulebooks prints it: every French string of the lab and of both games, wherever it lies.

Terms (the threat marker, the pillage, the symbols), figures, elision, spaces that do not break, and turns of phrase that are no
French or mean something else. What a checked text may say is the glossary's business: there the former words stay accepted.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from cases import each
from fluent.syntax import ast
from test_language import variants
from test_plain_words import selects, shows

import bruges_lab as bl
from bruges_lab import places
from bruges_lab.games.shelf import find
from bruges_lab.kernel.records import read_toml
from bruges_lab.rulebook.glossary import Glossary
from bruges_lab.rulebook.texts import Template

GAMES = ("bruges", "burdigala")
FOLDERS = ("lab", *GAMES)
NOT_OURS = {"glossary", "samples", "reading", "readings"}
"""Folders whose words are those of texts that are checked."""


class Said(NamedTuple):
    """One French string as it is written, and all that it can give."""

    where: str
    pattern: ast.Pattern
    texts: tuple[str, ...]


def strings(entry: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """All strings of a file, each with its place: entries of a list by their id or name."""
    if isinstance(entry, str):
        yield path, entry
    elif isinstance(entry, dict):
        for key, inner in entry.items():
            yield from strings(inner, f"{path}.{key}" if path else key)
    elif isinstance(entry, list):
        for number, inner in enumerate(entry):
            named = inner.get("id", inner.get("name")) if isinstance(inner, dict) else None
            yield from strings(inner, f"{path}.{named if isinstance(named, str) else number}")


def written() -> Iterator[tuple[Path, str, str]]:
    """Every French string: a file that is French throughout, or what is said under `fr`."""
    for folder in FOLDERS:
        for path in sorted(Path(places.data(folder)).rglob("*.toml")):
            parts = set(path.relative_to(places.data(folder)).parts)
            if parts & NOT_OURS or (parts & {"locales", "discrepancies"} and path.name != "fr.toml"):
                continue
            french = path.name == "fr.toml"
            for place, text in strings(read_toml(path)):
                if french or re.search(r"\.fr(\.|$)", place):
                    yield path, place, text


@cache
def said() -> tuple[Said, ...]:
    found = []
    for path, place, text in written():
        pattern = Template(path, place, "", "text", text).parsed().value or ast.Pattern([])
        found.append(Said(f"{path.parent.parent.name}/{path.parent.name}/{path.name} {place}", pattern, tuple(variants(pattern))))
    return tuple(found)


def faults(fault: str, right: Iterable[str] = ()) -> list[str]:
    """What has a fault; passages in which it is right are taken out before."""
    passages = re.compile("|".join(map(re.escape, right)) or r"(?!)")
    return [f"{one.where}: {text!r}" for one in said() for text in one.texts if re.search(fault, passages.sub(" ", text))]


def test_all_kinds_of_strings_are_read() -> None:
    places_read = {one.where.split()[0] for one in said()}
    assert len(said()) > 4500
    for kind in (
        "lab/locales/fr.toml",
        "bruges/rules/07_threats.toml",
        "burdigala/rules/05_moving.toml",
        "bruges/discrepancies/fr.toml",
    ):
        assert kind in places_read
    for file in ("cards", "market", "ships", "chapters", "lessons"):
        assert any(place.endswith(f"/{file}.toml") for place in places_read), file
    assert any("scenarios" in place for place in places_read)


# Terms

DANGER = {
    "La menace bleue est": "the danger of a colour",
    "La menace brune est": "the danger of a colour",
    "La menace jaune est": "the danger of a colour",
    "La menace rouge est": "the danger of a colour",
    "La menace violette est": "the danger of a colour",
    "Les 5 menaces s’appellent": "the dangers by name",
    "Les menaces en désordre": "the dangers by name",
    "Chaque menace fait ce que dit son nom": "the dangers by name",
    "la couleur de la menace": "the danger of a colour",
    "couleur de chaque menace": "the danger of a colour",
    "Les couleurs des menaces": "the danger of a colour",
    "Menaces et préjudices": "the title of a chapter about both",
    "les menaces avec tous leurs préjudices": "a part of phase 2",
    "Après les menaces": "a part of phase 2",
    "après les menaces": "a part of phase 2",
    "Entre les menaces": "a part of phase 2",
    "suivi des menaces": "a part of phase 2",
    "(menace)": "what a die means",
}
"""The danger itself; whatever is taken, counted or given back is a marqueur Menace."""
DANGER_ALONE = ("picture.die.threat", "picture.caption.threats", "explorer.tab.threats")
"""A word beside the pieces, where there is room for no more."""


def test_the_threat_marker_has_its_name() -> None:
    found = faults(r"(?<![mM]arqueur )(?<![mM]arqueurs )\b[mM]enaces?\b(?! tout le monde| aussi\b)(?<!qui menace)", DANGER)
    assert [one for one in found if not one.split(":")[0].endswith(DANGER_ALONE)] == []


@each("passage", DANGER)
def test_every_passage_about_the_danger_is_in_a_text(passage: str) -> None:
    assert any(passage in text for one in said() for text in one.texts), passage


@each(
    ("former", "now"),
    [
        (r"\b[Rr]aids?\b", "pillage"),
        (r"\bdos\b", "verso, as in the rules"),
        (r"supplément de cartes", "feuillet des cartes; a supplément de cartes is more cards"),
        (r"\bà (l’)?(éclair|infini)\b|\b(à|au) laurier\b|\bà symbole\b", "avec le symbole Éclair, Infini, Laurier, Ouvrier"),
        (r"symbole (éclair|infini|laurier|ouvrier)\b", "the names of symbols have a capital"),
        (r"tours? de plus\b", "tour supplémentaire"),
        (r"\b[LlDd][ae]s? ?lectures?\b|\blectures? possibles\b|^Lecture :", "interprétation"),
        (r"\b[Mm]oteurs?\b|[Jj]eux? de règles", "le laboratoire, les règles"),
        (r"(?i)\bnœuds?\b|\bgraines?\b|\bstratégies?\b|\bépingles?\b", "words of the program"),
        (r"(?i)exécut", "effectuer une action, appliquer un effet, résoudre un préjudice, jouer un scénario"),
        (r"\b[ÉÈ]chassier", "Échasseur: an échassier is a bird first"),
    ],
)
def test_one_word_is_used_for_a_thing(former: str, now: str) -> None:
    assert faults(former) == [], now


@each(
    ("concept", "term", "former"),
    [
        ("threat", "marqueur Menace", "menace"),
        ("raid", "pillage", "raid"),
        ("raid", "pillage", "agression"),
        ("discard_threat", "retirer un marqueur Menace", "retirer une menace"),
        ("reading", "interprétation", "lecture"),
        ("card_supplement", "feuillet des cartes", "supplément de cartes"),
    ],
)
def test_a_text_may_use_the_former_word(concept: str, term: str, former: str) -> None:
    words = Glossary.load()[concept]["fr"]
    assert words.preferred == term
    assert former in words.accepted
    assert Glossary.load().forbidden(former, "fr") == []


# Turns of phrase


@each(
    ("phrase", "better"),
    [
        (r"par tranche de", "pour 2, par lot de 2: a tranche is of money"),
        (r", non (pas )?(un|une|le|la|les|l’|tous|toutes|leur|celui|celle|ceux|celles)\b", "et non"),
        (r"carte impaire", "carte en trop; impaire is its number"),
        (r"perd la tête", "n’est plus en tête"),
        (r"\bd’ailleurs\b", "besides, not from elsewhere"),
        (r"à la manière de la famille|s’en tient à", "comme les autres membres de sa famille; pour qui"),
        (r"réservé aux yeux", "seul … peut voir"),
        (r"[Ss]erait juste\b|ce qui est voulu", "Correction; le choix en question"),
        (r"\b([Mm]ains?|[Cc]artes?) (encore )?ouvertes?\b", "visibles"),
        (r"zéro (florin|point|ouvrier)", "0, aucun"),
        (r"[Pp]remier type d’infini", "Infini, premier type"),
        (r"Rien n’arrive", "Aucun événement selon"),
        (r"propres mots du projet|dans nos propres mots", "rédigées pour ce projet; avec nos propres mots"),
        (r"un jeu (de cartes )?à soi\b", "personnalisé"),
        (r"mieux placé que vous sur la piste de score", "qui a plus de points que vous"),
        (r"unités? indiquées? par le dé jaune", "autant de florins que l’indique le dé jaune"),
        (r"en vient à avoir", "atteint"),
        (r"[Rr]ejoué,", "Si l’on rejoue l’exemple"),
        (r"examine les suites", "applique les effets"),
    ],
)
def test_no_phrase_is_a_calque_or_means_something_else(phrase: str, better: str) -> None:
    assert faults(phrase) == [], better


def test_a_variant_is_named_so_in_the_title_of_a_scenario() -> None:
    titles = [record.title["fr"] for game in GAMES for record, _ in find(game).scenarios.values()]
    assert [title for title in titles if re.search(r"^Là où|, là où", title)] == []
    assert sum(title.endswith("(variante)") for title in titles) >= 15


def test_the_reader_is_vous() -> None:
    assert faults(r"\b([Tt]u|[Tt]oi|[Tt]es|[Tt]a|[Tt]on)\b(?! à )") == []


# Elision

VOWEL = "aàâeéèêëiîïoôuûùyœAÀÂEÉÈÊIÎOÔUÛŒ"
UNELIDED = rf"(?<![-’\w])(?:[LlDdJjNnMmSsTtCc]e|[Ll]a|(?:[Ll]ors|[Pp]uis|[Jj]us|[Qq]uoi)?[Qq]ue)[ \u00a0](?=[{VOWEL}]\w)(?!onz)"
VOWELS = ("Anne", "Éloi", "Ours", "Isabeau")


def test_short_words_are_elided_before_a_vowel() -> None:
    assert faults(UNELIDED) == []


BEARERS = {"player", "name", "names", "owner", "by", "to", "viewer", "seat", "winners", "players", "first", "last"}
"""What in our templates is filled with the names of players."""


def filled(game: str) -> Iterator[tuple[str, str]]:
    """Every sentence of a locale with a name that begins with a vowel; forms with the first word that they have."""
    texts = find(game).texts
    forms: dict[str, Mapping[str, Any]] = {}
    sources: dict[tuple[str, str], str] = {}
    for folder in ("lab", game):
        locale = read_toml(places.data(folder, "locales") / "fr.toml")
        forms |= locale.pop("forms", {})
        sources |= {(section, key): source for section, entries in locale.items() for key, source in entries.items()}
    for (section, key), source in sources.items():
        used = texts.variables(section, key, "fr")
        values: dict[str, object] = {name: "Anne" if name in BEARERS else 7 for name in used}
        for function, variable in re.findall(r"([A-Z]+)\(\$(\w+)", source):
            if function.lower() in forms:
                values[variable] = next(iter(forms[function.lower()]))
        yield f"{section}.{key}", texts.say(section, key, values, "fr")


@pytest.mark.parametrize("game", GAMES)
def test_no_sentence_forgets_to_elide_before_a_name(game: str) -> None:
    told = list(filled(game))
    assert any("’Anne" in text for _, text in told)
    assert [f"{key}: {text}" for key, text in told if re.search(UNELIDED, text)] == []


@pytest.mark.parametrize("game", GAMES)
def test_the_log_elides_before_names_with_a_vowel(game: str) -> None:
    played = bl.play_out(bl.new_game(game, players=4, seed=3, names=VOWELS), policy="random", seed=3)
    told = {event.text("fr") for event in played.events}
    assert len(told) > 100
    assert [text for text in told if re.search(UNELIDED, text)] == []


# Numbers


def ones(pattern: ast.Pattern) -> Iterator[str]:
    """What is said of one, without its figure, where of more the figure is said."""
    for select in selects(pattern):
        name = select.selector.id.name if isinstance(select.selector, ast.VariableReference) else ""
        if not any(variant.default and shows(variant.value, name) for variant in select.variants):
            continue
        for variant in select.variants:
            key = variant.key.name if isinstance(variant.key, ast.Identifier) else variant.key.value
            if key in ("one", "1") and not shows(variant.value, name):
                yield from variants(variant.value)


def test_quantities_are_figures_from_one_on() -> None:
    one_of_it = re.compile(r"\b[Uu]ne?\b(?! seule?\b| fois\b| section, vers)")
    assert [f"{one.where}: {text!r}" for one in said() for text in ones(one.pattern) if one_of_it.search(text)] == []


IN_FIGURES = re.compile(r"/rules/|bruges/(cards|market|ships)\.toml|fr\.toml (event|choice|refusal|short|ask|misreading)\.")
GOODS = (
    "ouvriers|florins|points|cartes|pions|marqueurs|couleurs|phases|actions|piles|pioches|joueurs|sections|cases|navires|groupes|symboles|"
    "statues|tuiles|cubes|jetons|séries|chantiers|quartiers|sortes|moments|conditions|personnages|maisons|niveaux|manches|types|domaines"
)
NUMBERS = "deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze|douze"
BOTH = r"(?<!\bles )(?<!\bdes )(?<!\baux )(?<!\bces )(?<!\b[Vv]os )(?<!\bLes )"
WORDS_BY_RIGHT = {"Deux cartes ne montrent jamais": "any two, at the beginning of the sentence"}


def test_rules_cards_and_the_log_count_in_figures() -> None:
    found = faults(rf"(?i){BOTH}\b({NUMBERS}) ({GOODS})\b", WORDS_BY_RIGHT)
    assert [one for one in found if IN_FIGURES.search(one.split(":")[0])] == []


# Typography


def test_marks_and_quotes_have_a_space_that_does_not_break() -> None:
    assert faults(r"(?<!\u00a0)[;:?!»%](?!\S*=)|«(?!\u00a0)|\u202f|n°(?!\u00a0|$)|nº") == []


def test_apostrophes_and_quotes_are_typographic() -> None:
    assert faults(r"['`´“”„]") == []
    assert [one for one in faults('"') if 'check("' not in one] == []


def test_spaces_are_single() -> None:
    assert faults(r"  |^ | $| [,)]| \.(?!\w)|\( ") == []


# The lint itself


@each(
    ("fault", "text"),
    [
        (UNELIDED, "Personne n’est plus corrompu que Anne."),
        (UNELIDED, "La défausse, de une carte, est mélangée."),
        (UNELIDED, "C’est le Échasseur."),
        (rf"(?i){BOTH}\b({NUMBERS}) ({GOODS})\b", "Chaque joueur a trois marqueurs Majorité."),
        (r"(?<!\u00a0)[;:?!»%](?!\S*=)|«(?!\u00a0)", "Phase 1 : piocher"),
    ],
)
def test_a_fault_is_found(fault: str, text: str) -> None:
    assert re.search(fault, text)


@each(
    ("fault", "text"),
    [
        (UNELIDED, "Personne n’est plus corrompu qu’Anne ; atteignez-le avec la touche."),
        (rf"(?i){BOTH}\b({NUMBERS}) ({GOODS})\b", "L’une des deux pioches est vide."),
    ],
)
def test_what_is_right_is_no_fault(fault: str, text: str) -> None:
    assert not re.search(fault, text)
