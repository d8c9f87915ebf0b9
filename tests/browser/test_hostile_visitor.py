"""A visitor who holds the link and is no browser: speaks to the kernel by hand, comes in crowds, comes by way of another site."""

from __future__ import annotations

import http.client
import json
import os
import re
import socket
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit
from uuid import uuid4

import pytest
import websocket
from jupyter_server.services.kernels.connection.base import deserialize_msg_from_ws_v1, serialize_msg_to_ws_v1
from playwright.sync_api import Browser
from servers import Server, Servers, wait_until
from watching import SHOTS

import bruges_lab as bl
from bruges_lab import places
from bruges_lab.serving.visiting import ANSWERS, COOKIE, PROTOCOL, is_welcome, visitor_of

BROKEN: list[str | bytes] = [
    *("", "{", "[]", '{"channel": "shell", "header": {"msg_type": "execute_request"}, "content": {"code": "1"}}', "[" * 100_000),
    *(b"", b"\xff" * 8, b"\xff" * 800, (3).to_bytes(8, "little"), (6).to_bytes(8, "little") + b"\x00" * 48),
    *(serialize_msg_to_ws_v1([part] * 4, "shell") for part in (b"", b"{", b"[]", b"3", b"[" * 100_000, b"\xff")),
]
SECRET = "the secret of this house"
CROSS = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}


def token(server: Server) -> str:
    return parse_qs(urlsplit(server.address).query)["token"][0]


def visit(server: Server, path: str | None = None, method: str = "GET", **headers: str) -> tuple[int, str]:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=120)
    connection.request(method, f"/?token={token(server)}" if path is None else path, headers=headers)
    answer = connection.getresponse()
    body = answer.read().decode("utf-8", "replace")
    connection.close()
    return answer.status, body


def kernel_ids(server: Server) -> list[str]:
    found = (server.said.parent / "temporary").rglob("kernel-*.json")
    return [path.stem.removeprefix("kernel-") for path in found]


class Intruder:
    """Messages by hand to the kernel of a page, and everything that comes back."""

    def __init__(self, server: Server, kernel: str) -> None:
        address = f"ws://127.0.0.1:{server.port}/api/kernels/{kernel}/channels?session_id=x"
        mine = [f"Authorization: token {token(server)}"]
        self.socket = websocket.create_connection(address, header=mine, subprotocols=[PROTOCOL], timeout=60)
        self.heard: list[dict[str, Any]] = []

    def send(self, kind: str, content: dict[str, Any], channel: str = "shell", **more: Any) -> str:
        head = {"msg_id": str(uuid4()), "msg_type": kind, "session": "x", "username": "", "version": "5.3", "date": ""}
        parts = [json.dumps(part).encode() for part in (head, {}, more.get("metadata", {}), content)]
        self.socket.send_binary(serialize_msg_to_ws_v1(parts, channel))
        return head["msg_id"]

    def hear(self) -> list[dict[str, Any]]:
        """All that is said until the kernel has come to this point."""
        asked, before = self.send("kernel_info_request", {}), len(self.heard)
        idle = False
        while not idle:
            _, parts = deserialize_msg_from_ws_v1(self.socket.recv())
            message = dict(zip(("header", "parent_header", "metadata", "content"), map(json.loads, parts[:4]), strict=True))
            self.heard.append(message)
            parent = message["parent_header"].get("msg_id")
            idle = parent == asked and message["content"].get("execution_state") == "idle"
        return self.heard[before:]

    def surfaces(self) -> dict[str, str]:
        """The surfaces of the explorer that are there: their names and models."""
        comm = str(uuid4())
        self.send(
            "comm_open", {"comm_id": comm, "target_name": "jupyter.widget.control", "data": {}}, metadata={"version": "1.0.0"}
        )
        self.send("comm_msg", {"comm_id": comm, "data": {"method": "request_states"}})
        found = {}
        for message in self.hear():
            for model, record in message["content"].get("data", {}).get("states", {}).items():
                for name in record["state"].get("_dom_classes", []):
                    found[name.removeprefix("bl-")] = model
        return found

    def act(self, model: str, act: str, value: str) -> None:
        data = {"method": "custom", "content": {"act": act, "value": value, "count": 1}}
        self.send("comm_msg", {"comm_id": model, "data": data})


