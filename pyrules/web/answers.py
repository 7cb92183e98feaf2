"""What the page shows of a ruling: worked out of the scenario and its rulebooks, and free of how it is shown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from typing import NamedTuple

from pyrules.engine.dependencies import Dependency, dependencies
from pyrules.engine.evaluate import evaluate
from pyrules.engine.expectations import Check, check_expectations
from pyrules.engine.guard import guarded
from pyrules.errors import InputError, NotDecided
from pyrules.explanation import explain, resting_on
from pyrules.explanation.explanation import Explanation
from pyrules.language import _, current
from pyrules.model.queries import feature_names
from pyrules.model.result import Evaluation
from pyrules.model.scenario import Attack, Roll, Scenario
from pyrules.report.evaluation.answer import Answer
from pyrules.report.evaluation.columns import Column, columns, names
from pyrules.report.evaluation.moments import Moment, moments
from pyrules.report.notes import REFUSED, Note, of_verdict
from pyrules.rulebook.book import Choice, Rulebook
from pyrules.web.work import Kept

MOST_RULEBOOKS = 4
"""So many stand side by side."""

_kept = Kept()


@dataclass(frozen=True, slots=True)
class Asked:
    """Which cell of the timeline is asked about: a value of a card after an event, in an outcome of a rulebook."""

    book: int
    card: str
    name: str
    after: int
    outcome: int = 0


@dataclass(frozen=True, slots=True)
class Head:
    """A rulebook of the ruling with its verdict, or with the reason why there is none."""

    heading: str
    book: Rulebook
    verdict: str
    note: Note


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a reading: whether it is in force, and the rulebooks to which it gives another answer."""

    name: str
    gist: str
    in_force: bool
    matters_to: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Switch:
    """A reading of one or several of the rulebooks."""

    id: str
    why: str
    clauses: tuple[str, ...]
    options: tuple[Option, ...]

    @property
    def matters(self) -> bool:
        """Whether another option would give another answer."""
        return any(option.matters_to for option in self.options)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a column of the timeline comes from: the rulebook and the outcome, by their numbers."""

    book: int
    outcome: int


@dataclass(frozen=True, slots=True)
class Expected:
    """One thing that the scenario expects, and what came out under each rulebook that it concerns."""

    subject: str
    wanted: str
    got: tuple[tuple[str, Check], ...]

    @property
    def holds(self) -> bool:
        """Whether it came out as expected under all of them."""
        return all(check.holds for _heading, check in self.got)


@dataclass(frozen=True, slots=True)
class Ruled:
    """A scenario with the answers of its rulebooks side by side."""

    scenario: Scenario
    heads: tuple[Head, ...]
    columns: tuple[Column, ...]
    places: tuple[Place, ...]
    moments: tuple[Moment, ...]
    switches: tuple[Switch, ...]
    unsettled: tuple[tuple[str, Explanation], ...]
    expected: tuple[Expected, ...]
    readings_tried: bool
    """Whether it is known of every answer which readings it rests on."""


@dataclass(frozen=True, slots=True)
class Why:
    """An explanation of one cell, with the readings that its value rests on."""

    asked: Asked
    heading: str
    explanation: Explanation
    depends_on: tuple[Dependency, ...]


@guarded
def _resting(scenario: Scenario, book: Rulebook, answer: Evaluation) -> tuple[Dependency, ...]:
    """The readings that an answer rests on, all of them within the limits of one question."""
    return dependencies(scenario, book, answer)


@guarded
def _explained(
    scenario: Scenario, book: Rulebook, card: str, name: str, after: int, outcome: int
) -> tuple[Explanation, tuple[Dependency, ...]]:
    why = explain(scenario, book, card, name, after, outcome)
    return why, resting_on(scenario, book, why)


def ruled(scenario: Scenario, books: Sequence[Rulebook]) -> Ruled:
    """The answers of the rulebooks to a scenario. A rulebook that does not come to one in time says so."""
    answers: list[Answer | NotDecided | InputError] = [_answer(scenario, book) for book in books]
    decided = [each for each in answers if isinstance(each, Answer)]
    heads = tuple(
        Head(heading, book, *_verdict(each, decided))
        for heading, book, each in zip(names([book.name for book in books]), books, answers, strict=True)
    )
    beside = tuple(columns(decided))
    return Ruled(
        scenario=scenario,
        heads=heads,
        columns=beside,
        places=tuple(_places(answers)),
        moments=tuple(moments(beside)) if beside else (),
        switches=tuple(_switches(heads, answers)),
        unsettled=tuple(_unsettled(scenario, heads)),
        expected=tuple(_expected(scenario, heads, answers)),
        readings_tried=all(isinstance(each, Answer) and each.depends_on is not None for each in answers),
    )


def why(scenario: Scenario, book: Rulebook, heading: str, asked: Asked) -> Why:
    """Why the value asked about is what it is. Raises InputError for what the scenario does not have."""
    question = (asked.card, asked.name, asked.after, asked.outcome)
    told = _kept.get((_key(scenario, book), question), lambda: _explained(scenario, book, *question))
    return Why(asked, heading, *told)


def _answer(scenario: Scenario, book: Rulebook) -> Answer | NotDecided | InputError:
    """The answer with the readings that it rests on, or without them where they are not worked out in time."""
    key = _key(scenario, book)
    try:
        answer = _kept.get(key, lambda: evaluate(scenario, book))
    except (NotDecided, InputError) as reason:
        return reason
    try:
        return Answer(answer, depends_on=_kept.get((key, "readings"), lambda: _resting(scenario, book, answer)))
    except NotDecided:
        return Answer(answer)


def _key(scenario: Scenario, book: Rulebook) -> str:
    """What tells one question from another: the scenario, the rulebook as it is read, the language of the answer."""
    asked = f"{current()}\n{scenario!r}\n{book.name}\n{book.hash}\n{dict(book.readings)}"
    return sha256(asked.encode()).hexdigest()


def _verdict(each: Answer | NotDecided | InputError, decided: Sequence[Answer]) -> tuple[str, Note]:
    if isinstance(each, Answer):
        return each.evaluation.verdict, of_verdict(each, decided)
    return "not decided", Note(
        _("not decided: {why}", why=each) if isinstance(each, NotDecided) else str(each), REFUSED
    )


def _places(answers: Sequence[Answer | NotDecided | InputError]) -> Iterator[Place]:
    for number, each in enumerate(answers):
        if isinstance(each, Answer):
            yield from (Place(number, outcome) for outcome in range(len(each.evaluation.outcomes)))


def _switches(heads: Sequence[Head], answers: Sequence[Answer | NotDecided | InputError]) -> Iterator[Switch]:
    """The readings of the rulebooks, each once; an option matters to those whose answer it changes."""
    found: dict[str, list[tuple[Head, Choice]]] = {}
    for head in heads:
        for choice in head.book.choices:
            found.setdefault(choice.reading.id, []).append((head, choice))
    matters: dict[tuple[str, str], list[str]] = {}
    for head, each in zip(heads, answers, strict=True):
        for dependency in (each.depends_on or ()) if isinstance(each, Answer) else ():
            matters.setdefault((dependency.reading, dependency.option), []).append(head.heading)
    for id, having in found.items():
        gists: Mapping[str, str] = {
            name: option.gist for _, choice in having for name, option in choice.reading.options.items()
        }
        in_force = {choice.option for _, choice in having}
        options = tuple(
            Option(name, gist, name in in_force, tuple(matters.get((id, name), ()))) for name, gist in gists.items()
        )
        clauses = tuple(dict.fromkeys(f"{head.heading} {choice.entry.citation}" for head, choice in having))
        yield Switch(id, having[0][1].reading.why, clauses, options)


def _expected(
    scenario: Scenario, heads: Sequence[Head], answers: Sequence[Answer | NotDecided | InputError]
) -> Iterator[Expected]:
    """What the scenario expects of the rulebooks beside each other, each thing once."""
    found: dict[tuple[int, str, str], list[tuple[str, Check]]] = {}
    for head, each in zip(heads, answers, strict=True):
        for check in check_expectations(scenario.expect, each.evaluation) if isinstance(each, Answer) else ():
            found.setdefault((check.line, check.subject, check.expected), []).append((head.heading, check))
    for (_line, subject, wanted), got in found.items():
        yield Expected(subject, wanted, tuple(got))


def _unsettled(scenario: Scenario, heads: Sequence[Head]) -> Iterator[tuple[str, Explanation]]:
    """For each rulebook under which nothing settles, or several things do, what is to be drawn of it."""
    asked = _any_question(scenario)
    for number, head in enumerate(heads):
        if asked is not None and head.verdict in ("paradox", "undetermined"):
            card, name = asked
            try:
                told = why(scenario, head.book, head.heading, Asked(number, card, name, len(scenario.events)))
            except (NotDecided, InputError):
                continue
            yield head.heading, told.explanation


def _any_question(scenario: Scenario) -> tuple[str, str] | None:
    """A card and something that it can have: a loop is the same whichever value is asked about."""
    names = feature_names(scenario)
    return next(((card, name) for card in scenario.cards for name in names), None)


class Happening(NamedTuple):
    """What a roll or an attack is asked about by: its card, and the word for it."""

    card: str
    name: str


def of_event(scenario: Scenario, after: int) -> Happening | None:
    """The roll or the attack of an event; None for other events."""
    match scenario.events[after - 1].happening if after else None:
        case Roll(by):
            return Happening(by, "roll")
        case Attack(_, by):
            return Happening(by, "attack")
    return None
