"""Every reader of the lab by name, with inputs that are valid: whatever takes something from outside stands in this list."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from .. import places
from ..games.bruges.board import Board
from ..games.bruges.deck import Deck
from ..games.bruges.ruleset import fields
from ..kernel.choices import Choice
from ..rulebook.catalogue import Catalogue
from ..rulebook.glossary import Glossary
from ..rulebook.lesson_data import Book
from ..rulebook.readings import read_reading, read_ruleset
from ..rulebook.scenarios import Scenario, read_scenarios
from ..rulebook.texts import LANGUAGES, Texts
from . import packed
from .malformed import Reader, from_file


class Door(NamedTuple):
    """A way into the lab: the valid inputs, and what reads them."""

    samples: Callable[[], list[bytes]]
    read: Reader


def _own(folder: str, name: str = "*") -> Callable[[], list[bytes]]:
    return lambda: [path.read_bytes() for path in sorted(places.data("bruges", folder).glob(f"{name}.toml"))]


def _only(*samples: bytes) -> Callable[[], list[bytes]]:
    return lambda: list(samples)


# Choices

_CHOICES = (b"house:prince", b"canal:thief:left", b"roll:1:2:3:4:5", b"pass", b"damage:fire", b"recruit:prince:red")


def _asked(data: bytes) -> object:
    """Why it may not be made, in a position where much may be."""
    from ..lab import scenario

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
    from ..rulebook.proving import prove

    proof = prove(Scenario.read(path))
    return [proof.told(lang) for lang in LANGUAGES]


def _pasted(data: bytes) -> object:
    from ..explorer.editing import scenario_in

    return Scenario.read(scenario_in(data.decode("utf-8", "replace")))


# Decks


def _deck(path: Path) -> object:
    """Read as `bruges-lab deck check` reads it: also every text in every language."""
    from ..games.bruges.card_texts import card_text

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
        for path in sorted(places.data("bruges", "rules").glob("*.toml"))
        for block in path.read_text("utf-8").split("[[rule]]")[1:]
        if any(block.startswith(f'\nid = "{rule}"') for rule in cited)
    ]
    return ["".join(blocks).encode()]


def _terms(path: Path) -> Glossary:
    (path.parent / "concepts.toml").write_bytes(places.data("bruges", "glossary", "concepts.toml").read_bytes())
    return Glossary.load(path.parent, ("en",))


def _concepts(path: Path) -> Glossary:
    (path.parent / "en.toml").write_bytes(places.data("bruges", "glossary", "en.toml").read_bytes())
    return Glossary.load(path.parent, ("en",))


# Rulebook texts and what belongs to them


def _sample_pins() -> list[bytes]:
    from ..textcheck.report.fingerprints import sentence_fingerprint

    sentence = "A fire destroys a house."
    return [
        f"""format = 1
language = "en"

[[confirmed]]
rule = "threat.fire"
fingerprint = "{sentence_fingerprint(sentence)}"
sentence = "{sentence}"

[[edition]]
rule = "threat.fire"
value = "7"

[[term]]
concept = "guilder"
language = "en"
term = "ducat"

