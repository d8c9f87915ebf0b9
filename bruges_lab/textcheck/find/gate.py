"""The gate: whether a text is about Bruges at all, and which of its paragraphs belong to an expansion or another game.

A text of this game names many things that other games do not have, and states many of its rules. What fails this is turned away
in one sentence; foreign paragraphs within a rulebook of Bruges are marked and not judged.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import Final

from ...rulebook.glossary import Glossary
from ..findings import Finding, Reason, Verdict
from ..read.reading import Sort
from ..read.vocabulary import concept_bits
from .claims import Hit
from .searched_text import Text

DISTINCTIVE: Final = (
    *("guilder", "worker", "canal_tile", "canal", "statue", "seal", "majority_marker", "majority", "town_hall"),
    *("reputation_track", "reputation", "threat", "flood", "plague", "raid", "fire", "intrigue", "laurel", "infinity"),
    *("extra_pile", "house", "person", "section", "overview_card", "gate", "draw_pile", "points_tile"),
)
"""Things that a rulebook of this game names and hardly any other one has together."""
_LEAST_THINGS = 6
_LEAST_RULES = 5
_LEAST_SHARE = 0.08
_CHAPTER_THINGS = 2
_CHAPTER_RULES = 4
_CHAPTER_SHARE = 0.35
"""A single chapter names few of the things, but states rules in almost every sentence."""
_EXPANSION: Final = ("ship", "market", "action_marker", "round_marker", "bag", "expansion")
_LEAST_FOREIGN = 12


def gate(text: Text, hits: Mapping[str, list[Hit]]) -> tuple[bool, Reason]:
    """Whether this is Bruges, and why."""
    bits = 0
    for found in text.streams:
        bits |= found.bits
    things = [name for name in DISTINCTIVE if bits & concept_bits()[name]]
    stated = sum(any(not hit.wrong and not hit.frame.mistake and hit.score >= 0.45 for hit in found) for found in hits.values())
    sentences = max(1, sum(sentence.sort is not Sort.HEADING for sentence in text.sentences))
    share = stated / sentences
    known = share >= _LEAST_SHARE or stated >= 60
    data = {"things": len(things), "of": len(DISTINCTIVE), "rules": stated}
    whole = len(things) >= _LEAST_THINGS and stated >= min(_LEAST_RULES, max(2, sentences // 4)) and known
    chapter = len(things) >= _CHAPTER_THINGS and stated >= _CHAPTER_RULES and share >= _CHAPTER_SHARE
    if whole or chapter:
        return True, Reason("bruges", data)
    return False, Reason("other_game", data)


def foreign(text: Text, hits: Mapping[str, list[Hit]]) -> tuple[list[bool], list[Finding]]:
    """Which sentences may be judged, and a note on every paragraph that is not of the base game."""
    judged = [True] * len(text.sentences)
    findings: list[Finding] = []
    for sentences in _paragraphs(text):
        key = _why_foreign(text, sentences, hits)
        if not key:
            continue
        for number in sentences:
            judged[number] = False
        first = text.sentences[sentences[0]]
        findings.append(
            Finding("", Verdict.NOTE, first.passage(), Reason(key), 0.8 if key == "expansion" else 0.5, check="foreign")
        )
    return judged, findings


def _paragraphs(text: Text) -> list[list[int]]:
    blocks: dict[tuple[int, int], list[int]] = defaultdict(list)
    for number, sentence in enumerate(text.sentences):
        if sentence.sort is not Sort.HEADING:
            blocks[sentence.file, sentence.block].append(number)
    return list(blocks.values())


def _why_foreign(text: Text, sentences: Sequence[int], hits: Mapping[str, list[Hit]]) -> str:
    bits = heading = 0
    for number in sentences:
        bits |= text.streams[number].bits
        heading |= text.heading[number]
    marks = [name for name in _EXPANSION if bits & concept_bits()[name]]
    if marks and not _is_base(text, sentences, marks):
        return "expansion"
    return "other_paragraph" if _is_another_game(text, sentences, bits) else ""


def _is_base(text: Text, sentences: Sequence[int], marks: Sequence[str]) -> bool:
    """A mark of the expansion may be a word of the base game: a port, a bag for coins."""
    strong = [name for name in marks if name in ("ship", "market", "action_marker", "round_marker", "expansion")]
    own = sum(any(token.term and token.term[0] in marks for token in text.streams[number].tokens) for number in sentences)
    return not (strong or "bag" in marks) or own == 0


def _is_another_game(text: Text, sentences: Sequence[int], bits: int) -> bool:
    """Many words, numbers among them, and hardly a thing of this game."""
    words = [token for number in sentences for token in text.streams[number].tokens if len(token.text) > 4]
    if len(words) < _LEAST_FOREIGN:
        return False
    glossary = Glossary.load()
    known = sum(
        bool(token.names) and any(name in glossary or name.startswith("person_") for name in token.names) for token in words
    )
    distinctive = any(bits & concept_bits()[name] for name in DISTINCTIVE)
    counted = any(token.value is not None and not token.weak for number in sentences for token in text.streams[number].tokens)
    best = max(float(text.likeness[number].max()) for number in sentences)
    return not distinctive and counted and known * 5 < len(words) and best < 0.45
