"""Worlds: baked, opened, saved and edited."""

from __future__ import annotations

import ctypes
import mmap
import os
import shutil
from dataclasses import dataclass
from typing import Any, Iterable, List, Mapping, NamedTuple, Optional, Sequence, Tuple, Union

from . import _declarations as c
from ._closable import Closable
from ._declarations import Cells, EditKind, Keep, Labels, Method, Overlays, Topology
from ._errors import OverlandError, check, fill, whole
from ._jobs import Calls, Progress
from ._library import Handle, lib
from ._map import Cell, CellLike, Corners, Link, Map, Place, Profile, Terrain, Weights
from ._map import cell_from, cell_of, cells_of, terrain_of, weights_of
from ._memory import Pinned

PathLike = Union[str, "os.PathLike[str]"]
Mask = Sequence[Sequence[Any]]
_IT_IS_A_MAP = b"this is a map: World.bake(Map.load(path))"
_SLICE = 1 << 18  # expansions between two looks at Ctrl-C


@dataclass(frozen=True)
class WorldInfo:
    """A description of a world; what depends on a profile is that of the first."""

    width: int
    height: int
    floors: int
    profiles: Tuple[str, ...]
    links: int
    open_cells: int
    islands: int
    file_bytes: int
    fingerprint: int
    map_fingerprint: int
    region_cells: int
    regions: int
    overlay_levels: int
    waypoints: int
    edges: int
    labels: Labels
    method: Method


class Edit:
    """Changes of a world, for World.apply. Of a rectangle with a `mask`, mask[y][x] from its upper left cell on,
    those cells alone change where that is true: as of hexagon_mask."""

    def __init__(self, struct: Any, terrain: Terrain = 0):
        self._struct, self._terrain = struct, terrain

    @classmethod
    def rect(cls, corner: CellLike, width: int, height: int, terrain: Terrain, mask: Optional[Mask] = None) -> "Edit":
        """Sets the terrain of a rectangle, of which `corner` is the upper left cell: a letter, or a number
        where the world was baked of numbers."""
        made = cls._of(EditKind.TERRAIN, corner, width, height, terrain_of(terrain), 0, mask)
        made._terrain = terrain
        return made

    @classmethod
    def cell(cls, cell: CellLike, terrain: Terrain) -> "Edit":
        return cls.rect(cell, 1, 1, terrain)

    @classmethod
    def weight(cls, corner: CellLike, width: int, height: int, eighths: int, profile: int = 0,
               mask: Optional[Mask] = None) -> "Edit":
        """Sets the weight for a profile, from that of the terrain to 255 eighths."""
        return cls._of(EditKind.WEIGHT, corner, width, height, eighths, profile, mask)

    @classmethod
    def extra(cls, corner: CellLike, width: int, height: int, eighths: int, profile: int = 0,
              mask: Optional[Mask] = None) -> "Edit":
        """Sets the extra cost (danger, influence) for a profile."""
        return cls._of(EditKind.EXTRA, corner, width, height, eighths, profile, mask)

    @classmethod
    def raise_to(cls, corner: CellLike, width: int, height: int, units: int, mask: Optional[Mask] = None) -> "Edit":
        """Sets heights."""
        return cls._of(EditKind.HEIGHT, corner, width, height, units, 0, mask)

    @classmethod
    def door(cls, link: int, open: bool) -> "Edit":
        """Opens or closes a link."""
        return cls(lib.ovl_edit_door(whole("link", link, 0, (1 << 32) - 1), bool(open)))

    @classmethod
    def _of(cls, kind: EditKind, corner: CellLike, width: int, height: int, value: int, profile: int,
            mask: Optional[Mask]) -> "Edit":
        made = fill(c.ovl_edit(), kind=kind, w=width, h=height, value=value, profile=profile)
        made.cell = cell_of(corner)
        if mask is not None:
            made.mask = ctypes.cast(_bytes_of(mask, width, height), ctypes.POINTER(c.c_uint8))
        return cls(made)


def _bytes_of(mask: Mask, width: int, height: int) -> Any:
    if len(mask) != height or any(len(row) != width for row in mask):
        raise ValueError(f"the mask should have {height} rows of {width}")
    return (c.c_uint8 * (width * height))(*(bool(cell) for row in mask for cell in row))


