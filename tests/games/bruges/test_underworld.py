"""The Underworld, each by the text on the card: what it takes from opponents, does to them, or brings its owner.

Numbers, prices and workers are read from the deck, so that they can be retuned; what a person does is written here as its text
says it. Beggar, Thief and Troublemaker are in test_people.py.
"""

from __future__ import annotations

from typing import Any

import pytest
from tables import DECK, WAITS, Table, asked, display, over, play, refused, table, told

from bruges_lab.games.bruges.words import BLUE, BROWN, COLOURS, PURPLE, RED

MEANING = "act.meaning"
IN_HAND = "stilt_walker"
"""A card in hand: people do nothing there."""
DONE = ("knight", "baroness")
"""People in a display who do nothing more: arrows work only on being placed."""
GUEST = "duke"
"""To be recruited: a laurel does nothing before the end."""
RAID = "roll:3:3:5:4:3"
"""Everybody takes a yellow threat; no die is low."""


def owner(*people: str, **fields: Any) -> dict[str, Any]:
    """A player with people in the display, a card in hand, a worker of each colour, and neither guilders nor points."""
    return {"hand": [IN_HAND], "houses": display(*people), "guilders": 0, "points": 0, **fields}


def placed(person: str, *opponents: dict[str, Any], **fields: Any) -> Table:
    """Place a person whose price is all the owner has, and see its arrow begin; in the display it cannot be activated."""
    player = owner(hand=[person], guilders=DECK[person].price, houses=["red"], **fields)
    game = play(table(player, *(opponents or (WAITS,))), f"recruit:{person}:red")
    assert told(game, "act.instant.when") == [("effect.begins", 0, {"person": DECK[person].number})]
    assert refused(table(owner(person), WAITS), f"activate:{person}") == "act.instant.once"
    return game


def activated(person: str, *opponents: dict[str, Any], **fields: Any) -> Table:
    """Activate a person for a worker, which is paid; the card is turned."""
    game = play(table(owner(person, **fields), *(opponents or (WAITS,))), f"activate:{person}")
    assert told(game, "act.worker.cost") == [("workers.paid", 0, {"workers": 1, "colour": worker(person)})]
    assert told(game, "act.worker.limit") == [("person.activated", 0, {"person": DECK[person].number})]
    assert game.state.players[0].houses[0].used
    return game


def worker(person: str) -> int:
    """The colour of the worker that activates a person."""
    return COLOURS.index(str(DECK[person].worker))


def rest(*paid: int) -> tuple[int, ...]:
    """A worker of each colour, but for those paid."""
    return tuple(1 - paid.count(colour) for colour in range(5))


def guilders(game: Table) -> list[int]:
    """What everybody has."""
    return [player.guilders for player in game.state.players]


def done(game: Table) -> list[tuple[str, int, dict[str, Any]]]:
    """What the text of a card did; an answer that was the only one is not told here."""
    return [event for event in told(game, MEANING) if event[0] != "forced"]


# For the owner


def test_rat_catcher() -> None:
    """Up to so many, of brown ones only; each scores as every discarded threat does."""
    markers = min(2, DECK["rat_catcher"].numbers["markers"])
    game = placed("rat_catcher", threats={"brown": 2, "red": 2})
    assert asked(game) == ("clear.choose", 0, {"away:brown", "enough"})
    assert refused(game, "away:red") == "action.threat.need"
    play(game, *["away:brown"] * markers)
    player = game.state.players[0]
    assert (player.threats, player.points) == ((0, 2 - markers, 0, 2, 0), markers)
    assert told(game, MEANING) == [("threat.discarded", 0, {"colour": BROWN, "points": 1})] * markers
    assert asked(game)[:2] == ("turn.act", 1)


def test_rat_catcher_may_leave_them() -> None:
    game = play(placed("rat_catcher", threats={"brown": 1}), "enough")
    assert (game.state.players[0].threats[BROWN], game.state.players[0].points) == (1, 0)
    assert told(game, MEANING) == [("declined", 0, {"person": DECK["rat_catcher"].number})]


def test_rat_catcher_without_brown_threats() -> None:
    game = placed("rat_catcher", {**WAITS, "threats": {"brown": 2}}, threats={"red": 2})
    assert ([player.threats[BROWN] for player in game.state.players], asked(game)[:2]) == ([0, 2], ("turn.act", 1))


