/* Overland: cells, profiles, floors, links and bytes of a world, its waypoint graph, and the
 * blockers between two cells. */
#ifndef OVERLAND_INSPECT_H
#define OVERLAND_INSPECT_H

#include "overland_bake.h"
#include "overland_query.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- The world --------------------------------------------------------------------------- */

#define OVL_MAX_LABEL_WAYPOINTS 131072 /* labels are made for at most this many waypoints */

/* Whether a profile has labels, and if not, why not. */
typedef enum ovl_labels {
  OVL_LABELS_HELD = 0,
  OVL_LABELS_NOT_ASKED,    /* OVL_NO_LABELS, as given or as ovl_bake_choose set it */
  OVL_LABELS_NO_WAYPOINTS, /* the world has no waypoints */
  OVL_LABELS_TOO_LARGE,    /* they need more than label_bytes_per_cell */
  OVL_LABELS_TOO_LONG,     /* a cost does not fit in 31 bits */
  OVL_LABELS_TOO_MANY,     /* more than OVL_MAX_LABEL_WAYPOINTS waypoints, or floors with too many
                              rows in all */
  /* The profile is directed by more than 256 ways over links, by a link that costs 2^31 units or
   * more, by a step rule, or by heights and also by links or unequal limits. */
  OVL_LABELS_DIRECTED,
  OVL_LABELS_STALE,    /* the world has been edited and not refreshed since */
  OVL_LABELS_OVERLAYS, /* the world was baked with overlays instead */
  OVL_LABELS_COUNT
} ovl_labels;

/* The partition of a world. */
typedef struct ovl_partition_info {
  int32_t region_cells;   /* side of a region, cells */
  int32_t regions_x;      /* regions per row; region number = row * regions_x + column */
  int32_t regions_y;      /* rows of regions on all floors; floor 0 begins at row 0 */
  int32_t spacing_cells;  /* the spacing of waypoints along a border: see ovl_bake_tuning; cells */
  int32_t overlay_levels; /* levels of overlays; 0: none */
  int32_t label_bytes_per_cell; /* as the bake was given it: see ovl_bake_tuning */
  ovl_overlays overlays;        /* the same */
} ovl_partition_info;

/* The waypoint graph of a profile. */
typedef struct ovl_graph_info {
  uint64_t waypoints; /* number of waypoints */
  uint64_t edges;     /* number of edges, counted in both directions */
  ovl_labels labels;
  ovl_method method; /* by which queries are planned */
} ovl_graph_info;

/* A description of a world. Fields that mention profile 0 describe that profile only;
 * ovl_world_profile (overland_inspect.h) gives them for each profile. */
typedef struct ovl_world_info {
  int32_t width;            /* of floor 0, cells */
  int32_t height;           /* of floor 0, cells */
  int32_t floors;           /* number of floors */
  int32_t profiles;         /* number of profiles */
  uint32_t links;           /* number of links */
  ovl_corners corners;      /* of profile 0 */
  uint8_t weights[256];     /* of each terrain for profile 0, in eighths; 0: blocked */
  uint64_t open_cells;      /* cells on which profile 0 can stand */
  uint64_t islands;         /* islands of profile 0 */
  uint64_t file_bytes;      /* length of the file; of an edited world, bytes in memory */
  uint64_t fingerprint;     /* hash of all but labels, equal for equal worlds. After edits
                               or a refresh, a hash of the history, until saved and opened again */
  uint64_t map_fingerprint; /* hash of sizes and terrain; independent of settings */
  ovl_partition_info partition;
  ovl_graph_info graph; /* of profile 0 */
} ovl_world_info;

/* Describes a world. Time: a pass over the region headers; none in a world that is checked on first
 * touch (overland_stream.h), where `edges` is 0. */
OVL_API void ovl_world_describe(const ovl_world *world, ovl_world_info *info);

/* Returns the number of the profile with the given name; -1 if there is none. */
OVL_API int32_t ovl_world_find_profile(const ovl_world *world, const char *name);

/* ---- Cells ---------------------------------------------------------------------------- */

/* Returns the terrain of a cell; 0 outside the world. Time: a few ns. */
OVL_API uint8_t ovl_world_terrain(const ovl_world *world, ovl_cell cell);

/* Returns the height of a cell, in units of height; 0 outside the world. */
OVL_API uint16_t ovl_world_height(const ovl_world *world, ovl_cell cell);

