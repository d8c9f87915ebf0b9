import importlib
import pkgutil
import shutil
from pathlib import Path
from typing import get_args

import pytest
from cases import each

import bruges_lab.games.bruges
from bruges_lab import places
from bruges_lab.games.bruges.model import BOOK
from bruges_lab.games.bruges.ruleset import Ruleset, fields
from bruges_lab.kernel.errors import DataError, LabError
from bruges_lab.rulebook.catalogue import Catalogue, Kind, rule
from bruges_lab.rulebook.glossary import Glossary
from bruges_lab.rulebook.readings import reading_names, ruleset
from bruges_lab.rulebook.texts import LANGUAGES

FROZEN_IDS = Path(__file__).with_name("rule_ids.txt").read_text(encoding="utf-8").split()
NUMBERS = [field.name for field in fields().values() if field.unit != "switch"]
# The engine plays these with one value only, so no ruleset can hold another.
UNCHANGEABLE = {"threats_discarded", "house_capacity", "uses_per_round"}
OTHER_VALUES = {
    "max_players": {"max_players": 3},
    "statues": {"statues": (8, 7, 6, 5, 4, 3)},
    "threat_faces": {"threat_faces": (4, 5, 6)},
    "ship_faces": {"ship_faces": (4,)},
    "threats_per_die": {"threats_per_die": 0},
    "threat_limit": {"threat_limit": 4, "threat_supply": 13},
    "advance_faces": {"advance_faces": (1,)},
    "plague_loss": {"plague_loss": 0},
    "fire_loss": {"fire_loss": 0},
    "sections": {"sections": 1},
}
# The number of rounds is said only where it counts.
SAID_WITH = {"rounds_limit": Ruleset(end_by="rounds")}


@pytest.fixture(scope="module")
def catalogue() -> Catalogue:
    return Catalogue.load(places.data("bruges", "rules"))


def test_the_files_hold_the_frozen_422_rules(catalogue: Catalogue) -> None:
    assert len(catalogue) == len(FROZEN_IDS) == 422
    assert sorted(catalogue) == sorted(FROZEN_IDS)


def test_rules_are_numbered_in_the_order_of_the_rulebook(catalogue: Catalogue) -> None:
    assert [entry.number for entry in catalogue.values()] == list(range(1, 423))
    assert list(catalogue) == FROZEN_IDS


def test_kinds_are_those_of_the_design_and_each_is_used(catalogue: Catalogue) -> None:
    kinds = {"event", "refusal", "permission", "definition", "component", "example", "foreign"}
    assert set(get_args(Kind)) == kinds
    assert {entry.kind for entry in catalogue.values()} == kinds


@each("name", reading_names())
def test_every_rule_can_be_told_under_every_ruleset(catalogue: Catalogue, name: str) -> None:
    rules = ruleset(name)
    for entry in catalogue.values():
        assert entry.languages == LANGUAGES
        for lang in entry.languages:
            text = entry.text(lang, rules)
            assert text.strip(), entry.id
            assert not set("{}$") & set(text), entry.id


@each("name", [name for name in NUMBERS if name not in UNCHANGEABLE])
def test_another_number_gives_another_sentence(catalogue: Catalogue, name: str) -> None:
    before = SAID_WITH.get(name, Ruleset())
    after = before.changed(**OTHER_VALUES[name] if name in OTHER_VALUES else {name: getattr(before, name) + 1})
    about = [entry for entry in catalogue.values() if name in entry.parameters]
    assert about, f"{name} is a parameter of no rule"
    for entry in about:
        for lang in LANGUAGES:
            text = entry.text(lang, after)
            assert not set("{}$") & set(text), entry.id
            assert text != entry.text(lang, before), (entry.id, lang)


