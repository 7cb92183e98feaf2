"""Answers as JSON: keys in a fixed order, lists in a stated one, so that two runs agree byte for byte."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any

import clingo

import pyrules
from pyrules.model.result import Citation

FORMAT = 1
ENGINE = {"pyrules": pyrules.__version__, "clingo": clingo.__version__}


def text(content: Mapping[str, Any]) -> str:
    """The text of one document: its format, and the content in the order given."""
    return json.dumps({"format": FORMAT, **content}, ensure_ascii=False, indent=1)


def data(answer: Any) -> Any:
    """A part of an answer as JSON data: a dataclass by its fields, among which its clause stands as `cited` says."""
    match answer:
        case Citation():
            return cited(answer)
        case Mapping():
            return {key: data(each) for key, each in answer.items()}
        case tuple() | list():
            return [data(each) for each in answer]
    if not is_dataclass(answer):
        return answer
    whole: dict[str, Any] = {}
    for field in fields(answer):
        part = data(getattr(answer, field.name))
        whole |= part if field.name == "clause" and part is not None else {field.name: part}
    return whole


def cited(clause: Citation) -> dict[str, str]:
    """A clause by its number; where they apply, the revision that it is inherited from and how it is read."""
    more = {"inherited_from": clause.inherited_from, "reading": clause.reading}
    return {"clause": clause.number, **{key: each for key, each in more.items() if each is not None}}


def told(clause: Citation) -> dict[str, Any]:
    """A clause with all that is known of it."""
    return {
        "clause": clause.number,
        "gist": clause.gist,
        "inherited_from": clause.inherited_from,
        "reading": clause.reading,
        "decision": clause.decided,
        "shaken_by": clause.shaken_by,
    }
