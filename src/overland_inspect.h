/* Overland: inspecting a world cell by cell, the events of a search, blockers between two cells,
 * and a plain A* to compare with. */
#ifndef OVERLAND_INSPECT_H
#define OVERLAND_INSPECT_H

#include "overland.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Inspecting a world ------------------------------------------------------- */

/* Returns "none", "octile", "landmarks", "labels" or "overlays". */
OVL_API const char *ovl_method_text(ovl_method method);

/* Returns a few words: "held", or "left out: " and why. */
OVL_API const char *ovl_labels_text(ovl_labels labels);

/* The bytes of a world file by their purpose. Of an edited world they are those that it holds: its
 * blocks as they are now, and the labels and landmarks that were made before the edits. */
typedef struct ovl_world_bytes {
  uint64_t file;      /* all: the sum of those below but `shared` */
  uint64_t header;    /* header, section table and region table */
  uint64_t cells;     /* terrain of the cells */
  uint64_t waypoints; /* places of the waypoints */
  uint64_t costs;     /* costs between the waypoints of a region */
  uint64_t islands;   /* local components and islands */
  uint64_t landmarks; /* costs to landmarks */
  uint64_t labels;    /* hub labels */
  uint64_t overlays;  /* overlay levels */
  uint64_t links;     /* links and floors */
  uint64_t profiles;  /* names and settings of the profiles */
  uint64_t other;     /* block headers and padding */
  uint64_t shared;    /* not in the file: saved by what profiles have in common */
} ovl_world_bytes;

/* Counts the bytes of a world. Costs a pass over the region headers; none in a world that is
 * checked on first touch, where all blocks count as `other`. */
OVL_API void ovl_world_count_bytes(const ovl_world *world, ovl_world_bytes *bytes);

/* One profile of a world. */
typedef struct ovl_profile_info {
  ovl_profile_def def;
  bool directed; /* it has a link, open or closed, or a step rule, or some step costs more one way
                    than the other; then there are no labels */
  bool uses_step_rule; /* it was baked with a step rule */
  bool plain; /* all positions weigh what plain ground does; after edits it may be false although
                 they do */
  uint64_t open_cells; /* positions on which it can stand */
  uint64_t waypoints;
  uint64_t edges;
  uint64_t islands;
  uint64_t bytes; /* bytes of the file for this profile alone */
  int32_t landmarks;
  ovl_labels labels;
  ovl_method method;
} ovl_profile_info;

/* Describes a profile. False if there is no such profile. Costs a pass over the region headers;
 * none in a world that is checked on first touch, where edges are 0 and bytes do not include
 * blocks. */
OVL_API bool ovl_world_profile(const ovl_world *world, int32_t profile, ovl_profile_info *info);

typedef struct ovl_floor_info {
  int32_t width, height; /* cells */
  int32_t region_row;    /* row of the partition at which its regions begin */
  bool graph;            /* a graph floor: nodes joined by links alone */
  bool heights;          /* some cell of the world has a height */
} ovl_floor_info;

/* Describes a floor. False if there is no such floor. */
OVL_API bool ovl_world_floor(const ovl_world *world, int32_t floor, ovl_floor_info *info);

/* Describes link 0 to links - 1, as it was given to the bake. False if there is no such link. */
OVL_API bool ovl_world_link(const ovl_world *world, uint32_t link, ovl_link_def *def);

/* Returns the terrain of a cell; outside the world 0. Costs a few ns. */
OVL_API uint8_t ovl_world_terrain(const ovl_world *world, ovl_cell cell);

/* Returns the height of a cell; outside the world 0. */
OVL_API uint16_t ovl_world_height(const ovl_world *world, ovl_cell cell);

/* Copies the terrain of w x h cells from `corner`, the upper left one, all inside its floor. Rows
 * of out are row_bytes apart, at least w. OVL_BAD_ARGUMENT if the rectangle is not inside or
 * row_bytes too small. Costs n. */
OVL_API ovl_result ovl_world_read_terrain(const ovl_world *world, ovl_cell corner, int32_t w,
                                          int32_t h, uint8_t *out, size_t row_bytes);

/* Returns the weight of a position for a profile, in eighths, with extra cost; 0 if the profile
 * can't stand there or it is outside. */
OVL_API uint8_t ovl_world_weight(const ovl_world *world, int32_t profile, ovl_cell cell);

/* Returns the cost of the step from a cell in one of the 8 directions, clockwise from east, in
 * units; 0 if it is not legal. Costs under 1 us. */
OVL_API uint64_t ovl_world_step(const ovl_world *world, int32_t profile, ovl_cell from,
                                int32_t direction);

/* Returns the island of a cell: 1 to islands; 0 if it blocks or is outside. Two cells reach each
 * other if and only if their islands are equal; in a directed profile one may reach the other also
 * otherwise: see ovl_reaches. Costs under 1 us. */
OVL_API uint32_t ovl_world_island(const ovl_world *world, int32_t profile, ovl_cell cell);

