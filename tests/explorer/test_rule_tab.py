"""The rule tab: contents, search, languages, the rule that is at work, and the other reading, in the usual game and in Ferry."""

from __future__ import annotations

import re
from html import unescape

import pytest
from cases import each

import bruges_lab as bl
from bruges_lab.explorer.panels.rule_contents import MOST_FOUND, first_words
from bruges_lab.games import shelf
from bruges_lab.kernel.rulesets import Field
from bruges_lab.rulebook.catalogue import ruleset_fields
from bruges_lab.rulebook.lookup import pieces
from bruges_lab.rulebook.texts import LANGUAGES

BRUGES = shelf.find()
SWITCHES = [field for field in ruleset_fields(BRUGES).values() if field.values]
CANALS = "scoring.canal3"


def explorer(**more: object) -> bl.Explorer:
    one = bl.Explorer(bl.new_game(seed=3), **more)  # type: ignore[arg-type]
    one.select("rule")
    return one


def shown(one: bl.Explorer, part: str = "rule") -> str:
    return one.surfaces()["rule"].parts.get(part, "")


def words(html: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


def press(one: bl.Explorer, act: str, value: str = "") -> None:
    one.surfaces()["rule"].press(act, value)


def listed(one: bl.Explorer) -> list[str]:
    """The rules that are listed, by id."""
    return re.findall(r'data-act="rule" data-value="([^"]+)"', shown(one))


# Contents


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_contents_have_all_chapters_in_the_order_of_the_rulebook(lang: str) -> None:
    one = explorer(lang=lang)
    one.show_contents()
    found = re.findall(r'data-act="rule_chapter" data-value="([^"]+)"', shown(one))
    chapters = list(dict.fromkeys(rule.chapter for rule in BRUGES.catalogue.values()))
    assert found == chapters
    told = words(shown(one))
    assert all(" ".join(BRUGES.chapters.title(chapter, lang).split()) in told for chapter in chapters)
    assert not listed(one)


def test_a_chapter_opens_to_its_rules_by_first_words_and_id() -> None:
    one = explorer()
    one.show_contents("dice")
    rules = [rule for rule in BRUGES.catalogue.values() if rule.chapter == "dice"]
    assert listed(one) == [rule.id for rule in rules]
    for rule in rules:
        assert first_words(rule.text("en", one.state.rules), 76) in words(shown(one))
        assert f'<code class="bl-id">{rule.id}</code>' in shown(one), "an id stays whole"
    press(one, "rule_chapter", "dice")
    assert not listed(one)
    with pytest.raises(bl.LabError, match="unknown chapter"):
        one.fold_chapter("nothing")


def test_a_card_opens_from_the_contents_and_leads_back() -> None:
    one = explorer()
    press(one, "rule_contents")
    press(one, "rule_chapter", "dice")
    press(one, "rule", "phase2.steps")
    assert BRUGES.catalogue["phase2.steps"].text() in words(shown(one))
    assert 'data-act="rule_contents"' in shown(one, "find")
    press(one, "rule_contents")
    assert "phase2.steps" in listed(one), "the chapter is still open"


def test_a_step_leaves_the_contents_open_and_offers_the_rule_that_is_at_work() -> None:
    one = explorer()
    one.show_contents()
    before = shown(one, "here")
    assert one.game.pending is not None
    assert one.game.pending.rule in before
    one.choose(str(one.game.legal()[0]))
    one.next_phase()
    assert one.browsing
    assert shown(one, "here") != before
    one.choose("nonsense:1")
    assert one.refusal is not None
    assert one.refusal.rule in shown(one, "here")


@each("text", ["short", "A sentence that is much too long for its line, and goes on", "x" * 200])
def test_first_words_are_cut_between_words(text: str) -> None:
    cut = first_words(text, 40)
    assert len(cut) <= 41
    assert text.startswith(cut.removesuffix(" …"))
    if " " in text and cut != text:
        assert text[len(cut.removesuffix(" …")) :].lstrip(",")[0] == " "


# Search


@pytest.mark.parametrize(("lang", "sought"), [("en", "canal"), ("de", "Kanal"), ("fr", "canal"), ("it", "canale")])
def test_words_are_found_in_the_language_shown(lang: str, sought: str) -> None:
    one = explorer(lang=lang)
    press(one, "rule_find", sought)
    found = bl.rules(text=sought, lang=lang)
    assert listed(one) == [rule.id for rule in found[:MOST_FOUND]]
    assert len(found) > MOST_FOUND
    assert str(len(found)) in words(shown(one))
    assert re.search(rf"<mark>{sought}", shown(one), re.IGNORECASE)


def test_an_id_is_found_with_its_underscores() -> None:
    one = explorer(lang="fr")
    one.find_rules("threat.fire.occupied_house")
    assert listed(one)[0] == "threat.fire.occupied_house"
    press(one, "rule", listed(one)[0])
    assert 'value="threat.fire.occupied_house"' in shown(one, "find"), "the search is kept"
    press(one, "rule_results")
    assert listed(one)[0] == "threat.fire.occupied_house"
    press(one, "rule_find", "")
    assert "bl-chapter" in shown(one)


def test_a_search_that_comes_late_does_not_open_the_tab_again() -> None:
    one = explorer()
    one.select("rule")
    one.select("decide")
    press(one, "rule_find", "canal")
    assert one._stage is not None
    assert one._stage.tab == "decide"
    one.find_rules("canal")
    assert one._stage.tab == "rule"


@each("sought", ["<script>alert(1)</script>", "\x00", "{$x}", "canal" * 5000, "???", "'\"--"])
def test_anything_can_be_typed(sought: str) -> None:
    one = explorer()
    press(one, "rule_find", sought)
    html = shown(one) + shown(one, "find")
    assert "<script" not in html
    assert len(html) < 30_000


def test_pieces_put_together_are_the_text() -> None:
    text = "Œuvres, Menaces & 50er: größer als Straße."
    assert "".join(piece for piece, _ in pieces(text, "menac oeuvre strasse")) == text
    assert [piece for piece, hit in pieces(text, "menac oeuvre strasse") if hit] == ["Œuvres", "Menaces", "Straße"]
    assert pieces(text, "?") == [(text, False)]


# Languages


def test_all_languages_stand_side_by_side() -> None:
    one = explorer()
    one.show_rule(CANALS)
    assert "bl-tongues" not in shown(one)
    press(one, "rule_languages", "1")
    for lang in LANGUAGES:
        assert f'lang="{lang}"' in shown(one)
        assert BRUGES.catalogue[CANALS].text(lang) in words(shown(one))
    one.compare_languages(False)
    assert "bl-tongues" not in shown(one)


def test_a_card_says_its_values_and_more_when_asked() -> None:
    one = explorer()
    one.show_rule(CANALS)
    assert "third_space_points = 3" in words(shown(one))
    assert "D-017" not in words(shown(one))
    press(one, "rule_more", "1")
    assert "D-017" in words(shown(one))
    one.show_rule("action.threat.need")
    assert "D-086" in words(shown(one)), "the next card is as open as this one"
    one.show_whole_card(False)
    assert "D-086" not in words(shown(one))


# Readings


def test_both_readings_are_told_and_the_one_in_force() -> None:
    one = explorer()
    one.show_rule(CANALS)
    (box,) = re.findall(r'<div class="bl-readings".*?</div></div></div>|<div class="bl-readings".*', shown(one))
    rule, rules = BRUGES.catalogue[CANALS], one.state.rules
    for value in ("third_space", "lots_of_three"):
        assert rule.text("en", rules.changed(canal_bonus=value)) in words(box)
    now = re.search(r'data-now="".*?</div>', box)
    assert now is not None
    assert rule.text("en", rules) in words(now[0])
    one.show_rule("phase1.pile_choice")
    assert "bl-readings" not in shown(one)


def test_a_rule_that_names_the_discrepancy_tells_the_readings_too() -> None:
    one = explorer()
    one.show_rule("person.geographer")
    assert 'data-switch="canal_bonus"' in shown(one)
    one.play_other_way("person.geographer")
    assert one.state.rules.canal_bonus == "lots_of_three"


def test_the_other_way_is_the_same_position_in_a_new_game_and_back_leads_back() -> None:
    one = explorer()
    for _ in range(5):
        one.next_phase()
    game, digest = one.game, [player.guilders for player in one.state.players]
    one.show_rule(CANALS)
    (value,) = re.findall(r'data-act="rule_other" data-value="([^"]+)"', shown(one))
    press(one, "rule_other", value)
    assert one.game is not game
    assert one.state.rules == game.state.rules.changed(canal_bonus="lots_of_three")
    assert [player.guilders for player in one.state.players] == digest
    assert one.game.legal() == game.legal()
    assert BRUGES.catalogue[CANALS].text("en", one.state.rules) in one.game.node.note
    assert words(shown(one)).startswith("Final scoring")
    assert 'data-act="back"' in shown(one)
    assert bl.from_text(one.game.to_text()).state.digest() == one.game.state.digest()
    one.back()
    assert one.game is game
    assert game.state.rules.canal_bonus == "third_space"


@each("field", SWITCHES)
def test_every_switch_can_be_played_otherwise_or_says_why_not(field: Field) -> None:
    one, name = explorer(), field.name
    one.next_phase()
    for value in field.values[1:]:
        if field.set_up:
            with pytest.raises(bl.LabError, match="how a game is set up"):
                one.play_other_way(name, value)
            continue
        one.play_other_way(name, value)
        assert getattr(one.state.rules, name) == value
        one.next_round()
        one.back()
    with pytest.raises(bl.LabError, match="already"):
        one.play_other_way(name, field.values[0])


def test_only_what_is_laid_out_by_it_is_a_switch_of_the_set_up() -> None:
    modules = ["ships", "ships_form", "market", "five_deck", "worker_supply", "bank", "threat_bag", "round_marker"]
    assert [field.name for field in SWITCHES if field.set_up] == ["deck_split", "start_player", *modules]
    one = explorer()
    one.show_rule("setup.start_player.who")
    assert "how a game is set up" in words(shown(one))
    assert "rule_other" not in shown(one)


@each("asked", [("nothing", None), ("end_by", None), (CANALS, "fourth"), ("phase1.pile_choice", None), ("hand_size", None)])
def test_what_cannot_be_read_otherwise_is_refused_in_one_sentence(asked: tuple[str, str | None]) -> None:
    one = explorer()
    game = one.game
    with pytest.raises(bl.LabError) as refused:
        one.play_other_way(*asked)
    assert str(refused.value).isprintable()
    assert one.game is game


@each("value", ["", "end_by", "end_by:9", "end_by:-1", "end_by:0001000", "x:1", "hand_size:0", "end_by:²"])
def test_a_reading_from_elsewhere_is_refused(value: str) -> None:
    with pytest.raises(bl.LabError):
        press(explorer(), "rule_other", value)


def test_the_end_is_counted_the_other_way_from_before_it_on() -> None:
    one = bl.Explorer(bl.new_game(seed=0))
    one.play_to_end("random")
    rules, before = one.state.rules, [sheet.total for sheet in one.game.scores()]
    with pytest.raises(bl.LabError, match="over and the points have been counted"):
        one.play_other_way("canal_bonus")
    one.show_rule(CANALS)
    assert "rule_other" not in shown(one)
    one.previous_event()
    while one.game.over:
        one.undo()
    one.play_other_way("canal_bonus")
    while not one.game.over:
        one.game.play(0)
    for player, was, sheet in zip(one.state.players, before, one.game.scores(), strict=True):
        thirds = sum(built >= rules.third_space for built in player.canals)
        lots = sum(player.canals) // rules.third_space
        assert sheet.total == was + rules.third_space_points * (lots - thirds)
    assert [sheet.total for sheet in one.game.scores()] != before, "a game in which it matters"


# Another game


def test_ferry_has_contents_and_search_and_its_own_languages() -> None:
    ferry = bl.Explorer(bl.new_game("ferry", players=2, seed=1))
    ferry.show_contents()
    assert len(re.findall('data-act="rule_chapter"', shown(ferry))) == 2
    ferry.find_rules("storm")
    assert "ferry.storm" in listed(ferry)
    press(ferry, "rule", "ferry.storm")
    ferry.compare_languages()
    assert re.findall(r'<div lang="(..)" class="bl-tongueof"', shown(ferry)) == ["en", "fr"]
    assert "bl-readings" not in shown(ferry)
    with pytest.raises(bl.LabError, match="Ferry has no"):
        ferry.play_other_way("ferry.storm")
    assert "text" not in ferry.tabs
    with pytest.raises(bl.LabError, match="unknown tab"):
        ferry.check_text("x.md")
