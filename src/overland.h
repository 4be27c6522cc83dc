/* Overland: paths on grid worlds too large for one search.
 *
 * A map is baked once into a world: it is cut into square regions, which are joined by a graph of
 * waypoints. A query plans in two tiers. The coarse tier finds a route of waypoints; the fine tier
 * refines it with an A* over the cells near the unit and smooths the result. This header covers the
 * main job, from "Baking a world" to "Routes"; its later sections are for reference. The other
 * headers have one purpose each.
 *
 * THE MAIN JOB. Bake a map, make a planner, find a path:
 *
 *     ovl_bake_def def = {.width = 512, .height = 512, .terrain = cells}; // bytes; 0 is blocked
 *     ovl_world *world;
 *     if (ovl_world_bake(&def, &world, NULL) != OVL_OK) return;
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
 * A walking unit does not need the whole path at once: see "Routes" below.
 *
 * TERMS, with the names used in the literature in brackets.
 *   cell      one grid square [node]; x grows right, y grows down, (0, 0) is the upper left
 *   terrain   what kind of cell it is, one byte
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
 * Labels and overlays are stored costs that make queries fast: see ovl_method.
 *
 * COSTS are exact integers, in cost units ("units" for short). A step from cell a to cell b costs k
 * (w(a) + w(b)), with the weights w in eighths and k = 70 for a straight step, 99 for a diagonal
 * one. Climbing and step rules add to that. The cost of a path is the sum of its steps and links.
 *
 * GUARANTEES. Every path is legal. A route is found if and only if a path exists, unless a limit
 * or the memory of the planner ends the search. The same world
 * and query give the same answer on every machine, with every compiler and on every thread. Queries
 * allocate nothing. Everything in a file is checked before it is used. There is no global state. A
 * call that fails leaves everything as it was, unless its comment says otherwise.
 *
 * THREADS. Any number of threads may query one world at once, each with its own planner. A call
 * takes less than 16 KiB of stack, if the library was compiled with optimisation, beside functions
 * of the caller.
 *
 * ARGUMENTS. Pointers must not be NULL unless a comment allows it; a buffer may be NULL if its
 * capacity is 0. A field
 * of a definition or query that is 0 has its default, so that only what differs is set. Reserved
 * fields must be 0: OVL_BAD_ARGUMENT otherwise.
 *
 * RUNTIME. The library overland_runtime opens worlds and answers queries; it lacks calls that are
 * marked "Not in overland_runtime".
 *
 * TIME in the comments is the running time of a call; n is the number of cells and c the number of
 * waypoints that the call touches. */
#ifndef OVERLAND_H
#define OVERLAND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A program that links the shared library on Windows defines OVL_SHARED_LIBRARY. One that links the
 * static library defines nothing. */
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

/* ---- Cells and costs --------------------------------------------------------------- */

typedef struct ovl_cell {
  int32_t x;     /* 0 to width - 1 of its floor */
  int32_t y;     /* 0 to height - 1 of its floor */
  int32_t floor; /* 0 to floors - 1; 0 in a world with one floor */
} ovl_cell;

#define OVL_STRAIGHT_COST 1120 /* units: a straight step over plain ground */
#define OVL_DIAGONAL_COST 1584 /* units: a diagonal step over plain ground */
#define OVL_PLAIN_WEIGHT 8     /* eighths: the weight of plain ground */
#define OVL_LENGTH_UNIT 1024   /* lengths are in 1/1024 of a cell */

/* ---- Results ----------------------------------------------------------------------- */

typedef enum ovl_result {
  OVL_OK = 0,
  /* The answer is no. */
  OVL_UNREACHABLE,   /* no path joins start and goal */
  OVL_START_BLOCKED, /* the profile can't stand on the start */
  OVL_GOAL_BLOCKED,  /* the profile can't stand on the goal */
  OVL_LIMITED,       /* a limit of the query was reached: the path leads part of the way */
  /* The caller can do something about it. */
  OVL_START_OUTSIDE,     /* the start is not a cell of the world */
  OVL_GOAL_OUTSIDE,      /* the goal is not a cell of the world */
  OVL_BAD_ARGUMENT,      /* an argument is out of range: see ovl_fault and ovl_planner_fault */
  OVL_MORE_ROOM,         /* the caller's buffer is too small; a count says how large it must be */
  OVL_PLANNER_TOO_SMALL, /* the planner does not have enough memory for this search, or the cache of
                            a world for this call (overland_stream.h) */
  OVL_OTHER_WORLD,       /* a route, flow or patch belongs to another world */
  OVL_OFF_ROUTE,         /* the unit is not at the cell where its route continues */
  OVL_NEEDS_RULE,        /* the world was baked with a step rule, which must be passed again */
  OVL_STOPPED,           /* the progress callback stopped the work */
  OVL_BEGIN_AGAIN,       /* the route can't be continued: begin a new one from the unit's cell */
  OVL_BUSY,              /* the planner has a task, or a queue or publisher is full */
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
  OVL_CORRUPT,        /* a value is impossible though the checksums are right: the file was forged.
                         Also found by a query, where only its search meets the value */
  OVL_MISALIGNED,     /* the address of the bytes is not a multiple of 8 */
  /* The library is wrong. */
  OVL_INTERNAL,    /* the library contradicts itself: please report it */
  OVL_RESULT_COUNT /* number of results */
} ovl_result;

