"""Which findings are wanted, and which are known already."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from pyrules.analysis.check.finding import Kind
from pyrules.errors import InputError, Problem, did_you_mean
from pyrules.files.yaml import read_file


@dataclass(frozen=True, slots=True)
class Selection:
    """Findings by their ids or kinds: those selected (none selected: all), without those ignored."""

    selected: frozenset[str] = frozenset()
    ignored: frozenset[str] = frozenset()

    def selects(self, kind: Kind) -> bool:
        """Whether some finding of a kind is asked for by name."""
        return kind.id in {each.partition(":")[0] for each in self.selected}

    def wants_some(self, kind: Kind) -> bool:
        """Whether any finding of a kind is wanted."""
        return kind.id not in self.ignored and (not self.selected or self.selects(kind))

    def wants(self, kind: Kind, about: str) -> bool:
        """Whether this finding of a kind is wanted."""
        names = {kind.id, f"{kind.id}:{about}"}
        return not names & self.ignored and (not self.selected or bool(names & self.selected))


ALL = Selection()


def selection(selected: Sequence[str] | None, ignored: Sequence[str] | None, kinds: Iterable[Kind]) -> Selection:
    """The selection asked for. Raises InputError, naming the nearest, for a kind that there is not."""
    known = [kind.id for kind in kinds]
    problems = [
        Problem("", 0, 0, f"{option}: there is no kind of finding {kind!r}{did_you_mean(kind, known)}")
        for option, given in (("--select", selected), ("--ignore", ignored))
        for each in given or ()
        if (kind := each.partition(":")[0]) not in known
    ]
    if problems:
        raise InputError(problems)
    return Selection(frozenset(selected or ()), frozenset(ignored or ()))


def baseline(path: Path | None) -> frozenset[str]:
    """The ids of the findings in a JSON report of an earlier check. Raises InputError when it is none."""
    if path is None:
        return frozenset()
    try:
        return frozenset(str(finding["id"]) for finding in json.loads(read_file(path))["findings"])
    except json.JSONDecodeError as error:
        raise InputError.at(str(path), f"this is not JSON: {error.msg}", error.lineno, error.colno) from None
    except (KeyError, TypeError, RecursionError):
        raise InputError.at(str(path), "this is no report of `pyrules check --json`; its findings are wanted") from None
