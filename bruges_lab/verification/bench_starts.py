"""How long somebody waits at the very beginning: commands, a first game, a first picture, each in a fresh process."""

from __future__ import annotations

import subprocess
import sys
import time
from typing import NamedTuple

TRIES = 5
_COMMAND = "import sys; sys.argv = {words!r}; from bruges_lab.__main__ import main; main()"


class Start(NamedTuple):
    """Something that is done first."""

    name: str
    code: str
    before: str
    """What does not count: an empty interpreter, or what was imported before."""
    most: float
    """Milliseconds that it may take."""

    def milliseconds(self, tries: int = TRIES) -> float:
        """The least of some tries, beyond what does not count. The first of all fills the caches, as it does for a user."""
        return (min(_spent(self.code) for _ in range(tries)) - min(_spent(self.before) for _ in range(tries))) * 1e3


def _spent(code: str) -> float:
    began = time.perf_counter()
    subprocess.run([sys.executable, "-c", code], check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - began


def starts(rule: str) -> list[Start]:
    """What is measured; `rule` is one that can be looked up."""
    bare, game = "import bruges_lab as bl", "import bruges_lab as bl; game = bl.new_game()"
    return [
        Start("bruges-lab --help", _COMMAND.format(words=["bruges-lab", "--help"]), "pass", 250),
        Start("bruges-lab rule ID", _COMMAND.format(words=["bruges-lab", "rule", rule]), "pass", 500),
        Start("import bruges_lab", bare, "pass", 60),
        Start("first new_game after it", game, bare, 120),
        Start("first picture of a position", f"{game}; game.state._repr_svg_()", game, 400),
        Start("first explorer", f"{game}; bl.Explorer(game)", game, 1500),
        Start("first figure of a tree", f"{game}; bl.tree(game, depth=4, budget=336).figure().to_json()", game, 1500),
    ]
