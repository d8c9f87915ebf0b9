"""The card that is drawn next, named by hand: what may lie there, with which odds, what comes of it, and what is refused."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any

import pytest
from cases import each

import bruges_lab as bl
from bruges_lab.games.bruges.panels.next_card_panel import unseen
from bruges_lab.games.bruges.positions import check_position
from bruges_lab.rulebook.texts import LANGUAGES


def shown(explorer: bl.Explorer, surface: str) -> str:
    return "".join(explorer.surfaces()[surface].parts.values())


def after_draws(draws: int, **options: Any) -> bl.Explorer:
    """An explorer of three players after so many draws of the first phase."""
    explorer = bl.Explorer(bl.new_game(players=3, seed=7), **options)
    for number in range(draws):
        explorer.choose(("draw:first", "draw:second")[number % 2])
    return explorer


def another(explorer: bl.Explorer, place: int = 0) -> tuple[str, str]:
    """A pile, and a card that may lie on top of it but does not."""
    found = unseen(explorer.game, explorer.seat)[place]
    state = explorer.game.state
    card = next(card for card in found.cards if card != state.top(found.pile))
    return ("first", "second")[found.pile], state.deck[card].id


@each("seat", [None, 0, 2])
@each("draws", [0, 3, 9])
def test_the_named_card_is_drawn_next_in_a_new_game_that_says_so(draws: int, seat: int | None) -> None:
    explorer = after_draws(draws, seat=seat)
    game, before = explorer.game, explorer.game.state
    pile, card = another(explorer, 1)
    explorer.set_draw(card, pile)
    state = explorer.game.state
    assert explorer.game is not game
    assert game.state is before  # the game it came from is as it was
    check_position(state)
    assert state.deck[state.top(("first", "second").index(pile))].id == card
    if seat is None:
        assert [player.hand for player in state.players] == [player.hand for player in before.players]
    else:  # nothing that this seat knows has changed
        assert explorer.game.view(seat).state.digest() == game.view(seat).state.digest()
    assert card in explorer.game.node.note.casefold().replace(" ", "_").replace("-", "_")
    assert explorer.game.node.note.startswith("Chosen by hand")
    assert explorer.message == explorer.game.node.note

    step = explorer.game.play(f"draw:{pile}")
    assert state.deck[step.events[0].data["card"]].id == card
    again = bl.from_text(explorer.game.to_text())
    assert again.root.note == explorer.game.root.note
    assert again.state.digest() == explorer.game.state.digest()
    explorer.back()
    assert explorer.game is game


def test_the_odds_are_one_in_the_cards_with_this_back_that_the_seat_has_not_seen() -> None:
    explorer = after_draws(9)
    state = explorer.game.state
    deck = state.deck
    for seat in (None, 0, 1, 2):
        for found in unseen(explorer.game, seat):
            seen = {
                card
                for other, player in enumerate(state.players)
                if seat in (None, other)
                for card in player.hand
                if seat is None or card not in player.unseen
            }
            fitting = [card for card in range(len(deck)) if deck.colour[card] == found.colour and card not in seen]
            assert sorted(found.cards) == fitting
            assert found.odds == Fraction(1, len(fitting))
            assert state.top(found.pile) in found.cards
    explorer.select("chance")
    first = unseen(explorer.game, None)[0]
    assert f"{first.odds} ({100 / len(first.cards):.3f} %)" in shown(explorer, "chance")


def test_both_piles_can_be_set_and_both_notes_stay() -> None:
    explorer = after_draws(2)
    for place in (0, 1):
        pile, card = another(explorer, place)
        explorer.set_draw(card, pile)
    assert explorer.game.node.note.count("Chosen by hand") == 2
    explorer.back()
    explorer.back()
    assert not explorer.opened


def test_dice_that_were_written_down_go_on_where_they_were() -> None:
    throws = ["roll:1:2:3:4:5", "roll:5:4:3:2:1"]
    game = bl.new_game(players=2, seed=3, chance=bl.Scripted(throws, bl.Seeded(3)))
    explorer = bl.Explorer(game)
    while game.state.round < 2:
        explorer.next_phase()
    assert game.state.dice == (1, 2, 3, 4, 5)
    explorer.next_decision()
    pile, card = another(explorer)
    explorer.set_draw(card, pile)
    while explorer.game.state.phase < 2:
        explorer.next_decision()
        explorer.choose(str(explorer.game.legal()[0]))
    assert explorer.game.state.dice == (5, 4, 3, 2, 1)


def test_a_persons_draw_can_be_set_too() -> None:
    given = {
        "phase": "actions",
        "dice": {"blue": 1, "brown": 2, "yellow": 3, "red": 4, "purple": 5},
        "players": [{"guilders": 9, "houses": [{"card": "red", "person": "valet"}], "workers": {"red": 2}}, {}],
    }
    explorer = bl.Explorer(bl.scenario({"given": given}))
    activate = next((str(choice) for choice in explorer.game.legal() if choice.kind == "activate"), None)
    assert activate is not None
    explorer.choose(activate)
    while explorer.game.pending.kind != "draw.one":
        explorer.choose(str(explorer.game.legal()[0]))
    pile, card = another(explorer)
    explorer.set_draw(card, pile)
    explorer.choose(f"draw:{pile}")
    drawn = next(event for event in explorer.game.events if event.kind == "card.drawn_open")
    assert explorer.game.state.deck[drawn.data["card"]].id == card


# What is refused


def refused(explorer: bl.Explorer, card: str, pile: str | None = None) -> str:
    """The reason in one line; nothing has changed."""
    game, node = explorer.game, explorer.game.node
    with pytest.raises(bl.LabError) as error:
        explorer.set_draw(card, pile)
    assert (explorer.game, explorer.game.node) == (game, node)
    assert "\n" not in str(error.value)
    return str(error.value)


def test_a_card_that_was_seen_and_one_of_the_wrong_back_are_refused_with_the_reason() -> None:
    explorer = after_draws(10)
    state = explorer.game.state
    deck = state.deck
    piles = unseen(explorer.game, None)
    colours = {found.colour for found in piles}
    held = next((card for player in state.players for card in player.hand if deck.colour[card] in colours), None)
    assert held is not None
    assert "known to be somewhere else" in refused(explorer, deck[held].id)
    wrong = next(card for card in state.piles[0] if deck.colour[card] not in colours)
    name = deck[wrong].name["en"]
    assert re.fullmatch(
        rf"The {name} has a \w+ back; the top card of the first draw pile has a \w+ one\.",
        refused(explorer, deck[wrong].id, "first"),
    )
    assert "no person nobody" in refused(explorer, "nobody")
    assert "unknown pile 'third'" in refused(explorer, another(explorer)[1], "third")


def test_a_card_in_a_hidden_hand_may_lie_there_as_far_as_the_seat_knows() -> None:
    explorer = after_draws(10, seat=0)
    state = explorer.game.state
    colours = {found.colour for found in unseen(explorer.game, 0)}
    held = next(
        card
        for player in state.players[1:]
        for card in player.hand
        if state.deck.colour[card] in colours and card not in player.shown
    )
    explorer.set_draw(state.deck[held].id)
    assert explorer.game.view(0).state.digest() == after_draws(10).game.view(0).state.digest()
    explorer.back()
    explorer.look_as(None)
    assert "somewhere else" in refused(explorer, state.deck[held].id)  # with all hands open everybody sees where it is


def test_where_no_card_is_drawn_next_none_can_be_named() -> None:
    explorer = bl.Explorer(bl.new_game(players=2, seed=7))
    explorer.next_phase()
    assert explorer.game.state.phase == 2
    explorer.next_phase()
    explorer.next_decision()
    assert refused(explorer, "thief") == "No card is about to be drawn here."
    explorer.select("chance")
    assert 'data-act="set_draw"' not in shown(explorer, "chance")


# The panel


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_panel_offers_the_cards_in_every_language(lang: str) -> None:
    explorer = after_draws(3, lang=lang)
    assert 'data-act="tab" data-value="chance"' in shown(explorer, "decide")
    explorer.select("chance")
    pile, card = another(explorer, 1)
    explorer.surfaces()["chance"].press("next_card", f"{pile}:{card}")
    page = shown(explorer, "chance")
    assert f'<option value="{pile}:{card}" selected="selected">' in page
    assert not re.search(r"[{}$]", re.sub(r"<[^>]+>", "", page))
    explorer.surfaces()["chance"].press("set_draw", re.findall(r'data-act="set_draw" data-value="([^"]+)"', page)[0])
    assert explorer.game.state.deck[explorer.game.state.top(("first", "second").index(pile))].id == card
    assert explorer.game.node.note


def test_the_panel_is_the_same_whatever_lies_on_top() -> None:
    explorer = after_draws(3, seat=1)
    explorer.select("chance")
    before = shown(explorer, "chance")
    explorer.set_draw(another(explorer)[1])
    assert shown(explorer, "chance") == before
