"""Worlds: baked, opened, saved and edited."""

from __future__ import annotations

import ctypes
import mmap
import os
import shutil
from typing import Any, Dict, Iterable, List, Mapping, Optional, Sequence, Tuple, Union

from . import _declarations as c
from . import calls
from ._calls import Record
from ._closable import Closable
from ._declarations import Cells, Keep, Overlays, Topology
from ._errors import OverlandError, check, fill, one_of, whole
from ._jobs import Calls, Progress
from ._library import Handle, lib
from ._map import LETTERS, CellLike, Corners, Link, Map, Place, Profile, Terrain, Weights, cell_of, terrain_of, weights_of
from ._memory import Pinned

PathLike = Union[str, "os.PathLike[str]"]
_IT_IS_A_MAP = b"this is a map: World.bake(Map.load(path))"
_SLICE = 1 << 18  # expansions between two looks at Ctrl-C


class Edit:
    """Changes of a world, for World.apply. Of a rectangle with a `mask`, w * h bytes row by row, only those cells change
    where it is not 0: as of hexagon_mask."""

    def __init__(self, terrain: Terrain = 0, **fields: Any):
        self._terrain, self._fields = terrain, fields

    @classmethod
    def rect(cls, corner: CellLike, width: int, height: int, terrain: Terrain, mask: Optional[bytes] = None) -> "Edit":
        """Sets the terrain of a rectangle, of which `corner` is the upper left cell: a letter, or a number
        where the world was baked of numbers."""
        return cls(terrain, kind="terrain", cell=corner, w=width, h=height, value=terrain_of(terrain), mask=mask)

    @classmethod
    def cell(cls, cell: CellLike, terrain: Terrain) -> "Edit":
        return cls.rect(cell, 1, 1, terrain)

    @classmethod
    def weight(cls, corner: CellLike, width: int, height: int, eighths: int, profile: int = 0,
               mask: Optional[bytes] = None) -> "Edit":
        """Sets the weight for a profile, from that of the terrain to 255 eighths."""
        return cls(kind="weight", cell=corner, w=width, h=height, value=eighths, profile=profile, mask=mask)

    @classmethod
    def extra(cls, corner: CellLike, width: int, height: int, eighths: int, profile: int = 0,
              mask: Optional[bytes] = None) -> "Edit":
        """Sets the extra cost (danger, influence) for a profile."""
        return cls(kind="extra", cell=corner, w=width, h=height, value=eighths, profile=profile, mask=mask)

    @classmethod
    def height(cls, corner: CellLike, width: int, height: int, units: int, mask: Optional[bytes] = None) -> "Edit":
        """Sets heights."""
        return cls(kind="height", cell=corner, w=width, h=height, value=units, mask=mask)

    @classmethod
    def door(cls, link: int, open: bool) -> "Edit":
        """Opens or closes a link."""
        return cls(**calls.edit_door(link, open))


