/* Overland: paths on grid worlds too large for one search.
 *
 * A world is baked once from a map: cut into square regions, joined by a graph
 * of waypoints, with labels that tell the cost between any two of them. A query
 * then plans in two tiers: the coarse one gives a route of waypoints, read from the
 * labels or, where a world holds none, found by an A*; the fine one is an A* over
 * the cells near the unit, smoothed. This header is the whole interface and its
 * manual.
 *
 * THE MAIN JOB, five calls:
 *
 *     ovl_bake_def def = ovl_bake_def_default();
 *     def.width = 512; def.height = 512; def.terrain = cells;   // 0 blocks, 1 is ground
 *     ovl_world *world; ovl_world_bake(&def, &world, NULL);
 *
 *     ovl_planner_def planner_def = ovl_planner_def_default(world);
 *     ovl_planner *planner; ovl_planner_create(&planner_def, &planner);
 *
 *     ovl_query query = ovl_query_default();
 *     query.start = (ovl_cell){10, 10, 0}; query.goal = (ovl_cell){500, 400, 0};
 *     ovl_cell points[256]; ovl_path path = {.points = points, .capacity = 256};
 *     ovl_result result = ovl_find_path(planner, world, &query, &path);
 *
 * A unit that walks does not need the whole path at once: see ROUTES.
 *
 * WORDS. A cell is one grid square: x grows right, y grows down, (0,0) is the
 * upper left of its floor. Terrain is what a cell is, one byte. A profile is who moves:
 * its weight for each terrain, which is what a cell costs to cross, in eighths of plain
 * ground; its size; its corner rule; what it climbs. A region is one tile of the
 * partition. A waypoint is a chosen step between two regions. A link joins any two cells:
 * stairs, a ferry, a jump down. A route is the coarse answer, a path the fine one.
 *
 * COST. A step between the cells a and b costs k (w(a) + w(b)) units, with the
 * weights w in eighths and k = 70 for a straight step, 99 for a diagonal one:
 * OVL_STRAIGHT_COST and OVL_DIAGONAL_COST over plain ground; and on top what the step
 * itself costs: climbing, a rule of the caller's. Costs are integers and are exact: the
 * cost of a path is the sum of its steps and links.
 *
 * PROMISES. Every path is legal. A route is found if and only if there is a
 * path. The same world and query give the same answer on every machine,
 * compiler and thread. A query allocates nothing. Nothing in a file is believed
 * before it is checked. There is no global state. A call that fails leaves
 * everything as it was, unless it says otherwise.
 *
 * THREADS. A world does not change while it is const: any number of threads may
 * query one world at once, each with a planner of its own.
 *
 * POINTERS. None may be NULL unless its comment says so.
 *
 * "Costs" in the comments below are of time: n is the number of cells that a
 * call looks at, c that of waypoints. */
#ifndef OVERLAND_H
#define OVERLAND_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A program that links the shared library on Windows defines
 * OVL_SHARED_LIBRARY; one that links the static library defines nothing. */
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

/* The version of the library that is linked, as text: "0.1.0". */
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

/* What a call answers. */
typedef enum ovl_result {
  OVL_OK = 0,
  /* The question was sound and the answer is no. */
  OVL_UNREACHABLE,   /* no path joins start and goal */
  OVL_START_BLOCKED, /* the profile can't stand on the start */
  OVL_GOAL_BLOCKED,  /* the profile can't stand on the goal */
  OVL_LIMITED,       /* a limit of the query was reached first: the path is part of the way */
  /* The caller can mend it. */
  OVL_START_OUTSIDE,     /* the start is not a cell of the world */
  OVL_GOAL_OUTSIDE,      /* the goal is not a cell of the world */
  OVL_BAD_ARGUMENT,      /* an argument is out of its range; the fault, if there is one, names it */
  OVL_MORE_ROOM,         /* the caller's buffer is too small; a count says what is needed */
  OVL_PLANNER_TOO_SMALL, /* the planner's budget does not hold this search */
  OVL_OTHER_WORLD,       /* planner or route was made for another world, or one without labels */
  OVL_OFF_ROUTE,         /* the unit is not where its route left it: begin again */
  OVL_NEEDS_RULE,        /* the world was baked with a step rule, which must be given again */
  OVL_STOPPED,           /* the progress callback stopped the work */
  /* The system said no. */
  OVL_NO_MEMORY,    /* the allocator returned NULL */
  OVL_WRITE_FAILED, /* the caller's write callback failed */
  /* The bytes are no world that can be used. */
  OVL_NOT_A_WORLD,    /* they do not begin with the magic of a world file */
  OVL_OTHER_VERSION,  /* a world file of a version that this library does not read */
  OVL_WRONG_LENGTH,   /* cut short, or longer than the header says */
  OVL_WRONG_CHECKSUM, /* bytes were changed */
  OVL_CORRUPT,        /* the checksums hold and yet a value is impossible */
  OVL_MISALIGNED,     /* the bytes do not begin at a multiple of 8 */
  OVL_RESULT_COUNT    /* the number of results above */
} ovl_result;

