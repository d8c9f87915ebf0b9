"""Makes the position of a scenario, field by field, and refuses what cannot be.

What is not said is as at set-up. A refusal names the field (`given.players.0.hand`), the problem and the rule.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from ...kernel.chance import LARGEST_SEED
from ...kernel.errors import DataError, LabError, meant, one_line
from ...kernel.keyed import Stream
from ...rulebook.field_kinds import Count, OneSeat
from ...rulebook.fields import NOBODY, Field
from ...rulebook.positioning import Refuse
from .deck import Deck
from .faults import Fault
from .given import CardsGiven
from .laid_kinds import Laid, Pile
from .laid_ships import complete_ships
from .manifest import MANIFEST
from .market_fields import lay_pile
from .model import Player, State
from .piles import cut
from .positions import faults
from .rules.people import list_activations
from .rules.rounds import agenda_from
from .rules.setup import set_up, wrong_number
from .ruleset import FIVE, Ruleset
from .words import COLOURS

_SEED = Field("seed", least=-LARGEST_SEED, most=LARGEST_SEED)


def _is_place_in_game(field: Field) -> bool:
    """Whether it says where the game stands: a round, a turn, a seat."""
    return isinstance(field.kind, OneSeat) or (isinstance(field.kind, Count) and field.idle is not None)


class Builder:
    """Makes the position of a scenario, field by field, and refuses what cannot be."""

    def __init__(self, given: Any, refuse: Refuse, rules: Ruleset, material: dict[str, Any]) -> None:
        self.given = given
        self.refuse = refuse
        self.fields = MANIFEST.fields
        self.players = given.players if isinstance(given.players, list) else []
        self.rules = rules
        self.material = material
        self.deck: Deck = material["deck"]
        self.free: dict[str, list[int]] = {colour: [*cards] for colour, cards in self.deck.by_colour.items()}
        self._reserve_named()

    # Cards

    def _reserve_named(self) -> None:
        """Keep cards that are named anywhere from being taken where any card of a colour will do; count what is placed."""
        mentions, numbers = self._mentions(), self._numbers()
        mentioned = [card for field, card in mentions if self._known(field, card)]
        for field, number in numbers:
            if number < 0:
                raise self.refuse(f"given.{field}", f"{one_line(number, 20)} cards is less than none", "comp.cards.count")
        total = len(mentions)
        for field, number in (("given", 0), *((f"given.{field}", number) for field, number in numbers)):
            total += number
            if total > len(self.deck):  # with the pile that is named
                problem = f"{one_line(total, 20)} cards are placed; the deck has {len(self.deck)}"
                raise self.refuse(field, problem, "comp.cards.count")
        person, count = Counter(mentioned).most_common(1)[0] if mentioned else ("", 0)
        if count > 1:
            places = [field for field, card in mentions if card == person]
            raise self.refuse(f"given.{places[-1]}", f"the {person} lies in {count} places", "comp.cards.distinct")
        for person in mentioned:
            card = self.deck[person]
            self.free[card.colour].remove(card.number)

    def _mentions(self) -> list[tuple[str, str]]:
        """Every card that is said to lie somewhere, with where it is said; the piles last."""
        found: list[tuple[str, str]] = []
        laid = [(field.name, field.kind) for field in self.fields.given(0) if isinstance(field.kind, Laid)]
        for seat, player in enumerate(self.players):
            for name, kind in laid:
                found += kind.mentions(f"players.{seat}.{name}", getattr(player, name))
        for field in self.fields.given(None):
            if isinstance(field.kind, Laid) and not isinstance(field.kind, Pile):
                found += field.kind.mentions(field.name, getattr(self.given, field.name))
        for path, cards in self._said_piles():
            found += [] if isinstance(cards, int) else [(f"{path}.{place}", card) for place, card in enumerate(cards)]
        return found

    def _said_piles(self) -> list[tuple[str, CardsGiven]]:
        piles = [(f"piles.{number}", pile) for number, pile in enumerate(self.given.piles or ())]
        return piles if self.given.extra is None else [*piles, ("extra", self.given.extra)]

    def _numbers(self) -> list[tuple[str, int]]:
        """Piles of which only the number of cards is said."""
        return [(field, cards) for field, cards in self._said_piles() if isinstance(cards, int)]

    def _known(self, field: str, card: str) -> bool:
        """Whether a card is named by person (True) or by colour (False); refused if it is neither."""
        if card in COLOURS:
            return False
        if card not in self.deck.by_id:
            raise self.refuse(f"given.{field}", self._nobody(card), "comp.cards.distinct")
        return True

    def _nobody(self, person: str) -> str:
        return f"{one_line(person, 40)!r} is not a person of the deck{meant(person, (*COLOURS, *self.deck.by_id))}"

    def card(self, path: str, card: str) -> int:
        """The card that is named by person, or a free one of a colour."""
        if card not in COLOURS:
            return self.deck[card].number
        if not self.free[card]:
            problem = f"all {self.rules.cards_per_colour} {card} cards are placed already"
            raise self.refuse_at(path, problem, "comp.cards.per_color")
        return self.free[card].pop()

    def _cards(self, field: str, cards: list[str], *, bottom_first: bool = False) -> list[int]:
        places = range(len(cards))
        return [self.card(f"{field}.{place}", cards[place]) for place in (reversed(places) if bottom_first else places)]

    def named(self, path: str, people: list[str]) -> tuple[int, ...]:
        """People who are only spoken of: they lie wherever else they are said to."""
        for place, person in enumerate(people):
            if person not in self.deck.by_id:
                raise self.refuse_at(f"{path}.{place}", self._nobody(person), "comp.cards.distinct")
        return tuple(self.deck[person].number for person in people)

    def refuse_at(self, path: str, problem: str, rule: str | None = None) -> DataError:
        """The error that names a field of `given`."""
        return self.refuse(f"given.{path}", problem, rule)

    # Fields

    def _lay(self, state: State, seat: int, given: Any) -> None:
        """What is said of a player or the table, field by field; the piles are laid when it is known what is left for them."""
        path = "" if seat == NOBODY else f"players.{seat}."
        holder = state if seat == NOBODY else state.players[seat]
        for field in self.fields.given(None if seat == NOBODY else seat):
            name, kind = field.name, field.kind
            said = getattr(given, name)
            if not said and said == field.unsaid:
                continue  # nothing there, as in a position that is still empty
            if field.module and not field.is_played(state):
                if said != field.unsaid:
                    raise self.refuse_at(path + name, field.absent(), field.rule)
            elif isinstance(kind, Laid):
                if seat != NOBODY or not kind.places:
                    setattr(holder, name, kind.lay(self, path + name, said, given))
            elif field.read is None:
                setattr(holder, name, self._read(field, state, path + name, said, getattr(holder, name)))

    def _read(self, field: Field, state: State, path: str, said: Any, now: Any) -> Any:
        try:
            return field.kind.read(state, said, now)
        except LabError as error:
            raise self.refuse_at(path, str(error), field.rule) from None

    def _lay_usual(self, state: State, seat: int, given: Any) -> None:
        """What follows where nothing is said."""
        holder = state if seat == NOBODY else state.players[seat]
        for field in self.fields.usual(None if seat == NOBODY else seat):
            usual, unsaid = field.usual, field.unsaid
            if usual is not None and getattr(given, field.name, unsaid) == unsaid and field.is_played(state):
                setattr(holder, field.name, usual(state, seat))

    # Table

    def state(self) -> State:
        """The position, or the game just set up."""
        given, rules = self.given, self.rules
        if given.setup != isinstance(given.players, int):
            problem = "is a number with setup = true, and a list of players without"
            raise self.refuse("given.players", problem)
        if isinstance(given.players, int):
            return self._set_up(given.players)
        self._check_count(len(given.players))
        tiles, claimed = (0,) * rules.sections, (False,) * rules.sections
        players = [Player(canals=tiles, claimed=claimed) for _ in given.players]
        state = State(players=players, rules=rules, **self.material)
        self._check_table(state)
        everybody = [*enumerate(given.players), (NOBODY, given)]
        for seat, said in everybody:
            self._lay(state, seat, said)
        for seat, said in everybody:
            self._lay_usual(state, seat, said)
        if rules.ships:
            self._complete_ships(state)
        self._lay_piles(state)
        if rules.market:
            self._lay_market(state)
        self._check(state)
        if given.phase == "actions":
            self._check_actions(state)
        agenda_from(state, given.phase, given.turn, given.seat, given.threats_dealt)
        return state

    def _complete_ships(self, state: State) -> None:
        try:
            complete_ships(state, self.given.seed)
        except LabError as error:
            raise self.refuse_at("ship_stacks", str(error), "exp.ships.comp") from None

    def _check_actions(self, state: State) -> None:
        """Where no hand is said and nobody can be activated, phase 3 would pass by and nobody be asked: hardly what is meant."""
        nothing_said = all(player.hand is None for player in self.players)
        if nothing_said and not any(list_activations(state, seat) for seat in range(len(state.players))):
            problem = "nobody has a card in phase 3: give somebody a `hand`, or `hand = []` if that is meant"
            raise self.refuse("given.players", problem, "phase3.empty_hand")

    def _set_up(self, players: int) -> State:
        """A fresh game, exactly as `bl.new_game` makes one from this seed; what set-up decides cannot be given beforehand."""
        given = self.given
        bare = type(given)(players, setup=True, ruleset=given.ruleset, switches=given.switches, seed=given.seed)
        for field in given.__struct_fields__:
            if getattr(given, field) != getattr(bare, field):
                raise self.refuse(f"given.{field}", "is decided by set-up and cannot be given with setup = true")
        self._check_count(players)
        try:
            state = set_up(players, self.rules, stream=Stream(given.seed, "set-up", players), **self.material)
        except LabError as error:
            raise self.refuse("given.switches", str(error)) from None
        self._check(state)
        return state

    def _check_table(self, state: State) -> None:
        """Refuse a place in the game that there is none, before anything is laid; and dice that do not fit the phase."""
        given = self.given
        for field in (*filter(_is_place_in_game, self.fields.given(None)), _SEED):
            if fault := field.fault(state, getattr(given, field.name) or 0):
                raise self.refuse_at(field.name, fault, field.rule)
        if given.phase == "actions" and len(given.dice) < len(COLOURS):
            raise self.refuse("given.dice", "in phase 3 all five dice lie on the table", "phase2.dice_keep")
        if given.threats_dealt and (given.phase != "dice" or len(given.dice) < len(COLOURS)):
            problem = "threats are dealt in phase 2, once all five dice lie on the table"
            raise self.refuse("given.threats_dealt", problem, "phase2.steps")

    def _check_count(self, players: int) -> None:
        if fault := wrong_number(players, self.rules):
            raise self.refuse("given.players", *fault)

    def _lay_piles(self, state: State) -> None:
        given = self.given
        named = [
            (field, None if isinstance(cards, int) else tuple(self._cards(field, cards, bottom_first=True)))
            for field, cards in self._said_piles()
        ]
        discard = tuple(self._cards("discard", given.discard or []))
        rest = {card for cards in self.free.values() for card in cards}
        stream = Stream(given.seed, "scenario")
        order = [card for card in stream.shuffled(range(len(self.deck))) if card in rest]
        numbers = dict(self._numbers())
        if numbers:
            spoken_of = self._spoken_of(state)
            order.sort(key=lambda card: card in spoken_of)
        laid: dict[str, tuple[int, ...]] = {}
        for field, cards in named:
            if cards is None:
                cards, order = tuple(order[: numbers[field]]), order[numbers[field] :]
            laid[field] = cards
        piles = [laid[f"piles.{pile}"] for pile in range(2)] if given.piles is not None else []
        extra = laid.get("extra")
        if extra is None:
            share = len(self.deck) // self.rules.stacks * max(0, self.rules.stacks - len(state.players))
            kept = len(order) if given.piles is not None else min(share, len(order))
            if len(state.players) == FIVE and self.rules.stacks <= FIVE:
                kept = 0  # no stack is left over for it (exp.five_players.deck)
            extra, order = tuple(order[:kept]), order[kept:]
        if given.piles is None:
            half = cut(len(order), self.rules, stream)
            piles, order = [tuple(order[:half]), tuple(order[half:])], []
        elif given.discard is None:
            discard, order = (*discard, *order), []
        if order:
            problem = f"{len(order)} of the {len(self.deck)} cards lie nowhere; if `discard` is not given, they are the discards"
            raise self.refuse("given.discard", problem, "comp.cards.count")
        state.piles = (piles[0], piles[1])
        state.left = (len(piles[0]), len(piles[1]))
        state.extra, state.discard = extra, discard

    def _lay_market(self, state: State) -> None:
        try:
            lay_pile(state, self.given.market_pile, Stream(self.given.seed, "market"))
        except LabError as error:
            raise self.refuse_at("market_pile", str(error), "exp.market.comp") from None

    def _spoken_of(self, state: State) -> set[int]:
        """People who are named but lie nowhere that is said."""
        spoken_of = {*state.spent, *(card for cards in state.shuffles for card in cards)}
        for player in state.players:
            spoken_of.update(player.held, *(house.maybe for house in player.houses))
        return spoken_of

    def _held_faults(self, state: State) -> Iterator[Fault]:
        """More in front of players than there is, where that is limited: said of whoever holds the last of it."""
        held = [
            ("workers", [player.workers[colour] for player in state.players], f"{word} workers")
            for colour, word in enumerate(COLOURS)
        ]
        for field, numbers, things in [*held, ("guilders", [player.guilders for player in state.players], "guilders")]:
            name = "bank" if field == "guilders" else "worker_supply"
            limit = getattr(self.rules, name)
            if limit and sum(numbers) > limit:
                seat = max(seat for seat, number in enumerate(numbers) if number)
                problem = f"{one_line(sum(numbers), 20)} {things} are held; there are {limit} ({name})"
                yield Fault(seat, field, problem, self.rules.fields()[name].rule)

    def _check(self, state: State) -> None:
        for colour, left in enumerate(state.supply):
            number = self.rules.threats_in_play - left
            if number > self.rules.threats_in_play:
                there = f"there are {self.rules.threats_in_play} of each colour"
                problem = f"{one_line(number, 20)} {COLOURS[colour]} threats are held; {there}"
                seat = max(seat for seat, player in enumerate(state.players) if player.threats[colour])
                raise self.refuse(f"given.players.{seat}.threats", problem, "comp.threat.per_color")
        for fault in (*self._held_faults(state), *faults(state)):
            field = f"given.{fault.field}" if fault.seat < 0 else f"given.players.{fault.seat}.{fault.field}"
            raise self.refuse(field, fault.problem, fault.rule)
