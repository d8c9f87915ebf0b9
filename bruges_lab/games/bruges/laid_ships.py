"""Ships in a scenario: which lie in the docks, which in the stacks from the top down, and which are gone (module `ships`).

What is not said follows: docks are empty, and a stack that is not named has all ships of its colour that lie nowhere else, in an
order of the seed. Of a stack that is named, ships that lie nowhere are gone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from ...kernel import Stream
from ...kernel.errors import LabError, meant, one_line
from ...rulebook.field_kinds import NotCounted, Phrases, one_of
from ...rulebook.telling import UNKNOWN
from .model import EMPTY, State
from .words import COLOURS

if TYPE_CHECKING:
    from ...rulebook.wording import FieldWords


def _ship(state: State, word: str, colour: int | None = None) -> int:
    """The number of a ship by its name, perhaps of a colour."""
    known = state.ship_tiles.by_id
    if word not in known:
        raise LabError(f"unknown ship {one_line(word, 40)!r}{meant(word, known)}")
    ship = known[word]
    if colour is not None and ship.colour != COLOURS[colour]:
        raise LabError(f"the ship {word} is {ship.colour}, not {COLOURS[colour]}")
    return ship.number


def _word(state: State, ship: int) -> str:
    """A ship as a scenario names it; nothing where none lies, `unknown` for one that nobody has seen."""
    return "" if ship == EMPTY else state.ship_tiles[ship].id if ship >= 0 else "unknown"


class _OfShips(NotCounted):
    """A kind that names ships."""

    def named(self, say: Any, ship: str) -> str:
        """A ship by its name in the language."""
        words: FieldWords = say
        tiles = words.state.ship_tiles
        known = tiles is not None and ship in tiles.by_id
        return tiles[ship].name[words.lang] if known else UNKNOWN


class Docks(_OfShips):
    """The ship in the dock of each colour; of the others nothing is said, or that there is none (an empty name)."""

    def __init__(self) -> None:
        self.data = dict[one_of(COLOURS), str]  # type: ignore[misc]

    def said(self, state: State, value: Any) -> Any:
        return {COLOURS[colour]: _word(state, ship) for colour, ship in enumerate(value)}

    def like(self, state: State, value: Any, said: Any) -> Any:
        there = self.said(state, value)
        return {colour: there.get(colour) for colour in said} if said and isinstance(said, dict) else self.brief(state, value)

    def brief(self, state: State, value: Any) -> Any:
        return {colour: ship for colour, ship in self.said(state, value).items() if ship}

    def read(self, state: State, said: Any, now: Any) -> Any:
        docked = {COLOURS.index(colour): ship for colour, ship in said.items() if ship}
        return tuple(_ship(state, docked[c], c) if c in docked else EMPTY for c in range(len(COLOURS)))

    def told(self, say: Phrases, key: str, said: Any) -> Iterator[str]:
        for colour, ship in said.items():
            phrase = "dock" if ship else "dock_none"
            yield say.phrase(phrase, f"{colour} {ship}", colour=colour, **({"ship": self.named(say, ship)} if ship else {}))
        if not said:
            yield say.phrase("docks_none", "–")

    def shown(self, say: Phrases, state: State, value: Any) -> str:
        return ", ".join(self.told(say, "docks", self.brief(state, value)))


class Stacks(_OfShips):
    """The ships of each colour that are still to come, from the top down, or how many; where expected, only the colours named."""

    def __init__(self) -> None:
        self.data = dict[one_of(COLOURS), int | list[str]]  # type: ignore[misc]

    def said(self, state: State, value: Any) -> Any:
        left = state.ship_left
        return {
            COLOURS[colour]: [_word(state, ship) for ship in reversed(stack[: left[colour]])]
            for colour, stack in enumerate(value)
        }

    def like(self, state: State, value: Any, said: Any) -> Any:
        there = self.said(state, value)
        if not isinstance(said, dict):
            return there
        return {c: len(there[c]) if isinstance(ships, int) else there[c] for c, ships in said.items() if c in there}

    def noted(self, state: State, value: Any) -> Any:
        return {colour: len(ships) for colour, ships in self.said(state, value).items()}

    def read(self, state: State, said: Any, now: Any) -> Any:
        stacks: list[tuple[int, ...] | int | None] = [None] * len(COLOURS)
        for word, ships in said.items():
            colour = COLOURS.index(word)
            if isinstance(ships, int):
                stacks[colour] = ships
            else:
                stacks[colour] = tuple(_ship(state, ship, colour) for ship in reversed(ships))
        return tuple(stacks)

    def told(self, say: Phrases, key: str, said: Mapping[str, int | list[str]]) -> Iterator[str]:
        for colour, ships in said.items():
            count = ships if isinstance(ships, int) else len(ships)
            if isinstance(ships, int) or not ships:
                yield say.phrase("ship_stack_count", f"{colour} {count}", colour=colour, count=count)
            else:
                names = ", ".join(self.named(say, ship) for ship in ships)
                yield say.phrase("ship_stack", f"{colour} {names}", colour=colour, ships=names)

    def shown(self, say: Phrases, state: State, value: Any) -> str:
        return "  ".join(f"{colour} {len(ships)}" for colour, ships in self.said(state, value).items())


class GoneShips(_OfShips):
    """Ships that have left the game, in order."""

    data = list[str]

    def said(self, state: State, value: Any) -> Any:
        return [_word(state, ship) for ship in value]

    def read(self, state: State, said: Any, now: Any) -> Any:
        return tuple(_ship(state, ship) for ship in said)


# Completing a position


def complete_ships(state: State, seed: int) -> None:
    """Lay what is not said of the ships, once all that is said lies there; a LabError if a stack is said to have too many."""
    flip = state.rules.ships_form == "flip"
    stacks: list[tuple[int, ...]] = []
    gone = [*state.ships_gone]
    for colour, said in enumerate(state.ship_stacks or (None,) * len(COLOURS)):
        docked = state.docks[colour]
        stack: Any = said
        used = {docked, *gone, *(stack if isinstance(stack, tuple) else ())}
        free = [ship for ship in state.ship_tiles.by_colour[colour] if ship not in used]
        order = Stream(seed, "ships", colour).shuffled(free)
        if flip:
            stack = () if docked > EMPTY else tuple(order[:1]) if not isinstance(stack, tuple) else stack
        elif isinstance(stack, int):
            if not 0 <= stack <= len(order):
                raise LabError(f"{one_line(stack, 20)} {COLOURS[colour]} ships; {len(order)} can lie there")
            stack, rest = tuple(order[:stack]), order[stack:]
            gone += sorted(rest)
        elif stack is None:
            stack = tuple(order)
        else:
            gone += sorted(free)
        stacks.append(stack)
    state.ship_stacks, state.ship_left = tuple(stacks), tuple(map(len, stacks))
    state.ships_gone = tuple(gone)
    if flip:
        known = state.ships_known or (False,) * len(COLOURS)
        state.ships_known = tuple(seen or ship > EMPTY for seen, ship in zip(known, state.docks, strict=True))
