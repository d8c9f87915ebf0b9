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

from ..read.concepts import Stream, phrase
from ..read.language import numbers
from ..read.likeness import feature, matrix, profiles
from ..read.reading import Aside, Sentence, Sort
from ..read.units import COUNTED
from ..read.vocabulary import Vocabulary, concept_bits, vocabulary
from .claims import Claim, Hit, Placed
from .matchers import USUAL, Frame, Matcher, Matchers, Slot, opposites, said
from .searched_text import Text
from .slots import fill

if TYPE_CHECKING:
    from .explaining import Facts

DECIDING: Final = frozenset(
    [
        "not",
        "may",
        "left",
        "right",
        "next",
        "current",
        "most",
        "same",
        "clockwise",
        "face_up",
        "face_down",
        "supply",
        "discard_pile",
        "at_once",
        "unlimited",
        "must",
        "top",
        "bottom",
        "all",
    ]
)
"""Words that decide what a sentence says, each with others that would say something else. Before and after are none of them:
what comes before one thing comes after the other, and a sentence may tell it from either end."""
_WITHIN: Final = {"clockwise": "anticlockwise", "limited": "unlimited"}
"""Words that are a part of the phrase for their opposite: gegen den Uhrzeigersinn, nicht begrenzt."""
_VERB: Final = {"discard_pile": "discard"}
"""Places that a verb may be named after: only behind an article is the word the place."""
_VERB_LAST: Final = ("de", "nl")
"""Languages in which the negation may stand at the end of its clause."""
_ALIKE: Final = ("fr", "it")
"""Languages in which the verb and the place may be one word."""
_HIDDEN: Final[Mapping[str, tuple[str, ...]]] = {"any": ("each",), "finally": ("final_round", "last"), "may": ("wish",)}
"""Words that mean something else where they are also another one."""
_NOT_OPPOSED: Final = (("discard_pile", "hand"), ("all", "some"))
"""Words that many sentences have beside each other; a frame may still oppose them."""
_COMPARED: Final = COUNTED - {"player", "person", "opponent"}
_BACK: Final = frozenset(("goes_back", "give_back"))
_EMPTY: Final = frozenset(["not", "may", "must", "wish", "player", "own", "each", "all", "condition", "or", "only", "take"])
"""Words that stand by anything, and say nothing of where a word belongs."""
_PHRASE = 3
_STRETCH = 4096
"""So many sentences are read again at a time, to hold no more."""
_DENIES = 5
_BESIDE = 6
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
_NEARBY = 8
_BEHIND = 3
_DENIALS: Final = ("not", "instead", "zero")
"""Words by which something is denied in a clause."""
_DENIALS_ALL: Final = (*_DENIALS, "only", "alone", "sole_leader", "keep", "empty")
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
        self.rows, self.has = profiles().row, profiles().has
        self.rules = [rule for rule in profiles().rules if rule in self.matchers and not facts[rule].example]
        self.columns = [self.rows[rule] for rule in self.rules]
        self.turning: dict[str, list[str]] = defaultdict(list)
        for rule in self.rules:
            if self.matchers[rule].denied:
                self.turning["not"].append(rule)
            for word in facts[rule].words - {"not"}:
                if word != "may" or facts[rule].permission:
                    self.turning[word].append(rule)
        self.used = {other: bool(self.has[:, feature(other)].any()) for word in DECIDING for other in opposites(word)}

    def decide(self, text: Text, judged: Sequence[bool], hits: Placed) -> None:
        """Put the claims that words make into the hits."""
        twists = [
            twist
            for number, found in enumerate(text.streams)
            if judged[number] and found.tokens and _is_statement(text.sentences[number])
            for twist in self._twists(number, found, vocabulary(text.language[number]))
        ]
        for start in range(0, len(twists), _STRETCH):
            self._decide(text, twists[start : start + _STRETCH], hits)

    def _decide(self, text: Text, twists: Sequence[_Twist], hits: Placed) -> None:
        rows = []
        for twist in twists:
            row = text.features[twist.sentence] | {feature(twist.word)}
            alone = twist.other and len(text.streams[twist.sentence].at(twist.other)) == 1
            rows.append(row - {feature(twist.other)} if alone else row)
        like = profiles().likeness(matrix(rows), matrix([text.around[twist.sentence] for twist in twists]))
        for twist, scores in zip(twists, like, strict=True):
            likeliest = float(scores[self.columns].max())
            raised = []
            rules = self.turning[twist.word]
            look = self._opposite if twist.other else self._denied
            least = (_LIKELY_EXACT if twist.other else _LIKELY_DENIED) * likeliest
            for place in (scores[[self.rows[rule] for rule in rules]] >= least).nonzero()[0] if rules else ():
                rule = rules[place]
                score = float(scores[self.rows[rule]])
                claim = look(text, twist, rule, score, likeliest)
                if claim is not None:
                    raised.append((score, rule, claim))
            best = max((score for score, _, _ in raised), default=0.0)
            if raised and not self._explained(text, twist, [rule for _, rule, _ in raised], best, hits):
                for score, rule, claim in raised:
                    if score >= best - _RIVAL:
                        _add(hits, rule, twist.sentence, score, claim)

    def _twists(self, number: int, found: Stream, words: Vocabulary) -> Iterator[_Twist]:
        denials = found.at("not")
        for other in {name for token in found.tokens for name in token.names}:
            if not _rights(other):
                continue
            places = [
                place
                for place in _free(found, other, words)
                if not any(
                    (abs(place - denial) if other == "must" else place - denial) in range(_DENIES + 1)
                    and found.same_clause(place, denial)
                    for denial in denials
                )
            ]
            for word in _rights(other) if places else ():
                yield _Twist(number, other, places[-1], word)
        yield _Twist(number, "", 0, "not")

    def _opposite(self, text: Text, twist: _Twist, rule: str, score: float, likeliest: float) -> Claim | None:
        """The claim of a word that stands where its opposite belongs."""
        facts, found = self.facts[rule], text.streams[twist.sentence]
        words = vocabulary(text.language[twist.sentence])
        if twist.word == "may":
            if any(found.same_clause(twist.place, place) and not _as_wished(found, place) for place in found.at("may")):
                return None
        elif _whole(found, twist.word) or how_often(found, twist.other) <= facts.word_times.get(twist.other, 0):
            return None
        frame = self._states(rule, text, twist, score)
        likely = _LIKELY_EXACT if frame is not None and frame.least < USUAL else _LIKELY
        if frame is None or score < max(_LIKELY_OF.get(twist.word, 0.0), likely) * likeliest:
            return None
        sure = score >= max(_STRONG_SCORE, _STRONG * likeliest)
        by = facts.beside.get(twist.word, frozenset())
        if twist.word == "most" and not by:
            return None
        if self.used[twist.other] and by and not by & _around(found, twist.place):
            everywhere = {name for token in found.tokens for name in token.names}
            if not sure or twist.word in ("may", "must", "most") or not by & everywhere:
                return None
        if twist.word == "same" and ("colour" not in by or "colour" not in _around(found, twist.place, _BY_COLOUR)):
            return None
        shown = phrase(found, twist.place, twist.other, words)
        return Claim(Slot("word", twist.word), shown, twist.word, twist.place, weak=not sure)

    def _denied(self, text: Text, twist: _Twist, rule: str, score: float, likeliest: float) -> Claim | None:
        """The claim of a sentence that affirms what the rule denies."""
        if score < _LEAST_DENIED or not self._states(rule, text, twist, score):
            return None
        found, words = text.streams[twist.sentence], vocabulary(text.language[twist.sentence])
        own = text.likeness[twist.sentence]
        if float(own[self.rows[rule]]) < _LIKELY_DENIED * float(own[self.columns].max()):
            return None
        if _counts_more(found, self.facts[rule]):
            return None
        denied = self.matchers[rule].denied
        if any(found.at(name) for _, otherwise in denied for name in otherwise):
            return None
        groups = [[place for name in names for place in found.at(name)] for names, _ in denied]
        affirmed = [ones[0] for ones in groups if ones and not any(_is_denied(found, place, words) for place in ones)]
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
        found, bits = text.streams[twist.sentence], concept_bits()
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


