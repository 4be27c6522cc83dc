/* Overland: paths on grid worlds too large for one search.
 *
 * A map is baked once into a world: it is cut into square regions, which are joined by a graph of
 * waypoints. A query plans in two tiers. The coarse tier finds a route of waypoints; the fine tier
 * is an A* over the cells near the unit, followed by smoothing. This header does the main job; the
 * others beside it (overland_bake.h, _stream, _inspect, _edit, _schedule, _watch, _flow and
 * _units.h) include it and serve one purpose each.
 *
 * THE MAIN JOB. Bake a map, make a planner, find a path:
 *
 *     ovl_bake_def def = ovl_bake_def_default();
 *     def.width = 512; def.height = 512; def.terrain = cells; // a byte a cell: 0 blocks
 *     ovl_world *world;
 *     if (ovl_world_bake(&def, &world, NULL) != OVL_OK) return;
 *
 *     ovl_planner_def planner_def = ovl_planner_def_default(world);
 *     ovl_planner *planner;
 *     if (ovl_planner_create(&planner_def, &planner, NULL) != OVL_OK) return;
 *
 *     ovl_query query = ovl_query_default();
 *     query.start = (ovl_cell){10, 10, 0}; query.goal = (ovl_cell){500, 400, 0};
 *     ovl_cell points[256];
 *     ovl_path path = {.points = points, .capacity = 256};
 *     ovl_result result = ovl_find_path(planner, world, &query, &path);
 *
 * A unit that walks does not need the whole path at once: see ROUTES below.
 *
 * WORDS, with those of the literature in brackets.
 *   cell      one grid square [node, tile]; x grows right, y grows down, (0, 0) is the upper left
 *   terrain   the kind of a cell, one byte
 *   weight    the cost of crossing a cell, in eighths of plain ground; 0 blocks
 *   profile   a kind of mover [agent type]: a weight for each terrain, a body, what it climbs
 *   region    a square of the partition [cluster in HPA*]
 *   waypoint  a step over a border that is a node of the coarse graph [abstract node, transition]
 *   port      a waypoint, seen from one of its two regions [entrance node]
 *   island    a set of cells that reach each other [connected component]
 *   link      a connection that is no step: stairs, a ferry, a jump [off-mesh connection]
 *   landmark  a waypoint from which costs are stored, as a heuristic [ALT]
 *   label     exact costs from a waypoint to a few hubs, so that routes are read [2-hop label]
 *   overlay   levels of squares of regions, with costs between their border waypoints [CRP]
 *   directed  of a profile: some step or link costs more one way than the other
 *   route     the coarse answer: the waypoints to pass [abstract path]
 *   segment   the next piece of a route, refined to cells
 *   path      the fine answer, in cells
 *   version   a world after edits; a world itself never changes (overland_edit.h)
 *
 * COSTS are integers, in units, and exact. A step between the cells a and b costs k (w(a) + w(b)),
 * with the weights w in eighths and k = 70 for a straight step, 99 for a diagonal one:
 * OVL_STRAIGHT_COST and OVL_DIAGONAL_COST over plain ground. Climbing and step rules add to that.
 * The cost of a path is the sum of its steps and links.
 *
 * PROMISES. Every path is legal. A route is found if and only if a path exists. The same world and
 * query give the same answer on every machine, with every compiler and in every thread. A query
 * allocates nothing. Nothing in a file is used before it is checked. There is no global state. A
 * call that fails leaves everything as it was, unless its comment says otherwise.
 *
 * THREADS. Any number of threads may query one world at once, each with a planner of its own.
 *
 * POINTERS must not be NULL unless a comment allows it.
 *
 * RESERVED FIELDS at the end of structs that a caller fills in must be 0: OVL_BAD_ARGUMENT
 * otherwise. A struct that was zeroed or came from a _default() call has them so.
 *
 * RUNTIME. The library overland_runtime reads worlds and answers queries, and makes none. What is
 * not in it is marked.
 *
 * "Costs" in the comments below gives the running time of a call: n is the number of cells that it
 * touches, c the number of waypoints. */
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

/* A cell of a world. */
typedef struct ovl_cell {
  int32_t x;     /* 0 to width - 1 of its floor */
  int32_t y;     /* 0 to height - 1 of its floor */
  int32_t floor; /* 0 to floors - 1; 0 in a world of one floor */
} ovl_cell;

#define OVL_STRAIGHT_COST 1120 /* units: a straight step over plain ground */
#define OVL_DIAGONAL_COST 1584 /* units: a diagonal step over plain ground */
#define OVL_PLAIN_WEIGHT 8     /* eighths: the weight of plain ground */
#define OVL_LENGTH_UNIT 1024   /* lengths at any angle are whole numbers of 1/1024 cell */

/* ---- Results ----------------------------------------------------------------------- */

