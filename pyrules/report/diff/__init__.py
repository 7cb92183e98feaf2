"""What a search for differences came to, for people and for programs."""
