"""The explorer: a view of a game that the notebook owns. A click moves the game, `game.play(…)` in a cell moves the explorer.

Everything it can do has a Python name. Widgets are made once; surfaces get only what has changed. What is shown is made from the
game, the cursor and a few settings, so that a reloaded page shows the same.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from ..games.shelf import Kits
from ..kernel import Game, IllegalChoice, LabError
from ..kernel.errors import one_line
from ..kernel.nodes import Node
from ..kernel.saving import from_bytes, from_text, to_bytes
from ..links.fragment import kind_of
from ..links.linking import from_link
from . import picturing
from .advising import Advising
from .autoplay import Autoplay
from .autosaving import Autosave
from .consulting import Consulting
from .cursor import Cursor
from .entering import Entering
from .keeping import Keeping
from .looking import Moving
from .panels import chance_panel as chancing
from .reach import Anywhere, Reach
from .remembering import Remembering
from .stage import Stage
from .touring import FIRST

LOWEST, HIGHEST = 420, 4000


class Explorer(Remembering, Consulting, Entering):
    """A game to look at, step through, ask and branch.

    `seat` is who looks (None: all hands open); `policies` names who plays a seat by itself; with `hand_over` the screen is
    covered when the turn passes to another person; `hints=False` leaves hints to the teacher; `autosave` names a file that is
    written before anything is shown (any other game is kept with the user's data: `bl.kept_games`); `reach` is what it may read
    and write, in a notebook every file (see reach.py); `height` in pixels makes it lower than the window, which it fills
    otherwise; `tour=False` shows nobody around by itself.
    """

    breathe: Callable[[], object] | None = None
    """Where there are no threads, as in a browser: what long work calls now and then, so that the page hears what is pressed."""

    def __init__(
        self,
        game: Game[Any] | None = None,
        *,
        lang: str = "en",
        seat: int | None = None,
        policies: Sequence[str | None] | None = None,
        hand_over: bool = False,
        hints: bool = True,
        autosave: str | Path | None = None,
        reach: Reach | None = None,
        height: int | None = None,
        tour: bool = True,
    ) -> None:
        if game is None:
            from ..lab import new_game

            game = new_game()
        if not isinstance(game, Game):
            raise LabError(f"game: a game, as new_game, scenario or load give it, not {one_line(repr(game), 40)}")
        self._check_language(lang)
        self.reach: Reach = Anywhere() if reach is None else reach
        self._autosave = None if autosave is None else Autosave(game, autosave, self._lost_file)
        self.lang = lang
        self.hints = hints
        self.hand_over = hand_over
        self.covered_for = None
        self.autoplay = Autoplay(game.manifest, policies, len(game.state.players))
        self.step_by_step = False
        self.theme = ""
        self.refusal = self.hint = self.shown_before = None
        self.advising = Advising(self)
        self.message = self.rule = ""
        self.tour = FIRST if tour else ""
        self.chosen_target = ""
        self.unfolded = set()
        self._earlier = []
        self.cursor = Cursor(game)
        self.seat = self._checked_seat(seat)
        self._stop_watching = game.watch(self._moved)
        self._stage = Stage(self)
        self.keeping = Keeping(self, self.reach.own_games(), game)
        super().__init__(self._stage.layout())
        self.add_class("bl-explorer")
        if height is not None:
            self.layout.height = f"{_checked_height(height)}px"
        if not self.keeping.come_back():
            self._let_policies_play()
        self._cover()
        self.refresh()

    # Choosing

    def choose(self, notation: str) -> None:
        """Make a choice, as a click does; one that may not be made is explained and changes nothing."""
        self._play(lambda: self.game.play(notation))

    def _play(self, play: Callable[[], object]) -> None:
        """Let something be chosen, then go on as far as nobody has to decide."""
        if self.held_back():
            return
        self._forget()
        if self.cursor.inside:
            self.cursor.frame = None
        before, seen = self.game.node, self.state
        try:
            with Moving(self):
                play()
        except IllegalChoice as error:
            self.refusal = error.refusal
            self.rule = error.refusal.rule
            self.refresh()
            return
        if self.step_by_step:
            made = [node for node in self.game.line if node.number > before.number or node.parent is before]
            first = next((node for node in made if node.parent is before), None)
            if first is not None:
                with Moving(self):
                    self.cursor.goto(first)
                self.cursor.frame = 0 if len(self.cursor.frames()) > 1 else None
        else:
            self._let_policies_play()
            self.shown_before = seen
        self._cover()
        self.refresh()

    def why_not(self, notation: str) -> None:
        """Say why a choice may not be made."""
        self.refusal = self.game.why_not(notation)
        if self.refusal is not None:
            self.rule = self.refusal.rule
        self.refresh()

    def ask_hint(self) -> None:
        """Ask what would be good here, and why."""
        if not self.hints:
            raise LabError(self.words("hint.off"))
        self.advising.ask()
        self.refresh()

    def stop_hint(self) -> None:
        """Let the hint be as good as it is."""
        self.advising.stop()
        self.refresh()

    def set_policy(self, seat: int, name: str | None) -> None:
        """Let a policy play a seat, or nobody but the user."""
        seats = [*self.autoplay.seats]
        if not isinstance(seat, int) or isinstance(seat, bool) or not 0 <= seat < len(seats):
            raise LabError(f"there is no seat {one_line(seat, 20)}; seats are 0 to {len(seats) - 1}")
        seats[seat] = name
        self.autoplay.set_seats(seats, len(self.names))
        self._let_policies_play()
        self.refresh()

    # Chance (see panels/chance_panel.py)

    def ask_chance(self, ask: bool) -> None:
        """Whether throws wait for the user, who may roll or set them."""
        chancing.wait(self.game, ask)
        self.refresh()

    def roll(self) -> None:
        """Let chance decide what is waiting for it."""
        pending = self.game.pending
        if pending is None or not pending.is_chance:
            raise LabError(self.words("chance.none"))
        self._play(lambda: self.game.roll(chancing.thrower(self.game)))

    def set_chance(self, notation: str) -> None:
        """Set the outcome of chance: of the step that waits, or of the latest one, on a branch of its own."""
        if self.held_back():
            return
        pending, was = self.game.pending, self.game.node
        if pending is None or not pending.is_chance:
            node = chancing.latest(self.game)
            if node is None or node.parent is None:
                raise LabError(self.words("chance.none"))
            with Moving(self):
                self.cursor.goto(node.parent)
            if (refusal := self.game.why_not(notation)) is not None:
                with Moving(self):
                    self.cursor.goto(was)
                self.refusal = refusal
                self.refresh()
                return
        self.choose(notation)

    def set_draw(self, card: str, pile: str | None = None) -> None:
        """Let a card (its id or name) lie on top of the `first` or `second` pile, in a new game from here on; `back` leads back.

        It must have the back that lies there and be unseen by the seat that looks; without `pile` it is the first that fits.
        """
        self.manifest.chance_extra(self).set_draw(card, pile)

    # Files

    def save(self, path: str | Path = "") -> None:
        """Write the whole game to a file; a page makes its name itself, or keeps a copy where it has no folder to share."""
        if not (self.reach.writes or self.keeping is None or self.keeping.games is None):
            self.keep_copy()
            return
        written = self.reach.write("game", to_bytes(self.game), path)
        self.say_with_file(self.words("file.saved" if self.reach.paths else "kept.shared", file=written.name))

    def save_picture(self, path: str | Path = "", *, replace: bool = False) -> None:
        """Write what the board shows as .svg or .png; without a path under a name that says game, round and step."""
        self.say(self.words("file.saved", file=picturing.write(self, path, replace=replace).name))

    def offer_picture(self, kind: str = "svg") -> None:
        """Let the browser save what the board shows, as `svg` or `png`."""
        name, data, dots = picturing.offer(self, kind)
        if self._stage is not None:
            self._stage.surfaces["board"].offer(name, data, dots=dots)

    def set_theme(self, theme: str) -> None:
        """Wear light or dark colours, or with `auto` those of the notebook, on a page of its own those of the system."""
        self.theme = picturing.checked_theme(theme)
        self.refresh()

    def load(self, path: str | Path) -> None:
        """Open a saved game; a file that is not one changes nothing."""
        self.load_bytes(Path(path).name, self.reach.game(path))

    def load_bytes(self, name: str, data: bytes) -> None:
        """Open a saved game that was handed over."""
        self.look_at(from_bytes(Kits({}), data, one_line(name, 60)))

    def save_scenario(
        self,
        path: str | Path = "",
        name: str | None = None,
        title: str | None = None,
        *,
        since: Node[Any] | int | None = None,
        replace: bool = False,
    ) -> None:
        """Write this position as a scenario; with `since`, an earlier node, what came of the choices from there on."""
        from ..rulebook.writing import name_from, scenario_bytes

        if name is None and path:
            name = name_from(Path(path).stem)
        data = scenario_bytes(self.game, name, title, since=since, lang=self.lang)
        written = self.reach.write("scenario", data, path, replace=replace)
        self.say(self.words("file.saved", file=written.name))

    def open_text(self, text: str) -> None:
        """Open a game from its short text, or from a link."""
        self.look_at(from_link(text) if kind_of(text) else from_text(Kits({}), text))

    def open_scenario(self, name: str) -> None:
        """Open a scenario of the catalogue."""
        from ..lab import scenario

        self.look_at(scenario(self.reach.scenario(name, self.manifest.name), game=self.manifest.name))

    def _lost_file(self) -> None:
        """Another explorer of this process writes the file now."""
        self._autosave = None
        self.say(self.words("file.taken"))


def _checked_height(height: object) -> int:
    if not isinstance(height, int) or not LOWEST <= height <= HIGHEST:
        raise LabError(f"height: {LOWEST} to {HIGHEST} pixels, not {one_line(height, 20)}")
    return height
