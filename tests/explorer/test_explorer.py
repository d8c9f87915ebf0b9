"""The explorer without a browser: what pressing does, what is shown, what stays hidden, and how it keeps step with the game."""

from __future__ import annotations

import asyncio
import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest

import bruges_lab as bl
from bruges_lab.explorer.advising import REFINED
from bruges_lab.rulebook.texts import LANGUAGES

TWO_DAMAGES = {
    "given": {
        "phase": "dice",
        "players": [{"threats": {"yellow": 2, "red": 2}, "guilders": 5, "houses": ["red"]}, {}],
    }
}


def started(players: int = 2, seed: int = 7, **options: Any) -> bl.Explorer:
    return bl.Explorer(bl.new_game(players=players, seed=seed), **options)


def shown(explorer: bl.Explorer, surface: str) -> str:
    """All that a surface shows."""
    return "".join(explorer.surfaces()[surface].parts.values())


def words(html: str) -> str:
    """A page without its tags."""
    return re.sub(r"<[^>]+>", " ", html)


def in_turn(**options: Any) -> bl.Explorer:
    """An explorer at the first turn of phase 3."""
    explorer = started(**options)
    while explorer.game.state.phase != 3:
        explorer.next_phase()
    explorer.next_decision()
    return explorer


# Choosing


def test_a_choice_pressed_is_played() -> None:
    explorer = started()
    notation = str(explorer.game.legal()[0])
    explorer.surfaces()["decide"].press("choose", notation)
    assert [str(node.choice) for node in explorer.game.line[1:]] == [notation]
    assert explorer.game.question("en") in words(shown(explorer, "decide"))


def test_an_impossible_choice_is_there_and_explained_and_changes_nothing() -> None:
    explorer = in_turn()
    before = explorer.game.node
    page = shown(explorer, "decide")
    closed = re.findall(r'data-closed="([^"]+)"', page)
    assert closed
    for notation in closed:
        refusal = explorer.game.why_not(notation)
        assert refusal is not None
        assert refusal.rule in page
        explorer.surfaces()["decide"].press("why", notation)
        assert refusal.text() in words(shown(explorer, "decide")).replace("&#x27;", "'")
    explorer.choose(closed[0])
    assert explorer.game.node is before
    assert explorer.refusal is not None


def test_every_action_of_a_turn_is_offered_or_explained_for_every_card() -> None:
    explorer = in_turn()
    page = shown(explorer, "decide")
    player = explorer.game.state.players[explorer.game.pending.player]
    for card in player.hand:
        name = explorer.game.state.deck[card].id
        for action in ("workers", "guilders", "threat", "canal", "house", "recruit"):
            assert re.search(rf'data-(value|closed)="{action}:{name}[:"]', page), (name, action)


def test_a_game_played_in_a_cell_moves_every_explorer() -> None:
    game = bl.new_game(players=2, seed=3)
    first, second = bl.Explorer(game), bl.Explorer(game, lang="de")
    game.play(0)
    assert first.cursor.node is second.cursor.node is game.node
    assert game.question("de") in words(shown(second, "decide"))
    second.choose(str(game.legal()[0]))
    assert first.cursor.node is game.node
    assert game.question("en") in words(shown(first, "decide"))
    first.close()
    game.play(0)  # a closed explorer no longer listens
    assert second.cursor.node is game.node


# Stepping


def test_events_forward_and_back_show_every_position_of_the_game() -> None:
    explorer = started(policies=["random", "random"])
    assert explorer.game.over
    explorer.goto(0)
    forward = [explorer.state.digest()]
    while explorer.cursor.inside or explorer.game.node.last is not None:
        explorer.next_event()
        forward.append(explorer.state.digest())
    back = [explorer.state.digest()]
    while True:
        at = (explorer.game.node, explorer.cursor.frame)
        explorer.previous_event()
        if (explorer.game.node, explorer.cursor.frame) == at:
            break
        back.append(explorer.state.digest())
    assert set(forward) <= set(back) | {explorer.game.root.state.digest()}
    assert len(forward) > len(explorer.game.line)


