"""Playing and measuring Burdigala: what positions are worth, where dice lead, hidden corruption, where points come from."""
