import re
from pathlib import Path
from typing import Any

import pytest
import tomli_w
from cases import each
from hypothesis import given
from hypothesis import strategies as st

import bruges_lab as bl
from bruges_lab import places
from bruges_lab.games.bruges.deck import Deck
from bruges_lab.games.bruges.fields import FIELDS
from bruges_lab.games.bruges.model import EMPTY, State
from bruges_lab.games.bruges.positions import cards_in_play, faults
from bruges_lab.games.bruges.ruleset import Ruleset
from bruges_lab.games.bruges.words import COLOURS, PHASES
from bruges_lab.kernel.errors import DataError, LabError, either
from bruges_lab.rulebook.catalogue import Catalogue
from bruges_lab.rulebook.proving import prove, start
from bruges_lab.rulebook.scenarios import Scenario, read_scenarios

NOBODY: dict[str, Any] = {}
OF_PLAYER, OF_TABLE = FIELDS.expected(0), FIELDS.expected(None)


def position(**given: Any) -> State:
    return Scenario.read({"given": {"players": [NOBODY, NOBODY], **given}}).state


def ids(cards: tuple[int, ...]) -> list[str]:
    return [Deck.load()[card].id for card in cards]


# What is not said is as at set-up


@pytest.mark.parametrize(("players", "piles", "extra"), [(2, (33, 33), 99), (3, (49, 50), 66), (4, (66, 66), 33)])
def test_unnamed_fields_take_their_setup_values(players: int, piles: tuple[int, int], extra: int) -> None:
    state = position(players=[NOBODY] * players)
    for seat, player in enumerate(state.players):
        assert (player.points, player.guilders, player.reputation, player.gate) == (5, 5, 0, seat)
        assert (player.workers, player.threats) == ((1,) * 5, (0,) * 5)
        assert (player.hand, player.houses, player.statues, player.shown, player.unseen) == ((), (), (), (), ())
        assert (player.canals, player.claimed, player.majorities) == ((0, 0), (False, False), (False, False, False))
    assert (state.round, state.phase, state.start, state.dice, state.final_round) == (1, 1, 0, (0,) * 5, 0)
    assert (state.left, len(state.extra), state.discard) == (piles, extra, ())
    assert (state.supply, state.statues) == ((9,) * 5, (7, 6, 5, 4, 3, 2))


def test_setup_values_come_from_the_ruleset() -> None:
    state = position(switches={"start_guilders": 8, "start_points": 2, "start_workers": 3, "start_step": 1})
    player = state.players[0]
    assert (player.guilders, player.points, player.workers, player.reputation) == (8, 2, (3,) * 5, 1)


def test_piles_come_from_seed_0_and_are_the_same_twice() -> None:
    assert position().digest() == position().digest() == position(seed=0).digest()
    assert position().piles != position(seed=1).piles


def test_players_without_a_name_have_the_names_of_their_seats() -> None:
    scenario = Scenario.read({"given": {"players": [NOBODY, {"name": "Ada"}, NOBODY]}})
    assert scenario.names == ("Swan", "Ada", "Lily")


@pytest.mark.parametrize(("number", "phase"), list(enumerate(PHASES, 1)))
def test_phases_are_numbered_as_in_the_rulebook(number: int, phase: str) -> None:
    more = {"dice": dict.fromkeys(COLOURS, 3), "players": [{"hand": []}, NOBODY]} if phase == "actions" else {}
    assert position(phase=phase, **more).phase == number


def test_phase_3_needs_dice(tmp_path: Path) -> None:
    assert "five dice" in str(refusal(tmp_path, scenario(given={"phase": "actions"})))


def test_phase_3_needs_somebodys_hand(tmp_path: Path) -> None:
    dice = {"phase": "actions", "dice": dict.fromkeys(COLOURS, 3)}
    error = refusal(tmp_path, scenario(given=dice))
    assert (error.field, error.rule) == ("given.players", "phase3.empty_hand")
    assert "hand = []" in error.problem
    by_arrow, by_worker = ({"houses": [{"card": "red", "person": person}]} for person in ("alchemist", "squire"))
    assert refusal(tmp_path, scenario(given={**dice, "players": [by_arrow, NOBODY]})).rule == "phase3.empty_hand"
    asked = start(Scenario.read({"given": {**dice, "players": [NOBODY, by_worker]}})).pending
    assert asked is not None
    assert (asked.kind, asked.player) == ("turn.more", 1)
    for hand in ([], ["prince"]):
        assert position(**dice, players=[NOBODY, {"hand": hand}]).phase == 3


# What is said


