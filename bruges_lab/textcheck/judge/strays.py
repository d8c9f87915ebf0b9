"""Stray terms: a thing named where its rule speaks of another; many writers have said that rule, and none names it there.

A sentence that surely states a rule has a term that no statement of it has, and lacks one that most of them have. It is told
only if the two never change places in what writers say of any rule, if what stands beside the term stands elsewhere beside the
other, and if the text does not do so by habit.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import log
from typing import TYPE_CHECKING, Final

from ..find.aligning import Alignment
from ..find.searched_text import Text
from ..findings import Finding, Reason, Verdict
from ..read.concepts import phrase
from ..read.reading import Sort
from ..read.spoken import Facts, Part, number_of, pair
from ..read.things import things
from .exchanging import exchanged
from .terms import same_word

if TYPE_CHECKING:
    from ..find.library import Known, Library

_GROUPS: Final = frozenset(("goods", "board", "cards", "people", "groups"))
"""Groups of the glossary that are things on the table; what is done, when and why is read by others."""
_SURELY, _POSSIBLY, _PERHAPS = 0.6, 0.12, 0.1
"""From how probable a sentence states the rule that a term is strange to, and one that accounts for it."""
_LEAST_SAID = 8
_USUAL, _OFTEN, _HARDLY, _NEVER = 0.5, 0.4, 0.03, 0.01
_LEAST_USES, _HABIT = 1, 1
_MANY, _MANY_ALIKE, _COVERED = 100, 30, 0.9
_NEAR, _SMOOTH = 3, 4.0
_FITS_BETTER, _FITS_MUCH_BETTER = 3.0, 9.0
_WORTH_A_LOOK = 0.6


@dataclass(frozen=True, slots=True)
class _Stray:
    """A term that is strange to its sentence, and the one that belongs there."""

    sentence: int
    place: int
    said: str
    right: str
    score: float


class _Company:
    """What stands beside a thing in all statements of a library, and what stands where a usual one is missing."""

    def __init__(self, library: Library) -> None:
        self.known, self.size = library.known, max(1, sum(len(known.said) for known in library.known))
        self.counts: dict[object, int] = {}

    def having(self, key: object) -> int:
        """How many statements have a name, or two names together."""
        if key not in self.counts:
            self.counts[key] = sum(len(known.having.get(key, ())) for known in self.known)
        return self.counts[key]

    def fits(self, name: str, near: Sequence[str]) -> float:
        """How well a thing stands beside others."""
        of = self.having(name) + _SMOOTH
        return sum(log((self.having(pair(name, one)) + _SMOOTH * (self.having(one) + 1) / self.size) / of) for one in near)

    def instead(self, said: str, right: str) -> tuple[int, int]:
        """Of the statements that lack a thing usual in their rule, how many have another; and how many lack it."""
        having = lacking = 0
        for known in self.known:
            if _share(known, right) >= _OFTEN:
                places = known.having.get(right, ())
                lacking += len(known.said) - len(places)
                having += len(set(known.having.get(said, ())).difference(places))
        return having, lacking


def stray_terms(text: Text, alignment: Alignment) -> Iterator[Finding]:
    """The terms that stand where another belongs."""
    found: dict[tuple[int, str], _Stray] = {}
    uses, company = Counter(name for facts in alignment.facts for name in facts.names), _Company(alignment.library)
    for number, facts in enumerate(alignment.facts):
        if text.sentences[number].sort is not Sort.HEADING:
            for one in _strays(text, alignment, number, facts, uses, company):
                key = number, one.said
                if key not in found or one.score > found[key].score:
                    found[key] = one
    habits = Counter(one.said for one in found.values())
    yield from (_told(text, one) for one in found.values() if habits[one.said] <= _HABIT)


def _strays(
    text: Text, alignment: Alignment, number: int, facts: Facts, uses: Mapping[str, int], company: _Company
) -> Iterator[_Stray]:
    rules = alignment.by_sentence[number]
    known = alignment.library.known
    sure = [
        (known[place], value) for place, value in rules.items() if value >= _POSSIBLY and len(known[place].said) >= _LEAST_SAID
    ]
    if not sure:
        return
    own = [known[place] for place, value in rules.items() if value >= _PERHAPS]
    around = [alignment.by_sentence[other] for other in (number - 1, number + 1) if 0 <= other < len(alignment.by_sentence)]
    perhaps = [known[place] for one in (rules, *around) for place, value in one.items() if value >= _PERHAPS]
    named = _named(text)
    for part in facts.parts:
        token = text.streams[number].tokens[part.place]
        if token.term is None or token.term[0] not in part.names or token.term[0] not in named:
            continue
        said = token.term[0]
        if any(_share(one, said) >= _HARDLY for one in perhaps) or not same_word(
            token.text, token.term[1], text.language[number]
        ):
            continue
        if _covered(facts, said, own) < _COVERED:
            continue
        near = _beside(facts, part)
        for rule, probable in sure:
            for right in _lacked(rule, facts, named):
                if uses.get(right, 0) < _LEAST_USES:
                    continue
                better = company.fits(right, near) - company.fits(said, near) if near else 0.0
                alike = right in exchanged(text.manifest).get(said, ())
                instead, lacking = company.instead(said, right)
                never = not instead and lacking >= (_MANY_ALIKE if alike else _MANY)
                enough = _FITS_MUCH_BETTER if probable < _SURELY else 0.0 if never else _FITS_BETTER
                if instead > max(1.0, _NEVER * lacking) or better < enough:
                    continue
                score = probable * _share(rule, right) + better / 30 + alike
                yield _Stray(number, part.place, said, right, score)


def _covered(facts: Facts, said: str, rules: Sequence[Known]) -> float:
    """What share of the rest of a sentence its rules account for: where much else is said, a term may belong to that."""
    names = [name for part in facts.parts for name in part.names if said not in part.names]
    return sum(any(_share(rule, name) >= _HARDLY for rule in rules) for name in names) / max(1, len(names))


def _named(text: Text) -> frozenset[str]:
    """The things on the table that a text may exchange."""
    known, glossary = things(text.manifest), text.manifest.glossary
    barred = {*known.colours, *known.vague, *known.expansion}
    able = {*known.counted, *known.one_name, *(name for one in known.exchanged for name in one)} - barred
    return frozenset(name for name, concept in glossary.items() if name in able and concept.group in _GROUPS)


def _share(known: Known, name: str) -> float:
    return known.shares.names.get(name, 0.0)


def _lacked(known: Known, facts: Facts, named: frozenset[str]) -> list[str]:
    """The things that a rule usually names and a sentence does not."""
    return [name for name, share in known.shares.names.items() if share >= _USUAL and name in named and name not in facts.names]


def _beside(facts: Facts, part: Part) -> list[str]:
    """What stands in the same clause near a part."""
    at = facts.parts.index(part)
    near = facts.parts[max(0, at - _NEAR) : at + _NEAR + 1]
    names = (name for other in near if other is not part and other.clause == part.clause for name in other.names)
    return [name for name in dict.fromkeys(names) if name not in part.names and number_of(name) is None]


def _told(text: Text, found: _Stray) -> Finding:
    stream, lang = text.streams[found.sentence], text.language[found.sentence]
    said = phrase(stream, found.place, found.said, stream.words)
    right = _as_the_text_has_it(text, found.right, lang)
    reason = Reason("stray_term", {"term": said, "usual": right})
    passage = text.sentences[found.sentence].passage()
    return Finding("", Verdict.NOTE, passage, reason, _WORTH_A_LOOK, said, right, check="terms")


def _as_the_text_has_it(text: Text, name: str, lang: str) -> str:
    """A thing as the text itself calls it, most often."""
    words: dict[str, int] = defaultdict(int)
    for found, own in zip(text.streams, text.language, strict=True):
        if own == lang:
            for place in found.at(name):
                token = found.tokens[place]
                if token.term is not None and token.term[0] == name:
                    words[phrase(found, place, name, found.words)] += 1
    return max(words, key=lambda word: words[word]) if words else text.manifest.glossary[name][lang].preferred