typedef enum ovl_result {
  OVL_OK = 0,
  /* The answer is no. */
  OVL_UNREACHABLE,   /* no path joins start and goal */
  OVL_START_BLOCKED, /* the profile can't stand on the start */
  OVL_GOAL_BLOCKED,  /* the profile can't stand on the goal */
  OVL_LIMITED,       /* a limit of the query was reached: the path leads a part of the way */
  /* The caller can change something. */
  OVL_START_OUTSIDE,     /* the start is not a cell of the world */
  OVL_GOAL_OUTSIDE,      /* the goal is not a cell of the world */
  OVL_BAD_ARGUMENT,      /* an argument is out of its range: see ovl_fault and ovl_planner_fault */
  OVL_MORE_ROOM,         /* a buffer of the caller's is too small; a count says what is needed */
  OVL_PLANNER_TOO_SMALL, /* the planner has too little memory for this search */
  OVL_OTHER_WORLD,       /* the planner or route was made for another world */
  OVL_OFF_ROUTE,         /* the unit is not where its route continues */
  OVL_NEEDS_RULE,        /* the world was baked with a step rule, which must be given again */
  OVL_STOPPED,           /* the progress callback stopped the work */
  OVL_BEGIN_AGAIN,       /* the route can't be continued: begin it again from the unit's cell */
  OVL_BUSY,              /* the planner has a task, or a queue or publisher is full */
  OVL_NEEDS_REGIONS,     /* the reader does not have all regions yet (overland_stream.h) */
  OVL_OTHER_PART,        /* a part of another map or bake, or a part that is given twice */
  OVL_MISSING_PART,      /* some rows of the map are in none of the parts */
  /* The system failed. */
  OVL_NO_MEMORY,    /* the allocator returned NULL */
  OVL_WRITE_FAILED, /* the caller's write callback failed */
  OVL_READ_FAILED,  /* the caller's read callback failed */
  /* The bytes are no world that can be used. */
  OVL_NOT_A_WORLD,    /* they do not begin with the magic of a world file */
  OVL_OTHER_VERSION,  /* this library does not read this version of the file */
  OVL_WRONG_LENGTH,   /* the file was cut short, or is longer than its header says */
  OVL_WRONG_CHECKSUM, /* bytes were changed */
  OVL_CORRUPT,        /* checksums hold, but a value is impossible */
  OVL_MISALIGNED,     /* the bytes do not begin at a multiple of 8 */
  OVL_RESULT_COUNT    /* number of results */
} ovl_result;

/* Returns one line of text for a result, without a full stop; never NULL. */
OVL_API const char *ovl_result_text(ovl_result result);

/* What a failed call found wrong. Calls that take a fault fill it in when they fail; NULL is
 * allowed. */
typedef struct ovl_fault {
  const char *what;  /* static text: the argument, its field, or the part of a file; "" if none */
  uint64_t where;    /* byte offset in a file, or index in an array; else 0 */
  uint64_t found;    /* the value that was found */
  uint64_t expected; /* the right value, or the limit that it exceeds */
} ovl_fault;

#define OVL_VERSION_MAJOR 0
#define OVL_VERSION_MINOR 1
#define OVL_VERSION_PATCH 0

/* Returns the version of the linked library as text: "0.1.0". */
OVL_API const char *ovl_version(void);

/* ---- Memory and callbacks ----------------------------------------------------------- */

/* Where memory comes from. Both functions are called only during a call of the library, from its
 * thread. */
typedef struct ovl_allocator {
  void *(*allocate)(void *user, size_t bytes); /* returns memory aligned for any type, or NULL */
  void (*release)(void *user, void *memory, size_t bytes); /* gets the size back */
  void *user;                                              /* passed to both */
} ovl_allocator;

/* Returns an allocator of malloc and free. In a build without a C library its functions are NULL,
 * and calls need an allocator of the caller's: OVL_BAD_ARGUMENT otherwise. */
OVL_API const ovl_allocator *ovl_default_allocator(void);

/* Receives the next bytes of a file, in order. Returns false on failure. */
typedef bool (*ovl_write_fn)(void *user, const void *bytes, size_t byte_count);

/* Called from time to time during long work, from the thread that made the call; `done` grows to
 * `total`. Returns false to stop the work: OVL_STOPPED. */
typedef bool (*ovl_progress_fn)(void *user, uint64_t done, uint64_t total);

/* The caller's job system. `run` calls job(context, i, worker) for each i from 0 to count - 1, on
 * any threads and in any order, and returns when all are done. Calls of `job` that run at the same
 * time get different workers, 0 to workers - 1. Results do not depend on the threads. */
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
#define OVL_MAX_PROFILES 32            /* profiles of a world */
#define OVL_MAX_FLOORS 64              /* floors of a world */
#define OVL_MAX_LANDMARKS 32           /* landmarks of an island */
#define OVL_MAX_LABEL_WAYPOINTS 131072 /* waypoints of a world that can hold labels */

/* A baked world: immutable, shared by threads. */
typedef struct ovl_world ovl_world;

/* Which diagonal steps between two open cells are legal. */
typedef enum ovl_corners {
  OVL_CORNERS_STRICT = 0, /* those with both cells beside the step open: no corner is cut */
  OVL_CORNERS_ONE,        /* those with one of them open, or both */
  OVL_CORNERS_FREE,       /* all */
  OVL_CORNERS_NONE,       /* none: straight steps only */
  OVL_CORNERS_COUNT
} ovl_corners;

/* Whether a world has overlays. With them a query searches a few waypoints of each level, however
 * large the world is; they replace landmarks and labels, which do not fit large worlds. Directed
 * profiles have no overlays and are searched waypoint by waypoint. */
