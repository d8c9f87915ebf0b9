"""The corruption inspector: what a seat can infer of hidden tokens, and the exact odds of the last scoring.

Where everything is open, the user may look through the eyes of any seat; a seat that looks has only its own.
"""

from __future__ import annotations

from collections.abc import Mapping

from ....explorer.inspecting import Inspector, one_of
from ....explorer.markup import block, heading, rule_link, select, text, words_of
from ....explorer.surface import Act
from ....show.figures import percent, seat_name
from ....show.narrow import compact
from ....show.svg import Svg, tag
from ..figures.corruption_figures import RULES, headline, known_words, price_words, remarks
from ..figures.figure_words import listed, number, odds, say
from ..manifest import MANIFEST
from ..play.corruption_odds import CorruptionOdds, SeatCorruption, corruption_odds

ALL = "all"


class CorruptionPanel(Inspector):
    """Who is how corrupt, as far as can be known."""

    name = "corruption"
    eyes = ALL

    def acts(self) -> Mapping[str, Act]:
        return {"corruption_eyes": self._look_as}

    def _look_as(self, value: str) -> None:
        self.eyes = one_of(value, (ALL, *map(str, range(len(self.explorer.names)))))
        self.again()

    def forget(self) -> None:
        self.eyes = ALL

    def look(self) -> None:
        explorer, lang = self.explorer, self.explorer.lang
        seat = explorer.seat if explorer.seat is not None else None if self.eyes == ALL else int(self.eyes)
        found = corruption_odds(explorer.game, seat)
        self.show(
            {"head": self._head(found), "seats": self._seats(found)},
            lambda: compact(found.figure(lang=lang), wide=self.wide),
            under={"more": self._more(found), "tokens": self._tokens(found)},
        )

    def _head(self, found: CorruptionOdds) -> Svg:
        explorer, lang = self.explorer, self.explorer.lang
        words = words_of(lang, MANIFEST.texts)
        chosen = []
        if explorer.seat is None:
            seats = [(str(seat), seat_name(seat, explorer.names)) for seat in range(len(explorer.names))]
            options = [(ALL, explorer.words("seat.all")), *seats]
            chosen = [select("corruption_eyes", options, self.eyes, say("corruption.eyes", lang))]
        cited = [part for rule in RULES for part in (text(" "), rule_link(rule, words))]
        return block(
            "controls",
            *chosen,
            self.width_button(),
            tag("p", tag("b", text(headline(found, lang)))),
            block("quiet", text(" ".join(remarks(found, lang))), *cited),
        )

    def _seats(self, found: CorruptionOdds) -> Svg:
        lang = self.explorer.lang
        heads = [say(f"corruption.{key}", lang) for key in ("player", "tokens", "sum", "most", "loss")]
        return tag("table", _heads(heads, 2), *(self._seat(one) for one in found.seats), class_="bl-figures")

    def _seat(self, one: SeatCorruption) -> Svg:
        lang, now = self.explorer.lang, one.now
        alone = say("corruption.alone", lang, odds=odds(now.alone, lang))
        loss = ("≤ " if one.floored else "") + number(now.expected_loss, lang)
        return tag(
            "tr",
            tag("th", text(seat_name(one.seat, self.explorer.names)), scope="row"),
            tag("td", text(known_words(one))),
            tag("td", text(number(now.expected_sum, lang)), class_="bl-amount", title=listed(now.sums, lang)),
            tag("td", text(percent(now.most, lang)), class_="bl-amount", title=f"{odds(now.most, lang)}; {alone}"),
            tag("td", text(loss), class_="bl-amount", title=str(now.expected_loss)),
            data_seat=one.seat,
        )

    def _more(self, found: CorruptionOdds) -> Svg:
        """What one more token would cost."""
        lang = self.explorer.lang
        told = [words for one in found.seats if (words := price_words(found, one, lang))]
        link = rule_link("burdigala.corruption.draw", words_of(lang, MANIFEST.texts))
        return block("quiet", *(tag("p", text(f"{words} "), link) for words in told))

    def _tokens(self, found: CorruptionOdds) -> Svg:
        """The next token by value: its odds, and how many are unseen."""
        lang = self.explorer.lang
        if not found.next_token:
            return block("quiet", text(say("corruption.none", lang)))
        heads = [say(f"corruption.{key}", lang) for key in ("value", "next", "copies")]
        rows = [_heads(heads, 1)]
        copies = dict(found.unseen)
        for value, share in found.next_token.items():
            cells = [
                tag("td", text(odds(share, lang)), class_="bl-amount"),
                tag("td", text(copies.get(value, 0)), class_="bl-amount"),
            ]
            rows.append(tag("tr", tag("th", text(value), scope="row"), *cells, data_token=value))
        known = []
        if found.seat is not None and found.in_pool:
            given = ", ".join(map(str, found.in_pool))
            known = [block("quiet", text(say("pair", lang, first=say("corruption.returned", lang), second=given)))]
        return block("tokens", heading(say("corruption.next", lang)), tag("table", *rows, class_="bl-figures"), *known)


def _heads(words: list[str], plain: int) -> Svg:
    """Heads of columns: the first ones over words, the others over numbers."""
    over = [None if place < plain else "text-align:right" for place in range(len(words))]
    return tag("tr", *(tag("th", text(word), scope="col", style=style) for word, style in zip(words, over, strict=True)))
