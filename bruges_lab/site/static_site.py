"""The static site: the explorer of every game as a page, lessons, a class, rulebooks and documentation, for any web server.

It is made beside its place and put there whole. `parts/` holds what pages load, in a folder named by a hash of it, so that a
browser may keep it for ever; nothing is loaded from anywhere else.
"""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections.abc import Callable
from hashlib import sha256
from html import escape
from pathlib import Path
from typing import Any, NamedTuple

from ..explorer.controls import LANGUAGE_NAMES
from ..extras import need
from ..games import shelf
from ..games.manifest import Manifest
from ..lab import new_game
from ..rulebook.texts import LANGUAGES, lab_texts
from ..web import page as web_page
from . import player_archives
from .notebook_source import title_of
from .pinned_parts import fetched, parts
from .running_notebooks import ONLY_READ, build_notebooks
from .running_notebooks import notebooks as notebook_files
from .site_building import build_site, check_place, unusable

MARK = ".bruges-lab-docs"
STATIC = Path(web_page.__file__).with_name("static")
SCRIPTS = ("worker.js", "widgets.js", "kept.js", "player.js", "player.css", "theme.js", "class.js", "pupil.js", "lists.js")
NAMED = ("lessons", "class", "notebooks", "docs")
"""The pages besides those of games, by what they are called."""
WORDS = ("load", "unpack", "start", "failed", *NAMED)
CLASS_WORDS = (
    *(
        "about",
        "make",
        "title",
        "game",
        "lang",
        "own_lang",
        "scenario",
        "question",
        "add",
        "make_link",
        "made",
        "link",
        "copy",
        "file",
    ),
    *("collect", "texts", "show", "name", "solved", "wrong", "marks", "tasks", "answer", "answers", "hand_in", "write", "close"),
    "nothing_else",
)
CSP = (
    "default-src 'self'; script-src 'self' blob: 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self' blob:; worker-src 'self' blob:; "
    "object-src 'none'; base-uri 'none'"
)
NOTEBOOK_CSP = CSP.replace("'wasm-unsafe-eval'", "'unsafe-eval' 'wasm-unsafe-eval'")
"""JupyterLab compiles the schemas of its settings in the browser; what it may load is as strict as anywhere here."""
Tell = Callable[[str], object]


class With(NamedTuple):
    """What a site has besides the pages that are always there."""

    docs: bool
    notebooks: bool


def build_static_site(
    folder: str | Path, *, docs: bool = True, notebooks: bool = True, tell: Tell = print, cache: Path | None = None
) -> Path:
    """Build the site into a folder that is new, empty, or such a site; gives its first page. Without `docs` only what runs."""
    target = Path(os.path.realpath(folder))
    check_place(target)
    if notebooks:
        need("the notebooks of the static site", "jupyter_server")
    found = fetched(cache, notebooks=notebooks)
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        made = Path(tempfile.mkdtemp(prefix=f".{target.name}.", dir=target.parent))
    except (OSError, ValueError) as error:
        raise unusable(target, error) from None
    try:
        site = made / "site"
        site.mkdir(mode=0o755)
        _build(site, found, With(docs, notebooks), tell)
        if target.exists():
            target.rename(made / "before")
        site.rename(target)
        target.chmod(0o755)
    except OSError as error:
        raise unusable(target, error) from None
    finally:
        shutil.rmtree(made, ignore_errors=True)
    return target / "index.html"


def _build(site: Path, found: dict[str, Path], has: With, tell: Tell) -> None:
    tell("Bruges Lab packs Python and its packages for the browser.")
    loading = site / "parts" / "loading"
    loading.mkdir(parents=True)
    player_archives.build(found, loading, notebooks=has.notebooks)
    for name in SCRIPTS:
        shutil.copyfile(STATIC / name, loading / name)
    build = _fingerprint(loading)
    place = loading.rename(site / "parts" / build)
    (site / "sw.js").write_text((STATIC / "sw.js").read_text("utf-8").replace("@build@", build), encoding="utf-8")
    for manifest in games():
        _game_page(site, manifest, place, has)
    _list_pages(site, place, has)
    if has.notebooks:
        tell("Bruges Lab builds its notebooks.")
        build_notebooks(found, place, site / "notebooks", site.parent / "notebooks", NOTEBOOK_CSP)
    if has.docs:
        tell("Bruges Lab builds its documentation and rulebooks, which takes about half a minute.")
        build_site(site / "docs")
        (site / "docs" / MARK).unlink(missing_ok=True)
    pinned = [{"name": part.name, "version": part.version, "sha256": part.hash} for part in parts(notebooks=has.notebooks)]
    (site / "parts" / "pinned.json").write_text(json.dumps(pinned, indent=1) + "\n", encoding="utf-8")
    (site / MARK).write_text(build, encoding="utf-8")


