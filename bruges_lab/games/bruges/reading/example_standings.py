"""Standings in worked examples: who has how many, who leads, what things score, how many cards lie in the piles.

Read in sentences and parts of sentences; a part that speaks of two things at once is left alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from ....textcheck.find.searched_text import Text
from ....textcheck.findings import Finding, Proof, Reason, Verdict
from ....textcheck.read.concepts import Stream, Token
from ..ruleset import Ruleset
from ..words import COLOURS, DAMAGES
from .example_colours import goes_back
from .played_again import Counted, Piled, intrigue, majority, piles, scored

_AREAS: Final = {"people": ("person",), "canal": ("canal_tile", "canal"), "reputation": ("step",)}
_ABOUT: Final = {
    "people": ("person", "people_majority"),
    "canal": ("canal_tile", "canal", "canal_majority"),
    "reputation": ("step", "reputation", "reputation_track", "reputation_majority"),
}
_TURNS: Final = ("turn_over", "flipped", "coloured_side", "majority_marker")
_HEADS: Final = {"houses": ("house",), "majorities": ("majority_marker", "majority"), "laurels": ("worker",)}
_OTHERS: Final = frozenset(("statue", "step", "reputation_track", "threat", "guilder"))
"""Things that score in their own way, or are no points at all."""
_PARTS: Final = frozenset(("person", "canal_tile", "canal", "reputation", "card"))
"""The same, but a majority has their name and a third space their tile."""
_NAME = re.compile(r"[^\W\d_][^\W\d_]+")
_PART, _PHRASE = re.compile(r"[,;()]"), re.compile(r"[,;:()]")
_EQUALS = re.compile(r"=\s*$")
_LEAST_NAMES = 2
_RICH = 20
_OTHER_DAMAGES: Final = tuple(damage for damage in DAMAGES if damage != "intrigue")
_CONFIDENCE = 0.8


def check_standings(text: Text, numbers: Sequence[int], rules: Ruleset) -> Iterator[Finding]:
    """The majorities, the scores and the piles of one example."""
    yield from _majorities(text, numbers, rules)
    yield from _piles(text, numbers, rules)
    yield from _intrigue(text, numbers, rules)
    for number in numbers:
        yield from _scores(text, number, rules)


def against(text: Text, number: int, rule: str, reason: str, claimed: str | int, actual: str | int, proof: Proof) -> Finding:
    """What a sentence of an example has wrong, as the engine has shown."""
    why, passage = Reason(reason, {"claimed": claimed, "actual": actual}), text.sentences[number].passage()
    return Finding(rule, Verdict.CONTRADICTS, passage, why, _CONFIDENCE, str(claimed), str(actual), proof=proof)


# Majorities


def _majorities(text: Text, numbers: Sequence[int], rules: Ruleset) -> Iterator[Finding]:
    """Who has the most turns over the marker, and nobody does if two have the same."""
    for at, number in enumerate(numbers):
        found = text.streams[number]
        area = next((one for one, units in _AREAS.items() if _counts(found, units)), None)
        standing = _standing(found, _AREAS[area]) if area else {}
        if area is None or len(standing) < _LEAST_NAMES:
            continue
        played = majority(area, tuple(standing.values()), rules)
        if played is None:
            return
        right = [name for seat, name in enumerate(standing) if seat in played.seats]
        shown = ", ".join(f"{name} {count}" for name, count in standing.items()) + f" → {', '.join(right) or '–'}"
        for other in numbers[at:]:
            said = _turners(text.streams[other], standing, area, after=other == number)
            if said is None:
                continue
            if said != right:
                proof = Proof((played.scenario,), shown, replayed=True)
                claimed, actual = ", ".join(said) or "–", ", ".join(right) or "–"
                key = "replay_majority" if right else "replay_no_majority"
                yield against(text, other, f"majority.example.{area}", key, claimed, actual, proof)
            return


def _counts(found: Stream, units: Sequence[str]) -> bool:
    return any(token.value is not None and not token.ordinal and _is_of(found, token, units) for token in found.tokens)


def _is_of(found: Stream, token: Token, units: Sequence[str]) -> bool:
    """Whether a number counts one of some things."""
    return any(name in units for name in found.counts(token))


def _standing(found: Stream, units: Sequence[str]) -> dict[str, int]:
    """Players by name with what each of them has; nothing if a name appears there twice."""
    standing: dict[str, int] = {}
    before = 0
    for token in found.tokens:
        if token.value is None or token.ordinal or token.weak or not (token.unit < 0 or _is_of(found, token, units)):
            continue
        names = _players(found, before, token.start)
        together = any(found.tokens[place].start > before for place in found.at("each")) or len(names) == 1
        for name in names if together else names[-1:]:
            if name in standing:
                return {}
            standing[name] = token.value
        before = token.end
    return standing


def _players(found: Stream, start: int, end: int) -> list[str]:
    """The names in a stretch of a sentence: capitals that are no terms of the game; players may be called by their colours."""
    terms = {token.start: token.names for token in found.tokens}
    names = []
    for word in _NAME.finditer(found.text, start, end):
        known = terms.get(word.start(), ())
        if word[0][0].isupper() and all(name in _COLOURS for name in known) and not _opens_example(found, word.end()):
            names.append(word[0])
    return names


_COLOURS: Final = (*COLOURS, "other_colour")


def _opens_example(found: Stream, end: int) -> bool:
    """Whether a word only announces the example."""
    return bool(re.match(r"[\s*_]*:", found.text[end:]))


def _turners(found: Stream, standing: dict[str, int], area: str, after: bool) -> list[str] | None:
    """The players who are said to turn over the marker; none if the sentence does not say, or speaks of another area."""
    if not any(found.at(name) for name in _TURNS):
        return None
    if any(found.at(name) for one, about in _ABOUT.items() if one != area for name in about):
        return None
    start = max((token.end for token in found.tokens if token.value is not None and not token.weak), default=0) if after else 0
    said = [name for name in _players(found, start, len(found.text)) if name in standing]
    if found.at("not"):
        return []
    return said or None


# Intrigue


def _first_named(text: Text, numbers: Sequence[int], name: str) -> int | None:
    """The place of the first sentence that speaks of a thing."""
    return next((place for place, number in enumerate(numbers) if text.streams[number].at(name)), None)


def _intrigue(text: Text, numbers: Sequence[int], rules: Ruleset) -> Iterator[Finding]:
    """What intrigue costs, what is left, and how many markers go back."""
    at = _first_named(text, numbers, "intrigue")
    if at is None or any(text.streams[number].at(name) for number in numbers for name in _OTHER_DAMAGES):
        return
    had = next(filter(None, (_said(text.streams[number], ("points",)) for number in numbers[: at + 1])), 0)
    rich, struck = intrigue(_RICH, rules), intrigue(had, rules) if had else None
    if rich is None:
        return
    allowed = {rich.lost, rules.score_floor, *((had, struck.lost, struck.left) if struck else ())}
    proof = Proof((rich.scenario,), f"{had or _RICH} → {(struck or rich).left}", replayed=True)
    for number in numbers[at:]:
        found = text.streams[number]
        if goes_back(found):
            for markers in _counted(found, ("threat",)):
                if markers != rich.markers:
                    yield against(text, number, "threat.return", "replay_markers", markers, rich.markers, proof)
        for points in _points_of(found, "intrigue"):
            if points not in allowed:
                lost = rich.lost if points > had or not struck else struck.left
                yield against(text, number, "threat.intrigue", "replay_intrigue", points, lost, proof)


def _counted(found: Stream, units: Sequence[str]) -> list[int]:
    """How many there are of some things."""
    return [one.value or 0 for one in found.numbers() if not one.ordinal and _is_of(found, one, units)]


def _points_of(found: Stream, name: str) -> list[int]:
    """The numbers behind a word that count points, or nothing else."""
    named = [found.tokens[place].start for place in found.at(name)]
    behind = [one for one in found.numbers() if not one.ordinal and named and one.start > min(named)]
    return [one.value or 0 for one in behind if not found.counts(one) or _is_of(found, one, ("points",))]


# Scores


class _Part(NamedTuple):
    """A stretch of a sentence that speaks of one thing, how many there are of it, and what is said to come of them."""

    head: str
    number: int
    points: int


def _scores(text: Text, number: int, rules: Ruleset) -> Iterator[Finding]:
    """What houses, majorities, third spaces and the Bishop's workers score."""
    found = text.streams[number]
    for part in _parts(found):
        played = scored(part.head, part.number, rules)
        if played is None or part.points == played.number or (found.at("each") and _is_share(part, rules)):
            continue
        proof = Proof((played.scenario,), f"{part.number} → {played.number}", replayed=True)
        yield against(text, number, played.rule, "replay_points", part.points, played.number, proof)


