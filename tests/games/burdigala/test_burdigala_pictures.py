"""The picture of Burdigala: pieces in a frame and one drawing on paper, what each thing is; and nothing a seat may not know."""

from __future__ import annotations

import itertools
import re
import time
import xml.etree.ElementTree as ET
from functools import cache
from pathlib import Path

import pytest
from burdigala_rule_ids import RULES
from burdigala_tables import new_game, random_game, table
from cases import sample
from rich.console import Console
from running import command

from bruges_lab import places
from bruges_lab.games.burdigala.board import Board
from bruges_lab.games.burdigala.manifest import MANIFEST
from bruges_lab.games.burdigala.model import State
from bruges_lab.games.burdigala.pictures.card_picture import card_in_play, card_words
from bruges_lab.games.burdigala.pictures.facts import letters
from bruges_lab.games.burdigala.pictures.geography import LETTERS, SITE, SQUARE, district_names_at, line_points, shown_part
from bruges_lab.games.burdigala.pictures.live_position import position_parts
from bruges_lab.games.burdigala.pictures.position import TARGETS, position_svg
from bruges_lab.games.burdigala.pictures.terminal import position_text
from bruges_lab.games.burdigala.pictures.timeline_marks import mark_colour
from bruges_lab.games.burdigala.rules.setup import set_up
from bruges_lab.games.burdigala.ruleset import Ruleset
from bruges_lab.games.burdigala.stock import Stock
from bruges_lab.games.burdigala.tiles import Tiles
from bruges_lab.games.burdigala.views import mask, resample
from bruges_lab.games.burdigala.words import GOODS, PLOTS
from bruges_lab.kernel import Game, LabError, Stream
from bruges_lab.rulebook.texts import LANGUAGES
from bruges_lab.show import live

NAMES = ("Anna", "Ben", "Cleo", "Dora")
HOSTILE = ('"><script>alert(1)</script>', "<b>", "&amp;", "'")
SMALLEST_MAP = 456
"""The least width of the map in pixels, as the style sheet has it."""
each = pytest.mark.parametrize


@cache
def stages() -> tuple[State, ...]:
    """Positions of random games, from set-up to the end, one of every kind of question among them."""
    found: dict[object, State] = {}
    for players, seed, switches in ((2, 1, {}), (3, 2, {}), (4, 3, {}), (2, 5, {"seven_token_seen": False}), (4, 7, {})):
        game = random_game(players, seed, **switches)
        for place, node in enumerate(game.line):
            kind = node.state.agenda[-1][0] if node.state.agenda else "over"
            found.setdefault((kind, players) if place % 9 else (kind, players, place), node.state)
    return tuple(found.values())


def filled(state: State, seat: int | None, lang: str = "en", names: tuple[str, ...] = NAMES) -> ET.Element:
    """The frame with its fragments in their places."""
    frame, fragments = position_parts(state, names, seat, lang)
    whole = ET.fromstring(frame)
    places = {element.get("data-part"): element for element in whole.iter() if element.get("data-part")}
    assert set(places) == set(fragments)
    for name, fragment in fragments.items():
        places[name].extend(ET.fromstring(f"<div>{fragment}</div>"))
    return whole


def targets(whole: ET.Element) -> list[ET.Element]:
    return [element for element in whole.iter() if element.get("data-target")]


def said(element: ET.Element) -> str:
    return element.get("title") or element.findtext("title") or ""


# Every stage


