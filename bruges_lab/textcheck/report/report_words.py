"""What is claimed and what is right, in the words of a report: ids of colours, terms and misreadings become words of a language.

A finding holds what the text says as the text has it, and what the rule says as a stable id; files that programs read keep both.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from ...kernel.rulesets import BaseRuleset
from ...rulebook.catalogue import Confusion
from ..findings import Finding
from ..read.vocabulary import plain_words

if TYPE_CHECKING:
    from ...games.manifest import Manifest


def in_words(names: str, lang: str, manifest: Manifest) -> str:
    """Ids in a language, one or a list of them; whatever is no id stays as it is."""
    return ", ".join(_word(name, lang, manifest) for name in names.split(", "))


@cache
def _word(name: str, lang: str, manifest: Manifest) -> str:
    if " / " in name:
        return " / ".join(_word(part, lang, manifest) for part in name.split(" / "))
    if name in manifest.glossary:
        return manifest.glossary[name][lang].preferred
    if word := plain_words(manifest).get(name):
        forms = [form.strip() for form in str(getattr(word, lang)).split(",")]
        return word.shown.get(lang) or next((form for form in forms if "*" not in form), forms[0].rstrip("*"))
    return name


def misreading(finding: Finding, manifest: Manifest) -> Confusion | None:
    """The known misreading that a finding is about."""
    rule = manifest.catalogue.get(finding.rule)
    return next((one for one in rule.confusions if one.says == finding.claimed), None) if rule and finding.claimed else None


def claimed_in(finding: Finding, lang: str, manifest: Manifest) -> str:
    """What the text says: in its own words, or where it is told by ids, in the words of a language."""
    if confusion := misreading(finding, manifest):
        return manifest.catalogue[finding.rule].misread(confusion, lang)
    quoted = finding.passage is not None and finding.claimed.lower() in finding.passage.text.lower()
    return finding.claimed if quoted else in_words(finding.claimed, lang, manifest)


def actual_in(finding: Finding, lang: str, manifest: Manifest, rules: BaseRuleset | None) -> str:
    """What the rule says, in a language."""
    if (
        misreading(finding, manifest) or finding.reason.key == "word_unwanted"
    ):  # there is no right word for one that should not be there
        return manifest.catalogue[finding.rule].text(lang, rules)
    return in_words(finding.actual, lang, manifest) if finding.rule else finding.actual


def data_in(finding: Finding, lang: str, manifest: Manifest, rules: BaseRuleset | None) -> dict[str, object]:
    """The values of a finding's reason, in a language."""
    data = dict(finding.reason.data)
    for name, value in data.items():
        if not isinstance(value, str):
            continue
        if name in ("claimed", "says") and value == finding.claimed:
            data[name] = claimed_in(finding, lang, manifest)
        elif name == "actual" and value == finding.actual:
            data[name] = actual_in(finding, lang, manifest, rules)
        elif name == "modules" and value != "none":
            data[name] = ", ".join(manifest.chapters.title(module, lang) for module in value.split(", "))
        elif name in ("word", "colour", "concept"):
            quoted = name == "word" and finding.actual == "–"  # a word of the text that should not be there
            data[name] = value if quoted else in_words(value, lang, manifest)
    return data
