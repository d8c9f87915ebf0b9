"""Whole games at random under watch; every switch makes a difference; saves and short texts; the book."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from burdigala_rule_ids import RULES
from burdigala_tables import new_game, random_game
from test_burdigala_setup import SWITCHES

from bruges_lab.games import burdigala
from bruges_lab.games.burdigala.kit import BurdigalaKit
from bruges_lab.games.burdigala.model import BOOK
from bruges_lab.games.burdigala.ruleset import Ruleset
from bruges_lab.games.burdigala.watching import Watched, watch_game
from bruges_lab.kernel import Choice, LabError, Seeded, Stream, advance, choose, rebuild
from bruges_lab.kernel.book import Decision
from bruges_lab.kernel.saving import from_bytes, from_text, to_bytes

KIT = {"burdigala": BurdigalaKit()}
OTHER: dict[str, Any] = {
    name: next(value for value in Ruleset.fields()[name].values if value != Ruleset.fields()[name].default) for name in SWITCHES
}
"""The other value of each switch."""


@pytest.mark.parametrize(("players", "seed"), [(2, 1), (3, 1), (4, 1), (2, 2), (4, 3)])
def test_a_random_game_under_watch(players: int, seed: int) -> None:
    watched = watch_game(players, seed, closely=True)
    assert watched.decisions > 80
    assert watched.checked > 10_000
    assert 20 < watched.turns < 110


@pytest.mark.parametrize("name", SWITCHES)
def test_a_random_game_under_watch_with_a_switch(name: str) -> None:
    watch_game(3, 5, closely=False, rules=Ruleset().changed(**{name: OTHER[name]}))


def test_all_switches_at_once_under_watch() -> None:
    for players in (2, 4):
        watch_game(players, 7, closely=True, rules=Ruleset().changed(**OTHER))


@cache
def many() -> tuple[Watched, ...]:
    return tuple(watch_game(players, seed, closely=False) for players in (2, 3, 4) for seed in range(40))


def test_every_kind_of_event_happens() -> None:
    seen = sum((watched.kinds for watched in many()), Counter[str]())
    rare = {
        "cubes.kept",
        "token.sealed",
        "tokens.returned_unseen",
        "plot.none",
        "merchandise.none",
        "plots.reshuffled",
        "game.shared",
    }
    assert set(BOOK.kinds) - set(seen) <= rare


def test_the_three_endings_happen() -> None:
    assert {ending for watched in many() for ending in watched.endings} == {0, 1, 2}


def test_games_are_as_long_and_scores_as_high_as_was_reckoned() -> None:
    """The figures of the specification, section 11, for random players."""
    for players, turns, score in ((2, 58.9, 89.4), (3, 59.0, 58.1), (4, 58.7, 43.0)):
        games = [watched for watched in many() if watched.players == players]
        assert abs(sum(game.turns for game in games) / len(games) - turns) < 2
        assert abs(sum(sum(game.scores) for game in games) / len(games) / players - score) < 4


def digest(rules: Ruleset, seed: int, players: int) -> str:
    """How a game ends in which everybody picks by the same numbers; positions and questions on the way count too."""
    game = new_game(players, seed, **{change.field.name: change.here for change in rules.diff()})
    stream = Stream(seed, "pick")
    said = []
    while (pending := game.pending) is not None:
        said.append(f"{pending.kind}{len(pending.raw)}{[game.view(seat).state.players[0].sealed for seat in range(players)]}")
        game.play_option(stream.pick(pending.raw))
    return repr((said, game.state.digest(), game.winners))


BY_HAND = {"score_floor", "most_corrupt_at_zero", "tie", "plot_reshuffle"}
"""Switches that show only in rare positions: test_burdigala_end.py and test_burdigala_turn.py have one each."""


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name in SWITCHES if name not in BY_HAND])
def test_a_switch_makes_a_difference(name: str) -> None:
    other = Ruleset().changed(**{name: OTHER[name]})
    assert any(digest(Ruleset(), seed, players) != digest(other, seed, players) for seed in range(6) for players in (4, 2))


# Histories, saves, short texts


def test_a_save_gives_the_same_game_back() -> None:
    game = random_game(3, 4, 120, extra_turns="once", set_points=(1, 3, 6, 10, 16))
    game.undo()
    game.undo()
    game.play(0)
    game.note("here")
    saved = to_bytes(game)
    again = from_bytes(KIT, saved, "memory")
    assert to_bytes(again) == saved
    assert again.state.key() == game.state.key()
    assert again.state.rules == game.state.rules
    assert [str(choice) for choice in again.legal()] == [str(choice) for choice in game.legal()]


def test_a_short_text_gives_the_same_game_back() -> None:
    game = random_game(2, 9)
    again = from_text(KIT, game.to_text())
    assert again.over
    assert [sheet.total for sheet in again.scores()] == [sheet.total for sheet in game.scores()]
    assert again.winners == game.winners


def test_a_save_with_another_ruleset_is_not_read() -> None:
    game = random_game(2, 9, 3)
    with pytest.raises(LabError):
        BurdigalaKit().shared_from_data({**game.kit.shared_to_data(game.state), "ruleset": {"tie": "coin"}})
    with pytest.raises(LabError, match="must name ruleset, board, tiles and cards"):
        BurdigalaKit().shared_from_data({"ruleset": {}})


def test_events_rebuild_every_position() -> None:
    game = random_game(4, 11)
    state = game.start.copy()
    rebuild(state, game.events[game.opening :])
    final = game.state
    for name in type(state).position_fields():
        if name == "players":
            assert tuple(state.players) == tuple(final.players)
        elif name != "agenda":
            assert getattr(state, name) == getattr(final, name), name


def test_chance_is_the_same_on_every_branch() -> None:
    game = random_game(2, 3, 8)
    while game.state.turn < 4:
        game.play(0)
    throws = [event.data for event in game.events if event.kind == "dice.thrown"]
    game.goto(0)
    while game.state.turn < 4:
        game.play(len(game.legal()) - 1)
    other = [event.data for event in game.events if event.kind == "dice.thrown"]
    assert throws[:3] == other[:3]


def test_every_choice_is_read_back_from_its_notation() -> None:
    kinds = set()
    for seed in range(12):
        game = random_game(2 + seed % 3, seed)
        for node in game.line[1:]:
            assert node.choice is not None
            assert node.parent is not None
            assert Choice.parse(str(node.choice)) == node.choice
            game.goto(node.parent)
            assert game.pending is not None
            assert game.pending.choice(node.option) == node.choice
            assert game.why_not(node.choice) is None
            kinds.add(node.choice.kind)
    assert {"move", "build", "lay", "swap", "keep", "look", "betrayal", "dice", "token", "displace"} <= kinds


def test_odds_add_up_to_one() -> None:
    source, stream, seen = Seeded(3), Stream(3, "odds"), Counter[str]()
    for seed in range(8):
        state = new_game(3, seed).start.copy()
        while (pending := advance(state)) is not None:
            if pending.is_chance:
                if pending.outcomes is not None:
                    assert sum(odds for _, odds in pending.outcomes) == 1
                    seen[pending.kind] += 1
                    for option in pending.raw:
                        assert pending.odds(option)
                option = source.pick(state, pending, 0)
                assert option is not None
            else:
                option = stream.pick(pending.raw)
            choose(state, option)
    assert {"dice.throw", "token", "theft.card", "betrayal.card"} <= set(seen)


def test_dice_are_alike_whichever_shows_what() -> None:
    game = new_game(2, 1)
    kit, state = BurdigalaKit(), game.start.copy()
    state.agenda, state.causes = [], []
    state.push("dice.throw", 1)
    pending = advance(state)
    assert pending is not None
    classes = kit.classes(state, pending)
    assert classes is not None
    assert len(classes) == 21
    assert sum(odds for _, odds, _ in classes) == 1
    assert sum(count for *_, count in classes) == 36


# The book


def test_the_book_has_no_faults_and_cites_rules_of_the_specification() -> None:
    assert len(set(RULES)) == len(RULES) == 152
    assert BOOK.faults(RULES) == []
    assert {field.rule for field in Ruleset.fields().values()} <= set(RULES)
    assert {rule for watched in many() for rule in watched.rules} <= set(RULES)
    sources = sorted(Path(burdigala.__file__).parent.rglob("*.py"))
    cited = {rule for path in sources for rule in re.findall(r"burdigala(?:\.[a-z_]+)+", path.read_text(encoding="utf-8"))}
    assert cited - {"burdigala.special", "burdigala.card"} <= set(RULES)
    assert len(cited) > 120


def test_a_score_is_the_sum_of_its_events() -> None:
    game = random_game(4, 21)
    for seat, player in enumerate(game.state.players):
        told = [event for event in game.events if event.player == seat and "points" in event.data]
        won = [event for event in told if event.kind in ("score.starts", "points.scored", "goods.counted", "laurels.counted")]
        lost = [event for event in told if event.kind in ("corruption.counted", "most_corrupt.counted")]
        assert sum(event.data["points"] for event in won) - sum(event.data["points"] for event in lost) == player.points


def test_hidden_questions_are_never_answered_by_themselves() -> None:
    assert all(step.forced is False for name, step in BOOK.steps.items() if isinstance(step, Decision) and name in HIDDEN)


HIDDEN = ("turn.throw", "turn.move", "turn.build", "turn.end", "discard", "swap", "keep")
"""Questions whose answers depend on what others may not see: they are never answered by themselves."""


def test_what_another_seat_could_do() -> None:
    game = new_game(3, 2)
    assert game.pending is not None
    other = (game.pending.player + 1) % 3
    assert len(game.legal(seat=other)) == 28
    while game.pending is not None and not game.pending.kind.startswith("turn.move"):
        game.play(0)
    assert game.pending is not None
    seat = (game.pending.player + 1) % 3
    starts = {choice.args[0] for choice in game.legal(seat=seat) if choice.kind == "move"}
    assert starts
    assert starts <= set(game.state.players[seat].meeples)
    refusal = game.why_not(f"move:{game.state.players[(seat + 1) % 3].meeples[0]}:1", seat=seat)
    assert refusal is not None
    assert (refusal.rule, refusal.if_turn) == ("burdigala.move.character", seat)