def test_cards_by_person_and_by_colour() -> None:
    given = {"hand": ["prince", "red", "red"], "houses": ["blue", {"card": "yellow", "person": "mayor", "used": True}]}
    state = position(players=[given, NOBODY], discard=["thief", "brown"])
    deck, player = state.deck, state.players[0]
    assert ids(player.hand)[0] == "prince"
    assert [deck[card].colour for card in player.hand[1:]] == ["red", "red"]
    empty, lived_in = player.houses
    assert (deck[empty.card].colour, empty.person, empty.used) == ("blue", EMPTY, False)
    assert (deck[lived_in.card].colour, deck[lived_in.person].id, lived_in.used) == ("yellow", "mayor", True)
    assert ids(state.discard)[0] == "thief"
    assert deck[state.discard[1]].colour == "brown"


def test_a_person_named_later_is_not_taken_for_a_colour() -> None:
    reds = [card.id for card in Deck.load().cards if card.colour == "red"]
    state = position(players=[{"hand": ["red"] * 20}, {"hand": reds[:10]}], discard=reds[10:13])
    assert ids(state.players[1].hand) == reds[:10]


def test_piles_are_given_from_the_top_down_and_the_rest_is_out_of_play() -> None:
    state = position(piles=[["prince", "thief"], ["mayor"]])
    assert [state.deck[state.top(pile)].id for pile in (0, 1)] == ["prince", "mayor"]
    assert (state.left, len(state.extra), state.discard) == ((2, 1), 162, ())


def test_piles_and_extra_given_the_rest_lies_on_the_discard_pile() -> None:
    state = position(piles=[["prince"], []], extra=["thief", "mayor"], discard=None)
    assert ids(state.extra) == ["mayor", "thief"]
    assert len(state.discard) == 162


def test_piles_by_number() -> None:
    state = position(piles=[20, 20], extra=99, players=[{"hand": ["prince", "red"]}, NOBODY])
    assert (state.left, len(state.extra), len(state.discard)) == ((20, 20), 99, 24)
    assert sorted(cards_in_play(state)) == list(range(165))
    assert position(piles=[20, 20], extra=99, players=[{"hand": ["prince", "red"]}, NOBODY]).digest() == state.digest()
    assert position(piles=[20, 20], extra=99, seed=1).piles != state.piles


def test_piles_by_number_the_rest_is_out_of_play() -> None:
    state = position(piles=[20, 0])
    assert (state.left, len(state.extra), state.discard) == ((20, 0), 145, ())


def test_an_extra_pile_by_number_the_rest_is_drawn_from() -> None:
    state = position(extra=7)
    assert (state.left, len(state.extra), state.discard) == ((79, 79), 7, ())


def test_one_pile_by_name_and_one_by_number() -> None:
    state = position(piles=[["prince", "red"], 3], extra=["thief"])
    assert (state.left, len(state.extra), len(state.discard)) == ((2, 3), 1, 159)
    assert [ids(state.pile(0))[1], ids(state.extra)] == ["prince", ["thief"]]
    assert not {"prince", "thief"} & set(ids(state.pile(1)))


def test_a_pile_by_number_is_filled_with_people_who_are_not_spoken_of() -> None:
    names = [card.id for card in Deck.load().cards]
    state = position(piles=[40, 40], spent=names[:60], shuffles=[names[60:80]], extra=[])
    piled = {*ids(state.pile(0)), *ids(state.pile(1))}
    assert not piled & set(names[:80])
    assert len({*ids(position(piles=[80, 40], spent=names[:60], extra=[]).pile(0))} & set(names[:60])) == 0
    everybody = position(piles=[85, 80], spent=names[:60])
    assert everybody.left == (85, 80)


@each(
    ("given", "field"),
    [
        ({"piles": [83, 83]}, "given.piles.1"),
        ({"piles": [20, 20], "extra": 126}, "given.extra"),
        ({"piles": [80, 80], "players": [{"hand": ["red"] * 6}, NOBODY]}, "given.piles.1"),
        ({"piles": [-1, 20]}, "given.piles.0"),
        ({"extra": -3}, "given.extra"),
        ({"piles": [10**40, 0]}, "given.piles.0"),
    ],
)
def test_more_cards_than_there_are_cannot_be_piled(given: dict[str, Any], field: str) -> None:
    with pytest.raises(DataError) as error:
        position(**given)
    assert (error.value.field, error.value.rule) == (field, "comp.cards.count")


# The step of phase 2


def dealt(**given: Any) -> dict[str, Any]:
    dice = {"blue": 1, "brown": 3, "yellow": 6, "red": 5, "purple": 3}
    return {"given": {"phase": "dice", "dice": dice, "threats_dealt": True, "players": [NOBODY, NOBODY], **given}}


def test_threats_dealt_the_step_is_next() -> None:
    game = start(Scenario.read(dealt()))
    assert game.pending is not None
    assert (game.pending.kind, game.state.phase) == ("advance", 2)
    assert [player.threats for player in game.state.players] == [(0,) * 5] * 2
    game.play("decline")
    assert not [event for event in game.events if event.kind == "threat.taken"]
    before = start(Scenario.read(dealt(threats_dealt=False)))
    assert [player.threats for player in before.state.players] == [(0, 0, 1, 1, 0)] * 2


