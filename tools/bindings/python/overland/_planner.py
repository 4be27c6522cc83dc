"""Planners: paths, routes that units walk while they are planned, costs and ranges."""

from __future__ import annotations

import ctypes
import threading
from dataclasses import dataclass
from typing import Any, Dict, Iterable, Iterator, List, NamedTuple, Optional, Tuple, Union

from . import _declarations as c
from ._declarations import GoalKind, Result, Smoothing
from ._errors import OverlandError, check, count, fill
from ._library import Handle, lib
from ._map import Cell, CellLike, cell_from, cell_of, cells_of
from ._world import InWorld, World

_NO = (Result.UNREACHABLE, Result.START_BLOCKED, Result.GOAL_BLOCKED)
_NEVER = (1 << 64) - 1


class PathLink(NamedTuple):
    """A leg of a path that is a link: from points[point - 1] to points[point]."""

    point: int
    link: int
    back: bool


@dataclass(frozen=True)
class Path:
    """A path by its turning points, start and end included. `cost` is in units (1120 for a straight
    step over plain ground), `length` in cells. `partial`: it ends before the
    goal (of find() alone: where a route ends, its `reason` and `goal` say)."""

    points: List[Cell]
    cost: int
    length: float
    straight_steps: int
    diagonal_steps: int
    partial: bool
    links: List[PathLink]

    def cells(self) -> List[Cell]:
        """Every cell of the path. One with Smoothing.ANY has lines instead: OverlandError."""
        legs = (c.ovl_path_link * len(self.links))(*(c.ovl_path_link(*each) for each in self.links))
        path = c.ovl_path(points=cells_of(self.points), capacity=len(self.points), count=len(self.points),
                          links=legs, link_capacity=len(legs), link_count=len(legs))
        needed, fault = c.c_size_t(), c.ovl_fault()
        found: Any = (c.ovl_cell * 0)()
        result = lib.ovl_path_cells(path, found, 0, needed, fault)
        if result == Result.MORE_ROOM:
            found = (c.ovl_cell * needed.value)()
            result = lib.ovl_path_cells(path, found, needed.value, needed, fault)
        check(result, fault)
        return [cell_from(each) for each in found]

    def __iter__(self) -> Iterator[Cell]:
        return iter(self.points)

    def __len__(self) -> int:
        return len(self.points)


class Buffers:
    """A path in memory that grows as paths need it."""

    def __init__(self) -> None:
        self.path = c.ovl_path()
        self.room(64, 4)

    def room(self, points: int, links: int) -> None:
        self.path.points, self.path.capacity = (c.ovl_cell * points)(), points
        self.path.links, self.path.link_capacity = (c.ovl_path_link * links)(), links

    def grow(self) -> None:
        self.room(max(self.path.capacity, self.path.count), max(self.path.link_capacity, self.path.link_count))

    def read(self) -> Path:
        path = self.path
        return Path([cell_from(path.points[i]) for i in range(path.count)], path.cost,
                    path.length / c.LENGTH_UNIT, path.straight_steps, path.diagonal_steps, path.partial,
                    [PathLink(each.point, each.link, each.back) for each in path.links[:path.link_count]])


