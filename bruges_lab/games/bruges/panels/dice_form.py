"""The five dice in the chance panel: a row of faces a colour."""

from __future__ import annotations

from collections.abc import Sequence

from ....explorer.chance_forms import Dial
from ....kernel import Game, Option, Pending
from ..model import State
from ..pictures.colours import SHADES
from ..pictures.module_words import on_top, ship_name
from ..pictures.picture_words import Wording
from ..telling import own_texts
from ..words import COLOURS


class FiveDice:
    """A die a colour, and the throw that they show together."""

    def dials(self, game: Game[State], pending: Pending, lang: str) -> list[Dial]:
        """A die of each colour with its faces."""
        faces = tuple((face, str(face)) for face in range(1, game.state.rules.dice_faces + 1))
        return [Dial(self._name(game.state, colour, lang), faces, SHADES[colour]) for colour in range(len(COLOURS))]

    def _name(self, state: State, colour: int, lang: str) -> str:
        """The colour of a die; with ships, also which faces bring which one."""
        word = own_texts().form("colour", COLOURS[colour], lang)
        ship = on_top(state, colour) if state.docks else None
        if ship is None:
            return word
        faces = ", ".join(map(str, state.rules.ship_faces))
        return f"{word} ({faces} → {ship_name(ship, Wording(lang))})"

    def lying(self, state: State, pending: Pending, thrown: Option | None) -> list[int]:
        """The dice as they lie; a die that has not been rolled shows a one."""
        return [face or 1 for face in state.dice]

    def option(self, pending: Pending, values: Sequence[int]) -> Option:
        """The throw that the dice show."""
        return ("roll", *values)


FIVE_DICE = FiveDice()
