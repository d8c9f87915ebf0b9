import importlib
import pkgutil
from pathlib import Path

import pytest
from cases import each
from hypothesis import given
from hypothesis import strategies as st

import bruges_lab.games.bruges
from bruges_lab import places
from bruges_lab.games.bruges.model import BOOK
from bruges_lab.games.bruges.words import COLOURS
from bruges_lab.kernel.choices import REASONS
from bruges_lab.kernel.errors import DataError, LabError
from bruges_lab.kernel.records import read_toml
from bruges_lab.rulebook.texts import LANGUAGES, Texts, reflow

COUNTED = "{ $n -> [one] ONE *[other] OTHER }: {$n}"


def one_template(pattern: str, lang: str = "en") -> Texts:
    texts = Texts()
    texts.add(lang, "event", "told", pattern, "test.toml")
    return texts


def say(pattern: str, lang: str = "en", **values: object) -> str:
    return one_template(pattern, lang).say("event", "told", values, lang)


# Selectors on one line


def test_text_without_a_selector_stays_as_it_is() -> None:
    assert reflow("a -> [b] {$c} *[d]") == "a -> [b] {$c} *[d]"


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Aigle", "le tour d’Aigle, plus haut qu’Aigle"),
        ("Élodie", "le tour d’Élodie, plus haut qu’Élodie"),
        ("Dauphin", "le tour de Dauphin, plus haut que Dauphin"),
        ("II", "le tour de II, plus haut que II"),
        ("Ann-Marie", "le tour d’Ann-Marie, plus haut qu’Ann-Marie"),
    ],
)
def test_french_leaves_out_an_e_before_a_name_with_a_vowel(name: str, said: str) -> None:
    pattern = "le tour de {$player}, plus haut que {$player}"
    assert say(pattern, "fr", player=name) == said
    assert say(pattern, "it", player=name) == f"le tour de {name}, plus haut que {name}"


def test_a_selector_is_broken_over_lines() -> None:
    assert reflow("x { $n -> [one] a *[other] b } y") == "x { $n ->\n  [one] a\n  *[other] b \n } y"


def test_a_selector_in_a_selector() -> None:
    pattern = "{ $a -> [one] A{ $b -> [one] x *[other] y }. *[other] B{ $b -> [one] z *[other] w }. }"
    assert [say(pattern, a=a, b=b) for a in (1, 2) for b in (1, 2)] == ["Ax.", "Ay.", "Bz.", "Bw."]


def test_a_selector_already_on_several_lines() -> None:
    assert say("{ $n ->\n [one] a\n *[other] b\n}", n=2) == "b"


def test_a_selector_by_word_and_by_exact_number() -> None:
    assert say("{ $way -> [left] L *[right] R }", way="left") == "L"
    assert [say("{ $n -> [0] none [one] one *[other] {$n} }", n=n) for n in (0, 1, 5)] == ["none", "one", "5"]


# Plurals


@each("lang", LANGUAGES)
@each("number", [0, 1, 2, 21])
def test_plurals_follow_the_language(lang: str, number: int) -> None:
    form = "ONE" if number == 1 or (number == 0 and lang == "fr") else "OTHER"
    assert say(COUNTED, lang, n=number) == f"{form}: {number}"


@each("lang", LANGUAGES)
@each("number", [-1, 1000, 1234567])
def test_numbers_are_written_without_grouping(lang: str, number: int) -> None:
    assert say("{$n}", lang, n=number) == str(number)


def test_a_number_of_any_size_can_be_said() -> None:
    assert say(COUNTED, n=10**30) == f"OTHER: {10**30}"


@each(
    ("lang", "listed", "said"),
    [
        ("en", "5 and 6", "5 or 6"),
        ("de", "1, 2 und 3", "1, 2 oder 3"),
        ("fr", "5 et 6", "5 ou 6"),
        ("it", "5 e 6", "5 o 6"),
        ("en", "6", "6"),
    ],
)
def test_listed_numbers_can_be_said_as_those_of_which_any_will_do(lang: str, listed: str, said: str) -> None:
    assert say("{OR($faces)}", lang, faces=listed) == said


def test_truth_is_a_word_not_a_number() -> None:
    assert say("{ $used -> [true] used *[false] fresh }", used=True) == "used"
    assert say("{ $used -> [true] used *[false] fresh }", used=False) == "fresh"


# Values stay values

HOSTILE = [
    "{$x}",
    "{ $a -> [x] y }",
    "{ $a -> [x] y *[z] w }",
    "{COLOUR($x)}",
    "<script>alert(1)</script>",
    "line\nbreak\r\n\tand tab",
    "}{{}}",
    '{"',
    "\u202eright to left",
    "\u2068isolate",
    "\x00\x1b[31m",
    " .attribute = x",
    "# comment",
    "",
    "*[other] b",
]


@each("value", HOSTILE)
def test_a_hostile_value_stays_text(value: str) -> None:
    assert say("<{$x}>", x=value) == f"<{value}>"


