"""Makes the position of a scenario, field by field, and refuses what cannot be.

What is not said is as at set-up. A refusal names the field (`given.players.0.hand`), the problem and the rule.
"""

from __future__ import annotations

from collections import Counter

from ...kernel.chance import LARGEST_SEED
from ...kernel.errors import LabError, meant, one_line
from ...kernel.keyed import Stream
from ...rulebook.fields import Field
from ...rulebook.positioning import Refuse
from .board import Board
from .deck import Deck
from .fields import FIELDS
from .given import Cards, Count, Given, HouseGiven, PlayerGiven
from .model import EMPTY, House, Player, State
from .piles import cut
from .positions import faults, spent_by_display
from .rules.people import list_activations
from .rules.rounds import agenda_from
from .rules.setup import set_up
from .ruleset import Ruleset
from .words import AREAS, COLOURS, PHASES, SECTIONS


class Builder:
    """Makes the position of a scenario, field by field, and refuses what cannot be."""

    def __init__(self, given: Given, refuse: Refuse, deck: Deck | None, board: Board, rules: Ruleset) -> None:
        self.given = given
        self.refuse = refuse
        self.players = given.players if isinstance(given.players, list) else []
        self.board = board
        self.rules = rules
        self.deck = Deck.for_rules(self.rules) if deck is None else deck
        self.free = {colour: [c.number for c in self.deck.cards if c.colour == colour] for colour in COLOURS}
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
        found: list[tuple[str, str]] = []
        for seat, player in enumerate(self.players):
            for place, house in enumerate(player.houses):
                field = f"players.{seat}.houses.{place}"
                if isinstance(house, str):
                    found.append((field, house))
                    continue
                found.append((f"{field}.card", house.card))
                if house.person is not None:
                    found.append((f"{field}.person", house.person))
            found += [(f"players.{seat}.hand.{place}", card) for place, card in enumerate(player.hand or ())]
        for field, cards in (("discard", self.given.discard or []), *self._said_piles()):
            found += [] if isinstance(cards, int) else [(f"{field}.{place}", card) for place, card in enumerate(cards)]
        return found

    def _said_piles(self) -> list[tuple[str, Cards]]:
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
        return f"there is no person {one_line(person, 40)!r} in the deck{meant(person, (*COLOURS, *self.deck.by_id))}"

    def _card(self, field: str, card: str) -> int:
        if card not in COLOURS:
            return self.deck[card].number
        if not self.free[card]:
            problem = f"all {self.rules.cards_per_colour} {card} cards are placed already"
            raise self.refuse(f"given.{field}", problem, "comp.cards.per_color")
        return self.free[card].pop()

    def _cards(self, field: str, cards: list[str], *, bottom_first: bool = False) -> list[int]:
        places = range(len(cards))
        return [self._card(f"{field}.{place}", cards[place]) for place in (reversed(places) if bottom_first else places)]

    def _named(self, field: str, people: list[str]) -> tuple[int, ...]:
        """People who are only spoken of: they lie wherever else they are said to."""
        for place, person in enumerate(people):
            if person not in self.deck.by_id:
                raise self.refuse(f"given.{field}.{place}", self._nobody(person), "comp.cards.distinct")
        return tuple(self.deck[person].number for person in people)

    # Players

    def _row(self, count: Count) -> tuple[int, int, int, int, int]:
        row = dict.fromkeys(COLOURS, count) if isinstance(count, int) else count
        return tuple(row.get(colour, 0) for colour in COLOURS)  # type: ignore[return-value, call-overload]

    def _player(self, seat: int, given: PlayerGiven) -> Player:
        rules, path = self.rules, f"players.{seat}"
        if unknown := set(given.canals) - set(SECTIONS[: rules.sections]):
            raise self.refuse(f"given.{path}.canals", f"there is no {min(unknown)} section", "action.canal.layout")
        player = Player(
            points=rules.start_points if given.points is None else given.points,
            guilders=rules.start_guilders if given.guilders is None else given.guilders,
            workers=self._row(rules.start_workers if given.workers is None else given.workers),
            threats=self._row(given.threats),
            reputation=rules.start_step if given.reputation is None else given.reputation,
            canals=tuple(self._tiles(path, side, given.canals.get(side, 0)) for side in SECTIONS[: rules.sections]),  # type: ignore[call-overload]
            statues=tuple(given.statues),
            houses=tuple(self._house(f"{path}.houses.{place}", house) for place, house in enumerate(given.houses)),
            hand=tuple(self._cards(f"{path}.hand", given.hand or [])),
            majorities=tuple(area in given.majorities for area in AREAS),  # type: ignore[arg-type]
            gate=seat if given.gate is None else given.gate,
        )
        player.claimed = self._claimed(player, given)
        if strange := [card for card in given.shown if card not in (given.hand or ()) or card in COLOURS]:
            problem = f"{one_line(strange[0], 40)!r} is not a person in this hand"
            raise self.refuse(f"given.{path}.shown.{given.shown.index(strange[0])}", problem, "comp.cards.backs_public")
        player.shown = self._named(f"{path}.shown", given.shown)
        player.held = self._named(f"{path}.held", given.held)
        player.unseen = self._named(f"{path}.unseen", given.unseen)
        return player

    def _tiles(self, path: str, side: str, tiles: int | list[int]) -> int:
        """Tiles of a section: how many, or which spaces, counted from the gate. A gap is refused."""
        if isinstance(tiles, int):
            return tiles
        if sorted(tiles) != list(range(1, len(tiles) + 1)):
            missing = next((n for n in range(1, max(tiles, default=0)) if n not in tiles), 0)
            gap = f"space {missing} is empty but space {one_line(max(tiles, default=0), 20)} is built"
            problem = gap if missing else f"{one_line(tiles, 40)} is not a row of spaces"
            raise self.refuse(f"given.{path}.canals.{side}", problem, "action.canal.next")
        return len(tiles)

    def _claimed(self, player: Player, given: PlayerGiven) -> tuple[bool, ...]:
        """Sections that have had their statue: as given, else the complete ones, and the longest for statues beyond these."""
        if given.claimed is not None:
            return tuple(side in given.claimed for side in SECTIONS[: self.rules.sections])
        order = sorted(range(len(player.canals)), key=lambda section: -player.canals[section])
        claimed = [tiles == self.rules.section_spaces for tiles in player.canals]
        for section in order[: len(player.statues)]:
            claimed[section] = True
        return tuple(claimed)

    def _house(self, field: str, given: str | HouseGiven) -> House:
        given = given if isinstance(given, HouseGiven) else HouseGiven(given)
        if given.person is not None and given.person in COLOURS:
            raise self.refuse(f"given.{field}.person", "a person is named, not only its colour", "action.recruit.face_up")
        if given.person is None and given.used:
            raise self.refuse(f"given.{field}.used", "an empty house cannot be used", "act.worker.rotate")
        person = EMPTY if given.person is None else self._card(field, given.person)
        if not 0 <= given.shuffle <= len(self.given.shuffles):
            problem = f"the discards were shuffled {len(self.given.shuffles)} times"
            raise self.refuse(f"given.{field}.shuffle", problem, "end.all_cards_gone")
        maybe = self._named(f"{field}.maybe", given.maybe)
        return House(self._card(field, given.card), person, given.used, maybe, given.shuffle)

    # Table

    def state(self) -> State:
        """The position, or the game just set up."""
        given, rules = self.given, self.rules
        if given.setup != isinstance(given.players, int):
            problem = "is a number with setup = true, and a list of players without"
            raise self.refuse("given.players", problem)
        if isinstance(given.players, int):
            return self._set_up(given.players)
        count = len(given.players)
        self._check_count(count)
        self._check_table(given.players)
        players = [self._player(seat, player) for seat, player in enumerate(given.players)]
        held = [sum(player.threats[colour] for player in players) for colour in range(5)]
        taken = Counter(statue for player in players for statue in player.statues)
        statues = [s for s in rules.statues if not taken[s]] if given.statues is None else given.statues
        state = State(
            players=players,
            rules=rules,
            deck=self.deck,
            board=self.board,
            round=given.round,
            phase=PHASES.index(given.phase) + 1,
            start=given.start,
            turn=given.turn,
            dice=tuple(given.dice.get(colour, 0) for colour in COLOURS),  # type: ignore[call-overload]
            supply=tuple(rules.threat_supply - n for n in held),  # type: ignore[arg-type]
            statues=tuple(statues),
            final_round=self._last_round(),
            extra_used=given.extra_used,
            spent=spent_by_display(self.deck, players) if given.spent is None else self._named("spent", given.spent),
            shuffles=tuple(self._named(f"shuffles.{place}", cards) for place, cards in enumerate(given.shuffles)),
        )
        self._lay_piles(state)
        self._check(state, held)
        if given.phase == "actions":
            self._check_actions(state)
        agenda_from(state, given.phase, given.turn, given.seat, given.threats_dealt)
        return state

    def _last_round(self) -> int:
        """As it is said; a round at its limit is the last, said or not (D-010)."""
        at_limit = self.rules.end_by != "pile" and self.given.round >= self.rules.rounds_limit
        return self.given.final_round or (self.given.round if at_limit else 0)

    def _check_actions(self, state: State) -> None:
        """Where no hand is said and nobody can be activated, phase 3 would pass by and nobody be asked: hardly what is meant."""
        nothing_said = all(player.hand is None for player in self.players)
        if nothing_said and not any(list_activations(state, seat) for seat in range(len(state.players))):
            problem = "nobody has a card in phase 3: give somebody a `hand`, or `hand = []` if that is meant"
            raise self.refuse("given.players", problem, "phase3.empty_hand")

    def _set_up(self, players: int) -> State:
        """A fresh game, exactly as `bl.new_game` makes one from this seed; what set-up decides cannot be given beforehand."""
        given = self.given
        bare = Given(players, setup=True, ruleset=given.ruleset, switches=given.switches, seed=given.seed)
        for field in Given.__struct_fields__:
            if getattr(given, field) != getattr(bare, field):
                raise self.refuse(f"given.{field}", "is decided by set-up and cannot be given with setup = true")
        self._check_count(players)
        try:
            state = set_up(players, self.rules, self.deck, self.board, Stream(given.seed, "set-up", players))
        except LabError as error:
            raise self.refuse("given.switches", str(error)) from None
        self._check(state, [0] * len(COLOURS))
        return state

    def _check_table(self, players: list[PlayerGiven]) -> None:
        """Refuse what the schema does not allow, and dice that do not fit the phase."""
        given = self.given
        bare = State(players=[Player() for _ in players], rules=self.rules)  # bounds may depend on the ruleset and the players
        bounded = {name: FIELDS.table[name] for name in ("round", "turn", "start")}
        bounded["seat"] = bounded["start"]._replace(rule="setup.player.small_seal")
        bounded["seed"] = Field("seed", least=-LARGEST_SEED, most=LARGEST_SEED)
        for name in ("round", "turn", "seat", "start", "seed"):
            if fault := bounded[name].fault(bare, getattr(given, name) or 0):
                raise self.refuse(f"given.{name}", fault, bounded[name].rule)
        if given.phase == "actions" and len(given.dice) < len(COLOURS):
            raise self.refuse("given.dice", "in phase 3 all five dice lie on the table", "phase2.dice_keep")
        if given.threats_dealt and (given.phase != "dice" or len(given.dice) < len(COLOURS)):
            problem = "threats are dealt in phase 2, once all five dice lie on the table"
            raise self.refuse("given.threats_dealt", problem, "phase2.steps")

    def _check_count(self, players: int) -> None:
        least, most = self.rules.min_players, self.rules.max_players
        if not least <= players <= most:
            problem = f"{one_line(players, 20)} players; there are {least} to {most}"
            raise self.refuse("given.players", problem, "meta.players")

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

    def _spoken_of(self, state: State) -> set[int]:
        """People who are named but lie nowhere that is said."""
        spoken_of = {*state.spent, *(card for cards in state.shuffles for card in cards)}
        for player in state.players:
            spoken_of.update(player.held, *(house.maybe for house in player.houses))
        return spoken_of

    def _check(self, state: State, held: list[int]) -> None:
        for colour, number in enumerate(held):
            if number > self.rules.threat_supply:
                there = f"there are {self.rules.threat_supply} of each colour"
                problem = f"{one_line(number, 20)} {COLOURS[colour]} threats are held; {there}"
                seat = max(seat for seat, player in enumerate(state.players) if player.threats[colour])
                raise self.refuse(f"given.players.{seat}.threats", problem, "comp.threat.per_color")
        for fault in faults(state):
            field = f"given.{fault.field}" if fault.seat < 0 else f"given.players.{fault.seat}.{fault.field}"
            raise self.refuse(field, fault.problem, fault.rule)
