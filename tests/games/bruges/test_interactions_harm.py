"""People against others: threats, damages, wards, and who comes back to the hand.

Written from the texts of the cards and the rules. Numbers and prices are read from the deck, so that they can be retuned.
"""

from __future__ import annotations

from typing import Any

import pytest
from cases import each
from meeting import DECK, DONE, IN_HAND, MEANING, kinds, n, owner, placed, placing, row, story
from tables import WAITS, Table, asked, display, play, refused, table, told

import bruges_lab as bl
from bruges_lab.games.bruges.model import Player
from bruges_lab.games.bruges.words import BLUE, BROWN, COLOURS, PURPLE
from bruges_lab.kernel import TABLE

# Threats through people


def test_a_third_marker_brings_damage_at_once_in_the_turn_of_another() -> None:
    game = placed("assassin", opponents=[{**WAITS, "threats": {"blue": 2}, "workers": 2}])
    play(game, "threaten:blue")
    victim = game.state.players[1]
    assert (victim.workers, victim.threats, game.state.supply[BLUE]) == (row(), row(), 9)
    assert told(game, "phase2.threat.third") == [("damage.due", 1, {"damage": BLUE, "colour": BLUE})]
    assert told(game, "threat.flood") == [("workers.lost", 1, {"workers": 10})]
    assert told(game, "threat.return") == [("threats.returned", 1, {"colour": BLUE, "markers": 3})]
    assert told(game, "threat.no_points") == []
    assert [event for event in story(game, "threat.taken") if event[0] != "turn.begins"] == [
        ("threat.taken", 1),
        ("damage.due", 1),
        ("workers.lost", 1),
        ("threats.returned", 1),
        ("points.scored", 0),
    ]
    assert (victim.points, asked(game)[:2]) == (5, ("turn.act", 1))


def test_inquisitor_and_a_person_lost_to_the_plague() -> None:
    """The victim chooses in the owner's turn, which goes on after that."""
    victim = {"threats": {"brown": 2}, "houses": display(*DONE)}
    game = table(owner("inquisitor", threats={"red": 1}), WAITS, victim)
    play(game, "activate:inquisitor")
    assert asked(game) == ("clear.choose", 0, {"away:red", "enough"})
    play(game, "away:red")
    assert asked(game) == ("victim.choose", 0, {"target:1", "target:2"})
    play(game, "target:2", "threaten:brown")
    assert asked(game) == ("plague.choose", 2, {f"lose:{person}" for person in DONE})
    play(game, f"lose:{DONE[1]}")
    assert [DECK[person].id for person in game.state.players[2].people] == [DONE[0]]
    assert [player.threats[BROWN] for player in game.state.players] == [0, 0, 0]
    assert asked(game)[:2] == ("turn.act", 0)


def test_victims_suffer_one_after_the_other() -> None:
    """The second one takes the marker only when the first has lost a person and given the markers back."""
    first = {**WAITS, "threats": {"brown": 2}, "houses": display(*DONE)}
    second = {"threats": {"brown": 2}, "houses": display("damsel", "baroness")}
    game = play(placed("assassin", opponents=[first, second]), "threaten:brown")
    assert asked(game)[:2] == ("plague.choose", 1)
    assert [player.threats[BROWN] for player in game.state.players] == [0, 3, 2]
    play(game, f"lose:{DONE[0]}")
    assert asked(game)[:2] == ("plague.choose", 2)
    assert [player.threats[BROWN] for player in game.state.players] == [0, 0, 3]
    assert game.state.players[0].points == 0  # the Assassin scores when all is done
    play(game, "lose:damsel")
    assert (game.state.players[0].points, asked(game)[:2]) == (n("assassin", "points"), ("turn.act", 1))


def test_the_last_marker_serves_one_victim_after_the_other() -> None:
    """Eight of nine purple markers are out; what one victim gives back is there for the next."""
    two = {"threats": {"purple": 2}}
    game = placed("assassin", opponents=[{**WAITS, **two}, two, two], threats={"purple": 2})
    assert game.state.supply[PURPLE] == 1
    play(game, "threaten:purple")
    assert [player.threats[PURPLE] for player in game.state.players] == [2, 0, 0, 0]
    assert game.state.supply[PURPLE] == 7
    assert told(game, "threat.shortage") == []
    lost = bl.Ruleset().intrigue_loss
    assert [player.points for player in game.state.players] == [n("assassin", "points"), *[5 - lost] * 3]


