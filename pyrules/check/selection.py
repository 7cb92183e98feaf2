"""Which findings are wanted, and which are known already."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from pyrules.check.finding import Finding, Kind
from pyrules.check.run import KINDS
from pyrules.errors import InputError, Problem, did_you_mean
from pyrules.yaml_source import read_file


@dataclass(frozen=True, slots=True)
class Selection:
    """Findings by their ids or kinds: those selected (none selected: all), without those ignored."""

    selected: frozenset[str]
    ignored: frozenset[str]

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """The kinds of which findings can be wanted."""
        wanted = {each.partition(":")[0] for each in self.selected} or {kind.id for kind in KINDS}
        return tuple(kind for kind in KINDS if kind.id in wanted and kind.id not in self.ignored)

    def wants(self, finding: Finding) -> bool:
        """Whether a finding is wanted."""
        names = {finding.id, finding.kind.id}
        return not names & self.ignored and (not self.selected or bool(names & self.selected))


def selection(selected: Sequence[str] | None, ignored: Sequence[str] | None) -> Selection:
    """The selection asked for. Raises InputError, naming the nearest, for a kind that there is not."""
    known = [kind.id for kind in KINDS]
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
        return frozenset(_ids(json.loads(read_file(path))["findings"]))
    except json.JSONDecodeError as error:
        raise InputError.at(str(path), f"this is not JSON: {error.msg}", error.lineno, error.colno) from None
    except (KeyError, TypeError):
        raise InputError.at(str(path), "this is no report of `pyrules check --json`; its findings are wanted") from None


def _ids(findings: Iterable[dict[str, str]]) -> Iterable[str]:
    return [finding["id"] for finding in findings]