def test_smuggler() -> None:
    numbers = DECK["smuggler"].numbers
    game = placed("smuggler")
    assert (game.state.players[0].guilders, asked(game)[:2]) == (numbers["guilders"], ("worker.choose", 0))
    assert asked(game)[2] == {f"take:{colour}" for colour in COLOURS}
    play(game, *["take:red"] * numbers["workers"])
    assert game.state.players[0].workers == (1, 1, 1, 1 + numbers["workers"], 1)
    assert told(game, MEANING) == [
        ("guilders.taken", 0, {"guilders": numbers["guilders"]}),
        *[("workers.taken", 0, {"workers": 1, "colour": RED})] * numbers["workers"],
    ]
    assert asked(game)[:2] == ("turn.act", 1)  # no more than these


def test_counterfeiter() -> None:
    brings = DECK["counterfeiter"].numbers["guilders"]
    game = play(table(owner("counterfeiter"), {**WAITS, "guilders": 0}), "activate:counterfeiter")
    assert (guilders(game), game.state.players[0].workers) == ([brings, 0], rest())
    assert told(game, "act.infinity.type1") == [("person.activated", 0, {"person": DECK["counterfeiter"].number})]
    assert told(game, MEANING) == [("guilders.taken", 0, {"guilders": brings})]
    assert game.state.players[0].houses[0].used
    assert refused(game, "activate:counterfeiter") == "act.infinity.type1"


def test_quack() -> None:
    """For each threat, whatever its colour; those of an opponent do not count, and none goes away."""
    each = DECK["quack"].numbers["guilders"]
    game = activated("quack", {**WAITS, "threats": 2}, threats={"blue": 2, "purple": 1})
    player = game.state.players[0]
    assert (player.guilders, player.threats, player.points) == (3 * each, (2, 0, 0, 0, 1), 0)
    assert told(game, MEANING) == [("guilders.taken", 0, {"guilders": 3 * each})]
    assert over(game, "quack")


def test_quack_without_threats() -> None:
    assert refused(table(owner("quack"), {**WAITS, "threats": 2}), "activate:quack") == MEANING


def test_fence() -> None:
    brings = DECK["fence"].numbers["guilders"]
    game = activated("fence")
    others = [colour for colour in COLOURS if colour != DECK["fence"].worker]
    assert asked(game) == ("trade.choose", 0, {"enough", *(f"pay_worker:{colour}" for colour in others)})
    assert refused(game, f"pay_worker:{DECK['fence'].worker}") == MEANING  # that one was paid for the activation
    play(game, "pay_worker:red")
    assert (game.state.players[0].guilders, game.state.players[0].workers) == (brings, rest(worker("fence"), RED))
    assert told(game, MEANING) == [
        ("trade.made", 0, {"person": DECK["fence"].number}),
        ("workers.paid", 0, {"workers": 1, "colour": RED}),
        ("guilders.taken", 0, {"guilders": brings}),
    ]
    assert over(game, "fence")  # one worker, not more


def test_fence_may_be_given_nothing() -> None:
    game = play(activated("fence"), "enough")
    assert (game.state.players[0].guilders, game.state.players[0].workers) == (0, rest(worker("fence")))
    assert told(game, MEANING) == [("declined", 0, {"person": DECK["fence"].number})]


def test_fence_needs_a_worker_to_give_back() -> None:
    """The worker of the activation is gone by then: it would be wasted (D-091)."""
    game = table(owner("fence", workers={str(DECK["fence"].worker): 1}), WAITS)
    assert refused(game, "activate:fence") == MEANING


# From opponents


def test_highwayman() -> None:
    """Who has more points gives, or all there is; not who has as many, and not who has fewer."""
    takes = DECK["highwayman"].numbers["guilders"]
    rich, poor = takes + 4, max(1, takes - 1)
    opponents = [{"points": 6, "guilders": rich, **WAITS}, {"points": 5, "guilders": rich}, {"points": 9, "guilders": poor}]
    game = placed("highwayman", *opponents, points=5)
    assert guilders(game) == [takes + poor, 4, rich, 0]
    assert told(game, MEANING) == [
        ("guilders.given", 1, {"guilders": takes, "to": 0}),
        ("guilders.given", 3, {"guilders": poor, "to": 0}),
    ]


