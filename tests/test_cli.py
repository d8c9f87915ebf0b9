"""Every command of the program: what it shows, and what it refuses in one line."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from running import PROGRAM, Run, assert_refused, start

from bruges_lab import places
from bruges_lab.cli import commands as cli


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    return Run(capsys, monkeypatch)


# What works


def test_an_overview_shows_a_position_and_the_commands() -> None:
    result = start("overview")
    assert (result.code, result.err) == (0, "")
    for shown in ("first_look", "Swan", "Lion", "Lily", "Round 3"):
        assert shown in result.words
    for command in ("scenario", "rule", "rules", "board check", "deck check", "verify", "--help"):
        assert f"bruges-lab {command}" in result.words


@pytest.mark.parametrize("args", [["--help"], ["rule", "--help"], ["board", "--help"], ["verify", "--help"]], ids=" ".join)
def test_help(run, args: list[str]) -> None:
    result = run(*args)
    assert (result.code, result.err) == (0, "")
    assert result.out.startswith("Usage: bruges-lab")


def test_version(run) -> None:
    from bruges_lab import __version__

    assert run("--version").out.strip() == __version__


def test_a_rule_with_its_numbers_and_documents(run) -> None:
    result = run("rule", "threat.intrigue")
    assert (result.code, result.err) == (0, "")
    assert "the player loses 3 points" in result.words
    assert "intrigue_loss = 3 points [can be changed in the rules]" in result.words
    assert "003 agrees 663" in result.words
    assert "D-110" in result.words


def test_a_rule_under_another_ruleset(run, tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text("intrigue_loss = 4\n", encoding="utf-8")
    assert "loses 4 points" in run("rule", "threat.intrigue", "--ruleset", str(tmp_path / "mine.toml")).words
    result = run("rule", "act.instant.replay", "--ruleset", "003")
    assert "instant_again = False" in result.words


def test_rules_by_what_they_contain(run) -> None:
    result = run("rules", "INTRIGUE")
    assert "threat.intrigue" in result.out
    assert "threat.flood" not in result.out
    assert result.code == 0


def test_all_rules(run) -> None:
    from bruges_lab.rulebook.catalogue import Catalogue

    listed = run("rules").out
    assert [rule for rule in Catalogue.load() if rule not in listed] == []


@pytest.mark.parametrize("text", ["[bold red]x[/]", "{$x}", "\x1b[31m", "no such thing"])
def test_rules_that_are_not_there(run, text: str) -> None:
    result = run("rules", text)
    assert result.code == 0
    assert result.out.startswith("No rule contains")
    assert result.out[:-1].isprintable()


def test_a_scenario_by_name(run) -> None:
    result = run("scenario", "first_look")
    assert result.code == 0
    assert "The third round, dice thrown" in result.words
    assert "Thief" in result.words


def test_the_board(run) -> None:
    shown, checked = run("board", "show"), run("board", "check", str(places.data("bruges", "board.toml")))
    assert shown == checked
    assert shown.code == 0
    assert "Gate 1 left blue 1 red≈ 2≈" in shown.words
    assert "remark" not in shown.out


def test_a_board_with_other_values_is_shown_with_a_remark(run, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    text = places.data("bruges", "board.toml").read_text(encoding="utf-8")
    path.write_text(
        text.replace("points = 7", "points = 6").replace("Reconstructed board", "[bold]Mine[/bold]"), encoding="utf-8"
    )
    result = run("board", "check", str(path))
    assert result.code == 0
    assert "[bold]Mine[/bold]" in result.out
    assert "remark: step 6 is worth 6 here" in result.words


def test_the_deck(run) -> None:
    assert run("deck", "check", str(places.data("bruges", "cards.toml"))).out.startswith("165 cards, all well")


def test_a_deck_of_a_few_changes(run, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('base = "own"\n\n[[card]]\nid = "prince"\nprice = 6\n', encoding="utf-8")
    assert run("deck", "check", str(path)).out.startswith("165 cards, all well")
    shown = run("deck", "show", "--file", str(path), "--card", "prince").out
    assert re.search(r"^Price +6 +own", shown, re.M)
    path.write_text('base = "own"\n\n[[card]]\nid = "prince"\nprice = 7\n', encoding="utf-8")
    result = run("deck", "check", str(path))
    assert result.code == 2
    assert "mine.toml: prince: price: 7 is not a multiple of 3" in result.err


def test_a_deck_is_counted_and_a_table_counts_the_same(run, tmp_path: Path) -> None:
    from bruges_lab import Deck

    rows = "\n".join(f"{card.name['en']};{card.group};{card.colour};{card.price}" for card in Deck.load().cards)
    (tmp_path / "mine.csv").write_text(f"name;group;colour;price\n{rows}\n", encoding="utf-8")
    own, mine = (run("deck", "check", str(path)) for path in (places.data("bruges", "cards.toml"), tmp_path / "mine.csv"))
    assert own.code == mine.code == 0
    for line in ("colour: blue=33, brown=33, yellow=33, red=33, purple=33", "group: noble=15, entertainer=15,", "price: 0="):
        assert line in own.words
        assert line in mine.words
    assert "with a text: 165; with an effect: 165" in own.words
    assert "with a text: 0; with an effect: 0" in mine.words


def test_cards_in_a_table_with_marks_and_a_legend(run) -> None:
    from bruges_lab import Deck
    from bruges_lab.games.bruges.card_texts import card_text

    result = run("deck", "show", "--group", "noble")
    assert (result.code, result.err) == (0, "")
    nobles = Deck.load().where(group="noble")
    assert [card.id for card in nobles if card.name["en"].split()[-1] not in result.words] == []
    assert "Thief" not in result.out
    assert f"{len(nobles)} cards ≈ reconstructed (no document gives it)" in result.words
    assert card_text(nobles[1]).split()[0] in result.words
    prince = next(line for line in result.out.splitlines() if line.startswith("Prince"))
    assert "purple ≈" in prince
    assert "9 ≈" not in prince, "its price is in a document"


def test_cards_by_colour_and_icon_in_another_language(run) -> None:
    from bruges_lab import Deck

    result = run("deck", "show", "--colour", "red", "--when", "laurel", "--lang", "de")
    assert result.code == 0
    found = Deck.load().where(colour="red", when="laurel")
    assert result.out.count("Lorbeerkranz") == len(found)
    assert f"{len(found)} Karten ≈ rekonstruiert (kein Dokument nennt es)" in result.words


def test_one_card_with_where_it_comes_from(run) -> None:
    result = run("deck", "show", "--card", "thief", "--lang", "fr")
    assert "Chaque adversaire vous donne 3 florins" in result.words
    assert "opponents_give_guilders guilders=3" in result.words
    assert "attesté 003:715" in result.words
    assert "person.thief" in result.words


def test_cards_of_a_file_are_shown_as_they_are(run, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    text = places.data("bruges", "cards.toml").read_text(encoding="utf-8")
    path.write_text(text.replace('en = "Squire"', 'en = "[bold]Mine[/bold]"'), encoding="utf-8")
    assert "[bold]Mine[/bold]" in run("deck", "show", "--file", str(path), "--card", "squire").out
    assert "[bold]Mine[/bold]" in run("deck", "show", "--file", str(path), "--group", "noble").out


def test_no_card_may_be_all_that_was_asked(run) -> None:
    assert run("deck", "show", "--card", "thief", "--group", "church") == (0, "No card fits all of this.\n", "")


def test_the_words_of_effects(run) -> None:
    from bruges_lab.games.bruges.ops import CONDITIONS, COUNTS, OPS, TRIGGERS

    result = run("deck", "show", "--ops")
    assert result.code == 0
    for name, kind in OPS.items():
        line = next(line for line in result.out.splitlines() if line.startswith(f"{name} "))
        assert f" {kind.sort} " in line
        assert kind.event in line
    assert [word for word in (*COUNTS, *CONDITIONS, *TRIGGERS) if word not in result.words] == []
    assert "guilders, [lot], [per]" in result.words


def test_verify(run) -> None:
    result = run("verify", "data", "--size", "10")
    assert result.code == 0
    assert "data: rules: 422" in result.words
    assert "data: done in" in result.words


def test_a_check_that_fails_is_one_line_and_exit_code_1(run, monkeypatch: pytest.MonkeyPatch) -> None:
    from bruges_lab.verification.suite import CHECKS

    def failing(size: int) -> Iterator[str]:
        yield f"tried {size}"
        raise AssertionError("two\nfaults")

    monkeypatch.setitem(CHECKS, "data", failing)
    result = run("verify", "data", "--size", "12")
    assert (result.code, result.err) == (1, "bruges-lab: failed: two faults\n")
    assert "data: tried 12" in result.words


# Another game than the usual one

OF_FERRY = {
    "scenario": (["scenario", "a_storm_for_a_coin"], "Everything is as expected."),
    "perft": (["perft", "a_storm_for_a_coin", "--depth", "1"], ""),
    "tree": (["tree", "a_storm_for_a_coin", "--depth", "1"], "4 positions"),
    "simulate": (["simulate", "--games", "3", "--players", "2"], "3 games with 2 players"),
    "rules": (["rules", "storm"], "ferry.storm"),
}


@pytest.mark.parametrize("name", OF_FERRY)
def test_a_command_takes_another_game(run, name: str) -> None:
    words, shown = OF_FERRY[name]
    result = run(*words, "--game", "ferry")
    assert (result.code, result.err) == (0, "")
    assert shown in result.words


@pytest.mark.parametrize("name", [*OF_FERRY, "play", "compare", "serve"])
def test_a_game_that_does_not_exist_gives_one_line(run, name: str) -> None:
    more = {"play": ["play"], "compare": ["compare", "default", "003"], "serve": ["serve", "--no-browser"]}
    result = run(*(OF_FERRY[name][0] if name in OF_FERRY else more[name]), "--game", "ferrry")
    assert_refused(result)
    assert "unknown game 'ferrry'; choose bruges, burdigala or ferry" in result.err


def test_what_another_game_has_not_is_refused(run) -> None:
    result = run("compare", "default", "003", "--game", "ferry")
    assert_refused(result)
    assert "Ferry has no ruleset" in result.err


# What does not: one line, exit code 2

BAD_ARGUMENTS = {
    "unknown command": ["dance"],
    "unknown option": ["--dance"],
    "unknown option of a command": ["rule", "--dance", "threat.fire"],
    "no rule": ["rule"],
    "too many rules": ["rule", "threat.fire", "threat.flood"],
    "unknown rule": ["rule", "threat.fir"],
    "unknown language": ["rule", "threat.fire", "--lang", "xx"],
    "hostile language": ["rule", "threat.fire", "--lang", "x\n\x1b[31m"],
    "unknown ruleset": ["rule", "threat.fire", "--ruleset", "004"],
    "hostile ruleset": ["rule", "threat.fire", "--ruleset", "[/x]\n"],
    "unknown scenario": ["scenario", "nothing_like_it"],
    "no scenario": ["scenario"],
    "board without a command": ["board"],
    "board check without a file": ["board", "check"],
    "deck without a command": ["deck"],
    "deck check without a file": ["deck", "check"],
    "unknown group": ["deck", "show", "--group", "robots"],
    "unknown colour": ["deck", "show", "--colour", "green"],
    "unknown icon": ["deck", "show", "--when", "often"],
    "unknown card": ["deck", "show", "--card", "princ"],
    "hostile card": ["deck", "show", "--card", "[/x]\n\x1b[31m"],
    "deck in no language": ["deck", "show", "--lang", "xx"],
    "unknown check": ["verify", "everything"],
    "a check that does not learn": ["verify", "data", "--fuzz"],
    "hostile check": ["verify", "x\ny"],
    "size too small": ["verify", "data", "--size", "1"],
    "size no number": ["verify", "data", "--size", "many"],
}


@pytest.mark.parametrize("name", BAD_ARGUMENTS)
def test_bad_arguments_give_one_line(run, name: str) -> None:
    assert_refused(run(*BAD_ARGUMENTS[name]))


HOSTILE_RULES = {
    "empty": "",
    "space": " ",
    "markup": "[bold red]threat.fire[/bold red]",
    "open markup": "[/",
    "template": "{$x} { $a -> [x] y }",
    "two lines": "threat.fire\nthreat.flood",
    "control characters": "\x1b[31mthreat\x07",
    "right to left": "\u202eerif.taerht",
    "path": "../../etc/passwd",
    "html": "<script>alert(1)</script>",
    "long": "threat." * 2000,
    "format": "%s %n {0}",
    "lone surrogate": "\udcff",
}


@pytest.mark.parametrize("name", HOSTILE_RULES)
def test_hostile_rule_ids_give_one_line(run, name: str) -> None:
    assert_refused(run("rule", HOSTILE_RULES[name]))


def bad_files(folder: Path) -> dict[str, Path]:
    contents = {
        "binary": bytes(range(256)) * 20,
        "empty": b"",
        "spaces": b"  \n\n",
        "json": b'{"a": [1, 2]}',
        "zeros": b"\0" * 1000,
        "digits": b"title = " + b"9" * 5000,
        "nested": b"title = " + b"[" * 5000,
        "long key": b"k" * 10_000 + b" = 1",
        "hostile key": b'"\\u001b[31m\\n[bold]" = 1',
    }
    for name, content in contents.items():
        (folder / f"{name}.toml").write_bytes(content)
    (folder / "folder.toml").mkdir()
    return {name: folder / f"{name}.toml" for name in (*contents, "folder", "missing")}


@pytest.mark.parametrize(
    "kind", ["binary", "empty", "spaces", "json", "zeros", "digits", "nested", "long key", "hostile key", "folder", "missing"]
)
@pytest.mark.parametrize(
    "command", [("board", "check"), ("deck", "check"), ("deck", "show", "--file"), ("scenario",)], ids=" ".join
)
def test_a_bad_file_gives_one_line(run, tmp_path: Path, command: tuple[str, ...], kind: str) -> None:
    result = run(*command, str(bad_files(tmp_path)[kind]))
    assert_refused(result)
    assert f"{kind}.toml" in result.err


@pytest.mark.parametrize("command", [["check"], ["show", "--file"]], ids=" ".join)
@pytest.mark.parametrize("pattern", ["{$moons}", "{ $x", "{COLOUR($x)}", "{ -term }"])
def test_a_text_that_cannot_be_filled_gives_one_line(run, tmp_path: Path, command: list[str], pattern: str) -> None:
    text = places.data("bruges", "cards.toml").read_text(encoding="utf-8")
    path = tmp_path / "mine.toml"
    path.write_text(re.sub("text.de = .*", f"text.de = '{pattern}'", text, count=1), encoding="utf-8")
    result = run("deck", *command, str(path), *(["--lang", "de"] if command[0] == "show" else []))
    assert_refused(result)
    assert "squire: text.de: " in result.err


@pytest.mark.parametrize("kind", ["binary", "json", "zeros", "digits", "nested", "long key", "hostile key", "folder", "missing"])
def test_a_bad_ruleset_file_gives_one_line(run, tmp_path: Path, kind: str) -> None:
    result = run("rule", "threat.fire", "--ruleset", str(bad_files(tmp_path)[kind]))
    assert_refused(result)
    assert f"{kind}.toml" in result.err


def test_a_ruleset_with_a_huge_number_is_told_or_refused(run, tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(f"hand_size = {10**30}\n", encoding="utf-8")
    result = run("rule", "phase1.refill.target", "--ruleset", str(tmp_path / "mine.toml"))
    assert str(10**30) in result.words or result.code == 2


AS_A_PROGRAM = [
    ["rule", "no.such"],
    ["dance"],
    ["rule", "threat.fire", "--lang", "xx"],
    ["verify", "--size", "x"],
    ["board", "check", "BINARY"],
    ["deck", "check", "MISSING"],
]


@pytest.mark.parametrize(
    "args",
    [pytest.param(args, marks=[pytest.mark.slow] * (number > 1), id=" ".join(args)) for number, args in enumerate(AS_A_PROGRAM)],
)
def test_the_program_itself_prints_one_line_and_no_traceback(tmp_path: Path, args: list[str]) -> None:
    files = {"BINARY": str(tmp_path / "binary.toml"), "MISSING": str(tmp_path / "missing.toml")}
    (tmp_path / "binary.toml").write_bytes(bytes(range(256)))
    assert_refused(start(*[files.get(arg, arg) for arg in args]))


def test_a_reader_that_stops_reading_is_no_error() -> None:
    program = subprocess.Popen([PROGRAM, "rules"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert program.stdout is not None
    assert program.stderr is not None
    program.stdout.readline()
    program.stdout.close()
    assert b"Traceback" not in program.stderr.read()
    program.stderr.close()
    program.wait()


def test_a_terminal_that_cannot_show_every_sign_gets_no_traceback() -> None:
    commands = [["overview"], ["board", "show"], ["scenario", "first_look"]]
    code = f"import sys; from bruges_lab.cli.commands import run\nfor sys.argv[1:] in {commands}: assert run() == 0"
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="ascii", env=environment)
    assert (shown.returncode, shown.stderr) == (0, "")
    assert "?" in shown.stdout


def test_stopping_by_hand_is_said_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    def stopped() -> None:
        raise KeyboardInterrupt

    assert cli.guarded(stopped) == 130
    assert capsys.readouterr().err == "bruges-lab: stopped\n"


def test_a_mistake_of_ours_is_not_hidden() -> None:
    def broken() -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        cli.guarded(broken)


# Simulations


def test_a_simulation_says_who_wins_and_with_which_points(run) -> None:
    result = run("simulate", "--games", "6", "--players", "2", "--policy", "greedy,random", "--seed", "3")
    assert (result.code, result.err) == (0, "")
    assert result.out.startswith("6 games with 2 players, from shuffle number 3 on\n")
    for shown in ("player 1", "for immediate gain", "games won", "95 %", "average score", "canal bonus", "reputation"):
        assert shown in result.words
    assert all(len(line) <= 100 for line in result.out.splitlines())


@pytest.mark.parametrize("form", ["jsonl", "parquet"])
def test_a_simulation_on_disk_goes_on_and_is_not_played_twice(run, tmp_path: Path, form: str) -> None:
    from bruges_lab.analysis.simulation_files import read_simulation

    args = ("simulate", "--games", "6", "--players", "2", "--out", str(tmp_path / "results"), "--format", form)
    first = run(*args)
    assert first.code == 0
    assert f"games.{form}, people.{form}, manifest.json" in first.words
    before = {path.name: path.stat().st_mtime_ns for path in (tmp_path / "results").iterdir()}
    assert run(*args) == first
    assert {path.name: path.stat().st_mtime_ns for path in (tmp_path / "results").iterdir()} == before
    assert read_simulation(tmp_path / "results").complete
    assert_refused(run(*args, "--seed", "1"))
    assert {path.name: path.stat().st_mtime_ns for path in (tmp_path / "results").iterdir()} == before


BAD_SIMULATIONS = {
    "no games": ["--games", "0"],
    "games no number": ["--games", "many"],
    "unknown policy": ["--policy", "lucky"],
    "hostile policy": ["--policy", "x\n\x1b[31m"],
    "policies too few": ["--policy", "greedy,random"],
    "an empty policy": ["--policy", "greedy,,random"],
    "too many players": ["--players", "5"],
    "no workers": ["--workers", "0"],
    "unknown format": ["--format", "csv"],
    "unknown ruleset": ["--ruleset", "004"],
    "no deck": ["--deck", "nowhere.toml"],
    "no board": ["--board", "nowhere.toml"],
    "unknown option": ["--dance"],
}


@pytest.mark.parametrize("name", BAD_SIMULATIONS)
def test_a_bad_simulation_gives_one_line_and_no_folder(run, tmp_path: Path, name: str) -> None:
    assert_refused(run("simulate", "--out", str(tmp_path / "results"), *BAD_SIMULATIONS[name]))
    assert not (tmp_path / "results").exists()


def test_a_file_in_the_way_of_a_simulation_stays(run, tmp_path: Path) -> None:
    (tmp_path / "results").write_text("mine", encoding="utf-8")
    result = run("simulate", "--games", "1", "--out", str(tmp_path / "results"))
    assert_refused(result)
    assert "results: is a file, not a folder" in result.err
    assert (tmp_path / "results").read_text(encoding="utf-8") == "mine"


def test_the_program_itself_simulates_with_two_workers(run) -> None:
    one, two = (how("simulate", "--games", "8", "--workers", workers) for how, workers in ((run, "1"), (start, "2")))
    assert (one.code, one.err) == (0, "")
    assert two == one


# Rules: found, told, counted, printed


def test_a_rule_with_its_confusions_and_its_scenarios_played(run) -> None:
    said = run("rule", "scoring.canal3").words
    assert "every_three: every 3 canal tiles score" in said
    assert '[canal_bonus="lots_of_three"], distinguished by' in said
    assert "third_space_of_each_section: The third space of each section ✓" in said
    assert "✗" not in said


def test_a_rule_in_another_language(run) -> None:
    said = run("rule", "threat.intrigue", "--lang", "it").words
    assert "Intrigo" in said
    assert "003 concorda 663" in said


def test_rules_of_a_chapter_and_kind(run) -> None:
    result = run("rules", "--chapter", "canals", "--kind", "refusal", "--lang", "de")
    assert result.words == "action.canal.color Die ausgespielte Karte muss die Farbe des Feldes haben."


@pytest.mark.parametrize(("text", "lang"), [("ÜBERFALL", None), ("uberfall gulden", "de")])
def test_rules_by_words_of_any_language(run, text: str, lang: str | None) -> None:
    result = run("rules", "--text", text, *(["--lang", lang] if lang else []))
    assert "threat.raid" in result.out
    assert "threat.flood" not in result.out
    assert "Überfall" in result.out, "shown in the language that was meant"


def test_rules_about_a_person(run) -> None:
    assert "person.family.canal" in run("rules", "--person", "Gaukler").out


def test_rules_are_told_under_a_ruleset(run, tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text("intrigue_loss = 4\n", encoding="utf-8")
    assert "loses 4 points" in run("rules", "threat.intrigue", "--ruleset", str(tmp_path / "mine.toml")).words


def test_a_search_for_nothing_in_particular_that_finds_nothing(run) -> None:
    assert run("rules", "--chapter", "round", "--kind", "example").out == "No rule fits all of this.\n"


def test_coverage_by_kind(run) -> None:
    said = run("rules", "--coverage")
    assert said.code == 0
    assert "kind rules with a scenario cited by events missing" in said.words
    assert "example 33 33 0 0" in said.words
    assert "meta.age" in said.out


@pytest.mark.parametrize(("form", "start"), [("html", "<!DOCTYPE html>"), ("md", "# Brügge")])
def test_a_rulebook_is_written_to_a_file_or_printed(run, tmp_path: Path, form: str, start: str) -> None:
    file = tmp_path / f"regeln.{form}"
    written = run("rules", "--export", form, "--lang", "de", "--out", str(file))
    assert (written.code, written.out) == (0, f"wrote regeln.{form}\n")
    assert file.read_text(encoding="utf-8").startswith(start)
    assert run("rules", "--export", form, "--lang", "de").out == file.read_text(encoding="utf-8")


def test_a_rulebook_under_the_reading_of_a_document(run) -> None:
    assert "003 (French translation)" in run("rules", "--export", "md", "--ruleset", "003").out


BAD_RULES = {
    "unknown chapter": ["--chapter", "threat"],
    "unknown kind": ["--kind", "law"],
    "unknown language": ["--lang", "es"],
    "unknown person": ["--person", "nobody"],
    "hostile chapter": ["--chapter", "\x1b[31m\n"],
    "unknown ruleset": ["--ruleset", "004"],
    "unknown form": ["--export", "pdf"],
    "no form": ["--export"],
    "rulebook in an unknown language": ["--export", "md", "--lang", "es"],
    "rulebook of an unknown ruleset": ["--export", "md", "--ruleset", "004"],
    "rulebook of an impossible ruleset": ["--export", "md", "--ruleset", "CARDS"],
    "rulebook into nowhere": ["--export", "md", "--out", "NOWHERE"],
    "rulebook of one chapter": ["--export", "md", "--chapter", "threats"],
    "file without a form": ["--out", "OUT"],
    "coverage of some words": ["--coverage", "--text", "fire"],
    "coverage and rulebook": ["--coverage", "--export", "md"],
}


@pytest.mark.parametrize("name", BAD_RULES)
def test_bad_arguments_of_rules_give_one_line_and_write_nothing(run, tmp_path: Path, name: str) -> None:
    places = {"NOWHERE": tmp_path / "none" / "x.md", "OUT": tmp_path / "out.md", "CARDS": tmp_path / "cards.toml"}
    places["CARDS"].write_text("cards = 10\n", encoding="utf-8")
    places["OUT"].write_text("mine", encoding="utf-8")
    assert_refused(run("rules", *[str(places.get(arg, arg)) for arg in BAD_RULES[name]]))
    assert sorted(path.name for path in tmp_path.iterdir()) == ["cards.toml", "out.md"]
    assert places["OUT"].read_text(encoding="utf-8") == "mine"


def test_a_rulebook_that_cannot_be_made_leaves_the_old_file(run, tmp_path: Path) -> None:
    file = tmp_path / "rules.md"
    file.write_text("old", encoding="utf-8")
    assert_refused(run("rules", "--export", "md", "--ruleset", "no_such", "--out", str(file)))
    assert file.read_text(encoding="utf-8") == "old"
    assert_refused(run("rules", "--export", "md", "--out", str(tmp_path)))


# Computing


def test_compare_says_where_two_readings_part(run) -> None:
    result = run("compare", "default", "003:six_at_step_6", "--games", "3", "--policy", "random", "--mode", "replay")
    assert result.code == 0
    assert "reputation_points: board / six_at_step_6" in result.out
    assert "games that differ" in result.out


def test_tree_prints_and_writes(tmp_path: Path, run) -> None:
    out = tmp_path / "tree.json"
    result = run("tree", "fire_and_plague", "--phase", "--lines", "5", "--out", str(out))
    assert result.code == 0
    assert " positions\n" in result.out
    assert out.read_text(encoding="utf-8").startswith("{")


def test_odds_are_printed_for_every_seat(run) -> None:
    result = run("odds", "fire_and_plague", "--rounds", "2")
    assert result.code == 0
    assert "price of the next step" in result.out
    assert "expected loss" in result.out


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (("compare", "default", "nowhere"), "nowhere"),
        (("compare", "default", "003", "--mode", "guess"), "unknown mode"),
        (("tree", "fire_and_plague"), "needs a bound"),
        (("tree", "first_look", "--budget", "1000000"), "budget: a whole number of nodes from 1 to 200,000"),
        (("tree", "fire_and_plague", "--depth", "1", "--out", "tree.pdf"), "can be written as"),
        (("odds", "fire_and_plague", "--rounds", "0"), "rounds: from 1 to 30"),
        (("odds", "no_such_scenario"), "no_such_scenario"),
    ],
)
def test_bad_computing_is_one_line_and_exit_2(arguments: tuple[str, ...], problem: str, run) -> None:
    result = run(*arguments)
    assert result.code == 2
    assert problem in result.err
    assert len(result.err.strip().splitlines()) == 1
