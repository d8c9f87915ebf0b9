"""The position that is being edited: the `given` of a scenario as plain data, read by the real reader after every change.

What the reader refuses stays in the draft with its fault, so that it can be put right; `scenario` is the latest legal position. A
change that means nothing (a word for a number, a person who does not exist) is refused as a whole.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from copy import deepcopy
from typing import Any, NamedTuple

import msgspec

from ..games.bruges.board import Board
from ..games.bruges.deck import Deck
from ..games.bruges.model import State
from ..games.bruges.telling import own_texts
from ..games.bruges.words import AREAS, COLOURS, PHASES, SECTIONS
from ..kernel import DataError, Game, LabError
from ..kernel.errors import one_line
from ..kernel.names import check_name
from ..kernel.records import parse_toml
from ..lab import from_text, scenario
from ..rulebook.scenarios import Scenario
from ..rulebook.texts import LANGUAGES

Data = dict[str, Any]
DEALT = "dealt"
"""Beside the phases: the dice are on the table and their threats dealt."""
SHORT_TEXT = "BL1-"
"""How the short text of a game begins."""
_LARGEST = 10_000
_PLACES = ("discard", "extra")


class Fault(NamedTuple):
    """Why a draft is no legal position: the field (`players.0.threats`), the problem in words, and the rule it breaks."""

    field: str
    problem: str
    rule: str | None


class Draft:
    """A position on the way from one legal position to the next."""

    def __init__(self, found: Scenario, deck: Deck | None = None, board: Board | None = None) -> None:
        self.scenario = found
        self.fault: Fault | None = None
        self.given = _spelled_out(found)
        self._deck, self._board = deck, board

    # Where it comes from

    @classmethod
    def empty(cls, players: int = 3) -> Draft:
        """Before the first card is drawn."""
        return cls(Scenario.read({"given": {"players": [{}] * players}}))

    @classmethod
    def of_scenario(cls, source: str | Data) -> Draft:
        """The position of a scenario, by name or as a dictionary; one that begins with the set-up stands after it."""
        found = Scenario.read(source)
        return cls.of_game(scenario(source)) if found.record.given.setup else cls(found)

    @classmethod
    def of_game(cls, game: Game[State]) -> Draft:
        """Where a game stands: this turn, or the latest beginning of a phase."""
        deck, board = game.state.deck, game.state.board
        return cls(Scenario.read({"given": game.manifest.positions.latest(game)}, deck=deck, board=board), deck, board)

    @classmethod
    def of_text(cls, text: str) -> Draft:
        """A text that was pasted: a scenario as TOML, its `given` alone, or the short text of a game."""
        if text.strip().startswith(SHORT_TEXT):
            return cls.of_game(from_text(text))
        return cls.of_scenario(scenario_in(text))

    # What comes of it

    @property
    def state(self) -> State:
        """The latest legal position."""
        return self.scenario.state

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names in the latest legal position."""
        return self.scenario.names

    def data(self) -> Data:
        """The draft as a scenario that `bl.scenario` reads."""
        given = {name: value for name, value in self.given.items() if value is not None}
        return {"given": {**given, "players": [_said(player) for player in self.given["players"]]}}

    def game(self) -> Game[State]:
        """A game that stands at the position; a DataError if it is not legal."""
        return scenario(self.data(), deck=self._deck, board=self._board)

    def change(self, change: Callable[[Data], None]) -> None:
        """Make a change and read the whole again. An error inside the change leaves everything as it was."""
        changed = deepcopy(self.given)
        change(changed)
        for player in changed["players"]:
            lying = {"shown": player["hand"], "unseen": player["hand"], "held": _cards_of(player)}
            player.update({name: [card for card in player[name] if card in cards] for name, cards in lying.items()})
        if changed == self.given:
            return
        self.given = changed
        try:
            self.scenario = Scenario.read(self.data(), deck=self._deck, board=self._board)
        except DataError as error:
            self.fault = Fault(error.field.removeprefix("given").strip("."), error.problem, error.rule)
        else:
            self.fault = None

    # Fields

    def put(self, path: str, typed: str) -> None:
        """Set a field from what was typed: `round`, `dice.red`, `players.0.workers.blue`, `players.1.name`."""
        *way, last = path.split(".")
        value: int | str = _name(typed) if last == "name" else _number(typed)

        def change(given: Data) -> None:
            place: Any = given
            for key in way:
                place = place[int(key)] if isinstance(place, list) else place[key]
            place[last] = value
            if way == ["dice"] and value == 0:
                del place[last]  # no die lies there
            if "canals" in way:
                given["players"][int(way[1])]["claimed"] = None  # follows from the tiles

        self.change(change)

    def put_phase(self, phase: str) -> None:
        """The phase in which the round stands; DEALT is phase 2 with only the step on the track to come."""
        dealt = phase == DEALT
        phase = "dice" if dealt else phase
        if phase not in PHASES:
            raise LabError(f"there is no phase {one_line(phase, 20)!r}")
        self.change(lambda given: given.update(phase=phase, threats_dealt=dealt))

    def put_seat(self, field: str, typed: str) -> None:
        """Who begins (`start`), or whose turn it is (`seat`; nothing typed: the start player's)."""
        seat = None if field == "seat" and not typed else _number(typed)
        self.change(lambda given: given.update({field: seat}))

    def put_players(self, count: int) -> None:
        """So many players: new ones as after set-up, the last ones leave with what they have."""
        rules = self.state.rules
        if not rules.min_players <= count <= rules.max_players:
            raise LabError(f"there are {rules.min_players} to {rules.max_players} players")

        def change(given: Data) -> None:
            players = given["players"]
            for gone in players[count:]:
                for card in _cards_of(gone):
                    _lay_aside(given, card)
            for seat in range(len(players), count):
                players.append(_newcomer(self.state, seat))
            del players[count:]
            given["start"] = min(given["start"], count - 1)
            given["seat"] = None if given["seat"] is None else min(given["seat"], count - 1)

        self.change(change)

    def toggle(self, seat: int, field: str, value: str) -> None:
        """Give or take a statue (`statues`, its value) or turn a marker over (`majorities`, its area)."""
        thing: int | str = _number(value) if field == "statues" else value
        if field == "majorities" and thing not in AREAS:
            raise LabError(f"there is no majority {one_line(value, 20)!r}")

        def change(given: Data) -> None:
            player = given["players"][seat]
            owned = player[field]
            (owned.remove if thing in owned else owned.append)(thing)
            if field == "statues":
                player["claimed"] = given["statues"] = None  # follow from who has which

        self.change(change)

    # Cards

    def card_named(self, typed: str) -> str:
        """A card as a scenario names it, from its id, its person's name in any language, or a colour."""
        words = typed.strip().casefold()
        if words in COLOURS or words in self.state.deck.by_id:
            return words
        for lang in LANGUAGES:
            for colour in COLOURS:
                if own_texts().form("colour", colour, lang).casefold() == words:
                    return colour
            for card in self.state.deck.cards:
                if card.name.get(lang, "").casefold() == words:
                    return card.id
        raise LabError(f"there is no person {one_line(typed, 40)!r} in the deck")

    def add_to_hand(self, seat: int, typed: str) -> None:
        """Deal a card."""
        card = self.card_named(typed)
        self.change(lambda given: given["players"][seat]["hand"].append(self._taken(given, card)))

    def drop_from_hand(self, seat: int, place: int) -> None:
        """Lay a card of the hand aside."""

        def change(given: Data) -> None:
            player = given["players"][seat]
            card = _at(player["hand"], place)
            del player["hand"][place]
            _lay_aside(given, card)

        self.change(change)

    def add_house(self, seat: int, typed: str) -> None:
        """Build a house of a card."""
        card = self.card_named(typed)

        def change(given: Data) -> None:
            given["players"][seat]["houses"].append({"card": self._taken(given, card), "person": None, "used": False})

        self.change(change)

    def put_house(self, seat: int, place: int, part: str, typed: str) -> None:
        """Change a house: its `card`, the `person` on it (nothing typed: nobody), or whether that person was `used`."""
        card = None if part == "used" or not typed.strip() else self.card_named(typed)
        if part == "card" and card is None:
            raise LabError("a house is a card: name one, or a colour")

        def change(given: Data) -> None:
            house = _at(given["players"][seat]["houses"], place)
            if part == "used":
                house["used"] = bool(typed)
                return
            _lay_aside(given, house[part])
            house[part] = None
            house[part] = None if card is None else self._taken(given, card)
            house["used"] = house["used"] and house["person"] is not None

        self.change(change)

    def drop_house(self, seat: int, place: int) -> None:
        """Take a house away, with whoever lives there."""

        def change(given: Data) -> None:
            house = _at(given["players"][seat]["houses"], place)
            del given["players"][seat]["houses"][place]
            _lay_aside(given, house["card"])
            _lay_aside(given, house["person"])

        self.change(change)

    def put_pile(self, pile: int, count: int) -> None:
        """So many cards in a draw pile: the lowest leave it, or cards of the extra pile go under it."""

        def change(given: Data) -> None:
            cards = self._piles(given)[pile]
            for card in cards[count:]:
                _lay_aside(given, card)
            del cards[count:]
            outside = [self.state.deck[card].id for card in self.state.extra]
            if count - len(cards) > len(outside):
                raise LabError(f"the pile can have up to {len(cards) + len(outside)} cards")
            for card in outside[: count - len(cards)]:
                cards.append(self._taken(given, card))

        self.change(change)

    def put_top(self, pile: int, typed: str) -> None:
        """Put a card on top of a draw pile; for a colour, the first such card in the pile."""
        card = self.card_named(typed)

        def change(given: Data) -> None:
            cards = self._piles(given)[pile]
            if card in COLOURS:
                place = next((n for n, name in enumerate(cards) if card in (name, self._colour(name))), None)
                if place is None:
                    raise LabError(f"there is no {card} card in this pile")
                cards.insert(0, cards.pop(place))
            else:
                cards.insert(0, self._taken(given, card))

        self.change(change)

    def _piles(self, given: Data) -> list[list[str]]:
        """The draw piles card by card; where they came from the seed, they are spelled out now."""
        if given["piles"] is None:
            deck, state = self.state.deck, self.state
            given["piles"] = [[deck[card].id for card in reversed(state.pile(pile))] for pile in (0, 1)]
        return given["piles"]  # type: ignore[no-any-return]

    def _colour(self, card: str) -> str:
        deck = self.state.deck
        return deck[card].colour if card in deck.by_id else card

    def _taken(self, given: Data, card: str) -> str:
        """A card for somebody, out of the pile it is said to lie in. Where every card is said, a colour becomes such a card."""
        if any(card in _cards_of(player) for player in given["players"]) and card not in COLOURS:
            raise LabError(f"the {card} lies in a hand or a house already")
        lists = [given[place] for place in _PLACES if given[place] is not None] + [*(given["piles"] or ())]
        if card in COLOURS and None not in (given["piles"], given["extra"], given["discard"]):
            lying = [name for cards in lists for name in reversed(cards) if self._colour(name) == card]
            card = lying[0] if lying else card
        for cards in lists:
            if card in cards:
                cards.remove(card)
                break
        return card


