"""What is said is what a referee would say: the rule of every question, event and refusal, the person behind it, the numbers."""

from __future__ import annotations

from typing import Any

import pytest
from cases import each
from tables import DECK, WAITS, Table, asked, display, play, refused, table, told

import bruges_lab as bl
from bruges_lab.rulebook.texts import LANGUAGES

LAST = bl.Board.load().last_step


def owner(*people: str, **fields: Any) -> dict[str, Any]:
    return {"hand": ["smuggler"], "houses": display(*people), **fields}


def why_not(game: Table, choice: str) -> tuple[str, str, dict[str, object]]:
    refusal = game.why_not(choice)
    assert refusal is not None
    return refusal.rule, refusal.reason, refusal.data


def asks(game: Table) -> str:
    assert game.pending is not None
    return game.pending.rule


# Turns


def test_a_turn_with_an_empty_hand() -> None:
    game = table(owner("accountant", hand=[]), WAITS)
    assert (asked(game)[0], asks(game)) == ("turn.more", "phase3.empty_hand")
    assert why_not(game, "workers:smuggler") == ("phase3.empty_hand", "hand_empty", {"turn": 1, "turns": 4})
    play(game, "end")
    assert told(game, "phase3.empty_hand")[-1][0] == "turn.ended"


def test_a_turn_that_has_had_its_card() -> None:
    game = play(table(owner("accountant", hand=["smuggler", "nun"]), WAITS), "workers:smuggler")
    assert (asked(game)[0], asks(game)) == ("turn.more", "phase3.one_action")
    assert why_not(game, "guilders:nun") == ("phase3.one_action", "card_played", {"turn": 1, "turns": 4})


# Not now


def in_phase_2() -> Table:
    player = {"houses": display("accountant"), "hand": ["smuggler"]}
    return play(table(player, WAITS, phase="dice"), "roll:1:4:3:4:3")


@each(
    ("choice", "rule"),
    [
        ("activate:accountant", "act.own_turn"),
        ("workers:smuggler", "phase3.turns"),
        ("end", "phase3.turns"),
        ("draw:first", "phase1.pile_choice"),
        ("damage:fire", "threat.several"),
        ("lose:accountant", "threat.plague"),
        ("burn:0", "threat.fire"),
        ("roll:1:1:1:1:1", "phase2.roll"),
        ("dig:left", "person.family.canal"),
    ],
)
def test_what_is_not_the_time_for_it_names_the_rule_that_says_when(choice: str, rule: str) -> None:
    game = in_phase_2()
    assert asked(game)[:2] == ("advance", 0)
    assert why_not(game, choice)[:2] == (rule, "not_now")
    for lang in LANGUAGES:
        refusal = game.why_not(choice)
        assert refusal is not None
        sentence = refusal.text(lang)
        assert sentence.endswith(game.question(lang))
        assert sentence.split(".")[0] != game.question(lang).split(".")[0]


def test_an_activation_outside_the_own_turn() -> None:
    """Not even to pay for the step of phase 2 (D-165), and not while the dice are in the air."""
    assert str(in_phase_2().why_not("activate:accountant")).startswith("People are activated only on your own turn")
    game = table({"houses": display("accountant")}, {}, phase="dice")
    assert asked(game)[0] == "dice.roll"
    assert refused(game, "activate:accountant") == "act.own_turn"


def test_an_extra_card_comes_before_people() -> None:
    game = play(table(owner("coachman", "accountant", hand=["smuggler", "nun"]), WAITS), "activate:coachman")
    assert why_not(game, "activate:accountant")[:2] == ("phase3.extra_card", "extra_card_first")


def after_phase_2(roll: str, *choices: str, **player: Any) -> Table:
    """The first turn of phase 3; the second player has no guilder, and is passed over."""
    first = {"hand": ["smuggler"], **player}
    return play(table(first, {**WAITS, "guilders": 0}, phase="dice"), f"roll:{roll}", *choices)


