"""Reading a rulebook: files, lines, sentences, and the words in them as concepts."""