def test_phases_and_rounds() -> None:
    explorer = started()
    seen = [(explorer.state.round, explorer.state.phase)]
    for _ in range(8):
        explorer.next_phase()
        seen.append((explorer.state.round, explorer.state.phase))
    assert [phase for _, phase in seen[:4]] == [1, 2, 3, 4]
    assert len(set(seen)) >= 8
    round_ = explorer.state.round
    explorer.next_round()
    assert explorer.state.round == round_ + 1


def test_decisions_stop_at_people_and_policies_play_by_themselves() -> None:
    explorer = started(policies=[None, "random"])
    for _ in range(12):
        pending = explorer.game.pending
        assert pending is not None
        assert pending.player == 0
        explorer.choose(str(explorer.game.legal()[0]))
        if explorer.game.over:
            break


def test_play_to_the_end_undo_and_redo() -> None:
    explorer = started()
    explorer.play_to_end("random", delay=0)
    assert explorer.game.over
    totals = [str(sheet.total) for sheet in explorer.game.scores()]
    assert all(f">{total}</td>" in shown(explorer, "decide") for total in totals)
    last = explorer.game.node
    explorer.undo()
    assert not explorer.game.over
    explorer.redo()
    assert explorer.game.node is last


def test_scrubbing_goes_along_the_line_last_taken_and_clamps() -> None:
    explorer = started()
    explorer.play_to_end("random", delay=0)
    line = explorer.cursor.line()
    explorer.surfaces()["time"].press("scrub", "5")
    assert explorer.game.node is line[5]
    assert explorer.cursor.line() == line
    explorer.scrub(10_000)
    assert explorer.game.node is line[-1]
    explorer.scrub(-3)
    assert explorer.game.node is line[0]


def test_step_by_step_shows_a_choice_event_by_event() -> None:
    explorer = bl.Explorer(bl.scenario(TWO_DAMAGES, chance=bl.Ask()))
    explorer.step_by_step = True
    explorer.choose("roll:1:1:6:6:3")
    assert explorer.cursor.inside
    first = explorer.state.digest()
    explorer.next_event()
    assert explorer.state.digest() != first


# Branches and notes


def test_going_back_and_choosing_otherwise_branches() -> None:
    explorer = started()
    choices = [str(choice) for choice in explorer.game.legal()]
    explorer.choose(choices[0])
    explorer.undo()
    explorer.choose(choices[1])
    assert str(explorer.game.node.choice) == choices[1]
    lanes = re.findall(r'data-act="goto" data-value="(\d+)"', shown(explorer, "time"))
    assert len(lanes) == 1
    explorer.surfaces()["time"].press("goto", lanes[0])
    assert str(explorer.game.node.choice) == choices[0]


def test_a_note_is_kept_and_shown_as_text() -> None:
    explorer = started()
    explorer.surfaces()["decide"].press("note", "<img src=x onerror=alert(1)>")
    assert explorer.game.node.note == "<img src=x onerror=alert(1)>"
    assert "<img" not in shown(explorer, "decide") + shown(explorer, "time")
    assert "&lt;img" in shown(explorer, "decide")


# Chance


def test_dice_can_be_set_anew_on_a_branch_with_their_odds() -> None:
    explorer = in_turn()
    rolled = next(node for node in explorer.game.line if node.by_chance)
    explorer.select("chance")
    for colour, face in enumerate((5, 5, 1, 1, 1)):
        explorer.surfaces()["chance"].press("die", f"{colour}:{face}")
    assert "1/7776" in shown(explorer, "chance")
    explorer.surfaces()["chance"].press("set_chance", "roll:5:5:1:1:1")
    assert explorer.game.state.dice == (5, 5, 1, 1, 1)
    assert rolled.parent is not None
    assert len(rolled.parent.children) == 2
    node = explorer.game.node
    explorer.set_chance("roll:7:1:1:1:1")
    assert explorer.game.node is node
    assert explorer.refusal is not None
    assert explorer.refusal.reason == "not_an_outcome"


