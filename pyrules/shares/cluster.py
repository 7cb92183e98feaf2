"""Shares done on a Dask cluster, which begins those of a lost worker again elsewhere."""

from __future__ import annotations

from collections.abc import Callable
from types import TracebackType
from typing import Any

from pyrules.errors import InputError
from pyrules.language import _

LOCAL = "local"
"""Stands for a cluster of this machine's cores."""
SECONDS_TO_FIND = 10
TRIES = 3


class Cluster:
    """The workers behind a scheduler's address (`tcp://host:port`), or those of this machine (`local`)."""

    def __init__(self, address: str) -> None:
        try:
            from distributed import Client, LocalCluster
        except ImportError:
            raise InputError.at(
                "", _("--scheduler: install the extra for clusters, pip install 'pyrules[distributed]'")
            ) from None
        self._local = LocalCluster(threads_per_worker=1, dashboard_address=None) if address == LOCAL else None
        try:
            self._client = Client(self._local or address, timeout=SECONDS_TO_FIND)
        except (OSError, ValueError) as error:
            reason = str(error).partition("\n")[0]
            raise InputError.at(
                "", _("--scheduler: no scheduler answers at {address!r}: {reason}", address=address, reason=reason)
            ) from None

    @property
    def room(self) -> int:
        """Twice as many shares as threads are under way, so that none waits; workers may come and go."""
        threads: int = sum(self._client.nthreads().values())
        return max(2, 2 * threads)

    def submit(self, function: Callable[..., Any], /, *arguments: Any) -> Any:
        """Begins a share."""
        return self._client.submit(function, *arguments, pure=False, retries=TRIES)

    def __enter__(self) -> Cluster:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._client.close()
        if self._local is not None:
            self._local.close()