# Texts


def scenario_in(text: str) -> Data:
    """The scenario in a text: a file that holds one, or only its fields, or only its `given`."""
    try:
        raw = parse_toml(text, "text")
    except DataError as error:
        raise LabError(f"the text is neither a scenario nor a game: {one_line(error.problem, 120)}") from None
    listed = raw.get("scenario")
    if isinstance(listed, list):
        if len(listed) != 1 or not isinstance(listed[0], dict):
            raise LabError(f"the text holds {len(listed)} scenarios; paste one")
        return listed[0]
    if "given" in raw:
        return raw
    if "players" in raw:
        return {"given": raw}
    raise LabError("the text is neither a scenario nor a game: there is no `given` in it")


# What is said, and what is typed


def _spelled_out(found: Scenario) -> Data:
    """The position with every number that the form shows, whether it was said or left to the set-up."""
    given: Data = msgspec.to_builtins(found.record.given)
    given["players"] = [_spelled_out_player(found, seat, player) for seat, player in enumerate(given["players"])]
    if given["statues"] == [s for s in found.state.rules.statues if all(s not in p["statues"] for p in given["players"])]:
        given["statues"] = None
    deck, state = found.state.deck, found.state
    if given["piles"] is not None:
        lying = [[deck[card].id for card in reversed(state.pile(pile))] for pile in (0, 1)]
        given["piles"] = [
            cards if isinstance(said, int) else list(said) for said, cards in zip(given["piles"], lying, strict=True)
        ]
    if isinstance(given["extra"], int):
        given["extra"] = [deck[card].id for card in reversed(state.extra)]
    return given


