"""Hidden corruption: in lines, and as bars of what each seat's tokens may add up to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....rulebook.seats import names_in
from ....show.figures import SEAT_COLOURS, SEAT_PATTERNS, SEATS, decimal, figure, percent, safe, seat_name
from ....show.svg import PAPER
from ..play.corruption_odds import CorruptionOdds, SeatCorruption
from .figure_words import listed, number, odds, say

if TYPE_CHECKING:
    import plotly.graph_objects

RULES = ("burdigala.final.corruption", "burdigala.final.corruption.most", "burdigala.final.corruption.tie")


def headline(found: CorruptionOdds, lang: str) -> str:
    """Who is the most corrupt, or most likely so."""
    names = names_in(found, lang)
    highest = max(seat.now.most for seat in found.seats)
    leading = [names[seat.seat] for seat in found.seats if seat.now.most == highest]
    if not highest:
        return say("corruption.nobody", lang)
    if highest == 1:
        return say("corruption.certain", lang, names=", ".join(leading), count=len(leading))
    return say("corruption.likely", lang, names=", ".join(leading), count=len(leading), odds=odds(highest, lang))


def remarks(found: CorruptionOdds, lang: str) -> list[str]:
    """When, through whose eyes, and the model."""
    names = names_in(found, lang)
    told = [say("corruption.when", lang, points=found.most_points)]
    if found.seat is None:
        told.append(say("corruption.open", lang))
    else:
        told.append(say("corruption.seen", lang, name=names[found.seat]))
    if any(seat.floored for seat in found.seats):
        told.append(say("corruption.floor", lang))
    return told


def price_words(found: CorruptionOdds, one: SeatCorruption, lang: str) -> str:
    """What one more token would cost a seat on the average; nothing where it is not known or there is none."""
    if one.one_more is None or one.price is None:
        return ""
    before, after = percent(one.now.most, lang), percent(one.one_more.most, lang)
    name = names_in(found, lang)[one.seat]
    return say("corruption.more", lang, name=name, points=decimal(float(one.price), 2, lang), before=before, after=after)


def known_words(one: SeatCorruption) -> str:
    """The tokens of a seat: values that are known, and how many are not."""
    shown = [*map(str, one.known), *["?"] * one.hidden]
    return " ".join(shown) or "–"


def corruption_text(found: CorruptionOdds, lang: str = "en") -> str:
    """Seat by seat: tokens, mean sum, odds to be the most corrupt, mean loss; then the next token."""
    names = names_in(found, lang)
    lines = [headline(found, lang), *remarks(found, lang), ""]
    lines += [
        f"{seat_name(one.seat, names):<14} {known_words(one):<20} "
        f"{say('corruption.sum', lang)} {number(one.now.expected_sum, lang)}, "
        f"{say('corruption.most', lang)} {odds(one.now.most, lang)}, "
        f"{say('corruption.loss', lang)} {number(one.now.expected_loss, lang)}"
        for one in found.seats
    ]
    lines += [words for one in found.seats if (words := price_words(found, one, lang))]
    drawn = listed(found.next_token, lang) or say("corruption.none", lang)
    return "\n".join([*lines, say("pair", lang, first=say("corruption.next", lang), second=drawn)])


def corruption_figure(found: CorruptionOdds, *, lang: str = "en") -> plotly.graph_objects.Figure:
    """For each seat the odds of every sum of its tokens."""
    names = names_in(found, lang)
    made = figure(
        headline(found, lang),
        " ".join(remarks(found, lang)),
        lang=lang,
        height=420,
        columns=len(names),
        heads=[seat_name(seat, names) for seat in range(len(names))],
        grid={"shared_yaxes": True, "horizontal_spacing": 0.03},
    )
    for one in found.seats:
        sums = one.now.sums
        made.add_bar(
            x=list(sums),
            y=[float(share) for share in sums.values()],
            width=0.8,
            name=safe(seat_name(one.seat, names)),
            showlegend=False,
            marker={
                "color": SEAT_COLOURS[one.seat % SEATS],
                "line": {"color": PAPER, "width": 1},
                "pattern": {"shape": SEAT_PATTERNS[one.seat % SEATS], "solidity": 0.2},
            },
            hovertext=[
                f"<b>{safe(seat_name(one.seat, names))} · {total}</b> · {safe(odds(share, lang))}<br>[{RULES[0]}]"
                for total, share in sums.items()
            ],
            hoverinfo="text",
            row=1,
            col=one.seat + 1,
        )
    highest = max(max(one.now.sums) for one in found.seats)
    made.update_xaxes(title=say("axis.sum", lang), range=[-0.6, max(5, highest) + 0.6])
    top = max(float(share) for one in found.seats for share in one.now.sums.values())
    made.update_yaxes(tickformat=".0%", range=[0, 1.08 * top])
    made.update_yaxes(title=say("axis.odds", lang), col=1)
    return made
