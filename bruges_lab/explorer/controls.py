"""The controls of an explorer: language, seat, policy, pace, and the buttons that step through a game."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import ipywidgets as widgets

from ..rulebook.texts import LANGUAGES
from .autoplay import policy_names, usual_policy

if TYPE_CHECKING:
    from .explorer import Explorer

LANGUAGE_NAMES = {"en": "English", "de": "Deutsch", "fr": "Français", "it": "Italiano"}
STEPS = ("first", "previous", "event", "decision", "phase", "round", "last", "end", "stop", "undo", "redo")
ALL_OPEN = -1


class Controls:
    """The widgets above the board that are plain ipywidgets."""

    def __init__(self, explorer: Explorer) -> None:
        self.explorer = explorer
        self.steps = {step: self._stepper(step) for step in STEPS}
        """What each button does."""
        self.language = widgets.Dropdown(
            options=[(LANGUAGE_NAMES[lang], lang) for lang in LANGUAGES], value=explorer.lang, layout={"width": "110px"}
        )
        self.seat = widgets.Dropdown(layout={"width": "170px"})
        self._auto = widgets.Dropdown(layout={"width": "190px"})
        self._speed = widgets.FloatSlider(min=0, max=2, step=0.1, value=explorer.autoplay.delay, layout={"width": "260px"})
        self._one_by_one = widgets.Checkbox(indent=False, layout={"width": "auto"})
        self._buttons = {step: widgets.Button(layout={"width": "auto"}) for step in STEPS}
        for step, made in self._buttons.items():
            made.on_click(self._pressed(step))
            made.add_class(f"bl-step-{step}")
        self._quiet = False
        self.language.observe(self._chosen(explorer.set_language), "value")
        self.seat.observe(self._chosen(lambda seat: explorer.look_as(None if seat == ALL_OPEN else seat)), "value")
        self._auto.observe(self._chosen(self._set_auto), "value")
        self._speed.observe(self._chosen(self._set_speed), "value")
        self._one_by_one.observe(self._chosen(self._set_one_by_one), "value")

    def row(self) -> list[widgets.Widget]:
        """The buttons, then who plays on and at which pace."""
        return [*self._buttons.values(), self._auto, self._speed, self._one_by_one]

    def draw(self) -> None:
        """Words and values of the controls; what they tell back while this happens is not heard."""
        explorer = self.explorer
        say = explorer.words
        self._quiet = True
        try:
            self.language.value = explorer.lang
            seats = [(say("seat.all"), ALL_OPEN)]
            seats += [(say("seat.of", player=name), seat) for seat, name in enumerate(explorer.names)]
            if self.seat.options != tuple(seats):
                self.seat.options = seats
            self.seat.value = ALL_OPEN if explorer.seat is None else explorer.seat
            known = policy_names(explorer.manifest)
            policies = [(say("auto.by", policy=name), name) for name in known]
            if self._auto.options != tuple(policies):
                self._auto.options = policies
            self._auto.value = explorer.autoplay.usual if explorer.autoplay.usual in known else usual_policy(explorer.manifest)
            self._speed.description = say("auto.delay")
            self._one_by_one.description = say("step.one_by_one")
            self._one_by_one.value = explorer.step_by_step
            for step, made in self._buttons.items():
                made.description, made.tooltip = say(f"step.{step}"), say(f"step.{step}_tip")
            self._buttons["stop"].disabled = not explorer.autoplay.running
        finally:
            self._quiet = False

    def _chosen(self, take: Callable[[Any], None]) -> Callable[[Any], None]:
        def heard(change: Any) -> None:
            if not self._quiet:
                try:
                    take(change["new"])
                except Exception as error:
                    self.explorer.failed(error)

        return heard

    def _pressed(self, step: str) -> Callable[[Any], None]:
        act = self.steps[step]

        def pressed(_: Any) -> None:
            try:
                act("")
            except Exception as error:
                self.explorer.failed(error)

        return pressed

    def _stepper(self, step: str) -> Callable[[str], None]:
        explorer = self.explorer

        def first(_: str) -> None:
            explorer.goto(explorer.game.root)

        def last(_: str) -> None:
            explorer.goto(explorer.cursor.line()[-1])

        moves: dict[str, Callable[[str], None]] = {
            "first": first,
            "previous": lambda _: explorer.previous_event(),
            "event": lambda _: explorer.next_event(),
            "decision": lambda _: explorer.next_decision(),
            "phase": lambda _: explorer.next_phase(),
            "round": lambda _: explorer.next_round(),
            "last": last,
            "end": lambda _: explorer.play_to_end(),
            "stop": lambda _: explorer.stop(),
            "undo": lambda _: explorer.undo(),
            "redo": lambda _: explorer.redo(),
        }
        return moves[step]

    def _set_auto(self, name: str) -> None:
        self.explorer.autoplay.usual = name

    def _set_speed(self, delay: float) -> None:
        self.explorer.autoplay.delay = delay

    def _set_one_by_one(self, on: bool) -> None:
        self.explorer.step_by_step = on
