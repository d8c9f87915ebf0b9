"""Two nodes of a game side by side, as lines and as tables: what each seat has at both, and what happened since they parted."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from ..analysis.score_words import part_name
from ..analysis.scores import Item, ScoreDifference
from ..kernel import Event
from ..kernel.events import walk
from ..rulebook.fields import fields_of
from ..rulebook.wording import FieldWords
from .figures import say, seat_name
from .svg import Svg, tag

_MOST = 40
"""So many events of a way are told; the rest are counted."""


def thing_name(found: ScoreDifference, thing: str, lang: str) -> str:
    """A thing that is counted, in words: a part of the score, what the game calls it, or a field of its schema."""
    manifest, (name, _, which) = found.manifest, thing.partition(".")
    texts = manifest.texts
    if texts.has("figure", f"thing.{thing}", lang):
        return texts.say("figure", f"thing.{thing}", {}, lang)
    if name == "part":
        return say("thing.part", lang, part=part_name(which, manifest, lang))
    words = FieldWords(manifest, found.first.state, found.names, lang)
    field = fields_of(manifest).player.get(name)
    unit = field.unit if field is not None and manifest.has("glossary") else ""
    if which and unit in (glossary := manifest.glossary if unit else {}) and which in glossary:
        term = glossary[unit][lang]
        return f"{term.plural or term.preferred} ({glossary[which][lang].preferred})"
    return f"{words.label(name)} ({words.label(which)})" if which else words.label(name)


def headline(found: ScoreDifference, lang: str) -> str:
    """Which nodes, and where their lines part."""
    return say("difference.title", lang, first=found.first.number, second=found.second.number, fork=found.fork.number)


def _things(found: ScoreDifference) -> list[tuple[str, list[Item]]]:
    """The things that differ for somebody, each with the items of all seats."""
    differing = {item.thing for item in found.differing}
    things = [item.thing for item in found.of(0) if item.thing in differing]
    return [(thing, [item for item in found.items if item.thing == thing]) for thing in things]


def _shown(item: Item) -> str:
    return f"{item.first} → {item.second} ({item.change:+})" if item.change else f"{item.first}"


def difference_text(found: ScoreDifference, lang: str = "en") -> str:
    """What differs, seat by seat, then both ways since the fork."""
    lines = [headline(found, lang)]
    if not found.differing:
        lines.append(say("difference.none", lang))
    wide = max((len(thing_name(found, thing, lang)) for thing, _ in _things(found)), default=0)
    rooms = [max(16, len(name) + 4) for name in found.names]
    if found.differing:
        heads = (f"{seat_name(seat, found.names):<{room}}" for seat, room in enumerate(rooms))
        lines += ["", " " * wide + "  " + "".join(heads).rstrip()]
    for thing, items in _things(found):
        cells = "".join(f"{_shown(item):<{rooms[item.seat]}}" for item in items)
        lines.append(f"{thing_name(found, thing, lang):<{wide}}  {cells}".rstrip())
    for node, events in zip((found.first, found.second), found.events, strict=True):
        if events:
            lines += ["", say("difference.way", lang, fork=found.fork.number, node=node.number, count=len(events))]
            lines += [f"{'  ' * (depth + 1)}{words}" for depth, words in _told(events, lang)]
    return "\n".join(lines)


def _told(events: Sequence[Event], lang: str) -> list[tuple[int, str]]:
    listed = [(depth, f"{event.index}: {event.text(lang)} [{event.rule}]") for depth, event in walk(events)]
    if len(listed) > _MOST:
        listed = [*listed[:_MOST], (0, say("more", lang, count=len(listed) - _MOST))]
    return listed


_CELL = "padding:2px 14px 2px 0;text-align:left"


def difference_html(found: ScoreDifference, lang: str = "en") -> str:
    """The same as a table, with the events to unfold."""
    parts = [tag("p", tag("b", _text(headline(found, lang))))]
    if found.differing:
        heads = ["", *(seat_name(seat, found.names) for seat in range(len(found.names)))]
        rows = [tag("tr", *(tag("th", _text(words), style=_CELL) for words in heads))]
        for thing, items in _things(found):
            cells = [thing_name(found, thing, lang), *(_shown(item) for item in items)]
            weight = [";font-weight:600" if item.change else ";opacity:0.7" for item in items]
            rows.append(
                tag(
                    "tr", *(tag("td", _text(cell), style=_CELL + extra) for cell, extra in zip(cells, ["", *weight], strict=True))
                )
            )
        parts.append(tag("table", *rows))
    else:
        parts.append(tag("p", _text(say("difference.none", lang))))
    for node, events in zip((found.first, found.second), found.events, strict=True):
        if events:
            words = say("difference.way", lang, fork=found.fork.number, node=node.number, count=len(events))
            told = [tag("div", _text(line), style=f"padding-left:{16 * (depth + 1)}px") for depth, line in _told(events, lang)]
            parts.append(tag("details", tag("summary", _text(words)), *told))
    return tag("div", *parts, style="max-width:100%;line-height:1.4")


def _text(words: str) -> Svg:
    return Svg(escape(words) or "&nbsp;")