def beside(found: Stream, name: str) -> set[str]:
    """The things that stand by a word in its clause; by a permission, what may be done."""
    near = set().union(*(_around(found, place) for place in found.at(name))) - {name}
    near |= _BACK if near & _BACK else set()
    return near - COUNTED if name == "may" else near & _COMPARED if name == "most" else near


def decisive(found: Stream) -> set[str]:
    """The words that decide in a statement; what need not be is no duty."""
    names = {name for token in found.tokens for name in token.names if name in DECIDING}
    for duty in found.at("must"):
        if any(abs(duty - denial) <= _DENIES and found.same_clause(duty, denial) for denial in found.at("not")):
            names.discard("must")
    return names


def how_often(found: Stream, name: str) -> int:
    """How often a sentence has a word; the words of one phrase count once."""
    places = found.at(name)
    return sum(place - 1 not in places for place in places)


def _is_statement(sentence: Sentence) -> bool:
    return sentence.aside is not Aside.EXAMPLE and sentence.sort is not Sort.HEADING


def _as_wished(found: Stream, place: int) -> bool:
    """Whether a permission is only the measure of something: as many as you like; but not: if you like, you must pay."""
    if "wish" not in found.tokens[place].names:
        return False
    return not any(found.same_clause(place, other) for other in found.at("condition"))


