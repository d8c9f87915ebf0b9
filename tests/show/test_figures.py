"""Figures: in four languages, every number the engine's own, every hover text with its rule, nothing told by colour alone."""

from __future__ import annotations

import json
import re
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import bruges_lab as bl
from bruges_lab import places
from bruges_lab.analysis.course import course
from bruges_lab.games.bruges.model import State
from bruges_lab.games.bruges.pictures import colours
from bruges_lab.games.bruges.play.deeds import ACTIONS, deeds
from bruges_lab.games.bruges.words import COLOURS, DAMAGES
from bruges_lab.rulebook.catalogue import Catalogue
from bruges_lab.rulebook.texts import LANGUAGES, Texts
from bruges_lab.show import figures

SOURCES = Path(figures.__file__).parent
HOSTILE = ("<script>alert(1)</script>", "<b>&amp;\"'", "{$x}", "W" * 40)


def played(players: int, seed: int, policy: str = "greedy", names: tuple[str, ...] | None = None) -> bl.Game[State]:
    game = bl.new_game(players, seed, names=names)
    return bl.play_out(game, policy, seed).into(game)


@pytest.fixture(scope="module")
def games() -> dict[str, bl.Game[State]]:
    found = {f"end{players}": played(players, 3 + players) for players in (2, 3, 4)}
    middle = played(4, 11)
    middle.goto(len(middle.nodes) // 2)
    return {**found, "middle": middle, "first": bl.new_game(3, 7), "hostile": played(4, 5, names=HOSTILE)}


@pytest.fixture(scope="module")
def simulation() -> bl.Simulation:
    return bl.simulate(20, 3, policy=["greedy", "random", "random"], seed=4)


@pytest.fixture(scope="module")
def comparison() -> Any:
    return bl.compare("default", bl.ruleset(workers_taken=3), 8, policy="random", players=2)


def every_figure(games: dict[str, bl.Game[State]], simulation: Any, comparison: Any, lang: str) -> dict[str, Any]:
    """Each figure of each game that can have it; of the finished ones, in English only."""
    shown = {name: game for name, game in games.items() if lang == "en" or not name.startswith("end")}
    plot = bl.plot
    of_a_game = (plot.score, plot.score_course, plot.threats, plot.majorities, plot.majority_race)
    of_a_game += (plot.reputation, plot.money, plot.actions)  # type: ignore[assignment]
    found = {f"{draw.__name__} {name}": draw(game, lang=lang) for draw in of_a_game for name, game in shown.items()}
    found |= {f"risk {name}": plot.risk(games[name], lang=lang) for name in ("middle", "first")}
    found["simulation"] = plot.simulation(simulation, lang=lang)
    found["readings"] = plot.readings(comparison, lang=lang)
    found["tree"] = plot.tree(bl.tree(games["middle"], depth=1), lang=lang)
    found["icicle"] = bl.tree(games["middle"], depth=1).icicle(lang=lang)
    return found


@pytest.fixture(scope="module")
def drawn(games: dict[str, bl.Game[State]], simulation: Any, comparison: Any) -> dict[str, dict[str, Any]]:
    return {lang: every_figure(games, simulation, comparison, lang) for lang in LANGUAGES}


def mode(trace: Any) -> str:
    return trace.mode if trace.type == "scatter" else ""


def words(figure: Any) -> str:
    return re.sub(r"<[^>]*>", " ", figure.layout.title.text)


def hovers(figure: Any) -> list[str]:
    found: list[str] = []
    for trace in figure.data:
        text = trace.hovertext
        found += [text] if isinstance(text, str) else [one for one in text or () if one]
    return found


# All of them


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_figure_says_what_it_shows_and_under_which_assumption(drawn: dict[str, dict[str, Any]], lang: str) -> None:
    for name, figure in drawn[lang].items():
        title, _, subtitle = figure.layout.title.text.partition("<br>")
        assert title.startswith("<b>"), name
        assert len(re.sub(r"<[^>]*>", "", subtitle)) > 20, name
        assert figure.layout.height >= 280, name
        assert figure.layout.margin.t >= 55 + 21 * subtitle.count("<span"), name


def test_the_legend_of_a_score_has_room_for_every_part() -> None:
    rich = {"earned": {"cubes": 9, "buildings": 7, "bonus": 3, "builders": 2}, "goods": ["wine"], "laid": ["cart"], "tokens": [4]}
    game = bl.scenario({"game": "burdigala", "given": {"stage": "over", "players": [rich, {"meeples": []}]}})
    figure = bl.plot.score(game)
    named = [trace.name for trace in figure.data if trace.type == "bar" and trace.showlegend is not False]
    assert len(named) == 8
    assert figure.layout.height - figure.layout.margin.t - figure.layout.margin.b >= 20 * len(named)


def test_a_figure_of_a_tree_wants_a_tree() -> None:
    with pytest.raises(bl.LabError, match=r"a tree is needed, as bl\.tree\(game\) makes it, not a Game"):
        bl.plot.tree(bl.new_game(players=2))  # type: ignore[arg-type]


@pytest.mark.parametrize("lang", ["de", "fr", "it"])
def test_nothing_is_left_in_english(drawn: dict[str, dict[str, Any]], lang: str) -> None:
    for name, figure in drawn[lang].items():
        english = drawn["en"][name]
        assert words(figure) != words(english), name
        for axis in ("xaxis", "yaxis"):
            here, there = figure.layout[axis].title.text, english.layout[axis].title.text
            same_word = {"points", "round", "people", "probabilité"} & {there or ""}
            assert here != there or not there or same_word, (name, axis)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_figure_is_plain_json_with_no_number_missing(drawn: dict[str, dict[str, Any]], lang: str) -> None:
    for name, figure in drawn[lang].items():
        text = figure.to_json()
        assert "NaN" not in text, name
        assert json.loads(text)["data"], name


@pytest.mark.parametrize("lang", LANGUAGES)
def test_hostile_names_stay_text(drawn: dict[str, dict[str, Any]], lang: str) -> None:
    for name, figure in drawn[lang].items():
        text = json.dumps(json.loads(figure.to_json()), ensure_ascii=False)
        assert "<script" not in text, name
        if "hostile" in name:
            assert "&lt;script&gt;" in text, name


def test_hover_texts_cite_rules_of_the_catalogue(drawn: dict[str, dict[str, Any]]) -> None:
    catalogue = Catalogue.load()
    cited: dict[str, set[str]] = {}
    for name, figure in drawn["en"].items():
        rules = {rule for text in hovers(figure) for rule in re.findall(r"\[([a-z0-9_]+(?:\.[a-z0-9_]+)+)\]", text)}
        assert rules <= set(catalogue), name
        cited.setdefault(name.split()[0], set()).update(rules)
    for name in (
        "score",
        "score_course",
        "threats",
        "majorities",
        "majority_race",
        "reputation",
        "money",
        "actions",
        "risk",
        "tree",
    ):
        assert cited[name], name
    assert "round 1, event" in " ".join(hovers(drawn["en"]["money end3"]))


def test_seats_differ_in_symbol_and_dash_and_kinds_in_pattern() -> None:
    assert len(set(figures.SEAT_SYMBOLS)) == len(set(figures.SEAT_DASHES)) == len(set(figures.SEAT_COLOURS)) == 5
    looks = list(zip(figures.KIND_FILLS, figures.KIND_PATTERNS, strict=True))
    assert len(set(looks)) == len(looks) >= len(bl.ScoreSheet._fields)
    assert all(a[1] != b[1] for a, b in pairwise(looks))
    assert len(set(zip(colours.FILLS, colours.PATTERNS, colours.SYMBOLS, strict=True))) == len(COLOURS)
    assert len(set(colours.SYMBOLS)) == len(set(colours.PATTERNS)) == len(COLOURS)


def test_patterns_lie_over_their_colour(drawn: dict[str, dict[str, Any]]) -> None:
    for name, figure in drawn["en"].items():
        assert figure.layout.template.data.bar[0].marker.pattern.fillmode == "overlay", name
        assert len(str(figure.layout.template.to_plotly_json())) < 1000, name


# Their numbers


@pytest.mark.parametrize("name", ["end2", "end3", "end4", "middle", "first"])
def test_scores_are_the_games_own(games: dict[str, bl.Game[State]], name: str) -> None:
    game = games[name]
    sheets = game.scores()
    bars = [trace for trace in bl.plot.score(game).data if trace.type == "bar"]
    assert [sum(bar.x[seat] for bar in bars) for seat in range(len(sheets))] == [sheet.total for sheet in sheets]
    course_bars = [trace for trace in bl.plot.score_course(game).data if trace.type == "bar"]
    last = Counter[str]()
    for bar in course_bars:
        last[bar.xaxis] += bar.y[-1]
    assert list(last.values()) == [sheet.total for sheet in sheets]
    assert list(course_bars[0].x) == list(range(1, game.state.round + 1))


def test_a_reconstructed_value_is_marked_and_the_mark_explained(games: dict[str, bl.Game[State]]) -> None:
    figure = bl.plot.score(games["end3"])
    marked = [trace for trace in figure.data if trace.type == "bar" and trace.name.endswith("≈")]
    assert {trace.name for trace in marked} <= {"scored during play ≈", "people ≈", "laurels ≈", "reputation ≈"}
    assert any("≈" in text for trace in marked for text in trace.text)
    assert "≈ based on reconstructed values." in figure.layout.title.text
    assert "≈" not in bl.plot.score(games["first"]).layout.title.text
    worth = bl.plot.reputation(games["end3"]).layout.yaxis2.ticktext
    board = games["end3"].state.board
    for step, text in enumerate(worth):
        assert text == f"{board.points[step]}{'≈' if board.points_from[step] == 'reconstructed' else ''}"


@pytest.mark.parametrize("name", ["end4", "middle", "first"])
def test_threats_are_those_on_the_table(games: dict[str, bl.Game[State]], name: str) -> None:
    game = games[name]
    figure = bl.plot.threats(game)
    bars = [trace for trace in figure.data if trace.type == "bar"]
    assert [tuple(bar.x) for bar in bars[1::2]] == [player.threats for player in game.state.players]
    texts = [trace.text for trace in figure.data if mode(trace) == "text"]
    if game.over:
        assert {text for row in texts for text in row} == {" –"}
        assert "there are no more rolls" in figure.layout.title.text
    else:
        odds = bl.threat_odds(game, 1)
        shown = [
            [figures.percent(chance, "en") in text for chance, text in zip(seat.rounds[0].damage, row, strict=True)]
            for seat, row in zip(odds.seats, texts, strict=True)
        ]
        assert all(all(row) for row in shown)


def test_risk_curves_are_the_exact_odds(games: dict[str, bl.Game[State]]) -> None:
    odds = bl.threat_odds(games["middle"], 4)
    figure = odds.figure()
    expected = [
        [float(chance) for chance in seat.struck[colour]]
        for seat in odds.seats
        for colour in range(len(DAMAGES))
        if any(seat.struck[colour])
    ]
    assert [list(trace.y) for trace in figure.data] == expected
    assert figure.to_json() == bl.plot.risk(odds).to_json()


@pytest.mark.parametrize("name", ["end2", "end4", "middle", "first"])
def test_lines_end_where_the_game_stands(games: dict[str, bl.Game[State]], name: str) -> None:
    game = games[name]
    for draw, field in ((bl.plot.money, "guilders"), (bl.plot.reputation, "reputation")):
        traces = draw(game).data
        lines = [trace for trace in traces if mode(trace) == "lines+markers"]
        ends = [trace for trace in traces if mode(trace) == "lines"]
        assert [round(end.y[-1]) for end in ends] == [getattr(player, field) for player in game.state.players]
        assert [(end.x[0], end.y[0]) for end in ends] == [(line.x[-1], line.y[-1]) for line in lines]
        assert all(list(line.x) == sorted(line.x) for line in lines)
        assert {end.x[-1] for end in ends} == {game.state.round}


def test_a_course_has_a_reading_for_every_event_that_changed_a_number(games: dict[str, bl.Game[State]]) -> None:
    game = games["end3"]
    followed = course(game, lambda s: [player.guilders for player in s.players])
    for seat in range(3):
        value = followed.of(seat)[0].value
        for reading in followed.of(seat)[1:]:
            assert reading.event is not None
            moved = sum(d[3] for d in reading.event.deltas if d[:3] == ("add", seat, "guilders"))
            assert reading.value == value + moved
            value = reading.value
            assert reading.round - 1 <= reading.at <= reading.round


@pytest.mark.parametrize("name", ["end2", "end4", "middle", "first"])
def test_majorities_show_counts_bounds_and_markers(games: dict[str, bl.Game[State]], name: str) -> None:
    game = games[name]
    found = bl.majorities(game)
    labels = [trace.text for trace in found.figure().data if mode(trace) == "text"]
    for area, texts in zip(found.areas, labels, strict=True):
        for share, text in zip(area.shares, texts, strict=True):
            assert f"<b>{share.number}</b>" in text
            assert ("★" in text) == share.marker
            assert (f"+{share.most}" in text) == bool(share.most)


def test_the_race_has_a_star_for_every_marker_turned(games: dict[str, bl.Game[State]]) -> None:
    for name, game in games.items():
        turned = sum(event.kind == "majority.turned" for event in game.events)
        stars = [trace for trace in bl.plot.majority_race(game).data if trace.marker.symbol == "star"]
        assert sum(len(trace.x) for trace in stars) == turned, name
        assert turned == sum(sum(player.majorities) for player in game.state.players)


def test_actions_are_counted_from_events(games: dict[str, bl.Game[State]]) -> None:
    game = games["end4"]
    bars = bl.plot.actions(game).data
    assert len(bars) == len(ACTIONS)
    for bar, action in zip(bars, ACTIONS, strict=True):
        assert list(bar.x) == [sum(deed[:2] == (seat, action) for deed in deeds(game)) for seat in range(4)]
    spent = Counter(event.player for event in game.events if event.kind == "card.spent")
    by_card = Counter(deed.seat for deed in deeds(game) if deed.action in ("workers", "guilders", "threat", "canal"))
    assert by_card == spent


def test_playouts_are_added_up() -> None:
    game = bl.new_game(2, 3, names=("Ann", "Ben"))
    runs = [bl.play_out(game, "random", seed) for seed in (1, 2)]
    both = bl.plot.actions(runs)
    alone = [bl.plot.actions(run) for run in runs]
    for place, bar in enumerate(both.data):
        assert list(bar.x) == [sum(one.data[place].x[seat] for one in alone) for seat in range(2)]
    assert "2 games" in both.layout.title.text
    assert both.data[0].y[0] == "▲ Ann"
    with pytest.raises(bl.LabError, match="no game"):
        bl.plot.actions([])
    with pytest.raises(bl.LabError, match="different numbers of players"):
        bl.plot.actions([game, bl.new_game(3, 1)])


def test_a_simulation_shows_its_own_summary(simulation: bl.Simulation) -> None:
    figure = simulation.figure()
    seats = [line for line in simulation.summary() if line.seat is not None]
    spread = [trace for trace in figure.data if trace.type == "scatter" and mode(trace) == "lines+markers"]
    assert [sum(trace.y) for trace in spread] == pytest.approx([1, 1, 1])
    won = [trace for trace in figure.data if mode(trace) == "markers+text"]
    assert [trace.x[0] for trace in won] == [line.won.share for line in seats]
    bars = [trace for trace in figure.data if trace.type == "bar"]
    assert [sum(bar.x[seat] for bar in bars) for seat in range(3)] == pytest.approx([line.mean for line in seats])
    with pytest.raises(bl.LabError, match="at least one game"):
        bl.plot.simulation([])  # type: ignore[arg-type]


def test_a_comparison_shows_its_own_numbers(comparison: Any) -> None:
    figure = comparison.figure(lang="fr")
    shares = [trace.x[0] for trace in figure.data if mode(trace) == "markers+text"]
    assert shares == [comparison.differing.share, comparison.winner_changes.share]
    rules, changes = (trace for trace in figure.data if trace.type == "bar")
    assert list(rules.x) == [count for _, count in comparison.first_rules.most_common(8)]
    assert sum(changes.y) == len(comparison)
    replay = bl.compare("default", bl.ruleset(workers_taken=3), 3, mode="replay", policy="random", players=2)
    assert sum(mode(trace) == "markers+text" for trace in replay.figure().data) == 1
    to_the_end = sum(pair.stopped is None for pair in replay)
    counted = [trace for trace in replay.figure().data if trace.type == "bar"][1:]
    assert sum(sum(trace.y) for trace in counted) == to_the_end
    stopped = bl.compare("default", bl.ruleset(house_workers=3), 3, mode="replay", policy="random", players=2)
    assert all(pair.stopped for pair in stopped)
    assert "no game could be replayed to the end" in {note.text for note in stopped.figure().layout.annotations}
    same = bl.compare("default", "default", 2, policy="random", players=2)
    assert "no game differs" in {note.text for note in same.figure().layout.annotations}


def test_a_tree_names_its_lines_in_each_language() -> None:
    tree = bl.tree(bl.scenario("first_look"), depth=2)
    best = {lang: {trace.name for trace in tree.figure(lang=lang).data} for lang in LANGUAGES}
    assert "best line of play" in best["en"]
    assert "bester Verlauf" in best["de"]
    assert "meilleur déroulement" in best["fr"]
    assert "svolgimento migliore" in best["it"]
    cut = bl.tree(bl.new_game(2, 5), budget=20)
    assert "cut off where it says" in cut.figure().layout.title.text
    assert "the first" in cut.figure(most=6).layout.title.text


# The namespace


def test_the_namespace_lists_its_figures() -> None:
    wanted = "score score_course threats risk majorities majority_race reputation money actions"
    wanted += " reach sites corruption points"
    wanted += " simulation readings tree dark save"
    assert repr(bl.plot) == f"<bl.plot: {', '.join(wanted.split())}>"
    assert bl.plot._repr_html_().count("<tr>") == len(wanted.split())


def test_what_is_not_a_game_is_refused_in_one_line() -> None:
    for draw in (bl.plot.score, bl.plot.threats, bl.plot.money, bl.plot.majorities, bl.plot.risk):
        with pytest.raises(bl.LabError, match="a game is needed, not a str"):
            draw("game")  # type: ignore[operator]


def test_an_unknown_language_is_refused_in_one_line(games: dict[str, bl.Game[State]]) -> None:
    with pytest.raises(bl.LabError, match="unknown language 'nl'"):
        bl.plot.score(games["first"], lang="nl")


# Words


@pytest.fixture(scope="module")
def texts() -> Texts:
    return Texts.load(places.data("bruges", "locales"), over=Texts.load(places.data("lab", "locales"), check=False))


def test_every_word_of_a_figure_is_there_in_four_languages(texts: Texts) -> None:
    keys = {key: texts.variables("figure", key) for key in texts.keys("figure")}
    assert len(keys) > 150
    assert texts.faults("figure", keys) == []
    for lang in LANGUAGES:
        for key, known in keys.items():
            assert texts.variables("figure", key, lang) == known, (lang, key)


def test_every_word_of_a_figure_is_used(texts: Texts) -> None:
    source = "".join(path.read_text(encoding="utf-8") for path in sorted(SOURCES.parent.rglob("*.py")))
    made = {
        "part",
        "policy",
        "action",
        "area",
        "loss",
        "measure",
        "thing",
        "tree",
        "axis",
        "majorities",
        "reputation",
        "money",
        "score",
    }
    unused = [
        key
        for key in texts.keys("figure")
        if f'"{key}"' not in source and f"'{key}'" not in source and key.split(".")[0] not in made
    ]
    assert unused == []


def test_parts_actions_and_areas_have_names(texts: Texts) -> None:
    for key in (
        *(f"part.{part}" for part in bl.ScoreSheet._fields),
        *(f"action.{action}" for action in ACTIONS),
        *(f"loss.{d}" for d in DAMAGES),
    ):
        assert texts.has("figure", key), key


@pytest.mark.parametrize(
    ("share", "lang", "shown"),
    [
        (0, "en", "0 %"),
        (1, "de", "100\u00a0%"),
        (1e-9, "en", "0.1 %"),
        (0.99999, "fr", "99,9\u00a0%"),
        (1 / 3, "it", "33,3\u00a0%"),
    ],
)
def test_a_share_is_never_rounded_to_never_or_always(share: float, lang: str, shown: str) -> None:
    assert figures.percent(share, lang) == shown
