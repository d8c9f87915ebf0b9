"""The gate: whether a text is about the game at all, and which of its paragraphs belong to a module or to another game.

A text of this game names many things that other games do not have, and states many of its rules. What fails this is turned away
in one sentence; foreign paragraphs within a rulebook of it are marked and not judged, unless their module is in play.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from functools import cache, reduce
from itertools import pairwise
from operator import or_
from typing import TYPE_CHECKING

from ...kernel.errors import DataError
from ...rulebook.catalogue import usual_rules
from ..findings import Finding, Reason, Verdict
from ..read.reading import Sort
from ..read.things import FILE, reading_folder, things
from ..read.vocabulary import PERSON, concept_bits
from .aligning import Alignment
from .searched_text import Text

if TYPE_CHECKING:
    from ...games.manifest import Manifest
    from ...kernel.rulesets import BaseRuleset

_LEAST_THINGS = 6
_STATED = 0.7
"""From how probable a sentence on it states a rule, where it is asked whether this is the game."""
_LEAST_RULES = 5
_SHARE = 3
"""A small game has few things: of these every third, of its rules that can be found every third, is enough."""
_LEAST_SHARE = 0.08
_CHAPTER_THINGS = 2
_CHAPTER_RULES = 4
_CHAPTER_SHARE = 0.35
"""A single chapter names few of the things, but states rules in almost every sentence."""
_LEAST_FOREIGN = 12


def gate(text: Text, alignment: Alignment) -> tuple[bool, Reason]:
    """Whether this is the game, and why."""
    known_by, rules = distinctive(text.manifest), len(alignment.library.rules)
    bits = 0
    for found in text.streams:
        bits |= found.bits
    named = sum(bool(bits & bit) for bit in known_by)
    stated = len({place for one in alignment.by_sentence for place, probable in one.items() if probable >= _STATED})
    sentences = max(1, sum(sentence.sort is not Sort.HEADING for sentence in text.sentences))
    share = stated / sentences
    known = share >= _LEAST_SHARE or stated >= 60
    data = {"things": named, "of": len(known_by), "rules": stated}
    least_things = min(_LEAST_THINGS, -(-len(known_by) // _SHARE))
    least_rules = min(_LEAST_RULES, max(2, sentences // 4), -(-rules // _SHARE))
    whole = named >= least_things and stated >= least_rules and known
    chapter = named >= _CHAPTER_THINGS and stated >= _CHAPTER_RULES and share >= _CHAPTER_SHARE
    if whole or chapter:
        return True, Reason("this_game", data)
    return False, Reason("other_game", data)


def distinctive(manifest: Manifest) -> list[int]:
    """The bits of the things that a rulebook of a game names and hardly any other one has together."""
    bits = concept_bits(manifest)
    return [bits[name] for name in things(manifest).distinctive or manifest.glossary if name in bits]


def foreign(text: Text, rules: BaseRuleset | None = None) -> tuple[list[bool], list[Finding]]:
    """Which sentences may be judged, and a note on every paragraph that is not of the game under a ruleset."""
    rules = usual_rules(text.manifest) if rules is None else rules
    away = [name for name, chapter in text.manifest.chapters.chapters.items() if not chapter.in_play(rules)]
    judged = [True] * len(text.sentences)
    findings: list[Finding] = []
    for sentences in _paragraphs(text):
        if reason := _why_foreign(text, sentences, away):
            for number in sentences:
                judged[number] = False
            sure = 0.8 if reason.key == "expansion" else 0.5
            findings.append(Finding("", Verdict.NOTE, text.sentences[sentences[0]].passage(), reason, sure, check="foreign"))
            continue
        findings.extend(
            Finding("", Verdict.NOTE, text.sentences[number].passage(), module, 0.8, check="module")
            for number in sentences
            if (module := _of_a_module(text, number, away)) is not None
        )
    return judged, findings


def _paragraphs(text: Text) -> list[list[int]]:
    blocks: dict[tuple[int, int], list[int]] = defaultdict(list)
    for number, sentence in enumerate(text.sentences):
        if sentence.sort is not Sort.HEADING:
            blocks[sentence.file, sentence.block].append(number)
    return list(blocks.values())


def _why_foreign(text: Text, sentences: Sequence[int], away: Sequence[str]) -> Reason | None:
    """Why a paragraph is not judged, with the modules that it is about; `away` are the chapters that are not in play."""
    bits, named = 0, things(text.manifest)
    for number in sentences:
        bits |= text.streams[number].bits
    modules = [name for name, marks in named.modules.items() if name in away and _names_one(text, sentences, bits, marks)]
    if modules or _names_one(text, sentences, bits, named.expansion):
        said = [name for number in sentences for name in _modules_said(text.manifest, text.streams[number].bits, away)]
        return Reason("expansion", {"modules": ", ".join(dict.fromkeys((*modules, *said))) or "none"})
    return Reason("other_paragraph") if _is_another_game(text, sentences, bits) else None


def _of_a_module(text: Text, sentence: int, away: Sequence[str]) -> Reason | None:
    """The module that a sentence is about by a number that only it has, such as five players, or by words that only it has."""
    tokens, bits = text.streams[sentence].tokens, text.streams[sentence].bits
    for name, numbers in things(text.manifest).numbers_of_modules.items():
        pairs = ((one.value, other.term[0]) for one, other in pairwise(tokens) if other.term is not None)
        if name in away and any(value is not None and numbers.get(thing) == value for value, thing in pairs):
            return Reason("of_module", {"modules": name})
    said = _modules_said(text.manifest, bits, away)
    return Reason("of_module", {"modules": said[0]}) if said else None


def _modules_said(manifest: Manifest, bits: int, away: Sequence[str]) -> list[str]:
    """The modules that words of one sentence speak of."""
    sayings = (one for one in _sayings(manifest) if one[0] in away and not bits & one[2])
    return list(dict.fromkeys(name for name, asked, _ in sayings if all(bits & one for one in asked)))


@cache
def _sayings(manifest: Manifest) -> list[tuple[str, tuple[int, ...], int]]:
    """What is said of modules: the chapter, what must stand in a sentence, and what must not."""
    known, sayings = concept_bits(manifest), list[tuple[str, tuple[int, ...], int]]()
    for module, lines in things(manifest).said_of_modules.items():

        def refused(problem: str, module: str = module) -> DataError:
            return DataError(reading_folder(manifest) / FILE, "things", f"said_of_modules.{module}", problem)

        for line in lines:
            asked, barred = list[int](), 0
            for part in line.split():
                names = part.removeprefix("-").split("|")
                if unknown := set(names) - set(known):
                    raise refused(f"{min(unknown)!r} is neither a concept nor a plain word")
                bits = reduce(or_, (known[name] for name in names))
                asked, barred = (asked, barred | bits) if part.startswith("-") else ([*asked, bits], barred)
            if not asked:
                raise refused(f"{line!r}: something must be said")
            sayings.append((module, tuple(asked), barred))
    return sayings


def _names_one(text: Text, sentences: Sequence[int], bits: int, marks: Sequence[str]) -> bool:
    """Whether a mark of the expansion stands there as a name: it may be a word of the base game, a port, a bag for coins."""
    known = concept_bits(text.manifest)
    if not any(bits & known.get(name, 0) for name in marks):
        return False
    return any(token.term and token.term[0] in marks for number in sentences for token in text.streams[number].tokens)


def _is_another_game(text: Text, sentences: Sequence[int], bits: int) -> bool:
    """Many words, numbers among them, and hardly a thing of this game."""
    words = [token for number in sentences for token in text.streams[number].tokens if len(token.text) > 4]
    if len(words) < _LEAST_FOREIGN:
        return False
    glossary = text.manifest.glossary
    known = sum(bool(token.names) and any(name in glossary or name.startswith(PERSON) for name in token.names) for token in words)
    named = any(bits & bit for bit in distinctive(text.manifest))
    counted = any(token.value is not None and not token.weak for number in sentences for token in text.streams[number].tokens)
    best = max(float(text.likeness[number].max()) for number in sentences)
    return not named and counted and known * 5 < len(words) and best < 0.45