@pytest.mark.parametrize("given", [{"dice": {}}, {"dice": {"red": 5}}, {"phase": "draw"}])
def test_threats_cannot_be_dealt_without_dice(given: dict[str, Any]) -> None:
    with pytest.raises(DataError) as error:
        Scenario.read(dealt(**given))
    assert (error.value.field, error.value.rule) == ("given.threats_dealt", "phase2.steps")


@pytest.mark.parametrize("lang", ["en", "de", "fr", "it"])
def test_piles_by_number_and_threats_dealt_are_told(lang: str) -> None:
    told = prove(Scenario.read(dealt(piles=[21, 1], extra=98))).told(lang)
    assert "21" in told
    assert "98" in told


# Arrows


def test_people_in_displays_have_had_their_effect() -> None:
    lodged = {"houses": [{"card": "red", "person": "alchemist"}, {"card": "blue", "person": "mayor"}], "hand": ["thief"]}
    assert ids(position(players=[lodged, NOBODY]).spent) == ["alchemist"]
    assert position(players=[lodged, NOBODY], spent=[]).spent == ()
    assert ids(position(players=[lodged, NOBODY], spent=["thief"]).spent) == ["thief"]


@pytest.mark.parametrize(("spent", "works"), [(None, False), ([], True)])
def test_an_arrow_given_in_a_display_does_not_work_again_under_003(spent: list[str] | None, works: bool) -> None:
    player = {"guilders": 6, "threats": {"red": 2}, "houses": [{"card": "nun", "person": "alchemist"}, "blue"]}
    given = {"phase": "dice", "ruleset": "003", "players": [player, {"hand": ["purple"]}]}
    game = bl.scenario({"given": given if spent is None else {**given, "spent": spent}}, chance=bl.Ask())
    for choice in ("roll:3:3:4:5:3", "burn:0", "recruit:alchemist:blue"):
        game.play(choice)
    assert game.state.players[0].guilders == (6 if works else 0)


def test_canal_tiles_by_number_or_by_spaces() -> None:
    state = position(players=[{"canals": {"left": 3}}, {"canals": {"left": [2, 1, 3], "right": []}}])
    assert [player.canals for player in state.players] == [(3, 0), (3, 0)]


def test_a_complete_section_has_had_its_statue_and_a_statue_its_section() -> None:
    state = position(players=[{"canals": {"right": 5}}, {"canals": {"left": 4}, "statues": [7]}])
    assert [player.claimed for player in state.players] == [(False, True), (True, False)]
    assert state.statues == (6, 5, 4, 3, 2)


def test_one_number_for_all_colours_or_one_each() -> None:
    state = position(players=[{"workers": 2, "threats": 1}, {"workers": {"red": 4}, "threats": {"blue": 2}}])
    assert [player.workers for player in state.players] == [(2,) * 5, (0, 0, 0, 4, 0)]
    assert [player.threats for player in state.players] == [(1,) * 5, (2, 0, 0, 0, 0)]
    assert state.supply == (6, 8, 8, 8, 8)


def test_dice_ruleset_and_switches() -> None:
    state = position(dice={"red": 6, "blue": 1}, ruleset="003", switches={"hand_size": 6, "threat_faces": [6]})
    assert state.dice == (1, 0, 0, 6, 0)
    assert state.rules == Ruleset(instant_again=False, hand_size=6, threat_faces=(6,))


def test_majorities_by_area() -> None:
    assert position(players=[{"majorities": ["canal", "reputation"]}, NOBODY]).players[0].majorities == (True, False, True)


def test_what_everybody_has_seen_of_a_hand() -> None:
    player = position(players=[{"hand": ["prince", "thief"], "shown": ["thief"]}, NOBODY]).players[0]
    assert ids(player.shown) == ["thief"]


# Before set-up


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_scenario_before_set_up_is_a_new_game(players: int) -> None:
    scenario = Scenario.read({"given": {"setup": True, "players": players, "seed": 7}})
    game = bl.new_game(players, 7, run=False)
    assert scenario.state.digest() == game.state.digest()
    assert [event.rule for event in start(scenario).events[: game.opening]] == [event.rule for event in game.events]
    assert start(scenario).events == bl.new_game(players, 7, chance=bl.Ask()).events
    assert scenario.names == game.names


def test_set_up_follows_ruleset_and_switches() -> None:
    given = {"setup": True, "players": 2, "ruleset": "003", "switches": {"start_player": "seat", "start_points": 2}}
    state = Scenario.read({"given": given}).state
    assert (state.start, state.players[1].points) == (0, 2)
    assert state.rules == Ruleset(instant_again=False, start_player="seat", start_points=2)


def test_a_position_has_no_opening() -> None:
    assert Scenario.read("first_look").opening == []


