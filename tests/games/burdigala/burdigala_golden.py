"""Makes the golden games of Burdigala: whole games as readable text, every choice and every event with its rule.

    python tests/games/burdigala/burdigala_golden.py              writes every file
    python tests/games/burdigala/burdigala_golden.py 07 12        writes only these

A file that exists is replayed from its own choices, so that only what the rules do differently changes; where a choice is no
longer legal, the policies of its plan go on from there. Delete a file to have the whole game decided anew.

Then review the diff, line by line: each changed line must be one that the change in the rules was meant to change, and the
reason belongs in the commit. The games bring their own board, tiles and cards, so that retuning the reconstructed ones changes
nothing here.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parents[2]))  # as a script too

import golden_text
from golden_text import Recorded, Value, play_on, write_files, write_switches

from bruges_lab.games.burdigala.board import Board
from bruges_lab.games.burdigala.kit import BurdigalaKit
from bruges_lab.games.burdigala.model import BOOK, EARNED, State
from bruges_lab.games.burdigala.rules.setup import set_up
from bruges_lab.games.burdigala.ruleset import Ruleset
from bruges_lab.games.burdigala.stock import Stock
from bruges_lab.games.burdigala.tiles import Tiles
from bruges_lab.games.burdigala.words import ENDINGS, GOODS, NAMES, PLOTS
from bruges_lab.kernel import Ask, Event, Game, Option, Pending, Seeded, Source, Stream
from bruges_lab.kernel.engine import to_choice

FOLDER = Path(__file__).parent / "golden"


class Plan(NamedTuple):
    """A game to be made: the seats' policies, the seed, and what differs from the default rules."""

    name: str
    policies: tuple[str, ...]
    seed: int
    switches: Mapping[str, Value] = {}

    @property
    def file(self) -> Path:
        return FOLDER / f"{self.name}.txt"


def chance(state: State, pending: Pending, stream: Stream) -> Option:
    """Anything."""
    return pending.raw[stream.below(len(pending.raw))]


def eager(state: State, pending: Pending, stream: Stream) -> Option:
    """Random, but cards are played, tokens taken and ports entered whenever that is possible: games full of events."""
    wanted = [option for option in pending.raw if _is_wanted(state, option)] if stream.below(4) else []
    return (wanted or pending.raw)[stream.below(len(wanted or pending.raw))]


def _is_wanted(state: State, option: Option) -> bool:
    kind = option[0]
    if kind == "move":
        return state.board.square(option[2]).port or state.occupant(option[2]) not in (None, state.active)
    return kind in ("lay", "corrupt", "vino", "again", *PLOTS)


KNOWN: Mapping[str, Callable[[State, Pending, Stream], Option]] = {"random": chance, "eager": eager}

PLANS = (
    # The rules as they are by default
    Plan("01_2_random", ("random", "random"), 4),
    Plan("02_3_random", ("random",) * 3, 6),
    Plan("03_4_eager", ("eager",) * 4, 20),
    Plan("04_2_several_endings", ("eager", "eager"), 190),
    Plan("05_3_eager_and_random", ("eager", "random", "eager"), 5),
    # How it ends, and what is rare
    Plan("06_3_shared_victory_without_meeples", ("random",) * 3, 29),
    Plan("07_4_without_meeples", ("random",) * 4, 94),
    Plan("08_4_discards_shuffled", ("random",) * 4, 26),
    # Other readings, several in a game
    Plan(
        "09_2_other_ways",
        ("random", "eager"),
        9,
        {
            "repeat": "square",
            "pass_over": False,
            "ways_cost": 0,
            "round_trip": False,
            "expressways": "hub",
            "boat_stretches": "one",
        },
    ),
    Plan(
        "10_3_other_dice",
        ("eager",) * 3,
        10,
        {
            "influence_bounds": "free",
            "influence_counts": False,
            "extra_turns": "once",
            "seven_token_seen": False,
            "displaced_port": True,
        },
    ),
    Plan(
        "11_4_other_neighbours",
        ("eager", "random") * 2,
        11,
        {
            "neighbours": "opponents",
            "neighbour_cards": "player",
            "consul_for": "anyone",
            "crassus_site": "adjoining",
            "in_vino": "instead",
        },
    ),
    Plan(
        "12_2_other_ends",
        ("eager", "eager"),
        12,
        {
            "cubes_return": False,
            "start_player": "seat",
            "placing": "snake",
            "plot_reshuffle": False,
            "score_floor": "zero",
            "most_corrupt_at_zero": True,
            "tie": "less_corruption",
        },
    ),
)


# The pinned material


@cache
def material() -> tuple[Board, Tiles, Stock]:
    return Board.load(FOLDER / "board.toml"), Tiles.load(FOLDER / "tiles.toml"), Stock.load(FOLDER / "cards.toml")


def kit() -> BurdigalaKit:
    return BurdigalaKit(*material())


# A game as text


def tell(game: Game[State], header: Mapping[str, str]) -> str:
    """The whole line of a game, in the words of Burdigala."""
    return golden_text.tell(game, header, _word)


def _word(game: Game[State], kind: str, event: Event, name: str) -> object:
    value: Any = event.data[name]
    rows: dict[str, tuple[str, ...]] = {
        "plot": PLOTS,
        "good": GOODS,
        "part": EARNED,
        "seat": game.names,
        "favour": ("cube", "merchandise"),
        "site": tuple(site.name for site in game.state.board.sites),
        "district": tuple(district.name for district in game.state.board.districts),
        "tile": tuple(tile.name["en"] for tile in game.state.tiles.tiles),
    }
    several = {"goods": GOODS, "endings": ENDINGS, "seats": game.names}
    if kind in rows:
        return rows[kind][value]
    if kind == "choice":
        return to_choice(game.state, BOOK.steps[event.data["step"]], value)
    if isinstance(value, tuple):
        return ",".join(several[kind][item] if kind in several else str(item) for item in value)
    return value


# The text as a game


def replay(recorded: Recorded) -> Game[State]:
    """The same choices again, those of chance included."""
    return recorded.follow(start(recorded.header, Ask()))


def start(header: Mapping[str, str], source: Source | None = None) -> Game[State]:
    """The game of a header, before the first choice."""
    names, seed = tuple(header["names"].split(", ")), int(header["seed"])
    rules = Ruleset().changed(**read_switches(header["switches"]))
    s = set_up(len(names), rules, *material(), Stream(seed, "set-up", len(names)))
    return Game(kit(), s, chance=source or Seeded(seed), names=names, opening=s.log)


def read_switches(text: str) -> dict[str, Value]:
    """Words as they are, numbers and truth as what they mean."""
    pairs = [] if text == "none" else [pair.split("=") for pair in text.split(", ")]
    return {name: {"True": True, "False": False}.get(word, int(word) if word.isdigit() else word) for name, word in pairs}


# Making them


def make(plan: Plan) -> tuple[Game[State], str]:
    names = NAMES[: len(plan.policies)]
    board, tiles, cards = material()
    header = {
        "players": str(len(names)),
        "names": ", ".join(names),
        "seed": str(plan.seed),
        "switches": write_switches(plan.switches),
        "policies": ", ".join(plan.policies),
        "board": board.digest,
        "tiles": tiles.digest,
        "cards": cards.digest,
    }
    game = start(header)
    play_on(game, plan, KNOWN)
    return game, tell(game, header)


if __name__ == "__main__":
    write_files(PLANS, make)