/* Copies the terrain of w x h cells, of which `corner` is the upper left, to `out`, whose rows are
 * row_bytes apart. OVL_BAD_ARGUMENT: row_bytes is below w, or a cell is outside the floor of the
 * corner. Of a world opened through a reader or in place OVL_READ_FAILED, OVL_WRONG_CHECKSUM,
 * OVL_CORRUPT and OVL_PLANNER_TOO_SMALL, as for a query; `out` is then not complete. Time: O(n). */
OVL_API ovl_result ovl_world_read_terrain(const ovl_world *world, ovl_cell corner, int32_t w,
                                          int32_t h, uint8_t *out, size_t row_bytes,
                                          ovl_fault *fault);

/* The property of cells that ovl_world_read_cells reads. */
typedef enum ovl_cells {
  OVL_CELLS_TERRAIN = 0,
  OVL_CELLS_HEIGHT, /* units of height */
  OVL_CELLS_WEIGHT, /* as ovl_world_weight */
  OVL_CELLS_EXTRA,  /* the part of the weight that is extra cost, eighths; 0 where it is 0 */
  OVL_CELLS_ISLAND, /* as ovl_world_island */
  OVL_CELLS_COUNT
} ovl_cells;

/* Reads a property of w x h cells, of which `corner` is the upper left, for a profile: values to
 * `out`, whose rows are row_values apart. OVL_BAD_ARGUMENT: row_values is below w, a cell is
 * outside the floor of the corner, or there is no such profile or property; other errors as for
 * ovl_world_read_terrain. Time: O(n), 1 to 3 ns a cell. */
OVL_API ovl_result ovl_world_read_cells(const ovl_world *world, int32_t profile, ovl_cells cells,
                                        ovl_cell corner, int32_t w, int32_t h, uint32_t *out,
                                        size_t row_values, ovl_fault *fault);

/* Returns the weight of a position for a profile, including extra cost, in eighths; 0 outside the
 * world, or if the profile can't stand there. */
OVL_API uint8_t ovl_world_weight(const ovl_world *world, int32_t profile, ovl_cell cell);

/* Returns the cost of a profile's step from a cell in a direction, 0 to 7 clockwise from east, in
 * cost units; 0 if the step is not legal. Time: under 1 us. */
OVL_API uint64_t ovl_world_step(const ovl_world *world, int32_t profile, ovl_cell from,
                                int32_t direction);

/* Returns the island of a cell for a profile, 1 to the number of islands (edits can add higher
 * numbers); 0 if the cell is blocked or outside. Two cells can reach each other if and only if
 * their islands are equal. With a directed profile a cell may also reach cells of other islands:
 * see ovl_reaches. Time: under 1 us. */
OVL_API uint32_t ovl_world_island(const ovl_world *world, int32_t profile, ovl_cell cell);

/* ---- Profiles, floors, links, bytes ------------------------------------------------------ */

/* A profile, and its data in the world. */
typedef struct ovl_profile_info {
  ovl_profile_def def;
  /* It has a link (open or closed) or a step rule, or some step costs more one way than the other.
   * It then has labels only if links alone, or costs of heights alone, make it directed. */
  bool directed;
  bool uses_step_rule; /* it was baked with a step rule */
  bool plain; /* all of its positions have the weight of plain ground; after edits it may be false
                 even though they do */
  uint64_t open_cells; /* positions on which it can stand */
  uint64_t islands;    /* number of islands */
  uint64_t bytes;      /* bytes of the file that are used by this profile only */
  ovl_graph_info graph;
} ovl_profile_info;

/* Describes a profile. False: there is no such profile. Time: a pass over the region headers; none
 * for a world that is checked on first touch, where `edges` is 0 and `bytes` does not include the
 * data of regions. */
OVL_API bool ovl_world_profile(const ovl_world *world, int32_t profile, ovl_profile_info *info);

typedef struct ovl_floor_info {
  int32_t width;      /* cells */
  int32_t height;     /* cells */
  int32_t region_row; /* first row of regions of the floor in the partition */
  bool graph;         /* it is a graph floor, whose nodes are joined only by links */
  bool heights;       /* some cell of the world has a height */
} ovl_floor_info;

/* Describes a floor. False: there is no such floor. */
OVL_API bool ovl_world_floor(const ovl_world *world, int32_t floor, ovl_floor_info *info);

/* Describes a link as it was passed to the bake, except that `closed` is its current state. False:
 * there is no such link. */
