"""From a game to a scenario: a position as `given`, the choices since then as `when`, what came of them as `then`; and its file.

A position can be given where a round stands at the beginning of a phase or a turn. Anywhere else the scenario begins at the
latest such place on the line and makes the choices since, chance included. What is handed out has been read back and played.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from ..games.bruges.board import Board
from ..games.bruges.deck import Deck
from ..games.bruges.model import EMPTY, House, Player, State
from ..games.bruges.positions import spent_by_display
from ..games.bruges.rules.rounds import agenda_from
from ..games.bruges.ruleset import Ruleset
from ..games.bruges.words import AREAS, COLOURS, NAMES, PHASES, SECTIONS
from ..kernel import DataError, Game, LabError
from ..kernel.errors import one_line
from ..kernel.files import write_whole
from ..kernel.nodes import Node
from .outcomes import rules_of, then_of, when_of
from .proving import Proof, prove, start
from .readings import DEFAULT, reading_names, ruleset
from .scenario_text import scenario_toml
from .scenarios import Scenario

LONGEST_TITLE = 200
_NO_NAME = "position"
_NOT_IN_NAMES = re.compile(r"[^a-z0-9]+")


class Place(NamedTuple):
    """Where in its round a position stands, as `given` says it."""

    phase: str
    turn: int
    seat: int | None
    threats_dealt: bool = False


def to_scenario(
    game: Game[State],
    name: str | None = None,
    title: str | None = None,
    *,
    since: Node[State] | int | None = None,
    lang: str = "en",
) -> dict[str, Any]:
    """The position of a game as a scenario: a dictionary that `bl.scenario` reads and `prove` plays up to here.

    With `since`, an earlier node of the line, it tells what came of the choices from there on: its `then` names what has changed,
    the events with their rules, and what is asked now. A position that no scenario can tell is refused with the reason.
    """
    if not game.node.settled:
        raise LabError("tasks are still to run here: go on to the next decision, then make a scenario")
    line = game.line
    first = _on_line(game, line, since)
    outcome = {
        "name": _NO_NAME if name is None else name,
        "title": {} if title is None else {lang: _checked_title(title)},
        "rules": rules_of(game, line[first + 1 :]),
        "then": then_of(game, line, first),
    }
    reason = ""
    for given, node in _beginnings(game, line[: first + 1]):
        found = {**outcome, "given": given, "when": when_of(line[line.index(node) + 1 :])}
        try:
            if position_digest(start(_read(found, game.state)).state) != position_digest(node.state):
                continue
        except DataError as error:
            if not error.field.startswith("given"):
                raise
            reason = reason or error.problem
            continue
        _prove(found, game.state)
        return found
    raise LabError(f"no scenario can tell this position: {reason or 'the game began in the middle of something'}")


def position_digest(state: State) -> str:
    """A hash of what lies on the table and is still to happen.

    Two things in a state are no part of that: the cards that were drawn from a pile and lie elsewhere now, and, outside phase 3,
    the number of a turn (a game counts none there, a scenario the first).
    """
    twin = state.copy()
    twin.piles = (state.pile(0), state.pile(1))
    if state.phase and PHASES[state.phase - 1] != "actions":
        twin.turn = 0
    return twin.digest()


def save_scenario(
    game: Game[State],
    path: str | Path,
    name: str | None = None,
    title: str | None = None,
    *,
    since: Node[State] | int | None = None,
    lang: str = "en",
    replace: bool = False,
) -> Proof:
    """Write a scenario to a file of its own and prove what is there; a file that exists is replaced only if that is asked."""
    target = Path(path)
    if not replace and is_there(target):
        raise LabError(f"{one_line(target.name)}: there is such a file already")
    data = scenario_bytes(game, name_from(target.stem) if name is None else name, title, since=since, lang=lang)
    write_whole(target, data, over=replace)
    return prove(Scenario.read(target))


def scenario_bytes(
    game: Game[State],
    name: str | None = None,
    title: str | None = None,
    *,
    since: Node[State] | int | None = None,
    lang: str = "en",
) -> bytes:
    """The content of a scenario's file."""
    rules = game.state.rules
    if (game.state.deck.digest, game.state.board.digest) != (Deck.for_rules(rules).digest, Board.load().digest):
        raise LabError("a scenario file knows only the lab's own cards and board; this game is played with others")
    text = scenario_toml(to_scenario(game, name, title, since=since, lang=lang))
    try:
        return text.encode()
    except UnicodeEncodeError:
        raise LabError("a title or name has characters that no file can hold") from None