@pytest.fixture
def home(servers: Servers) -> Path:
    """Files of the user that nobody gave to the page."""
    home = servers.home / "mine"
    home.mkdir()
    bl.new_game(2).save(home / "secret.json")
    (home / "secret.md").write_text(
        f"{SECRET}\n\n{next(places.data('bruges', 'samples').glob('en/*.md')).read_text('utf-8')}", "utf-8"
    )
    (home / "secret.toml").write_text(f'base = "003"\n"{SECRET}" = 1\n', "utf-8")
    (servers.home / "kept").mkdir()
    (servers.home / "kept" / "link.md").symlink_to(home / "secret.md")
    return home


def content(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.mark.slow
def test_a_visitor_reads_and_writes_nothing_outside_the_folder(servers: Servers, home: Path) -> None:
    kept, before = servers.home / "kept", content(home)
    server = servers.serve("--scenario", "first_look", "--keep", str(kept))
    assert visit(server)[0] == 200
    (kernel,) = kernel_ids(server)
    intruder = Intruder(server, kernel)
    mark = home / "mark"

    # Messages that are none of a page's business are not even delivered.
    code = f"open({str(mark)!r}, 'w')"
    for channel in ("shell", "control", "stdin", "iopub"):
        for kind in ("execute_request", "complete_request", "inspect_request", "history_request", "is_complete_request"):
            intruder.send(kind, {"code": code, "silent": False, "cursor_pos": 3, "user_expressions": {"x": code}}, channel)
        for kind in ("debug_request", "shutdown_request", "interrupt_request", "create_subshell_request", "usage_request"):
            intruder.send(kind, {"type": "request", "seq": 1, "command": "evaluate", "arguments": {"expression": code}}, channel)
    upload = {"_model_module": "@jupyter-widgets/controls", "_model_module_version": "2.0.0", "_model_name": "FileUploadModel"}
    upload |= {"_view_module": "@jupyter-widgets/controls", "_view_module_version": "2.0.0", "_view_name": "FileUploadView"}
    for target in ("jupyter.widget", "anything", "__main__"):
        opened = {"comm_id": str(uuid4()), "target_name": target, "target_module": "os", "data": {"state": upload}}
        intruder.send("comm_open", opened, metadata={"version": "2.1.0"})
    for broken in BROKEN:
        intruder.socket.send_binary(broken) if isinstance(broken, bytes) else intruder.socket.send(broken)
    heard = {message["header"]["msg_type"] for message in intruder.hear()}
    assert heard <= {"status", "kernel_info_reply"}, heard

    # Acts of the explorer, with values that no page would send.
    surfaces = intruder.surfaces()
    for tab in ("text", "edit"):
        intruder.act(surfaces["tabs"], "tab", tab)
    surfaces = {**surfaces, **intruder.surfaces()}
    text, edit = surfaces["inspect-text"], surfaces["inspect-edit"]
    files = [str(path) for path in home.iterdir()] + [f"../mine/{name}" for name in before] + ["link.md", "/etc/passwd"]
    for file in files:
        intruder.act(text, "text_path", file)
        intruder.act(edit, "edit.path", file)
        intruder.act(edit, "edit.scenario_path", file)
        for press in ("load", "save", "replace_game", "save_scenario", "replace_scenario", "from"):
            intruder.act(edit, f"edit.{press}", file)
        intruder.act(surfaces["board"], "scenario", file)
        intruder.act(edit, "edit.paste", f'ruleset = "{file}"\nplayers = [{{}}, {{}}]\n')
        intruder.act(edit, "edit.read", "")
        intruder.act(edit, "edit.open_text", "")
    for model in surfaces.values():
        state = {"_esm": "/etc/passwd", "_css": str(home / "secret.md"), "frame": "x", "value": str(home / "secret.md")}
        intruder.send("comm_msg", {"comm_id": model, "data": {"method": "update", "state": state, "buffer_paths": []}})
    intruder.hear()
    intruder.surfaces()
    said = json.dumps(intruder.heard)
    assert "inspect-text" in said  # it did answer
    assert "this page reads only what it was given" in said
    assert SECRET not in said
    assert "root:" not in said
    assert content(home) == before
    names = sorted(path.name for path in kept.iterdir() if not path.is_symlink() and path.name != "visitors")
    assert names
    assert all(re.fullmatch(r"(game|scenario)-\d{3}\.(json|toml)", name) for name in names), names
    assert len(server.kernels()) == 1
    intruder.socket.close()


def test_what_a_page_says_is_welcome_and_nothing_else() -> None:
    def message(kind: str, content: object = None, channel: str = "shell") -> bytes:
        parts = [json.dumps(part).encode() for part in ({"msg_type": kind}, {}, {}, content or {})]
        return serialize_msg_to_ws_v1(parts, channel)

    for kind in ("comm_msg", "comm_close", "comm_info_request", "kernel_info_request"):
        assert is_welcome(message(kind))
        for channel in ("control", "stdin", "iopub", ""):
            assert not is_welcome(message(kind, channel=channel))
    assert is_welcome(message("comm_open", {"target_name": "jupyter.widget.control"}))
    for target in ("jupyter.widget", "", None, ["jupyter.widget.control"]):
        assert not is_welcome(message("comm_open", {"target_name": target}))
    for kind in (
        "execute_request",
        "complete_request",
        "debug_request",
        "shutdown_request",
        "input_reply",
        "",
        None,
        ["comm_msg"],
    ):
        assert not is_welcome(message(kind))  # type: ignore[arg-type]
    for broken in BROKEN:
        assert not is_welcome(broken)


@pytest.mark.slow
def test_the_older_protocol_is_refused(servers: Servers) -> None:
    server = servers.page("1")
    assert visit(server)[0] == 200
    address = f"ws://127.0.0.1:{server.port}/api/kernels/{kernel_ids(server)[0]}/channels?session_id=x"
    for offered in (None, ["other"]):
        with pytest.raises(websocket.WebSocketBadStatusException, match="400"):
            websocket.create_connection(address, header=[f"Authorization: token {token(server)}"], subprotocols=offered)


@pytest.mark.slow
def test_without_a_folder_nothing_is_written_at_all(servers: Servers, home: Path) -> None:
    server = servers.serve("--scenario", "first_look")
    assert visit(server)[0] == 200
    intruder = Intruder(server, *kernel_ids(server))
    before = files_of_the_user(servers.home)
    surfaces = intruder.surfaces()
    for tab in ("text", "edit"):
        intruder.act(surfaces["tabs"], "tab", tab)
    surfaces = {**surfaces, **intruder.surfaces()}
    for press in ("save", "save_scenario", "replace_game", "fetch", "fetch_scenario"):
        intruder.act(surfaces["inspect-edit"], f"edit.{press}", str(home / "new.json"))
    said = json.dumps(intruder.hear())
    assert "this page keeps no files" in said
    assert '"offer": "game.json"' in said
    assert files_of_the_user(servers.home) == before


def visit_as(server: Server, cookie: str | None) -> tuple[str, str]:
    """Open the page with a cookie of one's choice: the new kernel, and the cookie that the server answers with."""
    before = {*kernel_ids(server)}
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=120)
    headers = {} if cookie is None else {"Cookie": cookie}
    connection.request("GET", f"/?token={token(server)}", headers=headers)
    answer = connection.getresponse()
    answer.read()
    said = answer.headers.get_all("Set-Cookie") or []
    connection.close()
    assert answer.status == 200, cookie
    (kernel,) = {*kernel_ids(server)} - before
    (mine,) = [one for one in said if one.startswith(f"{COOKIE}=")]
    assert "HttpOnly" in mine
    assert "SameSite=Lax" in mine
    assert "Path=/" in mine
    return kernel, mine.partition(";")[0].partition("=")[2]


