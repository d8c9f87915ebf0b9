"""Panels of the explorer that only Bruges has."""
