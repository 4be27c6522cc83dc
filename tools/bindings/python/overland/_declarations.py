"""The interface of the library for ctypes.

Written by tools/api/python_declarations.py from overland_api.json; not to be edited."""

from __future__ import annotations

import ctypes
from ctypes import CFUNCTYPE, POINTER, c_void_p, c_bool, c_char, c_char_p, c_int, c_size_t
from ctypes import c_int32, c_uint8, c_uint16, c_uint32, c_uint64
from enum import Enum, IntEnum
from typing import Any, Dict, Tuple


class Named(IntEnum):
    """Printed by its name, in all versions of Python: Result.UNREACHABLE."""

    __str__ = Enum.__str__


STRAIGHT_COST = 1120
DIAGONAL_COST = 1584
PLAIN_WEIGHT = 8
LENGTH_UNIT = 1024
VERSION_MAJOR = 0
VERSION_MINOR = 1
VERSION_PATCH = 0
ABI = 3501608203
MAX_SIDE_CELLS = 65536
MIN_REGION_CELLS = 8
MAX_REGION_CELLS = 128
MAX_PROFILES = 32
MAX_FLOORS = 64
MAX_LABEL_WAYPOINTS = 131072
MAX_CELLS_WITH_LABELS = 16777216
STEP_BLOCKED = 4294967295
NO_LABELS = -1
MAX_GOALS = 65536
MAX_BODY_CELLS = 16
NAME_BYTES = 32
LEVEL = -1
PUBLISHER_MAX_VERSIONS = 64
QUEUE_PRIORITIES = 8
QUEUE_MAX_LANES = 64
QUEUE_REQUEST_COST = 32
NO_UNIT = 0
MAX_UNITS = 65536


class Result(Named):
    OK = 0
    UNREACHABLE = 1  # no path joins start and goal
    START_BLOCKED = 2  # the profile can't stand on the start
    GOAL_BLOCKED = 3  # the profile can't stand on the goal
    LIMITED = 4  # a limit of the query was reached: the path leads part of the way
    START_OUTSIDE = 5  # the start is not a cell of the world
    GOAL_OUTSIDE = 6  # the goal is not a cell of the world
    BAD_ARGUMENT = 7  # an argument is out of range: see ovl_fault and ovl_planner_fault
    MORE_ROOM = 8  # the caller's buffer is too small; a count says how large it must be
    PLANNER_TOO_SMALL = 9  # the planner does not have enough memory for this search, or the cache of a world for this call (overland_stream.h)
    OTHER_WORLD = 10  # a route, flow or patch belongs to another world
    OFF_ROUTE = 11  # the unit is not at the cell where its route continues
    NEEDS_RULE = 12  # the world was baked with a step rule, which must be passed again
    STOPPED = 13  # the progress callback stopped the work
    BEGIN_AGAIN = 14  # the route can't be continued: begin a new one from the unit's cell
    BUSY = 15  # the planner has a task, or a queue or publisher is full
    OTHER_PART = 16  # a part belongs to another map or bake, or is given twice
    MISSING_PART = 17  # some rows of the map are not in any part
    NO_MEMORY = 18  # the allocator returned NULL
    WRITE_FAILED = 19  # the caller's write callback failed
    READ_FAILED = 20  # the caller's read callback failed
    NOT_A_WORLD = 21  # they do not begin with the signature of a world file
    OTHER_VERSION = 22  # this library can't read this version of the file format
    WRONG_LENGTH = 23  # the file is shorter or longer than its header says
    WRONG_CHECKSUM = 24  # bytes were changed
    CORRUPT = 25  # a value is impossible though the checksums are right: the file was forged. Also found by a query, where only its search meets the value
    MISALIGNED = 26  # the address of the bytes is not a multiple of 8
    INTERNAL = 27  # the library contradicts itself: please report it


class Corners(Named):
    STRICT = 0  # both cells beside the step must be open: no corner is cut
    ONE = 1  # at least one of them must be open
    FREE = 2  # all diagonal steps are legal
    NONE = 3  # no diagonal step is legal


class Overlays(Named):
    AUTO = 0  # overlays, and labels if the floors have at most OVL_MAX_CELLS_WITH_LABELS cells
    ALWAYS = 1  # overlays alone


class Method(Named):
    NONE = 0  # no coarse search was needed
    LABELS = 1  # labels give exact costs between any two waypoints [hub labels], so routes are read without a search
    OVERLAYS = 2  # costs across clusters (squares of regions), level by level [CRP], joined by sums; a query expands waypoints only between regions near each other


class Smoothing(Named):
    GRID = 0  # straight and diagonal moves with few turns
    ANY = 1  # lines at any angle
    NONE = 2  # none: the path runs through waypoints, and is often 1 percent longer


class RouteKind(Named):
    DIRECT = 0  # none: start and goal are close together
    LABELS = 1
    OVERLAYS = 2  # a few waypoints at a time are planned ahead of the unit


class GoalKind(Named):
    CELL = 0  # the cell `goal`
    RECT = 1  # any of goal_w x goal_h cells, of which `goal` is the upper left
    WITHIN = 2  # any cell at most goal_radius cells from `goal`, by straight distance
    SET = 3  # any of goal_cells


class Labels(Named):
    HELD = 0
    NOT_ASKED = 1  # OVL_NO_LABELS, as given or as ovl_bake_choose set it
    NO_WAYPOINTS = 2  # the world has no waypoints
    TOO_LARGE = 3  # they need more than label_bytes_per_cell
    TOO_LONG = 4  # a cost does not fit in 31 bits
    TOO_MANY = 5  # more than OVL_MAX_LABEL_WAYPOINTS waypoints, or floors with too many rows in all
    DIRECTED = 6
    STALE = 7  # the world has been edited and not refreshed since
    OVERLAYS = 8  # the world was baked with overlays instead


class Cells(Named):
    TERRAIN = 0
    HEIGHT = 1  # units of height
    WEIGHT = 2  # as ovl_world_weight
    EXTRA = 3  # the part of the weight that is extra cost, eighths; 0 where it is 0
    ISLAND = 4  # as ovl_world_island


