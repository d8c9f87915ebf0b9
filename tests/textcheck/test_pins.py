"""What a person decides about a text is kept, survives edits, and is checked strictly."""

from __future__ import annotations

import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest
from cases import each
from hypothesis import given
from hypothesis import strategies as st
from reports import ALL, BOX, FACES, GUILDERS, HOUSE, MAJORITY, SUM, TEXT, THIRD, TURNS, WORKERS, made, one, passage

from bruges_lab.kernel import holding
from bruges_lab.kernel.errors import DataError, LabError
from bruges_lab.kernel.holding import held
from bruges_lab.textcheck.findings import Passage, Reason, Verdict
from bruges_lab.textcheck.report.fingerprints import Whereabouts, fingerprint, normalised, sentence_fingerprint, stamped
from bruges_lab.textcheck.report.levels import failing, pin_broken
from bruges_lab.textcheck.report.pins import EDITION_ACCEPTED, AddedTerm, Pins, beside

# Fingerprints


@each(
    ("first", "second"),
    [
        ("Take **two** workers.", "Take two workers"),
        ("- Prenez deux ouvriers !", "Prenez deux\u00a0ouvriers!"),
        ("« Il prend 5 florins »", "“Il prend 5 florins”"),
        ("3–4 players", "3-4 players"),
        ("Spiel\u00adplan", "Spielplan"),
        ("e\u0301tape", "étape"),
        ("a  b\tc", "A B C"),
    ],
)
def test_what_changes_only_the_look_of_a_sentence_keeps_its_fingerprint(first: str, second: str) -> None:
    assert sentence_fingerprint(first) == sentence_fingerprint(second)


@pytest.mark.parametrize(
    ("first", "second"), [("two workers", "three workers"), ("5 florins", "6 florins"), ("3 + 2 = 5", "3 - 2 = 5"), ("a b", "ab")]
)
def test_other_words_or_numbers_have_another_fingerprint(first: str, second: str) -> None:
    assert sentence_fingerprint(first) != sentence_fingerprint(second)


def test_a_fingerprint_is_of_rule_claim_and_sentence_and_not_of_the_line() -> None:
    assert GUILDERS.passage is not None
    moved = replace(GUILDERS, passage=replace(GUILDERS.passage, line=90, end_line=90), confidence=0.1, verdict=Verdict.STATED)
    assert fingerprint(moved) == fingerprint(GUILDERS)
    assert fingerprint(replace(GUILDERS, claimed="7")) != fingerprint(GUILDERS)
    assert fingerprint(replace(GUILDERS, rule="setup.player.workers")) != fingerprint(GUILDERS)
    assert fingerprint(replace(GUILDERS, passage=replace(GUILDERS.passage, text="Other words."))) != fingerprint(GUILDERS)


def test_two_findings_that_are_alike_are_told_apart_and_stamping_twice_changes_nothing() -> None:
    report = stamped(made(GUILDERS, GUILDERS, SUM))
    first, second, third = (finding.fingerprint for finding in report.findings)
    assert second == f"{first}-2"
    assert third not in (first, second)
    assert stamped(report) == report


@given(st.lists(st.text(alphabet="ab 5,.\n", max_size=12), min_size=1, max_size=6))
def test_a_sentence_is_found_however_its_lines_are_broken(lines: list[str]) -> None:
    report = made(text=tuple("\n".join(lines).split("\n")))
    found = Whereabouts(report).find(" ".join(lines))
    if not normalised(" ".join(lines)):
        assert found is None
        return
    assert found is not None
    there = report.files[0].lines
    assert there[found.line - 1][found.column - 1].isalnum()
    assert there[found.end_line - 1][found.end_column - 2].isalnum()
    assert all(not any(c.isalnum() for c in line) for line in there[: found.line - 1])


def test_a_part_of_a_word_is_not_the_sentence() -> None:
    report = made(text=("carthorse cards", "art horse"))
    assert Whereabouts(report).find("horse cards") is None
    assert Whereabouts(report).find("art") == Passage(0, 2, 1, 2, 4, "art")
    assert Whereabouts(report).find("cards art") == Passage(0, 1, 11, 2, 4, "cards art")


# Applying


def pins_with(*confirmed: object) -> Pins:
    pins = Pins()
    for finding in confirmed:
        pins.confirm(finding)  # type: ignore[arg-type]
    return pins


def test_a_confirmed_passage_is_pinned_whatever_its_line_is_now() -> None:
    pins = pins_with(FACES)
    moved = ("A new first line.", *TEXT)
    there = replace(FACES, passage=passage(5, "A die that shows 5 or 6 brings a threat of its colour.", lines=moved))
    found = one(pins.apply(made(there, text=moved)), FACES.rule)
    assert (found.verdict, found.pinned) == (Verdict.STATED, True)
    assert failing(pins.apply(made(there, text=moved)), "pinned") == []


