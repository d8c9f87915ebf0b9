"""The ruleset: every number and every switch that play depends on, with its unit and the rule it comes from.

A rule function never writes such a number; it reads `state.rules.threat_limit`. Switches (DESIGN, section 7) choose between
readings of the documents; each cites its entry in the list of discrepancies. One frozen object is shared by all copies of a
state. Reading and writing files is in `rulebook/readings.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Annotated, Literal, NamedTuple, cast, get_args, get_type_hints

import msgspec
from msgspec import Meta

from ..kernel.errors import meant
from ..kernel.records import fault_of

Value = int | str | bool | tuple[int, ...]
_MOST = 9_999
_LONGEST_ROW = 20


def number(unit: str, rule: str, *, least: int = 0, most: int | None = None) -> Meta:
    """A whole number of the rules: its unit, its rule id, and the bounds within which the engine can play it."""
    return Meta(ge=least, le=_MOST if most is None else most, extra={"unit": unit, "rule": rule, "entry": None})


def row(unit: str, rule: str, *, least: int = 0, most: int | None = None) -> Meta:
    """Several numbers of one kind, such as the faces of a die or the values of the statues."""
    return Meta(
        min_length=least, max_length=_LONGEST_ROW if most is None else most, extra={"unit": unit, "rule": rule, "entry": None}
    )


def switch(rule: str, entry: str) -> Meta:
    """A choice between readings; `entry` is the discrepancy that describes them."""
    return Meta(extra={"unit": "switch", "rule": rule, "entry": entry})


Face = Annotated[int, Meta(ge=1, le=_MOST)]
Points = Annotated[int, Meta(ge=0, le=_MOST)]


class RulesetFault(ValueError):
    """A value that a ruleset cannot have: the field, the problem, and the rule that sets the bound."""

    def __init__(self, field: str, problem: str, rule: str | None) -> None:
        self.field, self.problem, self.rule = field, problem, rule
        super().__init__(f"{field}: {problem}" + (f" ({rule})" if rule else ""))


class Ruleset(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All numbers and switches of one reading of the rules; the defaults are those of the catalogue."""

    # Frame and material
    min_players: Annotated[int, number("players", "meta.players", least=2)] = 2
    max_players: Annotated[int, number("players", "meta.players", least=2, most=4)] = 4
    cards: Annotated[int, number("cards", "comp.cards.count", least=1)] = 165
    cards_per_colour: Annotated[int, number("cards", "comp.cards.per_color", least=1)] = 33
    threat_supply: Annotated[int, number("threats", "comp.threat.per_color", least=1)] = 9
    statues: Annotated[tuple[Points, ...], row("points", "comp.statues")] = (7, 6, 5, 4, 3, 2)
    dice_faces: Annotated[int, number("faces", "comp.dice", least=2, most=12)] = 6

    # Set-up
    stacks: Annotated[int, number("stacks", "setup.decks.split", least=1)] = 5
    start_points: Annotated[int, number("points", "setup.player.score_start")] = 5
    start_step: Annotated[int, number("steps", "setup.player.reputation_start")] = 0
    start_workers: Annotated[int, number("workers", "setup.player.workers")] = 1
    start_guilders: Annotated[int, number("guilders", "setup.player.guilders")] = 5

    # Phase 1
    hand_size: Annotated[int, number("cards", "phase1.refill.target", least=1)] = 5

    # Phase 2
    threat_faces: Annotated[tuple[Face, ...], row("faces", "phase2.threat.faces")] = (5, 6)
    threats_per_die: Annotated[int, number("threats", "phase2.threat.distribute", most=1)] = 1
    threat_limit: Annotated[int, number("threats", "phase2.threat.third", least=1)] = 3
    advance_faces: Annotated[tuple[Face, ...], row("faces", "phase2.advance.cost")] = (1, 2)
    advance_steps: Annotated[int, number("steps", "phase2.advance.offer")] = 1
    advance_max: Annotated[int, number("steps", "phase2.advance.max")] = 1
    plague_loss: Annotated[int, number("people", "threat.plague", most=1)] = 1
    fire_loss: Annotated[int, number("houses", "threat.fire", most=1)] = 1
    intrigue_loss: Annotated[int, number("points", "threat.intrigue")] = 3
    score_floor: Annotated[int, number("points", "threat.intrigue")] = 0

    # Phase 3
    turns: Annotated[int, number("turns", "phase3.turns", least=1)] = 4
    workers_taken: Annotated[int, number("workers", "action.workers")] = 2
    threats_discarded: Annotated[int, number("threats", "action.threat", least=1, most=1)] = 1
    threat_points: Annotated[int, number("points", "action.threat.always_point")] = 1
    sections: Annotated[int, number("sections", "action.canal.layout", least=1, most=2)] = 2
    section_spaces: Annotated[int, number("spaces", "action.canal.layout", least=1)] = 5
    house_workers: Annotated[int, number("workers", "action.house.cost")] = 1
    house_capacity: Annotated[int, number("people", "action.house.capacity", least=1, most=1)] = 1
    activation_workers: Annotated[int, number("workers", "act.worker.cost")] = 1
    uses_per_round: Annotated[int, number("uses", "act.worker.limit", least=1, most=1)] = 1

    # End and scoring
    rounds_limit: Annotated[int, number("rounds", "exp.round_marker.end", least=1)] = 8
    price_per_point: Annotated[int, number("guilders", "card.anatomy.points_third", least=1)] = 3
    house_points: Annotated[int, number("points", "scoring.house")] = 1
    majority_points: Annotated[int, number("points", "scoring.majority")] = 4
    majority_margin: Annotated[int, number("lead", "majority.margin", least=1)] = 1
    third_space: Annotated[int, number("spaces", "action.canal.third_space", least=1)] = 3
    third_space_points: Annotated[int, number("points", "scoring.canal3")] = 3

    # Switches, default first
    end_by: Annotated[Literal["pile", "rounds", "pile_or_rounds"], switch("round.count", "D-010")] = "pile"
    end_trigger: Annotated[Literal["last_card", "failed_draw"], switch("end.trigger.last_card", "D-071")] = "last_card"
    deck_split: Annotated[Literal["halves", "random_cut"], switch("setup.decks.two_piles", "D-032")] = "halves"
    reshuffle_discard: Annotated[bool, switch("end.all_cards_gone", "D-075")] = False
    hand_limit: Annotated[Literal["none", "discard_down"], switch("phase1.refill.over_target", "D-068")] = "none"
    peek: Annotated[Literal["after_own_refill", "after_all"], switch("phase1.blind", "D-031")] = "after_own_refill"
    null_action: Annotated[bool, switch("action.threat.need", "D-086")] = False
    instant_again: Annotated[bool, switch("act.instant.replay", "D-022")] = True
    canal_bonus: Annotated[Literal["third_space", "lots_of_three"], switch("scoring.canal3", "D-017")] = "third_space"
    reputation_points: Annotated[Literal["board", "six_at_step_6"], switch("scoring.reputation.values", "D-067")] = "board"
    notary_on_earl: Annotated[bool, switch("person.notary", "D-125")] = False
    earl_when: Annotated[Literal["no_low_die", "unaffordable"], switch("person.earl", "D-168")] = "no_low_die"
    fire_eater_self: Annotated[bool, switch("person.fire_eater", "D-143")] = False
    bishop_pairs: Annotated[Literal["any", "same_colour"], switch("person.bishop", "D-146")] = "any"
    engraver_points: Annotated[Literal[2, 1], switch("person.engraver", "D-147")] = 2
    start_player: Annotated[Literal["random", "seat"], switch("setup.start_player.who", "D-045")] = "random"

    def changed(self, **values: Value) -> Ruleset:
        """The same ruleset with some fields changed; a RulesetFault names the field, what is wrong, and the rule it breaks."""
        for name in values:
            if name not in self.__struct_fields__:
                raise RulesetFault(name, no_field(name), None)
        raw = msgspec.to_builtins(self)
        for name, value in values.items():
            try:
                msgspec.convert({name: value}, Ruleset, strict=True)
            except msgspec.ValidationError as error:
                problem, _ = fault_of(str(error), {name: value}, Ruleset)
                raise RulesetFault(name, problem, fields()[name].rule) from None
            raw[name] = value
        ruleset = msgspec.convert(raw, Ruleset)
        ruleset.check()
        return ruleset

    def check(self) -> None:
        """Refuse numbers that contradict each other."""
        if self.min_players > self.max_players:
            raise RulesetFault("min_players", "is more than max_players", "meta.players")
        if self.threat_supply < (self.threat_limit - 1) * self.max_players + 1:
            problem = (
                f"{self.threat_supply} markers a colour do not suffice for {self.max_players} players "
                f"and a limit of {self.threat_limit}"
            )
            raise RulesetFault("threat_supply", problem, "threat.shortage.sufficiency")
        if list(self.statues) != sorted(self.statues, reverse=True):
            raise RulesetFault("statues", "the highest lies on top", "setup.statues.order")
        for name in ("threat_faces", "advance_faces"):
            if any(face > self.dice_faces for face in getattr(self, name)):
                raise RulesetFault(name, f"a die has {self.dice_faces} faces", "comp.dice")
        if self.third_space > self.section_spaces:
            raise RulesetFault("third_space", f"a section has {self.section_spaces} spaces", "action.canal.layout")

    def validated(self) -> Ruleset:
        """The same ruleset, its values and their bounds checked, however it was made."""
        return Ruleset().changed(**{name: getattr(self, name) for name in self.__struct_fields__})

    def diff(self, other: Ruleset | None = None) -> list[Change]:
        """What is different here from another ruleset, the default if none is given."""
        base = Ruleset() if other is None else other
        return [
            Change(field, getattr(self, field.name), getattr(base, field.name))
            for field in fields().values()
            if getattr(self, field.name) != getattr(base, field.name)
        ]


