"""Where a scenario begins: a position as data, and back. The slot `positions` of a game's manifest.

The lab's own way needs only the schema of fields and, where a position can begin in the middle of a round, a function of the game
that says what is still to happen: the position is that of the set-up, except for what is given. Cards that are given somewhere
leave where the set-up laid them; those they displace go where the rest lies. A game with more to say derives its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, Protocol

import msgspec

from ..games.manifest import LAB
from ..kernel import DataError, Game, GameKit, LabError, Pending, Seeded
from ..kernel.book import Decision
from ..kernel.errors import one_line
from ..kernel.nodes import Node
from ..kernel.rulesets import BaseRuleset, RulesetFault
from .fields import NOBODY, Field, Fields, fields_of
from .readings import DEFAULT, reading_names, ruleset
from .scenario_records import ScenarioRecord, When, record_of

if TYPE_CHECKING:
    from ..games.manifest import Manifest, Written
    from .scenario_telling import Story
    from .wording import FieldWords

Data = dict[str, Any]
AgendaFrom = Callable[[Any, int | None], None]
"""Puts on the agenda what is still to happen in a position; with a seat, when it is that seat's turn."""


class Refuse(Protocol):
    """Makes the error that names the scenario: field, problem, and the rule if there is one."""

    def __call__(self, field: str, problem: str, rule: str | None = None, /) -> DataError: ...


