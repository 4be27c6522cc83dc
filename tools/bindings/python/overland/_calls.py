"""Calls of the library by their plans: Python's values become structs, and structs values.

A cell is a tuple; any other struct is a dict with the fields of the headers, and comes back as a Record. What
is not named is 0. A plan says of each parameter what it is for: see tools/api/call_plans.py."""

from __future__ import annotations

import contextlib
import ctypes
import math
import threading
from functools import lru_cache
from typing import Any, Callable, Dict, List, Optional, Sequence, Tuple

from . import _declarations as c
from ._closable import Closable
from ._errors import OverlandError, whole
from ._library import Handle, lib
from ._map import Cell, cell_of, terrain_of
from ._plans import PLANS

_NO = (c.Result.UNREACHABLE, c.Result.START_BLOCKED, c.Result.GOAL_BLOCKED)
_RANGES = {"i8": (-128, 127), "size": (0, 2**64 - 1), "id": (0, 2**64 - 1), "bool": (0, 1),
           **{f"u{bits}": (0, 2**bits - 1) for bits in (8, 16, 32, 64)},
           **{f"i{bits}": (-2**(bits - 1), 2**(bits - 1) - 1) for bits in (16, 32, 64)}}
_FIRST_ROOM, _FIRST_POINTS, _FIRST_LINKS = 64, 64, 8


class Record(Dict[str, Any]):
    """A struct that the library filled in: fields by name, as items and as attributes (from_ is `from`)."""

    def __getattr__(self, name: str) -> Any:
        try:
            return self[name if name in self else name.rstrip("_")]
        except KeyError:
            raise AttributeError(name) from None


class Object(Closable):
    """An object of the library. Calls that take it first are its methods: flow.next(cell) is flow_next(flow, cell). Of
    two with one name that of one unit has its number first, that of many the world."""

    def __init__(self, kind: str, handle: Handle):
        super().__init__(handle)
        self._kind, self._lock = kind, threading.RLock()
        self._closed_words = f"the {kind} {'are' if kind[-1] == 's' else 'is'} closed"
        self.kept: Dict[Any, Any] = {}  # what the library reads between calls

    def __getattr__(self, name: str) -> Any:
        kind = self.__dict__.get("_kind", "")
        found = METHODS.get((kind, name))
        if found is None:
            raise AttributeError(f"{kind} has no call {name}")
        return lambda *given: call(found[-1 if len(found) == 1 or not isinstance(given[0], int) else 0], self, *given)


class Held:
    """Memory that the library keeps between calls, or fills in later: a path of a task, a route, a governor.
    read() is what it holds now."""

    def __init__(self, memory: Any, read: Callable[[], Any], kept: Any = None):
        self.memory, self.read, self._kept = memory, read, kept


def held_struct(name: str, fields: Any = None) -> Held:
    if name == "ovl_governor" and not (fields or {}).get("clock"):
        raise ValueError("a governor needs a clock: a function that returns microseconds")
    call = _Call()
    struct = call.packed(name, {} if fields is None else fields)
    if name == "ovl_path":
        call.give_room(struct, 4096, 256)
        return Held(struct, lambda: _path_from(struct), call)
    return Held(struct, lambda: unpacked(struct, name), call)


# ---- From the library ----


def value_from(value: Any, kind: str) -> Any:
    form, _, name = kind.partition(":")
    if form == "enum":
        number = value if isinstance(value, int) else value.value
        return getattr(c, c.ENUMS[name])(number)
    if form == "struct":
        return unpacked(value, name)
    value = getattr(value, "value", value)
    if kind == "text":
        return (value or b"").decode()
    return bool(value) if kind == "bool" else value


def unpacked(struct: Any, name: str) -> Any:
    if name == "ovl_cell":
        return Cell(struct.x, struct.y, struct.floor)
    if name == "ovl_point":
        return (struct.x, struct.y, struct.floor)
    found = Record()
    for field, form, kind, *_ in PLANS["structs"][name]:
        value = getattr(struct, c.python_name(field))
        if form == "value":
            found[field] = value_from(value, kind)
        elif form == "chars":
            found[field] = value.decode()
        elif form == "array":
            found[field] = [value_from(each, kind) for each in value]
    return found


def _path_from(path: Any) -> Record:
    """A path, as far as it fits: the paths of tasks have room for 4096 points and 256 links."""
    found: Record = unpacked(path, "ovl_path")
    found["points"] = [unpacked(each, "ovl_cell") for each in path.points[:min(path.count, path.capacity)]]
    found["links"] = [unpacked(each, "ovl_path_link") for each in path.links[:min(path.link_count, path.link_capacity)]]
    return found


