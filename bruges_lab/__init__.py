"""Bruges Lab: a rulebook you can run.

Everything a user types is here: `import bruges_lab as bl`. Drawing, figures and widgets are imported where they are used.
"""

from __future__ import annotations

from importlib import import_module

TYPE_CHECKING = False  # true to type checkers, which know the name; `typing` need not be loaded for it
if TYPE_CHECKING:
    from .analysis.comparing import compare
    from .analysis.growing import tree
    from .analysis.hints import Hint
    from .analysis.matches import match
    from .analysis.playouts import play_out
    from .analysis.scores import score, score_difference
    from .analysis.simulation import simulate
    from .analysis.simulation_files import read_simulation
    from .analysis.simulation_tables import Simulation
    from .explorer.explorer import Explorer
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
    from .lab import from_text, games, load, new_game, resample, scenario
    from .rulebook.catalogue import Catalogue, Rule, rule
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
    "because",
    "check_translation",
    "compare",
    "from_text",
    "games",
    "handout",
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

# Where each name lives; a module is imported when one of its names is first used, so that `import bruges_lab` stays light.
_WHERE = {
    "Ask": "kernel",
    "Board": "games.bruges.board",
    "CHANCE": "kernel",
    "Card": "games.bruges.deck",
    "Catalogue": "rulebook.catalogue",
    "Choice": "kernel",
    "DataError": "kernel",
    "Deck": "games.bruges.deck",
    "Enumerate": "kernel",
    "Event": "kernel",
    "Explorer": "explorer.explorer",
    "Game": "kernel",
    "Glossary": "rulebook.glossary",
    "Hint": "analysis.hints",
    "House": "games.bruges.model",
    "IllegalChoice": "kernel",
    "LabError": "kernel",
    "NotationError": "kernel",
    "Pins": "textcheck.report.pins",
    "Player": "games.bruges.model",
    "Refusal": "kernel",
    "Rule": "rulebook.catalogue",
    "Ruleset": "games.bruges.ruleset",
    "SaveError": "kernel",
    "Scenario": "rulebook.scenarios",
    "ScoreSheet": "games.bruges.rules.scoring",
    "Scripted": "kernel",
    "Seeded": "kernel",
    "Simulation": "analysis.simulation_tables",
    "State": "games.bruges.model",
    "because": "kernel",
    "check_translation": "textcheck.checking",
    "compare": "analysis.comparing",
    "from_text": "lab",
    "games": "lab",
    "handout": "show.handout",
    "lesson": "rulebook.lessons",
    "load": "lab",
    "majorities": "games.bruges.play.majority_outlook",
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
    "threat_odds": "games.bruges.play.threat_odds",
    "tree": "analysis.growing",
    "simulate": "analysis.simulation",
}


def __getattr__(name: str) -> object:
    module = _WHERE.get(name)
    if module is None:
        raise AttributeError(f"module 'bruges_lab' has no attribute {name!r}")
    value: object = getattr(import_module(f".{module}", __name__), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
