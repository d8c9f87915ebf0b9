"""What houses come to, counted once: the same as looking at every house each time."""

from __future__ import annotations

from bruges_lab.analysis.policies import random_policy
from bruges_lab.games.bruges.deck import FREE
from bruges_lab.games.bruges.display import display
from bruges_lab.games.bruges.model import EMPTY, House, State
from bruges_lab.games.bruges.ops import TRIGGERS
from bruges_lab.games.bruges.watching import start
from bruges_lab.kernel import Seeded, Stream, advance, choose


def _compared(s: State) -> int:
    deck, helping = s.deck, 0
    for player in s.players:
        shown = display(deck, player.houses)
        assert shown is display(deck, player.houses)
        people = [house.person for house in player.houses if house.person != EMPTY]
        assert shown.people == player.people == tuple(people)
        rooms = [deck.colour[house.card] for house in player.houses if house.person == EMPTY]
        assert (shown.empty, shown.rooms) == (len(rooms), tuple(dict.fromkeys(rooms)))
        straight = [house.person for house in player.houses if house.person != EMPTY and not house.used]
        assert shown.ready == tuple((one, deck.activation[one]) for one in straight if deck.activation[one] is not None)
        for op, cards in deck.queries.items():
            assert shown.answering.get(op, ()) == tuple(one for one in people if one in cards), op
        for trigger in TRIGGERS:
            caring = deck.caring[trigger]
            assert (trigger in shown.minding) == (not caring.own.isdisjoint(people)), trigger
            assert (trigger in shown.minded_by_others) == (not caring.others.isdisjoint(people)), trigger
        assert shown.helped == any(deck.helps_listing[one] for one in people)
        helping += bool(shown.answering)
    return helping


def test_a_display_is_what_its_houses_are() -> None:
    helping = 0
    for seed in range(6):
        s, source, stream = start(2 + seed % 3, seed), Seeded(seed), Stream(seed, "display")
        while (pending := advance(s)) is not None:
            helping += _compared(s)
            option = source.pick(s, pending, 0) if pending.is_chance else random_policy(s, pending, stream)
            assert option is not None
            choose(s, option)
    assert helping


def test_another_deck_counts_its_own_people() -> None:
    s = start(2, 1)
    ready = next(card for card, takes in enumerate(s.deck.activation) if takes == FREE)
    houses = (House(0, ready),)
    assert display(s.deck, houses).ready == ((ready, FREE),)
    other = type(s.deck)(reversed(s.deck.cards))
    assert display(other, houses).deck is other
    assert display(s.deck, houses).deck is s.deck
