"""A position as a plain table, for a game that draws none: what lies on the table, then a panel per seat, field by field.

What a seat may not know is whatever the kit's own mask takes away: those values are drawn as backs.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from ..rulebook.fields import NOBODY
from ..rulebook.seats import clean, seats_in
from ..rulebook.wording import FieldWords
from .marks import snug
from .picture import About, Parts, Picture, Targets, sheet
from .plain_pieces import EMPTY, Row, Value, pieces
from .svg import CARD, INK, LINE, MUTED, PALE, PANEL, PAPER, Svg, cut, group, label, path, rect, seal, text_width

if TYPE_CHECKING:
    from ..games.manifest import Manifest

WIDTH, MARGIN, PAD = 700, 12, 14
NAMES, ROW = 110, 30
"""The width of the names of fields, and the height of a line of values."""
_COLUMN = (WIDTH - 2 * MARGIN) / 2
_ROOM = WIDTH - 2 * MARGIN - NAMES - PAD
"""Fields stand in two columns; one that holds more than fits gets the whole width."""
_SCALE = 1.2
_BAR = 42


def plain_picture(manifest: Manifest) -> Picture:
    """The plain table of a game."""
    drawer = _Drawer(manifest)
    return Picture(drawer.parts, drawer.whole, drawer.situation)


def plain_targets(manifest: Manifest) -> Targets:
    """What the plain table tells of each field. No choice is seen on it: a schema does not say where choices pick from."""
    drawer = _Drawer(manifest)
    return Targets(lambda state, choice: (), lambda state, seat, target: [], drawer.about, drawer.values)


# What is drawn


def rows_of(manifest: Manifest, real: Any, seen: Any, seat: int | None) -> Iterator[Row]:
    """The fields of a seat or of the table that a game's schema shows, with what they hold; what the mask has changed is unknown.

    Of a game without a schema it is every field of the position.
    """
    if manifest.has("fields"):
        at = NOBODY if seat is None else seat
        for field in manifest.fields.shown(seat, seen):
            held = field.value(seen, at)
            yield _row(field.name, field.value(real, at), held, field.rule or "")
        return
    here, there = (real, seen) if seat is None else (real.players[seat], seen.players[seat])
    fields = real.position_fields()[2:] if seat is None else here.__struct_fields__
    for name in fields:
        yield _row(name, getattr(here, name), getattr(there, name), "")


def _row(name: str, real: Any, seen: Any, rule: str) -> Row:
    number = seen if isinstance(seen, int) and not isinstance(seen, bool) and seen == real else None
    return Row(name, tuple(_values(real, seen)), name, rule, number)


def _values(real: Any, seen: Any) -> Iterator[Value]:
    if not isinstance(seen, tuple | list):
        yield Value(_words(seen), seen == real)
        return
    alike = isinstance(real, tuple | list) and len(real) == len(seen)
    for place, value in enumerate(seen):
        yield Value(_words(value), alike and value == real[place])


def _words(value: object) -> str:
    if isinstance(value, msgspec.Struct):
        value = msgspec.structs.astuple(value)
    if isinstance(value, tuple | list):
        return " ".join(map(_words, value)) or EMPTY
    return clean(str(value))


# How


class _Chip(NamedTuple):
    """A value on a small card; a back where it is not known."""

    words: str
    known: bool

    @property
    def width(self) -> float:
        return max(24.0, text_width(self.words, 12, True) + 14) if self.known else 24.0

    def drawn(self) -> Svg:
        if not self.known:
            back = rect(0.5, 2.5, 23, 23, PALE, 5, stroke=MUTED, stroke_dasharray="3 2")
            return Svg(back + label(12, 18.5, "?", 12, MUTED, bold=True, anchor="middle"))
        front = rect(0.5, 2.5, self.width - 1, 23, CARD, 5, stroke=LINE)
        return Svg(front + label(self.width / 2, 18.5, self.words, 12, INK, bold=True, anchor="middle"))


class _Panel(NamedTuple):
    inside: Svg
    height: float


class _Drawing(NamedTuple):
    parts: dict[str, Svg]
    heights: dict[str, float]
    seat: int | None
    title: str


class _Drawer:
    """Draws the positions of one game."""

    def __init__(self, manifest: Manifest) -> None:
        self._manifest = manifest
        self._kit = manifest.kit()

    def parts(self, state: Any, names: tuple[str, ...] = (), seat: int | None = None, lang: str = "en") -> Parts:
        seen = state if seat is None else self._kit.mask(state, seat)
        called = _called(self._manifest, state, names, lang)
        seats = [(name, self._rows(state, seen, one, lang)) for one, name in enumerate(called)]

        def say(key: str, **values: object) -> str:
            return self._say(key, lang, **values)

        return pieces([self._manifest.called(lang)], self._rows(state, seen, None, lang), seats, seat, say)

    def about(self, state: Any, names: tuple[str, ...], seat: int | None, target: str, lang: str) -> About | None:
        """A field by what it is called and what it holds; a seat by its name."""
        kind, _, rest = target.partition(":")
        whose, _, name = rest.partition(":")
        called = _called(self._manifest, state, names, lang)
        one = int(whose) if whose.isdecimal() and int(whose) < len(called) else None
        if kind == "seat" and one is not None:
            return About(called[one])
        if kind != "field" or (one is None and whose != "table"):
            return None
        seen = state if seat is None else self._kit.mask(state, seat)
        row = next((row for row in self._rows(state, seen, one, lang) if row.name == name), None)
        if row is None:
            return None
        return About(f"{row.label}: {row.told}", "" if one is None else called[one], self._rule(row.rule, lang), row.rule)

    def values(self, state: Any, seat: int | None) -> dict[str, int | str]:
        """What each field holds, as the seat may know it: the number it is, or its values in words."""
        seen = state if seat is None else self._kit.mask(state, seat)
        found: dict[str, int | str] = {}
        for one in (None, *range(len(state.players))):
            for row in rows_of(self._manifest, state, seen, one):
                found[f"field:{'table' if one is None else one}:{row.name}"] = row.told if row.number is None else row.number
        return found

    def _rule(self, rule: str, lang: str) -> str:
        known = self._manifest.has("catalogue") and rule in self._manifest.catalogue
        return self._manifest.catalogue[rule].text(lang) if known else ""

    def whole(self, state: Any, names: tuple[str, ...] = (), seat: int | None = None, lang: str = "en") -> str:
        drawing = self._draw(state, names, seat, lang)
        return _svg(drawing, drawing.parts, role="img", label=drawing.title)

    def situation(self, state: Any, lang: str = "en") -> list[str]:
        chapter = self._kit.chapter(state)
        return [self._say("timeline.round", lang, round=chapter)] if chapter else []

    def _say(self, key: str, lang: str, **values: object) -> str:
        return self._manifest.texts.say("explorer", key, values, lang)

    def _draw(self, state: Any, names: tuple[str, ...], seat: int | None, lang: str) -> _Drawing:
        seen = state if seat is None else self._kit.mask(state, seat)
        called = _called(self._manifest, state, names, lang)
        panels = {"table": _panel(self._rows(state, seen, None, lang), None, "")}
        for one, name in enumerate(called):
            panels[f"seat{one}"] = _panel(self._rows(state, seen, one, lang), one, name)
        said = [self._manifest.called(lang), *self.situation(state, lang)]
        view = self._say("seat.all", lang) if seat is None else self._say("seat.of", lang, player=called[seat])
        title = ": ".join([said[0], ", ".join(said[1:])]) if said[1:] else said[0]
        words = [title, *(f"{name}: {_told(self._rows(state, seen, one, lang))}" for one, name in enumerate(called))]
        parts = {"title": Svg(escape(title)), "desc": Svg(escape(". ".join(words))), "bar": _bar(said, view)}
        parts |= {name: panel.inside for name, panel in panels.items()}
        return _Drawing(parts, {name: panel.height for name, panel in panels.items()}, seat, title)

    def _rows(self, state: Any, seen: Any, seat: int | None, lang: str) -> list[Row]:
        """The fields by the names that the game's texts have for them."""
        words = FieldWords(self._manifest, seen, (), lang)
        return [row._replace(label=words.label(row.name)) for row in rows_of(self._manifest, state, seen, seat)]


