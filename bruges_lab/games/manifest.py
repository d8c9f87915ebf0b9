"""The contract above the kernel: what the lab may ask of a game. A manifest states, it does not do.

A game is a folder whose `manifest.py` names, slot by slot, where each thing lives: `kit="kit:FerryKit"` is the name `FerryKit` of
the module `kit` beside the manifest, `"lab"` the lab's own. A slot is imported when it is first used. Kit, set-up and words are
required; what a game leaves out is not offered: its tab is hidden, and its function refuses in one sentence that names the game.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from inspect import signature
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar, overload

from .. import places
from ..kernel.errors import LabError, either, one_line

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from typer import Typer

    from ..analysis.measures import Measure
    from ..analysis.result_rows import ResultRows
    from ..analysis.score_parts import ScoreParts
    from ..analysis.weighing import Weighing
    from ..explorer.chance_forms import ChanceExtra, ChanceForm
    from ..explorer.inspecting import Inspector
    from ..explorer.panels.edit_form import Form
    from ..kernel import BaseState, GameKit, Stream
    from ..kernel.events import RawEvent, Teller
    from ..kernel.playing import Decider
    from ..kernel.rulesets import BaseRuleset
    from ..rulebook.catalogue import Catalogue
    from ..rulebook.discrepancies import Discrepancies
    from ..rulebook.fields import Fields
    from ..rulebook.frame import Frame
    from ..rulebook.glossary import Glossary
    from ..rulebook.lesson_data import Book
    from ..rulebook.overview import Overview
    from ..rulebook.positioning import Positions
    from ..rulebook.printing import Printed
    from ..rulebook.readings import Reading
    from ..rulebook.scenario_records import ScenarioRecord
    from ..rulebook.subjects import Subjects
    from ..rulebook.texts import Texts
    from ..show.picture import Picture, Targets
    from ..textcheck.findings import Finding
    from ..textcheck.read.readable import Readable
    from ..verification.doors import Door

T = TypeVar("T")
Written = str | Mapping[str, str] | tuple[str, ...]
"""A slot as a manifest writes it: `module:name`, several by name, or several in order. Data slots name a file or folder."""

USUAL_PLAYERS = 3

LAB = "lab"
"""In place of a name: the lab's own will do."""

_NAME = re.compile(r"[a-z][a-z0-9_]*")


class Slot(Generic[T]):
    """One thing that a game may bring. Read from a manifest it is the thing itself; a LabError if the game leaves it out.

    `what` names it in that sentence ("Ferry has no scenarios"). A `reader` of the lab, written `room.module:name`, makes it from
    the manifest and what was written: so data slots become catalogues and texts.
    """

    def __init__(self, what: str, *, reader: str = "", usual: Written | None = None) -> None:
        self.what = what
        self.reader = reader
        self.usual = usual
        self.name = ""

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    @overload
    def __get__(self, manifest: None, owner: type) -> Slot[T]: ...
    @overload
    def __get__(self, manifest: Manifest, owner: type) -> T: ...
    def __get__(self, manifest: Manifest | None, owner: type) -> Slot[T] | T:
        if manifest is None:
            return self
        made = manifest._made
        if self.name not in made:
            made[self.name] = manifest._make(self)
        found: T = made[self.name]
        return found


