"""Links: a game, or a set of tasks, as a few letters behind the # of an address. Whatever is read from one is data."""

from .linking import from_link, to_link

__all__ = ["from_link", "to_link"]
