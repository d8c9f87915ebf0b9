"""What analyses speak of, in the words of a language: policies, measures, and what a tree assumes of the others."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..rulebook.seats import seats_in
from ..rulebook.texts import lab_texts

if TYPE_CHECKING:
    from ..games.manifest import Manifest
    from ..rulebook.texts import Texts
    from .tree import Tree


def named_policy(policy: str, lang: str, texts: Texts) -> str:
    """How somebody plays, in words that follow "plays"; a policy without words by its own name."""
    key = f"policy.{policy}"
    return texts.say("figure", key, {}, lang) if texts.has("figure", key, lang) else policy


def named_measure(measure: str, game: Manifest, lang: str) -> str:
    """A measure in the words of the game; by its own name where it has none."""
    key = f"measure.{measure}"
    return game.texts.say("figure", key, {}, lang) if game.texts.has("figure", key, lang) else measure


def measure_name(tree: Tree[Any], lang: str) -> str:
    """What is measured, in words; a measure of the user's own by its name."""
    return named_measure(tree.settings.measure, tree.kit.manifest, lang)


def tree_names(tree: Tree[Any], lang: str) -> tuple[str, ...]:
    """The players of a tree, in a language."""
    return seats_in(tree.kit.manifest, tree.settings.names, lang)


def assumption(tree: Tree[Any], lang: str) -> str:
    """Whose values, how the others decide, whose knowledge."""
    settings = tree.settings
    texts: Texts = tree.kit.manifest.texts
    names = tree_names(tree, lang)
    values = {
        "measure": measure_name(tree, lang),
        "name": names[settings.seat],
        "others": settings.opponents,
        "policy": named_policy(settings.policy, lang, texts),
        "seen": "all" if settings.seen_by == "all" else "seat",
        "viewer": "" if settings.seen_by == "all" else names[settings.seen_by],
    }
    words = texts.say("figure", "tree.assumption", values, lang)
    return words[:1].upper() + words[1:]


def size(tree: Tree[Any], lang: str) -> str:
    """How many positions a tree has, and whether it was cut."""
    return terminal("tree.size", lang, nodes=len(tree), whole=tree.complete)


def more_of(tree: Tree[Any], count: int, lang: str) -> str:
    """So many more, as the game's figures say it."""
    texts: Texts = tree.kit.manifest.texts
    return texts.say("figure", "tree.more", {"count": count}, lang)


def terminal(key: str, lang: str, /, **values: object) -> str:
    """What a terminal says, whatever the game."""
    return lab_texts().say("terminal", key, values, lang)
