"""The majorities inspector: who leads what, by how much, and what would change it.

A seat that looks sees what it may know: what others can still add depends on their cards and is not told, and only its own
choices are tried out.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from ....explorer.inspecting import Inspector, one_of
from ....explorer.markup import block, button, heading, rule_link, select, span, text, words_of
from ....explorer.surface import Act
from ....show.figures import seat_name
from ....show.narrow import compact
from ....show.svg import Svg, tag
from ..figures.figure_words import say as figure_word
from ..figures.majority_figures import assumption, headline, lead, left_out, status
from ..play.majority_outlook import Area, Flip, Share, majorities
from ..play.majority_outlook import Majorities as Found
from ..telling import own_texts

if TYPE_CHECKING:
    import plotly.graph_objects as go

FIGURES = ("now", "race")
MOST_FLIPS = 8


class Majorities(Inspector):
    """Who leads what, by how much, and what would change it."""

    name = "majorities"
    drawing = FIGURES[0]

    def acts(self) -> Mapping[str, Act]:
        return {"majorities_figure": self._draw_figure}

    def _draw_figure(self, value: str) -> None:
        self.drawing = one_of(value, FIGURES)
        self.again()

    def look(self) -> None:
        found = majorities(self.explorer.game)
        self.show(
            {"head": self._head(found), "table": self._table(found), "flips": self._flips(found)},
            lambda: self._figure(found),
        )

    def _figure(self, found: Found) -> go.Figure:
        """The counts with what can come, or the race; what hidden hands can add is not drawn: a seat that looks gets the race."""
        from ....show.plot import plot

        lang = self.explorer.lang
        if self.drawing == "now" and self._open(found):
            return compact(found.figure(lang=lang), wide=self.wide, columns=1)
        return compact(plot.majority_race(self.explorer.game, lang=lang), wide=self.wide)

    def _open(self, found: Found) -> bool:
        """Whether nothing is hidden from the one who looks."""
        return self.explorer.seat is None or found.over

    def _head(self, found: Found) -> Svg:
        lang = self.explorer.lang
        say = words_of(lang, own_texts())
        everything = self._open(found)
        told = assumption(found, lang, bounds=everything)
        if not everything:
            told += f" {say('majorities.hidden', player=self.explorer.names[self.explorer.seat or 0])}"
        figures = [(name, say(f"majorities.figure.{name}")) for name in FIGURES] if everything else []
        chosen = [select("majorities_figure", figures, self.drawing, say("majorities.figure"))] if figures else []
        return block(
            "controls",
            *chosen,
            self.width_button(),
            tag("p", tag("b", text(headline(found, lang)))),
            block("quiet", text(f"{told} {left_out(found, lang) if everything else ''}".strip())),
        )

    def _table(self, found: Found) -> Svg:
        """A block per area, a row per seat: count, marker, and what is missing."""
        lang = self.explorer.lang
        blocks = []
        for area in found.areas:
            rows = [
                tag(
                    "tr",
                    tag("th", text(seat_name(share.seat, self.explorer.names)), scope="row"),
                    tag("td", tag("b", text(share.number)), text(" ★" if share.marker else ""), class_="bl-amount"),
                    tag("td", _bar(area, share)),
                    tag("td", text(self._status(found, share))),
                    class_="bl-leads" if share.leads else None,
                )
                for share in area.shares
            ]
            title = text(f"{figure_word(f'area.{area.area}', lang)} · {lead(area, self.explorer.names, lang)} ")
            blocks.append(
                tag("h3", title, rule_link(area.rule, words_of(lang, own_texts()))) + tag("table", *rows, class_="bl-figures")
            )
        return block("areas", Svg("".join(blocks)))

    def _status(self, found: Found, share: Share) -> str:
        """Where a seat stands; what a hidden hand could add stays untold."""
        lang = self.explorer.lang
        if self._open(found) or share.seat == self.explorer.seat or share.leads or share.marker:
            return status(found, share, lang)
        helped = [f"{found.state.deck[person].name.get(lang, '')} +{more}" for person, more in share.helped]
        return ", ".join([words_of(lang, own_texts())("majorities.needs", needs=share.needs), *helped])

    def _flips(self, found: Found) -> Svg:
        """What the player to choose can turn around with one choice; a press makes it."""
        explorer, lang = self.explorer, self.explorer.lang
        say = words_of(lang, own_texts())
        if found.seat is None:
            return Svg("")
        if explorer.seat not in (None, found.seat):
            return block("quiet", text(say("majorities.other", player=self.explorer.names[found.seat])))
        key = "flips.some" if found.flips else "flips.none"
        parts = [
            heading(say("majorities.flips")),
            block("quiet", text(figure_word(key, lang, name=self.explorer.names[found.seat]))),
        ]
        for area in found.areas:
            parts += [self._flip(found, area, flip) for flip in area.flips[:MOST_FLIPS]]
            if len(area.flips) > MOST_FLIPS:
                parts.append(block("quiet", text(figure_word("more", lang, count=len(area.flips) - MOST_FLIPS))))
        return block("flips", *parts)

    def _flip(self, found: Found, area: Area, flip: Flip) -> Svg:
        lang, game = self.explorer.lang, self.explorer.game
        told = game.kit.tell_option(game.state, game.names, flip.option, lang)
        before, after = (
            ", ".join(self.explorer.names[seat] for seat in seats) or figure_word("nobody", lang)
            for seats in (flip.before, flip.after)
        )
        change = f"{figure_word(f'area.{area.area}', lang)}: {before} → {after}"
        return block(
            "flip", button("choose", flip.choice, told, "small", data_key=f"flip:{area.area}:{flip.choice}"), text(change)
        )


def _bar(area: Area, share: Share) -> Svg:
    """The count as a bar beside the largest one."""
    most = max(1, *(other.number for other in area.shares))
    return span("bar", "", style=f"width:{round(70 * share.number / most)}px") if share.number else Svg("&nbsp;")
