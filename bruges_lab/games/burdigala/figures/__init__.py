"""Figures that only Burdigala has: reach, building sites, corruption, points."""