@pytest.mark.slow
def test_a_forged_cookie_opens_nobodys_games(servers: Servers) -> None:
    home = servers.home / "keep"
    server = servers.serve("--scenario", "first_look", "--visitors", "30", BRUGES_LAB_KEEP=str(home))
    kernel, anna = visit_as(server, None)
    intruder = Intruder(server, kernel)
    board = intruder.surfaces()["board"]
    assert not home.exists()  # nothing was done yet
    for _ in range(4):
        intruder.act(board, "let_choose", "")
    intruder.hear()
    folder = home / "visitors" / visitor_of(anna)
    before = content(folder)
    (game,) = (name.removesuffix(".json") for name in before if re.fullmatch(r"\d{8}-\d{6}-[0-9a-f]{8}\.json", name))

    forged = [
        visitor_of(anna),
        f"../{visitor_of(anna)}",
        anna.upper(),
        anna + "0",
        anna[:-1],
        "%2e%2e%2f" * 8,
        "../" * 21 + "x",
        "x" * 6000,
        f'"{anna}/"',
        "",
    ]
    for value in forged:
        kernel, given = visit_as(server, f"{COOKIE}={value}")
        assert re.fullmatch("[0-9a-f]{64}", given)
        assert visitor_of(given) != visitor_of(anna)
        stranger = Intruder(server, kernel)
        surfaces = stranger.surfaces()
        for name in (game, f"../{visitor_of(anna)}/{game}", str(folder / game), f"{game}.json", "../../x", "\x00", "x" * 20_000):
            stranger.act(surfaces["bar"], "kept.open", name)
        for act in ("kept", "kept.here", "kept.again", "kept.fetch", "kept.unheard"):
            stranger.act(surfaces["bar"], act, game)
        stranger.hear()
        said = json.dumps(stranger.heard)
        assert "No game is kept yet" in said
        assert "there is no such file" in said
        assert "there is no such kept game" in said
        stranger.socket.close()
    assert content(folder) == before
    assert {path.name for path in home.iterdir()} == {"visitors"}
    assert all(re.fullmatch("[0-9a-f]{64}", path.name) for path in (home / "visitors").iterdir())

    kernel, again = visit_as(server, f"other=1; {COOKIE}={anna}")  # who has the secret is the visitor
    assert again == anna
    mine = Intruder(server, kernel)
    mine.act(mine.surfaces()["bar"], "kept", "")
    mine.hear()
    assert "No game is kept yet" not in json.dumps(mine.heard)
    mine.socket.close()
    intruder.socket.close()


