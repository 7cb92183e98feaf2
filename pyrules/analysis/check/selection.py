"""Which findings are asked for, and which are known already."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from pyrules.analysis.check.finding import FindingKind
from pyrules.errors import InputError, Problem, did_you_mean
from pyrules.files.yaml import read_file
from pyrules.language import _
from pyrules.rulebook.book import Rulebook

_AFTER_NUMBER = re.compile("(@| to )")
"""What may stand after the number of a clause in what a finding is about."""


@dataclass(frozen=True, slots=True)
class Selection:
    """Findings by their ids or kinds: those selected (none selected: all), without those ignored."""

    selected: frozenset[str] = frozenset()
    ignored: frozenset[str] = frozenset()

    def selects(self, kind: FindingKind) -> bool:
        """Whether some finding of a kind is asked for by name."""
        return kind.id in {each.partition(":")[0] for each in self.selected}

    def wants_some(self, kind: FindingKind) -> bool:
        """Whether any finding of a kind is asked for."""
        return kind.id not in self.ignored and (not self.selected or self.selects(kind))

    def wants_some_of(self, kind: FindingKind, about: str) -> bool:
        """Whether findings of a kind may be asked for on parts of something, as `full_loss:4:2` is of `full_loss`."""
        part = f"{kind.id}:{about}:"
        return self.wants(kind, about) or any(each.startswith(part) for each in self.selected)

    def wants(self, kind: FindingKind, about: str) -> bool:
        """Whether this finding of a kind is asked for."""
        names = {kind.id, f"{kind.id}:{about}"}
        return not names & self.ignored and (not self.selected or bool(names & self.selected))


ALL = Selection()


def selection(
    selected: Sequence[str] | None, ignored: Sequence[str] | None, kinds: Iterable[FindingKind], book: Rulebook
) -> Selection:
    """The selection asked for, clause numbers in it as the rulebook has them.

    Raises InputError, naming the nearest, for a kind or a clause that there is not.
    """
    known = [kind.id for kind in kinds]
    options = {"--select": selected or (), "--ignore": ignored or ()}
    named: dict[str, set[str]] = {option: set() for option in options}
    problems = []
    for option, given in ((option, each) for option, several in options.items() for each in several):
        kind, colon, about = given.partition(":")
        if kind not in known:
            message = _("there is no kind of finding {kind!r}{hint}", kind=kind, hint=did_you_mean(kind, known))
            problems.append(Problem("", 0, 0, f"{option}: {message}"))
            continue
        try:
            named[option].add(f"{kind}{colon}{_resolved(about, book)}")
        except InputError as error:
            problems.append(Problem("", 0, 0, f"{option}: {error}"))
    if problems:
        raise InputError(problems)
    return Selection(*map(frozenset, named.values()))


def _resolved(about: str, book: Rulebook) -> str:
    """What a finding is about, with the clause that it begins with called as the rulebook calls it."""
    if not about[:1].isdigit():
        return about
    typed, mark, rest = (*_AFTER_NUMBER.split(about, maxsplit=1), "", "")[:3]
    return f"{book.clause(typed).clause.number}{mark}{rest}"


def baseline(path: Path | None) -> frozenset[str]:
    """The ids of the findings in a JSON report of an earlier check. Raises InputError when it is none."""
    if path is None:
        return frozenset()
    try:
        return frozenset(str(finding["id"]) for finding in json.loads(read_file(path))["findings"])
    except json.JSONDecodeError as error:
        raise InputError.at(str(path), _("this is not JSON: {msg}", msg=error.msg), error.lineno, error.colno) from None
    except (KeyError, TypeError, RecursionError):
        raise InputError.at(
            str(path), _("this is no report of `pyrules check --json`; expected its findings")
        ) from None
