"""Links: everything comes back, what is short stays short, and nothing that is broken or hostile is read."""

from __future__ import annotations

import base64
import random
import re
import zlib
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bruges_lab as bl
from bruges_lab.games import shelf
from bruges_lab.kernel import Game
from bruges_lab.links import digits, fragment, packed_values
from bruges_lab.verification.wounds import malform

GAMES = {"bruges": 3, "burdigala": 3, "ferry": 2}


def played(name: str, seed: int = 7, *, moves: int | None = None, wander: bool = False, **given: Any) -> Game[Any]:
    """A game at random; with `wander` it goes back now and then and tries something else."""
    game, dice = bl.new_game(name, GAMES[name], seed, **given), random.Random(seed)
    made = 0
    while not game.over and (moves is None or made < moves):
        made += 1
        if wander and dice.random() < 0.1:
            game.goto(dice.randrange(len(game.nodes)))
        elif game.pending is not None and game.pending.is_chance:
            game.roll()
        else:
            game.play(dice.randrange(len(game.legal())))
    return game


def assert_same(first: Game[Any], second: Game[Any]) -> None:
    assert [(n.number, n.choice, n.auto, n.note, n.state.key()) for n in first.nodes] == [
        (n.number, n.choice, n.auto, n.note, n.state.key()) for n in second.nodes
    ]
    assert first.node.number == second.node.number
    assert first.names == second.names
    assert first.chance.to_data() == second.chance.to_data()
    assert [str(event) for event in first.events] == [str(event) for event in second.events]


# Round trips


@pytest.mark.parametrize("chance", [None, bl.Ask(), bl.Scripted([], then=bl.Seeded(5)), bl.Seeded(-3)])
@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game_comes_back_and_is_short(name: str, chance: Any) -> None:
    game = played(name, chance=chance)
    link = game.to_link()
    assert re.fullmatch(r"#bl1g-[A-Za-z0-9_-]+", link)
    assert len(link) < 400
    assert_same(bl.from_link(link), game)


@given(seed=st.integers(0, 10_000), name=st.sampled_from([*GAMES]))
@settings(max_examples=25)
def test_the_whole_tree_comes_back_with_its_notes(seed: int, name: str) -> None:
    game = played(name, seed, moves=60, wander=True)
    game.note("a note 🦢 <b>")
    back = bl.from_link(game.to_link("tree", page="https://school.example/lab/"))
    assert_same(back, game)
    assert bl.from_link(game.to_link("tree", notes=False)).node.note == ""


