"""A second, slow reading of phase 2 and phase 4, written from the rule catalogue and the texts on the cards alone.

The engine is compared with it. It shares nothing with the engine: colours, cards and sections are words, goods are dicts, and
each step is a generator that yields a `Question` wherever a player may decide, even where only one answer is left. Rule ids and
D-numbers are the catalogue's.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass, field

COLOURS = ("blue", "brown", "yellow", "red", "purple")
SECTIONS = ("left", "right")
AREAS = ("reputation", "people", "canal")
PILES = ("first", "second")

WARDS_OFF = {"blue": "night_watchman", "brown": "pikeman", "yellow": "gatekeeper", "red": "sergeant", "purple": "mercenary"}
"""“Floods do you no harm”, and so on: who wards off the damage of a colour."""
COUNTS_MORE = {"people": "councilman", "canal": "tightrope_walker"}
"""“For this majority you count as having so many more”."""
STEPS = ("notary", "burgrave", "earl", "countess", "chronicler", "preacher", "bodyguard", "parish_priest")
PHASE_2 = (*WARDS_OFF.values(), "fortune_teller", *STEPS)
PHASE_4 = (*COUNTS_MORE.values(), "judge", "archivist")
"""Everybody who matters in a phase."""

Answer = tuple[str, ...]


@dataclass
class House:
    """A built house; only a person can be turned sideways."""

    card: str
    person: str | None = None
    used: bool = False


@dataclass
class Player:
    """All that lies in front of a player."""

    points: int = 0
    guilders: int = 0
    workers: dict[str, int] = field(default_factory=lambda: dict.fromkeys(COLOURS, 0))
    threats: dict[str, int] = field(default_factory=lambda: dict.fromkeys(COLOURS, 0))
    reputation: int = 0
    canals: dict[str, int] = field(default_factory=lambda: dict.fromkeys(SECTIONS, 0))
    claimed: dict[str, bool] = field(default_factory=lambda: dict.fromkeys(SECTIONS, False))
    statues: list[int] = field(default_factory=list)
    houses: list[House] = field(default_factory=list)
    hand: list[str] = field(default_factory=list)
    shown: list[str] = field(default_factory=list)
    """Cards in hand that all have seen."""
    majorities: dict[str, bool] = field(default_factory=lambda: dict.fromkeys(AREAS, False))

    def people(self) -> list[str]:
        return [house.person for house in self.houses if house.person is not None]

    def has(self, person: str) -> bool:
        """Whether a person is in the display: in hand, or face down as a house, it has no effect."""
        return person in self.people()


@dataclass
class Table:
    """A position, and the readings of it that can be switched."""

    players: list[Player]
    start: int = 0
    dice: dict[str, int] = field(default_factory=lambda: dict.fromkeys(COLOURS, 0))
    supply: dict[str, int] = field(default_factory=lambda: dict.fromkeys(COLOURS, 0))
    discard: list[str] = field(default_factory=list)
    piles: dict[str, list[str]] = field(default_factory=lambda: {pile: [] for pile in PILES})
    """The top card is the last; they are never so short here that one could run out."""
    numbers: dict[str, int] = field(default_factory=dict)
    """The number on each card that has one."""
    last_step: int = 12
    earl_when: str = "no_low_die"
    notary_on_earl: bool = False
    happened: list[str] = field(default_factory=list)
    """What came up on the way, so that a test can see that it met the rare cases."""

    def clockwise(self) -> list[int]:
        """All seats from the start player on (D-062, D-158)."""
        count = len(self.players)
        return [(self.start + places) % count for places in range(count)]


@dataclass(frozen=True)
class Question:
    """Somebody decides."""

    seat: int
    options: list[Answer]


Step = Generator[Question, Answer, None]


class SupplyDry(Exception):
    """A marker must be dealt and none is there."""


# Phase 2, threats (sections 6 and 7)


def threats(table: Table) -> Step:
    """A player at a time: all markers of the roll, then the damage in the order that player likes (D-099, D-100, D-158)."""
    if any(table.dice[colour] in (5, 6) and table.supply[colour] < len(table.players) for colour in COLOURS):
        table.happened.append("short if dealt at once")
    for seat in table.clockwise():
        player = table.players[seat]
        struck = []
        for colour in COLOURS:
            if table.dice[colour] in (5, 6):  # phase2.threat.faces
                if table.supply[colour] == 0:
                    raise SupplyDry(colour)
                table.supply[colour] -= 1
                player.threats[colour] += 1
                if player.threats[colour] == 3:  # phase2.threat.third
                    struck.append(colour)
        if "red" in struck and "brown" in struck:
            table.happened.append("fire with plague")
        people = player.people()
        while struck:  # threat.several, D-030
            _, colour = yield Question(seat, [("damage", colour) for colour in struck])
            struck.remove(colour)
            if WARDS_OFF[colour] in people and not player.has(WARDS_OFF[colour]):
                table.happened.append("protector lost before")
            yield from strike(table, seat, colour)
            player.threats[colour] -= 3  # threat.return, threat.no_points, D-102: back at once, for nothing
            table.supply[colour] += 3


def strike(table: Table, seat: int, colour: str) -> Step:
    """A damage whose turn has come; who has been lost to one before it wards off nothing any more."""
    player = table.players[seat]
    if player.has(WARDS_OFF[colour]):
        table.happened.append(WARDS_OFF[colour])
        return
    table.happened.append(colour)
    for place, other in enumerate(table.players):  # an opponent suffers damage, whether or not anything is lost
        if place != seat and other.has("fortune_teller"):
            table.happened.append("fortune_teller")
            other.points += table.numbers["fortune_teller"]
    yield from DAMAGE_OF[colour](table, seat)


def flood(table: Table, seat: int) -> Step:
    player = table.players[seat]
    for colour in COLOURS:
        player.workers[colour] = 0
    yield from ()


def plague(table: Table, seat: int) -> Step:
    player = table.players[seat]
    if not player.people():  # threat.plague.none, D-103
        table.happened.append("plague finds nobody")
        return
    _, person = yield Question(seat, [("lose", person) for person in player.people()])
    for house in player.houses:
        if house.person == person:  # threat.plague.house_stays, D-105
            house.person = None
            house.used = False
    table.discard.append(person)


def raid(table: Table, seat: int) -> Step:
    table.players[seat].guilders = 0
    yield from ()


def fire(table: Table, seat: int) -> Step:
    player = table.players[seat]
    options = [("burn", house.card) for house in player.houses]  # D-106: an occupied one too
    options += [("burn_canal", section) for section in SECTIONS if player.canals[section] > 0]  # D-107: its outermost tile
    if not options:  # threat.fire.none
        table.happened.append("fire finds nothing")
        return
    kind, what = yield Question(seat, options)
    if kind == "burn_canal":
        if player.canals[what] == 5:
            table.happened.append("fifth tile burns")
        player.canals[what] -= 1  # threat.fire.statue_kept, D-108: statue and claim stay
        return
    burnt = next(house for house in player.houses if house.card == what)
    player.houses.remove(burnt)
    table.discard.append(burnt.card)
    if burnt.person is not None:  # threat.fire.occupied_house, D-069: whatever the size of the hand
        table.happened.append("person back to hand")
        player.hand.append(burnt.person)
        player.shown.append(burnt.person)


def intrigue(table: Table, seat: int) -> Step:
    player = table.players[seat]
    if player.points < 3:
        table.happened.append("intrigue stops at 0")
    player.points = max(0, player.points - 3)  # D-110
    yield from ()


# threat.color.*, D-037
DAMAGE_OF: dict[str, Callable[[Table, int], Step]] = {
    "blue": flood,
    "brown": plague,
    "yellow": raid,
    "red": fire,
    "purple": intrigue,
}


# Phase 2, reputation


def price_of_step(table: Table, player: Player) -> int | None:
    """What the one step of this round costs a player, or None if there is none to be had."""
    if player.reputation == table.last_step:  # D-120
        table.happened.append("top of the track")
        return None
    low = [die for die in table.dice.values() if die in (1, 2)]
    if low:
        price = sum(low)  # phase2.advance.cost
        if player.has("notary"):
            table.happened.append("notary below zero" if price < 2 else "notary")
        if player.has("burgrave"):
            table.happened.append("burgrave with notary" if player.has("notary") else "burgrave")
        price = max(0, price - cheaper(table, player))  # D-124
        if price <= player.guilders:  # phase2.advance.poor, D-087
            return price
        if table.earl_when == "no_low_die":  # D-168: a dear step is still a possible one
            if player.has("earl"):
                table.happened.append("earl shut out")
            return None
    if not player.has("earl"):
        return None
    price = 4
    if cheaper(table, player):
        table.happened.append("notary with earl" if player.has("notary") else "burgrave with earl")
        if table.notary_on_earl:  # D-125
            price -= cheaper(table, player)
    if price > player.guilders:
        return None
    table.happened.append("earl beside low dice" if low else "earl")
    return price


def cheaper(table: Table, player: Player) -> int:
    """What the Notary and the Burgrave together take off the price of a step."""
    return (2 if player.has("notary") else 0) + (table.numbers["burgrave"] if player.has("burgrave") else 0)


def reputation(table: Table) -> Step:
    """Each player in turn may pay and climb one step (phase2.advance.*)."""
    for seat in table.clockwise():
        player = table.players[seat]
        price = price_of_step(table, player)
        answer = yield Question(seat, [("decline",)] if price is None else [("advance",), ("decline",)])
        if answer == ("advance",):
            assert price is not None
            player.guilders -= price
            player.reputation += 1
            yield from after_step(table, seat)


def after_step(table: Table, seat: int) -> Step:
    """First what a step brings by itself, then what the owner may do; after any step, whoever made it possible (D-126)."""
    player = table.players[seat]
    if player.has("countess"):
        table.happened.append("countess")
        player.guilders += table.numbers["countess"]
    if player.has("chronicler"):
        table.happened.append("chronicler")
        for _ in range(table.numbers["chronicler"]):
            _, pile = yield Question(seat, [("draw", pile) for pile in PILES])
            player.hand.append(table.piles[pile].pop())
    if player.has("preacher"):
        held = [colour for colour in COLOURS if player.threats[colour] > 0]
        table.happened.append("preacher" if held else "preacher without threats")
        answer = yield Question(seat, [*(("away", colour) for colour in held), ("keep",)])
        if answer != ("keep",):
            discard(table, seat, answer[1])


def discard(table: Table, seat: int, colour: str) -> None:
    """A marker away of one's own will, for a point (action.threat.always_point)."""
    player = table.players[seat]
    player.threats[colour] -= 1
    table.supply[colour] += 1
    player.points += 1
    if player.has("bodyguard"):
        table.happened.append("bodyguard")
        player.guilders += table.numbers["bodyguard"]
    if player.has("parish_priest"):
        table.happened.append("parish_priest")
        player.guilders += table.numbers["parish_priest"]


