"""JupyterLab on the first notebook: loopback only, with Jupyter's own token, without news and extension market."""

from __future__ import annotations

import logging
import os
from pathlib import Path
from urllib.parse import quote

from .. import places
from ..kernel.errors import LabError, one_line
from .starting import HOST, check_port, kernel_encryption, stop_on_hangup, use_own_jupyter_folder


def first_notebook() -> str:
    """The name of the notebook to begin with."""
    return min(path.name for path in places.notebooks().glob("[0-9]*.ipynb"))


def in_working_copy() -> bool:
    """Whether the notebooks lie in a working copy, where they are opened in place."""
    return places.notebooks().parent != Path(places.__file__).resolve().parent


def lab_arguments(folder: Path, port: int | None, browser: bool) -> list[str]:
    """What JupyterLab is started with; the command line goes before any configuration file."""
    from jupyter_core.paths import jupyter_data_dir

    arguments = [
        f"--ServerApp.root_dir={folder}",
        f"--ServerApp.ip={HOST}",
        f"--ServerApp.open_browser={browser}",
        "--ServerApp.answer_yes=True",
        "--ServerApp.log_level=ERROR",
        f"--KernelManager.transport_encryption={kernel_encryption()}",
        f"--LabApp.default_url=/lab/tree/{quote(first_notebook())}",
        # Tabs of its own, so that those of the user's other work stay as they are.
        f"--LabApp.workspaces_dir={Path(jupyter_data_dir(), 'bruges-lab', 'workspaces')}",
        "--LabApp.log_level=ERROR",
        "--LabApp.news_url=None",
        "--LabApp.check_for_updates_class=jupyterlab.handlers.announcements.NeverCheckForUpdate",
        "--LabApp.extension_manager=readonly",
    ]
    if port is not None:
        arguments += [f"--ServerApp.port={port}", "--ServerApp.port_retries=0"]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        arguments.append("--ServerApp.allow_root=True")
    return arguments


def trust_own_notebooks(folder: Path) -> None:
    """Sign the notebooks that are as the lab ships them, as `jupyter trust` does: untrusted pictures are not shown."""
    from nbformat import reads
    from nbformat.sign import NotebookNotary

    notary = NotebookNotary()  # type: ignore[no-untyped-call]
    for shipped in places.notebooks().glob("*.ipynb"):
        place = folder / shipped.name
        if place.is_file() and place.read_bytes() == shipped.read_bytes():
            notary.sign(reads(shipped.read_text(encoding="utf-8"), as_version=4))  # type: ignore[no-untyped-call]


def open_lab(folder: Path, port: int | None = None, browser: bool = True) -> None:
    """Open JupyterLab on a folder of notebooks and stay until it is stopped."""
    check_port(port)
    use_own_jupyter_folder()
    stop_on_hangup()
    from jupyterlab.labapp import LabApp

    trust_own_notebooks(folder)
    logging.captureWarnings(True)  # those of Jupyter about itself
    try:
        LabApp.launch_instance(lab_arguments(folder.resolve(), port, browser))
    except SystemExit as stop:
        if stop.code not in (None, 0):
            raise LabError(f"JupyterLab could not be started in {one_line(folder)}") from None