def test_highwayman_with_nobody_ahead() -> None:
    game = placed("highwayman", {**WAITS, "points": 5}, points=5)
    assert guilders(game) == [0, 5]
    assert told(game, MEANING) == [("effect.nothing", 0, {"person": DECK["highwayman"].number})]


def test_cutpurse() -> None:
    takes = DECK["cutpurse"].numbers["guilders"]
    game = activated("cutpurse", {**WAITS, "guilders": 9}, {"guilders": 9})
    assert asked(game) == ("victim.choose", 0, {"target:1", "target:2"})
    assert (refused(game, "target:0"), refused(game, "target:3")) == (MEANING, MEANING)
    play(game, "target:2")
    assert (guilders(game), game.state.players[0].workers) == ([takes, 9, 9 - takes], rest(worker("cutpurse")))
    assert told(game, MEANING) == [("guilders.given", 2, {"guilders": takes, "to": 0})]
    assert over(game, "cutpurse")


def test_cutpurse_and_a_poor_opponent() -> None:
    takes = DECK["cutpurse"].numbers["guilders"]
    game = play(activated("cutpurse", {**WAITS, "guilders": takes - 1}, {"guilders": 9}), "target:1")
    assert guilders(game) == [takes - 1, 0, 9]


def test_cardsharp() -> None:
    takes = DECK["cardsharp"].numbers["workers"]
    game = activated("cardsharp", WAITS, {"workers": {"blue": 1, "red": takes}})
    assert asked(game) == ("victim.choose", 0, {"target:1", "target:2"})
    play(game, "target:2")
    assert asked(game) == ("give.choose", 2, {"give:blue", "give:red"})  # of their own choice
    play(game, *["give:red"] * takes)
    expected = list(rest(worker("cardsharp")))
    expected[RED] += takes
    assert [player.workers for player in game.state.players] == [tuple(expected), rest(), (1, 0, 0, 0, 0)]
    assert done(game) == [("workers.given", 2, {"workers": 1, "colour": RED, "to": 0})] * takes
    assert over(game, "cardsharp")


def test_cardsharp_and_an_opponent_with_fewer() -> None:
    takes = DECK["cardsharp"].numbers["workers"]
    game = play(activated("cardsharp", WAITS, {"workers": {"purple": takes - 1}}), "target:2")
    assert game.state.players[2].workers == (0,) * 5
    assert game.state.players[0].workers[PURPLE] == 1 + takes - 1
    assert over(game, "cardsharp")


# Against opponents


def test_arsonist() -> None:
    """Whoever is ahead loses a house of their choice; who lives there goes back to the hand, the card of the house is seen."""
    brings = DECK["arsonist"].numbers["guilders"]
    houses = [{"card": "friar", "person": DONE[0]}, "red"]
    ahead = {"houses": houses, "canals": {"left": 2}, "guilders": 0, "points": 6}
    game = placed("arsonist", {**WAITS, "houses": ["blue"], "points": 5}, ahead, points=5)
    assert asked(game) == ("burnt.choose", 2, {"burn:0", "burn:1"})  # not who has as many points
    play(game, "burn:0")
    victim, friar, person = game.state.players[2], DECK["friar"], DECK[DONE[0]].number
    assert [len(player.houses) for player in game.state.players] == [1, 1, 1]
    assert (victim.hand, victim.shown, victim.canals, game.state.discard[-1]) == ((person,), (person,), (2, 0), friar.number)
    assert guilders(game) == [brings, 5, 0]
    assert told(game, MEANING) == [
        ("house.burnt", 2, {"house": friar.number, "colour": COLOURS.index(friar.colour)}),
        ("guilders.taken", 0, {"guilders": brings}),
    ]
    assert told(game, "threat.fire.occupied_house") == [("person.returned", 2, {"person": person})]


def test_arsonist_and_two_who_are_ahead() -> None:
    """Both lose a house, asked in seating order; whoever has only one is not asked."""
    rows = [{**WAITS, "houses": ["blue"], "points": 7}, {"houses": ["red", "brown"], "points": 6}]
    game = placed("arsonist", *rows, points=5)
    assert asked(game) == ("burnt.choose", 2, {"burn:0", "burn:1"})
    play(game, "burn:1")
    assert [len(player.houses) for player in game.state.players] == [1, 0, 1]


