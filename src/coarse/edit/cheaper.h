/* What became cheaper in a region between two versions: cells that were opened or weigh less, steps
 * whose cost may have fallen, links that were opened. */
#ifndef OVERLAND_COARSE_EDIT_CHEAPER_H
#define OVERLAND_COARSE_EDIT_CHEAPER_H

#include "coarse/edit/sites.h"
#include "coarse/view/region.h"

/* A box of cells of the plane that holds all cells from which a step is cheaper than before; false
 * if there is none. Where a rule of the caller's or a link counts, the whole region. */
bool ovi_find_cheaper(const ovi_layer *before, const ovi_layer *after, uint32_t id,
                      ovi_rectangle *box);

#endif
