"""A card as files give it, before it is checked: whole, as a row of a table, or only what is different from the lab's own."""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType

InLanguages = dict[Literal["en", "de", "fr", "it"], str]
When = Literal["arrow", "worker", "infinity", "laurel"]


class CardRecord(msgspec.Struct, forbid_unknown_fields=True):
    """A card as a file gives it."""

    id: str
    name: InLanguages
    group: str
    colour: str
    price: int
    when: When | None = None
    worker: str | None = None
    numbers: dict[str, int] = {}
    text: InLanguages = {}
    effect: list[dict[str, str | int]] = []
    rule: str | None = None
    witness: dict[str, str] = {}


class ChangeRecord(msgspec.Struct, forbid_unknown_fields=True):
    """What is different on a card of the lab's own. A field that is given replaces the whole of it, all languages of a text."""

    id: str
    name: InLanguages | UnsetType = UNSET
    group: str | UnsetType = UNSET
    colour: str | UnsetType = UNSET
    price: int | UnsetType = UNSET
    points: int | UnsetType = UNSET
    """A third of the price unless it is said here."""
    when: When | UnsetType | None = UNSET
    worker: str | UnsetType | None = UNSET
    numbers: dict[str, int] | UnsetType = UNSET
    text: InLanguages | UnsetType = UNSET
    effect: list[dict[str, str | int]] | UnsetType = UNSET
    rule: str | UnsetType | None = UNSET
    witness: dict[str, str] = {}


class ChangedRecord(CardRecord):
    """A card of the lab's own with changes; `points` if they are not a third of the price."""

    points: int | None = None


class RowRecord(CardRecord):
    """A card as a row of a table gives it."""

    line: int = 0


FIELDS = frozenset(
    {"name_en", "name_de", "name_fr", "name_it", "group", "colour", "price", "points"}
    | {"when", "worker", "numbers", "text", "effect"}
)
"""What a witness can speak of."""
