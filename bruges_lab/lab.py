"""Games of Bruges: start one, read one back, take one from a scenario. The functions behind `bl.new_game` and its kin."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from .games.bruges.board import Board
from .games.bruges.deck import Deck, DeckSource
from .games.bruges.kit import BrugesKit, find_board, find_deck
from .games.bruges.model import State
from .games.bruges.rules.setup import set_up
from .games.bruges.ruleset import Ruleset
from .games.bruges.words import NAMES
from .kernel import Game, LabError, Seeded, Source, View
from .kernel import resample as kernel_resample
from .kernel.errors import one_line
from .kernel.names import check_names
from .kernel.saving import from_text as kernel_from_text
from .kernel.saving import load as kernel_load
from .rulebook.readings import ruleset as read_ruleset
from .rulebook.scenarios import Scenario

BrugesGame = Game[State]


def new_game(
    players: int = 3,
    seed: int = 0,
    *,
    names: Sequence[str] | None = None,
    ruleset: Ruleset | str | Path = "default",
    chance: Source | None = None,
    deck: DeckSource | None = None,
    board: Board | str | Path | None = None,
    run: bool = True,
) -> BrugesGame:
    """A new game for two to four players. The seed orders the piles and, unless `chance` is given, throws the dice."""
    rules = ruleset if isinstance(ruleset, Ruleset) else read_ruleset(ruleset)
    source = Seeded(seed)
    if not isinstance(players, int) or isinstance(players, bool):
        raise LabError(f"the number of players is a whole number, not {one_line(players, 20)!r} (meta.players)")
    if not (chance is None or callable(getattr(chance, "pick", None))):
        raise LabError(f"chance: a source such as Seeded(3) or Ask(), not {one_line(repr(chance), 40)}")
    own_deck, own_board = find_deck(deck, rules), find_board(board, rules)
    state = set_up(players, rules, own_deck, own_board, source.stream("set-up", players))
    opening, state.log = state.log, None
    kit = BrugesKit(own_deck, own_board)
    seated = NAMES[:players] if names is None else check_names(names, players)
    return Game(kit, state, chance=chance or source, names=seated, opening=opening, run=run)


def scenario(
    source: str | Path | dict[str, Any],
    *,
    chance: Source | None = None,
    deck: DeckSource | None = None,
    board: Board | str | Path | None = None,
    run: bool = True,
) -> BrugesGame:
    """A game that stands at a scenario's position: by name, from a file, or from a dictionary."""
    own_board = find_board(board, Ruleset())
    cards = deck if deck is None or isinstance(deck, Deck) else find_deck(deck, Ruleset())
    found = Scenario.read(source, cards, own_board)
    kit = BrugesKit(found.state.deck, own_board)
    thrower = chance or Seeded(found.record.given.seed)
    return Game(kit, found.state, chance=thrower, names=found.names, opening=found.opening, run=run)


def load(path: str | Path, *, deck: DeckSource | None = None, board: Board | str | Path | None = None) -> BrugesGame:
    """Read a saved game; it is replayed and verified."""
    if not isinstance(path, str | Path):
        raise LabError(f"path: the file of a saved game, not {one_line(repr(path), 40)}")
    return kernel_load(_kits(deck, board), path)


def from_text(text: str, *, deck: DeckSource | None = None, board: Board | str | Path | None = None) -> BrugesGame:
    """Read a game from its short text."""
    return kernel_from_text(_kits(deck, board), text)


def _kits(deck: DeckSource | None, board: Board | str | Path | None) -> dict[str, BrugesKit]:
    return {"bruges": BrugesKit(deck, board)}


def resample(view: View, seed: int = 0) -> State:
    """A full position that agrees with everything a view shows."""
    if not isinstance(view, View):
        raise LabError(f"view: what a seat sees, as game.view(0) gives it, not {one_line(repr(view), 40)}")
    Seeded(seed)  # refuses what is no seed
    return kernel_resample(BrugesKit(), view, seed)
