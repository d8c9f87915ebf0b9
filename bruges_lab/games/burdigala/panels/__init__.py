"""Panels of the explorer that only Burdigala has."""
