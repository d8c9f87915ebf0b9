"""Simulation from here: many games from this position, played in small pieces while the page stays alive; any can be opened."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Mapping
from time import perf_counter
from typing import TYPE_CHECKING, Any

from ...analysis.intervals import Interval
from ...analysis.named import named_policy
from ...analysis.onwards import LEAST_GAMES, MOST_GAMES, USUAL_GAMES, Onwards, Played
from ...kernel import Game, LabError
from ...rulebook.seats import seats_in
from ...show.figures import decimal, figure, percent, safe, seat_line, seat_marker, seat_name
from ...show.figures import say as figure_word
from ...show.narrow import compact
from ...show.svg import Svg, tag
from ..inspecting import Inspector, one_of, running_loop, whole
from ..markup import block, button, field, heading, select, span, text, words_of
from ..surface import Act

if TYPE_CHECKING:
    import plotly.graph_objects as go

SLICE, REST, TELL = 0.025, 0.01, 0.4
"""Seconds of work, of rest between two pieces of it, and between two reports."""
LISTED, BINS = 10, 16
SORTS = ("first", "best", "worst", "close")
MOST_SEED = 999_999


class PlayingOn(Inspector):
    """Win shares and scores of many games from here, each of them to be opened."""

    name = "simulation"
    games, policy, seed = USUAL_GAMES, "greedy", 0
    sort = SORTS[0]
    running = False
    _run: Onwards | None = None
    _game: Game[Any] | None = None
    _seat: int | None = None
    _task: asyncio.Task[None] | None = None
    _picture: go.Figure | None = None
    _pictured: tuple[object, ...] = ()

    def acts(self) -> Mapping[str, Act]:
        return {
            "simulation_games": lambda value: self._set(games=whole(value, LEAST_GAMES, MOST_GAMES)),
            "simulation_policy": lambda value: self._set(policy=one_of(value, tuple(self._policies))),
            "simulation_seed": lambda value: self._set(seed=whole(value, 0, MOST_SEED)),
            "simulation_sort": lambda value: self._set(sort=one_of(value, SORTS)),
            "simulation_start": lambda _: self.start(),
            "simulation_stop": lambda _: self.stop(),
            "simulation_open": lambda value: self.open(whole(value, 0, MOST_GAMES)),
        }

    @property
    def _policies(self) -> Mapping[str, object]:
        """Who can play on in this game, by name."""
        policies: Mapping[str, object] = self.explorer.game.manifest.policies
        return policies

    def _plays(self, policy: str) -> str:
        """How a policy plays, in words."""
        return named_policy(policy, self.explorer.lang, self.explorer.manifest.texts)

    def _set(self, **settings: Any) -> None:
        for name, value in settings.items():
            setattr(self, name, value)
        self.again()

    def forget(self) -> None:
        """Another game: the results wait until somebody comes back to theirs. Another pair of eyes: they are dropped."""
        self.running = False
        if self.explorer.covered_for is not None or self.explorer.seat != self._seat:
            self._run = self._game = None

    @property
    def run(self) -> Onwards | None:
        """The games played from a position of the game that is looked at."""
        return self._run if self._game is self.explorer.game else None

    # Playing

    def start(self) -> None:
        """Play the games: in pieces where a loop runs, else at once."""
        explorer = self.explorer
        if explorer.game.over:
            raise LabError(explorer.words("inspect.over"))
        run = self._run = Onwards(explorer.game, self.games, self.policy, self.seed, explorer.seat)
        self._game, self._seat = explorer.game, explorer.seat
        loop = running_loop()
        if loop is None:
            run.work()
        else:
            self.running = True
            self._task = loop.create_task(self._work(run))
        self.again()

    def stop(self) -> None:
        """Stop playing; what has been played stays."""
        self.running = False
        self.again()

    async def _work(self, run: Onwards) -> None:
        """Piece by piece. Another run, another seat or the end of the explorer ends this one."""
        told = perf_counter()

        def wanted() -> bool:
            return self.running and self.run is run and self.explorer.comm is not None

        try:
            while wanted() and not run.done:
                run.work(SLICE)
                if perf_counter() - told > TELL:
                    self._tell()
                    told = perf_counter()
                await asyncio.sleep(REST)
        except Exception as error:
            self.explorer.failed(error)
        finally:
            if self._run is run:
                self.running = False
                self._tell()

    def _tell(self) -> None:
        if self.stage.tab == self.name and self.explorer.covered_for is None:
            self.again()

    def open(self, number: int) -> None:
        """Look at one of the games; the explorer leads back."""
        if self.run is None:
            raise LabError(self.explorer.words("simulation.none"))
        self.explorer.look_at(self.run.replay(number))

    # Drawing

    def key(self) -> tuple[object, ...]:
        return (*super().key(), self.running)

    def look(self) -> None:
        say = self.explorer.words
        parts = {"head": self._head(), "progress": self._progress()}
        if self.run is None or not self.run.games:
            self.show(parts)
            return
        wanted = (id(self.run), len(self.run.games), self.explorer.lang)
        if not self.running and wanted != self._pictured:
            self._picture, self._pictured = spread(self.run, self.explorer.lang), wanted
        parts["table"] = self._table(self.run)
        under = {"games": self._games(self.run), "how": block("quiet", text(say("simulation.how")))}
        self.show(parts, self._picture, under=under)

    def _head(self) -> Svg:
        say = self.explorer.words
        return block(
            "controls",
            field("simulation_games", "number", self.games, say("simulation.games"), min=LEAST_GAMES, max=MOST_GAMES, step=10),
            select(
                "simulation_policy", [(name, self._plays(name)) for name in self._policies], self.policy, say("simulation.policy")
            ),
            field("simulation_seed", "number", self.seed, say("simulation.seed"), min=0, max=MOST_SEED),
            button("simulation_stop", "", say("simulation.stop"), "main")
            if self.running
            else button("simulation_start", "", say("simulation.start"), "main"),
            self.width_button(),
        )

    def _progress(self) -> Svg:
        say = self.explorer.words
        seat = self.explorer.seat
        if self.run is None:
            words = say("simulation.open_cards") if seat is None else say("simulation.hidden", player=self.explorer.names[seat])
            return block("quiet", text(words))
        played, asked = len(self.run.games), self.run.asked
        words = say(
            "simulation.played", played=played, asked=asked, step=self.run.node.number, policy=self._plays(self.run.policy)
        )
        bar = tag("progress", text(words), value=played, max=asked)
        if not self.running and not self.run.done:
            words += f" {say('simulation.stopped')}"
        return block("progress", bar if self.running else Svg(""), tag("span", text(words), role="status"))

    def _table(self, run: Onwards) -> Svg:
        """A row per seat: share of victories with its interval, mean, lowest and highest score."""
        lang = self.explorer.lang
        say = self.explorer.words
        heads = ("", say("simulation.won"), say("simulation.mean"), say("simulation.range"))
        rows = [tag("tr", *(tag("th", text(words) or Svg("&nbsp;"), scope="col") for words in heads))]
        for line in run.outlook():
            interval = figure_word(
                "interval",
                lang,
                self.explorer.manifest.texts,
                low=percent(line.won.low, lang),
                high=percent(line.won.high, lang),
                games=len(run.games),
            )
            rows.append(
                tag(
                    "tr",
                    tag("th", text(seat_name(line.seat, self.explorer.names)), scope="row"),
                    tag(
                        "td",
                        tag("b", text(percent(line.won.share, lang))),
                        _bar(line.won),
                        _between(line.won),
                        title=interval,
                        class_="bl-between",
                    ),
                    tag("td", text(decimal(line.mean, 1, lang)), class_="bl-amount"),
                    tag("td", text(f"{line.lowest}–{line.highest}"), class_="bl-amount"),
                    data_seat=line.seat,
                )
            )
        return tag("table", *rows, class_="bl-figures")

    def _games(self, run: Onwards) -> Svg:
        """Some of the games, each with its seed and a way in."""
        say = self.explorer.words
        seat = self.explorer.seat or 0
        sorts = [(name, say(f"simulation.sort.{name}", player=self.explorer.names[seat])) for name in SORTS]
        heads = [say("simulation.game"), *(seat_name(s, self.explorer.names) for s in range(len(run.names))), ""]
        rows = [tag("tr", *(tag("th", text(words) or Svg("&nbsp;"), scope="col") for words in heads))]
        for game in sorted(run.games, key=lambda game: _place(game, self.sort, seat))[:LISTED]:
            cells = [
                tag("td", text(f"{total}{' ★' if s in game.winners else ''}"), class_="bl-amount")
                for s, total in enumerate(game.totals)
            ]
            name = say("simulation.number", number=game.number + 1, seed=game.seed)
            rows.append(
                tag(
                    "tr",
                    tag("th", text(name), scope="row"),
                    *cells,
                    tag(
                        "td",
                        button(
                            "simulation_open",
                            game.number,
                            say("simulation.open"),
                            "small",
                            aria_label=f"{say('simulation.open')}: {name}",
                        ),
                    ),
                )
            )
        return block(
            "games",
            heading(say("simulation.listed", count=len(run.games))),
            select("simulation_sort", sorts, self.sort, say("simulation.sort")),
            tag("table", *rows, class_="bl-figures"),
        )


def _place(game: Played, sort: str, seat: int) -> tuple[int, int]:
    """Where a game stands in a list: as played, by a seat's lead, or by how close it was."""
    lead = game.totals[seat] - max(total for other, total in enumerate(game.totals) if other != seat)
    return {"first": 0, "best": -lead, "worst": lead, "close": abs(lead)}[sort], game.number


