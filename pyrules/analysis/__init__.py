"""Two rulebooks, or one rulebook against itself: compared, searched, mutated, checked."""
