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
  OVL_BEGIN_AGAIN,       /* the route can't be followed further, for the world has changed or its
                            stops are not known: begin it again */
  OVL_BUSY,              /* too much is under way: try again later */
  OVL_NEEDS_REGIONS,     /* parts of the world that the reader does not have yet: see ovl_read_fn */
  OVL_OTHER_PART,   /* a part of another map or of other settings, or one that is given twice */
  OVL_MISSING_PART, /* some rows of the map are in none of the parts */
  /* The system said no. */
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

/* malloc and free. Where there is no C library it has no functions, and every
 * call that takes an allocator must be given one: OVL_BAD_ARGUMENT otherwise. */
OVL_API const ovl_allocator *ovl_default_allocator(void);

/* Gets the bytes of a file in order, in as many calls as it takes. Returns
 * false if it can't take them. */
typedef bool (*ovl_write_fn)(void *user, const void *bytes, size_t byte_count);

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
  bool graph;                  /* a waypoint system of the caller's own: see ovl_floor_graph */
} ovl_floor_def;

/* A waypoint system of one's own, as a floor: `count` places, the cells (0, 0) to
 * (count - 1, 0), which touch nothing but the links that lead to them; any profile can
 * stand on any. A Risk board, a subway: places and links with costs. count is 1 to
 * OVL_MAX_SIDE_CELLS. */
OVL_API ovl_floor_def ovl_floor_graph(int32_t count);

/* A way from one cell to another that is no step: stairs, a lift, a teleporter. Any
 * distance, on one floor or between two. Both ends must be cells on which some profile of
 * the link's can stand; it serves those that can stand on both. */
typedef struct ovl_link_def {
  ovl_cell from, to;  /* two different cells */
  uint32_t cost;      /* units, from -> to, 1 to 2^30 */
  uint32_t cost_back; /* units, to -> from, to 2^30; 0: it is one-way */
  uint32_t profiles;  /* a bit for each profile that may take it; 0: all may */
  bool closed;        /* nobody can take it until an edit opens it: a door */
} ovl_link_def;

/* A step that a step rule is asked about. */
typedef struct ovl_step {
  ovl_cell from;
  int32_t direction; /* 0 to 7, clockwise from east */
  int32_t profile;
  uint32_t cost; /* what tables say, units */
} ovl_step;

/* What a step costs beyond what tables say, for what no table can say: at most 2^20 units, or
 * OVL_STEP_BLOCKED. Asked once for every legal step of every cell while a world is baked, from the
 * threads of the bake. What it answers is stored in the world: planning and opening ask nothing. A
 * diagonal step that needs a straight one which the rule blocks is blocked as well. Costs inside a
 * region fit 31 bits whatever it answers: with a rule regions have sides of up to 44 cells. */
#define OVL_STEP_BLOCKED UINT32_MAX
typedef uint32_t (*ovl_step_rule_fn)(void *user, const ovl_step *step);

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

/* Worlds of more cells than this have overlays unless told otherwise. */
#define OVL_MAX_CELLS_WITHOUT_OVERLAYS ((int64_t)1 << 24)

/* Whether a world has overlay levels: regions of regions with the costs between their border
 * waypoints. A query then looks at a few of each level, however large the world is. Overlays stand
 * for landmarks and labels, which are left out: exact costs between all waypoints do not fit worlds
 * of that size. Directed profiles have no overlays and are searched waypoint by waypoint. */
