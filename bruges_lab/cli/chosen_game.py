"""What every command that starts from a game has in common: which game, and in which language."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from ..games import shelf
from ..kernel.errors import LabError, one_line

Chosen = Annotated[str | None, typer.Option("--game", help="Which game, by name; the usual one if none is named.")]


def named(game: str | None) -> dict[str, Any]:
    """The game that a user names, as an argument; none where none is named. A game that does not exist is refused."""
    return {} if game is None else {"game": shelf.find(game).name}


def check_language(lang: str) -> None:
    """Refuse a language that the lab does not speak."""
    from ..rulebook.texts import LANGUAGES

    if lang not in LANGUAGES:
        raise LabError(f"there is no language {one_line(lang, 20)!r}; there are {', '.join(LANGUAGES)}")
