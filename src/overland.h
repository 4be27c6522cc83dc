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

/* malloc and free. In a freestanding build, which has common/allocator_none.c
 * instead of common/allocator_malloc.c, it has no functions, and every call that
 * takes an allocator must be given one: OVL_BAD_ARGUMENT otherwise. */
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
  bool places;                 /* a waypoint system of the caller's own: see ovl_floor_graph */
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

/* Worlds of more cells than this have overlays unless told otherwise. */
#define OVL_MOST_CELLS_WITHOUT_OVERLAYS ((int64_t)1 << 24)

/* Whether a world has overlay levels: regions of regions with the costs between their border
 * waypoints. A query then looks at a few of each level, however large the world is. Overlays stand
 * for landmarks and labels, which are left out: exact costs between all waypoints do not fit worlds
 * of that size. Directed profiles have no overlays and are searched waypoint by waypoint. */
typedef enum ovl_overlays {
  OVL_OVERLAYS_AUTO = 0, /* above OVL_MOST_CELLS_WITHOUT_OVERLAYS cells, counted over the plane */
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

/* ---- Baking worlds larger than memory ------------------------------------- */

/* A world is baked in parts, each some rows of regions, and the parts are merged into its file: the
 * same bytes as in one go. Parts know no others, so they can be made at once, on many machines,
 * again after a failure, in any order. */

/* Reads bytes of part `part`, or of whatever else `part` counts. False: it can't. */
typedef bool (*ovl_read_part_fn)(void *user, int32_t part, uint64_t offset, void *bytes,
                                 size_t byte_count);

/* Writes bytes of a file at an offset, in any order. False: it can't. */
typedef bool (*ovl_write_at_fn)(void *user, uint64_t offset, const void *bytes, size_t byte_count);

/* Which rows of the map part `index` of `count` needs: those of its regions, and as many above and
 * below as decide about them. A map of several floors, of places, or with heights, extra costs or
 * links is needed whole: the rows are all. */
typedef struct ovl_part_rows {
  int32_t first_band, bands;    /* rows of regions that are its own */
  int32_t first_row, row_count; /* of the map; of several floors those of the plane */
} ovl_part_rows;

typedef struct ovl_part_def {
  ovl_bake_def bake; /* of the whole map, with its whole size; but terrain, as it is given for one
                        floor, holds the rows that ovl_part_rows_of tells and no others,
                        first_row's first */
  int32_t index, count;  /* which part this is, 0 to count - 1, of how many */
  uint64_t map_identity; /* whatever tells this map from others, the same for all its parts: a
                            hash */
  const ovl_world *from; /* NULL, or a world of an older map of the same size, profiles and
                            settings: regions that are as they were there, as are those around them,
                            are taken over. With a step rule none are */
  ovl_write_fn write;    /* takes the part */
  void *write_user;
} ovl_part_def;

/* ovl_bake_def_default, part 0 of 1. */
OVL_API ovl_part_def ovl_part_def_default(void);

/* The rows of a part. OVL_BAD_ARGUMENT: index or count is out of range; count is 1 to the rows of
 * regions. */
OVL_API ovl_result ovl_part_rows_of(const ovl_bake_def *bake, int32_t index, int32_t count,
                                    ovl_part_rows *rows);

/* The memory, in bytes, that baking a part most likely takes, not counting its rows and the step
 * rule's: drafts, writers and blocks of open land, which grow with the map's width and with
 * jobs->workers. Terrain scattered at random takes a fifth more. It needs sizes, settings and
 * profiles, and no terrain. 0: index or count is out of range. */
OVL_API uint64_t ovl_part_bytes_needed(const ovl_bake_def *bake, int32_t index, int32_t count);

/* Bakes a part and writes it, from its first byte to its last. Errors as of ovl_world_bake,
 * OVL_WRITE_FAILED, and what looking into `from` may answer; what was written is then no part.
 * A step rule is asked again about the regions that are context of a part. Parts may be baked by
 * several threads at once; with a `from` that was opened by a reader not.
 * Costs 20 to 120 ns a cell on land and streets, 7 where regions are taken over. */
OVL_API ovl_result ovl_part_bake(const ovl_part_def *def, ovl_fault *fault);

typedef struct ovl_merge_def {
  int32_t part_count; /* in any order */
  ovl_read_part_fn read;
  void *read_user;
  ovl_write_at_fn write; /* takes the world file; its header comes last */
  void *write_user;
  ovl_allocator allocator;
  const ovl_jobs *jobs;     /* NULL: the calling thread does all */
  ovl_progress_fn progress; /* NULL: none; `done` counts regions, and cells of overlays above the
                               first level as if they were 16 each */
  void *progress_user;
} ovl_merge_def;

OVL_API ovl_merge_def ovl_merge_def_default(void);

/* Puts a world file together. Errors: OVL_OTHER_PART, OVL_MISSING_PART, with the fault saying
 * where: the number of a part, or of a row of the map; OVL_WRONG_CHECKSUM, OVL_CORRUPT,
 * OVL_OTHER_VERSION, OVL_READ_FAILED with the number of the part (of OVL_OTHER_PART with `expected`
 * part_count, `found` is the part that has the same rows; of OVL_MISSING_PART `expected` is how
 * many rows are missing); OVL_BAD_ARGUMENT, OVL_WRITE_FAILED, OVL_NO_MEMORY, OVL_STOPPED. What was
 * written is then no world file. Worlds with overlays take 12 bytes a region and 4 more for each
 * profile, 4 bytes a local component, up to 16 rows of regions, and what overlays take; worlds
 * without, and such with directed profiles, are held in memory. */
OVL_API ovl_result ovl_parts_merge(const ovl_merge_def *def, ovl_fault *fault);

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

/* ---- Opening worlds larger than memory ---- */

/* What a read callback answers. */
typedef enum ovl_read {
  OVL_READ_DONE = 0,
  OVL_READ_LATER, /* the bytes are not here yet: they are on their way, or will be asked for again
                   */
  OVL_READ_ERROR  /* they can't be had */
} ovl_read;

/* Fetches bytes of a world file: byte_count of them from `offset` on, all or none. Called from the
 * thread whose call needs them. */
typedef ovl_read (*ovl_read_fn)(void *user, uint64_t offset, void *bytes, size_t byte_count);

/* How a world file is opened and used. In place: `bytes` are the whole file, mapped or loaded, and
 * stay as they are until the world is closed; a mapping that is changed or cut short meanwhile is
 * the caller's fault and is not found. By a reader: `read` fetches what is needed, which is copied
 * and then checked; nothing that changes under a query can harm it. Planners on several threads
 * call it at once.
 *
 * Unless `check_all`, what serves single regions and cells of overlays is checked when a query
 * first touches it; by a reader, whenever it is fetched. A query that meets bytes that are wrong
 * ends in OVL_WRONG_CHECKSUM or OVL_CORRUPT, and in place so does every later one. Calls that
 * answer no ovl_result (ovl_world_terrain and the like) answer as for a blocked cell.
 *
 * That is so of worlds whose profiles are all undirected and that have neither landmarks nor
 * labels: with overlays, or baked without estimates. The others are checked whole when they are
 * opened and, by a reader, fetched whole into memory of the allocator. */
typedef struct ovl_open_def {
  const void *bytes;   /* in place: aligned to 8; NULL: by the reader */
  uint64_t byte_count; /* of the file */
  ovl_read_fn read;
  void *read_user;
  bool check_all;        /* everything is checked at once, as by ovl_world_open: costs a pass over
                            the bytes; by a reader a fetch of all, of most regions and overlay cells
                            more than once, and each is checked again when it is fetched later */
  size_t resident_bytes; /* by a reader: what regions and overlays that were fetched may take at
                            once for calls without a planner; and for each planner, which has as
                            much of its own: ovl_planner_bytes counts it. 8 MB do for routes, for
                            paths in a world with overlays and for edits of some hundred regions; a
                            search that spreads over more land (reach, costs, a path without
                            overlays) needs room for all of it. 64 KB is the least that serves */
  ovl_allocator allocator;
} ovl_open_def;

/* In place, checked on first touch, 8 MB, the default allocator. */
OVL_API ovl_open_def ovl_open_def_default(void);

/* Opens a world file. Errors as of ovl_world_open, OVL_BAD_ARGUMENT (neither bytes nor a reader, no
 * allocator), OVL_READ_FAILED, and OVL_NEEDS_REGIONS where the reader answered OVL_READ_LATER: ask
 * again. Costs the header, the checksums of the sections that all regions share (a five hundredth
 * of them) and the entries of overlay cells: under 50 ms and 64 MB for 65,536 x 65,536 cells.
 *
 * Calls that look into a world opened by a reader and take no planner must not run at once with
 * each other; those with planners may. A call in one go with a reader that answers OVL_READ_LATER
 * ends in OVL_NEEDS_REGIONS and can be made again later; a task pauses with it: see ovl_task_step.
 * Either needs all that it touches in its cache at once, but that whole paths let go of what they
 * have passed: OVL_PLANNER_TOO_SMALL if that is more than resident_bytes. What
 * ovl_stats.bytes_needed is then above ovl_planner_bytes, resident_bytes lack, by what the query
 * held so far: open the world again with that much more. Each part that comes late makes the task
 * begin again; most paths in a world with overlays go on at their last stretch: see ovl_task_step.
 * Without overlays a path costs the square of its length then: to go far, ask for a route and
 * take its stretches one by one.
 *
 * Not by a reader, for they need all regions: ovl_world_verify, ovl_refresh_create, flows,
 * ovl_world_save of an edited world, and edits by which a profile becomes directed. They answer
 * OVL_NEEDS_REGIONS. Edits otherwise fetch what they touch; jobs are not used. */
OVL_API ovl_result ovl_world_open_def(const ovl_open_def *def, ovl_world **world, ovl_fault *fault);

/* What a world opened by a reader, and a planner of it, hold at the moment. */
typedef struct ovl_residence {
  uint64_t resident_bytes; /* of regions and cells of overlays, now */
  uint64_t fetched_bytes;  /* in all */
  uint64_t fetches;
} ovl_residence;
OVL_API ovl_residence ovl_world_residence(const ovl_world *world);

/* Ends a world; NULL is allowed. Planners and routes of it must not be used
 * after, except to destroy them. */
OVL_API void ovl_world_close(ovl_world *world);

/* Writes the world file. Its length is ovl_world_info.file_bytes; of a world that was edited and
 * not settled since the file holds neither landmarks nor labels, is shorter, and is put together
 * first, in memory of the world's allocator. Overlays are always those of the edited map. Errors:
 * OVL_WRITE_FAILED, OVL_NO_MEMORY. */
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
typedef enum ovl_method {
  OVL_METHOD_BEST = 0,  /* the best that the world holds */
  OVL_METHOD_OCTILE,    /* the distance over open ground */
  OVL_METHOD_LANDMARKS, /* costs to and from a few chosen waypoints */
  OVL_METHOD_LABELS,    /* exact costs between all waypoints: there is nothing to search */
  OVL_METHOD_OVERLAYS,  /* levels of regions of regions are searched, few waypoints of each */
  OVL_METHOD_COUNT
} ovl_method;

/* "none", "octile", "landmarks", "labels" or "overlays". */
OVL_API const char *ovl_method_text(ovl_method estimate);

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
  ovl_method estimate;    /* the best that the world holds for it */
} ovl_world_info;