class TraceKind(Named):
    SOURCE = 0  # a search begins from this node; `g` is what it begins with. The first source of a search has a new search number
    GENERATE = 1  # a node was reached for the first time: it is open now, unless the search needs no more than its cost. With jump points these are jump points, and goals that a scan passes
    IMPROVE = 2  # a node was reached for less, from another parent; an expanded one is open again. Reaching it at equal cost is no event
    EXPAND = 3  # a node was taken from the open list. With jump points and where weights differ it may be taken again at the same cost, in more directions
    CLOSE = 4  # all successors of the node that was expanded last have been generated
    GOAL = 5  # a goal of the search is settled: `g` is its cost. In the coarse tiers `node` is the waypoint next to the goal, and `g` is the cost of the whole route
    LABEL = 6  # a label was read: the label of the waypoint `node`; `parent` is the first cell of its hub, `g` the cost between them
    ATTACH = 7  # an end of the query (`parent`) was attached to a waypoint of its region (`node`) at cost `g`; if in plain sight, without a search
    ROUTE = 8  # a waypoint of the chosen route, in order from the start; `g` is the cost to go, 0 if unknown. With overlays, beyond the planned part only those at borders of clusters
    WINDOW = 9  # a window of cells was opened: node[0] is its upper left cell, node[1] its lower right one, as far as it lies on the floor of `parent`, a cell from which it is searched. It comes before the first source of its search
    SEGMENT = 10  # a segment was taken: from `parent` to `node`, of cost `g`. Each begins where the one before ends
    STRING = 11  # the string was tightened: from turning point `parent` straight to `node`, of cost `g` on the grid. These are the runs of a smoothed path, in order from the start, without its links
    STAGE = 12  # a stage of the query begins, whose name is `stage`; it has no nodes


class Tier(Named):
    FINE = 0
    COARSE = 1  # waypoints
    OVERLAY = 2  # waypoints at the borders of clusters, a node for each of their two sides


class EditKind(Named):
    TERRAIN = 0  # the terrain of cells, 0 to 255
    WEIGHT = 1  # the weight of cells for a profile, in eighths, from the weight of their terrain to 255; the difference becomes their extra cost
    EXTRA = 2  # the extra cost of cells for a profile, in eighths; at most 255 together with the weight
    HEIGHT = 3  # the height of cells, units of height, 0 to 65535
    LINK = 4  # a link: 1 opens it, 0 closes it


class Keep(Named):
    FIRST = 0  # that of the version that is rebased
    DIFFERENCE = 1  # that of the difference


class UnitState(Named):
    IDLE = 0  # it has no goal
    PLANNING = 1  # its route has not been planned yet, or is being planned again
    WALKING = 2  # it made a step in the last tick, or will make one
    WAITING = 3  # another unit is in its way
    ARRIVED = 4  # it stands on its goal
    BESIDE = 5  # a unit that arrived stands on its goal, and it stands next to that unit or to another one in this state
    STUCK = 6  # it has not come closer to its goal for 512 ticks; it keeps trying
    UNREACHABLE = 7  # no path exists, or the goal is blocked; checked again when the world changes


class UnitRequest(Named):
    NONE = 0
    DETOUR = 1  # a way around units that stand before it
    SEGMENT = 2  # the next segment of its route
    ROUTE = 3  # a route


class ovl_cell(ctypes.Structure):
    x: int
    y: int
    floor: int


class ovl_fault(ctypes.Structure):
    what: Any
    where: int
    found: int
    expected: int


class ovl_allocator(ctypes.Structure):
    allocate: Any
    release: Any
    user: Any


class ovl_jobs(ctypes.Structure):
    workers: int
    run: Any
    user: Any


class ovl_world(ctypes.Structure):
    pass


class ovl_bake_more(ctypes.Structure):
    floors: Any
    floor_count: int
    profiles: Any
    profile_count: int
    links: Any
    link_count: int
    blocked_links: bool
    step_rule: Any
    step_rule_user: Any
    step_rule_profiles: int
    survey: Any


class ovl_bake_tuning(ctypes.Structure):
    region_cells: int
    spacing_cells: int
    label_bytes_per_cell: int
    overlays: int


class ovl_bake_def(ctypes.Structure):
    width: int
    height: int
    terrain: Any
    row_bytes: int
    weights: Any
    corners: int
    more: Any
    tuning: Any
    allocator: Any
    jobs: Any
    progress: Any
    progress_user: Any


class ovl_planner(ctypes.Structure):
    pass


class ovl_planner_def(ctypes.Structure):
    world: Any
    max_bytes: int
    block: Any
    block_bytes: int
    turn_costs: bool
    spare_percent: int
    allocator: Any


class ovl_stats(ctypes.Structure):
    coarse_expanded: int
    fine_expanded: int
    windows: int
    bytes_needed: int
    method: int


class ovl_query(ctypes.Structure):
    start: Any
    goal: Any
    profile: int
    smoothing: int
    move_start: bool
    move_goal: bool
    nearest: bool
    more: Any


class ovl_path_link(ctypes.Structure):
    point: int
    link: int
    back: bool


class ovl_path(ctypes.Structure):
    points: Any
    capacity: int
    count: int
    links: Any
    link_capacity: int
    link_count: int
    cost: int
    straight_steps: int
    diagonal_steps: int
    partial: bool
    length: int


class ovl_route(ctypes.Structure):
    goal: Any
    position: Any
    cost_to_go: int
    world: int
    state: Any
    kind: int
    profile: int
    smoothing: int
    done: int


class ovl_query_more(ctypes.Structure):
    goal_kind: int
    goal_w: int
    goal_h: int
    goal_radius: int
    goal_cells: Any
    goal_count: int
    cost_limit: int
    expansion_limit: int
    turn_cost: int
    trace: Any
    trace_user: Any


class ovl_range_cell(ctypes.Structure):
    cell: Any
    cost: int


class ovl_save_def(ctypes.Structure):
    write: Any
    write_user: Any
    progress: Any
    progress_user: Any


class ovl_partition_info(ctypes.Structure):
    region_cells: int
    regions_x: int
    regions_y: int
    spacing_cells: int
    overlay_levels: int
    label_bytes_per_cell: int
    overlays: int


class ovl_graph_info(ctypes.Structure):
    waypoints: int
    edges: int
    labels: int
    method: int


class ovl_world_info(ctypes.Structure):
    width: int
    height: int
    floors: int
    profiles: int
    links: int
    corners: int
    weights: Any
    open_cells: int
    islands: int
    file_bytes: int
    fingerprint: int
    map_fingerprint: int
    partition: Any
    graph: Any


class ovl_profile_def(ctypes.Structure):
    name: Any
    weights: Any
    corners: int
    body_cells: int
    max_climb: int
    max_drop: int
    climb_cost: int
    drop_cost: int


class ovl_floor_def(ctypes.Structure):
    width: int
    height: int
    terrain: Any
    row_bytes: int
    heights: Any
    extra: Any
    graph: bool


class ovl_link_def(ctypes.Structure):
    from_: Any
    to: Any
    cost: int
    cost_back: int
    profiles: int
    closed: bool


class ovl_step(ctypes.Structure):
    from_: Any
    direction: int
    profile: int
    cost: int


class ovl_bake_figures(ctypes.Structure):
    file_bytes: int
    bake_us: int
    first_step_ns: int


class ovl_survey(ctypes.Structure):
    pass


class ovl_part_rows(ctypes.Structure):
    first_band: int
    bands: int
    first_row: int
    row_count: int


class ovl_part_def(ctypes.Structure):
    bake: Any
    index: int
    count: int
    map_identity: int
    from_: Any
    write: Any
    write_user: Any


