"""Judging claims: what is right comes from running the rule."""
