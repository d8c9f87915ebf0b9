from collections.abc import Callable
from typing import Any

import pytest
from cases import each

from bruges_lab.games.bruges.model import EMPTY, House, State
from bruges_lab.games.bruges.positions import cards_in_play, check_position, faults
from bruges_lab.kernel.errors import LabError
from bruges_lab.rulebook.catalogue import Catalogue
from bruges_lab.rulebook.scenarios import Scenario

TABLE = -1


def legal() -> State:
    return Scenario.read(
        {
            "given": {
                "phase": "actions",
                "dice": {"blue": 3, "brown": 3, "yellow": 3, "red": 3, "purple": 3},
                "players": [
                    {"hand": ["prince", "red"], "houses": ["blue", {"card": "brown", "person": "thief"}], "threats": {"red": 1}},
                    {"canals": {"left": 5, "right": 2}, "statues": [7]},
                    {},
                ],
                "discard": ["mayor"],
            }
        }
    ).state


def with_player(seat: int, **fields: Any) -> Callable[[State], None]:
    def change(state: State) -> None:
        for name, value in fields.items():
            setattr(state.players[seat], name, value)

    return change


def with_table(**fields: Any) -> Callable[[State], None]:
    def change(state: State) -> None:
        for name, value in fields.items():
            setattr(state, name, value)

    return change


def lose_a_card(state: State) -> None:
    state.discard = ()


def double_a_card(state: State) -> None:
    state.extra = (*state.extra[1:], state.discard[0])


def two_persons_on_one_card(state: State) -> None:
    player = state.players[0]
    player.houses = (*player.houses[:1], House(player.houses[1].card, player.houses[1].card))


def more_left_than_there_is(state: State) -> None:
    state.left = (state.left[0] + 1, state.left[1])


def threat_from_nowhere(state: State) -> None:
    state.players[2].threats = (0, 0, 0, 1, 0)


def threat_lost(state: State) -> None:
    state.supply = (8, *state.supply[1:])


def supply_below_nothing(state: State) -> None:
    for player in state.players:
        player.threats = (0, 0, 0, 0, 3)
    state.players[0].threats = (0, 0, 0, 0, 4)
    state.supply = (9, 9, 9, 9, -1)


FAULTS: dict[str, tuple[Callable[[State], None], int, str, str]] = {
    "one player": (lambda state: state.players.__delitem__(slice(1, None)), TABLE, "players", "meta.players"),
    "five players": (lambda state: state.players.extend(state.players[:2]), TABLE, "players", "meta.players"),
    "no such start player": (with_table(start=3), TABLE, "start", "setup.start_player.kit"),
    "a die of seven": (with_table(dice=(7, 1, 1, 1, 1)), TABLE, "dice", "comp.dice"),
    "a negative die": (with_table(dice=(-1, 1, 1, 1, 1)), TABLE, "dice", "comp.dice"),
    "a fifth phase": (with_table(phase=5), TABLE, "phase", "round.phases"),
    "more left than there is": (more_left_than_there_is, TABLE, "left", "setup.decks.two_piles"),
    "fewer left than none": (with_table(left=(-1, 3)), TABLE, "left", "setup.decks.two_piles"),
    "a card lost": (lose_a_card, TABLE, "cards", "comp.cards.count"),
    "a card twice": (double_a_card, TABLE, "cards", "comp.cards.distinct"),
    "a house card on itself": (two_persons_on_one_card, TABLE, "cards", "comp.cards.distinct"),
    "a card that does not exist": (with_table(discard=(165,)), TABLE, "cards", "comp.cards.count"),
    "a card face down to us": (with_table(discard=(-3,)), TABLE, "cards", "comp.cards.count"),
    "negative points": (with_player(0, points=-1), 0, "points", "threat.intrigue"),
    "negative guilders": (with_player(1, guilders=-1), 1, "guilders", "phase2.advance.poor"),
    "negative workers": (with_player(2, workers=(0, 0, -1, 0, 0)), 2, "workers", "action.house.no_worker"),
    "negative threats": (with_player(2, threats=(0, 0, -1, 0, 0)), 2, "threats", "action.threat.need"),
    "four threats of a colour": (with_player(2, threats=(4, 0, 0, 0, 0)), 2, "threats", "phase2.threat.third"),
    "beyond the track": (with_player(0, reputation=11), 0, "reputation", "scoring.reputation.values"),
    "before the track": (with_player(0, reputation=-1), 0, "reputation", "scoring.reputation.values"),
    "six tiles": (with_player(0, canals=(6, 0)), 0, "canals", "action.canal.layout"),
    "negative tiles": (with_player(0, canals=(0, -1)), 0, "canals", "action.canal.layout"),
    "a third section": (with_player(0, canals=(0, 0, 0)), 0, "canals", "action.canal.layout"),
    "a fifth gate": (with_player(0, gate=4), 0, "gate", "setup.player.small_seal"),
    "a shared gate": (with_player(0, gate=1), TABLE, "gate", "action.canal.private"),
    "a strange card shown": (with_player(2, shown=(3,)), 2, "hand", "phase1.blind"),
    "a strange card unseen": (with_player(2, unseen=(3,)), 2, "hand", "phase1.blind"),
    "a statue without a section": (with_player(0, statues=(6,)), 0, "statues", "action.canal.statue.max"),
    "a section without its statue": (with_player(2, canals=(5, 0)), 2, "claimed", "action.canal.statue"),
    "a threat from nowhere": (threat_from_nowhere, TABLE, "threats", "comp.threat.per_color"),
    "a threat lost": (threat_lost, TABLE, "threats", "comp.threat.per_color"),
    "a supply below nothing": (supply_below_nothing, TABLE, "supply", "comp.threat.per_color"),
    "a statue twice": (with_table(statues=(7, 6, 5, 4, 3, 2)), TABLE, "statues", "comp.statues"),
    "an unknown statue": (with_table(statues=(9, 6, 5, 4, 3)), TABLE, "statues", "comp.statues"),
    "a statue lost": (with_table(statues=(6, 5, 4, 3)), TABLE, "statues", "comp.statues"),
    "a round without number": (with_table(round=10**9), TABLE, "round", "round.count"),
    "a round before the first": (with_table(round=-1), TABLE, "round", "round.count"),
    "a fifth turn": (with_table(turn=5), TABLE, "turn", "phase3.turns"),
    "a turn below none": (with_table(turn=-1), TABLE, "turn", "phase3.turns"),
    "a last round that is over": (with_table(round=4, final_round=3), TABLE, "final_round", "end.play_out"),
    "a last round without number": (with_table(final_round=10**40), TABLE, "final_round", "end.play_out"),
    "nobody spent": (with_table(spent=(165,)), TABLE, "spent", "comp.cards.count"),
    "nobody shuffled": (with_table(shuffles=((1, -4),)), TABLE, "shuffles", "comp.cards.count"),
    "statues upside down": (with_table(statues=(2, 3, 4, 5, 6)), TABLE, "statues", "setup.statues.order"),
}


