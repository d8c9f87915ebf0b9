"""Words that decide: a sentence that states a rule but for one word, with the opposite of that word in its place, contradicts it.

Each such sentence is read again as it should be: with the right word for its opposite, or with the negation that it lacks. Where
it then states the rule better than any other rule accounts for the word as it stands, the word is the error of that rule.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Final

from ..arrays import np
from ..read.concepts import Stream, phrase
from ..read.likeness import feature, profiles
from ..read.reading import Aside, Sentence, Sort
from ..read.vocabulary import Vocabulary, concept_bits, vocabulary
from .claims import Claim, Hit, Placed
from .matchers import USUAL, Frame, Matcher, Matchers, Slot, opposites, said
from .searched_text import Text
from .slots import fill
from .surroundings import DECIDING, DENIALS, DENIES, around, as_wished, how_often, is_denied, stands_free, whole

if TYPE_CHECKING:
    from ...games.manifest import Manifest
    from ..read.likeness import Matrix
    from .explaining import Facts

_NOT_OPPOSED: Final = (("discard_pile", "hand"), ("all", "some"))
"""Words that many sentences have beside each other; a frame may still oppose them."""
_STRETCH = 4096
"""So many sentences are read again at a time, to hold no more."""
_BY_COLOUR = 2
_LIKELY = 0.7
_LIKELY_EXACT = 0.5
_LIKELY_OF: Final = {"may": 0.8, "must": 0.8, "next": 0.9, "current": 0.9}
"""Words that many sentences have for reasons of their own: here the rule must be the likeliest, or nearly."""
_STRONG_SCORE = 0.43
_STRONG = 0.84
_STRONG_DENIED_SCORE = 0.5
_STRONG_DENIED = 0.92
_OWNS = 0.8
_OWNS_ALL = 0.95
_RIVAL = 0.05
_LEAST_DENIED = 0.4
_LIKELY_DENIED = 0.8
_NO_THING = 0.55
_DENIALS_ALL: Final = (*DENIALS, "only", "alone", "sole_leader", "keep", "empty")
"""Words by which a sentence may deny something."""


@dataclass(frozen=True, slots=True)
class _Twist:
    """A sentence, the word that may be wrong in it (or nothing, where a negation is lacking), and the right one."""

    sentence: int
    other: str
    place: int
    word: str


class Decider:
    """Reads sentences again with a word put right, and finds the rules that they then state."""

    def __init__(self, matchers: Matchers, facts: Mapping[str, Facts], values: Mapping[str, Mapping[str, object]]) -> None:
        self.matchers, self.facts, self.values = matchers.by_rule, facts, values
        self.manifest = manifest = matchers.manifest
        self.known = profiles(manifest)
        self.rows, self.has = self.known.row, self.known.has
        self.rules = [rule for rule in self.known.rules if rule in self.matchers and not facts[rule].example]
        self.columns = [self.rows[rule] for rule in self.rules]
        self.turning: dict[str, list[str]] = defaultdict(list)
        for rule in self.rules:
            if self.matchers[rule].denied:
                self.turning["not"].append(rule)
            for word in facts[rule].words - {"not"}:
                if word != "may" or facts[rule].permission:
                    self.turning[word].append(rule)
        self.least = {
            rule: min((one.least for one in self.matchers[rule].frames if not one.mistake and not one.confirms), default=2.0)
            for rule in self.rules
        }
        """The least likeness with which any frame of a rule can say that a sentence states it."""
        self.opposed = sum(bit for name, bit in concept_bits(manifest).items() if _rights(name, manifest))
        others = {other for word in DECIDING for other in opposites(word, manifest)}
        self.used = {other: bool(self.has[:, feature(other, manifest)].any()) for other in others}

    def decide(self, text: Text, judged: Sequence[bool], hits: Placed) -> None:
        """Put the claims that words make into the hits."""
        affirms = self._may_lack_a_denial(text)
        known: dict[int, list[tuple[str, int, str]]] = {}  # streams live as long as their text
        twists = []
        for number, found in enumerate(text.streams):
            if judged[number] and found.tokens and _is_statement(text.sentences[number]):
                if found.bits & self.opposed:
                    if id(found) not in known:
                        known[id(found)] = list(self._twists(found, vocabulary(text.language[number], self.manifest)))
                    twists += [_Twist(number, *twist) for twist in known[id(found)]]
                if affirms[number]:
                    twists.append(_Twist(number, "", 0, "not"))
        for start in range(0, len(twists), _STRETCH):
            self._decide(text, twists[start : start + _STRETCH], hits)

    def _decide(self, text: Text, twists: Sequence[_Twist], hits: Placed) -> None:
        places: dict[tuple[frozenset[int], frozenset[int]], int] = {}
        place = []
        for twist in twists:
            row = text.features[twist.sentence] | {feature(twist.word, self.manifest)}
            if twist.other and len(text.streams[twist.sentence].at(twist.other)) == 1:
                row.discard(feature(twist.other, self.manifest))
            place.append(places.setdefault((frozenset(row), frozenset(text.around[twist.sentence])), len(places)))
        matrix = self.known.matrix
        like = self.known.likeness(matrix([row for row, _ in places]), matrix([near for _, near in places]))
        tops = like[:, self.columns].max(axis=1)
        alike = {kind: self._alike(like, tops, *kind) for kind in {(twist.word, bool(twist.other)) for twist in twists}}
        for twist, one in zip(twists, place, strict=True):
            likeliest = float(tops[one])
            raised = []
            look = self._opposite if twist.other else self._denied
            for rule in alike[twist.word, bool(twist.other)].get(one, ()):
                score = float(like[one, self.rows[rule]])
                claim = look(text, twist, rule, score, likeliest)
                if claim is not None:
                    raised.append((score, rule, claim))
            best = max((score for score, _, _ in raised), default=0.0)
            if raised and not self._explained(text, twist, [rule for _, rule, _ in raised], best, hits):
                for score, rule, claim in raised:
                    if score >= best - _RIVAL:
                        _add(hits, rule, twist.sentence, score, claim)

    def _may_lack_a_denial(self, text: Text) -> list[bool]:
        """Which sentences are nearly as like to a rule that denies something as to any other."""
        found: list[bool] = []
        denying = [self.rows[rule] for rule in self.turning["not"]]
        for start in range(0, len(text.likeness), _STRETCH):
            part = text.likeness[start : start + _STRETCH]
            least = _LIKELY_DENIED * part[:, self.columns].max(axis=1).astype(np.float64)
            found += (part[:, denying].astype(np.float64) >= least[:, None]).any(axis=1).tolist()
        return found

    def _alike(self, like: Matrix, tops: Matrix, word: str, opposed: bool) -> dict[int, list[str]]:
        """By row, the rules turning on a word that a sentence so put right is like enough to, for any of their frames."""
        found: dict[int, list[str]] = defaultdict(list)
        rules = self.turning[word]
        if not rules:
            return found
        scores = like[:, [self.rows[rule] for rule in rules]]
        share = ((_LIKELY_EXACT if opposed else _LIKELY_DENIED) * tops.astype(np.float64)).astype(np.float32)
        least = [self.least[rule] if opposed else max(self.least[rule], _LEAST_DENIED) for rule in rules]
        near = (scores >= share[:, None]) & (scores.astype(np.float64) >= least)
        for row, place in zip(*(places.tolist() for places in near.nonzero()), strict=True):
            found[row].append(rules[place])
        return found

    def _twists(self, found: Stream, words: Vocabulary) -> Iterator[tuple[str, int, str]]:
        """The words that may be wrong in a sentence, their places, and what would be right."""
        denials = found.at("not")
        for other in dict.fromkeys(name for token in found.tokens for name in token.names if _rights(name, self.manifest)):
            places = [
                place
                for place in stands_free(found, other, words)
                if not any(
                    (abs(place - denial) if other == "must" else place - denial) in range(DENIES + 1)
                    and found.same_clause(place, denial)
                    for denial in denials
                )
            ]
            for word in _rights(other, self.manifest) if places else ():
                yield other, places[-1], word

    def _opposite(self, text: Text, twist: _Twist, rule: str, score: float, likeliest: float) -> Claim | None:
        """The claim of a word that stands where its opposite belongs."""
        facts, found = self.facts[rule], text.streams[twist.sentence]
        words = vocabulary(text.language[twist.sentence], self.manifest)
        if twist.word == "may":
            if any(found.same_clause(twist.place, place) and not as_wished(found, place) for place in found.at("may")):
                return None
        elif whole(found, twist.word) or how_often(found, twist.other) <= facts.word_times.get(twist.other, 0):
            return None
        frame = self._states(rule, text, twist, score)
        likely = _LIKELY_EXACT if frame is not None and frame.least < USUAL else _LIKELY
        if frame is None or score < max(_LIKELY_OF.get(twist.word, 0.0), likely) * likeliest:
            return None
        sure = score >= max(_STRONG_SCORE, _STRONG * likeliest)
        by = facts.beside.get(twist.word, frozenset())
        if twist.word == "most" and not by:
            return None
        if self.used[twist.other] and by and not by & around(found, twist.place):
            everywhere = {name for token in found.tokens for name in token.names}
            if not sure or twist.word in ("may", "must", "most") or not by & everywhere:
                return None
        if twist.word == "same" and ("colour" not in by or "colour" not in around(found, twist.place, _BY_COLOUR)):
            return None
        shown = phrase(found, twist.place, twist.other, words)
        return Claim(Slot("word", twist.word), shown, twist.word, twist.place, weak=not sure)

    def _denied(self, text: Text, twist: _Twist, rule: str, score: float, likeliest: float) -> Claim | None:
        """The claim of a sentence that affirms what the rule denies."""
        found, words = text.streams[twist.sentence], vocabulary(text.language[twist.sentence], self.manifest)
        if score < _LEAST_DENIED or _counts_more(found, self.facts[rule]):
            return None
        own = text.likeness[twist.sentence]
        if float(own[self.rows[rule]]) < _LIKELY_DENIED * float(own[self.columns].max()):
            return None
        if not self._states(rule, text, twist, score):
            return None
        denied = self.matchers[rule].denied
        if any(found.at(name) for _, otherwise in denied for name in otherwise):
            return None
        groups = [[place for name in names for place in found.at(name)] for names, _ in denied]
        affirmed = [ones[0] for ones in groups if ones and not any(is_denied(found, place, words) for place in ones)]
        if not any(groups) and score >= _NO_THING and not any(found.at(name) for name in _DENIALS_ALL):
            affirmed = [0]  # the things go by other words, but nothing at all is denied
        if not affirmed:
            return None
        sure = score >= max(_STRONG_DENIED_SCORE, _STRONG_DENIED * likeliest) and not any(found.at(name) for name in _DENIALS_ALL)
        return Claim(Slot("missing", "not"), found.tokens[affirmed[0]].text, "not", affirmed[0], weak=not sure)

    def _explained(self, text: Text, twist: _Twist, rules: Sequence[str], score: float, hits: Placed) -> bool:
        """Whether another rule that the sentence states accounts for the word as it stands, or for the sentence without one."""
        often = how_often(text.streams[twist.sentence], twist.other) - max(
            self.facts[rule].word_times.get(twist.other, 0) for rule in rules
        )
        for other in self.rules:
            like = float(text.likeness[twist.sentence, self.rows[other]])
            if other in rules or like < (_OWNS if twist.other else _OWNS_ALL) * score:
                continue
            if twist.other == "must":
                if like < _OWNS_ALL * score or self.facts[other].permission:
                    continue
            elif twist.other and often > self.facts[other].word_times.get(twist.other, 0):
                continue
            hit = hits.get(other, {}).get(twist.sentence)
            if hit is not None and not hit.wrong and not hit.frame.mistake:
                return True
        return False

    def _states(self, rule: str, text: Text, twist: _Twist, score: float) -> Frame | None:
        """The frame of the rule that fits the sentence with the word put right."""
        found, bits = text.streams[twist.sentence], concept_bits(self.manifest)
        right = (found.bits & ~bits[twist.other] if twist.other else found.bits) | bits[twist.word]
        if not _in_place(self.matchers[rule], text, twist.sentence):
            return None
        for frame in self.matchers[rule].frames:
            if frame.mistake or frame.confirms or score < frame.least or not _said(frame, right, text, twist.sentence):
                continue
            hit = Hit(rule, twist.sentence, score, frame)
            slots = [slot for slot in frame.slots if slot.asks not in ("word", "missing", "unwanted")]
            if all(fill(hit, slot, found, self.values[rule]) for slot in slots) and not hit.wrong:
                return frame
        return None


def _is_statement(sentence: Sentence) -> bool:
    return sentence.aside is not Aside.EXAMPLE and sentence.sort is not Sort.HEADING


def _said(frame: Frame, bits: int, text: Text, number: int) -> bool:
    if bits & frame.barred or (bits | text.heading[number]) & frame.barred_context:
        return False
    return said(frame.atoms, bits, text.context[number], text.listed[number])


def _in_place(matcher: Matcher, text: Text, number: int) -> bool:
    aside = text.sentences[number].aside
    return matcher.where == "any" or aside is not Aside.CARD or matcher.where == "card"


@cache
def _rights(other: str, manifest: Manifest) -> tuple[str, ...]:
    """The words that a word contradicts where they are expected."""
    known = DECIDING & concept_bits(manifest).keys()
    return tuple(sorted(word for word in known if other in opposites(word, manifest) and (word, other) not in _NOT_OPPOSED))


def _counts_more(found: Stream, facts: Facts) -> bool:
    """Whether a sentence gives numbers that are none of the rule's: then it is about something that is so."""
    return any(
        token.value is not None and not token.weak and not token.ordinal and not token.label and token.value not in facts.units
        for token in found.tokens
    )


def _add(hits: Placed, rule: str, sentence: int, score: float, claim: Claim) -> None:
    """Put a claim into the hit of a rule on a sentence, or make that hit."""
    ones = hits.setdefault(rule, {})
    hit = ones.get(sentence)
    if hit is None:
        ones[sentence] = Hit(rule, sentence, score, Frame((), 0, 0, ()), [claim])
        return
    same = [other for other in hit.wrong if other.token == claim.token or other.slot.asks == claim.slot.asks]
    wrong = [other for other in hit.wrong if other not in same]
    kept = [other for other in same if not other.weak] or [claim]
    ones[sentence] = replace(hit, wrong=[*wrong, *kept], score=max(hit.score, score))