/* One line for a result, never NULL, no full stop at its end. */
OVL_API const char *ovl_result_text(ovl_result result);

/* Where and why a call failed. Calls that take one fill it when they fail;
 * NULL is allowed. */
typedef struct ovl_fault {
  const char *what;  /* static text: the argument or the part of the file, "" if there is none */
  uint64_t where;    /* byte offset in a file; index in a table; else 0 */
  uint64_t found;    /* what is there */
  uint64_t expected; /* what would be right, or the limit that was passed */
} ovl_fault;

/* Where memory comes from. `allocate` returns memory aligned for any type, or
 * NULL; `release` gets the size back. Both may be called from the thread that
 * makes the call, and only while it runs. */
typedef struct ovl_allocator {
  void *(*allocate)(void *user, size_t bytes);
  void (*release)(void *user, void *memory, size_t bytes);
  void *user;
} ovl_allocator;

/* malloc and free. In a freestanding build, which has src/no_default_allocator.c
 * instead of src/default_allocator.c, it has no functions, and every call that
 * takes an allocator must be given one: OVL_BAD_ARGUMENT otherwise. */
OVL_API const ovl_allocator *ovl_default_allocator(void);

/* A place in the world. */
typedef struct ovl_cell {
  int32_t x;     /* 0 to width - 1 of its floor */
  int32_t y;     /* 0 to height - 1 of its floor */
  int32_t floor; /* 0 to floors - 1; 0 in a world of one floor */
} ovl_cell;

/* ---- Baking a world ------------------------------------------------------ */

typedef struct ovl_world ovl_world;

/* When a diagonal step is legal, beside both its cells being open. */
typedef enum ovl_corners {
  OVL_CORNERS_STRICT = 0, /* both cells beside the step are open: no corner is cut */
  OVL_CORNERS_ONE,        /* at least one of them is open */
  OVL_CORNERS_FREE,       /* always */
  OVL_CORNERS_NONE,       /* never: straight steps only */
  OVL_CORNERS_COUNT
} ovl_corners;

/* Who moves. A body of N x N cells stands at its upper left cell, its position, and
 * covers x..x+N-1, y..y+N-1: all of them must be open to it; weight, height and extra
 * cost are those of the position alone, and a corner rule looks at the two positions
 * beside the step. A profile that can stand nowhere, because all blocks it or its body is
 * larger than every floor, is a profile like any other: each of its cells is blocked. */
typedef struct ovl_profile_def {
  char name[OVL_NAME_BYTES]; /* text with a 0 at its end; each profile's is another */
  uint8_t weights[256];      /* of each terrain, in eighths of plain ground; 0 blocks */
  ovl_corners corners;
  int32_t body_cells;  /* side of its body, 1 to OVL_MAX_BODY_CELLS */
  int32_t climb;       /* most units of height that a step may rise, to 65535; below 0: any */
  int32_t drop;        /* most that it may fall, to 65535; below 0: any */
  uint32_t climb_cost; /* for each unit that a step rises, in units of cost, to 2^20 */
  uint32_t drop_cost;  /* for each unit that it falls */
} ovl_profile_def;

/* Named "default": terrain 0 blocks and every other is plain ground; strict corners, one
 * cell, climbs anything at no cost. */
OVL_API ovl_profile_def ovl_profile_def_default(void);

/* One floor of a world. The arrays are read during the bake only. */
typedef struct ovl_floor_def {
  int32_t width;               /* cells, 1 to OVL_MAX_SIDE_CELLS */
  int32_t height;              /* cells, 1 to OVL_MAX_SIDE_CELLS */
  const uint8_t *terrain;      /* a byte a cell, row by row; of places: a byte a place, or NULL */
  size_t row_bytes;            /* from one row of terrain to the next, at least width; 0: width */
  const uint16_t *heights;     /* a height a cell, rows of width; NULL: all are 0 */
  const uint8_t *const *extra; /* NULL, or for each profile NULL or a byte a cell, rows of width:
                                  what is added to its weight there, in eighths; danger, influence.
                                  Weight and extra together are at most 255 */
  bool places;                 /* a waypoint system of the caller's own: see ovl_floor_def_places */
} ovl_floor_def;

/* A waypoint system of one's own, as a floor: `count` places, the cells (0, 0) to
 * (count - 1, 0), which touch nothing but the links that lead to them; any profile can
 * stand on any. A Risk board, a subway: places and links with costs. count is 1 to
 * OVL_MAX_SIDE_CELLS. */
OVL_API ovl_floor_def ovl_floor_def_places(int32_t count);

/* A way from one cell to another that is no step: stairs, a lift, a teleporter. Any
 * distance, on one floor or between two. Both ends must be cells on which some profile of
 * the link's can stand; it serves those that can stand on both. */
typedef struct ovl_link_def {
  ovl_cell from, to;  /* two different cells */
  uint32_t cost;      /* units, from -> to, 1 to 2^30 */
  uint32_t cost_back; /* units, to -> from, to 2^30; 0: it is one-way */
  uint32_t profiles;  /* a bit for each profile that may take it; 0: all may */
} ovl_link_def;

