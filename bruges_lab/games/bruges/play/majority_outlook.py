"""The majorities inspector: who leads what and by how much, what can still flip it this round, and what it is worth.

Counts, leaders and worth are the engine's own. Which choices of the player to move change a leader is found by making each of
them on a copy. What a seat can still add this round is a bound: cards, guilders, workers and the step are counted, all hands
open; effects of people are not, and those in the displays that could do more are listed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from typing import TYPE_CHECKING, NamedTuple

from ....kernel import Choice, Game, LabError, advance, choose
from ....kernel.choices import Option
from ....kernel.errors import either
from ..deck import Op
from ..model import EMPTY, State
from ..rules import queries
from ..rules.actions import canal_price, recruit_price
from ..rules.dice import advance_price
from ..rules.majorities import CANAL, PEOPLE, REPUTATION, RULES, leaders, standings
from ..rules.scoring import final_parts
from ..words import AREAS

if TYPE_CHECKING:
    import plotly.graph_objects


class Share(NamedTuple):
    """One seat in one area."""

    area: str
    seat: int
    name: str
    number: int
    helped: tuple[tuple[int, int], ...]
    """The people who add to the count, each with how much."""
    leads: bool
    """Whether the seat would turn its marker if the areas were compared now."""
    marker: bool
    """Whether it has turned it already; it stays turned."""
    worth: int
    """What the marker brings this seat at the end, laurels included."""
    needs: int
    """How many more it needs to lead alone, as the others stand; 0 if it does."""
    most: int
    """How many more it can have by the end of the round, by its cards and the step alone."""

    @property
    def can_lead(self) -> bool:
        """Whether it leads or can, as far as the bound knows."""
        return self.leads or self.most >= self.needs


class Means(NamedTuple):
    """What a seat has left for this round."""

    turns: int
    cards: int
    guilders: int
    known: bool
    """Whether hand and dice of the round are settled; if not, the hand may still grow."""


class Flip(NamedTuple):
    """A choice that the player to move may make now and that changes who leads an area."""

    area: str
    choice: Choice
    option: Option
    before: tuple[int, ...]
    after: tuple[int, ...]


class Area(NamedTuple):
    """One of the three areas."""

    area: str
    rule: str
    shares: tuple[Share, ...]
    leaders: tuple[int, ...]
    lead: int
    """By how much the first is ahead of the second; 0 in a tie."""
    flips: tuple[Flip, ...]

    @property
    def gains(self) -> dict[int, int]:
        """Who would turn a marker now, and the points it would bring at the end."""
        return {seat: self.shares[seat].worth for seat in self.leaders if not self.shares[seat].marker}


class Majorities:
    """All three areas where a game stands."""

    def __init__(self, game: Game[State], areas: tuple[Area, ...], means: tuple[Means, ...], left_out: tuple[int, ...]) -> None:
        self.manifest = game.manifest
        self.names = game.names
        self.state = game.state
        self.round = game.state.round
        self.points = game.state.rules.majority_points
        """What a turned marker scores (scoring.majority)."""
        self.seat = None if game.pending is None or game.pending.is_chance else game.pending.player
        """Who is to choose now."""
        self.over = game.over
        self.areas = areas
        self.means = means
        self.left_out = left_out
        """People in the displays whose effects could change a count this round and are not in the bounds."""
        self.teller = game.kit.teller(game.state, game.names)

    def __getitem__(self, area: str) -> Area:
        if area not in AREAS:
            raise LabError(f"unknown area {area!r}; choose {either(AREAS)}")
        return self.areas[AREAS.index(area)]

    @property
    def records(self) -> tuple[Share, ...]:
        """One record a seat an area."""
        return tuple(share for area in self.areas for share in area.shares)

    @property
    def flips(self) -> tuple[Flip, ...]:
        """The choices now that change a leader, in any area."""
        return tuple(flip for area in self.areas for flip in area.flips)

    def told(self, lang: str = "en") -> str:
        """Who leads what, what would flip it, what it is worth."""
        from ..figures.majority_figures import majorities_text

        return majorities_text(self, lang)

    def figure(self, *, lang: str = "en") -> plotly.graph_objects.Figure:
        """The counts side by side."""
        from ..figures.majority_figures import majorities_figure

        return majorities_figure(self, lang=lang)

    def __str__(self) -> str:
        return self.told()

    def __repr__(self) -> str:
        led = ", ".join(f"{area.area} {'/'.join(self.names[seat] for seat in area.leaders) or 'nobody'}" for area in self.areas)
        return f"<Majorities, round {self.round}, {led}>"

    def _repr_html_(self) -> str:
        from ..figures.majority_figures import majorities_html

        return majorities_html(self)


def majorities(game: Game[State]) -> Majorities:
    """Who leads the three areas where a game stands, and what can still change it this round."""
    if not isinstance(game, Game):
        raise LabError("majorities are inspected in a game: give the game, not a position")
    if not isinstance(game.state, State):
        raise game.manifest.lacks("majorities")
    state = game.state
    seats = range(len(state.players))
    flips = _flips(game)
    means = tuple(_means(state, seat) for seat in seats)
    areas = []
    for area, word in enumerate(AREAS):
        numbers = standings(state, area)
        led = tuple(seat for seat, _ in leaders(state, area))
        ranked = sorted(numbers, reverse=True)
        shares = tuple(
            Share(
                word,
                seat,
                game.names[seat],
                numbers[seat],
                tuple((person, state.deck.adding[area][person]) for person in _helpers(state, seat, area)),
                seat in led,
                state.players[seat].majorities[area],
                worth(state, seat, area),
                _needs(state, numbers, seat, seat in led),
                most(state, seat, area),
            )
            for seat in seats
        )
        mine = tuple(flip for flip in flips if flip.area == word)
        areas.append(Area(word, RULES[area], shares, led, ranked[0] - ranked[1], mine))
    return Majorities(game, tuple(areas), means, _left_out(state))


def _helpers(state: State, seat: int, area: int) -> list[int]:
    return [person for person in state.players[seat].people if person in state.deck.adding[area]]


def worth(state: State, seat: int, area: int) -> int:
    """What the marker of an area brings a seat at the end: the score with it, less the score without."""
    totals = []
    for turned in (True, False):
        twin = state.copy()
        row = list(twin.players[seat].majorities)
        row[area] = turned
        twin.players[seat].majorities = (row[0], row[1], row[2])
        totals.append(sum(final_parts(twin, seat)))
    return totals[0] - totals[1]


def _needs(state: State, numbers: list[int], seat: int, leads: bool) -> int:
    """Until it leads; the Judge's owner needs only draw level with the first (D-129)."""
    if leads:
        return 0
    best = max(number for other, number in enumerate(numbers) if other != seat)
    alone = best + state.rules.majority_margin
    return max(1, min(alone, max(best, 1)) if queries.has(state, seat, "share_lead") else alone) - numbers[seat]