@each("name", [name for name in fields() if name not in NUMBERS])
def test_each_reading_of_a_switch_gives_another_sentence(catalogue: Catalogue, name: str) -> None:
    about = [entry for entry in catalogue.values() if name in entry.parameters]
    assert about, f"{name} is a parameter of no rule"
    values = fields()[name].values
    for lang in LANGUAGES:
        told = {tuple(entry.text(lang, Ruleset().changed(**{name: value})) for entry in about) for value in values}
        assert len(told) == len(values), lang


@each("name", sorted(UNCHANGEABLE))
@each("step", [-1, 1])
def test_what_cannot_be_changed_really_cannot(name: str, step: int) -> None:
    with pytest.raises(ValueError, match=name):
        Ruleset().changed(**{name: getattr(Ruleset(), name) + step})


def test_intrigue_says_what_the_ruleset_says(catalogue: Catalogue) -> None:
    intrigue = catalogue["threat.intrigue"]
    assert "loses 3 points" in intrigue.text()
    assert "loses 7 points" in intrigue.text(rules=Ruleset().changed(intrigue_loss=7))
    assert "loses 1 point," in intrigue.text(rules=Ruleset().changed(intrigue_loss=1))


@pytest.mark.parametrize("value", [0, 2, 21, 1000, 9999])
def test_a_number_of_the_ruleset_is_said_as_it_is(catalogue: Catalogue, value: int) -> None:
    text = catalogue["setup.player.guilders"].text(rules=Ruleset().changed(start_guilders=value))
    assert str(value) in text


@each("name", NUMBERS)
def test_every_number_is_a_parameter_with_its_unit(catalogue: Catalogue, name: str) -> None:
    units = {entry.id: entry.parameters[name] for entry in catalogue.values() if name in entry.parameters}
    assert units, f"{name} is a parameter of no rule"
    assert set(units.values()) == {fields()[name].unit}


@each("name", list(fields()))
def test_the_rule_of_every_field_exists(catalogue: Catalogue, name: str) -> None:
    assert fields()[name].rule in catalogue


def test_everything_the_engine_cites_exists(catalogue: Catalogue) -> None:
    for module in pkgutil.walk_packages(bruges_lab.games.bruges.__path__, "bruges_lab.games.bruges."):
        importlib.import_module(module.name)
    assert BOOK.faults(catalogue) == []


def test_sources_cover_the_four_documents(catalogue: Catalogue) -> None:
    for entry in catalogue.values():
        assert sorted(entry.sources) == ["000", "001", "002", "003"], entry.id
        assert {says.split()[0] for says in entry.sources.values()} <= {"agrees", "contradicts", "silent", "ambiguous"}, entry.id


# Known confusions

CONFUSIONS = [(entry, confusion) for entry in Catalogue.load().values() for confusion in entry.confusions]


def test_many_misreadings_are_known_all_over_the_catalogue() -> None:
    assert len(CONFUSIONS) >= 100
    assert len({entry.chapter for entry, _ in CONFUSIONS}) >= 18
    assert sum(confusion.change is not None for _, confusion in CONFUSIONS) >= 20


def test_a_misreading_is_a_short_line_in_our_terms() -> None:
    for entry, confusion in CONFUSIONS:
        assert 10 < len(confusion.says) <= 110, entry.id
        assert not confusion.says[0].isupper(), entry.id
        assert not confusion.says.endswith("."), entry.id
        assert Glossary.load().forbidden(confusion.says, "en") == [], entry.id
        assert confusion.says not in entry.text(), entry.id


def test_a_misreading_is_played_by_a_ruleset_that_differs_just_so() -> None:
    for entry, confusion in CONFUSIONS:
        changed = confusion.ruleset()
        if confusion.change is None:
            assert changed is None
        else:
            assert changed is not None
            assert {change.field.name for change in changed.diff()} == set(confusion.change), entry.id


def test_a_misreading_can_be_put_on_top_of_another_ruleset() -> None:
    (confusion,) = (c for c in rule("scoring.canal3").confusions if c.change)
    changed = confusion.ruleset(ruleset("003"))
    assert changed == ruleset("003:lots_of_three")