def no_field(name: object) -> str:
    """What is wrong with a name that is no field: the closest there are, and where all of them stand."""
    return f"is not a field of the ruleset{meant(name, Ruleset.__struct_fields__, 3) or ';'} bl.ruleset() shows all of them"


class Field(NamedTuple):
    """What is known of a field: name, unit ("switch" for a choice of readings), rule, discrepancy, and a switch's values."""

    name: str
    unit: str
    rule: str
    entry: str | None
    values: tuple[Value, ...]
    default: Value


class Change(NamedTuple):
    """A field with two values."""

    field: Field
    here: Value
    there: Value

    def __str__(self) -> str:
        note = self.field.entry or self.field.rule
        return f"{self.field.name} = {self.here} instead of {self.there} ({note})"


@cache
def fields() -> Mapping[str, Field]:
    """All fields of the ruleset, in order."""
    hints = get_type_hints(Ruleset, include_extras=True)
    found = {}
    for name, default in zip(Ruleset.__struct_fields__, Ruleset.__struct_defaults__, strict=True):
        bare, meta = get_args(hints[name])
        values: tuple[Value, ...] = ()
        if meta.extra["unit"] == "switch":
            values = (default, not default) if bare is bool else get_args(bare)
        found[name] = Field(name, meta.extra["unit"], meta.extra["rule"], meta.extra["entry"], values, cast("Value", default))
    return found