typedef enum ovl_overlays {
  OVL_OVERLAYS_AUTO = 0, /* if all floors together have more cells than
                            OVL_MAX_CELLS_WITHOUT_OVERLAYS */
  OVL_OVERLAYS_NEVER,
  OVL_OVERLAYS_ALWAYS,
  OVL_OVERLAYS_COUNT
} ovl_overlays;

#define OVL_MAX_CELLS_WITHOUT_OVERLAYS ((int64_t)1 << 24)

/* Returns the extra cost of a step in units, at most 2^20, or OVL_STEP_BLOCKED: see
 * overland_bake.h. */
struct ovl_step;
typedef uint32_t (*ovl_step_rule_fn)(void *user, const struct ovl_step *step);
#define OVL_STEP_BLOCKED UINT32_MAX

/* Floors, profiles, links and a step rule. The structs stand at the end of this header. */
typedef struct ovl_bake_more {
  const struct ovl_floor_def *floors; /* they replace width, height, terrain and row_bytes; NULL */
  int32_t floor_count;                /* 1 to OVL_MAX_FLOORS */
  const struct ovl_profile_def *profiles; /* they replace weights and corners; NULL: one profile,
                                             named "default" */
  int32_t profile_count;                  /* 1 to OVL_MAX_PROFILES */
  const struct ovl_link_def *links;       /* NULL: none */
  int32_t link_count;
  bool blocked_links;          /* links may end on blocked cells, and serve no profile until an edit
                                  opens them; if false such a link is an error */
  ovl_step_rule_fn step_rule;  /* NULL: none */
  void *step_rule_user;        /* passed to step_rule */
  uint32_t step_rule_profiles; /* a bit for each profile that has the rule; 0: all */
} ovl_bake_more;

/* The partition, and what makes queries fast. */
typedef struct ovl_bake_tuning {
  int32_t region_cells;  /* side of a region, cells, OVL_MIN_REGION_CELLS to
                            OVL_MAX_REGION_CELLS; with a step rule to 44 */
  int32_t spacing_cells; /* largest distance of waypoints along an entrance, cells, 1 to 128 */
  int32_t landmarks;     /* of each island, 0 to OVL_MAX_LANDMARKS; 2 bytes a waypoint each.
                            Left out if a cost to one does not fit 31 bits. Undirected
                            profiles with larger bodies than a cell, but for profile 0, have
                            a quarter of them */
  int32_t label_bytes_per_cell; /* most bytes of labels in the file for each cell, 0 to 255; 0: no
                                   labels. Labels that need more are left out: most maps need 1 to
                                   3, random ground up to 10 */
  ovl_overlays overlays;
} ovl_bake_tuning;

/* What a world is baked from. Arrays are read during the call only. */
typedef struct ovl_bake_def {
  int32_t width;          /* cells, 1 to OVL_MAX_SIDE_CELLS */
  int32_t height;         /* cells, 1 to OVL_MAX_SIDE_CELLS */
  const uint8_t *terrain; /* a byte a cell, row by row from the top */
  size_t row_bytes;       /* bytes from one row to the next, at least width; 0: width */
  uint8_t weights[256];   /* of each terrain, in eighths; 0 blocks */
  ovl_corners corners;
  ovl_bake_more more;
  ovl_bake_tuning tuning;
  ovl_allocator allocator;  /* for the bake and the world, which keeps it */
  const ovl_jobs *jobs;     /* NULL: the calling thread does all */
  ovl_progress_fn progress; /* NULL: none; `done` counts regions and labels */
  void *progress_user;      /* passed to progress */
  uint64_t reserved[2];     /* 0 */
} ovl_bake_def;

/* Returns a definition without a map: terrain 0 blocks and all others are plain ground; strict
 * corners, regions of 32 cells, spacing 8, 32 landmarks, labels of up to 11 bytes a cell, overlays
 * as the size asks for, the default allocator. The caller sets width, height and terrain. Not in
 * overland_runtime. */
OVL_API ovl_bake_def ovl_bake_def_default(void);

/* Bakes a world. The caller owns *world and closes it with ovl_world_close. Errors, with *world
 * NULL: OVL_BAD_ARGUMENT, OVL_NO_MEMORY, OVL_STOPPED. Not in overland_runtime.
 *
 * Costs 100 to 500 ns a cell on open land and streets of 1024 x 1024, up to 5 us where single cells
 * are scattered at random; most of it for labels, whose cost for each cell grows with the world:
 * 0.9 us on land of 4096 x 4096. Landmarks and labels are made by the calling thread alone. Takes
 * the memory of the world and of three rows of regions, and while labels are made some 8 times
 * their bytes in the file. */
OVL_API ovl_result ovl_world_bake(const ovl_bake_def *def, ovl_world **world, ovl_fault *fault);

/* Closes a world; NULL is allowed. Its planners may only be destroyed afterwards. */
OVL_API void ovl_world_close(ovl_world *world);

/* ---- Planners ------------------------------------------------------------------------ */

/* The working memory of one thread for queries. It is sized when it is created, and no call that
 * takes it allocates. */
typedef struct ovl_planner ovl_planner;