class World(Closable):
    """A map baked for its profiles. It never changes: an edit makes a new one, which shares memory
    with it. Any number of threads may use it. Closed by close(), at the end of `with`, or when
    nothing refers to it any more."""

    _closed_words = "the world is closed"

    def __init__(self, handle: Handle, of_numbers: bool = False, letters: str = ""):
        if not isinstance(handle, Handle):
            raise TypeError("a world is made by World.bake(map) or World.open(file)")
        super().__init__(handle)
        self._of_numbers = of_numbers  # baked of numbers: a letter is no terrain of it
        self._letters = letters  # those that a map of letters may have, if weights name no others

    # ---- Making, opening, saving ----

    @classmethod
    def bake(cls, map: Any, weights: Optional[Weights] = None, *,
             corners: Corners = Corners.STRICT, profiles: Optional[Sequence[Profile]] = None,
             links: Sequence[Link] = (), blocked_links: bool = False, places: Sequence[Place] = (),
             region_cells: int = 0, spacing_cells: int = 0, label_bytes_per_cell: Optional[int] = None,
             overlays: Overlays = Overlays.AUTO, origin: Optional[CellLike] = None, threads: int = 1,
             topology: Optional[Topology] = None,
             progress: Optional[Progress] = None) -> "World":
        """Bakes a map, or several as the floors of one world, which begin at `origin`; a map knows its own and
        its topology.

        `weights` are eighths of plain ground for each terrain: {'.': 8, 's': 16}; those that are not
        named are blocked. `profiles` replace weights and corners. With `blocked_links` a link may end
        on a blocked cell, and is unused until an edit opens it. Region size, spacing and labels
        are those of ovl_bake_tuning; 0 and None leave the choice to the library.
        progress(done, total) may return False to stop the bake: OverlandError with Result.STOPPED."""
        floors = [each if isinstance(each, Map) else Map(each)
                  for each in (map if _is_floors(map) else [map])]
        calls = Calls()
        request = fill(c.ovl_bake_def(), topology=floors[0].topology if topology is None else topology)
        if profiles is None:
            request.weights[:] = weights_of(floors[0]._default_weights() if weights is None else weights)
            fill(request, corners=corners)
        else:
            _set_list(request.more, "profiles", "profile_count", c.ovl_profile_def, profiles)
        if len(floors) == 1 and not floors[0]._heights:
            floor = floors[0]._struct()
            fill(request, width=floor.width, height=floor.height, row_bytes=floor.row_bytes)
            request.terrain = floor.terrain
        else:
            _set_list(request.more, "floors", "floor_count", c.ovl_floor_def, floors)
        if links:
            _set_list(request.more, "links", "link_count", c.ovl_link_def, links)
        request.more.blocked_links = bool(blocked_links)
        if places:
            _set_list(request.more, "places", "place_count", c.ovl_place, places)
        fill(request.tuning, region_cells=region_cells, spacing_cells=spacing_cells, overlays=overlays)
        if label_bytes_per_cell is not None:
            fill(request.tuning, label_bytes_per_cell=label_bytes_per_cell or c.NO_LABELS)
        request.origin = cell_of(floors[0].origin if origin is None else origin)
        request.progress = calls.progress(progress)
        request.jobs = calls.jobs(threads)
        world, fault = ctypes.POINTER(c.ovl_world)(), c.ovl_fault()
        result = lib.ovl_world_bake(request, world, fault)
        of_numbers = not any(each.text for each in floors) and not _has_letters(weights, profiles)
        letters = LETTERS if weights is None and profiles is None and floors[0].text else ""
        made = cls(_handle_of(world), of_numbers, letters) if result == c.Result.OK else None
        calls.end()
        check(result, fault, _link_at_fault(fault, links))
        assert made is not None
        return made

    @classmethod
    def open(cls, file: Union[PathLike, bytes, bytearray, memoryview, Any], check_all: bool = True) -> "World":
        """Opens a world file: a path, which is mapped, or its bytes, which are not copied. It must not
        change until all versions of the world are closed. check_all=False checks each part when it
        is first used: opening then takes less than a millisecond."""
        about = ""
        if isinstance(file, (str, os.PathLike)):
            about = os.fspath(file)
            with open(file, "rb") as stream:
                empty = os.fstat(stream.fileno()).st_size == 0
                source: Any = b"" if empty else mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ)
        else:
            source = file
        pinned = Pinned(source).at_multiple_of(8)
        if pinned.begins_with(b"type "):
            raise OverlandError(c.Result.NOT_A_WORLD, c.ovl_fault(what=_IT_IS_A_MAP), about)
        request = c.ovl_open_def()
        request.bytes, request.byte_count, request.check_all = pinned.address, pinned.byte_count, check_all
        world, fault = ctypes.POINTER(c.ovl_world)(), c.ovl_fault()
        check(lib.ovl_world_open_def(request, world, fault), fault, about)
        return cls(_handle_of(world, (pinned,)))

    def save(self, path: PathLike) -> None:
        """Writes the world file, beside its place first. A file that was there is replaced at the end."""
        target = os.path.realpath(path)  # not a symbolic link itself
        beside = f"{target}.tmp-{os.getpid()}"
        try:
            with open(beside, "xb") as file:
                calls.world_save(self, {"write": file.write})
                file.flush()
                os.fsync(file.fileno())
            if os.path.exists(target):
                shutil.copymode(target, beside)
            os.replace(beside, target)
        except FileExistsError:
            raise
        except BaseException as error:
            if os.path.exists(beside):
                os.remove(beside)
            if isinstance(error, OSError) and error.filename == beside:
                raise type(error)(error.errno, error.strerror, os.fspath(path)) from None
            raise

    def to_bytes(self) -> bytes:
        """The bytes of the world file."""
        parts: List[bytes] = []
        calls.world_save(self, {"write": parts.append})
        return b"".join(parts)

    def __repr__(self) -> str:
        return "<World, closed>" if self.closed else f"<World of {self.describe().width} x {self.describe().height} cells>"

    # ---- What it holds ----

    def describe(self) -> Record:
        """What it holds, with the fields of ovl_world_info; what depends on a profile is that of the first."""
        found: Record = calls.world_describe(self)
        return found

    @property
    def profiles(self) -> List[str]:
        """The names of its profiles."""
        return [calls.world_profile(self, number)["def"].name for number in range(self.describe().profiles)]

    @property
    def places(self) -> List[Place]:
        """Its named places, in the order of the bake."""
        listed: List[Place] = []
        while found := calls.world_place(self, len(listed)):
            listed.append(Place(**found))
        return listed

    def version(self) -> Record:
        """Its `identity`, and its `version`: the number of edits and refreshes since the bake or opening."""
        found: Record = calls.world_version(self)
        return found

    def find_profile(self, name: Union[int, str]) -> int:
        """The number of a profile by its name; a number stays."""
        if not isinstance(name, str):
            return whole("profile", name, -(1 << 31), (1 << 31) - 1)
        found = int(calls.world_find_profile(self, name))
        if found < 0:
            raise KeyError(f"there is no profile {name!r}; there are {', '.join(self.profiles)}")
        return found

    def _floor(self, floor: int) -> Record:
        found: Optional[Record] = calls.world_floor(self, whole("floor", floor, 0, c.MAX_FLOORS - 1))
        if found is None:
            raise ValueError(f"there is no floor {floor}; the world has {self.describe().floors}")
        return found

    def read_terrain(self, floor: int = 0) -> memoryview:
        """The terrain of all cells of a floor, as rows of bytes: numpy.asarray(world.read_terrain()). The first is that
        of the upper left cell."""
        size = self._floor(floor)
        cells = calls.world_read_terrain(self, size.corner, size.width, size.height)
        return memoryview(cells).cast("B", (size.height, size.width))

    def read_cells(self, kind: Union[Cells, str], floor: int = 0, profile: Union[int, str] = 0) -> memoryview:
        """A property of all cells of a floor, as rows of numbers, in place: numpy.asarray(world.read_cells("weight"))."""
        size, handle, fault = self._floor(floor), self._open(), c.ovl_fault()
        number = one_of(Cells, "kind", kind)
        values = (ctypes.c_uint32 * (size.width * size.height))()
        check(lib.ovl_world_read_cells(handle.pointer, self.find_profile(profile), number, cell_of(size.corner), size.width,
                                       size.height, values, size.width, fault), fault)
        return memoryview(values).cast("B").cast("I", (size.height, size.width))

    def terrain(self, cell: CellLike) -> int:
        """The terrain of a cell: its number, or the code of its letter. 0: outside the world."""
        return int(calls.world_terrain(self, cell))

    def height(self, cell: CellLike) -> int:
        """The height of a cell."""
        return int(calls.world_height(self, cell))

    def weight(self, cell: CellLike, profile: Union[int, str] = 0) -> int:
        """The weight of a position in eighths, with its extra cost; 0: the profile can't stand there, or it
        lies outside the world."""
        return int(calls.world_weight(self, self.find_profile(profile), cell))

    def island(self, cell: CellLike, profile: Union[int, str] = 0) -> int:
        """The island of a cell; cells of one island reach each other. 0: blocked or outside."""
        return int(calls.world_island(self, self.find_profile(profile), cell))

    # ---- Edits ----

    def apply(self, edits: Iterable[Edit] = (), *, cells: Optional[Mapping[Any, Terrain]] = None,
              doors: Optional[Mapping[int, bool]] = None) -> "World":
        """A new version of the world, after edits in their order, then with other terrain of single cells and other
        doors: apply(cells={(3, 4): '@'}, doors={0: True}). In a world that was baked of numbers a cell is closed by 0."""
        all_edits = [*edits, *(Edit.cell(cell, terrain) for cell, terrain in (cells or {}).items()),
                     *(Edit.door(link, open) for link, open in (doors or {}).items())]
        return self._version_of(calls.world_apply(self, self._edits(all_edits)))

    def _edits(self, edits: Iterable[Edit]) -> List[Dict[str, Any]]:
        listed = list(edits)
        for each in listed:
            if not isinstance(each, Edit):
                raise TypeError(f"{each!r} is no Edit: Edit.cell((3, 4), '@')")
            if self._of_numbers and isinstance(each._terrain, str):
                raise ValueError(f"terrain is {each._terrain!r}, but this world was baked of numbers: 0 is blocked")
            value = each._fields["value"] if each._fields["kind"] == "terrain" else None
            if self._letters and value is not None and chr(value) not in self._letters:
                raise ValueError(f"terrain is {each._terrain!r}; the letters of this world are {self._letters}")
        return [each._fields for each in listed]

    def rebase(self, old_base: "World", new_base: "World", keep: Union[Keep, str] = Keep.FIRST) -> "World":
        """A new version of this world with what differs between two others: later edits of its parent. `keep`
        says whose value stays where both changed the same: this world's, or that of the difference, with which
        parent.rebase(base, fork, Keep.DIFFERENCE) commits a fork to its parent."""
        before, after = (_world_of(each, "rebase") for each in (old_base, new_base))
        return self._version_of(calls.world_rebase(self, before, after, {"keep": keep}))

    def what_if(self, edits: Iterable[Edit], home: CellLike, units: Sequence[CellLike],
                profile: Union[int, str] = 0) -> List[int]:
        """Which units (their indices) edits would cut off from home: they could not reach it any more."""
        question = {"edits": self._edits(edits), "profile": self.find_profile(profile), "units": units, "home": home}
        found: List[int] = calls.world_what_if(self, question)
        return found

    def _version_of(self, version: "World") -> "World":
        version._of_numbers, version._letters = self._of_numbers, self._letters
        return version

    def refresh(self) -> "World":
        """A version whose labels are those of the map as it is now: after many edits paths then are as
        fast as after a bake."""
        work = calls.refresh_create(self)
        while not work.step(_SLICE):
            pass
        return self._version_of(work.apply(self))

    # ---- Why not ----

    def blockers(self, start: CellLike, goal: CellLike, profile: Union[int, str] = 0) -> Optional[Tuple[List[Record], int]]:
        """The fewest blocked cells to open so that the goal can be reached, each with its `cell` and `terrain`, and the
        cost of the path through them; none if it can be. None if no opening of cells helps. Takes 42 bytes a cell of
        the world while it runs."""
        search = calls.blockers_create(self, self.find_profile(profile))
        search.begin(start, goal)
        done = False
        while done is False:  # None: the answer is no
            done = search.step(_SLICE)
        found: Optional[Tuple[List[Record], int]] = search.answer() if done else None
        return found


