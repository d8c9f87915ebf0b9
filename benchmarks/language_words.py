"""Make data/lab/reading/lexicon.json: the words that the texts of the lab have in each language.

By these a check knows the words of another language that were left in a sentence. They are gathered from all texts under data/
that say in which language they are: locales, glossaries, rules, cards, lessons. Run by hand:
`python benchmarks/language_words.py --write` after such texts have grown; without `--write` it says how far the file is behind.
"""

from __future__ import annotations

import json
import re
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from bruges_lab import places
from bruges_lab.textcheck.read.guessing import LANGUAGES

FILE = places.data("lab", "reading") / "lexicon.json"
_NOT_TEXT = re.compile(r"\{\s*\$\w+\s*(?:->)?|\$\w+|\[\w+\]|\{\w+\}|[\w.]+_[\w.]+|\w+://\S+|\w+\*")
_WORD = re.compile(r"[^\W\d_]{2,}")
_SKIPPED = ("samples", "pictures", "readings")
"""Folders of texts that are checked, or that belong to no language."""
_OFTEN, _RATIO = 5, 8
"""A word that another language has so many times as often, and this one hardly ever, is a name or a quotation there."""


def texts(found: object, lang: str) -> Iterator[tuple[str, str]]:
    """All strings of a file with their language: that of the file, or of the key they stand under."""
    if isinstance(found, str):
        if lang:
            yield lang, found
    elif isinstance(found, dict):
        for key, value in found.items():
            yield from texts(value, key if key in LANGUAGES else lang)
    elif isinstance(found, list):
        for value in found:
            yield from texts(value, lang)


def _drop_names(words: dict[str, Counter[str]], seen: dict[str, Counter[str]]) -> None:
    """Take out the names: what has a capital in several languages that write nothing else so, and never a small letter."""
    small = [lang for lang in LANGUAGES if lang != "de"]
    capital = Counter(word for lang in small for word in seen[lang] if word[0].isupper() and word[1:].islower())
    for word, times in capital.items():
        if times > 1 and not any(word.lower() in seen[lang] for lang in LANGUAGES):
            for found in words.values():
                del found[word.lower()]


def made() -> dict[str, str]:
    """The words of each language, in the order of the alphabet."""
    words: dict[str, Counter[str]] = {lang: Counter() for lang in LANGUAGES}
    seen: dict[str, Counter[str]] = {lang: Counter() for lang in LANGUAGES}
    for path in sorted(places.data("lab").parent.rglob("*.toml")):
        if set(path.parts) & set(_SKIPPED):
            continue
        own = path.stem if path.stem in LANGUAGES else ""
        for lang, text in texts(tomllib.loads(path.read_text("utf-8")), own):
            found = _WORD.findall(_NOT_TEXT.sub(" ", text))
            seen[lang].update(found)
            words[lang].update(word.lower() for word in found)
    _drop_names(words, seen)
    most = {word: max(found[word] for found in words.values()) for found in words.values() for word in found}
    return {
        lang: " ".join(sorted(word for word, times in found.items() if times >= _OFTEN or times * _RATIO > most[word]))
        for lang, found in words.items()
    }


if __name__ == "__main__":
    lists = made()
    for lang, words in lists.items():
        print(lang, len(words.split()))
    if "--write" in sys.argv:
        FILE.write_text(json.dumps(lists, ensure_ascii=False, separators=(",", ":"), indent=0) + "\n", "utf-8")
    else:
        old: dict[str, str] = json.loads(Path(FILE).read_text("utf-8"))
        for lang, words in lists.items():
            print(lang, "new:", *sorted(set(words.split()) - set(old.get(lang, "").split()))[:40])