@sample("languages", 1, of=4)
def test_every_stage_is_drawn_live_and_on_paper(languages: int) -> None:
    """Each in one language in turn, or in all four."""
    for number, turn in itertools.product(range(len(stages())), range(languages)):
        state, lang = stages()[number], LANGUAGES[(number + number // 4 + turn) % 4]
        seat = (None, 0, 1)[number % 3]
        found = targets(filled(state, seat, lang))
        assert len(found) > 60
        assert all(said(element) for element in found)
        assert {element.get("data-rule") for element in found} <= set(RULES)
        if number % 4 == 0:
            paper = position_svg(state, NAMES, seat, lang)
            assert "var(" not in paper
            assert "color-mix" not in paper
            drawn = ET.fromstring(paper)
            assert drawn.get("class") == "bl-position"
            assert {one.get("data-target") for one in drawn.iter() if one.get("data-target")} >= {
                one.get("data-target") for one in found
            } - {f"{kind}:{owner}" for kind in ("hand", "laid", "goods", "tokens") for owner in range(4)}


@each("lang", LANGUAGES)
def test_every_stage_is_printed_in_eighty_columns_in_every_language(lang: str) -> None:
    for state in stages()[::9]:
        console = Console(width=80)
        with console.capture() as capture:
            console.print(position_text(state, NAMES, 0, lang))
        lines = capture.get().splitlines()
        assert max(map(len, lines)) <= 80
        assert any("Anna" in line for line in lines)
        for key in ("terminal.dice", "terminal.supply", "caption.hand", "caption.tokens"):
            heading = MANIFEST.texts.say("picture", key, {}, lang)
            assert any(line.startswith(f"│ {heading} ") for line in lines), heading


def test_a_scenario_is_printed_in_the_language_that_is_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    command("scenario", "no_street_twice", "--game", "burdigala", "--lang", "fr")
    printed = capsys.readouterr().out
    assert "▲ A Aigle · premier joueur" in printed
    assert "│ dés " in printed
    assert "Eagle" not in printed


def test_names_stay_text() -> None:
    for state in stages()[::10]:
        whole = filled(state, 0, "en", HOSTILE)
        assert not list(whole.iter("script"))
        assert "<script" not in position_svg(state, HOSTILE, 0)


@each("lang", LANGUAGES)
def test_no_letters_are_too_small_and_none_leave_their_piece(lang: str) -> None:
    for state in stages()[::5]:
        box = shown_part(state.board)
        for drawing in filled(state, None, lang).iter("svg"):
            on_map = drawing.get("class") == "bl-map"
            least = live.LEAST * box.width / SMALLEST_MAP if on_map else live.LEAST
            scaled = {text for group in drawing.iter("g") if "scale" in group.get("transform", "") for text in group.iter("text")}
            for text in drawing.iter("text"):
                if text not in scaled:
                    assert float(text.get("font-size", "0")) >= least - 0.05, text.text


def test_letters_tell_players_apart_without_colour() -> None:
    assert letters(("Anna", "Ben", "Cleo", "Dora"), 4) == ("A", "B", "C", "D")
    assert letters(("Player 1", "Player 2"), 2) == ("1", "2")
    assert letters((), 3) == ("E", "D", "S")


# The map


def test_what_lies_on_the_map_does_not_overlap() -> None:
    board = stages()[0].board
    for one, site in enumerate(board.sites):
        for other in board.sites[one + 1 :]:
            assert distance(site.at, other.at) > 2 * SITE
        for square in board.squares:
            assert distance(site.at, square.at) > SITE + SQUARE
        streets = [line for line in board.lines if not line.by]
        assert min(distance(site.at, point) for line in streets for point in line_points(board, line, 40)) > SITE
    for place in district_names_at(board):
        assert min(distance(place, square.at) for square in board.squares) > SQUARE
        assert min(distance(place, site.at) for site in board.sites) > SITE


def test_everything_lies_in_the_part_that_is_shown() -> None:
    board = stages()[0].board
    box = shown_part(board)
    things = [thing.at for row in (board.squares, board.sites) for thing in row]
    things += [point for line in board.lines for point in line_points(board, line)]
    for x, y in things:
        assert box.x <= x - 10
        assert x + 10 <= box.x + box.width
        assert box.y <= y - 10
        assert y + 10 <= box.y + box.height
    assert LETTERS * SMALLEST_MAP / box.width >= live.LEAST


def distance(one: tuple[float, float], other: tuple[float, float]) -> float:
    return float(((one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2) ** 0.5)


def test_an_owners_board_is_drawn_however_little_it_says_of_lines_and_rivers(tmp_path: Path) -> None:
    own = places.data("burdigala", "board.toml").read_text("utf-8")
    bent = re.sub(r"(?m)^by = .*$", "by = [[200, 100], [300, 300], [500, 200]]", own)
    plain = re.sub(r"(?m)^by = .*$", "", re.sub(r"(?m)^through = .*$", "through = []", own))
    for text in (bent, plain):
        file = tmp_path / "board.toml"
        file.write_text(text, "utf-8")
        state = set_up(2, Ruleset(), Board.load(file), Tiles.load(), Stock.load(), Stream(1, "set-up"))
        assert len(targets(filled(state, None))) > 60
        assert ET.fromstring(position_svg(state)).get("class") == "bl-position"


def test_ways_are_there_for_every_legal_move_and_for_nothing_else() -> None:
    for state in stages():
        ways = position_parts(state, NAMES, None).fragments["ways"]
        moves = set(re.findall(r"move:(\d+):(\d+)", ways))
        if not state.agenda or state.agenda[-1][0] not in ("turn.move", "turn.move.plain"):
            assert not ways
            continue
        game: Game[State] = Game(new_game().kit, state.copy())
        legal = {(str(choice.args[0]), str(choice.args[1])) for choice in game.legal() if choice.kind == "move"}
        assert moves == legal
        assert ways.count('visibility="hidden"') == 2 * len(legal)


def test_a_site_shows_its_places_and_a_building_its_value() -> None:
    game = table({"meeples": (1, 2)}, tiles={"I": "palace", "III": "forum"}, cubes={"I": 2}, complete=("III",))
    parts = position_parts(game.state, NAMES, 0).fragments
    place = {site.name: number for number, site in enumerate(game.state.board.sites)}
    assert ">5≈<" in parts[f"site{place['I']}"]
    assert "2 of 5" in parts[f"site{place['I']}"]
    assert ">6≈<" in parts[f"site{place['III']}"]
    assert "palace" not in "".join(parts.values())


def test_a_die_says_how_it_fell_if_it_counts_for_something_else() -> None:
    game = table({"meeples": (1, 2)}, dice=(3, 4))
    assert "fell" not in position_parts(game.state, NAMES, 0).fragments["dice"]
    state = game.state.copy()
    state.dice = (2, 4)
    assert "was 3" in position_parts(state, NAMES, 0).fragments["dice"]
    state.dice = (0, 4)
    assert "First die: 0" in position_parts(state, NAMES, 0).fragments["dice"]
    assert "First die: not thrown" in position_parts(new_game().state, NAMES, 0).fragments["dice"]


# Only what has changed


def test_the_frame_changes_with_the_view_only_and_a_step_changes_few_pieces() -> None:
    game, stream = new_game(3, 1), Stream(1, "pick")
    before = position_parts(game.state, NAMES, 0)
    first, sizes = before.frame, []
    for _ in range(120):
        assert game.pending is not None
        game.play_option(stream.pick(game.pending.raw))
        after = position_parts(game.state, NAMES, 0)
        sizes.append(sum(len(part) for name, part in after.fragments.items() if before.fragments[name] != part))
        before = after
    assert before.frame == first
    assert position_parts(game.state, NAMES, 1).frame != first
    assert sorted(sizes)[60] < sum(map(len, before.fragments.values())) / 4


def test_a_change_of_points_changes_two_pieces() -> None:
    state = stages()[30].copy()
    before = position_parts(state, NAMES, 0).fragments
    state.players[1].points += 1
    after = position_parts(state, NAMES, 0).fragments
    assert [name for name in before if before[name] != after[name]] == ["seat1.summary", "seat1.points"]


def test_a_position_is_drawn_again_quickly() -> None:
    states = stages()[:40]
    for state in states:
        position_parts(state, NAMES, 0)
    begun = time.perf_counter()
    for state in states:
        position_parts(state, NAMES, 0)
    assert (time.perf_counter() - begun) / len(states) < 0.05  # a few thousandths; room for a busy machine


# What a seat may not know


@sample("every", 36, of=9)
def test_two_worlds_that_a_seat_cannot_tell_apart_look_the_same_to_it(every: int) -> None:
    """Markup, values, popovers and the terminal, each compared; the worlds do differ."""
    stream, differ = Stream(1, "worlds"), 0
    for state in stages()[::every]:
        for seat in range(len(state.players)):
            view = mask(state, seat)
            worlds = [resample(view, seat, stream) for _ in range(2)]
            differ += worlds[0].key() != worlds[1].key()
            for world in worlds:
                assert everything(world, seat) == everything(state, seat) == everything(view, seat)
    assert differ > 180 // every


def everything(state: State, seat: int) -> tuple[object, ...]:
    frame, fragments = position_parts(state, NAMES, seat)
    found = sorted(set(re.findall(r'data-target="([^"]*)"', "".join(fragments.values()))))
    abouts = tuple(TARGETS.about(state, NAMES, seat, target, "en") for target in found)
    console = Console(width=100)
    with console.capture() as capture:
        console.print(position_text(state, NAMES, seat))
    return frame, fragments, position_svg(state, NAMES, seat), dict(TARGETS.values(state, seat)), abouts, capture.get()


def test_what_was_seen_stays_seen_by_whoever_saw_it() -> None:
    game = table({"meeples": (1, 2)}, {"goods": ("wine", "tin")}, tiles={"I": "palace"})
    state = game.state.copy()
    state.players[0].yards_seen = (0,)
    state.players[0].goods_seen = ((), (GOODS.index("tin"),))
    mine, theirs = (position_parts(state, NAMES, seat).fragments for seat in (0, 1))
    assert "worth 7" in mine["site0"]
    assert "worth 7" not in theirs["site0"]
    assert 'data-target="goods:1:tin"' in mine["seat1.goods"]
    assert 'data-target="goods:1:#1"' in mine["seat1.goods"]
    assert "wine" not in mine["seat1.goods"].lower()


def test_at_the_end_goods_and_tokens_are_open_and_hands_are_not() -> None:
    game = random_game(3, 2)
    for owner, player in enumerate(game.state.players):
        parts = position_parts(game.state, NAMES, (owner + 1) % 3).fragments
        assert parts[f"seat{owner}.goods"].count("data-target") == 1 + len(player.goods)
        assert "#" not in "".join(
            re.findall(r'data-target="([^"]*)"', parts[f"seat{owner}.goods"] + parts[f"seat{owner}.tokens"])
        )
        assert parts[f"seat{owner}.hand"].count(":#") == len(player.hand)


# Popovers


@each("lang", LANGUAGES)
def test_everything_that_can_be_pressed_says_what_it_is(lang: str) -> None:
    for number, state in enumerate(stages()[::4]):
        seat = (None, 0, 1)[number % 3]
        for target in {str(element.get("data-target")) for element in targets(filled(state, seat, lang))}:
            about = TARGETS.about(state, NAMES, seat, target, lang)
            assert about is not None, target
            assert about.name
            assert about.rule in RULES, target
            assert "{" not in f"{about.name}{about.kind}{about.words}{about.notes}"


@each(
    "target", ["square:99", "site:zz", "die:3", "hand:9:boat", "hand:0:x", "token:0:77", "", "meeple:x", "pile:x", "goods:0:#9"]
)
def test_what_is_no_target_is_not_told(target: str) -> None:
    state = new_game().state
    assert TARGETS.about(state, NAMES, 0, target, "en") is None
    assert TARGETS.attempts(state, state.active, target) == []


def test_a_popover_tells_what_a_cube_would_bring() -> None:
    game = table({"meeples": (1, 2), "laid": ("consul",)}, tiles={"I": "palace", "IV": "altar"}, cubes={"I": 1, "IV": 1})
    about = TARGETS.about(game.state, NAMES, 0, "square:5", "en")
    assert about is not None
    assert about.notes == ("A cube from here: I: 3 points, IV: completes the building.",)
    about = TARGETS.about(game.state, NAMES, 0, "site:iv", "en")
    assert about is not None
    assert about.kind == "size 2 · next cube: completes the building ≈"
    assert "Anna would score 2 points more for it." in about.notes


# Cards, marks, words


@each("lang", LANGUAGES)
def test_every_card_is_drawn_with_its_words(lang: str) -> None:
    state = new_game().state
    for card in range(len(PLOTS) + len(GOODS)):
        drawn = ET.fromstring(card_in_play(state, card, lang))
        assert drawn.get("lang") == lang
        written = " ".join(text.text or "" for text in drawn.iter() if text.tag.endswith("}text"))
        assert all(word in written for word in card_words(state, card, lang).split())
        assert "{" not in written


def test_cards_say_the_numbers_of_the_ruleset() -> None:
    state = new_game(harvest_limit=6, builder_points=4).state
    assert "6 plot cards" in card_words(state, PLOTS.index("good_harvest"))
    assert "4 points" in card_words(state, PLOTS.index("consul"))


def test_buildings_and_corruption_are_marked_on_the_timeline() -> None:
    game = random_game(2, 1)
    marked = {event.kind for event in game.events if mark_colour((event.rule, event.kind, event.player, event.data, ()))}
    assert marked == {"building.completed", "token.taken"}


def test_every_text_of_the_picture_is_there_in_four_languages() -> None:
    texts = MANIFEST.texts
    for section in ("picture", "ask"):
        expected = {key: texts.variables(section, key) for key in texts.keys(section)}
        assert texts.faults(section, expected) == []
    with pytest.raises(LabError, match="unknown language"):
        position_parts(new_game().state, NAMES, 0, "xx")
