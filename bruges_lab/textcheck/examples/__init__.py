"""Worked examples, played again by the engine."""
