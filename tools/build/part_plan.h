/* How a large map is cut into parts, so that baking as many at once as there are threads, and
 * merging them, fits into the memory that was given. */
#ifndef OVERLAND_TOOLS_BUILD_PART_PLAN_H
#define OVERLAND_TOOLS_BUILD_PART_PLAN_H

#include "tools/build/build_source.h"

struct part_plan {
  int32_t count;        /* parts */
  int32_t threads;      /* parts that are baked at once */
  int32_t most_rows;    /* of the map that a part needs, at the most; 0: the map is in memory */
  int32_t kept_rows;    /* that a part and the next one share, at the most */
  uint64_t bytes;       /* that it takes at the most, as far as it is known */
  uint64_t merge_bytes; /* that are left for merging */
  bool from_is_read;    /* the older world is large, and not mapped but read bit by bit */
};

/* Makes a plan; `count` parts if that is not 0 and fits. Returns an exit code, after one line on
 * standard error, which says how much would do, if it is not EXIT_DONE. */
int part_plan_make(const struct build *build, const struct build_source *source, int32_t count,
                   struct part_plan *plan);

/* The plan of one part alone, of `count`, on one thread; the same. */
int part_plan_make_one(const struct build *build, const struct build_source *source, int32_t index,
                       int32_t count, struct part_plan *plan);

#endif
