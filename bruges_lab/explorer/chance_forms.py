"""What a user can set where chance decides: dials, and the outcome that they stand for.

A game states forms for its chance steps by their kind (`chance_forms` of its manifest), such as a die a colour. A step of few
outcomes needs none: the lab lists them. What else the chance tab has of a game is its `chance_extra`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from ..kernel import Game, Option, Pending
from ..show.svg import Shade, Svg
from .surface import Act

if TYPE_CHECKING:
    from .explorer import Explorer

MOST_LISTED = 24
"""So many outcomes are listed one by one."""


class Dial(NamedTuple):
    """Something to turn: its name, and its values with what stands on each."""

    name: str
    values: tuple[tuple[int, str], ...]
    shade: Shade | None = None


class ChanceForm(Protocol):
    """How an outcome of a chance step is set by hand."""

    def dials(self, game: Game[Any], pending: Pending, lang: str) -> Sequence[Dial]:
        """What can be turned."""
        ...

    def lying(self, state: Any, pending: Pending, thrown: Option | None) -> Sequence[int]:
        """How the dials stand before anybody turns them: as the position shows, or as was thrown here last."""
        ...

    def option(self, pending: Pending, values: Sequence[int]) -> Option:
        """The outcome that the dials stand for; it need not be possible."""
        ...


class ChanceExtra(Protocol):
    """What a game adds to the chance tab of an explorer, above what is thrown."""

    def __init__(self, explorer: Explorer) -> None: ...

    def acts(self) -> Mapping[str, Act]:
        """What can be pressed on it, by name."""
        ...

    def drawn(self) -> Svg:
        """What it shows; empty where it has nothing to set."""
        ...

    def invited(self) -> Svg:
        """What the decision panel says of it, with a button to the chance tab; empty where it has nothing to set."""
        ...

    def set_draw(self, what: str, where: str | None) -> None:
        """Let something unseen be what is drawn next (`Explorer.set_draw`)."""
        ...


class Listed:
    """Every outcome by its words and odds, on one dial: for a step of which the game states no form."""

    def dials(self, game: Game[Any], pending: Pending, lang: str) -> list[Dial]:
        """One dial with all outcomes."""
        told = [
            f"{game.kit.tell_option(game.state, game.names, option, lang)} · {pending.odds(option)}" for option in pending.raw
        ]
        return [Dial("", tuple(enumerate(told)))]

    def lying(self, state: Any, pending: Pending, thrown: Option | None) -> list[int]:
        """What was thrown here last, else the first."""
        return [pending.raw.index(thrown) if thrown in pending.raw else 0]

    def option(self, pending: Pending, values: Sequence[int]) -> Option:
        """The outcome of that number."""
        return pending.raw[values[0]]


def form_of(game: Game[Any], pending: Pending) -> ChanceForm | None:
    """How this step is set: as the game states, from a list where there are few outcomes; None where it can only be rolled."""
    manifest = game.manifest
    if manifest.has("chance_forms") and pending.kind in manifest.chance_forms:
        form: ChanceForm = manifest.chance_forms[pending.kind]
        return form
    return Listed() if 0 < len(pending.raw) <= MOST_LISTED else None
