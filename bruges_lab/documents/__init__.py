"""Reading the texts that people hand in, whatever they are in: text, Markdown or Word documents, in any usual encoding."""
