"""Every reader of the lab by name, with inputs that are valid: whatever takes something from outside stands in this list."""

from __future__ import annotations

from pathlib import Path

from ..games import shelf
from ..kernel import LabError
from . import packed
from .doors import Door, only
from .malformed import from_file

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


def _place(path: Path) -> object:
    from ..explorer.kept_folder import About, Place, read_record

    found = read_record(path, Place) or read_record(path, About)
    if found is None:
        raise LabError("is not a record of a kept game")
    return found


_PLACE = (
    b'{"asked": "0123", "asked_lang": "en", "game": "20260101-120000-01234567", "node": 3, "seat": 0, "policies": ["random"]}'
)
_ABOUT = b'{"game": "bruges", "names": ["Ada", "Ben"], "chapter": 2, "over": false, "moves": 31}'
_REPORT = b'{"findings": [{"fingerprint": "0123456789abcdef", "verdict": "missing", "pinned": false}]}\n'


def of_games() -> dict[str, Door]:
    """The doors that games bring: those of the usual one by their names, those of any other under its name."""
    found: dict[str, Door] = {}
    for manifest in shelf.games():
        if manifest.has("doors"):
            before = "" if manifest.name == shelf.USUAL else f"{manifest.name}: "
            found |= {f"{before}{name}": door for name, door in manifest.doors().items()}
    return found


READERS: dict[str, Door] = {
    **of_games(),
    "saves": Door(lambda: [packed.sample_save()], packed.read_save),
    "short texts": Door(lambda: [packed.sample_short_text(), packed.sample_save()], packed.read_short_text),
    "links": Door(packed.sample_links, packed.read_link),
    "sets of tasks": Door(packed.sample_sets, packed.read_set),
    "texts": Door(lambda: [packed.sample_text()], from_file(packed.check_text, "rules.md")),
    "word documents": Door(
        lambda: [packed.sample_document(), packed.word_document(packed.sample_document())],
        from_file(packed.read_document, "rules.docx"),
    ),
    "pins": Door(_sample_pins, from_file(_pins, "rules.checked.toml")),
    "kept places": Door(only(_PLACE, _ABOUT), from_file(_place, "tab-0123456789abcdef.json")),
    "baselines": Door(only(_REPORT), from_file(_baseline, "report.json")),
    "manifests": Door(lambda: [packed.simulation_file("manifest.json")], packed.read_simulation_with("manifest.json")),
    "tables of games": Door(lambda: [packed.simulation_file("games.jsonl")], packed.read_simulation_with("games.jsonl")),
    "parts of games": Door(
        lambda: [packed.simulation_file("people.jsonl")], packed.read_simulation_with("parts/people-000000.jsonl")
    ),
    "own notebooks": Door(only(packed.SMALL_NOTEBOOK), packed.read_copied_notebooks("00_small.ipynb")),
    "notebook manifests": Door(
        only(b'{"format": 1, "version": "0", "copied": {"00_small.ipynb": "0123"}}\n'),
        packed.read_copied_notebooks(".bruges-lab.json"),
    ),
}
