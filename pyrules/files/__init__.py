"""YAML with the place of everything read, and errors of shape in words."""
