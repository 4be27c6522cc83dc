/* The islands of a world with their sizes, the largest first. */
#ifndef OVERLAND_TOOLS_CHECK_CHECK_ISLANDS_H
#define OVERLAND_TOOLS_CHECK_CHECK_ISLANDS_H

#include "tools/check/check_world.h"

#include <stddef.h>
#include <stdint.h>

struct check_island {
  uint64_t cells;
  ovl_cell cell; /* one of its cells, in the region that has most of them */
  uint32_t in_region;
};

struct check_islands {
  struct check_island *list;
  size_t count;
};

/* Lists the islands of a profile. Returns an exit code, after one line on standard error if it is
 * not EXIT_DONE. Time: a pass over the cells. */
int check_islands_find(const struct check_world *checked, int32_t profile,
                       struct check_islands *islands);

void check_islands_free(struct check_islands *islands);

#endif
