"""Ways into a game: the dialog of a new one, the library of scenarios and lessons, and the tour; with Ferry too."""

from __future__ import annotations

import re
from html import unescape

import pytest

import bruges_lab as bl
from bruges_lab.explorer.library_dialog import LESSONS, Library
from bruges_lab.explorer.new_game_dialog import NewGame, reading_words
from bruges_lab.explorer.reach import Kept
from bruges_lab.explorer.touring import STEPS
from bruges_lab.games import shelf
from bruges_lab.rulebook.readings import reading_names
from bruges_lab.rulebook.texts import LANGUAGES


def explorer_of(game: str = "bruges", **options: object) -> bl.Explorer:
    return bl.Explorer(bl.new_game(game, 3, 7), **options)  # type: ignore[arg-type]


def words(explorer: bl.Explorer, surface: str) -> str:
    return unescape(re.sub(r"<[^>]+>", " ", " ".join(explorer.surfaces()[surface].parts.values())))


def markup(explorer: bl.Explorer, surface: str = "dialog") -> str:
    return " ".join(explorer.surfaces()[surface].parts.values())


def send(explorer: bl.Explorer, act: str, value: str = "") -> None:
    """As a browser does: what goes wrong is said, not raised."""
    explorer.surfaces()["dialog"]._received(None, {"act": act, "value": value, "count": 1}, [])


def is_open(explorer: bl.Explorer) -> str:
    return str(explorer.surfaces()["dialog"].anchor)


# A new game by its Python name


def test_a_new_game_opens_and_back_leads_to_the_former_one_with_its_players() -> None:
    explorer = explorer_of(policies=[None, "random", None], seat=0)
    first, node = explorer.game, explorer.game.node
    explorer.new_game("ferry", players=2, seed=5, names=["Ada", "Ben"], policies=[None, "random"], seat=1, hand_over=True)
    assert explorer.manifest.name == "ferry"
    assert explorer.names == ("Ada", "Ben")
    assert explorer.autoplay.seats == [None, "random"]
    assert (explorer.seat, explorer.hand_over) == (1, True)
    assert explorer.game.state == bl.new_game("ferry", 2, 5, names=["Ada", "Ben"]).state
    assert explorer.opened
    explorer.back()
    assert (explorer.game, explorer.game.node) == (first, node)
    assert explorer.autoplay.seats == [None, "random", None]
    assert (explorer.seat, explorer.hand_over) == (0, False)
    assert "Bruges" in words(explorer, "bar")


def test_without_a_name_it_is_a_game_of_the_kind_at_hand() -> None:
    explorer = explorer_of("ferry")
    explorer.new_game()
    assert explorer.manifest.name == "ferry"
    assert len(explorer.names) == 3


@pytest.mark.parametrize(
    "asked",
    [
        {"game": "chess"},
        {"players": 9},
        {"names": ["Ada", "Ada", "Ben"]},
        {"ruleset": "no_such"},
        {"policies": ["nobody"]},
        {"policies": ["random"] * 4},
        {"players": 2, "seat": 2},
        {"seed": "seven"},
    ],
)
def test_what_cannot_be_played_changes_nothing(asked: dict[str, object]) -> None:
    explorer = explorer_of(policies=["random", None, None])
    first, drawn = explorer.game, markup(explorer, "board")
    with pytest.raises(bl.LabError):
        explorer.new_game(**asked)  # type: ignore[arg-type]
    assert explorer.game is first
    assert not explorer.opened
    assert explorer.autoplay.seats == ["random", None, None]
    assert markup(explorer, "board") == drawn


def test_a_page_knows_rules_by_name_alone(tmp_path: object) -> None:
    explorer = explorer_of(reach=Kept())
    for asked in (f"{tmp_path}/mine.toml", bl.ruleset("003")):
        with pytest.raises(bl.LabError, match="unknown ruleset"):
            explorer.new_game(ruleset=asked)
    explorer.new_game(ruleset="003")
    assert explorer.game.state.rules == bl.ruleset("003")


def test_the_others_play_until_a_person_decides_and_a_table_without_persons_waits() -> None:
    explorer = explorer_of()
    explorer.new_game(policies=["random", "random", None], seed=3)
    assert explorer.game.pending.player == 2
    explorer.new_game(policies=["random"] * 3, seed=3)
    assert explorer.game.node is explorer.game.root
    explorer.next()
    assert explorer.game.node is not explorer.game.root


