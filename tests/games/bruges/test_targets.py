"""Targets on the picture: every choice is to be seen where it belongs, and a click where nothing is possible can be answered."""

from __future__ import annotations

import random
import re
from collections import Counter
from functools import cache

import pytest
from cases import each

from bruges_lab import Choice, Game, Scenario, State, new_game
from bruges_lab.games.bruges.model import BOOK, EMPTY, House
from bruges_lab.games.bruges.pictures.position import position_parts, position_svg
from bruges_lab.games.bruges.pictures.targets import _SEEN, PLACES, attempts_at, choices_at, targets_of
from bruges_lab.games.bruges.words import COLOURS
from bruges_lab.kernel.book import Decision

KINDS = {
    *("hand", "house", "person", "canal", "threat", "worker", "guilders", "points", "seat", "majority"),
    *("pile", "die", "step", "supply", "statue", "statues", "price", "start", "gate", "houses", "people", "canals"),
    *("ship", "ships", "harbour", "market"),
}
UNPLACED = {"end", "decline", "enough", "forgo", "keep"}
"""Kinds of choice that are nowhere on the picture: to leave something as it is."""
TARGETS = [
    *("hand:0:thief", "house:0:0", "house:0:2", "person:0:prince", "canal:0:left:4", "canal:0:left:5", "threat:0:red"),
    *("worker:0:blue", "guilders:0", "pile:first", "pile:discard", "die:red", "step:4", "supply:red", "seat:1"),
]


def shown(state: State, seat: int | None) -> list[str]:
    """The targets of a picture, as they stand there; the line of a player has the same once more."""
    fragments = position_parts(state, ("Anna", "Ben", "Cleo", "Dora"), seat).fragments
    full = [part for name, part in fragments.items() if not name.endswith(".summary")]
    return [target for part in full for target in re.findall(r'data-target="([^"]*)"', part)]


def decisions() -> list[tuple[str, set[str]]]:
    return [(step.name, set(step.actions)) for step in BOOK.steps.values() if isinstance(step, Decision)]


# All kinds of choices


def test_every_kind_of_choice_has_its_place_or_is_said_to_have_none() -> None:
    kinds = BOOK.choices()
    parts = {kind: {codec.at for codec in kinds[kind].codecs if codec.at} for kind in kinds}
    assert set().union(*parts.values()) == set(PLACES)
    assert set(_SEEN) <= set(kinds)
    assert {kind for kind in kinds if not parts[kind] and kind not in _SEEN} == UNPLACED


@cache
def positions() -> list[Game[State]]:
    """Decisions of random games, each kind of choice among them; people are placed early, so that many of them act."""
    found: list[Game[State]] = []
    seen: Counter[str] = Counter()
    for seed in range(28):
        game = new_game(2 + seed % 3, seed=seed, ruleset="zwin" if seed >= 24 else "default")
        rng = random.Random(seed)
        while game.pending is not None and len(game.nodes) < 400:
            legal = game.legal()
            kinds = {choice.kind for choice in legal}
            if any(seen[kind] < 12 for kind in kinds):
                seen.update(kinds)
                found.append(Game(game.kit, game.state, names=game.names))
            people = [choice for choice in legal if choice.kind in ("recruit", "activate", "invite", "house")]
            game.play(rng.choice(people if people and rng.random() < 0.6 else legal))
    return found + [asked(*task) for task in RARE]


RARE = (
    ("climb.choose", 0, 3, 2),
    ("hand.discard", 0),
    ("invite.choose", 0, "marshal", 3),
    ("people.order", 0, "thief"),
    ("ready.choose", 0, "thief"),
)
"""Questions that random games hardly ever come to."""


def asked(name: str, seat: int, *args: str | int) -> Game[State]:
    """The first look with another question."""
    state = first_look().state.copy()
    state.agenda = [(name, seat, *(state.deck[arg].number if isinstance(arg, str) else arg for arg in args))]
    return Game(first_look().kit, state, names=first_look().names)


def test_every_legal_choice_is_on_the_picture_of_the_one_who_decides() -> None:
    told: Counter[str] = Counter()
    for game in positions():
        assert game.pending is not None
        on_picture = set(shown(game.state, game.pending.player))
        for choice in game.legal():
            targets = targets_of(game.state, choice)
            told[choice.kind] += 1
            assert bool(targets) is (choice.kind not in UNPLACED), choice
            assert set(targets) <= on_picture, (choice, targets)
            assert len(set(targets)) == len(targets)
            for target in targets:
                assert choice in choices_at(game.state, game.legal(), target)
    assert set(told) == {kind for _, kinds in decisions() for kind in kinds}


