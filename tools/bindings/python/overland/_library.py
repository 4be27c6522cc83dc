"""Finds the library, compares its interface with the declarations, and gives its functions their types."""

from __future__ import annotations

import ctypes
import ctypes.util
import glob
import os
import threading
from typing import Any, Callable, List, Tuple

from . import _declarations as c

NAMES = ("liboverland.so.0", "liboverland.so", "liboverland.0.dylib", "liboverland.dylib",
         "overland-0.dll", "liboverland-0.dll", "overland.dll")


class LibraryError(ImportError):
    """The library is not there, or has another interface than this package."""


def _beside() -> List[str]:
    folder = os.path.dirname(os.path.abspath(__file__))
    return [path for name in NAMES for path in sorted(glob.glob(os.path.join(folder, name + "*")))]


def _place(name: str) -> str:
    """A path, with the folder that it is relative to; a name alone is looked for by the loader."""
    is_relative = os.path.dirname(name) and not os.path.isabs(name)
    return f"{name} (from {os.getcwd()})" if is_relative else name


def _load() -> Tuple[Any, str]:
    given = os.environ.get("OVERLAND_LIBRARY")
    found = ctypes.util.find_library("overland")
    for name in [given] if given else [*_beside(), *NAMES, *([found] if found else [])]:
        try:
            return ctypes.CDLL(name), name
        except OSError as error:
            if given or os.path.exists(name):
                raise LibraryError(f"{_place(name)}: {str(error).replace(f'{name}: ', '', 1)}; "
                                   "OVERLAND_LIBRARY is the path of liboverland") from None
    raise LibraryError(f"liboverland is not found: OVERLAND_LIBRARY is not set, it is not in "
                       f"{os.path.dirname(os.path.abspath(__file__))}, "
                       f"and the loader does not find {NAMES[0]} (LD_LIBRARY_PATH, ldconfig)")


def _compare(library: Any, name: str) -> None:
    """Refuses a library with another interface than that of _declarations."""
    try:
        library.ovl_abi.restype = ctypes.c_uint32
        abi = library.ovl_abi()
    except AttributeError:
        raise LibraryError(f"{name}: it has no function ovl_abi; liboverland "
                           f"{c.VERSION_MAJOR}.{c.VERSION_MINOR} is wanted") from None
    if abi != c.ABI:
        raise LibraryError(f"{name}: its interface is {abi:08x}; this package was made for {c.ABI:08x}")


def _bind(library: Any, name: str) -> None:
    for function, (result, parameters) in c.FUNCTIONS.items():
        try:
            bound = getattr(library, function)
        except AttributeError:
            raise LibraryError(f"{name}: it has no function {function}, which this package wants") from None
        bound.restype, bound.argtypes = result, parameters


class _Library:
    """The functions of the library, which is loaded when the first is called: an import never fails, so a
    program can handle a LibraryError where it uses the package."""

    def __getattr__(self, function: str) -> Any:
        with _loading:
            if "_library" not in vars(self):
                library, name = _load()
                _compare(library, name)
                _bind(library, name)
                self._library = library
            found = getattr(self._library, function)
            setattr(self, function, found)
            return found


_loading = threading.Lock()
lib: Any = _Library()


class Handle:
    """A pointer that the library gave. It is released with the last reference to it, so a call on one
    thread is never cut off by close() on another. `keeps` are the objects whose memory it reads."""

    __slots__ = ("pointer", "_release", "_keeps")

    def __init__(self, pointer: Any, release: Callable[[Any], None], keeps: Tuple[Any, ...] = ()):
        self.pointer, self._release = pointer, release
        self._keeps = {id(each): each for each in keeps}

    def __del__(self) -> None:
        self._release(self.pointer)

    @property
    def keeps(self) -> Tuple[Any, ...]:
        return tuple(self._keeps.values())

    def keep(self, objects: Tuple[Any, ...]) -> None:
        self._keeps.update({id(each): each for each in objects})