def files_of_the_user(home: Path) -> dict[str, bytes]:
    """Everything in the home folder but what Jupyter itself keeps there while it runs."""
    own = {"runtime", "temporary", "ipython", "guard", "data", "config"}
    found = (path for path in home.rglob("*") if path.is_file() and path.relative_to(home).parts[0] not in own)
    return {str(path): path.read_bytes() for path in found if not path.name.startswith("said-")}


@pytest.mark.slow
def test_the_server_starts_and_lists_nothing_on_demand(servers: Servers) -> None:
    server = servers.page("1")
    mine = {"Authorization": f"token {token(server)}"}
    places = (
        "api/kernels",
        "api/sessions",
        "api/terminals",
        "api/contents",
        "api/kernelspecs",
        "api/config/x",
        "terminals/new/1",
    )
    for place in places:
        for method in ("GET", "POST", "PUT", "PATCH", "DELETE"):
            status, body = visit(server, f"/{place}", method, **mine)
            assert status in (302, 403, 404, 405), (place, method, status)
            assert "kernel" not in body or status == 405
    up = "../" * 12
    for folder in ("voila/static", "voila/templates/lab/static", "voila/templates/..", "voila/labextensions", "voila/files", ""):
        for way in (up, up.replace("/", "%2f"), up.replace(".", "%2e"), "//", "/"):
            status, body = visit(server, f"/{folder}/{way}etc/passwd", **mine)
            assert "root:" not in body, (folder, way)
            assert status != 200, (folder, way)
    assert server.kernels() == []