/* What a step costs beyond what tables say, for what no table can say: `cost` is what
 * it costs by them, in units; the answer is what it costs more, at most 2^20, or
 * OVL_STEP_BLOCKED. Asked once for every legal step of every cell while a world is baked, from the
 * threads of the bake; `direction` is 0 to 7, clockwise from east. What it
 * answers is stored in the world: planning and opening ask nothing. A diagonal step that
 * needs a straight one which the rule blocks is blocked as well. Costs inside a region fit 31 bits
 * whatever it answers: with a rule regions have sides of up to 44 cells. */
#define OVL_STEP_BLOCKED UINT32_MAX
typedef uint32_t (*ovl_step_rule_fn)(void *user, int32_t profile, ovl_cell from, int32_t direction,
                                     uint32_t cost);

/* Called now and then during long work, from the thread that asked for it;
 * `done` grows to `total`. Returning false stops the work: OVL_STOPPED. */
typedef bool (*ovl_progress_fn)(void *user, uint64_t done, uint64_t total);

/* How a bake spreads over threads, on the caller's own job system: `run` calls
 * job(context, i, worker) for each i from 0 to count - 1, on any threads, in
 * any order, and returns when all are done. `worker` is 0 to workers - 1, and
 * no two calls under way at once share one. The bytes of the world do not
 * depend on it. */
typedef struct ovl_jobs {
  int32_t workers; /* 1 to 64 */
  void (*run)(void *user, int32_t count, void (*job)(void *context, int32_t index, int32_t worker),
              void *context);
  void *user;
} ovl_jobs;

typedef struct ovl_bake_def {
  int32_t width;          /* cells, 1 to OVL_MAX_SIDE_CELLS */
  int32_t height;         /* cells, 1 to OVL_MAX_SIDE_CELLS */
  const uint8_t *terrain; /* a byte a cell, row by row; read during the call only */
  size_t row_bytes;       /* from one row to the next, at least width; 0: width */
  uint8_t weights[256];   /* of each terrain, in eighths; 0 blocks */
  ovl_corners corners;
  /* More than one floor: `floors` stands for width, height, terrain and row_bytes. */
  const ovl_floor_def *floors; /* NULL: one floor, as above */
  int32_t floor_count;         /* 1 to OVL_MAX_FLOORS */
  /* More than one profile: `profiles` stands for weights and corners. */
  const ovl_profile_def *profiles; /* NULL: one profile, as above, named "default" */
  int32_t profile_count;           /* 1 to OVL_MAX_PROFILES */
  const ovl_link_def *links;       /* NULL: none */
  int32_t link_count;
  ovl_step_rule_fn step_rule; /* NULL: none */
  void *step_rule_user;
  uint32_t step_rule_profiles; /* a bit for each profile that it is asked for; 0: all */
  int32_t region_cells;        /* side of a region, 8 to 128 */
  int32_t spacing_cells; /* waypoints along an entrance are at most this far apart, 1 to 128 */
  int32_t landmarks;     /* on each island, 0 to OVL_MAX_LANDMARKS; 2 bytes a waypoint each;
                            left out if a cost to one does not fit 31 bits. Undirected profiles
                            of larger bodies, but for the first, get a quarter as many */
  int32_t label_bytes_per_cell; /* what exact labels may take of the file, 0 to 255; 0: none.
                                   Left out if they need more: see ovl_labels. Most
                                   need 1 to 3, on random ground up to 10 */
  ovl_allocator allocator;      /* for the world and the bake itself; kept by the world */
  const ovl_jobs *jobs;         /* NULL: the calling thread does all */
  ovl_progress_fn progress;     /* NULL: none; `done` counts regions, and labels as if they were */
  void *progress_user;
} ovl_bake_def;

/* Terrain 0 blocks and every other is plain ground; strict corners, regions of
 * 32 cells, spacing 8, 32 landmarks, labels of up to 11 bytes a cell, the default
 * allocator. Width, height and terrain are the caller's to set. */
OVL_API ovl_bake_def ovl_bake_def_default(void);

/* Bakes a world. The caller owns it: ovl_world_close.
 * Errors: OVL_BAD_ARGUMENT, OVL_NO_MEMORY, OVL_STOPPED; *world is then NULL.
 * Costs 100 to 500 ns a cell on open land and streets of 1024 x 1024, up to 5 us
 * where single cells are scattered at random; most of it for labels, which cost more
 * a cell the larger the world is: 0.9 us on land of 4096 x 4096. The memory is that
 * of the world, three rows of regions, and while labels are made some 8 times what
 * they take in the file. Landmarks and labels are made by the calling thread alone. */
OVL_API ovl_result ovl_world_bake(const ovl_bake_def *def, ovl_world **world, ovl_fault *fault);

/* ---- World files --------------------------------------------------------- */

