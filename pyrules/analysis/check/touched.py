"""What an edit touches: the rules that it changes, and those that hand something to them or take it from them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from pyrules.asp.module import Rule, rules_of
from pyrules.asp.syntax import Signature
from pyrules.rulebook.book import Rulebook
from pyrules.rulebook.open import load_rulebook


@dataclass(frozen=True)
class Touched:
    """What an edit touches. `base` is what its rulebook stands on, `changed` the rules that only one of the two has."""

    base: Rulebook
    book: Rulebook
    changed: tuple[Rule, ...]

    def directly(self, modules: Iterable[Path]) -> bool:
        """Whether a rule of the modules is changed, reads what a changed one derives, or derives what it reads."""
        rules = rules_of(tuple(modules))
        return any(_derived(rule) & self._read or _read(rule) & self._derived or rule in self.changed for rule in rules)

    def eventually(self, modules: Iterable[Path]) -> bool:
        """Whether a rule of the modules reads what rests on a changed one, through whatever other rules."""
        return any(_read(rule) & self._resting for rule in rules_of(tuple(modules)))

    @cached_property
    def _derived(self) -> frozenset[Signature]:
        return frozenset(signature for rule in self.changed for signature in _derived(rule))

    @cached_property
    def _read(self) -> frozenset[Signature]:
        return frozenset(signature for rule in self.changed for signature in _read(rule))

    @cached_property
    def _resting(self) -> frozenset[Signature]:
        """All that changed rules derive, and what rests on that."""
        rules = rules_of(tuple(dict.fromkeys((*self.base.modules, *self.book.modules))))
        reached = set(self._derived)
        while more := {s for rule in rules if _read(rule) & reached for s in _derived(rule)} - reached:
            reached |= more
        return frozenset(reached)


def by_edit(book: Rulebook) -> Touched | None:
    """What the edit that made the rulebook touches; None where none made it."""
    if not book.edits:
        return None
    base = load_rulebook(book.edits[-1].on)
    before, after = (rules_of(each.modules) for each in (base, book))
    texts = {rule.text for rule in before} ^ {rule.text for rule in after}
    return Touched(base, book, tuple(rule for rule in (*before, *after) if rule.text in texts))


def _derived(rule: Rule) -> frozenset[Signature]:
    return frozenset(use.signature for use in rule.uses if use.derived)


def _read(rule: Rule) -> frozenset[Signature]:
    return frozenset(use.signature for use in rule.uses if not use.derived)