def test_a_confirmed_passage_that_contradicts_fails_even_if_the_check_was_not_sure() -> None:
    report = pins_with(MAJORITY).apply(made())
    assert one(report, MAJORITY.rule).pinned
    assert [finding.rule for finding in failing(report, "pinned")] == [MAJORITY.rule]
    assert failing(made(MAJORITY), "likely") == []


def test_a_confirmed_sentence_that_disappears_fails_and_says_where_the_rule_is_now() -> None:
    changed = tuple(line.replace("begins with 6", "begins with 5") for line in TEXT)
    now = replace(GUILDERS, verdict=Verdict.STATED, passage=passage(3, changed[2], lines=changed), claimed="5")
    report = pins_with(GUILDERS).apply(made(now, FACES, text=changed))
    (gone,) = failing(report, "pinned")
    assert (gone.rule, gone.verdict, gone.pinned, gone.reason.key) == (GUILDERS.rule, Verdict.MISSING, True, "pin.gone")
    assert gone.passage is None
    assert gone.others == (now.passage,)
    assert "6 guilders" in report.told()
    assert failing(report, "none") == []


def test_a_new_line_break_or_emphasis_does_not_make_it_disappear() -> None:
    changed = ("Everybody begins with **6 guilders**", "and one worker", "of each colour.")
    found = pins_with(GUILDERS).apply(made(HOUSE, text=changed))
    stated = one(found, GUILDERS.rule)
    assert (stated.verdict, stated.pinned, stated.reason.key) == (Verdict.STATED, True, "pin.confirmed")
    assert (stated.line, stated.passage and stated.passage.end_line) == (1, 3)


def test_a_person_may_confirm_the_nearest_passage_of_a_missing_rule() -> None:
    pins = Pins()
    pins.confirm(HOUSE, HOUSE.others[0])
    found = one(pins.apply(made()), HOUSE.rule)
    assert (found.verdict, found.pinned, found.line) == (Verdict.STATED, True, 10)


def test_an_unclear_passage_becomes_right_or_wrong_when_confirmed() -> None:
    assert one(pins_with(TURNS).apply(made()), TURNS.rule).verdict is Verdict.CONTRADICTS
    clear = replace(TURNS, claimed="")
    assert one(pins_with(clear).apply(made(clear)), TURNS.rule).verdict is Verdict.STATED


def test_a_confirmed_passage_among_the_others_is_not_gone() -> None:
    pins = Pins()
    pins.confirm(WORKERS, WORKERS.others[0])
    report = pins.apply(made())
    assert [finding.verdict for finding in report.of(WORKERS.rule)] == [Verdict.INCONSISTENT]
    assert not any(pin_broken(finding) for finding in report.findings)
    stated = replace(WORKERS, verdict=Verdict.STATED)
    assert one(pins.apply(made(stated)), WORKERS.rule).pinned


def test_an_accepted_edition_is_set_aside_for_this_value_only() -> None:
    pins = Pins()
    pins.accept_edition(BOX)
    assert one(pins.apply(made()), BOX.rule).dismissed == EDITION_ACCEPTED
    other = replace(BOX, claimed="70")
    assert one(pins.apply(made(other)), BOX.rule).dismissed == ""
    with pytest.raises(LabError, match="not a finding about an edition"):
        pins.accept_edition(GUILDERS)


def test_what_is_set_aside_fails_nothing_and_is_not_counted() -> None:
    pins = Pins()
    pins.dismiss(GUILDERS, "a house rule\n of ours")
    report = pins.apply(made())
    assert one(report, GUILDERS.rule).dismissed == "a house rule of ours"
    assert failing(report, "likely") == []
    assert report.count(Verdict.CONTRADICTS) == 1
    assert pins.stale(report) == []
    assert [entry.rule for entry in pins.stale(made(FACES))] == [GUILDERS.rule]


def test_not_this_rule_takes_back_what_was_confirmed_and_the_other_way_round() -> None:
    pins = pins_with(GUILDERS)
    pins.dismiss(GUILDERS, "not this rule")
    assert (len(pins.confirmed), len(pins.dismissed)) == (0, 1)
    pins.confirm(GUILDERS)
    assert (len(pins.confirmed), len(pins.dismissed)) == (1, 0)
    pins.confirm(GUILDERS)
    assert len(pins.confirmed) == 1


