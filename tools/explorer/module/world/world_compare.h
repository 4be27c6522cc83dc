/* The world in slot 0 compared with that in slot 1: cells that differ, and islands that are cut
 * apart or joined. */
#ifndef OVERLAND_EXPLORER_WORLD_COMPARE_H
#define OVERLAND_EXPLORER_WORLD_COMPARE_H

#include "overland.h"

/* Cells of a region that differ. */
uint32_t world_compare_count(uint32_t region);

/* Sets `out` to 1 where the terrain of a rectangle differs from `terrain`, else to 0. */
ovl_result world_compare_cells(ovl_cell corner, int32_t w, int32_t h, const uint32_t *terrain,
                               uint32_t *out);

#endif
