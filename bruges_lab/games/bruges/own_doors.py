"""Whatever reads something of Bruges from outside, with valid inputs to be wounded: for the campaign of malformed inputs."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from pathlib import Path

from ...kernel.choices import Choice
from ...rulebook.catalogue import Catalogue
from ...rulebook.glossary import Glossary
from ...rulebook.lesson_data import Book
from ...rulebook.readings import read_reading, read_ruleset
from ...rulebook.scenarios import Scenario, read_scenarios
from ...rulebook.texts import LANGUAGES, Texts
from ...verification import packed
from ...verification.doors import Door, files, only
from ...verification.malformed import from_file
from .board import Board
from .card_texts import card_text
from .deck import Deck
from .manifest import MANIFEST
from .market_files import checked_market
from .ruleset import fields
from .ship_tiles import ShipTiles

# Choices

_CHOICES = (b"house:prince", b"canal:thief:left", b"roll:1:2:3:4:5", b"pass", b"damage:fire", b"recruit:prince:red")


def _asked(data: bytes) -> object:
    """Why it may not be made, in a position where much may be."""
    from ...lab import scenario

    return scenario("first_look").why_not(data.decode("utf-8", "replace"))


# Positions

_POSITION = b"""[[scenario]]
name = "small"
title = { en = "A small one" }
rules = ["threat.fire"]

[scenario.given]
phase = "actions"
turn = 1
dice = { blue = 1, brown = 2, yellow = 3, red = 4, purple = 5 }

[[scenario.given.players]]
hand = ["prince", "thief"]
guilders = 2
houses = ["red"]
threats = { red = 2 }

[[scenario.given.players]]
points = 12
canals = { left = [1, 2] }

[[scenario.when]]
refused = "recruit:prince:red"
rule = "action.recruit.price"
"""


def _proved(path: Path) -> object:
    from ...rulebook.proving import prove

    proof = prove(Scenario.read(path))
    return [proof.told(lang) for lang in LANGUAGES]


def _pasted(data: bytes) -> object:
    from ...explorer.editing import scenario_in

    return Scenario.read(scenario_in(data.decode("utf-8", "replace")))


# Decks


def _deck(path: Path) -> object:
    """Read as `bruges-lab deck check` reads it: also every text in every language."""
    return [card_text(card, lang) for card in Deck.load(path).cards for lang in LANGUAGES]


def _table() -> list[bytes]:
    """The lab's own deck as a table."""
    file = io.StringIO()
    rows = csv.writer(file)
    rows.writerow(("name", "group", "colour", "price", "when", "worker", "text"))
    for card in Deck.load().cards:
        rows.writerow((card.name["en"], card.group, card.colour, card.price, "laurel", "", f"Text of {card.id}, with a comma."))
    return [file.getvalue().encode()]


# Rules and words


def _small_catalogue() -> list[bytes]:
    """The rules that the ruleset cites, as one file: the smallest catalogue that can be read."""
    cited = {field.rule for field in fields().values()}
    blocks = [
        "[[rule]]" + block
        for path in sorted(MANIFEST.folder("rules").glob("*.toml"))
        for block in path.read_text("utf-8").split("[[rule]]")[1:]
        if any(block.startswith(f'\nid = "{rule}"') for rule in cited)
    ]
    return ["".join(blocks).encode()]


def _terms(path: Path) -> Glossary:
    (path.parent / "concepts.toml").write_bytes(MANIFEST.folder("glossary", "concepts.toml").read_bytes())
    return Glossary.load(path.parent, ("en",))


def _concepts(path: Path) -> Glossary:
    (path.parent / "en.toml").write_bytes(MANIFEST.folder("glossary", "en.toml").read_bytes())
    return Glossary.load(path.parent, ("en",))


_ARGUMENTS = (
    b"rule\nthreat.intrigue\n--lang\nde",
    b"rules\nfire\n--chapter\nthreats",
    b"scenario\nfirst_look",
    b"deck\nshow\n--group\nnoble\n--lang\nit",
    b"board\nshow",
    b"market\nshow\n--lang\nde",
    b"template\n--lang\nfr",
    b"simulate\n--games\n10\n--players\n3\n--policy\ngreedy",
    b"tree\nfirst_look\n--depth\n2\n--budget\n100",
    b"check\nrules.md\n--format\njson\n--fail-on\nsure",
    b"serve\n--players\n3\n--port\n8866",
    b"verify\ndata\n--size\n10",
    b"--version",
)
_TYPED = b"board\nagenda\nwhy house:prince\nrule threat.fire\n1\ndraw:second\nundo\nredo\nhint\nhelp\ntext\nquit"


def doors() -> Mapping[str, Door]:
    """Every way in, by name."""
    return {
        "notation": Door(only(*_CHOICES), lambda data: Choice.parse(data.decode("utf-8", "replace"))),
        "choices": Door(only(*_CHOICES), _asked),
        "scenarios": Door(files(MANIFEST.folder("scenarios")), from_file(read_scenarios, "scenario.toml")),
        "positions": Door(only(_POSITION), from_file(_proved, "scenario.toml")),
        "pasted positions": Door(only(_POSITION, _POSITION.partition(b"\n")[2].replace(b"scenario.", b"")), _pasted),
        "rulesets": Door(
            only(b'base = "003"\nhand_size = 6\nthreat_faces = [4, 5, 6]\npeek = "after_all"\n', b"null_action = true\n"),
            from_file(read_ruleset, "ruleset.toml"),
        ),
        "readings": Door(files(MANIFEST.folder("readings")), from_file(read_reading, "reading.toml")),
        "boards": Door(files(MANIFEST.folder(), "board"), from_file(Board.load, "board.toml")),
        "decks": Door(files(MANIFEST.folder(), "cards"), from_file(_deck, "cards.toml")),
        "ships": Door(files(MANIFEST.folder(), "ships"), from_file(ShipTiles.load, "ships.toml")),
        "market cards": Door(files(MANIFEST.folder(), "market"), from_file(checked_market, "market.toml")),
        "deck tables": Door(_table, from_file(_deck, "cards.csv")),
        "rules": Door(_small_catalogue, from_file(lambda path: Catalogue.load(path.parent), "rules.toml")),
        "concepts": Door(files(MANIFEST.folder("glossary"), "concepts"), from_file(_concepts, "concepts.toml")),
        "terms": Door(files(MANIFEST.folder("glossary"), "en"), from_file(_terms, "en.toml")),
        "locales": Door(
            files(MANIFEST.folder("locales"), "de"), from_file(lambda path: Texts.load(path.parent, ("de",)), "de.toml")
        ),
        "lessons": Door(files(MANIFEST.folder(), "lessons"), from_file(Book.load, "lessons.toml")),
        "arguments": Door(only(*_ARGUMENTS), packed.read_arguments),
        "typed lines": Door(only(_TYPED), packed.read_typed_lines),
    }