def _around(found: Stream, place: int, reach: int = _BESIDE) -> set[str]:
    """The things by a place in its clause, or, where it stands alone between commas, by the clause."""
    near = range(max(0, place - reach), min(len(found.tokens), place + reach + 1))
    own = set(found.tokens[place].names)
    names = {name for other in near if found.same_clause(place, other) for name in found.tokens[other].names} - _EMPTY
    return names if names - own else {name for other in near for name in found.tokens[other].names} - _EMPTY


def _said(frame: Frame, bits: int, text: Text, number: int) -> bool:
    if bits & frame.barred or (bits | text.heading[number]) & frame.barred_context:
        return False
    return said(frame.atoms, bits, text.context[number], text.listed[number])


def _in_place(matcher: Matcher, text: Text, number: int) -> bool:
    aside = text.sentences[number].aside
    return matcher.where == "any" or aside is not Aside.CARD or matcher.where == "card"


@cache
def _rights(other: str) -> tuple[str, ...]:
    """The words that a word contradicts where they are expected."""
    return tuple(sorted(word for word in DECIDING if other in opposites(word) and (word, other) not in _NOT_OPPOSED))


def _whole(found: Stream, name: str) -> list[int]:
    """Where a word stands, but not as a part of the phrase for its opposite."""
    phrases = found.at(_WITHIN[name]) if name in _WITHIN else []
    return [place for place in found.at(name) if not any(abs(place - start) <= _PHRASE for start in phrases)]


def _free(found: Stream, name: str, words: Vocabulary) -> list[int]:
    """Where a word stands for itself, and neither as a verb nor as another word."""
    places = _whole(found, name)
    if name in _VERB:
        noun = words.stop if words.lang in _ALIKE else frozenset[str]()
        places = [
            place
            for place in places
            if _VERB[name] not in found.tokens[place].names or (place and found.tokens[place - 1].text.lower() in noun)
        ]
    hidden = _HIDDEN.get(name, ())
    if hidden:
        places = [place for place in places if not any(other in found.tokens[place].names for other in hidden)]
    return places


def _counts_more(found: Stream, facts: Facts) -> bool:
    """Whether a sentence gives numbers that are none of the rule's: then it is about something that is so."""
    return any(
        token.value is not None and not token.weak and not token.ordinal and not token.label and token.value not in facts.units
        for token in found.tokens
    )


def _is_denied(found: Stream, place: int, words: Vocabulary) -> bool:
    """Whether something is denied in its clause: by a word before it, or, but in German, by one close behind it."""
    joins = numbers(words.lang).join
    for other in (other for name in _DENIALS for other in found.at(name)):
        if abs(place - other) > _NEARBY or not found.same_clause(place, other):
            continue
        if other <= place:
            return True
        joined = any(token.text.lower() in joins for token in found.tokens[place + 1 : other])
        if words.lang in _VERB_LAST or (other - place <= _BEHIND and not joined):
            return True
    return False


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
