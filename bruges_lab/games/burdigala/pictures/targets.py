"""Choices and places on the picture: where a choice is seen, and what to ask where there is none.

A target is a word and what it stands for, as on the picture (`data-target`): `square:7`, `meeple:7` (whoever stands there),
`site:via`, `hand:0:boat`, `goods:1:wine`, `token:0:3`, `die:1`, `pile:goods`. Squares, dice and values bear their numbers, seats
count from 0.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ....kernel.book import AgendaStep, Decision
from ....kernel.choices import Choice, Option, Word
from ....kernel.engine import to_choice
from ..model import BOOK, State
from ..rules.moving import way_to
from ..words import GOODS, PLOTS

# From a choice to its targets


def targets_of(state: State, choice: Choice | Option | str) -> tuple[str, ...]:
    """The targets that a choice of the decision on top of the agenda concerns, the most telling first; none where it leaves
    something as it is."""
    step = _step(state)
    if step is None:
        return ()
    if isinstance(choice, str):
        choice = Choice.parse(choice)
    elif not isinstance(choice, Choice):
        choice = to_choice(state, step, choice)
    return tuple(dict.fromkeys(_SEEN[choice.kind](_Asked(state), *choice.args))) if choice.kind in _SEEN else ()


class _Asked:
    """Who is asked, and about what."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.task = state.agenda[-1]
        self.seat = _decider(state) or 0

    def card(self, plot: Word) -> str:
        """A plot card in the hand of whoever is asked."""
        return f"hand:{self.seat}:{plot}"

    def site(self) -> str:
        """The site that a question is about."""
        return f"site:{self.state.board.sites[self.task[2]].name.lower()}"

    def betrayed(self, other: Word, plot: Word) -> str:
        """An open card of an opponent, or the hand."""
        return f"hand:{other}" if plot == "hand" else f"laid:{other}:{plot}"


Seen = Callable[..., Iterable[str]]


def _square(at: _Asked, square: Word) -> Iterable[str]:
    return (f"square:{square}",)


def _site(at: _Asked, site: Word) -> Iterable[str]:
    return (f"site:{site}",)


_DICE = ("die:1", "die:2")
_SEEN: dict[str, Seen] = {
    "place": _square,
    "move": lambda at, start, end: (f"square:{end}", f"meeple:{start}"),
    "remove": lambda at, square: (f"meeple:{square}", f"square:{square}"),
    "displace": _square,
    "build": _site,
    "extra": _site,
    "look": _site,
    "throw": lambda at: _DICE,
    "dice": lambda at, *_: _DICE,
    "lay": lambda at, plot: (at.card(plot),),
    "discard": lambda at, plot: (at.card(plot),),
    "discard_laid": lambda at, plot: (f"laid:{at.seat}:{plot}",),
    "betrayal": lambda at, other, plot: (at.betrayed(other, plot), f"seat:{other}", at.card("betrayal")),
    "influence": lambda at, die, way: (f"die:{die}", at.card("influence")),
    "indiscretion": lambda at: (at.card("indiscretion"),),
    "merchant": lambda at, other: (f"goods:{other}", f"seat:{other}", at.card("merchant")),
    "theft": lambda at, other: (f"goods:{other}", f"seat:{other}", at.card("theft")),
    "swap": lambda at, theirs, mine: (f"goods:{at.task[2]}:{theirs}", f"goods:{at.seat}:{mine}"),
    "sailor": lambda at: (at.card("sailor"), "pile:goods"),
    "keep": lambda at, good: (f"offered:{good}",),
    "crassus": lambda at: (at.card("crassus"), "supply"),
    "relationship": lambda at, token: (f"token:{at.seat}:{token}", at.card("relationship")),
    "honest": lambda at: (at.site(),),
    "corrupt": lambda at: ("pool", at.site()),
    "favour": lambda at, which: ("supply", at.site()) if which == "cube" else ("pile:goods",),
    "vino": lambda at: ("pile:goods", "pool", f"laid:{at.seat}:in_vino"),
    "again": lambda at: ("pool", *_DICE),
    "token": lambda at, *_: ("pool",),
}
"""Where each kind of choice is seen; others leave something as it is."""


# From a target to what could have been meant


def attempts_at(state: State, seat: int, target: str) -> list[str]:
    """Choices that somebody may have meant who pressed a target, in the order to ask `why_not` about.

    Where the question can be answered with something there, only such attempts; else one, and the answer is that it is not the
    time. None where another seat decides: an answer could tell what that seat holds.
    """
    step, decider = _step(state), _decider(state)
    if decider not in (None, seat):
        return []
    kind, *words = target.split(":")
    try:
        meant = list(_MEANT[kind](state, seat, *words)) if kind in _MEANT else []
    except (LookupError, ValueError, TypeError):  # not a target of this position
        return []
    offered = [choice for choice in meant if isinstance(step, Decision) and choice.split(":")[0] in step.actions]
    return offered or ([] if kind in _TO_LOOK_AT else meant[:1])


