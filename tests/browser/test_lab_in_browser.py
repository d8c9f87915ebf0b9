"""JupyterLab and the page of its own as a user meets them: on loopback, behind a token, offline, and gone when stopped."""

from __future__ import annotations

import http.client
import json
import re
import signal
import socket
from collections.abc import Iterator
from urllib.parse import parse_qs, quote, urlsplit

import psutil
import pytest
import websocket
from playwright.sync_api import Browser
from servers import PROGRAM, Server, Servers, alive, wait_until
from watching import Watched, shoot

from bruges_lab import places

STOPS = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]

SMALL = """\
import anywidget, ipywidgets, plotly.graph_objects as go, traitlets

class Board(anywidget.AnyWidget):
    _esm = '''export default {render({model, el}) {
      const button = document.createElement("button");
      const paint = () => { button.textContent = "board " + model.get("answer") };
      button.className = "small-board";
      button.onclick = () => { model.set("clicks", model.get("clicks") + 1); model.save_changes() };
      model.on("change:answer", paint); paint(); el.append(button)
    }}'''
    clicks = traitlets.Int(0).tag(sync=True)
    answer = traitlets.Int(0).tag(sync=True)

board = Board()
board.observe(lambda change: setattr(board, "answer", 10 * change.new), "clicks")
figure = go.FigureWidget(go.Bar(x=[1, 2], y=[3, 4]))
button = ipywidgets.Button(description="press")
button.on_click(lambda _: figure.update_layout(title_text="pressed"))
ipywidgets.VBox([button, board, figure])
"""


@pytest.fixture
def watched(browser: Browser) -> Iterator[Watched]:
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    yield Watched(page)
    page.close()


def request(server: Server, path: str = "/", method: str = "GET", **headers: str) -> tuple[int, dict[str, str], str]:
    """A plain request, with no cookie and no redirect followed."""
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    connection.request(method, path, headers=headers)
    answer = connection.getresponse()
    body = answer.read().decode("utf-8", "replace")
    connection.close()
    return answer.status, dict(answer.getheaders()), body


def token(server: Server) -> str:
    return parse_qs(urlsplit(server.address).query)["token"][0]


# JupyterLab


@pytest.mark.browser
def test_the_lab_opens_on_the_first_notebook_and_runs_it_offline(servers: Servers, watched: Watched) -> None:
    server = servers.open("mine")
    assert re.search(r"notebooks: \d+ copied", server.text)
    page = watched.page
    page.goto(server.address)
    page.get_by_role("heading", name="First look").wait_for(timeout=60_000)
    assert "00_" in page.locator(".lm-TabBar-tab.lm-mod-current.jp-mod-current").first.inner_text()
    page.locator(".jp-OutputArea-output svg, .jp-OutputArea-output img").first.wait_for()  # it is trusted: the picture is shown
    page.locator(".jp-Notebook-ExecutionIndicator[data-status=idle]").wait_for(timeout=60_000)
    page.locator(".jp-CodeCell .cm-content").first.click()
    page.keyboard.press("Control+A")
    page.keyboard.type("import bruges_lab as bl; print(len(bl.Deck.load()), 'cards')")
    page.keyboard.press("Shift+Enter")
    page.get_by_text("165 cards").wait_for(timeout=60_000)
    shoot(page, "lab")
    assert page.get_by_text("Jupyter news").count() == 0
    assert page.locator("[data-id='extensionmanager.main-view']").count() == 0
    assert (watched.outside(), server.outside) == ([], [])
    assert watched.errors == []


@pytest.mark.slow
def test_alone_it_opens_the_notebooks_of_the_working_copy_in_place(servers: Servers) -> None:
    server = servers.start([PROGRAM], 8888)  # or the next that is free
    server.port = urlsplit(server.address).port or 0
    assert re.search(r"/lab/tree/00_\w+\.ipynb$", urlsplit(server.address).path)
    listed = json.loads(request(server, "/api/contents", Authorization=f"token {token(server)}")[2])["content"]
    assert {path.name for path in places.notebooks().glob("*.ipynb")} <= {entry["name"] for entry in listed}
    assert list(servers.home.rglob("*.ipynb")) == []


@pytest.mark.slow
@pytest.mark.parametrize("stop", STOPS[:2], ids=lambda stop: stop.name)
def test_a_stopped_lab_leaves_no_kernel(servers: Servers, stop: signal.Signals) -> None:
    server = servers.open("mine")
    kernel = start_kernel(server)
    assert alive(kernel)
    assert server.stop(stop) == 0, server.text
    assert wait_until(lambda: not alive(kernel), 10)
    assert "bruges_lab" not in server.text.partition("token=")[2], "an error of ours at the end"


