"""Maps: terrain from MovingAI files, rows of text and buffers, with profiles, heights and links."""

from __future__ import annotations

import ctypes
import os
import re
from dataclasses import dataclass
from typing import Any, Dict, List, Mapping, NamedTuple, Optional, Sequence, Tuple, Union

from . import _declarations as c
from ._errors import MapError, fill, whole
from ._memory import Pinned, grid

Terrain = Union[int, str]  # 0 to 255, or a letter of a map of text
Weights = Mapping[Terrain, int]
_HEXAGONS = rb"type hexagons(?: (axial|odd-r|even-r|odd-q|even-q))?"
LETTERS = ".GSWT@O#"  # of MovingAI's maps, and of text levels; the first three are ground

Corners = c.Corners


class Cell(NamedTuple):
    """A cell; x grows to the right, y down. A pair (x, y) is taken for a cell of floor 0."""

    x: int
    y: int
    floor: int = 0


CellLike = Union[Cell, Tuple[int, int], Tuple[int, int, int], Sequence[int]]


def cell_of(value: CellLike, found: Any = None) -> Any:
    """A cell of the library, which refuses those outside of a world; or a point."""
    try:
        x, y, *rest = value
        floor, = rest or (0,)
    except (TypeError, ValueError):
        raise TypeError(f"{value!r} is no cell; (x, y) and (x, y, floor) are") from None
    found = c.ovl_cell() if found is None else found
    for name, number in (("x", x), ("y", y), ("floor", floor)):
        setattr(found, name, whole(f"{name} of a cell", number, -(1 << 31), (1 << 31) - 1))
    return found


def cell_from(cell: Any) -> Cell:
    return Cell(cell.x, cell.y, cell.floor)


def terrain_of(terrain: Terrain) -> int:
    if isinstance(terrain, str):
        if len(terrain) != 1 or ord(terrain) > 255:
            raise ValueError(f"{terrain!r} is no terrain; a letter or 0 to 255 is")
        return ord(terrain)
    return whole("terrain", terrain, 0, 255)


def weights_of(weights: Weights) -> bytearray:
    found = bytearray(256)
    for terrain, weight in weights.items():
        found[terrain_of(terrain)] = whole(f"the weight of {terrain!r} in eighths", weight, 0, 255)
    if not any(found):
        raise ValueError("weights: no terrain is open")
    return found


def _limit(most: Optional[int]) -> int:
    return 0 if most is None else most if most != 0 else c.LEVEL


@dataclass
class Profile:
    """A kind of mover. Weights are eighths of plain ground (8: plain ground); terrains that are not
    named are blocked. `climb` and `drop` limit a step's rise and fall; None: no limit. Their costs
    are units for each unit of height. `wall_cost` is what a position weighs more at the distances 1,
    2, ... up to WALL_CELLS from the nearest cell that blocks its body, in eighths."""

    name: str
    weights: Weights
    corners: Corners = Corners.STRICT
    body_cells: int = 1
    climb: Optional[int] = None
    drop: Optional[int] = None
    climb_cost: int = 0
    drop_cost: int = 0
    wall_cost: Sequence[int] = ()

    def _struct(self) -> Any:
        name = self.name.encode()
        if not 0 < len(name) < c.NAME_BYTES or b"\0" in name:
            raise ValueError(f"the profile's name has {len(name)} bytes; it should have 1 to {c.NAME_BYTES - 1}")
        made = fill(c.ovl_profile_def(), name=name, corners=self.corners, body_cells=self.body_cells,
                    max_climb=_limit(self.climb),
                    max_drop=_limit(self.drop),
                    climb_cost=self.climb_cost, drop_cost=self.drop_cost)
        made.weights[:] = weights_of(self.weights)
        if len(self.wall_cost) > c.WALL_CELLS or not all(0 <= cost <= 255 for cost in self.wall_cost):
            raise ValueError(f"wall_cost has {len(self.wall_cost)} costs; it should have up to "
                             f"{c.WALL_CELLS}, 0 to 255 each")
        made.wall_cost[:len(self.wall_cost)] = list(self.wall_cost)
        return made


@dataclass
class Link:
    """A way between two cells that is no step. Costs are units; cost_back 0: one way."""

    start: CellLike
    end: CellLike
    cost: int
    cost_back: int = 0
    closed: bool = False

    def _struct(self) -> Any:
        made = fill(c.ovl_link_def(), cost=self.cost, cost_back=self.cost_back, closed=bool(self.closed))
        made.from_, made.to = cell_of(self.start), cell_of(self.end)
        return made


@dataclass(frozen=True)
class Place:
    """A rectangle of cells with a name, of which `cell` is the upper left one."""

    name: str
    cell: CellLike
    width: int = 1
    height: int = 1

    def _struct(self) -> Any:
        made = fill(c.ovl_place(), width=self.width, height=self.height)
        made.name, made.cell = self.name.encode(), cell_of(self.cell)
        return made


