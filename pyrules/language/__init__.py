"""The language in which people are spoken to: English, as it stands in the sources, or Russian, from a catalogue.

The sources hold English sentences; `_` gives the one to show. It is asked when something is shown, in the language of
whoever asked: nothing that is kept for others holds its answer. JSON keys, ids and file names are never asked for.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gettext import GNUTranslations

ENGLISH, RUSSIAN = LANGUAGES = ("en", "ru")
_language: ContextVar[str] = ContextVar("language", default=ENGLISH)


def current() -> str:
    """The language spoken now, one of LANGUAGES."""
    return _language.get()


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Within this, the language is spoken; other threads and tasks go on in theirs."""
    if language not in LANGUAGES:
        raise ValueError(f"expected one of {', '.join(LANGUAGES)}, got {language!r}")
    before = _language.set(language)
    try:
        yield
    finally:
        _language.reset(before)


def translate(message: str, /, **parts: object) -> str:
    """A sentence in the language spoken; each `{name}` in it is replaced by the part of that name.

    A sentence that the catalogue has not, such as one in an edit, stays as it is. A name marked `!r` is put in the
    quotes of the language.
    """
    catalogue = _spoken()
    if catalogue is None or not message:  # of the empty message a catalogue tells its own head
        return message.format(**parts) if parts else message
    return _filled(catalogue.gettext(message), parts)


def in_context(context: str, message: str, /, **parts: object) -> str:
    """As `translate`, where the words of the message need other words in another place."""
    catalogue = _spoken()
    if catalogue is None:
        return message.format(**parts) if parts else message
    return _filled(catalogue.pgettext(context, message), parts)


def plural(one: str, many: str, count: int, /, **parts: object) -> str:
    """The form of a sentence for a number of things, which stands in it as `{count}`."""
    catalogue = _spoken()
    if catalogue is None:
        return (one if count == 1 else many).format(count=count, **parts)
    return _filled(catalogue.ngettext(one, many, count), {"count": count, **parts})


def mark(message: str) -> str:
    """The message as it is: it is put into the catalogue, and translated where it is shown."""
    return message


class Later(str):
    """A message in English that can be said in another language later; parts that are such messages are said, too."""

    message: str
    parts: dict[str, object]

    def __new__(cls, message: str, /, **parts: object) -> Later:
        made = super().__new__(cls, message.format(**parts) if parts else message)
        made.message, made.parts = (message.message, message.parts) if isinstance(message, Later) else (message, parts)
        return made

    def __getnewargs_ex__(self) -> tuple[tuple[str], dict[str, object]]:
        return (self.message,), self.parts


def said(text: str) -> str:
    """A text in the language spoken: one that is to be said later, or a message that stands in the catalogue."""
    if isinstance(text, Later):
        return translate(text.message, **{key: _part(part) for key, part in text.parts.items()})
    return translate(text)


def _part(part: object) -> object:
    return said(part) if isinstance(part, Later) else part


_ = translate


def _spoken() -> GNUTranslations | None:
    """The catalogue of the language spoken; None for English."""
    language = _language.get()
    return None if language == ENGLISH else _catalogue(language)


def _filled(message: str, parts: dict[str, object]) -> str:
    if not parts:
        return message
    from pyrules.language.quoting import Quoting

    return Quoting().vformat(message, (), parts)


@cache
def _catalogue(language: str) -> GNUTranslations:
    from gettext import GNUTranslations

    with Path(__file__).with_name(f"{language}.mo").open("rb") as compiled:
        return GNUTranslations(compiled)
