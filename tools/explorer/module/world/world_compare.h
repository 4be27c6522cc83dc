/* The world in slot 0 compared with that in slot 1: cells that differ, and islands that are cut
 * apart or joined. */
#ifndef OVERLAND_EXPLORER_WORLD_COMPARE_H
#define OVERLAND_EXPLORER_WORLD_COMPARE_H

#include "overland.h"

/* Begins to compare: 0: the worlds have other sides, regions or floors, or there is no memory. */
int32_t world_compare_begin(void);
void world_compare_end(void);

/* Compares up to `budget` more regions. Number 0: cells that differ so far, 1: regions with such
 * cells, 2: regions that are left, 3: runs of cells of pairs of islands that are left out, since
 * 4096 others are listed. An ovl_result. */
int32_t world_compare_run(int32_t budget);

/* Cells of a region that differ. */
uint32_t world_compare_count(uint32_t region);

/* Pairs of islands that share cells: the islands of both worlds, runs of shared cells, x, y and
 * floor of one of them; six doubles each. Number 0: how many. */
const double *world_compare_pairs(void);

/* The 64 regions with the most cells that differ, in falling order: number and cells, two doubles
 * each. Number 0: how many. */
const double *world_compare_regions(void);

/* Sets `out` to 1 where the terrain of a rectangle differs from `terrain`, else to 0. */
ovl_result world_compare_cells(ovl_cell corner, int32_t w, int32_t h, const uint32_t *terrain,
                               uint32_t *out);

#endif
