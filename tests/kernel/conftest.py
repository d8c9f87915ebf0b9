"""Lets kernel tests import the little game that lives beside them."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
