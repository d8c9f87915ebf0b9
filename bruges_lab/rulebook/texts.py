"""Sentences in four languages: events, refusals, steps and choices, from templates with proper plurals.

Templates are Fluent patterns in `locales/<language>.toml`: those of the lab itself, and over them those of a game. Values go in
as data and are never read as a template again, so a hostile name stays a name. Escaping for HTML is the business of whoever makes
HTML.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .. import places
from ..kernel.bounds import pattern_fault
from ..kernel.compiled_files import is_own
from ..kernel.errors import DataError, LabError, either, one_line
from ..kernel.records import read_toml
from .articles import Name, Names, read_names

if TYPE_CHECKING:
    from fluent.runtime import FluentBundle
    from fluent.syntax import ast

    from ..games.manifest import Manifest

LANGUAGES = ("en", "de", "fr", "it")
AND = {"en": "and", "de": "und", "fr": "et", "it": "e"}
"""Between the last two of several numbers or names."""
OR = {"en": "or", "de": "oder", "fr": "ou", "it": "o"}
"""Between numbers of which any will do; a template says `{OR($faces)}`."""

_GAPS = re.compile(r"[ \t\r\n]+")  # and no others: a no-break space belongs to the text
_VARIANT = re.compile(r"\s+(?=\*?\[[A-Za-z0-9_]+\])")
_VARIABLE = re.compile(r"\$([a-zA-Z][a-zA-Z0-9_-]*)")
_REFERENCE = re.compile(r"\{\s*(-?[a-z][a-zA-Z0-9_.-]*)")
_FUNCTION = re.compile(r"([A-Z][A-Z0-9_-]*)\(")
ARTICLE = "THE"
"""The function that gives a name its article (articles.py)."""
NAMES = "names.toml"
_BUILT_IN = frozenset({"NUMBER", ARTICLE})
_LONGEST_NUMBER = 10**15
_MOST_DIGITS = 20
_NUMBER = re.compile(r"-?[0-9]+(\.[0-9]+)?")
_ELIDED = re.compile(r"\b([Dd]|[Qq]u)e (?=[AEIOUÀÂÄÉÈÊËÎÏÔÖÛÜ]\w*[a-zà-ÿ])")
"""French before a name with a vowel: d’Aigle, qu’Anne. District I and other signs stay as they are."""
_EUPHONIC = re.compile(r"\b(?:([Aa]) (?=[AÀÁ]\w*[a-zà-ÿ])|([Ee]) (?=[EÈÉ]\w*[a-zà-ÿ]))")
"""Italian before a name with the same vowel: ad Aquila, ed Elena."""
_KEY = re.compile(r"[a-z][a-z0-9_]*(\.[a-z0-9_]+)*")

Forms = Mapping[str, Mapping[str, str]]


def _joined(sentence: str, lang: str) -> str:
    """A sentence with its little words as they sound before the names that were filled in."""
    if lang == "fr":
        return _ELIDED.sub(r"\1’", sentence)
    return _EUPHONIC.sub(r"\1\2d ", sentence) if lang == "it" else sentence


def reflow(pattern: str) -> str:
    """Break a selector written on one line over several, as Fluent wants it."""
    out: list[str] = []
    selectors: list[bool] = []
    i = 0
    while i < len(pattern):
        char = pattern[i]
        if char == "{":
            selectors.append(False)
        elif char == "}" and selectors:
            if selectors.pop():
                out.append("\n ")
        elif selectors and pattern.startswith("->", i):
            selectors[-1] = True
            out.append("->")
            i += 2
            continue
        elif selectors and selectors[-1] and (gap := _VARIANT.match(pattern, i)):
            out.append("\n  ")
            i = gap.end()
            continue
        out.append(char)
        i += 1
    return "".join(out)


class Template:
    """One pattern: the variables it uses, and its parsed form, made when first needed: of thousands few are ever said."""

    __slots__ = ("_entry", "_pattern", "field", "file", "label", "name")

    def __init__(self, file: str | Path, label: str, field: str, name: str, pattern: str) -> None:
        self.file = file
        self.label = label
        self.field = field
        self.name = name
        self._pattern = pattern
        self._entry: ast.Message | None = None

    @property
    def source(self) -> str:
        """The pattern on one line."""
        return _GAPS.sub(" ", self._pattern).strip(" ")

    @property
    def variables(self) -> frozenset[str]:
        """The variables that it uses."""
        return frozenset(_VARIABLE.findall(self._pattern))

    @property
    def functions(self) -> frozenset[str]:
        """The functions that it asks for."""
        return frozenset(_FUNCTION.findall(self._pattern))

    def parsed(self) -> ast.Message:
        """The pattern as Fluent knows it; a DataError if it is not one."""
        if self._entry is None:
            from fluent.syntax import FluentParser, ast

            if fault := pattern_fault(self.source):
                raise DataError(self.file, self.label, self.field, fault)
            entry = FluentParser().parse_entry(f"{self.name} = {reflow(self.source)}")
            if not isinstance(entry, ast.Message) or entry.value is None:
                problem = entry.annotations[0].message if isinstance(entry, ast.Junk) and entry.annotations else "it is empty"
                raise DataError(self.file, self.label, self.field, f"is not a template: {problem}")
            if not _default_last(entry.value):
                problem = 'is not a template: the variant with * must be the last, and [ in a text is written {"["}'
                raise DataError(self.file, self.label, self.field, problem)
            if number := _absurd(entry):
                problem = f"has a number of more than {_MOST_DIGITS} digits, or asks for as many: {one_line(number, 40)}"
                raise DataError(self.file, self.label, self.field, problem)
            self._entry = entry
        return self._entry


def _absurd(entry: ast.Message) -> str | None:
    """A number that nobody can mean: too long itself, or a format (`minimumFractionDigits: 1000000000`) that makes one."""
    from fluent.syntax import visitor

    class Numbers(visitor.Visitor):
        found: str | None = None

        def visit_NumberLiteral(self, node: ast.NumberLiteral) -> None:
            if len(node.value) > _MOST_DIGITS:
                self.found = node.value

        def visit_NamedArgument(self, node: ast.NamedArgument) -> None:
            value = node.value.value
            if _NUMBER.fullmatch(value) and (len(value) > _MOST_DIGITS or float(value) > _MOST_DIGITS):
                self.found = f"{node.name.name}: {value}"

    numbers = Numbers()
    numbers.visit(entry)
    return numbers.found


def _default_last(pattern: ast.Pattern) -> bool:
    """Whether every selector ends with its default: a bracket in a text would look like a variant after it."""
    from fluent.syntax import ast

    for element in pattern.elements:
        if isinstance(element, ast.Placeable) and isinstance(element.expression, ast.SelectExpression):
            variants = element.expression.variants
            if not variants[-1].default or not all(_default_last(variant.value) for variant in variants):
                return False
    return True


class Texts:
    """All templates of one game, by language, section and key."""

    def __init__(self, languages: tuple[str, ...] = LANGUAGES) -> None:
        self.languages = languages
        self._templates: dict[tuple[str, str, str], Template] = {}
        self._forms: dict[str, dict[str, Forms]] = {lang: {} for lang in languages}
        self._bundles: dict[str, FluentBundle] = {}
        self._names: dict[str, Names] = {}

    @classmethod
    def load(
        cls, folder: Path, languages: tuple[str, ...] = LANGUAGES, *, check: bool = True, over: Texts | None = None
    ) -> Texts:
        """Read `<language>.toml` of every language, and `names.toml`. `[forms.colour.red]` tables hold words by grammatical form.

        With `over`, what is read adds to other texts; in their languages that the folder does not have it is said in English.
        """
        texts = cls(languages if over is None else over.languages)
        if over is not None:
            texts._templates.update(over._templates)
        texts._names = read_names(folder / NAMES)
        for lang in texts.languages:
            file = folder / f"{lang if lang in languages else 'en'}.toml"
            sections = read_toml(file)
            for section, table in sections.items():
                if not isinstance(table, dict):
                    raise DataError(file, section, "", "must be a table")
            texts._forms[lang] = {**({} if over is None else over._forms[lang]), **_forms(file, sections.pop("forms", {}))}
            own = not check and is_own(file)
            for section, table in sections.items():
                for key, pattern in table.items():
                    if own:
                        texts._keep(lang, section, key, pattern, file)
                    else:
                        texts.add(lang, section, key, pattern, file, check=check)
        return texts

    def _keep(self, lang: str, section: str, key: str, pattern: str, file: Path) -> None:
        """Add one of the lab's own templates as it is: thousands are read at once, and the tests have looked at each."""
        self._templates[lang, section, key] = Template(file, f"{section}.{key}", "", _name(section, key), pattern)

    def beside(self) -> Texts:
        """The same texts, to add to without changing these."""
        twin = Texts(self.languages)
        twin._templates, twin._forms, twin._names = dict(self._templates), self._forms, self._names
        return twin

    def add(
        self, lang: str, section: str, key: str, pattern: object, file: str | Path, *, entry: str = "", check: bool = True
    ) -> None:
        """Add one template; a DataError if it is not one. Without `check` its syntax is looked at when it is first used.

        `entry` names the record of the file that the template stands in, if it is not simply `section.key`.
        """
        label, field = (entry, f"text.{lang}") if entry else (f"{section}.{key}", "")
        if not isinstance(pattern, str) or not pattern.strip():
            raise DataError(file, label, field, "must be a text")
        if not _KEY.fullmatch(key):
            raise DataError(file, label, field, "is not a key: small letters, digits, _ and . only")
        if reference := _REFERENCE.search(pattern):
            problem = f"{reference[1]!r} is a reference; a variable is written with a dollar sign"
            raise DataError(file, label, field, problem)
        template = self._templates[lang, section, key] = Template(file, label, field, _name(section, key), pattern)
        if check:
            template.parsed()
            known = _BUILT_IN | {"OR"} | {name.upper() for name in self._forms[lang]}
            if unknown := template.functions - known:
                raise DataError(file, label, field, f"there is no function {min(unknown)}")

    def keys(self, section: str, lang: str = "en") -> list[str]:
        """The keys of a section."""
        return [key for language, part, key in self._templates if language == lang and part == section]

    def variables(self, section: str, key: str, lang: str = "en") -> frozenset[str]:
        """The variables a template uses."""
        return self._templates[lang, section, key].variables

    def has(self, section: str, key: str, lang: str = "en") -> bool:
        """Whether there is a template."""
        return (lang, section, key) in self._templates

    def say(self, section: str, key: str, values: Mapping[str, object], lang: str = "en") -> str:
        """The sentence. Numbers choose plurals, texts go in as they are."""
        if lang not in self.languages:
            raise LabError(f"unknown language {one_line(lang, 20)!r}; choose {either(self.languages)}")
        bundle = self._bundles.get(lang) or self._bundle(lang)
        name = _name(section, key)
        if not bundle.has_message(name):
            template = self._templates.get((lang, section, key))
            if template is None:
                raise KeyError(f"no {lang} text for {section} {key}")
            bundle.add_resource(_resource(template.parsed()))
        pattern = bundle.get_message(name).value
        assert pattern is not None
        sentence, errors = bundle.format_pattern(pattern, {name: _value(value) for name, value in values.items()})
        if errors:
            raise KeyError(f"the {lang} text for {section} {key} cannot be filled: {errors[0]}")
        return _joined(str(sentence), lang)

    def form(self, name: str, word: str, lang: str = "en", form: str = "base") -> str:
        """A word of a fixed list in one of its grammatical forms: a colour, a kind of damage, a section."""
        return self._forms[lang][name][word][form]

    def _bundle(self, lang: str) -> FluentBundle:
        from fluent.runtime import FluentBundle

        functions: dict[str, Any] = {name.upper(): _form_function(lang, name, words) for name, words in self._forms[lang].items()}
        functions |= {ARTICLE: self._article_function(lang), "OR": _either(lang)}
        bundle = self._bundles[lang] = FluentBundle([lang], functions=functions, use_isolating=False)
        return bundle

    def the(self, name: str, lang: str = "en", form: str = "nom") -> str:
        """A name with its article; of several names each has its own."""
        if isinstance(name, Name) and name.each:
            first, *others = [self.the(one, lang, form if place == 0 else form.lower()) for place, one in enumerate(name.each)]
            return self.listed([first, *others], lang)
        return (self._names.get(lang) or Names(lang, {}, {}, {})).the(name, form)

    def listed(self, names: Sequence[str], lang: str = "en") -> str:
        """Several names as a sentence lists them."""
        first, *others = names
        if others and not self.has("list", "two", lang):
            return ", ".join((first, *others))
        for place, name in enumerate(others, 1):
            first = self.say("list", "more" if place < len(others) else "two", {"first": first, "last": name}, lang)
        return first

    def _article_function(self, lang: str) -> Callable[..., str]:
        def article(name: object, *, form: object = "nom") -> str:
            return self.the(name if isinstance(name, str) else str(name), lang, str(form))

        return article

    def faults(self, section: str, expected: Mapping[str, frozenset[str]]) -> list[str]:
        """Templates that are missing, unknown, or use a variable that the data do not have, in any language."""
        faults = []
        for lang in self.languages:
            for key, known in expected.items():
                if not self.has(section, key, lang):
                    faults.append(f"{lang}: {section}.{key} is missing")
                elif unknown := self.variables(section, key, lang) - known:
                    faults.append(f"{lang}: {section}.{key} uses ${min(unknown)}, which is not in its data")
            faults += [f"{lang}: {section}.{key} is used by nothing" for key in self.keys(section, lang) if key not in expected]
        return faults


