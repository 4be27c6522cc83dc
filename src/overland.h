/* Overland: paths on grid worlds too large for one search.
 *
 * A world is baked once from a map: it is cut into square regions, joined by a graph of waypoints,
 * with labels or overlays that store costs across many regions. A query plans in two tiers: the
 * coarse tier gives a route of waypoints, read from the labels or found by a search; the fine tier
 * is an A* over the cells near the unit, followed by smoothing. This header does the main job;
 * eight further headers serve one purpose each.
 *
 * THE MAIN JOB, five calls:
 *
 *     ovl_bake_def def = ovl_bake_def_default();
 *     def.width = 512; def.height = 512; def.terrain = cells;   // 0 blocks, 1 is ground
 *     ovl_world *world; ovl_world_bake(&def, &world, NULL);
 *
 *     ovl_planner_def planner_def = ovl_planner_def_default(world);
 *     ovl_planner *planner; ovl_planner_create(&planner_def, &planner, NULL);
 *
 *     ovl_query query = ovl_query_default();
 *     query.start = (ovl_cell){10, 10, 0}; query.goal = (ovl_cell){500, 400, 0};
 *     ovl_cell points[256]; ovl_path path = {.points = points, .capacity = 256};
 *     ovl_result result = ovl_find_path(planner, world, &query, &path);
 *
 * A unit that walks does not need the whole path at once: see ROUTES below.
 *
 * WORDS, with those of the field in brackets. A cell is one grid square: x grows right, y grows
 * down, (0,0) is the upper left of its floor. Terrain is the kind of a cell, one byte. A profile is
 * a kind of mover (agent type): its weight for each terrain, which is the cost of crossing a cell
 * in eighths of plain ground; its body size; its corner rule; what it can climb. A region is one
 * tile of the partition (HPA*: cluster). A waypoint is a step over the border of two regions that
 * was chosen as a node of the coarse graph (abstract node, portal); seen from one of its regions it
 * is a port. An island is a set of cells that reach each other (connected component). A link joins
 * any two cells: stairs, a ferry, a jump (off-mesh connection). Landmarks are the heuristic of the
 * coarse A* (ALT); labels hold exact costs between all waypoints (2-hop labels); overlays are
 * levels of regions of regions (CRP). A route is the coarse answer, a segment its next refined
 * piece, a path the fine answer.
 *
 * COST. A step between the cells a and b costs k (w(a) + w(b)) units, with the weights w in eighths
 * and k = 70 for a straight step, 99 for a diagonal one: OVL_STRAIGHT_COST and OVL_DIAGONAL_COST
 * over plain ground. Climbing or a step rule may add to that. Costs are integers and exact: the
 * cost of a path is the sum of its steps and links.
 *
 * PROMISES. Every path is legal. A route is found if and only if a path exists. The same world and
 * query give the same answer on every machine, compiler and thread. A query allocates nothing.
 * Nothing in a file is used before it is checked. There is no global state. A call that fails
 * leaves everything as it was, unless its comment says otherwise.
 *
 * THREADS. A const world does not change: any number of threads may query one world at once, each
 * with a planner of its own.
 *
 * POINTERS must not be NULL unless a comment allows it.
 *
 * "Costs" in the comments below gives the running time of a call: n is the number of cells that it
 * touches, c the number of waypoints. */
#ifndef OVERLAND_H
#define OVERLAND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A program that links the shared library on Windows defines OVL_SHARED_LIBRARY; one that links the
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

/* ---- Version, results, memory ------------------------------------------- */

#define OVL_VERSION_MAJOR 0
#define OVL_VERSION_MINOR 1
#define OVL_VERSION_PATCH 0

/* Returns the version of the library that is linked, as text: "0.1.0". */
OVL_API const char *ovl_version(void);

/* Limits that hold everywhere. */
#define OVL_MAX_SIDE_CELLS 65536 /* width and height of a world */
#define OVL_MIN_REGION_CELLS 8   /* side of a region */
#define OVL_MAX_REGION_CELLS 128
#define OVL_MAX_PROFILES 32   /* profiles in one world */
#define OVL_MAX_FLOORS 64     /* floors in one world */
#define OVL_MAX_BODY_CELLS 16 /* side of a body */
#define OVL_MAX_GOALS 65536   /* cells of one goal */
#define OVL_NAME_BYTES 32     /* of a profile's name, the 0 at its end included */
#define OVL_MAX_LANDMARKS 32
#define OVL_MAX_LABEL_WAYPOINTS 131072 /* waypoints of a world that can hold labels */

/* Cost of one step over plain ground, in units. */
#define OVL_STRAIGHT_COST 1120
#define OVL_DIAGONAL_COST 1584
#define OVL_PLAIN_WEIGHT 8 /* weight of plain ground, in eighths */
/* Lengths at any angle are whole numbers of 1/1024 cell. */
#define OVL_LENGTH_UNIT 1024

