"""Simulation from here: a position played to the end again and again, in small pieces of work that can be stopped at any time.

Every game has a seed of its own; it deals anew what the looking seat cannot know (with all hands open: the order of the piles),
throws the dice and decides ties. So each game can be played again, move by move, from its seed and the places of its choices.
"""

from __future__ import annotations

from array import array
from statistics import fmean
from time import perf_counter
from typing import Any, NamedTuple

from ..kernel import Game, LabError, Option, Pending, Seeded, Stream
from ..kernel.errors import one_line
from ..kernel.playing import Playing
from .intervals import Interval, wilson
from .policies import policy as find_policy
from .score_parts import total_of

LEAST_GAMES, USUAL_GAMES, MOST_GAMES = 10, 50, 1000


class Played(NamedTuple):
    """One game that was played to its end."""

    number: int
    seed: int
    totals: tuple[int, ...]
    winners: tuple[int, ...]
    rounds: int
    choices: array[int]
    """For each decision the place of what was chosen among the options."""


class Outlook(NamedTuple):
    """What a seat may expect."""

    seat: int
    won: Interval
    """The share of games won, a shared victory as a share of one, with its 95 % interval."""
    mean: float
    lowest: int
    highest: int


class Onwards:
    """Many games from where a game stands. `work` plays on for a while; `games` are those that have ended."""

    def __init__(
        self, game: Game[Any], games: int = USUAL_GAMES, policy: str = "greedy", seed: int = 0, seat: int | None = None
    ) -> None:
        if not isinstance(games, int) or isinstance(games, bool) or not 1 <= games <= MOST_GAMES:
            raise LabError(f"games: from 1 to {MOST_GAMES}, not {one_line(games, 20)!r}")
        if not game.node.settled:
            raise LabError("tasks are still to run here: finish them with events_until first")
        self.kit, self.names = game.kit, game.names
        self.node = game.node
        self.asked, self.policy, self.seed, self.seat = games, policy, seed, seat
        self.games: list[Played] = []
        self._decide = find_policy(policy, game.manifest)
        self._choices = array("H")
        self._playing = self._begin(0)

    @property
    def done(self) -> bool:
        """Whether all games have been played."""
        return len(self.games) >= self.asked

    def work(self, seconds: float | None = None) -> None:
        """Play on for about so long, or to the end of the last game."""
        until = None if seconds is None else perf_counter() + seconds
        begun = False

        def out_of_time(state: Any, pending: Pending) -> bool:
            """Between two choices, but not before the first: whoever works a little still gets on."""
            nonlocal begun
            late = begun and until is not None and perf_counter() >= until
            begun = True
            return late

        while not self.done and self._playing.on(until=out_of_time) is None:
            self.games.append(self._ended())
            self._playing = self._begin(len(self.games))
            if until is not None and perf_counter() >= until:
                return

    def _begin(self, number: int) -> Playing[Any]:
        """One game, before its first choice."""
        seed, state = self.seed + number, self.deal(number)
        self._choices = array("H")
        return Playing(self.kit, state, [self._noted] * len(state.players), Seeded(seed), Stream(seed, "onwards"))

    def _noted(self, state: Any, pending: Pending, stream: Stream) -> Option:
        """What the policy chooses, its place among the options kept."""
        option = self._decide(state, pending, stream)
        self._choices.append(pending.raw.index(option))
        return option

    def _ended(self) -> Played:
        """The game that has just been played to its end."""
        state, number = self._playing.state, len(self.games)
        totals = tuple(total_of(score) for score in self.kit.scores(state))
        rounds, won = self.kit.chapter(state), tuple(self.kit.winners(state))
        return Played(number, self.seed + number, totals, won, rounds, self._choices)

    def deal(self, number: int) -> Any:
        """The position a game begins with: what nobody, or the looking seat, can know is dealt anew."""
        state = self.node.state
        view = self.kit.mask(state, self.seat or 0)
        if self.seat is None:
            view.players = state.copy().players
        return self.kit.resample(view, self.seat or 0, Stream(self.seed + number, "hidden"))

    def replay(self, number: int) -> Game[Any]:
        """One of the games, to look at: it begins here and stands at its end."""
        if not 0 <= number < len(self.games):
            raise LabError(f"there is no game {one_line(number, 20)}; there are {len(self.games)}, numbered from 0")
        played = self.games[number]
        game = Game(self.kit, self.deal(number), chance=Seeded(played.seed), names=self.names)
        for place in played.choices:
            game.play(place)
        return game

    def outlook(self) -> list[Outlook]:
        """What each seat may expect, by the games so far."""
        found = []
        for seat in range(len(self.names)):
            totals = [game.totals[seat] for game in self.games] or [0]
            won = sum(1 / len(game.winners) for game in self.games if seat in game.winners)
            found.append(Outlook(seat, wilson(won, len(self.games)), fmean(totals), min(totals), max(totals)))
        return found
