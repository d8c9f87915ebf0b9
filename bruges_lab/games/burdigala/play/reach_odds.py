"""Where the dice lead: every square that a seat can reach, by which die and way, and what a cube would bring, with exact odds.

The model: both dice are fair; nobody plays a plot card first; the table stays as it is until the seat throws. Moves are the
engine's own (ways.py, moving.py), what a cube brings is in cube_gains.py. Everything is reckoned from what the looking seat may
know (known_position.py).
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cached_property
from html import escape
from typing import TYPE_CHECKING, Literal, NamedTuple

from ....kernel import Game, LabError
from ....kernel.answering import check_seat
from ....kernel.errors import one_line
from ..manifest import MANIFEST
from ..model import NOWHERE, State
from ..rules.moving import allowed_walk, in_the_way, is_free, open_sites
from ..ways import Way
from ..ways import reach as ends_of
from .cube_gains import Gain, gain
from .known_position import Known, add_odds, known_to

if TYPE_CHECKING:
    import plotly.graph_objects

Pair = tuple[int, int]


class Move(NamedTuple):
    """A character and a square that a die leads to: whether the move is legal, and what it would bring."""

    start: int
    end: int
    die: int
    """The lower die, if both lead there (B-064)."""
    dice: tuple[int, ...]
    """All that lead there."""
    way: Way
    """The squares of a way, its first included; another may do as well."""
    displaced: int | None
    """Whose meeple has to make room, with a double."""
    port: bool
    """Whether it brings a merchandise card."""
    refused: str
    """The rule that forbids the move; empty if it is legal."""
    gains: tuple[Gain, ...]
    """What a cube would bring on each site there; more for a token, if it is a seven."""

    @property
    def legal(self) -> bool:
        """Whether the move may be made."""
        return not self.refused

    @property
    def best(self) -> Gain | None:
        """The gain of most points on the average, without corruption."""
        honest = [gained for gained in self.gains if gained.cubes == self.gains[0].cubes]
        return max(honest, key=lambda gained: gained.expected, default=None)

    @property
    def worth(self) -> Fraction:
        """What that brings on the average."""
        return Fraction(0) if self.best is None else self.best.expected


class Throw(NamedTuple):
    """A throw of the dice, its odds (1 for one that lies there), and everything that it leads to."""

    dice: Pair
    odds: Fraction
    double: bool
    seven: bool
    moves: tuple[Move, ...]

    @property
    def legal(self) -> tuple[Move, ...]:
        """The moves that may be made."""
        return tuple(move for move in self.moves if move.legal)

    @property
    def best(self) -> Move | None:
        """The legal move whose cube brings most on the average."""
        return max(self.legal, key=lambda move: move.worth, default=None)


class SquareOdds(NamedTuple):
    """A square: the odds that a legal move can end there, from where, and the best that a cube brings there."""

    square: int
    odds: Fraction
    starts: tuple[int, ...]
    best: Gain | None


class Reach:
    """Where one seat can go, as another or itself sees it."""

    def __init__(self, eyes: Known, mover: int, throws: tuple[Throw, ...]) -> None:
        self.state, self.names, self.seat = eyes
        self.mover = mover
        self.throws = throws

    manifest = MANIFEST

    @property
    def throw(self) -> Throw | None:
        """The one throw that was asked about; None if it is each of them."""
        return self.throws[0] if len(self.throws) == 1 else None

    @cached_property
    def squares(self) -> tuple[SquareOdds, ...]:
        """All squares that can be reached, in their order."""
        odds: dict[int, Fraction] = {}
        legal: dict[int, list[Move]] = {}
        for throw in self.throws:
            for end in {move.end for move in throw.legal}:
                odds[end] = odds.get(end, Fraction(0)) + throw.odds
            for move in throw.legal:
                legal.setdefault(move.end, []).append(move)
        found = []
        for square in sorted(odds):
            starts = tuple(sorted({move.start for move in legal[square]}))
            found.append(SquareOdds(square, odds[square], starts, max(legal[square], key=lambda move: move.worth).best))
        return tuple(found)

    def odds_of(self, square: int) -> Fraction:
        """The odds that a legal move can end on a square."""
        return next((one.odds for one in self.squares if one.square == square), Fraction(0))

    def site_odds(self, site: int) -> Fraction:
        """The odds that the cube of the turn can go on a site."""
        return self._sites[0].get(site, Fraction(0))

    def completion_odds(self, site: int) -> Fraction:
        """The odds that the building on a site can be completed; by a seven for a token too."""
        return self._sites[1].get(site, Fraction(0))

    @cached_property
    def _sites(self) -> tuple[dict[int, Fraction], dict[int, Fraction]]:
        """For each site the odds of a cube there, and of the last."""
        reached: dict[int, Fraction] = {}
        completed: dict[int, Fraction] = {}
        for throw in self.throws:
            gains = [gained for move in throw.legal for gained in move.gains]
            for site in {gained.site for gained in gains}:
                add_odds(reached, site, throw.odds)
            for site in {gained.site for gained in gains if gained.completes}:
                add_odds(completed, site, throw.odds)
        return reached, completed

    @property
    def stuck(self) -> Fraction:
        """The odds that there is no legal move at all (burdigala.stuck)."""
        return sum((throw.odds for throw in self.throws if not throw.legal), Fraction(0))

    @property
    def expected_best(self) -> Fraction:
        """What the best cube brings on the average over the throws, without corruption; nothing where there is no move."""
        return sum((throw.odds * throw.best.worth for throw in self.throws if throw.best is not None), Fraction(0))

    def told(self, lang: str = "en") -> str:
        """In lines: each square with its odds, or each move of the throw."""
        from ..figures.reach_figures import reach_text

        return reach_text(self, lang)

    def figure(self, *, lang: str = "en") -> plotly.graph_objects.Figure:
        """The map with the squares that can be reached."""
        from ..figures.reach_figures import reach_figure

        return reach_figure(self, lang=lang)

    def __str__(self) -> str:
        return self.told()

    def _repr_html_(self) -> str:
        return f"<pre>{escape(self.told())}</pre>"

    def __repr__(self) -> str:
        return f"<Reach of {self.names[self.mover]}, {len(self.throws)} throws, {len(self.squares)} squares>"


def reach(
    game: Game[State] | State,
    seat: int | None = None,
    *,
    mover: int | None = None,
    throw: Pair | Literal["each"] | None = None,
) -> Reach:
    """Where `mover` can go, as `seat` sees it (None: everything open).

    `mover` is the looking seat itself, or whose turn it is. `throw` is a pair of dice or "each"; left out, it is the throw that
    lies there, if that has yet to be moved by, else each of them.
    """
    known = known_to(game, seat, "squares to reach")
    if mover is None:
        mover = known.state.active if seat is None else seat
    check_seat(known.state, mover)
    return reach_of(known, mover, throw)


def reach_of(eyes: Known, mover: int, throw: Pair | Literal["each"] | None = None) -> Reach:
    """The same for a position as it is known already."""
    known = eyes.state
    if throw is None:
        lies = known.active == mover and known.thrown != (0, 0) and known.moved == NOWHERE and not known.stuck
        found = [(known.dice, known.thrown, Fraction(1))] if lies else _each(known)
    elif throw == "each":
        found = _each(known)
    else:
        found = [(_checked(known, throw), throw, Fraction(1))]
    throws = () if known.ended else tuple(_throw(known, mover, dice, fell, odds) for dice, fell, odds in found)
    return Reach(eyes, mover, throws)


def _checked(known: State, throw: object) -> Pair:
    faces = range(1, known.rules.dice_faces + 1)
    match throw:
        case (int() as one, int() as other) if one in faces and other in faces:
            return one, other
    raise LabError(f"throw: two dice from 1 to {faces[-1]} or 'each', not {one_line(repr(throw), 40)}")


def _each(known: State) -> list[tuple[Pair, Pair, Fraction]]:
    """All throws, whichever die shows what, with their odds (burdigala.comp.dice)."""
    faces = range(1, known.rules.dice_faces + 1)
    found = Counter((min(one, other), max(one, other)) for one in faces for other in faces)
    return [(dice, dice, Fraction(count, len(faces) ** 2)) for dice, count in sorted(found.items())]


def _throw(known: State, mover: int, dice: Pair, fell: Pair, odds: Fraction) -> Throw:
    twin = known.copy()
    twin.dice, twin.thrown = dice, fell
    how = allowed_walk(twin, mover)
    moves = []
    for start in sorted(set(twin.players[mover].meeples) - {NOWHERE}):
        ways: dict[int, list[tuple[int, Way]]] = {}
        for die in sorted(set(dice)):
            for end, way in ends_of(twin.board, start, die, how, in_the_way(twin) - {start}).items():
                ways.setdefault(end, []).append((die, way))
        moves += [_move(twin, mover, start, end, ways[end]) for end in sorted(ways)]
    return Throw(dice, odds, twin.is_double, twin.is_seven, tuple(moves))


def _move(twin: State, mover: int, start: int, end: int, ways: list[tuple[int, Way]]) -> Move:
    die, way = ways[0]
    owner = twin.occupant(end) if end != start else None
    refused = _refusal(twin, start, end)
    gains = () if refused else tuple(_gains(twin, mover, start, end))
    port = twin.board.square(end).port and twin.goods_left > 0
    return Move(start, end, die, tuple(other for other, _ in ways), way, owner, port, refused, gains)


def _refusal(twin: State, start: int, end: int) -> str:
    """The rule that forbids a move to a square that the dice lead to, in the order in which the engine asks."""
    if start == end and not twin.rules.round_trip:
        return "burdigala.move.return"
    if not is_free(twin, start, end):
        return "burdigala.move.free_end"
    if not twin.supply:
        return "burdigala.cube.supply"
    return "" if open_sites(twin, end) else "burdigala.move.buildable"


def _gains(twin: State, mover: int, start: int, end: int) -> list[Gain]:
    own = twin.rules.cubes_a_turn
    more = own + twin.rules.extra_cubes
    found = []
    for site in open_sites(twin, end):
        if twin.room(site) >= own:
            found.append(gain(twin, mover, start, end, site, own))
        if twin.is_seven and twin.pool and twin.room(site) >= more and twin.supply >= more:
            found.append(gain(twin, mover, start, end, site, more))
    return found
