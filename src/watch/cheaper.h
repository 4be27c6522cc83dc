/* Finds where a version makes steps cheaper than the version before: cells that were opened or
 * whose weight fell, steps whose extra cost may have fallen, and links that were opened. */
#ifndef OVERLAND_WATCH_CHEAPER_H
#define OVERLAND_WATCH_CHEAPER_H

#include "coarse/view/region.h"
#include "common/cell.h"

/* Finds a box of cells of the plane that holds all cells of a region from which some step is
 * cheaper than before; false: there are none. The box is the whole region if answers of a step rule
 * changed or a link was opened. */
bool ovi_find_cheaper(const ovi_layer *before, const ovi_layer *after, uint32_t id,
                      ovi_rectangle *box);

#endif