def is_there(path: Path) -> bool:
    """Whether something has this path; what cannot be a path has none."""
    try:
        return path.exists() or path.is_symlink()
    except (OSError, ValueError):
        return False


def name_from(words: str) -> str:
    """A scenario's name made of any words: small letters, digits and _."""
    name = _NOT_IN_NAMES.sub("_", words.lower()).strip("_")[:60]
    return name if name[:1].isalpha() else f"{_NO_NAME}_{name}".strip("_")


def _on_line(game: Game[State], line: list[Node[State]], since: Node[State] | int | None) -> int:
    """Where on the line the outcome begins; here if nothing is said."""
    if since is None:
        return len(line) - 1
    if not isinstance(since, int | Node):
        raise LabError(f"a node is itself or its number, not {one_line(since, 20)!r}")
    number = since if isinstance(since, int) else since.number
    for place, node in enumerate(line):
        if node.number == number and (isinstance(since, int) or node is since):
            return place
    raise LabError(f"node {one_line(number, 20)} is not on the line from the start to here")


def _checked_title(title: str) -> str:
    if not isinstance(title, str) or not title.strip() or len(title) > LONGEST_TITLE or not title.isprintable():
        raise LabError(f"a title is a printable text of 1 to {LONGEST_TITLE} characters, not {one_line(title, 40)!r}")
    return title.strip()


def _read(data: dict[str, Any], state: State) -> Scenario:
    return Scenario.read(data, state.deck, state.board)


def _prove(data: dict[str, Any], state: State) -> None:
    """What is handed out holds, and leads here."""
    proof = prove(_read(data, state))
    if proof.differences or position_digest(proof.game.state) != position_digest(state):
        raise RuntimeError(f"a scenario of our own does not hold: {proof.differences[:1]}")


# Where it can begin


def _beginnings(game: Game[State], line: list[Node[State]]) -> Iterator[tuple[dict[str, Any], Node[State]]]:
    """Places where the scenario can begin, the latest first, with the node that follows by itself."""
    set_up = not game.start.round  # then the start is before the first round, and a seed can say it all
    for state, node in _standing(game, line):
        if set_up and node is game.root:
            set_up = False
            yield {"players": len(game.names), "setup": True, "seed": _seed(game), **_rules_given(state.rules)}, node
        place = place_of(state)
        if place is not None:
            yield given_of(state, place, game.names, _seed(game)), node


def _standing(game: Game[State], line: list[Node[State]]) -> Iterator[tuple[State, Node[State]]]:
    """The positions that a line went through, task by task, the latest first."""
    for node in reversed(line):
        frames = [state for state, _ in game.frames(node)]
        yield from ((state, node) for state in reversed(frames))
    yield game.start, game.root


def place_of(state: State) -> Place | None:
    """Where the round stands, if it is a place that `given` can name."""
    task = state.agenda[-1] if state.agenda else ("",)
    if task[0] == "turn":
        place = Place("actions", task[2], task[1])
    elif str(task[0]).startswith("phase."):
        phase = str(task[0]).removeprefix("phase.")
        place = Place(phase, 1 if phase == "actions" else max(1, state.turn), None)
    elif task[0] in ("threats", "reputation"):
        place = Place("dice", max(1, state.turn), None, task[0] == "reputation")
    else:
        return None
    twin = state.copy()
    twin.agenda, twin.causes = [], []
    agenda_from(twin, *place)
    return place if tuple(twin.agenda) == tuple(state.agenda) else None


def latest_given(game: Game[State]) -> dict[str, Any]:
    """The latest place on the line that can be given, as it stands; for whoever wants to change it.

    While cards are drawn and in a turn, everything is where it lies now.
    """
    state, pending = game.state, game.pending
    if pending is not None and not pending.is_chance and PHASES[state.phase - 1] in ("draw", "actions"):
        phase = PHASES[state.phase - 1]
        place = Place(phase, max(1, state.turn), pending.player if phase == "actions" else None)
        given = given_of(state, place, game.names, _seed(game))
        try:
            _read({"given": given}, state)
        except DataError:
            pass  # such as a third threat that is being settled
        else:
            return given
    for earlier, _ in _standing(game, game.line):
        if (found := place_of(earlier)) is not None:
            return given_of(earlier, found, game.names, _seed(game))
    raise LabError("the game began in the middle of something: there is no phase or turn to begin with")


