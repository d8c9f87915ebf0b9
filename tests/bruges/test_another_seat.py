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
        ("en", "If it were your turn, Lion: You need"),
        ("de", "Wenn du am Zug wärst, Lion: Du brauchst"),
        ("fr", "Si c’était à vous de jouer, Lion\u00a0: Il vous faut"),
        ("it", "Se fosse il tuo turno, Lion: Ti"),
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


def test_before_phase_3_nobody_has_a_turn() -> None:
    game = bl.new_game(3, 1)
    with pytest.raises(LabError, match="phase 3"):
        game.legal(seat=1 if game.pending is None or game.pending.player != 1 else 2)
