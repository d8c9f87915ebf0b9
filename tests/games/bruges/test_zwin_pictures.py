"""The modules of the Zwin in pictures: five seats, ships, market and supplies drawn, told and pressed; none without them."""

from __future__ import annotations

import io
import random
import re
from functools import cache
from html import unescape

import pytest
from rich.console import Console

import bruges_lab as bl
from bruges_lab import Game, State
from bruges_lab.explorer.popover import offers_at
from bruges_lab.games.bruges.market_cards import ACTIONS
from bruges_lab.games.bruges.model import EMPTY
from bruges_lab.games.bruges.pictures.about import about
from bruges_lab.games.bruges.pictures.facts import Look, describe
from bruges_lab.games.bruges.pictures.live_position import position_parts
from bruges_lab.games.bruges.pictures.module_words import dock_words, modules_laid, next_words, on_top, stack_words
from bruges_lab.games.bruges.pictures.picture_words import Wording
from bruges_lab.games.bruges.pictures.position import position_svg
from bruges_lab.games.bruges.pictures.targets import attempts_at, choices_at, targets_of
from bruges_lab.games.bruges.pictures.terminal import position_text
from bruges_lab.games.bruges.pictures.values import values
from bruges_lab.games.bruges.words import COLOURS
from bruges_lab.rulebook.seats import SEALS
from bruges_lab.rulebook.texts import LANGUAGES
from bruges_lab.show.svg import seal

MODULE_TARGETS = ("harbour", "ship", "ships", "market", "pool", "bank", "bag", "marker")


def played(ruleset: str, players: int, kind: str, seed: int = 3) -> Game[State]:
    """A random game that has come to a question of a kind with a ship in a dock."""
    game, rng = bl.new_game(players, seed, ruleset=ruleset), random.Random(seed)
    while True:
        pending = game.pending
        assert pending is not None
        if pending.kind == kind and max(game.state.docks) > EMPTY and len(pending.options) > 1:
            return game
        legal = game.legal()
        canals = [choice for choice in legal if choice.kind.endswith("canal")]
        game.play(rng.choice(canals or legal))


@cache
def turn() -> Game[State]:
    return played("zwin+five", 5, "turn.act")


@cache
def asked() -> Game[State]:
    return played("zwin", 3, "ship.choose")


def stocked(state: State) -> State:
    """The same with limited supplies, a bag and a round marker."""
    state = state.copy()
    state.worker_pool, state.bank_left, state.marker = (3, 10, 0, 12, 5), 61, 4
    state.rules = state.rules.changed(threat_bag="aside")
    return state


def in_terminal(state: State, lang: str) -> str:
    console = Console(file=io.StringIO(), width=80)
    console.print(position_text(state, turn().names, 0, lang))
    return console.file.getvalue()  # type: ignore[attr-defined,no-any-return]


def fragments(state: State, lang: str = "en") -> str:
    return " ".join(position_parts(state, turn().names, 0, lang).fragments.values())


# Without modules


def test_a_game_without_modules_shows_nothing_of_them() -> None:
    state = bl.new_game(4, 1).state
    assert modules_laid(state) == ()
    drawn = position_svg(state) + "".join(position_parts(state).fragments.values())
    targets = {target.split(":")[0] for target in re.findall(r'data-target="([^"]*)"', drawn)}
    assert not targets & {*MODULE_TARGETS}
    assert not {target.split(":")[0] for target in values(state, None)} & {*MODULE_TARGETS}
    assert "bl-laid" not in position_parts(state).frame
    for target in ("harbour", "ship:red", "ships:red", "market", "market:canal", "pool:red", "bank", "bag", "marker"):
        assert about(state, (), None, target, "en") is None, target


# Five seats


def test_five_seals_differ_and_all_of_them_stand_on_the_track() -> None:
    assert len({seal(seat, 0, 0, 10) for seat in range(5)}) == len(set(SEALS)) == 5
    state = bl.new_game(5, 1, ruleset="zwin:five").state
    for drawn in (position_svg(state), position_parts(state).fragments["track"]):
        step = drawn.partition('data-target="step:0"')[2].partition("data-target")[0]
        assert all(name in step for name in ("Swan", "Lion", "Lily", "Bear", "Falcon"))


