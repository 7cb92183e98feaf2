"""The modules of an edit, checked before they are solved: rules and nothing else, in words that are known.

Runs in the worker, as the text comes from elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from pyrules.asp.module import Module, read, unsafe
from pyrules.asp.syntax import Signature, Use
from pyrules.errors import InputError, Problem
from pyrules.rulebook.book import Rulebook
from pyrules.rulebook.paths import built_in_modules
from pyrules.rulebook.predicates import defined_anyway, documented, taken
from pyrules.rulebook.rule_check import Known, check_rule


@dataclass(frozen=True, slots=True)
class Lack:
    """What other modules read and nothing derives since a module went: predicates, or its label.

    `under` is the reading under which this is so, empty where it is so by default.
    """

    gone: Path
    what: tuple[str, ...]
    readers: tuple[str, ...]
    is_label: bool
    under: str


def check(
    books: Mapping[str, Rulebook], own: Iterable[Path], gone: Mapping[Path, bool], asked: frozenset[str] = frozenset()
) -> tuple[list[Problem], list[Lack]]:
    """What is wrong with the edit's own modules in the rulebook that it makes, and what is missing in the rest.

    The first of `books` is that rulebook, the others are the same one under other readings (`my-reading=b`). `gone` are
    the modules that the edit takes out, with whether others stand in their place. `asked` are names that are otherwise
    kept for searches: the answers asked of these modules.
    """
    texts, problems = _read(own)
    if problems:
        return problems, []
    known = _known(next(iter(books.values())), texts, asked)
    for text in texts:
        problems += _check(text, known)
    if problems:
        return problems, []
    lacks = (lack for under, book in books.items() for lack in _lacks(book, under, gone))
    first = {(lack.gone, lack.what): lack for lack in reversed(list(lacks))}
    return [], list(reversed(first.values()))


def _read(own: Iterable[Path]) -> tuple[list[Module], list[Problem]]:
    texts: list[Module] = []
    problems: list[Problem] = []
    for path in own:
        try:
            texts.append(read(path))
        except InputError as error:
            problems += error.problems
    return texts, [*problems, *(problem for text in texts for problem in text.problems)]


def _check(text: Module, known: Known) -> list[Problem]:
    complaints = (complaint for rule in text.rules for complaint in check_rule(rule, known))
    return [text.at(place, message) for place, message in complaints] or list(unsafe(text))


# --- the rulebook ---------------------------------------------------------------------------------


def _known(book: Rulebook, texts: Iterable[Module], asked: frozenset[str]) -> Known:
    paths = {text.path for text in texts}
    found = [use for path in book.possible_modules if path not in paths for use in read(path).uses]
    own = [use for text in texts for use in text.uses]
    stepped = {use.signature for use in own if use.arguments and str(use.arguments[-1]) in ("T", "(T-1)")}
    return Known(
        rulebook=book.name,
        built_in=_built_in(),
        derived=frozenset(use.signature for use in (*found, *own) if use.derived),
        read=frozenset(use.signature for use in (*found, *own) if not use.derived),
        stepped=frozenset(stepped - documented().keys()),
        labels=frozenset(path.stem for path in book.possible_modules),
        taken=taken() - asked,
    )


@cache
def _built_in() -> frozenset[Signature]:
    """What built-in rules derive, in any rulebook."""
    return frozenset(use.signature for path in built_in_modules() for use in read(path).uses if use.derived)


# --- what is missing ------------------------------------------------------------------------------


def _lacks(book: Rulebook, under: str, gone: Mapping[Path, bool]) -> Iterator[Lack]:
    """For each module that is gone: what it derived, or its label, where others that are in force rest on it in vain.

    What they read under a `not` is no lack: that it is not the case is what the edit says.
    """
    in_force = [path for path in book.modules if path in book.possible_modules]
    of_modules = {path: tuple(read(path).uses) for path in in_force}
    derived = defined_anyway().union(use.signature for found in of_modules.values() for use in found if use.derived)
    for path, is_replaced in gone.items():
        if path in book.modules:
            continue
        lost = {use.signature for use in read(path).uses if use.derived} - derived
        readers = [of.stem for of, found in of_modules.items() if any(_reads(use, lost) for use in found)]
        if readers:
            what = tuple(sorted(str(documented().get(each) or "/".join(map(str, each))) for each in lost))
            yield Lack(path, what, tuple(readers), is_label=False, under=under)
        readers = [of.stem for of, found in of_modules.items() if any(_reads_label(use, path.stem) for use in found)]
        if is_replaced and readers and path.stem not in book.labels:
            yield Lack(path, (path.stem,), tuple(readers), is_label=True, under=under)


def _reads(use: Use, signatures: set[Signature]) -> bool:
    return not use.derived and not use.denied and use.signature in signatures


def _reads_label(use: Use, label: str) -> bool:
    predicate = documented().get(use.signature)
    place = predicate.label if predicate else None
    return not use.derived and place is not None and str(use.arguments[place]) == label
