"""Scenario files: read and checked in full, and written back. Pydantic and ruamel are imported at the first one."""

from __future__ import annotations

import os
from collections.abc import Mapping

from pyrules.model import Scenario
from pyrules.source import Finding, Source, from_data
from pyrules.writer import dump, to_data
from pyrules.yaml_source import read_file, read_yaml

__all__ = ["dump", "load", "load_data", "load_text", "to_data"]


def load(path: str | os.PathLike[str]) -> Scenario:
    """The scenario in a YAML file. Raises InputError with everything that is wrong with it."""
    return load_text(read_file(path), os.fspath(path))


def load_text(text: str, file: str) -> Scenario:
    """The scenario in a YAML text; `file` names it in messages. Raises InputError with everything wrong."""
    return _load(*read_yaml(text, file))


def load_data(data: Mapping[str, object], file: str = "") -> Scenario:
    """The scenario in plain data, as `json.loads` gives it. Raises InputError with everything wrong."""
    return _load(from_data(data, file), [])


def _load(source: Source, findings: list[Finding]) -> Scenario:
    from pyrules.scenario_build import build
    from pyrules.scenario_check import check
    from pyrules.scenario_shape import read_shape

    written, misshapen = read_shape(source.data)
    senseless = list(check(source.data))
    spoken_of = {finding.path for finding in senseless}
    findings = [*findings, *senseless, *(finding for finding in misshapen if finding.path not in spoken_of)]
    if findings or written is None:
        raise source.error(findings)
    return build(written, source)
