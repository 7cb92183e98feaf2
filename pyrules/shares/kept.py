"""Answers kept in a folder, share by share, so that work that was stopped can go on where it was."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any

import pyrules
from pyrules.errors import InputError
from pyrules.files import atomic
from pyrules.language import _, current
from pyrules.shares.share import Share


class Kept:
    """A folder of answers. Each is known by the key of its share, the language, and the version of the program.

    Raises InputError when the folder cannot be made.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise InputError.at(
                str(folder), _("the folder cannot be made: {strerror}", strerror=error.strerror)
            ) from None

    def known(self, share: Share) -> Any:
        """The answer to a share, as JSON has it; None where it is not kept."""
        try:
            return json.loads(self._place(share).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return None

    def keep(self, share: Share, answer: Any) -> None:
        """Keeps the answer to a share."""
        atomic.write(self._place(share), json.dumps(answer, ensure_ascii=False))

    def _place(self, share: Share) -> Path:
        asked = f"{pyrules.__version__}\n{current()}\n{share.key}"
        return self.folder / f"{hashlib.sha256(asked.encode(errors='surrogatepass')).hexdigest()}.json"
