"""A game that begins where another stands: with something in it changed, such as the reading of a rule.

Which switches of the ruleset a rule has, what each of their readings says, and the same position under another one. The first
game stays as it is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from ..kernel import Game, LabError, Scripted, Source
from ..kernel.errors import one_line
from ..kernel.history import LONGEST_NOTE
from ..kernel.rulesets import BaseRuleset, Field, Value
from ..kernel.state import NO_CAUSE
from ..rulebook.catalogue import Rule, ruleset_fields
from .markup import Words

if TYPE_CHECKING:
    from ..games.manifest import Manifest


# A game from here on


def anew(game: Game[Any], state: Any, note: str) -> Game[Any]:
    """A game that begins with this position, reached on a line of another; its note says what is not as it was."""
    # There are no events before it that could be a cause.
    state.causes = [NO_CAUSE] * len(state.agenda)
    state.emitted, state.cause, state.latest = 0, NO_CAUSE, NO_CAUSE
    thrown = game.node.throws
    opened = Game(game.kit, state, chance=_rest(game.chance, thrown), names=game.names)
    opened.note("\n".join([*filter(None, (node.note for node in game.line)), note])[-LONGEST_NOTE:])
    return opened


def _rest(source: Source, thrown: int) -> Source:
    """The source for a line that begins after so many throws."""
    from .panels.chance_panel import Waiting

    if isinstance(source, Waiting):
        return Waiting(_rest(source.source, thrown))
    return Scripted(source.outcomes[thrown:], source.then) if isinstance(source, Scripted) else source


# Readings


class Reading(NamedTuple):
    """One way to understand a rule: the value of the switch, and the rule as it is said then."""

    value: Value
    said: str
    in_force: bool


class Switch(NamedTuple):
    """A choice between readings, the rule that words them, and the readings, the usual one first."""

    field: Field
    rule: Rule
    readings: tuple[Reading, ...]


def switches_of(rule: Rule, rules: BaseRuleset | None, lang: str) -> list[Switch]:
    """The switches that a rule states or that its discrepancies describe."""
    if rules is None:
        return []
    fields = ruleset_fields(rule.manifest).values()
    return [
        _switch(rule.manifest, field, rules, lang, rule if field.name in rule.parameters else None)
        for field in fields
        if field.values and (field.name in rule.parameters or field.entry in rule.discrepancies)
    ]


def _switch(manifest: Manifest, field: Field, rules: BaseRuleset, lang: str, stated: Rule | None) -> Switch:
    rule, now = stated or manifest.catalogue[field.rule], getattr(rules, field.name)
    found = []
    for value in field.values:
        try:
            said = rule.text(lang, rules.changed(**{field.name: value}))
        except ValueError:  # it contradicts another number of this ruleset
            continue
        found.append(Reading(value, said, value == now))
    return Switch(field, rule, tuple(found))


def find_switch(manifest: Manifest, rules: BaseRuleset | None, named: str, lang: str) -> Switch:
    """The switch that is meant: by its name, or by a rule that has one."""
    fields = ruleset_fields(manifest)
    if rules is None:
        raise manifest.lacks("rule that can be read in two ways")
    if named in fields and fields[named].values:
        return _switch(manifest, fields[named], rules, lang, None)
    if named not in manifest.catalogue:
        known = ", ".join(field.name for field in fields.values() if field.values)
        raise LabError(f"{one_line(named, 60)!r} is neither a rule nor a switch; the switches are {known}")
    found = switches_of(manifest.catalogue[named], rules, lang)
    if len(found) != 1:
        which = f"has several: {', '.join(one.field.name for one in found)}" if found else "can be read in one way only"
        raise LabError(f"{named} {which}")
    return found[0]


def other_value(switch: Switch, asked: Value | None) -> Value:
    """The value of a switch that is asked for; without one the only other."""
    others = [reading.value for reading in switch.readings if not reading.in_force]
    if asked is None and len(others) == 1:
        return others[0]
    for reading in switch.readings:
        if asked is not None and (asked is reading.value or str(asked) == str(reading.value)):
            return reading.value
    known = ", ".join(repr(value) for value in others)
    raise LabError(f"{switch.field.name}: {known}" + ("" if asked is None else f", not {one_line(repr(asked), 40)}"))


def game_otherwise(game: Game[Any], switch: Switch, value: Value, say: Words) -> Game[Any]:
    """The same position in a new game under the other reading, with a note that says so; a LabError says why it cannot be."""
    reading = next(one for one in switch.readings if one.value == value)
    if reading.in_force:
        raise LabError(say("other.in_force"))
    if switch.field.set_up:
        raise LabError(say("other.set_up"))
    if game.over:
        raise LabError(say("other.over"))
    state = game.state.copy()
    try:
        state.rules = state.rules.changed(**{switch.field.name: value})
        game.kit.check(state)
        game.kit.check_ending(state)
    except ValueError as error:
        raise LabError(say("other.impossible", why=one_line(error, 160))) from None
    return anew(game, state, say("other.note", reading=reading.said))
