"""The explorer as a page of its own: Voilà on loopback behind a token, one kernel a visitor, no code shown, nothing fetched."""

from __future__ import annotations

import json
import logging
import os
import re
import secrets
import tempfile
import threading
import webbrowser
from collections.abc import Callable
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..explorer.kept_folder import KEEP, sweep
from ..games.shelf import FURTHER
from ..kernel.errors import LabError, either, one_line
from .starting import HOST, check_port, kernel_encryption, stop_on_hangup, use_own_jupyter_folder

if TYPE_CHECKING:
    from traitlets.config import Config

_NAME = re.compile(r"[a-z][a-z0-9_]*")  # of a scenario; anything else is a file

PORT = 8866
MOST_VISITORS = 1000
THEMES = ("light", "dark", "auto")
# A page that is closed ends its kernel at once; this is for browsers that vanish without a word.
CULL_AFTER = 300

# A kernel is ended by a request that only its own page can make: it needs the cookie, the kernel's secret id and the same origin,
# but Voilà sends no further sign with it.
_TORNADO = {
    "allow_remote_access": False,
    "disable_check_xsrf": True,
    "local_hostnames": [HOST, "localhost"],
    "ws_ping_timeout": 30_000,
}


def page_source(
    scenario: str | None = None,
    saved: Path | None = None,
    players: int | None = None,
    seed: int = 0,
    lang: str = "en",
    keep: Path | None = None,
    game: str | None = None,
) -> str:
    """The one cell of the page. The game is made here once, so that bad input is refused before anything starts.

    `keep` is the folder that visitors share (explorer/reach.py); the games that each plays are kept apart, there or where the
    user's are (explorer/kept_folder.py).
    """
    from ..explorer.reach import Kept
    from ..lab import load, new_game
    from ..lab import scenario as read
    from ..rulebook.texts import LANGUAGES

    if lang not in LANGUAGES:
        raise LabError(f"unknown language {one_line(lang, 20)!r}; choose {either(LANGUAGES)}")
    if sum(given is not None for given in (scenario, saved, players)) > 1:
        raise LabError("a page shows a scenario, a saved game or a new game of so many players: name one of them")
    folder = Kept(keep).folder
    chosen: dict[str, Any] = {} if game is None else {"game": game}
    said = "" if game is None else f", game={game!r}"
    if scenario is not None:
        read(scenario, **chosen)
        place = scenario if _NAME.fullmatch(scenario) else str(Path(scenario).resolve())  # the kernel works in another folder
        opened = f"bl.scenario({place!r}{said})"
    elif saved is not None:
        load(saved)
        opened = f"bl.load({str(saved.resolve())!r})"
    else:
        count = len(new_game(players=players, seed=seed, **chosen).names)
        opened = f"bl.new_game(players={count}, seed={seed}{said})"
    reach = "Kept()" if folder is None else f"Kept({str(folder)!r})"
    imports = "import bruges_lab as bl\nfrom bruges_lab.explorer.reach import Kept"
    return f"{imports}\n\nbl.Explorer({opened}, lang={lang!r}, reach={reach})"


def forget_visitors(keep: Path | None = None) -> None:
    """Remove the games of visitors who were not here for long, in the folder of `--keep` or with the user's own."""
    sweep(keep)


