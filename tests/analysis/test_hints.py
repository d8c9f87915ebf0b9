"""Hints: ranked choices with reasons that add up, from what the seat may know alone, in four languages."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

import pytest
from cases import each, sample

import bruges_lab as bl
from bruges_lab.analysis.hints import Hint, Hinting
from bruges_lab.analysis.weighing import Odds
from bruges_lab.games.bruges.kit import BrugesKit
from bruges_lab.games.bruges.model import State
from bruges_lab.games.bruges.play.greedy import back_values, greedy_policy
from bruges_lab.games.bruges.play.worth import Worth, worth
from bruges_lab.games.bruges.telling import own_texts
from bruges_lab.kernel import Game, GameKit, Stream
from bruges_lab.rulebook.catalogue import rule
from bruges_lab.rulebook.seats import names_in

LANGUAGES = ("en", "de", "fr", "it")
BUDGET = 60


def at_turn(**player: Any) -> Game[State]:
    """Seat 0 to play: three cards, two houses, 6 guilders, two threats at the edge."""
    own = {
        "hand": ["squire", "nun", "baron"],
        "houses": ["red", "blue"],
        "guilders": 6,
        "workers": {"blue": 1, "red": 1},
        "threats": {"blue": 2, "red": 2},
    }
    given = {
        "phase": "actions",
        "round": 2,
        "dice": {"blue": 3, "brown": 4, "yellow": 3, "red": 4, "purple": 3},
        "players": [{**own, **player}, {"hand": ["judge", "abbot"], "guilders": 4}],
    }
    return bl.scenario({"given": given}, chance=bl.Ask())


@pytest.fixture(scope="module")
def hint() -> Hint:
    found = at_turn().hint(budget=BUDGET)
    assert isinstance(found, Hint)
    return found


@pytest.fixture(scope="module")
def drawing() -> Game[State]:
    """The start player refills in round 1."""
    game = bl.new_game(3, seed=5)
    assert game.pending is not None
    assert game.pending.kind == "draw.card"
    return game


# What a hint holds


@pytest.mark.parametrize("policy", ["search", "greedy"])
def test_every_choice_is_ranked_once_with_parts_that_add_up(policy: str) -> None:
    game = at_turn()
    found = game.hint(policy=policy, budget=BUDGET)
    assert sorted(map(str, (one.choice for one in found.choices))) == sorted(map(str, game.legal()))
    for one in found.choices:
        assert sum(one.parts) == pytest.approx(one.value, abs=1e-6)
    assert found.choice == found.choices[0].choice
    assert game.why_not(found.choice) is None


def test_a_search_says_how_much_stands_behind_each_choice(hint: Hint) -> None:
    assert hint.nodes == sum(one.nodes for one in hint.choices) == BUDGET
    assert hint.best.nodes == max(one.nodes for one in hint.choices)
    for one in hint.choices:
        assert (one.error is None) == (one.nodes == 0)


def test_greedy_advises_what_greedy_plays() -> None:
    stream = Stream(1)
    game = bl.new_game(2, seed=3)
    turns = 0
    while turns < 25 and game.pending is not None:
        state, pending = game.state, game.pending
        played = greedy_policy(state, pending, stream)
        if len(pending.raw) > 1:
            found = game.hint(policy="greedy")
            values = {one.option: one.value for one in found.choices}
            if pending.kind == "draw.card":
                backs = dict(zip(pending.raw, back_values(state, pending), strict=True))
                assert backs[found.best.option] == backs[played] == max(backs.values())
            else:
                assert values[played] == pytest.approx(found.best.value) == pytest.approx(max(values.values()))
                turns += 1
        game.play_option(played)
    assert turns == 25


def test_the_reasons_are_the_parts_that_differ(hint: Hint) -> None:
    for other in hint.choices[1:]:
        if not other.nodes:
            continue
        why = hint.why(other.choice)
        assert why == hint.why(str(other.choice))
        assert set(why) <= set(Worth._fields)
        assert [abs(number) for number in why.values()] == sorted((abs(number) for number in why.values()), reverse=True)
        left_out = len(Worth._fields) - len(why)
        assert sum(why.values()) == pytest.approx(hint.best.value - other.value, abs=0.05 * left_out + 1e-6)
    runner_up = hint.runner_up
    assert runner_up is not None
    assert hint.why() == hint.why(runner_up.choice)
    with pytest.raises(bl.LabError, match="'house:judge' is not one of the choices of this hint"):
        hint.why("house:judge")


def test_by_hand_what_taking_guilders_and_taking_workers_differ_in() -> None:
    found = at_turn(hand=["squire"], houses=[], workers=0, threats=0, guilders=0).hint(policy="greedy")
    by_kind = {one.choice.kind: one for one in found.choices}
    assert {"workers", "guilders"} == set(by_kind)
    difference = by_kind["guilders"].beyond(by_kind["workers"])
    assert difference == {"guilders": pytest.approx(0.45 * 3), "workers": pytest.approx(-0.5 * 2)}


def test_rules_are_those_of_the_events_that_the_choice_causes(hint: Hint) -> None:
    by_choice = {str(one.choice): one for one in hint.choices}
    house = next(one for one in hint.choices if one.choice.kind == "house")
    assert house.rules == ("action.house.cost", "action.house.build")
    assert [event.kind for event in house.events] == ["workers.paid", "house.built"]
    threats = [one for one in hint.choices if one.choice.kind == "threat"]
    assert all(one.rules == ("action.threat", "action.threat.point") for one in threats)
    assert threats
    for one in by_choice.values():
        assert one.rules
        assert all(rule(name).id == name for name in one.rules)
        assert "phase3.turns" not in one.rules  # the next player's turn is not its doing


@sample("every", 6, of=1)
@pytest.mark.parametrize("players", [2, 3])
def test_every_choice_of_a_whole_game_has_rules_of_its_own(players: int, every: int) -> None:
    """Also where a choice only says what is to happen next; events of the hint are counted from 0 and name causes among them."""
    game = bl.new_game(players, seed=9)
    stream, kinds = Stream(3), set()
    while game.pending is not None:
        if len(game.pending.raw) > 1 and (game.pending.kind not in kinds or not len(game.nodes) % every):
            for one in game.hint(policy="greedy").choices:
                assert one.rules or one.choice.kind in ("end", "refill"), one.choice
                numbers = {event.index for event in one.events}
                assert all(event.cause in numbers or event.cause == -1 for event in one.events)
            kinds.add(game.pending.kind)
        game.play_option(greedy_policy(game.state, game.pending, stream))
    assert {"draw.card", "turn.act", "turn.more", "advance"} <= kinds


# Odds


def test_the_odds_of_damage_after_each_choice(hint: Hint) -> None:
    """Two colours at the edge, each threatened by two faces of six; who takes one marker away has one."""
    for one in hint.choices:
        edge = 1 if one.choice.kind == "threat" else 2
        assert Odds("damage", 1 - Fraction(2, 3) ** edge) in one.odds


def test_a_drawn_card_is_any_that_the_seat_has_not_seen(drawing: Game[State]) -> None:
    state, seat = drawing.state, drawing.pending.player  # type: ignore[union-attr]
    known = {card for card in state.players[seat].hand if card not in state.players[seat].unseen}
    for one in drawing.hint(budget=10).choices:
        top = state.top(one.option[1])
        assert top is not None
        alike = [c for c in range(len(state.deck)) if state.deck.colour[c] == state.deck.colour[top] and c not in known]
        assert next(odds for odds in one.odds if odds.key == "draw") == Odds("draw", Fraction(1, len(alike)), len(alike))


def test_before_the_roll_a_hint_tells_the_odds_of_a_step_within_reach() -> None:
    game = bl.new_game(2, seed=1)
    found: list[tuple[Fraction, int]] = []
    while not found:
        pending = game.pending
        assert pending is not None
        if pending.kind == "draw.card" and game.state.agenda[-2][0] == "phase.dice":
            hint = game.hint(policy="greedy")
            found = [(o.odds, game.state.players[hint.seat].guilders) for o in hint.best.odds if o.key == "step"]
        game.play(0)
    odds, purse = found[0]
    dice = [(a, b, c, d, e) for a in R for b in R for c in R for d in R for e in R]
    low = [[die for die in roll if die in (1, 2)] for roll in dice]
    assert odds == Fraction(sum(bool(one) and sum(one) <= purse for one in low), len(dice))


R = range(1, 7)


# What it may know


def _other(game: Game[State], seed: int) -> Game[State]:
    """A game that the deciding seat cannot tell from this one."""
    assert game.pending is not None
    dealt = BrugesKit().resample(BrugesKit().mask(game.state, game.pending.player), game.pending.player, Stream(seed, "other"))
    return Game(BrugesKit(), dealt, chance=bl.Ask(), names=game.names)


@pytest.mark.parametrize("policy", ["search", "greedy"])
def test_a_hint_does_not_look_at_what_the_seat_cannot_know(policy: str, drawing: Game[State]) -> None:
    for game in (at_turn(), drawing):
        twins = [_other(game, seed) for seed in range(3)]
        assert len({twin.state.digest() for twin in (game, *twins)}) == 4
        texts = [
            {lang: one.hint(policy=policy, budget=20).details(lang, most=99) for lang in LANGUAGES} for one in (game, *twins)
        ]
        assert texts[1:] == texts[:-1]


def test_a_hint_moves_nothing_and_comes_the_same_again() -> None:
    game = at_turn()
    before, nodes = game.state.digest(), len(game.nodes)
    first = game.hint(budget=30)
    assert (game.state.digest(), len(game.nodes)) == (before, nodes)
    assert str(first) == str(game.hint(budget=30))


# When it is refused


def test_at_chance_and_at_the_end_there_is_no_hint() -> None:
    game = bl.scenario({"given": {"phase": "dice", "players": [{"hand": []}, {"hand": []}]}}, chance=bl.Ask())
    with pytest.raises(bl.LabError, match=r"^a hint: chance decides now, nobody chooses$"):
        game.hint()
    over = bl.play_out(bl.new_game(2, seed=1), "random").into()
    with pytest.raises(bl.LabError, match=r"^a hint: the game is over$"):
        over.hint()


@each(
    ("asked", "problem"),
    [
        ({"seat": 1}, "a hint: seat 0 decides now, not seat 1"),
        ({"seat": "Swan"}, "a hint: seat 0 decides now, not seat Swan"),
        ({"policy": "random"}, "policy: 'random' is not one of search, greedy"),
        ({"policy": "<b>\n" * 40}, "policy: '<b>"),
        ({"budget": 0}, "budget: a whole number of nodes from 1 to 1,000,000, not 0"),
        ({"budget": "many"}, "budget: a whole number of nodes"),
        ({"lang": "nl"}, "unknown language 'nl'; choose en, de, fr or it"),
        ({"seconds": 0}, "seconds: more than 0, not 0"),
        ({"seconds": float("nan")}, "seconds: more than 0, not nan"),
    ],
)
def test_bad_wishes_are_refused_in_a_line(asked: dict[str, Any], problem: str) -> None:
    with pytest.raises(bl.LabError, match=re.escape(problem)) as refused:
        at_turn().hint(**asked)
    assert "\n" not in str(refused.value)


def test_a_hint_can_be_stopped() -> None:
    asked = iter([False] * 12)
    found = at_turn().hint(budget=100_000, stop=lambda: next(asked, True))
    assert found.stopped
    assert found.nodes == 12
    assert "stopped early" in found.details()
    assert "stopped" not in at_turn().hint(budget=12).details()
    at_once = at_turn().hint(stop=lambda: True)
    assert (at_once.nodes, at_once.why()) == (0, {})
    assert "not tried" in at_once.details()


# Words


@each("lang", LANGUAGES)
@each("policy", ["search", "greedy"])
def test_the_text_names_choices_values_parts_rules_and_odds(policy: str, lang: str) -> None:
    game = at_turn()
    found = game.hint(policy=policy, budget=BUDGET, lang=lang)
    text = found.details()
    assert text == found.details(lang)
    assert str(found) == f"{found.text()}\n\n{text}"
    lines = text.splitlines()
    assert found.best.told[lang] in lines[0]
    assert names_in(game, lang)[0] in lines[0]
    for one in found.choices[:5]:
        assert f"{one.told[lang]} ({one.choice})" in text
        assert ", ".join(one.rules) in text
    decimal = f"{found.best.value:.1f}".replace(".", "." if lang == "en" else ",").replace("-", "−")
    assert decimal in text
    assert "5/9" in text or "1/3" in text
    largest = next(iter(found.why()))
    assert own_texts().say("hint", f"part.{largest}", {}, lang) in text
    assert len([line for line in lines if re.match(r" *\d+\. ", line)]) == 5
    assert len(found.details(lang, most=99).splitlines()) > len(lines)


BANNED = re.compile(r"\b(polic|search|playout|node|worth|budget|Suche|Knoten|recherche|nœud|ricerca|nodo)", re.IGNORECASE)
"""Words of the program, which a player need not know."""


@each("lang", LANGUAGES)
def test_a_hint_is_one_sentence_with_its_main_reason(lang: str) -> None:
    found = at_turn().hint(policy="greedy", lang=lang)
    sentence = found.text()
    assert sentence.startswith(found.best.told[lang])
    assert len(sentence.splitlines()) == 1
    gained = next(name for name, number in found.why().items() if number > 0)
    assert own_texts().say("hint", f"reason.{gained}", {}, lang) in sentence
    for policy in ("greedy", "search"):
        words = at_turn().hint(policy=policy, budget=20, lang=lang)
        assert not BANNED.search(f"{words.text()} {words.details().splitlines()[1]}")


def test_what_cannot_be_told_apart_is_called_about_as_good() -> None:
    found = at_turn().hint(budget=12)
    other = found.runner_up
    assert other is not None
    close = found.best.value - other.value < (found.best.error or 0) + (other.error or 0)
    assert ("about as good" in found.text()) is close
    assert "about as good" not in at_turn().hint(policy="greedy").text()


def test_greedy_says_that_cards_are_drawn_by_their_backs(drawing: Game[State]) -> None:
    assert "only the backs of the cards" in drawing.hint(policy="greedy").details()
    assert "only the backs of the cards" not in drawing.hint(budget=5).details()


def test_every_sentence_of_hints_is_there_in_every_language_with_data_for_its_variables() -> None:
    expected: dict[str, frozenset[str]] = {f"part.{part}": frozenset() for part in Worth._fields}
    expected |= {f"reason.{part}": frozenset() for part in (*Worth._fields, "only", "alike", "back")}
    expected |= {f"column.{name}": frozenset() for name in ("choice", "value", "why", "rules")}
    expected |= dict.fromkeys(("stopped", "only", "untried", "alike", "basis.back"), frozenset())
    expected |= {
        "advice": frozenset({"player", "choice"}),
        "sentence": frozenset({"choice", "reason"}),
        "close": frozenset({"choice", "reason"}),
        "two_reasons": frozenset({"first", "second"}),
        "reason.any": frozenset({"part"}),
        "basis.search": frozenset({"player", "nodes"}),
        "basis.greedy": frozenset({"player", "nodes"}),
        "ahead": frozenset({"parts", "choice"}),
        "behind": frozenset({"parts", "choice"}),
        "rules": frozenset({"rules"}),
        "more": frozenset({"count"}),
        "odds.damage": frozenset({"odds", "percent"}),
        "odds.step": frozenset({"odds", "percent"}),
        "odds.draw": frozenset({"cards", "player"}),
    }
    assert own_texts().faults("hint", expected) == []
    for lang in LANGUAGES:
        for key, names in expected.items():
            for number in (0, 1, 2, 21):
                numbers = {"nodes", "count", "cards"}
                assert own_texts().say("hint", key, {name: number if name in numbers else "x" for name in names}, lang).strip()


def test_html_is_escaped_and_tells_the_rules() -> None:
    given = {"phase": "actions", "dice": dict.fromkeys(("blue", "brown", "yellow", "red", "purple"), 3)}
    players = [{"name": "<script>alert(1)</script>", "hand": ["squire"]}, {"name": 'a"b&<i>', "hand": ["nun"]}]
    game = bl.scenario({"given": {**given, "players": players}}, chance=bl.Ask())
    page = game.hint(budget=10, lang="fr")._repr_html_()
    assert "<script>" not in page
    assert "action.guilders" in page
    assert "<table" in page
    assert page.count("<tr") == 1 + len(game.legal())


def test_the_only_choice_is_said_to_be_the_only_one() -> None:
    game = at_turn(hand=["squire"], houses=[], workers=0, guilders=0, threats=0)
    found = game.hint(policy="greedy")
    del found.choices[1:]
    assert "There is no other choice." in found.details()
    assert found.why() == {}
    assert found.runner_up is None


def test_worth_of_the_position_is_not_changed_by_asking() -> None:
    game = at_turn()
    before = worth(game.state, 0)
    game.hint(policy="greedy")
    assert worth(game.state, 0) == before


# A game that has none


def test_a_game_that_lives_in_the_kernel_alone_says_that_there_are_no_hints(monkeypatch: pytest.MonkeyPatch) -> None:
    manifest = GameKit.manifest
    monkeypatch.setattr(BrugesKit, "manifest", manifest)
    with pytest.raises(bl.LabError, match=r"^bruges states no manifest$"):
        bl.new_game(2, 1).hint()


# Hints that get better


def test_a_first_answer_comes_before_the_last_which_is_that_of_hint() -> None:
    game = at_turn()
    found = list(bl.hints(game, budget=3_000, seed=4))
    assert len(found) > 1
    tried = [one.nodes for one in found]
    assert tried == sorted(set(tried))
    assert tried[-1] == 3_000
    for one in found:
        assert sorted(map(str, (choice.choice for choice in one.choices))) == sorted(map(str, game.legal()))
        assert sum(choice.nodes for choice in one.choices) == one.nodes
    whole = Hinting(game, budget=3_000, seed=4)
    whole.work()
    assert [(one.choice, one.value, one.nodes) for one in whole.hint.choices] == [
        (one.choice, one.value, one.nodes) for one in found[-1].choices
    ]
    assert not found[-1].stopped


def test_a_hint_that_is_stopped_is_as_good_as_it_is() -> None:
    game = at_turn()
    hinting = Hinting(game, budget=100_000)
    hinting.work(0.01)
    assert not hinting.done
    before = hinting.hint
    hinting.stop()
    hinting.work()
    assert hinting.done
    assert hinting.hint.stopped
    assert [one.nodes for one in hinting.hint.choices] == [one.nodes for one in before.choices]


def test_a_game_that_moves_on_does_not_disturb_a_hint() -> None:
    game = at_turn()
    hinting = Hinting(game, budget=40)
    game.play(0)
    hinting.work()
    assert hinting.hint.choices[0].choice in at_turn().legal()


def test_hints_are_refused_as_a_hint_is() -> None:
    over = bl.play_out(at_turn()).into()
    with pytest.raises(bl.LabError, match="the game is over"):
        next(bl.hints(over))
    with pytest.raises(bl.LabError, match="seat"):
        next(bl.hints(at_turn(), 1))