@pytest.mark.slow
def test_an_address_that_is_none_is_answered_quietly(servers: Servers) -> None:
    server = servers.page("1")
    mine = {"Authorization": f"token {token(server)}"}
    odd = ["%00", "nbextensions/%00", "voila/nbextensions/%00", "voila/render/%0d%0a", "static/%00", "x" * 300, "favicon.ico"]
    odd += [
        f"voila/{place}/{name}" for place in ("static", "labextensions", "files", "api/themes") for name in ("%00", "x" * 5000)
    ]
    odd += [f"voila/templates/{name}" for name in ("", "lab", "lab/static", "lab/x/y", "lab//x", "./static/x", "%00/static/x")]
    odd += [f"voila/templates/bruges_lab/static/{name}" for name in ("%00", "..%2f..%2fconf.json", "..%5cconf.json", "x" * 5000)]
    answers = {name[:60]: visit(server, f"/{name}", **mine) for name in odd}
    assert {name: status for name, (status, _) in answers.items() if status not in (403, 404)} == {}
    assert "Traceback" not in server.text + "".join(body for _, body in answers.values())
    assert visit(server, "/voila/static/voila.js", **mine)[0] == 200
    assert visit(server, "/voila/templates/base/static/voila.js", **mine)[0] == 200


@pytest.mark.slow
def test_what_fails_in_the_kernel_is_not_told_to_the_browser(servers: Servers) -> None:
    """What is laid out is widgets of ipywidgets, which answer values that they cannot take with a traceback."""
    server = servers.serve("--scenario", "first_look")
    assert visit(server)[0] == 200
    intruder = Intruder(server, *kernel_ids(server))
    intruder.surfaces()
    states = [message["content"].get("data", {}).get("states", {}) for message in intruder.heard]
    models = {model: record["state"]["_model_name"] for found in states for model, record in found.items()}
    assert {"AnyModel", "VBoxModel", "StackModel"} <= {*models.values()}
    for model in models:
        for state in (
            {"index": 10**6},
            {"index": "x"},
            {"value": {"a": []}},
            {"value": "nan"},
            {"layout": 3},
            {"children": 3},
            7,
        ):
            intruder.send("comm_msg", {"comm_id": model, "data": {"method": "update", "state": state, "buffer_paths": []}})
        intruder.send("comm_msg", {"comm_id": model, "data": {"method": "unheard of"}})
        intruder.send("comm_msg", {"comm_id": model, "data": 3})
    intruder.hear()
    assert {message["header"]["msg_type"] for message in intruder.heard} <= ANSWERS
    said = json.dumps(intruder.heard)
    assert "Traceback" not in said
    assert "site-packages" not in said
    assert intruder.surfaces()  # and it goes on
    intruder.socket.close()


# Crowds


@pytest.mark.slow
def test_there_is_room_for_so_many_and_a_sentence_for_the_next(servers: Servers) -> None:
    server = servers.page("print('here')", visitors=2, lang="fr", theme="dark")
    with ThreadPoolExecutor(6) as crowd:
        answers = list(crowd.map(lambda _: visit(server), range(6)))
    assert sorted(status for status, _ in answers) == [200, 200, 503, 503, 503, 503]
    assert len(server.kernels()) == 2
    body = next(body for status, body in answers if status == 503)
    assert "Trop de personnes utilisent cette page" in body
    assert '<html lang="fr">' in body
    assert "color-scheme:dark" in body
    assert "Traceback" not in body + server.text
    ended = kernel_ids(server)[0]
    assert visit(server, f"/voila/api/shutdown/{ended}?token={token(server)}", "POST")[0] == 204
    assert visit(server)[0] == 200
    assert len(server.kernels()) == 2


