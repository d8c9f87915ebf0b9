"""Makes the position of a scenario, field by field, and refuses what cannot be.

What is not said is filled in: cards lie in their piles in the order of the seed, tokens in the pool, tiles as the seed lays them,
cubes in the supply, bonus tokens where nothing is built yet, and characters on squares that touch few districts. A refusal names
the field (`given.players.0.hand`), the problem and the rule.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from ...kernel.errors import DataError, LabError, one_line
from ...rulebook.fields import NOBODY, Field
from ...rulebook.positioning import Refuse
from .manifest import MANIFEST
from .model import NO_BONUS, NOWHERE, State
from .positions import faults
from .rules.cubes import leaves_room
from .rules.moving import open_sites
from .rules.plot_hand import plot_limit
from .rules.setup import placing_order
from .stages import BUILD, DICE, MOVE, PLACING, STAGES, TURN, agenda_from, out_of_order, placed
from .words import GOODS, PLOTS

PLAIN_THROW = (1, 2)
"""A throw of which nothing is said: neither a double nor a seven."""

Said = tuple[str, Sequence[int]]
"""Where something is said to lie, and what."""


class Builder:
    """Lays what is given on a table that has just been set up."""

    def __init__(self, state: State, given: Any, refuse: Refuse) -> None:
        self.state, self.given, self.refuse = state, given, refuse
        self.stage = STAGES.index(given.stage)

    def refuse_at(self, path: str, problem: str, rule: str | None = None) -> DataError:
        """The error that names a field of `given`."""
        return self.refuse(f"given.{path}", problem, rule)

    def lay(self) -> None:
        """Everything that is said, then everything else."""
        state, given = self.state, self.given
        state.start = 0
        for player in state.players:
            player.hand = ()
        for seat, said in (*enumerate(given.players), (NOBODY, given)):
            for field in MANIFEST.fields.given(None if seat == NOBODY else seat):
                self._lay(field, seat, getattr(said, field.name))
        self._lay_turn()
        self._lay_meeples()
        self._lay_sites()
        self._lay_cards()
        for player in state.players:
            player.points = state.rules.start_points + sum(player.earned)
        self._check_stage()
        agenda_from(state, self.stage, state.active)
        self._check()

    def _lay(self, field: Field, seat: int, said: Any) -> None:
        state = self.state
        if said is None or field.name in _LAID_LATER:
            return
        value = self._read(field, seat, said)
        if fault := field.fault(state, value):
            raise self.refuse_at(_path(field, seat), fault, field.rule)
        if field.name == "tiles":
            state.spare = tuple(tile for tile in (*state.laid_tiles, *state.spare) if tile not in value)
            state.laid_tiles = value
        elif field.read is None:
            field.put(state, seat, value)

    def _read(self, field: Field, seat: int, said: Any) -> Any:
        try:
            return field.kind.read(self.state, said, field.value(self.state, seat))
        except LabError as error:
            raise self.refuse_at(_path(field, seat), str(error), field.rule) from None

    # The turn

    def _lay_turn(self) -> None:
        """Whose turn it is, and what has happened in it."""
        state, given = self.state, self.given
        state.active = state.start if given.seat is None else given.seat
        if given.turn is None:
            state.turn = 0 if self.stage <= TURN else 1
        if given.dice is None:
            state.dice = PLAIN_THROW if self.stage > DICE else (0, 0)
        if given.thrown is None:
            state.thrown = state.dice
        fell = any(state.dice)
        if fell and not all(state.thrown):
            raise self.refuse_at("dice", "both dice are thrown", "burdigala.turn.roll")
        if fell != (self.stage > DICE) and self.stage != TURN:
            problem = "the dice are not thrown yet" if fell else "the dice are thrown"
            raise self.refuse_at("dice", problem, "burdigala.turn.sequence")

    def _lay_meeples(self) -> None:
        """Characters of which nothing is said, where they matter least."""
        state = self.state
        if self.stage == PLACING:
            return
        said = {square for player in self.given.players for square in player.meeples or ()}
        order = sorted(state.board.squares, key=lambda square: (len(square.districts), square.number))
        free = [square.number for square in order if square.number not in said]
        for seat, player in enumerate(self.given.players):
            if player.meeples is None:
                count = state.rules.characters(len(state.players))
                state.players[seat].meeples, free = tuple(free[:count]), free[count:]
        mine = state.players[state.active].meeples
        if self.given.moved is None and self.stage > MOVE and not state.stuck:
            state.moved = next((square for square in mine if open_sites(state, square)), mine[0] if mine else NOWHERE)

    # The board

    def _lay_sites(self) -> None:
        """The supply has the other cubes; a bonus token is gone where something is built."""
        state, rules = self.state, self.state.rules
        if any(state.complete) and not rules.cubes_return:
            state.gone_cubes = sum(state.size(site) for site, complete in enumerate(state.complete) if complete)
        state.supply = rules.cubes - sum(state.cubes) - state.gone_cubes
        if state.supply < 0:
            problem = f"{one_line(rules.cubes - state.supply, 20)} cubes are needed; there are {rules.cubes}"
            raise self.refuse_at("cubes", problem, "burdigala.comp.cubes")
        built = [any(state.complete[site] for site in district.sites) for district in state.board.districts]
        if self.given.bonus is None:
            state.bonus = tuple(NO_BONUS if done else token for done, token in zip(built, state.bonus, strict=True))
        for district, done, token in zip(state.board.districts, built, state.bonus, strict=True):
            if done and token != NO_BONUS:
                raise self.refuse_at("bonus", f"the first building of district {district.name} has taken it", "burdigala.bonus")

    # Cards and tokens

    def _lay_cards(self) -> None:
        """What is said of them; the rest lies in piles and pool."""
        state = self.state
        pile = self._pile("goods_pile")
        order = self._left(state.goods_pile, [*self._held("goods"), ("goods_pile", pile)], GOODS, "burdigala.comp.merch")
        state.goods_pile = (*order, *reversed(pile))
        state.goods_left = len(state.goods_pile)
        self._lay_plots()
        tokens = self._left(state.stock.tokens, [*self._held("tokens"), *self._held("sealed")], None, "burdigala.comp.corruption")
        state.pool = tokens
        if any(player.goods_seen is None for player in self.given.players):
            for seat, player in enumerate(self.given.players):
                if player.goods_seen is None:
                    state.players[seat].goods_seen = ((),) * len(state.players)

    def _lay_plots(self) -> None:
        state = self.state
        aside = {name: getattr(self.given, name) for name in ("plot_discard", "plot_removed")}
        pile = self._pile("plot_pile")
        held = [*self._held("hand"), *self._held("laid"), ("plot_pile", pile)]
        named = [(name, self._aside(name, cards)) for name, cards in aside.items()]
        order = self._left(state.plot_pile, [*held, *named], PLOTS, "burdigala.comp.plot")
        for name, cards in named:
            if isinstance(aside[name], int):
                count = aside[name]
                if not 0 <= count <= len(order):
                    problem = f"{one_line(count, 20)} cards; {len(order)} lie nowhere else"
                    raise self.refuse_at(name, problem, "burdigala.comp.plot")
                cards, order = order[:count], order[count:]
            setattr(state, name, tuple(cards))
        state.plot_pile = (*order, *reversed(pile))
        state.plot_left = len(state.plot_pile)

    def _aside(self, name: str, said: Any) -> tuple[int, ...]:
        if said is None or isinstance(said, int):
            return ()
        found: tuple[int, ...] = self._read(MANIFEST.fields.table[name], NOBODY, said)
        return found

    def _pile(self, name: str) -> tuple[int, ...]:
        said = getattr(self.given, name)
        found: tuple[int, ...] = self._read(MANIFEST.fields.table[name], NOBODY, said or [])
        return found

    def _held(self, name: str) -> list[Said]:
        return [(f"players.{seat}.{name}", getattr(player, name)) for seat, player in enumerate(self.state.players)]

    def _left(self, all_of_them: Iterable[int], said: list[Said], names: Sequence[str] | None, rule: str) -> tuple[int, ...]:
        """What is not said to lie anywhere, in its order; refused where more of a kind are said than there are."""
        left = list(all_of_them)
        known = Counter(left)
        for path, items in said:
            for item in items:
                if item not in left:
                    name = item if names is None else names[item]
                    problem = f"{one_line(name, 20)}: there are only {known[item]}" if known[item] else f"there is no {item}"
                    raise self.refuse_at(path, problem, rule)
                left.remove(item)
        return tuple(left)

    # What goes together

    def _check_stage(self) -> None:
        """Refuse a stage in which nobody could decide anything, or that could not have come about."""
        state, seat = self.state, self.state.active
        if self.stage == PLACING:
            self._check_placing()
            return
        mine = state.players[seat].meeples
        if TURN <= self.stage <= BUILD and not mine:
            raise self.refuse_at(f"players.{seat}.meeples", "a player without characters has no turn", "burdigala.end.meeples")
        if self.stage <= MOVE and state.moved and self.stage != TURN:
            raise self.refuse_at("moved", "nobody has moved yet", "burdigala.turn.sequence")
        if self.stage > MOVE and not state.stuck and mine and state.moved not in mine:
            problem = f"this player has no character on square {state.moved}"
            raise self.refuse_at("moved", problem, "burdigala.move.character")
        if self.stage == BUILD and (state.stuck or not self._can_build()):
            raise self.refuse_at("moved", "there is nothing to build here", "burdigala.move.buildable")
        for one, player in enumerate(state.players):
            if len(player.hand) + len(player.laid) > plot_limit(state, one):
                raise self.refuse_at(f"players.{one}.hand", "more plot cards than allowed", "burdigala.plot.limit")

    def _can_build(self) -> bool:
        state = self.state
        needed = state.rules.cubes_a_turn + state.crassus
        return state.supply >= needed and any(leaves_room(state, site) for site in open_sites(state, state.moved))

    def _check_placing(self) -> None:
        state, order = self.state, placing_order(self.state)
        seat = out_of_order(state)
        if seat is not None:
            problem = "not as many as this seat has placed in its turn"
            raise self.refuse_at(f"players.{seat}.meeples", problem, "burdigala.setup.place")
        if self.given.seat is not None and [self.given.seat] != order[placed(state) :][:1]:
            raise self.refuse_at("seat", "is not the seat that places next", "burdigala.setup.place")
        state.active = state.start

    def _check(self) -> None:
        for fault in faults(self.state):
            path = fault.field if fault.seat == NOBODY else f"players.{fault.seat}.{fault.field}"
            raise self.refuse_at(path, fault.problem, fault.rule)


_LAID_LATER = frozenset({"goods_pile", "plot_pile", "plot_discard", "plot_removed"})
"""Laid once it is known what else is said to lie somewhere."""


def _path(field: Field, seat: int) -> str:
    return field.name if seat == NOBODY else f"players.{seat}.{field.name}"