/* Returns one line of text for a result, without a full stop; never NULL. */
OVL_API const char *ovl_result_text(ovl_result result);

/* Why a call failed. Calls that take a fault fill it in when they fail; NULL is allowed. For calls
 * that use an object, a function returns it: ovl_planner_fault, ovl_flow_fault and so on. Other
 * calls have one reason for each result, which their comments name. */
typedef struct ovl_fault {
  const char *what; /* static text: the argument, field, or part of the file at fault; or "" */
  uint64_t where; /* byte offset in the file (always with OVL_WRONG_CHECKSUM of a world or a patch),
                     or number of the struct, point, region, profile, link, level or part that
                     `what` belongs to; else 0 */
  /* The value that was found, and the correct value or the limit that was exceeded. With
   * OVL_BAD_ARGUMENT either may be a negative number, as (uint64_t)-1: cast it to int64_t. */
  uint64_t found, expected;
} ovl_fault;

#define OVL_VERSION_MAJOR 0
#define OVL_VERSION_MINOR 1
#define OVL_VERSION_PATCH 0

/* Returns the version of the linked library as text: "0.1.0". */
OVL_API const char *ovl_version(void);

#define OVL_ABI 0xd0b64d0bu /* a hash of all names, values, places and sizes in the headers */

/* Returns OVL_ABI of the linked library. Programs and bindings that load the library compare it
 * with their own: where it differs, they were made for other headers. */
OVL_API uint32_t ovl_abi(void);

/* ---- Memory and callbacks ----------------------------------------------------------- */

/* An allocator. Zeroed or NULL it is the default one: malloc and free; a build without a C library
 * has none, and answers OVL_BAD_ARGUMENT. Both functions are called only on the calling thread. */
typedef struct ovl_allocator {
  void *(*allocate)(void *user, size_t bytes); /* returns memory aligned for any type, or NULL */
  void (*release)(void *user, void *memory, size_t bytes); /* `bytes` as allocated */
  void *user;                                              /* passed to both */
} ovl_allocator;

/* Writes the next bytes of a file, in order. Returns false on failure. */
typedef bool (*ovl_write_fn)(void *user, const void *bytes, size_t byte_count);

/* Called now and then during long operations, on the calling thread; `done` grows to `total`.
 * Returns false to stop the work: OVL_STOPPED. */
typedef bool (*ovl_progress_fn)(void *user, uint64_t done, uint64_t total);

/* The caller's job system. `run` calls job(context, i, worker) for each i from 0 to count - 1, on
 * any threads and in any order, and returns when all are done. Jobs that run at the same time have
 * different worker numbers, 0 to workers - 1. Results do not depend on the threads. */
typedef struct ovl_jobs {
  int32_t workers; /* 1 to 64 */
  void (*run)(void *user, int32_t count, void (*job)(void *context, int32_t index, int32_t worker),
              void *context);
  void *user;
} ovl_jobs;

/* ---- Baking a world ------------------------------------------------------------------ */

#define OVL_MAX_SIDE_CELLS 65536 /* width and height of a floor */
#define OVL_MIN_REGION_CELLS 8   /* side of a region */
#define OVL_MAX_REGION_CELLS 128
#define OVL_MAX_PROFILES 32            /* profiles per world */
#define OVL_MAX_FLOORS 64              /* floors per world */
#define OVL_MAX_LABEL_WAYPOINTS 131072 /* labels are made for at most this many waypoints */

/* A baked world: immutable, shared by threads. */
typedef struct ovl_world ovl_world;

/* Which diagonal steps between two open cells are legal. Where a cell beside the step must be open,
 * the two straight steps over it must also be within climb and drop, and legal by the step rule. */
typedef enum ovl_corners {
  OVL_CORNERS_STRICT = 0, /* both cells beside the step must be open: no corner is cut */
  OVL_CORNERS_ONE,        /* at least one of them must be open */
  OVL_CORNERS_FREE,       /* all diagonal steps are legal */
  OVL_CORNERS_NONE,       /* no diagonal step is legal */
  OVL_CORNERS_COUNT
} ovl_corners;

/* Whether a world has labels beside its overlays (see ovl_method). Labels are faster, but huge in
 * large worlds, and answer an edited world only once it is refreshed. Directed profiles have
 * labels only where either links alone depend on the direction, and lead at most 256 ways, or costs
 * of heights alone do, and climb equals drop. */
typedef enum ovl_overlays {
  OVL_OVERLAYS_AUTO = 0, /* overlays, and labels if the floors have at most
                            OVL_MAX_CELLS_WITH_LABELS cells */
  OVL_OVERLAYS_ALWAYS,   /* overlays alone */
  OVL_OVERLAYS_COUNT
} ovl_overlays;

