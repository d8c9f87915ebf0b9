"""The explorer in a browser that has no server: Python runs in the page, and its widgets speak to it by messages."""