class Planner(InWorld):
    """The working memory of queries. Give each thread its own; calls from several threads to one
    planner wait for each other. It serves all versions of its world: planner.world = world.edit(...).

    find() and route() take as goal a cell, or several, of which the cheapest is taken, and
      profile                    the mover's number or name
      smoothing                  Smoothing.NONE, GRID (few turns) or ANY (lines at any angle)
      nearest                    go as close as can be to a goal that can't be reached
      move_start, move_goal      replace a blocked end by the nearest open cell
      within                     any cell at most so many cells from the goal
      rect                       (width, height): any cell of the rectangle with the goal as its corner
      cost_limit                 units; a path that costs more ends there
      expansion_limit            cells and waypoints to search
      turn_cost                  units for each change of direction (find only)

    reaches() takes those that say what the goal is."""

    _closed_words = "the planner is closed"
    _needs = "a planner"

    def __init__(self, world: World):
        self.world = world
        self.reason = Result.OK  # of the last call: why the answer was no, or the path is partial
        pointer, fault = ctypes.POINTER(c.ovl_planner)(), c.ovl_fault()
        handle = world._open()
        request = c.ovl_planner_def(world=handle.pointer)
        check(lib.ovl_planner_create(request, pointer, fault), fault)
        super().__init__(Handle(pointer, lib.ovl_planner_destroy))
        self._lock = threading.Lock()
        self._buffers = Buffers()

    def _query(self, start: CellLike, goal: Any = (0, 0), profile: Union[int, str] = 0, nearest: bool = False,
               move_start: bool = False, move_goal: bool = False, within: Optional[int] = None,
               rect: Optional[Tuple[int, int]] = None, smoothing: Smoothing = Smoothing.GRID,
               cost_limit: int = 0, expansion_limit: int = 0, turn_cost: int = 0) -> Any:
        query, more = c.ovl_query(), c.ovl_query_more()
        query.start = cell_of(start)
        if smoothing not in (Smoothing.GRID, Smoothing.ANY, Smoothing.NONE):
            raise ValueError(f"smoothing is {smoothing!r}; it should be Smoothing.GRID, ANY or NONE")
        fill(query, profile=self.world.profile(profile), smoothing=smoothing, nearest=bool(nearest),
             move_start=bool(move_start), move_goal=bool(move_goal))
        fill(more, cost_limit=cost_limit, expansion_limit=expansion_limit, turn_cost=turn_cost)
        if _is_cell(goal):
            query.goal = cell_of(goal)
        else:
            goals = cells_of(goal)
            fill(more, goal_kind=GoalKind.SET, goal_count=len(goals))
            more.goal_cells = goals
        if within is not None and rect is not None:
            raise ValueError("within and rect are both given; a goal has one of them")
        if within is not None:
            fill(more, goal_kind=GoalKind.WITHIN, goal_radius=within)
        if rect is not None:
            fill(more, goal_kind=GoalKind.RECT, goal_w=rect[0], goal_h=rect[1])
        query.more = ctypes.pointer(more)
        return query

    def _checked(self, planner: Handle, result: int) -> None:
        """Sets the reason; raises what is no answer."""
        self.reason = Result(result)
        if result not in (Result.OK, Result.LIMITED, *_NO):
            raise OverlandError(result, lib.ovl_planner_fault(planner.pointer).contents)

    @property
    def goal_uncertain(self) -> bool:
        """Whether a limit ended the choice of the last call's goal: another of the goals may be nearer."""
        pointer = self._open().pointer
        with self._lock:
            return bool(lib.ovl_planner_stats(pointer).goal_uncertain)

    def find(self, start: CellLike, goal: Any, *, profile: Union[int, str] = 0, nearest: bool = False,
             move_start: bool = False, move_goal: bool = False, within: Optional[int] = None,
             rect: Optional[Tuple[int, int]] = None, smoothing: Smoothing = Smoothing.GRID,
             cost_limit: int = 0, expansion_limit: int = 0, turn_cost: int = 0) -> Optional[Path]:
        """The path, or None where there is none: `reason` says why. With limits or `nearest` it may be
        partial."""
        planner, world = self._open(), self.world._open()
        query = self._query(start, goal, profile, nearest, move_start, move_goal, within, rect, smoothing, cost_limit,
                            expansion_limit, turn_cost)
        with self._lock:
            path = self._buffers.path
            result = lib.ovl_find_path(planner.pointer, world.pointer, query, path)
            if result == Result.MORE_ROOM:
                self._buffers.grow()
                result = lib.ovl_find_path(planner.pointer, world.pointer, query, path)
            self._checked(planner, result)
            return self._buffers.read() if path.count else None

    def reaches(self, start: CellLike, goal: Any, *, profile: Union[int, str] = 0, nearest: bool = False,
                move_start: bool = False, move_goal: bool = False, within: Optional[int] = None,
                rect: Optional[Tuple[int, int]] = None) -> bool:
        """Whether the goal can be reached, in less than a microsecond of the library."""
        planner, world = self._open(), self.world._open()
        query = self._query(start, goal, profile, nearest, move_start, move_goal, within, rect)
        with self._lock:
            self._checked(planner, lib.ovl_reaches(planner.pointer, world.pointer, query))
            return self.reason == Result.OK

    def route(self, start: CellLike, goal: Any, *, profile: Union[int, str] = 0, nearest: bool = False,
              move_start: bool = False, move_goal: bool = False, within: Optional[int] = None,
              rect: Optional[Tuple[int, int]] = None, smoothing: Smoothing = Smoothing.GRID,
              cost_limit: int = 0, expansion_limit: int = 0) -> "Route":
        """The segments of a way, planned while a unit walks: for segment in planner.route(a, b)."""
        return Route(self, start, goal, (profile, nearest, move_start, move_goal, within, rect, smoothing,
                                         cost_limit, expansion_limit))

    def costs(self, start: CellLike, goals: Iterable[CellLike], *,
              profile: Union[int, str] = 0) -> List[Optional[int]]:
        """The costs from the start to many cells in units, by one search; None: it can't be reached."""
        cells = cells_of(goals)
        found = (c.c_uint64 * len(cells))()
        planner, world, query = self._open(), self.world._open(), self._query(start, profile=profile)
        with self._lock:
            result = lib.ovl_find_costs(planner.pointer, world.pointer, query, cells, len(cells), found)
            self._checked(planner, result)
        return [None if result != Result.OK or cost == _NEVER else cost for cost in found]

    def reach(self, start: CellLike, budget: int, *, profile: Union[int, str] = 0) -> Dict[Cell, int]:
        """The cells that can be reached for at most `budget` units, each with its cost."""
        needed, room = c.c_size_t(), 4096
        budget = count("budget", budget)
        planner, world, query = self._open(), self.world._open(), self._query(start, profile=profile)
        with self._lock:
            while True:
                found = (c.ovl_range_cell * room)()
                result = lib.ovl_find_range(planner.pointer, world.pointer, query, budget, found, room, needed)
                if result != Result.MORE_ROOM:
                    break
                room = needed.value
            self._checked(planner, result)
        reached = found[:needed.value] if result == Result.OK else []
        return {cell_from(each.cell): each.cost for each in reached}


