"""Scenario files: read and checked in full, and written back. Pydantic and ruamel are imported at the first one."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import replace

from pyrules.files.source import Finding, KeyPath, Source, composed, from_data
from pyrules.files.yaml import read_file, read_yaml
from pyrules.language import _
from pyrules.model.scenario import Doubt, Scenario


def load_scenario(source: str | os.PathLike[str] | Mapping[str, object], file: str = "") -> Scenario:
    """The scenario in a YAML file, or in plain data as `json.loads` gives it, which messages call `file`.

    Raises InputError with everything that is wrong with it.
    """
    if isinstance(source, str | os.PathLike):
        return load_text(read_file(source), os.fspath(source))
    return _load(from_data(source, file), [])


def read_back(data: Mapping[str, object]) -> Scenario:
    """The scenario that `to_data` made this of: what is doubtful in it was told when it was first read."""
    return replace(load_scenario(data), doubts=())


def load_text(text: str, file: str) -> Scenario:
    """The scenario in a YAML text; `file` names it in messages. Raises InputError with everything wrong."""
    return _load(*read_yaml(text, file))


def _load(source: Source, findings: list[Finding]) -> Scenario:
    from pyrules.files.shape import read_as
    from pyrules.scenario import schema
    from pyrules.scenario.build import build
    from pyrules.scenario.name_warnings import name_warnings
    from pyrules.scenario.property_conditions import with_property_conditions
    from pyrules.scenario.validate import check

    source = replace(source, data=_composed((), source.data, findings))
    written, misshapen = read_as(schema.Scenario, source.data)
    senseless = list(check(source.data, source.folder))
    spoken_of = {finding.path for finding in senseless}
    findings = [*findings, *senseless, *(finding for finding in misshapen if finding.path not in spoken_of)]
    if findings or written is None:
        raise source.error(findings)
    doubts = (Doubt(source.problem(finding), name) for name, finding in name_warnings(source.data))
    return replace(with_property_conditions(build(written, source), source.data), doubts=tuple(sorted(doubts)))


def _composed(path: KeyPath, node: object, findings: list[Finding]) -> object:
    """The data with every name as people compare it; a path of an edit stays as it is, as the files on a disk do."""
    match node:
        case str() if "rulebooks" not in path[:1] and "in" not in path[2:3]:
            return composed(node)
        case list():
            return [_composed((*path, index), each, findings) for index, each in enumerate(node)]
        case dict():
            keys = {key: composed(key) for key in node}
            if len(set(keys.values())) < len(keys):
                findings.append(Finding(path, _("two keys of this mapping are the same name, spelled in two ways")))
            return {keys[key]: _composed((*path, keys[key]), value, findings) for key, value in node.items()}
    return node