#define OVL_MAX_CELLS_WITH_LABELS ((int64_t)1 << 24)

/* Returns the extra cost of a step, 0 to 2^20 units, or OVL_STEP_BLOCKED (see overland_bake.h). */
struct ovl_step;
typedef uint32_t (*ovl_step_rule_fn)(void *user, const struct ovl_step *step);
#define OVL_STEP_BLOCKED UINT32_MAX

/* Floors, profiles and links, whose structs are at the end of this header, and a step rule. */
typedef struct ovl_bake_more {
  const struct ovl_floor_def *floors; /* replace width, height, terrain and row_bytes; or NULL */
  int32_t floor_count;                /* 1 to OVL_MAX_FLOORS */
  const struct ovl_profile_def *profiles; /* replace weights and corners; NULL: one profile,
                                             named "default" */
  int32_t profile_count;                  /* 1 to OVL_MAX_PROFILES */
  const struct ovl_link_def *links;       /* or NULL */
  int32_t link_count;
  bool blocked_links;          /* links may end on blocked cells, and are unused until an edit opens
                                  the cells; if false such a link is an error */
  ovl_step_rule_fn step_rule;  /* or NULL */
  void *step_rule_user;        /* passed to step_rule */
  uint32_t step_rule_profiles; /* a bit for each profile to which the rule applies; 0: all */
  const struct ovl_survey *survey; /* NULL, or of this map (ovl_survey_create): parts then need
                                      their own rows only */
} ovl_bake_more;

#define OVL_NO_LABELS (-1)

/* The partition, and the data that speeds up queries. */
typedef struct ovl_bake_tuning {
  int32_t region_cells;  /* side of a region, OVL_MIN_REGION_CELLS to OVL_MAX_REGION_CELLS cells, at
                            most 44 with a step rule; 0: 32, or 64 on large maps: see
                            ovl_bake_choose; in parts 32 */
  int32_t spacing_cells; /* largest gap between waypoints along a border, cells, 1 to 128; 0: 8, or
                            a quarter of region_cells if that is more. Where weights differ, each
                            waypoint moves up to half of it, to the lightest crossing */
  int32_t label_bytes_per_cell; /* maximum bytes of labels per cell of the floors, 1 to 255; 0: 11;
                                   or OVL_NO_LABELS. Labels that need more are left out; making them
                                   stops as soon as a forecast says that they will not fit (before
                                   it begins, where ovl_bake_choose samples the map). Most maps need
                                   1 to 3, random terrain 7 to 17 */
  ovl_overlays overlays;
} ovl_bake_tuning;

/* The map and the settings of a bake. Arrays are read only during the call. */
typedef struct ovl_bake_def {
  int32_t width;          /* cells, 1 to OVL_MAX_SIDE_CELLS */
  int32_t height;         /* cells, 1 to OVL_MAX_SIDE_CELLS */
  const uint8_t *terrain; /* one byte per cell, row by row from the top */
  size_t row_bytes;       /* bytes from one row to the next, at least width; 0: width */
  uint8_t weights[256];   /* of each terrain, in eighths; 0: blocked. All 0: terrain 0 is blocked,
                             and all others are plain ground */
  ovl_corners corners;
  ovl_bake_more more;
  ovl_bake_tuning tuning;
  ovl_allocator allocator;  /* for the bake, and for the world until it is closed */
  const ovl_jobs *jobs;     /* NULL: the calling thread does all the work */
  ovl_progress_fn progress; /* or NULL; `done` counts 1 for each region, and 7 for the labels of
                               each region and profile, which take about that much longer */
  void *progress_user;      /* passed to progress */
} ovl_bake_def;

/* Bakes a world, which the caller closes. Errors, with *world NULL: OVL_BAD_ARGUMENT,
 * OVL_NO_MEMORY, OVL_STOPPED. Not in overland_runtime.
 *
 * Time for 1024 x 1024 cells: 100 to 500 ns per cell on open land and streets, up to 5 us on
 * terrain scattered at random. Most of it is spent on labels. Memory: the world and three rows of
 * regions; for labels about 8 times their size in the file, and some 150 bytes a waypoint for each
 * further thread. */
OVL_API ovl_result ovl_world_bake(const ovl_bake_def *def, ovl_world **world, ovl_fault *fault);

/* Closes a world; NULL is allowed. When all versions of a world are closed, its planners can only
 * be destroyed. */
OVL_API void ovl_world_close(ovl_world *world);

/* ---- Planners ------------------------------------------------------------------------ */

/* The working memory of one thread for queries. A planner that owns its memory refits before a
 * search where the world or query needs more room; apart from that, calls that use a planner never
 * allocate. */
typedef struct ovl_planner ovl_planner;

