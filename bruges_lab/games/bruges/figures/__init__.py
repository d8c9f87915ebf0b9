"""Figures that only Bruges has: threats and their odds, majorities."""
