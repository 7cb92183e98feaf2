"""The page as tests ask it: in this process through its application, or served by the command as people start it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from html import unescape
from pathlib import Path

import pytest

pytest.importorskip("starlette", reason="the extra `web` is not installed")

from starlette.testclient import TestClient

from pyrules.web import forms
from pyrules.web.address import Ruling, packed
from pyrules.web.app import application
from pyrules.web.opened import opened

ROOT = Path(__file__).parent.parent
EXAMPLES = ROOT / "examples"
AT = "http://127.0.0.1:8000"


def client(paths: Iterable[Path] = ()) -> TestClient:
    """A browser without scripts that has not been anywhere; it does not follow to other addresses."""
    return TestClient(application(opened(paths)), base_url=AT, follow_redirects=False, raise_server_exceptions=False)


def ruling(text: str, *rulebooks: str, file: str = "", language: str = "en", **readings: str) -> str:
    """The address of a ruling."""
    return f"/{language}/ruling?s={packed(Ruling(text, file, rulebooks or ('r1', 'r2', 'r3', 'r4'), readings))}"


def form(**fields: str) -> dict[str, str]:
    """What a form of the page sends."""
    return {"token": forms.TOKEN, **fields}


def text_of(page: str) -> str:
    """What stands on a page for readers, its blanks as one."""
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", page)).split())


def links(page: str) -> list[tuple[str, str]]:
    """The links of a page: where they lead, and what they say."""
    found = re.findall(r'<a\b[^>]*?href="([^"]*)"[^>]*>(.*?)</a>', page, re.DOTALL)
    return [(unescape(address), text_of(text)) for address, text in found]


@contextmanager
def served(*paths: Path) -> Iterator[str]:
    """The page as `pyrules serve` serves it; the address at which."""
    command = [sys.executable, "-m", "pyrules", "serve", "--port", "0", "--no-browser", *map(str, paths)]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8"
    ) as process:
        assert process.stdout is not None
        try:
            yield process.stdout.readline().removeprefix("The page is at ").strip().rstrip("/")
            if process.poll() is not None:
                raise AssertionError(f"the page ended with {process.returncode}: {process.communicate()[1]}")
        finally:
            process.kill()


def children() -> set[int]:
    """The processes that the main thread of this one began."""
    listed = Path("/proc/self/task", str(os.getpid()), "children").read_text(encoding="ascii")
    return set(map(int, listed.split()))
