"""How many leftovers are found: a few words of one labelled text put into a sentence of another, in another language.

The words are of other writers than those that `lexicon.json` was made of. Run by hand: `python benchmarks/leftovers.py`.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path

from bruges_lab import places
from bruges_lab.documents.opening import open_source
from bruges_lab.rulebook.texts import LANGUAGES
from bruges_lab.textcheck.judge.leftovers import habits_of, stretches
from bruges_lab.textcheck.measure.labels import labelled_in, read_labelled
from bruges_lab.textcheck.read.lexicon import is_word
from bruges_lab.textcheck.read.reading import Sort, sentences

FOLDERS = (Path(__file__).parents[1] / "tests" / "textcheck", *(places.data(game, "samples") for game in ("bruges", "burdigala")))
EACH, LONGEST, SHORTEST_WORD = 500, 4, 5


def clean_sentences() -> Iterator[tuple[str, str, frozenset[str]]]:
    """All sentences in which no error was planted, with their language and the words that their text has often."""
    for path in (path for folder in FOLDERS for path in labelled_in(folder)):
        labels = read_labelled(path)
        wrong = {line for error in labels.errors for line in error.lines}
        all_of_it = sentences([open_source(path.parent / labels.text)])
        habits = habits_of(all_of_it)
        for sentence in all_of_it:
            if sentence.sort in (Sort.PROSE, Sort.ITEM) and sentence.line not in wrong:
                yield labels.language, sentence.text, habits


def grams(sentence: str, size: int) -> list[str]:
    """All runs of so many words without a mark between them."""
    return re.findall(rf"(?=(?<![\w’'-])([^\W\d_]+(?:[ ’'][^\W\d_]+){{{size - 1}}})(?![\w’'-]))", sentence)


def may_be_put(words: str, own: str, lang: str) -> bool:
    """Whether words can be told at all: not all of them are words of the language they are put into, nor one a name."""
    parts = re.findall(r"\w+", words)
    if len(parts) == 1 and (len(words) < SHORTEST_WORD or (words[0].isupper() and lang != "de")):
        return False
    return any(len(part) > 3 and not is_word(part, own) for part in parts)


def main() -> None:
    by_lang: dict[str, list[str]] = {lang: [] for lang in LANGUAGES}
    false = 0
    for lang, text, habits in clean_sentences():
        by_lang[lang].append(text)
        false += len(stretches(text, lang, habits))
    print(f"{sum(map(len, by_lang.values()))} clean sentences: {false} false leftovers")
    chance = random.Random(7)
    for own, texts in by_lang.items():
        told = []
        for size in range(1, LONGEST + 1):
            found = right = done = 0
            while done < EACH:
                lang = chance.choice([other for other in LANGUAGES if other != own])
                offered = [one for one in grams(chance.choice(by_lang[lang]), size) if may_be_put(one, own, lang)]
                words = chance.choice(texts).split(" ")
                if not offered or len(words) < size + 6:
                    continue
                at = chance.randrange(2, len(words) - size)
                start, put = len(" ".join(words[:at])), chance.choice(offered)
                seen = stretches(" ".join([*words[:at], put, *words[at + size :]]), own)
                here = [one for one in seen if one.start <= start + len(put) and one.end > start + 1]
                done, found = done + 1, found + bool(here)
                right += any(one.lang == lang for one in here)
            told.append(f"{size} words {found / EACH:.0%}, {right / EACH:.0%} of the right language")
        print(f"{own}: {'; '.join(told)}")


if __name__ == "__main__":
    main()