@given(st.text())
def test_any_text_goes_in_as_it_is(value: str) -> None:
    assert TEXTS.say("event", "told", {"x": value}) == f"<{value}>"


TEXTS = one_template("<{$x}>")


def test_a_number_written_as_text_chooses_no_plural() -> None:
    assert say(COUNTED, n="1") == "OTHER: 1"


# Asking for what is not there


@pytest.mark.parametrize("lang", ["", "xx", "EN", "en\n", "a" * 500])
def test_a_language_that_is_not_there_is_refused_in_one_line(lang: str) -> None:
    with pytest.raises(LabError, match="unknown language") as error:
        TEXTS.say("event", "told", {"x": 1}, lang)
    assert str(error.value).isprintable()
    assert len(str(error.value)) < 100


def test_an_unknown_key_and_a_missing_value_are_our_own_mistakes() -> None:
    with pytest.raises(KeyError, match="no en text for event untold"):
        TEXTS.say("event", "untold", {})
    with pytest.raises(KeyError, match="no de text for event told"):
        TEXTS.say("event", "told", {}, "de")
    with pytest.raises(KeyError, match="cannot be filled"):
        TEXTS.say("event", "told", {})


# Templates that are none


@each(
    "pattern",
    ["{", "}", "{$n", "{ $n -> [one] a }", "{ $n -> }", "{x}", "{ -term }", "{msg.attr}", "   ", "", 7, None, ["x"]],
)
def test_a_broken_template_is_refused_when_it_is_read(pattern: object) -> None:
    with pytest.raises(DataError) as error:
        Texts().add("en", "event", "told", pattern, "test.toml")
    assert str(error.value).startswith("test.toml: event.told")
    assert str(error.value).isprintable()


ABSURD = {
    "nested": "{" * 500 + "$n" + "}" * 500,
    "nested selectors": "{ $n -> *[other] " * 100 + "x" + " }" * 100,
    "nested calls": "{ " + "NUMBER(" * 100 + "$n" + ")" * 100 + " }",
    "nested behind quotes": '"' + "{" * 500 + "$n" + "}" * 500 + '"',
    "fraction digits": "{ NUMBER($n, minimumFractionDigits: 1000000000) }",
    "fraction digits in quotes": '{ NUMBER($n, minimumFractionDigits: "1000000000") }',
    "integer digits": "{ NUMBER($n, minimumIntegerDigits: 21) }",
    "significant digits in a variant": "{ $n -> *[other] { NUMBER($n, minimumSignificantDigits: 900000000) } }",
    "a long number": "{ 1" + "0" * 5000 + " }",
    "a long text": "x" * 10_001,
}


@each("name", ABSURD)
def test_a_template_that_asks_for_too_much_is_refused_before_it_is_said(name: str) -> None:
    with pytest.raises(DataError, match=r"test\.toml: event\.told: (is nested too deeply|has a number|is longer than)") as error:
        say(ABSURD[name], n=3)
    assert len(str(error.value)) < 200


def test_what_is_not_absurd_is_said() -> None:
    assert say("Price: 350 of { NUMBER($n, minimumFractionDigits: 2) }", n=3) == "Price: 350 of 3.00"
    assert say('{"{"}' * 50 + '{"("}', n=3) == "{" * 50 + "("
    assert say("({ $n -> [one] ({ $n }) *[other] (({ $n -> *[other] { $n } })) })", n=3) == "(((3)))"


@pytest.mark.parametrize("pattern", ["First line.\nSecond line.", "First line.\n\nSecond line.", "First line.\n.second = line."])
def test_a_template_of_several_lines_loses_none(pattern: str) -> None:
    try:
        told = say(pattern)
    except DataError:
        return
    assert "econd" in told


def test_brackets_in_a_variant_are_not_swallowed() -> None:
    try:
        told = say("{ $n -> [one] a *[other] see [note] below }", n=2)
    except DataError:
        return
    assert "below" in told


@each("key", ["Told", "to ld", "told-x", "told\n", "", ".told", "tólð"])
def test_a_key_is_small_letters_and_dots(key: str) -> None:
    with pytest.raises(DataError) as error:
        Texts().add("en", "event", key, "x", "test.toml")
    assert str(error.value).isprintable()


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ('event = "x"\n', "en.toml: event: must be a table"),
        ("[event]\ntold = 3\n", "en.toml: event.told: must be a text"),
        ("[forms]\ncolour = 3\n", "en.toml: forms.colour: must be a table of forms"),
        ('[forms.colour]\nred = "red"\n', "en.toml: forms.colour: red: must be a table of forms"),
        ("[forms.colour.red]\nbase = 3\n", "en.toml: forms.colour: red: must be a table of forms"),
        ("[event\n", "en.toml: is not TOML"),
        ('[event]\ntold = "{NOPE($n)}"\n', "en.toml: event.told"),
    ],
)
def test_a_bad_file_is_refused(tmp_path: Path, content: str, problem: str) -> None:
    (tmp_path / "en.toml").write_text(content, encoding="utf-8")
    with pytest.raises(DataError) as error:
        Texts.load(tmp_path, ("en",))
    assert str(error.value).startswith(problem)


