"""The catalogue of rules as the lab reads it, with all its checks.

While chapters are still to come, the rules that no file has yet stand in as bare ids, so that those there are can be read.
"""

from __future__ import annotations

import shutil
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

from burdigala_rule_ids import RULES

from bruges_lab import places
from bruges_lab.games.burdigala.manifest import MANIFEST
from bruges_lab.games.manifest import Manifest
from bruges_lab.rulebook.catalogue import Catalogue, Rule, catalogue_for

TO_COME = "zz_to_come"


@cache
def rulebook() -> Catalogue:
    """All 152 rules."""
    if MANIFEST.has("catalogue"):
        return Catalogue.load(places.data("burdigala", "rules"), "burdigala")
    folder = Path(mkdtemp()) / "burdigala"
    shutil.copytree(places.data("burdigala"), folder)
    (folder / "readings").mkdir(exist_ok=True)
    (folder / "readings" / "004.toml").write_text('document = "004"\ntitle = "Burdigala"\nlanguage = "en"\n', encoding="utf-8")
    there = {
        line.split('"')[1]
        for path in (folder / "rules").glob("*.toml")
        for line in path.read_text("utf-8").splitlines()
        if line.startswith("id = ")
    }
    texts = "".join(f'text.{lang} = "…"\n' for lang in ("en", "de", "fr", "it"))
    rest = [
        f'[[rule]]\nid = "{rule}"\nkind = "definition"\n{texts}documents = {{ 004 = "silent" }}\n'
        for rule in RULES
        if rule not in there
    ]
    (folder / "rules" / f"{TO_COME}.toml").write_text("\n".join(rest), encoding="utf-8")
    slots = {
        slot: MANIFEST.written(slot)
        for slot in ("kit", "set_up", "words", "material", "ruleset", "texts", "discrepancies", "subjects")
    }
    manifest = Manifest(
        MANIFEST.home,
        name="burdigala",
        title=MANIFEST.title,
        players=MANIFEST.players,
        data=folder,
        catalogue="rules",
        readings="readings",
        **slots,
    )
    return catalogue_for(manifest, "rules")


def written() -> list[Rule]:
    """The rules that are there."""
    return [rule for rule in rulebook().values() if not rule.chapter.endswith("to_come")]