/* Costs a pass over the region headers. Of a world that is checked when it is touched no region is
 * looked at: edges are 0, and what blocks hold is all told by other_bytes. */
OVL_API void ovl_world_describe(const ovl_world *world, ovl_world_info *info);

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
  ovl_method estimate;
} ovl_profile_info;

/* False if there is no such profile. Costs a pass over the region headers; of a world that is
 * checked when it is touched none, and edges are 0 and bytes without blocks. */
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
  ovl_method estimate;      /* at work; OVL_METHOD_BEST: the coarse tier was not asked */
  bool doubtful;            /* landmarks that were made before the world was edited: bounds that may
                               be weaker than they were */
} ovl_stats;

OVL_API ovl_stats ovl_planner_stats(const ovl_planner *planner);

/* What a planner of a world that was opened by a reader holds. */
OVL_API ovl_residence ovl_planner_residence(const ovl_planner *planner);

/* The regions that the last call or step of a planner needed and did not get, up to capacity;
 * returns how many there are, 256 at the most. */
OVL_API size_t ovl_planner_needs(const ovl_planner *planner, uint32_t *regions, size_t capacity);

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
  OVL_VISIT_ROUTE     /* a waypoint of the route that was chosen, in order from the start; over
                         overlays those far ahead are those of the cells that it passes */
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
  ovl_method estimate; /* OVL_BAD_ARGUMENT if the world does not hold it */
  ovl_visit_fn visit;  /* NULL: none; must not call the library */
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
  int32_t heuristic_weight_percent; /* the estimate times this / 100, 0 to 400: 0 is Dijkstra's
                               algorithm, 100 A*; above it paths cost up to so much more. Labels
                               and overlays are used with 100 only */
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
                                  ovl_path *stretch);

/* ---- Edits and versions --------------------------------------------------- */

/* A const world never changes. Edits give a new version of it, a world of its own that shares
 * with the old one all that they did not touch:
 *
 *     ovl_edit edits[] = {ovl_edit_rect((ovl_cell){40, 50, 0}, 16, 16, wall),
 *                         ovl_edit_door(3, true)};
 *     ovl_world *next;
 *     if (ovl_world_apply(world, edits, 2, NULL, &next, &fault) == OVL_OK) {
 *       ovl_world_close(world); world = next;
 *     }
 *
 * Versions are closed one by one, in any order; what they share goes with the last of them.
 * The bytes of a world that was opened must stay until all of its versions are closed. Planners of
 * a world serve all its versions. A route goes on in a later version as long as it meets no
 * region that was rebuilt since it began: OVL_BEGIN_AGAIN then (see also WATCHED ROUTES).
 *
 * What an edited world holds is, but for its estimates, what a bake of the edited map would:
 * ovl_world_save writes the same primary bytes. */

/* What an edit sets. */
typedef enum ovl_edit_kind {
  OVL_EDIT_TERRAIN = 0, /* what a cell is; 0 to 255 */
  OVL_EDIT_WEIGHT,      /* what it weighs to `profile`, in eighths, from what its terrain weighs up
                           to 255: its extra cost becomes the difference */
  OVL_EDIT_EXTRA,       /* what is added to its weight for `profile`, in eighths; both together at
                           most 255 */
  OVL_EDIT_HEIGHT,      /* units of height, 0 to 65535 */
  OVL_EDIT_LINK,        /* whether link `link` can be used: 1, or not: 0 */
  OVL_EDIT_COUNT
} ovl_edit_kind;

/* One edit: a rectangle of cells, or a link. A profile's extra cost is kept only where it can
 * stand: where it can't any more, once all edits of a call are made, its extra cost is forgotten.
 * Where it can't stand before, weight and extra cost can be set if these edits open the place. */
typedef struct ovl_edit {
  ovl_edit_kind kind;
  ovl_cell cell;         /* the upper left one */
  int32_t w, h;          /* cells, 1 and up; all inside the cell's floor */
  int32_t profile;       /* of weight and extra cost */
  uint32_t link;         /* of a link: its number in the world */
  uint32_t value;        /* of all cells, if there is no stamp; of a link */
  const uint16_t *stamp; /* NULL, or the value of each cell, row by row; read during the call */
  const uint8_t *mask;   /* NULL, or a byte a cell, row by row: 0 leaves the cell as it is */
} ovl_edit;

