"""A report in a notebook: counts, coverage and the findings, the worst first; each opens to its rule and its proof.

Styles stand in the tags and colours come from the page, so that it looks right in light and dark themes and in a notebook that
is not trusted. The whole text with its marks is `Report.to_html()`.
"""

from __future__ import annotations

from collections.abc import Iterator

from ...kernel.errors import one_line
from ...show.svg import Svg, tag
from ..findings import Finding, Report, Verdict
from .levels import open_findings
from .report_files import plain
from .report_html import coverage
from .report_page import text
from .told import (
    MARKS,
    because,
    beside_told,
    chapter_of,
    claim,
    counted,
    counts,
    elsewhere,
    gate_of,
    impact_told,
    language_name,
    listed_alone,
    missing_by_chapter,
    place_of,
    rules_named,
    rules_of,
    say,
    shown_by,
    standing,
    subject,
    why,
)

_SHOWN = 60
_LINE = "1px solid rgba(128,128,128,0.35)"
_MONO = "font-family:ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace;font-size:12px"
VERDICT_COLOURS = {
    Verdict.CONTRADICTS: "#d8412f",
    Verdict.INCONSISTENT: "#d2691e",
    Verdict.EDITION: "#8f5bb5",
    Verdict.AMBIGUOUS: "#b98300",
    Verdict.NOTE: "#3583c9",
    Verdict.MISSING: "#8a8a8a",
    Verdict.STATED: "#2a9d6a",
}


def notebook_html(report: Report, lang: str = "en") -> str:
    """The report for a notebook; only what wants a look is listed."""
    parts = list(_head(report, lang))
    if report.is_of_game:
        found = open_findings(report)
        listed = [finding for finding in found if listed_alone(finding)]
        parts += [_finding(report, finding, lang) for finding in listed[:_SHOWN]]
        if len(listed) > _SHOWN:
            parts.append(_muted(say("more", lang, count=len(listed) - _SHOWN)))
        parts += _missing(report, [finding for finding in found if not listed_alone(finding)], lang)
        parts.append(_coverage(report, lang))
        if not found:
            parts.append(tag("p", text(say("nothing", lang))))
    style = "max-width:950px;font-size:13px;line-height:1.45"
    return tag("div", *parts, class_="bl-check", lang=lang, style=style)


def _muted(words: str) -> Svg:
    return tag("div", text(words), style="opacity:0.7")


def _head(report: Report, lang: str) -> Iterator[Svg]:
    names = ", ".join(one_line(file.name, 60) for file in report.files)
    gate = gate_of(report, lang)
    yield tag("div", text(names), style="font-size:16px;font-weight:600")
    yield _muted(f"{language_name(report.language, lang)} · {gate} · {rules_named(report, lang)}")
    if not report.is_of_game:
        yield tag("p", text(plain(why(report.gate, lang, report.manifest))))
        return
    found = counts(report)
    chips = [
        tag(
            "span",
            text(f"{MARKS[verdict]} {counted(verdict, found[verdict], lang)}"),
            data_verdict=verdict.value,
            style=f"border:1.5px solid {VERDICT_COLOURS[verdict]};border-radius:9px;padding:1px 9px",
        )
        for verdict in Verdict
        if found[verdict]
    ]
    yield tag("div", *chips, Svg(""), style="display:flex;flex-wrap:wrap;gap:6px;margin:8px 0")


def _coverage(report: Report, lang: str) -> Svg:
    """All chapters as one bar: their widths are their numbers of rules."""
    rows = coverage(report)
    total = sum(row.all for row in rows) or 1
    parts, at = [], 0.0
    for row in rows:
        told = say(
            "covered",
            lang,
            chapter=report.manifest.chapters.title(row.chapter, lang),
            stated=row.stated,
            all=row.all,
            wrong=row.wrong,
            unclear=row.unclear,
            missing=row.missing,
        )
        begin, width = at, 900 * row.all / total
        shares = [(Verdict.STATED, row.stated), (Verdict.CONTRADICTS, row.wrong), (Verdict.AMBIGUOUS, row.unclear)]
        pieces = []
        for verdict, number in shares:
            share = width * number / row.all
            if number:
                pieces.append(tag("rect", x=at, y=0, width=share, height=12, fill=VERDICT_COLOURS[verdict]))
            at += share
        at = begin + width
        frame = tag("rect", x=begin, y=0, width=width, height=12, fill="rgba(128,128,128,0.3)", stroke="#fff", stroke_width=1)
        parts.append(tag("g", tag("title", text(told)), frame, *pieces))
    look = "width:100%;height:12px;display:block;border-radius:4px;margin:4px 0 10px"
    label = say("coverage", lang)
    return tag("svg", *parts, Svg(""), viewBox="0 0 900 12", preserveAspectRatio="none", role="img", aria_label=label, style=look)


def _finding(report: Report, finding: Finding, lang: str) -> Svg:
    colour = VERDICT_COLOURS[finding.verdict]
    place = place_of(report, finding.passage) if finding.passage else ""
    status = ", ".join(standing(report, finding, lang))
    head = [
        tag("span", text(f"{MARKS[finding.verdict]} "), style=f"color:{colour};font-weight:700;{_MONO}"),
        tag("span", text(subject(finding)), style=_MONO),
        text(f" {place} "),
        tag("span", text(claim(finding, lang, report)), style="font-weight:600"),
        tag("span", text(f" ({status})" if status else ""), style="opacity:0.7"),
    ]
    rows = []
    rule = report.manifest.catalogue.get(finding.rule)
    if rule is not None:
        title = report.manifest.chapters.title(chapter_of(report, finding), lang)
        rows.append(f"{title}: {rule.text(lang, rules_of(report))}")
    if finding.passage is not None:
        rows.append(f"“{one_line(finding.passage.text, 400)}”")
    rows += [beside_told(report, finding, lang), plain(because(report, finding, lang)), elsewhere(report, finding, lang)]
    rows.append(one_line(shown_by(report, finding, lang), 400))
    rows.append(impact_told(finding.impact, lang) if finding.impact else "")
    inside = [tag("div", text(row)) for row in rows if row]
    return tag(
        "details",
        tag("summary", *head, style="cursor:pointer"),
        tag("div", *inside, Svg(""), style="padding:2px 0 4px 1.6em"),
        data_finding=finding.fingerprint,
        style=f"border-left:4px solid {colour};border-bottom:{_LINE};padding:2px 0 2px 8px",
    )


def _missing(report: Report, found: list[Finding], lang: str) -> list[Svg]:
    """The rules that were not found, by chapter, folded."""
    if not found:
        return []
    title = report.manifest.chapters.title
    rows = [
        tag("div", tag("b", text(f"{title(chapter, lang)}: ")), tag("span", text(", ".join(map(subject, rules))), style=_MONO))
        for chapter, rules in missing_by_chapter(report, found)
    ]
    head = tag("summary", text(f"{MARKS[Verdict.MISSING]} {counted(Verdict.MISSING, len(found), lang)}"), style="cursor:pointer")
    return [tag("details", head, *rows, style=f"border-left:4px solid {VERDICT_COLOURS[Verdict.MISSING]};padding:2px 0 2px 8px")]
