"""What a running page has: what was opened, and where answers are worked out."""

from __future__ import annotations

from dataclasses import dataclass, field

from starlette.requests import Request

from pyrules.web import work
from pyrules.web.jobs import Jobs
from pyrules.web.library import Library
from pyrules.web.opened import Opened
from pyrules.web.rulebooks import Shelf
from pyrules.web.work import Lane


@dataclass
class Site:
    """One page, for as long as it is served. Built-in rules, rules from elsewhere and mere reading wait apart."""

    opened: Opened
    own: Lane = field(default_factory=lambda: Lane(work.OWN))
    foreign: Lane = field(default_factory=lambda: Lane(work.FOREIGN))
    reading: Lane = field(default_factory=lambda: Lane(work.READING))
    jobs: Jobs = field(default_factory=Jobs)

    def __post_init__(self) -> None:
        self.library = Library(self.opened)
        self.shelf = Shelf(self.opened)


def site(request: Request) -> Site:
    """The page that a request is made of."""
    found = request.app.state.site
    assert isinstance(found, Site)
    return found