# One rule


def test_a_rule_names_the_scenarios_that_show_it() -> None:
    assert "intrigue_stops_at_zero" in rule("threat.intrigue").scenarios
    assert rule("meta.age").scenarios == ()


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_text_without_numbers_is_what_its_template_says(catalogue: Catalogue, lang: str) -> None:
    plain = [entry for entry in catalogue.values() if "{" not in entry.patterns[lang]]
    assert 100 < len(plain) < len(catalogue)
    for entry in plain[::5]:
        assert entry.text(lang) == catalogue.texts.say("rule", entry.id, {}, lang)


def test_a_rule_by_id() -> None:
    assert rule("threat.fire").id == "threat.fire"
    assert str(rule("threat.fire")).endswith("(threat.fire)")


@each("name", ["", "threat.fir", "x\ny", "\x1b[31m", "{$x}", "x" * 10_000, "\u202ethreat", None, 7])
def test_an_unknown_rule_is_refused_in_one_line(name: str) -> None:
    with pytest.raises(LabError, match="unknown rule") as error:
        rule(name)
    assert str(error.value).isprintable()
    assert len(str(error.value)) < 200


def test_a_near_miss_is_answered_with_the_rule_that_was_meant() -> None:
    with pytest.raises(LabError, match=r"did you mean threat\.intrigue\?"):
        rule("threat.intrige")


def test_a_language_that_is_not_there_is_refused() -> None:
    with pytest.raises(LabError, match="unknown language 'xx'"):
        rule("threat.fire").text("xx")


# Bad files: each fault gives one line with file, entry and field

FILE = "07_threats.toml"
_TEXT = places.data("bruges", "rules").joinpath(FILE).read_text(encoding="utf-8")
FLOOD = _TEXT[_TEXT.index('id = "threat.flood"') : _TEXT.index("[[rule]]", _TEXT.index('id = "threat.flood"'))].rstrip() + "\n"
FRENCH = next(line + "\n" for line in FLOOD.splitlines() if line.startswith("text.fr"))
LOSSES = "{ $plague_loss -> [one] {$plague_loss} person *[other] {$plague_loss} people }"
PLAGUE = 'parameters = { plague_loss = "people" }\n'
ONE = '{ name = "one_worker", says = "1 worker is lost, not all of them" },\n'
CHANGE = "confusions.one_worker.change"


def saying(says: str, change: str = "") -> str:
    return f'{{ name = "one_worker", says = "{says}"{f", change = {change}" if change else ""} }},\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of one file of our rules: a fault in it is found before anybody misses the others."""
    (tmp_path / "rules").mkdir()
    shutil.copy(places.data("bruges", "rules", FILE), tmp_path / "rules")
    return tmp_path / "rules"


@pytest.fixture
def whole(tmp_path: Path) -> Path:
    return Path(shutil.copytree(places.data("bruges", "rules"), tmp_path / "rules"))


def edit(folder: Path, old: str, new: str, file: str = FILE) -> None:
    text = (folder / file).read_text(encoding="utf-8")
    assert old in text
    (folder / file).write_text(text.replace(old, new, 1), encoding="utf-8")


def refusal(folder: Path) -> DataError:
    with pytest.raises(DataError) as error:
        Catalogue.load(folder)
    assert str(error.value).isprintable()
    return error.value


def test_a_copy_of_our_rules_is_accepted(whole: Path) -> None:
    assert len(Catalogue.load(whole)) == 422


