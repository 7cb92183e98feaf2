"""Rows of evaluations as files of data: CSV, and Parquet for whoever has pyarrow."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

from pyrules.errors import InputError
from pyrules.report.evaluation.rows import Row

COLUMNS = (
    *("file", "line", "title", "rulebook", "verdict", "outcome", "after", "card", "name"),
    *("value", "effective", "origin", "suppressed", "modifiers"),
)
NUMBERS = frozenset({"line", "outcome", "after", "value", "effective", "suppressed", "modifiers"})
AT_ONCE = 50_000
"""So many rows are put into a Parquet file together."""


class Rows(AbstractContextManager["Rows"]):
    """Takes rows as they come; complete when it is left as a context."""

    def take(self, rows: Iterable[Row]) -> None:
        """Writes rows."""
        raise NotImplementedError

    def __exit__(self, *error: object) -> None:
        """Completes the file; nothing is left of one that was interrupted."""


class Csv(Rows):
    """Rows as CSV, on a stream of text."""

    def __init__(self, stream: io.TextIOBase | Any) -> None:
        self._writer = csv.DictWriter(stream, COLUMNS, lineterminator="\n")
        self._writer.writeheader()

    def take(self, rows: Iterable[Row]) -> None:
        """Writes rows."""
        self._writer.writerows(rows)


class Parquet(Rows):
    """Rows as a Parquet file, which is there when all are written."""

    def __init__(self, file: Path) -> None:
        try:
            import pyarrow
            from pyarrow import parquet
        except ImportError:
            raise InputError.at("", "--parquet: install the extra for it, pip install 'pyrules[parquet]'") from None
        types = [(name, pyarrow.int64() if name in NUMBERS else pyarrow.string()) for name in COLUMNS]
        self._schema, self._table = pyarrow.schema(types), pyarrow.Table
        self._file, self._beside = file, file.with_name(f".{file.name}.part")
        self._writer = parquet.ParquetWriter(self._beside, self._schema)
        self._waiting: list[Row] = []

    def take(self, rows: Iterable[Row]) -> None:
        """Writes rows."""
        self._waiting += rows
        if len(self._waiting) >= AT_ONCE:
            self._write()

    def _write(self) -> None:
        self._writer.write_table(self._table.from_pylist(self._waiting, self._schema))
        self._waiting = []

    def __exit__(self, *error: object) -> None:
        finished = error[0] is None
        if finished:
            self._write()
        self._writer.close()
        if finished:
            self._beside.replace(self._file)
        else:
            self._beside.unlink()
