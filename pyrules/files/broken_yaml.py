"""What is wrong with a text that is not YAML, in the words of people who write scenarios and do not know YAML."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from pyrules.files.source import Place
from pyrules.language import _

Words = tuple[str, Place]


def in_words(error: Any, text: str) -> Words:
    """What to write instead, and where. The error is one of ruamel's, the text what it read."""
    lines = text.split("\n")
    mark = error.problem_mark or error.context_mark
    start = error.context_mark or mark
    at, since = (mark.line, mark.column), (start.line, start.column)
    for problem, words in _WORDS:
        if problem in (error.problem or "") and (said := words(lines, at, since)) is not None:
            message, (line, column) = said
            return message, (line + 1, column + 1)
    return _("this is not YAML: {problem}", problem=error.problem or error.context), (at[0] + 1, at[1] + 1)


def _line(lines: list[str], number: int) -> str:
    return lines[number] if number < len(lines) else ""


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _before(lines: list[str], number: int) -> int:
    """The number of the line before, blank ones and comments aside; -1 when there is none."""
    number -= 1
    while number >= 0 and not lines[number].split("#")[0].strip():
        number -= 1
    return number


def _no_colon(line: str) -> bool:
    """Whether a line is a word or words of which none is a key, a list item or the like."""
    return bool(re.fullmatch(r"\s*(- )?[^\s:{}\[\]#,'\"-][^:{}\[\]#,'\"]*", line))


def _colon_too_many(lines: list[str], at: Place, _since: Place) -> Words | None:
    """A colon where none can stand: an earlier line has none, there are two, or the line is indented too far."""
    line, above = _line(lines, at[0]), _before(lines, at[0])
    head = line[: at[1]]
    if (inner := re.match(r"(\s*(?:- )?)([^\s:]+):\s+(?=\S)(.*)", line)) and inner.end(2) < at[1]:
        value = inner[3].split(" #")[0].rstrip()
        place = (at[0], inner.start(3))
        return _(
            "a second colon stands on this line; put the text in quotes: {inner}: {quoted}",
            inner=inner[2],
            quoted=_quoted(value),
        ), place
    if above >= 0 and (glued := _glued(lines[above], above)) is not None and not re.search(r":\s|:$", lines[above]):
        return glued
    if above >= 0 and _indent(head) > _indent(lines[above]):
        if _no_colon(lines[above]):
            return _missing_colon(lines[above], above)
        place = (at[0], _indent(line))
        return _("this line begins too far to the right; begin it {beside}", beside=_beside(lines, above)), place
    if above >= 0 and _no_colon(lines[above]):
        return _missing_colon(lines[above], above)
    return None


def _glued(line: str, number: int) -> Words | None:
    """A key and its value without a blank between, or with a colon that only looks like one."""
    found = re.match(r"\s*(?:- )?(?P<key>[^\s:\uff1a]+)(?P<colon>[:\uff1a])\s*(?P<value>\S.*)", line)
    if found is None:
        return None
    written = f"{found['key']}: {found['value']}"
    if found["colon"] != ":":
        return _(
            "expected the colon of the keyboard, got one that only looks like it; write {written}", written=written
        ), (
            number,
            found.start("colon"),
        )
    return _("a blank is missing after the colon; write {written}", written=written), (number, found.start("key"))


def _beside(lines: list[str], above: int) -> str:
    column = _indent(lines[above])
    return _("in column {number}, as line {number2} does", number=column + 1, number2=above + 1)


def _quoted(value: str) -> str:
    return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _missing_colon(line: str, number: int) -> Words:
    words = line.strip().removeprefix("- ").split()
    written = f"{words[0]}:" + "".join(f" {word}" for word in words[1:])
    return _("a colon is missing after {words!r}; write {written}", words=words[0], written=written), (
        number,
        len(line) - len(line.lstrip(" -")),
    )


def _simple_key(lines: list[str], at: Place, since: Place) -> Words | None:
    """A line without a colon among lines that have one."""
    line = _line(lines, since[0])
    if re.match(r"\s*[-–—−]\S", line):
        return _dash_without_blank(line, since[0])
    if (glued := _glued(line, since[0])) is not None:
        return glued
    words = line[since[1] :].split()
    if not words:
        return None
    written = f"{words[0]}:" + "".join(f" {word}" for word in words[1:])
    return _("a colon is missing after {words!r}; write {written}", words=words[0], written=written), since


def _dash_without_blank(line: str, number: int) -> Words:
    content = re.sub(r"^\s*[-–—−]\s*", "", line).rstrip()
    return _("a blank is missing after the dash; write - {content}", content=content), (number, _indent(line))


def _block_end(lines: list[str], at: Place, since: Place) -> Words | None:
    """A line that belongs to nothing above it: its indentation, its dash, or something behind it is wrong."""
    line = _line(lines, at[0])
    rest = line[at[1] :]
    if line[: at[1]].strip():
        return _left_over(line, at)
    if re.match(r"-\S", rest):
        return _dash_without_blank(line, at[0])
    in_list = _line(lines, since[0])[since[1] :].startswith("-")
    dash = rest.startswith("- ") or rest == "-"
    if in_list and not dash and at[1] == since[1]:
        return _("a dash is missing: the lines above are items of a list; write - {strip}", strip=rest.strip()), at
    if dash and not in_list and at[1] == since[1] and not any(each.lstrip().startswith("-") for each in lines[: at[0]]):
        return _("a dash stands here among keys; leave it out, or write a key with a colon above the list"), at
    like = _sibling(lines, at, dash)
    return (
        _(
            "this line begins in column {number}, and none that it could belong to does; begin it {beside}",
            number=at[1] + 1,
            beside=_beside(lines, like),
        ),
        at,
    )


