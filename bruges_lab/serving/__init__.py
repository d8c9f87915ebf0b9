"""Starting the lab: JupyterLab on the notebooks (`bruges-lab open`) and a page of its own by Voilà (`bruges-lab serve`)."""

from .copying import copy_notebooks
from .notebook_server import open_lab
from .page_server import page_source, serve_page

__all__ = ["copy_notebooks", "open_lab", "page_source", "serve_page"]