typedef struct ovl_planner_def {
  const ovl_world *world;  /* a world that it has room for from the beginning */
  size_t max_bytes;        /* maximum size, bytes, also once it has grown; 0: no limit */
  void *block;             /* NULL, or the caller's memory for the planner, aligned to 16 */
  size_t block_bytes;      /* bytes of block, at least ovl_planner_bytes */
  bool turn_costs;         /* has room for queries with a turn_cost, which take more memory */
  int32_t spare_percent;   /* extra room for what later versions of the world add (waypoints,
                              labels, islands, answers of a step rule), 1 to 1000 percent; 0: 25 */
  ovl_allocator allocator; /* for the planner, if block is NULL */
} ovl_planner_def;

/* Returns the size of a planner in bytes: what ovl_planner_create allocates, or how large `block`
 * must be. 0 without a world; SIZE_MAX if this machine can't hold it. Time: a few us. */
OVL_API size_t ovl_planner_bytes(const ovl_planner_def *def);

/* Creates a planner, which the caller destroys. Errors, with *planner NULL: OVL_BAD_ARGUMENT (no
 * world; a block that is too small or not aligned; max_bytes too small), OVL_NO_MEMORY. */
OVL_API ovl_result ovl_planner_create(const ovl_planner_def *def, ovl_planner **planner,
                                      ovl_fault *fault);

struct ovl_query;

/* Fits a planner to a world, which may be another one than it was created for, and to a kind of
 * query: its profile and turn_cost count. `query` NULL: any query without turn costs. Room that it
 * has for other worlds and queries stays.
 *
 * After OVL_OK no call with that world and kind of query allocates, or ends with
 * OVL_PLANNER_TOO_SMALL; except that the cache of a world opened through a reader may be too small
 * (overland_stream.h). OVL_PLANNER_TOO_SMALL: the planner is in a block, or limited by max_bytes,
 * and has too little for some such call; it stays as it is. ovl_stats.bytes_needed is then the size
 * of a planner that has enough (set max_bytes and block_bytes to it; and turn_costs, if
 * ovl_planner_fault names that). Other errors: OVL_BAD_ARGUMENT, OVL_NO_MEMORY, OVL_BUSY (it has a
 * task). Time: under 1 us, or that of ovl_planner_create.
 *
 * Calls do the same for their query; this serves to allocate ahead of time, and to learn how much a
 * planner in a block needs. */
OVL_API ovl_result ovl_planner_fit(ovl_planner *planner, const ovl_world *world,
                                   const struct ovl_query *query);

/* Destroys a planner; NULL is allowed. A block remains the caller's. */
OVL_API void ovl_planner_destroy(ovl_planner *planner);

/* The stored costs by which the coarse tier plans. */
typedef enum ovl_method {
  OVL_METHOD_NONE = 0, /* no coarse search was needed */
  OVL_METHOD_LABELS,   /* labels give exact costs between any two waypoints [hub labels], so routes
                          are read without a search */
  OVL_METHOD_OVERLAYS, /* costs across clusters (squares of regions), level by level [CRP], joined
                          by sums; a query expands waypoints only between regions near each other */
  OVL_METHOD_COUNT
} ovl_method;

/* The work of a planner's last call, or of its task. For a segment of a route it is less if the
 * planner still holds the plan, or the whole path, that it found for that route. */
typedef struct ovl_stats {
  uint64_t coarse_expanded; /* waypoints expanded */
  uint64_t fine_expanded;   /* cells expanded */
  uint64_t windows;         /* fine searches that refined a segment or answered a short query */
  uint64_t bytes_needed;    /* after OVL_PLANNER_TOO_SMALL: the size of a planner that is enough. If
                               the cache of a reader was too small: see ovl_world_open_def */
  ovl_method method;        /* the method used */
} ovl_stats;

/* Returns the work of the last call made with this planner. */
OVL_API ovl_stats ovl_planner_stats(const ovl_planner *planner);

/* Returns the reason for the result of the last call made with this planner: `what` names the
 * argument, field or limit; "" after OVL_OK. Valid until the planner's next call. */
OVL_API const ovl_fault *ovl_planner_fault(const ovl_planner *planner);

/* ---- Paths --------------------------------------------------------------------------- */

typedef enum ovl_smoothing {
  OVL_SMOOTH_GRID = 0, /* straight and diagonal moves with few turns */
  OVL_SMOOTH_ANY,      /* lines at any angle */
  OVL_SMOOTH_NONE,     /* none: the path runs through waypoints, and is often 1 percent longer */
  OVL_SMOOTH_COUNT
} ovl_smoothing;

typedef struct ovl_query {
  ovl_cell start;
  ovl_cell goal;
  int32_t profile; /* number of the profile, 0 to profiles - 1 */
  ovl_smoothing smoothing;
  bool move_start; /* a blocked start is moved to the nearest open cell of its floor, by straight
                      distance; if several are equally near, to the uppermost, then the leftmost */
  bool move_goal;  /* the same for a blocked goal, if it is one cell */
  /* Goes as close to the goal as can be: a goal that is blocked or unreachable is replaced by the
   * reachable cell of its floor that is nearest by straight distance, then by cost, then uppermost,
   * then leftmost. If no cell of that floor can be reached, it is a cell of the start's floor. The
   * result is then OVL_UNREACHABLE. The distance is measured from the goal as given, also with
   * move_goal, by which a blocked goal whose nearest open cell can be reached is OVL_OK. For a goal
   * set (ovl_query_more), it is measured from the set's first cell in the world; for a rectangle,
   * from the upper left cell of its part in the world. */
  bool nearest;
  const struct ovl_query_more *more; /* other goals, limits, a trace: see below; or NULL */
} ovl_query;

