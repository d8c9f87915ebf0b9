"""Two nodes of a game side by side, in words: what each seat has at both, and what happened since they parted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..kernel import Event
from ..kernel.events import walk
from ..rulebook.fields import fields_of
from ..rulebook.seats import names_in, seat_name
from ..rulebook.wording import FieldWords
from .score_words import part_name

if TYPE_CHECKING:
    from .scores import Item, ScoreDifference

_MOST = 40
"""So many events of a way are told; the rest are counted."""


def say(found: ScoreDifference, key: str, lang: str, **values: object) -> str:
    """Words of the section `figure`, as the game has them."""
    return found.manifest.texts.say("figure", key, values, lang)


def thing_name(found: ScoreDifference, thing: str, lang: str) -> str:
    """A thing that is counted, in words: a part of the score, what the game calls it, or a field of its schema."""
    manifest, (name, _, which) = found.manifest, thing.partition(".")
    texts = manifest.texts
    if texts.has("figure", f"thing.{thing}", lang):
        return texts.say("figure", f"thing.{thing}", {}, lang)
    if name == "part":
        return say(found, "thing.part", lang, part=part_name(which, manifest, lang))
    words = FieldWords(manifest, found.first.state, found.names, lang)
    field = fields_of(manifest).player.get(name)
    unit = field.unit if field is not None and manifest.has("glossary") else ""
    if which and unit in (glossary := manifest.glossary if unit else {}) and which in glossary:
        term = glossary[unit][lang]
        return f"{term.plural or term.preferred} ({glossary[which][lang].preferred})"
    return f"{words.label(name)} ({words.label(which)})" if which else words.label(name)


def headline(found: ScoreDifference, lang: str) -> str:
    """Which nodes, and where their lines part."""
    return say(found, "difference.title", lang, first=found.first.number, second=found.second.number, fork=found.fork.number)


def things_of(found: ScoreDifference) -> list[tuple[str, list[Item]]]:
    """The things that differ for somebody, each with the items of all seats."""
    differing = {item.thing for item in found.differing}
    things = [item.thing for item in found.of(0) if item.thing in differing]
    return [(thing, [item for item in found.items if item.thing == thing]) for thing in things]


def shown(item: Item) -> str:
    """A number at both nodes, and by how much it changed."""
    return f"{item.first} → {item.second} ({item.change:+})" if item.change else f"{item.first}"


def difference_text(found: ScoreDifference, lang: str = "en") -> str:
    """What differs, seat by seat, then both ways since the fork."""
    lines = [headline(found, lang)]
    if not found.differing:
        lines.append(say(found, "difference.none", lang))
    wide = max((len(thing_name(found, thing, lang)) for thing, _ in things_of(found)), default=0)
    rooms = [max(16, len(name) + 4) for name in names_in(found, lang)]
    if found.differing:
        heads = (f"{seat_name(seat, names_in(found, lang)):<{room}}" for seat, room in enumerate(rooms))
        lines += ["", " " * wide + "  " + "".join(heads).rstrip()]
    for thing, items in things_of(found):
        cells = "".join(f"{shown(item):<{rooms[item.seat]}}" for item in items)
        lines.append(f"{thing_name(found, thing, lang):<{wide}}  {cells}".rstrip())
    for node, events in zip((found.first, found.second), found.events, strict=True):
        if events:
            lines += ["", say(found, "difference.way", lang, fork=found.fork.number, node=node.number, count=len(events))]
            lines += [f"{'  ' * (depth + 1)}{words}" for depth, words in told_events(found, events, lang)]
    return "\n".join(lines)


def told_events(found: ScoreDifference, events: Sequence[Event], lang: str) -> list[tuple[int, str]]:
    """Events with their depth in the forest of causes; of very many the first."""
    listed = [(depth, f"{event.index}: {event.text(lang)} [{event.rule}]") for depth, event in walk(events)]
    if len(listed) > _MOST:
        listed = [*listed[:_MOST], (0, say(found, "more", lang, count=len(listed) - _MOST))]
    return listed