NOT_SET_UP = {
    "five players": ({"players": 5}, "given.players", "exp.five_players"),
    "no players": ({"players": 0}, "given.players", "meta.players"),
    "players without number": ({"players": 10**40}, "given.players", "meta.players"),
    "players by name": ({"players": [NOBODY, NOBODY]}, "given.players", None),
    "a number without set-up": ({"players": 2, "setup": False}, "given.players", None),
    "a start player": ({"start": 1}, "given.start", None),
    "dice": ({"dice": {"red": 1}}, "given.dice", None),
    "a phase": ({"phase": "dice"}, "given.phase", None),
    "piles": ({"piles": [[], []]}, "given.piles", None),
    "an empty discard pile": ({"discard": []}, "given.discard", None),
    "a start beyond the track": ({"switches": {"start_step": 50}}, "given.switches", None),
    "longer sections than the board's": ({"switches": {"section_spaces": 6}}, "given.board", "action.canal.layout"),
}


@pytest.mark.parametrize("name", NOT_SET_UP)
def test_what_set_up_decides_cannot_be_given(tmp_path: Path, name: str) -> None:
    given, field, rule = NOT_SET_UP[name]
    given = {"setup": True, "players": 2, **given}
    if given["players"] == 10**40:  # no number of TOML
        with pytest.raises(DataError) as raised:
            Scenario.read({"given": given})
        error = raised.value
    else:
        error = refusal(tmp_path, {**scenario(), "given": given})
    assert (error.field, error.rule) == (field, rule)


# Where from


def test_by_name() -> None:
    scenario = Scenario.read("first_look")
    assert (scenario.name, scenario.state.round, len(scenario.names)) == ("first_look", 3, 3)


def test_from_a_file_that_holds_one(tmp_path: Path) -> None:
    path = write(tmp_path, scenario())
    assert Scenario.read(path).name == Scenario.read(str(path)).name == "bad"


def test_all_scenarios_of_the_lab_are_legal_and_named_once() -> None:
    found = [scenario for path in sorted(places.data("bruges", "scenarios").glob("*.toml")) for scenario in read_scenarios(path)]
    assert found
    assert len({scenario.name for scenario in found}) == len(found)
    for scenario in found:
        assert list(faults(scenario.state)) == []
        assert Scenario.read(scenario.name).state.digest() == scenario.state.digest()


@each("name", ["nothing_like_it", "x" * 5000, "no/such/file", "No Such", "a\0b", "x\ny", ""])
def test_an_unknown_name_is_refused_in_one_line(name: str) -> None:
    with pytest.raises(LabError) as error:
        Scenario.read(name)
    assert str(error.value).isprintable()
    assert len(str(error.value)) < 300


def test_a_file_of_two_or_none_is_refused(tmp_path: Path) -> None:
    for scenarios in ([], [scenario(), scenario(name="worse")]):
        with pytest.raises(DataError, match=f"holds {len(scenarios)} scenarios"):
            Scenario.read(write(tmp_path, *scenarios))


# Nothing is lost


@st.composite
def givens(draw: st.DrawFn) -> dict[str, Any]:
    persons = draw(st.lists(st.sampled_from([card.id for card in Deck.load().cards]), unique=True, max_size=30))
    colours = st.sampled_from(COLOURS)
    cards = st.lists(colours, max_size=4)

    def some() -> list[str]:
        return [persons.pop() for _ in range(draw(st.integers(0, min(3, len(persons)))))] + draw(cards)

    def player() -> dict[str, Any]:
        houses: list[Any] = some()
        houses += [{"card": draw(colours), "person": persons.pop()} for _ in range(min(len(persons), draw(st.integers(0, 2))))]
        count = st.integers(0, 2) | st.dictionaries(colours, st.integers(0, 2))
        return {
            "hand": some(),
            "houses": houses,
            "workers": draw(count),
            "threats": draw(count),
            "guilders": draw(st.integers(0, 99)),
            "points": draw(st.integers(0, 99)),
            "reputation": draw(st.integers(0, 10)),
            "canals": {"left": draw(st.integers(0, 5)), "right": draw(st.integers(0, 5))},
        }

    found: dict[str, Any] = {"players": [player() for _ in range(draw(st.integers(2, 4)))]}
    for name, values in {
        "seed": st.integers(1 - 2**63, 2**63 - 1),
        "discard": st.builds(some),
        "extra": st.builds(some),
        "piles": st.builds(lambda: [some(), some()]),
        "switches": st.just({"deck_split": "random_cut"}),
    }.items():
        if draw(st.booleans()):
            found[name] = draw(values)
    if {"piles", "discard", "extra"} <= set(found):
        del found["discard"]
    return found


@given(givens())
def test_a_scenario_conserves_all_165_cards(given: dict[str, Any]) -> None:
    state = Scenario.read({"given": given}).state
    assert sorted(cards_in_play(state)) == list(range(165))
    assert list(faults(state)) == []
    assert Scenario.read({"given": given}).state.digest() == state.digest()


