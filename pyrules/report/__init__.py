"""Answers as text, JSON and pages."""
