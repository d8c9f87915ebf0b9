"""The odds of threats: as lines for a terminal, a table for notebooks, and risk curves; in four languages."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from html import escape
from typing import TYPE_CHECKING

from ....rulebook.seats import seats_in
from ....show.figures import decimal, figure, percent, safe, seat_line, seat_name
from ....show.svg import INK, Svg, tag
from ..deck import Deck
from ..manifest import MANIFEST
from ..pictures.colours import FILLS, SYMBOLS
from ..pictures.picture_words import damage_names
from ..play.threat_odds import SeatOdds, ThreatOdds
from ..words import COLOURS, DAMAGES
from .figure_words import say

if TYPE_CHECKING:
    import plotly.graph_objects


def model(found: ThreatOdds, lang: str = "en") -> str:
    """The model in a sentence, and the people it leaves out."""
    words = say("odds.model", lang, odds=str(found.chance_of_threat), plan="planned" if found.plan else "none")
    return f"{words} {left_out(found, lang)}" if found.left_out else words


def left_out(found: ThreatOdds, lang: str) -> str:
    """The people in the displays whose effects the model does not know; a card of another deck by its id."""
    own = Deck.load().by_id
    names = [Deck.load()[person].name[lang] if person in own else person for person in found.left_out]
    return say("odds.left_out", lang, people=", ".join(names))


def amount(damage: str, number: float | Fraction, lang: str) -> str:
    """So much of what damage takes."""
    whole = int(number) == number
    return say(f"loss.{damage}", lang, number=int(number) if whole else decimal(float(number), 2, lang))


def price(found: ThreatOdds, lang: str) -> str:
    """The odds of each price of the next step."""
    listed = [
        say("odds.at", lang, price=say("odds.no_step", lang) if guilders is None else guilders, odds=percent(odds, lang))
        for guilders, odds in found.price.items()
    ]
    return say("odds.price", lang, prices=", ".join(listed))


def _losses(seat: SeatOdds, lang: str) -> str:
    """What is lost on average, of what a seat has today."""
    expected = seat.expected_loss()
    listed = [amount(loss.damage, expected[loss.good], lang) for loss in seat.losses if expected[loss.good]]
    return say("odds.expected_loss", lang, losses=", ".join(listed) or say("odds.nothing", lang))


def odds_text(found: ThreatOdds, lang: str = "en") -> str:
    """Every seat, damage by damage, round by round."""
    lines = [model(found, lang)]
    names = damage_names(lang)
    for seat in found.seats:
        rounds = "".join(f"{say('round', lang, round=round_.number):>12}" for round_ in seat.rounds)
        lines.append(f"\n{_names(found, lang)[seat.seat]:<24}{rounds}   {say('odds.by_then', lang)}")
        for colour, name in enumerate(names):
            row = "".join(f"{percent(round_.damage[colour], lang):>12}" for round_ in seat.rounds)
            lines.append(f"  {name:<22}{row}   {percent(seat.struck[colour][-1], lang)}")
        lines.append(f"  {say('odds.any', lang):<22}" + "".join(f"{percent(r.any_damage, lang):>12}" for r in seat.rounds))
        lines.append(f"  {say('odds.unharmed', lang):<22}" + "".join(f"{percent(odds, lang):>12}" for odds in seat.unharmed))
        lines.append(f"  {_losses(seat, lang)}")
    return "\n".join([*lines, "", price(found, lang)])


def odds_html(found: ThreatOdds, lang: str = "en") -> str:
    """The same as tables."""
    parts = [tag("p", Svg(escape(model(found, lang))))]
    for seat in found.seats:
        parts += [_table(seat, _names(found, lang), lang), tag("p", Svg(escape(_losses(seat, lang))))]
    parts.append(tag("p", Svg(escape(price(found, lang)))))
    return tag("div", *parts, style="max-width:100%")


def _names(found: ThreatOdds, lang: str) -> tuple[str, ...]:
    return seats_in(MANIFEST, tuple(seat.name for seat in found.seats), lang)


def _table(seat: SeatOdds, names: Sequence[str], lang: str) -> Svg:
    cell = "padding:2px 10px 2px 0;text-align:right"
    rounds = [say("round", lang, round=round_.number) for round_ in seat.rounds]
    head = [seat_name(seat.seat, names), *rounds, say("odds.by_then", lang)]
    rows = [tag("tr", *(tag("th", Svg(escape(words)), style=cell) for words in head))]
    listed = [
        (name, *(percent(r.damage[colour], lang) for r in seat.rounds), percent(seat.struck[colour][-1], lang))
        for colour, name in enumerate(damage_names(lang))
    ]
    listed.append(
        (say("odds.any", lang), *(percent(r.any_damage, lang) for r in seat.rounds), percent(1 - seat.unharmed[-1], lang))
    )
    rows += [tag("tr", *(tag("td", Svg(escape(word)), style=cell) for word in words)) for words in listed]
    return tag("table", *rows)


# Risk curves


def odds_figure(found: ThreatOdds, *, lang: str = "en") -> plotly.graph_objects.Figure:
    """For each seat and damage the odds that it has come at least once, round by round."""
    names = damage_names(lang)
    seats = _names(found, lang)
    rounds = [round_.number for round_ in found.seats[0].rounds]
    made = figure(
        say("odds.title", lang, round=rounds[-1]),
        model(found, lang),
        lang=lang,
        height=440,
        columns=len(seats),
        heads=[seat_name(seat.seat, seats) for seat in found.seats],
        grid={"shared_yaxes": True, "horizontal_spacing": 0.03},
    )
    shown: set[int] = set()
    for seat in found.seats:
        for colour in range(len(DAMAGES)):
            struck = seat.struck[colour]
            if not any(struck):
                continue
            made.add_scatter(
                # Curves of equal markers are equal: a little beside each other they can all be seen.
                x=[number + 0.09 * (colour - 2) for number in rounds],
                y=[float(odds) for odds in struck],
                mode="lines+markers",
                name=safe(names[colour]),
                legendgroup=COLOURS[colour],
                legendrank=colour,
                showlegend=colour not in shown,
                line={**seat_line(seat.seat, 1.8), "color": FILLS[colour]},
                marker={"symbol": SYMBOLS[colour], "size": 10, "color": FILLS[colour], "line": {"width": 1, "color": INK}},
                hovertext=[
                    f"<b>{safe(seat_name(seat.seat, seats))} · {safe(names[colour])}: {percent(odds, lang)}</b> ({odds})<br>"
                    f"{safe(say('odds.this_round', lang, round=round_.number, odds=percent(round_.damage[colour], lang)))}"
                    f"<br>[phase2.threat.third] [threat.{DAMAGES[colour]}]"
                    for odds, round_ in zip(struck, seat.rounds, strict=True)
                ],
                hoverinfo="text",
                row=1,
                col=seat.seat + 1,
            )
            shown.add(colour)
    made.update_xaxes(title=say("axis.round", lang), tickmode="array", tickvals=rounds, range=[rounds[0] - 0.4, rounds[-1] + 0.4])
    highest = max((float(odds) for seat in found.seats for struck in seat.struck for odds in struck), default=0.0)
    made.update_yaxes(tickformat=".0%", range=[-0.02 * max(0.1, highest), 1.12 * max(0.1, highest)])
    made.update_yaxes(title=say("axis.odds", lang), col=1)
    return made
