/* Overland: paths on grid worlds too large for one search.
 *
 * A map is baked once into a world: it is cut into square regions, which are joined by a graph of
 * waypoints. A query plans in two tiers: the coarse tier finds a route of waypoints, and the fine
 * tier refines it with an A* over the cells near the unit. Open a world, make a planner, find a
 * path:
 *
 *     ovl_world *world; // or ovl_world_bake, of an array of terrain
 *     if (ovl_world_open(file, file_bytes, &world, NULL) != OVL_OK) return;
 *
 *     ovl_planner_def planner_def = {.world = world};
 *     ovl_planner *planner;
 *     if (ovl_planner_create(&planner_def, &planner, NULL) != OVL_OK) return;
 *
 *     ovl_query query = {.start = {10, 10, 0}, .goal = {500, 400, 0}};
 *     ovl_cell points[256];
 *     ovl_path path = {.points = points, .capacity = 256};
 *     ovl_result result = ovl_find_path(planner, world, &query, &path);
 *
 * A walking unit takes a route instead, segment by segment. Terms and guarantees are at the end.
 *
 * FIXED POINT. Everything is an integer, on three scales:
 *   cost units        of costs: 1120 is a straight step over plain ground, 1584 a diagonal one
 *   eighths           of weights: 8 is plain ground, 12 costs half as much again
 *   1/1024 of a cell  of lengths: 1536 is a cell and a half
 * A step between cells with weights a and b costs 70 (a + b), or 99 (a + b) if it is diagonal;
 * climbing and step rules add to that, and a path costs the sum of its steps and links.
 *
 * ZERO IS THE DEFAULT of each field of a definition or query: set only what differs. Pointers must
 * not be NULL unless a comment allows it; a buffer may be NULL if its capacity is 0.
 *
 * THE SAME EVERYWHERE. A call that makes an object sets it to NULL on an error; the caller closes
 * or destroys the object, for which NULL is allowed. A `user` is passed to the functions beside it.
 * Where `jobs` is NULL the calling thread does all the work. A list with a `capacity` sets *needed
 * to the number of all entries; OVL_MORE_ROOM: they do not fit. A fault that an object returns is
 * valid until its next call, and has `what` "" after OVL_OK. */
#ifndef OVERLAND_H
#define OVERLAND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Only programs that link the shared library on Windows define OVL_SHARED_LIBRARY. */
#if defined(_WIN32) && defined(OVL_BUILDING_SHARED)
#define OVL_API __declspec(dllexport)
#elif defined(_WIN32) && defined(OVL_SHARED_LIBRARY)
#define OVL_API __declspec(dllimport)
#elif defined(__GNUC__) && !defined(_WIN32)
#define OVL_API __attribute__((visibility("default")))
#else
#define OVL_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Cells and results ---------------------------------------------------------------- */

typedef struct ovl_cell {
  int32_t x;     /* from the world's origin to the right; on a graph floor from 0 */
  int32_t y;     /* from the origin downwards */
  int32_t floor; /* 0 to floors - 1; 0 in a world with one floor */
} ovl_cell;

#define OVL_STRAIGHT_COST 1120 /* cost units: a straight step over plain ground */
#define OVL_DIAGONAL_COST 1584 /* cost units: a diagonal step over plain ground */
#define OVL_PLAIN_WEIGHT 8     /* eighths: the weight of plain ground */
#define OVL_LENGTH_UNIT 1024   /* lengths are in 1/1024 of a cell */

