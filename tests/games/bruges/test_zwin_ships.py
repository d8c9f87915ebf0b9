"""Ships: what each of the thirty does, files of one's own, games under watch, trees and odds, saves and views."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from cases import each, sample

import bruges_lab as bl
from bruges_lab import places
from bruges_lab.games.bruges.card_texts import card_text, check_texts
from bruges_lab.games.bruges.model import BOOK, EMPTY, FIRST_SHIP, UNSEEN, State
from bruges_lab.games.bruges.play.threat_odds import threat_odds
from bruges_lab.games.bruges.play.worth import worth, worth_parts
from bruges_lab.games.bruges.positions import check_position, faults
from bruges_lab.games.bruges.rules.dice import dice_classes
from bruges_lab.games.bruges.rules.market import reshuffle_allowed
from bruges_lab.games.bruges.rules.ships import again_allowed
from bruges_lab.games.bruges.ruleset import Value
from bruges_lab.games.bruges.ship_files import own_ships, read_ships
from bruges_lab.games.bruges.ship_tiles import Ship
from bruges_lab.games.bruges.views import mask, resample
from bruges_lab.games.bruges.watching import watch_game
from bruges_lab.games.bruges.words import COLOURS
from bruges_lab.kernel import Game, Stream, advance, choose
from bruges_lab.kernel.errors import DataError, LabError
from bruges_lab.rulebook.texts import LANGUAGES

OWN = places.data("bruges", "ships.toml")
DICE = dict.fromkeys(COLOURS, 3)
READINGS: dict[str, dict[str, Value]] = {
    "docks": {},
    "turned": {"ships_form": "flip"},
    "after any tile": {"ship_after": "any"},
    "used ships leave": {"ship_stays": False},
    "turned and leaving": {"ships_form": "flip", "ship_stays": False},
    "again": {"ships_again": True, "end_by": "rounds", "rounds_limit": 14, "reshuffle_discard": True},
    "two workers, one face": {"ship_workers": 2, "ship_faces": (4,)},
}


def at_the_quay(docks: dict[str, str], *, switches: dict[str, Any] | None = None, **player: Any) -> Game[State]:
    """A canal tile has just been built by a card, and ships lie in docks."""
    own = {"guilders": 5, "hand": ["squire", "nun", "baron"], **player}
    given = {"phase": "actions", "ruleset": "zwin:ships", "switches": switches or {}, "dice": DICE, "docks": docks}
    game: Game[State] = bl.scenario({"given": {**given, "players": [own, {"hand": ["red"]}]}})
    game.play("canal:squire:left")
    return game


def happened(game: Game[State], since: int) -> list[tuple[str, str, dict[str, Any]]]:
    return [(event.rule, event.kind, dict(event.data)) for event in game.events[since:]]


# Each of the thirty


def _brings(ship: Ship) -> tuple[list[str], list[tuple[str, dict[str, Any]]]]:
    """What is chosen, and what happens by the ship's own rule."""
    steps: dict[str, tuple[list[str], list[tuple[str, dict[str, Any]]]]] = {
        "guilders": ([], [("guilders.taken", {"guilders": 4})]),
        "workers": (
            ["take:blue", "take:red", "take:red"],
            [("workers.taken", {"workers": 1, "colour": colour}) for colour in (0, 3, 3)],
        ),
        "threats": (
            ["away:purple", "away:brown"],
            [("threat.discarded", {"colour": colour, "points": 1}) for colour in (4, 1)],
        ),
        "step": ([], [("step.taken", {"step": 4})]),
        "house": (["lay:nun"], []),
        "points": ([], [("points.scored", {"points": 2})]),
    }
    return steps[ship.kind]


