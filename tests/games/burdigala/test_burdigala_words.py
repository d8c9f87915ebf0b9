"""The words of Burdigala: every event, refusal, question and choice in every language it has, told in whole games."""

from __future__ import annotations

from functools import cache

import pytest
from burdigala_tables import random_game, table

from bruges_lab.games.burdigala.amounts import VALUES
from bruges_lab.games.burdigala.board import Board
from bruges_lab.games.burdigala.manifest import MANIFEST
from bruges_lab.games.burdigala.model import BOOK, State
from bruges_lab.games.burdigala.telling import BurdigalaTeller
from bruges_lab.kernel import Game
from bruges_lab.kernel.choices import REASONS
from bruges_lab.rulebook.texts import LANGUAGES, languages_of

SPOKEN = languages_of(MANIFEST)


@cache
def whole(players: int, seed: int) -> Game[State]:
    return random_game(players, seed)


def teller(game: Game[State]) -> BurdigalaTeller:
    return BurdigalaTeller(game.state, game.names)


def test_it_is_told_in_four_languages() -> None:
    assert SPOKEN == LANGUAGES


def test_every_event_can_be_told() -> None:
    expected = {kind.name: frozenset({"player", *kind.fields}) for kind in BOOK.kinds.values()}
    expected["points.scored"] |= {"plot"}  # by its rule
    assert MANIFEST.texts.faults("event", expected) == []


def test_every_refusal_can_be_told() -> None:
    texts = MANIFEST.texts
    own = {key: texts.variables("refusal", key) if texts.has("refusal", key) else frozenset[str]() for key in BOOK.reasons()}
    assert texts.faults("refusal", {**own, **REASONS}) == []


def test_every_step_and_choice_can_be_told() -> None:
    steps = {name: frozenset({"player", *step.about}) for name, step in BOOK.steps.items()}
    steps |= {f"{name}.stuck": steps[name] for name in ("turn.move", "turn.move.plain")}
    choices = {kind: VALUES | {codec.name for codec in BOOK.codecs(kind)} for kind in BOOK.choices()}
    assert MANIFEST.texts.faults("step", steps) == []
    assert MANIFEST.texts.faults("choice", choices) == []
    assert MANIFEST.texts.faults("kind", dict.fromkeys(choices, frozenset())) == []


def test_few_words_say_why_not() -> None:
    """Each stands for a refusal, uses what it tells, and is shorter than it."""
    texts = MANIFEST.texts
    for lang in SPOKEN:
        assert texts.keys("short", lang) == texts.keys("short")
        for key in texts.keys("short", lang):
            assert texts.variables("short", key, lang) <= texts.variables("refusal", key, lang)
    game = table({"meeples": [1, 5]}, {"meeples": [28]}, dice=(1, 2))
    refusal = game.why_not("remove:1")
    assert refusal is not None
    assert teller(game).closed(("remove", 1), refusal) == "Remove the character on square 1: you can still move"


def test_who_is_stuck_is_asked_whom_to_remove() -> None:
    """In the question, in what it says to press, and on the list of what is to happen; of cards only where one can be played."""
    complete = [site.name for site in Board.load().sites][:-1]
    players = [{"meeples": [1, 5]}, {"meeples": [28]}]
    stuck, free = (table(*players, dice=(1, 2), complete=done) for done in (complete, ()))
    holding = table({"meeples": [1, 5], "hand": ["cart"]}, players[1], dice=(1, 2), complete=complete)
    for game, told, asked in (
        (stuck, "cannot move and removes a character.", "you cannot move: press the character that you remove."),
        (holding, "removes a character, or plays a plot card first.", "that you remove. Or play a plot card first."),
        (free, "moves a character.", "press a character, or the square it goes to."),
    ):
        assert game.pending is not None
        assert game.question().endswith(told)
        assert game.agenda[0] == game.question()
        assert teller(game).ask(game.pending).endswith(asked)


def test_a_card_is_spoken_of_only_where_one_can_be_played() -> None:
    for card, spoken in (("influence", False), ("theft", True)):
        game = table({"meeples": [1], "hand": [card]}, {"meeples": [28], "goods": ["wine"]}, at="throw")
        assert game.pending is not None
        assert ("plot card" in teller(game).ask(game.pending)) is spoken


@pytest.mark.parametrize("lang", SPOKEN)
@pytest.mark.parametrize(("players", "seed"), [(2, 1), (3, 2), (4, 3)])
def test_a_whole_game_is_told_to_everybody(lang: str, players: int, seed: int) -> None:
    """Every event as each seat saw it, every question, every choice, and every refusal of a kind that is not for now."""
    game = whole(players, seed)
    tell = teller(game)
    for seat in (None, *range(players)):
        for event in game.seen(game.events, seat):
            said = tell.tell("event", event.kind, {"player": event.player, "rule": event.rule, **event.data}, lang)
            check(said)
            if event.masked:
                assert "none" not in said.split()
    twin = game.branch()
    for node in game.line[:-1:5]:
        twin.goto(node.number)
        pending = twin.pending
        assert pending is not None
        check(tell.tell("step", pending.kind, pending.told, lang))
        for option in pending.raw[:20]:
            check(tell.choice(option, lang))
        for choice in (
            "move:1:99",
            "build:xiv",
            "lay:theft",
            "theft:1",
            "remove:1",
            "place:4",
            "influence:1:up",
            "build",
            "lay:x",
        ):
            refusal = twin.why_not(choice)
            if refusal is not None:
                check(tell.tell("refusal", refusal.reason, refusal.data, lang))


def check(said: str) -> None:
    assert said
    assert "{" not in said
    assert "$" not in said
    assert "???" not in said


def test_sentences_as_they_are_read() -> None:
    game = whole(2, 1)
    tell = teller(game)
    moved = next(event for event in game.events if event.kind == "meeple.moved")
    said = tell.tell("event", "meeple.moved", {"player": 0, **moved.data}, "en")
    assert said.startswith(f"Player 1 moves from {moved.data['start']} to {moved.data['end']} with the {moved.data['die']}: ")
    drawn = {"player": 1, "plot": None}
    assert tell.tell("event", "plot.drawn", drawn, "en") == "Player 2 draws a plot card."
    assert tell.tell("event", "plot.drawn", {**drawn, "plot": 3}, "en") == "Player 2 draws a plot card: Boat."
    scored = {"player": 0, "points": 3, "part": 0}
    assert tell.tell("event", "points.scored", scored, "en") == "Player 1 scores 3 points for the places left."
    assert tell.choice(("influence", 1, 1), "en") == "Influence: turn the first die down by one"
    assert tell.choice(("betrayal", 1, 14), "en") == "Betrayal: remove a card from Player 2’s hand"
    assert tell.tell("refusal", "occupied", {"square": 4, "owner": 1}, "en") == "Player 2 has a character on square 4."
