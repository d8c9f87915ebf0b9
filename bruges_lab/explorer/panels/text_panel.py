"""The text tab: a rulebook text is pasted, dropped or opened, and every sentence of it held against the rules that are played.

What is found stands below, the worst first (text_findings.py). What the user decides goes into the pins beside the text
(textcheck/report/pins.py) and the text is checked again. A check runs beside the page (text_work.py).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from ...kernel import LabError
from ...show.svg import Svg, tag
from ...textcheck.findings import Finding, Report, Verdict
from ...textcheck.report.levels import open_findings
from ...textcheck.report.pins import Pins
from ..inspecting import Inspector, one_of, running_loop
from ..markup import block, button, field, select, span, text, upload
from ..reach import MOST_OFFERED, SUFFIXES, Text, samples
from ..surface import Act, Upload
from .text_findings import GROUPS, MORE, WHOLE, Shown, drawn, told
from .text_work import NotWanted, Work

if TYPE_CHECKING:
    from ..explorer import Explorer
    from ..stage import Stage

TELL = 0.2
"""Seconds between two looks at how far a check is."""
LONGEST_DRAFT = 100_000
"""A pasted text longer than this is not put into its field again."""


class TextChecking(Inspector):
    """A rulebook text held against the rules that run."""

    name = "text"
    wide = True
    text: Text | None = None
    source: Text | None = None
    """The text that it translates, if it was handed over."""
    report: Report | None = None
    chosen = ""
    """The fingerprint of the finding that is looked at closely."""
    term = ""
    choosing = False
    """Whether another text is being chosen although one has been checked."""
    draft = ""
    """What was pasted last."""
    work: Work | None = None
    """The check that runs."""
    _task: asyncio.Task[None] | None = None

    def __init__(self, explorer: Explorer, stage: Stage) -> None:
        super().__init__(explorer, stage)
        self.shown = Shown()
        """Which groups are open, and how much of them is listed."""

    def acts(self) -> Mapping[str, Act]:
        return {
            "text_path": self.open,
            "text_source_path": self.open_source,
            "text_source_off": lambda _: self._hold_against(None),
            "text_nothing": lambda _: self._refuse("text.empty"),
            "text_another": lambda _: self._choose_text(True),
            "text_return": lambda _: self._choose_text(False),
            "text_cancel": lambda _: self.cancel(),
            "text_group": self._fold,
            "text_chapter": self._fold_chapter,
            "text_more": self._more,
            "text_finding": self._choose,
            "text_confirm": lambda _: self._decide(lambda pins, finding: pins.confirm(finding)),
            "text_dismiss": lambda _: self._decide(lambda pins, finding: pins.dismiss(finding, self._say("text.wrong"))),
            "text_edition": lambda _: self._decide(lambda pins, finding: pins.accept_edition(finding)),
            "text_term": self._set_term,
            "text_concept": self._add_term,
        }

    def uploads(self) -> Mapping[str, Upload]:
        return {"text_upload": self.take_in, "text_paste": self._paste, "text_source": self.take_in_source}

    def where(self) -> tuple[object, ...]:
        return (self.explorer.manifest.name,)  # a text does not depend on who looks

    def key(self) -> tuple[object, ...]:
        return (self.explorer.lang, id(self.text), id(self.source), id(self.report), self.chosen, id(self.work), self.choosing)

    def _say(self, key: str, **data: object) -> str:
        return self.explorer.words(key, **data)

    def _refuse(self, key: str) -> None:
        raise LabError(self._say(key))

    # Where a text comes from

    def open(self, name: str) -> None:
        """Check a text by its path, or one of those that are offered."""
        if name.strip():
            self._free()
            self._check(self.explorer.reach.text(name.strip(), self.explorer.manifest.name))

    def take_in(self, name: str, data: bytes) -> None:
        """Check a text that was handed over: a file, or what was pasted."""
        self._check(self._taken_in(name, data))

    def _taken_in(self, name: str, data: bytes) -> Text:
        self._free()
        suffix = PurePosixPath(name.replace("\\", "/")).suffix.lower()
        if suffix and suffix not in SUFFIXES["text"]:
            raise LabError(self._say("text.kinds", kinds=", ".join(SUFFIXES["text"])))
        return self.explorer.reach.take_in(name, data, self.explorer.manifest.name)

    def open_source(self, name: str) -> None:
        """Hold the text against its source, by the path of that, or one of those that are offered."""
        if name.strip():
            self._free()
            self._hold_against(self.explorer.reach.text(name.strip(), self.explorer.manifest.name))

    def take_in_source(self, name: str, data: bytes) -> None:
        """Hold the text against a source that was handed over."""
        self._hold_against(self._taken_in(name, data))

    def _hold_against(self, source: Text | None) -> None:
        self._free()
        if source is not None:
            source.read()  # what is no text is refused at once
        self.source = source
        if self.text is not None and not self.choosing:
            self._check(self.text)
        self.again()

    def _paste(self, _: str, data: bytes) -> None:
        self._free()
        self.draft = data.decode(errors="replace")
        self.take_in(self._say("text.pasted"), data)

    def _choose_text(self, choosing: bool) -> None:
        self.choosing = choosing
        self.again()

    def _free(self) -> None:
        """One check at a time."""
        if self.work is not None:
            self._refuse("text.busy")

    # The check

    def _check(self, found: Text) -> None:
        """Check a text: beside the page where a loop runs, else at once."""
        if self.explorer.message:  # of what was before
            self.explorer.say("")
        work = Work(found, self.source)
        loop = running_loop()
        if loop is None:
            self._done(work, work.run())
            return
        self.work = work
        self._task = loop.create_task(self._follow(work))
        if found is not self.text:  # the same once more takes no time to speak of
            self.again()

    async def _follow(self, work: Work) -> None:
        """Tell how far a check is, and show what it found; one that was cancelled ends by itself."""
        running = self._begin(work)
        running.add_done_callback(lambda done: done.cancelled() or done.exception())
        stage = ""  # the thread may be at its second stage already
        while not running.done() and self._follows(work):
            await asyncio.wait([running], timeout=TELL)
            if work.stage != stage and not running.done():
                stage = work.stage
                self._tell()
        if not self._follows(work):
            work.wanted = False
            return
        self.work = None
        try:
            self._done(work, running.result())
        except NotWanted:
            self._tell()
        except Exception as error:
            self._tell()
            self.explorer.failed(error)

    def _begin(self, work: Work) -> asyncio.Future[Report]:
        """Begin a check: in a thread, or where there are none in breaths."""
        if self.explorer.breathe is None:
            return asyncio.get_running_loop().run_in_executor(None, work.run)
        work.told = self._tell
        return asyncio.ensure_future(work.run_in_breaths(self.explorer.breathe))

    def _follows(self, work: Work) -> bool:
        return self.work is work and self.explorer.comm is not None

    def _done(self, work: Work, report: Report) -> None:
        again = work.text is self.text
        self.text, self.report, self.choosing = work.text, report, False
        if not again:
            self.shown = Shown()
        if not again or self._finding() not in open_findings(report):
            self.chosen = ""
        self._tell()

    def cancel(self) -> None:
        """Stop the check that runs; what was found before stays."""
        if self.work is None:
            return
        self.work.wanted = False
        self.work = None
        self.again()
        self.explorer.say(self._say("text.cancelled"))

    def _tell(self) -> None:
        if self.stage.tab == self.name and self.explorer.covered_for is None:
            self.again()
        else:
            self._drawn = ()

    # What the user does with a finding

    def _fold(self, group: str) -> None:
        self.shown.fold(one_of(group, (*GROUPS, WHOLE)))
        self.again()

    def _fold_chapter(self, chapter: str) -> None:
        self.shown.chapters ^= {one_of(chapter, tuple(self.explorer.manifest.chapters.chapters))}
        self.again()

    def _more(self, group: str) -> None:
        self.shown.most[one_of(group, tuple(GROUPS))] += MORE
        self.again()

    def _choose(self, fingerprint: str) -> None:
        self.chosen = "" if fingerprint == self.chosen else fingerprint
        self.again()

    def _decide(self, decide: Callable[[Pins, Finding], None]) -> None:
        self._free()
        finding = self._finding()
        if finding is None or self.text is None:
            raise LabError(self._say("text.none"))
        decide(self.text.pins, finding)
        self._check_again()

    def _set_term(self, term: str) -> None:
        self.term = term.strip()

    def _add_term(self, concept: str) -> None:
        self._free()
        if self.text is None or self.report is None or not self.term or not concept:
            raise LabError(self._say("text.term_first"))
        self.text.pins.add_term(concept, self.report.language, self.term)
        self.term = ""
        self._check_again()

    def _check_again(self) -> None:
        """With what was decided; it is written beside the text where that may be (see reach.py)."""
        assert self.text is not None
        if self.text.written:
            self.text.pins.save()
        self._check(self.text)

    def _finding(self) -> Finding | None:
        if self.report is None:
            return None
        return next((finding for finding in self.report.findings if finding.fingerprint == self.chosen), None)

    # Drawn

    def look(self) -> None:
        report, choosing = self.report, self.report is None or self.choosing
        parts = {
            "head": self._head(report)
            if report is not None and not choosing
            else Svg("")
            if self.work is not None
            else self._form(),
            "progress": self._progress(),
        }
        if report is not None and not choosing:
            parts |= drawn(self.explorer, report, self.shown, self.chosen, self._answers)
        self.show(parts)

    def _head(self, report: Report) -> Svg:
        """What came of it, and the way to another text."""
        words = tag("b", text(told(report, self.explorer.lang, self._say)), role="status", class_="bl-texttold")
        another = button("text_another", "", self._say("text.another"), "small")
        return block("row", words, another, *self._source_ways(), self.width_button())

    def _source_ways(self) -> list[Svg]:
        """What the text is held against, and the way to name or drop it: by a file, and in a notebook by a path."""
        if self.source is not None:
            named = span("chip", self._say("text.source_is", file=self.source.name))
            return [named, button("text_source_off", "", self._say("text.source_off"), "small")]
        ways = [upload("text_source", self._say("text.source"), ",".join(SUFFIXES["text"]))]
        if self.explorer.reach.paths and (self.report is None or self.choosing):
            ways.append(field("text_source_path", "text", "", self._say("text.source_path")))
        return ways

    def _form(self) -> Svg:
        """Where a text comes from: what is pasted, dropped or opened, a path in a notebook, what a page keeps; and samples."""
        reach, game = self.explorer.reach, self.explorer.manifest
        if not game.reading.by_rule:  # its texts are known for what they are, and that is all
            return block("quiet", text(self._say("text.unread", game=game.called(self.explorer.lang))))
        label, hint = self._say("text.here"), self._say("text.here_hint")
        pasted = tag(
            "textarea",
            text(self.draft if len(self.draft) <= LONGEST_DRAFT else ""),
            rows="9",
            spellcheck="false",
            placeholder=hint,
            aria_label=label,
            data_upload="text_paste",
            data_name="text",
            data_asked="",
            data_key="text_paste",
        )
        check = button("text_nothing", "", self._say("text.check"), "main", data_takes="text_paste")
        row = [check, upload("text_upload", self._say("text.open"), ",".join(SUFFIXES["text"]))]
        if reach.paths:
            row.append(field("text_path", "text", "" if self.text is None else self.text.name, self._say("text.path")))
        kept = reach.kept("text")
        offered = [*kept, *samples(game)]
        if offered:
            listed = [("", self._say("text.sample")), *((name, name) for name in offered)]
            row.append(select("text_path", listed, "", self._say("text.or")))
        against = block("row bl-textways", *self._source_ways())
        most = [block("quiet", text(self._say("file.most", files=MOST_OFFERED)))] if len(kept) == MOST_OFFERED else []
        back = [button("text_return", "", self._say("text.return"), "small")] if self.report is not None else []
        intro = tag("p", text(self._say("text.intro", game=game.called(self.explorer.lang))))
        zone = block("dropzone", pasted, block("row bl-textways", *row), against, data_drop="text_upload")
        return block("textform", block("row", *back, self.width_button()), intro, zone, *most)

    def _progress(self) -> Svg:
        """How far the check is, in words, and a way to stop it."""
        if self.work is None:
            return Svg("")
        words = self._say(f"text.stage.{self.work.stage}", file=self.work.text.name)
        bar = tag("progress", text(words), value=round(self.work.share + 0.03, 2), max=1)
        cancel = button("text_cancel", "", self._say("text.cancel"), "small")
        return block("progress bl-textwork", bar, tag("span", text(words), role="status"), cancel)

    def _answer(self, act: str, words: str) -> Svg:
        return button(act, "", self._say(f"text.{words}"), "small", data_tip=self._say(f"text.{words}_tip"))

    def _answers(self, report: Report, finding: Finding) -> Svg:
        """Right passage, not this rule, another edition, a word that was not known."""
        offered = []
        if finding.rule and (finding.passage is not None or finding.others):
            offered.append(self._answer("text_confirm", "right"))
        if finding.verdict is not Verdict.STATED:
            offered.append(self._answer("text_dismiss", "wrong"))
        if finding.verdict in (Verdict.EDITION, Verdict.CONTRADICTS, Verdict.INCONSISTENT):
            offered.append(self._answer("text_edition", "edition"))
        named = ((concept.id, concept[report.language].preferred) for concept in report.manifest.glossary.values())
        concepts = [("", self._say("text.concept")), *named]
        term = block(
            "row",
            field("text_term", "text", self.term, self._say("text.term"), data_live=""),
            select("text_concept", concepts, "", self._say("text.means")),
        )
        return block("decisions", block("row", *offered), term)