# Colours by form


def colour_forms() -> list[tuple[str, str, str, str]]:
    return [
        (lang, colour, form, word)
        for lang in LANGUAGES
        for colour, forms in read_toml(places.data("bruges", "locales", f"{lang}.toml"))["forms"]["colour"].items()
        for form, word in forms.items()
    ]


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_colour_has_the_same_forms(lang: str) -> None:
    forms: dict[str, set[str]] = {}
    for language, colour, form, _ in colour_forms():
        if language == lang:
            forms.setdefault(colour, set()).add(form)
    assert list(forms) == list(COLOURS)
    assert len({frozenset(found) for found in forms.values()}) == 1
    assert "base" in forms["red"]


@pytest.fixture(scope="module")
def with_forms() -> Texts:
    texts = Texts.load(places.data("bruges", "locales"), over=Texts.load(places.data("lab", "locales"), check=False))
    for lang, colour, form, _ in colour_forms():
        texts.add(lang, "test", f"{colour}_{form}", f'<{{COLOUR($colour, form: "{form}")}}>', "test.toml")
        texts.add(lang, "test", "base", "<{COLOUR($colour)}>", "test.toml")
        texts.add(lang, "test", "unknown", '<{COLOUR($colour, form: "ablative")}>', "test.toml")
    return texts


@each(("lang", "colour", "form", "word"), colour_forms())
def test_each_form_of_each_colour_is_said(with_forms: Texts, lang: str, colour: str, form: str, word: str) -> None:
    assert with_forms.say("test", f"{colour}_{form}", {"colour": colour}, lang) == f"<{word}>"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_an_unknown_form_or_colour_is_not_said(with_forms: Texts, lang: str) -> None:
    with pytest.raises((KeyError, ValueError)):
        with_forms.say("test", "unknown", {"colour": "red"}, lang)
    with pytest.raises((KeyError, ValueError)):
        with_forms.say("test", "base", {"colour": "green"}, lang)


# Completeness


def test_faults_finds_what_is_missing_unknown_and_unused() -> None:
    texts = Texts(("en", "de"))
    for lang, key, pattern in [("en", "told", "{$who} {$what}"), ("de", "told", "{$who}"), ("de", "left_over", "x")]:
        texts.add(lang, "event", key, pattern, "test.toml")
    expected = {"told": frozenset({"who"}), "gone": frozenset[str]()}
    assert texts.faults("event", expected) == [
        "en: event.told uses $what, which is not in its data",
        "en: event.gone is missing",
        "de: event.gone is missing",
        "de: event.left_over is used by nothing",
    ]
    assert texts.faults("refusal", {}) == []


@pytest.fixture(scope="module")
def own_texts() -> Texts:
    for module in pkgutil.walk_packages(bruges_lab.games.bruges.__path__, "bruges_lab.games.bruges."):
        importlib.import_module(module.name)
    return Texts.load(places.data("bruges", "locales"), over=Texts.load(places.data("lab", "locales"), check=False))


def test_every_kind_of_event_can_be_told_in_four_languages(own_texts: Texts) -> None:
    assert BOOK.kinds
    # A card is told by its name and, as `card_colour`, by its colour; what may be a person or a ship also by which it is, an
    # action by its kind. What
    # somebody may have brought about can say who.
    beside = {"card": ("colour",), "source": ("colour", "sort"), "action": ("kind",)}
    expected = {
        kind.name: frozenset(
            {
                *("player", *kind.fields, *(("thanks", "blame") if "by" in kind.optional else ())),
                *(f"{name}_{more}" for name, sort in kind.fields.items() for more in beside.get(sort, ())),
            }
        )
        for kind in BOOK.kinds.values()
    }
    assert own_texts.faults("event", expected) == []


def test_every_refusal_can_be_told_in_four_languages(own_texts: Texts) -> None:
    # What a need tells is computed in play; here the English text says which numbers there are, and the others may use no more
    # but whether a card is that of a person or a ship.
    own = {
        key: own_texts.variables("refusal", key) if own_texts.has("refusal", key) else frozenset[str]() for key in BOOK.reasons()
    }
    sorts = {key: names | {"card_sort"} if "card" in names else names for key, names in own.items()}
    assert own_texts.faults("refusal", {**sorts, **REASONS}) == []


def test_every_phrase_of_a_told_scenario_is_there_in_four_languages(own_texts: Texts) -> None:
    phrases = {key: own_texts.variables("scenario", key) for key in own_texts.keys("scenario")}
    assert len(phrases) > 50
    assert own_texts.faults("scenario", phrases) == []
    for lang in LANGUAGES:
        for key, known in phrases.items():  # all but a plural that looks like the singular
            assert own_texts.variables("scenario", key, lang) | {"count"} == known | {"count"}, (lang, key)
