"""Inspectors: each a tab that looks into the position. Loaded when first opened, drawn anew only when something has changed.

An inspector has a page for words, a place for a figure, and a page under it, and declares what can be pressed on them. While
somebody steps on quickly, an open inspector waits until the steps pause: the board comes first.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple

import ipywidgets as widgets

from ..games.manifest import LAB, Manifest
from ..kernel import Event, LabError
from ..kernel.errors import one_line
from ..show.figures import quick_plotly
from ..show.svg import Svg
from .markup import block, button, text
from .surface import Act, Surface, Upload

if TYPE_CHECKING:
    import asyncio

    import plotly.graph_objects as go

    from .explorer import Explorer
    from .live_figure import Clicked, LiveFigure
    from .stage import Stage

PAUSE = 0.12
"""So many seconds without a step before an open inspector is drawn anew."""


class Inspector:
    """A tab with a page for words, a place for a figure, and a page for what belongs under the figure."""

    name = ""
    anywhere = False
    """Whether it looks at no position: then nothing need be said where the board lags behind."""
    wide = False
    """Whether it takes the whole width of the explorer instead of the side of the board."""

    def __init__(self, explorer: Explorer, stage: Stage) -> None:
        self.explorer = explorer
        self.stage = stage
        acts = {"wide": self._widen, **self.acts()}
        self.page: Surface = stage.surface(f"inspect-{self.name}", acts)
        self.under: Surface = stage.surface(f"under-{self.name}", acts)
        self.page.uploads = self.uploads()
        self.figure: LiveFigure | None = None
        self._sketch: object = None
        self._drawn: tuple[object, ...] = ()
        self._waiting: asyncio.TimerHandle | None = None
        self.widget = widgets.VBox([self.page, self.under])
        self.widget.add_class("bl-inspector")

    # What an inspector says of itself

    def acts(self) -> Mapping[str, Act]:
        """What can be pressed on its pages, by name."""
        return {}

    def uploads(self) -> Mapping[str, Upload]:
        """What files can be handed over on its page, by name."""
        return {}

    def look(self) -> None:
        """Make the picture: nothing, unless an inspector has something to say."""
        self.show({})

    def forget(self) -> None:
        """Drop what was found: another game or another pair of eyes looks now."""

    def where(self) -> tuple[object, ...]:
        """Who looks at which game; when this changes, nothing of before may stay."""
        explorer = self.explorer
        return (id(explorer.game), explorer.seat)

    def key(self) -> tuple[object, ...]:
        """What the picture depends on besides: where in the game, and in which language."""
        explorer = self.explorer
        return (explorer.game.node.number, explorer.cursor.inside, explorer.lang)

    # Drawing

    def draw(self) -> None:
        """Draw what is to be seen, if it is not there already: at once, or when the steps pause."""
        now = (self.where(), self.key())
        self._wait_no_more()
        if now == self._drawn:
            return
        loop = running_loop()
        if loop is None or not self._drawn or now[0] != self._drawn[0]:
            self._draw()
        else:
            self._waiting = loop.call_later(PAUSE, self._draw_if_open)

    def again(self) -> None:
        """Draw anew although the position is the same."""
        self._wait_no_more()
        self._draw()

    def cover(self) -> None:
        """Show nothing: the screen passes to somebody else."""
        self._wait_no_more()
        self._drawn = ()
        self.forget()
        self.show({})

    def close(self) -> None:
        """Take its figure and its box away; its pages belong to the stage."""
        self._wait_no_more()
        self._replace(None, None)
        self.widget.close()

    def _wait_no_more(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None

    def _draw_if_open(self) -> None:
        if self.stage.tab == self.name:
            self._draw()

    def _draw(self) -> None:
        where = self.where()
        if self._drawn and self._drawn[0] != where:
            self.forget()
        self._drawn = (where, self.key())
        self._waiting = None
        quick_plotly()
        lang = self.explorer.lang
        self.page.language = self.under.language = lang
        try:
            self.look()
        except LabError as error:
            self.show({"all": block("quiet", text(str(error)))})
        except Exception as error:  # an inspector that fails must not take the board with it
            what = one_line(f"{type(error).__name__}: {error}", 200)
            self.show({"all": block("quiet", text(self.explorer.words("failed", what=what)))})

    def show(
        self,
        parts: Mapping[str, Svg],
        figure: go.Figure | Callable[[], go.Figure | None] | None = None,
        clicked: Clicked | None = None,
        *,
        under: Mapping[str, Svg] | None = None,
    ) -> None:
        """Show words, a figure, and more words under it. The words are there before a figure is made; one that is shown stays."""
        _fill(self.page, {**self._ahead(), **parts} if parts else parts)
        _fill(self.under, under or {})
        drawn = figure() if callable(figure) else figure
        if drawn is not self._sketch or drawn is None:
            self._replace(drawn, clicked)

    def _ahead(self) -> dict[str, Svg]:
        """In the middle of a step the board lags behind: what is looked into here is the position to which the step leads."""
        explorer = self.explorer
        if self.anywhere or not explorer.cursor.inside:
            return {}
        return {"whole": block("quiet", text(explorer.words("inspect.whole")))}

    def _replace(self, figure: go.Figure | None, clicked: Clicked | None) -> None:
        """Another figure, or none; the one before is closed, so that neither kernel nor browser keeps it."""
        old, self.figure, self._sketch = self.figure, None, figure
        if figure is not None:
            from .live_figure import LiveFigure

            self.figure = LiveFigure(figure, clicked, self.explorer.failed)
        shown = [self.page, self.under] if self.figure is None else [self.page, self.figure, self.under]
        if self.widget.children != tuple(shown):
            self.widget.children = shown
        if old is not None:
            old.close()

    # Its width

    def width_button(self) -> Svg:
        """Beside the board, or over the whole width."""
        words = self.explorer.words("inspect.beside" if self.wide else "inspect.wide")
        return button("wide", "", words, "small bl-width", aria_pressed="true" if self.wide else "false")

    def _widen(self, _: str) -> None:
        self.wide = not self.wide
        self.stage.fit()
        self.again()


def _fill(page: Surface, parts: Mapping[str, Svg]) -> None:
    """Parts one below the other, in their order."""
    page.show({name: str(part) for name, part in parts.items()}, "".join(f'<div data-part="{name}"></div>' for name in parts))


def running_loop() -> asyncio.AbstractEventLoop | None:
    """The loop that runs in a notebook; None in plain Python."""
    import asyncio

    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None


# What the looking seat may know


def as_seen(explorer: Explorer, event: Event) -> Event:
    """An event as the looking seat saw it."""
    return explorer.game.seen([event], explorer.seat)[0]


def whole(value: str, low: int, high: int) -> int:
    """A whole number that came from a field, brought into its range; 0 stays out of range only if `low` lets it."""
    asked = value.strip()
    if not asked.isascii() or not asked.isdecimal() or len(asked) > 9:
        raise LabError(f"a whole number from {low} to {high}, not {one_line(value, 20)!r}")
    return max(low, min(high, int(asked)))


def one_of(value: str, words: tuple[str, ...]) -> str:
    """One of some words that a page offered."""
    if value not in words:
        raise LabError(f"{one_line(value, 30)!r} is not one of {', '.join(words)}")
    return value


# Which there are


LESSONS = "lesson"
"""The inspector of lessons."""


class LabPanel(NamedTuple):
    """An inspector of the lab: where it lives, and which slot a game must bring for it, if any."""

    where: str
    needs: str = ""


LAB_PANELS = {
    "lesson": LabPanel("lesson_panel:Lessons", "lessons"),
    "score": LabPanel("score_panel:Score"),
    "tree": LabPanel("tree_panel:Growing"),
    "simulation": LabPanel("simulation_panel:PlayingOn"),
    "compare": LabPanel("compare_panel:Comparing", "fields"),
    "edit": LabPanel("edit_panel:Editing", "fields"),
    "text": LabPanel("text_panel:TextChecking", "reading"),
}


def inspectors_of(manifest: Manifest, *, teaches: bool = False) -> tuple[str, ...]:
    """The inspectors of a game in the order of their tabs: as it states, else all; of the lab's those that it brings enough for.

    That of lessons comes first wherever there are lessons, or while a task from elsewhere is open.
    """
    stated = manifest.written("panels")
    names = LAB_PANELS if stated is None else stated
    own = {name for name, written in stated.items() if written != LAB} if isinstance(stated, Mapping) else set()
    found = [name for name in names if name in own or _is_offered(LAB_PANELS[name], manifest)]
    first = (LESSONS,) if teaches or manifest.has("lessons") else ()
    return (*first, *(name for name in found if name != LESSONS))


def _is_offered(panel: LabPanel, manifest: Manifest) -> bool:
    return not panel.needs or manifest.has(panel.needs)


def make(name: str, explorer: Explorer, stage: Stage) -> Inspector:
    """An inspector by its name; only now its chapter is read."""
    stated = explorer.manifest.written("panels")
    written = stated.get(name, LAB) if isinstance(stated, Mapping) else LAB
    made: type[Inspector]
    if written == LAB:
        chapter, _, kind = LAB_PANELS[name].where.partition(":")
        made = getattr(import_module(f"{__package__}.panels.{chapter}"), kind)
    else:
        made = explorer.manifest.named(written)
    return made(explorer, stage)
