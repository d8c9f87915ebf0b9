"""The score inspector: the score by part, now or round by round, and behind each number and bar the events it comes from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from ...analysis.score_words import MARK, assumption, headline, part_name
from ...analysis.scores import ScoreChange, Scores, score
from ...kernel import LabError, Stream
from ...show.figures import say as figure_word
from ...show.figures import seat_name
from ...show.narrow import compact
from ...show.svg import Svg, tag
from ..inspecting import Inspector, as_seen, one_of, whole
from ..markup import block, button, heading, rule_link, select, text
from ..surface import Act

if TYPE_CHECKING:
    import plotly.graph_objects as go

FIGURES = ("now", "rounds")
MOST_CHANGES = 60


class Score(Inspector):
    """The score by part, and behind each bar the events it comes from."""

    name = "score"
    drawing = FIGURES[0]
    chosen: tuple[int, str, int | None] | None = None
    """Whose events are listed: seat, part, and round, if one was pressed."""

    def acts(self) -> Mapping[str, Act]:
        return {"score_figure": self._draw_figure, "score_part": self._choose}

    def _draw_figure(self, value: str) -> None:
        self.drawing = one_of(value, FIGURES)
        self.again()

    def _choose(self, value: str) -> None:
        """`1:people` lists the events behind a number, `1:people:3` those of one round; once more closes the list."""
        seat, _, rest = value.partition(":")
        part, _, round_ = rest.partition(":")
        place = whole(seat, 0, len(self.explorer.names) - 1)
        asked = (place, one_of(part, self._found.parts), whole(round_, 0, 99) if round_ else None)
        self.chosen = None if asked == self.chosen else asked
        self._show()

    def forget(self) -> None:
        self.chosen = None

    def look(self) -> None:
        self._found = self._seen(score(self.explorer.game, self.explorer.seat))
        self._picture = None
        self._show()

    def _show(self) -> None:
        """The table and the list; the figure stays."""
        self.show(
            {"head": self._head(), "table": self._table()},
            self._figure,
            lambda point: self._choose(":".join(map(str, point))),
            under={"events": self._events()},
        )

    def _seen(self, found: Scores) -> Scores:
        """The same score, each event as the looking seat saw it."""

        def seen(change: ScoreChange) -> ScoreChange:
            return change if change.event is None else change._replace(event=as_seen(self.explorer, change.event))

        changes, counted = (tuple(seen(change) for change in several) for several in (found.changes, found.counted))
        return Scores(found.manifest, found.names, found.sheets, changes, found.rounds, counted, found.marked, found.winners)

    # The figure

    _picture: go.Figure | None = None

    def _figure(self) -> go.Figure:
        """The figure, made once for what was found."""
        if self._picture is None:
            self._picture = self._made()
        return self._picture

    def _made(self) -> go.Figure:
        found, lang = self._found, self.explorer.lang
        if self.drawing == "now":
            figure = found.figure(lang=lang)
            points: list[list[Any]] = [
                [[seat, part] for seat in range(len(found.names))]
                for part in found.parts
                if any(sheet.parts[part] for sheet in found.sheets)
            ]
        else:
            figure = found.course(lang=lang)
            rounds = [one for one in found.rounds if one.round] or list(found.rounds)
            points = [
                [[seat, part, one.round] for one in rounds]
                for seat in range(len(found.names))
                for part in found.parts
                if any(one.sheets[seat].parts[part] for one in rounds)
            ]
        for bar, data in zip(figure.select_traces(selector={"type": "bar"}), points, strict=True):
            bar.customdata = data
        return compact(figure, wide=self.wide)

    # Words

    def _head(self) -> Svg:
        lang = self.explorer.lang
        say = self.explorer.words
        figures = [(name, say(f"score.figure.{name}")) for name in FIGURES]
        return block(
            "controls",
            select("score_figure", figures, self.drawing, say("score.figure")),
            self.width_button(),
            tag("p", tag("b", text(headline(self._found, lang)))),
            block("quiet", text(" ".join([assumption(self._found, lang), *self._hidden(), say("score.press")]))),
        )

    def _hidden(self) -> list[str]:
        """Said where the looking seat does not see all that will count: dealt anew, what it cannot see would count otherwise."""
        explorer, game = self.explorer, self.explorer.game
        if explorer.seat is None or game.over:
            return []
        parts, seat = game.manifest.score_parts, explorer.seat
        view = game.kit.mask(game.state, seat)
        if parts.points(view) == parts.points(game.kit.resample(view, seat, Stream(0, "score"))):
            return []
        return [explorer.words("score.hidden", player=explorer.names[seat])]

    def _table(self) -> Svg:
        """A number per part and seat, each a button; below, the totals, or the totals of every round."""
        found, lang = self._found, self.explorer.lang
        seats = range(len(found.names))
        head = [tag("th", Svg("&nbsp;")), *(tag("th", text(seat_name(seat, self.explorer.names)), scope="col") for seat in seats)]
        rows = [tag("tr", *head)]
        for part in found.parts:
            cells = [tag("td", self._number(seat, part), class_="bl-amount") for seat in seats]
            rows.append(tag("tr", tag("th", text(part_name(part, found.manifest, lang)), scope="row"), *cells))
        if self.drawing == "rounds":
            for place, one in enumerate(found.rounds):
                label = self._named("round", round=one.round) if one.round else self._named("set_up")
                rows.append(_totals(label, [sheet.total for sheet in one.sheets], "" if place else "bl-first"))
        rows.append(_totals(self._named("score.total"), list(found.totals), "bl-total"))
        return tag("table", *rows, class_="bl-figures")

    def _number(self, seat: int, part: str) -> Svg:
        found, lang = self._found, self.explorer.lang
        value = found.sheets[seat].parts[part]
        words = f"{value}{MARK if (seat, part) in found.marked else ''}"
        if not found.of(seat, part):
            return text(words)
        told = self.explorer.words("score.events", player=self.explorer.names[seat], part=part_name(part, found.manifest, lang))
        pressed = self.chosen is not None and self.chosen[:2] == (seat, part)
        return button("score_part", f"{seat}:{part}", words, "cell", aria_pressed="true" if pressed else "false", title=told)

    def _events(self) -> Svg:
        """Every change behind the chosen number, with its rule and a way to go there."""
        if self.chosen is None:
            return Svg("")
        lang = self.explorer.lang
        say = self.explorer.words
        seat, part, round_ = self.chosen
        try:
            changes = self._found.of(seat, part, round_)
        except LabError:  # a game with fewer players was opened
            return Svg("")
        title = say("score.events", player=self.explorer.names[seat], part=part_name(part, self._found.manifest, lang))
        if round_ is not None:
            title += f" · {self._named('round', round=round_) if round_ else self._named('set_up')}"
        rows = [self._change(change) for change in changes[-MOST_CHANGES:]]
        if len(changes) > MOST_CHANGES:
            rows.insert(0, tag("li", text(self._named("more_before", count=len(changes) - MOST_CHANGES))))
        listed = tag("ul", *rows, class_="bl-because") if rows else block("quiet", text(say("score.none")))
        return block("events", heading(title), listed)

    def _named(self, key: str, **values: object) -> str:
        return figure_word(key, self.explorer.lang, self._found.manifest.texts, **values)

    def _change(self, change: ScoreChange) -> Svg:
        lang, say = self.explorer.lang, self.explorer.words
        points = tag("b", text(f"{change.points:+} → {change.now}".replace("-", "−")))
        if change.event is None:
            return tag("li", points, text(f" {self._named('given')}"))
        where = self._named("where", round=change.round, event=change.event.index)
        return tag(
            "li",
            points,
            text(f" {change.event.text(lang)} "),
            rule_link(change.event.rule, say),
            text(f" {where} "),
            button(
                "goto",
                change.node,
                self.explorer.words("score.goto"),
                "small",
                data_key=f"goto:{change.event.index}:{change.part}",
            ),
        )


def _totals(label: str, totals: list[int], kind: str) -> Svg:
    cells = [tag("td", text(total), class_="bl-amount") for total in totals]
    return tag("tr", tag("th", text(label), scope="row"), *cells, class_=kind or None)
