"""Ferry: a small second game that proves the kernel knows no game. It lives only in the tests.

Nine cards, hidden hands, a wind that chance decides, and storms that make every opponent choose. Three rounds; in each, every
seat crosses with a card that is stronger than the wind, draws a card, or waits. A card of 7 or more brings a storm: each opponent
loses a coin or throws a card overboard; who has neither loses nothing. Cards thrown overboard are fished out by whoever crossed,
in the open, so everybody knows them from then on.
"""