@pytest.mark.parametrize("name", GAMES)
def test_the_line_to_here_and_the_position_alone(name: str) -> None:
    game = played(name, moves=40)
    game.goto(len(game.nodes) // 2)
    line = bl.from_link(game.to_link())
    assert line.state.key() == game.state.key()
    assert [str(node.choice) for node in line.line] == [str(node.choice) for node in game.line]
    assert len(line.nodes) == len(game.line)
    alone = bl.from_link(game.to_link("position"))
    assert (alone.state.key(), len(alone.nodes), alone.legal()) == (game.state.key(), 1, game.legal())


@pytest.mark.parametrize("name", GAMES)
def test_every_position_of_the_catalogue_comes_back_nearly_all_under_300_characters(name: str) -> None:
    lengths = {}
    for scenario in [*shelf.find(name).scenarios][:: 3 if name == "bruges" else 1]:
        game = bl.scenario(scenario, game=name)
        link = game.to_link()
        lengths[scenario] = len(link)
        back = bl.from_link(link)
        assert (back.start.key(), back.state.key(), back.names) == (game.start.key(), game.state.key(), game.names), scenario
    assert sorted(lengths.values())[len(lengths) * 95 // 100] < 300
    assert max(lengths.values()) < 400


def test_own_names_a_ruleset_and_a_throw_by_hand() -> None:
    rules = bl.ruleset("003").changed(start_guilders=9)
    game = bl.new_game(2, 5, names=["Ada", "Zoë 🦢"], ruleset=rules, chance=bl.Scripted(["roll:1:2:3:4:5"], then=bl.Seeded(5)))
    game.play(0)
    back = bl.from_link(game.to_link())
    assert_same(back, game)
    assert back.state.rules == rules


def test_a_game_between_two_tasks_comes_back_there() -> None:
    game = bl.new_game(3, 7, run=False)
    game.step()
    back = bl.from_link(game.to_link())
    assert_same(back, game)
    with pytest.raises(bl.LabError, match="no place to begin"):
        game.to_link("position")


def test_own_cards_are_needed_again() -> None:
    deck = {"prince": {"price": 6}}
    game = bl.new_game(3, 7, deck=deck)
    link = game.to_link()
    assert_same(bl.from_link(link, deck=deck), game)
    with pytest.raises(bl.SaveError, match="another deck; give it as deck="):
        bl.from_link(link)


def test_an_older_game_goes_on_as_it_was_begun() -> None:
    game = played("bruges", moves=12)
    old = bl.from_text(game.to_text())
    for node in old.nodes:
        node.state.as_of = 1
    old.start.as_of = 1
    assert bl.from_link(old.to_link()).root.state.as_of == 1


# Refusals


LINK = "#bl1g-"


def sealed(kind: str, data: bytes) -> str:
    """A link with a hash that fits, whatever is in it."""
    return fragment.to_fragment(kind, data)


def raw(link: str) -> Any:
    return msgspec.msgpack.decode(fragment.from_fragment(link, fragment.GAME))


@pytest.mark.parametrize(
    ("link", "problem"),
    [
        (None, "is not a link of this lab"),
        ("", "is not a link of this lab"),
        ("BL1-abc", "is not a link of this lab"),
        ("javascript:alert(1)#bl1g-AAAA", "letters are missing"),
        ("#bl1g-<script>alert(1)</script>", "is not a link of this lab"),
        ("#bl2g-AAAA", "is of version 2; this lab reads version 1"),
        ("#bl1t-AAAA", "is a set of tasks, not a game"),
        ("#bl1x-AAAA", "of a kind that is not known here, not a game"),
        ("#bl1g-A", "letters are missing"),
        ("#bl1g-" + "A" * 40_000, "is not a link of this lab"),
    ],
)
def test_what_is_no_link_is_refused_in_one_line(link: Any, problem: str) -> None:
    with pytest.raises(bl.SaveError, match=problem) as error:
        bl.from_link(link)
    assert "\n" not in str(error.value)


def test_a_letter_that_is_lost_or_changed_is_seen() -> None:
    link = played("bruges", moves=20).to_link()
    for place in range(6, len(link) - 1):  # of the last letter not every bit counts
        other = "A" if link[place] != "A" else "B"
        for broken in (link[:place] + link[place + 1 :], link[:place] + other + link[place + 1 :]):
            if broken != link:
                with pytest.raises(bl.SaveError):
                    bl.from_link(broken)


def test_a_bomb_is_not_unpacked() -> None:
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    bomb = packer.compress(b"\0" * 20_000_000) + packer.flush()
    content = b"\1" + bomb
    link = LINK + base64.urlsafe_b64encode(fragment._check("g", content) + content).decode().rstrip("=")
    with pytest.raises(bl.SaveError, match="unpacks to more than 200,000 bytes"):
        bl.from_link(link)


@pytest.mark.parametrize(
    ("place", "value", "problem"),
    [
        (0, 99, "is played as of rules 99"),
        (1, "../../etc", "is not a game of this lab"),
        (2, [9], "for 2 to 4 players, not 9"),
        (2, [3, "/etc/passwd"], "names a ruleset that is not known here"),
        (2, [3, {"__class__": 1}], "is not a field"),
        (2, [3, None, 1 << 63], "a seed is a whole number"),
        (2, [3, None, 7, 5], "begins in a way that is not known"),
        (2, [3, None, 7, 0, b"\0\0"], "cannot be unpacked|cut short"),
        (3, 100_000, "choices; 4,999 are the most"),
        (3, 3, "leads to another position|says more than|may not be made"),
        (4, b"\xff" * 200, "leads to another|says more|may not be made"),
        (5, b"\0", "leads to another position|says more than"),
        (6, {"source": "scripted", "outcomes": ["__import__:os"], "then": None}, "is not a choice"),
        (6, {"source": "../x"}, "is not a chance source"),
        (7, ["A", "B", "<script>\n"], "a name is a printable text"),
        (8, [5], "a branch that follows nothing"),
        (8, [5, 9], "a branch that follows nothing"),
        (10, {"0": 5000}, "was left where nothing happens"),
        (11, 4000, "stands nowhere"),
        (12, {"9999": "x"}, "is not a note"),
    ],
)
def test_a_hostile_link_with_a_fitting_hash_is_refused(place: int, value: Any, problem: str) -> None:
    data = raw(played("bruges", moves=20).to_link())
    usual: list[Any] = [2, "bruges", [3], 0, b"", b"", None, None, [], [], {}, None, {}]
    data += usual[len(data) :]
    data[place] = value
    with pytest.raises(bl.SaveError, match=problem) as error:
        bl.from_link(sealed("g", msgspec.msgpack.encode(data)))
    assert "\n" not in str(error.value)


def test_ten_thousand_malformed_links_are_refused_or_read_and_nothing_else() -> None:
    """Half of them have letters changed, half are sealed again, so that what is behind the hash is looked at too."""
    games = [played(name, seed, moves=6, wander=True) for name in GAMES for seed in range(2)]
    games += [bl.scenario("first_look"), bl.scenario("middle_of_a_game", game="burdigala")]
    links = [game.to_link(what) for game in games for what in ("tree", "position")]
    inside = [fragment.from_fragment(link, fragment.GAME) for link in links]
    letters = [link.encode() for link in links]
    whole = {fragment.from_fragment(link, fragment.GAME) for link in links}
    refused = 0
    for number in range(10_000):
        stream = bl.Seeded(number).stream("links")
        if number % 2:
            link = malform(letters, stream, 3000).decode("utf-8", "replace")
        else:
            data = malform(inside, stream, 3000)
            link = sealed("g", data) if len(data) < 20_000 else "#"
        try:
            bl.from_link(link)
        except bl.LabError as error:
            refused += 1
            assert "\n" not in str(error), number
            assert len(str(error)) < 600, number
        else:  # what is not sealed again is read only if nothing that counts was changed
            assert not number % 2 or fragment.from_fragment(link, fragment.GAME) in whole
    assert refused > 8000


# What is too much, and the page before it


def test_a_link_that_would_be_too_long_says_so() -> None:
    game = played("bruges", moves=5)
    game.note("".join(random.Random(1).choices("abcdefghijklmnopqrstuvwxyz", k=9_999)))
    for number in range(4):
        game.goto(number)
        game.note("".join(random.Random(number).choices("abcdefghijklmnopqrstuvwxyz", k=9_999)))
    with pytest.raises(bl.LabError, match="are the most: send it as a file"):
        game.to_link("tree")
    with pytest.raises(bl.LabError, match="what: line, tree or position"):
        game.to_link("everything")


@pytest.mark.parametrize("page", ["javascript:alert(1)", "https://a b", "https://a#b", 'https://a"', "data:text/html,x", 3])
def test_a_link_leads_to_a_page_and_to_nothing_else(page: Any) -> None:
    with pytest.raises(bl.LabError, match="page: an address"):
        bl.new_game().to_link(page=page)


def test_a_link_is_read_with_the_page_before_it_and_with_breaks_in_it() -> None:
    game = played("burdigala", moves=9)
    link = game.to_link(page="https://school.example/lab/explorer.html")
    assert link.startswith("https://school.example/lab/explorer.html#bl1g-")
    assert_same(bl.from_link(f"  {link[:80]}\n{link[80:]} "), game)


# Its parts


@given(st.lists(st.integers(1, 500).flatmap(lambda below: st.tuples(st.integers(0, below - 1), st.just(below)))))
def test_digits_come_back(found: list[tuple[int, int]]) -> None:
    reading = digits.Digits(digits.to_bytes(found))
    assert [reading.next(below) for _, below in found] == [digit for digit, _ in found]
    reading.end()


PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers(-(1 << 60), 1 << 60) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=80) | st.dictionaries(st.text(max_size=3), inner, max_size=4),
    max_leaves=60,
)


@given(PLAIN, PLAIN)
def test_values_come_back_whatever_is_known(value: Any, like: Any) -> None:
    known = packed_values.Known(like, ["turn"])
    assert packed_values.from_bytes(packed_values.to_bytes(value, known), known) == value


@given(st.binary(max_size=60))
def test_bytes_that_stand_for_no_value_are_refused(data: bytes) -> None:
    known = packed_values.Known({"a": [1, "b"]})
    try:
        packed_values.from_bytes(data, known)
    except bl.SaveError as error:
        assert "\n" not in str(error)
