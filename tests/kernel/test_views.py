"""Views never leak, and a resampled state cannot be told from the real one."""

from __future__ import annotations

import pytest
from ferry.rules import KIT
from hypothesis import given, settings
from hypothesis import strategies as st
from play import random_game

from bruges_lab.kernel import Game, LabError, Seeded, resample

SEEDS = st.integers(0, 300)


@given(SEEDS, st.integers(0, 12), st.integers(0, 2), SEEDS)
@settings(deadline=None)
def test_resampling_keeps_the_view_and_the_position_legal(seed: int, moves: int, seat: int, other: int) -> None:
    game = random_game(seed, moves=moves)
    view = game.view(seat)
    state = resample(KIT, view, other)
    KIT.check(state)
    assert KIT.mask(state, seat).key() == view.state.key()
    assert list(state.agenda) == list(game.state.agenda)


@given(SEEDS, st.integers(0, 12), st.integers(0, 2))
@settings(deadline=None)
def test_a_view_does_not_depend_on_what_is_hidden(seed: int, moves: int, seat: int) -> None:
    """Two games that differ only in hidden cards look the same."""
    game = random_game(seed, moves=moves)
    view = game.view(seat)
    for other in range(5):
        hidden = resample(KIT, view, other)
        twin = Game(KIT, hidden, chance=Seeded(seed))
        again = twin.view(seat)
        assert again.state.key() == view.state.key()
        assert (again.pending, again.player) == (view.pending, view.player)
        if view.player != seat:
            assert again.options == view.options == []
        else:
            assert again.options == view.options


def test_resampling_reaches_every_hidden_card() -> None:
    game = random_game(1, moves=2)
    view = game.view(0)
    hidden = {card for p in game.state.players[1:] for card in p.hand if card not in p.shown} | set(game.state.pile)
    seen: set[int] = set()
    for seed in range(60):
        seen |= {card for p in resample(KIT, view, seed).players[1:] for card in p.hand}
    assert hidden <= seen | set()


@given(SEEDS, st.integers(0, 2))
def test_events_hide_what_others_drew(seed: int, seat: int) -> None:
    game = random_game(seed)
    for event, seen in zip(game.events, game.view(seat).events, strict=True):
        if event.kind == "card.drawn" and event.player != seat:
            assert seen.data == {"card": None}
            assert seen.deltas == ()
            assert seen.masked
            assert "?" in seen.text()
        else:
            assert seen == event
            assert not seen.masked


def test_a_card_seen_in_the_open_stays_known() -> None:
    for seed in range(40):
        game = random_game(seed)
        for node in game.nodes:
            for owner, player in enumerate(node.state.players):
                if player.shown:
                    masked = KIT.mask(node.state, (owner + 1) % 3)
                    assert set(player.shown) <= set(masked.players[owner].hand)
                    return
    raise AssertionError("no game fished a card")


def test_there_is_no_view_of_a_seat_that_does_not_exist() -> None:
    game = random_game(1, moves=1)
    for seat in (-1, 3, "0"):
        with pytest.raises(LabError, match="no seat"):
            game.view(seat)  # type: ignore[arg-type]


def test_events_are_masked_in_one_place() -> None:
    """What a view shows of events, a game's `seen` shows; for nobody in particular they are as they are."""
    game = random_game(5, moves=12)
    assert game.seen(game.events, None) == game.events
    assert any(event.kind == "card.drawn" for event in game.events)
    for seat in range(3):
        assert game.seen(game.events, seat) == game.view(seat).events
        drawn = [event for event in game.seen(game.events, seat) if event.kind == "card.drawn"]
        assert all((event.data["card"] is None) is (event.player != seat) is event.masked for event in drawn)
        assert all(event.deltas == () for event in drawn if event.masked)