OVL_API bool ovl_world_link(const ovl_world *world, uint32_t link, ovl_link_def *def);

/* The bytes of a world file. For an edited world, bytes in memory: the data of regions as they are
 * now, labels as they were made before the edits. */
typedef struct ovl_world_bytes {
  uint64_t file;      /* the sum of those below, except `shared` */
  uint64_t header;    /* header, section table and region table */
  uint64_t cells;     /* terrain of the cells */
  uint64_t waypoints; /* positions of the waypoints */
  uint64_t costs;     /* costs between the waypoints of a region */
  uint64_t islands;   /* local components and islands */
  uint64_t labels;    /* labels */
  uint64_t overlays;  /* overlay levels */
  uint64_t links;     /* links and floors */
  uint64_t profiles;  /* names and settings of the profiles */
  uint64_t other;     /* headers and padding of the data of regions */
  uint64_t shared;    /* not in the file: bytes saved where profiles have parts in common */
} ovl_world_bytes;

/* Counts the bytes of a world. Time: a pass over the region headers; none for a world that is
 * checked on first touch, where all data of regions count as `other`. */
OVL_API void ovl_world_count_bytes(const ovl_world *world, ovl_world_bytes *bytes);

/* ---- Regions and clusters --------------------------------------------------------------- */

/* One region of the partition, and its data for a profile. */
typedef struct ovl_region_info {
  ovl_cell corner;       /* its upper left cell; on a graph floor {0, 0} of that floor */
  int32_t w, h;          /* its cells; 0 on a graph floor, and beside a floor that is narrower */
  uint32_t open_cells;   /* positions on which the profile can stand */
  uint32_t components;   /* local components: sets of cells that reach each other within it */
  uint32_t waypoints;    /* waypoints that touch it, on either side of their steps */
  uint32_t costs;        /* stored costs between its waypoints */
  ovl_world_bytes bytes; /* of its block, for all profiles; `file` is all of the block */
} ovl_region_info;

/* Describes a region. Errors, with *info zeroed: OVL_BAD_ARGUMENT (no such profile or region), and
 * those that ovl_world_read_terrain has of a reader. Time: under 1 us, if it is in memory. */
OVL_API ovl_result ovl_world_region(const ovl_world *world, int32_t profile, int32_t region,
                                    ovl_region_info *info, ovl_fault *fault);

/* A local component of a region: the part of an island that it holds. */
typedef struct ovl_component {
  ovl_cell cell;   /* its first cell, row by row */
  uint32_t island; /* as ovl_world_island */
  uint32_t cells;  /* positions on which the profile can stand */
} ovl_component;

/* Lists up to `capacity` of the local components of a region; *needed is the number of all of them.
 * The sum of `cells` over all regions is the size of an island. Errors: OVL_MORE_ROOM if they do
 * not fit, and those of ovl_world_region. Time: O(n) in the cells of the region. */
OVL_API ovl_result ovl_world_components(const ovl_world *world, int32_t profile, int32_t region,
                                        ovl_component *out, size_t capacity, size_t *needed,
                                        ovl_fault *fault);

/* A cluster of an overlay level: a square of regions. */
typedef struct ovl_cluster_info {
  int32_t side_regions; /* regions along its side; at the end of the plane it may have fewer */
  uint32_t ports;       /* waypoints of the level on its border, and links that leave it */
  uint32_t components;  /* sets of ports that reach each other inside */
  uint64_t bytes;       /* of its costs between ports, and the tables of costs to them */
} ovl_cluster_info;

/* Describes the cluster in a column and row of an overlay level, from 1 on. Errors, with *info
 * zeroed: OVL_BAD_ARGUMENT (no such profile, level or cluster), and those that
 * ovl_world_read_terrain has of a reader. Time: under 1 us, if it is in memory. */
OVL_API ovl_result ovl_world_cluster(const ovl_world *world, int32_t profile, int32_t level,
                                     int32_t column, int32_t row, ovl_cluster_info *info,
                                     ovl_fault *fault);

/* Returns "none", "labels" or "overlays". */
OVL_API const char *ovl_method_text(ovl_method method);

/* Returns a few words: "held", or "left out: " and the reason. */
OVL_API const char *ovl_labels_text(ovl_labels labels);

/* ---- The waypoint graph -------------------------------------------------------------------- */

