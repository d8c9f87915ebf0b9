"""The text tab: where a text comes from, the check beside the page, and its findings, the worst first with the rule beside."""

from __future__ import annotations

import asyncio
import re
import threading
from collections.abc import Callable, Iterator
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from cases import each

import bruges_lab as bl
from bruges_lab import places
from bruges_lab.explorer.panels import text_findings, text_work
from bruges_lab.explorer.panels.text_panel import TextChecking
from bruges_lab.rulebook.texts import LANGUAGES
from bruges_lab.textcheck import small_array
from bruges_lab.textcheck.checking import STAGES, check_translation
from bruges_lab.textcheck.findings import Report, Verdict
from bruges_lab.textcheck.report.levels import open_findings

SAMPLES = places.data("bruges", "samples")
FAULTY = SAMPLES / "en" / "faulty.md"
SHORT = FAULTY.read_text("utf-8")


@pytest.fixture
def explorer() -> Iterator[bl.Explorer]:
    one = bl.Explorer(bl.new_game(seed=3))
    one.select("text")
    yield one
    one.close()


def tab(one: bl.Explorer) -> TextChecking:
    assert one._stage is not None
    found = one._stage.inspector("text")
    assert isinstance(found, TextChecking)
    return found


def report(one: bl.Explorer) -> Report:
    found = tab(one).report
    assert found is not None
    return found


def html(one: bl.Explorer, part: str | None = None) -> str:
    parts = one.surfaces()["inspect-text"].parts
    return "".join(parts.values()) if part is None else str(parts.get(part, ""))


def words(page: str) -> str:
    return " ".join(unescape(re.sub(r"<[^>]+>", "", page)).split())


def press(one: bl.Explorer, act: str, value: str = "") -> None:
    one.surfaces()["inspect-text"].press(act, value)


def hand(one: bl.Explorer, act: str, name: str, data: bytes) -> None:
    surface = one.surfaces()["inspect-text"]
    message = {"method": "custom", "content": {"act": act, "value": name, "count": 1}}
    surface._handle_msg({"content": {"data": message}, "buffers": [memoryview(data)]})


# Where a text comes from


def test_a_text_is_pasted_opened_dropped_named_or_a_sample(explorer: bl.Explorer, tmp_path: Path) -> None:
    form = html(explorer, "head")
    assert 'data-upload="text_paste"' in form
    assert 'data-drop="text_upload"' in form
    assert 'type="file" accept=".md,.txt,.docx"' in form
    assert 'type="text"' in form, "a notebook takes a path"
    assert 'value="en/faulty.md"' in form
    file = tmp_path / "mine.md"
    file.write_bytes(FAULTY.read_bytes())
    found = []
    for check in (
        lambda: hand(explorer, "text_paste", "text", SHORT.encode()),
        lambda: hand(explorer, "text_upload", "a.txt", SHORT.encode()),
        lambda: explorer.check_text(file),
        lambda: explorer.check_text("en/faulty.md"),
        lambda: explorer.check_pasted(SHORT),
    ):
        check()
        found.append([(finding.rule, finding.verdict, finding.line) for finding in report(explorer).findings])
        press(explorer, "text_another")
    assert found == [found[0]] * 5
    assert Verdict.CONTRADICTS in {verdict for _, verdict, _ in found[0]}


def test_what_was_pasted_stands_in_its_field_when_another_text_is_chosen(explorer: bl.Explorer) -> None:
    hand(explorer, "text_paste", "text", b"<b>Bruges</b>")
    press(explorer, "text_another")
    assert "&lt;b&gt;Bruges&lt;/b&gt;</textarea>" in html(explorer, "head")
    press(explorer, "text_return")
    assert "textarea" not in html(explorer)


@each(
    "act, name, data",
    [
        ("text_upload", "rules.pdf", b"Draw five cards."),
        ("text_upload", "rules.exe", b"MZ"),
        ("text_upload", "a.md", b""),
        ("text_upload", "a.docx", b"PK\x03\x04nothing"),
        ("text_upload", "a.md", b"\x00\x01" * 50),
        ("text_paste", "text", b""),
    ],
)
def test_what_is_no_text_is_refused_in_one_line(act: str, name: str, data: bytes) -> None:
    one = bl.Explorer(bl.new_game(seed=3))
    one.select("text")
    hand(one, act, name, data)
    assert one.message.isprintable()
    assert one.message
    assert tab(one).report is None
    one.close()


