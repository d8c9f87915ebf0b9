"""The commands check, compare-texts and template, on the lab's own samples, as a user types them."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple
from xml.etree import ElementTree

import pytest
from cases import each, sample
from reports import sample_report
from running import command
from test_report_html import Page
from word_files import MALFORMED

from bruges_lab import places
from bruges_lab.textcheck.checking import check_translation
from bruges_lab.textcheck.findings import Finding, Report, Verdict
from bruges_lab.textcheck.report.levels import against
from bruges_lab.textcheck.report.pins import Pins, beside

FAULTY = places.data("bruges", "samples", "en", "faulty.md")
CLEAN = places.data("bruges", "samples", "en", "clean.md")
OTHER = sorted(places.data("bruges", "samples", "other").glob("*.md"))


class Result(NamedTuple):
    code: int
    out: str
    err: str


Run = Callable[..., Result]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    monkeypatch.setenv("COLUMNS", "160")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))

    def run(*args: object) -> Result:
        return Result(command(*args), *capsys.readouterr())

    return run


@pytest.fixture(scope="module")
def faulty() -> Report:
    return check_translation(FAULTY)


@pytest.fixture
def text(tmp_path: Path) -> Path:
    """A copy of the faulty sample that a test may change."""
    return Path(shutil.copy(FAULTY, tmp_path / "rules.md"))


def assert_refused(result: Result) -> None:
    assert result.code == 2
    assert result.out == ""
    assert result.err.startswith("bruges-lab: ")
    assert result.err[:-1].isprintable()
    assert len(result.err) < 600


# Checking


def test_a_report_in_the_terminal(run: Run, faulty: Report) -> None:
    result = run("check", FAULTY, "--fail-on", "none")
    assert (result.code, result.err) == (0, "")
    lines = result.out.splitlines()
    assert lines[0].startswith("faulty.md  English  Bruges: yes  ")
    assert f"{faulty.count(Verdict.STATED)} stated" in lines[0]
    wrong = [finding for finding in faulty.findings if finding.verdict is Verdict.CONTRADICTS]
    assert wrong
    for finding in wrong:
        assert any(line.startswith(f"XX faulty.md:{finding.line}  ") and f"[{finding.rule}]" in line for line in lines)
    assert lines[-1] == "No finding fails the check at the level “none”."


@pytest.mark.parametrize("lang", ["de", "fr", "it"])
def test_the_report_is_told_in_the_language_that_is_asked_for(run: Run, lang: str, faulty: Report) -> None:
    result = run("check", FAULTY, "--report-lang", lang, "--fail-on", "none")
    assert result.code == 0
    assert result.out.splitlines()[:-1] == faulty.told(lang).splitlines()


@sample("names", ["faulty"], of=["clean", "faulty"])
@each("lang", ["en", "de", "fr", "it"])
def test_every_reason_that_the_samples_give_has_words_in_every_language(names: list[str], lang: str) -> None:
    for name in names:
        report = sample_report(lang, name)
        assert report.is_of_game
        for tongue in ("en", "de", "fr", "it"):
            assert report.told(tongue, everything=True)
            assert report.to_html(tongue)


def test_exit_codes_follow_the_level(run: Run, faulty: Report) -> None:
    sure = [f for f in faulty.findings if f.verdict is Verdict.CONTRADICTS and f.confidence >= faulty.sure]
    assert sure, "the faulty sample has certain contradictions"
    assert run("check", FAULTY).code == 1
    assert run("check", FAULTY, "--fail-on", "pinned").code == 0
    assert run("check", FAULTY, "--fail-on", "missing").code == 1


@pytest.mark.parametrize("path", OTHER, ids=lambda path: path.stem)
def test_another_game_is_exit_code_2_and_one_sentence(run: Run, path: Path) -> None:
    result = run("check", path)
    assert result.code == 2
    assert len(result.out.splitlines()) == 2
    assert "Bruges: no" in result.out
    found = json.loads(run("check", path, "--format", "json").out)
    assert (found["is_of_game"], found["findings"]) == (False, [])


def test_every_format_to_the_terminal_and_to_a_file(run: Run, tmp_path: Path, faulty: Report) -> None:
    read = {
        "json": json.loads,
        "sarif": json.loads,
        "junit": ElementTree.fromstring,
        "html": Page,
        "text": str.splitlines,
    }
    for form, reader in read.items():
        out = tmp_path / f"report.{form}"
        result = run("check", FAULTY, "--format", form, "--out", out)
        assert (result.code, result.out) == (1, f"wrote report.{form}\n")
        assert reader(out.read_text(encoding="utf-8"))  # type: ignore[operator]
    assert run("check", FAULTY, "--format", "json").out == (tmp_path / "report.json").read_text(encoding="utf-8")
    found = json.loads((tmp_path / "report.json").read_text(encoding="utf-8"))
    assert len(found["findings"]) == len(faulty.findings)
    assert found["files"][0]["name"] == "faulty.md"
    for form in read:
        assert str(FAULTY.parent) not in (tmp_path / f"report.{form}").read_text(encoding="utf-8")


def test_several_files_are_one_rulebook(run: Run, tmp_path: Path) -> None:
    lines = CLEAN.read_text(encoding="utf-8").splitlines(keepends=True)
    parts = [tmp_path / "one.md", tmp_path / "two.md"]
    parts[0].write_text("".join(lines[: len(lines) // 2]), encoding="utf-8")
    parts[1].write_text("".join(lines[len(lines) // 2 :]), encoding="utf-8")
    result = run("check", *parts, "--fail-on", "none")
    assert result.code == 0
    assert result.out.startswith("one.md, two.md  English  Bruges: yes")


def test_the_ruleset_decides_what_is_right(run: Run, tmp_path: Path, faulty: Report) -> None:
    own = tmp_path / "own.toml"
    own.write_text("start_guilders = 7\n", encoding="utf-8")
    result = run("check", CLEAN, "--ruleset", own, "--format", "json")
    found = json.loads(result.out)
    assert found["ruleset"] == "own.toml"
    (guilders,) = (f for f in found["findings"] if f["rule"] == "setup.player.guilders")
    assert (guilders["verdict"], guilders["claimed"], guilders["actual"]) == ("contradicts", "5", "7")


# Pins


def stated(report: Report) -> Finding:
    """A rule that is stated in one place only, on one line."""
    return next(
        f
        for f in report.findings
        if f.verdict is Verdict.STATED
        and not f.others
        and f.passage
        and f.passage.line == f.passage.end_line
        and len(f.passage.text) > 40
    )


def test_a_pin_beside_the_text_survives_edits_and_fails_when_its_sentence_goes(run: Run, text: Path, faulty: Report) -> None:
    finding = stated(faulty)
    assert finding.passage is not None
    pins = Pins.load(text)
    pins.confirm(finding)
    pins.save()
    lines = text.read_text(encoding="utf-8").splitlines(keepends=True)
    text.write_text("A line before all others.\n\n" + "".join(lines), encoding="utf-8")
    moved = json.loads(run("check", text, "--format", "json", "--fail-on", "pinned").out)
    (pinned,) = (f for f in moved["findings"] if f["pinned"])
    assert (pinned["rule"], pinned["verdict"], pinned["line"]) == (finding.rule, "stated", finding.line + 2)
    del lines[finding.line - 1]
    text.write_text("".join(lines), encoding="utf-8")
    result = run("check", text, "--fail-on", "pinned")
    assert result.code == 1
    assert "A confirmed sentence is no longer in the text" in result.out
    assert result.out.splitlines()[-1] == "1 finding fails the check at the level “pinned”."


def test_what_is_set_aside_does_not_fail_and_is_said(run: Run, text: Path, faulty: Report) -> None:
    pins = Pins(text.with_name("decided.toml"))
    wrong = [finding for finding in faulty.findings if against(faulty, finding)]
    for finding in wrong:
        pins.dismiss(finding, "we know")
    pins.save()
    assert run("check", text).code == 1
    result = run("check", text, "--pins", pins.path)
    assert result.code == 0
    assert f"{len(wrong)} finding" in result.out


def test_an_entry_that_fits_nothing_any_more_is_mentioned(run: Run, text: Path, faulty: Report) -> None:
    pins = Pins.load(text)
    pins.dismiss(faulty.findings[0], "gone by now")
    pins.dismissed[0] = type(pins.dismissed[0])("0123456789abcdef", "gone by now")
    pins.save()
    assert "1 entry of the pin file no longer matches anything." in run("check", text, "--fail-on", "none").out


def test_an_added_term_is_read(run: Run, text: Path) -> None:
    words = text.read_text(encoding="utf-8").replace("threat", "mishap").replace("Threat", "Mishap")
    text.write_text(words, encoding="utf-8")
    before = json.loads(run("check", text, "--format", "json").out)["counts"]["stated"]
    pins = Pins.load(text)
    pins.add_term("threat", "en", "mishap")
    pins.save()
    assert json.loads(run("check", text, "--format", "json").out)["counts"]["stated"] >= before


def test_the_language_of_the_pins_is_used(run: Run, text: Path) -> None:
    pins = Pins.load(text)
    pins.language = "de"
    pins.save()
    assert json.loads(run("check", text, "--format", "json").out)["language"] == "de"
    assert json.loads(run("check", text, "--format", "json", "--lang", "en").out)["language"] == "en"


# A baseline


def test_only_new_findings_are_reported_against_a_baseline(run: Run, text: Path, tmp_path: Path, faulty: Report) -> None:
    before = tmp_path / "before.json"
    run("check", text, "--format", "json", "--out", before)
    result = run("check", text, "--baseline", before, "--fail-on", "missing")
    assert result.code == 0
    assert "Nothing to report." in result.out
    assert "not reported again" in result.out
    finding = stated(faulty)
    lines = text.read_text(encoding="utf-8").splitlines(keepends=True)
    del lines[finding.line - 1]
    text.write_text("".join(lines), encoding="utf-8")
    result = run("check", text, "--baseline", before, "--fail-on", "missing", "--format", "json")
    assert result.code == 1
    assert finding.rule in {f["rule"] for f in json.loads(result.out)["findings"]}
    assert len(json.loads(result.out)["findings"]) < len(faulty.findings)


# Impact


def test_impact_is_played_once_and_then_kept(run: Run, tmp_path: Path) -> None:
    first = run("check", FAULTY, "--impact", "--games", "1", "--format", "json")
    impacts = [f["impact"] for f in json.loads(first.out)["findings"] if f["impact"]]
    assert impacts, "the faulty sample has a wrong number that the engine can play"
    assert all(0 <= impact["share"] <= 1 and impact["policy"] == "greedy" and impact["games"] == 1 for impact in impacts)
    assert (tmp_path / "cache" / "bruges-lab" / "impact.json").is_file()
    assert run("check", FAULTY, "--impact", "--games", "1", "--format", "json").out == first.out


# Refusals


@pytest.mark.parametrize(
    "args",
    [
        ["check"],
        ["check", "no_such.md"],
        ["check", "."],
        ["check", FAULTY, "--format", "pdf"],
        ["check", FAULTY, "--fail-on", "worst"],
        ["check", FAULTY, "--report-lang", "es"],
        ["check", FAULTY, "--lang", "xx"],
        ["check", FAULTY, "--ruleset", "no_such"],
        ["check", FAULTY, "--pins", "no_such.toml"],
        ["check", FAULTY, "--baseline", "no_such.json"],
        ["check", FAULTY, "--baseline", FAULTY],
        ["check", FAULTY, "--impact", "--games", "0"],
        ["check", FAULTY, "--format", "json", "--out", "no_such_folder/x.json"],
        ["compare-texts", FAULTY],
        ["compare-texts", FAULTY, "no_such.md"],
        ["compare-texts", FAULTY, OTHER[0]],
        ["compare-texts", FAULTY, CLEAN, "--format", "sarif"],
        ["template", "--lang", "xx"],
        ["template", "--format", "pdf"],
        ["template", "--ruleset", "no_such"],
    ],
    ids=lambda args: " ".join(Path(str(arg)).name for arg in args),
)
def test_bad_input_is_one_line_and_exit_code_2(
    run: Run, args: list[object], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert_refused(run(*args))
    assert [path for path in tmp_path.iterdir() if path.name != "cache"] == []


@pytest.mark.parametrize("content", [b"", b"   \n\n", b"\x89PNG\r\n\x1a\n\x00\x00", b"\xff\xff\xff\xff\x00" * 50])
def test_a_file_that_is_no_text_is_refused(run: Run, tmp_path: Path, content: bytes) -> None:
    (tmp_path / "bad.md").write_bytes(content)
    assert_refused(run("check", tmp_path / "bad.md"))


@pytest.mark.parametrize("name", MALFORMED)
def test_a_word_document_that_cannot_be_read_is_exit_code_2_and_not_a_check_that_failed(
    run: Run, tmp_path: Path, name: str
) -> None:
    (tmp_path / "bad.docx").write_bytes(MALFORMED[name]())
    result = run("check", tmp_path / "bad.docx")
    assert_refused(result)
    assert result.err.startswith("bruges-lab: bad.docx: ")
    assert_refused(run("compare-texts", tmp_path / "bad.docx", CLEAN))


def _folder(path: Path) -> None:
    path.mkdir()


def _pipe(path: Path) -> None:
    os.mkfifo(path)


def _circle(path: Path) -> None:
    path.symlink_to(path)


@pytest.mark.parametrize("make", [_folder, _pipe, _circle])
@pytest.mark.parametrize("name", ["rules.md", "rules.checked.toml", "before.json", "own.toml"])
def test_what_is_no_file_is_neither_opened_nor_waited_for(run: Run, text: Path, name: str, make: Callable[[Path], None]) -> None:
    odd = text.with_name(name)
    odd.unlink(missing_ok=True)
    make(odd)
    named = {"before.json": ("--baseline", odd), "own.toml": ("--ruleset", odd), "rules.checked.toml": ("--pins", odd)}
    result = run("check", text, *named.get(name, ()))
    assert_refused(result)
    assert name in result.err or name == "own.toml"
    if name == "rules.checked.toml":
        beside_it = run("check", text, "--fail-on", "none")
        assert beside_it.code == (0 if make is _circle else 2), "what leads nowhere is not there"
    if name == "rules.md":
        assert_refused(run("compare-texts", odd, CLEAN))
    if name == "own.toml":
        assert_refused(run("template", "--ruleset", odd))


def test_a_file_that_may_not_be_read_is_refused(run: Run, text: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def denied(path: Any, *args: Any, **kwargs: Any) -> int:
        if Path(os.fsdecode(path)).name == text.name:
            raise PermissionError(13, "Permission denied")
        return opened(path, *args, **kwargs)

    opened: Callable[..., int] = os.open
    monkeypatch.setattr(os, "open", denied)
    for args in (("check", text), ("compare-texts", text, CLEAN)):
        result = run(*args)
        assert_refused(result)
        assert result.err == "bruges-lab: rules.md: cannot be read: Permission denied\n"


@pytest.mark.parametrize(
    "content",
    [
        b"\xff\xfe\x00",
        b"format = 1\n[[confirmed]]\n" * 2,
        b"format = 2\n",
        b"format = 1\nlanguage = 7\n",
        b"format = 1\nterm = 1\n",
        b"a = " + b"[" * 5_000,
        b"\x00" * 100,
    ],
    ids=["not text", "no fields", "another format", "no language", "no list", "deep", "zeros"],
)
def test_broken_pins_are_exit_code_2(run: Run, text: Path, content: bytes) -> None:
    beside(text).write_bytes(content)
    assert_refused(run("check", text))
    assert_refused(run("compare-texts", text, CLEAN))


def test_broken_pins_are_refused(run: Run, text: Path) -> None:
    beside(text).write_text("format = 1\n[[term]]\nconcept = 'x'\n", encoding="utf-8")
    result = run("check", text)
    assert_refused(result)
    assert "rules.md.checked.toml: term 1" in result.err


# Side by side, checklist


def test_two_texts_side_by_side(run: Run, tmp_path: Path) -> None:
    result = run("compare-texts", CLEAN, FAULTY)
    assert (result.code, result.err) == (0, "")
    assert "clean.md" in result.out
    assert "setup.player.guilders" in run("compare-texts", CLEAN, FAULTY, "--all").out
    assert "rules differ" in result.out
    page = Page(run("compare-texts", CLEAN, FAULTY, "--format", "html", "--report-lang", "it").out)
    assert page.all("html")[0]["lang"] == "it"
    assert [row for row in page.all("tr") if row.get("class") == "differs"]
    assert run("compare-texts", CLEAN, FAULTY, "--out", tmp_path / "both.txt").out == "wrote both.txt\n"


def test_a_text_compared_with_itself_differs_in_nothing(run: Run) -> None:
    assert "No rule differs" in run("compare-texts", CLEAN, CLEAN).out


@pytest.mark.parametrize("lang", ["en", "fr", "nl"])
def test_a_checklist(run: Run, tmp_path: Path, lang: str) -> None:
    result = run("template", "--lang", lang)
    assert result.code == 0
    assert "- [ ] " in result.out
    assert run("template", "--lang", lang, "--format", "html", "--out", tmp_path / "list.html").out == "wrote list.html\n"
    assert Page((tmp_path / "list.html").read_text(encoding="utf-8")).all("input")


@pytest.mark.parametrize("command", [("check", CLEAN), ("compare-texts", CLEAN, FAULTY), ("template",)])
def test_a_game_whose_texts_cannot_be_read(run: Run, command: tuple[object, ...]) -> None:
    result = run(*command, "--game", "ferry")
    assert_refused(result)
    assert result.err == "bruges-lab: Ferry has no reading of rulebook texts\n"