@each("number", [10**6, 10**40, 10**5000], ids=["six zeros", "40 zeros", "5000 zeros"])
@each("field", ["points", "guilders", "workers"])
def test_more_than_anybody_counts_is_refused(field: str, number: int) -> None:
    with pytest.raises(DataError) as error:
        position(players=[{field: number}, NOBODY])
    assert (error.value.field, error.value.rule) == (f"given.players.0.{field}", None)
    assert len(str(error.value)) < 200


@each("number", [10**40, 10**5000, -(10**40), -(10**5000)], ids=["big", "huge", "low", "deep"])
@each(
    "field",
    ["round", "turn", "seat", "start", "final_round", "seed", "threats", "reputation", "gate", "tiles", "spaces", "statue"],
)
def test_absurd_numbers_are_refused_in_one_line(field: str, number: int) -> None:
    of_player = {
        "threats": {"threats": number},
        "reputation": {"reputation": number},
        "gate": {"gate": number},
        "tiles": {"canals": {"left": number}},
        "spaces": {"canals": {"left": [1, number]}},
        "statue": {"statues": [number]},
    }
    given = {"players": [of_player[field], NOBODY]} if field in of_player else {field: number}
    with pytest.raises(DataError) as error:
        position(**given)
    assert len(str(error.value)) < 300
    assert str(error.value).isprintable()


BAD_NAMES = ["\x1b[2J", "two\nlines", "x" * 41, "x" * 100_000, "", "  ", "\u202e"]


@each("name", BAD_NAMES)
def test_a_name_is_checked_like_one_that_is_typed_in(name: str) -> None:
    with pytest.raises(DataError) as error:
        position(players=[NOBODY, {"name": name}])
    assert error.value.field == "given.players.1.name"
    assert len(str(error.value)) < 300
    with pytest.raises(LabError):
        bl.new_game(2, names=["Ada", name])


def test_no_two_players_have_the_same_name() -> None:
    with pytest.raises(DataError, match="same name"):
        position(players=[{"name": "Lion"}, NOBODY])


# Refusals: one line with file, scenario, field and, where there is one, the rule


def scenario(name: str = "bad", given: dict[str, Any] | None = None, **fields: Any) -> dict[str, Any]:
    return {"name": name, "title": {"en": "A test"}, "given": {"players": [NOBODY, NOBODY], **(given or {})}, **fields}


def write(folder: Path, *scenarios: dict[str, Any]) -> Path:
    path = folder / "mine.toml"
    path.write_text(tomli_w.dumps({"scenario": list(scenarios)}), encoding="utf-8")
    return path


def refusal(folder: Path, entry: dict[str, Any]) -> DataError:
    path = write(folder, entry)
    with pytest.raises(DataError) as error:
        read_scenarios(path)
    text = str(error.value)
    assert text.isprintable()
    assert text.startswith(f"mine.toml: {entry['name']}: ")
    assert len(text) < 500
    return error.value


def players(*given: dict[str, Any]) -> dict[str, Any]:
    return {"players": [*given, NOBODY]}


