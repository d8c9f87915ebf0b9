"""Campaigns of malformed inputs: every reader gets a small one here; `bruges-lab verify malformed` runs the long ones."""

import fnmatch
import signal
import subprocess
from pathlib import Path
from typing import Any

import pytest

from bruges_lab.kernel.errors import LabError
from bruges_lab.kernel.keyed import Stream
from bruges_lab.textcheck.findings import Report
from bruges_lab.verification.doors import Door
from bruges_lab.verification.fuzzing import MISSING, fuzzed, guided, has_atheris, lines_reached
from bruges_lab.verification.malformed import Campaign, Fault, attempt, campaign, shrink
from bruges_lab.verification.measuring import Cost, Limits, Meter, TooLong, patience, percentile, room
from bruges_lab.verification.readers import READERS
from bruges_lab.verification.suite import BY_NAME, CHECKS, malformed, run
from bruges_lab.verification.wounds import damage, grow, malform

EACH = 25
SMALL = 3000
"""Bytes that an input grows to here; it is a million where somebody waits for it."""
NEVER_REFUSED = {"choices", "texts", "own notebooks", "notebook manifests", "typed lines"}
"""Readers that answer in words of their own instead, or take what they are given for a changed file."""
INPUTS = {
    "texts": 3,
    "typed lines": 6,
    "arguments": 20,
    "rules": 20,
    "burdigala: rules": 20,
    "decks": 20,
    **dict.fromkeys(("concepts", "pins", "manifests"), 40),
    "positions": 100,
}
"""Where 25 would take long, or would not be enough for one to be valid still."""


@pytest.mark.parametrize("name", READERS)
def test_malformed_inputs_are_read_or_refused_and_never_crash(name: str) -> None:
    door = READERS[name]
    found = campaign(name, door.samples(), door.read, INPUTS.get(name, EACH), largest=SMALL)
    assert [str(fault) for fault in found.faults] == []
    assert found.read + found.refused == found.inputs == INPUTS.get(name, EACH)
    assert found.read, "nothing got through, so the reader's last checks were never reached"
    assert found.refused or name in NEVER_REFUSED


def test_every_file_of_the_lab_that_reads_something_is_behind_a_reader() -> None:
    """Whoever adds a reader adds a door: this list is what the package reads with, by file."""
    package = Path(__file__).resolve().parents[2] / "bruges_lab"
    signs = ("read_toml(", "read_list(", "read_tables(", "read_whole(", "parse_toml(", "msgspec.json.decode(", "csv.reader(")
    reading = {
        path.relative_to(package).as_posix()
        for path in package.rglob("*.py")
        if any(sign in path.read_text(encoding="utf-8") for sign in signs)
    }
    behind = (
        *(
            "games/bruges/*.py",
            "games/burdigala/*.py",
            "rulebook/*.py",
            "kernel/*.py",
            "explorer/editing.py",
            "explorer/autosaving.py",
        ),
        *(
            "documents/opening.py",
            "textcheck/report/pins.py",
            "textcheck/report/levels.py",
            "analysis/simulation_*.py",
            "serving/copying.py",
            "explorer/reach.py",
            "explorer/kept_folder.py",
        ),
    )
    of_the_lab_alone = (
        *(
            "textcheck/find/boosted.py",
            "textcheck/find/library.py",
            "textcheck/judge/exchanging.py",
            "textcheck/beside/likely.py",
            "textcheck/read/lexicon.py",
            "textcheck/read/guessing.py",
            "textcheck/read/readable.py",
            "textcheck/measure/labels.py",
            "textcheck/read/language.py",
            "textcheck/read/things.py",
            "textcheck/read/vocabulary.py",
        ),
        "textcheck/report/impact.py",
    )
    checks = ("verification/*.py",)
    for pattern in (*behind, *of_the_lab_alone):
        assert fnmatch.filter(reading, pattern), pattern
    known = {name for pattern in (*behind, *of_the_lab_alone, *checks) for name in fnmatch.filter(reading, pattern)}
    assert reading - known == set()


# What is done to an input


def test_the_same_seed_does_the_same_damage() -> None:
    sample = b"hand_size = 6\nturns = 4\n" * 5
    for hurt in (damage, lambda data, stream: grow(data, stream, 5000), lambda data, stream: malform([data], stream, 5000)):
        wounds = [hurt(sample, Stream(seed, "x")) for seed in range(50)]
        assert wounds == [hurt(sample, Stream(seed, "x")) for seed in range(50)]
        assert len(set(wounds)) > 30
        assert sum(wound != sample for wound in wounds) > 40


def test_growth_reaches_the_bound_and_never_passes_it() -> None:
    sample = b'[[card]]\nid = "prince"\nprice = 3\n\n[[card]]\nid = "thief"\nprice = 6\n'
    grown = [grow(sample, Stream(seed, "x"), 100_000) for seed in range(200)]
    assert max(map(len, grown)) == 100_000
    assert min(map(len, grown)) < 2000, "small ones are tried too"
    assert any(b"[" * 500 in data for data in grown), "nested"
    assert any(len(max(data.split(b"\n"), key=len)) > 20_000 for data in grown), "long lines"
    assert any(data.count(b"\n[[card]]") > 100 or data.count(b"\nid") > 100 for data in grown), "many entries"


