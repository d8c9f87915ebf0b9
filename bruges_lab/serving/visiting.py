"""Who comes to the page of its own: how many at once, who it is, from where, and what a visitor's browser may say to its kernel.

Parts of Voilà and of the Jupyter server made narrower. Nothing here trusts a client that holds the link: it may be no browser.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import math
import os
import re
import secrets
from contextvars import ContextVar
from html import escape
from typing import Any
from urllib.parse import urlsplit
from uuid import uuid4

from jupyter_server.base.handlers import FileFindHandler
from jupyter_server.services.kernels.connection.base import deserialize_msg_from_ws_v1
from jupyter_server.services.kernels.connection.channels import ZMQChannelsWebsocketConnection
from jupyter_server.services.kernels.kernelmanager import AsyncMappingKernelManager
from tornado.ioloop import IOLoop
from tornado.web import HTTPError, RequestHandler
from traitlets import Float, Int
from voila.static_file_handler import TemplateStaticFileHandler
from voila.tornado.handler import TornadoVoilaHandler
from voila.tornado.kernel_websocket_handler import VoilaKernelWebsocketHandler

from ..explorer.kept_folder import TAB, VISITOR
from ..rulebook.texts import lab_texts

VISITORS = 20
MESSAGES = frozenset({"comm_open", "comm_msg", "comm_close", "comm_info_request", "kernel_info_request"})
"""What a page of widgets says to its kernel. No code, no completions, no debugger, no answers to `input`."""
ANSWERS = frozenset({"status", "comm_open", "comm_msg", "comm_close", "comm_info_reply", "kernel_info_reply"})
"""What a kernel says to its page. No errors and nothing printed: tracebacks tell of the machine, and no page shows them."""
CONTROL = "jupyter.widget.control"
"""The one channel that a page opens: it asks for the widgets that are there. New widgets are made in the kernel alone."""
MOST_PARTS = 64
PROTOCOL = "v1.kernel.websocket.jupyter.org"


class Full(Exception):
    """There is no room for another visitor."""


# How many


class Kernels(AsyncMappingKernelManager):
    """A kernel a visitor, no more than there is room for, and none that nobody looks at."""

    visitors = Int(VISITORS, config=True)
    patience = Float(3, config=True)
    """Seconds that a visitor waits for room: a page that is loaded anew is ending its old kernel at this moment."""
    arriving = Float(120, config=True)
    """Seconds within which a page must have turned to its new kernel."""
    grace = Float(15, config=True)
    """Seconds after its page was handed out that a visitor who has not turned to the kernel keeps the place from others."""
    alone = Float(30, config=True)
    """Seconds that a kernel waits for its page to come back. A closed page ends it at once; some vanish without a word."""

    def __init__(self, **traits: Any) -> None:
        super().__init__(**traits)  # type: ignore[no-untyped-call]
        self.tabs = Tabs()
        self._coming: set[str] = set()
        self._unseen: dict[str, float] = {}
        """Kernels that no page has turned to yet, the oldest first, and since when one could have: its page must be out."""

    async def start_kernel(self, *, kernel_id: str | None = None, **more: Any) -> str:  # type: ignore[override]
        kernel, visit = kernel_id or str(uuid4()), _visit.get()
        await self._find_room(kernel)
        known = self.tabs.opened(kernel, visit.visitor, visit.before) if visit else NOBODY
        try:
            started: str = await super().start_kernel(
                kernel_id=kernel, **{**more, "env": {**more.get("env", os.environ), **known}}
            )
        finally:
            self._coming.discard(kernel)
        self._unseen[started] = math.inf
        if visit:
            visit.kernel = started
        IOLoop.current().call_later(self.arriving, self._end_if_alone, started)
        return started

    async def _find_room(self, kernel: str) -> None:
        clock = asyncio.get_running_loop().time
        end = clock() + self.patience
        while len({*self.list_kernel_ids(), *self._coming}) >= self.visitors:
            if unwanted := next((one for one, out in self._unseen.items() if out + self.grace <= clock()), None):
                await self._end_if_alone(unwanted)
                continue
            if clock() >= end:
                raise Full
            await asyncio.sleep(0.1)
        self._coming.add(kernel)

    async def page_is_out(self, kernel_id: str, gone: bool) -> None:
        """A page was handed out; its visitor may have left before, and is not waited for then."""
        if gone:
            await self._end_if_alone(kernel_id)
        elif kernel_id in self._unseen:
            self._unseen[kernel_id] = asyncio.get_running_loop().time()

    def notify_connect(self, kernel_id: str) -> None:
        super().notify_connect(kernel_id)  # type: ignore[no-untyped-call]
        self._unseen.pop(kernel_id, None)

    def notify_disconnect(self, kernel_id: str) -> None:
        super().notify_disconnect(kernel_id)  # type: ignore[no-untyped-call]
        IOLoop.current().call_later(self.alone, self._end_if_alone, kernel_id)

    async def _end_if_alone(self, kernel_id: str) -> None:
        self._unseen.pop(kernel_id, None)  # at once, so that two who wait do not end the same
        if kernel_id in self and not self._kernel_connections.get(kernel_id):
            await self.shutdown_kernel(kernel_id)  # type: ignore[no-untyped-call]


# Who


COOKIE, BEFORE = "bruges-lab-visitor", "bruges-lab-page"
"""The cookies that say who it is, and which page was there before it was loaded anew."""
NOBODY = {VISITOR: "", TAB: ""}
"""What the environment of a kernel says that is nobody's, whatever stood there before."""
A_YEAR = 365
"""Days that a browser remembers who it is; each visit begins them anew."""
MOST_REMEMBERED = 2000
"""Pages, of now and of before."""
_SECRET = re.compile(r"[0-9a-f]{64}")


