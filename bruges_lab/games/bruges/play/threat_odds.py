"""Exact odds of the threats to come: markers, damage and the price of the step, round by round, in fractions.

The model: every die is fair and the dice of a round are independent; every threatening die brings everybody a marker; at the
limit the damage comes and the markers go back. Nobody discards a marker unless the plan says so, and people do nothing; those in
the displays who could change something are listed. Under this model the numbers are exact: a brute force over all rolls gives
the same (the tests do it). Where a colour can run dry, seats depend on one another: dry_threats.py follows them together.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from ....kernel import Game, LabError
from ....kernel.errors import one_line
from ..deck import Op
from ..model import State
from ..rules.dice import dice_classes, dice_price
from ..words import COLOURS, DAMAGES
from .dry_threats import Outlook, can_run_dry, outlooks

if TYPE_CHECKING:
    import plotly.graph_objects

Distribution = tuple[Fraction, ...]
"""The odds of 0, 1, 2 … markers."""
Plan = Mapping[int, Mapping[str, int]]
"""For a seat, how many markers of a colour it discards after the threats of every round."""

MOST_ROUNDS = 30
NO_MORE_DICE = "no dice are rolled any more: this is the last round"


class Round(NamedTuple):
    """One round to come, for one seat."""

    number: int
    markers: tuple[Distribution, ...]
    """For each colour the markers after the damage of this round."""
    damage: tuple[Fraction, ...]
    """For each colour the odds of its damage in this round."""
    damages: tuple[Fraction, ...]
    """The odds of damage of exactly 0, 1, … 5 colours in this round."""

    @property
    def any_damage(self) -> Fraction:
        """The odds of at least one damage in this round."""
        return 1 - self.damages[0]


class Loss(NamedTuple):
    """What damage would cost a seat now, in goods."""

    damage: str
    good: str
    amount: int


class SeatOdds(NamedTuple):
    """Everything to come for one seat."""

    seat: int
    name: str
    rounds: tuple[Round, ...]
    struck: tuple[tuple[Fraction, ...], ...]
    """For each colour the odds that its damage has come at least once by each round."""
    unharmed: tuple[Fraction, ...]
    """The odds of no damage at all up to each round."""
    losses: tuple[Loss, ...]

    def expected_loss(self) -> dict[str, Fraction]:
        """The expected number of each damage over all rounds, times what it would cost now."""
        return {
            loss.good: sum((round_.damage[DAMAGES.index(loss.damage)] for round_ in self.rounds), Fraction(0)) * loss.amount
            for loss in self.losses
        }


class ThreatOdds(NamedTuple):
    """The odds for all seats, the price of the next step, and what the model leaves out."""

    seats: tuple[SeatOdds, ...]
    price: dict[int | None, Fraction]
    """The odds of each price of the next step; None: no step is on offer."""
    chance_of_threat: Fraction
    """The odds that one die threatens."""
    plan: Plan
    left_out: tuple[str, ...]
    """People in the displays whose effects the model does not know."""

    @property
    def model(self) -> str:
        """The model in a sentence."""
        plan = "nobody discards markers" if not self.plan else "markers are discarded as planned"
        return f"fair dice, each threatening with {self.chance_of_threat}; {plan}; people do nothing"

    def expected_price(self) -> Fraction:
        """The expected price of the next step where there is one."""
        offered = {price: odds for price, odds in self.price.items() if price is not None}
        total = sum(offered.values(), Fraction(0))
        if not total:
            return Fraction(0)
        return sum((price * odds for price, odds in offered.items()), Fraction(0)) / total

    def told(self, lang: str = "en") -> str:
        """The odds in lines: seat by seat, damage by damage, round by round."""
        from ..figures.odds_figures import odds_text

        return odds_text(self, lang)

    def figure(self, *, lang: str = "en") -> plotly.graph_objects.Figure:
        """The risk of each damage, round by round."""
        from ..figures.odds_figures import odds_figure

        return odds_figure(self, lang=lang)

    def _repr_html_(self) -> str:
        from ..figures.odds_figures import odds_html

        return odds_html(self)

    def __repr__(self) -> str:
        return f"<ThreatOdds, {len(self.seats)} seats, {len(self.seats[0].rounds)} rounds, {self.model}>"


def threat_odds(game: Game[State] | State, rounds: int = 3, plan: Plan | None = None) -> ThreatOdds:
    """The odds of markers and damage over the next rolls, from where a game or a position stands."""
    if isinstance(game, Game) and not isinstance(game.state, State):
        raise game.manifest.lacks("odds of threats")
    if not isinstance(game, Game | State):
        raise LabError(f"game: a game or a position of Bruges, not {one_line(repr(game), 40)}")
    state, names = (game.state, game.names) if isinstance(game, Game) else (game, _names(game))
    if not isinstance(rounds, int) or isinstance(rounds, bool) or not 1 <= rounds <= MOST_ROUNDS:
        raise LabError(f"rounds: from 1 to {MOST_ROUNDS}, not {one_line(rounds, 20)!r}")
    if not (plan is None or (isinstance(plan, Mapping) and all(isinstance(markers, Mapping) for markers in plan.values()))):
        raise LabError(
            f"plan: for a seat, how many markers of a colour, such as {{0: {{'red': 1}}}}, not {one_line(repr(plan), 40)}"
        )
    plan = plan or {}
    _check_plan(plan, len(state.players))
    first = _next_roll(state)
    last = first + rounds - 1
    if state.final_round:
        last = min(last, state.final_round)
    numbers = list(range(first, last + 1))
    if not numbers:
        raise LabError(NO_MORE_DICE)
    threatens = _chance_of_threat(state)
    courses = _dry_courses(state, numbers, threatens, plan) if can_run_dry(state) else None
    seats = tuple(_seat_odds(state, seat, names[seat], numbers, threatens, plan, courses) for seat in range(len(names)))
    return ThreatOdds(seats, price_ahead(state), threatens, plan, _left_out(state))


def damage_ahead(state: State, seat: int) -> Fraction:
    """The odds of any damage to a seat with the next roll, as `threat_odds` gives them for one round, without all the rest."""
    if can_run_dry(state):
        return threat_odds(state, rounds=1).seats[seat].rounds[0].any_damage
    number = _next_roll(state)
    if state.final_round and number > state.final_round:
        raise LabError(NO_MORE_DICE)
    limit = state.rules.threat_limit
    waiting = sum((markers if markers < limit else 0) + 1 == limit for markers in state.players[seat].threats)
    return 1 - (1 - _chance_of_threat(state)) ** waiting


def _names(state: State) -> tuple[str, ...]:
    from ..words import NAMES

    return tuple(NAMES[: len(state.players)])


def _check_plan(plan: Plan, players: int) -> None:
    for seat, markers in plan.items():
        if seat not in range(players):
            raise LabError(f"plan: there is no seat {one_line(seat, 20)!r}")
        for colour, count in markers.items():
            if colour not in COLOURS or not isinstance(count, int) or count < 0:
                raise LabError(f"plan: {one_line(colour, 20)!r}: {one_line(count, 20)!r} is not a number of markers of a colour")


def _next_roll(state: State) -> int:
    """The round whose dice are rolled next."""
    waiting = any(task[0] in ("dice.roll", "phase.dice") for task in state.agenda)
    return max(1, state.round) if waiting or not state.round else state.round + 1


def _chance_of_threat(state: State) -> Fraction:
    if not state.rules.threats_per_die:
        return Fraction(0)
    faces = [face for face in range(1, state.rules.dice_faces + 1) if face in state.rules.threat_faces]
    return Fraction(len(faces), state.rules.dice_faces)


Course = list[list[list[Outlook]]]
"""For each colour and round the outlook of each seat."""


def _dry_courses(state: State, numbers: list[int], threatens: Fraction, plan: Plan) -> Course:
    players = len(state.players)
    first = state.start + numbers[0] - max(1, state.round)  # the start player changes every round
    starts = [(first + place) % players for place in range(len(numbers))]
    return [
        list(outlooks(state, colour, starts, threatens, [plan.get(seat, {}).get(word, 0) for seat in range(players)]))
        for colour, word in enumerate(COLOURS)
    ]


def _seat_odds(
    state: State, seat: int, name: str, numbers: list[int], threatens: Fraction, plans: Plan, courses: Course | None
) -> SeatOdds:
    limit, plan = state.rules.threat_limit, plans.get(seat, {})
    markers = [_certain(state.players[seat].threats[colour], limit) for colour in range(len(COLOURS))]
    alive = [Fraction(1)] * len(COLOURS)
    # Whether damage has come depends on the markers, so the two go together: odds of markers with no damage yet.
    quiet = list(markers)
    rounds, struck, unharmed = [], [], []
    for place, number in enumerate(numbers):
        damage = []
        for colour, word in enumerate(COLOURS):
            if courses is not None:
                markers[colour], hit, alive[colour] = courses[colour][place][seat]
                damage.append(hit)
                continue
            away = plan.get(word, 0)
            markers[colour], hit = _roll(markers[colour], threatens, limit, away)
            quiet[colour], _ = _roll(quiet[colour], threatens, limit, away, drop=True)
            alive[colour] = sum(quiet[colour], Fraction(0))
            damage.append(hit)
        rounds.append(Round(number, tuple(markers), tuple(damage), _how_many(damage)))
        struck.append(tuple(1 - odds for odds in alive))
        product = Fraction(1)
        for odds in alive:
            product *= odds
        unharmed.append(product)
    by_colour = tuple(zip(*struck, strict=True))
    return SeatOdds(seat, name, tuple(rounds), by_colour, tuple(unharmed), _losses(state, seat))


def _certain(markers: int, limit: int) -> Distribution:
    """What is there now; markers whose damage is waiting are gone before the next roll."""
    return tuple(Fraction(number == (markers if markers < limit else 0)) for number in range(limit))


def _roll(
    markers: Distribution, threatens: Fraction, limit: int, away: int, *, drop: bool = False
) -> tuple[Distribution, Fraction]:
    """One die: the markers after it, its damage and the plan, and the odds of the damage. `drop` leaves out what was struck."""
    after = [Fraction(0)] * limit
    hit = Fraction(0)
    for number, odds in enumerate(markers):
        after[max(0, number - away)] += odds * (1 - threatens)
        if number + 1 < limit:
            after[max(0, number + 1 - away)] += odds * threatens
        else:
            hit += odds * threatens
            if not drop:
                after[0] += odds * threatens
    return tuple(after), hit


def _how_many(damage: list[Fraction]) -> tuple[Fraction, ...]:
    """The odds of damage of 0, 1, … colours in one round: the dice are independent."""
    odds = [Fraction(1)]
    for hit in damage:
        longer = [Fraction(0)] * (len(odds) + 1)
        for number, share in enumerate(odds):
            longer[number] += share * (1 - hit)
            longer[number + 1] += share * hit
        odds = longer
    return tuple(odds)


def _losses(state: State, seat: int) -> tuple[Loss, ...]:
    """What each damage would take today."""
    player, rules = state.players[seat], state.rules
    burnt = bool(player.houses) or any(player.canals)
    return (
        Loss("flood", "workers", sum(player.workers)),
        Loss("plague", "people", min(rules.plague_loss, len(player.people))),
        Loss("raid", "guilders", player.guilders),
        Loss("fire", "houses or canal tiles", min(rules.fire_loss, 1) if burnt else 0),
        Loss("intrigue", "points", max(0, min(rules.intrigue_loss, player.points - rules.score_floor))),
    )


_PRICES: dict[tuple[int, tuple[int, ...]], dict[int | None, Fraction]] = {}
"""For dice of so many faces, and those of them that are low."""


def price_ahead(state: State) -> dict[int | None, Fraction]:
    """The price of the next step over all rolls."""
    key = state.rules.dice_faces, state.rules.advance_faces
    if key not in _PRICES:
        found: dict[int | None, Fraction] = {}
        trial = state.copy()
        for option, odds, _count in dice_classes(state):
            trial.dice = option[1:]
            price = dice_price(trial)
            found[price] = found.get(price, Fraction(0)) + odds
        _PRICES[key] = dict(sorted(found.items(), key=lambda item: (item[0] is None, item[0] or 0)))
    return dict(_PRICES[key])


_MATTERS = frozenset(
    {
        "discount",
        "advance_without_dice",
        "wards_off",
        "may_discard_threat",
        "discard_threats",
        "opponents_take_threat",
        "gain_when",
    }
)


def _left_out(state: State) -> tuple[str, ...]:
    return tuple(
        state.deck[person].id
        for player in state.players
        for person in player.people
        if any(_matters(op) for op in state.deck[person].effect) and state.deck[person].when != "arrow"
    )


def _matters(op: Op) -> bool:
    if op.name == "discount":
        return op.words["on"] == "advance"
    if op.name == "gain_when":
        return op.words["on"] in ("damage_suffered", "step_taken")
    return op.name in _MATTERS
