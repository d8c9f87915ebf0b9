"""The rules of a game in words, as an earlier process has filled them in: to do it anew takes as long as to check a text."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from ...rulebook.catalogue import usual_rules
from .compiled import digest_of, kept

if TYPE_CHECKING:
    from ...games.manifest import Manifest
    from ...kernel.rulesets import BaseRuleset
    from ...rulebook.catalogue import Rule


@cache
def _usual(lang: str, manifest: Manifest) -> dict[str, str]:
    """All rules in a language, under the usual ruleset."""

    def made() -> dict[str, str]:
        return {rule.id: rule.text(lang) for rule in manifest.catalogue.values()}

    return kept(f"rules_{manifest.name}_{lang}", digest_of(manifest), dict[str, str], made)


def rule_text(rule: Rule, lang: str, rules: BaseRuleset | None = None) -> str:
    """A rule in a language that the game has, under a ruleset."""
    if rules is None or rules == usual_rules(rule.manifest):
        return _usual(lang, rule.manifest)[rule.id]
    return rule.text(lang, rules)
