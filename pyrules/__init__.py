"""A workbench in which the rulebook of a card game is tested."""

__version__ = "0.1.0"
