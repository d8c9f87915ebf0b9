"""What each seat may know, and positions that a seat cannot tell from the real one."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from whole import GOLDEN, SMALL, random_game, whole_game

import bruges_lab as bl
from bruges_lab.games.bruges.kit import BrugesKit
from bruges_lab.games.bruges.model import BOOK, EMPTY, House, State
from bruges_lab.games.bruges.positions import check_position
from bruges_lab.games.bruges.views import mask, resample
from bruges_lab.kernel import Game, Stream, advance
from bruges_lab.kernel.events import rebuild

CARD_FIELDS = ("hand", "unseen", "shown", "held", "houses", "discard", "piles", "extra", "spent")
"""Fields that hold cards, of players and of the table."""


def numbers(value: object) -> Iterator[int]:
    """Every card in nested tuples; truth values are not cards."""
    if isinstance(value, House):
        yield from (value.card, value.person, *value.maybe)
    elif isinstance(value, int) and not isinstance(value, bool):
        yield value
    elif isinstance(value, tuple | list):
        for item in value:
            yield from numbers(item)


def known_to(seat: int, s: State) -> set[int]:
    """The cards whose face a seat may know, by the rules of the table and not by `mask`."""
    known = {*s.discard, *s.spent}
    for other, player in enumerate(s.players):
        known |= {house.person for house in player.houses if house.person != EMPTY}
        known |= {*player.shown, *player.held}
        if other == seat:
            known |= {*player.hand} - {*player.unseen}
            known |= {house.card for house in player.houses}
    return known


def cards_in(s: State) -> set[int]:
    """Every face that a position shows."""
    owners: list[object] = [s, *s.players]
    found = {n for owner in owners for name in CARD_FIELDS if hasattr(owner, name) for n in numbers(getattr(owner, name))}
    return {card for card in found if card >= 0}


@cache
def watched_lines() -> list[Game[State]]:
    return [
        whole_game(2, 1),
        whole_game(3, 2),
        whole_game(4, 3),
        random_game(3, 6, ruleset=bl.ruleset(peek="after_all", end_by="rounds", rounds_limit=9, reshuffle_discard=True)),
        eventful_game(),
    ]


def eventful_game() -> Game[State]:
    """Many houses, many people, many fires: a game in which cards went back to a hand for all to see, and were veiled there."""
    rules = bl.ruleset(threat_faces=(4, 5, 6), threat_limit=2, start_guilders=60, start_workers=6, **SMALL)
    deck = bl.Deck.load(GOLDEN / "deck.toml", rules)
    for seed in range(100):
        game = bl.new_game(3, seed, ruleset=rules, deck=deck)
        stream = Stream(seed, "eventful")
        while (pending := game.pending) is not None:
            options = pending.raw
            wanted = [o for o in options if o[0] in ("house", "recruit", "activate", "burn")] if stream.below(5) else options
            game.play_option(stream.pick(wanted or options))
        kinds = {event.kind for event in game.events}
        veiled = any(player.held for node in game.line for player in node.state.players)
        if veiled and {"person.returned", "person.lost", "person.activated", "card.drawn_open"} <= kinds:
            return game
    raise AssertionError("no seed gives such a game any more")


@pytest.mark.parametrize("number", range(5))
def test_no_view_shows_a_hidden_card(number: int) -> None:
    game = watched_lines()[number]
    twin = game.branch()
    for node in game.line:
        pending = advance(node.state.copy())
        for seat in range(len(game.names)):
            view = mask(node.state, seat)
            assert cards_in(view) <= known_to(seat, node.state), f"node {node.number}, seat {seat}"
        if node.number % 9 == 0:
            twin.goto(node.number)
            for seat in range(len(game.names)):
                seen = twin.view(seat)
                assert seen.state.key() == mask(node.state, seat).key()
                asked = pending is not None and pending.player == seat
                assert bool(seen.options) == asked, "only who decides is told the options"
                assert (seen.pending, seen.player) == ((None, None) if pending is None else (pending.kind, pending.player))


@pytest.mark.parametrize("number", range(5))
def test_a_view_is_the_same_whatever_is_hidden(number: int) -> None:
    """Hidden cards dealt anew: the same position, the same question, the same options for the seat that looks."""
    game = watched_lines()[number]
    twin = game.branch()
    changed = 0
    for node in game.line[::7]:
        twin.goto(node.number)
        for seat in range(len(game.names)):
            view = twin.view(seat)
            other_state = bl.resample(view, seed=node.number)
            check_position(other_state)
            changed += other_state.key() != node.state.key()
            other = Game(BrugesKit(other_state.deck, other_state.board), other_state, chance=bl.Ask(), names=game.names)
            again = other.view(seat)
            assert again.state.key() == view.state.key()
            assert (again.pending, again.player, again.options) == (view.pending, view.player, view.options)
    assert changed > 10, "nothing was hidden"


@pytest.mark.parametrize("number", range(5))
def test_no_event_tells_a_hidden_card(number: int) -> None:
    game = watched_lines()[number]
    for seat in range(len(game.names)):
        for event, real, known in seen_events(game, seat):
            for name, kind in BOOK.kinds[event.kind].fields.items():
                if kind == "card" and event.data[name] is not None:
                    assert event.data[name] in known, f"{event!r} tells seat {seat} of a hidden card"
            if event.masked:
                secret = [n for n in BOOK.kinds[real.kind].secret if event.data[n] is None]
                for lang in ("en", "de", "fr", "it"):
                    told = event.text(lang)
                    assert not any(game.state.deck[real.data[n]].name[lang] in told for n in secret), told


@pytest.mark.parametrize("number", range(5))
def test_no_delta_tells_a_hidden_card(number: int) -> None:
    game = watched_lines()[number]
    told = {
        event.kind
        for seat in range(len(game.names))
        for event, _, known in seen_events(game, seat)
        for delta in event.deltas
        if delta[2] in CARD_FIELDS and not {n for n in numbers(delta[-1]) if n >= 0} <= known
    }
    assert told == set(), "deltas of these events tell a seat what lies face down elsewhere"


def seen_events(game: Game[State], seat: int) -> Iterator[tuple[bl.Event, bl.Event, set[int]]]:
    """Every event as the seat saw it, as it was, and the cards that the seat knew right after it."""
    state = game.start.copy()
    for event, real in zip(game.view(seat).events, game.events, strict=True):
        assert (event.kind, event.rule, event.player, event.index) == (real.kind, real.rule, real.player, real.index)
        if real.index >= game.opening:
            rebuild(state, [real])
        yield event, real, known_to(seat, state)


@pytest.mark.parametrize("peek", ["after_own_refill", "after_all"])
def test_drawn_cards_are_hidden_from_their_owner_until_the_refill_ends(peek: str) -> None:
    game = bl.new_game(3, 4, ruleset=bl.ruleset(peek=peek))
    order = [(game.state.start + i) % 3 for i in range(3)]
    for place, seat in enumerate(order):
        for drawn in range(1, 6):
            assert game.pending is not None
            assert (game.pending.kind, game.pending.player) == ("draw.card", seat)
            game.play("draw:first")
            own = game.state.players[seat].hand
            backs = [-2 - game.state.deck.colour[card] for card in own]
            done = drawn == 5 and (peek == "after_own_refill" or place == 2)
            for viewer in range(3):
                hand = game.view(viewer).state.players[seat].hand
                if viewer == seat:
                    assert list(hand) == list(own if done else backs)
                else:
                    assert sorted(hand) == sorted(backs), "others see backs, in an order that tells nothing"
        if place < 2:
            looked = game.view(seat).state.players[seat].hand
            assert all((card >= 0) == (peek == "after_own_refill") for card in looked)
    for seat in range(3):
        assert all(card >= 0 for card in game.view(seat).state.players[seat].hand)


def fire(**more: Any) -> Game[State]:
    """Seat 0's house with the Judge burns; a red card and a blue one in hand besides, and workers to build with."""
    player: dict[str, Any] = {"threats": {"red": 2}, "houses": [{"card": "blue", "person": "judge"}], "hand": ["nun", "squire"]}
    given = {
        "phase": "dice",
        "dice": {"blue": 3, "brown": 3, "yellow": 4, "red": 6, "purple": 3},
        "players": [{**player, **more}, {"hand": ["baron"]}],
    }
    return bl.scenario({"given": given})