@each("ship", own_ships().ships, ids=lambda ship: ship.id)
def test_each_ship_costs_its_worker_and_does_what_it_says(ship: Ship) -> None:
    game = at_the_quay({ship.colour: ship.id}, workers=1, threats={"purple": 2, "brown": 1}, reputation=3)
    before = game.state.players[0]
    points, guilders = before.points, before.guilders
    choices, expected = _brings(ship)
    at = len(game.events)
    for choice in (f"ship:{ship.colour}", *choices):
        game.play(choice)
    colour = COLOURS.index(ship.colour)
    own = happened(game, at)
    assert own[0] == ("exp.ships.use", "ship.used", {"ship": ship.number, "colour": colour})
    assert own[1] == ("exp.ships.cost", "workers.paid", {"workers": 1, "colour": colour})
    assert [(kind, data) for rule, kind, data in own if rule == f"exp.ships.effect.{ship.kind}"] == expected
    player = game.state.players[0]
    taken = {"workers": Counter({0: 1, 3: 2})}.get(ship.kind, Counter())
    assert player.workers == tuple(1 - (c == colour) + taken[c] for c in range(5))
    assert player.guilders == guilders + 4 * (ship.kind == "guilders")
    assert player.points == points + 2 * (ship.kind in ("points", "threats"))
    assert player.reputation == 3 + (ship.kind == "step")
    assert player.threats == ((0, 0, 0, 0, 1) if ship.kind == "threats" else (0, 1, 0, 0, 2))
    assert len(player.houses) == (ship.kind == "house")
    assert len(player.hand) == 2 - (ship.kind == "house")
    assert game.state.docks[colour] == ship.number


def test_the_ships_are_six_kinds_in_five_colours_and_say_what_they_do() -> None:
    ships = own_ships()
    assert Counter(ship.colour for ship in ships.ships) == dict.fromkeys(COLOURS, 6)
    assert Counter(ship.kind for ship in ships.ships) == dict.fromkeys(
        ("guilders", "workers", "threats", "step", "house", "points"), 5
    )
    for ship in ships.ships:
        assert list(check_texts(ship)) == []
        assert ship.source("numbers") == ship.source("name") == "reconstructed"
        assert ship.source("effect") == ("reported" if ship.kind in ("guilders", "workers", "threats") else "reconstructed")
    assert card_text(ships["red1"], "it") == "Prendi 4 fiorini dalla banca."


def test_a_ship_without_use_is_refused_with_what_is_missing() -> None:
    docks = {"blue": "blue3", "red": "red4", "brown": "brown1", "purple": "purple6"}
    game = at_the_quay(docks, workers={"blue": 1, "red": 1, "purple": 1}, reputation=10)
    for choice, rule, reason in (
        ("ship:yellow", "exp.ships.active", "not_docked"),
        ("ship:brown", "exp.ships.cost", "no_worker"),
        ("ship:blue", "exp.ships.need", "no_threats"),
        ("ship:red", "exp.ships.need", "track_ends"),
    ):
        refusal = game.why_not(choice)
        assert refusal is not None
        assert (refusal.rule, refusal.reason) == (rule, reason)
    assert [str(choice) for choice in game.legal()] == ["ship:purple", "forgo"]


def test_to_forgo_is_answered_by_itself_where_nothing_else_is_left() -> None:
    """Docks, workers, threats, steps and the number of cards are open to all, so silence tells nothing."""
    game = at_the_quay({"blue": "blue3"})
    assert [(event.kind, event.rule) for event in game.events if event.kind.startswith("ship.")] == [
        ("ship.forgone", "exp.ships.optional")
    ]


def test_amounts_are_in_the_choice() -> None:
    game = at_the_quay({"red": "red1", "blue": "blue5"})
    teller = game.manifest.words(game.state, game.names)
    assert teller.choice(("ship", 3), "en", game.state) == "Use the red ship for 1 red worker and get 4 guilders"
    assert "without paying a worker" in teller.choice(("ship", 0), "en", game.state)
    assert teller.choice(("ship", 3), "de", game.state) == "Das rote Schiff für 1 roten Handlanger nutzen und 4 Gulden erhalten"


# At another time


def test_what_a_referee_says_of_a_ship_at_another_time() -> None:
    plain = bl.new_game(2, seed=1)
    docked = bl.scenario(
        {"given": {"phase": "actions", "ruleset": "zwin:ships", "dice": DICE, "players": [{"hand": ["nun"]}, {}]}}
    )
    drawing = bl.new_game(2, seed=1, ruleset="zwin:ships")
    for game, rule, reason in (
        (plain, "exp.optional", "no_ships"),
        (docked, "exp.ships.active", "none_docked"),
        (drawing, "exp.ships.use", "not_now"),
    ):
        refusal = game.why_not("ship:red")
        assert refusal is not None
        assert (refusal.rule, refusal.reason) == (rule, reason)
        assert all(refusal.text(lang) for lang in LANGUAGES)