/* A waypoint: a step over the border between two regions, or a link. */
typedef struct ovl_waypoint {
  ovl_cell first;  /* the left or upper cell of the step */
  ovl_cell second; /* the other cell */
  int32_t region;  /* region of the first cell */
  int32_t number;  /* number of the waypoint within that region */
} ovl_waypoint;

/* Lists up to `capacity` of the waypoints of one profile whose first cells are in a region. Returns
 * the number of all of them; 0 for a region that does not exist. */
OVL_API size_t ovl_world_waypoints(const ovl_world *world, int32_t profile, int32_t region,
                                   ovl_waypoint *out, size_t capacity);

/* An edge of the waypoint graph, through one region. */
typedef struct ovl_edge {
  ovl_waypoint from, to;
  int32_t through; /* number of the region */
  uint32_t cost;   /* cost units: within the region, and of each step the half of its cell there */
} ovl_edge;

/* Lists up to `capacity` of the edges of a profile through a region, with a separate edge for each
 * direction. Returns the number of all of them; 0 for no such region. */
OVL_API size_t ovl_world_edges(const ovl_world *world, int32_t profile, int32_t region,
                               ovl_edge *out, size_t capacity);

/* ---- Blockers [minimum obstacle removal] ---------------------------------------------------- */

/* Finds what blocks the way between two cells: the path that opens the fewest blocked cells, and of
 * several the cheapest. An opened cell is plain ground without extra cost. It keeps its height, so
 * climbing limits apply there too. A link with a blocked end can be used if that end is opened. The
 * step rule was never called for steps that were illegal when the world was baked, so their cost
 * comes from weights and heights alone. With heights or a rule the path may not be the cheapest of
 * those that open as few cells. For a body of several cells, positions to open are counted; all
 * blocked cells under them are listed, of which another path may have fewer.
 *
 * The search may expand the whole world, so it runs in slices and has its own memory. */
typedef struct ovl_blockers ovl_blockers;

/* Returns the bytes of memory that a search for blockers takes: a little over 42 per cell of the
 * world. 0 if the world is too large: more than 2^28 links, or more than 2^29 cells including a
 * border of one cell around the world (23,168 x 23,168 fit). */
OVL_API size_t ovl_blockers_bytes(const ovl_world *world, int32_t profile);

/* Creates a search, which the caller destroys. `allocator` NULL: the default. Errors, with
 * *blockers NULL: OVL_BAD_ARGUMENT (no such profile; the world is too large), OVL_NO_MEMORY. */
OVL_API ovl_result ovl_blockers_create(const ovl_world *world, int32_t profile,
                                       const ovl_allocator *allocator, ovl_blockers **blockers,
                                       ovl_fault *fault);

/* Destroys a search for blockers; NULL is allowed. */
OVL_API void ovl_blockers_destroy(ovl_blockers *blockers);

/* Begins a search between two cells, which may be blocked themselves. Errors: OVL_START_OUTSIDE,
 * OVL_GOAL_OUTSIDE; OVL_START_BLOCKED, OVL_GOAL_BLOCKED (the body would stand partly outside its
 * floor). */
OVL_API ovl_result ovl_blockers_begin(ovl_blockers *blockers, ovl_cell start, ovl_cell goal);

/* Continues for up to `budget` expansions; *done: the search is over. OVL_UNREACHABLE: there is no
 * path even with all cells open: no link leads there, or climbing limits or a step rule prevent it.
 */
OVL_API ovl_result ovl_blockers_step(ovl_blockers *blockers, uint64_t budget, bool *done);

/* A cell to open. */
typedef struct ovl_obstacle {
  ovl_cell cell;
  uint8_t terrain; /* its terrain */
} ovl_obstacle;

/* Lists the cells to open, in the order of the path, once the search is over. *needed is their
 * number, 0 if the goal can be reached without opening any; OVL_MORE_ROOM if they do not fit.
 * *cost, unless cost is NULL, is the cost of the path with them open, in cost units.
 * OVL_BAD_ARGUMENT before the search is over. */
OVL_API ovl_result ovl_blockers_answer(ovl_blockers *blockers, ovl_obstacle *obstacles,
                                       size_t capacity, size_t *needed, uint64_t *cost);

/* Returns the reason for the result of the search's last call; `what` is "" after OVL_OK. Valid
 * until its next call. */
OVL_API const ovl_fault *ovl_blockers_fault(const ovl_blockers *blockers);

#ifdef __cplusplus
}
#endif

#endif