@cache
def lab_texts() -> Texts:
    """What the lab itself says, whatever the game."""
    return Texts.load(places.data("lab", "locales"), check=False)  # the tests check our own patterns


def texts_for(manifest: Manifest, folder: object) -> Texts:
    """What is said of a game: its own texts over those of the lab."""
    return Texts.load(manifest.folder(str(folder)), languages_of(manifest), check=False, over=lab_texts())


@cache
def languages_of(manifest: Manifest) -> tuple[str, ...]:
    """The languages that a game speaks: those it has sentences in. In the others it is told in English."""
    place = manifest.folder(str(manifest.written("texts") or type(manifest).texts.usual))
    languages = tuple(lang for lang in LANGUAGES if (place / f"{lang}.toml").is_file())
    if "en" not in languages:
        raise DataError(place, "", "en.toml", "is missing: a game is told in English at least")
    return languages


def _resource(message: ast.Message) -> ast.Resource:
    from fluent.syntax import ast

    return ast.Resource([message])


def _name(section: str, key: str) -> str:
    return f"{section}-{key}".replace(".", "-")


def _value(value: object) -> Any:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int) and abs(value) < _LONGEST_NUMBER:
        from fluent.runtime.types import fluent_number

        return fluent_number(value, useGrouping=False)
    return value if isinstance(value, Name) else str(value)


def _forms(file: Path, table: Mapping[str, Any]) -> dict[str, Forms]:
    for name, words in table.items():
        for word, forms in words.items() if isinstance(words, dict) else [("", None)]:
            if not isinstance(forms, dict) or not all(isinstance(form, str) for form in forms.values()):
                raise DataError(file, f"forms.{name}", word, "must be a table of forms")
    return dict(table)


def _form_function(lang: str, name: str, words: Forms) -> Callable[..., str]:
    def form(word: object, *, form: object = "base") -> str:
        try:
            return words[str(word)][str(form)]
        except KeyError:
            raise ValueError(f"{lang}: no form {form} of {name} {word}") from None

    return form


def _either(lang: str) -> Callable[..., str]:
    """Several numbers, listed with "and", as numbers of which any will do: "5 or 6"."""

    def either(listed: object) -> str:
        first, joined, last = str(listed).rpartition(f" {AND.get(lang, AND['en'])} ")
        return f"{first} {OR.get(lang, OR['en'])} {last}" if joined else last

    return either
