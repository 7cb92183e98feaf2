"""Scenario files: read and checked in full, and written back. Pydantic and ruamel are imported at the first one."""

from __future__ import annotations

import os
from collections.abc import Mapping

from pyrules.files.source import Finding, Source, from_data
from pyrules.files.yaml import read_file, read_yaml
from pyrules.model.scenario import Scenario
from pyrules.scenario.dump import dump, to_data

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
    from pyrules.files.shape import read_as
    from pyrules.scenario import schema
    from pyrules.scenario.build import build
    from pyrules.scenario.validate import check

    written, misshapen = read_as(schema.Scenario, source.data)
    senseless = list(check(source.data))
    spoken_of = {finding.path for finding in senseless}
    findings = [*findings, *senseless, *(finding for finding in misshapen if finding.path not in spoken_of)]
    if findings or written is None:
        raise source.error(findings)
    return build(written, source)
