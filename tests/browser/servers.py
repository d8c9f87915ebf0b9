"""The lab's servers as a user starts them: real processes on loopback, in a home folder of their own, cut off from the network.

Python's own sockets are watched in the server and in its kernels: whoever asks for an address outside is noted and refused.
"""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import psutil
import pytest

PROGRAM = str(Path(sys.executable).with_name("bruges-lab"))
GUARD = """\
import os, sys
def watch(event, arguments):
    if event == "socket.connect":
        address = arguments[1]
        host = address[0] if isinstance(address, tuple) else "localhost"
    elif event == "socket.getaddrinfo":
        host = arguments[0]
    else:
        return
    host = host.decode() if isinstance(host, bytes) else host
    if host and host != "localhost" and not host.startswith("127.") and host != "::1":
        with open(os.environ["BRUGES_LAB_GUARD"], "a") as file:
            file.write(f"{event} {host}\\n")
        raise OSError(f"no way to {host}")
sys.addaudithook(watch)
"""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def alive(pid: int) -> bool:
    """Whether a process runs; one that has ended but was not yet asked for its result does not."""
    try:
        return psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def wait_until(condition: Callable[[], object], seconds: float = 20) -> bool:
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.1)
    return bool(condition())


@dataclass
class Server:
    """A started server: its address with the token, what it said, and its kernels by their process numbers."""

    process: subprocess.Popen[bytes]
    said: Path
    guard: Path
    port: int
    address: str = ""

    @property
    def text(self) -> str:
        return self.said.read_text(encoding="utf-8")

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.port}/"

    @property
    def outside(self) -> list[str]:
        """The addresses outside that the server or a kernel asked for."""
        return self.guard.read_text(encoding="utf-8").splitlines() if self.guard.exists() else []

    def kernels(self) -> list[int]:
        found = []
        for child in psutil.Process(self.process.pid).children(recursive=True):
            with suppress(psutil.Error):
                if any("ipykernel" in word for word in child.cmdline()) and alive(child.pid):
                    found.append(child.pid)
        return found

    def wait_for_address(self, seconds: float = 120) -> None:
        def found() -> re.Match[str] | None:
            return re.search(r"http://127\.0\.0\.1:\d+/\S*\btoken=\w+", self.text)

        wait_until(lambda: found() or self.process.poll() is not None, seconds)
        match = found()
        assert match, f"no address after {seconds} s: {self.text}"
        self.address = match[0]

    def stop(self, by: signal.Signals = signal.SIGTERM, seconds: float = 60) -> int:
        if self.process.poll() is None:
            self.process.send_signal(by)
        return self.process.wait(seconds)


class Servers:
    """Starts servers, and ends at the latest with the test what it has started."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.started: list[Server] = []
        (home / "guard").mkdir()
        (home / "temporary").mkdir()
        (home / "guard" / "sitecustomize.py").write_text(GUARD, encoding="utf-8")

    def environment(self, guard: Path) -> dict[str, str]:
        mine = {name: value for name, value in os.environ.items() if not name.startswith(("JUPYTER", "IPYTHON"))}
        paths = [str(self.home / "guard"), *filter(None, [os.environ.get("PYTHONPATH")])]
        return {
            **mine,
            "HOME": str(self.home),
            "JUPYTER_CONFIG_DIR": str(self.home / "config"),
            "JUPYTER_DATA_DIR": str(self.home / "data"),
            "JUPYTER_RUNTIME_DIR": str(self.home / "runtime"),
            "IPYTHONDIR": str(self.home / "ipython"),
            "TMPDIR": str(self.home / "temporary"),
            "PYTHONPATH": os.pathsep.join(paths),
            "BRUGES_LAB_GUARD": str(guard),
            "BROWSER": "true",
        }

    def start(self, command: list[str], port: int, cwd: Path | None = None, **environment: str) -> Server:
        number = len(self.started)
        said, guard = self.home / f"said-{number}", self.home / f"asked-{number}"
        if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # a shell starts background jobs so; children inherit it
            signal.signal(signal.SIGINT, signal.default_int_handler)
        with said.open("wb") as file:
            process = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=file,
                stderr=subprocess.STDOUT,
                cwd=cwd or self.home,
                env={**self.environment(guard), **environment},
            )
        server = Server(process, said, guard, port)
        self.started.append(server)
        server.wait_for_address()
        return server

    def open(self, *arguments: str, **environment: str) -> Server:
        """`bruges-lab open`, without a browser."""
        port = free_port()
        return self.start([PROGRAM, "open", *arguments, "--no-browser", "--port", str(port)], port, **environment)

    def serve(self, *arguments: str, **environment: str) -> Server:
        """`bruges-lab serve`, without a browser."""
        port = free_port()
        return self.start([PROGRAM, "serve", *arguments, "--no-browser", "--port", str(port)], port, **environment)

    def page(self, source: str, **options: object) -> Server:
        """A page made by a cell of one's own."""
        port = free_port()
        code = f"from bruges_lab.serving.page_server import serve_page; serve_page({source!r}, {port}, False, **{options!r})"
        return self.start([sys.executable, "-u", "-P", "-c", code], port)

    def end(self) -> None:
        for server in self.started:
            kernels = server.kernels() if server.process.poll() is None else []
            try:
                server.stop()
            except subprocess.TimeoutExpired:
                server.process.kill()
                for pid in filter(alive, kernels):
                    os.kill(pid, signal.SIGKILL)


@pytest.fixture
def servers(tmp_path: Path) -> Iterator[Servers]:
    servers = Servers(tmp_path)
    yield servers
    servers.end()


@pytest.fixture(scope="module")
def module_servers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Servers]:
    """The same, for a server that all tests of a file share."""
    servers = Servers(tmp_path_factory.mktemp("servers"))
    yield servers
    servers.end()