def games() -> list[Manifest]:
    """The games that the site has: those of the lab. What is added from elsewhere is not packed for a browser."""
    return [manifest for manifest in shelf.games() if manifest.package.startswith(f"{shelf.__package__}.")]


def _fingerprint(folder: Path) -> str:
    found = sha256()
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            found.update(f"{path.relative_to(folder).as_posix()} {path.stat().st_size}\n".encode())
            found.update(path.read_bytes())
    return found.hexdigest()[:12]


# Pages


def _words(lang: str) -> dict[str, str]:
    names = (*WORDS, *(f"class.{name}" for name in CLASS_WORDS))
    return {name: lab_texts().say("site", name, {}, lang) for name in names}


def _frame(title: str, kind: str, place: Path, body: str, nav: str, lang: str = "en") -> str:
    base = f"parts/{place.name}"
    return f"""<!doctype html>
<html lang="{lang}">
<head>
<meta charset="utf-8">
<title>{escape(title)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="{CSP}">
<meta name="referrer" content="no-referrer">
<link rel="icon" href="data:;base64,=">
<link rel="stylesheet" href="{base}/player.css">
</head>
<body class="{kind}" data-voila="site" data-jp-theme-light="true">
<script src="{base}/theme.js"></script>
{nav}
{body}
</body>
</html>
"""


def _nav(here: str, has: With) -> str:
    links = [(f"{manifest.name}.html", escape(manifest.called()), "") for manifest in games()]
    links += [("lessons.html", "Lessons", "lessons"), ("class.html", "A class", "class")]
    links += [("notebooks.html", "Notebooks", "notebooks")] if has.notebooks else []
    links += [("docs/index.html", "Rulebooks and documentation", "docs")] if has.docs else []
    shown = "".join(
        f'<a href="{href}"{" aria-current=" + chr(34) + "page" + chr(34) if href == here else ""}'
        f"{f' data-word={word!r}' if word else ''}>{words}</a>"
        for href, words, word in links
    )
    return f'<nav class="bl-nav"><b><a href="index.html">Bruges Lab</a></b>{shown}</nav>'


def _settings(manifest: Manifest, place: Path) -> dict[str, Any]:
    first = [f"pyodide/{name}" for name in player_archives.PYODIDE_FILES] + ["first.zip"]
    return {
        "game": manifest.name,
        "later": player_archives.later(),
        "first": [*first, *SCRIPTS],
        "bytes": sum((place / name).stat().st_size for name in first),
        "words": {lang: _words(lang) for lang in LANGUAGES},
    }


def as_json(data: object) -> str:
    """Data inside a page: nothing in it can end the element that holds it."""
    return json.dumps(data, ensure_ascii=True).replace("<", "\\u003c")


def _game_page(site: Path, manifest: Manifest, place: Path, has: With) -> None:
    """The explorer of a game: until it is there, the picture of what it opens with."""
    game = new_game(manifest.name)
    picture = manifest.picture.whole(game.state, game.names, 0, "en")
    (site / f"{manifest.name}.svg").write_text(str(picture), encoding="utf-8")
    body = f"""<div id="bl-table"><div class="bl-waiting">
<img src="{manifest.name}.svg" alt="" fetchpriority="high">
<div class="bl-loading" role="status"><p id="bl-step"></p>
<div class="bl-track" role="progressbar" aria-valuemin="0" aria-valuemax="100" aria-valuenow="0" aria-labelledby="bl-step">
<div id="bl-bar"></div></div></div>
</div></div>
<script type="application/json" id="bl-settings">{as_json(_settings(manifest, place))}</script>
<script type="module" src="parts/{place.name}/player.js"></script>"""
    title = f"{manifest.called()} – Bruges Lab"
    nav = _nav(f"{manifest.name}.html", has)
    (site / f"{manifest.name}.html").write_text(_frame(title, "bl-player bl-waits", place, body, nav), encoding="utf-8")


def _card(href: str, title: str, words: str) -> str:
    return f'<li><a href="{escape(href)}"><b>{escape(title)}</b><span>{escape(words)}</span></a></li>'


def _list_pages(site: Path, place: Path, has: With) -> None:
    """The first page, the lessons, the notebooks, and the page of a class: each in every language, of which one is shown."""
    pages = [("index.html", "Bruges Lab", _home), ("lessons.html", "Lessons – Bruges Lab", _lessons)]
    pages += [("notebooks.html", "Notebooks – Bruges Lab", _notebooks)] if has.notebooks else []
    for name, title, page in pages:
        mains = "".join(f'<main lang="{lang}"{"" if lang == "en" else " hidden"}>{page(lang, has)}</main>' for lang in LANGUAGES)
        tongues = "".join(f'<option value="{lang}">{words}</option>' for lang, words in LANGUAGE_NAMES.items())
        words = {lang: {name: lab_texts().say("site", name, {}, lang) for name in NAMED} for lang in LANGUAGES}
        body = f"""{mains}
<p class="bl-siteword"><select data-languages aria-label="Language">{tongues}</select></p>
<script type="application/json" id="bl-words">{as_json(words)}</script>
<script type="module" src="parts/{place.name}/lists.js"></script>"""
        (site / name).write_text(_frame(title, "bl-page", place, body, _nav(name, has)), encoding="utf-8")
    (site / "class.html").write_text(_class_page(place, has), encoding="utf-8")


