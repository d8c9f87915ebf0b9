"""The long checks of Bruges' own behind `bruges-lab verify`: its data, random games, the same with modules, people in use."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from ...rulebook.catalogue import Catalogue
from ...rulebook.glossary import Glossary
from ...rulebook.readings import reading_names, ruleset
from ...rulebook.scenarios import read_scenarios
from .board import Board
from .deck import Deck
from .manifest import MANIFEST
from .model import BOOK
from .module_games import COMBINATIONS, setting
from .play.balance import usage
from .watching import watch_game


def data(size: int) -> Iterator[str]:
    """Everything under data/ can be read and refers only to what exists."""
    catalogue = Catalogue.load(MANIFEST.folder("rules"))
    for rule in catalogue.values():
        for lang in rule.languages:
            for name in reading_names():
                rule.text(lang, ruleset(name))
    yield f"rules: {len(catalogue)}, told under {len(reading_names())} rulesets"
    yield f"glossary: {len(Glossary.load())} concepts"
    yield f"deck: {len(Deck.load())} cards; board: {Board.load().last_step} steps"
    count = sum(len(read_scenarios(path)) for path in MANIFEST.folder("scenarios").glob("*.toml"))
    yield f"scenarios: {count}"


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
        f"{figures['rounds'] / size:.2f} rounds per game, no exception"
    )
    yield (
        f"{figures['watched']} of them with every invariant after every decision; "
        f"{figures['asked']} choices asked about with why_not"
    )
    yield f"rules cited by events: {len(rules)}; kinds of event: {len(kinds)} of {len(BOOK.kinds)}"


SPARING = 5
"""In games with modules refusals and views are looked at so many times less."""
ENOUGH = 4 * COMBINATIONS
"""Games in which every rule of a module is heard at least once."""


def modules(size: int) -> Iterator[str]:
    """Random games over all combinations of modules, every invariant after every decision; in half of them switches by lot."""
    kinds: Counter[str] = Counter()
    rules: Counter[str] = Counter()
    figures: Counter[str] = Counter()
    combinations: set[tuple[int, tuple[str, ...]]] = set()
    for number in range(size):
        players, played_by, in_play, by_lot = setting(number)
        try:
            result = watch_game(players, number, closely=True, rules=played_by, sparing=SPARING)
        except Exception as error:
            raise AssertionError(f"game {number}, {players} players, {played_by.diff()}: {error!r}") from error
        kinds += result.kinds
        rules += result.rules + result.refusals
        combinations.add((players, in_play))
        figures += Counter(decisions=result.decisions, events=result.events, asked=result.checked, rounds=result.rounds)
        figures += Counter(by_lot=by_lot)
    yield (
        f"{size} games, {figures['decisions']} decisions, {figures['events']} events, {figures['rounds'] / size:.2f} rounds "
        f"per game; {len(combinations)} of {COMBINATIONS} combinations, every other switch by lot in {figures['by_lot']}"
    )
    yield f"every invariant after every decision; {figures['asked']} choices asked about with why_not, after every fifth"
    heard = {rule.id: rule.id in rules for rule in Catalogue.load().values() if rule.kind in HEARD and rule.id.startswith("exp.")}
    yield (
        f"kinds of event: {len(kinds)} of {len(BOOK.kinds)}; rules of modules heard in events and refusals: "
        f"{sum(heard.values())} of {len(heard)}"
    )
    if size >= ENOUGH and not all(heard.values()):
        raise AssertionError(f"never heard: {', '.join(rule for rule, was in heard.items() if not was)}")


HEARD = ("event", "refusal")
"""The kinds of rule that a game itself speaks of."""


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
