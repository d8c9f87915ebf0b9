"""Playing games out: from a position to the end with policies, and many games for their results.

`play_out` plays on from a game's position and keeps choices and events; `simulate` plays many games from the start and keeps only
the results.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from ..bruges.board import Board
from ..bruges.deck import Deck
from ..bruges.model import State
from ..bruges.rules.scoring import ScoreSheet, score_sheet, winners
from ..bruges.rules.setup import set_up
from ..bruges.ruleset import Ruleset
from ..kernel import BaseState, Event, Game, LabError, Option, Pending, Seeded, Source, Stream, advance, choose
from ..kernel.book import Chance
from ..kernel.errors import one_line
from ..kernel.events import RawEvent
from ..kernel.pause import collector_paused
from .policies import Policy, policy

LONGEST_GAME = 100_000


def finish(
    state: State,
    policies: Sequence[Policy],
    source: Source,
    stream: Stream,
    made: list[Option] | None = None,
    throws: int = 0,
) -> int:
    """Play a state to the end in place, with its log if it has one; give the number of decisions.

    `made` collects the choices; `throws` is how many chance steps came before.
    """
    with collector_paused():
        return _finish(state, policies, source, stream, [] if made is None else made, throws)


def _finish(state: State, policies: Sequence[Policy], source: Source, stream: Stream, made: list[Option], throws: int) -> int:
    first = throws - len(made)
    for _ in range(LONGEST_GAME):
        pending = advance(state)
        if pending is None:
            return len(made) + first - throws
        if pending.player >= 0:
            option = policies[pending.player](state, pending, stream)
        else:
            chosen = source.pick(state, pending, throws)
            if chosen is None:
                raise LabError(f"{pending.kind}: a playout needs a source that decides")
            option = chosen
            throws += 1
        made.append(option)
        choose(state, option)
    raise RuntimeError(f"a game did not end within {LONGEST_GAME} choices")


class Playout:
    """A game played to its end by policies: the choices made, the events, the last position and its scores.

    The game it began from is left as it was; `into` plays the same choices in it.
    """

    def __init__(self, game: Game[State], state: State, log: list[RawEvent], options: list[Option], decisions: int) -> None:
        self._game = game
        self._log = log
        self._node = game.node
        self.state = state
        self.decisions = decisions
        """How many choices players made; forced steps and chance do not count."""
        self.options = options
        """Every choice, those of chance included, as the engine knows them."""

    @property
    def events(self) -> list[Event]:
        """What happened from the position the playout began with."""
        first = self.state.emitted - len(self._log)
        teller = self._game.kit.teller(self.state, self._game.names)
        return [Event(raw, first + i, teller) for i, raw in enumerate(self._log)]

    def scores(self) -> list[ScoreSheet]:
        """A score sheet a seat."""
        return [score_sheet(self.state, seat) for seat in range(len(self.state.players))]

    @property
    def winners(self) -> list[int]:
        """The seats that have won."""
        return winners(self.state)

    def into(self, game: Game[State] | None = None) -> Game[State]:
        """Play the same choices in the game (or another that stands at the same position), which then stands at the end."""
        game = self._game if game is None else game
        if game is self._game:
            game.goto(self._node)
        thrown = {step.kind for step in game.kit.book.steps.values() if isinstance(step, Chance)}
        with collector_paused():
            for option in self.options:
                pending = game.pending
                assert pending is not None
                # A source that throws by itself has thrown already, and the same: chance is keyed.
                if option[0] not in thrown or pending.is_chance:
                    game.play_option(option)
        return game

    def __repr__(self) -> str:
        return f"<Playout, {len(self.options)} choices, winners {self.winners}>"


class _Deciding:
    """The game's own source; where it leaves a step to the user, the seed decides."""

    def __init__(self, own: Source, otherwise: Seeded) -> None:
        self.own = own
        self.otherwise = otherwise

    def pick(self, state: BaseState, pending: Pending, ordinal: int) -> Option | None:
        option = self.own.pick(state, pending, ordinal)
        return self.otherwise.pick(state, pending, ordinal) if option is None else option

    def to_data(self) -> dict[str, object]:
        return self.own.to_data()


def play_out(game: Game[State], policy: str | Policy | Sequence[str | Policy] = "random", seed: int = 0) -> Playout:
    """Play from the game's position to the end, a policy for all seats or one a seat. The game itself does not move."""
    chosen = _policies(policy, len(game.state.players))
    if not game.node.settled:
        raise LabError("tasks are still to run here: finish them with events_until first")
    source = _Deciding(game.chance, Seeded(seed))
    state = game.state.copy()
    log: list[RawEvent] = []
    options: list[Option] = []
    state.log = log
    throws = sum(node.by_chance for node in game.line)
    decisions = finish(state, chosen, source, Stream(seed, "play out"), options, throws)
    return Playout(game, state, log, options, decisions)


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
