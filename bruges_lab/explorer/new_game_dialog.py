"""The dialog of a new game: which game, how many players, who they are and who plays for them, which shuffle, which rules, and
what the screen shows. It begins with the table as it stands; nothing changes before "Start" is pressed."""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING

from ..games import shelf
from ..games.manifest import Manifest
from ..kernel import LabError
from ..kernel.names import LONGEST_NAME, clean
from ..rulebook.readings import DEFAULT, reading_names, rules_of
from ..rulebook.seats import seats_in
from ..show.figures import named_policy
from ..show.svg import Svg, seal, tag
from .autoplay import policy_names
from .dialogs import Dialog
from .markup import block, button, select, span, text
from .surface import Act

if TYPE_CHECKING:
    from .entering import Entering

MOST_SHUFFLES = 999_999
"""Shuffles have a number that can be read out in a class: six digits, and fewer where the lab proposes one."""
PROPOSED = 9_999
PERSON, OPEN, HAND_OVER = "", "open", "hand_over"


class NewGame(Dialog):
    """A game to be started, as far as it is filled in."""

    name = "new_game"
    places = ("game", "players", "seats", "screen", "shuffle", "rules")

    def __init__(self, explorer: Entering) -> None:
        super().__init__(explorer)
        self.game: Manifest = explorer.manifest
        usual = self.game.seat_names(len(explorer.game.names))
        self.names = ["" if name == called else name for name, called in zip(explorer.game.names, usual, strict=True)]
        """What was typed, a seat; empty: called as the game calls that seat."""
        self.who = [name or PERSON for name in explorer.autoplay.seats]
        self.players = len(self.names)
        self.shuffle = _another()
        # The usual rules, or the first that are for so many.
        self.reading = next((name for name in self._readings() if self.players in self._counts(name)), DEFAULT)
        self.screen = HAND_OVER if explorer.hand_over else OPEN if explorer.seat is None else str(explorer.seat)

    def acts(self) -> Mapping[str, Act]:
        most = max(seats.stop for game in shelf.games() for seats in _tables(game))
        return {
            "new.game": self._choose_game,
            "new.players": self._choose_players,
            **{f"new.name.{seat}": self._name(seat) for seat in range(most)},
            **{f"new.who.{seat}": self._who(seat) for seat in range(most)},
            "new.screen": self._choose_screen,
            "new.shuffle": self._choose_shuffle,
            "new.another": self._shuffle_again,
            "new.reading": self._choose_reading,
            "new.start": lambda _: self.start(),
        }

    # What is filled in: a value that was not offered changes nothing

    def _choose_game(self, name: str) -> None:
        self.game = shelf.find(name)
        known = policy_names(self.game)
        self.who = [name if name in known else PERSON for name in self.who]
        self.reading = DEFAULT
        self._seat_within()

    def _choose_players(self, count: str) -> None:
        if count in [str(number) for number in self._counts()]:
            self._seat(int(count))

    def _counts(self, reading: str | None = None) -> range:
        """For how many the game is under these rules, or under those that are chosen."""
        return self.game.players_under(rules_of(self.game, self.reading if reading is None else reading))

    def _seat_within(self) -> None:
        """As many as before, as far as the rules allow."""
        counts = self._counts()
        self._seat(min(max(self.players, counts.start), counts.stop - 1))

    def _seat(self, players: int) -> None:
        """Sit down at a smaller or larger table; whoever has stood up keeps the name, in case they come back."""
        self.players = players
        more = max(0, players - len(self.names))
        self.names += [""] * more
        self.who += [PERSON] * more
        if self.screen not in (OPEN, HAND_OVER) and int(self.screen) >= players:
            self.screen = OPEN

    def _name(self, seat: int) -> Act:
        def name(typed: str) -> None:
            if seat < self.players:
                self.names[seat] = clean(typed)[:LONGEST_NAME]

        return name

    def _who(self, seat: int) -> Act:
        def who(name: str) -> None:
            if seat < self.players and name in (PERSON, *policy_names(self.game)):
                self.who[seat] = name

        return who

    def _choose_screen(self, screen: str) -> None:
        if screen in [value for value, _ in self._screens()]:
            self.screen = screen

    def _choose_shuffle(self, typed: str) -> None:
        self.shuffle = clean(typed)[:LONGEST_NAME]
        self._number()

    def _number(self) -> int:
        """The number of the shuffle, if one was typed."""
        if not re.fullmatch("[0-9]{1,6}", self.shuffle):
            raise LabError(self.explorer.words("new_game.no_shuffle", most=MOST_SHUFFLES))
        return int(self.shuffle)

    def _shuffle_again(self, _: str) -> None:
        self.shuffle = _another()

    def _choose_reading(self, name: str) -> None:
        if name in self._readings():
            self.reading = name
            self._seat_within()

    def _readings(self) -> list[str]:
        return reading_names(self.game.name) if self.game.has("ruleset") else [DEFAULT]

    def told_names(self) -> list[str]:
        """What the players are called, in the language shown."""
        usual = seats_in(self.game, self.game.seat_names(self.players), self.explorer.lang)
        return [typed or called for typed, called in zip(self.names, usual, strict=False)]

    def start(self) -> None:
        """Open the game."""
        told = [name.casefold() for name in self.told_names()]
        if len(set(told)) < len(told):
            raise LabError(self.explorer.words("new_game.same_name"))
        usual = self.game.seat_names(self.players)
        self.explorer.new_game(
            self.game.name,
            players=self.players,
            seed=self._number(),
            names=[typed or called for typed, called in zip(self.names, usual, strict=False)],
            ruleset=self.reading,
            policies=[name or None for name in self.who[: self.players]],
            seat=None if self.screen in (OPEN, HAND_OVER) else int(self.screen),
            hand_over=self.screen == HAND_OVER,
        )

    # What it looks like

    def parts(self) -> Mapping[str, Svg]:
        say, games = self.explorer.words, shelf.games()
        parts = {"players": self._players(), "seats": self._seats(), "shuffle": self._shuffle()}
        parts["screen"] = select("new.screen", self._screens(), self.screen, say("new_game.screen"))
        if len(games) > 1:
            called = [(game.name, game.called(self.explorer.lang)) for game in games]
            parts["game"] = select("new.game", called, self.game.name, say("new_game.game"))
        if len(self._readings()) > 1:
            told = [(name, reading_words(self.game, name, self.explorer.lang)) for name in self._readings()]
            parts["rules"] = select("new.reading", told, self.reading, say("new_game.rules"))
        return parts

    def foot(self) -> Svg:
        say = self.explorer.words
        kept = span("quiet", say("new_game.kept"))
        return Svg(kept + button("new.start", "", say("new_game.start"), "main", data_first="1"))

    def _players(self) -> Svg:
        say = self.explorer.words
        counts = [
            button("new.players", count, count, "count", aria_pressed="true" if count == self.players else "false")
            for count in self._counts()
        ]
        inside = tag("span", *counts, class_="bl-counts", role="group", aria_label=say("new_game.players"))
        return tag("div", span("label", say("new_game.players")), inside, class_="bl-field")

    def _seats(self) -> Svg:
        say, lang = self.explorer.words, self.explorer.lang
        usual = seats_in(self.game, self.game.seat_names(self.players), lang)
        known = policy_names(self.game)
        rows = []
        for seat in range(self.players):
            who = [(PERSON, say("new_game.person")), *((name, policy_words(self.game, name, lang)) for name in known)]
            label = say("new_game.name", number=seat + 1)
            name = tag(
                "input",
                type="text",
                value=self.names[seat],
                placeholder=usual[seat],
                maxlength=LONGEST_NAME,
                spellcheck="false",
                autocomplete="off",
                aria_label=label,
                data_act=f"new.name.{seat}",
                data_key=f"new.name.{seat}",
                data_keep="1",
            )
            plays = select(f"new.who.{seat}", who, self.who[seat], say("new_game.plays", player=self.told_names()[seat]))
            rows.append(block("newseat", _seal(seat), name, plays))
        return block("newseats", *rows, role="group", aria_label=say("new_game.seats"))

    def _screens(self) -> list[tuple[str, str]]:
        say = self.explorer.words
        seen = [(str(seat), say("new_game.sees", player=name)) for seat, name in enumerate(self.told_names())]
        return [(OPEN, say("seat.all")), *seen, (HAND_OVER, say("new_game.hand_over"))]

    def _shuffle(self) -> Svg:
        say = self.explorer.words
        typed = tag(
            "input",
            type="text",
            inputmode="numeric",
            maxlength=len(str(MOST_SHUFFLES)),
            value=self.shuffle,
            data_act="new.shuffle",
            data_key="new.shuffle",
        )
        field = tag("label", span("label", say("new_game.shuffle")), typed, class_="bl-field")
        again = button("new.another", "", say("new_game.another"), "small")
        return Svg(block("newshuffle", field, again) + block("quiet", text(say("new_game.shuffle_about"))))


def policy_words(manifest: Manifest, name: str, lang: str) -> str:
    """Who plays when nobody does, in a pupil's words."""
    return manifest.texts.say("explorer", "policy.any", {"policy": named_policy(name, lang, manifest.texts)}, lang)


def reading_words(manifest: Manifest, name: str, lang: str) -> str:
    """Rules by their title: as the game's texts have it, else as the document's own file does."""
    key = f"reading.{name.replace(':', '.')}"
    if manifest.texts.has("explorer", key, lang):
        return manifest.texts.say("explorer", key, {}, lang)
    document, _, passage = name.partition(":")
    title = manifest.readings[document].title
    return f"{title}: {passage.replace('_', ' ')}" if passage else title


@cache
def _tables(game: Manifest) -> tuple[range, ...]:
    """For how many a game is, under each of its readings."""
    names = reading_names(game.name) if game.has("ruleset") else [DEFAULT]
    return tuple(game.players_under(rules_of(game, name)) for name in names)


def _another() -> str:
    return str(1 + secrets.randbelow(PROPOSED))


def _seal(seat: int) -> Svg:
    return tag("svg", seal(seat, 10, 10, 15), viewBox="0 0 20 20", width=22, height=22, class_="bl-newseal", aria_hidden="true")
