"""The game of Bruges on the kernel: its state, ruleset, cards and board."""