@pytest.mark.parametrize(
    ("roll", "choices", "player", "expected"),
    [
        ("2:2:1:4:3", [], {"guilders": 2}, ("phase2.advance.poor", "step_too_dear", {"needs": 5, "has": 2})),
        ("2:2:1:4:3", ["decline"], {"guilders": 9}, ("phase2.advance.decline", "step_declined", {})),
        ("2:2:1:4:3", ["advance"], {"guilders": 5}, ("phase2.advance.max", "step_taken", {"reached": 1})),
        ("3:3:3:4:3", [], {"guilders": 9}, ("phase2.advance.blocked", "no_low_die", {})),
        ("2:2:1:4:3", [], {"reputation": LAST, "guilders": 9}, ("phase2.advance.offer", "track_ends", {"last": LAST})),
    ],
)
def test_the_step_of_phase_2_on_a_turn(
    roll: str, choices: list[str], player: dict[str, Any], expected: tuple[str, str, dict[str, object]]
) -> None:
    """Who could not pay was passed over, and hears price and purse; what became of the step is told by its event."""
    game = after_phase_2(roll, *choices, **player)
    assert asked(game)[:2] == ("turn.act", 0)
    assert why_not(game, "advance") == expected
    for lang in LANGUAGES:
        refusal = game.why_not("advance")
        assert refusal is not None
        assert refusal.text(lang)


def test_what_became_of_the_step_does_not_change_with_the_purse() -> None:
    """Declined with nine guilders, then spent: still declined, and not for want of guilders."""
    game = after_phase_2("2:1:4:4:3", "decline", guilders=9, hand=["prince", "smuggler"], houses=["red"])
    play(game, "recruit:prince:red")
    while asked(game)[:2] != ("turn.act", 0):
        game.play(0)
    assert why_not(game, "advance")[:2] == ("phase2.advance.decline", "step_declined")


def test_a_position_without_a_past_says_only_when() -> None:
    assert why_not(table({"hand": ["smuggler"]}, WAITS), "advance")[:2] == ("phase2.advance.offer", "not_now")


def test_an_effect_that_has_begun_comes_first() -> None:
    """On the own turn neither turn nor phase forbids it, but the question that stands between."""
    game = play(table(owner("mason", "accountant"), WAITS), "activate:mason")
    for choice in ("activate:accountant", "workers:smuggler"):
        assert why_not(game, choice)[:2] == ("person.family.exchange", "effect_first")
        assert str(game.why_not(choice)).startswith("First finish the effect that has begun. Mason: Swan chooses")


# What is missing from a choice


@each(
    ("choice", "reason", "data"),
    [
        ("workers", "incomplete", {"missing": "card", "pattern": "workers:card"}),
        ("recruit:smuggler", "incomplete", {"missing": "colour", "pattern": "recruit:card:colour"}),
        ("workers:nobody", "unknown_word", {"word": "nobody", "thing": "card"}),
        ("recruit:smuggler:pink", "unknown_word", {"word": "pink", "thing": "colour"}),
        ("canal:smuggler:left:right", "too_many_words", {"pattern": "canal:card:section"}),
        ("dance", "unknown_words", {"asked": "dance"}),
    ],
)
def test_a_choice_that_cannot_be_read(choice: str, reason: str, data: dict[str, object]) -> None:
    game = table({"hand": ["smuggler"]}, WAITS)
    assert why_not(game, choice) == ("phase3.actions", reason, data)
    for lang in LANGUAGES:
        assert "{" not in str(game.why_not(choice)), lang


def test_the_missing_card_is_asked_for() -> None:
    sentence = str(table({"hand": ["smuggler"]}, WAITS).why_not("workers"))
    assert sentence == "This choice is not complete: a card is missing, as in “workers:card”. (phase3.actions)"


# Questions through a person


