"""What all objects of the package have in common: they hold a pointer of the library until they are closed."""

from __future__ import annotations

from typing import Any, Optional, TypeVar

from ._errors import ClosedError
from ._library import Handle

_Self = TypeVar("_Self", bound="Closable")


class Closable:
    """Closed by close(), at the end of `with`, or when nothing refers to it any more."""

    _closed_words = ""  # of the error where a closed one is used

    def __init__(self, handle: Handle):
        self._handle: Optional[Handle] = handle

    @property
    def closed(self) -> bool:
        return self._handle is None

    def close(self) -> None:
        """Frees its memory, after calls on other threads have ended; closing it again does nothing."""
        self._handle = None

    def __enter__(self: _Self) -> _Self:
        self._open()
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def _open(self) -> Handle:
        handle = self._handle
        if handle is None:
            raise ClosedError(self._closed_words)
        return handle
