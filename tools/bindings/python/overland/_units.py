"""Many units that never share a cell."""

from __future__ import annotations

import ctypes
import threading
from typing import Any, Dict, Iterable, Iterator, List, NamedTuple, Optional, Sequence, Tuple, Union

from . import _declarations as c
from ._declarations import Formation, Result, UnitHold, UnitState
from ._errors import OverlandError, check, count, fill, whole
from ._library import Handle, lib
from ._map import Cell, CellLike, cell_from, cell_of
from ._world import InWorld, World


class Move(NamedTuple):
    unit: int
    start: Cell
    end: Cell


class UnitInfo(NamedTuple):
    """A unit. `cell` is where it stands, or where its step or link leads that began at `start`; x and y, in
    cells, are where to draw it. `result` says why its goal is unreachable; `waited` is ticks without
    coming nearer."""

    cell: Cell
    start: Cell
    next: Cell
    goal: Cell
    state: UnitState
    result: Result
    profile: int
    side: int
    priority: int
    waited: int
    speed: int
    on_link: bool
    x: float
    y: float


class Units(InWorld):
    """Units that walk in a world: add(), send(), and tick() in each tick of the game. Units are
    numbers. Those that are sent together share flow fields, up to four, or as many as `flows` says; -1 means
    none. After an edit: units.world = the new version. The same calls give the same hash on every machine."""

    _closed_words = "the units are closed"
    _needs = "a crowd of units"

    def __init__(self, world: World, capacity: int = 1024, flows: int = 0, ground_slows: bool = False):
        self.world = world
        handle, pointer, fault = world._open(), ctypes.POINTER(c.ovl_units)(), c.ovl_fault()
        request = fill(c.ovl_units_def(world=handle.pointer), capacity=capacity, flows=flows)
        request.ground_slows = ground_slows
        check(lib.ovl_units_create(request, pointer, fault), fault)
        super().__init__(Handle(pointer, lib.ovl_units_destroy))
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return lib.ovl_units_count(self._open().pointer).units

    def __iter__(self) -> Iterator[int]:
        """The numbers of all units."""
        handle = self._open()
        with self._lock:
            found = (c.c_uint32 * len(self))()
            lib.ovl_units_list(handle.pointer, found, len(found))
        return iter(list(found))

    def _call(self, function: Any, *arguments: Any, place: Optional[c.ovl_cell] = None) -> None:
        handle = self._open()
        with self._lock:
            _checked(handle, function(handle.pointer, *arguments), place)

    def _walked(self) -> Handle:
        """The world's handle. Its file stays in memory: the units go on to read a version for a while after
        it is closed."""
        world = self.world._open()
        self._open().keep(world.keeps)
        return world

    def add(self, cell: CellLike, profile: Union[int, str] = 0, side: int = 0, priority: int = 0,
            speed: int = 256, hold: UnitHold = UnitHold.NONE) -> int:
        """Adds a unit without a goal, and returns its number. `speed` is in 1/256 straight steps a tick."""
        request = fill(c.ovl_unit_def(), profile=self.world.profile(profile), side=side, priority=priority,
                       speed=speed, hold=whole("hold", hold, 0, 2))
        request.cell = cell_of(cell)
        unit, world = c.c_uint32(), self._walked()
        self._call(lib.ovl_unit_add, world.pointer, request, unit)
        return unit.value

    def remove(self, unit: int) -> None:
        self._call(lib.ovl_unit_remove, _number(unit))

    def send(self, units: Union[int, Sequence[int]], place: CellLike) -> None:
        """Sends one unit to a cell, or many to a place: each then gets a goal of its own near it."""
        if isinstance(units, (list, tuple, set, dict)):
            sent = (c.c_uint32 * len(units))(*(_number(each) for each in units))
            world = self._walked()
            to = cell_of(place)
            self._call(lib.ovl_units_send, world.pointer, sent, len(sent), to, place=to)
        else:
            self._call(lib.ovl_unit_send, whole("unit", units, 0, (1 << 32) - 1), cell_of(place))

    def order(self, units: Iterable[int], place: CellLike, *, formation: Formation = Formation.NONE, spacing: int = 0,
              facing: int = 0, abreast: int = 0, offsets: Optional[Sequence[Tuple[int, int]]] = None,
              nearest: bool = False, keep_pace: bool = False, one_way: bool = False,
              together: bool = False) -> None:
        """Sends many units to a place, where they stand in a formation: `facing` is 1 to 8 clockwise from east, 0:
        as they come; `offsets` of Formation.OWN are (ahead, to the right) of each unit. `nearest`: if
        nobody can stand on the place, beside it. `keep_pace`: as fast as the slowest; `one_way`: all by
        the way of the largest; `together`: all arrive at about the same time."""
        listed = [_number(each) for each in units]
        sent, world = (c.c_uint32 * len(listed))(*listed), self._walked()
        request = fill(c.ovl_order(), spacing=spacing, facing=facing, abreast=abreast,
                       formation=whole("formation", formation, 0, 0xffff))
        request.place = cell_of(place)
        request.nearest, request.keep_pace = nearest, keep_pace
        request.one_way, request.together = one_way, together
        if offsets is not None:
            if len(offsets) != len(listed):
                raise ValueError(f"{len(offsets)} offsets for {len(listed)} units")
            slots = (c.ovl_cell * len(listed))(*(cell_of(each) for each in offsets))
            request.offsets = slots
        self._call(lib.ovl_units_order, world.pointer, sent, len(listed), request, place=request.place)

    def set_speed(self, unit: int, speed: int) -> None:
        """Sets a unit's speed, in 1/256 straight steps a tick, 1 to 256, from its next step on."""
        self._call(lib.ovl_unit_set_speed, _number(unit), whole("speed", speed, 1, 256))

    def set_hold(self, unit: int, hold: UnitHold) -> None:
        """Sets for whom a unit stands fast: it is not pushed aside by them."""
        self._call(lib.ovl_unit_set_hold, _number(unit), whole("hold", hold, 0, 2))

    def set_enemies(self, side: int, other: int, enemies: bool = True) -> None:
        """Makes two sides enemies, which do not push each other aside, or ends that."""
        handle, sides = self._open(), (whole("side", side, 0, 255), whole("other", other, 0, 255))
        with self._lock:
            lib.ovl_units_set_enemies(handle.pointer, *sides, enemies)

    def set_link_room(self, link: int, room: int) -> None:
        """Makes room for so many units at once on a link, off the ground: a lift, a ferry; 0: as any link."""
        self._call(lib.ovl_units_set_link_room, whole("link", link, 0, (1 << 32) - 1),
                   whole("room", room, 0, (1 << 32) - 1))

    def stop(self, unit: int) -> None:
        """Cancels a unit's order."""
        self._call(lib.ovl_unit_stop, _number(unit))

    def tick(self, budget: int = 20000) -> List[Move]:
        """Plans for at most `budget` expansions, then moves; returns the moves in their order."""
        handle, world, moves = self._open(), self._walked(), c.c_size_t()
        budget = count("budget", budget)
        with self._lock:  # of another thread's tick the moves would be others
            _checked(handle, lib.ovl_units_tick(handle.pointer, world.pointer, budget, None))
            made = lib.ovl_units_moves(handle.pointer, moves)
            return [Move(made[i].unit, cell_from(made[i].from_), cell_from(made[i].to))
                    for i in range(moves.value)]

    def info(self, unit: int) -> UnitInfo:
        """A unit's cell, state and goal; KeyError if there is none with this number."""
        found, handle = c.ovl_unit_info(), self._open()
        if not lib.ovl_unit_describe(handle.pointer, _number(unit), found):
            raise KeyError(f"there is no unit {unit}")
        return UnitInfo(cell_from(found.cell), cell_from(found.from_), cell_from(found.next),
                        cell_from(found.goal), UnitState(found.state), Result(found.result), found.profile,
                        found.side, found.priority, found.waited, found.speed, found.on_link, found.x / 256,
                        found.y / 256)

    def positions(self) -> Dict[int, Cell]:
        """Where each unit stands."""
        return {unit: self.info(unit).cell for unit in self}

    def at(self, cell: CellLike) -> Optional[int]:
        """The unit on a cell; None if there is none."""
        return lib.ovl_units_at(self._open().pointer, cell_of(cell)) or None

    def save(self) -> bytes:
        """A snapshot of the units, for restore(), rollback and saved games; the same bytes on every machine."""
        handle, used = self._open(), c.c_size_t()
        with self._lock:
            saved = ctypes.create_string_buffer(lib.ovl_units_save_bytes(handle.pointer))
            check(lib.ovl_units_save(handle.pointer, saved, len(saved), used))
        return saved.raw[:used.value]

    def restore(self, snapshot: bytes, *versions: World) -> None:
        """Makes the units what they were when these or others of the same world and flows were saved; their
        numbers are the same. `versions` are those in which they were planning, beside units.world. After an
        error they are as before."""
        handle, worlds = self._open(), [self._walked()]
        for version in versions:
            worlds.append(version._open())
            handle.keep(worlds[-1].keeps)
        identities = {}
        for world in worlds:
            about = c.ovl_version_info()
            lib.ovl_world_version(world.pointer, about)
            identities[about.identity] = ctypes.cast(world.pointer, ctypes.c_void_p).value
        find = c.ovl_find_world_fn(lambda user, identity: identities.get(identity))
        self._call(lib.ovl_units_restore, snapshot, len(snapshot), find, None)

    @property
    def hash(self) -> int:
        """A hash of all that determines what the units will do, for lockstep."""
        return lib.ovl_units_hash(self._open().pointer)


def _checked(handle: Handle, result: int, place: Optional[c.ovl_cell] = None) -> None:
    if result != Result.OK:
        about = f"place {place.x},{place.y}" if place and result == Result.GOAL_BLOCKED else ""
        raise OverlandError(result, lib.ovl_units_fault(handle.pointer).contents, about)


def _number(unit: int) -> int:
    return whole("unit", unit, 0, (1 << 32) - 1)