def test_all_eight_statues_are_drawn() -> None:
    drawn = position_svg(bl.new_game(5, 1, ruleset="zwin:five").state)
    statues = drawn.partition('data-target="statue"')[2].partition("data-part")[0]
    assert re.findall(r">(\d)</text>", statues) == list("98765432")


# Said alike everywhere


@pytest.mark.parametrize("lang", LANGUAGES)
def test_pictures_terminal_and_text_say_the_same_of_ships_market_and_supplies(lang: str) -> None:
    state, say = stocked(turn().state), Wording(lang)
    alone, told, live = unescape(position_svg(state, turn().names, 0, lang)), describe(Look(state, (), 0, say)), ""
    live = unescape(fragments(state, lang))
    for colour in range(len(COLOURS)):
        for words in (dock_words(state, colour, say), stack_words(state, colour, say)):
            assert words in alone, words
            assert words in live, words
            if "–" not in words and state.docks[colour] != EMPTY:
                assert words.rstrip(".") in told, words
    plain = " ".join(in_terminal(state, lang).replace("│", " ").split())
    assert all(" ".join(next_words(state, colour, say).split()) in plain for colour in range(len(COLOURS)))
    assert say("terminal.market") in plain
    assert say("round_marker", space=4) in plain
    assert say("of_ships") in told
    assert say("of_market") in told


@pytest.mark.parametrize("lang", LANGUAGES)
def test_whatever_is_pressed_is_told_with_its_rule(lang: str) -> None:
    state = stocked(turn().state)
    targets = {*re.findall(r'data-target="([^"]*)"', fragments(state, lang))}
    asked_about = [target for target in targets if target.split(":")[0] in MODULE_TARGETS]
    assert {target.split(":")[0] for target in asked_about} == {*MODULE_TARGETS}
    for target in asked_about:
        found = about(state, turn().names, 0, target, lang)
        assert found is not None, target
        assert found.name, target
        assert found.words, target
        assert found.rule.startswith("exp."), target


@pytest.mark.parametrize(
    "target", ["ship:pink", "ships:", "market:dance", "pool:red", "bank:1", "marker", "ship", "market:canal:1"]
)
def test_what_is_no_target_is_not_told(target: str) -> None:
    assert about(turn().state, (), 0, target, "en") is None


# Pressed


def test_a_docked_ship_is_where_its_choice_is_seen_and_an_empty_dock_says_why_not() -> None:
    game = asked()
    assert game.pending is not None
    ships = [choice for choice in game.legal() if choice.kind == "ship"]
    assert ships
    for choice in ships:
        assert targets_of(game.state, choice) == (f"ship:{choice.args[0]}",)
        assert choices_at(game.state, game.legal(), f"ship:{choice.args[0]}") == [choice]
    empty = COLOURS[game.state.docks.index(EMPTY)]
    (attempt,) = attempts_at(game.state, game.pending.player, f"ship:{empty}")
    refusal = game.why_not(attempt)
    assert refusal is not None
    assert (refusal.reason, refusal.rule) == ("not_docked", "exp.ships.active")


def test_on_a_turn_a_ship_asks_for_a_canal_tile_first() -> None:
    game = turn()
    assert game.pending is not None
    refusal = game.why_not(attempts_at(game.state, game.pending.player, "ship:red")[0])
    assert refusal is not None
    assert refusal.rule.startswith("exp.ships.use")


def test_improved_choices_are_at_the_card_and_at_the_market() -> None:
    game = turn()
    improved = [choice for choice in game.legal() if choice.kind.startswith("improved_")]
    assert improved
    for choice in improved:
        targets = targets_of(game.state, choice)
        assert f"market:{choice.kind.removeprefix('improved_')}" in targets
        assert any(target.startswith("hand:") and target.endswith(f":{choice.args[0]}") for target in targets)
        assert not any(target.endswith(":none") for target in targets)


