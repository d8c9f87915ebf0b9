"""Who plays when the user does not: a policy per seat, one for everybody else, and the loop that plays on event by event."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

from ..analysis.policies import policy
from ..games.manifest import Manifest
from ..kernel import Game, LabError, Option, Pending, Seeded, Stream
from ..kernel.errors import either, one_line

USUAL = "greedy"
"""The policy that plays on where nobody was named, if the game has it."""
THROWS = Seeded(0)
"""Throws where a game asks its user and a policy plays on."""


def policy_names(manifest: Manifest) -> tuple[str, ...]:
    """Who can play a game."""
    return tuple(sorted(manifest.policies))


def known_policy(manifest: Manifest, name: str) -> str:
    """A policy that a browser asks for, if it is one of those that are offered: others could think for hours."""
    if name not in (known := policy_names(manifest)):
        raise LabError(f"unknown policy {one_line(name, 20)!r} here; choose {either(known)}")
    return name


def usual_policy(manifest: Manifest) -> str:
    """Who plays a game on where nobody was named."""
    known = policy_names(manifest)
    return USUAL if USUAL in known else known[0]


class Autoplay:
    """The policies of an explorer, and whether it is playing by itself."""

    def __init__(self, manifest: Manifest, policies: Sequence[str | None] | None, seats: int) -> None:
        self._manifest = manifest
        self.seats: list[str | None] = []
        self.set_seats(policies, seats)
        self.usual = usual_policy(manifest)
        """The policy that plays on where nobody was named."""
        self.delay = 0.4
        """Seconds between two events."""
        self.running = False
        self._stream = Stream(0, "explorer")
        self._task: asyncio.Task[None] | None = None

    def set_seats(self, policies: Sequence[str | None] | None, seats: int) -> None:
        """Name a policy per seat, None for a person; a name that is not one changes nothing."""
        given: list[str | None] = list(policies or ())
        if len(given) > seats:
            raise LabError(f"{len(given)} policies for {seats} seats")
        for name in given:
            if name is not None:
                policy(name, self._manifest)
        self.seats = [*given, *[None] * (seats - len(given))]

    def move_to(self, manifest: Manifest, seats: int, policies: Sequence[str | None] | None = None) -> None:
        """Play on at another table, by those or the same; whoever cannot play there leaves the seat to a person."""
        self._manifest = manifest
        sitting = self.seats if policies is None else policies
        self.set_seats([name if self._plays(name) else None for name in sitting[:seats]], seats)
        if not self._plays(self.usual):
            self.usual = usual_policy(manifest)

    def _plays(self, name: str | None) -> bool:
        """Whether there is such a policy at this table."""
        try:
            return name is not None and policy(name, self._manifest) is not None
        except LabError:
            return False

    def is_person(self, seat: int) -> bool:
        """Whether a person decides for this seat."""
        return self.seats[seat] is None

    def decide(self, state: Any, pending: Pending) -> Option:
        """The choice of the seat's policy, or of the usual one; where chance waits for the user, a throw of the seed 0."""
        if pending.is_chance:
            thrown = THROWS.pick(state, pending, 0)
            assert thrown is not None
            return thrown
        return policy(self.seats[pending.player] or self.usual, self._manifest)(state, pending, self._stream)

    def decide_if_named(self, state: Any, pending: Pending) -> Option | None:
        """The choice of the seat's policy; None where a person decides or the user throws."""
        return None if pending.is_chance or self.is_person(pending.player) else self.decide(state, pending)

    # Playing on

    def play_on(self, game: Game[Any]) -> None:
        """Play at once until a person has to decide or the user throws."""
        while (pending := game.pending) and (option := self.decide_if_named(game.state, pending)):
            game.play_option(option)

    def start(self, step: Callable[[], bool], done: Callable[[], None]) -> bool:
        """Take steps with a pause after each until one says no, or `stop`; False where no loop runs that could wait."""
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            return False
        if not self.running:
            self.running = True
            self._task = loop.create_task(self._run(step, done))
        return True

    async def _run(self, step: Callable[[], bool], done: Callable[[], None]) -> None:
        try:
            while self.running and step():
                await asyncio.sleep(self.delay)
        finally:
            self.running = False
            done()

    def stop(self) -> None:
        """Stop playing on."""
        self.running = False
