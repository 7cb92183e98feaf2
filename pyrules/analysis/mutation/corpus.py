"""Scenario files as nets for mutations: what each expects, which mutations touch it, and what it notices."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from pyrules.analysis.mutation.mutants import Mutation
from pyrules.asp.control import Atoms, derived, program
from pyrules.engine.deeds import UNDECIDED
from pyrules.engine.evaluate import answer_sets, read
from pyrules.engine.expectations import check_expectations
from pyrules.engine.guard import guarded
from pyrules.engine.instance import Instance
from pyrules.engine.timeline import timeline
from pyrules.errors import InputError
from pyrules.language import _
from pyrules.model import wording
from pyrules.model.result import Evaluation
from pyrules.model.scenario import Scenario
from pyrules.rulebook.book import Rulebook
from pyrules.rulebook.names import concerns
from pyrules.rulebook.paths import FOLDER

TOUCHED = FOLDER / "search" / "touched.lp"
"""A mutation touches an answer in which the rule, as it has become, derives something else than it did."""


@dataclass(frozen=True, slots=True)
class ScenarioCheck:
    """A scenario that can notice mutations of a rulebook, with what holds, check by check, of what it expects."""

    scenario: Scenario
    holds: tuple[bool, ...]

    def notices(self, book: Rulebook) -> str | None:
        """What fails under the rulebook, in words, of what held under the right one; None when nothing does."""
        try:
            checks = check_expectations(self.scenario.expect, answer(self.scenario, book))
        except Exception as error:  # whatever it is, that answer cannot be used
            return in_a_line(error)
        failed = (each for held, each in zip(self.holds, checks, strict=True) if held and not each.holds)
        return next(
            (
                _("{subject}: {got} instead of {expected}", subject=each.subject, got=each.got, expected=each.expected)
                for each in failed
            ),
            None,
        )


def in_a_line(error: Exception) -> str:
    """Why there is no proper answer."""
    return str(error).partition("\n")[0] or type(error).__name__


def nets(
    book: Rulebook, scenarios: Iterable[Scenario], mutations: Sequence[Mutation]
) -> tuple[tuple[ScenarioCheck, ...], ...]:
    """For each mutation the scenarios that it touches, the smallest first."""
    found: list[list[ScenarioCheck]] = [[] for _ in mutations]
    rules = rules_for(mutations)
    concerned = [each for each in scenarios if concerns(each.rulebooks, book.name)]
    for scenario in sorted(concerned, key=lambda each: (len(timeline(each).steps), each.file)):
        net, touching = _net(scenario, book, rules)
        for number in range(len(mutations)) if touching is None else touching:
            found[number].append(net)
    return tuple(map(tuple, found))


@guarded
def _net(scenario: Scenario, book: Rulebook, rules: str) -> tuple[ScenarioCheck, Sequence[int] | None]:
    """The scenario with what holds of what it expects, and which mutations touch it; None: any may."""
    instance = Instance(scenario, book)
    sets = answer_sets(instance, every_atom=True)
    checks = check_expectations(scenario.expect, answer_of(instance, sets))
    return ScenarioCheck(scenario, tuple(each.holds for each in checks)), touched(rules, sets) if sets else None


def answer(scenario: Scenario, book: Rulebook) -> Evaluation:
    """As `evaluate` gives it, but for the loop of a paradox, which takes time and of which nothing is expected."""
    instance = Instance(scenario, book)
    return answer_of(instance, answer_sets(instance))


def answer_of(instance: Instance, sets: tuple[Atoms, ...]) -> Evaluation:
    """As `answer`, from the answer sets."""
    if sets:
        return _without_gaps(read(instance, sets))
    scenario, book = instance.scenario, instance.rulebook
    return Evaluation(scenario.file, scenario.title, book.name, book.hash, book.readings, "paradox", ())


def _without_gaps(evaluation: Evaluation) -> Evaluation:
    """The same; InputError when there is an attempt that nothing decides."""
    states = (state for outcome in evaluation.outcomes for state in outcome.states)
    for attempt in (attempt for state in states for attempt in state.attempts if attempt.clause == UNDECIDED):
        about = wording.attempt(attempt.kind, attempt.card, attempt.feature or attempt.property or "", attempt.value)
        raise InputError.at("", _("no clause decides this: {attempt}", attempt=about))
    return evaluation


def rules_for(mutations: Iterable[Mutation]) -> str:
    """The rules by which `touched` tells."""
    rules = "\n".join(rule for number, each in enumerate(mutations) for rule in _rules(number, each))
    return f"{program((TOUCHED,))}\n{rules}"


def touched(rules: str, sets: Iterable[Atoms]) -> Sequence[int]:
    """The numbers of the mutations that touch some of these answer sets."""
    return sorted({term.number for atoms in sets for (term,) in derived(rules, atoms, ["touched"]).get("touched", ())})


def _rules(number: int, mutation: Mutation) -> Iterator[str]:
    """The rule, right and wrong, deriving not its head but that it would derive it."""
    for name, rule in (("right", mutation.before), ("wrong", mutation.after)):
        if rule:
            head, colon, body = rule.removesuffix(".").partition(" :- ")
            yield f"{name}({number},{head}){colon}{body}."
