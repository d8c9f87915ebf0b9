"""The contract above the kernel: what the lab may ask of a game. A manifest states, it does not do.

A game is a folder whose `manifest.py` names, slot by slot, where each thing lives: `kit="kit:FerryKit"` is the name `FerryKit` of
the module `kit` beside the manifest, `"lab"` the lab's own. A slot is imported when it is first used. Kit, set-up and words are
required; what a game leaves out is not offered: its tab is hidden, and its function refuses in one sentence that names the game.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar, overload

from .. import places
from ..kernel.errors import LabError

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from typer import Typer

    from ..kernel import BaseState, GameKit, Stream
    from ..kernel.events import RawEvent, Teller
    from ..kernel.rulesets import BaseRuleset
    from ..rulebook.catalogue import Catalogue
    from ..rulebook.glossary import Glossary
    from ..rulebook.texts import Texts
    from ..textcheck.find.matchers import Matchers
    from ..verification.doors import Door

T = TypeVar("T")
Written = str | Mapping[str, str] | tuple[str, ...]
"""A slot as a manifest writes it: `module:name`, several by name, or several in order. Data slots name a file or folder."""

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
            raise LabError(f"{home}: there is no slot {unknown[0]!r}; there are {', '.join(SLOTS)}")
        if missing := [slot for slot in REQUIRED if slot not in slots]:
            raise LabError(f"{home}: a game needs {', '.join(missing)}")

    # The game itself

    kit: Slot[type[GameKit[Any]]] = Slot("kit")
    set_up: Slot[SetUp] = Slot("set-up")
    """The position before the first task, its opening events in its log: `set_up(players, rules, stream, **material)`."""
    material: Slot[Callable[..., dict[str, Any]]] = Slot("material of its own")
    """What a user may bring (a deck, a board), checked and completed: `material(rules, **given)`; it goes to set-up and kit."""
    ruleset: Slot[type[BaseRuleset]] = Slot("ruleset")
    seats: Slot[tuple[str, ...]] = Slot("names of seats")
    """What players are called who are not named."""

    # Words

    words: Slot[Callable[[Any, tuple[str, ...]], Teller]] = Slot("words", reader="rulebook.telling:teller_for")
    """Who tells a game, given a position and the players' names. `"lab"`: by the types that its book declares."""
    texts: Slot[Texts] = Slot("texts", reader="rulebook.texts:texts_for", usual="locales")
    """Its sentences in every language, over those of the lab."""
    catalogue: Slot[Catalogue] = Slot("catalogue of rules", reader="rulebook.catalogue:catalogue_for")
    glossary: Slot[Glossary] = Slot("glossary", reader="rulebook.glossary:glossary_for")

    # Rulebook texts

    reading: Slot[Matchers] = Slot("reading of rulebook texts", reader="textcheck.find.matchers:matchers_for")
    """How its rules are said in a rulebook text: what the text checker looks for."""
    samples: Slot[Path] = Slot("sample texts", reader="games.manifest:folder_of")

    # In front of its users

    exports: Slot[Mapping[str, Any]] = Slot("names of its own")
    """What it adds to `bl`, by name, if it is the usual game: classes and functions of its own."""
    commands: Slot[Callable[[Typer, Console], None]] = Slot("commands of its own")
    """Adds its commands to the command line: `commands(app, console)`. Those of any other game stand under its name. It is called
    whenever the command line starts, so its module imports nothing but `typer` and `rich` before a command is run."""
    terminal: Slot[Callable[..., RenderableType]] = Slot("terminal picture")
    """A position for a terminal: `terminal(state, names, seat)` gives what `rich` prints."""
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
        return getattr(import_module(f"{self.package}.{module}" if self.package else module), name)

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

    def material_for(self, rules: BaseRuleset | None, given: Mapping[str, object]) -> dict[str, Any]:
        """The material of a game: what the user brings, and the lab's own for the rest."""
        if not self.has("material"):
            if given:
                raise LabError(f"{self.called()} takes no {next(iter(given))}=")
            return {}
        return self.material(rules, **given)

    def first_position(
        self, players: int, rules: BaseRuleset | None, stream: Stream, material: Mapping[str, object]
    ) -> tuple[Any, list[RawEvent]]:
        """The position before the first task, and the events of the set-up."""
        state: BaseState = self.set_up(players, rules, stream, **material)
        opening, state.log = state.log or [], None
        return state, opening

    def __repr__(self) -> str:
        return f"<Manifest of {self.called()}>"


def folder_of(manifest: Manifest, written: Written) -> Path:
    """A folder of a game's data, as it is."""
    return manifest.folder(str(written))


SetUp = Callable[..., Any]
REQUIRED = ("kit", "set_up", "words")
SLOTS = tuple(name for name, value in vars(Manifest).items() if isinstance(value, Slot))