@pytest.mark.parametrize(
    ("old", "new", "entry", "field"),
    [
        pytest.param(FLOOD, f"{FLOOD}\n[[rule]]\n{FLOOD}", "threat.flood", "id", id="twice in one file"),
        pytest.param(FLOOD, FLOOD.replace('"event"', '"law"'), "threat.flood", "kind", id="unknown kind"),
        pytest.param(FLOOD, FLOOD.replace('kind = "event"\n', ""), "threat.flood", "kind", id="no kind"),
        pytest.param(FLOOD, FLOOD.replace(FRENCH, ""), "threat.flood", "text.fr", id="no French"),
        pytest.param(FLOOD, FLOOD.replace("text.en", 'text.es = ""\ntext.en'), "threat.flood", "text", id="unknown language"),
        pytest.param(FLOOD, FLOOD.replace("text.en", 'title = ""\ntext.en'), "threat.flood", "title", id="unknown key"),
        pytest.param(FLOOD, FLOOD.replace("D-104", "D-999"), "threat.flood", "discrepancies", id="unknown discrepancy"),
        pytest.param(FLOOD, FLOOD.replace("D-104", "D-000"), "threat.flood", "discrepancies", id="discrepancy 0"),
        pytest.param(FLOOD, FLOOD.replace("D-104", "104\\n"), "threat.flood", "discrepancies", id="no discrepancy at all"),
        pytest.param(FLOOD, FLOOD.replace("agrees 80", "maybe 80"), "threat.flood", "documents.001", id="bad verdict"),
        pytest.param(FLOOD, FLOOD.replace("agrees 80", "agrees line 80"), "threat.flood", "documents.001", id="bad lines"),
        pytest.param(FLOOD, FLOOD.replace("001 =", "005 ="), "threat.flood", "documents", id="unknown document"),
        pytest.param(FLOOD, FLOOD.replace(' 001 = "agrees 80",', ""), "threat.flood", "documents", id="missing document"),
        pytest.param('id = "threat.flood"', 'id = "Threat Flood"', "Threat Flood", "id", id="bad id"),
        pytest.param('id = "threat.flood"', "id = 7", "rule 7", "id", id="id is a number"),
        pytest.param("D-104", 'D-104", 7, "D-104', "threat.flood", "discrepancies", id="wrong type"),
        pytest.param(PLAGUE, PLAGUE.replace("people", "points"), "threat.plague", "parameters", id="wrong unit"),
        pytest.param(PLAGUE, PLAGUE.replace("plague_loss", "plague_win"), "threat.plague", "plague_loss", id="unknown parameter"),
        pytest.param(LOSSES, "{$plague_loss} of {$plague_win}", "threat.plague", "text.en", id="unknown placeholder"),
        pytest.param(LOSSES, "all people", "threat.plague", "text.en", id="unused parameter"),
        pytest.param(PLAGUE, PLAGUE + "facts = { plague_loss = 1 }\n", "threat.plague", "facts", id="parameter and fact"),
        pytest.param(LOSSES, "{ $plague_loss -> [one] one person }", "threat.plague", "text.en", id="selector without default"),
        pytest.param(LOSSES, "{ $plague_loss", "threat.plague", "text.en", id="open brace"),
        pytest.param(LOSSES, "{NUMBERS($plague_loss)}", "threat.plague", "text.en", id="unknown function"),
        pytest.param(LOSSES, "{plague_loss}", "threat.plague", "text.en", id="variable without its sign"),
        pytest.param('"Flood: the', '"{$x} Flood: the', "threat.flood", "text.en", id="placeholder of nothing"),
        pytest.param(ONE, ONE.replace("one_worker", "One worker"), "threat.flood", "confusions", id="bad confusion"),
        pytest.param(ONE, ONE.replace("one_worker", "x" * 41), "threat.flood", "confusions", id="endless confusion"),
        pytest.param(ONE, f"{ONE}  {ONE}", "threat.flood", "confusions.one_worker", id="confusion twice"),
        pytest.param(ONE, ONE.replace("says", "say"), "threat.flood", "confusions", id="confusion says nothing"),
        pytest.param(ONE, saying("  "), "threat.flood", "confusions.one_worker.says", id="confusion is blank"),
        pytest.param(ONE, saying("a\\nb"), "threat.flood", "confusions.one_worker.says", id="confusion on two lines"),
        pytest.param(ONE, saying("a", "3"), "threat.flood", "confusions", id="change is no table"),
        pytest.param(ONE, saying("a", "{}"), "threat.flood", CHANGE, id="change of nothing"),
        pytest.param(ONE, saying("a", "{ flood_loss = 1 }"), "threat.flood", CHANGE, id="change of an unknown field"),
        pytest.param(ONE, saying("a", "{ intrigue_loss = 3 }"), "threat.flood", CHANGE, id="change to the default"),
        pytest.param(ONE, saying("a", "{ turns = 5, intrigue_loss = 3 }"), "threat.flood", CHANGE, id="half a change"),
        pytest.param(ONE, saying("a", "{ intrigue_loss = -1 }"), "threat.flood", CHANGE, id="change out of bounds"),
        pytest.param(ONE, saying("a", '{ intrigue_loss = "x" }'), "threat.flood", CHANGE, id="change of another type"),
        pytest.param(ONE, saying("a", '{ canal_bonus = "x" }'), "threat.flood", CHANGE, id="change to an unknown reading"),
        pytest.param(ONE, saying("a", "{ threat_limit = 4 }"), "threat.flood", CHANGE, id="change that contradicts"),
        pytest.param(ONE, saying("a", "{ threat_faces = [7] }"), "threat.flood", CHANGE, id="change to a face that is not there"),
    ],
)
def test_a_fault_is_named_with_file_entry_and_field(folder: Path, old: str, new: str, entry: str, field: str) -> None:
    edit(folder, old, new)
    error = refusal(folder)
    assert str(error).startswith(f"{FILE}: ")
    assert entry in str(error)
    assert field in str(error)


