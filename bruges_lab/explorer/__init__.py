"""The explorer: a game as something to look at, step through, ask and branch, in JupyterLab or on a page of its own."""

from .. import extras

extras.need("the explorer", *extras.LAB)
