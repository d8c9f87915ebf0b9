"""Arrays for the check of texts: those of numpy, or where it is not installed, as in a browser, the lab's own few.

Nobody else sees the stand-in: other packages ask whether numpy is there, and would take it for more than it is.
"""

from __future__ import annotations

import os
from importlib import import_module
from importlib.util import find_spec
from typing import Any

OWN = "BRUGES_LAB_ARRAYS"
"""Set to `own`, the stand-in is taken although numpy is there: for the test that holds the two together."""

_IS_OWN = os.environ.get(OWN) == "own" or find_spec("numpy") is None
np: Any = import_module(f"{__package__}.small_arrays" if _IS_OWN else "numpy")
