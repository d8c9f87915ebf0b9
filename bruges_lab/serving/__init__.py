"""Starting the lab: JupyterLab on the notebooks (`bruges-lab open`) and a page of its own by Voilà (`bruges-lab serve`)."""

from .. import extras

extras.need("opening the lab", "jupyterlab", "voila")

from .copying import copy_notebooks  # noqa: E402  # first of all it is said what is missing
from .notebook_server import open_lab  # noqa: E402
from .page_server import page_source, serve_page  # noqa: E402

__all__ = ["copy_notebooks", "open_lab", "page_source", "serve_page"]
