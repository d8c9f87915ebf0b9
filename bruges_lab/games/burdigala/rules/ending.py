"""The end of the game, checked at the end of every turn; nobody plays after it."""

from __future__ import annotations

from ....kernel import TABLE, become
from ..model import BOOK, State
from .doubles import may_go_again
from .turns import next_turn

BOOK.event("game.ends", endings="endings", turn="count")

_RULES = ("burdigala.end.buildings", "burdigala.end.meeples", "burdigala.end.merch")


def endings(s: State) -> tuple[int, ...]:
    """Which conditions hold: every tile on the board complete (B-050), somebody without meeples, no merchandise in the pile."""
    built, gone = False not in s.complete, False
    for player in s.players:
        if not player.meeples:
            gone = True
    if s.goods_left and not built and not gone:
        return ()
    held = (built, gone, not s.goods_left)
    return tuple(ending for ending, holds in enumerate(held) if holds)


@BOOK.task("turn.over", rule="burdigala.turn.end", seated=True)
def turn_over(s: State, seat: int) -> None:
    """First the end of the game is checked, then an extra turn is offered, then the next player is on turn (B-063)."""
    if endings(s):
        s.push("game.end")
    elif may_go_again(s):
        s.push("again", seat)
    else:
        next_turn(s, seat)


@BOOK.task("game.end", rule="burdigala.end.check", mark="turn")
def game_end(s: State) -> None:
    """It does not matter which condition holds, or whether several do (burdigala.end.several)."""
    found = endings(s)
    rule = _RULES[found[0]] if len(found) == 1 else "burdigala.end.several"
    s.because(s.emit(rule, "game.ends", TABLE, (become(TABLE, "ended", True),), endings=found, turn=s.turn))
    s.push("scoring")
