"""Edits spoilt at random: whatever they hold, the program ends within its limits, with an exit that has words."""

from __future__ import annotations

import shutil
from pathlib import Path
from random import Random
from typing import Any

import pytest

EDITS = Path(__file__).parent.parent / "examples" / "edits"
SCENARIO = """
title: t
cards: {vail: {features: [Armour 2, {modifier: Armour, by: +1, while: hill}]}}
auras: [{to: vail, gain: Rage 1, while: {has: [vail, Armour]}}]
events: [{gain: {card: vail, feature: Armour 3, while: hill}}, {start: hill}, {lose: {card: vail, feature: Armour}}]
"""
SPOILS = [
    b"#script (python)\nimport os\n#end.\n",
    b'#include "/etc/passwd".\n',
    b"#show p/1.\n",
    b"p(0). p(X+1) :- p(X).\n",
    b"{ p(1..99999) }.\n",
    b":- step(T).\n",
    b"@open(1)",
    b"(" * 500,
    b"[" * 200,
    b"99999999999999999999",
    b"4294967297",
    b"\x00",
    b"\xff",
    b"\x1b[2J",
    b"\xef\xbb\xbf",
    b"&a [*a, *a]",
    b"!!python/object:os.system ",
    b"\t",
    b": ",
    b'"',
    b"%*",
    b"not ",
    b"../../../../etc/passwd",
    b"518.3",
    b"{card.__class__}",
    "Броня盾🛡".encode(),
]


def spoilt(content: bytes, random: Random) -> bytes:
    """The content after a few random changes: something cut, doubled, moved, or put in."""
    for _ in range(random.randint(1, 3)):
        start, end = sorted(random.randrange(len(content) + 1) for _ in range(2))
        end = min(end, start + 60)
        piece = content[start:end]
        content = random.choice(
            [
                content[:start] + content[end:],
                content[:start] + piece + piece + content[end:],
                content[:start] + content[end:] + piece,
                content[:start] + random.choice(SPOILS) + content[start:],
                content[:start] + bytes([random.randrange(256)]) + content[start + 1 :],
            ]
        )
    return content


def ends_well(number: int, pyrules: Any) -> None:
    """Whether a spoilt edit, made from this number, comes to an exit that there are words for."""
    random = Random(number)
    edit = random.choice(sorted(path for path in EDITS.iterdir() if path.is_dir()))
    folder = Path(f"{number}")
    shutil.copytree(edit, folder)
    Path("s.yaml").write_text(SCENARIO, encoding="utf-8")
    named = next(folder.glob("*.edit.yaml"))
    one = random.choice([named, *sorted(folder.glob("*.lp"))])
    one.write_bytes(spoilt(one.read_bytes(), random))
    done = pyrules("eval", "s.yaml", "-r", str(named), "--time-limit", "3", "--memory-limit", "400")
    assert done.code in (0, 2, 3), (number, done.err)
    assert "Traceback" not in done.err
    assert "\x1b" not in done.out + done.err
    shutil.rmtree(folder)


def test_some_spoilt_edits(pyrules: Any) -> None:
    for number in range(6):
        ends_well(number, pyrules)


@pytest.mark.slow
@pytest.mark.parametrize("hundred", range(1, 6))
def test_many_spoilt_edits(hundred: int, pyrules: Any) -> None:
    for number in range(100 * hundred, 100 * hundred + 100):
        ends_well(number, pyrules)