typedef struct ovl_planner_def {
  const ovl_world *world;  /* the largest world that it will serve, with its labels */
  size_t max_bytes;        /* most bytes; 0: as many as any search of that world needs, but in a
                              world with overlays some MB: see below */
  void *block;             /* NULL, or memory of the caller's for the planner, aligned to 16 */
  size_t block_bytes;      /* bytes of block, at least ovl_planner_bytes */
  bool turn_costs;         /* it serves queries with a turn_cost, which takes more memory */
  int32_t spare_percent;   /* per cent of room for waypoints, labels, islands and answers of a step
                              rule that later versions of the world add, 0 to 1000 */
  ovl_allocator allocator; /* for the planner, if block is NULL */
  uint64_t reserved[2];    /* 0 */
} ovl_planner_def;

/* Returns a definition without turn costs and with 25 per cent to spare. A planner serves all
 * versions of its world, unless one has more of something than there is room for, or one of its
 * profiles has become directed: OVL_PLANNER_TOO_SMALL or OVL_OTHER_WORLD.
 *
 * In a world with overlays, the planner has room for 32,768 waypoints of queries that overlays do
 * not serve (directed profiles, other methods, many goals, costs and ranges, flows); where that is
 * too little, OVL_PLANNER_TOO_SMALL, and ovl_stats.bytes_needed is a max_bytes that suffices. */
OVL_API ovl_planner_def ovl_planner_def_default(const ovl_world *world);

/* Returns the bytes of a planner: those that ovl_planner_create allocates, or that block must have.
 * It is never above max_bytes, unless that is too little for any search; the least that works is
 * then returned. 0 without a world; SIZE_MAX if this machine can't hold it. Costs a few us. */
OVL_API size_t ovl_planner_bytes(const ovl_planner_def *def);

/* Creates a planner, which the caller destroys. Errors, with *planner NULL: OVL_BAD_ARGUMENT (no
 * world; a block that is too small or not aligned; max_bytes too small), OVL_NO_MEMORY. */
OVL_API ovl_result ovl_planner_create(const ovl_planner_def *def, ovl_planner **planner,
                                      ovl_fault *fault);

/* Destroys a planner; NULL is allowed. A block of the caller's stays the caller's. */
OVL_API void ovl_planner_destroy(ovl_planner *planner);

/* How the coarse tier plans. */
typedef enum ovl_method {
  OVL_METHOD_BEST = 0,  /* the best method that the world holds; as a result: none was needed */
  OVL_METHOD_OCTILE,    /* A* with the octile distance as heuristic */
  OVL_METHOD_LANDMARKS, /* A* with landmarks as heuristic */
  OVL_METHOD_LABELS,    /* routes are read from labels, without a search */
  OVL_METHOD_OVERLAYS,  /* searches of a few waypoints of each overlay level */
  OVL_METHOD_COUNT
} ovl_method;

/* Work of a planner's last call, or of its task. */
typedef struct ovl_stats {
  uint64_t coarse_expanded; /* waypoints expanded */
  uint64_t fine_expanded;   /* cells expanded */
  uint64_t windows;         /* fine searches that refined a segment or answered directly */
  uint64_t bytes_needed; /* after OVL_PLANNER_TOO_SMALL: a max_bytes that suffices. Where the cache
                            of a reader was too small, bytes of a planner with a larger cache: see
                            ovl_world_open_def */
  ovl_method method;     /* the method used */
  bool stale_landmarks;  /* landmarks are older than the last edits: bounds, but weaker ones */
} ovl_stats;

/* Returns the work of the last call that took the planner. */
OVL_API ovl_stats ovl_planner_stats(const ovl_planner *planner);

/* Returns what the result of the last call that took the planner is about: the argument or limit,
 * by its name or that of its field in these headers; `what` is "" after OVL_OK. Valid until the
 * planner's next call. */
OVL_API const ovl_fault *ovl_planner_fault(const ovl_planner *planner);

/* ---- Paths --------------------------------------------------------------------------- */

typedef enum ovl_smoothing {
  OVL_SMOOTH_NONE = 0, /* the cells of the search, over waypoints: often a per cent longer */
  OVL_SMOOTH_GRID,     /* straight and diagonal moves with few turns */
  OVL_SMOOTH_ANY,      /* lines at any angle */
  OVL_SMOOTH_COUNT
} ovl_smoothing;

/* A query: from where to where, for which profile. */
typedef struct ovl_query {
  ovl_cell start;
  ovl_cell goal;
  int32_t profile; /* number of the profile, 0 to profiles - 1 */
  ovl_smoothing smoothing;
  bool move_start; /* a blocked start is moved to the nearest open cell of its floor, by straight
                      distance; of equals to the upper left one */
  bool move_goal;  /* the same for a blocked goal that is one cell */
  bool nearest; /* an unreachable goal is replaced by the reachable cell nearest to it, by straight
                   distance, then by cost, then the upper left: the path leads there, with the
                   result OVL_UNREACHABLE. For a rectangle the distance counts from its upper left
                   cell in the world, for a set of goals from the first one */
  const struct ovl_query_more *more; /* other goals, limits, methods: see below. NULL: none */
  uint64_t reserved[2];              /* 0 */
} ovl_query;

/* Returns a query of profile 0 with grid smoothing, all else 0. The caller sets start and goal. */
OVL_API ovl_query ovl_query_default(void);

/* A leg of a path that is a link: the leg from points[point - 1] to points[point]. */
typedef struct ovl_path_link {
  size_t point;  /* index of the leg's end in points, 1 and up */
  uint32_t link; /* number of the link in the world */
  bool back;     /* it is taken from `to` to `from` */
} ovl_path_link;