def test_throws_can_wait_for_the_user() -> None:
    explorer = started()
    explorer.ask_chance(True)
    while not explorer.game.pending.is_chance:
        explorer.choose(str(explorer.game.legal()[0]))
    assert bl.from_text(explorer.game.to_text()).chance.to_data() == {"source": "seeded", "seed": 7}
    explorer.roll()
    twin = bl.new_game(players=2, seed=7)
    while not any(twin.state.dice):
        twin.play(0)
    assert explorer.game.state.dice == twin.state.dice
    explorer.ask_chance(False)
    assert isinstance(explorer.game.chance, bl.Seeded)
    with pytest.raises(bl.LabError):
        explorer.roll()


def test_two_damages_at_once_and_their_order() -> None:
    explorer = bl.Explorer(bl.scenario(TWO_DAMAGES, chance=bl.Ask()))
    explorer.set_chance("roll:1:1:6:6:3")
    assert explorer.game.pending.kind == "threats.settle"
    explorer.surfaces()["decide"].press("choose", "damage:fire")
    kinds = [event.kind for event in explorer.game.events]
    assert kinds.index("house.burnt") < kinds.index("guilders.lost")


# The board


def test_a_press_on_the_board_opens_what_can_be_done_there() -> None:
    explorer = in_turn()
    board, pop = explorer.surfaces()["board"], explorer.surfaces()["pop"]
    before, pending = explorer.game.node, explorer.game.pending
    canal = next(target for target in board.live if target.startswith(f"canal:{pending.player}:"))
    board.press("target", canal)
    assert explorer.game.node is before
    assert pop.anchor == canal
    offered = re.findall(r'data-act="choose" data-value="(canal:[^"]+)"', shown(explorer, "pop"))
    assert offered
    pop.press("choose", offered[0])
    assert any(str(node.choice) == offered[0] for node in explorer.game.line)
    assert pop.anchor == ""


def test_a_press_where_nothing_can_be_done_says_why() -> None:
    explorer = in_turn()
    board, pop = explorer.surfaces()["board"], explorer.surfaces()["pop"]
    before, seat = explorer.game.node, explorer.game.pending.player
    far = f"canal:{seat}:left:5"
    tried = explorer.manifest.targets.attempts(explorer.state, seat, far)
    rules = [refusal.rule for attempt in tried if (refusal := explorer.game.why_not(attempt)) is not None]
    board.press("target", far)
    assert explorer.game.node is before
    assert rules[0] in shown(explorer, "pop")
    board.press("target", far)
    assert pop.anchor == ""


def test_pressed_twice_the_only_choice_at_a_place_is_made() -> None:
    explorer = started()
    explorer.surfaces()["board"].press("twice", "pile:second")
    assert [str(node.choice) for node in explorer.game.line[1:]] == ["draw:second"]
    turn = in_turn()
    before = turn.game.node
    card = next(target for target in turn.surfaces()["board"].live if target.startswith("hand:"))
    turn.surfaces()["board"].press("twice", card)
    assert turn.game.node is before
    assert turn.chosen_target == card


def test_what_has_just_changed_is_marked() -> None:
    explorer = started()
    explorer.choose("draw:first")
    changes = explorer.surfaces()["board"].changes
    assert changes["pile:first"] == "\N{MINUS SIGN}1"
    explorer.undo()
    explorer.redo()
    assert explorer.surfaces()["board"].changes == changes


# Next