def test_fortune_teller_of_a_third_player() -> None:
    """It does not matter whose person brought the damage; the sufferer's own Fortune teller is no opponent's."""
    victim = {**WAITS, "threats": {"yellow": 2}, "points": 0}
    game = play(placed("assassin", opponents=[victim, {"houses": display("fortune_teller"), "points": 0}]), "threaten:yellow")
    assert [player.points for player in game.state.players] == [n("assassin", "points"), 0, n("fortune_teller", "points")]
    game = play(placed("assassin", opponents=[{**victim, "houses": display("fortune_teller")}]), "threaten:yellow")
    assert game.state.players[1].points == 0


@pytest.mark.parametrize(
    ("person", "colour"),
    [("night_watchman", "blue"), ("pikeman", "brown"), ("gatekeeper", "yellow"), ("sergeant", "red"), ("mercenary", "purple")],
)
def test_a_ward_stops_the_damage_but_not_the_marker(person: str, colour: str) -> None:
    warded = {**WAITS, "threats": {colour: 2}, "houses": display(person), "canals": {"left": 1}}
    game = placed("assassin", "fortune_teller", opponents=[warded])
    before = game.state.players[1]
    play(game, f"threaten:{colour}")
    after, number = game.state.players[1], COLOURS.index(colour)
    assert after.threats == row()
    assert belongings(after) == belongings(before)
    assert ("damage.averted", 1, {"person": DECK[person].number, "damage": number}) in told(game, MEANING)
    assert told(game, "threat.return") == [("threats.returned", 1, {"colour": number, "markers": 3})]
    assert game.state.players[0].points == n("assassin", "points")  # nothing for the Fortune teller
    other = COLOURS[number - 1]
    hit = play(placed("assassin", opponents=[{**warded, "threats": {other: 2}}]), f"threaten:{other}")
    assert "damage.averted" not in kinds(hit)  # a ward knows one damage only


def belongings(player: Player) -> tuple[object, ...]:
    """What a player can lose, threats aside."""
    return (player.points, player.guilders, player.workers, player.canals, player.houses, player.hand)


HARM: dict[str, list[str]] = {
    "thief": [],
    "beggar": ["give:red"] * n("beggar", "workers"),
    "troublemaker": ["remove:left"],
    "highwayman": [],
    "assassin": ["threaten:red"],
    "arsonist": ["burn:0"],
    "cutpurse": ["target:1"],
    "cardsharp": ["target:1"],
    "inquisitor": ["target:1", "threaten:red"],
}
"""Everybody who harms opponents, with what is chosen when the first one has the Bodyguard."""
PLENTY = {"guilders": 9, "points": 9, "workers": {"blue": 1, "red": 4}, "canals": {"left": 2, "right": 1}, "threats": {"blue": 2}}


def harmed(person: str, *opponents: dict[str, Any]) -> Table:
    """A person who harms opponents is placed or activated."""
    if DECK[person].when == "arrow":
        return placed(person, opponents=opponents)
    return play(table(owner(person), *opponents), f"activate:{person}")


def test_everybody_who_harms_is_here() -> None:
    found = {card.id for card in DECK.cards if any(op.name.startswith("opponents_") for op in card.effect)}
    assert found == {*HARM}


@each("person", HARM)
def test_bodyguard(person: str) -> None:
    """Whatever an opponent's person does, it does not harm who has the Bodyguard; it harms the next one."""
    guarded = {**PLENTY, **WAITS, "houses": display("bodyguard")}
    game = harmed(person, guarded, {**PLENTY, "houses": display(*DONE)})
    whole = game.start.players[1]
    play(game, *HARM[person])
    guard = {"person": DECK["bodyguard"].number, "by": DECK[person].number}
    assert [event for event in told(game, MEANING) if event[0] == "person.spares"] == [("person.spares", 1, guard)]
    assert (belongings(game.state.players[1]), game.state.players[1].threats) == (belongings(whole), whole.threats)
    second = game.state.players[2]
    unhurt = (belongings(second), second.threats) == (belongings(game.start.players[2]), game.start.players[2].threats)
    assert unhurt == ("target:1" in HARM[person])
    if person == "arsonist":
        assert game.state.players[0].guilders == n("arsonist", "guilders")


def test_bodyguard_does_not_stop_the_dice() -> None:
    game = play(table(owner("bodyguard", threats={"yellow": 2}, guilders=4), {}, phase="dice"), "roll:3:3:5:4:3")
    assert (game.state.players[0].guilders, kinds(game)) == (0, [])


NOTHING = {"guilders": 0, "points": 9, "workers": 0}