def start_kernel(server: Server) -> int:
    status, _, body = request(server, "/api/kernels", "POST", Authorization=f"token {token(server)}")
    assert status == 201, body
    assert wait_until(server.kernels)
    return server.kernels()[0]


@pytest.mark.slow
def test_the_lab_asks_for_the_token_and_listens_on_loopback_alone_whatever_the_user_has_configured(servers: Servers) -> None:
    config = servers.home / "config"
    config.mkdir()
    settings = {"ServerApp": {"ip": "0.0" + ".0.0", "open_browser": True, "port": 1}, "LabApp": {"extension_manager": "pypi"}}
    (config / "jupyter_server_config.json").write_text(json.dumps(settings), encoding="utf-8")
    before = {path: path.read_bytes() for path in config.rglob("*") if path.is_file()}
    server = servers.open("mine")
    assert request(server, "/api/contents")[0] == 403
    assert request(server, "/api/contents", Authorization="token wrong")[0] == 403
    assert request(server, "/lab")[0] == 302
    assert request(server, "/api/contents", Authorization=f"token {token(server)}")[0] == 200
    assert_loopback_only(server)
    server.stop()
    assert {path: path.read_bytes() for path in config.rglob("*") if path.is_file()} == before


def assert_loopback_only(server: Server) -> None:
    listening = {
        found.laddr.ip
        for found in psutil.Process(server.process.pid).net_connections("inet")
        if found.status == psutil.CONN_LISTEN and found.laddr.port == server.port
    }
    assert listening == {"127.0.0.1"}
    with pytest.raises(OSError):
        socket.create_connection(("127.0.0" + ".2", server.port), timeout=5)


# The page of its own


@pytest.fixture(scope="module")
def small(module_servers: Servers) -> Server:
    return module_servers.page(SMALL)


@pytest.mark.browser
def test_widgets_of_all_kinds_work_offline_and_no_code_is_shown(small: Server, watched: Watched) -> None:
    page = watched.page
    page.goto(small.address)
    page.locator(".small-board").click(timeout=60_000)
    page.get_by_text("board 10").wait_for()
    page.locator(".small-board").click()
    page.get_by_text("board 20").wait_for()
    page.get_by_role("button", name="press").click()
    page.get_by_text("pressed").wait_for()
    assert page.locator(".js-plotly-plot .bars path").count() == 2
    assert page.title() == "Bruges Lab"
    assert page.locator(".jp-InputArea, .cm-editor").count() == 0
    html = page.content()
    assert "traitlets.Int" not in html
    assert "FigureWidget(" not in html
    assert (watched.outside(), small.outside) == ([], [])
    assert watched.errors == []


@pytest.mark.browser
def test_every_visitor_has_a_kernel_that_ends_with_the_page(small: Server, browser: Browser) -> None:
    assert wait_until(lambda: small.kernels() == [] or len(small.kernels()) == 1)
    before = set(small.kernels())
    pages = [browser.new_page(), browser.new_page()]
    for page in pages:
        page.goto(small.address)
        page.locator(".small-board").wait_for(timeout=60_000)
    own = set(small.kernels()) - before
    assert len(own) == 2
    pages[0].locator(".small-board").click()
    pages[0].get_by_text("board 10").wait_for()
    assert pages[1].get_by_text("board 0").count() == 1
    pages[0].goto("about:blank")
    assert wait_until(lambda: len(own & set(small.kernels())) == 1)
    pages[1].locator(".small-board").click()
    pages[1].get_by_text("board 10").wait_for()
    for page in pages:
        page.goto("about:blank")
        page.close()
    assert wait_until(lambda: not own & set(small.kernels()))


@pytest.mark.slow
@pytest.mark.parametrize("stop", STOPS, ids=lambda stop: stop.name)
def test_a_stopped_page_leaves_no_kernel_and_no_file(servers: Servers, stop: signal.Signals) -> None:
    server = servers.page("print('here')")
    status, _, body = request(server, f"/?token={token(server)}")
    assert (status, "here" in body) == (200, True)
    (kernel,) = server.kernels()
    assert server.stop(stop) == 0, server.text
    assert wait_until(lambda: not alive(kernel), 10)
    assert "Traceback" not in server.text
    assert list((servers.home / "temporary").iterdir()) == []


