"""Checking a rulebook text: reading it, finding which rules it states, and holding them against the rules that run."""
