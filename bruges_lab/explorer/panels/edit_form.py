"""The form of the position editor: a row a field, with what is wrong beside the field that is meant; one player at a time.

The rows come from the schema of fields, a control for each kind. A game whose positions are more than its fields derives its own
form (the slot `editor`), with its draft, the order of its rows, and rows of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from ...games.manifest import LAB
from ...kernel import LabError
from ...kernel.errors import one_line
from ...rulebook.field_kinds import Cards, Count, Counts, Flag, Kind, Marks, Numbers, OneSeat, OneWord, Row
from ...rulebook.fields import NOBODY, Field, fields_of
from ...rulebook.seats import SEALS, seats_in
from ...rulebook.wording import FieldWords
from ...show.svg import Svg, tag
from ..editing import Draft
from ..markup import block, button, heading, rule_link, span, text

if TYPE_CHECKING:
    from ...games.manifest import Manifest, Written
    from ...rulebook.texts import Texts


class Open(NamedTuple):
    """What of the form is open: whose fields, which of several things, and what was typed in vain (a message a field)."""

    seat: int = 0
    thing: int | None = None
    refused: dict[str, str] = {}  # noqa: RUF012  # never changed, only replaced


FormAct = Callable[[Any, Open, str], Open | None]
"""What is done with what was typed: it changes a draft, and may open or close something."""


class Form:
    """Draws a draft. `people` is the id of the list of names that fields for cards offer."""

    drafts: type[Draft] = Draft
    """What it draws."""

    def __init__(self, draft: Any, opened: Open, lang: str, people: str) -> None:
        self.draft, self.opened, self.lang, self.people = draft, opened, lang, people
        self.manifest: Manifest = draft.manifest
        self.texts: Texts = self.manifest.texts
        self._told = False

    def say(self, key: str, **values: object) -> str:
        """The explorer's words."""
        return self.texts.say("explorer", key, values, self.lang)

    def label(self, name: str) -> str:
        """What a field is called on the form: as the game's schema says, as the explorer does, or by its name."""
        key = f"edit.{name}"
        known = self.texts.has("explorer", key, self.lang) and not self.texts.variables("explorer", key, self.lang)
        if known and not self.texts.has("field", name, self.lang):
            return self.say(key)
        return FieldWords(self.manifest, self.draft.state, self.draft.names, self.lang).label(name)

    def word(self, kind: str, word: str) -> str:
        """A word of a list (a colour, a section) in the language."""
        try:
            return self.texts.form(kind, word, self.lang)
        except KeyError:
            return word

    def parts(self) -> dict[str, str]:
        """The parts of the form; a fault that belongs to no row that is shown stands above them all."""
        drawn = {"table": self._table(), "seats": self._seats(), "player": self._player(self.opened.seat)}
        fault = self.draft.fault
        above = Svg("") if fault is None or self._told else self._fault()
        return {"fault": str(above), **{name: str(part) for name, part in drawn.items()}}

    # Rows

    def row(self, path: str, label: str, *controls: Svg, also: tuple[str, ...] = ()) -> Svg:
        """A labelled row; what is wrong with its field, or with others that belong to it, stands below it."""
        wrong: list[Svg] = []
        fault = self.draft.fault
        if fault is not None and any(_belongs(fault.field, field) for field in (path, *also)):
            self._told = True
            wrong.append(self._fault())
        refused = [message for field, message in self.opened.refused.items() if _belongs(field, path)]
        wrong += [block("wrong", text(message), role="status") for message in refused]
        label_of = span("editlabel", label)
        return block("editrow" + (" bl-iswrong" if wrong else ""), label_of, block("editcontrols", *controls), *wrong)

    def _fault(self) -> Svg:
        fault = self.draft.fault
        assert fault is not None
        link = [text(" "), rule_link(fault.rule, self.say)] if fault.rule else []
        return block("wrong", text(fault.problem), *link, role="status", data_fault=fault.field)

    def input(self, path: str, act: str, value: object, label: str, kind: str = "numeric") -> Svg:
        """A field that is checked while somebody types. Numbers are typed as text: only there a caret can be put back."""
        return tag(
            "input",
            type="text",
            inputmode=kind,
            value=str(value),
            class_=f"bl-{kind}",
            data_act=f"edit.{act}",
            data_key=f"edit.{path}",
            data_live="1",
            data_keep="1",
            autocomplete="off",
            aria_label=label,
        )

    def card_field(self, act: str, value: str, label: str, **more: str | float | None) -> Svg:
        """A field that offers the names of cards."""
        key = f"edit.{act}"
        return tag(
            "input",
            type="text",
            value=value,
            list=self.people,
            data_act=key,
            data_key=key,
            placeholder=label,
            aria_label=label,
            **more,
        )

    def select(self, name: str, options: list[tuple[str, str]], chosen: str, label: str = "") -> Svg:
        """A list to choose from."""
        listed = [
            tag("option", text(words), value=value, selected="selected" if value == chosen else None) for value, words in options
        ]
        key = f"edit.{name}"
        return tag("select", *listed, data_act=key, data_key=key, aria_label=label or self.label(name))

    def toggled(self, act: str, value: object, words: str, on: bool) -> Svg:
        """Something to give or take with a press."""
        return button(f"edit.{act}", value, words, "toggle", aria_pressed="true" if on else "false")

    def chip(self, act: str, place: int, words: str, fill: str, pressed: bool | None, tip: str | None = None) -> Svg:
        """A card to press."""
        state = None if pressed is None else "true" if pressed else "false"
        return button(act, place, words, "chip", style=f"border-color:{fill}", aria_pressed=state, title=tip)

    # Controls by kind

    def field_row(self, field: Field, seat: int, *, also: tuple[str, ...] = ()) -> Svg:
        """The row of a field: a control for its kind."""
        path = field.name if seat == NOBODY else f"players.{seat}.{field.name}"
        value = (self.draft.given if seat == NOBODY else self.draft.given["players"][seat]).get(field.name)
        return self.row(path, self.label(field.name), *self.controls(field, path, value), also=also)

    def controls(self, field: Field, path: str, value: Any) -> list[Svg]:
        """What a field is changed with."""
        kind, name = field.kind, field.name
        if isinstance(kind, Row):
            return [self.pair(kind, word, path, name, value.get(word, 0)) for word in self.words_of(kind, value)]
        if isinstance(kind, OneSeat):
            return [self.select(name, self.seats(), str(value))]
        if isinstance(kind, OneWord):
            return [self.select(name, [(word, self.word(name, word)) for word in kind.words], value)]
        if isinstance(kind, Marks):
            return [self.toggled(name, word, self.mark_word(kind, word), word in value) for word in kind.words]
        if isinstance(kind, Flag):
            return [self.toggled(name, "", self.label(name), value)]
        if isinstance(kind, Cards):
            chips = [
                self.chip(
                    f"edit.{name}_drop", place, f"{self.card_name(card)} ×", self.card_fill(card), None, self.drop_words(name)
                )
                for place, card in enumerate(value)
            ]
            return [*chips, self.card_field(f"{name}_add", "", self.label(f"{name}_add"))]
        shown = " ".join(map(str, value)) if isinstance(value, list) else "" if value is None else value
        return [self.input(path, name, shown, self.label(name), "text" if isinstance(value, list) else "numeric")]

    def words_of(self, kind: Row, value: Mapping[str, int]) -> tuple[str, ...]:
        """The words of a row that have a place: of some there are fewer than words."""
        return tuple(kind.words) if kind.at_once else tuple(value)

    def pair(self, kind: Row, word: str, path: str, act: str, count: int) -> Svg:
        """A number of a row with the word it is of."""
        typed = self.input(f"{path}.{word}", f"{act}.{word}", count, self.word(kind.variable, word))
        return tag("span", self.word_sign(kind, word), typed, class_="bl-pair")

    def word_sign(self, kind: Row, word: str) -> Svg:
        """What stands before a number of a row."""
        return span("editword", self.word(kind.variable, word))

    def mark_word(self, kind: Marks, word: str) -> str:
        """What stands on a mark."""
        return self.word(kind.variable, word)

    def card_name(self, card: Any) -> str:
        """A card in words."""
        return FieldWords(self.manifest, self.draft.state, self.draft.names, self.lang).card(card)

    def card_fill(self, card: Any) -> str:
        """The colour of a card's frame."""
        return "currentColor"

    def drop_words(self, name: str) -> str | None:
        """What is said of taking a card away."""
        return self.say("edit.hand_drop") if self.texts.has("explorer", "edit.hand_drop", self.lang) else None

    def offered(self) -> list[str]:
        """The names that fields for cards offer."""
        kinds = [field.kind for field in self._fields(0) if isinstance(field.kind, Cards)]
        cards = [str(card) for lying in self.draft.places(self.draft.given) for card in lying] if kinds else []
        return sorted(cards)

    # Table

    def _fields(self, seat: int) -> list[Field]:
        """The fields of a player or the table that can be changed, in the order of the form."""
        known = fields_of(self.manifest).edited(None if seat == NOBODY else seat, self.draft.state)
        return sorted(known, key=self.order)

    def order(self, field: Field) -> int:
        """Which rows stand first; those of one number in the order of the schema."""
        return 0

    def _table(self) -> Svg:
        seats = self.manifest.players_under(self.draft.rules)
        counts = [(str(n), str(n)) for n in range(seats.start, seats.stop)]
        players = self.select("players", counts, str(len(self.draft.given["players"])))
        return block("edittable", self.row("players", self.label("players"), players), *self.table_rows())

    def table_rows(self) -> Iterator[Svg]:
        """The rows of the table, after the number of players."""
        yield from (self.field_row(field, NOBODY) for field in self._fields(NOBODY))
        if "seat" in self.draft.given and self.manifest.has("positions"):
            yield self.seat_row()

    def seat_row(self) -> Svg:
        """Whose turn it is."""
        open_ = self.say("edit.start_player") if "start" in self.draft.given else "–"
        seat = self.draft.given["seat"]
        chosen = "" if seat is None else str(seat)
        return self.row("seat", self.label("seat"), self.select("seat", [("", open_), *self.seats()], chosen))

    def seats(self) -> list[tuple[str, str]]:
        """The players to choose from."""
        return [(str(seat), name) for seat, name in enumerate(self._names())]

    # Players

    def _names(self) -> list[str]:
        known, players = seats_in(self.manifest, self.draft.names, self.lang), self.draft.given["players"]
        usual = (*known, *SEALS[len(known) :])
        return [player["name"] or usual[seat] for seat, player in enumerate(players)]

    def _seats(self) -> Svg:
        """Whose fields are shown; a seat with a fault is marked."""
        fault, names = self.draft.fault, self._names()
        at = fault.field.split(".") if fault is not None else []
        rows = []
        for seat, name in enumerate(names):
            mark = " ⚠" if at[:1] == ["players"] and at[1:2] == [str(seat)] else ""
            is_open = "true" if seat == self.opened.seat else "false"
            words = f"{SEALS[seat]} {name}{mark}"
            rows.append(button("edit.open", seat, words, "tab", role="tab", aria_selected=is_open))
        return tag("div", *rows, role="tablist")

    def _player(self, seat: int) -> Svg:
        path = f"players.{seat}"
        label = self.say("edit.name")
        name = self.row(f"{path}.name", label, self.input(f"{path}.name", "name", self._names()[seat], label, "text"))
        return block("editplayer", name, *self.player_rows(seat))

    def player_rows(self, seat: int) -> Iterator[Svg]:
        """The rows of a player, after the name."""
        yield from (self.field_row(field, seat) for field in self._fields(seat))

    # Acts

    @classmethod
    def acts(cls, manifest: Manifest) -> dict[str, tuple[str, FormAct]]:
        """What can be typed or pressed on the form, by name: where a message about it belongs, and what is done."""
        found: dict[str, tuple[str, FormAct]] = {"players": ("players", _put_players), "seat": ("seat", _put_seat("seat"))}
        schema = fields_of(manifest)
        for field in schema.given(None):
            if field.edited:
                found |= {name: (field.name, act) for name, act in _acts_of(field, NOBODY)}
        found["name"] = ("*.name", _put("name", 0))
        for field in schema.given(0):
            if field.edited:
                found |= {name: (f"*.{field.name}", act) for name, act in _acts_of(field, 0)}
        return found