def test_setting_aside_a_sentence_that_is_gone_takes_the_pin_back() -> None:
    pins = pins_with(GUILDERS)
    (gone,) = failing(pins.apply(made(FACES, text=TEXT[3:])), "pinned")
    pins.dismiss(gone, "deleted on purpose")
    assert pins.confirmed == []
    assert failing(pins.apply(made(FACES, text=TEXT[3:])), "pinned") == []


def test_applying_twice_is_applying_once_and_changes_nothing_else() -> None:
    pins = pins_with(GUILDERS, TURNS, THIRD)
    pins.confirm(HOUSE, HOUSE.others[0])
    pins.dismiss(SUM, "a joke")
    pins.accept_edition(BOX)
    pins.confirm(replace(WORKERS, passage=passage(1, TEXT[0])))
    changed = ("", *TEXT[1:])
    once = pins.apply(made(text=changed))
    assert [finding.reason.key for finding in once.of(WORKERS.rule)][-1] == "pin.gone"
    assert pins.apply(once) == once
    touched = {GUILDERS.rule, TURNS.rule, HOUSE.rule, BOX.rule, THIRD.rule, WORKERS.rule, SUM.rule}
    untouched = {finding.rule for finding in ALL} - touched
    before = stamped(made(text=changed))
    assert all(once.of(rule) == before.of(rule) for rule in untouched)


def test_a_text_of_another_game_is_left_alone() -> None:
    report = made(FACES, about=None)
    assert pins_with(GUILDERS).apply(report).findings == stamped(report).findings


# What cannot be decided


def test_only_a_rule_with_a_passage_can_be_confirmed() -> None:
    with pytest.raises(LabError, match="belongs to no rule"):
        Pins().confirm(SUM)
    with pytest.raises(LabError, match="found nowhere"):
        Pins().confirm(HOUSE)
    with pytest.raises(LabError, match="say why"):
        Pins().dismiss(GUILDERS, " \n")


@pytest.mark.parametrize(
    ("concept", "language", "term", "field"),
    [
        ("no_such", "fr", "x", "concept"),
        ("threat", "xx", "danger", "language"),
        ("threat", "fr", "!?", "term"),
        ("threat", "fr", "", "term"),
    ],
)
def test_a_term_needs_a_concept_a_language_and_a_word(concept: str, language: str, term: str, field: str) -> None:
    with pytest.raises(DataError) as error:
        Pins().add_term(concept, language, term)
    assert error.value.field == field


# The file


def test_the_file_stands_beside_the_text_and_brings_everything_back(tmp_path: Path) -> None:
    text = tmp_path / "règles.md"
    pins = Pins.load(text)
    assert pins.path == tmp_path / "règles.md.checked.toml" == beside(text)
    pins.language = "fr"
    pins.confirm(GUILDERS)
    pins.confirm(replace(THIRD, passage=replace(THIRD.passage or passage(3, "6"), text='He said "\\n" — «\u202e» \x00')))
    pins.dismiss(SUM, 'because "we" say so = [1]')
    pins.accept_edition(BOX)
    pins.add_term("threat", "fr", "danger")
    pins.add_term("threat", "fr", "danger")
    assert pins.save() == beside(text)
    again = Pins.load(beside(text))
    assert vars(again) == vars(pins)
    assert again.terms_in("fr") == [("threat", "danger")]
    assert again.terms_in("it") == []
    assert again.apply(made()) == pins.apply(made())
    assert list(tmp_path.iterdir()) == [beside(text)]


WORKER = """
import sys, time
from pathlib import Path
from bruges_lab.textcheck.report.pins import Dismissed, Pins

text, number, rounds = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
pins = Pins.load(text)
text.with_name(f"ready-{number}").touch()
while not text.with_name("go").exists():
    time.sleep(0.002)
for round_ in range(rounds):
    pins.dismissed.append(Dismissed(f"{number:08x}{round_:08x}", f"decision {round_} of {number}"))
    pins.save()
"""


def at_once(texts: list[Path], rounds: int) -> None:
    """Processes that all have read the file before the first of them writes it."""
    running = [subprocess.Popen([sys.executable, "-c", WORKER, text, str(n), str(rounds)]) for n, text in enumerate(texts)]
    try:
        while not all(text.with_name(f"ready-{n}").exists() for n, text in enumerate(texts)):
            assert all(process.poll() is None for process in running)
            time.sleep(0.01)
        for text in texts:
            text.with_name("go").touch()
        assert [process.wait(120) for process in running] == [0] * len(texts)
    finally:
        for process in running:
            process.kill()


