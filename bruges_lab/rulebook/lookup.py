"""Finding rules of a game: by chapter, kind, person and words, in any of the languages; and which rules the scenarios show.

A word is found where a word begins with it, whatever its case and accents: “menac” finds « Menaces », „strasse“ finds „Straße“.
The texts are those of the default ruleset, so a number is found as it is printed.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple, SupportsIndex, get_args, overload

from ..games import shelf
from ..kernel.errors import LabError, either, one_line
from ..kernel.rulesets import BaseRuleset
from .catalogue import Confusion, Kind, Rule
from .subjects import subjects_of
from .texts import AND, LANGUAGES, OR

if TYPE_CHECKING:
    from ..games.manifest import Manifest

KINDS: tuple[str, ...] = get_args(Kind)

_WORD = re.compile(r"[^\W_]+")
_LIGATURES = str.maketrans({"œ": "oe", "æ": "ae", "ø": "o", "ł": "l"})
_MOST_WORDS = 20
_SHOWN = 40
_WIDTH = 130


class Rules(list[Rule]):
    """Some rules, in the order of the catalogue or the best first; a notebook shows them as a table."""

    def __init__(self, rules: Iterable[Rule] = (), lang: str = "en") -> None:
        super().__init__(rules)
        self.lang = lang
        """The language in which they are shown."""

    @overload
    def __getitem__(self, index: SupportsIndex, /) -> Rule: ...
    @overload
    def __getitem__(self, index: slice, /) -> Rules: ...
    def __getitem__(self, index: SupportsIndex | slice, /) -> Rule | Rules:
        return Rules(super().__getitem__(index), self.lang) if isinstance(index, slice) else super().__getitem__(index)

    def __repr__(self) -> str:
        width = max((len(rule.id) for rule in self[:_SHOWN]), default=0)
        lines = [one_line(f"{rule.id:<{width}}  {rule.text(self.lang)}", _WIDTH) for rule in self[:_SHOWN]]
        if len(self) > _SHOWN:
            lines.append(f"… and {len(self) - _SHOWN} more")
        return "\n".join([f"<{len(self)} {'rule' if len(self) == 1 else 'rules'}>", *lines])

    def _repr_html_(self) -> str:
        from ..show.rule_cards import rules_html

        return rules_html(self, self.lang)


def rules(
    chapter: str | None = None,
    kind: str | None = None,
    text: str | None = None,
    lang: str | None = None,
    person: str | None = None,
    game: str | None = None,
) -> Rules:
    """The rules of a chapter, of a kind, about a person, that contain all these words; without any of them, all rules of a game.

    Words are looked for in the statement, the id and the names of persons: in one language if `lang` names it, in each of the
    four otherwise, and then the rules are shown in the language that was evidently meant.
    """
    manifest = shelf.find(game)
    catalogue = manifest.catalogue
    _known("language", lang, LANGUAGES)
    _known("kind", kind, KINDS)
    _known("chapter", chapter, list(dict.fromkeys(rule.chapter for rule in catalogue.values())))
    subject = None if person is None else _person(manifest, person)
    found = [
        rule
        for rule in catalogue.values()
        if chapter in (None, rule.chapter) and kind in (None, rule.kind) and (subject is None or subject in rule.persons)
    ]
    words = None if text is None else _words(str(text)[:1000])[:_MOST_WORDS]
    if not words:
        return Rules([] if str(text or "").strip() else found, lang or "en")  # signs alone are in no rule
    hits = {tongue: {rule.id: _hits(rule, words, tongue) for rule in found} for tongue in ((lang,) if lang else LANGUAGES)}
    best = {rule.id: max(by_rule[rule.id] for by_rule in hits.values()) for rule in found}
    meant = max(hits, key=lambda tongue: sum(hit.places for hit in hits[tongue].values()))
    ranked = sorted((rule for rule in found if best[rule.id].places), key=lambda rule: best[rule.id], reverse=True)
    return Rules(ranked, meant)  # sorting keeps the order of the catalogue among equals


def _known(what: str, asked: str | None, known: Sequence[str]) -> None:
    if asked is None or asked in known:
        return
    near = get_close_matches(str(asked)[:80], known, n=1, cutoff=0.6)
    hint = f"did you mean {near[0]}?" if near else f"choose {either(known)}"
    raise LabError(f"unknown {what} {one_line(asked, 40)!r}; {hint}")


def _person(manifest: Manifest, asked: str) -> str:
    """The subject that is meant: by its id, or by its name in any language."""
    subjects = manifest.subjects(None)
    words = _words(str(asked)[:80])
    for subject in subjects:
        if asked == subject or words in [_words(subjects.name(subject, lang)) for lang in LANGUAGES]:
            return subject
    near = get_close_matches(str(asked)[:80], list(subjects), n=1, cutoff=0.6)
    raise LabError(f"unknown person {one_line(asked, 40)!r}" + (f"; did you mean {near[0]}?" if near else ""))


# Words


def _words(text: str) -> list[str]:
    """The words of a text without case and accents."""
    plain = unicodedata.normalize("NFKD", text.casefold().translate(_LIGATURES))
    return _WORD.findall("".join(c for c in plain if not unicodedata.combining(c)))


def pieces(text: str, asked: str) -> list[tuple[str, bool]]:
    """A text in pieces, each with whether it is a word that a search for `asked` finds."""
    words = _words(asked[:1000])[:_MOST_WORDS]
    found: list[tuple[str, bool]] = []
    at = 0
    for word in _WORD.finditer(text) if words else ():
        if any(plain.startswith(one) for plain in _words(word[0]) for one in words):
            found += [(text[at : word.start()], False), (word[0], True)]
            at = word.end()
    return [piece for piece in (*found, (text[at:], False)) if piece[0]]


class Hits(NamedTuple):
    """How well a rule answers: the whole id, words found in the id, places where a word was found; then the shorter id."""

    whole_id: bool
    in_id: int
    places: int
    shortness: int


NOTHING = Hits(False, 0, 0, 0)


def _hits(rule: Rule, words: list[str], lang: str) -> Hits:
    """How often the words occur in a rule; nothing unless each of them does."""
    possible = _possible_words(rule, lang)
    numbers = bool(rule.parameters or rule.facts)  # a number may be glued to letters, as in „50er“
    if not all((numbers and not word.isalpha()) or any(there.startswith(word) for there in possible) for word in words):
        return NOTHING
    id_words, text_words = _indexed(rule, lang)
    in_id = [sum(there.startswith(word) for there in id_words) for word in words]
    in_text = [sum(there.startswith(word) for there in text_words) for word in words]
    if not all(a or b for a, b in zip(in_id, in_text, strict=True)):
        return NOTHING
    return Hits(tuple(words) == id_words, sum(map(bool, in_id)), sum(in_id) + sum(in_text), -len(id_words))


@lru_cache(4096)
def _possible_words(rule: Rule, lang: str) -> frozenset[str]:
    """The words that a rule may contain, and some more: its pattern is not filled yet, which is what takes time."""
    values = [str(part) for value in rule.values().values() for part in (value if isinstance(value, tuple) else (value,))]
    names = [name for tongue in LANGUAGES for name in _names(rule, tongue)]
    pattern = rule.patterns.get(lang, rule.patterns["en"])
    return frozenset(_words(" ".join([rule.id.replace("_", " "), pattern, *AND.values(), *OR.values(), *values, *names])))


def _names(rule: Rule, lang: str) -> list[str]:
    """What those are called whom a rule is about."""
    subjects = subjects_of(rule.manifest, None) if rule.persons else None
    return [] if subjects is None else [subjects.name(person, lang) for person in rule.persons if person in subjects]


@lru_cache(4096)
def _indexed(rule: Rule, lang: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The words of a rule's id, and those of its statement and of the persons it is about."""
    words = " ".join([rule.text(lang), *_names(rule, lang)])
    return tuple(_words(rule.id.replace("_", " "))), tuple(_words(words))


