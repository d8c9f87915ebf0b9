"""A game in the terminal: numbered choices, `why CHOICE`, `undo`, `agenda`, `save`; a person or a policy on every seat.

Nothing here knows a rule: it asks the game what may be chosen and prints what it says.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from rich.console import Console, RenderableType

from ..analysis.named import terminal
from ..analysis.policies import Policy, policy
from ..analysis.score_words import part_name
from ..games.manifest import Manifest
from ..kernel import BaseState, Choice, Event, Game, IllegalChoice, LabError, Node, Stream
from ..kernel.book import Chance
from ..kernel.choices import Option
from ..kernel.engine import to_choice
from ..kernel.errors import one_line
from ..kernel.events import walk
from ..rulebook.catalogue import rule
from ..rulebook.seats import names_in

COMMANDS = {
    **dict.fromkeys(("make", "why", "rule"), ""),
    **{key: key for key in ("board", "agenda", "hint")},
    "undo": "undo, redo",
    "save": "",
    **{key: key for key in ("text", "quit")},
}
"""What can be typed, in the order of the help: the key of its words, and how it is typed where the words do not say it."""


def help_text(lang: str) -> str:
    """What can be typed, and what it does."""
    rows = [(typed or terminal(f"help.{key}.form", lang), terminal(f"help.{key}", lang)) for key, typed in COMMANDS.items()]
    wide = max(len(form) for form, _ in rows)
    return "\n".join(f"  {form:<{wide}}  {does}" for form, does in rows)


def _is_number(typed: str) -> bool:
    return typed.isascii() and typed.isdecimal() and len(typed) < 10


def picture(
    manifest: Manifest, state: BaseState, names: tuple[str, ...], seat: int | None = None, lang: str = "en"
) -> RenderableType:
    """A position for the terminal, as its game draws it or by its schema; else all that its state holds."""
    if manifest.has("terminal") or manifest.has("fields"):
        return manifest.terminal(state, names, seat=seat, lang=lang)
    return "\n".join(f"{name}: {getattr(state, name)}" for name in type(state).position_fields())


class Table:
    """One game at the terminal."""

    def __init__(self, game: Game[Any], seats: Sequence[str], console: Console, *, explain: bool, lang: str, seed: int) -> None:
        self.game = game
        self.console = console
        self.explain = explain
        self.lang = lang
        self.policies: list[Policy | None] = [None if seat == "human" else policy(seat, game.manifest) for seat in seats]
        people = [number for number, chosen in enumerate(self.policies) if chosen is None]
        self.eye = people[0] if len(people) == 1 else None  # who plays alone is told no more than this seat may see
        self.stream = Stream(seed, "table")
        self.told = 0
        self._hinted: tuple[Node[Any], str] | None = None

    def play(self, ask: Callable[[str], str]) -> None:
        """Play until the game is over or the user stops."""
        self._tell_new()
        while not self.game.over:
            pending = self.game.pending
            if pending is None:
                self.game.step()
                continue
            chosen = None if pending.is_chance else self.policies[pending.player]
            if chosen is not None:
                self.game.play_option(chosen(self.game.state, pending, self.stream))
                self._tell_new()
            elif not self._turn_of_a_person(ask):
                return
        self.tell_scores()

    def _turn_of_a_person(self, ask: Callable[[str], str]) -> bool:
        """One line from the user; False to stop."""
        self.list_choices()
        try:
            words = ask("> ").split(maxsplit=1)
        except (EOFError, RuntimeError):  # the input has ended, or there never was any
            return False
        if not words:
            return True
        verb, rest = words[0], words[1] if len(words) > 1 else ""
        if verb in ("quit", "q"):
            return False
        try:
            if verb == "save":
                self._save(rest, ask)
            else:
                self._obey(verb, rest)
        except IllegalChoice as error:
            self._say(f"{error.refusal.text(self.lang)}  [{error.refusal.rule}]")
        except LabError as error:
            self._say(str(error))
        return True

    def _hint(self) -> str:
        """A hint takes a search: whoever asks again at the same place hears the same, at once."""
        if self._hinted is None or self._hinted[0] is not self.game.node:
            self._hinted = self.game.node, str(self.game.hint(lang=self.lang))
        return self._hinted[1]

    def _obey(self, verb: str, rest: str) -> None:
        game = self.game
        if verb == "why":
            refusal = game.why_not(self._numbered(rest))
            self._say(terminal("play.allowed", self.lang) if refusal is None else f"{refusal.text(self.lang)}  [{refusal.rule}]")
        elif verb == "rule":
            self._say(rule(rest).text(self.lang, getattr(game.state, "rules", None)))
        elif verb == "board":
            seat = game.pending.player if game.pending is not None and not game.pending.is_chance else None
            self.console.print(picture(game.manifest, game.state, names_in(game, self.lang), seat, self.lang))
        elif verb == "agenda":
            for line in game.agenda_text(self.lang):
                self._say(f"  {line}")
        elif verb in ("undo", "redo"):
            self._move(game.undo if verb == "undo" else game.redo)
            self.told = min(self.told, len(game.events))
            self._tell_new()
        elif verb == "hint":
            self._say(self._hint())
        elif verb == "text":
            self._say(game.to_text())
        elif verb == "help":
            self._say(help_text(self.lang))
        else:
            game.play(int(verb) - 1 if _is_number(verb) else verb)
            self._tell_new()

    def _numbered(self, typed: str) -> Choice | str:
        """The choice with this number in the list, or what was typed."""
        number = int(typed) if _is_number(typed) else 0
        return self.game.legal()[number - 1] if 0 < number <= len(self.game.legal()) else typed

    def _save(self, words: str, ask: Callable[[str], str]) -> None:
        """Write the game to a file; a save that is there is replaced only after a yes."""
        if not words:
            self._say(terminal("play.name_file", self.lang))
            return
        if os.path.lexists(words):
            try:
                answer = ask(f"{terminal('play.replace', self.lang, file=one_line(words, 300))} ")
            except (EOFError, RuntimeError):  # nobody is there to say yes
                answer = ""
            if answer.strip().lower() not in terminal("play.yes", self.lang).split():
                self._say(terminal("play.not_saved", self.lang))
                return
        self.game.save(Path(words))
        self._say(terminal("play.saved", self.lang, file=one_line(words, 300)))

    def _move(self, step: Callable[[], object]) -> None:
        """Undo or redo to a question of a person: what policies decided is passed over."""
        while True:
            step()
            pending = self.game.pending
            if pending is None or pending.is_chance or self.policies[pending.player] is None:
                return

    # What is shown

    def list_choices(self) -> None:
        """The question and the numbered choices."""
        pending = self.game.pending
        assert pending is not None
        self._say(f"\n{self.game.question(self.lang)}  [{pending.rule}]")
        if isinstance(pending.step, Chance):
            option = self._example(pending.step, pending.task[1:])
            example = str(to_choice(self.game.state, pending.step, option))
            self._say(f"  {terminal('play.set', self.lang, example=example, told=self._told(option))}")
            return
        for number, (option, choice) in enumerate(zip(pending.raw, pending.options, strict=True), 1):
            self._say(f"  {number:>3}  {self._told(option)}   {choice}")

    def _example(self, step: Chance, args: tuple[Any, ...]) -> Option:
        """An outcome that can be typed: 1, 2, 3 if these can be, else one of those that can."""
        outcome: Option = (step.kind, *range(1, len(step.codecs) + 1))
        if not step.allows(self.game.state, args, outcome):
            outcome = step.sample(self.game.state, Stream(0, "example"), *args)
        return outcome

    def _told(self, option: Option) -> str:
        """What an answer to the question means."""
        teller: Any = self.game.manifest.words(self.game.state, self.game.names)
        return str(teller.choice(option, self.lang, self.game.state))

    def _tell_new(self) -> None:
        events = self.game.seen(self.game.events, self.eye)
        for depth, event in walk(events):
            if event.index >= self.told:
                self._say(self.line(event, depth))
        self.told = len(events)

    def line(self, event: Event, depth: int) -> str:
        """An event as a line; with its rule if rules are to be shown."""
        cited = f"  [{event.rule}]" if self.explain else ""
        return f"{'  ' * depth}{event.text(self.lang)}{cited}"

    def tell_scores(self) -> None:
        """The final scores, part by part."""
        names = names_in(self.game, self.lang)
        for seat, sheet in enumerate(self.game.scores()):
            counted = getattr(sheet, "parts", {})
            named = {part: part_name(part, self.game.manifest, self.lang) for part in counted}
            parts = ", ".join(f"{named[part]} {points}" for part, points in counted.items() if points)
            won = "  ★" if seat in self.game.winners else ""
            self._say(f"{names[seat]}: {getattr(sheet, 'total', sheet)}{f'  ({parts})' if counted else ''}{won}")

    def _say(self, text: str) -> None:
        self.console.print(text, markup=False, highlight=False, soft_wrap=True)