class Obstacle(NamedTuple):
    cell: Cell
    terrain: int


class Blockers(NamedTuple):
    """The cells to open so that a goal can be reached, and the cost of the path through them."""

    cells: List[Obstacle]
    cost: int


class World(Closable):
    """A map baked for its profiles. It never changes: an edit makes a new one, which shares memory
    with it. Any number of threads may use it. Closed by close(), at the end of `with`, or when
    nothing refers to it any more."""

    _closed_words = "the world is closed"

    def __init__(self, handle: Handle, of_numbers: bool = False):
        if not isinstance(handle, Handle):
            raise TypeError("a world is made by World.bake(map) or World.open(file)")
        super().__init__(handle)
        self._of_numbers = of_numbers  # baked of numbers: a letter is no terrain of it

    # ---- Making, opening, saving ----

    @classmethod
    def bake(cls, map: Any, weights: Optional[Weights] = None, *,
             corners: Corners = Corners.STRICT, profiles: Optional[Sequence[Profile]] = None,
             links: Sequence[Link] = (), blocked_links: bool = False, places: Sequence[Place] = (),
             region_cells: int = 0, spacing_cells: int = 0, label_bytes_per_cell: Optional[int] = None,
             overlays: Overlays = Overlays.AUTO, origin: CellLike = (0, 0), threads: int = 1,
             topology: Topology = Topology.SQUARES,
             progress: Optional[Progress] = None) -> "World":
        """Bakes a map, or several as the floors of one world, which begin at `origin`.

        `weights` are eighths of plain ground for each terrain: {'.': 8, 's': 16}; those that are not
        named are blocked. `profiles` replace weights and corners. With `blocked_links` a link may end
        on a blocked cell, and is unused until an edit opens it. Region size, spacing and labels
        are those of ovl_bake_tuning; 0 and None leave the choice to the library.
        progress(done, total) may return False to stop the bake: OverlandError with Result.STOPPED."""
        floors = [each if isinstance(each, Map) else Map(each)
                  for each in (map if _is_floors(map) else [map])]
        calls = Calls()
        request = fill(c.ovl_bake_def(), topology=topology)
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
        request.origin = cell_of(origin)
        request.progress = calls.progress(progress)
        request.jobs = calls.jobs(threads)
        world, fault = ctypes.POINTER(c.ovl_world)(), c.ovl_fault()
        result = lib.ovl_world_bake(request, world, fault)
        of_numbers = not any(each.text for each in floors) and not _has_letters(weights, profiles)
        made = cls(_handle_of(world), of_numbers) if result == c.Result.OK else None
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
                self._write(file.write)
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
        self._write(lambda view: parts.append(bytes(view)))
        return b"".join(parts)

    def _write(self, function: Any) -> None:
        handle, calls, fault = self._open(), Calls(), c.ovl_fault()
        saved = c.ovl_save_def(write=calls.write(function))
        result = lib.ovl_world_save(handle.pointer, saved, fault)
        calls.end()
        check(result, fault)

    def __repr__(self) -> str:
        return "<World, closed>" if self.closed else f"<World of {self.width} x {self.height} cells>"

    # ---- What it holds ----

    @property
    def info(self) -> WorldInfo:
        handle, found = self._open(), c.ovl_world_info()
        lib.ovl_world_describe(handle.pointer, found)
        same = {name: getattr(found, name) for name in (
            "width", "height", "floors", "links", "open_cells", "islands", "file_bytes", "fingerprint",
            "map_fingerprint")}
        names = []
        for number in range(found.profiles):
            profile = c.ovl_profile_info()
            lib.ovl_world_profile(handle.pointer, number, profile)
            names.append(profile.def_.name.decode("utf-8", "replace"))
        partition, graph = found.partition, found.graph
        return WorldInfo(**same, profiles=tuple(names), region_cells=partition.region_cells,
                         regions=partition.regions_x * partition.regions_y,
                         overlay_levels=partition.overlay_levels, waypoints=graph.waypoints,
                         edges=graph.edges, labels=Labels(graph.labels), method=Method(graph.method))

    @property
    def width(self) -> int:
        return self._floor(0).width

    @property
    def height(self) -> int:
        return self._floor(0).height

    @property
    def origin(self) -> Cell:
        """The upper left cell of each floor."""
        corner = self._floor(0).corner
        return Cell(corner.x, corner.y, 0)

    @property
    def places(self) -> List[Place]:
        """Its named places, in the order of the bake."""
        found, listed = c.ovl_place(), []
        while lib.ovl_world_place(self._open().pointer, len(listed), found):
            name = found.name.decode("utf-8", "replace")
            listed.append(Place(name, cell_from(found.cell), found.width, found.height))
        return listed

    @property
    def version(self) -> int:
        """The number of edits and refreshes since the bake or opening."""
        found = c.ovl_version_info()
        lib.ovl_world_version(self._open().pointer, found)
        return found.version

    def profile(self, name: Union[int, str]) -> int:
        """The number of a profile by its name; a number stays."""
        if not isinstance(name, str):
            return whole("profile", name, -(1 << 31), (1 << 31) - 1)
        found = lib.ovl_world_find_profile(self._open().pointer, name.encode())
        if found < 0:
            raise KeyError(f"there is no profile {name!r}; there are {', '.join(self.info.profiles)}")
        return found

    def _floor(self, floor: int) -> Any:
        found = c.ovl_floor_info()
        if not lib.ovl_world_floor(self._open().pointer, whole("floor", floor, 0, c.MAX_FLOORS - 1), found):
            raise ValueError(f"there is no floor {floor}; the world has {self.info.floors}")
        return found

    def read(self, kind: Cells = Cells.TERRAIN, floor: int = 0, profile: Union[int, str] = 0) -> memoryview:
        """A property of all cells of a floor, as rows of numbers: numpy.asarray(world.read()). The first
        is that of the origin."""
        size, handle, fault = self._floor(floor), self._open(), c.ovl_fault()
        corner, shape = c.ovl_cell(size.corner.x, size.corner.y, floor), (size.height, size.width)
        if kind == Cells.TERRAIN:
            found = (c.c_uint8 * (size.width * size.height))()
            check(lib.ovl_world_read_terrain(handle.pointer, corner, *shape[::-1], found, size.width, fault), fault)
            return memoryview(found).cast("B").cast("B", shape)
        values = (c.c_uint32 * (size.width * size.height))()
        check(lib.ovl_world_read_cells(handle.pointer, self.profile(profile), kind, corner, *shape[::-1],
                                       values, size.width, fault), fault)
        return memoryview(values).cast("B").cast("I", shape)

    def terrain(self, cell: CellLike) -> int:
        """The terrain of a cell: its number, or the code of its letter. 0: outside the world."""
        return lib.ovl_world_terrain(self._open().pointer, cell_of(cell))

    def weight(self, cell: CellLike, profile: Union[int, str] = 0) -> int:
        """The weight of a position in eighths, with its extra cost; 0: the profile can't stand there, or it
        lies outside the world."""
        return lib.ovl_world_weight(self._open().pointer, self.profile(profile), cell_of(cell))

    def island(self, cell: CellLike, profile: Union[int, str] = 0) -> int:
        """The island of a cell; cells of one island reach each other. 0: blocked or outside."""
        return lib.ovl_world_island(self._open().pointer, self.profile(profile), cell_of(cell))

    # ---- Edits ----

    def apply(self, edits: Iterable[Edit]) -> "World":
        """A new version of the world, after edits in their order."""
        handle, made, fault = self._open(), self._edits(edits), c.ovl_fault()
        version = ctypes.POINTER(c.ovl_world)()
        check(lib.ovl_world_apply(handle.pointer, made, len(made), version, fault), fault)
        return self._version_of(version, handle)

    def edit(self, cells: Optional[Mapping[Any, Terrain]] = None,
             doors: Optional[Mapping[int, bool]] = None) -> "World":
        """A new version with other terrain: edit(cells={(3, 4): '@'}, doors={0: True}). In a world that was
        baked of numbers a cell is closed by 0."""
        return self.apply([*(Edit.cell(cell, terrain) for cell, terrain in (cells or {}).items()),
                           *(Edit.door(link, open) for link, open in (doors or {}).items())])

    def _edits(self, edits: Iterable[Edit]) -> Any:
        listed = list(edits)
        for each in listed:
            if not isinstance(each, Edit):
                raise TypeError(f"{each!r} is no Edit: Edit.cell((3, 4), '@')")
            if self._of_numbers and isinstance(each._terrain, str):
                raise ValueError(f"terrain is {each._terrain!r}, but this world was baked of numbers: 0 is blocked")
        return (c.ovl_edit * len(listed))(*(each._struct for each in listed))  # it keeps their masks

    def rebase(self, old_base: "World", new_base: "World", keep: Keep = Keep.FIRST) -> "World":
        """A new version of this world with what differs between two others: later edits of its parent. `keep`
        says whose value stays where both changed the same: this world's, or that of the difference, with which
        parent.rebase(base, fork, Keep.DIFFERENCE) commits a fork to its parent."""
        ends = [_world_of(each, "rebase")._open() for each in (old_base, new_base)]
        handle, fault = self._open(), c.ovl_fault()
        definition, version = fill(c.ovl_apply_def(), keep=keep), ctypes.POINTER(c.ovl_world)()
        check(lib.ovl_world_rebase(handle.pointer, *(each.pointer for each in ends), definition, version, fault), fault)
        return self._version_of(version, handle)

    def what_if(self, edits: Iterable[Edit], home: CellLike, units: Sequence[CellLike],
                profile: Union[int, str] = 0) -> List[int]:
        """Which units (their indices) edits would cut off from home: they could not reach it any more."""
        made, cells = self._edits(edits), cells_of(units)
        question = fill(c.ovl_what_if(), edit_count=len(made), profile=self.profile(profile),
                        unit_count=len(cells))
        question.edits, question.units, question.home = made, cells, cell_of(home)
        found, needed, fault = (c.c_uint32 * len(cells))(), c.c_size_t(), c.ovl_fault()
        check(lib.ovl_world_what_if(self._open().pointer, question, None, found, len(cells), needed, fault), fault)
        return found[:needed.value]

    def _version_of(self, version: Any, handle: Handle) -> "World":
        return World(_handle_of(version, handle.keeps), self._of_numbers)

    def refresh(self) -> "World":
        """A version whose labels are those of the map as it is now: after many edits paths then are as
        fast as after a bake."""
        handle, pointer = self._open(), ctypes.POINTER(c.ovl_refresh)()
        check(lib.ovl_refresh_create(handle.pointer, None, pointer))
        work = Handle(pointer, lib.ovl_refresh_destroy, (handle,))
        done = c.c_bool(False)
        while not done.value:
            result = lib.ovl_refresh_step(work.pointer, _SLICE, done)
            check(result, lib.ovl_refresh_fault(work.pointer).contents)
        version = ctypes.POINTER(c.ovl_world)()
        result = lib.ovl_refresh_apply(work.pointer, handle.pointer, version)
        check(result, lib.ovl_refresh_fault(work.pointer).contents)
        return self._version_of(version, handle)

    # ---- Why not ----

    def blockers(self, start: CellLike, goal: CellLike, profile: Union[int, str] = 0) -> Optional[Blockers]:
        """The fewest blocked cells to open so that the goal can be reached; none if it can be. None if
        no opening of cells helps. Takes 42 bytes a cell of the world while it runs."""
        handle, pointer, fault = self._open(), ctypes.POINTER(c.ovl_blockers)(), c.ovl_fault()
        check(lib.ovl_blockers_create(handle.pointer, self.profile(profile), None, pointer, fault), fault)
        search = Handle(pointer, lib.ovl_blockers_destroy, (handle,))

        def checked(result: int) -> None:
            check(result, lib.ovl_blockers_fault(search.pointer).contents)

        checked(lib.ovl_blockers_begin(search.pointer, cell_of(start), cell_of(goal)))
        done, needed, cost = c.c_bool(False), c.c_size_t(), c.c_uint64()
        while not done.value:
            result = lib.ovl_blockers_step(search.pointer, _SLICE, done)
            if result == c.Result.UNREACHABLE:
                return None
            checked(result)
        found: Any = (c.ovl_obstacle * 0)()
        result = lib.ovl_blockers_answer(search.pointer, found, 0, needed, cost)
        if result == c.Result.MORE_ROOM:
            found = (c.ovl_obstacle * needed.value)()
            result = lib.ovl_blockers_answer(search.pointer, found, needed.value, needed, cost)
        checked(result)
        return Blockers([Obstacle(cell_from(each.cell), each.terrain) for each in found], cost.value)


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