@each("person", [person for person in HARM if person not in ("assassin", "inquisitor")])
def test_an_opponent_with_nothing_gives_nothing(person: str) -> None:
    """No guilders, no workers, no canal, no house: nothing is asked, nothing is owed; nobody is activated for that."""
    if DECK[person].when != "arrow":
        assert refused(table(owner(person), {**WAITS, **NOTHING}), f"activate:{person}") == DECK[person].rule
        return
    game = harmed(person, {**WAITS, **NOTHING})
    assert belongings(game.state.players[1]) == belongings(game.start.players[1])
    assert game.state.players[0].guilders == (n("arsonist", "guilders") if person == "arsonist" else 0)
    nothing = [event for event in game.events if event.kind == "effect.nothing" and event.rule == DECK[person].rule]
    assert len(nothing) == (person != "arsonist")  # who brings his owner something all the same
    assert asked(game)[:2] == ("turn.act", 1)


# Cards drawn through people

PILES: dict[str, Any] = {"piles": [["nun"], ["acrobat", "miller"]], "extra": ["damsel", "canon", "baroness"]}


def last_round(game: Table, rule: str) -> bool:
    """Whether the extra pile has come in and the next round is the last, by this rule."""
    cards, round_ = len(PILES["extra"]), game.start.round + 1
    return (
        told(game, "end.trigger") == [("pile.used_up", TABLE, {"pile": 0})]
        and told(game, rule)
        == [("pile.replaced", TABLE, {"pile": 0, "cards": cards}), ("final_round.set", TABLE, {"round": round_})]
        and game.state.final_round == round_
    )


@pytest.mark.parametrize(("person", "choices"), [("valet", []), ("queen", []), ("astrologer", ["pay"])])
def test_the_last_card_of_a_pile_goes_to_a_person_in_phase_3(person: str, choices: list[str]) -> None:
    game = table(owner(person, guilders=9), WAITS, round=3, **PILES)
    play(game, f"activate:{person}", *choices, "draw:first")
    assert last_round(game, "end.extra_pile_phase3")
    assert DECK["nun"].number in game.state.players[0].hand


def test_chronicler_takes_the_last_card_in_phase_3() -> None:
    game = play(placed("baron", "chronicler", purse=n("baron", "guilders"), given={"round": 3, **PILES}), "climb", "draw:first")
    assert last_round(game, "end.extra_pile_phase3")


def test_chronicler_takes_the_last_card_in_phase_2() -> None:
    game = table(owner("chronicler", guilders=1), {"guilders": 0}, phase="dice", round=3, **PILES)
    play(game, "roll:1:3:4:4:3", "advance")
    assert asked(game) == ("draw.one", 0, {"draw:first", "draw:second"})
    play(game, "draw:first")
    assert last_round(game, "end.extra_pile_other")
    assert game.state.round == 3


def test_nobody_draws_where_no_card_is_left() -> None:
    empty: dict[str, Any] = {"piles": [[], []], "extra": []}
    game = table(owner("valet", "astrologer", guilders=9), WAITS, **empty)
    assert refused(game, "activate:valet") == refused(game, "activate:astrologer") == "end.all_cards_gone"
    climbed = play(placed("baron", "chronicler", purse=n("baron", "guilders"), given=empty), "climb")
    assert (climbed.state.players[0].reputation, climbed.state.players[0].hand) == (1, ())


# Back to the hand


HOW = ["arsonist", "assassin"]
"""Two ways for an opponent to send a person back: the Arsonist, or the Assassin with the third red marker."""


def burnt(how: str, person: str, *before: str, **fields: Any) -> Table:
    """The first player does something; then the second one sees to it that the house of a person is lost."""
    player = {**owner(), "threats": {"red": 2}, "points": 9, **fields}
    game = play(table(player, placing(how, hand=[IN_HAND])), *before, f"recruit:{how}:red")
    if how == "assassin":
        play(game, "threaten:red")
    houses = game.state.players[0].houses
    place = next(i for i, house in enumerate(houses) if house.person == DECK[person].number)
    return play(game, f"burn:{place}")


@pytest.mark.parametrize("how", HOW)
def test_an_arrow_works_again_when_it_comes_back(how: str) -> None:
    price, brings = DECK["alchemist"].price, n("alchemist", "guilders")
    hand, houses = ["alchemist", "poet"], ["red", "blue"]
    game = burnt(how, "alchemist", "recruit:alchemist:red", hand=hand, houses=houses, guilders=2 * price)
    assert asked(game)[:2] == ("turn.act", 0)
    play(game, "recruit:alchemist:blue")
    assert told(game, "act.instant.replay") == [("effect.begins", 0, {"person": DECK["alchemist"].number})]
    assert told(game, "person.alchemist") == [("guilders.taken", 0, {"guilders": brings})] * 2
    assert game.state.players[0].guilders == 2 * brings


