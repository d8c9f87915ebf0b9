"""Playing games out with policies: on from a position, or from the start for the result alone.

`play_out` plays on from a game's position and keeps choices and events; `one_game` plays a game from the start and keeps a row a
player and a row a person recruited. Many games at once are in simulation.py.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..games.bruges.board import Board
from ..games.bruges.deck import Deck
from ..games.bruges.model import State
from ..games.bruges.rules.scoring import ScoreSheet, score_sheet, winners
from ..games.bruges.rules.setup import set_up
from ..games.bruges.ruleset import Ruleset
from ..games.bruges.words import DAMAGES
from ..kernel import BaseState, Event, Game, LabError, Option, Pending, Seeded, Source, Stream, advance, choose
from ..kernel.book import Chance
from ..kernel.errors import one_line
from ..kernel.events import RawEvent
from ..kernel.pause import collector_paused
from .policies import Policy
from .policies import policy as find_policy

LONGEST_GAME, MOST_ROUNDS, MOST_TURNS = 20_000, 1_000, 100
"""Choices and throws of a game, its rounds, and its turns a round, beyond which nobody waits for the end; a game of four that
ends by its pile has some 400, 8 and 4."""


def check_ending(rules: Ruleset) -> None:
    """Refuse rules under which a game would not end in a reasonable time, before anything is played."""
    by_rounds = rules.end_by == "rounds" or (rules.end_by == "pile_or_rounds" and rules.reshuffle_discard)
    if by_rounds and rules.rounds_limit > MOST_ROUNDS:
        problem = f"rounds_limit: games of {rules.rounds_limit:,} rounds are not played out; at most {MOST_ROUNDS:,} are"
        raise LabError(f"{problem} (end_by = {rules.end_by!r})")
    if rules.turns > MOST_TURNS:
        raise LabError(f"turns: games with {rules.turns:,} turns a round are not played out; at most {MOST_TURNS} are")


def without_end(state: State) -> LabError:
    """What is said of a game that has gone beyond all bounds, with the switch that may be the reason."""
    rules = state.rules
    if rules.reshuffle_discard:
        switch = "reshuffle_discard = True: the piles are filled again and again"
    else:
        switch = f"end_by = {rules.end_by!r}, with {rules.cards:,} cards and a rounds_limit of {rules.rounds_limit:,}"
    bounds = f"{LONGEST_GAME:,} choices or {MOST_ROUNDS:,} rounds"
    return LabError(f"a game had not ended after {bounds} ({switch})")


def check_game(game: object) -> None:
    """Refuse what is no game."""
    if not isinstance(game, Game):
        raise LabError(f"game: a game, as new_game, scenario or load give it, not {one_line(repr(game), 40)}")


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
    check_ending(state.rules)
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
        if state.round > MOST_ROUNDS:
            break
        made.append(option)
        choose(state, option)
    raise without_end(state)


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
    check_game(game)
    chosen = [find_policy(one) for one in seated(policy, len(game.state.players))]
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


def seated(wanted: str | Policy | Sequence[str | Policy], players: int) -> list[str | Policy]:
    """A policy a seat, as asked for: one for all, or one each."""
    if isinstance(wanted, str) or callable(wanted):
        return [wanted] * players
    if not isinstance(wanted, Sequence) or not all(isinstance(one, str) or callable(one) for one in wanted):
        raise LabError(f"policy: a name, a function, or one a player, not {one_line(repr(wanted), 60)}")
    if len(wanted) != players:
        raise LabError(f"{len(wanted)} policies for {players} players")
    return list(wanted)


# A game as rows


class Row(NamedTuple):
    """One player's result in one game. What is scored is in points; what lies on the table at the end is counted."""

    game: int
    seed: int
    seat: int
    policy: str
    won: float
    """1 for the winner, a share of it for a shared victory."""
    rank: int
    """1 for the best; players with equal points and guilders share a rank."""
    total: int
    points_in_play: int
    points_people: int
    points_houses: int
    points_laurels: int
    points_majorities: int
    points_third_spaces: int
    points_statues: int
    points_reputation: int
    rounds: int
    decisions: int
    """Choices of all players in the game; forced steps and chance do not count."""
    guilders: int
    reputation: int
    """Steps on the track."""
    canal_tiles: int
    houses: int
    people: int
    flood: int
    """Damages suffered, by kind: due and not averted, even if there was nothing to lose."""
    plague: int
    raid: int
    fire: int
    intrigue: int
    threats_taken: int
    threats_discarded: int
    """Discarded by choice; markers that go back after damage do not count."""

    @property
    def parts(self) -> dict[str, int]:
        """The parts of the score by name; they add up to the total."""
        return self.sheet.parts

    @property
    def sheet(self) -> ScoreSheet:
        """The score as a score sheet."""
        return ScoreSheet._make(tuple(self)[_PARTS])


