"""A verdict on an edit as text, JSON or a page."""