def checked_secret(said: str | None) -> str:
    """The secret by which a browser is known; one that says none, or anything else, gets a new one."""
    return said if said is not None and _SECRET.fullmatch(said) else secrets.token_hex(32)


def visitor_of(secret: str) -> str:
    """How the lab calls a visitor: nobody can tell the secret from it, nor choose whose folder it is."""
    return hashlib.sha256(secret.encode()).hexdigest()


class Tabs:
    """Which tab of which visitor a kernel belongs to. One that is loaded anew stays the same tab; its kernel learns of both."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[str, str]] = {}

    def opened(self, kernel: str, visitor: str, before: str) -> dict[str, str]:
        """What the environment of a new kernel says of it; `before` is the kernel that the browser says it comes from."""
        whose, tab = self._known.pop(before, ("", ""))
        if whose != visitor:
            if whose:  # somebody else's: it stays so
                self._known[before] = (whose, tab)
            tab = secrets.token_hex(8)
        self._known[kernel] = (visitor, tab)
        while len(self._known) > MOST_REMEMBERED:
            del self._known[next(iter(self._known))]
        return {VISITOR: visitor, TAB: tab}


# From where


class Visit(TornadoVoilaHandler):  # type: ignore[misc]  # Voilà has no types
    """A visit: a kernel is started only for a person who opens the page, and only if there is room."""

    kernel = ""
    """The kernel that was started for it."""
    gone = False
    """Whether the visitor left while the page was made."""
    visitor = before = ""
    """Whose visit it is, and the kernel of the page that was loaded anew."""

    async def get(self, path: str | None = None) -> None:
        if path:  # Voilà would look for a file of that name, and there are none
            raise HTTPError(404)
        if self.current_user and self._is_from_elsewhere():
            self._say(403, "page.foreign", link=True)
            return
        if self.current_user:
            self._recognize()
        _visit.set(self)  # Voilà starts the kernel in the same task
        try:
            await super().get(path)
        except Full:
            self.set_header("Retry-After", "60")
            self._say(503, "page.full", link=True)
        finally:
            if self.kernel:
                await self.kernel_manager.page_is_out(self.kernel, self.gone)

    def _recognize(self) -> None:
        """Know the visitor by a secret in a cookie, which no script can read; a server on another port of this machine can.

        It goes along with a link that is followed from elsewhere (`Lax`): so does the browser that the lab itself opens.
        """
        secret = checked_secret(self.get_cookie(COOKIE))
        self.set_cookie(COOKIE, secret, expires_days=A_YEAR, path="/", httponly=True, samesite="Lax")
        self.visitor = visitor_of(secret)
        if before := self.get_cookie(BEFORE):
            self.before = before
            self.clear_cookie(BEFORE, path="/")

    def on_connection_close(self) -> None:
        super().on_connection_close()
        self.gone = True

    def _is_from_elsewhere(self) -> bool:
        """Whether another site makes the browser ask. Who follows the link with the token in it is welcome wherever it stands."""
        headers = self.request.headers
        site = headers.get("Sec-Fetch-Site")
        if site is None:  # not a browser, or an old one
            source = headers.get("Origin") or headers.get("Referer")
            here = source is None or urlsplit(source).netloc == self.request.host
        else:
            here = site in ("same-origin", "none")
        how = headers.get("Sec-Fetch-Mode", "navigate"), headers.get("Sec-Fetch-Dest", "document")
        return not here and not (how == ("navigate", "document") and self.token_authenticated)

    def _say(self, status: int, key: str, *, link: bool) -> None:
        """A small page of one sentence, in the language and the theme of the page."""
        lang, theme = self.settings["bruges_lab_page"]
        self.set_status(status)
        self.set_header("Content-Type", "text/html; charset=utf-8")
        self.set_header("Cache-Control", "no-store")
        self.finish(notice(key, lang, theme, self.base_url if link else None))


_visit: ContextVar[Visit | None] = ContextVar("visit", default=None)
"""Whose page is being made."""


_NOTICE_COLOURS = {
    "light": ("#fff", "#222", "#1565c0"),
    "dark": ("#111", "#eee", "#90caf9"),
    "auto": ("Canvas", "CanvasText", "LinkText"),
}


def notice(key: str, lang: str, theme: str, address: str | None = None) -> str:
    """A page with one sentence on it, and perhaps a way on."""

    def say(name: str, **data: object) -> str:
        return escape(lab_texts().say("explorer", name, data, lang))

    paper, ink, line = _NOTICE_COLOURS[theme]
    scheme = "light dark" if theme == "auto" else theme
    way = "" if address is None else f'<p><a href="{escape(address)}">{say("page.again")}</a></p>'
    return (
        f'<!doctype html><html lang="{escape(lang)}"><head><meta charset="utf-8"><title>Bruges Lab</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1"><link rel="icon" href="data:;base64,=">'
        f"<style>:root{{color-scheme:{escape(scheme)}}}body{{background:{paper};color:{ink};font:1.1rem/1.5 system-ui,sans-serif;"
        f"max-width:34rem;margin:20vh auto 0;padding:0 1.2rem}}h1{{font-size:1.4rem}}a{{color:{line}}}</style></head>"
        f"<body><h1>Bruges Lab</h1><p>{say(key)}</p>{way}</body></html>"
    )


class TemplateFiles(TemplateStaticFileHandler):  # type: ignore[misc]
    """The files of the page's template; Voilà stumbles over an address that does not have the form of one."""

    def parse_url_path(self, path: str) -> str:
        parts = path.replace("\\", "/").split("/")
        if not path.isprintable() or len(parts) < 3 or parts[1] != "static" or {"", ".", ".."} & {*parts}:
            raise HTTPError(404)
        found: str = super().parse_url_path(path)
        return found


