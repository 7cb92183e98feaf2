"""A comparison as text, JSON or a page."""
