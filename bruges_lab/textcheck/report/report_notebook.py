"""A report in a notebook: counts, coverage and the findings, the worst first; each opens to its rule and its proof.

Styles stand in the tags and colours come from the page, so that it looks right in light and dark themes and in a notebook that
is not trusted. The whole text with its marks is `Report.to_html()`.
"""

from __future__ import annotations

from ...show.svg import Svg, tag
from ..findings import Finding, Report, Verdict
from .coverage import coverage
from .levels import open_findings
from .report_page import text
from .told import MARKS, Told, counts, listed_alone, plain, subject

_SHOWN = 60
_BAR = 900, 12
_LINE = "1px solid rgba(128,128,128,0.35)"
_MONO = "font-family:ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace;font-size:12px"
_COLOURS = {
    Verdict.CONTRADICTS: "#d8412f",
    Verdict.INCONSISTENT: "#d2691e",
    Verdict.EDITION: "#8f5bb5",
    Verdict.AMBIGUOUS: "#b98300",
    Verdict.NOTE: "#3583c9",
    Verdict.MISSING: "#8a8a8a",
    Verdict.STATED: "#2a9d6a",
}
_PARTS = {"stated": Verdict.STATED, "wrong": Verdict.CONTRADICTS, "open": Verdict.AMBIGUOUS}


def notebook_html(report: Report, lang: str = "en") -> str:
    """The report for a notebook; only what wants a look is listed."""
    words = Told(report, lang)
    about = f"{words.language()} · {words.gate()} · {words.ruleset()}"
    parts = [tag("div", text(words.names()), style="font-size:16px;font-weight:600"), _muted(about)]
    parts += _body(words) if report.is_of_game else [tag("p", text(words.why_so()))]
    style = "max-width:950px;font-size:13px;line-height:1.45"
    return tag("div", *parts, class_="bl-check", lang=lang, style=style)


def _body(words: Told) -> list[Svg]:
    found = open_findings(words.report)
    listed = [finding for finding in found if listed_alone(finding)]
    parts = [_chips(words), *(_finding(words, finding) for finding in listed[:_SHOWN])]
    if len(listed) > _SHOWN:
        parts.append(_muted(words.say("more", count=len(listed) - _SHOWN)))
    if missing := [finding for finding in found if not listed_alone(finding)]:
        parts.append(_missing(words, missing))
    parts.append(_coverage(words))
    return parts if found else [*parts, tag("p", text(words.say("nothing")))]


def _muted(words: str) -> Svg:
    return tag("div", text(words), style="opacity:0.7")


def _chips(words: Told) -> Svg:
    found = counts(words.report)
    chips = [
        tag(
            "span",
            text(f"{MARKS[verdict]} {words.counted(verdict, found[verdict])}"),
            data_verdict=verdict.value,
            style=f"border:1.5px solid {_COLOURS[verdict]};border-radius:9px;padding:1px 9px",
        )
        for verdict in Verdict
        if found[verdict]
    ]
    return tag("div", *chips, Svg(""), style="display:flex;flex-wrap:wrap;gap:6px;margin:8px 0")


def _coverage(words: Told) -> Svg:
    """All chapters as one bar: their widths are their numbers of rules."""
    rows = coverage(words.report)
    length, height = _BAR
    each = length / (sum(row.all for row in rows) or 1)
    parts, at = [], 0.0
    for row in rows:
        whole = {"x": at, "y": 0, "width": each * row.all, "height": height, "stroke_width": 1}
        frame = tag("rect", **whole, fill="rgba(128,128,128,0.3)", stroke="#fff")
        pieces = [tag("title", text(row.told(words))), frame]
        for name, x, width in row.stretches(each * row.all):
            if name in _PARTS:
                pieces.append(tag("rect", x=at + x, y=0, width=width, height=height, fill=_COLOURS[_PARTS[name]]))
        parts.append(tag("g", *pieces))
        at += each * row.all
    look = "width:100%;height:12px;display:block;border-radius:4px;margin:4px 0 10px"
    shape = {"viewBox": f"0 0 {length} {height}", "preserveAspectRatio": "none"}
    return tag("svg", *parts, Svg(""), **shape, role="img", aria_label=words.say("coverage"), style=look)


def _finding(words: Told, finding: Finding) -> Svg:
    colour, rule = _COLOURS[finding.verdict], words.rule_of(finding)
    status = ", ".join(words.standing(finding))
    head = [
        tag("span", text(f"{MARKS[finding.verdict]} "), style=f"color:{colour};font-weight:700;{_MONO}"),
        tag("span", text(subject(finding)), style=_MONO),
        text(f" {words.place(finding.passage)} "),
        tag("span", text(words.claim(finding)), style="font-weight:600"),
        tag("span", text(f" ({status})" if status else ""), style="opacity:0.7"),
    ]
    rows = [f"{words.chapter(rule.chapter)}: {rule.text(words.lang, words.rules)}"] if rule is not None else []
    rows += [f"“{words.quoted(finding)}”"] if finding.passage is not None else []
    rows += [words.beside(finding), plain(words.because(finding)), words.elsewhere(finding)]
    inside = [tag("div", text(row)) for row in (*rows, words.played(finding), words.impact(finding)) if row]
    return tag(
        "details",
        tag("summary", *head, style="cursor:pointer"),
        tag("div", *inside, Svg(""), style="padding:2px 0 4px 1.6em"),
        data_finding=finding.fingerprint,
        style=f"border-left:4px solid {colour};border-bottom:{_LINE};padding:2px 0 2px 8px",
    )


def _missing(words: Told, found: list[Finding]) -> Svg:
    """The rules that were not found, by chapter, folded."""
    rows = [
        tag("div", tag("b", text(f"{words.chapter(chapter)}: ")), tag("span", text(", ".join(map(subject, rules))), style=_MONO))
        for chapter, rules in words.missing_by_chapter(found)
    ]
    told = f"{MARKS[Verdict.MISSING]} {words.counted(Verdict.MISSING, len(found))}"
    style = f"border-left:4px solid {_COLOURS[Verdict.MISSING]};padding:2px 0 2px 8px"
    return tag("details", tag("summary", text(told), style="cursor:pointer"), *rows, style=style)
