"""Where two answers differ, and which clauses are responsible."""
