"""What both servers need before they start: a port that is free, and Jupyter's search path with the lab's own folder in front.

The settings hold for this start alone: nothing is written to the user's own Jupyter configuration.
"""

from __future__ import annotations

import os
import signal
import socket
from pathlib import Path

from ..kernel.errors import LabError

HOST = "127.0.0.1"

# Holds the template of the page, and what of JupyterLab is switched off: news and the extension manager.
JUPYTER = Path(__file__).resolve().parent / "jupyter"


def check_port(port: int | None) -> None:
    """Refuse a port that cannot be listened on; none means that the server looks for one."""
    if port is None:
        return
    if not 1 <= port <= 65535:
        raise LabError(f"a port is a number from 1 to 65535, not {port}")
    with socket.socket() as probe:
        if os.name == "posix":  # elsewhere the option would allow to share a port that is taken
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
            probe.listen(1)
        except OSError as error:
            raise LabError(f"port {port} cannot be used: {(error.strerror or str(error)).lower()}") from None


def use_own_jupyter_folder() -> None:
    """Let Jupyter look into the lab's folder first, then where this Python lives: a kernel has to be able to import the lab."""
    for variable in ("JUPYTER_PATH", "JUPYTER_CONFIG_PATH"):
        os.environ[variable] = os.pathsep.join([str(JUPYTER), *filter(None, [os.environ.get(variable)])])
    os.environ.setdefault("JUPYTER_PREFER_ENV_PATH", "1")


def kernel_encryption() -> str:
    """Whether server and kernels talk in private; they do wherever the installed parts can."""
    import zmq

    return "auto" if zmq.has("curve") else "disabled"


def stop_on_hangup() -> None:
    """When the terminal is closed, end as if asked to: kernels and temporary files do not stay behind."""
    if hasattr(signal, "SIGHUP"):
        signal.signal(signal.SIGHUP, lambda *_: os.kill(os.getpid(), signal.SIGTERM))