@pytest.mark.parametrize("how", HOW)
def test_a_used_person_is_ready_again_when_it_comes_back(how: str) -> None:
    collector, worker = DECK["tax_collector"], str(DECK["tax_collector"].worker)
    fields = {"houses": [*display("tax_collector"), "red"], "hand": ["poet"], "workers": {worker: 2}, "guilders": collector.price}
    game = burnt(how, "tax_collector", "activate:tax_collector", "guilders:poet", **fields)
    play(game, "recruit:tax_collector:red")
    assert not game.state.players[0].houses[0].used
    assert asked(game) == ("turn.more", 0, {"activate:tax_collector", "end"})
    play(game, "activate:tax_collector")
    assert told(game, collector.rule).count(("guilders.taken", 0, {"guilders": n("tax_collector", "guilders")})) == 2
    assert told(game, "act.worker.cost") == [("workers.paid", 0, {"workers": 1, "colour": COLOURS.index(worker)})] * 2


@pytest.mark.parametrize("how", HOW)
def test_a_person_back_in_hand_is_known_to_all(how: str) -> None:
    """The rest of the hand is not, and nobody thinks the person under a house."""
    fields = {"houses": [*display("tax_collector"), "purple"], "hand": ["poet", "theologian"], "workers": 0}
    game = burnt(how, "tax_collector", "guilders:poet", **fields)
    view, collector = game.view(1), DECK["tax_collector"].number
    seen = view.state.players[0].hand
    assert ([card for card in seen if card >= 0], len(seen)) == ([collector], 2)
    for seed in range(10):
        player = bl.resample(view, seed).players[0]
        assert collector in player.hand
        assert collector not in [house.card for house in player.houses]


def test_an_arrow_works_again_when_the_librarian_brings_it_back() -> None:
    """Lost to the plague, taken from the discard pile, placed anew."""
    price, brings = DECK["alchemist"].price, n("alchemist", "guilders")
    houses = [*display("librarian"), "red"]
    player = owner(houses=houses, hand=["alchemist", "poet"], guilders=2 * price, threats={"brown": 2})
    game = play(table(player, placing("assassin", hand=[IN_HAND])), "recruit:alchemist:red", "recruit:assassin:red")
    play(game, "threaten:brown", "lose:alchemist", "activate:librarian", "recruit:alchemist:red")
    assert told(game, "act.instant.replay") == [("effect.begins", 0, {"person": DECK["alchemist"].number})]
    assert game.state.players[0].guilders == 2 * brings


# The Librarian's card


def test_the_librarians_card_is_known_to_all() -> None:
    """It lies under none of the houses, though one is of its colour."""
    houses = [*display("librarian"), DECK["acrobat"].colour]
    game = table(owner(houses=houses), WAITS, {}, discard=["miller", "acrobat"])
    play(game, "activate:librarian")
    acrobat = DECK["acrobat"].number
    assert told(game, MEANING) == [("discard.taken", 0, {"card": acrobat})]
    assert (game.state.discard, game.state.players[0].shown) == ((DECK["miller"].number,), (acrobat,))
    for seat in (1, 2):
        view = game.view(seat)
        assert [card for card in view.state.players[0].hand if card >= 0] == [acrobat]
        assert [event.data["card"] for event in view.events if event.kind == "discard.taken"] == [acrobat]
        for seed in range(20):
            player = bl.resample(view, seed).players[0]
            assert acrobat in player.hand
            assert acrobat not in [house.card for house in player.houses]


def test_the_librarian_takes_back_what_may_have_been_laid() -> None:
    """The Judge was known to be in hand or under the new house; once it was played, it is under none."""
    player = owner("librarian", hand=["judge", "nun", IN_HAND], shown=["judge"])
    assert DECK["judge"].colour == DECK["nun"].colour
    game = play(table(player, WAITS), "house:nun", "workers:novice", "guilders:judge", "activate:librarian")
    judge = DECK["judge"].number
    owns = game.state.players[0]
    assert (owns.shown, owns.held, owns.houses[1].maybe) == ((judge,), (), ())
    for seed in range(20):
        again = bl.resample(game.view(1), seed).players[0]
        assert judge in again.hand
        assert judge not in [house.card for house in again.houses]


def test_the_librarian_and_an_empty_discard_pile() -> None:
    game = table(owner("librarian"), WAITS, discard=[])
    assert refused(game, "activate:librarian") == MEANING