/* Edits of terrain, the most usual ones: one cell, and a rectangle of w x h cells. */
OVL_API ovl_edit ovl_edit_set(ovl_cell cell, uint8_t terrain);
OVL_API ovl_edit ovl_edit_rect(ovl_cell cell, int32_t w, int32_t h, uint8_t terrain);

/* Opens or closes a link. */
OVL_API ovl_edit ovl_edit_door(uint32_t link, bool open);

typedef struct ovl_apply_def {
  ovl_step_rule_fn step_rule; /* of a world that was baked with one: it is asked about the regions
                                 that are rebuilt */
  void *step_rule_user;
  const ovl_jobs *jobs; /* NULL: the calling thread does all */
} ovl_apply_def;

OVL_API ovl_apply_def ovl_apply_def_default(void);

/* Makes `count` edits in their order, a later one over an earlier one, and gives the version
 * after them; world stays as it is. def NULL: the default. The memory comes from the world's
 * allocator and grows with what was edited since it was baked, not with the world.
 * Errors: OVL_BAD_ARGUMENT with the fault telling what and, in `where`, which edit (a cell that is
 * outside, an unknown kind, profile or link, a weight or height out of range, an edit of places; a
 * region with too many ways through it); OVL_NEEDS_RULE; OVL_NO_MEMORY; *version is then NULL.
 * Costs some 50 us for each region whose cells or borders change, on open land, up to 1 ms where
 * single cells are scattered at random; where the edit cuts an island, a search over the local
 * components of the smaller part. In directed profiles all islands are found anew, in a pass over
 * all waypoints. An edit by which a profile begins or ends to be directed (the first slope that
 * counts, the last link that serves it) bakes the world anew, estimates apart. */
OVL_API ovl_result ovl_world_apply(const ovl_world *world, const ovl_edit *edits, size_t count,
                                   const ovl_apply_def *def, ovl_world **version, ovl_fault *fault);

/* One more handle of the same version, to be closed as well: for who needs it to stay while its
 * owner goes on. OVL_NO_MEMORY. Costs a few ns; from any thread. */
OVL_API ovl_result ovl_world_retain(const ovl_world *world, ovl_world **shared);

/* Of a world that was edited. */
typedef struct ovl_version_info {
  uint64_t version;  /* edits applied and settlings put to use since it was baked or opened */
  uint64_t identity; /* of its whole history: equal histories, equal identities */
  uint64_t rebuilt_regions; /* since it was baked, opened or settled */
  uint64_t bytes;           /* that it holds beside what it was baked or opened as */
  bool settled;             /* its estimates are made for it as it is */
} ovl_version_info;

OVL_API void ovl_world_version(const ovl_world *world, ovl_version_info *info);

/* The regions that were rebuilt after a version of the same history, by its number: rising, up to
 * capacity; *needed is how many there are, OVL_MORE_ROOM if they do not fit. Costs the regions
 * rebuilt since the world was baked, opened or settled. */
OVL_API ovl_result ovl_world_rebuilt(const ovl_world *world, uint64_t since, uint32_t *regions,
                                     size_t capacity, size_t *needed);

/* ---- Forks ------------------------------------------------------------------ */

/* A fork is a version that remembers the edits made to it since it was forked: what one player has
 * seen of the land, one faction's map of danger, units as obstacles for one moment. It costs what
 * is edited in it and sees nothing of what becomes of its parent until it is rebased. */

/* A fork of a world's present version; ovl_world_apply on it gives the next version of the fork.
 * A fork of a fork remembers the edits since the latter alone. Errors: OVL_NO_MEMORY. Costs under 1
 * us. */
OVL_API ovl_result ovl_world_fork(const ovl_world *parent, ovl_world **fork);

/* Whether a world is a fork, and how many edits it remembers. */
OVL_API bool ovl_world_is_fork(const ovl_world *world, size_t *edits);

/* The fork on another version, mostly a later one of its parent, but any world that its edits fit
 * will do: that one with the fork's own edits over it. The old fork stays as it is. Errors as of
 * ovl_world_apply; of edits that do not fit that version `where` counts the fork's.
 * OVL_BAD_ARGUMENT if it is no fork. Costs as applying its edits. */
OVL_API ovl_result ovl_world_rebase(const ovl_world *fork, const ovl_world *onto,
                                    const ovl_apply_def *def, ovl_world **rebased,
                                    ovl_fault *fault);

/* Makes a fork's edits the parent's own: the next version of `parent`, no fork unless the parent is
 * one. Costs nothing but a handle if parent is still what was forked; else as a rebase. */
OVL_API ovl_result ovl_world_commit(const ovl_world *parent, const ovl_world *fork,
                                    const ovl_apply_def *def, ovl_world **version,
                                    ovl_fault *fault);

/* Writes the edits that a fork remembers as a patch: a small file to be kept beside that of its
 * parent, whose edits can so stay apart from a world that is only mapped. Errors: OVL_BAD_ARGUMENT
 * if it is no fork, OVL_WRITE_FAILED, OVL_NO_MEMORY. */
OVL_API ovl_result ovl_world_save_patch(const ovl_world *fork, ovl_write_fn write, void *user);

/* The fork again: of `base`, which is the world that was forked, opened anew, with the edits of a
 * patch made. The bytes are read during the call. Errors: OVL_NOT_A_WORLD (no patch),
 * OVL_OTHER_VERSION, OVL_WRONG_LENGTH, OVL_WRONG_CHECKSUM, OVL_CORRUPT, OVL_OTHER_WORLD (a patch of
 * another world, or of another version of it), and as of ovl_world_apply, whose def it takes;
 * *fork is then NULL. Costs as applying its edits. */
OVL_API ovl_result ovl_world_open_patch(const ovl_world *base, const void *bytes, size_t byte_count,
                                        const ovl_apply_def *def, ovl_world **fork,
                                        ovl_fault *fault);

/* "May I place this building without sealing anyone in?" */
typedef struct ovl_what_if {
  const ovl_edit *edits;
  size_t edit_count;
  int32_t profile;       /* of the units */
  ovl_cell home;         /* where they must be able to go */
  const ovl_cell *units; /* where they stand */
  size_t unit_count;
} ovl_what_if;

/* Which units the edits would cut off: those that can reach home as things are, and could not,
 * or not stand where they stand, with the edits made. Fills `cut` with their places in `units`,
 * rising, up to capacity; *needed is how many there are: 0, build. OVL_MORE_ROOM if they do not
 * fit; a home outside the world, or that nobody can stand on, or could not then, is reached by
 * none. The world stays as it is. In a directed profile islands must be equal, both ways counted.
 * Errors otherwise as of ovl_world_apply. Costs the edits and a few ns a unit. */
OVL_API ovl_result ovl_world_what_if(const ovl_world *world, const ovl_what_if *what,
                                     const ovl_apply_def *def, uint32_t *cut, size_t capacity,
                                     size_t *needed, ovl_fault *fault);

/* ---- Estimates after edits --------------------------------------------------- */

/* Landmarks and labels are made for a world as it was. After edits, labels are not used, and
 * landmarks only as far as they stay bounds whatever was edited; a query is never wrong and never
 * waits. Routes then need stops. Settling makes them anew for a version, in slices; nothing changes
 * until a call puts them to use, at a moment of the caller's choice. */
typedef struct ovl_refresh ovl_refresh;

/* Begins to make the estimates of a version, as it was baked with; the version may be closed.
 * allocator NULL: the world's. Errors: OVL_NO_MEMORY. Costs a handle; the work takes the memory of
 * a bake. */
OVL_API ovl_result ovl_refresh_create(const ovl_world *world, const ovl_allocator *allocator,
                                      ovl_refresh **settling);
OVL_API void ovl_refresh_destroy(ovl_refresh *settling); /* NULL is allowed */

