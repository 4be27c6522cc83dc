"""Exceptions, and the checks of numbers that ctypes would cut short without a word."""

from __future__ import annotations

import ctypes
import operator
from typing import Any

from ._declarations import Result
from ._library import lib


class OverlandError(Exception):
    """A call failed. `result` says how; `what`, `where`, `found` and `expected` are the fault's: what
    was wrong, the number of the item or the byte of the file, the value, and the right value or limit."""

    def __init__(self, result: int, fault: Any = None, about: str = ""):
        self.result = Result(result)
        what: Any = fault.what if fault else ""
        self.what: str = what.decode() if isinstance(what, bytes) else what or ""
        self.where: int = fault.where if fault else 0
        self.found: int = _number(result, fault.found) if fault else 0
        self.expected: int = _number(result, fault.expected) if fault else 0
        text = lib.ovl_result_text(result).decode()
        if self.what and self.found == self.expected:
            text += f": {self.what}"
        elif self.result == Result.OTHER_WORLD and fault:  # identities of versions
            text += f": {self.what}: {fault.found:#018x}, expected {fault.expected:#018x}"
        elif self.what and self.result < Result.OTHER_PART:
            text += f": {self.what}{':' if ': ' in self.what else ' is'} {self.found}{self._limit()}"
        elif self.what:
            text += f": {self.what} at {self.where}: found {self.found}, expected {self.expected}"
        super().__init__(f"{about}: {text}" if about else text)

    def _limit(self) -> str:
        """The limit, unless the fault's words are a sentence that says all."""
        if ": " in self.what and self.expected == 0:
            return ""
        return f"; it should be at {'least' if self.found < self.expected else 'most'} {self.expected}"


class MapError(ValueError):
    """A map has a wrong form: one line that says where, and what would be right."""


class ClosedError(ValueError):
    """An object was used after close()."""


def _number(result: int, value: int) -> int:
    """Arguments may be negative; what is found in a file, such as a checksum, is not."""
    return value - (1 << 64) if result < Result.OTHER_PART and value >= 1 << 63 else value


def check(result: int, fault: Any = None, about: str = "") -> None:
    if result != Result.OK:
        raise OverlandError(result, fault, about)


def one_of(enum: Any, name: str, value: Any) -> Any:
    """A value of an enum, from the value or from its word."""
    words = {each.name.lower().replace("_", "-"): each for each in enum}
    if isinstance(value, str) and value not in words:
        raise ValueError(f"{name} is {value}, not one of {', '.join(words)}")
    return words[value] if isinstance(value, str) else enum(value)


def whole(name: str, value: Any, low: int, high: int) -> int:
    """A whole number within its limits; numpy's integers are such numbers too."""
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{name} is {value!r}; it should be a whole number") from None
    if not low <= number <= high:
        raise ValueError(f"{name} is {number}; it should be {low} to {high}")
    return number


def fill(struct: Any, **values: Any) -> Any:
    """Sets fields of a struct; numbers that do not fit are refused."""
    kinds = dict(struct._fields_)
    for name, value in values.items():
        kind = kinds[name]
        if issubclass(kind, ctypes._SimpleCData) and kind._type_ in "bBhHiIlLqQ":
            bits = 8 * ctypes.sizeof(kind)
            low = 0 if kind._type_.isupper() else -(1 << (bits - 1))
            value = whole(name, value, low, low + (1 << bits) - 1)
        setattr(struct, name, value)
    return struct
