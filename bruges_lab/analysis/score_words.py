"""A score in words: who is ahead, the parts in lines, and every change with its event. Figures and tables use the same words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..games.manifest import Manifest
from ..rulebook.seats import names_in

if TYPE_CHECKING:
    from .scores import ScoreChange, Scores

MARK = "≈"
"""What stands beside a value that no document gives."""


def _say(scores: Scores, key: str, lang: str, **values: object) -> str:
    return scores.manifest.texts.say("figure", key, values, lang)


def part_name(part: str, game: Manifest, lang: str) -> str:
    """A part of the score, in the words of the game; by its own name where it has none."""
    key = f"part.{part}"
    return game.texts.say("figure", key, {}, lang) if game.texts.has("figure", key, lang) else part.replace("_", " ")


def signed(points: int) -> str:
    """A number of points, which may be lost ones."""
    return str(points).replace("-", "−")


def part_value(scores: Scores, seat: int, part: str) -> str:
    """The points of a part, marked where they rest on what no document gives."""
    mark = MARK if (seat, part) in scores.marked else ""
    return f"{signed(scores.sheets[seat].parts[part])}{mark}"


def headline(scores: Scores, lang: str) -> str:
    """Who is ahead, and with how much."""
    best = max(scores.totals)
    ahead = list(scores.winners) or [seat for seat, total in enumerate(scores.totals) if total == best]
    key = "final" if scores.final else "now"
    if len(ahead) > 1:
        return _say(
            scores, f"score.{key}.tied", lang, names=", ".join(names_in(scores, lang)[seat] for seat in ahead), points=best
        )
    return _say(scores, f"score.{key}.title", lang, name=names_in(scores, lang)[ahead[0]], points=best)


def assumption(scores: Scores, lang: str) -> str:
    """At which moment the score is counted, and what its marks mean."""
    when = _say(scores, "score.final.when" if scores.final else "score.now.when", lang, round=scores.round)
    return f"{when} {_say(scores, 'marked', lang)}" if scores.marked else when


# Lines


def scores_text(scores: Scores, lang: str = "en") -> str:
    """Part by part, then round by round."""
    names = [part_name(part, scores.manifest, lang) for part in scores.parts]
    wide = max(12, *(len(name) for name in names))
    seats = range(len(scores.names))
    columns = [max(8, len(name) + 2) for name in names_in(scores, lang)]
    lines = [headline(scores, lang), assumption(scores, lang), ""]
    lines.append(" " * wide + "".join(f"{name:>{room}}" for name, room in zip(names_in(scores, lang), columns, strict=True)))
    for part, name in zip(scores.parts, names, strict=True):
        values = "".join(f"{part_value(scores, seat, part):>{columns[seat]}}" for seat in seats)
        lines.append(f"{name:<{wide}}{values}")
    totals = "".join(f"{total:>{room}}" for total, room in zip(scores.totals, columns, strict=True))
    lines += [f"{_say(scores, 'score.total', lang):<{wide}}{totals}", ""]
    for found in scores.rounds:
        label = _say(scores, "round", lang, round=found.round) if found.round else _say(scores, "set_up", lang)
        lines.append(f"{label:<{wide}}" + "".join(f"{sheet.total:>{columns[seat]}}" for seat, sheet in enumerate(found.sheets)))
    return "\n".join(lines)


def changes_text(scores: Scores, seat: int, part: str | None = None, lang: str = "en") -> str:
    """Every change of a seat's score, one a line."""
    game = scores.manifest
    return "\n".join(
        f"{change.points:+4} → {change.now:<4}{part_name(change.part, game, lang)} · {change_said(scores, change, lang)}"
        for change in scores.of(seat, part)
    )


def change_said(scores: Scores, change: ScoreChange, lang: str) -> str:
    """Where and by which event a part changed."""
    if change.event is None:
        return _say(scores, "given", lang)
    where = _say(scores, "where", lang, round=change.round, event=change.event.index)
    return f"{where} · {change.event.text(lang)} [{change.rule}]"