def test_a_legal_position_has_no_fault() -> None:
    state = legal()
    assert list(faults(state)) == []
    check_position(state)


@pytest.mark.parametrize("change", [{"points": 10**6}, {"guilders": 10**40}, {"workers": (0, 0, 0, 0, 10**5)}], ids=str)
def test_there_is_an_end_to_what_is_counted(change: dict[str, Any]) -> None:
    state = legal()
    with_player(1, **change)(state)
    (fault,) = faults(state)
    assert (fault.seat, fault.field, fault.rule) == (1, *change, None)
    with pytest.raises(LabError, match=f"^player 1: {fault.field}: is more than 99999"):
        check_position(state)


@each("name", FAULTS)
def test_a_fault_is_found_with_its_seat_field_and_rule(name: str) -> None:
    change, seat, field, rule = FAULTS[name]
    state = legal()
    change(state)
    assert (seat, field, rule) in [(fault.seat, fault.field, fault.rule) for fault in faults(state)]
    assert rule in Catalogue.load()


@each("name", FAULTS)
def test_an_illegal_position_is_refused_in_one_line(name: str) -> None:
    state = legal()
    FAULTS[name][0](state)
    with pytest.raises(LabError) as error:
        check_position(state)
    assert str(error.value).isprintable()
    assert str(error.value).split(":")[0] in {"table", "player 0", "player 1", "player 2"}


def test_several_faults_are_all_found() -> None:
    state = legal()
    with_player(0, guilders=-1, reputation=99)(state)
    with_table(dice=(7, 0, 0, 0, 0))(state)
    assert {fault.field for fault in faults(state)} == {"guilders", "reputation", "dice"}


def test_three_threats_are_legal_until_the_damage_is_done() -> None:
    state = legal()
    state.players[0].threats = (0, 0, 0, 3, 0)
    state.supply = (9, 9, 9, 6, 9)
    assert [fault.rule for fault in faults(state)] == ["phase2.threat.third"]
    state.push("threats.return", 0, 3)
    assert list(faults(state)) == []


def test_cards_in_play_counts_every_place_once() -> None:
    state = legal()
    player = state.players[0]
    assert sorted(cards_in_play(state)) == list(range(165))
    assert player.houses[0].person == EMPTY
    state.left = (0, 0)
    assert len(cards_in_play(state)) == len(state.extra) + 1 + 2 + 3
