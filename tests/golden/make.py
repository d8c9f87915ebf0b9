"""Makes the golden games beside it: whole games as readable text, every choice and every event with its rule.

    python tests/golden/make.py              writes every file
    python tests/golden/make.py 07 12        writes only these

A file that exists is replayed from its own choices, so that only what the rules do differently changes; where a choice is no
longer legal, the policies of its plan go on from there. Delete a file to have the whole game decided anew.

Then review the diff, line by line: each changed line must be one that the change in the rules was meant to change, and the
reason belongs in the commit. A file that changes for no such reason has found a bug. The games bring their own deck and board,
so that retuning the project's reconstructed cards changes nothing here.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))  # as a script too

import golden_text
from golden_text import Recorded, play_on, write_files, write_switches

import bruges_lab as bl
from bruges_lab.analysis.policies import Policy, policy
from bruges_lab.games.bruges.fields import FIELDS
from bruges_lab.games.bruges.market_cards import MarketCards
from bruges_lab.games.bruges.model import BOOK, State
from bruges_lab.games.bruges.ruleset import Ruleset, Value, fields
from bruges_lab.games.bruges.ship_tiles import ShipTiles
from bruges_lab.games.bruges.telling import WORDS
from bruges_lab.games.bruges.words import NAMES
from bruges_lab.kernel import Event, Game, Option, Pending, Source, Stream
from bruges_lab.kernel.engine import to_choice

FOLDER = Path(__file__).parent
CARDS = {"cards": 100, "cards_per_colour": 20}
"""What every ruleset here has besides its switches: the size of the pinned deck."""


class Plan(NamedTuple):
    """A game to be made: the seats' policies, the seed, what differs from the default rules, perhaps names."""

    name: str
    policies: tuple[str, ...]
    seed: int
    switches: Mapping[str, Value] = {}
    names: tuple[str, ...] = ()
    base: str = "default"
    """The ruleset that the switches change."""

    @property
    def file(self) -> Path:
        return FOLDER / f"{self.name}.txt"


def eager(state: State, pending: Pending, stream: Stream) -> Option:
    """Random, but a person is recruited or activated whenever that is possible: games full of people."""
    options = pending.raw
    wanted = [option for option in options if option[0] in ("recruit", "activate")] or [o for o in options if o[0] == "house"]
    wanted = wanted if wanted and stream.below(4) else options
    return wanted[stream.below(len(wanted))]


KNOWN: Mapping[str, Policy] = {"random": policy("random"), "greedy": policy("greedy"), "search": policy("search"), "eager": eager}

SCARCE: Mapping[str, Value] = {"worker_supply": 10, "bank": 92, "start_guilders": 20}
LONG: Mapping[str, Value] = {"end_by": "rounds", "reshuffle_discard": True}
SHIPS: Mapping[str, Value] = {"ships": True}
MARKET: Mapping[str, Value] = {"market": True}

