"""Memory of Python's objects as the library reads it: in place where the buffer protocol allows."""

from __future__ import annotations

import ctypes
from typing import Any, Tuple


class _Buffer(ctypes.Structure):
    """Py_buffer of CPython's stable interface."""

    _fields_ = [("buf", ctypes.c_void_p), ("obj", ctypes.py_object), ("len", ctypes.c_ssize_t),
                ("itemsize", ctypes.c_ssize_t), ("readonly", ctypes.c_int), ("ndim", ctypes.c_int),
                ("format", ctypes.c_char_p), ("shape", ctypes.c_void_p), ("strides", ctypes.c_void_p),
                ("suboffsets", ctypes.c_void_p), ("internal", ctypes.c_void_p)]


_STRIDES = 0x18  # PyBUF_STRIDES: read-only and with gaps between rows


class Pinned:
    """The memory of an object. Until it goes, the object can't be resized or unmapped."""

    def __init__(self, source: Any):
        self._view = memoryview(source)
        self._copy: Any = None
        buffer = _Buffer()
        try:
            api = ctypes.pythonapi
        except AttributeError:  # not CPython: the bytes are copied
            self._copy = ctypes.create_string_buffer(self._view.tobytes(), max(1, self._view.nbytes))
            self.address: int = ctypes.addressof(self._copy)
            return
        api.PyObject_GetBuffer(ctypes.py_object(self._view), ctypes.byref(buffer), _STRIDES)
        self.address = buffer.buf or 0
        # The view pins the object as well, so that nothing is left to be released by hand.
        api.PyBuffer_Release(ctypes.byref(buffer))

    @property
    def byte_count(self) -> int:
        return self._view.nbytes

    def begins_with(self, start: bytes) -> bool:
        return bytes(self._view.cast("B")[:len(start)]) == start if self._view.nbytes else False

    def at_multiple_of(self, bytes: int) -> "Pinned":
        """This memory, or a copy of it that begins at such an address."""
        if self.address % bytes == 0:
            return self
        copy = Pinned(bytearray(self._view.tobytes() or 1))
        copy._view = copy._view[:self._view.nbytes]
        return copy


def grid(source: Any, width: int, item_bytes: int, what: str) -> Tuple[Pinned, int, int, int]:
    """A rectangle of numbers: its memory, width, height, and the bytes from a row to the next."""
    try:
        view = memoryview(source)
    except TypeError:
        raise TypeError(f"{what} are {type(source).__name__}; rows of text, or an object with a buffer "
                        "(bytes, array, memoryview, numpy) are right") from None
    if view.itemsize != item_bytes or view.format in ("f", "d", "e"):
        raise TypeError(f"{what} have {view.itemsize} bytes each, format '{view.format}'; "
                        f"they should be {'uint8' if item_bytes == 1 else 'uint16'}")
    shape: Any = view.shape
    if view.ndim == 2:
        height, columns = shape
        if width not in (0, columns):
            raise ValueError(f"width is {width}; rows have {columns} values")
        width = columns
    elif view.ndim == 1 and width > 0 and len(view) % width == 0:
        height = len(view) // width
    else:
        raise ValueError(f"{what} are {view.ndim}-dimensional with {view.nbytes // item_bytes} values and "
                         f"width {width}; give two dimensions, or a width that divides their number")
    strides: Any = view.strides if view.ndim == 2 else (width * item_bytes, item_bytes)
    if view.ndim == 1 and view.strides != (item_bytes,) or strides[1] != item_bytes or (
            strides[0] < width * item_bytes):
        view = memoryview(view.tobytes())  # other orders than row by row are copied
        strides = (width * item_bytes, item_bytes)
    return Pinned(view), width, height, strides[0]