class Map:
    """Terrain, a byte for each cell, row by row.

    Map(rows) of text: letters are terrains; with those of MovingAI's maps, '.', 'G' and 'S' are
    ground and all others are blocked. Map(buffer) of bytes, array, memoryview or numpy, of two
    dimensions or with a width: 0 is blocked, all else is ground. Buffers are not copied. `heights`
    is a buffer of the same size with uint16."""

    def __init__(self, cells: Any, width: int = 0, heights: Any = None):
        self.text, self.topology, self.origin = False, c.Topology.SQUARES, Cell(0, 0)
        if isinstance(cells, str):
            cells = cells.split()
        if isinstance(cells, (list, tuple)) and not cells:
            raise MapError("the map has no rows")
        if isinstance(cells, (list, tuple)) and isinstance(cells[0], (str, bytes)):
            rows: Sequence[Union[str, bytes]] = cells
            cells, width = _joined(rows), len(rows[0])
            if not cells:
                raise MapError("the rows of the map have no letters")
            self.text = True
        width = whole("width", width, 0, c.MAX_SIDE_CELLS)
        self._terrain, self.width, self.height, self._row_bytes = grid(cells, width, 1, "cells")
        self._heights: Optional[Pinned] = None
        if heights is not None:
            self._heights, *size, row_bytes = grid(heights, self.width, 2, "heights")
            if size != [self.width, self.height] or row_bytes != 2 * self.width:
                raise MapError(f"heights have {size[0]} x {size[1]} values; "
                               f"the map has {self.width} x {self.height} cells, row by row")

    @classmethod
    def load(cls, path: Union[str, "os.PathLike[str]"]) -> "Map":
        """Reads a map of MovingAI's format; of one of `type hexagons odd-r` (even-r, odd-q, even-q, axial) the cells are
        axial, and a bake begins where they do."""
        with open(path, "rb") as file:
            data = file.read()
        lines = data.replace(b"\r\n", b"\n").split(b"\n")
        name = os.fspath(path)
        for number, right in enumerate((rb"type octile|" + _HEXAGONS, rb"height (\d{1,9})", rb"width (\d{1,9})", rb"map")):
            if number >= len(lines) or not re.fullmatch(right, lines[number]):
                line = lines[number][:40].decode("latin-1") if number < len(lines) else ""
                shown = right.decode().split("|")[0].replace(r"(\d{1,9})", "N")
                or_so = ", or 'type hexagons odd-r'" if number == 0 else ""
                raise MapError(f"{name}: line {number + 1} of the header is {line!r}; it should be '{shown}'{or_so}")
        height, width = (int(lines[number].split()[1]) for number in (1, 2))
        rows = lines[4:]
        while rows and not rows[-1]:
            rows.pop()
        for side, value in (("height", height), ("width", width)):
            if not 1 <= value <= c.MAX_SIDE_CELLS:
                raise MapError(f"{name}: the {side} is {value}; it should be 1 to {c.MAX_SIDE_CELLS}")
        if len(rows) != height:
            raise MapError(f"{name}: there are {len(rows)} rows; the header says {height}")
        for y, row in enumerate(rows):
            if len(row) != width:
                raise MapError(f"{name}: row {y} has {len(row)} letters; the header says {width}")
        hexagons = re.fullmatch(_HEXAGONS, lines[0])
        return cls._placed(rows, (hexagons[1] or b"axial").decode()) if hexagons else cls(rows)

    @classmethod
    def _placed(cls, rows: List[bytes], layout: str) -> "Map":
        """Rows of a layout of hexagons at their axial cells; what lies beside them is 0, and blocked."""
        from . import calls

        box, mask = calls.hexagon_mask(layout, (0, 0), len(rows[0]), len(rows))
        inside, letters = [at for at, each in enumerate(mask) if each], b"".join(rows)
        if layout.endswith("q"):  # axial columns are those of the layout, as else the rows are
            inside.sort(key=lambda at: int(at % box.w))
            letters = bytes(row[x] for x in range(len(rows[0])) for row in rows)
        cells = bytearray(len(mask))
        for at, letter in zip(inside, letters):
            cells[at] = letter
        made = cls(cells, box.w)
        made.text, made.topology, made.origin = True, c.Topology.HEXAGONS, box.cell
        return made

    def __repr__(self) -> str:
        return f"<Map of {self.width} x {self.height} cells>"

    def _default_weights(self) -> Dict[Terrain, int]:
        if not self.text:
            return {terrain: c.PLAIN_WEIGHT for terrain in range(1, 256)}
        left = bytes(self._terrain._view).translate(None, LETTERS.encode() + b"\0")
        if left:
            raise MapError(f"the map has cells with letters other than {LETTERS}, the first is "
                           f"{chr(left[0])!r}; say what they weigh: weights={{'.': 8, ...}}")
        return {letter: c.PLAIN_WEIGHT for letter in ".GS"}

    def _struct(self) -> Any:
        made = fill(c.ovl_floor_def(), width=self.width, height=self.height, row_bytes=self._row_bytes)
        made.terrain = ctypes.cast(self._terrain.address, ctypes.POINTER(ctypes.c_uint8))
        if self._heights:
            made.heights = ctypes.cast(self._heights.address, ctypes.POINTER(ctypes.c_uint16))
        return made


def _joined(rows: Sequence[Union[str, bytes]]) -> bytes:
    try:
        lines: List[bytes] = [row.encode("latin-1") if isinstance(row, str) else bytes(row) for row in rows]
    except UnicodeEncodeError as error:
        raise MapError(f"the letter {error.object[error.start]!r} is no byte; letters up to U+00FF are") from None
    for y, line in enumerate(lines):
        if len(line) != len(lines[0]):
            raise MapError(f"row {y} has {len(line)} letters; row 0 has {len(lines[0])}")
    return b"".join(lines)
