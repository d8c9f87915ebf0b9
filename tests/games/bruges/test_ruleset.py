from typing import Any

import pytest
from cases import each

from bruges_lab.games.bruges.ruleset import Ruleset, RulesetFault, fields
from bruges_lab.rulebook.catalogue import Catalogue

# The table of DESIGN, section 7: name, values with the default first, discrepancy.
SWITCHES: dict[str, tuple[tuple[Any, ...], str]] = {
    "end_by": (("pile", "rounds", "pile_or_rounds"), "D-010"),
    "end_trigger": (("last_card", "failed_draw"), "D-071"),
    "deck_split": (("halves", "random_cut"), "D-032"),
    "reshuffle_discard": ((False, True), "D-075"),
    "hand_limit": (("none", "discard_down"), "D-068"),
    "peek": (("after_own_refill", "after_all"), "D-031"),
    "null_action": ((False, True), "D-086"),
    "instant_again": ((True, False), "D-022"),
    "canal_bonus": (("third_space", "lots_of_three"), "D-017"),
    "reputation_points": (("board", "six_at_step_6"), "D-067"),
    "notary_on_earl": ((False, True), "D-125"),
    "earl_when": (("no_low_die", "unaffordable"), "D-168"),
    "fire_eater_self": ((False, True), "D-143"),
    "bishop_pairs": (("any", "same_colour"), "D-146"),
    "engraver_points": ((2, 1), "D-147"),
    "start_player": (("random", "seat"), "D-045"),
    "ships": ((False, True), "D-013"),
    "ships_form": (("docks", "flip"), "D-179"),
    "ship_after": (("card", "any"), "D-182"),
    "ship_stays": ((True, False), "D-183"),
    "ships_again": ((False, True), "D-187"),
    "market": ((False, True), "D-014"),
    "market_markers": (("card", "five", "six"), "D-190"),
    "market_share": (("first", "everyone"), "D-191"),
    "market_each": (("any", "one"), "D-191"),
    "five_deck": (("five_stacks", "six_stacks"), "D-170"),
    "worker_supply": ((0, 10, 12), "D-177"),
    "bank": ((0, 92, 144), "D-178"),
    "threat_bag": (("none", "aside"), "D-200"),
    "round_marker": ((False, True), "D-011"),
    "extra_used_ends": (("next_round", "this_round"), "D-199"),
}


def test_the_switches_are_those_of_the_design() -> None:
    assert [field.name for field in fields().values() if field.unit == "switch"] == list(SWITCHES)


@each("name", SWITCHES)
def test_a_switch_has_its_values_default_and_entry(name: str) -> None:
    values, entry = SWITCHES[name]
    field = fields()[name]
    assert (field.values, field.entry) == (values, entry)
    assert field.default is getattr(Ruleset(), name)
    assert field.default == values[0]


@each(("name", "value"), [(name, value) for name, (values, _) in SWITCHES.items() for value in values])
def test_every_value_of_a_switch_can_be_set(name: str, value: Any) -> None:
    assert getattr(Ruleset().changed(**{name: value}), name) == value


@each("name", SWITCHES)
@each("value", ["never", 7, None])
def test_no_other_value_can(name: str, value: Any) -> None:
    with pytest.raises(ValueError, match=f"^{name}: "):
        Ruleset().changed(**{name: value})


def test_the_eight_rounds_of_end_by_are_a_number_of_their_own() -> None:
    assert Ruleset().rounds_limit == 8


@each("name", list(fields()))
def test_a_field_has_a_unit_and_a_rule_that_exists(name: str) -> None:
    field = fields()[name]
    assert field.name == name
    assert field.unit
    assert field.rule in Catalogue.load()
    assert (field.unit == "switch") == (field.entry is not None) == bool(field.values)


def test_fields_are_complete_and_in_order() -> None:
    assert tuple(fields()) == Ruleset.__struct_fields__


# Changing


def test_changed_gives_a_new_ruleset_and_leaves_the_old() -> None:
    default = Ruleset()
    other = default.changed(hand_size=6, end_by="rounds")
    assert (other.hand_size, other.end_by) == (6, "rounds")
    assert default == Ruleset()
    assert other.changed(hand_size=5, end_by="pile") == default