def test_the_preacher_asks() -> None:
    game = play(table({"houses": display("preacher"), "threats": {"red": 1}}, {}, phase="dice"), "roll:1:4:3:4:3", "advance")
    assert (asked(game)[0], asks(game)) == ("react.choose", "person.preacher")
    assert game.question() == "Preacher: Swan decides whether to discard a threat marker."
    assert game.question("de").startswith("Prediger: ")
    assert game.agenda[0] == game.question()
    assert str(game.why_not("activate:preacher")).endswith(f"{game.question()} (act.own_turn)")


def test_a_question_cites_the_person_who_asks_and_not_another_of_the_kind() -> None:
    """The Queen draws like the Valet, but by her own card."""
    queen = play(table(owner("queen"), WAITS), "activate:queen")
    valet = play(table(owner("valet"), WAITS), "activate:valet")
    assert (asks(queen), asks(valet)) == ("act.meaning", "person.valet")
    assert queen.question().startswith("Queen: ")


# Fire and the Troublemaker


def test_a_fire_in_a_section_without_a_tile() -> None:
    given = {"threats": {"red": 2}, "canals": {"left": 2}, "houses": ["blue"]}
    game = play(table(given, {}, phase="dice"), "roll:3:3:4:6:3")
    assert why_not(game, "burn_canal:right") == ("threat.fire", "no_tile", {"section": 1})


def test_a_troublemaker_is_no_fire() -> None:
    victim = {**WAITS, "canals": {"left": 5}, "statues": [7]}
    player = {"guilders": DECK["troublemaker"].price, "hand": ["troublemaker"], "houses": ["red"]}
    game = table(player, {**victim, "canals": {"left": 5, "right": 1}})
    play(game, "recruit:troublemaker:red")
    assert asks(game) == "person.troublemaker"
    play(game, "remove:left")
    assert [event[0] for event in told(game, "person.troublemaker")] == ["canal.lost", "statue.kept"]
    assert not [event for event in game.events if event.rule.startswith("threat.")]


# Majorities, piles, victory


def test_a_tie_with_the_judge_is_told_as_a_tie() -> None:
    game = table({"houses": display("judge"), "reputation": 2}, {"reputation": 2}, phase="majorities")
    sentence = next(event.text() for event in game.events if event.rule == "person.judge")
    assert sentence == "Swan shares the lead with 2; the Judge turns over the marker for the reputation majority all the same."


@pytest.mark.parametrize(
    ("given", "rule"),
    [
        ({"round": 5, "piles": [["squire"], ["baron", "nun"]]}, "end.trigger"),
        ({"round": 5, "final_round": 5, "extra": [], "piles": [["squire"], ["baron", "nun"]]}, "phase1.exhausted.second"),
        ({"round": 5, "final_round": 5, "extra": [], "piles": [["squire"], []]}, "end.all_cards_gone"),
        ({"round": 5, "switches": {"end_by": "rounds"}, "piles": [["squire"], ["baron"]]}, "phase1.exhausted.replace"),
    ],
)
def test_a_pile_that_is_used_up_cites_what_it_brings_on(given: dict[str, Any], rule: str) -> None:
    game = table({"hand": ["red"] * 4}, {"hand": ["blue"] * 5}, phase="draw", **given)
    if asked(game)[0] == "draw.card":
        play(game, "draw:first")
    assert [event.rule for event in game.events if event.kind == "pile.used_up"] == [rule]


def test_a_shared_victory_is_one_victory() -> None:
    players = [{"points": 20, "guilders": 4}, {"points": 20, "guilders": 4}, {"points": 20, "guilders": 4}]
    game = table(*players, phase="majorities", round=8, final_round=8)
    won = [event for event in game.events if event.kind in ("game.won", "game.shared")]
    assert [(event.rule, event.data["winners"]) for event in won] == [("win.tie.shared", (0, 1, 2))]
    assert won[0].text() == "Swan, Lion and Lily share the victory with 20 points and 4 guilders each."
    assert won[0].text("fr").startswith("Cygne, Lion et Lys se partagent")


# People who would bring nothing


