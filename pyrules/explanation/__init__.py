"""Why a value is what it is: ledgers of steps, each with the clauses that decide it.

A ledger is made from the atoms of the answer set and from which rules support them; no rule of the game is told anew.
"""

from pyrules.explanation.derivation import Derivation, derivations
from pyrules.explanation.explain import explain, explained
from pyrules.explanation.explanation import Explanation, Ledger, Level, Step, replay
from pyrules.explanation.question import Question
from pyrules.explanation.resting import resting_on

__all__ = [
    "Derivation",
    "Explanation",
    "Ledger",
    "Level",
    "Question",
    "Step",
    "derivations",
    "explain",
    "explained",
    "replay",
    "resting_on",
]
