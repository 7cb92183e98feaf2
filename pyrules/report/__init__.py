"""Answers as people and programs read them: tables and JSON. Nothing here knows a rule of the game."""
