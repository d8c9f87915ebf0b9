"""The reach inspector: where each die leads, by which way, and what a cube would bring on every square, with exact odds.

A seat that looks sees tile values as it may know them. The throw is the one that lies there, any other, or all of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Literal

from ....explorer.inspecting import Inspector, one_of, whole
from ....explorer.markup import block, button, rule_link, select, span, text, words_of
from ....explorer.surface import Act
from ....show.figures import percent, seat_name
from ....show.narrow import compact
from ....show.svg import Svg, tag
from ..figures.figure_words import odds, say
from ..figures.reach_figures import gain_words, headline, remarks, site_gains, there_words, way_words
from ..manifest import MANIFEST
from ..play.reach_odds import Move, Reach, Throw, reach

if TYPE_CHECKING:
    import plotly.graph_objects as go

HIGH = 310
"""The map beside the board, in pixels."""
MOST_ROWS = 6
"""So many moves of a character are shown at once, the best first."""
LYING, EACH = "lying", "each"
REASONS = {
    "burdigala.move.return": "no_round_trip",
    "burdigala.move.free_end": "occupied",
    "burdigala.cube.supply": "no_cubes",
    "burdigala.move.buildable": "nothing_to_build",
}
"""The words of a refusal, by the rule that forbids a move."""


class ReachPanel(Inspector):
    """Where the dice lead, and what it would bring."""

    name = "reach"
    mover: int | None = None
    """Whose moves the user wants to see; None: of the seat that looks, or whose turn it is."""
    thrown = LYING

    def acts(self) -> Mapping[str, Act]:
        return {
            "reach_mover": lambda value: self._set(mover=whole(value, 0, len(self.explorer.names) - 1)),
            "reach_throw": self._throw,
        }

    def _set(self, **settings: Any) -> None:
        for name, value in settings.items():
            setattr(self, name, value)
        self.again()

    def _throw(self, value: str) -> None:
        faces = range(1, self.explorer.game.state.rules.dice_faces + 1)
        self._set(thrown=one_of(value, (LYING, EACH, *(f"{one}:{other}" for one in faces for other in faces))))

    def forget(self) -> None:
        self.mover, self.thrown = None, LYING

    def look(self) -> None:
        explorer = self.explorer
        if explorer.game.over or explorer.game.state.ended:
            self.show({"all": block("quiet", text(explorer.words("inspect.over")))})
            return
        lies = reach(explorer.game, explorer.seat, mover=self.mover)
        found = lies if self.thrown == LYING else reach(explorer.game, explorer.seat, mover=self.mover, throw=self._asked())
        throw = found.throw
        rows = self._squares(found) if throw is None else self._moves(found, throw)
        under = {"rows": rows} if throw is None else {"rows": rows, "refused": self._refused(found, throw)}
        self.show({"head": self._head(found, lies)}, lambda: self._map(found), under=under)

    def _map(self, found: Reach) -> go.Figure:
        """The map; beside the board no higher than it is wide."""
        drawn = compact(found.figure(lang=self.explorer.lang), wide=self.wide)
        drawn.layout.margin.update(l=8, r=8)
        if not self.wide:
            drawn.layout.height = HIGH + drawn.layout.margin.t + drawn.layout.margin.b
        return drawn

    def _asked(self) -> tuple[int, int] | Literal["each"]:
        if self.thrown == EACH:
            return "each"
        one, _, other = self.thrown.partition(":")
        return int(one), int(other)

    def _head(self, found: Reach, lies: Reach) -> Svg:
        lang, names = self.explorer.lang, self.explorer.names
        seats = [(str(seat), seat_name(seat, names)) for seat in range(len(names))]
        faces = range(1, found.state.rules.dice_faces + 1)
        throws = [(EACH, say("reach.any", lang))]
        if lies.throw is not None:
            first, second = lies.throw.dice
            throws.insert(0, (LYING, say("reach.lying", lang, first=first, second=second)))
        throws += [(f"{one}:{other}", f"{one} · {other}") for one in faces for other in faces if one <= other]
        chosen = EACH if self.thrown == LYING and lies.throw is None else self.thrown
        return block(
            "controls",
            select("reach_mover", seats, str(found.mover), say("reach.player", lang)),
            select("reach_throw", throws, chosen, say("reach.dice", lang)),
            self.width_button(),
            tag("p", tag("b", text(headline(found, lang)))),
            block("quiet", text(" ".join(filter(None, remarks(found, lang))))),
        )

    # Each throw: a row a square

    def _squares(self, found: Reach) -> Svg:
        lang = self.explorer.lang
        heads = [say(f"head.{key}", lang) for key in ("square", "odds", "from", "best")]
        rows = []
        for one in sorted(found.squares, key=lambda one: (-one.odds, one.square)):
            best = [] if one.best is None else [self._at(found, one.best.site, gain_words(found, one.best, lang))]
            starts = text(", ".join(map(str, one.starts)))
            cells = [tag("th", text(one.square), scope="row"), _share(one.odds, lang), tag("td", starts), tag("td", *best)]
            rows.append(tag("tr", *cells, data_square=one.square))
        first = tag("table", _heads(heads), *rows[: 2 * MOST_ROWS], class_="bl-figures")
        cited = self._cited(move for throw in found.throws for move in throw.legal)
        return Svg("".join([cited, first, *self._more(rows[2 * MOST_ROWS :])]))

    # One throw: a row a move

    def _moves(self, found: Reach, throw: Throw) -> Svg:
        lang = self.explorer.lang
        heads = [say(f"head.{key}", lang) for key in ("square", "way", "cube")]
        blocks = []
        for start in sorted({move.start for move in throw.moves}):
            moves = [move for move in throw.legal if move.start == start]
            moves.sort(key=lambda move: (-move.worth, move.end))
            rows = [self._move(found, throw, move) for move in moves]
            title = tag("summary", text(f"{say('reach.start', lang, square=start)} · {len(moves)}"))
            first = tag("table", _heads(heads), *rows[:MOST_ROWS], class_="bl-figures")
            blocks.append(tag("details", title, first, *self._more(rows[MOST_ROWS:]), open=""))
        return block("seats", self._cited(throw.legal), *blocks)

    def _more(self, rows: list[Svg]) -> list[Svg]:
        """The rows after the best ones, folded."""
        if not rows:
            return []
        title = tag("summary", text(say("more", self.explorer.lang, count=len(rows))))
        return [tag("details", title, tag("table", *rows, class_="bl-figures"))]

    def _move(self, found: Reach, throw: Throw, move: Move) -> Svg:
        lang = self.explorer.lang
        end: Svg = text(move.end)
        if self._may_move(found, throw):
            game = self.explorer.game
            told = game.kit.tell_option(game.state, game.names, ("move", move.start, move.end), lang)
            end = button("choose", f"move:{move.start}:{move.end}", move.end, "small", title=told, aria_label=told)
        there = there_words(found, move, lang)
        gains = [self._at(found, site, words) for site, words in site_gains(found, move, lang).items()]
        return tag(
            "tr",
            tag("th", end, scope="row"),
            tag("td", tag("b", text("/".join(map(str, move.dice)))), text(f" · {way_words(move)}"), *_line(there)),
            tag("td", *gains),
            class_="bl-best" if move == throw.best else None,
            data_move=f"{move.start}:{move.end}",
        )

    def _may_move(self, found: Reach, throw: Throw) -> bool:
        """Whether this is the question that waits: then a press makes the move."""
        pending = self.explorer.game.pending
        if pending is None or pending.kind not in ("turn.move", "turn.move.plain") or self.explorer.cursor.inside:
            return False
        mine = pending.player == found.mover and self.explorer.seat in (None, found.mover)
        return mine and throw.dice == self.explorer.game.state.dice and self.thrown == LYING

    def _at(self, found: Reach, site: int, words: str) -> Svg:
        return tag("div", span("worth", found.state.board.sites[site].name), text(f" {words}"))

    def _cited(self, moves: Iterable[Move]) -> Svg:
        """The rules by which these moves bring what they bring."""
        words = words_of(self.explorer.lang, MANIFEST.texts)
        rules = dict.fromkeys(
            ["burdigala.move.exact", *(rule for move in moves for gained in move.gains for rule in gained.rules)]
        )
        return block("quiet", *(part for rule in rules for part in (rule_link(rule, words), text(" "))))

    def _refused(self, found: Reach, throw: Throw) -> Svg:
        """Where the dice lead and the rules do not."""
        lang, names = self.explorer.lang, self.explorer.names
        words = words_of(lang, MANIFEST.texts)
        rows = []
        for move in throw.moves:
            if not move.legal:
                owner = "" if move.displaced is None else names[move.displaced]
                told = MANIFEST.texts.say("refusal", REASONS[move.refused], {"square": move.end, "owner": owner}, lang)
                way = f"{' / '.join(map(str, move.dice))}: {way_words(move)}"
                rows.append(
                    tag(
                        "tr",
                        tag("th", text(move.end), scope="row"),
                        tag("td", text(way)),
                        tag("td", text(f"{told} "), rule_link(move.refused, words)),
                        data_refused=f"{move.start}:{move.end}",
                    )
                )
        if not rows:
            return Svg("")
        title = tag("summary", text(f"{say('reach.refused', lang)} · {len(rows)}"))
        return tag("details", title, tag("table", *rows, class_="bl-figures"))


def _heads(words: list[str]) -> Svg:
    return tag("tr", *(tag("th", text(word), scope="col") for word in words))


def _line(words: str) -> list[Svg]:
    return [tag("div", text(words))] if words else []


def _share(share: Fraction, lang: str) -> Svg:
    return tag("td", text(percent(share, lang)), class_="bl-amount", title=odds(share, lang))
