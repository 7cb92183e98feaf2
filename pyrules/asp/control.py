"""Answer sets of a rulebook and facts. The only module that solves.

A scenario is solved in one of two ways that give the same atoms: plain, with the step a variable, which is quickest for
most single scenarios; or written out step by step (`pyrules.asp.unroll`), where numbers that could become many things
in the plain way would make it slow.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from pyrules.asp import serving
from pyrules.asp.cache import remembered
from pyrules.asp.origin import FOLDER, is_built_in
from pyrules.errors import LimitReached, NotDecided
from pyrules.language import _
from pyrules.language.printable import printable

if TYPE_CHECKING:
    import clingo

Atoms = Mapping[str, Sequence[Sequence["clingo.Symbol"]]]
"""Predicate name -> the argument lists of its atoms, in the order of the symbols."""

MOST_OUTCOMES = 1000

LOOP = FOLDER / "search" / "loop.lp"
"""Conditions on features are granted or denied, whatever comes of it: first as late as can be, then the fewest."""


def answer_sets(
    modules: Sequence[Path], facts: str, steps: int, written_out: bool, every_atom: bool = False
) -> tuple[Atoms, ...]:
    """The shown atoms (or every atom) of every answer set, each set that shows something else once.

    `steps` is the number of micro-steps in `facts`. Raises NotDecided when there are more than MOST_OUTCOMES.
    """
    if written_out:
        return _written_out(tuple(modules), facts, steps)
    control = _control("--project=show", f"--models={MOST_OUTCOMES + 1}")
    control.add("base", [], program(tuple(modules)))
    control.add("base", [], facts)
    _ground(control)
    return tuple(_models(control, every_atom))


def some_answer_sets(program: str) -> tuple[Atoms, ...]:
    """Every atom of the answer sets of a whole program, of no more than MOST_OUTCOMES of them."""
    control = _control(f"--models={MOST_OUTCOMES}")
    control.add("base", [], program)
    _ground(control)
    with control.solve(yield_=True) as handle:
        return tuple(_by_name(model.symbols(atoms=True)) for model in handle)


def shown_answer_sets(modules: Sequence[Path], given: str, most: int) -> Iterator[Sequence[clingo.Symbol]]:
    """The shown atoms of every answer set of rules that choose, one after another; NotDecided beyond `most` of them."""
    control = _control("--project=show", "--models=0")
    control.add("base", [], program(tuple(modules)))
    control.add("base", [], given)
    _ground(control)
    with control.solve(yield_=True) as handle:
        for number, model in enumerate(handle):
            if number == most:
                raise NotDecided(_("there are more than {most} outcomes", most=most))
            yield model.symbols(shown=True)


def doubtful_conditions(modules: Sequence[Path], facts: str) -> frozenset[tuple[clingo.Symbol, int]]:
    """The conditions (with their micro-steps) that form the loop of a scenario without answer set.

    At the first micro-step that cannot settle, those are the fewest conditions on features that must be granted or
    denied, whatever comes of it; where several choices are equally good, all of them. With a condition in the loop
    either will do; one that has to be the opposite of what it is stands beside the loop.
    """
    control = _control("--opt-mode=optN", "--models=0", "--project=project")
    control.add("base", [], program((*modules, LOOP)))
    control.add("base", [], facts)
    _ground(control)
    ways: dict[tuple[clingo.Symbol, int], set[str]] = defaultdict(set)
    with control.solve(yield_=True) as handle:
        for model in handle:
            if model.optimality_proven:
                for symbol in model.symbols(shown=True):
                    if symbol.name == "looped":
                        condition, step, way = symbol.arguments
                        ways[condition, step.number].add(way.name)
    return frozenset(doubted for doubted, taken in ways.items() if len(taken) == 2) or frozenset(ways)


def supposed(modules: Sequence[Path], facts: str, doubted: clingo.Symbol, step: int, holds: bool) -> Atoms:
    """Every atom of a world in which a condition on features holds, or fails, whatever comes of it.

    Other conditions are granted or denied only where nothing else settles. Empty when there is no such world.
    """
    supposition = f"{'not ' if holds else ''}granted({doubted},{step})"
    control = _control("--models=0")
    control.add("base", [], program((*modules, LOOP)))
    control.add("base", [], f"{facts}:- not doubt_begins({step}). :- not doubted({doubted},{step}). :- {supposition}.")
    _ground(control)
    best: Atoms = {}
    with control.solve(yield_=True) as handle:
        for model in handle:
            best = _by_name(model.symbols(atoms=True))
    return best


def derived(program: str, given: Atoms, names: Iterable[str]) -> Atoms:
    """The atoms with these names that a program derives from given atoms, where grounding alone decides them."""
    control = _control()
    read = (name for name in given if name in program)
    facts = (f"{name}({','.join(map(str, each))})." for name in read for each in given[name])
    control.add("base", [], program)
    control.add("base", [], "\n".join(facts))
    control.ground([("base", [])])
    wanted = frozenset(names)
    return _by_name(atom.symbol for atom in control.symbolic_atoms if atom.symbol.name in wanted)


def of_worlds(program: str, facts: str, names: Iterable[str], certain: bool) -> tuple[list[str], frozenset[int]]:
    """The atoms with these names as texts, and the worlds, their first arguments, with atoms that are in doubt.

    Grounding alone decides; where it leaves something to choose, the world is in doubt. Of a `certain` program it is
    known that it never does.
    """
    control = _control()
    control.add("base", [], program)
    control.add("base", [], facts)
    _ground(control)
    atoms = control.symbolic_atoms
    doubtful = () if certain else (atom.symbol.arguments[0].number for atom in atoms if not atom.is_fact)
    wanted = frozenset(names)
    found = (atoms.by_signature(name, arity) for name, arity, _ in atoms.signatures if name in wanted)
    return [str(atom.symbol) for each in found for atom in each], frozenset(doubtful)


@remembered
def program(modules: tuple[Path, ...]) -> str:
    """The modules as one plain text, each under a line that names it.

    Raises InputError when a module from elsewhere is not, or no longer, what a module may be.
    """
    return "\n".join(f"%%% {printable(f'{module.parent.name}/{module.name}')}\n{_text(module)}" for module in modules)


def _text(module: Path) -> str:
    if is_built_in(module):
        return module.read_text(encoding="utf-8")
    from pyrules.asp.module import sound  # not before it is needed: it takes clingo's syntax trees

    return sound(module).text


def _written_out(modules: tuple[Path, ...], facts: str, steps: int) -> tuple[Atoms, ...]:
    from pyrules.asp.unroll import template, with_step, written_out

    given = _control()
    given.add("base", [], facts)
    given.ground([("base", [])])
    control = _control(f"--models={MOST_OUTCOMES + 1}")
    control.add("base", [], written_out(template(modules), steps, (atom.symbol for atom in given.symbolic_atoms)))
    control.add("base", [], facts)
    _ground(control)
    if all(atom.is_fact for atom in control.symbolic_atoms):
        return (_by_name(with_step(atom.symbol) for atom in control.symbolic_atoms),)
    with control.solve(yield_=True) as handle:
        models = tuple(_by_name(map(with_step, model.symbols(atoms=True))) for model in handle)
    return _checked(models)


def _control(*arguments: str) -> clingo.Control:
    import clingo

    return clingo.Control(["--warn=none", *arguments])


def _ground(control: clingo.Control) -> None:
    control.ground([("base", [])])
    atoms, most = len(control.symbolic_atoms), serving.most_atoms()
    if most is not None and atoms > most:
        raise LimitReached(
            _("the rules come to {atoms} atoms, and the memory allowed is for {most}", atoms=atoms, most=most)
        )


def _models(control: clingo.Control, every_atom: bool) -> Iterator[Atoms]:
    with control.solve(yield_=True) as handle:
        found = tuple(_by_name(model.symbols(atoms=every_atom, shown=not every_atom)) for model in handle)
    yield from _checked(found)


def _checked(models: tuple[Atoms, ...]) -> tuple[Atoms, ...]:
    if len(models) > MOST_OUTCOMES:
        raise NotDecided(_("the scenario has more than {most} outcomes", most=MOST_OUTCOMES))
    return models


def _by_name(symbols: Iterable[clingo.Symbol]) -> Atoms:
    atoms: dict[str, list[Sequence[clingo.Symbol]]] = defaultdict(list)
    for symbol in symbols:
        atoms[symbol.name].append(symbol.arguments)
    return atoms


class Incremental:
    """One Control that grows: text is added and grounded part by part, and solved after each.

    `options` are clingo's. Progress can be followed and a search stopped: see `solve`. `conflicts` counts those of the
    searches so far; clingo tells those of a search when it has ended.
    """

    def __init__(self, *options: str) -> None:
        self._control = _control(*options)
        self._parts = 0
        self.conflicts = 0

    def extend(self, text: str, *named: tuple[str, int]) -> None:
        """Add a text and ground it, then the named program parts, each for a number."""
        import clingo

        self._parts += 1
        part = f"part{self._parts}"
        self._control.add(part, [], text)
        self._control.ground([(part, []), *((name, [clingo.Number(number)]) for name, number in named)])

    def ask(self, external: str, number: int, holds: bool) -> None:
        """Set the external atom `external(number)`."""
        import clingo

        self._control.assign_external(clingo.Function(external, [clingo.Number(number)]), holds)

    def solve(self, seconds: float | None = None, watch: Callable[[], None] | None = None) -> Atoms | None:
        """All atoms of an answer set (with optimization, of the best), or None when there is none.

        Raises NotDecided after `seconds`; `watch` is called about four times a second meanwhile.
        """
        import time

        if seconds is not None and seconds <= 0:
            raise NotDecided(_("the time limit was reached"))
        found: list[Atoms] = []
        deadline = None if seconds is None else time.monotonic() + seconds
        with self._control.solve(
            on_model=lambda model: found.append(_by_name(model.symbols(atoms=True))), async_=True
        ) as handle:
            try:
                while not handle.wait(0.25):
                    if watch is not None:
                        watch()
                    if deadline is not None and time.monotonic() > deadline:
                        raise NotDecided(_("the time limit was reached"))
            finally:
                handle.cancel()
            handle.get()
        self.conflicts += int(self._control.statistics["solving"]["solvers"]["conflicts"])
        return found[-1] if found else None

    def possible(self) -> Iterator[clingo.Symbol]:
        """Every atom that the grounding so far allows."""
        return (atom.symbol for atom in self._control.symbolic_atoms)


def first_answer_set(text: str, context: object) -> Atoms | None:
    """Every atom of one answer set of a text that calls the functions of the context; None when there is none."""
    control = _control()
    control.add("base", [], text)
    control.ground([("base", [])], context=context)
    with control.solve(yield_=True) as handle:
        return next((_by_name(model.symbols(atoms=True)) for model in handle), None)


def ground(text: str, context: object) -> None:
    """Ground a text, which calls the functions of the context by `@name(…)`; raises what they raise."""
    control = _control()
    control.add("base", [], text)
    control.ground([("base", [])], context=context)


def facts(text: str, names: Iterable[str]) -> Atoms | None:
    """The atoms with these names that follow from a text. None where the grounder leaves it open whether one does."""
    control = _control()
    control.add("base", [], text)
    _ground(control)
    wanted = frozenset(names)
    signatures = [each for each in control.symbolic_atoms.signatures if each[0] in wanted]
    atoms = [atom for name, arity, _ in signatures for atom in control.symbolic_atoms.by_signature(name, arity)]
    if not all(atom.is_fact for atom in atoms):
        return None
    return _by_name(atom.symbol for atom in atoms)