@each("answer, rule", [("ship:red", "exp.ships.use.one"), ("forgo", "exp.ships.optional")])
def test_a_second_answer_is_refused_whichever_it_is(answer: str, rule: str) -> None:
    game = at_the_quay({"red": "red6", "blue": "blue1"}, houses=[{"card": "blue", "person": "bard"}], workers=2)
    game.play(answer)
    assert game.pending is not None
    assert game.pending.kind == "turn.more"
    for second in ("ship:blue", "forgo"):
        refusal = game.why_not(second)
        assert refusal is not None
        assert refusal.rule == rule


def test_after_a_tile_that_a_person_built_there_is_no_ship_to_forgo() -> None:
    """What people do is forgone in the same words, so this is what whoever asks hears of."""
    own = {"guilders": 9, "hand": ["squire", "nun"], "houses": [{"card": "blue", "person": "bard"}], "workers": 2}
    given = {"phase": "actions", "ruleset": "zwin:ships", "dice": DICE, "docks": {"red": "red1"}}
    game: Game[State] = bl.scenario({"given": {**given, "players": [own, {"hand": ["red"]}]}})
    game.play("activate:bard")
    while game.pending is not None and game.pending.kind != "turn.act":
        game.play(game.legal()[0])
    assert [event.kind for event in game.events if event.kind in ("canal.built", "ship.forgone")] == ["canal.built"]
    heard = {choice: game.why_not(choice) for choice in ("forgo", "ship:red")}
    assert {choice: (refusal.rule, refusal.reason) for choice, refusal in heard.items() if refusal is not None} == {
        "forgo": ("act.meaning", "not_now"),
        "ship:red": ("exp.ships.use.card", "by_card"),
    }


def test_after_a_ship_and_a_tile_that_a_person_built_the_tile_is_the_reason() -> None:
    """What happened last in the turn counts: for this tile there is no ship, whatever became of that of the first one."""
    people = [
        {"card": "blue", "person": "bard"},
        {"card": "red", "person": "juggler"},
    ]  # one more, or the turn would end by itself
    game = at_the_quay({"red": "red1", "blue": "blue1"}, houses=people, workers=3, guilders=20)
    game.play("ship:red")
    first = game.why_not("ship:blue")
    game.play("activate:bard")
    game.play(game.legal()[0])
    assert game.pending is not None
    assert (game.pending.kind, game.state.players[0].canals) == ("turn.more", (2, 0)), [str(c) for c in game.legal()]
    second = game.why_not("ship:blue")
    assert first is not None
    assert second is not None
    assert [one.reason for one in (first, second)] == ["ship_used", "by_card"]


@each("switches, shuffled", [({}, 0), ({"ships_again": True}, 1)])
def test_a_stack_that_is_used_up_stays_so_unless_ships_come_again(switches: dict[str, Value], shuffled: int) -> None:
    """At the end of the round red is empty, and the five others have ships left (D-187)."""
    own = {"ships_gone": ["red2", "red3", "red4", "red5", "red6"], "docks": {"red": "red1"}, "ship_stacks": {"red": []}}
    given = {"phase": "majorities", "ruleset": "zwin:ships", "switches": switches, "dice": DICE, **own}
    game: Game[State] = bl.scenario({"given": {**given, "players": [{}, {}]}})
    assert [event.kind for event in game.events].count("ships.shuffled") == shuffled
    assert game.state.ship_left == (6, 6, 6, 6 * shuffled, 6)


@each("number, fits", [(-1, False), (0, True), (10**15 - 1, True), (10**15, False)])
def test_a_new_order_is_one_of_as_many_numbers_as_can_be_drawn(number: int, fits: bool) -> None:
    state: State = bl.new_game(2, 1, ruleset="zwin").state
    assert again_allowed(state, 3, 0, number) is fits
    assert reshuffle_allowed(state, 3, 12, number) is fits


