"""Overland: paths on grid worlds too large for one search.

    from overland import Map, Planner, World

    world = World.bake(Map.load("land.map"))
    path = Planner(world).find((10, 10), (500, 400))
    print(path.cost, path.points)

Costs are whole units: STRAIGHT_COST for a step over plain ground. What fails raises OverlandError, whose
`result` and words are the library's. The manual of each call is in the headers, overland.h first."""

from . import _declarations as _c
from . import calls
from ._declarations import (DIAGONAL_COST, PLAIN_WEIGHT, STRAIGHT_COST, Cells, Corners, Formation, Keep, Labels, Layout,
                            Method, Overlays, Result, Smoothing, Topology, UnitHold, UnitState)
from ._errors import ClosedError, MapError, OverlandError
from ._hexagons import HexagonMask, hexagon_distance, hexagon_from, hexagon_mask, hexagon_to
from ._library import LibraryError
from ._map import Cell, Link, Map, Place, Profile
from ._planner import Path, PathLink, Planner, Route
from ._units import Move, UnitInfo, Units
from ._world import Blockers, Edit, Obstacle, World, WorldInfo

__version__ = ".".join(map(str, (_c.VERSION_MAJOR, _c.VERSION_MINOR, _c.VERSION_PATCH)))

__all__ = [
    "Blockers", "Cell", "Cells", "ClosedError", "Corners", "DIAGONAL_COST", "Edit", "Formation", "HexagonMask", "Keep",
    "Labels", "Layout", "LibraryError", "Link", "Map", "MapError", "Method", "Move", "Obstacle", "Overlays", "OverlandError",
    "PLAIN_WEIGHT", "Path", "PathLink", "Place", "Planner", "Profile", "Result", "Route", "STRAIGHT_COST",
    "Smoothing", "Topology", "UnitHold", "UnitInfo", "UnitState", "Units", "World", "WorldInfo", "calls",
    "hexagon_distance", "hexagon_from", "hexagon_mask", "hexagon_to",
]
