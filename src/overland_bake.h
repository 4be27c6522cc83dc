/* Overland: baking worlds larger than memory in parts, and comparing a world with a fresh bake.
 * None of it is in overland_runtime. */
#ifndef OVERLAND_BAKE_H
#define OVERLAND_BAKE_H

#include "overland.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Baking worlds larger than memory ------------------------------------- */

/* A world can be baked in parts, each some rows of regions, which are merged into its file: the
 * bytes are those of one bake. Parts do not depend on each other: they can be baked at once, on
 * many machines, again after a failure, in any order. */

/* Reads bytes of part number `part`. Returns false if it can't. */
typedef bool (*ovl_read_part_fn)(void *user, int32_t part, uint64_t offset, void *bytes,
                                 size_t byte_count);

/* Writes bytes of a file at an offset, in any order. Returns false if it can't. */
typedef bool (*ovl_write_at_fn)(void *user, uint64_t offset, const void *bytes, size_t byte_count);

/* The rows of the map that a part needs: those of its regions, and the rows above and below that
 * influence them. A map with several floors, a graph floor, heights, extra costs or links is needed
 * as a whole: all rows. */
typedef struct ovl_part_rows {
  int32_t first_band, bands; /* rows of regions that the part bakes */
  int32_t first_row,
      row_count; /* rows of the map; with several floors of the plane that holds them all */
} ovl_part_rows;

typedef struct ovl_part_def {
  ovl_bake_def bake; /* of the whole map, with its whole size; but terrain, if given for one floor,
                        holds only the rows of ovl_part_rows_of, first_row first */
  int32_t index, count;  /* number of the part, 0 to count - 1, and how many parts there are */
  uint64_t map_identity; /* a hash that identifies the map, the same for all its parts */
  const ovl_world
      *from; /* NULL, or a world of an older map of the same size, profiles and settings: regions
                that did not change, with their neighbours, are copied. With a step rule none are */
  ovl_write_fn write; /* receives the part */
  void *write_user;
  uint64_t reserved[2]; /* 0 */
} ovl_part_def;

/* Returns ovl_bake_def_default, part 0 of 1. */
OVL_API ovl_part_def ovl_part_def_default(void);

/* Finds the rows of a part. OVL_BAD_ARGUMENT: index or count is out of range; count is 1 to the
 * number of rows of regions. */
OVL_API ovl_result ovl_part_rows_of(const ovl_bake_def *bake, int32_t index, int32_t count,
                                    ovl_part_rows *rows);

/* Estimates the memory, in bytes, that baking a part takes beside its rows and the step rule's
 * memory: it grows with the map's width and with jobs->workers. Terrain scattered at random takes a
 * fifth more. Reads sizes, settings and profiles, no terrain. Returns 0 if index or count is out of
 * range. */
OVL_API uint64_t ovl_part_bytes_needed(const ovl_bake_def *bake, int32_t index, int32_t count);

/* Bakes a part and writes it from its first byte to its last. Errors as of ovl_world_bake,
 * OVL_WRITE_FAILED, and errors of reading `from`; what was written then is no part. A step rule is
 * also called for the regions around a part. Several threads may bake parts at once, but not with a
 * `from` that was opened by a reader. Costs 20 to 120 ns a cell on land and streets, 7 where
 * regions are copied. */
OVL_API ovl_result ovl_part_bake(const ovl_part_def *def, ovl_fault *fault);

typedef struct ovl_merge_def {
  int32_t part_count; /* in any order */
  ovl_read_part_fn read;
  void *read_user;
  ovl_write_at_fn write; /* receives the world file; its header comes last */
  void *write_user;
  ovl_allocator allocator;
  const ovl_jobs *jobs;     /* NULL: the calling thread does all */
  ovl_progress_fn progress; /* NULL: none; `done` counts regions, and 16 for each cluster above the
                               first level */
  void *progress_user;
  uint64_t reserved[2]; /* 0 */
} ovl_merge_def;

OVL_API ovl_merge_def ovl_merge_def_default(void);

/* Merges parts into a world file. Errors: OVL_OTHER_PART, where `where` is the part and, if part
 * `found` has the same rows, `expected` is part_count; OVL_MISSING_PART, where `where` is the first
 * missing row of the map and `expected` the number of rows; OVL_WRONG_CHECKSUM, OVL_CORRUPT,
 * OVL_OTHER_VERSION, OVL_READ_FAILED, with `where` the part; OVL_BAD_ARGUMENT, OVL_WRITE_FAILED,
 * OVL_NO_MEMORY, OVL_STOPPED. What was written then is no world file. Worlds with overlays take 12
 * bytes a region and 4 more for each profile, 4 bytes a local component, up to 16 rows of regions,
 * and the overlays; worlds without overlays or with directed profiles are held in memory. */
OVL_API ovl_result ovl_parts_merge(const ovl_merge_def *def, ovl_fault *fault);

/* ---- Comparing a world with its map ---------------------------------------- */

typedef struct ovl_verify_def {
  ovl_allocator allocator;
  ovl_progress_fn progress; /* NULL: none */
  void *progress_user;
  ovl_step_rule_fn step_rule; /* of a world baked with one */
  void *step_rule_user;
  uint64_t reserved[2]; /* 0 */
} ovl_verify_def;

OVL_API ovl_verify_def ovl_verify_def_default(void);

/* Compares a world with one baked again from its own cells and settings, which finds faults that
 * checksums can't. The calling thread does all; memory as for a bake. Errors: OVL_CORRUPT, with the
 * fault naming the part of the file that differs and where; OVL_NEEDS_RULE, OVL_NO_MEMORY,
 * OVL_STOPPED. Costs a bake. */
OVL_API ovl_result ovl_world_verify(const ovl_world *world, const ovl_verify_def *def,
                                    ovl_fault *fault);

#ifdef __cplusplus
}
#endif

#endif
