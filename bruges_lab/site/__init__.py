"""The documentation as pages to read offline: what people write in docs/, and what is generated from the games and the code."""
