/* Overland: baking worlds larger than memory in parts, and comparing a world with a fresh bake. */
#ifndef OVERLAND_BAKE_H
#define OVERLAND_BAKE_H

#include "overland.h"

#ifdef __cplusplus
extern "C" {
#endif

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

/* ---- Comparing a world with its map ---------------------------------------- */

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

#ifdef __cplusplus
}
#endif

#endif