class ovl_merge_def(ctypes.Structure):
    part_count: int
    read: Any
    read_user: Any
    write: Any
    write_user: Any
    allocator: Any
    jobs: Any
    progress: Any
    progress_user: Any


class ovl_open_def(ctypes.Structure):
    bytes: Any
    byte_count: int
    read: Any
    read_user: Any
    check_all: bool
    resident_bytes: int
    allocator: Any
    progress: Any
    progress_user: Any


class ovl_byte_range(ctypes.Structure):
    offset: int
    byte_count: int


class ovl_ranges_def(ctypes.Structure):
    profile: int
    corner: Any
    w: int
    h: int
    route: Any


class ovl_residence(ctypes.Structure):
    resident_bytes: int
    fetched_bytes: int
    fetches: int


class ovl_profile_info(ctypes.Structure):
    def_: Any
    directed: bool
    uses_step_rule: bool
    plain: bool
    open_cells: int
    islands: int
    bytes: int
    graph: Any


class ovl_floor_info(ctypes.Structure):
    width: int
    height: int
    region_row: int
    graph: bool
    heights: bool


class ovl_world_bytes(ctypes.Structure):
    file: int
    header: int
    cells: int
    waypoints: int
    costs: int
    islands: int
    labels: int
    overlays: int
    links: int
    profiles: int
    other: int
    shared: int


class ovl_region_info(ctypes.Structure):
    corner: Any
    w: int
    h: int
    open_cells: int
    components: int
    waypoints: int
    costs: int
    bytes: Any


class ovl_component(ctypes.Structure):
    cell: Any
    island: int
    cells: int


class ovl_cluster_info(ctypes.Structure):
    side_regions: int
    ports: int
    components: int
    bytes: int


class ovl_waypoint(ctypes.Structure):
    first: Any
    second: Any
    region: int
    number: int


class ovl_edge(ctypes.Structure):
    from_: Any
    to: Any
    through: int
    cost: int


class ovl_blockers(ctypes.Structure):
    pass


class ovl_obstacle(ctypes.Structure):
    cell: Any
    terrain: int


class ovl_trace_event(ctypes.Structure):
    kind: int
    tier: int
    search: int
    node: Any
    parent: Any
    g: int
    h: int
    f: int
    stage: Any


class ovl_edit(ctypes.Structure):
    kind: int
    cell: Any
    w: int
    h: int
    profile: int
    link: int
    value: int
    stamp: Any
    mask: Any


class ovl_apply_def(ctypes.Structure):
    step_rule: Any
    step_rule_user: Any
    jobs: Any
    keep: int
    progress: Any
    progress_user: Any


class ovl_version_info(ctypes.Structure):
    version: int
    identity: int
    rebuilt_regions: int
    bytes: int
    refreshed: bool


class ovl_what_if(ctypes.Structure):
    edits: Any
    edit_count: int
    version: Any
    profile: int
    home: Any
    units: Any
    unit_count: int


class ovl_refresh(ctypes.Structure):
    pass


class ovl_publisher(ctypes.Structure):
    pass


class ovl_queue(ctypes.Structure):
    pass


class ovl_queue_def(ctypes.Structure):
    world: Any
    planner_bytes: int
    capacity: int
    lanes: int
    allocator: Any


class ovl_request(ctypes.Structure):
    query: Any
    route: Any
    priority: int
    user: int


class ovl_answer(ctypes.Structure):
    ticket: int
    user: int
    result: int
    fault: Any
    stats: Any


class ovl_queue_state(ctypes.Structure):
    waiting: int
    in_flight: int
    answered: int


class ovl_governor(ctypes.Structure):
    clock: Any
    user: Any
    min_budget: int
    max_budget: int
    cost: int
    began: int


class ovl_batch_item(ctypes.Structure):
    query: Any
    path: Any
    route: Any
    result: int
    fault: Any


class ovl_flow(ctypes.Structure):
    pass


class ovl_flow_def(ctypes.Structure):
    world: Any
    max_bytes: int
    max_goals: int
    block: Any
    block_bytes: int
    allocator: Any


class ovl_flow_step(ctypes.Structure):
    next: Any
    cost_to_go: int
    link: int
    back: bool


class ovl_flow_work(ctypes.Structure):
    coarse_expanded: int
    fine_expanded: int
    tiles_made: int
    tiles_dropped: int
    tiles_kept: int


class ovl_units(ctypes.Structure):
    pass


class ovl_units_def(ctypes.Structure):
    world: Any
    capacity: int
    lanes: int
    flows: int
    flow_bytes: int
    allocator: Any


class ovl_unit_def(ctypes.Structure):
    cell: Any
    profile: int
    side: int
    priority: int


class ovl_unit_info(ctypes.Structure):
    cell: Any
    from_: Any
    next: Any
    goal: Any
    state: int
    result: int
    profile: int
    side: int
    priority: int
    waited: int


class ovl_unit_detail(ctypes.Structure):
    waits_for: int
    lets_past: int
    request: int
    flow: int
    steps: int
    claimed: int
    blocked: int
    delay: int
    in_corridor: bool
    returning: bool


class ovl_unit_move(ctypes.Structure):
    unit: int
    from_: Any
    to: Any


class ovl_units_stats(ctypes.Structure):
    ticks: int
    moves: int
    waits: int
    pushes: int
    exchanges: int
    detours: int
    replans: int
    routes: int
    segments: int
    flows: int
    expansions: int
    tick_expansions: int
    units: int
    unplanned: int


class ovl_local_goal(ctypes.Structure):
    cell: Any
    cost: int


class ovl_local_query(ctypes.Structure):
    start: Any
    profile: int
    radius_cells: int
    goals: Any
    goal_count: int
    toll: Any
    user: Any
    expansion_limit: int


