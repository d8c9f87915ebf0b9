"""A server for the static site on this machine alone: files, and nothing but files."""

from __future__ import annotations

from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from ..kernel.errors import LabError

HOST, PORT = "127.0.0.1", 8880


class Handler(SimpleHTTPRequestHandler):
    """Serves the files of the site, with the kinds that browsers insist on, and says nothing of it."""

    extensions_map = {  # noqa: RUF012  # as the standard library declares it
        **SimpleHTTPRequestHandler.extensions_map,
        ".js": "text/javascript",
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
        ".svg": "image/svg+xml",
    }

    def log_message(self, format: str, *args: Any) -> None:
        """Nobody reads it."""

    def list_directory(self, path: Any) -> None:
        """A folder without a page shows nothing."""
        self.send_error(404)


def server_of(folder: Path, port: int | None = None) -> ThreadingHTTPServer:
    """A server of a site, on this machine alone; at the port asked for, else near the usual one."""
    for one in (port,) if port is not None else (PORT, 0):
        try:
            return ThreadingHTTPServer((HOST, one), partial(Handler, directory=str(folder)))
        except OSError:
            continue
    raise LabError(f"port {port} is in use")
