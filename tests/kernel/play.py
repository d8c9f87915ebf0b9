"""Ways to play Ferry at random, for the tests of the kernel."""

from __future__ import annotations

from ferry.rules import KIT, Ferry, start

from bruges_lab.kernel import Game, Seeded, Stream


def random_game(seed: int, *, players: int = 3, moves: int | None = None, wander: bool = False) -> Game[Ferry]:
    """A game played at random to the end, or for so many moves; with `wander` it also goes back and branches."""
    game = Game(KIT, start(players, seed), chance=Seeded(seed))
    stream = Stream(seed, "play")
    made = 0
    while (not game.over or wander) and (moves is None or made < moves):
        made += 1
        if wander and (game.over or stream.below(4) == 0):
            game.goto(stream.below(len(game.nodes)))
            if game.over:
                if moves is None and made > 60:
                    break
                continue
        game.play(stream.below(len(game.legal())))
        if wander and moves is None and made > 60:
            break
    return game