def _is_share(part: _Part, rules: Ruleset) -> bool:
    """Whether the points are those of one thing: one point for each of the six houses."""
    one: Counted | None = scored(part.head, 1, rules)
    return one is not None and one.number == part.points


def _parts(found: Stream) -> Iterator[_Part]:
    """The sentence as a whole if it speaks of one thing only, else its parts, each with what follows and names nothing new."""
    whole = _part(found, found.tokens)
    if whole is not None:
        yield whole
        return
    pieces = _pieces(found, _PART)
    for at, piece in enumerate(pieces):
        after = pieces[at + 1] if at + 1 < len(pieces) else []
        part = _part(found, piece)
        sum_of_all = bool(after) and "+" in found.text[after[0].start : after[-1].end]
        if part is None and after and not sum_of_all and not _things(found, after) and not _points(found, piece):
            part = _part(found, piece + after)
        if part is not None:
            yield part


def _pieces(found: Stream, mark: re.Pattern[str]) -> list[list[Token]]:
    """The tokens of a sentence, parted where a mark stands between two of them."""
    pieces: list[list[Token]] = [[]]
    last = 0
    for token in found.tokens:
        if mark.search(found.text, last, token.start):
            pieces.append([])
        pieces[-1].append(token)
        last = token.end
    return pieces


