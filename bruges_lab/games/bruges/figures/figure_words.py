"""The words of the figures of Bruges: those of the lab (show/figures.py), said from the texts of this game."""

from __future__ import annotations

from ....kernel import Event
from ....show import figures
from ..telling import own_texts


def say(key: str, lang: str, /, **values: object) -> str:
    """Words of a figure."""
    return figures.say(key, lang, own_texts(), **values)


def cite(event: Event | None, round_: int, lang: str) -> str:
    """An event for a hover text."""
    return figures.cite(event, round_, lang, own_texts())