PLANS = (
    # The rules as they are by default
    Plan("01_2_random", ("random", "random"), 1),
    Plan("02_2_greedy", ("greedy", "greedy"), 2),
    Plan("03_2_greedy_and_random", ("greedy", "random"), 3, names=("Jan van Eyck", "Hans Memling")),
    Plan("04_3_random", ("random", "random", "random"), 4),
    Plan("05_3_greedy", ("greedy", "greedy", "greedy"), 5),
    Plan("06_3_everyone_different", ("random", "greedy", "eager"), 6, names=("Margaret", "Mary", "Joan")),
    Plan("07_4_random", ("random", "random", "random", "random"), 7),
    Plan("08_4_greedy", ("greedy", "greedy", "greedy", "greedy"), 8),
    Plan("09_4_several_damages_and_a_judge", ("eager", "eager", "eager", "eager"), 1572),
    Plan("10_4_lending_to_some", ("eager", "eager", "eager", "eager"), 0),
    Plan("11_4_effect_or_reaction_first", ("eager", "eager", "eager", "eager"), 1412),
    Plan("12_3_an_effect_again", ("eager", "eager", "eager"), 4396),
    Plan("13_3_an_earl_and_a_saddler", ("eager", "eager", "eager"), 3826),
    Plan("14_3_empty_hands", ("eager", "eager", "eager"), 1217),
    Plan("15_2_valet_and_inventor", ("eager", "eager"), 404),
    # How it ends
    Plan("16_2_pile_empty_in_phase_3", ("eager", "eager"), 39),
    Plan("17_3_pile_empty_in_phase_3", ("random", "random", "random"), 495),
    Plan("18_3_shared_victory", ("random", "random", "random"), 280),
    Plan("19_3_guilders_break_a_tie", ("greedy", "greedy", "greedy"), 50),
    Plan("20_4_all_cards_gone", ("eager", "eager", "eager", "eager"), 0, {"end_by": "rounds"}),
    Plan("21_3_four_rounds_or_the_pile", ("eager", "eager", "eager"), 0, {"end_by": "pile_or_rounds", "rounds_limit": 4}),
    Plan("22_3_failed_draw", ("eager", "eager", "eager"), 0, {"end_trigger": "failed_draw"}),
    Plan("23_4_discards_shuffled", ("random", "greedy", "random", "greedy"), 0, LONG),
    Plan("24_2_twenty_rounds", ("random", "random"), 35, {**LONG, "rounds_limit": 20}),
    # Other readings, each in a game in which it matters
    Plan("25_2_random_cut_and_first_seat", ("greedy", "random"), 25, {"deck_split": "random_cut", "start_player": "seat"}),
    Plan("26_2_hand_limit", ("eager", "random"), 2744, {"hand_limit": "discard_down", "turns": 1}),
    Plan("27_3_look_after_all", ("random", "eager", "greedy"), 27, {"peek": "after_all"}),
    Plan("28_2_null_action", ("random", "random"), 0, {"null_action": True}),
    Plan("29_3_arrows_only_once", ("eager", "eager", "eager"), 288, {"instant_again": False}),
    Plan("30_3_lots_of_three", ("greedy", "greedy", "greedy"), 2, {"canal_bonus": "lots_of_three"}),
    Plan("31_2_six_at_step_6", ("greedy", "random"), 4, {"end_by": "rounds", "reputation_points": "six_at_step_6"}),
    Plan("32_3_notary_on_earl", ("eager", "eager", "eager"), 1687, {"notary_on_earl": True}),
    Plan("33_3_earl_when_unaffordable", ("eager", "eager", "eager"), 285, {"earl_when": "unaffordable"}),
    Plan("34_3_fire_eater_himself", ("eager", "eager", "eager"), 22, {"fire_eater_self": True}),
    Plan("35_3_bishop_of_same_colours", ("greedy", "greedy", "greedy"), 10, {"bishop_pairs": "same_colour"}),
    Plan("36_3_engraver_of_one_point", ("greedy", "greedy", "greedy"), 2, {"engraver_points": 1}),
    # Five players, limited supplies, the bag, the round marker
    Plan("37_5_five_players", ("random", "greedy", "eager", "random", "greedy"), 0, base="zwin:five"),
    Plan("38_5_short_of_cards", ("eager", "eager", "eager", "eager", "eager"), 0, {"end_by": "rounds"}, base="zwin:five"),
    Plan("39_5_six_stacks", ("random", "eager", "greedy", "eager", "random"), 0, {"five_deck": "six_stacks"}, base="zwin:five"),
    Plan("40_4_few_workers_and_guilders", ("eager", "random", "random", "eager"), 31, SCARCE),
    Plan("41_3_twelve_workers_and_a_full_bank", ("random", "random", "random"), 0, {"worker_supply": 12, "bank": 144}),
    Plan("42_4_two_threats_in_the_bag", ("random", "eager", "random", "eager"), 1, {"threat_bag": "aside"}),
    Plan("43_2_round_marker", ("random", "eager"), 0, {"end_by": "rounds", "rounds_limit": 3, "round_marker": True}),
    Plan("44_3_extra_pile_ends_this_round", ("random", "random", "random"), 495, {"extra_used_ends": "this_round"}),
    # Ships (numbers 45 to 49)
    Plan("45_3_ships", ("greedy", "greedy", "greedy"), 45, SHIPS),
    Plan("46_4_ships_turned", ("random", "greedy", "random", "greedy"), 46, {**SHIPS, "ships_form": "flip"}),
    Plan("47_3_ships_after_any_tile", ("eager", "eager", "eager"), 203, {**SHIPS, "ship_after": "any"}),
    Plan("48_3_used_ships_leave", ("greedy", "greedy", "greedy"), 48, {**SHIPS, "ship_stays": False}),
    Plan("49_2_ships_come_again", ("random", "greedy"), 49, {**SHIPS, **LONG, "ships_again": True, "rounds_limit": 20}),
    # The market (numbers 50 to 54)
    Plan("50_3_ships_and_market", ("greedy", "greedy", "greedy"), 50, {**SHIPS, **MARKET}),
    Plan("51_4_five_markers", ("random", "greedy", "eager", "random"), 51, {**MARKET, "market_markers": "five"}),
    Plan("52_3_six_markers", ("eager", "greedy", "eager"), 52, {**MARKET, "market_markers": "six"}),
    Plan("53_3_markers_for_everyone", ("random", "greedy", "random"), 53, {**MARKET, "market_share": "everyone"}),
    Plan("54_2_one_marker_each", ("random", "greedy"), 54, {**MARKET, **LONG, "market_each": "one", "rounds_limit": 20}),
)