typedef enum ovl_result {
  OVL_OK = 0,
  /* The answer is no. */
  OVL_UNREACHABLE,   /* no path joins start and goal */
  OVL_START_BLOCKED, /* the profile can't stand on the start */
  OVL_GOAL_BLOCKED,  /* the profile can't stand on the goal */
  OVL_LIMITED,       /* a limit of the query was reached before the goal */
  /* The caller can do something about it. */
  OVL_START_OUTSIDE,     /* the start is not a cell of the world */
  OVL_GOAL_OUTSIDE,      /* the goal is not a cell of the world */
  OVL_BAD_ARGUMENT,      /* an argument is out of range: the fault names it */
  OVL_MORE_ROOM,         /* the caller's buffer is too small; a count says how large it must be */
  OVL_PLANNER_TOO_SMALL, /* the planner or flow does not have enough memory for this call */
  OVL_CACHE_TOO_SMALL,   /* resident_bytes (overland_stream.h) are not enough for this call */
  OVL_OTHER_WORLD,       /* a route, flow or patch belongs to another world */
  OVL_OFF_ROUTE,         /* the unit is not near the cell where its route continues */
  OVL_NEEDS_RULE,        /* the world was baked with a step rule, which must be passed again */
  OVL_STOPPED,           /* the progress callback stopped the work */
  OVL_BEGIN_AGAIN,       /* the route can't be continued: begin a new one from the unit's cell */
  OVL_BUSY,              /* the planner has a task: finish or cancel it */
  OVL_NOT_READY,         /* the answer is not made yet: step the task, or make the tile of a flow */
  OVL_FULL,              /* the queue, publisher, flow or crowd holds as many as it was made for */
  OVL_OTHER_PART,        /* a part belongs to another map or bake, or is given twice */
  OVL_MISSING_PART,      /* some rows of the map are not in any part */
  /* The system failed. */
  OVL_NO_MEMORY,    /* the allocator returned NULL */
  OVL_WRITE_FAILED, /* the caller's write callback failed */
  OVL_READ_FAILED,  /* the caller's read callback failed */
  /* The bytes are not a usable world. */
  OVL_NOT_A_WORLD,    /* they do not begin with the signature of a world file */
  OVL_OTHER_VERSION,  /* this library can't read this version of the file format */
  OVL_WRONG_LENGTH,   /* the file is shorter or longer than its header says */
  OVL_WRONG_CHECKSUM, /* bytes were changed */
  OVL_CORRUPT,    /* values contradict each other though the checksums are right: the file, or the
                     route that the fault names, was forged. Some are found by queries alone */
  OVL_MISALIGNED, /* the address of the bytes is not a multiple of 8 */
  /* The library is wrong. */
  OVL_INTERNAL,    /* the library contradicts itself: please report it */
  OVL_RESULT_COUNT /* number of results */
} ovl_result;

/* Why a call failed. A parameter `fault` is filled in, and may be NULL. Objects return that of
 * their last call, as by ovl_planner_fault. Other calls have one reason for each result. */
typedef struct ovl_fault {
  const char *what; /* static text: the argument, field or part of the file at fault; or "" */
  uint64_t where;   /* number of the struct, point, region, profile, link, level or part, or byte in
                       the file (always with OVL_WRONG_CHECKSUM of a world or patch); else 0 */
  /* The value that was found, and the right one or the limit. With OVL_BAD_ARGUMENT either may be
   * negative, as (uint64_t)-1: cast it to int64_t. */
  uint64_t found, expected;
} ovl_fault;

/* Returns one line of text for a result, without a full stop; never NULL. */
OVL_API const char *ovl_result_text(ovl_result result);

/* ---- Worlds --------------------------------------------------------------------------- */

/* A baked world: immutable, shared by threads. */
typedef struct ovl_world ovl_world;

/* Opens a world file in memory, at an address that is a multiple of 8, after a check of every byte.
 * The bytes are used in place: keep them unchanged until the world is closed. Other ways, and an
 * allocator for the two thousand bytes of the world: ovl_world_open_def (overland_stream.h).
 * Errors: OVL_BAD_ARGUMENT (no bytes), OVL_MISALIGNED, OVL_NOT_A_WORLD, OVL_OTHER_VERSION,
 * OVL_WRONG_LENGTH, OVL_WRONG_CHECKSUM, OVL_CORRUPT, OVL_NO_MEMORY. Time: a pass over the bytes. */
OVL_API ovl_result ovl_world_open(const void *bytes, size_t byte_count, ovl_world **world,
                                  ovl_fault *fault);

/* Closes a world; NULL is allowed. When all versions of a world are closed, its planners can only
 * be destroyed. */
