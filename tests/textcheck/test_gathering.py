"""Gathering: a list says as a whole what each of its items, headings or rows says in part."""

import pytest

from bruges_lab.games.bruges.manifest import MANIFEST as BRUGES
from bruges_lab.games.bruges.ruleset import Ruleset
from bruges_lab.textcheck.find.finding import Finder
from bruges_lab.textcheck.find.searched_text import read_text
from bruges_lab.textcheck.read.documents import Source
from bruges_lab.textcheck.read.reading import sentences
from bruges_lab.textcheck.read.vocabulary import vocabulary

ITEMS = ("- Flood: pay all.", "- Plague: one goes.", "- Raid: pay.", "- Fire: one burns.", "- Intrigue: lose some.")
HEADINGS = tuple(
    line for name in ("Flood", "Plague", "Raid", "Fire", "Intrigue") for line in (f"### {name}", "", "Something.", "")
)
ROWS = ("| colour | name |", "|---|---|", "| blue | Flood |", "| brown | Plague |", "| yellow | Raid |", "| red | Fire |")


def lines_of(rule: str, lang: str, *lines: str) -> list[int]:
    found = sentences([Source("t.md", lines, "utf-8")])
    text = read_text(BRUGES, found, [lang] * len(found), {lang: vocabulary(lang, BRUGES)})
    hits = Finder(BRUGES.reading, Ruleset()).find(text, [True] * len(found))
    return sorted(text.sentences[hit.sentence].line for hit in hits.get(rule, ()))


@pytest.mark.parametrize("lines", [ITEMS, HEADINGS, (*ROWS, "| purple | Intrigue |")], ids=["items", "headings", "rows"])
def test_a_list_of_all_names_states_them(lines: tuple[str, ...]) -> None:
    first = next(number for number, line in enumerate(lines, 1) if "Flood" in line)
    assert lines_of("threat.names", "en", "## Threats", *lines) == [first + 1]


@pytest.mark.parametrize("lines", [ITEMS[:-1], HEADINGS[4:], ROWS], ids=["items", "headings", "rows"])
def test_a_list_that_lacks_one_does_not(lines: tuple[str, ...]) -> None:
    assert not lines_of("threat.names", "en", "## Threats", *lines)


def test_names_in_the_middle_of_items_are_no_list_of_them() -> None:
    items = [f"- This is what everybody calls the dreaded {name}." for name in ("Flood", "Plague", "Raid", "Fire", "Intrigue")]
    assert not lines_of("threat.names", "en", "## Threats", *items)


def test_numbered_items_are_read_behind_their_number() -> None:
    actions = ("Prendre 2 ouvriers", "Prendre des florins", "Retirer une menace", "Construire un canal", "Construire une maison")
    items = [f"- {number}. **{action}**" for number, action in zip(("I", "II", "III", "IV", "V"), actions, strict=True)]
    assert lines_of("phase3.actions", "fr", "## Les actions", *items, "- VI. **Poser 1 personnage**") == [2]
    assert not lines_of("phase3.actions", "fr", "## Les actions", *items)