typedef enum ovl_overlays {
  OVL_OVERLAYS_AUTO = 0, /* above OVL_MAX_CELLS_WITHOUT_OVERLAYS cells, counted over the plane */
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
  /* More than one floor: `floors` stands for width, height, terrain and row_bytes. */
  const ovl_floor_def *floors; /* NULL: one floor, as above */
  int32_t floor_count;         /* 1 to OVL_MAX_FLOORS */
  /* More than one profile: `profiles` stands for weights and corners. */
  const ovl_profile_def *profiles; /* NULL: one profile, as above, named "default" */
  int32_t profile_count;           /* 1 to OVL_MAX_PROFILES */
  const ovl_link_def *links;       /* NULL: none */
  int32_t link_count;
  bool blocked_links; /* a link may end where nobody can stand; it serves nobody until an edit opens
                         the place. If false such a link is an error */
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
  ovl_overlays overlays;        /* see ovl_overlays */
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
 * of 8. `allocator` (NULL: the default) serves some two thousand bytes.
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

/* Writes the world file. Its length is ovl_world_info.file_bytes; of a world that was edited and
 * not settled since the file holds neither landmarks nor labels, is shorter, and is put together
 * first, in memory of the world's allocator. Overlays are always those of the edited map. Errors:
 * OVL_WRITE_FAILED, OVL_NO_MEMORY. */
OVL_API ovl_result ovl_world_save(const ovl_world *world, ovl_write_fn write, void *user);

/* ---- What a world holds ---------------------------------------------------- */

/* What the coarse A* believes is left to go. */
typedef enum ovl_method {
  OVL_METHOD_BEST = 0,  /* the best that the world holds */
  OVL_METHOD_OCTILE,    /* the distance over open ground */
  OVL_METHOD_LANDMARKS, /* costs to and from a few chosen waypoints */
  OVL_METHOD_LABELS,    /* exact costs between all waypoints: there is nothing to search */
  OVL_METHOD_OVERLAYS,  /* levels of regions of regions are searched, few waypoints of each */
  OVL_METHOD_COUNT
} ovl_method;

/* Whether a world holds exact labels, and if not, why. */
typedef enum ovl_labels {
  OVL_LABELS_HELD = 0,
  OVL_LABELS_NOT_ASKED,    /* label_bytes_per_cell was 0 */
  OVL_LABELS_NO_WAYPOINTS, /* there is nothing to label */
  OVL_LABELS_TOO_LARGE,    /* they need more than label_bytes_per_cell */
  OVL_LABELS_TOO_LONG,     /* a cost does not fit 31 bits */
  OVL_LABELS_TOO_MANY, /* more than OVL_MAX_LABEL_WAYPOINTS waypoints, or floors too high in all */
  OVL_LABELS_DIRECTED, /* the profile is directed: see ovl_profile_info */
  OVL_LABELS_STALE,    /* the world was edited, and not settled since */
  OVL_LABELS_OVERLAYS, /* the world has overlays instead */
  OVL_LABELS_COUNT
} ovl_labels;

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
  uint64_t fingerprint; /* of the primary sections: equal if the worlds are. Of a version that came
                           about by edits or settling, its identity, until it is saved and
                           opened again; routes know their world by it */
  /* What the bytes of the file are spent on; they sum to file_bytes. Of an edited world, what it
     holds: blocks as they are now, and the estimates that were made for it before. */
  uint64_t file_bytes;
  uint64_t header_bytes;    /* header, section table and region table */
  uint64_t cells_bytes;     /* terrain of the cells */
  uint64_t waypoints_bytes; /* where the waypoints are */
  uint64_t costs_bytes;     /* costs between the waypoints of a region */
  uint64_t islands_bytes;   /* local components and islands */
  uint64_t landmarks_bytes; /* costs to landmarks */
  uint64_t labels_bytes;    /* exact labels */
  uint64_t overlays_bytes;  /* overlay levels */
  uint64_t links_bytes;     /* links and floors */
  uint64_t profiles_bytes;  /* names and settings of the profiles */
  uint64_t other_bytes;     /* block headers and padding */
  uint64_t shared_bytes;    /* not in the file: what it would have more if each profile had all its
                               own */
  /* Of the default profile: */
  int32_t landmarks; /* on each island; 0: none */
  ovl_labels labels;
  int32_t overlay_levels; /* 0: none */
  ovl_method method;      /* the best that the world holds for it */
} ovl_world_info;

/* Costs a pass over the region headers. Of a world that is checked when it is touched no region is
 * looked at: edges are 0, and what blocks hold is all told by other_bytes. */
