"""What a few changes in front of one player are worth to that player, all else being as it was.

`Change` says what changes; `Outlook` is the position it changes. A sum of differences suffices, but for laurels, which may count
anything: those are counted before and after, on a table on which nothing else is copied.
"""

from __future__ import annotations

from collections.abc import Mapping

from ..deck import Op
from ..model import EMPTY, House, Player, Row, State
from ..rules.scoring import laurel_points
from ..words import COLOURS
from .tallies import HOUSES, counts_one_more, people_of, tally
from .weights import ENDING, GUILDER, MAJORITY, PURSE, STEP, THIRD_SPACE, THREAT, TILE, WORKER, WORKERS_A_COLOUR

AWAY = (0.0, THREAT[1], THREAT[2] - THREAT[1], 0.0)
"""What it is worth, besides its points, that one of so many markers of a colour goes: of three and more two are as bad."""


class Change:
    """What an option changes in front of whoever takes it."""

    __slots__ = ("canals", "cards", "colour", "comes", "guilders", "hopes", "points", "spent", "steps", "sure", "workers")

    def __init__(self, cards: int = 1, *, spent: bool = False) -> None:
        self.cards, self.spent = cards, spent
        """How many cards leave the hand, and whether they go to the discard pile."""
        self.points = 0
        self.sure = 0.0
        """What else counts in full, in the last round too."""
        self.hopes = 0.0
        """What is still to come of it, besides goods and steps."""
        self.guilders = self.steps = 0
        self.workers: dict[int, int] = {}
        self.colour = EMPTY
        """The colour of a threat that goes."""
        self.comes = EMPTY
        """Who comes into the display; or a new house, as the back of a card of its colour."""
        self.canals: tuple[int, ...] | None = None

    def take_workers(self, colour: int, workers: int) -> None:
        """So many workers of a colour more, or less."""
        self.workers[colour] = self.workers.get(colour, 0) + workers

    def lose_threat(self, s: State, player: Player, colour: int) -> None:
        """One marker of a colour goes, of those there are, for points."""
        self.colour, self.points, self.sure = colour, s.rules.threat_points, AWAY[min(player.threats[colour], 3)]

    def touched(self) -> set[str]:
        """The things it changes, in the words of `tallies.py`."""
        found = {"cards"} if self.cards else set()
        if self.guilders:
            found.add("guilders")
        if self.workers:
            found.add("workers")
        if self.colour != EMPTY:
            found.add("threats")
        if self.comes != EMPTY:
            found.add("houses")
        if self.canals is not None:
            found.add("canals")
        if self.steps:
            found.add("steps")
        return found


