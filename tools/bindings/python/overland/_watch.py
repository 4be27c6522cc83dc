"""Which routes an edit broke or could shorten."""

from __future__ import annotations

import ctypes
import threading
from typing import Any, List, NamedTuple

from . import _declarations as c
from ._closable import Closable
from ._declarations import Result
from ._errors import OverlandError, check, fill, whole
from ._library import Handle, lib
from ._planner import Route
from ._world import World


class Change(NamedTuple):
    """The effect of edits on a watched route: a region on it was rebuilt, or a cheaper way may have
    opened."""

    number: int
    broken: bool
    improvable: bool


class Watch(Closable):
    """Routes under numbers of the caller's, 0 to routes - 1. After an edit, changes(before, after)
    names those that it touches, without a look at each of them."""

    _closed_words = "the watch is closed"

    def __init__(self, world: World, routes: int = 1024, regions: int = 65536):
        handle, pointer, fault = world._open(), ctypes.POINTER(c.ovl_watch)(), c.ovl_fault()
        request = fill(lib.ovl_watch_def_default(handle.pointer), routes=routes, regions=regions)
        check(lib.ovl_watch_create(request, pointer, fault), fault)
        super().__init__(Handle(pointer, lib.ovl_watch_destroy))
        self._lock = threading.Lock()

    def add(self, number: int, route: Route) -> None:
        """Watches the rest of a route, which replaces the one that has this number. One that begins
        anew is added again."""
        handle, planner, world = self._open(), route.planner._open(), route.planner.world._open()
        number = _number(number)
        with self._lock, route.planner._lock:
            result = lib.ovl_watch_route(handle.pointer, planner.pointer, world.pointer, number,
                                         route._route, route._stops, len(route._stops or ()))
            if result != Result.OK:
                raise OverlandError(result, lib.ovl_planner_fault(planner.pointer).contents)

    def drop(self, number: int) -> None:
        """Stops watching the route with this number."""
        handle, number = self._open(), _number(number)
        with self._lock:
            lib.ovl_watch_drop(handle.pointer, number)

    def changes(self, before: World, after: World) -> List[Change]:
        """The routes that edits touched after one version, up to another one."""
        handle, old, new = self._open(), before._open(), after._open()
        needed = c.c_size_t()
        found: Any = (c.ovl_watch_change * 64)()
        with self._lock:
            while True:
                result = lib.ovl_watch_changes(handle.pointer, old.pointer, new.pointer, found, len(found), needed)
                if result != Result.MORE_ROOM:
                    break
                found = (c.ovl_watch_change * needed.value)()
            if result != Result.OK:
                raise OverlandError(result, lib.ovl_watch_fault(handle.pointer).contents)
        return [Change(each.number, each.broken, each.improvable) for each in found[:needed.value]]


def _number(number: int) -> int:
    return whole("number", number, 0, (1 << 32) - 1)
