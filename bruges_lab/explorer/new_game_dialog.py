"""The dialog of a new game: which game, how many players, who they are and who plays for them, which shuffle, which rules, and
what the screen shows. It begins with the table as it stands; nothing changes before "Start" is pressed."""

from __future__ import annotations

import re
import secrets
from collections.abc import Mapping
from typing import TYPE_CHECKING

from ..analysis.named import named_policy
from ..games import shelf
from ..games.manifest import Manifest
from ..kernel import LabError
from ..kernel.names import LONGEST_NAME, clean
from ..rulebook.readings import DEFAULT, document_names, module_names, rules_of
from ..rulebook.seats import seats_in
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
    places = ("game", "modules", "players", "seats", "screen", "shuffle", "rules")

    def __init__(self, explorer: Entering) -> None:
        super().__init__(explorer)
        self.game: Manifest = explorer.manifest
        usual = self.game.seat_names(len(explorer.game.names))
        self.names = ["" if name == called else name for name, called in zip(explorer.game.names, usual, strict=True)]
        """What was typed, a seat; empty: called as the game calls that seat."""
        self.who = [name or PERSON for name in explorer.autoplay.seats]
        self.players = len(self.names)
        self.shuffle = _another()
        self.reading = DEFAULT
        self.modules = self._modules_for(self.players)
        """What is added to the game, in the order in which it is offered."""
        self.screen = HAND_OVER if explorer.hand_over else OPEN if explorer.seat is None else str(explorer.seat)

    def acts(self) -> Mapping[str, Act]:
        most = max(self._most(game) for game in shelf.games())
        return {
            "new.game": self._choose_game,
            "new.module": self._choose_module,
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
        self.reading, self.modules = DEFAULT, []
        self._fit_players()

    def _choose_module(self, name: str) -> None:
        """Add a module or leave it out; there are as many players then as the rules allow."""
        chosen = {*self.modules} ^ {name}
        modules = [known for known in self._modules() if known in chosen]
        rules_of(self.game, self._joined(self.reading, modules))  # what cannot be played together changes nothing
        self.modules = modules
        self._fit_players()

    def _choose_players(self, count: str) -> None:
        if count in [str(number) for number in self._counts()]:
            self._seat(int(count))

    def _counts(self) -> range:
        """How many can play by the rules that are chosen."""
        return self.game.players_under(rules_of(self.game, self.ruleset))

    def _most(self, game: Manifest) -> int:
        """More seats than any rules of a game have."""
        rules = [rules_of(game, name) for name in module_names(game.name)] if game.has("ruleset") else []
        return max(game.players.stop, *(game.players_under(one).stop for one in rules), 0)

    def _modules_for(self, players: int) -> list[str]:
        """Nothing, or the first module without which so many cannot play."""
        offered = ([], *([name] for name in self._modules()))
        fitting = (
            some for some in offered if players in self.game.players_under(rules_of(self.game, self._joined(DEFAULT, some)))
        )
        return next(fitting, [])

    def _fit_players(self) -> None:
        counts = self._counts()
        self._seat(min(max(self.players, counts.start), counts.stop - 1))

    @property
    def ruleset(self) -> str:
        """The rules by name: the document chosen and the modules, joined."""
        return self._joined(self.reading, self.modules)

    def _joined(self, reading: str, modules: list[str]) -> str:
        return "+".join([*([] if reading == DEFAULT else [reading]), *modules]) or DEFAULT

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
            rules_of(self.game, self._joined(name, self.modules))
            self.reading = name
            self._fit_players()

    def _readings(self) -> list[str]:
        return document_names(self.game.name) if self.game.has("ruleset") else [DEFAULT]

    def _modules(self) -> list[str]:
        return module_names(self.game.name) if self.game.has("ruleset") else []

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
            ruleset=self.ruleset,
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
        if self._modules():
            parts["modules"] = self._module_row()
        if len(self._readings()) > 1:
            told = [(name, reading_words(self.game, name, self.explorer.lang)) for name in self._readings()]
            parts["rules"] = select("new.reading", told, self.reading, say("new_game.rules"))
        return parts

    def foot(self) -> Svg:
        say = self.explorer.words
        kept = span("quiet", say("new_game.kept"))
        return Svg(kept + button("new.start", "", say("new_game.start"), "main", data_first="1"))

    def _players(self) -> Svg:
        pressed = [(str(count), str(count), count == self.players) for count in self._counts()]
        return self._pressed("new.players", pressed, self.explorer.words("new_game.players"))

    def _module_row(self) -> Svg:
        """What can be added to the game: each is in or out."""
        lang = self.explorer.lang
        pressed = [(name, module_words(self.game, name, lang), name in self.modules) for name in self._modules()]
        return self._pressed("new.module", pressed, self.explorer.words("new_game.modules"))

    def _pressed(self, act: str, offered: list[tuple[str, str, bool]], label: str) -> Svg:
        """Buttons in a row, of which some are pressed."""
        buttons = [button(act, value, words, "count", aria_pressed="true" if on else "false") for value, words, on in offered]
        inside = tag("span", *buttons, class_="bl-counts", role="group", aria_label=label)
        return tag("div", span("label", label), inside, class_="bl-field")

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
    key = f"reading.{name.replace(':', '.').replace('+', '_')}"
    if manifest.texts.has("explorer", key, lang):
        return manifest.texts.say("explorer", key, {}, lang)
    document, _, passage = name.partition(":")
    title = manifest.readings[document].title
    return f"{title}: {passage.replace('_', ' ')}" if passage else title


def module_words(manifest: Manifest, name: str, lang: str) -> str:
    """A module as players call it: as the game's texts have it, else by its name."""
    key = f"module.{name.replace(':', '.')}"
    if manifest.texts.has("explorer", key, lang):
        return manifest.texts.say("explorer", key, {}, lang)
    return name.partition(":")[2].replace("_", " ")


def _another() -> str:
    return str(1 + secrets.randbelow(PROPOSED))


def _seal(seat: int) -> Svg:
    return tag("svg", seal(seat, 10, 10, 15), viewBox="0 0 20 20", width=22, height=22, class_="bl-newseal", aria_hidden="true")
