"""The long checks behind `bruges-lab verify`. Their figures go into VERIFICATION.md."""

from .malformed import campaign
from .suite import CHECKS, run

__all__ = ["CHECKS", "campaign", "run"]