OVL_API void ovl_world_describe(const ovl_world *world, ovl_world_info *info);

/* The profile of a name; -1 if there is none. */
OVL_API int32_t ovl_world_find_profile(const ovl_world *world, const char *name);

/* ---- Planners ------------------------------------------------------------ */

/* One thread's working memory. It is sized once, when it is made, and no call
 * that takes it allocates. */
typedef struct ovl_planner ovl_planner;

typedef struct ovl_planner_def {
  const ovl_world *world;  /* the largest world that it will serve, labels included */
  size_t max_bytes;        /* 0: as much as any search of that world can need; in a world with
                              overlays some MB, which do for all that they plan: see below */
  void *block;             /* NULL, or memory for the planner, aligned to 16; the caller's */
  size_t block_bytes;      /* of block; at least ovl_planner_bytes */
  bool turn_costs;         /* it will serve queries with a turn_cost: more memory for each window */
  int32_t spare_percent;   /* how many more waypoints, labels, islands and answers of a step rule
                              later versions of the world may have, 0 to 1000 */
  ovl_allocator allocator; /* where the planner comes from if block is NULL */
} ovl_planner_def;

/* No turn costs, 25 per cent to spare. In a world with overlays, what they do not serve (directed
 * profiles, other estimates, many goals, costs and reach, flows) is searched waypoint by waypoint,
 * with room for 32,768 of them; where that does not do, OVL_PLANNER_TOO_SMALL, and
 * ovl_stats.bytes_needed is a max_bytes that does. A planner serves all versions of its world,
 * unless one has more of something than there is room for, or a profile of it has become directed:
 * OVL_PLANNER_TOO_SMALL or OVL_OTHER_WORLD. */
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
  uint64_t bytes_needed;    /* after OVL_PLANNER_TOO_SMALL: max_bytes that would have done; where
                               resident_bytes were too few, bytes of a planner with more of them,
                               which no max_bytes gives: see ovl_world_open_def */
  ovl_method method;        /* at work; OVL_METHOD_BEST: the coarse tier was not asked */
  bool stale_landmarks;     /* landmarks that were made before the world was edited: bounds that may
                        be weaker than they were */
} ovl_stats;

OVL_API ovl_stats ovl_planner_stats(const ovl_planner *planner);

/* ---- Queries ------------------------------------------------------------- */

typedef enum ovl_smoothing {
  OVL_SMOOTH_NONE = 0, /* the cells as found: over waypoints, so often a per cent longer */
  OVL_SMOOTH_GRID,     /* straight and diagonal moves, as few turns as can be had for the cost */
  OVL_SMOOTH_ANY,      /* free lines at any angle between turning points */
  OVL_SMOOTH_COUNT
} ovl_smoothing;

/* Called for each event of a search, which stands in overland_inspect.h, for pictures and for
 * learning. The event is valid during the call; the callback must not call the library. */
struct ovl_visit_event;
typedef void (*ovl_visit_fn)(void *user, const struct ovl_visit_event *event);

/* What a query wants to reach. */
typedef enum ovl_goal_kind {
  OVL_GOAL_CELL = 0, /* `goal` */
  OVL_GOAL_RECT,     /* any cell of goal_w x goal_h cells from `goal`, the upper left one, on */
  OVL_GOAL_WITHIN,   /* any cell within goal_radius cells of `goal`, by straight distance */
  OVL_GOAL_SET,      /* any of goal_cells */
  OVL_GOAL_COUNT
} ovl_goal_kind;

/* What a query asks beside its ends: NULL in a query is ovl_query_more_default. Of several cells
 * the nearest by cost is the goal: it is chosen first, then planned for as if it had been given.
 * Cells that are blocked, outside or unreachable are passed over; OVL_GOAL_BLOCKED,
 * OVL_GOAL_OUTSIDE or OVL_UNREACHABLE if none is left. */