def test_arsonist_and_an_opponent_without_a_house() -> None:
    """There is nothing to lose, not even a canal tile; the guilders come all the same, also if nobody is ahead."""
    rows = [{**WAITS, "houses": ["blue"], "points": 5}, {"canals": {"left": 2}, "points": 6}]
    game = placed("arsonist", *rows, points=5)
    assert (len(game.state.players[1].houses), game.state.players[2].canals) == (1, (2, 0))
    assert told(game, MEANING) == [("guilders.taken", 0, {"guilders": DECK["arsonist"].numbers["guilders"]})]


def test_assassin() -> None:
    points = DECK["assassin"].numbers["points"]
    game = placed("assassin", {**WAITS, "threats": {"blue": 1}}, {"points": 0})
    assert asked(game) == ("threaten.choose", 0, {f"threaten:{colour}" for colour in COLOURS})
    play(game, "threaten:blue")
    assert [player.threats[BLUE] for player in game.state.players] == [0, 2, 1]  # not the owner
    assert [player.points for player in game.state.players] == [points, 5, 0]
    assert told(game, MEANING) == [
        ("threat.taken", 1, {"colour": BLUE, "now": 2}),
        ("threat.taken", 2, {"colour": BLUE, "now": 1}),
        ("points.scored", 0, {"points": points}),
    ]
    assert game.state.supply == (6, 9, 9, 9, 9)


# By themselves


def test_fortune_teller() -> None:
    """One opponent suffers the Raid; the owner suffers it too, and the third player has only a second marker."""
    points = DECK["fortune_teller"].numbers["points"]
    raided, spared = {"threats": {"yellow": 2}, "points": 0}, {"threats": {"yellow": 1}, "points": 0}
    game = table(owner("fortune_teller", guilders=3, threats={"yellow": 2}), raided, spared, phase="dice")
    play(game, RAID)
    assert guilders(game) == [0, 0, 5]
    assert [player.points for player in game.state.players] == [points, 0, 0]
    assert told(game, MEANING) == [("points.scored", 0, {"points": points})]
    assert not game.state.players[0].houses[0].used
    assert refused(table(owner("fortune_teller"), WAITS), "activate:fortune_teller") == "act.infinity.type3"


def test_fortune_teller_and_two_opponents() -> None:
    raided = {"threats": {"yellow": 2}}
    game = play(table(owner("fortune_teller"), raided, raided, phase="dice"), RAID)
    assert game.state.players[0].points == 2 * DECK["fortune_teller"].numbers["points"]


def test_fortune_teller_and_a_damage_that_does_no_harm() -> None:
    """Who has the Gatekeeper does not suffer the Raid."""
    guarded = {"threats": {"yellow": 2}, "houses": display("gatekeeper")}
    game = play(table(owner("fortune_teller"), guarded, phase="dice"), RAID)
    assert (guilders(game), game.state.players[0].points) == ([0, 5], 0)
    assert [event[0] for event in told(game, MEANING)] == ["damage.averted"]


@pytest.mark.parametrize("person", ["fortune_teller", "spy"])
def test_people_who_work_by_themselves_do_nothing_on_being_placed(person: str) -> None:
    game = table(owner(hand=[person], houses=["red"], guilders=DECK[person].price), {**WAITS, "threats": 2})
    play(game, f"recruit:{person}:red")
    assert (guilders(game)[0], game.state.players[0].points, told(game, MEANING)) == (0, 0, [])


def test_spy() -> None:
    """The person of an opponent brings the owner something, not a third player; the owner's own brings nothing."""
    brings, price = DECK["spy"].numbers["guilders"], DECK[GUEST].price
    recruits = {"hand": [GUEST], "houses": ["red"], "guilders": price}
    own = {"hand": ["cardinal"], "houses": [*display("spy"), "red"], "guilders": DECK["cardinal"].price}
    game = table(recruits, own, {"guilders": 0, **WAITS})
    play(game, f"recruit:{GUEST}:red")
    assert guilders(game) == [0, DECK["cardinal"].price + brings, 0]
    assert told(game, MEANING) == [("guilders.taken", 1, {"guilders": brings})]
    play(game, "recruit:cardinal:red")
    assert guilders(game) == [0, brings, 0]
    assert len(told(game, MEANING)) == 1
    assert not game.state.players[1].houses[0].used
    assert refused(table(owner("spy"), WAITS), "activate:spy") == "act.infinity.type3"