def _sibling(lines: list[str], at: Place, dash: bool) -> int:
    """The number of the line above that begins nearest to the place, one with a dash for one with a dash."""
    above = [line for line in range(at[0] - 1, -1, -1) if lines[line].strip() and _indent(lines[line]) != at[1]]
    alike = [number for number in above if lines[number].lstrip().startswith("-") == dash] or above or [0]
    return min(alike, key=lambda number: (abs(_indent(lines[number]) - at[1]), -number))


def _left_over(line: str, at: Place) -> Words:
    if line[at[1]] in "]}":
        return _("nothing is open that {line} could close; leave it out", line=line[at[1]]), at
    if line[at[1]] == ",":
        return _("a comma stands where a line ends; leave it out"), at
    before = line[: at[1]]
    if before.rstrip()[-1:] in ("'", '"'):
        return _("text stands behind the closing quote; put the whole of it in one pair of quotes"), at
    return _("this stands behind something that is complete; put it on a line of its own, or the whole in quotes"), at


def _flow(lines: list[str], at: Place, since: Place) -> Words | None:
    """In braces or brackets: a comma or a closing one is missing, or something has a colon of its own."""
    opened = _line(lines, since[0])[since[1] : since[1] + 1]
    closing = {"[": "]", "{": "}"}.get(opened)
    if closing is None:
        return None
    found = _line(lines, at[0])[at[1] : at[1] + 1]
    if at[0] != since[0] or not found:
        return _(
            "{opened} is never closed; write {closing} where the {what} ends",
            opened=opened,
            closing=closing,
            what=_what(opened),
        ), since
    if found in "]}":
        return _(
            "expected {closing}, got {found}: the {opened} in column {number} is still open",
            closing=closing,
            found=found,
            opened=opened,
            number=since[1] + 1,
        ), at
    if found == ":":
        return _("a comma is missing before this key, or a text with a colon stands without quotes"), at
    if found in "[{":
        return _("expected a colon or a comma before {found}; write NAME: {found}", found=found), at
    return _("a comma is missing before this; write {what} items as a, b", what=_what(opened)), at


def _what(opened: str) -> str:
    return _("list") if opened == "[" else _("mapping")


def _unfinished(lines: list[str], _at: Place, since: Place) -> Words | None:
    """The file ends within brackets: the last one that is open."""
    opened = [
        (number, column)
        for number, line in enumerate(lines[: since[0] + 1])
        for column, letter in enumerate(line)
        if letter in "[{"
    ]
    if not opened:
        return None
    number, column = opened[-1]
    letter = lines[number][column]
    closing = "]" if letter == "[" else "}"
    return _(
        "{letter} is never closed; write {closing} where the {what} ends",
        letter=letter,
        closing=closing,
        what=_what(letter),
    ), (number, column)


def _strange(lines: list[str], at: Place, _since: Place) -> Words | None:
    """A character that cannot begin a value."""
    line = _line(lines, at[0])
    letter = line[at[1] : at[1] + 1]
    if letter == "\t":
        return _("a tab stands here; indent with blanks, two for each level"), at
    if not letter:
        return None
    value = line[at[1] :].split(" #")[0].rstrip(" ,]}")
    return _("a text cannot begin with {letter}; put it in quotes: {quoted}", letter=letter, quoted=_quoted(value)), at


def _alias(lines: list[str], _at: Place, since: Place) -> Words | None:
    return _strange(lines, since, since)


def _quote(lines: list[str], _at: Place, since: Place) -> Words | None:
    quote = _line(lines, since[0])[since[1] : since[1] + 1]
    return _("the quote {quote} that opens here is never closed; write {quote} where the text ends", quote=quote), since


def _escape(lines: list[str], at: Place, _since: Place) -> Words | None:
    return _("a \\ in double quotes means something of its own; write \\\\, or use single quotes"), at


def _document(lines: list[str], at: Place, _since: Place) -> Words | None:
    if lines[0].startswith("%"):
        return _strange(lines, (0, 0), (0, 0))
    return _("the file goes on after its end; leave out the line that ends it, or what follows"), at


def _block_scalar(lines: list[str], _at: Place, since: Place) -> Words | None:
    letter = _line(lines, since[0])[since[1] : since[1] + 1]
    return _(
        "after {letter} the text begins on the next line, indented; or put the text in quotes", letter=letter
    ), since


_WORDS: tuple[tuple[str, Callable[[list[str], Place, Place], Words | None]], ...] = (
    ("mapping values are not allowed here", _colon_too_many),
    ("could not find expected ':'", _simple_key),
    ("expected <block end>", _block_end),
    ("expected ',' or", _flow),
    ("expected the node content", _unfinished),
    ("that cannot start any token", _strange),
    ("expected alphabetic or numeric character", _alias),
    ("found unexpected end of stream", _quote),
    ("found unknown escape character", _escape),
    ("expected '<document start>'", _document),
    ("expected a comment or a line break", _block_scalar),
)
"""What is said to each problem of the parser, by a part of its words."""