def test_where_the_screen_is_handed_over_it_is_covered_first(monkeypatch: pytest.MonkeyPatch) -> None:
    explorer = explorer_of()
    shown: list[str] = []
    monkeypatch.setattr(explorer.surfaces()["board"], "show", lambda parts, frame: shown.extend(parts))
    explorer.new_game(players=2, hand_over=True)
    assert shown == ["cover"]  # and nothing was to be seen before
    assert explorer.covered_for == explorer.game.pending.player
    explorer.show_library()
    explorer.open_scenario("raid_comes_before_the_step")  # the cover of the former table does not stay
    assert explorer.covered_for in (None, explorer.game.pending.player)
    explorer.back()
    explorer.take_over()
    assert explorer.covered_for is None


# Its dialog


def test_the_dialog_begins_with_the_table_as_it_stands_and_starts_what_it_says() -> None:
    explorer = bl.Explorer(bl.new_game(2, 1, names=["Ada", "Lion"]), policies=[None, "greedy"], lang="de")
    explorer.surfaces()["time"].press("new_game")
    assert is_open(explorer) == "new_game"
    drawn = markup(explorer)
    assert 'value="Ada"' in drawn
    assert 'placeholder="Löwe"' in drawn  # whom nobody named is called as the language has it
    assert 'value="greedy" selected' in drawn
    send(explorer, "new.players", "3")
    send(explorer, "new.name.2", "  Cem\n ")
    send(explorer, "new.who.1", "")
    send(explorer, "new.who.2", "random")
    send(explorer, "new.shuffle", "42")
    send(explorer, "new.reading", "003:lots_of_three")
    send(explorer, "new.screen", "2")
    send(explorer, "new.start")
    assert is_open(explorer) == ""
    assert explorer.names == ("Ada", "Löwe", "Cem")
    assert explorer.game.names == ("Ada", "Lion", "Cem")
    assert explorer.autoplay.seats == [None, None, "random"]
    assert explorer.seat == 2
    assert explorer.game.state.rules == bl.ruleset("003:lots_of_three")
    assert explorer.game.chance.seed == 42
    assert "zurück zur vorigen Partie" in words(explorer, "bar")


def test_two_of_one_name_are_told_in_the_dialog_and_nothing_changes() -> None:
    explorer = explorer_of(lang="fr")
    first = explorer.game
    explorer.show_new_game()
    send(explorer, "new.name.0", "LION")  # as the second seat is called in French
    send(explorer, "new.start")
    assert is_open(explorer) == "new_game"
    assert "Deux joueurs ont le même nom." in words(explorer, "dialog")
    assert explorer.game is first
    send(explorer, "new.name.0", "Ada")
    assert "Deux joueurs" not in words(explorer, "dialog")


@pytest.mark.parametrize("number", ["", "-1", "x", "1000000", "9" * 5000, "²", "1.5"])
def test_a_shuffle_has_a_number_and_what_is_none_is_refused_in_one_sentence(number: str) -> None:
    explorer = explorer_of()
    explorer.show_new_game()
    dialog = explorer._stage.dialogs.shown
    assert isinstance(dialog, NewGame)
    first = explorer.game
    send(explorer, "new.shuffle", number)
    assert "The shuffle number must be between 0 and 999999." in words(explorer, "dialog")
    send(explorer, "new.start")
    assert "The shuffle number must be between 0 and 999999." in words(explorer, "dialog")
    assert explorer.game is first
    send(explorer, "new.another")
    assert 1 <= int(dialog.shuffle) <= 9999
    assert "between 0 and" not in words(explorer, "dialog")


def test_values_that_were_not_offered_change_nothing() -> None:
    explorer = explorer_of()
    explorer.show_new_game()
    before = markup(explorer)
    for act in ("new.players", "new.who.0", "new.screen", "new.reading", "new.name.3", "new.who.3"):
        for value in ("-1", "7", "/etc/passwd", "<b>", "９", "greedy;"):
            send(explorer, act, value)
    assert markup(explorer) == before
    send(explorer, "new.game", "chess")
    assert "unknown game 'chess'" in words(explorer, "dialog")
    send(explorer, "new.name.0", '"><script>alert(1)</script>')
    assert "<script>" not in markup(explorer)


def test_at_a_smaller_table_nobody_looks_from_a_seat_that_is_gone() -> None:
    explorer = explorer_of(seat=2)
    explorer.show_new_game()
    send(explorer, "new.players", "2")
    send(explorer, "new.start")
    assert explorer.seat is None
    assert len(explorer.names) == 2


