"""Judging: from the passages found for each rule to one verdict a rule, with what is claimed, what the engine does, and why.

Right in one place and wrong in another is inconsistent; what another edition prints is an edition; two numbers in one breath are
ambiguous. What is not found is missing, with the passages that come nearest.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from ...kernel.rulesets import BaseRuleset
from ...rulebook.catalogue import Rule
from ..arrays import np
from ..find.claims import Claim, Hit
from ..find.finding import CLOSE, FAR, Finder
from ..find.matchers import AT_SIGHT, USUAL, Matcher
from ..find.searched_text import Text
from ..findings import Finding, Green, Passage, Proof, Reason, Verdict
from ..read.likeness import profiles
from ..read.reading import Aside, Sort
from .evidence import as_claimed, as_confused, evidence

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

_SURE_ENOUGH: Final = 0.34
"""Below this likeness a wrong claim is only ambiguous."""
_SURE_WORD: Final = 0.5
"""The same for a word, where another passage has it right."""
_LIKELY_STATED: Final = 0.62
_LIKELY_TWICE: Final = 0.85
_LIKELY_MISTAKE: Final = 0.5
_NEAREST = 0.3
_VERY_NEAR = 0.8
_MOST_PLACES = 8
_MOST_NEAREST = 3


def judge(
    text: Text, hits: dict[str, list[Hit]], finder: Finder, rules: BaseRuleset | None, lang: str, judged: Sequence[bool]
) -> list[Finding]:
    """A finding for every rule that has a matcher, in the order of the catalogue."""
    found: list[Finding] = []
    catalogue = text.manifest.catalogue
    may = np.asarray(judged, dtype=np.bool_)
    for rule in catalogue.values():
        matcher = finder.matchers.by_rule.get(rule.id)
        if matcher is not None:
            found += _judge_rule(rule, matcher, hits.get(rule.id, []), text, rules, lang, may)
    return found


def _judge_rule(
    rule: Rule, matcher: Matcher, hits: list[Hit], text: Text, rules: BaseRuleset | None, lang: str, judged: NDArray[numpy.bool_]
) -> list[Finding]:
    if not hits:
        return [_missing(rule, text, judged)]
    best = max((hit.score for hit in hits if hit.frame.text), default=hits[0].score)  # what no frame fits outranks nothing
    near = [hit for hit in hits if hit.score >= best - CLOSE or (hit.owned and hit.frame.least < USUAL)]
    right = [hit for hit in near if not hit.wrong and not hit.frame.mistake and _speaks_of_it(hit, text)]
    wrong = [hit for hit in hits if _counts(hit, best) and (hit.wrong or hit.frame.mistake)]
    hedged = [hit for hit in hits if hit.doubts and not hit.wrong and hit.score >= best - FAR]
    close = {hit.sentence for hit in near}  # a sentence states a rule once
    again = [hit for hit in hits if hit.sentence not in close and _is_said_again(hit, best, text)]
    plain = [hit for hit in right if not hit.doubts] or ([] if wrong or hedged else [hit for hit in again if _is_exact(hit)])
    places = tuple(_passage(text, hit) for hit in plain[: _MOST_PLACES + 1])
    told = {hit.sentence for hit in plain}
    further = tuple(_passage(text, hit) for hit in again[: len(told) + _MOST_PLACES] if hit.sentence not in told)
    found = [_wrong(rule, matcher, hit, text, rules, lang, places, best) for hit in wrong[:_MOST_PLACES]]
    for hit in hedged[:_MOST_PLACES]:
        reason, doubt = Reason("two_values", {"rule": rule.id}), hit.doubts[0]
        proof = evidence(rule, rules, lang)
        found.append(
            Finding(rule.id, Verdict.AMBIGUOUS, _passage(text, hit), reason, 0.5, doubt.claimed, doubt.actual, proof=proof)
        )
    if plain and not any(finding.verdict is Verdict.INCONSISTENT for finding in found):
        confidence = min(0.99, 0.45 + 0.6 * plain[0].score)
        reason = Reason("stated", {"places": len(plain)})
        found.append(
            Finding(
                rule.id,
                Verdict.STATED,
                places[0],
                reason,
                confidence,
                proof=evidence(rule, rules, lang),
                others=(*places[1:], *further)[: _MOST_PLACES - 1],
                green=_green(plain),
            )
        )
    return found or [_missing(rule, text, judged)]


def _green(hits: Sequence[Hit]) -> Green:
    """Whether what a rule turns on was read in one of the passages that state it."""
    if any(hit.owned or any(slot.asks == "word" for slot in hit.frame.slots) for hit in hits):
        return Green.VERIFIED
    return Green.MENTIONED if any(hit.frame.slots for hit in hits) else Green.STATED


def _speaks_of_it(hit: Hit, text: Text) -> bool:
    """Whether a sentence is about the rule, not only made of its words; a number that fits or an exact frame settles it."""
    return bool(hit.owned) or _is_exact(hit) or hit.score >= _LIKELY_STATED * text.likeliest[hit.sentence]


def _is_said_again(hit: Hit, best: float, text: Text) -> bool:
    """Whether a passage says a rule once more, less fully than the best one: it is shown beside it."""
    if hit.wrong or hit.doubts or hit.frame.mistake:
        return False
    return _is_exact(hit) or (hit.score >= best - FAR and _speaks_of_it(hit, text))


def _is_exact(hit: Hit) -> bool:
    """Whether the frame of a passage says by its words alone that the rule is meant."""
    return hit.frame.least < USUAL


def _counts(hit: Hit, best: float) -> bool:
    """Whether a wrong passage is near enough to the best one; a number or colour says more than a word."""
    if any(claim.slot.sure for claim in hit.wrong):
        return True
    bound = any(
        claim.value is not None or claim.slot.asks in AT_SIGHT or (claim.slot.asks == "word" and not claim.weak)
        for claim in hit.wrong
    )
    return hit.score >= best - (FAR if bound or hit.frame.mistake else CLOSE)


def _passage(text: Text, hit: Hit) -> Passage:
    return text.sentences[hit.sentence].passage()


def _wrong(
    rule: Rule,
    matcher: Matcher,
    hit: Hit,
    text: Text,
    rules: BaseRuleset | None,
    lang: str,
    right: tuple[Passage, ...],
    best: float,
) -> Finding:
    sentence = text.sentences[hit.sentence]
    confidence = min(0.95, 0.5 + 0.5 * hit.score)
    claim = hit.wrong[0] if hit.wrong else None
    proof = evidence(rule, rules, lang)
    if hit.frame.mistake:
        confusion = next(one for one in rule.confusions if one.name == hit.frame.mistake)
        reason = Reason("confusion", {"says": confusion.says})
        claimed, actual, confidence = confusion.says, rule.text(lang, rules), confidence - 0.05
        proof = _with(proof, as_confused(confusion, rules))
    else:
        assert claim is not None
        claimed, actual, reason = _told(rule, claim, rules)
        if claim.value is not None and claim.name:
            if claim.value in matcher.editions.get(claim.name, ()):
                return Finding(
                    rule.id,
                    Verdict.EDITION,
                    sentence.passage(),
                    Reason("edition", {"claimed": claimed, "actual": actual}),
                    confidence,
                    claimed,
                    actual,
                    proof=proof,
                    others=right,
                )
            proof = _with(proof, as_claimed(claim.name, claim.value, rules))
        else:
            confidence -= 0.1
        confidence -= 0.1 * claim.loose
    confidence -= 0.1 * (sentence.aside is Aside.NOTE) + 0.1 * (sentence.sort is Sort.HEADING)
    verdict = Verdict.CONTRADICTS
    share = hit.score / max(1e-6, text.likeliest[hit.sentence])
    weak = share < _LIKELY_MISTAKE if hit.frame.mistake else all(one.weak for one in hit.wrong)
    sure = hit.frame.sure if hit.frame.mistake else any(one.plain and not one.weak for one in hit.wrong)
    if not sure and (weak or (right and _is_doubtful_beside_it(rule, hit, claim, share, best)) or hit.score < _SURE_ENOUGH):
        return Finding(
            rule.id,
            Verdict.AMBIGUOUS,
            sentence.passage(),
            reason,
            round(min(0.6, confidence - 0.2), 3),
            claimed,
            actual,
            proof=proof,
            others=right[:_MOST_PLACES],
        )
    if right:
        verdict, reason = (
            Verdict.INCONSISTENT,
            Reason("inconsistent", {"claimed": claimed, "actual": actual, "line": right[0].line}),
        )
    return Finding(
        rule.id,
        verdict,
        sentence.passage(),
        reason,
        round(confidence, 3),
        claimed,
        actual,
        proof=proof,
        others=right[:_MOST_PLACES],
    )


def _is_doubtful_beside_it(rule: Rule, hit: Hit, claim: Claim | None, share: float, best: float) -> bool:
    """Whether a wrong claim hardly counts beside a passage that has the rule right; the sentences of an example share a rule."""
    if claim is None or rule.kind == "example":
        return False
    if claim.slot.asks == "missing" or (claim.slot.asks == "word" and hit.score < _SURE_WORD):
        return True
    return share < _LIKELY_TWICE or hit.score < best - CLOSE


def _told(rule: Rule, claim: Claim, rules: BaseRuleset | None) -> tuple[str, str, Reason]:
    """What is claimed and what is right, in a word or two."""
    slot = claim.slot
    if slot.asks == "missing":
        return "–", slot.name.replace("|", " / "), Reason("word_missing", {"word": slot.name.replace("|", " / ")})
    if slot.asks == "unwanted":
        return claim.claimed, "–", Reason("word_unwanted", {"word": claim.claimed})
    actual = claim.actual.split("|")[0]
    key = {"word": "word_differs", "colour": "colour_differs", "same": "colours_differ"}.get(slot.asks, "number_differs")
    if slot.asks == "nth" and not claim.actual.isdigit():
        key = "place_or_count"
    return claim.claimed, actual, Reason(key, {"claimed": claim.claimed, "actual": actual})


def _with(proof: Proof | None, otherwise: BaseRuleset | None) -> Proof | None:
    return proof if proof is None or otherwise is None else replace(proof, otherwise=otherwise)


def _missing(rule: Rule, text: Text, judged: NDArray[numpy.bool_]) -> Finding:
    column = text.likeness[:, profiles(text.manifest).row[rule.id]]
    like = (judged & (column >= _NEAREST)).nonzero()[0]
    order = like[np.argsort(-column[like], kind="stable")][:_MOST_NEAREST].tolist()
    nearest = [text.sentences[number].passage() for number in order]
    if order and column[order[0]] >= _VERY_NEAR:
        return Finding(rule.id, Verdict.AMBIGUOUS, nearest[0], Reason("near", {}), 0.4, others=tuple(nearest[1:]))
    return Finding(
        rule.id, Verdict.MISSING, None, Reason("missing", {"places": len(nearest)}), _expected(rule), others=tuple(nearest)
    )


def _expected(rule: Rule) -> float:
    """How surely a rulebook should state a rule: much if all documents do, little for examples and single people."""
    if rule.kind == "example" or rule.persons:
        return 0.2
    said = sum(not says.startswith("silent") for says in rule.sources.values())
    return round(0.3 + 0.15 * said, 2)
