"""Who sits where: seats are told apart by seal and name, never by a colour, and names from outside stay on one line.

Players whom nobody named are called by their seat, in the language that is shown; games and saves keep the English name.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Protocol

from ..kernel.names import clean as clean

if TYPE_CHECKING:
    from ..games.manifest import Manifest

SEALS = ("▲", "■", "●", "◆", "★")


class Named(Protocol):
    """Something with players: a game, its scores, a hint."""

    @property
    def manifest(self) -> Any:
        """What the game brings."""
        ...

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names, as the game keeps them."""
        ...


def seal_of(seat: int) -> str:
    """The seal of a seat."""
    return SEALS[seat % len(SEALS)]


def seat_name(seat: int, names: Sequence[str]) -> str:
    """A seat by its seal and name, as plain words."""
    return f"{seal_of(seat)} {clean(names[seat])}"


def names_in(game: Named, lang: str) -> tuple[str, ...]:
    """The players' names in a language: who was not named is called by the seat, a name that was given stays."""
    return seats_in(game.manifest, tuple(game.names), lang)


@lru_cache(maxsize=200)
def seats_in(manifest: Manifest, names: tuple[str, ...], lang: str) -> tuple[str, ...]:
    """The same from the names alone."""
    usual = manifest.seat_names(len(names))
    return tuple(
        _in_language(manifest, seat, name, lang) if seat < len(usual) and name == usual[seat] else name
        for seat, name in enumerate(names)
    )


def _in_language(manifest: Manifest, seat: int, name: str, lang: str) -> str:
    """A usual name as the game says it (section `seat`); one that it has no word for stays."""
    key = name.casefold() if manifest.has("seats") else "player"
    if not manifest.texts.has("seat", key, lang):
        return name
    return manifest.texts.say("seat", key, {"number": seat + 1}, lang)