def _between(won: Interval) -> Svg:
    """The interval in whole percent; the exact one is in the hint."""
    return span("quiet", f"{100 * won.low:.0f}–{100 * won.high:.0f} %")


def _bar(won: Interval) -> Svg:
    """The interval as a stripe, the share as a dot."""
    wide = 64
    low, high, at = (round(wide * number, 1) for number in (won.low, won.high, won.share))
    return tag(
        "svg",
        tag("rect", x=0, y=4, width=wide, height=8, rx=4, fill="currentColor", opacity=0.15),
        tag("rect", x=low, y=6.5, width=max(1, round(high - low, 1)), height=3, fill="currentColor", opacity=0.6),
        tag("circle", cx=at, cy=8, r=4, fill="#0072b2"),
        viewBox=f"-4 0 {wide + 8} 16",
        width=wide + 8,
        height=16,
        class_="bl-interval",
        aria_hidden="true",
    )


def spread(run: Onwards, lang: str) -> go.Figure:
    """How the scores of each seat are spread over the games."""
    texts = run.kit.manifest.texts
    say = words_of(lang, texts)
    totals = [[game.totals[seat] for game in run.games] for seat in range(len(run.names))]
    low, high = min(map(min, totals)), max(map(max, totals))
    step = max(1, -(-(high - low + 1) // BINS))
    bins = range(low, high + 1, step)
    names = seats_in(run.kit.manifest, run.names, lang)
    made = figure(figure_word("simulation.spread", lang, texts), say("simulation.how"), lang=lang, height=430)
    for seat, scores in enumerate(totals):
        found = Counter((score - low) // step for score in scores)
        counts = [found[place] for place in range(len(bins))]
        name = safe(seat_name(seat, names))
        made.add_scatter(
            x=[start + (step - 1) / 2 for start in bins],
            y=[count / len(scores) for count in counts],
            mode="lines+markers",
            name=name,
            line={**seat_line(seat, 2), "shape": "hvh"},
            marker={**seat_marker(seat, 7), "opacity": [1 if count else 0 for count in counts]},
            hovertext=[
                f"<b>{name}</b><br>"
                + safe(figure_word("simulation.bin", lang, texts, range=_range(start, step), count=count, games=len(scores)))
                for start, count in zip(bins, counts, strict=True)
            ],
            hoverinfo="text",
        )
    made.update_xaxes(title=figure_word("axis.points", lang, texts))
    made.update_yaxes(title=figure_word("axis.games", lang, texts), tickformat=".0%", rangemode="tozero")
    return compact(made)


def _range(start: int, step: int) -> str:
    return str(start) if step == 1 else f"{start}–{start + step - 1}"
