"""Long work: begun, watched and stopped from the page. What was asked for once is found again at the same address."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from contextvars import copy_context
from dataclasses import dataclass, field
from typing import Any

from pyrules.analysis.search.clock import Progress
from pyrules.asp import sandbox
from pyrules.errors import InputError, NotDecided
from pyrules.language import _
from pyrules.language.printable import printable

AT_ONCE, KEPT, MOST_WAITING = 2, 40, 20
"""How many jobs are worked on at once, how many are remembered, and how many may wait."""
MEGABYTES = 3000
"""What a search may take."""

Tell = Callable[[object], None]
"""Who is told how far work has come."""


class Stopped(Exception):
    """The job was stopped by whoever watched it."""


@dataclass(frozen=True, slots=True)
class Seen:
    """How long work stands at a moment. `answer` is there when it is done, `wrong` says why there is none."""

    stage: str
    done: bool
    answer: Any = None
    wrong: str = ""


@dataclass
class Job:
    """One piece of long work."""

    stage: str = ""
    answer: Any = None
    wrong: str = ""
    done: bool = False
    _stop: threading.Event = field(default_factory=threading.Event)

    def seen(self) -> Seen:
        """How it stands now."""
        if not self.done:
            return Seen(self.stage, done=False)
        return Seen(self.stage, True, self.answer, self.wrong)

    def stop(self) -> None:
        """Ends it as soon as it tells how far it is."""
        self._stop.set()

    def tell(self, stage: object) -> None:
        """Notes how far it is. Raises Stopped when it is to end."""
        if self._stop.is_set():
            raise Stopped
        if isinstance(stage, Progress):
            self.stage = _("{stage}, {seconds} s", stage=stage.stage, seconds=round(stage.seconds))
        else:
            self.stage = printable(str(stage))

    def run(self, work: Callable[[Tell], Any]) -> None:
        """Does the work, and keeps what comes of it."""
        try:
            self.tell("")
            self.answer = work(self.tell)
        except Stopped:
            self.wrong = _("stopped")
        except (InputError, NotDecided) as error:
            self.wrong = str(error)
        except BaseException as defect:
            self.wrong = _("this is a defect of pyrules ({name}); please report it", name=type(defect).__name__)
            raise
        finally:
            self.done = True


@dataclass
class Jobs:
    """The jobs of a page, by what was asked."""

    _jobs: OrderedDict[Hashable, Job] = field(default_factory=OrderedDict)
    _turn: threading.Semaphore = field(default_factory=lambda: threading.Semaphore(AT_ONCE))
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def find(self, asked: Hashable) -> Seen | None:
        """How the job of what was asked stands, if it was begun."""
        job = self._jobs.get(asked)
        return None if job is None else job.seen()

    def stop(self, asked: Hashable) -> None:
        """Stops the job of what was asked, if there is one."""
        job = self._jobs.get(asked)
        if job is not None:
            job.stop()

    def begin(self, asked: Hashable, work: Callable[[Tell], Any]) -> None:
        """Begins a job, or finds the one that is at it. One that ended without an answer is begun anew.

        Raises NotDecided when too many wait.
        """
        with self._lock:
            known = self._jobs.get(asked)
            if known is not None and not known.wrong:
                return
            if sum(not job.done for job in self._jobs.values()) >= MOST_WAITING:
                raise NotDecided(_("too many searches wait already; stop one, or ask again later"))
            job = self._jobs[asked] = Job(stage=_("waiting for its turn"))
            self._jobs.move_to_end(asked)
            for old in [each for each, one in self._jobs.items() if one.done][: max(0, len(self._jobs) - KEPT)]:
                del self._jobs[old]
        context = copy_context()  # the language, too

        def turn() -> None:
            with self._turn, sandbox.limits(sandbox.Limits(megabytes=MEGABYTES)):
                job.run(work)

        threading.Thread(target=context.run, args=(turn,), daemon=True).start()
