"""A translation beside its source: which sentence renders which, and what they do not say alike."""
