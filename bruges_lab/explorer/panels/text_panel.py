"""The text tab: a rulebook text with marks on the left; on the right the rule, what the text claims, what the engine does.

What the user decides goes into the pins beside the text (textcheck/report/pins.py) and the text is checked again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ...kernel import LabError
from ...show.svg import Svg, tag
from ...textcheck.checking import check_translation
from ...textcheck.findings import Finding, Report, Verdict
from ...textcheck.report.levels import open_findings
from ...textcheck.report.pins import Pins
from ...textcheck.report.report_files import plain
from ...textcheck.report.report_notebook import VERDICT_COLOURS
from ...textcheck.report.told import MARKS, because, claim, elsewhere, rules_of, shown_by, summary, verdict_name, why
from ..inspecting import Inspector
from ..markup import block, button, field, heading, paste, rule_link, select, span, text, upload
from ..reach import MOST_OFFERED, SUFFIXES, Text, samples
from ..surface import Act, Upload

MOST_LINES = 2000
RUN = 3
"""How many scenarios of a rule are offered to run."""


class TextChecking(Inspector):
    """A rulebook text held against the rules that run."""

    name = "text"
    wide = True
    text: Text | None = None
    report: Report | None = None
    chosen = ""
    """The fingerprint of the finding that is looked at."""
    term = ""

    def acts(self) -> Mapping[str, Act]:
        return {
            "text_path": self._open,
            "text_finding": self._choose,
            "text_confirm": lambda _: self._decide(lambda pins, finding: pins.confirm(finding)),
            "text_dismiss": lambda _: self._decide(lambda pins, finding: pins.dismiss(finding, self._say("text.wrong"))),
            "text_edition": lambda _: self._decide(lambda pins, finding: pins.accept_edition(finding)),
            "text_term": self._set_term,
            "text_concept": self._add_term,
        }

    def uploads(self) -> Mapping[str, Upload]:
        return {"text_upload": self._take_in}

    def where(self) -> tuple[object, ...]:
        return (self.explorer.manifest.name,)  # a text does not depend on who looks

    def key(self) -> tuple[object, ...]:
        return (self.explorer.lang, id(self.text), id(self.report), self.chosen)

    def _say(self, key: str, **data: object) -> str:
        return self.explorer.words(key, **data)

    # What the user does

    def _open(self, value: str) -> None:
        if value.strip():
            self._check(self.explorer.reach.text(value.strip(), self.explorer.manifest.name))

    def _take_in(self, name: str, data: bytes) -> None:
        self._check(self.explorer.reach.take_in(name, data, self.explorer.manifest.name))

    def _check(self, found: Text) -> None:
        self.report = self._checked(found)
        self.text = found
        worst = open_findings(self.report)
        self.chosen = worst[0].fingerprint if worst else ""
        self.again()

    def _checked(self, found: Text) -> Report:
        pins = found.pins
        return check_translation(found.read(), language=pins.language or None, pins=pins, game=pins.manifest.name)

    def _choose(self, fingerprint: str) -> None:
        self.chosen = fingerprint
        self.again()

    def _decide(self, decide: Callable[[Pins, Finding], None]) -> None:
        finding = self._finding()
        if finding is None or self.text is None:
            raise LabError(self._say("text.none"))
        decide(self.text.pins, finding)
        self._check_again()

    def _set_term(self, term: str) -> None:
        self.term = term.strip()

    def _add_term(self, concept: str) -> None:
        if self.text is None or self.report is None or not self.term or not concept:
            raise LabError(self._say("text.term_first"))
        self.text.pins.add_term(concept, self.report.language, self.term)
        self.term = ""
        self._check_again()

    def _check_again(self) -> None:
        """With what was decided; it is written beside the text where that may be (see reach.py)."""
        assert self.text is not None
        pins = self.text.pins
        if self.text.written:
            pins.save()
        self.report = self._checked(self.text)
        self.again()

    def _finding(self) -> Finding | None:
        if self.report is None:
            return None
        return next((finding for finding in self.report.findings if finding.fingerprint == self.chosen), None)

    # Drawn

    def look(self) -> None:
        parts = {"head": self._head()}
        if self.report is not None:
            lang = self.explorer.lang
            words = (
                summary(self.report, lang) if self.report.is_bruges else plain(why(self.report.gate, lang, self.report.manifest))
            )
            parts["summary"] = block("quiet", text(words))
            parts["sides"] = block("sides", block("source", *self._lines(self.report)), block("found", self._card(self.report)))
        self.show(parts)

    def _head(self) -> Svg:
        """Where a text comes from: a path in a notebook, on a page what is handed over or kept; and samples."""
        reach = self.explorer.reach
        kept = reach.kept("text")
        offered = [("", self._say("text.sample")), *((name, name) for name in [*kept, *samples(self.explorer.manifest)])]
        most = [block("quiet", text(self._say("file.most", files=MOST_OFFERED)))] if len(kept) == MOST_OFFERED else []
        if reach.paths:
            own = [field("text_path", "text", "" if self.text is None else self.text.name, self._say("text.path"))]
        else:
            own = [
                upload("text_upload", self._say("text.upload"), ",".join(SUFFIXES["text"])),
                paste("text_upload", self._say("text.paste"), "text"),
            ]
        return block("row", *own, select("text_path", offered, "", self._say("text.or")), self.width_button(), *most)

    def _lines(self, report: Report) -> list[Svg]:
        """The text line by line; a line with findings has a mark for each, the worst first."""
        drawn = []
        for number, file in enumerate(report.files):
            if len(report.files) > 1:
                drawn.append(heading(file.name))
            by_line: dict[int, list[Finding]] = {}
            for finding in report.findings:
                if finding.passage is not None and finding.passage.file == number and not finding.dismissed:
                    by_line.setdefault(finding.line, []).append(finding)
            for line, words in enumerate(file.lines[:MOST_LINES], 1):
                here = by_line.get(line, [])
                marks = [self._mark(finding) for finding in here[:6]]
                worst = here[0].verdict.value if here else None
                inside = [span("number", line), tag("span", text(words or "\u00a0"), class_="bl-words"), *marks]
                drawn.append(block("textline", *inside, data_verdict=worst))
        return drawn

    def _mark(self, finding: Finding) -> Svg:
        words = f"{verdict_name(finding.verdict, self.explorer.lang)}: {finding.rule or finding.check}"
        pressed = "true" if finding.fingerprint == self.chosen else "false"
        return button(
            "text_finding",
            finding.fingerprint,
            MARKS[finding.verdict],
            "mark",
            title=words,
            aria_label=words,
            aria_pressed=pressed,
            style=f"border-color:{VERDICT_COLOURS[finding.verdict]}",
        )

    def _card(self, report: Report) -> Svg:
        finding, lang = self._finding(), self.explorer.lang
        if finding is None:
            return block("quiet", text(self._say("text.press" if report.is_bruges else "text.other")))
        parts = [
            heading(f"{verdict_name(finding.verdict, lang)} {claim(finding, lang, report)}"),
            block("quiet", text(plain(because(report, finding, lang)))),
        ]
        rule = report.manifest.catalogue.get(finding.rule)
        if rule is not None:
            parts.append(tag("p", text(rule.text(lang, rules_of(report))), text(" "), rule_link(rule.id, self.explorer.words)))
        if finding.passage is not None:
            parts.append(tag("blockquote", text(finding.passage.text)))
        further = (elsewhere(report, finding, lang), shown_by(report, finding, lang))
        parts += [tag("p", text(words)) for words in further if words]
        if finding.proof is not None:
            parts += [
                button("scenario", name, self._say("text.run", scenario=name), "small") for name in finding.proof.scenarios[:RUN]
            ]
        parts.append(self._answers(report, finding))
        return Svg("".join(parts))

    def _answers(self, report: Report, finding: Finding) -> Svg:
        """Right passage, not this rule, another edition, a word that was not known."""
        offered = []
        if finding.rule and (finding.passage is not None or finding.others):
            offered.append(button("text_confirm", "", self._say("text.right"), "small"))
        if finding.verdict is not Verdict.STATED:
            offered.append(button("text_dismiss", "", self._say("text.wrong"), "small"))
        if finding.verdict in (Verdict.EDITION, Verdict.CONTRADICTS, Verdict.INCONSISTENT):
            offered.append(button("text_edition", "", self._say("text.edition"), "small"))
        named = ((concept.id, concept[report.language].preferred) for concept in report.manifest.glossary.values())
        concepts = [("", self._say("text.concept")), *named]
        term = block(
            "row",
            field("text_term", "text", self.term, self._say("text.term"), data_live=""),
            select("text_concept", concepts, "", self._say("text.means")),
        )
        return block("answers", block("row", *offered), term)