def _home(lang: str, has: With) -> str:
    def say(key: str) -> str:
        return lab_texts().say("site", key, {}, lang)

    cards = [_card(f"{manifest.name}.html", manifest.called(lang), say("home.explorer")) for manifest in games()]
    cards += [_card("lessons.html", say("lessons"), say("home.lessons")), _card("class.html", say("class"), say("home.class"))]
    cards += [_card("notebooks.html", say("notebooks"), say("home.notebooks"))] if has.notebooks else []
    cards += [_card("docs/index.html", say("docs"), say("home.docs"))] if has.docs else []
    about, where = escape(say("home.about")), escape(say("home.where"))
    return f'<h1>Bruges Lab</h1><p>{about}</p><ul class="bl-cards">{"".join(cards)}</ul><p class="bl-soft">{where}</p>'


def _lessons(lang: str, has: With) -> str:
    """A lesson per chapter; each opens in the explorer."""
    shown = [f"<h1>{escape(lab_texts().say('site', 'lessons', {}, lang))}</h1>"]
    for manifest in games():
        if not manifest.has("lessons"):
            continue
        tasks = [record.chapter for record in manifest.lessons.tasks.values()]
        cards = "".join(
            _card(
                f"{manifest.name}.html#lesson={chapter}",
                manifest.chapters.title(chapter, lang),
                lab_texts().say("explorer", "library.tasks", {"count": tasks.count(chapter)}, lang),
            )
            for chapter in dict.fromkeys(tasks)
        )
        shown.append(f'<h2>{escape(manifest.called(lang))}</h2><ul class="bl-cards">{cards}</ul>')
    return "".join(shown)


def _notebooks(lang: str, has: With) -> str:
    """The notebooks: those that run open in JupyterLite, the others show what they answered when they were last run."""

    def say(key: str) -> str:
        return escape(lab_texts().say("site", key, {}, lang))

    groups: dict[bool, list[str]] = {True: [], False: []}
    for path in notebook_files():
        runs = path.stem not in ONLY_READ
        page = f"docs/notebooks/{path.stem}.html" if has.docs and not runs else f"notebooks/lab/index.html?path={path.name}"
        groups[runs].append(_card(page, title_of(path), path.stem[:2]))
    lists = [f'<h2>{say(f"notebooks.{word}")}</h2><ul class="bl-cards">{"".join(groups[runs])}</ul>' for runs, word in _GROUPS]
    return f"<h1>{say('notebooks')}</h1><p>{say('notebooks.about')}</p>{''.join(lists)}"


_GROUPS = ((True, "run"), (False, "read"))


def _class_page(place: Path, has: With) -> str:
    tasks = {
        manifest.name: {
            "title": manifest.called(),
            "chapters": {
                chapter: {lang: manifest.chapters.title(chapter, lang) for lang in LANGUAGES}
                for chapter in manifest.chapters.chapters
            },
            "tasks": [
                {"name": name, "chapter": record.chapter, "title": {str(lang): words for lang, words in record.title.items()}}
                for name, record in manifest.lessons.tasks.items()
            ],
            "scenarios": sorted(manifest.scenarios),
        }
        for manifest in games()
        if manifest.has("lessons")
    }
    settings = {
        "later": player_archives.later(),
        "words": {lang: _words(lang) for lang in LANGUAGES},
        "names": LANGUAGE_NAMES,
    }
    body = f"""<main id="bl-class"></main>
<script type="application/json" id="bl-settings">{as_json(settings)}</script>
<script type="application/json" id="bl-tasks">{as_json(tasks)}</script>
<script type="module" src="parts/{place.name}/class.js"></script>"""
    return _frame("A class – Bruges Lab", "bl-page", place, body, _nav("class.html", has))


def is_site(folder: Path) -> bool:
    """Whether a folder holds such a site."""
    return (folder / MARK).is_file() and (folder / "sw.js").is_file()


def size(folder: Path) -> dict[str, int]:
    """How many bytes the site has, and how many of them the explorer needs before it is live."""
    settings = _settings(games()[0], next((folder / "parts").glob("[0-9a-f]*[0-9a-f]")))
    return {"site": sum(p.stat().st_size for p in folder.rglob("*") if p.is_file()), "first": settings["bytes"]}
