"""Playing games out: from a position to the end with policies, and many games for their results.

`play_out` plays in a game, which then stands at its end with its whole history. `simulate` plays many games from the start and
keeps only the results.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from ..bruges.board import Board
from ..bruges.deck import Deck
from ..bruges.model import State
from ..bruges.rules.scoring import score_sheet, winners
from ..bruges.rules.setup import set_up
from ..bruges.ruleset import Ruleset
from ..kernel import Game, LabError, Seeded, Source, Stream, advance, choose
from ..kernel.errors import one_line
from ..kernel.pause import collector_paused
from .policies import Policy, policy

LONGEST_GAME = 100_000


def finish(state: State, policies: Sequence[Policy], source: Source, stream: Stream) -> int:
    """Play a state to the end in place, with its log if it has one; give the number of decisions made."""
    with collector_paused():
        return _finish(state, policies, source, stream)


def _finish(state: State, policies: Sequence[Policy], source: Source, stream: Stream) -> int:
    decisions = throws = 0
    while (pending := advance(state)) is not None:
        if pending.player < 0:
            option = source.pick(state, pending, throws)
            if option is None:
                raise LabError(f"{pending.kind}: a playout needs a source that decides")
            throws += 1
        else:
            option = policies[pending.player](state, pending, stream)
            decisions += 1
            if decisions > LONGEST_GAME:
                raise RuntimeError(f"a game did not end within {LONGEST_GAME} decisions")
        choose(state, option)
    return decisions


def play_out(game: Game[State], policy: str | Policy | Sequence[str | Policy] = "random", seed: int = 0) -> Game[State]:
    """Play the game to its end, a policy for all seats or one a seat; gives the same game, standing at the end."""
    chosen = _policies(policy, len(game.state.players))
    stream = Stream(seed, "play out")
    source = game.chance if isinstance(game.chance, Seeded) else Seeded(seed)
    throws = sum(node.by_chance for node in game.line)
    with collector_paused():
        _play_out(game, chosen, source, stream, throws)
    return game


def _play_out(game: Game[State], chosen: Sequence[Policy], source: Source, stream: Stream, throws: int) -> None:
    while not game.over:
        pending = game.pending
        if pending is None:
            game.step()
            continue
        if pending.is_chance:
            option = source.pick(game.state, pending, throws)
            assert option is not None
            throws += 1
        else:
            option = chosen[pending.player](game.state, pending, stream)
        game.play_option(option)


def _policies(wanted: str | Policy | Sequence[str | Policy], players: int) -> list[Policy]:
    if isinstance(wanted, str) or callable(wanted):
        return [policy(wanted)] * players
    if len(wanted) != players:
        raise LabError(f"{len(wanted)} policies for {players} players")
    return [policy(one) for one in wanted]


class Result(NamedTuple):
    """One player's result in one game."""

    game: int
    seed: int
    seat: int
    policy: str
    won: float
    """1 for the winner, a share of it for a shared victory."""
    total: int
    parts: dict[str, int]
    rounds: int
    decisions: int
    people: tuple[str, ...]


class Results(list[Result]):
    """All results, game by game, seat by seat."""

    def mean(self, **where: object) -> float:
        """The mean score of the rows with these values."""
        totals = [row.total for row in self if all(getattr(row, name) == value for name, value in where.items())]
        return sum(totals) / len(totals)

    def wins(self, **where: object) -> float:
        """The share of games won by the rows with these values."""
        shares = [row.won for row in self if all(getattr(row, name) == value for name, value in where.items())]
        return sum(shares) / len(shares)


def simulate(
    games: int = 100,
    players: int = 3,
    policy: str | Policy | Sequence[str | Policy] = "random",
    seed: int = 0,
    *,
    ruleset: Ruleset | None = None,
    deck: Deck | None = None,
    board: Board | None = None,
) -> Results:
    """Play games from the start, with seeds seed, seed + 1, …; the same call gives the same results."""
    if not isinstance(games, int) or not 1 <= games <= 10_000_000:
        raise LabError(f"games: a whole number from 1 up, not {one_line(games, 20)!r}")
    chosen = _policies(policy, players)
    labels = [_label(p) for p in ([policy] * players if isinstance(policy, str) or callable(policy) else policy)]
    results = Results()
    for number in range(games):
        results += one_game(
            number, players, chosen, labels, seed + number, ruleset or Ruleset(), deck or Deck.load(), board or Board.load()
        )
    return results


def _label(wanted: Any) -> str:
    return wanted if isinstance(wanted, str) else getattr(wanted, "__name__", type(wanted).__name__)


def one_game(
    number: int, players: int, policies: list[Policy], labels: list[str], seed: int, rules: Ruleset, deck: Deck, board: Board
) -> list[Result]:
    """One game from start to end."""
    source = Seeded(seed)
    state = set_up(players, rules, deck, board, source.stream("set-up", players))
    state.log = None
    decisions = finish(state, policies, source, Stream(seed, "policies"))
    won = winners(state)
    return [
        Result(
            number,
            seed,
            seat,
            labels[seat],
            1 / len(won) if seat in won else 0.0,
            score_sheet(state, seat).total,
            score_sheet(state, seat).parts,
            state.round,
            decisions,
            tuple(deck[person].id for person in player.people),
        )
        for seat, player in enumerate(state.players)
    ]
