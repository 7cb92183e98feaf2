"""How names are quoted in languages other than English."""

from __future__ import annotations

from string import Formatter
from typing import Any


class Quoting(Formatter):
    """Fills in a message; a text marked `!r` stands in angle quotes."""

    def convert_field(self, value: Any, conversion: Any) -> Any:
        """The value as the message wants it."""
        if conversion == "r" and isinstance(value, str):
            return "«" + "".join(each if each.isprintable() else repr(each)[1:-1] for each in value) + "»"
        return super().convert_field(value, conversion)
