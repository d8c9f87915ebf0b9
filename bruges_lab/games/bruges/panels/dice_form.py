"""The five dice in the chance panel: a row of faces a colour."""

from __future__ import annotations

from collections.abc import Sequence

from ....explorer.chance_forms import Dial
from ....kernel import Game, Option, Pending
from ..model import State
from ..pictures.colours import SHADES
from ..telling import own_texts
from ..words import COLOURS


class FiveDice:
    """A die a colour, and the throw that they show together."""

    def dials(self, game: Game[State], pending: Pending, lang: str) -> list[Dial]:
        """A die of each colour with its faces."""
        faces = tuple((face, str(face)) for face in range(1, game.state.rules.dice_faces + 1))
        return [Dial(own_texts().form("colour", word, lang), faces, SHADES[colour]) for colour, word in enumerate(COLOURS)]

    def lying(self, state: State, pending: Pending, thrown: Option | None) -> list[int]:
        """The dice as they lie; a die that has not been rolled shows a one."""
        return [face or 1 for face in state.dice]

    def option(self, pending: Pending, values: Sequence[int]) -> Option:
        """The throw that the dice show."""
        return ("roll", *values)


FIVE_DICE = FiveDice()