def test_growth_takes_any_input() -> None:
    for sample in (b"", b"\n", b"\xff\xfe", b"a"):
        assert all(len(malform([sample], Stream(seed, "x"), 500)) < 4000 for seed in range(60))


# What a campaign says


def test_a_campaign_counts_what_is_read_and_what_is_refused() -> None:
    def picky(data: bytes) -> None:
        if b"b" not in data:
            raise LabError("not today")

    result = campaign("picky", [b"abbb", b"bbbb"], picky, 200, largest=100)
    assert (result.name, result.inputs, result.read + result.refused) == ("picky", 200, 200)
    assert result.read > 50
    assert result.refused > 5
    counts = f"{result.read} still valid, {result.refused} refused in one line, no traceback"
    assert str(result).startswith(f"picky: 200 inputs, {counts}; at most ")


def test_a_sample_that_is_refused_proves_nothing() -> None:
    def closed(data: bytes) -> None:
        raise LabError("no")

    with pytest.raises(AssertionError, match="a sample that should be valid is refused: no"):
        campaign("closed", [b"x"], closed, 5)


@pytest.mark.parametrize(
    "error", [ValueError("boom"), KeyError("x"), RecursionError(), LabError("two\nlines"), LabError(""), LabError("x" * 2000)]
)
def test_anything_but_one_clear_line_is_a_fault(error: Exception) -> None:
    def broken(data: bytes) -> None:
        if data != b"xyz":
            raise error

    result = campaign("broken", [b"xyz"], broken, 30, largest=100)
    (fault,) = result.faults
    assert fault.times > 20
    assert result.read + result.refused + fault.times == 30
    assert fault.data == b"", "shrunk as far as it goes"
    assert "FAULTS" in str(result)
    assert "\n" not in str(fault)


def test_faults_are_told_apart_by_where_they_come_from_and_shrunk() -> None:
    def broken(data: bytes) -> None:
        if b"[" in data:
            raise KeyError("x")
        if b"9" in data:
            raise OverflowError

    result = campaign("broken", [b"[" * 0 + b"a = 1\nb = 2\n"], broken, 300, largest=200)
    assert {fault.what.partition(":")[0]: fault.data for fault in result.faults} == {"KeyError": b"[", "OverflowError": b"9"}


def test_shrinking_keeps_to_its_tries() -> None:
    calls = []

    def broken(data: bytes) -> None:
        calls.append(data)
        raise ValueError

    fault = Fault(0, "ValueError: ", "nowhere of ours", bytes(5000))
    assert len(shrink(fault, ("ValueError", "nowhere of ours"), lambda data: None, tries=7)) == 5000
    assert shrink(fault, ("ValueError", "nowhere of ours"), broken, tries=50) == b""
    assert len(calls) <= 50


# What an input may cost


def test_an_input_over_a_limit_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    costs = {b"slow": Cost(5.1, 0), b"large": Cost(0, 501), b"fine": Cost(5, 500)}
    now: list[Cost] = []

    class Told(Meter):
        def __exit__(self, *_: object) -> None:
            self.cost = now[-1]

    monkeypatch.setattr("bruges_lab.verification.malformed.Meter", Told)
    verdicts = {}
    for data, cost in costs.items():
        now.append(cost)
        verdicts[data] = attempt(lambda data: None, data, Limits())[0]
    assert verdicts == {
        b"slow": ("slow", "cost", "took 5.1 s"),
        b"large": ("large", "cost", "took 501 MB"),
        b"fine": "read",
    }
    assert attempt(lambda data: None, b"large")[0] == "read", "without limits nothing is timed"


def test_the_meter_sees_memory_that_is_given_back() -> None:
    with Meter() as meter:
        len(bytearray(60_000_000))
    assert 50 < meter.cost.megabytes < 90
    with Meter() as meter:
        pass
    assert meter.cost.megabytes < 20


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no alarms on this system")
def test_patience_ends_and_leaves_no_alarm_behind() -> None:
    before = signal.getsignal(signal.SIGPROF)
    with pytest.raises(TooLong), patience(0.01):
        while True:
            pass
    assert signal.getsignal(signal.SIGPROF) is before
    assert signal.getitimer(signal.ITIMER_PROF) == (0, 0)
    assert not issubclass(TooLong, Exception)


def test_there_is_an_end_to_the_room() -> None:
    resource: Any = pytest.importorskip("resource")
    before = resource.getrlimit(resource.RLIMIT_AS)
    with room(200), pytest.raises(MemoryError):
        bytearray(2_000_000_000)
    assert resource.getrlimit(resource.RLIMIT_AS) == before


def test_percentiles() -> None:
    assert percentile([*range(1, 101)], 99) == 99
    assert percentile([5], 99) == 5
    assert percentile([], 99) == 0


# Fuzzing


