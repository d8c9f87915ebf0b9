"""The live picture of Bruges: pieces in a frame, what each thing is, what is where; and nothing that a seat may not know."""

from __future__ import annotations

import random
import re
import xml.etree.ElementTree as ET
from functools import cache

import pytest

from bruges_lab import new_game
from bruges_lab.explorer.changes import differences
from bruges_lab.games.bruges.manifest import MANIFEST
from bruges_lab.games.bruges.model import State
from bruges_lab.games.bruges.pictures import colours
from bruges_lab.games.bruges.pictures.live_position import position_parts
from bruges_lab.games.bruges.pictures.position import TARGETS
from bruges_lab.kernel import Game
from bruges_lab.rulebook.texts import LANGUAGES
from bruges_lab.show import live
from bruges_lab.show.svg import text_width

HOSTILE = ('"><script>alert(1)</script>', "<b>", "&amp;", "'")
NAMES = ("Anna", "Ben", "Cleo", "Dora")
each = pytest.mark.parametrize


@cache
def games() -> tuple[Game[State], ...]:
    """Games of two to four players, stopped early, in the middle and late."""
    found = []
    for players, steps in ((2, 30), (3, 0), (3, 160), (4, 90), (4, 260)):
        game, rng = new_game(players, seed=players), random.Random(steps)
        for _ in range(steps):
            if game.pending is not None:
                game.play(rng.choice(game.legal()))
        found.append(game)
    return tuple(found)


def filled(state: State, seat: int | None, lang: str = "en", names: tuple[str, ...] = NAMES) -> ET.Element:
    """The frame with its fragments in their places."""
    frame, fragments = position_parts(state, names, seat, lang)
    whole = ET.fromstring(frame)
    places = {element.get("data-part"): element for element in whole.iter() if element.get("data-part")}
    assert set(places) == set(fragments)
    for name, fragment in fragments.items():
        places[name].extend(ET.fromstring(f"<div>{fragment}</div>"))
    return whole


def said(element: ET.Element) -> str:
    """What a pointer is told of a thing."""
    return element.get("title") or element.findtext("title") or ""


def targets(whole: ET.Element) -> list[ET.Element]:
    return [element for element in whole.iter() if element.get("data-target")]


# Pieces


@each("lang", LANGUAGES)
@each("seat", [None, 1])
def test_every_place_gets_a_piece_and_every_thing_says_what_it_is(seat: int | None, lang: str) -> None:
    for game in games():
        whole = filled(game.state, seat, lang, HOSTILE)
        assert not list(whole.iter("script"))
        found = targets(whole)
        assert len(found) > 40
        assert all(said(element) for element in found)
        assert {rule for element in found if (rule := element.get("data-rule"))} <= set(MANIFEST.catalogue)


def test_every_player_has_a_line_and_everything_and_can_be_opened_and_closed() -> None:
    for game in games():
        whole = filled(game.state, 0)
        players = [element for element in whole.iter("section") if element.get("data-seat")]
        assert [player.get("data-seat") for player in players] == [str(seat) for seat in range(len(game.state.players))]
        for seat, player in enumerate(players):
            line, full = (next(e for e in player.iter() if e.get("class") == kind) for kind in ("bl-summary", "bl-full"))
            assert [button.get("data-act") for button in line.iter("button")] == ["unfold"]
            assert [button.get("data-value") for button in full.iter("button")] == [str(seat)]
            assert {e.get("data-target") for e in line.iter()} <= {f"people:{seat}", f"canals:{seat}"} | {
                e.get("data-target") for e in full.iter()
            }


def test_no_letters_are_too_small_and_no_name_leaves_its_card() -> None:
    for lang in LANGUAGES:
        for game in games():
            for piece in filled(game.state, None, lang).iter("svg"):
                for text in piece.iter("text"):
                    size = float(text.get("font-size", "0"))
                    wide = text.get("textLength") or text_width(text.text or "", size, bool(text.get("font-weight")))
                    assert size >= live.LEAST
                    assert float(wide) <= float(piece.get("width", "0")) + 0.01, text.text


@each("lang", LANGUAGES)
def test_every_persons_name_is_whole_on_a_card(lang: str) -> None:
    for card in games()[0].state.deck.cards:
        for room, sizes in ((82.0, (13, 12.5, 12, 11.5, 11.0)), (77.0, (12, 11.5, 11))):
            fitted = live.fit(card.name[lang], room, 2, sizes)
            assert not any(line.endswith("…") for line in fitted.lines)
            assert all(text_width(line, fitted.size, True) * live.SQUEEZE <= room for line in fitted.lines)


def test_a_name_without_end_is_cut_and_stays_text() -> None:
    fitted = live.fit("W" * 80, 80)
    assert fitted.lines[-1].endswith("…")


def test_the_frame_changes_with_the_view_only_and_a_step_changes_few_pieces() -> None:
    game, rng = new_game(3, seed=1), random.Random(1)
    sizes, before = [], position_parts(game.state, NAMES, 0)
    first = before.frame
    for _ in range(120):
        game.play(rng.choice(game.legal()))
        after = position_parts(game.state, NAMES, 0)
        sizes.append(sum(len(part) for name, part in after.fragments.items() if before.fragments[name] != part))
        before = after
    assert before.frame == first
    assert sorted(sizes)[60] < sum(map(len, before.fragments.values())) / 5


