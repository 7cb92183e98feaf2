"""Writes what came out into the expectations of a scenario file: only these values, and not a letter beside them."""

from __future__ import annotations

import codecs
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import unified_diff
from pathlib import Path
from typing import Any

from pyrules.engine.expectations import Check, checks_by_rulebook, has_readings
from pyrules.files import atomic
from pyrules.files.source import composed
from pyrules.files.yaml import read_bytes
from pyrules.language import _
from pyrules.model.result import Evaluation
from pyrules.model.scenario import Expectation, Scenario
from pyrules.rulebook.names import identity
from pyrules.rulebook.open import load_rulebook
from pyrules.scenario.dump import inline


@dataclass(frozen=True, slots=True)
class Revised:
    """The text of a scenario file before and after; `left` says, with the line, what cannot be written and why."""

    file: str
    before: str
    after: str
    left: tuple[tuple[int, str], ...]

    @property
    def diff(self) -> Iterator[str]:
        """What changes, as a unified diff; nothing when nothing does."""
        before, after = self.before.splitlines(), self.after.splitlines()
        return unified_diff(before, after, self.file, self.file, n=1, lineterm="")

    def write(self) -> None:
        """Writes the file, if anything changes. Raises InputError when that cannot be, or the file has changed."""
        if self.after == self.before:
            return
        path = Path(self.file)
        mark = codecs.BOM_UTF8 if read_bytes(path).startswith(codecs.BOM_UTF8) else b""
        atomic.rewrite(path, mark + self.before.encode(), mark + self.after.encode())


@dataclass(frozen=True, slots=True)
class _Change:
    """What is to stand from one offset of a text to another."""

    start: int
    end: int
    value: str


class _Left(Exception):
    """A value is not written, for the reason given."""


def revised(text: str, scenario: Scenario, evaluations: Sequence[Evaluation], about: Iterable[str]) -> Revised:
    """The file with what came out in place of what does not hold.

    `text` is that of the scenario's file, `about` names the rulebooks that an expectation without `in` speaks of. A
    value is written where all rulebooks concerned have been evaluated and come to the same one.
    """
    expected = _node(text, ("expect",))
    changes: list[_Change] = []
    left: list[tuple[int, str]] = []
    for index, expectation in enumerate(scenario.expect):
        concerned = _as_called(expectation.rulebooks or _able_to_read(about, expectation), evaluations)
        for checks in _failing(expectation, evaluations):
            first = next(iter(checks.values()))
            try:
                value = _agreed(checks, concerned)
                changes.append(_change(text, expected.value[index], first.keys, value))
            except _Left as reason:
                left.append((first.line, _("{subject}: not written, {reason}", subject=first.subject, reason=reason)))
    return Revised(scenario.file, text, _changed(text, changes), tuple(left))


def _as_called(rulebooks: Iterable[str], evaluations: Iterable[Evaluation]) -> tuple[str, ...]:
    """The rulebooks as the evaluations call them: an edit may be called by another path there."""
    called = {identity(each.rulebook): each.rulebook for each in evaluations}
    return tuple(called.get(identity(name), name) for name in rulebooks)


def _able_to_read(rulebooks: Iterable[str], expectation: Expectation) -> tuple[str, ...]:
    """The rulebooks that have the readings under which something is expected."""
    return tuple(name for name in rulebooks if has_readings(load_rulebook(name), expectation.under))


def _failing(expectation: Expectation, evaluations: Iterable[Evaluation]) -> Iterator[Mapping[str, Check]]:
    """For each thing expected that does not hold everywhere, its checks by rulebook."""
    checked = checks_by_rulebook([expectation], evaluations)
    of_each = {rulebook: checks for rulebook, checks in checked.items() if checks}
    for checks in zip(*of_each.values(), strict=True):
        if not all(each.holds for each in checks):
            yield dict(zip(of_each, checks, strict=True))


def _agreed(checks: Mapping[str, Check], concerned: Iterable[str]) -> object:
    """The value that came out under all rulebooks concerned."""
    missing = [rulebook for rulebook in concerned if rulebook not in checks]
    if missing:
        raise _Left(_("as it is also about {missing}; run these, too", missing=", ".join(missing)))
    open_ones = [rulebook for rulebook in concerned if not checks[rulebook].obtained]
    if open_ones:
        raise _Left(_("as {open_ones} gives {got}", open_ones=open_ones[0], got=checks[open_ones[0]].got))
    found = {rulebook: checks[rulebook] for rulebook in concerned}
    if any(each.keys == ("roll", "results") and each.obtained == ([],) for each in found.values()):
        raise _Left(_("as the roll is not legal; say {legal: false} of it"))
    values = [each.obtained[0] for each in found.values()]
    if any(value != values[0] for value in values):
        each = ", ".join(
            _("{rulebook} gives {got}", rulebook=rulebook, got=result.got) for rulebook, result in found.items()
        )
        raise _Left(_("as {each}; say it for each with `in`", each=each))
    return values[0]


def _change(text: str, expectation: Any, keys: Sequence[str], value: object) -> _Change:
    node = _below(expectation, keys)
    start, end = node.start_mark.index, node.end_mark.index
    if getattr(node, "flow_style", True) is False or "\n" in text[start:end]:
        raise _Left(_("as it stands on several lines; now {inline}", inline=inline(value)))
    return _Change(start, end, inline(value))


def _changed(text: str, changes: Iterable[_Change]) -> str:
    for each in sorted(changes, key=lambda change: change.start, reverse=True):
        text = text[: each.start] + each.value + text[each.end :]
    return text


def _node(text: str, keys: Sequence[str]) -> Any:
    """The part of a YAML text to which the keys lead, as ruamel composes it, with its offsets."""
    from ruamel.yaml import YAML

    return _below(YAML(typ="safe", pure=True).compose(text), keys)


def _below(node: Any, keys: Sequence[str]) -> Any:
    """What the keys lead to; where the results of a roll stand as the bare list, they lead no further."""
    for key in keys:
        if node.id == "sequence":
            return node
        node = next(value for name, value in node.value if composed(name.value) == key)
    return node
