"""What the library of the command line says by itself, in the language spoken; it knows English alone."""

from __future__ import annotations

import re
from functools import partial

from pyrules.language import ENGLISH, current, mark, translate

_WORDS = (
    (r"Usage: (?=pyrules)", mark("Usage: ")),
    (r"\[OPTIONS\]", mark("[OPTIONS]")),
    (r"COMMAND \[ARGS\]\.\.\.", mark("COMMAND [ARGS]...")),
    (r"(?m)^Arguments:$", mark("Arguments:")),
    (r"(?m)^Options:$", mark("Options:")),
    (r"(?m)^Commands:$", mark("Commands:")),
    (r"\[default:", mark("[default:")),
    (r"\[required\]", mark("[required]")),
    (r"Show this message and exit\.", mark("Show this message and exit.")),
    (r"Install completion for the current shell\.", mark("Install completion for the current shell.")),
    (
        r"Show completion for the current shell, to copy it or\s+customize the installation\.",
        mark("Show completion for the current shell, to copy it or customize the installation."),
    ),
    (r"<str>", mark("<str>")),
    (r"<path>", mark("<path>")),
    (r"<(?:int|float)(?: range)?>", mark("<number>")),
    (r"<list\[\w+\]>", mark("<list>")),
    (r"Try '(?P<command>[^']*)' for help\.", mark("Try {command!r} for help.")),
    (r"(?m)^Error: ", mark("Error: ")),
    (r"Invalid value for '(?P<name>[^']*)': (?:Value error, )?", mark("Invalid value for {name!r}: ")),
    (r"Missing argument '(?P<name>[^']*)'\.", mark("Missing argument {name!r}.")),
    (r"Missing option '(?P<name>[^']*)'\.", mark("Missing option {name!r}.")),
    (r"No such option: (?P<name>\S+)", mark("No such option: {name}")),
    (r"\(Possible options: (?P<names>[^)]*)\)", mark("(Possible options: {names})")),
    (r"No such command '(?P<name>[^']*)'\.", mark("No such command {name!r}.")),
    (r"Got unexpected extra argument\(s\) \((?P<names>.*)\)", mark("Got unexpected extra arguments: {names}")),
    (r"Option '(?P<name>[^']*)' requires an argument\.", mark("Option {name!r} requires an argument.")),
    (r"Option '(?P<name>[^']*)' does not take a value\.", mark("Option {name!r} does not take a value.")),
    (r"Input should be a valid integer, .*", mark("expected a whole number")),
    (r"Input should be a valid number, .*", mark("expected a number")),
    (r"Input should be less than or equal to (?P<number>\S+)", mark("expected {number} at the most")),
    (r"Input should be greater than or equal to (?P<number>\S+)", mark("expected {number} at least")),
    (r"'(?P<given>[^']*)' is not one of (?P<known>.*)\.", mark("{given!r} is not one of {known}.")),
)
"""What it says, and the message for it; names in the one are parts of the other."""


def spoken(text: str) -> str:
    """A text of the library in the language spoken; what stands in columns keeps its width where it can."""
    if current() == ENGLISH:
        return text
    for pattern, message in _WORDS:
        text = re.sub(pattern, partial(_said, message), text)
    return text


def _said(message: str, found: re.Match[str]) -> str:
    said = translate(message, **found.groupdict())
    return said.ljust(len(found[0])) if found.string[found.end() :].startswith("  ") else said
