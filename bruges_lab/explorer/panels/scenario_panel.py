"""What stands around the form of the position editor: where to start from, texts to share, the game and its outcome as files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ...kernel.errors import one_line
from ...show.svg import Svg, tag
from ..markup import block, button, select, span, text, upload
from ..reach import MOST_OFFERED
from .edit_form import section_html

if TYPE_CHECKING:
    from ...games.manifest import Manifest
    from .edit_panel import Editing

MOST_TITLES = 8


def _wrong(editor: Editing, section: str) -> Svg:
    message = editor.opened.refused.get(f"@{section}")
    return Svg("") if message is None else block("wrong", text(message), role="status")


def start_html(editor: Editing) -> Svg:
    """The game here, an empty table, a scenario by its title, or a text that was pasted."""
    say = editor.explorer.words
    manifest, search = editor.explorer.game.manifest, editor.search.strip()
    found, count = titles(manifest, editor.explorer.lang, search, MOST_TITLES) if search else ([], 0)
    rows = [button("edit.from", name, title, "choice", title=name) for name, title in found]
    if count > len(found):
        rows.append(block("quiet", text(say("edit.more_titles", count=count - len(found)))))
    elif search and not found:
        rows.append(block("quiet", text(say("edit.no_titles"))))
    here = (
        []
        if editor.explorer.seat is not None
        else [button("edit.from_here", "", say("edit.from_here"), "small", title=say("edit.from_here_about"))]
    )
    by_title = block(
        "editfind",
        block("editbuttons", *here, button("edit.from_empty", "", say("edit.from_empty"), "small")),
        _typed("search", editor.search, say("edit.search"), kind="search"),
        *rows,
    )
    by_text = block(
        "editpaste",
        _area("paste", editor.pasted, say("edit.paste")),
        block(
            "editbuttons",
            button("edit.read", "", say("edit.read"), "small"),
            button("edit.open_text", "", say("edit.open_text"), "small"),
        ),
    )
    return section_html(say("edit.start_from"), block("editstart", by_title, by_text), _wrong(editor, "start"))


def titles(manifest: Manifest, lang: str, words: str, most: int) -> tuple[list[tuple[str, str]], int]:
    """Scenarios of a game by name and title, as far as they match some words; and how many there are of these."""
    wanted = words.casefold().split()
    if not manifest.has("scenarios"):
        return [], 0
    found = [
        (name, record.title.get(lang, name))
        for name, (record, _) in manifest.scenarios.items()
        if all(word in f"{name} {record.title.get(lang, '')}".casefold() for word in wanted)
    ]
    return found[:most], len(found)


def explore_html(editor: Editing) -> Svg:
    """The way from the form into the explorer; closed while something is wrong."""
    say = editor.explorer.words
    fault = editor.current.fault
    off = "true" if fault is not None else None
    words = block("quiet", text(say("edit.last_legal"))) if fault is not None else Svg("")
    return Svg(button("edit.explore", "", say("edit.explore"), "main", aria_disabled=off) + words + _wrong(editor, "explore"))


def share_html(editor: Editing) -> Svg:
    """The game, or the position on the form, as a short text to copy."""
    say = editor.explorer.words
    which = [] if editor.explorer.seat is not None else [button("edit.share", "game", say("edit.share_game"), "small")]
    which.append(button("edit.share", "draft", say("edit.share_position"), "small"))
    shown = [_area("shared", editor.shared, say("edit.copy"), readonly="readonly")] if editor.shared else []
    return section_html(say("edit.share"), block("editbuttons", *which), *shown, _wrong(editor, "share"))


def game_html(editor: Editing) -> Svg:
    """Saving and loading the game."""
    say = editor.explorer.words
    if not editor.explorer.reach.paths:
        return _game_on_a_page(editor)
    pressed = block(
        "editbuttons",
        button("edit.save", "", say("edit.save"), "small"),
        button("edit.load", "", say("edit.load"), "small"),
    )
    return section_html(
        say("edit.game_file"),
        _typed("path", editor.path, say("edit.path"), placeholder="game.json"),
        _ask(editor, "game") if editor.replacing == "game" else pressed,
        _wrong(editor, "game"),
    )


def _game_on_a_page(editor: Editing) -> Svg:
    """To the visitor's own machine and back; and into the page's folder, if it has one."""
    say, reach = editor.explorer.words, editor.explorer.reach
    fetch = [] if editor.explorer.seat is not None else [button("edit.fetch", "", say("edit.fetch"), "small")]
    own = editor.explorer.keeping is not None and editor.explorer.keeping.games is not None
    save = [button("edit.save", "", say("edit.save"), "small")] if reach.writes or own else []
    where = "edit.folder" if reach.writes else "kept.where" if own else "edit.no_folder"
    kept = [("", say("edit.kept")), *((name, name) for name in reach.kept("game"))]
    return section_html(
        say("edit.game_file"),
        block("editbuttons", *fetch, *save, upload("edit.upload", say("edit.upload"), ".json")),
        select("edit.load", kept, "", say("edit.load")) if len(kept) > 1 else Svg(""),
        block("quiet", text(say("file.most", files=MOST_OFFERED))) if len(kept) > MOST_OFFERED else Svg(""),
        block("quiet", text(say(where))),
        _wrong(editor, "game"),
    )


def outcome_html(editor: Editing) -> Svg:
    """The latest steps of the game as a scenario with their outcome; only for who may see everything."""
    if editor.explorer.seat is not None:
        return Svg("")
    say = editor.explorer.words
    most = len(editor.explorer.game.line) - 1
    reach = editor.explorer.reach
    save = [button("edit.save_scenario", "", say("edit.save_scenario"), "small")] if reach.writes else []
    fetch = [] if reach.paths else [button("edit.fetch_scenario", "", say("edit.fetch"), "small")]
    typed = [_typed("scenario_path", editor.scenario_path, say("edit.path"), placeholder="scenario.toml")] if reach.paths else []
    return section_html(
        say("edit.scenario_file"),
        block("quiet", text(say("edit.scenario_about"))),
        _typed("steps", str(min(editor.steps, most)), say("edit.steps"), inputmode="numeric"),
        *typed,
        _typed("scenario_name", editor.scenario_name, say("edit.scenario_name"), placeholder="fire_at_the_gate"),
        _typed("title", editor.title, say("edit.title")),
        _ask(editor, "scenario") if editor.replacing == "scenario" else block("editbuttons", *fetch, *save),
        _wrong(editor, "scenario"),
    )


def _ask(editor: Editing, what: str) -> Svg:
    say = editor.explorer.words
    path = Path(editor.path if what == "game" else editor.scenario_path)
    return block(
        "wrong",
        text(say("edit.exists", file=one_line(path.name, 60))),
        button(f"edit.replace_{what}", "", say("edit.replace"), "small"),
        button("edit.keep", "", say("edit.keep"), "small"),
        role="status",
    )


def _typed(act: str, value: str, label: str, *, kind: str = "text", **more: str | float | None) -> Svg:
    """A labelled field that the kernel hears of while somebody types: nothing is lost when a button is pressed next."""
    key = f"edit.{act}"
    inside = tag("input", type=kind, value=value, data_act=key, data_key=key, data_live="1", data_keep="1", **more)
    return tag("label", span("label", label), inside, class_="bl-field bl-editfield")


def _area(act: str, value: str, label: str, **more: str | float | None) -> Svg:
    key = f"edit.{act}"
    live = {} if "readonly" in more else {"data_act": key, "data_live": "1", "data_keep": "1"}
    inside = tag("textarea", text(value), rows="3", spellcheck="false", data_key=key, **live, **more)
    return tag("label", span("label", label), inside, class_="bl-field bl-editfield")
