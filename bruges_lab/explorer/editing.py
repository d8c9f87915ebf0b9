"""The position that is being edited: the `given` of a scenario as plain data, read by the real reader after every change.

What the reader refuses stays in the draft with its fault, so that it can be put right; `scenario` is the latest legal position. A
change that means nothing (a word for a number, a card that does not exist) is refused as a whole. What can be changed comes from
the schema of fields; a game whose positions are more than that derives its own draft.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any, NamedTuple, Self

import msgspec

from ..games import shelf
from ..games.manifest import Manifest
from ..kernel import DataError, Game, LabError
from ..kernel.choices import Codec
from ..kernel.errors import one_line
from ..kernel.names import check_name
from ..kernel.records import parse_toml
from ..kernel.rulesets import BaseRuleset
from ..kernel.saving import from_text
from ..rulebook.field_kinds import Cards
from ..rulebook.fields import NOBODY, Field, Fields, fields_of
from ..rulebook.scenarios import Scenario

Data = dict[str, Any]
SHORT_TEXT = "BL1-"
"""How the short text of a game begins."""
_LARGEST = 10_000


class Fault(NamedTuple):
    """Why a draft is no legal position: the field (`players.0.hand`), the problem in words, and the rule it breaks."""

    field: str
    problem: str
    rule: str | None


class Draft:
    """A position on the way from one legal position to the next."""

    def __init__(self, found: Scenario) -> None:
        self.scenario = found
        self.manifest: Manifest = found.manifest
        self.fault: Fault | None = None
        self.given = self.spelled_out(found)

    # Where it comes from

    @classmethod
    def empty(cls, players: int = 3, game: str | None = None) -> Self:
        """Before anything has happened."""
        return cls(Scenario.read({"given": {"players": [{}] * players}}, game))

    @classmethod
    def of_scenario(cls, source: str | Data, game: str | None = None) -> Self:
        """The position of a scenario, by name or as a dictionary; one that begins with the set-up stands after it."""
        found = Scenario.read(source, game)
        return cls.of_game(found.game()) if isinstance(found.record.given.players, int) else cls(found)

    @classmethod
    def of_game(cls, game: Game[Any]) -> Self:
        """Where a game stands, or the latest place on its line that can be given."""
        positions = game.manifest.positions
        given = {"given": positions.latest(game)}
        return cls(Scenario.read(given, game.manifest.name, **positions.material_of(game.state)))

    @classmethod
    def of_text(cls, text: str, game: str | None = None) -> Self:
        """A text that was pasted: a scenario as TOML, its `given` alone, or the short text of a game."""
        if text.strip().startswith(SHORT_TEXT):
            found = from_text(shelf.Kits({}), text)
            if found.manifest.name != shelf.find(game).name:
                raise LabError(f"this is a game of {found.manifest.called()}, not of {shelf.find(game).called()}")
            return cls.of_game(found)
        return cls.of_scenario(scenario_in(text), game)

    # What comes of it

    @property
    def state(self) -> Any:
        """The latest legal position."""
        return self.scenario.state

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names in the latest legal position."""
        return self.scenario.names

    @property
    def fields(self) -> Fields:
        """The schema of the game."""
        return fields_of(self.manifest)

    def data(self) -> Data:
        """The draft as a scenario that `bl.scenario` reads."""
        given = {name: value for name, value in self.given.items() if value is not None}
        players = [self.said(player) for player in self.given["players"]]
        named = {} if self.manifest.name == shelf.USUAL else {"game": self.manifest.name}
        return {**named, "given": {**given, "players": players}}

    def read(self) -> Scenario:
        """The draft as a scenario; a DataError if it is not legal."""
        return Scenario.read(self.data(), self.manifest.name, **self.scenario.material)

    def game(self) -> Game[Any]:
        """A game that stands at the position; a DataError if it is not legal."""
        return self.read().game()

    def change(self, change: Callable[[Data], None]) -> None:
        """Make a change and read the whole again. An error inside the change leaves everything as it was."""
        changed = deepcopy(self.given)
        change(changed)
        self.settle(changed)
        if changed == self.given:
            return
        self.given = changed
        try:
            self.scenario = self.read()
        except DataError as error:
            self.fault = Fault(error.field.removeprefix("given").strip("."), error.problem, error.rule)
        else:
            self.fault = None

    # What a game may say in its own way

    def spelled_out(self, found: Scenario) -> Data:
        """The position with everything that the form shows, whether it was said or left to the set-up."""
        given: Data = msgspec.to_builtins(found.record.given)
        fields, state = fields_of(found.manifest), found.state
        for seat, player in enumerate(given["players"]):
            player.update({f.name: f.kind.said(state, f.value(state, seat)) for f in fields.given(seat) if f.is_played(state)})
        return given | {f.name: f.kind.said(state, f.value(state)) for f in fields.given(None) if f.is_played(state)}

    def said(self, player: Data) -> Data:
        """What is said of a player, without what is left open."""
        return {name: value for name, value in player.items() if value is not None}

    def settle(self, given: Data) -> None:
        """Put right what follows from a change: cards of a player that are spoken of are still the player's."""
        for player in given["players"]:
            for field in self._cards(0, places=False):
                own = {card for place in self._cards(0) for card in player[place.name]}
                player[field.name] = [card for card in player[field.name] if card in own]

    def followed(self, given: Data, way: list[str], name: str, value: object) -> None:
        """Put right what follows from one field that was set."""

    # Fields

    def put(self, path: str, typed: str) -> None:
        """Set a field from what was typed: `round`, `players.0.coins`, `players.1.name`."""
        *way, last = path.split(".")
        value: int | str = _name(typed) if last == "name" else number(typed)

        def change(given: Data) -> None:
            place: Any = given
            for key in way:
                place = place[int(key)] if isinstance(place, list) else place[key]
            place[last] = value
            self.followed(given, way, last, value)

        self.change(change)

    def put_list(self, seat: int, name: str, typed: str) -> None:
        """Set a field that is a row of numbers."""
        values = [number(word) for word in typed.replace(",", " ").split()]
        self.change(lambda given: self._of(given, seat).update({name: values}))

    def put_word(self, seat: int, name: str, word: object) -> None:
        """Set a field that is one of some words."""
        self.change(lambda given: self._of(given, seat).update({name: word}))

    def turn(self, seat: int, name: str) -> None:
        """Make true what was false, or false what was true."""
        self.change(lambda given: self._of(given, seat).update({name: not self._of(given, seat)[name]}))

    def put_seat(self, field: str, typed: str) -> None:
        """Who begins (`start`), or whose turn it is (`seat`; nothing typed: as the game has it)."""
        seat = None if field == "seat" and not typed else number(typed)
        self.change(lambda given: given.update({field: seat}))

    @property
    def rules(self) -> BaseRuleset | None:
        """The rules in force, where the game has any."""
        return getattr(self.state, "rules", None)

    def put_players(self, count: int) -> None:
        """So many players: new ones as after set-up, but without cards; the last ones leave, and their cards are laid aside."""
        if problem := self.manifest.wrong_number(count, self.rules):
            raise LabError(problem)

        def change(given: Data) -> None:
            players = given["players"]
            for gone in players[count:]:
                for field in self._cards(0):
                    self._lay_aside(given, field, gone[field.name])
            for seat in range(len(players), count):
                players.append(self.newcomer(seat))
            del players[count:]
            self._keep_seats(given, count)

        self.change(change)

    def newcomer(self, seat: int) -> Data:
        """A player who joins."""
        fresh = type(self).empty(max(self.manifest.players_under(self.rules).start, seat + 1), self.manifest.name)
        player: Data = fresh.given["players"][seat]
        return player | {field.name: [] for field in [*self._cards(0), *self._cards(0, places=False)]}

    def _keep_seats(self, given: Data, count: int) -> None:
        for field in ("start", "seat"):
            if given.get(field) is not None:
                given[field] = min(given[field], count - 1)

    def toggle(self, seat: int, field: str, value: Any) -> None:
        """Give or take one of several things: a tile, a marker."""

        def change(given: Data) -> None:
            owned = self._of(given, seat)[field]
            (owned.remove if value in owned else owned.append)(value)
            self.followed(given, ["players", str(seat)], field, value)

        self.change(change)

    @staticmethod
    def _of(given: Data, seat: int) -> Data:
        found: Data = given if seat == NOBODY else given["players"][seat]
        return found

    # Cards

    def card_named(self, typed: str, field: Field | None = None) -> str | int:
        """A card as a scenario names it, from what was typed; of the deck that lies in a field."""
        words = typed.strip()
        card = int(words) if re.fullmatch(r"[0-9]{1,6}", words) else words
        for place in [field] if field is not None else [*self._cards(0), *self._cards(None)]:
            if _codec(place).read(self.state, card) is not None:
                return card
        raise LabError(f"unknown card {one_line(typed, 40)!r}")

    def add_card(self, seat: int, name: str, typed: str) -> None:
        """Lay a card there, from wherever it lies; of cards that are alike, first from where the rest lies."""
        field = self.fields.of(None if seat == NOBODY else seat)[name]
        card = self.card_named(typed, field)

        def change(given: Data) -> None:
            for lying in self.places(given, field):
                if card in lying:
                    lying.remove(card)
                    break
            self._of(given, seat)[name].append(card)

        self.change(change)

    def drop_card(self, seat: int, name: str, place: int) -> None:
        """Lay a card aside."""
        field = self.fields.of(None if seat == NOBODY else seat)[name]

        def change(given: Data) -> None:
            cards = self._of(given, seat)[name]
            card = at(cards, place)
            del cards[place]
            self._lay_aside(given, field, [card])

        self.change(change)

    def _cards(self, seat: int | None, *, places: bool = True) -> list[Field]:
        return [f for f in self.fields.given(seat) if isinstance(f.kind, Cards) and f.kind.places == places]

    def places(self, given: Data, like: Field | None = None) -> Iterator[list[Any]]:
        """The lists of cards where each lies in one at a time, those for the rest first; or only those of a field's deck."""
        table = [field for field in self._cards(None) if _is_like(field, like)]
        yield from (given[field.name] for field in table if field.rest)
        yield from (player[field.name] for player in given["players"] for field in self._cards(0) if _is_like(field, like))
        yield from (given[field.name] for field in table if not field.rest)

    def _lay_aside(self, given: Data, field: Field, cards: list[Any]) -> None:
        """Cards leave their place for that of the rest of their deck."""
        for place in self._cards(None):
            if place.rest and _is_like(place, field):
                given[place.name] = [*cards, *given[place.name]]


def _codec(field: Field) -> Codec:
    """How the cards of a place are named."""
    assert isinstance(field.kind, Cards)
    return field.kind.codec


def _is_like(field: Field, other: Field | None) -> bool:
    """Whether cards of one deck lie in both."""
    return other is None or _codec(field).thing == _codec(other).thing


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


# What is typed


def at(things: list[Any], place: int) -> Any:
    """The thing in a place."""
    if not 0 <= place < len(things):
        raise LabError(f"there is nothing in place {place}")
    return things[place]


def number(typed: str) -> int:
    """A whole number as it was typed."""
    words = typed.strip()
    if not re.fullmatch(r"-?[0-9]{1,6}", words) or abs(int(words)) > _LARGEST:
        raise LabError(f"{one_line(typed, 20) or '–'} is not a whole number up to {_LARGEST}")
    return int(words)


def _name(typed: str) -> str:
    return check_name(typed.strip())