/* A path in the caller's memory. The caller sets the buffers and capacities; queries fill in the
 * rest. */
typedef struct ovl_path {
  ovl_cell *points;     /* buffer of turning points, from the start to the end, both included */
  size_t capacity;      /* points that fit the buffer */
  size_t count;         /* points of the path, also if they do not fit */
  ovl_path_link *links; /* buffer of the legs that are links; NULL: they are not wanted */
  size_t link_capacity; /* links that fit the buffer; 0 without one */
  size_t link_count;    /* links of the path, also if they do not fit */
  /* Sums of the grid path; with OVL_SMOOTH_ANY, of the one that the lines were drawn from. */
  uint64_t cost;           /* units */
  uint64_t straight_steps; /* number of straight steps */
  uint64_t diagonal_steps; /* number of diagonal steps */
  bool partial;            /* the path does not end at the goal of the query */
  uint64_t length; /* of the lines between the points, in 1/1024 cell, each line rounded down,
                      without links */
} ovl_path;

/* Finds a path from query->start to query->goal.
 *
 * With OVL_SMOOTH_NONE and OVL_SMOOTH_GRID each leg between two points is a straight or diagonal
 * run of cells, which ovl_path_cells lists; with OVL_SMOOTH_ANY it is a line at any angle. A leg
 * that is a link is listed in path->links. A path from a cell to itself has one point.
 *
 * OVL_MORE_ROOM: points or links do not fit. The counts say how many there are; what fits, and the
 * sums, are right. OVL_LIMITED, and OVL_UNREACHABLE with query->nearest: path is partial. Errors,
 * with path->count 0: OVL_UNREACHABLE, OVL_START_BLOCKED, OVL_GOAL_BLOCKED, OVL_START_OUTSIDE,
 * OVL_GOAL_OUTSIDE, OVL_BAD_ARGUMENT, OVL_OTHER_WORLD, OVL_PLANNER_TOO_SMALL.
 *
 * Costs one coarse search, or reading some 30 labels, and a window or an edge for each region that
 * the path passes. Over overlays, for each cluster of the lowest level that it passes, a search of
 * a few waypoints of each level. */
OVL_API ovl_result ovl_find_path(ovl_planner *planner, const ovl_world *world,
                                 const ovl_query *query, ovl_path *path);

/* Lists the cells of a path of straight and diagonal legs, from its first point to its last, both
 * included; of a link its two ends alone. *needed is their number. OVL_MORE_ROOM if they do not fit
 * `capacity`; OVL_BAD_ARGUMENT if a leg is neither straight nor diagonal nor a link, if points or
 * links of the path did not fit, or if a point lies outside any world. Costs n. */
OVL_API ovl_result ovl_path_cells(const ovl_path *path, ovl_cell *cells, size_t capacity,
                                  size_t *needed);

/* Returns whether the goal of a query can be reached, without finding a path: OVL_OK, or the error
 * that ovl_find_path would return. Costs under 1 us, for it compares island numbers; in a directed
 * profile a search over islands; with several goal cells the choice of one. */
OVL_API ovl_result ovl_reaches(ovl_planner *planner, const ovl_world *world,
                               const ovl_query *query);

/* ---- Routes: walk while planning ----------------------------------------------------- */

/* ROUTES. A unit that walks begins a route once, and then asks for the next segment each time that
 * it has walked the last one:
 *
 *     ovl_route route;
 *     ovl_stop stops[512];
 *     ovl_path segment = {.points = points, .capacity = 256};
 *     result = ovl_route_begin(planner, world, &query, &route, stops, 512);
 *     while (result == OVL_OK && !route.done) {
 *       ovl_cell position = route.position; // where the unit is: at first the start
 *       result = ovl_route_next(planner, world, &route, stops, 512, position, &segment);
 *       for (size_t i = 0; result == OVL_OK && i < segment.count; i++) {
 *         walk_to(segment.points[i]); // a straight or diagonal run of cells
 *       }
 *     }
 *
 * A segment begins with `from` as its first point. 64 points do for most segments, and a route has
 * at most one stop for each border between regions that it crosses; OVL_MORE_ROOM says how many are
 * needed where they do not fit.
 *
 * route.position is query.start at first, or the cell that move_start chose, and afterwards the
 * last point of the segment before. Route and stops are memory of the caller's without pointers:
 * they may be copied, moved and stored, and any planner of the world continues any route.
 *
 * In a world with labels or overlays (ovl_world_info.method) a route needs no stops: pass NULL and
 * 0, and a unit's route takes 64 bytes.
 *
 * Over overlays a route knows its stops 128 to 256 cells ahead (with regions of 32), and the rest
 * coarsely. It is planned again from a waypoint ahead each time that it enters another 128 cells,
 * and never gets dearer by that. The planner that gave the last segment remembers the stops;
 * another planner plans them again, with the same answer. In a later version of the world such a
 * route is planned again from its next waypoint if nothing has changed up to there; edits farther
 * away may make it dearer. */

/* A waypoint of a route. */
typedef struct ovl_stop {
  uint64_t cost_to_go; /* units, from the middle of its step over the border to the goal */
  uint32_t region;     /* region of the waypoint's first cell */
  uint16_t number;     /* number of the waypoint within that region */
  uint16_t side;       /* the route goes on in the region of its first cell: 0, or second cell: 1 */
} ovl_stop;

