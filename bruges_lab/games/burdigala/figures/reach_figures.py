"""Where the dice lead: in lines, and as a map of the squares that can be reached."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

from ....rulebook.seats import names_in, seat_name
from ....show.figures import ACCENT, figure, percent, safe, seat_marker, wrap
from ....show.svg import INK, MUTED, PAPER
from ..model import State
from ..play.cube_gains import Gain
from ..play.reach_odds import Move, Reach, SquareOdds
from ..words import EXPRESS_WAY, LINES, STREET, WATERWAY
from .figure_words import mark_of, marked, number, odds, say, spread

if TYPE_CHECKING:
    import plotly.graph_objects

EDGE = 60
"""So much of the board is seen round the outermost squares."""
_BENDS = 30
"""The straight pieces of a drawn curve."""
_LOOKS: dict[int, dict[str, object]] = {
    STREET: {"color": MUTED, "width": 2},
    WATERWAY: {"color": "#2f7fb5", "width": 2, "dash": "dash"},
    EXPRESS_WAY: {"color": "#b5651d", "width": 2, "dash": "dot"},
}


# In words


def headline(found: Reach, lang: str) -> str:
    """Where the throw leads, or how many squares the next one may."""
    name = names_in(found, lang)[found.mover]
    squares = len(found.squares)
    if found.throw is None:
        return say("reach.each", lang, name=name, squares=squares, points=number(found.expected_best, lang))
    first, second = found.throw.dice
    return say("reach.throw", lang, name=name, first=first, second=second, squares=squares)


def remarks(found: Reach, lang: str) -> list[str]:
    """The best cube, what the throw opens, the odds to be stuck, the model, and through whose eyes."""
    told = []
    throw, best = found.throw, found.throw and found.throw.best
    if throw and best and best.best:
        site = found.state.board.sites[best.best.site].name
        told.append(say("reach.best", lang, points=spread(best.best.points, lang), square=best.end, site=site))
    if throw and (throw.double or throw.seven):
        told.append(say("reach.double" if throw.double else "reach.seven", lang))
    if found.stuck:
        told.append(say("reach.stuck", lang, odds=odds(found.stuck, lang)))
    told.append(say("reach.model.throw" if throw else "reach.model", lang))
    return [*told, eyes(found.seat, names_in(found, lang), lang), marked(found.state, lang)]


def eyes(seat: int | None, names: tuple[str, ...], lang: str) -> str:
    """Through whose eyes the tiles are seen."""
    return say("eyes.all", lang) if seat is None else say("eyes.seat", lang, name=names[seat])


def gain_words(found: Reach, gained: Gain, lang: str) -> str:
    """The points of a cube, what they are made of, and who draws plot cards."""
    names = names_in(found, lang)
    points = spread(gained.points, lang, mark_of(found.state, gained.site) if gained.completes else "")
    if gained.cubes != found.state.rules.cubes_a_turn:
        points = say("gain.token", lang, points=points)
    if not gained.completes:
        return points
    parts = [say("gain.completes", lang)]
    if gained.bonus:
        parts.append(say("gain.bonus", lang, points=gained.bonus))
    parts += [say("gain.builders", lang, name=names[seat], points=paid) for seat, paid in enumerate(gained.builders) if paid]
    parts += [say("gain.plots", lang, name=names[seat], cards=cards) for seat, cards in enumerate(gained.plots) if cards]
    if gained.necropolis:
        parts.append(say("gain.necropolis", lang, odds=percent(gained.necropolis, lang)))
    if gained.interrupted:
        parts.append(say("gain.interrupted", lang, name=names[found.mover], odds=percent(gained.interrupted, lang)))
    return say("pair", lang, first=points, second=", ".join(parts))


def site_gains(found: Reach, move: Move, lang: str) -> dict[int, str]:
    """What the cubes of a move would bring, site by site: the one of the turn, and another for a token."""
    told: dict[int, list[str]] = {}
    for gained in move.gains:
        told.setdefault(gained.site, []).append(gain_words(found, gained, lang))
    return {site: "; ".join(words) for site, words in told.items()}


def there_words(found: Reach, move: Move, lang: str) -> str:
    """What is special about the end of a move: somebody has to make room, a port, where the character stood."""
    words = [say("there.port", lang)] if move.port else []
    if move.displaced is not None:
        words.insert(0, say("there.displaces", lang, name=names_in(found, lang)[move.displaced]))
    if move.start == move.end:
        words.insert(0, say("there.start", lang))
    return ", ".join(words)


def way_words(move: Move) -> str:
    """The squares of the way."""
    return " → ".join(map(str, move.way))


def reach_text(found: Reach, lang: str = "en") -> str:
    """Each square with its odds, or each move of the throw."""
    lines = [headline(found, lang), *filter(None, remarks(found, lang)), ""]
    sites = found.state.board.sites
    for one in found.squares if found.throw is None else ():
        best = "" if one.best is None else f"{sites[one.best.site].name} {gain_words(found, one.best, lang)}"
        lines.append(f"{one.square:>4}  {odds(one.odds, lang):<18} {best}")
    for move in found.throw.legal if found.throw else ():
        gains = "; ".join(f"{sites[site].name} {words}" for site, words in site_gains(found, move, lang).items())
        there = there_words(found, move, lang)
        lines.append(f"{move.end:>4}  [{move.die}] {way_words(move):<32} {' · '.join(filter(None, (there, gains)))}")
    return "\n".join(lines)


# The map


def reach_figure(found: Reach, *, lang: str = "en") -> plotly.graph_objects.Figure:
    """Squares that can be reached stand out, the larger the likelier; hover tells the odds and what a cube brings."""
    made = figure(headline(found, lang), " ".join(filter(None, remarks(found, lang))), lang=lang, height=560)
    known = found.state
    _draw_lines(made, known, lang)
    _draw_sites(made, found, lang)
    _draw_squares(made, found, lang)
    _draw_meeples(made, found, lang)
    across, down = zip(*(square.at for square in known.board.squares), strict=True)
    made.update_xaxes(visible=False, range=[min(across) - EDGE, max(across) + EDGE])
    made.update_yaxes(visible=False, range=[max(down) + EDGE, min(down) - EDGE], scaleanchor="x")
    return made


def _draw_lines(made: Any, known: State, lang: str) -> None:
    for kind, look in _LOOKS.items():
        x: list[float | None] = []
        y: list[float | None] = []
        for line in known.board.lines:
            if line.kind == kind:
                ends = known.board.square(line.one).at, known.board.square(line.other).at
                bent = _curve(ends[0], line.by, ends[1])
                x += [*(point[0] for point in bent), None]
                y += [*(point[1] for point in bent), None]
        name = safe(say(f"line.{LINES[kind]}", lang))
        made.add_scatter(x=x, y=y, mode="lines", line=look, name=name, hoverinfo="skip", showlegend=bool(x) and kind != STREET)


def _curve(first: tuple[int, int], by: tuple[tuple[int, int], ...], last: tuple[int, int]) -> list[tuple[float, float]]:
    """Points of the curve that bends towards some others (de Casteljau)."""
    if not by:
        return [first, last]
    found = []
    for step in range(_BENDS + 1):
        t, points = step / _BENDS, [(float(x), float(y)) for x, y in (first, *by, last)]
        while len(points) > 1:
            points = [(x + (u - x) * t, y + (v - y) * t) for (x, y), (u, v) in pairwise(points)]
        found.append(points[0])
    return found


def _draw_sites(made: Any, found: Reach, lang: str) -> None:
    """Each incomplete site with its name and the cubes that it still takes."""
    known = found.state
    left = [site for site, done in enumerate(known.complete) if not done]
    places = [known.board.sites[site] for site in left]
    made.add_scatter(
        x=[place.at[0] for place in places],
        y=[place.at[1] for place in places],
        mode="text",
        name=safe(say("reach.sites", lang)),
        showlegend=False,
        text=[f"{place.name}<br>□{known.room(site)}" for site, place in zip(left, places, strict=True)],
        textfont={"size": 11, "color": INK},
        hovertext=[
            safe(say("sites.missing", lang, site=place.name, cubes=known.room(site)))
            for site, place in zip(left, places, strict=True)
        ],
        hoverinfo="text",
    )


def _draw_squares(made: Any, found: Reach, lang: str) -> None:
    reached = {one.square: one for one in found.squares}
    for within in (False, True):
        squares = [square for square in found.state.board.squares if (square.number in reached) == within]
        if not squares:
            continue
        made.add_scatter(
            x=[square.at[0] for square in squares],
            y=[square.at[1] for square in squares],
            mode="markers+text",
            showlegend=within,
            name=safe(say("reach.within" if within else "reach.beyond", lang)),
            marker={
                "size": [16 + 8 * float(reached[square.number].odds) if within else 16 for square in squares],
                "color": "#cfe8d8" if within else PAPER,
                "opacity": 1,
                "line": {"color": ACCENT if within else MUTED, "width": 3 if within else 1},
            },
            text=[str(square.number) for square in squares],
            textfont={"size": 11, "color": "#2b2620" if within else MUTED},
            hovertext=[_hover(found, square.number, reached.get(square.number), lang) for square in squares],
            hoverinfo="text",
        )


def _hover(found: Reach, square: int, one: SquareOdds | None, lang: str) -> str:
    name = say("reach.square", lang, square=square)
    if one is None:
        return safe(say("pair", lang, first=name, second=say("reach.beyond", lang)))
    lines = [f"<b>{safe(say('pair', lang, first=name, second=odds(one.odds, lang)))}</b>"]
    if one.best is not None:
        site = found.state.board.sites[one.best.site].name
        lines += [wrap(f"{site} · {gain_words(found, one.best, lang)}"), " ".join(f"[{rule}]" for rule in one.best.rules)]
    if found.throw is not None:
        move = next(move for move in found.throw.legal if move.end == square)
        lines.insert(1, safe(say("reach.way", lang, die=move.die, way=way_words(move))))
    return "<br>".join([*lines, "[burdigala.move.exact]"])


def _draw_meeples(made: Any, found: Reach, lang: str) -> None:
    """A seat's symbol beside each square on which it stands."""
    names = names_in(found, lang)
    for seat, player in enumerate(found.state.players):
        places = [found.state.board.square(square).at for square in player.meeples if square]
        made.add_scatter(
            x=[x + 22 for x, _ in places],
            y=[y - 22 for _, y in places],
            mode="markers",
            name=safe(seat_name(seat, names)),
            marker=seat_marker(seat, 12),
            hovertext=[safe(seat_name(seat, names))] * len(places),
            hoverinfo="text",
            showlegend=True,
        )