/* A leg of a path that is a link: from points[point - 1] to points[point]. */
typedef struct ovl_path_link {
  size_t point;  /* index of the leg's end in points, at least 1 */
  uint32_t link; /* number of the link in the world */
  bool back;     /* the unit goes from the link's `to` to its `from` */
} ovl_path_link;

/* A path in the caller's memory: the caller sets the buffers and capacities; the query fills in
 * everything else. */
typedef struct ovl_path {
  ovl_cell *points;     /* buffer for the turning points, start and end included */
  size_t capacity;      /* points for which the buffer has room */
  size_t count;         /* points of the path, even if they do not fit */
  ovl_path_link *links; /* buffer for the legs that are links; NULL: they are not listed */
  size_t link_capacity; /* links for which the buffer has room */
  size_t link_count;    /* links of the path, even if they do not fit */
  /* The next three describe the path in grid steps, even if OVL_SMOOTH_ANY draws lines instead. */
  uint64_t cost;           /* units */
  uint64_t straight_steps; /* number of straight steps */
  uint64_t diagonal_steps; /* number of diagonal steps */
  bool partial;            /* the path ends before the goal: OVL_LIMITED, or `nearest`. False for
                              segments of routes */
  uint64_t length;         /* of the lines between the points, without links, in 1/1024 of a cell,
                              each line rounded down */
} ovl_path;

/* Finds a path from query->start to query->goal.
 *
 * With OVL_SMOOTH_NONE and OVL_SMOOTH_GRID each leg between two points is a straight or diagonal
 * run of cells (ovl_path_cells lists them); with OVL_SMOOTH_ANY it is a line at any angle. Legs
 * that are links are listed in path->links. A path from a cell to itself has one point.
 *
 * OVL_MORE_ROOM: points or links do not fit; the counts say how many there are. Those that fit are
 * valid, and so are the cost, the step counts and the length. OVL_LIMITED, or OVL_UNREACHABLE with
 * query->nearest: the path is partial. Errors, with path->count 0: OVL_UNREACHABLE,
 * OVL_START_BLOCKED, OVL_GOAL_BLOCKED, OVL_START_OUTSIDE, OVL_GOAL_OUTSIDE, OVL_BAD_ARGUMENT,
 * OVL_PLANNER_TOO_SMALL, OVL_NO_MEMORY (the planner could not be refitted); OVL_BUSY while the
 * planner has a task; OVL_READ_FAILED, OVL_WRONG_CHECKSUM and OVL_CORRUPT in a world that is read
 * in pieces (overland_stream.h).
 *
 * Time: one coarse search, or reading about 30 labels; then a search of a few regions (a window),
 * or reading an edge, for each region passed through. With overlays sums over the tables of some
 * clusters on each level instead of a coarse search. */
OVL_API ovl_result ovl_find_path(ovl_planner *planner, const ovl_world *world,
                                 const ovl_query *query, ovl_path *path);

/* Lists the cells of a path of straight and diagonal legs, first and last point included; for a
 * link, only its two ends. *needed is the number of cells. OVL_MORE_ROOM if they do not fit.
 * OVL_BAD_ARGUMENT if a leg is at any other angle, if the path's points or links did not fit or its
 * links were not listed, or if a point has coordinates that no world can have; `where` of the fault
 * is the index of the point. Time: O(n). */
OVL_API ovl_result ovl_path_cells(const ovl_path *path, ovl_cell *cells, size_t capacity,
                                  size_t *needed, ovl_fault *fault);

/* Returns OVL_OK if the goal of a query can be reached, else the error that ovl_find_path would
 * return; it does not compute a path. Time: under 1 us to compare island numbers; for a directed
 * profile a search over islands; with several goal cells, the time to choose one. */
OVL_API ovl_result ovl_reaches(ovl_planner *planner, const ovl_world *world,
                               const ovl_query *query);

/* ---- Routes: walk while planning ----------------------------------------------------- */

/* A walking unit begins a route once, and asks for the next segment whenever it has walked the last
 * one:
 *
 *     ovl_route route;
 *     ovl_path segment = {.points = points, .capacity = 256};
 *     result = ovl_route_begin(planner, world, &query, &route);
 *     while (result == OVL_OK && !route.done) {
 *       ovl_cell position = route.position; // where the unit is: at first the start
 *       result = ovl_route_next(planner, world, &route, position, &segment);
 *       for (size_t i = 0; result == OVL_OK && i < segment.count; i++) {
 *         walk_to(segment.points[i]); // points[0] is the cell where it stands
 *       }
 *     }
 *
 * After OVL_BEGIN_AGAIN, begin a new route from route.position. In a world with links give
 * `segment.links` room for one.
 *
 * 64 points are enough for most segments. A route has no pointers: it may be copied and stored, and
 * any planner of the world can continue it.
 *
 * With overlays a route is planned again as it advances, which never makes it more expensive
 * (GUIDE.md, "How the two tiers work"). */

