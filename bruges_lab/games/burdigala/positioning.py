"""How scenarios of Burdigala say a position: at a stage of a turn, with everything that matters where it lies; and back.

fields.py has the fields of a position, stages.py the stages, building.py makes it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ...kernel import Game, LabError
from ...kernel.errors import one_line
from ...kernel.nodes import Node
from ...rulebook.fields import NOBODY, Field
from ...rulebook.positioning import Positions, Refuse, seed_of, standing
from .board import Board
from .building import PLAIN_THROW, Builder
from .kit import BurdigalaKit
from .laid_kinds import site_names, tile_named
from .model import State
from .stages import DICE, PLACING, STAGES, TURN, agenda_from, asks, out_of_order, stage_of
from .stock import Stock
from .tiles import Tiles
from .words import GOODS, NAMES, PLOTS

if TYPE_CHECKING:
    from ...rulebook.scenario_telling import Story
    from ...rulebook.wording import FieldWords


class BurdigalaPositions(Positions):
    """Positions of Burdigala."""

    # Given

    def kit(self, state: State) -> BurdigalaKit:
        return BurdigalaKit(state.board, state.tiles, state.stock)

    def material_of(self, state: State) -> dict[str, Any]:
        return {"board": state.board, "tiles": state.tiles, "cards": state.stock}

    def lay(self, state: State, given: Any, refuse: Refuse) -> None:
        Builder(state, given, refuse).lay()

    def digest(self, state: State) -> str:
        """A hash of what lies on the table and is still to happen: not of cards drawn long ago, nor of an order without sense."""
        twin = state.copy()
        twin.goods_pile, twin.plot_pile = state.goods_pile[: state.goods_left], state.plot_pile[: state.plot_left]
        twin.pool, twin.spare = tuple(sorted(state.pool)), tuple(sorted(state.spare))
        return twin.digest()

    def check_own(self, state: State) -> None:
        here = (state.board.digest, state.tiles.digest, state.stock.digest)
        if here != (Board.load().digest, Tiles.load().digest, Stock.load().digest):
            raise LabError("a scenario file knows only the lab's own board, tiles and cards; this game is played with others")

    # From a position to data

    def beginnings(self, game: Game[State], line: list[Node[State]]) -> Iterator[tuple[dict[str, Any], Node[State]]]:
        rules, seed = self.rules_given(game.start.rules), seed_of(game)
        for state, node in standing(game, line):
            if _is_at_stage(state):
                yield self.given_of(state, state.active, game.names, seed), node
        yield {"players": len(game.names), **rules, **({"seed": seed} if seed else {})}, game.root

    def given_of(self, state: State, seat: int | None, names: tuple[str, ...], seed: int = 0) -> dict[str, Any]:
        """A position in the words of `given`. What would be filled in the same way is not said; every card is named."""
        found: dict[str, Any] = {**self.rules_given(state.rules), **({"seed": seed} if seed else {})}
        stage = stage_of(state)
        found["stage"] = STAGES[stage]
        if stage != PLACING:
            task = state.agenda[-1] if state.agenda else ("", state.active)
            found["seat"] = task[1] if task[0] == "turn" else state.active
        found["players"] = [
            {
                **({} if name == NAMES[one % len(NAMES)] else {"name": name}),
                **{field.name: value for field, value in self._said(state, one)},
            }
            for one, name in enumerate(names)
        ]
        return found | {field.name: value for field, value in self._said(state, NOBODY)}

    def _said(self, state: State, seat: int) -> Iterator[tuple[Field, Any]]:
        for field in self.fields.given(None if seat == NOBODY else seat):
            value = field.value(state, seat)
            if field.name != "stage" and _is_worth_saying(field, state, value):
                yield field, field.kind.brief(state, value)

    # In words

    def card_name(self, words: FieldWords, card: str) -> str:
        """Plot cards and goods in the language, tiles by their names, sites and districts as the board writes them."""
        state: State = words.state
        for kind, known in (("plot", PLOTS), ("good", GOODS)):
            if card in known:
                return words.manifest.texts.form(kind, card, words.lang)
        if card in (names := site_names(state)):
            return state.board.sites[names.index(card)].name
        for district in state.board.districts:
            if district.name.lower() == card:
                return district.name
        tile = tile_named(state, card)
        if tile is None:
            return words.say("hidden")
        name = state.tiles.of(tile).name
        return name.get(words.lang) or name["en"]

    def told(self, story: Story, given: Any) -> Iterator[str]:
        if given.ruleset != "default":
            yield story.say("ruleset", name=one_line(given.ruleset, 60))
        for switch, value in given.switches.items():
            yield story.say("reading", field=switch, value=str(value).lower())
        if isinstance(given.players, int):
            yield story.say("setup", players=given.players)
            return
        state: State = story.scenario.state
        yield story.say("situation", stage=given.stage, player=story.player(state.active))
        for field, said in self._opening(None, given):
            yield from map(story.upper, field.kind.told_given(story, field.key, said))
        for seat, player in enumerate(given.players):
            phrases = (
                phrase for field, said in self._opening(seat, player) for phrase in field.kind.told_given(story, field.key, said)
            )
            yield story.say("by", player=story.player(seat), what=story.listed(phrases) or story.say("unchanged"))

    def _opening(self, seat: int | None, given: Any) -> list[tuple[Field, Any]]:
        """What is said of a player or the table and told at the opening."""
        fields = [field for field in self.fields.given(seat) if field.opening]
        return [(field, said) for field in fields if (said := getattr(given, field.name)) is not None]


def _is_at_stage(state: State) -> bool:
    """Whether `given` can name where the turn stands."""
    stage = stage_of(state)
    if not state.agenda or (stage == PLACING and out_of_order(state) is not None):
        return False
    task = state.agenda[-1]
    twin = state.copy()
    agenda_from(twin, stage, task[1] if task[0] == "turn" else state.active)
    rest = len(state.agenda) - 1 if asks(task) else len(state.agenda)
    return len(twin.agenda) == len(state.agenda) and tuple(twin.agenda[:rest]) == tuple(state.agenda[:rest])


def _is_worth_saying(field: Field, state: State, value: Any) -> bool:
    """What lies on sites and in hands is said if there is any; what would be filled in otherwise is said always."""
    stage = stage_of(state)
    if field.name in ("meeples", "tiles", "goods_pile", "plot_pile", "bonus"):
        return True
    if field.name == "dice":
        return bool(value != (PLAIN_THROW if stage > DICE else (0, 0)))
    if field.name == "thrown":
        return bool(value != state.dice)
    if field.name == "turn":
        return bool(value != (0 if stage <= TURN else 1))
    return any(value) if field.name in ("earned", "cubes", "complete", "goods_seen") else bool(value)
