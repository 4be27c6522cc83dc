"""Planners: paths, routes that units walk while they are planned, costs and ranges."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from typing import Any, Dict, Iterable, Iterator, List, Optional, Tuple, Union

from . import _declarations as c
from . import calls
from ._calls import Record, tried
from ._declarations import Result, Smoothing
from ._errors import OverlandError
from ._map import Cell, CellLike, cell_from
from ._world import InWorld, World

_NEVER = (1 << 64) - 1


@dataclass(frozen=True)
class Path:
    """A path by its turning points, start and end included. `cost` is in units (1120 for a straight
    step over plain ground), `length` in cells. `partial`: it ends before the
    goal (of find_path() alone: where a route ends, its `result` and `goal` say). `links` are the legs that are links:
    each `link` leads from points[point - 1] to points[point], `back` from its end to its start."""

    points: List[Cell]
    cost: int
    length: float
    straight_steps: int
    diagonal_steps: int
    partial: bool
    links: List[Record]
    _found: Record = field(repr=False, compare=False)

    def cells(self) -> List[Cell]:
        """Every cell of the path. One with Smoothing.ANY has lines instead: OverlandError."""
        found: List[Cell] = calls.path_cells(self._found)
        return found

    def __iter__(self) -> Iterator[Cell]:
        return iter(self.points)

    def __len__(self) -> int:
        return len(self.points)


def _path_of(found: Record) -> Path:
    return Path(found.points, found.cost, found.length / c.LENGTH_UNIT, found.straight_steps, found.diagonal_steps,
                found.partial, found.links, found)


class Planner(InWorld):
    """The working memory of queries. Give each thread its own; calls from several threads to one
    planner wait for each other. It serves all versions of its world: planner.world = world.apply(...).

    find_path() and route() take as goal a cell, or several, of which the cheapest is taken, and
      profile                    the mover's number or name
      smoothing                  Smoothing.NONE, GRID (few turns) or ANY (lines at any angle)
      nearest                    go as close as can be to a goal that can't be reached
      move_start, move_goal      replace a blocked end by the nearest open cell
      within                     any cell at most so many cells from the goal
      rect                       (width, height): any cell of the rectangle with the goal as its corner
      cost_limit                 units; a path that costs more ends there
      expansion_limit            cells and waypoints to search
      turn_cost                  units for each change of direction (find_path only)

    reaches() takes those that say what the goal is."""

    _closed_words = "the planner is closed"
    _needs = "a planner"

    def __init__(self, world: World):
        self.world = world
        self.result = Result.OK  # of the last call: why the answer was no, or the path is partial
        super().__init__(calls.planner_create({"world": world})._open())
        self._lock = threading.RLock()

    @property
    def reason(self) -> str:
        """The result in the library's words; "" if it is OK."""
        return "" if self.result == Result.OK else str(calls.result_text(self.result))

    def _query(self, start: CellLike, goal: Any = (0, 0), profile: Union[int, str] = 0, nearest: bool = False,
               move_start: bool = False, move_goal: bool = False, within: Optional[int] = None,
               rect: Optional[Tuple[int, int]] = None, smoothing: Union[Smoothing, str] = Smoothing.GRID,
               cost_limit: int = 0, expansion_limit: int = 0, turn_cost: int = 0) -> Dict[str, Any]:
        limits = {"cost_limit": cost_limit, "expansion_limit": expansion_limit, "turn_cost": turn_cost}
        more: Dict[str, Any] = {name: value for name, value in limits.items() if value}
        if not _is_cell(goal):
            more.update(goal_kind="set", goal_cells=list(goal))
        if within is not None and rect is not None:
            raise ValueError("within and rect are both given; a goal has one of them")
        if within is not None:
            more.update(goal_kind="within", goal_radius=within)
        if rect is not None:
            more.update(goal_kind="rect", goal_w=rect[0], goal_h=rect[1])
        return {"start": start, "goal": goal if _is_cell(goal) else (0, 0), "profile": self.world.find_profile(profile),
                "smoothing": smoothing, "nearest": nearest, "move_start": move_start, "move_goal": move_goal,
                "more": more or None}

    def _tried(self, name: str, *given: Any) -> Any:
        """What a call filled in; sets the result."""
        self._open()
        with self._lock:
            self.result, found = tried(f"ovl_{name}", self, self.world, *given)
            return found

    def stats(self) -> Record:
        """Statistics of the last call. `goal_uncertain`: a limit ended the choice of its goal: another one of the goals
        may be nearer."""
        found: Record = calls.planner_stats(self)
        return found

    def find_path(self, start: CellLike, goal: Any, *, profile: Union[int, str] = 0, nearest: bool = False,
                  move_start: bool = False, move_goal: bool = False, within: Optional[int] = None,
                  rect: Optional[Tuple[int, int]] = None, smoothing: Union[Smoothing, str] = Smoothing.GRID,
                  cost_limit: int = 0, expansion_limit: int = 0, turn_cost: int = 0) -> Optional[Path]:
        """The path, or None where there is none: `result` says why. With limits or `nearest` it may be
        partial."""
        found = self._tried("find_path", self._query(start, goal, profile, nearest, move_start, move_goal, within, rect,
                                                     smoothing, cost_limit, expansion_limit, turn_cost))
        return _path_of(found) if found.points else None

    def reaches(self, start: CellLike, goal: Any, *, profile: Union[int, str] = 0, nearest: bool = False,
                move_start: bool = False, move_goal: bool = False, within: Optional[int] = None,
                rect: Optional[Tuple[int, int]] = None) -> bool:
        """Whether the goal can be reached, in less than a microsecond of the library."""
        query = self._query(start, goal, profile, nearest, move_start, move_goal, within, rect)
        with self._lock:
            self._tried("reaches", query)
            return self.result == Result.OK

    def route(self, start: CellLike, goal: Any, *, profile: Union[int, str] = 0, nearest: bool = False,
              move_start: bool = False, move_goal: bool = False, within: Optional[int] = None,
              rect: Optional[Tuple[int, int]] = None, smoothing: Union[Smoothing, str] = Smoothing.GRID,
              cost_limit: int = 0, expansion_limit: int = 0) -> "Route":
        """The segments of a way, planned while a unit walks: for segment in planner.route(a, b)."""
        return Route(self, start, goal, (profile, nearest, move_start, move_goal, within, rect, smoothing,
                                         cost_limit, expansion_limit))

    def find_costs(self, start: CellLike, goals: Iterable[CellLike], *,
                   profile: Union[int, str] = 0) -> List[Optional[int]]:
        """The costs from the start to many cells in units, by one search; None: it can't be reached."""
        with self._lock:
            found = self._tried("find_costs", self._query(start, profile=profile), goals)
            return [None if self.result != Result.OK or cost == _NEVER else cost for cost in found]

    def find_range(self, start: CellLike, budget: int, *, profile: Union[int, str] = 0) -> Dict[Cell, int]:
        """The cells that can be reached for at most `budget` units, each with its cost."""
        with self._lock:
            found = self._tried("find_range", self._query(start, profile=profile), budget)
            return {each.cell: each.cost for each in found} if self.result == Result.OK else {}


