/* Overland: the data of a world, rays and walls, its waypoint graph, and the blockers between two
 * cells. */
#ifndef OVERLAND_INSPECT_H
#define OVERLAND_INSPECT_H

#include "overland_bake.h"
#include "overland_query.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- The world --------------------------------------------------------------------------- */

#define OVL_MAX_LABEL_WAYPOINTS 131072 /* labels are made for at most this many waypoints */

/* The labels of a profile: there, or the reason why not. */
typedef enum ovl_labels {
  OVL_LABELS_HELD = 0,
  OVL_LABELS_NOT_ASKED,    /* OVL_NO_LABELS, as given or as ovl_bake_choose set it */
  OVL_LABELS_NO_WAYPOINTS, /* the world has no waypoints */
  OVL_LABELS_TOO_LARGE,    /* they need more than label_bytes_per_cell */
  OVL_LABELS_TOO_LONG,     /* a cost does not fit in 31 bits */
  OVL_LABELS_TOO_MANY,     /* more than OVL_MAX_LABEL_WAYPOINTS waypoints, or floors with too many
                              rows in all */
  /* The profile is directed by more than 256 ways over links, by a link that costs 2^31 cost units
     or more, by a step rule, or by heights and also by links or unequal limits. */
  OVL_LABELS_DIRECTED,
  OVL_LABELS_STALE,    /* the world has been edited and not refreshed since */
  OVL_LABELS_OVERLAYS, /* the world was baked with overlays instead */
  OVL_LABELS_COUNT
} ovl_labels;

/* The partition of a world. */
typedef struct ovl_partition_info {
  ovl_cell origin;              /* of the world: upper left cell of each floor of cells */
  int32_t region_cells;         /* side of a region, cells */
  int32_t regions_x;            /* regions per row; region number = row * regions_x + column */
  int32_t regions_y;            /* rows of regions on all floors; floor 0 begins at row 0 */
  int32_t spacing_cells;        /* see ovl_bake_tuning; cells */
  int32_t overlay_levels;       /* levels of overlays; 0: none */
  int32_t label_bytes_per_cell; /* as given to the bake */
  ovl_overlays overlays;        /* the same */
  ovl_topology topology;        /* the same */
} ovl_partition_info;

/* The waypoint graph of a profile. */
typedef struct ovl_graph_info {
  uint64_t waypoints;
  uint64_t edges; /* number of edges, counted in both directions */
  ovl_labels labels;
  ovl_method method; /* by which queries are planned */
} ovl_graph_info;

