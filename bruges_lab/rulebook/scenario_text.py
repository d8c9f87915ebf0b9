"""A scenario as the text of a file, laid out for people: given, when, then, one step or player a line, long lists broken."""

from __future__ import annotations

import json
import re
from typing import Any

_HEAD = "# Written by Bruges Lab. `bruges-lab scenario FILE` plays it and says whether it holds.\n\n[[scenario]]\n"
_BARE = re.compile(r"[A-Za-z0-9_-]+")
_WIDTH = 130
_ALWAYS = ("name", "title", "given")
_BY_LINE = ("players", "when", "then", "piles", "shuffles")
"""Lists that stand with one item a line."""


def scenario_toml(data: dict[str, Any]) -> str:
    """The scenario as TOML. Names and titles are data: whatever is in them stays inside its quotes."""
    order = ("name", "game", "title", "rules", "discrepancies", "given", "when", "then")
    written = [key for key in order if data.get(key) or key in _ALWAYS]
    return _HEAD + "".join(f"{key} = {_value(data[key], key)}\n" for key in written)


def _value(value: object, name: str = "") -> str:
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{_key(key)} = {_value(part, key)}" for key, part in value.items()) + " }" if value else "{}"
    if isinstance(value, list | tuple):
        items = [_value(part) for part in value]
        if name in _BY_LINE and items:
            broken = (
                item.replace("\n", "\n  ") for item in items
            )  # of line breaks there are only ours: in strings they are escaped
            return "[\n" + "".join(f"  {item},\n" for item in broken) + "]"
        row = f"[{', '.join(items)}]"
        return row if len(row) <= _WIDTH else "[\n" + "".join(f"  {line}\n" for line in _filled(items)) + "]"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    return _quoted(str(value))


def _filled(items: list[str]) -> list[str]:
    """As many items a line as fit."""
    lines = [""]
    for item in items:
        if lines[-1] and len(lines[-1]) + len(item) + 4 > _WIDTH:
            lines.append("")
        lines[-1] += f"{' ' if lines[-1] else ''}{item},"
    return lines


def _key(name: str) -> str:
    return name if _BARE.fullmatch(name) else _quoted(name)


def _quoted(words: str) -> str:
    """A basic string: JSON's escapes are TOML's, but for the one control character that JSON leaves as it is."""
    return json.dumps(words, ensure_ascii=False).replace("\x7f", "\\u007F")