def _called(manifest: Manifest, state: Any, names: tuple[str, ...], lang: str) -> list[str]:
    """The players' names in a language; who has none is called by the seat."""
    usual = manifest.seat_names(len(state.players))
    return [clean(name) for name in seats_in(manifest, (*names, *usual[len(names) :]), lang)]


def _told(rows: list[Row]) -> str:
    """A seat in words, for those who do not see the picture: as the one who looks knows it."""
    return ", ".join(f"{row.label} {row.told}" for row in rows)


def _bar(said: list[str], view: str) -> Svg:
    """The dark bar: the game, where it stands, and whose view this is."""
    x, pills = 18 + text_width(said[0], 15, True) + 14, []
    for words in said[1:]:
        width = text_width(words, 11.5) + 20
        middle = label(width / 2, 15, words, 11.5, PAPER, anchor="middle")
        pills.append(group(x, 10, rect(0, 0, width, 22, "#4a433a", 11), middle))
        x += width + 7
    return Svg(
        path(f"M0 {_BAR}V12Q0 0 12 0H{WIDTH - 12}Q{WIDTH} 0 {WIDTH} 12V{_BAR}Z", INK)
        + label(18, 26.5, said[0], 15, PAPER, bold=True)
        + "".join(pills)
        + label(WIDTH - 18, 26, cut(view, WIDTH - 18 - x, 11), 11, "#d9cfbd", anchor="end")
    )