[[dismissed]]
fingerprint = "0123456789abcdef"
why = "It is meant so."
""".encode()
    ]


def _pins(path: Path) -> object:
    from ..textcheck.findings import Report
    from ..textcheck.report.pins import Pins

    report = packed.sample_report()
    assert isinstance(report, Report)
    pins = Pins.load(path)
    return pins.apply(report), pins.stale(report)


def _baseline(path: Path) -> object:
    from ..textcheck.findings import Report
    from ..textcheck.report.levels import since

    report = packed.sample_report()
    assert isinstance(report, Report)
    return since(report, path)


_REPORT = b'{"findings": [{"fingerprint": "0123456789abcdef", "verdict": "missing", "pinned": false}]}\n'

_ARGUMENTS = (
    b"rule\nthreat.intrigue\n--lang\nde",
    b"rules\nfire\n--chapter\nthreats",
    b"scenario\nfirst_look",
    b"deck\nshow\n--group\nnoble\n--lang\nit",
    b"board\nshow",
    b"template\n--lang\nfr",
    b"simulate\n--games\n10\n--players\n3\n--policy\ngreedy",
    b"tree\nfirst_look\n--depth\n2\n--budget\n100",
    b"check\nrules.md\n--format\njson\n--fail-on\nsure",
    b"serve\n--players\n3\n--port\n8866",
    b"verify\ndata\n--size\n10",
    b"--version",
)
_TYPED = b"board\nagenda\nwhy house:prince\nrule threat.fire\n1\ndraw:second\nundo\nredo\nhint\nhelp\ntext\nquit"


READERS: dict[str, Door] = {
    "notation": Door(_only(*_CHOICES), lambda data: Choice.parse(data.decode("utf-8", "replace"))),
    "choices": Door(_only(*_CHOICES), _asked),
    "scenarios": Door(_own("scenarios"), from_file(read_scenarios, "scenario.toml")),
    "positions": Door(_only(_POSITION), from_file(_proved, "scenario.toml")),
    "pasted positions": Door(_only(_POSITION, _POSITION.partition(b"\n")[2].replace(b"scenario.", b"")), _pasted),
    "rulesets": Door(
        _only(b'base = "003"\nhand_size = 6\nthreat_faces = [4, 5, 6]\npeek = "after_all"\n', b"null_action = true\n"),
        from_file(read_ruleset, "ruleset.toml"),
    ),
    "readings": Door(_own("readings"), from_file(read_reading, "reading.toml")),
    "boards": Door(_own(".", "board"), from_file(Board.load, "board.toml")),
    "decks": Door(_own(".", "cards"), from_file(_deck, "cards.toml")),
    "deck tables": Door(_table, from_file(_deck, "cards.csv")),
    "rules": Door(_small_catalogue, from_file(lambda path: Catalogue.load(path.parent), "rules.toml")),
    "concepts": Door(_own("glossary", "concepts"), from_file(_concepts, "concepts.toml")),
    "terms": Door(_own("glossary", "en"), from_file(_terms, "en.toml")),
    "locales": Door(_own("locales", "de"), from_file(lambda path: Texts.load(path.parent, ("de",)), "de.toml")),
    "lessons": Door(_own(".", "lessons"), from_file(Book.load, "lessons.toml")),
    "saves": Door(lambda: [packed.sample_save()], packed.read_save),
    "short texts": Door(lambda: [packed.sample_short_text(), packed.sample_save()], packed.read_short_text),
    "texts": Door(lambda: [packed.sample_text()], from_file(packed.check_text, "rules.md")),
    "word documents": Door(
        lambda: [packed.sample_document(), packed.word_document(packed.sample_document())],
        from_file(packed.read_document, "rules.docx"),
    ),
    "pins": Door(_sample_pins, from_file(_pins, "rules.checked.toml")),
    "baselines": Door(_only(_REPORT), from_file(_baseline, "report.json")),
    "manifests": Door(lambda: [packed.simulation_file("manifest.json")], packed.read_simulation_with("manifest.json")),
    "tables of games": Door(lambda: [packed.simulation_file("games.jsonl")], packed.read_simulation_with("games.jsonl")),
    "parts of games": Door(
        lambda: [packed.simulation_file("people.jsonl")], packed.read_simulation_with("parts/people-000000.jsonl")
    ),
    "own notebooks": Door(_only(packed.SMALL_NOTEBOOK), packed.read_copied_notebooks("00_small.ipynb")),
    "notebook manifests": Door(
        _only(b'{"format": 1, "version": "0", "copied": {"00_small.ipynb": "0123"}}\n'),
        packed.read_copied_notebooks(".bruges-lab.json"),
    ),
    "arguments": Door(_only(*_ARGUMENTS), packed.read_arguments),
    "typed lines": Door(_only(_TYPED), packed.read_typed_lines),
}
