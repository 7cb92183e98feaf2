"""The predicates of the rules, as `rules_lp/vocabulary.lp` and `rules_lp/README.md` document them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from pyrules.asp.module import read
from pyrules.asp.syntax import Signature
from pyrules.rulebook.paths import DERIVED, FOLDER, VOCABULARY

SEARCH = FOLDER / "search"
BESIDE_RULES = ("contradiction", "invariants", "loop")

_ATOM = re.compile(r"([a-z_]+)\(([^()]*)\)")
_OF_THE_PROGRAM = re.compile(r"__|_$|_at_\d+$")
_DEFINED = re.compile(r"^#defined ([a-z_]+)/(\d+)\.", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Predicate:
    """A predicate with its arguments as documented: `performed(E,label,T)`."""

    name: str
    arguments: tuple[str, ...]

    @property
    def signature(self) -> Signature:
        return self.name, len(self.arguments)

    @property
    def stepped(self) -> bool:
        """Whether it speaks of a micro-step, which is the last argument then."""
        return self.arguments[-1] == "T"

    @property
    def label(self) -> int | None:
        """The place of the name of the module that derives it, counted from 0; None when there is none."""
        return self.arguments.index("label") if "label" in self.arguments else None

    def __str__(self) -> str:
        return f"{self.name}({','.join(self.arguments)})"


@cache
def documented() -> Mapping[Signature, Predicate]:
    """Every predicate, given or derived."""
    return {**in_vocabulary(), **{each.signature: each for each in _in_tables()}}


@cache
def in_vocabulary() -> Mapping[Signature, Predicate]:
    """The predicates in which a scenario is given; rules derive some of them too."""
    text = VOCABULARY.read_text(encoding="utf-8")
    comments = "\n".join(line for line in text.splitlines() if line.startswith("%"))
    defined = defined_anyway()
    return {each.signature: each for each in _atoms(comments) if each.signature in defined}


@cache
def defined_anyway() -> frozenset[Signature]:
    """The predicates that may be read even where nothing derives them."""
    found = (_DEFINED.findall(path.read_text(encoding="utf-8")) for path in (VOCABULARY, DERIVED))
    return frozenset((name, int(arity)) for each in found for name, arity in each)


@cache
def taken() -> frozenset[str]:
    """The names of what is derived beside the rules of a rulebook, when it is searched or found to be a paradox."""
    modules = (*(SEARCH / "observation").glob("*.lp"), *(SEARCH / f"{name}.lp" for name in BESIDE_RULES))
    derived = {use.signature for module in modules for use in read(module).uses if use.derived}
    return frozenset(name for name, _arity in derived - documented().keys())


def is_of_the_program(name: str) -> bool:
    """Whether a name is of the kind that the program keeps for what it derives itself."""
    return bool(_OF_THE_PROGRAM.search(name))


def _in_tables() -> Iterator[Predicate]:
    for line in (FOLDER / "README.md").read_text(encoding="utf-8").splitlines():
        if line.startswith("| `"):
            yield from _atoms(line.split("|")[1])


def _atoms(text: str) -> Iterator[Predicate]:
    for name, arguments in _ATOM.findall(text):
        yield Predicate(name, tuple(arguments.split(",")))
