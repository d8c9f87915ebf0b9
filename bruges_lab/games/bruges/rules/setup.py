"""Set-up: piles, statues, supply, goods, start player. The one shuffle is an input, not a step: piles are fixed from here on."""

from __future__ import annotations

from ....kernel import TABLE, LabError, Stream, become
from ....kernel.errors import one_line
from ....kernel.state import NO_CAUSE
from ..board import Board
from ..deck import Deck
from ..market_cards import MarketCards
from ..model import BOOK, Player, State
from ..piles import build_piles
from ..ruleset import FIVE, Ruleset
from ..ship_tiles import ShipTiles
from .five_players import deck_rule, rule_for
from .marker import lay_marker
from .market import lay_market
from .ships import lay_ships
from .supplies import banked, lay_supplies, pooled_row

BOOK.event("cards.shuffled", cards="count")
BOOK.event("stacks.made", stacks="count")
BOOK.event("stacks.taken", stacks="count", cards="count")
BOOK.event("piles.laid", first="count", second="count", sealed=True)
BOOK.event("extra.laid", cards="count", sealed=True)
BOOK.event("statues.stacked", statues="count", top="count")
BOOK.event("threats.supplied", markers="count")
BOOK.event("threats.bagged", markers="count", left="count")
BOOK.event("seal.placed", gate="count")
BOOK.event("score.starts", points="count")
BOOK.event("reputation.starts", step="count")
BOOK.event("workers.start", workers="count")
BOOK.event("guilders.start", guilders="count")
BOOK.event("start_player.chosen")


def set_up(
    players: int,
    rules: Ruleset,
    deck: Deck,
    board: Board,
    stream: Stream,
    *,
    ship_tiles: ShipTiles | None = None,
    market_cards: MarketCards | None = None,
) -> State:
    """A state before the first round, with the events of the set-up in its log."""
    try:
        rules = rules.validated()
    except ValueError as error:
        raise LabError(f"ruleset: {error}") from None
    if problem := wrong_number(players, rules):
        raise LabError(f"{problem[0]} ({problem[1]})")
    if rules.start_step > board.last_step:
        raise LabError(f"start_step: {rules.start_step}; the track has {board.last_step} steps (setup.player.reputation_start)")
    tiles, claimed = (0,) * rules.sections, (False,) * rules.sections
    seated = [Player(gate=seat, canals=tiles, claimed=claimed) for seat in range(players)]
    s = State(players=seated, rules=rules, deck=deck, board=board)
    s.ship_tiles, s.market_cards = ship_tiles, market_cards  # type: ignore[assignment]  # none where the module is off
    s.log = []
    s.emit(
        rule_for(players, "setup.statues.order", "exp.five_players.statues"),
        "statues.stacked",
        TABLE,
        (become(TABLE, "statues", rules.statues),),
        statues=len(rules.statues),
        top=rules.statues[0] if rules.statues else 0,
    )
    _lay_piles(s, players, stream)
    _lay_threats(s, players)
    lay_supplies(s)
    for seat in range(players):
        _deal_goods(s, seat)
    start = stream.below(players) if rules.start_player == "random" else 0
    lay_marker(s)
    s.emit("setup.start_player.who", "start_player.chosen", start, (become(TABLE, "start", start),))
    if rules.ships:
        lay_ships(s, stream)
    if market_cards is not None:
        lay_market(s, market_cards, stream)
    s.because(NO_CAUSE)
    s.push("round", 1)
    return s


def wrong_number(players: int, rules: Ruleset) -> tuple[str, str] | None:
    """What is wrong with a number of players, and the rule; five are told what they need (exp.five_players)."""
    least, most = rules.min_players, rules.max_players
    if least <= players <= most:
        return None
    known = f"{least}" if least == most else f"{least} to {most}"
    problem = f"for {known} players, not {one_line(players, 20)}"
    if players == FIVE and most < FIVE:
        return f"{problem}; five play with the ruleset zwin:five", "exp.five_players"
    return problem, "meta.players"


def _lay_piles(s: State, players: int, stream: Stream) -> None:
    rules, cards = s.rules, len(s.deck)
    s.emit("setup.decks.shuffle", "cards.shuffled", TABLE, cards=cards)
    s.emit("setup.decks.split", "stacks.made", TABLE, stacks=rules.stacks)
    piles = build_piles(range(cards), players, rules, stream)
    drawn = len(piles.first) + len(piles.second)
    s.emit(deck_rule(players, rules, "setup.decks.take"), "stacks.taken", TABLE, stacks=players, cards=drawn)
    left = (len(piles.first), len(piles.second))
    deltas = (become(TABLE, "piles", (piles.first, piles.second)), become(TABLE, "left", left))
    s.emit(deck_rule(players, rules, "setup.decks.two_piles"), "piles.laid", TABLE, deltas, first=left[0], second=left[1])
    if players == FIVE and not piles.extra:
        return  # nothing is left over (exp.five_players.deck)
    s.emit("setup.decks.extra", "extra.laid", TABLE, (become(TABLE, "extra", piles.extra),), cards=len(piles.extra))


def _lay_threats(s: State, players: int) -> None:
    """All markers, less those that lie in the bag and take no part (exp.bag.aside, D-200)."""
    markers, left = s.rules.threat_supply, s.rules.threats_in_play
    rule = rule_for(players, "setup.supply.threat", "exp.five_players.threats")
    s.emit(rule, "threats.supplied", TABLE, (become(TABLE, "supply", (markers,) * 5),), markers=markers)
    if s.rules.threat_bag == "aside":
        s.emit("exp.bag", "threats.bagged", TABLE, (become(TABLE, "supply", (left,) * 5),), markers=markers - left, left=left)


def _deal_goods(s: State, seat: int) -> None:
    rules = s.rules
    gate = s.players[seat].gate + 1
    s.emit(rule_for(gate, "setup.player.small_seal", "exp.five_players.gate"), "seal.placed", seat, gate=gate)
    s.emit(
        "setup.player.score_start", "score.starts", seat, (become(seat, "points", rules.start_points),), points=rules.start_points
    )
    s.emit(
        "setup.player.reputation_start",
        "reputation.starts",
        seat,
        (become(seat, "reputation", rules.start_step),),
        step=rules.start_step,
    )
    workers = (rules.start_workers,) * 5
    deltas = (become(seat, "workers", workers), *pooled_row(s, tuple(-number for number in workers)))
    s.emit("setup.player.workers", "workers.start", seat, deltas, workers=rules.start_workers)
    s.emit(
        "setup.player.guilders",
        "guilders.start",
        seat,
        (become(seat, "guilders", rules.start_guilders), *banked(s, -rules.start_guilders)),
        guilders=rules.start_guilders,
    )
