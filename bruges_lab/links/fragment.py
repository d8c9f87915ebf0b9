"""The letters of a link: what comes behind the #, checked before anything is unpacked.

`#bl1g-…` is a game as version 1 writes it. The letters are bytes in base64: four of a hash of the rest, so that a letter that was
lost or changed is seen at once, one that says whether the rest is deflated, and the rest. It is unpacked up to a bound.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import re
import zlib

from ..kernel.errors import LabError, SaveError, either, one_line

VERSION = 1
GAME = "g"
TASKS = "t"
ANSWERS = "a"
KINDS = {GAME: "a game", TASKS: "a set of tasks", ANSWERS: "answers to a set of tasks"}
LONGEST = 30_000
"""Letters of a link, the page before it included."""
LARGEST = 200_000
"""Bytes that come out of one."""
_CHECK = 4
_LETTERS = re.compile(r"bl(?P<version>[1-9][0-9]{0,2})(?P<kind>[a-z])-(?P<body>[A-Za-z0-9_-]+)")


def refused(problem: str, field: str = "") -> SaveError:
    """The one line that a link is refused with."""
    return SaveError("link", "", field, problem)


def to_fragment(kind: str, data: bytes, page: str = "") -> str:
    """Bytes as a link to a page; a LabError if it would be longer than is read."""
    squeezed = deflated(data)
    content = b"\1" + squeezed if len(squeezed) < len(data) else b"\0" + data
    body = base64.urlsafe_b64encode(_check(kind, content) + content).decode().rstrip("=")
    link = f"{checked_page(page)}#bl{VERSION}{kind}-{body}"
    if len(link) > LONGEST:
        raise LabError(f"the link would have {len(link):,} characters, and {LONGEST:,} are the most: send it as a file")
    return link


def from_fragment(link: object, wanted: str) -> bytes:
    """The bytes of a link, with or without the page before it; a SaveError says what is wrong."""
    if not isinstance(link, str) or len(link) > LONGEST + 1000:
        raise refused("is not a link of this lab")
    found = _LETTERS.fullmatch("".join(link.rpartition("#")[2].split()))
    if found is None:
        raise refused(f"is not a link of this lab: it has #bl{VERSION}{wanted}- and letters after it")
    if found["version"] != str(VERSION):
        raise refused(f"is of version {found['version']}; this lab reads version {VERSION}")
    if found["kind"] != wanted:
        raise refused(f"is {KINDS.get(found['kind'], 'of a kind that is not known here')}, not {KINDS[wanted]}")
    body = found["body"]
    try:
        data = base64.urlsafe_b64decode(body + "=" * (-len(body) % 4))
    except (binascii.Error, ValueError):
        raise refused("is damaged: letters are missing") from None
    check, content = data[:_CHECK], data[_CHECK:]
    if len(content) < 2 or check != _check(wanted, content) or content[0] > 1:
        raise refused("is damaged: letters are missing or changed")
    return inflated(content[1:], "") if content[0] else content[1:]


def kind_of(link: object) -> str:
    """What a link is of, by its letter; empty if it is none of this lab."""
    found = _LETTERS.match(link.strip().rpartition("#")[2]) if isinstance(link, str) and len(link) <= LONGEST + 1000 else None
    return found["kind"] if found is not None and found["kind"] in KINDS else ""


def checked_page(page: object) -> str:
    """The address that a link leads to: of the web or a file, without a # of its own."""
    if not isinstance(page, str) or len(page) > 500 or re.search(r"[\s#<>\"']", page):
        raise LabError(f"page: an address without spaces, quotes and #, not {one_line(page, 60)!r}")
    if page and not page.startswith(ALLOWED) and ":" in page.split("/")[0]:
        raise LabError(f"page: an address begins with {either(ALLOWED)}, not {one_line(page, 60)!r}")
    return page


ALLOWED = ("https://", "http://", "file://")


def deflated(data: bytes, like: bytes = b"") -> bytes:
    """Bytes made shorter; of `like`, which the reader has too, what they share need not be said."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15, 9, zlib.Z_DEFAULT_STRATEGY, like)
    return packer.compress(data) + packer.flush()


def inflated(data: bytes, field: str, like: bytes = b"") -> bytes:
    """What was made shorter, up to a bound; a SaveError if it is damaged or too large."""
    try:
        unpacker = zlib.decompressobj(-15, like)
        found = unpacker.decompress(data, LARGEST + 1)
    except (zlib.error, ValueError):
        raise refused("is damaged: it cannot be unpacked", field) from None
    if len(found) > LARGEST:
        raise refused(f"unpacks to more than {LARGEST:,} bytes", field)
    if not unpacker.eof or unpacker.unused_data:
        raise refused("is damaged: it is cut short or too long", field)
    return found


def _check(kind: str, content: bytes) -> bytes:
    return hashlib.blake2b(content, digest_size=_CHECK, person=f"bl{VERSION}{kind}".encode()).digest()
