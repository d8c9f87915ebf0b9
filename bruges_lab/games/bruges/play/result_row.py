"""A game of Bruges as rows: one per player, and one per person recruited. What happened on the way is counted from the events."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from ....analysis.result_rows import GAMES, Ended, ResultRows, Tables
from ....kernel.events import RawEvent
from ..model import State
from ..rules.scoring import ScoreSheet, in_front, score_sheet
from ..words import DAMAGES

if TYPE_CHECKING:
    from ...manifest import Manifest

PEOPLE = "people"


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


class BrugesRows(ResultRows):
    """A row per player with the score by part and what lies on the table, and a row per stay of a person."""

    tables: Mapping[str, type[Any]] = MappingProxyType({GAMES: Row, PEOPLE: Recruit})
    parts = ScoreSheet._fields
    material = ("deck", "board")
    most = 100
    """Far more than people who are placed by one player in one game."""

    def __init__(self, manifest: Manifest) -> None:
        """All of it is counted from positions and events."""

    def rows(self, ended: Ended) -> Tables:
        """What happened on the way is counted from the events: they see forced steps too."""
        state: State = ended.state
        seen = _Seen(len(state.players), ended.log)
        sheets = [score_sheet(state, seat) for seat in range(len(state.players))]
        standing = [(sum(sheet), player.guilders) for sheet, player in zip(sheets, state.players, strict=True)]
        won = in_front(standing)
        people = [player.people for player in state.players]
        rows = [
            Row._make(
                (
                    ended.number,
                    ended.seed,
                    seat,
                    ended.labels[seat],
                    1 / len(won) if seat in won else 0.0,
                    1 + sum([other > standing[seat] for other in standing]),
                    standing[seat][0],
                    *sheets[seat],
                    state.round,
                    ended.decisions,
                    player.guilders,
                    player.reputation,
                    sum(player.canals),
                    len(player.houses),
                    len(people[seat]),
                    *seen.damages[seat],
                    seen.taken[seat],
                    seen.discarded[seat],
                )
            )
            for seat, player in enumerate(state.players)
        ]
        return rows, seen.recruits(ended.number, state, people)

    def fault(self, tables: Tables) -> str | None:
        """People who stayed are the people on the table."""
        rows, recruits = tables
        stays = Counter((stay.game, stay.seat) for stay in recruits if stay.stayed)
        return None if {(row.game, row.seat): row.people for row in rows if row.people} == stays else PEOPLE


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
        round_, taken, discarded = 0, self.taken, self.discarded
        for _, kind, seat, data, _, _ in [raw for raw in log if raw[1] in _TELLING]:  # one event in eight
            if kind == "threat.taken":
                taken[seat] += 1
            elif kind == "threat.discarded":
                discarded[seat] += 1
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

    def recruits(self, game: int, state: State, people: list[tuple[int, ...]]) -> list[Recruit]:
        """The stays as rows, in the order in which they began; at the end these people are there."""
        cards, latest, make = state.deck.cards, self.latest, Recruit._make
        return [
            make((game, seat, cards[person].id, round_, uses, person in people[seat] and latest[seat, person] == stay))
            for stay, ((seat, person, round_), uses) in enumerate(zip(self.stays, self.uses, strict=True))
        ]


_USES = ("person.activated", "effect.begins", "effect.again")
_TELLING = frozenset(
    {"round.begins", "person.placed", "threat.taken", "threat.discarded", "damage.due", "damage.averted", *_USES}
)
