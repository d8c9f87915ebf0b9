import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from bruges_lab import cli, places

PROGRAM = Path(sys.executable).with_name("bruges-lab")


class Result(NamedTuple):
    code: int
    out: str
    err: str

    @property
    def words(self) -> str:
        """The output with its line breaks undone: tables wrap at the width of the terminal."""
        return " ".join(self.out.split())


def start(*args: str, **environment: str) -> Result:
    """The installed program, as a user starts it."""
    run = subprocess.run(
        [PROGRAM, *args], capture_output=True, encoding="utf-8", env={**os.environ, "COLUMNS": "100", **environment}, check=False
    )
    return Result(run.returncode, run.stdout, run.stderr)


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch):
    """The same in this process, which is quicker; anything but a refusal comes through as the exception it is."""
    monkeypatch.setenv("COLUMNS", "100")

    def run(*args: str) -> Result:
        code = cli.guarded(lambda: cli.app(list(args), standalone_mode=False))
        return Result(code, *capsys.readouterr())

    return run


def assert_refused(result: Result) -> None:
    assert result.code == 2
    assert result.out == ""
    assert result.err.startswith("bruges-lab: ")
    assert result.err.endswith("\n")
    assert result.err[:-1].isprintable(), "more than one line, or control characters"
    assert len(result.err) < 600


# What works


def test_without_arguments_it_shows_a_position_and_the_commands() -> None:
    result = start()
    assert (result.code, result.err) == (0, "")
    for shown in ("first_look", "Swan", "Lion", "Lily", "Round 3"):
        assert shown in result.words
    for command in ("scenario", "rule", "rules", "board check", "deck check", "verify", "--help"):
        assert f"bruges-lab {command}" in result.words


@pytest.mark.parametrize("args", [["--help"], ["rule", "--help"], ["board", "--help"], ["verify", "--help"]], ids=" ".join)
def test_help(args: list[str]) -> None:
    result = start(*args)
    assert (result.code, result.err) == (0, "")
    assert result.out.startswith("Usage: bruges-lab")


def test_version(run) -> None:
    from bruges_lab import __version__

    assert run("--version").out.strip() == __version__


def test_a_rule_with_its_numbers_and_documents(run) -> None:
    result = run("rule", "threat.intrigue")
    assert (result.code, result.err) == (0, "")
    assert "the player loses 3 points" in result.words
    assert "intrigue_loss = 3 points [ruleset]" in result.words
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
    assert result.out.startswith("no rule contains")
    assert result.out[:-1].isprintable()


def test_a_scenario_by_name(run) -> None:
    result = run("scenario", "first_look")
    assert result.code == 0
    assert "The third round, dice thrown" in result.words
    assert "Thief" in result.words


def test_the_board(run) -> None:
    shown, checked = run("board", "show"), run("board", "check", str(places.data("board.toml")))
    assert shown == checked
    assert shown.code == 0
    assert "gate 1 left blue 1 red≈ 2≈" in shown.words
    assert "remark" not in shown.out


def test_a_board_with_other_values_is_shown_with_a_remark(run, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    text = places.data("board.toml").read_text(encoding="utf-8")
    path.write_text(
        text.replace("points = 7", "points = 6").replace("Reconstructed board", "[bold]Mine[/bold]"), encoding="utf-8"
    )
    result = run("board", "check", str(path))
    assert result.code == 0
    assert "[bold]Mine[/bold]" in result.out
    assert "remark: step 6 is worth 6 here" in result.words


def test_the_deck(run) -> None:
    assert run("deck", "check", str(places.data("cards.toml"))).out.startswith("165 cards, all well")


def test_verify(run) -> None:
    result = run("verify", "data", "--size", "10")
    assert result.code == 0
    assert "data: rules: 350" in result.words
    assert "data: done in" in result.words


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
    "unknown check": ["verify", "everything"],
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
@pytest.mark.parametrize("command", [("board", "check"), ("deck", "check"), ("scenario",)], ids=" ".join)
def test_a_bad_file_gives_one_line(run, tmp_path: Path, command: tuple[str, ...], kind: str) -> None:
    result = run(*command, str(bad_files(tmp_path)[kind]))
    assert_refused(result)
    assert f"{kind}.toml" in result.err


@pytest.mark.parametrize("kind", ["binary", "json", "zeros", "digits", "nested", "long key", "hostile key", "folder", "missing"])
def test_a_bad_ruleset_file_gives_one_line(run, tmp_path: Path, kind: str) -> None:
    result = run("rule", "threat.fire", "--ruleset", str(bad_files(tmp_path)[kind]))
    assert_refused(result)
    assert f"{kind}.toml" in result.err


def test_a_ruleset_with_a_huge_number_is_told_or_refused(run, tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(f"hand_size = {10**30}\n", encoding="utf-8")
    result = run("rule", "phase1.refill.target", "--ruleset", str(tmp_path / "mine.toml"))
    assert str(10**30) in result.words or result.code == 2


@pytest.mark.parametrize(
    "args",
    [
        ["rule", "no.such"],
        ["dance"],
        ["rule", "threat.fire", "--lang", "xx"],
        ["verify", "--size", "x"],
        ["board", "check", "BINARY"],
        ["deck", "check", "MISSING"],
    ],
    ids=" ".join,
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
    for args in ((), ("board", "show"), ("scenario", "first_look")):
        assert "Traceback" not in start(*args, PYTHONIOENCODING="ascii").err


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