/* How a route knows its stops. */
typedef enum ovl_route_kind {
  OVL_ROUTE_DIRECT = 0, /* it has none: start and goal are near each other */
  OVL_ROUTE_STOPS,      /* they are listed in the caller's buffer */
  OVL_ROUTE_LABELS,     /* they are read from labels, one by one */
  OVL_ROUTE_OVERLAYS    /* they are planned over overlays, some ahead of the unit */
} ovl_route_kind;

/* A route, in 64 bytes. */
typedef struct ovl_route {
  ovl_cell goal;
  ovl_cell position;   /* where the next segment begins */
  uint64_t cost_to_go; /* units: what is left of the route costs no more */
  uint64_t world;      /* fingerprint of its world */
  uint32_t stop_count; /* stops of the whole route, if its kind is OVL_ROUTE_STOPS; else 0 */
  uint32_t state[4];   /* the library's */
  uint8_t kind;        /* an ovl_route_kind */
  uint8_t profile;     /* number of the profile */
  uint8_t smoothing;   /* an ovl_smoothing */
  uint8_t done;        /* 1: position is the goal */
} ovl_route;

/* Begins a route: plans the coarse tier for a query.
 *
 * `stops` is a buffer of the caller's for stop_capacity stops, 16 bytes each; NULL and 0 where
 * labels or overlays plan. The planner keeps nothing about the route that it could not compute
 * again.
 *
 * OVL_MORE_ROOM: the stops do not fit. route->stop_count says how many there are, and the route can
 * be walked as far as those that fit. Other results as of ovl_find_path; with OVL_LIMITED, and
 * OVL_UNREACHABLE with query->nearest, the route leads to route->goal. Costs one coarse search, or
 * reading some 30 labels. */
OVL_API ovl_result ovl_route_begin(ovl_planner *planner, const ovl_world *world,
                                   const ovl_query *query, ovl_route *route, ovl_stop *stops,
                                   size_t stop_capacity);

/* Refines the next segment of a route: usually up to the next region, at the end to the goal.
 *
 * `stops` and stop_capacity are those of ovl_route_begin. `from` is the unit's cell and must be
 * route->position. The segment is filled in as a path of turning points; if a link is next it is
 * that link alone, two points, listed in segment->links. route->position moves to its end. Of a
 * route that is done the segment is its last point.
 *
 * Errors: OVL_OFF_ROUTE (`from` is not route->position). OVL_MORE_ROOM: the points do not fit,
 * segment->count says how many there are, and the route is as it was. OVL_BEGIN_AGAIN: the last
 * stop that fitted was passed, or an edit changed the route; begin it again. OVL_OTHER_WORLD,
 * OVL_BAD_ARGUMENT, OVL_PLANNER_TOO_SMALL, OVL_CORRUPT (the stops are not those of this route); the
 * segment then has no points. Costs one window of two to four regions; over overlays now and then a
 * coarse search. */
OVL_API ovl_result ovl_route_next(ovl_planner *planner, const ovl_world *world, ovl_route *route,
                                  const ovl_stop *stops, size_t stop_capacity, ovl_cell from,
                                  ovl_path *segment);

/* ---- More of a query ------------------------------------------------------------------ */

#define OVL_MAX_GOALS 65536 /* cells of a set of goals */

/* What a query leads to. */
typedef enum ovl_goal_kind {
  OVL_GOAL_CELL = 0, /* the cell `goal` */
  OVL_GOAL_RECT,     /* any of goal_w x goal_h cells, with `goal` as the upper left one */
  OVL_GOAL_WITHIN,   /* any cell within goal_radius cells of `goal`, by straight distance */
  OVL_GOAL_SET,      /* any of goal_cells */
  OVL_GOAL_COUNT
} ovl_goal_kind;

/* Called for each event of a search, for pictures and debugging: see overland_inspect.h. The event
 * is valid during the call. Must not call the library. */
struct ovl_visit_event;
typedef void (*ovl_visit_fn)(void *user, const struct ovl_visit_event *event);

/* Further settings of a query. Of several goal cells the nearest by cost is chosen first, and then
 * planned for as if it had been given. Cells that are blocked, outside or unreachable are ignored;
 * OVL_GOAL_BLOCKED, OVL_GOAL_OUTSIDE or OVL_UNREACHABLE if no other is left. */
typedef struct ovl_query_more {
  ovl_goal_kind goal_kind;
  int32_t goal_w, goal_h;     /* OVL_GOAL_RECT: cells, 1 and up; it may exceed its floor */
  int32_t goal_radius;        /* OVL_GOAL_WITHIN: cells, 0 to 65535 */
  const ovl_cell *goal_cells; /* OVL_GOAL_SET: the caller's, read during the call */
  size_t goal_count;          /* OVL_GOAL_SET: number of cells, 1 to OVL_MAX_GOALS */
  uint64_t cost_limit;      /* units: a path that costs more is cut off there, with OVL_LIMITED; 0:
                               no limit */
  uint64_t expansion_limit; /* waypoints and cells expanded: a search that reaches the limit ends,
                               and the path leads as near to the goal as it came, with OVL_LIMITED;
                               0: no limit */
  uint32_t turn_cost;       /* units for each change of direction, 0 to 2^20, so that a path has
                               fewer turns. For ovl_find_path alone, by a planner with turn_costs;
                               the cost of the path does not include it */
  int32_t heuristic_weight_percent; /* the heuristic times this / 100 [weighted A*], 0 to 400. 100:
                                       A*; 0: Dijkstra's algorithm; above 100 a path may cost up to
                                       this / 100 times as much. Labels and overlays are used with
                                       100 only */
  ovl_method method;                /* OVL_BAD_ARGUMENT if the world does not hold what it needs */
  ovl_visit_fn visit;               /* NULL: none */
  void *visit_user;                 /* passed to visit */
  uint64_t reserved[2];             /* 0 */
} ovl_query_more;

