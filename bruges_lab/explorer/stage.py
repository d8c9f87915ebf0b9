"""The stage: the widgets of an explorer, made once, and what each of them shows. Inspectors are made when first opened."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

import ipywidgets as widgets

from ..games.manifest import Manifest
from ..kernel import LabError
from ..kernel.errors import either, one_line
from ..kernel.history import LONGEST_NOTE
from ..show.svg import Svg, tag
from . import controls, header, help_sheet, kept_sheet, popover, touring
from .autoplay import known_policy, policy_names
from .chance_forms import ChanceExtra
from .changes import changed
from .dialogs import Dialogs
from .entering import ways_of
from .inspecting import LESSONS, Inspector, inspectors_of, make
from .landmarks import boundaries, marks
from .markup import block, button, field, heading, text
from .panels import board_panel as boarding
from .panels import chance_panel as chancing
from .panels import rule_panel as ruling
from .panels.decision_panel import agenda_html, because_html, choices_html, hint_button, hint_html, refusal_html
from .surface import Act, DressedSurface, Surface
from .timeline import lanes_html, slider_html, timeline_html

if TYPE_CHECKING:
    from .explorer import Explorer

FIXED = ("decide", "chance", "rule")
"""The tabs that are surfaces of their own; the others are inspectors."""
HINTING = "search"
"""The policy that gives hints: a game that has it has them."""
MOST_TABS = 5
"""So many tabs stand side by side; the others are in a menu."""


class Stage:
    """The widgets of one explorer."""

    def __init__(self, explorer: Explorer) -> None:
        self.explorer = explorer
        self.tab = "decide"
        self.help = False
        """Whether the sheet of keys is open."""
        self._acting = 0
        acts: dict[str, Callable[[str], None]] = {
            "target": explorer.press,
            "twice": explorer.press_twice,
            "close": lambda _: explorer.close_popover(),
            "help": lambda _: self._help(),
            "unfold": lambda seat: explorer.unfold(int(seat)),
            "fold": lambda seat: explorer.fold(int(seat)),
            "choose": explorer.choose,
            "why": explorer.why_not,
            **ruling.acts(explorer),
            "tab": lambda name: self._open(name),
            "hint": lambda _: explorer.ask_hint(),
            "hint_stop": lambda _: explorer.stop_hint(),
            "goto": lambda number: explorer.goto(int(number)),
            "scrub": lambda place: explorer.scrub(int(place)),
            "note": explorer.note,
            "take_over": lambda _: explorer.take_over(),
            "look": lambda seat: explorer.look_as(int(seat)),
            "back": lambda _: explorer.back(),
            "scenario": explorer.open_scenario,
            "roll": lambda _: explorer.roll(),
            "set_chance": explorer.set_chance,
            "ask_chance": lambda on: explorer.ask_chance(bool(on)),
            "die": self._die,
            "policy": self._policy,
            "theme": explorer.set_theme,
            "picture": explorer.offer_picture,
            **controls.steps_of(explorer),
            **ways_of(explorer),
            **kept_sheet.acts_of(explorer),
        }
        self._acts = acts
        self.surfaces: dict[str, Surface] = {}
        for name in ("bar", "board", "tabs", "decide", "chance", "rule", "time", "pop"):
            self.surface(name)
        self.dials: tuple[str, list[int]] = ("", [])
        """The kind of chance step that the user is setting in the chance panel, and how its dials are turned."""
        self._inspectors: dict[str, Inspector] = {}
        self._stack = widgets.Stack([self.surfaces["decide"]], selected_index=0)
        self.dialogs = Dialogs(explorer, self)
        self.surface("tour").manner = "tour"
        self._led: tuple[object, ...] = ()
        self._sit_down(explorer.manifest)

    def surface(self, name: str, acts: Mapping[str, Act] | None = None) -> Surface:
        """A surface of this explorer, made when first asked for; it knows the acts of all, and some of its own."""
        if name not in self.surfaces:
            made = (DressedSurface if name == "bar" else Surface)({**self._acts, **(acts or {})})
            made.on_failure(self.explorer.failed)
            made.add_class(f"bl-{name}")
            self.surfaces[name] = made
        return self.surfaces[name]

    def layout(self) -> list[widgets.Widget]:
        """Header and timeline above, the board beside the panels; what opens at a place floats over them."""
        side = widgets.VBox([self.surfaces["tabs"], self._stack])
        side.add_class("bl-side")
        middle = widgets.HBox([self.surfaces["board"], side])
        middle.add_class("bl-middle")
        first, pop, dialog = (self.surfaces[name] for name in ("tour", "pop", "dialog"))
        return [first, self.surfaces["bar"], self.surfaces["time"], middle, pop, dialog]

    def _sit_down(self, manifest: Manifest) -> None:
        """Offer the tabs of a game; those of another game before it go."""
        game = self.explorer.game
        shown = {"chance": chancing.occurs(game), "rule": manifest.has("catalogue")}
        self.manifest = manifest
        self.tabs = (
            *(tab for tab in FIXED if shown.get(tab, True)),
            *inspectors_of(manifest, teaches=self.explorer.task is not None),
        )
        """The tabs in their order."""
        self.extra: ChanceExtra | None = manifest.chance_extra(self.explorer) if manifest.has("chance_extra") else None
        """What the game adds to the chance tab."""
        for inspector in self._inspectors.values():
            inspector.close()
        self._inspectors = {}
        for name in [name for name in self.surfaces if name.startswith(("inspect-", "under-"))]:
            self.surfaces.pop(name).close()
        if self.extra is not None:
            self._acts.update(self.extra.acts())
            for surface in self.surfaces.values():
                surface.learn(self.extra.acts())
        self._stack.selected_index = 0
        self._stack.children = [self.surfaces[tab] if tab in FIXED else widgets.VBox() for tab in self.tabs]
        self.tab, self.dials = self.tabs[0], ("", [])

    def close(self) -> None:
        """Take all widgets away."""
        for inspector in self._inspectors.values():
            inspector.close()
        for surface in self.surfaces.values():
            surface.close()
        self._stack.close()

    # Drawing

    def draw(self) -> None:
        """Show what has changed; of the tabs only the open one."""
        explorer = self.explorer
        if explorer.manifest is not self.manifest or (explorer.task is not None and LESSONS not in self.tabs):
            self._sit_down(explorer.manifest)
        covered = explorer.covered_for is not None
        self._bar()
        self._tabs()
        board = self.surfaces["board"]
        board.label, board.language = explorer.words("board.label"), explorer.lang
        if covered:
            board.live, board.changes = [], {}
            board.show({"cover": self._cover()}, '<div data-part="cover"></div>')
            for name in ("decide", "chance", "rule"):
                self.surfaces[name].show({"all": ""}, _ALL)
            for inspector in self._inspectors.values():
                inspector.cover()
        else:
            frame, parts, live = boarding.drawn(explorer)
            with board.hold_sync():
                board.live, board.unfolded, board.changes = live, self._open_seats(), changed(explorer)
            board.show(parts, frame)
            self._panel()
        self._pop()
        self._time()
        self.dialogs.draw()
        self._tour()

    def select(self, tab: str) -> None:
        """Open a tab."""
        if tab not in self.tabs:
            raise LabError(f"unknown tab {one_line(tab, 30)!r}; choose {either(self.tabs)}")
        self.tab = tab
        place = self.tabs.index(tab)
        if tab not in FIXED and tab not in self._inspectors:
            inspector = self._inspectors[tab] = make(tab, self.explorer, self)
            children = [*self._stack.children]
            children[place] = inspector.widget
            self._stack.children = tuple(children)
        self._stack.selected_index = place
        self.fit()

    def inspector(self, name: str) -> Inspector:
        """An inspector that has been opened."""
        return self._inspectors[name]

    def fit(self) -> None:
        """Give an inspector that wants it the whole width."""
        wide = self.tab in self._inspectors and self._inspectors[self.tab].wide
        (self._stack.add_class if wide else self._stack.remove_class)("bl-wide")

    def _open(self, tab: str) -> None:
        self.select(tab)
        self.draw()

    def _panel(self) -> None:
        if self.tab == "decide":
            self.surfaces["decide"].show(self._decide_parts(), _DECIDE_FRAME)
        elif self.tab == "chance":
            self.surfaces["chance"].show({"all": str(chancing.drawn(self.explorer, self))}, _ALL)
        elif self.tab == "rule":
            self.surfaces["rule"].show(ruling.drawn(self.explorer), ruling.FRAME)
        else:
            self._inspectors[self.tab].draw()

    def _open_seats(self) -> list[str]:
        """Who is shown in full: whoever acts or acted last, whoever looks, and whom the user has opened."""
        explorer, pending = self.explorer, self.explorer.game.pending
        if pending is not None and not pending.is_chance:
            self._acting = pending.player
        looking = [] if explorer.seat is None else [explorer.seat]
        seats = {self._acting, *looking, *explorer.unfolded}
        return [str(seat) for seat in sorted(seats) if seat < len(explorer.names)]

    def _pop(self) -> None:
        """What is open at a place on the board, or the sheet of keys."""
        explorer, pop = self.explorer, self.surfaces["pop"]
        pop.language = explorer.lang
        if self.help:
            pop.show({"all": str(help_sheet.drawn(explorer))}, _ALL)
            pop.anchor = "help"
        elif explorer.sheet_of_kept and explorer.covered_for is None:
            pop.show({"all": str(kept_sheet.drawn(explorer))}, _ALL)
            pop.anchor = "kept"
        elif explorer.chosen_target and explorer.covered_for is None:
            pop.show({"all": str(popover.drawn(explorer, explorer.chosen_target))}, _ALL)
            pop.anchor = explorer.chosen_target
        else:
            pop.anchor = ""
            pop.show({"all": ""}, _ALL)

    def _tour(self) -> None:
        surface, explorer = self.surfaces["tour"], self.explorer
        now = (explorer.tour, explorer.lang, explorer.manifest)
        if now == self._led:  # it is the same at every step
            return
        self._led = now
        surface.language = explorer.lang
        surface.show({"all": str(touring.drawn(explorer)) if explorer.tour else ""}, touring.FRAME)
        surface.anchor = explorer.tour

    def nudge(self) -> None:
        """Point at what can be chosen."""
        self.surfaces["board"].nudges += 1

    def _decide_parts(self) -> dict[str, str]:
        explorer, cursor = self.explorer, self.explorer.cursor
        lang, game = explorer.lang, explorer.game
        say = explorer.words
        parts: dict[str, Svg] = {}
        parts["refusal"] = Svg("") if explorer.refusal is None else refusal_html(explorer.refusal, lang, explorer.words)
        if game.over and not cursor.inside:
            parts["result"] = self._result()
        if chancing.latest(game) is cursor.node:
            parts["gained"] = block("gained", text(say("chance.gained")), button("tab", "chance", say("chance.other"), "small"))
        elif self.extra is not None and not cursor.inside:
            parts["gained"] = self.extra.invited()
        events, fresh = boarding.seen_events(explorer)
        parts["because"] = because_html(events, fresh, lang, explorer.words)
        if boarding.open_choices(explorer):
            parts["hint"] = self._hint()
            parts["choices"] = choices_html(game, explorer.offers(), lang)
        if not cursor.inside:
            parts["agenda"] = agenda_html(game, lang)
        label, empty = say("note.label"), say("note.empty")
        parts["note"] = field("note", "text", cursor.node.note, label, maxlength=LONGEST_NOTE, placeholder=empty)
        return {name: str(part) for name, part in parts.items() if part}

    def _hint(self) -> Svg:
        explorer = self.explorer
        if not explorer.hints or HINTING not in policy_names(explorer.manifest):
            return Svg("")
        if explorer.hint is None:
            return hint_button(explorer.words)
        return hint_html(explorer.hint, explorer.lang, explorer.words, explorer.advising.progress)

    def _result(self) -> Svg:
        explorer = self.explorer
        say = explorer.words
        sheets = explorer.game.scores()
        won = explorer.game.winners
        rows = [
            tag(
                "tr",
                tag("th", text(explorer.names[seat]), scope="row"),
                tag("td", text(getattr(sheet, "total", sheet)), data_score=seat),
                tag("td", text(say("result.won") if seat in won else "")),
            )
            for seat, sheet in enumerate(sheets)
        ]
        more = [button("tab", "score", say("result.score"), "small")] if "score" in self.tabs else []
        return block("question", heading(say("result.title")), tag("table", *rows), *more)

    def _cover(self) -> str:
        explorer = self.explorer
        say = explorer.words
        name = explorer.names[explorer.covered_for or 0]
        return str(
            block(
                "cover",
                tag("p", text(say("cover.ask", player=name))),
                button("take_over", "", say("cover.ready", player=name), "main"),
            )
        )

    def _bar(self) -> None:
        bar = self.surfaces["bar"]
        bar.language = self.explorer.lang
        bar.show(header.drawn(self.explorer), header.FRAME)

    def _tabs(self) -> None:
        """The first tabs, and the others in a menu; the one that is open is always to be seen."""
        say = self.explorer.words
        first = [*self.tabs[:MOST_TABS]]
        if self.tab not in first:
            first.append(self.tab)
        rest = [name for name in self.tabs if name not in first]
        drawn = [self._tab_button(name, "tab") for name in first]
        tabs = tag("div", *drawn, role="tablist", aria_label=say("tabs.title"))
        if rest:
            head = tag("summary", text(say("tabs.more")), class_="bl-tab", data_key="menu:tabs")
            tabs = Svg(
                tabs
                + tag("details", head, block("menubox", *[self._tab_button(name, "item") for name in rest]), class_="bl-menu")
            )
        self.surfaces["tabs"].show({"tabs": str(tabs)}, '<div class="bl-tabrow" data-part="tabs"></div>')

    def _tab_button(self, name: str, kind: str) -> Svg:
        chosen = {"role": "tab", "aria_selected": "true" if name == self.tab else "false"} if kind == "tab" else {}
        return button("tab", name, self.explorer.words(f"tab.{name}"), kind, **chosen)

    def _time(self) -> None:
        explorer, cursor = self.explorer, self.explorer.cursor
        say = explorer.words
        self.surfaces["time"].language = explorer.lang
        self.surfaces["time"].theme = explorer.theme
        parts = {
            "marks": str(timeline_html(cursor, marks(explorer), boundaries(explorer), explorer.lang)),
            "slider": str(slider_html(cursor, say)),
            "lanes": str(lanes_html(cursor, say)),
            **controls.drawn(explorer),
        }
        self.surfaces["time"].show(parts, controls.FRAME)

    # Acts

    def _policy(self, value: str) -> None:
        seat, _, name = value.partition(":")
        self.explorer.set_policy(int(seat), known_policy(self.explorer.manifest, name) if name else None)

    def _die(self, value: str) -> None:
        chancing.turn(self, value)
        self.draw()

    def _help(self) -> None:
        self.help = not self.help
        self.explorer.chosen_target = ""
        self.draw()


_ALL = '<div data-part="all"></div>'
_DECIDE_FRAME = "".join(
    f'<div data-part="{part}"></div>' for part in ("refusal", "result", "because", "hint", "gained", "choices", "agenda", "note")
)
