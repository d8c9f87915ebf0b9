"""Burdigala drawn: the map, what lies beside it, and what each player has."""
