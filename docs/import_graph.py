"""Draw which room imports which: `python docs/import_graph.py` writes import_graph.svg beside this file, from the code.

Rooms stand on each other from the ground up. A dark line is an import that no other way leads to, a light one an import of what
the rooms between need as well. A game stands beside the tower: it may use every room, and the rooms know it only by its manifest.
"""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from pathlib import Path

from bruges_lab.verification import import_graph as graph

FILE = Path(__file__).with_name("import_graph.svg")

ABOUT = {
    "verification": "long checks, benchmarks, this picture",
    "site": "the documentation as pages",
    "cli": "the command line",
    "serving": "notebooks and the explorer as a page",
    "web": "the explorer where Python runs in the page",
    "explorer": "a game in a notebook, panel by panel",
    "textcheck": "holds rulebook texts against the rules",
    "documents": "reading texts and Word documents",
    "show": "pictures, figures, cards, handouts",
    "analysis": "playouts, trees, search, simulations, scores",
    "lab": "what a user types: new games, saves, texts",
    "links": "a game as the letters of a link",
    "rulebook": "rules, words, scenarios, lessons, readings",
    "games": "the contract: a manifest per game, and the shelf",
    "places": "where data lies, which extra brings what",
    "kernel": "engine, game, chance, events, saves; knows no game",
}
"""The rooms, top first, and what each is for."""

JOINED = {"__main__": "cli", graph.PACKAGE: "lab", "extras": "places"}
"""Single files that are drawn with the room they open."""

LEGEND = "dark: no other way leads there; light: rooms between need it too; dashed: reached by strings only"
WIDTH, ROW, BOX = 1000, 62, 44
LEFT, WIDE, PLUG, PLUG_WIDE = 290, 370, 760, 210
TOP = 24
LIGHT = {"ink": "#1f2933", "faint": "#b8c2cc", "paper": "#ffffff", "frame": "#52606d", "accent": "#9a3412"}
INK, FAINT, PAPER, FRAME, ACCENT = (f"var(--graph-{name}, {colour})" for name, colour in LIGHT.items())
"""Where the picture stands in a page, its style sheet may say otherwise: the site does, in the dark."""
Pair = tuple[str, str]


def drawn_links() -> tuple[dict[Pair, int], dict[str, int]]:
    """How many modules of one room import another, and how many of each room a game uses."""
    tower: dict[Pair, int] = {}
    plug: dict[str, int] = {}
    for (by, what), count in graph.links().items():
        by, what = JOINED.get(by, by), JOINED.get(what, what)
        if graph.is_game(by) and not graph.is_game(what):
            plug[what] = plug.get(what, 0) + count
        elif by != what and by in ABOUT and what in list(ABOUT)[list(ABOUT).index(by) :]:  # upwards nothing may be imported
            tower[by, what] = tower.get((by, what), 0) + count
    return tower, plug


def is_implied(pair: Pair, pairs: dict[Pair, int]) -> bool:
    """Whether another way leads from one room to the other."""
    by, what = pair
    reached, waiting = set(), [below for above, below in pairs if above == by and below != what]
    while waiting:
        room = waiting.pop()
        if room not in reached:
            reached.add(room)
            waiting += [below for above, below in pairs if above == room]
    return what in reached


def middle(room: str) -> int:
    """The height at which a room stands."""
    return TOP + list(ABOUT).index(room) * ROW + BOX // 2


def text(x: float, y: float, words: str, size: int = 13, colour: str = INK, **more: str) -> str:
    """A line of text."""
    further = "".join(f' {name.replace("_", "-")}="{value}"' for name, value in more.items())
    return f'<text x="{x:g}" y="{y:g}" font-size="{size}" fill="{colour}"{further}>{escape(words)}</text>'


