"""When a position is legal: every field within its bounds (fields.py), and all of them together: everything conserved, no gap,
people only in houses.

The same checks guard scenarios, saves and the position editor, and hold after every decision of every game (property tests).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from ...kernel import LabError
from ...kernel.errors import one_line
from ...rulebook.fields import NOBODY
from .deck import Deck
from .faults import Fault
from .manifest import MANIFEST
from .market_fields import market_faults
from .model import EMPTY, Player, State
from .module_faults import module_faults
from .words import COLOURS


def check_position(state: State) -> None:
    """Raise a LabError for the first fault."""
    for fault in faults(state):
        where = "table" if fault.seat < 0 else f"player {fault.seat}"
        raise LabError(f"{where}: {fault.field}: {fault.problem}" + (f" ({fault.rule})" if fault.rule else ""))


def faults(state: State) -> Iterator[Fault]:
    """Everything that keeps a position from being legal."""
    rules = state.rules
    if not rules.min_players <= len(state.players) <= rules.max_players:
        yield Fault(
            -1, "players", f"for {rules.min_players} to {rules.max_players} players, not {len(state.players)}", "meta.players"
        )
        return
    if any(len(gate) != rules.sections or len(gate[0]) != rules.section_spaces for gate in state.board.gates):
        problem = f"the board has not {rules.sections} sections of {rules.section_spaces} spaces (section_spaces) at every gate"
        yield Fault(-1, "board", problem, "action.canal.layout")
        return
    yield from _bound_faults(state, NOBODY)
    if 0 < state.final_round < state.round:
        problem = f"{state.final_round} cannot be the last: round {one_line(state.round, 20)} is being played"
        yield Fault(-1, "final_round", problem, "end.play_out")
    if any(not 0 <= left <= len(pile) for left, pile in zip(state.left, state.piles, strict=True)):
        yield Fault(-1, "left", "more cards are left than the pile has", "setup.decks.two_piles")
        return
    yield from _card_faults(state)
    for seat, player in enumerate(state.players):
        wrong = [*_bound_faults(state, seat)]
        yield from wrong
        yield from _third_threat_faults(state, seat, wrong)
        yield from _section_faults(state, seat, wrong)
        yield from _knowledge_faults(seat, player)
        yield from _statue_count_faults(state, seat, player)
    gates = Counter(player.gate for player in state.players)
    if len(gates) < len(state.players):
        yield Fault(-1, "gate", "two players share a gate", "action.canal.private")
    yield from _threat_faults(state)
    yield from _statue_faults(state)
    yield from module_faults(state)
    yield from _ship_faults(state)
    for wrong_field, problem, rule in market_faults(state):
        yield Fault(-1, wrong_field, problem, rule)


def _bound_faults(state: State, seat: int) -> Iterator[Fault]:
    """Fields of the table or a player that are less or more than they may be."""
    for field in MANIFEST.fields.suspects(state, seat):
        for problem, rule in field.faults(state, seat):
            yield Fault(seat, field.name, problem, rule)


def spent_by_display(deck: Deck, players: Iterable[Player]) -> tuple[int, ...]:
    """People in displays whose arrow has had its effect: all who have one, for it comes when a person is placed (D-022)."""
    return tuple(card for player in players for card in player.people if deck.arrow[card] and deck.runs[card])


def cards_in_play(state: State) -> list[int]:
    """Every card of the game, wherever it lies."""
    cards = [*state.pile(0), *state.pile(1), *state.extra, *state.discard]
    for player in state.players:
        cards += player.hand
        for house in player.houses:
            cards.append(house.card)
            if house.person != EMPTY:
                cards.append(house.person)
    return cards


def _card_faults(state: State) -> Iterator[Fault]:
    deck, count = state.deck, len(state.deck)
    cards = cards_in_play(state)
    if unknown := [card for card in cards if not 0 <= card < count]:
        yield Fault(-1, "cards", f"there is no card number {one_line(unknown[0], 20)}", "comp.cards.count")
        return
    spoken_of = [("spent", state.spent), *(("shuffles", cards) for cards in state.shuffles)]
    spoken_of += [("houses", house.maybe) for player in state.players for house in player.houses]
    for field, named in spoken_of:
        if any(not 0 <= card < count for card in named):
            yield Fault(-1, field, "names a card that is not in the deck", "comp.cards.count")
            return
    if len(cards) != count:
        yield Fault(-1, "cards", f"{len(cards)} cards lie on the table; the deck has {count}", "comp.cards.count")
    card, places = Counter(cards).most_common(1)[0]
    if places > 1:
        yield Fault(-1, "cards", f"the {deck[card].id} lies in {places} places", "comp.cards.distinct")


def _third_threat_faults(state: State, seat: int, wrong: list[Fault]) -> Iterator[Fault]:
    """The third marker of a colour lies there only until its damage is settled."""
    limit = state.rules.threat_limit
    if limit not in state.players[seat].threats or _suffers(state, seat) or any(fault.field == "threats" for fault in wrong):
        return
    for colour, number in enumerate(state.players[seat].threats):
        if number == limit:
            yield Fault(seat, "threats", f"{number} {COLOURS[colour]} markers; damage comes at {limit}", "phase2.threat.third")


def _section_faults(state: State, seat: int, wrong: list[Fault]) -> Iterator[Fault]:
    """As many sections as the board has."""
    if len(state.players[seat].canals) != state.rules.sections and not any(fault.field == "canals" for fault in wrong):
        yield Fault(seat, "canals", f"a section has {state.rules.section_spaces} spaces", "action.canal.layout")


def _knowledge_faults(seat: int, player: Player) -> Iterator[Fault]:
    """What is known of cards that are not there."""
    held = {*player.hand, *(house.card for house in player.houses)}
    if not set(player.held) <= held or set(player.held) & set(player.shown):
        yield Fault(seat, "held", "a card is known to be held that is not", "comp.cards.backs_public")
    if not set(player.unseen) <= set(player.hand) or not set(player.shown) <= set(player.hand):
        yield Fault(seat, "hand", "a card is known or unknown that is not in hand", "phase1.blind")


def _statue_count_faults(state: State, seat: int, player: Player) -> Iterator[Fault]:
    """Statues for sections, one each."""
    rules = state.rules
    if len(player.claimed) != rules.sections or len(player.statues) > sum(player.claimed):
        yield Fault(
            seat, "statues", f"{len(player.statues)} statues for {sum(player.claimed)} sections", "action.canal.statue.max"
        )
    for tiles, claimed in zip(player.canals, player.claimed, strict=False):
        if tiles == rules.section_spaces and not claimed:
            yield Fault(seat, "claimed", "a complete section has had its statue", "action.canal.statue")


def _suffers(state: State, seat: int) -> bool:
    """Whether damage of this seat is still being settled: until then the third marker lies there."""
    return any(
        len(task) > 1 and task[1] == seat and str(task[0]).startswith(("threats.", "damage.", "plague.", "fire."))
        for task in state.agenda
    )


def _threat_faults(state: State) -> Iterator[Fault]:
    supply = state.rules.threats_in_play
    for colour, left in enumerate(state.supply):
        held = sum(player.threats[colour] for player in state.players)
        if held + left != supply:
            all_of_it = one_line(held + left, 20)
            problem = f"{all_of_it} {COLOURS[colour]} threat markers are in play; there are {supply} of each colour"
            yield Fault(-1, "threats", problem, "comp.threat.per_color")
        elif left < 0:
            yield Fault(
                -1, "supply", f"{one_line(left, 20)} {COLOURS[colour]} threats is less than nothing", "comp.threat.per_color"
            )


def _statue_faults(state: State) -> Iterator[Fault]:
    statues = Counter(state.statues)
    for player in state.players:
        statues.update(player.statues)
    for value, count in statues.items():
        known = state.rules.statues.count(value)
        if count > known:
            problem = f"{count} statues are worth {one_line(value, 20)}; there {'is' if known == 1 else 'are'} {known or 'none'}"
            yield Fault(-1, "statues", problem, "comp.statues")
            return
    if sum(statues.values()) != len(state.rules.statues):
        problem = f"{sum(statues.values())} statues are in play; there are {len(state.rules.statues)}"
        yield Fault(-1, "statues", problem, "comp.statues")
    if list(state.statues) != sorted(state.statues, reverse=True):
        yield Fault(-1, "statues", "the highest statue lies on top", "setup.statues.order")


def _ship_faults(state: State) -> Iterator[Fault]:
    """Every ship in one place and on its own colour; with turned ships one per colour (exp.ships.flip)."""
    if not state.rules.ships:
        if state.docks or state.ship_stacks:
            yield Fault(-1, "docks", "there are none without ships = true", "exp.optional")
        return
    rows = (state.docks, state.ship_stacks, state.ship_left)
    if any(len(row) != len(COLOURS) for row in rows) or len(state.ships_known) not in (0, len(COLOURS)):
        yield Fault(-1, "docks", "there is a dock and a stack for each colour", "exp.ships.comp")
    elif any(not 0 <= left <= len(stack) for left, stack in zip(state.ship_left, state.ship_stacks, strict=True)):
        yield Fault(-1, "ship_stacks", "more ships are left than the stack has", "exp.ships.setup")
    else:
        yield from _lying_ship_faults(state)


def _lying_ship_faults(state: State) -> Iterator[Fault]:
    tiles, flip = state.ship_tiles, bool(state.ships_known)
    lying = [(colour, ship) for colour, ship in enumerate(state.docks) if ship != EMPTY]
    lying += [(colour, ship) for colour, left in enumerate(state.ship_left) for ship in state.ship_stacks[colour][:left]]
    ships = [*(ship for _, ship in lying), *state.ships_gone]
    if unknown := [ship for ship in ships if not 0 <= ship < len(tiles)]:
        yield Fault(-1, "docks", f"there is no ship number {one_line(unknown[0], 20)}", "exp.ships.comp")
        return
    if strange := [(colour, ship) for colour, ship in lying if tiles.colour[ship] != colour]:
        colour, ship = strange[0]
        yield Fault(-1, "docks", f"the ship {tiles[ship].id} lies where {COLOURS[colour]} ships lie", "exp.ships.reveal")
    twice = [ship for ship, places in Counter(ships).items() if places > 1]
    number = len(COLOURS) if flip else len(tiles)
    if twice:
        yield Fault(-1, "ship_stacks", f"the ship {tiles[twice[0]].id} lies in two places", "exp.ships.comp")
    elif len(ships) != number:
        problem = f"{len(ships)} ships are in play; there are {number}"
        yield Fault(-1, "ship_stacks", problem, "exp.ships.flip" if flip else "exp.ships.comp")
    if flip and any(ship != EMPTY and not seen for ship, seen in zip(state.docks, state.ships_known, strict=True)):
        yield Fault(-1, "ships_known", "a ship that lies face up has been seen", "exp.ships.flip")
