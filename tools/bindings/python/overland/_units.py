"""Many units that never share a cell."""

from __future__ import annotations

import threading
from typing import Any, Dict, Iterable, Iterator, List, Optional, Sequence, Tuple, Union

from . import calls
from ._calls import Record, tried
from ._declarations import Formation, Result, UnitHold
from ._errors import OverlandError, one_of
from ._map import Cell, CellLike
from ._world import InWorld, World


class Units(InWorld):
    """Units that walk in a world: add(), send(), and tick() in each tick of the game. Units are
    numbers. Those that are sent together share flow fields, up to four, or as many as `flows` says; -1 means
    none. After an edit: units.world = the new version. The same calls give the same hash on every machine."""

    _closed_words = "the units are closed"
    _needs = "a crowd of units"

    def __init__(self, world: World, capacity: int = 1024, flows: int = 0, ground_slows: bool = False):
        self.world = world
        made = calls.units_create({"world": world, "capacity": capacity, "flows": flows, "ground_slows": ground_slows})
        super().__init__(made._open())
        self._lock = threading.RLock()
        self.kept: Dict[Any, Any] = {}  # files of worlds: the units go on to read a version after it is closed

    def __len__(self) -> int:
        return int(calls.units_count(self).units)

    def __iter__(self) -> Iterator[int]:
        return iter(self.list())

    def list(self) -> List[int]:
        """The numbers of all units."""
        found: List[int] = calls.units_list(self)
        return found

    def _do(self, name: str, *given: Any, place: Optional[CellLike] = None) -> Any:
        """What a call filled in; raises also where its answer is no."""
        self._open()
        with self._lock:
            result, found = tried(f"ovl_{name}", self, *given)
            if result != Result.OK:
                about = f"place {place[0]},{place[1]}" if place and result == Result.GOAL_BLOCKED else ""
                raise OverlandError(result, calls.units_fault(self), about)
            return found

    def add(self, cell: CellLike, profile: Union[int, str] = 0, side: int = 0, priority: int = 0,
            speed: int = 256, hold: Union[UnitHold, str] = UnitHold.NONE) -> int:
        """Adds a unit without a goal, and returns its number. `speed` is in 1/256 straight steps a tick."""
        unit: int = self._do("unit_add", self.world, {
            "cell": cell, "profile": self.world.find_profile(profile), "side": side, "priority": priority, "speed": speed,
            "hold": one_of(UnitHold, "hold", hold)})
        return unit

    def remove(self, unit: int) -> None:
        self._do("unit_remove", unit)

    def send(self, units: Union[int, Iterable[int]], place: CellLike) -> None:
        """Sends one unit to a cell, or many to a place: each then gets a goal of its own near it."""
        if isinstance(units, (list, tuple, set, dict)):
            self._do("units_send", self.world, units, place, place=place)
        else:
            self._do("unit_send", units, place)

    def order(self, units: Iterable[int], place: CellLike, *, formation: Union[Formation, str] = Formation.NONE,
              spacing: int = 0, facing: int = 0, abreast: int = 0, offsets: Optional[Sequence[Tuple[int, int]]] = None,
              nearest: bool = False, keep_pace: bool = False, one_way: bool = False,
              together: bool = False) -> None:
        """Sends many units to a place, where they stand in a formation: `facing` is 1 to 8 clockwise from east, 0:
        as they come; `offsets` of Formation.OWN are (ahead, to the right) of each unit. `nearest`: if
        nobody can stand on the place, beside it. `keep_pace`: as fast as the slowest; `one_way`: all by
        the way of the largest; `together`: all arrive at about the same time."""
        order = {"place": place, "formation": formation, "spacing": spacing, "facing": facing, "abreast": abreast,
                 "offsets": offsets, "nearest": nearest, "keep_pace": keep_pace, "one_way": one_way, "together": together}
        self._do("units_order", self.world, units, order, place=place)

    def set_speed(self, unit: int, speed: int) -> None:
        """Sets a unit's speed, in 1/256 straight steps a tick, 1 to 256, from its next step on."""
        self._do("unit_set_speed", unit, speed)

    def set_hold(self, unit: int, hold: Union[UnitHold, str]) -> None:
        """Sets for whom a unit stands fast: it is not pushed aside by them."""
        self._do("unit_set_hold", unit, hold)

    def set_enemies(self, side: int, other: int, enemies: bool = True) -> None:
        """Makes two sides enemies, which do not push each other aside, or ends that."""
        calls.units_set_enemies(self, side, other, enemies)

    def set_link_room(self, link: int, room: int) -> None:
        """Makes room for so many units at once on a link, off the ground: a lift, a ferry; 0: as any link."""
        self._do("units_set_link_room", link, room)

    def stop(self, unit: int) -> None:
        """Cancels a unit's order."""
        self._do("unit_stop", unit)

    def tick(self, budget: int = 20000) -> List[Record]:
        """Plans for at most `budget` expansions, then moves; returns the moves in their order: unit, from_ and to."""
        self._open()
        with self._lock:  # of another thread's tick the moves would be others
            self._do("units_tick", self.world, budget)
            moves: List[Record] = calls.units_moves(self)
            return moves

    def describe(self, unit: int) -> Optional[Record]:
        """A unit, with the fields of ovl_unit_info; None if there is none with this number. `cell` is where it stands,
        or where its step or link leads that began at `from_`; x and y, in 1/256 cells, are where to draw it."""
        found: Optional[Record] = calls.unit_describe(self, unit)
        return found

    def positions(self) -> Dict[int, Cell]:
        """Where each unit stands."""
        with self._lock:
            return {unit: calls.unit_describe(self, unit).cell for unit in self}

    def at(self, cell: CellLike) -> Optional[int]:
        """The unit on a cell; None if there is none."""
        return calls.units_at(self, cell) or None

    def save(self) -> bytes:
        """A snapshot of the units, for restore(), rollback and saved games; the same bytes on every machine."""
        snapshot: bytes = self._do("units_save")
        return snapshot

    def restore(self, snapshot: bytes, *versions: World) -> None:
        """Makes the units what they were when these or others of the same world and flows were saved; their
        numbers are the same. `versions` are those in which they were planning, beside units.world. After an
        error they are as before."""
        worlds = {each.version().identity: each for each in (self.world, *versions)}
        self._do("units_restore", snapshot, worlds.get)

    def hash(self) -> int:
        """A hash of all that determines what the units will do, for lockstep."""
        return int(calls.units_hash(self))
