"""A sample of what the lab says, for somebody to read cold: `python tests/rulebook/reading_sample.py de --seed 7`.

A hundred strings of each of four classes, as a user meets them where that can be had: events as random games tell them, rules
with their numbers in, cards as written, and of the explorer its labels, figures, hints and refusals as patterns. What readers
found stands in VERIFICATION.md; one seed is read once only, since what was found is corrected.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator
from itertools import islice
from typing import Any

import bruges_lab as bl
from bruges_lab import places
from bruges_lab.kernel.records import read_toml

SIZE = 100
GAMES = ("bruges", "burdigala")
TABLES = (("bruges", 3, None), ("bruges", 4, None), ("bruges", 5, "zwin+five"), ("burdigala", 2, None), ("burdigala", 4, None))
"""The games whose events are read: name, players, ruleset."""
SHOWN = (
    *("explorer", "figure", "hint", "report", "lesson", "terminal", "picture", "refusal", "ask", "choice", "short", "step"),
    *("check", "rulebook", "site"),
)
"""The sections of the locales that the explorer, reports and pages show."""


def events(lang: str, seed: int) -> Iterator[tuple[str, str]]:
    """Sentences of the log, one for each kind and rule, from random games."""
    told: dict[tuple[str, str], str] = {}
    for name, players, ruleset in TABLES:
        for turn in range(4):
            game = bl.new_game(name, players=players, seed=seed + turn, **({"ruleset": ruleset} if ruleset else {}))
            for event in bl.play_out(game, "random", seed=seed + turn).into().events:
                told.setdefault((f"{name} {event.kind}", event.rule), event.text(lang))
    yield from ((f"{kind} [{rule}]", words) for (kind, rule), words in told.items())


def rules(lang: str, seed: int) -> Iterator[tuple[str, str]]:
    """Rules, titles of scenarios and what is asked and answered about discrepancies."""
    for name in GAMES:
        yield from ((rule.id, rule.text(lang)) for rule in bl.rules(game=name))
        for path in sorted(places.data(name, "scenarios").glob("*.toml")):
            yield from ((one["name"], one["title"][lang]) for one in read_toml(path).get("scenario", []))
        for number, said in discrepancies(name, lang):
            yield from ((number, words) for words in (said["title"], said["question"], *said["readings"], said["why"]))


def discrepancies(game: str, lang: str) -> Iterator[tuple[str, dict[str, Any]]]:
    yield from read_toml(places.data(game, "discrepancies") / f"{lang}.toml").items()


def cards(lang: str, seed: int) -> Iterator[tuple[str, str]]:
    """Cards, ships, improvements and tasks of lessons."""
    tables = (("cards.toml", "card"), ("ships.toml", "kind"), ("market.toml", "improvement"), ("lessons.toml", "task"))
    for name in GAMES:
        for file, table in (*tables, ("cards.toml", "plot"), ("tiles.toml", "tile")):
            path = places.data(name) / file
            for entry in read_toml(path).get(table, []) if path.is_file() else []:
                for field in ("name", "text", "title", "question", "hint"):
                    if isinstance(said := entry.get(field), dict) and lang in said:
                        yield f"{entry.get('id', entry.get('name'))}.{field}", said[lang]


def explorer(lang: str, seed: int) -> Iterator[tuple[str, str]]:
    """Labels, questions, choices, refusals, figures and hints, as patterns."""
    for folder in ("lab", *GAMES):
        for section, texts in read_toml(places.data(folder, "locales") / f"{lang}.toml").items():
            if section in SHOWN:
                yield from ((f"{folder} {section}.{key}", said) for key, said in texts.items() if isinstance(said, str))


CLASSES = {"events": events, "rules": rules, "cards": cards, "explorer": explorer}


def sample(lang: str, seed: int, size: int = SIZE) -> Iterator[str]:
    """The sample as lines to read: class, number, key, words."""
    for name, found in CLASSES.items():
        strings = sorted(set(found(lang, seed)))
        random.Random(f"{seed} {name}").shuffle(strings)
        for number, (key, words) in enumerate(islice(strings, size), 1):
            yield f"{name} {number} | {key} | {words}"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("lang", choices=("en", "de", "fr", "it"))
    parser.add_argument("--seed", type=int, required=True)
    asked = parser.parse_args()
    print(*sample(asked.lang, asked.seed), sep="\n")
