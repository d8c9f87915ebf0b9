"""The threats inspector: markers, the risk ahead, what each damage would take now, and in which order to settle several.

What a damage takes is the engine's own answer: the damage is carried out on a copy. The orders of several damages are a decision
tree of their own, from the question that waits, or as if chosen damage were due now.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from ....analysis.growing import Grower
from ....analysis.tree import Edge, Settings, Tree
from ....explorer.inspecting import Inspector, one_of, whole
from ....explorer.markup import block, button, heading, rule_link, select, span, text, words_of
from ....explorer.surface import Act
from ....kernel import Event, LabError, advance
from ....kernel.events import RawEvent
from ....show.figures import decimal, percent, safe, seat_name
from ....show.live import live_shade
from ....show.narrow import NARROW, compact
from ....show.svg import Svg, tag
from ....show.tree_figures import tree_figure
from ..figures.figure_words import say as figure_word
from ..figures.odds_figures import amount, model, odds_html, price
from ..model import EMPTY, State
from ..pictures.colours import SHADES, sign
from ..pictures.picture_words import damage_names
from ..play.threat_odds import ThreatOdds, threat_odds
from ..play.tree_measures import MEASURES
from ..rules.threats import outer_tiles, settle_due
from ..telling import BrugesTeller, own_texts
from ..words import COLOURS, DAMAGES, SECTIONS

if TYPE_CHECKING:
    import plotly.graph_objects as go

FIGURES = ("risk", "meter", "order")
MOST_ROUNDS, USUAL_ROUNDS = 5, 3
MEASURED = ("worth", "points")
ORDER_NODES, ORDER_LINES = 300, 60


class Cost(NamedTuple):
    """What damage would do to a seat now: in words, by which rule, and what the seat could choose to lose."""

    words: str
    rule: str
    options: tuple[str, ...]


class Threats(Inspector):
    """Markers now, the risk ahead, what each damage would cost now, and the order of several."""

    name = "threats"
    rounds = USUAL_ROUNDS
    drawing = ""
    """Which figure the user wants; empty: the order where one is to be chosen, else the risk."""
    measure = MEASURED[0]
    supposed: tuple[int, tuple[int, ...]] | None = None
    """A seat and the damage that the user supposes to be due."""

    def acts(self) -> Mapping[str, Act]:
        return {
            "threats_rounds": lambda value: self._set(rounds=whole(value, 1, MOST_ROUNDS)),
            "threats_figure": lambda value: self._set(drawing=one_of(value, FIGURES)),
            "threats_measure": lambda value: self._set(measure=one_of(value, MEASURED)),
            "threats_seat": lambda value: self._set(supposed=(whole(value, 0, len(self.explorer.names) - 1), self.due[1])),
            "threats_due": self._toggle,
        }

    def _set(self, **settings: Any) -> None:
        for name, value in settings.items():
            setattr(self, name, value)
        self.again()

    def forget(self) -> None:
        self.supposed = None

    def look(self) -> None:
        game, lang = self.explorer.game, self.explorer.lang
        say = words_of(lang, own_texts())
        if game.over:
            self.show({"all": block("quiet", text(say("inspect.over")))})
            return
        try:
            odds = self._odds()
        except LabError:  # the dice of the last round have been rolled
            odds = None
        order = order_tree(game.state, *self.due, self.measure, self.explorer.seat, game.names) if len(self.due[1]) > 1 else None
        drawing = self.drawing or ("order" if self._asked() else "risk")
        parts = {"head": self._head(odds, drawing), "seats": self._seats(odds)}
        under = {"order": self._order(order)}
        if odds is not None:
            under["numbers"] = tag("details", tag("summary", text(say("threats.numbers"))), Svg(odds_html(odds, lang)))
        self.show(parts, lambda: self._figure(odds, order, drawing), under=under)

    def _odds(self) -> ThreatOdds:
        """The odds from here on; damage that waits is settled by then, and its markers have gone back."""
        names, twin = self.explorer.names, self.explorer.game.state.copy()
        limit = twin.rules.threat_limit
        for player in twin.players:
            player.threats = tuple(0 if n >= limit else n for n in player.threats)
        found = threat_odds(twin, rounds=self.rounds)
        return found._replace(seats=tuple(odds._replace(name=names[odds.seat]) for odds in found.seats))

    def _figure(self, odds: ThreatOdds | None, order: Tree[State] | None, drawing: str) -> go.Figure | None:
        from ....show.plot import plot

        game, lang = self.explorer.game, self.explorer.lang
        if drawing == "order":
            return None if order is None else compact(_order_figure(order, lang), wide=self.wide)
        if drawing == "meter" or odds is None:
            return compact(plot.threats(game, lang=lang), wide=self.wide)
        return compact(plot.risk(odds, lang=lang), wide=self.wide)

    def _head(self, odds: ThreatOdds | None, drawing: str) -> Svg:
        lang = self.explorer.lang
        say = words_of(lang, own_texts())
        figures = [(name, say(f"threats.figure.{name}")) for name in FIGURES]
        rounds = [(str(number), str(number)) for number in range(1, MOST_ROUNDS + 1)]
        told = [say("threats.no_roll")] if odds is None else [model(odds, lang), _sentence(price(odds, lang))]
        return block(
            "controls",
            select("threats_figure", figures, drawing, say("threats.figure")),
            select("threats_rounds", rounds, str(self.rounds), say("threats.rounds")),
            self.width_button(),
            *(block("quiet", text(words)) for words in told),
        )

    # What each damage would take

    def _seats(self, odds: ThreatOdds | None) -> Svg:
        lang, names = self.explorer.lang, self.explorer.names
        say = words_of(lang, own_texts())
        blocks = []
        for seat in range(len(names)):
            shown = "" if self.explorer.seat in (None, seat) else None
            heads = ["", say("tab.threats"), say("threats.next"), say("threats.by", rounds=self.rounds), say("threats.cost")]
            if odds is None:
                heads = [heads[0], heads[1], heads[4]]
            rows = [tag("tr", *(tag("th", text(words) or Svg("&nbsp;"), scope="col") for words in heads))]
            rows += [self._row(odds, seat, colour, name) for colour, name in enumerate(damage_names(lang))]
            blocks.append(
                tag("details", tag("summary", text(seat_name(seat, names))), tag("table", *rows, class_="bl-figures"), open=shown)
            )
        return block("seats", *blocks)

    def _row(self, odds: ThreatOdds | None, seat: int, colour: int, name: str) -> Svg:
        state, lang = self.explorer.game.state, self.explorer.lang
        say = words_of(lang, own_texts())
        markers, limit = state.players[seat].threats[colour], state.rules.threat_limit
        cost = cost_now(state, seat, colour, self.explorer.names, lang)
        cells = [tag("th", _damage(colour), text(name), scope="row")]
        pips = "●" * markers + "○" * max(0, limit - markers)
        cells.append(tag("td", span("pips", pips, style=f"color:{live_shade(SHADES[colour]).ink}"), title=f"{markers}/{limit}"))
        if odds is not None:
            found = odds.seats[seat]
            cells += [_share(odds_, lang) for odds_ in (found.rounds[0].damage[colour], found.struck[colour][-1])]
        told = [text(cost.words)]
        if cost.options:
            listed = " · ".join(cost.options)
            told.append(text(say("threats.one_of", options=listed) if len(cost.options) > 1 else listed))
        cells.append(tag("td", *told, text(" "), rule_link(cost.rule, say), data_cost=f"{seat}:{DAMAGES[colour]}"))
        return tag("tr", *cells)

    # In which order

    @property
    def due(self) -> tuple[int, tuple[int, ...]]:
        """Whose damage is looked at and which: what waits, what is supposed, or what two markers threaten with."""
        if self.supposed is not None:
            return self.supposed
        if asked := self._asked():
            return asked
        explorer = self.explorer
        state, pending = explorer.game.state, explorer.game.pending
        seat = explorer.seat if explorer.seat is not None else 0 if pending is None else max(0, pending.player)
        near = [colour for colour, markers in enumerate(state.players[seat].threats) if markers >= state.rules.threat_limit - 1]
        return seat, tuple(near)

    def _asked(self) -> tuple[int, tuple[int, ...]] | None:
        pending = self.explorer.game.pending
        if pending is None or pending.kind != "threats.settle":
            return None
        return pending.player, tuple(pending.task[2])

    def _toggle(self, value: str) -> None:
        colour = COLOURS.index(one_of(value, COLOURS))
        seat, due = self.due
        chosen = set(due) ^ {colour}
        self._set(supposed=(seat, tuple(sorted(chosen))))

    def _order(self, order: Tree[State] | None) -> Svg:
        explorer, lang = self.explorer, self.explorer.lang
        say = words_of(lang, own_texts())
        seat, due = self.due
        real = self._asked() == (seat, due)
        told = say("threats.order.asked" if real else "threats.order.supposed", player=explorer.names[seat])
        toggles = [
            button(
                "threats_due",
                word,
                damage_names(lang)[colour],
                "small",
                aria_pressed="true" if colour in due else "false",
            )
            for colour, word in enumerate(COLOURS)
        ]
        parts = [
            heading(say("threats.order")),
            block("quiet", text(told), text(" "), rule_link("threat.several", say)),
            block(
                "controls",
                select("threats_seat", [(str(i), name) for i, name in enumerate(explorer.names)], str(seat), say("threats.seat")),
                select(
                    "threats_measure",
                    [(name, figure_word(f"measure.{name}", lang)) for name in MEASURED],
                    self.measure,
                    say("threats.measure"),
                ),
            ),
            block("toggles", *toggles, role="group", aria_label=say("threats.order")),
        ]
        if order is None:
            parts.append(block("quiet", text(say("threats.order.few"))))
        else:
            parts.append(_orders(order, seat, lang))
        return block("order", *parts)


def cost_now(state: State, seat: int, colour: int, names: tuple[str, ...], lang: str) -> Cost:
    """What damage would take from a seat now, by carrying it out on a copy; a person who protects is told instead."""
    say, player = words_of(lang, own_texts()), state.players[seat]
    for event in _carried_out(state, seat, colour, names):
        if event.kind == "damage.averted":
            return Cost(event.text(lang), event.rule, ())
    for event in _carried_out(state, seat, colour, names, bare=True):
        if event.kind == "nothing.lost":
            return Cost(figure_word("odds.nothing", lang), event.rule, ())
        if event.kind in _LOSSES:
            words = amount(DAMAGES[colour], event.data[_LOSSES[event.kind]], lang)
            held = [f"{own_texts().form('colour', COLOURS[c], lang)} {n}" for c, n in enumerate(player.workers) if n]
            return Cost(words + (f" ({', '.join(held)})" if event.kind == "workers.lost" else ""), event.rule, ())
    deck = state.deck
    if DAMAGES[colour] == "plague":
        return Cost("", "threat.plague", tuple(deck[person].name[lang] for person in player.people))
    options = []
    for house in player.houses:
        of = [own_texts().form("colour", COLOURS[deck.colour[house.card]], lang)]
        of += [] if house.person == EMPTY else [deck[house.person].name[lang]]
        options.append(say("threats.house", of=", ".join(of)))
    options += [
        say("threats.tile", of=own_texts().form("section", SECTIONS[place], lang)) for (place,) in outer_tiles(state, seat)
    ]
    return Cost("", "threat.fire", tuple(options))


_LOSSES = {"workers.lost": "workers", "guilders.lost": "guilders", "points.lost": "points"}
"""The events of a loss that leaves no choice, and where they say how much."""


def _carried_out(state: State, seat: int, colour: int, names: tuple[str, ...], *, bare: bool = False) -> list[Event]:
    """The events of a damage on a copy, up to the first question; `bare` is the damage alone, without people who react to it."""
    twin = state.copy()
    log: list[RawEvent] = []
    twin.agenda, twin.causes, twin.log = [], [], log
    if bare:
        twin.push(f"damage.{DAMAGES[colour]}", seat)
    else:
        settle_due(twin, seat, (colour,))
    advance(twin)
    teller = BrugesTeller(twin, names)
    return [Event(raw, number, teller) for number, raw in enumerate(log)]


def order_tree(
    state: State, seat: int, due: tuple[int, ...], measure: str, seen_by: int | None, names: tuple[str, ...]
) -> Tree[State]:
    """Every order in which a seat can settle these damages, and every choice in them; nothing after it."""
    from ..kit import BrugesKit

    twin = state.copy()
    twin.agenda, twin.causes = [], []
    settle_due(twin, seat, due)
    settings = Settings(
        None, ORDER_NODES, "enumerate", "own_best", "all" if seen_by is None else seen_by, measure, True, seat, names
    )
    return Grower(BrugesKit(), settings, MEASURES[measure]).grow(twin)


def _order_figure(tree: Tree[State], lang: str) -> go.Figure:
    """The tree as a figure: where it ends, everything is settled, and the game goes on."""
    figure = tree_figure(tree, lang=lang, width=NARROW)
    ended, settled = safe(figure_word("tree.end", lang)), safe(words_of(lang, own_texts())("threats.settled"))
    for trace in figure.data:
        if trace.name == ended:
            trace.update(name=settled, hovertext=[words.replace(ended, settled, 1) for words in trace.hovertext])
        if trace.mode == "text":
            trace.text = _labels(tree, trace.text, lang)
    return figure


def _labels(tree: Tree[State], drawn: Sequence[str], lang: str) -> list[str]:
    """The labels of the branches, but that damage is called by its name alone."""
    edges = [edge for node in tree.nodes for edge in node.edges if edge.child.from_edges[0] is edge]
    named = damage_names(lang)
    return [
        safe(named[edge.option[1]]) if edge.option[0] == "damage" else words for edge, words in zip(edges, drawn, strict=True)
    ]


def _orders(tree: Tree[State], seat: int, lang: str) -> Svg:
    """The tree as a nested list, the best first to see."""
    left = ORDER_LINES

    def rows(edges: list[Edge[State]]) -> Svg:
        nonlocal left
        listed = []
        for edge in edges:
            if left <= 0:
                break
            left -= 1
            value = decimal(float(edge.child.values[seat]), 2, lang)
            line = [text(tree.told(edge, lang)), text(" "), span("worth", value)]
            inside = [rows(edge.child.edges)] if edge.child.edges else []
            listed.append(tag("li", *line, *inside, class_="bl-best" if edge.best else None))
        return tag("ul", *listed)

    return block("orders", rows(tree.root.edges))


def _sentence(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}."


def _damage(colour: int) -> Svg:
    drawn = sign(colour, 6, 6, 11, live_shade(SHADES[colour]).ink)
    return tag("svg", drawn, viewBox="0 0 12 12", width=14, height=14, aria_hidden="true")


def _share(odds: Fraction, lang: str) -> Svg:
    return tag("td", text(percent(odds, lang)), class_="bl-amount" if odds else "bl-amount bl-zero")