def plainly(handler: type[RequestHandler]) -> type[RequestHandler]:
    """A server of files that says in plain words what it does not have: Jupyter's page for it needs files that are not here."""
    if not issubclass(handler, FileFindHandler):
        return handler
    return type(handler.__name__, (handler,), {"write_error": RequestHandler.write_error})


# What is said


class Socket(VoilaKernelWebsocketHandler):  # type: ignore[misc]
    """The line of a browser, in the newer protocol alone: of messages in the older one Voilà would count parts without end."""

    async def get(self, kernel_id: str) -> None:
        offered = self.request.headers.get("Sec-WebSocket-Protocol", "")
        if PROTOCOL not in (name.strip() for name in offered.split(",")):
            raise HTTPError(400, f"this page speaks {PROTOCOL}")
        await super().get(kernel_id)


class Channel(ZMQChannelsWebsocketConnection):
    """The way between a browser and its kernel, for messages of widgets alone; anything else is dropped unread."""

    def handle_incoming_message(self, incoming_msg: str) -> None:
        if self.channels and is_welcome(incoming_msg):
            super().handle_incoming_message(incoming_msg)

    def handle_outgoing_message(self, stream: str, outgoing_msg: list[Any]) -> None:
        _, parts = self.session.feed_identities(outgoing_msg)
        if self.session.unpack(parts[1])["msg_type"] in ANSWERS:  # after the signature
            super().handle_outgoing_message(stream, outgoing_msg)


def is_welcome(message: str | bytes) -> bool:
    """Whether a message is one that a page of widgets sends; what cannot be read is not."""
    if not isinstance(message, bytes) or int.from_bytes(message[:8], "little") > MOST_PARTS:  # the server would count them all
        return False
    try:
        channel, parts = deserialize_msg_from_ws_v1(message)  # type: ignore[no-untyped-call]
        header, content = json.loads(parts[0]), json.loads(parts[3])
        kind = header["msg_type"]
        if channel != "shell" or kind not in MESSAGES:
            return False
        return bool(kind != "comm_open" or content["target_name"] == CONTROL)
    except (ValueError, TypeError, KeyError, IndexError, AttributeError, RecursionError):
        return False
