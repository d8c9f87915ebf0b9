"""The explorer on Ferry, of which the lab knows nothing but its manifest: the lab's defaults do the rest."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from html import unescape

import pytest

import bruges_lab as bl
from bruges_lab.games.bruges.telling import own_texts
from bruges_lab.games.manifest import Manifest
from bruges_lab.rulebook.texts import lab_texts


def at_the_ferry(**options: object) -> bl.Explorer:
    """A game for three that waits for its first wind."""
    game = bl.new_game("ferry", players=3, seed=4, names=("Ada", "Ben", "Cem"), chance=bl.Ask())
    return bl.Explorer(game, **options)  # type: ignore[arg-type]


def shown(explorer: bl.Explorer, surface: str) -> str:
    return unescape(re.sub(r"<[^>]+>", " ", " ".join(explorer.surfaces()[surface].parts.values())))


def test_only_the_tabs_are_there_for_which_the_game_brings_something() -> None:
    explorer = at_the_ferry()
    tabs = re.findall(r'data-value="(\w+)"', explorer.surfaces()["tabs"].parts["tabs"])
    assert tabs == ["decide", "chance", "rule", "lesson", "score", "tree", "simulation", "compare", "edit"]
    with pytest.raises(bl.LabError, match="unknown tab 'threats'"):
        explorer.select("threats")
    with pytest.raises(bl.LabError, match="Ferry has no draw to be set by hand"):
        explorer.set_draw("3")


def test_a_game_is_stepped_through_event_by_event_and_to_its_end() -> None:
    explorer = at_the_ferry(policies=["random", "random", "random"])
    explorer.roll()
    while not explorer.game.over:
        explorer.roll()
    explorer.goto(0)
    told = []
    while explorer.cursor.inside or explorer.game.node.last is not None:
        explorer.next_event()
        told += [event.kind for event in explorer.cursor.latest]
    assert told[0] == "wind.blows"
    assert told.count("round.begins") == 2  # the first began before anybody looked
    explorer.next_event()
    assert explorer.message == "The game is over."
    assert "has won" in shown(explorer, "decide")


def test_chance_is_set_by_hand_with_its_odds_and_anew_on_a_branch() -> None:
    explorer = at_the_ferry()
    explorer.select("chance")
    press = explorer.surfaces()["chance"].press
    assert "1/2" in shown(explorer, "chance")
    press("die", "0:2")
    assert "Probability of exactly this outcome: 1/6" in shown(explorer, "chance")
    press("die", "0:9")  # nobody offered that
    assert "Probability of exactly this outcome: 1/6" in shown(explorer, "chance")
    press("set_chance", "wind:6")
    assert explorer.game.state.wind == 6
    press("set_chance", "wind:1")
    assert explorer.game.state.wind == 1
    assert [str(node.choice) for node in explorer.game.root.children] == ["wind:6", "wind:1"]
    assert "Line 1" in str(explorer.surfaces()["time"].parts["lanes"])
    explorer.set_chance("wind:2")
    assert explorer.refusal is not None
    assert explorer.refusal.reason == "not_an_outcome"
    assert explorer.game.state.wind == 1


def test_a_choice_is_made_taken_back_and_made_otherwise() -> None:
    explorer = at_the_ferry()
    explorer.set_chance("wind:4")
    explorer.choose("draw")
    assert "Ada draws a card" in shown(explorer, "decide")
    explorer.undo()
    explorer.choose("wait")
    assert "Ada waits." in shown(explorer, "decide")
    assert len(explorer.game.line[1].children) == 2
    explorer.undo()
    explorer.redo()
    assert str(explorer.game.node.choice) == "wait"


def test_what_may_not_be_done_is_explained_and_changes_nothing() -> None:
    explorer = at_the_ferry()
    explorer.set_chance("wind:6")
    explorer.choose("wait")
    node = explorer.game.node
    closed = re.search(r'data-closed="(cross:\d)"', explorer.surfaces()["decide"].parts["choices"])
    assert closed is not None, "Ben has nothing that is stronger than the wind"
    explorer.surfaces()["decide"].press("why", closed[1])
    assert "is not stronger than the wind (force 6)." in shown(explorer, "decide")
    explorer.choose(closed[1])
    assert explorer.game.node is node


def test_the_plain_table_hides_what_a_seat_may_not_know() -> None:
    explorer = at_the_ferry(seat=1)
    game = explorer.game
    board = explorer.surfaces()["board"].parts
    assert all(f">{card}<" in board["seat1.fields"] for card in game.state.players[1].hand)
    assert board["seat0.fields"].count(">?<") == 2
    assert not any(
        f">{card}<" in board["seat0.fields"] for card in game.state.players[0].hand if card != game.state.players[0].coins
    )
    for seat in (None, 0, 1, 2):
        whole = game.manifest.picture.whole(game.state, game.names, seat, "en")
        ET.fromstring(whole)
        if seat is not None:
            masked = game.kit.mask(game.state, seat)
            hidden = game.kit.resample(masked, seat, bl.Seeded(9).stream("other"))
            assert game.manifest.picture.whole(hidden, game.names, seat, "en") == whole


def test_it_speaks_the_language_of_the_lab_and_of_the_game() -> None:
    explorer = at_the_ferry(lang="fr")
    explorer.select("chance")
    assert "Laisser décider le hasard" in shown(explorer, "chance")
    assert "Le bac" in shown(explorer, "board")


def test_a_hostile_name_stays_a_name() -> None:
    game = bl.new_game("ferry", players=2, names=("<script>alert(1)</script>", "Ben"))
    explorer = bl.Explorer(game)
    for surface in explorer.surfaces().values():
        assert "<script" not in "".join(surface.parts.values())


def test_games_of_different_kinds_are_opened_in_one_explorer() -> None:
    explorer = bl.Explorer(bl.new_game(players=2, seed=7))
    tabs = explorer._stage.tabs  # type: ignore[union-attr]
    explorer.select("threats")
    ferry = bl.new_game("ferry", players=2, seed=1)
    explorer.open_text(ferry.to_text())
    assert explorer.game.kit.name == "ferry"
    assert "Ferry" in shown(explorer, "board")
    assert explorer._stage.tab == "decide"  # type: ignore[union-attr]
    explorer.back()
    assert explorer._stage.tabs == tabs  # type: ignore[union-attr]
    explorer.select("threats")
    assert explorer.surfaces()["inspect-threats"].parts["head"]


def test_a_handout_of_any_game() -> None:
    game = at_the_ferry().game
    game.play("wind:4")
    page = bl.handout(game, lang="fr", seat=0).html
    assert 'class="bl-position"' in page
    assert "Le bac" in page
    assert game.kit.tell_option(game.state, game.names, ("cross", 8), "fr") in page
    assert "The wind blows with force 4." in bl.handout(game.events).html
    with pytest.raises(bl.LabError, match="Ferry has no figure 'threats'"):
        bl.plot.threats(game)
    with pytest.raises(AttributeError, match="unknown figure 'nothing'"):
        bl.plot.nothing(game)


def test_every_tab_of_the_game_has_something_to_say() -> None:
    explorer = at_the_ferry()
    explorer.set_chance("wind:4")
    for tab in explorer._stage.tabs:  # type: ignore[union-attr]
        explorer.select(tab)
        words = shown(explorer, tab if tab in explorer.surfaces() else f"inspect-{tab}")
        assert words.strip(), tab
        assert "went wrong" not in words, f"{tab}: {words}"
    explorer.select("decide")
    explorer.surfaces()["decide"].press("hint")
    assert "Ada" in shown(explorer, "decide")
    assert explorer.hint is not None


def test_a_game_without_a_schema_is_drawn_by_the_fields_of_its_position() -> None:
    game = at_the_ferry().game
    stated = game.manifest
    bare = Manifest(
        stated.home, name="ferry", title=stated.title, players=stated.players, data=stated.folder(), kit="rules:FerryKit",
        set_up="rules:set_up", words="lab", texts=".",
    )  # fmt: skip
    drawn = bare.picture.whole(game.state, game.names, 0, "en")
    ET.fromstring(drawn)
    assert all(f">{name}<" in drawn for name in ("pile", "wind", "coins", "hand", "crossed"))
    assert drawn.count(">?<") == len(game.state.pile) + 4


@pytest.mark.parametrize("lang", ["en", "de", "fr"])
def test_no_tab_says_what_only_another_game_says(lang: str) -> None:
    usual, lab = own_texts(), lab_texts()
    foreign = {
        said: key
        for section in ("explorer", "figure")
        for key in sorted(lab.keys(section, lang))
        if not lab.variables(section, key, lang) | usual.variables(section, key, lang)
        and (said := usual.say(section, key, {}, lang)) != lab.say(section, key, {}, lang)
    }
    assert foreign, "Bruges says some things in words of its own"
    explorer = at_the_ferry(lang=lang)
    explorer.set_chance("wind:4")
    for tab in explorer._stage.tabs:  # type: ignore[union-attr]
        explorer.select(tab)
        if tab == "simulation":
            explorer.surfaces()["inspect-simulation"].press("simulation_games", "10")
            explorer.surfaces()["inspect-simulation"].press("simulation_start", "")
        for name, surface in explorer.surfaces().items():
            page = unescape(" ".join(surface.parts.values()))
            assert not [key for said, key in foreign.items() if said in page], f"{tab}: {name}"


def test_a_stage_is_offered_only_where_the_game_has_any() -> None:
    def is_offered(explorer: bl.Explorer) -> bool:
        return 'data-act="phase"' in explorer.surfaces()["time"].parts["steps"]

    explorer = at_the_ferry()
    assert not explorer.game.kit.has_stages
    assert not is_offered(explorer)
    explorer.look_at(bl.new_game(players=2))
    assert explorer.game.kit.has_stages
    assert is_offered(explorer)
    explorer.back()
    assert not is_offered(explorer)


def test_whoever_looks_as_a_seat_that_a_smaller_table_lacks_does_not_see_all_hands() -> None:
    explorer = at_the_ferry()
    explorer.look_as(2)
    explorer.look_at(bl.new_game("ferry", players=2))
    assert explorer.seat == 0
    explorer.look_as(None)
    explorer.back()
    assert explorer.seat == 2, "whoever comes back sees what they saw before"


@pytest.mark.parametrize("seat", [9, 3, -1, "0", True])
def test_a_policy_for_a_seat_that_is_not_there_is_refused(seat: int) -> None:
    explorer = at_the_ferry()
    with pytest.raises(bl.LabError, match=f"there is no seat {seat}; seats are 0 to 2"):
        explorer.set_policy(seat, "random")
    assert explorer.autoplay.seats == [None, None, None]