/* The result of a call. */
typedef enum ovl_result {
  OVL_OK = 0,
  /* The answer is no. */
  OVL_UNREACHABLE,   /* no path joins start and goal */
  OVL_START_BLOCKED, /* the profile can't stand on the start */
  OVL_GOAL_BLOCKED,  /* the profile can't stand on the goal */
  OVL_LIMITED,       /* a limit of the query was reached first: the path is part of the way */
  /* The caller can change something. */
  OVL_START_OUTSIDE,     /* the start is not a cell of the world */
  OVL_GOAL_OUTSIDE,      /* the goal is not a cell of the world */
  OVL_BAD_ARGUMENT,      /* an argument is out of its range; the fault, if there is one, names it */
  OVL_MORE_ROOM,         /* the caller's buffer is too small; a count says what is needed */
  OVL_PLANNER_TOO_SMALL, /* the planner's memory does not hold this search */
  OVL_OTHER_WORLD,       /* planner or route was made for another world, or one without labels */
  OVL_OFF_ROUTE,         /* the unit is not where its route left it: begin again */
  OVL_NEEDS_RULE,        /* the world was baked with a step rule, which must be given again */
  OVL_STOPPED,           /* the progress callback stopped the work */
  OVL_BEGIN_AGAIN,       /* the route can't be followed further, for the world has changed or its
                            stops are not known: begin it again */
  OVL_BUSY,              /* too much is under way: try again later */
  OVL_NEEDS_REGIONS,     /* the reader does not have all regions yet: see overland_stream.h */
  OVL_OTHER_PART,        /* a part of another map or of other settings, or given twice */
  OVL_MISSING_PART,      /* some rows of the map are in none of the parts */
  /* The system failed. */
  OVL_NO_MEMORY,    /* the allocator returned NULL */
  OVL_WRITE_FAILED, /* the caller's write callback failed */
  OVL_READ_FAILED,  /* the caller's read callback failed */
  /* The bytes are no world that can be used. */
  OVL_NOT_A_WORLD,    /* they do not begin with the magic of a world file */
  OVL_OTHER_VERSION,  /* a world file of a version that this library does not read */
  OVL_WRONG_LENGTH,   /* cut short, or longer than the header says */
  OVL_WRONG_CHECKSUM, /* bytes were changed */
  OVL_CORRUPT,        /* the checksums hold and yet a value is impossible */
  OVL_MISALIGNED,     /* the bytes do not begin at a multiple of 8 */
  OVL_RESULT_COUNT    /* the number of results above */
} ovl_result;

/* Returns one line of text for a result, never NULL, without a full stop. */
OVL_API const char *ovl_result_text(ovl_result result);

/* Where and why a call failed. Calls that take one fill it when they fail; NULL is allowed. */
typedef struct ovl_fault {
  const char *what;  /* static text: the argument or the part of the file, "" if there is none */
  uint64_t where;    /* byte offset in a file; index in a table; else 0 */
  uint64_t found;    /* the value that was found */
  uint64_t expected; /* the right value, or the limit that was exceeded */
} ovl_fault;

/* Where memory comes from. `allocate` returns memory aligned for any type, or NULL; `release` gets
 * the size back. Both are called from the thread that makes the call, and only while it runs. */
typedef struct ovl_allocator {
  void *(*allocate)(void *user, size_t bytes);
  void (*release)(void *user, void *memory, size_t bytes);
  void *user;
} ovl_allocator;

/* Returns malloc and free. In a build without a C library it has no functions, and every call that
 * takes an allocator needs one: OVL_BAD_ARGUMENT otherwise. */
OVL_API const ovl_allocator *ovl_default_allocator(void);

/* Receives the bytes of a file in order, in any number of calls. Returns false if it can't take
 * them. */
typedef bool (*ovl_write_fn)(void *user, const void *bytes, size_t byte_count);

/* A cell of the world. */
typedef struct ovl_cell {
  int32_t x;     /* 0 to width - 1 of its floor */
  int32_t y;     /* 0 to height - 1 of its floor */
  int32_t floor; /* 0 to floors - 1; 0 in a world of one floor */
} ovl_cell;

/* ---- Baking a world ------------------------------------------------------ */

typedef struct ovl_world ovl_world;

/* When a diagonal step between two open cells is legal. */
typedef enum ovl_corners {
  OVL_CORNERS_STRICT = 0, /* both cells beside the step are open: no corner is cut */
  OVL_CORNERS_ONE,        /* at least one of them is open */
  OVL_CORNERS_FREE,       /* always */
  OVL_CORNERS_NONE,       /* never: straight steps only */
  OVL_CORNERS_COUNT
} ovl_corners;

/* A kind of mover. A body of N x N cells has its upper left cell as its position and covers
 * x..x+N-1, y..y+N-1: all of them must be open to it. Weight, height and extra cost of the position
 * alone count, and a corner rule concerns the two positions beside the step. A profile that can
 * stand nowhere is valid: every cell is blocked for it. */
typedef struct ovl_profile_def {
  char name[OVL_NAME_BYTES]; /* text with a 0 at its end, different for each profile */
  uint8_t weights[256];      /* of each terrain, in eighths of plain ground; 0 blocks */
  ovl_corners corners;
  int32_t body_cells;   /* side of its body, 1 to OVL_MAX_BODY_CELLS */
  int32_t climb;        /* most units of height that a step may rise, to 65535; below 0: any */
  int32_t drop;         /* most that it may fall, to 65535; below 0: any */
  uint32_t climb_cost;  /* cost units for each unit of height that a step rises, to 2^20 */
  uint32_t drop_cost;   /* cost units for each unit of height that it falls, to 2^20 */
  uint64_t reserved[2]; /* 0 */
} ovl_profile_def;

