"""Two rulebooks in one program without doing anything twice: what both derive by the same rules from the same things.

Only what is looked at is kept, with all that it rests on; and what both sides derive alike is derived once, for the
left one, and read by the right one as its own. It is told by the names of predicates alone.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from pyrules.analysis.search.program import SIDES, variables
from pyrules.asp.unroll import BEFORE, HERE, Template, at_step

NAMED = re.compile(rf"\b(?:{'|'.join(SIDES)})__(\w+?)(?:_at_({HERE}|{BEFORE}|0))?\b(?!_)")


SIDE = re.compile(rf"\b(?:{'|'.join(SIDES)})__")


@dataclass(frozen=True)
class Line:
    """A rule as text, with the names of the predicates that it derives and reads, those of the step before apart.

    It is `repeated` for each step, or speaks of none.
    """

    text: str
    derives: frozenset[str]
    reads: frozenset[str]
    reads_before: frozenset[str]
    repeated: bool

    @property
    def reads_of_any_step(self) -> frozenset[str]:
        return self.reads | self.reads_before

    @cached_property
    def plain(self) -> str:
        """The text without the names of sides."""
        return SIDE.sub("", self.text)

    @property
    def body(self) -> str:
        """What it reads, without the names of sides."""
        return self.plain.partition(" :- ")[2]

    @property
    def settles(self) -> bool:
        """Whether it is no constraint, and derives what it does without a choice."""
        head = self.plain.partition(" :- ")[0]
        while head != (head := re.sub(r"\([^()]*\)", "", head)):
            pass
        return len(self.derives) == 1 and not set("{;") & set(head)


@dataclass(frozen=True)
class Shared:
    """The rules of two sides that something looked at rests on."""

    left: tuple[Line, ...]
    right: tuple[Line, ...]

    def text(self, last: int, looked_at: str) -> str:
        """The rules for the steps up to the last one, in which something is looked at; right ones where they differ.

        In the last step they are those on which this rests, in the steps before those on which what it reads of them
        rests. What the last step reads of STATE is the left one's; `unequal` is derived where the right one's differs.
        """
        alike, assumed = self.alike_if(frozenset()), self.alike_if(frozenset(STATE))
        then = (*self.left, *_reading_left(self.right, assumed))
        before = (*self.left, *_reading_left(self.right, alike))
        here = tuple(_resting(then, frozenset({looked_at}), before=False))
        handed_on = frozenset(name for line in (*here, *self.right) for name in line.reads_before) | set(STATE)
        earlier = tuple(line for line in _resting(before, handed_on) if line.repeated)
        texts = list(dict.fromkeys(line.text for line in (*before, *then) if not line.repeated))
        texts += [at_step(line.text, step) for step in range(last) for line in earlier]
        texts += [at_step(line.text, last) for line in here if line.repeated]
        texts += [text for name in STATE if name not in alike for text in _unequal(name, last - 1)]
        return "\n".join(texts)

    def alike_if(self, assumed: frozenset[str]) -> frozenset[str]:
        """The names of what both sides derive by the same rules from what is alike, or is assumed to be."""
        one, two = _by_name(self.left), _by_name(self.right)
        derived = set(one) | set(two)
        same = {name for name in derived if _texts(one[name], SIDES[0]) == _texts(two[name], SIDES[1])}
        alike = same | assumed
        while lost := {
            n for n in alike - assumed if any(line.reads_of_any_step & (derived - alike) for line in one[n])
        }:
            alike -= lost
        return frozenset(alike)


STATE = {"has": 2, "effective": 3, "in_play": 1}
"""What topics read of a state, with the number of arguments."""


def _reading_left(lines: Iterable[Line], alike: frozenset[str]) -> Iterator[Line]:
    """The right one's rules for what is not alike, reading what is where the left one derives it."""
    left, right = (f"{side}__" for side in SIDES)
    here = re.compile(rf"\b{right}(?=(?:{'|'.join(sorted(alike)) or ' '})(?:_at_|\(|\b(?!_)))")
    return (replace(line, text=here.sub(left, line.text)) for line in lines if not line.derives & alike)


def _unequal(name: str, step: int) -> Iterator[str]:
    left, right = (f"{side}__{name}_at_{step}{variables(STATE[name])}" for side in SIDES)
    yield from (f"unequal :- {left}, not {right}.", f"unequal :- {right}, not {left}.")


def shared(left: Template, right: Template, looked_at: str) -> Shared:
    """What two rulebooks derive of the predicates with a name, and all that this rests on."""
    one, two = (tuple(_resting(tuple(_lines(sheet)), frozenset({looked_at}))) for sheet in (left, right))
    return Shared(one, two)


def _lines(sheet: Template) -> Iterator[Line]:
    yield from (_line(text, False) for text in sheet.once.splitlines())
    yield from (_line(rule.text, True) for rule in sheet.rules)


def _line(text: str, repeated: bool) -> Line:
    head = "" if text.startswith(":-") else text.partition(" :- ")[0]
    named = NAMED.findall(text)
    before = frozenset(name for name, step in named if step == BEFORE)
    derives = frozenset(name for name, _ in NAMED.findall(head))
    return Line(text, derives, frozenset(name for name, step in named if step != BEFORE), before, repeated)


def _resting(lines: tuple[Line, ...], names: frozenset[str], before: bool = True) -> Iterator[Line]:
    """The lines on which predicates rest, in one step or, with `before`, in any; and all constraints."""

    def read(line: Line) -> frozenset[str]:
        return line.reads_of_any_step if before else line.reads

    while more := {name for line in lines if line.derives & names for name in read(line)} - names:
        names |= more
    return (line for line in lines if line.derives & names or not line.derives)


def _by_name(lines: Iterable[Line]) -> Mapping[str, list[Line]]:
    found: dict[str, list[Line]] = defaultdict(list)
    for line in lines:
        for name in line.derives:
            found[name].append(line)
    return found


def _texts(lines: Iterable[Line], side: str) -> frozenset[str]:
    return frozenset(line.text.replace(f"{side}__", "") for line in lines)