def test_a_tile_that_a_ship_built_brings_no_ship(tmp_path: Path) -> None:
    digging = re.sub(
        r"effect = \[\{ op = \"gain_points\".*", 'effect = [{ op = "build_canal", price_factor = 1 }]', OWN.read_text()
    )
    file = tmp_path / "ships.toml"
    file.write_text(
        digging.replace("numbers = { points = 2 }\n", "").replace("{ $points -> [one] one point *[other] {$points} points }", "x")
    )
    text = re.sub(r"text\.(..) = '''[^']*points[^']*'''", r"text.\1 = '''Build.'''", file.read_text())
    file.write_text(text)
    given = {
        "phase": "actions",
        "ruleset": "zwin:ships",
        "switches": {"ship_after": "any"},
        "dice": DICE,
        "docks": {"red": "red6"},
    }
    players = [{"guilders": 9, "workers": 3, "hand": ["squire", "nun"]}, {}]
    game: Game[State] = bl.scenario({"given": {**given, "players": players}}, ship_tiles=file)
    game.play("canal:squire:left")
    game.play("ship:red")
    game.play("dig:right")
    assert game.pending is not None
    assert game.pending.kind == "turn.act"
    assert game.state.players[0].canals == (1, 1)


# Files of one's own


WRONG = [
    ('op = "gain_guilders"', 'op = "gain_gold"', "guilders: effect.0: 'gain_gold' is not an op"),
    ('effect = [{ op = "build_house" }]', 'effect = [{ op = "immune" }]', "house: effect.0: immune is for people"),
    (
        'effect = [{ op = "build_house" }]',
        'effect = [{ op = "score_per", per = "steps", points = 1 }]',
        "score_per is for people",
    ),
    ('effect = [{ op = "build_house" }]', "effect = []", "house: effect: has 0 ops"),
    ('guilders = "guilders" }', 'guilders = "gold" }', "guilders: effect.0.guilders: must be a number"),
    ('rule = "exp.ships.effect.step"', 'rule = "exp.ships.effect.steps"', "did you mean exp.ships.effect.step?"),
    ('witness = { effect = "reported" }', 'witness = { effect = "seen" }', "witness.effect: 'seen' is not a witness"),
    ('witness = { effect = "reported" }', 'witness = { price = "reported" }', "witness.price: is not a field of a ship"),
    ('id = "red1"\ncolour = "red"', 'id = "red1"\ncolour = "green"', "red1: colour: 'green' is not one of"),
    ('id = "red1"\ncolour = "red"', 'id = "red1"\ncolour = "blue"', "ship: colour: has 7 blue ships"),
    ('id = "red1"', 'id = "red2"', "red2: id: appears twice in this file"),
    ('id = "red1"', 'id = "Red 1"', "id: must be small letters"),
    ('id = "red1"\ncolour = "red"\nkind = "guilders"', 'id = "red1"\ncolour = "red"\nkind = "guilder"', "did you mean guilders?"),
    ("{$guilders} guilders }", "{$gold} guilders }", "guilders: text.en: uses $gold"),
    ('en = "Treasure ship"', 'en = ""', "guilders: name.en: must be 1 to 60"),
    ("[[kind]]", "[[sort]]", "sort"),
]


@each("old, new, said", WRONG, ids=lambda case: str(case)[:40])
def test_a_wrong_file_is_refused_in_one_line(old: str, new: str, said: str, tmp_path: Path) -> None:
    text = OWN.read_text(encoding="utf-8")
    assert old in text
    file = tmp_path / "ships.toml"
    file.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(DataError) as error:
        read_ships(file)
    assert said in str(error.value)
    assert "\n" not in str(error.value)
    assert "ships.toml" in str(error.value)


