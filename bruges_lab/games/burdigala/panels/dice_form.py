"""The two dice in the chance panel: a row of faces each."""

from __future__ import annotations

from collections.abc import Sequence

from ....explorer.chance_forms import Dial
from ....kernel import Game, Option, Pending
from ..figures.figure_words import say
from ..model import State


class TwoDice:
    """Two dials, and the throw that they show together."""

    def dials(self, game: Game[State], pending: Pending, lang: str) -> list[Dial]:
        """Each die with its faces."""
        faces = tuple((face, str(face)) for face in range(1, game.state.rules.dice_faces + 1))
        return [Dial(say("dice.die", lang, die=die), faces) for die in (1, 2)]

    def lying(self, state: State, pending: Pending, thrown: Option | None) -> list[int]:
        """As they were thrown; dice that have not been thrown show ones."""
        return [*thrown[1:]] if thrown is not None else [1, 1]

    def option(self, pending: Pending, values: Sequence[int]) -> Option:
        """The throw that the dice show."""
        return ("dice", *values)


TWO_DICE = TwoDice()
