"""The lab's own teller, on a game that has none: the types of its book are enough."""

from __future__ import annotations

import pytest
from ferry.rules import KIT, Ferry, Traveller, start

from bruges_lab.games import shelf
from bruges_lab.kernel import Event, Game, Scripted
from bruges_lab.rulebook.telling import BookTeller

NAMES = ("Ada", "Ben")


def teller() -> BookTeller:
    made = shelf.find("ferry").words(start(2), NAMES)
    assert isinstance(made, BookTeller)
    return made


def told(kind: str, lang: str, player: int = 0, **data: object) -> str:
    return Event(("ferry.turn", kind, player, data, (), -1), 0, teller()).text(lang)


@pytest.mark.parametrize(
    ("kind", "player", "data", "en", "fr"),
    [
        ("card.crosses", 1, {"card": 7}, "Ben crosses with the 7.", "Ben traverse avec le 7."),
        ("coin.lost", 0, {"coins": 1}, "Ada loses one coin.", "Ada perd une pièce."),
        ("coin.lost", 0, {"coins": 2}, "Ada loses 2 coins.", "Ada perd 2 pièces."),
        ("card.drawn", 0, {"card": None}, "Ada draws a card: ?.", "Ada pioche une carte : ?."),
        ("round.begins", -1, {"round": 2}, "Round 2 begins.", "La manche 2 commence."),
    ],
)
def test_events(kind: str, player: int, data: dict[str, object], en: str, fr: str) -> None:
    assert told(kind, "en", player, **data) == en
    assert told(kind, "fr", player, **data) == fr


def test_a_seat_in_the_data_is_a_name() -> None:
    assert told("card.fished", "en", 0, card=3, fisher=1) == "Ada throws the 3 overboard; Ben fishes it out."
    assert told("card.fished", "en", 9, card=3, fisher=-1) == "– throws the 3 overboard; – fishes it out."


def test_choices_by_the_names_of_their_codecs() -> None:
    assert teller().choice(("cross", 8)) == "Cross with the 8"
    assert teller().choice(("cross", 8), "fr") == "Traverser avec le 8"
    assert teller().choice(("wind", 6)) == "Let the wind blow with force 6"
    assert teller().choice(("wait",), "fr") == "Attendre"


def test_a_kind_without_a_phrase_stands_for_itself() -> None:
    assert teller().choice(("sing", 3)) == "sing 3"


def position(agenda: tuple[object, ...]) -> Game[Ferry]:
    state = Ferry(players=[Traveller(hand=(3, 5)), Traveller(hand=(9,))], wind=4, pile=())
    state.push(*agenda)
    return Game(KIT, state, names=NAMES, chance=Scripted([]))


def test_refusals_and_questions() -> None:
    game = position(("turn", 1))
    assert game.question() == "Ben takes a turn."
    assert game.question("fr") == "C’est à Ben de jouer."
    refusal = game.why_not("coin")
    assert refusal is not None
    assert refusal.text() == "Not now: losing a coin. Ben takes a turn."
    assert refusal.text("fr") == "Pas maintenant\u00a0: perdre une pièce. C’est à Ben de jouer."
    weak = position(("turn", 0)).why_not("cross:3")
    assert weak is not None
    assert weak.text("fr") == "Le 3 n’est pas plus fort que le vent (force 4)."


def test_the_kit_tells_options_through_the_manifest() -> None:
    game = position(("turn", 1))
    assert game.pending is not None
    assert [KIT.tell_option(game.state, NAMES, option, "fr") for option in game.pending.raw] == [
        "Traverser avec le 9",
        "Attendre",
    ]


def test_several_seats_are_listed() -> None:
    assert teller().values("winners", "seats", (0, 1), "en") == {"winners": "Ada, Ben"}
    assert teller().values("winners", "seats", (1,), "en") == {"winners": "Ben"}