/* A description of a world. */
typedef struct ovl_world_info {
  int32_t width;  /* of floor 0, cells */
  int32_t height; /* of floor 0, cells */
  int32_t floors;
  int32_t profiles;
  uint32_t links;
  ovl_corners corners;  /* of profile 0 */
  uint8_t weights[256]; /* of each terrain for profile 0, in eighths; 0: blocked */
  int32_t cost_scale;   /* as given to the bake, at least 1 */
  uint64_t open_cells;  /* cells on which profile 0 can stand */
  uint64_t islands;     /* islands of profile 0 */
  uint64_t file_bytes;  /* length of the file; of an edited world, bytes in memory */
  uint64_t fingerprint; /* hash of all but labels; after edits or a refresh, of the history, until
                           saved and opened again */
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
 * row_bytes apart. OVL_BAD_ARGUMENT: row_bytes is below w, or a cell is outside the floor. Of a
 * world opened through a reader or in place OVL_READ_FAILED, OVL_WRONG_CHECKSUM, OVL_CORRUPT and
 * OVL_CACHE_TOO_SMALL; `out` is then not complete. Time: O(n). */
OVL_API ovl_result ovl_world_read_terrain(const ovl_world *world, ovl_cell corner, int32_t w,
                                          int32_t h, uint8_t *out, size_t row_bytes,
                                          ovl_fault *fault);

/* The property of cells that ovl_world_read_cells reads. */
typedef enum ovl_cells {
  OVL_CELLS_TERRAIN = 0,
  OVL_CELLS_HEIGHT, /* units of height */
  OVL_CELLS_WEIGHT, /* as ovl_world_weight */
  OVL_CELLS_EXTRA,  /* the part of the weight that is extra cost, without wall_cost, eighths */
  OVL_CELLS_ISLAND, /* as ovl_world_island */
  OVL_CELLS_COUNT
} ovl_cells;

/* Reads a property of cells for a profile, as ovl_world_read_terrain does; rows of `out` are
 * row_values apart. OVL_BAD_ARGUMENT also: no such profile or property. Time: O(n), 1 to 12 ns a
 * cell. */
OVL_API ovl_result ovl_world_read_cells(const ovl_world *world, int32_t profile, ovl_cells cells,
                                        ovl_cell corner, int32_t w, int32_t h, uint32_t *out,
                                        size_t row_values, ovl_fault *fault);

/* Returns the weight of a position for a profile, with extra and wall cost, in eighths; 0 outside
 * the world, or if the profile can't stand there. */
OVL_API uint8_t ovl_world_weight(const ovl_world *world, int32_t profile, ovl_cell cell);

/* Returns the cost of a profile's step from a cell in a direction, 0 to 7 clockwise from east, of
 * hexagons 0 to 5, in cost units; 0 if the step is not legal. Time: under 1 us. */
OVL_API uint64_t ovl_world_step(const ovl_world *world, int32_t profile, ovl_cell from,
                                int32_t direction);

/* Returns the island of a cell for a profile, 1 to the number of islands (edits can add higher
 * numbers); 0 if the cell is blocked or outside. Two cells can reach each other if and only if
 * their islands are equal; for a directed profile a cell may also reach other islands
 * (ovl_reaches). Time: under 1 us. */
OVL_API uint32_t ovl_world_island(const ovl_world *world, int32_t profile, ovl_cell cell);

/* ---- Points, rays and walls ---------------------------------------------------------------- */

#define OVL_POINT_UNIT 256 /* points are in 1/256 of a cell */

/* A point, in 1/256 of a cell: cell {x, y} reaches from 256 x to 256 x + 255, and its middle is
 * 256 x + 128. A body of several cells is at the point in its upper left cell: its own middle is
 * half of its other cells to the right and down.
 *
 * Over hexagons points and directions are axial, as cells are: 256 along x or y is the way from the
 * middle of a cell to that of the next one, and the middle of cell {x, y} is {256 x + 128, 256 y +
 * 128}. Lengths are those between middles: of (dx, dy) the root of dx dx + dx dy + dy dy. The cell
 * of a point is the hexagon around it: that whose middle is nearest. A body is at its middle. */
typedef struct ovl_point {
  int64_t x, y;
  int32_t floor; /* not a graph floor */
} ovl_point;

/* One that moves from point to point. It keeps a square of 2 `radius` around its point off all
 * positions on which its profile can't stand: so it is a body of body_cells - 1 cells and 2
 * `radius` more, which may be where that body may. Over hexagons it keeps a hexagon, whose sides
 * are `radius` away from its point in the directions of steps. */
typedef struct ovl_mover {
  const ovl_world *world;
  int32_t profile;
  int32_t radius; /* 1/256 of a cell, 0 to 128: the point alone, to the whole body. Where corners
                     are cut, 0 alone goes wherever paths do. Of hexagons 0 to 64, which passes
                     the side between two cells */
  /* For the calls of overland_move.h: */
  int32_t sight_cells; /* how far it looks along its way, 1 to OVL_MAX_SIGHT_CELLS; 0: 16 */
  int32_t side_cells;  /* how far it looks to both sides, 1 to OVL_MAX_SIGHT_CELLS; 0: not at all */
} ovl_mover;

#define OVL_MAX_SIGHT_CELLS 64

/* The reason why a ray ends. */
typedef enum ovl_ray_stop {
  OVL_RAY_FREE = 0, /* nothing: it reaches its end */
  OVL_RAY_CELL,     /* a position on which the profile can't stand, or the end of the floor */
  OVL_RAY_STEP      /* a step that is not legal: a corner, a slope, a step rule */
} ovl_ray_stop;

typedef struct ovl_ray {
  ovl_point end; /* the last point of the ray that is free, at least its first one */
  ovl_ray_stop stop;
  ovl_cell cell;   /* the position that ends it, or to which the step from that of `end` would lead;
                      OVL_RAY_FREE: that of `end` */
  uint32_t weight; /* of the ground under the points of the ray, on average: 1/256 of an eighth */
  uint64_t extra;  /* cost units: what its steps cost beside, by slopes or a step rule */
} ovl_ray;

/* Sends a ray between two points of a floor, up to OVL_MAX_SIDE_CELLS cells. It goes in steps of
 * 1/256 along x or y, where it is the longer, and rounds the other coordinate to the nearest one,
 * half of one up. So it has the same points there and back. Where the point enters another cell,
 * the step must be legal. With radius 0 a point at the very corner of four cells is in none, so
 * that the step is diagonal; without diagonal steps (OVL_CORNERS_NONE) it must be legal by both
 * ways.
 *
 * Over hexagons it stops at the first of its points that is not free where the line is, before it
 * is rounded; `end` is the last one before that which is free when rounded, and in the same cell.
 *
 * Errors, with *ray zeroed: OVL_START_OUTSIDE; OVL_START_BLOCKED (the mover can't be there);
 * OVL_BAD_ARGUMENT (no such profile, radius; a graph floor; a ray that is too long or ends on
 * another floor); those of a reader (ovl_world_read_terrain). Time: O(n) in its cells, or rows
 * where all ground is plain: 0.2 to 0.4 us for 20 cells, two to three times that where weights
 * differ. Of rays that run along the sides of hexagons some in 100,000 take up to 15 us: the last
 * of their points that rounding leaves free is searched for one by one. */
OVL_API ovl_result ovl_world_ray(const ovl_mover *mover, ovl_point from, ovl_point to, ovl_ray *ray,
                                 ovl_fault *fault);

typedef struct ovl_wall {
  bool found;       /* there is a wall within reach; else the rest is 0 */
  ovl_cell cell;    /* the position on which the profile can't stand, perhaps outside the floor */
  int32_t distance; /* from the point to its square or hexagon, 1/256 of a cell, rounded down */
  int32_t dx, dy;   /* from the point to the nearest point of that; of hexagons each rounded to 0 */
} ovl_wall;

#define OVL_MAX_WALL_REACH 16384 /* 64 cells */

/* Finds the wall that is nearest to a point in a straight line: the square or hexagon of a position
 * on which the profile can't stand, or the end of the floor. Of several one of the nearest row,
 * then the upper, then the left one. `reach`: 1/256 of a cell, 0 to OVL_MAX_WALL_REACH. The mover's
 * radius does not count. Errors, with *wall zeroed: as ovl_world_ray, but OVL_START_BLOCKED only if
 * the cell of the point is a wall. Time: O(n) in rows within reach, or up to the wall: 20 to 40 ns
 * each, of hexagons 50 to 85. */
OVL_API ovl_result ovl_world_wall(const ovl_mover *mover, ovl_point point, int32_t reach,
                                  ovl_wall *wall, ovl_fault *fault);

/* ---- Profiles, floors, links, places, bytes ---------------------------------------------- */

/* A profile, and its data in the world. */
typedef struct ovl_profile_info {
  ovl_profile_def def;
  /* It has a link (open or closed) or a step rule, or some step costs more one way than the other.
   */
  bool directed;
  bool uses_step_rule; /* it was baked with a step rule */
  bool plain; /* all of its positions have the weight of plain ground; edits may leave it false */
  uint64_t open_cells; /* positions on which it can stand */
  uint64_t islands;
  uint64_t bytes; /* bytes of the file that are used by this profile only */
  ovl_graph_info graph;
} ovl_profile_info;

/* Describes a profile. False: there is no such profile. Time: a pass over the region headers; none
 * for a world that is checked on first touch, where `edges` is 0 and `bytes` does not include the
 * data of regions. */
OVL_API bool ovl_world_profile(const ovl_world *world, int32_t profile, ovl_profile_info *info);

typedef struct ovl_floor_info {
  ovl_cell corner;    /* its upper left cell: the origin; on a graph floor {0, 0} */
  int32_t width;      /* cells */
  int32_t height;     /* cells */
  int32_t region_row; /* first row of regions of the floor in the partition */
  bool graph;         /* it is a graph floor, whose nodes are joined only by links */
  bool heights;       /* some cell of the world has a height */
} ovl_floor_info;

/* Describes a floor. False: there is no such floor. */
OVL_API bool ovl_world_floor(const ovl_world *world, int32_t floor, ovl_floor_info *info);

/* Describes a link; `closed` is its current state. False: there is no such link. */
OVL_API bool ovl_world_link(const ovl_world *world, uint32_t link, ovl_link_def *def);

/* Describes a named place; from 0 on they stand in the order in which the bake was given them. Its
 * name lies in the world, and is valid as long. False: there is no such place. */
OVL_API bool ovl_world_place(const ovl_world *world, int32_t index, ovl_place *place);

/* The bytes of a world file; of an edited world, in memory. */
typedef struct ovl_world_bytes {
  uint64_t file;      /* the sum of those below, except `shared` */
  uint64_t header;    /* header, section table and region table */
  uint64_t cells;     /* terrain of the cells */
  uint64_t waypoints; /* positions of the waypoints */
  uint64_t costs;     /* costs between the waypoints of a region */
  uint64_t islands;   /* local components and islands */
  uint64_t labels;    /* labels */
  uint64_t overlays;  /* overlay levels */
  uint64_t links;     /* links, floors and named places */
  uint64_t profiles;  /* names and settings of the profiles */
  uint64_t other;     /* headers and padding of the data of regions */
  uint64_t shared;    /* not in the file: bytes saved where profiles have parts in common */
} ovl_world_bytes;

/* Counts the bytes of a world. Time: a pass over the region headers; none for a world that is
 * checked on first touch, where all data of regions count as `other`. */
OVL_API void ovl_world_count_bytes(const ovl_world *world, ovl_world_bytes *bytes);

/* ---- Regions and clusters --------------------------------------------------------------- */

/* A region, and its data for a profile. */
typedef struct ovl_region_info {
  ovl_cell corner;       /* its upper left cell; on a graph floor {0, 0} of that floor */
  int32_t w, h;          /* its cells; 0 on a graph floor, and beside a floor that is narrower */
  uint32_t open_cells;   /* positions on which the profile can stand */
  uint32_t components;   /* local components */
  uint32_t waypoints;    /* waypoints that touch it, on either side of their steps */
  uint32_t costs;        /* stored costs between its waypoints */
  ovl_world_bytes bytes; /* of its block, for all profiles; `file` is all of the block */
} ovl_region_info;

/* Describes a region. Errors, with *info zeroed: OVL_BAD_ARGUMENT (no such profile or region), and
 * those of a reader (ovl_world_read_terrain). Time: under 1 us, if it is in memory. */
OVL_API ovl_result ovl_world_region(const ovl_world *world, int32_t profile, int32_t region,
                                    ovl_region_info *info, ovl_fault *fault);

/* A local component of a region: the part of an island that it holds. */
typedef struct ovl_component {
  ovl_cell cell;   /* its first cell, row by row */
  uint32_t island; /* as ovl_world_island */
  uint32_t cells;  /* positions on which the profile can stand */
} ovl_component;

/* Lists the local components of a region. The sum of `cells` over all regions is the size of an
 * island. Errors: OVL_MORE_ROOM (the first `capacity` are valid), and those of ovl_world_region.
 * Time: O(n) in the cells of the region. */
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

/* Describes the cluster in a column and row of an overlay level, from 1 on. OVL_BAD_ARGUMENT: there
 * is none. Otherwise as ovl_world_region. */
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

/* Lists up to `capacity` waypoints of a profile whose first cells are in a region. Returns the
 * number of all; 0 for no such region. */
OVL_API size_t ovl_world_waypoints(const ovl_world *world, int32_t profile, int32_t region,
                                   ovl_waypoint *out, size_t capacity);

/* An edge of the waypoint graph, through one region. */
typedef struct ovl_edge {
  ovl_waypoint from, to;
  int32_t through; /* number of the region */
  uint32_t cost;   /* cost units: within the region, and of each step the half of its cell there */
} ovl_edge;

/* Lists up to `capacity` edges of a profile through a region, one for each direction. Returns the
 * number of all; 0 for no such region. */
OVL_API size_t ovl_world_edges(const ovl_world *world, int32_t profile, int32_t region,
                               ovl_edge *out, size_t capacity);

/* ---- Blockers [minimum obstacle removal] ---------------------------------------------------- */

/* Finds what blocks the way between two cells: the path that opens the fewest blocked cells, and of
 * several the cheapest (with heights or a step rule perhaps another). An opened cell is plain
 * ground without extra cost, at its height. A link with a blocked end can be used if that end is
 * opened. Steps that were illegal in the bake cost what weights and heights say, without the step
 * rule. For a body of several cells, positions to open are counted, and all blocked cells under
 * them are listed.
 *
 * The search may expand the whole world, so it runs in slices and has its own memory. */
typedef struct ovl_blockers ovl_blockers;

/* Returns the bytes of memory that a search for blockers takes: a little over 42 per cell of the
 * world. 0 if the world is too large: more than 2^28 links, or more than 2^29 cells with a border
 * of one cell around it. */
OVL_API size_t ovl_blockers_bytes(const ovl_world *world, int32_t profile);

/* Creates a search. `allocator` NULL: the default. Errors: OVL_BAD_ARGUMENT (no such profile; the
 * world is too large), OVL_NO_MEMORY. */
OVL_API ovl_result ovl_blockers_create(const ovl_world *world, int32_t profile,
                                       const ovl_allocator *allocator, ovl_blockers **blockers,
                                       ovl_fault *fault);

/* Destroys a search for blockers. */
OVL_API void ovl_blockers_destroy(ovl_blockers *blockers);

/* Begins a search between two cells, which may be blocked themselves. Errors: OVL_START_OUTSIDE,
 * OVL_GOAL_OUTSIDE; OVL_START_BLOCKED, OVL_GOAL_BLOCKED (the body would stand partly outside its
 * floor). */
OVL_API ovl_result ovl_blockers_begin(ovl_blockers *blockers, ovl_cell start, ovl_cell goal);

/* Continues for up to `budget` expansions; *done: the search is over. OVL_UNREACHABLE: there is no
 * path even with all cells open. */
OVL_API ovl_result ovl_blockers_step(ovl_blockers *blockers, uint64_t budget, bool *done);

/* A cell to open. */
typedef struct ovl_obstacle {
  ovl_cell cell;
  uint8_t terrain; /* its terrain */
} ovl_obstacle;

/* Lists the cells to open, in the order of the path, once the search is over. OVL_BAD_ARGUMENT
 * before. *cost, unless cost is NULL, is the cost of the path with them open, in cost units; costs
 * beside walls count as they are before, and not on the cells to open. OVL_MORE_ROOM. */
OVL_API ovl_result ovl_blockers_answer(ovl_blockers *blockers, ovl_obstacle *obstacles,
                                       size_t capacity, size_t *needed, uint64_t *cost);

/* Returns the fault of the search's last call. */
OVL_API const ovl_fault *ovl_blockers_fault(const ovl_blockers *blockers);

#ifdef __cplusplus
}
#endif

#endif
