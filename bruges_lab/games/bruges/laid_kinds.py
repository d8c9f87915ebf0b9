"""The kinds of field that only Bruges has: what a scenario lays on the table card by card, tile by tile, house by house.

What such a field says needs the rest of the position (which cards are still free), so it is laid by whoever builds it, in
building.py.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, Protocol

from ...kernel.choices import Codec
from ...kernel.errors import LabError, one_line
from ...rulebook.field_kinds import Cards, Counts, Kind, NotCounted, Numbers, Phrases, Row, WordList, one_of
from .given import CardsGiven, HouseGiven
from .model import EMPTY, House, State, colour_of
from .rules.notation import CARD
from .ruleset import Ruleset
from .telling import WORDS, own_texts
from .words import COLOURS, SECTIONS

if TYPE_CHECKING:
    from ...rulebook.scenario_telling import Story


def card_word(state: State, card: int | None) -> str:
    """A card by person, or by colour where only the back is seen; a place without a card is empty."""
    if card is None:
        return ""
    if card >= 0:
        return state.deck[card].id
    colour = colour_of(state.deck, card)
    return "unknown" if colour is None else COLOURS[colour]


SEEN_CARD = Codec("card", card_word, CARD.read)


class Table(Protocol):
    """Where things are laid: a position that is being built, with the cards that are still free."""

    given: Any
    rules: Ruleset

    def card(self, path: str, card: str) -> int:
        """The card that is named by person, or a free one of a colour."""

    def named(self, path: str, people: list[str]) -> tuple[int, ...]:
        """People who are only spoken of."""

    def refuse_at(self, path: str, problem: str, rule: str | None) -> LabError:
        """The error that names the field."""


class Laid(Kind):
    """A kind that is laid on a table."""

    def lay(self, table: Table, path: str, said: Any, beside: Any) -> Any:
        """What is said as a value, with what else is said of the same player; an error if it cannot be."""
        raise NotImplementedError

    def mentions(self, path: str, said: Any) -> Iterator[tuple[str, str]]:
        """The cards that it takes, each with where it is named."""
        return iter(())


def _people(state: State, cards: Iterable[int]) -> list[str]:
    return [state.deck[card].id for card in cards]


# Cards


class People(Cards, Laid):
    """Cards that lie in a place, by person or, where any will do, by colour."""

    data: Any = list[str]

    def __init__(self, **options: Any) -> None:
        super().__init__(SEEN_CARD, **options)
        self.data = type(self).data

    def brief(self, state: State, value: Any) -> Any:
        return _people(state, value)

    def lay(self, table: Table, path: str, said: Any, beside: Any) -> Any:
        return tuple(table.card(f"{path}.{place}", card) for place, card in enumerate(said))

    def mentions(self, path: str, said: Any) -> Iterator[tuple[str, str]]:
        return ((f"{path}.{place}", card) for place, card in enumerate(said or ()))


class SpokenOf(People):
    """People who lie somewhere else."""

    def __init__(self) -> None:
        super().__init__(order=True, places=False)

    def lay(self, table: Table, path: str, said: Any, beside: Any) -> Any:
        return table.named(path, said)

    def mentions(self, path: str, said: Any) -> Iterator[tuple[str, str]]:
        return iter(())


class InHand(SpokenOf):
    """People of the hand that the same player is given."""

    def lay(self, table: Table, path: str, said: Any, beside: Any) -> Any:
        for place, card in enumerate(said):
            if card not in (beside.hand or ()) or card in COLOURS:
                problem = f"{one_line(card, 40)!r} is not a person in this hand"
                raise table.refuse_at(f"{path}.{place}", problem, "comp.cards.backs_public")
        return super().lay(table, path, said, beside)


class Shuffles(NotCounted, Laid):
    """The discards each time they were shuffled."""

    data = list[list[str]]

    def brief(self, state: State, value: Any) -> Any:
        return [_people(state, cards) for cards in value]

    def lay(self, table: Table, path: str, said: Any, beside: Any) -> Any:
        return tuple(table.named(f"{path}.{place}", people) for place, people in enumerate(said))


class Pile(People):
    """A pile from the top down, or how many cards it has."""

    data = CardsGiven

    def brief(self, state: State, value: Any) -> Any:
        return _people(state, reversed(value))


class Piles(Counts, Laid):
    """The two draw piles. The state has their cards elsewhere: here it is how many are left."""

    data = tuple[CardsGiven, CardsGiven]
    least = None
    places = True

    def brief(self, state: State, value: Any) -> Any:
        return [_people(state, reversed(state.pile(pile))) for pile in range(len(value))]

    def told_given(self, say: Any, key: str, said: Any) -> Iterator[str]:
        for pile, cards in zip(WORDS["pile"], said, strict=False):
            if isinstance(cards, int) and cards:
                yield say.say("pile_count", pile=pile, count=cards)
            else:
                yield say.say("pile", pile=pile, cards=say.cards(cards)) if cards else say.say("pile_none", pile=pile)


# Other things


class Statues(Numbers):
    """Statues by their points; which there are is a matter of all of them together."""

    least = None


class Dice(Row):
    """The five dice; one that does not lie there is left out. They are told once all of them lie there."""

    def __init__(self) -> None:
        super().__init__(COLOURS, "colour")

    def told_given(self, say: Any, key: str, said: Any) -> Iterator[str]:
        if len(said) == len(COLOURS):
            yield own_texts().say("event", "dice.rolled", dict(said), say.lang)


class Tiles(Row, Laid):
    """Canal tiles of each section: how many, or which spaces, counted from the gate."""

    def __init__(self) -> None:
        super().__init__(SECTIONS, "section")
        self.data = dict[one_of(SECTIONS), int | list[int]]  # type: ignore[misc]

    def lay(self, table: Table, path: str, said: Any, beside: Any) -> Any:
        sections = SECTIONS[: table.rules.sections]
        if unknown := set(said) - set(sections):
            raise table.refuse_at(path, f"there is no {min(unknown)} section", "action.canal.layout")
        return tuple(self._tiles(table, f"{path}.{side}", said.get(side, 0)) for side in sections)

    def _tiles(self, table: Table, path: str, tiles: int | list[int]) -> int:
        """A gap is refused."""
        if isinstance(tiles, int):
            return tiles
        if sorted(tiles) != list(range(1, len(tiles) + 1)):
            missing = next((n for n in range(1, max(tiles, default=0)) if n not in tiles), 0)
            gap = f"space {missing} is empty but space {one_line(max(tiles, default=0), 20)} is built"
            problem = gap if missing else f"{one_line(tiles, 40)} is not a row of spaces"
            raise table.refuse_at(path, problem, "action.canal.next")
        return len(tiles)

    def told_given(self, say: Phrases, key: str, said: Mapping[str, Any]) -> Iterator[str]:
        return self.told(say, key, {side: n if isinstance(n, int) else len(n) for side, n in said.items()})


class Houses(WordList, Laid):
    """Houses: by colour where they are expected; where they are given, by card, with whoever lives there."""

    data = list[str | HouseGiven]

    def __init__(self) -> None:
        super().__init__(COLOURS, "colour", "house")

    def said(self, state: State, value: Any) -> Any:
        return super().said(state, [colour_of(state.deck, house.card) or 0 for house in value])

    def brief(self, state: State, value: Any) -> Any:
        return [_house_given(state, house) for house in value]

    def lay(self, table: Table, path: str, said: Any, beside: Any) -> Any:
        return tuple(_house(table, f"{path}.{place}", _spelled_out(house)) for place, house in enumerate(said))

    def mentions(self, path: str, said: Any) -> Iterator[tuple[str, str]]:
        for place, house in enumerate(said):
            field = f"{path}.{place}"
            if isinstance(house, str):
                yield field, house
                continue
            yield f"{field}.card", house.card
            if house.person is not None:
                yield f"{field}.person", house.person

    def told_given(self, say: Any, key: str, said: Any) -> Iterator[str]:
        story: Story = say
        for house in map(_spelled_out, said):
            colour = house.card if house.card in COLOURS else story.state.deck[house.card].colour
            if house.person is None:
                yield story.say("empty_house", colour=colour)
            else:
                yield story.say("lodged_used" if house.used else "lodged", colour=colour, person=story.card(house.person))


def _spelled_out(house: str | HouseGiven) -> HouseGiven:
    return house if isinstance(house, HouseGiven) else HouseGiven(house)


def _house(table: Table, path: str, given: HouseGiven) -> House:
    if given.person is not None and given.person in COLOURS:
        raise table.refuse_at(f"{path}.person", "a person is named, not only its colour", "action.recruit.face_up")
    if given.person is None and given.used:
        raise table.refuse_at(f"{path}.used", "an empty house cannot be used", "act.worker.rotate")
    person = EMPTY if given.person is None else table.card(path, given.person)
    shuffles = len(table.given.shuffles)
    if not 0 <= given.shuffle <= shuffles:
        raise table.refuse_at(f"{path}.shuffle", f"the discards were shuffled {shuffles} times", "end.all_cards_gone")
    maybe = table.named(f"{path}.maybe", given.maybe)
    return House(table.card(path, given.card), person, given.used, maybe, given.shuffle)


def _house_given(state: State, house: House) -> str | dict[str, Any]:
    deck = state.deck
    found: dict[str, Any] = {"card": deck[house.card].id}
    if house.person != EMPTY:
        found["person"] = deck[house.person].id
    if house.used:
        found["used"] = True
    if house.maybe:
        found["maybe"] = _people(state, house.maybe)
    if house.shuffle:
        found["shuffle"] = house.shuffle
    return found if len(found) > 1 else deck[house.card].id


class ScoreParts(NotCounted):
    """The parts of a score, as far as they are named."""

    data = dict[str, int]

    def like(self, state: Any, value: Any, said: Any) -> Any:
        return {part: value.parts.get(part) for part in said}

    def told(self, say: Phrases, key: str, said: Any) -> Iterator[str]:
        for part, points in said.items():
            key = "in_play" if part == "in_play" else "head"
            yield say.phrase(key, points, head=part, count=points)