def test_next_shows_events_and_then_asks_at_once() -> None:
    explorer = started()
    explorer.choose(str(explorer.game.legal()[0]))
    node = explorer.game.node
    explorer.next()
    assert explorer.game.node is node
    assert explorer.surfaces()["board"].nudges == 1
    assert explorer.message == explorer.words("step.decide")
    explorer.goto(0)
    explorer.next()
    while explorer.cursor.inside:
        explorer.next()
    assert explorer.game.node is node


def test_the_choice_can_be_left_to_the_computer() -> None:
    explorer = in_turn()
    before = explorer.game.node
    explorer.surfaces()["bar"].press("let_choose")
    assert explorer.game.node.number > before.number
    ended = started()
    ended.play_to_end("random", delay=0)
    with pytest.raises(bl.LabError):
        ended.let_choose()


def test_the_header_asks_and_answers() -> None:
    explorer = started()
    bar = words(shown(explorer, "bar"))
    assert "Lion, draw a card: press one of the draw piles." in bar
    answers = re.findall(r'data-act="choose" data-value="([^"]+)"', shown(explorer, "bar"))
    assert answers == [str(choice) for choice in explorer.game.legal()]
    explorer.play_to_end("random", delay=0)
    best = max(sheet.total for sheet in explorer.game.scores())
    assert str(best) in words(shown(explorer, "bar"))


def test_whoever_acts_is_shown_in_full_and_others_when_opened() -> None:
    explorer = in_turn(players=3)
    acting = explorer.game.pending.player
    other = (acting + 1) % 3
    board = explorer.surfaces()["board"]
    assert board.unfolded == [str(acting)]
    board.press("unfold", str(other))
    assert board.unfolded == sorted([str(acting), str(other)])
    board.press("fold", str(other))
    assert board.unfolded == [str(acting)]
    with pytest.raises(bl.LabError):
        explorer.unfold(7)


def test_the_sheet_of_keys_opens_and_closes() -> None:
    explorer = started()
    explorer.surfaces()["bar"].press("help")
    assert explorer.words("help.keys") in words(shown(explorer, "pop"))
    explorer.surfaces()["pop"].press("close")
    assert explorer.surfaces()["pop"].anchor == ""


def test_what_is_not_for_the_looking_seat_is_on_no_surface() -> None:
    explorer = in_turn(players=3)
    pending = explorer.game.pending
    other = (pending.player + 1) % 3
    explorer.look_as(other)
    deck = explorer.game.state.deck
    hidden = {card for seat, player in enumerate(explorer.game.state.players) if seat != other for card in player.hand}
    known = {card for player in explorer.game.state.players for card in player.shown}
    for tab in ("decide", "chance", "rule"):
        explorer.select(tab)
        page = "".join(part for surface in explorer.surfaces().values() for part in surface.parts.values())
        for card in hidden - known:
            assert deck[card].id not in page, (tab, deck[card].id)
            assert f">{deck[card].name['en']}<" not in page
    assert explorer.surfaces()["board"].live == []
    assert 'data-act="choose"' not in shown(explorer, "decide")


def test_the_screen_is_covered_when_it_is_handed_over() -> None:
    explorer = in_turn(hand_over=True)
    seat = explorer.covered_for
    assert seat == explorer.game.pending.player
    deck = explorer.game.state.deck
    page = "".join(shown(explorer, name) for name in ("board", "decide", "chance", "rule"))
    assert not [card for player in explorer.game.state.players for card in player.hand if deck[card].id in page]
    explorer.surfaces()["board"].press("take_over")
    assert (explorer.covered_for, explorer.seat) == (None, seat)
    assert 'data-act="choose"' in shown(explorer, "decide")


# Languages, rules, hints


@pytest.mark.parametrize("lang", LANGUAGES)
def test_everything_is_said_in_the_language(lang: str) -> None:
    explorer = in_turn()
    english = words(shown(explorer, "decide") + shown(explorer, "tabs"))
    explorer.set_language(lang)
    page = words(shown(explorer, "decide") + shown(explorer, "tabs"))
    assert explorer.game.question(lang) in page
    assert (page == english) == (lang == "en")
    assert not re.search(r"[{}$]", page)


