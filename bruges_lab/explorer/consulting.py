"""What the rulebook answers beside a game: the card of a rule, contents and search, the other reading, and texts to check.

The panels that show it are panels/rule_panel.py and panels/text_panel.py; a press there does what these names do.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, cast

from ..kernel import LabError
from ..kernel.errors import either, one_line
from ..kernel.rulesets import BaseRuleset, Value
from .looking import Looking
from .otherwise import find_switch, game_otherwise, other_value

if TYPE_CHECKING:
    from .panels.text_panel import TextChecking

LONGEST_SEARCH = 200


class Consulting(Looking):
    """A view of a game with its rulebook open beside it."""

    browsing = False
    """Whether the rule tab shows contents or results instead of a card."""
    sought = ""
    """The words that are looked for in the rules."""
    chapters: frozenset[str] = frozenset()
    """The chapters of the contents that are open."""
    all_languages = False
    """Whether a rule is shown in all its languages."""

    whole_card = False
    """Whether a card also says where its values come from, what the documents say, and which misreadings are known."""

    # Rules

    def show_rule(self, rule: str) -> None:
        """Open the card of a rule."""
        self._need_rules()
        self.rule, self.browsing = rule, False
        self.select("rule")

    def show_contents(self, chapter: str | None = None) -> None:
        """Open the contents of the rules, and in them a chapter."""
        self._need_rules()
        self.browsing, self.sought = True, ""
        if chapter is not None:
            self._check_chapter(chapter)
            self.chapters |= {chapter}
        self.select("rule")

    def fold_chapter(self, chapter: str) -> None:
        """Close a chapter of the contents that is open, or open it."""
        self._check_chapter(chapter)
        self.chapters ^= {chapter}
        self.refresh()

    def find_rules(self, words: str) -> None:
        """Look for rules that have these words, in the language shown, or this id; without words the contents are shown."""
        self._need_rules()
        self.seek(words)
        self.select("rule")

    def seek(self, words: str) -> None:
        """Look for rules while the words are typed: an answer that comes late must not open the tab again."""
        self.sought, self.browsing = str(words)[:LONGEST_SEARCH], True
        self.refresh()

    def compare_languages(self, side_by_side: bool = True) -> None:
        """Show rules in all languages side by side, or in one."""
        self.all_languages = bool(side_by_side)
        self.refresh()

    def show_whole_card(self, whole: bool = True) -> None:
        """Show all that is known of a rule, or the most important."""
        self.whole_card = bool(whole)
        self.refresh()

    def play_other_way(self, rule_or_switch: str, value: Value | None = None) -> None:
        """Play on from this position with a rule read in another way, in a new game; `back` leads back to this one.

        The switch is named itself, or by a rule that has it. `value` is how it shall be read; without it, the only other way.
        """
        self._need_rules()
        rules = cast("BaseRuleset | None", getattr(self.game.state, "rules", None))
        switch = find_switch(self.manifest, rules, rule_or_switch, self.lang)
        self.look_at(game_otherwise(self.game, switch, other_value(switch, value), self.words))
        self.rule, self.browsing = switch.rule.id, False
        self.say(self.words("other.said"))

    def _need_rules(self) -> None:
        if not self.manifest.has("catalogue"):
            raise self.manifest.lacks("catalogue of rules")

    def _check_chapter(self, chapter: str) -> None:
        if chapter not in self.manifest.chapters.chapters:
            raise LabError(f"unknown chapter {one_line(chapter, 40)!r}; choose {either(self.manifest.chapters.chapters)}")

    # Texts

    def check_text(self, path: str | Path) -> None:
        """Check a rulebook text: a file, or a sample such as `en/faulty.md`. On a page, one of the texts that it offers."""
        self._text_tab().open(str(path))

    def check_pasted(self, words: str) -> None:
        """Check a rulebook text that is given itself."""
        self._text_tab().take_in(self.words("text.pasted"), words.encode())

    def _text_tab(self) -> TextChecking:
        self.select("text")
        assert self._stage is not None
        return cast("TextChecking", self._stage.inspector("text"))
