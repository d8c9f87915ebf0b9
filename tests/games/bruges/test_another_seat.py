"""What a seat could do if it were its turn, and why not; asked while another seat decides."""

import pytest
from tables import WAITS, table

import bruges_lab as bl
from bruges_lab.kernel import LabError, Supposed

OTHER = {"guilders": 2, "hand": ["prince", "thief"], "houses": ["blue"], "workers": {"red": 1}}


def test_the_other_seats_turn_is_listed_as_on_its_own_turn() -> None:
    game = table(WAITS, OTHER)
    own = table(WAITS, OTHER, seat=1)
    before = game.state.digest(), len(game.nodes), game.legal()
    listed = game.legal(seat=1)
    assert isinstance(listed, Supposed)
    assert listed == own.legal()
    assert (game.state.digest(), len(game.nodes), game.legal()) == before


@pytest.mark.parametrize(
    ("lang", "begins"),
    [
        ("en", "Suppose it were Lion’s turn. You need"),
        ("de", "Angenommen, Löwe wäre am Zug. Du brauchst"),
        ("fr", "Supposons que ce soit à Lion de jouer. Il vous faut"),
        ("it", "Supponiamo che sia il turno di Leone. Ti"),
    ],
)
def test_the_refusal_says_that_it_is_not_its_turn(lang: str, begins: str) -> None:
    game = table(WAITS, OTHER)
    refusal = game.why_not("recruit:prince:blue", seat=1)
    own = table(WAITS, OTHER, seat=1).why_not("recruit:prince:blue")
    assert refusal is not None
    assert own is not None
    assert (refusal.rule, refusal.reason, refusal.data) == (own.rule, own.reason, {**own.data, "if_turn": 1})
    assert refusal.text(lang).startswith(begins)
    assert refusal.text(lang).endswith(own.text(lang))
    assert game.why_not("workers:prince", seat=1) is None
    assert game.why_not("workers:novice", seat=1) is not None


def test_without_cards_there_are_only_activations() -> None:
    lodged = {"houses": [{"card": "red", "person": "squire"}]}
    game = table(WAITS, lodged)
    assert {choice.kind for choice in game.legal(seat=1)} <= {"activate", "end"}


def test_the_step_of_phase_2_can_be_asked_about() -> None:
    dice = {"blue": 1, "brown": 2, "yellow": 3, "red": 3, "purple": 3}
    game = table({}, {"guilders": 2}, {"guilders": 9}, phase="dice", dice=dice)
    assert game.pending is not None
    assert (game.pending.kind, game.pending.player) == ("advance", 0)
    refusal = game.why_not("advance", seat=1)
    assert refusal is not None
    assert (refusal.rule, refusal.if_turn) == ("phase2.advance.poor", 1)
    assert [str(choice) for choice in game.legal(seat=2)] == ["advance", "decline"]


def test_while_cards_are_drawn() -> None:
    game = bl.new_game(3, 1)
    assert game.pending is not None
    other = (game.pending.player + 1) % 3
    assert [str(choice) for choice in game.legal(seat=other)] == ["draw:first", "draw:second"]
    assert game.pending.player != other


def test_while_chance_decides_nobody_has_a_turn() -> None:
    game = bl.scenario("fire_and_plague", chance=bl.Ask())
    with pytest.raises(LabError, match="on turns"):
        game.legal(seat=1)
