"""What the parts of a picture share: texts that shrink to fit, and groups that can be pressed.

What can be pressed has a target, such as `hand:0:2` (picture.py), and says what it is; it has no role and no place in the order
of the keyboard, for only a live view can give it one.
"""

from __future__ import annotations

from .svg import INK, Svg, cut, group, label, text_width, tip

_LEAST = 8
"""The smallest letters."""


def pressable(x: float, y: float, target: str, words: str, *inside: Svg, rule: str | None = None) -> Svg:
    """A group that can be pressed: its target, what it is in words, and the rule that governs it.

    The words are its title: screen readers take it as the name, and would read a label of the same words a second time.
    """
    return group(x, y, tip(words), *inside, data_target=target, data_rule=rule)


def fit_size(words: str, room: float, size: float, *, bold: bool = False) -> float:
    """The size, or a smaller one in which the words fit their room; never below what can be read."""
    while size > _LEAST and text_width(words, size, bold) > room:
        size -= 0.5
    return max(size, _LEAST)


def snug(
    x: float, y: float, words: str, room: float, size: float, fill: str = INK, *, bold: bool = False, anchor: str = "start"
) -> Svg:
    """A text that fits its room: smaller if it must be, and cut where that is not enough."""
    size = fit_size(words, room, size, bold=bold)
    return label(x, y, cut(words, room, size, bold), size, fill, bold=bold, anchor=anchor)
