"""The kinds of field that only Burdigala has: what lies on sites and districts by their names, and cards of which many are alike.

Sites and districts are named in small letters, as choices name them (`via`); which there are, the board says. What somebody may
not see is said as `unknown`, a tile by its size.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from ...kernel.choices import Codec, Word
from ...kernel.errors import LabError, meant, one_line
from ...rulebook.field_kinds import Cards, Counts, Kind, NotCounted, Numbers, Phrases
from .model import State
from .rules.notation import GOOD, PLOT
from .tiles import Tile

Names = Callable[[State], Sequence[str]]
"""The names of places, in the order in which a state counts them."""
HIDDEN = "unknown"


def site_names(state: State) -> list[str]:
    """The sites as choices name them."""
    return [site.name.lower() for site in state.board.sites]


def district_names(state: State) -> list[str]:
    """The districts, in small letters too."""
    return [district.name.lower() for district in state.board.districts]


def _district_named(state: State, word: object) -> int | None:
    names = district_names(state)
    return names.index(str(word)) if word in names else None


DISTRICT = Codec("district", lambda state, number: district_names(state)[number], _district_named)


def place_of(state: State, names: Names, thing: str, word: object) -> int:
    """The number of a place; a LabError if there is none of this name."""
    known = names(state)
    if word not in known:
        raise LabError(f"unknown {thing} {one_line(word, 20)!r}{meant(word, known)}")
    return known.index(str(word))


# Cards


def _seen(codec: Codec) -> Codec:
    """Cards as a view has them: a back is unknown."""

    def write(state: Any, card: int) -> Word:
        return HIDDEN if card < 0 else codec.write(state, card)

    return codec._replace(write=write)


SEEN_PLOT, SEEN_GOOD = _seen(PLOT), _seen(GOOD)


class Alike(Cards):
    """Cards by kind: each as often as it lies there, or how many of each; where it is expected, also only how many in all."""

    def __init__(self, codec: Codec, **options: Any) -> None:
        super().__init__(codec, **options)
        self.data = list[str] | dict[str, int]

    def brief(self, state: Any, value: Any) -> Any:
        return [self.codec.write(state, card) for card in value]

    def ordered(self, said: Any) -> Any:
        return super().ordered(_one_by_one(said) if isinstance(said, Mapping) else said)

    def read(self, state: Any, said: Any, now: Any) -> Any:
        return super().read(state, _one_by_one(said), now)

    def told(self, say: Phrases, key: str, said: Any) -> Iterator[str]:
        if isinstance(said, int):
            yield from super().told(say, key, said)
            return
        counts = Counter(_one_by_one(said))
        in_words = [say.cards([card]) + (f" ×{copies}" if copies > 1 else "") for card, copies in counts.items()]
        cards = ", ".join(in_words)
        yield say.phrase(f"{key}_is" if cards else key, cards or "–", cards=cards, count=len(said))

    def shown(self, say: Phrases, state: Any, value: Any) -> str:
        words = Counter(str(self.codec.write(state, card)) for card in value)
        return ", ".join(say.cards([word]) + (f" ×{copies}" if copies > 1 else "") for word, copies in words.items()) or "–"


def _one_by_one(said: Any) -> list[Any]:
    """Cards of which only is said how many of each there are."""
    if not isinstance(said, Mapping):
        return [*said]
    if wrong := [copies for copies in said.values() if not 0 <= copies <= _MOST_COPIES]:
        raise LabError(f"{one_line(wrong[0], 20)} is not from 0 to {_MOST_COPIES}")
    return [card for card, copies in said.items() for _ in range(copies)]


_MOST_COPIES = 999


class Pile(Alike):
    """A pile from the top down, as far as it is said; what lies nowhere else is below."""

    def __init__(self, codec: Codec) -> None:
        super().__init__(codec, order=True, noted_number=True)
        self.data = list[str]


class Aside(Alike):
    """Cards that lie open beside the board; a position may be given by their number, and it does not matter which they are."""

    def __init__(self, codec: Codec) -> None:
        super().__init__(codec, noted_number=True)
        self.data = list[str] | dict[str, int] | int


class KnownGoods(NotCounted):
    """Goods that somebody has seen and that lie where nobody sees them."""

    data = list[str]

    def said(self, state: State, value: Any) -> Any:
        return [SEEN_GOOD.write(state, good) for good in value]

    def read(self, state: State, said: Any, now: Any) -> Any:
        return Alike(SEEN_GOOD).read(state, said, now)


class GoodsOfSeats(NotCounted):
    """For each seat the goods that somebody knows it to have."""

    data = list[list[str]]

    def said(self, state: State, value: Any) -> Any:
        return [KnownGoods().said(state, goods) for goods in value]

    def read(self, state: State, said: Any, now: Any) -> Any:
        return tuple(KnownGoods().read(state, goods, ()) for goods in said)


# Places on the board


class ByPlace(Kind):
    """A number for each place of a sort, of which a scenario names some. `least` as of any number of things."""

    data = dict[str, int]

    def __init__(self, names: Names, thing: str) -> None:
        self.names, self.thing = names, thing

    def said(self, state: State, value: Any) -> Any:
        return dict(zip(self.names(state), value, strict=False))

    def like(self, state: State, value: Any, said: Any) -> Any:
        return {word: value[place_of(state, self.names, self.thing, word)] for word in said}

    def brief(self, state: State, value: Any) -> Any:
        return {word: count for word, count in self.said(state, value).items() if count}

    def read(self, state: State, said: Any, now: Any) -> Any:
        found = [0] * len(self.names(state))
        for word, count in said.items():
            found[place_of(state, self.names, self.thing, word)] = count
        return tuple(found)

    def numbers(self, value: Any) -> Iterable[int]:
        return value  # type: ignore[no-any-return]

    def told(self, say: Phrases, key: str, said: Any) -> Iterator[str]:
        for word, count in said.items():
            yield say.phrase(key, f"{word} {count}", count=count, **{self.thing: say.cards([word])})

    def shown(self, say: Phrases, state: State, value: Any) -> str:
        return "  ".join(f"{say.cards([word])} {count}" for word, count in self.brief(state, value).items()) or "–"


class PlaceMarks(NotCounted):
    """Which places of a sort have something."""

    data = list[str]

    def __init__(self, names: Names, thing: str, *, numbers: bool = False) -> None:
        self.names, self.thing = names, thing
        self.as_numbers = numbers
        """Whether the state has the numbers of these places, not a flag for each."""

    def said(self, state: State, value: Any) -> Any:
        names = self.names(state)
        return [names[place] for place in value] if self.as_numbers else [w for w, on in zip(names, value, strict=False) if on]

    def ordered(self, said: Any) -> Any:
        return said

    def like(self, state: State, value: Any, said: Any) -> Any:
        """In the order in which it is said; what is not said comes last."""
        there = self.said(state, value)
        return [*(word for word in said if word in there), *(word for word in there if word not in said)]

    def read(self, state: State, said: Any, now: Any) -> Any:
        marked = [place_of(state, self.names, self.thing, word) for word in said]
        return tuple(marked) if self.as_numbers else tuple(place in marked for place in range(len(self.names(state))))

    def told(self, say: Phrases, key: str, said: Any) -> Iterator[str]:
        places = say.cards(said)
        yield say.phrase(key if said else f"{key}_none", places or "–", places=places, count=len(said))

    def shown(self, say: Phrases, state: State, value: Any) -> str:
        return say.cards(self.said(state, value)) or "–"


# Tiles


def tile_word(state: State, number: int) -> str | int:
    """A tile by its English name, by its id if another has that name too; one that only shows its size, by that."""
    if number < 0:
        return -number
    tile = state.tiles.of(number)
    name = _plain(tile)
    return name if sum(_plain(other) == name for other in state.tiles.tiles) == 1 else tile.id


def tile_named(state: State, word: object) -> int | None:
    """The number of a tile by its name or id."""
    found = [n for n, tile in enumerate(state.tiles.tiles) if word == tile.id]
    found += [n for n, tile in enumerate(state.tiles.tiles) if word == _plain(tile)]
    return found[0] if found else None


def _plain(tile: Tile) -> str:
    return tile.name["en"].lower().replace(" ", "_")


TILE = Codec("tile", tile_word, tile_named)


class TilesOfSites(NotCounted):
    """The tile on each site, by name, or by size where any of that size will do. What is not said lies as the set-up has it."""

    data = dict[str, str | int]

    def said(self, state: State, value: Any) -> Any:
        return {name: tile_word(state, tile) for name, tile in zip(site_names(state), value, strict=False)}

    def like(self, state: State, value: Any, said: Any) -> Any:
        found = {}
        for word, wanted in said.items():
            tile = value[place_of(state, site_names, "site", word)]
            name = HIDDEN if tile < 0 else tile_word(state, tile)
            found[word] = state.tiles.size(tile) if isinstance(wanted, int) else name
        return found

    def read(self, state: State, said: Any, now: Any) -> Any:
        found: dict[int, int] = {}
        sizes: dict[int, int] = {}
        for word, wanted in said.items():
            site = place_of(state, site_names, "site", word)
            if isinstance(wanted, int):
                sizes[site] = wanted
                continue
            tile = tile_named(state, wanted)
            if tile is None:
                names = [str(tile_word(state, number)) for number in range(len(state.tiles.tiles))]
                raise LabError(f"unknown tile {one_line(wanted, 40)!r}{meant(wanted, names)}")
            if tile in found.values():
                raise LabError(f"{one_line(wanted, 40)} lies in two places")
            found[site] = tile
        return self._filled(state, now, found, sizes)

    def _filled(self, state: State, now: tuple[int, ...], found: dict[int, int], sizes: dict[int, int]) -> tuple[int, ...]:
        free = [tile for tile in (*now, *state.spare) if tile not in found.values()]
        for site, size in sizes.items():
            fitting = [tile for tile in (now[site], *free) if tile in free and state.tiles.size(tile) == size]
            if not fitting:
                raise LabError(f"no tile of size {one_line(size, 20)} is left for site {state.board.sites[site].name}")
            found[site] = fitting[0]
            free.remove(fitting[0])
        for site, tile in enumerate(now):
            if site not in found and tile in free:
                found[site] = tile
                free.remove(tile)
        return tuple(found[site] if site in found else free.pop(0) for site in range(len(now)))

    def told(self, say: Phrases, key: str, said: Any) -> Iterator[str]:
        for word, tile in said.items():
            named = isinstance(tile, str)
            shown = say.cards([tile]) if isinstance(tile, str) else tile
            yield say.phrase(key if named else f"{key}_size", f"{word} {shown}", site=say.cards([word]), tile=shown)

    def shown(self, say: Phrases, state: State, value: Any) -> str:
        rows = self.said(state, value).items()
        return "  ".join(f"{say.cards([site])} {say.cards([tile]) if isinstance(tile, str) else tile}" for site, tile in rows)


class Squares(Numbers):
    """Squares of the board, on each of which one character stands."""

    def ordered(self, said: Any) -> Any:
        return said

    def told(self, say: Phrases, key: str, said: Any) -> Iterator[str]:
        squares = ", ".join(map(str, said))
        yield say.phrase(key if said else f"{key}_none", squares or "–", squares=squares, count=len(said))


class Tokens(Numbers):
    """Corruption tokens by value, or only how many; one that the reader may not see is `unknown`."""

    data = list[int]

    def said(self, state: State, value: Any) -> Any:
        return sorted((HIDDEN if token < 0 else token for token in value), key=str)

    def brief(self, state: State, value: Any) -> Any:
        return [*value]

    def like(self, state: State, value: Any, said: Any) -> Any:
        return len(value) if isinstance(said, int) else self.said(state, value)

    def noted(self, state: State, value: Any) -> Any:
        return self.said(state, value)

    def ordered(self, said: Any) -> Any:
        return said if isinstance(said, int) else sorted(said, key=str)

    def told(self, say: Phrases, key: str, said: Any) -> Iterator[str]:
        if isinstance(said, int):
            yield say.phrase(key, said, count=said)
        else:
            backs = sum(not isinstance(token, int) for token in said)
            values = ", ".join([*(str(token) for token in said if isinstance(token, int)), *("?" for _ in range(backs))])
            yield say.phrase(f"{key}_is" if said else key, values or "–", values=values, count=len(said))

    def shown(self, say: Phrases, state: State, value: Any) -> str:
        return " ".join("?" if token < 0 else str(token) for token in value) or "–"


class Dice(Counts):
    """The two dice; before the throw both are nothing."""

    data: Any = tuple[int, int]

    def __init__(self) -> None:
        super().__init__("first", "second")

    def said(self, state: State, value: Any) -> Any:
        return [*value]

    def told(self, say: Phrases, key: str, said: Any) -> Iterator[str]:
        if any(said):
            yield from super().told(say, key, said)


class ScoreParts(NotCounted):
    """The parts of a score, as far as they are named."""

    data = dict[str, int]

    def like(self, state: Any, value: Any, said: Any) -> Any:
        return {part: value.parts.get(part) for part in said}

    def told(self, say: Phrases, key: str, said: Any) -> Iterator[str]:
        for part, points in said.items():
            yield say.phrase(key, f"{part} {points}", part=part, count=points)
