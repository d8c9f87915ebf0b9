"""Terms: one thing that a text calls by two names, and names that mislead."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Final

from ..find.searched_text import Text
from ..findings import Finding, Reason, Verdict
from ..read.concepts import phrase
from ..read.language import keys, lemma, stem
from ..read.reading import Sentence
from ..read.things import things
from ..read.vocabulary import vocabulary

_VERBS: Final = frozenset(
    (("it", "danno"), ("it", "gira"), ("it", "giro"), ("en", "discards"), ("it", "scarti"), ("it", "scarta"))
)
"""Words that are verbs far more often than names of things."""
_GENERAL: Final = frozenset(
    (("en", "money"), ("de", "geld"), ("fr", "argent"), ("fr", "monnaie"), ("it", "denaro"), ("it", "soldi"))
)
"""Words for a kind of thing, which nobody takes for a second name of one of them."""
_ENDING = 5
"""A word as long as this may differ in its last letter and still be the same in another number."""
_LEAST_USES = 2
_OFTEN = 5


def note(
    sentence: Sentence, check: str, key: str, confidence: float, claimed: str = "", actual: str = "", **data: object
) -> Finding:
    """A finding of a check on a whole sentence."""
    return Finding("", Verdict.NOTE, sentence.passage(), Reason(key, data), confidence, claimed, actual, check=check)


def two_terms(text: Text, judged: Sequence[bool]) -> Iterator[Finding]:
    """One thing named by two words, each of them more than once."""
    one_name = things(text.manifest).one_name
    uses: dict[str, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    shown: dict[str, str] = {}
    for number, found in enumerate(text.streams):
        if judged[number]:
            lang = text.language[number]
            for place, token in enumerate(found.tokens):
                if (
                    token.term is not None
                    and not token.term[2]
                    and token.term[0] in one_name
                    and is_noun(token.text, token.term[1], lang)
                ):
                    term = _plain_term(token.term[1], lang)
                    words = phrase(found, place, token.term[0], vocabulary(lang, text.manifest))
                    if (" " in term and len(re.findall(r"\w+", words)) == 1) or re.search(r"\d", words):
                        continue  # the rest of the name belongs to another part of the sentence
                    same = next((one for one in uses[token.term[0]] if _same_name(one, term)), term)
                    uses[token.term[0]][same].append(number)
                    shown.setdefault(same, words)
    for concept, by_term in uses.items():
        often = sorted(by_term, key=lambda term: -len(by_term[term]))
        usual = often[0]
        least = 1 if len(by_term[usual]) >= _OFTEN else _LEAST_USES
        other = next((term for term in often[1:] if not _longer(term, usual) and len(by_term[term]) >= least), None)
        if other is None:
            continue
        first = text.sentences[by_term[other][0]]
        others = tuple(text.sentences[number].passage() for number in by_term[usual][:3])
        finding = note(
            first,
            "terms",
            "two_terms",
            0.6 if len(by_term[other]) >= _LEAST_USES else 0.4,
            shown[other],
            shown[usual],
            concept=concept,
            term=shown[other],
            count=len(by_term[other]),
            usual=shown[usual],
            often=len(by_term[usual]),
        )
        yield Finding(**{**_fields(finding), "others": others})  # type: ignore[arg-type]


def _fields(finding: Finding) -> dict[str, object]:
    return {name: getattr(finding, name) for name in Finding.__slots__}


def _plain_term(name: str, lang: str) -> str:
    """The term whatever its number and case."""
    return " ".join(stem(lemma(word.lower(), lang), lang) for word in re.findall(r"\w+", name))


def _same_name(term: str, other: str) -> bool:
    """Whether two terms are one in another number, though their stems differ: tessera, tessere."""
    first, second = term.split(), other.split()
    return len(first) == len(second) and all(
        one == two or (min(len(one), len(two)) >= _ENDING and one[:-1] == two[:-1]) or _shorter(one, two)
        for one, two in zip(first, second, strict=True)
    )


def _shorter(one: str, two: str) -> bool:
    """Whether a stem was cut once more than the other."""
    short, long = sorted((one, two), key=len)
    return len(short) >= _ENDING - 1 and long.startswith(short) and len(long) - len(short) == 2 and long.endswith("er")


def _longer(term: str, other: str) -> bool:
    """Threat and threat marker: one name in two lengths, not two names; in German it is one word."""
    first, second = set(term.split()), set(other.split())
    if first <= second or second <= first:
        return True
    return (
        " " not in term + other
        and len(min(term, other, key=len)) > _ENDING
        and (term.startswith(other) or other.startswith(term))
    )


def is_noun(word: str, term: str, lang: str) -> bool:
    """Whether a word is the term itself, and not a verb that shares its stem."""
    if (lang, word.lower()) in _VERBS or (lang, lemma(word.lower(), lang)) in _GENERAL:
        return False
    return same_word(word, term, lang)


def same_word(word: str, term: str, lang: str) -> bool:
    """Whether a word is the first of a term in another form, and not only of its stem."""
    first = re.findall(r"\w+", term)[0]
    return any(not key.endswith("~") for key in keys(word, lang) & keys(first, lang))


def forbidden(text: Text, judged: Sequence[bool]) -> Iterator[Finding]:
    """Terms that mislead, with the one to use instead."""
    glossary = text.manifest.glossary
    wrong: dict[str, dict[str, str]] = {}
    for lang in set(text.language):
        whole = "\n".join(sentence.text for sentence, own in zip(text.sentences, text.language, strict=True) if own == lang)
        there = glossary.forbidden(whole, lang)
        wrong[lang] = {
            name: concept[lang].preferred for concept in glossary.values() for name in concept[lang].forbidden if name in there
        }
    for number, sentence in enumerate(text.sentences):
        if not judged[number]:
            continue
        lang, plain = text.language[number], sentence.text.replace("’", "'")
        spans: dict[str, re.Match[str]] = {}
        for name in wrong[lang]:
            found = name.lower() in plain.lower() and re.search(rf"(?<!\w){re.escape(name)}(?!\w)", plain, re.I)
            if found and not (lang == "de" and name[0].isupper() and found[0][0].islower()):
                spans[name] = found
        for name, found in spans.items():
            if not any(
                other.start() <= found.start() and found.end() <= other.end() for other in spans.values() if other is not found
            ):
                yield note(
                    sentence,
                    "forbidden",
                    "forbidden_term",
                    0.7,
                    found[0],
                    wrong[lang][name],
                    term=found[0],
                    preferred=wrong[lang][name],
                )