OVL_API void ovl_world_close(ovl_world *world);

/* An allocator; zeroed: malloc and free, or OVL_BAD_ARGUMENT in a build without a C library. The
 * functions are called only on the calling thread. */
typedef struct ovl_allocator {
  void *(*allocate)(void *user, size_t bytes); /* returns memory aligned for any type, or NULL */
  void (*release)(void *user, void *memory, size_t bytes); /* `bytes` as allocated */
  void *user;
} ovl_allocator;

/* ---- Planners ------------------------------------------------------------------------- */

/* The working memory of one thread for queries. A planner that owns its memory grows before a
 * search where the world or query needs more; apart from that, queries never allocate. */
typedef struct ovl_planner ovl_planner;

typedef struct ovl_planner_def {
  const ovl_world *world;  /* a world for which it has room at first */
  size_t max_bytes;        /* maximum size, bytes, also once it has grown; 0: no limit */
  void *block;             /* NULL, or the caller's memory for the planner, aligned to 16 */
  size_t block_bytes;      /* bytes of block, at least ovl_planner_bytes */
  bool turn_costs;         /* has room for queries with a turn_cost, which take more memory */
  int32_t spare_percent;   /* extra room for what edits add, 1 to 1000 percent; 0: 25 */
  ovl_allocator allocator; /* for the planner, if block is NULL */
} ovl_planner_def;

/* Creates a planner. Errors: OVL_BAD_ARGUMENT (no world; a block that is too small or not aligned;
 * max_bytes too small), OVL_NO_MEMORY. */
OVL_API ovl_result ovl_planner_create(const ovl_planner_def *def, ovl_planner **planner,
                                      ovl_fault *fault);

/* Destroys a planner. A block remains the caller's. */
OVL_API void ovl_planner_destroy(ovl_planner *planner);

/* Returns the fault of the last call made with this planner. */
OVL_API const ovl_fault *ovl_planner_fault(const ovl_planner *planner);

/* ---- Paths ---------------------------------------------------------------------------- */

typedef enum ovl_smoothing {
  OVL_SMOOTH_GRID = 0, /* straight and diagonal moves with few turns */
  OVL_SMOOTH_ANY,      /* lines at any angle; over hexagons, all that they touch is open */
  OVL_SMOOTH_NONE,     /* none: the path runs through waypoints, and is often 1 percent longer */
  OVL_SMOOTH_COUNT
} ovl_smoothing;

typedef struct ovl_query {
  ovl_cell start;
  ovl_cell goal;
  int32_t profile; /* number of the profile, 0 to profiles - 1 */
  ovl_smoothing smoothing;
  bool move_start; /* a blocked start is moved to the nearest open cell of its floor, by straight
                      distance, of hexagons by steps; of several to the uppermost, then the leftmost
                      (the least y, then x) */
  bool move_goal;  /* the same for a blocked goal, if it is one cell */
  bool nearest;    /* goes as close to the goal as can be: see ovl_query_more */
  const struct ovl_query_more *more; /* other goals, limits, a trace; or NULL */
} ovl_query;

/* A leg of a path that is a link: from points[point - 1] to points[point]. */
typedef struct ovl_path_link {
  size_t point;  /* index of the leg's end in points, at least 1 */
  uint32_t link; /* number of the link in the world */
  bool back;     /* the unit goes from the link's `to` to its `from` */
} ovl_path_link;

/* A path. The caller sets the buffers and capacities; the query fills in everything else. */
typedef struct ovl_path {
  ovl_cell *points;     /* buffer for the turning points, start and end included */
  size_t capacity;      /* points for which the buffer has room */
  size_t count;         /* points of the path, even if they do not fit */
  ovl_path_link *links; /* buffer for the legs that are links; NULL: they are not listed */
  size_t link_capacity; /* links for which the buffer has room */
  size_t link_count;    /* links of the path, even if they do not fit */
  /* The next three describe the path in grid steps, even if OVL_SMOOTH_ANY draws lines instead. */
  uint64_t cost; /* cost units */
  uint64_t straight_steps, diagonal_steps;
  bool partial;    /* the path ends before the goal; false for segments of routes */
  uint64_t length; /* of the lines between the points, without links, in 1/1024 of a cell, each
                      rounded down */
} ovl_path;

