"""Whether rules come to exactly one outcome, whatever scenario is given: as far as their form shows it."""

from __future__ import annotations

from pyrules.asp.unroll import StepRule, StepSignature, Template


def settles_once(sheet: Template) -> bool:
    """Whether no rule is a constraint or a choice, and nothing rests on its own absence in the same step."""
    rests_on: dict[StepSignature, set[StepSignature]] = {}
    for rule in sheet.rules:
        for signature in rule.derives:
            rests_on.setdefault(signature, set()).update(rule.reads)
    return all(_is_definite(rule) and not _denies_itself(rule, rests_on) for rule in sheet.rules)


def _is_definite(rule: StepRule) -> bool:
    head = rule.text.split(" :- ", 1)[0]
    return len(rule.derives) == 1 and "{" not in head and ";" not in head


def _denies_itself(rule: StepRule, rests_on: dict[StepSignature, set[StepSignature]]) -> bool:
    """Whether what the rule denies rests on what it derives."""
    reached: set[StepSignature] = set()
    waiting = list(rule.denies)
    while waiting:
        reached.add(signature := waiting.pop())
        waiting += rests_on.get(signature, set()) - reached
    return bool(reached & rule.derives)
