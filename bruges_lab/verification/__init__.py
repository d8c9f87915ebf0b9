"""The long checks behind `bruges-lab verify`. Their figures go into VERIFICATION.md."""

from .malformed import Campaign, campaign, damage, from_file
from .suite import CHECKS, run

__all__ = ["CHECKS", "Campaign", "campaign", "damage", "from_file", "run"]