# Which choices change a leader


def _flips(game: Game[State]) -> list[Flip]:
    """Every choice of the player to move, made on a copy and followed to the next decision."""
    pending = game.pending
    if pending is None or pending.is_chance:
        return []
    before = _led(game.state)
    found = []
    for option, choice in zip(pending.raw, game.legal(), strict=True):
        twin = game.state.copy()
        choose(twin, option)
        advance(twin)
        after = _led(twin)
        found += [
            Flip(word, choice, option, before[area], after[area])
            for area, word in enumerate(AREAS)
            if before[area] != after[area]
        ]
    return found


def _led(state: State) -> list[tuple[int, ...]]:
    return [tuple(seat for seat, _ in leaders(state, area)) for area in range(len(AREAS))]


# What a seat can still add this round


def _means(state: State, seat: int) -> Means:
    player = state.players[seat]
    return Means(_turns(state, seat), len(player.hand), player.guilders, _rolled(state))


def _rolled(state: State) -> bool:
    """Whether hands and dice of the round are settled."""
    return not any(task[0] in ("round", "phase.draw", "phase.dice", "dice.roll") for task in state.agenda)


def _turns(state: State, seat: int) -> int:
    """Turns in which a card can still be played this round."""
    if any(task[0] == "phase.actions" for task in state.agenda):
        return state.rules.turns
    waiting = (("turn.act", seat), ("turn.extra", seat), ("turn.go", seat, False))
    return sum((task[0] == "turn" and task[1] == seat) or task in waiting for task in state.agenda)


def most(state: State, seat: int, area: int) -> int:
    """The most that a seat can add to its count this round: by steps on offer, or by its cards."""
    if area == REPUTATION:
        return _steps(state, seat) + _by_cards(state, seat, area)
    return _by_cards(state, seat, area)


def _steps(state: State, seat: int) -> int:
    """Steps of phase 2 that are still to be offered and can be paid; before the roll the cheapest die counts."""
    player, rules = state.players[seat], state.rules
    tasks = state.agenda
    offers = sum(task[:2] in (("advance.offer", seat), ("advance", seat)) for task in tasks)
    price = advance_price(state, seat)
    if any(task[0] in ("phase.dice", "reputation") for task in tasks):
        offers += rules.advance_max // rules.advance_steps if rules.advance_steps else 0
        price = price if _rolled(state) else min(rules.advance_faces, default=0)
    if not offers or price is None or price > player.guilders:
        return 0
    return min(state.board.last_step - player.reputation, offers * rules.advance_steps)


