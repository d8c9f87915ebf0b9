"""Cards and tokens: how many there are of each kind of merchandise, plot card, corruption token and bonus token.

`cards.toml` has the attested totals, spread over the kinds under B-005, B-006 and B-007; `cards=` takes an owner's file. Cards of
a kind are all alike, so a card is the number of its kind.
"""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path
from typing import Literal, NamedTuple

import msgspec

from ... import places
from ...kernel.errors import DataError
from ...kernel.records import convert, read_toml
from .witnesses import Witness, Witnesses, read_witness
from .words import GOODS, LASTING, PLOTS

MOST_COPIES, HIGHEST = 99, 99
ATTESTED = {"merchandise": 21, "plot": 34, "corruption": 24, "bonus": 4}


class _GoodsRecord(msgspec.Struct, forbid_unknown_fields=True):
    kind: Literal["wine", "ceramic", "copper", "wheat", "tin"]
    copies: int
    witness: Witness


class _PlotRecord(msgspec.Struct, forbid_unknown_fields=True):
    kind: str
    permanent: bool
    copies: int
    witness: Witness


class _TokenRecord(msgspec.Struct, forbid_unknown_fields=True):
    value: int
    copies: int
    witness: Witness


class _StockRecord(msgspec.Struct, forbid_unknown_fields=True):
    merchandise: list[_GoodsRecord]
    plot: list[_PlotRecord]
    corruption: list[_TokenRecord]
    bonus: list[_TokenRecord]


class Stock(NamedTuple):
    """Everything that is drawn, in ascending order: goods and plot cards by kind, tokens by value."""

    goods: tuple[int, ...]
    plots: tuple[int, ...]
    tokens: tuple[int, ...]
    bonus: tuple[int, ...]
    permanent: tuple[bool, ...]
    """Whether a kind of plot card is laid before its owner."""
    witness: dict[str, Witnesses]
    """By section and entry, such as `plot consul`."""
    digest: str

    def remarks(self) -> list[str]:
        """Where the totals differ from those that the document states: worth a look, not wrong in itself."""
        here = {"merchandise": self.goods, "plot": self.plots, "corruption": self.tokens, "bonus": self.bonus}
        return [
            f"{name}: {len(here[name])} here; document 004 says {total}"
            for name, total in ATTESTED.items()
            if len(here[name]) != total
        ]

    @classmethod
    def load(cls, path: str | Path | None = None) -> Stock:
        """Read and check a file of cards and tokens; the lab's own if none is named."""
        return _own() if path is None else _read(Path(path))


@cache
def _own() -> Stock:
    return _read(places.data("burdigala", "cards.toml"))


def _read(file: Path) -> Stock:
    record = convert(file, "cards", read_toml(file), _StockRecord)
    witness: dict[str, Witnesses] = {}
    goods: list[int] = []
    for good in record.merchandise:
        entry = _new(file, witness, f"merchandise {good.kind}", good.witness, ("kind", "copies"))
        goods += [GOODS.index(good.kind)] * _copies(file, entry, good.copies, "burdigala.comp.merch")
    plots, permanent = _plots(file, record.plot, witness)
    tokens = _tokens(file, "corruption", record.corruption, witness, "burdigala.comp.corruption")
    bonus = _tokens(file, "bonus", record.bonus, witness, "burdigala.comp.bonus")
    if not goods:
        raise DataError(file, "merchandise", "", "there is none: the game would end at once", "burdigala.end.merch")
    content = [sorted(goods), plots, tokens, bonus, permanent]
    digest = hashlib.blake2b(msgspec.json.encode(content), digest_size=8).hexdigest()
    return Stock(tuple(sorted(goods)), tuple(plots), tuple(tokens), tuple(bonus), tuple(permanent), witness, digest)


def _plots(file: Path, records: list[_PlotRecord], witness: dict[str, Witnesses]) -> tuple[list[int], list[bool]]:
    plots: list[int] = []
    permanent = [kind in LASTING for kind in range(len(PLOTS))]
    for plot in records:
        entry = _new(file, witness, f"plot {plot.kind}", plot.witness, ("kind", "permanent", "copies"))
        if plot.kind not in PLOTS:
            raise DataError(file, entry, "kind", f"is not one of {', '.join(PLOTS)}", "burdigala.comp.plot.kinds")
        kind = PLOTS.index(plot.kind)
        if plot.permanent != (kind in LASTING):
            problem = "its effect happens once" if plot.permanent else "its effect lasts: it has to lie before its owner"
            raise DataError(file, entry, "permanent", problem, "burdigala.plot.permanent")
        plots += [kind] * _copies(file, entry, plot.copies, "burdigala.comp.plot")
    return sorted(plots), permanent


def _tokens(file: Path, section: str, records: list[_TokenRecord], witness: dict[str, Witnesses], rule: str) -> list[int]:
    tokens: list[int] = []
    for token in records:
        entry = _new(file, witness, f"{section} {token.value}", token.witness, ("value", "copies"))
        least = 1 if section == "bonus" else 0
        if not least <= token.value <= HIGHEST:
            raise DataError(file, entry, "value", f"{token.value} is not {least} to {HIGHEST}", rule)
        tokens += [token.value] * _copies(file, entry, token.copies, rule)
    return sorted(tokens)


def _new(file: Path, witness: dict[str, Witnesses], entry: str, given: Witness, fields: tuple[str, ...]) -> str:
    if entry in witness:
        raise DataError(file, entry, "", "appears twice in this file")
    witness[entry] = read_witness(file, entry, given, fields)
    return entry


def _copies(file: Path, entry: str, copies: int, rule: str) -> int:
    if not 0 <= copies <= MOST_COPIES:
        raise DataError(file, entry, "copies", f"{copies} is not 0 to {MOST_COPIES}", rule)
    return copies
