"""The weights with which positions are weighed (worth.py): rules of thumb in points, which no document knows."""

from __future__ import annotations

GUILDER, WORKER, HAND_CARD, EMPTY_HOUSE, TILE, STEP = 0.45, 0.5, 1.2, 1.0, 0.7, 0.8
PERSON, PRICE = 1.6, 0.2
"""What a person can still do: something for everybody, and a share of the price."""
THREAT = (0.0, 0.35, 1.6)
"""What the first and the second marker of a colour cost: the second may turn into damage with the next roll."""
MAJORITY = 1.5
ENDING = 0.35
"""What is left of all hopes once the last round is known."""
PURSE, WORKERS_A_COLOUR, EMPTY_HOUSES = 15, 3, 3
"""More than this does not count: it is seldom put to use."""
THIRD_SPACE = 0.01
"""Only to settle ties: the points of a third space are in the score."""