def test_the_canal_family_hears_the_doubled_price() -> None:
    """Twice the price of the cheaper next space against the purse."""
    game = table(owner("bard", guilders=0), WAITS)
    gate = bl.Board.load().gates[0]
    assert why_not(game, "activate:bard") == (
        "person.family.canal",
        "too_poor",
        {"needs": 2 * min(section[0].price for section in gate), "has": 0},
    )


def test_the_canal_family_with_both_sections_complete() -> None:
    full = {"canals": {"left": 5, "right": 5}, "statues": [7, 6], "guilders": 50}
    assert why_not(table(owner("bard", **full), WAITS), "activate:bard") == (
        "action.canal.options",
        "sections_full",
        {"spaces": 5},
    )


def test_the_mason_and_the_last_worker() -> None:
    """Once he is paid there is nobody to exchange: refused, instead of an exchange that is forgone (D-091, D-162)."""
    worker = str(DECK["mason"].worker)
    assert why_not(table(owner("mason", workers={worker: 1}), WAITS), "activate:mason")[:2] == (
        "person.family.exchange",
        "no_worker_left",
    )
    assert refused(table(owner("mason", workers={worker: 2}), WAITS), "activate:mason") is None


@pytest.mark.parametrize(("tiles", "legal"), [(4, False), (5, True)])
def test_the_loading_master_and_complete_sections(tiles: int, legal: bool) -> None:
    statues = {"statues": [7]} if tiles == 5 else {}
    game = table(owner("loading_master", canals={"left": tiles}, **statues), WAITS)
    assert ("activate:loading_master" in map(str, game.legal())) == legal
    if not legal:
        number = DECK["loading_master"].number
        assert why_not(game, "activate:loading_master") == (
            "person.loading_master",
            "counts_nothing",
            {"card": number, "needs": 1, "has": 0},
        )


def every_activation() -> list[str]:
    return [card.id for card in DECK.cards if DECK.activation[card.number] is not None]


@each("person", every_activation())
def test_an_activation_that_is_offered_does_something(person: str) -> None:
    """In the barest position whatever is legal changes more than the card and its price; the rest is refused with a rule."""
    bare = {"hand": ["smuggler"], "houses": display(person), "guilders": 0, "points": 0}
    poor = {**WAITS, "guilders": 0, "workers": 0, "points": 0}
    game = table({**bare, "workers": {str(DECK[person].worker): 1} if DECK[person].worker else 0}, poor)
    refusal = game.why_not(f"activate:{person}")
    if refusal is not None:
        assert bl.rule(refusal.rule)
        assert refusal.text()
        return
    step = game.play(f"activate:{person}")
    done = {event.kind for event in step.events} - {"person.activated", "workers.paid", "effect.nothing", "forced", "declined"}
    assert done or asked(game)[0] != "turn.act"


# Arrows that find nothing


@each("person", ["novice", "jailor", "city_guard", "thief", "beggar", "troublemaker", "moneylender"])
@each("astronomer", [False, True])
def test_an_arrow_that_finds_nothing_says_so_and_is_not_repeated(person: str, astronomer: bool) -> None:
    helpers = display("astronomer") if astronomer else []
    player = {"hand": [person], "guilders": DECK[person].price, "houses": ["red", *helpers], "workers": 0}
    game = table(player, {"hand": ["smuggler"], "guilders": 0, "workers": 0})
    play(game, f"recruit:{person}:red")
    nothing = ("effect.nothing", 0, {"person": DECK[person].number})
    assert nothing in told(game, DECK[person].rule)
    assert asked(game)[:2] == ("turn.act", 1)


def test_an_astronomer_does_not_ask_about_a_second_time_against_a_guard() -> None:
    player = {"hand": ["thief"], "guilders": DECK["thief"].price, "houses": ["red", *display("astronomer")]}
    game = table(player, {"hand": ["smuggler"], "guilders": 5, "houses": display("bodyguard")})
    play(game, "recruit:thief:red")
    assert [event.kind for event in game.events if event.kind in ("person.spares", "effect.nothing")] == ["person.spares"]
    assert asked(game)[:2] == ("turn.act", 1)


