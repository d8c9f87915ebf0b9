"""The ruleset of Bruges: every number and every switch that play depends on, with its unit and the rule it comes from.

A rule function never writes such a number; it reads `state.rules.threat_limit`. Switches (DESIGN, section 7) choose between
readings of the documents; each cites its entry in the list of discrepancies. One frozen object is shared by all copies of a
state. What every ruleset can do is in `kernel/rulesets.py`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from msgspec import Meta

from ...kernel.rulesets import MOST, BaseRuleset, Change, Field, RulesetFault, Value, number, row, switch

Face = Annotated[int, Meta(ge=1, le=MOST)]
Points = Annotated[int, Meta(ge=0, le=MOST)]

FIVE = 5
"""Players for whom more is different than their number (exp.five_players)."""
SIX_STACKS = 6


class Ruleset(BaseRuleset, frozen=True, forbid_unknown_fields=True):
    """All numbers and switches of one reading of the rules; the defaults are those of the catalogue."""

    # Frame and material
    min_players: Annotated[int, number("players", "meta.players", least=2)] = 2
    max_players: Annotated[int, number("players", "exp.five_players", least=2, most=5)] = 4
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

    # Modules of the Zwin: numbers
    ship_faces: Annotated[tuple[Face, ...], row("faces", "exp.ships.reveal")] = (3, 4)
    ship_workers: Annotated[int, number("workers", "exp.ships.cost", most=5)] = 1
    bagged_threats: Annotated[int, number("threats", "exp.bag")] = 2

    # Switches, default first
    end_by: Annotated[Literal["pile", "rounds", "pile_or_rounds"], switch("round.count", "D-010")] = "pile"
    end_trigger: Annotated[Literal["last_card", "failed_draw"], switch("end.trigger.last_card", "D-071")] = "last_card"
    deck_split: Annotated[Literal["halves", "random_cut"], switch("setup.decks.two_piles", "D-032", set_up=True)] = "halves"
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
    start_player: Annotated[Literal["random", "seat"], switch("setup.start_player.who", "D-045", set_up=True)] = "random"

    # Modules of the Zwin: switches. What lies on the table is laid at set-up, so a module is on or off for a whole game.
    ships: Annotated[bool, switch("exp.ships.use", "D-013", set_up=True)] = False
    ships_form: Annotated[Literal["docks", "flip"], switch("exp.ships.flip", "D-179", set_up=True)] = "docks"
    ship_after: Annotated[Literal["card", "any"], switch("exp.ships.use.card", "D-182")] = "card"
    ship_stays: Annotated[bool, switch("exp.ships.shared", "D-183")] = True
    ships_again: Annotated[bool, switch("exp.ships.dry", "D-187")] = False
    market: Annotated[bool, switch("exp.market.use", "D-014", set_up=True)] = False
    market_markers: Annotated[Literal["card", "five", "six"], switch("exp.market.markers", "D-190")] = "card"
    market_share: Annotated[Literal["first", "everyone"], switch("exp.market.use.first", "D-191")] = "first"
    market_each: Annotated[Literal["any", "one"], switch("exp.market.use", "D-191")] = "any"
    five_deck: Annotated[Literal["five_stacks", "six_stacks"], switch("exp.five_players.deck", "D-170", set_up=True)] = (
        "five_stacks"
    )
    worker_supply: Annotated[Literal[0, 10, 12], switch("exp.supply.workers", "D-177", set_up=True)] = 0
    bank: Annotated[Literal[0, 92, 144], switch("exp.supply.guilders", "D-178", set_up=True)] = 0
    threat_bag: Annotated[Literal["none", "aside"], switch("exp.bag", "D-200", set_up=True)] = "none"
    round_marker: Annotated[bool, switch("exp.round_marker.setup", "D-011", set_up=True)] = False
    extra_used_ends: Annotated[Literal["next_round", "this_round"], switch("exp.round_marker.end", "D-199")] = "next_round"

    @property
    def threats_in_play(self) -> int:
        """Threat markers of a colour that take part in the game: all but those in the bag (exp.bag.aside)."""
        return self.threat_supply - (self.bagged_threats if self.threat_bag == "aside" else 0)

    def players_allowed(self) -> range:
        """Two to four by default, five with their own set."""
        return range(self.min_players, self.max_players + 1)

    def implied(self, changes: Mapping[str, Value]) -> dict[str, Value]:
        """Six stacks for five players are six stacks, and the extra pile that they leave decides the end (D-170); the other way
        round five, and as it ends without that pile. With fewer players nothing is made in six."""
        five = changes.get("max_players", self.max_players) == FIVE
        six = five and changes.get("five_deck", self.five_deck) == "six_stacks"
        if six == self._in_six:
            return {}
        if six:
            return {"stacks": SIX_STACKS, "end_by": "pile"}
        return {"stacks": FIVE, "end_by": "pile_or_rounds" if five else "pile"}

    @property
    def _in_six(self) -> bool:
        """Whether five players have the cards in six stacks."""
        return self.max_players == FIVE and self.five_deck == "six_stacks"

    def with_needed(self, changes: Mapping[str, Value]) -> dict[str, Value]:
        """A higher limit of threats brings the markers it needs."""
        wanted, limit = dict(changes), changes.get("threat_limit")
        if isinstance(limit, int) and not isinstance(limit, bool):
            needed = (limit - 1) * self.max_players + 1
            wanted |= {"threat_supply": needed} if needed > self.threat_supply else {}
        return wanted

    def check(self) -> None:
        """Refuse numbers that contradict each other."""
        if self.min_players > self.max_players:
            raise RulesetFault("min_players", "is more than max_players", "meta.players")
        if self.threats_in_play < 0:
            raise RulesetFault("bagged_threats", f"there are {self.threat_supply} markers of a colour", "exp.bag")
        # D-202: with the bag a colour may run dry; whoever is due one then gets none.
        if self.threat_bag == "none" and self.threat_supply < (self.threat_limit - 1) * self.max_players + 1:
            problem = (
                f"{self.threat_supply} markers per colour do not suffice for {self.max_players} players "
                f"and a limit of {self.threat_limit}"
            )
            raise RulesetFault("threat_supply", problem, "threat.shortage.sufficiency")
        if list(self.statues) != sorted(self.statues, reverse=True):
            raise RulesetFault("statues", "the highest lies on top", "setup.statues.order")
        for name in ("threat_faces", "advance_faces", "ship_faces"):
            if any(face > self.dice_faces for face in getattr(self, name)):
                raise RulesetFault(name, f"a die has {self.dice_faces} faces", "comp.dice")
        if self.ships and set(self.ship_faces) & {*self.threat_faces, *self.advance_faces}:
            raise RulesetFault("ship_faces", "a face that threatens or makes up the price brings no ship", "exp.ships.reveal")
        if self._in_six and self.stacks != SIX_STACKS:
            raise RulesetFault("stacks", f"five_deck = 'six_stacks' makes {SIX_STACKS} stacks", "exp.five_players.deck")
        self._check_supplies()
        if self.third_space > self.section_spaces:
            raise RulesetFault("third_space", f"a section has {self.section_spaces} spaces", "action.canal.layout")

    def _check_supplies(self) -> None:
        """A limited supply holds at least what everybody begins with."""
        for name, each in (("worker_supply", self.start_workers), ("bank", self.start_guilders)):
            limit = getattr(self, name)
            if 0 < limit < each * self.max_players:
                problem = f"{limit} do not suffice for the {each} that each of {self.max_players} players begins with"
                raise RulesetFault(name, problem, self.fields()[name].rule)


def fields() -> Mapping[str, Field]:
    """All fields of the ruleset, in order."""
    return Ruleset.fields()


__all__ = ["Change", "Field", "Ruleset", "RulesetFault", "Value", "fields"]