/* Goes on for up to `budget` expansions; *done tells whether all is made. Most steps beyond that
 * take less than a millisecond; a few, which number a layer's islands, add up its regions, or open
 * what was made, take a pass over all regions: 3 ms in a world of 1024 x 1024, 8 ms in one of 4096
 * x 4096. Errors: OVL_NO_MEMORY, after which it can only be destroyed. A settling that is done
 * stays so. The answer does not depend on how it was sliced. */
OVL_API ovl_result ovl_refresh_step(ovl_refresh *settling, uint64_t budget, bool *done);

/* Puts the estimates to use: *settled is `world`, which is the version that they were made for or
 * a later one of its history, with them. What was rebuilt between the two stays doubtful. Once
 * only. Routes by labels that were begun before begin again. Errors: OVL_BAD_ARGUMENT (not done, or
 * put to use already), OVL_OTHER_WORLD (no version of that history), OVL_NO_MEMORY. Costs as
 * applying edits to the regions rebuilt between. */
OVL_API ovl_result ovl_refresh_apply(ovl_refresh *settling, const ovl_world *world,
                                     ovl_world **settled);

/* ---- Publishing versions to threads ------------------------------------------ */

/* A place where one thread publishes versions and any number of threads read them. A reader enters
 * and gets the version that is current, uses it with a planner of its own, and leaves; it never
 * waits, for a bake or for anything. What nobody reads any more is closed by the publishing thread,
 * when it publishes or collects. */
typedef struct ovl_publisher ovl_publisher;

#define OVL_PUBLISHER_MAX_VERSIONS 64 /* that readers hold at once */

/* Begins with a version, which belongs to the ovl_publisher from then on. allocator NULL: the
 * world's. Errors: OVL_NO_MEMORY; the world stays the caller's. */
OVL_API ovl_result ovl_publisher_create(ovl_world *world, const ovl_allocator *allocator,
                                        ovl_publisher **live);

/* Closes all versions; no reader may be inside. NULL is allowed. */
OVL_API void ovl_publisher_destroy(ovl_publisher *live);

/* The current version, which stays until the reader leaves it. From any thread; costs one atomic
 * operation. */
OVL_API const ovl_world *ovl_publisher_enter(ovl_publisher *live);

/* Ends what ovl_publisher_enter began, with the world that it gave; no other world is left. */
OVL_API void ovl_publisher_leave(ovl_publisher *live, const ovl_world *world);

/* Makes a version current and the ovl_publisher's own, and closes those that no reader is in. One
 * thread at a time. OVL_BUSY if readers hold OVL_PUBLISHER_MAX_VERSIONS - 1 older ones: the version
 * stays the caller's. */
OVL_API ovl_result ovl_publisher_publish(ovl_publisher *live, ovl_world *version);

/* The current version, for the publishing thread, to be edited. */
OVL_API const ovl_world *ovl_publisher_current(const ovl_publisher *live);

/* Closes versions that no reader is in; how many older ones are left. Publishing thread only. */
OVL_API uint32_t ovl_publisher_collect(ovl_publisher *live);

/* ---- Watched routes ------------------------------------------------------------ */

/* Which of the live routes an edit broke or could improve, without a look at each: routes are filed
 * by the regions that they pass and by the land that a better way could cross. */
typedef struct ovl_watch ovl_watch;

typedef struct ovl_watch_def {
  const ovl_world *world;
  uint32_t routes;         /* most that are watched at once */
  uint32_t regions;        /* most regions that all of them pass, each counted once a route */
  ovl_allocator allocator; /* all is taken when it is made */
} ovl_watch_def;

/* 1,024 routes of 64 regions. */
OVL_API ovl_watch_def ovl_watch_def_default(const ovl_world *world);
OVL_API ovl_result ovl_watch_create(const ovl_watch_def *def, ovl_watch **watch);
OVL_API void ovl_watch_destroy(ovl_watch *watch);

/* Watches what is left of a route, which may change afterwards: watch it again under the same
 * number, 0 to routes - 1, when it is begun anew. `planner` is of its world. Errors, after which
 * nothing is watched under that number: OVL_BAD_ARGUMENT, OVL_MORE_ROOM (no room for its regions),
 * OVL_OTHER_WORLD, OVL_BEGIN_AGAIN (begun in an older version, and broken since), OVL_CORRUPT;
 * OVL_BUSY, which leaves it as it was. Costs c along the route, and the links of the world. */
OVL_API ovl_result ovl_watch_route(ovl_watch *watch, ovl_planner *planner, const ovl_world *world,
                                   uint32_t number, const ovl_route *route, const ovl_stop *stops,
                                   size_t stop_capacity);
OVL_API void ovl_watch_drop(ovl_watch *watch, uint32_t number);

/* What an edit may have done to a route. */
typedef struct ovl_watch_news {
  uint32_t number;
  bool broken;     /* it passes a region that was rebuilt. Over overlays regions are known as far as
                      the stops are; behind them the plan may have become dearer without it, and
                      then ovl_route_next answers OVL_BEGIN_AGAIN */
  bool improvable; /* a way through a region in which something got cheaper could cost less */
} ovl_watch_news;

/* News of the routes between two versions of one history, by rising number; after `before` and up
 * to `after`. *needed is how many there are; OVL_MORE_ROOM if they do not fit. Costs the regions
 * rebuilt between, and the routes that are told or lie near them. */
OVL_API ovl_result ovl_watch_changes(ovl_watch *watch, const ovl_world *before,
                                     const ovl_world *after, ovl_watch_news *news, size_t capacity,
                                     size_t *needed);

/* ---- Slices: tasks ---------------------------------------------------------- */

/* Any query can be answered in slices: begun, then stepped by budgets of expansions, a few each
 * tick. Its answer is the same, bytes and all, as in one go, however it was sliced, and so are its
 * statistics. The state lives in the planner:
 *
 *     ovl_task_begin_path(planner, world, &query, &path);
 *     do { ovl_task_step(planner, 2000, &spent, &done); next_tick(); } while (!done);
 *     result = ovl_task_result(planner);
 *
 * A task goes on in the world that it began in, which must stay open until it is done or
 * cancelled (ovl_world_retain keeps a version). The query is copied; what it points to (goal_cells)
 * and all that is to be filled in (path and points, route and stops, ...) stay the caller's and
 * must stay where they are; what they hold before the task is done is of no use. A planner does one
 * task at a time. Until it is done or cancelled, every other call that takes the planner, and
 * ovl_task_begin_*, answers OVL_BUSY and touches nothing. */

/* Each begins what the call of a similar name does in one go, with the same arguments. OVL_OK or
 * OVL_BUSY; all other errors are the task's result. */
OVL_API ovl_result ovl_task_begin_path(ovl_planner *planner, const ovl_world *world,
                                       const ovl_query *query, ovl_path *path);
OVL_API ovl_result ovl_task_begin_route(ovl_planner *planner, const ovl_world *world,
                                        const ovl_query *query, ovl_route *route, ovl_stop *stops,
                                        size_t stop_capacity);
OVL_API ovl_result ovl_task_begin_next(ovl_planner *planner, const ovl_world *world,
                                       ovl_route *route, const ovl_stop *stops,
                                       size_t stop_capacity, ovl_cell from, ovl_path *stretch);
OVL_API ovl_result ovl_task_begin_reaches(ovl_planner *planner, const ovl_world *world,
                                          const ovl_query *query);
OVL_API ovl_result ovl_task_begin_costs(ovl_planner *planner, const ovl_world *world,
                                        const ovl_query *query, const ovl_cell *cells, size_t count,
                                        uint64_t *costs);
OVL_API ovl_result ovl_task_begin_range(ovl_planner *planner, const ovl_world *world,
                                        const ovl_query *query, uint64_t budget,
                                        ovl_range_cell *reached, size_t capacity, size_t *needed);

