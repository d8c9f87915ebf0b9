"""Lets kernel tests import the little game, and what lives beside them."""

import sys
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[1] / "more_games")]
