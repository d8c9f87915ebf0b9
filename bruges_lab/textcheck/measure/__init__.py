"""How well the checker does: labelled texts and mutants."""
