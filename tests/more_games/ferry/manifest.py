"""Ferry for the lab: everything it has above the kernel, and where."""

from pathlib import Path

from bruges_lab.games.manifest import Manifest

MANIFEST = Manifest(
    __name__,
    name="ferry",
    title={"en": "Ferry", "fr": "Le bac"},
    players=range(2, 5),
    data=Path(__file__).parent,
    kit="rules:FerryKit",
    set_up="rules:set_up",
    words="lab",
    texts=".",
    catalogue="rules_data",
    fields="fields:FIELDS",
    positions="fields:agenda_from",
    scenarios="scenarios.toml",
    lessons="lessons.toml",
)
