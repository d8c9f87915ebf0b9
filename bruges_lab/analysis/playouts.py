"""Playing a game out with policies, on from its position: the choices, the events and how it ends.

Many games from the start are in simulation.py, many from one position in onwards.py; the loop itself is the kernel's.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..games.manifest import Manifest
from ..kernel import BaseState, Event, Game, GameKit, LabError, Option, Pending, Seeded, Source, Stream
from ..kernel.book import Chance
from ..kernel.errors import one_line
from ..kernel.events import Notes, RawEvent
from ..kernel.pause import collector_paused
from ..kernel.playing import Playing
from .policies import Policy, one_a_seat
from .policies import policy as find_policy


def check_game(game: object) -> None:
    """Refuse what is no game."""
    if not isinstance(game, Game):
        raise LabError(f"game: a game, as new_game, scenario or load give it, not {one_line(repr(game), 40)}")


class Playout:
    """A game played to its end by policies: the choices made, the events, the last position and its scores.

    The game it began from is left as it was; `into` plays the same choices in it.
    """

    def __init__(self, game: Game[Any], state: Any, log: list[RawEvent], options: list[Option], decisions: int) -> None:
        self._game = game
        self._log = log
        self._node = game.node
        self.state = state
        self.decisions = decisions
        """How many choices players made; forced steps and chance do not count."""
        self.options = options
        """Every choice, those of chance included, as the engine knows them."""

    @property
    def manifest(self) -> Manifest:
        """What the game brings."""
        found: Manifest = self._game.manifest
        return found

    @property
    def events(self) -> list[Event]:
        """What happened from the position the playout began with."""
        first = self.state.emitted - len(self._log)
        teller = self._game.kit.teller(self.state, self._game.names)
        return [Event(raw, first + i, teller) for i, raw in enumerate(self._log)]

    @property
    def names(self) -> tuple[str, ...]:
        """What the players are called."""
        return self._game.names

    @property
    def kit(self) -> GameKit[Any]:
        """What the game brings to the kernel."""
        return self._game.kit

    def scores(self) -> list[Any]:
        """A score a seat."""
        return self.kit.scores(self.state)

    @property
    def winners(self) -> list[int]:
        """The seats that have won."""
        return self.kit.winners(self.state)

    def into(self, game: Game[Any] | None = None) -> Game[Any]:
        """Play the same choices in the game (or another that stands at the same position), which then stands at the end."""
        game = self._game if game is None else game
        if game is self._game:
            game.goto(self._node)
        thrown = {step.kind for step in game.kit.book.steps.values() if isinstance(step, Chance)}
        with collector_paused():
            for option in self.options:
                # A source that throws by itself has thrown already, and the same: chance is keyed. Perhaps that ended the game.
                pending = game.pending
                if option[0] not in thrown or (pending is not None and pending.is_chance):
                    game.play_option(option)
        return game

    def __repr__(self) -> str:
        return f"<Playout, {len(self.options)} choices, winners {self.winners}>"


class _Deciding:
    """The game's own source; where it leaves a step to the user, the seed decides."""

    def __init__(self, own: Source, otherwise: Seeded) -> None:
        self.own = own
        self.otherwise = otherwise

    def pick(self, state: BaseState, pending: Pending, ordinal: int) -> Option | None:
        option = self.own.pick(state, pending, ordinal)
        return self.otherwise.pick(state, pending, ordinal) if option is None else option

    def to_data(self) -> dict[str, object]:
        return self.own.to_data()


def play_out(game: Game[Any], policy: str | Policy | Sequence[str | Policy] = "random", seed: int = 0) -> Playout:
    """Play from the game's position to the end, a policy for all seats or one per seat. The game itself does not move."""
    check_game(game)
    chosen = [find_policy(one, game.manifest) for one in one_a_seat(policy, len(game.state.players))]
    if not game.node.settled:
        raise LabError("tasks are still to run here: finish them with events_until first")
    source = game.chance if isinstance(game.chance, Seeded) else _Deciding(game.chance, Seeded(seed))
    state = game.state.copy()
    log = Notes()
    state.log = log
    throws = game.node.throws
    playing = Playing(game.kit, state, chosen, source, Stream(seed, "play out"), throws=throws)
    playing.finish()
    return Playout(game, state, log, playing.made, playing.decisions)
