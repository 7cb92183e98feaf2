"""Files that somebody, or something, has spoilt: mutations of good ones, the same for the same seed."""

from __future__ import annotations

import random
import re
import signal
from collections.abc import Callable, Iterator, Sequence
from types import FrameType
from typing import TypeVar

Result = TypeVar("Result")

SCRAPS = (
    *("{", "}", "[", "]", ":", ",", "-", "#", "'", '"', "\t", "\n", "  ", "&a", "*a", "!!x", "|", ">", "?", "%", "@"),
    *("~", "null", "true", "1e3", "0x10", "-1", "1001", "99999999999999999999", "\u2212", "\u202e", "\u2028", "\ufeff"),
    *("\u3164", "e\u0301", "\U0001f409", "\0", "title", "cards", "while", "not", "all", "has", "at_least", "end", "r4"),
)
"""What is put in: signs of YAML, numbers out of range, characters that nobody sees, words of scenarios and edits."""

PARTS = re.compile(r"\w+|\s+|[^\w\s]")


def mutations(texts: Sequence[str], number: int, seed: int) -> Iterator[str]:
    """So many spoilt texts, each made of one of the texts by one to three changes."""
    chance = random.Random(seed)
    for _ in range(number):
        text = chance.choice(texts)
        for _ in range(chance.randint(1, 3)):
            text = chance.choice(CHANGES)(text, chance)
        yield text


def _of_lines(text: str, chance: random.Random) -> str:
    """A line left out, doubled, indented otherwise or moved."""
    lines = text.split("\n")
    place = chance.randrange(len(lines))
    line = lines.pop(place)
    match chance.randrange(4):
        case 1:
            lines[place:place] = [line, line]
        case 2:
            lines.insert(place, chance.choice([" " + line, line[1:], "  " + line, "- " + line, line.lstrip()]))
        case 3:
            lines.insert(chance.randint(0, len(lines)), line)
    return "\n".join(lines)


def _of_words(text: str, chance: random.Random) -> str:
    """A word, a blank or a sign left out, doubled, or replaced by another of the text or by a scrap."""
    parts = PARTS.findall(text)
    if not parts:
        return text
    place = chance.randrange(len(parts))
    parts[place] = chance.choice(["", parts[place] * 2, chance.choice(parts), chance.choice(SCRAPS)])
    return "".join(parts)


def _of_letters(text: str, chance: random.Random) -> str:
    """A scrap put in anywhere, or a stretch left out."""
    start = chance.randint(0, len(text))
    if chance.random() < 0.5:
        return text[:start] + chance.choice(SCRAPS) + text[start:]
    return text[:start] + text[start + chance.randint(1, 20) :]


def _cut(text: str, chance: random.Random) -> str:
    """The text as far as it came when the disk was full."""
    return text[: chance.randint(0, len(text))]


CHANGES: tuple[Callable[[str, random.Random], str], ...] = (_of_lines, _of_words, _of_words, _of_letters, _cut)


def within(seconds: int, call: Callable[[], Result]) -> Result:
    """What the call gives. Raises TimeoutError when it hangs."""

    def hangs(number: int, frame: FrameType | None) -> None:
        raise TimeoutError(f"no answer after {seconds} seconds")

    before = signal.signal(signal.SIGALRM, hangs)
    signal.alarm(seconds)
    try:
        return call()
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)