def test_an_option_a_choice_and_its_notation_have_the_same_targets() -> None:
    for game in positions()[:40]:
        assert game.pending is not None
        for option, choice in zip(game.pending.raw, game.legal(), strict=True):
            assert targets_of(game.state, option) == targets_of(game.state, choice) == targets_of(game.state, str(choice))


# One by one


@cache
def first_look() -> Game[State]:
    """Swan is to play the first turn of a position with a Thief and a Prince in two houses and a third one empty."""
    scenario = Scenario.read("first_look")
    state = scenario.state.copy()
    state.agenda, state.causes = [("turn.act", 0)], [-1]
    state.phase, state.turn = 3, 1
    deck = state.deck
    state.players[0].hand = tuple(deck[card].number for card in ("arsonist", "acrobat", "smuggler", "judge"))
    state.players[0].houses = (
        House(deck["nun"].number, deck["thief"].number),
        House(deck["abbot"].number, deck["prince"].number, True),
        House(deck["valet"].number),
        House(deck["bishop"].number),
    )
    state.players[0].unseen = ()
    return Game(new_game(2).kit, state, names=scenario.names)


def test_the_first_look_is_as_the_tests_want_it() -> None:
    state = first_look().state
    assert [state.deck[house.card].colour for house in state.players[0].houses][2] == state.deck["valet"].colour
    assert state.players[0].houses[2].person == EMPTY
    assert state.players[0].canals == (3, 1)


def by_hand(choice: str) -> tuple[str, ...]:
    return targets_of(first_look().state, choice)


def test_what_is_done_with_a_card() -> None:
    deck = first_look().state.deck
    colour = deck["judge"].colour
    assert by_hand("house:judge") == ("hand:0:judge",)
    assert by_hand("workers:judge") == (f"worker:0:{colour}", "hand:0:judge")
    assert by_hand("guilders:judge") == (f"die:{colour}", "hand:0:judge")
    assert by_hand("threat:judge") == (f"threat:0:{colour}", "hand:0:judge")
    assert by_hand("canal:judge:left") == ("canal:0:left:4", "hand:0:judge")
    assert by_hand("canal:judge:right") == ("canal:0:right:2", "hand:0:judge")
    assert by_hand(f"recruit:judge:{deck['valet'].colour}") == ("house:0:2", "hand:0:judge")


def test_what_is_done_with_people_and_tracks() -> None:
    assert by_hand("activate:prince") == ("person:0:prince",)
    assert by_hand("lose:prince") == ("person:0:prince",)
    assert by_hand("burn:1") == ("house:0:1", "person:0:prince")
    assert by_hand("burn:2") == ("house:0:2",)
    assert by_hand("burn_canal:left") == ("canal:0:left:3",)
    assert by_hand("draw:first") == ("pile:first",)
    assert by_hand("damage:raid") == ("threat:0:yellow",)
    assert by_hand("away:red") == ("threat:0:red",)
    assert by_hand("advance") == by_hand("climb") == (f"step:{first_look().state.players[0].reputation + 1}",)
    assert by_hand("swap:red:blue") == ("worker:0:red", "worker:0:blue")
    assert by_hand("swap:red:red") == ("worker:0:red",)
    assert by_hand("target:2") == ("seat:2",)
    assert by_hand("roll:1:2:3:4:5") == tuple(f"die:{colour}" for colour in COLOURS)
    assert by_hand("decline") == by_hand("end") == ()


def test_nothing_has_a_target_when_the_game_is_over() -> None:
    state = first_look().state.copy()
    state.agenda = []
    assert targets_of(state, "house:judge") == ()
    assert targets_of(state, ("house", 1)) == ()
    assert choices_at(state, [Choice("house", ("judge",))], "hand:0:judge") == []


# Targets on the picture


@pytest.mark.parametrize("seat", [None, 0, 1])
def test_targets_are_unique_and_of_known_kinds(seat: int | None) -> None:
    for game in positions()[::7]:
        targets = shown(game.state, seat)
        assert len(set(targets)) == len(targets)
        assert {target.split(":")[0] for target in targets} <= KINDS


def test_every_target_says_what_it_is() -> None:
    for lang in ("en", "de", "fr", "it"):
        text = position_svg(first_look().state, ("Anna", "Ben", "Cleo"), 0, lang)
        said = re.findall(r'<g[^>]*data-target="([^"]*)"[^>]*><title>([^<]+)</title>', text)
        assert len(said) == text.count("data-target=")
        assert "tabindex" not in text
        assert 'role="button"' not in text


def test_no_target_tells_what_a_seat_may_not_know() -> None:
    for game in positions()[::5]:
        state = game.state
        for seat in range(len(state.players)):
            named = {target.split(":")[2] for target in shown(state, seat) if re.match("(hand|person):.:", target)}
            open_ = {card for player in state.players for card in (*player.people, *player.shown)}
            own = set(state.players[seat].hand) - set(state.players[seat].unseen)
            assert {state.deck[card].number for card in named if card in state.deck.by_id} <= open_ | own
            assert all(card.startswith("#") for card in named if card not in state.deck.by_id)