def test_a_person_back_from_a_fire_stays_known() -> None:
    game = fire()
    judge = game.state.deck["judge"].number
    assert game.events[-1].kind != "forced"
    assert "person.returned" in {event.kind for event in game.events}
    other = game.view(1)
    assert judge in other.state.players[0].hand
    assert sum(card >= 0 for card in other.state.players[0].hand) == 1, "the rest of the hand is hidden"
    for seed in range(10):
        assert judge in bl.resample(other, seed).players[0].hand


def test_a_card_of_its_colour_laid_face_down_veils_it() -> None:
    """The Judge is red: after a red card is laid face down nobody but the owner knows whether it is the Judge."""
    game = fire()
    judge, nun = game.state.deck["judge"].number, game.state.deck["nun"].number
    views = {}
    for laid in ("nun", "judge"):
        twin = game.branch()
        twin.play(f"house:{laid}")
        views[laid] = twin.view(1)
        assert judge not in cards_in(views[laid].state) - {*views[laid].state.players[0].held}
        places = [
            (judge in s.players[0].hand, judge in [house.card for house in s.players[0].houses])
            for s in (bl.resample(views[laid], seed) for seed in range(30))
        ]
        assert set(places) == {(True, False), (False, True)}, "both are possible, and it is always in one of them"
        assert nun in twin.state.players[0].hand or nun in [house.card for house in twin.state.players[0].houses]
        hand = views[laid].state.players[0].hand
        assert sorted(hand) == sorted(-2 - game.state.deck.colour[card] for card in twin.state.players[0].hand)
    assert views["nun"].state.players[0].houses == views["judge"].state.players[0].houses
    assert [e.text() for e in views["nun"].events] == [e.text() for e in views["judge"].events]
    blue = game.branch()
    blue.play("house:squire")
    assert judge in blue.view(1).state.players[0].hand, "a blue card tells nothing of a red one"


