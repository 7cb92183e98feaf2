"""A scenario under a rulebook: facts, answer sets, results."""
