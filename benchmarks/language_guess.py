"""Make data/lab/reading/languages.json, by which the lab guesses languages, and hold the guess against py3langid.

The figures are counted over words as a dictionary lists them and over the common words of languages.toml; none of the texts that
they are measured on took part. Run by hand: `python benchmarks/language_guess.py [--write]`.
"""

from __future__ import annotations

import json
import re
import sys
import tomllib
from collections import Counter
from importlib import import_module
from math import log

from simplemma.strategies.dictionaries.stream_dictionary_factory import StreamMap

from bruges_lab import places
from bruges_lab.games import shelf
from bruges_lab.textcheck.read import guessing

FOLDER = places.data("lab", "reading")
MOST = 900
"""So many triples of letters are kept of each language."""
TYPES = 60_000
USE = 40.0
"""How often a common word is met, the first of its list, beside one of the dictionary."""


def counted(lang: str, common: list[str]) -> Counter[str]:
    """How often three letters follow one another in a language."""
    found: Counter[str] = Counter()
    words = [word for word in StreamMap(lang) if word.isalpha() and len(word) > 2]
    for word in words[:: max(1, len(words) // TYPES)]:
        found.update(dict.fromkeys(guessing.triples(word.lower()), 1))
    whole = sum(found.values())
    for rank, word in enumerate(common, 1):
        for triple in guessing.triples(word):
            found[triple] += whole * USE / (rank + 5) / 2000
    return found


def made() -> dict[str, dict[str, int]]:
    """For each triple of letters, how much it speaks for each language, in tenths."""
    common = {lang: row["common"].split() for lang, row in tomllib.loads((FOLDER / "languages.toml").read_text("utf-8")).items()}
    counts = {lang: counted(lang, words) for lang, words in common.items()}
    shares = {lang: {t: n / sum(count.values()) for t, n in count.items()} for lang, count in counts.items()}
    kept = {t for count in counts.values() for t, _ in count.most_common(MOST)}
    table = {}
    for triple in sorted(kept):
        row = {lang: log(share.get(triple, 0) + 2e-5) for lang, share in shares.items()}
        mean = sum(row.values()) / len(row)
        table[triple] = [round(10 * (value - mean)) for value in row.values()]
    return {"languages": list(shares), "triples": table}


def samples() -> dict[str, list[str]]:
    """Sentences of the lab in four languages, and terms of the glossary in the other two."""
    found: dict[str, list[str]] = {lang: [] for lang in guessing.LANGUAGES}
    for game in (shelf.find("bruges"), shelf.find("burdigala")):
        for rule in game.catalogue.values():
            for lang in ("en", "de", "fr", "it"):
                found[lang] += [one.strip() for one in re.split(r"[.;:]", rule.text(lang)) if one.strip()]
        for concept in game.glossary.values():
            for lang in ("es", "nl"):
                if lang in concept.terms:
                    found[lang].append(concept[lang].preferred)
    return found


def measure() -> None:
    """The share of right answers by the number of words."""
    guesses = {"lab": guessing.guess}
    try:
        langid = import_module("py3langid.langid")  # no dependency: only somebody who wants to compare has it
        other = langid.LanguageIdentifier.from_model_file(langid.MODEL_FILE, norm_probs=True)
        other.set_languages(list(guessing.LANGUAGES))
        guesses["py3langid"] = other.classify
    except ImportError:
        print("py3langid is not installed: the lab's guess alone")
    for name, guess in guesses.items():
        for low, high in ((1, 2), (3, 4), (5, 7), (8, 12), (13, 99)):
            right: Counter[str] = Counter()
            seen: Counter[str] = Counter()
            wrong_sure = 0
            for lang, texts in samples().items():
                for text in texts:
                    if low <= len(re.findall(r"[^\W\d_]{2,}", text)) <= high:
                        answer, sure = guess(text)
                        seen[lang] += 1
                        right[lang] += answer == lang
                        wrong_sure += answer != lang and sure >= 0.97
            told = " ".join(f"{lang} {100 * right[lang] / seen[lang]:.1f}% of {seen[lang]}" for lang in seen)
            print(f"{name:10} {low}-{high} words: {told}; wrong and sure {wrong_sure}")


if __name__ == "__main__":
    if "--write" in sys.argv:
        (FOLDER / "languages.json").write_text(json.dumps(made(), ensure_ascii=False, separators=(",", ":")) + "\n", "utf-8")
    measure()