class Route:
    """The way of a unit, segment by segment: each a Path from where the last one ended. `reason` is
    OK, or why there is no way, or why it ends before the goal. It goes on in planner.world, and begins
    anew by itself where an edit broke it. A segment in hand is not changed by an edit: a unit that is
    inside one checks each next cell (world.weight is 0: closed) and begins a new route there."""

    def __init__(self, planner: Planner, start: CellLike, goal: Any, settings: Tuple[Any, ...]):
        self.planner = planner
        self._goal, self._settings = goal, settings
        self._route = c.ovl_route()
        self._segment = Buffers()
        self._begin(start)

    def _begin(self, start: CellLike) -> None:
        planner, world = self.planner._open(), self.planner.world._open()
        query = self.planner._query(start, self._goal, *self._settings)
        with self.planner._lock:
            result = lib.ovl_route_begin(planner.pointer, world.pointer, query, self._route)
            self.planner._checked(planner, result)
            self.reason = self.planner.reason
        self._walks = result in (Result.OK, Result.LIMITED) or self._route.cost_to_go > 0

    @property
    def position(self) -> Cell:
        """Where the next segment begins."""
        return cell_from(self._route.position)

    @property
    def goal(self) -> Cell:
        """Where the route ends: the goal, or, if `reason` is not OK, the nearest cell or where a limit ended
        it. Where there is no way it is (0, 0, 0)."""
        return cell_from(self._route.goal)

    @property
    def cost_to_go(self) -> int:
        """The rest of the route costs no more than this many units."""
        return self._route.cost_to_go

    @property
    def done(self) -> bool:
        """There are no more segments: the last one was given, or there is no way (see `reason`)."""
        return not self._walks or bool(self._route.done)

    def __iter__(self) -> "Route":
        return self

    def __next__(self) -> Path:
        if self.done:
            raise StopIteration
        result = self._next()
        if result == Result.BEGIN_AGAIN:
            self._begin(self.position)
            if self.done:
                raise StopIteration
            result = self._next()
        if result != Result.OK:
            raise OverlandError(result, lib.ovl_planner_fault(self.planner._open().pointer).contents)
        return self._segment.read()

    def _next(self) -> int:
        planner, world = self.planner._open(), self.planner.world._open()
        route, path = self._route, self._segment.path
        with self.planner._lock:
            while True:
                result = lib.ovl_route_next(planner.pointer, world.pointer, route, route.position, path)
                if result != Result.MORE_ROOM:
                    return result
                self._segment.grow()


def _is_cell(goal: Any) -> bool:
    """A cell has numbers; a list of goals has cells."""
    try:
        return not hasattr(goal[0], "__len__")
    except (TypeError, IndexError, KeyError):
        return False
