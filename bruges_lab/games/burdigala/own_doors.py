"""Whatever reads something of Burdigala from outside, with valid inputs to be wounded: for the campaign of malformed inputs."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from ...rulebook.catalogue import Catalogue
from ...rulebook.frame import Frame
from ...rulebook.glossary import Glossary
from ...rulebook.readings import read_reading, read_ruleset
from ...verification.doors import Door, files, only
from ...verification.malformed import from_file
from .board import Board
from .manifest import MANIFEST
from .position_doors import position_doors
from .ruleset import Ruleset
from .stock import Stock
from .tiles import Tiles

_GAME = MANIFEST.name
_RULESET = b"""# A reading of a table of our own, written down
# so that it can be played again
game = "burdigala"
base = "004:one_waterway"
seven = 8
set_points = [1, 3, 6, 10, 20]
tie = "shared"
"""


def _small_catalogue() -> list[bytes]:
    """The rules that the ruleset cites, as one file: the smallest catalogue that can be read."""
    cited = {field.rule for field in Ruleset.fields().values()}
    blocks = [
        "[[rule]]" + block
        for path in sorted(MANIFEST.folder("rules").glob("*.toml"))
        for block in path.read_text("utf-8").split("[[rule]]")[1:]
        if any(block.startswith(f'\nid = "{rule}"') for rule in cited)
    ]
    return ["".join(blocks).encode()]


def _glossary(path: Path, other: str) -> Glossary:
    """A glossary of English terms and concepts, one of the two files as it is."""
    (path.parent / other).write_bytes(MANIFEST.folder("glossary", other).read_bytes())
    return Glossary.load(path.parent, ("en",), _GAME)


def doors() -> Mapping[str, Door]:
    """Every way in, by name."""
    folder, glossary = MANIFEST.folder(), MANIFEST.folder("glossary")
    return {
        "boards": Door(files(folder, "board"), from_file(Board.load, "board.toml")),
        "tiles": Door(files(folder, "tiles"), from_file(Tiles.load, "tiles.toml")),
        "cards": Door(files(folder, "cards"), from_file(Stock.load, "cards.toml")),
        "rulesets": Door(
            only(_RULESET),
            from_file(lambda path: read_ruleset(path, _GAME), "ruleset.toml"),
        ),
        "readings": Door(files(MANIFEST.folder("readings")), from_file(lambda path: read_reading(path, _GAME), "reading.toml")),
        "rules": Door(_small_catalogue, from_file(lambda path: Catalogue.load(path.parent, _GAME), "rules.toml")),
        "chapters": Door(files(folder, "chapters"), from_file(lambda path: Frame.load(path, _GAME), "chapters.toml")),
        "concepts": Door(files(glossary, "concepts"), from_file(lambda path: _glossary(path, "en.toml"), "concepts.toml")),
        "terms": Door(files(glossary, "en"), from_file(lambda path: _glossary(path, "concepts.toml"), "en.toml")),
        **position_doors(),
    }