/* Finds a path from query->start to query->goal. Each leg between two points is a straight or
 * diagonal run of cells, with OVL_SMOOTH_ANY a line at any angle; legs that are links are listed in
 * path->links. A path from a cell to itself has one point.
 *
 * OVL_MORE_ROOM: points or links do not fit; all else is valid. OVL_LIMITED, or OVL_UNREACHABLE
 * with query->nearest: the path is partial. Errors, with all that is filled in 0: OVL_UNREACHABLE,
 * OVL_START_BLOCKED, OVL_GOAL_BLOCKED, OVL_START_OUTSIDE, OVL_GOAL_OUTSIDE, OVL_BAD_ARGUMENT;
 * OVL_PLANNER_TOO_SMALL, OVL_NO_MEMORY (the planner could not grow); in a world that is read in
 * pieces (overland_stream.h) OVL_READ_FAILED, OVL_CACHE_TOO_SMALL, OVL_WRONG_CHECKSUM, OVL_CORRUPT.
 * Time: one coarse search by stored costs, and a small search or reading an edge for each region.
 */
OVL_API ovl_result ovl_find_path(ovl_planner *planner, const ovl_world *world,
                                 const ovl_query *query, ovl_path *path);

/* Lists the cells of a path of straight and diagonal legs, first and last point included; of a link
 * its two ends. OVL_MORE_ROOM. OVL_BAD_ARGUMENT, with the index of a point in `where` of the fault:
 * a leg at any other angle or longer than a floor, points or links that did not fit, links that
 * were not listed. Time: O(n). */
OVL_API ovl_result ovl_path_cells(const ovl_path *path, ovl_cell *cells, size_t capacity,
                                  size_t *needed, ovl_fault *fault);

/* ---- Routes: walk while planning ------------------------------------------------------ */

/* A unit begins a route, and asks for a segment when it has walked the last:
 *
 *     ovl_route route;
 *     ovl_path segment = {.points = points, .capacity = 256}; // 64 are mostly enough
 *     result = ovl_route_begin(planner, world, &query, &route);
 *     while (result == OVL_OK && !route.done) {
 *       result = ovl_route_next(planner, world, &route, route.position, &segment);
 *       for (size_t i = 1; result == OVL_OK && i < segment.count; i++) {
 *         result = walk_to(segment.points[i]); // OVL_BEGIN_AGAIN if `world` was edited
 *       }
 *       if (result == OVL_BEGIN_AGAIN) {
 *         query.start = unit_cell();
 *         result = ovl_route_begin(planner, world, &query, &route);
 *       }
 *     }
 *
 * A segment in hand may lead through a new wall: drop it, as here, or ask ovl_world_weight before
 * each cell. With `nearest` or a limit there is a route to walk after OVL_UNREACHABLE and
 * OVL_LIMITED too. With links, give `segment.links` room for one. A route may be copied and stored:
 * any planner of the world continues it. */

/* The stored costs that a route goes on by. */
typedef enum ovl_route_kind {
  OVL_ROUTE_DIRECT = 0, /* none: start and goal are close together */
  OVL_ROUTE_LABELS,     /* labels: exact costs between any two waypoints of a world */
  OVL_ROUTE_OVERLAYS    /* overlays: costs across clusters of regions, level by level; a few
                           waypoints at a time are planned ahead of the unit */
} ovl_route_kind;

/* A route, 64 bytes. */
typedef struct ovl_route {
  ovl_cell goal;       /* where it ends: see ovl_route_begin */
  ovl_cell position;   /* where the next segment begins */
  uint64_t cost_to_go; /* cost units: the rest of the route costs no more */
  uint64_t world;      /* fingerprint of its world */
  uint32_t state[5];   /* used by the library */
  uint8_t kind;        /* an ovl_route_kind */
  uint8_t profile;     /* number of the profile */
  uint8_t smoothing;   /* an ovl_smoothing */
  uint8_t done;        /* 1: position equals goal; may be so right after ovl_route_begin */
} ovl_route;