/* Returns the settings of a query without any: one goal cell, no limits, no turn cost, the best
 * method, 100 per cent, no visit. */
OVL_API ovl_query_more ovl_query_more_default(void);

/* Finds the costs from query->start to each of `count` cells, 0 to OVL_MAX_GOALS, in one search.
 * costs[i], for each cells[i], is in units; UINT64_MAX if the cell is blocked, outside or
 * unreachable. They are costs over waypoints, as cost_to_go of a route is: never below the cost of
 * the cheapest path, and above it by what regions and spacing bring. Of the query, goals, limits,
 * smoothing and method are not used. Errors: OVL_START_BLOCKED, OVL_START_OUTSIDE,
 * OVL_BAD_ARGUMENT, OVL_OTHER_WORLD, OVL_PLANNER_TOO_SMALL. Costs c up to the farthest cell, and n
 * for each region that holds one of the cells. */
OVL_API ovl_result ovl_find_costs(ovl_planner *planner, const ovl_world *world,
                                  const ovl_query *query, const ovl_cell *cells, size_t count,
                                  uint64_t *costs);

/* A cell in range. */
typedef struct ovl_range_cell {
  ovl_cell cell;
  uint64_t cost; /* units, from the start */
} ovl_range_cell;

/* Lists the cells that a unit reaches from query->start for at most `budget` units, region by
 * region. Costs are those of ovl_find_costs; they are exact if no link serves the profile and the
 * budget is too small to leave the start's region and its neighbours. *needed is the number of
 * cells. OVL_MORE_ROOM if they do not fit `capacity`; those that fit are right. Other errors as of
 * ovl_find_costs. Costs n for the regions that it reaches. */
OVL_API ovl_result ovl_find_range(ovl_planner *planner, const ovl_world *world,
                                  const ovl_query *query, uint64_t budget, ovl_range_cell *reached,
                                  size_t capacity, size_t *needed);

/* ---- World files ------------------------------------------------------------------------ */

/* Writes the world file. Its length is ovl_world_info.file_bytes; but the file of a world that was
 * edited and not refreshed since has neither landmarks nor labels and is shorter, and it is first
 * assembled in memory of the world's allocator. Overlays are always those of the edited map.
 * Errors: OVL_WRITE_FAILED, OVL_NO_MEMORY. Not in overland_runtime. */
OVL_API ovl_result ovl_world_save(const ovl_world *world, ovl_write_fn write, void *user);

/* Opens a world file in memory. The bytes are used in place: the caller keeps them unchanged until
 * ovl_world_close. They begin at a multiple of 8. `allocator`, NULL for the default, serves some
 * two thousand bytes. The caller owns *world. Every byte is checked first; errors, with *world
 * NULL: OVL_MISALIGNED, OVL_NOT_A_WORLD, OVL_OTHER_VERSION, OVL_WRONG_LENGTH, OVL_WRONG_CHECKSUM,
 * OVL_CORRUPT, OVL_BAD_ARGUMENT, OVL_NO_MEMORY. Costs a pass over the bytes. */
OVL_API ovl_result ovl_world_open(const void *bytes, size_t byte_count,
                                  const ovl_allocator *allocator, ovl_world **world,
                                  ovl_fault *fault);

/* Whether a world holds labels, and if not, why. */
typedef enum ovl_labels {
  OVL_LABELS_HELD = 0,
  OVL_LABELS_NOT_ASKED,    /* label_bytes_per_cell was 0 */
  OVL_LABELS_NO_WAYPOINTS, /* the world has no waypoints */
  OVL_LABELS_TOO_LARGE,    /* they need more than label_bytes_per_cell */
  OVL_LABELS_TOO_LONG,     /* a cost does not fit 31 bits */
  OVL_LABELS_TOO_MANY,     /* more than OVL_MAX_LABEL_WAYPOINTS waypoints, or too many rows of all
                              floors together */
  OVL_LABELS_DIRECTED,     /* the profile is directed */
  OVL_LABELS_STALE,        /* the world was edited and not refreshed since */
  OVL_LABELS_OVERLAYS,     /* the world has overlays instead */
  OVL_LABELS_COUNT
} ovl_labels;

/* How a world is partitioned. */
typedef struct ovl_partition_info {
  int32_t region_cells;   /* side of a region, cells */
  int32_t regions_x;      /* regions in a row; region number = row * regions_x + column */
  int32_t regions_y;      /* rows of regions, of all floors; floor 0 begins at row 0 */
  int32_t spacing_cells;  /* largest distance of waypoints along an entrance, cells */
  int32_t overlay_levels; /* levels of overlays; 0: none */
} ovl_partition_info;