_PARTS = slice(Row._fields.index("points_in_play"), Row._fields.index("points_reputation") + 1)


class Recruit(NamedTuple):
    """One stay of a person in a player's display; a person who comes again has another row."""

    game: int
    seat: int
    person: str
    round: int
    """The round in which the person was recruited."""
    activated: int
    """How often the effect was carried out: activations, and arrows when placed."""
    stayed: bool
    """Whether the person was there at the end."""


Batch = tuple[list[Row], list[Recruit]]
"""The rows of some games, in their order."""


def one_game(
    number: int,
    players: int,
    policies: Sequence[Policy],
    labels: Sequence[str],
    seed: int,
    rules: Ruleset,
    deck: Deck,
    board: Board,
) -> Batch:
    """One game from start to end. What happened on the way is counted from its events: they see forced steps too."""
    source = Seeded(seed)
    state = set_up(players, rules, deck, board, source.stream("set-up", players))
    log: list[RawEvent] = []
    state.log = log
    with collector_paused():
        decisions = finish(state, policies, source, Stream(seed, "policies"))
        seen = _Seen(players, log)
        sheets = [score_sheet(state, seat) for seat in range(players)]
        standing = [(sheet.total, player.guilders) for sheet, player in zip(sheets, state.players, strict=True)]
        won = winners(state)
        rows = [
            Row._make(
                (
                    number,
                    seed,
                    seat,
                    labels[seat],
                    1 / len(won) if seat in won else 0.0,
                    1 + sum(other > standing[seat] for other in standing),
                    sheets[seat].total,
                    *sheets[seat],
                    state.round,
                    decisions,
                    player.guilders,
                    player.reputation,
                    sum(player.canals),
                    len(player.houses),
                    len(player.people),
                    *seen.damages[seat],
                    seen.taken[seat],
                    seen.discarded[seat],
                )
            )
            for seat, player in enumerate(state.players)
        ]
        return rows, seen.recruits(number, state)


class _Seen:
    """What the events of a game tell of each player."""

    def __init__(self, players: int, log: list[RawEvent]) -> None:
        self.damages = [[0] * len(DAMAGES) for _ in range(players)]
        self.taken = [0] * players
        self.discarded = [0] * players
        self.stays: list[tuple[int, int, int]] = []
        """Seat, person and round of each stay in a display."""
        self.uses: list[int] = []
        self.latest: dict[tuple[int, int], int] = {}
        """The latest stay of a person with a seat."""
        round_ = 0
        for _, kind, seat, data, _, _ in log:
            if kind not in _TELLING:
                continue
            if kind == "threat.taken":
                self.taken[seat] += 1
            elif kind == "threat.discarded":
                self.discarded[seat] += 1
            elif kind == "damage.due":
                self.damages[seat][data["damage"]] += 1
            elif kind == "damage.averted":
                self.damages[seat][data["damage"]] -= 1
            elif kind == "round.begins":
                round_ = data["round"]
            elif kind == "person.placed":
                self.latest[seat, data["person"]] = len(self.stays)
                self.stays.append((seat, data["person"], round_))
                self.uses.append(0)
            else:
                self.uses[self.latest[seat, data["person"]]] += 1

    def recruits(self, game: int, state: State) -> list[Recruit]:
        """The stays as rows, in the order in which they began."""
        people = [player.people for player in state.players]
        return [
            Recruit(
                game,
                seat,
                state.deck.cards[person].id,
                round_,
                self.uses[stay],
                person in people[seat] and self.latest[seat, person] == stay,
            )
            for stay, (seat, person, round_) in enumerate(self.stays)
        ]


_USES = ("person.activated", "effect.begins", "effect.again")
_TELLING = frozenset(
    {"round.begins", "person.placed", "threat.taken", "threat.discarded", "damage.due", "damage.averted", *_USES}
)