REFUSED = {
    "166 cards": (players({"hand": [*COLOURS] * 33 + ["red"]}), "given", "comp.cards.count"),
    "34 red cards": (players({"hand": ["red"] * 34}), "given.players.0.hand.33", "comp.cards.per_color"),
    "ten red threats": (
        {"players": [{"threats": {"red": 3}}] * 3 + [{"threats": {"red": 1}}]},
        "given.players.3.threats",
        "comp.threat.per_color",
    ),
    "four threats of a colour": (players({"threats": {"red": 4}}), "given.players.0.threats", "phase2.threat.third"),
    "a gap in a canal": (players({"canals": {"left": [1, 3]}}), "given.players.0.canals.left", "action.canal.next"),
    "a canal away from the gate": (players({"canals": {"right": [2]}}), "given.players.0.canals.right", "action.canal.next"),
    "a space built twice": (players({"canals": {"right": [1, 1]}}), "given.players.0.canals.right", "action.canal.next"),
    "six tiles in a section": (players({"canals": {"left": 6}}), "given.players.0.canals", "action.canal.layout"),
    "fewer tiles than none": (players({"canals": {"left": -1}}), "given.players.0.canals", "action.canal.layout"),
    "unknown person": (players({"hand": ["nobody"]}), "given.players.0.hand.0", "comp.cards.distinct"),
    "negative purse": (players({"guilders": -1}), "given.players.0.guilders", "phase2.advance.poor"),
    "negative points": (players({"points": -1}), "given.players.0.points", "threat.intrigue"),
    "negative workers": (players({"workers": {"red": -1}}), "given.players.0.workers", "action.house.no_worker"),
    "two statues of one value": (
        {"players": [{"canals": {"left": 5}, "statues": [7]}, {"canals": {"left": 5}, "statues": [7]}]},
        "given.statues",
        "comp.statues",
    ),
    "a statue that does not exist": (players({"statues": [9]}), "given.statues", "comp.statues"),
    "three statues": (players({"statues": [7, 6, 5]}), "given.players.0.statues", "action.canal.statue.max"),
    "statues upside down": ({"statues": [2, 3, 4, 5, 6, 7]}, "given.statues", "setup.statues.order"),
    "a complete section unclaimed": (
        players({"canals": {"left": 5}, "claimed": []}),
        "given.players.0.claimed",
        "action.canal.statue",
    ),
    "five players": ({"players": [NOBODY] * 5}, "given.players", "exp.five_players"),
    "one player": ({"players": [NOBODY]}, "given.players", "meta.players"),
    "a person placed twice": (
        players({"hand": ["prince"], "houses": ["prince"]}),
        "given.players.0.hand.0",
        "comp.cards.distinct",
    ),
    "a person by colour only": (
        players({"houses": [{"card": "red", "person": "red"}]}),
        "given.players.0.houses.0.person",
        "action.recruit.face_up",
    ),
    "an empty house used": (
        players({"houses": [{"card": "red", "used": True}]}),
        "given.players.0.houses.0.used",
        "act.worker.rotate",
    ),
    "beyond the track": (players({"reputation": 11}), "given.players.0.reputation", "scoring.reputation.values"),
    "a card shown that is not in hand": (players({"shown": ["prince"]}), "given.players.0.shown.0", "comp.cards.backs_public"),
    "two players at one gate": (players({"gate": 1}), "given.gate", "action.canal.private"),
    "a fifth gate": (players({"gate": 4}), "given.players.0.gate", "setup.player.small_seal"),
    "a die of seven": ({"dice": {"red": 7}}, "given.dice", "comp.dice"),
    "a die below one": ({"dice": {"red": -1}}, "given.dice", "comp.dice"),
    "no such start player": ({"start": 2}, "given.start", "setup.start_player.kit"),
    "an endless round": ({"round": 10**9}, "given.round", "round.count"),
    "a last round that is over": ({"round": 5, "final_round": 4}, "given.final_round", "end.play_out"),
    "a last round without end": ({"final_round": 10**9}, "given.final_round", "end.play_out"),
    "cards left over": ({"piles": [[], []], "extra": [], "discard": []}, "given.discard", "comp.cards.count"),
    "cards left over by number": ({"piles": [20, 20], "extra": 99, "discard": []}, "given.discard", "comp.cards.count"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_an_impossible_position_is_refused_with_its_rule(tmp_path: Path, name: str) -> None:
    given, field, rule = REFUSED[name]
    error = refusal(tmp_path, scenario(given=given))
    assert (error.field, error.rule) == (field, rule)
    assert rule in Catalogue.load()
    assert str(error).endswith(f"({rule})")


@pytest.mark.parametrize(
    ("given", "field"),
    [
        pytest.param({"round": 0}, "round", id="round 0"),
        pytest.param({"turn": 5, "phase": "actions"}, "turn", id="fifth turn"),
        pytest.param({"seat": 2}, "seat", id="no such seat"),
        pytest.param({"final_round": -1}, "final_round", id="negative final round"),
        pytest.param({"switches": {"section_spaces": 6}}, "section_spaces", id="longer sections than the board's"),
        pytest.param({"switches": {"sections": 1}, **players({"canals": {"right": 2}})}, "canals", id="tiles in no section"),
    ],
)
def test_what_could_not_arise_is_refused(tmp_path: Path, given: dict[str, Any], field: str) -> None:
    assert field in str(refusal(tmp_path, scenario(given=given)))


@pytest.mark.parametrize(
    ("given", "field"),
    [
        pytest.param({"weather": 1}, "weather", id="unknown field"),
        pytest.param(players({"purse": 1}), "purse", id="unknown field of a player"),
        pytest.param(players({"guilders": "five"}), "guilders", id="text for a number"),
        pytest.param(players({"guilders": 5.5}), "guilders", id="fraction"),
        pytest.param(players({"guilders": True}), "guilders", id="truth for a number"),
        pytest.param(players({"hand": "prince"}), "hand", id="text for a list"),
        pytest.param(players({"houses": [3]}), "houses", id="number for a house"),
        pytest.param(players({"majorities": ["beauty"]}), "majorities", id="unknown area"),
        pytest.param({"dice": {"red": "six"}}, "dice", id="die as text"),
        pytest.param({"phase": "party"}, "phase", id="unknown phase"),
        pytest.param({"phase": 2}, "phase", id="phase as a number"),
        pytest.param({"ruleset": "004"}, "ruleset", id="unknown ruleset"),
        pytest.param({"ruleset": "none.toml"}, "ruleset", id="missing ruleset file"),
        pytest.param({"switches": {"end_by": "never"}}, "end_by", id="bad switch"),
        pytest.param({"switches": {"no_such": 1}}, "no_such", id="unknown switch"),
        pytest.param({"piles": [["red"]]}, "piles", id="one pile"),
    ],
)
def test_what_is_not_of_the_form_is_refused(tmp_path: Path, given: dict[str, Any], field: str) -> None:
    assert field in str(refusal(tmp_path, scenario(given=given)))


@pytest.mark.parametrize(
    ("given", "field"),
    [
        ({"dice": {"green": 3}}, "given.dice"),
        (players({"workers": {"green": 3}}), "given.players.0.workers"),
        (players({"canals": {"middle": 3}}), "given.players.0.canals"),
    ],
    ids=["die", "worker", "section"],
)
def test_an_unknown_key_is_refused_with_its_field(tmp_path: Path, given: dict[str, Any], field: str) -> None:
    assert refusal(tmp_path, scenario(given=given)).field == field


@pytest.mark.parametrize(
    ("given", "field", "problem"),
    [
        ({"phase": "party"}, "given.phase", "'party' is not one of draw, dice, actions, majorities"),
        (players({"claimed": ["up"]}), "given.players.0.claimed.0", "'up' is not one of left, right"),
        (players({"guilders": "five"}), "given.players.0.guilders", "Expected 'int | null', got 'str'"),
        ({"dice": {"red": 1, "blue": "six"}}, "given.dice.blue", "Expected 'int', got 'str'"),
    ],
    ids=["phase", "section", "purse", "die"],
)
def test_a_fault_of_form_says_where_and_what_is_allowed(tmp_path: Path, given: dict[str, Any], field: str, problem: str) -> None:
    error = refusal(tmp_path, scenario(given=given))
    assert (error.field, error.problem) == (field, problem)


@pytest.mark.parametrize(
    ("switches", "field", "rule"),
    [
        ({"threat_supply": 8}, "given.switches.threat_supply", "threat.shortage.sufficiency"),
        ({"threat_limit": 4}, "given.switches.threat_supply", "threat.shortage.sufficiency"),
        ({"hand_size": 0}, "given.switches.hand_size", "phase1.refill.target"),
    ],
)
def test_a_switch_out_of_bounds_is_refused_with_its_rule(tmp_path: Path, switches: dict[str, Any], field: str, rule: str) -> None:
    error = refusal(tmp_path, scenario(given={"switches": switches}))
    assert (error.field, error.rule) == (field, rule)


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        pytest.param({"rules": ["no.such"]}, "rules", id="unknown rule"),
        pytest.param({"discrepancies": ["D-206"]}, "discrepancies", id="unknown discrepancy"),
        pytest.param({"discrepancies": ["D-1\n"]}, "discrepancies", id="hostile discrepancy"),
        pytest.param({"when": [{"choice": "pass", "dice": {"red": 1}}]}, "when.0", id="two things at once"),
        pytest.param({"when": [{"choice": "pass"}, {}]}, "when.1", id="nothing at all"),
        pytest.param({"when": [{"refused": "pass"}]}, "when.0", id="refusal without a rule"),
        pytest.param({"when": [{"choice": "pass", "rule": "meta.players"}]}, "when.0", id="rule without a refusal"),
        pytest.param({"when": [{"refused": "pass", "rule": "no.such"}]}, "when.0", id="refusal by an unknown rule"),
        pytest.param({"when": [{"until": "dinner"}]}, "when", id="unknown step"),
        pytest.param({"when": [{"choice": "No Notation!"}]}, "when.0", id="choice that is none"),
        pytest.param({"when": [{"dice": {"red": 9}}]}, "when.0", id="die of nine"),
        pytest.param({"title": {"en": 3}}, "title", id="title is a number"),
        pytest.param({"author": "x"}, "author", id="unknown field"),
        pytest.param({"name": "Not A Name"}, "name", id="bad name"),
    ],
)
def test_a_bad_step_is_refused(tmp_path: Path, fields: dict[str, Any], field: str) -> None:
    assert field in str(refusal(tmp_path, scenario(**fields)))