/* The waypoint graph of a profile. */
typedef struct ovl_graph_info {
  uint64_t waypoints; /* number of waypoints */
  uint64_t edges;     /* edges, each direction counted */
  int32_t landmarks;  /* landmarks of each island; 0: none */
  ovl_labels labels;
  ovl_method method; /* the best method */
} ovl_graph_info;

/* A world in numbers. Those of a profile are of profile 0; ovl_world_profile has those of each. */
typedef struct ovl_world_info {
  int32_t width;        /* cells, of floor 0 */
  int32_t height;       /* cells, of floor 0 */
  int32_t floors;       /* number of floors */
  int32_t profiles;     /* number of profiles */
  uint32_t links;       /* number of links */
  ovl_corners corners;  /* of profile 0 */
  uint8_t weights[256]; /* of each terrain for profile 0, in eighths; 0 blocks */
  uint64_t open_cells;  /* cells that profile 0 can stand on */
  uint64_t islands;     /* islands of profile 0 */
  uint64_t file_bytes;  /* bytes of the file; of an edited world, bytes that it holds */
  uint64_t fingerprint; /* hash of the primary sections: equal for equal worlds. Of a version made
                           by edits or a refresh, hash of its history, until it is saved and opened
                           again. Routes keep it */
  uint64_t map_fingerprint; /* hash of sizes and terrain, whatever the settings of the bake */
  ovl_partition_info partition;
  ovl_graph_info graph; /* of profile 0 */
} ovl_world_info;

/* Describes a world. Costs a pass over the region headers; of a world that is checked on first
 * touch (overland_stream.h) no region is read, and edges are 0. */
OVL_API void ovl_world_describe(const ovl_world *world, ovl_world_info *info);

/* Returns the number of the profile of a name; -1 if there is none. */
OVL_API int32_t ovl_world_find_profile(const ovl_world *world, const char *name);

/* ---- More of a map: profiles, floors, links ----------------------------------------------- */

#define OVL_MAX_BODY_CELLS 16 /* side of a body */
#define OVL_NAME_BYTES 32     /* of a profile's name, with the 0 at its end */

/* A kind of mover. A body of N x N cells stands at its upper left cell, the position, and covers
 * x..x+N-1, y..y+N-1: all of them must be open to it. Weight, height and extra cost of the position
 * alone count, and a corner rule concerns the two positions beside a step. A profile that can stand
 * nowhere is valid. */
typedef struct ovl_profile_def {
  char name[OVL_NAME_BYTES]; /* text with a 0 at its end, different for each profile */
  uint8_t weights[256];      /* of each terrain, in eighths of plain ground; 0 blocks */
  ovl_corners corners;
  int32_t body_cells;   /* side of its body, cells, 1 to OVL_MAX_BODY_CELLS */
  int32_t climb;        /* most units of height that a step may rise, to 65535; below 0: any */
  int32_t drop;         /* most units of height that a step may fall, to 65535; below 0: any */
  uint32_t climb_cost;  /* cost of each unit of height that a step rises, units, to 2^20 */
  uint32_t drop_cost;   /* cost of each unit of height that a step falls, units, to 2^20 */
  uint64_t reserved[2]; /* 0 */
} ovl_profile_def;

/* Returns the profile "default": terrain 0 blocks and all others are plain ground; strict corners,
 * a body of one cell, any climb and drop at no cost. Not in overland_runtime. */
OVL_API ovl_profile_def ovl_profile_def_default(void);

/* A floor of a world. Arrays are read during the bake only. */
typedef struct ovl_floor_def {
  int32_t width;           /* cells, 1 to OVL_MAX_SIDE_CELLS */
  int32_t height;          /* cells, 1 to OVL_MAX_SIDE_CELLS */
  const uint8_t *terrain;  /* a byte a cell, row by row; of a graph floor a byte a node, or NULL */
  size_t row_bytes;        /* bytes from one row of terrain to the next; 0: width */
  const uint16_t *heights; /* units of height, one a cell, rows of width; NULL: all 0 */
  const uint8_t *const *extra; /* extra costs (danger, influence): NULL, or for each profile NULL or
                                  a byte a cell, rows of width, in eighths. With the weight of the
                                  cell at most 255 */
  bool graph;                  /* a graph floor: see ovl_floor_graph */
  uint64_t reserved[2];        /* 0 */
} ovl_floor_def;

/* Returns a floor for a graph of the caller's own, such as a Risk board or a subway map: `count`
 * nodes, 1 to OVL_MAX_SIDE_CELLS, which are the cells (0, 0) to (count - 1, 0). Nothing joins them
 * but links, and every profile can stand on them. Not in overland_runtime. */
OVL_API ovl_floor_def ovl_floor_graph(int32_t count);

/* A link between two cells at any distance, on one floor or two. Only profiles that can stand on
 * both ends can use it. At least one of the profiles that it allows must be able to stand on each
 * end. */
typedef struct ovl_link_def {
  ovl_cell from, to;    /* two different cells */
  uint32_t cost;        /* from -> to, units, 1 to 2^30 */
  uint32_t cost_back;   /* to -> from, units, to 2^30; 0: the link is one-way */
  uint32_t profiles;    /* a bit for each profile that may take it; 0: all */
  bool closed;          /* a door that is shut: no profile takes it until an edit opens it */
  uint64_t reserved[2]; /* 0 */
} ovl_link_def;

#ifdef __cplusplus
}
#endif

#endif
