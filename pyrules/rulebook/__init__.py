"""Rulebooks: clauses, modules, readings, and the edits that change them."""