# Where nothing is possible


def why(target: str, game: Game[State] | None = None) -> list[tuple[str, str, str]]:
    game = game or first_look()
    assert game.pending is not None
    found = []
    for attempt in attempts_at(game.state, game.pending.player, target):
        refusal = game.why_not(attempt)
        if refusal is not None:
            found.append((attempt, refusal.reason, refusal.rule))
    return found


def test_a_used_person_is_refused_as_used() -> None:
    assert attempts_at(first_look().state, 0, "person:0:prince") == ["activate:prince"]
    (found,) = why("person:0:prince")
    assert found[1] in ("used", "arrow_only_when_placed", "works_by_itself", "laurel_only_at_end")


def test_an_occupied_house_has_no_room_and_a_dear_person_is_too_dear() -> None:
    assert {reason for _, reason, _ in why("house:0:0")} <= {"no_empty_house", "too_poor"}
    assert ("recruit:judge:" + first_look().state.deck["valet"].colour, "too_poor", "action.recruit.price") in why("house:0:2")


def test_a_canal_space_is_tried_with_every_card_the_right_colour_first() -> None:
    state = first_look().state
    next_colour = COLOURS[state.section(0, 0)[3].colour]
    attempts = attempts_at(state, 0, "canal:0:left:4")
    assert {attempt.split(":")[1] for attempt in attempts} == {"arsonist", "acrobat", "smuggler", "judge"}
    assert [state.deck[attempt.split(":")[1]].colour == next_colour for attempt in attempts] == sorted(
        (state.deck[card].colour == next_colour for card in ("arsonist", "acrobat", "smuggler", "judge")), reverse=True
    )
    assert {"wrong_colour"} <= {reason for _, reason, _ in why("canal:0:left:4")}


def test_what_is_pressed_to_look_at_it_gets_no_answer_unless_it_is_asked_about() -> None:
    for target in ("seat:1", "supply:red"):
        assert attempts_at(first_look().state, 0, target) == []


def test_what_is_not_asked_for_now_gets_one_answer() -> None:
    for target, attempt in (
        ("pile:first", "draw:first"),
        ("step:4", "advance"),
        ("canal:0:left:2", "canal"),
    ):
        attempts = attempts_at(first_look().state, 0, target)
        assert attempts[0].startswith(attempt)
        if attempt != "canal":
            assert [reason for _, reason, _ in why(target)] == ["not_now"]


def test_every_place_of_ones_own_can_be_asked_about_in_every_decision() -> None:
    """Each attempt is a choice in the notation that `why_not` can judge, and what is legal there is among them."""
    for game in positions():
        assert game.pending is not None
        seat = game.pending.player
        legal = set(map(str, game.legal()))
        for target in shown(game.state, seat):
            attempts = attempts_at(game.state, seat, target)
            assert len(set(attempts)) == len(attempts)
            for attempt in attempts:
                refusal = game.why_not(attempt)
                assert (refusal is None) is (attempt in legal)
                assert refusal is None or refusal.reason != "unknown_words", attempt


@each("target", TARGETS)
def test_nobody_asks_about_the_choices_of_another_seat(target: str) -> None:
    assert attempts_at(first_look().state, 1, target.replace(":0:", ":1:")) == []


@each(
    "target",
    [
        *("", "x", ":", "hand", "hand:0", "hand:0:", "hand:0:#1", "hand:1:thief", "hand:0:nobody", "hand:0:prince"),
        *("house:0:99", "house:0:-1", "house:0:x", "house:0", "house:1:0", "person:0:judge", "person:0:nobody", "canal:0:up:1"),
        *("canal:0:left:99", "canal:0:left", "threat:0:green", "worker:0:green", "supply:green", "seat:99", "seat:-1", "seat:x"),
        *("pile:extra", "pile:third", "die:green", "step", "statue", "majority:0:people", "points:0", "hand:0:judge:more"),
        *("house:0:" + "9" * 5000, "<script>", "hand:0:\x00"),
    ],
)
def test_a_target_that_is_none_asks_nothing(target: str) -> None:
    assert attempts_at(first_look().state, 0, target) == []


def test_after_the_game_a_click_hears_that_it_is_over() -> None:
    state = first_look().state.copy()
    state.agenda, state.causes = [], []
    game = Game(first_look().kit, state, names=first_look().names)
    assert game.over
    attempts = attempts_at(game.state, 0, "hand:0:judge")
    assert len(attempts) == 1
    refusal = game.why_not(attempts[0])
    assert refusal is not None
    assert refusal.reason == "over"
