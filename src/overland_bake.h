/* Overland: profiles, floors, links and step rules of a map, choosing settings, and baking maps
 * larger than memory in parts. No call of this header is in overland_runtime. */
#ifndef OVERLAND_BAKE_H
#define OVERLAND_BAKE_H

#include "overland.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- More of a map: profiles, floors, links ----------------------------------------------- */

#define OVL_MAX_PROFILES 32   /* profiles per world */
#define OVL_MAX_FLOORS 64     /* floors per world */
#define OVL_MAX_BODY_CELLS 16 /* side of a body */
#define OVL_NAME_BYTES 32     /* a profile's name, including the 0 at its end */
#define OVL_LEVEL (-1)        /* no step up, or none down */
#define OVL_WALL_CELLS 4      /* greatest distance from walls that may cost */

/* A kind of mover. A body of N x N cells, placed by its upper left one (of hexagons up to N / 2
 * steps around its position: N is odd), stands where all are open to the profile. Weight, height
 * and extra cost count at the position; corner rules concern the two positions beside a step. */
typedef struct ovl_profile_def {
  char
      name[OVL_NAME_BYTES]; /* text that ends with a 0, different for each profile; "": "default" */
  uint8_t weights[256];     /* as in ovl_bake_def */
  ovl_corners corners;
  int32_t body_cells;  /* side of its body, 1 to OVL_MAX_BODY_CELLS cells; 0: 1 */
  int32_t max_climb;   /* maximum rise of a step, units of height, 1 to 65535; 0: no limit; or
                          OVL_LEVEL. Diagonal steps: see ovl_corners */
  int32_t max_drop;    /* the same for its fall */
  uint32_t climb_cost; /* cost units for each unit of height that a step rises, up to 2^20 */
  uint32_t drop_cost;  /* the same for its fall */
  uint8_t wall_cost[OVL_WALL_CELLS]; /* eighths that a position weighs more where the nearest cell
                          that blocks its body is 1, 2, 3 or 4 steps away from it, diagonal ones
                          too; all 0: none. See below */
} ovl_profile_def;

/* Off the walls: wall_cost makes paths keep away from what blocks a profile where there is room,
 * and still pass a door of one cell. Blocked are cells of weight 0, the void and what lies beyond
 * the border of the map; links do not block. Weight, extra and wall cost of a position are cut at
 * 255 together. Wall costs follow from the map: the bake finds them, edits find them anew around
 * what they open or block, and they are no part of extra costs, patches or rebases. Steps of
 * profiles with wall costs cost what others cost on ground of several weights: bakes and searches
 * take as long as there. Graph floors have none. */

/* A floor of a world. Arrays are read only during the bake. */
typedef struct ovl_floor_def {
  int32_t width;           /* cells, 1 to OVL_MAX_SIDE_CELLS */
  int32_t height;          /* cells, 1 to OVL_MAX_SIDE_CELLS */
  const uint8_t *terrain;  /* one byte per cell, row by row; graph floors may have NULL */
  size_t row_bytes;        /* bytes from one row of terrain to the next; 0: width */
  const uint16_t *heights; /* units of height, a value per cell, row by row; NULL: all 0 */
  /* Extra costs (danger, influence): NULL, or an array with a pointer per profile, each NULL or to
   * one byte per cell, row by row, in eighths; with the weight at most 255. */
  const uint8_t *const *extra;
  bool graph; /* a graph of your own: `width` nodes, the cells (0, 0) to (width - 1, 0), joined by
                 links alone; height is 1. Every profile can stand on them */
} ovl_floor_def;

/* A link between two cells at any distance, on one floor or two. Only profiles that can stand on
 * both ends can use it. Unless blocked_links is set, each end must be open to at least one profile
 * that the link allows. A fault about a link has its number in `where`. */
typedef struct ovl_link_def {
  ovl_cell from, to;  /* two different cells */
  uint32_t cost;      /* from -> to, 1 to 2^30 cost units */
  uint32_t cost_back; /* to -> from, 1 to 2^30 cost units; 0: the link is one-way */
  uint32_t profiles;  /* a bit for each profile that may use it; 0: all */
  bool closed;        /* no profile can use it until an edit opens it */
} ovl_link_def;

#define OVL_MAX_PLACES 65536

/* A named place, which the world keeps: a rectangle of cells of a floor, blocked or not. */
typedef struct ovl_place {
  const char *name;      /* 1 to 63 bytes of UTF-8 */
  ovl_cell cell;         /* its upper left cell */
  int32_t width, height; /* at least 1; 0 in a definition: 1 */
} ovl_place;

