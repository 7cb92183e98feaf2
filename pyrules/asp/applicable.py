"""Encodings written out for one scenario: each step with the rules that can apply in it, and no others.

A rule cannot apply where something that it needs is neither given nor derived by a rule that can; most rules cannot in
most steps. What is left out derives nothing, so the answer sets are the same; the grounder, whose time goes with the
number of rules, has far less to do.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from clingo import Symbol

from pyrules.asp.unroll import GIVEN_WITH_STEP, StepRule, StepSignature, Template, at_step


def written_out(template: Template, steps: int, given: Iterable[Symbol]) -> str:
    """The program for micro-steps 0 to `steps` - 1, as far as it can apply to given atoms."""
    always = set(template.derived_once)
    at: dict[int, set[StepSignature]] = defaultdict(set)
    for symbol in given:
        signature = symbol.name, len(symbol.arguments)
        if symbol.name in GIVEN_WITH_STEP:
            at[symbol.arguments[-1].number].add(signature)
        else:
            always.add(signature)
    texts, before = [template.once], frozenset[StepSignature]()
    known: dict[tuple[frozenset[StepSignature], frozenset[StepSignature]], tuple[str, frozenset[StepSignature]]] = {}
    for step in range(steps):
        situation = frozenset(always | at[step]), before
        if step == 0:
            text, before = _applicable(template.rules, *situation, template.derived_at_start)
        else:
            if situation not in known:
                known[situation] = _applicable(template.rules, *situation, frozenset())
            text, before = known[situation]
        texts.append(at_step(text, step))
    return "\n".join(texts)


def _applicable(
    rules: Iterable[StepRule],
    given: frozenset[StepSignature],
    before: frozenset[StepSignature],
    here: frozenset[StepSignature],
) -> tuple[str, frozenset[StepSignature]]:
    """The text of the rules that can apply in a step, and all that there can be in it."""
    waiting = [rule for rule in rules if rule.needs_given <= given and rule.needs_before <= before]
    applicable: list[StepRule] = []
    there, grown = set(here), True
    while grown:
        ready = [rule for rule in waiting if rule.needs <= there]
        waiting = [rule for rule in waiting if not rule.needs <= there]
        there.update(*(rule.derives for rule in ready))
        applicable += ready
        grown = bool(ready)
    return "\n".join(rule.text for rule in applicable), frozenset(there)
