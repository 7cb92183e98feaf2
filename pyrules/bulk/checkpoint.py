"""Answers kept in a folder, batch by batch, so that a run that was stopped can go on where it was."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import pyrules
from pyrules.bulk.asked import Answered, Asked, Line
from pyrules.errors import InputError
from pyrules.files import atomic
from pyrules.language import _


class Checkpoint:
    """A folder of answers. A batch is known by what was asked and by what its lines hold, not by its place."""

    def __init__(self, folder: Path, asked: Asked) -> None:
        self.folder = folder
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise InputError.at(
                str(folder), _("the folder cannot be made: {strerror}", strerror=error.strerror)
            ) from None
        books = asked.rulebooks or ()
        self._asked = repr(
            (
                pyrules.__version__,
                [(book.name, book.hash, sorted(book.readings.items())) for book in books],
                (asked.otherwise, sorted(asked.readings.items()), asked.strict, asked.depends, asked.rows),
                asked.language,
            )
        )

    def known(self, batch: Sequence[Line]) -> list[Answered] | None:
        """The answers to a batch, if they are kept."""
        with suppress(OSError, ValueError, TypeError):
            kept = json.loads(self._place(batch).read_text(encoding="utf-8"))
            answers = [Answered(text, state, tuple(rows), single) for text, state, rows, single in kept]
            return answers if len(answers) == len(batch) else None
        return None

    def keep(self, batch: Sequence[Line], answers: Sequence[Answered]) -> None:
        """Keeps the answers to a batch."""
        if all(answer.state != "undecided" for answer in answers):  # another try may decide
            atomic.write(self._place(batch), json.dumps(answers, ensure_ascii=False))

    def _place(self, batch: Sequence[Line]) -> Path:
        digest = hashlib.sha256(self._asked.encode())
        for line in batch:
            digest.update(f"{line.file}\n{line.number} {len(line.content)}\n".encode() + line.content)
        return self.folder / f"{digest.hexdigest()}.json"