class Route:
    """The way of a unit, segment by segment: each a Path from where the last one ended. `result` is
    OK, or why there is no way, or why it ends before the goal. It goes on in planner.world, and begins
    anew by itself where an edit broke it. A segment in hand is not changed by an edit: a unit that is
    inside one checks each next cell (world.weight is 0: closed) and begins a new route there."""

    def __init__(self, planner: Planner, start: CellLike, goal: Any, settings: Tuple[Any, ...]):
        self.planner = planner
        self._goal, self._settings = goal, settings
        self._route = calls.route()
        self._begin(start)

    def _begin(self, start: CellLike) -> None:
        planner = self.planner
        with planner._lock:
            planner._tried("route_begin", planner._query(start, self._goal, *self._settings), self._route)
            self.result = planner.result
        self._walks = self.result in (Result.OK, Result.LIMITED) or self.cost_to_go > 0

    @property
    def position(self) -> Cell:
        """Where the next segment begins."""
        return cell_from(self._route.memory.position)

    @property
    def goal(self) -> Cell:
        """Where the route ends: the goal, or, if `result` is not OK, the nearest cell or where a limit ended
        it. Where there is no way it is (0, 0, 0)."""
        return cell_from(self._route.memory.goal)

    @property
    def cost_to_go(self) -> int:
        """The rest of the route costs no more than this many units."""
        return int(self._route.memory.cost_to_go)

    @property
    def done(self) -> bool:
        """There are no more segments: the last one was given, or there is no way (see `result`)."""
        return not self._walks or bool(self._route.memory.done)

    def __iter__(self) -> "Route":
        return self

    def __next__(self) -> Path:
        if self.done:
            raise StopIteration
        result, found = self._next()
        if result == Result.BEGIN_AGAIN:
            self._begin(self.position)
            if self.done:
                raise StopIteration
            result, found = self._next()
        if result != Result.OK:
            raise OverlandError(result, calls.planner_fault(self.planner))
        return _path_of(found)

    def _next(self) -> Tuple[Result, Any]:
        planner = self.planner
        return tried("ovl_route_next", planner, planner.world, self._route, self.position)


def _is_cell(goal: Any) -> bool:
    """A cell has numbers; a list of goals has cells."""
    try:
        return not hasattr(goal[0], "__len__")
    except (TypeError, IndexError, KeyError):
        return False
