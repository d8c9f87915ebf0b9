"""Bruges Lab: a rulebook you can run.

Everything a user types is here: `import bruges_lab as bl`. Drawing, figures and widgets are imported where they are used.
"""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False  # true to type checkers, which know the name; `typing` need not be loaded for it
if TYPE_CHECKING:
    from .analysis.comparing import compare
    from .analysis.growing import tree
    from .analysis.hints import Hint, hints
    from .analysis.matches import match
    from .analysis.playouts import play_out
    from .analysis.scores import score, score_difference
    from .analysis.simulation import simulate
    from .analysis.simulation_files import read_simulation
    from .analysis.simulation_tables import Simulation
    from .explorer.explorer import Explorer
    from .explorer.kept_folder import kept_games
    from .games import games
    from .games.bruges.board import Board
    from .games.bruges.deck import Card, Deck
    from .games.bruges.model import House, Player, State
    from .games.bruges.play.majority_outlook import majorities
    from .games.bruges.play.threat_odds import threat_odds
    from .games.bruges.rules.scoring import ScoreSheet
    from .games.bruges.ruleset import Ruleset
    from .kernel import (
        CHANCE,
        Ask,
        Choice,
        DataError,
        Enumerate,
        Event,
        Game,
        IllegalChoice,
        LabError,
        NotationError,
        Refusal,
        SaveError,
        Scripted,
        Seeded,
        because,
    )
    from .lab import from_link, from_text, load, new_game, resample, scenario
    from .links.classwork import TaskSet
    from .rulebook.catalogue import Catalogue, Rule, rule
    from .rulebook.discrepancies import discrepancy
    from .rulebook.glossary import Glossary
    from .rulebook.lessons import lesson, task
    from .rulebook.lookup import rules
    from .rulebook.readings import reading_names, ruleset
    from .rulebook.scenarios import Scenario
    from .show.handout import handout
    from .show.plot import plot
    from .textcheck.checking import check_translation
    from .textcheck.report.pins import Pins

__version__ = "0.2.0.dev0"

__all__ = [
    "CHANCE",
    "Ask",
    "Board",
    "Card",
    "Catalogue",
    "Choice",
    "DataError",
    "Deck",
    "Enumerate",
    "Event",
    "Explorer",
    "Game",
    "Glossary",
    "Hint",
    "House",
    "IllegalChoice",
    "LabError",
    "NotationError",
    "Pins",
    "Player",
    "Refusal",
    "Rule",
    "Ruleset",
    "SaveError",
    "Scenario",
    "ScoreSheet",
    "Scripted",
    "Seeded",
    "Simulation",
    "State",
    "TaskSet",
    "because",
    "check_translation",
    "compare",
    "discrepancy",
    "from_link",
    "from_text",
    "games",
    "handout",
    "hints",
    "kept_games",
    "lesson",
    "load",
    "majorities",
    "match",
    "new_game",
    "play_out",
    "plot",
    "read_simulation",
    "reading_names",
    "resample",
    "rule",
    "rules",
    "ruleset",
    "scenario",
    "score",
    "score_difference",
    "simulate",
    "task",
    "threat_odds",
    "tree",
]

# Where each name of the lab's own lives; what else is in `__all__` the usual game exports. A module is imported when one of its
# names is first used, so that `import bruges_lab` stays light.
_WHERE = {
    "Ask": "kernel",
    "CHANCE": "kernel",
    "Catalogue": "rulebook.catalogue",
    "Choice": "kernel",
    "DataError": "kernel",
    "Enumerate": "kernel",
    "Event": "kernel",
    "Explorer": "explorer.explorer",
    "Game": "kernel",
    "Glossary": "rulebook.glossary",
    "Hint": "analysis.hints",
    "IllegalChoice": "kernel",
    "LabError": "kernel",
    "NotationError": "kernel",
    "Pins": "textcheck.report.pins",
    "Refusal": "kernel",
    "Rule": "rulebook.catalogue",
    "SaveError": "kernel",
    "Scenario": "rulebook.scenarios",
    "Scripted": "kernel",
    "Seeded": "kernel",
    "Simulation": "analysis.simulation_tables",
    "TaskSet": "links.classwork",
    "because": "kernel",
    "check_translation": "textcheck.checking",
    "compare": "analysis.comparing",
    "discrepancy": "rulebook.discrepancies",
    "from_link": "lab",
    "from_text": "lab",
    "games": "games",
    "handout": "show.handout",
    "hints": "analysis.hints",
    "kept_games": "explorer.kept_folder",
    "lesson": "rulebook.lessons",
    "load": "lab",
    "match": "analysis.matches",
    "new_game": "lab",
    "play_out": "analysis.playouts",
    "plot": "show.plot",
    "read_simulation": "analysis.simulation_files",
    "reading_names": "rulebook.readings",
    "resample": "lab",
    "rule": "rulebook.catalogue",
    "rules": "rulebook.lookup",
    "ruleset": "rulebook.readings",
    "scenario": "lab",
    "score": "analysis.scores",
    "score_difference": "analysis.scores",
    "task": "rulebook.lessons",
    "tree": "analysis.growing",
    "simulate": "analysis.simulation",
}


def __getattr__(name: str) -> object:
    value: object
    if name in _WHERE:
        value = getattr(import_module(f".{_WHERE[name]}", __name__), name)
    elif name in __all__:
        from .games.shelf import find

        manifest = find()
        value = manifest.named(manifest.exported()[name])
    else:
        return _names_of_a_game(name)
    globals()[name] = value
    return value


def _names_of_a_game(name: str) -> object:
    """What a game exports, under the game's name: `bl.NAME.function`. The usual game's stand here as well."""
    from importlib.util import find_spec
    from types import SimpleNamespace

    if not name.startswith("_") and find_spec(f"{__name__}.{name}") is None:  # a room is being imported, and is none of them
        from .games.shelf import find, names

        if name in names() and find(name).exported():
            return SimpleNamespace(**find(name).exports)
    raise AttributeError(f"module 'bruges_lab' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
