"""Overland: paths on grid worlds too large for one search.

    from overland import Map, Planner, World

    world = World.bake(Map.load("land.map"))
    path = Planner(world).find_path((10, 10), (500, 400))
    print(path.cost, path.points)

Costs are whole units: STRAIGHT_COST for a step over plain ground. What fails raises OverlandError, whose
`result` and words are the library's. The manual of each call is in the headers, overland.h first."""

from . import _declarations as _c
from . import calls
from ._calls import Record
from ._declarations import (DIAGONAL_COST, PLAIN_WEIGHT, STRAIGHT_COST, Cells, Corners, Formation, Keep, Labels, Layout,
                            Method, Overlays, Result, Smoothing, Topology, UnitHold, UnitState)
from ._errors import ClosedError, MapError, OverlandError
from ._library import LibraryError
from ._map import Cell, Link, Map, Place, Profile
from ._planner import Path, Planner, Route
from ._units import Units
from ._world import Edit, World
from .calls import hexagon_distance, hexagon_from, hexagon_mask, hexagon_to

__version__ = ".".join(map(str, (_c.VERSION_MAJOR, _c.VERSION_MINOR, _c.VERSION_PATCH)))

__all__ = [
    "Cell", "Cells", "ClosedError", "Corners", "DIAGONAL_COST", "Edit", "Formation", "Keep", "Labels", "Layout",
    "LibraryError", "Link", "Map", "MapError", "Method", "Overlays", "OverlandError", "PLAIN_WEIGHT", "Path", "Place",
    "Planner", "Profile", "Record", "Result", "Route", "STRAIGHT_COST", "Smoothing", "Topology", "UnitHold",
    "UnitState", "Units", "World", "calls", "hexagon_distance", "hexagon_from", "hexagon_mask", "hexagon_to",
]