def box(room: str) -> Iterator[str]:
    """A room: its name, how much it holds, and what for."""
    y = middle(room) - BOX // 2
    held = [path for name, path in graph.modules().items() if JOINED.get(graph.room(name), graph.room(name)) == room]
    lines = sum(len(path.read_text(encoding="utf-8").splitlines()) for path in held)
    yield f'<rect x="{LEFT}" y="{y}" width="{WIDE}" height="{BOX}" rx="6" fill="{PAPER}" stroke="{FRAME}" stroke-width="1.4"/>'
    yield text(LEFT + 14, y + 19, "games/manifest, games/shelf" if room == "games" else room, 15, font_weight="bold")
    yield text(LEFT + 14, y + 36, ABOUT[room], 12, FRAME)
    yield text(LEFT + WIDE - 12, y + 19, f"{len(held)} files, {lines:,} lines", 11, FRAME, text_anchor="end")


def arc(pair: Pair, count: int, implied: bool) -> str:
    """An import between rooms: beside the tower, the farther out the farther down it leads."""
    above, below = middle(pair[0]) + 7, middle(pair[1]) - 7
    if not implied and below - above < ROW:
        x, above, below = LEFT + WIDE // 2, middle(pair[0]) + BOX // 2, middle(pair[1]) - BOX // 2 - 2
        path = f"M{x} {above}V{below}"
    else:
        out = LEFT - 22 - 24 * (list(ABOUT).index(pair[1]) - list(ABOUT).index(pair[0]) - 1)
        path = f"M{LEFT} {above}C{out} {above} {out} {below} {LEFT - 2} {below}"
    colour, width, head = (FAINT, 1.1, "faint") if implied else (INK, 1.8, "ink")
    return (
        f'<path d="{path}" data-link="{" ".join(pair)}" fill="none" stroke="{colour}" stroke-width="{width}" '
        f'marker-end="url(#{head})"><title>{count} modules of {pair[0]} import {pair[1]}</title></path>'
    )


def plugged(plug: dict[str, int]) -> Iterator[str]:
    """The games beside the tower, and what they use of it."""
    used = [middle(room) for room in plug]
    y, bottom = min(used) - 30, max(used) + 30
    yield (
        f'<rect x="{PLUG}" y="{y}" width="{PLUG_WIDE}" height="{bottom - y}" rx="6" fill="{PAPER}" stroke="{ACCENT}" '
        f'stroke-width="1.4" stroke-dasharray="6 4"/>'
    )
    names = sorted(path.parent.name for path in (graph.HERE / "games").glob("*/manifest.py"))
    for number, words in enumerate(["a game is a plug-in", *(f"games/{name}" for name in names), "and others, by folder"]):
        style = {"font_weight": "bold"} if words.startswith("games/") else {}
        yield text(PLUG + 24, y + 40 + 22 * number, words, 15 if style else 12, ACCENT, **style)
    for room, count in plug.items():
        at = middle(room)
        yield (
            f'<path d="M{PLUG} {at}H{LEFT + WIDE + 3}" stroke="{ACCENT}" stroke-width="1.2" marker-end="url(#accent)">'
            f"<title>{count} modules of the games import {room}</title></path>"
        )


def heads() -> Iterator[str]:
    """The heads of the arrows."""
    for name, colour in (("ink", INK), ("faint", FAINT), ("accent", ACCENT)):
        yield (
            f'<marker id="{name}" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" '
            f'markerUnits="userSpaceOnUse" orient="auto"><path d="M0 0L8 4L0 8z" fill="{colour}"/></marker>'
        )


def picture() -> str:
    """The whole picture."""
    tower, plug = drawn_links()
    height = TOP * 2 + len(ABOUT) * ROW
    implied = {pair: is_implied(pair, tower) for pair in tower}
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="sans-serif" role="img">',
        "<title>Which room of the lab imports which</title>",
        f'<rect width="{WIDTH}" height="{height}" fill="{PAPER}"/>',
        f"<defs>{''.join(heads())}</defs>",
        *(arc(pair, tower[pair], implied[pair]) for pair in sorted(tower, key=lambda pair: (not implied[pair], pair))),
        *plugged(plug),
        *(part for room in ABOUT for part in box(room)),
        text(LEFT, height - 14, LEGEND, 11, FRAME),
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


if __name__ == "__main__":
    FILE.write_text(picture(), encoding="utf-8")
    print(f"{FILE.name}: {len(drawn_links()[0])} imports between rooms")
