"""The chance panel: roll, or set the outcome by hand, with its exact odds; the latest one can be set anew.

What can be turned is the game's own affair (chance_forms.py); above it stands what else a game lets a user set.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from ...kernel import Game, Option
from ...kernel.book import CHANCE_STEP
from ...kernel.chance import Ask, Source
from ...kernel.engine import Pending, advance
from ...kernel.nodes import Node
from ...rulebook.numbers import decimal
from ...show.svg import Svg, tag
from ..chance_forms import ChanceForm, Dial, form_of
from ..markup import block, button, heading, span, text

if TYPE_CHECKING:
    from ..explorer import Explorer
    from ..stage import Stage


class Waiting(Ask):
    """Leaves every throw to the user, and remembers who would have thrown."""

    def __init__(self, source: Source) -> None:
        self.source = source

    def to_data(self) -> dict[str, object]:
        return self.source.to_data()  # a saved game throws by itself again


def wait(game: Game[Any], waits: bool) -> None:
    """Let throws wait for the user, or not."""
    if waits and not isinstance(game.chance, Ask):
        game.chance = Waiting(game.chance)
    elif not waits and isinstance(game.chance, Waiting):
        game.chance = game.chance.source


def thrower(game: Game[Any]) -> Source:
    """Who throws when the user does not."""
    return game.chance.source if isinstance(game.chance, Waiting) else game.chance


def latest(game: Game[Any]) -> Node[Any] | None:
    """The latest node on the line that chance led to."""
    return next((node for node in reversed(game.line) if node.by_chance), None)


def occurs(game: Game[Any]) -> bool:
    """Whether chance decides anything in this game."""
    return game.manifest.has("chance_extra") or any(step.sort == CHANCE_STEP for step in game.kit.book.steps.values())


# Drawn


def drawn(explorer: Explorer, stage: Stage) -> Svg:
    """What else can be set, then what waits for chance or was thrown last, with what it could be."""
    say, game = explorer.words, explorer.game
    wait = tag(
        "label",
        tag(
            "input",
            type="checkbox",
            checked="checked" if isinstance(game.chance, Ask) else None,
            data_act="ask_chance",
            data_key="ask_chance",
        ),
        text(" " + say("chance.ask")),
        class_="bl-field",
    )
    coming = Svg("") if stage.extra is None else stage.extra.drawn()
    step = _step(explorer)
    hidden = [block("quiet", text(say("chance.hidden", player=_looking(explorer))))] if step and step.secret else []
    if step is None or (step.form is None and step.thrown is not None):
        none = [] if coming else [block("quiet", text(say("chance.none")))]
        return Svg(coming + block("throw", *(hidden or none), wait))
    parts = [heading(game.question(explorer.lang) if step.thrown is None else say("chance.latest"))]
    if step.thrown is None:
        parts.append(button("roll", "", say("chance.roll"), "main"))
    else:
        parts.append(block("quiet", text(say("chance.branch"))))
    if step.form is not None:
        dials, values = step.form.dials(game, step.pending, explorer.lang), _turned(stage, step, step.form)
        parts += [_dial(place, dial, value) for place, (dial, value) in enumerate(zip(dials, values, strict=True))]
        parts += _outcome(explorer, step.pending, step.form.option(step.pending, values))
    parts += [*hidden, wait]
    return Svg(coming + block("throw", *parts))


def _looking(explorer: Explorer) -> str:
    return "" if explorer.seat is None else explorer.names[explorer.seat]


def _outcome(explorer: Explorer, pending: Pending, option: Option) -> list[Svg]:
    """The odds of what is set, and a button to let it happen."""
    say, odds = explorer.words, pending.odds(option)
    if odds is None:
        return [block("quiet", text(say("chance.impossible")))]
    return [
        block("odds", text(say("chance.odds", odds=str(odds), percent=decimal(100 * float(odds), 3, explorer.lang)))),
        button("set_chance", pending.choice(option), say("chance.set"), "main"),
    ]


class _Step(NamedTuple):
    """A chance step that waits or was the latest: what was thrown, if it was, and how it can be set.

    One that is secret to the seat that looks cannot be set, only left to chance: its outcomes would tell what is hidden.
    """

    pending: Pending
    thrown: Option | None
    form: ChanceForm | None
    secret: bool


def _step(explorer: Explorer) -> _Step | None:
    """The chance step that waits; else the latest one on this line, with what was thrown."""
    state, pending, thrown = explorer.game.state, explorer.game.pending, None
    if pending is None or not pending.is_chance:
        node = latest(explorer.game)
        if node is None or node.parent is None:
            return None
        state, thrown = node.parent.state, node.option
        pending = advance(state.copy())
    if pending is None:
        return None
    secret = _is_secret(explorer, state, pending)
    return _Step(pending, thrown, None if secret else form_of(explorer.game, pending), secret)


def _is_secret(explorer: Explorer, state: Any, pending: Pending) -> bool:
    """Whether the outcomes tell the looking seat what it may not know: in the position as it sees it they are others."""
    if explorer.seat is None or not pending.raw:
        return False
    seen = advance(explorer.game.kit.mask(state, explorer.seat))
    return seen is None or seen.raw != pending.raw


def _turned(stage: Stage, step: _Step, form: ChanceForm) -> list[int]:
    """The dials as the user has turned them; else as they lie."""
    lying = [*form.lying(stage.explorer.state, step.pending, step.thrown)]
    kind, values = stage.dials
    return [*values] if kind == step.pending.kind and len(values) == len(lying) else lying


def turn(stage: Stage, value: str) -> None:
    """Turn one dial: `2:5` turns the third to five. A dial or a value that is not there changes nothing."""
    explorer = stage.explorer
    step = _step(explorer)
    if step is None or step.form is None:
        return
    values, dials = _turned(stage, step, step.form), step.form.dials(explorer.game, step.pending, explorer.lang)
    place, _, face = value.partition(":")
    if place.isdecimal() and face.isdecimal() and int(place) < len(dials) and int(face) in dict(dials[int(place)].values):
        values[int(place)] = int(face)
        stage.dials = (step.pending.kind, values)


def _dial(place: int, dial: Dial, value: int) -> Svg:
    """A row of values to press, of the dial's colour."""
    shade = dial.shade
    faces = []
    for number, words in dial.values:
        style = None if shade is None else f"border-color:{shade.fill}"
        if shade is not None and number == value:
            style = f"{style};background:{shade.fill};color:{shade.on}"
        faces.append(
            button(
                "die",
                f"{place}:{number}",
                words,
                "face" if shade is not None else "face bl-listed",
                aria_pressed="true" if number == value else "false",
                aria_label=f"{dial.name} {words}".strip(),
                style=style,
            )
        )
    named = [span("dielabel", dial.name)] if dial.name else []
    return block("die", *named, *faces, role="group", aria_label=dial.name or None)