/* Begins a route: plans the coarse tier for a query. Returns what ovl_find_path would, but with
 * OVL_LIMITED, or OVL_UNREACHABLE and query->nearest, the route can be walked, but ends at
 * route->goal, the last cell within the limit or the nearest reachable one. Errors leave the route
 * zeroed. Limits apply to this call, not to segments; turn_cost is not used. Time: one coarse
 * search, or reading about 30 labels. */
OVL_API ovl_result ovl_route_begin(ovl_planner *planner, const ovl_world *world,
                                   const ovl_query *query, ovl_route *route);

/* Refines the next segment of a route: usually up to the next region, at the end to the goal.
 *
 * `from` is the unit's cell, route->position, which moves to the end of the segment, a path from
 * there. A unit that was pushed aside goes on from any cell in the region of route->position or in
 * one beside it; route->cost_to_go is then told anew, and may rise. If a link is next, the segment
 * is that link alone: two points, and one entry in segment->links. The segment of a route that is
 * done is one point. Drop a segment once the world is edited.
 *
 * Errors, with a segment of 0: OVL_OFF_ROUTE (`from` is farther away, or no path
 * leads from it through the regions around; begin a new route); OVL_MORE_ROOM (points
 * or the link do not fit; the segment's counts say how many; the route is unchanged);
 * OVL_BEGIN_AGAIN (an edit changed the route or, with overlays, made the rest of it more
 * expensive); OVL_OTHER_WORLD, OVL_BAD_ARGUMENT (the route has not begun; no buffer),
 * OVL_PLANNER_TOO_SMALL, OVL_CORRUPT (its bytes were changed), and those of a world that is read in
 * pieces. Time: one window (cells that are searched at once) of two to four regions; with overlays
 * a coarse search now and then. */
OVL_API ovl_result ovl_route_next(ovl_planner *planner, const ovl_world *world, ovl_route *route,
                                  ovl_cell from, ovl_path *segment);

/* ---- More of paths -------------------------------------------------------------------- */

/* Returns OVL_OK if the goal of a query can be reached, else the error of ovl_find_path. Time:
 * under 1 us to compare islands; for a directed profile a search over islands; with several goal
 * cells, the time to choose one. */
OVL_API ovl_result ovl_reaches(ovl_planner *planner, const ovl_world *world,
                               const ovl_query *query);

/* ---- Baking a world ------------------------------------------------------------------- */

/* The cells of a world. Hexagons are axial: x grows to the right, y down and half a cell to the
 * right, so that a cell's neighbours are (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1) and (1, -1)
 * away; their directions are 0 to 5, and each step is a straight one. overland_hexagons.h converts
 * the layouts of editors.
 *
 * Worlds of hexagons have paths, routes, costs, goals of all kinds, flows, turn costs, edits, step
 * rules, lines at any angle, rays, bodies of an odd number of cells, and units. */
typedef enum ovl_topology { OVL_SQUARES = 0, OVL_HEXAGONS, OVL_TOPOLOGY_COUNT } ovl_topology;

/* Which diagonal steps between two open cells are legal. Climbing limits count at corners too:
 * where a cell beside the step must be open, the two straight steps over it must also be within
 * max_climb and max_drop, and legal by the step rule. */
typedef enum ovl_corners {
  OVL_CORNERS_STRICT = 0, /* both cells beside the step must be open: no corner is cut */
  OVL_CORNERS_ONE,        /* at least one of them must be open */
  OVL_CORNERS_FREE,       /* all diagonal steps are legal */
  OVL_CORNERS_NONE,       /* no diagonal step is legal */
  OVL_CORNERS_COUNT
} ovl_corners;

/* Called during long operations, on the calling thread; `done` grows to `total`. Returns false to
 * stop the work: OVL_STOPPED. */
typedef bool (*ovl_progress_fn)(void *user, uint64_t done, uint64_t total);

