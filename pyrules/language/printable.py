"""Text with nothing in it that a terminal, or whatever reads a line, would obey."""

from __future__ import annotations

import re

OBEYED = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]")
"""Control characters, ends of lines, and what turns the direction of writing around."""


def printable(text: str) -> str:
    """The text with such characters shown by their codes."""
    return OBEYED.sub(_code, text)


def _code(found: re.Match[str]) -> str:
    number = ord(found[0])
    return f"\\x{number:02x}" if number < 0x100 else f"\\u{number:04x}"