def test_processes_that_decide_at_once_lose_nothing(tmp_path: Path) -> None:
    text = tmp_path / "rules.md"
    first = Pins.load(text)
    first.dismiss(SUM, "before all others")
    first.save()
    at_once([text] * 4, 10)
    found = {one.why for one in Pins.load(text).dismissed}
    assert found == {"before all others", *(f"decision {round_} of {n}" for n in range(4) for round_ in range(10))}
    left = {path.name for path in tmp_path.iterdir()}
    assert left == {"rules.md.checked.toml", "go", *(f"ready-{n}" for n in range(4))}


def test_links_to_one_file_from_several_folders_lose_nothing(tmp_path: Path) -> None:
    """The folder of the file itself is held, not that of a link to it."""
    shared = tmp_path / "shared" / "rules.toml"
    shared.parent.mkdir()
    Pins(shared).save()
    texts = [tmp_path / str(number) / "rules.md" for number in range(3)]
    for text in texts:
        text.parent.mkdir()
        beside(text).symlink_to(shared)
    at_once(texts, 10)
    assert {one.why for one in Pins.load(shared).dismissed} == {f"decision {r} of {n}" for n in range(3) for r in range(10)}
    assert all(beside(text).is_symlink() for text in texts)
    with held(shared.parent), pytest.MonkeyPatch.context() as patch:
        patch.setattr(holding, "_TRIES", 1)
        with pytest.raises(LabError, match=r"^shared: another process is writing here$"):
            Pins.load(texts[0]).save()


def test_what_one_takes_back_stays_taken_back_and_what_another_adds_stays_added(tmp_path: Path) -> None:
    text = tmp_path / "rules.md"
    start = Pins.load(text)
    start.dismiss(GUILDERS, "not now")
    start.dismiss(SUM, "we know")
    start.save()
    one, other = Pins.load(text), Pins.load(text)
    one.confirm(GUILDERS)  # which takes back that it was set aside
    one.language = "fr"
    one.save()
    other.add_term("threat", "fr", "danger")
    other.dismiss(SUM, "we know better")
    other.save()
    for pins in (Pins.load(text), other):
        assert [pin.rule for pin in pins.confirmed] == [GUILDERS.rule]
        assert [pin.why for pin in pins.dismissed] == ["we know better"]
        assert pins.terms_in("fr") == [("threat", "danger")]
        assert pins.language == "fr"


def test_a_file_that_cannot_be_read_any_more_is_not_written_over(tmp_path: Path) -> None:
    pins = Pins.load(tmp_path / "rules.md")
    pins.dismiss(SUM, "we know")
    beside(tmp_path / "rules.md").write_text("<<<<<<< mine\n", encoding="utf-8")
    with pytest.raises(DataError, match=r"rules\.md\.checked\.toml: is not TOML"):
        pins.save()
    assert beside(tmp_path / "rules.md").read_text(encoding="utf-8") == "<<<<<<< mine\n"


def test_two_forms_of_a_text_have_files_of_their_own(tmp_path: Path) -> None:
    for name, why in (("rules.md", "in Markdown"), ("rules.txt", "in plain text")):
        pins = Pins.load(tmp_path / name)
        pins.dismiss(SUM, why)
        pins.save()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["rules.md.checked.toml", "rules.txt.checked.toml"]
    assert [pin.why for pin in Pins.load(tmp_path / "rules.md").dismissed] == ["in Markdown"]
    assert [pin.why for pin in Pins.load(tmp_path / "rules.txt").dismissed] == ["in plain text"]


def test_a_file_of_both_forms_is_still_read_and_left_as_it_is(tmp_path: Path) -> None:
    shared = tmp_path / "rules.checked.toml"
    old = Pins(shared)
    old.dismiss(SUM, "of old")
    old.save()
    before = shared.read_bytes()
    one, other = Pins.load(tmp_path / "rules.md"), Pins.load(tmp_path / "rules.md")
    assert [pin.why for pin in one.dismissed] == ["of old"]
    assert one.path == tmp_path / "rules.md.checked.toml"
    one.add_term("threat", "fr", "danger")
    one.dismissed.clear()
    one.save()
    other.add_term("threat", "fr", "malheur")
    other.save()
    now = Pins.load(tmp_path / "rules.md")
    assert now.dismissed == []
    assert now.terms_in("fr") == [("threat", "danger"), ("threat", "malheur")]
    assert [pin.why for pin in Pins.load(tmp_path / "rules.txt").dismissed] == ["of old"]
    assert shared.read_bytes() == before
    assert [pin.why for pin in Pins.load(shared).dismissed] == ["of old"]