/* Opens the bytes of a world file in place. They are not copied: the caller
 * keeps them, unchanged, until ovl_world_close. They must begin at a multiple
 * of 8. `allocator` (NULL: the default) serves a few hundred bytes.
 * Every byte is checked before it is used: OVL_MISALIGNED, OVL_NOT_A_WORLD,
 * OVL_OTHER_VERSION, OVL_WRONG_LENGTH, OVL_WRONG_CHECKSUM, OVL_CORRUPT,
 * OVL_NO_MEMORY; *world is then NULL.
 * Costs one pass over the bytes. */
OVL_API ovl_result ovl_world_open(const void *bytes, size_t byte_count,
                                  const ovl_allocator *allocator, ovl_world **world,
                                  ovl_fault *fault);

/* Ends a world; NULL is allowed. Planners and routes of it must not be used
 * after, except to destroy them. */
OVL_API void ovl_world_close(ovl_world *world);

/* Gets the bytes of a file in order, in as many calls as it takes. Returns
 * false if it can't take them. */
typedef bool (*ovl_write_fn)(void *user, const void *bytes, size_t byte_count);

/* Writes the world file. Its length is ovl_world_info.file_bytes.
 * Errors: OVL_WRITE_FAILED. */
OVL_API ovl_result ovl_world_save(const ovl_world *world, ovl_write_fn write, void *user);

typedef struct ovl_verify_def {
  ovl_allocator allocator;
  ovl_progress_fn progress; /* NULL: none */
  void *progress_user;
  ovl_step_rule_fn step_rule; /* of a world that was baked with one */
  void *step_rule_user;
} ovl_verify_def;

OVL_API ovl_verify_def ovl_verify_def_default(void);

/* Compares the world with one baked anew from its own cells and settings: what
 * a checksum can't tell. The calling thread does all; memory as for a bake.
 * Errors: OVL_CORRUPT with the fault saying which part differs and where,
 * OVL_NEEDS_RULE, OVL_NO_MEMORY, OVL_STOPPED. Costs a bake. */
OVL_API ovl_result ovl_world_verify(const ovl_world *world, const ovl_verify_def *def,
                                    ovl_fault *fault);

/* ---- Looking into a world ------------------------------------------------ */

/* What the coarse A* believes is left to go. */
typedef enum ovl_estimate {
  OVL_ESTIMATE_BEST = 0,  /* the best that the world holds */
  OVL_ESTIMATE_OCTILE,    /* the distance over open ground */
  OVL_ESTIMATE_LANDMARKS, /* costs to and from a few chosen waypoints */
  OVL_ESTIMATE_LABELS,    /* exact costs between all waypoints: there is nothing to search */
  OVL_ESTIMATE_COUNT
} ovl_estimate;

/* "none", "octile", "landmarks" or "labels". */
OVL_API const char *ovl_estimate_text(ovl_estimate estimate);

/* Whether a world holds exact labels, and if not, why. */
typedef enum ovl_labels {
  OVL_LABELS_HELD = 0,
  OVL_LABELS_NOT_ASKED,    /* label_bytes_per_cell was 0 */
  OVL_LABELS_NO_WAYPOINTS, /* there is nothing to label */
  OVL_LABELS_TOO_LARGE,    /* they need more than label_bytes_per_cell */
  OVL_LABELS_TOO_LONG,     /* a cost does not fit 31 bits */
  OVL_LABELS_TOO_MANY, /* more than OVL_MAX_LABEL_WAYPOINTS waypoints, or floors too high in all */
  OVL_LABELS_DIRECTED, /* some way costs more in one direction than in the other */
  OVL_LABELS_COUNT
} ovl_labels;

/* A few words: "held", or "left out: " and why. */
OVL_API const char *ovl_labels_text(ovl_labels labels);

typedef struct ovl_world_info {
  int32_t width;  /* cells, of floor 0 */
  int32_t height; /* cells, of floor 0 */
  int32_t floors;
  int32_t profiles;
  uint32_t links;
  int32_t region_cells;  /* side of a region */
  int32_t regions_x;     /* regions in a row; region number = ry * regions_x + rx */
  int32_t regions_y;     /* rows of regions, of all floors: floor 0 begins at row 0 */
  int32_t spacing_cells; /* as baked */
  /* Of the default profile, which is profile 0; ovl_world_profile tells of all. */
  ovl_corners corners;
  uint8_t weights[256];     /* of each terrain, in eighths */
  uint64_t open_cells;      /* cells that the profile can stand on */
  uint64_t waypoints;       /* in the whole world */
  uint64_t edges;           /* of the waypoint graph, each direction one */
  uint64_t islands;         /* sets of cells that reach each other both ways */
  uint64_t map_fingerprint; /* of size and terrain, whatever the settings */
  uint64_t fingerprint;     /* of the primary sections: equal if the worlds are */
  /* What the bytes of the file are spent on; they sum to file_bytes. */
  uint64_t file_bytes;
  uint64_t header_bytes;    /* header, section table and region table */
  uint64_t cells_bytes;     /* terrain of the cells */
  uint64_t waypoints_bytes; /* where the waypoints are */
  uint64_t costs_bytes;     /* costs between the waypoints of a region */
  uint64_t islands_bytes;   /* local components and islands */
  uint64_t landmarks_bytes; /* costs to landmarks */
  uint64_t labels_bytes;    /* exact labels */
  uint64_t links_bytes;     /* links and floors */
  uint64_t profiles_bytes;  /* names and settings of the profiles */
  uint64_t other_bytes;     /* block headers and padding */
  uint64_t shared_bytes;    /* not in the file: what it would have more if each profile had all its
                               own */
  /* Of the default profile: */
  int32_t landmarks; /* on each island; 0: none */
  ovl_labels labels;
  ovl_estimate estimate; /* the best that the world holds for it */
} ovl_world_info;

