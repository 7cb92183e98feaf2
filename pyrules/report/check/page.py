"""Findings as one self-contained HTML page."""

from __future__ import annotations

from jinja2 import Environment, PackageLoader, StrictUndefined

from pyrules.language.templates import speak
from pyrules.report.check.place import address
from pyrules.report.check.text import CheckReport
from pyrules.scenario.dump import dump


def page(report: CheckReport) -> str:
    """The text of the page; every text in it is escaped."""
    environment = Environment(loader=PackageLoader("pyrules.report"), undefined=StrictUndefined, autoescape=True)
    environment.filters.update(scenario=dump, address=address)
    return speak(environment).get_template("check.html.jinja").render(report=report)
