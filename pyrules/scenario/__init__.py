"""Scenario files: read, checked, built, written."""