typedef struct ovl_query_more {
  ovl_goal_kind goal_kind;
  int32_t goal_w, goal_h;     /* OVL_GOAL_RECT: cells; it may reach beyond its floor */
  int32_t goal_radius;        /* OVL_GOAL_WITHIN: cells, 0 to 65535 */
  const ovl_cell *goal_cells; /* OVL_GOAL_SET: the caller's, read during the call */
  size_t goal_count;          /* 1 to OVL_MAX_GOALS */
  uint64_t cost_limit; /* units; a dearer path ends where the limit does: OVL_LIMITED. 0: none */
  uint64_t expansion_limit; /* of waypoints and cells expanded; where it ends the search, the path
                               leads as near to the goal as was seen: OVL_LIMITED. 0: none */
  uint32_t turn_cost;       /* units for each change of direction, to 2^20: fewer turns, at a price.
                               Of ovl_find_path alone, and a planner with turn_costs; routes do
                               not know it. Costs of paths are without it */
  int32_t heuristic_weight_percent; /* the estimate times this / 100, 0 to 400: 0 is Dijkstra's
                               algorithm, 100 A*; above it paths cost up to so much more. Labels
                               and overlays are used with 100 only */
  ovl_method method;                /* OVL_BAD_ARGUMENT if the world does not hold it */
  ovl_visit_fn visit;               /* NULL: none; must not call the library */
  void *visit_user;
  uint64_t reserved[2]; /* 0 */
} ovl_query_more;

/* One goal cell, no limits, no turn costs, the best method, 100 per cent, no visit. */
OVL_API ovl_query_more ovl_query_more_default(void);

/* Settings beyond the ends are all 0 or NULL by default. */
typedef struct ovl_query {
  ovl_cell start;
  ovl_cell goal;
  int32_t profile; /* 0 to profiles - 1 */
  ovl_smoothing smoothing;
  bool move_start; /* a blocked start, or goal if it is one cell, is moved to the nearest open */
  bool move_goal;  /* cell of its floor, by straight distance, the upper left one of equals */
  bool nearest;    /* OVL_UNREACHABLE comes with the path to the reachable cell nearest to the goal
                      cell: by straight distance, then by cost, then upper left. Of a rectangle
                      that is the upper left of its cells in the world, of a set the first */
  const ovl_query_more *more; /* NULL: nothing else */
  uint64_t reserved[2];       /* 0 */
} ovl_query;

/* Profile 0, grid smoothing. */
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
 * edge for each region passed. Over overlays a coarse search looks at few waypoints of each
 * level, and there is one for each cell of the lowest level that is passed. */
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
 * unreachable. They are costs of ways over waypoints, as a route's cost_to_go is: never below the
 * least; how far above it depends on regions and spacing. The query's goals, limits and smoothing
 * are not used, and neither are estimates. Errors: OVL_START_BLOCKED, OVL_START_OUTSIDE,
 * OVL_BAD_ARGUMENT, OVL_OTHER_WORLD, OVL_PLANNER_TOO_SMALL. Costs c up to the farthest cell, and n
 * for each region that holds one. */
OVL_API ovl_result ovl_find_costs(ovl_planner *planner, const ovl_world *world,
                                  const ovl_query *query, const ovl_cell *cells, size_t count,
                                  uint64_t *costs);

/* A cell that can be reached, and at what cost. */
typedef struct ovl_range_cell {
  ovl_cell cell;
  uint64_t cost; /* units */
} ovl_range_cell;

/* All cells that a unit can reach from query->start at a cost up to `budget`, region by
 * region; costs as from ovl_find_costs, but exact where the budget is too small
 * to leave the start's region and those around it and no link serves the profile. *needed is how
 * many there are; OVL_MORE_ROOM if they do not fit, and the first `capacity` are right. Errors as
 * from ovl_find_costs. Costs n for the regions that are reached. */
