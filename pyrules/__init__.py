"""A workbench in which the rulebook of a card game is tested.

Scenarios come from `pyrules.scenario.load`, rulebooks from `pyrules.rulebook.open`, answers from
`pyrules.engine.evaluate`; docs/python.md shows them at work.
"""

__version__ = "0.1.0"
