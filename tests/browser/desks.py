"""An explorer with a lesson open, and how to answer its tasks as a pupil does."""

from __future__ import annotations

from page_tables import LONG, Table
from playwright.sync_api import Locator, expect

SMALLEST = 11


class Desk(Table):
    """An explorer with a lesson open."""

    def panel(self) -> Locator:
        return self.page.locator(".bl-inspect-lesson .bl-surface")

    def act(self, act: str, value: str | None = None) -> None:
        named = "" if value is None else f'[data-value="{value}"]'
        self.panel().locator(f'[data-act="{act}"]{named}').first.click()
        self.settled()

    def write(self, number: int, *, enter: bool = False) -> None:
        field = self.panel().locator('input[data-act="number"]')
        field.fill(str(number))
        if enter:
            field.press("Enter")
            self.settled()
        else:
            self.act("answer")

    def mark(self, letters: str) -> None:
        for letter in letters:
            self.act("pick", letter)
        self.act("answer")

    def said(self, words: str) -> None:
        expect(self.panel().locator(".bl-tasksaid")).to_contain_text(words, timeout=LONG)

    def legible(self) -> None:
        """No text is too small, and nothing stands out of the panel."""
        found = self.panel().evaluate(
            """root => {
              const faults = [], side = root.closest(".bl-side").getBoundingClientRect();
              for (const one of root.querySelectorAll("*")) {
                const words = [...one.childNodes].some(n => n.nodeType === 3 && n.textContent.trim());
                if (!words) continue;
                const box = one.getBoundingClientRect();
                if (parseFloat(getComputedStyle(one).fontSize) < SMALLEST) faults.push("small: " + one.textContent);
                if (box.right > side.right + 1 || box.left < side.left - 1) faults.push("outside: " + one.textContent);
              }
              return faults;
            }""".replace("SMALLEST", str(SMALLEST))
        )
        assert found == []