/* ---- Step rules -------------------------------------------------------------------- */

/* A step rule (ovl_bake_more.step_rule) adds costs that weights and heights can't express. The bake
 * calls it once for every legal step of every cell, on all of its threads, and stores the answers
 * in the world; edits call it for what they rebuild. A diagonal step is blocked if the profile's
 * corner rule needs a straight step that the step rule blocks. Worlds with a rule have regions of
 * at most 44 x 44 cells.
 *
 * Where each step has the answer of the step back, say so (ovl_bake_more.step_rule_is_mutual): a
 * profile with equal limits of climbing and without links then has islands as without a rule, so
 * that what it can reach is told by their numbers, and an edit updates them around it. A rule that
 * is declared so and is not gives wrong islands; a build with assertions asks it for each step and
 * the one back. */

/* The step for which a rule is called. */
typedef struct ovl_step {
  ovl_cell from;     /* where the step begins */
  int32_t direction; /* 0 to 7, clockwise from east; of hexagons 0 to 5 (ovl_topology) */
  int32_t profile;   /* number of the profile */
  uint32_t cost;     /* its cost by weights and heights, cost units */
} ovl_step;

/* ---- Choosing settings --------------------------------------------------------------- */

/* Reads `count` rows of the map from row `first` on, a byte a cell. Returns false on failure. */
typedef bool (*ovl_read_rows_fn)(void *user, int32_t first, int32_t count, uint8_t *terrain);

/* Replaces region_cells and spacing_cells of a definition where they are 0, as ovl_world_bake does,
 * but parts do not. Regions have 32 cells, but 64 where squares of the map say that labels would
 * have more than 60,000 waypoints with 32, and fewer with 64. The spacing is 8, or a quarter of a
 * region if that is more. Where region_cells is 0, and squares say that labels would not fit,
 * label_bytes_per_cell becomes OVL_NO_LABELS.
 *
 * `read` is NULL if the definition holds all cells. Otherwise it reads the rows of a map of one
 * floor without links; of heights and extra the definition only says whether they are NULL. Errors,
 * with the definition unchanged: those of ovl_world_bake for a wrong definition, OVL_READ_FAILED,
 * OVL_NO_MEMORY. Time: 10 to 100 ms, up to a second for random terrain; next to none where
 * region_cells is given, and below 700 x 700 cells. Memory: the bake of a square, and 256 rows of a
 * map that is read. */
OVL_API ovl_result ovl_bake_choose(ovl_bake_def *def, ovl_read_rows_fn read, void *user,
                                   ovl_fault *fault);

/* ---- Baking in parts ------------------------------------------------------------------ */

/* A map can be baked in parts, each of some rows of regions; the parts are then merged into a world
 * file with the same bytes as a single bake. Parts can be baked at the same time, on many machines,
 * and in any order.
 *
 * A part needs the rows of its regions, and those above and below that affect them. Where a map has
 * heights, extra costs or links, a part also needs a survey of all cells: one for all parts, or one
 * for each. */

/* The range of heights of a map with one floor, the profiles that are directed because of them, and
 * those that can stand on the ends of each link. They depend on its origin, size, cells, profiles,
 * step rule and links, but on no setting of the bake. */
typedef struct ovl_survey ovl_survey;

/* Reads `count` rows of the map from row `first` on: a byte of terrain and a height for each cell.
 * Either array is NULL if it is not needed. Returns false on failure. */
typedef bool (*ovl_read_cells_fn)(void *user, int32_t first, int32_t count, uint8_t *terrain,
                                  uint16_t *heights);

/* Surveys a map. `read` is called for its rows from the first to the last; each call reads a few
 * rows of the one before again. It is NULL if the definition holds all cells; otherwise only
 * whether the definition's arrays are NULL matters. The survey is destroyed after the last bake
 * whose `more.survey` it is. Links that end on blocked cells are reported by the bake.
 *
 * Errors: those of ovl_world_bake; OVL_READ_FAILED; OVL_STOPPED by def->progress; OVL_BAD_ARGUMENT
 * also for several floors and for a graph floor. Time: that of reading, and 1 ns per cell with
 * heights. Memory: 50 rows of the map; with links also 24 bytes for each of them and 4 for each
 * region, afterwards 8 for each link. */
OVL_API ovl_result ovl_survey_create(const ovl_bake_def *def, ovl_read_cells_fn read, void *user,
                                     ovl_survey **survey, ovl_fault *fault);

/* Destroys a survey. */
OVL_API void ovl_survey_destroy(ovl_survey *survey);

