"""The inspectors of Burdigala without a browser: every stage, every language, every seat; nothing hidden is shown."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from base64 import b64decode
from collections.abc import Iterator
from html import unescape
from typing import Any

import pytest
from burdigala_tables import random_game, table
from cases import sample

import bruges_lab as bl
from bruges_lab.analysis.scores import score_difference
from bruges_lab.explorer.inspecting import inspectors_of
from bruges_lab.games.burdigala.kit import BurdigalaKit
from bruges_lab.games.burdigala.manifest import MANIFEST
from bruges_lab.games.burdigala.model import State
from bruges_lab.games.burdigala.play.corruption_odds import corruption_odds
from bruges_lab.games.burdigala.play.reach_odds import reach
from bruges_lab.games.burdigala.play.site_odds import building_sites
from bruges_lab.games.burdigala.views import mask, resample
from bruges_lab.kernel import Ask, Game, Stream
from bruges_lab.kernel.records import read_toml
from bruges_lab.rulebook.texts import LANGUAGES

TABS = ("reach", "sites", "corruption")
HOSTILE = ("<script>alert(1)</script>", "<b>&amp;\"'", "{$x}")


def page(explorer: bl.Explorer, tab: str) -> str:
    """All that an inspector shows in words."""
    surfaces = explorer.surfaces()
    return "".join([*surfaces[f"inspect-{tab}"].parts.values(), *surfaces[f"under-{tab}"].parts.values()])


def words(html: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


def press(explorer: bl.Explorer, tab: str, act: str, value: str = "") -> None:
    explorer.surfaces()[f"inspect-{tab}"].press(act, value)


def figure_of(explorer: bl.Explorer, tab: str) -> Any:
    return explorer._stage._inspectors[tab].figure


def opened(game: Game[State], tab: str, **options: Any) -> bl.Explorer:
    explorer = bl.Explorer(game, **options)
    explorer.select(tab)
    return explorer


def stages(players: int, seed: int) -> Iterator[Game[State]]:
    """A random game at every kind of question that it meets, at its beginning and at its end."""
    whole = random_game(players, seed)
    twin, met = whole.branch(), set[str]()
    for node in whole.line:
        twin.goto(node.number)
        kind = twin.pending.kind if twin.pending else "over"
        if kind not in met:
            met.add(kind)
            yield twin.branch()


def at_move(players: int = 3, seed: int = 4, after: int = 60, names: tuple[str, ...] | None = None) -> Game[State]:
    """A game some turns on, where a seat is about to move."""
    game = bl.new_game("burdigala", players=players, seed=seed, names=names)
    stream, made = Stream(seed, "panel"), 0
    while game.pending is not None and (made < after or not game.pending.kind.startswith("turn.move")):
        game.play_option(stream.pick(game.pending.raw))
        made += 1
    return game


# Everywhere


def test_tabs_stand_in_their_order_and_those_of_the_lab_only_where_the_game_brings_enough() -> None:
    tabs = inspectors_of(MANIFEST)
    own = [tab for tab in tabs if tab in TABS]
    assert own == list(TABS)
    assert [tab for tab in tabs if tab in ("score", "tree", "simulation")] == ["score", "tree", "simulation"]
    assert ("edit" in tabs) == ("compare" in tabs) == MANIFEST.has("fields")
    assert ("text" in tabs) == MANIFEST.has("reading")


@sample("games", {(2, 1): 4}, of={(2, 1): 2, (4, 3): 1})
def test_every_stage_of_a_game_is_shown_in_four_languages(games: dict[tuple[int, int], int]) -> None:
    seen = 0
    some = [(game, players) for (players, seed), every in games.items() for game in [*stages(players, seed)][::every]]
    for number, (game, players) in enumerate(some):
        lang, seat = LANGUAGES[number % 4], (None, 0, players - 1)[number % 3]
        explorer = opened(game, TABS[0], seat=seat, lang=lang)
        for tab in TABS:
            explorer.select(tab)
            shown = page(explorer, tab)
            ET.fromstring(f"<div>{shown.replace('&nbsp;', ' ')}</div>")
            assert explorer.words("failed", what="").strip(" .…") not in words(shown)
            assert not re.search(r"\{[$A-Z ]|\bNone\b|Fraction", words(shown))
            assert len(words(shown)) > 20 or game.over
            seen += 1
    assert seen > 12 * len(games)


@pytest.mark.parametrize("tab", TABS)
def test_names_from_outside_stay_text(tab: str) -> None:
    for lang in LANGUAGES:
        explorer = opened(at_move(names=HOSTILE), tab, lang=lang)
        html = page(explorer, tab)
        assert "<script" not in html
        assert "&lt;script&gt;" in html
        assert "<script" not in figure_of(explorer, tab).to_json()


@sample("every", 8, of=1)
def test_nothing_is_shown_that_the_looking_seat_may_not_know(every: int) -> None:
    changed = 0
    for number, game in [*enumerate(stages(3, 5))][::every]:
        seat = number % 3
        world = resample(mask(game.state, seat), seat, Stream(number, "world"))
        changed += world.key() != game.state.key()
        pages = []
        for state in (game.state, world):
            explorer = opened(Game(BurdigalaKit(), state.copy(), chance=Ask(), names=game.names), TABS[0], seat=seat)
            shown = []
            for tab in (*TABS, "score", "chance"):
                explorer.select(tab)
                shown.append(page(explorer, tab) if tab != "chance" else str(explorer.surfaces()["chance"].parts))
                figure = figure_of(explorer, tab) if tab != "chance" else None
                shown.append("" if figure is None else str([trace.to_plotly_json() for trace in figure.data]))
            pages.append(shown)
        for here, there in zip(*pages, strict=True):
            assert without_numbers(here) == without_numbers(there)
    assert changed > 8 // every


def without_numbers(shown: str) -> str:
    """Plotly gives every trace a number of its own."""
    return re.sub(r"'uid': '[^']*'", "", shown)


# Reach


def test_the_throw_that_lies_there_is_shown_and_a_press_makes_the_move() -> None:
    game = at_move()
    assert game.pending is not None
    seat, dice = game.pending.player, game.state.dice
    explorer = opened(game, "reach")
    html = page(explorer, "reach")
    found = reach(game, None, mover=seat)
    assert found.throw is not None
    assert set(re.findall(r'data-move="([\d:]+)"', html)) == {f"{move.start}:{move.end}" for move in found.throw.legal}
    refused = {f"{move.start}:{move.end}" for move in found.throw.moves if not move.legal}
    assert set(re.findall(r'data-refused="([\d:]+)"', html)) == refused
    assert set(re.findall(r'data-act="rule" data-value="([a-z_.]+)"', html)) >= {"burdigala.move.exact"}
    best = found.throw.best
    assert best is not None
    explorer.surfaces()["under-reach"].press("choose", f"move:{best.start}:{best.end}")
    assert explorer.game.state.moved == best.end
    assert explorer.game.state.dice == dice


def test_another_throw_or_each_of_them_and_another_player_can_be_asked_for() -> None:
    game = at_move()
    explorer = opened(game, "reach")
    press(explorer, "reach", "reach_throw", "each")
    html = page(explorer, "reach")
    found = reach(game, None, throw="each")
    assert [int(square) for square in re.findall(r'data-square="(\d+)"', html)] == [
        one.square for one in sorted(found.squares, key=lambda one: (-one.odds, one.square))
    ]
    assert 'data-act="choose"' not in html
    press(explorer, "reach", "reach_mover", "2")
    press(explorer, "reach", "reach_throw", "3:3")
    assert "Stag with 3 and 3" in words(page(explorer, "reach"))
    assert "A double" in words(page(explorer, "reach"))
    with pytest.raises(bl.LabError, match="'3:9' is not one of"):
        press(explorer, "reach", "reach_throw", "3:9")
    assert "Stag with 3 and 3" in words(page(explorer, "reach"))
    explorer.seat = 1
    explorer.refresh()
    assert "Dolphin" in words(page(explorer, "reach"))


def test_a_game_that_is_over_leads_nowhere() -> None:
    explorer = opened(random_game(2, 1), "reach")
    assert words(page(explorer, "reach")) == "The game is over."


# Sites and corruption


def test_sites_have_a_row_each_with_their_odds() -> None:
    game = at_move()
    html = page(opened(game, "sites"), "sites")
    left = [site.name for site, done in zip(game.state.board.sites, game.state.complete, strict=True) if not done]
    assert re.findall(r'data-site="(\w+)"', html) == left


def test_corruption_is_seen_through_the_eyes_of_any_seat_where_everything_is_open() -> None:
    game = table({"tokens": (5, 1)}, {"tokens": (2, 3)}, {"tokens": (4,)})
    explorer = opened(game, "corruption")
    assert "?" not in words(page(explorer, "corruption"))
    press(explorer, "corruption", "corruption_eyes", "1")
    shown = words(page(explorer, "corruption"))
    assert "As Player 2 sees it" in shown or "As Dolphin sees it" in shown
    found = corruption_odds(game, 1)
    assert f"{found.next_token[0]} (" in shown
    with pytest.raises(bl.LabError, match="'7' is not one of"):
        press(explorer, "corruption", "corruption_eyes", "7")
    assert words(page(explorer, "corruption")) == shown
    explorer = opened(game, "corruption", seat=0)
    assert "corruption_eyes" not in page(explorer, "corruption")
    press(explorer, "corruption", "corruption_eyes", "1")
    assert "? ?" in words(page(explorer, "corruption")), "a seat that looks has only its own eyes"


# The lab's own


def test_the_score_counts_what_the_looking_seat_knows() -> None:
    game = table({"tokens": (2,), "goods": ("wine",)}, {"tokens": (5, 4), "goods": ("wine", "tin", "wheat")})
    assert bl.score(game).totals == (-1, 6 - 9 - 5)
    assert bl.score(game, 0).totals == (-1 - 5, 0), "nobody else is known to be corrupt"
    assert bl.score(game, 1).totals == (0, 6 - 9 - 5)
    shown = words(page(opened(game, "score", seat=0), "score"))
    assert "what is hidden does not count yet" in shown
    assert "what is hidden" not in words(page(opened(game, "score"), "score"))
    assert "what is hidden" not in words(page(opened(random_game(2, 1), "score", seat=0), "score"))
    with pytest.raises(bl.LabError):
        bl.score(game, 5)


def test_a_comparison_of_two_positions_tells_what_the_looking_seat_knows() -> None:
    whole = random_game(3, 5)
    last = [node.number for node in whole.line if not node.state.ended][-1]
    for seat in (0, 2):
        scores = {item.seat: item.second for item in score_difference(whole, 0, last, seat).items if item.thing == "score"}
        state = resample(mask(whole.nodes[last].state, seat), seat, Stream(1, "world"))
        sheets = BurdigalaKit().scores(mask(state, seat))
        assert scores == {other: sheet.total for other, sheet in enumerate(sheets)}


# Chance


def test_the_dice_are_set_by_two_dials_with_exact_odds() -> None:
    explorer = opened(table({"meeples": (6,)}, {"meeples": (28,)}, at="dice"), "chance")
    press_die = explorer.surfaces()["chance"].press
    press_die("die", "0:4")
    press_die("die", "1:3")
    assert "1/36" in words(str(explorer.surfaces()["chance"].parts))
    press_die("set_chance", "dice:4:3")
    assert explorer.game.state.dice == (4, 3)
    assert explorer.game.state.is_seven
    press_die("set_chance", "dice:5:5")
    assert explorer.game.state.dice == (5, 5)
    assert len(explorer.game.root.children) == 2


def test_a_token_is_set_by_value_and_is_nobody_elses_business() -> None:
    game = table({"meeples": (6,), "tokens": (5,)}, {"meeples": (28,)}, dice=(1, 6), tiles={"IIa": "theatre"})
    for choice in ("move:6:2", "build:iia", "corrupt"):
        game.play(choice)
    assert game.pending is not None
    assert game.pending.kind == "token"
    everything = words(str(opened(game, "chance").surfaces()["chance"].parts))
    assert "4/23" in everything
    assert "3/23" in everything
    for seat in (0, 1):
        explorer = opened(game.branch(), "chance", seat=seat)
        shown = words(str(explorer.surfaces()["chance"].parts))
        assert "/23" not in shown
        assert "is hidden from" in shown
        explorer.roll()
        assert len(explorer.game.state.players[0].tokens) == 2
        assert "Draw the token" not in words(str(explorer.surfaces()["chance"].parts))


def test_a_card_taken_at_random_is_set_by_who_may_know_the_cards() -> None:
    given = (
        {"meeples": (6,), "hand": ("theft", "betrayal")},
        {"meeples": (28,), "goods": ("wine", "wine", "tin"), "hand": ("cart", "boat")},
    )
    for choice, kind, told in (("theft:1", "theft.card", "2/3"), ("betrayal:1:hand", "betrayal.card", "1/2")):
        game = table(*given, {}, at="throw")
        game.play(choice)
        assert game.pending is not None
        assert game.pending.kind == kind
        shown = {
            seat: words(str(opened(game.branch(), "chance", seat=seat).surfaces()["chance"].parts)) for seat in (None, 0, 1, 2)
        }
        assert {seat: told in page for seat, page in shown.items()} == {None: True, 0: False, 1: True, 2: False}
        assert "is hidden from" in shown[0]


# Words and figures


def test_results_show_themselves_in_a_notebook_as_text() -> None:
    game = at_move(names=HOSTILE)
    for found in (reach(game, 0), building_sites(game, 0), corruption_odds(game, 0)):
        html = found._repr_html_()
        assert html.startswith("<pre>")
        assert "<script" not in html
        assert "&lt;script&gt;" in html


def test_the_manifest_names_what_can_be_asked_in_python() -> None:
    assert {name: MANIFEST.named(place).__name__ for name, place in MANIFEST.exported().items() if "play." in place} == {
        "building_sites": "building_sites",
        "corruption_odds": "corruption_odds",
        "reach": "reach",
    }


def test_a_position_shows_itself_in_a_notebook() -> None:
    game = at_move()
    shown = ET.fromstring(game.state._repr_html_())
    drawn = b64decode((shown.get("src") or "").partition("base64,")[2]).decode()
    assert drawn == MANIFEST.picture.whole(game.state, MANIFEST.seats, None, "en")
    assert shown.get("style") == "max-width:100%;height:auto", "a bare SVG is cut where a cell is narrower"
    assert shown.get("alt", "").startswith("Burdigala: ")


def test_the_same_is_said_in_every_language() -> None:
    files = {lang: read_toml(MANIFEST.folder("locales") / f"{lang}.toml") for lang in LANGUAGES}
    for section in ("explorer", "figure"):
        for lang in LANGUAGES:
            assert set(files[lang][section]) == set(files["en"][section])
            for key in files["en"][section]:
                assert MANIFEST.texts.variables(section, key, lang) == MANIFEST.texts.variables(section, key, "en"), (lang, key)


@pytest.mark.parametrize("name", ["reach", "sites", "corruption", "points"])
def test_figures_cite_rules_and_tell_whats_there(name: str) -> None:
    game = at_move()
    for lang in LANGUAGES:
        drawn = getattr(bl.plot, name)(game, lang=lang)
        hovers = [text for trace in drawn.data for text in (trace.hovertext or ())]
        assert any("[burdigala." in text for text in hovers)
        assert drawn.layout.title.text
        assert "NaN" not in drawn.to_json()
    if name != "points":
        assert getattr(bl.plot, name)(game, seat=1).layout.title.text
    with pytest.raises(bl.LabError, match="Bruges has no figure"):
        getattr(bl.plot, name)(bl.new_game(players=2, seed=1))


# The text tab


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_text_tab_takes_a_text(lang: str) -> None:
    assert MANIFEST.reading.by_rule
    assert "<textarea" in page(opened(random_game(2, 1, 10), "text", lang=lang), "text")