def test_ships_of_ones_own_are_played_and_saved_with(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(OWN.read_text(encoding="utf-8").replace("numbers = { guilders = 4 }", "numbers = { guilders = 9 }"), "utf-8")
    game = bl.new_game(2, seed=3, ruleset="zwin:ships", ship_tiles=file)
    assert game.state.ship_tiles.digest != own_ships().digest
    assert game.state.ship_tiles["red1"].effect[0].numbers[0] == 9
    saved = tmp_path / "game.json"
    game.save(saved)
    with pytest.raises(LabError, match="ship_tiles"):
        bl.load(saved)
    assert bl.load(saved, ship_tiles=file).state.key() == game.state.key()
    with pytest.raises(LabError, match="without ships"):
        bl.new_game(2, ship_tiles=file)


# Whole games


@sample("games", 1, of=4)
@each("place, reading", list(enumerate(sorted(READINGS))))
def test_a_game_under_watch(place: int, reading: str, games: int) -> None:
    rules = bl.ruleset("zwin:ships", **READINGS[reading])
    for number in range(place, place + games):
        seed = number % 4
        watched = watch_game(2 + seed % 3, 500 + seed, closely=True, rules=rules)
        assert watched.kinds["ships.stacked"] == 1
        assert watched.kinds["ship.docked"] + watched.kinds["ship.turned_up"]
        assert set(watched.rules) <= set(bl.Catalogue.load())


def _random(seed: int, choices: int, **switches: Value) -> Game[State]:
    game: Game[State] = bl.new_game(3, seed, ruleset=bl.ruleset("zwin:ships", **switches))
    stream = Stream(seed, "ships")
    for _ in range(choices):
        if game.pending is not None:
            game.play(stream.below(len(game.pending.raw)))
    return game


@each("form", ["docks", "flip"])
@each("seed", range(6))
def test_saved_told_and_made_a_scenario_it_is_the_same(seed: int, form: str) -> None:
    game = _random(seed, 60 + 25 * seed, ships_form=form)
    again = bl.from_text(game.to_text())
    assert again.state.key() == game.state.key()
    record = game.to_scenario()
    assert bl.scenario(record).state.docks == game.state.docks
    for lang in LANGUAGES:
        assert all(event.text(lang) for event in game.events)


def test_what_lies_under_the_top_is_hidden_and_dealt_anew() -> None:
    game = _random(2, 120)
    view = mask(game.state, 1)
    for colour, stack in enumerate(view.ship_stacks):
        left = game.state.ship_left[colour]
        assert len(stack) == left
        assert list(stack[:-1]) == [UNSEEN] * max(0, left - 1)
        assert stack[-1:] == game.state.ship_stacks[colour][:left][-1:]
    orders = {resample(view, 1, Stream(n, "deal")).ship_stacks for n in range(20)}
    assert len(orders) > 10


def test_a_ship_that_lies_face_down_is_unknown_until_it_was_seen() -> None:
    game = _random(3, 90, ships_form="flip")
    state = game.state
    view = mask(state, 0)
    assert any(state.ships_known)
    for colour, known in enumerate(state.ships_known):
        if not known:
            assert view.ship_stacks[colour] == (UNSEEN,)
    dealt = resample(view, 0, Stream(1, "deal"))
    check_position(dealt)
    for colour, known in enumerate(state.ships_known):
        if known:
            assert dealt.ship_stacks[colour][: dealt.ship_left[colour]] == state.ship_stacks[colour][: state.ship_left[colour]]


# Positions


@pytest.mark.parametrize(
    ("change", "rule"),
    [
        ({"docks": (EMPTY, EMPTY, EMPTY, 0, EMPTY)}, "exp.ships.reveal"),
        ({"docks": (0,) * 4}, "exp.ships.comp"),
        ({"ships_gone": (29,)}, "exp.ships.comp"),
        ({"ship_left": (6, 6, 6, 6, 5)}, "exp.ships.comp"),
        ({"ship_left": (7, 6, 6, 6, 6)}, "exp.ships.setup"),
        ({"docks": (31, EMPTY, EMPTY, EMPTY, EMPTY)}, "exp.ships.comp"),
    ],
)
def test_a_position_that_cannot_be_has_a_fault(change: dict[str, Any], rule: str) -> None:
    state = bl.new_game(2, seed=1, ruleset="zwin:ships").state.copy()
    assert not list(faults(state))
    for name, value in change.items():
        setattr(state, name, value)
    assert rule in {fault.rule for fault in faults(state)}


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"docks": {"red": "blue1"}}, "given.docks: the ship blue1 is blue, not red"),
        ({"docks": {"red": "redd1"}}, "did you mean red1?"),
        ({"docks": {"red": "red1"}, "ship_stacks": {"red": ["red1"]}}, "lies in two places"),
        ({"docks": {"red": "red1"}, "ruleset": "default"}, "without ships = true"),
        ({"ship_stacks": {"red": 9}}, "given.ship_stacks"),
    ],
)
def test_what_a_scenario_says_of_ships_is_checked(given: dict[str, Any], said: str) -> None:
    whole = {"phase": "dice", "ruleset": "zwin:ships", "players": [{}, {}], **given}
    with pytest.raises(DataError) as error:
        bl.scenario({"given": whole})
    assert said in str(error.value)


# Trees and odds