/* The rows of the map that a part needs. Of a map with one floor of cells they are those around its
 * regions, if it has a survey or neither heights, extra costs nor links; else all rows. */
typedef struct ovl_part_rows {
  int32_t first_band; /* first row of regions that the part bakes */
  int32_t bands;      /* number of rows of regions */
  int32_t first_row;  /* first row of the map that it needs; rows are counted over all floors, one
                         below the other */
  int32_t row_count;  /* number of rows of the map that it needs */
} ovl_part_rows;

/* Finds the rows of part `index` of `count`. OVL_BAD_ARGUMENT: count is not between 1 and the
 * number of rows of regions, index is not between 0 and count - 1, or a size is out of range. */
OVL_API ovl_result ovl_part_rows_of(const ovl_bake_def *bake, int32_t index, int32_t count,
                                    ovl_part_rows *rows, ovl_fault *fault);

/* Returns an estimate of the bytes of memory that baking a part takes, in addition to its rows and
 * the step rule's own memory; terrain scattered at random takes 20 percent more. Reads sizes,
 * settings and profiles, no terrain. 0 if index or count is out of range. */
OVL_API uint64_t ovl_part_bytes_needed(const ovl_bake_def *bake, int32_t index, int32_t count);

typedef struct ovl_part_def {
  ovl_bake_def bake; /* of the whole map; but the arrays of a map with one floor hold only the rows
                        of ovl_part_rows_of */
  int32_t index;     /* number of the part, 0 to count - 1 */
  int32_t count;     /* number of parts; 0: 1 */
  uint64_t map_identity; /* a hash of the map, the same for all of its parts */
  const ovl_world *from; /* NULL, or a world of an older map with the same size, profiles and
                            settings: regions that did not change, nor their neighbours, are copied
                            from it; with a step rule none are */
  ovl_write_fn write;    /* writes the part */
  void *write_user;
} ovl_part_def;

/* Bakes a part and writes its bytes in order. Errors: those of ovl_world_bake, of reading `from`,
 * and OVL_WRITE_FAILED; the bytes written are then not a part. A step rule is also called for the
 * regions around the part. Several threads may bake parts at the same time, unless `from` was
 * opened through a reader. Time: 20 to 120 ns per cell on open land and streets, 7 ns where regions
 * are copied. */
OVL_API ovl_result ovl_part_bake(const ovl_part_def *def, ovl_fault *fault);

/* Reads bytes of part number `part`. Returns false on failure. */
typedef bool (*ovl_read_part_fn)(void *user, int32_t part, uint64_t offset, void *bytes,
                                 size_t byte_count);

/* Writes bytes of a file at an offset; the calls come in any order. Returns false on failure. */
typedef bool (*ovl_write_at_fn)(void *user, uint64_t offset, const void *bytes, size_t byte_count);

typedef struct ovl_merge_def {
  int32_t part_count;    /* number of parts; they may be in any order */
  ovl_read_part_fn read; /* reads a part */
  void *read_user;
  ovl_write_at_fn write; /* writes the world file, the header last */
  void *write_user;
  ovl_allocator allocator; /* for the merge */
  const ovl_jobs *jobs;
  ovl_progress_fn progress; /* or NULL; counts regions, and clusters above level 1 16 times */
  void *progress_user;
} ovl_merge_def;

/* Merges parts into a world file. After an error the bytes written are not a world file. Errors:
 * OVL_OTHER_PART: `where` is the number of the part; if `expected` is part_count, part `found` has
 * some of the same rows. OVL_MISSING_PART: `where` is the first missing row of the map, `found` the
 * number of the missing part, counted from 1, and `expected` the number of all parts; if the parts
 * are of several divisions of the map, `found` is 0 and `expected` the number of rows missing.
 * OVL_WRONG_CHECKSUM, OVL_CORRUPT, OVL_OTHER_VERSION, OVL_READ_FAILED: `where` is the number of the
 * part. OVL_BAD_ARGUMENT, OVL_WRITE_FAILED, OVL_NO_MEMORY, OVL_STOPPED.
 *
 * Memory: worlds with overlays alone take 12 bytes per region and 4 more for each profile, 4 bytes
 * per local component, up to 16 rows of regions, and the overlays of one profile without most of
 * their tables. A directed profile takes in addition 8 bytes per link, up to 72 bytes per pair of
 * local components joined in one direction alone, and 4 bytes per waypoint on the border of a
 * cluster. Other worlds are held in memory as a whole. */
OVL_API ovl_result ovl_parts_merge(const ovl_merge_def *def, ovl_fault *fault);

#ifdef __cplusplus
}
#endif

#endif