def serve_page(
    source: str,
    port: int | None = None,
    browser: bool = True,
    theme: str = "light",
    tell: Callable[[str], object] = print,
    cull_after: int = CULL_AFTER,
    lang: str = "en",
    visitors: int | None = None,
    alone: float | None = None,
    grace: float | None = None,
) -> None:
    """Serve a page made by one cell of code, and stay until it is stopped.

    `visitors` is how many there may be at once; `alone` is how many seconds a kernel waits for a page that has vanished,
    `grace` for one that was handed out and has not turned to it yet while somebody else waits for the place.
    """
    check_port(port)
    if visitors is not None and not 1 <= visitors <= MOST_VISITORS:
        raise LabError(f"visitors: a number from 1 to {MOST_VISITORS}, not {visitors}")
    if theme not in THEMES:
        raise LabError(f"unknown theme {one_line(theme, 20)!r}; choose {either(THEMES)}")
    use_own_jupyter_folder()
    _find_games_from_anywhere()
    from tornado.ioloop import IOLoop
    from voila.app import Voila
    from voila.static_file_handler import TemplateStaticFileHandler
    from voila.tornado.handler import TornadoVoilaHandler
    from voila.tornado.kernel_websocket_handler import VoilaKernelWebsocketHandler

    from .visiting import MESSAGES, Channel, Socket, TemplateFiles, Visit, plainly

    class Page(Voila):  # type: ignore[misc]  # Voilà has no types
        """Voilà, but it says its address with the token in it, opens the browser with it, and is narrower (visiting.py)."""

        def init_settings(self) -> dict[str, object]:
            settings: dict[str, object] = super().init_settings()
            self.kernel_manager.allowed_message_types = sorted(MESSAGES)
            return {**settings, "bruges_lab_page": (lang, theme)}

        def init_handlers(self) -> list[tuple[object, ...]]:
            swap = {
                TemplateStaticFileHandler: TemplateFiles,
                TornadoVoilaHandler: Visit,
                VoilaKernelWebsocketHandler: Socket,
            }
            return [(path, plainly(swap.get(handler, handler)), *more) for path, handler, *more in super().init_handlers()]

        def launch_browser(self) -> None:
            address = f"http://{HOST}:{self.port}/?token={self.token}"
            tell(f"Bruges Lab: {address}")
            tell("Ctrl-C ends it.")
            if browser:
                _open_browser(address, folder)

    with tempfile.TemporaryDirectory(prefix="bruges-lab-") as name:
        folder = Path(name).resolve()
        page = Page.instance(  # the one of this process, so that everything of Voilà complains where it does
            config=_settings("dark" if theme == "dark" else "light", cull_after, visitors, alone, grace),
            config_file_paths=[],  # neither the user's Voilà configuration nor a voila.py that happens to lie here
            connection_dir_root=str(folder),
            ip=HOST,
            kernel_websocket_connection_class=Channel,
            log_level=logging.ERROR,
            notebook_path=str(_notebook(source, folder, theme)),
            port=PORT if port is None else port,
            port_retries=50 if port is None else 0,
            token=secrets.token_hex(24),
            tornado_settings=_TORNADO,
        )
        page.initialize([])
        page.ioloop = IOLoop.current()
        stop_on_hangup()
        try:
            page.start()
        except SystemExit:
            raise LabError("no port could be found for the page") from None


def _settings(theme: str, cull_after: int, visitors: int | None, alone: float | None, grace: float | None) -> Config:
    from traitlets.config import Config

    from .visiting import Kernels

    settings = Config()
    settings.VoilaConfiguration.template = "bruges_lab"
    settings.VoilaConfiguration.theme = theme
    # A template of somebody's choice would fetch things; a theme from the address would be written into the page as it is.
    settings.VoilaConfiguration.allow_template_override = "NO"
    settings.VoilaConfiguration.allow_theme_override = "NO"
    settings.VoilaConfiguration.file_allowlist = []
    settings.VoilaConfiguration.strip_sources = True
    settings.VoilaExecutor.cell_error_instruction = "The window in which bruges-lab runs says why."
    settings.KernelManager.transport_encryption = kernel_encryption()
    settings.MappingKernelManager.cull_idle_timeout = cull_after
    settings.MappingKernelManager.cull_interval = max(1, cull_after // 6)
    settings.MappingKernelManager.cull_connected = False
    settings.VoilaConfiguration.multi_kernel_manager_class = Kernels
    if visitors is not None:
        settings.Kernels.visitors = visitors
    if alone is not None:
        settings.Kernels.alone = alone
    if grace is not None:
        settings.Kernels.grace = grace
    return settings


def _find_games_from_anywhere() -> None:
    """Kernels inherit where further games are and where games are kept, but work in another folder."""
    if (place := os.environ.get(KEEP, "")).strip():  # else nothing is kept
        os.environ[KEEP] = str(Path(place).expanduser().absolute())
    if further := os.environ.get(FURTHER):
        os.environ[FURTHER] = os.pathsep.join(str(Path(place).resolve()) for place in further.split(os.pathsep) if place)


def _notebook(source: str, folder: Path, theme: str) -> Path:
    """The page's notebook, alone in a folder of its own: what lies beside it would be the kernel's working folder."""
    cell: dict[str, object] = {
        "cell_type": "code",
        "execution_count": None,
        "id": "page",
        "metadata": {},
        "outputs": [],
        "source": source,
    }
    kernel = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}
    about = {"kernelspec": kernel, "title": "Bruges Lab", "theme": theme}
    notebook = {"cells": [cell], "metadata": about, "nbformat": 4, "nbformat_minor": 5}
    path = folder / "page" / "bruges_lab.ipynb"
    path.parent.mkdir()
    path.write_text(json.dumps(notebook), encoding="utf-8")
    return path


def _open_browser(address: str, folder: Path) -> None:
    """Open the page by way of a file, so that the token stands on no command line that others can list."""
    file = folder / "open.html"
    file.touch(mode=0o600)
    file.write_text(f'<!doctype html><meta http-equiv="refresh" content="0;url={escape(address)}">', encoding="utf-8")
    threading.Thread(target=webbrowser.open, args=(file.as_uri(),), daemon=True).start()
