"""A short walk through an installed lab, for `bruges-lab verify wheels`: run as a program, far from any source tree.

It plays, reads a scenario, shows a rule, checks a text and looks for the notebooks; anything missing is an exception.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path


def walk() -> str:
    """Do a little of everything, and say what was done."""
    import bruges_lab as bl
    from bruges_lab import places
    from bruges_lab.games import shelf

    home = Path(bl.__file__).resolve().parent
    if (home.parent / "pyproject.toml").exists():
        raise AssertionError("this is a working copy, not an installed lab")
    for folder in (places.data(), places.notebooks()):
        if not folder.is_relative_to(home):
            raise AssertionError(f"{folder.name} is not inside the package")
    game = bl.new_game(players=3, seed=7)
    while not game.over and len(game.nodes) < 40:
        game.play(0)
    if bl.from_text(game.to_text()).state.digest() != game.state.digest():
        raise AssertionError("a short text leads to another position")
    position = bl.scenario("fire_and_plague")
    card = bl.rule("threat.fire")._repr_html_()
    if "threat.fire" not in card or "<img" not in position.state._repr_html_():
        raise AssertionError("a rule card or a position does not show itself")
    tree = bl.tree(bl.scenario("first_look"), depth=1).figure()
    notebooks = sorted(path.name for path in places.notebooks().glob("*.ipynb"))
    with tempfile.TemporaryDirectory() as temporary:
        text = Path(temporary) / "rules.md"
        text.write_bytes(shelf.find().samples.joinpath("en", "faulty.md").read_bytes())
        findings = bl.check_translation(text).findings
    if not notebooks or not findings or not tree.data:
        raise AssertionError("notebooks, findings or figures are missing")
    return f"{len(game.nodes)} positions played, {len(findings)} findings in a text, {len(notebooks)} notebooks"


if __name__ == "__main__":
    print(f"{walk()}, Python {sys.version.split()[0]}")
