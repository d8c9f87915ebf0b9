"""The suite: every long check by name, each giving lines of figures."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator

from .. import places
from ..games.bruges.board import Board
from ..games.bruges.deck import Deck
from ..games.bruges.model import BOOK
from ..games.bruges.play.balance import usage
from ..rulebook.catalogue import Catalogue
from ..rulebook.glossary import Glossary
from ..rulebook.readings import reading_names, ruleset
from ..rulebook.scenarios import read_scenarios
from .checker_figures import texts
from .fuzzing import MISSING, fuzzed, has_atheris
from .games import watch_game
from .installing import lowest, wheels
from .malformed import campaign
from .measuring import Limits, room
from .readers import READERS
from .wounds import LARGEST


def data(size: int) -> Iterator[str]:
    """Everything under data/ can be read and refers only to what exists."""
    catalogue = Catalogue.load(places.data("bruges", "rules"))
    for rule in catalogue.values():
        for lang in rule.languages:
            for name in reading_names():
                rule.text(lang, ruleset(name))
    yield f"rules: {len(catalogue)}, told under {len(reading_names())} rulesets"
    yield f"glossary: {len(Glossary.load())} concepts"
    yield f"deck: {len(Deck.load())} cards; board: {Board.load().last_step} steps"
    count = sum(len(read_scenarios(path)) for path in places.data("bruges", "scenarios").glob("*.toml"))
    yield f"scenarios: {count}"


def malformed(size: int, *, limits: Limits | None = Limits(), largest: int = LARGEST, fuzz: bool = False) -> Iterator[str]:  # noqa: B008
    """Every reader gets its share of wounded and grown inputs, up to 1 MB: read or refused, never a crash, 5 s or 500 MB."""
    share = max(1, size // len(READERS))
    faults = 0
    if fuzz and not has_atheris():
        yield MISSING
    with room(None if limits is None or fuzz else 8 * limits.megabytes):
        for name, door in READERS.items():
            if fuzz:
                found = fuzzed(name, door, share, limits, largest)
            else:
                found = campaign(name, door.samples(), door.read, share, limits=limits, largest=largest)
            yield str(found)
            for fault in found.faults:
                yield f"{name}: {fault}"
            faults += len(found.faults)
    if faults:
        raise AssertionError(f"malformed: {faults} faults")


def games(size: int) -> Iterator[str]:
    """Random games of two, three and four players, every twentieth (at least 500) with all invariants after every decision."""
    catalogue = Catalogue.load()
    close = max(1, min(20, size // 500)) if size >= 500 else 1
    rules: Counter[str] = Counter()
    kinds: Counter[str] = Counter()
    figures: Counter[str] = Counter()
    for number in range(size):
        closely = number % close == 0
        result = watch_game(2 + number % 3, number, closely=closely)
        rules += result.rules
        kinds += result.kinds
        figures += Counter(
            games=1, decisions=result.decisions, events=result.events, watched=closely, asked=result.checked, rounds=result.rounds
        )
    unknown = sorted(set(rules) - set(catalogue))
    if unknown:
        raise AssertionError(f"events cite rules that do not exist: {unknown}")
    yield (
        f"{figures['games']} games, {figures['decisions']} decisions, {figures['events']} events, "
        f"{figures['rounds'] / size:.2f} rounds a game, no exception"
    )
    yield (
        f"{figures['watched']} of them with every invariant after every decision; "
        f"{figures['asked']} choices asked about with why_not"
    )
    yield f"rules cited by events: {len(rules)}; kinds of event: {len(kinds)} of {len(BOOK.kinds)}"


def people(size: int) -> Iterator[str]:
    """Every card is recruited and everybody who can be used is used, in random games (a fifth of the size) and greedy ones."""
    deck = Deck.load()
    usable = {card.id for card in deck.cards if card.when == "arrow" or deck.activation[card.number] is not None}
    recruited: set[str] = set()
    used: set[str] = set()
    for policy, games_ in (("random", max(1, size // 5)), ("greedy", max(1, size // 20))):
        counts = usage(games_, policy)
        here = {row.card for row in counts if row.used}
        recruited |= {row.card for row in counts if row.recruited}
        used |= here
        idle = ", ".join(sorted(usable - here)) or "nobody"
        yield f"{policy}, {games_} games: {sum(not row.recruited for row in counts)} never recruited; never used: {idle}"
        yield f"{policy}, least recruited: " + ", ".join(f"{row.card} {row.recruited}" for row in counts[:10])
    missing = [card.id for card in deck.cards if card.id not in recruited or (card.id in usable and card.id not in used)]
    if size >= 10_000 and missing:
        raise AssertionError(f"never recruited or never used: {missing}")


CHECKS: dict[str, Callable[[int], Iterator[str]]] = {
    "data": data,
    "malformed": malformed,
    "games": games,
    "people": people,
    "texts": texts,
    "lowest": lowest,
    "wheels": wheels,
}
BY_NAME = frozenset({"lowest", "wheels"})
"""Checks that install packages: only those who ask for them get them."""


def run(names: list[str], size: int, *, fuzz: bool = False) -> Iterator[str]:
    """Run the named checks (all but those that install, if none is named) and give their lines as they come."""
    for name in names or [name for name in CHECKS if name not in BY_NAME]:
        began = time.perf_counter()
        for line in malformed(size, fuzz=True) if fuzz and name == "malformed" else CHECKS[name](size):
            yield f"{name}: {line}"
        yield f"{name}: done in {time.perf_counter() - began:.1f} s"