def test_a_rule_opens_its_card_and_runs_its_scenario() -> None:
    explorer = started()
    explorer.surfaces()["decide"].press("rule", "threat.fire.occupied_house")
    page = shown(explorer, "rule")
    assert bl.rule("threat.fire.occupied_house").text("en") in words(page).replace("&#x27;", "'")
    scenario = re.findall(r'data-act="scenario" data-value="([^"]+)"', page)[0]
    game = explorer.game
    explorer.surfaces()["rule"].press("scenario", scenario)
    assert explorer.game is not game
    assert explorer.opened
    explorer.surfaces()["bar"].press("back")
    assert explorer.game is game


def test_a_hint_explains_itself_or_is_switched_off() -> None:
    explorer = in_turn()
    explorer.ask_hint()
    assert explorer.hint is not None
    assert explorer.hint.text("en").split("\n")[0][:20] in words(shown(explorer, "decide"))
    closed = in_turn(hints=False)
    assert 'data-act="hint"' not in shown(closed, "decide")
    with pytest.raises(bl.LabError):
        closed.ask_hint()


def test_a_hint_gets_better_while_it_is_looked_at_until_somebody_says_stop() -> None:
    async def looked_at(stop: bool) -> list[tuple[int, str]]:
        explorer = in_turn()
        explorer.ask_hint()
        seen = []
        for _ in range(2_000):
            assert explorer.hint is not None
            seen.append((explorer.hint.nodes, shown(explorer, "decide")))
            if 'data-act="hint_stop"' not in seen[-1][1]:
                break
            if stop and seen[-1][0] > seen[0][0]:
                explorer.surfaces()["decide"].press("hint_stop")
            await asyncio.sleep(0.02)
        return seen

    for stop in (False, True):
        seen = asyncio.run(looked_at(stop))
        assert len(seen) > 1
        first, last = seen[0], seen[-1]
        assert "<progress" in first[1]
        assert "<progress" not in last[1]
        assert 0 < first[0] < last[0]
        assert (last[0] == REFINED) != stop


def test_a_hint_is_let_go_when_the_game_moves_on() -> None:
    async def moved() -> bool:
        explorer = in_turn()
        explorer.ask_hint()
        assert explorer.advising.progress is not None
        explorer.choose(str(explorer.game.legal()[0]))
        await asyncio.sleep(0.1)
        return explorer.hint is None and explorer.advising.progress is None

    assert asyncio.run(moved())


# Bad input and files


def test_what_comes_from_the_browser_is_data() -> None:
    explorer = started()
    surface = explorer.surfaces()["decide"]
    before = explorer.game.node
    for content in (
        None,
        3,
        {},
        {"act": 5},
        {"act": "nothing", "value": "x", "count": 1},
        {"act": "choose", "value": 4, "count": 2},
    ):
        surface._received(surface, content, [])
    surface._received(surface, {"act": "choose", "value": "house:" + "x" * 50_000, "count": 3}, [])
    assert explorer.game.node is before
    assert not explorer.message
    surface._received(surface, {"act": "goto", "value": "99999", "count": 4}, [])
    assert "99999" in explorer.message
    surface._received(surface, {"act": "choose", "value": "<b>", "count": 5}, [])
    assert "<b>" not in shown(explorer, "bar")
    surface._received(surface, {"act": "scrub", "value": "many", "count": 6}, [])
    assert explorer.message  # one sentence, and the explorer goes on
    explorer.choose(str(explorer.game.legal()[0]))
    assert explorer.game.node is not before


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"lang": "xx"}, "xx"),
        ({"seat": 5}, "seat"),
        ({"policies": ["greedy"] * 3}, "3 policies"),
        ({"policies": ["best"]}, "best"),
    ],
)
def test_wrong_options_are_refused_in_one_line(options: dict[str, Any], said: str) -> None:
    with pytest.raises(bl.LabError, match=said) as caught:
        started(**options)
    assert "\n" not in str(caught.value)


