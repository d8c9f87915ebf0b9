"""Playing on quickly inside a search: what each option is about to bring, by a rule of thumb, without trying it out."""

from __future__ import annotations

from collections.abc import Callable

from ....kernel import Option, Pending, Stream
from ..model import UNKNOWN, State
from ..rules.notation import CUBE, HAND
from ..words import CRASSUS, INDISCRETION, SAILOR
from .due import favour_gain
from .prospects import (
    IN_HAND,
    effect,
    in_hand,
    lost_good,
    marginals,
    mean_token,
    next_good,
    token_cost,
    turns_left,
)
from .yards import CARD, completion, cubes_gain, gains

OPENED = 0.45
"""How much of a building counts against the cube that leaves its last place to somebody else."""
EXTRA_TURN = 4.0
"""What another turn brings."""
KEEP = 1.2
"""A card that is used once should bring this much more than it is worth in hand."""


def estimate(state: State, seat: int, option: Option) -> float:
    """About how much an option raises the worth of the position, in points."""
    rule = _ESTIMATES.get(option[0])
    return 0.0 if rule is None else rule(state, seat, option)


def site_net(s: State, seat: int, site: int, gain: float) -> float:
    """What a cube brings, less what it opens for the others."""
    return gain - OPENED * completion(s, seat, site) if s.room(site) == 2 else gain


def nets(s: State, seat: int) -> list[float]:
    """The same for all sites."""
    return [gain if gain < 0 else site_net(s, seat, site, gain) for site, gain in enumerate(gains(s, seat))]


def square_worth(s: State, found: list[float], good: float, square: int) -> float:
    """The best site next to a square, and the merchandise of a port."""
    here = s.board.squares[square - 1]
    best = max([found[site] for site in here.sites if not s.complete[site]], default=0.0)
    return best + good if here.port else best


def _move(s: State, seat: int, option: Option) -> float:
    return square_worth(s, nets(s, seat), next_good(s, seat), option[2])


def _place(s: State, seat: int, option: Option) -> float:
    here = s.board.square(option[1])
    return 0.1 * len(here.sites) + (0.2 if here.port else 0.0)


def _build(s: State, seat: int, option: Option) -> float:
    site = option[1]
    cubes = s.rules.cubes_a_turn + s.crassus
    gain = cubes_gain(s, seat, site, cubes)
    return gain - OPENED * completion(s, seat, site) if s.room(site) == cubes + 1 else gain


def _own_turns(s: State) -> float:
    return turns_left(s) / len(s.players)


def _lay(s: State, seat: int, option: Option) -> float:
    turns = _own_turns(s)
    return s.rules.laurel_points + effect(s, seat, option[1], turns) - IN_HAND * in_hand(s, seat, option[1], turns)


def _discard(s: State, seat: int, option: Option) -> float:
    return -in_hand(s, seat, option[1], _own_turns(s))


def _discard_laid(s: State, seat: int, option: Option) -> float:
    return -s.rules.laurel_points - effect(s, seat, option[1], _own_turns(s))


def _corrupt(s: State, seat: int, option: Option) -> float:
    return favour_gain(s, seat, s.agenda[-1]) - token_cost(s, seat, turns_left(s)) if s.agenda[-1][0] == "seven" else 0.0


def _favour(s: State, seat: int, option: Option) -> float:
    _, _, site, cubes, _ = s.agenda[-1]
    if option[1] == CUBE:
        return cubes_gain(s, seat, site, cubes + s.rules.extra_cubes) - cubes_gain(s, seat, site, cubes)
    return next_good(s, seat)


def _again(s: State, seat: int, option: Option) -> float:
    return EXTRA_TURN - token_cost(s, seat, turns_left(s))


def _vino(s: State, seat: int, option: Option) -> float:
    return next_good(s, seat) - token_cost(s, seat, turns_left(s))


def _relationship(s: State, seat: int, option: Option) -> float:
    return (mean_token(s) if option[1] == UNKNOWN else option[1]) - 1.5


def _theft(s: State, seat: int, option: Option) -> float:
    return next_good(s, seat) + 0.5 * lost_good(s, option[1]) - 2.5


def _keep(s: State, seat: int, option: Option) -> float:
    return float(marginals(s.rules.set_points, s.players[seat].goods)[option[1]])


def _swap(s: State, seat: int, option: Option) -> float:
    _, theirs, mine = option
    goods = s.players[seat].goods
    place = goods.index(mine)
    left = goods[:place] + goods[place + 1 :]
    added = marginals(s.rules.set_points, left)
    return float(added[theirs] - added[mine])


def _betrayal(s: State, seat: int, option: Option) -> float:
    if option[2] == HAND:
        return CARD - KEEP
    return s.rules.laurel_points + effect(s, option[1], option[2], _own_turns(s)) - KEEP


def _displace(s: State, seat: int, option: Option) -> float:
    """One's own to where much can be built, another's to where little can."""
    worth = len(s.board.square(option[1]).sites)
    return float(worth if s.agenda[-1][2] == seat else -worth)


def _once(plot: int, least: float) -> Callable[[State, int, Option], float]:
    return lambda s, seat, option: in_hand(s, seat, plot, 1.0) - least


_ESTIMATES: dict[str, Callable[[State, int, Option], float]] = {
    "move": _move,
    "place": _place,
    "build": _build,
    "extra": _build,
    "lay": _lay,
    "discard": _discard,
    "discard_laid": _discard_laid,
    "corrupt": _corrupt,
    "favour": _favour,
    "again": _again,
    "vino": _vino,
    "relationship": _relationship,
    "theft": _theft,
    "keep": _keep,
    "swap": _swap,
    "betrayal": _betrayal,
    "displace": _displace,
    "sailor": _once(SAILOR, 3.0),
    "crassus": _once(CRASSUS, 2.0),
    "indiscretion": _once(INDISCRETION, 0.8),
    "influence": lambda s, seat, option: -1.0,
    "merchant": lambda s, seat, option: 0.3,
}

_MOVES = ("turn.move", "turn.move.plain")


def quick_policy(state: State, pending: Pending, stream: Stream) -> Option:
    """The option with the best estimate; a permanent card is laid as soon as it can be."""
    options = pending.raw
    if len(options) == 1:
        return options[0]
    seat, kind = pending.player, pending.kind
    if kind == "place":
        return options[stream.below(len(options))]
    if options[-1][0] == "lay":
        return options[-1]
    if kind in _MOVES:
        return _quick_move(state, seat, options)
    best, most = options[0], float("-inf")
    for option in options:
        value = estimate(state, seat, option)
        if value > most:
            best, most = option, value
    return best


def _quick_move(s: State, seat: int, options: list[Option]) -> Option:
    """The square that brings most; cards at this moment are left to who thinks longer."""
    found, good = nets(s, seat), next_good(s, seat)
    known: dict[int, float] = {}
    best, most = options[0], float("-inf")
    for option in options:
        if option[0] != "move":
            continue
        end = option[2]
        value = known.get(end)
        if value is None:
            value = known[end] = square_worth(s, found, good, end)
        if value > most:
            best, most = option, value
    return best