def test_a_button_without_a_text_says_what_is_missing(explorer: bl.Explorer) -> None:
    with pytest.raises(bl.LabError, match="Paste a text first"):
        press(explorer, "text_nothing")


# Beside the page


def in_a_loop(story: Callable[[], Any]) -> None:
    asyncio.run(story())


async def until(done: Callable[[], object], seconds: float = 30) -> None:
    for _ in range(int(seconds / 0.02)):
        if done():
            return
        await asyncio.sleep(0.02)
    raise AssertionError("it takes too long")


def test_a_check_tells_its_stages_and_leaves_the_page_alive(explorer: bl.Explorer, monkeypatch: pytest.MonkeyPatch) -> None:
    gates = {stage: threading.Event() for stage in STAGES}
    real = text_work.check_translation

    def slowly(*given: Any, progress: Any, **more: Any) -> Report:
        def heard(stage: str, share: float) -> None:
            progress(stage, share)
            assert gates[stage].wait(20)
            progress(stage, share)

        return real(*given, progress=heard, **more)

    monkeypatch.setattr(text_work, "check_translation", slowly)

    async def story() -> None:
        explorer.check_text("en/faulty.md")
        told = []
        for stage in STAGES:
            await until(lambda stage=stage: tab(explorer).work.stage == stage)  # type: ignore[misc,union-attr]
            await until(
                lambda stage=stage: explorer.words(f"text.stage.{stage}", file="en/faulty.md") in html(explorer, "progress")
            )
            told.append(float(re.findall(r'<progress value="([^"]+)"', html(explorer, "progress"))[0]))
            explorer.next_event()  # the page is alive
            with pytest.raises(bl.LabError, match="already"):
                explorer.check_text("en/clean.md")
            assert "textarea" not in html(explorer)
            gates[stage].set()
        assert told == sorted(told)
        await until(lambda: tab(explorer).report)
        assert "bl-finding" in html(explorer)
        assert "<progress" not in html(explorer)

    in_a_loop(story)


def test_a_check_can_be_cancelled_and_another_begun(explorer: bl.Explorer, monkeypatch: pytest.MonkeyPatch) -> None:
    there, goes, ended = threading.Event(), threading.Event(), []
    real = text_work.check_translation

    def slowly(*given: Any, progress: Any, **more: Any) -> Report:
        def heard(stage: str, share: float) -> None:
            if stage == "words":
                there.set()
                assert goes.wait(20)
            progress(stage, share)

        try:
            return real(*given, progress=heard, **more)
        except text_work.NotWanted:
            ended.append("cancelled")
            raise

    monkeypatch.setattr(text_work, "check_translation", slowly)

    async def story() -> None:
        hand(explorer, "text_paste", "text", SHORT.encode())
        assert "text_cancel" in html(explorer, "progress")
        await until(there.is_set)
        press(explorer, "text_cancel")
        assert tab(explorer).work is None
        assert "The check was cancelled." in explorer.message
        assert "textarea" in html(explorer, "head")
        goes.set()
        await until(lambda: ended)
        explorer.check_text("en/clean.md")
        await until(lambda: tab(explorer).report)
        assert report(explorer).files[0].name == "clean.md"

    in_a_loop(story)