# What the scenarios show


class Coverage(NamedTuple):
    """How far the scenarios of a game cover its rules of one kind."""

    kind: str
    rules: int
    shown: int
    """Rules that a scenario names as shown."""
    cited: int
    """Rules that an event cites when the scenarios are played."""
    missing: tuple[str, ...]
    """Rules that are neither."""


def coverage(game: str | None = None) -> list[Coverage]:
    """Play all scenarios of a game and see which rules they show and cite, kind by kind."""
    from .proving import prove
    from .scenarios import Scenario

    manifest = shelf.find(game)
    proofs = [prove(Scenario.read(name, game=manifest.name)) for name in manifest.scenarios]
    shown = {rule for proof in proofs for rule in proof.scenario.rules}
    cited = {event.rule for proof in proofs for event in proof.game.events}
    found = []
    for kind in KINDS:
        ids = [rule.id for rule in manifest.catalogue.values() if rule.kind == kind]
        missing = tuple(rule for rule in ids if rule not in shown | cited)
        found.append(Coverage(kind, len(ids), sum(r in shown for r in ids), sum(r in cited for r in ids), missing))
    return found


def tell_apart(rule: Rule, confusion: Confusion) -> list[str]:
    """The scenarios of a rule that come otherwise when the engine plays a misreading of it."""
    from .proving import prove
    from .scenarios import Scenario

    found = []
    for name in rule.scenarios if confusion.change else ():
        scenario = Scenario.read(name, game=rule.manifest.name)
        own: BaseRuleset = scenario.state.rules
        try:
            misread = confusion.ruleset(own)
            if misread not in (None, own) and not prove(scenario.under(misread)).holds:
                found.append(name)
        except ValueError:  # the position, or the mixture of two readings, cannot be
            continue
    return found
