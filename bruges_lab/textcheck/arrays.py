"""Arrays for the check of texts: those of numpy, or where it is not installed, as in a browser, the lab's own few.

Nobody else sees the lab's own: other packages ask whether numpy is there, and would take them for more than they are.
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING

__all__ = ["OWN", "np"]

OWN = find_spec("numpy") is None
"""Whether there are only the lab's own."""

if TYPE_CHECKING:
    import numpy as np
elif OWN:
    from . import small_numpy as np
else:
    import numpy as np