/* Returns the extra cost of a step, 0 to 2^20 cost units, or OVL_STEP_BLOCKED (overland_bake.h). */
struct ovl_step;
typedef uint32_t (*ovl_step_rule_fn)(void *user, const struct ovl_step *step);
#define OVL_STEP_BLOCKED UINT32_MAX

/* Floors, profiles, links, named places and a step rule; their structs are in overland_bake.h. */
typedef struct ovl_bake_more {
  const struct ovl_floor_def *floors; /* NULL, or in place of width, height, terrain, row_bytes */
  int32_t floor_count;                /* 1 to OVL_MAX_FLOORS; 0 without floors */
  const struct ovl_profile_def *profiles; /* NULL, or in place of weights and corners */
  int32_t profile_count;                  /* 1 to OVL_MAX_PROFILES; 0 without profiles */
  const struct ovl_link_def *links;       /* or NULL */
  int32_t link_count;                     /* 0 without links */
  const struct ovl_place *places;         /* or NULL; no two have the same name */
  int32_t place_count;                    /* 0 to OVL_MAX_PLACES; 0 without places */
  bool blocked_links; /* a link may end on a blocked cell, and is unused until an edit opens it */
  ovl_step_rule_fn step_rule; /* or NULL */
  void *step_rule_user;
  uint32_t step_rule_profiles;     /* a bit for each profile to which the rule applies; 0: all */
  bool step_rule_is_mutual;        /* each step has the answer of the step back: see ovl_step */
  const struct ovl_survey *survey; /* NULL, or that of this map, for a part */
  int32_t cost_scale; /* by what you multiplied weights and costs, up to 255; 0: 1. Only stored */
} ovl_bake_more;

/* The choice to leave labels out (see ovl_method): a world always has overlays. Labels are faster,
 * but large, and an edited world has none until it is refreshed. */
typedef enum ovl_overlays {
  OVL_OVERLAYS_AUTO = 0, /* both, or overlays alone above OVL_MAX_CELLS_WITH_LABELS cells */
  OVL_OVERLAYS_ALWAYS,   /* overlays alone */
  OVL_OVERLAYS_COUNT
} ovl_overlays;

#define OVL_MAX_CELLS_WITH_LABELS ((int64_t)1 << 24)
#define OVL_MIN_REGION_CELLS 8 /* side of a region */
#define OVL_MAX_REGION_CELLS 128
#define OVL_NO_LABELS (-1)

/* The partition, and the data that speeds up queries: see ovl_bake_choose. */
typedef struct ovl_bake_tuning {
  int32_t region_cells;  /* side of a region, OVL_MIN_REGION_CELLS to OVL_MAX_REGION_CELLS cells, at
                            most 44 with a step rule; 0: 32, or 64 on large maps; in parts 32 */
  int32_t spacing_cells; /* largest gap between waypoints along a border, 1 to 128 cells; 0: 8, or a
                            quarter of region_cells if that is more */
  int32_t label_bytes_per_cell; /* labels that need more bytes per cell are left out, 1 to 255; 0:
                                   11; or OVL_NO_LABELS. Most maps need 1 to 3, random terrain 17 */
  ovl_overlays overlays;
} ovl_bake_tuning;

#define OVL_MAX_SIDE_CELLS 65536  /* width and height of a floor */
#define OVL_MAX_ORIGIN 1073741824 /* 2^30: greatest x and y of an origin, and -2^30 the least */

/* The map and the settings of a bake. Arrays are read only during the call; wherever the world
 * begins, their first row is that of the origin, and rows of a map are counted from 0. */
typedef struct ovl_bake_def {
  int32_t width;          /* cells, 1 to OVL_MAX_SIDE_CELLS */
  int32_t height;         /* cells, 1 to OVL_MAX_SIDE_CELLS */
  const uint8_t *terrain; /* one byte per cell, row by row from the top */
  size_t row_bytes;       /* bytes from one row to the next, at least width; 0: width */
  uint8_t weights[256];   /* of each terrain, in eighths; 0: blocked. All 0: terrain 0 is blocked,
                             and all others are plain ground */
  ovl_corners corners;    /* of hexagons, here and in profiles: 0 */
  ovl_topology topology;  /* 0: squares */
  ovl_cell origin; /* the upper left cell of each floor, but not of graph floors; its floor is 0 */
  ovl_bake_more more;
  ovl_bake_tuning tuning;
  ovl_allocator allocator; /* for the bake, and for the world until it is closed */
  const struct ovl_jobs *jobs;
  ovl_progress_fn progress; /* or NULL; `done` counts regions, those with labels 8 times */
  void *progress_user;
} ovl_bake_def;

