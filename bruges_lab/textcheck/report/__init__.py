"""Reports in words, files and pages, and what a person has decided."""
