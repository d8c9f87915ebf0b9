"""The board: the points of the reputation track, and the two canal sections of each gate.

No document lists these values. `board.toml` reconstructs them under D-067, D-116 and D-117, each with its witness; an owner
of the box can enter the printed ones in a file of the same form (`bruges-lab board check FILE`).
"""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path
from typing import NamedTuple

import msgspec

from ... import places
from ...kernel.errors import DataError
from ...kernel.records import convert, read_toml
from .deck import WITNESS
from .ruleset import Ruleset
from .words import COLOURS, SECTIONS

_MOST_STEPS = 40


class _StepRecord(msgspec.Struct, forbid_unknown_fields=True):
    points: int
    witness: str


class _SpaceRecord(msgspec.Struct, forbid_unknown_fields=True):
    colour: str
    price: int
    witness: dict[str, str] = {}


class _GateRecord(msgspec.Struct, forbid_unknown_fields=True):
    left: list[_SpaceRecord]
    right: list[_SpaceRecord]


class _BoardRecord(msgspec.Struct, forbid_unknown_fields=True):
    title: str
    step: list[_StepRecord]
    gate: list[_GateRecord]


class Space(NamedTuple):
    """A canal space: the colour the card must have, the price in guilders, and where each is known from."""

    colour: int
    price: int
    colour_from: str
    price_from: str


Section = tuple[Space, ...]


class Board(NamedTuple):
    """The track (`points[0]` is the town hall) and the gates, each with its left and right section from the gate outward."""

    title: str
    points: tuple[int, ...]
    points_from: tuple[str, ...]
    gates: tuple[tuple[Section, ...], ...]
    digest: str

    @property
    def last_step(self) -> int:
        """The end of the reputation track."""
        return len(self.points) - 1

    def reputation_points(self, step: int, rules: Ruleset) -> int:
        """What a step is worth at the end of the game (D-067)."""
        if step == 6 and rules.reputation_points == "six_at_step_6":
            return 6
        return self.points[step]

    def remarks(self) -> list[str]:
        """Where the values differ from the little that the documents say: worth a look, not wrong in itself."""
        remarks = []
        if self.points[6] != 7:
            remarks.append(f"step 6 is worth {self.points[6]} here; document 000 says 7 (example.final.reputation, D-019)")
        if not any(section[0][:2] == (0, 1) for gate in self.gates for section in gate):
            remarks.append(
                "no gate has a blue space of price 1 beside it; document 003 shows one (action.canal.example.build, D-116)"
            )
        return remarks

    @classmethod
    def load(cls, path: str | Path | None = None, rules: Ruleset | None = None) -> Board:
        """Read and check a board; the lab's own if no file is named."""
        rules = Ruleset() if rules is None else rules
        if path is None:
            return _own_board(_gates(rules), rules.sections, rules.section_spaces)
        return _read(Path(path), rules)


def _gates(rules: Ruleset) -> int:
    """How many gates are used: the fifth lies on a board of its own, for five players only (exp.five_players.gate)."""
    return max(Ruleset().max_players, rules.max_players)


@cache
def _own_board(gates: int, sections: int, spaces: int) -> Board:
    shape = Ruleset(max_players=gates, sections=sections, section_spaces=spaces)
    return _read(places.data("bruges", "board.toml"), shape)


def _read(file: Path, rules: Ruleset) -> Board:
    record = convert(file, "board", read_toml(file), _BoardRecord)
    points, points_from = [0], ["inferred D-123"]
    for number, step in enumerate(record.step, 1):
        if step.points <= points[-1]:
            problem = f"{step.points} is not more than {points[-1]}, the step before it"
            raise DataError(file, f"step {number}", "points", problem, "scoring.reputation.values")
        _check_witness(file, f"step {number}", "witness", step.witness)
        points.append(step.points)
        points_from.append(step.witness)
    if not 6 <= len(record.step) <= _MOST_STEPS:
        problem = f"has {len(record.step)} steps; at least 6 are known (D-067), more than {_MOST_STEPS} are not meant"
        raise DataError(file, "board", "step", problem, "scoring.reputation.values")
    if len(record.gate) < rules.max_players:
        problem = f"has {len(record.gate)} gates for up to {rules.max_players} players"
        raise DataError(file, "board", "gate", problem, "setup.player.small_seal")
    gates = tuple(
        tuple(_section(file, f"gate {number}", side, getattr(gate, side), rules) for side in SECTIONS[: rules.sections])
        for number, gate in enumerate(record.gate[: _gates(rules)], 1)
    )
    content = [points, [[[space[:2] for space in section] for section in gate] for gate in gates]]
    digest = hashlib.blake2b(msgspec.json.encode(content), digest_size=8).hexdigest()
    return Board(record.title, tuple(points), tuple(points_from), gates, digest)


def _section(file: Path, gate: str, side: str, spaces: list[_SpaceRecord], rules: Ruleset) -> Section:
    if len(spaces) != rules.section_spaces:
        problem = f"has {len(spaces)} spaces; a section has {rules.section_spaces}"
        raise DataError(file, gate, side, problem, "action.canal.layout")
    found = []
    for number, space in enumerate(spaces, 1):
        entry = f"{gate} {side} {number}"
        if space.colour not in COLOURS:
            raise DataError(file, entry, "colour", f"{space.colour!r} is not one of {', '.join(COLOURS)}", "action.canal.color")
        if not 0 <= space.price <= 99:
            raise DataError(file, entry, "price", f"{space.price} is not a price in guilders", "action.canal.cost")
        for field, witness in space.witness.items():
            if field not in ("colour", "price"):
                raise DataError(file, entry, f"witness.{field}", "is not a field of a space; choose colour or price")
            _check_witness(file, entry, f"witness.{field}", witness)
        colour_from = space.witness.get("colour", "reconstructed")
        found.append(Space(COLOURS.index(space.colour), space.price, colour_from, space.witness.get("price", "reconstructed")))
    return tuple(found)


def _check_witness(file: Path, entry: str, field: str, witness: str) -> None:
    if not WITNESS.fullmatch(witness):
        raise DataError(file, entry, field, f"{witness!r} is not a witness")