/* Bakes a world. Errors: OVL_BAD_ARGUMENT, OVL_NO_MEMORY, OVL_STOPPED. Not in overland_runtime.
 * Time for 1024 x 1024 cells: 0.1 to 0.5 us per cell on open land and streets, up to 5 us on random
 * terrain, mostly for labels. Memory: the world, three rows of regions, about 8 times the labels,
 * and 150 bytes a waypoint for each more thread. */
OVL_API ovl_result ovl_world_bake(const ovl_bake_def *def, ovl_world **world, ovl_fault *fault);

/* ---- Saving a world ------------------------------------------------------------------- */

/* Writes the next bytes of a file, in order. Returns false on failure. */
typedef bool (*ovl_write_fn)(void *user, const void *bytes, size_t byte_count);

typedef struct ovl_save_def {
  ovl_write_fn write;
  void *write_user;
  ovl_progress_fn progress; /* or NULL; counts bytes, or, of an edited world, regions and clusters
                               of overlays in two passes */
  void *progress_user;
} ovl_save_def;

/* Writes the world file, of ovl_world_info.file_bytes; that of a world that was edited since its
 * last refresh is shorter, without labels. Memory: the region table, the islands and a few rows of
 * regions. Time: two passes over the regions. One thread may save a world while others query, edit
 * and close their handles of it. A world opened through a reader is read through a cache of the
 * call's own, of resident_bytes: reader and allocator then serve several threads.
 *
 * Errors: OVL_BAD_ARGUMENT, OVL_WRITE_FAILED, OVL_STOPPED, OVL_NO_MEMORY; through a reader its
 * errors and OVL_CACHE_TOO_SMALL. After an error the file is incomplete. Not in
 * overland_runtime. */
OVL_API ovl_result ovl_world_save(const ovl_world *world, const ovl_save_def *def,
                                  ovl_fault *fault);

/* ---- Tasks: queries in slices --------------------------------------------------------- */

/* Every query can run in slices: begin it as a task, then step it each tick with a budget of
 * expansions, each of one cell or waypoint taken from the open list of a search. However it is
 * sliced, answer and statistics are those of a single call.
 *
 *     bool done = false;
 *     for (ovl_task_begin_path(planner, world, &query, &path); !done; next_tick()) {
 *       uint64_t spent;
 *       ovl_task_step(planner, 2000, &spent, &done);
 *     }
 *     result = ovl_task_result(planner);
 *
 * A planner has one task at a time. Until that is done or cancelled, other calls of the planner
 * return OVL_BUSY and change nothing. The world in which the task began must stay open
 * (ovl_world_retain). The query and its `more` are copied. Its goal_cells and all output (path and
 * points, route, ...) must not move, and the output is not valid before the task is done. */

/* Begins ovl_find_path as a task. Returns OVL_OK or OVL_BUSY; ovl_task_result returns other errors.
 */
OVL_API ovl_result ovl_task_begin_path(ovl_planner *planner, const ovl_world *world,
                                       const ovl_query *query, ovl_path *path);

/* Begins ovl_route_begin as a task. */
OVL_API ovl_result ovl_task_begin_route(ovl_planner *planner, const ovl_world *world,
                                        const ovl_query *query, ovl_route *route);

/* Begins ovl_route_next as a task. */
OVL_API ovl_result ovl_task_begin_next(ovl_planner *planner, const ovl_world *world,
                                       ovl_route *route, ovl_cell from, ovl_path *segment);

