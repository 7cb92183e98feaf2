"""The smallest scenario in which a rulebook violates a property that a designer states, or a proof that there is none.

A property is an encoding of a few rules that derive `violated(…,T)` in the words of the rulebook; what is derived for
no scenario holds in all of them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from pyrules.analysis.search.bound import Bound
from pyrules.analysis.search.clock import Clock, Progress
from pyrules.analysis.search.deepening import Deepening, Smallest
from pyrules.analysis.search.in_worker import in_worker
from pyrules.analysis.search.natural_names import natural
from pyrules.analysis.search.program import Program
from pyrules.analysis.search.scope import not_judged
from pyrules.asp import control
from pyrules.asp.module import read
from pyrules.engine.evaluate import evaluate
from pyrules.engine.exact_numbers import refuse_inexact
from pyrules.engine.instance import Instance
from pyrules.errors import InputError, NotDecided, Problem
from pyrules.language import _, plural
from pyrules.model.result import Evaluation
from pyrules.model.scenario import Card, Event, Gain, Lose, PrintedFeature, Scenario
from pyrules.rulebook.book import Rulebook
from pyrules.rulebook.edit_check import check

Verdict = Literal["violated", "holds-within-bound", "undetermined"]
VIOLATED = "violated"
SAMPLE = Scenario(
    title="a sample",
    cards={"one": Card(printed=(PrintedFeature("A", 1),))},
    events=(Event(Gain("one", "A", 2)), Event(Lose("one", "A"))),
)
"""A game in which a feature is replaced and lost."""


@dataclass(frozen=True, slots=True)
class Violation:
    """A scenario that violates a property after an event, with the rulebook's answer; `proved` that none is smaller."""

    scenario: Scenario
    after: int
    evaluation: Evaluation
    proved: bool


@dataclass(frozen=True, slots=True)
class PropertyResult:
    """What a search for a violation came to.

    `says` is the sentence that opens the property, `none_up_to` the number of events up to which there is proved to be
    no violation (-1: unknown), `not_covered` the topics that the property speaks of and that no scenario of the bound
    shows, `note` what else there is to say. `exhausted` says that the whole bound was looked at.
    """

    verdict: Verdict
    property: Path
    says: str
    bound: Bound
    violation: Violation | None
    none_up_to: int
    seconds: float
    note: str = ""
    exhausted: bool = False
    not_covered: tuple[str, ...] = ()


def judge(
    book: Rulebook,
    property: Path,
    bound: Bound,
    seconds: float = 300.0,
    tell: Callable[[Progress], None] | None = None,
) -> PropertyResult:
    """Search all scenarios within the bound for the smallest that violates the property.

    Rules that outgrow the limits end the search with what is known so far. Raises InputError when the property does not
    derive `violated(…,T)`, or is no encoding that could be an edit's.
    """
    unknown = PropertyResult("undetermined", property, property.stem, bound, None, -1, 0.0)
    return in_worker(_judge, (book, property, bound), seconds, tell, unknown)


def _judge(
    book: Rulebook, property: Path, bound: Bound, seconds: float, tell: Callable[[Progress], None] | None
) -> PropertyResult:
    clock = Clock(seconds, tell)
    arity = _checked(book, property)
    program = Program((book,), replace(bound, observe=()), (property,))
    deepening = Deepening(program, clock, lambda s: violated_after(s, book, (property,), arity) is not None)
    outside = not_judged(book, property, bound)

    def known(verdict: Verdict, violation: Violation | None = None, note: str = "") -> PropertyResult:
        told = says(property), bound, violation, deepening.none_up_to, clock.seconds, note
        exhausted = violation is None and not note
        return PropertyResult(verdict, property, *told, exhausted, outside)

    try:
        for number, found in enumerate(deepening.levels()):
            if found is not None:
                return known("violated", _violation(found, book, property, arity))
            clock.keep(plural("{count} event", "{count} events", number), known("undetermined", note="stopped"))
        deepening.confirm_none()
        return known("undetermined" if outside else "holds-within-bound")
    except (NotDecided, KeyboardInterrupt) as limit:
        return known("undetermined", note=str(limit) or "stopped")


def _violation(found: Smallest, book: Rulebook, property: Path, arity: int) -> Violation:
    scenario = replace(
        natural(found.scenario), title=_("{rulebook} violates {property}", rulebook=book.name, property=property.stem)
    )
    after = violated_after(scenario, book, (property,), arity)
    assert after is not None  # confirmed before it was handed out
    return Violation(scenario, after, evaluate(scenario, book), found.proved)


def _checked(book: Rulebook, property: Path) -> int:
    """The number of arguments of `violated`, the step counted."""
    problems, _lacking = check({"": book}, [property], {}, frozenset({VIOLATED}))
    if problems:
        raise InputError(problems)
    text = read(property)
    heads = [use for use in text.uses if use.derived and use.signature[0] == VIOLATED]
    stepless = [use for use in heads if not use.arguments or str(use.arguments[-1]) != "T"]
    if stepless:
        raise InputError(
            text.at(use.location, _("the last argument of `violated` is the micro-step T")) for use in stepless
        )
    arities = {use.signature[1] for use in heads}
    if len(arities) != 1:
        message = _("a property derives `violated(…,T)`, with one number of arguments and the micro-step T as the last")
        raise InputError([Problem(str(property), 0, 0, message)])
    return arities.pop()


def violated_after(scenario: Scenario, book: Rulebook, property: tuple[Path, ...], arity: int) -> int | None:
    """The first event after which the scenario, evaluated by itself, violates the property; None if it never does.

    `property` are the modules that state it, `arity` is the number of arguments of `violated`, the step counted.
    """
    instance = Instance(scenario, book)
    modules = (*instance.modules, *property)
    given = f"{instance.facts}#show {VIOLATED}/{arity}.\n"
    refuse_inexact(modules, given)
    steps = [
        arguments[-1].number
        for atoms in control.answer_sets(modules, given, len(instance.timeline.steps), False)
        for arguments in atoms.get(VIOLATED, ())
    ]
    return instance.timeline.state_of(min(steps)) if steps else None


def says(property: Path) -> str:
    """The sentence that opens the property; its name if there is none."""
    return read(property).sentences.get(1, property.stem)
