"""The command that builds the static site, and tries it on this machine: `bruges-lab site`. Registered by cli/commands.py."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from ..kernel.errors import one_line


def register(app: typer.Typer, console: Console) -> None:
    """Add the command to the command line."""

    def tell(line: str) -> None:
        console.print(line, markup=False, soft_wrap=True)

    @app.command()
    def site(
        folder: Annotated[Path, typer.Argument(help="Where the site is built: a new or empty folder, or an older such site.")],
        serve: Annotated[
            bool, typer.Option("--serve", help="Try it on this machine; what is there already is not built anew.")
        ] = False,
        docs: Annotated[bool, typer.Option("--docs/--no-docs", help="With rulebooks and documentation.")] = True,
        notebooks: Annotated[
            bool, typer.Option("--notebooks/--no-notebooks", help="With notebooks that run in the browser (JupyterLite).")
        ] = True,
        port: Annotated[int | None, typer.Option(min=1, max=65535, help="With --serve: 8880 or a free one by default.")] = None,
        browser: Annotated[bool, typer.Option("--browser/--no-browser", help="With --serve: open the browser.")] = True,
    ) -> None:
        """Build the lab as a static site: explorer, texts, lessons, a class, notebooks, rulebooks. Any web server can host it."""
        from .static_site import build_static_site, is_site, size

        if not (serve and is_site(folder)):
            page = build_static_site(folder, docs=docs, notebooks=notebooks, tell=tell)
            found = size(folder)
            tell(f"built {one_line(page)}: {found['site'] / 1e6:.0f} MB; the explorer loads {found['first'] / 1e6:.1f} MB first")
        if serve:
            _serve(folder, port, browser, tell)


def _serve(folder: Path, port: int | None, browser: bool, tell: Any) -> None:
    from .site_server import HOST, server_of

    server = server_of(folder, port)
    address = f"http://{HOST}:{server.server_port}/"
    tell(f"Bruges Lab: {address} – Ctrl-C ends it.")
    if browser:
        import webbrowser

        webbrowser.open(address)
    try:
        server.serve_forever()
    finally:
        server.server_close()
