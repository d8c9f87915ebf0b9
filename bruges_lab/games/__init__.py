"""The games of the lab, a folder each. Outside this package nothing knows a game but by its manifest."""