/* Begins ovl_reaches as a task. */
OVL_API ovl_result ovl_task_begin_reaches(ovl_planner *planner, const ovl_world *world,
                                          const ovl_query *query);

/* Continues the task for up to `budget` expansions of cells and waypoints; 0 does nothing. *spent
 * is the number made: all of budget, unless the task is *done or its trace stops it. Not counted
 * are reading labels (about 10 us per query), copying cells into a window (1 to 10 us), and two
 * kinds of work that are not sliced: finding the nearest reachable cell, and sorting many goals.
 * OVL_BAD_ARGUMENT: there is no task. */
OVL_API ovl_result ovl_task_step(ovl_planner *planner, uint64_t budget, uint64_t *spent,
                                 bool *done);

/* Returns what a single call would have returned, until the planner is used again. OVL_NOT_READY
 * before the task is done; OVL_BAD_ARGUMENT if there is none. */
OVL_API ovl_result ovl_task_result(const ovl_planner *planner);

/* Cancels the planner's task, if there is one. */
OVL_API void ovl_task_cancel(ovl_planner *planner);

/* ---- Jobs and versions ---------------------------------------------------------------- */

/* The caller's job system. `run` calls job(context, i, worker) for each i from 0 to count - 1, on
 * any threads and in any order, and returns when all are done. Jobs that run at the same time have
 * different worker numbers, 0 to workers - 1. Results do not depend on the threads. */
typedef struct ovl_jobs {
  int32_t workers; /* 1 to 64 */
  void (*run)(void *user, int32_t count, void (*job)(void *context, int32_t index, int32_t worker),
              void *context);
  void *user;
} ovl_jobs;

#define OVL_VERSION_MAJOR 0
#define OVL_VERSION_MINOR 1
#define OVL_VERSION_PATCH 0

/* Returns the version of the linked library as text: "0.1.0". */
OVL_API const char *ovl_version(void);

#define OVL_ABI 0xde6f7183u /* a hash of all names, values, places and sizes in the headers */

/* Returns OVL_ABI of the linked library. Where it differs from a program's own, that was made for
 * other headers. */
OVL_API uint32_t ovl_abi(void);

/* ---- Terms and guarantees ------------------------------------------------------------- */

/* TERMS, with the names used in the literature in brackets.
 *   cell      one grid square [node]; x grows right, y down, from the world's origin, often (0, 0)
 *   terrain   the kind of a cell, one byte
 *   weight    the cost of crossing a cell, in eighths of plain ground; 0: the cell is blocked
 *   profile   a kind of mover [agent type]: a weight for each terrain, a body size, climbing limits
 *   directed  of a profile: it has links, a step rule, or steps whose cost depends on the direction
 *   region    a square of the partition [cluster in HPA*]
 *   waypoint  a step across a region border, or a link: a node of the coarse graph [abstract node]
 *   component a set of cells of one region that can reach each other inside it
 *   cluster   a square of regions: one piece of an overlay level
 *   island    a set of cells that can reach each other [connected component]
 *   link      a connection that is not a step: stairs, a ferry, a jump [off-mesh connection]
 *   route     the coarse answer: the waypoints to pass through [abstract path]
 *   segment   the next piece of a route, refined to cells
 *   path      the fine answer, in cells
 *   version   a world after edits; a world itself never changes (overland_edit.h)
 *
 * GUARANTEES. Every path is legal. A route is found if and only if a path exists, unless a limit or
 * the memory of the planner ends the search. The same world and query give the same answer on every
 * machine, with every compiler and on every thread. Everything in a file is checked before it is
 * used. There is no global state. A call that fails leaves everything as it was, unless its comment
 * says otherwise.
 *
 * THREADS. Any number of threads may query one world at once, each with its own planner. A call
 * takes less than 16 KiB of stack, beside functions of the caller, in an optimised build.
 *
 * RUNTIME. The library overland_runtime opens worlds and answers queries; it lacks calls that are
 * marked "Not in overland_runtime".
 *
 * TIME in the comments is the running time of a call; n is the number of cells and c the number of
 * waypoints that it touches. */

#ifdef __cplusplus
}
#endif

#endif
