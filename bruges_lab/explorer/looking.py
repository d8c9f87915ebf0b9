"""What an explorer looks at: a game that the notebook owns, as one seat sees it, in a language; and how a move of it is shown.

explorer.py derives from it whatever can be done.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import ipywidgets as widgets

from ..games.manifest import Manifest
from ..kernel import Game, LabError, Refusal
from ..kernel.errors import either, one_line
from ..kernel.nodes import Node
from ..rulebook.seats import names_in
from ..rulebook.texts import LANGUAGES
from .cursor import Cursor
from .markup import Words, words_of
from .panels.decision_panel import Offers, offered
from .surface import Surface

if TYPE_CHECKING:
    from ..analysis.hints import Hint
    from .advising import Advising
    from .autoplay import Autoplay
    from .autosaving import Autosave
    from .stage import Stage

MOST_EARLIER = 20
"""So many games are kept open to go back to."""


class Looking(widgets.VBox):  # type: ignore[misc]
    """A view of a game. What is shown follows from the game, the cursor and these settings."""

    _stage: Stage | None = None  # until it is made, and after it was closed
    _autosave: Autosave | None = None
    _moving = False
    _offers: tuple[tuple[Game[Any], Node[Any], str], list[Offers]] | None = None
    _stop_watching: Callable[[], None]
    _earlier: list[Former]
    cursor: Cursor
    autoplay: Autoplay
    lang: str
    seat: int | None
    hand_over: bool
    covered_for: int | None
    """The seat that is asked to take over the screen; None while it is not covered."""
    refusal: Refusal | None
    message: str
    hint: Hint | None
    advising: Advising
    rule: str
    """The rule whose card is open; empty: the rule of the question asked."""
    chosen_target: str
    """The target at which the popover is open; empty: none is."""
    unfolded: set[int]
    """The seats that the user has opened, besides the one that acts."""
    shown_before: Any | None
    """The position that was shown before a step forward: what has changed since is marked."""

    if TYPE_CHECKING:  # whoever derives from it can do these

        def choose(self, notation: str) -> None: ...
        def roll(self) -> None: ...

    # What is looked at

    @property
    def game(self) -> Game[Any]:
        """The game."""
        return self.cursor.game

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names, in the language shown."""
        return names_in(self.game, self.lang)

    @property
    def state(self) -> Any:
        """The position that is shown."""
        return self.cursor.state

    @property
    def manifest(self) -> Manifest:
        """What the game brings."""
        manifest: Manifest = self.game.manifest
        return manifest

    @property
    def words(self) -> Words:
        """What is said here, by key, in the language shown: the words of the explorer as the game has them."""
        return words_of(self.lang, self.manifest.texts)

    def surfaces(self) -> dict[str, Surface]:
        """The surfaces by name: what pressing an element does, `press` does."""
        return {} if self._stage is None else self._stage.surfaces

    def look_as(self, seat: int | None) -> None:
        """See what this seat may know; None: all hands open."""
        self.seat = self._checked_seat(seat)
        self.covered_for = None
        self.refresh()

    def set_language(self, lang: str) -> None:
        """Say everything in another language."""
        self._check_language(lang)
        self.lang = lang
        self.refresh()

    def look_at(self, game: Game[Any]) -> None:
        """Look at another game; `back` returns to this one."""
        self._leave(self._former(), game)

    def _former(self) -> Former:
        """The game that is looked at, to come back to it."""
        return Former(self.cursor, (*self.autoplay.seats,), (self.seat, self.hand_over))

    def _leave(self, former: Former, game: Game[Any], policies: Sequence[str | None] | None = None) -> None:
        self._earlier = [*self._earlier[1 - MOST_EARLIER :], former]
        self._watch(Cursor(game), policies)

    def back(self) -> None:
        """Return to the game that was looked at before, and to who played there."""
        if not self._earlier:
            raise LabError("no other game was opened here")
        former = self._earlier.pop()
        self.seat, self.hand_over = former.looked
        self._watch(former.cursor, former.policies)

    def _watch(self, cursor: Cursor, policies: Sequence[str | None] | None = None) -> None:
        self.stop()
        self._stop_watching()
        self.cursor = cursor
        self.autoplay.move_to(self.manifest, len(self.names), policies)
        if self.seat is not None and self.seat >= len(self.names):
            self.seat = 0  # whoever looked as one seat is not to see all hands because the table is smaller
        self._stop_watching = cursor.game.watch(self._moved)
        self._forget()
        self.covered_for = None
        if self._stage is not None:
            self._stage.dialogs.forget()
        self._cover()
        self.refresh()

    @property
    def opened(self) -> bool:
        """Whether another game was opened and `back` leads to the first."""
        return bool(self._earlier)

    def stop(self) -> None:
        """Stop playing on."""
        self.autoplay.stop()

    def offers(self) -> list[Offers]:
        """Everything that the question offers, open and closed; worked out once per position and language."""
        key = (self.game, self.game.node, self.lang)
        if self._offers is None or self._offers[0] != key:
            self._offers = (key, offered(self.game, self.lang))
        return self._offers[1]

    # What was pressed on the board

    def press(self, target: str) -> None:
        """Open what is known of a place on the board, and what can be done there; pressed again it closes."""
        self.refusal, self.message = None, ""
        self.chosen_target = "" if self.chosen_target == target else one_line(target, 80)
        self.refresh()

    def press_twice(self, target: str) -> None:
        """Do the one thing that can be done at a place; where there are several, what was opened stays open."""
        from .popover import only_offer

        if (offer := only_offer(self, target)) is not None:
            self.choose(offer.notation)
        else:
            self.chosen_target = one_line(target, 80)
            self.refresh()

    def close_popover(self) -> None:
        """Close what is open at a place on the board, or the sheet that lies there."""
        self.chosen_target = ""
        if self._stage is not None:
            self._stage.help = False
        self.refresh()

    def point_out(self) -> None:
        """Point at what can be chosen."""
        if self._stage is not None:
            self._stage.nudge()
        self.message = self.words("step.decide")
        self.refresh()

    def unfold(self, seat: int) -> None:
        """Show a player in full."""
        found = self._checked_seat(seat)
        if found is not None:
            self.unfolded.add(found)
        self.refresh()

    def fold(self, seat: int) -> None:
        """Show a player in one line again."""
        self.unfolded.discard(seat)
        self.refresh()

    @property
    def has_stages(self) -> bool:
        """Whether the game has stages, such as phases, that one could step along."""
        return bool(self.game.kit.has_stages)

    @property
    def helps(self) -> bool:
        """Whether the sheet of keys is open."""
        return self._stage is not None and self._stage.help

    @property
    def tabs(self) -> tuple[str, ...]:
        """The tabs that there are."""
        return () if self._stage is None else self._stage.tabs

    # Showing

    def say(self, message: str) -> None:
        """Show a message in the bar."""
        self.message = one_line(message, 300)
        self.refresh()

    def failed(self, error: Exception) -> None:
        """An act went wrong: one sentence, and everything stays usable."""
        if isinstance(error, LabError):
            self.say(str(error))
        else:
            self.say(self.words("failed", what=f"{type(error).__name__}: {error}"))

    def refresh(self) -> None:
        """Draw what has changed."""
        if self._stage is not None:
            self._stage.draw()

    def select(self, tab: str) -> None:
        """Open a tab: decide, chance, rule, or an inspector by its name."""
        if self._stage is not None:
            self._stage.select(tab)
            self.refresh()

    def close(self) -> None:
        """Take the widgets away; the game stays."""
        if self._stage is not None:
            self.stop()
            self._stop_watching()
            self._stage.close()
            self._stage = None
        if self._autosave is not None:
            self._autosave.close()
            self._autosave = None
        super().close()

    # Moving

    def _moved(self) -> None:
        """The game has moved: by a cell, by another explorer, or by this one."""
        if self._moving:
            return
        self.cursor.frame = None
        self._forget()
        self._cover()
        self.refresh()

    def _step(self, move: Callable[[], bool], *, onward: bool = False) -> None:
        self._forget()
        seen = self.state
        with Moving(self):
            moved = move()
        if onward:
            self.shown_before = seen
        if not moved:
            self.message = self.words("step.decide" if self.game.pending is not None else "step.over")
        self._cover()
        self.refresh()

    def _forget(self) -> None:
        self.refusal = self.hint = self.shown_before = None
        self.message = self.rule = self.chosen_target = ""

    def _let_policies_play(self) -> None:
        """Seats that a policy plays go on until a person has to decide."""
        with Moving(self):
            self.autoplay.play_on(self.game)

    def _cover(self) -> None:
        """Cover the screen where the decision has passed to another person who shares it."""
        pending = self.game.pending
        if not self.hand_over or pending is None or pending.is_chance or not self.autoplay.is_person(pending.player):
            return
        if self.seat != pending.player:
            self.covered_for = pending.player

    def take_over(self) -> None:
        """The person who was asked for sits down: show what that seat may know."""
        if self.covered_for is not None:
            self.look_as(self.covered_for)

    def _checked_seat(self, seat: int | None) -> int | None:
        return checked_seat(seat, len(self.names))

    @staticmethod
    def _check_language(lang: str) -> None:
        if lang not in LANGUAGES:
            raise LabError(f"unknown language {one_line(lang, 20)!r}; choose {either(LANGUAGES)}")


class Former(NamedTuple):
    """A game that was looked at before another was opened, and who played there."""

    cursor: Cursor
    policies: tuple[str | None, ...]
    looked: tuple[int | None, bool]
    """Who looked, and whether the screen was handed over."""


def checked_seat(seat: int | None, seats: int) -> int | None:
    """A seat of so many, or None for all."""
    if seat is not None and (not isinstance(seat, int) or not 0 <= seat < seats):
        raise LabError(f"there is no seat {one_line(seat, 20)}; seats are 0 to {seats - 1}, or None for all")
    return seat


class Moving:
    """While the explorer moves the game itself, it does not listen to the game."""

    def __init__(self, explorer: Looking) -> None:
        self._explorer = explorer

    def __enter__(self) -> None:
        self._explorer._moving = True

    def __exit__(self, *_: object) -> None:
        self._explorer._moving = False