/* Returns the profile "default": terrain 0 blocks and all others are plain ground; strict corners,
 * one cell, climbs anything at no cost. */
OVL_API ovl_profile_def ovl_profile_def_default(void);

/* One floor of a world. The arrays are read during the bake only. */
typedef struct ovl_floor_def {
  int32_t width;           /* cells, 1 to OVL_MAX_SIDE_CELLS */
  int32_t height;          /* cells, 1 to OVL_MAX_SIDE_CELLS */
  const uint8_t *terrain;  /* a byte a cell, row by row; of a graph floor a byte a node, or NULL */
  size_t row_bytes;        /* bytes from one row of terrain to the next, at least width; 0: width */
  const uint16_t *heights; /* a height a cell, rows of width; NULL: all are 0 */
  const uint8_t *const *extra; /* NULL, or for each profile NULL or a byte a cell, rows of width:
                                  extra cost of the cell, in eighths (danger, influence). Weight and
                                  extra cost together are at most 255 */
  bool graph;                  /* a graph of the caller's own: see ovl_floor_graph */
  uint64_t reserved[2];        /* 0 */
} ovl_floor_def;

/* Returns a floor for a graph of the caller's own: `count` nodes, the cells (0, 0) to (count - 1,
 * 0), joined by nothing but links; any profile can stand on any of them. A Risk board, a subway
 * map. count is 1 to OVL_MAX_SIDE_CELLS. */
OVL_API ovl_floor_def ovl_floor_graph(int32_t count);

/* A connection of two cells that is no step: stairs, a lift, a teleporter, over any distance, on
 * one floor or between two. Only profiles that can stand on both ends can use it; at least one
 * profile that the link allows must be able to stand on each end. */
typedef struct ovl_link_def {
  ovl_cell from, to;    /* two different cells */
  uint32_t cost;        /* units from -> to, 1 to 2^30 */
  uint32_t cost_back;   /* units to -> from, to 2^30; 0: the link is one-way */
  uint32_t profiles;    /* a bit for each profile that may take it; 0: all may */
  bool closed;          /* no profile can take it until an edit opens it: a door */
  uint64_t reserved[2]; /* 0 */
} ovl_link_def;

/* The step for which a step rule is called. */
typedef struct ovl_step {
  ovl_cell from;
  int32_t direction; /* 0 to 7, clockwise from east */
  int32_t profile;
  uint32_t cost; /* units: its cost by weights and heights */
} ovl_step;

/* Returns what a step costs beyond weights and heights, at most 2^20 units, or OVL_STEP_BLOCKED.
 * Called once for every legal step of every cell while a world is baked, from the threads of the
 * bake. The answers are stored in the world: planning and opening do not call it. A diagonal step
 * is blocked as well if it needs a straight step that the rule blocks. Regions of worlds with a
 * rule have sides of up to 44 cells, so that costs inside a region fit 31 bits. */
#define OVL_STEP_BLOCKED UINT32_MAX
typedef uint32_t (*ovl_step_rule_fn)(void *user, const ovl_step *step);

/* Called repeatedly during long work, from the thread that made the call; `done` grows to `total`.
 * Returning false stops the work: OVL_STOPPED. */
typedef bool (*ovl_progress_fn)(void *user, uint64_t done, uint64_t total);

/* The caller's job system: `run` calls job(context, i, worker) for each i from 0 to count - 1, on
 * any threads, in any order, and returns when all are done. `worker` is 0 to workers - 1, and two
 * calls that run at once never share one. Results do not depend on it. */
typedef struct ovl_jobs {
  int32_t workers; /* 1 to 64 */
  void (*run)(void *user, int32_t count, void (*job)(void *context, int32_t index, int32_t worker),
              void *context);
  void *user;
} ovl_jobs;

/* Worlds of more cells than this have overlays unless told otherwise. */
#define OVL_MAX_CELLS_WITHOUT_OVERLAYS ((int64_t)1 << 24)

/* Whether a world has overlays: levels of regions of regions with the costs between their border
 * waypoints. A query then searches a few waypoints of each level, however large the world is.
 * Overlays replace landmarks and labels, which would not fit worlds of that size. Directed profiles
 * have no overlays and are searched waypoint by waypoint. */
typedef enum ovl_overlays {
  OVL_OVERLAYS_AUTO = 0, /* above OVL_MAX_CELLS_WITHOUT_OVERLAYS cells, counted over all floors */
  OVL_OVERLAYS_NEVER,
  OVL_OVERLAYS_ALWAYS,
  OVL_OVERLAYS_COUNT
} ovl_overlays;

