"""A slow second reading of a last round with ships, written from the catalogue alone, and all its choices tried one by one.

It goes on from `reference.py`, which has phases 2 and 4, and shares as little with the engine. Here are docks, turns without
people, the use of a ship and the final scoring. Cards in hand are their colours. Questions are answered in every way, nothing is
merged or remembered; the value is the lead of the first of two players, as much for one as against the other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace

import reference as ref

Space = tuple[str, int]
"""Colour and price."""


@dataclass
class Harbour(ref.Table):
    """A position in the last round, before or after the dice."""

    gates: list[dict[str, list[Space]]] = field(default_factory=list)
    """For each seat the spaces of each section, from the gate outward."""
    statues: list[int] = field(default_factory=lambda: [7, 6, 5, 4, 3, 2])
    track: list[int] = field(default_factory=list)
    """What each step of the reputation track is worth, step 0 included."""
    stacks: dict[str, list[str]] = field(default_factory=dict)
    """The kinds of ships of each colour, the top one last."""
    docks: dict[str, str] = field(default_factory=dict)
    pips: dict[str, int] = field(default_factory=dict)
    """What the dice really show; `dice` says it in the faces of an ordinary die, which is all that phase 2 looks at."""
    turns: int = 1
    stays: bool = True
    """Whether a used ship stays in its dock (D-183)."""
    price: int = 1
    """Workers that a ship costs."""
    used: list[str] = field(default_factory=list)
    """The kinds of the ships that were used."""


def last_round(table: Harbour) -> ref.Step:
    """What follows the dice (exp.order)."""
    yield from ref.phase_2(table)
    dock(table)
    for _ in range(table.turns):
        for seat in table.clockwise():
            yield from turn(table, seat)
    yield from ref.phase_4(table)


def dock(table: Harbour) -> None:
    """For each die that shows a 3 or 4 the top ship of its colour; none where the stack is used up (exp.ships.reveal, .dry)."""
    for colour in ref.COLOURS:
        if table.dice[colour] in (3, 4) and table.stacks[colour]:
            table.docks[colour] = table.stacks[colour].pop()


def turn(table: Harbour, seat: int) -> ref.Step:
    """One card for one of five actions: nobody can be recruited, for the cards cost more than there is."""
    player = table.players[seat]
    options: list[ref.Answer] = []
    for card in sorted(set(player.hand)):
        options += [("workers", card), ("guilders", card)]
        options += [("threat", card)] if player.threats[card] else []
        options += [("house", card)] if player.workers[card] else []
        options += [("canal", card, section) for section in ref.SECTIONS if _can_dig(table, seat, card, section)]
    if not options:
        return
    kind, card, *where = yield ref.Question(seat, options)
    player.hand.remove(card)
    if kind == "workers":
        player.workers[card] += 2
    elif kind == "guilders":
        player.guilders += table.pips[card]
    elif kind == "threat":
        ref.discard(table, seat, card)
    elif kind == "house":
        player.workers[card] -= 1
        player.houses.append(ref.House(card))
    else:
        _dig(table, seat, where[0])
        yield from use_a_ship(table, seat)


def _can_dig(table: Harbour, seat: int, card: str, section: str) -> bool:
    player = table.players[seat]
    tiles = player.canals[section]
    if tiles == 5:
        return False
    colour, price = table.gates[seat][section][tiles]
    return colour == card and price <= player.guilders


def _dig(table: Harbour, seat: int, section: str) -> None:
    player = table.players[seat]
    player.guilders -= table.gates[seat][section][player.canals[section]][1]
    player.canals[section] += 1
    if player.canals[section] == 5 and not player.claimed[section]:
        player.claimed[section] = True
        if table.statues:
            player.statues.append(table.statues.pop(0))


def use_a_ship(table: Harbour, seat: int) -> ref.Step:
    """One docked ship for a worker of its colour, or none (exp.ships.use, .use.one, .cost, .optional)."""
    player = table.players[seat]
    found = [colour for colour in table.docks if player.workers[colour] >= table.price and _can_do(table, player, colour)]
    answer = yield ref.Question(seat, [*(("ship", colour) for colour in found), ("forgo",)])
    if answer == ("forgo",):
        return
    colour = answer[1]
    kind = table.docks[colour]
    table.used.append(kind)
    player.workers[colour] -= table.price
    if not table.stays:
        del table.docks[colour]
    if kind == "guilders":
        player.guilders += 4
    elif kind == "workers":
        for _ in range(3):
            _, taken = yield ref.Question(seat, [("take", each) for each in ref.COLOURS])
            player.workers[taken] += 1
    elif kind == "threats":
        for _ in range(2):
            held = [each for each in ref.COLOURS if player.threats[each]]
            answer = yield ref.Question(seat, [*(("away", each) for each in held), ("enough",)])
            if answer == ("enough",):
                return
            ref.discard(table, seat, answer[1])
    elif kind == "step":
        player.reputation += 1
    elif kind == "house":
        answer = yield ref.Question(seat, [*(("lay", card) for card in sorted(set(player.hand))), ("decline",)])
        if answer != ("decline",):
            player.hand.remove(answer[1])
            player.houses.append(ref.House(answer[1]))
    else:
        player.points += 2


def _can_do(table: Harbour, player: ref.Player, colour: str) -> bool:
    """A ship that could do nothing may not be used (exp.ships.need)."""
    kind = table.docks[colour]
    if kind == "threats":
        return any(player.threats.values())
    if kind == "step":
        return player.reputation < table.last_step
    return kind != "house" or bool(player.hand)


def score(table: Harbour, seat: int) -> int:
    """As if the final scoring came now (section 18), people apart."""
    player = table.players[seat]
    return (
        player.points
        + table.track[player.reputation]
        + len(player.houses)
        + 4 * sum(player.majorities.values())
        + 3 * sum(tiles >= 3 for tiles in player.canals.values())
        + sum(player.statues)
    )


def lead(table: Harbour) -> int:
    """Of the first of two players."""
    return score(table, 0) - score(table, 1)


def copied(table: Harbour) -> Harbour:
    """The same, for another answer."""
    players = [
        replace(
            player,
            workers={**player.workers},
            threats={**player.threats},
            canals={**player.canals},
            claimed={**player.claimed},
            majorities={**player.majorities},
            statues=[*player.statues],
            houses=[replace(house) for house in player.houses],
            hand=[*player.hand],
            shown=[*player.shown],
        )
        for player in table.players
    ]
    return replace(
        table,
        players=players,
        dice={**table.dice},
        supply={**table.supply},
        discard=[*table.discard],
        happened=[],
        statues=[*table.statues],
        stacks={colour: [*kinds] for colour, kinds in table.stacks.items()},
        docks={**table.docks},
        used=[*table.used],
    )


def best_lead(
    start: Harbour,
    steps: Callable[[Harbour], ref.Step],
    answers: tuple[ref.Answer, ...] = (),
    used: Counter[str] | None = None,
) -> int:
    """Every answer to every question, played again from the start each time: the lead that both bring about.

    `used` counts the ships that were used on any of these ways.
    """
    table = copied(start)
    run, given = steps(table), iter(answers)
    question = next(run, None)
    while question is not None:
        answer = question.options[0] if len(question.options) == 1 else next(given, None)
        if answer is None:
            found = (best_lead(start, steps, (*answers, one), used) for one in question.options)
            return (max, min)[question.seat](found)
        question = _go_on(run, answer)
    if used is not None:
        used.update(table.used)
    return lead(table)


def _go_on(run: ref.Step, answer: ref.Answer) -> ref.Question | None:
    try:
        return run.send(answer)
    except StopIteration:
        return None
