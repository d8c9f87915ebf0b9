"""What every command that starts from a game has in common: which game, and in which language."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from ..games import shelf
from ..kernel import Game
from ..kernel.errors import LabError, either, one_line

Chosen = Annotated[str | None, typer.Option("--game", help="Which game, by name; the usual one if none is named.")]

PLAYERS = "How many play; three by default, or as many as the rules are for."


def named(game: str | None) -> dict[str, Any]:
    """The game that a user names, as an argument; none where none is named. A game that does not exist is refused."""
    return {} if game is None else {"game": shelf.find(game).name}


def of_game(saved: Game[Any], file: str | Path, game: str | None) -> Game[Any]:
    """A saved game, if it is one of the game that a user names."""
    if game is not None and shelf.find(game) is not saved.manifest:
        raise LabError(f"{Path(file).name}: is a game of {saved.manifest.called()}, not of {shelf.find(game).called()}")
    return saved


def readable(game: str | None) -> str:
    """The game that a user names, if its rulebook texts can be read."""
    from ..textcheck.checking import game_to_read

    return game_to_read(game).name


def check_language(lang: str) -> None:
    """Refuse a language that the lab does not speak."""
    from ..rulebook.texts import LANGUAGES

    if lang not in LANGUAGES:
        raise LabError(f"unknown language {one_line(lang, 20)!r}; choose {either(LANGUAGES)}")
