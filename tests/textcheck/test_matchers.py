"""Matchers: one for every rule that a rulebook can state, checked on reading, and finding the catalogue's own statements."""

from pathlib import Path

import pytest
from cases import each

from bruges_lab.games.bruges.manifest import MANIFEST as BRUGES
from bruges_lab.games.bruges.ruleset import Ruleset
from bruges_lab.kernel.errors import DataError
from bruges_lab.rulebook.catalogue import Catalogue
from bruges_lab.textcheck.find.claims import Hit
from bruges_lab.textcheck.find.finding import Finder
from bruges_lab.textcheck.find.matchers import read_matchers
from bruges_lab.textcheck.find.searched_text import Text, read_text
from bruges_lab.textcheck.read.documents import Source
from bruges_lab.textcheck.read.reading import sentences
from bruges_lab.textcheck.read.vocabulary import vocabulary


def lay(lang: str, *lines: str) -> tuple[Text, dict[str, list[Hit]]]:
    found = sentences([Source("t.md", lines, "utf-8")])
    text = read_text(BRUGES, found, [lang] * len(found), {lang: vocabulary(lang, BRUGES)})
    return text, Finder(BRUGES.reading, Ruleset()).find(text, [True] * len(found))


def test_every_rule_has_a_matcher_or_a_reason_why_not() -> None:
    matchers = BRUGES.reading
    assert set(matchers.by_rule) | set(matchers.excluded) == set(Catalogue.load())
    assert not set(matchers.by_rule) & set(matchers.excluded)
    assert len(matchers.by_rule) >= 320


@pytest.mark.parametrize(
    ("frames", "problem"),
    [
        ('["nonsense worker"]', "neither a concept nor a plain word"),
        ('["worker"]', "must stand in the sentence itself"),
        ('["#no_such:worker"]', "is not a number of this rule"),
        ('["#=1,=2,=3.pairs: .worker"]', "pairs needs its names by twos"),
        ('["#=1,=2,=3.each:worker"]', "each needs its names by twos"),
        ('[".worker ?worker_icon"]', "has no opposite"),
        ('[".worker =="]', "is not an atom"),
    ],
)
def test_a_matcher_that_means_nothing_is_refused(tmp_path: Path, frames: str, problem: str) -> None:
    (tmp_path / "a.toml").write_text(f'[[matcher]]\nrule = "action.workers"\nframes = {frames}\n', encoding="utf-8")
    with pytest.raises(DataError, match=problem):
        read_matchers(BRUGES, tmp_path)


def test_a_mistake_must_be_a_known_confusion(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text(
        '[[matcher]]\nrule = "action.workers"\nframes = []\nmistakes = { odd = [".worker"] }\n', encoding="utf-8"
    )
    with pytest.raises(DataError, match="not a known confusion"):
        read_matchers(BRUGES, tmp_path)


@pytest.mark.parametrize("lang", ["en", "de", "fr", "it"])
def test_the_statements_of_the_catalogue_are_found(lang: str) -> None:
    """Each in a section of its own chapter, as a rulebook has them; what is said in our own words must be found in them."""
    rules = [rule for rule in Catalogue.load().values() if rule.id in BRUGES.reading.by_rule and rule.kind != "example"]
    lines: list[str] = []
    where: dict[str, int] = {}
    for rule in rules:
        lines += [rule.text(lang), ""]
        where[rule.id] = len(lines) - 1
    text, hits = lay(lang, *lines)
    missed = [
        rule for rule, line in where.items() if not any(text.sentences[hit.sentence].line == line for hit in hits.get(rule, []))
    ]
    assert len(missed) <= 0.12 * len(rules), missed


@each(
    ("lang", "sentence", "rule", "claimed", "actual"),
    [
        ("en", "Discard a card and take 3 workers of its colour from the supply.", "action.workers", "3", "2"),
        ("de", "In der Schlusswertung bringt jedes umgedrehte Mehrheitsplättchen 5 Punkte.", "scoring.majority", "5", "4"),
        ("fr", "Intrigue : le joueur perd 4 points.", "threat.intrigue", "4", "3"),
        ("it", "Ogni giocatore pesca finché non ha 6 carte in mano.", "phase1.refill.target", "6", "5"),
        ("en", "The red threat is Flood.", "threat.color.flood", "red", "blue"),
        ("en", "The price of the person stands in the top right corner of the card.", "card.anatomy.price", "right", "left"),
    ],
)
def test_a_wrong_claim_is_seen(lang: str, sentence: str, rule: str, claimed: str, actual: str) -> None:
    _, hits = lay(lang, sentence)
    claims = [(claim.claimed, claim.actual) for hit in hits[rule] for claim in hit.wrong]
    assert (claimed, actual) in claims


def test_a_number_that_another_rule_explains_is_no_error() -> None:
    _, hits = lay("en", "When the Alchemist is recruited, the owner takes 6 guilders.")
    assert not any(hit.wrong for ones in hits.values() for hit in ones)


@pytest.mark.parametrize(
    ("last", "found"),
    [(("Infinity: always", "Laurel: points at the end"), True), (("Laurel: points at the end", "Infinity: always"), False)],
)
def test_what_a_list_names_in_order_is_said_by_the_list(last: tuple[str, ...], found: bool) -> None:
    items = ("Arrow: at once", "Worker: once per round, for a worker", *last)
    _, hits = lay("en", "The symbols of the people:", "", *(f"- {item}" for item in items))
    assert ("act.kinds" in hits) is found


def test_headings_are_a_list_too() -> None:
    heads = ("People", "Houses", "Laurels", "Majorities", "Canals", "Reputation")
    lines = [line for head in heads for line in (f"## {head}", "", "Points are counted.", "")]
    text, hits = lay("en", "# Final scoring", "", *lines)
    assert [text.sentences[hit.sentence].text.strip() for hit in hits["scoring.order"]] == ["People"]
    assert "scoring.order" not in lay("en", "# Final scoring", "", *lines[4:], *lines[:4])[1]
