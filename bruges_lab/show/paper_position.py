"""A position in little room on paper: the pieces of the live picture laid out small, whoever matters in full, others on a line.

Colours are the light ones that the pieces fall back on. Nothing on paper can be pressed, so no button stays.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import TYPE_CHECKING, Any

from ..rulebook.seats import seats_in
from .svg import Svg, tag

if TYPE_CHECKING:
    from ..games.manifest import Manifest

_PLACE = re.compile(r'(<(\w+)\b[^>]*\bdata-part="([^"]+)"[^>]*>)(</\2>)')
_BUTTON = re.compile(r"<button\b.*?</button>", re.S)
_PRESSED = re.compile(r' data-(?!seat\b|full\b)[a-z-]+="[^"]*"')
"""What the live picture tells those who press its pieces."""
_OWNED = re.compile(r"seat(\d+)\.(\w+)")

STYLE = """
.on-paper { font: 12px/1.2 system-ui, "Segoe UI", "Noto Sans", "DejaVu Sans", sans-serif; zoom: .6; color: #2b2621;
  print-color-adjust: exact; -webkit-print-color-adjust: exact; }
.on-paper svg { display: block; flex: none; overflow: visible; }
.on-paper .bl-pieces, .on-paper .bl-players { display: flex; flex-direction: column; gap: 5px; }
.on-paper :is(.bl-row, .bl-strip, .bl-summary, .bl-tabletop, .bl-part, .bl-stack, .bl-foot, .bl-thing) {
  display: flex; flex-wrap: wrap; align-items: center; gap: 4px; }
.on-paper svg.bl-thing { display: block; }
.on-paper span.bl-thing { display: inline-flex; flex-wrap: nowrap; }
.on-paper .bl-tight { gap: 1px; }
.on-paper .bl-whole { flex-wrap: nowrap; }
.on-paper .bl-tabletop { gap: 4px 14px; padding: 4px 8px; background: #f3edde; border: 1px solid #ddd3bf; border-radius: 9px; }
.on-paper .bl-stack { gap: 4px 10px; }
.on-paper .bl-chart { gap: 4px; padding: 4px; }
.on-paper svg.bl-map { width: 100%; height: auto; overflow: hidden; }
.on-paper .bl-beside { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 18px; padding: 0 4px; }
.on-paper .bl-term { white-space: nowrap; }
.on-paper .bl-player { border: 1px solid #ddd3bf; border-radius: 9px; padding: 3px 8px; }
.on-paper .bl-player[data-full] { border-color: #6b6153; order: -1; }
.on-paper .bl-full { display: flex; flex-direction: column; gap: 4px; }
.on-paper .bl-player:not([data-full]) > .bl-full, .on-paper .bl-player[data-full] > .bl-summary { display: none; }
.on-paper .bl-foot { display: none; }
.on-paper .bl-strip { gap: 4px 10px; }
.on-paper .bl-part:empty { display: none; }
.on-paper .bl-column { flex-direction: column; align-items: flex-start; gap: 2px; }
.on-paper :is(.bl-name, .bl-strong) { font-size: 15px; font-weight: 700; overflow-wrap: anywhere; }
.on-paper :is(.bl-caption, .bl-soft) { color: #6b6153; font-size: 11.5px; }
.on-paper .bl-banner { background: #d9c48f; padding: 1px 6px; font-weight: 700; font-size: 11.5px; }
.on-paper .bl-value { border: 1px solid #ddd3bf; border-radius: 5px; padding: 3px 7px; font-size: 13px; font-weight: 600; }
.on-paper .bl-unknown { border-style: dashed; color: #6b6153; }
.on-paper .bl-bare > .bl-caption { display: none; }
.on-paper .bl-laid { flex: 1 1 100%; flex-direction: column; align-items: stretch; gap: 3px; }
.on-paper .bl-headline { display: flex; align-items: baseline; gap: 10px; }
.on-paper .bl-stands { display: flex; gap: 4px 10px; align-items: flex-start; }
.on-paper .bl-stand:has(.bl-wraps) { flex: 1 1 0; }
.on-paper .bl-stands .bl-term { white-space: normal; font-size: 11.5px; overflow-wrap: anywhere; }
.on-paper .bl-stands .bl-strong { font-size: 12px; }
.on-paper .bl-counted { border: 1px solid #ddd3bf; border-radius: 12px; padding: 1px 8px; }
"""


def paper_position(manifest: Manifest, state: Any, names: tuple[str, ...], full: Collection[int], lang: str) -> Svg:
    """A position with all hands open; the seats in `full` with everything they have, the others on a line."""
    picture = manifest.picture.parts(state, seats_in(manifest, names, lang), None, lang)

    def filled(found: re.Match[str]) -> str:
        opening, _, part, closing = found.groups()
        owned = _OWNED.fullmatch(part)
        if owned is not None and (int(owned[1]) in full) == (owned[2] == "summary"):
            return opening + closing  # the other form of this player
        return f"{opening}{picture.fragments.get(part, '')}{closing}"

    drawn = _BUTTON.sub("", _PLACE.sub(filled, picture.frame))
    for seat in full:
        drawn = drawn.replace(f'data-seat="{seat}"', f'data-seat="{seat}" data-full="yes"')
    return tag("div", Svg(_PRESSED.sub("", drawn)), class_="on-paper")
