"""Finding which sentences state which rule, and what they claim of it."""
