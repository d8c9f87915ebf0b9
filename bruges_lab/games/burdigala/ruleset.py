"""The ruleset of Burdigala: every number and every switch that play depends on, with its unit and the rule it comes from.

Switches choose between readings of the document; each cites the open point (B-number) that describes them, its default first.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from ...kernel.rulesets import MOST, BaseRuleset, RulesetFault, number, row, switch

Points = Annotated[int, Meta(ge=0, le=MOST)]


class Ruleset(BaseRuleset, frozen=True, forbid_unknown_fields=True):
    """All numbers and switches of one reading of the rules; the defaults are those of the specification."""

    # Frame and material
    min_players: Annotated[int, number("players", "burdigala.meta.players", least=2)] = 2
    max_players: Annotated[int, number("players", "burdigala.meta.players", least=2, most=4)] = 4
    dice_faces: Annotated[int, number("faces", "burdigala.comp.dice", least=2, most=12)] = 6
    cubes: Annotated[int, number("cubes", "burdigala.comp.cubes", least=1)] = 30

    # Set-up
    characters_two: Annotated[int, number("meeples", "burdigala.setup.meeples.workforce", least=1)] = 3
    characters_more: Annotated[int, number("meeples", "burdigala.setup.meeples.workforce", least=1)] = 2
    start_points: Annotated[int, number("points", "burdigala.setup.meeples.score")] = 0
    start_plots: Annotated[int, number("cards", "burdigala.setup.plot.deal")] = 1

    # The turn
    cubes_a_turn: Annotated[int, number("cubes", "burdigala.cube.place", least=1, most=1)] = 1
    plots_a_turn: Annotated[int, number("cards", "burdigala.plot.play")] = 1
    plot_limit: Annotated[int, number("cards", "burdigala.plot.limit", least=1)] = 3
    harvest_limit: Annotated[int, number("cards", "burdigala.card.good_harvest", least=1)] = 5
    neighbour_plots: Annotated[int, number("cards", "burdigala.complete.plot")] = 1
    interrupted_plots: Annotated[int, number("cards", "burdigala.special.interrupted")] = 2

    # Special rolls
    seven: Annotated[int, number("pips", "burdigala.seven")] = 7
    extra_cubes: Annotated[int, number("cubes", "burdigala.seven.cube", least=1)] = 1

    # Plot cards
    consul_size: Annotated[int, number("cubes", "burdigala.card.consul", least=1)] = 2
    hygiene_size: Annotated[int, number("cubes", "burdigala.card.hygiene", least=1)] = 3
    builder_points: Annotated[int, number("points", "burdigala.card.consul")] = 2
    influence: Annotated[int, number("pips", "burdigala.card.influence", least=1)] = 1
    yards_seen: Annotated[int, number("sites", "burdigala.card.indiscretion", least=1)] = 3
    sailor_cards: Annotated[int, number("cards", "burdigala.card.sailor", least=1)] = 3

    # End and scoring
    set_points: Annotated[tuple[Points, ...], row("points", "burdigala.final.merch.table", least=5, most=5)] = (1, 3, 6, 10, 15)
    laurel_points: Annotated[int, number("points", "burdigala.plot.permanent.points")] = 2
    most_corrupt_points: Annotated[int, number("points", "burdigala.final.corruption.most")] = 5

    # Switches, default first
    cubes_return: Annotated[bool, switch("burdigala.cube.last", "B-008")] = True
    start_player: Annotated[Literal["random", "seat"], switch("burdigala.setup.start_player", "B-010")] = "random"
    placing: Annotated[Literal["clockwise", "snake"], switch("burdigala.setup.place", "B-011")] = "clockwise"
    repeat: Annotated[Literal["street", "square"], switch("burdigala.move.no_street_twice", "B-013")] = "street"
    pass_over: Annotated[bool, switch("burdigala.move.pass", "B-014")] = True
    neighbours: Annotated[Literal["all", "opponents"], switch("burdigala.complete.plot", "B-020")] = "all"
    neighbour_cards: Annotated[Literal["character", "player"], switch("burdigala.complete.plot", "B-020")] = "character"
    displaced_port: Annotated[bool, switch("burdigala.double.displace.port", "B-025")] = False
    ways_cost: Annotated[Literal[1, 0], switch("burdigala.ways.cost", "B-026")] = 1
    extra_turns: Annotated[Literal["chain", "once"], switch("burdigala.double.extra_turn.again", "B-027")] = "chain"
    seven_token_seen: Annotated[bool, switch("burdigala.seven.cost", "B-028")] = True
    score_floor: Annotated[Literal["none", "zero"], switch("burdigala.final.corruption", "B-034")] = "none"
    most_corrupt_at_zero: Annotated[bool, switch("burdigala.final.corruption.most", "B-035")] = False
    tie: Annotated[Literal["shared", "less_corruption"], switch("burdigala.win.tie", "B-036")] = "shared"
    consul_for: Annotated[Literal["owner", "anyone"], switch("burdigala.card.consul", "B-037")] = "owner"
    in_vino: Annotated[Literal["also", "instead"], switch("burdigala.card.in_vino", "B-039")] = "also"
    influence_bounds: Annotated[Literal["die", "free"], switch("burdigala.card.influence", "B-041")] = "die"
    influence_counts: Annotated[bool, switch("burdigala.card.influence", "B-041")] = True
    crassus_site: Annotated[Literal["same", "adjoining"], switch("burdigala.card.crassus", "B-043")] = "same"
    plot_reshuffle: Annotated[bool, switch("burdigala.plot.empty", "B-046")] = True
    round_trip: Annotated[bool, switch("burdigala.move.return", "B-051")] = True
    expressways: Annotated[Literal["pairs", "hub"], switch("burdigala.comp.expressways", "B-070")] = "pairs"
    boat_stretches: Annotated[Literal["any", "one"], switch("burdigala.card.boat", "B-071")] = "any"

    def characters(self, players: int) -> int:
        """How many meeples a player has on the board (burdigala.setup.meeples.workforce, B-049)."""
        return self.characters_two if players == 2 else self.characters_more

    def check(self) -> None:
        """Refuse numbers that contradict each other."""
        if self.min_players > self.max_players:
            raise RulesetFault("min_players", "is more than max_players", "burdigala.meta.players")
        if self.harvest_limit < self.plot_limit:
            raise RulesetFault("harvest_limit", "is less than plot_limit", "burdigala.card.good_harvest")
        if self.start_plots > self.plot_limit:
            raise RulesetFault("start_plots", "is more than plot_limit", "burdigala.plot.limit")
        if list(self.set_points) != sorted(self.set_points):
            raise RulesetFault("set_points", "a larger set is worth no less than a smaller one", "burdigala.final.merch.table")
