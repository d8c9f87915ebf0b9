"""The suite: every long check by name, each giving lines of figures."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

from .. import places
from ..analysis.balance import usage
from ..bruges.board import Board
from ..bruges.deck import Deck
from ..bruges.model import BOOK
from ..bruges.ruleset import fields
from ..kernel.choices import Choice
from ..rulebook.catalogue import Catalogue
from ..rulebook.glossary import Glossary
from ..rulebook.readings import read_reading, read_ruleset, reading_names, ruleset
from ..rulebook.scenarios import read_scenarios
from ..rulebook.texts import Texts
from .games import watch_game
from .malformed import campaign, from_file
from .texts import texts


def data(size: int) -> Iterator[str]:
    """Everything under data/ can be read and refers only to what exists."""
    catalogue = Catalogue.load(places.data("rules"))
    for rule in catalogue.values():
        for lang in rule.languages:
            for name in reading_names():
                rule.text(lang, ruleset(name))
    yield f"rules: {len(catalogue)}, told under {len(reading_names())} rulesets"
    yield f"glossary: {len(Glossary.load())} concepts"
    yield f"deck: {len(Deck.load())} cards; board: {Board.load().last_step} steps"
    count = sum(len(read_scenarios(path)) for path in places.data("scenarios").glob("*.toml"))
    yield f"scenarios: {count}"


def malformed(size: int) -> Iterator[str]:
    """Damaged notation, scenarios, rulesets, readings, boards, decks, rules and locales are read or refused, never crash."""

    def toml(folder: str) -> list[bytes]:
        return [path.read_bytes() for path in sorted(places.data(folder).glob("*.toml"))]

    def locale(path: Path) -> Texts:
        return Texts.load(path.parent, ("en",))

    share = max(1, size // 10)
    notation = [b"house:prince", b"canal:thief:left", b"roll:1:2:3:4:5", b"pass", b"damage:fire"]
    yield str(campaign("notation", notation, lambda data: Choice.parse(data.decode("utf-8", "replace")), size - 7 * share))
    yield str(campaign("scenarios", toml("scenarios"), from_file(read_scenarios, "scenario.toml"), share))
    rulesets = [b'base = "003"\nhand_size = 6\nthreat_faces = [4, 5, 6]\npeek = "after_all"\n', b"null_action = true\n"]
    yield str(campaign("rulesets", rulesets, from_file(read_ruleset, "ruleset.toml"), share))
    yield str(campaign("readings", toml("readings"), from_file(read_reading, "reading.toml"), share))
    board, deck = places.data("board.toml").read_bytes(), places.data("cards.toml").read_bytes()
    yield str(campaign("boards", [board], from_file(Board.load, "board.toml"), share))
    yield str(campaign("decks", [deck], from_file(Deck.load, "cards.toml"), share))
    yield str(campaign("rules", [_small_catalogue()], from_file(lambda path: Catalogue.load(path.parent), "rules.toml"), share))
    yield str(campaign("locales", toml("locales")[:1], from_file(locale, "en.toml"), share))


def _small_catalogue() -> bytes:
    """The rules that the ruleset cites, as one file: the smallest catalogue that can be read."""
    cited = {field.rule for field in fields().values()}
    blocks = [
        "[[rule]]" + block
        for path in sorted(places.data("rules").glob("*.toml"))
        for block in path.read_text("utf-8").split("[[rule]]")[1:]
        if any(block.startswith(f'\nid = "{rule}"') for rule in cited)
    ]
    return "".join(blocks).encode()


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
}


def run(names: list[str], size: int) -> Iterator[str]:
    """Run the named checks (all if none is named) and give their lines as they come."""
    for name in names or CHECKS:
        began = time.perf_counter()
        for line in CHECKS[name](size):
            yield f"{name}: {line}"
        yield f"{name}: done in {time.perf_counter() - began:.1f} s"
