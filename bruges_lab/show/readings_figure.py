"""Two readings of the rules as a figure: how often games differ, by which rule they part, and what it does to the scores."""

from __future__ import annotations

from collections import Counter
from statistics import fmean
from typing import TYPE_CHECKING

from ..analysis.comparing import Comparison
from ..analysis.intervals import Interval
from ..analysis.named import named_policy
from ..kernel import LabError
from .figures import KIND_FILLS, SEAT_COLOURS, cite, decimal, figure, kind_look, percent, safe
from .figures import say as figure_word
from .svg import INK, LINE

if TYPE_CHECKING:
    import plotly.graph_objects

_RULES = 8
_LONGEST = 34


def readings_figure(found: Comparison, *, lang: str = "en") -> plotly.graph_objects.Figure:
    """The shares with their intervals; the rules by which games part; the change of the mean score."""
    if not isinstance(found, Comparison) or not found:
        raise LabError("a comparison with at least one game is needed: bl.compare(...)")
    first, second = found.names
    fields = ", ".join(f"{name}: {a} / {b}" for name, (a, b) in found.fields.items())
    plays = named_policy(found.policy, lang, found.manifest.texts)
    when = _said(found, "readings.when", lang, games=len(found), players=found.players, mode=found.mode, policy=plays)
    made = figure(
        _said(found, "readings.title", lang, first=first, second=second, share=percent(found.differing.share, lang)),
        f"{when} {fields}",
        lang=lang,
        height=520,
        rows=2,
        columns=2,
        heads=[
            _said(found, "readings.shares", lang),
            _said(found, "readings.rules", lang),
            _said(found, "readings.scores", lang),
        ],
        grid={
            "specs": [[{"colspan": 2}, None], [{}, {}]],
            "row_heights": [0.26, 0.74],
            "vertical_spacing": 0.24,
            "horizontal_spacing": 0.1,
        },
        showlegend=False,
    )
    _shares(made, found, lang)
    _rules(made, found, lang)
    _scores(made, found, lang)
    return made


def _said(found: Comparison, key: str, lang: str, **values: object) -> str:
    """Words of the figure, as the game that was played has them."""
    return figure_word(key, lang, found.manifest.texts, **values)


def _shares(made: plotly.graph_objects.Figure, found: Comparison, lang: str) -> None:
    shares: list[tuple[str, Interval]] = [(_said(found, "readings.differ", lang), found.differing)]
    if found.mode == "policy":
        shares.append((_said(found, "readings.winner", lang), found.winner_changes))
    for place, (name, share) in enumerate(shares):
        hover = safe(
            _said(found, "interval", lang, low=percent(share.low, lang), high=percent(share.high, lang), games=len(found))
        )
        made.add_scatter(
            x=[share.share],
            y=[safe(name)],
            error_x={
                "type": "data",
                "symmetric": False,
                "array": [share.high - share.share],
                "arrayminus": [share.share - share.low],
                "color": INK,
                "thickness": 1.5,
                "width": 7,
            },
            mode="markers+text",
            text=[f"<b>{percent(share.share, lang)}</b>"],
            textposition="top center",
            marker={
                "symbol": ("circle", "diamond")[place],
                "size": 11,
                "color": SEAT_COLOURS[place],
                "line": {"color": INK, "width": 1},
            },
            hovertext=[f"<b>{safe(name)}: {percent(share.share, lang)}</b><br>{hover}"],
            hoverinfo="text",
            cliponaxis=False,
            row=1,
            col=1,
        )
    made.update_xaxes(tickformat=".0%", range=[-0.03, 1.03], tickvals=[0, 0.25, 0.5, 0.75, 1], row=1, col=1)
    made.update_yaxes(range=[len(shares) - 0.5, -0.8], ticklabelstandoff=6, row=1, col=1)


