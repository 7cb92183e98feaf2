"""Lines answered: read, evaluated side by side through tables, and written."""

from __future__ import annotations

import gc
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from pydantic_core import to_json

from pyrules.bulk.asked import Answered, Asked, Line
from pyrules.bulk.reading import read_line
from pyrules.engine.dependencies import dependencies
from pyrules.errors import InputError, NotDecided, Problem
from pyrules.language import _
from pyrules.model.result import Evaluation
from pyrules.model.scenario import Scenario
from pyrules.report.evaluation.answer import Answer
from pyrules.report.evaluation.json import result
from pyrules.report.evaluation.rows import rows
from pyrules.rulebook.book import Rulebook
from pyrules.rulebook.names import distinct
from pyrules.rulebook.open import load_rulebook
from pyrules.table.evaluate_many import evaluate_some

Job = tuple[Scenario, Rulebook]


def answered(asked: Asked, lines: Sequence[Line]) -> list[Answered]:
    """The answer to each line, in order."""
    with _uncollected():
        scenarios = [_read(asked, line) for line in lines]
        jobs = [
            [(scenario, book) for book in _rulebooks(asked, scenario)] if isinstance(scenario, Scenario) else []
            for scenario in scenarios
        ]
        known = _evaluated([job for each in jobs for job in each])
        return [
            _answer(asked, line, scenario, [known[_key(*job)] for job in each])
            for line, scenario, each in zip(lines, scenarios, jobs, strict=True)
        ]


@contextmanager
def _uncollected() -> Iterator[None]:
    """Answers hold no circles: to look for some among them, again and again, takes a fifth of the time."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()


def _read(asked: Asked, line: Line) -> Scenario | InputError:
    try:
        scenario = read_line(line.content, line.file, line.number)
        books = _rulebooks(asked, scenario)
    except InputError as error:
        return error
    warnings = scenario.warnings({name for book in books for name in book.names})
    return InputError(warnings) if asked.strict and warnings else scenario


def _rulebooks(asked: Asked, scenario: Scenario) -> tuple[Rulebook, ...]:
    if asked.rulebooks is not None:
        return asked.rulebooks
    return tuple(_loaded(name, asked) for name in distinct(scenario.rulebooks or asked.otherwise))


_books: dict[object, Rulebook] = {}


def _loaded(name: str, asked: Asked) -> Rulebook:
    key = name, tuple(asked.readings.items())
    if key not in _books:
        book = load_rulebook(name)
        _books[key] = book.under({each: option for each, option in asked.readings.items() if each in book.readings})
    return _books[key]


def _key(scenario: Scenario, book: Rulebook) -> tuple[int, int]:
    return id(scenario), id(book)


def _evaluated(jobs: Iterable[Job]) -> dict[tuple[int, int], tuple[Evaluation | NotDecided, bool]]:
    """What each rulebook says of its scenarios, all of them at once, and whether its table did."""
    queues: dict[int, tuple[Rulebook, list[Scenario]]] = {}
    for scenario, book in jobs:
        queues.setdefault(id(book), (book, []))[1].append(scenario)
    return {
        _key(scenario, book): answer
        for book, scenarios in queues.values()
        for scenario, answer in zip(scenarios, evaluate_some(scenarios, book), strict=True)
    }


def _answer(
    asked: Asked, line: Line, scenario: Scenario | InputError, found: Sequence[tuple[Evaluation | NotDecided, bool]]
) -> Answered:
    if isinstance(scenario, InputError):
        return _refused(line, scenario.problems, "wrong")
    limits = [each for each, _ in found if isinstance(each, NotDecided)]
    if limits:
        problems = [Problem(line.file, line.number, 0, _("not decided: {limit}", limit=limit)) for limit in limits]
        return _refused(line, problems, "undecided")
    evaluations = [each for each, _ in found if isinstance(each, Evaluation)]
    single = sum(not fits for _, fits in found)
    if asked.rows:
        told = tuple({"line": line.number, **row} for each in evaluations for row in rows(each))
        return Answered("", rows=told, single=single)
    results = [
        result(Answer(each, depends_on=_depends(asked, scenario, book, each), warnings=scenario.warnings(book.names)))
        for book, each in zip(_rulebooks(asked, scenario), evaluations, strict=True)
    ]
    return Answered(_text({"line": line.number, "results": results}), single=single)


def _depends(asked: Asked, scenario: Scenario, book: Rulebook, evaluation: Evaluation) -> Any:
    return dependencies(scenario, book, evaluation) if asked.depends else None


def _refused(line: Line, problems: Iterable[Problem], state: Any) -> Answered:
    told = [{"line": each.line or line.number, "column": each.column, "message": each.message} for each in problems]
    return Answered(_text({"line": line.number, "errors": told}), state)


def _text(content: dict[str, Any]) -> str:
    return to_json(content).decode()