ovl_write_fn = CFUNCTYPE(c_bool, c_void_p, c_void_p, c_size_t)
ovl_progress_fn = CFUNCTYPE(c_bool, c_void_p, c_uint64, c_uint64)
ovl_step_rule_fn = CFUNCTYPE(c_uint32, c_void_p, POINTER(ovl_step))
ovl_trace_fn = CFUNCTYPE(c_bool, c_void_p, POINTER(ovl_trace_event))
ovl_read_rows_fn = CFUNCTYPE(c_bool, c_void_p, c_int32, c_int32, POINTER(c_uint8))
ovl_read_cells_fn = CFUNCTYPE(c_bool, c_void_p, c_int32, c_int32, POINTER(c_uint8), POINTER(c_uint16))
ovl_read_part_fn = CFUNCTYPE(c_bool, c_void_p, c_int32, c_uint64, c_void_p, c_size_t)
ovl_write_at_fn = CFUNCTYPE(c_bool, c_void_p, c_uint64, c_void_p, c_size_t)
ovl_read_fn = CFUNCTYPE(c_bool, c_void_p, c_uint64, c_void_p, c_size_t)
ovl_clock_fn = CFUNCTYPE(c_uint64, c_void_p)
ovl_toll_fn = CFUNCTYPE(c_uint32, c_void_p, POINTER(ovl_cell))
ovl_cell._fields_ = [
    ("x", c_int32),
    ("y", c_int32),
    ("floor", c_int32),
]
ovl_fault._fields_ = [
    ("what", c_char_p),
    ("where", c_uint64),
    ("found", c_uint64),
    ("expected", c_uint64),
]
ovl_allocator._fields_ = [
    ("allocate", CFUNCTYPE(c_void_p, c_void_p, c_size_t)),
    ("release", CFUNCTYPE(None, c_void_p, c_void_p, c_size_t)),
    ("user", c_void_p),
]
ovl_jobs._fields_ = [
    ("workers", c_int32),
    ("run", CFUNCTYPE(None, c_void_p, c_int32, CFUNCTYPE(None, c_void_p, c_int32, c_int32), c_void_p)),
    ("user", c_void_p),
]
ovl_bake_more._fields_ = [
    ("floors", POINTER(ovl_floor_def)),
    ("floor_count", c_int32),
    ("profiles", POINTER(ovl_profile_def)),
    ("profile_count", c_int32),
    ("links", POINTER(ovl_link_def)),
    ("link_count", c_int32),
    ("blocked_links", c_bool),
    ("step_rule", ovl_step_rule_fn),
    ("step_rule_user", c_void_p),
    ("step_rule_profiles", c_uint32),
    ("survey", POINTER(ovl_survey)),
]
ovl_bake_tuning._fields_ = [
    ("region_cells", c_int32),
    ("spacing_cells", c_int32),
    ("label_bytes_per_cell", c_int32),
    ("overlays", c_int),
]
ovl_bake_def._fields_ = [
    ("width", c_int32),
    ("height", c_int32),
    ("terrain", POINTER(c_uint8)),
    ("row_bytes", c_size_t),
    ("weights", c_uint8 * 256),
    ("corners", c_int),
    ("more", ovl_bake_more),
    ("tuning", ovl_bake_tuning),
    ("allocator", ovl_allocator),
    ("jobs", POINTER(ovl_jobs)),
    ("progress", ovl_progress_fn),
    ("progress_user", c_void_p),
]
ovl_planner_def._fields_ = [
    ("world", POINTER(ovl_world)),
    ("max_bytes", c_size_t),
    ("block", c_void_p),
    ("block_bytes", c_size_t),
    ("turn_costs", c_bool),
    ("spare_percent", c_int32),
    ("allocator", ovl_allocator),
]
ovl_stats._fields_ = [
    ("coarse_expanded", c_uint64),
    ("fine_expanded", c_uint64),
    ("windows", c_uint64),
    ("bytes_needed", c_uint64),
    ("method", c_int),
]
ovl_query._fields_ = [
    ("start", ovl_cell),
    ("goal", ovl_cell),
    ("profile", c_int32),
    ("smoothing", c_int),
    ("move_start", c_bool),
    ("move_goal", c_bool),
    ("nearest", c_bool),
    ("more", POINTER(ovl_query_more)),
]
ovl_path_link._fields_ = [
    ("point", c_size_t),
    ("link", c_uint32),
    ("back", c_bool),
]
ovl_path._fields_ = [
    ("points", POINTER(ovl_cell)),
    ("capacity", c_size_t),
    ("count", c_size_t),
    ("links", POINTER(ovl_path_link)),
    ("link_capacity", c_size_t),
    ("link_count", c_size_t),
    ("cost", c_uint64),
    ("straight_steps", c_uint64),
    ("diagonal_steps", c_uint64),
    ("partial", c_bool),
    ("length", c_uint64),
]
ovl_route._fields_ = [
    ("goal", ovl_cell),
    ("position", ovl_cell),
    ("cost_to_go", c_uint64),
    ("world", c_uint64),
    ("state", c_uint32 * 5),
    ("kind", c_uint8),
    ("profile", c_uint8),
    ("smoothing", c_uint8),
    ("done", c_uint8),
]
ovl_query_more._fields_ = [
    ("goal_kind", c_int),
    ("goal_w", c_int32),
    ("goal_h", c_int32),
    ("goal_radius", c_int32),
    ("goal_cells", POINTER(ovl_cell)),
    ("goal_count", c_size_t),
    ("cost_limit", c_uint64),
    ("expansion_limit", c_uint64),
    ("turn_cost", c_uint32),
    ("trace", ovl_trace_fn),
    ("trace_user", c_void_p),
]
ovl_range_cell._fields_ = [
    ("cell", ovl_cell),
    ("cost", c_uint64),
]
ovl_save_def._fields_ = [
    ("write", ovl_write_fn),
    ("write_user", c_void_p),
    ("progress", ovl_progress_fn),
    ("progress_user", c_void_p),
]
ovl_partition_info._fields_ = [
    ("region_cells", c_int32),
    ("regions_x", c_int32),
    ("regions_y", c_int32),
    ("spacing_cells", c_int32),
    ("overlay_levels", c_int32),
    ("label_bytes_per_cell", c_int32),
    ("overlays", c_int),
]
ovl_graph_info._fields_ = [
    ("waypoints", c_uint64),
    ("edges", c_uint64),
    ("labels", c_int),
    ("method", c_int),
]
ovl_world_info._fields_ = [
    ("width", c_int32),
    ("height", c_int32),
    ("floors", c_int32),
    ("profiles", c_int32),
    ("links", c_uint32),
    ("corners", c_int),
    ("weights", c_uint8 * 256),
    ("open_cells", c_uint64),
    ("islands", c_uint64),
    ("file_bytes", c_uint64),
    ("fingerprint", c_uint64),
    ("map_fingerprint", c_uint64),
    ("partition", ovl_partition_info),
    ("graph", ovl_graph_info),
]
ovl_profile_def._fields_ = [
    ("name", c_char * 32),
    ("weights", c_uint8 * 256),
    ("corners", c_int),
    ("body_cells", c_int32),
    ("max_climb", c_int32),
    ("max_drop", c_int32),
    ("climb_cost", c_uint32),
    ("drop_cost", c_uint32),
]
ovl_floor_def._fields_ = [
    ("width", c_int32),
    ("height", c_int32),
    ("terrain", POINTER(c_uint8)),
    ("row_bytes", c_size_t),
    ("heights", POINTER(c_uint16)),
    ("extra", POINTER(POINTER(c_uint8))),
    ("graph", c_bool),
]
ovl_link_def._fields_ = [
    ("from_", ovl_cell),
    ("to", ovl_cell),
    ("cost", c_uint32),
    ("cost_back", c_uint32),
    ("profiles", c_uint32),
    ("closed", c_bool),
]
ovl_step._fields_ = [
    ("from_", ovl_cell),
    ("direction", c_int32),
    ("profile", c_int32),
    ("cost", c_uint32),
]
ovl_bake_figures._fields_ = [
    ("file_bytes", c_uint64),
    ("bake_us", c_uint64),
    ("first_step_ns", c_uint64),
]
ovl_part_rows._fields_ = [
    ("first_band", c_int32),
    ("bands", c_int32),
    ("first_row", c_int32),
    ("row_count", c_int32),
]
ovl_part_def._fields_ = [
    ("bake", ovl_bake_def),
    ("index", c_int32),
    ("count", c_int32),
    ("map_identity", c_uint64),
    ("from_", POINTER(ovl_world)),
    ("write", ovl_write_fn),
    ("write_user", c_void_p),
]
ovl_merge_def._fields_ = [
    ("part_count", c_int32),
    ("read", ovl_read_part_fn),
    ("read_user", c_void_p),
    ("write", ovl_write_at_fn),
    ("write_user", c_void_p),
    ("allocator", ovl_allocator),
    ("jobs", POINTER(ovl_jobs)),
    ("progress", ovl_progress_fn),
    ("progress_user", c_void_p),
]
ovl_open_def._fields_ = [
    ("bytes", c_void_p),
    ("byte_count", c_uint64),
    ("read", ovl_read_fn),
    ("read_user", c_void_p),
    ("check_all", c_bool),
    ("resident_bytes", c_size_t),
    ("allocator", ovl_allocator),
    ("progress", ovl_progress_fn),
    ("progress_user", c_void_p),
]
ovl_byte_range._fields_ = [
    ("offset", c_uint64),
    ("byte_count", c_uint64),
]
ovl_ranges_def._fields_ = [
    ("profile", c_int32),
    ("corner", ovl_cell),
    ("w", c_int32),
    ("h", c_int32),
    ("route", POINTER(ovl_route)),
]
ovl_residence._fields_ = [
    ("resident_bytes", c_uint64),
    ("fetched_bytes", c_uint64),
    ("fetches", c_uint64),
]
ovl_profile_info._fields_ = [
    ("def_", ovl_profile_def),
    ("directed", c_bool),
    ("uses_step_rule", c_bool),
    ("plain", c_bool),
    ("open_cells", c_uint64),
    ("islands", c_uint64),
    ("bytes", c_uint64),
    ("graph", ovl_graph_info),
]
ovl_floor_info._fields_ = [
    ("width", c_int32),
    ("height", c_int32),
    ("region_row", c_int32),
    ("graph", c_bool),
    ("heights", c_bool),
]
ovl_world_bytes._fields_ = [
    ("file", c_uint64),
    ("header", c_uint64),
    ("cells", c_uint64),
    ("waypoints", c_uint64),
    ("costs", c_uint64),
    ("islands", c_uint64),
    ("labels", c_uint64),
    ("overlays", c_uint64),
    ("links", c_uint64),
    ("profiles", c_uint64),
    ("other", c_uint64),
    ("shared", c_uint64),
]
ovl_region_info._fields_ = [
    ("corner", ovl_cell),
    ("w", c_int32),
    ("h", c_int32),
    ("open_cells", c_uint32),
    ("components", c_uint32),
    ("waypoints", c_uint32),
    ("costs", c_uint32),
    ("bytes", ovl_world_bytes),
]
ovl_component._fields_ = [
    ("cell", ovl_cell),
    ("island", c_uint32),
    ("cells", c_uint32),
]
ovl_cluster_info._fields_ = [
    ("side_regions", c_int32),
    ("ports", c_uint32),
    ("components", c_uint32),
    ("bytes", c_uint64),
]
ovl_waypoint._fields_ = [
    ("first", ovl_cell),
    ("second", ovl_cell),
    ("region", c_int32),
    ("number", c_int32),
]
ovl_edge._fields_ = [
    ("from_", ovl_waypoint),
    ("to", ovl_waypoint),
    ("through", c_int32),
    ("cost", c_uint32),
]
ovl_obstacle._fields_ = [
    ("cell", ovl_cell),
    ("terrain", c_uint8),
]
ovl_trace_event._fields_ = [
    ("kind", c_int),
    ("tier", c_int),
    ("search", c_uint32),
    ("node", ovl_cell * 2),
    ("parent", ovl_cell * 2),
    ("g", c_uint64),
    ("h", c_uint64),
    ("f", c_uint64),
    ("stage", c_char_p),
]
ovl_edit._fields_ = [
    ("kind", c_int),
    ("cell", ovl_cell),
    ("w", c_int32),
    ("h", c_int32),
    ("profile", c_int32),
    ("link", c_uint32),
    ("value", c_uint32),
    ("stamp", POINTER(c_uint16)),
    ("mask", POINTER(c_uint8)),
]
ovl_apply_def._fields_ = [
    ("step_rule", ovl_step_rule_fn),
    ("step_rule_user", c_void_p),
    ("jobs", POINTER(ovl_jobs)),
    ("keep", c_int),
    ("progress", ovl_progress_fn),
    ("progress_user", c_void_p),
]
ovl_version_info._fields_ = [
    ("version", c_uint64),
    ("identity", c_uint64),
    ("rebuilt_regions", c_uint64),
    ("bytes", c_uint64),
    ("refreshed", c_bool),
]
ovl_what_if._fields_ = [
    ("edits", POINTER(ovl_edit)),
    ("edit_count", c_size_t),
    ("version", POINTER(ovl_world)),
    ("profile", c_int32),
    ("home", ovl_cell),
    ("units", POINTER(ovl_cell)),
    ("unit_count", c_size_t),
]
ovl_queue_def._fields_ = [
    ("world", POINTER(ovl_world)),
    ("planner_bytes", c_size_t),
    ("capacity", c_int32),
    ("lanes", c_int32),
    ("allocator", ovl_allocator),
]
ovl_request._fields_ = [
    ("query", ovl_query),
    ("route", POINTER(ovl_route)),
    ("priority", c_int32),
    ("user", c_uint64),
]
ovl_answer._fields_ = [
    ("ticket", c_uint64),
    ("user", c_uint64),
    ("result", c_int),
    ("fault", ovl_fault),
    ("stats", ovl_stats),
]
ovl_queue_state._fields_ = [
    ("waiting", c_uint32),
    ("in_flight", c_uint32),
    ("answered", c_uint32),
]
ovl_governor._fields_ = [
    ("clock", ovl_clock_fn),
    ("user", c_void_p),
    ("min_budget", c_uint64),
    ("max_budget", c_uint64),
    ("cost", c_uint64),
    ("began", c_uint64),
]
ovl_batch_item._fields_ = [
    ("query", ovl_query),
    ("path", POINTER(ovl_path)),
    ("route", POINTER(ovl_route)),
    ("result", c_int),
    ("fault", ovl_fault),
]
ovl_flow_def._fields_ = [
    ("world", POINTER(ovl_world)),
    ("max_bytes", c_size_t),
    ("max_goals", c_int32),
    ("block", c_void_p),
    ("block_bytes", c_size_t),
    ("allocator", ovl_allocator),
]
ovl_flow_step._fields_ = [
    ("next", ovl_cell),
    ("cost_to_go", c_uint64),
    ("link", c_uint32),
    ("back", c_bool),
]
ovl_flow_work._fields_ = [
    ("coarse_expanded", c_uint64),
    ("fine_expanded", c_uint64),
    ("tiles_made", c_uint64),
    ("tiles_dropped", c_uint64),
    ("tiles_kept", c_uint64),
]
ovl_units_def._fields_ = [
    ("world", POINTER(ovl_world)),
    ("capacity", c_int32),
    ("lanes", c_int32),
    ("flows", c_int32),
    ("flow_bytes", c_size_t),
    ("allocator", ovl_allocator),
]
ovl_unit_def._fields_ = [
    ("cell", ovl_cell),
    ("profile", c_int32),
    ("side", c_uint8),
    ("priority", c_uint8),
]
ovl_unit_info._fields_ = [
    ("cell", ovl_cell),
    ("from_", ovl_cell),
    ("next", ovl_cell),
    ("goal", ovl_cell),
    ("state", c_int),
    ("result", c_int),
    ("profile", c_int32),
    ("side", c_uint8),
    ("priority", c_uint8),
    ("waited", c_uint32),
]
ovl_unit_detail._fields_ = [
    ("waits_for", c_uint32),
    ("lets_past", c_uint32),
    ("request", c_int),
    ("flow", c_int32),
    ("steps", c_uint32),
    ("claimed", c_uint32),
    ("blocked", c_uint32),
    ("delay", c_uint32),
    ("in_corridor", c_bool),
    ("returning", c_bool),
]
ovl_unit_move._fields_ = [
    ("unit", c_uint32),
    ("from_", ovl_cell),
    ("to", ovl_cell),
]
ovl_units_stats._fields_ = [
    ("ticks", c_uint64),
    ("moves", c_uint64),
    ("waits", c_uint64),
    ("pushes", c_uint64),
    ("exchanges", c_uint64),
    ("detours", c_uint64),
    ("replans", c_uint64),
    ("routes", c_uint64),
    ("segments", c_uint64),
    ("flows", c_uint64),
    ("expansions", c_uint64),
    ("tick_expansions", c_uint64),
    ("units", c_uint32),
    ("unplanned", c_uint32),
]
ovl_local_goal._fields_ = [
    ("cell", ovl_cell),
    ("cost", c_uint64),
]
ovl_local_query._fields_ = [
    ("start", ovl_cell),
    ("profile", c_int32),
    ("radius_cells", c_int32),
    ("goals", POINTER(ovl_local_goal)),
    ("goal_count", c_size_t),
    ("toll", ovl_toll_fn),
    ("user", c_void_p),
    ("expansion_limit", c_uint64),
]