def before_the_dice(number: int) -> Game[State]:
    stream = Stream(number, "ships before the dice")
    players = [
        {"guilders": stream.below(6), "threats": {COLOURS[stream.below(5)]: 2}, "reputation": stream.below(4)} for _ in range(2)
    ]
    stacks = {COLOURS[stream.below(5)]: []}
    given = {"phase": "dice", "ruleset": "zwin:ships", "players": players, "ship_stacks": stacks}
    return bl.scenario({"given": given}, chance=bl.Ask())


@each("number", range(3))
def test_the_sorts_of_a_throw_tell_all_that_the_phase_brings(number: int) -> None:
    """Every one of the 7,776 throws leads to the same docks, threats and price as the one that stands for its sort."""
    state = before_the_dice(number).state
    found: dict[object, list[Any]] = {}
    for dice in product(range(1, 7), repeat=5):
        docked = tuple(die in (3, 4) for die in dice)
        found.setdefault((docked, tuple(die > 4 for die in dice), sum(die for die in dice if die < 3)), []).append(dice)
    classes = dice_classes(state)
    assert len(classes) == len(found)
    assert sum(count for _, _, count in classes) == 7776
    for option, odds, count in classes:
        (members,) = [members for members in found.values() if option[1:] in members]
        assert count == len(members)
        assert odds == Fraction(count, 7776)
        reached = {_after_roll(state, dice) for dice in (members[0], members[-1], members[len(members) // 2])}
        assert len(reached) == 1


def _after_roll(state: State, dice: tuple[int, ...]) -> tuple[object, ...]:
    """Docks, stacks and goods at the end of the phase, whoever is asked declining."""
    twin = state.copy()
    advance(twin)
    choose(twin, ("roll", *dice))
    while (pending := advance(twin)) is not None and twin.phase == 2:
        choose(twin, pending.raw[-1])
    goods = tuple((player.guilders, player.threats, player.reputation, player.points) for player in twin.players)
    return (twin.docks, twin.ship_left, goods)


def test_a_tree_of_the_phase_with_ships_has_the_value_of_every_throw() -> None:
    game = before_the_dice(1)
    tree = bl.tree(game, within="phase")
    assert tree.complete
    assert tree.classes
    assert tree.value == bl.tree(game, within="phase", merge=False).value


def test_the_odds_of_threats_do_not_change_with_ships() -> None:
    ships = before_the_dice(2).state
    plain = ships.copy()
    plain.docks = ()
    assert threat_odds(ships, 1).seats == threat_odds(plain, 1).seats


# Policies


def test_greedy_builds_for_a_ship_and_uses_it() -> None:
    def canals(ruleset: str) -> tuple[int, int]:
        tiles = ships = 0
        for seed in range(6):
            out = bl.play_out(bl.new_game(3, seed, ruleset=ruleset), policy="greedy", seed=seed)
            tiles += sum(event.kind == "card.spent" and event.data["action"] == "canal" for event in out.events)
            ships += sum(event.kind == "ship.used" for event in out.events)
        return tiles, ships

    without, none = canals("default")
    tiles, used = canals("zwin:ships")
    assert none == 0
    assert tiles > 2 * without
    assert used > tiles / 2


@each("number", range(5))
def test_the_sum_of_worth_is_that_of_its_parts_with_ships(number: int) -> None:
    game = _random(40 + number, 40 * (number + 1))
    asked = 0
    stream = Stream(number, "on")
    while game.pending is not None:
        for seat in range(3):
            assert worth(game.state, seat) == pytest.approx(worth_parts(game.state, seat).total)
        asked += game.pending.kind == "ship.choose"
        game.play(stream.below(len(game.pending.raw)))


def test_a_question_of_a_ship_names_it() -> None:
    game = at_the_quay({"red": "red2"})
    game.play("ship:red")
    assert game.pending is not None
    assert (game.pending.kind, game.pending.rule) == ("worker.choose", "exp.ships.effect.workers")
    assert game.pending.told["person"] == FIRST_SHIP + own_ships()["red2"].number
    teller = game.manifest.words(game.state, game.names)
    assert "Crew ship" in teller.ask(game.pending, "en", game.state)
    assert "le navire Équipage" in teller.ask(game.pending, "fr", game.state)
    assert BOOK.steps["ship.choose"].rule == "exp.ships.use"
