"""What the modules of the Zwin can never break in a game that is played from set-up, counted by itself.

Scenarios may begin anywhere, so the checks of positions (positions.py, module_faults.py, market_fields.py) allow more, and they
take their numbers from the ruleset. Here these are the box's: thirty ships, twelve market cards, six markers. For watching.py.
"""

from __future__ import annotations

from collections import Counter

from ...kernel.events import RawEvent
from .model import EMPTY, UNLIMITED, State

SHIPS, MARKET_CARDS, MARKERS, PRINTED = 30, 12, 6, 165
DRAW, DICE, ACTIONS, MAJORITIES = 1, 2, 3, 4


def check_modules(s: State) -> None:
    """After any decision of a game."""
    _check_ships(s)
    _check_market(s)
    _check_supplies(s)
    _check_threats(s)
    if s.rules.round_marker and s.agenda and s.round:
        assert s.marker == s.round, "the round marker stands elsewhere than on the round"
    if len(s.players) == 5 and s.rules.stacks == 5:
        assert not s.extra, "five players have an extra pile"
        assert not s.extra_used, "an extra pile was used where there is none"
        dealt = sum(len(p.hand) + len(p.houses) + len(p.people) for p in s.players)
        assert dealt + sum(s.left) + len(s.discard) == PRINTED, "five players have not all the cards"


def _check_ships(s: State) -> None:
    """Thirty in stacks, docks and gone, or one of each colour; a docked one on its own colour, and only while it can be used."""
    if not s.rules.ships:
        assert (s.docks, s.ship_stacks, s.ship_left, s.ships_gone) == ((), (), (), ()), "ships without the module"
        return
    docked = [(colour, ship) for colour, ship in enumerate(s.docks) if ship != EMPTY]
    stacked = [stack[:left] for stack, left in zip(s.ship_stacks, s.ship_left, strict=True)]
    lying = [*(ship for _, ship in docked), *(ship for stack in stacked for ship in stack), *s.ships_gone]
    assert all(s.ship_tiles.colour[ship] == colour for colour, ship in docked), "a ship in a dock of another colour"
    assert all(s.ship_tiles.colour[ship] == colour for colour, stack in enumerate(stacked) for ship in stack), "a mixed stack"
    if s.rules.ships_form == "flip":
        assert sorted(s.ship_tiles.colour[ship] for ship in lying) == [0, 1, 2, 3, 4], "turned ships are not one per colour"
    else:
        assert sorted(lying) == list(range(SHIPS)), "a ship is missing or lies twice"
    assert not docked or s.phase in (DICE, ACTIONS, MAJORITIES), "a ship is docked before the dice"
    shown = {colour for colour, _ in docked}
    assert all(s.dice[colour] in s.rules.ship_faces for colour in shown), "a ship is docked without its die"


def _check_market(s: State) -> None:
    """Twelve cards; one open from the end of phase 1 to the clearing; as many markers as actions that nobody has had improved."""
    if not s.rules.market:
        assert (s.market, s.markers, s.market_left, s.market_discard) == (EMPTY, (), 0, ()), "a market without the module"
        return
    opened = [] if s.market == EMPTY else [s.market]
    cards = [*s.market_pile[: s.market_left], *opened, *s.market_discard]
    assert sorted(cards) == list(range(MARKET_CARDS)), "a market card is missing or lies twice"
    if s.phase == DRAW:
        assert not opened, "a market card is open in phase 1"
    if s.phase in (DICE, ACTIONS):
        assert opened, "no market card is open"
    if not opened:
        assert not any(s.markers), "a marker without a card"
        return
    improved = s.market_cards.improved[s.rules.market_markers][s.market]
    lying = [*s.markers]
    taken = [sum(row[action] for row in s.market_used) for action in range(MARKERS)]
    assert len(lying) == MARKERS, "there are six markers"
    for action, found in enumerate(improved):
        if s.rules.market_share == "first":
            assert lying[action] + taken[action] == (found is not None), "a marker is lost, taken twice, or on the wrong action"
        else:
            assert lying[action] == (found is not None), "a marker that is for everybody has gone"
    if s.rules.market_each == "one":
        assert all(sum(row) <= 1 for row in s.market_used), "somebody has had two improved actions"


def _check_supplies(s: State) -> None:
    """Workers in front of players and in the supply, guilders in purses and in the bank: always as many as there are."""
    if s.rules.worker_supply:
        for colour, left in enumerate(s.worker_pool):
            held = sum(player.workers[colour] for player in s.players)
            assert left >= 0, "less than no worker"
            assert held + left == s.rules.worker_supply, "workers have come or gone"
    else:
        assert s.worker_pool == (), "a limited supply without the module"
    if s.rules.bank:
        assert s.bank_left >= 0, "less than no guilder"
        assert s.bank_left + sum(player.guilders for player in s.players) == s.rules.bank, "guilders have come or gone"
    else:
        assert s.bank_left == UNLIMITED, "a limited bank without the module"


def _check_threats(s: State) -> None:
    """Markers in the supply, in front of players and in the bag: always as many as there are."""
    bagged = s.rules.bagged_threats if s.rules.threat_bag == "aside" else 0
    for colour, left in enumerate(s.supply):
        held = sum(player.threats[colour] for player in s.players)
        assert left >= 0, "less than no threat"
        assert left + held + bagged == s.rules.threat_supply, "threats have come or gone"


def check_story(s: State, log: list[RawEvent]) -> None:
    """At the end of a game, by its events: what happened as often as it had to, and nothing more often than it may."""
    kinds = Counter(event[1] for event in log)
    if s.rules.ships:
        used = kinds["ship.used"]
        tiles = kinds["canal.built"]
        by_card = sum(kind == "card.spent" and data["action"] == "canal" for _, kind, _, data, *_ in log)
        assert used + kinds["ship.forgone"] <= (by_card if s.rules.ship_after == "card" else tiles), "a ship without its tile"
        paid = sum(data["workers"] for rule, kind, _, data, *_ in log if (rule, kind) == ("exp.ships.cost", "workers.paid"))
        assert paid == used * s.rules.ship_workers, "a ship that was not paid for"
        if not s.rules.ship_stays:
            assert kinds["ship.leaves"] == used, "a used ship that stays"
    if s.rules.market:
        assert kinds["market.revealed"] == kinds["market.discarded"] == s.round, "a round without its market card"
        assert not kinds["marker.taken" if s.rules.market_share == "everyone" else "marker.used"], "a marker of the other reading"
    if s.rules.round_marker:
        assert kinds["round_marker.set"] == 1, "the round marker is set once"
        assert kinds["round_marker.moved"] == s.round, "the round marker has not moved once a round"
