"""What lies over the whole explorer, one at a time: a dialog with a title, its fields, and one sentence where something is wrong.

What it shows is drawn here, from what a `Dialog` remembers; so a reloaded page finds it open as it was. Whatever opens another
game closes it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import TYPE_CHECKING, ClassVar

from ..games.manifest import Manifest
from ..kernel import LabError
from ..kernel.errors import one_line
from ..show.svg import Svg, tag
from .markup import block, button, span, text
from .surface import Act

if TYPE_CHECKING:
    from .entering import Entering
    from .stage import Stage

NOTHING = '<div data-part="all"></div>'


class Dialog(ABC):
    """Something to fill in or to choose from. It is made anew whenever it is opened."""

    name: ClassVar[str]
    """Also the act that opens it."""
    places: ClassVar[tuple[str, ...]]
    """Its parts, in the order in which they stand."""

    def __init__(self, explorer: Entering) -> None:
        self.explorer = explorer

    def title(self) -> str:
        """What stands above it."""
        return self.explorer.words(f"{self.name}.title")

    def acts(self) -> Mapping[str, Act]:
        """What can be pressed and filled in on it, by name."""
        return {}

    @abstractmethod
    def parts(self) -> Mapping[str, Svg]:
        """What it shows, by place."""

    def foot(self) -> Svg:
        """What stands below it, always in sight."""
        return Svg("")


class Dialogs:
    """The dialogs of one explorer: which of them is open, and what was wrong there."""

    def __init__(self, explorer: Entering, stage: Stage) -> None:
        self._explorer = explorer
        self._surface = stage.surface("dialog")
        self._surface.manner = "dialog"
        self._surface.on_failure(self._failed)
        self.shown: Dialog | None = None
        self.wrong = ""
        """One sentence about what cannot be done."""

    def open(self, dialog: Dialog) -> None:
        """Show a dialog in place of what is open."""
        self.shown, self.wrong = dialog, ""
        self._surface.learn({name: self._while_open(dialog, act) for name, act in dialog.acts().items()})

    def forget(self) -> None:
        """Have none open."""
        self.shown, self.wrong = None, ""

    def _while_open(self, dialog: Dialog, act: Act) -> Act:
        """What is pressed late, on a dialog that has gone, does nothing."""

        def do(value: str) -> None:
            if self.shown is dialog:
                self.wrong = ""
                act(value)
                self.draw()

        return do

    def _failed(self, error: Exception) -> None:
        """An act went wrong: it is said where it was tried, and nothing has changed."""
        if self.shown is None:
            self._explorer.failed(error)
            return
        found = str(error)
        if not isinstance(error, LabError):
            found = self._explorer.words("failed", what=f"{type(error).__name__}: {error}")
        self.wrong = one_line(found, 300)
        self.draw()

    def draw(self) -> None:
        """Show the dialog that is open, or none."""
        surface, dialog = self._surface, self.shown
        surface.language = self._explorer.lang
        if dialog is None:
            surface.anchor = ""
            surface.show({"all": ""}, NOTHING)
            return
        say = self._explorer.words
        close = button("close_dialog", "", "×", "close", aria_label=say("close"))
        wrong = block("wrong", text(self.wrong), role="alert") if self.wrong else Svg("")
        parts = {"head": Svg(tag("h2", text(dialog.title())) + close), "wrong": wrong, "foot": dialog.foot(), **dialog.parts()}
        surface.show({name: str(part) for name, part in parts.items() if part}, _frame(dialog))
        surface.anchor = dialog.name


def _frame(dialog: Dialog) -> str:
    places = [tag("div", Svg(" "), data_part=place, class_=f"bl-part-{place}") for place in dialog.places]
    inside = [
        tag("div", Svg(" "), data_part="head", class_="bl-dialoghead"),
        block(f"dialogbody bl-{dialog.name}", *places),
        tag("div", Svg(" "), data_part="wrong", class_="bl-dialogwrong"),
        tag("div", Svg(" "), data_part="foot", class_="bl-dialogfoot"),
    ]
    return str(tag("div", *inside, class_="bl-dialogbox", role="dialog", aria_modal="true", aria_label=dialog.title()))


# The row of the timeline


def ways_html(explorer: Entering) -> Svg:
    """The buttons that open dialogs; where there is little room they are rows of one menu."""
    ways = ["new_game", *(["library"] if has_library(explorer.manifest) else []), "share"]
    say = explorer.words
    rows = [button(way, "", say(f"{way}.open"), "item", data_key=f"menu:{way}") for way in ways]
    called = say("ways.title")
    head = tag("summary", span("burger", "☰", aria_hidden="true"), data_key="menu:ways", aria_label=called, data_tip=called)
    menu = tag("details", head, block("menubox", *rows), class_="bl-menu")
    return Svg("".join(button(way, "", say(f"{way}.open"), "key", data_tip=say(f"{way}.tip")) for way in ways) + menu)


def has_library(manifest: Manifest) -> bool:
    """Whether a game has anything to browse."""
    return manifest.has("scenarios") or manifest.has("lessons")