def test_an_effect_of_two_parts_says_nothing_of_the_one_that_finds_nothing() -> None:
    """The Carpenter has no card to build with, but brings guilders: nobody would call that nothing."""
    player = {"hand": ["carpenter"], "guilders": DECK["carpenter"].price, "houses": ["red"]}
    game = play(table(player, {"hand": ["smuggler"]}), "recruit:carpenter:red")
    assert [event.kind for event in game.events if event.rule == DECK["carpenter"].rule] == ["guilders.taken"]


def test_an_astronomer_does_not_ask_about_a_second_time_that_would_find_nothing() -> None:
    """The Novice takes the only threat; there is none for a second time."""
    player = {"hand": ["novice"], "guilders": DECK["novice"].price, "houses": ["red", *display("astronomer")]}
    one = play(table({**player, "threats": {"blue": 1}}, {"hand": ["smuggler"]}), "recruit:novice:red", "away:blue")
    assert asked(one)[:2] == ("turn.act", 1)
    two = play(table({**player, "threats": {"blue": 2}}, {"hand": ["smuggler"]}), "recruit:novice:red", "away:blue")
    assert asked(two)[:2] == ("people.again", 0)
    assert asks(two) == "person.astronomer"


def test_two_piles_are_made_of_an_extra_pile_that_stands_alone() -> None:
    """A position with both piles gone and the extra pile untouched: there are always two to choose from."""
    game = table({"hand": ["red"] * 4}, {"hand": ["blue"] * 5}, phase="draw", round=5, piles=[[], []])
    assert asked(game) == ("draw.card", 0, {"draw:first", "draw:second"})


def test_the_extra_pile_brings_on_no_end_where_rounds_decide() -> None:
    given: dict[str, Any] = {"piles": [["squire"], ["baron", "nun"]], "switches": {"end_by": "rounds"}}
    game = play(table(owner("valet"), WAITS, **given), "activate:valet", "draw:first")
    assert [event.rule for event in game.events if event.kind == "pile.replaced"] == ["phase1.exhausted.replace"]


# One of several that come to the same (D-205)


def test_the_oldest_of_several_empty_houses() -> None:
    first, second = [card.id for card in DECK.where(colour="red") if card.id != "novice"][:2]
    player = {"hand": ["novice"], "guilders": DECK["novice"].price, "houses": [first, second, "blue"]}
    game = table(player, {"hand": ["smuggler"]})
    assert game.pending is not None
    offered = {str(game.pending.choice(option)): option for option in game.pending.raw}
    told_ = game.kit.tell_option(game.state, game.names, offered["recruit:novice:red"], "en")
    assert told_ == "Recruit the Novice into the oldest empty red house for free"
    play(game, "recruit:novice:red")
    assert [house.person for house in game.state.players[0].houses] == [DECK["novice"].number, -1, -1]
    assert "the oldest is used" in bl.rule("action.recruit.empty_house").text()
    assert "D-205" in bl.rule("action.recruit.empty_house").discrepancies


def test_a_single_empty_house_is_not_called_the_oldest() -> None:
    game = table({"hand": ["novice"], "guilders": 12, "houses": ["red"]}, {"hand": ["smuggler"]})
    assert game.pending is not None
    told_ = [game.kit.tell_option(game.state, game.names, option, "en") for option in game.pending.raw]
    assert "Recruit the Novice into an empty red house for free" in told_


def test_exchanges_come_in_the_order_of_the_colours() -> None:
    """The rule that is cited says so, and why."""
    worker = str(DECK["mason"].worker)
    game = table(owner("mason", workers={worker: 1} | {"blue": 3, "purple": 3}), WAITS)
    play(game, "activate:mason", "swap:purple:blue")
    assert why_not(game, "swap:blue:red") == ("person.family.exchange", "swap_in_order", {"colour": 0, "into": 3})
    assert "order of the colours" in bl.rule("person.family.exchange").text()
    assert "D-205" in bl.rule("person.family.exchange").discrepancies
