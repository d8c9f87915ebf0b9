"""The rulebook as data: rules, glossary, texts, rulesets by document, scenarios."""
