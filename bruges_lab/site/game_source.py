"""The page of a game: what the lab has of it, and where to go on; with a picture of a position, drawn when the site is built."""

from __future__ import annotations

from collections.abc import Iterator

from ..analysis.playouts import play_out
from ..games import shelf
from ..games.manifest import Manifest
from ..lab import new_game
from ..places import docs
from ..rulebook.texts import languages_of
from ..show.rulebook_pages import plain
from .discrepancy_source import discrepancy_source
from .discrepancy_source import name as discrepancy_name
from .rulebook_source import name as rulebook_name
from .rulebook_source import overview_figures, reference_sheet, rulebook_source
from .sources import NATIVE, Contents, Source, lines

SEED = 7
"""Of the game that the picture shows."""


def game_sources(manifest: Manifest) -> Iterator[Source]:
    """Every page of a game: its own, and one per language for its rules and for what documents say differently."""
    home = f"games/{manifest.name}"
    yield Source(f"{home}/index.md", game_page(manifest))
    yield Source(f"{home}/position.svg", _picture(manifest))
    for lang in languages_of(manifest):
        if manifest.has("catalogue"):
            yield rulebook_source(manifest, lang)
            yield from overview_figures(manifest, lang)
            if manifest.has("overview"):
                yield reference_sheet(manifest, lang)
        if manifest.has("discrepancies"):
            yield discrepancy_source(manifest, lang)


def shelf_source() -> Source:
    """The page of all games."""
    rows = ["| game | players | rules | open questions |", "| --- | --- | --- | --- |"]
    for manifest in shelf.games():
        home, languages = manifest.name, languages_of(manifest)
        links = {
            slot: " · ".join(f"[{NATIVE[lang]}]({home}/{page(lang)}.md)" for lang in languages) if manifest.has(slot) else "–"
            for slot, page in (("catalogue", rulebook_name), ("discrepancies", discrepancy_name))
        }
        rows.append(
            f"| [{plain(manifest.called())}]({home}/index.md) | {_seats(manifest)} "
            f"| {links['catalogue']} | {links['discrepancies']} |"
        )
    about = (
        "The rulebooks are made from the rules that run: each rule has an address of its own, "
        "and examples are played when the page is "
        "made. Open questions are those that the documents answer differently or not at all, with the answer that is played here."
    )
    own = "A game that you [write yourself](../write_a_game.md) gets the same pages when the site is built beside it."
    return Source("games/index.md", lines(["# Games and rulebooks", about, "\n".join(rows), own]))


def game_contents(manifest: Manifest) -> Contents:
    """Its part of the contents of the site."""
    home, languages = f"games/{manifest.name}", languages_of(manifest)
    parts: Contents = [f"{home}/index.md"]
    if manifest.has("catalogue"):
        parts.append({"Rulebook": [{NATIVE[lang]: f"{home}/{rulebook_name(lang)}.md"} for lang in languages]})
    if manifest.has("discrepancies"):
        named = [{NATIVE[lang]: f"{home}/{discrepancy_name(lang)}.md"} for lang in languages]
        parts.append({"Where the documents disagree": named})
    return parts


def _picture(manifest: Manifest) -> str:
    """A position from the middle of a game that the computer plays."""
    game = play_out(new_game(manifest.name, seed=SEED), "greedy", seed=SEED).into()
    game.goto(game.nodes[len(game.nodes) // 2])
    return manifest.picture.whole(game.state, game.names, None, "en")


def game_page(manifest: Manifest) -> str:
    """What there is of it."""
    name, title = manifest.name, manifest.called()
    usual = manifest is shelf.find()
    said, chosen = ("", "") if usual else (f'"{name}", ', f" --game {name}")
    parts = [f"# {plain(title)}", f"For {_seats(manifest)} players. {_has(manifest)}", "\n".join(_read(manifest))]
    parts += [
        "## Try it",
        "```python\nimport bruges_lab as bl\n\n"
        f"bl.Explorer(bl.new_game({said}players={manifest.usual_players(None)}, seed={SEED}))\n```",
        f"Or without any code: `bruges-lab serve{chosen}` opens the explorer as a page, "
        f"`bruges-lab play{chosen}` plays in the terminal.",
        "![A position in the middle of a game, as the lab draws it](position.svg){ .bl-position }",
    ]
    return lines([*parts, *_documents(manifest), *_own_names(manifest)])


def _seats(manifest: Manifest) -> str:
    seats = manifest.players
    return f"{seats.start} to {seats.stop - 1}" if len(seats) > 1 else f"{seats.start}"


def _has(manifest: Manifest) -> str:
    """How much there is, in a sentence."""
    counted = [
        (len(manifest.catalogue) if manifest.has("catalogue") else 0, "rules"),
        (len(manifest.scenarios) if manifest.has("scenarios") else 0, "scenarios that show them"),
        (len(manifest.discrepancies) if manifest.has("discrepancies") else 0, "numbered questions that its documents leave open"),
    ]
    said = [f"{number} {what}" for number, what in counted if number]
    if not said:
        return ""
    return f"The lab has {', '.join(said[:-1])}{' and ' if said[1:] else ''}{said[-1]}."


def _read(manifest: Manifest) -> Iterator[str]:
    """What there is to read of it, in which languages."""
    for slot, what, page in (
        ("catalogue", "The rulebook", rulebook_name),
        ("discrepancies", "Where the documents disagree", discrepancy_name),
    ):
        if manifest.has(slot):
            yield f"- {what}: {' · '.join(f'[{NATIVE[lang]}]({page(lang)}.md)' for lang in languages_of(manifest))}"
    if (docs() / f"{manifest.name}.md").is_file():
        yield f"- More about it: [{plain(manifest.called())}](../../{manifest.name}.md)"


def _documents(manifest: Manifest) -> Iterator[str]:
    if not manifest.has("readings"):
        return
    yield "## Documents and rulesets"
    yield "Each of these is a ruleset: what the document, or the set of modules, has other than the default."
    yield "\n".join(
        [
            "| name | what it is | with further names |",
            "| --- | --- | --- |",
            *(
                f"| `{name}` | {plain(one.title)} | {', '.join(f'`{name}:{other.name}`' for other in one.alternative) or '–'} |"
                for name, one in manifest.readings.items()
            ),
        ]
    )


def _own_names(manifest: Manifest) -> Iterator[str]:
    if manifest.exported():
        yield "## Names of its own in Python"
        before = "bl." if manifest is shelf.find() else f"bl.{manifest.name}."
        names = ", ".join(f"`{before}{name}`" for name in manifest.exported())
        yield f"{names}: see the [reference](../../reference/{manifest.name}.md)."
