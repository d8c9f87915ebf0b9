"""The sites inspector: what is missing on each building site, what every cube to come is worth, who profits, who gets there."""

from __future__ import annotations

from ....explorer.inspecting import Inspector
from ....explorer.markup import block, rule_link, span, text, words_of
from ....rulebook.seats import seal_of
from ....show.figures import percent
from ....show.narrow import compact
from ....show.svg import Svg, tag
from ..figures.figure_words import listed, odds, say
from ..figures.site_figures import headline, last_words, profit_words, remarks
from ..manifest import MANIFEST
from ..play.site_odds import SeatThere, SiteOutlook, Sites, building_sites


class SitesPanel(Inspector):
    """What is still to be built, and for whom."""

    name = "sites"

    def look(self) -> None:
        explorer, lang = self.explorer, self.explorer.lang
        found = building_sites(explorer.game, explorer.seat)
        head = block(
            "controls",
            self.width_button(),
            tag("p", tag("b", text(headline(found, lang)))),
            block("quiet", text(" ".join(filter(None, remarks(found, lang)))), *self._cited()),
        )
        if not found.sites:
            self.show({"head": head})
            return
        self.show({"head": head, "table": self._table(found)}, lambda: compact(found.figure(lang=lang), wide=self.wide))

    def _cited(self) -> list[Svg]:
        words = words_of(self.explorer.lang, MANIFEST.texts)
        rules = ("burdigala.cube.points", "burdigala.cube.last.points", "burdigala.complete.plot")
        return [part for rule in rules for part in (text(" "), rule_link(rule, words))]

    def _table(self, found: Sites) -> Svg:
        lang = self.explorer.lang
        heads = [say(f"sites.{key}", lang) for key in ("site", "to_come", "profit", "next")]
        columns = tag("tr", *(tag("th", text(word), scope="col") for word in heads))
        return tag("table", columns, *(self._row(found, one) for one in found.sites), class_="bl-figures")

    def _row(self, found: Sites, one: SiteOutlook) -> Svg:
        lang = self.explorer.lang
        pips = "■" * one.cubes + "□" * one.missing
        to_come = [*(span("worth", points) for points in one.ladder), span("worth", last_words(found, one, lang, short=True))]
        beside = [f"{seal_of(there.seat)} {', '.join(map(str, there.beside))}" for there in one.seats if there.beside]
        told = profit_words(found, one, lang)
        notes = [tag("div", text(words)) for words in told[len(beside) :]]
        return tag(
            "tr",
            tag("th", text(one.name), tag("div", span("pips", pips)), scope="row", title=f"{one.cubes}/{one.size}"),
            tag("td", *to_come, title=f"{last_words(found, one, lang)} · {listed(one.value, lang)}"),
            tag("td", *(tag("div", text(words)) for words in beside), *notes, title="; ".join(told) or None),
            tag("td", *(self._chance(there) for there in one.seats)),
            data_site=one.name,
        )

    def _chance(self, there: SeatThere) -> Svg:
        lang = self.explorer.lang
        tip = f"{self.explorer.names[there.seat]} {odds(there.reaches, lang)}"
        if there.completes:
            tip += f"; {say('sites.completes', lang, odds=odds(there.completes, lang))}"
        kind = "bl-amount" if there.reaches else "bl-amount bl-zero"
        return tag("div", text(f"{seal_of(there.seat)} {percent(there.reaches, lang)}"), class_=kind, title=tip)