@pytest.mark.slow
def test_who_never_turns_to_the_kernel_holds_no_place_for_long(servers: Servers) -> None:
    server = servers.page("print('here')", visitors=1, grace=0)
    for _ in range(3):
        assert visit(server)[0] == 200
        assert len(server.kernels()) == 1
    intruder = Intruder(server, *kernel_ids(server))
    intruder.hear()
    assert visit(server)[0] == 503
    intruder.hear()  # who is there stays
    intruder.socket.close()
    assert "Traceback" not in server.text


@pytest.mark.slow
def test_who_leaves_while_the_page_is_made_leaves_no_kernel(servers: Servers) -> None:
    server = servers.page("import time; time.sleep(2)")
    with socket.create_connection(("127.0.0.1", server.port)) as line:
        line.sendall(f"GET /?token={token(server)} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n\r\n".encode())
        assert wait_until(server.kernels)
    assert wait_until(lambda: server.kernels() == [], 30)
    assert "Traceback" not in server.text


# By way of another site


@pytest.mark.slow
def test_no_kernel_for_another_site(servers: Servers) -> None:
    server = servers.page("print('here')")
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    connection.request("GET", f"/login?token={token(server)}")
    cookie = (connection.getresponse().getheader("Set-Cookie") or "").partition(";")[0]
    connection.close()
    link, here = f"/?token={token(server)}", server.origin.rstrip("/")
    for path, headers in (
        ("/", CROSS),  # a cookie goes along wherever the click was
        ("/", {**CROSS, "Sec-Fetch-Site": "same-site"}),  # another port of this machine
        ("/", {**CROSS, "Sec-Fetch-Dest": "iframe"}),
        ("/", {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "image"}),
        ("/", {"Origin": "http://evil.example"}),
        ("/", {"Origin": "null"}),
        ("/", {"Referer": "http://evil.example/page"}),
        (link, {**CROSS, "Sec-Fetch-Dest": "iframe"}),
        (link, {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors", "Sec-Fetch-Dest": "image"}),
    ):
        status, body = visit(server, path, Cookie=cookie, **headers)
        assert (status, "Another website asked" in body) == (403, True), headers
    assert server.kernels() == []
    for path, headers in (
        (link, CROSS),  # a person follows the link, wherever it stands
        ("/", {**CROSS, "Sec-Fetch-Site": "same-origin"}),
        ("/", {**CROSS, "Sec-Fetch-Site": "none"}),
        ("/", {"Referer": f"{here}/login"}),
        ("/", {}),
    ):
        assert visit(server, path, Cookie=cookie, **headers)[0] == 200, headers
    assert len(server.kernels()) == 5


@pytest.fixture
def other_site() -> str:
    """Another server of this machine, for a page that is not the lab's."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    return f"http://127.0.0.1:{port}/"


@pytest.mark.browser
def test_a_page_of_another_site_cannot_start_kernels_in_the_visitors_browser(
    servers: Servers, browser: Browser, other_site: str
) -> None:
    server = servers.page("import ipywidgets; ipywidgets.Button(description='press')", alone=1)
    context = browser.new_context()
    page = context.new_page()
    page.goto(server.address)
    page.get_by_role("button", name="press").wait_for(timeout=60_000)  # then the page has turned to its kernel
    page.goto("about:blank")
    assert wait_until(lambda: server.kernels() == [])
    frames = f'<iframe src="{server.origin}"></iframe><img src="{server.origin}">'
    context.route(f"{other_site}**", lambda route: route.fulfill(body=f"<p>evil</p>{frames}", content_type="text/html"))
    page.goto(other_site)
    page.wait_for_timeout(3000)
    assert server.kernels() == []
    context.close()


# Closed tabs


@pytest.mark.browser
def test_a_closed_tab_ends_its_kernel_however_it_is_closed(servers: Servers, browser: Browser) -> None:
    server = servers.page("import ipywidgets; ipywidgets.Button(description='press')", alone=1)
    for close in ("closed", "vanished"):
        context = browser.new_context()
        page = context.new_page()
        page.goto(server.address)
        page.get_by_role("button", name="press").wait_for(timeout=60_000)
        assert len(server.kernels()) == 1
        if close == "closed":
            page.close(run_before_unload=True)
        context.close()
        assert wait_until(lambda: server.kernels() == [], 30), close


@pytest.mark.slow
def test_a_kernel_waits_for_a_page_that_comes_back(servers: Servers) -> None:
    server = servers.page("1", alone=3)
    assert visit(server)[0] == 200
    (kernel,) = kernel_ids(server)
    first = Intruder(server, kernel)
    first.hear()
    first.socket.close()
    second = Intruder(server, kernel)
    second.hear()
    assert not wait_until(lambda: server.kernels() == [], 5)
    second.hear()
    os.close(second.socket.sock.detach())  # gone without a word
    assert wait_until(lambda: server.kernels() == [], 30)


# How it looks


@pytest.mark.browser
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_how_the_sentence_and_the_files_look(servers: Servers, browser: Browser, theme: str) -> None:
    (servers.home / "kept").mkdir()
    server = servers.serve("--visitors", "1", "--keep", str(servers.home / "kept"), "--theme", theme, "--lang", "de")
    page = browser.new_page(viewport={"width": 1280, "height": 1000})
    page.goto(server.address)
    page.locator(".bl-tabs summary").click(timeout=60_000)
    page.locator('.bl-tabs [data-value="text"]').click()
    sample = next(places.data("bruges", "samples").glob("de/*.md"))
    page.locator('input[data-upload="text_upload"]').set_input_files(sample)
    page.locator('[data-act="text_another"]').wait_for(timeout=60_000)
    SHOTS.mkdir(exist_ok=True)
    page.screenshot(path=SHOTS / f"page_text_{theme}.png")
    page.locator('[data-act="text_another"]').click()
    page.locator('select[data-act="text_path"] option[value="text-001.md"]').wait_for(state="attached")
    page.locator('textarea[data-upload="text_paste"]').fill("Brügge\n\nJeder Spieler bekommt 5 Gulden.")
    page.locator('[data-takes="text_paste"]').click()
    page.locator('[data-act="text_another"]').click(timeout=60_000)
    page.locator('select[data-act="text_path"] option[value="text-002.md"]').wait_for(state="attached", timeout=60_000)
    assert (servers.home / "kept" / "text-001.md").read_bytes() == sample.read_bytes()
    page.locator(".bl-tabs summary").click()
    page.locator('.bl-tabs [data-value="edit"]').click()
    page.locator('[data-act="edit.save"]').click()
    page.locator('select[data-act="edit.load"] option[value="game-001.json"]').wait_for(state="attached")
    with page.expect_download() as download:
        page.locator('[data-act="edit.fetch"]').click()
    assert download.value.suggested_filename == "game.json"
    assert Path(download.value.path()).read_bytes() == (servers.home / "kept" / "game-001.json").read_bytes()
    page.locator('input[data-upload="edit.upload"]').set_input_files(servers.home / "kept" / "game-001.json")
    page.locator('[data-act="back"]').first.wait_for()
    page.locator('[data-part="edit-game"]').scroll_into_view_if_needed()
    page.screenshot(path=SHOTS / f"page_files_{theme}.png")
    other = browser.new_page(viewport={"width": 800, "height": 500})
    other.goto(server.address)
    other.get_by_text("Gerade nutzen zu viele Leute").wait_for()
    other.screenshot(path=SHOTS / f"page_full_{theme}.png")
    for one in (page, other):
        one.goto("about:blank")
        one.close()
