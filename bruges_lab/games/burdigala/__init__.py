"""Burdigala: model, data, ruleset, rules, views."""
