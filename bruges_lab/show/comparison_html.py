"""A comparison of two readings as HTML for notebooks: what differs in the rules, how often in play, and where first."""

from __future__ import annotations

from html import escape

from ..analysis.comparing import Comparison
from ..analysis.intervals import Interval
from ..analysis.named import named_policy
from .figures import decimal, percent
from .figures import say as figure_word
from .svg import Svg, tag

_CELL = "padding:2px 12px 2px 0;text-align:left;vertical-align:top"
_MUTED = "opacity:0.75"


def comparison_html(found: Comparison, lang: str = "en") -> str:
    """The whole result; every number is one of the comparison's own."""
    first, second = found.names

    def say(key: str, lang: str, **values: object) -> str:
        return figure_word(key, lang, found.manifest.texts, **values)

    words = say("readings.head", lang, games=len(found), players=found.players, mode=found.mode)
    head = tag("p", tag("b", text(f"{first} / {second}")), text(f" · {words}"))
    rows = [_row(say("readings.field", lang), first, second, head=True)]
    rows += [_row(name, str(a), str(b)) for name, (a, b) in found.fields.items()]
    if not found.fields:
        rows.append(_row(say("readings.no_field", lang), "", ""))
    shares = [_share(say("readings.differ", lang), found.differing, found, lang)]
    if found.mode == "policy":
        shares.append(_share(say("readings.winner", lang), found.winner_changes, found, lang))
        change = ("+" if found.score_change > 0 else "") + decimal(found.score_change, 2, lang)
        plays = named_policy(found.policy, lang, found.manifest.texts)
        shares.append(tag("p", text(say("readings.mean_by", lang, change=change, policy=plays))))
    parts = [head, tag("table", *rows), *shares]
    if found.first_rules:
        parting = [_row(say("readings.rules", lang), say("axis.number_of_games", lang), "", head=True)]
        parting += [_row(rule, str(count), "") for rule, count in found.first_rules.most_common(8)]
        parts.append(tag("table", *parting))
    example = found.example
    if example is not None and example.difference is not None:
        parts.append(tag("p", text(say("readings.example_round", lang, seed=example.seed, round=example.difference.round))))
        events = [(name, e) for name, e in zip(found.names, example.difference[2:], strict=True)]
        lines = [tag("li", tag("b", text(name)), text(f" · {e.text(lang)} [{e.rule}]" if e else " · –")) for name, e in events]
        parts.append(tag("ul", *lines))
    return tag("div", *parts, style="max-width:100%;line-height:1.4")


def text(words: str) -> Svg:
    """Words, escaped."""
    return Svg(escape(words))


def _row(*cells: str, head: bool = False) -> Svg:
    return tag("tr", *(tag("th" if head else "td", text(cell), style=_CELL) for cell in cells))


def _share(name: str, share: Interval, found: Comparison, lang: str) -> Svg:
    """A share as a bar with its interval, and in numbers."""
    width = 160
    low, high, at = (round(width * number, 1) for number in (share.low, share.high, share.share))
    picture = tag(
        "svg",
        tag("rect", x=0, y=4, width=width, height=8, rx=4, fill="currentColor", opacity=0.15),
        tag("rect", x=low, y=6.5, width=max(1, round(high - low, 1)), height=3, fill="currentColor", opacity=0.6),
        tag("circle", cx=at, cy=8, r=4, fill="#0072b2"),
        xmlns="http://www.w3.org/2000/svg",
        width=width + 8,
        height=16,
        viewBox=f"-4 0 {width + 8} 16",
        style="vertical-align:middle",
    )
    ends = {"low": percent(share.low, lang), "high": percent(share.high, lang)}
    interval = figure_word("interval", lang, found.manifest.texts, games=len(found), **ends)
    return tag(
        "p",
        text(f"{name} "),
        picture,
        tag("b", text(f" {percent(share.share, lang)} ")),
        tag("span", text(interval), style=_MUTED),
    )
