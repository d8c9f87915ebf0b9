"""Lets test_golden.py import make.py, which lives beside it."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
