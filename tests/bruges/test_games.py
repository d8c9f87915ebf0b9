"""Whole games: under watch, saved and read back, seen by each seat, played out by policies."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import bruges_lab as bl
from bruges_lab import places
from bruges_lab.bruges.kit import BrugesKit
from bruges_lab.bruges.model import BOOK, EMPTY, State
from bruges_lab.bruges.positions import check_position
from bruges_lab.bruges.ruleset import Value
from bruges_lab.bruges.views import mask
from bruges_lab.kernel import Game, Stream, advance, choose
from bruges_lab.kernel.events import rebuild, walk
from bruges_lab.kernel.saving import from_bytes, to_bytes
from bruges_lab.verification.games import watch_game

GOLDEN = Path(__file__).parent.parent / "golden"
SMALL = {"cards": 100, "cards_per_colour": 20}


def random_game(players: int, seed: int, choices: int | None = None, **more: Any) -> Game[State]:
    """A game with so many random choices made, or all."""
    game = bl.new_game(players, seed, **more)
    stream = Stream(seed, "test")
    made = 0
    while (pending := game.pending) is not None and made != choices:
        game.play(stream.below(len(pending.raw)))
        made += 1
    return game


@cache
def whole_game(players: int, seed: int) -> Game[State]:
    """A random game to its end. Not to be moved: the tests share it."""
    return random_game(players, seed)


SEVERAL = [(2, 1), (3, 2), (4, 3)]
several = pytest.mark.parametrize(("players", "seed"), SEVERAL)


# Under watch


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_game_under_watch(players: int, seed: int) -> None:
    watched = watch_game(players, 100 + seed, closely=True)
    assert watched.rounds >= 3
    assert watched.checked > 20 * watched.decisions
    assert watched.kinds["round.begins"] == watched.rounds
    assert set(watched.rules) <= set(bl.Catalogue.load()), "an event cites a rule that does not exist"


OTHER_RULES: dict[str, tuple[str, dict[str, Value]]] = {
    "document 001": ("001", {}),
    "document 002, a passage": ("002:peek_after_all", {}),
    "document 003": ("003", {}),
    "rounds": ("default", {"end_by": "rounds"}),
    "rounds and shuffled discards": ("default", {"end_by": "rounds", "rounds_limit": 14, "reshuffle_discard": True}),
    "pile or rounds": ("default", {"end_by": "pile_or_rounds", "rounds_limit": 5, "start_player": "seat"}),
    "vain draws": ("default", {"end_trigger": "failed_draw", "deck_split": "random_cut"}),
    "vain draws and shuffled discards": (
        "default",
        {"end_trigger": "failed_draw", "end_by": "rounds", "reshuffle_discard": True},
    ),
    "hand limit": ("default", {"hand_limit": "discard_down", "turns": 1, "end_by": "pile_or_rounds"}),
    "look after all": ("default", {"peek": "after_all", "null_action": True}),
    "people read otherwise": (
        "default",
        {
            "instant_again": False,
            "notary_on_earl": True,
            "earl_when": "unaffordable",
            "fire_eater_self": True,
            "bishop_pairs": "same_colour",
            "engraver_points": 1,
        },
    ),
    "scored otherwise": ("default", {"canal_bonus": "lots_of_three", "reputation_points": "six_at_step_6"}),
    "many threats": ("default", {"threat_faces": (4, 5, 6), "threat_limit": 2, "start_guilders": 20, "start_workers": 3}),
    "few statues": ("default", {"statues": (7,), "start_guilders": 40, "workers_taken": 4, "hand_size": 7, "turns": 6}),
}


@pytest.mark.parametrize("name", OTHER_RULES)
def test_a_game_under_other_rules(name: str) -> None:
    base, switches = OTHER_RULES[name]
    rules = bl.ruleset(base, **switches)
    assert rules.diff(), "these are the default rules"
    for players in (2, 4):
        watched = watch_game(players, 7, closely=True, rules=rules)
        assert watched.rounds <= rules.rounds_limit or rules.end_by == "pile"


# Copies, events, seeds


@several
def test_what_is_done_to_a_copy_leaves_the_original_alone(players: int, seed: int) -> None:
    game = whole_game(players, seed)
    for node in game.line[:-1]:
        before = node.state.digest()
        twin = node.state.copy()
        pending = advance(twin)
        assert pending is not None
        if not pending.is_chance:
            for option in pending.raw:
                other = twin.copy()
                choose(other, option)
                advance(other)
        for player in twin.players:
            player.guilders += 1
            player.hand = ()
        twin.agenda.clear()
        twin.discard = ()
        assert node.state.digest() == before


@several
def test_events_rebuild_every_position(players: int, seed: int) -> None:
    game = whole_game(players, seed)
    fields = [name for name in State.position_fields() if name != "agenda"]
    state = game.start.copy()
    first = game.opening
    for node in game.line:
        rebuild(state, game.events[first : node.state.emitted] if first < node.state.emitted else [])
        first = node.state.emitted
        for name in fields:
            there, here = getattr(node.state, name), getattr(state, name)
            assert list(there) == list(here) if name == "players" else there == here, f"node {node.number}: {name}"


@several
def test_the_same_seed_is_the_same_game(players: int, seed: int) -> None:
    one, two, other = whole_game(players, seed), random_game(players, seed), random_game(players, seed + 1)
    assert [node.choice for node in one.line] == [node.choice for node in two.line]
    assert one.events == two.events
    assert one.state.digest() == two.state.digest() != other.state.digest()


def test_the_dice_of_a_round_are_the_same_on_every_branch() -> None:
    thrown: dict[int, set[str]] = {}
    for policy_seed in range(4):
        end = bl.play_out(bl.new_game(3, 11), "random", policy_seed)
        rolls = [str(event.data) for event in end.events if event.kind == "dice.rolled"]
        for number, roll in enumerate(rolls, 1):
            thrown.setdefault(number, set()).add(roll)
    assert len(thrown) >= 4
    assert all(len(rolls) == 1 for rolls in thrown.values())
    assert len({roll for rolls in thrown.values() for roll in rolls}) > 1


@several
def test_the_number_of_events_is_the_number_emitted(players: int, seed: int) -> None:
    game = whole_game(players, seed)
    assert [event.index for event in game.events] == list(range(game.state.emitted))
    assert all(event.cause < event.index for event in game.events)


@several
def test_a_round_does_not_happen_because_of_the_round_before(players: int, seed: int) -> None:
    depths = {depth for depth, event in walk(whole_game(players, seed).events) if event.kind == "round.begins"}
    assert len(depths) == 1


# Saved and read back


def assert_same_game(one: Game[State], two: Game[State]) -> None:
    assert [(node.choice, node.auto, node.by_chance, node.note) for node in one.nodes] == [
        (node.choice, node.auto, node.by_chance, node.note) for node in two.nodes
    ]
    assert [node.state.digest() for node in one.nodes] == [node.state.digest() for node in two.nodes]
    assert one.node.number == two.node.number
    assert one.names == two.names
    assert [(e.rule, e.kind, e.player, e.data, e.deltas) for e in one.events] == [
        (e.rule, e.kind, e.player, e.data, e.deltas) for e in two.events
    ]
    assert [str(choice) for choice in one.legal()] == [str(choice) for choice in two.legal()]
    assert to_bytes(one) == to_bytes(two)


@pytest.mark.parametrize("choices", [0, 1, 17, 60, None])
@several
def test_saved_and_read_back(players: int, seed: int, choices: int | None, tmp_path: Path) -> None:
    game = random_game(players, seed, choices)
    game.note("here")
    game.save(tmp_path / "game.json")
    assert_same_game(bl.load(tmp_path / "game.json"), game)
    text = game.to_text()
    assert_same_game(bl.from_text(text), game)
    wrapped = "\n".join(text[i : i + 60] for i in range(0, len(text), 60))
    assert_same_game(bl.from_text(f"  {wrapped}\n"), game)


def test_a_tree_with_branches_is_saved_whole() -> None:
    game = random_game(3, 5, 30)
    for number in (12, 20, 5):
        game.goto(number)
        pending = game.pending
        if pending is not None and not pending.is_chance:
            game.play(len(pending.raw) - 1)
            game.note(f"tried from {number}")
    assert len({node.parent for node in game.nodes}) < len(game.nodes) - 1, "no branch was made"
    again = bl.from_text(game.to_text())
    assert_same_game(again, game)
    again.undo()
    game.undo()
    assert_same_game(again, game)


def test_a_game_that_stands_between_two_tasks_is_saved_as_it_is() -> None:
    game = random_game(2, 9, 10)
    game.play(0, run=False)
    assert game.pending is None or not game.node.settled
    again = bl.from_text(game.to_text())
    assert again.state.digest() == game.state.digest()
    while game.step() is not None:
        again.step()
        assert again.state.digest() == game.state.digest()


def test_a_game_with_other_rules_is_read_back_with_them() -> None:
    rules = bl.ruleset("003", hand_limit="discard_down", statues=(5, 5))
    again = bl.from_text(random_game(2, 4, 20, ruleset=rules).to_text())
    assert again.state.rules == rules


@pytest.mark.parametrize("other", ["deck", "board"])
def test_a_game_with_another_deck_or_board_is_refused_in_one_line(other: str, tmp_path: Path) -> None:
    own: dict[str, Any] = {"deck": other_deck(tmp_path), "board": other_board(tmp_path)}
    game = random_game(2, 3, 25, **own)
    game.save(tmp_path / "game.json")
    assert_same_game(bl.load(tmp_path / "game.json", **own), game)
    rest = {name: value for name, value in own.items() if name != other}
    with pytest.raises(bl.SaveError) as refused:
        bl.load(tmp_path / "game.json", **rest)
    message = str(refused.value)
    assert message.startswith("game.json: ")
    assert f"the game was saved with another {other}" in message
    assert f"give it as {other}=" in message
    assert message.isprintable()
    with pytest.raises(bl.SaveError, match=f"another {other}"):
        bl.from_text(game.to_text(), **rest)


def other_deck(folder: Path) -> bl.Deck:
    text = places.data("cards.toml").read_text(encoding="utf-8")
    (folder / "deck.toml").write_text(text.replace("price = 3\n", "price = 6\n", 1), encoding="utf-8")
    return bl.Deck.load(folder / "deck.toml")


def other_board(folder: Path) -> bl.Board:
    text = places.data("board.toml").read_text(encoding="utf-8")
    (folder / "board.toml").write_text(text.replace("price = 5", "price = 6", 1), encoding="utf-8")
    return bl.Board.load(folder / "board.toml")


def test_a_deck_of_another_size_is_given_as_a_file(tmp_path: Path) -> None:
    game = random_game(2, 3, 25, ruleset=bl.ruleset(**SMALL), deck=GOLDEN / "deck.toml")
    game.save(tmp_path / "game.json")
    assert_same_game(bl.load(tmp_path / "game.json", deck=GOLDEN / "deck.toml"), game)
    with pytest.raises(bl.SaveError, match="another deck; give it as deck="):
        bl.load(tmp_path / "game.json")


# What each seat may know

CARD_FIELDS = ("hand", "unseen", "shown", "held", "houses", "discard", "piles", "extra", "spent")
"""Fields that hold cards, of players and of the table."""


def numbers(value: object) -> Iterator[int]:
    """Every number in nested tuples; truth values are not numbers."""
    if isinstance(value, int) and not isinstance(value, bool):
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


# Policies


@several
@pytest.mark.parametrize("policy", ["random", "greedy"])
def test_a_playout_leaves_the_game_where_it_is_and_can_be_played_in_it(players: int, seed: int, policy: str) -> None:
    game = random_game(players, seed, 12)
    node, nodes, before = game.node, len(game.nodes), game.state.digest()
    end = bl.play_out(game, policy, seed)
    assert (game.node, len(game.nodes), game.state.digest()) == (node, nodes, before)
    assert end.state.digest() != before
    assert [sheet.total for sheet in end.scores()] == [player.points for player in end.state.players]
    assert end.into() is game
    assert game.over
    assert game.state.digest() == end.state.digest()
    assert game.events[node.state.emitted :] == end.events
    assert (game.winners, game.scores()) == (end.winners, end.scores())
    again = random_game(players, seed, 12)
    assert end.into(again) is again
    assert again.events == game.events
    assert end.into() is game, "a second time leads along the same nodes"
    assert len(game.nodes) == len(again.nodes)


def test_a_playout_with_dice_that_the_user_sets() -> None:
    game = bl.new_game(2, 3, chance=bl.Ask())
    end = bl.play_out(game, "random", 5)
    end.into()
    assert game.over
    assert game.events[-len(end.events) :] == end.events


def test_a_playout_with_dice_that_are_written_down() -> None:
    game = bl.new_game(2, 1, chance=bl.Scripted(["roll:1:1:1:1:1"], then=bl.Seeded(3)))
    end = bl.play_out(game, "random", 5)
    assert next(str(event.data["blue"]) for event in end.events if event.kind == "dice.rolled") == "1"
    end.into()
    assert game.events[-len(end.events) :] == end.events


def test_a_policy_a_seat() -> None:
    game = bl.new_game(3, 2)
    assert (
        bl.play_out(game, ["greedy", "random", "greedy"], 1).options
        == bl.play_out(game, ["greedy", "random", "greedy"], 1).options
    )
    with pytest.raises(bl.LabError, match="2 policies for 3 players"):
        bl.play_out(game, ["greedy", "random"], 1)
    with pytest.raises(bl.LabError, match="no policy 'lucky'"):
        bl.play_out(game, "lucky")
    waiting = bl.new_game(2, 1, run=False)
    with pytest.raises(bl.LabError, match="tasks are still to run"):
        bl.play_out(waiting)


def test_simulations_are_reproducible() -> None:
    one, two = (bl.simulate(6, 3, "random", seed=4) for _ in range(2))
    assert one == two
    assert bl.simulate(3, 3, "random", seed=7) == [row._replace(game=row.game - 3) for row in one if row.seed >= 7]
    assert one != bl.simulate(6, 3, "random", seed=5)
    assert len(one) == 18
    for game in range(6):
        rows = [row for row in one if row.game == game]
        assert sum(row.won for row in rows) == pytest.approx(1)
        assert all(row.total == sum(row.parts.values()) for row in rows)
        assert max(row.total for row in rows) == max(row.total for row in rows if row.won)


def test_greedy_beats_random_clearly() -> None:
    first, second = bl.simulate(15, 2, ("greedy", "random"), seed=0), bl.simulate(15, 2, ("random", "greedy"), seed=100)
    wins = (first.wins(policy="greedy") + second.wins(policy="greedy")) / 2
    assert wins >= 0.85
    assert first.mean(policy="greedy") > first.mean(policy="random") + 5
    assert second.mean(policy="greedy") > second.mean(policy="random") + 5


# Scores


@several
def test_scores_are_their_parts_at_every_node(players: int, seed: int) -> None:
    game = whole_game(players, seed)
    for node in game.line:
        s = node.state
        for seat, sheet in enumerate(game.kit.scores(s)):
            player = s.players[seat]
            assert sheet.total == sum(sheet.parts.values()) == sum(sheet)
            assert sheet.total == (player.points if player.final else player.points + sheet.total - sheet.in_play)
            assert sheet.people == sum(s.deck[person].price for person in player.people) / 3
            assert sheet.houses == len(player.houses)
            assert sheet.majorities == 4 * player.majorities.count(True)
            assert sheet.third_spaces == 3 * sum(tiles >= 3 for tiles in player.canals)
            assert sheet.statues == sum(player.statues)
            assert sheet.reputation == s.board.points[player.reputation]
        if not s.agenda:
            assert [player.points for player in s.players] == [sheet.total for sheet in game.kit.scores(s)]


@several
def test_the_winners_have_most_points_then_most_guilders(players: int, seed: int) -> None:
    game = whole_game(players, seed)
    results = [(sheet.total, player.guilders) for sheet, player in zip(game.scores(), game.state.players, strict=True)]
    assert game.winners == [seat for seat, result in enumerate(results) if result == max(results)]
    twin = game.branch()
    twin.undo()
    assert twin.winners == [], "nobody has won while the game goes on"


def test_a_loaded_game_goes_on_as_the_one_that_was_saved() -> None:
    game = random_game(3, 12, 40)
    again = from_bytes({"bruges": BrugesKit()}, to_bytes(game), "memory")
    ends = [bl.play_out(one, "greedy", 3) for one in (game, again)]
    assert ends[0].options == ends[1].options
    assert ends[0].state.digest() == ends[1].state.digest()
