/* Paths between pairs of cells in two versions of a world. */
#ifndef OVERLAND_TOOLS_DIFF_PAIR_COSTS_H
#define OVERLAND_TOOLS_DIFF_PAIR_COSTS_H

#include "tools/diff/island_changes.h"

struct pair_cost {
  ovl_cell start, goal;
  ovl_result result[2]; /* before, after */
  double cost[2];       /* straight steps, of those with a path */
};

/* Changes of paths that begin in one region. */
struct region_change {
  int32_t x, y, floor; /* first cell of the region */
  size_t longer, shorter, lost, found;
  double change; /* sum of after over before, minus 1 */
};

struct pair_costs {
  struct pair_cost *list;
  size_t count;
  size_t longer, shorter, same, lost, found;
  double worst, best, sum; /* of after over before, minus 1: of longer and shorter ones; the sum */
  size_t worst_pair, best_pair;
  struct region_change *regions; /* those with a change, the greatest change first */
  size_t region_count;
};

/* Takes pairs: from a scenario file, or, if it is NULL, `count` of them drawn among the cells that
 * are open in the first version; and finds their paths in both. An exit code, after one line on
 * standard error if it is not EXIT_DONE; *pairs is then empty. */
int pair_costs_find(const struct diff_worlds *worlds, const char *scenarios, size_t count,
                    uint64_t seed, struct pair_costs *pairs);
void pair_costs_free(struct pair_costs *pairs);

#endif