def test_more_than_can_be_read_again_is_not_written(tmp_path: Path) -> None:
    pins = Pins.load(tmp_path / "rules.md")
    pins.terms = [AddedTerm("threat", "fr", f"danger {number}") for number in range(10_001)]
    with pytest.raises(LabError, match="more than 10000 entries under term"):
        pins.save()
    assert not list(tmp_path.iterdir())


def test_a_folder_has_no_pins() -> None:
    for path in (".", "", "/"):
        with pytest.raises(LabError, match="is not a file"):
            Pins.load(path)


def test_without_a_file_there_is_nothing_decided_and_no_place_to_save(tmp_path: Path) -> None:
    pins = Pins.load(tmp_path / "none.checked.toml")
    assert pins.apply(made()) == stamped(made())
    assert repr(pins) == "<Pins: 0 confirmed, 0 editions, 0 terms, 0 set aside>"
    with pytest.raises(LabError, match="belong to no file"):
        Pins().save()


MARK = "0123456789abcdef"
SENTENCE = sentence_fingerprint("Take two workers.")


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ("format = 1\n[[confirmed", "short.checked.toml: is not TOML"),
        ("", "short.checked.toml: format: must be 1, not 'None'"),
        ("format = 2\n", "short.checked.toml: format: must be 1, not '2'"),
        ("format = 1\nlanguage = 'xx'\n", "short.checked.toml: language: 'xx' is not one of"),
        ("format = 1\nlanguage = 3\n", "short.checked.toml: language: '3' is not one of"),
        ("format = 1\n[pin]\n", "short.checked.toml: pin: is unknown here"),
        ("format = 1\n[confirmed]\nrule = 'x'\n", "short.checked.toml: confirmed: must be a list"),
        ("format = 1\n[[confirmed]]\nrule = 'scoring.house'\n", "short.checked.toml: confirmed 1: missing required field"),
        (
            f"format = 1\n[[confirmed]]\nrule = 'no.rule'\nfingerprint = '{SENTENCE}'\nsentence = 'Take two workers.'\n",
            "short.checked.toml: confirmed 1: rule: unknown rule 'no.rule'",
        ),
        (
            f"format = 1\n[[confirmed]]\nrule = 'scoring.house'\nfingerprint = '{MARK}'\nsentence = 'Take two workers.'\n",
            "short.checked.toml: confirmed 1: fingerprint: does not belong to the sentence",
        ),
        (f"format = 1\n[[dismissed]]\nfingerprint = '{MARK}'\n", "short.checked.toml: dismissed 1: missing required field 'why'"),
        ("format = 1\n[[dismissed]]\nfingerprint = '../x'\nwhy = 'x'\n", "short.checked.toml: dismissed 1: fingerprint: '../x'"),
        (
            "format = 1\n[[term]]\nconcept = 'x'\nlanguage = 'fr'\nterm = 'y'\n",
            "short.checked.toml: term 1: concept: unknown concept 'x'",
        ),
        ("format = 1\n[[edition]]\nrule = 'scoring.house'\nvalue = 3\n", "short.checked.toml: edition 1: value: Expected 'str'"),
        (
            "format = 1\n[[edition]]\nrule = 'scoring.house'\nvalue = '3'\nline = 3\n",
            "short.checked.toml: edition 1: contains unknown",
        ),
    ],
)
def test_a_bad_file_is_refused_in_one_line(tmp_path: Path, content: str, problem: str) -> None:
    (tmp_path / "short.checked.toml").write_text(content, encoding="utf-8")
    with pytest.raises(DataError) as error:
        Pins.load(tmp_path / "short.md")
    assert str(error.value).startswith(problem)
    assert str(error.value).isprintable()


@given(
    st.dictionaries(
        st.sampled_from(["format", "language", "confirmed", "term", "dismissed", "edition"]), st.integers() | st.text()
    )
)
def test_any_file_is_read_or_refused(tmp_path_factory: pytest.TempPathFactory, raw: dict[str, object]) -> None:
    import tomli_w

    path = tmp_path_factory.mktemp("pins") / "any.checked.toml"
    path.write_bytes(tomli_w.dumps({"format": 1, **raw}).encode("utf-8", "replace"))
    try:
        Pins.load(path)
    except DataError as error:
        assert str(error).isprintable()


def test_a_reason_of_a_pin_is_told_in_every_language() -> None:
    report = pins_with(GUILDERS).apply(made(FACES, text=TEXT[3:]))
    said = {lang: report.told(lang) for lang in ("en", "de", "fr", "it")}
    assert len(set(said.values())) == 4
    assert all("6 guilders" in told for told in said.values())
    assert Reason("pin.gone") != report.findings[-1].reason
