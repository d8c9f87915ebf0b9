"""Golden games as text, of any game: the whole line of play with every event and its rule, and the choices read back from it.

Kind, rule, player and data are told in words but never in sentences: texts may be polished, games may not change. What the
words of a game are, and how one is set up, its own module says (`golden/make.py`, `games/burdigala/burdigala_golden.py`).
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, Protocol, TypeVar

import pytest

from bruges_lab.kernel import Event, Game, LabError, Option, Pending, Stream
from bruges_lab.kernel.events import walk

G = TypeVar("G", bound=Game[Any])
P = TypeVar("P", bound="Plan")
Value = str | int | bool
Plays = Callable[[Any, Pending, Stream], Option]
Word = Callable[[Any, str, Event, str], object]
"""The word for a datum of an event, by its type and its name."""


class Plan(Protocol):
    """A game to be made."""

    @property
    def name(self) -> str: ...
    @property
    def file(self) -> Path: ...
    @property
    def seed(self) -> int: ...
    @property
    def policies(self) -> tuple[str, ...]: ...


def tell(game: Game[Any], header: Mapping[str, str], word: Word) -> str:
    """The whole line of a game, from the set-up to the winners."""
    return "\n".join([*(f"{name}: {value}" for name, value in header.items()), "", *_nodes(game, word), *_end(game)]) + "\n"


def _nodes(game: Game[Any], word: Word) -> Iterator[str]:
    told = list(walk(game.events))
    first = 0
    for node in game.line:
        if node.parent is None:
            yield "> start"
        else:
            yield f"> {'chance' if node.by_chance else game.names[node.parent.state.agenda[-1][1]]}: {node.choice}"
        for depth, event in told[first : first + len(node.raw)]:
            yield f"{'  ' * (depth + 1)}{_event(game, event, word)}"
        first += len(node.raw)


def _event(game: Game[Any], event: Event, word: Word) -> str:
    types = game.kit.book.kinds[event.kind].fields
    data = " ".join(f"{name}={word(game, types[name], event, name)}" for name in sorted(event.data))
    who = "table" if event.player < 0 else game.names[event.player]
    return f"{event.kind} [{event.rule}] {who}{': ' if data else ''}{data}"


def _end(game: Game[Any]) -> Iterator[str]:
    yield ""
    for name, sheet in zip(game.names, game.scores(), strict=True):
        yield f"{name}: {sheet.total} = " + " + ".join(f"{part} {points}" for part, points in sheet.parts.items())
    yield f"winners: {', '.join(game.names[seat] for seat in game.winners)}"


class Recorded(NamedTuple):
    """A file read back: its header, and who chose what."""

    header: dict[str, str]
    choices: list[tuple[str, str]]

    def follow(self, game: G, by_itself: bool = False) -> G:
        """Make the same choices. Where chance goes on by itself its outcomes are not handed in: the text shows if they differ."""
        for who, choice in self.choices:
            if who == "chance" and by_itself:
                continue
            pending = game.pending
            assert pending is not None, f"the game is over before {choice}"
            asked = "chance" if pending.is_chance else game.names[pending.player]
            assert asked == who, f"{asked} decides, not {who}: {choice}"
            game.play(choice)
        return game


def read(text: str) -> Recorded:
    """A golden game as it stands in its file."""
    head, _, body = text.partition("\n\n")
    header = dict(line.split(": ", 1) for line in head.splitlines())
    made = [line[2:].split(": ", 1) for line in body.splitlines() if line.startswith("> ") and line != "> start"]
    return Recorded(header, [(who, choice) for who, choice in made])


def write_switches(switches: Mapping[str, Value]) -> str:
    """Switches as the header has them."""
    return ", ".join(f"{name}={value}" for name, value in switches.items()) or "none"


def play_on(game: Game[Any], plan: Plan, known: Mapping[str, Plays]) -> None:
    """Make the choices of the plan's file as long as they are legal; from there on its policies decide."""
    recorded = read(plan.file.read_text(encoding="utf-8")).choices if plan.file.exists() else []
    for who, choice in recorded:
        if who != "chance":
            try:
                game.play(choice)
            except LabError:
                break
    policies = [known[name] for name in plan.policies]
    stream = Stream(plan.seed, "golden")
    while (pending := game.pending) is not None:
        game.play_option(policies[pending.player](game.state, pending, stream))


def write_files(plans: Sequence[P], make: Callable[[P], tuple[Game[Any], str]]) -> None:
    """Write the files of all plans, or of those whose numbers stand on the command line."""
    wanted = sys.argv[1:]
    for plan in plans:
        if not wanted or plan.name.split("_")[0] in wanted:
            game, text = make(plan)
            changed = not plan.file.exists() or plan.file.read_text(encoding="utf-8") != text
            plan.file.write_text(text, encoding="utf-8")
            said = "written" if changed else "as it was"
            print(f"{plan.file.name}: {said}; {len(game.line)} nodes, {len(game.events)} events")


def assert_same(found: str, expected: str) -> None:
    """Equal texts; otherwise the first line that differs, with a few before it."""
    if found == expected:
        return
    here, there = found.splitlines(), expected.splitlines()
    place = next((i for i, (a, b) in enumerate(zip(here, there, strict=False)) if a != b), min(len(here), len(there)))
    before = "\n".join(f"      {line}" for line in here[max(0, place - 6) : place])
    now = here[place] if place < len(here) else "(the end)"
    then = there[place] if place < len(there) else "(the end)"
    pytest.fail(f"line {place + 1} differs\n{before}\n now: {now}\nfile: {then}", pytrace=False)
