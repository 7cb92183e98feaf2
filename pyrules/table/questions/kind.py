"""A kind of question, and the words that questions share."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from pyrules.asp.unroll import StepSignature

Key = tuple[Any, ...]
Answer = tuple[Any, ...]
State = frozenset[str]
"""The predicates that one step hands on to the next."""
Atoms = dict[str, list[str]]
"""A predicate's name, the step not in it, and the arguments of its atoms as text, neither world nor step among them."""

OBTAINS, IN_PLAY = frozenset({("obtains", 1)}), frozenset({("in_play", 1)})
ATTEMPTED, HAD = frozenset({("attempted", 1)}), frozenset({("has", 2), ("effective", 3)})
PERFORMED = frozenset({("performed", 2)})
VERDICT = frozenset({("performed", 2), ("refused", 2), ("weighed", 3)})

ONCE = frozenset({"attempted_number"})
ON_FEATURES = frozenset({"effect", "boost", "printed_feature", "printed_modifier"})
OF_EFFECTS = frozenset({"card", "existence", "condition", "amount", "departs", "happens"})
OF_FEATURES = OF_EFFECTS | ON_FEATURES | {"numeric", "plain"}
OF_PARTIES = frozenset({"card", "player", "numeric", "plain", "modifies", "rolls_of", "happens"})
NO_MOMENT = frozenset({"property", "attack", "roll"})


@dataclass(frozen=True)
class Kind:
    """A kind of question: its facts, what it asks for, and how the answer is read.

    `known` is given in each step, `handed` in the step before; `once` are predicates without step that are asked for
    too. `start` questions are about step 0.
    `given` are the predicates of its facts; of those in `none` there are no atoms about what it asks for.
    """

    facts: Callable[[Key], Iterator[str]]
    read: Callable[[Key, Atoms, State], Answer | None]
    asked: frozenset[StepSignature]
    known: frozenset[StepSignature] = frozenset()
    handed: frozenset[StepSignature] = frozenset()
    once: frozenset[str] = frozenset()
    start: bool = False
    given: frozenset[str] = frozenset()
    none: frozenset[str] = frozenset()

    @property
    def sealed(self) -> bool:
        """Whether rules from elsewhere must have no say in an answer: it is about all subjects alike."""
        return not self.none
