"""The position editor's draft of Bruges: phases, houses, piles, and cards that lie in one place at a time."""

from __future__ import annotations

from typing import Any

import msgspec

from ....explorer.editing import Data, Draft, at, number
from ....kernel import LabError
from ....kernel.errors import one_line
from ....rulebook.field_kinds import Count, Row
from ....rulebook.fields import NOBODY, Field
from ....rulebook.scenarios import Scenario
from ....rulebook.texts import LANGUAGES
from ..laid_kinds import Houses, People
from ..model import State
from ..telling import own_texts
from ..words import AREAS, COLOURS, PHASES

DEALT = "dealt"
"""Beside the phases: the dice are on the table and their threats dealt."""


class BrugesDraft(Draft):
    """A position of Bruges on the way from one legal position to the next."""

    @property
    def state(self) -> State:
        found: State = self.scenario.state
        return found

    def spelled_out(self, found: Scenario) -> Data:
        given: Data = msgspec.to_builtins(found.record.given)
        given["players"] = [_spelled_out_player(found, seat, player) for seat, player in enumerate(given["players"])]
        given |= _spelled_out(found, NOBODY, given)
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

    def said(self, player: Data) -> Data:
        houses = [{part: thing for part, thing in house.items() if thing is not None} for house in player["houses"]]
        return super().said(player) | {"houses": houses}

    def settle(self, given: Data) -> None:
        for player in given["players"]:
            lying = {"shown": player["hand"], "unseen": player["hand"], "held": _cards_of(player)}
            player.update({name: [card for card in player[name] if card in cards] for name, cards in lying.items()})

    def followed(self, given: Data, way: list[str], name: str, value: object) -> None:
        if way == ["dice"] and value == 0:
            del given["dice"][name]  # no die lies there
        if "canals" in way:
            given["players"][int(way[1])]["claimed"] = None  # follows from the tiles
        if way and name == "statues":
            given["players"][int(way[1])]["claimed"] = given["statues"] = None  # follow from who has which

    def put_phase(self, phase: str) -> None:
        """The phase in which the round stands; DEALT is phase 2 with only the step on the track to come."""
        dealt = phase == DEALT
        phase = "dice" if dealt else phase
        if phase not in PHASES:
            raise LabError(f"unknown phase {one_line(phase, 20)!r}")
        self.change(lambda given: given.update(phase=phase, threats_dealt=dealt))

    def put_players(self, count: int) -> None:
        """So many players: new ones as after set-up, the last ones leave with what they have."""
        if problem := self.manifest.wrong_number(count, self.rules):
            raise LabError(problem)

        def change(given: Data) -> None:
            players = given["players"]
            for gone in players[count:]:
                for card in _cards_of(gone):
                    _lay_aside(given, card)
            for seat in range(len(players), count):
                players.append(self.newcomer(seat))
            del players[count:]
            self._keep_seats(given, count)

        self.change(change)

    def newcomer(self, seat: int) -> Data:
        rules = self.state.rules
        fresh = Scenario.read({"given": {"players": [{}] * max(rules.min_players, seat + 1), **_same_rules(self.state)}})
        return self.spelled_out(fresh)["players"][seat]  # type: ignore[no-any-return]

    def toggle(self, seat: int, field: str, value: Any) -> None:
        if field == "majorities" and value not in AREAS:
            raise LabError(f"unknown majority {one_line(value, 20)!r}")
        super().toggle(seat, field, number(value) if field == "statues" else value)

    # Cards

    def card_named(self, typed: str, field: Field | None = None) -> str:
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
        raise LabError(f"{one_line(typed, 40)!r} is not a person of the deck")

    def add_card(self, seat: int, name: str, typed: str) -> None:
        card = self.card_named(typed)
        self.change(lambda given: given["players"][seat][name].append(self._taken(given, card)))

    def drop_card(self, seat: int, name: str, place: int) -> None:
        def change(given: Data) -> None:
            cards = given["players"][seat][name]
            card = at(cards, place)
            del cards[place]
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
            house = at(given["players"][seat]["houses"], place)
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
            house = at(given["players"][seat]["houses"], place)
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
        lists = [given[place] for place in ("discard", "extra") if given[place] is not None] + [*(given["piles"] or ())]
        if card in COLOURS and None not in (given["piles"], given["extra"], given["discard"]):
            lying = [name for cards in lists for name in reversed(cards) if self._colour(name) == card]
            card = lying[0] if lying else card
        for cards in lists:
            if card in cards:
                cards.remove(card)
                break
        return card


def _spelled_out_player(found: Scenario, seat: int, said: Data) -> Data:
    """A player with every number; cards stay as they are said."""
    houses = [{"person": None, "used": False, **({"card": h} if isinstance(h, str) else h)} for h in said["houses"]]
    return {**said, **_spelled_out(found, seat, said), "houses": houses, "hand": said["hand"] or []}


def _spelled_out(found: Scenario, seat: int, said: Data) -> Data:
    """The fields of the form as the position has them: all numbers of a player, and what was left to the set-up."""
    fields = found.manifest.fields.edited(None if seat == NOBODY else seat, found.state)
    plain = [field for field in fields if field.read is None and not isinstance(field.kind, People | Houses)]
    unsaid = [f for f in plain if said[f.name] is None or (seat != NOBODY and isinstance(f.kind, Count | Row))]
    return {field.name: field.kind.said(found.state, field.value(found.state, seat)) for field in unsaid}


def _same_rules(state: State) -> Data:
    changes = {change.field.name: change.here for change in state.rules.diff()}
    return {"switches": {name: list(value) if isinstance(value, tuple) else value for name, value in changes.items()}}


def _cards_of(player: Data) -> list[str]:
    """The cards in a player's hand and houses."""
    return [*player["hand"], *(house[part] for house in player["houses"] for part in ("card", "person") if house[part])]


def _lay_aside(given: Data, card: str | None) -> None:
    """A card leaves its place: on the discard pile where that is said card by card, else among what is not said."""
    if card is not None and given["discard"] is not None:
        given["discard"].append(card)