class Outlook:
    """A position as a seat sees it that is about to change something."""

    __slots__ = ("_scored", "_table", "cared", "hope", "lead", "player", "s", "seat", "shown")

    def __init__(self, s: State, seat: int) -> None:
        self.s, self.seat = s, seat
        self.player: Player = s.players[seat]
        self.shown = shown = tally(s, self.player.houses)
        self.hope = ENDING if s.final_round else 1.0
        """What is left of all that is not points yet."""
        cared = shown.own
        steps = heads = tiles = 0
        for rival in s.players:
            if rival is not self.player:
                theirs = tally(s, rival.houses)
                if theirs.others:
                    cared |= theirs.others
                reached, met, built = (
                    rival.reputation + theirs.steps,
                    theirs.people + theirs.heads,
                    sum(rival.canals) + theirs.tiles,
                )
                steps = reached if reached > steps else steps
                heads = met if met > heads else heads
                tiles = built if built > tiles else tiles
        self.cared = cared
        """The occasions of this seat at which anybody has more to say."""
        self.lead = steps, heads, tiles
        """What this seat has to exceed to lead."""
        self._scored: dict[int, int] = {}
        self._table: State | None = None

    def value(self, change: Change, laurels: bool, over: bool = False) -> float:
        """What a change is worth; `laurels` if it may change what they score. Once all is over only points are left."""
        player = self.player
        hopes = change.hopes
        if change.guilders:
            hopes += GUILDER * room(player.guilders, change.guilders, PURSE)
        for colour, workers in change.workers.items():
            hopes += WORKER * room(player.workers[colour], workers, WORKERS_A_COLOUR)
        points = change.points
        if change.steps:
            s, steps = self.s, player.reputation
            points += s.board.reputation_points(steps + change.steps, s.rules) - s.board.reputation_points(steps, s.rules)
            hopes += STEP * change.steps
        if laurels:
            points += self._laurels_after(change)
        return points if over else points + change.sure + self.hope * hopes

    def overtaking(self, steps: int, heads: int, tiles: int) -> float:
        """What it is worth to lead in one more of the majorities, through so much more in each."""
        player, shown = self.player, self.shown
        won_steps, won_people, won_canals = player.majorities
        most_steps, most_heads, most_tiles = self.lead
        return MAJORITY * (
            (not won_steps and overtakes(player.reputation + shown.steps, steps, most_steps))
            + (not won_people and overtakes(shown.people + shown.heads, heads, most_heads))
            + (not won_canals and overtakes(sum(player.canals) + shown.tiles, tiles, most_tiles))
        )

    def dig(self, change: Change, section: int, price: int) -> bool:
        """Add a canal tile; False if it is the last one of its section, with which comes a statue."""
        rules, canals = self.s.rules, self.player.canals
        place, tiles = canals[section], sum(canals)
        if place + 1 >= rules.section_spaces:
            return False
        third = place + 1 == rules.third_space
        bonuses = int(third)
        if rules.canal_bonus != "third_space":
            bonuses = (tiles + 1) // rules.third_space - tiles // rules.third_space
        change.canals = (*canals[:section], place + 1, *canals[section + 1 :])
        change.guilders -= price
        change.points += rules.third_space_points * bonuses
        change.sure += THIRD_SPACE * third
        change.hopes += TILE + self.overtaking(0, 0, 1)
        return True

    def gain(self, when: str, colour: int, change: Change) -> bool:
        """Add what people bring on an occasion; False where what others gain matters too, or somebody draws a card."""
        own, others = self.s.deck.gains[when]
        if others and self._matters(when, others, change):
            return False
        for house in self.player.houses:
            op = own.get(house[1])
            if op is not None:
                what, number = op.words["what"], op.numbers[0]
                if what == "guilders":
                    change.guilders += number
                elif what == "points":
                    change.points += number
                elif what == "workers":
                    change.take_workers(colour if op.words["colour"] == "same" else op.colour, number)
                else:
                    return False
        return True

    def _matters(self, when: str, others: Mapping[int, Op], change: Change) -> bool:
        """Whether it is of any matter what others gain: a card has to be drawn first, guilders count where most of them score."""
        counts = self.shown.counts
        if change.comes >= 0:
            counts |= people_of(self.s.deck)[change.comes].counts
        matter = ("cards", "guilders") if "guilders" in counts else ("cards",)
        for player in self.s.players:
            if player is not self.player and when in tally(self.s, player.houses).others:
                for house in player.houses:
                    if house[1] in others and others[house[1]].words["what"] in matter:
                        return True
        return False

    # The table after a change

    def table(self, change: Change) -> State:
        """The position after a change, to be looked at before the next one is asked for."""
        seat, player, s = self.seat, self.player, self._table
        if s is None:
            s = self._table = self.s.__copy__()  # type: ignore[attr-defined]
            s.players = [*s.players]
            s.players[seat] = player.__copy__()  # type: ignore[attr-defined]
            s.log = None
        after: Player = s.players[seat]
        after.guilders = player.guilders + change.guilders
        workers = player.workers
        for colour, number in change.workers.items():
            workers = with_more(workers, colour, number)
        after.workers = workers
        colour = change.colour
        if colour >= 0:
            after.threats = with_more(player.threats, colour, -1)
            s.supply = with_more(self.s.supply, colour, 1)
        else:
            after.threats, s.supply = player.threats, self.s.supply
        after.houses = player.houses if change.comes == EMPTY else _with(s, player.houses, change.comes)
        after.canals = player.canals if change.canals is None else change.canals
        after.reputation = player.reputation + change.steps
        after.hand = player.hand[change.cards :]  # only how many there are counts
        s.discard = player.hand[:1] if change.spent else self.s.discard  # and here, whether there is any
        return s

    def _laurels_after(self, change: Change) -> int:
        """By how much a change changes what laurels score, those of somebody included who comes."""
        shown, comes = self.shown, change.comes
        more = self.house_laurels(comes) if comes != EMPTY and shown.house_laurels else 0
        others = shown.other_laurels
        if others and not shown.other_counts.isdisjoint(change.touched()):
            table = self.table(change)
            for number in others:
                if number not in self._scored:
                    self._scored[number] = laurel_points(self.s, self.seat, number)
                more += laurel_points(table, self.seat, number) - self._scored[number]
        if comes >= 0:
            person = people_of(self.s.deck)[comes]
            if person.scores:
                more += self._own_laurels(comes, change, person.counts == HOUSES)
        return more

    def _own_laurels(self, comes: int, change: Change, of_houses: bool) -> int:
        """What somebody who comes scores as a laurel: where houses and people count, the same as long as those are."""
        counted, key = self.shown.counted, _NEWCOMER + comes
        if of_houses and key in counted:
            return counted[key]
        points = counted[key] = laurel_points(self.table(change), self.seat, comes)
        return points

    def house_laurels(self, comes: int) -> int:
        """By how much the laurels that count houses and people score more when one comes; only group and colour count."""
        deck, counted = self.s.deck, self.shown.counted
        key = 5 * deck.group[comes] + deck.colour[comes] if comes >= 0 else comes
        found = counted.get(key)
        if found is None:
            laurels = [one for one in self.shown.house_laurels if counts_one_more(deck, one, comes)]
            found = 0
            if laurels:
                change = Change(0)
                change.comes = comes
                table = self.table(change)
                found = sum([laurel_points(table, self.seat, one) - laurel_points(self.s, self.seat, one) for one in laurels])
            counted[key] = found
        return found


_NEWCOMER = 1_000
"""From here on numbers in `Tally.counted` are people who come; below, groups and colours."""


def _with(s: State, houses: tuple[House, ...], comes: int) -> tuple[House, ...]:
    """A display with a new house, or a person on an empty one; of which card it is, and which one, is of no matter."""
    if comes < 0:
        return (*houses, House(s.deck.by_colour[COLOURS[-2 - comes]][0]))
    place = next(i for i, house in enumerate(houses) if house[1] == EMPTY)
    return (*houses[:place], houses[place]._replace(person=comes, used=False), *houses[place + 1 :])


def with_more(row: Row, place: int, more: int) -> Row:
    """A row with so much more at a place."""
    return row[:place] + (row[place] + more,) + row[place + 1 :]  # type: ignore[return-value]  # noqa: RUF005


def room(has: int, more: int, most: int) -> int:
    """By how much what counts of a supply rises, or falls, of which only so much counts."""
    after = has + more
    return (after if after < most else most) - (has if has < most else most)


def overtakes(has: int, more: int, most: int) -> bool:
    """Whether somebody who does not lead leads with so many more."""
    return has <= most < has + more