class Positions:
    """How the scenarios of a game say a position."""

    def __init__(self, manifest: Manifest, agenda_from: AgendaFrom | None = None) -> None:
        self.manifest = manifest
        self.agenda_from = agenda_from

    @property
    def fields(self) -> Fields:
        """The schema of the game."""
        return fields_of(self.manifest)

    # What a file says

    step: type = When
    """The type of a step of `when`."""

    @cached_property
    def player(self) -> Any:
        """The type of what is said of one player."""
        return _struct("PlayerGiven", [("name", str | None, None)], self.fields.given(0))

    def head(self) -> list[tuple[Any, ...]]:
        """What stands in `given` before the fields of the table: names, types and what they are if not said."""
        rules: list[tuple[Any, ...]] = (
            [("ruleset", str, "default"), ("switches", dict[str, Any], msgspec.field(default_factory=dict))]
            if self.manifest.has("ruleset")
            else []
        )
        players: Any = self.player
        return [("players", int | list[players]), ("seed", int, 0), *rules, ("seat", int | None, None)]

    @cached_property
    def record(self) -> type[ScenarioRecord]:
        """The type of a scenario, with those of `given` (it has `players` and `seed`) and `when`."""
        return record_of(_struct("Given", self.head(), self.fields.given(None)), self.step)

    def check_step(self, step: Any, refuse: Refuse) -> None:
        """Refuse a step of `when` whose own words mean nothing."""

    def notation(self, step: Any) -> str:
        """What is done in a step, as a choice is written; a LabError if something is missing."""
        return str(step.choice or step.chance)

    def attempt(self, step: Any) -> str:
        """What a step would do, though it may not be possible or complete."""
        return str(step.choice or step.refused or step.chance)

    def chance_step(self, pending: Pending, node: Node[Any]) -> Data:
        """A step in which chance has decided, as `when` says it."""
        return {"chance": str(node.choice)}

    # From data to a position

    def kit(self, state: Any) -> GameKit[Any]:
        """The kit that plays a position."""
        return self.manifest.kit()

    def material_of(self, state: Any) -> dict[str, Any]:
        """What a position is played with, as `build` takes it."""
        return {}

    def build(self, given: Any, refuse: Refuse, material: Mapping[str, Any], under: BaseRuleset | None) -> Any:
        """The position that is given, or a game just set up (its events are in `log` then); `under` another ruleset."""
        rules = self.ruleset(given, refuse) if under is None else under
        count = given.players if isinstance(given.players, int) else len(given.players)
        if problem := self.manifest.wrong_number(count, rules):
            raise refuse("given.players", problem)
        if given.seat is not None and not 0 <= given.seat < count:
            raise refuse("given.seat", f"there is no seat {one_line(given.seat, 20)}")
        try:
            stream = Seeded(given.seed).stream("set-up", count)
            state = self.manifest.set_up(count, rules, stream, **self.manifest.material_for(rules, material))
        except LabError as error:
            raise refuse("given", str(error)) from None
        if isinstance(given.players, int):
            for field in (*self.fields.given(None), Field("seat")):
                if getattr(given, field.name) != field.unsaid:
                    raise refuse(f"given.{field.name}", "is decided by the set-up; list the players to give a position")
            return state
        state.log = None
        self.lay(state, given, refuse)
        try:
            self.kit(state).check(state)
        except LabError as error:
            raise refuse("given", str(error)) from None
        return state

    def ruleset(self, given: Any, refuse: Refuse) -> Any:
        """The ruleset that is given: by name, with switches; None for a game that has none."""
        if not self.manifest.has("ruleset"):
            return None
        switches = {name: tuple(value) if isinstance(value, list) else value for name, value in given.switches.items()}
        try:
            return ruleset(given.ruleset, game=self.manifest.name).changed(**switches)
        except RulesetFault as error:
            raise refuse(f"given.switches.{one_line(error.field, 40)}", error.problem, error.rule) from None
        except LabError as error:
            raise refuse("given.ruleset", str(error)) from None

    def rules_given(self, rules: BaseRuleset | None) -> Data:
        """A ruleset by name where it has one, else what differs from the default."""
        if rules is None or not self.manifest.has("ruleset") or rules == self.manifest.ruleset():
            return {}
        game = self.manifest.name
        named = next((name for name in reading_names(game) if name != DEFAULT and ruleset(name, game=game) == rules), None)
        if named is not None:
            return {"ruleset": named}
        changes = {change.field.name: change.here for change in rules.diff()}
        return {"switches": {name: list(value) if isinstance(value, tuple) else value for name, value in changes.items()}}

    def lay(self, state: Any, given: Any, refuse: Refuse) -> None:
        """Everything that is said, into a position that has just been set up; and what is still to happen in it."""
        self._lay_fields(state, given, refuse)
        if self.agenda_from is not None:
            state.agenda, state.causes = [], []
            self.agenda_from(state, given.seat)
        elif given.seat is not None:
            raise refuse("given.seat", f"{self.manifest.called()} does not say what happens from there on")

    def _lay_fields(self, state: Any, given: Any, refuse: Refuse) -> None:
        said = [(field, NOBODY, getattr(given, field.name), f"given.{field.name}") for field in self.fields.given(None)]
        for seat, player in enumerate(given.players):
            path = f"given.players.{seat}"
            said += [(field, seat, getattr(player, field.name), f"{path}.{field.name}") for field in self.fields.given(seat)]
        values = []
        for field, seat, words, path in said:
            if words is None:
                continue
            if not field.is_played(state):
                raise refuse(path, field.absent(), field.rule)
            try:
                value = field.kind.read(state, words, field.value(state, seat))
            except LabError as error:
                raise refuse(path, str(error), field.rule) from None
            if fault := field.fault(state, value):
                raise refuse(path, fault, field.rule)
            values.append((field, seat, value))
        self._clear(state, [(seat, field.name) for field, seat, _ in values], values)
        for field, seat, value in values:
            field.put(state, seat, value)

    def _clear(self, state: Any, said: list[tuple[int, str]], values: list[tuple[Field, int, Any]]) -> None:
        """Take cards that are given somewhere from where the set-up laid them; what they displace goes where the rest lies."""
        given = [card for field, _, value in values if field.kind.places for card in value]
        places = [
            (field, seat)
            for seats, fields in ((range(len(state.players)), self.fields.given(0)), ((NOBODY,), self.fields.given(None)))
            for seat in seats
            for field in fields
            if field.kind.places
        ]
        displaced: list[Any] = []
        for field, seat in places:
            lying = field.value(state, seat)
            if (seat, field.name) in said:
                displaced += [card for card in lying if card not in given]
            else:
                field.put(state, seat, tuple(card for card in lying if card not in given))
        for field, seat in places:
            if field.rest and (seat, field.name) not in said:
                field.put(state, seat, (*displaced, *field.value(state, seat)))

    # From a position to data

    def digest(self, state: Any) -> str:
        """A hash of what lies on the table and is still to happen."""
        found: str = state.digest()
        return found

    def check_own(self, state: Any) -> None:
        """Refuse a game that a file cannot tell, because it is played with material of a user's own."""

    def given_of(self, state: Any, seat: int | None, names: tuple[str, ...], seed: int = 0) -> Data:
        """A position in the words of `given`."""
        found: Data = {**self.rules_given(getattr(state, "rules", None)), **({"seed": seed} if seed else {})}
        usual = self.manifest.seat_names(len(names))
        found["players"] = [
            {
                **({} if name == usual[one] else {"name": name}),
                **{f.name: f.kind.said(state, f.value(state, one)) for f in self.fields.given(one) if f.is_played(state)},
            }
            for one, name in enumerate(names)
        ]
        if seat is not None:
            found["seat"] = seat
        return found | {f.name: f.kind.said(state, f.value(state)) for f in self.fields.given(None) if f.is_played(state)}

    def beginnings(self, game: Game[Any], line: list[Node[Any]]) -> Iterator[tuple[Data, Node[Any]]]:
        """Places where a scenario can begin, the latest first, with the node that follows by itself; not all need be right."""
        for state, node in standing(game, line):
            yield self.given_of(state, _on_turn(state), game.names, seed_of(game)), node
        rules, seed = getattr(game.start, "rules", None), seed_of(game)
        yield {"players": len(game.names), **self.rules_given(rules), **({"seed": seed} if seed else {})}, game.root

    def latest(self, game: Game[Any]) -> Data:
        """The latest place on the line that can be given, as it stands; for whoever wants to change it."""
        for given, _ in self.beginnings(game, game.line):
            if not isinstance(given["players"], int):  # else the set-up, which only a seed can say
                return given
        raise LabError("the game began in the middle of something: there is nothing to begin with")

    # In words

    def card_name(self, words: FieldWords, card: str) -> str:
        """A card as a scenario names it, in words."""
        return str(card)

    def told(self, story: Story, given: Any) -> Iterator[str]:
        """What is given, line by line."""
        if isinstance(given.players, int):
            yield story.say("setup", players=given.players)
            return
        for field in self.fields.given(None):
            if field.opening and (said := getattr(given, field.name)) is not None:
                yield from map(story.upper, field.kind.told(story, field.key, said))
        for seat, player in enumerate(given.players):
            said_of = [(field, getattr(player, field.name)) for field in self.fields.given(seat) if field.opening]
            phrases = [
                phrase for field, said in said_of if said is not None for phrase in field.kind.told(story, field.key, said)
            ]
            yield story.say("by", player=story.player(seat), what=story.listed(phrases) or story.say("unchanged"))