def test_what_a_card_offers_has_each_improved_action_after_its_plain_one() -> None:
    game = turn()
    assert game.pending is not None
    card = game.state.deck[game.state.players[game.pending.player].hand[0]].id
    explorer = bl.Explorer(game)
    (group,) = offers_at(explorer, f"hand:{game.pending.player}:{card}")
    kinds = [*dict.fromkeys(offer.option[0] for offer in group.offers)]
    assert [kind for kind in kinds if not kind.startswith("improved_")] == [*ACTIONS]
    improved = [place for place, kind in enumerate(kinds) if kind.startswith("improved_")]
    assert len(improved) >= 4
    assert [kinds[place - 1] for place in improved] == [kinds[place].removeprefix("improved_") for place in improved]


def test_a_marker_that_is_gone_is_refused_by_its_rule() -> None:
    game = turn()
    assert game.pending is not None
    state = game.state.copy()
    state.markers = (False,) * len(ACTIONS)
    bare = Game(game.kit, state, names=game.names)
    action = next(action for place, action in enumerate(ACTIONS) if game.state.markers[place])
    refusals = [bare.why_not(attempt) for attempt in attempts_at(state, game.pending.player, f"market:{action}")]
    assert {refusal.rule for refusal in refusals if refusal} == {"exp.market.use.first"}


def test_what_changes_at_a_dock_and_on_the_market_is_marked() -> None:
    before = turn().state
    after = before.copy()
    colour = next(colour for colour, ship in enumerate(before.docks) if ship != EMPTY)
    after.docks = tuple(EMPTY if place == colour else ship for place, ship in enumerate(before.docks))
    after.markers = (False,) * len(ACTIONS)
    old, new = values(before, 0), values(after, 0)
    changed = {target for target in new if old[target] != new[target]}
    gone = {f"market:{action}" for action, there in zip(ACTIONS, before.markers, strict=True) if there}
    assert changed == {f"ship:{COLOURS[colour]}", *gone}


# Hidden


def test_a_ship_that_lies_face_down_is_not_told() -> None:
    state = bl.new_game(3, 1, ruleset=bl.ruleset("zwin:ships", ships_form="flip")).state
    assert all(on_top(state, colour) is None for colour in range(len(COLOURS)))
    drawn = unescape(position_svg(state, (), 0) + fragments(state))
    assert not any(ship.name["en"] in drawn for ship in state.ship_tiles.ships)
    assert Wording("en")("ship_down") in drawn


# The editor


def test_docks_and_market_can_be_edited_and_played() -> None:
    explorer = bl.Explorer(turn())
    explorer.open_tab("edit") if hasattr(explorer, "open_tab") else explorer._stage.select("edit")  # type: ignore[union-attr]
    explorer._stage.draw()  # type: ignore[union-attr]
    editor = explorer._stage.inspector("edit")  # type: ignore[union-attr]
    acts = editor.acts()
    acts["edit.docks.red"]("red4")
    acts["edit.docks.blue"]("blue6")
    acts["edit.market"]("m02")
    acts["edit.markers"]("canal")
    draft = editor.draft
    assert draft.fault is None
    state = draft.state
    assert [state.ship_tiles[state.docks[colour]].id for colour in (0, 3)] == ["blue6", "red4"]
    assert state.market_cards[state.market].id == "m02"
    assert state.markers == (True, True, True, False, True, True)
    acts["edit.docks.red"]("blue1")
    assert "there is no red ship" in str(editor.opened.refused)
    acts["edit.docks.blue"]("")
    assert editor.draft.state.docks[0] == EMPTY
    explorer.close()


# The dialog of a new game


def test_modules_are_chosen_one_by_one_and_the_table_follows() -> None:
    explorer = bl.Explorer(bl.new_game(3, 7))
    explorer.show_new_game()
    press = explorer.surfaces()["dialog"].press

    def offered() -> list[str]:
        return re.findall(r'data-act="new.players" data-value="(\d)"', explorer.surfaces()["dialog"].parts["players"])

    assert offered() == ["2", "3", "4"]
    press("new.module", "zwin:ships")
    press("new.module", "zwin:five")
    assert offered() == ["5"]
    press("new.start")
    state = explorer.game.state
    assert len(state.players) == 5
    assert state.docks
    assert not state.market_pile
    assert state.rules == bl.ruleset("zwin:ships+zwin:five")
    explorer.close()