def _by_cards(state: State, seat: int, area: int) -> int:
    """Every way to use the cards for this area alone: who is recruited, what is built, and cards that bring what it costs."""
    player = state.players[seat]
    plays = min(_turns(state, seat), len(player.hand))
    adding = state.deck.adding[area]
    useful = {card: (area == PEOPLE) + adding.get(card, 0) for card in player.hand}
    people = [card for card, gain in useful.items() if gain > 0]
    ways = list(_canals(state, seat, plays)) if area == CANAL else [((), 0)]
    best = 0
    for size in range(min(plays, len(people)) + 1):
        for chosen in combinations(people, size):
            for colours, price in ways:
                gain = sum(useful[card] for card in chosen) + len(colours)
                if gain > best and _possible(state, seat, plays, chosen, colours, price):
                    best = gain
    return best


def _canals(state: State, seat: int, plays: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """So many tiles in each section: the colours of cards they take and the guilders they cost."""
    trial = state.copy()
    player = trial.players[seat]
    built = player.canals
    rows: list[list[tuple[int, int]]] = []
    for section, spaces in enumerate(trial.board.gates[player.gate]):
        row = []
        for tiles in range(built[section], len(spaces)):
            player.canals = (*built[:section], tiles, *built[section + 1 :])
            row.append((spaces[tiles].colour, canal_price(trial, seat, section)))
        player.canals = built
        rows.append(row)
    left, right = rows[0], rows[1] if len(rows) > 1 else []
    for i in range(len(left) + 1):
        for j in range(len(right) + 1):
            if i + j <= plays:
                tiles_laid = left[:i] + right[:j]
                yield tuple(colour for colour, _ in tiles_laid), sum(price for _, price in tiles_laid)


def _possible(state: State, seat: int, plays: int, people: tuple[int, ...], tiles: tuple[int, ...], price: int) -> bool:
    """Whether so many plays suffice: for the people and tiles themselves, houses, workers for these, and guilders."""
    player, rules, colour_of = state.players[seat], state.rules, state.deck.colour
    rest = Counter(colour_of[card] for card in player.hand if card not in people)
    rest.subtract(tiles)
    plays -= len(people) + len(tiles)
    if plays < 0 or min(rest.values(), default=0) < 0:
        return False
    missing = price + sum(recruit_price(state, seat, card) for card in people) - player.guilders
    empty = sum(house.person == EMPTY for house in player.houses)
    faces = state.dice if _rolled(state) else (rules.dice_faces,) * len(state.dice)
    helpers = queries.people_with(state, seat, "guilder_action")
    extra = sum(state.deck.queries["guilder_action"][person].numbers[0] for person in helpers)
    taken = max(rules.workers_taken, queries.number(state, seat, "worker_action", max) or 0)
    free = queries.has(state, seat, "house_without_worker") or not rules.house_workers
    for houses in set(combinations(sorted(rest.elements()), max(0, len(people) - empty))):
        left, used = rest.copy(), len(houses)
        left.subtract(houses)
        if not free:
            for colour, count in Counter(houses).items():
                lacking = max(0, count * rules.house_workers - player.workers[colour])
                cards = -(-lacking // taken) if taken else plays + 1
                left[colour] -= cards if lacking else 0
                used += cards if lacking else 0
        if used > plays or min(left.values(), default=0) < 0:
            continue
        brought = sorted((faces[colour] + extra for colour in left.elements()), reverse=True)[: plays - used]
        if sum(brought) >= missing:
            return True
    return False


_COUNTS = frozenset(
    {
        *("build_canal", "build_house", "recruit", "play_card", "advance", "ready_person", "opponents_lose_canal"),
        *("opponents_lose_house", "opponents_take_threat", "gain_guilders", "draw_cards", "take_discard"),
    }
)


def _left_out(state: State) -> tuple[int, ...]:
    """People in the displays who could do more than the bounds know; arrows have had their effect."""
    return tuple(
        person
        for player in state.players
        for person in player.people
        if state.deck[person].when != "arrow" and any(_changes_counts(op) for op in state.deck[person].effect)
    )


def _changes_counts(op: Op) -> bool:
    return op.name in _COUNTS or (op.name == "trade" and op.words["bring"] in ("step", "guilders", "card"))
