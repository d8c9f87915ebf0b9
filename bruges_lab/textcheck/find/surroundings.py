"""Words in their surroundings: what stands by a word, whether it stands for itself, whether it is denied; for deciding.py."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ..read.concepts import Stream
from ..read.language import numbers
from ..read.vocabulary import Vocabulary

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
_VERB_LAST: Final = ("de", "nl")
"""Languages in which the negation may stand at the end of its clause."""
_VERB: Final = {"discard_pile": "discard"}
"""Places that a verb may be named after: only behind an article is the word the place."""
_ALIKE: Final = ("fr", "it")
"""Languages in which the verb and the place may be one word."""
_HIDDEN: Final[Mapping[str, tuple[str, ...]]] = {"any": ("each",), "finally": ("final_round", "last"), "may": ("wish",)}
"""Words that mean something else where they are also another one."""
_NOT_COMPARED: Final = frozenset(("player", "person", "opponent"))
_BACK: Final = frozenset(("goes_back", "give_back"))
_EMPTY: Final = frozenset(["not", "may", "must", "wish", "player", "own", "each", "all", "condition", "or", "only", "take"])
"""Words that stand by anything, and say nothing of where a word belongs."""
_PHRASE = 3
DENIES = 5
_BESIDE = 6
_NEARBY = 8
_BEHIND = 3
DENIALS: Final = ("not", "instead", "zero")
"""Words by which something is denied in a clause."""


def beside(found: Stream, name: str) -> set[str]:
    """The things that stand by a word in its clause; by a permission, what may be done."""
    near = set().union(*(around(found, place) for place in found.at(name))) - {name}
    near |= _BACK if near & _BACK else set()
    counted = found.words.things.counted
    return near - counted if name == "may" else near & (counted - _NOT_COMPARED) if name == "most" else near


def decisive(found: Stream) -> set[str]:
    """The words that decide in a statement; what need not be is no duty."""
    names = {name for token in found.tokens for name in token.names if name in DECIDING}
    for duty in found.at("must"):
        if any(abs(duty - denial) <= DENIES and found.same_clause(duty, denial) for denial in found.at("not")):
            names.discard("must")
    return names


def how_often(found: Stream, name: str) -> int:
    """How often a sentence has a word; the words of one phrase count once."""
    places = found.at(name)
    return sum(place - 1 not in places for place in places)


def as_wished(found: Stream, place: int) -> bool:
    """Whether a permission is only the measure of something: as many as you like; but not: if you like, you must pay."""
    if "wish" not in found.tokens[place].names:
        return False
    return not any(found.same_clause(place, other) for other in found.at("condition"))


def around(found: Stream, place: int, reach: int = _BESIDE) -> set[str]:
    """The things by a place in its clause, or, where it stands alone between commas, by the clause."""
    near = range(max(0, place - reach), min(len(found.tokens), place + reach + 1))
    own = set(found.tokens[place].names)
    names = {name for other in near if found.same_clause(place, other) for name in found.tokens[other].names} - _EMPTY
    return names if names - own else {name for other in near for name in found.tokens[other].names} - _EMPTY


def whole(found: Stream, name: str) -> list[int]:
    """Where a word stands, but not as a part of the phrase for its opposite."""
    phrases = found.at(_WITHIN[name]) if name in _WITHIN else []
    return [place for place in found.at(name) if not any(abs(place - start) <= _PHRASE for start in phrases)]


def stands_free(found: Stream, name: str, words: Vocabulary) -> list[int]:
    """Where a word stands for itself, and neither as a verb nor as another word."""
    places = whole(found, name)
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


def is_denied(found: Stream, place: int, words: Vocabulary) -> bool:
    """Whether something is denied in its clause: by a word before it, or, but in German, by one close behind it."""
    joins = numbers(words.lang).join
    for other in (other for name in DENIALS for other in found.at(name)):
        if abs(place - other) > _NEARBY or not found.same_clause(place, other):
            continue
        if other <= place:
            return True
        joined = any(token.text.lower() in joins for token in found.tokens[place + 1 : other])
        if words.lang in _VERB_LAST or (other - place <= _BEHIND and not joined):
            return True
    return False
