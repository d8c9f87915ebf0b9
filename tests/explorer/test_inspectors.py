"""The inspectors without a browser: every number the engine's own, every press does what it says, nothing hidden is shown."""

from __future__ import annotations

import asyncio
import json
import re
from functools import cache
from html import escape, unescape
from typing import Any

import pytest

import bruges_lab as bl
from bruges_lab.analysis.onwards import Onwards
from bruges_lab.explorer.inspecting import inspectors_of
from bruges_lab.games import shelf
from bruges_lab.games.bruges.model import State
from bruges_lab.games.bruges.words import DAMAGES
from bruges_lab.games.manifest import LAB, Manifest
from bruges_lab.rulebook.texts import LANGUAGES

LOOKING = ("threats", "majorities", "score", "tree", "simulation", "compare")
"""The tabs that look into the position."""
HOSTILE = ("<script>alert(1)</script>", "<b>&amp;\"'", "{$x}")
TWO_DAMAGES = {
    "given": {
        "phase": "dice",
        "players": [
            {
                "threats": {"brown": 2, "red": 2},
                "guilders": 5,
                "workers": {"blue": 2},
                "houses": [{"card": "red", "person": "judge"}],
            },
            {},
        ],
    }
}

PARTS = bl.ScoreSheet._fields


@cache
def some_rounds(players: int, seed: int, names: tuple[str, ...] | None) -> bl.Game[State]:
    """A game in the turns of a later round, played by the explorer itself."""
    explorer = bl.Explorer(bl.new_game(players=players, seed=seed, names=names))
    for _ in range(13):
        explorer.next_phase()
    while explorer.game.state.phase != 3 or explorer.game.pending is None or explorer.game.pending.kind != "turn.act":
        explorer.next_decision() if explorer.cursor.inside else explorer.game.play(0)
    return explorer.game


def played(players: int = 3, seed: int = 7, names: tuple[str, ...] | None = None) -> bl.Explorer:
    """An explorer some rounds into a game of its own."""
    return bl.Explorer(some_rounds(players, seed, names).branch())


def page(explorer: bl.Explorer, tab: str) -> str:
    """All that an inspector shows in words."""
    surfaces = explorer.surfaces()
    return "".join([*surfaces[f"inspect-{tab}"].parts.values(), *surfaces[f"under-{tab}"].parts.values()])