def test_the_order_of_a_hidden_hand_tells_nothing() -> None:
    game = fire()
    hands = []
    for laid in ("nun", "judge"):
        twin = game.branch()
        twin.play(f"house:{laid}")
        hands.append(twin.view(1).state.players[0].hand)
    assert hands[0] == hands[1]


# Dealt anew


def test_a_veiled_card_is_not_put_under_an_older_house() -> None:
    """The Judge came back from a fire; a red house that stood before cannot be the Judge, the one built since can."""
    game = fire(houses=[{"card": "blue", "person": "judge"}, {"card": "red"}], workers={"red": 2})
    game.play("burn:0")
    game.play("house:nun")
    judge = game.state.deck["judge"].number
    where = set()
    for seed in range(40):
        owner = bl.resample(game.view(1), seed).players[0]
        assert owner.houses[0].card != judge, "the old house"
        where.add("house" if owner.houses[1].card == judge else "hand" if judge in owner.hand else "nowhere")
    assert where == {"house", "hand"}


def test_shuffled_discards_lie_under_no_older_house() -> None:
    """Everybody saw the discards before they became piles: who hides how many of them, and where they cannot be, is known."""
    rules = bl.ruleset(end_by="rounds", rounds_limit=24, reshuffle_discard=True, start_workers=5)
    checked = moved = 0
    for seed in range(3):
        game = random_game(2, seed, ruleset=rules)
        states = [node.state for node in game.line if node.state.shuffles][::40]
        assert states, "nothing was shuffled"
        for number, state in enumerate(states):
            again = resample(mask(state, 0), 0, Stream(number, "resample"))
            for house, twin in zip(state.players[1].houses, again.players[1].houses, strict=True):
                assert state.shuffle_of(house.card) <= house.shuffle
                assert state.shuffle_of(twin.card) <= twin.shuffle == house.shuffle
                checked += 1
                moved += twin.card != house.card
            hidden = [ages(s, 1) for s in (state, again)]
            assert hidden[0] == hidden[1], "the number of former discards that a player hides"
    assert checked > 100
    assert moved > checked / 2


def ages(s: State, seat: int) -> list[tuple[int, int]]:
    """Colour and shuffle of every card that a player hides."""
    player = s.players[seat]
    cards = [*player.hand, *(house.card for house in player.houses)]
    return sorted((s.deck.colour[card], s.shuffle_of(card)) for card in cards)