def _list_from(array: Any, count: int, kind: str) -> Any:
    if kind == "u8":
        return bytes(array[:count])
    return [value_from(each, kind) for each in array[:count]]


# ---- To the library ----


@lru_cache(None)
def _ctype(kind: str) -> Any:
    form, _, name = kind.partition(":")
    if form == "struct":
        return getattr(c, name)
    names = {"enum": "c_int", "size": "c_size_t", "bool": "c_bool", "id": "c_uint64", "i8": "c_int8"}
    return getattr(ctypes, names.get(form) or f"c_{'u' if kind[0] == 'u' else ''}int{kind[1:]}")


class _Call:
    """One call: the memory that is made for it, and what its functions raise."""

    def __init__(self, spares: Sequence[str] = ()) -> None:
        self.spares = spares  # what it does not read of a struct
        self.kept: List[Any] = []
        self.handles: List[Handle] = []
        self.lengths: Dict[str, int] = {}
        self.raised: Optional[BaseException] = None

    def number(self, name: str, value: Any, kind: str) -> int:
        if kind.startswith("enum:"):
            words = PLANS["enums"][kind[5:]]
            if isinstance(value, str) and value not in words:
                raise ValueError(f"{name} is {value}, not one of {', '.join(words)}")
            return int(words[value] if isinstance(value, str) else getattr(c, c.ENUMS[kind[5:]])(value))
        if isinstance(value, str) and kind == "u8":
            return terrain_of(value)
        if value is math.inf:
            return _RANGES[kind][1]
        return whole(name, value, *_RANGES[kind])

    def handle(self, value: Any, kind: str) -> Any:
        """The pointer of an object, which stays open during the call."""
        if not isinstance(value, Closable):
            raise TypeError(f"{value!r} is no {kind[11:]}")
        handle = value._open()
        self.handles.append(handle)
        pointed = getattr(handle.pointer, "contents", None)
        if pointed is not None and type(pointed).__name__ != kind[7:]:
            raise TypeError(f"{value!r} is no {kind[11:]}")
        return handle.pointer

    def value(self, name: str, value: Any, kind: str) -> Any:
        if kind.startswith("struct:"):
            return self.packed(kind[7:], value)
        if kind == "text":
            text = value.encode()
            if b"\0" in text:
                raise ValueError(f"{name} has a byte 0")
            return text
        return self.number(name, value, kind)

    def packed(self, name: str, value: Any) -> Any:
        struct = getattr(c, name)()
        fields = PLANS["structs"][name]
        if name in ("ovl_cell", "ovl_point") and not isinstance(value, dict):
            return cell_of(value, struct)
        if not isinstance(value, dict):
            raise TypeError(f"{value!r} is no {name[4:]}: a dict with its fields is")
        value = {key.rstrip("_"): each for key, each in value.items() if each is not None}
        unknown = set(value) - {each[0] for each in fields}
        if unknown:
            raise ValueError(f"{name[4:]} has no field {sorted(unknown)[0]}")
        for needed in PLANS["needs"].get(name, ()):
            if not {*needed} & {*value, *self.spares}:
                raise TypeError(f"{name[4:]}: {needed[0]} is missing")
        for field, form, *_ in fields:
            if form == "list" and field in value:
                self.lengths[field] = len(value[field])
        self.lengths.update({key: each for key, each in value.items() if key in ("width", "height", "w", "h")})
        for field, form, kind, *more in fields:
            if field in value:
                getattr(self, f"set_{form}")(struct, field, value[field], kind, *more)
        return struct

    def set_value(self, struct: Any, field: str, value: Any, kind: str) -> None:
        setattr(struct, c.python_name(field), self.value(field, value, kind))

    def set_chars(self, struct: Any, field: str, value: Any, _kind: str, count: int) -> None:
        text = value.encode()
        if len(text) >= count or b"\0" in text:
            raise ValueError(f"{field} has {len(text)} bytes; it should have up to {count - 1}")
        setattr(struct, field, text)

    def set_array(self, struct: Any, field: str, value: Any, kind: str, count: int) -> None:
        items = value.items() if isinstance(value, dict) else enumerate(value)
        for at, each in items:
            getattr(struct, field)[whole(f"an index of {field}", terrain_of(at), 0, count - 1)] = self.value(field, each, kind)

    def set_one(self, struct: Any, field: str, value: Any, kind: str) -> None:
        setattr(struct, field, ctypes.pointer(self.packed(kind[7:], value)))

    def set_handle(self, struct: Any, field: str, value: Any, kind: str) -> None:
        setattr(struct, c.python_name(field), self.handle(value, kind))

    def set_held(self, struct: Any, field: str, value: Any, kind: str) -> None:
        self.kept.append(value)
        setattr(struct, field, ctypes.pointer(self.held(value, kind)))

    def set_list(self, struct: Any, field: str, value: Any, kind: str, count: str, _: str) -> None:
        setattr(struct, field, self.array(field, value, kind))
        setattr(struct, count, len(value))

    def set_bytes(self, struct: Any, field: str, value: Any, _kind: str, count: str) -> None:
        setattr(struct, field, ctypes.addressof(self.memory(value)))
        setattr(struct, count, len(value))

    def set_data(self, struct: Any, field: str, value: Any, kind: str, lengths: List[str]) -> None:
        pointer = ctypes.POINTER(_ctype(kind))
        setattr(struct, field, ctypes.cast(self.array(field, value, kind, lengths), pointer))

    def set_planes(self, struct: Any, field: str, value: Any, kind: str, lengths: List[str], of: str) -> None:
        if len(value) != self.lengths.get(of, 1):
            raise ValueError(f"{field} has {len(value)} arrays for {self.lengths.get(of, 1)} {of}")
        pointer = ctypes.POINTER(_ctype(kind))
        planes = [ctypes.cast(self.array(field, each, kind, lengths), pointer) if each is not None else pointer()
                  for each in value]
        made = (pointer * len(planes))(*planes)
        self.kept.append(made)
        setattr(struct, field, made)

    def set_call(self, struct: Any, field: str, value: Any, kind: str, _user: str) -> None:
        setattr(struct, field, self.callback(value, kind))

    def held(self, value: Any, kind: str) -> Any:
        if not isinstance(value, Held) or type(value.memory).__name__ != kind[7:]:
            raise TypeError(f"{value!r} is no {kind[11:]}: calls.{kind[11:]}() makes one")
        return value.memory

    def memory(self, value: Any) -> Any:
        """A copy of bytes, aligned for any type."""
        data = bytes(value)
        made = (ctypes.c_uint64 * (len(data) // 8 + 1))()
        ctypes.memmove(made, data, len(data))
        self.kept.append(made)
        return made

    def array(self, name: str, value: Any, kind: str, lengths: Optional[List[str]] = None) -> Any:
        if lengths:
            needed = math.prod(self.lengths.get(each, 0) for each in lengths)
            if len(value) != needed:
                raise ValueError(f"{name} has {len(value)} items; it should have {needed}")
        if isinstance(value, (bytes, bytearray)) and kind == "u8":
            made = (ctypes.c_uint8 * len(value)).from_buffer_copy(value)
        else:
            made = (_ctype(kind) * len(value))(*(self.value(name, each, kind) for each in value))
        self.kept.append(made)
        return made

    def give_room(self, path: Any, points: int, links: int) -> None:
        path.points, path.capacity = (c.ovl_cell * points)(), points
        path.links, path.link_capacity = (c.ovl_path_link * links)(), links

    def walked(self, value: Any) -> Any:
        """A path as the library reads it."""
        path = self.packed("ovl_path", {name: value[name] for name, *_ in PLANS["structs"]["ovl_path"]})
        path.points, path.links = (self.array(name, value[name], f"struct:{kind}")
                                   for name, kind in (("points", "ovl_cell"), ("links", "ovl_path_link")))
        path.count = path.capacity = len(value["points"])
        path.link_count = path.link_capacity = len(value["links"])
        return path

    # ---- Functions that the library calls ----

    def callback(self, function: Callable[..., Any], kind: str) -> Any:
        plan = PLANS["callbacks"][kind]
        failed: Any = None if plan["returns"].startswith("handle:") else 0

        def call(_user: Any, *given: Any) -> Any:
            try:
                if self.raised is not None:
                    return failed
                values: List[Any] = []
                fills: List[Tuple[Any, int, str]] = []
                at = 0
                for _, role, *of in plan["parameters"]:
                    if role == "bytes":
                        values.append(ctypes.string_at(given[at], given[at + 1]))
                    elif role == "in":
                        values.append(unpacked(given[at].contents, of[0][7:]))
                    elif role == "value":
                        values.append(value_from(given[at], of[0]))
                    if role == "read":
                        values.append(given[at + 1])
                        fills.append((given[at], given[at + 1], "u8"))
                    elif role == "rows" and given[at]:
                        count = values[1] * self.lengths.get("width", 0)
                        fills.append((given[at], count, of[0]))
                    at += 2 if role in ("bytes", "read") else 1
                return self.answer(function(*values), plan["returns"], fills)
            except BaseException as error:  # raised again when the call has returned
                self.raised = error
                return failed

        made = getattr(c, kind)(call)
        self.kept.append(made)
        return made

    def answer(self, value: Any, kind: str, fills: List[Tuple[Any, int, str]]) -> Any:
        if fills:
            if value is None or value is False:
                return False
            parts = value if len(fills) > 1 and isinstance(value, tuple) else (value,)
            for (target, count, of), part in zip(fills, parts):
                ctypes.memmove(target, self.array("what was read", part, of, None), self.checked(part, count, of))
            return True
        if kind.startswith("handle:"):
            return None if value is None else ctypes.cast(self.handle(value, kind), ctypes.c_void_p).value
        if kind == "bool":
            return value is not False
        return self.number("the result of the function", value, kind)

    def checked(self, part: Any, count: int, kind: str) -> int:
        if len(part) != count:
            raise ValueError(f"{len(part)} values were read; {count} are wanted")
        return count * ctypes.sizeof(_ctype(kind))


# ---- A call ----


class _Arguments:
    """The arguments of one call, and what its results are made of."""

    def __init__(self, plan: Any, given: Tuple[Any, ...]):
        self.call, self.plan, self.first = _Call(plan["spares"]), plan, given[0] if given else None
        self.fault = c.ovl_fault()
        self.arguments: List[Any] = []
        self.outs: List[Callable[[], Any]] = []
        self.grows: List[Callable[[], None]] = []
        self.made: Any = None
        values = iter(given)
        for name, role, *kind in plan["parameters"]:
            getattr(self, f"do_{role}")(name, values, *kind)

    def taken(self, name: str, values: Any) -> Any:
        try:
            return next(values)
        except StopIteration:
            raise TypeError(f"{self.plan['name'][4:]}: {name} is missing") from None

    def do_null(self, *_: Any) -> None:
        self.arguments.append(None)

    def do_fault(self, *_: Any) -> None:
        self.arguments.append(self.fault)

    def do_value(self, name: str, values: Any, kind: str) -> None:
        value = self.taken(name, values)
        if name in ("w", "h") and kind == "i32":
            self.call.lengths[name] = value
        self.arguments.append(self.call.value(name, value, kind))

    def do_handle(self, name: str, values: Any, kind: str) -> None:
        self.arguments.append(self.call.handle(self.taken(name, values), kind))

    def do_handles(self, name: str, values: Any, kind: str) -> None:
        pointers = [self.call.handle(each, kind) for each in self.taken(name, values)]
        self.arguments.append((ctypes.POINTER(getattr(c, kind[7:])) * len(pointers))(*pointers))

    def do_in(self, name: str, values: Any, kind: str) -> None:
        value = next(values, None)
        self.arguments.append(None if value is None else ctypes.pointer(self.call.packed(kind[7:], value)))

    def do_inout(self, name: str, values: Any, kind: str) -> None:
        struct = self.call.packed(kind[7:], self.taken(name, values))
        self.arguments.append(struct)
        self.outs.append(lambda: unpacked(struct, kind[7:]))

    def do_walked(self, name: str, values: Any, _kind: str) -> None:
        self.arguments.append(self.call.walked(self.taken(name, values)))

    def do_held(self, name: str, values: Any, kind: str) -> None:
        value = self.taken(name, values)
        self.call.kept.append(value)
        self.arguments.append(self.call.held(value, kind))

    def do_call(self, name: str, values: Any, kind: str) -> None:
        value = next(values, None)
        self.arguments += [getattr(c, kind)() if value is None else self.call.callback(value, kind), None]

    def do_list(self, name: str, values: Any, kind: str) -> None:
        items = list(self.taken(name, values))
        self.call.lengths[name] = len(items)
        self.arguments += [self.call.array(name, items, kind), len(items)]

    def do_bytes(self, name: str, values: Any, _kind: str) -> None:
        value = self.taken(name, values)
        self.arguments += [self.call.memory(value), len(value)]

    def do_made(self, name: str, _values: Any, kind: str) -> None:
        self.made = ctypes.POINTER(getattr(c, kind[7:]))()
        self.arguments.append(self.made)
        self.outs.append(lambda: self.object(self.made, kind[7:]))

    def do_out(self, name: str, _values: Any, kind: str) -> None:
        made = _ctype(kind)()
        self.arguments.append(made)
        self.outs.append(lambda: value_from(made, kind))

    def do_moves(self, name: str, _values: Any, _kind: str) -> None:
        self.moves = ctypes.c_size_t()
        self.arguments.append(self.moves)

    def do_items(self, name: str, values: Any, kind: str) -> None:
        items = list(self.taken(name, values))
        made = self.call.array(name, items, kind)
        self.arguments += [made, len(items)]
        self.outs.append(lambda: [Record(result=c.Result(each.result), fault=unpacked(each.fault, "ovl_fault"))
                                  for each in made])

    def do_path(self, name: str, _values: Any, _kind: str) -> None:
        path = c.ovl_path()
        self.call.give_room(path, _FIRST_POINTS, _FIRST_LINKS)
        self.arguments.append(path)
        self.grows.append(lambda: self.call.give_room(path, max(path.capacity, path.count),
                                                      max(path.link_capacity, path.link_count)))
        self.outs.append(lambda: _path_from(path))

    def do_fill(self, name: str, _values: Any, kind: str, room: int = _FIRST_ROOM, later: bool = False) -> Any:
        at, needed = len(self.arguments), ctypes.c_size_t()
        self.arguments += [(_ctype(kind) * room)(), room, needed]

        def grow() -> None:
            self.arguments[at:at + 2] = [(_ctype(kind) * needed.value)(), needed.value]

        def read() -> Any:
            return _list_from(self.arguments[at], needed.value, kind)

        if not later:
            self.grows.append(grow)
            self.outs.append(read)
        return self.arguments[at], read

    def do_later(self, name: str, values: Any, kind: str) -> None:
        room = whole("the room", self.taken(f"the room for {name}", values), 0, 1 << 31)
        held = Held(*self.do_fill(name, values, kind, room, True))
        self.outs.append(lambda: held)

    def do_each(self, name: str, _values: Any, kind: str, of: str) -> None:
        made = (_ctype(kind) * self.call.lengths[of])()
        self.arguments.append(made)
        self.outs.append(lambda: _list_from(made, len(made), kind))

    def do_each_later(self, name: str, values: Any, kind: str, of: str) -> None:
        self.do_each(name, values, kind, of)
        held = Held(self.arguments[-1], self.outs.pop())
        self.outs.append(lambda: held)

    def do_grid(self, name: str, _values: Any, kind: str) -> None:
        w, h = (self.call.lengths[each] for each in ("w", "h"))
        made = (_ctype(kind) * (max(0, w) * max(0, h)))()
        self.arguments += [made, max(0, w)]
        self.outs.append(lambda: _list_from(made, len(made), kind))

    def do_count(self, name: str, _values: Any, kind: str) -> None:
        self.counted = kind
        self.arguments += [(_ctype(kind) * _FIRST_ROOM)(), _FIRST_ROOM]

    def do_saved(self, name: str, _values: Any, _kind: str) -> None:
        room = lib.ovl_units_save_bytes(self.arguments[0])
        made, used = ctypes.create_string_buffer(room), ctypes.c_size_t()
        self.arguments += [made, room, used]
        self.outs.append(lambda: made.raw[:used.value])

    def object(self, pointer: Any, name: str, borrowed: Any = None) -> Any:
        """An object that the library made; its file and what its functions need stay in memory with it."""
        ends = {"ovl_world": "ovl_world_close"}.get(name, f"{name}_destroy")
        files = tuple(each for handle in self.call.handles for each in handle.keeps)
        kept = tuple(self.call.handles) + tuple(self.call.kept) if self.plan["keeps"] == "made" else ()
        release = (lambda _: None) if borrowed else getattr(lib, ends)
        handle = Handle(pointer, release, (*files, *kept, *((borrowed,) if borrowed else ())))
        from ._world import World

        return World(handle) if name == "ovl_world" else Object(name[4:], handle)

    # ---- After the call ----

    def run(self) -> Any:
        function = getattr(lib, self.plan["name"])
        result = function(*self.arguments)
        while result == c.Result.MORE_ROOM and self.plan["returns"] == "result" and self.grows:
            for grow in self.grows:
                grow()
            result = function(*self.arguments)
        if hasattr(self, "counted") and result > _FIRST_ROOM:
            self.arguments[-2:] = [(_ctype(self.counted) * result)(), result]
            result = min(result, function(*self.arguments))
        if self.call.raised is not None:
            raise self.call.raised
        return result

    def results(self, result: Any) -> Any:
        kind = self.plan["returns"]
        if self.answer_is_no(kind, result):
            return None if self.outs else False
        found = [read() for read in self.outs]
        if kind in ("result", "bool", "void") and found:
            return found[0] if len(found) == 1 else tuple(found)
        if kind == "moves":
            return _list_from(result, self.moves.value, "struct:ovl_unit_move")
        if hasattr(self, "counted"):
            return _list_from(self.arguments[-2], result, self.counted)
        if kind.startswith("pointer:"):
            return unpacked(result.contents, kind[8:])
        if kind.startswith("lent:"):
            borrowed = self.call.handles[0]
            if not result:
                return None
            lent = self.object(result, kind[5:], borrowed)
            self.first.__dict__.setdefault("_lent", []).append(lent)  # closed when the lender changes
            return lent, found[0]
        if kind in ("result", "void"):
            return True if kind == "result" else None
        return value_from(result, kind)

    def answer_is_no(self, kind: str, result: Any) -> bool:
        if kind == "bool":
            return not result and bool(self.outs)
        if kind != "result" or result in (c.Result.OK, c.Result.LIMITED):
            return False
        if result in _NO:
            return True
        fault = self.fault
        if self.plan["fault"]:
            fault = getattr(lib, self.plan["fault"])(self.arguments[0]).contents
        raise OverlandError(result, fault)


_FREE = contextlib.nullcontext()  # a world may be used by many threads
_BY_NAME = {each["name"]: each for each in PLANS["functions"]}
METHODS: Dict[Tuple[str, str], List[str]] = {}  # of the kinds of objects, by their names
for _each in PLANS["functions"]:
    if _each["method"]:
        METHODS.setdefault((_each["parameters"][0][2][11:], _each["method"]), []).append(_each["name"])


def call(name: str, *given: Any) -> Any:
    """Calls a function by its plan: its results; None or False where the answer is no."""
    return _called(name, given, lambda arguments, result: arguments.results(result))


def tried(name: str, *given: Any) -> Tuple[c.Result, Any]:
    """The same: its result, and what it filled in all the same where the answer is no, or to begin again."""
    found: Tuple[c.Result, Any] = _called(name, given, _answered)
    return found


def _answered(arguments: _Arguments, result: int) -> Tuple[c.Result, Any]:
    if result != c.Result.BEGIN_AGAIN:
        arguments.answer_is_no("result", result)
    return c.Result(result), arguments.outs[0]() if arguments.outs else None


def _called(name: str, given: Tuple[Any, ...], read: Callable[[_Arguments, Any], Any]) -> Any:
    plan, first = _BY_NAME[name], given[0] if given else None
    with getattr(first, "_lock", _FREE):
        arguments = _Arguments(plan, given)
        for lent in first.__dict__.pop("_lent", ()) if plan["changes"] else ():
            lent.close()
        found = read(arguments, arguments.run())
        _keep(first, plan["keeps"], arguments.call, arguments, found)
    return found


def _keep(first: Any, keeps: str, made: _Call, arguments: _Arguments, found: Any) -> None:
    """Keeps what the library goes on to read after a call."""
    kept: Any = getattr(first, "kept", None)
    if kept is None and isinstance(first, Closable) and keeps in ("first", "task"):
        kept = first.__dict__.setdefault("kept", {})
    if kept is None or made.raised is not None:
        return
    files = {id(each): each for handle in made.handles[1:] for each in handle.keeps}
    if files:
        kept.setdefault("files", {}).update(files)
    if keeps == "task":
        kept["task"] = (made, arguments)
    elif keeps == "first":
        name = arguments.plan["name"]
        old = kept.get("worlds", ())[:1] if name == "ovl_flow_renew" and not found else ()
        kept["worlds" if name.startswith("ovl_flow") else name] = (*old, (made.kept, made.handles[1:]))
    elif keeps == "ticket":
        if arguments.plan["name"] == "ovl_queue_add":
            kept[found] = made
        else:
            kept.pop(found.ticket if isinstance(found, Record) else arguments.arguments[1], None)
