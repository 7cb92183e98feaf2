"""What came of expectations as JUnit XML, which servers for continuous integration read."""

from __future__ import annotations

import re
from collections.abc import Iterable
from xml.etree import ElementTree

from pyrules.engine.expectations import Check
from pyrules.language import _
from pyrules.report.tests.tally import Tally

NOT_XML = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What may not stand in an XML document, not even escaped."""


def document(tallies: Iterable[Tally]) -> str:
    """A suite for each file, and in it a case for each check under each rulebook."""
    root = ElementTree.Element("testsuites", name="pyrules")
    for tally in tallies:
        suite = ElementTree.SubElement(
            root,
            "testsuite",
            name=_clean(tally.file),
            tests=str(tally.number),
            failures=str(len(tally.failed)),
            errors="0",
        )
        for rulebook, checks in tally.checks.items():
            for check in checks:
                _case(suite, tally.file, rulebook, check)
    ElementTree.indent(root)
    return f'<?xml version="1.0" encoding="utf-8"?>\n{ElementTree.tostring(root, encoding="unicode")}\n'


def _case(suite: ElementTree.Element, file: str, rulebook: str, check: Check) -> None:
    case = ElementTree.SubElement(
        suite,
        "testcase",
        classname=_clean(f"{file}:{check.line}"),
        name=_clean(f"{rulebook}, {check.subject}"),
        file=_clean(file),
        line=str(check.line),
    )
    if not check.holds:
        message = _clean(_("expected {expected}, got {got}", expected=check.expected, got=check.got))
        ElementTree.SubElement(case, "failure", message=message).text = f"{_clean(file)}:{check.line}: {message}"


def _clean(text: str) -> str:
    return NOT_XML.sub("�", text)