/* Goes on for up to `budget` expansions of cells and waypoints, and never for more; *spent is how
 * many it took, less than budget only when it is done. A budget of 0 does nothing. Beside
 * expansions there is work that is not counted, in proportion to them but for this: the reading of
 * labels, some 10 us a query; filling a window, 1 to 10 us; the search for the nearest cell that
 * can be reached, and the sorting of many goals, in one go. OVL_BAD_ARGUMENT: there is no task.
 * OVL_NEEDS_REGIONS: the reader of the world does not have all that the task needs yet; it asked
 * for what ovl_planner_needs tells. The next step begins the task again, with what has come by
 * then, and what it spent is spent again: its answer is the same, but who looks on
 * (ovl_query.visit) sees its beginning again. A path in a world with overlays that has no limit of
 * expansions and no turn costs goes on at its last stretch instead, mostly; its statistics may then
 * tell of more than in one go, where it had to plan anew. */
OVL_API ovl_result ovl_task_step(ovl_planner *planner, uint64_t budget, uint64_t *spent,
                                 bool *done);

/* What the call in one go would have answered; OVL_BUSY before the task is done. It stays until
 * the planner is used again; OVL_BAD_ARGUMENT where no task has been done since. */
OVL_API ovl_result ovl_task_result(const ovl_planner *planner);

/* Ends the planner's task, if there is one. */
OVL_API void ovl_task_cancel(ovl_planner *planner);

/* ---- A queue of requests -------------------------------------------------------- */

/* Plans the routes of many units with a given budget of expansions a tick, so that no tick is
 * longer than another. Requests wait by priority, and within one priority in the order in which
 * they came. Some are in flight at once, each in a lane with a planner of its own; what lanes
 * spend is balanced while others wait, so that a long query takes its share and no more. Which
 * request is planned when, and what it costs, follows from the calls alone, whatever the number of
 * threads. All memory is taken when the queue is made. One thread uses a queue at a time. */
typedef struct ovl_queue ovl_queue;

#define OVL_QUEUE_PRIORITIES 8 /* 0 is the most urgent */
#define OVL_QUEUE_MOST_LANES 64

typedef struct ovl_queue_def {
  const ovl_world *world; /* the largest that it will serve: as of ovl_planner_def */
  size_t planner_bytes;   /* max_bytes of each planner; 0: as much as any search can need */
  int32_t capacity;       /* requests that it holds at once, taken answers apart: 1 to 2^20 */
  int32_t lanes;          /* requests in flight at once, 1 to OVL_QUEUE_MOST_LANES */
  ovl_allocator allocator;
} ovl_queue_def;

/* 4,096 requests, 8 lanes. */
OVL_API ovl_queue_def ovl_queue_def_default(const ovl_world *world);

/* Errors: OVL_BAD_ARGUMENT, OVL_NO_MEMORY; *queue is then NULL. Takes `lanes` planners and 200
 * bytes a request. */
OVL_API ovl_result ovl_queue_create(const ovl_queue_def *def, ovl_queue **queue);

/* Ends a queue and all requests in it; NULL is allowed. */
OVL_API void ovl_queue_destroy(ovl_queue *queue);

/* A unit asks for a route: as ovl_route_begin. Route and stops are filled in when the answer is
 * there and not before; they and the query's goal_cells stay where they are until then. */
typedef struct ovl_request {
  ovl_query query;
  ovl_route *route;
  ovl_stop *stops; /* NULL and 0 where labels will do */
  size_t stop_capacity;
  int32_t priority; /* 0 to OVL_QUEUE_PRIORITIES - 1 */
  uint64_t user;    /* comes back with the answer */
} ovl_request;

/* Names a request: never 0, and never the same twice in one queue. Later ones are larger. */
typedef uint64_t ovl_ticket;

/* Hands in a request. OVL_BUSY: the queue is full; OVL_BAD_ARGUMENT: there is no such priority.
 * Costs a few ns. */
OVL_API ovl_result ovl_queue_add(ovl_queue *queue, const ovl_request *request, ovl_ticket *ticket);

/* Takes a request back, waiting, in flight or answered; its memory is the caller's again.
 * OVL_BAD_ARGUMENT: it is not in the queue. */
OVL_API ovl_result ovl_queue_cancel(ovl_queue *queue, ovl_ticket ticket);

/* What beginning a request counts for, beside its expansions, so that a tick of many short ones is
 * no longer than others. */
#define OVL_QUEUE_REQUEST_COST 32

/* A tick: spends up to `budget` expansions, never more, on the requests that wait, which begin in
 * `world`, and on those in flight, which go on in the version that they began in: the queue keeps
 * it. The most urgent come first, and those in flight that are less urgent rest meanwhile; but
 * where they hold all lanes, it waits for one of them to be done. The lanes run on `jobs` (NULL:
 * the calling thread does all). *spent is what it took; less than budget only if nothing is left to
 * do. Where a lane waits for regions (OVL_NEEDS_REGIONS of a task), its share counts as spent.
 * Errors: OVL_BAD_ARGUMENT (jobs that are none). */
OVL_API ovl_result ovl_queue_spend(ovl_queue *queue, const ovl_world *world, uint64_t budget,
                                   const ovl_jobs *jobs, uint64_t *spent);

/* An answer of a queue. */
typedef struct ovl_answer {
  ovl_ticket ticket;
  uint64_t user;
  ovl_result result; /* as of ovl_route_begin */
  ovl_stats stats;   /* what it took */
} ovl_answer;

/* Takes the next answer, in the order in which they came about; false if there is none. */
OVL_API bool ovl_queue_take(ovl_queue *queue, ovl_answer *answer);

/* How many requests wait, are in flight, and have answers that were not taken. */
typedef struct ovl_queue_state {
  uint32_t waiting, in_flight, answered;
} ovl_queue_state;

OVL_API ovl_queue_state ovl_queue_describe(const ovl_queue *queue);

/* ---- A governor --------------------------------------------------------------------- */

/* For those who think in microseconds: turns a time into expansions by what it measured. It says
 * how much is done in a tick and never what the answer is. Not for lockstep, where all machines
 * must spend the same. In the caller's memory:
 *
 *     uint64_t budget = ovl_governor_budget(&governor, 2000);
 *     ovl_queue_spend(queue, world, budget, jobs, &spent);
 *     ovl_governor_learn(&governor, spent);
 */

/* Nanoseconds from any beginning on. */
typedef uint64_t (*ovl_clock_fn)(void *user);

typedef struct ovl_governor {
  ovl_clock_fn clock;
  void *user;
  uint64_t least, most; /* budgets that it gives, expansions */
  uint64_t cost;        /* what an expansion costs by now, units of 1/1024 ns */
  uint64_t began;       /* when a budget was given */
} ovl_governor;

/* Begins with 200 ns an expansion, and budgets of 256 to 2^30. */
OVL_API ovl_governor ovl_governor_begin(ovl_clock_fn clock, void *user);

/* What may be expanded within so many microseconds from now on. */
OVL_API uint64_t ovl_governor_budget(ovl_governor *governor, uint64_t microseconds);

/* Tells it how much of the last budget was spent up to now. Dearer expansions count at once by a
 * half, cheaper ones by an eighth; less than 64 tell nothing. */
OVL_API void ovl_governor_learn(ovl_governor *governor, uint64_t spent);

/* ---- Many queries at once ----------------------------------------------------------- */

/* One of many queries: for a path if there is one to be filled in, else for a route. */
typedef struct ovl_batch_item {
  ovl_query query;
  ovl_path *path;   /* NULL, or as for ovl_find_path */
  ovl_route *route; /* as for ovl_route_begin */
  ovl_stop *stops;
  size_t stop_capacity;
  ovl_result result; /* filled in: what that call would have answered */
} ovl_batch_item;