def words(html: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


def press(explorer: bl.Explorer, tab: str, act: str, value: str = "") -> None:
    explorer.surfaces()[f"inspect-{tab}"].press(act, value)


def inspector(explorer: bl.Explorer, tab: str) -> Any:
    return explorer._stage._inspectors[tab]


def click(explorer: bl.Explorer, tab: str, trace: Any, place: int) -> None:
    """A click on a point of a figure, as the browser reports it."""
    figure = inspector(explorer, tab).figure
    index = [id(one) for one in figure.data].index(id(trace))
    figure._js2py_pointsCallback = {
        "event_type": "plotly_click",
        "points": {
            "trace_indexes": [index],
            "point_indexes": [place],
            "xs": [0],
            "ys": [0],
        },
        "device_state": {"alt": False, "ctrl": False, "meta": False, "shift": False, "button": 0, "buttons": 1},
        "selector": None,
    }


# All of them


def test_an_inspector_of_the_lab_is_there_only_where_the_game_brings_what_it_needs() -> None:
    slots: dict[str, Any] = {"kit": "a:b", "set_up": "a:b", "words": LAB, "title": {"en": "Go"}, "players": range(2, 3)}
    stated = {"own": "a:Own", "score": LAB, "edit": LAB, "text": LAB}
    bare = Manifest("go", name="go", panels=stated, **slots)
    assert inspectors_of(bare) == ("own", "score")
    assert inspectors_of(Manifest("go", name="go", panels=stated, fields="a:b", **slots)) == ("own", "score", "edit")
    assert inspectors_of(Manifest("go", name="go", **slots)) == ("score", "tree", "simulation")
    assert inspectors_of(bare, teaches=True) == ("lesson", "own", "score")


def test_an_inspector_is_made_when_it_is_first_opened_and_drawn_only_when_something_has_changed() -> None:
    explorer = played()
    assert set(LOOKING) <= set(inspectors_of(shelf.find()))
    assert not [name for name in explorer.surfaces() if name.startswith("inspect-")]
    explorer.select("score")
    figure = inspector(explorer, "score").figure
    explorer.select("decide")
    explorer.select("score")
    explorer.refresh()
    assert inspector(explorer, "score").figure is figure
    explorer.select("decide")
    explorer.next_decision()
    assert inspector(explorer, "score").figure is figure, "a tab that is not open is not drawn"
    explorer.game.play(0)
    explorer.select("score")
    assert inspector(explorer, "score").figure is not figure


@pytest.mark.parametrize("tab", ["threats", "majorities", "score", "tree"])
def test_the_figure_before_is_closed(tab: str) -> None:
    explorer = played()
    explorer.select(tab)
    first = inspector(explorer, tab).figure
    assert first.comm is not None
    inspector(explorer, tab).again()
    explorer.set_language("de")
    second = inspector(explorer, tab).figure
    assert second is not first
    assert first.comm is None
    assert second.comm is not None
    assert inspector(explorer, tab).widget.children.count(second) == 1


@pytest.mark.parametrize("lang", LANGUAGES)
def test_names_are_shown_as_text_in_every_language(lang: str) -> None:
    explorer = played(names=HOSTILE)
    explorer.set_language(lang)
    for tab in LOOKING:
        explorer.select(tab)
        if tab == "simulation":
            press(explorer, tab, "simulation_games", "10")
            press(explorer, tab, "simulation_policy", "random")
            press(explorer, tab, "simulation_start")
        html = page(explorer, tab)
        assert "<script" not in html
        assert "<b>&amp;amp;" not in html
        assert "went wrong" not in html
        assert not re.search(
            r"\b(?:threats|majorities|score|tree|simulation|compare)\.[a-z_]+\b",
            re.sub(r"<button[^>]*bl-rule.*?</button>", "", html.split("<table")[0]),
        )
        if tab != "compare":
            assert escape(HOSTILE[0]) in html or tab == "simulation"


def test_every_inspector_stands_a_finished_game_and_the_middle_of_a_node() -> None:
    explorer = played()
    bl.play_out(explorer.game, "random", 3).into()
    assert explorer.game.over
    for tab in LOOKING:
        explorer.select(tab)
        assert "went wrong" not in page(explorer, tab), tab
    explorer.previous_event()
    assert explorer.cursor.inside
    for tab in LOOKING:
        explorer.select(tab)
        assert "at the end of the step" in page(explorer, tab)
        assert "went wrong" not in page(explorer, tab), tab


def test_a_failing_inspector_leaves_the_explorer_usable(monkeypatch: pytest.MonkeyPatch) -> None:
    explorer = played()
    explorer.select("score")
    monkeypatch.setattr(type(inspector(explorer, "score")), "look", lambda self: 1 / 0)
    before = explorer.game.node
    explorer.game.play(0)
    assert explorer.game.node is not before
    assert "ZeroDivisionError" in page(explorer, "score")


def test_bad_values_from_a_page_are_one_friendly_sentence() -> None:
    explorer = played()
    for tab, act, value in (
        ("threats", "threats_rounds", "many"),
        ("threats", "threats_figure", "nothing"),
        ("threats", "threats_due", "black"),
        ("majorities", "majorities_figure", ""),
        ("score", "score_part", "0:wine"),
        ("tree", "tree_node", "-1"),
        ("tree", "tree_measure", "<b>"),
        ("simulation", "simulation_policy", "genius"),
        ("simulation", "simulation_open", "3"),
        ("compare", "compare_A", "first"),
    ):
        explorer.select(tab)
        with pytest.raises(bl.LabError):
            press(explorer, tab, act, value)


def test_while_a_loop_runs_an_open_inspector_waits_for_the_steps_to_pause() -> None:
    explorer = played()

    async def step() -> tuple[Any, Any, Any]:
        explorer.select("score")
        first = inspector(explorer, "score").figure
        for _ in range(3):
            explorer.game.play(0)
        waiting = inspector(explorer, "score").figure
        await asyncio.sleep(0.4)
        return first, waiting, inspector(explorer, "score").figure

    first, waiting, last = asyncio.run(step())
    assert first is waiting
    assert last is not first
    assert first.comm is None


def test_another_seat_is_never_shown_what_was_there_before() -> None:
    explorer = played()

    async def turn() -> str:
        explorer.look_as(0)
        explorer.select("tree")
        before = page(explorer, "tree")
        explorer.look_as(1)
        assert page(explorer, "tree") != before
        return page(explorer, "tree")

    assert "as Lion sees it" in asyncio.run(turn())


def test_the_cover_hides_all_inspectors() -> None:
    explorer = bl.Explorer(bl.new_game(players=2, seed=7), hand_over=True, seat=0)
    explorer.take_over()
    for tab in ("score", "tree"):
        explorer.select(tab)
    while explorer.covered_for is None:
        explorer.choose(str(explorer.game.legal()[0]))
    assert page(explorer, "score") == page(explorer, "tree") == ""
    assert inspector(explorer, "tree").figure is None
    assert inspector(explorer, "tree").tree is None
    explorer.take_over()
    assert page(explorer, "tree")


def test_redrawing_leaves_no_widgets_behind() -> None:
    from ipywidgets.widgets.widget import _instances

    explorer = played()
    explorer.select("score")
    explorer.game.play(0)
    before = len(_instances)
    for _ in range(5):
        explorer.game.play(0)
    assert len(_instances) == before


# What a seat may know


def hidden_names(explorer: bl.Explorer, seat: int) -> list[str]:
    """The cards that a seat cannot know: in other hands, under other houses, in the piles."""
    deck, view = explorer.game.state.deck, explorer.game.view(seat).state
    seen = {*view.discard}
    for player in view.players:
        seen.update(player.hand, player.people, player.held, (house.card for house in player.houses))
    return [deck[card].name["en"] for card in range(len(deck)) if card not in seen]


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_no_inspector_but_for_guesses_names_a_card_that_the_seat_cannot_know(seat: int) -> None:
    explorer = played()
    explorer.look_as(seat)
    hidden = hidden_names(explorer, seat)
    others = [
        card for player in explorer.game.state.players for card in player.hand if player is not explorer.game.state.players[seat]
    ]
    assert {explorer.game.state.deck[card].name["en"] for card in others} <= set(hidden)
    for tab, figures in (
        ("score", ("now", "rounds")),
        ("majorities", ("race",)),
        ("threats", ("risk", "meter")),
        ("compare", ()),
    ):
        explorer.select(tab)
        shown = page(explorer, tab)
        for act, value in [("score_part", f"{other}:{part}") for other in range(3) for part in PARTS] if tab == "score" else []:
            press(explorer, tab, act, value)
            shown += page(explorer, tab)
        for figure in figures:
            press(explorer, tab, f"{tab}_figure", figure)
            shown += page(explorer, tab) + json.dumps(inspector(explorer, tab).figure.to_plotly_json(), default=str)
        plain = unescape(shown)
        assert not [name for name in hidden if re.search(rf"\b{re.escape(name)}\b", plain)], tab


def test_the_events_behind_a_score_are_those_the_seat_saw() -> None:
    explorer = played()
    explorer.look_as(0)
    explorer.select("score")
    built = [change.event for change in inspector(explorer, "score")._found.changes if change.event.kind == "house.built"]
    assert {event.data["card"] is None for event in built if event.player != 0} == {True}
    assert {event.data["card"] is None for event in built if event.player == 0} == {False}


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_a_seat_learns_nothing_of_other_hands_from_majorities(seat: int) -> None:
    """Other hands dealt anew, everything else the same: the page and the figure must not change."""
    explorer = played()
    game = explorer.game
    pages = set()
    for seed in range(4):
        state = bl.resample(game.view(seat), seed)
        twin = bl.Explorer(bl.Game(game.kit, state, names=game.names), seat=seat)
        twin.select("majorities")
        figure = json.dumps(inspector(twin, "majorities").figure.to_plotly_json()["data"], default=str)
        pages.add((page(twin, "majorities"), re.sub(r'"uid": "[^"]*"', "", figure)))
    assert len(pages) == 1


def test_with_all_hands_open_the_bounds_of_majorities_are_told() -> None:
    explorer = played()
    explorer.select("majorities")
    found = bl.majorities(explorer.game)
    for share in found.records:
        if not share.leads and not share.marker:
            assert f"needs {share.needs} more, can get" in words(page(explorer, "majorities"))
    explorer.look_as(0)
    told = words(page(explorer, "majorities"))
    others = [share for share in found.records if share.seat and not share.leads and not share.marker]
    assert others
    assert all(f"needs {share.needs} more" in told for share in others)
    assert "hidden cards" in told


@pytest.mark.parametrize("seat", [0, 2])
def test_a_tree_knows_only_what_the_seat_knows(seat: int) -> None:
    """The same view gives the same tree, whatever the others really hold."""
    explorer = played()
    game = explorer.game
    trees = set()
    for seed in range(3):
        twin = bl.Explorer(bl.Game(game.kit, bl.resample(game.view(seat), seed), names=game.names), seat=seat)
        twin.select("tree")
        trees.add(page(twin, "tree"))
    assert len(trees) == 1
    assert f"as {game.names[seat]} sees it" in trees.pop()


def test_a_simulation_deals_anew_what_the_seat_cannot_know_and_nothing_else() -> None:
    explorer = played()
    game = explorer.game
    view = game.kit.mask(game.state, 1)
    deals = [Onwards(game, 10, "random", seat=1).deal(number) for number in range(6)]
    assert all(game.kit.mask(deal, 1).key() == view.key() for deal in deals)
    assert len({tuple(player.hand for player in deal.players) for deal in deals}) > 1
    opened = [Onwards(game, 10, "random").deal(number) for number in range(6)]
    assert all([p.hand for p in deal.players] == [p.hand for p in game.state.players] for deal in opened)
    assert all(deal.top(pile) is not None for deal in opened for pile in (0, 1))
    colours = game.state.deck.colour
    assert all(colours[deal.top(pile)] == colours[game.state.top(pile)] for deal in opened for pile in (0, 1))
    assert len({deal.piles for deal in opened}) > 1


# Threats


def test_threats_tell_what_each_damage_would_take_now() -> None:
    explorer = played()
    explorer.select("threats")
    state = explorer.game.state
    for seat, player in enumerate(state.players):
        cells = {
            damage: words(re.search(rf'data-cost="{seat}:{damage}">(.*?)</td>', page(explorer, "threats"), re.S)[1])  # type: ignore[index]
            for damage in DAMAGES
        }
        assert all(f"threat.{damage}" in told for damage, told in cells.items())
        assert (f"{player.guilders} guilder" in cells["raid"]) or player.guilders < 2
        for person in player.people:
            assert state.deck[person].name["en"] in cells["plague"]
            assert state.deck[person].name["en"] in cells["fire"]
        assert cells["fire"].count("house (") == len(player.houses)
        assert cells["fire"].count("canal tile (") == sum(tiles > 0 for tiles in player.canals)


def test_the_risk_is_drawn_over_one_to_five_rounds_and_the_meter_instead() -> None:
    explorer = played()
    explorer.select("threats")
    for rounds in (1, 5):
        press(explorer, "threats", "threats_rounds", str(rounds))
        drawn = [trace for trace in inspector(explorer, "threats").figure.data if trace.mode == "lines+markers"]
        assert {len(trace.x) for trace in drawn} == {rounds}
        odds = bl.threat_odds(explorer.game, rounds).seats[0].struck
        assert [list(trace.y) for trace in drawn[:1]] == [[float(share) for share in next(s for s in odds if any(s))]]
    press(explorer, "threats", "threats_figure", "meter")
    assert {trace.type for trace in inspector(explorer, "threats").figure.data} == {"bar", "scatter"}


def test_a_protected_player_loses_nothing() -> None:
    deck = bl.Deck.load()
    protector = next((card, op) for card in deck for op in card.effect if op.name == "wards_off")
    card, op = protector
    given = {"phase": "dice", "players": [{"guilders": 5, "houses": [{"card": "red", "person": card.id}]}, {}]}
    explorer = bl.Explorer(bl.scenario({"given": given}))
    explorer.select("threats")
    cell = re.search(rf'data-cost="0:{op.words["damage"]}">(.*?)</td>', page(explorer, "threats"), re.S)
    assert cell is not None
    assert f"{card.name['en']} protects" in words(cell[1])


def test_the_order_of_damages_that_wait_is_a_tree_with_values() -> None:
    game = bl.scenario(TWO_DAMAGES, chance=bl.Ask())
    game.play("roll:1:5:1:6:1")
    assert game.pending is not None
    assert game.pending.kind == "threats.settle"
    explorer = bl.Explorer(game)
    explorer.select("threats")
    told = words(page(explorer, "threats"))
    assert "has to choose now which damage comes first" in told
    assert inspector(explorer, "threats").figure is not None
    # The odds are those after the settling: three rolls bring a marker that starts from nothing back to damage in 1 of 27.
    row = re.search(r"<tr>(?:(?!<tr>).)*data-cost=\"0:fire\"", page(explorer, "threats"), re.S)
    assert row is not None
    assert "0 % 3.7 %" in words(row[0])
    order = explorer.surfaces()["under-threats"].parts["order"]
    grown = bl.tree(game, depth=2, measure="worth")
    fire, plague = (next(edge for edge in grown.root.edges if word in grown.label(edge)) for word in ("fire", "plague"))
    for edge in (fire, plague):
        assert grown.told(edge) in words(order)
    # Fire first sends the judge back to the hand, and the plague finds nobody: that is worth more than the other order.
    best = re.findall(r'<li class="bl-best">([^<]*)', order)
    assert best[0].strip() == grown.told(fire)
    values = {
        told.strip(): float(value.replace("−", "-"))
        for told, value in re.findall(r'>([^<>]+) <span class="bl-worth">([^<]+)<', order)
    }
    assert values[grown.told(fire)] > values[grown.told(plague)]
    explorer.choose(grown.label(fire))
    assert "Judge" in [game.state.deck[card].name["en"] for card in game.state.players[0].hand]


def test_damages_can_be_supposed_for_any_seat() -> None:
    explorer = played()
    explorer.select("threats")
    press(explorer, "threats", "threats_seat", "1")
    due = inspector(explorer, "threats").due[1]
    for colour in ("blue", "yellow", "red"):
        if ("blue", "brown", "yellow", "red", "purple").index(colour) not in due:
            press(explorer, "threats", "threats_due", colour)
    told = words(explorer.surfaces()["under-threats"].parts["order"])
    assert "Suppose this damage struck Lion now." in told
    assert "flood" in told
    press(explorer, "threats", "threats_figure", "order")
    figure = inspector(explorer, "threats").figure
    assert "all done" in [trace.name for trace in figure.data]
    assert "end of the game" not in json.dumps(figure.to_plotly_json(), default=str)


# Majorities and score


def test_a_choice_that_changes_a_leader_can_be_made_there() -> None:
    for seed in range(30):
        explorer = played(seed=seed)
        if bl.majorities(explorer.game).flips:
            break
    explorer.select("majorities")
    pressed = re.search(r'class="bl-flip">.*?data-value="([^"]+)"', page(explorer, "majorities"), re.S)
    assert pressed is not None
    before = bl.majorities(explorer.game)
    press(explorer, "majorities", "choose", unescape(pressed[1]))
    after = bl.majorities(explorer.game)
    assert [area.leaders for area in before.areas] != [area.leaders for area in after.areas]


def test_every_number_of_the_score_leads_to_its_events_and_they_lead_into_the_game() -> None:
    explorer = played()
    explorer.select("score")
    found = bl.score(explorer.game)
    end = explorer.game.node
    for seat in range(3):
        for part in PARTS:
            changes = found.of(seat, part)
            assert (f'data-value="{seat}:{part}"' in page(explorer, "score")) == bool(changes)
            if not changes:
                continue
            press(explorer, "score", "score_part", f"{seat}:{part}")
            listed = explorer.surfaces()["under-score"].parts["events"]
            assert listed.count("<li>") == len(changes)
            assert re.findall(r'data-act="goto" data-value="(\d+)"', listed) == [str(c.node) for c in changes if c.event]
            assert re.findall(r'data-act="rule" data-value="([^"]+)"', listed) == [c.rule for c in changes if c.event]
    target = next(change for change in reversed(found.changes) if change.event and 0 < change.node != end.number)
    explorer.surfaces()["under-score"].press("goto", str(target.node))
    assert explorer.game.node.number == target.node


@pytest.mark.parametrize("drawing", ["now", "rounds"])
def test_a_click_on_a_bar_lists_its_events(drawing: str) -> None:
    explorer = played()
    explorer.select("score")
    press(explorer, "score", "score_figure", drawing)
    figure = inspector(explorer, "score").figure
    bars = [trace for trace in figure.data if trace.type == "bar"]
    sheets = bl.score(explorer.game)
    for bar in bars:
        for place, (seat, part, *round_) in enumerate(bar.customdata):
            value = bar.x[place] if drawing == "now" else bar.y[place]
            counted = sheets.sheets if drawing == "now" else next(r for r in sheets.rounds if r.round == round_[0]).sheets
            assert value == getattr(counted[int(seat)], part)
    bar = bars[-1]
    place = max(range(len(bar.customdata)), key=lambda i: (bar.x if drawing == "now" else bar.y)[i])
    click(explorer, "score", bar, place)
    seat, part, *round_ = bar.customdata[place]
    assert inspector(explorer, "score").chosen == (int(seat), part, int(round_[0]) if round_ else None)
    assert inspector(explorer, "score").figure is figure, "the list is new, the figure is not"
    assert explorer.names[int(seat)] in words(explorer.surfaces()["under-score"].parts["events"])


# Tree


def test_the_tree_is_the_one_of_the_analysis_with_its_best_line_in_words() -> None:
    explorer = played()
    explorer.select("tree")
    press(explorer, "tree", "tree_depth", "1")
    grown = bl.tree(explorer.game, depth=1, budget=300)
    told = words(page(explorer, "tree"))
    assert f"{len(grown)} positions" in told
    for edge in grown.best_line():
        assert grown.told(edge) in told
    for edge in grown.root.edges:
        assert grown.told(edge) in words(explorer.surfaces()["under-tree"].parts["lines"])
    press(explorer, "tree", "tree_measure", "guilders")
    press(explorer, "tree", "tree_opponents", "chance")
    assert "the others choose at random" in words(page(explorer, "tree"))
    best = bl.tree(explorer.game, depth=1, budget=300, measure="guilders", opponents="chance").value
    assert f"Guilders: {explorer.names[0]} {best[0]}" in words(page(explorer, "tree"))


def test_the_budget_bounds_a_tree_and_the_dice_are_sampled_where_they_do_not_fit() -> None:
    explorer = bl.Explorer(bl.new_game(players=2, seed=3, chance=bl.Ask()))
    while explorer.game.pending is not None and not explorer.game.pending.is_chance:
        explorer.game.play(0)
    explorer.select("tree")
    press(explorer, "tree", "tree_budget", "60")
    found = inspector(explorer, "tree")
    assert len(found.tree) <= 60
    assert found.sampled
    assert "20 of them, drawn at random, stand for all" in words(page(explorer, "tree"))
    press(explorer, "tree", "tree_budget", "999999")
    assert found.budget == 1000


def test_a_click_on_a_node_tells_of_it_and_it_can_be_grown_further() -> None:
    explorer = played()
    explorer.select("tree")
    press(explorer, "tree", "tree_depth", "1")
    found = inspector(explorer, "tree")
    traces = [trace for trace in found.figure.data if trace.customdata is not None]
    numbers = sorted(int(number) for trace in traces for number in trace.customdata)
    assert numbers == list(range(len(found.tree)))
    for trace in traces:
        for place, number in enumerate(trace.customdata):
            assert trace.x[place] == found.tree.nodes[int(number)].depth
    leaves = traces[-1]
    click(explorer, "tree", leaves, 0)
    number = int(leaves.customdata[0])
    assert found.chosen == number
    assert f"Position {number} of the tree" in words(page(explorer, "tree"))
    before, value = len(found.tree), found.tree.value
    press(explorer, "tree", "tree_expand", str(number))
    node = found.tree.nodes[number]
    assert node.edges
    assert len(found.tree) > before
    assert [n.number for n in found.tree.nodes] == list(range(len(found.tree)))
    assert max(n.depth for n in found.tree.nodes) == 2
    seat = node.pending.player
    assert node.values[seat] == max(edge.child.values[seat] for edge in node.edges)
    assert found.tree.value[found.tree.settings.seat] == max(
        edge.child.values[found.tree.settings.seat] for edge in found.tree.root.edges
    )
    assert len(value) == 3
    with pytest.raises(bl.LabError):
        press(explorer, "tree", "tree_expand", str(number))


def test_a_tree_grown_leaf_by_leaf_is_worth_what_the_whole_tree_is() -> None:
    explorer = played(players=2, seed=5)
    explorer.select("tree")
    press(explorer, "tree", "tree_budget", "1000")
    press(explorer, "tree", "tree_depth", "1")
    found = inspector(explorer, "tree")
    for number in range(1, len(found.tree)):
        if found.tree.nodes[number].pending is not None:
            found.expand(number)
    whole = bl.tree(explorer.game, depth=2, budget=2000)
    assert whole.complete
    assert found.tree.value == whole.value


def test_going_to_a_node_plays_its_line_as_a_branch() -> None:
    explorer = played()
    explorer.select("tree")
    press(explorer, "tree", "tree_depth", "2")
    found = inspector(explorer, "tree")
    root, nodes = explorer.game.node, len(explorer.game.nodes)
    target = next(node for node in reversed(found.tree.nodes) if node.depth == 2)
    line = []
    node = target
    while node.from_edges:
        line.insert(0, found.tree.label(node.from_edges[0]))
        node = node.from_edges[0].parent
    press(explorer, "tree", "tree_go", str(target.number))
    assert not found.refused
    assert [str(node.choice) for node in explorer.game.line][-len(line) :] == line
    assert explorer.game.state.key() == target.state.key()
    assert root in explorer.game.line
    assert len(explorer.game.nodes) > nodes
    assert found.tree is not None
    assert f"starting at step {root.number} of the game" in words(page(explorer, "tree"))
    assert "Build the tree from here" in page(explorer, "tree")


def test_going_through_chance_sets_the_outcome_of_the_tree() -> None:
    explorer = bl.Explorer(bl.new_game(players=2, seed=3))
    game = explorer.game
    while len(game.state.players[game.pending.player].hand) < 4 or game.pending.player == game.state.start:  # type: ignore[union-attr]
        game.play(0)
    explorer.select("tree")
    press(explorer, "tree", "tree_depth", "3")
    found = inspector(explorer, "tree")
    target = next(
        node
        for node in found.tree.nodes
        if node.from_edges and node.from_edges[0].parent.pending.is_chance and node.from_edges[0].odds != 1
    )
    press(explorer, "tree", "tree_go", str(target.number))
    assert explorer.game.state.dice == target.state.dice
    assert explorer.game.node.by_chance


def test_what_a_seat_only_guessed_is_refused_with_the_reason() -> None:
    """Seen by a seat that does not decide, the tree proposes cards the other does not hold."""
    explorer = played()
    mover = explorer.game.pending.player  # type: ignore[union-attr]
    explorer.look_as((mover + 1) % 3)
    explorer.select("tree")
    found = inspector(explorer, "tree")
    real = {str(choice) for choice in explorer.game.legal()}
    guessed = next(edge for edge in found.tree.root.edges if found.tree.label(edge) not in real)
    before = explorer.game.node
    press(explorer, "tree", "tree_go", str(guessed.child.number))
    assert explorer.game.node is before
    assert "cannot be played in the game" in words(page(explorer, "tree"))


# Simulation


def test_a_simulation_counts_its_games_and_any_of_them_can_be_opened_and_left() -> None:
    explorer = played()
    first = explorer.game
    explorer.select("simulation")
    press(explorer, "simulation", "simulation_games", "12")
    press(explorer, "simulation", "simulation_seed", "40")
    press(explorer, "simulation", "simulation_start")
    run = inspector(explorer, "simulation").run
    assert [game.seed for game in run.games] == list(range(40, 52))
    assert sum(line.won.share for line in run.outlook()) == pytest.approx(1)
    told = words(page(explorer, "simulation"))
    assert "12 of 12 games" in told
    for line in run.outlook():
        assert f"{line.lowest}–{line.highest}" in told
    figure = inspector(explorer, "simulation").figure
    assert [sum(trace.y) for trace in figure.data] == pytest.approx([1, 1, 1])
    press(explorer, "simulation", "simulation_sort", "best")
    opened = re.findall(r'data-act="simulation_open" data-value="(\d+)"', page(explorer, "simulation"))
    leads = [run.games[int(n)].totals[0] - max(run.games[int(n)].totals[1:]) for n in opened]
    assert leads == sorted(leads, reverse=True)
    press(explorer, "simulation", "simulation_open", opened[0])
    game = run.games[int(opened[0])]
    assert explorer.game is not first
    assert explorer.game.over
    assert tuple(sheet.total for sheet in explorer.game.scores()) == game.totals
    assert tuple(explorer.game.winners) == game.winners
    assert inspector(explorer, "simulation").run is None
    explorer.back()
    assert explorer.game is first
    assert inspector(explorer, "simulation").run is run, "who comes back finds the results"


def test_a_simulation_is_the_same_again_and_another_with_another_seed() -> None:
    explorer = played()
    runs = []
    for seed in (1, 1, 2):
        run = Onwards(explorer.game, 5, "greedy", seed)
        run.work()
        runs.append([game.totals for game in run.games])
    assert runs[0] == runs[1] != runs[2]


def test_a_simulation_goes_on_in_pieces_and_can_be_stopped() -> None:
    explorer = played()
    explorer.select("simulation")

    async def run() -> tuple[int, bool, int]:
        press(explorer, "simulation", "simulation_games", "1000")
        press(explorer, "simulation", "simulation_policy", "random")
        press(explorer, "simulation", "simulation_start")
        found = inspector(explorer, "simulation")
        assert found.running
        assert 'data-act="simulation_stop"' in page(explorer, "simulation")
        while len(found.run.games) < 3:
            await asyncio.sleep(0.01)
        press(explorer, "simulation", "simulation_stop")
        stopped = len(found.run.games)
        await asyncio.sleep(0.2)
        return stopped, found.running, len(found.run.games)

    stopped, running, later = asyncio.run(run())
    assert 3 <= stopped == later < 1000
    assert not running
    assert f"{stopped} of 1000 games" in words(page(explorer, "simulation"))
    assert inspector(explorer, "simulation").figure is not None


def test_a_simulation_ends_when_another_seat_looks() -> None:
    explorer = played()
    explorer.select("simulation")

    async def run() -> Any:
        press(explorer, "simulation", "simulation_games", "1000")
        press(explorer, "simulation", "simulation_start")
        await asyncio.sleep(0.05)
        explorer.look_as(1)
        await asyncio.sleep(0.1)
        return inspector(explorer, "simulation")

    found = asyncio.run(run())
    assert found.run is None
    assert not found.running
    assert "What Lion cannot know is drawn afresh" in words(page(explorer, "simulation"))


# Comparison


def test_two_nodes_are_compared_with_what_happened_since_they_parted() -> None:
    explorer = played()
    game = explorer.game
    fork = game.node
    game.play(0)
    first = game.node
    game.goto(fork)
    game.play(len(game.legal()) - 1)
    second = game.node
    explorer.select("compare")
    press(explorer, "compare", "compare_here", "B")
    game.goto(first)
    press(explorer, "compare", "compare_here", "A")
    found = bl.score_difference(game, first, second)
    told = words(page(explorer, "compare"))
    assert f"Steps {first.number} and {second.number} of a game; their lines of play part at step {fork.number}" in told
    for item in found.differing:
        assert f"{item.first} → {item.second} ({item.change:+})" in told
    for events in found.events:
        for event in events:
            assert event.text() in told
            assert f'data-value="{event.rule}"' in page(explorer, "compare")
    press(explorer, "compare", "compare_swap")
    assert f"Steps {second.number} and {first.number}" in words(page(explorer, "compare"))
    press(explorer, "compare", "goto", str(second.number))
    assert game.node is second


def test_notes_are_offered_for_comparison_as_text() -> None:
    explorer = played()
    explorer.note("<img src=x onerror=alert(1)>")
    explorer.select("compare")
    assert "<img" not in page(explorer, "compare")
    assert "<img src=x onerror=alert(1)>" in words(page(explorer, "compare"))


def test_another_game_forgets_the_nodes_of_the_first() -> None:
    explorer = played()
    explorer.select("compare")
    press(explorer, "compare", "compare_A", "5")
    explorer.look_at(bl.new_game(players=2, seed=1))
    assert inspector(explorer, "compare").chosen == (None, None)
    assert isinstance(explorer.game.state, State)
    assert "went wrong" not in page(explorer, "compare")