# Acts of fields


def _put(name: str, seat: int) -> FormAct:
    """Set a number of the table, or of whoever's fields are open."""
    if seat == NOBODY:
        return lambda draft, opened, typed: draft.put(name, typed)
    return lambda draft, opened, typed: draft.put(f"players.{opened.seat}.{name}", typed)


def _put_seat(name: str) -> FormAct:
    return lambda draft, opened, typed: draft.put_seat(name, typed)


def _put_players(draft: Draft, opened: Open, typed: str) -> Open:
    draft.put_players(count(typed))
    return Open(min(opened.seat, len(draft.given["players"]) - 1))


def _acts_of(field: Field, seat: int) -> Iterator[tuple[str, FormAct]]:
    """The acts of a field, by its kind."""
    kind, name = field.kind, field.name

    def whose(opened: Open) -> int:
        return NOBODY if seat == NOBODY else opened.seat

    if isinstance(kind, Row):
        yield from ((f"{name}.{word}", _put(f"{name}.{word}", seat)) for word in kind.words)
    elif isinstance(kind, OneSeat):
        yield name, _put_seat(name)
    elif isinstance(kind, OneWord):
        yield name, lambda draft, opened, typed: draft.put_word(whose(opened), name, typed)
    elif isinstance(kind, Marks):
        yield name, lambda draft, opened, typed: draft.toggle(whose(opened), name, typed)
    elif isinstance(kind, Flag):
        yield name, lambda draft, opened, typed: draft.turn(whose(opened), name)
    elif isinstance(kind, Cards):
        yield f"{name}_add", lambda draft, opened, typed: draft.add_card(whose(opened), name, typed)
        yield f"{name}_drop", lambda draft, opened, typed: draft.drop_card(whose(opened), name, count(typed))
    elif isinstance(kind, Numbers | Counts):
        yield name, lambda draft, opened, typed: draft.put_list(whose(opened), name, typed)
    elif isinstance(kind, Count) or type(kind) is Kind:
        yield name, _put(name, seat)


def count(typed: str) -> int:
    """A place or a number of things, as it was typed."""
    words = typed.strip()
    if not words.isascii() or not words.isdecimal() or len(words) > 6:
        raise LabError(f"{one_line(typed, 20) or '–'} is not a whole number")
    return int(words)


def editor_for(manifest: Manifest, written: Written) -> type[Form]:
    """The form of a game: its own, or the lab's."""
    if not manifest.has("fields"):
        raise manifest.lacks("schema of fields")
    made: type[Form] = Form if written == LAB else manifest.named(str(written))
    return made


def people_html(form: Form, name: str) -> Svg:
    """What fields for cards offer."""
    return tag("datalist", *(tag("option", value=words) for words in form.offered()), id=name)


def section_html(words: str, *inside: Svg) -> Svg:
    """A chapter of the tab."""
    return block("editsection", heading(words), *inside)


def _belongs(field: str, path: str) -> bool:
    """Whether a field is the one of a row, or inside it; a field of one player is not a matter of how many there are."""
    return field == path or (path != "players" and field.startswith(f"{path}."))