/* Answers `count` queries over one world on the caller's job system, with a planner for each of its
 * workers (jobs NULL: one). Answers do not depend on how they are spread. OVL_BUSY if one of the
 * planners has a task: nothing was done. */
OVL_API ovl_result ovl_batch_run(ovl_planner *const *planners, const ovl_world *world,
                                 ovl_batch_item *items, int32_t count, const ovl_jobs *jobs);

/* ---- Moving goals -------------------------------------------------------------------- */

/* Leads a route to a goal that has moved: to `goal`, from where the route is now. A route that
 * lists its stops keeps those up to a few regions before the goal, and only its end is planned
 * anew, as long as the whole costs no more than most_percent above the least that any way could
 * (ways over waypoints being as good as the best, which they are to a per cent or so).
 * OVL_BEGIN_AGAIN where that can't be said: the goal has moved too far at once (more than two
 * regions), or round and round; the route has more stops than fitted; or it was begun in another
 * version. A route by labels, or one without stops ahead, is planned anew whole, which costs as
 * little. After an error the route and its stops are as they were. Others: OVL_MORE_ROOM (the new
 * stops do not fit), OVL_GOAL_BLOCKED, OVL_GOAL_OUTSIDE, OVL_UNREACHABLE, OVL_OTHER_WORLD,
 * OVL_BAD_ARGUMENT (most_percent below 0 or above 400), OVL_CORRUPT, OVL_PLANNER_TOO_SMALL,
 * OVL_BUSY. Costs one window around both goals and c around the new one. */
OVL_API ovl_result ovl_route_retarget(ovl_planner *planner, const ovl_world *world,
                                      ovl_route *route, ovl_stop *stops, size_t stop_capacity,
                                      ovl_cell goal, int32_t most_percent);
/* ---- Shared goals: flows ----------------------------------------------------- */

/* Many units that want the same goal share one search, a flow. Costs spread from the goal
 * backwards over the waypoint graph, no farther than the units that ask are away; and each region
 * that one of them stands in gets a tile, which tells for all its cells the next step and the cost
 * that is left. Then a step is a look into a tile, for any number of units.
 *
 *     ovl_flow_begin(flow, world, &query);                   // the goal, of any kind
 *     ovl_flow_prepare(flow, cells, count, budget, &done);   // if a tick's work is to be bounded
 *     ovl_flow_next(flow, cell, &step); cell = step.next;    // each unit, each time it steps
 *
 * Steps are legal, and with each the cost left falls by what it costs or more: who follows a flow
 * never comes to a cell twice and never walks more than the cost left at the start said. That is
 * at most the cost of the best way over waypoints, and what is walked is mostly less: each region
 * is crossed anew by the best way through it, and on even ground without cut corners left wherever
 * that is best (walked over optimal on StarCraft maps: 1.002 to 1.003 in the mean).
 *
 * A flow is one thread's at a time, but for ovl_flow_peek. */
typedef struct ovl_flow ovl_flow;

typedef struct ovl_flow_def {
  const ovl_world *world;  /* it serves this world, of all its profiles, and versions of it */
  size_t max_bytes;        /* 0: a tile for each region; less: that which nobody asked for
                              longest makes room for the next */
  int32_t max_goals;       /* cells of a goal that is a set, or lies on a floor of places: 0 to
                              OVL_MAX_GOALS */
  void *block;             /* NULL, or memory for the flow, aligned to 16; the caller's */
  size_t block_bytes;      /* of block; at least ovl_flow_bytes */
  ovl_allocator allocator; /* where the flow comes from if block is NULL */
} ovl_flow_def;

/* max_goals 64. */
OVL_API ovl_flow_def ovl_flow_def_default(const ovl_world *world);

/* Bytes that ovl_flow_create will take: some 130 a waypoint, 9 a cell for the tiles. Never above
 * max_bytes, unless that does not hold two tiles: the least that works is then returned.
 * 0 without a world; SIZE_MAX if this host can't hold it. */
OVL_API size_t ovl_flow_bytes(const ovl_flow_def *def);

/* Errors: OVL_BAD_ARGUMENT (no world; block too small or not aligned; max_bytes below the least;
 * max_goals), OVL_NO_MEMORY; *flow is then NULL. */
OVL_API ovl_result ovl_flow_create(const ovl_flow_def *def, ovl_flow **flow);
OVL_API void ovl_flow_destroy(ovl_flow *flow); /* NULL is allowed */

/* Sets the goal: profile, goal, goal kind and move_goal of the query, nothing else of it; what the
 * flow held is forgotten. The cells of a set are copied. The world must stay open as long as the
 * flow is asked about it. Goals are passed over as in a query. Errors: OVL_GOAL_OUTSIDE,
 * OVL_GOAL_BLOCKED, OVL_BAD_ARGUMENT, OVL_OTHER_WORLD (too large for it), OVL_MORE_ROOM (more cells
 * than max_goals), OVL_PLANNER_TOO_SMALL, OVL_CORRUPT; the flow then has no goal. Costs n for the
 * regions that hold goals. */
OVL_API ovl_result ovl_flow_begin(ovl_flow *flow, const ovl_world *world, const ovl_query *query);

/* Where to go from a cell. */
typedef struct ovl_flow_step {
  ovl_cell next;       /* a neighbour, or a link's other end; of a goal that cell itself */
  uint64_t cost_to_go; /* units, from the cell that was asked about; 0: it is a goal */
  uint32_t link;       /* that leads to next; UINT32_MAX: it is a step */
  bool back;           /* the link is taken from `to` to `from` */
} ovl_flow_step;

/* The step from a cell, and all the work that it takes to know it. Errors: OVL_UNREACHABLE (told
 * by islands, without work), OVL_START_BLOCKED, OVL_START_OUTSIDE, OVL_BAD_ARGUMENT (no goal),
 * OVL_PLANNER_TOO_SMALL, OVL_CORRUPT; *step is then 0. Costs under 100 ns where there is a tile; a
 * tile costs n of its region, and the first of a part of the world c from the goal to there. */
OVL_API ovl_result ovl_flow_next(ovl_flow *flow, ovl_cell cell, ovl_flow_step *step);

/* The same without work: OVL_LIMITED where work would be needed. Changes nothing: any number of
 * threads may look while no other call of the flow is under way. */
OVL_API ovl_result ovl_flow_peek(const ovl_flow *flow, ovl_cell cell, ovl_flow_step *step);

/* Works ahead, for up to `budget` expansions and at most one tile more: makes the tiles of cells in
 * their order. To make one counts as the cells that it expands and one for each 32 of its region,
 * and the same for each neighbour that it looks at. *done tells whether all of them are made, or
 * can't be: cells of which nothing can come (blocked, outside, unreachable) are passed over, and
 * if there is not room for so many tiles, the first of them are there. Answers do not depend on
 * how work was sliced. Errors: OVL_BAD_ARGUMENT (no goal), OVL_PLANNER_TOO_SMALL, OVL_CORRUPT. */
OVL_API ovl_result ovl_flow_prepare(ovl_flow *flow, const ovl_cell *cells, size_t count,
                                    uint64_t budget, bool *done);

/* Goes over to another version of its world, with the same goal, in slices of up to `budget`
 * expansions: until *done the flow answers as before, of the version in which it was, and both must
 * stay open; after it, of the new one alone. Tiles stay where neither their region was rebuilt nor
 * a cost at its border changed. A call with yet another version begins over. Goals that are lost to
 * walls: OVL_GOAL_BLOCKED, and the flow stays as it was. Other errors as from ovl_flow_begin.
 * Costs c as far as the flow had spread. */
OVL_API ovl_result ovl_flow_renew(ovl_flow *flow, const ovl_world *world, uint64_t budget,
                                  bool *done);