@pytest.mark.parametrize(
    ("expected", "field", "problem"),
    [
        ({"seat": 0, "pints": 3}, "then.1", f"contains unknown field 'pints'; choose {either(('seat', 'view', *OF_PLAYER))}"),
        ({"weather": 3}, "then.1", f"contains unknown field 'weather'; choose {either(('view', *OF_TABLE))}"),
        ({"view": 0, "guilders": 3}, "then.1", f"contains unknown field 'guilders'; choose {either(('view', *OF_TABLE))}"),
        (
            {"pending": "turn.act", "choices": []},
            "then.1",
            "contains unknown field 'choices'; choose pending, seat, options or legal",
        ),
        ({"event": ["threat.raid"]}, "then.1.event", "unknown rule \"['threat.raid']\"; did you mean threat.raid?"),
        ({"pending": {"a": 1}}, "then.1.pending", "unknown question \"{'a': 1}\""),
        ({"pending": "turn.akt"}, "then.1.pending", "unknown question 'turn.akt'; did you mean turn.act?"),
        ({"no_event": "meta.players", "kind": "x"}, "then.1", "contains unknown field 'kind'; choose no_event or seat"),
        ({"event": "threat.raids"}, "then.1.event", "unknown rule 'threat.raids'; did you mean threat.raid?"),
        (
            {"event": "threat.raid", "kind": "guilders.lots"},
            "then.1.kind",
            "there is no kind of event 'guilders.lots'; did you mean guilders.lost?",
        ),
        (
            {"event": "threat.raid", "kind": "guilders.lost", "points": 1},
            "then.1",
            "contains unknown field 'points'; choose event, kind, seat or guilders",
        ),
        (
            {"event": "threat.raid", "gilders": 1},
            "then.1",
            "contains unknown field 'gilders'; did you mean guilders? with the event's `kind`, its fields are listed",
        ),
    ],
    ids=str,
)
def test_an_expectation_that_says_something_unknown_is_refused(
    tmp_path: Path, expected: dict[str, Any], field: str, problem: str
) -> None:
    entry = scenario(then=[{"round": 1}, expected])
    error = refusal(tmp_path, entry)
    assert (error.field, error.problem) == (field, problem)
    with pytest.raises(DataError, match=field):
        bl.scenario(entry)