def _handle_of(world: Any, keeps: Tuple[Any, ...] = ()) -> Handle:
    return Handle(world, lib.ovl_world_close, keeps)


def _link_at_fault(fault: Any, links: Sequence[Link]) -> str:
    """The number and cells of the link that a bake was refused for; "": it was for something else."""
    if not fault.what or b"link" not in fault.what or fault.where >= len(links):
        return ""
    ends = [cell_of(links[fault.where].start), cell_of(links[fault.where].end)]
    texts = [f"{f'{each.floor}:' if each.floor else ''}{each.x},{each.y}" for each in ends]
    return f"link {fault.where}, {' -> '.join(texts)}"


def _has_letters(weights: Optional[Weights], profiles: Optional[Sequence[Profile]]) -> bool:
    """Whether terrains are given by letters."""
    given = [weights or {}] if profiles is None else [each.weights for each in profiles]
    return any(isinstance(terrain, str) for each in given for terrain in each)


def _is_floors(map: Any) -> bool:
    return isinstance(map, (list, tuple)) and any(isinstance(each, Map) for each in map)


def _set_list(struct: Any, name: str, length: str, kind: Any, items: Sequence[Any]) -> None:
    for each in items:
        if not hasattr(each, "_struct"):
            raise TypeError(f"{name} holds {each!r}; it should hold a {name[:-1].capitalize()}")
    made = (kind * len(items))(*(each._struct() for each in items))
    setattr(struct, name, made)
    setattr(struct, length, len(items))


def _world_of(world: World, needs: str) -> World:
    if not isinstance(world, World):
        raise TypeError(f"{needs} needs a World: World.bake(map)")
    return world


class InWorld(Closable):
    """What works in a world: `world`, which may become another version."""

    _needs = ""
    world: World

    def __setattr__(self, name: str, value: Any) -> None:
        super().__setattr__(name, _world_of(value, self._needs) if name == "world" else value)
