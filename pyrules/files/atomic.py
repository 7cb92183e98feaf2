"""Files are written whole or not at all: beside where they belong, then put there in one step."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import mktemp

from pyrules.errors import InputError
from pyrules.language import _

MODE = 0o666


def write(path: Path, text: str) -> None:
    """Writes a file, over an earlier one if there is one. Raises InputError when that cannot be."""
    with _told(path):
        place = Path(os.path.realpath(path))
        if place.exists() and not place.is_file():
            place.write_text(text, encoding="utf-8")  # a device or a pipe holds nothing that could be lost
        else:
            _put(place, text.encode(), lambda beside: beside.replace(place))


def rewrite(path: Path, before: bytes, after: bytes) -> None:
    """Writes a file anew. Raises InputError when that cannot be, or when the file holds something else than before."""
    with _told(path):
        place = Path(os.path.realpath(path))

        def replace(beside: Path) -> None:
            if place.read_bytes() != before:
                raise InputError.at(str(path), _("the file was changed meanwhile; nothing was written"))
            beside.replace(place)

        _put(place, after, replace)


def create(path: Path, text: str) -> None:
    """Writes a new file, and the folders around it. Raises InputError when that cannot be, or something is there."""
    with _told(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        _put(path, text.encode(), lambda beside: os.link(beside, path))


def ready(path: Path) -> None:
    """Raises InputError when no file could be written there, before anything is worked out for it."""
    with _told(path):
        if path.is_dir():
            raise IsADirectoryError(0, _("this is a folder"))
        if not path.parent.is_dir():
            raise InputError.at(str(path), _("there is no folder {parent!r} to write to", parent=str(path.parent)))


def _put(path: Path, content: bytes, into_place: Callable[[Path], object]) -> None:
    """Writes the content beside the path to the disk, with the mode of what is there, and then puts it into place."""
    mode = _mode(path)
    beside = Path(mktemp(prefix=".pyrules-", dir=path.parent))
    file = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, MODE)
    try:
        with os.fdopen(file, "wb") as stream:
            stream.write(content)
            stream.flush()
            if mode is not None:
                os.fchmod(file, mode)
            os.fsync(file)
        into_place(beside)
    finally:
        with suppress(FileNotFoundError):
            beside.unlink()


def _mode(path: Path) -> int | None:
    """The mode of the file that is there, which must be one that can be written."""
    if not path.exists():
        return None
    if not os.access(path, os.W_OK):
        raise PermissionError(0, "Permission denied")
    return stat.S_IMODE(path.stat().st_mode)


@contextmanager
def _told(path: Path) -> Iterator[None]:
    try:
        yield
    except FileExistsError:
        raise InputError.at(str(path), _("this exists already; nothing was written")) from None
    except OSError as error:
        raise InputError.at(str(path), _("the file cannot be written: {strerror}", strerror=error.strerror)) from None
