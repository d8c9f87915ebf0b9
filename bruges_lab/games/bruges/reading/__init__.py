"""Worked examples of rulebook texts, played again by the engine."""
