"""Targets on the picture: every choice can be pressed where it belongs, and says what it brings; elsewhere there is a reason."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache

import pytest
from burdigala_tables import new_game, random_game, table

from bruges_lab.games.burdigala.amounts import VALUES
from bruges_lab.games.burdigala.manifest import MANIFEST
from bruges_lab.games.burdigala.model import BOOK, State
from bruges_lab.games.burdigala.pictures.live_position import position_parts
from bruges_lab.games.burdigala.pictures.targets import _SEEN, attempts_at, targets_of
from bruges_lab.games.burdigala.telling import BurdigalaTeller
from bruges_lab.kernel import Game
from bruges_lab.kernel.book import Decision
from bruges_lab.rulebook.texts import LANGUAGES

NAMES = ("Anna", "Ben", "Cleo", "Dora")
UNPLACED = {"end", "forgo", "pass"}
"""Kinds of choice that are nowhere on the picture: to leave something as it is."""
KINDS = {kind for step in BOOK.steps.values() if isinstance(step, Decision) for kind in step.actions}
each = pytest.mark.parametrize


@cache
def positions() -> tuple[Game[State], ...]:
    """Decisions of random games, every kind of choice among them."""
    found: list[Game[State]] = []
    seen: Counter[str] = Counter()
    for seed in range(24):
        switches = {"crassus_site": "adjoining", "seven_token_seen": False} if seed % 3 == 0 else {}
        game = random_game(2 + seed % 3, seed, **switches)
        for node in game.line[:-1]:
            one: Game[State] = Game(game.kit, node.state)
            if one.pending is None or one.pending.is_chance:
                continue
            kinds = {choice.kind for choice in one.legal()}
            if any(seen[kind] < 8 for kind in kinds):
                seen.update(kinds)
                found.append(one)
    return tuple(found)


def shown(state: State, seat: int | None) -> set[str]:
    """The targets of a picture."""
    return set(re.findall(r'data-target="([^"]*)"', "".join(position_parts(state, NAMES, seat).fragments.values())))


# From choices to places


def test_every_kind_of_choice_has_its_place_or_is_said_to_have_none() -> None:
    assert KINDS - set(_SEEN) == UNPLACED
    assert set(_SEEN) <= set(BOOK.choices())


def test_every_legal_choice_can_be_pressed_by_the_one_who_decides() -> None:
    told: Counter[str] = Counter()
    for game in positions():
        assert game.pending is not None
        on_picture, open_picture = shown(game.state, game.pending.player), shown(game.state, None)
        legal = game.legal()
        for choice in legal:
            found = targets_of(game.state, choice)
            told[choice.kind] += 1
            assert bool(found) is (choice.kind not in UNPLACED), choice
            assert set(found) <= on_picture, (str(choice), found)
            assert set(found) <= open_picture, (str(choice), found)
            assert all(choice in MANIFEST.targets.at(game.state, legal, target) for target in found)
    assert set(told) == KINDS


def test_an_option_a_choice_and_its_notation_have_the_same_targets() -> None:
    for game in positions()[:40]:
        assert game.pending is not None
        for option, choice in zip(game.pending.raw, game.legal(), strict=True):
            assert targets_of(game.state, option) == targets_of(game.state, choice) == targets_of(game.state, str(choice))


def test_nothing_is_to_be_pressed_when_the_game_is_over() -> None:
    game = random_game(2, 1)
    assert targets_of(game.state, "end") == ()


# From places to attempts


def test_every_attempt_can_be_asked_about_and_none_is_nonsense() -> None:
    """Whatever is pressed, `why_not` knows the words; a place where nothing can be chosen has a reason or is for looking at."""
    reasons: Counter[str] = Counter()
    for game in positions()[::3]:
        assert game.pending is not None
        seat = game.pending.player
        for target in shown(game.state, seat):
            for attempt in attempts_at(game.state, seat, target):
                refusal = game.why_not(attempt)
                reasons[refusal.reason if refusal is not None else "legal"] += 1
    assert not reasons["unknown_words"]
    assert not reasons["too_many_words"]
    assert not reasons["incomplete"]
    assert {"legal", "not_now", "no_way", "occupied", "not_next_to", "not_your_meeple"} <= set(reasons)


def test_who_does_not_decide_is_told_nothing() -> None:
    game = table({"meeples": (1, 2), "hand": ("boat",)}, {"hand": ("theft",)}, dice=(2, 3))
    assert attempts_at(game.state, 0, "hand:0:boat") == ["lay:boat"]
    assert attempts_at(game.state, 1, "hand:1:theft") == []
    assert attempts_at(game.state, 0, "hand:1:theft") == ["betrayal:1:hand"]


@each(
    ("target", "reason"),
    [
        ("square:28", "no_way"),
        ("square:5", "occupied"),
        ("meeple:5", "not_your_meeple"),
        ("site:i", "move_first"),
        ("hand:0:crassus", "not_now"),
    ],
)
def test_a_press_where_nothing_can_be_chosen_has_its_reason(target: str, reason: str) -> None:
    game = table({"meeples": (1, 2), "hand": ("crassus",)}, {"meeples": (5, 20)}, dice=(1, 1 + 2))
    refusals = [game.why_not(attempt) for attempt in attempts_at(game.state, 0, target)]
    assert refusals
    assert reason in {refusal.reason for refusal in refusals if refusal is not None}


# What a choice brings


def phrases(game: Game[State], lang: str = "en") -> dict[str, str]:
    assert game.pending is not None
    return {
        str(choice): game.kit.tell_option(game.state, game.names, option, lang)
        for option, choice in zip(game.pending.raw, game.legal(), strict=True)
    }


def test_a_cube_says_what_it_scores() -> None:
    tiles = {"I": "palace", "IV": "altar"}
    game = table({"meeples": (5, 2), "laid": ("consul",)}, at="build", moved=5, dice=(1, 2), tiles=tiles, cubes={"I": 1, "IV": 1})
    told = phrases(game)
    assert told["build:i"] == "Place the cube on site I: 3 points"
    assert told["build:iv"] == "Place the cube on site IV: completes the building, 2 more points"
    events = game.play("build:i").events
    assert [event.data["points"] for event in events if event.kind == "points.scored"] == [3]


def test_what_was_seen_is_said_to_whoever_saw_it() -> None:
    game = table({"meeples": (5, 2)}, at="build", moved=5, dice=(1, 2), tiles={"IV": "altar"}, cubes={"IV": 1})
    assert phrases(game)["build:iv"] == "Place the cube on site IV: completes the building"
    state = game.state.copy()
    place = next(number for number, site in enumerate(state.board.sites) if site.name == "IV")
    state.players[0].yards_seen = (place,)
    assert phrases(Game(game.kit, state))["build:iv"] == "Place the cube on site IV: completes the building, 2 points"


def test_a_move_says_its_die_and_what_a_cube_could_score() -> None:
    game = table({"meeples": (7, 2)}, dice=(1, 4), tiles={"V": "palace", "VIa": "forum", "VIb": "school"}, cubes={"VIb": 2})
    told = phrases(game)
    assert told["move:7:12"] == "Move from 7 to 12 with the 1: up to 4 points, or to complete a building, with merchandise"
    teller = BurdigalaTeller(game.state, game.names)
    label = "to 12 with the 1: up to 4 points, or complete a building, with merchandise"
    assert teller.label(("move", 7, 12), "en", game.state) == label
    subject = teller.subject(("move", 7, 12))
    assert subject is not None
    assert teller.heading(subject, "en").name == "Character on square 7"


def test_what_is_promised_is_what_is_scored() -> None:
    """In random games: the points of a cube's phrase are those that its event brings."""
    checked = 0
    for game in positions():
        assert game.pending is not None
        teller = BurdigalaTeller(game.state, game.names)
        for option in game.pending.raw:
            points = teller.remarks(option, game.state, "en")["points"]
            if option[0] not in ("build", "extra", "honest", "favour") or not isinstance(points, int):
                continue
            twin: Game[State] = Game(game.kit, game.state.copy(), chance=new_game().chance)
            assert twin.pending is not None
            events = twin.play(str(twin.pending.choice(option))).events
            if twin.pending is not None and twin.pending.kind == "seven":
                events = twin.play("honest").events
            scored = [event.data["points"] for event in events if event.kind == "points.scored" and event.data["part"] == 0]
            assert scored == [points], (option, game.state.agenda)
            checked += 1
    assert checked > 60


@each("lang", LANGUAGES)
def test_amounts_are_told_in_every_language_and_never_made_up(lang: str) -> None:
    for game in positions()[::5]:
        for told in phrases(game, lang).values():
            assert "none" not in re.split(r"\W", told)
            assert "{" not in told
    game = positions()[0]
    teller = BurdigalaTeller(game.state, game.names)
    for kind in BOOK.choices():
        values = teller.remarks((kind, *(1 for _ in BOOK.codecs(kind))), None, lang)
        assert set(values) == VALUES
        assert set(values.values()) == {"none"}


def test_every_question_says_what_to_press() -> None:
    told = {"player", "count", "cards", "stuck"}
    asked = {name: frozenset({*told, *step.about}) for name, step in BOOK.steps.items() if isinstance(step, Decision)}
    assert MANIFEST.texts.faults("ask", asked) == []
    for game in positions()[::7]:
        assert game.pending is not None
        for lang in LANGUAGES:
            assert "{" not in BurdigalaTeller(game.state, game.names).ask(game.pending, lang, game.state)