def test_another_game_is_chosen_by_its_title_and_what_it_lacks_is_not_asked() -> None:
    explorer = explorer_of(lang="fr", policies=["search", None, None])
    explorer.show_new_game()
    assert "Le bac" in words(explorer, "dialog")
    assert 'data-act="new.reading"' in markup(explorer)
    send(explorer, "new.game", "ferry")
    assert 'data-act="new.reading"' not in markup(explorer)
    send(explorer, "new.start")
    assert explorer.manifest.name == "ferry"
    assert "Le bac" in words(explorer, "bar")
    assert "lessons" not in explorer.tabs


def test_where_there_is_one_game_it_is_not_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    explorer = explorer_of()
    monkeypatch.setattr(shelf, "games", lambda: [shelf.find()])
    explorer.show_new_game()
    assert 'data-act="new.game"' not in markup(explorer)


def test_what_is_pressed_on_a_dialog_that_has_gone_does_nothing() -> None:
    explorer = explorer_of()
    first = explorer.game
    explorer.show_new_game()
    explorer.surfaces()["dialog"].press("close_dialog")
    assert is_open(explorer) == ""
    send(explorer, "new.start")
    assert explorer.game is first
    explorer.show_new_game()
    explorer.open_scenario("no_low_die_no_step")
    assert is_open(explorer) == ""  # another game is there: nothing to be asked any more


def test_a_dialog_that_fails_says_so_in_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    explorer = explorer_of()
    explorer.show_new_game()
    monkeypatch.setattr(NewGame, "start", lambda self: 1 / 0)
    send(explorer, "new.start")
    assert "the game has not changed. (ZeroDivisionError" in words(explorer, "dialog")
    assert explorer.message == ""


def test_rules_and_computers_are_called_by_a_pupils_words_in_every_language() -> None:
    manifest = shelf.find("bruges")
    for lang in LANGUAGES:
        told = [reading_words(manifest, name, lang) for name in reading_names("bruges")]
        assert len(set(told)) == len(told)
        if lang != "en":
            assert set(told).isdisjoint(reading_words(manifest, name, "en") for name in reading_names("bruges"))
        explorer = explorer_of(lang=lang)
        explorer.show_new_game()
        said = words(explorer, "dialog") + words(explorer, "time")
        assert not re.search(r"\b(greedy|search|seed|policy|ruleset|default)\b", said)


# The library


def library_of(explorer: bl.Explorer) -> Library:
    explorer.show_library()
    found = explorer._stage.dialogs.shown
    assert isinstance(found, Library)
    return found


def test_every_scenario_stands_in_the_chapters_of_its_rules_in_the_order_of_the_rulebook() -> None:
    manifest = shelf.find("bruges")
    shelves = library_of(explorer_of()).shelves()
    chapters = [shelf for shelf in shelves if shelf != LESSONS]
    assert next(iter(shelves)) == LESSONS
    assert chapters == [chapter for chapter in manifest.chapters.chapters if chapter in shelves]
    for name, (record, _) in manifest.scenarios.items():
        there = {chapter for chapter in chapters if name in [title.value for title in shelves[chapter]]}
        assert there == {manifest.catalogue[rule].chapter for rule in record.rules}


def test_a_word_finds_titles_in_the_language_shown_without_capitals_and_accents() -> None:
    explorer = explorer_of(lang="fr")
    library = library_of(explorer)
    send(explorer, "library.search", "DEFAUSSE carte")
    found = [title.words for title in library.found()]
    assert "Une maison n’est pas une carte défaussée" in found
    assert all("carte" in title.lower() and "défauss" in title.lower() for title in found)
    assert len(set(found)) == len(found)  # once, in however many chapters
    send(explorer, "library.search", "zzz<b>")
    assert "Aucun titre ne contient ces mots." in words(explorer, "dialog")
    send(explorer, "library.shelf", "dice")
    assert library.search == ""
    assert 'data-value="no_low_die_no_step"' in markup(explorer)


def test_a_title_opens_its_scenario_and_one_that_is_not_there_is_refused_in_the_dialog() -> None:
    explorer = explorer_of(reach=Kept())
    explorer.surfaces()["time"].press("library")
    send(explorer, "scenario", "../no_such")
    assert is_open(explorer) == "library"
    assert "unknown scenario '../no_such'" in words(explorer, "dialog")
    send(explorer, "scenario", "no_low_die_no_step")
    assert is_open(explorer) == ""
    assert explorer.game.state == bl.scenario("no_low_die_no_step").state