def _rules(made: plotly.graph_objects.Figure, found: Comparison, lang: str) -> None:
    """The rules of the first events that differ, each with an example."""
    rules = found.first_rules.most_common(_RULES)
    examples = {}
    for pair in reversed(found):
        if pair.difference is not None:
            examples[pair.difference.rule] = pair
    hover = []
    for rule, count in rules:
        pair = examples[rule]
        assert pair.difference is not None
        lines = [f"<b>[{safe(rule)}] {count}</b>", safe(_said(found, "readings.example", lang, seed=pair.seed))]
        for name, event in zip(found.names, pair.difference[2:], strict=True):
            lines.append(
                f"<b>{safe(name)}</b>: "
                + (cite(event, pair.difference.round, lang, found.manifest.texts) if event is not None else "–")
            )
        hover.append("<br>".join(lines))
    made.add_bar(
        x=[count for _, count in rules],
        y=[safe(rule if len(rule) <= _LONGEST else rule[: _LONGEST - 1] + "…") for rule, _ in rules],
        orientation="h",
        marker=kind_look(1),
        width=0.5 if len(rules) < 3 else 0.7,
        text=[str(count) for _, count in rules],
        textposition="outside",
        cliponaxis=False,
        hovertext=hover,
        hoverinfo="text",
        row=2,
        col=1,
    )
    most = max((count for _, count in rules), default=1)
    made.update_xaxes(
        title=_said(found, "axis.number_of_games", lang), range=[0, 1.15 * most], dtick=max(1, most // 5), row=2, col=1
    )
    made.update_yaxes(autorange="reversed", showgrid=False, ticklabelstandoff=4, tickfont={"size": 11}, row=2, col=1)
    if not rules:
        _say_instead(made, "2", _said(found, "readings.same", lang))


def _say_instead(made: plotly.graph_objects.Figure, axis: str, words: str) -> None:
    """A sentence where there is nothing to plot."""
    made.update_layout({f"xaxis{axis}": {"visible": False}, f"yaxis{axis}": {"visible": False}})
    made.add_annotation(text=safe(words), showarrow=False, x=0.5, y=0.5, xref=f"x{axis} domain", yref=f"y{axis} domain")


def _scores(made: plotly.graph_objects.Figure, found: Comparison, lang: str) -> None:
    """By how much the mean score of a game changes, game by game; a replay that stopped has no score to compare."""
    pairs = [pair for pair in found if pair.stopped is None]
    if not pairs:
        _say_instead(made, "3", _said(found, "readings.stopped", lang))
        return
    exact = [fmean(pair.scores[1]) - fmean(pair.scores[0]) for pair in pairs]
    changes = Counter(round(2 * change) / 2 for change in exact)
    low, high = min(changes), max(changes)
    width = max(0.5, round((high - low) / 20))
    bins: Counter[float] = Counter()
    for change, count in changes.items():
        bins[round(change / width) * width] += count
    made.add_bar(
        x=list(bins),
        y=list(bins.values()),
        width=[0.85 * width] * len(bins),
        marker={**kind_look(2), "color": KIND_FILLS[2]},
        hovertext=[f"<b>{decimal(change, 1, lang)}: {count}</b>" for change, count in bins.items()],
        hoverinfo="text",
        row=2,
        col=2,
    )
    mean = fmean(exact)
    made.add_vline(x=mean, line={"color": INK, "width": 2, "dash": "dash"}, row=2, col=2)
    made.add_annotation(
        text=f"<b>{safe(_said(found, 'readings.mean', lang, change=('+' if mean > 0 else '') + decimal(mean, 2, lang)))}</b>",
        x=mean,
        y=1,
        xref="x3",
        yref="y3 domain",
        xanchor="right" if mean > 0 else "left",
        yanchor="top",
        showarrow=False,
        xshift=-5 if mean > 0 else 5,
        bgcolor="rgba(255,253,248,0.8)",
    )
    reach = max(abs(low), abs(high), width) + width
    made.update_xaxes(title=_said(found, "axis.change", lang), range=[-reach, reach], zerolinecolor=LINE, row=2, col=2)
    made.update_yaxes(title=_said(found, "axis.number_of_games", lang), range=[0, 1.22 * max(bins.values())], row=2, col=2)
