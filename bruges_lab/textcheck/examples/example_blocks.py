"""Worked examples in a text, one by one: a game that can play them again compares what it gets with what they say."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from ...kernel.rulesets import BaseRuleset
from ..find.searched_text import Text
from ..findings import Finding
from ..read.reading import Aside


def check_examples(text: Text, judged: Sequence[bool], rules: BaseRuleset | None) -> Iterator[Finding]:
    """Every example of a text, by the sentences of its block; nothing where the game plays none again."""
    manifest = text.manifest
    if not manifest.has("examples"):
        return
    blocks: dict[int, list[int]] = defaultdict(list)
    for number, sentence in enumerate(text.sentences):
        if sentence.aside is Aside.EXAMPLE and judged[number]:
            blocks[sentence.block].append(number)
    for numbers in blocks.values():
        yield from manifest.examples(text, numbers, rules)