def _struct(name: str, head: list[tuple[Any, ...]], fields: list[Field]) -> Any:
    """A type with what stands first and the fields by which a position is given, each with what it is if nothing is said."""
    listed = [(f.name, f.kind.data | None if f.unsaid is None else f.kind.data, f.unsaid) for f in fields]
    return msgspec.defstruct(name, [*head, *listed], forbid_unknown_fields=True)


def _on_turn(state: Any) -> int | None:
    """The seat that decides next, if a decision is the next thing to happen."""
    if not state.agenda:
        return None
    name, *args = state.agenda[-1]
    return args[0] if isinstance(state.book.steps[name], Decision) else None


def standing(game: Game[Any], line: list[Node[Any]]) -> Iterator[tuple[Any, Node[Any]]]:
    """The positions that a line went through, task by task, the latest first."""
    for node in reversed(line):
        frames = [state for state, _ in game.frames(node)]
        yield from ((state, node) for state in reversed(frames))
    yield game.start, game.root


def seed_of(game: Game[Any]) -> int:
    """The seed that decides a game's chance; 0 if none does."""
    data: Any = game.chance.to_data()
    while isinstance(data, dict):
        if isinstance(data.get("seed"), int):
            return int(data["seed"])
        data = data.get("then")
    return 0


def positions_for(manifest: Manifest, written: Written) -> Positions:
    """How a game's scenarios say a position: its own way, or the lab's with its function for what is still to happen."""
    if written == LAB:
        return Positions(manifest)
    named: Any = manifest.named(str(written))
    if isinstance(named, type):
        own: Positions = named(manifest)
        return own
    return Positions(manifest, named)
