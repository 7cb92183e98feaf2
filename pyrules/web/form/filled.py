"""What was filled into a form, as a scenario file has it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from typing import Any

from pyrules.errors import InputError
from pyrules.language import _
from pyrules.web.form.parts import Field, Part

Data = dict[str, Any]
Given = Callable[[str], str]
"""What was filled in under a name; empty where nothing was."""


def of_part(offered: Iterable[Part], given: Given) -> Data:
    """What was filled in for the part that `given` names. Raises InputError as `of_fields` does."""
    part = next((each for each in offered if each.key == given("part")), None)
    if part is None:
        raise InputError.at("", _("there is no form for {name!r}", name=given("part")))
    return of_fields(part.fields, given)


def of_fields(fields: Iterable[Field], given: Given) -> Data:
    """What was filled in, by the keys of the fields; what was left empty is left out.

    Raises InputError where something is missing, or no number where one belongs.
    """
    values = {field: _value(field, given) for field in fields}
    missing = [field for field, value in values.items() if value is None and not field.optional]
    if missing:
        names = ", ".join(_(field.label) for field in missing)
        raise InputError.at("", _("fill in what is missing: {names}", names=names))
    return {field.key: value for field, value in values.items() if value is not None}


def is_number(written: str) -> bool:
    """Whether a text is a whole number, with a sign or without."""
    return re.fullmatch(r"[+-]?[0-9]{1,5}", written) is not None


def _value(field: Field, given: Given) -> object:
    written = given(field.key or "value").strip()
    if field.kind == "condition":
        flag = given(f"{field.key}-flag").strip()
        return flag or _condition(written)
    if not written:
        return None
    if field.kind == "strike_table":
        return True
    if field.kind in ("number", "die", "after"):
        try:
            return int(written)
        except ValueError:
            message = _("{field}: expected a whole number, got {written!r}", field=_(field.label), written=written)
            raise InputError.at("", message) from None
    return written


def _condition(written: str) -> object:
    """A condition as data; what is no such text is taken for the name of a flag, and checked with all the rest."""
    if not written:
        return None
    try:
        return json.loads(written)
    except ValueError:
        return written
