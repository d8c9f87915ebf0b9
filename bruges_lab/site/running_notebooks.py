"""Notebooks that run on the static site: JupyterLite, built from pinned parts, on the same Python and packages as the explorer.

Pyodide and the archives of the explorer are not copied: a lock file beside them tells the kernel which archive has what, and what
each must be (SHA-256). A notebook that needs a package without a wheel for browsers is only there to be read.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from base64 import b64encode
from collections.abc import Iterable, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

from .. import places
from ..kernel.errors import LabError, one_line
from .pinned_parts import NOTEBOOK_TOOLS

ONLY_READ = ("05_the_people", "07_simulation", "08_figures", "11_burdigala_decisions_and_odds", "12_the_zwin")
"""Notebooks that need pandas, or plotly's script as a file; `bruges-lab verify site` runs the others in a browser."""
ARCHIVE, LOCK, NOTHING = "notebooks.zip", "notebooks-lock.json", "nothing.zip"
_KERNEL = "jupyterlite-pyodide-kernel"
_EXTENSIONS = ("anywidget", "plotly", "jupyterlab-widgets", _KERNEL)
_ASKED = ("micropip", "piplite", "ipykernel", "comm", "pyodide-kernel", "jedi", "ipython")
"""What the kernel wants to have at its start: if it is in the lock file, it looks nowhere else."""
_OF_KERNEL = ("ipykernel-6*.whl", "piplite-*.whl", "pyodide_kernel-*.whl")
_SHARE = "data/share/jupyter/labextensions/@jupyterlite/pyodide-kernel-extension/static/pypi/"
_STAND_IN = '"""All that plotly asks of nbformat where it only shows a figure."""\n\n__version__ = "5.10"\n'
_PATIENCE = 600
_SCRIPT = re.compile(r"<script(?![^>]*\ssrc=)[^>]*>(.*?)</script>", re.S)


def notebooks() -> list[Path]:
    """The notebooks: those that run in a page, and those that show there what they answered when they were last run."""
    return sorted(places.notebooks().glob("[0-9]*.ipynb"))


def unpack_kernel(wheel: Path, folder: Path) -> None:
    """What runs in the page of the wheel of the kernel: it holds wheels itself; and a stand-in for nbformat."""
    with zipfile.ZipFile(wheel) as packed:
        for name in packed.namelist():
            inner = name.partition(_SHARE)[2]
            if inner and any(Path(inner).match(one) for one in _OF_KERNEL):
                with packed.open(name) as file, zipfile.ZipFile(file) as found:
                    found.extractall(folder)
    (folder / "nbformat").mkdir(parents=True)
    (folder / "nbformat" / "__init__.py").write_text(_STAND_IN, encoding="utf-8")


def write_lock(folder: Path) -> None:
    """The lock file beside the archives: what the kernel loads at its start, and what when a cell imports it."""
    with zipfile.ZipFile(folder / NOTHING, "w"):
        pass
    info = json.loads((folder / "pyodide" / "pyodide-lock.json").read_text("utf-8"))["info"]
    first, figures, texts, codes = (f"bruges-lab-{name}" for name in ("first", "figures", "texts", "codes"))
    shown: dict[str, tuple[str, tuple[str, ...], tuple[str, ...]]] = {
        first: ("first.zip", ("ipywidgets", "anywidget", "traitlets", "msgspec"), ()),
        figures: ("figures.zip", ("plotly",), ()),
        texts: ("texts.zip", (), ()),
        codes: ("codes.zip", ("segno",), ()),
        "bruges-lab": (NOTHING, ("bruges_lab",), (first, figures, texts, codes)),
        "ipython": (ARCHIVE, ("IPython", "networkx"), (first,)),
        **{name: (NOTHING, (name.replace("-", "_"),), ("ipython",)) for name in _ASKED if name != "ipython"},
    }
    packages = {
        name: {
            "name": name,
            "version": "1",
            "file_name": file,
            "install_dir": "site",
            "sha256": sha256((folder / file).read_bytes()).hexdigest(),
            "package_type": "package",
            "imports": list(imports),
            "depends": list(depends),
        }
        for name, (file, imports, depends) in shown.items()
    }
    (folder / LOCK).write_text(json.dumps({"info": info, "packages": packages}, indent=1) + "\n", encoding="utf-8")


