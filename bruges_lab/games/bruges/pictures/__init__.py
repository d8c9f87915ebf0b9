"""Bruges as pictures: the table, the players, cards; and the position for a terminal."""
