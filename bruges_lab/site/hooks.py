"""What happens while MkDocs builds the site: generated pages and their contents come in, and nothing is left to fetch.

`docs/hooks.py` hands these functions to MkDocs, which calls them by their names.
"""

from __future__ import annotations

import posixpath
import re
import shutil
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..games import shelf
from .command_source import command_source
from .game_source import game_contents, game_sources, shelf_source
from .notebook_source import notebook_contents, notebook_sources
from .papers import linked, paper_sources, sessions, taken_in
from .reference_source import reference_contents, reference_sources
from .sources import Contents, Source

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page

_IMAGE = re.compile(r'<img [^>]*?src="([^":]+\.svg)"[^>]*>')
_MAP = re.compile(r"^//# sourceMappingURL=.*$|/\*# sourceMappingURL=.*?\*/", re.MULTILINE)
_ELSEWHERE = re.compile(r"""(?<=["'`])https?://(?!www\.w3\.org/)[^"'`\s$]*""")


@cache
def sources() -> tuple[Source, ...]:
    """Everything that is generated."""
    games = (source for manifest in shelf.games() for source in game_sources(manifest))
    return (shelf_source(), *games, *reference_sources(), command_source(), *notebook_sources(), *paper_sources())


def contents(part: str) -> Contents:
    """A part of the contents that is generated."""
    if part == "games":
        return [{manifest.called(): game_contents(manifest)} for manifest in shelf.games()]
    if part == "notebooks":
        return notebook_contents()
    return [*reference_contents(), {"Command line": "reference/commands.md"}]


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Fill the contents: `generated/games` stands for the games, and so on."""
    config.nav = _filled(config.nav or [])
    return config


def _filled(parts: list[Any]) -> list[Any]:
    found: list[Any] = []
    for part in parts:
        if isinstance(part, str) and part.startswith("generated/"):
            found += contents(part.removeprefix("generated/"))
        elif isinstance(part, dict):
            found += [{title: _filled(inside) if isinstance(inside, list) else inside} for title, inside in part.items()]
        else:
            found.append(part)
    return found


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Put the generated pages among the others."""
    from mkdocs.structure.files import File

    for source in sources():
        files.append(File.generated(config, source.path, content=source.content))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Take papers in, link what is named, tell prompts apart from answers."""
    pages = {file.src_uri for file in files.documentation_pages()}
    return sessions(linked(taken_in(markdown), page.file.src_uri, pages))


def on_page_content(html: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Say which language a page is in, and put drawings that follow its colours into it."""
    lang = page.meta.get("lang")
    html = _IMAGE.sub(lambda found: _drawing(found[0], found[1], page, files), html)
    return html if lang is None else f'<div lang="{lang}">\n{html}\n</div>'


def _drawing(image: str, source: str, page: Page, files: Files) -> str:
    """A drawing itself in place of an image of it, if it has colours that a page may set."""
    file = files.get_file_from_path(posixpath.normpath(posixpath.join(posixpath.dirname(page.file.src_uri), source)))
    drawing = "" if file is None else file.content_string
    return drawing if "var(--" in drawing else image


def on_post_build(config: MkDocsConfig) -> None:
    """Take away what nothing uses, and out of the theme's scripts whatever address outside they might turn to."""
    site = Path(config.site_dir)
    for unused in (*site.glob("404.html"), *site.glob("sitemap.*"), *site.glob("assets/**/*.map")):
        unused.unlink()
    shutil.rmtree(site / "assets" / "javascripts" / "lunr", ignore_errors=True)  # for other languages than the search has
    for script in (*site.glob("assets/**/*.js"), *site.glob("scripts/*.js")):
        text = script.read_text(encoding="utf-8")
        kept = _MAP.sub("", _ELSEWHERE.sub("", text))
        if kept != text:
            script.write_text(kept, encoding="utf-8")
    for style in site.glob("assets/**/*.css"):
        style.write_text(_MAP.sub("", style.read_text(encoding="utf-8")), encoding="utf-8")