/* Costs a pass over the region headers. */
OVL_API void ovl_world_describe(const ovl_world *world, ovl_world_info *info);

/* One profile of a world, and the world for it. */
typedef struct ovl_profile_info {
  ovl_profile_def def;
  bool directed;       /* some step or link costs more one way than the other, or is one-way; then
                          there are no labels */
  bool uses_step_rule; /* its steps were asked of a rule when it was baked */
  uint64_t open_cells; /* positions */
  uint64_t waypoints;
  uint64_t edges;
  uint64_t islands;
  uint64_t bytes; /* of the file that serve this profile alone */
  int32_t landmarks;
  ovl_labels labels;
  ovl_estimate estimate;
} ovl_profile_info;

/* False if there is no such profile. Costs a pass over the region headers. */
OVL_API bool ovl_world_profile(const ovl_world *world, int32_t profile, ovl_profile_info *info);

/* The profile of a name; -1 if there is none. */
OVL_API int32_t ovl_world_find_profile(const ovl_world *world, const char *name);

typedef struct ovl_floor_info {
  int32_t width, height; /* cells */
  int32_t region_row;    /* its regions begin at this row of the partition */
  bool places;           /* a waypoint system */
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

/* ---- Planners ------------------------------------------------------------ */

/* One thread's working memory. It is sized once, when it is made, and no call
 * that takes it allocates. */
typedef struct ovl_planner ovl_planner;

typedef struct ovl_planner_def {
  const ovl_world *world;  /* the largest world that it will serve, labels included */
  size_t max_bytes;        /* 0: as much as any search of that world can need */
  void *block;             /* NULL, or memory for the planner, aligned to 16; the caller's */
  size_t block_bytes;      /* of block; at least ovl_planner_bytes */
  bool turn_costs;         /* it will serve queries with a turn_cost: more memory for each window */
  ovl_allocator allocator; /* where the planner comes from if block is NULL */
} ovl_planner_def;

OVL_API ovl_planner_def ovl_planner_def_default(const ovl_world *world);

/* Bytes that ovl_planner_create will take for this definition: what block must
 * hold. It is never above max_bytes, unless that is too little for any search:
 * the least that works is then returned. 0 without a world; SIZE_MAX if this host
 * can't hold it. Costs a few us. */
OVL_API size_t ovl_planner_bytes(const ovl_planner_def *def);

/* Errors: OVL_BAD_ARGUMENT (no world; block too small or not aligned; max_bytes
 * below the least), OVL_NO_MEMORY; *planner is then NULL. */
OVL_API ovl_result ovl_planner_create(const ovl_planner_def *def, ovl_planner **planner);

/* Ends a planner; NULL is allowed. A block of the caller's is left to them. */
OVL_API void ovl_planner_destroy(ovl_planner *planner);

/* What the last query of a planner did. */
typedef struct ovl_stats {
  uint64_t coarse_expanded; /* waypoints */
  uint64_t fine_expanded;   /* cells, in all windows and links */
  uint64_t windows;         /* fine searches to refine or to answer directly */
  uint64_t bytes_needed;    /* after OVL_PLANNER_TOO_SMALL: max_bytes that would have done */
  ovl_estimate estimate;    /* at work; OVL_ESTIMATE_BEST: the coarse tier was not asked */
} ovl_stats;

OVL_API ovl_stats ovl_planner_stats(const ovl_planner *planner);

/* ---- Queries ------------------------------------------------------------- */

typedef enum ovl_smoothing {
  OVL_SMOOTH_NONE = 0, /* the cells as found: over waypoints, so often a per cent longer */
  OVL_SMOOTH_GRID,     /* straight and diagonal moves, as few turns as can be had for the cost */
  OVL_SMOOTH_ANY,      /* free lines at any angle between turning points */
  OVL_SMOOTH_COUNT
} ovl_smoothing;

/* What a search looks at, for pictures and for learning. */
typedef enum ovl_visit {
  OVL_VISIT_FINE = 0, /* a cell was expanded: a and b are that cell */
  OVL_VISIT_COARSE,   /* a waypoint was expanded: its two cells; never where labels plan */
  OVL_VISIT_ROUTE     /* a waypoint of the route that was chosen, in order from the start */
} ovl_visit;

typedef void (*ovl_visit_fn)(void *user, ovl_visit kind, ovl_cell a, ovl_cell b);

/* What a query wants to reach. */
typedef enum ovl_goal_kind {
  OVL_GOAL_CELL = 0, /* `goal` */
  OVL_GOAL_RECT,     /* any cell of goal_w x goal_h cells from `goal`, the upper left one, on */
  OVL_GOAL_WITHIN,   /* any cell within goal_radius cells of `goal`, by straight distance */
  OVL_GOAL_SET,      /* any of goal_cells */
  OVL_GOAL_COUNT
} ovl_goal_kind;

/* Settings beyond the ends are all 0 or NULL by default. Of several cells the nearest by
 * cost is the goal: it is chosen first, then planned for as if it had been given. Cells
 * that are blocked, outside or unreachable are passed over; OVL_GOAL_BLOCKED,
 * OVL_GOAL_OUTSIDE or OVL_UNREACHABLE if none is left. */
typedef struct ovl_query {
  ovl_cell start;
  ovl_cell goal;
  int32_t profile; /* 0 to profiles - 1 */
  ovl_smoothing smoothing;
  ovl_estimate estimate; /* OVL_BAD_ARGUMENT if the world does not hold it */
  ovl_visit_fn visit;    /* NULL: none; must not call the library */
  void *visit_user;
  ovl_goal_kind goal_kind;
  int32_t goal_w, goal_h;     /* OVL_GOAL_RECT: cells; it may reach beyond its floor */
  int32_t goal_radius;        /* OVL_GOAL_WITHIN: cells, 0 to 65535 */
  const ovl_cell *goal_cells; /* OVL_GOAL_SET: the caller's, read during the call */
  size_t goal_count;          /* 1 to OVL_MAX_GOALS */
  bool move_start; /* a blocked start, or goal if it is one cell, is moved to the nearest open */
  bool move_goal;  /* cell of its floor, by straight distance, the upper left one of equals */
  bool nearest;    /* OVL_UNREACHABLE comes with the path to the reachable cell nearest to the goal
                      cell: by straight distance, then by cost, then upper left. Of a rectangle
                      that is the upper left of its cells in the world, of a set the first */
  uint64_t cost_limit; /* units; a dearer path ends where the limit does: OVL_LIMITED. 0: none */
  uint64_t expansion_limit; /* of waypoints and cells expanded; where it ends the search, the path
                               leads as near to the goal as was seen: OVL_LIMITED. 0: none */
  uint32_t turn_cost;       /* units for each change of direction, to 2^20: fewer turns, at a price.
                               Of ovl_find_path alone, and a planner with turn_costs; routes do
                               not know it. Costs of paths are without it */
  int32_t estimate_percent; /* the estimate times this / 100, 0 to 400: 0 is Dijkstra's
                               algorithm, 100 A*; above it paths cost up to so much more. Labels
                               are used with 100 only */
} ovl_query;

/* Profile 0, grid smoothing, the best estimate, 100 per cent of it, no visit. */
OVL_API ovl_query ovl_query_default(void);

/* A leg of a path that is a link: from point - 1 to point. */
typedef struct ovl_path_link {
  size_t point;  /* place of the link's end among the points, 1 and up */
  uint32_t link; /* its number in the world */
  bool back;     /* taken from `to` to `from` */
} ovl_path_link;

/* The caller's path. The caller sets points and capacity; a query fills in the
 * rest. */
typedef struct ovl_path {
  ovl_cell *points; /* turning points from the start to the goal, both included */
  size_t capacity;  /* points that there is room for */
  size_t count;     /* points of the whole path, even where they did not fit */
  /* Links that the path takes: NULL and 0 if it is not wanted to know. */
  ovl_path_link *links;
  size_t link_capacity;
  size_t link_count; /* of the whole path, even where they did not fit */
  /* Of the grid path: with OVL_SMOOTH_ANY, of the one that it was drawn from. */
  uint64_t cost;           /* units */
  uint64_t straight_steps; /* cells */
  uint64_t diagonal_steps; /* cells */
  bool partial;            /* it does not end at the goal that was asked for */
  /* Of the points as they are. */
  uint64_t length; /* units of 1/1024 cell, each leg rounded down, links not counted */
} ovl_path;

/* Finds a path from query->start to query->goal and fills path. With
 * OVL_SMOOTH_NONE and OVL_SMOOTH_GRID each leg between two points is a straight
 * or a diagonal run of cells (ovl_path_cells lists them); with OVL_SMOOTH_ANY
 * it is a free line. A start that is the goal is a path of one point.
 * A leg that is a link is told by `links`, and by a change of floor.
 * If the points do not fit: OVL_MORE_ROOM, count says how many are needed, the
 * first `capacity` points and the sums are right; so it is with links.
 * OVL_LIMITED, and OVL_UNREACHABLE with query->nearest, come with a path that is partial.
 * Errors: OVL_UNREACHABLE, OVL_START_BLOCKED, OVL_GOAL_BLOCKED,
 * OVL_START_OUTSIDE, OVL_GOAL_OUTSIDE, OVL_BAD_ARGUMENT, OVL_OTHER_WORLD,
 * OVL_PLANNER_TOO_SMALL; path->count is then 0.
 * Costs one coarse search, or the reading of some 30 labels, and a window or an
 * edge for each region passed. */
OVL_API ovl_result ovl_find_path(ovl_planner *planner, const ovl_world *world,
                                 const ovl_query *query, ovl_path *path);

/* Every cell that straight and diagonal legs between the points of a path pass, from the
 * first point to the last, both included; of a link only its two ends. *needed is how many
 * there are; OVL_MORE_ROOM if they do not fit, OVL_BAD_ARGUMENT if a leg is neither
 * straight nor diagonal nor a link, the path has more points or links than there was room
 * for, or a point lies on no world. Costs n. */
OVL_API ovl_result ovl_path_cells(const ovl_path *path, ovl_cell *cells, size_t capacity,
                                  size_t *needed);

/* Whether a unit of the query's profile at its start can reach its goal, answered from
 * islands: OVL_OK or what ovl_find_path would say. Costs under 1 us; in a directed profile
 * a search over islands and what leads from one to another. Where any of several cells will
 * do, it costs what choosing one of them does. */
OVL_API ovl_result ovl_reaches(ovl_planner *planner, const ovl_world *world,
                               const ovl_query *query);

/* What it costs from query->start to each of `count` cells, up to OVL_MAX_GOALS, in one
 * search: costs[i] in units, UINT64_MAX for a cell that is blocked, outside or
 * unreachable. They are costs of ways over waypoints, as a route's cost_left is: never below the
 * least; how far above it depends on regions and spacing. The query's goals, limits and smoothing
 * are not used, and neither are estimates. Errors: OVL_START_BLOCKED, OVL_START_OUTSIDE,
 * OVL_BAD_ARGUMENT, OVL_OTHER_WORLD, OVL_PLANNER_TOO_SMALL. Costs c up to the farthest cell, and n
 * for each region that holds one. */
OVL_API ovl_result ovl_find_costs(ovl_planner *planner, const ovl_world *world,
                                  const ovl_query *query, const ovl_cell *cells, size_t count,
                                  uint64_t *costs);

/* A cell that can be reached, and at what cost. */
typedef struct ovl_reached {
  ovl_cell cell;
  uint64_t cost; /* units */
} ovl_reached;

/* All cells that a unit can reach from query->start at a cost up to `budget`, region by
 * region; costs as from ovl_find_costs, but exact where the budget is too small
 * to leave the start's region and those around it and no link serves the profile. *needed is how
 * many there are; OVL_MORE_ROOM if they do not fit, and the first `capacity` are right. Errors as
 * from ovl_find_costs. Costs n for the regions that are reached. */
OVL_API ovl_result ovl_find_reach(ovl_planner *planner, const ovl_world *world,
                                  const ovl_query *query, uint64_t budget, ovl_reached *reached,
                                  size_t capacity, size_t *needed);

/* ---- Routes: walk while planning ----------------------------------------- */

/* A unit that walks asks for a route once, then for the next stretch each time
 * that it has walked the last one:
 *
 *     ovl_route_begin(planner, world, &query, &route, stops, stop_capacity);
 *     while (!route.done &&
 *            ovl_route_next(planner, world, &route, stops, stop_capacity, position,
 *                           &stretch) == OVL_OK) {
 *       walk(stretch.points); position = the last of them;
 *     }
 *
 * The route and its stops are the caller's memory, hold no pointer, and may be
 * copied, moved and stored. Any planner of the world continues any route.
 *
 * In a world with labels (ovl_world_info.labels) a route needs no stops: pass NULL
 * and 0, and thousands of units have routes of 64 bytes. */

/* A waypoint on the way, with the cost that is left from there. */
typedef struct ovl_stop {
  uint64_t cost_left; /* units, from the middle of its step */
  uint32_t region;
  uint16_t number;
  uint16_t side; /* 0: the route goes on in the region of the first cell; 1: of the second */
} ovl_stop;

/* How a route knows its stops. */
typedef enum ovl_route_kind {
  OVL_ROUTE_NEAR = 0, /* there are none: start and goal are near each other */
  OVL_ROUTE_STOPS,    /* they are listed in the caller's buffer */
  OVL_ROUTE_LABELS    /* the labels of the world tell them one by one */
} ovl_route_kind;

/* 64 bytes. */
typedef struct ovl_route {
  ovl_cell goal;
  ovl_cell position;    /* where the next stretch begins */
  uint64_t cost_left;   /* units: what is left costs no more than this */
  uint64_t world;       /* fingerprint of the world */
  uint32_t stop_count;  /* OVL_ROUTE_STOPS: stops of the whole route; else 0 */
  uint32_t exit_stop;   /* OVL_ROUTE_STOPS: the stop that the present plan leads to;
                           OVL_ROUTE_LABELS: what the labels go on by */
  uint32_t exit_region; /* OVL_ROUTE_LABELS: the waypoint that the present plan leads to, */
  uint32_t plan_cost;   /* and the cost to it, units */
  uint16_t exit_number;
  uint8_t exit_side; /* as in ovl_stop */
  uint8_t kept;      /* a region that the next window must hold besides its own, by where it
                        lies; 0: none */
  uint8_t kind;      /* an ovl_route_kind */
  uint8_t profile;
  uint8_t smoothing; /* an ovl_smoothing */
  uint8_t done;      /* 1: position is the goal */
} ovl_route;

/* Plans the coarse tier only: fills route and, where the world holds no labels or
 * the query asks for another estimate, its stops. The planner's memory holds
 * nothing of it afterwards. With labels, stops may be NULL and stop_capacity 0.
 * OVL_MORE_ROOM if the stops do not fit: route->stop_count says how many there
 * are, and the route can't be walked. Other errors as for ovl_find_path.
 * Costs one coarse search; with labels only the reading of some 30 of them. */
OVL_API ovl_result ovl_route_begin(ovl_planner *planner, const ovl_world *world,
                                   const ovl_query *query, ovl_route *route, ovl_stop *stops,
                                   size_t stop_capacity);

/* Gives the next stretch from `from`, which must be route->position
 * (OVL_OFF_ROUTE otherwise), as turning points; usually to the next region,
 * at the end to the goal; of a route that is done, its last point again. Moves
 * route->position to its end. If the points do
 * not fit, OVL_MORE_ROOM: path->count says how many are needed and the route is
 * as it was.
 * Other errors: OVL_OTHER_WORLD, OVL_BAD_ARGUMENT, OVL_PLANNER_TOO_SMALL,
 * OVL_CORRUPT (stops that are not a route of this world, or more of them than
 * stop_capacity). After an error the stretch has no points.
 * Where a link is next, the stretch is that link: two points, and stretch->links says so.
 * Costs one window of two to four regions. */
OVL_API ovl_result ovl_route_next(ovl_planner *planner, const ovl_world *world, ovl_route *route,
                                  const ovl_stop *stops, size_t stop_capacity, ovl_cell from,
                                  ovl_path *stretch);

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
typedef struct ovl_why ovl_why;

/* Bytes that it will take: 42 a cell of the world and more; 0 if the world is too large, of more
 * than 2^28 cells or links. */
OVL_API size_t ovl_why_bytes(const ovl_world *world, int32_t profile);

/* Errors: OVL_NO_MEMORY, OVL_BAD_ARGUMENT. allocator NULL: the default. */
OVL_API ovl_result ovl_why_create(const ovl_world *world, int32_t profile,
                                  const ovl_allocator *allocator, ovl_why **why);
OVL_API void ovl_why_destroy(ovl_why *why);

/* Begins a question: may the ends be blocked themselves. OVL_START_OUTSIDE, OVL_GOAL_OUTSIDE. */
OVL_API ovl_result ovl_why_begin(ovl_why *why, ovl_cell start, ovl_cell goal);

/* Goes on for up to `budget` expansions; *done tells whether there is an answer.
 * OVL_OK; OVL_UNREACHABLE: not even with all cells open, for no link leads there, or limits of
 * climbing or a step rule stand between. */
OVL_API ovl_result ovl_why_step(ovl_why *why, uint64_t budget, bool *done);

/* A cell that would have to be opened. */
typedef struct ovl_obstacle {
  ovl_cell cell;
  uint8_t terrain; /* what stands there */
} ovl_obstacle;

/* The answer, once it is done: the cells to open, in the order of the way; *needed is how many,
 * OVL_MORE_ROOM if they do not fit; *cost (NULL: not wanted) is that of the way with them open.
 * None: the goal can be reached as things are. */
OVL_API ovl_result ovl_why_answer(const ovl_why *why, ovl_obstacle *obstacles, size_t capacity,
                                  size_t *needed, uint64_t *cost);

/* ---- The yardstick ------------------------------------------------------- */

/* A plain octile A* over the whole map, one neighbour at a time, with a binary
 * heap: what any program would do without Overland. It is what benchmarks
 * compare with and tests judge by; its paths are optimal. */
typedef struct ovl_yardstick ovl_yardstick;

/* For one profile. Takes 42 bytes a cell from the allocator (NULL: the default).
 * Errors: OVL_NO_MEMORY, OVL_BAD_ARGUMENT (a world of more than 2^28 cells or links, or no
 * such profile). */
OVL_API ovl_result ovl_yardstick_create(const ovl_world *world, int32_t profile,
                                        const ovl_allocator *allocator, ovl_yardstick **yardstick);
OVL_API void ovl_yardstick_destroy(ovl_yardstick *yardstick);

/* As ovl_find_path with OVL_SMOOTH_NONE (smoothing and estimate of the query
 * are not used), but optimal, and slow. *expanded (NULL: not wanted) is the
 * number of cells that it expanded. Errors as for ovl_find_path, but for those of
 * planners. One yardstick serves one thread at a time. Costs 100 to 300 ns for
 * each cell expanded. */
OVL_API ovl_result ovl_yardstick_find(ovl_yardstick *yardstick, const ovl_query *query,
                                      ovl_path *path, uint64_t *expanded);

#ifdef __cplusplus
}
#endif

#endif
