"""Which language a call wants: what it says itself, else PYRULES_LANG, else the locale."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pyrules.language import ENGLISH, LANGUAGES, RUSSIAN

OPTION, VARIABLE = "--lang", "PYRULES_LANG"
LOCALE = ("LC_ALL", "LC_MESSAGES", "LANG")
"""Where a system says which language it speaks, the first that says anything before the others."""


def chosen(arguments: Sequence[str], environment: Mapping[str, str]) -> str:
    """The language for a command line, wherever in it `--lang` stands.

    A `--lang` that names none is left for the command line to refuse. Raises ValueError for such a PYRULES_LANG.
    """
    asked_for = _given(arguments)
    if asked_for in LANGUAGES:
        return asked_for
    preferred = environment.get(VARIABLE)
    if preferred and preferred not in LANGUAGES:
        raise ValueError(f"{VARIABLE}: expected {' or '.join(LANGUAGES)}, got {preferred!r}")
    return preferred or _of_the_locale(environment)


def _given(arguments: Sequence[str]) -> str:
    """What the last `--lang` is followed by."""
    given = ""
    for each, following in zip(arguments, (*arguments[1:], ""), strict=False):
        if each == "--":
            break
        if each == OPTION:
            given = following
        elif each.startswith(f"{OPTION}="):
            given = each.removeprefix(f"{OPTION}=")
    return given


def _of_the_locale(environment: Mapping[str, str]) -> str:
    locale = next(filter(None, map(environment.get, LOCALE)), "")
    return RUSSIAN if locale.split("_")[0].split(".")[0].lower() == RUSSIAN else ENGLISH
