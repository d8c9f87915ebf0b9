"""The tutorials as somebody does them: each step of a page, in its order, in a folder of its own.

Three sorts of blocks are steps: a file with its name (```markdown title="rules.md"), Python with or without prompts, and commands
in a terminal (```console, each after `$ `). What is answered must be what the page says; a line with nothing but … stands for any
lines. `python tests/site/stories_in_print.py` writes down anew what is answered now.
"""

from __future__ import annotations

import contextlib
import doctest
import io
import os
import re
import shlex
import tempfile
import traceback
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from bruges_lab.cli import commands

DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGES = [DOCS / "index.md", *sorted(DOCS.glob("tutorials/*.md"))]
FENCE = re.compile(r'^```(\w+)(?: title="([^"]+)")?\n(.*?)^```$', re.MULTILINE | re.DOTALL)
ANY = "…\n"


class Step(NamedTuple):
    """What a page says to do, what it says is answered, and what is."""

    done: str
    said: str
    found: str

    @property
    def holds(self) -> bool:
        """Whether it is answered so."""
        return fits(self.said, self.found)


def fits(said: str, found: str) -> bool:
    """Whether an answer is what is said of it; a line of … is any number of lines."""
    pattern = "(?:.*\n)*".join(re.escape(part) for part in said.split(ANY))
    return re.fullmatch(pattern, found) is not None


class Story:
    """A page, done from top to bottom."""

    def __init__(self, page: Path) -> None:
        self.page = page
        self.text = page.read_text(encoding="utf-8")
        self.steps: list[Step] = []
        self.names: dict[str, Any] = {"__name__": "__main__"}

    def play(self) -> str:
        """Do everything in a new folder, and give the page as it would be with the answers of now."""
        before = Path.cwd()
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            try:
                return FENCE.sub(lambda found: found[0].replace(found[3], self._block(found[1], found[2], found[3])), self.text)
            finally:
                os.chdir(before)

    def _block(self, sort: str, title: str | None, inside: str) -> str:
        if title:
            Path(title).write_text(inside, encoding="utf-8")
        elif sort == "python" and ">>> " in inside:
            return "".join(self._session(inside))
        elif sort == "python":
            self._say(inside, "", run(inside, "exec", self.names))
        elif sort == "console":
            return "".join(self._terminal(inside))
        return inside

    def _session(self, inside: str) -> Iterator[str]:
        for part in doctest.DocTestParser().parse(inside):
            if isinstance(part, doctest.Example):
                lines = part.source.splitlines()
                yield "".join(f"{'...' if number else '>>>'} {line}\n" for number, line in enumerate(lines))
                yield self._say(part.source, part.want, run(part.source, "single", self.names))

    def _terminal(self, inside: str) -> Iterator[str]:
        for part in re.split(r"^(?=\$ )", inside, flags=re.MULTILINE)[1:]:
            command, _, said = part.partition("\n")
            yield f"{command}\n"
            yield self._say(command, said, in_terminal(command.removeprefix("$ ")))

    def _say(self, done: str, said: str, found: str) -> str:
        step = Step(done, said, found)
        self.steps.append(step)
        return said if step.holds else found


def run(source: str, mode: str, names: dict[str, Any]) -> str:
    """What Python answers."""
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        try:
            exec(compile(source, "<page>", mode), names)
        except Exception as error:
            last = traceback.format_exception_only(error)[-1]
            said.write(f"Traceback (most recent call last):\n    ...\n{last}")
    return re.sub(r"[ \t]+$", "", said.getvalue(), flags=re.MULTILINE)


def in_terminal(command: str) -> str:
    """What the lab answers in a terminal of 100 columns; in this process, which has read the rules already."""
    program, *arguments = shlex.split(command)
    assert program == "bruges-lab", f"only the lab's own commands are run: {command}"
    said = io.StringIO()
    before, commands.console.width = commands.console.width, 100
    try:
        with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
            commands.guarded(lambda: commands.app(arguments, standalone_mode=False))
    finally:
        commands.console.width = before
    return re.sub(r"[ \t]+$", "", said.getvalue(), flags=re.MULTILINE)


if __name__ == "__main__":
    for page in PAGES:
        story = Story(page)
        page.write_text(story.play(), encoding="utf-8")
        print(f"{page.name}: {sum(not step.holds for step in story.steps)} of {len(story.steps)} answers are new")