def build_notebooks(parts: Mapping[str, Path], loading: Path, target: Path, scratch: Path, csp: str) -> None:
    """Build JupyterLite into a folder of the site; `loading` is where the page's Python and its archives are."""
    tools, lite = scratch / "tools", scratch / "lite"
    for name in (*NOTEBOOK_TOOLS, "platformdirs", "traitlets"):
        with zipfile.ZipFile(parts[name]) as packed:
            packed.extractall(tools)
    (lite / "files").mkdir(parents=True)
    for path in notebooks():
        shutil.copyfile(path, lite / "files" / path.name)
    wheels = [shutil.copyfile(parts[name], scratch / f"{name.replace('-', '_')}-1-py3-none-any.whl") for name in _EXTENSIONS]
    _write(lite / "jupyter_lite_config.json", {"LiteBuildConfig": _build_settings(wheels, target)})
    _write(lite / "jupyter-lite.json", {"jupyter-lite-schema-version": 0, "jupyter-config-data": _page_settings(loading, target)})
    _write(lite / "overrides.json", {"@jupyterlab/apputils-extension:themes": {"adaptive-theme": True}})
    _run(lite, tools)
    _put_together(target)
    for page in target.rglob("*.html"):
        _strict(page, csp)


def _build_settings(wheels: Iterable[Path], target: Path) -> dict[str, Any]:
    return {
        "apps": ["lab"],
        "contents": ["files"],
        "federated_extensions": [str(wheel) for wheel in wheels],
        "ignore_sys_prefix": True,
        "no_sourcemaps": True,
        "no_unused_shared_packages": True,
        "output_dir": str(target),
    }


def _page_settings(loading: Path, target: Path) -> dict[str, Any]:
    here = f"./{Path(os.path.relpath(loading, target)).as_posix()}"
    python = json.loads((loading / LOCK).read_text("utf-8"))["info"]["python"].rpartition(".")[0]
    kernel = {
        "pyodideUrl": f"{here}/pyodide/pyodide.mjs",
        "disablePyPIFallback": True,
        "loadPyodideOptions": {
            "lockFileURL": f"{here}/{LOCK}",
            "packages": list(_ASKED),
            "env": {
                "XDG_CACHE_HOME": f"/lib/python{python}/site-packages/kept_words",
                "PLOTLY_RENDERER": "plotly_mimetype",
            },
        },
    }
    return {"appName": "Bruges Lab", "litePluginSettings": {"@jupyterlite/pyodide-kernel-extension:kernel": kernel}}


def _run(lite: Path, tools: Path) -> None:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("JUPYTER", "PYTHON"))}
    environment = {**kept, "PYTHONPATH": str(tools), "PYTHONNOUSERSITE": "1", "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        done = subprocess.run(
            [sys.executable, "-P", "-m", "jupyterlite_core", "build"],
            cwd=lite,
            env=environment,
            capture_output=True,
            text=True,
            timeout=_PATIENCE,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise LabError(f"the notebooks of the static site cannot be built: {one_line(error, 160)}") from None
    if done.returncode:
        said = (done.stderr or done.stdout).strip().splitlines() or [""]
        raise LabError(f"the notebooks of the static site cannot be built: {one_line(said[-1], 160)}")


def _put_together(target: Path) -> None:
    """Leave out what no page asks for."""
    for name in ("package.json", "rspack.config.js", "rspack.config.analyze.js", "rspack.config.watch.js"):
        (target / name).unlink(missing_ok=True)


def _strict(page: Path, csp: str) -> None:
    """Let a page of JupyterLite load from this site alone, and run no script in itself but those that it came with."""
    text = page.read_text("utf-8")
    own = " ".join(f"'sha256-{b64encode(sha256(one.encode()).digest()).decode()}'" for one in _SCRIPT.findall(text))
    rule = csp.replace("script-src 'self'", f"script-src 'self' {own}".rstrip())
    page.write_text(
        text.replace("<head>", f'<head>\n<meta http-equiv="Content-Security-Policy" content="{rule}">', 1), encoding="utf-8"
    )


def _write(path: Path, content: object) -> None:
    path.write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")
