"""Tables are kept in the user's cache folder: for the next command, and for other processes under the same rulebook.

A file belongs to a rulebook under its readings, as its hash says, and to this version of the program. Any of them may
be deleted at any time; what is damaged counts as not there.
"""

from __future__ import annotations

from collections import OrderedDict
from contextlib import suppress
from typing import Any

import clingo

import pyrules
from pyrules.files import cache_folder
from pyrules.language import current
from pyrules.rulebook.book import Rulebook
from pyrules.table.questions import KINDS
from pyrules.table.table import STEPS, Table

FOLDER, MOST_FILES, MOST_TABLES = "tables", 16, 8
LARGER = 1.02
FORMAT = 2
"""Raised when questions or answers come to mean something else."""

_tables: OrderedDict[object, Table] = OrderedDict()
_sizes: dict[int, int] = {}
"""How many rows a table had when it was last kept."""


def table_of(rulebook: Rulebook) -> Table:
    """The table of a rulebook in this process, with what is kept of it."""
    key = _key(rulebook)
    table = _tables.pop(key, None)
    if table is None:
        table = Table(rulebook)
        _absorb(table)
        _sizes[id(table)] = len(table)
    _tables[key] = table
    if len(_tables) > MOST_TABLES:
        _sizes.pop(id(_tables.popitem(last=False)[1]), None)
    return table


def at_hand(rulebook: Rulebook) -> bool:
    """Whether this process has the table of a rulebook already."""
    return _key(rulebook) in _tables


def _key(rulebook: Rulebook) -> object:
    return rulebook.name, rulebook.hash, tuple(rulebook.readings.items()), current()


def keep(table: Table) -> None:
    """Keeps what a table has come to know since, if it is much, with what others have kept meanwhile."""
    if len(table) > LARGER * _sizes.get(id(table), 0):
        _absorb(table)
        cache_folder.keep(_text(table), _data(table), FOLDER, MOST_FILES)
        _sizes[id(table)] = len(table)


def _text(table: Table) -> str:
    book = table.rulebook
    readings = ",".join(f"{reading}={option}" for reading, option in book.readings.items())
    return f"table {FORMAT} {pyrules.__version__} {clingo.__version__} {book.hash} {readings}"


def _data(table: Table) -> dict[str, Any]:
    return {"states": table.states, "answers": {kind: list(known.items()) for kind, known in table.answers.items()}}


def _absorb(table: Table) -> None:
    """Takes in what is kept of a table: its states may have other numbers there."""
    data: Any = cache_folder.kept(_text(table), FOLDER)
    with suppress(LookupError, TypeError, ValueError):  # it is damaged, or there is none
        _take(table, data)


def _take(table: Table, data: Any) -> None:
    numbers = [table.number(_hashable(state)) for state in data["states"]]
    for kind in KINDS:
        known = table.answers[kind]
        for key, answer in map(_hashable, data["answers"][kind]):
            if kind == "feature":
                key = (numbers[key[0]], *key[1:])
            if kind in STEPS and answer is not None:
                answer = (numbers[answer[0]], *answer[1:])
            known.setdefault(key, answer)


def _hashable(data: Any) -> Any:
    return tuple([_hashable(each) for each in data]) if type(data) is list else data
