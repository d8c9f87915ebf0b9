"""The chance panel: roll, or set dice by hand, with the exact odds of what is set; the latest throw can be set anew.

Above the dice stands the card that is about to be drawn, if one is (next_card.py).
"""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from ...games.bruges.model import State
from ...games.bruges.panels import next_card_panel as next_card
from ...games.bruges.pictures.colours import SHADES
from ...games.bruges.telling import own_texts
from ...games.bruges.words import COLOURS
from ...kernel import Game, LabError, Seeded
from ...kernel.chance import Ask, Source
from ...kernel.engine import Pending, advance
from ...kernel.nodes import Node
from ...show.svg import Svg, tag
from ..markup import block, button, heading, span, text, words_of

if TYPE_CHECKING:
    from ..explorer import Explorer
    from ..stage import Stage


class Waiting(Ask):
    """Leaves every throw to the user, and remembers who would have thrown."""

    def __init__(self, source: Source) -> None:
        self.source = source

    def to_data(self) -> dict[str, object]:
        return self.source.to_data()  # a saved game throws by itself again


def wait(game: Game[State], waits: bool) -> None:
    """Let throws wait for the user, or not."""
    if waits and not isinstance(game.chance, Ask):
        game.chance = Waiting(game.chance)
    elif not waits and isinstance(game.chance, Waiting):
        game.chance = game.chance.source


def thrown(game: Game[State], lang: str) -> str:
    """What chance throws here, as notation; a game that always asks is given a throw of seed 0."""
    pending = game.pending
    if pending is None or not pending.is_chance:
        raise LabError(words_of(lang)("chance.none"))
    source = game.chance.source if isinstance(game.chance, Waiting) else game.chance
    ordinal = sum(node.by_chance for node in game.line)
    option = source.pick(game.state, pending, ordinal) or Seeded(0).pick(game.state, pending, ordinal)
    assert option is not None
    return str(pending.choice(option))


def latest(game: Game[State]) -> Node[State] | None:
    """The latest node on the line that chance led to."""
    return next((node for node in reversed(game.line) if node.by_chance), None)


# Drawn


def drawn(explorer: Explorer, stage: Stage) -> Svg:
    """The card that comes next, what waits for chance or the latest throw, with what it could be."""
    say = words_of(explorer.lang)
    wait = tag(
        "label",
        tag(
            "input",
            type="checkbox",
            checked="checked" if isinstance(explorer.game.chance, Ask) else None,
            data_act="ask_chance",
            data_key="ask_chance",
        ),
        text(" " + say("chance.ask")),
        class_="bl-field",
    )
    coming = next_card.drawn(explorer, stage.next_card)
    pending, thrown = _step(explorer)
    if pending is None:
        return Svg(coming + block("throw", *([] if coming else [block("quiet", text(say("chance.none")))]), wait))
    faces = _faces(explorer, stage)
    parts = [heading(explorer.game.question(explorer.lang) if thrown is None else say("chance.latest"))]
    if thrown is None:
        parts.append(button("roll", "", say("chance.roll"), "main"))
    else:
        parts.append(block("quiet", text(say("chance.branch"))))
    parts += [_die(explorer, colour, face) for colour, face in enumerate(faces)]
    notation = "roll:" + ":".join(map(str, faces))
    odds = odds_of(pending, notation)
    if odds is None:
        parts.append(block("quiet", text(say("chance.impossible"))))
    else:
        parts.append(block("odds", text(say("chance.odds", odds=str(odds), percent=f"{100 * float(odds):.3f}"))))
        parts.append(button("set_chance", notation, say("chance.set"), "main"))
    parts.append(wait)
    return Svg(coming + block("throw", *parts))


def _step(explorer: Explorer) -> tuple[Pending | None, str | None]:
    """The chance step that waits; else the latest one on this line, with what was thrown."""
    pending = explorer.game.pending
    if pending is not None and pending.is_chance:
        return (pending if pending.kind == "dice.roll" else None), None
    node = latest(explorer.game)
    if node is None or node.parent is None:
        return None, None
    state = node.parent.state.copy()
    before = advance(state)
    if before is None or not before.is_chance or before.kind != "dice.roll":
        return None, None
    return before, str(node.choice)


def _faces(explorer: Explorer, stage: Stage) -> list[int]:
    if len(stage.dice) == len(COLOURS):
        return stage.dice
    return [face or 1 for face in explorer.state.dice]


def turn_die(stage: Stage, value: str) -> None:
    """Set one die: `2:5` turns the third to five."""
    colour, _, face = value.partition(":")
    faces = [*_faces(stage.explorer, stage)]
    if colour.isdecimal() and face.isdecimal() and int(colour) < len(faces):
        faces[int(colour)] = int(face)
        stage.dice = faces


def _die(explorer: Explorer, colour: int, face: int) -> Svg:
    """A row of faces to press, of the die's colour."""
    lang = explorer.lang
    name = own_texts().form("colour", COLOURS[colour], lang)
    sides = explorer.state.rules.dice_faces
    faces = [
        button(
            "die",
            f"{colour}:{number}",
            number,
            "face",
            aria_pressed="true" if number == face else "false",
            aria_label=f"{name} {number}",
            style=f"border-color:{SHADES[colour].fill}"
            + (f";background:{SHADES[colour].fill};color:{SHADES[colour].on}" if number == face else ""),
        )
        for number in range(1, sides + 1)
    ]
    return block("die", span("dielabel", name), *faces, role="group", aria_label=name)


def odds_of(pending: Pending, notation: str) -> Fraction | None:
    """The exact odds of an outcome; None if it cannot come."""
    listed = pending.outcomes
    if listed is None:
        return None
    return next((odds for choice, odds in listed if str(choice) == notation), None)