/* What a flow did since it was begun. */
typedef struct ovl_flow_work {
  uint64_t coarse_expanded; /* waypoints */
  uint64_t fine_expanded;   /* cells, of tiles and of goals */
  uint64_t tiles_made;
  uint64_t tiles_dropped; /* to make room */
  uint64_t tiles_kept;    /* of another version, as they were */
} ovl_flow_work;

OVL_API ovl_flow_work ovl_flow_stats(const ovl_flow *flow);

/* ---- Units ------------------------------------------------------------------ */

/* Many units that walk one world and never share a cell: a part that a game may use or
 * ignore. It stands above everything else here and uses nothing but this header.
 *
 *     ovl_units_def def = ovl_units_def_default(world); def.capacity = 2000;
 *     ovl_units *units; ovl_units_create(&def, &units);
 *     ovl_unit_def unit_def = {.cell = {10, 10, 0}};
 *     ovl_unit unit; ovl_unit_add(units, world, &unit_def, &unit);
 *     ovl_unit_send(units, unit, (ovl_cell){500, 400, 0});
 *     each tick: ovl_units_tick(units, world, 20000, NULL);
 *                ovl_units_moves(units, &count) tells who went where.
 *
 * A TICK first plans, then moves. Each unit makes at most one step a tick (or takes one
 * link, whatever its cost), and each step is legal in the world that the tick was given.
 *
 * CELLS. A unit occupies the cells of its body. Moves are made one after the other, in the order
 * in which they are told: while it moves a unit occupies the cell that it stands on and
 * the one that it enters, so a cell is free when it is entered. A unit may follow another into the
 * cell that it has just left. Two never change places, a ring of units does not
 * turn, and nobody crosses: a diagonal step is not made in a tick in which another unit crosses
 * it. Between two units that stand on both sides of it it is: corner rules are of the map.
 *
 * WHO GOES FIRST. The higher priority, which rises by one for each 4,096 ticks of waiting; of
 * equals the side whose turn it is, 1,024 ticks each, so that a narrow way is passed by many in one
 * direction; then who has waited or been on its way for longer.
 * Who stands in the way of such a unit is asked to step aside and inherits its priority for
 * that; if nobody can, the one who asked tries another cell, and lets the other one out past itself
 * if that lasts (Okumura, Machida, Defago and Tamura,
 * "Priority Inheritance with Backtracking", 2019). So who meets in a corridor one cell
 * wide, the one with less priority backs out, and who stands idle makes way. Sides take turns of
 * 1,024 ticks: for three quarters of its turn, who is in the way of a side goes back whence it
 * came, with those of its own side behind it, so that two crowds pass a narrow way one after the
 * other. A unit with a goal comes back to it; one without stays aside.
 *
 * BLOCKED AHEAD. A unit waits a moment; then it looks for a way round to the next free cells
 * of its route, inside a small window, where units that stand still are obstacles; then it plans
 * again. Cells that others of its side will soon pass cost it more, so a crowd spreads over
 * several doors; they are never blocked by that.
 *
 * SHARED GOALS. Where 8 units or more ask for ways to one cell, or were sent to one place, and a
 * flow is free, they share it instead of a route each, as do those who are sent there while it is
 * in use: their next cells are read from its tiles. These are made, and brought to the version of
 * the tick, in slices of the tick's budget; until that is done units walk by the version before.
 * Who has a goal of its own near the place leaves the flow before it. Flows serve only in ticks
 * with a budget above 12 times the cells of a region: a tile is never made in parts.
 *
 * EDITS. Each tick is given the version of the world that is current. A route that an edit broke is
 * planned again. A unit whose own cell was blocked can't step off it, for no step from a blocked
 * cell is legal: it stays until the cell is opened or the game removes it, and adds it elsewhere.
 *
 * LOCKSTEP. What happens depends on the calls and their arguments alone, not on
 * threads, clocks or addresses: ovl_units_hash is the same everywhere. Memory is taken when the
 * units are made, and never again. Not for several threads at once. */
typedef struct ovl_units ovl_units;

/* A unit. Its low 16 bits are its place, below `capacity`: the lowest that is free when it is
 * added; the others tell it from those that had the place before. */
typedef uint32_t ovl_unit;
#define OVL_NO_UNIT 0u

#define OVL_MAX_UNITS 65536 /* units at once */

typedef struct ovl_units_def {
  const ovl_world *world; /* the largest that they will walk; later versions of it and forks too */
  int32_t capacity;       /* units at once, 1 to OVL_MAX_UNITS */
  int32_t stop_capacity;  /* stops of each unit's route that are kept, 16 bytes each, 1 to 1024:
                             a longer route is begun again where they end. With labels
                             there are none */
  int32_t lanes;          /* planners that plan at once, on the jobs of a tick, 1 to 64. What is
                             planned when depends on it, and not on the threads */
  int32_t flows;          /* shared goals that are served at once by a flow each, 0 to 16 */
  size_t flow_bytes;      /* of each, as max_bytes of a flow */
  ovl_allocator allocator;
} ovl_units_def;

/* 1024 units, 32 stops, 4 lanes, no flows, the default allocator. */
OVL_API ovl_units_def ovl_units_def_default(const ovl_world *world);

/* Errors: OVL_BAD_ARGUMENT (and as from ovl_flow_create), OVL_NO_MEMORY; *units is then NULL. Takes
 * the planners, and some 1 KiB a unit beside its stops, whatever the size of the map; and the
 * flows, which grow with it. */
OVL_API ovl_result ovl_units_create(const ovl_units_def *def, ovl_units **units);

/* Ends them; NULL is allowed. */
OVL_API void ovl_units_destroy(ovl_units *units);

typedef struct ovl_unit_def {
  ovl_cell cell;    /* of its body the upper left one */
  int32_t profile;  /* of the world */
  uint8_t side;     /* whose it is: cells that others of the same side will pass cost it more */
  uint8_t priority; /* the higher goes first */
} ovl_unit_def;

/* Adds a unit, without a goal. Errors: OVL_BAD_ARGUMENT (no such profile), OVL_START_OUTSIDE,
 * OVL_START_BLOCKED (by the map or by another unit), OVL_MORE_ROOM (there are `capacity`);
 * *unit is then OVL_NO_UNIT. */
OVL_API ovl_result ovl_unit_add(ovl_units *units, const ovl_world *world, const ovl_unit_def *def,
                                ovl_unit *unit);

/* Takes a unit away. A unit that there is not: OVL_BAD_ARGUMENT, here and below. */
OVL_API ovl_result ovl_unit_remove(ovl_units *units, ovl_unit unit);

/* Sends one unit to a cell. Whether there is a way is known when it is planned, and told by the
 * unit's state. Who finds the cell taken by a unit that has arrived there stops beside it. */
OVL_API ovl_result ovl_unit_send(ovl_units *units, ovl_unit unit, ovl_cell goal);

/* Sends `count` units to one place: each gets a goal of its own, the cells that are the
 * fewest steps from `place` and neither blocked nor the goal of others nor where one without an
 * order stands. Whoever comes first goes to the back, so that nobody has to pass between those who
 * have arrived. Who gets none, for want of room, is sent to `place` itself.
 * OVL_GOAL_OUTSIDE, OVL_GOAL_BLOCKED (for the first unit's profile), OVL_BAD_ARGUMENT (a unit that
 * there is not): nobody is sent. Costs about 1 us a unit. */
OVL_API ovl_result ovl_units_send(ovl_units *units, const ovl_world *world, const ovl_unit *sent,
                                  size_t count, ovl_cell place);

/* Takes its goal from a unit: it stands idle. */
OVL_API ovl_result ovl_unit_stop(ovl_units *units, ovl_unit unit);