def _seed(game: Game[State]) -> int:
    """The seed that throws this game's dice; 0 if none does."""
    data: Any = game.chance.to_data()
    while isinstance(data, dict):
        if isinstance(data.get("seed"), int):
            return int(data["seed"])
        data = data.get("then")
    return 0


# Given


def given_of(state: State, place: Place, names: tuple[str, ...] = NAMES, seed: int = 0) -> dict[str, Any]:
    """A position in the words of `given`. What is as after set-up is not said; every card is named."""
    deck = state.deck
    given: dict[str, Any] = {**_rules_given(state.rules)}
    if seed:
        given["seed"] = seed
    given |= {"round": state.round, "phase": place.phase}
    if place.phase != "actions" or place.turn > 1 or place.seat is not None:
        given["turn"] = place.turn
    if place.seat is not None:
        given["seat"] = place.seat
    given["start"] = state.start
    if any(state.dice):
        given["dice"] = {colour: die for colour, die in zip(COLOURS, state.dice, strict=True) if die}
    if place.threats_dealt:
        given["threats_dealt"] = True
    if state.final_round:
        given["final_round"] = state.final_round
    if state.extra_used:
        given["extra_used"] = True
    if state.spent != spent_by_display(deck, state.players):
        given["spent"] = [deck[card].id for card in state.spent]
    if state.shuffles:
        given["shuffles"] = [[deck[card].id for card in cards] for cards in state.shuffles]
    given["players"] = [_player_given(state, seat, player, names[seat]) for seat, player in enumerate(state.players)]
    if place.phase == "actions" and not any(player.hand for player in state.players):
        given["players"][0]["hand"] = []
    given["statues"] = [*state.statues]
    given["piles"] = [[deck[card].id for card in reversed(state.pile(pile))] for pile in (0, 1)]
    given["extra"] = [deck[card].id for card in reversed(state.extra)]
    given["discard"] = [deck[card].id for card in state.discard]
    return given


def _rules_given(rules: Ruleset) -> dict[str, Any]:
    """The ruleset by name where it has one, else what differs from the default."""
    if rules == Ruleset():
        return {}
    named = next((name for name in reading_names() if name != DEFAULT and ruleset(name) == rules), None)
    if named is not None:
        return {"ruleset": named}
    changes = {change.field.name: change.here for change in rules.diff()}
    return {"switches": {name: list(value) if isinstance(value, tuple) else value for name, value in changes.items()}}


def _player_given(state: State, seat: int, player: Player, name: str) -> dict[str, Any]:
    rules, deck = state.rules, state.deck
    found: dict[str, Any] = {} if name == NAMES[seat % len(NAMES)] else {"name": name}
    for field, usual in (("points", rules.start_points), ("guilders", rules.start_guilders), ("reputation", rules.start_step)):
        if getattr(player, field) != usual:
            found[field] = getattr(player, field)
    if set(player.workers) != {rules.start_workers}:
        found["workers"] = _row(player.workers)
    if any(player.threats):
        found["threats"] = _row(player.threats)
    if any(player.canals):
        found["canals"] = {side: tiles for side, tiles in zip(SECTIONS, player.canals, strict=False) if tiles}
    if any(player.claimed):
        found["claimed"] = [side for side, claimed in zip(SECTIONS, player.claimed, strict=False) if claimed]
    if player.statues:
        found["statues"] = [*player.statues]
    if player.houses:
        found["houses"] = [_house_given(deck, house) for house in player.houses]
    if player.hand:
        found["hand"] = [deck[card].id for card in player.hand]
    for field in ("shown", "held", "unseen"):
        if cards := getattr(player, field):
            found[field] = [deck[card].id for card in cards]
    if any(player.majorities):
        found["majorities"] = [area for area, turned in zip(AREAS, player.majorities, strict=True) if turned]
    if player.gate != seat:
        found["gate"] = player.gate
    return found


def _house_given(deck: Deck, house: House) -> str | dict[str, Any]:
    found: dict[str, Any] = {"card": deck[house.card].id}
    if house.person != EMPTY:
        found["person"] = deck[house.person].id
    if house.used:
        found["used"] = True
    if house.maybe:
        found["maybe"] = [deck[card].id for card in house.maybe]
    if house.shuffle:
        found["shuffle"] = house.shuffle
    return found if len(found) > 1 else deck[house.card].id


def _row(row: tuple[int, ...]) -> int | dict[str, int]:
    return row[0] if len(set(row)) == 1 else {colour: count for colour, count in zip(COLOURS, row, strict=True) if count}
