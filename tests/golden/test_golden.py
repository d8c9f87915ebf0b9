"""Whole games as text: replayed from their choices, they must read the same to the last line (see make.py)."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import make
import pytest
from golden_text import assert_same, read, write_switches

import bruges_lab as bl
from bruges_lab.games.bruges.kit import BrugesKit
from bruges_lab.games.bruges.model import BOOK, State
from bruges_lab.games.bruges.ruleset import Ruleset, fields
from bruges_lab.kernel import Game, advance
from bruges_lab.kernel.saving import from_bytes, to_bytes

PLANS = {plan.name: plan for plan in make.PLANS}
every_plan = pytest.mark.parametrize("name", PLANS)


@cache
def text_of(name: str) -> str:
    return PLANS[name].file.read_text(encoding="utf-8")


@cache
def replayed(name: str) -> Game[State]:
    """The game of a file, made by its choices alone, those of chance included. Not to be moved: the tests share it."""
    return make.replay(read(text_of(name)))


@every_plan
def test_the_choices_of_the_file_give_the_file(name: str) -> None:
    assert_same(make.tell(replayed(name), read(text_of(name)).header), text_of(name))


@every_plan
def test_making_it_again_gives_the_file(name: str) -> None:
    """Here the seed throws the dice and orders the discards, and the header comes from the plan."""
    assert_same(make.make(PLANS[name])[1], text_of(name))


@every_plan
def test_it_is_a_whole_game_with_the_pinned_deck_and_board(name: str) -> None:
    game, header = replayed(name), read(text_of(name)).header
    assert game.over
    assert (game.state.deck.digest, game.state.board.digest) == (header["deck"], header["board"])
    assert int(header["players"]) == len(game.names) == len(header["policies"].split(", "))
    assert len(game.events) == game.state.emitted


@every_plan
def test_every_event_cites_a_rule_of_the_catalogue_and_has_its_data(name: str) -> None:
    catalogue = bl.Catalogue.load()
    for event in replayed(name).events:
        assert event.rule in catalogue, f"{event!r} cites a rule that does not exist"
        kind = BOOK.kinds[event.kind]
        assert set(kind.fields) - kind.optional <= set(event.data) <= set(kind.fields), (
            f"{event!r} has other data than it declares"
        )
        assert event.cause < event.index, f"{event!r} comes before its cause"


@every_plan
def test_saved_and_loaded_it_is_the_same_game(name: str) -> None:
    game = replayed(name)
    kit = BrugesKit(make.deck(), make.board(PLANS[name].base), make.ships(), make.market())
    again = from_bytes({"bruges": kit}, to_bytes(game), "golden")
    assert_same(make.tell(again, read(text_of(name)).header), text_of(name))
    assert [node.state.digest() for node in again.nodes] == [node.state.digest() for node in game.nodes]
    assert again.events == game.events
    assert to_bytes(again) == to_bytes(game)


def test_a_golden_game_through_a_file_and_through_text(tmp_path: Path) -> None:
    name = next(iter(PLANS))
    game = replayed(name)
    game.save(tmp_path / "game.json")
    for again in (
        bl.load(tmp_path / "game.json", deck=make.deck(), board=make.board()),
        bl.from_text(game.to_text(), deck=make.deck(), board=make.board()),
    ):
        assert_same(make.tell(again, read(text_of(name)).header), text_of(name))


def test_every_plan_has_its_file_and_every_file_its_plan() -> None:
    assert sorted(path.name for path in make.FOLDER.glob("*.txt")) == sorted(plan.file.name for plan in make.PLANS)
    assert len(PLANS) == len(make.PLANS) >= 20
    numbers = [int(name[:2]) for name in PLANS]
    assert numbers == sorted(set(numbers))
    for number, name in zip(numbers, PLANS, strict=True):
        assert name.startswith(f"{number:02}_{len(PLANS[name].policies)}_")


def test_every_other_reading_is_played_in_some_game() -> None:
    played = {(name, value) for plan in make.PLANS for name, value in plan.switches.items()}
    others = {(field.name, value) for field in fields().values() for value in field.values if value != field.default}
    assert others <= played


def test_the_mixture() -> None:
    """What the games were chosen for is in them: a change that takes it out should be noticed."""
    shown = {name: {(event.kind, event.rule) for event in replayed(name).events} for name in PLANS}
    for name, kind, rule in (
        ("12_3_an_effect_again", "effect.again", "person.astronomer"),
        ("14_3_empty_hands", "turn.skipped", "phase3.empty_hand"),
        ("24_2_twenty_rounds", "statue.kept", "threat.fire.statue_kept"),
        ("16_2_pile_empty_in_phase_3", "final_round.set", "end.extra_pile_phase3"),
        ("17_3_pile_empty_in_phase_3", "final_round.set", "end.extra_pile_phase3"),
        ("18_3_shared_victory", "game.shared", "win.tie.shared"),
        ("19_3_guilders_break_a_tie", "game.won", "win.tie.guilders"),
        ("20_4_all_cards_gone", "draw.stopped", "end.all_cards_gone"),
        ("23_4_discards_shuffled", "discards.shuffled", "end.all_cards_gone"),
        ("26_2_hand_limit", "card.discarded_down", "phase1.refill.over_target"),
        ("28_2_null_action", "nothing.discarded", "action.threat.need"),
        ("29_3_arrows_only_once", "effect.spent", "act.instant.replay"),
        ("37_5_five_players", "final_round.set", "exp.five_players.end"),
        ("37_5_five_players", "pile.halved", "exp.five_players.refill"),
        ("38_5_short_of_cards", "draw.stopped", "exp.five_players.short"),
        ("39_5_six_stacks", "extra.laid", "setup.decks.extra"),
        ("40_4_few_workers_and_guilders", "supply.short", "exp.supply.workers.short"),
        ("40_4_few_workers_and_guilders", "supply.short", "exp.supply.guilders.short"),
        ("42_4_two_threats_in_the_bag", "threat.shortage", "exp.bag.short"),
        ("43_2_round_marker", "game.ends", "exp.round_marker.end"),
        ("44_3_extra_pile_ends_this_round", "final_round.set", "exp.round_marker.end"),
        ("45_3_ships", "ship.used", "exp.ships.use"),
        ("46_4_ships_turned", "ships.turned_down", "exp.ships.flip"),
        ("48_3_used_ships_leave", "ship.leaves", "exp.ships.shared"),
        ("49_2_ships_come_again", "ships.shuffled", "exp.ships.dry"),
        ("50_3_ships_and_market", "ship.used", "exp.ships.use"),
        ("50_3_ships_and_market", "price.improved", "exp.market.improve.canal.two_less"),
        ("52_3_six_markers", "price.improved", "exp.market.improve.recruit.three_less"),
        ("53_3_markers_for_everyone", "marker.used", "exp.market.use"),
        ("54_2_one_marker_each", "market.shuffled", "exp.market.empty"),
    ):
        assert (kind, rule) in shown[name], name
    made = {name: {choice.partition(":")[0] for _, choice in read(text_of(name)).choices} for name in PLANS}
    assert "damage" in made["09_4_several_damages_and_a_judge"]
    assert "lend" in made["10_4_lending_to_some"]
    assert made["11_4_effect_or_reaction_first"] & {"effect_first", "reaction_first"}
    assert len(replayed("18_3_shared_victory").winners) > 1
    assert replayed("24_2_twenty_rounds").state.round == 20
    assert {len(plan.policies) for plan in make.PLANS} == {2, 3, 4, 5}
    assert {policy for plan in make.PLANS for policy in plan.policies} == {"random", "greedy", "eager"}


MATTERS = [plan.name for plan in make.PLANS if plan.switches and not {"deck_split", "start_player"} & set(plan.switches)]


@pytest.mark.parametrize("name", MATTERS)
def test_the_other_reading_matters_in_its_game(name: str) -> None:
    """The same choices under the default rules lead elsewhere: otherwise the file would show nothing of its switch."""
    golden = read(text_of(name))
    for switch in PLANS[name].switches:
        if switch in ("rounds_limit", "turns"):
            continue
        kept = {key: value for key, value in PLANS[name].switches.items() if key != switch}
        other = golden._replace(header={**golden.header, "switches": write_switches(kept)})
        try:
            again = make.replay(other)
        except (bl.LabError, AssertionError):
            continue
        same = make.tell(again, golden.header) == text_of(name)
        assert not same or _offered(again) != _offered(replayed(name)), f"{switch} changes nothing in {name}"


def _offered(game: Game[State]) -> list[object]:
    """What could be chosen all along: a reading may only forbid what the other allows (market_each)."""
    pending = [advance(node.state.copy()) for node in game.line]
    return [sorted(asked.raw) if asked is not None and not asked.is_chance else None for asked in pending]


def test_the_rules_here_are_the_default_but_for_the_size_of_the_deck() -> None:
    assert [change.field.name for change in make.rules({}).diff(Ruleset())] == ["cards", "cards_per_colour"]