OVL_API ovl_result ovl_find_range(ovl_planner *planner, const ovl_world *world,
                                  const ovl_query *query, uint64_t budget, ovl_range_cell *reached,
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
 * In a world with labels (ovl_world_info.labels) or overlays a route needs no stops: pass NULL
 * and 0, and thousands of units have routes of 64 bytes.
 *
 * Over overlays a route knows its stops some 128 to 256 cells ahead (at regions of 32), and what is
 * behind coarsely. As it is walked it is planned anew from a waypoint ahead, each time that it
 * enters another 128 cells, and never gets dearer by that. The planner that gave the last stretch
 * remembers the stops; another one, or one that did something else meanwhile, plans them again, to
 * the same answer. In a later version of the world such a route is planned anew from its next
 * waypoint, if the way there is as it was; edits farther away may then have made it dearer. */

/* A waypoint on the way, with the cost that is left from there. */
typedef struct ovl_stop {
  uint64_t cost_to_go; /* units, from the middle of its step */
  uint32_t region;
  uint16_t number;
  uint16_t side; /* 0: the route goes on in the region of the first cell; 1: of the second */
} ovl_stop;

/* How a route knows its stops. */
typedef enum ovl_route_kind {
  OVL_ROUTE_DIRECT = 0, /* there are none: start and goal are near each other */
  OVL_ROUTE_STOPS,      /* they are listed in the caller's buffer */
  OVL_ROUTE_LABELS,     /* the labels of the world tell them one by one */
  OVL_ROUTE_OVERLAYS    /* they are planned over overlays, a part at a time, while it is walked */
} ovl_route_kind;

/* 64 bytes. */
typedef struct ovl_route {
  ovl_cell goal;
  ovl_cell position;    /* where the next stretch begins */
  uint64_t cost_to_go;  /* units: what is left costs no more than this */
  uint64_t world;       /* fingerprint of the world */
  uint32_t stop_count;  /* OVL_ROUTE_STOPS: stops of the whole route; else 0 */
  uint32_t exit_stop;   /* OVL_ROUTE_STOPS: the stop that the present plan leads to;
                           OVL_ROUTE_LABELS: what the labels go on by; OVL_ROUTE_OVERLAYS: where it
                           was planned from, in region exit_region, and where the exit's lies */
  uint32_t exit_region; /* OVL_ROUTE_LABELS: the waypoint that the present plan leads to, */
  uint32_t plan_cost;   /* and the cost to it, units; OVL_ROUTE_STOPS: what it may cost above
                           the least, since its goal moved */
  uint16_t exit_number;
  uint8_t exit_side; /* as in ovl_stop */
  uint8_t kept;      /* a region that the next window must hold besides its own, by where it
                        lies; 0: none */
  uint8_t kind;      /* an ovl_route_kind */
  uint8_t profile;
  uint8_t smoothing; /* an ovl_smoothing */
  uint8_t done;      /* 1: position is the goal */
} ovl_route;

/* Plans the coarse tier only: fills route and, where the world holds neither labels nor overlays
 * or the query asks for another estimate, its stops. The planner's memory holds
 * nothing of it afterwards that could not be found again. With labels or overlays, stops may be
 * NULL and stop_capacity 0.
 * OVL_MORE_ROOM if the stops do not fit: route->stop_count says how many there
 * are, and the route can be walked as far as those that did: OVL_BEGIN_AGAIN then. Other errors as
 * for ovl_find_path.
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
 * OVL_CORRUPT (stops that are not a route of this world). After an error the stretch has no points.
 * stop_capacity is that of ovl_route_begin: of a route that has more stops only so many are known,
 * and where the last of them is passed the answer is OVL_BEGIN_AGAIN: a unit with room for a few
 * stops goes on from there by a new route, and each begins nearer to the goal.
 * Where a link is next, the stretch is that link: two points, and stretch->links says so.
 * Costs one window of two to four regions; over overlays now and then a coarse search as well. */
OVL_API ovl_result ovl_route_next(ovl_planner *planner, const ovl_world *world, ovl_route *route,
                                  const ovl_stop *stops, size_t stop_capacity, ovl_cell from,
                                  ovl_path *segment);

#ifdef __cplusplus
}
#endif

#endif
