"""What commands are given, opened and checked: everything wrong is said at once, before anything is solved."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TypeVar

import typer

from pyrules.bulk.evaluations import evaluations as evaluated
from pyrules.errors import InputError, Problem, did_you_mean
from pyrules.language import _
from pyrules.model.result import Evaluation
from pyrules.model.scenario import Scenario
from pyrules.rulebook.book import Rulebook
from pyrules.rulebook.names import distinct
from pyrules.rulebook.open import load_rulebook
from pyrules.scenario.load import load_scenario
from pyrules.shares.driver import HERE, Driver

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Task:
    """A scenario and the rulebooks to run it under."""

    scenario: Scenario
    rulebooks: tuple[Rulebook, ...]

    @property
    def warnings(self) -> tuple[Problem, ...]:
        """Of names in the scenario that are probably not meant, as none of the rulebooks spells them out either."""
        return self.scenario.warnings({name for book in self.rulebooks for name in book.names})


def tasks(
    files: Iterable[Path],
    asked_for: Sequence[str] | None,
    readings: Sequence[str] | None,
    otherwise: Sequence[str],
    strict: bool = False,
) -> tuple[Task, ...]:
    """Each file with the rulebooks asked for, else those that it names, else the ones in `otherwise`."""
    loaded = _loaded(files)
    names = [distinct(asked_for or scenario.rulebooks or otherwise) for scenario in loaded]
    books = rulebooks((name for each in names for name in each), readings)
    given = tuple(
        Task(scenario, tuple(books[name] for name in each)) for scenario, each in zip(loaded, names, strict=True)
    )
    _warn(given, strict)
    return given


def scenarios(files: Iterable[Path], books: Iterable[Rulebook] = (), strict: bool = False) -> tuple[Scenario, ...]:
    """The scenario in each file, a file named twice once; names that are probably not meant are warned of.

    What the rules of the `books` spell out is meant. Raises InputError with everything wrong with any of the files, or
    with those names when `strict`.
    """
    loaded, known = _loaded(files), tuple(books)
    _warn([Task(scenario, known) for scenario in loaded], strict)
    return loaded


def _loaded(files: Iterable[Path]) -> tuple[Scenario, ...]:
    return _all(partial(load_scenario, file) for file in dict.fromkeys(files))


def _warn(of: Iterable[Task], strict: bool) -> None:
    """Says which names are probably not meant: such as no rulebook in force spells out either."""
    warnings = [warning for task in of for warning in task.warnings]
    if strict and warnings:
        raise InputError(warnings)
    for each in warnings:
        typer.echo(_("{place}: warning: {message}", place=each.place, message=each.message), err=True)


def evaluations(of: Sequence[Task], driver: Driver = HERE) -> Iterator[tuple[Scenario, tuple[Evaluation, ...]]]:
    """What the rulebooks of each task say, in order; each rulebook is given all its scenarios at once."""
    queues: dict[object, tuple[Rulebook, list[Scenario]]] = {}
    for task in of:
        for book in task.rulebooks:
            queues.setdefault(_as_read(book), (book, []))[1].append(task.scenario)
    streams = {key: evaluated(scenarios, book, driver) for key, (book, scenarios) in queues.items()}
    for task in of:
        yield task.scenario, tuple(next(streams[_as_read(book)]) for book in task.rulebooks)


def _as_read(book: Rulebook) -> object:
    """What tells a rulebook from itself under other readings."""
    return book.name, tuple(book.readings.items())


def rulebooks(names: Iterable[str], readings: Sequence[str] | None) -> dict[str, Rulebook]:
    """The rulebooks of these names, each under those of the readings (`ID=OPTION`) that it has.

    Raises InputError for a rulebook or an option that there is not, and for a reading that none of them has.
    """
    wanted = options_by_reading(readings or ())
    books = {book.name: book for book in _all(partial(load_rulebook, name) for name in dict.fromkeys(names))}
    known = {reading for book in books.values() for reading in book.readings}
    strange = [reading for reading in wanted if reading not in known]
    if strange:
        raise InputError(Problem("", 0, 0, _none(each, books) + did_you_mean(each, known)) for each in strange)
    return {
        name: book.under({reading: wanted[reading] for reading in book.readings if reading in wanted})
        for name, book in books.items()
    }


def _none(reading: str, books: Iterable[str]) -> str:
    return _("--reading: {rulebooks} has no reading {reading!r}", rulebooks=_(" or ").join(books), reading=reading)


def options_by_reading(given: Iterable[str]) -> dict[str, str]:
    """Reading -> option, of options as given (`ID=OPTION`). Raises InputError for what is no such thing."""
    wanted: dict[str, str] = {}
    for each in given:
        reading, equals, option = each.partition("=")
        if not equals:
            raise InputError.at("", _("--reading: expected ID=OPTION, got {given!r}", given=each))
        if wanted.setdefault(reading, option) != option:
            raise InputError.at(
                "",
                _(
                    "--reading: {reading!r} cannot be both {one!r} and {other!r}",
                    reading=reading,
                    one=wanted[reading],
                    other=option,
                ),
            )
    return wanted


def _all(calls: Iterable[Callable[[], Result]]) -> tuple[Result, ...]:
    """The results of all calls, or one InputError with the problems of all that fail."""
    results: list[Result] = []
    problems: list[Problem] = []
    for call in calls:
        try:
            results.append(call())
        except InputError as error:
            problems += error.problems
    if problems:
        raise InputError(problems)
    return tuple(results)
