"""Calls between the library and Python: threads for its jobs, and callbacks whose exceptions come out."""

from __future__ import annotations

import ctypes
import threading
from concurrent.futures import ThreadPoolExecutor, wait
from typing import Any, Callable, Optional

from . import _declarations as c
from ._errors import whole

Progress = Callable[[int, int], Any]
_FIELDS: Any = c.ovl_jobs._fields_
_RUN: Any = dict(_FIELDS)["run"]


class Calls:
    """The callbacks of one call of the library. What they raise is kept until the call has returned,
    and raised again by end()."""

    def __init__(self) -> None:
        self.raised: Optional[BaseException] = None
        self._pool: Optional[ThreadPoolExecutor] = None
        self._kept: Any = []

    def progress(self, function: Optional[Progress]) -> Any:
        """A progress callback, which stops the work if `function` returns False or raises. Without a
        function it lets Ctrl-C in."""

        def call(_user: Any, done: int, total: int) -> bool:
            try:
                return self.raised is None and not (function and function(done, total) is False)
            except BaseException as error:
                self.raised = error
                return False

        return c.ovl_progress_fn(call)

    def jobs(self, threads: int) -> Any:
        """A job system of so many threads; None for one."""
        if whole("threads", threads, 1, 64) == 1:
            return None
        self._pool = ThreadPoolExecutor(threads)
        made = c.ovl_jobs(workers=threads, run=_RUN(self._run))
        self._kept.append(made)
        return ctypes.pointer(made)

    def _run(self, _user: Any, count: int, job: Any, context: Any) -> None:
        """Every job is run, whatever happens here: the library depends on it."""
        lock, left = threading.Lock(), iter(range(count))

        def work(worker: int) -> None:
            while True:
                with lock:
                    index = next(left, None)
                if index is None:
                    return
                job(context, index, worker)

        workers = self._pool._max_workers if self._pool else 1
        futures = [self._pool.submit(work, worker) for worker in range(min(workers, count))] if self._pool else []
        while True:
            try:
                wait(futures)
                return
            except BaseException as error:  # Ctrl-C reaches the thread that waits
                self.raised = error

    def end(self) -> None:
        if self._pool:
            self._pool.shutdown()
        if self.raised is not None:
            raise self.raised
