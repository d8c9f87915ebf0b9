"""The kernel: agenda, decisions, chance, events, history and saves. No game in it."""

from .book import Book
from .chance import Ask, Enumerate, Scripted, Seeded, Source
from .choices import NUMBER, SEAT, Choice, Codec, Option, Refusal, Supposed, words
from .deltas import TABLE, Delta, add, add_at, become, become_at, drop, put
from .engine import CHANCE, Pending, advance, choose, why_not
from .errors import DataError, IllegalChoice, LabError, NotationError, SaveError, ScriptEnded
from .events import Event, Teller, because, rebuild
from .expansion import Branch, Expansion, expand, perft, split
from .game import Game, resample
from .keyed import Stream
from .kit import GameKit
from .needs import Action, Need, need
from .nodes import Node, Step, View
from .state import BasePlayer, BaseState, Task, written_often

__all__ = [
    "CHANCE",
    "NUMBER",
    "SEAT",
    "TABLE",
    "Action",
    "Ask",
    "BasePlayer",
    "BaseState",
    "Book",
    "Branch",
    "Choice",
    "Codec",
    "DataError",
    "Delta",
    "Enumerate",
    "Event",
    "Expansion",
    "Game",
    "GameKit",
    "IllegalChoice",
    "LabError",
    "Need",
    "Node",
    "NotationError",
    "Option",
    "Pending",
    "Refusal",
    "SaveError",
    "ScriptEnded",
    "Scripted",
    "Seeded",
    "Source",
    "Step",
    "Stream",
    "Supposed",
    "Task",
    "Teller",
    "View",
    "add",
    "add_at",
    "advance",
    "because",
    "become",
    "become_at",
    "choose",
    "drop",
    "expand",
    "need",
    "perft",
    "put",
    "rebuild",
    "resample",
    "split",
    "why_not",
    "words",
    "written_often",
]