/* A waypoint, identified by the region of its first cell and its number there. */
typedef struct ovl_waypoint {
  ovl_cell first;  /* the left or upper cell */
  ovl_cell second; /* the cell on the other side of the border */
  int32_t region;  /* region of the first cell */
  int32_t number;  /* number within that region */
} ovl_waypoint;

/* Lists the waypoints whose first cell is in a region, up to capacity; returns how many there are,
 * 0 for a region that does not exist. */
OVL_API size_t ovl_world_waypoints(const ovl_world *world, int32_t profile, int32_t region,
                                   ovl_waypoint *out, size_t capacity);

/* An edge of the waypoint graph, from one waypoint to another through one region. */
typedef struct ovl_edge {
  ovl_waypoint from, to;
  int32_t through; /* number of the region */
  uint32_t cost;   /* units: half a step, inner cost, half a step */
} ovl_edge;

/* Lists the edges through a region, each direction one edge, up to capacity; returns how many there
 * are, 0 for a region that does not exist. */
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

/* ---- Blockers ------------------------------------------------------------------ */

/* Finds the blockers between two cells: the path that opens the fewest blocked cells, and of those
 * paths the cheapest (minimum obstacle removal). An opened cell is plain ground without extra cost
 * and keeps its height, so limits of climbing hold there too. A link can be taken whose blocked end
 * is opened. A step rule was not called for illegal steps when the world was baked: such steps cost
 * what weights and heights give. With heights or a rule the path may not be the cheapest of those
 * that open
 * as few cells. For larger bodies the positions to be opened are counted, each as plain ground, and
 * all blocked cells under them are listed: another path may share more of them.
 * The search may visit the whole world, so it works in slices and in memory of its own. */
typedef struct ovl_blockers ovl_blockers;

/* Returns the bytes that it takes, 42 a cell of the world and more; 0 if the world is too large:
 * more than 2^28 links, or cells with a border of one around all (16,382 x 16,382 fit). */
OVL_API size_t ovl_blockers_bytes(const ovl_world *world, int32_t profile);

/* Creates a search for one profile. Errors: OVL_NO_MEMORY, OVL_BAD_ARGUMENT. allocator NULL: the
 * default. */
OVL_API ovl_result ovl_blockers_create(const ovl_world *world, int32_t profile,
                                       const ovl_allocator *allocator, ovl_blockers **blockers,
                                       ovl_fault *fault);
OVL_API void ovl_blockers_destroy(ovl_blockers *blockers);

/* Begins a question; both cells may be blocked themselves. OVL_START_OUTSIDE, OVL_GOAL_OUTSIDE. */
OVL_API ovl_result ovl_blockers_begin(ovl_blockers *blockers, ovl_cell start, ovl_cell goal);

/* Continues for at most `budget` expansions; *done: there is an answer. OVL_OK; OVL_UNREACHABLE:
 * there is no path even with all cells open, because no link leads there, or limits of climbing or
 * a step rule prevent it. */
OVL_API ovl_result ovl_blockers_step(ovl_blockers *blockers, uint64_t budget, bool *done);

/* A cell to open. */
typedef struct ovl_obstacle {
  ovl_cell cell;
  uint8_t terrain; /* its terrain */
} ovl_obstacle;

/* Gives the answer once it is done: the cells to open, in the order of the path. *needed is how
 * many they are, OVL_MORE_ROOM if they do not fit; *cost (may be NULL) is the cost of the path with
 * them open. No cells: the goal can be reached as things are. */
OVL_API ovl_result ovl_blockers_answer(const ovl_blockers *blockers, ovl_obstacle *obstacles,
                                       size_t capacity, size_t *needed, uint64_t *cost);

/* ---- The baseline ---------------------------------------------------------------- */

/* A plain octile A* over the whole map, one neighbour at a time, with a binary heap: what a program
 * would do without Overland. Benchmarks compare with it; its paths are optimal. */
typedef struct ovl_baseline ovl_baseline;

/* Creates a baseline for one profile. Takes 42 bytes a cell from the allocator (NULL: the default).
 * Errors: OVL_NO_MEMORY, OVL_BAD_ARGUMENT (no such profile; a world of more than 2^28 links, or
 * cells with a border of one around all: 16,382 x 16,382 fit). */
OVL_API ovl_result ovl_baseline_create(const ovl_world *world, int32_t profile,
                                       const ovl_allocator *allocator, ovl_baseline **baseline,
                                       ovl_fault *fault);
OVL_API void ovl_baseline_destroy(ovl_baseline *baseline);

/* As ovl_find_path with OVL_SMOOTH_NONE, but optimal and slow; smoothing and method of the query
 * are not used. *expanded (may be NULL) is the number of cells that it expanded. Errors as of
 * ovl_find_path, but for those of planners. One thread at a time may use a baseline. Costs 100 to
 * 300 ns for each cell expanded. */
OVL_API ovl_result ovl_baseline_find(ovl_baseline *baseline, const ovl_query *query, ovl_path *path,
                                     uint64_t *expanded);

#ifdef __cplusplus
}
#endif

#endif