typedef enum ovl_unit_state {
  OVL_UNIT_IDLE = 0,    /* it has no goal */
  OVL_UNIT_PLANNING,    /* its route is not planned yet, or planned anew */
  OVL_UNIT_WALKING,     /* it made a step in the last tick, or is about to */
  OVL_UNIT_WAITING,     /* somebody is in its way */
  OVL_UNIT_ARRIVED,     /* it stands on its goal */
  OVL_UNIT_BESIDE,      /* its goal is taken by a unit that arrived, and it stands next to it, or to
                           one that stands beside for the same reason */
  OVL_UNIT_STUCK,       /* for 512 ticks it has not come nearer to its goal; it goes on trying */
  OVL_UNIT_UNREACHABLE, /* there is no way, or the goal is blocked; looked at again when the world
                           changes */
  OVL_UNIT_STATE_COUNT
} ovl_unit_state;

/* One word for a state, never NULL. */
OVL_API const char *ovl_unit_state_text(ovl_unit_state state);

typedef struct ovl_unit_info {
  ovl_cell cell; /* where it stands */
  ovl_cell from; /* where it stood before the last tick; `cell` if it did not move */
  ovl_cell next; /* what it would enter next; `cell` if it does not know */
  ovl_cell goal; /* if it has one */
  ovl_unit_state state;
  ovl_result result; /* of what it planned last: why it is OVL_UNIT_UNREACHABLE */
  int32_t profile;
  uint8_t side;
  uint8_t priority;
  uint32_t waited; /* ticks since it last came nearer to its goal; 0 without an order under way */
} ovl_unit_info;

/* False if there is no such unit. */
OVL_API bool ovl_unit_describe(const ovl_units *units, ovl_unit unit, ovl_unit_info *info);

/* The unit whose body covers a cell; OVL_NO_UNIT if there is none. Costs some 20 ns. */
OVL_API ovl_unit ovl_units_at(const ovl_units *units, ovl_cell cell);

/* How many units will pass a cell within their next 8 steps, as they plan now, or stand on it. */
OVL_API uint32_t ovl_units_claims(const ovl_units *units, ovl_cell cell);

/* Plans, for `budget` expansions of cells and waypoints at the most, then moves. Each request
 * counts as 64 expansions beside its own, for what it costs to begin. What does not fit goes on in
 * the next tick, in the order in which it was asked for; below 1,200 no way round is looked for.
 * 20,000 take some 3 ms. `jobs` may be NULL: the calling thread does all. `world` is any
 * version or fork of the one that they were made for. One whose floors or profiles are others (told
 * by sizes and names): OVL_OTHER_WORLD, and nothing is done. One like it, but of another history,
 * is walked, and routes are begun again; if it is too large for the planners, OVL_OTHER_WORLD after
 * the tick, and who asked for a route is stuck. Costs some 1 us a unit, and what is planned. */
OVL_API ovl_result ovl_units_tick(ovl_units *units, const ovl_world *world, uint64_t budget,
                                  const ovl_jobs *jobs);

/* A unit that moved. */
typedef struct ovl_unit_move {
  ovl_unit unit;
  ovl_cell from, to;
} ovl_unit_move;

/* The moves of the last tick, in order: each enters cells that are free then. Until the next
 * tick. */
OVL_API const ovl_unit_move *ovl_units_moves(const ovl_units *units, size_t *count);

/* Sums since they were made, but for what is said to be of the last tick. */
typedef struct ovl_units_stats {
  uint64_t ticks;
  uint64_t moves;
  uint64_t waits;           /* ticks in which a unit wanted to step and could not, each unit one */
  uint64_t pushes;          /* times that a unit made way */
  uint64_t exchanges;       /* times that two units of one order exchanged their goals */
  uint64_t repairs;         /* ways round that were found */
  uint64_t replans;         /* routes that were begun again */
  uint64_t routes;          /* routes that were begun */
  uint64_t stretches;       /* refined */
  uint64_t flows;           /* that were begun for shared goals */
  uint64_t expansions;      /* of cells and waypoints */
  uint64_t tick_expansions; /* of the last tick */
  uint32_t units;           /* now */
  uint32_t unplanned;       /* that wait for planning now */
} ovl_units_stats;

OVL_API ovl_units_stats ovl_units_count(const ovl_units *units);

/* Of all that decides what the units will do. Costs some 100 ns a unit. */
OVL_API uint64_t ovl_units_hash(const ovl_units *units);

/* The way round what stands near, for who moves units by rules of their own; ovl_units
 * goes round by it. */

/* What a position costs more to cross, in eighths; OVL_STEP_BLOCKED: it is closed for this search.
 * Must not call the planner. */
typedef uint32_t (*ovl_toll_fn)(void *user, ovl_cell position);

/* A cell that will do, and what it costs to go on from there: the search ends where both
 * together cost least. */
typedef struct ovl_local_goal {
  ovl_cell cell;
  uint64_t cost; /* units */
} ovl_local_goal;

typedef struct ovl_local_query {
  ovl_cell start;
  int32_t profile;
  int32_t reach_cells; /* the window is the square of so many cells around the start, 1 to the side
                          of a region */
  const ovl_local_goal *goals; /* those that are closed or outside the window are passed over */
  size_t goal_count;
  ovl_toll_fn toll; /* asked once for each open cell of the window but the start; NULL: none */
  void *user;
  uint64_t expansion_limit; /* cells; 0: none. Never more than the window has */
} ovl_local_query;

/* Profile 0, 16 cells, all else 0 or NULL. */
OVL_API ovl_local_query ovl_local_query_default(void);

/* Finds the cheapest way from the start to a goal inside the window, over steps alone, as turning
 * points. path->cost is that of the way, tolls included, and of going on; no length is told.
 * Errors: OVL_UNREACHABLE, OVL_LIMITED (no path then), OVL_START_OUTSIDE, OVL_START_BLOCKED,
 * OVL_BAD_ARGUMENT, OVL_OTHER_WORLD, OVL_MORE_ROOM as from ovl_find_path. Costs n. */
OVL_API ovl_result ovl_find_local(ovl_planner *planner, const ovl_world *world,
                                  const ovl_local_query *query, ovl_path *path);

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
                                       const ovl_allocator *allocator, ovl_blockers **why);
OVL_API void ovl_blockers_destroy(ovl_blockers *why);

/* Begins a question: may the ends be blocked themselves. OVL_START_OUTSIDE, OVL_GOAL_OUTSIDE. */
OVL_API ovl_result ovl_blockers_begin(ovl_blockers *why, ovl_cell start, ovl_cell goal);

/* Goes on for up to `budget` expansions; *done tells whether there is an answer.
 * OVL_OK; OVL_UNREACHABLE: not even with all cells open, for no link leads there, or limits of
 * climbing or a step rule stand between. */
OVL_API ovl_result ovl_blockers_step(ovl_blockers *why, uint64_t budget, bool *done);

/* A cell that would have to be opened. */
typedef struct ovl_obstacle {
  ovl_cell cell;
  uint8_t terrain; /* what stands there */
} ovl_obstacle;

/* The answer, once it is done: the cells to open, in the order of the way; *needed is how many,
 * OVL_MORE_ROOM if they do not fit; *cost (NULL: not wanted) is that of the way with them open.
 * None: the goal can be reached as things are. */
OVL_API ovl_result ovl_blockers_answer(const ovl_blockers *why, ovl_obstacle *obstacles,
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
                                       const ovl_allocator *allocator, ovl_baseline **yardstick);
OVL_API void ovl_baseline_destroy(ovl_baseline *yardstick);

/* As ovl_find_path with OVL_SMOOTH_NONE (smoothing and estimate of the query
 * are not used), but optimal, and slow. *expanded (NULL: not wanted) is the
 * number of cells that it expanded. Errors as for ovl_find_path, but for those of
 * planners. One yardstick serves one thread at a time. Costs 100 to 300 ns for
 * each cell expanded. */
OVL_API ovl_result ovl_baseline_find(ovl_baseline *yardstick, const ovl_query *query,
                                     ovl_path *path, uint64_t *expanded);

#ifdef __cplusplus
}
#endif

#endif
