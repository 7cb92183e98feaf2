"""Which rule grew, when a grounding did not end: the program is grounded again, and foreign rules counted meanwhile.

Each of them gets a further condition, `0 = @grown(N,X,…)`, with its number and variables; clingo calls `grown` for
every instance of the rule that it makes, and the first rule with very many is the one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from clingo import Number, Symbol, ast
from clingo.ast import AST, ASTType, Transformer

from pyrules.asp import sandbox
from pyrules.asp.control import ground, program
from pyrules.asp.module import read
from pyrules.asp.origin import is_built_in
from pyrules.engine.facts import facts
from pyrules.engine.timeline import timeline
from pyrules.errors import LimitReached, NotDecided
from pyrules.language import _
from pyrules.model.scenario import Scenario
from pyrules.rulebook.book import Rulebook

ENOUGH = 20_000
"""How many instances make a rule the one that grew."""


def blame(limit: LimitReached, given: Sequence[object], programs: tuple[str, ...] = ()) -> str:
    """What to say when a limit was reached: where, which one, and the rule from elsewhere that grew if one did.

    `given` is what the call was given; scenarios, rulebooks and modules are looked for in it. `programs` are further
    scenarios, as facts or rules.
    """
    modules = tuple(each for each in given if isinstance(each, Path))
    books = [each for each in given if isinstance(each, Rulebook)]
    scenarios = [each for each in given if isinstance(each, Scenario)]
    under = _(" and ").join(book.name for book in books)
    where = _(" under ").join([*(scenario.file or scenario.title for scenario in scenarios), under])
    given_facts = (facts(scenario, timeline(scenario)) for scenario in scenarios)
    return f"{where}: {limit}; {_culprit(books, modules, [*given_facts, *programs], bool(scenarios))}"


def _culprit(
    books: Iterable[Rulebook], modules: tuple[Path, ...], programs: Sequence[str], of_one_scenario: bool
) -> str:
    foreign = [book for book in books if book.foreign or modules]
    if not foreign and of_one_scenario:
        return _("the scenario leads to more than that")
    if not foreign:
        return _("no rule grew, it is the search among the scenarios that takes long")
    for book in foreign:
        try:
            found = sandbox.run_briefly(grown, (*book.modules, *modules), programs)
        except NotDecided:
            return _("which rule grew could not be found in time")
        if found is not None:
            return _("the rule that grew is {found}", found=found)
    return _("no rule grew, it is the search among the outcomes that takes long")


def grown(modules: Sequence[Path], programs: Sequence[str]) -> str | None:
    """The place and the text of the foreign rule that grows, with any of these facts; None when none does."""
    built_in = tuple(path for path in modules if is_built_in(path))
    rules = [(text, rule) for path in modules if path not in built_in for text in [read(path)] for rule in text.rules]
    counted = "\n".join(_counted(number, rule.tree) for number, (_, rule) in enumerate(rules))
    for given in programs:
        counter = _Counter()
        try:
            ground(f"{program(built_in)}\n{counted}\n{given}", counter)
        except _Enough:
            ((number, _),) = counter.instances.most_common(1)
            text, rule = rules[number]
            return f"{rule.module}:{rule.line}: {text.excerpt(rule.tree.location)}"
    return None


class _Enough(Exception):
    """A rule has been counted often enough."""


class _Counter:
    """What clingo calls while it grounds."""

    def __init__(self) -> None:
        self.instances: Counter[int] = Counter()

    def grown(self, number: Symbol, *_: Symbol) -> Symbol:
        """Counts an instance of the rule."""
        self.instances[number.number] += 1
        if self.instances[number.number] >= ENOUGH:
            raise _Enough
        return Number(0)


def _counted(number: int, rule: AST) -> str:
    """The rule as it can be counted: where it ranges over an interval in its head, too."""
    intervals = _Intervals()
    inner = _Inner(number, rule.location)
    head = inner(intervals(rule.head))
    body = [*map(inner, rule.body), *intervals.literals]
    variables = [name for part in (head, *body) for name in _variables(part, within=False)]
    return str(rule.update(head=head, body=[*body, _count(number, variables, rule.location)]))


def _count(number: int, variables: Iterable[str], location: ast.Location) -> AST:
    """The condition that has an instance counted."""
    distinct = (ast.Variable(location, name) for name in dict.fromkeys(variables))
    arguments = [ast.SymbolicTerm(location, Number(number)), *distinct]
    call = ast.Function(location, "grown", arguments, 1)
    guard = ast.Guard(ast.ComparisonOperator.Equal, call)
    return ast.Literal(location, ast.Sign.NoSign, ast.Comparison(ast.SymbolicTerm(location, Number(0)), [guard]))


class _Intervals(Transformer):
    """Replaces intervals by variables that range over them, as the grounder does."""

    def __init__(self) -> None:
        self.literals: list[AST] = []

    def visit_Interval(self, interval: AST) -> AST:  # noqa: N802 (the name clingo calls)
        """A fresh variable, and the literal that binds it."""
        variable = ast.Variable(interval.location, f"Interval{len(self.literals)}")
        guard = ast.Guard(ast.ComparisonOperator.Equal, interval)
        comparison = ast.Comparison(variable, [guard])
        self.literals.append(ast.Literal(interval.location, ast.Sign.NoSign, comparison))
        return variable


class _Inner(Transformer):
    """Counts what ranges within a rule: elements of aggregates, conditional literals."""

    def __init__(self, number: int, location: ast.Location) -> None:
        self.number, self.location = number, location

    def visit_ConditionalLiteral(self, element: AST) -> AST:  # noqa: N802 (the name clingo calls)
        """One more condition on a literal, or on an element of a choice."""
        return self._counted(element)

    def visit_BodyAggregateElement(self, element: AST) -> AST:  # noqa: N802 (the name clingo calls)
        """One more condition on an element."""
        return self._counted(element)

    def _counted(self, element: AST) -> AST:
        count = _count(self.number, _variables(element, within=True), self.location)
        return element.update(condition=[*element.condition, count])


ELEMENTS = (ASTType.ConditionalLiteral, ASTType.BodyAggregateElement, ASTType.HeadAggregateElement)


def _variables(part: AST, within: bool) -> Iterator[str]:
    """The variables with a name that occur in a part; `within` its elements and conditions too."""
    if part.ast_type in ELEMENTS and not within:
        return
    if part.ast_type == ASTType.Variable and part.name != "_":
        yield part.name
    for key in part.child_keys:
        child = getattr(part, key)
        for each in (child,) if isinstance(child, AST) else child or ():
            yield from _variables(each, within)
