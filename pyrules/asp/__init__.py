"""Programs and atoms: parsing, solving, justifying. Knows nothing of the game."""
