"""A report in words, as JSON, SARIF and JUnit; what fails a check; and what was known before."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import jsonschema
import pytest
from cases import each
from reports import ALL, BOX, FACES, GUILDERS, HOUSE, MAJORITY, SUM, TEXT, THIRD, TURNS, WORKERS, made, one, passage

from bruges_lab import __version__, places
from bruges_lab.games.bruges.ruleset import Ruleset
from bruges_lab.kernel.errors import DataError, LabError
from bruges_lab.rulebook.glossary import Glossary
from bruges_lab.rulebook.texts import LANGUAGES, Texts
from bruges_lab.textcheck.findings import Finding, Proof, Reason, Report, Verdict
from bruges_lab.textcheck.report.levels import FAIL_ON, failing, open_findings, since
from bruges_lab.textcheck.report.pins import Pins
from bruges_lab.textcheck.report.report_lines import lines
from bruges_lab.textcheck.report.told import MARKS, language_name, say

HOSTILE = "</script><script>alert(1)</script> \"&'<b> \x00\x1b[31m\u202e ]]> {$x} [red]"


def hostile() -> Report:
    """A report in which everything that comes from a text is hostile."""
    place = replace(passage(3, TEXT[2]), text=HOSTILE)
    finding = replace(GUILDERS, passage=place, claimed=HOSTILE, actual=HOSTILE, dismissed="", others=(place,))
    aside = replace(MAJORITY, dismissed=HOSTILE)
    return made(finding, aside, text=(HOSTILE, "", HOSTILE * 3, *TEXT[3:]), name=f"{HOSTILE}.md", ruleset=HOSTILE)


# What fails


@each(
    ("level", "expected"),
    [
        ("none", []),
        ("pinned", []),
        ("certain", []),
        ("likely", [GUILDERS]),
        ("contradicts", [GUILDERS, MAJORITY]),
        ("inconsistent", [GUILDERS, MAJORITY, WORKERS]),
        ("edition", [GUILDERS, MAJORITY, WORKERS, BOX]),
        ("ambiguous", [GUILDERS, MAJORITY, WORKERS, BOX, TURNS]),
        ("missing", [GUILDERS, MAJORITY, WORKERS, BOX, TURNS, SUM, *(f for f in ALL if f.verdict is Verdict.MISSING)]),
    ],
)
def test_each_level_takes_in_the_one_before(level: str, expected: list[Finding]) -> None:
    assert sorted(f.rule for f in failing(made(), level)) == sorted(f.rule for f in expected)


def test_all_levels_are_tested_and_an_unknown_one_is_refused() -> None:
    assert list(FAIL_ON) == [
        "none",
        "pinned",
        "certain",
        "likely",
        "contradicts",
        "inconsistent",
        "edition",
        "ambiguous",
        "missing",
    ]
    with pytest.raises(LabError, match="unknown level 'worst'; choose none, pinned, certain"):
        failing(made(), "worst")


def test_how_sure_is_sure_is_the_reports_own() -> None:
    assert failing(made(sure=0.95)) == []
    assert [f.rule for f in failing(made(sure=0.4))] == [GUILDERS.rule, MAJORITY.rule, WORKERS.rule]


def test_the_worst_comes_first() -> None:
    pins = Pins()
    pins.confirm(MAJORITY)
    order = [f.rule or f.check for f in open_findings(pins.apply(made()))]
    assert order == [
        MAJORITY.rule,
        GUILDERS.rule,
        "arithmetic",
        WORKERS.rule,
        BOX.rule,
        TURNS.rule,
        "threat.intrigue",
        HOUSE.rule,
    ]


# In words


def test_a_report_in_words() -> None:
    told = made().told()
    head, first, *rest = told.split("\n")
    assert head == (
        "short.md  English  Bruges: yes  2 stated, 2 missing, 1 note, 1 unclear, 1 from another edition, 1 inconsistency, "
        "2 contradictions"
    )
    assert first == "XX short.md:3  says “6” · in the lab: 5  (likely)  [setup.player.guilders]"
    assert rest[0] == "   “Everybody begins with 6 guilders and one worker of each colour.”"
    assert rest[1] == "   the rule: Each player takes 5 guilders from the bank."
    assert rest[2] == "   in play: set-up: every player has 5 guilders"
    assert any("With start_guilders=6 the winner changes in 12.3 % of 100 games of 3 players" in line for line in rest)
    assert any(line.startswith("-- 1 missing · Final scoring: scoring.house") for line in rest)
    assert any(line.startswith("~~ short.md:9") and "[check.arithmetic]" in line for line in rest)
    assert FACES.rule not in told
    assert f"ok short.md:4  stated  [{FACES.rule}]" in made().told(everything=True)
    assert "nearest: short.md:10" in made().told(everything=True)


def test_a_reason_that_only_repeats_the_claim_is_left_out() -> None:
    finding = replace(GUILDERS, reason=Reason("number_differs", {"claimed": "6", "actual": "5"}))
    told = made(finding).told()
    assert len(told.splitlines()) == len(made(GUILDERS).told().splitlines()) - 1
    assert json.loads(made(finding).to_json())["findings"][0]["reason"] == "The text says 6; it should be 5."


def test_nothing_to_report_says_so() -> None:
    assert made(FACES, THIRD).told().endswith("\nNothing to report.")


def test_another_game_is_said_in_one_sentence() -> None:
    told = made(about=None).told().split("\n")
    assert len(told) == 2
    assert told[0] == "short.md  English  Bruges: no"


def test_a_hostile_text_stays_on_its_line() -> None:
    for line in lines(hostile(), everything=True):
        assert line.text.isprintable(), line


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_language_tells_it(lang: str) -> None:
    told = made().told(lang, everything=True)
    assert say("count.contradicts", lang, count=2) in told
    assert language_name("en", lang) in told
    assert language_name("tlh", lang) == "tlh"
    assert len({made().told(one, everything=True) for one in LANGUAGES}) == len(LANGUAGES)


def test_the_proof_is_told_in_the_language_of_the_report_under_its_ruleset() -> None:
    proof = Proof(("everybody_begins_alike",), "every player has 5 guilders", Ruleset().changed(start_guilders=6))
    proved = replace(GUILDERS, proof=proof)
    assert "in play: every player has 5 guilders ≠ Swan takes 6 guilders" in made(proved).told()
    told = made(proved, rules=Ruleset().changed(start_guilders=8), ruleset="own").told("fr")
    assert "prend 8 florins" in told
    assert "≠ Cygne prend 6 florins" in told
    assert "every player" not in told
    assert "prend 5 florins" in made(proved, ruleset="of another machine").told("fr")


def test_an_example_played_again_is_told_with_the_colours_of_the_language() -> None:
    roll = replace(GUILDERS, rule="phase2.example.roll", proof=Proof(("example_roll",), "red 5 → red; 3", replayed=True))
    assert "in play: red 5 → red; 3" in made(roll).told()
    assert "im Spiel: rot 5 → rot; 3" in made(roll).told("de")


def test_each_verdict_has_a_sign_of_its_own() -> None:
    assert set(MARKS) == set(Verdict)
    assert len(set(MARKS.values())) == len(Verdict)


# The texts of reports


@pytest.fixture(scope="module")
def texts() -> Texts:
    return Texts.load(places.data("bruges", "locales"), over=Texts.load(places.data("lab", "locales"), check=False))


def test_the_four_languages_have_the_same_texts_with_the_same_numbers(texts: Texts) -> None:
    expected = {key: texts.variables("report", key) for key in texts.keys("report")}
    assert len(expected) > 50
    assert texts.faults("report", expected) == []
    for lang in LANGUAGES:
        for key, variables in expected.items():
            assert texts.variables("report", key, lang) == variables, (lang, key)


def test_every_text_of_a_report_is_used(texts: Texts) -> None:
    sources = "".join(
        path.read_text(encoding="utf-8") for path in sorted(Path(str(places.data())).parent.glob("bruges_lab/**/*.py"))
    )
    made_up = re.compile(r"(verdict|language|count|level|sure|green)\.[a-z]+")
    unused = [key for key in texts.keys("report") if not made_up.fullmatch(key) and f'"{key}"' not in sources]
    assert unused == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_texts_of_reports_use_the_preferred_terms_and_good_typography(texts: Texts, lang: str) -> None:
    for key in texts.keys("report", lang):
        source = texts._templates[lang, "report", key].source
        assert Glossary.load().forbidden(source, lang) == [], (key, source)
        assert "'" not in source
        plain = re.sub(r"\{[^{}]*\}", "N", re.sub(r"\{ \$count -> [^{}]*(\{[^{}]*\}[^{}]*)*\}", "N", source))
        if lang == "fr":
            assert not re.search(r"(?<!\u00a0)[;:?!»]|«(?!\u00a0)", plain), (key, plain)
        else:
            assert not re.search(r"\s[,;:?!]|\u00a0", plain), (key, plain)


# JSON


def test_json_holds_everything() -> None:
    found = json.loads(made().to_json())
    assert found["version"] == __version__
    assert (found["is_of_game"], found["language"], found["ruleset"]) == (True, "en", "default")
    assert found["files"] == [{"name": "short.md", "encoding": "utf-8", "language": "en"}]
    assert list(found["counts"].values()) == [2, 1, 1, 1, 1, 2, 2]
    assert list(found["counts"]) == [verdict.value for verdict in Verdict]
    assert len(found["findings"]) == len(ALL)
    first = found["findings"][0]
    assert (first["rule"], first["verdict"], first["claimed"], first["actual"]) == (GUILDERS.rule, "contradicts", "6", "5")
    assert (first["file"], first["line"], first["column"], first["confidence"]) == ("short.md", 3, 1, 0.92)
    assert first["proof"] == {"scenarios": ["first_look"], "shown": "set-up: every player has 5 guilders"}
    assert (first["impact"]["change"], first["impact"]["share"], first["impact"]["policy"]) == (
        "start_guilders=6",
        0.123,
        "greedy",
    )
    assert first["reason"]
    assert re.fullmatch(r"[0-9a-f]{16}", first["fingerprint"])
    last = next(f for f in found["findings"] if f["rule"] == HOUSE.rule)
    assert (last["line"], last["file"], last["proof"], last["others"][0]["line"]) == (0, "", None, 10)


def test_json_of_a_hostile_text_is_json_and_utf8() -> None:
    for report in (hostile(), replace(hostile(), about=None)):
        for content in (report.to_json(), report.to_sarif()):
            assert json.loads(content.encode("utf-8"))


# A baseline


def test_only_what_is_new_is_reported(tmp_path: Path) -> None:
    before = tmp_path / "before.json"
    before.write_text(made(GUILDERS, FACES, HOUSE).to_json(), encoding="utf-8")
    report = since(made(), before)
    assert one(report, GUILDERS.rule).known
    assert failing(report, "likely") == []
    assert GUILDERS.rule not in report.told()
    assert "2 findings were known before" in report.told()
    assert GUILDERS.rule not in {finding["rule"] for finding in json.loads(report.to_json())["findings"]}
    assert json.loads(report.to_json())["counts"]["contradicts"] == 1
    assert GUILDERS.rule not in report.to_sarif()
    assert f'name="{GUILDERS.rule}"' not in report.to_junit()


def test_the_same_sentence_with_a_worse_verdict_is_new(tmp_path: Path) -> None:
    before = tmp_path / "before.json"
    before.write_text(made(replace(GUILDERS, verdict=Verdict.AMBIGUOUS)).to_json(), encoding="utf-8")
    assert [finding.rule for finding in failing(since(made(GUILDERS), before))] == [GUILDERS.rule]
    moved = replace(GUILDERS, passage=replace(passage(3, TEXT[2]), line=9, end_line=9))
    before.write_text(made(moved).to_json(), encoding="utf-8")
    assert failing(since(made(GUILDERS), before)) == []


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"", "is not JSON"),
        (b"[]", "findings: Expected 'object'"),
        (b'{"findings": [{"rule": "x"}]}', "findings: findings.0: missing required field 'fingerprint'"),
        (b"\xff\xfe", "is not JSON"),
        (b'{"findings": ' + b"[" * 100_000, "is nested too deeply"),
    ],
)
def test_a_baseline_that_is_none_is_refused(tmp_path: Path, content: bytes, problem: str) -> None:
    path = tmp_path / "before.json"
    path.write_bytes(content)
    with pytest.raises(DataError) as error:
        since(made(), path)
    assert str(error.value).startswith("before.json: ")
    assert problem in str(error.value)
    assert str(error.value).isprintable()


# SARIF

TEXT_MESSAGE = {"type": "object", "required": ["text"], "properties": {"text": {"type": "string", "minLength": 1}}}
PLACE = {
    "type": "object",
    "required": ["physicalLocation"],
    "properties": {
        "physicalLocation": {
            "type": "object",
            "required": ["artifactLocation"],
            "properties": {
                "artifactLocation": {
                    "type": "object",
                    "required": ["uri", "index"],
                    "properties": {"uri": {"type": "string", "pattern": "^[!-~]+$"}, "index": {"type": "integer", "minimum": 0}},
                },
                "region": {
                    "type": "object",
                    "required": ["startLine", "startColumn", "endLine", "endColumn"],
                    "properties": {
                        name: {"type": "integer", "minimum": 1} for name in ("startLine", "startColumn", "endLine", "endColumn")
                    },
                },
            },
        }
    },
}
SARIF = {
    "type": "object",
    "required": ["version", "runs"],
    "properties": {
        "version": {"const": "2.1.0"},
        "runs": {
            "type": "array",
            "minItems": 1,
            "items": {
                "type": "object",
                "required": ["tool", "results"],
                "properties": {
                    "tool": {
                        "type": "object",
                        "required": ["driver"],
                        "properties": {
                            "driver": {
                                "type": "object",
                                "required": ["name", "rules"],
                                "properties": {
                                    "rules": {
                                        "type": "array",
                                        "uniqueItems": True,
                                        "items": {
                                            "type": "object",
                                            "required": ["id"],
                                            "properties": {"shortDescription": TEXT_MESSAGE, "fullDescription": TEXT_MESSAGE},
                                        },
                                    }
                                },
                            }
                        },
                    },
                    "columnKind": {"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
                    "language": {"type": "string", "pattern": "^[a-zA-Z]{2}$"},
                    "invocations": {"type": "array", "items": {"type": "object", "required": ["executionSuccessful"]}},
                    "results": {
                        "type": "array",
                        "items": {
                            "type": "object",
                            "required": ["message", "ruleId", "locations", "partialFingerprints"],
                            "properties": {
                                "message": TEXT_MESSAGE,
                                "kind": {"enum": ["notApplicable", "pass", "fail", "review", "open", "informational"]},
                                "level": {"enum": ["none", "note", "warning", "error"]},
                                "rank": {"type": "number", "minimum": -1, "maximum": 100},
                                "locations": {"type": "array", "items": PLACE},
                                "relatedLocations": {"type": "array", "items": PLACE},
                                "partialFingerprints": {"type": "object", "additionalProperties": {"type": "string"}},
                                "suppressions": {
                                    "type": "array",
                                    "items": {
                                        "type": "object",
                                        "required": ["kind"],
                                        "properties": {
                                            "kind": {"enum": ["inSource", "external"]},
                                            "status": {"enum": ["accepted", "underReview", "rejected"]},
                                            "justification": {"type": "string"},
                                        },
                                    },
                                },
                            },
                            "if": {"properties": {"kind": {"const": "fail"}}},
                            "else": {"properties": {"level": {"const": "none"}}},
                        },
                    },
                },
            },
        },
    },
}
"""What SARIF 2.1.0 requires of the parts that we write."""


def sarif(report: Report) -> dict[str, object]:
    found = json.loads(report.to_sarif())
    jsonschema.validate(found, SARIF)
    (run,) = found["runs"]
    for result in run["results"]:
        assert run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == result["ruleId"]
    return dict(run)


@pytest.mark.parametrize("report", [made(), hostile(), made(about=None), made(FACES)], ids=["all", "hostile", "other", "fine"])
def test_sarif_is_as_the_standard_requires(report: Report) -> None:
    sarif(report)


def test_only_a_pin_or_a_certain_contradiction_is_an_error_in_sarif() -> None:
    pins = Pins()
    pins.confirm(TURNS)
    pins.confirm(replace(THIRD, passage=replace(passage(3, TEXT[2]), text="A sentence that is gone.")))
    pins.accept_edition(BOX)
    results: list[dict[str, object]] = sarif(pins.apply(made()))["results"]  # type: ignore[assignment]
    levels = {(result["ruleId"], result["kind"], result["level"]) for result in results}
    assert levels == {
        (GUILDERS.rule, "fail", "error"),
        (TURNS.rule, "fail", "error"),
        (THIRD.rule, "fail", "error"),
        (MAJORITY.rule, "fail", "warning"),
        (WORKERS.rule, "fail", "warning"),
        (BOX.rule, "fail", "warning"),
        ("check.arithmetic", "fail", "note"),
        (HOUSE.rule, "open", "none"),
        ("threat.intrigue", "open", "none"),
    }
    suppressed = {str(result["ruleId"]): result["suppressions"] for result in results if result["suppressions"]}
    assert suppressed == {BOX.rule: [{"kind": "external", "status": "accepted", "justification": "edition accepted"}]}


def test_sarif_knows_a_finding_again_by_its_fingerprint_and_its_place_by_line_and_column() -> None:
    (result,) = sarif(made(THIRD, SUM))["results"]  # type: ignore[misc]
    assert set(result["partialFingerprints"]) == {"brugesLabFinding/v1"}
    place = result["locations"][0]["physicalLocation"]
    assert place["artifactLocation"] == {"uri": "short.md", "index": 0}
    region = [place["region"][name] for name in ("startLine", "startColumn", "endLine", "endColumn")]
    assert region == [9, 10, 9, 24]
    line = TEXT[8]
    assert line[9:23] == "8 + 6 + 4 = 19"


# JUnit


def cases(report: Report, **more: str) -> dict[str, ElementTree.Element]:
    root = ElementTree.fromstring(report.to_junit(**more))
    assert root.tag == "testsuites"
    (suite,) = root
    found = {str(case.get("name")): case for case in suite}
    assert int(suite.get("tests", -1)) == len(suite) == len(found)
    for outcome in ("failures", "skipped", "errors"):
        assert int(suite.get(outcome, -1)) == len(suite.findall(f"testcase/{outcome.removesuffix('s')}"))
    return found


def test_junit_has_one_case_a_rule() -> None:
    found = cases(made())
    assert set(found) == {finding.rule or "check.arithmetic" for finding in ALL}
    assert {name for name, case in found.items() if case.find("failure") is not None} == {GUILDERS.rule}
    passed = {name for name, case in found.items() if len(case) == 0}
    assert passed == {FACES.rule, THIRD.rule}
    assert found[GUILDERS.rule].attrib == {"classname": "setup", "name": GUILDERS.rule, "file": "short.md", "line": "3"}
    assert "short.md:3" in (found[GUILDERS.rule].findtext("failure") or "")
    for rule in (HOUSE.rule, TURNS.rule, BOX.rule, WORKERS.rule, MAJORITY.rule, "check.arithmetic"):
        assert found[rule].find("skipped") is not None, rule
    assert next(iter(found)) == BOX.rule
    assert [name for name in found if name.startswith("check.")] == list(found)[-1:]


def test_junit_fails_by_the_level_that_is_asked_for() -> None:
    failed = {name for name, case in cases(made(), fail_on="edition").items() if case.find("failure") is not None}
    assert failed == {GUILDERS.rule, MAJORITY.rule, WORKERS.rule, BOX.rule}


def test_junit_of_a_hostile_text_is_xml_and_of_another_game_an_error() -> None:
    found = cases(hostile())
    assert "<script>" in (found[GUILDERS.rule].findtext("failure") or "")
    (case,) = cases(made(about=None)).values()
    assert case.find("error") is not None
