/* Overland: what a world holds, cell by cell; what stands between two cells; a plain A* to compare
 * with. */
#ifndef OVERLAND_INSPECT_H
#define OVERLAND_INSPECT_H

#include "overland.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Looking into a world ------------------------------------------------ */

/* "none", "octile", "landmarks", "labels" or "overlays". */
OVL_API const char *ovl_method_text(ovl_method method);

/* A few words: "held", or "left out: " and why. */
OVL_API const char *ovl_labels_text(ovl_labels labels);

/* One profile of a world, and the world for it. */
typedef struct ovl_profile_info {
  ovl_profile_def def;
  bool directed;       /* a link serves it, open or closed, or a step rule, or some step costs more
                          one way than the other; then there are no labels */
  bool uses_step_rule; /* its steps were asked of a rule when it was baked */
  bool plain;          /* all positions are known to weigh what plain ground does; after edits it
                          may be false although they do */
  uint64_t open_cells; /* positions */
  uint64_t waypoints;
  uint64_t edges;
  uint64_t islands;
  uint64_t bytes; /* of the file that serve this profile alone */
  int32_t landmarks;
  ovl_labels labels;
  ovl_method method;
} ovl_profile_info;

/* False if there is no such profile. Costs a pass over the region headers; of a world that is
 * checked when it is touched none, and edges are 0 and bytes without blocks. */
OVL_API bool ovl_world_profile(const ovl_world *world, int32_t profile, ovl_profile_info *info);

typedef struct ovl_floor_info {
  int32_t width, height; /* cells */
  int32_t region_row;    /* its regions begin at this row of the partition */
  bool graph;            /* a waypoint system */
  bool heights;          /* some cell of the world has a height */
} ovl_floor_info;

/* False if there is no such floor. */
OVL_API bool ovl_world_floor(const ovl_world *world, int32_t floor, ovl_floor_info *info);

/* Link 0 to links - 1, as it was given. False if there is no such link. */
OVL_API bool ovl_world_link(const ovl_world *world, uint32_t link, ovl_link_def *def);

/* Terrain of a cell of the world. Outside it: 0. Costs a few ns. */
OVL_API uint8_t ovl_world_terrain(const ovl_world *world, ovl_cell cell);

/* Height of a cell; outside the world: 0. */
OVL_API uint16_t ovl_world_height(const ovl_world *world, ovl_cell cell);

/* Copies the terrain of w x h cells from `corner`, the upper left one, on; all inside
 * its floor. Rows of out are row_bytes apart, at least w. OVL_BAD_ARGUMENT if the
 * rectangle is not inside or row_bytes too small. Costs n. */
OVL_API ovl_result ovl_world_read_terrain(const ovl_world *world, ovl_cell corner, int32_t w,
                                          int32_t h, uint8_t *out, size_t row_bytes);

/* What a position costs to cross for a profile, in eighths, extra cost included; 0 if the
 * profile can't stand there, or it is outside. */
OVL_API uint8_t ovl_world_weight(const ovl_world *world, int32_t profile, ovl_cell cell);

/* The step from a cell in one of the 8 directions, clockwise from east: what it costs a
 * profile, in units; 0 if it is not legal. For who checks paths; costs under 1 us. */
OVL_API uint64_t ovl_world_step(const ovl_world *world, int32_t profile, ovl_cell from,
                                int32_t direction);

/* The island of a cell: 1 to islands; 0 if it blocks or is outside. Two cells
 * reach each other if and only if their islands are equal; in a directed profile one may
 * reach the other nevertheless: ovl_reaches. Costs under 1 us. */
OVL_API uint32_t ovl_world_island(const ovl_world *world, int32_t profile, ovl_cell cell);

/* A waypoint, named by the region of its first cell and its number there. */
typedef struct ovl_waypoint {
  ovl_cell first;  /* the left or upper cell */
  ovl_cell second; /* the other side of the step */
  int32_t region;  /* of the first cell */
  int32_t number;  /* within that region */
} ovl_waypoint;

/* The waypoints whose first cell is in a region. Fills out up to capacity and
 * returns how many there are; 0 for a region that does not exist. */
OVL_API size_t ovl_world_waypoints(const ovl_world *world, int32_t profile, int32_t region,
                                   ovl_waypoint *out, size_t capacity);

/* An edge of the waypoint graph: from one waypoint to another, through one
 * region. */
typedef struct ovl_edge {
  ovl_waypoint from, to;
  int32_t through; /* the region */
  uint32_t cost;   /* units: half step, way inside the region, half step */
} ovl_edge;

/* The edges through a region, each direction one edge. Fills out up to capacity
 * and returns how many there are; 0 for a region that does not exist. */
OVL_API size_t ovl_world_edges(const ovl_world *world, int32_t profile, int32_t region,
                               ovl_edge *out, size_t capacity);

/* ---- Watching a search ----------------------------------------------------- */

typedef enum ovl_visit_kind {
  OVL_VISIT_EXPAND = 0, /* a node was taken from the open list and expanded */
  OVL_VISIT_ROUTE       /* a waypoint of the route that was chosen, in order from the start; over
                           overlays those far ahead are those of the clusters that it passes */
} ovl_visit_kind;