def test_a_lesson_opens_by_the_name_of_its_chapter(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def open_lesson(self: bl.Explorer, name: str) -> None:
        if name == "broken":
            raise bl.LabError("there is no lesson 'broken'")
        asked.append(name)

    monkeypatch.setattr(bl.Explorer, "open_lesson", open_lesson, raising=False)
    explorer = explorer_of()
    library = library_of(explorer)
    lessons = [title.value for title in library.shelves()[LESSONS]]
    assert lessons == ["draw", "dice", "turns", "majorities", "scoring"]
    assert "6 tasks" in words(explorer, "dialog")
    send(explorer, "library.lesson", "broken")
    assert "there is no lesson 'broken'" in words(explorer, "dialog")
    send(explorer, "library.lesson", "dice")
    assert asked == ["dice"]
    assert is_open(explorer) == ""


def test_the_library_of_another_game_has_what_that_game_brings() -> None:
    explorer = explorer_of("ferry")
    shelves = library_of(explorer).shelves()
    assert [title.value for title in shelves[LESSONS]] == ["turns"]
    assert any(title.value == "a_storm_for_a_coin" for titles in shelves.values() for title in titles)
    explorer.set_language("it")  # Ferry has no Italian: its own titles in English, the rest in Italian
    assert "Biblioteca: Ferry" in words(explorer, "dialog")
    send(explorer, "scenario", "a_storm_for_a_coin")
    assert explorer.game.state.wind == 4


def test_a_game_with_nothing_to_browse_offers_no_library(monkeypatch: pytest.MonkeyPatch) -> None:
    explorer = explorer_of("ferry")
    assert 'data-act="library"' in markup(explorer, "time")
    monkeypatch.delitem(explorer.manifest._written, "scenarios")
    monkeypatch.delitem(explorer.manifest._written, "lessons")
    explorer.refresh()
    assert 'data-act="library"' not in markup(explorer, "time")
    with pytest.raises(bl.LabError, match="Ferry has no scenarios"):
        explorer.show_library()


# The tour


def test_the_tour_has_six_steps_in_every_language_and_each_names_its_part() -> None:
    explorer = explorer_of("ferry")
    assert explorer.surfaces()["tour"].anchor == "first"
    said = set()
    for lang in LANGUAGES:
        explorer.set_language(lang)
        drawn = markup(explorer, "tour")
        assert drawn.count("bl-tourstep") == len(STEPS) == 6
        assert all(f'data-spot="{spot}"' in unescape(drawn) for _, spot in STEPS)
        said.add(words(explorer, "tour"))
    assert len(said) == len(LANGUAGES)


def test_the_tour_is_not_led_where_nobody_wants_it_and_comes_when_asked() -> None:
    explorer = explorer_of(tour=False)
    tour = explorer.surfaces()["tour"]
    assert (tour.anchor, markup(explorer, "tour")) == ("", "")
    explorer.surfaces()["bar"].press("help")
    explorer.surfaces()["pop"].press("tour")
    assert tour.anchor == "again:1"
    assert explorer.surfaces()["pop"].anchor == ""
    tour.press("end_tour")
    assert tour.anchor == ""
    explorer.show_tour()
    assert tour.anchor == "again:2"


def test_the_rules_chosen_say_how_many_can_play() -> None:
    explorer = explorer_of()
    explorer.show_new_game()
    send(explorer, "new.players", "5")
    assert markup(explorer).count('data-act="new.name.') == 3
    send(explorer, "new.module", "zwin:five")
    assert markup(explorer).count('data-act="new.name.') == 5
    assert 'data-value="4"' not in explorer.surfaces()["dialog"].parts["players"]
    send(explorer, "new.name.4", "Eva")
    send(explorer, "new.start")
    assert explorer.names == ("Swan", "Lion", "Lily", "Bear", "Eva")
    explorer.show_new_game()
    assert markup(explorer).count('data-act="new.name.') == 5
    send(explorer, "new.reading", "003")
    assert markup(explorer).count('data-act="new.name.') == 5  # a document changes nothing about a module
    send(explorer, "new.module", "zwin:five")
    assert markup(explorer).count('data-act="new.name.') == 4