@pytest.mark.parametrize(("seat", "names"), [(0, OF_PLAYER), (None, OF_TABLE)])
def test_whatever_may_be_said_can_be_compared(seat: int | None, names: tuple[str, ...]) -> None:
    for name in names:
        said = {name: {} if name in ("canals", "score", "docks", "ship_stacks") else 99} | (
            {} if seat is None else {"seat": seat}
        )
        differences = prove(Scenario.read({"given": {"players": [NOBODY, NOBODY]}, "then": [said]})).differences
        assert all("cannot be compared" not in difference for difference in differences), name


@pytest.mark.parametrize(
    ("switches", "problem"),
    [
        (
            {"hand_sizes": 3},
            "is not a field of the ruleset; did you mean hand_size or hand_limit? bl.ruleset() shows all of them",
        ),
        ({"zzz": 3}, "is not a field of the ruleset; bl.ruleset() shows all of them"),
    ],
)
def test_an_unknown_switch_is_refused_with_what_may_be_meant(tmp_path: Path, switches: dict[str, Any], problem: str) -> None:
    error = refusal(tmp_path, scenario(given={"switches": switches}))
    (name,) = switches
    assert (error.field, error.problem) == (f"given.switches.{name}", problem)
    assert all(f"{known}=" in repr(bl.ruleset()) for known in Ruleset.__struct_fields__)
    with pytest.raises(LabError, match=re.escape(f"ruleset: {name}: {problem}")):
        bl.ruleset(**switches)


@pytest.mark.parametrize(
    ("given", "field"),
    [
        (players({"houses": ["red", {"card": "rod"}]}), "given.players.0.houses.1.card"),
        (players({"houses": ["rod"]}), "given.players.0.houses.0"),
        (players({"houses": [{"card": "red", "maybe": ["prince", "nobody"]}]}), "given.players.0.houses.0.maybe.1"),
        (players({"houses": [{"card": "red", "shuffle": 1}]}), "given.players.0.houses.0.shuffle"),
        ({"shuffles": [["prince"], ["nobody"]]}, "given.shuffles.1.0"),
        ({"spent": ["nobody"]}, "given.spent.0"),
    ],
)
def test_a_field_is_named_down_to_the_entry(tmp_path: Path, given: dict[str, Any], field: str) -> None:
    assert refusal(tmp_path, scenario(given=given)).field == field


def test_a_scenario_twice_in_a_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"^mine\.toml: bad: name: appears twice in this file$"):
        read_scenarios(write(tmp_path, scenario(), scenario()))


@each("source", [None, 3, 3.5, [], [{"given": {}}], b"first_look", {"first_look"}, True, object()])
def test_what_is_no_source_is_refused_in_one_line(source: Any) -> None:
    with pytest.raises(LabError, match="a name, a file or a dictionary") as error:
        bl.scenario(source)
    assert str(error.value).isprintable()


@each(
    "source",
    [
        {"given": {"players": [None, None]}},
        {"given": {"players": [[], []]}},
        {"given": {"players": {"0": {}}}},
        {"given": {"players": [{"hand": [None]}, {}]}},
        {"given": {"players": [{"hand": {"prince"}}, {"canals": object()}]}},
        {"given": [], "when": None},
        {"name": None, "given": {"players": [{}, {}]}},
        {"given": {"players": [{}, {}]}, "then": [[]]},
        {"given": {"players": [{}, {}]}, "when": ["pass"]},
        {"given": {"players": [{}, {}], "piles": [1.5, None]}},
        {},
        {"given": 3},
        {"given": {}},
        {"given": {"players": 2}},
        {"name": "x\ny", "given": {"players": [NOBODY] * 2}},
        {"given": {1: 2}},
    ],
)
def test_a_bad_dictionary_is_refused_in_one_line(source: dict[str, Any]) -> None:
    with pytest.raises(DataError) as error:
        Scenario.read(source)
    assert str(error.value).isprintable()
