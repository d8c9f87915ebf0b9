"""How scenarios of Bruges say a position: at the beginning of a phase or of a turn, every card where it lies; and back.

given.py has the types, building.py makes the position.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from ...kernel import DataError, Game, LabError, Pending
from ...kernel.errors import one_line
from ...kernel.nodes import Node
from ...rulebook.positioning import Positions, Refuse, seed_of, standing
from ...rulebook.scenarios import Scenario
from .board import Board
from .building import Builder
from .deck import Deck
from .fields import FIELDS
from .given import HouseGiven, PlayerGiven, ScenarioRecord, When
from .kit import BrugesKit, find_board, find_deck
from .manifest import MANIFEST
from .model import EMPTY, House, Player, State
from .positions import spent_by_display
from .rules.rounds import agenda_from
from .ruleset import Ruleset
from .telling import WORDS, own_texts
from .words import AREAS, COLOURS, NAMES, PHASES, SECTIONS

if TYPE_CHECKING:
    from ...rulebook.scenario_telling import Story
    from ...rulebook.wording import FieldWords

_LARGEST_DIE = Ruleset().dice_faces


class Place(NamedTuple):
    """Where in its round a position stands, as `given` says it."""

    phase: str
    turn: int
    seat: int | None
    threats_dealt: bool = False


class BrugesPositions(Positions):
    """Positions of Bruges."""

    record = ScenarioRecord

    # When

    def check_step(self, step: When, refuse: Refuse) -> None:
        if step.dice is not None and any(not 1 <= die <= _LARGEST_DIE for die in step.dice.values()):
            raise refuse("dice", f"a die shows 1 to {_LARGEST_DIE}", "comp.dice")

    def notation(self, step: When) -> str:
        dice: dict[Any, int] = step.dice or {}
        if step.dice is not None and (missing := [colour for colour in COLOURS if colour not in dice]):
            raise LabError(f"the {missing[0]} die is not set")
        return step.choice or ":".join(["roll", *(str(dice[colour]) for colour in COLOURS)])

    def attempt(self, step: When) -> str:
        return step.choice or step.refused or "roll"

    def chance_step(self, pending: Pending, node: Node[Any]) -> dict[str, Any]:
        if pending.kind == "dice.roll":
            return {"dice": dict(zip(COLOURS, (node.option or ())[1:], strict=True))}
        return {"choice": str(node.choice)}

    # Given

    def kit(self, state: State) -> BrugesKit:
        return BrugesKit(state.deck, state.board)

    def material_of(self, state: State) -> dict[str, Any]:
        return {"deck": state.deck, "board": state.board}

    def build(self, given: Any, refuse: Refuse, material: Mapping[str, Any], under: Any) -> State:
        if strange := sorted(set(material) - {"deck", "board"}):
            raise LabError(f"{self.manifest.called()} takes no {strange[0]}=")
        deck = material.get("deck")
        cards = deck if deck is None or isinstance(deck, Deck) else find_deck(deck, Ruleset())
        rules = self.ruleset(given, refuse) if under is None else under
        return Builder(given, refuse, cards, find_board(material.get("board"), Ruleset()), rules).state()

    def digest(self, state: State) -> str:
        return position_digest(state)

    def check_own(self, state: State) -> None:
        if (state.deck.digest, state.board.digest) != (Deck.for_rules(state.rules).digest, Board.load().digest):
            raise LabError("a scenario file knows only the lab's own cards and board; this game is played with others")

    def beginnings(self, game: Game[State], line: list[Node[State]]) -> Iterator[tuple[dict[str, Any], Node[State]]]:
        set_up = not game.start.round  # then the start is before the first round, and a seed can say it all
        for state, node in standing(game, line):
            if set_up and node is game.root:
                set_up = False
                rules = self.rules_given(state.rules)
                yield {"players": len(game.names), "setup": True, "seed": seed_of(game), **rules}, node
            place = place_of(state)
            if place is not None:
                yield given_of(state, place, game.names, seed_of(game)), node

    def latest(self, game: Game[State]) -> dict[str, Any]:
        return latest_given(game)

    # In words

    def card_name(self, words: FieldWords, card: str) -> str:
        if card in COLOURS:
            return words.say("card", colour=card)
        deck: Deck = words.state.deck
        name = deck[card].name if card in deck.by_id else {}
        return name.get(words.lang) or name.get("en") or "–"

    def told(self, story: Story, given: Any) -> Iterator[str]:
        if given.ruleset != "default":
            yield story.say("ruleset", name=one_line(given.ruleset, 60))
        for field, value in given.switches.items():
            yield story.say("reading", field=field, value=str(value).lower())
        if isinstance(given.players, int):
            yield story.say("setup", players=given.players)
            return
        yield story.say("situation", round=given.round, phase=given.phase, player=story.player(given.start))
        if given.phase == "actions":
            yield story.say("to_play", turn=given.turn, player=story.player(given.start if given.seat is None else given.seat))
        if given.final_round:
            yield story.upper(story.say("final_round", round=given.final_round))
        if len(given.dice) == len(COLOURS):
            yield own_texts().say("event", "dice.rolled", dict(given.dice.items()), story.lang)
        if given.threats_dealt:
            yield story.say("threats_dealt")
        for pile, cards in zip(WORDS["pile"], given.piles or (), strict=False):
            if isinstance(cards, int) and cards:
                yield story.say("pile_count", pile=pile, count=cards)
            else:
                yield story.say("pile", pile=pile, cards=story.cards(cards)) if cards else story.say("pile_none", pile=pile)
        for name in ("extra", "discard"):
            if (some := getattr(given, name)) is not None:
                yield from map(story.upper, FIELDS.table[name].kind.told(story, name, some))
        for seat, player in enumerate(given.players):
            what = story.listed(_holding(story, player)) or story.say("unchanged")
            yield story.say("by", player=story.player(seat), what=what)


def _holding(story: Story, player: PlayerGiven) -> Iterator[str]:
    """What is said of a player in the position; what is not said is as after set-up. Canals and houses come last."""
    bare = PlayerGiven()
    for name in PlayerGiven.__struct_fields__:
        if name in FIELDS.player and name not in ("canals", "houses") and getattr(player, name) != getattr(bare, name):
            yield from FIELDS.player[name].kind.told(story, name, getattr(player, name))
    tiles = {side: n if isinstance(n, int) else len(n) for side, n in player.canals.items()}
    yield from FIELDS.player["canals"].kind.told(story, "canals", tiles)
    for house in player.houses:
        house = house if isinstance(house, HouseGiven) else HouseGiven(house)
        colour = house.card if house.card in COLOURS else story.state.deck[house.card].colour
        if house.person is None:
            yield story.say("empty_house", colour=colour)
        else:
            yield story.say("lodged_used" if house.used else "lodged", colour=colour, person=story.card(house.person))


# From a position to data


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
        given = given_of(state, place, game.names, seed_of(game))
        try:
            Scenario.read({"given": given}, deck=state.deck, board=state.board)
        except DataError:
            pass  # such as a third threat that is being settled
        else:
            return given
    for earlier, _ in standing(game, game.line):
        if (found := place_of(earlier)) is not None:
            return given_of(earlier, found, game.names, seed_of(game))
    raise LabError("the game began in the middle of something: there is no phase or turn to begin with")


def given_of(state: State, place: Place, names: tuple[str, ...] = NAMES, seed: int = 0) -> dict[str, Any]:
    """A position in the words of `given`. What is as after set-up is not said; every card is named."""
    deck = state.deck
    given: dict[str, Any] = {**MANIFEST.positions.rules_given(state.rules)}
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
