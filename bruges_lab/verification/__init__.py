"""The long checks behind `bruges-lab verify`. Their figures go into VERIFICATION.md."""

from .suite import CHECKS, run

__all__ = ["CHECKS", "run"]
