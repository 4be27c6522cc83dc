"""Cells of hexagons in the layouts of editors: conversions, distances, and rectangles as masks."""

from __future__ import annotations

from typing import Any, List, NamedTuple

from . import _declarations as c
from ._declarations import Layout, Result
from ._errors import check, whole
from ._library import lib
from ._map import Cell, CellLike, cell_from, cell_of


class HexagonMask(NamedTuple):
    """The axial rectangle around the cells of a rectangle of a layout, and which of its cells these are:
    mask[y][x] counts from its upper left `cell`."""

    cell: Cell
    width: int
    height: int
    mask: List[List[bool]]


def hexagon_from(layout: Layout, cell: CellLike) -> Cell:
    """The axial cell of a cell of a layout."""
    return cell_from(lib.ovl_hexagon_from(Layout(layout), cell_of(cell)))


def hexagon_to(layout: Layout, cell: CellLike) -> Cell:
    """The cell of a layout that an axial cell is."""
    return cell_from(lib.ovl_hexagon_to(Layout(layout), cell_of(cell)))


def hexagon_distance(a: CellLike, b: CellLike) -> int:
    """The number of steps between two axial cells where nothing is blocked."""
    distance: int = lib.ovl_hexagon_distance(cell_of(a), cell_of(b))
    return distance


def hexagon_mask(layout: Layout, corner: CellLike, width: int, height: int) -> HexagonMask:
    """The axial cells of `height` rows of `width` cells of a layout, of which `corner` is the upper left one."""
    of = (Layout(layout), cell_of(corner), whole("width", width, 1, c.MAX_SIDE_CELLS),
          whole("height", height, 1, c.MAX_SIDE_CELLS))
    box, needed, fault = c.ovl_hexagon_box(), c.c_size_t(), c.ovl_fault()
    mask: Any = (c.c_uint8 * 0)()
    result = lib.ovl_hexagon_mask(*of, box, mask, 0, needed, fault)
    if result == Result.MORE_ROOM:
        mask = (c.c_uint8 * needed.value)()
        result = lib.ovl_hexagon_mask(*of, box, mask, needed.value, needed, fault)
    check(result, fault)
    rows = [[bool(cell) for cell in mask[y * box.w:(y + 1) * box.w]] for y in range(box.h)]
    return HexagonMask(cell_from(box.cell), box.w, box.h, rows)