def test_save_and_load(tmp_path: Path) -> None:
    explorer = started()
    explorer.choose(str(explorer.game.legal()[0]))
    explorer.save(tmp_path / "game.json")
    node = explorer.game.node.number
    explorer.load(tmp_path / "game.json")
    assert explorer.game.node.number == node
    broken = tmp_path / "broken.json"
    broken.write_text("{", "utf-8")
    game = explorer.game
    with pytest.raises(bl.LabError):
        explorer.load(broken)
    assert explorer.game is game


# Small patches


def test_a_step_sends_only_what_has_changed() -> None:
    explorer = in_turn(players=4)
    board = explorer.surfaces()["board"]
    whole = sum(map(len, board.parts.values()))
    before, steps = board.sent, 0
    for _ in range(10):
        explorer.choose(str(explorer.game.legal()[0]))
        steps += 1
    assert (board.sent - before) / steps < whole / 2
    sent = board.sent
    explorer.refresh()
    assert board.sent == sent


def test_rounds_and_phases_are_named_on_the_timeline() -> None:
    explorer = started()
    explorer.next_round()
    marks = shown(explorer, "time")
    told = re.findall(r'class="bl-tick( bl-lesser)?"[^>]* data-tip="([^"]+)"', marks)
    assert [words for lesser, words in told if not lesser] == ["Round 1", "Round 2"]
    assert "Round 1 · Phase 3 · Actions" in {words.split(" · Turn")[0] for lesser, words in told if lesser}


def test_a_hint_is_a_sentence_with_its_numbers_behind_more() -> None:
    explorer = in_turn(players=2)
    explorer.ask_hint()
    sentence, _, more = shown(explorer, "decide").partition("<details")
    assert explorer.hint is not None
    assert explorer.hint.text("en") in unescape(sentence)
    assert "Rules:" not in sentence
    assert "Rules:" in more


def test_in_the_middle_of_a_step_the_header_tells_it_and_an_inspector_works_and_says_what_it_looks_at() -> None:
    explorer = in_turn(players=2)
    explorer.show_one_by_one(True)
    while not explorer.cursor.inside:
        explorer.let_choose()
    assert explorer.cursor.latest[-1].text("en") in words(shown(explorer, "bar"))
    explorer.select("score")
    assert "at the end of the step" in shown(explorer, "inspect-score")
    assert "bl-total" in shown(explorer, "inspect-score")
    while explorer.cursor.inside:
        explorer.next_event()
    assert "at the end of the step" not in shown(explorer, "inspect-score")


def test_a_double_press_chooses_only_for_whoever_may() -> None:
    explorer = started()
    asked = explorer.game.pending.player
    explorer.look_as(1 - asked)
    before = explorer.game.node
    explorer.press_twice("pile:second")
    assert explorer.game.node is before


def test_a_screen_that_is_handed_over_is_covered_from_the_first_picture_on() -> None:
    explorer = bl.Explorer(bl.new_game(players=2, seed=1), hand_over=True)
    assert explorer.covered_for == explorer.game.pending.player


def test_whoever_comes_back_to_a_larger_table_sees_their_own_hand_again() -> None:
    explorer = bl.Explorer(bl.new_game(players=4, seed=1), seat=3)
    explorer.look_at(bl.new_game(players=2, seed=1))
    assert explorer.seat == 0
    explorer.back()
    assert explorer.seat == 3


def test_a_browser_may_name_only_policies_that_are_offered() -> None:
    explorer = started()
    for act, value in (("by", "search:1000000"), ("policy", "0:search:1000000")):
        with pytest.raises(bl.LabError, match="unknown policy"):
            explorer.surfaces()["time"].press(act, value)
