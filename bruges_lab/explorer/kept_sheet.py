"""What is seen of keeping: the button to the list of kept games, the list, and the sentence where something is not kept."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import TYPE_CHECKING

from ..games import shelf
from ..kernel import LabError
from ..kernel.errors import one_line
from ..rulebook.seats import seats_in
from ..show.svg import Svg, tag
from .keeping import ELSEWHERE
from .kept_folder import MOST_GAMES, KeptGame
from .markup import block, button, heading, span, text

if TYPE_CHECKING:
    from .explorer import Explorer


def acts_of(explorer: Explorer) -> dict[str, Callable[[str], None]]:
    """What can be pressed."""
    return {
        "kept": lambda _: explorer.show_kept(),
        "kept.open": explorer.open_kept,
        "kept.copy": lambda _: explorer.keep_copy(),
        "kept.fetch": lambda _: explorer.download(),
        "kept.here": lambda _: explorer.go_on_here(),
        "kept.again": lambda _: explorer.try_to_keep(),
    }


def keeps(explorer: Explorer) -> bool:
    """Whether games are kept here at all."""
    return explorer.keeping is not None and explorer.keeping.games is not None


def opener(explorer: Explorer) -> Svg:
    """The button to the list."""
    if not keeps(explorer):
        return Svg("")
    say = explorer.words
    shown = "true" if explorer.sheet_of_kept else "false"
    return button("kept", "", say("kept.title"), "small", aria_expanded=shown)


def download(explorer: Explorer) -> Svg:
    """The button to download the game, for whoever may have all of it."""
    if not explorer.may_download:
        return Svg("")
    return button("kept.fetch", "", explorer.words("edit.fetch"), "small")


def notice(explorer: Explorer) -> Svg:
    """Why the game is not kept, and what can be done about it."""
    say, trouble = explorer.words, explorer.trouble
    if not trouble:
        return Svg("")
    if trouble == ELSEWHERE:
        return block("unkept", text(say("kept.elsewhere")), button("kept.here", "", say("kept.here"), "small"), role="status")
    fetch = [download(explorer)] if not explorer.reach.paths else []
    again = button("kept.again", "", say("kept.again"), "small")
    lost = "1" if explorer.would_be_lost else None
    return block("unkept", text(say("kept.not", why=say(f"kept.why_{trouble}"))), *fetch, again, role="alert", data_unkept=lost)


def drawn(explorer: Explorer) -> Svg:
    """The sheet: where games are kept, and each of them to be opened again."""
    say, keeping = explorer.words, explorer.keeping
    kept = explorer.kept_games()
    name = "" if keeping is None else keeping.name
    close = button("close", "", "×", "close", aria_label=say("close"))
    copy = button("kept.copy", "", say("kept.copy"), "small", data_tip=say("kept.copy_tip"))
    fetch = [] if explorer.reach.paths else [download(explorer)]
    rows = [_row(explorer, one, here=one.name == name) for one in kept] or [block("quiet", text(say("kept.none")))]
    return tag(
        "div",
        close,
        heading(say("kept.title")),
        block("quiet", text(say("kept.where"))),
        block("keptacts", copy, *fetch),
        tag("ul", *rows, class_="bl-keptlist") if kept else rows[0],
        block("quiet", text(say("kept.bounds", most=MOST_GAMES))),
        *_folder(explorer),
        class_="bl-popbox bl-sheet",
        role="dialog",
        aria_label=say("kept.title"),
    )


def _folder(explorer: Explorer) -> list[Svg]:
    """Where they lie, for whoever can go there: on a page nobody is told of the machine."""
    games = None if explorer.keeping is None else explorer.keeping.games
    if games is None or not explorer.reach.paths:
        return []
    return [tag("code", text(one_line(games.folder, 200)), class_="bl-keptwhen")]


def _row(explorer: Explorer, kept: KeptGame, *, here: bool) -> Svg:
    say, lang = explorer.words, explorer.lang
    try:
        manifest = shelf.find(kept.game)
    except LabError:  # kept when there was such a game here
        return Svg("")
    players = ", ".join(seats_in(manifest, kept.names, lang))
    stands = [say("kept.over")] if kept.over else [say("timeline.round", round=kept.chapter)] if kept.chapter else []
    last = say("kept.open_now") if here else when(kept.when.astimezone(), say)
    words = [
        span("keptname", " · ".join((manifest.called(lang), *stands, last))),
        span("keptwhen", f"{players} · {say('kept.steps', count=kept.moves)}"),
    ]
    if here:
        return tag("li", *words, class_="bl-kepthere")
    act = {"data_act": "kept.open", "data_value": kept.name, "data_key": f"kept:{kept.name}"}
    return tag("li", tag("button", *words, type="button", class_="bl-choice", **act))


def when(moment: datetime, say: Callable[..., str]) -> str:
    """A day and a time in words."""
    days = (datetime.now(moment.tzinfo).date() - moment.date()).days
    clock = f"{moment:%H:%M}"
    if days in (0, 1):
        return say("kept.today" if days == 0 else "kept.yesterday", time=clock)
    return say("kept.day", day=f"{moment:%d}", month=f"{moment:%m}", year=f"{moment:%Y}", time=clock)