def _things(found: Stream, tokens: Sequence[Token]) -> set[str]:
    names = {name for token in tokens for name in token.names}
    things = {head for head, units in _HEADS.items() if names & set(units)}
    if any(_is_third_space(found, token) for token in tokens):
        things.add("third_spaces")
    if things & {"laurels"} and "person_bishop" not in names:
        things = (things - {"laurels"}) | {"other"}
    if names & _OTHERS or (names & _PARTS and not things & {"third_spaces", "laurels", "majorities"}):
        things.add("other")
    if any(name.startswith("person_") and name != "person_bishop" for name in names):
        things.add("other")
    return things


def _is_third_space(found: Stream, token: Token) -> bool:
    return token.ordinal and token.value == 3 and _is_of(found, token, ("space",))


def _part(found: Stream, tokens: Sequence[Token]) -> _Part | None:
    things = _things(found, tokens)
    points = _points(found, tokens)
    if len(things) != 1 or len(points) != 1 or things == {"other"}:
        return None
    (head,) = things
    units = ("space", "canal_tile", "canal") if head == "third_spaces" else _HEADS[head]
    counts = [
        token
        for before, token in zip((None, *tokens), tokens, strict=False)
        if token.value is not None
        and not token.ordinal
        and token is not points[0]
        and _is_of(found, token, units)
        and found.tokens[token.unit] in tokens
        and token.start < points[0].start
        and not (before and "each" in before.names)  # of "1 point per 2 workers" the 2 are not what the player has
    ]
    return _Part(head, counts[0].value or 0, points[0].value or 0) if counts else None


def _points(found: Stream, tokens: Sequence[Token]) -> list[Token]:
    """The number of points, or what a sum comes to; of several the last, where the others are the share of each thing."""
    told = [
        token
        for token in tokens
        if token.value is not None
        and not token.weak
        and (_is_of(found, token, ("points",)) or _EQUALS.search(found.text[: token.start]))
    ]
    return told[-1:] if len(told) == 1 or any(name == "each" for token in tokens for name in token.names) else told


# Piles


def _piles(text: Text, numbers: Sequence[int], rules: Ruleset) -> Iterator[Finding]:
    """How many cards the piles have with the players of the example."""
    players = next((count for number in numbers if (count := _said(text.streams[number], ("player",)))), 0)
    players = players or next((count for number in numbers if (count := _said(text.streams[number], ("stack",)))), 0)
    played = piles(players, rules) if players else None
    if played is None:
        return
    for number in numbers:
        for piece in _pieces(text.streams[number], _PHRASE):
            yield from _pile(text, number, piece, played, players)


def _said(found: Stream, units: Sequence[str]) -> int:
    return next((t.value for t in found.tokens if t.value and not t.ordinal and _is_of(found, t, units)), 0)


def _pile(text: Text, number: int, tokens: Sequence[Token], played: Piled, players: int) -> Iterator[Finding]:
    found = text.streams[number]
    names = {name for token in tokens for name in token.names}
    cards = [
        token.value
        for token in tokens
        if token.value is not None
        and not token.ordinal
        and (_EQUALS.search(found.text[: token.start]) or _is_of(found, token, ("card",)))
    ]
    if len(cards) != 1 or ("extra_pile" in names) == ("draw_pile" in names) or names & {"hand", "draw"}:
        return
    right = [played.extra] if "extra_pile" in names else [sum(played.draw), *played.draw]
    if cards[0] not in right and cards[0] > max(players, 6):
        shown = f"{played.draw[0]} + {played.draw[1]}; {played.extra}"
        proof = Proof((played.scenario,), f"{players} → {shown}", replayed=True)
        yield against(text, number, "setup.decks.sizes", "replay_piles", cards[0], right[0], proof)
