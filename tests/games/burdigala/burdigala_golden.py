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
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from bruges_lab.games.burdigala.board import Board
from bruges_lab.games.burdigala.kit import BurdigalaKit
from bruges_lab.games.burdigala.model import BOOK, EARNED, State
from bruges_lab.games.burdigala.rules.setup import set_up
from bruges_lab.games.burdigala.ruleset import Ruleset
from bruges_lab.games.burdigala.stock import Stock
from bruges_lab.games.burdigala.tiles import Tiles
from bruges_lab.games.burdigala.words import ENDINGS, GOODS, NAMES, PLOTS
from bruges_lab.kernel import Ask, Event, Game, LabError, Option, Pending, Seeded, Source, Stream
from bruges_lab.kernel.engine import to_choice
from bruges_lab.kernel.events import walk

FOLDER = Path(__file__).parent / "golden"
Value = str | int | bool


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
    """The whole line of a game, from the set-up to the winners."""
    return "\n".join([*(f"{name}: {value}" for name, value in header.items()), "", *_nodes(game), *_end(game)]) + "\n"


def _nodes(game: Game[State]) -> Iterator[str]:
    told = list(walk(game.events))
    first = 0
    for node in game.line:
        if node.parent is None:
            yield "> start"
        else:
            yield f"> {'chance' if node.by_chance else game.names[node.parent.state.agenda[-1][1]]}: {node.choice}"
        for depth, event in told[first : first + len(node.raw)]:
            yield f"{'  ' * (depth + 1)}{event_line(game, event)}"
        first += len(node.raw)


def event_line(game: Game[State], event: Event) -> str:
    """Kind, rule, player and data, in words but never in sentences: texts may be polished, games may not change."""
    types = BOOK.kinds[event.kind].fields
    data = " ".join(f"{name}={_word(game, types[name], event, name)}" for name in sorted(event.data))
    who = "table" if event.player < 0 else game.names[event.player]
    return f"{event.kind} [{event.rule}] {who}{': ' if data else ''}{data}"


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


def _end(game: Game[State]) -> Iterator[str]:
    yield ""
    for name, sheet in zip(game.names, game.scores(), strict=True):
        yield f"{name}: {sheet.total} = " + " + ".join(f"{part} {points}" for part, points in sheet.parts.items())
    yield f"winners: {', '.join(game.names[seat] for seat in game.winners)}"


# The text as a game


class Golden(NamedTuple):
    """A file read back: its header, and who chose what."""

    header: dict[str, str]
    choices: list[tuple[str, str]]

    def replay(self) -> Game[State]:
        """The same choices again, those of chance included."""
        game = self.start(Ask())
        for who, choice in self.choices:
            pending = game.pending
            assert pending is not None, f"the game is over before {choice}"
            asked = "chance" if pending.is_chance else game.names[pending.player]
            assert asked == who, f"{asked} decides, not {who}: {choice}"
            game.play(choice)
        return game

    def start(self, source: Source | None = None) -> Game[State]:
        names, seed = tuple(self.header["names"].split(", ")), int(self.header["seed"])
        rules = Ruleset().changed(**read_switches(self.header["switches"]))
        s = set_up(len(names), rules, *material(), Stream(seed, "set-up", len(names)))
        return Game(kit(), s, chance=source or Seeded(seed), names=names, opening=s.log)


def read(text: str) -> Golden:
    head, _, body = text.partition("\n\n")
    header = dict(line.split(": ", 1) for line in head.splitlines())
    made = [line[2:].split(": ", 1) for line in body.splitlines() if line.startswith("> ") and line != "> start"]
    return Golden(header, [(who, choice) for who, choice in made])


def write_switches(switches: Mapping[str, Value]) -> str:
    return ", ".join(f"{name}={value}" for name, value in switches.items()) or "none"


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
    game = Golden(header, []).start()
    known = read(plan.file.read_text(encoding="utf-8")).choices if plan.file.exists() else []
    for who, choice in known:
        if who != "chance":
            try:
                game.play(choice)
            except LabError:
                break
    policies = [KNOWN[name] for name in plan.policies]
    stream = Stream(plan.seed, "golden")
    while (pending := game.pending) is not None:
        game.play_option(policies[pending.player](game.state, pending, stream))
    return game, tell(game, header)


def main(wanted: list[str]) -> None:
    for plan in PLANS:
        if not wanted or plan.name.split("_")[0] in wanted:
            game, text = make(plan)
            changed = not plan.file.exists() or plan.file.read_text(encoding="utf-8") != text
            plan.file.write_text(text, encoding="utf-8")
            said = "written" if changed else "as it was"
            print(f"{plan.file.name}: {said}; {game.state.turn} turns, {len(game.line)} nodes, {len(game.events)} events")


if __name__ == "__main__":
    main(sys.argv[1:])
