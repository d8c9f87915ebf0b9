"""The course of a game as a figure: what a number was for each seat, event by event, over the rounds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..analysis.course import Course, Reading
from ..rulebook.texts import Texts
from .figures import cite, safe, seat_line, seat_marker, seat_name

_APART = 0.07
"""So far apart are lines that would cover each other, in units of what is counted."""


def stepped(
    made: Any, followed: Course, seat: int, names: Sequence[str], lang: str, apart: float = 0.0, *, texts: Texts, **where: Any
) -> None:
    """The line of a seat: level from event to event, a symbol at each; hover tells the event."""
    readings = followed.of(seat)
    made.add_scatter(
        x=[reading.at for reading in readings],
        y=[round(reading.value + apart, 3) for reading in readings],
        mode="lines+markers",
        name=safe(seat_name(seat, names)),
        legendgroup=str(seat),
        line={**seat_line(seat), "shape": "hv"},
        marker=seat_marker(seat, 7),
        hovertext=[reading_hover(reading, seat, names, lang, texts) for reading in readings],
        hoverinfo="text",
        **where,
    )
    made.add_scatter(  # on to where the game stands
        x=[readings[-1].at, max(1, followed.rounds)],
        y=[round(readings[-1].value + apart, 3)] * 2,
        mode="lines",
        legendgroup=str(seat),
        line=seat_line(seat),
        hoverinfo="skip",
        **{**where, "showlegend": False},
    )


def reading_hover(reading: Reading, seat: int, names: Sequence[str], lang: str, texts: Texts) -> str:
    """A reading with its event, for a hover text."""
    return f"<b>{safe(seat_name(seat, names))}: {reading.value}</b><br>{cite(reading.event, reading.round, lang, texts)}"


def rounds_axis(made: Any, rounds: int, lang: str, **where: Any) -> None:
    """Time in rounds: a tick in the middle of each, a line where it ends."""
    last = max(1, rounds)
    made.update_xaxes(
        range=[-0.012 * last, last],
        tickmode="array",
        tickvals=[number + 0.5 for number in range(last)],
        ticktext=[str(number + 1) for number in range(last)],
        ticks="",
        showgrid=False,
        minor={"tickmode": "linear", "tick0": 0, "dtick": 1, "showgrid": True, "gridcolor": "#ddd3bf", "griddash": "dot"},
        **where,
    )


def dodge(seat: int, seats: int) -> float:
    """How far the line of a seat stands from the others."""
    return (seat - (seats - 1) / 2) * _APART
