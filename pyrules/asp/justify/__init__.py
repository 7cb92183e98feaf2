"""Why an atom is in an answer set: supports found by a second grounding, one well-founded support an atom.

Knows programs and atoms, and nothing of what they are about.
"""
