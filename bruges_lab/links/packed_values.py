"""Plain values as few bytes: numbers, words, lists and tables, with the names that both sides know left out.

Small numbers and lengths of lists are a byte each. The names of tables, and words, stand in a list that is made from a position
which writer and reader both have; what is not in it is written out.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..kernel.errors import LabError, one_line
from .fragment import refused

_INTS = 176
"""Numbers below this are a byte."""
_MORE, _NEGATIVE, _FALSE, _TRUE, _NONE, _TEXT, _WORD, _TABLE, _OPEN_TABLE, _LONG_LIST, _LIST = range(_INTS, _INTS + 11)
_LISTS = 256 - _LIST
_DEEPEST = 30
_LONGEST_NUMBER = 10


class Known:
    """What both sides know: words, and the names of tables in their order."""

    def __init__(self, like: object, words: Iterable[str] = ()) -> None:
        self.words: list[str] = []
        self.tables: list[tuple[str, ...]] = []
        self._collect(like)
        self.words = [*dict.fromkeys([*words, *self.words])]
        self.tables = [*dict.fromkeys(self.tables)]
        self.word_numbers = {word: number for number, word in enumerate(self.words)}
        self.table_numbers = {names: number for number, names in enumerate(self.tables)}

    def _collect(self, value: object) -> None:
        if isinstance(value, dict):
            self.tables.append(tuple(value))
            for item in value.values():
                self._collect(item)
        elif isinstance(value, list | tuple):
            for item in value:
                self._collect(item)
        elif isinstance(value, str):
            self.words.append(value)


def to_bytes(value: object, known: Known) -> bytes:
    """A value as bytes; a LabError if it is none that a file could hold."""
    out = bytearray()
    _write(out, value, known)
    return bytes(out)


def _write(out: bytearray, value: object, known: Known) -> None:
    if value is None or isinstance(value, bool):
        out.append(_NONE if value is None else _TRUE if value else _FALSE)
    elif isinstance(value, int):
        if 0 <= value < _INTS:
            out.append(value)
        else:
            out.append(_MORE if value > 0 else _NEGATIVE)
            _number(out, value - _INTS if value > 0 else -value)
    elif isinstance(value, str):
        if (number := known.word_numbers.get(value)) is not None:
            out.append(_WORD)
            _number(out, number)
        else:
            out.append(_TEXT)
            _text(out, value)
    elif isinstance(value, dict):
        if (number := known.table_numbers.get(tuple(value))) is not None:
            out.append(_TABLE)
            _number(out, number)
        else:
            out.append(_OPEN_TABLE)
            _number(out, len(value))
            for name in value:
                _text(out, str(name))
        for item in value.values():
            _write(out, item, known)
    elif isinstance(value, list | tuple):
        if len(value) < _LISTS:
            out.append(_LIST + len(value))
        else:
            out.append(_LONG_LIST)
            _number(out, len(value))
        for item in value:
            _write(out, item, known)
    else:
        raise LabError(f"a link cannot hold {one_line(repr(value), 40)}")


def _number(out: bytearray, number: int) -> None:
    while number >= 128:
        out.append(number & 127 | 128)
        number >>= 7
    out.append(number)


def _text(out: bytearray, text: str) -> None:
    data = text.encode("utf-8", "replace")
    _number(out, len(data))
    out += data


def from_bytes(data: bytes, known: Known) -> object:
    """The value that the bytes stand for, all of them."""
    reading = _Reading(data, known)
    value = reading.value(0)
    if reading.place != len(data):
        raise refused("says more than a position has", "start")
    return value


class _Reading:
    """Reads values from bytes; what does not fit is refused. Each value is a byte at least, so there are no more than bytes."""

    def __init__(self, data: bytes, known: Known) -> None:
        self.data, self.known, self.place = data, known, 0

    def _byte(self) -> int:
        if self.place >= len(self.data):
            raise refused("is cut short", "start")
        self.place += 1
        return self.data[self.place - 1]

    def _number(self) -> int:
        number = 0
        for place in range(_LONGEST_NUMBER):
            byte = self._byte()
            number |= (byte & 127) << 7 * place
            if byte < 128:
                return number
        raise refused("has a number that is too large", "start")

    def _text(self) -> str:
        length = self._number()
        first, self.place = self.place, self.place + length
        if self.place > len(self.data):
            raise refused("is cut short", "start")
        try:
            return self.data[first : self.place].decode()
        except UnicodeDecodeError:
            raise refused("has a text that is none", "start") from None

    def value(self, depth: int) -> object:
        """The value that begins here."""
        if depth > _DEEPEST:
            raise refused("is nested too deeply", "start")
        code = self._byte()
        if code < _INTS:
            return code
        if code >= _LIST:
            return [self.value(depth + 1) for _ in range(code - _LIST)]
        if code in (_FALSE, _TRUE, _NONE):
            return None if code == _NONE else code == _TRUE
        if code == _TEXT:
            return self._text()
        number = self._number()
        if code == _MORE:
            return number + _INTS
        if code == _NEGATIVE:
            return -number
        if code == _LONG_LIST:
            return [self.value(depth + 1) for _ in range(self._few(number))]
        if code == _OPEN_TABLE:
            names: tuple[str, ...] = tuple([self._text() for _ in range(self._few(number))])
        else:
            listed: list[str] | list[tuple[str, ...]] = self.known.words if code == _WORD else self.known.tables
            if number >= len(listed):
                raise refused("names something that this game does not have", "start")
            if code == _WORD:
                return self.known.words[number]
            names = self.known.tables[number]
        return {name: self.value(depth + 1) for name in names}

    def _few(self, number: int) -> int:
        if number > len(self.data):
            raise refused("is cut short", "start")
        return number
