"""The position editor: a form that is checked as one types, a live picture, scenarios to start from, texts and files to share.

The position on the form is a draft of its own; the game is not touched until somebody explores it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from ...kernel import Game, LabError
from ...kernel.nodes import Node
from ...kernel.saving import to_bytes
from ...rulebook.scenarios import Scenario
from ...rulebook.seats import seats_in
from ...rulebook.writing import scenario_bytes
from ..editing import SHORT_TEXT, Data, Draft, scenario_in
from ..inspecting import Inspector
from ..surface import LONGEST_VALUE, Act, Upload
from .edit_form import Form, FormAct, Open, count, people_html
from .scenario_panel import explore_html, game_html, outcome_html, share_html, start_html

if TYPE_CHECKING:
    from ..explorer import Explorer
    from ..stage import Stage

_SECTIONS = {
    "explore": "explore",
    "share": "share",
    **dict.fromkeys(("path", "save", "load", "upload", "fetch", "replace_game", "keep"), "game"),
    **dict.fromkeys(
        ("scenario_path", "scenario_name", "title", "steps", "save_scenario", "fetch_scenario", "replace_scenario"), "scenario"
    ),
}
"""Where it is said that an act went wrong; the others belong to `start`."""
_FRAME = (
    '<div data-part="edit-start"></div><div class="bl-editor"><div class="bl-editform">'
    + "".join(f'<div data-part="edit-{name}"></div>' for name in ("fault", "table", "seats", "player"))
    + '</div><div class="bl-editside"><div data-part="edit-explore"></div>'
    '<div class="bl-preview" data-part="edit-picture"></div></div></div><div class="bl-editfiles">'
    + "".join(f'<div data-part="edit-{name}"></div>' for name in ("share", "game", "scenario"))
    + '</div><div data-part="edit-people"></div>'
)
"""The form beside its picture; what can be kept and shared stands below. It never changes, so a form keeps its place."""


class Editing(Inspector):
    """A position to change, to explore and to keep."""

    name = "edit"
    wide = True

    def __init__(self, explorer: Explorer, stage: Stage) -> None:
        self.draft: Draft | None = None
        """What the form shows; made of the game when the tab is first drawn."""
        self.opened = Open()
        self.search = self.pasted = self.shared = ""
        self.path = self.scenario_path = self.scenario_name = self.title = ""
        self.steps = 1
        """How many of the latest steps a saved scenario tells."""
        self.replacing = ""
        """What waits for somebody to say that a file may be replaced: `game`, `scenario` or nothing."""
        super().__init__(explorer, stage)

    def where(self) -> tuple[object, ...]:
        """The draft belongs to who looks, not to a game."""
        return (self.explorer.seat,)

    def forget(self) -> None:
        self.draft, self.opened, self.shared = None, Open(), ""

    # Acts

    def acts(self) -> Mapping[str, Act]:
        plain: dict[str, Callable[[str], None]] = {
            "from_here": lambda _: self.start_here(),
            "from_empty": lambda _: self._begin(self._empty()),
            "from": lambda name: self._begin(self.editor.drafts.of_scenario(self._scenario_named(name), self._game)),
            "search": lambda words: self._set(search=words[:80]),
            "paste": lambda words: self._set(pasted=words),
            "read": lambda _: self._begin(self.editor.drafts.of_text(self._pasted(), self._game)),
            "open_text": lambda _: self._open_text(),
            "explore": lambda _: self.explore(),
            "share": self._share,
            "path": partial(self._set_path, "path"),
            "scenario_path": partial(self._set_path, "scenario_path"),
            "scenario_name": lambda words: self._set(scenario_name=words),
            "title": lambda words: self._set(title=words),
            "save": lambda _: self._save("game"),
            "save_scenario": lambda _: self._save("scenario"),
            "replace_game": lambda _: self._save("game", replace=self.replacing == "game"),
            "replace_scenario": lambda _: self._save("scenario", replace=self.replacing == "scenario"),
            "keep": lambda _: self._set(replacing=""),
            "load": self._load,
            "fetch": lambda _: self.page.offer("game.json", to_bytes(self._seen_game())),
            "fetch_scenario": lambda _: self.page.offer("scenario.toml", self._scenario()),
            "steps": self._count_steps,
            "open": lambda seat: self._open(count(seat)),
        }
        fields = self.editor.acts(self.explorer.game.manifest)
        acts = {f"edit.{name}": self._guarded(act, f"@{_SECTIONS.get(name, 'start')}") for name, act in plain.items()}
        acts |= {f"edit.{name}": self._guarded(partial(self._typed, act), path) for name, (path, act) in fields.items()}
        return {**acts, "target": lambda _: None}  # the picture here is only to look at

    def uploads(self) -> Mapping[str, Upload]:
        def taken(name: str, data: bytes) -> None:
            self._guarded(lambda _: self.explorer.load_bytes(name, data), "@game")("")

        return {"edit.upload": taken}

    def _typed(self, act: FormAct, typed: str) -> None:
        """What was typed or pressed on the form."""
        opened = act(self.current, self.opened, typed)
        if opened is not None:
            self.opened = opened

    def _guarded(self, act: Callable[[str], None], path: str) -> Act:
        """An act that never fails: what is wrong is said beside the field or section, and nothing is half done.

        A page tells again what was typed when its field is left, perhaps after a button was pressed: what changes nothing takes
        no message away.
        """

        def done(value: str) -> None:
            before, said, refused = self._standing(), self.explorer.message, self.opened.refused
            at = path.replace("*", f"players.{self.opened.seat}")
            self._refuse({})
            self.explorer.message = ""
            try:
                act(value)
            except Exception as error:
                known = isinstance(error, LabError)
                if known:
                    self._refuse({at: str(error)})
                if path.startswith("@") or not known:
                    self.explorer.failed(error)
            else:
                if self._standing() == before and not self.explorer.message:
                    self._refuse({field: message for field, message in refused.items() if field != at})
                    self.explorer.message = said
            if said and not self.explorer.message:
                self.explorer.refresh()
            if self.stage.tab == self.name:
                self.again()

        return done

    def _standing(self) -> tuple[object, ...]:
        """Everything that an act can change."""
        given = None if self.draft is None else id(self.draft.given)
        texts = (self.search, self.pasted, self.shared, self.path, self.scenario_path, self.scenario_name, self.title)
        return (given, self.opened.seat, self.opened.thing, self.steps, self.replacing, *texts)

    def _refuse(self, refused: dict[str, str]) -> None:
        self.opened = self.opened._replace(refused=refused)

    def _set(self, **settings: str) -> None:
        for name, value in settings.items():
            setattr(self, name, value)

    def _set_path(self, name: str, path: str) -> None:
        if path != getattr(self, name):
            self._set(**{name: path}, replacing="")

    @property
    def editor(self) -> type[Form]:
        """The form of the game that is looked at."""
        found: type[Form] = self.explorer.game.manifest.editor
        return found

    @property
    def _game(self) -> str:
        """The name of the game that is looked at."""
        name: str = self.explorer.game.manifest.name
        return name

    def _empty(self) -> Draft:
        return self.editor.drafts.empty(len(self.explorer.names), self._game)

    def _scenario_named(self, name: str) -> str:
        return self.explorer.reach.scenario(name, self._game)

    @property
    def current(self) -> Draft:
        """What is edited: at first the position of the game, if all of it may be seen."""
        if self.draft is None:
            try:
                self.draft = self.editor.drafts.of_game(self._seen_game())
            except LabError:
                self.draft = self._empty()
        return self.draft

    def _seen_game(self) -> Game[Any]:
        """The game, if all of it may be seen."""
        if self.explorer.seat is not None:
            raise LabError(self.explorer.words("edit.hidden"))
        return self.explorer.game

    # Where to start

    def start_here(self) -> None:
        """Edit the position of the game."""
        self._begin(self.editor.drafts.of_game(self._seen_game()))

    def _begin(self, draft: Draft) -> None:
        self.draft, self.opened = draft, Open()

    def _pasted(self) -> str:
        if not self.pasted.strip():
            raise LabError(self.explorer.words("edit.paste_first", most=LONGEST_VALUE))
        if not self.pasted.strip().startswith(SHORT_TEXT):
            self.explorer.reach.scenario(scenario_in(self.pasted), self._game)
        return self.pasted

    def _open_text(self) -> None:
        """Open what was pasted as a game of its own."""
        words = self._pasted()
        if words.strip().startswith(SHORT_TEXT):
            self.explorer.open_text(words)
        else:
            self.explorer.look_at(Scenario.read(_of_game(scenario_in(words), self._game)).game())

    def explore(self) -> None:
        """Look at the edited position in the explorer."""
        fault = self.current.fault
        if fault is not None:
            raise LabError(fault.problem)
        self.explorer.look_at(self.current.game())
        self.explorer.select("decide")

    # Fields

    def _open(self, seat: int) -> None:
        if 0 <= seat < len(self.current.given["players"]):
            self.opened = Open(seat)

    # Texts and files

    def _share(self, what: str) -> None:
        game = self._seen_game() if what == "game" else self.current.game()
        self.shared = game.to_text()

    def _count_steps(self, typed: str) -> None:
        self.steps = max(0, min(count(typed), len(self.explorer.game.line) - 1))

    def _save(self, what: str, *, replace: bool = False) -> None:
        """Write the game or a scenario; a file that is there is replaced only after a second word."""
        path = self._file(self.path if what == "game" else self.scenario_path)
        self.replacing = ""
        if not replace and self.explorer.reach.is_there(path):
            self.replacing = what
            return
        if what == "game":
            self.explorer.save(path)
        elif what == "scenario":
            named, title = self.scenario_name or None, self.title or None
            self.explorer.save_scenario(path, named, title, since=self._since(), replace=replace)

    def _since(self) -> Node[Any]:
        line = self._seen_game().line
        return line[max(0, len(line) - 1 - self.steps)]

    def _scenario(self) -> bytes:
        named, title = self.scenario_name or None, self.title or None
        return scenario_bytes(self.explorer.game, named, title, since=self._since(), lang=self.explorer.lang)

    def _load(self, name: str) -> None:
        """The file that was typed, or on a page one of those it offers."""
        self.explorer.load(self._file(self.path) if self.explorer.reach.paths else name)

    def _file(self, typed: str) -> str:
        """What was typed; a page makes its names itself, whatever it is told."""
        if not self.explorer.reach.paths:
            return ""
        if not typed.strip():
            raise LabError(self.explorer.words("edit.no_path"))
        return typed.strip()

    # Drawing

    def look(self) -> None:
        lang, draft = self.explorer.lang, self.current
        picture = draft.manifest.picture.parts(draft.state, seats_in(draft.manifest, draft.names, lang), None, lang)
        people = f"bl-people-{self.page.model_id}"
        form = self.editor(draft, self.opened, lang, people)
        parts = {
            "edit-start": str(start_html(self)),
            **{f"edit-{name}": part for name, part in form.parts().items()},
            "edit-explore": str(explore_html(self)),
            "edit-share": str(share_html(self)),
            "edit-game": str(game_html(self)),
            "edit-scenario": str(outcome_html(self)),
            "edit-people": str(people_html(form, people)),
            "edit-picture": picture.frame,
            **picture.fragments,
        }
        if self.page.parts.get("edit-picture") != picture.frame:
            for name in picture.fragments:  # a new frame is empty: everything in it is new
                self.page.parts.pop(name, None)
        self.page.label = self.explorer.words("tab.edit")
        self.page.show(parts, _FRAME)


def _of_game(data: Data, game: str) -> Data:
    """A pasted scenario; one that names no game is of the game that is looked at."""
    return {"game": game, **data}
