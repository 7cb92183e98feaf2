"""What a command line test sees of a run."""

from __future__ import annotations

from typing import NamedTuple


class Ran(NamedTuple):
    code: int
    out: str
    err: str
