"""Starting the lab: JupyterLab on the notebooks (`bruges-lab open`) and a page of its own by Voilà (`bruges-lab serve`)."""

from .copying import copy_notebooks
from .lab import open_lab
from .page import page_source, serve_page

__all__ = ["copy_notebooks", "open_lab", "page_source", "serve_page"]