def phase_2(table: Table) -> Step:
    """Once the dice lie: threats first, then reputation (D-029)."""
    yield from threats(table)
    yield from reputation(table)


# Phase 4 (section 16)


def count(table: Table, player: Player, area: str) -> int:
    """What a player has in an area, with what somebody lets it count for."""
    if area == "reputation":
        number = player.reputation
    elif area == "people":
        number = len(player.people())
    else:
        number = player.canals["left"] + player.canals["right"]
    return number + more(table, player, area)


def more(table: Table, player: Player, area: str) -> int:
    helper = COUNTS_MORE.get(area)
    return table.numbers[helper] if helper and player.has(helper) else 0


def may_turn(table: Table, seat: int, area: str) -> bool:
    """Ahead of each other player (majority.margin); with the Judge also level with the best, with at least one to show."""
    player = table.players[seat]
    mine = count(table, player, area)
    others = [count(table, other, area) for place, other in enumerate(table.players) if place != seat]
    if all(mine > other for other in others):  # D-038, D-039, D-121
        if mine - more(table, player, area) <= max(others):
            table.happened.append(COUNTS_MORE[area])
        return True
    if not player.has("judge") or any(other > mine for other in others):  # D-129: the owner only
        return False
    if mine == 0:  # D-128: cannot be for people, the Judge being one
        table.happened.append(f"judge at zero: {area}")
        return False
    table.happened.append(f"judge: {area}")
    if more(table, player, area):  # who counts as having one has at least one
        table.happened.append("judge with help")
    if others.count(mine) > 1:  # D-130
        table.happened.append("judge among three")
    return True


def phase_4(table: Table) -> Step:
    """All three areas judged on one position (D-166), turned at once and for good; cards straight; the start player moves."""
    seats = range(len(table.players))
    turning = [(seat, area) for seat in seats for area in AREAS if may_turn(table, seat, area)]  # D-040: nobody is asked
    for seat in seats:
        player = table.players[seat]
        turned = player.majorities
        for area in AREAS:
            if (seat, area) in turning:
                if turned[area]:
                    table.happened.append("turned already")  # D-131
                elif player.has("archivist"):
                    table.happened.append("archivist")
                    player.guilders += table.numbers["archivist"]
                turned[area] = True
            elif turned[area]:
                table.happened.append("stays turned")  # majority.permanent
    for player in table.players:
        for house in player.houses:  # phase4.straighten, D-023
            if house.used:
                table.happened.append("straightened")
            house.used = False
    table.start = (table.start + 1) % len(table.players)  # phase4.start_player
    yield from ()