def _spelled_out_player(found: Scenario, seat: int, said: Data) -> Data:
    player = found.state.players[seat]
    numbers = {name: getattr(player, name) for name in ("points", "guilders", "reputation")}
    rows = {name: dict(zip(COLOURS, getattr(player, name), strict=True)) for name in ("workers", "threats")}
    houses = [{"person": None, "used": False, **({"card": h} if isinstance(h, str) else h)} for h in said["houses"]]
    canals = dict(zip(SECTIONS, player.canals, strict=False))
    return {**said, **numbers, **rows, "canals": canals, "houses": houses, "hand": said["hand"] or []}


def _newcomer(state: State, seat: int) -> Data:
    rules = state.rules
    fresh = Scenario.read({"given": {"players": [{}] * max(rules.min_players, seat + 1), **_same_rules(state)}})
    return _spelled_out(fresh)["players"][seat]  # type: ignore[no-any-return]


def _same_rules(state: State) -> Data:
    changes = {change.field.name: change.here for change in state.rules.diff()}
    return {"switches": {name: list(value) if isinstance(value, tuple) else value for name, value in changes.items()}}


def _said(player: Data) -> Data:
    return {name: value for name, value in player.items() if value is not None} | {
        "houses": [{part: thing for part, thing in house.items() if thing is not None} for house in player["houses"]]
    }


def _cards_of(player: Data) -> list[str]:
    """The cards in a player's hand and houses."""
    return [*player["hand"], *(house[part] for house in player["houses"] for part in ("card", "person") if house[part])]


def _lay_aside(given: Data, card: str | None) -> None:
    """A card leaves its place: on the discard pile where that is said card by card, else among what is not said."""
    if card is not None and given["discard"] is not None:
        given["discard"].append(card)


def _at(things: list[Any], place: int) -> Any:
    if not 0 <= place < len(things):
        raise LabError(f"there is nothing in place {place}")
    return things[place]


def _number(typed: str) -> int:
    words = typed.strip()
    if not re.fullmatch(r"-?[0-9]{1,6}", words) or abs(int(words)) > _LARGEST:
        raise LabError(f"{one_line(typed, 20) or '–'} is not a whole number up to {_LARGEST}")
    return int(words)


def _name(typed: str) -> str:
    return check_name(typed.strip())
