"""The odds of threats: as lines for a terminal, a table for notebooks, and risk curves."""

from __future__ import annotations

from fractions import Fraction
from html import escape
from typing import TYPE_CHECKING

from ..analysis.odds import SeatOdds, ThreatOdds
from ..bruges.words import COLOURS, DAMAGES
from .figures import FILLS, SEAT_DASHES, figure, safe
from .svg import Svg, tag

if TYPE_CHECKING:
    import plotly.graph_objects

_SYMBOLS = ("circle", "cross", "diamond", "triangle-up", "star")


def _percent(odds: Fraction) -> str:
    """Short, but never 0 % for what can happen nor 100 % for what need not."""
    if odds in (0, 1):
        return f"{100 * odds} %"
    return f"{min(99.9, max(0.1, 100 * float(odds))):.1f} %"


def odds_text(found: ThreatOdds) -> str:
    """Every seat, damage by damage, round by round."""
    lines = [found.model]
    if found.left_out:
        lines.append(f"left out: {', '.join(found.left_out)}")
    for seat in found.seats:
        rounds = "".join(f"{f'round {round_.number}':>12}" for round_ in seat.rounds)
        lines.append(f"\n{seat.name:<22}{rounds}   at least once by the last round")
        for colour, damage in enumerate(DAMAGES):
            row = "".join(f"{_percent(round_.damage[colour]):>12}" for round_ in seat.rounds)
            lines.append(f"  {damage:<9}{COLOURS[colour]:<11}{row}   {_percent(seat.struck[colour][-1])}")
        lines.append(f"  {'any damage':<20}" + "".join(f"{_percent(r.any_damage):>12}" for r in seat.rounds))
        lines.append(f"  {'no damage so far':<20}" + "".join(f"{_percent(odds):>12}" for odds in seat.unharmed))
        losses = [f"{float(amount):.2f} {good}" for good, amount in seat.expected_loss().items() if amount]
        lines.append(f"  expected loss of today's goods: {', '.join(losses) or 'none'}")
    prices = ", ".join(f"{'none' if price is None else price}: {_percent(odds)}" for price, odds in found.price.items())
    lines.append(f"\nprice of the next step: {prices}")
    return "\n".join(lines)


def odds_html(found: ThreatOdds) -> str:
    """The same as tables."""
    parts = [tag("p", Svg(escape(found.model)))]
    if found.left_out:
        parts.append(tag("p", Svg(escape(f"left out: {', '.join(found.left_out)}"))))
    parts += [_table(seat) for seat in found.seats]
    prices = ", ".join(f"{'no step' if p is None else p}: {_percent(odds)}" for p, odds in found.price.items())
    parts.append(tag("p", Svg(escape(f"price of the next step: {prices}"))))
    return tag("div", *parts, style="max-width:100%")


def _table(seat: SeatOdds) -> Svg:
    cell = "padding:2px 10px 2px 0;text-align:right"
    head = [seat.name, *(f"round {round_.number}" for round_ in seat.rounds), "by then"]
    rows = [tag("tr", *(tag("th", Svg(escape(words)), style=cell) for words in head))]
    for colour, damage in enumerate(DAMAGES):
        words = [f"{damage} ({COLOURS[colour]})", *(_percent(r.damage[colour]) for r in seat.rounds)]
        words.append(_percent(seat.struck[colour][-1]))
        rows.append(tag("tr", *(tag("td", Svg(escape(word)), style=cell) for word in words)))
    return tag("table", *rows)


def odds_figure(found: ThreatOdds, *, lang: str = "en") -> plotly.graph_objects.Figure:
    """For each seat and damage the odds that it has come at least once, round by round."""
    from ..rulebook.telling import own_texts

    names = [own_texts().form("damage", damage, lang) for damage in DAMAGES]
    rounds = [round_.number for round_ in found.seats[0].rounds]
    made = figure("Odds that a damage has come at least once", found.model, height=440)
    for seat in found.seats:
        for colour in range(len(DAMAGES)):
            struck = [float(odds) for odds in seat.struck[colour]]
            if not any(struck):
                continue
            made.add_scatter(
                x=rounds,
                y=struck,
                mode="lines+markers",
                name=f"{safe(seat.name)}: {safe(names[colour])}",
                line={"color": FILLS[colour], "width": 2.5, "dash": SEAT_DASHES[seat.seat % len(SEAT_DASHES)]},
                marker={"symbol": _SYMBOLS[colour], "size": 9, "line": {"width": 1, "color": "#2b2621"}},
                hovertemplate="%{y:.1%}<extra>%{fullData.name}, round %{x}</extra>",
            )
    made.update_xaxes(title="round", dtick=1)
    made.update_yaxes(title="probability", tickformat=".0%", rangemode="tozero")
    return made