@pytest.mark.slow
def test_a_kernel_whose_visitor_vanished_is_ended_after_a_while(servers: Servers) -> None:
    server = servers.page("1", cull_after=2)
    assert request(server, f"/?token={token(server)}")[0] == 200
    assert len(server.kernels()) == 1
    assert wait_until(lambda: server.kernels() == [], 30)


@pytest.mark.slow
def test_without_the_token_nothing_is_shown_or_started(servers: Servers) -> None:
    server = servers.page("print('here')")
    for path in ("/", "/?token=wrong", "/?token="):
        status, headers, body = request(server, path)
        assert (status, body) == (302, "")
        assert headers["Location"].startswith("/login?next=")
    assert request(server, "/", Authorization="token wrong")[0] == 302
    assert server.kernels() == []
    assert request(server, f"/?token={token(server)}")[0] == 200
    (pid,) = server.kernels()
    kernel = kernel_id(server)
    assert request(server, f"/api/kernels/{kernel}")[0] == 403
    assert request(server, f"/api/kernels/{kernel}", "DELETE")[0] == 403
    assert request(server, f"/voila/api/shutdown/{kernel}", "POST")[0] == 403
    with pytest.raises(websocket.WebSocketBadStatusException, match="403"):
        websocket.create_connection(f"ws://127.0.0.1:{server.port}/api/kernels/{kernel}/channels", timeout=10)
    assert alive(pid)
    assert_loopback_only(server)


def kernel_id(server: Server) -> str:
    (found,) = (server.said.parent / "temporary").rglob("kernel-*.json")
    return found.stem.removeprefix("kernel-")


@pytest.mark.slow
def test_with_the_token_only_the_page_itself_can_be_used(servers: Servers) -> None:
    server = servers.page("print('here')")
    mine = {"Authorization": f"token {token(server)}"}
    assert request(server, "/", Host="evil.example", **mine)[0] == 403
    hostile = '"><script>hit()</script>'
    status, _, body = request(server, f"/?theme={quote(hostile)}&template=lab", **mine)
    assert status == 200
    assert "hit()" not in body
    assert "jsdelivr" not in body
    for path in ("bruges_lab.ipynb", "../open.html", "x.png"):
        assert request(server, f"/voila/files/{path}", **mine)[0] in (403, 404)
    shutdown = f"/voila/api/shutdown/{kernel_id(server)}"
    cookie = request(server, f"/login?token={token(server)}")[1]["Set-Cookie"].partition(";")[0]
    assert request(server, shutdown, "POST", Cookie=cookie, Origin="http://evil.example")[0] == 404
    assert len(server.kernels()) == 1
    assert request(server, shutdown, "POST", Cookie=cookie, Origin=server.origin.rstrip("/"))[0] == 204
    assert server.kernels() == []
    status, _, body = request(server, "/", "PUT", **mine)
    assert status == 405
    assert "http" not in body.replace("http-equiv", ""), "an error page asks for something outside"


@pytest.mark.slow
def test_an_error_in_the_page_is_one_friendly_line(servers: Servers) -> None:
    server = servers.page("secret = 'a traceback'\nraise ValueError(secret)")
    status, _, body = request(server, f"/?token={token(server)}")
    assert status == 200
    assert "The window in which bruges-lab runs says why." in body
    assert "a traceback" not in body
    assert ": a traceback" in server.text  # with colours between


@pytest.mark.slow
def test_a_configuration_that_lies_about_is_not_read(servers: Servers) -> None:
    (servers.home / "voila.py").write_text("raise SystemExit('read')", encoding="utf-8")
    (servers.home / "config").mkdir()
    (servers.home / "config" / "voila.json").write_text('{"Voila": {"ip": "0.0' + '.0.0", "token": ""}}', encoding="utf-8")
    server = servers.page("1")
    assert request(server)[0] == 302
    assert_loopback_only(server)


@pytest.mark.browser
def test_the_explorer_is_served(servers: Servers, watched: Watched) -> None:
    server = servers.serve("--scenario", "fire_and_plague", "--theme", "dark", "--lang", "fr")
    page = watched.page
    page.goto(server.address)
    page.locator(".bl-explorer").wait_for(timeout=60_000)
    page.wait_for_timeout(1000)
    shoot(page, "page_dark")
    assert page.locator("body.theme-dark").count() == 1
    assert page.locator(".jp-InputArea, .cm-editor").count() == 0
    assert (watched.outside(), server.outside) == ([], [])
    assert watched.errors == []
