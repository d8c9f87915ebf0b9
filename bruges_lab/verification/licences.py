"""The licences of everything the lab needs, out of the metadata of what is installed.

`python -m bruges_lab.verification.licences` writes docs/licences.md on standard output. What a user installs must not be under
the GPL or AGPL; tools for tests and benchmarks are listed apart, since nobody gets them with the lab.
"""

from __future__ import annotations

import re
from importlib import metadata
from typing import NamedTuple

from .installing import dependencies, working_copy

TOOLS = ("test", "bench", "fuzz")
COPYLEFT = re.compile(r"(?<!L)\bA?GPL|\b(?:Affero|GNU) General Public|(?<!Lesser )General Public License", re.I)
LESSER = re.compile(r"LGPL|Lesser General Public", re.I)

HEAD = """\
# Licences of what the lab needs

Made by `python -m bruges_lab.verification.licences` from the metadata of the installed packages, not by hand. The lab itself is
under the MIT licence. Nothing that is installed with it is under the GPL or the AGPL, with the extras for the explorer (`lab`)
and for the documentation (`docs`) included. The pages of the documentation hold scripts, styles and icons of
Material for MkDocs, which are under the MIT licence; the icons of Material Design in them are under the Apache Licence 2.0.
"""


class Package(NamedTuple):
    """An installed package, its licence, and who needs it."""

    name: str
    licence: str
    needed_by: tuple[str, ...]


def licence(name: str) -> str:
    """The licence of an installed package in few words."""
    found = metadata.metadata(name)
    for expression in found.get_all("License-Expression") or ():
        return str(expression)
    classifiers = map(str, found.get_all("Classifier") or ())
    named = [value.rpartition(" :: ")[2] for value in classifiers if value.startswith("License :: ")]
    named = [value for value in named if value != "OSI Approved"]
    if named:
        return ", ".join(dict.fromkeys(named))
    texts = ["".join(map(str, found.get_all("License") or ()))]
    texts += [metadata.distribution(name).read_text(f"licenses/{file}") or "" for file in found.get_all("License-File") or ()]
    headings = [words.strip().partition("\n")[0] for words in texts]
    return next((words for words in headings if 0 < len(words) <= 60), "not stated")


def needed(names: list[str], by_whom: str = "the lab") -> list[Package]:
    """The named packages that are installed, and all that they need in turn, in the order of their names."""
    from packaging.requirements import Requirement
    from packaging.utils import canonicalize_name

    why: dict[str, set[str]] = {}
    waiting = [(str(canonicalize_name(name)), by_whom, frozenset[str]()) for name in names]
    done = set()
    while waiting:
        name, by, extras = waiting.pop()
        try:
            required = metadata.requires(name) or []
        except metadata.PackageNotFoundError:
            continue
        why.setdefault(name, set()).add(by)
        if (name, extras) in done:
            continue
        done.add((name, extras))
        for requirement in map(Requirement, required):
            marker = requirement.marker
            if marker is None or any(marker.evaluate({"extra": extra}) for extra in ("", *extras)):
                waiting.append((str(canonicalize_name(requirement.name)), name, frozenset(requirement.extras)))
    return [Package(name, licence(name), tuple(sorted(by))) for name, by in sorted(why.items())]


def is_copyleft(words: str) -> bool:
    """Whether a licence is the GPL or the AGPL, and not only the LGPL; one of two that may be chosen does no harm."""
    if re.search(r"\bOR\b", words):
        return all(is_copyleft(part) for part in re.split(r"\bOR\b", words))
    return COPYLEFT.search(LESSER.sub("", words)) is not None


def page() -> str:
    """docs/licences.md."""
    root = working_copy()
    lab = needed([*dependencies(root), *dependencies(root, "lab"), *dependencies(root, "docs")])
    wrong = [package.name for package in lab if is_copyleft(package.licence)]
    if wrong:
        raise AssertionError(f"under the GPL or AGPL: {', '.join(wrong)}")
    with_lab = {package.name for package in lab}
    tools = needed([name for extra in TOOLS for name in dependencies(root, extra)], "tests, benchmarks")
    parts = [HEAD, "## What is installed with it\n", _table(lab), "## Tools for tests, benchmarks and fuzzing\n"]
    parts += ["Not installed with the lab, and no part of it.\n", _table([one for one in tools if one.name not in with_lab])]
    return "\n".join(parts)


def _table(packages: list[Package]) -> str:
    rows = []
    for package in packages:
        by = package.needed_by[:4]
        more = f" and {len(package.needed_by) - 4} more" if len(package.needed_by) > 4 else ""
        rows.append(f"| {package.name} | {package.licence} | {', '.join(by)}{more} |")
    return "\n".join(["| package | licence | needed by |", "| --- | --- | --- |", *rows]) + "\n"


if __name__ == "__main__":
    print(page(), end="")
