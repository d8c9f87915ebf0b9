"""What figures wear: tools in their language, dark colours that can be seen, and a narrow form for the side of a board."""

from __future__ import annotations

import pickle
import re
from typing import Any

import pytest

import bruges_lab as bl
from bruges_lab.show import figures, svg
from bruges_lab.show.images import page
from bruges_lab.show.narrow import compact
from bruges_lab.show.night import GROUND, LEAST, at_night, contrast, lifted, night
from bruges_lab.show.tools import file_name, tools


@pytest.fixture(scope="module")
def game() -> bl.Game[Any]:
    game = bl.new_game(4, 11)
    bl.play_out(game, "greedy", 2).into(game)
    game.goto(len(game.nodes) // 2)
    return game


# Tools


@pytest.mark.parametrize(
    ("lang", "saving"),
    [("en", "Save as a picture (PNG)"), ("fr", "Enregistrer comme image (PNG)"), ("it", "Salva come immagine (PNG)")],
)
def test_the_tools_are_named_in_the_language_of_the_figure(game: bl.Game[Any], lang: str, saving: str) -> None:
    config = tools(bl.plot.score(game, lang=lang))
    assert config["locales"][config["locale"]]["dictionary"]["Download plot as a PNG"] == saving
    assert (config["displayModeBar"], config["displaylogo"]) == (True, False)


def test_a_figure_of_somebody_else_has_tools_too() -> None:
    import plotly.graph_objects as go

    for meta in (None, {"lang": "xx", "name": ""}, [1]):
        config = tools(go.Figure(layout={"meta": meta}))
        assert (config["locale"], config["toImageButtonOptions"]["filename"]) == ("en", "figure")


def test_a_figure_shows_itself_with_its_tools(game: bl.Game[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    import plotly.io as pio

    shown: list[Any] = []
    monkeypatch.setattr(pio, "show", lambda figure, *args, **options: shown.append(options["config"]))
    monkeypatch.setattr(pio.renderers, "render_on_display", True)
    monkeypatch.setattr(pio.renderers, "default", "plotly_mimetype")
    figure = bl.plot.score(game, lang="de")
    figure._ipython_display_()
    figure.show()
    assert [config["locale"] for config in shown] == ["de", "de"]
    assert pickle.loads(pickle.dumps(figure)) == figure
    assert '"displaylogo": false' in page(figure)


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Score by part: Lion is ahead", "score-by-part-lion-is-ahead"),
        ("Löwe führt, süß", "loewe-fuehrt-suess"),
        ("Réputation « ici »", "reputation-ici"),
        ("../../etc/passwd", "etc-passwd"),
        ("★ ≈", "figure"),
        ("word " * 40, "word-word-word-word-word-word-word-word-word-word"),
    ],
)
def test_a_file_is_called_after_the_title(title: str, name: str) -> None:
    assert file_name(title) == name


def test_titles_are_broken_into_lines_that_fit() -> None:
    lines = figures.in_lines("one two three four", 60, 12)
    assert lines == ["one two", "three", "four"]
    assert figures.in_lines("", 60, 12) == []
    assert figures.in_lines("w" * 60, 60, 12) == ["w" * 60]
    long = figures.figure("many words of a title " * 6, "and of what is assumed " * 12)
    said = re.sub(r"<(?!br)[^>]*>", "", long.layout.title.text).split("<br>")
    assert len(said) > 3
    assert max(svg.text_width(line, 12) for line in said[-2:]) <= figures.WIDTH


# By night


def test_every_colour_of_a_figure_is_seen_by_night(game: bl.Game[Any]) -> None:
    for figure in (bl.plot.score(game), bl.plot.risk(game), bl.plot.threats(game), bl.plot.majorities(game), bl.plot.money(game)):
        dark = at_night(figure)
        assert dark.layout.paper_bgcolor == GROUND
        assert contrast(dark.layout.font.color, GROUND) >= 7
        for trace in dark.data:
            colour = getattr(trace.line if trace.type == "scatter" else trace.marker, "color", None)
            for one in [colour] if isinstance(colour, str) else colour or ():
                assert one in (svg.PALE, GROUND, "#3d362c") or contrast(one, GROUND) >= LEAST, (trace.name, one)
        assert len(dark.data) == len(figure.data)
        assert figure.layout.paper_bgcolor == svg.PAPER  # the one by day is as it was


def test_letters_on_a_fill_stay_and_the_fill_stays_readable(game: bl.Game[Any]) -> None:
    dark = at_night(bl.plot.score(game))
    for bar in dark.select_traces(selector={"type": "bar"}):
        assert bar.textfont.color in (figures.ON_LIGHT, figures.ON_DARK)
        assert contrast(bar.textfont.color, bar.marker.color) >= 4.5, bar.name


def test_colours_within_words_change_too() -> None:
    made = figures.figure("a", "b")
    made.add_scatter(x=[1], y=[1], text=[f"<span style='color:{svg.MUTED}'>x</span>"])
    assert "#b9ae9c" in at_night(made).data[0].text[0]
    made.add_annotation(text="x", bgcolor="rgba(255,253,248,0.8)")
    assert night(made)["rgba(255,253,248,0.8)"] == "rgba(30,27,23,0.8)"
    assert bl.plot.dark(made).layout.annotations[-1].bgcolor == "rgba(30,27,23,0.8)"


def test_a_colour_is_lifted_only_as_far_as_it_must_be() -> None:
    assert lifted("#eebd2f", GROUND, 3) == "#eebd2f"
    assert contrast(lifted("#000000", GROUND, 3), GROUND) >= 3
    assert contrast("#ffffff", "#000000") == pytest.approx(21)
    assert lifted("#000000", "#ffffff", 22) == "#ffffff"


# Beside the board


def test_plots_side_by_side_become_rows(game: bl.Game[Any]) -> None:
    usual = bl.plot.threats(game)
    wide, narrow = compact(bl.plot.threats(game), wide=True), compact(bl.plot.threats(game))
    assert {axis.domain for axis in wide.select_yaxes()} == {axis.domain for axis in usual.select_yaxes()}
    places = [(x.domain, y.domain) for x, y in zip(narrow.select_xaxes(), narrow.select_yaxes(), strict=True)]
    assert len(set(places)) == 4
    assert len({x for x, _ in places}) == len({y for _, y in places}) == 2
    assert [bool(axis.showticklabels) for axis in narrow.select_yaxes()] == [True, False, True, False]
    assert narrow.layout.title.text is None
    assert narrow.layout.height > wide.layout.height
    single = compact(bl.plot.majorities(game), columns=1)
    assert len({axis.domain for axis in single.select_yaxes()}) == 3


def test_the_labels_of_a_tree_are_cut_for_the_room_there_is(game: bl.Game[Any]) -> None:
    from bruges_lab.show.tree_figures import tree_figure

    grown = bl.tree(game, depth=1)

    def labels(width: int) -> list[str]:
        return next(list(trace.text) for trace in tree_figure(grown, width=width).data if trace.mode == "text")

    long, short = labels(1200), labels(330)
    assert [words[:8] for words in long] == [words[:8] for words in short]
    assert all("…" not in words for words in long)
    assert all(words.endswith("…") for words in short)
    assert max(svg.text_width(words, 11) for words in short) < 200


def test_nothing_is_written_smaller_than_eleven(game: bl.Game[Any]) -> None:
    for figure in (
        bl.plot.score_course(game),
        bl.plot.readings(bl.compare("default", bl.ruleset(workers_taken=3), 2, policy="random")),
    ):
        sizes = [int(size) for size in re.findall(r'"size": ?(\d+)', figure.layout.to_plotly_json().__repr__().replace("'", '"'))]
        assert min(sizes) >= 11
