"""Finding: which sentences say which rule, and what they claim of it.

Every frame is laid over every sentence that has its rarest part. A hit says how much of the frame was there, which numbers it
explains and which claims are wrong. A number that one rule explains is never another rule's error.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import reduce
from operator import and_
from typing import TYPE_CHECKING

from ...kernel.rulesets import BaseRuleset
from ..arrays import np
from ..read.concepts import Stream
from ..read.likeness import profiles
from ..read.reading import Aside, Sentence, Sort
from ..read.things import things
from .again import said_again, with_copies
from .claims import Claim, Hit
from .deciding import Decider
from .gathering import gathered, openings
from .listings import LISTINGS
from .matchers import AT_SIGHT, Frame, Matcher, Matchers, engine_counts, said
from .searched_text import Text, under_contents
from .slots import adds_up, fill

if TYPE_CHECKING:
    from ..read.likeness import Matrix

CLOSE = 0.16
"""A passage counts beside the best one if it is at most this much worse."""
FAR = 0.32
"""A passage with a wrong number counts beside the best one if it is at most this much worse."""
_SIDES = ("left", "right", "face_up", "face_down", "clockwise")
_STRONG = 0.75
_STRONG_NUMBER = 0.47
_STRONG_WORD = 0.84
_STRONG_WORD_SCORE = 0.43
_STRONG_LOOSE = 0.86
_STRONG_LOOSE_SCORE = 0.44
_STRONG_BESIDE = 0.5
_STRONG_AGAIN = 0.75
_STRONG_ONE = 0.95
_LISTED = 4
_STRONG_ONE_SCORE = 0.5
_OWNS = 0.7
_SURE_GUESS = 0.75
_RIVAL = 0.08
_LIKELY = 0.43
_LIKELY_WORD = 0.75
_LIKELY_LACK = 0.9
_SURE_OF_ONE = 0.5


Spoken = dict[int, dict[str, float]]
"""The rules that each sentence speaks of, right or wrong, with their likeness."""


class Finder:
    """Lays the frames of all matchers over a text."""

    def __init__(self, matchers: Matchers, rules: BaseRuleset | None) -> None:
        self.matchers, manifest = matchers, matchers.manifest
        catalogue = manifest.catalogue
        counts = engine_counts(manifest, rules)
        self.rows = profiles(manifest).row
        everywhere = things(manifest).everywhere
        self.common = {thing: counts[name] if name in counts else getattr(rules, name) for thing, name in everywhere.items()}
        from .explaining import Explainer, facts

        self.explainer = Explainer(manifest, rules, self.common)
        self.values = {rule: {**counts, **catalogue[rule].values(rules)} for rule in matchers.by_rule}
        self.decider = Decider(matchers, facts(manifest, rules), self.values)

    def find(self, text: Text, judged: Sequence[bool]) -> dict[str, list[Hit]]:
        """The hits of every rule, the best first, in the sentences that are judged."""
        lists = self._lists(text, judged)
        again = said_again(text, judged, {number for ones in lists.values() for number, _ in ones})
        judged = [may and number not in again for number, may in enumerate(judged)]
        where = _where(text, judged)
        hits: dict[str, list[Hit]] = {}
        self.spoken: Spoken = defaultdict(dict)
        for rule, matcher in self.matchers.by_rule.items():
            laid: dict[int, list[Hit]] = defaultdict(list)
            for frame in matcher.frames:
                if frame.gathers:
                    for number, score in lists[rule, frame]:
                        laid[number].append(Hit(rule, number, score, frame))
                    continue
                for number, score in _alike(_candidates(frame, where), text.likeness[:, self.rows[rule]], frame.least):
                    if not _in_place(matcher, text.sentences[number]):
                        continue
                    hit = self._lay(rule, frame, text, number, score)
                    if hit is not None and not (hit.wrong and _is_perhaps_an_example(matcher, text.sentences[number])):
                        laid[number].append(hit)
            merged = [one for ones in laid.values() if (one := _merged(ones)) is not None]
            if merged:
                hits[rule] = sorted(merged, key=lambda hit: (-hit.score, hit.sentence))
        kept = _explain_away(hits, text, self.common)
        owned = {(hit.sentence, place) for ones in kept.values() for hit in ones for place in (*hit.owned, *hit.guessed)}
        placed = {rule: {hit.sentence: hit for hit in ones} for rule, ones in kept.items()}
        self.explainer.explain(text, self.spoken, placed, owned)
        for found in placed.values():
            for hit in found.values():
                hit.doubts = [
                    claim for claim in hit.doubts if not self.explainer.accounts_for(text, hit, claim.token, self.spoken)
                ]
                hit.wrong = [_weighed(hit, claim, text) for claim in hit.wrong]
        self.decider.decide(text, judged, placed)
        copies: dict[int, list[int]] = defaultdict(list)
        for number, first in again.items():
            copies[first].append(number)
        return {
            rule: sorted(with_copies(ones.values(), copies), key=lambda hit: (-hit.score, hit.sentence))
            for rule, ones in placed.items()
        }

    def _lists(self, text: Text, judged: Sequence[bool]) -> dict[tuple[str, Frame], list[tuple[int, float]]]:
        """What lists say as a whole: by rule and frame, their first sentences with the likeness of the list."""
        lists = openings(text, judged)
        return {
            (rule, frame): [
                (number, score)
                for number, score in gathered(frame, text, lists, self.rows[rule])
                if score >= frame.least and _in_place(matcher, text.sentences[number])
            ]
            for rule, matcher in self.matchers.by_rule.items()
            for frame in matcher.frames
            if frame.gathers
        }

    def _lay(self, rule: str, frame: Frame, text: Text, number: int, score: float) -> Hit | None:
        found = text.streams[number]
        bits = found.bits
        if bits & frame.barred or (bits | text.heading[number]) & frame.barred_context:
            return None
        if not said(frame.atoms, bits, text.context[number], text.listed[number]):
            return None
        if not frame.confirms:
            self.spoken[number][rule] = score
        hit = Hit(rule, number, score, frame)
        values = self.values[rule]
        for slot in frame.slots:
            if not fill(hit, slot, found, values):
                return None
        if frame.confirms and hit.wrong:
            return None
        self.spoken[number][rule] = score
        return hit


def _where(text: Text, judged: Sequence[bool]) -> dict[int, int]:
    """By concept, the judged sentences that have it, as the bits of a number."""
    having: dict[int, bytearray] = {}
    size = len(text.streams) // 8 + 1
    for number, found in enumerate(text.streams):
        bits = found.bits if judged[number] else 0
        while bits:
            low = bits & -bits
            having.setdefault(low, bytearray(size))[number >> 3] |= 1 << (number & 7)
            bits ^= low
    return {concept: int.from_bytes(numbers, "little") for concept, numbers in having.items()}


def _alike(numbers: int, likeness: Matrix, least: float) -> Iterable[tuple[int, float]]:
    """Of the sentences in the bits of a number, those that are like enough to a rule, with how much."""
    if not numbers:
        return ()
    held = np.frombuffer(numbers.to_bytes(len(likeness) // 8 + 1, "little"), dtype=np.uint8)
    found = np.unpackbits(held, bitorder="little").nonzero()[0]
    scores = likeness[found].astype(np.float64)
    near = scores >= least
    return zip(found[near].tolist(), scores[near].tolist(), strict=True)


def _candidates(frame: Frame, where: dict[int, int]) -> int:
    """The sentences that have all parts that must stand in the sentence itself."""
    parts = [_having(atom.bits, where) for atom in frame.atoms if atom.inside]
    if parts:
        return reduce(and_, parts)
    asked = ("number", "nth", *LISTINGS, "colour", "same")
    return min((_having(slot.bits, where) for slot in frame.slots if slot.asks in asked), key=int.bit_count, default=0)


def _having(concepts: int, where: dict[int, int]) -> int:
    """The sentences that have one of these concepts; what was reckoned once is kept."""
    if concepts not in where:
        found, bits = 0, concepts
        while bits:
            low = bits & -bits
            found |= where.get(low, 0)
            bits ^= low
        where[concepts] = found
    return where[concepts]


def _in_place(matcher: Matcher, sentence: Sentence) -> bool:
    if matcher.where == "any":
        return True
    if matcher.where == "example":
        return sentence.aside is Aside.EXAMPLE or sentence.perhaps_example
    if sentence.aside is Aside.EXAMPLE:
        return matcher.where == "card"
    return sentence.aside is not Aside.CARD or matcher.where == "card"


def _is_perhaps_an_example(matcher: Matcher, sentence: Sentence) -> bool:
    """Whether a sentence may tell of an example, or may as well be a rule: it can confirm the example, but not contradict it."""
    return matcher.where == "example" and sentence.aside is not Aside.EXAMPLE


def _merged(laid: list[Hit]) -> Hit | None:
    """What several frames of a rule see in one sentence: a number that one of them explains is not wrong for another."""
    mistakes = [hit for hit in laid if hit.frame.mistake and not hit.wrong]
    plain = [hit for hit in laid if not hit.frame.mistake]
    owned = list(dict.fromkeys(place for hit in plain for place in hit.owned))
    if not plain:
        return mistakes[0] if mistakes else None
    if mistakes and not any(not hit.wrong and any(slot.asks == "nth" for slot in hit.frame.slots) for hit in plain):
        return mistakes[0]  # three for each tile on the third space: who has the place right does not count by threes
    explained = {*owned, *(place for one in plain for place in one.guessed)}
    claims: list[Claim] = []
    for claim in sorted((claim for hit in plain for claim in hit.wrong), key=lambda one: (not one.slot.sure, one.loose)):
        if (claim.value is None or claim.token not in explained) and claim.token not in [one.token for one in claims]:
            claims.append(claim)
    first = min((hit for hit in plain if not hit.wrong), key=lambda hit: hit.frame.least, default=plain[0])
    right = [hit for hit in plain if not hit.wrong]
    given = {slot.name for hit in right if hit.owned for slot in hit.frame.slots if not slot.optional}
    sure = [
        replace(claim, weak=True)
        if right and (claim.loose or claim.name in given) and _is_doubtful(claim, first.score, given)
        else claim
        for claim in claims
    ]
    guessed = [place for hit in plain for place in hit.guessed]
    doubts = {
        claim.token: claim
        for hit in plain
        for claim in hit.doubts
        if claim.token not in (*owned, *guessed) and not hit.frame.confirms
    }
    return Hit(first.rule, first.sentence, first.score, first.frame, sure, owned, guessed, list(doubts.values()))


def _is_doubtful(claim: Claim, score: float, given: set[str]) -> bool:
    """Whether a wrong number hardly counts in a sentence that another frame finds right."""
    if claim.name in given:  # the sentence has this very number right elsewhere
        return claim.loose or score < _STRONG_AGAIN
    return score < _STRONG_BESIDE


def _everywhere(found: Stream, claim: Claim, common: Mapping[str, int]) -> bool:
    """The five colours, the four phases: numbers that any sentence may mention."""
    unit = found.tokens[claim.token].unit
    return unit >= 0 and any(common.get(name) == claim.value for name in found.tokens[unit].names)


def _explain_away(hits: dict[str, list[Hit]], text: Text, common: Mapping[str, int]) -> dict[str, list[Hit]]:
    """A number that one rule explains is no error of another; one that none explains is the error of the likeliest."""
    owners: dict[tuple[int, int], float] = {}
    claimants: dict[tuple[int, int], float] = {}
    for found in hits.values():
        for hit in found:
            sure = hit.score >= _SURE_GUESS * text.likeliest[hit.sentence]
            for place in (*hit.owned, *(hit.guessed if sure else ())):
                owners[hit.sentence, place] = max(owners.get((hit.sentence, place), 0.0), hit.score)
            for claim in hit.wrong:
                key = (hit.sentence, claim.token)
                claimants[key] = max(claimants.get(key, 0.0), hit.score)
    kept: dict[str, list[Hit]] = {}
    for rule, found in hits.items():
        left = []
        for hit in found:
            if not hit.wrong:
                left.append(hit)
                continue
            claims = [_weighed(hit, claim, text) for claim in hit.wrong if _stands(hit, claim, text, owners, claimants, common)]
            if claims or hit.owned or hit.guessed or hit.frame.confirms:  # what only confirms was right by itself
                left.append(replace(hit, wrong=claims))
        if left:
            kept[rule] = left
    return kept


def _stands(
    hit: Hit,
    claim: Claim,
    text: Text,
    owners: Mapping[tuple[int, int], float],
    claimants: Mapping[tuple[int, int], float],
    common: Mapping[str, int],
) -> bool:
    """Whether a wrong claim is to be believed, seeing what other rules make of the same word and sentence."""
    key = (hit.sentence, claim.token)
    likeliest = text.likeliest[hit.sentence]
    if text.manifest.catalogue[hit.rule].kind == "example" and text.sentences[hit.sentence].aside is not Aside.EXAMPLE:
        return False
    if claim.slot.asks in AT_SIGHT or claim.slot.name in _SIDES:
        return True
    if claim.value is None:
        return hit.score >= (_LIKELY_LACK if claim.slot.asks == "missing" else _LIKELY_WORD) * likeliest
    if text.sentences[hit.sentence].aside is Aside.EXAMPLE and hit.rule.startswith(things(text.manifest).person_rules):
        found = text.streams[hit.sentence]
        if not found.at("each") and not found.at("price"):
            return False  # what a person brings in one case is no statement of what it always brings
    if claim.loose and not claim.slot.sure and hit.score < _SURE_GUESS * likeliest:
        return False
    if adds_up(text.streams[hit.sentence], claim.token) or (
        text.streams[hit.sentence].tokens[claim.token].ordinal and claim.value == 1
    ):
        return False
    if owners.get(key, 0.0) >= _OWNS * hit.score or (
        not claim.slot.sure and claim.slot.asks not in ("set", "range") and _everywhere(text.streams[hit.sentence], claim, common)
    ):
        return False
    if not claim.slot.sure and (hit.score < claimants[key] - _RIVAL or hit.score < _LIKELY * likeliest):
        return False
    return claim.value != 1 or hit.score >= _SURE_OF_ONE or claim.slot.asks in ("set", "range") or claim.actual == "0"


def _weighed(hit: Hit, claim: Claim, text: Text) -> Claim:
    """The claim, marked as weak where the sentence speaks more of something else."""
    share = hit.score / max(1e-6, text.likeliest[hit.sentence])
    if claim.slot.asks in AT_SIGHT or claim.slot.name in _SIDES:
        return replace(claim, plain=claim.slot.sure)
    if claim.value is None:
        weak = share < _STRONG_WORD or hit.score < _STRONG_WORD_SCORE
    elif text.sentences[hit.sentence].sort is Sort.HEADING:
        weak = True
    elif _is_plain(hit, claim, text):
        return replace(claim, plain=True)
    elif claim.value == 1 and claim.actual != "0":
        weak = share < _STRONG_ONE or hit.score < _STRONG_ONE_SCORE
    elif claim.loose:
        weak = _counts_something_else(hit, claim, text) or share < _STRONG_LOOSE or hit.score < _STRONG_LOOSE_SCORE
    else:
        weak = share < _STRONG and hit.score < _STRONG_NUMBER
    return replace(claim, weak=True) if weak and not claim.weak else claim


def _is_plain(hit: Hit, claim: Claim, text: Text) -> bool:
    """Whether the place says what is spoken of: a list of its own, the person's own name, the list of what is in the box."""
    known = things(text.manifest)
    if claim.slot.sure or claim.slot.asks in ("set", "range", "row") or hit.rule.startswith(known.person_rules):
        return True
    return hit.rule.startswith(known.box_rules) and not claim.loose and under_contents(text, hit.sentence)


def _counts_something_else(hit: Hit, claim: Claim, text: Text) -> bool:
    """Whether a number that counts nothing known stands in a list of what is in the box, and not by the word each."""
    found = text.streams[hit.sentence]
    if not under_contents(text, hit.sentence):
        return False
    if sum(token.value is not None and not token.weak for token in found.tokens) < _LISTED:
        return False
    return not any(found.same_clause(claim.token, place) for place in found.at("each"))
