"""Wounds and growth: how a valid input becomes a malformed one, or a huge one. The same stream always does the same damage."""

from __future__ import annotations

import re

from ..kernel.keyed import Stream

LARGEST = 1_000_000
"""So many bytes an input may grow to."""

_JUNK = (
    "",
    "0",
    "-1",
    "99999999999999999999999",
    "null",
    "true",
    '"',
    "'",
    "[",
    "]",
    "{",
    "}",
    "{$x}",
    "\n",
    "\0",
    "\u202e",
    "é",
    "🦢",
    "<script>",
    "../../x",
    "=",
    ":",
    "::",
    "1e999",
    "nan",
    "#",
    "[[rule]]",
    "a" * 500,
    "[" * 300,
)
_MOST_ENTRIES = 50_000
_NUMBERS = (b"0", b"1", b"-1", b"7", b"99", b"65536", b"2147483648", b"9223372036854775807", b"1e9", b"0.5", b"9" * 40)
_NUMBER = re.compile(rb"-?\d+")
_WORD = re.compile(rb'"[^"\n]{0,80}"|[A-Za-z_]{2,}')
_NESTS = (
    (b"[", b"]"),
    (b"(", b")"),
    (b"{", b"}"),
    (b'{"a":', b"}"),
    (b"x = {a=", b"}"),
    (b"a.", b""),
    (b"> ", b""),
    (b"* ", b""),
    (b"<w:p><w:r>", b"</w:r></w:p>"),
    (b"<w:tbl><w:tr><w:tc>", b"</w:tc></w:tr></w:tbl>"),
)


def damage(data: bytes, stream: Stream) -> bytes:
    """An input with one to four wounds, more often few."""
    for _ in range(1 + min(stream.below(4), stream.below(4))):
        data = _wounded(data, stream)
    return data


def _wounded(data: bytes, stream: Stream) -> bytes:
    at = stream.below(len(data) + 1)
    length = stream.below(12)
    wound = stream.below(8)
    if wound == 0:
        return data[:at]
    if wound == 1:
        return data[:at] + data[at + length :]
    if wound == 2:
        return data[:at] + stream.pick(_JUNK).encode("utf-8", "surrogatepass") + data[at:]
    if wound == 3:
        return data[:at] + bytes([stream.below(256)]) + data[at + 1 :]
    if wound == 4:
        return data[:at] + data[at : at + length] * 3 + data[at + length :]
    if wound == 5:
        lines = data.split(b"\n")
        first, second = stream.below(len(lines)), stream.below(len(lines))
        lines[first], lines[second] = lines[second], lines[first]
        return b"\n".join(lines)
    if wound == 6:  # still well formed, so that it gets further in
        return _exchanged(data, at, _NUMBER, stream.pick(_NUMBERS))
    words = _WORD.findall(data, max(0, at - 2000), at + 2000)
    return _exchanged(data, at, _WORD, stream.pick(words) if words else b"x")


def _exchanged(data: bytes, at: int, what: re.Pattern[bytes], new: bytes) -> bytes:
    """The first number or word from here on exchanged for another."""
    found = what.search(data, at) or what.search(data)
    return data if found is None else data[: found.start()] + new + data[found.end() :]


def grow(data: bytes, stream: Stream, largest: int = LARGEST) -> bytes:
    """An input many times as long, or nested many times: large ones are rarer than small ones."""
    size = largest >> stream.below(8)
    at = stream.below(len(data) + 1)
    growth = stream.below(5)
    if growth == 0:  # a slice again and again
        grown = data[at : at + 1 + stream.below(200)] or b"a"
        data = data[:at] + grown * (size // len(grown)) + data[at:]
    elif growth == 1:  # nested, closed or not
        opening, closing = stream.pick(_NESTS)
        depth = size // len(opening + closing)
        data = data[:at] + opening * depth + b"1" + closing * (depth * stream.below(2)) + data[at:]
    elif growth == 2:  # everything in one line, and that line long
        line = data.replace(b"\n", b" ") or b"a "
        data = line * (size // len(line) + 1)
    elif growth == 3:  # many entries, each with a name of its own
        data = _entries(data, size, stream)
    else:  # one long word or number
        at = stream.pick([found.end() - 1 for found in _WORD.finditer(data)][:2000] or [at])
        data = data[:at] + stream.pick([b"a", b"9", b"\xc3\xa9", b" ", b"a ", b"-"]) * size + data[at:]
    return data[:largest]


def _entries(data: bytes, size: int, stream: Stream) -> bytes:
    """The blocks of a file repeated, their first words numbered."""
    blocks = [block for block in re.split(rb"\n(?=\[\[)|\n\n|\n", data) if block.strip()] or [b"a"]
    block, renamed = stream.pick(blocks), 1 + stream.below(2)
    parts = re.split(rb"(?<=[A-Za-z_]{2})(?![A-Za-z_])", block, maxsplit=renamed)
    most = min(_MOST_ENTRIES, size // (len(block) + 8) + 1)
    return b"\n".join([data, *((b"%d" % number).join(parts) for number in range(most))])


def malform(samples: list[bytes], stream: Stream, largest: int = LARGEST) -> bytes:
    """One of the samples, wounded; one in four is grown, and then may be wounded or not."""
    data = stream.pick(samples)
    if stream.below(4):
        return damage(data, stream)
    data = grow(data, stream, max(largest, len(data)))
    return damage(data, stream) if stream.below(2) else data