/* The stored costs that a route goes on by. */
typedef enum ovl_route_kind {
  OVL_ROUTE_DIRECT = 0, /* none: start and goal are close together */
  OVL_ROUTE_LABELS,
  OVL_ROUTE_OVERLAYS /* a few waypoints at a time are planned ahead of the unit */
} ovl_route_kind;

/* A route, 64 bytes. */
typedef struct ovl_route {
  ovl_cell goal;       /* where it ends: see ovl_route_begin */
  ovl_cell position;   /* where the next segment begins; at first query.start, or where move_start
                          moved it */
  uint64_t cost_to_go; /* units: the rest of the route costs no more */
  uint64_t world;      /* fingerprint of its world */
  uint32_t state[5];   /* used by the library */
  uint8_t kind;        /* an ovl_route_kind */
  uint8_t profile;     /* number of the profile */
  uint8_t smoothing;   /* an ovl_smoothing */
  uint8_t done;        /* 1: position equals goal; may be true right after ovl_route_begin */
} ovl_route;

/* Begins a route: plans the coarse tier for a query.
 *
 * Returns what ovl_find_path would, except: OVL_LIMITED, or OVL_UNREACHABLE with query->nearest:
 * the route can be walked, but it ends at route->goal, which is the last cell that the limit allows
 * or the nearest reachable cell. Errors leave the route zeroed. Limits apply to this call, not to
 * segments; turn_cost is not used. Time: one coarse search, or reading about 30 labels. */
OVL_API ovl_result ovl_route_begin(ovl_planner *planner, const ovl_world *world,
                                   const ovl_query *query, ovl_route *route);

/* Refines the next segment of a route: usually up to the next region, at the end to the goal.
 *
 * `from` is the unit's cell, route->position. The segment is a path of turning points, the first of
 * them `from`; if a link is next, the segment is that link alone: two points, and one entry in
 * segment->links. route->position moves to the end of the segment. The segment of a route that is
 * done is one point.
 *
 * Errors: OVL_OFF_ROUTE (`from` is not route->position). OVL_MORE_ROOM: the points or the link do
 * not fit; the segment's counts say how many there are, and the route is unchanged.
 * OVL_BEGIN_AGAIN: an edit changed the route or, with overlays, made the rest of it more expensive.
 * OVL_OTHER_WORLD, OVL_BAD_ARGUMENT (the route has not begun), OVL_PLANNER_TOO_SMALL, OVL_CORRUPT
 * (its bytes were changed); the segment then has no points. Time: one window of two to
 * four regions; with overlays a coarse search now and then. */
OVL_API ovl_result ovl_route_next(ovl_planner *planner, const ovl_world *world, ovl_route *route,
                                  ovl_cell from, ovl_path *segment);

/* ---- More of a query ------------------------------------------------------------------ */

#define OVL_MAX_GOALS 65536 /* cells of a set of goals */

/* The kinds of goals. */
typedef enum ovl_goal_kind {
  OVL_GOAL_CELL = 0, /* the cell `goal` */
  OVL_GOAL_RECT,     /* any of goal_w x goal_h cells, of which `goal` is the upper left */
  OVL_GOAL_WITHIN,   /* any cell at most goal_radius cells from `goal`, by straight distance */
  OVL_GOAL_SET,      /* any of goal_cells */
  OVL_GOAL_COUNT
} ovl_goal_kind;

/* Called for each event of the searches of a query: overland_trace.h. The event is valid only
 * during the call. The function must not call the library. It returns true to pause: the slice
 * (ovl_task_step) ends before its next expansion. Calls that are not sliced go on. */
struct ovl_trace_event;
typedef bool (*ovl_trace_fn)(void *user, const struct ovl_trace_event *event);

/* Further settings of a query. If there are several goal cells, the one that is cheapest to reach
 * becomes the goal. Those that are blocked, outside or unreachable are ignored; if none is left,
 * the result is OVL_GOAL_BLOCKED, OVL_GOAL_OUTSIDE or OVL_UNREACHABLE. */
typedef struct ovl_query_more {
  ovl_goal_kind goal_kind;
  int32_t goal_w, goal_h;     /* OVL_GOAL_RECT: cells, at least 1; may extend beyond the floor */
  int32_t goal_radius;        /* OVL_GOAL_WITHIN: cells, 0 to 65535 */
  const ovl_cell *goal_cells; /* OVL_GOAL_SET: read during the call */
  size_t goal_count;          /* OVL_GOAL_SET: number of cells, 1 to OVL_MAX_GOALS */
  uint64_t cost_limit;        /* units: a more expensive path is cut off there, with OVL_LIMITED; 0:
                                 no limit */
  /* Waypoints and cells expanded: a search that reaches the limit ends with OVL_LIMITED, and the
   * path leads to the cell closest to the goal among those reached; the coarse search may use half
   * of the limit. 0: no limit. */
  uint64_t expansion_limit;
  uint32_t turn_cost; /* units per change of direction, 0 to 2^20, so that paths turn less;
                         not included in ovl_path.cost. Only for ovl_find_path */
  ovl_trace_fn trace; /* or NULL */
  void *trace_user;   /* passed to trace */
} ovl_query_more;