typedef struct ovl_bake_def {
  int32_t width;          /* cells, 1 to OVL_MAX_SIDE_CELLS */
  int32_t height;         /* cells, 1 to OVL_MAX_SIDE_CELLS */
  const uint8_t *terrain; /* a byte a cell, row by row; read during the call only */
  size_t row_bytes;       /* from one row to the next, at least width; 0: width */
  uint8_t weights[256];   /* of each terrain, in eighths; 0 blocks */
  ovl_corners corners;
  /* For more than one floor `floors` replaces width, height, terrain and row_bytes. */
  const ovl_floor_def *floors; /* NULL: one floor, as above */
  int32_t floor_count;         /* 1 to OVL_MAX_FLOORS */
  /* For more than one profile `profiles` replaces weights and corners. */
  const ovl_profile_def *profiles; /* NULL: one profile, as above, named "default" */
  int32_t profile_count;           /* 1 to OVL_MAX_PROFILES */
  const ovl_link_def *links;       /* NULL: none */
  int32_t link_count;
  bool blocked_links; /* a link may end on a cell that is blocked for all; it serves no profile
                         until an edit opens that cell. If false such a link is an error */
  ovl_step_rule_fn step_rule; /* NULL: none */
  void *step_rule_user;
  uint32_t step_rule_profiles; /* a bit for each profile for which it is called; 0: all */
  int32_t region_cells;        /* side of a region, 8 to 128 */
  int32_t spacing_cells; /* cells: the largest distance of waypoints along an entrance, 1 to 128 */
  int32_t landmarks; /* landmarks of each island, 0 to OVL_MAX_LANDMARKS; 2 bytes a waypoint each;
                        left out if a cost to one does not fit 31 bits. Undirected profiles of
                        larger bodies, but for the first, get a quarter as many */
  int32_t label_bytes_per_cell; /* most bytes that labels may take of the file for each cell, 0 to
                                   255; 0: no labels. Left out if they need more (ovl_labels): most
                                   maps need 1 to 3, random ground up to 10 */
  ovl_overlays overlays;        /* see ovl_overlays */
  ovl_allocator allocator;      /* for the bake and the world, which keeps it */
  const ovl_jobs *jobs;         /* NULL: the calling thread does all */
  ovl_progress_fn progress;     /* NULL: none; `done` counts regions and labels */
  void *progress_user;
  uint64_t reserved[2]; /* 0 */
} ovl_bake_def;

/* Returns: terrain 0 blocks and all others are plain ground; strict corners, regions of 32 cells,
 * spacing 8, 32 landmarks, labels of up to 11 bytes a cell, the default allocator. The caller sets
 * width, height and terrain. */
OVL_API ovl_bake_def ovl_bake_def_default(void);

/* Bakes a world. The caller owns it: ovl_world_close. Errors: OVL_BAD_ARGUMENT, OVL_NO_MEMORY,
 * OVL_STOPPED; *world is then NULL. Costs 100 to 500 ns a cell on open land and streets of 1024 x
 * 1024, up to 5 us where single cells are scattered at random; most of it for labels, whose cost
 * for each cell grows with the world: 0.9 us on land of 4096 x 4096. Takes the memory of the world
 * and of three rows of regions, and while labels are made some 8 times their bytes in the file.
 * Landmarks and labels are made by the calling thread alone. Not in overland_runtime. */
OVL_API ovl_result ovl_world_bake(const ovl_bake_def *def, ovl_world **world, ovl_fault *fault);

/* ---- World files --------------------------------------------------------- */

/* Opens the bytes of a world file in place. They are not copied: the caller keeps them unchanged
 * until ovl_world_close. They must begin at a multiple of 8. `allocator` (NULL: the default) serves
 * some two thousand bytes. The caller owns the world. Every byte is checked before it is used:
 * OVL_MISALIGNED, OVL_NOT_A_WORLD, OVL_OTHER_VERSION, OVL_WRONG_LENGTH, OVL_WRONG_CHECKSUM,
 * OVL_CORRUPT, OVL_NO_MEMORY; *world is then NULL. Costs one pass over the bytes. */
OVL_API ovl_result ovl_world_open(const void *bytes, size_t byte_count,
                                  const ovl_allocator *allocator, ovl_world **world,
                                  ovl_fault *fault);

/* Closes a world; NULL is allowed. Planners and routes of it must not be used afterwards, except to
 * be destroyed. */
OVL_API void ovl_world_close(ovl_world *world);

/* Writes the world file, of ovl_world_info.file_bytes bytes. Of a world that was edited and not
 * refreshed since, the file is shorter, without landmarks and labels, and is assembled first, in
 * memory of the world's allocator. Overlays are always those of the edited map. Errors:
 * OVL_WRITE_FAILED, OVL_NO_MEMORY. Not in overland_runtime. */
OVL_API ovl_result ovl_world_save(const ovl_world *world, ovl_write_fn write, void *user);

/* ---- What a world holds ---------------------------------------------------- */

/* How the coarse tier plans. */
typedef enum ovl_method {
  OVL_METHOD_BEST = 0,  /* the best method that the world holds */
  OVL_METHOD_OCTILE,    /* A* with the octile distance as heuristic */
  OVL_METHOD_LANDMARKS, /* A* with landmarks as heuristic */
  OVL_METHOD_LABELS,    /* routes are read from exact labels, without a search */
  OVL_METHOD_OVERLAYS,  /* searches of a few waypoints of each overlay level */
  OVL_METHOD_COUNT
} ovl_method;