def maze(data: bytes) -> None:
    """Wrong only behind three doors, each of which has to be found."""
    from bruges_lab.kernel.choices import Choice

    choice = Choice.parse(data.decode("utf-8", "replace"))
    if choice.args == (0,):
        raise KeyError("found")


def test_inputs_that_reach_new_lines_are_seen() -> None:
    short = lines_reached(maze, b"1")
    assert short
    assert lines_reached(maze, b"pass:left") - short
    assert {Path(file).name for file, _ in short} >= {"choices.py"}


def test_guided_inputs_are_the_same_for_the_same_seed() -> None:
    first, again = (list(guided("maze", [b"pass:1"], maze, 60, seed=4, largest=200)) for _ in range(2))
    assert first == again
    assert len(set(first)) > 40


def test_a_fuzzed_campaign_finds_what_is_wrong() -> None:
    found = fuzzed("maze", Door(lambda: [b"pass:1"], maze), 400, largest=200)
    assert found.inputs == 400
    assert [fault.what for fault in found.faults] == ["KeyError: 'found'"]
    assert found.faults[0].data.endswith(b":0")


def test_what_is_missing_is_said_in_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    small = {name: READERS[name] for name in ("notation", "rulesets")}
    monkeypatch.setattr("bruges_lab.verification.suite.READERS", small)
    monkeypatch.setattr("bruges_lab.verification.suite.has_atheris", lambda: False)
    monkeypatch.setattr("bruges_lab.verification.fuzzing.has_atheris", lambda: False)
    first, *lines = malformed(20, fuzz=True, limits=None, largest=500)
    assert first == MISSING
    assert "\n" not in MISSING
    assert [line.partition(":")[0] for line in lines] == ["notation", "rulesets"]
    assert isinstance(has_atheris(), bool)


def test_what_is_slow_only_under_atheris_is_no_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every branch is counted there; so what took long is timed again by itself."""
    asked: list[str] = []

    def under_atheris(command: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        asked.extend(command)
        prefix = next(word.partition("=")[2] for word in command if word.startswith("-artifact_prefix="))
        Path(command[command.index("notation") + 1]).write_text("read 0.1 1\nrefused 9.5 1\n")
        Path(f"{prefix}slow-unit-0123").write_bytes(b"slow there")
        return subprocess.CompletedProcess(command, 0, "", "")

    def read(data: bytes) -> None:
        if data == b"slow there" and slow_here:
            raise KeyError("x")

    monkeypatch.setattr("bruges_lab.verification.fuzzing.has_atheris", lambda: True)
    monkeypatch.setattr("bruges_lab.verification.fuzzing.subprocess.run", under_atheris)
    for slow_here in (False, True):
        found = fuzzed("notation", Door(lambda: [b"x"], read), 2, Limits(5, 500))
        assert (found.inputs, found.read, found.refused, len(found.faults)) == (2, 1, 1, int(slow_here))
    assert {"-timeout=60", "-report_slow_units=5"} <= {*asked}


# The suite


def test_faults_fail_the_check_after_all_readers_had_their_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(data: bytes) -> None:
        if data != b"x":
            raise KeyError("x")

    doors = {"broken": Door(lambda: [b"x"], broken), "notation": READERS["notation"]}
    monkeypatch.setattr("bruges_lab.verification.suite.READERS", doors)
    lines = []
    with pytest.raises(AssertionError, match="malformed: 1 faults"):
        lines += [lines.append(line) or line for line in malformed(20, limits=None, largest=100)]
    assert [line.partition(": ")[0] for line in lines] == ["broken", "broken", "notation"]


def test_a_campaign_without_inputs_can_be_told() -> None:
    assert "0 inputs" in str(Campaign("x", 0, 0, 0, (), ()))


def test_run_names_the_check_in_each_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(CHECKS, "data", lambda size: iter([f"tried {size}", "found nothing"]))
    *lines, last = run(["data"], 10)
    assert lines == ["data: tried 10", "data: found nothing"]
    assert last.startswith("data: done in ")


def test_checks_that_install_are_run_only_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    for name in CHECKS:
        monkeypatch.setitem(CHECKS, name, lambda size, name=name: asked.append(name) or iter(()))
    list(run([], 10))
    assert {*asked} == {*CHECKS} - BY_NAME
    list(run(["wheels"], 10))
    assert asked[-1] == "wheels"


@pytest.mark.parametrize("name", ["texts", "word documents"])
def test_a_long_text_is_checked_and_not_only_read(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from bruges_lab.textcheck import checking

    seen: list[int] = []
    check = checking.check_translation

    def counted(path: Path) -> Report:
        report = check(path)
        seen.append(sum(map(len, report.files[0].lines)))
        return report

    monkeypatch.setattr(checking, "check_translation", counted)
    door = READERS[name]
    (sample, *_) = door.samples()
    grown = sample.replace(b"x1\n", b"x300\n", 1) if name == "word documents" else (sample + b"\n\n") * 300
    door.read(grown)
    assert len(seen) == 1
    assert seen[0] > 900_000