def test_a_ruleset_cannot_be_changed_in_place() -> None:
    with pytest.raises(AttributeError):
        Ruleset().hand_size = 6  # type: ignore[misc]


def test_a_list_of_numbers_becomes_a_row() -> None:
    assert Ruleset().changed(threat_faces=[4, 5]).threat_faces == (4, 5)  # type: ignore[arg-type]


@each(
    ("values", "named"),
    [
        ({"no_such": 1}, "no_such"),
        ({"hand_size": 0}, "hand_size"),
        ({"hand_size": -1}, "hand_size"),
        ({"hand_size": 5.5}, "hand_size"),
        ({"hand_size": "5"}, "hand_size"),
        ({"hand_size": True}, "hand_size"),
        ({"hand_size": None}, "hand_size"),
        ({"null_action": 0}, "null_action"),
        ({"start_guilders": -1}, "start_guilders"),
        ({"max_players": 6}, "max_players"),
        ({"min_players": 1}, "min_players"),
        ({"threat_supply": 0}, "threat_supply"),
        ({"statues": (7, -1)}, "statues"),
        ({"statues": "765"}, "statues"),
        ({"threat_faces": (0,)}, "threat_faces"),
    ],
)
def test_a_value_that_a_field_cannot_take_is_named(values: dict[str, Any], named: str) -> None:
    with pytest.raises(RulesetFault, match=f"^{named}: ") as error:
        Ruleset().changed(**values)
    assert str(error.value).isprintable()
    if named in fields():
        assert error.value.rule == fields()[named].rule
        assert str(error.value).endswith(f"({error.value.rule})")


def test_a_switch_says_what_it_can_be() -> None:
    with pytest.raises(RulesetFault, match=r"^end_by: 'never' is not one of pile, rounds, pile_or_rounds \(round\.count\)$"):
        Ruleset().changed(end_by="never")


@each(
    ("values", "named"),
    [
        ({"min_players": 4, "max_players": 3}, "min_players"),
        ({"threat_limit": 4}, "threat_supply"),
        ({"threat_faces": (6, 7)}, "threat_faces"),
        ({"dice_faces": 5}, "threat_faces"),
        ({"advance_faces": (7,)}, "advance_faces"),
        ({"third_space": 6}, "third_space"),
        ({"section_spaces": 2}, "third_space"),
    ],
)
def test_numbers_that_contradict_each_other_are_refused(values: dict[str, Any], named: str) -> None:
    with pytest.raises(RulesetFault, match=f"^{named}: ") as error:
        Ruleset().changed(**values)
    assert error.value.rule in Catalogue.load()


@pytest.mark.parametrize(
    "values",
    [{"threat_limit": 4, "threat_supply": 13}, {"third_space": 6, "section_spaces": 6}, {"dice_faces": 5, "threat_faces": (5,)}],
)
def test_numbers_that_fit_together_are_taken(values: dict[str, Any]) -> None:
    rules = Ruleset().changed(**values)
    assert {change.field.name: change.here for change in rules.diff()} == values


# Differences


def test_the_default_differs_in_nothing() -> None:
    assert Ruleset().diff() == []


def test_a_difference_names_both_values_and_its_source() -> None:
    rules = Ruleset().changed(end_by="rounds", intrigue_loss=4)
    assert [(change.field.name, change.here, change.there) for change in rules.diff()] == [
        ("intrigue_loss", 4, 3),
        ("end_by", "rounds", "pile"),
    ]
    assert [str(change) for change in rules.diff()] == [
        "intrigue_loss = 4 instead of 3 (threat.intrigue)",
        "end_by = rounds instead of pile (D-010)",
    ]


def test_differences_between_two_rulesets() -> None:
    one, other = Ruleset().changed(hand_size=6), Ruleset().changed(hand_size=7, turns=3)
    assert [(change.field.name, change.here, change.there) for change in one.diff(other)] == [
        ("hand_size", 6, 7),
        ("turns", 4, 3),
    ]


def test_too_few_threats_cite_the_rule_that_says_how_many_suffice() -> None:
    with pytest.raises(
        RulesetFault, match=r"8 markers per colour do not suffice for 4 players .*\(threat\.shortage\.sufficiency\)"
    ):
        Ruleset().changed(threat_supply=8)
