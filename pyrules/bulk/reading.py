"""A scenario from a line of JSON Lines: the same form as a scenario file, and the same errors, with their places."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from pyrules.errors import InputError, Problem
from pyrules.files.yaml import SIZE_LIMIT
from pyrules.language import _
from pyrules.model.scenario import Scenario
from pyrules.scenario.load import load_scenario, load_text
from pyrules.scenario.remembered import sure_scenario


def read_line(content: bytes, file: str, number: int) -> Scenario:
    """The scenario in a line, which is that number in the file. Raises InputError with everything wrong with it."""
    text = _text(content, file, number)
    try:
        data = json.loads(text, object_pairs_hook=_each_once)
    except (ValueError, RecursionError) as error:
        raise _read_closely(text, file, number) or InputError([_not_json(error, file, number)]) from None
    if not isinstance(data, dict):
        raise InputError.at(
            file, _("expected a scenario as one JSON object, got {strip}", strip=text.strip()[:60]), number, 1
        )
    sure = sure_scenario(data, file)
    if sure is not None:
        return sure
    try:
        scenario = load_scenario(data, file)
    except InputError as error:
        raise _read_closely(text, file, number) or error from None
    doubts = tuple(replace(doubt, problem=replace(doubt.problem, line=number)) for doubt in scenario.doubts)
    return replace(scenario, doubts=doubts) if doubts else scenario


def _text(content: bytes, file: str, number: int) -> str:
    if len(content) > SIZE_LIMIT:
        raise InputError.at(file, _("the line is larger than {most} bytes", most=SIZE_LIMIT), number, 1)
    try:
        return content.decode("utf-8-sig" if number == 1 else "utf-8")
    except UnicodeDecodeError as error:
        before = content[: error.start].decode("utf-8", errors="replace")
        raise InputError.at(
            file, _("the byte 0x{content:02x} is not UTF-8", content=content[error.start]), number, len(before) + 1
        ) from None


def _each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    data = dict(pairs)
    if len(data) < len(pairs):
        raise ValueError(_("a key stands twice"))
    return data


def _not_json(error: Exception, file: str, number: int) -> Problem:
    if isinstance(error, json.JSONDecodeError):
        return Problem(
            file,
            number,
            error.colno,
            _("expected a scenario as JSON; {lower}{msg}", lower=error.msg[:1].lower(), msg=error.msg[1:]),
        )
    return Problem(file, number, 1, _("expected a scenario as JSON; {error}", error=error))


def _read_closely(text: str, file: str, number: int) -> InputError | None:
    """What is wrong with a line, with its places: JSON is YAML, whose reader knows them."""
    try:
        json.loads(text)
        load_text(text, file)
    except InputError as error:
        return InputError(_moved(error.problems, number))
    except (ValueError, RecursionError):
        return None
    return None


def _moved(problems: Sequence[Problem], number: int) -> tuple[Problem, ...]:
    return tuple(replace(problem, line=number) for problem in problems)