/* Whether a world holds exact labels, and if not, why. */
typedef enum ovl_labels {
  OVL_LABELS_HELD = 0,
  OVL_LABELS_NOT_ASKED,    /* label_bytes_per_cell was 0 */
  OVL_LABELS_NO_WAYPOINTS, /* the world has no waypoints */
  OVL_LABELS_TOO_LARGE,    /* they would need more than label_bytes_per_cell */
  OVL_LABELS_TOO_LONG,     /* a cost does not fit 31 bits */
  OVL_LABELS_TOO_MANY, /* more than OVL_MAX_LABEL_WAYPOINTS waypoints, or floors too high in all */
  OVL_LABELS_DIRECTED, /* the profile is directed: see ovl_profile_info */
  OVL_LABELS_STALE,    /* the world was edited and not refreshed since */
  OVL_LABELS_OVERLAYS, /* the world has overlays instead */
  OVL_LABELS_COUNT
} ovl_labels;

/* A world in numbers. Those of a profile are of profile 0, the default; ovl_world_profile in
 * overland_inspect.h describes each of them, and ovl_world_count_bytes the bytes of the file. */
typedef struct ovl_world_info {
  int32_t width;        /* cells, of floor 0 */
  int32_t height;       /* cells, of floor 0 */
  int32_t floors;       /* number of floors */
  int32_t profiles;     /* number of profiles */
  uint32_t links;       /* number of links */
  int32_t region_cells; /* side of a region, cells */
  uint64_t open_cells;  /* cells that profile 0 can stand on */
  uint64_t islands;     /* islands of profile 0 */
  uint64_t waypoints;   /* waypoints of profile 0 */
  ovl_method method;    /* the best method that the world holds for profile 0 */
  uint64_t file_bytes;  /* length of the world file; of an edited world, bytes that it holds */
  uint64_t fingerprint; /* a hash of the primary sections: equal worlds have equal ones. Of a
                           version that came about by edits or a refresh it is the identity of
                           its history, until it is saved and opened again. Routes keep it */
  /* The partition. */
  int32_t regions_x;     /* regions in a row; region number = ry * regions_x + rx */
  int32_t regions_y;     /* rows of regions of all floors; floor 0 begins at row 0 */
  int32_t spacing_cells; /* largest distance of waypoints along an entrance, cells */
  /* Profile 0. */
  ovl_corners corners;
  uint8_t weights[256];   /* of each terrain, in eighths; 0 blocks */
  uint64_t edges;         /* edges of the waypoint graph, counted once for each direction */
  int32_t landmarks;      /* landmarks of each island; 0: none */
  int32_t overlay_levels; /* 0: no overlays */
  ovl_labels labels;
  uint64_t map_fingerprint; /* a hash of sizes and terrain, whatever the settings of the bake */
} ovl_world_info;

/* Describes a world. Costs a pass over the region headers; of a world that is checked on first
 * touch (overland_stream.h) no region is read, and edges are 0. */
OVL_API void ovl_world_describe(const ovl_world *world, ovl_world_info *info);

/* Returns the number of the profile with that name; -1 if there is none. */
OVL_API int32_t ovl_world_find_profile(const ovl_world *world, const char *name);

/* ---- Planners ------------------------------------------------------------ */

/* The working memory of one thread for queries. It is sized when it is created, and no call that
 * takes it allocates. */
typedef struct ovl_planner ovl_planner;

typedef struct ovl_planner_def {
  const ovl_world *world; /* the largest world that it will serve, labels included */
  size_t max_bytes; /* most bytes; 0: as much as any search of that world can need, in a world with
                       overlays some MB: see below */
  void *block;      /* NULL, or memory for the planner, aligned to 16, the caller's */
  size_t block_bytes; /* bytes of block; at least ovl_planner_bytes */
  bool turn_costs; /* it serves queries with a turn_cost, which takes more memory for each window */
  int32_t spare_percent; /* room for so many more waypoints, labels, islands and stored answers of a
                            step rule in later versions of the world, 0 to 1000 */
  ovl_allocator allocator; /* memory of the planner if block is NULL */
  uint64_t reserved[2];    /* 0 */
} ovl_planner_def;

/* Returns no turn costs, 25 per cent to spare. In a world with overlays, queries that overlays do
 * not serve (directed profiles, other methods, many goals, costs and ranges, flows) are searched
 * waypoint by waypoint, with room for 32,768 of them; OVL_PLANNER_TOO_SMALL where that is not
 * enough, and ovl_stats.bytes_needed is a max_bytes that is. A planner serves all versions of its
 * world, unless one has more of something than fits, or a profile of it has become directed:
 * OVL_PLANNER_TOO_SMALL or OVL_OTHER_WORLD. */
OVL_API ovl_planner_def ovl_planner_def_default(const ovl_world *world);

/* Returns the bytes that ovl_planner_create takes for a definition, and that block must have. Never
 * above max_bytes, unless that is too little for any search: the least that works is then returned.
 * 0 without a world; SIZE_MAX if this machine can't hold it. Costs a few us. */
OVL_API size_t ovl_planner_bytes(const ovl_planner_def *def);

/* Creates a planner, which the caller destroys. Errors: OVL_BAD_ARGUMENT (no world; block too small
 * or not aligned; max_bytes too small), OVL_NO_MEMORY; *planner is then NULL. */
