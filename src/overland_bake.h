/* Overland: step rules, baking of maps larger than memory in parts, and comparing a world with a
 * fresh bake. Nothing of this header is in overland_runtime. */
#ifndef OVERLAND_BAKE_H
#define OVERLAND_BAKE_H

#include "overland.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Step rules -------------------------------------------------------------------- */

/* A step rule (ovl_bake_more.step_rule) adds costs that weights and heights can't express. It is
 * called once for every legal step of every cell while a world is baked, from the threads of the
 * bake. Its answers are stored in the world: opening and planning do not call it, but edits and
 * ovl_world_verify do. A diagonal step that needs a straight one which the rule blocks is blocked
 * as well. Regions of worlds with a rule have sides of up to 44 cells, so that costs within a
 * region fit 31 bits. */

/* The step for which a rule is called. */
typedef struct ovl_step {
  ovl_cell from;     /* where the step begins */
  int32_t direction; /* 0 to 7, clockwise from east */
  int32_t profile;   /* number of the profile */
  uint32_t cost;     /* units: what it costs by weights and heights */
} ovl_step;

/* ---- Baking in parts ------------------------------------------------------------------ */

/* A map can be baked in parts, each some rows of regions, which are then merged into a world file:
 * the bytes are those of a bake in one go. Parts do not depend on each other. They can be baked at
 * the same time, on many machines, again after a failure, in any order. */

/* Which rows of the map a part needs: those of its regions, and rows above and below that influence
 * them. Of a map with several floors, a graph floor, heights, extra costs or links it needs all. */
typedef struct ovl_part_rows {
  int32_t first_band; /* first row of regions that the part bakes */
  int32_t bands;      /* number of rows of regions */
  int32_t first_row;  /* first row of the map that it needs; with several floors, of all of them one
                         below the other */
  int32_t row_count;  /* number of rows of the map */
} ovl_part_rows;

/* Finds the rows of part `index` of `count`. OVL_BAD_ARGUMENT if count is not 1 to the number of
 * rows of regions, or index not 0 to count - 1. */
OVL_API ovl_result ovl_part_rows_of(const ovl_bake_def *bake, int32_t index, int32_t count,
                                    ovl_part_rows *rows);

/* Returns an estimate of the bytes of memory that baking a part takes, beside its rows and what the
 * step rule needs. They grow with the width of the map and with jobs->workers; terrain scattered at
 * random takes a fifth more. Reads sizes, settings and profiles, no terrain. 0 if index or count is
 * out of range. */
OVL_API uint64_t ovl_part_bytes_needed(const ovl_bake_def *bake, int32_t index, int32_t count);

typedef struct ovl_part_def {
  ovl_bake_def bake;     /* of the whole map, with its whole size; but `terrain`, where it is given
                            for one floor, holds the rows of ovl_part_rows_of alone */
  int32_t index;         /* number of the part, 0 to count - 1 */
  int32_t count;         /* number of parts */
  uint64_t map_identity; /* a hash of the map, the same for all of its parts */
  const ovl_world *from; /* NULL, or a world of an older map with the same size, profiles and
                            settings: regions that are as they were there, like their neighbours,
                            are copied; with a step rule none are */
  ovl_write_fn write;    /* receives the part */
  void *write_user;      /* passed to write */
  uint64_t reserved[2];  /* 0 */
} ovl_part_def;

/* Returns a definition of part 0 of 1, with ovl_bake_def_default. */
OVL_API ovl_part_def ovl_part_def_default(void);

/* Bakes a part and writes it from its first byte to its last. Errors are those of ovl_world_bake,
 * OVL_WRITE_FAILED, and those of reading `from`; what was written is then no part. A step rule is
 * also called for the regions around the part. Several threads may bake parts at the same time, but
 * not with a `from` that was opened by a reader. Costs 20 to 120 ns a cell on land and streets, 7
 * where regions are copied. */
OVL_API ovl_result ovl_part_bake(const ovl_part_def *def, ovl_fault *fault);

/* Reads bytes of part number `part`. Returns false on failure. */
typedef bool (*ovl_read_part_fn)(void *user, int32_t part, uint64_t offset, void *bytes,
                                 size_t byte_count);

/* Writes bytes of a file at an offset, in any order. Returns false on failure. */
typedef bool (*ovl_write_at_fn)(void *user, uint64_t offset, const void *bytes, size_t byte_count);

typedef struct ovl_merge_def {
  int32_t part_count;       /* number of parts, in any order */
  ovl_read_part_fn read;    /* reads a part */
  void *read_user;          /* passed to read */
  ovl_write_at_fn write;    /* receives the world file, its header last */
  void *write_user;         /* passed to write */
  ovl_allocator allocator;  /* for the merge */
  const ovl_jobs *jobs;     /* NULL: the calling thread does all */
  ovl_progress_fn progress; /* NULL: none; `done` counts regions, and 16 for each cluster above the
                               first overlay level */
  void *progress_user;      /* passed to progress */
  uint64_t reserved[2];     /* 0 */
} ovl_merge_def;

/* Returns a definition without parts, with the default allocator. */
OVL_API ovl_merge_def ovl_merge_def_default(void);

/* Merges parts into a world file. Errors, after which what was written is no world file, with
 * fields of the fault: OVL_OTHER_PART, `where` is the number of the part, and if part `found` has
 * the same rows `expected` is part_count; OVL_MISSING_PART, `where` is the first missing row of the
 * map and `expected` the number of missing rows; OVL_WRONG_CHECKSUM, OVL_CORRUPT, OVL_OTHER_VERSION
 * and OVL_READ_FAILED, `where` is the number of the part; OVL_BAD_ARGUMENT, OVL_WRITE_FAILED,
 * OVL_NO_MEMORY, OVL_STOPPED. Worlds with overlays take 12 bytes of memory a region and 4 more for
 * each profile, 4 bytes a local component, up to 16 rows of regions, and the overlays. Other
 * worlds, and those with directed profiles, are held in memory. */
OVL_API ovl_result ovl_parts_merge(const ovl_merge_def *def, ovl_fault *fault);

/* ---- Comparing a world with a fresh bake -------------------------------------------------- */

typedef struct ovl_verify_def {
  ovl_allocator allocator;    /* for the bake */
  ovl_progress_fn progress;   /* NULL: none */
  void *progress_user;        /* passed to progress */
  ovl_step_rule_fn step_rule; /* of a world that was baked with one */
  void *step_rule_user;       /* passed to step_rule */
  uint64_t reserved[2];       /* 0 */
} ovl_verify_def;

/* Returns a definition with the default allocator. */
OVL_API ovl_verify_def ovl_verify_def_default(void);

/* Compares a world with one that is baked from its own cells and settings, which finds what
 * checksums can't. The calling thread does all. Errors: OVL_CORRUPT, with the part of the file that
 * differs in the fault; OVL_NEEDS_RULE, OVL_NEEDS_REGIONS (of a world opened by a reader),
 * OVL_BAD_ARGUMENT, OVL_NO_MEMORY, OVL_STOPPED. Costs a bake, and its memory. */
OVL_API ovl_result ovl_world_verify(const ovl_world *world, const ovl_verify_def *def,
                                    ovl_fault *fault);

#ifdef __cplusplus
}
#endif

#endif