/* Finds the costs from query->start to `count` cells, 0 to OVL_MAX_GOALS, in one search. costs[i]
 * is in units; UINT64_MAX if cells[i] is blocked, outside or unreachable. They are costs of paths
 * over waypoints, often 1 percent above the cheapest and never below. The query's goals, limits
 * and smoothing are not used. Errors: OVL_START_BLOCKED, OVL_START_OUTSIDE,
 * OVL_BAD_ARGUMENT, OVL_PLANNER_TOO_SMALL. Time: O(n) for each region that
 * contains one of the cells, and O(c) up to the most distant cell; over overlays, sums over the
 * tables of each level, and one search of the regions of a cluster. */
OVL_API ovl_result ovl_find_costs(ovl_planner *planner, const ovl_world *world,
                                  const ovl_query *query, const ovl_cell *cells, size_t count,
                                  uint64_t *costs);

typedef struct ovl_range_cell {
  ovl_cell cell;
  uint64_t cost; /* units, from the start */
} ovl_range_cell;

/* Lists, region by region, the cells that a mover can reach from query->start at a cost of at most
 * `budget`. Costs are as in ovl_find_costs; they are exact if the profile has no links and the
 * budget is too small to leave the start's region and its neighbours. *needed is the number of
 * cells. OVL_MORE_ROOM if they do not fit; those that fit are valid. Other errors as for
 * ovl_find_costs. Time: O(n) for the regions reached. */
OVL_API ovl_result ovl_find_range(ovl_planner *planner, const ovl_world *world,
                                  const ovl_query *query, uint64_t budget, ovl_range_cell *reached,
                                  size_t capacity, size_t *needed);

/* ---- Tasks: queries in slices --------------------------------------------------------------- */

/* Every query can run in slices: begin it as a task, then step it each tick with a budget of
 * expansions. However it is sliced, the answer and statistics are the same, byte for byte, as those
 * of a single call.
 *
 *     bool done = false;
 *     for (ovl_task_begin_path(planner, world, &query, &path); !done; next_tick()) {
 *       uint64_t spent;
 *       ovl_task_step(planner, 2000, &spent, &done);
 *     }
 *     result = ovl_task_result(planner);
 *
 * A planner has one task at a time. Until that is done or cancelled, any call that would use the
 * planner for other work returns OVL_BUSY and changes nothing. The task runs in the world in which
 * it began, which must stay open; ovl_world_retain (overland_edit.h) keeps a version open. The
 * query and its `more` are copied. Its goal_cells and all output (path and points, route,
 * ...) remain the caller's memory and must not move; the output is not valid before the task is
 * done. */

/* Begins ovl_find_path as a task. Returns OVL_OK or OVL_BUSY; other errors are returned by
 * ovl_task_result. */
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

/* Begins ovl_find_costs as a task. */
OVL_API ovl_result ovl_task_begin_costs(ovl_planner *planner, const ovl_world *world,
                                        const ovl_query *query, const ovl_cell *cells, size_t count,
                                        uint64_t *costs);

/* Begins ovl_find_range as a task. */
OVL_API ovl_result ovl_task_begin_range(ovl_planner *planner, const ovl_world *world,
                                        const ovl_query *query, uint64_t budget,
                                        ovl_range_cell *reached, size_t capacity, size_t *needed);

/* Continues the task for up to `budget` expansions of cells and waypoints; 0 does nothing. *spent
 * is the number that this step made: all of budget, unless the task is *done or needs regions, or
 * its trace stops it. The following are not counted: reading labels (about 10 us per query),
 * copying cells into a window (1 to 10 us), and two kinds of work that are not sliced: finding the
 * nearest reachable cell and sorting many goals.
 *
 * OVL_BAD_ARGUMENT: there is no task. The answer and its statistics are those of a single call. */
OVL_API ovl_result ovl_task_step(ovl_planner *planner, uint64_t budget, uint64_t *spent,
                                 bool *done);

/* Returns the result that a single call would have returned; available until the planner is used
 * again. OVL_BUSY before the task is done; OVL_BAD_ARGUMENT if there is none. */
OVL_API ovl_result ovl_task_result(const ovl_planner *planner);

/* Cancels the planner's task, if there is one. */
OVL_API void ovl_task_cancel(ovl_planner *planner);

/* ---- World files ------------------------------------------------------------------------ */