OVL_API ovl_result ovl_planner_create(const ovl_planner_def *def, ovl_planner **planner,
                                      ovl_fault *fault);

/* Destroys a planner; NULL is allowed. A block of the caller's stays the caller's. */
OVL_API void ovl_planner_destroy(ovl_planner *planner);

/* Work of the last query of a planner. */
typedef struct ovl_stats {
  uint64_t coarse_expanded; /* waypoints */
  uint64_t fine_expanded;   /* cells, in all windows and attachments */
  uint64_t windows;         /* fine searches that refined a segment or answered directly */
  uint64_t bytes_needed;    /* after OVL_PLANNER_TOO_SMALL: a max_bytes that suffices; where
                               resident_bytes were too few, bytes of a planner with more of them, which
                               no max_bytes gives: see ovl_world_open_def */
  ovl_method method;        /* method used; OVL_METHOD_BEST: the coarse tier was not needed */
  bool
      stale_landmarks; /* landmarks are older than the last edits: still lower bounds, but weaker */
} ovl_stats;

OVL_API ovl_stats ovl_planner_stats(const ovl_planner *planner);

/* Returns which argument or limit the result of the planner's last call or step is about: `what` is
 * the name of an argument, or of a field of it, as it stands in these headers; "" after OVL_OK.
 * Valid until the planner's next call. */
OVL_API const ovl_fault *ovl_planner_fault(const ovl_planner *planner);

/* ---- Queries ------------------------------------------------------------- */

typedef enum ovl_smoothing {
  OVL_SMOOTH_NONE = 0, /* the cells of the search: over waypoints, so often a per cent longer */
  OVL_SMOOTH_GRID,     /* straight and diagonal moves with few turns */
  OVL_SMOOTH_ANY,      /* lines at any angle between turning points */
  OVL_SMOOTH_COUNT
} ovl_smoothing;

/* Called for each event of a search (overland_inspect.h), for pictures and debugging. The event is
 * valid during the call; the callback must not call the library. */
struct ovl_visit_event;
typedef void (*ovl_visit_fn)(void *user, const struct ovl_visit_event *event);

/* The kind of a query's goal. */
typedef enum ovl_goal_kind {
  OVL_GOAL_CELL = 0, /* `goal` */
  OVL_GOAL_RECT,     /* any of goal_w x goal_h cells, with `goal` as the upper left one */
  OVL_GOAL_WITHIN,   /* any cell within goal_radius cells of `goal`, by straight distance */
  OVL_GOAL_SET,      /* any of goal_cells */
  OVL_GOAL_COUNT
} ovl_goal_kind;

/* Further settings of a query: NULL in a query is ovl_query_more_default. Of several goal cells the
 * nearest by cost is chosen first, then planned for as if it had been given. Cells that are
 * blocked, outside or unreachable are ignored; OVL_GOAL_BLOCKED, OVL_GOAL_OUTSIDE or
 * OVL_UNREACHABLE if none is left. */
typedef struct ovl_query_more {
  ovl_goal_kind goal_kind;
  int32_t goal_w, goal_h;     /* OVL_GOAL_RECT: cells; the rectangle may exceed its floor */
  int32_t goal_radius;        /* OVL_GOAL_WITHIN: cells, 0 to 65535 */
  const ovl_cell *goal_cells; /* OVL_GOAL_SET: the caller's, read during the call */
  size_t goal_count;          /* 1 to OVL_MAX_GOALS */
  uint64_t cost_limit; /* units; a path that costs more is cut off there: OVL_LIMITED. 0: none */
  uint64_t expansion_limit; /* waypoints and cells expanded; where the limit ends the search, the
                               path leads as near to the goal as it got: OVL_LIMITED. 0: none */
  uint32_t turn_cost;       /* units for each change of direction, to 2^20, so that paths have fewer
                               turns. For ovl_find_path alone, by a planner with turn_costs; costs of
                               paths do not include it */
  int32_t heuristic_weight_percent; /* the heuristic times this / 100 (weighted A*), 0 to 400: 0 is
                                       Dijkstra's algorithm, 100 A*; above 100 a path may cost up to
                                       this / 100 times as much. Labels and overlays are used with
                                       100 only */
  ovl_method method;                /* OVL_BAD_ARGUMENT if the world does not hold it */
  ovl_visit_fn visit;               /* NULL: none; must not call the library */
  void *visit_user;
  uint64_t reserved[2]; /* 0 */
} ovl_query_more;

/* Returns one goal cell, no limits, no turn costs, the best method, 100 per cent, no visit. */
OVL_API ovl_query_more ovl_query_more_default(void);

/* A query. Settings beyond the ends are 0 or NULL by default. */
typedef struct ovl_query {
  ovl_cell start;
  ovl_cell goal;
  int32_t profile; /* 0 to profiles - 1 */
  ovl_smoothing smoothing;
  bool move_start; /* moves a blocked start to the nearest open cell of its floor, by straight
                      distance, the upper left one of equals */
  bool move_goal;  /* the same for a blocked goal of one cell */
  bool nearest;    /* OVL_UNREACHABLE comes with the path to the reachable cell nearest to the goal
                      cell: by straight distance, then by cost, then upper left. The goal cell of a
                      rectangle is the upper left of its cells in the world, that of a set the first */
  const ovl_query_more *more; /* NULL: no further settings */
  uint64_t reserved[2];       /* 0 */
} ovl_query;

