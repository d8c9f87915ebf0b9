"""Whatever reads something of Burdigala from outside, with valid inputs to be wounded: for the campaign of malformed inputs."""

from __future__ import annotations

from collections.abc import Mapping

from ... import places
from ...verification.doors import Door, files
from ...verification.malformed import from_file
from .board import Board
from .stock import Stock
from .tiles import Tiles


def doors() -> Mapping[str, Door]:
    """Every way in, by name."""
    folder = places.data("burdigala")
    return {
        "boards": Door(files(folder, "board"), from_file(Board.load, "board.toml")),
        "tiles": Door(files(folder, "tiles"), from_file(Tiles.load, "tiles.toml")),
        "cards": Door(files(folder, "cards"), from_file(Stock.load, "cards.toml")),
    }