/* What the nodes of a search are. */
typedef enum ovl_tier {
  OVL_TIER_FINE = 0, /* cells */
  OVL_TIER_COARSE,   /* waypoints */
  OVL_TIER_OVERLAY   /* waypoints at borders of clusters */
} ovl_tier;

/* An event of a search. Later versions may add fields at the end. */
typedef struct ovl_visit_event {
  ovl_visit_kind kind;
  ovl_tier tier;
  uint32_t search;    /* number of the search within the call; 0 in this version */
  ovl_cell node[2];   /* the two cells of the waypoint; of a cell twice that cell */
  ovl_cell parent[2]; /* the node that it was reached from; itself where there is none */
  uint64_t g;         /* units: of an expansion the cost from where the search began, which the
                         coarse A* does at the goal; of a route the cost to go, 0 if it is not known */
  uint64_t h;         /* units: the heuristic, which bounds what is left from below */
} ovl_visit_event;

/* ---- Why not? -------------------------------------------------------------- */

/* Asks what stands between two cells: the way that opens the fewest blocked cells, and of
 * those ways the cheapest. A cell that is opened is plain ground without extra cost, and keeps its
 * height: a limit of climbing counts there too. A link serves whose blocked end is opened. A step
 * rule was not asked about steps that were not legal when the world was baked: they cost what
 * tables say. Where heights or a rule make steps dearer, the way may not be the cheapest of those
 * that open as few cells.
 * For a body of several cells the positions to be opened are counted, each as plain ground, and
 * all blocked cells under them are told: another way may share more of them.
 * It may visit the whole world, so it works in slices and in memory of its own. */
typedef struct ovl_blockers ovl_blockers;

/* Bytes that it will take: 42 a cell of the world and more; 0 if the world is too large, of more
 * than 2^28 links, or cells with a border of one around all: 16,382 x 16,382 do. */
OVL_API size_t ovl_blockers_bytes(const ovl_world *world, int32_t profile);

/* Errors: OVL_NO_MEMORY, OVL_BAD_ARGUMENT. allocator NULL: the default. */
OVL_API ovl_result ovl_blockers_create(const ovl_world *world, int32_t profile,
                                       const ovl_allocator *allocator, ovl_blockers **blockers);
OVL_API void ovl_blockers_destroy(ovl_blockers *blockers);

/* Begins a question: may the ends be blocked themselves. OVL_START_OUTSIDE, OVL_GOAL_OUTSIDE. */
OVL_API ovl_result ovl_blockers_begin(ovl_blockers *blockers, ovl_cell start, ovl_cell goal);

/* Goes on for up to `budget` expansions; *done tells whether there is an answer.
 * OVL_OK; OVL_UNREACHABLE: not even with all cells open, for no link leads there, or limits of
 * climbing or a step rule stand between. */
OVL_API ovl_result ovl_blockers_step(ovl_blockers *blockers, uint64_t budget, bool *done);

/* A cell that would have to be opened. */
typedef struct ovl_obstacle {
  ovl_cell cell;
  uint8_t terrain; /* what stands there */
} ovl_obstacle;

/* The answer, once it is done: the cells to open, in the order of the way; *needed is how many,
 * OVL_MORE_ROOM if they do not fit; *cost (NULL: not wanted) is that of the way with them open.
 * None: the goal can be reached as things are. */
OVL_API ovl_result ovl_blockers_answer(const ovl_blockers *blockers, ovl_obstacle *obstacles,
                                       size_t capacity, size_t *needed, uint64_t *cost);

/* ---- The yardstick ------------------------------------------------------- */

/* A plain octile A* over the whole map, one neighbour at a time, with a binary
 * heap: what any program would do without Overland. It is what benchmarks
 * compare with and tests judge by; its paths are optimal. */
typedef struct ovl_baseline ovl_baseline;

/* For one profile. Takes 42 bytes a cell from the allocator (NULL: the default).
 * Errors: OVL_NO_MEMORY, OVL_BAD_ARGUMENT (a world of more than 2^28 links, or cells with a
 * border of one around all: 16,382 x 16,382 do; or no such profile). */
OVL_API ovl_result ovl_baseline_create(const ovl_world *world, int32_t profile,
                                       const ovl_allocator *allocator, ovl_baseline **baseline);
OVL_API void ovl_baseline_destroy(ovl_baseline *baseline);

/* As ovl_find_path with OVL_SMOOTH_NONE (smoothing and estimate of the query
 * are not used), but optimal, and slow. *expanded (NULL: not wanted) is the
 * number of cells that it expanded. Errors as for ovl_find_path, but for those of
 * planners. One yardstick serves one thread at a time. Costs 100 to 300 ns for
 * each cell expanded. */
OVL_API ovl_result ovl_baseline_find(ovl_baseline *baseline, const ovl_query *query, ovl_path *path,
                                     uint64_t *expanded);

#ifdef __cplusplus
}
#endif

#endif