/* Returns profile 0, grid smoothing. */
OVL_API ovl_query ovl_query_default(void);

/* A leg of a path that is a link: from points[point - 1] to points[point]. */
typedef struct ovl_path_link {
  size_t point;  /* index of the link's end in points, 1 and up */
  uint32_t link; /* number of the link in the world */
  bool back;     /* taken from `to` to `from` */
} ovl_path_link;

/* A path in the caller's memory. The caller sets points and capacity; a query fills in the rest. */
typedef struct ovl_path {
  ovl_cell *points; /* turning points from the start to the goal, both included */
  size_t capacity;  /* capacity of points */
  size_t count;     /* points of the whole path, even where they did not fit */
  /* Links of the path: NULL and 0 if they are not wanted. */
  ovl_path_link *links;
  size_t link_capacity;
  size_t link_count; /* of the whole path, even where they did not fit */
  /* Of the grid path: with OVL_SMOOTH_ANY, of the one from which lines were drawn. */
  uint64_t cost;           /* units */
  uint64_t straight_steps; /* cells */
  uint64_t diagonal_steps; /* cells */
  bool partial;            /* it does not end at the goal of the query */
  /* Of the points as they are. */
  uint64_t length; /* units of 1/1024 cell, each leg rounded down, links not counted */
} ovl_path;

/* Finds a path from query->start to query->goal and fills `path`. With OVL_SMOOTH_NONE and
 * OVL_SMOOTH_GRID each leg between two points is a straight or diagonal run of cells
 * (ovl_path_cells lists them); with OVL_SMOOTH_ANY it is a line at any angle. A path from a cell to
 * itself has one point. A leg that is a link is listed in `links`. If the points or links do not
 * fit: OVL_MORE_ROOM; count says how many are needed, and the first `capacity` points and the sums
 * are right. OVL_LIMITED, and OVL_UNREACHABLE with query->nearest, come with a partial path.
 * Errors: OVL_UNREACHABLE, OVL_START_BLOCKED, OVL_GOAL_BLOCKED, OVL_START_OUTSIDE,
 * OVL_GOAL_OUTSIDE, OVL_BAD_ARGUMENT, OVL_OTHER_WORLD, OVL_PLANNER_TOO_SMALL; path->count is then
 * 0. Costs one coarse search, or reading some 30 labels, and a window or an edge for each region
 * passed; over overlays a search of a few waypoints of each level for each cluster of the lowest
 * level that is passed. */
OVL_API ovl_result ovl_find_path(ovl_planner *planner, const ovl_world *world,
                                 const ovl_query *query, ovl_path *path);

/* Lists every cell of the straight and diagonal legs of a path, from the first point to the last,
 * both included; of a link its two ends alone. *needed is the number of cells; OVL_MORE_ROOM if
 * they do not fit, OVL_BAD_ARGUMENT if a leg is neither straight nor diagonal nor a link, the path
 * has
 * more points or links than fitted, or a point lies outside any world. Costs n. */
OVL_API ovl_result ovl_path_cells(const ovl_path *path, ovl_cell *cells, size_t capacity,
                                  size_t *needed);

/* Returns whether a unit of the query's profile can get from its start to its goal, from island
 * numbers: OVL_OK or the error of ovl_find_path. Costs under 1 us; in a directed profile a search
 * over islands. With goals of several cells it costs choosing one. */
OVL_API ovl_result ovl_reaches(ovl_planner *planner, const ovl_world *world,
                               const ovl_query *query);

/* Finds the costs from query->start to each of `count` cells, up to OVL_MAX_GOALS, in one search:
 * costs[i] in units, UINT64_MAX for a cell that is blocked, outside or unreachable. They are costs
 * of paths over waypoints, as a route's cost_to_go is: never below the least; how far above depends
 * on regions and spacing. Goals, limits, smoothing and method of the query are not used. Errors:
 * OVL_START_BLOCKED, OVL_START_OUTSIDE, OVL_BAD_ARGUMENT, OVL_OTHER_WORLD, OVL_PLANNER_TOO_SMALL.
 * Costs c up to the farthest cell, and n for each region that holds one. */
OVL_API ovl_result ovl_find_costs(ovl_planner *planner, const ovl_world *world,
                                  const ovl_query *query, const ovl_cell *cells, size_t count,
                                  uint64_t *costs);

/* A cell within range, and the cost to reach it. */
typedef struct ovl_range_cell {
  ovl_cell cell;
  uint64_t cost; /* units */
} ovl_range_cell;

/* Lists all cells that a unit can reach from query->start at a cost up to `budget` units, region by
 * region. Costs are as from ovl_find_costs, but exact if the budget is too small to leave the
 * start's region and its neighbours and no link serves the profile. *needed is how many they are;
 * OVL_MORE_ROOM if they do not fit, and the first `capacity` are right. Errors as of
 * ovl_find_costs. Costs n for the regions reached. */