typedef struct ovl_save_def {
  ovl_write_fn write;       /* gets the bytes of the file in order */
  void *write_user;         /* passed to write */
  ovl_progress_fn progress; /* or NULL; counts bytes, or, of an edited world, regions and clusters
                               of overlays in two passes */
  void *progress_user;      /* passed to progress */
} ovl_save_def;

/* Writes the world file; its length is ovl_world_info.file_bytes, unless the world has been edited
 * since its last refresh. The file of such a world is shorter, because labels are left out.
 * Overlays are kept. It is written in two passes over the regions, with memory from the world's
 * allocator for the region table, the islands and a few rows of regions. One thread may save a
 * world while others query, edit and close their handles of it: a world opened through a reader is
 * read through a cache of the call's own, as large as the world's (resident_bytes), so the reader
 * and the allocator must then serve several threads.
 *
 * Errors: OVL_BAD_ARGUMENT, OVL_WRITE_FAILED, OVL_STOPPED, OVL_NO_MEMORY; of a world opened through
 * a reader, which may be called for any part of the file, those of its reader and
 * OVL_PLANNER_TOO_SMALL. After an error the file is incomplete. Not in overland_runtime. */
OVL_API ovl_result ovl_world_save(const ovl_world *world, const ovl_save_def *def,
                                  ovl_fault *fault);

/* Opens a world file in memory, at an address that is a multiple of 8. The bytes are used in place:
 * keep them unchanged until the world is closed. `allocator` (or NULL) provides about two thousand
 * bytes. The caller closes *world. Every byte is checked first; errors, with *world NULL:
 * OVL_MISALIGNED, OVL_NOT_A_WORLD, OVL_OTHER_VERSION, OVL_WRONG_LENGTH, OVL_WRONG_CHECKSUM,
 * OVL_CORRUPT, OVL_BAD_ARGUMENT, OVL_NO_MEMORY. Time: a pass over the bytes. */
OVL_API ovl_result ovl_world_open(const void *bytes, size_t byte_count,
                                  const ovl_allocator *allocator, ovl_world **world,
                                  ovl_fault *fault);

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

/* ---- More of a map: profiles, floors, links ----------------------------------------------- */

#define OVL_MAX_BODY_CELLS 16 /* side of a body */
#define OVL_NAME_BYTES 32     /* a profile's name, including the 0 at its end */
#define OVL_LEVEL (-1)        /* no step up, or none down */

/* A kind of mover. A body of N x N cells at position x, y (its upper left cell) covers x..x+N-1,
 * y..y+N-1: all of these cells must be open to the profile. Weight, height and extra cost count
 * only at the position; corner rules concern the two positions beside a step. A profile that can't
 * stand anywhere is valid. */
typedef struct ovl_profile_def {
  char
      name[OVL_NAME_BYTES]; /* text that ends with a 0, different for each profile; "": "default" */
  uint8_t weights[256];     /* as in ovl_bake_def */
  ovl_corners corners;
  int32_t body_cells;  /* side of its body, 1 to OVL_MAX_BODY_CELLS cells; 0: 1 */
  int32_t max_climb;   /* maximum rise of a step, units of height, 1 to 65535; 0: no limit; or
                          OVL_LEVEL */
  int32_t max_drop;    /* the same for its fall */
  uint32_t climb_cost; /* cost added for each unit of height that a step rises, up to 2^20 */
  uint32_t drop_cost;  /* cost added for each unit of height that a step falls, up to 2^20 */
} ovl_profile_def;

/* A floor of a world. Arrays are read only during the bake. */
typedef struct ovl_floor_def {
  int32_t width;           /* cells, 1 to OVL_MAX_SIDE_CELLS */
  int32_t height;          /* cells, 1 to OVL_MAX_SIDE_CELLS */
  const uint8_t *terrain;  /* one byte per cell, row by row; graph floors may have NULL */
  size_t row_bytes;        /* bytes from one row of terrain to the next; 0: width */
  const uint16_t *heights; /* units of height, a value per cell, row by row; NULL: all 0 */
  /* Extra costs (danger, influence): NULL, or an array with a pointer per profile, each NULL or to
   * one byte per cell, row by row, in eighths; the sum of weight and extra cost is at most 255. */
  const uint8_t *const *extra;
  bool graph; /* a graph of your own, such as a subway map: `width` nodes, the cells
                 (0, 0) to (width - 1, 0), joined by links alone; height is 1. Every profile
                 can stand on them */
} ovl_floor_def;

/* A link between two cells at any distance, on one floor or two. Only profiles that can stand on
 * both ends can use it. Unless blocked_links is set, each end must be open to at least one profile
 * that the link allows. */
typedef struct ovl_link_def {
  ovl_cell from, to;  /* two different cells */
  uint32_t cost;      /* from -> to, 1 to 2^30 units */
  uint32_t cost_back; /* to -> from, 1 to 2^30 units; 0: the link is one-way */
  uint32_t profiles;  /* a bit for each profile that may use it; 0: all */
  bool closed;        /* a closed door: no profile can use it until an edit opens it */
} ovl_link_def;

#ifdef __cplusplus
}
#endif

#endif