def _panel(rows: list[Row], seat: int | None, name: str) -> _Panel:
    """Fields one below the other, the name of the seat above them."""
    drawn, y = [], 8.0
    if seat is not None:
        drawn += [seal(seat, PAD + 6, 19, 13), snug(PAD + 20, 24, name, WIDTH - 2 * MARGIN - PAD - 34, 14, bold=True)]
        y = 36.0
    x = 0.0
    for row in rows:
        chips = [_Chip(cut(value.words, _ROOM - 24, 12, True), value.known) for value in row.values]
        wide = sum(chip.width + 6 for chip in chips) > _COLUMN - NAMES
        if wide and x:
            x, y = 0.0, y + ROW
        lines = _lines(chips, _ROOM if wide else _COLUMN - NAMES)
        drawn.append(snug(x + PAD, y + 18, row.label, NAMES - PAD - 8, 11, MUTED))
        for number, line in enumerate(lines):
            drawn += [group(x + NAMES + at, y + number * ROW, chip.drawn()) for at, chip in line]
        if not chips:
            drawn.append(label(x + NAMES + 2, y + 18, EMPTY, 12, MUTED))
        if wide or x:
            x, y = 0.0, y + max(1, len(lines)) * ROW
        else:
            x = _COLUMN
    return _Panel(Svg("".join(drawn)), y + (ROW if x else 0) + 6)


def _lines(chips: list[_Chip], room: float) -> list[list[tuple[float, _Chip]]]:
    """Chips side by side, in as many lines as they need, each with its place in the line."""
    lines: list[list[tuple[float, _Chip]]] = []
    at = room
    for chip in chips:
        if at and at + chip.width > room:
            lines.append([])
            at = 0.0
        lines[-1].append((at, chip))
        at += chip.width + 6
    return lines


def _svg(drawing: _Drawing, parts: dict[str, Svg], *, role: str, label: str) -> str:
    """The frame, with these parts in their places."""

    def place(name: str, x: float = 0, y: float = 0) -> Svg:
        return group(x, y, *filter(None, [parts.get(name)]), data_part=name)

    inside, y = [place("bar")], _BAR + 10.0
    for name, height in drawing.heights.items():
        own = name == f"seat{drawing.seat}"
        edge, width = (INK, 2) if own else (LINE, 1)
        back = rect(0.5, 0.5, WIDTH - 2 * MARGIN - 1, height - 1, PAPER if own else PANEL, 10, stroke=edge, stroke_width=width)
        inside.append(group(MARGIN, y, back, place(name)))
        y += height + 10
    return sheet(parts, inside, WIDTH, y, scale=_SCALE, role=role, label=label)
