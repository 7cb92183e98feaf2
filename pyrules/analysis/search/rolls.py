"""All rolls within a bound, gone through one by one: what is said of all of them is proved by that.

No roll has a say in another, as long as each rule about rolls speaks of one. So they can all be made in one moment, and
the grounder works them out, each as a fact. Where a rule relates several rolls, or leaves a choice, nothing is said.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cached_property

from clingo import Symbol

from pyrules.analysis.search.apart import are_apart
from pyrules.analysis.search.bound import Bound
from pyrules.analysis.search.clock import Clock
from pyrules.analysis.search.deepening import Confirm
from pyrules.analysis.search.program import SIDES, text_of
from pyrules.analysis.search.roll_as_scenario import BORNE, measure, scenario
from pyrules.analysis.search.sharing import STATE, shared
from pyrules.asp.control import Atoms, facts, some_answer_sets
from pyrules.asp.unroll import able, template
from pyrules.errors import NotDecided
from pyrules.language import _
from pyrules.model.scenario import Roll, Scenario
from pyrules.rulebook.book import Rulebook
from pyrules.rulebook.paths import FOLDER

SPACE = FOLDER / "search" / "rolls" / "rolls.lp"
MODIFIED = FOLDER / "search" / "rolls" / "modified.lp"
OBSERVATION = FOLDER / "search" / "observation" / "rolls.lp"
GIVEN = ("roll", "strike_table", "roll_modifier", "roll_step", "reroll", "flip", "top")
"""The predicates in which a roll is given."""
LONGEST = 3
"""How many steps a roll has at the most; one that features modify has no more than one, which adds."""
MODIFYING = frozenset({"modifies_by", "modifies_for", "modifier_at", "applies", "at_work"})
"""What features add to a roll is at work like what is declared; so it need not be looked at where all this is alike."""
MOST_ADDED = 6
"""A number that is added to a roll is no larger than this: it turns any roll into any other."""
WHOLE = "part(1..6,(usual;strike_table))."
USUAL = "part(1..6,usual)."
PARTS = ("part(3,usual).", "part(1,usual).", "part(6,usual).", "part(3,strike_table).")
"""Long rolls are gone through part by part: all at once they would take too much memory."""
READ = ("throw", "differs", "unequal", *(f"{side}__seen" for side in SIDES))
TRIED = 20
"""So many of the smallest rolls that come out differently are evaluated by themselves, until one bears it out."""


class Rolls:
    """The rolls of a bound under two rulebooks. `number` is how many have been gone through."""

    def __init__(self, left: Rulebook, right: Rulebook, bound: Bound) -> None:
        self.most_added = min(bound.max_value, MOST_ADDED)
        given = {(name, len(each[0])) for name, each in _every_atom().items()}
        one, two = (
            able(template((*book.modules_for(False), OBSERVATION), side), given)
            for book, side in zip((left, right), SIDES, strict=True)
        )
        self.rules = shared(one, two, "seen")
        self.number = 0

    def __str__(self) -> str:
        return _("{number:,} rolls of up to {longest} steps", number=self.number, longest=LONGEST)

    @property
    def as_features(self) -> bool:
        """Whether rolls differ as far as features do, and no further."""
        return "seen" in self.rules.alike_if(frozenset(STATE))

    def smallest(self, clock: Clock, differs: Confirm) -> Scenario | None:
        """The smallest roll that comes out differently, None where there is none. Raises NotDecided."""
        if not are_apart(self.rules, GIVEN):
            raise NotDecided(_("a rule relates several rolls, or leaves a choice"))
        for borne, length, part in self._parts():
            found = self._among(borne, length, part, clock)
            for roll in found[:TRIED]:
                if differs(made := scenario(roll, borne)):
                    return made
            if found:
                raise NotDecided(_("rolls come out differently together that do not by themselves"))
        return None

    def of_every_sort(self, clock: Clock) -> Iterator[Scenario]:
        """Of the rolls that come out differently, the smallest with each sort of steps.

        Where some steps show a difference, more of them are not looked at. Raises NotDecided.
        """
        sorts: list[Counter[object]] = []
        for borne, length, part in self._parts():
            for roll in self._among(borne, length, part, clock):
                made = scenario(roll, borne)
                done = _done(made)
                if not any(sort <= done for sort in sorts):
                    sorts.append(done)
                    yield made

    def _parts(self) -> Iterator[tuple[Atoms, str, str]]:
        """What cards bear, how many steps rolls have, and which of these are looked at, one part after another."""
        yield from (({}, f"length({length}).", WHOLE) for length in range(2))
        yield from (({}, f"length({length}).", part) for length in range(2, LONGEST + 1) for part in PARTS)
        if MODIFYING - self.rules.alike_if(frozenset(STATE)):
            states = sorted(some_answer_sets(text_of(MODIFIED)), key=_size)
            yield from ((borne, "length(0..1). modified.", USUAL) for borne in states)

    def _among(self, borne: Atoms, length: str, part: str, clock: Clock) -> list[Symbol]:
        """The rolls that come out differently, the smallest first."""
        if not clock.left():
            raise NotDecided(_("the time limit was reached"))
        watch = clock.watch(f"{self}")
        if watch is not None:
            watch()
        given = f"{length} may_number(1..{self.most_added}). {part} {_text(borne)}"
        atoms = facts("\n".join((text_of(SPACE), given, self._rules)), READ)
        if atoms is None:
            raise NotDecided(_("what comes of a roll is not certain"))
        if "unequal" in atoms:
            return []  # which is a difference in features
        self.number += len(atoms.get("throw", ()))
        return sorted((roll for (roll,) in atoms.get("differs", ())), key=measure)

    @cached_property
    def _rules(self) -> str:
        return self.rules.text(2, "seen")


def _done(made: Scenario) -> Counter[object]:
    """What is done in a roll, whatever the numbers are."""
    rolled = made.events[-1].happening
    assert isinstance(rolled, Roll)
    return Counter((type(step), getattr(step, "operation", None)) for step in rolled.steps)


def _every_atom() -> Atoms:
    """Atoms of every predicate in which rolls, and what modifies them, are given."""
    some = f"modified. length(0..1). may_number(1). {WHOLE} numeric(a). plain(a). rolls_of(a,a). modifies(a,roll,1)."
    program = f"{text_of(SPACE)} {some} printed_feature(a,1,a,1,always)."
    (atoms,) = some_answer_sets(program)
    return atoms


def _text(borne: Atoms) -> str:
    return " ".join(f"{name}({','.join(map(str, each))})." for name in BORNE for each in borne.get(name, ()))


def _size(borne: Atoms) -> tuple[int, str]:
    return len(borne["printed_feature"]), _text(borne)