def test_where_there_are_no_threads_a_check_stops_for_breath_and_can_be_cancelled_then(
    explorer: bl.Explorer, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, shown, cancels = text_work.check_translation, list[str](), list[str]()

    def breathing(*given: Any, progress: Any, **more: Any) -> Report:
        def heard(stage: str, share: float) -> None:
            progress(stage, share)
            shown.append(words(html(explorer, "progress")))
            assert small_array.breathe is not None
            small_array.breathe()  # as the lab's own arrays do while they reckon

        return real(*given, progress=heard, **more)

    def breathe() -> None:
        if cancels and tab(explorer).work is not None:
            press(explorer, cancels.pop())

    monkeypatch.setattr(text_work, "check_translation", breathing)
    explorer.breathe = breathe

    async def story() -> None:
        explorer.check_text("en/clean.md")
        await until(lambda: tab(explorer).report)
        assert len(set(shown)) == len(STAGES)
        cancels.append("text_cancel")
        explorer.check_text("en/faulty.md")
        await until(lambda: not cancels)
        await until(lambda: small_array.breathe is None)
        assert "The check was cancelled." in explorer.message
        assert report(explorer).files[0].name == "clean.md"
        explorer.check_text("en/faulty.md")
        await until(lambda: report(explorer).files[0].name == "faulty.md")

    in_a_loop(story)


def test_what_goes_wrong_beside_the_page_is_told_in_one_sentence(explorer: bl.Explorer, tmp_path: Path) -> None:
    async def story() -> None:
        explorer.check_text(tmp_path / "nothing.md")
        await until(lambda: tab(explorer).work is None)
        assert "nothing.md" in explorer.message
        assert "textarea" in html(explorer, "head")

    in_a_loop(story)


def test_stages_are_told_in_order_and_change_nothing() -> None:
    heard: list[tuple[str, float]] = []
    told = check_translation(FAULTY, progress=lambda stage, share: heard.append((stage, share)))
    assert heard == list(STAGES.items())
    assert [share for _, share in heard] == sorted(STAGES.values())
    assert told.to_json() == check_translation(FAULTY).to_json()


# What was found


@pytest.mark.parametrize("lang", LANGUAGES)
def test_findings_stand_worst_first_with_counts_line_and_rule(explorer: bl.Explorer, lang: str) -> None:
    explorer.set_language(lang)
    explorer.check_text(f"{lang}/faulty.md")
    found = report(explorer)
    wanted = [finding for finding in open_findings(found) if finding.verdict is not Verdict.MISSING]
    by_verdict = [finding.fingerprint for verdict in Verdict for finding in wanted if finding.verdict is verdict]
    assert re.findall(r'data-finding="([^"]+)"', html(explorer)) == by_verdict
    for verdict in Verdict:
        heading = html(explorer, verdict.value).split("</button>")[0]
        if found.count(verdict):
            assert words(heading).endswith(str(found.count(verdict)))
            assert explorer.words(f"text.group.{verdict.value}") in words(heading)
    for finding in wanted:
        if finding.passage is None:
            continue
        page = html(explorer).split(f'data-finding="{finding.fingerprint}"')[1].split("data-finding=")[0]
        read = re.findall(r"<mark>(.*?)</mark>", page, re.DOTALL)[0]
        assert re.sub(r"\W", "", words(read)) == re.sub(r"\W", "", finding.passage.text), finding.rule
        assert str(finding.line) in words(page)
        if finding.rule:
            assert words(bl.rule(finding.rule).text(lang)) in words(page).replace("\u00a0", " ")
            assert f'data-act="rule" data-value="{finding.rule}"' in page
    assert not re.search(r"text\.[a-z_.]+", words(html(explorer)))


def test_the_numbers_are_told(explorer: bl.Explorer) -> None:
    explorer.check_text("en/faulty.md")
    page = html(explorer)
    assert "The text says 3, the rule 4." in words(page)
    assert re.search(r"<mark>[^<]*<strong>3</strong>", page)
    assert re.search(r"<strong>4</strong>", page)
    assert "The text says 5, the rule 4." not in words(page), "an example that was played again is no number of its rule"
    assert "When this example is played out, a step costs 4 guilders after this roll, not 5." in words(page)


def test_what_is_missing_is_folded_by_chapter_and_what_is_stated_whole(explorer: bl.Explorer) -> None:
    explorer.check_text("en/faulty.md")
    missing = [finding for finding in report(explorer).findings if finding.verdict is Verdict.MISSING]
    assert 'data-act="rule"' not in html(explorer, "missing")
    press(explorer, "text_group", "missing")
    chapters = re.findall(r'data-act="text_chapter" data-value="([^"]+)".*?bl-count">(\d+)', html(explorer, "missing"))
    assert sum(int(count) for _, count in chapters) == len(missing)
    assert 'data-act="rule"' not in html(explorer, "missing"), "not a list of all of them"
    press(explorer, "text_chapter", chapters[0][0])
    assert html(explorer, "missing").count('data-act="rule"') == int(chapters[0][1])
    assert "bl-finding" not in html(explorer, "stated").replace("bl-findings", "")
    press(explorer, "text_group", "stated")
    assert html(explorer, "stated").count("data-finding=") == text_findings.MOST
    press(explorer, "text_more", "stated")
    assert html(explorer, "stated").count("data-finding=") == text_findings.MOST + text_findings.MORE
    press(explorer, "text_group", "whole")
    assert html(explorer, "whole").count("bl-textline") >= len(report(explorer).files[0].lines)


def test_a_finding_opens_and_is_decided_about(explorer: bl.Explorer) -> None:
    explorer.check_text("en/faulty.md")
    first = open_findings(report(explorer))[0].fingerprint
    assert "text_dismiss" not in html(explorer)
    press(explorer, "text_finding", first)
    assert "text_dismiss" in html(explorer, "contradicts")
    press(explorer, "text_finding", first)
    assert "text_dismiss" not in html(explorer), "pressed again it closes"
    press(explorer, "text_finding", first)
    press(explorer, "text_dismiss")
    assert f'data-finding="{first}"' not in html(explorer)
    assert words(html(explorer, "aside")).endswith("1")
    press(explorer, "text_group", "aside")
    assert f'data-finding="{first}"' in html(explorer, "aside")
    with pytest.raises(bl.LabError):
        press(explorer, "text_confirm")


@each("act", ["text_group", "text_chapter", "text_more", "text_finding", "text_concept"])
def test_values_from_elsewhere_do_no_harm(act: str) -> None:
    one = bl.Explorer(bl.new_game(seed=3))
    one.check_text("en/faulty.md")
    for value in ("", "<script>", "\x00", "9" * 500):
        try:
            press(one, act, value)
        except bl.LabError as error:
            assert str(error).isprintable()
    assert "<script>" not in html(one)
    one.close()


def test_a_text_of_another_game_is_not_judged(explorer: bl.Explorer) -> None:
    explorer.check_text("other/en_card_game.md")
    assert "This does not look like Bruges" in words(html(explorer))
    assert "bl-finding" not in html(explorer)
    press(explorer, "text_another")
    assert "textarea" in html(explorer)


def test_what_a_text_says_is_shown_as_text(explorer: bl.Explorer) -> None:
    explorer.check_pasted(SHORT.replace("Put the 50/100", "<img src=x onerror=alert(1)> Put the 50/100"))
    press(explorer, "text_group", "whole")
    assert "<img" not in html(explorer)
    assert "&lt;img" in html(explorer)


# Beside its source


def test_a_text_is_held_against_its_source_and_let_go_of_it(explorer: bl.Explorer) -> None:
    folder = Path(__file__).parents[1] / "textcheck" / "beside"
    wrong = (folder / "de.md").read_text("utf-8").replace("Jeder beginnt mit 5 Gulden", "Jeder beginnt mit 6 Gulden")
    assert 'data-upload="text_source"' in html(explorer, "head")
    hand(explorer, "text_source", "original.md", (folder / "en.md").read_bytes())
    assert "Compared with original.md" in words(html(explorer, "head"))
    wrong = wrong.replace(" Ein umgedrehter Marker bleibt für den Rest des Spiels umgedreht.", "")
    hand(explorer, "text_upload", "deutsch.md", wrong.encode())
    assert report(explorer).source is not None
    shown = words(html(explorer))
    assert "The text says 6, the source 5." in shown
    assert "Everybody starts with 5 guilders and one worker of each colour." in shown
    assert "Left out" in shown
    assert "A marker that has been turned stays turned for the rest of the game." in shown
    press(explorer, "text_source_off")
    assert report(explorer).source is None
    assert 'data-upload="text_source"' in html(explorer, "head")


def test_what_is_no_text_is_refused_as_a_source(explorer: bl.Explorer) -> None:
    hand(explorer, "text_source", "rules.pdf", b"Draw five cards.")
    assert tab(explorer).source is None
    assert explorer.message
