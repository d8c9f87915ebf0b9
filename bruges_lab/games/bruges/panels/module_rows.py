"""Rows of the position editor for the modules of the Zwin: the ship in each dock, the open market card, the markers on it.

A ship or a card lies in one place: what comes to the table leaves its stack or pile, and what makes room for it goes back on top.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

from ....explorer.editing import Data
from ....explorer.panels.edit_form import FormAct, Open
from ....kernel import LabError
from ....kernel.errors import one_line
from ....show.svg import Svg, tag
from ..market_cards import ACTIONS
from ..pictures.module_words import improvement_name, improvements, ship_name
from ..pictures.picture_words import Wording
from ..words import COLOURS

if TYPE_CHECKING:
    from .position_draft import BrugesDraft
    from .position_form import BrugesForm


def module_rows(form: BrugesForm) -> Iterator[Svg]:
    """The rows of what is laid out; none in a game without modules."""
    state = form.draft.state
    if state.docks:
        docks = [_dock(form, colour) for colour in range(len(COLOURS))]
        yield form.row("docks", form.say("edit.docks"), *docks, also=("ship_stacks", "ships_gone", "ships_known"))
    if state.market_pile:
        say, given = Wording(form.lang), form.draft.given
        cards = [("", say("market_none")), *((card.id, card.id) for card in state.market_cards.cards)]
        chosen = form.select("market", cards, given["market"] or "")
        yield form.row("market", form.say("edit.market"), chosen, also=("market_pile", "market_discard"))
        markers = [
            form.toggled("markers", ACTIONS[action], improvement_name(found, say), state.markers[action])
            for action, found in improvements(state)
        ]
        if markers:
            yield form.row("markers", form.say("edit.markers"), *markers, also=("market_used",))


def _dock(form: BrugesForm, colour: int) -> Svg:
    """A list of the ships of a colour, with the sign of the colour before it."""
    state, say = form.draft.state, Wording(form.lang)
    word, tiles = COLOURS[colour], state.ship_tiles
    known = state.ship_stacks[colour] if state.ships_known else tiles.by_colour[colour]
    ships = [("", say("dock_none")), *((tiles[ship].id, ship_name(tiles[ship], say)) for ship in known)]
    lies = form.draft.given["docks"].get(word) or ""
    label = f"{form.say('edit.docks')}: {form.word('colour', word)}"
    return tag("span", form.colour_sign(word), form.select(f"docks.{word}", ships, lies, label), class_="bl-pair")


# Acts


def module_acts() -> dict[str, tuple[str, FormAct]]:
    """What can be chosen on these rows."""
    return {
        **{f"docks.{colour}": ("docks", partial(_put_dock, colour)) for colour in COLOURS},
        "market": ("market", _put_market),
        "markers": ("markers", _toggle_marker),
    }


def _put_dock(colour: str, draft: BrugesDraft, opened: Open, typed: str) -> None:
    """Another ship in a dock, or none."""
    known = draft.state.ship_tiles.by_id if draft.state.docks else {}
    if typed and (typed not in known or known[typed].colour != colour):
        raise LabError(f"there is no {colour} ship {one_line(typed, 40)!r}")

    def change(given: Data) -> None:
        was, stack = given["docks"].pop(colour, ""), given["ship_stacks"].setdefault(colour, [])
        if was:
            stack.insert(0, was)
        if typed:
            _taken(typed, stack, given["ships_gone"])
            given["docks"][colour] = typed

    draft.change(change)


def _put_market(draft: BrugesDraft, opened: Open, typed: str) -> None:
    """Another market card of the round, with all its markers; or none."""
    if typed and typed not in (draft.state.market_cards.by_id if draft.state.market_pile else {}):
        raise LabError(f"unknown market card {one_line(typed, 40)!r}")

    def change(given: Data) -> None:
        if given["market"]:
            given["market_pile"].insert(0, given["market"])
        if typed:
            _taken(typed, given["market_pile"], given["market_discard"])
        given.update(market=typed, markers=None, market_used=None)

    draft.change(change)


def _toggle_marker(draft: BrugesDraft, opened: Open, typed: str) -> None:
    """Put a marker on an action of the card, or take it away."""
    state = draft.state
    if typed not in [ACTIONS[action] for action, _ in improvements(state)]:
        raise LabError(f"the market card does not improve {one_line(typed, 40)!r}")
    lie = [action for action, there in zip(ACTIONS, state.markers, strict=False) if there != (action == typed)]
    draft.change(lambda given: given.update(markers=lie, market_used=None))


def _taken(thing: str, *places: list[Any]) -> None:
    """Take a thing away from where it lies."""
    for place in places:
        if thing in place:
            place.remove(thing)
