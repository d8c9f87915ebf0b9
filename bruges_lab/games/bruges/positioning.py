"""How scenarios of Bruges say a position: at the beginning of a phase or of a turn, every card where it lies; and back.

fields.py has the fields of a position, building.py makes it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from ...kernel import DataError, Game, LabError, Pending
from ...kernel.errors import one_line
from ...kernel.nodes import Node
from ...rulebook.field_kinds import Count, Counts, Marks, Numbers, Row
from ...rulebook.fields import NOBODY, Field
from ...rulebook.positioning import Positions, Refuse, seed_of, standing
from ...rulebook.scenarios import Scenario
from .board import Board
from .building import Builder
from .deck import Deck
from .given import When, head
from .kit import MATERIAL, BrugesKit, find_board, find_deck, of_modules
from .laid_kinds import Houses, Piles, Tiles
from .manifest import MANIFEST
from .market_cards import MarketCards
from .market_fields import MarketPile
from .model import State
from .rules.rounds import agenda_from
from .ruleset import Ruleset
from .ship_tiles import ShipTiles
from .words import COLOURS, NAMES, PHASES

if TYPE_CHECKING:
    from ...rulebook.scenario_telling import Story
    from ...rulebook.wording import FieldWords

_LARGEST_DIE = Ruleset().dice_faces


def _usual_shape(rules: Ruleset) -> Ruleset:
    """The rules that a board must fit: the usual ones, but with as many gates as there can be players."""
    return Ruleset(max_players=rules.max_players)


def _own_board(rules: Ruleset) -> Board:
    return Board.load(rules=_usual_shape(rules))


class Place(NamedTuple):
    """Where in its round a position stands, as `given` says it."""

    phase: str
    turn: int
    seat: int | None
    threats_dealt: bool = False


class BrugesPositions(Positions):
    """Positions of Bruges."""

    step = When

    def head(self) -> list[tuple[Any, ...]]:
        return head(self.player)

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
        return BrugesKit(**material_of(state))

    def material_of(self, state: State) -> dict[str, Any]:
        return material_of(state)

    def build(self, given: Any, refuse: Refuse, material: Mapping[str, Any], under: Any) -> State:
        if strange := sorted(set(material) - set(MATERIAL)):
            raise LabError(f"{self.manifest.called()} does not take {strange[0]}=")
        rules = self.ruleset(given, refuse) if under is None else under
        deck, *modules = (material.get(name) for name in ("deck", "ship_tiles", "market_cards"))
        cards = deck if isinstance(deck, Deck) else Deck.for_rules(rules) if deck is None else find_deck(deck, Ruleset())
        # The shape of the board is the usual one whatever the ruleset says: a position that does not fit it is refused as such.
        board = _own_board(rules) if material.get("board") is None else find_board(material["board"], _usual_shape(rules))
        return Builder(given, refuse, rules, {"deck": cards, "board": board, **of_modules(rules, *modules)}).state()

    def digest(self, state: State) -> str:
        return position_digest(state)

    def check_own(self, state: State) -> None:
        if (state.deck.digest, state.board.digest) != (Deck.for_rules(state.rules).digest, _own_board(state.rules).digest):
            raise LabError("a scenario file knows only the lab's own cards and board; this game is played with others")
        if state.rules.ships and state.ship_tiles.digest != ShipTiles.load().digest:
            raise LabError("a scenario file knows only the lab's own ships; this game is played with others")
        if state.market_cards is not None and state.market_cards.digest != MarketCards.load().digest:
            raise LabError("a scenario file knows only the lab's own market cards; this game is played with others")

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
        said = self._said(None, given)
        for field, some in sorted(said, key=lambda one: not isinstance(one[0].kind, Count)):
            yield from map(story.upper, field.kind.told_given(story, field.key, some))
        for seat, player in enumerate(given.players):
            held = sorted(
                self._said(seat, player), key=lambda one: isinstance(one[0].kind, Tiles | Houses)
            )  # the display comes last
            phrases = (phrase for field, some in held for phrase in field.kind.told_given(story, field.key, some))
            yield story.say("by", player=story.player(seat), what=story.listed(phrases) or story.say("unchanged"))

    def _said(self, seat: int | None, given: Any) -> list[tuple[Field, Any]]:
        """What is said of a player or the table and told at the opening; what is not said is as after set-up."""
        fields = [field for field in self.fields.given(seat) if field.opening]
        return [(field, said) for field in fields if (said := getattr(given, field.name)) != field.unsaid]


# From a position to data


def material_of(state: State) -> dict[str, Any]:
    """What a position is played with."""
    return {name: found for name in MATERIAL if (found := getattr(state, name)) is not None}


def position_digest(state: State) -> str:
    """A hash of what lies on the table and is still to happen.

    Two things in a state are no part of that: the cards that were drawn from a pile and lie elsewhere now, and, outside phase 3,
    the number of a turn (a game counts none there, a scenario the first).
    """
    twin = state.copy()
    twin.piles = (state.pile(0), state.pile(1))
    twin.ship_stacks = tuple(stack[:left] for stack, left in zip(state.ship_stacks, state.ship_left, strict=True))
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
            Scenario.read({"given": given}, **MANIFEST.positions.material_of(state))
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
    given: dict[str, Any] = {**MANIFEST.positions.rules_given(state.rules), **({"seed": seed} if seed else {})}
    standing, lying = _table_given(state, place)
    given |= standing
    given["players"] = [
        {**({} if names[seat] == NAMES[seat % len(NAMES)] else {"name": names[seat]}), **_said_of(state, seat)}
        for seat in range(len(state.players))
    ]
    if place.phase == "actions" and not any(player.hand for player in state.players):
        given["players"][0]["hand"] = []
    return given | lying


def _table_given(state: State, place: Place) -> tuple[dict[str, Any], dict[str, Any]]:
    """Where the round stands and what has happened, and what lies on the table."""
    said = _said_of(state, NOBODY) | {"phase": place.phase, "turn": place.turn}
    if place.phase == "actions" and place.turn == 1 and place.seat is None:
        del said["turn"]
    said |= {} if place.seat is None else {"seat": place.seat}
    said |= {"threats_dealt": True} if place.threats_dealt else {}
    fields = [field for field in MANIFEST.fields.given(None) if field.name in said]
    lying = [field.name for field in fields if field.kind.places or isinstance(field.kind, Numbers)]
    return {f.name: said[f.name] for f in fields if f.name not in lying}, {name: said[name] for name in lying}


def _said_of(state: State, seat: int) -> dict[str, Any]:
    """The fields of a player or the table that are worth saying. Where a round stands is not for the state alone to say."""
    fields = [f for f in MANIFEST.fields.of(None if seat == NOBODY else seat).values() if f.given and f.is_played(state)]
    values = [
        (field, field.value(state, seat)) for field in fields if field.read is None or isinstance(field.kind, Piles | MarketPile)
    ]
    return {field.name: field.kind.brief(state, value) for field, value in values if _is_worth_saying(field, state, seat, value)}


def _is_worth_saying(field: Field, state: State, seat: int, value: Any) -> bool:
    if field.written == "unusual" and field.usual is not None:
        return bool(value != field.usual(state, seat))
    return field.written == "always" or (any(value) if isinstance(field.kind, Row | Marks | Counts) else bool(value))