# The result of each function, and its parameters.
FUNCTIONS: Dict[str, Tuple[Any, Tuple[Any, ...]]] = {
    "ovl_result_text": (c_char_p, (c_int,)),
    "ovl_version": (c_char_p, ()),
    "ovl_abi": (c_uint32, ()),
    "ovl_world_bake": (c_int, (POINTER(ovl_bake_def), POINTER(POINTER(ovl_world)), POINTER(ovl_fault),)),
    "ovl_world_close": (None, (POINTER(ovl_world),)),
    "ovl_planner_bytes": (c_size_t, (POINTER(ovl_planner_def),)),
    "ovl_planner_create": (c_int, (POINTER(ovl_planner_def), POINTER(POINTER(ovl_planner)), POINTER(ovl_fault),)),
    "ovl_planner_fit": (c_int, (POINTER(ovl_planner), POINTER(ovl_world), POINTER(ovl_query),)),
    "ovl_planner_destroy": (None, (POINTER(ovl_planner),)),
    "ovl_planner_stats": (ovl_stats, (POINTER(ovl_planner),)),
    "ovl_planner_fault": (POINTER(ovl_fault), (POINTER(ovl_planner),)),
    "ovl_find_path": (c_int, (POINTER(ovl_planner), POINTER(ovl_world), POINTER(ovl_query), POINTER(ovl_path),)),
    "ovl_path_cells": (c_int, (POINTER(ovl_path), POINTER(ovl_cell), c_size_t, POINTER(c_size_t), POINTER(ovl_fault),)),
    "ovl_reaches": (c_int, (POINTER(ovl_planner), POINTER(ovl_world), POINTER(ovl_query),)),
    "ovl_route_begin": (c_int, (POINTER(ovl_planner), POINTER(ovl_world), POINTER(ovl_query), POINTER(ovl_route),)),
    "ovl_route_next": (c_int, (POINTER(ovl_planner), POINTER(ovl_world), POINTER(ovl_route), ovl_cell, POINTER(ovl_path),)),
    "ovl_find_costs": (c_int, (POINTER(ovl_planner), POINTER(ovl_world), POINTER(ovl_query), POINTER(ovl_cell), c_size_t, POINTER(c_uint64),)),
    "ovl_find_range": (c_int, (POINTER(ovl_planner), POINTER(ovl_world), POINTER(ovl_query), c_uint64, POINTER(ovl_range_cell), c_size_t, POINTER(c_size_t),)),
    "ovl_task_begin_path": (c_int, (POINTER(ovl_planner), POINTER(ovl_world), POINTER(ovl_query), POINTER(ovl_path),)),
    "ovl_task_begin_route": (c_int, (POINTER(ovl_planner), POINTER(ovl_world), POINTER(ovl_query), POINTER(ovl_route),)),
    "ovl_task_begin_next": (c_int, (POINTER(ovl_planner), POINTER(ovl_world), POINTER(ovl_route), ovl_cell, POINTER(ovl_path),)),
    "ovl_task_begin_reaches": (c_int, (POINTER(ovl_planner), POINTER(ovl_world), POINTER(ovl_query),)),
    "ovl_task_begin_costs": (c_int, (POINTER(ovl_planner), POINTER(ovl_world), POINTER(ovl_query), POINTER(ovl_cell), c_size_t, POINTER(c_uint64),)),
    "ovl_task_begin_range": (c_int, (POINTER(ovl_planner), POINTER(ovl_world), POINTER(ovl_query), c_uint64, POINTER(ovl_range_cell), c_size_t, POINTER(c_size_t),)),
    "ovl_task_step": (c_int, (POINTER(ovl_planner), c_uint64, POINTER(c_uint64), POINTER(c_bool),)),
    "ovl_task_result": (c_int, (POINTER(ovl_planner),)),
    "ovl_task_cancel": (None, (POINTER(ovl_planner),)),
    "ovl_world_save": (c_int, (POINTER(ovl_world), POINTER(ovl_save_def), POINTER(ovl_fault),)),
    "ovl_world_open": (c_int, (c_void_p, c_size_t, POINTER(ovl_allocator), POINTER(POINTER(ovl_world)), POINTER(ovl_fault),)),
    "ovl_world_describe": (None, (POINTER(ovl_world), POINTER(ovl_world_info),)),
    "ovl_world_find_profile": (c_int32, (POINTER(ovl_world), c_char_p,)),
    "ovl_bake_choose": (c_int, (POINTER(ovl_bake_def), ovl_read_rows_fn, c_void_p, POINTER(ovl_fault),)),
    "ovl_bake_steer": (c_int, (POINTER(ovl_bake_def), POINTER(ovl_bake_figures), ovl_read_rows_fn, c_void_p, POINTER(ovl_bake_figures), POINTER(ovl_fault),)),
    "ovl_survey_create": (c_int, (POINTER(ovl_bake_def), ovl_read_cells_fn, c_void_p, POINTER(POINTER(ovl_survey)), POINTER(ovl_fault),)),
    "ovl_survey_destroy": (None, (POINTER(ovl_survey),)),
    "ovl_part_rows_of": (c_int, (POINTER(ovl_bake_def), c_int32, c_int32, POINTER(ovl_part_rows), POINTER(ovl_fault),)),
    "ovl_part_bytes_needed": (c_uint64, (POINTER(ovl_bake_def), c_int32, c_int32,)),
    "ovl_part_bake": (c_int, (POINTER(ovl_part_def), POINTER(ovl_fault),)),
    "ovl_parts_merge": (c_int, (POINTER(ovl_merge_def), POINTER(ovl_fault),)),
    "ovl_world_open_def": (c_int, (POINTER(ovl_open_def), POINTER(POINTER(ovl_world)), POINTER(ovl_fault),)),
    "ovl_world_ranges": (c_int, (POINTER(ovl_world), POINTER(ovl_ranges_def), POINTER(ovl_byte_range), c_size_t, POINTER(c_size_t), POINTER(ovl_fault),)),
    "ovl_world_residence": (ovl_residence, (POINTER(ovl_world),)),
    "ovl_planner_residence": (ovl_residence, (POINTER(ovl_planner),)),
    "ovl_world_terrain": (c_uint8, (POINTER(ovl_world), ovl_cell,)),
    "ovl_world_height": (c_uint16, (POINTER(ovl_world), ovl_cell,)),
    "ovl_world_read_terrain": (c_int, (POINTER(ovl_world), ovl_cell, c_int32, c_int32, POINTER(c_uint8), c_size_t, POINTER(ovl_fault),)),
    "ovl_world_read_cells": (c_int, (POINTER(ovl_world), c_int32, c_int, ovl_cell, c_int32, c_int32, POINTER(c_uint32), c_size_t, POINTER(ovl_fault),)),
    "ovl_world_weight": (c_uint8, (POINTER(ovl_world), c_int32, ovl_cell,)),
    "ovl_world_step": (c_uint64, (POINTER(ovl_world), c_int32, ovl_cell, c_int32,)),
    "ovl_world_island": (c_uint32, (POINTER(ovl_world), c_int32, ovl_cell,)),
    "ovl_world_profile": (c_bool, (POINTER(ovl_world), c_int32, POINTER(ovl_profile_info),)),
    "ovl_world_floor": (c_bool, (POINTER(ovl_world), c_int32, POINTER(ovl_floor_info),)),
    "ovl_world_link": (c_bool, (POINTER(ovl_world), c_uint32, POINTER(ovl_link_def),)),
    "ovl_world_count_bytes": (None, (POINTER(ovl_world), POINTER(ovl_world_bytes),)),
    "ovl_world_region": (c_int, (POINTER(ovl_world), c_int32, c_int32, POINTER(ovl_region_info), POINTER(ovl_fault),)),
    "ovl_world_components": (c_int, (POINTER(ovl_world), c_int32, c_int32, POINTER(ovl_component), c_size_t, POINTER(c_size_t), POINTER(ovl_fault),)),
    "ovl_world_cluster": (c_int, (POINTER(ovl_world), c_int32, c_int32, c_int32, c_int32, POINTER(ovl_cluster_info), POINTER(ovl_fault),)),
    "ovl_method_text": (c_char_p, (c_int,)),
    "ovl_labels_text": (c_char_p, (c_int,)),
    "ovl_world_waypoints": (c_size_t, (POINTER(ovl_world), c_int32, c_int32, POINTER(ovl_waypoint), c_size_t,)),
    "ovl_world_edges": (c_size_t, (POINTER(ovl_world), c_int32, c_int32, POINTER(ovl_edge), c_size_t,)),
    "ovl_blockers_bytes": (c_size_t, (POINTER(ovl_world), c_int32,)),
    "ovl_blockers_create": (c_int, (POINTER(ovl_world), c_int32, POINTER(ovl_allocator), POINTER(POINTER(ovl_blockers)), POINTER(ovl_fault),)),
    "ovl_blockers_destroy": (None, (POINTER(ovl_blockers),)),
    "ovl_blockers_begin": (c_int, (POINTER(ovl_blockers), ovl_cell, ovl_cell,)),
    "ovl_blockers_step": (c_int, (POINTER(ovl_blockers), c_uint64, POINTER(c_bool),)),
    "ovl_blockers_answer": (c_int, (POINTER(ovl_blockers), POINTER(ovl_obstacle), c_size_t, POINTER(c_size_t), POINTER(c_uint64),)),
    "ovl_blockers_fault": (POINTER(ovl_fault), (POINTER(ovl_blockers),)),
    "ovl_planner_trace_segments": (None, (POINTER(ovl_planner), ovl_trace_fn, c_void_p,)),
    "ovl_planner_trace_kinds": (None, (POINTER(ovl_planner), c_uint32,)),
    "ovl_edit_set": (ovl_edit, (ovl_cell, c_uint8,)),
    "ovl_edit_rect": (ovl_edit, (ovl_cell, c_int32, c_int32, c_uint8,)),
    "ovl_edit_door": (ovl_edit, (c_uint32, c_bool,)),
    "ovl_world_apply": (c_int, (POINTER(ovl_world), POINTER(ovl_edit), c_size_t, POINTER(ovl_apply_def), POINTER(POINTER(ovl_world)), POINTER(ovl_fault),)),
    "ovl_world_retain": (c_int, (POINTER(ovl_world), POINTER(POINTER(ovl_world)),)),
    "ovl_world_version": (None, (POINTER(ovl_world), POINTER(ovl_version_info),)),
    "ovl_world_rebuilt": (c_int, (POINTER(ovl_world), c_uint64, POINTER(c_uint32), c_size_t, POINTER(c_size_t),)),
    "ovl_world_rebase": (c_int, (POINTER(ovl_world), POINTER(ovl_world), POINTER(ovl_world), POINTER(ovl_apply_def), POINTER(POINTER(ovl_world)), POINTER(ovl_fault),)),
    "ovl_world_save_patch": (c_int, (POINTER(ovl_world), POINTER(ovl_world), POINTER(ovl_save_def), POINTER(ovl_fault),)),
    "ovl_world_open_patch": (c_int, (POINTER(ovl_world), c_void_p, c_size_t, POINTER(ovl_apply_def), POINTER(POINTER(ovl_world)), POINTER(ovl_fault),)),
    "ovl_world_what_if": (c_int, (POINTER(ovl_world), POINTER(ovl_what_if), POINTER(ovl_apply_def), POINTER(c_uint32), c_size_t, POINTER(c_size_t), POINTER(ovl_fault),)),
    "ovl_refresh_create": (c_int, (POINTER(ovl_world), POINTER(ovl_allocator), POINTER(POINTER(ovl_refresh)),)),
    "ovl_refresh_destroy": (None, (POINTER(ovl_refresh),)),
    "ovl_refresh_step": (c_int, (POINTER(ovl_refresh), c_uint64, POINTER(c_bool),)),
    "ovl_refresh_apply": (c_int, (POINTER(ovl_refresh), POINTER(ovl_world), POINTER(POINTER(ovl_world)),)),
    "ovl_refresh_fault": (POINTER(ovl_fault), (POINTER(ovl_refresh),)),
    "ovl_publisher_create": (c_int, (POINTER(ovl_world), POINTER(ovl_allocator), POINTER(POINTER(ovl_publisher)),)),
    "ovl_publisher_destroy": (None, (POINTER(ovl_publisher),)),
    "ovl_publisher_enter": (POINTER(ovl_world), (POINTER(ovl_publisher),)),
    "ovl_publisher_leave": (None, (POINTER(ovl_publisher), POINTER(ovl_world),)),
    "ovl_publisher_publish": (c_int, (POINTER(ovl_publisher), POINTER(ovl_world),)),
    "ovl_publisher_current": (POINTER(ovl_world), (POINTER(ovl_publisher),)),
    "ovl_publisher_collect": (c_uint32, (POINTER(ovl_publisher),)),
    "ovl_queue_create": (c_int, (POINTER(ovl_queue_def), POINTER(POINTER(ovl_queue)), POINTER(ovl_fault),)),
    "ovl_queue_destroy": (None, (POINTER(ovl_queue),)),
    "ovl_queue_add": (c_int, (POINTER(ovl_queue), POINTER(ovl_request), POINTER(c_uint64),)),
    "ovl_queue_cancel": (c_int, (POINTER(ovl_queue), c_uint64,)),
    "ovl_queue_step": (c_int, (POINTER(ovl_queue), POINTER(ovl_world), c_uint64, POINTER(ovl_jobs), POINTER(c_uint64),)),
    "ovl_queue_fault": (POINTER(ovl_fault), (POINTER(ovl_queue),)),
    "ovl_queue_take": (c_bool, (POINTER(ovl_queue), POINTER(ovl_answer),)),
    "ovl_queue_describe": (ovl_queue_state, (POINTER(ovl_queue),)),
    "ovl_governor_begin": (ovl_governor, (ovl_clock_fn, c_void_p,)),
    "ovl_governor_budget": (c_uint64, (POINTER(ovl_governor), c_uint64,)),
    "ovl_governor_learn": (None, (POINTER(ovl_governor), c_uint64,)),
    "ovl_batch_run": (c_int, (POINTER(POINTER(ovl_planner)), POINTER(ovl_world), POINTER(ovl_batch_item), c_int32, POINTER(ovl_jobs), POINTER(ovl_fault),)),
    "ovl_flow_bytes": (c_size_t, (POINTER(ovl_flow_def),)),
    "ovl_flow_create": (c_int, (POINTER(ovl_flow_def), POINTER(POINTER(ovl_flow)), POINTER(ovl_fault),)),
    "ovl_flow_destroy": (None, (POINTER(ovl_flow),)),
    "ovl_flow_begin": (c_int, (POINTER(ovl_flow), POINTER(ovl_world), POINTER(ovl_query),)),
    "ovl_flow_next": (c_int, (POINTER(ovl_flow), ovl_cell, POINTER(ovl_flow_step),)),
    "ovl_flow_peek": (c_int, (POINTER(ovl_flow), ovl_cell, POINTER(ovl_flow_step),)),
    "ovl_flow_prepare": (c_int, (POINTER(ovl_flow), POINTER(ovl_cell), c_size_t, c_uint64, POINTER(c_bool),)),
    "ovl_flow_renew": (c_int, (POINTER(ovl_flow), POINTER(ovl_world), c_uint64, POINTER(c_bool),)),
    "ovl_flow_fault": (POINTER(ovl_fault), (POINTER(ovl_flow),)),
    "ovl_flow_stats": (ovl_flow_work, (POINTER(ovl_flow),)),
    "ovl_units_create": (c_int, (POINTER(ovl_units_def), POINTER(POINTER(ovl_units)), POINTER(ovl_fault),)),
    "ovl_units_destroy": (None, (POINTER(ovl_units),)),
    "ovl_units_fault": (POINTER(ovl_fault), (POINTER(ovl_units),)),
    "ovl_unit_add": (c_int, (POINTER(ovl_units), POINTER(ovl_world), POINTER(ovl_unit_def), POINTER(c_uint32),)),
    "ovl_unit_remove": (c_int, (POINTER(ovl_units), c_uint32,)),
    "ovl_unit_send": (c_int, (POINTER(ovl_units), c_uint32, ovl_cell,)),
    "ovl_units_send": (c_int, (POINTER(ovl_units), POINTER(ovl_world), POINTER(c_uint32), c_size_t, ovl_cell,)),
    "ovl_unit_stop": (c_int, (POINTER(ovl_units), c_uint32,)),
    "ovl_unit_state_text": (c_char_p, (c_int,)),
    "ovl_unit_describe": (c_bool, (POINTER(ovl_units), c_uint32, POINTER(ovl_unit_info),)),
    "ovl_unit_inspect": (c_bool, (POINTER(ovl_units), c_uint32, POINTER(ovl_unit_detail),)),
    "ovl_unit_ahead": (c_size_t, (POINTER(ovl_units), c_uint32, POINTER(ovl_cell), c_size_t,)),
    "ovl_units_queue": (c_size_t, (POINTER(ovl_units), POINTER(c_uint32), c_size_t,)),
    "ovl_units_flow": (POINTER(ovl_flow), (POINTER(ovl_units), c_int32, POINTER(ovl_cell),)),
    "ovl_units_at": (c_uint32, (POINTER(ovl_units), ovl_cell,)),
    "ovl_units_claims": (c_uint32, (POINTER(ovl_units), ovl_cell,)),
    "ovl_units_tick": (c_int, (POINTER(ovl_units), POINTER(ovl_world), c_uint64, POINTER(ovl_jobs),)),
    "ovl_units_moves": (POINTER(ovl_unit_move), (POINTER(ovl_units), POINTER(c_size_t),)),
    "ovl_units_count": (ovl_units_stats, (POINTER(ovl_units),)),
    "ovl_units_hash": (c_uint64, (POINTER(ovl_units),)),
    "ovl_find_local": (c_int, (POINTER(ovl_planner), POINTER(ovl_world), POINTER(ovl_local_query), POINTER(ovl_path),)),
}