class Manifest:
    """What one game brings to the lab, and where it lives."""

    def __init__(
        self, home: str, *, name: str, title: Mapping[str, str], players: range, data: str | Path = "", **slots: Written
    ) -> None:
        self.home = home
        """The module that states it (`__name__`): names of slots are found beside it."""
        self.name = name
        self.title = title
        """What the game is called, by language."""
        self.players = players
        self._data = data
        self._written: dict[str, Written] = slots
        self._made: dict[str, Any] = {}
        if not _NAME.fullmatch(name):
            raise LabError(f"{home}: a game is named by small letters, digits and _, not {name!r}")
        if unknown := sorted(set(slots) - set(SLOTS)):
            raise LabError(f"{home}: unknown slot {unknown[0]!r}; choose {either(SLOTS)}")
        if missing := [slot for slot in REQUIRED if slot not in slots]:
            raise LabError(f"{home}: a game needs {', '.join(missing)}")
        if "en" not in title:
            raise LabError(f"{home}: title: the game is called something in English (en), whatever else")
        if not isinstance(players, range) or not len(players) or players.start < 1 or players.step != 1:
            raise LabError(f"{home}: players: for how many it is, such as range(2, 5), not {players!r}")

    # The game itself

    kit: Slot[type[GameKit[Any]]] = Slot("kit")
    set_up: Slot[SetUp] = Slot("set-up")
    """The position before the first task, its opening events in its log: `set_up(players, rules, stream, **material)`."""
    material: Slot[Callable[..., dict[str, Any]]] = Slot("material of its own")
    """What a user may bring (a deck, a board), checked and completed: `material(rules, **given)`; it goes to set-up and kit."""
    ruleset: Slot[type[BaseRuleset]] = Slot("ruleset")
    """Its numbers and switches; a position keeps them as `rules`."""
    seats: Slot[tuple[str, ...]] = Slot("names of seats")
    """What players are called who are not named."""

    # Words

    words: Slot[Callable[[Any, tuple[str, ...]], Teller]] = Slot("words", reader="rulebook.telling:teller_for")
    """Who tells a game, given a position and the players' names. `"lab"`: by the types that its book declares."""
    texts: Slot[Texts] = Slot("texts", reader="rulebook.texts:texts_for", usual="locales")
    """Its sentences in every language, over those of the lab."""
    catalogue: Slot[Catalogue] = Slot("catalogue of rules", reader="rulebook.catalogue:catalogue_for")
    glossary: Slot[Glossary] = Slot("glossary", reader="rulebook.glossary:glossary_for")

    # Positions as data

    fields: Slot[Fields] = Slot("schema of fields")
    """Every field of a player and of the table, declared once (rulebook/fields.py)."""
    positions: Slot[Positions] = Slot("scenarios", reader="rulebook.positioning:positions_for", usual=LAB)
    """How its scenarios say a position. A class derived from `Positions`; or only a function `agenda_from(state, seat)` that says
    what is still to happen in a position whose fields are given, and the rest is the lab's."""
    scenarios: Slot[Mapping[str, tuple[ScenarioRecord, Path]]] = Slot("scenarios", reader="rulebook.scenarios:scenarios_for")
    """Its scenarios by name, with their files: a folder of its data, or one file."""
    scenario_writer: Slot[Callable[..., dict[str, Any]]] = Slot("scenarios", reader="rulebook.writing:writer_for", usual=LAB)
    """How a game becomes a scenario (`game.to_scenario`)."""

    linker: Slot[Callable[..., str]] = Slot("links", reader="links.linking:linker_for", usual=LAB)
    """How a game becomes a link (`game.to_link`)."""

    # Pictures

    picture: Slot[Picture] = Slot("picture", reader="show.picture:picture_for", usual=LAB)
    """How a position is drawn, live and whole, and where it stands in words; `lab`: a plain table of its fields."""
    targets: Slot[Targets] = Slot("targets on its picture", reader="show.picture:targets_for", usual=LAB)
    """Where on the picture choices are seen, and what pressing a place may have meant; `lab`: nowhere."""
    card_picture: Slot[Callable[..., str]] = Slot("pictures of cards")
    """One card as an SVG: `card_picture(state, card, lang)`, where `card` is its number in the position."""
    figures: Slot[Mapping[str, Callable[..., Any]]] = Slot("figures of its own")
    """Its own figures for `bl.plot`, by name: `figure(what, *, lang)`, where `what` is a game or a result; the first line of what
    is said of it stands in the list of figures."""
    terminal: Slot[Callable[..., RenderableType]] = Slot("terminal picture", reader="show.plain_terminal:terminal_for", usual=LAB)
    """A position for a terminal: `terminal(state, names, seat, lang)` for `rich`; the lab's own comes from `fields`."""

    # The explorer

    panels: Slot[Mapping[str, type[Inspector]]] = Slot("panels of its own")
    """The inspectors beside the board by name, in the order of their tabs (`tab.name` of the section `explorer` of its texts is
    what a tab is called); `lab` for those of the lab. Left out: those of the lab for which the game brings what they need."""
    chance_forms: Slot[Mapping[str, ChanceForm]] = Slot("chance to be set by hand")
    """What a user can set at a chance step, by its kind: dials, and the outcome that they stand for. Left out: a step of few
    outcomes is a list of them."""
    chance_extra: Slot[type[ChanceExtra]] = Slot("draw to be set by hand")
    """What else stands on the chance tab, such as a card that is about to be drawn: made for each explorer."""
    marks: Slot[Callable[[RawEvent], str | None]] = Slot("marks of the timeline")
    """The colour of the mark that an event deserves on the timeline; None if it deserves none."""
    editor: Slot[type[Form]] = Slot("position editor", reader="explorer.panels.edit_form:editor_for", usual=LAB)
    """The form of its position editor: a class derived from `Form`; the lab's own has a row a field."""

    # Rulebook

    readings: Slot[Mapping[str, Reading]] = Slot("readings", reader="rulebook.readings:readings_for")
    """A file a document: the fields of the ruleset in which it differs. These are the documents that rules say something of."""
    discrepancies: Slot[Discrepancies] = Slot("list of discrepancies", reader="rulebook.discrepancies:discrepancies_for")
    """Where documents disagree or leave a case open: the file with the entries that rules may cite; a folder of the same name
    has their words, a file per language."""
    subjects: Slot[Callable[..., Subjects]] = Slot("subjects that its rules name")
    """What rules speak of by name, with their numbers: `subjects(rules, **material)`."""
    chapters: Slot[Frame] = Slot("titles of chapters", reader="rulebook.frame:frame_for", usual="")
    """The file with titles of the chapters of its rules; without one they are called as their files are."""
    printed: Slot[Callable[..., Printed]] = Slot("additions to its printed rulebook")
    """What its printed rulebook has besides the rules: `printed(rules, **material)`."""
    overview: Slot[Overview] = Slot("overview", reader="rulebook.overview:overview_for")
    """What its printed rulebook says before the rules, and its reference page: a folder with the texts, a file per language, and
    their `layout.toml` (rulebook/overview.py)."""
    lessons: Slot[Book] = Slot("lessons", reader="rulebook.lesson_data:book_for")

    # Rulebook texts

    reading: Slot[Readable] = Slot("reading of rulebook texts", reader="textcheck.read.readable:readable_for")
    """What texts of its rules are read with: a folder with `things.toml`, what its texts speak of (textcheck/read/things.py),
    `words.toml`, words of its own that decide, `rules.toml`, rules that no rulebook states and what other editions print, and
    `said.json`, how writers have said its rules; each may be left out."""
    text_numbers: Slot[Callable[[Any], Mapping[str, int]]] = Slot("numbers of rulebook texts")
    """Numbers that a text may state and that are no field of the ruleset, by name: `text_numbers(rules)`."""
    examples: Slot[Callable[..., Iterator[Finding]]] = Slot("worked examples")
    """Plays a worked example of a text again: `examples(text, sentences, rules)` gives what it finds wrong."""
    samples: Slot[Path] = Slot("sample texts", reader="games.manifest:folder_of")

    # Analyses. Whatever a game leaves out here the lab makes from `GameKit.scores`

    policies: Slot[Mapping[str, Decider]] = Slot(
        "policies", reader="analysis.policies:policies_for", usual={"random": LAB, "greedy": LAB, "search": LAB}
    )
    """Who plays when nobody does, by name: `(position, question, stream) -> option`; "lab" for one of the lab's."""
    measures: Slot[Mapping[str, Measure]] = Slot("measures", reader="analysis.measures:measures_for", usual=LAB)
    """What a tree can measure, by name: `(position, seat) -> number`. The first is the usual one."""
    weighing: Slot[Weighing] = Slot("weighing", reader="analysis.weighing:weighing_for", usual=LAB)
    """What greedy, search and hints count: a class derived from `Weighing`, made with the manifest."""
    hints: Slot[Callable[..., Any]] = Slot("hints", reader="analysis.hints:hints_for", usual=LAB)
    """Who answers `Game.hint`, with the game and the same arguments."""
    score_parts: Slot[ScoreParts] = Slot("score parts", reader="analysis.score_parts:score_parts_for", usual=LAB)
    """The parts of a score and the events they come from: a class derived from `ScoreParts`, made with the manifest."""
    result_row: Slot[ResultRows] = Slot("result row", reader="analysis.result_rows:result_rows_for", usual=LAB)
    """What a simulation keeps of a game: a class derived from `ResultRows`, made with the manifest."""

    # In front of its users

    exports: Slot[Mapping[str, Any]] = Slot("names of its own")
    """What it adds to `bl`, by name: classes and functions of its own. Those of any other game stand under its name."""
    commands: Slot[Callable[[Typer, Console], None]] = Slot("commands of its own")
    """Adds its commands to the command line: `commands(app, console)`. Those of any other game stand under its name. It is called
    whenever the command line starts, so its module imports nothing but `typer` and `rich` before a command is run."""
    checks: Slot[Mapping[str, Callable[[int], Iterator[str]]]] = Slot("long checks of its own")
    """Checks of its own for `bruges-lab verify`, by name: given a size, lines of figures; an AssertionError is a fault."""
    doors: Slot[Callable[[], Mapping[str, Door]]] = Slot("readers of its own")
    """Whatever of its own reads something from outside, by name, for the campaign of malformed inputs."""

    # How it is found out

    @property
    def package(self) -> str:
        """The package of the game."""
        return self.home.rpartition(".")[0]

    def folder(self, *parts: str) -> Path:
        """A file or folder of the game's data."""
        if isinstance(self._data, Path):
            return self._data.joinpath(*parts)
        return places.data(self._data or self.name, *parts)

    def has(self, slot: str) -> bool:
        """Whether the game brings it."""
        return slot in self._written

    def written(self, slot: str) -> Written | None:
        """How the manifest names it; None if it does not."""
        return self._written.get(slot)

    def called(self, lang: str = "en") -> str:
        """The game's title in a language."""
        return self.title.get(lang) or self.title["en"]

    def lacks(self, what: str) -> LabError:
        """What is said where a slot is asked for that the game leaves out."""
        return LabError(f"{self.called()} has no {what}")

    def named(self, written: str) -> Any:
        """What `module:name` beside the manifest stands for."""
        module, _, name = written.partition(":")
        place = f"{self.package}.{module}" if self.package else module
        try:
            return getattr(import_module(place), name)
        except ModuleNotFoundError as error:
            if error.name is None or not f"{place}.".startswith(f"{error.name}."):
                raise  # something that the module needs
        except AttributeError:
            pass
        raise LabError(f"{self.home}: there is no {written}")

    def exported(self) -> Mapping[str, str]:
        """What it adds to `bl`, by name, and where each thing lives; nothing is imported for it."""
        written = self._written.get("exports", {})
        return written if isinstance(written, Mapping) else {}

    def _make(self, slot: Slot[Any]) -> Any:
        written = self._written.get(slot.name, slot.usual)
        if written is None:
            raise self.lacks(slot.what)
        if slot.reader:
            module, _, name = slot.reader.partition(":")
            return getattr(import_module(f"bruges_lab.{module}"), name)(self, written)
        if isinstance(written, str):
            return self.named(written)
        if isinstance(written, tuple):
            return tuple(self.named(one) for one in written)
        return {name: one if one == LAB else self.named(one) for name, one in written.items()}

    # A new game

    def players_under(self, rules: BaseRuleset | None) -> range:
        """For how many it is under a ruleset: the rules may say otherwise than the game does."""
        said = None if rules is None else rules.players_allowed()
        return self.players if said is None else said

    def usual_players(self, rules: BaseRuleset | None) -> int:
        """How many play where nobody says."""
        seats = self.players_under(rules)
        return USUAL_PLAYERS if USUAL_PLAYERS in seats else seats.start

    def wrong_number(self, players: object, rules: BaseRuleset | None) -> str | None:
        """What is wrong with a number of players under a ruleset; None if so many can play."""
        seats = self.players_under(rules)
        if players in seats:
            return None
        known = f"{seats.start}" if len(seats) == 1 else f"{seats.start} to {seats.stop - 1}"
        return f"for {known} players, not {one_line(players, 20)}"

    def seat_names(self, players: int) -> tuple[str, ...]:
        """What players are called who are not named."""
        if self.has("seats"):
            return self.seats[:players]
        return tuple(f"Player {seat + 1}" for seat in range(players))

    def material_for(self, rules: BaseRuleset | None, given: Mapping[str, object]) -> dict[str, Any]:
        """The material of a game: what the user brings, and the lab's own for the rest."""
        self.check_material(given)
        return self.material(rules, **given) if self.has("material") else {}

    def check_material(self, given: Mapping[str, object]) -> None:
        """Refuse what the game is not played with, by its name."""
        if not given:
            return
        known = signature(self.material).parameters if self.has("material") else ()
        if unknown := [name for name in given if name not in known]:
            raise LabError(f"{self.called()} does not take {one_line(unknown[0], 30)}=")

    def first_position(
        self, players: int, rules: BaseRuleset | None, stream: Stream, material: Mapping[str, object]
    ) -> tuple[Any, list[RawEvent]]:
        """The position before the first task, and the events of the set-up."""
        if rules is None and (problem := self.wrong_number(players, rules)):  # rules say by themselves for how many they are
            raise LabError(problem)
        state: BaseState = self.set_up(players, rules, stream, **material)
        opening, state.log = state.log or [], None
        return state, opening

    def __reduce__(self) -> tuple[Callable[[str], Manifest], tuple[str]]:
        """A manifest travels to other processes by its name: the game is looked up there."""
        from .shelf import find

        return find, (self.name,)

    def __repr__(self) -> str:
        return f"<Manifest of {self.called()}>"


def folder_of(manifest: Manifest, written: Written) -> Path:
    """A folder of a game's data, as it is."""
    return manifest.folder(str(written))


SetUp = Callable[..., Any]
REQUIRED = ("kit", "set_up", "words")
SLOTS = tuple(name for name, value in vars(Manifest).items() if isinstance(value, Slot))