def test_a_change_of_one_thing_changes_its_piece_and_the_line_of_its_player() -> None:
    state = games()[2].state.copy()
    before = position_parts(state, NAMES, 0).fragments
    state.players[1].guilders += 1
    after = position_parts(state, NAMES, 0).fragments
    assert [name for name in before if before[name] != after[name]] == ["seat1.summary", "seat1.guilders"]


def test_live_colours_keep_the_light_colour_and_follow_the_ground() -> None:
    shade = live.live_shade(colours.SHADES[0])
    assert shade.fill == colours.SHADES[0].fill
    assert colours.SHADES[0].ink in shade.ink
    assert live.INK == "var(--p-ink, #2b2621)"


# What a seat may not know


def test_no_piece_tells_what_a_seat_may_not_know() -> None:
    for game in games():
        state = game.state
        for seat in range(len(state.players)):
            fragments = "".join(position_parts(state, NAMES, seat).fragments.values())
            public = {card for player in state.players for card in (*player.people, *player.shown)}
            own = set(state.players[seat].hand) - set(state.players[seat].unseen)
            own |= {house.card for house in state.players[seat].houses}
            for other in state.players:
                hidden = {*other.hand, *(house.card for house in other.houses)} - public - own
                names = [state.deck[card].name["en"] for card in hidden if card >= 0]
                assert not [
                    name
                    for name in names
                    if re.search(rf"\b{re.escape(name)}\b(?!’)", _without_known(fragments, state, public | own))
                ]


def _without_known(text: str, state: State, known: set[int]) -> str:
    """A text without the names of known people: one may be part of another."""
    for name in sorted((state.deck[card].name["en"] for card in known if card >= 0), key=len, reverse=True):
        text = text.replace(name, "")
    return text


def test_a_seat_sees_the_same_on_the_position_and_on_its_view_of_it() -> None:
    for game in games():
        for seat in range(len(game.state.players)):
            view = game.view(seat).state
            assert position_parts(view, NAMES, seat) == position_parts(game.state, NAMES, seat)
            assert TARGETS.values(view, seat) == TARGETS.values(game.state, seat)


# What a thing is


@each("lang", LANGUAGES)
def test_every_thing_is_told_in_four_languages(lang: str) -> None:
    for game in games():
        for seat in (None, 0):
            for target in {element.get("data-target", "") for element in targets(filled(game.state, seat, lang))}:
                about = TARGETS.about(game.state, NAMES, seat, target, lang)
                assert about is not None, target
                assert about.name
                assert about.words or target.startswith("seat:")
                assert about.rule in MANIFEST.catalogue or not about.rule


def test_a_card_is_told_with_its_effect_and_a_back_by_its_colour_alone() -> None:
    state = games()[2].state.copy()
    card = state.deck["cardinal"]
    state.players[0].hand = (card.number,)
    state.players[0].unseen = state.players[0].shown = ()
    told = TARGETS.about(state, NAMES, 0, "hand:0:cardinal", "en")
    assert told is not None
    assert told.name == "Cardinal"
    assert told.kind.startswith(f"church · {card.price} guilders · {card.points} point")
    assert "<svg" in told.picture
    assert told.rule == card.rule
    assert TARGETS.about(state, NAMES, 1, "hand:0:cardinal", "en") is None
    back = TARGETS.about(state, NAMES, 1, "hand:0:#0", "en")
    assert back is not None
    assert back.name == f"{card.colour.capitalize()} card, face down"
    assert "Cardinal" not in str(back)


@each(
    "target",
    ["", "hand", "hand:9", "hand:0:nobody", "hand:0:#99", "canal:0:left:0", "canal:0:left:9", "step:-1", "die:pink", "x:1"],
)
def test_what_is_no_target_is_nothing(target: str) -> None:
    assert TARGETS.about(games()[2].state, NAMES, None, target, "en") is None


# What is where


def test_every_thing_that_can_change_has_a_value() -> None:
    for game in games():
        for seat in (None, 0):
            shown = {element.get("data-target", "") for element in targets(filled(game.state, seat))}
            values = TARGETS.values(game.state, seat)
            assert {target for target in shown - set(values) if not target.startswith("gate:")} == set()
            assert {target for target in set(values) - shown if not target.startswith("statues:")} == set()


def test_values_tell_what_has_changed() -> None:
    state = games()[2].state.copy()
    before = TARGETS.values(state, 0)
    state.players[0].guilders += 2
    state.dice = tuple(face % 6 + 1 for face in state.dice)  # type: ignore[assignment]
    after = TARGETS.values(state, 0)
    changed = {target for target in before if before[target] != after[target]}
    assert changed - {"price"} == {"guilders:0", *(f"die:{colour}" for colour in ("blue", "brown", "yellow", "red", "purple"))}


def test_where_no_step_can_be_bought_there_is_no_price_to_compare_with() -> None:
    state = games()[2].state.copy()
    state.dice = (1, 2, 5, 5, 5)
    before = TARGETS.values(state, 0)
    state.dice = (1, 1, 5, 5, 5)
    cheaper = TARGETS.values(state, 0)
    state.dice = (3, 4, 5, 5, 5)
    none = TARGETS.values(state, 0)
    assert differences(before, cheaper)["price"] == "\N{MINUS SIGN}1"
    assert differences(cheaper, none)["price"] == differences(none, before)["price"] == ""