def test_a_parameter_that_nothing_owns_is_refused(folder: Path) -> None:
    file = folder / FILE
    file.write_text(file.read_text(encoding="utf-8").replace("plague_loss", "plague_win"), encoding="utf-8")
    error = refusal(folder)
    assert (Path(error.file).name, error.entry, error.field) == (FILE, "threat.plague", "parameters")
    assert "plague_win" in str(error)


def test_a_rule_in_two_files_is_refused_and_both_are_named(whole: Path) -> None:
    later = whole / "08_turns.toml"
    later.write_text(f"{later.read_text(encoding='utf-8')}\n[[rule]]\n{FLOOD}", encoding="utf-8")
    error = refusal(whole)
    assert str(error).startswith("08_turns.toml: threat.flood: id: ")
    assert FILE in str(error)


def test_a_person_that_is_no_card_is_refused(whole: Path) -> None:
    edit(whole, 'persons = ["thief"]', 'persons = ["nobody"]', "19_people_arrow.toml")
    assert str(refusal(whole)).startswith("19_people_arrow.toml: person.thief: persons: ")


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"[[rule]\nid = 3", "is not TOML"),
        (b"\xff\xfe\x00", "is not UTF-8"),
        (b"\x89PNG\r\n\x1a\n\x00\x00", "is not UTF-8"),
        (b"a = " + b"[" * 5000, "is nested too deeply"),
        (b"rule = 3\n", "must be a list"),
        (b"[[law]]\nid = 3\n", "law"),
        (b"rule = [3]\n", "rule 1"),
        (b"a = " + b"1" * 5000, ""),
    ],
    ids=["not TOML", "not UTF-8", "a picture", "nested", "no list", "other table", "no table", "5000 digits"],
)
def test_a_file_that_cannot_be_read_is_named(folder: Path, content: bytes, problem: str) -> None:
    (folder / FILE).write_bytes(content)
    error = refusal(folder)
    assert str(error).startswith(f"{FILE}: ")
    assert problem in str(error)


def test_a_folder_without_rules_is_refused(tmp_path: Path) -> None:
    assert "holds no rules" in str(refusal(tmp_path))


def test_a_catalogue_that_lacks_a_rule_of_the_ruleset_is_refused(whole: Path) -> None:
    (whole / FILE).unlink()
    assert "threat." in str(refusal(whole))