def _at_square(state: State, seat: int, word: str) -> Iterable[str]:
    """Placing, moving there or putting somebody there; a character that can at least walk there first."""
    square = int(word)
    if not state.board.has(square):
        raise LookupError(word)
    own = [start for start in state.players[seat].meeples if state.board.has(start)]
    walks = any(state.dice) and [start for start in own if way_to(state, seat, start, square) is not None]
    first = [*(walks or ()), *own]
    return [*(f"move:{start}:{square}" for start in dict.fromkeys(first)), f"place:{square}", f"displace:{square}"]


def _at_meeple(state: State, seat: int, word: str) -> Iterable[str]:
    square = int(word)
    if state.occupant(square) is None:
        raise LookupError(word)
    return [f"move:{square}:{square}", f"remove:{square}", *_at_square(state, seat, word)]


def _at_site(state: State, seat: int, word: str) -> Iterable[str]:
    if word not in {site.name.lower() for site in state.board.sites}:
        raise LookupError(word)
    return [f"build:{word}", f"extra:{word}", f"look:{word}"]


def _at_hand(state: State, seat: int, owner: str, plot: str = "") -> Iterable[str]:
    """What an own card could be used for; a hand of somebody else is betrayed."""
    if range(len(state.players))[int(owner)] != seat:
        return [f"betrayal:{owner}:hand"]
    if plot not in PLOTS or PLOTS.index(plot) not in state.players[seat].hand:
        return []
    return [*_uses(state, seat, plot), f"discard:{plot}"]


def _uses(state: State, seat: int, plot: str) -> list[str]:
    """A plot card with everything that it could be aimed at."""
    if state.stock.permanent[PLOTS.index(plot)]:
        return [f"lay:{plot}"]
    others = [other for other in range(len(state.players)) if other != seat]
    aims = {
        "betrayal": [f"{other}:{aim}" for other in others for aim in (*(PLOTS[p] for p in state.players[other].laid), "hand")],
        "influence": [f"{die}:{way}" for die in (1, 2) for way in ("up", "down")],
        "merchant": list(map(str, others)),
        "theft": list(map(str, others)),
        "relationship": [str(value) for value in state.players[seat].tokens or (0,)],
    }
    return [f"{plot}:{aim}" for aim in aims[plot]] if plot in aims else [plot]


def _at_laid(state: State, seat: int, owner: str, plot: str = "") -> Iterable[str]:
    if plot not in PLOTS or PLOTS.index(plot) not in state.players[int(owner)].laid:
        return []
    return [f"discard_laid:{plot}"] if int(owner) == seat else [f"betrayal:{owner}:{plot}"]


def _at_goods(state: State, seat: int, owner: str, good: str = "") -> Iterable[str]:
    """One's own can be swapped; others' can be stolen or swapped."""
    if range(len(state.players))[int(owner)] == seat:
        return [f"swap:{theirs}:{good}" for theirs in GOODS] if good in GOODS else []
    found = [f"swap:{good}:{mine}" for mine in GOODS] if good in GOODS else []
    return [*found, f"theft:{owner}", f"merchant:{owner}"]


def _at_token(state: State, seat: int, owner: str, value: str) -> Iterable[str]:
    return [f"relationship:{value}"] if int(owner) == seat and not value.startswith("#") else []


_AT_PILE = {"goods": ["favour:merchandise", "vino", "sailor"], "plot": [], "discard": [], "removed": []}
_MEANT: dict[str, Callable[..., Iterable[str]]] = {
    "square": _at_square,
    "meeple": _at_meeple,
    "site": _at_site,
    "hand": _at_hand,
    "laid": _at_laid,
    "goods": _at_goods,
    "token": _at_token,
    "die": lambda state, seat, die: ["throw", f"influence:{int(die)}:up", f"influence:{int(die)}:down"],
    "pile": lambda state, seat, pile: _AT_PILE[pile],
    "supply": lambda state, seat: ["favour:cube", "crassus"],
    "pool": lambda state, seat: ["corrupt", "vino", "again"],
    "offered": lambda state, seat, good: [f"keep:{good}"] if good in GOODS else [],
    "seat": lambda state, seat, other: [f"{kind}:{int(other)}" for kind in ("theft", "merchant") if int(other) != seat],
}
_TO_LOOK_AT = frozenset({"seat", "supply", "pool", "pile", "goods", "laid", "token", "die"})
"""Targets that are pressed to look at them: unless the question is about them, nobody means a choice there."""


# The agenda


def _step(state: State) -> AgendaStep | None:
    return BOOK.steps[state.agenda[-1][0]] if state.agenda else None


def _decider(state: State) -> int | None:
    """The seat that decides now; None for chance, for tasks that run by themselves, and at the end."""
    step = _step(state)
    return state.agenda[-1][1] if isinstance(step, Decision) else None