OVL_API ovl_result ovl_find_range(ovl_planner *planner, const ovl_world *world,
                                  const ovl_query *query, uint64_t budget, ovl_range_cell *reached,
                                  size_t capacity, size_t *needed);

/* ---- Routes: walk while planning ----------------------------------------- */

/* A unit that walks asks for a route once, and then for the next segment each time that it has
 * walked the last one:
 *
 *     ovl_route_begin(planner, world, &query, &route, stops, stop_capacity);
 *     ovl_cell position = route.position;  // the start, moved if it was blocked
 *     while (!route.done &&
 *            ovl_route_next(planner, world, &route, stops, stop_capacity, position,
 *                           &segment) == OVL_OK) {
 *       walk(segment.points, segment.count); position = route.position;
 *     }
 *
 * A segment begins with `from` as its first point. Where stops or points do not fit, OVL_MORE_ROOM
 * says how many are needed: 64 points do for most segments, and a route has at most a stop for each
 * border between regions that it crosses. The route and its stops are the caller's memory, hold no
 * pointer, and may be copied, moved and stored. Any planner of the world can continue any route.
 *
 * In a world with labels (ovl_world_info.labels) or overlays a route needs no stops: pass NULL and
 * 0, and a unit's route takes 64 bytes.
 *
 * Over overlays a route knows its stops some 128 to 256 cells ahead (with regions of 32), and the
 * rest coarsely. It is planned again from a waypoint ahead each time that it enters another 128
 * cells, and never gets dearer by that. The planner that gave the last segment remembers the stops;
 * another planner plans them again, with the same answer. In a later version of the world such a
 * route is planned again from its next waypoint, if nothing changed up to there; edits farther away
 * may then have made it dearer. */

/* A waypoint of a route, with the cost to go from there. */
typedef struct ovl_stop {
  uint64_t cost_to_go; /* units, from the middle of its step over the border */
  uint32_t region;
  uint16_t number;
  uint16_t
      side; /* side on which the route continues: 0 the region of its first cell, 1 of its second */
} ovl_stop;

/* How a route stores its stops. */
typedef enum ovl_route_kind {
  OVL_ROUTE_DIRECT = 0, /* none: start and goal are near each other */
  OVL_ROUTE_STOPS,      /* listed in the caller's buffer */
  OVL_ROUTE_LABELS,     /* read from the labels of the world one by one */
  OVL_ROUTE_OVERLAYS    /* planned over overlays, a part at a time, while it is walked */
} ovl_route_kind;

/* A route: 64 bytes. A caller reads `position`, `cost_to_go`, `stop_count` and `done`. */
typedef struct ovl_route {
  ovl_cell goal;
  ovl_cell position;   /* the cell where the next segment begins: pass it as `from` */
  uint64_t cost_to_go; /* units: the rest of the route costs no more */
  uint64_t world;      /* fingerprint of the world */
  uint32_t stop_count; /* OVL_ROUTE_STOPS: stops of the whole route; else 0 */
  uint32_t state[4];   /* opaque: how planners go on */
  uint8_t kind;        /* an ovl_route_kind */
  uint8_t profile;     /* number of the profile */
  uint8_t smoothing;   /* an ovl_smoothing */
  uint8_t done;        /* 1: position is the goal */
} ovl_route;

/* Plans the coarse tier only: fills the route and, where the world holds neither labels nor
 * overlays or the query asks for another method, its stops. With labels or overlays stops may be
 * NULL and stop_capacity 0. The planner keeps nothing about the route that it could not compute
 * again.
 * OVL_MORE_ROOM if the stops do not fit: route->stop_count says how many there are, and the route
 * can be walked as far as those that fitted, up to OVL_BEGIN_AGAIN. Other errors as of
 * ovl_find_path. Costs one coarse search; with labels reading some 30 of them. */
OVL_API ovl_result ovl_route_begin(ovl_planner *planner, const ovl_world *world,
                                   const ovl_query *query, ovl_route *route, ovl_stop *stops,
                                   size_t stop_capacity);

/* Gives the next segment from `from`, which must be route->position (OVL_OFF_ROUTE otherwise), as
 * turning points: usually up to the next region, at the end to the goal; of a route that is done,
 * its last point again. Moves route->position to its end. If the points do not fit, OVL_MORE_ROOM:
 * segment->count says how many are needed, and the route is as it was. Other errors:
 * OVL_OTHER_WORLD, OVL_BAD_ARGUMENT, OVL_PLANNER_TOO_SMALL, OVL_CORRUPT (the stops are no route of
 * this world), after which the segment has no points. stop_capacity is that of ovl_route_begin: if
 * not all stops fitted, OVL_BEGIN_AGAIN comes where the last known one is passed, and a new route
 * begins there, nearer to the goal. If a link is next, the segment is that link: two points, listed
 * in segment->links. Costs one window of two to four regions; over overlays now and then a coarse
 * search as well. */
OVL_API ovl_result ovl_route_next(ovl_planner *planner, const ovl_world *world, ovl_route *route,
                                  const ovl_stop *stops, size_t stop_capacity, ovl_cell from,
                                  ovl_path *segment);

#ifdef __cplusplus
}
#endif

#endif
