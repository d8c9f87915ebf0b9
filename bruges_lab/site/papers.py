"""What lies beside the documentation and is read on the site too: the list of changes, the licence, parts of the README.

A page takes one in with a line of its own: `<!-- from VERIFICATION.md -->` for all of it, `<!-- from README.md speed -->` for
what stands there between `<!-- speed -->` and `<!-- /speed -->`. Files that are named in a text become links to their pages.
"""

from __future__ import annotations

import re
from pathlib import PurePosixPath

from ..kernel.errors import LabError
from ..places import paper
from .sources import Source

PAPERS = {
    "verification.md": ("VERIFICATION.md", ""),
    "security.md": ("SECURITY.md", ""),
    "changelog.md": ("CHANGELOG.md", ""),
    "contributing.md": ("CONTRIBUTING.md", ""),
    "licence.md": ("LICENSE", "Licence"),
}
"""Papers that are a page each, and the title of those that have none."""

_FROM = re.compile(r"^<!-- from (\S+?)(?: (\w+))? -->$", re.MULTILINE)
_NAMED = re.compile(r"(?<!\[)`((?:docs/|notebooks/)?[\w./-]+\.(?:md|ipynb))`(?!\])")
_PYTHON = re.compile(r"^```python\n(?=>>> )", re.MULTILINE)


def paper_sources() -> list[Source]:
    """A page for each paper."""
    return [
        Source(page, f"# {title}\n\n<!-- from {name} -->\n" if title else f"<!-- from {name} -->\n")
        for page, (name, title) in PAPERS.items()
    ]


def taken_in(text: str) -> str:
    """A page with what it takes from papers."""
    return _FROM.sub(lambda found: _part(found[1], found[2]), text)


def _part(name: str, part: str | None) -> str:
    text = paper(name).read_text(encoding="utf-8")
    if part is None:
        return text.strip()
    begin, end = f"<!-- {part} -->", f"<!-- /{part} -->"
    _, found, rest = text.partition(begin)
    inside, closed, _ = rest.partition(end)
    if not (found and closed):
        raise LabError(f"{name}: there is nothing between {begin} and {end}")
    return inside.strip()


def linked(text: str, here: str, pages: set[str]) -> str:
    """A page on which files that are named lead to their pages; `here` is its own."""
    own = {paper: page for page, (paper, _) in PAPERS.items()}

    def target(name: str) -> str | None:
        if name.endswith(".ipynb"):
            name = f"notebooks/{PurePosixPath(name).stem}.md"
        name = own.get(name, name.removeprefix("docs/"))
        return name if name in pages and name != here else None

    def replaced(found: re.Match[str]) -> str:
        place = target(found[1])
        return found[0] if place is None else f"[{found[0]}]({_way(here, place)})"

    return _NAMED.sub(replaced, text)


def sessions(text: str) -> str:
    """A page whose Python with prompts is coloured as such, so that prompts and answers are not copied."""
    return _PYTHON.sub("```pycon\n", text)


def _way(here: str, place: str) -> str:
    """From one page to another."""
    up = "../" * (len(PurePosixPath(here).parts) - 1)
    return f"{up}{place}"
