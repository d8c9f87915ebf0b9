"""A proof told step by step, in a language: the position, each deed with its events and their rules, what was checked.

The phrases are the section [scenario] of the texts, those of the fields under their names; a game that has no phrase for a field
is told with the field's name.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from ..kernel import Choice, Event
from ..kernel.book import Chance, Decision
from ..kernel.engine import CHANCE, to_option
from ..kernel.errors import one_line
from ..kernel.events import walk
from .fields import fields_of
from .proving import NOT_OF_THE_FORM, Deed, Proof, fits
from .wording import FieldWords

_NO_BREAK = "\u00a0\u202f"
"""Spaces that belong to a text, though they do not count as printable."""


def told(proof: Proof, lang: str) -> str:
    """The lines of a story, with nothing in them that would not be seen."""
    lines = Story(proof, lang).lines()
    return "\n".join("".join(c if c.isprintable() or c in _NO_BREAK else " " for c in line) for line in lines)


class Story(FieldWords):
    """Tells a proof in one language."""

    def __init__(self, proof: Proof, lang: str) -> None:
        self.proof, self.scenario = proof, proof.scenario
        super().__init__(proof.scenario.manifest, proof.game.state, proof.scenario.names, lang)
        self.fields = fields_of(self.manifest)
        self.teller = proof.game.kit.teller(self.scenario.state, self.names)

    def lines(self) -> Iterator[str]:
        """The story line by line."""
        proof, record = self.proof, self.scenario.record
        yield self.scenario.title.get(self.lang, record.name)
        yield self.say("given")
        yield from (f"  {line}" for line in self.manifest.positions.told(self, record.given))
        if proof.opening:
            yield self.say("by_itself")
            yield from self._happened(proof.opening, 1)
        if record.when:
            yield self.say("done")
        for number, deed in enumerate(proof.deeds, 1):
            yield f"  {number}. {self._deed(deed)}"
            yield from self._happened(deed.events, 2)
        if len(proof.deeds) < len(record.when):
            step = record.when[len(proof.deeds)]
            yield f"  {len(proof.deeds) + 1}. ✗ {self.choice(self.manifest.positions.attempt(step))}"
            return
        if record.then:
            yield self.say("checked")
        for held, line in self.checks():
            yield f"  {'✓' if held else '✗'} {line}"

    def checks(self) -> Iterator[tuple[bool, str]]:
        """What was checked, line by line: whether it holds, and what it says."""
        failed = {difference.partition(":")[0] for difference in self.proof.differences}
        for number, expected in enumerate(self.scenario.record.then):
            yield f"then.{number}" not in failed, self.upper(self._checked(expected))

    def there(self, expected: dict[str, Any]) -> str:
        """What is there instead, as far as fields of a player or of the table are expected; else nothing."""
        if expected.keys() & {"event", "no_event", "pending"}:
            return ""
        game, seat, viewer = self.proof.game, expected.get("seat"), expected.get("view")
        state = game.state if viewer is None else game.kit.mask(game.state, viewer)
        known = self.fields.of(seat)
        found = {
            name: self.fields.there(game, state, seat, name, value)
            for name, value in expected.items()
            if name not in ("seat", "view")
        }
        return self.listed(
            phrase for name, value in found.items() for phrase in known[name].kind.told(self, known[name].key, value)
        )

    def _happened(self, events: list[Event], depth: int) -> Iterator[str]:
        for inner, event in walk(events):
            yield f"{'  ' * (depth + inner)}{event.text(self.lang)}  [{event.rule}]"

    def _deed(self, deed: Deed) -> str:
        choice = self.choice(str(deed.choice))
        if deed.refusal is not None:
            return f"{self.say('refused', choice=choice, reason=deed.refusal.text(self.lang))}  [{deed.refusal.rule}]"
        return choice if deed.player == CHANCE else self.say("by", player=self.names[deed.player], what=choice)

    def choice(self, notation: str) -> str:
        """A choice as a phrase, whatever is asked just now; its notation if its words mean nothing."""
        choice, game = Choice.parse(notation), self.proof.game
        for step in game.kit.book.steps.values():
            known = step.actions if isinstance(step, Decision) else (step.kind,) if isinstance(step, Chance) else ()
            if choice.kind in known:
                option = to_option(game.state, step, choice)
                return notation if option is None else self.teller.choice(option, self.lang)
        return notation

    def _checked(self, expected: dict[str, Any]) -> str:
        """One expectation as a line; as it stands in the file if it is not of the form."""
        try:
            return self._expectation(expected)
        except NOT_OF_THE_FORM:
            return one_line(expected, 200)

    def _expectation(self, expected: dict[str, Any]) -> str:
        game, seat, viewer = self.proof.game, expected.get("seat"), expected.get("view")
        player = "" if seat is None else self.names[seat]
        if "event" in expected:
            happened = (event.text(self.lang) for event in game.events if fits(game, self.fields, event, expected))
            return f"{next(happened, '–')}  [{expected['event']}]"
        if "no_event" in expected:
            return self.say("never" if seat is None else "never_for", rule=expected["no_event"], player=player)
        if "pending" in expected:
            return self._question(expected)
        known = self.fields.of(seat)
        phrases = (
            phrase
            for name, said in expected.items()
            if name not in ("seat", "view")
            for phrase in known[name].kind.told(self, known[name].key, said)
        )
        what = self.listed(phrases)
        if viewer is not None:
            key = "sees" if seat is None else "sees_of"
            return self.say(key, viewer=self.names[viewer], player=player, what=what)
        return what if seat is None else self.say("by", player=player, what=what)

    def _question(self, expected: dict[str, Any]) -> str:
        pending, kind, seat = self.proof.game.pending, expected["pending"], expected.get("seat")
        speaks_of = {} if pending is None or pending.kind != kind else pending.told
        asked = CHANCE if pending is None else pending.player
        question = self.teller.tell("step", kind, {**speaks_of, "player": asked if seat is None else seat}, self.lang)
        key = "options" if "options" in expected else "legal"
        choices = self.listed(map(self.choice, expected.get(key, ())))
        return self.say(key, question=question, choices=choices) if choices else question

    def listed(self, phrases: Iterable[str]) -> str:
        """Phrases one after another."""
        found = ""
        for phrase in phrases:
            found = self.say("list", first=found, next=phrase) if found else phrase
        return found