# The pinned material


@cache
def deck() -> bl.Deck:
    return bl.Deck.load(FOLDER / "deck.toml", bl.ruleset(**CARDS))


@cache
def board(base: str = "default") -> bl.Board:
    """With a fifth gate where five play."""
    return bl.Board.load(FOLDER / "board.toml", bl.ruleset(base, **CARDS))


@cache
def ships() -> ShipTiles:
    return ShipTiles.load(FOLDER / "ships.toml")


@cache
def market() -> MarketCards:
    return MarketCards.load(FOLDER / "market.toml")


def modules(switches: Mapping[str, Value]) -> dict[str, Any]:
    """What the modules that are on are played with."""
    found: dict[str, Any] = {"ship_tiles": ships()} if switches.get("ships") else {}
    return {**found, "market_cards": market()} if switches.get("market") else found


def rules(switches: Mapping[str, Value], base: str = "default") -> Ruleset:
    return bl.ruleset(base, **CARDS, **switches)


# A game as text


def tell(game: Game[State], header: Mapping[str, str]) -> str:
    """The whole line of a game, in the words of Bruges."""
    return golden_text.tell(game, header, _word)


def _word(game: Game[State], kind: str, event: Event, name: str) -> object:
    value = event.data[name]
    if kind in WORDS:
        return WORDS[kind][value]
    if kind in ("card", "source", "ship", "market_card"):
        return FIELDS.types[kind].write(game.state, value)
    if kind == "seat":
        return game.names[value]
    if kind == "choice":
        return to_choice(game.state, BOOK.steps[event.data["step"]], value)
    return value


# The text as a game


def replay(recorded: Recorded, chance: Source | None = None) -> Game[State]:
    """The same choices again. With a source of chance its outcomes are made by itself, and the file's must be the same."""
    return recorded.follow(start(recorded.header, chance or bl.Ask()), by_itself=chance is not None)


def start(header: Mapping[str, str], chance: Source | None = None) -> Game[State]:
    """The game of a header, before the first choice."""
    names, base = tuple(header["names"].split(", ")), header.get("ruleset", "default")
    switches = read_switches(header["switches"])
    return bl.new_game(
        len(names),
        int(header["seed"]),
        names=names,
        ruleset=rules(switches, base),
        chance=chance,
        deck=deck(),
        board=board(base),
        **modules(switches),
    )


def read_switches(text: str) -> dict[str, Value]:
    switches: dict[str, Value] = {}
    for pair in [] if text == "none" else text.split(", "):
        name, _, written = pair.partition("=")
        values = {str(value): value for value in fields()[name].values}
        switches[name] = values[written] if values else int(written)
    return switches


# Making them


def make(plan: Plan) -> tuple[Game[State], str]:
    names = plan.names or NAMES[: len(plan.policies)]
    header = {
        "players": str(len(names)),
        "names": ", ".join(names),
        "seed": str(plan.seed),
        **({} if plan.base == "default" else {"ruleset": plan.base}),
        "switches": write_switches(plan.switches),
        "policies": ", ".join(plan.policies),
        "deck": deck().digest,
        "board": board(plan.base).digest,
        **{name: material.digest for name, material in modules(plan.switches).items()},
    }
    game = start(header)
    play_on(game, plan, KNOWN)
    return game, tell(game, header)


if __name__ == "__main__":
    write_files(PLANS, make)
