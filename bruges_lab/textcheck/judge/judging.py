"""Judging: from what sentences state and where they differ to one verdict a rule, with what is claimed, what play does, and why.

Right in one place and wrong in another is inconsistent; what another edition prints is an edition. What is not found is missing,
with the passages that come nearest. How sure a finding is comes from the models, whose levels were measured on labelled texts.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final

from ...kernel.rulesets import BaseRuleset
from ...rulebook.catalogue import Rule
from ..arrays import np
from ..find.aligning import Alignment
from ..find.boosted import Models
from ..find.library import telling
from ..findings import LEAST_CERTAIN, LEAST_LIKELY, Finding, Green, Passage, Proof, Reason, Verdict
from ..read.concepts import phrase
from ..read.spoken import number_of
from ..read.things import things
from .differing import Differ, Difference
from .evidence import as_claimed, as_confused, evidence
from .misreading import ANY, Misreader, besides, declared

if TYPE_CHECKING:
    from ..find.library import Known
    from ..find.searched_text import Text

STATED: Final = 0.25
"""From how probable a sentence on a rule counts as stated."""
_SURELY: Final = 0.6
_NEAREST: Final = 0.02
_LOOK: Final = 0.6
"""From which share of what makes it likely a difference is worth a look."""
_MOST: Final = 0.99
_USUAL: Final = 0.5
_MOST_PLACES = 8
_MOST_NEAREST = 3


@dataclass(frozen=True, slots=True)
class _Claim:
    """A difference with how probably it is an error."""

    found: Difference
    confidence: float


@dataclass(frozen=True, slots=True)
class Court:
    """What the verdicts on all rules of a text need."""

    text: Text
    alignment: Alignment
    learnt: Models
    rules: BaseRuleset | None
    lang: str


def judge(court: Court) -> list[Finding]:
    """A finding for every rule that is read, in the order of the catalogue."""
    claims = _claims(court)
    places = court.alignment.by_rule()
    return [
        finding
        for place, known in enumerate(court.alignment.library.known)
        for finding in _judge_rule(court, place, known, places.get(place, []), claims.get(place, []))
    ]


def _claims(court: Court) -> Mapping[int, list[_Claim]]:
    """The differences that are worth a look, of each word only that of the rule it most probably belongs to."""
    best: dict[tuple[int, int | str], _Claim] = {}
    surest: dict[tuple[int, int], float] = {}
    for name, reader in (
        ("any", Differ(court.text, court.alignment, court.learnt)),
        ("misread", Misreader(court.text, court.alignment)),
    ):
        ones, model = list(reader.all()), court.learnt.differing.get(name)
        if model is None or not ones:
            continue
        if name == "misread":
            ones = [besides(one, surest) for one in ones]
        scores = model.probable(np.asarray([one.features for one in ones], dtype=np.float32))
        for one, score in zip(ones, scores.tolist(), strict=True):
            for own in ((one.sentence, one.rule), (one.sentence, ANY)):
                surest[own] = max(surest.get(own, 0.0), score)
            claim = _Claim(one, confidence(score, court.learnt.levels[one.kind]))
            key = (one.sentence, "misread" if name == "misread" else one.place if one.place >= 0 else one.right)
            if claim.confidence >= _LOOK * LEAST_LIKELY and (key not in best or claim.confidence > best[key].confidence):
                best[key] = claim
    found_by_rule: dict[int, list[_Claim]] = defaultdict(list)
    for claim in sorted(best.values(), key=lambda one: (-one.confidence, one.found.sentence, one.found.place)):
        found_by_rule[claim.found.rule].append(claim)
    return found_by_rule


def confidence(score: float, levels: Sequence[float]) -> float:
    """How probably a difference is an error, from its score and from which scores on such ones were found likely and certain."""
    steps, values = [0.0, *(level for level in levels if level <= 1)], [0.0, LEAST_LIKELY, LEAST_CERTAIN]
    top = _MOST if len(steps) == len(values) else LEAST_CERTAIN - 0.01 if len(steps) > 1 else LEAST_LIKELY - 0.01
    return float(np.interp(score, [*steps, 1.0001], [*values[: len(steps)], top]))


def _judge_rule(
    court: Court, place: int, known: Known, stated: Sequence[tuple[float, int]], claims: Sequence[_Claim]
) -> list[Finding]:
    wrong: dict[int, _Claim] = {}
    for claim in claims:
        wrong.setdefault(claim.found.sentence, claim)
    against = {number for number, claim in wrong.items() if claim.confidence >= LEAST_LIKELY}
    places = [(value, number) for value, number in stated if value >= STATED and number not in against]
    right = tuple(_passage(court, number) for _, number in places[: _MOST_PLACES + 1])
    surely = right[:_MOST_PLACES] if places and places[0][0] >= _SURELY else ()
    found = [_told(court, known, wrong[number], surely) for number in list(wrong)[:_MOST_PLACES]]
    if places and not any(finding.verdict is Verdict.INCONSISTENT for finding in found):
        found.append(
            Finding(
                known.rule.id,
                Verdict.STATED,
                right[0],
                Reason("stated", {"places": len(places)}),
                round(places[0][0], 3),
                proof=evidence(known.rule, court.rules, court.lang),
                others=right[1:_MOST_PLACES],
                green=_green(court, known, [number for _, number in places]),
            )
        )
    return found or [_missing(court, known.rule, stated)]


def _green(court: Court, known: Known, sentences: Sequence[int]) -> Green:
    """Whether what a rule turns on was read in one of the passages that state it."""
    usual = known.shares.own
    expected = {name for name, share in usual.items() if share >= _USUAL and ":" not in name}
    colours = set(things(court.text.manifest).colours)
    decisive = {name for name in expected if number_of(name) is not None or name in colours}
    decisive = decisive or expected & telling()
    if not decisive:
        return Green.STATED
    there = set[str]().union(*(court.alignment.facts[number].names for number in sentences))
    return Green.VERIFIED if decisive & there else Green.MENTIONED


def _passage(court: Court, number: int) -> Passage:
    return court.text.sentences[number].passage()


def _told(court: Court, known: Known, claim: _Claim, right: tuple[Passage, ...]) -> Finding:
    """A claim as a finding."""
    rule, found = known.rule, claim.found
    claimed, actual, reason = _words(court, known, found)
    passage, proof = _passage(court, found.sentence), _with(court, known, found, evidence(rule, court.rules, court.lang))
    verdict = Verdict.CONTRADICTS
    name, value = _parameter(rule, court.rules, found), number_of(found.said) if found.kind == "number" else None
    if value is not None and value in court.alignment.library.manifest.reading.by_rule[rule.id].get(name, ()):
        verdict, reason = Verdict.EDITION, Reason("edition", {"claimed": claimed, "actual": actual})
    elif claim.confidence < LEAST_LIKELY:
        verdict = Verdict.AMBIGUOUS
    elif right:
        verdict = Verdict.INCONSISTENT
        reason = Reason("inconsistent", {"claimed": claimed, "actual": actual, "line": right[0].line})
    sure = round(claim.confidence, 3)
    return Finding(rule.id, verdict, passage, reason, sure, claimed, actual, proof=proof, others=right)


def _words(court: Court, known: Known, found: Difference) -> tuple[str, str, Reason]:
    """What is claimed and what is right, in a word or two."""
    if found.says and declared(known.misread, found.says).confusion is not None:
        return found.says, known.rule.text(court.lang, court.rules), Reason("confusion", {"says": found.says})
    if found.says and found.place < 0:
        return "–", known.rule.text(court.lang, court.rules), Reason("misread", {})
    if found.kind == "missing":
        return "–", found.right, Reason("word_missing", {"word": found.right})
    stream = court.text.streams[found.sentence]
    if found.kind == "number":
        claimed, actual, key = stream.tokens[found.place].text, str(number_of(found.right)), "number_differs"
    else:
        claimed, actual = phrase(stream, found.place, found.said, stream.words), found.right
        key = "colour_differs" if found.kind == "colour" else "word_differs"
    if found.kind in ("extra", "misread"):
        return claimed, "–", Reason("word_unwanted", {"word": claimed})
    return claimed, actual, Reason(key, {"claimed": claimed, "actual": actual})


def _parameter(rule: Rule, rules: BaseRuleset | None, found: Difference) -> str:
    """The name of the number that a sentence has wrong."""
    right = number_of(found.right) if found.kind == "number" else None
    return next((name for name, value in rule.values(rules).items() if right is not None and value == right), "")


def _with(court: Court, known: Known, found: Difference, proof: Proof | None) -> Proof | None:
    """The proof with the ruleset as the text would have it, where the engine can play that."""
    if proof is None:
        return None
    name, value = _parameter(known.rule, court.rules, found), number_of(found.said) if found.kind == "number" else None
    otherwise = as_claimed(name, value, court.rules) if name and value is not None else None
    for one in known.misread:
        meant = one.says == found.says if found.says else found.said in one.odd and found.right not in one.odd
        if otherwise is None and found.kind != "number" and meant and one.confusion is not None:
            otherwise = as_confused(one.confusion, court.rules)
    return proof if otherwise is None else replace(proof, otherwise=otherwise)


def _missing(court: Court, rule: Rule, stated: Sequence[tuple[float, int]]) -> Finding:
    nearest = tuple(_passage(court, number) for value, number in stated[:_MOST_NEAREST] if value >= _NEAREST)
    reason = Reason("missing", {"places": len(nearest)})
    return Finding(rule.id, Verdict.MISSING, None, reason, _expected(rule), others=nearest)


def _expected(rule: Rule) -> float:
    """How surely a rulebook should state a rule: much if all documents do, little for examples and single people."""
    if rule.kind == "example" or rule.persons:
        return 0.2
    said = sum(not says.startswith("silent") for says in rule.sources.values())
    return round(0.3 + 0.15 * said, 2)
